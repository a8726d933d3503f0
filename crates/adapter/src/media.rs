//! What content is read, and how its bytes become characters.
//!
//! The head of an answer says of what type its content is. A type that is not
//! read is not looked at. Where the head says nothing, or nothing but "bytes",
//! the content must show by its first bytes what it is.

use std::borrow::Cow;

use encoding_rs::{Encoding, UTF_8};

/// All types that are read.
const READ: &[&str] = &[
    "text/html",
    "application/xhtml+xml",
    "text/plain",
    "application/pdf",
];
/// Types that say no more than that there are bytes.
const BYTES: &[&str] = &["application/octet-stream", "binary/octet-stream"];
const PDF: &str = "application/pdf";

/// How a server is asked for them.
pub(crate) const ACCEPT: &str =
    "text/html, application/xhtml+xml, application/pdf;q=0.9, text/plain;q=0.8";

/// Bytes in which content shows what it is.
pub(crate) const SHOWN_BYTES: usize = 1024;

/// What the head of an answer says of its content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Said {
    /// It is of a type that is read.
    Read,
    /// It may be anything.
    Bytes,
    /// Nothing.
    Nothing,
    /// It is of another type.
    Other,
}

impl Said {
    pub(crate) fn by(content_type: Option<&str>) -> Said {
        let plain = content_type.map(plain).unwrap_or_default();
        match plain.as_str() {
            "" => Said::Nothing,
            known if READ.contains(&known) => Said::Read,
            known if BYTES.contains(&known) => Said::Bytes,
            _ => Said::Other,
        }
    }

    /// Whether content that was announced so is read. A packed document under
    /// another name is none of the types.
    pub(crate) fn is_read(self, body: &[u8]) -> bool {
        match self {
            Said::Read => !body.starts_with(b"PK\x03\x04"),
            Said::Bytes => is_pdf(body),
            Said::Nothing => is_pdf(body) || is_page(body),
            Said::Other => false,
        }
    }
}

/// A content type without its parameters, in small letters.
pub(crate) fn plain(content_type: &str) -> String {
    let plain = content_type.split(';').next().unwrap_or_default();
    plain.trim().to_ascii_lowercase()
}

/// The bytes in UTF-8: by the mark they begin with, else by what the head says.
/// Where neither says anything they stay as they are, and the reader sees what the
/// page says of itself. Nothing where they are not what they are said to be.
pub(crate) fn in_utf8<'a>(body: &'a [u8], content_type: Option<&str>) -> Option<Cow<'a, [u8]>> {
    if is_pdf(body) || content_type.map(plain).as_deref() == Some(PDF) {
        return Some(Cow::Borrowed(body));
    }
    let (encoding, bytes) = match Encoding::for_bom(body) {
        // The mark of UTF-8 belongs to the text as it was stored.
        Some((encoding, _)) if encoding == UTF_8 => (UTF_8, body),
        Some((encoding, mark)) => (encoding, body.get(mark..).unwrap_or_default()),
        None => match content_type.and_then(charset) {
            Some(encoding) => (encoding, body),
            None => return Some(Cow::Borrowed(body)),
        },
    };
    let text = encoding.decode_without_bom_handling_and_without_replacement(bytes)?;
    Some(match text {
        Cow::Borrowed(text) => Cow::Borrowed(text.as_bytes()),
        Cow::Owned(text) => Cow::Owned(text.into_bytes()),
    })
}

/// The character set that a content type names, where it is known.
fn charset(content_type: &str) -> Option<&'static Encoding> {
    content_type.split(';').skip(1).find_map(|parameter| {
        let (name, value) = parameter.split_once('=')?;
        let value = value.trim().trim_matches(['"', '\'']);
        name.trim()
            .eq_ignore_ascii_case("charset")
            .then(|| Encoding::for_label(value.as_bytes()))?
    })
}

fn is_pdf(body: &[u8]) -> bool {
    head(body).windows(5).any(|window| window == b"%PDF-")
}

fn is_page(body: &[u8]) -> bool {
    let head = head(body);
    let head = head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(head);
    let head = head.trim_ascii_start().to_ascii_lowercase();
    head.starts_with(b"<!doctype html") || head.starts_with(b"<html")
}

fn head(body: &[u8]) -> &[u8] {
    body.get(..SHOWN_BYTES).unwrap_or(body)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_as(body: &[u8], content_type: &str) -> Option<String> {
        let bytes = in_utf8(body, Some(content_type))?;
        Some(String::from_utf8_lossy(&bytes).into_owned())
    }

    #[test]
    fn the_mark_comes_first_then_the_head() {
        for (body, said, text) in [
            (
                &b"Z\xFCrich"[..],
                "text/plain; charset=ISO-8859-1",
                "Zürich",
            ),
            (b"\x93a\x94", "text/html;Charset=\"windows-1252\"", "“a”"),
            (b"\x93\xFA\x96\x7B", "text/html; charset=shift_jis", "日本"),
            (b"\xD6\xD0\xCE\xC4", "text/html; charset=gb18030", "中文"),
            (b"a\0b\0", "text/plain; charset=utf-16le", "ab"),
            (b"\xFF\xFEa\0b\0", "text/plain; charset=utf-8", "ab"),
            (b"\xFE\xFF\0a\0b", "text/plain", "ab"),
            ("Zürich".as_bytes(), "text/plain; charset='utf-8'", "Zürich"),
            (
                "Zürich".as_bytes(),
                "text/plain; charset=x-nobody",
                "Zürich",
            ),
            ("Zürich".as_bytes(), "text/plain; format=flowed", "Zürich"),
            (
                "\u{feff}Zürich".as_bytes(),
                "text/plain; charset=latin1",
                "\u{feff}Zürich",
            ),
        ] {
            assert_eq!(read_as(body, said).as_deref(), Some(text), "{said}");
        }
    }

    #[test]
    fn what_does_not_decode_is_nothing() {
        for (body, said) in [
            (&b"Z\xFCrich"[..], "text/plain; charset=utf-8"),
            (b"\xFF\xFE\x00\xD8", "text/plain"),
            (b"\x81", "text/plain; charset=shift_jis"),
            (b"\xFF", "text/plain; charset=gb18030"),
            (b"abc", "text/plain; charset=utf-16le"),
            (b"abc", "text/plain; charset=iso-2022-kr"),
        ] {
            assert_eq!(read_as(body, said), None, "{said}");
        }
    }

    #[test]
    fn a_pdf_is_no_text_whatever_its_head_says() {
        for said in [
            "text/plain; charset=utf-16le",
            "application/pdf; charset=utf-8",
        ] {
            assert_eq!(
                in_utf8(b"%PDF-1.7 \xFF", Some(said)).as_deref(),
                Some(&b"%PDF-1.7 \xFF"[..])
            );
        }
    }

    #[test]
    fn content_without_a_type_must_show_what_it_is() {
        let page = &b"\n <!DOCTYPE HTML><p>a"[..];
        let pdf = &b"%PDF-1.7"[..];
        for (said, body, read) in [
            (Some("Text/HTML; a=b"), page, true),
            (Some("text/plain"), pdf, true),
            (Some("text/plain"), b"PK\x03\x04", false),
            (Some("application/octet-stream"), pdf, true),
            (Some("application/octet-stream"), page, false),
            (None, pdf, true),
            (None, page, true),
            (Some(" "), b"\xEF\xBB\xBF<html>", true),
            (None, b"words", false),
            (None, b"", false),
            (Some("image/png"), pdf, false),
        ] {
            assert_eq!(Said::by(said).is_read(body), read, "{said:?} {body:?}");
        }
    }
}
