//! What stands around the sentence: the words that announce it, the ones that
//! take it back, the quotation it is given in, the box beside it, the note under it.

use std::ops::Range;

use groundstop_contract::RejectCode;
use groundstop_value::context::statement_around;

use crate::Frame;
use crate::announced;
use crate::clause::Sentence;
use crate::later;
use crate::lead::DETERMINERS;
use crate::lexicon::{Class, LEXICON};
use crate::markup;
use crate::shown;
use crate::token::{Shape, Token, tokens};

/// How far back the words that announce a list or a quotation are looked for, in bytes.
const ANNOUNCED_MAX_BYTES: usize = 1_500;

/// The frame that the surroundings of a sentence give the value in it.
pub(crate) fn frame(
    text: &str,
    range: &Range<usize>,
    span: &Range<usize>,
    sentence: &Sentence,
    clause: bool,
) -> Frame {
    markup::frame(text, span)
        .or(|| quoted(text, range, sentence, clause))
        .or(|| announced_above(text, range, span, sentence, clause))
        .or(|| under_example(text, range))
        .or(|| later::taken_back(text, range, span, clause))
        .or(|| footnotes(text, range, span))
}

/// What is the same in every language: struck and unticked lines, footnotes.
pub(crate) fn frame_of_layout(text: &str, range: &Range<usize>, span: &Range<usize>) -> Frame {
    markup::frame(text, span).or(|| footnotes(text, range, span))
}

/// The notes that a mark at the value or at its sentence's end points to.
fn footnotes(text: &str, range: &Range<usize>, span: &Range<usize>) -> Frame {
    noted(text, span.end)
        .or(|| unit_end(text, span.end).map_or(Frame::Asserted, |end| noted(text, end)))
        .or(|| closing_mark(text, range).map_or(Frame::Asserted, |end| noted(text, end)))
        .or(|| {
            // After a full stop "(b)" is the next item of a list; a note's mark touches the sentence.
            let tail = text.get(range.end..).unwrap_or_default();
            let tail = tail.strip_prefix('.').unwrap_or(tail);
            let touches = !tail.starts_with(|c: char| c.is_whitespace() || c == '(');
            if touches {
                noted(text, range.end)
            } else {
                Frame::Asserted
            }
        })
}

/// Where the mark of a note begins that a sentence ends with: "The fee is $500.[1]".
fn closing_mark(text: &str, range: &Range<usize>) -> Option<usize> {
    const MARK_MAX_BYTES: usize = 8;
    let said = text.get(range.clone())?.trim_end();
    let from = said.ceil_char_boundary(said.len().saturating_sub(MARK_MAX_BYTES));
    let tail = said.get(from..)?;
    let stop = tail.rfind('.').map_or(0, |at| at.saturating_add(1));
    let mark = tail.get(stop..)?;
    let whole = stop > 0 && note_mark(mark).is_some_and(|found| found.len() == mark.len());
    whole.then(|| range.start.saturating_add(from).saturating_add(stop))
}

/// The sentence cut at line ends that begin something new: list items, labels, rows, boxes.
pub(crate) fn line_bounds(text: &str, sentence: Range<usize>, span: &Range<usize>) -> Range<usize> {
    let sentence = continued(text, sentence, span);
    let head = text.get(sentence.start..span.start).unwrap_or_default();
    let start = head
        .match_indices('\n')
        .map(|(at, _)| sentence.start.saturating_add(at).saturating_add(1))
        .rfind(|at| begins_anew(text, *at))
        .unwrap_or(sentence.start);
    // A value that ends its own sentence has nothing of it after it.
    let own = text.get(span.clone()).unwrap_or_default().trim_end();
    let closed = own.ends_with(['.', '!', '?']) && own.split_whitespace().nth(4).is_some();
    let stop = if closed { span.end } else { sentence.end };
    let sentence = sentence.start..stop;
    let tail = text.get(span.end..sentence.end).unwrap_or_default();
    let end = tail
        .match_indices('\n')
        .map(|(at, _)| span.end.saturating_add(at))
        .find(|at| begins_anew(text, at.saturating_add(1)))
        .unwrap_or(sentence.end);
    let form = after_form(text.get(span.end..end).unwrap_or_default());
    start..form.map_or(end, |at| span.end.saturating_add(at))
}

