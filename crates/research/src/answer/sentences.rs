//! The sentences of a source, as claims can be made of them.
//!
//! What a sentence says may hang on what stands before it: an item of a list is
//! nothing without the words that lead to it. So an item reaches back to them. A
//! row of a table, and a line such as `Rent: 500 francs`, is a sentence of its own.

use std::ops::Range;

use groundstop_value::context::sentence_around;

/// How many items of a list are gone back over to find what leads to them.
const ITEMS_MAX: usize = 64;
/// The longest name of a line such as `Rent: 500 francs`, in words.
const LABEL_WORDS_MAX: usize = 5;

/// The longest title, in bytes.
const TITLE_BYTES_MAX: usize = 120;
/// What an item of a list can begin with.
const BULLETS: &[char] = &[
    '-', '*', '\u{b7}', '\u{2013}', '\u{2014}', '\u{2022}', '\u{2023}', '\u{25aa}', '\u{25cf}',
    '\u{25e6}',
];

/// A sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Sentence {
    /// Its bytes.
    pub(super) span: Range<usize>,
    /// Whether it is a line such as `Rent: 500 francs`, or a row.
    pub(super) labelled: bool,
    /// Whether it is a row of a table.
    row: bool,
}

/// The sentences that have a part in a stretch, in order, each as the whole text
/// has it: what a stretch cuts off may turn a sentence round.
pub(super) fn sentences(text: &str, within: &Range<usize>) -> Vec<Sentence> {
    let mut found: Vec<Sentence> = Vec::new();
    let mut at = within.start;
    while at < within.end {
        let rest = text.get(at..within.end).unwrap_or("");
        at = at.saturating_add(rest.len().saturating_sub(rest.trim_start().len()));
        if at >= within.end {
            break;
        }
        let whole = sentence_at(text, at);
        at = text.ceil_char_boundary(whole.end.max(at.saturating_add(1)));
        let parts = parts(text, &whole);
        if parts.len() > 1 || parts.iter().any(|part| part.labelled) {
            let reached =
                |part: &Sentence| part.span.end > within.start && part.span.start < within.end;
            found.extend(parts.into_iter().filter(reached));
            continue;
        }
        let start = lead_in(text, &whole).or_else(|| title_of(text, &whole));
        found.push(Sentence {
            span: start.unwrap_or(whole.start)..whole.end,
            labelled: false,
            row: false,
        });
    }
    found
}

/// The sentence at a place, without the blanks around it.
fn sentence_at(text: &str, at: usize) -> Range<usize> {
    let whole = sentence_around(text, at..at.saturating_add(1));
    let end = text.ceil_char_boundary(whole.end.max(at.saturating_add(1)));
    let sentence = text.get(whole.start..end).unwrap_or("");
    let start = end.saturating_sub(sentence.trim_start().len());
    start..start.saturating_add(sentence.trim().len())
}

/// The parts of a sentence that stand for themselves: rows of tables, labelled
/// lines, and what is between them. One, where there is none of these.
fn parts(text: &str, whole: &Range<usize>) -> Vec<Sentence> {
    let lines = lines(text, whole);
    let mut parts: Vec<Sentence> = Vec::new();
    let mut table = whole.start;
    for (place, line) in lines.iter().enumerate() {
        let before = place.checked_sub(1).and_then(|before| lines.get(before));
        let in_table = |other: Option<&Line>| other.is_some_and(|other| other.cells > 1);
        let row =
            line.cells > 1 && (in_table(before) || in_table(lines.get(place.saturating_add(1))));
        let after_row = parts.last().is_some_and(|part| part.row);
        if row && !after_row {
            table = line.span.start;
        }
        let labels = before.is_some_and(|before| before.labelled) && line.labelled;
        match parts.last_mut() {
            Some(part) if !row && !after_row && !labels => part.span.end = line.span.end,
            _ => parts.push(Sentence {
                // More than a label and its value means nothing without what heads it.
                span: match row && line.cells > 2 {
                    true => table..line.span.end,
                    false => line.span.clone(),
                },
                labelled: line.labelled || row,
                row,
            }),
        }
    }
    parts
}

