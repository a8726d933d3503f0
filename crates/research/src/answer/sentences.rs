//! The sentences of a source, as claims can be made of them.
//!
//! What a sentence says may hang on what stands before it: an item of a list is
//! nothing without the words that lead to it, least of all where they deny or
//! restrict (`list_intro.rs`). Such an item reaches back to them. A row of a table and a
//! line such as `Rent: 500 francs` is a sentence of its own; a row of more than two
//! cells reaches back to the head of its table. What was torn apart, by the end of a
//! page or an empty line, is marked: nothing is said with half a sentence.

use std::ops::Range;

use groundstop_document::ByteSpan;
use groundstop_value::context::sentence_around;

use super::list_intro::{ListIntros, Step, mark, unmarked};

/// The longest name of a line such as `Rent: 500 francs`, in words.
const LABEL_WORDS_MAX: usize = 5;
/// The longest title, in bytes.
const TITLE_BYTES_MAX: usize = 120;
/// The longest heading that is not all capitals, in words.
const HEADING_WORDS_MAX: usize = 6;

/// A sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Sentence {
    /// Its bytes, from what it hangs on to its end.
    pub(super) span: Range<usize>,
    /// What it hangs on: the words that lead to a list, the head of a table.
    pub(super) head: Option<Range<usize>>,
    /// Its own bytes.
    pub(super) own: Range<usize>,
    /// Whether it is a line such as `Rent: 500 francs`, or a row.
    pub(super) labelled: bool,
    /// Whether it is only a part of a sentence.
    pub(super) torn: bool,
}

/// The sentences of a text in their order; `furniture` is what stands on every page.
pub(super) fn sentences(text: &str, furniture: &[ByteSpan]) -> Vec<Sentence> {
    let mut found: Vec<Sentence> = Vec::new();
    let mut leads = ListIntros::default();
    let mut before: Option<Unit> = None;
    for unit in units(text) {
        let said = text.get(unit.own.clone()).unwrap_or("");
        let own = ByteSpan::new(unit.own.start, unit.own.end);
        if furniture.iter().any(|taken| taken.overlaps(own)) {
            found.push(Sentence {
                span: unit.own.clone(),
                head: None,
                own: unit.own,
                labelled: false,
                torn: true,
            });
            continue;
        }
        let gap = before.as_ref().map_or(0, |before| before.own.end);
        let gap = text.get(gap..unit.own.start).unwrap_or("");
        let led = leads.step(&Step {
            said,
            span: unit.own.clone(),
            new_paragraph: gap.matches('\n').count() > 1,
            unfinished: is_unfinished(text, &unit),
        });
        let titled = title_of(text, &unit.own).filter(|_| led.is_none());
        let begun = before
            .as_ref()
            .is_some_and(|before| is_unfinished(text, before));
        let torn = led.is_none()
            && titled.is_none()
            && (begun || unmarked(said).starts_with(char::is_lowercase));
        let head = led.or(titled).or(unit.head.clone());
        found.push(Sentence {
            span: head.as_ref().map_or(unit.own.start, |head| head.start)..unit.own.end,
            head,
            own: unit.own.clone(),
            labelled: unit.labelled,
            torn: torn || unit.uneven || goes_on_behind(text, &unit),
        });
        before = Some(unit);
    }
    found
}

/// A span of text that stands for itself as far as marks and lines tell.
#[derive(Clone, Debug)]
struct Unit {
    own: Range<usize>,
    /// The head of its table.
    head: Option<Range<usize>>,
    labelled: bool,
    first: bool,
    /// Whether it is a row with other cells than the head of its table has.
    uneven: bool,
}

fn units(text: &str) -> Vec<Unit> {
    let mut units: Vec<Unit> = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let rest = text.get(at..).unwrap_or("");
        at = at.saturating_add(rest.len().saturating_sub(rest.trim_start().len()));
        if at >= text.len() {
            break;
        }
        let mut whole = sentence_at(text, at);
        // The number of an item ends no sentence.
        while mark(text.get(whole.clone()).unwrap_or("")) == Some(whole.len()) {
            let next = text.get(whole.end..).unwrap_or("");
            let blank = next.len().saturating_sub(next.trim_start().len());
            let after = whole.end.saturating_add(blank);
            if after >= text.len() || next.get(..blank).is_some_and(|gap| gap.contains('\n')) {
                break;
            }
            whole.end = sentence_at(text, after).end;
        }
        at = text.ceil_char_boundary(whole.end.max(at.saturating_add(1)));
        units.extend(parts(text, &whole));
    }
    if let Some(first) = units.first_mut() {
        first.first = true;
    }
    units
}