/// Where a sentence ends whose full stop is also that of a name: "… and Beta, Inc. The foregoing lapsed."
fn after_form(tail: &str) -> Option<usize> {
    const FORMS: &[&str] = &["inc", "corp", "ltd", "co", "llc", "llp", "plc", "lp"];
    tail.match_indices(". ").find_map(|(at, _)| {
        let name = tail
            .get(..at)?
            .rsplit(|c: char| !c.is_alphanumeric())
            .next()?;
        let mut next = tail.get(at..)?.split_whitespace().skip(1);
        let (first, second) = (next.next()?, next.next()?);
        let opens = first.starts_with(char::is_uppercase) && second.starts_with(char::is_lowercase);
        let ends = FORMS.contains(&name.to_lowercase().as_str()) && opens;
        ends.then(|| at.saturating_add(1))
    })
}

/// A value that begins its paragraph after one that was left without an end belongs to that one.
fn continued(text: &str, sentence: Range<usize>, span: &Range<usize>) -> Range<usize> {
    let lead = text.get(sentence.start..span.start).unwrap_or_default();
    if lead.chars().any(char::is_alphanumeric) {
        return sentence;
    }
    let head = text.get(..sentence.start).unwrap_or_default().trim_end();
    let open = head.ends_with(|c: char| c.is_lowercase() || c == ',');
    let last = head.char_indices().next_back().map_or(0, |(at, _)| at);
    match open {
        true => statement_around(text, last..last).start..sentence.end,
        false => sentence,
    }
}

/// Whether the line at `at` is an entry of its own.
fn begins_anew(text: &str, at: usize) -> bool {
    let line = text
        .get(at..)
        .unwrap_or_default()
        .lines()
        .next()
        .unwrap_or_default();
    let trimmed = line.trim_start();
    let mut chars = trimmed.chars();
    let Some(first) = chars.next() else {
        return false;
    };
    if matches!(
        first,
        '-' | '\u{2013}'
            | '\u{2014}'
            | '\u{2022}'
            | '\u{25cf}'
            | '\u{25e6}'
            | '\u{2610}'
            | '\u{2611}'
            | '\u{2612}'
            | '|'
            | '>'
            | '\u{25cb}'
    ) {
        return true;
    }
    if is_box(trimmed) {
        return true;
    }
    if enumerator(trimmed).is_some() {
        return true;
    }
    let previous = text.get(..at.saturating_sub(1)).unwrap_or_default();
    let above = previous.lines().next_back().unwrap_or_default().trim_end();
    let label = |line: &str| {
        const LABEL_MAX_BYTES: usize = 48;
        line.find(':')
            .is_some_and(|colon| colon <= LABEL_MAX_BYTES && line.starts_with(char::is_uppercase))
    };
    let titled = is_entry(above.trim())
        || is_box(above.trim_start())
        || is_loud(above) && !is_loud(trimmed)
        || is_title(text, at, above.trim())
        // After an empty line a sentence begins a paragraph, which is no item of a list.
        || !previous.ends_with('\n') && opens_a_sentence(trimmed, above.trim());
    let greeted =
        previous.trim_end().lines().next_back().is_some_and(|line| {
            line.trim_start().starts_with("Dear ") && line.ends_with([',', ':'])
        });
    if first.is_uppercase() && (titled || greeted) {
        return true;
    }
    label(trimmed) && (above.ends_with(['.', ':']) || label(above.trim_start()) || above.len() < 48)
}

