//! What a text holds in another spelling: base64, hexadecimal, escapes, rot13,
//! written backwards. Bounded in size and depth; the result is screened again.

use std::ops::Range;

use base64::Engine;
use base64::alphabet;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};

use super::escapes::{escaped, unescaped};
use super::scout::{Scouted, around};

/// The longest run that is decoded, and all of them together, in bytes.
pub(super) const RUN_MAX: usize = 64 * 1024;
const TOTAL_MAX: usize = 1024 * 1024;
/// Of a hundred characters so many must be letters, digits or blanks.
const READABLE_PERCENT: usize = 75;
/// Variation selectors in a row that spell something.
const SELECTORS_MIN: usize = 8;

/// What a stretch of the text says when it is decoded.
pub(super) struct Piece {
    pub(super) text: String,
    pub(super) span: Range<usize>,
}

/// Everything in a view that could be decoded.
pub(super) fn pieces(text: &str, scouted: &Scouted) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut left = TOTAL_MAX;
    let mut add = |text: Option<String>, span: Range<usize>| {
        if let Some(text) = text.filter(|text| text.len() <= left) {
            left = left.saturating_sub(text.len());
            pieces.push(Piece { text, span });
        }
    };
    for run in &scouted.runs {
        if run.len() <= RUN_MAX {
            let written = text.get(run.clone()).unwrap_or_default();
            add(readable(hexadecimal(written)), run.clone());
            add(readable(base64(written)), run.clone());
        }
    }
    for stretch in scouted.wrapped.iter().filter(|span| span.len() <= RUN_MAX) {
        let written: String = text
            .get(stretch.clone())
            .unwrap_or_default()
            .split_ascii_whitespace()
            .collect();
        add(readable(hexadecimal(&written)), stretch.clone());
        add(readable(base64(&written)), stretch.clone());
    }
    for stretch in scouted.codes.iter().filter(|span| span.len() <= RUN_MAX) {
        let written = text.get(stretch.clone()).unwrap_or_default();
        for radix in [16, 10, 8] {
            add(readable(codes(written, radix)), stretch.clone());
        }
    }
    for stretch in scouted.binary.iter().cloned() {
        let written = text.get(stretch.clone()).unwrap_or_default();
        add(readable(bits(written)), stretch);
    }
    if scouted.escapes {
        for stretch in escaped(text) {
            let written = text.get(stretch.clone()).unwrap_or_default();
            add(Some(unescaped(written)), stretch);
        }
    }
    pieces
}

/// A stretch around a word written so that it is not seen at once, in clear.
pub(super) fn in_clear(text: &str, word: Range<usize>, how: Hidden) -> Piece {
    let span = around(text, word);
    let written = text.get(span.clone()).unwrap_or_default();
    Piece {
        text: how.read(written),
        span,
    }
}

/// Bytes that read as a text.
fn readable(bytes: Option<Vec<u8>>) -> Option<String> {
    let text = String::from_utf8(bytes?).ok()?;
    let all = text.chars().count();
    let fine = text
        .chars()
        .filter(|c| c.is_alphanumeric() || c.is_whitespace())
        .count();
    (all >= 8 && fine.saturating_mul(100) >= all.saturating_mul(READABLE_PERCENT)).then_some(text)
}

fn base64(written: &str) -> Option<Vec<u8>> {
    let config = GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::Indifferent)
        .with_decode_allow_trailing_bits(true);
    let letters = written.trim_end_matches('=');
    // A run cut at an odd place still holds what stands before.
    let whole = match letters.len() % 4 {
        1 => letters.get(..letters.len().saturating_sub(1))?,
        _ => letters,
    };
    GeneralPurpose::new(&alphabet::STANDARD, config)
        .decode(whole)
        .or_else(|_| GeneralPurpose::new(&alphabet::URL_SAFE, config).decode(whole))
        .ok()
}

