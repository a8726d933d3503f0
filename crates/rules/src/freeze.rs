//! The freeze gate: what may become a rule, and the set it is kept in.
//!
//! A set is one canonical JSON text, named by its own SHA-256. It has no time
//! in it, so that the same candidates and documents always give the same bytes;
//! a change is another set that names the one it supersedes.

mod check;
mod diff;
mod rivals;

use groundstop_canon::{Json, jcs, sha256_hex};
use groundstop_contract::frozen::{
    FREEZE_ABOVE_CONFIDENCE, RULE_CANDIDATE_NAME, RULE_CANDIDATE_VERSION,
};
use groundstop_contract::{Confidence, RuleCandidate, RuleData, RuleStatus, RuleType};
use groundstop_document::Document;
use serde::Serialize;

use crate::align::{Aligner, listed};
use crate::input::Given;
use crate::propose::readings;
use crate::validate::validate;

pub use check::check_set;
pub use diff::{Change, diff_sets};
use rivals::{Offered, Rivals};

/// A document of a set, by its digests.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct SourceRecord {
    /// Of its bytes.
    pub sha256: String,
    /// Of its text as it was read.
    pub text_sha256: String,
    /// Who read it.
    pub reader: String,
    /// How many pages it has.
    pub pages: u32,
}

/// A frozen rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FrozenRule {
    /// What kind of rule.
    pub rule_type: RuleType,
    /// What it says.
    pub rule_data: RuleData,
    /// The document it stands in.
    pub document_sha256: String,
    /// The pages of its text.
    pub source_pages: Vec<u32>,
    /// The text, verbatim.
    pub source_text: String,
    /// How sure its proposer was.
    pub confidence: Confidence,
    /// The version of its proposer.
    pub extractor_version: String,
}

/// A candidate that was not frozen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Refusal {
    /// Its place among the candidates, counted from 0.
    pub index: usize,
    /// Why, in order; each begins with its code.
    pub reasons: Vec<String>,
}

/// A set as it is written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RuleSet {
    /// The contract with its version.
    pub contract: String,
    /// The set this one takes the place of.
    pub supersedes: Option<String>,
    /// The documents, by digest.
    pub documents: Vec<SourceRecord>,
    /// The rules, sorted.
    pub rules: Vec<FrozenRule>,
    /// What was refused, in the order of the candidates.
    pub refused: Vec<Refusal>,
}

/// A set with the bytes that are its identity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frozen {
    /// The set.
    pub set: RuleSet,
    /// Its canonical text.
    pub text: String,
    /// SHA-256 of the text.
    pub sha256: String,
}

impl Frozen {
    /// The name of its file.
    #[must_use]
    pub fn file_name(&self) -> String {
        format!("ruleset-{}.json", self.sha256)
    }
}

/// The contract as sets name it.
#[must_use]
pub fn rule_contract() -> String {
    format!("{RULE_CANDIDATE_NAME} {RULE_CANDIDATE_VERSION}")
}

/// Freezes what may be frozen, and says of everything else why not.
///
/// # Errors
/// Where the set has no canonical text, which no valid candidate can cause.
pub fn freeze(
    given: &[Given],
    documents: &[&Document],
    supersedes: Option<&str>,
) -> Result<Frozen, jcs::JcsError> {
    let mut sorted: Vec<&Document> = documents.to_vec();
    sorted.sort_by_key(|document| document.sha256().to_owned());
    sorted.dedup_by_key(|document| document.sha256().to_owned());
    let aligners: Vec<Aligner<'_>> = sorted
        .iter()
        .map(|document| Aligner::new(document))
        .collect();
    let judged: Vec<Judged> = given.iter().map(|one| judge(one, &aligners)).collect();
    let (rules, refused) = sift(&judged, &aligners);
    let set = RuleSet {
        contract: rule_contract(),
        supersedes: supersedes.map(str::to_owned),
        documents: sorted.iter().map(|document| source(document)).collect(),
        rules: ordered(rules)?,
        refused,
    };
    let text = jcs::canonical(&set)?;
    Ok(Frozen {
        sha256: sha256_hex(text.as_bytes()),
        text,
        set,
    })
}

fn source(document: &Document) -> SourceRecord {
    SourceRecord {
        sha256: document.sha256().to_owned(),
        text_sha256: document.text_sha256().to_owned(),
        reader: document.reader().to_owned(),
        pages: document.page_count(),
    }
}

/// One candidate by itself.
struct Judged {
    /// Where it keeps the contract.
    candidate: Option<RuleCandidate>,
    /// The document it is aligned with.
    document: Option<String>,
    /// Whether a document has its quote and its figures.
    stated: bool,
    /// All reasons against it.
    reasons: Vec<String>,
}

