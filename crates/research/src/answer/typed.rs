//! Answers to questions for one term of a document that they name.
//!
//! Only the documents that bear the name best are read, and each is read whole. What the built-in
//! proposer reads for the field of the term is a candidate; the sentence it stands in is the claim,
//! where nothing around takes the value back. Where it reads nothing, a sentence that states the
//! term by the way it is built is the claim (`stated.rs`). There is no third way: a sentence that
//! only shares words with the question is no answer.

use std::ops::Range;
use std::sync::LazyLock;

use groundstop_contract::answer::{DisagreementRecord, SideRecord, Subject};
use groundstop_contract::{Confidence, EvidenceRequirements, FieldRecord, SchemaRecord};
use groundstop_document::Document;
use groundstop_frame::{Asks, Frame, frame};
use groundstop_language::Language;
use groundstop_propose::builtin::{Finding, Proposer, schemas};
use groundstop_value::Kind;
use groundstop_value::context::sentence_around;

use super::choose::{Chosen, Ground, SENTENCE_CHARS_MAX, is_said};
use super::sentences::{Sentence, sentences};
use super::stated::Statement;
use super::words::Splitter;
use crate::question::{TermQuestion, Topic};
use crate::source::Source;

/// How much of a document may say whose it is, in bytes.
const BEGINNING_BYTES: usize = 3_000;
/// The built-in schema whose fields the terms are.
const SCHEMA: &str = "contract";
/// How sure the surest reading of a term is at least, and what agrees with it; any other has to be
/// as sure as what the contract accepts.
const LONE_CONFIDENCE: &str = "0.5";

/// What a claim gives for the term it answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Given {
    /// What spellings of one value have in common.
    key: String,
    /// The value as it is spelled.
    spelled: String,
}

/// The sentences that answer, of the documents that bear the name best; the surest first.
pub(super) fn choose_term(
    term: &TermQuestion,
    language: &'static Language,
    sources: &[Source],
    grounds: &[Ground<'_>],
) -> Vec<Chosen> {
    let splitter = Splitter::new(language);
    let borne: Vec<Option<(usize, usize)>> = grounds
        .iter()
        .map(|ground| borne(term, &splitter, ground))
        .collect();
    let best = borne.iter().flatten().max();
    let bearers = borne.iter().zip(grounds.iter().zip(sources));
    bearers
        .filter(|(borne, _)| borne.is_some() && borne.as_ref() == best)
        .flat_map(|(_, (ground, source))| {
            let read = readings(term.topic, &source.document, ground);
            match read.is_empty() {
                true => statement(term, language, &splitter, ground),
                false => read,
            }
        })
        .collect()
}

/// How well a document bears the name, by what of it is seen.
fn borne(term: &TermQuestion, splitter: &Splitter, ground: &Ground<'_>) -> Option<(usize, usize)> {
    let end = ground.text.floor_char_boundary(BEGINNING_BYTES);
    let mut beginning = splitter.words(ground.title);
    let opening = splitter.words(ground.text.get(..end)?).into_iter();
    beginning.extend(opening.filter(|word| ground.may_rest_on(&word.span)));
    // Where something is not seen, only the beginning is asked: it is looked through word by word.
    let whole = || match ground.void {
        [] => splitter.words(ground.text),
        [..] => Vec::new(),
    };
    term.document.borne(&beginning, whole)
}

/// The built-in schema with its proposer.
struct Reader {
    schema: SchemaRecord,
    proposer: Proposer,
}

fn reader() -> Option<&'static Reader> {
    static READER: LazyLock<Option<Reader>> = LazyLock::new(|| {
        let schema: SchemaRecord = toml::from_str(schemas::named(SCHEMA)?.toml).ok()?;
        Some(Reader {
            proposer: Proposer::new(&schema),
            schema,
        })
    });
    READER.as_ref()
}

/// The field of the built-in schema that a term is.
fn field_name(topic: Topic) -> &'static str {
    match topic {
        Topic::Parties => "parties",
        Topic::Made => "agreement_date",
        Topic::Effect => "effective_date",
        Topic::End => "expiration_date",
        Topic::Renewal => "renewal_term",
        Topic::Notice => "notice_period",
        Topic::Law => "governing_law",
    }
}

