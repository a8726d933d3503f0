//! `cargo xtask eval inputs`: the forms in which models and tools write what they propose.
//!
//! First every vector of `conformance/candidates`, taken or refused as it says. Then
//! random candidates, some true and most not, put into a form drawn at random: what is
//! read must be the same letters, and no form may make a field ACCEPT that the plain
//! form stops. `--save` runs the real tools once more, each in a Python of its own, with
//! a stub for their model (`inputs.py`), and writes what they wrote into the vectors.

mod contradictions;

use std::collections::BTreeMap;
use std::process::Command;

use clap::Args;
use groundstop_contract::report::RunFlags;
use groundstop_contract::{CandidateRecord, Decision};
use groundstop_document::Document;
use groundstop_engine::{Run, settle_import, verify};
use groundstop_fields::Schema;
use groundstop_propose::{Format, Imported, import};
use serde_json::{Value, json};

use crate::peers::peer_python;
use crate::workspace_root;

const DECIDED_AT: &str = "2026-01-01T00:00:00.000000Z";

/// What the saved vectors were written by.
const TOOLS: &str = "langextract instructor openai anthropic google-genai pydantic";

/// How many random cases a test run tries.
const SHORT_CASES: u64 = 100;

/// What to do besides.
#[derive(Args)]
pub(crate) struct Options {
    /// How many random cases
    #[arg(long, default_value_t = 10_000)]
    cases: u64,
    /// Run the real tools again and save what they write
    #[arg(long)]
    save: bool,
}

/// Runs all vectors and the random cases; `false` where one is wrong.
pub(crate) fn run(options: &Options) -> Result<bool, String> {
    if options.save {
        save()?;
    }
    let schema = Schema::parse(&file("schema.toml")?).map_err(|error| error.to_string())?;
    let vectors: Value =
        serde_json::from_str(&file("vectors.json")?).map_err(|error| error.to_string())?;
    let mut counts: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    let mut wrong = Vec::new();
    for case in vectors["cases"].as_array().into_iter().flatten() {
        let name = case["file"].as_str().unwrap_or_default();
        let read = import(&bytes(name)?, Format::Any, Some(schema.record()));
        let (form, holds) = match (&read, case["error"].as_str()) {
            (Ok(imported), None) => {
                let row = |one: &CandidateRecord| json!([one.field_name, one.value, one.quote]);
                let rows: Vec<Value> = imported.candidates.iter().map(row).collect();
                (imported.record.form.clone(), json!(rows) == case["expect"])
            }
            (Err(error), Some(part)) => ("refused".to_owned(), error.to_string().contains(part)),
            (Ok(_), Some(_)) | (Err(_), None) => ("wrong".to_owned(), false),
        };
        let count = counts.entry(form).or_default();
        count.0 += 1;
        count.1 += usize::from(holds);
        if !holds {
            wrong.push(name.to_owned());
        }
    }
    for (form, (all, right)) in &counts {
        println!("{form:<24} {right} of {all}");
    }
    for name in &wrong {
        println!("  wrong: {name}");
    }
    let random = random_cases(&schema, options.cases)?;
    let apart = contradictions::random_cases(&schema, options.cases)?;
    Ok(wrong.is_empty() && random && apart)
}

/// The same with few random cases, for every test run.
pub(crate) fn short() -> Result<bool, String> {
    run(&Options {
        cases: SHORT_CASES,
        save: false,
    })
}

fn file(name: &str) -> Result<String, String> {
    String::from_utf8(bytes(name)?).map_err(|error| format!("`{name}`: {error}"))
}

fn bytes(name: &str) -> Result<Vec<u8>, String> {
    let path = workspace_root().join("conformance/candidates").join(name);
    std::fs::read(&path).map_err(|error| format!("`{}`: {error}", path.display()))
}

/// Runs the tools and writes what they wrote.
fn save() -> Result<(), String> {
    let python = peer_python("langextract", TOOLS)?;
    let folder = workspace_root().join("conformance/candidates");
    let status = Command::new(python)
        .arg(workspace_root().join("xtask/src/eval/inputs.py"))
        .args([folder.join("saved"), folder.join("document.txt")])
        .status()
        .map_err(|error| format!("cannot start python: {error}"))?;
    status
        .success()
        .then_some(())
        .ok_or_else(|| "the tools failed".to_owned())
}

