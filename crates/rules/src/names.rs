//! What the words of a condition name: persons, kinds of income, periods, places.
//!
//! Which words name something is an open list, so it is told from the other side: the
//! words that only carry a sentence, and those that every tax law uses of everything,
//! are known, and whatever is left is a name. Two conditions that name the same things
//! differ in wording only.

use std::collections::BTreeSet;

use crate::marker;
use crate::skeleton::{BREAK, MONEY, PERCENT, Skeleton};

/// Words that carry a sentence.
const CARRIERS: &str = "\
    excess plus nil a above accordance according additionally aforesaid after also an and any applicable \
    apply as at basis be been being below both but by calculate calculated case charge \
    chargeable charged computed determined did do does during each equal every extent \
    following follows for from further given has have having he her hereby herein his if \
    imposed in increase increased into is it its levied levy liable made manner may means \
    mentioned must namely nature of on or paid pay payable per portion provided provision \
    purpose referred relation respect respectively said same set shall she so specified \
    stated subject such that the their then there thereof thereon these they this those to \
    under upon use used was way were when where whether which who whole whom whose will with \
    within would";

/// Words that tax laws use of everything they lay down.
const COMMON: &str = "\
    act additional amount anyone assessee cent cess chapter charging clause computing \
    division dollar duty euro fee general head imposition income item law miscellaneous \
    naira net paragraph part payer percent percentage person pound preliminary rate rule \
    rupee schedule section statute sub sum supplementary surcharg surcharge table tax \
    taxable taxation taxpayer title total value";

/// Words that compare with a number and stay with it: "eighty years or more" is no "less than eighty".
const COMPARES: &[(&str, &str)] = &[
    ("less than", "<"),
    ("not exceeding", "<="),
    ("not exceed", "<="),
    ("not more than", "<="),
    ("up to", "<="),
    ("upto", "<="),
    ("below", "<"),
    ("before", "<"),
    ("not less than", ">="),
    ("at least", ">="),
    ("exceeding", ">"),
    ("exceeds", ">"),
    ("exceed", ">"),
    ("more than", ">"),
    ("above", ">"),
    ("over", ">"),
    ("after", ">"),
];

/// Words between which a text chooses: what they stand in holds where the other does not.
const ORDERS: &[&str] = &[
    "any other",
    "the other",
    "all other",
    "in other cases",
    "every other",
    "other than",
    "otherwise",
    "not being",
    "notwithstanding",
    "excluding",
    "except",
    "exclusive of",
    "in addition to",
    "in lieu of",
    "in place of",
    "instead of",
    "remaining",
    "balance",
    "unless",
];

/// Whether a text sets its rule apart from another one.
pub(crate) fn orders(text: &str) -> bool {
    let flat = flat(text);
    ORDERS
        .iter()
        .any(|words| flat.contains(&format!(" {words} ")))
}

/// A text in small letters, every other sign than letters and digits a blank, blanks at both ends.
fn flat(text: &str) -> String {
    let skeleton = Skeleton::new(text);
    let signs: String = skeleton
        .text()
        .chars()
        .map(|c| match c {
            MONEY | PERCENT | BREAK => ' ',
            c if c.is_alphanumeric() => c,
            _ => ' ',
        })
        .collect();
    let words: Vec<&str> = signs.split_whitespace().collect();
    format!(" {} ", words.join(" "))
}

/// A text without the number of its section or item; one with letters in it, `115BAC.`, is a name.
fn without_mark(text: &str) -> &str {
    let rest = marker::read(text).and_then(|mark| text.split_at_checked(mark.end));
    match rest {
        Some((mark, rest)) if !mark.contains(|c: char| c.is_ascii_uppercase()) => rest,
        _ => text,
    }
}

