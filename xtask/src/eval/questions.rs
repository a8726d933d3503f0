//! `cargo xtask eval questions`: questions about contracts, asked over all of them at once.
//!
//! A question whose answer is labelled is answered rightly where a citation overlaps a labelled
//! place of its contract. Any other answer is wrong, and so is every answer to a question whose
//! contract states none. Beside it stands what the best passage of a plain BM25 search would give.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use groundstop_canon::sha256_hex;
use groundstop_contract::OutputAction;
use groundstop_contract::answer::Answer;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::research::counted::Share;
use super::research::rig::Asker;

/// The least share of stated answers whose place is cited.
const CITED_LEAST: f64 = 65.0;
/// The largest share of answers that are wrong.
const WRONG_MOST: f64 = 8.0;

/// Which questions, and how much is told.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Only the questions about one half of the contracts, drawn by the digest of their names
    #[arg(long, value_enum)]
    half: Option<Half>,
    /// List every question that is not answered as it should be
    #[arg(long)]
    wrong: bool,
}

/// A half of the contracts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Half {
    /// The half that was looked at while the rules were written
    Seen,
    /// The other one
    Unseen,
}

#[derive(Deserialize)]
struct Contract {
    doc_id: String,
    text: String,
}

#[derive(Deserialize)]
struct Asked {
    doc_id: String,
    field: String,
    question: String,
    answerable: bool,
    answer: Option<String>,
    #[serde(default)]
    spans: Option<Vec<(u64, u64)>>,
}

#[derive(Default)]
struct Counts {
    answered: Share,
    cited: Share,
    tempted: Share,
}

pub(crate) fn run(data: &Path, options: &Options) -> Result<bool, String> {
    let contracts: Vec<Contract> = typed(&data.join("cuad/contracts.jsonl"))?;
    let texts: BTreeMap<String, String> = contracts
        .into_iter()
        .map(|one| (one.doc_id, one.text))
        .collect();
    let questions: Vec<Asked> = typed(&data.join("contract_qa/questions.jsonl"))?;
    let mut asker = Asker::over(&texts)?;
    let mut fields: BTreeMap<&str, Counts> = BTreeMap::new();
    let mut all = Counts::default();
    let mut wrong = Share::default();
    for asked in questions.iter().filter(|one| fits(options.half, one)) {
        let answer = asker.ask(&asked.question)?;
        let said = answer.action == OutputAction::Answer;
        let right = said && cites(&answer, asked);
        let field = fields.entry(&asked.field).or_default();
        for counts in [&mut all, field] {
            if asked.answerable {
                counts.answered.count(said);
                counts.cited.count(right);
            } else {
                counts.tempted.count(said);
            }
        }
        if said {
            wrong.count(!right);
        }
        if options.wrong && right != asked.answerable {
            tell(asked, &answer);
        }
    }
    print(&fields, &all, &wrong);
    let cited = all.cited.percent() >= CITED_LEAST;
    let kept = wrong.percent() <= WRONG_MOST;
    println!(
        "  right places: {} (at least {CITED_LEAST:.0}%)",
        word(cited)
    );
    println!("  wrong answers: {} (at most {WRONG_MOST:.0}%)", word(kept));
    Ok(cited && kept)
}

fn word(met: bool) -> &'static str {
    match met {
        true => "met",
        false => "MISSED",
    }
}

fn fits(half: Option<Half>, asked: &Asked) -> bool {
    let seen = sha256_hex(asked.doc_id.as_bytes()).as_str() < "8";
    half.is_none_or(|half| (half == Half::Seen) == seen)
}

/// Whether a citation overlaps a labelled place.
fn cites(answer: &Answer, asked: &Asked) -> bool {
    let name = format!("{}.txt", asked.doc_id.replace('_', " "));
    let cited = answer.claims.iter().flat_map(|claim| &claim.citations);
    let mut cited = cited.filter(|one| one.document.as_ref() == Some(&name));
    cited.any(|one| {
        let mut spans = asked.spans.iter().flatten();
        spans.any(|(start, end)| one.start < *end && *start < one.end)
    })
}

fn tell(asked: &Asked, answer: &Answer) {
    let want = match (asked.answerable, asked.answer.as_deref()) {
        (true, answer) => answer.unwrap_or("(a term without a value)"),
        (false, _) => "(nothing)",
    };
    println!("? {} [{}] want {want}", asked.question, asked.field);
    for claim in &answer.claims {
        let place = claim.citations.first();
        let name = place.and_then(|one| one.document.as_deref());
        println!("    {}: {}", name.unwrap_or("?"), claim.text);
    }
}

fn print(fields: &BTreeMap<&str, Counts>, all: &Counts, wrong: &Share) {
    println!("stated: answered | right place cited | not stated: answered");
    let rows = fields.iter().map(|(name, counts)| (*name, counts));
    for (name, counts) in rows.chain([("all", all)]) {
        println!(
            "  {name:36} {} | {} | {}",
            counts.answered, counts.cited, counts.tempted
        );
    }
    println!("  answers that are wrong               {wrong}");
}

fn typed<T: DeserializeOwned>(path: &Path) -> Result<Vec<T>, String> {
    let said = |error: &dyn std::fmt::Display| format!("`{}`: {error}", path.display());
    let text = fs::read_to_string(path).map_err(|error| said(&error))?;
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    lines
        .map(|line| serde_json::from_str(line).map_err(|error| said(&error)))
        .collect()
}