/// One line of a text.
struct Line {
    span: Range<usize>,
    labelled: bool,
    cells: usize,
}

fn lines(text: &str, whole: &Range<usize>) -> Vec<Line> {
    let mut start = whole.start;
    let said = text.get(whole.clone()).unwrap_or("");
    let lines = said.split_inclusive('\n').map(|line| {
        let span = start..start.saturating_add(line.trim_end().len());
        start = start.saturating_add(line.len());
        Line {
            span,
            labelled: is_labelled(line),
            cells: cells(line),
        }
    });
    lines.collect()
}

/// How many cells a line of a table has; one, where it is none. What follows the
/// number of a section is no cell.
fn cells(line: &str) -> usize {
    let mut cells = line.trim().split(['\t', '|']).map(str::trim);
    let mut filled = cells.by_ref().filter(|cell| !cell.is_empty());
    match filled.next() {
        Some(first) if !is_item(first) && !is_number(first) => filled.count().saturating_add(1),
        _ => 1,
    }
}

/// Whether a text is only the number of a section: `3`, `13.01`.
fn is_number(text: &str) -> bool {
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    let only = text
        .bytes()
        .all(|byte| byte.is_ascii_digit() || byte == b'.');
    only && (digits < 3 || text.contains('.'))
}

/// Whether a line has the form `Rent: 500 francs`.
fn is_labelled(line: &str) -> bool {
    let Some((label, value)) = line.split_once(':') else {
        return false;
    };
    let words = label.split_whitespace().count();
    (1..=LABEL_WORDS_MAX).contains(&words)
        && label.trim_start().starts_with(char::is_uppercase)
        && label
            .chars()
            .all(|c| c.is_alphanumeric() || " /&()'-".contains(c))
        && value.starts_with([' ', '\t'])
        && value.contains(char::is_alphanumeric)
}

/// Where the words begin that lead to an item of a list: `The tenant may not:`.
fn lead_in(text: &str, item: &Range<usize>) -> Option<usize> {
    let mut item = item.clone();
    let mut found = None;
    for _ in 0..ITEMS_MAX {
        let head = text.get(..item.start).unwrap_or("").trim_end();
        let Some((last, _)) = head.char_indices().next_back() else {
            break;
        };
        let before = sentence_at(text, last);
        let said = text.get(before.clone()).unwrap_or("");
        let is_item = is_item(text.get(item).unwrap_or(""));
        if leads(said) {
            found = Some(before.start);
        } else if found.is_some() || !(is_item || goes_on(said)) {
            break;
        }
        item = before;
    }
    found
}

/// Where the title begins that a document's first sentence goes on from: `LEASE`,
/// an empty line, `between Anna Weber and Karl Brandt`.
fn title_of(text: &str, sentence: &Range<usize>) -> Option<usize> {
    let head = text.get(..sentence.start)?;
    let goes_on = text.get(sentence.clone())?.starts_with(char::is_lowercase);
    let blank = head.len().saturating_sub(head.trim_start().len());
    let title = head.trim();
    let alone = !title.is_empty() && title.len() <= TITLE_BYTES_MAX;
    (goes_on && alone && !title.contains(['\n', '.', ';', '!', '?'])).then_some(blank)
}

/// Whether a sentence only leads to what follows.
fn leads(said: &str) -> bool {
    said.ends_with([':', '\u{2014}', '\u{2013}'])
}

/// Whether a sentence is one of several that belong together.
fn goes_on(said: &str) -> bool {
    said.ends_with([';', ',']) || said.ends_with(" and") || said.ends_with(" or")
}

/// Whether a sentence begins as an item of a list does: `(a)`, `2.`, a bullet, a
/// small letter.
fn is_item(sentence: &str) -> bool {
    sentence.starts_with(char::is_lowercase) || mark(sentence).is_some()
}

/// What a sentence says behind the mark or number it begins with.
pub(super) fn unmarked(mut sentence: &str) -> &str {
    while let Some(length) = mark(sentence) {
        sentence = sentence.get(length..).unwrap_or("").trim_start();
    }
    sentence
}

