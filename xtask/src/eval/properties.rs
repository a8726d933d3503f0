//! `cargo xtask eval properties`: what must hold for every sentence that is accepted.
//!
//! Each labelled date and governing law of the contracts is taken with its sentence.
//! Where the gate accepts it there, the sentence is put into frames that take it back
//! and into frames that leave it standing, "not" is put after its auxiliary, the edges
//! of the quote are moved, and blank lines are doubled. The outcome of each change is
//! known beforehand.

use std::path::Path;

use groundstop_contract::{CandidateRecord, Decision};
use groundstop_document::Document;
use groundstop_value::context::statement_around;
use serde_json::{Value, json};

use super::frames::{asserting, decide, lowered};
use super::gold;

/// Frames of every withdrawing class; `{}` is the sentence without its full stop.
const WITHDRAWING: &[&str] = &[
    "It is not agreed that {}.",
    "The Seller alleges that {}.",
    "The Buyer proposed that {}.",
    "Nobody believes that {}.",
    "Suppose that {}.",
    "An earlier draft provided that {}.",
    "The question is whether {}.",
    "The parties frobnicated that {}.",
    "The lender gainsays the assertion that {}.",
    "If {}, the deposit is returned.",
];

/// Frames of every keeping class.
const KEEPING: &[&str] = &[
    "The parties agree that {}.",
    "For the avoidance of doubt, {}.",
    "Each party acknowledges and confirms that {}.",
    "Notwithstanding Section 3, {}.",
    "Subject to the terms of this Agreement, {}.",
    "The Supplier shall not assign its rights. {S}.",
    "{S}. The Buyer does not warrant any forecast.",
];

/// Verbs after which "not" denies the clause.
const AUXILIARIES: &[&str] = &["shall", "will", "must", "is", "are", "was", "has been"];

#[derive(Default)]
struct Property {
    tried: usize,
    broken: Vec<String>,
}

impl Property {
    fn note(&mut self, holds: bool, text: &str) {
        self.tried += 1;
        if !holds {
            self.broken.push(text.to_owned());
        }
    }
}

/// Runs the evaluation; `false` where a property is broken.
pub(crate) fn run(data: &Path) -> Result<bool, String> {
    let mut wrapped = Property::default();
    let mut kept = Property::default();
    let mut denied = Property::default();
    let mut edges = Property::default();
    let mut layout = Property::default();
    let mut sentences = 0;
    for one in accepted(data)? {
        sentences += 1;
        for frame in WITHDRAWING {
            let text = one.within(frame);
            wrapped.note(one.decide(&text)? != Decision::Accept, &text);
        }
        for frame in KEEPING {
            let text = one.within(frame);
            kept.note(one.decide(&text)? == Decision::Accept, &text);
        }
        if let Some(text) = one.denied() {
            denied.note(one.decide(&text)? != Decision::Accept, &text);
        }
        for quote in one.other_quotes() {
            let moved = Case {
                quote,
                ..one.clone()
            };
            let text = moved.alone();
            edges.note(moved.decide(&text)? == Decision::Accept, &moved.quote);
        }
        let doubled = one.alone().replace("\n\n", "\n\n\n\n");
        layout.note(one.decide(&doubled)? == Decision::Accept, &doubled);
    }
    println!("{sentences} sentences of contracts that are accepted by themselves");
    let mut fine = sentences > 0;
    for (name, property, least) in [
        (
            "wrapped in a frame that withdraws: not accepted",
            wrapped,
            100.0,
        ),
        ("wrapped in a frame that keeps: accepted", kept, 97.0),
        ("`not` after the auxiliary: not accepted", denied, 100.0),
        ("the quote's edges moved: still accepted", edges, 100.0),
        ("blank lines doubled: still accepted", layout, 100.0),
    ] {
        let holds = property.tried - property.broken.len();
        let share = 100.0 * holds as f64 / property.tried.max(1) as f64;
        println!(
            "{name}: {holds} of {} ({share:.1}%, at least {least}%)",
            property.tried
        );
        for text in property.broken.iter().take(12) {
            println!("    {}", text.replace('\n', " "));
        }
        fine &= share >= least;
    }
    Ok(fine)
}

/// A value with the sentence that states it.
#[derive(Clone)]
struct Case {
    field: String,
    kind: String,
    value: String,
    quote: String,
    sentence: String,
}

