//! The ledger as its users meet it: recorded before shown, verified by strangers,
//! and every kind of bad luck named.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_macros,
    reason = "tests start the command under limits and say what they skip"
)]

use std::process::Command;

use groundstop_ledger::Moment;
use groundstop_ledger::record::Draft;
use groundstop_ledger::store::{LogStore, SqliteStore};
use groundstop_testing::postgres_server;
use serde_json::{Value, json};

use crate::support::{Ended, Folder};

pub(crate) const VERIFY: [&str; 5] = [
    "verify",
    "agreement.txt",
    "candidates.json",
    "--schema",
    "schema.toml",
];

/// The example with a data directory that has a key.
pub(crate) fn folder(name: &str) -> Folder {
    let folder = Folder::new(name).with_example();
    let made = folder.run(&[
        "--data-dir",
        "rec",
        "key",
        "new",
        "--origin",
        "example.org/log",
    ]);
    assert_eq!(made.code, 0, "{made:?}");
    folder
}

pub(crate) fn verify(folder: &Folder, more: &[&str]) -> Ended {
    folder.run(&[&["--data-dir", "rec"], &VERIFY[..], more].concat())
}

pub(crate) fn ledger(folder: &Folder, args: &[&str]) -> Ended {
    folder.run(&[&["--data-dir", "rec", "ledger"], args].concat())
}

pub(crate) fn records(folder: &Folder) -> usize {
    let log = ledger(folder, &["log", "--json", "-n", "1000"]);
    let list: Value = serde_json::from_str(&log.stdout).expect("JSON");
    list.as_array().expect("a list").len()
}

pub(crate) fn refused(ended: &Ended, code: i32, says: &str) {
    assert_eq!(ended.code, code, "{ended:?}");
    assert!(ended.stdout.is_empty(), "nothing is released: {ended:?}");
    assert!(ended.stderr.contains(says), "{says}: {ended:?}");
    assert!(ended.stderr.contains("help:"), "{ended:?}");
}

#[test]
fn a_decision_is_recorded_exported_and_verified_by_a_stranger() {
    let folder = folder("ledger-way");
    let decided = verify(&folder, &["--json"]);
    assert_eq!(decided.code, 3, "{decided:?}");
    assert!(decided.stderr.contains("recorded: 0"), "{decided:?}");
    let report: Value = serde_json::from_str(&decided.stdout).unwrap();
    let id = report["receipt"]["id"].as_str().unwrap();
    let exported = ledger(
        &folder,
        &["export", "--record", &id[..12], "-o", "receipt.json"],
    );
    assert_eq!(exported.code, 0, "{exported:?}");
    let check = ["check", "receipt.json", "--key", "rec/ledger.pub"];
    let checked = folder.run(&check);
    assert_eq!(checked.code, 0, "{checked:?}");
    let whole = folder.run(&[&check[..], &["--document", "agreement.txt"]].concat());
    assert!(whole.stdout.contains("decision by decision"), "{whole:?}");
    let forged = folder
        .read("receipt.json")
        .replacen("1250000", "9250000", 1);
    folder.write("forged.json", forged);
    let forged = folder.run(&["check", "forged.json", "--key", "rec/ledger.pub", "--json"]);
    assert_eq!(forged.code, 5, "{forged:?}");
    assert!(forged.stdout.contains("not_included"), "{forged:?}");
    let other = folder.run(&[&check[..], &["--document", "schema.toml"]].concat());
    assert_eq!(other.code, 5, "{other:?}");
    assert!(other.stdout.contains("other_document"), "{other:?}");
    refused(&folder.run(&["check", "receipt.json"]), 2, "--key");
    refused(
        &folder.run(&["check", "receipt.json", "--key", "nobody+00+AA"]),
        2,
        "the key",
    );
}

#[test]
fn nothing_is_recorded_without_a_data_directory_or_when_none_is_wanted() {
    let folder = folder("ledger-off");
    let plain = folder.run(&VERIFY);
    assert!(!plain.stderr.contains("recorded"), "{plain:?}");
    let off = verify(&folder, &["--no-ledger"]);
    assert!(!off.stderr.contains("recorded"), "{off:?}");
    refused(&ledger(&folder, &["log"]), 2, "no ledger at");
    refused(
        &folder.run(&["ledger", "log"]),
        2,
        "no ledger is configured",
    );
    let keyed = folder.run(&[&VERIFY[..], &["--idempotency-key", "k"]].concat());
    refused(&keyed, 2, "needs a ledger");
}

