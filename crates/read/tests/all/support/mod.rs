//! Small documents written by the tests themselves.

use groundstop_document::{Document, PageState};
use groundstop_read::{ReadError, ReadOptions, read};

/// Reads with the usual options.
pub(crate) fn open(bytes: &[u8]) -> Result<Document, ReadError> {
    read(bytes, &ReadOptions::default())
}

/// The reasons of the unread pages.
pub(crate) fn unread(document: &Document) -> Vec<String> {
    let pages = document.pages().iter();
    pages
        .filter_map(|page| match &page.state {
            PageState::Unread { reason, .. } => Some(reason.clone()),
            PageState::Read => None,
        })
        .collect()
}

/// Objects to a PDF file with its table of offsets; object 1 is the catalog.
pub(crate) fn pdf_of(objects: &[String]) -> Vec<u8> {
    let mut file = b"%PDF-1.7\n".to_vec();
    let mut offsets = Vec::new();
    for (index, object) in objects.iter().enumerate() {
        offsets.push(file.len());
        file.extend_from_slice(format!("{} 0 obj\n{object}\nendobj\n", index + 1).as_bytes());
    }
    let table = file.len();
    file.extend_from_slice(
        format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1).as_bytes(),
    );
    for offset in offsets {
        file.extend_from_slice(format!("{offset:010} 00000 n \n").as_bytes());
    }
    let trailer = format!(
        "trailer\n<< /Size {} /Root 1 0 R >>\nstartxref\n{table}\n%%EOF\n",
        objects.len() + 1
    );
    file.extend_from_slice(trailer.as_bytes());
    file
}

/// A PDF with these content streams, one a page, in Helvetica, 600 by 800 points.
pub(crate) fn pdf(pages: &[&str]) -> Vec<u8> {
    pdf_with(pages, "", &[])
}

/// The same with more page entries and further objects, numbered from 4 + 2 * pages.
pub(crate) fn pdf_with(pages: &[&str], entries: &str, further: &[&str]) -> Vec<u8> {
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
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"
            .to_owned(),
    ];
    for (page, content) in pages.iter().enumerate() {
        objects.push(format!(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents {} 0 R \
             /Resources << /Font << /F1 3 0 R >> >> {entries} >>",
            5 + 2 * page
        ));
        objects.push(format!(
            "<< /Length {} >>\nstream\n{content}\nendstream",
            content.len()
        ));
    }
    objects.extend(further.iter().map(|object| (*object).to_owned()));
    pdf_of(&objects)
}

/// Operators that show a text at a place.
pub(crate) fn at(x: u32, y: u32, text: &str) -> String {
    format!("BT /F1 10 Tf 1 0 0 1 {x} {y} Tm ({text}) Tj ET\n")
}

/// A page of text: each line at the left edge, a line every twelve points.
pub(crate) fn lines(x: u32, top: u32, lines: &[&str]) -> String {
    (0u32..)
        .zip(lines)
        .map(|(line, text)| at(x, top - 12 * line, text))
        .collect()
}
