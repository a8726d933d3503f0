//! One sample of every wire record, every optional key filled somewhere.

pub(crate) mod ledger;
pub(crate) mod research;

use groundstop_canon::Decimal;
use groundstop_contract::certificate::{
    BoxResult, CERTIFICATE_FORMAT, CERTIFICATE_PAYLOAD_TYPE, Certificate, CertificateFile,
    CertificateSignature, CertifiedBox, CertifiedRow, ComponentDigest,
};
use groundstop_contract::decision::{
    ConfidenceProof, ConflictProof, IntegrityProof, MissingProof, NoCandidatesProof, ReviewProof,
};
use groundstop_contract::report::{
    DocumentRecord, ImportRecord, ProposerRecord, Receipt, Report, RunFlags, RunInput,
    SchemaIdentity, Summary,
};
use groundstop_contract::{
    BoundKind, BoxRecord, CandidateRecord, CellEvidence, CellRecord, CharacterFlag, Confidence,
    ConflictCandidate, ConflictingRule, ConflictingValue, DateOrder, Decision, Detail, Difference,
    DifferenceKind, DurationUnit, DurationValue, EvidenceRecord, EvidenceRequirements,
    FieldDecision, FieldRecord, FieldType, Figure, Fold, Issue, IssueCode, MatchKind, MoneyValue,
    Nearest, NumberFormat, Place, Position, RejectCode, Rejected, Review, ReviewCode, RowRecord,
    RuleCandidate, RuleData, RuleStatus, RuleType, RuleValue, SchemaRecord, StopProof, StopReason,
    TableRecord, TablesRecord, TextPlace, WireValue,
};

fn text(text: &str) -> WireValue {
    WireValue::Text(text.to_owned())
}

fn money() -> WireValue {
    WireValue::Money(MoneyValue {
        amount: "1250000".into(),
        currency: "CHF".into(),
    })
}

fn duration() -> WireValue {
    WireValue::Duration(DurationValue {
        count: "30".into(),
        unit: DurationUnit::BusinessDay,
    })
}

fn confidence(text: &str) -> Confidence {
    Confidence::parse(text).unwrap()
}

pub(crate) fn evidence() -> EvidenceRecord {
    EvidenceRecord {
        quote: "effective as of January 5, 2024".into(),
        page: 3,
        start: 1204,
        end: 1235,
        byte_start: 1210,
        byte_end: 1241,
        line: 41,
        matched: MatchKind::Layout,
        folds: vec![Fold::F1, Fold::F6],
        segments: vec![(1204, 1220), (1240, 1255)],
        occurrences: 2,
        places: vec![Place {
            page: 3,
            start: 1204,
            end: 1235,
        }],
        flags: vec![CharacterFlag::Inferred],
        document_sha256: "0".repeat(64),
        quote_sha256: "1".repeat(64),
        boxes: vec![BoxRecord {
            page: 3,
            x0: 72.0,
            y0: 500.5,
            x1: 200.25,
            y1: 512.0,
        }],
        tax: Some("plus VAT".into()),
        currency: Some(cell().cell),
        cell: Some(cell()),
    }
}

fn cell() -> CellEvidence {
    let place = |text: &str| TextPlace {
        text: text.into(),
        page: 3,
        start: 1204,
        end: 1209,
        area: Some(BoxRecord {
            page: 3,
            x0: 72.0,
            y0: 500.5,
            x1: 200.25,
            y1: 512.0,
        }),
    };
    CellEvidence {
        table: 2,
        row: 4,
        column: 3,
        cell: place("1,250"),
        row_head: Some(place("Price")),
        column_heads: vec![place("2024"), place("CHF")],
    }
}

fn conflict_candidates() -> Vec<ConflictCandidate> {
    vec![
        ConflictCandidate {
            value: money(),
            confidence: confidence("0.93"),
            evidence: Some(evidence()),
        },
        ConflictCandidate {
            value: text("x"),
            confidence: Confidence::ZERO,
            evidence: None,
        },
    ]
}

fn detail() -> Option<Detail> {
    let rejected = Rejected {
        code: RejectCode::Estimate,
        value: duration(),
        text: Some("approximately 30 business days".into()),
        page: Some(1),
        start: Some(0),
        end: Some(30),
        because: Some("approximately".into()),
    };
    Some(Detail {
        rejected: vec![rejected],
        unread_pages: vec![2, 4],
        empty_document: true,
        value: Some(WireValue::Text("6.5".to_owned())),
    })
}

