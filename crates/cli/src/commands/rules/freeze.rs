//! `groundstop rules freeze`: a set and its receipt.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use groundstop_canon::{jcs, sha256_hex};
use groundstop_contract::ledger::{FreezeRecord, FreezeRefusal, FrozenSource};
use groundstop_engine::PRODUCT;
use groundstop_rules::{Frozen, freeze};
use serde_json::json;

use super::args::FreezeArgs;
use super::{candidates, documents, pretty};
use crate::commands::ledger::args::HomeArgs;
use crate::commands::ledger::recorder::Recorder;
use crate::commands::now;
use crate::error::{CliError, Exit, Output};
use crate::files::{self, DEFAULT_MAX_BYTES};
use crate::output::{shortened, visible};

pub(super) fn run(args: &FreezeArgs, home: &HomeArgs) -> Result<Output, CliError> {
    let recorder = Recorder::open(home, &args.record)?;
    let given = candidates(&args.candidates)?;
    let paths: Vec<&Path> = args.document.iter().map(AsRef::as_ref).collect();
    let documents = documents(&paths, &args.reading)?;
    let supersedes = args.supersedes.as_deref().map(superseded).transpose()?;
    let all: Vec<_> = documents.iter().collect();
    let frozen = freeze(&given, &all, supersedes.as_deref()).map_err(CliError::fault)?;
    // Nobody sees a set whose record is not safe.
    let recorded = recorder.freeze(receipt(&frozen, &paths), input_digest(&frozen)?)?;
    let receipt = recorded.content;
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
        stderr: recorded.note,
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

/// What was asked: the set itself says all that went in.
fn input_digest(frozen: &Frozen) -> Result<String, CliError> {
    jcs::digest(&json!({ "freeze": frozen.sha256 })).map_err(CliError::fault)
}

fn receipt(frozen: &Frozen, paths: &[&Path]) -> FreezeRecord {
    let sources = frozen.set.documents.iter().map(|source| FrozenSource {
        sha256: source.sha256.clone(),
        text_sha256: source.text_sha256.clone(),
        reader: source.reader.clone(),
        pages: source.pages,
    });
    let refused = frozen.set.refused.iter().map(|refusal| FreezeRefusal {
        index: refusal.index as u64,
        reasons: refusal.reasons.clone(),
    });
    FreezeRecord {
        set_sha256: frozen.sha256.clone(),
        file: frozen.file_name(),
        contract: frozen.set.contract.clone(),
        supersedes: frozen.set.supersedes.clone(),
        documents: sources.collect(),
        document_names: paths
            .iter()
            .map(|path| path.display().to_string())
            .collect(),
        rules: frozen.set.rules.len() as u64,
        refused: refused.collect(),
        frozen_at: now(),
        product: PRODUCT.to_owned(),
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