#[test]
fn a_repeated_request_prints_the_same_receipt_and_another_is_refused_with_both_digests() {
    let folder = folder("ledger-once");
    let key = ["--idempotency-key", "order 7", "--json"];
    let first = verify(&folder, &key);
    let again = verify(&folder, &key);
    assert_eq!(first.stdout, again.stdout);
    assert!(
        again.stderr.contains("by an equal request before"),
        "{again:?}"
    );
    let other = folder.run(&[
        "--data-dir",
        "rec",
        "verify",
        "agreement.txt",
        "candidates.json",
        "--idempotency-key",
        "order 7",
    ]);
    refused(&other, 2, "was used for another request (record 0)");
    let digests = other
        .stderr
        .split(|c: char| !c.is_ascii_hexdigit())
        .filter(|word| word.len() == 64);
    assert_eq!(digests.count(), 2, "{other:?}");
    assert_eq!(records(&folder), 1);
}

#[test]
fn records_are_listed_shown_and_filtered() {
    let folder = folder("ledger-log");
    folder.copy_examples("lease");
    folder.copy_examples("statute");
    verify(&folder, &[]);
    let extracted = folder.run(&[
        "--data-dir",
        "rec",
        "extract",
        "examples/lease/lease.txt",
        "--schema",
        "contract",
    ]);
    assert!(extracted.stderr.contains("recorded: 1"), "{extracted:?}");
    let frozen = folder.run(&[
        "--data-dir",
        "rec",
        "rules",
        "freeze",
        "examples/statute/candidates.jsonl",
        "-d",
        "examples/statute/act.txt",
        "--out",
        "sets",
        "--exit-zero",
    ]);
    assert!(frozen.stderr.contains("recorded: 2"), "{frozen:?}");
    let indexes = |args: &[&str]| -> Vec<u64> {
        let log = ledger(&folder, &[&["log", "--json"], args].concat());
        let list: Vec<Value> = serde_json::from_str(&log.stdout).expect("JSON");
        list.iter()
            .map(|one| one["index"].as_u64().unwrap())
            .collect()
    };
    assert_eq!(indexes(&[]), [2, 1, 0]);
    assert_eq!(indexes(&["--document", "agreement.txt"]), [0]);
    assert_eq!(indexes(&["--document", "lease.txt"]), [1]);
    assert_eq!(indexes(&["--field", "parties"]), [1]);
    assert_eq!(indexes(&["--decision", "ACCEPT"]), [1, 0]);
    assert_eq!(indexes(&["--decision", "NEED_REVIEW"]), [0u64; 0]);
    assert_eq!(indexes(&["--kind", "freeze"]), [2]);
    assert_eq!(indexes(&["--since", "2100-01-01T00:00:00Z"]), [0u64; 0]);
    assert_eq!(indexes(&["--until", "2000-01-01T00:00:00Z"]), [0u64; 0]);
    assert_eq!(indexes(&["-n", "1"]), [2]);
    let shown = ledger(&folder, &["show", "0"]);
    assert!(shown.stdout.contains("interest_rate"), "{shown:?}");
    refused(
        &ledger(&folder, &["show", "77"]),
        2,
        "no record 77 in a log of 3",
    );
    refused(
        &ledger(&folder, &["show", "nonsense"]),
        2,
        "no record `nonsense`",
    );
}