fn proofs() -> Vec<(StopReason, StopProof)> {
    let issue = Issue {
        code: IssueCode::QuoteNotFound,
        found: vec!["1 July".into()],
        nearest: Some(Nearest {
            text: "1 July 2024".into(),
            page: 1,
            start: 5,
            end: 16,
            differences: vec![Difference {
                kind: DifferenceKind::Date,
                quote: "June".into(),
                document: "July".into(),
            }],
        }),
    };
    vec![
        (
            StopReason::NoCandidatesFound,
            StopProof::NoCandidates(NoCandidatesProof {
                searched: true,
                candidates_found: 0,
                detail: detail(),
            }),
        ),
        (
            StopReason::ConflictingValues,
            StopProof::Conflict(ConflictProof {
                candidates: conflict_candidates(),
                detail: detail(),
            }),
        ),
        (
            StopReason::InsufficientConfidence,
            StopProof::Confidence(ConfidenceProof {
                threshold: confidence("0.7"),
                actual: confidence("0.69"),
                value: text("2024-01-05"),
                detail: detail(),
            }),
        ),
        (
            StopReason::MissingEvidence,
            StopProof::Missing(MissingProof {
                value: WireValue::Boolean(true),
                detail: None,
            }),
        ),
        (
            StopReason::EvidenceIntegrityFailed,
            StopProof::Integrity(IntegrityProof {
                issues: vec![issue, Issue::plain(IssueCode::ValueCut)],
                value: money(),
                detail: None,
            }),
        ),
    ]
}

/// An ACCEPT, every STOP, and a NEED_REVIEW.
pub(crate) fn decisions() -> Vec<FieldDecision> {
    let mut decisions: Vec<_> = proofs()
        .into_iter()
        .map(|(reason, proof)| FieldDecision {
            field_name: "effective_date".into(),
            decision: Decision::Stop,
            value: None,
            evidence: None,
            confidence: Confidence::ZERO,
            stop_reason: Some(reason),
            stop_proof: Some(proof),
        })
        .collect();
    let accept = FieldDecision {
        field_name: "effective_date".into(),
        decision: Decision::Accept,
        value: Some(text("2024-01-05")),
        evidence: Some(evidence()),
        confidence: confidence("0.93"),
        stop_reason: None,
        stop_proof: None,
    };
    let doubt = Review {
        code: ReviewCode::ConflictRelaxed,
        pages: vec![1],
        flags: vec![CharacterFlag::Ocr],
        texts: vec!["re-sign".into()],
    };
    let review = ReviewProof {
        review: vec![doubt, Review::plain(ReviewCode::Hyphenation)],
        candidates: conflict_candidates(),
    };
    decisions.push(FieldDecision {
        decision: Decision::NeedReview,
        stop_reason: Some(StopReason::ConflictingValues),
        stop_proof: Some(StopProof::Review(review)),
        ..accept.clone()
    });
    decisions.push(accept);
    decisions
}

pub(crate) fn candidate() -> CandidateRecord {
    CandidateRecord {
        field_name: "price".into(),
        value: money(),
        quote: Some("a price of CHF 1,250,000".into()),
        value_quote: Some("CHF 1,250,000".into()),
        page: Some(1),
        start: Some(10),
        end: Some(34),
        prefix: Some("for ".into()),
        suffix: Some(".".into()),
        row: Some("Price".into()),
        column: Some("CHF".into()),
        confidence: Some(Confidence::ONE),
        set_aside: Some(RejectCode::WeakContext),
    }
}

pub(crate) fn bare_candidate() -> CandidateRecord {
    CandidateRecord {
        field_name: "price".into(),
        value: text("CHF 1"),
        quote: None,
        value_quote: None,
        page: None,
        start: None,
        end: None,
        prefix: None,
        suffix: None,
        row: None,
        column: None,
        confidence: None,
        set_aside: None,
    }
}

pub(crate) fn schema() -> SchemaRecord {
    let full = FieldRecord {
        name: "effective_date".into(),
        kind: FieldType::Date,
        order: Some(DateOrder::Mdy),
        century: Some(2000),
        currency: Some("CHF".into()),
        ratio: true,
        format: Some(NumberFormat::Comma),
        options: vec!["yes".into()],
        phrases: [("yes".into(), vec!["it is".into()])].into(),
        yes: vec!["renews automatically".into()],
        no: vec!["does not renew".into()],
        required: false,
        many: true,
        description: Some("when it takes effect".into()),
        cues: vec!["effective as of".into()],
        require_cue: true,
        bound: BoundKind::AtMost,
        not: vec!["termination date".into()],
        section: vec!["term".into()],
        position: Some(Position::Opening),
    };
    SchemaRecord {
        name: "loan".into(),
        version: "1.0.0".into(),
        evidence: EvidenceRequirements::default(),
        fields: vec![full],
    }
}