/// "Issued on 14 January 2024 / The Note matures": an article with a capital begins a sentence, where
/// nothing in the line above leads on to it.
fn opens_a_sentence(line: &str, above: &str) -> bool {
    let opens = line.split_whitespace().next().is_some_and(|word| {
        word.starts_with(char::is_uppercase) && DETERMINERS.contains(&word.to_lowercase().as_str())
    });
    let ends = above.ends_with(|c: char| c.is_alphanumeric() || matches!(c, '"' | '\u{201d}'));
    opens && ends && !leads_on(above)
}

/// Whether a line ends with a word that what follows belongs to: "by and between".
fn leads_on(line: &str) -> bool {
    const LEADS: &[&str] = &[
        "and", "or", "but", "nor", "that", "which", "whereas", "if", "is", "are", "was", "were",
        "be", "shall", "will", "may", "must", "not", "has", "have", "called", "said", "than",
        "when", "where", "while", "because", "whether",
    ];
    let last = line.split_whitespace().next_back().unwrap_or_default();
    let last = last.to_lowercase();
    let last = last.as_str();
    LEXICON.prepositions.contains(&last) || DETERMINERS.contains(&last) || LEADS.contains(&last)
}

/// "[X] Eighteen months": a line with a box of its own.
fn is_box(line: &str) -> bool {
    ["[ ]", "[x]", "[X]", "\u{2610}", "\u{2611}", "\u{2612}"]
        .iter()
        .any(|mark| line.starts_with(mark))
}

/// "Total due: $500": a line of a form, which ends where the line does.
fn is_entry(line: &str) -> bool {
    const LABEL_MAX_BYTES: usize = 48;
    const ENTRY_MAX_BYTES: usize = 60;
    // "Total due      $583.20": a gap does what a colon does.
    let gap = line
        .trim()
        .split_once("  ")
        .or(line.trim().split_once('\t'));
    let columns = gap.filter(|(_, entry)| entry.contains(|c: char| c.is_ascii_digit()));
    let Some((label, entry)) = line.split_once(':').or(columns) else {
        return false;
    };
    let entry = entry.trim();
    label.len() <= LABEL_MAX_BYTES
        && label.starts_with(char::is_uppercase)
        && !entry.is_empty()
        && entry.len() <= ENTRY_MAX_BYTES
        && !entry.ends_with([',', ';', '-'])
        && !entry.ends_with(|c: char| c.is_lowercase() && entry.split_whitespace().count() > 6)
}

/// A short first line of its paragraph that ends in no mark: a title, where a capital follows.
fn is_title(text: &str, at: usize, line: &str) -> bool {
    const TITLE_MAX_BYTES: usize = 56;
    let before = text.get(..at.saturating_sub(1)).unwrap_or_default();
    let first = before
        .rsplit('\n')
        .nth(1)
        .is_none_or(|above| above.trim().is_empty());
    let ends = line.ends_with(|c: char| c.is_alphanumeric() || matches!(c, ')' | '"' | '\u{201d}'));
    let joins = line
        .split_whitespace()
        .next_back()
        .is_some_and(|word| LEXICON.prepositions.contains(&word) || matches!(word, "the" | "and"));
    first && ends && !joins && line.len() <= TITLE_MAX_BYTES && line.starts_with(char::is_uppercase)
}

/// A line in capitals: a title, where the next line is not.
fn is_loud(line: &str) -> bool {
    const LOUD_MIN_LETTERS: usize = 4;
    !line.chars().any(char::is_lowercase)
        && line.chars().filter(|c| c.is_alphabetic()).count() >= LOUD_MIN_LETTERS
}

