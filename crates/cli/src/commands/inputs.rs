//! Which documents a command line names: files, folders, patterns, standard input, and what
//! is attached to mails. What a folder holds besides is named with the reason it is skipped.

use std::path::{Path, PathBuf};

use groundstop_engine::{Engine, ReadingOptions, files_in, no_documents};

use super::reading::name_of;
use crate::error::CliError;
use crate::output::visible;

/// A document, and what it is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Input {
    /// Where it is: a file, what is attached to a mail, or `-`.
    pub(crate) path: PathBuf,
    /// Its path from what was given on.
    pub(crate) name: String,
}

/// All documents that were named.
#[derive(Debug, Default)]
pub(crate) struct Inputs {
    /// In the order in which they were named, those of a folder by their names.
    pub(crate) documents: Vec<Input>,
    /// Files that were not taken, each with the reason.
    pub(crate) skipped: Vec<(PathBuf, String)>,
    /// Whether a folder or several documents were named.
    pub(crate) is_many: bool,
}

impl Inputs {
    /// What was skipped, for people.
    pub(crate) fn told(&self) -> String {
        let line = |(path, why): &(PathBuf, String)| {
            format!(
                "skipped: `{}` {why}\n",
                visible(&path.display().to_string())
            )
        };
        self.skipped.iter().map(line).collect()
    }

    fn add(&mut self, path: PathBuf, name: String) {
        // The same file named twice is one document.
        if !self.documents.iter().any(|one| one.path == path) {
            self.documents.push(Input { path, name });
        }
    }
}

/// All documents, folders and patterns expanded in the order of their names.
///
/// One folder's documents are called by their paths in it. Where several things are named,
/// each document is called by its path as it was given, so that no two share a name.
pub(crate) fn expand(
    named: &[PathBuf],
    engine: &Engine,
    reading: &ReadingOptions,
) -> Result<Inputs, CliError> {
    let mut inputs = Inputs::default();
    let one = named.len() == 1;
    for path in named {
        if path == Path::new("-") || path.is_file() || is_attached(path) {
            let name = if one { name_of(path) } else { shown(path) };
            inputs.add(path.clone(), name);
        } else if path.is_dir() {
            folder(path, one, &mut inputs)?;
        } else {
            for file in matching(path)? {
                let fixed = if one {
                    fixed_part(path)
                } else {
                    PathBuf::new()
                };
                let name = shown(file.strip_prefix(&fixed).unwrap_or(&file));
                inputs.add(file, name);
            }
        }
    }
    attached(engine, reading, &mut inputs);
    inputs.is_many = inputs.documents.len() > 1 || named.iter().any(|path| path.is_dir());
    Ok(inputs)
}

/// Whether a path leads through a file, as that of an attachment does.
pub(crate) fn is_attached(path: &Path) -> bool {
    path.ancestors().skip(1).any(Path::is_file)
}

fn shown(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

fn folder(path: &Path, one: bool, inputs: &mut Inputs) -> Result<(), CliError> {
    let found = files_in(path)?;
    if found.documents.is_empty() {
        return Err(no_documents(path).into());
    }
    for file in found.documents {
        let inner = if one {
            file.strip_prefix(path).unwrap_or(&file)
        } else {
            &file
        };
        let name = shown(inner);
        inputs.add(file, name);
    }
    inputs
        .skipped
        .extend(not_read(found.links, found.special, found.others));
    Ok(())
}

/// What of a folder is no document, each with its reason.
pub(crate) fn not_read(
    links: Vec<PathBuf>,
    special: Vec<PathBuf>,
    others: Vec<(PathBuf, String)>,
) -> impl Iterator<Item = (PathBuf, String)> {
    let links = links.into_iter().map(|link| {
        let why = match link.exists() {
            true => "is a link to a folder, and such links are not followed",
            false => "is a link that leads nowhere",
        };
        (link, why.to_owned())
    });
    let special = special.into_iter();
    let special = special.map(|path| (path, "is no ordinary file".to_owned()));
    links.chain(special).chain(others)
}

/// Puts what is attached to mails after the mails.
fn attached(engine: &Engine, reading: &ReadingOptions, inputs: &mut Inputs) {
    let given = std::mem::take(&mut inputs.documents);
    for input in given {
        // A mail that cannot be opened is named when it is read itself.
        let inner = engine.attached_to(&input.path, reading).unwrap_or_default();
        let Input { path, name } = input;
        inputs.documents.push(Input {
            path: path.clone(),
            name: name.clone(),
        });
        for (each, why) in inner {
            match why {
                Some(why) => inputs.skipped.push((path.join(&each), why)),
                None => inputs.add(path.join(&each), format!("{name}/{}", shown(&each))),
            }
        }
    }
}

/// The folders before the first part of a pattern that varies.
fn fixed_part(pattern: &Path) -> PathBuf {
    let varies = |part: &std::ffi::OsStr| part.to_string_lossy().contains(['*', '?', '[']);
    let parts = pattern.iter().take_while(|part| !varies(part));
    parts.collect()
}

/// The files a pattern such as `deals/*.pdf` matches.
fn matching(pattern: &Path) -> Result<Vec<PathBuf>, CliError> {
    let said = pattern.to_string_lossy();
    if !said.contains(['*', '?', '[']) {
        return Err(CliError::input(
            format!("`{said}`: there is no such file"),
            "check the path",
        ));
    }
    let paths = glob::glob(&said).map_err(|error| {
        CliError::input(
            format!("`{said}` is no pattern: {error}"),
            "write a pattern such as deals/*.pdf",
        )
    })?;
    let mut found: Vec<PathBuf> = paths
        .filter_map(Result::ok)
        .filter(|path| path.is_file())
        .collect();
    found.sort();
    if found.is_empty() {
        return Err(CliError::input(
            format!("no file matches `{said}`"),
            "check the pattern; quote it so that the shell leaves it alone",
        ));
    }
    Ok(found)
}