pub(crate) fn report() -> Report {
    Report {
        document: DocumentRecord {
            name: "loan.txt".into(),
            sha256: "2".repeat(64),
            text_sha256: "3".repeat(64),
            reader: "text/1".into(),
            pages: 3,
            chars: 4000,
        },
        schema: SchemaIdentity {
            name: "loan".into(),
            version: "1.0.0".into(),
            sha256: "4".repeat(64),
        },
        proposer: ProposerRecord {
            name: "plain".into(),
            version: "1".into(),
        },
        gate: None,
        screen: None,
        import: Some(ImportRecord {
            form: "keyed by field".into(),
            inside: vec!["chat completion".into()],
            wrappers: vec!["fields".into()],
            renamed: [("evidence".to_owned(), "quote".to_owned())].into(),
            ignored: [("reasoning".to_owned(), 2)].into(),
            not_in_schema: [("colour".to_owned(), 1)].into(),
            empty: vec!["renewal_term".into()],
            offsets_left_out: 1,
        }),
        decisions: decisions(),
        summary: Summary {
            accept: 1,
            stop: 5,
            need_review: 1,
            absent: 0,
        },
        decision_sha256: "5".repeat(64),
        receipt: Receipt {
            id: "6".repeat(64),
            decided_at: "2025-01-05T12:00:00Z".into(),
            product: "groundstop 0.1.0".into(),
            contract: "stop-triggers v0.1".into(),
            input: RunInput {
                schema: schema(),
                candidates: vec![candidate(), bare_candidate()],
                flags: RunFlags {
                    confidence: Some(confidence("0.8")),
                    second_reader: Some("pdfium 1.0".to_owned()),
                    look: Some("tesseract 5.3.0 eng".to_owned()),
                },
            },
        },
    }
}

/// A clear slab.
pub(crate) fn rule_candidate() -> RuleCandidate {
    let figure = |text| Figure::new(Decimal::parse(text).unwrap()).unwrap();
    RuleCandidate {
        rule_type: RuleType::TaxSlab,
        status: RuleStatus::Candidate,
        rule_data: Some(RuleData {
            value: RuleValue::Slab {
                income_min: figure("250000"),
                income_max: Some(figure("500000")),
                rate: figure("0.05"),
            },
            unit: Some("INR".to_owned()),
            conditions: vec!["In the case of every individual".to_owned()],
        }),
        source_pages: vec![9],
        source_text: Some("exceeds Rs. 2,50,000 but does not exceed Rs. 5,00,000".to_owned()),
        confidence: Confidence::parse("0.95").unwrap(),
        ambiguity_reason: None,
        conflicting_candidates: None,
        extracted_at: "2026-01-25T12:00:00Z".to_owned(),
        extractor_version: "1.0.0".to_owned(),
    }
}

/// Two rates for one thing.
pub(crate) fn rules_in_conflict() -> RuleCandidate {
    let side = |text, page| ConflictingRule {
        value: ConflictingValue::Figure(Figure::new(Decimal::parse(text).unwrap()).unwrap()),
        source_page: page,
        source_text: format!("at {text}"),
    };
    RuleCandidate {
        rule_type: RuleType::Rate,
        status: RuleStatus::Unclear,
        rule_data: None,
        source_pages: vec![3, 7],
        source_text: None,
        confidence: Confidence::ZERO,
        ambiguity_reason: Some("two rates for one income".to_owned()),
        conflicting_candidates: Some(vec![side("0.1", 3), side("0.15", 7)]),
        ..rule_candidate()
    }
}

/// A certificate of which one box failed.
pub(crate) fn certificate() -> CertificateFile {
    CertificateFile {
        certificate: Certificate {
            format: CERTIFICATE_FORMAT.into(),
            product: "groundstop 0.1.0".into(),
            contract: "research 18.0.0".into(),
            lock_sha256: "0".repeat(64),
            screen_rules_sha256: "1".repeat(64),
            components: vec![ComponentDigest {
                name: "adapter".to_owned(),
                sha256: "2".repeat(64),
            }],
            certified_at: "2026-01-29T00:00:00.000000Z".into(),
            passed: false,
            boxes: vec![CertifiedRow {
                name: CertifiedBox::NoSource,
                ran: "empty searches".into(),
                cases: 12,
                failed: 1,
                result: BoxResult::Failed,
                failures: vec!["an empty page: answered".into()],
            }],
        },
        signature: Some(CertificateSignature {
            payload_type: CERTIFICATE_PAYLOAD_TYPE.into(),
            keyid: "log+0123abcd+AZ".into(),
            sig: "AA==".into(),
        }),
    }
}

pub(crate) fn tables() -> TablesRecord {
    let place = cell().cell;
    let row = |head, row_head| RowRecord {
        head,
        cells: vec![CellRecord {
            column: 1,
            columns: 2,
            row_head,
            cell: place.clone(),
        }],
    };
    TablesRecord {
        document_sha256: "0".repeat(64),
        reader: "pdf/3".into(),
        tables: vec![TableRecord {
            table: 1,
            page: 3,
            columns: 2,
            head_rows: 1,
            continues: false,
            nested: 0,
            caption: Some(place.clone()),
            unit: Some(place.clone()),
            rows: vec![row(true, false), row(false, true)],
        }],
    }
}