/// What the words of a text name.
pub(crate) fn names(text: &str) -> BTreeSet<String> {
    let flat = flat(without_mark(text));
    let words: Vec<&str> = flat.split_whitespace().collect();
    let mut found = BTreeSet::new();
    let mut negated = 0u8;
    for (at, word) in words.iter().enumerate() {
        if matches!(*word, "not" | "non" | "no" | "neither" | "without") {
            negated = 3;
            continue;
        }
        negated = negated.saturating_sub(1);
        let name = match is_number(word) {
            true => compared(&words, at, word),
            false => stem(word),
        };
        let before = at.checked_sub(1).and_then(|at| words.get(at)).copied();
        if carries(word)
            || carries(&name)
            || negated == 0 && is_verb(before.unwrap_or_default(), word)
        {
            continue;
        }
        found.insert(match negated > 0 {
            true => format!("not {name}"),
            false => name,
        });
        negated = 0;
    }
    found
}

/// What is done, and how, names nothing: "shall be collected", "is hereby introduced", "solely".
fn is_verb(before: &str, word: &str) -> bool {
    const HELPERS: &str = "be been being is are was were so hereby as there shall it to has have";
    let done = word.ends_with("ed") || word.ends_with("en");
    word.ends_with("ly") || done && HELPERS.split(' ').any(|helper| helper == before)
}

fn carries(word: &str) -> bool {
    let short = word.len() == 1 && !word.starts_with(|c: char| c.is_ascii_digit());
    let roman = word.len() <= 5 && word.chars().all(|c| "ivxl".contains(c));
    short
        || roman
        || CARRIERS.split(' ').any(|known| known == word)
        || COMMON.split(' ').any(|known| known == word)
        || COMPARES
            .iter()
            .any(|(words, _)| words.split(' ').any(|each| each == word))
}

/// A number with what compares it, so that the other side of it is another name.
fn compared(words: &[&str], at: usize, number: &str) -> String {
    // "after the 31st day of March, 1961": the year of a date stands far behind.
    let year = number.len() == 4 && number.bytes().all(|b| b.is_ascii_digit());
    let reach = if year { 7 } else { 3 };
    let before = words
        .get(at.saturating_sub(reach)..at)
        .unwrap_or_default()
        .join(" ");
    let after = words.get(at.saturating_add(1)..).unwrap_or_default();
    let more = after.windows(2).take(3).any(|pair| {
        matches!(
            pair,
            ["or", "more" | "above" | "over"] | ["and", "above" | "over"]
        )
    });
    let ends = |phrase: &str| {
        let end = before.rfind(phrase)?.saturating_add(phrase.len());
        (year || end == before.len()).then_some(end)
    };
    let sign = COMPARES
        .iter()
        .filter_map(|(phrase, sign)| Some((ends(phrase)?, phrase.len(), *sign)))
        .max()
        .map(|(_, _, sign)| sign);
    match (sign, more) {
        (Some(sign), _) => format!("{sign}{number}"),
        (None, true) => format!(">={number}"),
        (None, false) => number.to_owned(),
    }
}

fn is_number(word: &str) -> bool {
    const NUMBERS: &str = "\
    eight eighteen eighty eleven fifteen fifty five forty four hundred nine ninety one seven \
    seventy six sixty ten thirty thousand three twelve twenty two";
    word.starts_with(|c: char| c.is_ascii_digit()) || NUMBERS.split(' ').any(|known| known == word)
}

/// A word without the ending of its plural.
fn stem(word: &str) -> String {
    let plural = word.len() > 3 && word.ends_with('s') && !word.ends_with("ss");
    let base = match word.strip_suffix("ies").filter(|base| base.len() > 1) {
        Some(base) => return format!("{base}y"),
        None if plural => word.get(..word.len().saturating_sub(1)),
        None => Some(word),
    };
    base.unwrap_or(word).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(text: &str) -> Vec<String> {
        names(text).into_iter().collect()
    }

    #[test]
    fn wording_names_nothing() {
        assert_eq!(
            all(
                "In the case of every individual having a total income exceeding fifty lakh rupees"
            ),
            ["individual"]
        );
        assert_eq!(
            all("where the person is not resident in India"),
            ["india", "not resident"]
        );
        assert_eq!(all("PART III"), Vec::<String>::new());
    }

    #[test]
    fn the_two_sides_of_a_number_are_two_names() {
        let old = names("of the age of eighty years or more");
        let young = names("of the age of sixty years or more but less than eighty years");
        assert!(
            !old.is_subset(&young) && !young.is_subset(&old),
            "{old:?} {young:?}"
        );
    }
}
