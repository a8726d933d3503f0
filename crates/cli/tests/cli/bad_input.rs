//! Every kind of bad file is named with its cure, and nothing is printed of it.

use std::io::{Cursor, Write};

use crate::support::{Ended, Folder, example};

/// A DOCX whose text is a hundred megabytes of nothing.
fn zip_bomb() -> Vec<u8> {
    let mut archive = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let packed = zip::write::SimpleFileOptions::default();
    archive
        .start_file("word/document.xml", packed)
        .expect("a part");
    let blank = vec![b' '; 1 << 20];
    for _ in 0..100 {
        archive.write_all(&blank).expect("a vector takes it");
    }
    archive.finish().expect("a whole archive").into_inner()
}

const NO_PAGES: &str = "%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [] /Count 0 >>\nendobj\ntrailer\n<< /Root 1 0 R /Size 3 >>\n%%EOF\n";

fn refused(ended: &Ended, says: &str, cure: &str) {
    assert_eq!(ended.code, 2, "{ended:?}");
    assert!(ended.stdout.is_empty(), "{ended:?}");
    assert!(ended.stderr.contains(says), "{says}: {ended:?}");
    assert!(ended.stderr.contains(cure), "{cure}: {ended:?}");
}

#[test]
fn each_kind_of_bad_file_has_its_own_words() {
    let folder = Folder::new("bad").with_example();
    let pdf = example("agreement.pdf");
    let docx = example("agreement.docx");
    folder.write("empty.pdf", "");
    folder.write("no-pages.pdf", NO_PAGES);
    folder.write("cut.pdf", &pdf[..200]);
    folder.write("cut.docx", &docx[..docx.len() / 2]);
    folder.write("bomb.docx", zip_bomb());
    folder.write("locked.pdf", include_bytes!("../files/locked.pdf"));
    folder.write("letter.rtf", "{\\rtf1\\ansi Hello}");
    folder.write("latin.txt", b"caf\xe9");
    folder.write("inside/a.txt", "text");
    for (args, says, cure) in [
        (
            vec!["text", "empty.pdf"],
            "is empty",
            "a document with text",
        ),
        (vec!["text", "no-pages.pdf"], "no pages", "in a viewer"),
        (
            vec!["text", "cut.pdf"],
            "the PDF is damaged",
            "get the file again",
        ),
        (
            vec!["text", "cut.docx"],
            "the DOCX is damaged",
            "get the file again",
        ),
        (
            vec!["text", "bomb.docx"],
            "more than 1000 times the packed size",
            "split the document",
        ),
        (vec!["text", "locked.pdf"], "needs a password", "password"),
        (
            vec!["text", "locked.pdf", "--password", "guess"],
            "does not open",
            "the password that opens",
        ),
        (
            vec!["text", "letter.rtf"],
            "an RTF file",
            "convert it to PDF, DOCX",
        ),
        (vec!["text", "latin.txt"], "byte 3", "iconv"),
        (vec!["text", "inside"], "is a folder", "name one file"),
        (
            vec!["text", "nowhere.pdf"],
            "no such file",
            "check the path",
        ),
        (
            vec!["render", "agreement.txt", "--page", "1", "-o", "x.png"],
            "no PDF",
            "`groundstop text`",
        ),
        (
            vec![
                "render",
                "locked.pdf",
                "--password",
                "user",
                "--page",
                "9",
                "-o",
                "x.png",
            ],
            "no page 9",
            "`groundstop pages`",
        ),
        (
            vec![
                "render",
                "locked.pdf",
                "--password",
                "user",
                "--mark",
                "0:999999",
                "-o",
                "x.png",
            ],
            "outside the text",
            "characters",
        ),
    ] {
        refused(&folder.run(&args), says, cure);
    }
    assert!(
        !folder.names().contains(&"x.png".to_owned()),
        "nothing is half-written"
    );
}

#[test]
fn a_wrong_extension_does_not_matter() {
    let folder = Folder::new("extension");
    folder.write("agreement.txt", example("agreement.pdf"));
    folder.write("agreement.pdf", example("agreement.docx"));
    let pdf = folder.run(&["pages", "agreement.txt"]);
    assert!(
        pdf.code == 0 && pdf.stdout.contains("reader pdf/3"),
        "{pdf:?}"
    );
    let docx = folder.run(&["pages", "agreement.pdf"]);
    assert!(
        docx.code == 0 && docx.stdout.contains("reader docx/2"),
        "{docx:?}"
    );
}

#[test]
fn the_right_password_opens_the_file() {
    let folder = Folder::new("password");
    folder.write("locked.pdf", include_bytes!("../files/locked.pdf"));
    folder.write("agreement.pdf", example("agreement.pdf"));
    let plain = folder.run(&["text", "agreement.pdf"]);
    for password in ["user", "owner"] {
        let opened = folder.run(&["text", "locked.pdf", "--password", password]);
        assert_eq!(opened.stdout, plain.stdout, "{password}: {}", opened.stderr);
    }
}

#[test]
fn a_million_elements_one_in_another_are_read() {
    let folder = Folder::new("deep");
    let mut page = String::from("<!doctype html><html><body>");
    page.push_str(&"<div>".repeat(1_000_000));
    page.push_str("The price is USD 5.");
    folder.write("deep.html", page);
    let ended = folder.run(&["text", "deep.html"]);
    assert_eq!(ended.code, 0, "{}", ended.stderr);
    assert!(
        ended.stdout.trim() == "The price is USD 5.",
        "{} bytes",
        ended.stdout.len()
    );
}

#[test]
fn limits_of_nothing_and_pictures_on_the_terminal_are_refused() {
    let folder = Folder::new("nothing").with_example();
    for limit in ["--max-pages", "--max-seconds", "--max-bytes"] {
        let ended = folder.run(&["text", "agreement.txt", limit, "0"]);
        assert_eq!(ended.code, 2, "{ended:?}");
        assert!(ended.stderr.contains(limit), "{ended:?}");
    }
    let ended = folder.run(&["render", "agreement.txt", "--page", "1", "-o", "-"]);
    assert_eq!(ended.code, 2, "{ended:?}");
    assert!(ended.stderr.contains("name a file"), "{ended:?}");
}

#[test]
fn text_in_utf_16_is_named_as_such() {
    let folder = Folder::new("utf16");
    let bytes: Vec<u8> = "\u{feff}due"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    folder.write("wide.txt", bytes);
    let ended = folder.run(&["text", "wide.txt"]);
    assert_eq!(ended.code, 2, "{ended:?}");
    assert!(ended.stderr.contains("iconv -f utf-16"), "{ended:?}");
}
