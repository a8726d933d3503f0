//! What holds for every file, whatever is in it.

use std::io::{Cursor, Write};

use groundstop_document::{ByteSpan, Document};
use groundstop_read::{FileKind, PageLook, ReadLimits, ReadOptions, kind_of, look, read};

/// A panic inside a parser of others costs a page and is caught; one in our own
/// code is a finding.
pub fn only_our_panics_count() {
    std::panic::set_hook(Box::new(|panic| {
        let place = panic.location().map(ToString::to_string);
        let place = place.unwrap_or_default();
        if !place.contains("/registry/") && !place.contains("/rustc/") {
            eprintln!("panic at {place}: {panic}");
            std::process::abort();
        }
    }));
}

/// A sound DOCX around this markup; parts are divided by a zero byte.
fn docx_of(markup: &[u8]) -> Vec<u8> {
    const PARTS: [&str; 4] = [
        "word/document.xml",
        "word/numbering.xml",
        "word/footnotes.xml",
        "word/header1.xml",
    ];
    let mut archive = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let stored =
        zip::write::SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
    for (name, part) in PARTS
        .iter()
        .zip(markup.splitn(PARTS.len(), |byte| *byte == 0))
    {
        archive.start_file(*name, stored).expect("a new part");
        archive.write_all(part).expect("a vector takes every part");
    }
    archive.finish().expect("a whole archive").into_inner()
}

/// An archive as it is, or anything else as the markup of a sound one.
pub fn read_as_docx(bytes: &[u8]) {
    if bytes.starts_with(b"PK") {
        read_as(FileKind::Docx, bytes);
    } else {
        read_as(FileKind::Docx, &docx_of(bytes));
    }
}

/// Limits under which an input takes no longer than a fuzzer waits.
fn options() -> ReadOptions {
    ReadOptions {
        limits: ReadLimits {
            pages: 20,
            text_bytes: 1_000_000,
            page_glyphs: 50_000,
            page_content_bytes: 4_000_000,
            zip_entry_bytes: 4_000_000,
            ..ReadLimits::default()
        },
        ..ReadOptions::default()
    }
}

/// Reads a file of one kind and checks what was made of it.
pub fn read_as(kind: FileKind, bytes: &[u8]) {
    if kind_of(bytes) != kind {
        return;
    }
    if let Ok(document) = read(bytes, &options()) {
        check(&document);
    }
}

/// Characters of one page that are looked at.
const LOOKED_AT: usize = 50;

/// Draws the pages of a PDF and looks at its characters: there is an answer for every one asked
/// for, and the same one for the same question.
pub fn look_at(bytes: &[u8]) {
    if kind_of(bytes) != FileKind::Pdf {
        return;
    }
    let Ok(document) = read(bytes, &options()) else {
        return;
    };
    let mut wanted: Vec<PageLook> = Vec::new();
    for known in document.boxes() {
        let page = document.page_of(known.at);
        match wanted.last_mut() {
            Some(last) if last.page == page && last.areas.len() >= LOOKED_AT => {}
            Some(last) if last.page == page => last.areas.push(known.area),
            _ => wanted.push(PageLook {
                page,
                areas: vec![known.area],
            }),
        }
    }
    wanted.truncate(3);
    if let Ok(seen) = look(bytes, &options(), &wanted) {
        assert_eq!(seen.len(), wanted.len(), "a page without an answer");
        for (seen, wanted) in seen.iter().zip(&wanted) {
            assert_eq!(seen.len(), wanted.areas.len(), "a box without an answer");
        }
        assert_eq!(look(bytes, &options(), &wanted).ok(), Some(seen));
    }
}

/// Pages cover the text without a gap; boxes and flags lie on characters.
fn check(document: &Document) {
    let text = document.text();
    let mut end = 0;
    for page in document.pages() {
        assert_eq!(page.span.start.0, end, "pages leave a gap");
        assert!(
            document.slice(page.span).is_some(),
            "a page cuts a character"
        );
        end = page.span.end.0;
    }
    assert_eq!(end, text.len(), "text belongs to no page");
    for known in document.boxes() {
        assert!(known.at.0 < text.len() && text.is_char_boundary(known.at.0));
        let area = known.area;
        assert!(
            area.x0.is_finite()
                && area.y0.is_finite()
                && area.x1.is_finite()
                && area.y1.is_finite()
        );
    }
    for flagged in document.flagged() {
        let span: ByteSpan = flagged.span;
        assert!(document.slice(span).is_some(), "a flag cuts a character");
    }
}
