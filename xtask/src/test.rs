//! `cargo xtask test`: every check there is, step by step, with its seconds.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::{eval, workspace_root};

/// What all steps together counted.
#[derive(Default)]
struct Totals {
    passed: u64,
    failed: u64,
    steps: Vec<(String, Duration, bool)>,
}

/// Runs all steps; a failing one does not hide the others.
pub(crate) fn run() -> Result<bool, String> {
    let mut totals = Totals::default();
    totals.chore("Debian packages", install);
    let cargo = |line: &str| {
        let mut command = Command::new(env!("CARGO"));
        command.args(line.split(' ')).current_dir(workspace_root());
        command
    };
    totals.step("format", cargo("fmt --all --check"));
    totals.step(
        "lints",
        cargo("clippy --workspace --all-targets --quiet -- -D warnings"),
    );
    totals.step("tests", cargo("test --workspace --quiet --no-fail-fast"));
    totals.step(
        "release build",
        cargo("build --release --quiet --package groundstop"),
    );
    totals.step("demo", cargo("run --release --quiet -- demo"));
    totals.step("certification", cargo("run --release --quiet -- certify"));
    totals.chore("tidy", crate::tidy);
    totals.chore("eval quotes", || eval::run(eval::quotes::run));
    totals.print();
    Ok(totals.failed == 0)
}

/// Programs the tests use, and the Debian packages they come from.
const PROGRAMS: [(&str, &str); 3] = [
    ("tesseract", "tesseract-ocr"),
    ("npm", "npm"),
    ("postgres", "postgresql"),
];

/// Where Debian keeps a program that it does not put on the search path.
fn is_aside(program: &str) -> bool {
    let versions = std::fs::read_dir("/usr/lib/postgresql");
    let mut versions = versions.into_iter().flatten().flatten();
    program == "postgres" && versions.any(|one| one.path().join("bin/postgres").exists())
}

/// Installs what is missing. Without it the tests that need it say so, and on CI fail.
fn install() -> Result<bool, String> {
    let runs = |program: &str| {
        let mut command = Command::new(program);
        command.arg("--version").stdout(Stdio::null());
        command.stderr(Stdio::null()).status().is_ok()
    };
    for (program, package) in PROGRAMS {
        if runs(program) || is_aside(program) {
            println!("{program} is there");
            continue;
        }
        let apt = |args: &[&str]| {
            let done = Command::new("apt-get")
                .args(args)
                .stdout(Stdio::null())
                .status();
            done.is_ok_and(|status| status.success())
        };
        let installed = apt(&["install", "--yes", "--quiet", package])
            || (apt(&["update"]) && apt(&["install", "--yes", "--quiet", package]));
        match installed {
            true => println!("installed {package}"),
            false => println!("{program} is missing and `apt-get install {package}` did not work"),
        }
    }
    Ok(true)
}

/// The oracle on a million random lists.
pub(crate) fn oracle() -> Result<bool, String> {
    let status = Command::new(env!("CARGO"))
        .args([
            "test",
            "--release",
            "--package",
            "groundstop-fields",
            "--test",
            "all",
        ])
        .args(["--", "--nocapture", "oracle::"])
        .env("GROUNDSTOP_ORACLE_CASES", "1000000")
        .current_dir(workspace_root())
        .status()
        .map_err(|error| format!("cannot start cargo: {error}"))?;
    Ok(status.success())
}

impl Totals {
    /// Runs a command, shows what it prints, and adds up what its test runners counted.
    fn step(&mut self, name: &str, mut command: Command) {
        println!("== {name}");
        let start = Instant::now();
        let before = self.passed + self.failed;
        let fine = match command.stdout(Stdio::piped()).spawn() {
            Ok(mut child) => {
                if let Some(stdout) = child.stdout.take() {
                    BufReader::new(stdout)
                        .lines()
                        .map_while(Result::ok)
                        .for_each(|line| {
                            println!("{line}");
                            self.count(&line);
                        });
                }
                child.wait().is_ok_and(|status| status.success())
            }
            Err(error) => {
                println!("cannot start: {error}");
                false
            }
        };
        let counted = self.passed + self.failed > before;
        self.end(name, start, fine, counted);
    }

    fn chore(&mut self, name: &str, chore: impl FnOnce() -> Result<bool, String>) {
        println!("== {name}");
        let start = Instant::now();
        let fine = chore().unwrap_or_else(|error| {
            println!("{error}");
            false
        });
        self.end(name, start, fine, false);
    }

    /// A step without a test runner counts as one test; a failing step never counts as none.
    fn end(&mut self, name: &str, start: Instant, fine: bool, counted: bool) {
        self.steps.push((name.to_owned(), start.elapsed(), fine));
        match (fine, counted) {
            (true, true) => {}
            (true, false) => self.passed += 1,
            (false, _) => self.failed += 1,
        }
    }

    /// Adds a line such as `test result: ok. 5 passed; 0 failed; …`.
    fn count(&mut self, line: &str) {
        let Some(result) = line.trim().strip_prefix("test result: ") else {
            return;
        };
        let number = |word: &str| -> u64 {
            let before = result.split(word).next().unwrap_or_default();
            before
                .split_whitespace()
                .next_back()
                .and_then(|n| n.parse().ok())
                .unwrap_or(0)
        };
        self.passed += number(" passed");
        self.failed += number(" failed");
    }

    fn print(&self) {
        println!("\nseconds per step");
        for (name, took, fine) in &self.steps {
            let mark = if *fine { "ok" } else { "FAILED" };
            println!("  {:>7.1}  {name}  {mark}", took.as_secs_f64());
        }
        println!("\n{} passed, {} failed", self.passed, self.failed);
    }
}

#[cfg(test)]
mod tests {
    use super::Totals;

    #[test]
    fn the_lines_of_test_runners_are_added_up() {
        let mut totals = Totals::default();
        totals.count("test result: ok. 12 passed; 0 failed; 0 ignored; finished in 0.1s");
        totals.count("test result: FAILED. 3 passed; 2 failed; 0 ignored");
        totals.count("something else, 9 passed");
        assert_eq!((totals.passed, totals.failed), (15, 2));
    }
}
