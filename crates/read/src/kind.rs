//! What a file is, by its content.

use std::io::Cursor;

use crate::mail;
use crate::registry::{Looks, READERS};

/// The kinds of files that are told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
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

/// Bytes at the start in which a PDF may hold something before its header, and in which
/// a web page has shown its first markup.
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

/// Says what bytes are: the first reader that knows them has them.
#[must_use]
pub fn kind_of(bytes: &[u8]) -> FileKind {
    let magic = OTHERS.iter().find(|(magic, _)| bytes.starts_with(magic));
    for entry in READERS {
        match (entry.looks)(bytes) {
            Looks::Unsupported(what) => return FileKind::Unsupported(what),
            Looks::Own | Looks::Strange if entry.is_text && magic.is_some() => break,
            Looks::Own => return entry.kind,
            Looks::Strange => {}
        }
    }
    FileKind::Unsupported(magic.map_or("an unknown kind of file", |(_, what)| what))
}

/// The first bytes, so many at most.
fn head(bytes: &[u8], most: usize) -> &[u8] {
    bytes.get(..bytes.len().min(most)).unwrap_or_default()
}

pub(crate) fn looks_pdf(bytes: &[u8]) -> Looks {
    let header = head(bytes, PDF_HEADER_BYTES);
    own(header.windows(5).any(|window| window == b"%PDF-"))
}

pub(crate) fn looks_html(bytes: &[u8]) -> Looks {
    own(is_html(head(bytes, PDF_HEADER_BYTES)))
}

pub(crate) fn looks_mail(bytes: &[u8]) -> Looks {
    own(mail::begins(head(bytes, MAIL_HEADER_BYTES)))
}

/// Whatever is nothing else may be text; its reader says whether it is.
pub(crate) fn looks_text(_: &[u8]) -> Looks {
    Looks::Own
}

fn own(is: bool) -> Looks {
    if is { Looks::Own } else { Looks::Strange }
}

/// A DOCX by the part every DOCX has; another ZIP by name where it is known.
pub(crate) fn looks_docx(bytes: &[u8]) -> Looks {
    if !(bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"PK\x05\x06")) {
        return Looks::Strange;
    }
    let Ok(archive) = zip::ZipArchive::new(Cursor::new(bytes)) else {
        // A broken ZIP: the DOCX reader says what is wrong with it.
        return Looks::Own;
    };
    let has = |name: &str| archive.index_for_name(name).is_some();
    if has("word/document.xml")
        || (has("_rels/.rels") && archive.file_names().flatten().any(|name| is_word(&name)))
    {
        return Looks::Own;
    }
    if has("xl/workbook.xml") {
        return Looks::Unsupported("a spreadsheet");
    }
    if has("ppt/presentation.xml") {
        return Looks::Unsupported("a presentation");
    }
    if has("META-INF/manifest.xml") {
        return Looks::Unsupported("an OpenDocument file");
    }
    Looks::Unsupported("a ZIP archive without a Word document in it")
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