/// The length of the mark that an item begins with: `(a)`, `2.`, `iv)`, a bullet.
fn mark(sentence: &str) -> Option<usize> {
    let mark = sentence.split_whitespace().next()?;
    let bullet = mark.chars().count() == 1 && mark.contains(BULLETS);
    let inner = mark.trim_start_matches('(').trim_end_matches([')', '.']);
    let short = inner.chars().count() <= 4 && inner.chars().all(char::is_alphanumeric);
    let numbered = short && !inner.is_empty() && inner.len() < mark.len();
    (sentence.starts_with(mark) && (bullet || numbered)).then_some(mark.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(text: &str) -> Vec<&str> {
        let found = sentences(text, &(0..text.len()));
        found.into_iter().map(|one| &text[one.span]).collect()
    }

    #[test]
    fn a_stretch_gives_whole_sentences_although_it_cuts_them() {
        let text = "The Landlord does by no means\nagree that the Tenant may keep dogs.";
        let within = text.find("agree").expect("there")..text.len();
        for within in [within, 0..12] {
            let found = sentences(text, &within);
            let whole: Vec<_> = found.iter().map(|one| &text[one.span.clone()]).collect();
            assert_eq!(whole, [text]);
        }
    }

    #[test]
    fn sentences_cover_a_stretch_in_order_and_end_on_characters() {
        let text = "Ä. Öl kostet 5 €. Ende ohne Punkt – ja";
        assert_eq!(said(text).join(" "), text);
    }

    #[test]
    fn an_item_reaches_back_to_what_leads_to_it() {
        let text = "The Tenant may not:\n\n(a) keep dogs in the house.\n\n(b) Sublet the house.\n\n\
                    The rent is 500 francs.";
        assert_eq!(
            said(text),
            [
                "The Tenant may not:",
                "The Tenant may not:\n\n(a) keep dogs in the house.",
                "The Tenant may not:\n\n(a) keep dogs in the house.\n\n(b) Sublet the house.",
                "The rent is 500 francs.",
            ]
        );
        let nested = "Nobody may:\n\n(a) enter unless:\n\n(i) the door is open.";
        assert_eq!(said(nested).last(), Some(&nested));
        let plain = "He sold three things;\n\nthe mill was one of them.";
        assert_eq!(said(plain).last(), Some(&"the mill was one of them."));
    }

    #[test]
    fn the_first_sentence_begins_with_the_title_it_goes_on_from() {
        let text = "LEASE\n\nbetween Anna Weber (the \"Landlord\") and Karl Brandt\n\n1. Rent";
        let expected = "LEASE\n\nbetween Anna Weber (the \"Landlord\") and Karl Brandt";
        assert_eq!(said(text)[1], expected);
        let later = "LEASE\n\nOf a mill.\n\nbetween two rivers";
        assert_eq!(said(later).last(), Some(&"between two rivers"));
    }

    #[test]
    fn rows_and_labelled_lines_stand_alone() {
        assert_eq!(
            said("Item\tPrice\nThe big mill\t500\nThe small mill\t300\nAll in francs"),
            [
                "Item\tPrice",
                "The big mill\t500",
                "The small mill\t300",
                "All in francs"
            ]
        );
        let years = "| Item | 2024 | 2025 |\n|---|---|---|\n| Rent | 500 | 550 |";
        assert_eq!(said(years).last(), Some(&years));
        let numbered = "3.1\tThe Tenant shall not\n\tPay rent in June\n(b)\tThe Landlord agrees";
        assert_eq!(said(numbered), [numbered]);
        assert_eq!(
            said("Landlord: Anna Weber\nTenant: Karl Brandt\nRent: 500 francs\na year, in advance"),
            [
                "Landlord: Anna Weber",
                "Tenant: Karl Brandt",
                "Rent: 500 francs\na year, in advance"
            ]
        );
        let wrapped = "The notice must be sent to the Landlord and to the\nTenant, who shall not: object to it.";
        assert_eq!(said(wrapped), [wrapped]);
    }
}