/// What the proposer reads, each in its sentence.
fn readings(topic: Topic, document: &Document, ground: &Ground<'_>) -> Vec<Chosen> {
    let name = field_name(topic);
    let field = |reader: &'static Reader| reader.schema.fields.iter().find(|one| one.name == name);
    let Some((reader, field)) = reader().and_then(|reader| Some((reader, field(reader)?))) else {
        return Vec::new();
    };
    // What is cut off at the end is not looked at, so that nothing there counts against the rest.
    if document.text().len() > ground.text.len() {
        return Vec::new();
    }
    let proposal = reader
        .proposer
        .propose_for(document, |one| one.name == name);
    let floor = EvidenceRequirements::contract_min_confidence();
    let lone = Confidence::parse(LONE_CONFIDENCE).unwrap_or(floor);
    let open = proposal
        .findings
        .iter()
        .filter(|one| one.set_aside.is_none());
    let first = open.clone().next().filter(|one| one.confidence >= lone);
    let agrees = |one: &Finding| first.is_some_and(|first| first.key == one.key);
    let sure = open.filter(|one| one.confidence >= floor || one.confidence >= lone && agrees(one));
    sure.filter(|one| stands(field, ground, one))
        .filter_map(|one| {
            let span = sentence_of(ground, one);
            ground.may_rest_on(&span).then_some(Chosen {
                source: ground.source,
                span,
                weight: usize::from(one.confidence >= floor),
                given: Some(Given {
                    key: one.key.clone(),
                    spelled: ground.text.get(one.value.clone())?.to_owned(),
                }),
            })
        })
        .collect()
}

/// Whether nothing around a value takes it back.
fn stands(field: &FieldRecord, ground: &Ground<'_>, finding: &Finding) -> bool {
    let kind = Kind::of(field);
    let asks = Asks::of(field, &kind);
    match frame(&kind, ground.text, finding.value.clone(), &asks) {
        Frame::Withdrawn { .. } => false,
        Frame::Asserted | Frame::Bound { .. } | Frame::Unclear { .. } | Frame::Unheard(_) => true,
    }
}

/// The sentence around a reading, or what was quoted of it where it is longer than a claim may be.
fn sentence_of(ground: &Ground<'_>, finding: &Finding) -> Range<usize> {
    let whole = sentence_around(ground.text, finding.quote.clone());
    let said = ground.text.get(whole.clone()).unwrap_or("");
    let blank = said.len().saturating_sub(said.trim_start().len());
    let start = whole.start.saturating_add(blank);
    match said.chars().count() <= SENTENCE_CHARS_MAX {
        true => start..start.saturating_add(said.trim().len()),
        false => finding.quote.clone(),
    }
}

/// The sentence that states the term most plainly; the first of those that do equally.
fn statement(
    term: &TermQuestion,
    language: &'static Language,
    splitter: &Splitter,
    ground: &Ground<'_>,
) -> Vec<Chosen> {
    let mut best: Option<(usize, Sentence)> = None;
    for sentence in sentences(ground.text, ground.furniture) {
        let said = ground.text.get(sentence.own.clone()).unwrap_or("");
        if said.chars().count() > SENTENCE_CHARS_MAX || !ground.may_rest_on(&sentence.own) {
            continue;
        }
        let words = splitter.words(said);
        let statement = Statement {
            language,
            text: said,
            words: &words,
            title: term.document.title(),
            opens: sentence.own.start < BEGINNING_BYTES,
        };
        let weight = statement.states(term.topic);
        let most = best.as_ref().map_or(0, |(most, _)| *most);
        if let Some(weight) = weight.filter(|weight| *weight > most)
            && is_said(ground.text, &sentence)
            && is_said_after_colon(ground.text, &sentence)
        {
            best = Some((weight, sentence));
        }
    }
    let chosen = best.map(|(weight, sentence)| Chosen {
        source: ground.source,
        span: sentence.own,
        weight,
        given: None,
    });
    chosen.into_iter().collect()
}

/// Whether what a sentence says after a colon is left standing by what it says before: "The
/// following is deleted: …".
fn is_said_after_colon(text: &str, sentence: &Sentence) -> bool {
    let said = text.get(sentence.own.clone()).unwrap_or("");
    let Some((before, _)) = said.split_once(": ") else {
        return true;
    };
    let start = sentence.own.start.saturating_add(before.len());
    let rest = start.saturating_add(2)..sentence.own.end;
    match frame(&Kind::Text, text, rest, &Asks::default()) {
        Frame::Withdrawn { .. } => false,
        Frame::Asserted | Frame::Bound { .. } | Frame::Unclear { .. } | Frame::Unheard(_) => true,
    }
}

/// Where claims give the term different values: every one against the first.
pub(super) fn disagreements(topic: Topic, given: &[Option<Given>]) -> Vec<DisagreementRecord> {
    let about = match topic {
        // A document has several parties.
        Topic::Parties => return Vec::new(),
        Topic::Made | Topic::Effect | Topic::End => Subject::Date,
        Topic::Renewal | Topic::Notice => Subject::Figure,
        Topic::Law => Subject::Name,
    };
    let values = given.iter().enumerate();
    let mut values = values.filter_map(|(claim, given)| Some((claim, given.as_ref()?)));
    let Some((first, known)) = values.next() else {
        return Vec::new();
    };
    let side = |claim: usize, given: &Given| SideRecord {
        says: given.spelled.clone(),
        claim,
    };
    let others = values.filter(|(_, given)| given.key != known.key);
    others
        .map(|(claim, given)| DisagreementRecord {
            about,
            sides: vec![side(first, known), side(claim, given)],
        })
        .collect()
}