/// "(a)", "1.", "iv)": the mark of a list item, with its length.
pub(crate) fn enumerator(line: &str) -> Option<usize> {
    let body = line.strip_prefix('(').unwrap_or(line);
    let opened = body.len() < line.len();
    let length = body.find(|c: char| !c.is_alphanumeric())?;
    let mark = body.get(..length)?;
    let closer = body.get(length..)?.chars().next()?;
    let numeral = mark.chars().all(|c| c.is_ascii_digit()) && mark.len() <= 2
        || mark.chars().all(|c| matches!(c, 'i' | 'v' | 'x')) && mark.len() <= 4
        || mark.len() == 1;
    let closed = match opened {
        true => closer == ')',
        false => matches!(closer, '.' | ')'),
    };
    (numeral && closed && !mark.is_empty()).then_some(length.saturating_add(2))
}

/// A quotation around the value: what introduces it decides.
fn quoted(text: &str, range: &Range<usize>, sentence: &Sentence, clause: bool) -> Frame {
    let opener = sentence.openers().iter().copied().find(|at| {
        sentence
            .token(*at)
            .is_some_and(|token| token.is_any(&["\"", "'", "\u{201c}", "\u{2018}", "\u{ab}"]))
    });
    let first = sentence
        .token(0)
        .is_some_and(|token| token.is_any(&["\"", "\u{201c}", "\u{ab}"]));
    let at = match opener.or_else(|| left_open(sentence)) {
        Some(at) => at,
        None if first && sentence.value > 0 && !sentence.is_closed(0) => 0,
        None => return bracketed(sentence),
    };
    let place = sentence
        .token(at)
        .map_or(range.start, |token| token.span.start);
    let words: Vec<Token> = sentence.tokens.get(..at).unwrap_or_default().to_vec();
    let said = match words.iter().any(Token::is_word) {
        true => words,
        false => match announcement(text, place) {
            Some(before) => tokens(text, before, &(0..0)),
            None => {
                return Frame::Unclear {
                    because: place..place.saturating_add(1),
                };
            }
        },
    };
    let lone = sentence.value == at.saturating_add(1)
        && sentence
            .token(sentence.value.saturating_add(1))
            .is_some_and(|token| token.is_any(&["\"", "'", "\u{201d}", "\u{2019}", "\u{bb}"]));
    let what = announced::heard(text, place..range.end.max(place));
    let found = announced::effect(&said, &what, clause).or(|| after_quotation(sentence, at));
    let means = said
        .iter()
        .any(|token| token.is_any(&["means", "mean", "called"]));
    match found {
        // A name in quotation marks is only set off.
        Frame::Unclear { .. } if lone || means && sentence.value <= at.saturating_add(2) => {
            Frame::Asserted
        }
        found => found,
    }
}

/// A quotation that begins before the value, after other words, and ends with or after the sentence.
fn left_open(sentence: &Sentence) -> Option<usize> {
    let is =
        |at: usize, marks: &[&str]| sentence.token(at).is_some_and(|token| token.is_any(marks));
    let marks: Vec<usize> = (0..sentence.value)
        .filter(|at| is(*at, &["\"", "\u{201c}", "\u{201d}"]))
        .collect();
    let last = marks.last().copied()?;
    let straight = marks.iter().filter(|at| is(**at, &["\""])).count();
    let open = is(last, &["\u{201c}"]) || is(last, &["\""]) && straight % 2 == 1;
    (open && last > 0 && !sentence.is_closed(last)).then_some(last)
}

/// "… is the wording we hand out": what a sentence says of the words it quotes.
fn after_quotation(sentence: &Sentence, opener: usize) -> Frame {
    let closer = (sentence.value..sentence.tokens.len()).find(|at| {
        let closes = sentence
            .token(*at)
            .is_some_and(|token| token.is_any(&["\"", "'", "\u{201d}", "\u{2019}", "\u{bb}"]));
        closes && !sentence.is_enclosed_by(*at, opener)
    });
    let Some(closer) = closer else {
        return Frame::Asserted;
    };
    let rest = sentence.tokens.get(closer..).unwrap_or_default();
    let spoken = sentence.has_finite(closer..sentence.tokens.len());
    // "The words "…" are replaced by the words": what was quoted goes out.
    let out = rest.windows(2).any(|pair| match pair {
        [one, two] => {
            one.is_any(&["replaced", "superseded", "substituted", "changed"])
                && two.is_any(&["by", "with", "to"])
        }
        _ => false,
    });
    match spoken && (out || !announced::gives_new_text(rest)) {
        true => Frame::Unclear {
            because: announced::place(rest),
        },
        false => Frame::Asserted,
    }
}

