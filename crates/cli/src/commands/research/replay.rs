//! `groundstop replay`: a kept run derived again, offline.

use std::path::Path;

use groundstop_canon::sha256_hex;
use groundstop_contract::ledger::RecordBody;
use groundstop_engine::{Difference, ReplayError, Replayed, replay, tampered};
use groundstop_ledger::kept::pack;
use groundstop_research::screen::Screen;
use serde::Serialize;
use serde_json::json;

use super::args::ReplayArgs;
use super::ask::pages;
use crate::commands::ledger::args::HomeArgs;
use crate::commands::ledger::home::Home;
use crate::commands::ledger::recorder::{earlier_body, now};
use crate::error::{CliError, Exit, Output};
use crate::files;

/// The size of the largest pack.
pub(super) const PACK_BYTES_MAX: u64 = 256 * 1024 * 1024;
/// In how many places a pack is changed at most.
const TAMPERED_MAX: usize = 200;

pub(crate) fn run(args: &ReplayArgs, home: &HomeArgs) -> Result<Output, CliError> {
    let bytes = read(&args.pack, home)?;
    let screen = Screen::published().map_err(CliError::fault)?;
    let replayed = replay(&bytes, &mut pages()?, &screen);
    let replayed = replayed.map_err(|error| no_pack(&args.pack, &error))?;
    if args.tamper {
        return tamper(args, &bytes, &replayed, &screen);
    }
    let recorded = Recorded::look_up(&bytes, home, args.recorded)?;
    let stdout = match args.json {
        true => in_json(&replayed, &recorded)?,
        false => in_words(&replayed, &recorded),
    };
    let fine = replayed.differences.is_empty() && (!args.recorded || recorded.is_certain());
    Ok(Output {
        exit: if fine { Exit::Fine } else { Exit::Failed },
        ..Output::fine(stdout)
    })
}

/// Whether a ledger has a record of the whole pack. What follows from a pack shows
/// that it fits together; only a record shows that nobody put it together later.
enum Recorded {
    /// No ledger was named.
    NotAsked,
    /// The ledger has none.
    No,
    /// The place of the record.
    At(u64),
}

impl Recorded {
    fn look_up(bytes: &[u8], args: &HomeArgs, needed: bool) -> Result<Recorded, CliError> {
        let home = match needed {
            true => Some(Home::need(args)?),
            false => Home::find(args)?,
        };
        let Some(home) = home else {
            return Ok(Recorded::NotAsked);
        };
        if !needed && !home.has_store() {
            return Ok(Recorded::No);
        }
        let ledger = home.open_for_reading()?;
        let named = ledger.store().named(&sha256_hex(bytes.trim_ascii_end()));
        for index in named.map_err(|error| home.failed(&error))? {
            if let RecordBody::Research(_) = earlier_body(&ledger, index)? {
                return Ok(Recorded::At(index));
            }
        }
        Ok(Recorded::No)
    }

    fn is_certain(&self) -> bool {
        matches!(self, Recorded::At(_))
    }

    fn index(&self) -> Option<u64> {
        match self {
            Recorded::At(index) => Some(*index),
            Recorded::NotAsked | Recorded::No => None,
        }
    }

    fn in_words(&self) -> String {
        match self {
            Recorded::At(index) => format!("Recorded: {index}\n"),
            Recorded::No => "NOT recorded: this ledger has no record of the pack; it may have been put together later\n".to_owned(),
            Recorded::NotAsked => "Whether it was recorded is not known: name a ledger with `--data-dir`\n".to_owned(),
        }
    }
}

fn in_json(replayed: &Replayed, recorded: &Recorded) -> Result<String, CliError> {
    let differences: Vec<_> = replayed
        .differences
        .iter()
        .map(|one| json!({"path": one.path, "pack": one.receipt, "derived": one.derived}))
        .collect();
    let said = json!({
        "same": differences.is_empty(),
        "differences": differences,
        "recorded": recorded.index(),
        "ledger_asked": !matches!(recorded, Recorded::NotAsked),
    });
    let text = serde_json::to_string_pretty(&said).map_err(CliError::fault)?;
    Ok(format!("{text}\n"))
}

fn in_words(replayed: &Replayed, recorded: &Recorded) -> String {
    let calls = replayed.pack.calls.len();
    if replayed.differences.is_empty() {
        return format!(
            "The same: {} follows from {calls} recorded calls, byte for byte.\n{}",
            replayed.pack.answer.action,
            recorded.in_words()
        );
    }
    let mut text = format!("{} parts differ:\n", replayed.differences.len());
    for Difference {
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
    fn try_out(place: &str, bytes: &[u8], screen: &Screen) -> Result<Tampered, CliError> {
        let (differences, error) = match replay(bytes, &mut pages()?, screen) {
            Ok(replayed) => {
                let paths = replayed.differences.into_iter().map(|one| one.path);
                (paths.collect(), None)
            }
            Err(error) => (Vec::new(), Some(error.to_string())),
        };
        Ok(Tampered {
            place: place.to_owned(),
            noticed: error.is_some() || !differences.is_empty(),
            differences,
            error,
        })
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
    screen: &Screen,
) -> Result<Output, CliError> {
    if !whole.differences.is_empty() {
        return Err(CliError::input(
            "the pack was changed already",
            "run `groundstop replay` without `--tamper` to see where",
        ));
    }
    let changed = tampered(bytes, TAMPERED_MAX).map_err(|error| no_pack("the pack", &error))?;
    let changes = changed.iter();
    let changes = changes.map(|(place, bytes)| Tampered::try_out(place, bytes, screen));
    let changes = changes.collect::<Result<Vec<_>, _>>()?;
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

fn no_pack(name: &str, error: &ReplayError) -> CliError {
    CliError::input(
        format!("`{name}` is no evidence pack: {error}"),
        "give a file that `groundstop ask --pack FILE` wrote, as it was written",
    )
}

/// The bytes of a pack: a file's, or those the ledger keeps under a digest.
fn read(name: &str, home: &HomeArgs) -> Result<Vec<u8>, CliError> {
    let path = Path::new(name);
    let digest = name.len() == 64 && name.bytes().all(|byte| byte.is_ascii_hexdigit());
    if path.exists() || !digest {
        return files::read(path, PACK_BYTES_MAX);
    }
    let home = Home::need(home)?;
    let ledger = home.open_for_reading()?;
    let found = pack(ledger.store(), &name.to_ascii_lowercase(), now());
    found.map_err(|error| home.failed(&error))?.ok_or_else(|| {
        CliError::input(
            format!("the ledger keeps no pack `{name}`"),
            "`groundstop ledger log` lists the questions recorded, with their packs",
        )
    })
}
