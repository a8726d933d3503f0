//! A receipt against its document: everything is decided again and compared.

use groundstop_canon::{jcs, strict};
use groundstop_contract::report::{GateRecord, Report};
use groundstop_contract::{Assertion, EvidenceRecord};
use groundstop_document::Document;
use groundstop_evidence::{FoldedDocument, Hints, locate_all};
use groundstop_fields::Schema;
use groundstop_propose::builtin::Proposer;
use serde_json::Value;

use crate::gate::gate;
use crate::verify::{Run, RunError, decision_digest, receipt_id, verify};

/// Something in a receipt that the document does not bear out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// Where in the receipt, as a path of keys.
    pub path: String,
    /// What the receipt says.
    pub receipt: String,
    /// What comes out when everything is decided again.
    pub derived: String,
}

/// Why a receipt could not be checked at all.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CheckError {
    /// It is not JSON, or not a receipt.
    #[error("{0}")]
    NotAReceipt(String),
    /// Its schema or its candidates cannot be judged.
    #[error("{0}")]
    Unjudgeable(String),
}

impl From<RunError> for CheckError {
    fn from(error: RunError) -> CheckError {
        CheckError::Unjudgeable(error.to_string())
    }
}

/// The second reader that a receipt says its document was compared with.
#[must_use]
pub fn second_reader_of(receipt: &[u8]) -> Option<String> {
    let report: Report = serde_json::from_slice(receipt).ok()?;
    report.receipt.input.flags.second_reader
}

/// The language in which a report's drawn quotes were read, where they were.
pub(crate) fn look_language_of(receipt: &[u8]) -> Option<String> {
    let report: Report = serde_json::from_slice(receipt).ok()?;
    let reader = report.receipt.input.flags.look?;
    reader.rsplit(' ').next().map(str::to_owned)
}

/// What comes out when a receipt's candidates are decided again; nothing where it is no receipt.
pub(crate) fn derive_from(receipt: &[u8], document: &Document) -> Option<Report> {
    let report: Report = serde_json::from_slice(receipt).ok()?;
    derive(&report, document).ok()
}

/// What a check found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// What the document, or the receipt itself, does not bear out. Empty where all holds.
    pub differences: Vec<Mismatch>,
    /// Where another gate decided: its decisions are not this one's to make again.
    pub other_gate: Option<OtherGate>,
}

/// A receipt of another gate.
///
/// Its digests were checked and every quote it shows was located again at its place; only the
/// decisions are taken as they were recorded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OtherGate {
    /// Which; nothing where the receipt was written before gates had versions.
    pub named: Option<GateRecord>,
    /// What this gate would decide otherwise.
    pub otherwise: Vec<Mismatch>,
}

