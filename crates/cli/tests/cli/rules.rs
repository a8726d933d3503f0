//! `groundstop rules`, from a statute to a frozen set, and everything that is refused.

use std::path::Path;

use crate::support::{Ended, Folder};

const ACT: &str = include_str!("../../../../examples/statute/act.txt");
const CANDIDATES: &str = include_str!("../../../../examples/statute/candidates.jsonl");

fn folder(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.write("act.txt", ACT);
    folder.write("candidates.jsonl", CANDIDATES);
    folder
}

fn refused(ended: &Ended, says: &str) {
    assert_eq!(ended.code, 2, "{ended:?}");
    assert!(ended.stdout.is_empty(), "{ended:?}");
    assert!(ended.stderr.contains(says), "{says}: {ended:?}");
    assert!(ended.stderr.contains("help:"), "{ended:?}");
}

#[test]
fn a_statute_becomes_a_frozen_set_that_checks_out() {
    let folder = folder("rules-way");
    let lines = folder.run(&["rules", "extract", "act.txt", "--jsonl"]);
    assert_eq!(lines.code, 0, "{lines:?}");
    folder.write("own.jsonl", &lines.stdout);
    assert_eq!(folder.run(&["rules", "validate", "own.jsonl"]).code, 0);
    let aligned = folder.run(&["rules", "align", "own.jsonl", "--document", "act.txt"]);
    assert_eq!(aligned.code, 0, "{aligned:?}");
    let args = [
        "rules",
        "freeze",
        "own.jsonl",
        "--document",
        "act.txt",
        "--out",
        "sets",
    ];
    // The relative band is blocked, so something is refused.
    assert_eq!(folder.run(&args).code, 3);
    let again = folder.run(&args);
    assert!(again.stdout.contains("11 rules frozen"), "{again:?}");
    let line = again
        .stdout
        .lines()
        .find(|line| line.contains("ruleset-"))
        .unwrap();
    let set = line.trim();
    let check = folder.run(&["rules", "check", set, "--document", "act.txt"]);
    assert_eq!(check.code, 0, "{check:?}");
    assert!(
        folder
            .run(&["rules", "show", set, "--html", "set.html"])
            .stdout
            .contains("11 frozen")
    );
    assert!(folder.read("set.html").contains("Content-Security-Policy"));
    let same = folder.run(&["rules", "diff", set, set]);
    assert_eq!(same.stdout, "0 changes\n");
    let name = Path::new(set)
        .file_name()
        .unwrap()
        .to_string_lossy()
        .into_owned();
    let text = folder.read(set).replacen("0.95", "0.96", 1);
    folder.write(&name, text);
    let changed = folder.run(&["rules", "check", &name, "--document", "act.txt"]);
    assert_eq!(changed.code, 5, "{changed:?}");
    folder.write("other.txt", ACT.replacen("Republic", "republic", 1));
    let other = folder.run(&["rules", "check", set, "--document", "other.txt"]);
    assert_eq!(other.code, 5, "{other:?}");
}

#[test]
fn one_bad_candidate_does_not_hide_the_others() {
    let folder = folder("rules-bad-one");
    let judged = folder.run(&["rules", "validate", "candidates.jsonl"]);
    assert_eq!(judged.code, 5, "{judged:?}");
    assert!(
        judged.stdout.contains("MUST_NOT_1 /rule_type"),
        "{judged:?}"
    );
    assert!(judged.stdout.contains("3 valid · 1 invalid"), "{judged:?}");
    let args = [
        "rules",
        "freeze",
        "candidates.jsonl",
        "--document",
        "act.txt",
        "--out",
        "sets",
    ];
    let frozen = folder.run(&args);
    assert_eq!(frozen.code, 3, "{frozen:?}");
    for says in [
        "1 rules frozen · 3 candidates refused",
        "the quote states the rate 0.2, the candidate 0.25",
        "confidence: 0.8 is not above 0.8",
        "MUST_NOT_1",
    ] {
        assert!(frozen.stdout.contains(says), "{says}: {frozen:?}");
    }
}

