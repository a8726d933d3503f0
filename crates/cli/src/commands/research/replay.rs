//! `groundstop replay`: a kept run derived again, offline.

use std::path::Path;

use groundstop_engine::{Engine, Mismatch, PackRecord, ReplayOutcome, Replayed, tampered};
use serde::Serialize;
use serde_json::json;

use super::args::ReplayArgs;
use crate::error::{CliError, Exit, Output};
use crate::files;

/// The size of the largest pack.
pub(super) const PACK_BYTES_MAX: u64 = 256 * 1024 * 1024;
/// In how many places a pack is changed at most.
const TAMPERED_MAX: usize = 200;

pub(crate) fn run(args: &ReplayArgs, engine: &Engine) -> Result<Output, CliError> {
    let bytes = read(&args.pack, engine)?;
    if args.tamper {
        let replayed = engine.derive_again(&args.pack, &bytes)?;
        return tamper(args, &bytes, &replayed, engine);
    }
    let ReplayOutcome { replayed, recorded } = engine.replay(&args.pack, &bytes, args.recorded)?;
    let stdout = match args.json {
        true => in_json(&replayed, recorded)?,
        false => in_words(&replayed, recorded),
    };
    let is_certain = matches!(recorded, PackRecord::At(_));
    let fine = replayed.differences.is_empty() && (!args.recorded || is_certain);
    Ok(Output {
        exit: if fine { Exit::Fine } else { Exit::Failed },
        ..Output::fine(stdout)
    })
}

fn index_of(recorded: PackRecord) -> Option<u64> {
    match recorded {
        PackRecord::At(index) => Some(index),
        PackRecord::NoLedger | PackRecord::Missing => None,
    }
}

fn recorded_in_words(recorded: PackRecord) -> String {
    match recorded {
        PackRecord::At(index) => format!("Recorded: {index}\n"),
        PackRecord::Missing => "NOT recorded: this ledger has no record of the pack; it may have been put together later\n".to_owned(),
        PackRecord::NoLedger => "Whether it was recorded is not known: name a ledger with `--data-dir`\n".to_owned(),
    }
}

fn in_json(replayed: &Replayed, recorded: PackRecord) -> Result<String, CliError> {
    let differences: Vec<_> = replayed
        .differences
        .iter()
        .map(|one| json!({"path": one.path, "pack": one.receipt, "derived": one.derived}))
        .collect();
    let said = json!({
        "same": differences.is_empty(),
        "differences": differences,
        "recorded": index_of(recorded),
        "ledger_asked": recorded != PackRecord::NoLedger,
    });
    let text = serde_json::to_string_pretty(&said).map_err(CliError::fault)?;
    Ok(format!("{text}\n"))
}

fn in_words(replayed: &Replayed, recorded: PackRecord) -> String {
    let calls = replayed.pack.calls.len();
    if replayed.differences.is_empty() {
        return format!(
            "The same: {} follows from {calls} recorded calls, byte for byte.\n{}",
            replayed.pack.answer.action,
            recorded_in_words(recorded)
        );
    }
    let mut text = format!("{} parts differ:\n", replayed.differences.len());
    for Mismatch {
        path,
        receipt,
        derived,
    } in &replayed.differences
    {
        let receipt = crate::output::visible(receipt);
        let derived = crate::output::visible(derived);
        text.push_str(&format!(
            "  {path}\n    the pack says  {receipt}\n    derived        {derived}\n"
        ));
    }
    text
}

/// A change of a pack, and what names it.
#[derive(Serialize)]
struct Tampered {
    place: String,
    noticed: bool,
    /// The parts that differ.
    differences: Vec<String>,
    /// Why it is no pack any more.
    error: Option<String>,
}

impl Tampered {
    fn try_out(place: &str, bytes: &[u8], engine: &Engine) -> Tampered {
        let (differences, error) = match engine.derive_again("the pack", bytes) {
            Ok(replayed) => {
                let paths = replayed.differences.into_iter().map(|one| one.path);
                (paths.collect(), None)
            }
            Err(error) => (Vec::new(), Some(error.to_string())),
        };
        Tampered {
            place: place.to_owned(),
            noticed: error.is_some() || !differences.is_empty(),
            differences,
            error,
        }
    }

    fn by_seal_alone(&self) -> bool {
        self.differences == ["seal"]
    }

    fn in_words(&self) -> String {
        let named = match (&self.error, self.noticed) {
            (Some(error), _) => error.clone(),
            (None, true) => self.differences.join(", "),
            (None, false) => "NOT noticed".to_owned(),
        };
        format!("  {}: {}\n", self.place, crate::output::visible(&named))
    }
}

/// Changes the pack in many places and shows what each change comes to.
fn tamper(
    args: &ReplayArgs,
    bytes: &[u8],
    whole: &Replayed,
    engine: &Engine,
) -> Result<Output, CliError> {
    if !whole.differences.is_empty() {
        return Err(CliError::input(
            "the pack was changed already",
            "run `groundstop replay` without `--tamper` to see where",
        ));
    }
    let changed = tampered(bytes, TAMPERED_MAX).map_err(CliError::fault)?;
    let changes = changed.iter();
    let changes = changes.map(|(place, bytes)| Tampered::try_out(place, bytes, engine));
    let changes: Vec<_> = changes.collect();
    let noticed = changes.iter().filter(|change| change.noticed).count();
    let by_seal = changes.iter().filter(|change| change.by_seal_alone());
    let by_seal = by_seal.count();
    let stdout = match args.json {
        true => {
            let said = json!({
                "changed": changes.len(),
                "noticed": noticed,
                "by_seal_alone": by_seal,
                "changes": changes,
            });
            let text = serde_json::to_string_pretty(&said).map_err(CliError::fault)?;
            format!("{text}\n")
        }
        false => tampered_in_words(&changes, noticed, by_seal),
    };
    Ok(Output {
        exit: match noticed == changes.len() {
            true => Exit::Fine,
            false => Exit::Failed,
        },
        ..Output::fine(stdout)
    })
}

fn tampered_in_words(changes: &[Tampered], noticed: usize, by_seal: usize) -> String {
    let mut text: String = changes.iter().map(Tampered::in_words).collect();
    text.push_str(&format!(
        "{noticed} of {} changes noticed, {by_seal} of them by the seal alone\n",
        changes.len()
    ));
    if by_seal > 0 {
        text.push_str(
            "Anybody can close a seal anew: `--recorded` asks the ledger for the pack as it was.\n",
        );
    }
    text
}

/// The bytes of a pack: a file's, or those the ledger keeps under a digest.
fn read(name: &str, engine: &Engine) -> Result<Vec<u8>, CliError> {
    let path = Path::new(name);
    let digest = name.len() == 64 && name.bytes().all(|byte| byte.is_ascii_hexdigit());
    if path.exists() || !digest {
        return files::read(path, PACK_BYTES_MAX);
    }
    Ok(engine.kept_pack(name)?)
}
