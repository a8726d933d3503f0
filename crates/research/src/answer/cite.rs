//! From chosen sentences to claims: each is found in its source again, by
//! `evidence`, before it may be one.

use std::collections::BTreeSet;

use groundstop_canon::sha256_hex;
use groundstop_contract::answer::{CitationRecord, ClaimRecord, DisagreementRecord};
use groundstop_document::{ByteSpan, Document};
use groundstop_evidence::{Evidence, FoldedDocument, Hints, locate_all, text_key};

use super::asked::Asked;
use super::choose::{CLAIMS_MAX, Chosen, Ground, choose};
use super::differ::{self, Said};
use super::typed::{self, Given, choose_term};
use crate::source::{Origin, Source};

/// The most citations of one claim.
pub const CITATIONS_MAX: usize = 3;

/// How much of a source is looked at for sentences.
const LOOKED_AT_BYTES: usize = 4 * 1024 * 1024;

/// What the sources say to a question.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Claims {
    /// The claims, the best one first.
    pub claims: Vec<ClaimRecord>,
    /// Where they contradict each other.
    pub disagreements: Vec<DisagreementRecord>,
    /// Which sources are cited, in their order.
    pub cited: Vec<usize>,
}

/// A sentence that stands where it was said to stand.
struct Proven {
    key: Vec<u8>,
    said: Said,
    /// What it gives for the term that is asked for.
    given: Option<Given>,
    citations: Vec<(usize, CitationRecord)>,
}

/// What the sources say to a question, with the quotes that bear it out.
#[must_use]
pub fn claims(asked: &Asked, sources: &[Source]) -> Claims {
    let headings: Vec<String> = sources.iter().map(Source::heading).collect();
    let voids: Vec<Vec<ByteSpan>> = sources.iter().map(Source::void).collect();
    let grounds: Vec<Ground<'_>> = sources
        .iter()
        .zip(headings.iter().zip(&voids))
        .enumerate()
        .map(|(index, (source, (title, void)))| ground(index, source, title, void))
        .collect();
    let chosen = match &asked.term {
        Some(term) => choose_term(term, asked.language, sources, &grounds),
        None => choose(asked, &grounds),
    };
    let proven = prove(asked, sources, &chosen);
    let picked = pick(asked, proven);
    let said: Vec<(usize, &Said)> = picked
        .iter()
        .map(|one| {
            (
                one.citations.first().map_or(0, |(source, _)| *source),
                &one.said,
            )
        })
        .collect();
    let disagreements = match &asked.term {
        Some(term) => {
            let given: Vec<_> = picked.iter().map(|one| one.given.clone()).collect();
            typed::disagreements(term.topic, &given)
        }
        None => differ::disagreements(asked, &said),
    };
    let cited = picked.iter().flat_map(|one| &one.citations);
    let cited: BTreeSet<usize> = cited.map(|(source, _)| *source).collect();
    let claims = picked.iter().map(|one| ClaimRecord {
        text: one.said.text.clone(),
        citations: one
            .citations
            .iter()
            .map(|(_, cited)| cited.clone())
            .collect(),
    });
    Claims {
        claims: claims.collect(),
        disagreements,
        cited: cited.into_iter().collect(),
    }
}

/// A source with the passages that were found, or its whole text.
fn ground<'a>(
    index: usize,
    source: &'a Source,
    title: &'a str,
    void: &'a [ByteSpan],
) -> Ground<'a> {
    let text = source.document.text();
    let text = text
        .get(..text.floor_char_boundary(LOOKED_AT_BYTES))
        .unwrap_or(text);
    let passages = source.passages.iter();
    let passages: Vec<_> = passages.map(|span| span.start.0..span.end.0).collect();
    Ground {
        source: index,
        text,
        spans: match passages.is_empty() {
            true => std::iter::once(0..text.len()).collect(),
            false => passages,
        },
        title,
        opening: source.opening(),
        void,
        furniture: source.document.furniture(),
    }
}

