//! `cargo xtask bench read`: our reader of PDFs beside pdftotext and pdfium.
//!
//! All read the same files in one run. Ours and pdfium run in a process of their
//! own that takes its own CPU time; pdftotext is started once a file, as it is
//! used. Files that one of them cannot read count for none.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use cpu_time::ProcessTime;
use groundstop_engine::{Reader, ReaderOptions};
use groundstop_pdfium::{Library, Places};
use groundstop_read::{ReadLimits, ReadOptions, read};
use serde_json::{Value, json};

use super::{build_release, children_seconds};
use crate::eval::data_dir;
use crate::peers;

/// How often each file is read in one job, and how often the jobs take turns;
/// the fastest counts. Turns keep a busy minute from falling on one reader alone.
const RUNS: u32 = 2;
const TURNS: u32 = 4;
/// The same with and without a worker, where both are taken by the clock.
const WORKER_RUNS: u32 = 7;
/// How long pdftotext may take for one file.
const PEER_SECONDS: u64 = 20;
/// How much more CPU than pdfium ours may take.
const MOST_RATIO: f64 = 1.5;
/// What the worker may add to one document, in milliseconds.
const MOST_WORKER_MS: f64 = 5.0;
/// What reading may take at most, in megabytes.
const MOST_MEMORY_MB: f64 = 256.0;

/// What is measured.
#[derive(Args)]
pub(crate) struct Options {
    /// Measure one reader in this process and print it
    #[arg(long, hide = true, requires = "list")]
    job: Option<Engine>,
    /// The files of the job, one a line
    #[arg(long, hide = true)]
    list: Option<PathBuf>,
    /// The library of the job
    #[arg(long, hide = true)]
    library: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Engine {
    Ours,
    Pdfium,
    Worker,
}

/// What one reader took for each file it could read.
#[derive(Default)]
struct Taken {
    /// Pages and milliseconds by file.
    files: BTreeMap<String, (u64, f64)>,
    peak_mb: f64,
}

impl Taken {
    /// Takes in another turn: the faster time of each file, the larger peak.
    fn take(&mut self, turn: Taken) {
        self.peak_mb = self.peak_mb.max(turn.peak_mb);
        for (file, (pages, ms)) in turn.files {
            let known = self.files.entry(file).or_insert((pages, ms));
            known.1 = known.1.min(ms);
        }
    }

