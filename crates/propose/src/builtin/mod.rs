//! The built-in proposer: it reads a document without any model.
//!
//! For every field of a schema it finds readings near the field's cues, judges
//! them by what stands around, and proposes those that were right often enough
//! in the labelled contracts it was fitted on. It only proposes. What its
//! context is too weak for is set aside and listed, never dropped in silence.

mod blank;
mod clause;
mod context;
mod currency;
mod dateline;
mod finding;
mod jurisdiction;
mod label;
mod lexicon;
mod model;
mod party;
mod pattern;
mod scan;
pub mod schemas;
mod signs;
mod structure;
mod term;
mod title;
mod typed;

pub use finding::Finding;
pub use model::{Group, Model, Step};
pub use signs::Feature;

use std::cell::RefCell;

use groundstop_contract::report::ProposerRecord;
use groundstop_contract::{
    CandidateRecord, Confidence, EvidenceRequirements, FieldRecord, FieldType, RejectCode,
    SchemaRecord, WireValue,
};
use groundstop_document::{ByteSpan, Document};
use groundstop_value::context::currency::{Said, stated_currency};
use groundstop_value::context::withdrawn;
use groundstop_value::{Cue, Kind};

use context::Context;
use scan::{Hit, Scanner};
use signs::sign;
use structure::Structure;

/// The most readings of one field that are listed as set aside.
const SET_ASIDE_MAX: usize = 8;

/// A lone reading at least this sure is proposed, so that the gate can say what it falls short of.
const LONE_CONFIDENCE: &str = "0.5";

/// A reading that is proposed only because it contradicts another one is at most this sure.
const UNSURE_CONFIDENCE: &str = "0.69";

/// The built-in proposer, ready for one schema.
#[derive(Clone, Debug)]
pub struct Proposer {
    schema: SchemaRecord,
    scanner: Scanner,
    sections: Vec<Vec<Cue>>,
    groups: Vec<String>,
    model: Model,
}

/// What was proposed, and everything that was found on the way.
#[derive(Clone, Debug)]
pub struct Proposal {
    /// The candidates, those set aside included.
    pub candidates: Vec<CandidateRecord>,
    /// Every reading, by field, the surest first.
    pub findings: Vec<Finding>,
}

impl Proposer {
    /// A proposer with the weights of this version.
    #[must_use]
    pub fn new(schema: &SchemaRecord) -> Proposer {
        Proposer::with_model(schema, Model::learnt())
    }

    /// A proposer with weights of one's own.
    #[must_use]
    pub fn with_model(schema: &SchemaRecord, model: Model) -> Proposer {
        let cues = |phrases: &[String]| -> Vec<Cue> {
            phrases
                .iter()
                .filter_map(|phrase| Cue::new(phrase))
                .collect()
        };
        let own = schema.fields.iter().map(|field| {
            let mut own = cues(&field.cues);
            if own.is_empty() && speaks_by_name(field) {
                own.extend(Cue::new(&field.name.replace(['_', '-', '.'], " ")));
            }
            // What says a value needs no other words to lead to it.
            own.extend(field.telling_phrases().filter_map(Cue::new));
            own
        });
        Proposer {
            scanner: Scanner::new(own.collect()),
            sections: schema
                .fields
                .iter()
                .map(|field| cues(&field.section))
                .collect(),
            groups: schema
                .fields
                .iter()
                .map(|field| group(&schema.name, field))
                .collect(),
            schema: schema.clone(),
            model,
        }
    }

    /// Who proposes, for receipts: its version names the learnt weights.
    #[must_use]
    pub fn identity() -> ProposerRecord {
        let digest = Model::digest();
        ProposerRecord {
            name: "builtin".to_owned(),
            version: format!("1+{}", digest.get(..12).unwrap_or_default()),
        }
    }

    /// The group of weights a field is judged with.
    #[must_use]
    pub fn group(&self, field: usize) -> &str {
        self.groups.get(field).map_or("", String::as_str)
    }

