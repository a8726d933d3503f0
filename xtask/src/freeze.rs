//! `cargo xtask freeze`: the lock and the JSON Schemas, written from the types. A schema whose
//! version did not move as far as its change demands is refused with the lock, and not written.

use std::fs;
use std::path::Path;

use groundstop_certify::{components, frozen_contracts};
use groundstop_contract::{lock, schemas};
use groundstop_engine::ResolvedDecision;
use groundstop_research::screen::{ScreenReport, ScreenedDocument};

use crate::workspace_root;

/// Writes what changed; refuses a change whose version bump is of the wrong kind.
pub(crate) fn run() -> Result<bool, String> {
    let root = workspace_root();
    let path = root.join(lock::FILE_NAME);
    let previous = match fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
        Err(error) => return Err(format!("cannot read `{}`: {error}", path.display())),
    };
    let locked = lock::update(&previous, &frozen_contracts(), &components())
        .map_err(|error| error.to_string())?;
    write(&path, &locked)?;
    let folder = root.join("schemas");
    fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    for (name, text) in schemas::all() {
        write(&folder.join(name), &text)?;
    }
    let screening = schemas::of_written::<ScreenReport>("screening");
    write(&folder.join("screening.schema.json"), &screening)?;
    let line = schemas::of_written::<ScreenedDocument>("screened-document");
    write(&folder.join("screened-document.schema.json"), &line)?;
    let row = schemas::of_written::<ResolvedDecision>("resolved-decision");
    write(&folder.join("resolved-decision.schema.json"), &row)?;
    Ok(true)
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    if fs::read_to_string(path).is_ok_and(|old| old == text) {
        println!("unchanged  {name}");
        return Ok(());
    }
    fs::write(path, text).map_err(|error| format!("cannot write `{}`: {error}", path.display()))?;
    println!("written    {name}");
    Ok(())
}
