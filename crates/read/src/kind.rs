//! What a file is, by its content.

use std::io::Cursor;

use crate::mail;

/// The kinds of files that are told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A PDF file.
    Pdf,
    /// A Word document.
    Docx,
    /// A web page.
    Html,
    /// A mail message.
    Mail,
    /// Anything that may be text.
    Text,
    /// A kind that is not read.
    Unsupported(&'static str),
}

/// Bytes at the start in which a PDF may hold something before its header.
const PDF_HEADER_BYTES: usize = 1024;

/// Bytes in which a message has shown its usual headers.
const MAIL_HEADER_BYTES: usize = 16 * 1024;

const OTHERS: [(&[u8], &str); 8] = [
    (b"\xD0\xCF\x11\xE0", "an old Office file"),
    (b"{\\rtf", "an RTF file"),
    (b"\x89PNG", "a picture"),
    (b"\xFF\xD8\xFF", "a picture"),
    (b"GIF8", "a picture"),
    (b"II*\0", "a picture"),
    (b"MM\0*", "a picture"),
    (b"\x1F\x8B", "a gzip file"),
];

/// Says what bytes are.
#[must_use]
pub fn kind_of(bytes: &[u8]) -> Kind {
    let head = bytes
        .get(..bytes.len().min(PDF_HEADER_BYTES))
        .unwrap_or_default();
    if bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"PK\x05\x06") {
        return zipped(bytes);
    }
    if head.windows(5).any(|window| window == b"%PDF-") {
        return Kind::Pdf;
    }
    if let Some((_, what)) = OTHERS.iter().find(|(magic, _)| bytes.starts_with(magic)) {
        return Kind::Unsupported(what);
    }
    if is_html(head) {
        Kind::Html
    } else if mail::begins(
        bytes
            .get(..bytes.len().min(MAIL_HEADER_BYTES))
            .unwrap_or_default(),
    ) {
        Kind::Mail
    } else {
        Kind::Text
    }
}

/// A DOCX by the part every DOCX has; another ZIP by name where it is known.
fn zipped(bytes: &[u8]) -> Kind {
    let Ok(archive) = zip::ZipArchive::new(Cursor::new(bytes)) else {
        // A broken ZIP: the DOCX reader says what is wrong with it.
        return Kind::Docx;
    };
    let has = |name: &str| archive.index_for_name(name).is_some();
    if has("word/document.xml")
        || (has("_rels/.rels") && archive.file_names().flatten().any(|name| is_word(&name)))
    {
        return Kind::Docx;
    }
    if has("xl/workbook.xml") {
        return Kind::Unsupported("a spreadsheet");
    }
    if has("ppt/presentation.xml") {
        return Kind::Unsupported("a presentation");
    }
    if has("META-INF/manifest.xml") {
        return Kind::Unsupported("an OpenDocument file");
    }
    Kind::Unsupported("a ZIP archive without a Word document in it")
}

fn is_word(name: &str) -> bool {
    name.starts_with("word/document") && name.ends_with(".xml")
}

/// The first characters, of UTF-16 where a mark says so.
fn characters(head: &[u8]) -> String {
    let pair = match head {
        [0xFF, 0xFE, ..] => u16::from_le_bytes,
        [0xFE, 0xFF, ..] => u16::from_be_bytes,
        _ => return String::from_utf8_lossy(head).into_owned(),
    };
    let units = head.chunks_exact(2).map(|two| match two {
        [first, second] => pair([*first, *second]),
        _ => 0,
    });
    char::decode_utf16(units)
        .map(|each| each.unwrap_or(char::REPLACEMENT_CHARACTER))
        .collect()
}

/// Whether the first markup is that of a web page.
fn is_html(head: &[u8]) -> bool {
    let text = characters(head).to_ascii_lowercase();
    let mut rest = text.trim_start_matches('\u{feff}').trim_start();
    loop {
        let skipped = if rest.starts_with("<!--") {
            rest.split_once("-->").map(|(_, after)| after)
        } else if rest.starts_with("<?xml") {
            rest.split_once("?>").map(|(_, after)| after)
        } else {
            None
        };
        match skipped {
            Some(after) => rest = after.trim_start(),
            None => break,
        }
    }
    ["<!doctype html", "<html", "<head", "<body"]
        .iter()
        .any(|start| rest.starts_with(start))
}