    /// The group of weights a reading is judged with: on a form the label says more than the kind.
    #[must_use]
    pub fn group_of(&self, field: usize, finding: &Finding) -> &str {
        let own = self.group(field);
        if let Some(group) = finding.group_of_term() {
            return group;
        }
        let formal = !own.contains('.') && finding.is_of_form();
        if formal { "form" } else { own }
    }

    /// The signs of a reading that weighed most, with their weights, and what a reading starts with.
    #[must_use]
    pub fn strongest<'f>(&self, finding: &'f Finding, most: usize) -> (i64, Vec<(&'f str, i64)>) {
        let group = self.model.groups.get(self.group_of(finding.field, finding));
        // A sign that too few labelled documents have weighs nothing.
        let weighed = |one: &'f Feature| {
            let weight = group.and_then(|group| group.weights.get(one.name()));
            (one.name(), weight.copied().unwrap_or(0))
        };
        let mut signs: Vec<_> = finding.features.iter().map(weighed).collect();
        signs.sort_by_key(|(name, weight)| (std::cmp::Reverse(weight.unsigned_abs()), *name));
        signs.truncate(most);
        (group.map_or(0, |group| group.bias), signs)
    }

    /// Every reading for every field, weighed.
    #[must_use]
    pub fn findings(&self, document: &Document) -> Vec<Finding> {
        self.findings_of(document, |_| true)
    }

    /// The same for some of the fields.
    fn findings_of(
        &self,
        document: &Document,
        wanted: impl Fn(&FieldRecord) -> bool,
    ) -> Vec<Finding> {
        let text = document.text();
        let structure = Structure::of(text);
        let all_hits = self.scanner.hits(text);
        let stated = self.stated_currency(text);
        let kind_in = |field: &FieldRecord| match &stated {
            Some(said) => Kind::of(field).with_stated(&said.stated(false)),
            None => Kind::of(field),
        };
        let context = Context {
            text,
            structure: &structure,
            scanner: &self.scanner,
            fields: &self.schema.fields,
            sections: &self.sections,
            dates: RefCell::default(),
        };
        let mut all = Vec::new();
        let fields = self.schema.fields.iter().enumerate();
        for (index, field) in fields.filter(|(_, field)| wanted(field)) {
            let hits = all_hits.get(index).map_or(&[][..], Vec::as_slice);
            let mut found = match field.kind {
                FieldType::Title => title::findings(&context, index),
                FieldType::Party if field.cues.is_empty() => party::findings(&context, index),
                FieldType::Jurisdiction => jurisdiction::findings(&context, index, hits),
                FieldType::Text | FieldType::Party => label::findings(&context, index, hits),
                FieldType::Date
                | FieldType::Money
                | FieldType::Percent
                | FieldType::Number
                | FieldType::Duration
                | FieldType::Boolean => typed::findings(&context, index, &kind_in(field), hits),
                FieldType::Choice => {
                    let kind = Kind::of(field);
                    let mut found = typed::findings(&context, index, &kind, hits);
                    if kind.is_of_currencies() {
                        let amounts = self.amounts(&context, &all_hits, kind_in);
                        found.extend(currency::findings(
                            &context,
                            (index, &kind),
                            &amounts,
                            stated.as_ref(),
                        ));
                    }
                    found
                }
            };
            if Kind::of(field) != Kind::Text {
                found.extend(blank::findings(&context, index, hits, &found));
            }
            for finding in found.iter_mut().filter(|one| one.set_aside.is_none()) {
                let group = self.group_of(index, finding);
                (finding.score, finding.confidence) = self.model.weigh(group, &finding.features);
            }
            found.sort_by(|one, other| {
                (other.confidence, other.score, one.value.start).cmp(&(
                    one.confidence,
                    one.score,
                    other.value.start,
                ))
            });
            all.extend(found);
        }
        all
    }

    /// What the document states for amounts without a currency, where a field asks for amounts.
    fn stated_currency(&self, text: &str) -> Option<Said> {
        let open = |field: &FieldRecord| field.kind == FieldType::Money && field.currency.is_none();
        let asked = self.schema.fields.iter().any(open);
        asked.then(|| stated_currency(text)).flatten()
    }

    /// What was found for the fields of money, for one that asks for their currency.
    fn amounts(
        &self,
        context: &Context<'_>,
        hits: &[Vec<Hit>],
        kind_in: impl Fn(&FieldRecord) -> Kind,
    ) -> Vec<Finding> {
        let fields = self.schema.fields.iter().enumerate();
        let money = fields.filter(|(_, field)| field.kind == FieldType::Money);
        let found = money.flat_map(|(index, field)| {
            let hits = hits.get(index).map_or(&[][..], Vec::as_slice);
            typed::findings(context, index, &kind_in(field), hits)
        });
        found.collect()
    }

    /// Candidates for every field.
    #[must_use]
    pub fn propose(&self, document: &Document) -> Proposal {
        self.propose_for(document, |_| true)
    }

    /// Candidates for some of the fields; the cues of the others still tell values apart.
    #[must_use]
    pub fn propose_for(
        &self,
        document: &Document,
        wanted: impl Fn(&FieldRecord) -> bool,
    ) -> Proposal {
        let findings = self.findings_of(document, wanted);
        let mut candidates = Vec::new();
        // Findings stand field by field.
        for of_field in findings.chunk_by(|one, other| one.field == other.field) {
            let of_field: Vec<&Finding> = of_field.iter().collect();
            if let Some(first) = of_field.first() {
                self.choose(document, first.field, &of_field, &mut candidates);
            }
        }
        Proposal {
            candidates,
            findings,
        }
    }

    /// What of a field's readings is put forward, what is set aside, the surest first.
    fn choose(
        &self,
        document: &Document,
        index: usize,
        found: &[&Finding],
        candidates: &mut Vec<CandidateRecord>,
    ) {
        let Some(field) = self.schema.fields.get(index) else {
            return;
        };
        let floor = EvidenceRequirements::contract_min_confidence();
        let trusted = |one: &Finding| {
            let group = self.group_of(index, one);
            self.model.trusts(group, one.score, one.confidence)
        };
        let lone = Confidence::parse(LONE_CONFIDENCE).unwrap_or(floor);
        let unsure = Confidence::parse(UNSURE_CONFIDENCE).unwrap_or(Confidence::ZERO);
        let sure = found.iter().any(|one| one.confidence >= floor);
        let led = found.first().is_some_and(|best| best.confidence >= lone);
        let kind = Kind::of(field);
        // Where the document gives the field two values in so many words, neither may be hidden.
        // Where nothing is sure, a plain statement beside another one is worth telling, too.
        let none = !found.iter().any(|one| trusted(one));
        // So are two that are told in the same words.
        let text = document.text();
        let alike = |one: &Finding| {
            let around = |one: &Finding| {
                let before = text.get(one.quote.start..one.value.start);
                (before, text.get(one.value.end..one.quote.end))
            };
            found
                .first()
                .is_some_and(|best| around(best) == around(one))
        };
        // Who signs dates the signature: beside a date that the document itself bears, no other value.
        let borne = found
            .first()
            .is_some_and(|best| trusted(best) && !is_signature(best));
        let worded = |one: &&&Finding| {
            let signs = &one.features;
            one.set_aside.is_none()
                && !(borne && is_signature(one))
                && (signs.iter().any(is_explicit)
                    || none && (signs.iter().any(is_plain) || alike(one)))
        };
        let left_standing = |one: &Finding| {
            let kind = kind.as_said(text.get(one.value.clone()).unwrap_or_default());
            withdrawn(&kind, text, one.value.clone()).is_none()
        };
        let stands = |one: &&&Finding| left_standing(one);
        let several = |mut keys: Vec<&str>| {
            keys.sort_unstable();
            keys.dedup();
            keys.len() > 1
        };
        // What the text takes back is asked only where it matters: the question is dear.
        let told = || found.iter().filter(worded);
        let contradicted = !field.many
            && several(told().map(|one| one.key.as_str()).collect())
            && several(told().filter(stands).map(|one| one.key.as_str()).collect());
        let mut said: Vec<&str> = Vec::new();
        let mut aside = 0usize;
        for (number, one) in found.iter().enumerate() {
            if said.contains(&one.key.as_str()) {
                continue;
            }
            // What the text takes back in one place may stand firm in another.
            let firm = one.confidence < lone || left_standing(one);
            if firm {
                said.push(&one.key);
            }
            // A document has one title; what else looks like one is no second value.
            let rival = number > 0 && field.kind == FieldType::Title;
            let alone = number == 0 && !sure;
            // The pooled weights of a user's field know too little to silence a plain rival.
            let plain = !self.group(index).contains('.') && one.features.iter().any(is_plain);
            let rivals = contradicted && worded(&one) && stands(&one);
            let sure_enough =
                trusted(one) || (alone && one.confidence >= lone) || (plain && led) || rivals;
            // The weights were learnt with descriptions among the readings; none is a party's name.
            let described =
                field.kind == FieldType::Party && party::is_description(text, &one.value);
            let proposed = sure_enough && !rival && !described;
            if !proposed {
                aside = aside.saturating_add(1);
                if aside > SET_ASIDE_MAX {
                    continue;
                }
            }
            let code = match described {
                true => RejectCode::ValueNotOfType,
                false => RejectCode::WeakContext,
            };
            let set_aside = one.set_aside.or((!proposed).then_some(code));
            // What is told only because it contradicts is never sure enough by itself.
            let only_rival = rivals && !trusted(one);
            let confidence = match only_rival {
                true => one.confidence.min(unsure),
                false => one.confidence,
            };
            candidates.extend(candidate(document, field, one, confidence, set_aside));
        }
    }
}