/// A small generator whose numbers depend on its seed only.
struct Draw(u64);

impl Draw {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from((self.0 >> 33) % (most.max(1) as u64)).unwrap_or(0)
    }

    fn of<'a>(&mut self, list: &[&'a str]) -> &'a str {
        list[self.below(list.len())]
    }
}

/// Values and quotes that stand in the document, nearly do, or do not.
const VALUES: &[&str] = &[
    "January 5, 2024",
    "2024-01-05",
    "January 6, 2024",
    "US$384,000.00",
    "384000",
    "$384",
    "State of Ohio",
    "Ohio",
    "Utah",
    "30 days",
    "",
    "Ja\u{301}nuary \"5\"\n2024",
    "true",
    "not of type",
    "US$384,000.00 \u{2026}",
];
const QUOTES: &[&str] = &[
    "effective as of January 5, 2024",
    "an annual fee of US$384,000.00",
    "governed by the laws of the State of Ohio",
    "annual fee of US$384,000",
    "effective as of January 6, 2024",
    "governed by the laws of Ohio",
    "the",
    "This Services Agreement is effective as of January 5, 2024.",
    "\u{201c}effective as of January 5, 2024\u{201d}",
    "**effective as of January 5, 2024**",
    "",
    "State of Ohio.",
    "```json\n{}\n```",
    "a \\ b \" c",
];
const FIELDS: &[&str] = &[
    "effective_date",
    "annual_fee",
    "governing_law",
    "renewal_term",
];

struct Given {
    field: &'static str,
    value: &'static str,
    quote: &'static str,
    confidence: &'static str,
}

fn random_cases(schema: &Schema, cases: u64) -> Result<bool, String> {
    let text = file("document.txt")?;
    let document = Document::from_text(text.as_bytes()).map_err(|error| error.to_string())?;
    let mut draw = Draw(7);
    let (mut letters, mut accepts, mut accepted) = (0_u64, 0_u64, 0_u64);
    for _ in 0..cases {
        let count = 1 + draw.below(3);
        let mut given: Vec<Given> = Vec::new();
        for field in FIELDS.iter().take(count) {
            given.push(Given {
                field,
                value: draw.of(VALUES),
                quote: draw.of(QUOTES),
                confidence: draw.of(&["0.95", "0.7", "0.5", "1"]),
            });
        }
        let plain: Vec<Value> = given
            .iter()
            .map(|one| {
                json!({"field_name": one.field, "value": one.value, "quote": one.quote,
                "confidence": one.confidence.parse::<f64>().unwrap_or(0.0)})
            })
            .collect();
        let plain = json!(plain).to_string();
        let formed = formed(&mut draw, &given);
        let read = |text: &str| {
            import(text.as_bytes(), Format::Any, Some(schema.record()))
                .map_err(|error| format!("{error}\n{text}"))
        };
        let (one, other) = (read(&plain)?, read(&formed)?);
        let same = one
            .candidates
            .iter()
            .map(|c| (&c.field_name, &c.value, &c.quote))
            .eq(other
                .candidates
                .iter()
                .map(|c| (&c.field_name, &c.value, &c.quote)));
        letters += u64::from(!same);
        let fields = |imported: &Imported| accepts_of(&document, schema, imported);
        let (stops, taken) = (fields(&one)?, fields(&other)?);
        accepted += taken.len() as u64;
        let added = taken.iter().any(|field| !stops.contains(field));
        accepts += u64::from(added);
        if !same || added {
            println!("  {formed}");
        }
    }
    println!(
        "{cases} random cases in twelve forms: {letters} with another letter, {accepts} with an ACCEPT that the plain form stops ({accepted} fields accepted in all)"
    );
    Ok(letters == 0 && accepts == 0 && accepted > 0)
}

