//! `cargo xtask bench evidence`: our quote search beside LangExtract's aligner.
//!
//! Both get the same text and the same quotes in one run, and the CPU time of
//! each is taken inside its own process. The peer has a time limit per cell.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use clap::Args;
use cpu_time::ProcessTime;
use groundstop_document::Document;
use groundstop_evidence::{FoldedDocument, Hints, locate_all};
use serde_json::{Value, json};

use super::{build_release, children_seconds};
use crate::peers::peer_python;
use crate::workspace_root;

const PEER: &str = "langextract==1.7.1";
const TEXT_BYTES: [usize; 3] = [10_000, 100_000, 1_000_000];
const QUOTES: [usize; 3] = [10, 100, 1000];
const ORDERS: [&str; 3] = ["in order", "shuffled", "one in ten absent"];

/// What is measured, and how long the peer may take.
#[derive(Args)]
pub(crate) struct Options {
    /// Leave the peer out
    #[arg(long)]
    no_peer: bool,
    /// Seconds the peer may take for one cell
    #[arg(long, default_value_t = 120)]
    peer_seconds: u64,
    /// Measure one job in this process and print it
    #[arg(long, hide = true)]
    job: Option<PathBuf>,
}

pub(crate) fn run(options: &Options) -> Result<bool, String> {
    if let Some(job) = &options.job {
        return measure_here(job);
    }
    let release = build_release()?;
    let peer = match options.no_peer {
        true => None,
        false => Some(peer_python("langextract", PEER)?),
    };
    let folder = workspace_root().join("target/bench");
    fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    println!(
        "{:>9} {:>7}  {:<18} {:>11} {:>14} {:>9}",
        "text", "quotes", "order", "ours", PEER, "ratio"
    );
    let mut fine = true;
    for bytes in TEXT_BYTES {
        let text = prose(bytes);
        for count in QUOTES {
            for order in ORDERS {
                let job = folder.join("job.json");
                let quotes = quotes(&text, count, order);
                let content = json!({"text": text, "quotes": quotes}).to_string();
                fs::write(&job, content).map_err(|error| error.to_string())?;
                let ours = ours(&release, &job)?;
                let theirs = match &peer {
                    Some(python) => theirs(python, &job, options.peer_seconds)?,
                    None => Peer::LeftOut,
                };
                fine &= row(bytes, count, order, ours, &theirs);
            }
        }
    }
    fine &= whole_command(&release, &folder)?;
    Ok(fine)
}

/// Prints one cell and says whether it met its bounds.
fn row(bytes: usize, count: usize, order: &str, ours: f64, theirs: &Peer) -> bool {
    let least = if order == "in order" { 100.0 } else { 200.0 };
    let (shown, ratio, fine) = match theirs {
        Peer::Took(seconds) => {
            let ratio = seconds / ours;
            (
                format!("{:.1} ms", seconds * 1e3),
                format!("{ratio:.0}x"),
                ratio >= least,
            )
        }
        Peer::TooLong => ("did not finish".to_owned(), "-".to_owned(), true),
        Peer::LeftOut => ("-".to_owned(), "-".to_owned(), true),
    };
    let slow = bytes == 1_000_000 && count == 1000 && ours > 0.2;
    let mark = if fine && !slow { "" } else { "  MISSED" };
    println!(
        "{:>6} KB {count:>7}  {order:<18} {:>8.2} ms {shown:>14} {ratio:>9}{mark}",
        bytes / 1000,
        ours * 1e3
    );
    fine && !slow
}

/// A text of plain words, the same every time.
fn prose(bytes: usize) -> String {
    const WORDS: [&str; 48] = [
        "the",
        "agreement",
        "party",
        "shall",
        "pay",
        "within",
        "days",
        "of",
        "notice",
        "and",
        "lender",
        "borrower",
        "interest",
        "at",
        "a",
        "rate",
        "per",
        "annum",
        "on",
        "amount",
        "outstanding",
        "under",
        "this",
        "section",
        "unless",
        "otherwise",
        "agreed",
        "in",
        "writing",
        "termination",
        "by",
        "either",
        "any",
        "obligation",
        "hereunder",
        "may",
        "not",
        "be",
        "assigned",
        "without",
        "prior",
        "consent",
        "which",
        "reasonable",
        "costs",
        "law",
        "governing",
        "date",
    ];
    let mut random = Random(0x1234_5678_9abc_def1);
    let mut text = String::with_capacity(bytes + 32);
    let mut in_sentence = 0;
    while text.len() < bytes {
        let number = random.below(24) == 0;
        match number {
            true => text.push_str(&format!("{}", 100 + random.below(900_000))),
            false => text.push_str(WORDS[random.below(WORDS.len())]),
        }
        in_sentence += 1;
        if in_sentence > 18 && random.below(6) == 0 {
            text.push_str(".\n");
            in_sentence = 0;
        } else {
            text.push(' ');
        }
    }
    text
}

