//! Digits above the line: a footnote mark behind a figure is no digit of it.

/// A character as it stands above the line, where there is such a sign.
pub(crate) fn raised(each: char) -> char {
    match each {
        '0' => '\u{2070}',
        '1' => '\u{b9}',
        '2' => '\u{b2}',
        '3' => '\u{b3}',
        '4' => '\u{2074}',
        '5' => '\u{2075}',
        '6' => '\u{2076}',
        '7' => '\u{2077}',
        '8' => '\u{2078}',
        '9' => '\u{2079}',
        other => other,
    }
}
