//! `cargo xtask bench screen`: how fast the injection screen is on each kind of
//! page, beside all its rules as one plain set of expressions and beside Python.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Stdio};

use cpu_time::ThreadTime;
use groundstop_research::screen::{Layer, Screen};
use regex::RegexSetBuilder;

use crate::eval::quotes::lines;
use crate::workspace_root;

/// How much of each kind is screened.
const BYTES: usize = 8_000_000;
/// How much of it the slow ones get.
const PEER_BYTES: usize = 200_000;

/// The kinds, and how many megabytes a second each must reach.
type Kinds = Vec<(&'static str, String, f64)>;

pub(crate) fn run(data: &Path) -> Result<bool, String> {
    let screen = Screen::published().map_err(|error| error.to_string())?;
    screen.rules().check().map_err(|error| error.to_string())?;
    let plain = RegexSetBuilder::new(screen.rules().expressions())
        .case_insensitive(true)
        .size_limit(1 << 30)
        .dfa_size_limit(1 << 28)
        .build()
        .map_err(|error| error.to_string())?;
    println!(
        "{:<26} {:>10} {:>14} {:>12} {:>8}",
        "MB/s of CPU time", "screen", "one RegexSet", "Python re", "ratio"
    );
    let mut fine = true;
    for (name, text, least) in kinds(data)? {
        // The first time makes the expressions the text calls for; the second is measured.
        let _ = screen.text(&text, Layer::Visible);
        let ours = rate(&text, |text| drop(screen.text(text, Layer::Visible)));
        let some = text.get(..boundary(&text, PEER_BYTES)).unwrap_or_default();
        let set = rate(some, |text| {
            // A set is asked paragraph by paragraph; it says which rules match, not where.
            text.split("\n\n")
                .for_each(|paragraph| drop(plain.matches(paragraph)));
        });
        let python = python(some, &screen)?;
        let met = ours >= least;
        fine &= met;
        println!(
            "{name:<26} {ours:>10.1} {set:>14.2} {:>12} {:>7.0}x {}",
            python.map_or("not there".to_owned(), |rate| format!("{rate:.2}")),
            ours / set,
            if met {
                String::new()
            } else {
                format!("MISSED: at least {least}")
            }
        );
    }
    fine &= linear(&screen);
    Ok(fine)
}

/// Twice the text takes about twice the time, on the worst texts there are.
fn linear(screen: &Screen) -> bool {
    let mut fine = true;
    for (name, unit) in [
        ("one character", "a"),
        ("trigger words", "ignore previous "),
        ("zero width", "\u{200b}"),
        ("single letters", "a b "),
        ("escapes", "%41%42"),
    ] {
        let time = |count: usize| {
            let text = unit.repeat(count / unit.len());
            let start = ThreadTime::now();
            let _ = screen.text(&text, Layer::Visible);
            start.elapsed().as_secs_f64()
        };
        let _ = time(1_000_000);
        let (once, four) = (time(2_000_000), time(8_000_000));
        let met = four / once < 6.0;
        fine &= met;
        println!(
            "four times the {name:<16} takes {:>5.1} times as long {}",
            four / once,
            if met { "" } else { "MISSED: at most 6" }
        );
    }
    fine
}

fn rate(text: &str, work: impl FnOnce(&str)) -> f64 {
    let start = ThreadTime::now();
    work(text);
    #[allow(clippy::cast_precision_loss, reason = "sizes are small")]
    let megabytes = text.len() as f64 / 1e6;
    megabytes / start.elapsed().as_secs_f64()
}

fn kinds(data: &Path) -> Result<Kinds, String> {
    let texts = |file: &str| -> Result<String, String> {
        let all = lines(&data.join(file))?;
        let texts: Vec<&str> = all
            .iter()
            .filter_map(|line| line["text"].as_str())
            .collect();
        Ok(texts.join("\n\n"))
    };
    let contracts = texts("cuad/contracts.jsonl")?;
    let items = lines(&data.join("injection/items.jsonl"))?;
    let labelled = |label: &str| {
        let fitting = items.iter().filter(|item| item["label"] == label);
        let texts: Vec<&str> = fitting.filter_map(|item| item["text"].as_str()).collect();
        texts.join("\n\n")
    };
    let languages = workspace_root().join("conformance/screen/languages.toml");
    let languages = std::fs::read_to_string(languages).map_err(|error| error.to_string())?;
    let table: BTreeMap<String, BTreeMap<String, Vec<String>>> =
        toml::from_str(&languages).map_err(|error| error.to_string())?;
    let benign = |codes: &[&str]| {
        let fitting = table
            .iter()
            .filter(|(code, _)| codes.contains(&code.as_str()));
        let all: Vec<String> = fitting
            .flat_map(|(_, kinds)| kinds["benign"].clone())
            .collect();
        all.join("\n\n")
    };
    let escaped = contracts
        .get(..boundary(&contracts, 2_000_000))
        .unwrap_or_default();
    let escaped = escaped
        .replace('"', "&#34;")
        .replace('\'', "&#39;")
        .replace('\n', "<br>\n");
    Ok(vec![
        ("contracts", filled(&contracts), 80.0),
        ("statutes", filled(&texts("tax/pages.jsonl")?), 30.0),
        ("pages with entities", filled(&escaped), 30.0),
        ("writing about attacks", filled(&labelled("about")), 30.0),
        ("benign snippets", filled(&labelled("benign")), 30.0),
        // No page is like this one; it shows what every hit costs.
        ("nothing but attacks", filled(&labelled("attack")), 0.0),
        ("text with accents", filled(&accented(&contracts)), 30.0),
        (
            "other scripts",
            filled(&among_others(&benign(&["hi", "zh", "ja", "ar", "ru"]))),
            30.0,
        ),
    ])
}

/// A text in which every fifth `e` has an accent, as European languages have.
fn accented(text: &str) -> String {
    let mut seen = 0usize;
    let some = text.get(..boundary(text, 2_000_000)).unwrap_or_default();
    some.chars()
        .map(|c| {
            seen += usize::from(c == 'e');
            if c == 'e' && seen.is_multiple_of(5) {
                'é'
            } else {
                c
            }
        })
        .collect()
}

/// Sentences among nine times as many of the same letters, written backwards: a
/// page is not made of sentences that nearly are attacks.
fn among_others(text: &str) -> String {
    let other = text
        .split("\n\n")
        .map(|line| line.chars().rev().collect::<String>());
    let others: Vec<String> = other.collect();
    [text, &others.join("\n\n").repeat(9)].join("\n\n")
}

/// A text repeated up to the size that is measured.
fn filled(text: &str) -> String {
    let mut out = String::with_capacity(BYTES);
    while out.len() < BYTES {
        out.push_str(
            text.get(..boundary(text, BYTES - out.len()))
                .unwrap_or_default(),
        );
        out.push_str("\n\n");
    }
    out
}

fn boundary(text: &str, wanted: usize) -> usize {
    (wanted.min(text.len())..=text.len())
        .find(|at| text.is_char_boundary(*at))
        .unwrap_or(text.len())
}

/// The same expressions of the first eleven rules in Python, one after the other.
fn python(text: &str, screen: &Screen) -> Result<Option<f64>, String> {
    const SCRIPT: &str = "import json,re,sys,time\n\
        job=json.load(sys.stdin)\n\
        rules=[re.compile(p,re.I) for p in job['rules']]\n\
        start=time.process_time()\n\
        for r in rules: sum(1 for _ in r.finditer(job['text']))\n\
        print(len(job['text'].encode())/1e6/(time.process_time()-start))\n";
    let rules: Vec<String> = screen.rules().expressions().into_iter().take(11).collect();
    let job = serde_json::json!({"text": text, "rules": rules}).to_string();
    let child = Command::new("python3")
        .args(["-c", SCRIPT])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn();
    let Ok(mut child) = child else {
        return Ok(None);
    };
    if let Some(mut stdin) = child.stdin.take() {
        std::io::Write::write_all(&mut stdin, job.as_bytes()).map_err(|error| error.to_string())?;
    }
    let said = child
        .wait_with_output()
        .map_err(|error| error.to_string())?;
    Ok(String::from_utf8_lossy(&said.stdout).trim().parse().ok())
}
