//! One agreement in five formats: the same decisions and values in each.

use crate::support::{Folder, example};

fn decided(folder: &Folder, document: &str) -> Vec<serde_json::Value> {
    let args = [
        "verify",
        document,
        "candidates.json",
        "--schema",
        "schema.toml",
        "--json",
    ];
    let ended = folder.run(&args);
    assert_eq!(ended.code, 3, "{document}: {ended:?}");
    let report: serde_json::Value = serde_json::from_str(&ended.stdout).expect("JSON");
    let decisions = report["decisions"].as_array().expect("decisions");
    let keys = [
        "field_name",
        "decision",
        "value",
        "stop_reason",
        "confidence",
    ];
    let pick =
        |decision: &serde_json::Value| keys.iter().map(|key| decision[*key].clone()).collect();
    decisions.iter().map(pick).collect()
}

#[test]
fn every_format_gives_the_same_decisions_and_values() {
    let folder = Folder::new("formats").with_example();
    let text = decided(&folder, "agreement.txt");
    for name in [
        "agreement.pdf",
        "agreement.docx",
        "agreement.html",
        "agreement.eml",
    ] {
        folder.write(name, example(name));
        assert_eq!(decided(&folder, name), text, "{name}");
    }
}

#[test]
fn a_pdf_shows_where_each_quote_stands() {
    let folder = Folder::new("places").with_example();
    folder.write("agreement.pdf", example("agreement.pdf"));
    let args = [
        "verify",
        "agreement.pdf",
        "candidates.json",
        "--schema",
        "schema.toml",
        "--json",
        "--receipt",
        "r.json",
    ];
    let report: serde_json::Value = serde_json::from_str(&folder.run(&args).stdout).expect("JSON");
    let evidence = &report["decisions"][0]["evidence"];
    assert!(
        !evidence["boxes"].as_array().expect("boxes").is_empty(),
        "{evidence}"
    );
    let checked = folder.run(&["check", "r.json", "--document", "agreement.pdf"]);
    assert_eq!(checked.code, 0, "{checked:?}");
    let pages = folder.run(&["pages", "agreement.pdf"]);
    assert!(pages.stdout.contains("pdf/3"), "{pages:?}");
    let boxes = folder.run(&["text", "agreement.pdf", "--page", "1", "--boxes", "json"]);
    let boxes: Vec<serde_json::Value> = serde_json::from_str(&boxes.stdout).expect("JSON");
    let text = folder.run(&["text", "agreement.pdf", "--page", "1"]);
    assert_eq!(boxes.len(), text.stdout.chars().count());
    assert_eq!(
        folder.run(&["text", "agreement.pdf", "--page", "9"]).code,
        2
    );
}

#[test]
fn bounded_files_are_named() {
    let folder = Folder::new("bounded");
    folder.write("agreement.pdf", example("agreement.pdf"));
    let ended = folder.run(&["text", "agreement.pdf", "--max-bytes", "16"]);
    assert_eq!(ended.code, 2, "{ended:?}");
    assert!(
        ended.stdout.is_empty() && ended.stderr.contains("help: "),
        "{ended:?}"
    );
}

#[test]
fn what_is_proven_carries_a_time_in_utc() {
    let folder = Folder::new("proven-time").with_example();
    let verify = |more: &[&str]| {
        let args = ["verify", "agreement.txt", "candidates.json"];
        let schema = ["--schema", "schema.toml", "--exit-zero"];
        let done = folder.run(&[&args[..], &schema, more].concat());
        assert_eq!(done.code, 0, "{done:?}");
        done.stdout
    };
    // 2026-01-31T09:30:00Z, with or without a fraction of the second.
    let is_utc = |time: &str| {
        let shape: String = time
            .chars()
            .map(|c| if c.is_ascii_digit() { '0' } else { c })
            .collect();
        let whole = shape.split('.').next().unwrap_or_default();
        whole.trim_end_matches('Z') == "0000-00-00T00:00:00" && shape.ends_with('Z')
    };
    let report: serde_json::Value = serde_json::from_str(&verify(&["--json"])).expect("JSON");
    let time = report["receipt"]["decided_at"].as_str().expect("a time");
    assert!(is_utc(time), "{time}");
}
