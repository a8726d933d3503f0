//! Twelve documents made to mislead, each ending in the right STOP with the right proof.
#![allow(
    clippy::disallowed_methods,
    reason = "tests read the examples they are about"
)]

use std::fs;
use std::path::{Path, PathBuf};

use groundstop_contract::{Decision, FieldDecision, RejectCode, StopProof, StopReason};
use groundstop_document::Document;
use groundstop_engine::extract;
use groundstop_fields::Schema;
use groundstop_propose::builtin::Proposer;

const DECIDED_AT: &str = "2026-01-01T00:00:00.000000Z";

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/adversarial")
}

fn decide(name: &str, field: &str) -> FieldDecision {
    let schema = fs::read_to_string(folder().join("schema.toml")).unwrap();
    let schema = Schema::parse(&schema).unwrap();
    let document = Document::from_text(&fs::read(folder().join(name)).unwrap()).unwrap();
    let proposer = Proposer::new(schema.record());
    let extraction = extract(&document, name, &schema, &proposer, DECIDED_AT).unwrap();
    let mut decisions = extraction.report.decisions.into_iter();
    decisions
        .find(|decision| decision.field_name == field)
        .unwrap()
}

/// The codes of what was set aside, each once.
fn set_aside(decision: &FieldDecision) -> Vec<RejectCode> {
    let Some(StopProof::NoCandidates(proof)) = &decision.stop_proof else {
        return Vec::new();
    };
    let rejected = proof.detail.iter().flat_map(|detail| &detail.rejected);
    let mut codes: Vec<RejectCode> = rejected.map(|one| one.code).collect();
    codes.sort_unstable();
    codes.dedup();
    codes
}

#[test]
fn what_the_text_takes_back_is_listed_with_its_reason() {
    let cases = [
        (
            "02-to-be-determined.txt",
            "effective_date",
            RejectCode::Placeholder,
        ),
        ("03-computed.txt", "closing_date", RejectCode::Computed),
        ("04-later-of.txt", "effective_date", RejectCode::Conditional),
        ("05-redacted.txt", "price", RejectCode::Redacted),
        (
            "07-other-document.txt",
            "effective_date",
            RejectCode::OtherDocument,
        ),
        ("10-estimate.txt", "closing_date", RejectCode::Estimate),
        ("11-amended.txt", "interest_rate", RejectCode::Superseded),
        (
            "12-broken-by-ocr.txt",
            "effective_date",
            RejectCode::ValueNotOfType,
        ),
    ];
    for (name, field, code) in cases {
        let decision = decide(name, field);
        assert_eq!(decision.decision, Decision::Stop, "{name}");
        assert_eq!(
            decision.stop_reason,
            Some(StopReason::NoCandidatesFound),
            "{name}"
        );
        assert!(
            set_aside(&decision).contains(&code),
            "{name}: {:?}",
            decision.stop_proof
        );
        assert_eq!(decision.value, None, "{name}");
    }
}

#[test]
fn what_is_said_in_two_ways_conflicts_with_both_quotes_in_the_proof() {
    let cases = [
        (
            "01-conflicting-dates.txt",
            "effective_date",
            ["March 1, 2024", "April 1, 2024"],
        ),
        (
            "06-table-against-text.txt",
            "price",
            ["USD 480,000", "USD 500,000"],
        ),
        (
            "08-ambiguous-date.txt",
            "effective_date",
            ["01/02/2025", "01/02/2025"],
        ),
        ("09-rate-by-year.txt", "interest_rate", ["4.5%", "5.25%"]),
    ];
    for (name, field, said) in cases {
        let decision = decide(name, field);
        assert_eq!(
            decision.stop_reason,
            Some(StopReason::ConflictingValues),
            "{name}: {decision:?}"
        );
        let Some(StopProof::Conflict(proof)) = &decision.stop_proof else {
            panic!("{name}: {:?}", decision.stop_proof);
        };
        for words in said {
            let quoted = |quote: &str| quote.contains(words);
            let evidence = proof
                .candidates
                .iter()
                .filter_map(|one| one.evidence.as_ref());
            assert!(
                evidence.map(|one| one.quote.as_str()).any(quoted),
                "{name}: {words}"
            );
        }
        assert!(proof.candidates.len() >= 2, "{name}");
    }
}

#[test]
fn the_examples_are_twelve() {
    let names = fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let texts = names.filter(|path| path.extension().is_some_and(|ending| ending == "txt"));
    assert_eq!(texts.count(), 12);
}

