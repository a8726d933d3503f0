//! What a line of a statute is by its form: a heading and how high it stands, the row of a
//! table, words that lead into what follows.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::flow::Flow;

/// A lead-in longer than this is cut to its last sentence.
const LONGEST_LEAD_BYTES: usize = 1500;
/// What a heading is at most.
pub(super) const LONGEST_HEADING_BYTES: usize = 160;
/// How far behind a lead-in's dash a note of the margin may reach.
const LONGEST_NOTE_BYTES: usize = 90;

/// Headings of this rank do not end a list by themselves.
pub(super) const LOOSE: u8 = 20;

/// The headings of a text that stand alone at least twice.
pub(super) fn titles(text: &str) -> BTreeSet<String> {
    let mut once = BTreeSet::new();
    let alone = text
        .split("\n\n")
        .filter(|paragraph| heading_rank(paragraph) == Some(LOOSE));
    alone
        .filter(|title| !once.insert(*title))
        .map(str::to_owned)
        .collect()
}

/// Whether a line is a title by its form alone, wherever it stands.
pub(super) fn is_title(line: &str) -> bool {
    let line = line.trim();
    let numbered = ["CHAPTER ", "PART ", "SCHEDULE "].iter().any(|word| {
        let number = line.strip_prefix(word).unwrap_or_default();
        let numbers = |text: &str| {
            let sign = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '-';
            !text.is_empty() && text.len() <= 8 && text.chars().all(sign)
        };
        // "PART II - OFFENCES" carries its title with it, in capitals.
        let dash = number.find([' ', '—', '–']);
        let (own, title) = number.split_at(dash.unwrap_or(number.len()));
        let title = title.trim_start().strip_prefix(['-', '—', '–']);
        let capitals = title.is_some_and(|title| {
            line.len() <= LONGEST_HEADING_BYTES
                && title.contains(char::is_alphabetic)
                && !title.contains(char::is_lowercase)
        });
        numbers(number) || numbers(own) && capitals
    });
    let paragraph = line.strip_prefix("Paragraph ").unwrap_or_default();
    let lettered = paragraph.len() == 1 && paragraph.bytes().all(|b| b.is_ascii_uppercase());
    line.starts_with('#') || numbered || lettered
}

/// How high a heading stands, 0 the highest; nothing where the text is none.
pub(super) fn heading_rank(text: &str) -> Option<u8> {
    let line = text.trim();
    if line.starts_with('#') {
        let signs = line.chars().take_while(|c| *c == '#').count();
        return u8::try_from(signs).ok().map(|signs| signs.min(9));
    }
    if is_title(line) {
        return Some(match line {
            line if line.starts_with("PART ") => 11,
            line if line.starts_with("Paragraph ") => 14,
            _ => 10,
        });
    }
    let letters = line.chars().filter(|c| c.is_alphabetic()).count();
    let fits = line.len() <= LONGEST_HEADING_BYTES
        && letters >= 3
        && line.starts_with(|c: char| c.is_uppercase() || "‘“[".contains(c))
        && !line.ends_with([
            '.', ';', ':', ',', '—', '–', '-', '!', '?', '”', '’', '"', '\'', ')',
        ])
        && !line.contains(['%', '$', '₹', '₦', '€', '£', '\t'])
        && !line.contains(';')
        && !line.chars().any(|c| c.is_ascii_digit())
        && line.split('\n').count() <= 3;
    if !fits {
        return None;
    }
    let plain = line.trim_start_matches(['‘', '“', '[']);
    let starts = |word: &str| {
        plain
            .get(..word.len())
            .is_some_and(|head| head.eq_ignore_ascii_case(word))
    };
    let titled = plain.contains("SCHEDULE") || starts("chapter") || starts("title ");
    if titled {
        return Some(10);
    }
    if starts("part ") {
        return Some(11);
    }
    if starts("paragraph ") {
        return Some(14);
    }
    let capitals = !plain.chars().any(char::is_lowercase);
    if capitals && !starts("table") {
        return Some(13);
    }
    // A title is short and does not read like the start of a sentence.
    let words = plain.split_whitespace().count();
    let capital = plain.starts_with(char::is_uppercase);
    (words <= 9 && capital && !plain.contains([',', '.'])).then_some(LOOSE)
}

