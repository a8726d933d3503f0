//! `groundstop replay`: a kept run derived again, offline.

use std::path::Path;

use groundstop_engine::{Difference, ReplayError, Replayed, replay, tampered};
use groundstop_ledger::kept::pack;
use groundstop_research::screen::Screen;
use serde_json::json;

use super::args::ReplayArgs;
use super::ask::pages;
use crate::commands::ledger::args::HomeArgs;
use crate::commands::ledger::home::Home;
use crate::commands::ledger::recorder::now;
use crate::error::{CliError, Exit, Output};
use crate::files;

/// The size of the largest pack.
const PACK_BYTES_MAX: u64 = 256 * 1024 * 1024;
/// In how many places a pack is changed at most.
const TAMPERED_MAX: usize = 200;

pub(crate) fn run(args: &ReplayArgs, home: &HomeArgs) -> Result<Output, CliError> {
    let bytes = read(&args.pack, home)?;
    let screen = Screen::published().map_err(CliError::fault)?;
    if args.tamper {
        return tamper(&bytes, &screen);
    }
    let replayed = replay(&bytes, &mut pages()?, &screen);
    let replayed = replayed.map_err(|error| no_pack(&args.pack, &error))?;
    let same = replayed.differences.is_empty();
    let stdout = match args.json {
        true => in_json(&replayed)?,
        false => in_words(&replayed),
    };
    Ok(Output {
        exit: if same { Exit::Fine } else { Exit::Failed },
        ..Output::fine(stdout)
    })
}

fn in_json(replayed: &Replayed) -> Result<String, CliError> {
    let differences: Vec<_> = replayed
        .differences
        .iter()
        .map(|one| json!({"path": one.path, "pack": one.receipt, "derived": one.derived}))
        .collect();
    let said = json!({"same": differences.is_empty(), "differences": differences});
    let text = serde_json::to_string_pretty(&said).map_err(CliError::fault)?;
    Ok(format!("{text}\n"))
}

fn in_words(replayed: &Replayed) -> String {
    let calls = replayed.pack.calls.len();
    if replayed.differences.is_empty() {
        return format!(
            "The same: {} follows from {calls} recorded calls, byte for byte.\n",
            replayed.pack.answer.action
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

/// Changes the pack in many places and counts what is noticed.
fn tamper(bytes: &[u8], screen: &Screen) -> Result<Output, CliError> {
    let whole = replay(bytes, &mut pages()?, screen);
    let whole = whole.map_err(|error| no_pack("the pack", &error))?;
    if !whole.differences.is_empty() {
        return Err(CliError::input(
            "the pack was changed already",
            "run `groundstop replay` without `--tamper` to see where",
        ));
    }
    let changed = tampered(bytes, TAMPERED_MAX).map_err(|error| no_pack("the pack", &error))?;
    let mut missed = Vec::new();
    let mut text = String::new();
    for (place, bytes) in &changed {
        let named = match replay(bytes, &mut pages()?, screen) {
            Ok(replayed) if replayed.differences.is_empty() => {
                missed.push(place.clone());
                continue;
            }
            Ok(replayed) => {
                let paths = replayed.differences.iter().map(|one| one.path.as_str());
                paths.collect::<Vec<_>>().join(", ")
            }
            Err(error) => error.to_string(),
        };
        text.push_str(&format!("  {place}: {}\n", crate::output::visible(&named)));
    }
    let noticed = changed.len() - missed.len();
    text.push_str(&format!("{noticed} of {} changes noticed\n", changed.len()));
    for place in &missed {
        text.push_str(&format!("  NOT noticed: {place}\n"));
    }
    Ok(Output {
        exit: match missed.is_empty() {
            true => Exit::Fine,
            false => Exit::Failed,
        },
        ..Output::fine(text)
    })
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