/// Finds every sentence in its source again; equal ones of several sources are one,
/// and one that no clean quote bears out is left out.
fn prove(asked: &Asked, sources: &[Source], chosen: &[Chosen]) -> Vec<Proven> {
    let mut proven: Vec<Proven> = Vec::new();
    let cited = cited_all(sources, chosen);
    for (chosen, cited) in chosen.iter().zip(cited) {
        let Some(cited) = cited else {
            continue;
        };
        let key = text_key(&cited.quote);
        match proven.iter_mut().find(|other| other.key == key) {
            Some(known) => {
                let new = known
                    .citations
                    .iter()
                    .all(|(source, _)| *source != chosen.source);
                if new && known.citations.len() < CITATIONS_MAX {
                    known.citations.push((chosen.source, cited));
                }
            }
            None => proven.push(Proven {
                key,
                said: Said::new(asked, &on_one_line(&cited.quote)),
                given: chosen.given.clone(),
                citations: vec![(chosen.source, cited)],
            }),
        }
    }
    proven
}

/// A citation for every chosen sentence that can have one, source by source.
fn cited_all(sources: &[Source], chosen: &[Chosen]) -> Vec<Option<CitationRecord>> {
    let mut cited: Vec<Option<CitationRecord>> = vec![None; chosen.len()];
    for (index, source) in sources.iter().enumerate() {
        let own: Vec<usize> = (0..chosen.len())
            .filter(|at| chosen.get(*at).is_some_and(|one| one.source == index))
            .collect();
        if own.is_empty() {
            continue;
        }
        let document = &source.document;
        let folded = FoldedDocument::new(document);
        let hints: Vec<Hints<'_>> = own
            .iter()
            .filter_map(|at| chosen.get(*at))
            .map(|one| hint(document, one))
            .collect();
        let located = locate_all(&folded, &hints);
        for (at, evidence) in own.into_iter().zip(located) {
            if let (Some(place), Ok(evidence)) = (cited.get_mut(at), evidence) {
                *place = citation(source, &evidence);
            }
        }
    }
    cited
}

fn hint<'a>(document: &'a Document, chosen: &Chosen) -> Hints<'a> {
    let span = ByteSpan::new(chosen.span.start, chosen.span.end);
    let chars = document.char_span(span);
    Hints {
        quote: document.slice(span).unwrap_or(""),
        offsets: Some((chars.start.as_u64(), chars.end.as_u64())),
        ..Hints::default()
    }
}

/// A citation, where nothing was noted about the quoted characters.
fn citation(source: &Source, evidence: &Evidence) -> Option<CitationRecord> {
    let document = &source.document;
    let doubtful = !evidence.flags(document).is_empty()
        || evidence.is_reordered()
        || !evidence.unsettled_words().is_empty();
    if doubtful {
        return None;
    }
    let quote = evidence.quote(document);
    let chars = document.char_span(evidence.span());
    let (url, name) = match &source.origin {
        Origin::Page { url } => (Some(url.clone()), None),
        Origin::Document { name } => (None, Some(name.clone())),
    };
    Some(CitationRecord {
        source: source.id(),
        title: source.title(),
        url,
        document: name,
        domain: source.domain(),
        retrieved_at: source.retrieved_at.clone(),
        page: document.page_of(evidence.span().start),
        start: chars.start.as_u64(),
        end: chars.end.as_u64(),
        quote_sha256: sha256_hex(quote.as_bytes()),
        quote,
    })
}

/// The claims that leave: the best one, what contradicts it, and then the others.
fn pick(asked: &Asked, proven: Vec<Proven>) -> Vec<Proven> {
    let mut rest = proven.into_iter();
    let Some(best) = rest.next() else {
        return Vec::new();
    };
    let from = |one: &Proven| one.citations.first().map(|(source, _)| *source);
    let (against, others): (Vec<Proven>, Vec<Proven>) = rest.partition(|other| {
        let differs = match from(other) == from(&best) {
            true => differ::differ_within(asked, &best.said, &other.said),
            false => differ::differ(asked, &best.said, &other.said),
        };
        differs.is_some()
    });
    let mut picked = vec![best];
    picked.extend(against.into_iter().chain(others));
    picked.truncate(CLAIMS_MAX);
    picked
}

/// A quote on one line; cells of a table stay apart.
fn on_one_line(quote: &str) -> String {
    let joined = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let is_table = quote.lines().count() > 1 && quote.lines().all(|line| line.contains('\t'));
    if !is_table {
        return joined(quote);
    }
    let rows = quote.lines().map(|line| {
        let cells: Vec<String> = line.split('\t').map(joined).collect();
        cells.join(" | ")
    });
    rows.collect::<Vec<_>>().join(" / ")
}
