//! Scans: unread without OCR, read and flagged with it. And pages as pictures.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_macros,
    reason = "a test that cannot run here says so, and on CI fails"
)]

use serde_json::Value;

use crate::support::{Ended, Folder, example};

/// Whether Tesseract is there; on CI it must be.
fn can_read_pictures(folder: &Folder) -> bool {
    let doctor = folder.run(&["doctor", "--json"]);
    let report: Value = serde_json::from_str(&doctor.stdout).expect("JSON");
    let there = report["ocr"]["tesseract"].is_string();
    assert!(
        there || std::env::var_os("CI").is_none(),
        "CI installs Tesseract: {report}"
    );
    if !there {
        eprintln!("Tesseract is not installed: nothing was tried of OCR");
    }
    there
}

fn verify(folder: &Folder, more: &[&str]) -> Ended {
    let args = [
        "verify",
        "scan.pdf",
        "candidates.json",
        "--schema",
        "schema.toml",
    ];
    folder.run(&[args.as_slice(), more].concat())
}

fn decisions(ended: &Ended) -> Vec<(String, String)> {
    let report: Value = serde_json::from_str(&ended.stdout).expect("JSON");
    let list = report["decisions"].as_array().expect("decisions");
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    list.iter()
        .map(|one| (text(&one["field_name"]), text(&one["decision"])))
        .collect()
}

#[test]
fn a_scan_is_unread_and_says_so() {
    let folder = Folder::new("scan").with_example();
    folder.write("scan.pdf", example("scan.pdf"));
    let pages = folder.run(&["pages", "scan.pdf"]);
    assert!(pages.stdout.contains("UNREAD: no text layer"), "{pages:?}");
    assert!(pages.stderr.contains("`--ocr` reads pictures"), "{pages:?}");
    let ended = verify(&folder, &["--json"]);
    assert!(
        decisions(&ended)
            .iter()
            .all(|(_, decision)| decision == "STOP"),
        "{ended:?}"
    );
}

#[test]
fn ocr_needs_tesseract() {
    let folder = Folder::new("no-tesseract").with_example();
    folder.write("scan.pdf", example("scan.pdf"));
    let ended = folder.run_without_path(&["text", "scan.pdf", "--ocr"]);
    assert_eq!(ended.code, 2, "{ended:?}");
    assert!(ended.stderr.contains("tesseract-ocr"), "{ended:?}");
    let ended = folder.run(&["text", "scan.pdf", "--ocr", "--ocr-language", "../x"]);
    assert_eq!(ended.code, 2, "{ended:?}");
}

#[test]
fn what_was_read_from_a_picture_is_accepted_only_where_the_schema_says_so() {
    let folder = Folder::new("ocr").with_example();
    folder.write("scan.pdf", example("scan.pdf"));
    if !can_read_pictures(&folder) {
        return;
    }
    let ended = verify(&folder, &["--ocr", "--json", "--receipt", "r.json"]);
    let strict = decisions(&ended);
    assert!(
        strict.contains(&("principal".to_owned(), "NEED_REVIEW".to_owned())),
        "{strict:?}"
    );
    assert!(
        strict.iter().all(|(_, decision)| decision != "ACCEPT"),
        "{strict:?}"
    );
    assert!(
        ended.stdout.contains("\"ocr\""),
        "evidence carries the flag"
    );
    let checked = folder.run(&["check", "r.json", "--document", "scan.pdf", "--ocr"]);
    assert_eq!(checked.code, 0, "{checked:?}");
    let checked = folder.run(&["check", "r.json", "--document", "scan.pdf"]);
    assert_eq!(
        checked.code, 5,
        "another reader gives another text: {checked:?}"
    );

    let schema = folder.read("schema.toml");
    let relaxed = schema.replacen("[[field]]", "[evidence]\nallow_ocr = true\n\n[[field]]", 1);
    folder.write("schema.toml", relaxed);
    let allowed = decisions(&verify(&folder, &["--ocr", "--json"]));
    assert!(
        allowed.contains(&("principal".to_owned(), "ACCEPT".to_owned())),
        "{allowed:?}"
    );

    let boxes = folder.run(&["text", "scan.pdf", "--ocr", "--boxes", "json"]);
    let boxes: Vec<Value> = serde_json::from_str(&boxes.stdout).expect("JSON");
    assert!(boxes[0]["ocr_confidence"].as_u64().is_some() && boxes[0]["box"].is_array());
    let unknown = folder.run(&["text", "scan.pdf", "--ocr", "--ocr-language", "xyz"]);
    assert_eq!(unknown.code, 2, "{unknown:?}");
    assert!(unknown.stderr.contains("tesseract-ocr-xyz"), "{unknown:?}");
}