#[test]
fn a_person_resolves_a_stop_with_a_verified_value_only() {
    let folder = folder("ledger-review");
    verify(&folder, &[]);
    let review = |more: &[&str]| {
        let base = [
            "--data-dir",
            "rec",
            "review",
            "0",
            "--by",
            "A. Person",
            "--reason",
            "read it",
            "--field",
        ];
        folder.run(&[&base[..], more].concat())
    };
    let good = review(&[
        "interest_rate",
        "--value",
        "6.125%",
        "--quote",
        "at a rate of 6.125 per cent per annum",
        "--document",
        "agreement.txt",
    ]);
    assert_eq!(good.code, 0, "{good:?}");
    assert!(good.stderr.contains("recorded: 1"), "{good:?}");
    let lie = review(&[
        "interest_rate",
        "--value",
        "6.5%",
        "--quote",
        "at a rate of 6.5 per cent",
        "--document",
        "agreement.txt",
    ]);
    refused(
        &lie,
        3,
        "the value is refused: the quote is not in the document",
    );
    folder.write("other.txt", "at a rate of 6.125 per cent per annum");
    let other = review(&[
        "interest_rate",
        "--value",
        "6.125%",
        "--quote",
        "6.125 per cent",
        "--document",
        "other.txt",
    ]);
    refused(&other, 2, "not the one decided on");
    refused(&review(&["colour", "--absent"]), 2, "no field `colour`");
    let absent = review(&["closing_date", "--absent", "--json"]);
    assert!(
        absent.stdout.contains("\"resolution\": \"absent\""),
        "{absent:?}"
    );
    assert_eq!(review(&["closing_date"]).code, 2, "an answer is needed");
    assert_eq!(records(&folder), 3);
    let shown = ledger(&folder, &["show", "0"]);
    assert!(
        shown
            .stdout
            .contains("record 1: `interest_rate` of record 0: value given, by A. Person: read it"),
        "{shown:?}"
    );
    let again = ledger(&folder, &["fsck", "--documents", "."]);
    assert!(
        again.stdout.contains("2 records decided again"),
        "{again:?}"
    );
}

#[test]
fn a_person_settles_a_date_that_reads_in_two_ways() {
    let folder = folder("ledger-date");
    folder.write(
        "dates.txt",
        "The review date is 03/04/2025. The renewal date is 05/06/07.\n",
    );
    folder.write(
        "dates.toml",
        "name = \"dates\"\nversion = \"1.0.0\"\n[[field]]\nname = \"review_date\"\ntype = \"date\"\ncues = [\"review date\"]\n[[field]]\nname = \"renewal_date\"\ntype = \"date\"\ncues = [\"renewal date\"]\n",
    );
    folder.write(
        "dates.json",
        r#"[{"field_name": "review_date", "value": "03/04/2025", "quote": "The review date is 03/04/2025", "confidence": 0.9},
            {"field_name": "renewal_date", "value": "05/06/07", "quote": "The renewal date is 05/06/07", "confidence": 0.9}]"#,
    );
    let home = ["--data-dir", "rec"];
    let decided = [
        "verify",
        "dates.txt",
        "dates.json",
        "--schema",
        "dates.toml",
    ];
    assert_eq!(folder.run(&[&home[..], &decided].concat()).code, 3);
    let review = |field: &str, value: &str, quote: &str| {
        let who = [
            "review",
            "0",
            "--by",
            "A. Person",
            "--reason",
            "the paper is British",
        ];
        let what = ["--field", field, "--value", value, "--quote", quote];
        let which = ["--document", "dates.txt"];
        folder.run(&[&home[..], &who, &what, &which].concat())
    };
    let quote = "The review date is 03/04/2025";
    let spelled = review("review_date", "03/04/2025", quote);
    refused(
        &spelled,
        3,
        "the date reads as 2025-03-04 and as 2025-04-03: give the one that is meant",
    );
    for other in ["2025-03-05", "2024-04-03", "2025-12-01"] {
        assert_eq!(review("review_date", other, quote).code, 3, "{other}");
    }
    let settled = review("review_date", "2025-04-03", quote);
    assert_eq!(settled.code, 0, "{settled:?}");
    assert!(
        settled
            .stdout
            .contains("read with order = \"dmy\", as the value given says"),
        "{settled:?}"
    );
    let both = review("renewal_date", "2007-05-06", "The renewal date is 05/06/07");
    assert!(
        both.stdout
            .contains("read with order = \"mdy\", century = 2000"),
        "{both:?}"
    );
    let table = ledger(&folder, &["export", "--resolved", "--csv"]).stdout;
    for part in ["resolved", "2025-04-03", "2007-05-06", "A. Person"] {
        assert!(table.contains(part), "{part}: {table}");
    }
    let again = ledger(&folder, &["fsck", "--documents", "."]);
    assert_eq!(again.code, 0, "{again:?}");
}

