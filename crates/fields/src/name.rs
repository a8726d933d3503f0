//! Names cut out of longer names.
//!
//! "Mexico" stands in "New Mexico" and "Acme" in "Acme Holdings Ltd.", letter by
//! letter; neither is what the document names.

use std::ops::Range;

use groundstop_contract::FieldType;

/// What a name is a name of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NameKind {
    /// A state or a country.
    Place,
    /// A person or a company.
    Party,
    /// The title of a document.
    Title,
}

/// Words that begin the names of places.
const PLACE_HEADS: &[&str] = &[
    "New",
    "North",
    "South",
    "West",
    "East",
    "Northern",
    "Southern",
    "Western",
    "Eastern",
    "British",
    "Saint",
    "St",
    "Hong",
    "Costa",
    "El",
    "Puerto",
    "Sri",
    "San",
    "Los",
    "Papua",
    "Rhode",
    "Central",
    "Equatorial",
    "Inner",
    "Lower",
    "Upper",
];

/// Places that are named in two halves.
const HALVES: &[(&str, &str)] = &[
    ("Antigua", "Barbuda"),
    ("Bosnia", "Herzegovina"),
    ("England", "Wales"),
    ("Kitts", "Nevis"),
    ("Newfoundland", "Labrador"),
    ("Tome", "Principe"),
    ("Trinidad", "Tobago"),
];

/// Forms of companies.
const FORMS: &[&str] = &[
    "inc",
    "ltd",
    "llc",
    "corp",
    "co",
    "company",
    "corporation",
    "limited",
    "incorporated",
    "plc",
    "gmbh",
    "ag",
    "sa",
    "bv",
    "nv",
    "llp",
    "lp",
    "kg",
    "srl",
    "spa",
    "holdings",
    "group",
    "partners",
    "trust",
    "bank",
];

impl NameKind {
    /// What kind of name a field takes.
    pub(crate) fn of(kind: FieldType) -> Option<NameKind> {
        match kind {
            FieldType::Jurisdiction => Some(NameKind::Place),
            FieldType::Party => Some(NameKind::Party),
            FieldType::Title => Some(NameKind::Title),
            FieldType::Date
            | FieldType::Money
            | FieldType::Percent
            | FieldType::Number
            | FieldType::Duration
            | FieldType::Boolean
            | FieldType::Choice
            | FieldType::Text => None,
        }
    }

    /// The longer name, where the one in `range` is only a piece of it.
    pub(crate) fn goes_on(self, text: &str, range: &Range<usize>) -> Option<String> {
        let before = text.get(..range.start)?;
        let inside = text.get(range.clone())?;
        let after = text.get(range.end..)?;
        let last = before
            .ends_with(' ')
            .then(|| before.trim_end().rsplit(char::is_whitespace).next())
            .flatten()
            .unwrap_or_default();
        let next = after
            .starts_with(' ')
            .then(|| after.trim_start().split(char::is_whitespace).next())
            .flatten()
            .unwrap_or_default();
        let plain = |word: &str| {
            let word = word.trim_matches(|c: char| !c.is_alphanumeric());
            word.to_lowercase()
        };
        let capital = |word: &str| word.starts_with(char::is_uppercase);
        let whole = |from: &str, to: &str| format!("{from} {inside} {to}").trim().to_owned();
        match self {
            NameKind::Place if half(before, inside, after).is_some() => half(before, inside, after),
            NameKind::Place => {
                let headless = PLACE_HEADS.contains(&inside);
                let headed = PLACE_HEADS.contains(&last);
                (headless && capital(next) || headed).then(|| {
                    whole(
                        if headed { last } else { "" },
                        if headless { next } else { "" },
                    )
                })
            }
            NameKind::Party => {
                let form = FORMS.contains(&plain(inside).as_str());
                let continued = capital(next) && FORMS.contains(&plain(next).as_str());
                // "Acme Holdings Ltd.": a capital word, then the form.
                let second = after.split_whitespace().nth(1).unwrap_or_default();
                let longer = capital(next)
                    && capital(second)
                    && FORMS.contains(&plain(second).as_str())
                    && !next.ends_with([',', '.', ';']);
                let bare = !inside
                    .split_whitespace()
                    .any(|word| FORMS.contains(&plain(word).as_str()));
                (form && capital(last) || bare && (continued || longer)).then(|| {
                    whole(
                        if form { last } else { "" },
                        if continued || longer { next } else { "" },
                    )
                })
            }
            NameKind::Title => {
                let to = matches!(plain(last).as_str(), "to" | "of" | "the");
                let line = before.rsplit('\n').next().unwrap_or_default();
                let loud = !line.chars().any(char::is_lowercase)
                    && line.chars().filter(|c| c.is_alphabetic()).count() > 3;
                let shouted = !inside.chars().any(char::is_lowercase);
                (to && loud && shouted).then(|| format!("{}{inside}", line.trim_start()))
            }
        }
    }
}

