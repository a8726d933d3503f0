//! The whole face in snapshots: help, tables, JSON, pages and errors.

use crate::support::Folder;
use insta::assert_snapshot;

#[test]
fn every_command_has_a_help_with_examples() {
    let folder = Folder::new("help");
    for command in [
        "",
        "verify",
        "extract",
        "check",
        "text",
        "pages",
        "tables",
        "render",
        "screen",
        "schema",
        "schema list",
        "schema show",
        "schema check",
        "review",
        "ledger",
        "ledger log",
        "ledger show",
        "ledger verify",
        "ledger proof",
        "ledger checkpoint",
        "ledger export",
        "ledger import",
        "ledger fsck",
        "ledger gc",
        "key",
        "key new",
        "key show",
        "certify",
        "demo",
        "doctor",
        "completions",
    ] {
        let mut args: Vec<&str> = command.split_whitespace().collect();
        args.push("--help");
        let ended = folder.run(&args);
        let name = format!("help {command}").trim().replace(' ', "_");
        assert_snapshot!(name, ended.seen());
    }
}

#[test]
fn the_demo_shows_an_accept_a_lie_a_conflict_and_a_withdrawn_value() {
    let ended = Folder::new("demo").run(&["demo"]);
    assert_snapshot!("demo", ended.seen());
    for part in [
        "ACCEPT",
        "quote_not_found",
        "conflicting_values",
        "estimate",
        "value_cut",
    ] {
        assert!(ended.stdout.contains(part), "{part} is missing");
    }
}

#[test]
fn verify_prints_a_table_json_and_json_lines() {
    let folder = Folder::new("verify").with_example();
    let base = [
        "verify",
        "agreement.txt",
        "candidates.json",
        "--schema",
        "schema.toml",
    ];
    let with = |more: &[&'static str]| [&base, more].concat();
    assert_snapshot!("verify_table", folder.run(&base).seen());
    assert_snapshot!("verify_json", folder.run(&with(&["--json"])).seen());
    let line = folder.run(&with(&["--jsonl", "--exit-zero"]));
    assert_eq!(line.code, 0);
    assert_eq!(line.stdout.lines().count(), 1);
    let pretty = folder.run(&with(&["--json"]));
    let value = |text: &str| serde_json::from_str::<serde_json::Value>(text).expect("JSON");
    let (mut one, mut other) = (value(&line.stdout), value(&pretty.stdout));
    for report in [&mut one, &mut other] {
        report["receipt"]["decided_at"].take();
        report["receipt"]["id"].take();
    }
    assert_eq!(one, other, "two runs differ in time and id only");
}

#[test]
fn verify_writes_a_page_without_scripts_that_loads_nothing() {
    let folder = Folder::new("page").with_example();
    folder.write(
        "evil.json",
        r#"[{"field_name": "<script>alert(1)</script>", "value": "\"><img src=x onerror=alert(1)>",
            "quote": "</pre><script>alert(2)</script>", "confidence": 0.9}]"#,
    );
    let ended = folder.run(&[
        "verify",
        "agreement.txt",
        "evil.json",
        "--html",
        "evil.html",
    ]);
    assert_eq!(ended.code, 3);
    let page = folder.read("evil.html");
    assert!(!page.contains("<script"), "a script got through");
    assert!(!page.contains("<img"), "markup got through");
    assert!(page.contains("default-src 'none'"));
    let ended = folder.run(&[
        "verify",
        "agreement.txt",
        "candidates.json",
        "--schema",
        "schema.toml",
        "--html",
        "page.html",
    ]);
    assert_eq!(ended.code, 3);
    let page: String = folder
        .read("page.html")
        .split(" · decided ")
        .enumerate()
        .map(|(index, part)| match index {
            0 => part.to_owned(),
            _ => format!(
                " · decided [time]{}",
                &part[part.find(" · ").unwrap_or(0)..]
            ),
        })
        .collect();
    assert_snapshot!("page", page);
}

