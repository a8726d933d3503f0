//! The one door to files: bounded reads, and writes that are whole or not at all.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use crate::error::CliError;

/// The size of the largest document or candidate file, unless an option says otherwise.
pub(crate) const DEFAULT_MAX_BYTES: u64 = 64 * 1024 * 1024;

/// Reads a file, or standard input for `-`.
pub(crate) fn read(path: &Path, max_bytes: u64) -> Result<Vec<u8>, CliError> {
    let name = path.display();
    if path == Path::new("-") {
        return read_bounded(io::stdin().lock(), "standard input", max_bytes);
    }
    let metadata = fs::metadata(path).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => {
            CliError::input(format!("`{name}`: there is no such file"), "check the path")
        }
        _ => CliError::input(
            format!("`{name}`: {error}"),
            "check the path and its permissions",
        ),
    })?;
    if metadata.is_dir() {
        return Err(CliError::input(
            format!("`{name}` is a folder, not a file"),
            "name one file in it",
        ));
    }
    let file = File::open(path).map_err(|error| {
        CliError::input(format!("`{name}`: {error}"), "check the file's permissions")
    })?;
    read_bounded(file, &format!("`{name}`"), max_bytes)
}

fn read_bounded(source: impl Read, name: &str, max_bytes: u64) -> Result<Vec<u8>, CliError> {
    let mut bytes = Vec::new();
    source
        .take(max_bytes.saturating_add(1))
        .read_to_end(&mut bytes)
        .map_err(|error| {
            CliError::input(format!("{name}: {error}"), "check that it can be read")
        })?;
    let size = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
    if size > max_bytes {
        return Err(CliError::input(
            format!("{name} is larger than the limit of {max_bytes} bytes"),
            "raise the limit with `--max-bytes`",
        ));
    }
    Ok(bytes)
}

/// Reads a file of UTF-8 text.
pub(crate) fn read_text(path: &Path, max_bytes: u64) -> Result<String, CliError> {
    let bytes = read(path, max_bytes)?;
    String::from_utf8(bytes).map_err(|error| {
        let byte = error.utf8_error().valid_up_to();
        CliError::input(
            format!(
                "`{}`: not UTF-8 text: byte {byte} does not belong to any character",
                path.display()
            ),
            "save it as UTF-8",
        )
    })
}

/// Where a path leads, whatever it looks like; of a file still to be written, where
/// its folder does.
pub(crate) fn place(path: &Path) -> PathBuf {
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    let there = || {
        let folder = fs::canonicalize(folder.unwrap_or(Path::new("."))).ok()?;
        Some(folder.join(path.file_name()?))
    };
    let found = fs::canonicalize(path).ok().or_else(there);
    let found = found.or_else(|| std::path::absolute(path).ok());
    found.unwrap_or_else(|| path.to_owned())
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

/// Whether a file is one that no output may take the place of.
fn is_kept(path: &Path) -> bool {
    let mut head = [0u8; 16];
    let read = File::open(path).and_then(|mut file| file.read(&mut head));
    let head = head.get(..read.unwrap_or(0)).unwrap_or_default();
    head.starts_with(b"SQLite format 3") || head.starts_with(b"PRIVATE+KEY+")
}

/// Refuses a place where no file could be written, as far as can be seen beforehand.
pub(crate) fn check_output(path: &Path) -> Result<(), CliError> {
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    let folder = folder.unwrap_or(Path::new("."));
    let refused = match fs::metadata(folder) {
        Ok(known) if known.is_dir() => return replaceable(path),
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

/// What is no file, a pipe or a device, is not replaced by one, nor what must be kept.
fn replaceable(path: &Path) -> Result<(), CliError> {
    if fs::metadata(path).is_ok_and(|known| !known.is_file()) {
        return Err(CliError::input(
            format!("`{}` is no ordinary file", path.display()),
            "give the name of a file",
        ));
    }
    if is_kept(path) {
        return Err(CliError::input(
            format!("`{}` is a database or a signing key", path.display()),
            "give the output a file of its own",
        ));
    }
    Ok(())
}

/// Writes a file: all of it, or the old one stays as it was. A link is followed.
pub(crate) fn write(path: &Path, content: &[u8]) -> Result<(), CliError> {
    let followed = fs::canonicalize(path);
    let path = followed.as_deref().unwrap_or(path);
    replaceable(path)?;
    let attempt = || -> io::Result<()> {
        let mut name = path.file_name().unwrap_or_default().to_owned();
        name.push(format!(".{}.part", std::process::id()));
        let beside: PathBuf = path.with_file_name(name);
        let written = File::create(&beside).and_then(|mut file| {
            file.write_all(content)?;
            file.sync_all()?;
            fs::rename(&beside, path)
        });
        if written.is_err() {
            // What is left of a failed attempt is of no use to anyone.
            let _ = fs::remove_file(&beside);
        }
        written
    };
    attempt().map_err(|error| {
        CliError::input(
            format!("cannot write `{}`: {error}", path.display()),
            "check that the folder exists and has room",
        )
    })
}