#[test]
fn an_empty_document_stops_on_every_field_and_says_that_nothing_was_there() {
    let schema = groundstop_propose::builtin::schemas::named("contract").unwrap();
    let schema = Schema::parse(schema.toml).unwrap();
    let document = Document::from_text(b"").unwrap();
    let proposer = Proposer::new(schema.record());
    let extraction = extract(&document, "empty", &schema, &proposer, DECIDED_AT).unwrap();
    assert_eq!(extraction.report.document.chars, 0);
    for decision in &extraction.report.decisions {
        assert_eq!(decision.stop_reason, Some(StopReason::NoCandidatesFound));
    }
}

/// What `contract` makes of the date of an agreement that ends with these lines.
fn dated(opening: &str, signatures: &str) -> FieldDecision {
    let text = format!(
        "SUPPLY AGREEMENT\n\nThis Supply Agreement (the \"Agreement\") is {opening}, by and between Alder Mills, Inc., \
         a Delaware corporation (\"Seller\"), and Birch Foods, LLC, an Ohio limited liability company (\"Buyer\").\n\n\
         1. Supply. Seller shall sell flour to Buyer.\n\n2. Law. This Agreement is governed by the laws of Ohio.\n\n\
         IN WITNESS WHEREOF, the parties have executed this Agreement.\n\n{signatures}\n"
    );
    let contract = groundstop_propose::builtin::schemas::named("contract").unwrap();
    let schema = Schema::parse(contract.toml).unwrap();
    let document = Document::from_text(text.as_bytes()).unwrap();
    let proposer = Proposer::new(schema.record());
    let extraction = extract(&document, "supply.txt", &schema, &proposer, DECIDED_AT).unwrap();
    let mut decisions = extraction.report.decisions.into_iter();
    decisions
        .find(|decision| decision.field_name == "agreement_date")
        .unwrap()
}

#[test]
fn the_day_of_a_signature_is_no_other_date_of_the_agreement() {
    let signatures = "ALDER MILLS, INC.\n\nDate:  June 9, 2021        By: /s/ RUTH HALE\n\n\
                      BIRCH FOODS, LLC\n\nDate:  June 14, 2021        By: /s/ OMAR LIND";
    let decided = dated("made and entered into as of June 1, 2021", signatures);
    assert_eq!(decided.decision, Decision::Accept, "{decided:?}");
    // Where the agreement bears no date of its own, signatures of two days are two dates.
    let decided = dated("made by the parties named below", signatures);
    assert_ne!(decided.decision, Decision::Accept, "{decided:?}");
}

/// The parties that `contract` accepts in a lease between these.
fn parties(between: &str) -> Vec<String> {
    let text = format!(
        "LEASE AGREEMENT\n\nThis Lease Agreement is made on March 1, 2022 by and between {between}.\n\n\
         1. Term. The term is two years.\n"
    );
    let contract = groundstop_propose::builtin::schemas::named("contract").unwrap();
    let schema = Schema::parse(contract.toml).unwrap();
    let document = Document::from_text(text.as_bytes()).unwrap();
    let proposer = Proposer::new(schema.record());
    let extraction = extract(&document, "lease.txt", &schema, &proposer, DECIDED_AT).unwrap();
    let decisions = extraction.report.decisions.into_iter();
    let accepted =
        decisions.filter(|one| one.field_name == "parties" && one.decision == Decision::Accept);
    accepted.map(|one| one.evidence.unwrap().quote).collect()
}

#[test]
fn what_a_party_is_names_nobody_and_a_street_may_be_in_a_name() {
    let quotes = parties(
        "Harbor Holdings LLC, an Ohio limited liability company (\"Landlord\"), and Pine Street \
         Bakery Inc., a Texas corporation (\"Tenant\")",
    );
    assert_eq!(quotes.len(), 2, "{quotes:?}");
    assert!(quotes[0].starts_with("Harbor Holdings LLC"), "{quotes:?}");
    assert!(
        quotes[1].starts_with("Pine Street Bakery Inc."),
        "{quotes:?}"
    );
}

#[test]
fn a_description_is_no_party_even_where_only_one_is_named() {
    for between in [
        "Harborside, a Texas corporation, and the undersigned tenant",
        "the undersigned tenant, an Ohio Limited Liability Company (\"Tenant\"), and Harbor Holdings LLC",
        "the landlord, a Texas Corporation (\"Landlord\"), and the person who signs below (\"Tenant\")",
    ] {
        let quotes = parties(between);
        let described = |quote: &String| quote.starts_with("Texas") || quote.starts_with("Ohio");
        assert!(!quotes.iter().any(described), "{between}: {quotes:?}");
    }
}
