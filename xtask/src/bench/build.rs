//! `cargo xtask bench build`: what a cold release build of `groundstop` costs, in CPU
//! seconds by crate.
//!
//! Cargo's own report (`cargo build --timings`, kept beside) shows when each crate was
//! compiled; on a machine that does other things, too, its seconds are not the crate's.
//! So this program stands between cargo and the compiler (`RUSTC_WRAPPER`) and asks the
//! kernel what each compiler took. What build scripts take, C compilers above all, is
//! what is left of the whole.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::io::Write as _;
use std::process::{Command, ExitCode};

use super::children_seconds;
use crate::workspace_root;

/// Names the file that compilers' seconds are written to, and makes this program a wrapper.
const BOOK: &str = "GROUNDSTOP_BUILD_BOOK";
/// How many of the dearest crates are listed.
const LISTED: usize = 30;
/// The most a cold build may take, in CPU minutes.
const MOST_MINUTES: f64 = 12.0;

/// Builds in a folder of its own and prints what it cost; `false` beyond the most.
pub(crate) fn run() -> Result<bool, String> {
    let folder = workspace_root().join("target/bench-build");
    let book = folder.join("compilers.txt");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).map_err(|error| format!("`{}`: {error}", folder.display()))?;
    let own = std::env::current_exe().map_err(|error| error.to_string())?;
    let before = children_seconds()?;
    let status = Command::new(env!("CARGO"))
        .args(["build", "--release", "--quiet", "--timings"])
        .args(["--package", "groundstop"])
        .arg("--target-dir")
        .arg(&folder)
        .env("RUSTC_WRAPPER", own)
        .env(BOOK, &book)
        .current_dir(workspace_root())
        .status()
        .map_err(|error| format!("cannot start cargo: {error}"))?;
    if !status.success() {
        return Err("the release build failed".to_owned());
    }
    let total = children_seconds()? - before;
    let text = fs::read_to_string(&book).map_err(|error| format!("no compiler ran: {error}"))?;
    let crates = added_up(&text);
    print(&crates, total);
    println!(
        "cargo's own report: {}",
        folder.join("cargo-timings/cargo-timing.html").display()
    );
    Ok(total <= MOST_MINUTES * 60.0)
}

/// What each crate's compilers took, the dearest first, with how many there were.
fn added_up(book: &str) -> Vec<(String, f64, usize)> {
    let mut crates: BTreeMap<&str, (f64, usize)> = BTreeMap::new();
    for line in book.lines() {
        if let Some((name, seconds)) = line.split_once(' ') {
            let (sum, count) = crates.entry(name).or_default();
            *sum += seconds.parse::<f64>().unwrap_or(0.0);
            *count += 1;
        }
    }
    let mut crates: Vec<_> = crates
        .into_iter()
        .map(|(name, (seconds, count))| (name.to_owned(), seconds, count))
        .collect();
    crates.sort_by(|one, other| other.1.total_cmp(&one.1));
    crates
}

fn print(crates: &[(String, f64, usize)], total: f64) {
    let compiled: f64 = crates.iter().map(|(_, seconds, _)| seconds).sum();
    let units: usize = crates.iter().map(|(_, _, count)| count).sum();
    println!("{:>8}  crate (CPU seconds)", "seconds");
    for (name, seconds, _) in crates.iter().take(LISTED) {
        println!("{seconds:>8.1}  {name}");
    }
    let listed: f64 = crates
        .iter()
        .take(LISTED)
        .map(|(_, seconds, _)| seconds)
        .sum();
    println!("{:>8.1}  all other crates", compiled - listed);
    println!("{:>8.1}  build scripts and cargo itself", total - compiled);
    println!(
        "{total:>8.1}  in all: {:.1} CPU minutes for {units} compilers (at most {MOST_MINUTES})",
        total / 60.0
    );
}

/// Where this program was started in the compiler's place: runs it and writes down what
/// it took. `None` where it was not.
pub(crate) fn as_wrapper() -> Option<ExitCode> {
    let book = std::env::var_os(BOOK)?;
    let mut args = std::env::args_os().skip(1);
    let compiler = args.next()?;
    let args: Vec<OsString> = args.collect();
    let named = args.iter().position(|arg| arg == "--crate-name");
    let name = named.and_then(|at| args.get(at + 1)?.to_str());
    let status = Command::new(compiler).args(&args).status().ok()?;
    // Questions about the compiler itself have no crate, or one of three underscores.
    if let Some(name) = name.filter(|name| *name != "___") {
        let line = format!("{name} {}\n", children_seconds().ok()?);
        let file = fs::OpenOptions::new().create(true).append(true).open(book);
        file.and_then(|mut file| file.write_all(line.as_bytes()))
            .ok()?;
    }
    Some(ExitCode::from(u8::try_from(status.code()?).unwrap_or(1)))
}

#[cfg(test)]
mod tests {
    use super::added_up;

    #[test]
    fn a_crate_is_what_its_compilers_took() {
        let crates = added_up("tantivy 10.5\nserde 1.0\nserde 0.5\ncut off");
        assert_eq!(
            crates,
            [
                ("tantivy".to_owned(), 10.5, 1),
                ("serde".to_owned(), 1.5, 2),
                ("cut".to_owned(), 0.0, 1),
            ]
        );
    }
}