/// A note in square brackets.
fn bracketed(sentence: &Sentence) -> Frame {
    let opener = sentence
        .openers()
        .iter()
        .copied()
        .find(|at| sentence.token(*at).is_some_and(|token| token.is("[")));
    let Some(at) = opener else {
        return Frame::Asserted;
    };
    let words = (at.saturating_add(1)..sentence.value)
        .filter(|one| sentence.token(*one).is_some_and(Token::is_word))
        .count();
    let alone = at.saturating_add(1) == sentence.value || at.saturating_add(2) == sentence.value;
    match words > 2 || alone {
        true => Frame::Unclear {
            because: sentence.token(at).map_or(0..0, |token| token.span.clone()),
        },
        false => Frame::Asserted,
    }
}

/// The words before `at` that announce what follows: they end in a colon.
fn announcement(text: &str, at: usize) -> Option<Range<usize>> {
    let head = text.get(..at)?.trim_end();
    let head = head.trim_end_matches(['"', '\u{201c}', '>', ' ']);
    if !head.ends_with(':') {
        return None;
    }
    let last = head.len().saturating_sub(1);
    Some(statement_around(text, last..last).start..head.len())
}

/// The sentence or the list above that announces the value's own.
fn announced_above(
    text: &str,
    range: &Range<usize>,
    span: &Range<usize>,
    sentence: &Sentence,
    clause: bool,
) -> Frame {
    let start = item_start(text, range.start);
    let mut at = start;
    let own = text.get(range.start..span.start).unwrap_or_default();
    let item = begins_anew(text, start) && !own.contains(':');
    if item {
        at = list_head(text, start).unwrap_or(start);
    }
    let near = |said: &Range<usize>| at.saturating_sub(said.start) <= ANNOUNCED_MAX_BYTES;
    if let Some(said) = announcement(text, at).filter(near) {
        let words = announced::heard(text, said);
        // A value alone after its label is an entry of a form.
        let whole = sentence.has_finite(0..sentence.tokens.len());
        let what = announced::heard(text, range.clone());
        return match announced::effect(&words, &what, clause) {
            Frame::Unclear { .. } if !whole => Frame::Asserted,
            found => found,
        };
    }
    match before(text, at).filter(near) {
        Some(said) => forward(text, said, range, clause),
        None => Frame::Asserted,
    }
}

/// Where the item of a list begins whose own number stands before its sentence: "1. The fee is $500."
fn item_start(text: &str, start: usize) -> usize {
    const NUMBER_MAX_BYTES: usize = 8;
    let head = text.get(..start).unwrap_or_default();
    let line = head.rfind('\n').map_or(0, |at| at.saturating_add(1));
    let number = head.get(line..).unwrap_or_default().trim();
    let numbered = !number.is_empty()
        && number.len() <= NUMBER_MAX_BYTES
        && number.ends_with(['.', ')'])
        && number.chars().filter(|c| c.is_alphabetic()).count() <= 1;
    match numbered && begins_anew(text, line) {
        true => line,
        false => start,
    }
}

/// "Example: Jo is 34. Her premium is $500.": a label that opens a line or a paragraph, and what follows in it.
fn under_example(text: &str, range: &Range<usize>) -> Frame {
    let head = text.get(..range.start).unwrap_or_default();
    let line = head.rfind('\n').map_or(0, |at| at.saturating_add(1));
    let paragraph = head.rfind("\n\n").map_or(0, |at| at.saturating_add(2));
    let label = [line, paragraph].into_iter().find_map(|start| {
        let said = text.get(start..range.start)?;
        let colon = said.find(':')?;
        let words = announced::heard(text, start..start.saturating_add(colon));
        shown::is_shown_label(&words).then(|| announced::place(&words))
    });
    label.map_or(Frame::Asserted, |because| Frame::Unclear { because })
}

