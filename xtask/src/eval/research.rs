//! `cargo xtask eval research`: questions with and without an answer, asked of an
//! index of the passages; true and falsified snippets; claims without evidence.

pub(super) mod counted;
pub(super) mod rig;

use std::collections::BTreeMap;
use std::path::Path;

use groundstop_contract::OutputAction;
use groundstop_contract::answer::Answer;
use groundstop_document::Document;
use groundstop_evidence::{FoldedDocument, Hints, locate_all};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use self::counted::Share;
use self::rig::{Asker, from_sources};
use super::quotes::lines;

/// The least share of answerable questions with the gold answer in a cited sentence.
const GOLD_LEAST: f64 = 52.0;
/// The largest share of unanswerable questions that may be answered.
const UNANSWERABLE_MOST: f64 = 25.0;

/// How much is told.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// List every question that is not answered, or answered without being answerable
    #[arg(long)]
    wrong: bool,
}

pub(crate) fn run(data: &Path, options: &Options) -> Result<bool, String> {
    let mut fine = squad(&data.join("squad2"), options)?;
    fine &= rgb(&data.join("rgb_counterfactual"))?;
    fine &= expert(&data.join("expertqa"))?;
    Ok(fine)
}

#[derive(Deserialize)]
struct Passage {
    article: String,
    text: String,
}

#[derive(Deserialize)]
struct Asked {
    question: String,
    answerable: bool,
    answers: Vec<Gold>,
}

#[derive(Deserialize)]
struct Gold {
    text: String,
}

/// The articles as documents of one index; every question is a whole run.
fn squad(folder: &Path, options: &Options) -> Result<bool, String> {
    let mut articles: BTreeMap<String, String> = BTreeMap::new();
    for passage in typed::<Passage>(&folder.join("passages.jsonl"))? {
        let article = articles.entry(passage.article).or_default();
        article.push_str(&passage.text);
        article.push_str("\n\n");
    }
    let questions: Vec<Asked> = typed(&folder.join("questions.jsonl"))?;
    let mut asker = Asker::over(&articles)?;
    let (mut answered, mut gold, mut sentences) = (Share::default(), Share::default(), 0usize);
    let (mut tempted, mut wrong) = (Share::default(), Share::default());
    for asked in &questions {
        let answer = asker.ask(&asked.question)?;
        let said = answer.action == OutputAction::Answer;
        if options.wrong && said != asked.answerable {
            tell(asked, &answer);
        }
        if asked.answerable {
            answered.count(said);
            gold.count(holds(&answer, &asked.answers));
            sentences += answer.claims.len();
            if said {
                wrong.count(!holds(&answer, &asked.answers));
            }
        } else {
            tempted.count(said);
        }
    }
    println!(
        "squad2: {} questions over {} articles",
        questions.len(),
        articles.len()
    );
    println!("  answerable, answered                          {answered}");
    println!("  answerable, gold answer in a cited sentence   {gold}");
    println!("  answered without the gold answer              {wrong}");
    println!(
        "  claims per answer                             {:.2}",
        sentences as f64 / answered.met().max(1) as f64
    );
    println!("  unanswerable, answered anyway                 {tempted}");
    let mut fine = bound(gold.percent() >= GOLD_LEAST, "gold answers", GOLD_LEAST);
    fine &= bound(
        tempted.percent() <= UNANSWERABLE_MOST,
        "unanswerable ones answered",
        UNANSWERABLE_MOST,
    );
    Ok(fine)
}

/// A question that ended otherwise than it should, with what it was answered or could have been.
fn tell(asked: &Asked, answer: &Answer) {
    let gold = asked.answers.first().map_or("", |gold| &gold.text);
    let claim = answer.claims.first().map_or("", |claim| &claim.text);
    println!("  {:?} {gold:?} {claim:?}", asked.question);
}

/// The lines of a file, each of one shape.
fn typed<T: DeserializeOwned>(path: &Path) -> Result<Vec<T>, String> {
    let read = |line| serde_json::from_value(line).map_err(|error| error.to_string());
    lines(path)?.into_iter().map(read).collect()
}

fn bound(met: bool, what: &str, limit: f64) -> bool {
    if !met {
        println!("  MISSED: {what}, bound {limit}%");
    }
    met
}

