//! Forms that say two things of one field: another candidate, a lower confidence, another page,
//! another currency, a quote that is nowhere. The plain form is two records or the doubtful
//! part alone; no form may accept what that stops. A refusal accepts nothing.

use groundstop_document::Document;
use groundstop_fields::Schema;
use groundstop_propose::{Format, import};
use serde_json::{Value, json};

use super::{Draw, accepts_of, file};

const FORMS: usize = 15;

/// Values and quotes of one fee; two of them stand in the document.
const FEES: &[(&str, &str)] = &[
    ("US$384,000.00", "an annual fee of US$384,000.00"),
    ("384000", "pay the Provider an annual fee of US$384,000.00"),
    ("US$96,000.00", "four payments of US$96,000.00"),
    ("US$384,000.00", "an annual fee of US$999,000.00"),
];

const DOCUMENT: &str = "The Client shall pay the Provider an annual fee of US$384,000.00, due in four payments of US$96,000.00 each.";

/// Runs the cases; `false` where a form accepts more than the plain one, or none was telling.
pub(super) fn random_cases(schema: &Schema, cases: u64) -> Result<bool, String> {
    let text = format!(
        "{}\n{DOCUMENT}\n",
        file("document.txt")?.lines().next().unwrap_or_default()
    );
    let document = Document::from_text(text.as_bytes()).map_err(|error| error.to_string())?;
    let accepts = |text: &str| match import(text.as_bytes(), Format::Any, Some(schema.record())) {
        Ok(imported) => accepts_of(&document, schema, &imported).map(Some),
        Err(_) => Ok(None),
    };
    let mut draw = Draw(11);
    let (mut added, mut refused, mut telling) = (0_u64, 0_u64, 0_u64);
    for _ in 0..cases {
        let (first, second) = (FEES[draw.below(FEES.len())], FEES[draw.below(FEES.len())]);
        let sure = [0.95, 0.9, 0.3][draw.below(3)];
        let (plain, formed) = formed(draw.below(FORMS), first, second, sure);
        let alone = accepts(&json!([record(first, 0.95)]).to_string())?;
        let plain = accepts(&plain.to_string())?;
        let plain = plain.unwrap_or_default();
        telling += u64::from(plain.is_empty() && alone.is_some_and(|fields| !fields.is_empty()));
        match accepts(&formed)? {
            Some(taken) if taken.iter().any(|field| !plain.contains(field)) => {
                added += 1;
                println!("  {formed}");
            }
            Some(_) => {}
            None => refused += 1,
        }
    }
    println!(
        "{cases} random cases in {FORMS} forms that say two things: {added} with an ACCEPT that the plain form stops ({refused} refused; {telling} where one part alone is accepted and the plain form is not)"
    );
    Ok(added == 0 && telling > 0 && refused < cases)
}

fn record((value, quote): (&str, &str), sure: f64) -> Value {
    json!({"field_name": "annual_fee", "value": value, "quote": quote, "confidence": sure})
}

/// The plain form and another one of the same two statements.
fn formed(form: usize, one: (&str, &str), two: (&str, &str), sure: f64) -> (Value, String) {
    let (a, b) = (record(one, 0.95), record(two, 0.95));
    let (value, quote) = one;
    let both = json!([a, b]);
    let with = |key: &str, more: Value| {
        let mut all = a.clone();
        all[key] = more;
        all
    };
    let evidence = |own: &str, of_own: Value, of_evidence: Value| {
        json!({"field_name": "annual_fee", "value": value, "confidence": 0.95, own: of_own,
            "evidence": [{"quote": quote, own: of_evidence}]})
    };
    match form {
        0 => (both, json!({"candidates": [a], "results": [b]}).to_string()),
        1 => (
            both,
            json!({"candidates": [a], "annual_fee": b}).to_string(),
        ),
        2 => (both, with("candidates", json!([b])).to_string()),
        3 => (both, format!("```json\n[{a}]\n```\nCorrection: [{b}]")),
        4 => (both, format!("[{a}]\nAlso: [{b}, null]")),
        5 => (both, format!("[{a}] and [[{b}]]")),
        6 => (both, format!("{b}\n</analysis>\n{a}")),
        7 => (
            both,
            json!({"choices": [{"finish_reason": "stop", "message": {"role": "assistant",
            "content": json!([b]).to_string(), "tool_calls": [{"type": "function",
            "function": {"name": "report", "arguments": json!([a]).to_string()}}]}}]})
            .to_string(),
        ),
        8 => (
            both,
            format!(
                "```json\n[{a}]\n```\nor\n```yaml\nannual_fee: {}\n```\n",
                two.0
            ),
        ),
        9 => (
            json!([record(one, sure)]),
            evidence("confidence", json!(sure), json!(0.99)).to_string(),
        ),
        10 => (
            json!([record(one, sure)]),
            with("confidence", json!({"value": sure, "score": 0.99})).to_string(),
        ),
        11 => (
            json!([with("page", json!(7))]),
            evidence("page", json!(7), json!(1)).to_string(),
        ),
        12 => {
            let plain = json!({"amount": value, "currency": "EUR"});
            (
                json!([with("value", plain)]),
                with("currency", json!("EUR")).to_string(),
            )
        }
        13 => {
            // Whichever of the two is not in the document stops it.
            let quotes = json!([record(one, 0.95), with("quote", json!(two.1))]);
            let held = DOCUMENT.contains(two.1);
            let plain = if held { json!([a]) } else { json!([quotes[1]]) };
            (
                plain,
                json!({"field_name": "annual_fee", "value": value, "confidence": 0.95,
                "evidence": [two.1, quote]})
                .to_string(),
            )
        }
        _ => (
            both,
            json!({"facts": [a], "terms": {"deeper": [b]}}).to_string(),
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_form_accepts_what_the_plain_form_stops() {
        let schema = file("schema.toml").expect("a schema");
        let schema = Schema::parse(&schema).expect("a schema");
        assert_eq!(random_cases(&schema, 300), Ok(true));
    }
}
