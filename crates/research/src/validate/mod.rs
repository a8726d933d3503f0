//! Which sources are good and safe enough to be looked at for an answer.

mod address;
mod credibility;
mod domains;

use std::collections::BTreeSet;

use groundstop_canon::sha256_hex;
use groundstop_contract::telemetry::{Grade, SourceFault};
use jiff::civil::{Date, date};
use whatlang::Lang;

use crate::source::{Origin, Source};

pub use address::{canonical_url, registrable_domain};
pub(crate) use address::{host, spoken};
pub use credibility::{Credibility, credibility};
pub use domains::{DomainClass, class_of};

/// The shortest text of a source, in visible characters.
pub const SOURCE_CHARS_MIN: usize = 20;
/// How much of a text is looked at to tell its language.
const LANGUAGE_BYTES: usize = 2_000;
/// Nothing on the web was published before.
const EARLIEST: Date = date(1990, 1, 1);

/// What the operator asks of sources.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standard {
    /// The day of the run.
    pub today: Date,
    /// The lowest grade that is accepted.
    pub min_grade: Grade,
    /// The language sources must be in; without one, the question's.
    pub language: Option<Lang>,
}

/// A source that passed.
#[derive(Clone, Debug)]
pub struct Accepted {
    /// The source.
    pub source: Source,
    /// What it is worth.
    pub credibility: Credibility,
}

/// What became of the sources.
#[derive(Clone, Debug, Default)]
pub struct Validated {
    /// Those that passed, in their order.
    pub accepted: Vec<Accepted>,
    /// Why each of the others did not.
    pub dropped: Vec<SourceFault>,
}

/// Looks at every source; the first fault is told.
#[must_use]
pub fn validate(question: &str, sources: Vec<Source>, standard: &Standard) -> Validated {
    let wanted = standard.language.or_else(|| sure_language(question));
    let mut seen: BTreeSet<String> = BTreeSet::new();
    let mut kept: Vec<Source> = Vec::new();
    let mut dropped = Vec::new();
    for source in sources {
        match fault(&source, wanted, standard, &mut seen) {
            Some(fault) => dropped.push(fault),
            None => kept.push(source),
        }
    }
    let domains: BTreeSet<String> = kept.iter().filter_map(domain).collect();
    let mut validated = Validated {
        dropped,
        ..Validated::default()
    };
    for source in kept {
        let credibility = credibility(&source, standard.today, domains.len());
        if credibility.grade > standard.min_grade {
            validated.dropped.push(SourceFault::LowGrade);
        } else {
            validated.accepted.push(Accepted {
                source,
                credibility,
            });
        }
    }
    validated
}

fn domain(source: &Source) -> Option<String> {
    match &source.origin {
        Origin::Page { url } => registrable_domain(url),
        Origin::Document { .. } => None,
    }
}

fn fault(
    source: &Source,
    wanted: Option<Lang>,
    standard: &Standard,
    seen: &mut BTreeSet<String>,
) -> Option<SourceFault> {
    let text = source.document.text();
    let visible = text.chars().filter(|c| !c.is_whitespace());
    if visible.take(SOURCE_CHARS_MIN).count() < SOURCE_CHARS_MIN {
        return Some(SourceFault::TooShort);
    }
    // Where nobody knows which language is wanted, none is another one.
    if wanted.is_some_and(|wanted| is_of_another(text, wanted)) {
        return Some(SourceFault::OtherLanguage);
    }
    if source
        .published
        .is_some_and(|day| !is_plausible(day, standard.today))
    {
        return Some(SourceFault::ImplausibleDate);
    }
    let words: Vec<&str> = text.split_whitespace().collect();
    let content = sha256_hex(words.join(" ").as_bytes());
    let address = match &source.origin {
        Origin::Page { url } => canonical_url(url),
        Origin::Document { .. } => None,
    };
    // Both are noted, so that either makes a later source a duplicate.
    let new_content = seen.insert(content);
    let new_address = address.is_none_or(|address| seen.insert(address));
    (!(new_content && new_address)).then_some(SourceFault::Duplicate)
}

/// Whether a text is surely in another language.
fn is_of_another(text: &str, wanted: Lang) -> bool {
    let head = text.get(..text.floor_char_boundary(LANGUAGE_BYTES));
    sure_language(head.unwrap_or(text)).is_some_and(|language| language != wanted)
}

/// A day that is not before there was a web, and not after tomorrow.
#[must_use]
pub fn is_plausible(day: Date, today: Date) -> bool {
    let tomorrow = today.tomorrow().unwrap_or(today);
    EARLIEST <= day && day <= tomorrow
}

/// The language of a text, where there is enough of it to tell.
fn sure_language(text: &str) -> Option<Lang> {
    let found = whatlang::detect(text)?;
    found.is_reliable().then(|| found.lang())
}