fn judge(given: &Given, aligners: &[Aligner<'_>]) -> Judged {
    let invalid = |reasons: Vec<String>| Judged {
        candidate: None,
        document: None,
        stated: false,
        reasons,
    };
    let json = match given {
        Given::Json(json) => json,
        Given::Unreadable(problem) => return invalid(vec![format!("unreadable: {problem}")]),
    };
    let checked = validate(json);
    let Some(candidate) = checked.candidate else {
        let reasons = checked.problems.iter().map(|problem| {
            format!(
                "{}: {} {}",
                problem.rule.code(),
                problem.path,
                problem.message
            )
        });
        return invalid(reasons.collect());
    };
    let mut reasons = gate(&candidate);
    let stated = aligners.iter().any(|aligner| {
        let checks = aligner.align(&candidate).checks;
        let mut told = checks
            .iter()
            .filter(|check| matches!(check.check, "verbatim" | "numbers"));
        told.all(|check| check.ok)
    });
    let document = match aligned_with(&candidate, aligners) {
        Ok(document) => Some(document),
        // What is no candidate has nothing to align.
        Err(_) if candidate.status != RuleStatus::Candidate => None,
        Err(reason) => {
            reasons.push(reason);
            None
        }
    };
    Judged {
        candidate: Some(candidate),
        document,
        stated,
        reasons,
    }
}

/// Whether a confidence is enough to freeze: strictly more than the contract names.
#[must_use]
pub fn is_above_the_gate(confidence: Confidence) -> bool {
    Confidence::parse(FREEZE_ABOVE_CONFIDENCE).is_some_and(|least| confidence > least)
}

/// Status and confidence.
fn gate(candidate: &RuleCandidate) -> Vec<String> {
    let mut reasons = Vec::new();
    if candidate.status != RuleStatus::Candidate {
        let reason = candidate.ambiguity_reason.as_deref().unwrap_or_default();
        reasons.push(format!(
            "status: it is `{}`: {reason}",
            candidate.status.code()
        ));
    }
    if candidate.status == RuleStatus::Candidate && !is_above_the_gate(candidate.confidence) {
        reasons.push(format!(
            "confidence: {} is not above {FREEZE_ABOVE_CONFIDENCE}",
            candidate.confidence
        ));
    }
    reasons
}

/// The document the candidate is aligned with, where that was read in full.
fn aligned_with(candidate: &RuleCandidate, aligners: &[Aligner<'_>]) -> Result<String, String> {
    let mut nearest: Option<String> = None;
    for aligner in aligners {
        let alignment = aligner.align(candidate);
        let document = aligner.document();
        let unread = document.unread_pages();
        match alignment.first_failure() {
            None if unread.is_empty() => match aligner.taken_back(candidate) {
                None => return Ok(document.sha256().to_owned()),
                Some(reason) => nearest = Some(format!("standing: {reason}")),
            },
            None => {
                nearest = Some(format!(
                    "unread: pages {} of its document could not be read",
                    listed(&unread)
                ))
            }
            Some(failure) => {
                let difference = failure.difference.as_deref().unwrap_or_default();
                let reason = format!("alignment: {}: {difference}", failure.check);
                // A quote that was found says more than one that was not.
                match nearest {
                    Some(_) if failure.check == "verbatim" => {}
                    _ => nearest = Some(reason),
                }
            }
        }
    }
    Err(nearest.unwrap_or_else(|| "alignment: no document was given".to_owned()))
}

/// Takes out the members of conflicts.
fn sift(judged: &[Judged], aligners: &[Aligner<'_>]) -> (Vec<FrozenRule>, Vec<Refusal>) {
    let offered: Vec<Offered<'_>> = judged
        .iter()
        .enumerate()
        .filter_map(|(index, one)| {
            Some(Offered {
                index,
                candidate: one.candidate.as_ref()?,
                stated: one.stated,
            })
        })
        .collect();
    let own: Vec<RuleCandidate> = aligners.iter().flat_map(readings).collect();
    let rivals = Rivals::new(&offered, &own);
    let mut rules = Vec::new();
    let mut refused = Vec::new();
    for (index, one) in judged.iter().enumerate() {
        let mut reasons = one.reasons.clone();
        if let Some(candidate) = one.candidate.as_ref().filter(|_| one.stated) {
            reasons.extend(rivals.against(index, candidate));
        }
        match (&one.candidate, &one.document) {
            (Some(candidate), Some(document)) if reasons.is_empty() => {
                rules.extend(rule(candidate, document));
            }
            _ => refused.push(Refusal { index, reasons }),
        }
    }
    (rules, refused)
}

fn rule(candidate: &RuleCandidate, document: &str) -> Option<FrozenRule> {
    Some(FrozenRule {
        rule_type: candidate.rule_type,
        rule_data: candidate.rule_data.clone()?,
        document_sha256: document.to_owned(),
        source_pages: candidate.source_pages.clone(),
        source_text: candidate.source_text.clone()?,
        confidence: candidate.confidence,
        extractor_version: candidate.extractor_version.clone(),
    })
}

/// Rules by type, document and place, each once.
fn ordered(rules: Vec<FrozenRule>) -> Result<Vec<FrozenRule>, jcs::JcsError> {
    let mut keyed = Vec::new();
    for rule in rules {
        let text = jcs::canonical(&rule)?;
        let key = (
            rule.rule_type,
            rule.document_sha256.clone(),
            rule.source_pages.clone(),
            text,
        );
        keyed.push((key, rule));
    }
    keyed.sort_by(|(a, _), (b, _)| a.cmp(b));
    keyed.dedup_by(|(a, _), (b, _)| a == b);
    Ok(keyed.into_iter().map(|(_, rule)| rule).collect())
}

/// A frozen rule as a candidate again, to be judged anew.
fn as_candidate(rule: &Json) -> Option<Json> {
    let take = |key: &str| rule.get(key).cloned();
    let text = |text: &str| Json::String(text.to_owned());
    let members = vec![
        ("rule_type", take("rule_type")?),
        ("status", text(RuleStatus::Candidate.code())),
        ("rule_data", take("rule_data")?),
        ("source_pages", take("source_pages")?),
        ("source_text", take("source_text")?),
        ("confidence", take("confidence")?),
        ("ambiguity_reason", Json::Null),
        ("conflicting_candidates", Json::Null),
        ("extracted_at", text("1970-01-01T00:00:00Z")),
        ("extractor_version", take("extractor_version")?),
    ];
    let named = members
        .into_iter()
        .map(|(key, value)| (key.to_owned(), value));
    Some(Json::Object(named.collect()))
}