/// Candidates in a form drawn at random.
fn formed(draw: &mut Draw, given: &[Given]) -> String {
    let number = |one: &Given| one.confidence.parse::<f64>().unwrap_or(0.0);
    let records = |field: &str, value: &str, quote: &str, sure: &str| -> Value {
        let row = |one: &Given| json!({field: one.field, value: one.value, quote: one.quote, sure: number(one), "note": "x"});
        given.iter().map(row).collect()
    };
    let keyed: Value = given.iter().map(|one| {
        (one.field.to_owned(), json!({"answer": one.value, "evidence": [{"text": one.quote}], "score": number(one)}))
    }).collect::<serde_json::Map<_, _>>().into();
    match draw.below(12) {
        0 => records("field", "extracted_value", "sourceText", "score").to_string(),
        1 => format!("Here it is:\n```json\n{:#}\n```\nDone.", records("field_name", "value", "quote", "confidence")),
        2 => json!({"results": records("name", "value", "evidence", "probability")}).to_string(),
        3 => keyed.to_string(),
        4 => json!({"data": {"fields": keyed}, "model": "m"}).to_string(),
        5 => json!({"choices": [{"index": 0, "finish_reason": "stop", "message": {"role": "assistant",
            "content": records("field_name", "value", "quote", "confidence").to_string()}}]}).to_string(),
        6 => json!({"type": "message", "stop_reason": "tool_use", "content": [{"type": "tool_use", "name": "report",
            "input": {"candidates": records("field_name", "value", "citation", "confidence")}}]}).to_string(),
        7 => {
            let records = records("label", "value", "excerpt", "certainty");
            let lines = records.as_array().into_iter().flatten().map(|row| format!("{row}\n"));
            lines.collect()
        }
        8 => {
            let text = records("field_name", "value", "quote", "confidence").to_string();
            let piece = |said: &str, done: bool| {
                let line = json!({"message": {"role": "assistant", "content": said}, "done": done});
                format!("{line}\n")
            };
            let letters: Vec<char> = text.chars().collect();
            let pieces = letters.chunks(1 + draw.below(40)).map(|part| piece(&part.iter().collect::<String>(), false));
            pieces.chain([piece("", true)]).collect()
        }
        9 => {
            let text = format!("```json\n{:#}\n```", records("field_name", "value", "quote", "confidence"));
            let piece = |said: &str, end: Option<&str>| {
                let event = json!({"object": "chat.completion.chunk", "choices": [{"index": 0, "delta": {"content": said}, "finish_reason": end}]});
                format!("data: {event}\n\n")
            };
            let letters: Vec<char> = text.chars().collect();
            let pieces = letters.chunks(1 + draw.below(40)).map(|part| piece(&part.iter().collect::<String>(), None));
            pieces.chain([piece("", Some("stop")), "data: [DONE]\n".to_owned()]).collect()
        }
        10 => {
            let calls = given.iter().map(|one| {
                let record = json!({"extraction": {"value": one.value, "quote": one.quote}, "field": one.field, "confidence": {"score": number(one)}});
                format!("<tool_call>\n{}\n</tool_call>\n", json!({"name": "report", "arguments": {"candidates": [record]}}))
            });
            format!("<think>\nhm {{x}}\n</think>\n{}", calls.collect::<String>())
        }
        _ => {
            let beside = given.iter().flat_map(|one| [
                (one.field.to_owned(), json!(one.value)),
                (format!("{}_quote", one.field), json!(one.quote)),
                (format!("{}_confidence", one.field), json!(number(one))),
            ]);
            Value::from(beside.collect::<serde_json::Map<_, _>>()).to_string()
        }
    }
}

/// The fields that are accepted.
fn accepts_of(
    document: &Document,
    schema: &Schema,
    imported: &Imported,
) -> Result<Vec<String>, String> {
    let mut imported = imported.clone();
    settle_import(document, &mut imported);
    let report = verify(&Run {
        document,
        document_name: "document.txt",
        schema,
        candidates: &imported.candidates,
        proposer: &imported.proposer,
        flags: &RunFlags::default(),
        decided_at: DECIDED_AT,
    })
    .map_err(|error| error.to_string())?;
    let accepted = report
        .decisions
        .into_iter()
        .filter(|one| one.decision == Decision::Accept);
    Ok(accepted.map(|one| one.field_name).collect())
}
