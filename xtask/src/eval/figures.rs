//! Every figure with a unit that a text states, found a slow way of its own.
//!
//! It shares nothing with the product: it walks over the words of a text and looks for a
//! number beside a unit. The account of the product has to name each of them.

/// Words that numbers are made of.
const NUMBERS: &[&str] = &[
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
    "twenty",
    "thirty",
    "forty",
    "fifty",
    "sixty",
    "seventy",
    "eighty",
    "ninety",
    "hundred",
    "thousand",
    "lakh",
    "lakhs",
    "crore",
    "crores",
    "million",
    "billion",
];
/// Units, as they begin behind a number.
const UNITS: &[&str] = &[
    "per cent",
    "percent",
    "per centum",
    "%",
    "rupee",
    "rupees",
    "naira",
    "dollars",
    "day",
    "days",
    "month",
    "months",
    "year",
    "years",
];
/// Signs of money, as they stand before a number.
const SIGNS: &[&str] = &["rs.", "rs", "₹", "₦", "$", "€", "£"];

/// One word with its bytes in the text.
struct Word {
    text: String,
    start: usize,
    end: usize,
}

/// The bytes of every figure's number.
pub(super) fn figures(text: &str) -> Vec<(usize, usize)> {
    let words = words(text);
    let mut found = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let mut end = at;
        while end < words.len() && is_number(&words[end].text) {
            end += 1;
        }
        if end == at {
            at += 1;
            continue;
        }
        let unit = |unit: &&str| {
            let parts: Vec<&str> = unit.split(' ').collect();
            let mut behind = words[end..].iter().map(|word| word.text.as_str());
            parts.iter().all(|part| behind.next() == Some(part))
        };
        let signed = at > 0 && SIGNS.contains(&words[at - 1].text.as_str());
        // "Rs. 5" and "Rs.\u{a0}5", and not the number of a section before "years".
        if UNITS.iter().any(unit) || signed && starts_with_digit(&words[at].text) {
            found.push((words[at].start, words[end - 1].end));
        }
        at = end;
    }
    found
}

fn is_number(word: &str) -> bool {
    NUMBERS.contains(&word) || starts_with_digit(word) && word.bytes().all(is_of_figure)
}

fn starts_with_digit(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_digit())
}

fn is_of_figure(byte: u8) -> bool {
    byte.is_ascii_digit() || matches!(byte, b',' | b'.')
}

/// Words in small letters: letters and digits together, signs of money and of per cent alone.
fn words(text: &str) -> Vec<Word> {
    let mut all: Vec<Word> = Vec::new();
    let mut open: Option<Word> = None;
    let chars: Vec<(usize, char)> = text.char_indices().collect();
    for (index, (at, c)) in chars.iter().enumerate() {
        let digit = |place: Option<usize>| {
            place
                .and_then(|place| chars.get(place))
                .is_some_and(|(_, c)| c.is_ascii_digit())
        };
        let inside =
            matches!(c, ',' | '.') && digit(index.checked_sub(1)) && digit(Some(index + 1));
        if c.is_alphanumeric() || inside {
            let word = open.get_or_insert(Word {
                text: String::new(),
                start: *at,
                end: *at,
            });
            word.text.extend(c.to_lowercase());
            word.end = at + c.len_utf8();
            continue;
        }
        all.extend(open.take());
        let mark = match c {
            '%' | '₹' | '₦' | '$' | '€' | '£' => Some(c.to_string()),
            // What ends a clause ends a figure; a dash inside a number does not.
            ';' | ':' | '|' | '/' => Some(c.to_string()),
            _ => None,
        };
        all.extend(mark.map(|text| Word {
            text,
            start: *at,
            end: at + c.len_utf8(),
        }));
    }
    all.extend(open);
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_found_by_their_units() {
        let text = "at twenty-\nfive per cent. of Rs. 5,00,000 within 30 days under section 12, \
            in the year 2020, or ₦800,000";
        let found: Vec<&str> = figures(text)
            .into_iter()
            .map(|(start, end)| &text[start..end])
            .collect();
        assert_eq!(found, ["twenty-\nfive", "5,00,000", "30", "800,000"]);
    }
}