#[test]
fn a_receipt_is_checked_and_every_change_is_named() {
    let folder = Folder::new("check").with_example();
    let ended = folder.run(&[
        "verify",
        "agreement.txt",
        "candidates.json",
        "--schema",
        "schema.toml",
        "--receipt",
        "receipt.json",
    ]);
    assert_eq!(ended.code, 3);
    let check = ["check", "receipt.json", "--document", "agreement.txt"];
    assert_snapshot!("check_fine", folder.run(&check).seen());
    let receipt = folder.read("receipt.json");
    folder.write("receipt.json", receipt.replace("2024-01-05", "2024-01-06"));
    let ended = folder.run(&check);
    assert_eq!(ended.code, 5);
    assert!(
        ended.stdout.contains("decisions[0].value"),
        "{}",
        ended.stdout
    );
    folder.write("receipt.json", &receipt);
    let document = folder.read("agreement.txt");
    folder.write("agreement.txt", document.replace("January 5", "January 6"));
    let ended = folder.run(&[&check[..], &["--json"]].concat());
    assert_eq!(ended.code, 5);
    assert!(ended.stdout.contains("document.sha256"), "{}", ended.stdout);
    folder.write("receipt.json", "{}");
    assert_snapshot!("check_not_a_receipt", folder.run(&check).seen());
}

#[test]
fn schemas_are_shown_and_checked() {
    let folder = Folder::new("schemas").with_example();
    assert_snapshot!(
        "schema_show",
        folder.run(&["schema", "show", "schema.toml"]).seen()
    );
    assert_snapshot!("schema_example", folder.run(&["schema", "show"]).seen());
    assert_snapshot!(
        "schema_check",
        folder.run(&["schema", "check", "schema.toml"]).seen()
    );
    let json = folder.run(&["schema", "show", "schema.toml", "--json"]);
    folder.write("again.json", &json.stdout);
    let again = folder.run(&["schema", "show", "again.json", "--json"]);
    assert_eq!(again.stdout, json.stdout, "JSON and TOML say the same");
}

#[test]
fn wrong_schemas_name_the_line_and_the_cure() {
    let folder = Folder::new("wrong-schemas");
    let head = "name = \"x\"\nversion = \"1\"\n";
    let cases = [
        (
            "unknown_key",
            format!("{head}[[field]]\nname = \"d\"\ntyp = \"date\"\n"),
        ),
        (
            "unknown_type",
            format!("{head}[[field]]\nname = \"d\"\ntype = \"dat\"\n"),
        ),
        (
            "lowered_confidence",
            format!("{head}[evidence]\nmin_confidence = 0.5\n"),
        ),
        (
            "twice",
            format!("{head}[[field]]\nname = \"d\"\n[[field]]\nname = \"d\"\n"),
        ),
        (
            "choice_without_options",
            format!("{head}[[field]]\nname = \"d\"\ntype = \"choice\"\n"),
        ),
        (
            "wrong_option",
            format!("{head}[[field]]\nname = \"d\"\ntype = \"date\"\ncurrency = \"USD\"\n"),
        ),
        ("no_version", "name = \"x\"\n".to_owned()),
        ("not_toml", "name = \n".to_owned()),
        (
            "json_duplicate",
            r#"{"name": "x", "name": "y", "version": "1"}"#.to_owned(),
        ),
        (
            "json_unknown",
            "{\"name\": \"x\", \"version\": \"1\",\n \"fields\": []}".to_owned(),
        ),
        (
            "empty_cue",
            format!("{head}[[field]]\nname = \"d\"\ncues = [\"--\"]\n"),
        ),
    ];
    for (name, schema) in cases {
        folder.write("schema.toml", schema);
        let ended = folder.run(&["schema", "check", "schema.toml"]);
        assert_eq!(ended.code, 2, "{name}");
        assert_snapshot!(format!("wrong_schema_{name}"), ended.seen());
    }
}