/// The sentence at a place, from there on, without the blanks around it.
fn sentence_at(text: &str, at: usize) -> Range<usize> {
    let whole = sentence_around(text, at..at.saturating_add(1));
    let end = text.ceil_char_boundary(whole.end.max(at.saturating_add(1)));
    let sentence = text.get(at..end).unwrap_or("");
    at..at.saturating_add(sentence.trim_end().len())
}

/// The parts of a sentence that stand for themselves: rows of tables, labelled
/// lines, and what is between them. One, where there is none of these.
fn parts(text: &str, whole: &Range<usize>) -> Vec<Unit> {
    let lines = lines(text, whole);
    let mut parts: Vec<Unit> = Vec::new();
    let mut table: Option<Range<usize>> = None;
    let mut head_cells = 0;
    for (place, line) in lines.iter().enumerate() {
        let before = place.checked_sub(1).and_then(|before| lines.get(before));
        let is_row = |line: Option<&Line>| line.is_some_and(|line| line.cells > 1);
        let row =
            is_row(Some(line)) && (is_row(before) || is_row(lines.get(place.saturating_add(1))));
        let after_row = table.is_some();
        table = row.then(|| table.unwrap_or(line.span.clone()));
        head_cells = match after_row {
            true => head_cells,
            false => line.cells,
        };
        let labels = before.is_some_and(|before| before.labelled) && line.labelled;
        match parts.last_mut() {
            Some(part) if !row && !after_row && !labels => {
                part.own.end = line.span.end;
            }
            _ => parts.push(Unit {
                own: line.span.clone(),
                // More than a label and its value means nothing without what heads it.
                head: table
                    .clone()
                    .filter(|head| line.cells > 2 && *head != line.span),
                labelled: line.labelled || row,
                first: false,
                uneven: row && line.cells != head_cells,
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

/// How many cells a line of a table has, empty ones too; one, where it is none. What
/// follows the number of a section is no cell.
fn cells(line: &str) -> usize {
    let line = line.trim_matches(['\n', '\r', ' ']);
    let line = line.strip_prefix('|').unwrap_or(line);
    let line = line.strip_suffix('|').unwrap_or(line);
    let first = line.split(['\t', '|']).next().unwrap_or("").trim();
    match mark(first).is_some() || is_number(first) {
        true => 1,
        false => line.split(['\t', '|']).count(),
    }
}

/// Whether a text is only the number of a section: `3`, `13.01`.
fn is_number(text: &str) -> bool {
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    let only = text
        .bytes()
        .all(|byte| byte.is_ascii_digit() || byte == b'.');
    digits > 0 && only && (digits < 3 || text.contains('.'))
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

/// Where the title begins that a document's first sentence goes on from: `LEASE`,
/// an empty line, `between Anna Weber and Karl Brandt`.
fn title_of(text: &str, sentence: &Range<usize>) -> Option<Range<usize>> {
    if sentence.start > TITLE_BYTES_MAX.saturating_mul(2) {
        return None;
    }
    let head = text.get(..sentence.start)?;
    let goes_on = text.get(sentence.clone())?.starts_with(char::is_lowercase);
    let blank = head.len().saturating_sub(head.trim_start().len());
    let title = head.trim();
    let alone = !title.is_empty() && title.len() <= TITLE_BYTES_MAX;
    (goes_on && alone && !title.contains(['\n', '.', ';', '!', '?']))
        .then(|| blank..blank.saturating_add(title.len()))
}

/// Whether a sentence has no end and is no heading: what follows may belong to it.
fn is_unfinished(text: &str, unit: &Unit) -> bool {
    let said = text.get(unit.own.clone()).unwrap_or("");
    let said = without_notes(said);
    let end = said.trim_end_matches(['"', '\'', '\u{201d}', '\u{2019}', ')', ']', '*', '_']);
    let ended = end.ends_with(['.', '!', '?', ':', ';', '\u{2014}', '\u{2013}', '\u{3002}']);
    !(ended || unit.first || unit.labelled || is_heading(said))
}

/// A sentence without the notes after its end: `It was sold.[3][citation needed]`.
fn without_notes(mut said: &str) -> &str {
    while let Some((before, _)) = said
        .strip_suffix(']')
        .and_then(|open| open.rsplit_once('['))
    {
        said = before.trim_end();
    }
    said
}

/// Whether a line without an end can be a heading.
fn is_heading(line: &str) -> bool {
    const BEGUN: &[&str] = &[
        "except", "if", "in", "on", "provided", "subject", "unless", "when", "where", "with",
        "without",
    ];
    const OPEN: &[&str] = &[
        "a", "an", "and", "by", "for", "if", "in", "of", "or", "that", "the", "to", "unless",
        "with", "without",
    ];
    let words: Vec<&str> = line.split_whitespace().collect();
    let among = |known: &[&str], word: Option<&&str>| {
        word.is_some_and(|word| known.contains(&word.to_lowercase().as_str()))
    };
    let capital = |word: &&str| word.chars().count() <= 3 || !word.starts_with(char::is_lowercase);
    let short = words.len() <= HEADING_WORDS_MAX && !among(BEGUN, words.first());
    let closed = !among(OPEN, words.last()) && !line.ends_with(',');
    line.starts_with('#') || closed && (short || words.iter().all(capital))
}

/// Whether a sentence without an end goes on after it.
fn goes_on_behind(text: &str, unit: &Unit) -> bool {
    let said = text.get(unit.own.clone()).unwrap_or("");
    let after = text.get(unit.own.end..).unwrap_or("").trim_start();
    let ended = said.ends_with(['.', '!', ';', ':', '\u{3002}']);
    !ended && after.starts_with(|c: char| c.is_lowercase() || matches!(c, ',' | ';'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(text: &str) -> Vec<&str> {
        let found = sentences(text, &[]).into_iter();
        found
            .filter(|one| !one.torn)
            .map(|one| &text[one.span])
            .collect()
    }

    #[test]
    fn sentences_cover_a_text_in_order_and_end_on_characters() {
        let text = "Ä. Öl kostet 5 €. Ende ohne Punkt – ja";
        assert_eq!(said(text).join(" "), text);
        assert_eq!(said("\u{a0} \n\n"), [""; 0]);
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
        let harmless =
            "The parties agree as follows:\n\n1. The rent is 500.\n\n2. The term is a year.";
        assert_eq!(said(harmless)[2], "2. The term is a year.");
    }

    #[test]
    fn the_first_sentence_begins_with_the_title_it_goes_on_from() {
        let text = "LEASE\n\nbetween Anna Weber (the \"Landlord\") and Karl Brandt\n\n1. Rent";
        let expected = "LEASE\n\nbetween Anna Weber (the \"Landlord\") and Karl Brandt";
        assert_eq!(said(text)[0], expected);
        let later = "LEASE\n\nOf a mill.\n\nbetween two rivers";
        assert_eq!(said(later).last(), Some(&"Of a mill."));
    }

    #[test]
    fn what_was_torn_apart_says_nothing() {
        let noted = "Mills.\n\nThe mill was sold to a man of means.[3][note 1]\n\nIt burnt down.";
        assert_eq!(said(noted).last(), Some(&"It burnt down."));
        let consent = "Rules.\n\nWithout the written consent of the Landlord\n\n\
                       The Tenant may sublet the flat.\n\nis void.";
        assert_eq!(
            said(consent),
            ["Rules.", "Without the written consent of the Landlord"]
        );
        let page = "Rules.\n\nThe Landlord has never agreed, that\n\nPage 1 of 2\n\nThe Tenant may sublet.";
        let footer = page.find("Page 1").expect("there");
        let furniture = [ByteSpan::new(footer, footer + 11)];
        let last = sentences(page, &furniture).pop().expect("a sentence");
        assert!(last.torn);
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
        let blank = "Tenant\tRent\tDeposit\nAnna Weber\t\t1000";
        assert_eq!(said(blank).last(), Some(&blank));
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
