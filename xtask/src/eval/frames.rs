//! `cargo xtask eval asserted` and `eval hostile`: true quotes whose words take them back.
//!
//! Every case is one text, one schema and its candidates; the quote stands
//! verbatim in the text. What counts is only whether the gate accepts: a text
//! that takes the value back must not be accepted, one that leaves it standing
//! must be.

use std::collections::BTreeMap;
use std::path::Path;

use groundstop_contract::report::{ProposerRecord, RunFlags};
use groundstop_contract::{Assertion, CandidateRecord, Decision, FieldDecision};
use groundstop_document::Document;
use groundstop_engine::{Run, verify};
use groundstop_fields::{Schema, SchemaError};
use serde_json::{Value, json};

/// Decisions do not depend on it.
const DECIDED_AT: &str = "2026-01-01T00:00:00.000000Z";

/// How the cases of one kind ended.
#[derive(Default)]
struct Count {
    accept: usize,
    review: usize,
    stop: usize,
}

/// What a case wants, and what the gate made of it.
struct Outcome {
    id: String,
    kind: String,
    /// Whether a careful reader would accept.
    stands: bool,
    decision: Decision,
    /// Why it was not accepted.
    proof: String,
}

/// True quotes of real sentences in words that take them back or leave them standing.
pub(crate) fn asserted(data: &Path) -> Result<bool, String> {
    let cases = lines(&data.join("asserted/cases.jsonl"))?;
    let outcomes: Vec<Outcome> = cases.iter().map(judge_asserted).collect::<Result<_, _>>()?;
    Ok(print(&outcomes, 1.0, 97.0))
}

/// Texts written to make the gate accept what a careful reader would not, and honest ones.
pub(crate) fn hostile(data: &Path) -> Result<bool, String> {
    let cases = lines(&data.join("hostile/cases.jsonl"))?;
    let outcomes: Vec<Outcome> = cases.iter().map(judge_hostile).collect::<Result<_, _>>()?;
    Ok(print(&outcomes, 3.0, 95.0))
}

/// Wordings around the same real sentences: our own (`conformance/frames/wordings.jsonl`), or those of
/// a file of the same form.
pub(crate) fn wordings(data: &Path, file: Option<&Path>) -> Result<bool, String> {
    let cases = lines(&data.join("asserted/cases.jsonl"))?;
    let plain: Vec<&Value> = cases.iter().filter(|one| one["kind"] == "plain").collect();
    let own = crate::workspace_root().join("conformance/frames/wordings.jsonl");
    let wordings = lines(file.unwrap_or(&own))?;
    let mut outcomes = Vec::new();
    for (number, wording) in wordings.iter().enumerate() {
        for case in &plain {
            outcomes.extend(judge_wording(number, wording, case)?);
        }
    }
    for (number, wording) in wordings.iter().enumerate() {
        let id = format!("wording {number}");
        let wrong =
            |one: &&Outcome| one.id == id && one.stands != (one.decision == Decision::Accept);
        let wrong = outcomes.iter().filter(wrong).count();
        if wrong > 0 {
            println!(
                "  {} wrong in {wrong}: {}",
                wording["want"], wording["text"]
            );
        }
    }
    Ok(print_shares(&outcomes, 6.0, 85.0))
}

/// Small papers: our own (`conformance/frames/documents.jsonl`), or those of a file of the same form.
pub(crate) fn papers(file: Option<&Path>) -> Result<bool, String> {
    let own = crate::workspace_root().join("conformance/frames/documents.jsonl");
    let cases = lines(file.unwrap_or(&own))?;
    let outcomes: Vec<Outcome> = cases.iter().map(judge_hostile).collect::<Result<_, _>>()?;
    Ok(print(&outcomes, 15.0, 90.0))
}

/// A real sentence in one of our wordings; nothing where the quote does not survive it.
fn judge_wording(number: usize, wording: &Value, case: &Value) -> Result<Option<Outcome>, String> {
    let whole = case["text"].as_str().unwrap_or_default();
    let sentence = whole.split("\n\n").nth(2).unwrap_or_default().trim();
    let sentence = sentence.strip_suffix('.').unwrap_or(sentence);
    let frame = wording["text"].as_str().unwrap_or_default();
    let body = frame
        .replace("{S}", sentence)
        .replace("{s}", &lowered(sentence));
    if !body.contains(case["quote"].as_str().unwrap_or_default()) {
        return Ok(None);
    }
    let mut framed = case.clone();
    framed["text"] = whole.replacen(&format!("{sentence}."), &body, 1).into();
    framed["id"] = format!("wording {number}").into();
    framed["kind"] = wording["kind"].clone();
    framed["want"] = wording["want"].clone();
    judge_asserted(&framed).map(Some)
}

/// A sentence as it goes on after other words: its first word in small letters, where that is no name.
pub(crate) fn lowered(sentence: &str) -> String {
    const OPENERS: [&str; 10] = [
        "This", "The", "These", "Either", "If", "In", "All", "Any", "It", "Unless",
    ];
    let first = sentence.split_whitespace().next().unwrap_or_default();
    if !OPENERS.contains(&first) {
        return sentence.to_owned();
    }
    let mut letters = sentence.chars();
    let head: String = letters
        .next()
        .into_iter()
        .flat_map(char::to_lowercase)
        .collect();
    head + letters.as_str()
}