#[test]
fn what_is_not_known_is_left_out_and_told() {
    let folder = Folder::new("left-out").with_example();
    folder.write(
        "unknown.json",
        r#"[{"field_name": "a", "value": "x", "qoute": "x"}]"#,
    );
    folder.write("flat.json", r#"{"date": "2024-01-05", "amount": 5}"#);
    folder.write(
        "stranger.json",
        r#"[{"field_name": "agreement_dat", "value": "x"}]"#,
    );
    let cases: [(&str, &[&str]); 3] = [
        ("key", &["agreement.txt", "unknown.json"]),
        ("flat", &["agreement.txt", "flat.json"]),
        (
            "field",
            &["agreement.txt", "stranger.json", "--schema", "schema.toml"],
        ),
    ];
    for (name, args) in cases {
        let ended = folder.run(&[&["verify"], args].concat());
        assert_eq!(ended.code, 3, "{name}: {ended:?}");
        assert_snapshot!(format!("left_out_{name}"), ended.seen());
    }
    let prompt = folder.run(&["prompt", "--schema", "schema.toml"]);
    assert_eq!(prompt.code, 0);
    assert_snapshot!("prompt", prompt.seen());
    let request = folder.run(&["prompt", "--schema", "schema.toml", "--for", "openai"]);
    assert!(
        request.stdout.contains("\"response_format\""),
        "{request:?}"
    );
}

#[test]
fn bad_input_is_named_with_its_cure_and_nothing_is_written() {
    let folder = Folder::new("bad-input").with_example();
    folder.write("empty.txt", "");
    folder.write("latin1.txt", b"caf\xe9");
    folder.write("scan.pdf", b"%PDF-1.7 ...");
    folder.write("folder/file.txt", "x");
    folder.write("big.txt", "x".repeat(2000));
    folder.write("not.json", "hello");
    folder.write("comment.json", "[\n  // no\n]");
    folder.write("lines.jsonl", "{\"field_name\": \"a\", \"value\": \"x\"}\n{\"field_name\": \"b\", \"value\": }\n{\"field_name\": \"c\", \"value\": \"x\"}\n");
    folder.write("types.json", r#"[{"field_name": 3, "value": [], "quote": 5, "page": 0, "start": -1, "confidence": "high"}]"#);
    folder.write(
        "missing.json",
        r#"[{"field_name": "a"}, {"value": "x"}, {"field_name": "a", "value": null}]"#,
    );
    folder.write(
        "nan.json",
        r#"[{"field_name": "a", "value": "x", "confidence": NaN}]"#,
    );
    folder.write(
        "over.json",
        r#"[{"field_name": "a", "value": "x", "confidence": 1.01}]"#,
    );
    folder.write(
        "twice.json",
        r#"[{"field_name": "a", "value": "x", "value": "y"}]"#,
    );
    let before = folder.names();
    let cases: [(&str, &[&str]); 13] = [
        ("missing_document", &["nowhere.txt", "candidates.json"]),
        ("folder", &["folder", "candidates.json"]),
        ("not_utf8", &["latin1.txt", "candidates.json"]),
        ("pdf", &["scan.pdf", "candidates.json"]),
        (
            "too_big",
            &["big.txt", "candidates.json", "--max-bytes", "1000"],
        ),
        ("not_json", &["agreement.txt", "not.json"]),
        ("comment", &["agreement.txt", "comment.json"]),
        ("bad_line", &["agreement.txt", "lines.jsonl"]),
        ("types", &["agreement.txt", "types.json"]),
        ("missing_keys", &["agreement.txt", "missing.json"]),
        ("nan", &["agreement.txt", "nan.json"]),
        ("confidence_over_1", &["agreement.txt", "over.json"]),
        ("duplicate_key", &["agreement.txt", "twice.json"]),
    ];
    for (name, args) in cases {
        let written = ["verify", "--html", "page.html", "--receipt", "receipt.json"];
        let ended = folder.run(&[&written, args].concat());
        assert_eq!(ended.code, 2, "{name}: {ended:?}");
        assert!(ended.stdout.is_empty(), "{name}");
        assert_snapshot!(format!("bad_{name}"), ended.seen());
    }
    assert_eq!(folder.names(), before, "nothing is written");
}

#[test]
fn the_commonest_stumbles_get_one_line_with_the_cure() {
    let folder = Folder::new("stumbles").with_example();
    folder.write(
        "silent.json",
        r#"[{"field_name": "law", "value": "Switzerland", "quote": "the laws of Switzerland"}]"#,
    );
    let ended = folder.run(&["verify", "agreement.txt", "silent.json"]);
    assert_eq!(ended.code, 3);
    assert_snapshot!("stumble_no_confidence", ended.seen());
    let ended = folder.run(&[
        "verify",
        "agreement.txt",
        "silent.json",
        "--confidence",
        "0.9",
    ]);
    assert_eq!(ended.code, 0, "{ended:?}");
    folder.write("iso.json", r#"[{"field_name": "day", "value": "2024-01-05", "quote": "as of\nJanuary 5, 2024", "confidence": 0.9}]"#);
    assert_snapshot!(
        "stumble_iso_date",
        folder.run(&["verify", "agreement.txt", "iso.json"]).seen()
    );
    folder.write("repeated.json", r#"[{"field_name": "party", "value": "Harrow & Finch Lending Ltd.", "quote": "Harrow & Finch Lending Ltd.", "confidence": 0.9},
        {"field_name": "party", "value": "Ostrander Mills GmbH", "quote": "Ostrander Mills GmbH", "confidence": 0.9}]"#);
    assert_snapshot!(
        "stumble_repeated",
        folder
            .run(&["verify", "agreement.txt", "repeated.json"])
            .seen()
    );
}

#[test]
fn other_tools_output_is_imported() {
    let folder = Folder::new("importers").with_example();
    folder.write(
        "langextract.jsonl",
        r#"{"extractions": [{"extraction_class": "party", "extraction_text": "Ostrander Mills GmbH", "char_interval": {"start_pos": 0, "end_pos": 3}, "alignment_status": "match_fuzzy", "extraction_index": 1, "group_index": 0, "description": null, "attributes": {}}, {"extraction_class": "party", "extraction_text": "Harrow & Finch Lending Ltd.", "char_interval": null, "alignment_status": null}], "text": "…", "document_id": "doc_1"}"#,
    );
    let ended = folder.run(&[
        "verify",
        "agreement.txt",
        "langextract.jsonl",
        "--from",
        "langextract",
        "--confidence",
        "0.9",
    ]);
    assert_eq!(ended.code, 0, "{ended:?}");
    assert_snapshot!("from_langextract", ended.seen());
    folder.write(
        "instructor.json",
        r#"{"borrower": "Ostrander Mills GmbH", "notice_days": 30, "substring_quotes": ["and Ostrander Mills GmbH (the \"Borrower\")", "on thirty (30)\ndays' written notice"]}"#,
    );
    let ended = folder.run(&[
        "verify",
        "agreement.txt",
        "instructor.json",
        "--from",
        "instructor",
        "--confidence",
        "0.9",
    ]);
    assert_eq!(ended.code, 0, "{ended:?}");
    folder.write("instructor.json", r#"{"borrower": "Ostrander Mills GmbH"}"#);
    let ended = folder.run(&[
        "verify",
        "agreement.txt",
        "instructor.json",
        "--from",
        "instructor",
    ]);
    assert_snapshot!("from_instructor_without_quotes", ended.seen());
}

#[test]
fn standard_input_serves_for_either_file() {
    let folder = Folder::new("stdin").with_example();
    let candidates = folder.read("candidates.json");
    let args = ["verify", "agreement.txt", "-", "--schema", "schema.toml"];
    let piped = folder.run_with_input(&args, candidates.as_bytes());
    assert_eq!(piped.code, 3);
    let document = folder.read("agreement.txt");
    let text = folder.run_with_input(&["text", "-"], document.as_bytes());
    assert_eq!(text.stdout, document);
    assert_eq!(folder.run(&["verify", "-", "-"]).code, 2);
}

#[test]
fn a_document_cannot_steer_the_terminal() {
    let folder = Folder::new("terminal");
    folder.write("evil.txt", "the fee is \u{1b}[2J$500\u{202e} today");
    folder.write("fee.json", "[{\"field_name\": \"fee\", \"value\": \"today\", \"quote\": \"is \\u001b[2J$500\\u202e today\", \"confidence\": 0.9}]");
    let ended = folder.run(&["verify", "evil.txt", "fee.json"]);
    assert!(!ended.stdout.contains('\u{1b}'), "{ended:?}");
    assert!(ended.stdout.contains("\\u{1b}"), "{ended:?}");
}

#[test]
fn doctor_and_version_say_what_this_is() {
    let folder = Folder::new("doctor");
    assert_snapshot!("doctor", folder.run_without_path(&["doctor"]).seen());
    assert_snapshot!(
        "doctor_json",
        folder.run_without_path(&["doctor", "--json"]).seen()
    );
    assert_snapshot!("version", folder.run(&["--version"]).seen());
    let completions = folder.run(&["completions", "bash"]);
    assert!(completions.stdout.contains("_groundstop"));
}

#[test]
fn a_documents_own_characters_are_printed_byte_by_byte() {
    let folder = Folder::new("bytes");
    let text = "the fee \u{1b}[1mis\u{1b}[0m $500\u{7} and a \u{7f} too";
    folder.write("odd.txt", text);
    assert_eq!(folder.run(&["text", "odd.txt"]).stdout, text);
    folder.write(
        "fee.json",
        "[{\"field_name\": \"fee\", \"value\": \"$500\", \"quote\": \"$500\\u0007 and a \\u007f too\", \"confidence\": 0.9}]",
    );
    let ended = folder.run(&["verify", "odd.txt", "fee.json", "--json"]);
    assert_eq!(ended.code, 0, "{ended:?}");
    folder.write("receipt.json", &ended.stdout);
    let checked = folder.run(&["check", "receipt.json", "--document", "odd.txt"]);
    assert_eq!(checked.code, 0, "{checked:?}");
}

#[test]
fn what_is_read_is_never_overwritten_and_nothing_is_not_everything() {
    let folder = Folder::new("overwrite").with_example();
    let before = folder.read("agreement.txt");
    let ended = folder.run(&[
        "verify",
        "agreement.txt",
        "candidates.json",
        "--receipt",
        "./agreement.txt",
    ]);
    assert_snapshot!("bad_overwrite", ended.seen());
    assert_eq!(folder.read("agreement.txt"), before);
    let twice = [
        "verify",
        "agreement.txt",
        "candidates.json",
        "--html",
        "x",
        "--receipt",
        "x",
    ];
    assert_eq!(folder.run(&twice).code, 2);
    let third = folder.run(&["verify", "agreement.txt", "candidates.json", "schema.toml"]);
    assert_eq!(third.code, 2);
    assert!(third.stderr.contains("`--schema schema.toml`"), "{third:?}");
    folder.write("none.json", "[]");
    assert_snapshot!(
        "bad_nothing_proposed",
        folder.run(&["verify", "agreement.txt", "none.json"]).seen()
    );
    let asked = folder.run(&[
        "verify",
        "agreement.txt",
        "none.json",
        "--schema",
        "schema.toml",
    ]);
    assert_eq!(asked.code, 3, "{asked:?}");
}
