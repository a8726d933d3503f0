//! Files that a command line names: standard input, and outputs that take the place
//! of nothing.

use std::path::Path;
use std::{fs, io};

use groundstop_engine::files as engine_files;
pub(crate) use groundstop_engine::files::{DEFAULT_MAX_BYTES, place, replaceable};

use crate::error::CliError;

/// Reads a file, or standard input for `-`.
pub(crate) fn read(path: &Path, max_bytes: u64) -> Result<Vec<u8>, CliError> {
    let read = match path == Path::new("-") {
        true => engine_files::read_bounded(io::stdin().lock(), "standard input", max_bytes),
        false => engine_files::read(path, max_bytes),
    };
    read.map_err(CliError::from)
}

/// Reads a file of UTF-8 text, or standard input for `-`.
pub(crate) fn read_text(path: &Path, max_bytes: u64) -> Result<String, CliError> {
    Ok(engine_files::text_of(path, read(path, max_bytes)?)?)
}

/// Writes a file: all of it, or the old one stays as it was.
pub(crate) fn write(path: &Path, content: &[u8]) -> Result<(), CliError> {
    Ok(engine_files::write(path, content)?)
}

/// Refuses to write over a file that is read, whatever both paths look like.
pub(crate) fn refuse_overwriting(read: &[&Path], written: &Path) -> Result<(), CliError> {
    let target = place(written);
    match read.iter().any(|path| place(path) == target) {
        true => Err(CliError::input(
            format!("`{}` would be overwritten", written.display()),
            "give the output a file of its own",
        )),
        false => Ok(()),
    }
}

/// Refuses a place where no file could be written, as far as can be seen beforehand.
pub(crate) fn check_output(path: &Path) -> Result<(), CliError> {
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    let folder = folder.unwrap_or(Path::new("."));
    let refused = match fs::metadata(folder) {
        Ok(known) if known.is_dir() => return Ok(replaceable(path)?),
        Ok(_) => format!("`{}` is no folder", folder.display()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => format!(
            "there is no folder `{}` to write `{}` into",
            folder.display(),
            path.display()
        ),
        Err(error) => format!("the folder `{}`: {error}", folder.display()),
    };
    Err(CliError::input(
        refused,
        "make the folder, or name a file elsewhere",
    ))
}
