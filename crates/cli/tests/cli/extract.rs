//! `groundstop extract`: many documents, one face.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::support::Folder;

const AGREEMENT: &str = "SUPPLY AGREEMENT\n\nThis Supply Agreement (the \"Agreement\") is entered into as of March 4, 2024 (the \"Effective Date\"), by and between Alder Works, Inc., a Delaware corporation (\"Supplier\"), and Birch Foods LLC, an Ohio limited liability company (\"Buyer\").\n\n1. Term. This Agreement shall automatically renew for successive terms of one (1) year each unless either party gives written notice of non-renewal at least sixty (60) days prior to the end of the then current term.\n\n2. Governing Law. This Agreement shall be governed by and construed in accordance with the laws of the State of Oregon, without regard to its conflict of laws principles.\n\nIN WITNESS WHEREOF, the parties have executed this Agreement.\n\nALDER WORKS, INC.\nBy: ____\n\nBIRCH FOODS LLC\nBy: ____\n";

fn folder(name: &str) -> Folder {
    let folder = Folder::new(name);
    for number in 1..=4 {
        let text = AGREEMENT.replace("March 4", &format!("March {number}"));
        folder.write(&format!("deals/deal{number}.txt"), text);
    }
    folder
}

/// The decision digest of every document, by name.
fn digests(lines: &str) -> BTreeMap<String, String> {
    let reports = lines
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap());
    reports
        .map(|report| {
            let name = report["document"]["name"].as_str().unwrap();
            let name = name.rsplit('/').next().unwrap().to_owned();
            (name, report["decision_sha256"].as_str().unwrap().to_owned())
        })
        .collect()
}

#[test]
fn a_contract_gives_its_values_with_their_quotes() {
    let folder = folder("extract-one");
    let ended = folder.run(&[
        "extract",
        "deals/deal4.txt",
        "--schema",
        "contract",
        "--json",
    ]);
    let report: Value = serde_json::from_str(&ended.stdout).unwrap();
    let accepted: Vec<(&str, &Value)> = report["decisions"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|decision| decision["decision"] == "ACCEPT")
        .map(|decision| (decision["field_name"].as_str().unwrap(), &decision["value"]))
        .collect();
    let has = |field: &str, value: Value| {
        accepted
            .iter()
            .any(|(name, said)| *name == field && **said == value)
    };
    assert!(has("title", "SUPPLY AGREEMENT".into()), "{accepted:?}");
    assert!(has("effective_date", "2024-03-04".into()), "{accepted:?}");
    assert!(has("governing_law", "Oregon".into()), "{accepted:?}");
    assert!(has("parties", "Alder Works, Inc.".into()), "{accepted:?}");
    assert!(has("parties", "Birch Foods LLC".into()), "{accepted:?}");
    assert_eq!(ended.code, 3, "{}", ended.stderr);
}

#[test]
fn order_and_number_of_threads_change_nothing() {
    let folder = folder("extract-order");
    let one = folder.run(&[
        "extract", "deals", "--schema", "contract", "--jsonl", "--jobs", "1",
    ]);
    let many = folder.run(&[
        "extract",
        "deals/deal3.txt",
        "deals/deal1.txt",
        "deals/deal4.txt",
        "deals/deal2.txt",
        "--schema",
        "contract",
        "--jsonl",
        "--jobs",
        "4",
    ]);
    assert_eq!(digests(&one.stdout).len(), 4);
    assert_eq!(digests(&one.stdout), digests(&many.stdout));
    let first = many.stdout.lines().next().unwrap();
    assert!(
        first.contains("deal3.txt"),
        "in the order of the command line"
    );
}

#[test]
fn one_bad_file_is_named_and_the_rest_is_decided() {
    let folder = folder("extract-bad");
    folder.write("deals/broken.txt", b"\xff\xfe\x00bad");
    let ended = folder.run(&["extract", "deals", "--schema", "contract", "--jsonl"]);
    assert_eq!(ended.code, 2);
    assert_eq!(ended.stdout.lines().count(), 5);
    assert!(ended.stderr.contains("broken.txt"), "{}", ended.stderr);
    assert!(ended.stdout.lines().next().unwrap().contains("\"error\""));
}

#[test]
fn an_interrupted_run_goes_on_where_it_stopped() {
    let folder = folder("extract-resume");
    let args = |what: &'static str| {
        [
            "extract", what, "--schema", "contract", "--jsonl", "--out", "kept", "--resume",
        ]
    };
    let first = folder.run(&args("deals/deal[12].txt"));
    let kept: Vec<String> = folder
        .names()
        .into_iter()
        .filter(|name| name == "kept")
        .collect();
    assert_eq!(kept.len(), 1);
    let all = folder.run(&args("deals/*.txt"));
    assert_eq!(all.stdout.lines().count(), 4);
    // What was decided before is taken as it stands, its time included.
    for line in first.stdout.lines() {
        assert!(all.stdout.contains(line));
    }
    // A document that changed is decided anew.
    folder.write("deals/deal1.txt", AGREEMENT.replace("Oregon", "Texas"));
    let again = folder.run(&args("deals/*.txt"));
    assert_ne!(
        digests(&again.stdout)["deal1.txt"],
        digests(&all.stdout)["deal1.txt"]
    );
    assert_eq!(
        digests(&again.stdout)["deal2.txt"],
        digests(&all.stdout)["deal2.txt"]
    );
}