#[test]
fn a_page_is_drawn_with_its_quote_marked() {
    let folder = Folder::new("render");
    folder.write("agreement.pdf", example("agreement.pdf"));
    let plain = [
        "render",
        "agreement.pdf",
        "--page",
        "1",
        "--dpi",
        "40",
        "-o",
        "plain.png",
    ];
    assert_eq!(folder.run(&plain).code, 0);
    let marked = [
        "render",
        "agreement.pdf",
        "--mark",
        "67:110",
        "--dpi",
        "40",
        "-o",
        "marked.png",
    ];
    let ended = folder.run(&marked);
    assert_eq!(ended.code, 0, "{ended:?}");
    assert!(ended.stdout.contains("one place marked"), "{ended:?}");
    let (plain, marked) = (pixels(&folder, "plain.png"), pixels(&folder, "marked.png"));
    assert_eq!((plain.0, plain.1), (340, 440));
    // The marker takes blue away, where the quote stands and nowhere else.
    let yellow = |(width, _, rgb): &(u32, u32, Vec<u8>)| -> Vec<(u32, u32)> {
        let pixels = (0u32..).zip(rgb.chunks_exact(3));
        let yellow = pixels.filter(|(_, pixel)| pixel[0] > 200 && pixel[2] < 100);
        yellow
            .map(|(index, _)| (index % width, index / width))
            .collect()
    };
    assert!(yellow(&plain).is_empty());
    let places = yellow(&marked);
    assert!(!places.is_empty());
    // The quote stands in the second line, on the right half of a letter page.
    assert!(
        places.iter().all(|(x, y)| *x > 150 && (30..50).contains(y)),
        "{places:?}"
    );
}

/// Width, height and colours of a PNG.
fn pixels(folder: &Folder, name: &str) -> (u32, u32, Vec<u8>) {
    let bytes = folder.read_bytes(name);
    let mut decoder = png::Decoder::new(std::io::Cursor::new(bytes));
    decoder.set_transformations(png::Transformations::EXPAND);
    let mut reader = decoder.read_info().expect("a PNG");
    let mut data = vec![0; reader.output_buffer_size().expect("a size")];
    let info = reader.next_frame(&mut data).expect("a frame");
    let rgb = match info.color_type {
        png::ColorType::Rgb => data,
        png::ColorType::Grayscale => data.iter().flat_map(|grey| [*grey; 3]).collect(),
        other => panic!("{other:?}"),
    };
    (info.width, info.height, rgb)
}

#[test]
fn the_review_page_shows_pages_with_their_quotes() {
    let folder = Folder::new("pictures").with_example();
    folder.write("agreement.pdf", example("agreement.pdf"));
    let args = [
        "verify",
        "agreement.pdf",
        "candidates.json",
        "--schema",
        "schema.toml",
        "--html",
        "r.html",
    ];
    assert_eq!(folder.run(&args).code, 3);
    let page = folder.read("r.html");
    assert_eq!(page.matches("data:image/png;base64,").count(), 1);
    assert!(page.contains("<rect class=\"accept\""));
    assert!(page.contains("img-src data:"));
    assert!(!page.contains("<script"));
}

#[test]
fn nothing_that_is_read_is_overwritten_and_only_files_are_written() {
    let folder = Folder::new("overwrite");
    folder.write("agreement.pdf", example("agreement.pdf"));
    folder.write("inside/x", "x");
    for args in [
        [
            "render",
            "agreement.pdf",
            "--page",
            "1",
            "-o",
            "agreement.pdf",
        ],
        [
            "render",
            "agreement.pdf",
            "--page",
            "1",
            "-o",
            "inside/../agreement.pdf",
        ],
        ["render", "agreement.pdf", "--page", "1", "-o", "inside"],
    ] {
        let ended = folder.run(&args);
        assert_eq!(ended.code, 2, "{args:?}: {ended:?}");
    }
    let ended = folder.run(&["screen", "agreement.pdf", "--html", "agreement.pdf"]);
    assert_eq!(ended.code, 2, "{ended:?}");
    assert_eq!(folder.read_bytes("agreement.pdf"), example("agreement.pdf"));
}
