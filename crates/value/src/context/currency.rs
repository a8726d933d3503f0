//! The currency that a document states once, for amounts that have none of their own.
//!
//! "Currency: EUR", "All amounts in GBP", a head such as "Amount (EUR)". A document that states
//! two, or that has an amount in another one, states none.

use std::ops::Range;

use groundstop_language::{LANGUAGES, Words, has};

use super::form::{cells, line_around};
use crate::kind::{Kind, StatedCurrency};
use crate::money::currency::{code, is_wordlike, joined, label, national};
use crate::read::read_all;
use crate::value::Value;

/// A line of a form is no longer than this.
const LINE_MAX_BYTES: usize = 240;
/// Words between what amounts are called and the currency they are in.
const BETWEEN_MAX_WORDS: usize = 6;
/// A head or a label with a currency has no more bytes than this.
const HEAD_MAX_BYTES: usize = 60;

/// A currency and the words that state it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    /// Its code, its sign or its name.
    pub currency: &'static str,
    /// The bytes that name it.
    pub place: Range<usize>,
}

impl Said {
    /// As what it is to amounts written with cents, or to all figures.
    #[must_use]
    pub fn stated(&self, figures: bool) -> StatedCurrency {
        StatedCurrency {
            currency: self.currency.to_owned(),
            figures,
        }
    }
}

/// The one currency that a text states for its amounts.
#[must_use]
pub fn stated_currency(text: &str) -> Option<Said> {
    let mut found = in_sentences(text);
    let mut start = 0usize;
    for line in text.split_inclusive('\n') {
        let range = start..start.saturating_add(line.trim_end().len());
        start = start.saturating_add(line.len());
        if (1..=LINE_MAX_BYTES).contains(&range.len()) {
            on_line(text, range, &mut found);
        }
    }
    let only = one_of(found)?;
    let money = Kind::Money {
        currency: None,
        format: None,
        stated: None,
    };
    let agrees = |value: &Value| match value {
        Value::Money { currency, .. } => {
            label(currency).is_some_and(|own| joined(own, only.currency).is_some())
        }
        _ => true,
    };
    let readings = read_all(&money, text);
    let mut values = readings.iter().flat_map(|reading| &reading.values);
    values.all(agrees).then_some(only)
}

/// The currency that all of some namings can mean, at the place of the first.
#[must_use]
pub fn one_of(found: Vec<Said>) -> Option<Said> {
    let mut found = found.into_iter();
    let mut only = found.next()?;
    for next in found {
        only.currency = joined(only.currency, next.currency)?;
    }
    Some(only)
}

/// The currency in which a head or a label says that its figures are: "Amount (EUR)", "Betrag in
/// EUR", and with `bare` also "Betrag EUR". Offsets are those of the text given.
#[must_use]
pub fn currency_of_head(said: &str, bare: bool) -> Option<Said> {
    let head = said.trim_end().trim_end_matches(':').trim_end();
    let plain = !head.chars().any(|c| c.is_ascii_digit());
    if !plain || head.len() > HEAD_MAX_BYTES {
        return None;
    }
    let (open, inner) = match head.strip_suffix(')') {
        Some(rest) => (rest.rfind('(')?, true),
        None => (head.rfind(char::is_whitespace)?, false),
    };
    let before = head.get(..open)?.trim_end();
    let last = before.split_whitespace().next_back()?.to_lowercase();
    let led = any(|words| words.currency_in, &last);
    let place = match inner {
        true => open.saturating_add(1)..head.len().saturating_sub(1),
        false => {
            head.len()
                .saturating_sub(head.get(open..)?.trim_start().len())..head.len()
        }
    };
    let lettered = before.chars().any(char::is_alphabetic);
    let words = head.get(place.clone())?;
    let words = match inner {
        true => without_lead(words),
        false => words,
    };
    let currency = named(words)?;
    (lettered && (inner || led || bare)).then_some(Said { currency, place })
}

/// The words in brackets without the preposition before the currency.
fn without_lead(words: &str) -> &str {
    let words = words.trim();
    match words.split_once(char::is_whitespace) {
        Some((first, rest)) if any(|words| words.currency_in, &first.to_lowercase()) => rest,
        _ => words,
    }
}

/// The currency that short words name and nothing else: "EUR", "€", "EUR (€)", "US dollars".
#[must_use]
pub fn named(said: &str) -> Option<&'static str> {
    let mut found: Option<&'static str> = None;
    let mut adjective: Option<&str> = None;
    let parts = said.split(|c: char| c.is_whitespace() || matches!(c, '(' | ')' | '/' | ',' | '-'));
    for part in parts.filter(|part| !part.is_empty()) {
        let part = part.trim_end_matches(['.', ':', ';']);
        let Some(own) = label(part).filter(|own| !is_wordlike(own) || code(part).is_none()) else {
            if adjective.replace(part).is_some() || found.is_some() {
                return None;
            }
            continue;
        };
        let own = match adjective.take() {
            Some(adjective) => national(adjective, own)?,
            None => own,
        };
        found = Some(match found {
            Some(known) => joined(known, own)?,
            None => own,
        });
    }
    found.filter(|_| adjective.is_none())
}