#[test]
fn an_answer_without_a_value_may_name_the_document_it_is_about() {
    let folder = folder("ledger-absent");
    verify(&folder, &[]);
    folder.write("other.txt", "Another paper.\n");
    let absent = |document: &str| {
        let who = ["review", "0", "--by", "A", "--reason", "read it"];
        let what = [
            "--field",
            "closing_date",
            "--absent",
            "--document",
            document,
        ];
        folder.run(&[&["--data-dir", "rec"], &who[..], &what].concat())
    };
    refused(&absent("other.txt"), 2, "not the one decided on");
    assert_eq!(records(&folder), 1);
    let right = absent("agreement.txt");
    assert_eq!(right.code, 0, "{right:?}");
    assert!(
        right.stdout.contains("the document does not say it"),
        "{right:?}"
    );
}

#[test]
fn what_waits_for_a_person_is_listed_until_it_is_resolved() {
    let folder = folder("ledger-open");
    folder.write(
        "one.toml",
        "name = \"one\"\nversion = \"1.0.0\"\n[[field]]\nname = \"colour\"\ntype = \"text\"\n",
    );
    folder.write("none.json", "[]");
    let one = [
        "--data-dir",
        "rec",
        "verify",
        "agreement.txt",
        "none.json",
        "--schema",
        "one.toml",
    ];
    assert_eq!(folder.run(&one).code, 3);
    verify(&folder, &[]);
    let open = || ledger(&folder, &["log", "--open"]).stdout.lines().count();
    assert_eq!(open(), 2);
    let review = |answer: &str| {
        folder.run(&[
            "--data-dir",
            "rec",
            "review",
            "0",
            "--field",
            "colour",
            "--by",
            "A",
            "--reason",
            "R",
            answer,
        ])
    };
    assert_eq!(review("--unresolved").code, 0);
    assert_eq!(open(), 2, "it still waits");
    assert_eq!(review("--absent").code, 0);
    let left = ledger(&folder, &["log", "--open", "--document", "agreement.txt"]);
    assert!(
        left.stdout.starts_with("      1  ") && left.stdout.lines().count() == 1,
        "{left:?}"
    );
}

#[test]
fn the_log_is_verified_moved_and_proven_to_have_only_grown() {
    let folder = folder("ledger-audit");
    verify(&folder, &[]);
    let seen = ledger(&folder, &["checkpoint"]);
    assert_eq!(seen.code, 0, "{seen:?}");
    folder.write("seen.txt", &seen.stdout);
    verify(&folder, &[]);
    verify(&folder, &[]);
    let verified = ledger(&folder, &["verify", "--checkpoint", "seen.txt"]);
    assert!(
        verified.stdout.contains("equal to 2 signed checkpoints"),
        "{verified:?}"
    );
    let grown = ledger(&folder, &["proof", "--from", "1"]);
    assert!(grown.stdout.starts_with("older 1 "), "{grown:?}");
    refused(
        &ledger(&folder, &["proof", "2"]),
        2,
        "no signed checkpoint covers record 2",
    );
    ledger(&folder, &["checkpoint"]);
    let proof = ledger(&folder, &["proof", "2"]);
    assert!(
        proof
            .stdout
            .starts_with("c2sp.org/tlog-proof@v1\nindex 2\n"),
        "{proof:?}"
    );
    let exported = ledger(&folder, &["export", "-o", "log.jsonl"]);
    assert_eq!(exported.code, 0, "{exported:?}");
    let moved = folder.run(&["--data-dir", "copy", "ledger", "import", "log.jsonl"]);
    let root = |ended: &Ended| ended.stdout.split("root ").nth(1).unwrap()[..64].to_owned();
    assert_eq!(root(&moved), root(&exported), "{moved:?}");
    let twice = folder.run(&["--data-dir", "copy", "ledger", "import", "log.jsonl"]);
    assert!(twice.stdout.contains("0 of them new"), "{twice:?}");
    folder.write(
        "bad.jsonl",
        folder.read("log.jsonl").replacen("ACCEPT", "ACCEPR", 1),
    );
    refused(
        &folder.run(&["--data-dir", "third", "ledger", "import", "bad.jsonl"]),
        5,
        "another root",
    );
    refused(&ledger(&folder, &["import", "log.txt"]), 2, "no such file");
    let swept = ledger(&folder, &["gc"]);
    assert!(
        swept.stdout.contains("records are never removed"),
        "{swept:?}"
    );
    assert_eq!(records(&folder), 3);
    let doctor = folder.run(&["--data-dir", "rec", "doctor"]);
    assert!(
        doctor.stdout.contains("3 records, origin example.org/log"),
        "{doctor:?}"
    );
}

