//! The judge on arbitrary Unicode: no panic, and no ACCEPT whose document
//! slice is not the quote under the folds.

use groundstop_contract::report::RunFlags;
use groundstop_contract::{
    CandidateRecord, Confidence, Decision, EvidenceRequirements, FieldRecord, FieldType, MatchKind,
    SchemaRecord, StopProof, WireValue,
};
use groundstop_document::Document;
use groundstop_evidence::FoldedDocument;
use groundstop_fields::{Schema, judge_all};
use groundstop_testing::folds;
use proptest::prelude::*;

fn candidate(value: &str, quote: &str) -> CandidateRecord {
    CandidateRecord {
        field_name: "f".to_owned(),
        value: WireValue::Text(value.to_owned()),
        quote: Some(quote.to_owned()),
        value_quote: None,
        page: None,
        start: None,
        end: None,
        prefix: None,
        suffix: None,
        row: None,
        column: None,
        confidence: Confidence::parse("0.9"),
        set_aside: None,
    }
}

fn schema(kind: FieldType) -> Schema {
    let field = serde_json::json!({"name": "f", "type": kind});
    let field: FieldRecord = serde_json::from_value(field).expect("a field");
    Schema::check(SchemaRecord {
        name: "t".to_owned(),
        version: "1".to_owned(),
        evidence: EvidenceRequirements::default(),
        fields: vec![field],
    })
    .expect("a schema")
}

/// Judges one candidate and checks what must hold of every decision.
fn check(kind: FieldType, text: &str, record: CandidateRecord) -> Result<Decision, TestCaseError> {
    let document = Document::from_text(text.as_bytes()).expect("UTF-8");
    let folded = FoldedDocument::new(&document);
    let quote = record.quote.clone().unwrap_or_default();
    let judgments = judge_all(&folded, &schema(kind), &[record], &RunFlags::default());
    prop_assert_eq!(judgments.len(), 1);
    let decision = judgments[0].record();
    match decision.decision {
        Decision::Accept => {
            let evidence = decision.evidence.as_ref().expect("an ACCEPT has evidence");
            let chars: Vec<char> = text.chars().collect();
            let (start, end) = (evidence.start as usize, evidence.end as usize);
            let slice: String = chars[start..end].iter().collect();
            prop_assert_eq!(&slice, &evidence.quote);
            prop_assert!(
                folds::equal(&slice, &quote),
                "{:?} is not {:?}",
                slice,
                quote
            );
            prop_assert_eq!(evidence.matched == MatchKind::Exact, slice == quote);
            prop_assert!(decision.stop_reason.is_none() && decision.stop_proof.is_none());
        }
        Decision::Stop => {
            prop_assert!(decision.value.is_none() && decision.evidence.is_none());
            prop_assert_eq!(decision.confidence, Confidence::ZERO);
            prop_assert!(decision.stop_reason.is_some() && decision.stop_proof.is_some());
        }
        Decision::NeedReview => {
            prop_assert!(matches!(decision.stop_proof, Some(StopProof::Review(_))));
        }
    }
    Ok(decision.decision)
}

/// Text with enough of everything: letters, figures, controls, marks, directions.
fn unicode() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        4 => "[a-z ]{1,8}",
        2 => "[0-9.,$%/-]{1,8}",
        2 => "\\PC{1,4}",
        1 => prop::sample::select(vec![
            "\n", "-\n", "\u{AD}", "\u{200B}", "\u{202E}", "ﬁ", "e\u{301}", "“", "—", "\u{A0}",
            "January 5, 2024", "CHF 1,250,000", "thirty (30) days", "5 per cent", "approximately ",
            "not ", "中\n文", "\u{c}",
        ]).prop_map(str::to_owned),
    ];
    prop::collection::vec(piece, 1..12).prop_map(|pieces| pieces.concat())
}

const KINDS: [FieldType; 7] = [
    FieldType::Text,
    FieldType::Date,
    FieldType::Money,
    FieldType::Percent,
    FieldType::Number,
    FieldType::Duration,
    FieldType::Boolean,
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn strangers_are_judged_without_a_panic(text in unicode(), value in unicode(), quote in unicode()) {
        for kind in KINDS {
            check(kind, &text, candidate(&value, &quote))?;
        }
    }

    #[test]
    fn a_stretch_of_the_document_is_judged_by_what_it_is(text in unicode(), cut in (0usize..200, 1usize..60)) {
        let chars: Vec<char> = text.chars().collect();
        let start = cut.0 % chars.len();
        let end = (start + cut.1).min(chars.len());
        let quote: String = chars[start..end].iter().collect();
        for kind in KINDS {
            check(kind, &text, candidate(&quote, &quote))?;
        }
    }

    #[test]
    fn one_changed_letter_or_digit_is_never_accepted(text in "[a-z]{3,9}( [a-z0-9]{2,9}){3,9}", at in 0usize..200) {
        let letters: Vec<usize> =
            text.char_indices().filter(|(_, c)| c.is_alphanumeric()).map(|(at, _)| at).collect();
        let at = letters[at % letters.len()];
        let mut lie = text.clone();
        let other = if text.as_bytes()[at] == b'x' { "y" } else { "x" };
        lie.replace_range(at..=at, other);
        prop_assume!(!text.contains(&lie));
        prop_assert_eq!(check(FieldType::Text, &text, candidate(&lie, &lie))?, Decision::Stop);
    }
}