impl Case {
    fn alone(&self) -> String {
        paper(&format!("{}.", self.sentence))
    }

    fn within(&self, frame: &str) -> String {
        let lower = lowered(&self.sentence);
        paper(&frame.replace("{S}", &self.sentence).replace("{}", &lower))
    }

    /// The sentence with "not" after the last auxiliary before the value.
    fn denied(&self) -> Option<String> {
        let value = self.sentence.find(&self.value)?;
        let head = self.sentence.get(..value)?;
        let at = AUXILIARIES
            .iter()
            .filter_map(|verb| {
                let at = head.rfind(&format!(" {verb} "))?;
                Some(at + verb.len() + 1)
            })
            .max()?;
        // Only where nothing but the verb's own words stands between it and the value.
        let between = head.get(at..)?;
        let plain = !between.contains([',', ';', ':', '(', '"', '\u{201c}']);
        let denied = format!(
            "{} not{}",
            self.sentence.get(..at)?,
            self.sentence.get(at..)?
        );
        plain.then(|| paper(&format!("{denied}.")))
    }

    /// The same value in a longer and in the shortest quote.
    fn other_quotes(&self) -> Vec<String> {
        vec![self.value.clone(), self.sentence.clone()]
    }

    fn decide(&self, text: &str) -> Result<Decision, String> {
        let schema = format!(
            "name = \"p\"\nversion = \"1.0.0\"\n[[field]]\nname = \"{}\"\ntype = \"{}\"\n",
            self.field, self.kind
        );
        let schema = asserting(&schema).map_err(|error| error.to_string())?;
        let quote = match text.contains(&self.quote) {
            true => &self.quote,
            false => &self.value,
        };
        let candidate = json!({"field_name": self.field, "value": self.value,
            "value_quote": self.value, "quote": quote, "confidence": 0.95});
        let record: CandidateRecord =
            serde_json::from_value(candidate).map_err(|error| error.to_string())?;
        let document = Document::from_text(text.as_bytes()).map_err(|error| error.to_string())?;
        let decided = decide(&document, &schema, &[record])?;
        let first = decided.first().ok_or("no decision")?;
        Ok(first.decision)
    }
}

/// A small paper around a paragraph.
fn paper(paragraph: &str) -> String {
    format!(
        "SERVICES AGREEMENT\n\nThis document concerns Harrow & Finch Ltd. and Quillmark Logistics, Inc.\n\n{paragraph}\n\nIN WITNESS WHEREOF, the parties have signed.\n"
    )
}

/// The labelled values that are accepted in their sentence alone.
fn accepted(data: &Path) -> Result<Vec<Case>, String> {
    let path = data.join("cuad/contracts.jsonl");
    let text = std::fs::read_to_string(&path)
        .map_err(|error| format!("cannot read `{}`: {error}", path.display()))?;
    let mut cases = Vec::new();
    for line in text.lines() {
        let contract: Value = serde_json::from_str(line).map_err(|error| error.to_string())?;
        let text = contract["text"].as_str().unwrap_or_default();
        for (name, category, kind) in gold::FIELDS {
            if kind == "text" {
                continue;
            }
            for found in gold::candidates(&contract["fields"][category], name, kind, text) {
                cases.extend(case(&found, name, kind, text));
            }
        }
    }
    let mut sound = Vec::new();
    for case in cases {
        if case.decide(&case.alone())? == Decision::Accept {
            sound.push(case);
        }
    }
    Ok(sound)
}

/// The sentence around a labelled value, on one line, where it holds the value once.
fn case(found: &Value, field: &str, kind: &str, text: &str) -> Option<Case> {
    let value = found["value"].as_str()?;
    let quote = found["quote"].as_str()?;
    let start = text.find(quote)? + quote.find(value)?;
    let range = statement_around(text, start..start + value.len());
    let sentence: Vec<&str> = text.get(range)?.split_whitespace().collect();
    let sentence = sentence.join(" ");
    let sentence = sentence.strip_suffix('.')?;
    let whole = sentence.starts_with(|c: char| c.is_uppercase())
        && sentence.matches(value).count() == 1
        && sentence.len() < 600;
    whole.then(|| Case {
        field: field.to_owned(),
        kind: kind.to_owned(),
        value: value.to_owned(),
        quote: value.to_owned(),
        sentence: sentence.to_owned(),
    })
}
