//! Where claims cannot both be right.
//!
//! Two claims of different sources differ when the question asks for a figure or a date
//! and what they give has nothing in common; or when they say the same with other
//! figures or names in it. A source may say several things that are all true: two of its
//! own claims differ only where each has every word of the question that the other has,
//! and nothing but the figure, the date or the name tells them apart.

use std::collections::BTreeSet;

use groundstop_contract::answer::{DisagreementRecord, SideRecord, Subject};
use groundstop_value::{Kind, Value, read_all};

use super::asked::{Asked, Sought};
use super::words::{Splitter, Word};

/// The most disagreements that are told.
const TOLD_MAX: usize = 5;

/// What a claim says, taken apart.
#[derive(Clone, Debug)]
pub(super) struct Said {
    /// The whole claim.
    pub(super) text: String,
    /// The claim without the number of its section.
    spoken: String,
    words: Vec<Word>,
    dates: Vec<(Value, String)>,
    years: Vec<String>,
    figures: Vec<(Value, String)>,
}

impl Said {
    pub(super) fn new(asked: &Asked, text: &str) -> Said {
        let whole = text;
        let text = without_number(whole);
        let splitter = Splitter::new(asked.language);
        let words = splitter.words(text);
        let in_question = |spelled: &str| {
            let keys = splitter.words(spelled);
            let known = |word: &Word| asked.needed.contains(&word.key);
            !keys.is_empty() && keys.iter().all(known)
        };
        let read = |kind: &Kind| {
            let readings = read_all(kind, text).into_iter();
            readings
                .filter_map(|reading| {
                    let spelled = text.get(reading.span.clone())?.to_owned();
                    let value = reading.clear()?.clone();
                    (!in_question(&spelled)).then_some((value, spelled))
                })
                .collect::<Vec<_>>()
        };
        let dates = read(&Kind::Date {
            order: None,
            century: None,
        });
        let years = words
            .iter()
            .filter(|word| is_year(&word.small) && !asked.needed.contains(&word.key));
        Said {
            years: years.map(|word| word.small.clone()).collect(),
            figures: figures(read),
            spoken: text.to_owned(),
            text: whole.to_owned(),
            words,
            dates,
        }
    }
}

/// A sentence without the number that its section begins with: `13.01`, `4.`, `2)`.
fn without_number(text: &str) -> &str {
    let numbered = text.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.' || c == ')');
    let length = text.len().saturating_sub(numbered.len());
    let marked = text
        .get(..length)
        .is_some_and(|number| number.contains(['.', ')']));
    match marked && numbered.starts_with(char::is_whitespace) {
        true => numbered.trim_start(),
        false => text,
    }
}

fn figures(read: impl Fn(&Kind) -> Vec<(Value, String)>) -> Vec<(Value, String)> {
    let money = read(&Kind::Money {
        currency: None,
        format: None,
        stated: None,
    });
    let percent = read(&Kind::Percent {
        ratio: false,
        format: None,
    });
    // A number is compared with its unit, where it has one.
    let measured: Vec<_> = money
        .into_iter()
        .chain(percent)
        .chain(read(&Kind::Duration))
        .collect();
    match measured.is_empty() {
        true => read(&Kind::Number { format: None }),
        false => measured,
    }
}

fn is_year(word: &str) -> bool {
    word.len() == 4
        && word
            .parse::<u16>()
            .is_ok_and(|year| (1000..2100).contains(&year))
}

/// How two claims differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Difference {
    about: Subject,
    one: String,
    other: String,
}

/// How two claims differ, where they cannot both be right.
pub(super) fn differ(asked: &Asked, one: &Said, other: &Said) -> Option<Difference> {
    let typed = match asked.sought {
        Sought::Figure => apart(Subject::Figure, &one.figures, &other.figures),
        Sought::Date => dates_apart(one, other),
        Sought::Name | Sought::Anything => None,
    };
    typed.or_else(|| reworded(asked, one, other))
}

fn dates_apart(one: &Said, other: &Said) -> Option<Difference> {
    if !one.dates.is_empty() && !other.dates.is_empty() {
        return apart(Subject::Date, &one.dates, &other.dates);
    }
    let common = one.years.iter().any(|year| other.years.contains(year));
    match (one.years.first(), other.years.first()) {
        (Some(a), Some(b)) if !common => Some(Difference {
            about: Subject::Date,
            one: a.clone(),
            other: b.clone(),
        }),
        _ => None,
    }
}

/// Whether both give something and nothing of it agrees.
fn apart(about: Subject, one: &[(Value, String)], other: &[(Value, String)]) -> Option<Difference> {
    let agree = one
        .iter()
        .any(|(a, _)| other.iter().any(|(b, _)| a.agrees(b)));
    match (one.first(), other.first()) {
        (Some((_, a)), Some((_, b))) if !agree => Some(Difference {
            about,
            one: a.clone(),
            other: b.clone(),
        }),
        _ => None,
    }
}

/// Whether both say the same but for figures or names: most of their words are
/// common, and each has a figure or a name that the other lacks.
fn reworded(asked: &Asked, one: &Said, other: &Said) -> Option<Difference> {
    let keys = |said: &Said| -> BTreeSet<String> {
        let words = said.words.iter().filter(|word| !word.empty);
        words.map(|word| word.key.clone()).collect()
    };
    let (a, b) = (keys(one), keys(other));
    let common = a.intersection(&b).count();
    let more = a.len().max(b.len());
    if common.saturating_mul(10) < more.saturating_mul(6) {
        return None;
    }
    let of_one = own_part(asked, one, &b)?;
    let of_other = own_part(asked, other, &a)?;
    (of_one.0 == of_other.0).then_some(Difference {
        about: of_one.0,
        one: of_one.1,
        other: of_other.1,
    })
}