#[test]
fn wrong_and_missing_keys_are_named() {
    let folder = folder("ledger-keys");
    verify(&folder, &[]);
    refused(
        &folder.run(&[
            "--data-dir",
            "rec",
            "key",
            "new",
            "--origin",
            "example.org/log",
        ]),
        2,
        "is there already",
    );
    refused(
        &folder.run(&[
            "--data-dir",
            "rec",
            "key",
            "new",
            "--origin",
            "example.org/other",
        ]),
        2,
        "names the log `example.org/log`",
    );
    refused(
        &folder.run(&["--data-dir", "new", "key", "new", "--origin", "two words"]),
        2,
        "cannot be the name of a log",
    );
    refused(
        &folder.run(&["--data-dir", "keyless", "ledger", "checkpoint"]),
        2,
        "no key to sign with",
    );
    ledger(&folder, &["checkpoint"]);
    let own = folder.read("rec/ledger.key");
    folder.run(&[
        "--data-dir",
        "twin",
        "key",
        "new",
        "--origin",
        "example.org/log",
    ]);
    folder.write("rec/ledger.key", folder.read("twin/ledger.key"));
    refused(
        &ledger(&folder, &["checkpoint"]),
        2,
        "signed with another key",
    );
    folder.write(
        "rec/ledger.key",
        own.replacen("example.org/log", "example.org/fog", 1),
    );
    refused(
        &ledger(&folder, &["checkpoint"]),
        2,
        "something in it was changed",
    );
    folder.run(&[
        "--data-dir",
        "far",
        "key",
        "new",
        "--origin",
        "example.org/far",
    ]);
    folder.write("rec/ledger.key", folder.read("far/ledger.key"));
    refused(
        &ledger(&folder, &["checkpoint"]),
        2,
        "the configuration says `example.org/log`",
    );
    folder.write("rec/ledger.key", &own);
    assert_eq!(ledger(&folder, &["checkpoint"]).code, 0);
    folder.write("rec/groundstop.toml", "origin = \"example.org/else\"\n");
    refused(
        &verify(&folder, &[]),
        2,
        "the store is of the log `example.org/log`",
    );
    folder.write("rec/groundstop.toml", "colour = \"red\"\n");
    refused(&verify(&folder, &[]), 2, "unknown key `colour`");
}

#[test]
fn damage_is_named_and_nothing_is_released() {
    let folder = folder("ledger-damage");
    verify(&folder, &[]);
    verify(&folder, &[]);
    let whole = folder.read_bytes("rec/ledger.db");
    // Every copy of the amount that the file holds, pages no longer used included.
    let text = b"1250000";
    let mut bytes = whole.clone();
    for at in 0..whole.len() - text.len() {
        if whole[at..].starts_with(text) {
            bytes[at] = b'7';
        }
    }
    folder.write("rec/ledger.db", &bytes);
    let verified = ledger(&folder, &["verify"]);
    refused(&verified, 5, "record 0: leaf_differs");
    refused(&ledger(&folder, &["fsck"]), 5, "record 0: leaf_differs");
    folder.write(
        "rec/ledger.db",
        "not a database at all, just some words. ".repeat(200),
    );
    refused(&verify(&folder, &[]), 2, "not a ledger");
    for audit in ["verify", "fsck"] {
        refused(
            &ledger(&folder, &[audit]),
            5,
            "FAILED: damaged: the file is no database",
        );
    }
    folder.write("rec/ledger.db", &whole);
    assert_eq!(ledger(&folder, &["verify"]).code, 0);
}