fn any(list: impl Fn(&Words) -> &'static [&'static str], word: &str) -> bool {
    LANGUAGES
        .iter()
        .any(|language| has(list(&language.words), word))
}

/// "All amounts are stated in EUR", wherever it stands.
fn in_sentences(text: &str) -> Vec<Said> {
    let mut found = Vec::new();
    let noun = |word: &str| {
        LANGUAGES.iter().any(|language| {
            let nouns = language.words.amounts.iter();
            { nouns }.any(|noun| noun.eq_ignore_ascii_case(word))
        })
    };
    let mut words = words_of(text);
    while let Some((_, word)) = words.next() {
        if noun(word) {
            found.extend(after_noun(text, words.clone()));
        }
    }
    found
}

/// The words of a text with their places.
fn words_of(text: &str) -> impl Iterator<Item = (usize, &str)> + Clone {
    let is_word =
        |c: char| c.is_alphanumeric() || matches!(c, '\'' | '’' | '$' | '€' | '£' | '¥' | '₹');
    let mut at = 0usize;
    std::iter::from_fn(move || {
        let rest = text.get(at..)?;
        let start = at.saturating_add(rest.find(is_word)?);
        let word = text.get(start..)?;
        let length = word.find(|c| !is_word(c)).unwrap_or(word.len());
        at = start.saturating_add(length);
        Some((start, word.get(..length)?))
    })
}

/// The currency behind "amounts", where only the words that state it stand between.
fn after_noun<'t>(
    text: &'t str,
    words: impl Iterator<Item = (usize, &'t str)> + Clone,
) -> Option<Said> {
    let mut words = words.take(BETWEEN_MAX_WORDS.saturating_add(3));
    let mut before: Option<usize> = None;
    let (start, first) = loop {
        let (at, word) = words.next()?;
        let lower = word.to_lowercase().replace('’', "'");
        if any(|words| words.currency_in, &lower) {
            let (at, next) = words.next()?;
            // "Every sum in this Agreement is stated in EUR".
            if any(|words| words.amounts_are, &next.to_lowercase()) {
                before = Some(at.saturating_add(next.len()));
                continue;
            }
            break (at, next);
        }
        let broken = before
            .and_then(|end| text.get(end..at))
            .is_some_and(|gap| gap.contains(['.', ';', ':', '|', '\t']));
        if broken || !any(|words| words.amounts_are, &lower) {
            return None;
        }
        before = Some(at.saturating_add(word.len()));
    };
    let one = || {
        Some(Said {
            currency: named(first)?,
            place: start..start.saturating_add(first.len()),
        })
    };
    // "In US dollars": an adjective and its currency.
    let two = |(at, second): (usize, &str)| {
        let place = start..at.saturating_add(second.len());
        Some(Said {
            currency: named(text.get(place.clone())?)?,
            place,
        })
    };
    words.next().and_then(two).or_else(one)
}

/// What a line of a form states: a label of the currency with its value beside or below it, heads
/// and labels that end in one.
fn on_line(text: &str, line: Range<usize>, found: &mut Vec<Said>) {
    let row = cells(text, line.clone());
    let said = |cell: &Range<usize>| text.get(cell.clone()).unwrap_or_default();
    let figures = |cell: &Range<usize>| said(cell).chars().any(|c| c.is_ascii_digit());
    let heads = row.len() > 1 && !row.iter().any(figures);
    for (at, cell) in row.iter().enumerate() {
        let here = |place: Range<usize>| {
            let at = |offset: usize| cell.start.saturating_add(offset);
            at(place.start)..at(place.end)
        };
        let beside = row.get(at.saturating_add(1)).is_some_and(figures);
        if heads || beside {
            let head = currency_of_head(said(cell), heads);
            found.extend(head.map(|head| Said {
                place: here(head.place),
                ..head
            }));
        }
        let own = said(cell);
        let length = own.trim_end_matches([':', '.', ' ']).len();
        let label_end = match is_label(own.get(..length).unwrap_or_default()) {
            true => Some(cell.end),
            // "Währung EUR" in one cell.
            false => own
                .find(char::is_whitespace)
                .filter(|end| is_label(own.get(..*end).unwrap_or_default()))
                .map(|end| cell.start.saturating_add(end)),
        };
        let Some(label_end) = label_end else {
            continue;
        };
        let value = match label_end < cell.end {
            true => Some(label_end..cell.end),
            false => row
                .get(at.saturating_add(1))
                .filter(|next| named(said(next)).is_some())
                .cloned()
                .or_else(|| below(text, &line, row.len(), at)),
        };
        let value = value.filter(|value| value.start < value.end);
        found.extend(value.and_then(|place| {
            let words = said(&place);
            let currency = named(words)?;
            let blank = words.len().saturating_sub(words.trim_start().len());
            let start = place.start.saturating_add(blank);
            let place = start..place.end;
            Some(Said { currency, place })
        }));
    }
}