/// Whether a gold answer stands in a cited sentence.
fn holds(answer: &Answer, gold: &[Gold]) -> bool {
    let mut quotes = answer
        .claims
        .iter()
        .flat_map(|claim| claim.citations.iter().map(|cited| &cited.quote));
    quotes.any(|quote| gold.iter().any(|gold| quote.contains(&gold.text)))
}

#[derive(Deserialize)]
struct Counterfactual {
    question: String,
    documents: Vec<Snippet>,
}

#[derive(Deserialize)]
struct Snippet {
    doc_id: String,
    kind: String,
    text: String,
}

/// Snippets as sources: irrelevant ones alone, true ones alone, true and falsified together.
fn rgb(folder: &Path) -> Result<bool, String> {
    let questions: Vec<Counterfactual> = typed(&folder.join("questions.jsonl"))?;
    let (mut none, mut alone) = (Share::default(), Share::default());
    let (mut quarrel, mut both, mut told) = (Share::default(), Share::default(), Share::default());
    for one in &questions {
        let of = |kinds: &[&str]| -> Vec<(&str, &str)> {
            let wanted = one.documents.iter();
            let wanted = wanted.filter(|snippet| kinds.contains(&snippet.kind.as_str()));
            wanted
                .map(|snippet| (&*snippet.doc_id, &*snippet.text))
                .collect()
        };
        let irrelevant = of(&["negative"]);
        if !irrelevant.is_empty() {
            let answer = from_sources(&one.question, &irrelevant)?;
            none.count(answer.action == OutputAction::AskClarify);
        }
        let answer = from_sources(&one.question, &of(&["positive"]))?;
        alone.count(answer.action == OutputAction::Answer);
        quarrel.count(!answer.disagreements.is_empty());
        let answer = from_sources(&one.question, &of(&["positive", "positive_wrong"]))?;
        both.count(answer.action == OutputAction::Answer);
        if answer.action == OutputAction::Answer {
            told.count(!answer.disagreements.is_empty());
        }
    }
    println!("rgb_counterfactual: {} questions", questions.len());
    println!("  irrelevant snippets alone, no source          {none}");
    println!("  true snippets alone, answered                 {alone}");
    println!("  true snippets alone, called a disagreement    {quarrel}");
    println!("  true and falsified together, answered         {both}");
    println!("  of these, reported as a disagreement          {told}");
    Ok(true)
}

#[derive(Deserialize)]
struct Expert {
    question: String,
    answers: Vec<Written>,
}

#[derive(Deserialize)]
struct Written {
    claims: Vec<Claim>,
}

#[derive(Deserialize)]
struct Claim {
    claim_string: String,
    evidence: Vec<String>,
}

/// A model's claims against the texts it cites: only what stands there word for
/// word could pass, and what cites nothing cannot.
fn expert(folder: &Path) -> Result<bool, String> {
    let questions: Vec<Expert> = typed(&folder.join("questions.jsonl"))?;
    let (mut bare, mut cited) = (Share::default(), Share::default());
    let mut answered = Share::default();
    for one in &questions {
        let claims = one.answers.iter().flat_map(|answer| &answer.claims);
        let mut texts: Vec<&str> = Vec::new();
        for claim in claims {
            let passes = claim
                .evidence
                .iter()
                .any(|text| stands(&claim.claim_string, text));
            match claim.evidence.is_empty() {
                true => bare.count(passes),
                false => cited.count(passes),
            }
            texts.extend(claim.evidence.iter().map(String::as_str));
        }
        texts.sort_unstable();
        texts.dedup();
        let named: Vec<(&str, &str)> = texts.into_iter().map(|text| ("evidence", text)).collect();
        let answer = from_sources(&one.question, &named)?;
        answered.count(answer.action == OutputAction::Answer);
    }
    println!("expertqa: {} questions", questions.len());
    println!("  claims without evidence that pass             {bare}");
    println!("  claims with evidence, word for word in it     {cited}");
    println!("  questions answered from all evidence texts    {answered}");
    Ok(bound(bare.met() == 0, "claims without evidence", 0.0))
}

/// Whether a claim stands in a text, by the gate's own search.
fn stands(claim: &str, text: &str) -> bool {
    let Ok(document) = Document::from_text(text.as_bytes()) else {
        return false;
    };
    let hint = Hints {
        quote: claim,
        ..Hints::default()
    };
    let found = locate_all(&FoldedDocument::new(&document), &[hint]);
    found.iter().all(Result::is_ok)
}
