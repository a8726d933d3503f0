//! Where a sentence begins and ends.
//!
//! A point ends a sentence only before a blank and something that can begin
//! one, and never after an abbreviation, an initial or inside a number. A
//! blank line always does. Where it is unclear the sentence goes on: a longer
//! sentence can only make the judgement stricter.

use std::ops::Range;

use groundstop_language::{ENGLISH, LANGUAGES, Language, has};

use crate::date::month::month;

/// How far from a value its sentence can reach, in bytes.
const REACH_MAX_BYTES: usize = 2_000;

/// Forms of companies, after which a sentence can end.
const FORMS: &[&str] = &["inc", "ltd", "corp", "co", "llc", "plc", "gmbh"];

/// Whether what follows can only begin a sentence: a word in capitals that no name begins with.
fn starts_sentence(rest: &str) -> bool {
    const STARTERS: &[&str] = &[
        "The",
        "This",
        "These",
        "That",
        "Those",
        "If",
        "In",
        "Each",
        "Any",
        "All",
        "For",
        "Such",
        "Upon",
        "Unless",
        "Notwithstanding",
        "It",
        "No",
        "Neither",
        "Either",
        "When",
        "Where",
        "As",
        "At",
        "By",
        "Subject",
        "However",
    ];
    let word = rest
        .split(|c: char| !c.is_alphabetic())
        .next()
        .unwrap_or_default();
    STARTERS.contains(&word)
}

/// The bytes of the sentence that holds `span`.
///
/// Boundaries inside the span do not count, so a value such as "5. Januar
/// 2024" keeps its sentence.
#[must_use]
pub fn sentence_around(text: &str, span: Range<usize>) -> Range<usize> {
    around(text, span, Forms::GoOn)
}

/// The same, where a sentence can also end with the form of a company: "… and Acme, Inc. The Buyer …".
#[must_use]
pub fn statement_around(text: &str, span: Range<usize>) -> Range<usize> {
    around(text, span, Forms::End)
}

/// Whether "Inc." and its like can end a sentence.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Forms {
    /// Never.
    GoOn,
    /// Before a word that only begins sentences.
    End,
}

fn around(text: &str, span: Range<usize>, forms: Forms) -> Range<usize> {
    let from = text.floor_char_boundary(span.start.min(text.len()));
    let to = text.ceil_char_boundary(span.end.clamp(from, text.len()));
    let floor = text.ceil_char_boundary(from.saturating_sub(REACH_MAX_BYTES));
    let ceiling = text.floor_char_boundary(to.saturating_add(REACH_MAX_BYTES).min(text.len()));
    let head = text.get(floor..from).unwrap_or("");
    let start = head
        .char_indices()
        .rev()
        .map(|(i, c)| (floor.saturating_add(i), c))
        .find(|(i, c)| is_end(text, *i, *c, forms) && after_mark(text, *i, *c) <= from)
        .map_or(floor, |(i, c)| after_mark(text, i, c));
    let tail = text.get(to..ceiling).unwrap_or("");
    let end = tail
        .char_indices()
        .map(|(i, c)| (to.saturating_add(i), c))
        .find(|(i, c)| is_end(text, *i, *c, forms))
        .map_or(ceiling, |(i, c)| {
            if c == '\n' {
                i
            } else {
                closing_end(text, i, c)
            }
        });
    start.min(from)..end.max(to)
}

/// The sentence that ends right before `start`, if there is one.
pub(crate) fn sentence_before(text: &str, start: usize) -> Option<Range<usize>> {
    let head = text.get(..start)?.trim_end();
    let last = head.char_indices().next_back()?.0;
    let found = sentence_around(text, last..last);
    (found.end <= start).then_some(found)
}

/// Whether the mark at `i` ends a sentence.
fn is_end(text: &str, i: usize, c: char, forms: Forms) -> bool {
    match c {
        '\n' => is_blank_line(text, i),
        '!' | '?' => starts_anew(text, closing_end(text, i, c)),
        '.' => !is_abbreviated(text, i, forms) && starts_anew(text, closing_end(text, i, c)),
        _ => false,
    }
}

fn is_blank_line(text: &str, i: usize) -> bool {
    let rest = text.get(i.saturating_add(1)..).unwrap_or("");
    let blank = rest.find(|c: char| !matches!(c, ' ' | '\t' | '\r'));
    blank
        .and_then(|at| rest.get(at..))
        .is_some_and(|rest| rest.starts_with('\n'))
}

/// The index after a mark and the quotation marks and brackets that close with it.
fn closing_end(text: &str, i: usize, c: char) -> usize {
    let after = i.saturating_add(c.len_utf8());
    let rest = text.get(after..).unwrap_or("");
    let closers = |c: char| matches!(c, '"' | '\u{201d}' | '\u{2019}' | '\'' | ')' | ']');
    after.saturating_add(
        rest.len()
            .saturating_sub(rest.trim_start_matches(closers).len()),
    )
}

/// The index of the first visible character after the mark at `i`.
fn after_mark(text: &str, i: usize, c: char) -> usize {
    let end = closing_end(text, i, c);
    let rest = text.get(end..).unwrap_or("");
    text.len().saturating_sub(rest.trim_start().len())
}

