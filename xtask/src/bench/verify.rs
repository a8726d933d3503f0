//! `cargo xtask bench verify`: the whole of `verify` on one core: the screen, the search for
//! quotes, frames, roles, rivals, the receipt.
//!
//! The documents are made here: prose with one fee a clause, each fee a field's value or one of
//! its many. Twice the document with twice the quotes may take hardly more than twice as long.

use cpu_time::ProcessTime;
use groundstop_contract::CandidateRecord;
use groundstop_contract::report::{ProposerRecord, RunFlags};
use groundstop_document::Document;
use groundstop_engine::{Run, verify};
use groundstop_fields::Schema;
use serde_json::json;

/// How often each is measured; the fastest counts.
const ROUNDS: usize = 3;
/// How many quotes, and how many bytes of text for each.
const QUOTES: [usize; 3] = [500, 1_000, 2_000];
const BYTES_EACH: usize = 1_000;
/// The most that a thousand quotes on a megabyte may take, in CPU seconds.
const MOST_SECONDS: f64 = 0.6;
/// Twice the work may take at most this many times as long.
const MOST_RATIO: f64 = 2.5;

/// Measures; `false` beyond a bound.
pub(crate) fn run() -> Result<bool, String> {
    let mut fine = true;
    for many in [true, false] {
        let mut before: Option<f64> = None;
        for quotes in QUOTES {
            let seconds = measure(quotes, many)?;
            let ratio = before.map_or(1.0, |before| seconds / before);
            let fields = if many {
                "one field with many values"
            } else {
                "a field each"
            };
            println!(
                "{quotes} quotes on {:.1} MB, {fields}: {seconds:.3} s of CPU, {ratio:.2} times the one before",
                (quotes * BYTES_EACH) as f64 / 1e6
            );
            fine &= ratio <= MOST_RATIO;
            if quotes == 1_000 {
                fine &= seconds <= MOST_SECONDS;
            }
            before = Some(seconds);
        }
    }
    println!(
        "bounds: 1,000 quotes on 1 MB at most {MOST_SECONDS} s, twice the work at most {MOST_RATIO} times"
    );
    Ok(fine)
}

fn measure(quotes: usize, many: bool) -> Result<f64, String> {
    let text = text(quotes);
    let document = Document::from_text(text.as_bytes()).map_err(|error| error.to_string())?;
    let schema = Schema::parse(&schema(quotes, many)).map_err(|error| error.to_string())?;
    let candidates: Vec<CandidateRecord> = (0..quotes)
        .map(|number| {
            let field = if many {
                "fee".to_owned()
            } else {
                format!("fee_{number}")
            };
            let quote = format!("for service {number} is ${}", number + 100);
            json!({"field_name": field, "value": format!("${}", number + 100), "quote": quote,
                "confidence": 0.9})
        })
        .map(|candidate| serde_json::from_value(candidate).map_err(|error| error.to_string()))
        .collect::<Result<_, _>>()?;
    let proposer = ProposerRecord {
        name: "bench".to_owned(),
        version: "1".to_owned(),
    };
    let mut fastest = f64::MAX;
    for _ in 0..ROUNDS {
        let start = ProcessTime::now();
        let report = verify(&Run {
            document: &document,
            document_name: "bench",
            schema: &schema,
            candidates: &candidates,
            proposer: &proposer,
            flags: &RunFlags::default(),
            decided_at: "2026-01-01T00:00:00.000000Z",
        })
        .map_err(|error| error.to_string())?;
        fastest = fastest.min(start.elapsed().as_secs_f64());
        if report.summary.accept as usize != quotes {
            return Err(format!("{} of {quotes} accepted", report.summary.accept));
        }
    }
    Ok(fastest)
}

/// Prose with one fee a clause.
fn text(quotes: usize) -> String {
    const FILLER: &str = "The Supplier shall perform the services with reasonable care, and shall not assign its rights without the consent of the Buyer, which may not be withheld unless the Buyer has good cause. ";
    let mut text = String::from("SERVICES AGREEMENT\n\n");
    for number in 0..quotes {
        let clause = format!(
            "{}. Services. The fee for service {number} is ${}. ",
            number + 1,
            number + 100
        );
        let mut paragraph = clause;
        while paragraph.len() + FILLER.len() < BYTES_EACH {
            paragraph.push_str(FILLER);
        }
        text.push_str(&paragraph);
        text.push_str("\n\n");
    }
    text
}

fn schema(quotes: usize, many: bool) -> String {
    let mut schema = String::from("name = \"bench\"\nversion = \"1.0.0\"\n");
    match many {
        true => schema.push_str("[[field]]\nname = \"fee\"\ntype = \"money\"\nmany = true\n"),
        false => {
            for number in 0..quotes {
                schema.push_str(&format!(
                    "[[field]]\nname = \"fee_{number}\"\ntype = \"money\"\ncues = [\"fee for service {number}\"]\n"
                ));
            }
        }
    }
    schema
}