/// The sentence right before, in the same paragraph or on the line above.
fn before(text: &str, at: usize) -> Option<Range<usize>> {
    let head = text.get(..at)?.trim_end();
    let last = head.char_indices().next_back()?.0;
    Some(statement_around(text, last..last).start..head.len())
}

/// The effect of the sentence before, where it points forward: "Assume the following facts."
fn forward(text: &str, said: Range<usize>, own: &Range<usize>, clause: bool) -> Frame {
    let apart = text
        .get(said.end..own.start.max(said.end))
        .is_some_and(|gap| gap.matches('\n').count() > 1);
    let words = announced::heard(text, said);
    if announced::points_forward(&words) {
        let what = announced::heard(text, own.clone());
        return announced::effect(&words, &what, clause);
    }
    // "Disregard the price list and return this sentence.": what an order hands over.
    let imperative = |at: usize| {
        let before = at.checked_sub(1).and_then(|at| words.get(at));
        before.is_none_or(|before| before.is_any(&[":", "\u{2014}", "\u{2013}", "please", ","]))
    };
    let ordered = LEXICON
        .marks(&words)
        .into_iter()
        .any(|mark| mark.class == Class::Order && imperative(mark.start));
    if ordered && !apart {
        return Frame::Withdrawn {
            code: RejectCode::Instruction,
            because: announced::place(&words),
        };
    }
    let doubted = !apart && !clause && announced::doubts_what_follows(&words);
    if doubted {
        return Frame::Unclear {
            because: announced::place(&words),
        };
    }
    // "Instructional Example 3." heads what follows on its line.
    let headed = !apart && !clause && (shown::is_shown(&words) || shown::is_shown_label(&words));
    match headed || announced::imagines(&words) && !apart && !clause {
        true => Frame::Unclear {
            because: announced::place(&words),
        },
        false => Frame::Asserted,
    }
}

/// Where the list that a line is an item of begins.
fn list_head(text: &str, start: usize) -> Option<usize> {
    let mut at = start;
    loop {
        let head = text.get(..at)?.trim_end_matches(['\n', ' ', '\r', '\t']);
        let line = head.rfind('\n').map_or(0, |at| at.saturating_add(1));
        let above = head.get(line..)?;
        if !begins_anew(text, line) || above.trim_end().ends_with(':') || line == 0 {
            return Some(at);
        }
        at = line;
    }
}

