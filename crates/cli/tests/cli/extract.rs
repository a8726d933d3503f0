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
    folder.write("never.toml", "name = \"n\"\nversion = \"1\"\n[[field]]\nname = \"date\"\ntype = \"date\"\ncues = [\"due; date\"]\n");
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
        why.stdout.contains("weighed most:") && why.stdout.contains("accepted"),
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

const LEASE: &str = "LEASE AGREEMENT\n\nThis Lease Agreement is made as of February 10, 2023 between Harbor Point\nProperties LLC, a Delaware limited liability company (\"Landlord\"), and Ruth\nCalloway (\"Tenant\").\n\n1. Services. The Landlord provides heating.\n\n2. Term. The lease begins on April 1, 2023 and ends on March 31, 2028.\n\n3. Professional Services. The Tenant keeps the yard clean.\n";

/// The values of a field that were accepted, as the table of CSV has them.
fn accepted(folder: &Folder, document: &str, schema: &str, field: &str) -> Vec<Value> {
    let ended = folder.run(&["extract", document, "--schema", schema, "--json"]);
    let report: Value = serde_json::from_str(&ended.stdout).unwrap();
    report["decisions"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|one| one["field_name"] == field && one["decision"] == "ACCEPT")
        .map(|one| one["value"].clone())
        .collect()
}

#[test]
fn a_term_stated_from_end_to_end_fills_both_dates() {
    let folder = Folder::new("extract-term");
    folder.write("lease.txt", LEASE);
    folder.write(
        "one.txt",
        "The lease begins on April 1, 2023 and ends on March 31, 2028.\n",
    );
    for document in ["lease.txt", "one.txt"] {
        let dates = |field| accepted(&folder, document, "contract", field);
        assert_eq!(dates("effective_date"), ["2023-04-01"], "{document}");
        assert_eq!(dates("expiration_date"), ["2028-03-31"], "{document}");
    }
    // A document that names its effective date says so itself.
    let named = LEASE.replace(
        "as of February 10, 2023",
        "as of February 10, 2023 (the \"Effective Date\")",
    );
    folder.write("named.txt", named);
    let dates = accepted(&folder, "named.txt", "contract", "effective_date");
    assert!(!dates.contains(&"2023-04-01".into()), "{dates:?}");
}

#[test]
fn parties_are_read_over_line_breaks_and_headings_are_none() {
    let folder = Folder::new("extract-parties");
    folder.write("lease.txt", LEASE);
    let parties = accepted(&folder, "lease.txt", "contract", "parties");
    assert_eq!(parties, ["Harbor Point\nProperties LLC", "Ruth\nCalloway"]);
    // In a numbered list of parties the number is none of the name.
    folder.write("list.txt", "SUPPLY AGREEMENT\n\nThis Supply Agreement is made as of May 2, 2021 between:\n\n1. Alder Works, Inc., a Delaware corporation (\"Supplier\"); and\n\n2. Birch Foods LLC, an Ohio limited liability company (\"Buyer\").\n");
    let parties = accepted(&folder, "list.txt", "contract", "parties");
    assert_eq!(parties, ["Alder Works, Inc.", "Birch Foods LLC"]);
}

#[test]
fn what_was_seen_and_set_aside_is_listed_and_what_was_accepted_is_not_called_so() {
    let folder = Folder::new("extract-aside");
    folder.write("lease.txt", LEASE);
    let table = folder.run(&["extract", "lease.txt", "--schema", "contract"]);
    let line = "also seen, set aside: “March 31, 2028” (`--explain effective_date`)";
    assert!(table.stdout.contains(line), "{table:?}");
    let args = ["extract", "lease.txt", "--schema", "contract", "--explain"];
    for (field, value) in [
        ("effective_date", "April 1, 2023"),
        ("expiration_date", "March 31, 2028"),
    ] {
        let why = folder.run(&[&args[..], &[field]].concat());
        let entry = why.stdout.find(&format!("1. {value}")).unwrap();
        let fate = why.stdout[entry..].lines().nth(1).unwrap();
        assert_eq!(fate.trim(), "accepted", "{why:?}");
    }
}

#[test]
fn the_signs_that_weighed_most_are_shown_with_their_weights() {
    let folder = folder("extract-weights");
    let why = folder.run(&[
        "extract",
        "deals/deal1.txt",
        "--schema",
        "contract",
        "--explain",
        "effective_date",
    ]);
    let line = why
        .stdout
        .lines()
        .find(|line| line.contains("weighed most:"))
        .unwrap();
    let (_, signs) = line.split_once("weighed most: ").unwrap();
    let weights: Vec<i64> = signs
        .split("; ")
        .map(|sign| sign.split(' ').next().unwrap().parse().unwrap_or(0))
        .filter(|weight| *weight != 0)
        .collect();
    assert_eq!(weights.len(), 5, "{line}");
    assert!(
        weights.is_sorted_by_key(|weight| -weight.abs()),
        "{weights:?}"
    );
}

#[test]
fn answers_are_found_by_the_phrases_of_a_schema() {
    let folder = Folder::new("extract-phrases");
    let base = "LICENSE AGREEMENT\n\n1. Grant. Licensor grants Licensee a non exclusive license.\n\n2. Term. This Agreement shall automatically renew for successive terms of one year.\n";
    folder.write("yes.txt", base);
    folder.write("denied.txt", base.replace("shall auto", "shall not auto"));
    folder.write(
        "schema.toml",
        "name = \"license\"\nversion = \"1.0.0\"\n[[field]]\nname = \"auto_renewal\"\ntype = \"boolean\"\nyes = [\"automatically renew\"]\nno = [\"no automatic renewal\"]\n[[field]]\nname = \"grant\"\ntype = \"choice\"\noptions = [\"exclusive\", \"non-exclusive\"]\n[field.phrases]\n\"non-exclusive\" = [\"non exclusive\"]\n",
    );
    let renews = |document| accepted(&folder, document, "schema.toml", "auto_renewal");
    assert_eq!(renews("yes.txt"), [true]);
    assert_eq!(renews("denied.txt"), Vec::<Value>::new());
    assert_eq!(
        accepted(&folder, "yes.txt", "schema.toml", "grant"),
        ["non-exclusive"]
    );
}