/// Re-derives a receipt from the document and lists what differs.
///
/// # Errors
/// Where the bytes are no receipt, or what they hold cannot be judged.
pub fn check(receipt: &[u8], document: &Document) -> Result<Checked, CheckError> {
    let json =
        strict::parse(receipt).map_err(|error| CheckError::NotAReceipt(error.to_string()))?;
    if json.as_object().is_none() {
        return Err(CheckError::NotAReceipt(format!(
            "a receipt is an object, not {}",
            json.kind_name()
        )));
    }
    let report: Report = serde_json::from_slice(receipt)
        .map_err(|error| CheckError::NotAReceipt(error.to_string()))?;
    let own = report.gate.as_ref() == Some(gate());
    check_input(&report)?;
    let derived = derive(&report, document)?;
    let mut differences = Vec::new();
    differences.extend(not_proposed(&report, document).filter(|_| own));
    let not_a_receipt = |error: serde_json::Error| CheckError::NotAReceipt(error.to_string());
    // The receipt is compared as it is written: a missing key is not a null one.
    let mut theirs: Value = serde_json::from_slice(receipt).map_err(not_a_receipt)?;
    let mut ours = serde_json::to_value(&derived).map_err(not_a_receipt)?;
    // The id seals the receipt itself, and the product is who wrote it: neither is derived.
    for side in [&mut ours, &mut theirs] {
        if let Some(receipt) = side.get_mut("receipt").and_then(Value::as_object_mut) {
            receipt.remove("id");
            receipt.remove("product");
        }
        if let Some(side) = side.as_object_mut().filter(|_| !own) {
            side.remove("gate");
            side.remove("screen");
            side.remove("decision_sha256");
        }
    }
    let before = report.gate.as_ref();
    if before.is_none_or(|gate| gate.version.starts_with("2.0.")) {
        write_as_before(&mut ours);
    }
    compare("", &theirs, &ours, &mut differences);
    let other_gate = (!own).then(|| {
        let decided =
            |one: &Mismatch| one.path.starts_with("decisions") || one.path.starts_with("summary");
        let (otherwise, rest) = std::mem::take(&mut differences)
            .into_iter()
            .partition(decided);
        differences = rest;
        differences.extend(misplaced(&report, document));
        OtherGate {
            named: report.gate.clone(),
            otherwise,
        }
    });
    let canonical = |error: jcs::JcsError| CheckError::NotAReceipt(error.to_string());
    let sealed = receipt_id(&report).map_err(canonical)?;
    note("receipt.id", &report.receipt.id, &sealed, &mut differences);
    let digest = decision_digest(&report).map_err(canonical)?;
    if digest != report.decision_sha256 {
        note(
            "decision_sha256 (over the receipt's own decisions)",
            &report.decision_sha256,
            &digest,
            &mut differences,
        );
    }
    Ok(Checked {
        differences,
        other_gate,
    })
}

/// Refuses what `verify` would not have taken or written.
fn check_input(report: &Report) -> Result<(), CheckError> {
    let time = &report.receipt.decided_at;
    let well_formed = time.ends_with('Z') && time.parse::<jiff::Timestamp>().is_ok();
    if !well_formed {
        return Err(CheckError::NotAReceipt(format!(
            "`receipt.decided_at` is no time in UTC: `{time}`"
        )));
    }
    let builtin = report.proposer.name == Proposer::identity().name;
    let aside = report.receipt.input.candidates.iter().zip(1usize..);
    let aside = aside.filter(|(candidate, _)| candidate.set_aside.is_some());
    match aside.map(|(_, number)| number).next() {
        Some(number) if !builtin => Err(CheckError::Unjudgeable(format!(
            "candidate {number} was set aside, which only the built-in proposer does"
        ))),
        _ => Ok(()),
    }
}

/// Whether the candidates of a receipt that names this build's proposer are others than it proposes:
/// with a candidate left out or set aside, a contradiction would go unseen.
fn not_proposed(report: &Report, document: &Document) -> Option<Mismatch> {
    if report.proposer != Proposer::identity() {
        return None;
    }
    let input = &report.receipt.input;
    let proposed = Proposer::new(&input.schema).propose(document).candidates;
    (proposed != input.candidates).then(|| Mismatch {
        path: "receipt.input.candidates".to_owned(),
        receipt: format!("{} candidates", input.candidates.len()),
        derived: format!(
            "{} others, as the built-in proposer reads the document",
            proposed.len()
        ),
    })
}

/// Writes the values of proofs as gates before 2.1.0 did: typed, where they are strings now.
fn write_as_before(report: &mut Value) {
    let decisions = report.get_mut("decisions").and_then(Value::as_array_mut);
    for decision in decisions.into_iter().flatten() {
        let Some(proof) = decision
            .get_mut("stop_proof")
            .and_then(Value::as_object_mut)
        else {
            continue;
        };
        let Some(detail) = proof.get_mut("detail").and_then(Value::as_object_mut) else {
            continue;
        };
        let typed = detail.remove("value");
        if detail.is_empty() {
            proof.remove("detail");
        }
        if let Some(typed) = typed {
            proof.insert("value".to_owned(), typed);
        }
    }
}