/// A note that a mark points to, right after the value or at the end of its sentence.
fn noted(text: &str, end: usize) -> Frame {
    let tail = text.get(end..).unwrap_or_default();
    let tail = tail.strip_prefix('.').unwrap_or(tail);
    let Some(mark) = note_mark(tail) else {
        return Frame::Asserted;
    };
    let rest = text
        .get(end.saturating_add(mark.len())..)
        .unwrap_or_default();
    let base = text.len().saturating_sub(rest.len());
    let number: String = mark.chars().filter(char::is_ascii_digit).collect();
    let label = format!("note {number}");
    let mut at = base;
    for line in rest.split_inclusive('\n') {
        let trimmed = line.trim_start();
        let own = trimmed.starts_with(&mark)
            && !trimmed.trim_start_matches(mark.as_str()).starts_with('*')
            || mark.len() > 2 && trimmed.to_lowercase().starts_with(&label);
        if own && at > base {
            let blank = line.len().saturating_sub(trimmed.len());
            let said = at
                .saturating_add(blank)
                .saturating_add(match trimmed.starts_with(&mark) {
                    true => mark.len(),
                    false => 0,
                });
            let words = tokens(text, said..at.saturating_add(line.len()), &(0..0));
            let marks = LEXICON.marks(&words);
            // "See the register; treasury shares are not counted": what follows speaks of another thing.
            let first = words.iter().position(|token| token.is(";"));
            let takes = marks.iter().find(|one| {
                let denies = one.class == Class::Denies;
                if denies && first.is_some_and(|first| one.start > first) {
                    return false;
                }
                matches!(
                    one.class,
                    Class::Denies
                        | Class::False
                        | Class::Deleted
                        | Class::Proposed
                        | Class::Past
                        | Class::Example
                        | Class::Supposed
                        | Class::Condition
                        | Class::Disputed
                        | Class::Reported
                        | Class::Order
                        | Class::Near
                )
            });
            let scaled = words.iter().find(|token| {
                token.is_any(&["thousands", "millions", "thousand", "million", "billions"])
            });
            // "The Tenant's own area is 1,475 square feet": a note that gives a figure of its own.
            let figure = words.windows(2).find_map(|pair| match pair {
                [one, two] => (two.shape == Shape::Number && !one.is_any(PLACES)).then_some(two),
                _ => None,
            });
            // "Licensor's figure.": a note that says whose words they are.
            let named = words
                .iter()
                .take(4)
                .find(|token| token.is_any(LEXICON.words_said));
            let place = takes
                .and_then(|mark| words.get(mark.start))
                .or(scaled)
                .or(figure)
                .or(named)
                .map(|token| token.span.clone());
            return place.map_or(Frame::Asserted, |because| Frame::Unclear { because });
        }
        at = at.saturating_add(line.len());
    }
    Frame::Asserted
}

/// Words before the number of a place, which is no figure.
const PLACES: &[&str] = &[
    "note",
    "section",
    "clause",
    "page",
    "article",
    "paragraph",
    "schedule",
    "exhibit",
    "annex",
    "item",
    "see",
    "no",
    "appendix",
];

/// The end of an entry's line, where the mark of a note stands after the unit of its value:
/// "3,200 square feet*".
fn unit_end(text: &str, end: usize) -> Option<usize> {
    const UNIT_MAX_WORDS: usize = 3;
    let line = text.get(end..)?.split('\n').next()?.trim_end();
    let words = line.trim_end_matches(|c: char| !c.is_alphanumeric() && !c.is_whitespace());
    let marked = words.len() < line.len();
    let plain = words.chars().all(|c| c.is_alphabetic() || c == ' ');
    let few = (1..=UNIT_MAX_WORDS).contains(&words.split_whitespace().count());
    (marked && plain && few).then(|| end.saturating_add(words.len()))
}

/// The mark of a note right after the value.
fn note_mark(tail: &str) -> Option<String> {
    let marks: String = tail
        .chars()
        .take_while(|c| {
            matches!(
                c,
                '*' | '\u{2020}' | '\u{2021}' | '\u{b9}' | '\u{b2}' | '\u{b3}' | '\u{2070}'
                    ..='\u{2079}'
            )
        })
        .collect();
    if !marks.is_empty() {
        return Some(marks);
    }
    let open = tail.trim_start();
    for (prefix, close) in [("[", ']'), ("(see note ", ')'), ("(note ", ')'), ("(", ')')] {
        let Some(rest) = open.strip_prefix(prefix) else {
            continue;
        };
        let end = rest.find(close)?;
        let inner = rest.get(..end)?;
        let number = inner.len() <= 2 && inner.chars().all(|c| c.is_ascii_digit());
        let letter = inner.len() == 1 && inner.chars().all(|c| c.is_ascii_lowercase());
        let sign = inner
            .chars()
            .all(|c| matches!(c, '*' | '\u{2020}' | '\u{2021}'));
        if (number || letter || sign) && !inner.is_empty() {
            return Some(format!("{prefix}{inner}{close}"));
        }
    }
    None
}
