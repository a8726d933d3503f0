//! What a file is, by its content.

use std::io::Cursor;

use crate::registry::{Looks, READERS};
use crate::{mail, markdown};

/// The kinds of files that are told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// A PDF file.
    Pdf,
    /// A Word document.
    Docx,
    /// An OpenDocument text.
    Odt,
    /// A web page.
    Html,
    /// A mail message.
    Mail,
    /// What was filed with a regulator: several documents in one file.
    Filing,
    /// A Markdown text.
    Markdown,
    /// Anything that may be text.
    Text,
    /// A kind that is not read.
    Unsupported(&'static str),
}

/// Bytes at the start in which a PDF may hold something before its header.
const PDF_HEADER_BYTES: usize = 1024;

/// Bytes in which a web page has shown its first markup; long comments come before it.
const HTML_HEAD_BYTES: usize = 64 * 1024;

/// Bytes in which a page that began as something else must have ended.
const HTML_END_BYTES: usize = 1024;

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

/// A whole page however it begins; a piece of one where it is not Markdown, in which HTML
/// may stand anywhere.
pub(crate) fn looks_html(bytes: &[u8]) -> Looks {
    let is_piece = is_fragment(bytes) || is_marked_up(bytes);
    own(is_page(bytes) || (is_piece && !markdown::is_markdown(bytes)))
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

/// The first markup in small letters, comments and declarations left out.
fn first_markup(bytes: &[u8]) -> String {
    let text = characters(head(bytes, HTML_HEAD_BYTES)).to_ascii_lowercase();
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
            None => return rest.to_owned(),
        }
    }
}

/// Whether the first markup is that of a web page, or a page stands whole between words
/// that somebody put before and after it.
pub(crate) fn is_page(bytes: &[u8]) -> bool {
    const STARTS: [&str; 6] = [
        "<!doctype html",
        "<html",
        "<head",
        "<body",
        "<title",
        "<meta",
    ];
    let rest = first_markup(bytes);
    let begins = |line: &str| STARTS.iter().any(|start| is_tag(line, start));
    if begins(&rest) {
        return true;
    }
    let end = bytes.get(bytes.len().saturating_sub(HTML_END_BYTES)..);
    let end = String::from_utf8_lossy(end.unwrap_or_default()).to_ascii_lowercase();
    let mut lines = rest.lines().map(str::trim_start);
    end.contains("</html>") && lines.any(|line| is_tag(line, "<html"))
}

/// Whether text begins with a tag of this name, and not with a longer one.
fn is_tag(text: &str, start: &str) -> bool {
    let after = text.strip_prefix(start);
    after.is_some_and(|after| !after.starts_with(|c: char| c.is_alphanumeric() || c == '-'))
}

/// Whether words are followed by the markup of a web page to the end: two block elements or more begin
/// and end, each once it began, and nothing comes after the last one. A text that only speaks of
/// markup goes on after it.
pub(crate) fn is_marked_up(bytes: &[u8]) -> bool {
    const BLOCKS: [&str; 16] = [
        "p",
        "div",
        "table",
        "tr",
        "td",
        "ul",
        "ol",
        "li",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "section",
        "blockquote",
    ];
    const BLOCKS_LEAST: usize = 2;
    let end = bytes.get(bytes.len().saturating_sub(HTML_END_BYTES)..);
    let end = characters(end.unwrap_or_default()).to_ascii_lowercase();
    let end = end.trim_end();
    let closes = |tag: &str| end.ends_with(&format!("</{tag}>"));
    if !BLOCKS.iter().any(|tag| closes(tag)) {
        return false;
    }
    let text = characters(head(bytes, HTML_HEAD_BYTES)).to_ascii_lowercase();
    let count = |what: &str| text.matches(what).count();
    let whole = BLOCKS.iter().map(|tag| {
        let begun = count(&format!("<{tag}>")).saturating_add(count(&format!("<{tag} ")));
        begun.min(count(&format!("</{tag}>")))
    });
    whole.fold(0_usize, usize::saturating_add) >= BLOCKS_LEAST
}

/// Whether bytes are a piece of a web page: they begin with one of its tags, and that one
/// ends, or a second one of them comes.
pub(crate) fn is_fragment(bytes: &[u8]) -> bool {
    const TAGS: [&str; 28] = [
        "p", "div", "span", "table", "tr", "td", "tbody", "thead", "ul", "ol", "li", "dl", "h1",
        "h2", "h3", "h4", "h5", "h6", "b", "i", "u", "em", "strong", "font", "center", "section",
        "article", "br",
    ];
    const ALSO: [&str; 6] = ["hr", "a", "main", "header", "style", "blockquote"];
    let rest = first_markup(bytes);
    if !rest.starts_with('<') {
        return false;
    }
    let names = rest.split('<').skip(1).map(|part| {
        let name = part.trim_start_matches('/');
        let end = name.find(|c: char| !c.is_ascii_alphanumeric());
        let (name, after) = name
            .split_at_checked(end.unwrap_or(name.len()))
            .unwrap_or((name, ""));
        (
            name,
            after.starts_with(['>', '/']) || after.starts_with(char::is_whitespace),
        )
    });
    let mut known =
        names.map(|(name, whole)| whole && (TAGS.contains(&name) || ALSO.contains(&name)));
    known.next() == Some(true) && known.any(|is| is)
}
