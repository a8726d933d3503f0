//! Other values that the document itself gives a field.
//!
//! Two sources: places that name the field in so many words (`rivals` in `frame`),
//! and what a reading of the document by the field's own cues found. A rival is
//! weighed like any candidate, so what the text takes back or gives to another field
//! is none; but it is never judged itself.

use std::collections::BTreeMap;

use groundstop_contract::{
    CandidateRecord, Confidence, ConflictCandidate, FieldRecord, FieldType, Review, ReviewCode,
    WireValue,
};
use groundstop_document::ByteSpan;
use groundstop_evidence::{FoldedDocument, Hints, Located, locate_all, text_key};
use groundstop_frame as frame;
use groundstop_value::{Value, read_wire};

use crate::judge::locate_quotes;
use crate::weigh::{Scale, Weighed, same};

/// A reading less sure than this contradicts nothing.
const RIVAL_CONFIDENCE: &str = "0.5";

/// Another value of a field in the document.
#[derive(Clone, Debug)]
pub(crate) struct Rival {
    /// As a proof tells it, with its place.
    pub(crate) told: ConflictCandidate,
    /// Whether it makes a conflict; else it leaves a doubt.
    pub(crate) sure: bool,
}

impl Rival {
    /// The doubt it leaves where it makes no conflict.
    pub(crate) fn review(&self) -> Review {
        let evidence = self.told.evidence.iter();
        Review {
            pages: evidence.clone().map(|evidence| evidence.page).collect(),
            texts: evidence.map(|evidence| evidence.quote.clone()).collect(),
            ..Review::plain(ReviewCode::RivalFound)
        }
    }
}

/// For every weighed field another value that the document gives it, the surest first.
pub(crate) fn find_rivals(
    document: &FoldedDocument<'_>,
    weighings: &[(Scale<'_>, Vec<Weighed<'_>>)],
    readings: &[CandidateRecord],
    threshold: Confidence,
) -> Vec<Option<Rival>> {
    let mut found = named(document, weighings);
    let differing = differing(weighings, readings);
    let records: Vec<CandidateRecord> = differing
        .iter()
        .map(|(_, record)| (*record).clone())
        .collect();
    let places = locate_quotes(document, &records);
    for (((index, _), record), place) in differing.iter().zip(&records).zip(places) {
        let Some((scale, _)) = weighings.get(*index) else {
            continue;
        };
        let known = found.get(*index).and_then(Option::as_ref);
        if known.is_some_and(|known| known.sure) {
            continue;
        }
        let rival = weighed(document, scale, record, place, threshold);
        let better = rival.filter(|rival| rival.sure || known.is_none());
        if let (Some(slot), Some(rival)) = (found.get_mut(*index), better) {
            *slot = Some(rival);
        }
    }
    found
}

/// The readings that give a field with a candidate another value than anybody proposed.
fn differing<'r>(
    weighings: &[(Scale<'_>, Vec<Weighed<'_>>)],
    readings: &'r [CandidateRecord],
) -> Vec<(usize, &'r CandidateRecord)> {
    let least = Confidence::parse(RIVAL_CONFIDENCE).unwrap_or(Confidence::ONE);
    let asked: BTreeMap<&str, usize> = weighings
        .iter()
        .enumerate()
        .filter(|(_, (scale, weighed))| {
            scale.asserted && has_rivals(scale.field) && best(weighed).is_some()
        })
        .map(|(index, (scale, _))| (scale.field.name.as_str(), index))
        .collect();
    let sure = |record: &&CandidateRecord| {
        record.set_aside.is_none() && record.confidence.is_some_and(|sure| sure >= least)
    };
    readings
        .iter()
        .filter(sure)
        .filter_map(|record| {
            let index = *asked.get(record.field_name.as_str())?;
            let (scale, weighed) = weighings.get(index)?;
            let read = read_wire(scale.kind, &record.value)?.values;
            let agrees = |one: &Weighed<'_>| {
                let own = one.readings();
                read.iter().any(|value| {
                    own.iter()
                        .any(|own| same(own, value) || is_part(own, value))
                })
            };
            let mut sound = weighed.iter().filter(|one| one.rejected.is_none());
            let differs = !read.is_empty() && !sound.any(agrees);
            differs.then_some((index, record))
        })
        .collect()
}

