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

/// Pages of words and rulings at places that the input chooses: whatever tables come out, their
/// cells are stretches of the text.
pub fn read_as_tables(bytes: &[u8]) {
    let drawn = drawn_of(bytes);
    let pages: Vec<&str> = drawn.iter().map(String::as_str).collect();
    let document = read(&pdf_of(&pages), &options()).expect("a sound file");
    check(&document);
}

/// Content streams, four bytes a word or a ruling.
fn drawn_of(bytes: &[u8]) -> Vec<String> {
    const WORDS: [&str; 16] = [
        "Rooms",
        "1,200.00",
        "(in thousands)",
        "Total",
        "12",
        "of",
        "North wing",
        "EUR",
        "-",
        "Table 1: Wings",
        "x",
        "2024",
        "the amount by which it exceeds",
        "Amount \\(EUR\\)",
        "5%",
        "exceed-",
    ];
    let mut pages = vec![String::new()];
    for chunk in bytes.chunks_exact(4) {
        let &[kind, x, y, what] = chunk else {
            continue;
        };
        if kind == u8::MAX && pages.len() < 4 {
            pages.push(String::new());
            continue;
        }
        let Some(page) = pages.last_mut() else {
            continue;
        };
        let (left, low) = (u32::from(x) * 2 + 20, u32::from(y) * 3 + 20);
        let length = u32::from(what) * 2;
        let size = 5 + u32::from(kind >> 4);
        let word =
            WORDS[usize::from(what) % WORDS.len()].replace("(in thousands)", "\\(in thousands\\)");
        let drawn = match kind % 8 {
            0 => format!("{left} {low} {length} 0.5 re f\n"),
            1 => format!("{left} {low} 0.5 {length} re f\n"),
            2 => format!("BT /F1 {size} Tf 0 1 -1 0 {left} {low} Tm ({word}) Tj ET\n"),
            _ => format!("BT /F1 {size} Tf {left} {low} Td ({word}) Tj ET\n"),
        };
        page.push_str(&drawn);
    }
    pages
}

/// A PDF of these content streams in Helvetica, 600 by 800 points.
fn pdf_of(pages: &[&str]) -> Vec<u8> {
    let kids: Vec<String> = (0..pages.len())
        .map(|page| format!("{} 0 R", 4 + 2 * page))
        .collect();
    let mut objects = vec![
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        format!(
            "<< /Type /Pages /Count {} /Kids [{}] >>",
            pages.len(),
            kids.join(" ")
        ),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>".to_owned(),
    ];
    for (at, content) in pages.iter().enumerate() {
        objects.push(format!(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents {} 0 R /Resources << /Font << /F1 3 0 R >> >> >>",
            5 + 2 * at
        ));
        objects.push(format!(
            "<< /Length {} >>\nstream\n{content}\nendstream",
            content.len()
        ));
    }
    let mut file = b"%PDF-1.7\n".to_vec();
    let mut offsets = Vec::new();
    for (at, object) in objects.iter().enumerate() {
        offsets.push(file.len());
        file.extend_from_slice(format!("{} 0 obj\n{object}\nendobj\n", at + 1).as_bytes());
    }
    let table = file.len();
    file.extend_from_slice(
        format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1).as_bytes(),
    );
    for offset in offsets {
        file.extend_from_slice(format!("{offset:010} 00000 n \n").as_bytes());
    }
    let size = objects.len() + 1;
    file.extend_from_slice(
        format!("trailer\n<< /Size {size} /Root 1 0 R >>\nstartxref\n{table}\n%%EOF\n").as_bytes(),
    );
    file
}

/// Cells are stretches of the text, in its order; each is found by its place.
fn check_tables(document: &Document) {
    let mut end = 0;
    for table in document.tables() {
        let span = table.span().expect("a table has cells");
        assert!(span.start.0 >= end, "a table begins in the one before");
        end = span.start.0;
        assert!(table.head_rows <= table.rows.len(), "more heads than rows");
        for around in table.caption.iter().chain(&table.unit) {
            assert!(
                document.slice(*around).is_some(),
                "a caption cuts a character"
            );
        }
        for row in &table.rows {
            assert!(!row.cells.is_empty(), "a row without a cell");
            let mut column = 0;
            for cell in &row.cells {
                assert!(cell.column >= column, "a cell stands in the one before");
                column = cell.column + cell.columns.max(1);
                assert!(
                    document.slice(cell.span).is_some(),
                    "a cell cuts a character"
                );
            }
        }
    }
    let record = document.tables_record();
    assert_eq!(record.tables.len(), document.tables().len());
}

/// Pages cover the text without a gap; boxes and flags lie on characters.
fn check(document: &Document) {
    check_tables(document);
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
