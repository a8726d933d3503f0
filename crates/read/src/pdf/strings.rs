//! Text strings of PDF objects: UTF-16, UTF-8 or PDF's own eight-bit encoding.

/// The part of PDFDocEncoding that is neither ASCII nor Latin-1.
const UPPER: [char; 32] = [
    '\u{2022}', '\u{2020}', '\u{2021}', '\u{2026}', '\u{2014}', '\u{2013}', '\u{0192}', '\u{2044}',
    '\u{2039}', '\u{203a}', '\u{2212}', '\u{2030}', '\u{201e}', '\u{201c}', '\u{201d}', '\u{2018}',
    '\u{2019}', '\u{201a}', '\u{2122}', '\u{fb01}', '\u{fb02}', '\u{0141}', '\u{0152}', '\u{0160}',
    '\u{0178}', '\u{017d}', '\u{0131}', '\u{0142}', '\u{0153}', '\u{0161}', '\u{017e}', '\u{fffd}',
];

/// The characters of a text string.
pub(crate) fn decode(bytes: &[u8]) -> String {
    if let Some(rest) = bytes.strip_prefix(b"\xFE\xFF") {
        return utf16(rest, u16::from_be_bytes);
    }
    if let Some(rest) = bytes.strip_prefix(b"\xFF\xFE") {
        return utf16(rest, u16::from_le_bytes);
    }
    if let Some(rest) = bytes.strip_prefix(b"\xEF\xBB\xBF") {
        return String::from_utf8_lossy(rest).into_owned();
    }
    bytes.iter().map(|byte| eight_bit(*byte)).collect()
}

fn utf16(bytes: &[u8], pair: fn([u8; 2]) -> u16) -> String {
    let units = bytes.chunks_exact(2).map(|two| match two {
        [first, second] => pair([*first, *second]),
        _ => 0xFFFD,
    });
    char::decode_utf16(units)
        .map(|each| each.unwrap_or(char::REPLACEMENT_CHARACTER))
        .collect()
}

fn eight_bit(byte: u8) -> char {
    match byte {
        0x80..=0x9F => UPPER
            .get(usize::from(byte - 0x80))
            .copied()
            .unwrap_or(char::REPLACEMENT_CHARACTER),
        0xA0 => '\u{20ac}',
        other => char::from(other),
    }
}
