//! `cargo xtask bench compare`: whether one build of `groundstop` is slower than another.
//!
//! Both run the same commands on the same documents, taking turns, and the kernel says
//! what each took in CPU seconds, its workers included. The median of a build's turns
//! counts, so that a busy moment does not. The commands are those of `cargo xtask same`,
//! with what that one cannot compare: an index made anew, and pages drawn.

use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;

use super::children_seconds;
use crate::same::cases;
use crate::same::run_binary;

/// The groups of `cargo xtask same` that are timed, each as one job.
const GROUPS: [&str; 5] = ["contracts", "ndas", "quotes", "pdfs", "runs"];
/// How much longer the new build may take, as a ratio of medians.
const MOST_RATIO: f64 = 1.05;
/// How many contracts are screened, and how many PDFs drawn.
const SCREENED: usize = 40;
const DRAWN: usize = 20;

/// Which builds are compared, and how often.
#[derive(Args)]
pub(crate) struct Options {
    /// The `groundstop` binary of before, which also makes the index that both ask
    #[arg(long, value_name = "BINARY")]
    old: PathBuf,
    /// The `groundstop` binary of after
    #[arg(long, value_name = "BINARY")]
    new: PathBuf,
    /// How many turns each build has
    #[arg(long, default_value_t = 5)]
    rounds: usize,
    /// Only these jobs, such as `contracts` or `index`; may be repeated
    #[arg(long, value_name = "JOB")]
    job: Vec<String>,
}

/// Commands that are timed together; `{side}` stands for a name of the build's own.
struct Job {
    name: &'static str,
    commands: Vec<Vec<String>>,
}

/// Times every job with both builds; `false` where the new one is slower than it may be.
pub(crate) fn run(options: &Options) -> Result<bool, String> {
    let Some(data) = crate::eval::data_dir() else {
        return Ok(true);
    };
    let binary = |path: &Path| {
        let whole = fs::canonicalize(path);
        whole.map_err(|error| format!("`{}`: {error}", path.display()))
    };
    let (old, new) = (binary(&options.old)?, binary(&options.new)?);
    let root = crate::workspace_root();
    let scratch = root.join("target/compare");
    let _ = fs::remove_dir_all(&scratch);
    fs::create_dir_all(&scratch).map_err(|error| format!("`{}`: {error}", scratch.display()))?;
    let record = |args: &[String]| run_binary(&old, &scratch, args).map(|(_, stdout)| stdout);
    let groups = GROUPS.map(str::to_owned);
    let all = cases::all(&root, Some(&data), &scratch, &groups, &record)?;
    let mut jobs = jobs(all, &data)?;
    jobs.retain(|job| options.job.is_empty() || options.job.iter().any(|name| name == job.name));
    println!(
        "{:<10} {:>9} {:>9} {:>7}  (CPU seconds, medians of {} turns each)",
        "job", "old", "new", "ratio", options.rounds
    );
    let mut fine = true;
    for job in &jobs {
        let (mut before, mut after) = (Vec::new(), Vec::new());
        for round in 0..options.rounds.max(1) {
            // Whoever goes second finds the files in memory: they take turns at that, too.
            let old_first = round % 2 == 0;
            for is_old in [old_first, !old_first] {
                let (build, taken) = match is_old {
                    true => (&old, &mut before),
                    false => (&new, &mut after),
                };
                let side = format!("{}-{round}", if is_old { "old" } else { "new" });
                taken.push(timed(build, &scratch, job, &side)?);
            }
        }
        let (before, after) = (median(before), median(after));
        let slower = ratio(before, after) > MOST_RATIO;
        fine &= !slower;
        println!(
            "{:<10} {before:>9.2} {after:>9.2} {:>7.3}{}",
            job.name,
            ratio(before, after),
            if slower { "  SLOWER" } else { "" }
        );
    }
    Ok(fine && !jobs.is_empty())
}

/// The groups as jobs, and the jobs that only time can be taken of.
fn jobs(cases: Vec<cases::Case>, data: &Path) -> Result<Vec<Job>, String> {
    let mut jobs: Vec<Job> = GROUPS
        .map(|name| Job {
            name,
            commands: Vec::new(),
        })
        .into();
    for case in cases {
        if let Some(job) = jobs.iter_mut().find(|job| job.name == case.group) {
            job.commands.push(case.args);
        }
    }
    let command = |args: &[&str]| args.iter().map(|arg| (*arg).to_owned()).collect();
    let screened = (0..SCREENED).map(|number| {
        let document = format!("contracts/{number:04}.txt");
        command(&["screen", &document, "--json"])
    });
    let pdfs = cases::files(&data.join("pdfs/files"))?;
    let drawn = pdfs.iter().rev().take(DRAWN).map(|path| {
        let picture = "page-{side}.png";
        command(&["render", path, "--page", "1", "--output", picture])
    });
    jobs.extend([
        Job {
            name: "screen",
            commands: screened.collect(),
        },
        Job {
            name: "index",
            commands: vec![command(&["index", "contracts", "--index", "index-{side}"])],
        },
        Job {
            name: "render",
            commands: drawn.collect(),
        },
    ]);
    Ok(jobs)
}

/// The CPU seconds of one build's turn at a job.
fn timed(binary: &Path, scratch: &Path, job: &Job, side: &str) -> Result<f64, String> {
    let before = children_seconds()?;
    for command in &job.commands {
        let args: Vec<String> = command
            .iter()
            .map(|arg| arg.replace("{side}", side))
            .collect();
        run_binary(binary, scratch, &args)?;
    }
    Ok(children_seconds()? - before)
}

/// The middle value, or the mean of the two in the middle.
fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    match (values.get(middle.wrapping_sub(1)), values.get(middle)) {
        (Some(low), Some(high)) if values.len().is_multiple_of(2) => (low + high) / 2.0,
        (_, Some(value)) => *value,
        (_, None) => 0.0,
    }
}

/// How long the new build takes for each second of the old one.
fn ratio(old: f64, new: f64) -> f64 {
    new / old.max(f64::MIN_POSITIVE)
}

#[cfg(test)]
mod tests {
    use super::{MOST_RATIO, median, ratio};

    #[test]
    fn one_busy_turn_does_not_count() {
        assert!((median(vec![1.0, 9.0, 1.2]) - 1.2).abs() < 1e-9);
        assert!((median(vec![1.0, 9.0, 1.2, 1.4]) - 1.3).abs() < 1e-9);
        assert!(median(Vec::new()).abs() < 1e-9);
    }

    #[test]
    fn a_twentieth_more_is_the_most() {
        assert!(ratio(2.0, 2.09) < MOST_RATIO);
        assert!(ratio(2.0, 2.11) > MOST_RATIO);
        assert!(ratio(2.0, 1.0) < 1.0);
    }
}
