//! Values in the cells of tables: where they stand, and the heads that a candidate names.

use groundstop_contract::report::RunFlags;
use groundstop_contract::{CandidateRecord, Decision, FieldDecision};
use groundstop_document::{ByteSpan, Document, DocumentBuilder, Table, TableCell, TableRow};
use groundstop_evidence::FoldedDocument;
use groundstop_fields::{Schema, judge_all};
use serde_json::{Value, json};

const SCHEMA: &str = "name = \"t\"\nversion = \"1.0.0\"\n[[field]]\nname = \"rooms\"\n\
                      type = \"number\"\ncues = [\"rooms\"]\n";

/// A document whose lines with tabs are one table, its first row the heads.
fn document(text: &str) -> Document {
    let mut builder = DocumentBuilder::new("test/1");
    builder.page(text);
    let mut rows = Vec::new();
    let mut start = 0usize;
    for line in text.split('\n') {
        let mut at = start;
        let mut cells = Vec::new();
        for (column, cell) in line.split('\t').enumerate() {
            if line.contains('\t') && !cell.is_empty() {
                cells.push(TableCell {
                    span: ByteSpan::new(at, at + cell.len()),
                    column,
                    columns: 1,
                });
            }
            at += cell.len() + 1;
        }
        if !cells.is_empty() {
            rows.push(TableRow { cells });
        }
        start += line.len() + 1;
    }
    builder.table(Table {
        rows,
        head_rows: 1,
        ..Table::default()
    });
    builder.finish(text.as_bytes())
}

const TEXT: &str = "The rooms let out are these.\n\nHouse\tRooms in 2023\tRooms in 2024\n\
                    North wing\t12\t14\nSouth wing\t9\t12\n\nNobody else has any.\n";

fn decide(text: &str, candidate: &Value) -> FieldDecision {
    let schema = Schema::parse(SCHEMA).unwrap();
    let mut record = json!({"field_name": "rooms", "confidence": 0.9});
    let more = candidate.as_object().unwrap().clone();
    record.as_object_mut().unwrap().extend(more);
    let candidates: Vec<CandidateRecord> = vec![serde_json::from_value(record).unwrap()];
    let document = document(text);
    let folded = FoldedDocument::new(&document);
    let judged = judge_all(&folded, &schema, &candidates, &RunFlags::default());
    judged.first().unwrap().record().clone()
}

fn issue(decision: &FieldDecision) -> Value {
    assert_eq!(decision.decision, Decision::Stop);
    serde_json::to_value(&decision.stop_proof).unwrap()["issues"][0]["code"].clone()
}

#[test]
fn heads_choose_the_value_of_a_quoted_row_and_the_evidence_names_its_cell() {
    let row = "North wing\t12\t14";
    let chosen =
        json!({"value": "14", "quote": row, "row": "North wing", "column": "Rooms in 2024"});
    let decision = decide(TEXT, &chosen);
    assert_ne!(decision.decision, Decision::Stop, "{decision:?}");
    let cell = decision.evidence.unwrap().cell.unwrap();
    assert_eq!((cell.table, cell.row, cell.column), (1, 2, 3));
    assert_eq!(cell.cell.text, "14");
    assert_eq!(cell.row_head.unwrap().text, "North wing");
    assert_eq!(cell.column_heads[0].text, "Rooms in 2024");
    // Without heads the row says two values.
    let bare = decide(TEXT, &json!({"value": "14", "quote": row}));
    assert_eq!(issue(&bare), "value_ambiguous_in_quote");
}

#[test]
fn a_head_that_is_not_there_or_leads_elsewhere_stops() {
    let row = "North wing\t12\t14";
    for (value, row_head, column) in [
        ("14", "North wing", "Rooms in 2023"),
        ("12", "North wing", "Rooms in 2024"),
        ("14", "South wing", "Rooms in 2024"),
        ("14", "North wing", "Rooms in 2025"),
        ("14", "North", "Rooms in 2024"),
        ("14", "", "Rooms in 2024"),
    ] {
        let decision = decide(
            TEXT,
            &json!({"value": value, "quote": row, "row": row_head, "column": column}),
        );
        assert_eq!(
            issue(&decision),
            "cell_mismatch",
            "{value} {row_head} {column}"
        );
    }
    // One head alone must hold, too.
    let decision = decide(
        TEXT,
        &json!({"value": "12", "quote": "12", "row": "East wing"}),
    );
    assert_eq!(issue(&decision), "cell_mismatch");
    // Outside of tables there are no heads.
    let prose = "The house has 12 rooms.\n";
    let decision = decide(
        prose,
        &json!({"value": "12", "quote": "12 rooms", "column": "House"}),
    );
    assert_eq!(issue(&decision), "cell_mismatch");
}

#[test]
fn a_value_outside_of_tables_has_no_cell() {
    let prose = "The house has 12 rooms.\n";
    let decision = decide(prose, &json!({"value": "12", "quote": "12 rooms"}));
    assert_eq!(decision.decision, Decision::Accept, "{decision:?}");
    let evidence = serde_json::to_value(decision.evidence.unwrap()).unwrap();
    assert!(evidence.get("cell").is_none());
}

#[test]
fn a_count_and_a_price_are_not_one_amount() {
    let schema = "name = \"t\"\nversion = \"1.0.0\"\n[[field]]\nname = \"price\"\n\
                  type = \"money\"\ncues = [\"price\"]\n";
    let schema = Schema::parse(schema).unwrap();
    for (text, accepted) in [
        ("Price\t1 240,00 €\n", true),
        ("Price 1 240,00 €\n", false),
        ("Price\tLaying 1 240,00 €\n", false),
    ] {
        let document = Document::from_text(text.as_bytes()).unwrap();
        let folded = FoldedDocument::new(&document);
        let record = json!({"field_name": "price", "value": "1 240,00 €",
                            "quote": "1 240,00 €", "confidence": 0.9});
        let candidates: Vec<CandidateRecord> = vec![serde_json::from_value(record).unwrap()];
        let judged = judge_all(&folded, &schema, &candidates, &RunFlags::default());
        let decision = judged.first().unwrap().record();
        assert_eq!(
            decision.decision == Decision::Accept,
            accepted,
            "{text}: {decision:?}"
        );
    }
}