/// Decides again what a receipt was decided on.
fn derive(report: &Report, document: &Document) -> Result<Report, CheckError> {
    let input = &report.receipt.input;
    let unjudgeable = |error| CheckError::Unjudgeable(format!("the embedded schema: {error}"));
    let schema = Schema::check(input.schema.clone()).map_err(unjudgeable)?;
    // The gate before versions asked no more than that the words stand there.
    let mut asked = input.schema.clone();
    if report.gate.is_none() {
        asked.evidence.assertion = Assertion::WordsOnly;
    }
    let asked = Schema::check(asked).map_err(unjudgeable)?;
    let mut derived = verify(&Run {
        document,
        document_name: &report.document.name,
        schema: &asked,
        candidates: &input.candidates,
        proposer: &report.proposer,
        flags: &input.flags,
        decided_at: &report.receipt.decided_at,
    })?;
    // How the candidates came is told, not derived: they are all here.
    derived.import = report.import.clone();
    derived.schema = schema.identity();
    derived.receipt.input.schema = input.schema.clone();
    Ok(derived)
}

/// The evidence in a report that does not stand at its place in the document.
fn misplaced(report: &Report, document: &Document) -> Vec<Mismatch> {
    let folded = FoldedDocument::new(document);
    let shown: Vec<(usize, &EvidenceRecord)> = report
        .decisions
        .iter()
        .enumerate()
        .filter_map(|(index, decision)| Some((index, decision.evidence.as_ref()?)))
        .collect();
    let hints: Vec<Hints<'_>> = shown
        .iter()
        .map(|(_, evidence)| Hints {
            quote: &evidence.quote,
            page: Some(evidence.page),
            offsets: Some((evidence.start, evidence.end)),
            prefix: None,
            suffix: None,
        })
        .collect();
    let mut differences = Vec::new();
    for ((index, evidence), located) in shown.into_iter().zip(locate_all(&folded, &hints)) {
        let found = match located {
            Ok(found) => found.record(document).quote_sha256,
            Err(_) => "(not at its place)".to_owned(),
        };
        let path = format!("decisions[{index}].evidence");
        note(&path, &evidence.quote_sha256, &found, &mut differences);
    }
    differences
}

pub(crate) fn note(path: &str, receipt: &str, derived: &str, differences: &mut Vec<Mismatch>) {
    if receipt != derived {
        differences.push(Mismatch {
            path: path.to_owned(),
            receipt: receipt.to_owned(),
            derived: derived.to_owned(),
        });
    }
}

/// Walks both sides and lists the smallest parts that differ.
pub(crate) fn compare(
    path: &str,
    receipt: &Value,
    derived: &Value,
    differences: &mut Vec<Mismatch>,
) {
    match (receipt, derived) {
        (Value::Object(one), Value::Object(other)) => {
            let mut keys: Vec<&String> = one.keys().chain(other.keys()).collect();
            keys.sort();
            keys.dedup();
            for key in keys {
                let inner = if path.is_empty() {
                    key.clone()
                } else {
                    format!("{path}.{key}")
                };
                match (one.get(key), other.get(key)) {
                    (Some(one), Some(other)) => compare(&inner, one, other, differences),
                    (one, other) => {
                        let said = |side: Option<&Value>| match side {
                            Some(value) => value.to_string(),
                            None => "(missing)".to_owned(),
                        };
                        note(&inner, &said(one), &said(other), differences);
                    }
                }
            }
        }
        (Value::Array(one), Value::Array(other)) if one.len() == other.len() => {
            for (index, (one, other)) in one.iter().zip(other).enumerate() {
                compare(&format!("{path}[{index}]"), one, other, differences);
            }
        }
        // `0` and `0.0` are one number, whoever wrote it down again.
        (Value::Number(_), Value::Number(_))
            if jcs::canonical(receipt).ok() == jcs::canonical(derived).ok() => {}
        _ if receipt == derived => {}
        _ => note(
            path,
            &receipt.to_string(),
            &derived.to_string(),
            differences,
        ),
    }
}
