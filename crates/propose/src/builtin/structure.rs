//! What a document is made of, recognised once: cover, opening, headings,
//! signatures, attachments.
//!
//! Contracts come as well-broken lines and as one endless line, so everything
//! here is told by words and not by layout alone.

use std::ops::Range;

use super::pattern::{Pattern, find_at, groups, holds, patterns};
use super::signs::{Name, sign};

/// The opening is looked for in this many bytes; contents lists can be long.
const OPENING_REACH_BYTES: usize = 15_000;

/// An opening is no longer than this.
const OPENING_MAX_BYTES: usize = 4_000;

/// How much of a candidate opening is looked at to tell whether it is one.
const OPENING_LOOK_BYTES: usize = 420;

/// A heading stands over what follows it for this many bytes at most.
const HEADING_REACH_BYTES: usize = 6_000;

/// The kinds of instruments, in the singular, as alternatives of a pattern.
macro_rules! instruments {
    () => {
        "agreement|contract|amendment|addendum|lease|license|licence|deed|memorandum|note|guaranty|plan|policy|letter|covenant|undertaking|indenture|mortgage|settlement|statement of work|purchase order|order form|terms and conditions|supplement|assignment|waiver|consent|certificate|protocol"
    };
}
pub(crate) use instruments;

patterns! {
    /// Where an instrument names itself: "This Supply Agreement", "THIS AGREEMENT".
    SELF_NAMED = concat!(r#"\b(?:This|THIS|The|THE|these|THESE)\s+(?:[“"']?[<l>&'’/().,#-]+[”"']?\s+){0,18}?[“"']?(?i:"#, instruments!(), r#")\b"#);
    /// The same without "this": "AGREEMENT made as of".
    UNNAMED = concat!(r#"(?:(?:[A-Z][<l>&'’/-]*|and|of|for)\s+){0,8}(?i:"#, instruments!(), r#")\b[”"']?,?\s*(?:\([^)]{0,60}\),?\s*)?(?i:is )?(?i:made|dated|entered into|executed|effective) (?i:and|as|on|this|the|by|into|between|effective)\b"#);
    /// What an opening goes on with.
    MADE = r"(?i)\b(?:made|entered|dated|effective|between|among|amongst|executed|signed|concluded|by and)\b";
    BETWEEN = r"(?i)\b(?:between|among|amongst|parties|by and)\b";
    /// Where an opening ends.
    AFTER_OPENING = r"\b(?:WHEREAS|Whereas|WITNESSETH|Witnesseth|W I T N E S S E T H|RECITALS?|Recitals?|R E C I T A L S|BACKGROUND|Background|NOW,? THEREFORE|Now,? [Tt]herefore|agree as follows|AGREE AS FOLLOWS|hereby agree|HEREBY AGREE|INTRODUCTION|ARTICLE|Article [1I]|TABLE OF CONTENTS)\b";
    WITNESS = r"(?i)\b(?:in witness (?:whereof|thereof|hereof)|executed (?:by|as of|on behalf)|the parties have (?:caused|executed|duly)|have caused this)\b";
    ATTACHED = r"(?:\n|\s{3,})\s*(?:EXHIBIT|Exhibit|SCHEDULE|Schedule|ANNEX|Annex|APPENDIX|Appendix|ATTACHMENT|Attachment)\s+[A-Z0-9][<l>.-]{0,6}\b";
    /// A number or letter and the heading after it.
    HEADING = r"(?:^|\n|\s{2,}|[.;:)]\s)\s*(?:(?:ARTICLE|Article|SECTION|Section|CLAUSE|Clause)\s+[0-9IVXLivxl.]{1,8}[.:]?|\d{1,2}(?:\.\d{1,2}){0,3}[.)]?|\([a-z0-9]{1,3}\)|[A-Z]\.)\s*([A-Z][A-Za-z,;&/'’\x20-]{2,70}?)\s*(?:[.:\n–—]|\s{2}|-{2})";
}

/// The recognised parts of a document.
#[derive(Clone, Debug, Default)]
pub(crate) struct Structure {
    /// The paragraph that names the instrument, its date and its parties.
    pub(crate) opening: Option<Range<usize>>,
    /// Where the signatures begin.
    pub(crate) signature: Option<usize>,
    /// Where the attachments begin.
    pub(crate) attached: Option<usize>,
    headings: Vec<Range<usize>>,
}

/// The part of a document a place lies in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Part {
    Cover,
    Opening,
    Body,
    Signature,
    Attached,
}

impl Part {
    pub(crate) fn feature(self) -> Name {
        match self {
            Part::Cover => sign!("in cover"),
            Part::Opening => sign!("in opening"),
            Part::Body => sign!("in body"),
            Part::Signature => sign!("in signature"),
            Part::Attached => sign!("in attachment"),
        }
    }
}

impl Structure {
    /// Recognises the parts of a text.
    pub(crate) fn of(text: &str) -> Structure {
        let opening = opening(text);
        let after = opening.as_ref().map_or(0, |opening| opening.end);
        let signature = last(&WITNESS, text, after);
        let attached = signature.and_then(|from| {
            let found = find_at(&ATTACHED, text, from)?;
            Some(found.start)
        });
        Structure {
            headings: groups(&HEADING, text, 0),
            opening,
            signature,
            attached,
        }
    }

    /// The part a byte lies in.
    pub(crate) fn part(&self, at: usize) -> Part {
        if self.attached.is_some_and(|from| at >= from) {
            return Part::Attached;
        }
        if self.signature.is_some_and(|from| at >= from) {
            return Part::Signature;
        }
        match &self.opening {
            Some(opening) if at < opening.start => Part::Cover,
            Some(opening) if at < opening.end => Part::Opening,
            Some(_) => Part::Body,
            None if at < OPENING_MAX_BYTES / 2 => Part::Cover,
            None => Part::Body,
        }
    }

    /// The two headings above a byte, nearest first.
    pub(crate) fn headings(&self, at: usize) -> impl Iterator<Item = &Range<usize>> {
        let before = self.headings.partition_point(|heading| heading.start < at);
        let above = self.headings.get(..before).unwrap_or_default();
        above
            .iter()
            .rev()
            .take(2)
            .filter(move |heading| at.saturating_sub(heading.end) < HEADING_REACH_BYTES)
    }
}

fn last(pattern: &Pattern, text: &str, from: usize) -> Option<usize> {
    let rest = text.get(from..)?;
    let found = pattern.text().find_iter(rest).last()?;
    Some(from.saturating_add(found.start()))
}

/// The first place where the instrument names itself and says when or between whom it is made.
fn opening(text: &str) -> Option<Range<usize>> {
    let reach = text.floor_char_boundary(OPENING_REACH_BYTES.min(text.len()));
    let head = text.get(..reach)?;
    let start = [&SELF_NAMED, &UNNAMED].into_iter().find_map(|pattern| {
        let found = pattern.text().find_iter(head);
        found
            .filter(|found| begins(text, found.start()) && opens(text, found.range()))
            .map(|found| found.start())
            .next()
    })?;
    let most = text.floor_char_boundary(start.saturating_add(OPENING_MAX_BYTES).min(text.len()));
    let end = find_at(&AFTER_OPENING, text.get(..most)?, start.saturating_add(20))
        .map_or(most, |found| found.start);
    Some(start..end)
}

/// Whether a sentence can begin here: at the start, after a break, a stop, or a heading in capitals.
fn begins(text: &str, at: usize) -> bool {
    let before = text.get(..at).unwrap_or_default();
    let trimmed = before.trim_end_matches([' ', '\t', '"', '“']);
    let word = trimmed
        .rsplit(char::is_whitespace)
        .next()
        .unwrap_or_default();
    let heading = word.chars().all(|c| !c.is_lowercase());
    let last = trimmed.chars().next_back();
    let broken = before.len().saturating_sub(trimmed.len()) > 1;
    heading
        || broken
        || last.is_none_or(|c| matches!(c, '\n' | '.' | ':' | ')' | ']' | ';' | '-' | '_' | '*'))
}

fn opens(text: &str, named: Range<usize>) -> bool {
    let end = named.end.saturating_add(OPENING_LOOK_BYTES).min(text.len());
    let near = text.floor_char_boundary(named.end.saturating_add(160).min(text.len()));
    let far = text.floor_char_boundary(end);
    let made = text
        .get(named.end..near)
        .is_some_and(|words| holds(&MADE, words));
    made && text
        .get(named.end..far)
        .is_some_and(|words| holds(&BETWEEN, words))
}