/// The first run of figures or of capitalised words that the other claim lacks.
fn own_part(asked: &Asked, said: &Said, other: &BTreeSet<String>) -> Option<(Subject, String)> {
    let differs = |word: &&Word| {
        !other.contains(&word.key) && !asked.terms.contains(&word.key) && !word.empty
    };
    let marked = |word: &&Word| word.figure || word.capital;
    let first = said
        .words
        .iter()
        .position(|word| differs(&word) && marked(&word))?;
    let run: Vec<&Word> = said
        .words
        .iter()
        .skip(first)
        .take_while(|word| differs(word) && marked(word))
        .collect();
    let about = match run.iter().any(|word| word.figure) {
        true => Subject::Figure,
        false => Subject::Name,
    };
    let start = run.first()?.span.start;
    let end = run.last()?.span.end;
    Some((about, said.spoken.get(start..end)?.to_owned()))
}

/// How two claims of one source differ, where it contradicts itself.
pub(super) fn differ_within(asked: &Asked, one: &Said, other: &Said) -> Option<Difference> {
    let asked_for = |said: &Said| -> BTreeSet<String> {
        let keys = said.words.iter().map(|word| word.key.clone());
        keys.filter(|key| asked.terms.contains(key)).collect()
    };
    // Whatever else one of them says may be what makes both of them true.
    let own = |said: &Said, against: &Said| {
        let known: BTreeSet<&str> = against.words.iter().map(|word| word.key.as_str()).collect();
        said.words.iter().any(|word| {
            !word.empty
                && !word.figure
                && !word.capital
                && !asked.language.is_month_name(&word.small)
                && !known.contains(word.key.as_str())
        })
    };
    if asked_for(one) != asked_for(other) || own(one, other) || own(other, one) {
        return None;
    }
    differ(asked, one, other)
}

/// Every pair of claims that differ, each claim against the earlier ones.
pub(super) fn disagreements(asked: &Asked, said: &[(usize, &Said)]) -> Vec<DisagreementRecord> {
    let mut told = Vec::new();
    for (place, (source, one)) in said.iter().enumerate() {
        for (later, (other_source, other)) in said.iter().enumerate().skip(place.saturating_add(1))
        {
            if told.len() >= TOLD_MAX {
                return told;
            }
            let difference = match source == other_source {
                true => differ_within(asked, one, other),
                false => differ(asked, one, other),
            };
            let Some(difference) = difference else {
                continue;
            };
            told.push(DisagreementRecord {
                about: difference.about,
                sides: vec![
                    SideRecord {
                        says: difference.one,
                        claim: place,
                    },
                    SideRecord {
                        says: difference.other,
                        claim: later,
                    },
                ],
            });
        }
    }
    told
}

#[cfg(test)]
mod tests {
    use super::*;

    fn difference(question: &str, one: &str, other: &str) -> Option<(Subject, String, String)> {
        let asked = Asked::new(question);
        let said = |text| Said::new(&asked, text);
        differ(&asked, &said(one), &said(other)).map(|d| (d.about, d.one, d.other))
    }

    fn told(about: Subject, one: &str, other: &str) -> Option<(Subject, String, String)> {
        Some((about, one.to_owned(), other.to_owned()))
    }

    #[test]
    fn figures_dates_and_names_that_exclude_each_other_are_told() {
        assert_eq!(
            difference(
                "How much did the buyer pay for the mill?",
                "The buyer paid $1.65 million for the mill.",
                "For the mill, $10.65 million was paid by the buyer in 2006.",
            ),
            told(Subject::Figure, "$1.65 million", "$10.65 million")
        );
        assert_eq!(
            difference(
                "When was the mill sold?",
                "The mill was sold on 5 January 2020.",
                "It was on May 5, 2020 that the mill was sold."
            ),
            told(Subject::Date, "5 January 2020", "May 5, 2020")
        );
        assert_eq!(
            difference(
                "Who bought the mill?",
                "Anna Weber bought the old mill in 2012.",
                "Karl Brandt bought the old mill in 2012.",
            ),
            told(Subject::Name, "Anna Weber", "Karl Brandt")
        );
    }

    #[test]
    fn figures_are_compared_with_their_units() {
        let how_long = "How long is the notice period?";
        assert_eq!(
            difference(
                how_long,
                "The notice period is 30 days.",
                "The notice period is 30 months.",
            ),
            told(Subject::Figure, "30 days", "30 months")
        );
        assert_eq!(
            difference(
                "How much is the price?",
                "The price is CHF 1 million.",
                "The price is CHF 1,000,000.",
            ),
            None
        );
    }

    #[test]
    fn what_both_say_is_no_difference() {
        for (question, one, other) in [
            (
                "When was the mill sold?",
                "The mill was sold on 5 January 2020.",
                "On January 5, 2020, the mill was sold.",
            ),
            (
                "Who bought the mill?",
                "Anna Weber bought the old mill in 2012.",
                "The mill belongs to Anna Weber, who restored it with Karl Brandt.",
            ),
            (
                "How many rooms has the mill?",
                "The mill has 12 rooms.",
                "There are 12 rooms in the mill and 3 sheds.",
            ),
        ] {
            assert_eq!(difference(question, one, other), None, "{one} / {other}");
        }
    }
}
