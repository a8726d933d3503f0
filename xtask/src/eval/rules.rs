//! `cargo xtask eval rules`: what the proposer finds in labelled statutes, and
//! whether anything damaged passes alignment.
//!
//! The labels are precise and not complete: they measure what is missed among
//! them, not how much a statute says. Each label needs a candidate of its own,
//! on its page, quoting it in full, with equal figures.

use std::collections::BTreeMap;
use std::path::Path;

use groundstop_canon::{Decimal, Json};
use groundstop_contract::{RuleCandidate, RuleStatus, RuleValue};
use groundstop_document::{Document, DocumentBuilder};
use groundstop_read::{ReadOptions, read};
use groundstop_rules::{
    Account, Aligner, Fate, ProposeRequest, propose, propose_with_account, validate,
};
use groundstop_value::{Kind, Value as Reading, read_all};
use serde_json::Value;

use super::damage::damaged;
use super::figures::figures;
use super::quotes::lines;
use super::regimes::regimes;
use super::statutes::{self, Read};

/// A time for candidates that nobody keeps.
const TIME: &str = "2026-01-01T00:00:00Z";

/// One labelled span.
struct Label {
    kind: String,
    page: u32,
    quote: String,
    low: Option<Decimal>,
    high: Option<Decimal>,
    percent: Decimal,
}

/// Labels found and looked for, by kind.
type Counts = BTreeMap<String, (usize, usize)>;

/// What the gate said to sound candidates and to damaged ones.
#[derive(Default)]
struct Gate {
    sound: usize,
    refused: usize,
    damaged: usize,
    passed: usize,
}

/// Runs the evaluation and says whether it met its bounds.
pub(crate) fn run(data: &Path) -> Result<bool, String> {
    let tax = data.join("tax");
    let mut pdf = Counts::new();
    let mut paged = Counts::new();
    let mut code = Counts::new();
    let mut gate = Gate::default();
    if std::env::var("GROUNDSTOP_SHOW").is_ok_and(|show| show == "labels") {
        let Whole { read, accounts, .. } = whole_documents(&tax)?;
        read.print("six documents");
        accounts.print();
        return Ok(true);
    }
    let labels = labels(&tax.join("rule_spans.jsonl"))?;
    for (name, labels) in &labels {
        let document = open(&tax.join(format!("pdf/{name}.pdf")))?;
        judge(
            &format!("{name} (PDF)"),
            &document,
            labels,
            &mut pdf,
            &mut gate,
        );
        let document = pages(&tax.join("pages.jsonl"), name)?;
        judge(
            &format!("{name} (text)"),
            &document,
            labels,
            &mut paged,
            &mut gate,
        );
    }
    for (name, labels) in &self::labels(&tax.join("us_code_rule_spans.jsonl"))? {
        let document = section(&tax.join("us_code_sections.jsonl"), name)?;
        judge(name, &document, labels, &mut code, &mut gate);
    }
    let Whole {
        read,
        sections,
        accounts,
    } = whole_documents(&tax)?;
    println!("\n{:<28} {:>8} {:>8}", "labels", "found", "of");
    let mut met = true;
    for (name, counts) in [
        ("statutes, our PDF reading", &pdf),
        ("statutes, another's text", &paged),
        ("26 U.S.C., Markdown", &code),
    ] {
        for (kind, (found, of)) in counts {
            println!("  {kind:<26} {found:>8} {of:>8}");
        }
        let found: usize = counts.values().map(|(found, _)| found).sum();
        let of: usize = counts.values().map(|(_, of)| of).sum();
        println!("{name:<28} {found:>8} {of:>8}");
        met &= of > 0 && found * 10 >= of * 9;
    }
    println!(
        "\nalignment: {} of our {} candidates refused; {} of {} damaged ones of labels let through\n",
        gate.refused, gate.sound, gate.passed, gate.damaged
    );
    read.print("six documents");
    sections.print("four sections of 26 U.S.C.");
    accounts.print();
    let bounds = [
        ("at least 90 of 100 labels on every text", met),
        (
            "nothing damaged let through",
            gate.passed == 0 && gate.damaged > 0,
        ),
        ("no candidate of ours refused", gate.refused == 0),
        (
            "every figure accounted for",
            accounts.lost == 0 && accounts.unnamed == 0 && accounts.slow > 0,
        ),
    ];
    for (bound, met) in bounds {
        println!("{} {bound}", if met { "met:   " } else { "MISSED:" });
    }
    Ok(bounds.iter().all(|(_, met)| *met))
}

/// Figures of all documents, and what the accounts say of them.
#[derive(Default)]
struct Accounts {
    candidate: usize,
    unclear: usize,
    blocked: usize,
    no_rule: BTreeMap<&'static str, usize>,
    /// Without a fate of their own.
    unnamed: usize,
    /// Found by the slow count, and those of them that no account names.
    slow: usize,
    lost: usize,
}

