//! The bytes of a web page to characters: UTF-8, UTF-16 with a mark, Windows-1252 where it says so.

use std::borrow::Cow;

use groundstop_document::Document;

use crate::ReadError;

/// Bytes at the start in which a page says how it is encoded.
const DECLARATION_BYTES: usize = 1024;

/// The characters of Windows-1252 between 0x80 and 0x9F.
const WINDOWS: [char; 32] = [
    '\u{20ac}', '\u{fffd}', '\u{201a}', '\u{0192}', '\u{201e}', '\u{2026}', '\u{2020}', '\u{2021}',
    '\u{02c6}', '\u{2030}', '\u{0160}', '\u{2039}', '\u{0152}', '\u{fffd}', '\u{017d}', '\u{fffd}',
    '\u{fffd}', '\u{2018}', '\u{2019}', '\u{201c}', '\u{201d}', '\u{2022}', '\u{2013}', '\u{2014}',
    '\u{02dc}', '\u{2122}', '\u{0161}', '\u{203a}', '\u{0153}', '\u{fffd}', '\u{017e}', '\u{0178}',
];

/// The characters of a page.
pub(crate) fn decode(bytes: &[u8]) -> Result<Cow<'_, str>, ReadError> {
    if let Some(rest) = bytes.strip_prefix(b"\xFF\xFE") {
        return utf16(rest, u16::from_le_bytes);
    }
    if let Some(rest) = bytes.strip_prefix(b"\xFE\xFF") {
        return utf16(rest, u16::from_be_bytes);
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => Ok(Cow::Borrowed(text)),
        Err(_) if says_western(bytes) => Ok(Cow::Owned(
            bytes.iter().map(|byte| western(*byte)).collect(),
        )),
        Err(_) => match Document::from_text(bytes) {
            Err(error) => Err(ReadError::NotText(error)),
            Ok(_) => Err(ReadError::malformed("HTML", "its encoding is unknown")),
        },
    }
}

fn utf16(bytes: &[u8], pair: fn([u8; 2]) -> u16) -> Result<Cow<'_, str>, ReadError> {
    let units = bytes.chunks_exact(2).map(|two| match two {
        [first, second] => pair([*first, *second]),
        _ => 0xFFFD,
    });
    char::decode_utf16(units)
        .collect::<Result<String, _>>()
        .map(Cow::Owned)
        .map_err(|_| ReadError::malformed("HTML", "it is not the UTF-16 it says it is"))
}

fn says_western(bytes: &[u8]) -> bool {
    let head = bytes.get(..bytes.len().min(DECLARATION_BYTES));
    let head = String::from_utf8_lossy(head.unwrap_or_default()).to_ascii_lowercase();
    ["charset=", "encoding="].iter().any(|key| {
        head.split(key).skip(1).any(|after| {
            let name = after.trim_start_matches(['"', '\'', ' ']);
            ["windows-1252", "iso-8859-1", "latin1", "us-ascii", "ascii"]
                .iter()
                .any(|known| name.starts_with(known))
        })
    })
}

fn western(byte: u8) -> char {
    match byte {
        0x80..=0x9F => WINDOWS
            .get(usize::from(byte - 0x80))
            .copied()
            .unwrap_or(char::REPLACEMENT_CHARACTER),
        other => char::from(other),
    }
}
