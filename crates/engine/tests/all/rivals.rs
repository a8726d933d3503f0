//! Other values of a field in the document, whoever proposed one; and how much one run judges.

use groundstop_contract::report::{ProposerRecord, RunFlags};
use groundstop_contract::{CandidateRecord, Decision, FieldDecision, StopReason};
use groundstop_document::Document;
use groundstop_engine::{Run, RunError, verify};
use groundstop_fields::{CANDIDATES_MAX, Schema};
use serde_json::json;

fn decide(
    schema: &str,
    text: &str,
    candidates: &[CandidateRecord],
) -> Result<Vec<FieldDecision>, RunError> {
    let report = verify(&Run {
        document: &Document::from_text(text.as_bytes()).unwrap(),
        document_name: "paper.txt",
        schema: &Schema::parse(schema).unwrap(),
        candidates,
        proposer: &ProposerRecord {
            name: "somebody".to_owned(),
            version: "1".to_owned(),
        },
        flags: &RunFlags::default(),
        decided_at: "2026-01-01T00:00:00.000000Z",
    });
    report.map(|report| report.decisions)
}

/// The decision on one value, offered with its sentence, in a paper that has another sentence too.
fn beside(other: &str) -> FieldDecision {
    const RENT: &str = "name = \"t\"\nversion = \"1.0.0\"\n[[field]]\nname = \"monthly_rent\"\n\
                        type = \"money\"\ncues = [\"monthly rent\"]\n";
    let own = "The monthly rent is $900.";
    let text = format!("LEASE\n\n1. {own}\n\n2. The Tenant keeps the rooms clean.\n\n3. {other}\n");
    let candidate = json!({"field_name": "monthly_rent", "value": "$900", "quote": own,
        "confidence": 0.95});
    let candidates = [serde_json::from_value(candidate).unwrap()];
    decide(RENT, &text, &candidates).unwrap().remove(0)
}

#[test]
fn another_value_in_the_document_stops_the_one_that_was_proposed() {
    for other in [
        "The monthly rent is $950.",
        "Monthly rent: $950",
        "The monthly rent of this flat is $950.",
        "The Tenant pays a monthly rent of $950.",
    ] {
        let decided = beside(other);
        assert_eq!(decided.decision, Decision::Stop, "{other}");
        let reason = Some(StopReason::ConflictingValues);
        assert_eq!(decided.stop_reason, reason, "{other}");
        let proof = serde_json::to_value(&decided.stop_proof).unwrap();
        assert_eq!(proof["candidates"].as_array().unwrap().len(), 2, "{other}");
    }
}

#[test]
fn another_value_that_may_not_be_meant_leaves_a_doubt_with_its_place() {
    let decided = beside("Under the new rules, so the agent thought, the monthly rent is $950.");
    let other = beside("The parties consider whether the monthly rent is $950.");
    for (decided, doubted) in [(decided, true), (other, false)] {
        let proof = serde_json::to_value(&decided.stop_proof).unwrap();
        let review = proof["review"][0]["code"] == "rival_found";
        assert_eq!(review, doubted, "{proof}");
        if doubted {
            assert_eq!(decided.decision, Decision::NeedReview);
            assert_eq!(proof["review"][0]["pages"], json!([1]));
            assert!(proof["candidates"].as_array().unwrap().len() == 2);
        }
    }
}

#[test]
fn what_is_the_same_or_of_something_else_is_no_rival() {
    for other in [
        "The monthly rent is nine hundred dollars ($900).",
        "The security deposit is $950.",
        "The former monthly rent was $850.",
        "The Tenant alleges that the monthly rent is $850.",
    ] {
        assert_eq!(beside(other).decision, Decision::Accept, "{other}");
    }
}

#[test]
fn more_candidates_than_one_run_judges_are_refused_by_name() {
    let schema = "name = \"t\"\nversion = \"1.0.0\"\n[[field]]\nname = \"a\"\ntype = \"text\"\nmany = true\n";
    let one: CandidateRecord =
        serde_json::from_value(json!({"field_name": "a", "value": "x"})).unwrap();
    let many = vec![one; CANDIDATES_MAX + 1];
    let refused = decide(schema, "x", &many).unwrap_err();
    assert_eq!(
        refused,
        RunError::TooManyCandidates {
            found: CANDIDATES_MAX + 1
        }
    );
    assert!(decide(schema, "x", &many[1..]).is_ok());
}

#[test]
fn a_name_in_the_role_of_another_is_not_accepted_for_this_one() {
    const SCHEMA: &str = "name = \"t\"\nversion = \"1.0.0\"\n[[field]]\nname = \"customer\"\n\
                          type = \"party\"\ncues = [\"Customer\"]\n";
    let text = "SUPPLY AGREEMENT\n\nThis Supply Agreement is made by and between Quill & Harrow Ltd. \
                (\"Supplier\") and Northgate Dairy, Inc. (\"Customer\").\n";
    for (value, decision) in [
        ("Quill & Harrow Ltd.", Decision::NeedReview),
        ("Northgate Dairy, Inc.", Decision::Accept),
    ] {
        let candidate = json!({"field_name": "customer", "value": value, "quote": value,
            "confidence": 0.95});
        let candidates = [serde_json::from_value(candidate).unwrap()];
        let decided = decide(SCHEMA, text, &candidates).unwrap().remove(0);
        assert_eq!(decided.decision, decision, "{value}");
    }
}