impl Accounts {
    fn add(&mut self, name: &str, document: &Document, account: &Account) {
        self.candidate += account.said(RuleStatus::Candidate);
        self.unclear += account.said(RuleStatus::Unclear);
        self.blocked += account.said(RuleStatus::Blocked);
        for (reason, count) in account.no_rule() {
            *self.no_rule.entry(reason).or_default() += count;
        }
        let unnamed = |one: &&groundstop_rules::AccountedFigure| {
            one.fate == Fate::NoRule("nothing says what it is")
        };
        self.unnamed += account.figures.iter().filter(unnamed).count();
        let text = document.text();
        for (start, end) in figures(text) {
            let mut furniture = document.furniture().iter();
            if furniture.any(|span| span.start.0 < end && start < span.end.0) {
                continue;
            }
            self.slow += 1;
            let mut all = account.figures.iter();
            if !all.any(|one| one.span.start.0 < end && start < one.span.end.0) {
                self.lost += 1;
                let from = text[..start]
                    .char_indices()
                    .rev()
                    .nth(30)
                    .map_or(0, |(at, _)| at);
                let to = text[end..]
                    .char_indices()
                    .nth(30)
                    .map_or(text.len(), |(at, _)| end + at);
                println!("  {name}: lost {:?}", &text[from..to]);
            }
        }
    }

    fn print(&self) {
        let none: usize = self.no_rule.values().sum();
        println!(
            "\nfigures: {} in candidates, {} in unclear, {} in blocked, {none} no rule",
            self.candidate, self.unclear, self.blocked
        );
        for (reason, count) in &self.no_rule {
            println!("  {count:>5} {reason}");
        }
        println!(
            "slow count: {} figures, {} in no account; {} without a fate\n",
            self.slow, self.lost, self.unnamed
        );
    }
}

/// What the documents come to as a whole.
#[derive(Default)]
struct Whole {
    /// The rules that were read on pages of the PDFs.
    read: Read,
    /// Those of whole sections of 26 U.S.C., which are not listed one by one.
    sections: Read,
    accounts: Accounts,
}

/// Every document in full: its account, and the rules that were read on its pages.
fn whole_documents(tax: &Path) -> Result<Whole, String> {
    let show = std::env::var("GROUNDSTOP_SHOW").is_ok_and(|show| show == "labels");
    let mut whole = Whole::default();
    let labelled = statutes::pages()?;
    for entry in lines(&tax.join("documents.jsonl"))? {
        let Some(name) = entry["doc_id"].as_str() else {
            continue;
        };
        let path = tax.join(format!("pdf/{name}.pdf"));
        if !path.is_file() {
            continue;
        }
        let document = open(&path)?;
        let (candidates, account) = propose_with_account(&document, &request());
        whole.accounts.add(name, &document, &account);
        for page in labelled.iter().filter(|page| page.document == name) {
            statutes::compare(page, &candidates, &mut whole.read, show);
        }
    }
    // Those that are looked at one by one are all in the PDFs.
    let sections = match show {
        true => Vec::new(),
        false => lines(&tax.join("us_code_sections.jsonl"))?,
    };
    for section in sections {
        let (Some(name), Some(text)) = (section["doc_id"].as_str(), section["text"].as_str())
        else {
            continue;
        };
        let document = Document::from_text(text.as_bytes()).map_err(|error| error.to_string())?;
        let (candidates, account) = propose_with_account(&document, &request());
        whole.accounts.add(name, &document, &account);
        for page in labelled.iter().filter(|page| page.document == name) {
            statutes::compare(page, &candidates, &mut whole.sections, false);
        }
    }
    Ok(whole)
}

fn request() -> ProposeRequest<'static> {
    ProposeRequest {
        types: &[],
        pages: None,
        currency: None,
        extracted_at: TIME,
    }
}

fn labels(path: &Path) -> Result<BTreeMap<String, Vec<Label>>, String> {
    let mut all: BTreeMap<String, Vec<Label>> = BTreeMap::new();
    for span in lines(path)? {
        let number = |key: &str| {
            let value = &span["value"][key];
            let text = value.as_str().map(str::to_owned);
            let text = text.or_else(|| value.as_u64().map(|number| number.to_string()))?;
            Decimal::parse(&text)
        };
        let name = span["doc_id"]
            .as_str()
            .ok_or("a label without its document")?;
        all.entry(name.to_owned()).or_default().push(Label {
            kind: span["kind"].as_str().unwrap_or_default().to_owned(),
            page: span["page"]
                .as_u64()
                .and_then(|p| u32::try_from(p).ok())
                .unwrap_or(1),
            quote: flat(span["quote"].as_str().ok_or("a label without its quote")?),
            low: number("lo"),
            high: number("hi"),
            percent: number("rate_percent").ok_or("a label without its rate")?,
        });
    }
    Ok(all)
}