/// Whether a document is asked for another value of a field: one with a single value whose readings
/// can be compared. What is free text, a title or somebody's name has no other value.
#[must_use]
pub fn has_rivals(field: &FieldRecord) -> bool {
    let compared = match field.kind {
        FieldType::Date
        | FieldType::Money
        | FieldType::Percent
        | FieldType::Number
        | FieldType::Duration
        | FieldType::Boolean
        | FieldType::Choice
        | FieldType::Jurisdiction => true,
        FieldType::Text | FieldType::Party | FieldType::Title => false,
    };
    compared && !field.many
}

/// "Delaware" and "the State of Delaware" name one place.
fn is_part(one: &Value, other: &Value) -> bool {
    let (Value::Text(one), Value::Text(other)) = (one, other) else {
        return false;
    };
    let (one, other) = (text_key(one), text_key(other));
    let within = |long: &[u8], short: &[u8]| {
        !short.is_empty() && long.windows(short.len()).any(|part| part == short)
    };
    within(&one, &other) || within(&other, &one)
}

/// A reading as a rival, where the document states it and leaves it standing.
fn weighed(
    document: &FoldedDocument<'_>,
    scale: &Scale<'_>,
    record: &CandidateRecord,
    place: Option<Located>,
    threshold: Confidence,
) -> Option<Rival> {
    let weighed = scale.weigh(record, place);
    let stated = weighed.rejected.is_none() && weighed.stated_place().is_some();
    let doubted = match weighed.doubt {
        None => false,
        Some((ReviewCode::OtherField, _)) => return None,
        Some(_) => true,
    };
    let evidence = weighed.evidence().filter(|_| stated)?;
    // What the document replaces is no other value of it.
    let place = weighed.stated_place()?;
    let text = document.document().text();
    if scale
        .setting
        .is_changed(text, &(place.start.0..place.end.0))
    {
        return None;
    }
    Some(Rival {
        sure: !doubted && weighed.confidence >= threshold,
        told: ConflictCandidate {
            value: weighed.wire(),
            confidence: weighed.confidence,
            evidence: Some(evidence.record(document.document())),
        },
    })
}

/// The best of a field's candidates that nobody set aside and whose quote states its value.
fn best<'w, 'a>(weighed: &'w [Weighed<'a>]) -> Option<&'w Weighed<'a>> {
    let sound = weighed.iter().filter(|one| one.rejected.is_none());
    let first = sound.min_by(|one, other| one.better_than(other))?;
    first.stated_place().is_some().then_some(first)
}

/// For every field another explicit value in the document, found by walking it once.
fn named(
    document: &FoldedDocument<'_>,
    weighings: &[(Scale<'_>, Vec<Weighed<'_>>)],
) -> Vec<Option<Rival>> {
    let text = document.document().text();
    let mut asked = Vec::new();
    let mut stated = Vec::new();
    for (index, (scale, weighed)) in weighings.iter().enumerate() {
        let place = best(weighed).and_then(Weighed::stated_place);
        let Some(place) = place.filter(|_| !scale.field.many && scale.asserted) else {
            continue;
        };
        let sound = weighed.iter().filter(|one| one.rejected.is_none());
        asked.push(index);
        stated.push(frame::Stated {
            field: scale.field,
            kind: scale.kind,
            // What somebody proposed conflicts by itself and needs no finding.
            values: sound.flat_map(|one| one.values.iter().cloned()).collect(),
            place: place.start.0..place.end.0,
        });
    }
    let mut found: Vec<Option<Rival>> = weighings.iter().map(|_| None).collect();
    for (index, rival) in asked.into_iter().zip(frame::rivals(text, &stated)) {
        if let (Some(slot), Some(rival)) = (found.get_mut(index), rival) {
            let sure = rival.asserted;
            *slot = told(document, &rival).map(|told| Rival { told, sure });
        }
    }
    found
}

/// A rival as it is written into a proof, with its evidence.
fn told(document: &FoldedDocument<'_>, rival: &frame::Rival) -> Option<ConflictCandidate> {
    let place = ByteSpan::new(rival.place.start, rival.place.end);
    let quote = document.document().slice(place)?;
    let chars = document.document().char_span(place);
    let hints = Hints {
        quote,
        page: None,
        offsets: Some((chars.start.as_u64(), chars.end.as_u64())),
        prefix: None,
        suffix: None,
    };
    let located = locate_all(document, &[hints]).into_iter().next()?.ok()?;
    let value = match rival.values.as_slice() {
        [value] => value.to_wire(),
        _ => WireValue::Text(quote.to_owned()),
    };
    Some(ConflictCandidate {
        value,
        confidence: Confidence::ONE,
        evidence: Some(located.record(document.document())),
    })
}