fn hexadecimal(written: &str) -> Option<Vec<u8>> {
    let digits = written.strip_prefix("0x").unwrap_or(written).as_bytes();
    if digits.len() < 32 || !digits.len().is_multiple_of(2) {
        return None;
    }
    digits
        .chunks(2)
        .map(|pair| {
            let pair = std::str::from_utf8(pair).ok()?;
            u8::from_str_radix(pair, 16).ok()
        })
        .collect()
}

/// Bytes written as numbers.
fn codes(written: &str, radix: u32) -> Option<Vec<u8>> {
    let numbers = written.split(|c: char| !c.is_ascii_alphanumeric());
    numbers
        .filter(|number| !number.is_empty())
        .map(|number| {
            let digits = number.strip_prefix("0x").unwrap_or(number);
            u8::from_str_radix(digits, radix).ok()
        })
        .collect()
}

/// What variation selectors spell, a byte each: nobody sees them, and they choose
/// no variant where many of them stand in a row. Spans are of the text itself.
pub(super) fn smuggled(text: &str) -> Vec<Piece> {
    let bytes = text.as_bytes();
    let mut pieces = Vec::new();
    let mut from = 0usize;
    while let Some(found) = bytes
        .get(from..)
        .and_then(|rest| memchr::memchr2(0xEF, 0xF3, rest))
    {
        let start = from.saturating_add(found);
        // The second byte tells a selector from other characters of its block.
        if !matches!(
            bytes.get(start..start.saturating_add(2)),
            Some([0xEF, 0xB8] | [0xF3, 0xA0])
        ) {
            from = start.saturating_add(1);
            continue;
        }
        let rest = text.get(start..).unwrap_or_default();
        let spelled: Vec<u8> = rest
            .chars()
            .map_while(selector_byte)
            .take(RUN_MAX)
            .collect();
        let selectors = rest.chars().take(spelled.len());
        let length: usize = selectors.map(char::len_utf8).sum();
        from = start.saturating_add(length.max(1));
        if spelled.len() >= SELECTORS_MIN {
            let text = String::from_utf8_lossy(&spelled).into_owned();
            pieces.push(Piece {
                text,
                span: start..from,
            });
        }
    }
    pieces
}

fn selector_byte(c: char) -> Option<u8> {
    let nth = match c {
        '\u{FE00}'..='\u{FE0F}' => u32::from(c).checked_sub(0xFE00),
        '\u{E0100}'..='\u{E01EF}' => u32::from(c).checked_sub(0xE0100 - 16),
        _ => None,
    };
    u8::try_from(nth?).ok()
}

fn bits(written: &str) -> Option<Vec<u8>> {
    let digits: Vec<u8> = written
        .bytes()
        .filter(|byte| matches!(byte, b'0' | b'1'))
        .collect();
    if digits.len() > RUN_MAX {
        return None;
    }
    let byte = |eight: &[u8]| {
        let start = 0u8;
        eight
            .iter()
            .fold(start, |sum, digit| (sum << 1) | (digit & 1))
    };
    Some(digits.chunks_exact(8).map(byte).collect())
}

/// Ways of writing a word so that it is not seen at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hidden {
    Rot13,
    Backwards,
}

impl Hidden {
    pub(super) const ALL: [Hidden; 2] = [Hidden::Rot13, Hidden::Backwards];

    /// The text in clear; each way undoes itself.
    pub(super) fn read(self, text: &str) -> String {
        match self {
            Hidden::Rot13 => text.chars().map(rot13).collect(),
            Hidden::Backwards => text.chars().rev().collect(),
        }
    }
}

fn rot13(c: char) -> char {
    let turn = |base: u8, byte: u8| {
        let place = byte.wrapping_sub(base).wrapping_add(13) % 26;
        char::from(base.wrapping_add(place))
    };
    match u8::try_from(c) {
        Ok(byte @ b'a'..=b'z') => turn(b'a', byte),
        Ok(byte @ b'A'..=b'Z') => turn(b'A', byte),
        _ => c,
    }
}