    /// Milliseconds a page over some files.
    fn per_page(&self, files: &[String]) -> f64 {
        let own = files.iter().filter_map(|file| self.files.get(file));
        let (pages, ms) = own.fold((0, 0.0), |(pages, ms), (p, t)| (pages + p, ms + t));
        ms / (pages.max(1) as f64)
    }
}

pub(crate) fn run(options: &Options) -> Result<bool, String> {
    if let (Some(engine), Some(list)) = (options.job, &options.list) {
        return job(engine, list, options.library.as_deref());
    }
    let Some(data) = data_dir() else {
        return Ok(true);
    };
    let release = build_release()?;
    let library = peers::pdfium()?;
    let list = write_list(&data)?;
    let (mut ours, mut pdfium) = (Taken::default(), Taken::default());
    for _ in 0..TURNS {
        ours.take(ask(&release, Engine::Ours, &list, &library)?);
        pdfium.take(ask(&release, Engine::Pdfium, &list, &library)?);
    }
    let mut common: Vec<String> = ours.files.keys().cloned().collect();
    common.retain(|file| pdfium.files.contains_key(file));
    let pdftotext = pdftotext(&mut common)?;
    let pages: u64 = common.iter().map(|file| ours.files[file].0).sum();
    println!(
        "{} files, {pages} pages that all can read; the fastest of {} runs of each\n",
        common.len(),
        RUNS * TURNS
    );
    println!("{:<12} {:>12} {:>10}", "reader", "CPU ms/page", "peak MB");
    let row = |name: &str, per_page: f64, peak_mb: f64| {
        println!("{name:<12} {per_page:>12.2} {peak_mb:>10.0}");
    };
    row("ours", ours.per_page(&common), ours.peak_mb);
    row("pdfium", pdfium.per_page(&common), pdfium.peak_mb);
    match pdftotext {
        Some((seconds, peak_mb)) => {
            row("pdftotext", seconds * 1e3 / pages.max(1) as f64, peak_mb);
        }
        None => println!("pdftotext    is not installed (Debian's poppler-utils)"),
    }
    let ratio = ours.per_page(&common) / pdfium.per_page(&common);
    let worker = ask(&release, Engine::Worker, &list, &library)?;
    let added: Vec<f64> = worker.files.values().map(|(_, ms)| *ms).collect();
    let mean = added.iter().sum::<f64>() / added.len().max(1) as f64;
    let bounds = [
        (
            format!("{ratio:.2} times pdfium's CPU a page, at most {MOST_RATIO}"),
            ratio <= MOST_RATIO,
        ),
        (
            format!(
                "{:.0} MB for all files in one process, at most {MOST_MEMORY_MB:.0}",
                ours.peak_mb
            ),
            ours.peak_mb <= MOST_MEMORY_MB,
        ),
        (
            format!(
                "the worker adds {mean:.1} ms to a document in a batch of {}, at most {MOST_WORKER_MS}",
                added.len()
            ),
            mean <= MOST_WORKER_MS,
        ),
    ];
    println!();
    for (bound, met) in &bounds {
        println!("{} {bound}", if *met { "met:   " } else { "MISSED:" });
    }
    Ok(bounds.iter().all(|(_, met)| *met) && pages > 0)
}

/// All PDFs of the data, one a line.
fn write_list(data: &Path) -> Result<PathBuf, String> {
    let mut files = Vec::new();
    for folder in ["pdfs/files", "tax/pdf"] {
        let entries = fs::read_dir(data.join(folder)).map_err(|error| error.to_string())?;
        for entry in entries {
            let path = entry.map_err(|error| error.to_string())?.path();
            if path.extension().is_some_and(|ending| ending == "pdf") {
                files.push(path.to_string_lossy().into_owned());
            }
        }
    }
    files.sort();
    let folder = crate::workspace_root().join("target/bench");
    fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    let list = folder.join("pdfs.txt");
    fs::write(&list, files.join("\n")).map_err(|error| error.to_string())?;
    Ok(list)
}

/// Runs one job in a process of its own.
fn ask(release: &Path, engine: Engine, list: &Path, library: &Path) -> Result<Taken, String> {
    let name = engine
        .to_possible_value()
        .map(|value| value.get_name().to_owned())
        .unwrap_or_default();
    let output = Command::new(release.join("xtask"))
        .args(["bench", "read", "--job", &name, "--list"])
        .arg(list)
        .arg("--library")
        .arg(library)
        .output()
        .map_err(|error| error.to_string())?;
    let answer: Value = serde_json::from_slice(&output.stdout).map_err(|error| {
        let said = String::from_utf8_lossy(&output.stderr);
        format!("the job `{name}`: {error} {said}")
    })?;
    let mut taken = Taken {
        peak_mb: answer["peak_mb"].as_f64().unwrap_or_default(),
        ..Taken::default()
    };
    for row in answer["files"].as_array().into_iter().flatten() {
        let (file, pages, ms) = (&row["file"], &row["pages"], &row["ms"]);
        if let (Some(file), Some(pages), Some(ms)) = (file.as_str(), pages.as_u64(), ms.as_f64()) {
            taken.files.insert(file.to_owned(), (pages, ms));
        }
    }
    Ok(taken)
}

/// The pages and milliseconds of one file, where it can be read.
type Measure = dyn FnMut(&[u8]) -> Option<(u64, f64)>;

/// One reader over all files, measured in this process.
fn job(engine: Engine, list: &Path, library: Option<&Path>) -> Result<bool, String> {
    let list = fs::read_to_string(list).map_err(|error| error.to_string())?;
    let mut files = Vec::new();
    let mut measure: Box<Measure> = match engine {
        Engine::Ours => Box::new(|bytes| {
            let start = ProcessTime::now();
            let document = read(bytes, &ReadOptions::default()).ok()?;
            Some((document.pages().len() as u64, ms(start.elapsed())))
        }),
        Engine::Pdfium => {
            let library = Library::open(library.ok_or("no library")?);
            let library = library.map_err(|error| error.to_string())?;
            let most = ReadLimits::default().pages;
            Box::new(move |bytes| {
                let start = ProcessTime::now();
                let pages = library.read(bytes, None, most, Places::Boxes).ok()?;
                Some((pages.len() as u64, ms(start.elapsed())))
            })
        }
        Engine::Worker => {
            let mut program = std::env::current_exe().map_err(|error| error.to_string())?;
            program.set_file_name("groundstop");
            let mut reader = Reader::new(program, ReaderOptions::default());
            Box::new(move |bytes| added_by_worker(&mut reader, bytes))
        }
    };
    for file in list.lines() {
        let bytes = fs::read(file).map_err(|error| format!("`{file}`: {error}"))?;
        let count = if engine == Engine::Worker { 1 } else { RUNS };
        let runs: Option<Vec<(u64, f64)>> = (0..count).map(|_| measure(&bytes)).collect();
        let best = runs
            .into_iter()
            .flatten()
            .min_by(|a, b| a.1.total_cmp(&b.1));
        if let Some((pages, ms)) = best {
            files.push(json!({"file": file, "pages": pages, "ms": ms}));
        }
    }
    println!("{}", json!({"files": files, "peak_mb": peak_mb("self")}));
    Ok(true)
}

/// How much longer a document takes in a worker than here, in milliseconds: the
/// fastest of both, since a busy machine only ever adds.
fn added_by_worker(reader: &mut Reader, bytes: &[u8]) -> Option<(u64, f64)> {
    let (mut here_ms, mut there_ms) = (f64::INFINITY, f64::INFINITY);
    let mut pages = 0;
    for _ in 0..WORKER_RUNS {
        let start = Instant::now();
        let here = read(bytes, &ReadOptions::default()).ok()?;
        here_ms = here_ms.min(ms(start.elapsed()));
        let start = Instant::now();
        let there = reader.read(bytes).ok()?;
        there_ms = there_ms.min(ms(start.elapsed()));
        assert_eq!(here.text(), there.text(), "the worker read something else");
        pages = here.pages().len() as u64;
    }
    Some((pages, there_ms - here_ms))
}

fn ms(took: Duration) -> f64 {
    took.as_secs_f64() * 1e3
}

/// The most memory a process had so far, in megabytes.
fn peak_mb(process: &str) -> f64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse::<f64>().ok());
    kilobytes.unwrap_or_default() / 1024.0
}

