//! `cargo xtask bench extract`: the built-in proposer and the gate on contracts,
//! eight fields each, on one core.

use std::path::Path;

use cpu_time::ProcessTime;
use groundstop_document::Document;
use groundstop_engine::extract;
use groundstop_fields::Schema;
use groundstop_propose::builtin::{Proposer, schemas};
use serde_json::Value;

/// How often a short measurement is repeated; the fastest counts.
const ROUNDS: usize = 3;

/// The least that is read and decided, frames, rivals and the screen included.
const MEGABYTES_A_SECOND: f64 = 5.0;

/// The sizes of the long contract, in bytes.
const LONG_BYTES: [usize; 3] = [250_000, 500_000, 1_000_000];

pub(crate) fn run(data: &Path) -> Result<bool, String> {
    let path = data.join("cuad/contracts.jsonl");
    let lines = std::fs::read_to_string(&path)
        .map_err(|error| format!("cannot read `{}`: {error}", path.display()))?;
    let texts: Vec<String> = lines
        .lines()
        .filter_map(|line| {
            serde_json::from_str::<Value>(line).ok()?["text"]
                .as_str()
                .map(str::to_owned)
        })
        .collect();
    let schema = schemas::named("contract").ok_or("there is no schema `contract`")?;
    let schema = Schema::parse(schema.toml).map_err(|error| error.to_string())?;
    let proposer = Proposer::new(schema.record());
    let decide = |text: &str| -> Result<(), String> {
        let document = Document::from_text(text.as_bytes()).map_err(|error| error.to_string())?;
        let decided = extract(
            &document,
            "bench",
            &schema,
            &proposer,
            "2026-01-01T00:00:00.000000Z",
        );
        decided.map(|_| ()).map_err(|error| error.to_string())
    };
    // The patterns are compiled once, before anything is measured.
    decide(texts.first().map_or("", String::as_str))?;
    let bytes: usize = texts.iter().map(String::len).sum();
    let seconds = fastest(|| texts.iter().try_for_each(|text| decide(text)))?;
    let rate = bytes as f64 / 1e6 / seconds;
    println!(
        "{} contracts, {:.1} MB, eight fields: {seconds:.2} s of CPU, {rate:.1} MB/s",
        texts.len(),
        bytes as f64 / 1e6
    );
    let mut slowest = 0.0_f64;
    for size in LONG_BYTES {
        let long = long_contract(&texts, size);
        let seconds = fastest(|| decide(&long))?;
        println!(
            "one contract of {:.2} MB: {seconds:.3} s, {:.1} MB/s",
            long.len() as f64 / 1e6,
            long.len() as f64 / 1e6 / seconds
        );
        slowest = slowest.max(seconds);
    }
    let fine = rate >= MEGABYTES_A_SECOND && slowest < 1.0;
    println!(
        "{}",
        if fine {
            "reached: 5 MB/s, and 1 MB in less than a second"
        } else {
            "MISSED: 5 MB/s, or 1 MB in less than a second"
        }
    );
    Ok(fine)
}

fn fastest(mut work: impl FnMut() -> Result<(), String>) -> Result<f64, String> {
    let mut best = f64::INFINITY;
    for _ in 0..ROUNDS {
        let start = ProcessTime::now();
        work()?;
        best = best.min(start.elapsed().as_secs_f64());
    }
    Ok(best)
}

/// One long contract: the bodies of many behind the opening of the first.
fn long_contract(texts: &[String], bytes: usize) -> String {
    let mut long = String::new();
    for text in texts.iter().cycle() {
        if long.len() >= bytes {
            break;
        }
        long.push_str(text);
    }
    long.truncate(long.floor_char_boundary(bytes));
    long
}