/// Whether a paragraph is the row of a table: it begins with how far something reaches.
pub(super) fn has_figure_start(text: &str) -> bool {
    const ROWS: &[&str] = &[
        "not over",
        "over",
        "above",
        "up to",
        "upto",
        "from",
        "first",
        "next",
        "nil",
        "exceeding",
        "not exceeding",
        "on the",
        "on ",
        "rs.",
        "$",
    ];
    let head = text.trim_start().to_ascii_lowercase();
    ROWS.iter().any(|row| head.starts_with(row)) || head.starts_with(|c: char| c.is_ascii_digit())
}

/// Whether a line is the row of a rate table: it begins with how far something reaches and ends
/// with a rate.
pub(super) fn is_row(line: &str) -> bool {
    let ends = line
        .trim_end()
        .trim_end_matches(['.', ';'])
        .to_ascii_lowercase();
    let rate = ["nil", "per cent", "percent", "%"]
        .iter()
        .any(|rate| ends.ends_with(rate));
    let starts = line.trim_start().to_ascii_lowercase();
    // A rate by itself is a row only behind its range.
    let figures = starts
        .split(|c: char| !c.is_ascii_digit() && c != ',' && c != '.')
        .filter(|word| word.contains(|c: char| c.is_ascii_digit()))
        .count();
    let ranged = figures > 1 || figures == 1 && ends.ends_with("nil");
    // "On the whole of the total income" is an item of its own.
    rate && ranged && has_figure_start(line) && !starts.starts_with("on ")
}

/// The words of a block that lead into what follows.
pub(super) fn lead_of(flow: &Flow, own: Range<usize>) -> Option<Range<usize>> {
    let text = flow.slice(own.clone());
    let trimmed = text.trim_end();
    let ends = |at: usize| {
        let rest = trimmed.get(at..).unwrap_or_default();
        let note = rest.trim_start_matches(['—', '–', ':', '-']);
        // A hyphen inside of a word, or of one that goes on in the next line, leads to nothing.
        let hyphen = rest.starts_with('-')
            && trimmed
                .get(..at)
                .is_some_and(|before| before.ends_with(char::is_alphanumeric));
        note.is_empty() || !hyphen && note.starts_with('\n') && note.len() <= LONGEST_NOTE_BYTES
    };
    let dashes = trimmed.rmatch_indices(['—', '–', ':', '-']);
    let near = dashes.take_while(|(at, _)| trimmed.len().saturating_sub(*at) <= LONGEST_NOTE_BYTES);
    let end = near.map(|(at, _)| at).find(|at| ends(*at))?;
    let lead = trimmed
        .get(..end)?
        .trim_end_matches(['—', '–', ':', '-', ',', ' ', '\n']);
    let lead = lead
        .strip_suffix("namely")
        .unwrap_or(lead)
        .trim_end_matches([',', ' ', '\n']);
    let start = match lead.len() > LONGEST_LEAD_BYTES {
        true => lead.rfind(". ").map_or(0, |at| at.saturating_add(2)),
        false => last_sentence(lead),
    };
    // "The tax is:" is the head of a column; "in clause (a)," names a place.
    let said = lead.get(start..).is_some_and(|words| {
        words.split_whitespace().count() > 3 || words.starts_with("in ") && words.len() > 5
    });
    said.then(|| own.start.saturating_add(start)..own.start.saturating_add(lead.len()))
}

/// Where the last sentence of a text begins: behind a point after a word and before a capital.
fn last_sentence(text: &str) -> usize {
    let starts = text.match_indices(". ").filter_map(|(at, _)| {
        let word = text
            .get(..at)?
            .rsplit(|c: char| !c.is_alphanumeric())
            .next()?;
        let next = at.saturating_add(2);
        let capital = text
            .get(next..)?
            .trim_start()
            .starts_with(char::is_uppercase);
        let long = word.len() > 3 && word != "cent" && word.chars().all(char::is_lowercase);
        (long && capital).then_some(next)
    });
    starts.last().unwrap_or(0)
}

/// Whether a text ends in a title of its own line: it is one, or stands behind a lead-in's dash.
pub(super) fn titled(text: &str) -> bool {
    let Some((before, last)) = text.rsplit_once('\n') else {
        return heading_rank(text).is_some();
    };
    let lead = before.trim_end().ends_with(['—', '–', ':']);
    lead && last.len() <= LONGEST_NOTE_BYTES && heading_rank(last).is_some()
}

/// Whether an item is only a title of what follows: short, and it ends without a mark.
pub(super) fn caption(text: &str) -> bool {
    let ends = text.ends_with(|c: char| c.is_alphabetic() || c == ')');
    let starts = text.starts_with(char::is_uppercase);
    ends && starts && text.len() <= LONGEST_HEADING_BYTES && text.split_whitespace().count() >= 2
}