#[test]
fn going_on_clears_what_was_only_begun_and_nothing_else() {
    let folder = folder("extract-begun");
    folder.write("kept/deal9.txt.0123456789ab.json.4711.part", "{");
    folder.write("kept/notes.part", "mine");
    let ended = folder.run(&[
        "extract", "deals", "--schema", "contract", "--jsonl", "--out", "kept", "--resume",
    ]);
    assert_eq!(ended.stdout.lines().count(), 4, "{ended:?}");
    let kept = folder.names_in("kept");
    let parts: Vec<&String> = kept.iter().filter(|name| name.ends_with(".part")).collect();
    assert_eq!(parts, ["notes.part"], "{kept:?}");
    assert_eq!(kept.len(), 5);
}

#[test]
fn a_party_is_read_by_the_role_it_is_given() {
    let folder = folder("extract-role");
    folder.write(
        "schema.toml",
        "name = \"employment\"\nversion = \"1.0.0\"\n\n[[field]]\nname = \"employer\"\ntype = \"party\"\ncues = [\"employer\"]\n",
    );
    let employer = |parties: &str| {
        let text = format!(
            "EMPLOYMENT CONTRACT\n\nThis Employment Contract is made on 3 February 2025 between {parties} and Ruth Calloway (the \"Employee\").\n\nThe Employee shall work at the mill.\n"
        );
        folder.write("job.txt", text);
        let ended = folder.run(&["extract", "job.txt", "--schema", "schema.toml", "--json"]);
        let report: Value = serde_json::from_str(&ended.stdout).unwrap();
        report["decisions"][0]["value"].clone()
    };
    for parties in [
        "Heron Mills Ltd. (the \"Employer\")",
        "Heron Mills Ltd., a company organised in Ireland (the \"Employer\")",
        "Heron Mills Ltd., 10 High Street, Dublin (hereinafter the \"Employer\")",
    ] {
        assert_eq!(employer(parties), "Heron Mills Ltd.", "{parties}");
    }
    // Where a party sits, for whom it acts and what several are together is no party.
    for parties in [
        "Heron Mills Ltd., High Street, Dublin (the \"Employer\")",
        "Heron Mills Ltd. and its agent Bob Ray (the \"Employer\")",
        "Heron Mills Ltd. and Wren Mills Ltd. (together, the \"Employer\")",
    ] {
        assert_eq!(employer(parties), Value::Null, "{parties}");
    }
}

#[test]
fn an_empty_document_stops_and_says_that_nothing_was_there() {
    let folder = folder("extract-nothing");
    folder.write("nothing.txt", "");
    folder.write("blank.txt", " \n\n");
    for name in ["nothing.txt", "blank.txt"] {
        let ended = folder.run(&["extract", name, "--schema", "nda", "--json"]);
        assert_eq!(ended.code, 3, "{ended:?}");
        let report: Value = serde_json::from_str(&ended.stdout).unwrap();
        for decision in report["decisions"].as_array().unwrap() {
            assert_eq!(decision["stop_reason"], "no_candidates_found");
            let detail = &decision["stop_proof"]["detail"];
            assert_eq!(detail["empty_document"], true, "{name}: {decision}");
        }
        let table = folder.run(&["extract", name, "--schema", "nda"]);
        assert!(
            table.stdout.contains("nothing was there to search"),
            "{table:?}"
        );
    }
}

#[test]
fn what_cannot_be_used_is_told_with_its_cure() {
    let folder = folder("extract-errors");
    folder.write("empty/readme.bin", "nothing");
    folder.write("never.toml", "name = \"n\"\nversion = \"1\"\n[[field]]\nname = \"date\"\ntype = \"date\"\ncues = [\"due. date\"]\n");
    let cases: [(&[&str], &str); 5] = [
        (
            &["extract", "deals", "--schema", "contrct"],
            "did you mean `contract`?",
        ),
        (
            &["extract", "empty", "--schema", "contract"],
            "holds no documents",
        ),
        (
            &["extract", "deals/*.pdf", "--schema", "contract"],
            "no file matches",
        ),
        (
            &[
                "extract",
                "deals",
                "--schema",
                "contract",
                "--explain",
                "titel",
            ],
            "did you mean `title`?",
        ),
        (&["schema", "check", "never.toml"], "can never match"),
    ];
    for (args, said) in cases {
        let ended = folder.run(args);
        assert_eq!(ended.code, 2, "{args:?}: {}", ended.stderr);
        assert!(ended.stderr.contains(said), "{args:?}: {}", ended.stderr);
    }
}

#[test]
fn rows_pages_and_explanations() {
    let folder = folder("extract-prints");
    let rows = folder.run(&[
        "extract", "deals", "--schema", "contract", "--csv", "--html", "pages",
    ]);
    assert!(rows.stdout.starts_with("document,field,decision,"));
    assert!(
        rows.stdout
            .contains("deal1.txt,governing_law,ACCEPT,Oregon,")
    );
    let why = folder.run(&[
        "extract",
        "deals/deal1.txt",
        "--schema",
        "contract",
        "--explain",
        "governing_law",
    ]);
    assert!(
        why.stdout.contains("signs:") && why.stdout.contains("proposed"),
        "{}",
        why.stdout
    );
    let piped = folder.run_with_input(&["extract", "-", "--schema", "nda"], AGREEMENT.as_bytes());
    assert!(piped.stdout.contains("jurisdiction"), "{}", piped.stdout);
    let empty = folder.run_with_input(
        &["extract", "-", "--schema", "contract", "--explain", "title"],
        b"\n",
    );
    assert!(
        empty.stdout.contains("nothing was there to search"),
        "{}",
        empty.stdout
    );
}
