//! What the heads and captions of a table say of its figures: items and what they add up to, the
//! currency and the scale of a column, and a currency that is stated once.

use groundstop_contract::report::RunFlags;
use groundstop_contract::{CandidateRecord, CharacterFlag, Decision, FieldDecision};
use groundstop_document::{ByteSpan, Document, DocumentBuilder, Table, TableCell, TableRow};
use groundstop_evidence::FoldedDocument;
use groundstop_fields::{Schema, judge_all};
use serde_json::json;

/// A document whose lines with tabs are one table, its first row the heads.
fn builder(text: &str) -> DocumentBuilder {
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
    if !rows.is_empty() {
        builder.table(Table {
            rows,
            head_rows: 1,
            ..Table::default()
        });
    }
    builder
}

/// One field of money with a cue, and `more` about it.
fn decide_in(document: &Document, field: (&str, &str), value: &str, quote: &str) -> FieldDecision {
    let (name, more) = field;
    let schema = format!(
        "name = \"t\"\nversion = \"1.0.0\"\n[[field]]\nname = \"{name}\"\ntype = \"money\"\n\
         cues = [\"{name}\"]\n{more}\n"
    );
    let schema = Schema::parse(&schema).unwrap();
    let record = json!({"field_name": name, "value": value, "quote": quote, "confidence": 0.9});
    let candidates: Vec<CandidateRecord> = vec![serde_json::from_value(record).unwrap()];
    let folded = FoldedDocument::new(document);
    let judged = judge_all(&folded, &schema, &candidates, &RunFlags::default());
    judged.first().unwrap().record().clone()
}

fn decide(text: &str, field: (&str, &str), value: &str, quote: &str) -> FieldDecision {
    decide_in(&builder(text).finish(text.as_bytes()), field, value, quote)
}

fn told(decision: &FieldDecision) -> String {
    serde_json::to_string(&decision.stop_proof).unwrap()
}

const ITEMS: &str = "The invoice.\n\nItem\tPieces\tPrice\nChairs\t4\tEUR 40.00\n\
                     Tables\t1\tEUR 90.00\nSubtotal\t\tEUR 130.00\n\nThanks.\n";

#[test]
fn the_head_of_many_figures_names_none_of_them_alone() {
    let item = decide(ITEMS, ("price", ""), "EUR 40.00", "EUR 40.00");
    assert_eq!(item.decision, Decision::NeedReview, "{}", told(&item));
    assert!(told(&item).contains("other_field"));
    // A field of many values has them all.
    let each = decide(ITEMS, ("price", "many = true"), "EUR 40.00", "EUR 40.00");
    assert_eq!(each.decision, Decision::Accept, "{}", told(&each));
}

#[test]
fn what_adds_the_rows_up_is_no_item() {
    let sum = decide(ITEMS, ("price", "many = true"), "EUR 130.00", "EUR 130.00");
    assert_eq!(sum.decision, Decision::NeedReview, "{}", told(&sum));
    assert!(told(&sum).contains("other_field") && told(&sum).contains("Subtotal"));
    let asked = decide(ITEMS, ("subtotal", ""), "EUR 130.00", "EUR 130.00");
    assert_eq!(asked.decision, Decision::Accept, "{}", told(&asked));
}

#[test]
fn one_row_of_values_under_its_heads_is_named_by_them() {
    let text = "Number\tPrice\n4711\tEUR 40.00\n\nThanks.\n";
    let decision = decide(text, ("price", ""), "EUR 40.00", "EUR 40.00");
    assert_eq!(decision.decision, Decision::Accept, "{}", told(&decision));
}

#[test]
fn a_currency_stated_once_is_that_of_amounts_with_cents_and_is_shown() {
    let text = "Currency: EUR\nPrice: 40.00\nParcels: 7\n";
    let decision = decide(text, ("price", ""), "EUR 40.00", "Price: 40.00");
    assert_eq!(decision.decision, Decision::Accept, "{}", told(&decision));
    let place = decision.evidence.unwrap().currency.unwrap();
    assert_eq!(
        (place.text.as_str(), place.start, place.end),
        ("EUR", 10, 13)
    );
    let other = decide(text, ("price", ""), "USD 40.00", "Price: 40.00");
    assert_eq!(other.decision, Decision::Stop);
    let pieces = decide(text, ("parcels", ""), "EUR 7", "Parcels: 7");
    assert_eq!(pieces.decision, Decision::Stop);
    // An amount with its own currency needs no other.
    let own = "Currency: EUR\nPrice: EUR 40.00\n";
    let decision = decide(own, ("price", ""), "EUR 40.00", "Price: EUR 40.00");
    assert!(decision.evidence.unwrap().currency.is_none());
}

#[test]
fn a_currency_that_nobody_sees_states_nothing() {
    let text = "Currency: EUR\nPrice: 40.00\n";
    let mut hidden = builder(text);
    hidden.flag(ByteSpan::new(0, 13), CharacterFlag::Hidden);
    let document = hidden.finish(text.as_bytes());
    let decision = decide_in(&document, ("price", ""), "EUR 40.00", "Price: 40.00");
    assert_eq!(decision.decision, Decision::Stop);
}

#[test]
fn a_head_with_a_currency_makes_amounts_of_all_figures_of_its_column() {
    let text = "Room\tPrice (EUR)\tPieces\nHall\t1,200\t9\n\nThanks.\n";
    let decision = decide(text, ("price", ""), "EUR 1,200", "1,200");
    assert_eq!(decision.decision, Decision::Accept, "{}", told(&decision));
    assert_eq!(decision.evidence.unwrap().currency.unwrap().text, "EUR");
    let pieces = decide(text, ("pieces", ""), "EUR 9", "9");
    assert_eq!(pieces.decision, Decision::Stop);
}

#[test]
fn a_scale_above_a_table_holds_for_its_last_row_too() {
    let filler = "Wing\tEUR 5\n".repeat(30);
    let text = format!("Table 1: Rents\n(in thousands)\nWing\tPrice\n{filler}South\tEUR 40\n");
    let decision = decide(&text, ("price", "many = true"), "EUR 40", "South\tEUR 40");
    assert_eq!(decision.decision, Decision::Stop);
    assert!(told(&decision).contains("computed"), "{}", told(&decision));
    let head = "Wing\tPrice (in thousands)\nNorth\tEUR 5\nSouth\tEUR 40\n";
    let decision = decide(head, ("price", "many = true"), "EUR 40", "South\tEUR 40");
    assert!(told(&decision).contains("computed"), "{}", told(&decision));
}
