//! Numbers spelled in English, to be read back.

const UNITS: [&str; 20] = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
];
const TENS: [&str; 10] = [
    "", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety",
];

/// A number below a hundred: `forty-two`.
#[must_use]
pub fn below_hundred(number: u64) -> String {
    let (tens, units) = ((number / 10) as usize, (number % 10) as usize);
    match number {
        0..=19 => UNITS[number as usize].to_owned(),
        _ if units == 0 => TENS[tens].to_owned(),
        _ => format!("{}-{}", TENS[tens], UNITS[units]),
    }
}

/// A number below a thousand, with what joins the hundreds to the rest.
#[must_use]
pub fn below_thousand(number: u64, joint: &str) -> String {
    match (number / 100, number % 100) {
        (0, rest) => below_hundred(rest),
        (hundreds, 0) => format!("{} hundred", below_hundred(hundreds)),
        (hundreds, rest) => format!(
            "{} hundred{joint}{}",
            below_hundred(hundreds),
            below_hundred(rest)
        ),
    }
}