/// Whether a blank and then something that can begin a sentence follows.
fn starts_anew(text: &str, end: usize) -> bool {
    let rest = text.get(end..).unwrap_or("");
    match rest.chars().next() {
        None => true,
        Some(c) if c.is_whitespace() => !rest
            .trim_start()
            .starts_with(|c: char| c.is_lowercase() || matches!(c, ',' | ';')),
        Some(_) => false,
    }
}

/// Whether the point at `i` belongs to an abbreviation or an initial.
fn is_abbreviated(text: &str, i: usize, forms: Forms) -> bool {
    let head = text.get(..i).unwrap_or("");
    let word =
        head.rsplit(|c: char| c.is_whitespace() || matches!(c, '(' | '[' | '"' | '\u{201c}'));
    let word = word.into_iter().next().unwrap_or("");
    let letters = word.chars().filter(|c| c.is_alphabetic()).count();
    if letters == 0 {
        return is_day(text, i, word);
    }
    let lone = letters == 1 && word.chars().count() == 1 && !names_annex(head, word);
    let initials = lone || word.contains('.');
    // A plain "no." ends an answer; only before a number it stands for one.
    let number = text.get(i.saturating_add(1)..).unwrap_or("").trim_start();
    if word == "no" && !number.starts_with(|c: char| c.is_ascii_digit()) {
        return false;
    }
    let form = FORMS.iter().any(|form| word.eq_ignore_ascii_case(form));
    if forms == Forms::End && form && starts_sentence(number) {
        return false;
    }
    let word = word.to_ascii_lowercase();
    let shortened = |language: &&Language| has(language.words.abbreviations, &word);
    initials || LANGUAGES.iter().any(shortened) || has(ENGLISH.other_month_names, &word)
}

/// The point of a day: "am 5. Januar". English writes none, so "5. May" and
/// "5. March" are the end of one sentence and the beginning of the next.
fn is_day(text: &str, i: usize, word: &str) -> bool {
    let rest = text.get(i.saturating_add(1)..).unwrap_or("");
    let next = rest.trim_start().split(|c: char| !c.is_alphabetic()).next();
    let next = next.unwrap_or("");
    let english = ["may", "march"]
        .iter()
        .any(|known| next.eq_ignore_ascii_case(known));
    (1..=2).contains(&word.len())
        && word.bytes().all(|byte| byte.is_ascii_digit())
        && month(next).is_some()
        && !english
}

/// "Annex A." ends a sentence, "A. Smith" does not.
fn names_annex(head: &str, word: &str) -> bool {
    const NAMED: &[&str] = &[
        "annex",
        "appendix",
        "article",
        "attachment",
        "exhibit",
        "part",
        "schedule",
        "section",
    ];
    let rest = head
        .get(..head.len().saturating_sub(word.len()))
        .unwrap_or("");
    let before = rest.split_whitespace().next_back().unwrap_or("");
    NAMED.iter().any(|name| before.eq_ignore_ascii_case(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sentence<'a>(text: &'a str, value: &str) -> &'a str {
        let start = text.find(value).unwrap();
        &text[sentence_around(text, start..start + value.len())]
    }

    #[test]
    fn a_sentence_ends_at_its_point_and_not_at_an_abbreviation() {
        let text = "The fee is due. Acme Inc. shall pay Rs. 500 under Sec. 5.1 of No. 3 in the U.S. to \
                    Beta Ltd. on Jan. 5, 2024 at 5 per cent. per annum. Nothing else is owed.";
        let found = sentence(text, "500");
        assert!(found.starts_with("Acme"), "{found}");
        assert!(found.ends_with("annum."), "{found}");
    }

    #[test]
    fn the_point_of_a_day_ends_no_sentence() {
        let german = "Der Vertrag beginnt am 1. Mai 2024. Er endet am 5. Januar 2026.";
        assert_eq!(
            sentence(german, "beginnt"),
            "Der Vertrag beginnt am 1. Mai 2024."
        );
        let english = "The limit is 5. May we go on?";
        assert_eq!(sentence(english, "limit"), "The limit is 5.");
    }

    #[test]
    fn a_blank_line_ends_a_sentence() {
        let text = "Effective Date: TBD\n \nThe rent is $500 a month\n\nNext";
        assert_eq!(sentence(text, "$500"), "The rent is $500 a month");
    }

    #[test]
    fn quotes_and_brackets_close_with_their_sentence() {
        let text = "He said \u{201c}no.\u{201d} The fee is $5 (five dollars.) It is due.";
        assert_eq!(sentence(text, "$5"), "The fee is $5 (five dollars.)");
    }

    #[test]
    fn marks_inside_the_value_do_not_count() {
        let text = "Vertrag vom 5. Januar 2024 gilt.";
        assert_eq!(sentence(text, "5. Januar 2024"), text);
    }

    #[test]
    fn the_sentence_before_is_the_one_that_ends_there() {
        let text = "First one. Second one. Third one.";
        assert_eq!(&text[sentence_before(text, 23).unwrap()], "Second one.");
        assert!(sentence_before(text, 0).is_none());
    }
}