fn judge_asserted(case: &Value) -> Result<Outcome, String> {
    let schema = format!(
        "name = \"t\"\nversion = \"1.0.0\"\n[[field]]\nname = {}\ntype = {}\n",
        case["field"], case["type"]
    );
    let candidate = json!({"field_name": case["field"], "value": case["value"],
        "quote": case["quote"], "confidence": 0.95});
    judge(case, &schema, &json!([candidate]))
}

fn judge_hostile(case: &Value) -> Result<Outcome, String> {
    let schema = case["schema_toml"].as_str().unwrap_or_default();
    judge(case, schema, &case["candidates"])
}

/// Judges one case; candidates that the gate refuses to read count as stopped.
fn judge(case: &Value, schema: &str, candidates: &Value) -> Result<Outcome, String> {
    let id = case["id"].as_str().unwrap_or_default().to_owned();
    let schema = asserting(schema).map_err(|error| format!("case `{id}`: {error}"))?;
    let text = case["text"].as_str().unwrap_or_default();
    let document =
        Document::from_text(text.as_bytes()).map_err(|error| format!("case `{id}`: {error}"))?;
    let field = candidates[0]["field_name"].as_str().unwrap_or_default();
    let records: Result<Vec<CandidateRecord>, _> = serde_json::from_value(candidates.clone());
    let (decision, proof) = match records {
        Err(error) => (Decision::Stop, error.to_string()),
        Ok(records) => {
            let decided = decide(&document, &schema, &records)
                .map_err(|error| format!("case `{id}`: {error}"))?;
            let own = decided.into_iter().find(|one| one.field_name == field);
            let own = own.ok_or_else(|| format!("case `{id}`: no decision for `{field}`"))?;
            let proof = serde_json::to_string(&own.stop_proof);
            (own.decision, proof.unwrap_or_default())
        }
    };
    Ok(Outcome {
        id,
        kind: case["kind"].as_str().unwrap_or_default().to_owned(),
        stands: case["want"] == "ACCEPT",
        decision,
        proof,
    })
}

/// What the whole gate decides, as `groundstop verify` does: screen, readings, frames.
pub(crate) fn decide(
    document: &Document,
    schema: &Schema,
    candidates: &[CandidateRecord],
) -> Result<Vec<FieldDecision>, String> {
    let proposer = ProposerRecord {
        name: "evaluation".to_owned(),
        version: "1".to_owned(),
    };
    let report = verify(&Run {
        document,
        document_name: "case",
        schema,
        candidates,
        proposer: &proposer,
        flags: &RunFlags::default(),
        decided_at: DECIDED_AT,
    });
    Ok(report.map_err(|error| error.to_string())?.decisions)
}

/// A schema under which the document must say a value.
pub(crate) fn asserting(text: &str) -> Result<Schema, SchemaError> {
    let mut record = Schema::parse(text)?.record().clone();
    record.evidence.assertion = Assertion::Required;
    Schema::check(record)
}

/// Prints the table by kind and every case that ended otherwise than wanted.
fn print(outcomes: &[Outcome], accepted_at_most: f64, kept_at_least: f64) -> bool {
    let mut table: BTreeMap<(bool, &str), Count> = BTreeMap::new();
    for one in outcomes {
        let count = table.entry((one.stands, &one.kind)).or_default();
        match one.decision {
            Decision::Accept => count.accept += 1,
            Decision::NeedReview => count.review += 1,
            Decision::Stop => count.stop += 1,
        }
    }
    println!("want        kind                          ACCEPT NEED_REVIEW  STOP");
    for ((stands, kind), count) in &table {
        let want = if *stands { "ACCEPT" } else { "NOT_ACCEPT" };
        println!(
            "{want:<11} {kind:<29} {:>6} {:>11} {:>5}",
            count.accept, count.review, count.stop
        );
    }
    for one in outcomes {
        if one.stands != (one.decision == Decision::Accept) {
            println!("  {} {} {}", one.id, one.kind, one.decision);
            if one.stands {
                println!("      {}", one.proof);
            }
        }
    }
    print_shares(outcomes, accepted_at_most, kept_at_least)
}

/// Prints how much of either side is accepted, and whether that is within bounds.
fn print_shares(outcomes: &[Outcome], accepted_at_most: f64, kept_at_least: f64) -> bool {
    let share = |stands: bool| {
        let all = outcomes.iter().filter(|one| one.stands == stands).count();
        let accepted = outcomes
            .iter()
            .filter(|one| one.stands == stands && one.decision == Decision::Accept)
            .count();
        let word = if stands { "standing" } else { "taken back" };
        let percent = 100.0 * accepted as f64 / all.max(1) as f64;
        println!("{word}: {accepted} of {all} accepted ({percent:.1}%)");
        percent
    };
    let (taken_back, standing) = (share(false), share(true));
    println!("bounds: taken back at most {accepted_at_most}%, standing at least {kept_at_least}%");
    taken_back <= accepted_at_most && standing >= kept_at_least
}

fn lines(path: &Path) -> Result<Vec<Value>, String> {
    let text = std::fs::read_to_string(path)
        .map_err(|error| format!("cannot read `{}`: {error}", path.display()))?;
    text.lines()
        .map(|line| serde_json::from_str(line).map_err(|error| error.to_string()))
        .collect()
}
