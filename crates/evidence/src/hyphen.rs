//! F6: a word broken at a line end, and which spelling it has.
//!
//! `requ-` / `ired` can be `required` or `requ-ired`. The document itself
//! settles it: the spelling used must stand unbroken in it, and the other one
//! must not.

use groundstop_document::Document;
use memchr::memmem;

use crate::fold::Gap;
use crate::search::SitePair;
use groundstop_document::fold::{is_hyphen, is_ignorable};

/// The two spellings of a broken word whose spelling the document does not settle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Unsettled {
    pub(crate) used: String,
    pub(crate) other: String,
}

/// Whether a pair of gaps needed F6.
pub(crate) fn needs_fold(pair: &SitePair) -> bool {
    let gap = |site: Option<crate::fold::Site>| site.map(|site| site.gap);
    let one_way = |one, other| match one {
        Some(Gap::HyphenBreak) => matches!(other, None | Some(Gap::Hyphen | Gap::SoftBreak)),
        Some(Gap::SoftBreak) => other.is_none(),
        _ => false,
    };
    let (document, quote) = (gap(pair.document), gap(pair.quote));
    one_way(document, quote) || one_way(quote, document)
}

/// The spellings at a pair that needed F6, where the document does not settle them.
pub(crate) fn unsettled(document: &Document, pair: &SitePair, at: usize) -> Option<Unsettled> {
    let text = document.text();
    let (start, end) = pair
        .document
        .map_or((at, at), |site| (site.start, site.end));
    let left = word_before(text.get(..start).unwrap_or_default());
    let right = word_behind(text.get(end..).unwrap_or_default());
    let joined = format!("{left}{right}");
    let hyphenated = format!("{left}-{right}");
    let kept = [pair.document, pair.quote]
        .iter()
        .flatten()
        .any(|site| site.gap == Gap::Hyphen);
    let (used, other) = if kept {
        (hyphenated, joined)
    } else {
        (joined, hyphenated)
    };
    let settled = stands_unbroken(text, &used) && !stands_unbroken(text, &other);
    (!settled).then_some(Unsettled { used, other })
}

fn part_of_word(c: char) -> bool {
    c.is_alphabetic() || is_hyphen(c) || is_ignorable(c)
}

fn plain(c: char) -> Option<char> {
    match c {
        c if is_ignorable(c) => None,
        c if is_hyphen(c) => Some('-'),
        c => Some(c),
    }
}

fn word_before(text: &str) -> String {
    let letters: Vec<char> = text
        .chars()
        .rev()
        .take_while(|c| part_of_word(*c))
        .filter_map(plain)
        .collect();
    letters
        .into_iter()
        .rev()
        .collect::<String>()
        .trim_start_matches('-')
        .to_owned()
}

fn word_behind(text: &str) -> String {
    let word: String = text
        .chars()
        .take_while(|c| part_of_word(*c))
        .filter_map(plain)
        .collect();
    word.trim_end_matches('-').to_owned()
}

/// Whether a word stands somewhere in the text as a whole word.
fn stands_unbroken(text: &str, word: &str) -> bool {
    let apart = |c: Option<char>| !c.is_some_and(|c| c.is_alphanumeric() || is_hyphen(c));
    memmem::find_iter(text.as_bytes(), word.as_bytes()).any(|at| {
        let before = text.get(..at).and_then(|before| before.chars().next_back());
        let behind = text
            .get(at.saturating_add(word.len())..)
            .and_then(|behind| behind.chars().next());
        apart(before) && apart(behind)
    })
}