/// A text on one line, its quotation marks straight.
fn flat(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words
        .join(" ")
        .replace(['‘', '’'], "'")
        .replace(['“', '”'], "\"")
}

fn judge(name: &str, document: &Document, labels: &[Label], counts: &mut Counts, gate: &mut Gate) {
    let candidates = propose(document, &request());
    let count = |status: RuleStatus| candidates.iter().filter(|c| c.status == status).count();
    println!(
        "{name}: {} candidates, {} unclear, {} blocked",
        count(RuleStatus::Candidate),
        count(RuleStatus::Unclear),
        count(RuleStatus::Blocked)
    );
    let regimes = regimes(&candidates);
    println!(
        "  slab tables: {}, complete {}; rules in conflict: {}",
        regimes.tables, regimes.complete, regimes.conflicts
    );
    let aligner = Aligner::new(document);
    for candidate in &candidates {
        let alignment = aligner.align(candidate);
        gate.sound += 1;
        if !fits(candidate) || !alignment.aligned() {
            gate.refused += 1;
            println!(
                "  refused: {:?} {:?}",
                alignment.first_failure(),
                candidate.source_text
            );
        }
    }
    let mut used = vec![false; candidates.len()];
    for label in labels {
        let entry = counts.entry(label.kind.clone()).or_default();
        entry.1 += 1;
        let found = candidates
            .iter()
            .zip(&used)
            .position(|(candidate, used)| !used && is(candidate, label));
        match found {
            Some(at) => {
                used[at] = true;
                entry.0 += 1;
                for (what, copy) in damaged(&candidates[at]) {
                    gate.damaged += 1;
                    if fits(&copy) && aligner.align(&copy).aligned() {
                        gate.passed += 1;
                        println!("  let through ({what}): {:?}", copy.source_text);
                    }
                }
            }
            None => println!("  missed on page {}: {:?}", label.page, label.quote),
        }
    }
}

/// Whether a candidate keeps the contract.
fn fits(candidate: &RuleCandidate) -> bool {
    Json::from_serialize(candidate).is_ok_and(|json| validate(&json).is_valid())
}

/// Whether a candidate is what a label says.
fn is(candidate: &RuleCandidate, label: &Label) -> bool {
    let Some(data) = &candidate.rule_data else {
        return false;
    };
    let quoted = candidate.source_text.as_deref().unwrap_or_default();
    let rate = label.percent.hundredth();
    let figures = match &data.value {
        RuleValue::Slab {
            income_min,
            income_max,
            rate: own,
        } => {
            Some(own.number()) == rate
                && income_min.number() == label.low.unwrap_or(Decimal::ZERO)
                && income_max.map(|max| max.number()) == label.high
        }
        RuleValue::Rate { rate: own } => {
            let bounds: Vec<Decimal> = [label.low, label.high].into_iter().flatten().collect();
            Some(own.number()) == rate && bounds.iter().all(|b| says(&data.conditions, *b))
        }
        _ => false,
    };
    let kind = match &data.value {
        RuleValue::Slab { .. } => label.kind.starts_with("slab"),
        _ => label.kind.starts_with("rate"),
    };
    figures
        && kind
        && candidate.source_pages.contains(&label.page)
        && flat(quoted).contains(&label.quote)
}

/// Whether one of the conditions states an amount.
fn says(conditions: &[String], amount: Decimal) -> bool {
    let money = Kind::Money {
        currency: None,
        format: None,
        stated: None,
    };
    conditions.iter().any(|condition| {
        read_all(&money, condition)
            .iter()
            .any(|reading| matches!(reading.clear(), Some(Reading::Money { amount: own, .. }) if *own == amount))
    })
}

fn open(path: &Path) -> Result<Document, String> {
    let bytes = std::fs::read(path)
        .map_err(|error| format!("cannot read `{}`: {error}", path.display()))?;
    read(&bytes, &ReadOptions::default()).map_err(|error| format!("{}: {error}", path.display()))
}

/// The pages of a document as another reader gives them.
fn pages(path: &Path, name: &str) -> Result<Document, String> {
    let mut builder = DocumentBuilder::new("eval/1");
    for page in lines(path)? {
        if page["doc_id"] == name {
            builder.page(page["text"].as_str().unwrap_or_default());
        }
    }
    Ok(builder.finish(name.as_bytes()))
}

fn section(path: &Path, name: &str) -> Result<Document, String> {
    let all = lines(path)?;
    let found: Option<&Value> = all.iter().find(|section| section["doc_id"] == name);
    let text = found.and_then(|section| section["text"].as_str());
    let text = text.ok_or_else(|| format!("no text of {name}"))?;
    Document::from_text(text.as_bytes()).map_err(|error| error.to_string())
}
