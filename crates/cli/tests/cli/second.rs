//! The second reader on the command line: named when missing, quiet when it agrees.
#![allow(
    clippy::disallowed_methods,
    reason = "tests ask whether a second reader is installed"
)]

use crate::support::{Folder, example};

const VERIFY: [&str; 6] = [
    "verify",
    "agreement.pdf",
    "candidates.json",
    "--schema",
    "schema.toml",
    "--second-reader",
];

fn folder(name: &str) -> Folder {
    let folder = Folder::new(name).with_example();
    folder.write("agreement.pdf", example("agreement.pdf"));
    folder
}

#[test]
fn a_second_reader_that_is_not_there_or_not_known_is_named_with_its_cure() {
    let folder = folder("second_missing");
    let missing = folder.run(&VERIFY);
    assert_eq!(missing.code, 2, "{missing:?}");
    for part in ["GROUNDSTOP_PDFIUM is not set", "pip install pypdfium2=="] {
        assert!(missing.stderr.contains(part), "{part}: {missing:?}");
    }
    let nowhere = folder.run_with_second_reader("no-such-library.so", &VERIFY);
    assert_eq!(nowhere.code, 2, "{nowhere:?}");
    assert!(
        nowhere.stderr.contains("`no-such-library.so`"),
        "{nowhere:?}"
    );
    folder.write("libpdfium.so", "not a library");
    let strange = folder.run_with_second_reader("libpdfium.so", &VERIFY);
    assert_eq!(strange.code, 2, "{strange:?}");
    assert!(
        strange.stderr.contains("no build of pdfium that is known"),
        "{strange:?}"
    );
}

#[test]
fn a_second_reader_that_agrees_changes_nothing_but_the_receipt() {
    let Ok(library) = std::env::var("GROUNDSTOP_PDFIUM") else {
        skipped();
        return;
    };
    let folder = folder("second_agrees");
    let once = folder.run(&[&VERIFY[..5], &["--json"]].concat());
    let twice = folder.run_with_second_reader(&library, &[&VERIFY[..], &["--json"]].concat());
    assert_eq!(twice.code, once.code, "{twice:?}");
    let report = |text: &str| -> serde_json::Value { serde_json::from_str(text).expect("JSON") };
    let (once, again) = (report(&once.stdout), report(&twice.stdout));
    assert_eq!(once["decisions"], again["decisions"]);
    let named = again["receipt"]["input"]["flags"]["second_reader"].as_str();
    assert!(
        named.is_some_and(|name| name.starts_with("pdfium ")),
        "{named:?}"
    );

    folder.write("receipt.json", &twice.stdout);
    let check = ["check", "receipt.json", "--document", "agreement.pdf"];
    let checked = folder.run_with_second_reader(&library, &check);
    assert_eq!(checked.code, 0, "{checked:?}");
    let alone = folder.run(&check);
    assert_eq!(alone.code, 2, "{alone:?}");
    assert!(alone.stderr.contains("GROUNDSTOP_PDFIUM"), "{alone:?}");
}

#[test]
fn what_is_no_pdf_has_no_second_reader() {
    let Ok(library) = std::env::var("GROUNDSTOP_PDFIUM") else {
        skipped();
        return;
    };
    let folder = folder("second_text");
    let mut args = VERIFY;
    args[1] = "agreement.txt";
    let ended = folder.run_with_second_reader(&library, &args);
    assert_eq!(ended.code, 3, "{ended:?}");
    assert!(ended.stderr.contains("reads PDFs only"), "{ended:?}");
}

#[allow(clippy::disallowed_macros, reason = "a test says that it was skipped")]
fn skipped() {
    eprintln!("skipped: pdfium is not installed (set GROUNDSTOP_PDFIUM to `cargo xtask pdfium`)");
}