/// Whether a sign says that the document plainly gives the value to the field.
fn is_plain(feature: &Feature) -> bool {
    let plain = [
        sign!("after its label"),
        sign!("named by the cue behind it"),
        sign!("defined by the cue"),
        sign!("led by the cue"),
    ];
    plain.iter().any(|sign| feature == sign)
}

/// Whether a sign says that the document states the field in so many words: by its label, by its
/// definition, by the verb that is said of nothing else.
fn is_explicit(feature: &Feature) -> bool {
    let explicit = [
        sign!("its label is the cue"),
        sign!("after its label"),
        sign!("defined by the cue"),
        sign!("after a verb of governing"),
        sign!("before a verb of governing"),
    ];
    explicit.iter().any(|sign| feature == sign)
}

/// Whether a date stands beside a signature.
fn is_signature(finding: &Finding) -> bool {
    let beside = sign!("in a block of signatures");
    finding.features.iter().any(|one| *one == beside)
}

/// Whether the field's name alone says what to look for.
fn speaks_by_name(field: &FieldRecord) -> bool {
    !matches!(field.kind, FieldType::Title | FieldType::Party)
}

/// A built-in field of labelled documents has weights of its own; any other has those of its kind.
fn group(schema: &str, field: &FieldRecord) -> String {
    if schemas::is_labelled(schema) && schemas::owns(schema, field) {
        return format!("{schema}.{}", field.name);
    }
    match field.kind {
        FieldType::Date => "date",
        FieldType::Duration => "duration",
        FieldType::Party if field.cues.is_empty() => "party",
        FieldType::Jurisdiction => "jurisdiction",
        FieldType::Title => "title",
        FieldType::Money
        | FieldType::Percent
        | FieldType::Number
        | FieldType::Boolean
        | FieldType::Choice
        | FieldType::Text
        | FieldType::Party => "typed",
    }
    .to_owned()
}

fn candidate(
    document: &Document,
    field: &FieldRecord,
    finding: &Finding,
    confidence: Confidence,
    set_aside: Option<RejectCode>,
) -> Option<CandidateRecord> {
    let text = document.text();
    let value = text.get(finding.value.clone())?;
    let quote = text.get(finding.quote.clone())?;
    let span = document.char_span(ByteSpan::new(finding.quote.start, finding.quote.end));
    Some(CandidateRecord {
        field_name: field.name.clone(),
        value: WireValue::Text(value.to_owned()),
        quote: Some(quote.to_owned()),
        value_quote: (value != quote).then(|| value.to_owned()),
        page: None,
        start: Some(span.start.as_u64()),
        end: Some(span.end.as_u64()),
        prefix: None,
        suffix: None,
        row: None,
        column: None,
        confidence: Some(confidence),
        set_aside,
    })
}
