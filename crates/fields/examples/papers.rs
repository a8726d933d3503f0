//! scratch
#![allow(
    clippy::all,
    clippy::pedantic,
    clippy::restriction,
    missing_docs,
    clippy::disallowed_methods,
    clippy::disallowed_macros
)]
use groundstop_contract::report::RunFlags;
use groundstop_contract::{CandidateRecord, Decision};
use groundstop_document::Document;
use groundstop_evidence::FoldedDocument;
use groundstop_fields::{Schema, judge_all};
use serde_json::{Value, json};
fn judge(text: &str, schema: &str, cands: &Value) -> (Decision, String) {
    let schema = Schema::parse(schema).unwrap();
    let cands: Vec<CandidateRecord> = cands
        .as_array()
        .unwrap()
        .iter()
        .map(|c| serde_json::from_value(c.clone()).unwrap())
        .collect();
    let document = Document::from_text(text.as_bytes()).unwrap();
    let folded = FoldedDocument::new(&document);
    let judged = judge_all(&folded, &schema, &cands, &RunFlags::default());
    let r = judged.first().unwrap().record().clone();
    (r.decision, serde_json::to_string(&r.stop_proof).unwrap())
}
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let lines = |f: &str| -> Vec<Value> {
        std::fs::read_to_string(f)
            .unwrap()
            .lines()
            .map(|l| serde_json::from_str(l).unwrap())
            .collect()
    };
    let mut n = [[0usize; 2]; 2];
    if args[1] == "papers" {
        for c in lines(&args[2]) {
            let (d, p) = judge(
                c["text"].as_str().unwrap(),
                c["schema_toml"].as_str().unwrap(),
                &c["candidates"],
            );
            let acc = d == Decision::Accept;
            let want = c["want"] == "ACCEPT";
            n[usize::from(want)][usize::from(acc)] += 1;
            if acc != want {
                println!(
                    "{} {} want {} got {:?} {}",
                    c["id"],
                    c["kind"],
                    c["want"],
                    d,
                    &p[..p.len().min(300)]
                );
            }
        }
    } else {
        let cases = lines("/work/shared/data/asserted/cases.jsonl");
        let step: usize = args.get(3).map_or(3, |n| n.parse().unwrap());
        let plain: Vec<&Value> = cases
            .iter()
            .filter(|c| c["kind"] == "plain")
            .step_by(step)
            .collect();
        for (i, w) in lines(&args[2]).iter().enumerate() {
            let want = w["want"] == "ACCEPT";
            let mut bad = Vec::new();
            for c in &plain {
                let whole = c["text"].as_str().unwrap();
                let s = whole.split("\n\n").nth(2).unwrap_or_default().trim();
                let s = s.strip_suffix('.').unwrap_or(s);
                let (f, t, v, q) = (
                    c["field"].as_str().unwrap(),
                    c["type"].as_str().unwrap(),
                    &c["value"],
                    c["quote"].as_str().unwrap(),
                );
                let first = s.split_whitespace().next().unwrap_or_default();
                let l = if [
                    "This", "The", "These", "Either", "If", "In", "All", "Any", "It", "Unless",
                ]
                .contains(&first)
                {
                    s.replacen(first, &first.to_lowercase(), 1)
                } else {
                    s.to_owned()
                };
                let body = w["text"]
                    .as_str()
                    .unwrap()
                    .replace("{S}", s)
                    .replace("{s}", &l);
                if !body.contains(q) {
                    continue;
                }
                let text = whole.replacen(&format!("{s}."), &body, 1);
                let schema = format!(
                    "name = \"t\"\nversion = \"1.0.0\"\n[[field]]\nname = \"{f}\"\ntype = \"{t}\"\n"
                );
                let (d, p) = judge(
                    &text,
                    &schema,
                    &json!([{"field_name": f, "value": v, "quote": q, "confidence": 0.95}]),
                );
                let acc = d == Decision::Accept;
                n[usize::from(want)][usize::from(acc)] += 1;
                if acc != want {
                    bad.push(format!(
                        "{f}:{} || {}",
                        &p.chars().take(220).collect::<String>(),
                        &s.chars().take(150).collect::<String>()
                    ));
                }
            }
            if !bad.is_empty() {
                println!(
                    "{i} want {} wrong in {}: {}\n      {}",
                    w["want"],
                    bad.len(),
                    w["text"],
                    bad[0]
                );
            }
        }
    }
    println!(
        "taken back accepted {} of {}; standing accepted {} of {}",
        n[0][1],
        n[0][0] + n[0][1],
        n[1][1],
        n[1][0] + n[1][1]
    );
}