#[test]
fn problems_and_checks_are_printed_as_json() {
    let folder = folder("rules-json");
    let judged = folder.run(&[
        "rules",
        "validate",
        "candidates.jsonl",
        "--json",
        "--exit-zero",
    ]);
    assert_eq!(judged.code, 0);
    let list: serde_json::Value = serde_json::from_str(&judged.stdout).unwrap();
    assert_eq!(list[0]["valid"], true);
    assert_eq!(list[3]["errors"][0]["rule"], "MUST_NOT_1");
    assert_eq!(list[3]["errors"][0]["path"], "/rule_type");
    let aligned = folder.run(&[
        "rules",
        "align",
        "candidates.jsonl",
        "-d",
        "act.txt",
        "--json",
    ]);
    assert_eq!(aligned.code, 5);
    let list: serde_json::Value = serde_json::from_str(&aligned.stdout).unwrap();
    assert_eq!(list[0]["checks"][0]["check"], "verbatim");
    assert_eq!(list[1]["aligned"], false);
}

#[test]
fn what_cannot_be_read_is_refused_with_its_cure() {
    let folder = folder("rules-refused");
    folder.write("comments.json", "[\n  // nothing yet\n]");
    folder.write("blank.txt", " \n \n");
    refused(
        &folder.run(&["rules", "validate", "comments.json"]),
        "JSON has no comments",
    );
    refused(
        &folder.run(&["rules", "validate", "none.json"]),
        "no such file",
    );
    refused(
        &folder.run(&["rules", "extract", "blank.txt"]),
        "it has no text",
    );
    refused(
        &folder.run(&["rules", "extract", "act.txt", "--pages", "2-9"]),
        "the document has 1 pages",
    );
    refused(
        &folder.run(&["rules", "diff", "act.txt", "act.txt"]),
        "the first set",
    );
    let unknown = folder.run(&["rules", "extract", "act.txt", "--type", "penalty"]);
    assert_eq!(unknown.code, 2, "{unknown:?}");
    refused(
        &folder.run(&[
            "rules",
            "freeze",
            "candidates.jsonl",
            "-d",
            "act.txt",
            "--out",
            "sets",
            "--supersedes",
            "act.txt",
        ]),
        "is not the frozen set its name says",
    );
}

#[test]
fn a_type_that_is_not_there_is_blocked() {
    let folder = folder("rules-blocked");
    folder.write("short.txt", "Nothing is said here.");
    let ended = folder.run(&["rules", "extract", "short.txt", "--type", "threshold"]);
    assert_eq!(ended.code, 0, "{ended:?}");
    assert!(
        ended
            .stdout
            .contains("no text that states a threshold was found"),
        "{ended:?}"
    );
}

#[test]
fn the_account_says_what_became_of_every_figure() {
    let folder = folder("rules-account");
    folder.write(
        "law.txt",
        "1. A company shall pay tax at the rate of 25 per cent. of its profits.\n\n\
         2. The committee consists of members of whom 40 per cent. are elected.\n\n\
         Illustration\n\nA company pays tax at the rate of 30 per cent. of its profits.\n",
    );
    let ended = folder.run(&["rules", "extract", "law.txt"]);
    let summary = "3 figures with a unit: 1 in candidates · 1 in unclear ones · 1 no rule \
        (the text stands under a heading that only explains or shows)";
    assert!(ended.stdout.contains(summary), "{ended:?}");
    assert!(!ended.stdout.contains("page 1\n"), "{ended:?}");
    let ended = folder.run(&["rules", "extract", "law.txt", "--account"]);
    for (figure, fate) in [
        ("25 per cent", "candidate 1"),
        ("40 per cent", "unclear 2"),
        ("30 per cent", "no rule: the text stands under a heading"),
    ] {
        let mut lines = ended.stdout.lines();
        let told = |line: &str| line.contains(figure) && line.contains(fate);
        assert!(lines.any(told), "{figure}: {ended:?}");
    }
    let ended = folder.run(&["rules", "extract", "law.txt", "--account", "--json"]);
    assert_eq!(ended.code, 2, "{ended:?}");
}