/// CPU seconds of pdftotext over the files, and its largest process; files it
/// cannot read in time are taken off the list.
fn pdftotext(files: &mut Vec<String>) -> Result<Option<(f64, f64)>, String> {
    let present = Command::new("pdftotext").arg("-v").output().is_ok();
    if !present {
        return Ok(None);
    }
    let mut peak_mb: f64 = 0.0;
    files.retain(|file| match pdftotext_once(file) {
        Ok((true, peak)) => {
            peak_mb = peak_mb.max(peak);
            true
        }
        _ => false,
    });
    let mut best = f64::INFINITY;
    for _ in 0..RUNS {
        let before = children_seconds()?;
        for file in files.iter() {
            pdftotext_once(file)?;
        }
        best = best.min(children_seconds()? - before);
    }
    Ok(Some((best, peak_mb)))
}

/// Whether pdftotext read one file, and its memory as seen while it ran.
fn pdftotext_once(file: &str) -> Result<(bool, f64), String> {
    let mut child = Command::new("pdftotext")
        .args([file, "-"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| error.to_string())?;
    let start = Instant::now();
    let mut peak: f64 = 0.0;
    loop {
        peak = peak.max(peak_mb(&child.id().to_string()));
        if let Some(status) = child.try_wait().map_err(|error| error.to_string())? {
            return Ok((status.success(), peak));
        }
        if start.elapsed() > Duration::from_secs(PEER_SECONDS) {
            child
                .kill()
                .and_then(|()| child.wait())
                .map_err(|error| error.to_string())?;
            return Ok((false, peak));
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}
