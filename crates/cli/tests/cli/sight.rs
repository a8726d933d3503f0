//! What nobody sees is not accepted, the same words in sight are, and a font that lies is found out.
#![allow(clippy::disallowed_macros, reason = "a test says what it skips")]

use std::collections::BTreeMap;

use groundstop_testing::sight::{Made, SAID, mapped_pdf, pairs, twins};
use serde_json::{Value, json};

use crate::support::{Ended, Folder};

const SCHEMA: &str = "name = \"fee\"\nversion = \"1.0.0\"\n\n[[field]]\nname = \"fee\"\n\
                      type = \"money\"\ncurrency = \"USD\"\n";

fn proposed() -> Value {
    json!([{"field_name": "fee", "value": "$500", "quote": SAID, "confidence": 0.95}])
}

/// The reports on some files, by their names.
fn reports(name: &str, files: &[Made]) -> BTreeMap<String, Value> {
    let folder = Folder::new(name);
    folder.write("schema.toml", SCHEMA);
    let lines: Vec<String> = files
        .iter()
        .map(|file| json!({"document": file.name, "candidates": proposed()}).to_string())
        .collect();
    folder.write("answers.jsonl", lines.join("\n"));
    for file in files {
        folder.write(&format!("files/{}", file.name), &file.bytes);
    }
    let ended = folder.run(&[
        "verify",
        "files",
        "answers.jsonl",
        "--schema",
        "schema.toml",
        "--jsonl",
        "--exit-zero",
    ]);
    assert_eq!(ended.code, 0, "{ended:?}");
    let reports: BTreeMap<String, Value> = ended
        .stdout
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect("JSON"))
        .map(|report| {
            let name = report["document"]["name"].as_str().expect("a name");
            (name.rsplit('/').next().unwrap_or(name).to_owned(), report)
        })
        .collect();
    assert_eq!(reports.len(), files.len());
    reports
}

/// The files that did not end in this decision.
fn otherwise(reports: &BTreeMap<String, Value>, accepted: bool) -> Vec<&String> {
    let is_accepted = |report: &Value| report["decisions"][0]["decision"] == "ACCEPT";
    let wrong = reports
        .iter()
        .filter(|(_, report)| is_accepted(report) != accepted);
    wrong.map(|(name, _)| name).collect()
}

#[test]
fn words_in_sight_are_accepted_and_words_out_of_sight_are_not() {
    let (hidden, mut plain): (Vec<Made>, Vec<Made>) = pairs()
        .into_iter()
        .map(|pair| (pair.hidden, pair.plain))
        .unzip();
    for ending in ["pdf", "docx", "html"] {
        let own = hidden.iter().filter(|file| file.name.ends_with(ending));
        assert!(own.count() >= 30, "{ending}");
    }
    plain.extend(twins());
    let hidden = reports("sight-hidden", &hidden);
    assert!(
        otherwise(&hidden, false).is_empty(),
        "{:?}",
        otherwise(&hidden, false)
    );
    let plain = reports("sight-plain", &plain);
    assert!(
        otherwise(&plain, true).is_empty(),
        "{:?}",
        otherwise(&plain, true)
    );
    let inserted = &hidden["inserted.hidden.docx"]["decisions"][0];
    assert_eq!(inserted["decision"], "NEED_REVIEW");
    assert_eq!(
        inserted["stop_proof"]["review"][0]["code"],
        "tracked_change"
    );
}

fn verify(folder: &Folder, more: &[&str]) -> Ended {
    folder.write("schema.toml", SCHEMA);
    folder.write("candidates.json", proposed().to_string());
    let args = [
        "verify",
        "fee.pdf",
        "candidates.json",
        "--schema",
        "schema.toml",
        "--json",
    ];
    folder.run(&[args.as_slice(), more].concat())
}

#[test]
fn a_quote_that_is_not_seen_is_shown_to_the_reviewer_as_it_is_drawn() {
    let folder = Folder::new("sight-page");
    let unseen = pairs()
        .into_iter()
        .find(|pair| pair.hidden.name.starts_with("glyphs_of_blanks"));
    folder.write("fee.pdf", unseen.expect("the pair").hidden.bytes);
    let ended = verify(
        &folder,
        &["--html", "review.html", "--receipt", "receipt.json"],
    );
    assert_eq!(ended.code, 4, "{ended:?}");
    assert!(ended.stdout.contains("not_visible"), "{ended:?}");
    let page = folder.read("review.html");
    assert!(
        page.contains("data:image/png;base64,"),
        "no picture of the page"
    );
    let checked = folder.run(&["check", "receipt.json", "--document", "fee.pdf"]);
    assert_eq!(checked.code, 0, "{checked:?}");
}

#[test]
fn a_font_that_lies_about_its_letters_is_found_out_by_reading_the_drawing() {
    let folder = Folder::new("sight-font");
    folder.write("fee.pdf", mapped_pdf("The fee is $900."));
    let trusting = verify(&folder, &[]);
    assert_eq!(trusting.code, 0, "the file says so: {trusting:?}");
    let doctor = folder.run(&["doctor", "--json"]);
    let report: Value = serde_json::from_str(&doctor.stdout).expect("JSON");
    if !report["ocr"]["tesseract"].is_string() {
        eprintln!("SKIPPED: Tesseract is not installed, nothing was tried of `--look`");
        let ended = verify(&folder, &["--look"]);
        assert_eq!(ended.code, 2, "{ended:?}");
        assert!(
            ended.stderr.contains("`--look` needs Tesseract"),
            "{ended:?}"
        );
        return;
    }
    let ended = verify(&folder, &["--look", "--receipt", "receipt.json"]);
    assert_eq!(ended.code, 4, "{ended:?}");
    let report: Value = serde_json::from_str(&ended.stdout).expect("JSON");
    let review = &report["decisions"][0]["stop_proof"]["review"][0];
    assert_eq!(review["code"], "readers_differ");
    assert!(
        review["texts"][0]
            .as_str()
            .is_some_and(|said| said.contains("$900")),
        "{review}"
    );
    let looked = report["receipt"]["input"]["flags"]["look"].as_str();
    assert!(
        looked.is_some_and(|who| who.starts_with("tesseract ")),
        "{looked:?}"
    );
    let checked = folder.run(&["check", "receipt.json", "--document", "fee.pdf"]);
    assert_eq!(checked.code, 0, "{checked:?}");

    folder.write("fee.pdf", mapped_pdf(SAID));
    let honest = verify(&folder, &["--look"]);
    assert_eq!(honest.code, 0, "{honest:?}");
}

#[test]
fn looking_without_tesseract_is_refused_with_its_cure() {
    let folder = Folder::new("sight-none");
    folder.write("fee.pdf", mapped_pdf(SAID));
    folder.write("schema.toml", SCHEMA);
    folder.write("candidates.json", proposed().to_string());
    let ended = folder.run_without_path(&[
        "verify",
        "fee.pdf",
        "candidates.json",
        "--schema",
        "schema.toml",
        "--look",
    ]);
    assert_eq!(ended.code, 2, "{ended:?}");
    assert!(
        ended.stderr.contains("`--look` needs Tesseract"),
        "{ended:?}"
    );
}
