//! `groundstop rules freeze`: a set and its receipt.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use groundstop_canon::sha256_hex;
use groundstop_engine::{Engine, FreezeOutcome, FreezeRequest, RunControl};
use groundstop_rules::Frozen;

use super::args::FreezeArgs;
use super::{candidates, sources};
use crate::commands::reading::Source;
use crate::commands::{pretty, recorded as told_record};
use crate::error::{CliError, Exit, Output};
use crate::files::{self, DEFAULT_MAX_BYTES};
use crate::output::{shortened, visible};

pub(super) fn run(args: &FreezeArgs, engine: &Engine) -> Result<Output, CliError> {
    let given = candidates(engine, &args.candidates)?;
    let supersedes = args.supersedes.as_deref().map(superseded).transpose()?;
    let sources = sources(engine, &args.document, &args.reading)?;
    let documents: Vec<_> = sources.iter().map(Source::input).collect();
    let request = FreezeRequest {
        candidates: &given,
        documents: &documents,
        supersedes: supersedes.as_deref(),
        record: &args.record.options(),
    };
    let FreezeOutcome {
        frozen,
        receipt,
        recorded,
    } = engine.rules_freeze(request, RunControl::default())?;
    fs::create_dir_all(&args.out).map_err(|error| {
        CliError::input(
            format!("cannot make `{}`: {error}", args.out.display()),
            "name a folder that can be written to",
        )
    })?;
    let path = args.out.join(frozen.file_name());
    files::write(&path, frozen.text.as_bytes())?;
    let beside = args
        .out
        .join(format!("ruleset-{}.receipt.json", frozen.sha256));
    files::write(&beside, pretty(&receipt)?.as_bytes())?;
    let refused = !frozen.set.refused.is_empty();
    let exit = match refused && !args.exit_zero {
        true => Exit::Stop,
        false => Exit::Fine,
    };
    let stdout = match args.json {
        true => pretty(&receipt)?,
        false => told(&frozen, &path),
    };
    Ok(Output {
        exit,
        stderr: told_record(recorded),
        ..Output::fine(stdout)
    })
}

/// The digest of the set that is superseded; it must still be what its name says.
fn superseded(path: &Path) -> Result<String, CliError> {
    let bytes = files::read(path, DEFAULT_MAX_BYTES)?;
    let sha256 = sha256_hex(&bytes);
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    match *name == format!("ruleset-{sha256}.json") {
        true => Ok(sha256),
        false => Err(CliError::input(
            format!("`{}` is not the frozen set its name says", path.display()),
            "name a set as `rules freeze` wrote it",
        )),
    }
}

fn told(frozen: &Frozen, path: &Path) -> String {
    let mut text = format!(
        "{} rules frozen · {} candidates refused\n  {}\n",
        frozen.set.rules.len(),
        frozen.set.refused.len(),
        path.display()
    );
    for refusal in &frozen.set.refused {
        for reason in &refusal.reasons {
            let reason = visible(&shortened(reason, 200));
            let _ = writeln!(text, "  refused {:>4}  {reason}", refusal.index);
        }
    }
    text
}