#[test]
fn a_store_of_a_newer_version_is_refused_and_says_what_reads_it() {
    let folder = folder("ledger-newer");
    verify(&folder, &[]);
    let mut bytes = folder.read_bytes("rec/ledger.db");
    // Where a file of SQLite states its user's version.
    bytes[60..64].copy_from_slice(&9u32.to_be_bytes());
    folder.write("rec/ledger.db", &bytes);
    let says = "the store is of version 9, written by groundstop 0.1.0; groundstop 0.1.0 reads stores up to version 1";
    refused(&verify(&folder, &[]), 2, says);
    refused(&ledger(&folder, &["verify"]), 2, says);
    let doctor = folder.run(&["--data-dir", "rec", "doctor"]);
    assert!(doctor.stdout.contains(says), "{doctor:?}");
    assert!(doctor.stdout.contains("something is missing"), "{doctor:?}");
    // The file says it was made by this very version: that one does not read it.
    assert!(
        verify(&folder, &[])
            .stderr
            .contains("use a later groundstop")
    );
    assert!(
        doctor.stdout.contains("reads stores up to version 1"),
        "{doctor:?}"
    );
    assert_eq!(folder.read_bytes("rec/ledger.db"), bytes);
}

#[test]
fn a_clock_that_went_back_is_told_to_the_user_and_to_the_record() {
    let folder = folder("ledger-clock");
    let store = SqliteStore::open(&folder.path().join("rec/ledger.db")).expect("a store");
    let future = Moment::parse("2199-01-01T00:00:00Z").expect("a time");
    let draft = Draft::new(&json!({"note": {"from": "the future"}}), future).expect("a draft");
    store.append(&[draft]).expect("appended");
    drop(store);
    let decided = verify(&folder, &[]);
    assert!(decided.stderr.contains("recorded: 1"), "{decided:?}");
    assert!(
        decided.stderr.contains("warning: the clock is"),
        "{decided:?}"
    );
    let shown = ledger(&folder, &["show", "1"]);
    assert!(
        shown.stdout.contains("2199-01-01T00:00:00.000000Z"),
        "{shown:?}"
    );
    assert!(shown.stdout.contains("clock was"), "{shown:?}");
    // A record of a kind this build does not know is listed and left alone.
    assert!(
        ledger(&folder, &["log"])
            .stdout
            .contains("written by another version")
    );
    assert_eq!(ledger(&folder, &["fsck"]).code, 0);
}

/// A limit on the size of files holds for root too.
#[test]
fn a_full_disk_releases_nothing_and_loses_nothing() {
    let folder = folder("ledger-full");
    verify(&folder, &[]);
    let home = folder.path().join("rec");
    let command = format!(
        "trap '' XFSZ; ulimit -f 8; exec {} --data-dir {} {} --json",
        env!("CARGO_BIN_EXE_groundstop"),
        home.display(),
        VERIFY.join(" ")
    );
    let output = Command::new("/bin/sh")
        .args(["-c", &command])
        .current_dir(folder.path())
        .output()
        .expect("a shell");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(output.stdout.is_empty(), "nothing is released");
    assert!(said.contains("ledger: the store"), "{said}");
    assert_eq!(records(&folder), 1);
    assert_eq!(ledger(&folder, &["fsck"]).code, 0);
    assert!(verify(&folder, &[]).stderr.contains("recorded: 1"));
}

#[test]
fn a_database_serves_as_store_and_its_absence_is_named() {
    let folder = folder("ledger-postgres");
    let gone = ["--store", "postgres://nobody@127.0.0.1:1/none"];
    let absent = folder.run(&[&gone[..], &VERIFY].concat());
    refused(&absent, 2, "the store cannot be opened");
    let Some(server) = postgres_server::server() else {
        return;
    };
    let address = server.database();
    let run = |args: &[&str]| folder.run(&[&["--store", address.as_str()], args].concat());
    let first = run(&VERIFY);
    assert!(first.stderr.contains("recorded: 0"), "{first:?}");
    assert!(run(&["ledger", "log"]).stdout.contains("agreement.txt"));
    let both = folder.run(&[
        "--data-dir",
        "rec",
        "--store",
        &address,
        "ledger",
        "checkpoint",
    ]);
    assert_eq!(both.code, 0, "{both:?}");
    let exported = run(&["ledger", "export", "--record", "0", "-o", "r.json"]);
    assert_eq!(exported.code, 0, "{exported:?}");
    assert_eq!(
        folder
            .run(&["check", "r.json", "--key", "rec/ledger.pub"])
            .code,
        0
    );
    let fsck = run(&["ledger", "fsck", "--documents", "."]);
    assert!(fsck.stdout.contains("1 records decided again"), "{fsck:?}");
}