fn is_label(said: &str) -> bool {
    any(|words| words.currency_labels, &said.to_lowercase())
}

/// The cell below one of a row of labels.
fn below(text: &str, line: &Range<usize>, count: usize, at: usize) -> Option<Range<usize>> {
    let start = line.end.checked_add(1)?;
    let below = line_around(text, start..start)?;
    let row = cells(text, below);
    row.get(at).filter(|_| row.len() == count).cloned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stated(text: &str) -> Option<&str> {
        stated_currency(text).and_then(|said| text.get(said.place))
    }

    #[test]
    fn a_label_a_sentence_or_a_head_states_the_currency_of_all_amounts() {
        for (text, said) in [
            ("Currency: EUR\nTotal 5.00\n", "EUR"),
            ("Währung CHF\n", "CHF"),
            ("Devise\tEUR\nTotal\t5,00\n", "EUR"),
            ("N°\tDevise\n4711\tEUR\n", "EUR"),
            ("All amounts are stated in US dollars.\n", "US dollars"),
            ("Prices in GBP, net of VAT\n", "GBP"),
            ("Alle Beträge in EUR\n", "EUR"),
            ("Montants exprimés en Euros\n", "Euros"),
            ("Alle bedragen zijn vermeld in EUR.\n", "EUR"),
            ("Tutti gli importi sono espressi in €\n", "€"),
            ("Los importes están expresados en EUR.\n", "EUR"),
            ("Item\tAmount (EUR)\nPaper\t5.00\n", "EUR"),
            ("Posten\tBetrag in EUR\nPapier\t5,00\n", "EUR"),
            ("Total (GBP)\t5.00\n", "GBP"),
        ] {
            assert_eq!(stated(text), Some(said), "{text}");
        }
    }

    #[test]
    fn what_is_said_of_some_amounts_or_of_two_currencies_states_none() {
        for text in [
            "Amounts paid in USD are refunded.\n",
            "Amounts are not in USD.\n",
            "Prices rose. In EUR they fell.\n",
            "Currency: EUR\nCurrency: USD\n",
            "Currency: EUR\nShipping USD 5.00\n",
            "Item\tAmount (EUR)\tAmount (USD)\nPaper\t5.00\t6.00\n",
            "Currency: various\n",
            "IBAN: DE89 3704 0044 0532 0130 00\nTotal 5.00\n",
            "",
        ] {
            assert_eq!(stated(text), None, "{text}");
        }
    }

    #[test]
    fn amounts_without_a_currency_take_the_one_stated_where_they_have_cents() {
        let said = stated_currency("Currency: EUR").unwrap();
        let money = Kind::Money {
            currency: None,
            format: None,
            stated: None,
        };
        let spelled = |kind: &Kind, text: &str| {
            let readings = read_all(kind, text);
            let spans = readings
                .iter()
                .map(|reading| text[reading.span.clone()].to_owned());
            spans.collect::<Vec<_>>()
        };
        let text = "Page 2 of 3, 14 days, 19.00 % of 1,234.50; 7 pieces; $3";
        assert_eq!(spelled(&money, text), ["$3"]);
        assert_eq!(
            spelled(&money.with_stated(&said.stated(false)), text),
            ["1,234.50", "$3"]
        );
        let column = money.with_stated(&said.stated(true));
        assert_eq!(spelled(&column, "1,200"), ["1,200"]);
    }

    #[test]
    fn a_choice_of_currencies_is_told_by_a_sign_that_only_one_can_have() {
        let of = |options: &[&str], text: &str| {
            let options = options.iter().map(|option| (*option).to_owned()).collect();
            let readings = read_all(&Kind::plain_choice(options), text);
            let values = readings.iter().filter_map(|reading| match reading.clear() {
                Some(Value::Choice(option)) => Some(option.clone()),
                _ => None,
            });
            values.collect::<Vec<_>>()
        };
        assert_eq!(of(&["EUR", "USD"], "1.308,00 €"), ["EUR"]);
        assert_eq!(of(&["EUR", "GBP"], "£5"), ["GBP"]);
        assert_eq!(
            of(&["EUR", "USD"], "in US Dollars, not euros"),
            ["USD", "EUR"]
        );
        assert!(of(&["EUR", "USD"], "$5").is_empty());
        assert!(of(&["CNY", "JPY"], "¥5").is_empty());
        assert!(of(&["EUR", "other"], "€5").is_empty());
    }
}