/// The whole name, where the one inside is only one half of it: "England and Wales".
fn half(before: &str, inside: &str, after: &str) -> Option<String> {
    let word = |text: Option<&str>| {
        let text = text.unwrap_or_default();
        text.trim_matches(|c: char| !c.is_alphanumeric()).to_owned()
    };
    let mut next = after.split_whitespace();
    let (joins, second) = (word(next.next()), word(next.next()));
    let mut last = before.split_whitespace().rev();
    let (joined, first) = (word(last.next()), word(last.next()));
    let is = |one: &str, two: &str| one.eq_ignore_ascii_case(two);
    let (one, two) = (
        word(inside.split_whitespace().next_back()),
        word(inside.split_whitespace().next()),
    );
    let found = HALVES.iter().find(|(head, tail)| {
        is(&one, head) && is(&joins, "and") && is(&second, tail)
            || is(&two, tail) && is(&joined, "and") && is(&first, head)
    });
    found.map(|(head, tail)| format!("{head} and {tail}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(kind: NameKind, text: &str, name: &str) -> bool {
        let start = text.find(name).unwrap();
        kind.goes_on(text, &(start..start + name.len())).is_some()
    }

    #[test]
    fn a_piece_of_a_name_is_no_name() {
        assert!(cut(NameKind::Place, "the laws of New Mexico.", "Mexico"));
        assert!(cut(NameKind::Place, "the laws of New York.", "New"));
        assert!(cut(NameKind::Place, "of Northern Ireland", "Ireland"));
        assert!(cut(NameKind::Place, "of England and Wales.", "England"));
        assert!(cut(NameKind::Place, "OF ENGLAND AND WALES.", "WALES"));
        assert!(cut(NameKind::Party, "Acme Holdings Ltd. signs", "Acme"));
        assert!(cut(NameKind::Party, "Guarantor: Acme Corp.", "Corp."));
        assert!(cut(
            NameKind::Title,
            "AMENDMENT NO. 1 TO LEASE AGREEMENT\n",
            "LEASE AGREEMENT"
        ));
    }

    #[test]
    fn a_whole_name_stays_whole() {
        assert!(!cut(NameKind::Place, "the State of New York.", "New York"));
        let both = "of England and Wales.";
        assert!(!cut(NameKind::Place, both, "England and Wales"));
        assert!(!cut(
            NameKind::Place,
            "of England and the rules of Wales",
            "England"
        ));
        assert!(!cut(
            NameKind::Place,
            "under the laws of Delaware and",
            "Delaware"
        ));
        assert!(!cut(
            NameKind::Party,
            "Acme Holdings Ltd. (Tenant)",
            "Acme Holdings Ltd."
        ));
        assert!(!cut(
            NameKind::Party,
            "between John Smith and Acme",
            "John Smith"
        ));
        assert!(!cut(
            NameKind::Title,
            "LEASE AGREEMENT\n",
            "LEASE AGREEMENT"
        ));
    }
}