/// Stretches of the text of 8 to 30 words; an absent one has a number changed.
fn quotes(text: &str, count: usize, order: &str) -> Vec<String> {
    let words: Vec<&str> = text.split(' ').collect();
    let mut random = Random(0x0dd_ba11_c0ff_ee11);
    let mut quotes: Vec<String> = (0..count)
        .map(|number| {
            let length = 8 + random.below(23);
            let room = words.len().saturating_sub(length).max(1);
            let start = number * room / count;
            words[start..(start + length).min(words.len())].join(" ")
        })
        .collect();
    if order != "in order" {
        for last in (1..quotes.len()).rev() {
            quotes.swap(last, random.below(last + 1));
        }
    }
    if order == "one in ten absent" {
        for quote in quotes.iter_mut().step_by(10) {
            quote.push_str(" 7777777 times over");
        }
    }
    quotes
}

/// A small generator, so that every run measures the same.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % bound as u64).unwrap_or(0)
    }
}

/// Runs one job in a release build of its own and answers its CPU seconds.
fn ours(release: &Path, job: &Path) -> Result<f64, String> {
    let mut best = f64::INFINITY;
    for _ in 0..3 {
        let output = Command::new(release.join("xtask"))
            .args(["bench", "evidence", "--job"])
            .arg(job)
            .output()
            .map_err(|error| error.to_string())?;
        let printed = String::from_utf8_lossy(&output.stdout);
        let seconds: f64 = printed.trim().parse().map_err(|_| {
            format!(
                "the job printed `{printed}`{}",
                String::from_utf8_lossy(&output.stderr)
            )
        })?;
        best = best.min(seconds);
    }
    Ok(best)
}

/// Folding and searching, measured in this process.
fn measure_here(job: &Path) -> Result<bool, String> {
    let content = fs::read_to_string(job).map_err(|error| error.to_string())?;
    let job: Value = serde_json::from_str(&content).map_err(|error| error.to_string())?;
    let text = job["text"].as_str().ok_or("no text")?;
    let quotes: Vec<&str> = job["quotes"]
        .as_array()
        .ok_or("no quotes")?
        .iter()
        .filter_map(Value::as_str)
        .collect();
    let document = Document::from_text(text.as_bytes()).map_err(|error| error.to_string())?;
    let hints: Vec<Hints<'_>> = quotes
        .iter()
        .map(|quote| Hints {
            quote,
            ..Hints::default()
        })
        .collect();
    let start = ProcessTime::now();
    let folded = FoldedDocument::new(&document);
    let located = locate_all(&folded, &hints);
    let took = start.elapsed();
    if located.len() != quotes.len() {
        return Err("answers are missing".to_owned());
    }
    println!("{}", took.as_secs_f64());
    Ok(true)
}

/// How the peer did.
enum Peer {
    Took(f64),
    TooLong,
    LeftOut,
}

fn theirs(python: &Path, job: &Path, limit_seconds: u64) -> Result<Peer, String> {
    let script = workspace_root().join("xtask/src/bench/langextract_align.py");
    let mut child = Command::new(python)
        .arg(script)
        .arg(job)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| error.to_string())?;
    let start = Instant::now();
    loop {
        if child
            .try_wait()
            .map_err(|error| error.to_string())?
            .is_some()
        {
            break;
        }
        if start.elapsed() > Duration::from_secs(limit_seconds) {
            child
                .kill()
                .and_then(|()| child.wait())
                .map_err(|error| error.to_string())?;
            return Ok(Peer::TooLong);
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    let output = child
        .wait_with_output()
        .map_err(|error| error.to_string())?;
    let answer: Value = serde_json::from_slice(&output.stdout)
        .map_err(|error| format!("the peer's answer: {error}"))?;
    answer["cpu_seconds"]
        .as_f64()
        .map(Peer::Took)
        .ok_or("the peer gave no time".to_owned())
}

/// The whole `verify` command with its diagnoses: 1,000 quotes on 1 MB, one in ten absent.
fn whole_command(release: &Path, folder: &Path) -> Result<bool, String> {
    const RUNS: u32 = 10;
    const MOST_SECONDS: f64 = 0.5;
    let text = prose(1_000_000);
    let candidates: Vec<Value> = quotes(&text, 1000, "one in ten absent")
        .iter()
        .enumerate()
        .map(|(number, quote)| {
            json!({"field_name": format!("f{number}"), "value": quote, "quote": quote, "confidence": 0.9})
        })
        .collect();
    let (document, list) = (folder.join("document.txt"), folder.join("candidates.json"));
    fs::write(&document, &text).map_err(|error| error.to_string())?;
    fs::write(&list, Value::Array(candidates).to_string()).map_err(|error| error.to_string())?;
    let before = children_seconds()?;
    for _ in 0..RUNS {
        let status = Command::new(release.join("groundstop"))
            .args(["verify", "--json"])
            .args([&document, &list])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()
            .map_err(|error| error.to_string())?;
        if status.code() != Some(3) {
            return Err(format!("`verify` ended with {status}"));
        }
    }
    let each = (children_seconds()? - before) / f64::from(RUNS);
    let fine = each <= MOST_SECONDS;
    let mark = if fine { "" } else { "  MISSED" };
    println!(
        "\nthe whole `verify --json` command, 1000 quotes on 1000 KB, one in ten absent, diagnoses included: {:.0} ms of CPU{mark}",
        each * 1e3
    );
    Ok(fine)
}
