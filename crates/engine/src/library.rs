//! A folder of documents and its index: what belongs to it, and whether both agree.
#![allow(
    clippy::disallowed_methods,
    reason = "an index is compared with the files of its folder"
)]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use groundstop_adapter::Corpus;
use groundstop_adapter::corpus::{IndexError, Stale, folder_of, is_index};

use crate::error::{Diagnostic, EngineError};
use crate::folder::files_in;

/// Where a folder's own index is kept.
const INDEX_FOLDER: &str = ".groundstop-index";
/// How many files are named before the rest is counted.
const NAMED: usize = 3;

/// Where documents are, and where their index is.
#[derive(Clone, Debug)]
pub struct CorpusFolder {
    /// The folder with the documents; nothing where only an index is named and it does
    /// not say whose it is.
    pub folder: Option<PathBuf>,
    /// The folder that holds the index.
    pub index: PathBuf,
    /// Whether the index is where it is looked for when none is named.
    own_index: bool,
}

/// The files of a library.
#[derive(Debug, Default)]
pub struct CorpusFiles {
    /// The documents, by the names they have in the index.
    pub documents: BTreeMap<String, PathBuf>,
    /// What is left out, by the same names, and why.
    pub skipped: BTreeMap<String, String>,
    /// Files that are no documents, by the same names, and why they are not read.
    pub others: BTreeMap<String, String>,
}

impl CorpusFolder {
    /// The documents of a folder, with their index in it or elsewhere.
    pub(crate) fn new(folder: &Path, index: Option<&Path>) -> CorpusFolder {
        CorpusFolder {
            folder: Some(folder.to_owned()),
            index: index.map_or_else(|| folder.join(INDEX_FOLDER), Path::to_owned),
            own_index: index.is_none(),
        }
    }

    /// As [`CorpusFolder::new`], where an index may stand for its folder.
    pub(crate) fn to_ask(folder: &Path, index: Option<&Path>) -> CorpusFolder {
        let library = CorpusFolder::new(folder, index);
        if library.own_index && !library.index.is_dir() && is_index(folder) {
            return CorpusFolder {
                folder: folder_of(folder),
                index: folder.to_owned(),
                own_index: false,
            };
        }
        library
    }

    /// What brings the index up to date.
    fn command(&self) -> String {
        let folder = self.folder.as_deref().unwrap_or(Path::new("DIR"));
        let index = match self.own_index {
            true => String::new(),
            false => format!(" --index {}", self.index.display()),
        };
        format!("groundstop index {}{index}", folder.display())
    }

    /// What an index that cannot be used means here, and its help.
    pub(crate) fn refused(&self, error: &IndexError) -> EngineError {
        let help = match error {
            IndexError::Missing(_) | IndexError::OtherFormat(_) | IndexError::Damaged(_) => {
                self.help()
            }
            IndexError::Busy(_) => "try again when that is done".to_owned(),
            IndexError::System(..) => "check the folder and its permissions".to_owned(),
        };
        EngineError::input(error, help)
    }

    /// How an index is made, made again and mended.
    pub(crate) fn help(&self) -> String {
        format!("run `{}`", self.command())
    }

    pub(crate) fn open(&self) -> Result<Corpus, EngineError> {
        Corpus::open(&self.index).map_err(|error| self.refused(&error))
    }

    /// The files that the folder holds now.
    pub(crate) fn files(&self) -> Result<CorpusFiles, EngineError> {
        let mut files = CorpusFiles::default();
        let Some(folder) = &self.folder else {
            return Ok(files);
        };
        let found = files_in(folder)?;
        for path in found.links {
            let why = match path.exists() {
                true => "is a link to a folder, and such links are not followed",
                false => "is a link that leads nowhere",
            };
            files.skip(folder, &path, why);
        }
        for path in found.special {
            files.skip(
                folder,
                &path,
                "is no ordinary file but a pipe, a socket or a device",
            );
        }
        for (path, why) in found.others {
            let why = format!("`{}` {why}", path.display());
            files.others.insert(name(folder, &path), why);
        }
        let root = fs::canonicalize(folder).ok();
        for path in found.documents {
            let inside = !path.is_symlink()
                || fs::canonicalize(&path)
                    .is_ok_and(|target| root.as_ref().is_some_and(|root| target.starts_with(root)));
            let name = name(folder, &path);
            let astray = (!inside).then_some("is a link that leads out of the folder");
            let taken = files.documents.contains_key(&name);
            let taken = taken.then_some("has the name of another document");
            match astray.or(taken) {
                Some(why) => files.skip(folder, &path, why),
                None => drop(files.documents.insert(name, path)),
            }
        }
        Ok(files)
    }

    /// Refuses documents that are no longer what was indexed, unless it was asked for;
    /// says what the operator should know otherwise.
    pub(crate) fn check(
        &self,
        corpus: &Corpus,
        as_indexed: bool,
    ) -> Result<Option<Diagnostic>, EngineError> {
        let Some(folder) = &self.folder else {
            return Ok(None);
        };
        let files = match folder.is_dir() {
            true => self.files()?.documents,
            false => BTreeMap::new(),
        };
        let mut stale = corpus.stale(&files);
        // What came with a mail is there, and the same, as long as its mail is.
        let changed = &stale.changed;
        stale.gone.retain(|name| {
            let mut mails = Path::new(name).ancestors().filter_map(Path::to_str);
            let mail = mails.find(|mail| files.contains_key(*mail));
            mail.is_none_or(|mail| changed.iter().any(|name| name == mail))
        });
        let outdated = !(stale.changed.is_empty() && stale.gone.is_empty());
        let told = told(&stale);
        match (outdated, told.is_empty()) {
            (true, _) if !as_indexed => Err(EngineError::input(
                format!("the index is older than its documents: {told}"),
                format!(
                    "{}, or add `--as-indexed` to ask the documents as they were then",
                    self.help()
                ),
            )),
            (_, false) => Ok(Some(Diagnostic {
                message: format!("the index is older than its documents: {told}"),
                help: format!("{} to bring it up to date", self.help()),
            })),
            (_, true) => Ok(None),
        }
    }
}

impl CorpusFiles {
    fn skip(&mut self, folder: &Path, path: &Path, why: &str) {
        let why = format!("`{}` {why}", path.display());
        self.skipped.insert(name(folder, path), why);
    }
}

/// A document's name in the index: its path from the folder on.
fn name(folder: &Path, path: &Path) -> String {
    let inner = path.strip_prefix(folder).unwrap_or(path);
    inner.to_string_lossy().into_owned()
}

fn told(stale: &Stale) -> String {
    let parts = [
        (&stale.changed, "changed"),
        (&stale.gone, "gone"),
        (&stale.new, "new"),
    ];
    let parts = parts.into_iter().filter(|(names, _)| !names.is_empty());
    let parts: Vec<String> = parts
        .map(|(names, what)| {
            let first: Vec<String> = names
                .iter()
                .take(NAMED)
                .map(|name| format!("`{name}`"))
                .collect();
            let more = match names.len().saturating_sub(NAMED) {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            format!("{what}: {}{more}", first.join(", "))
        })
        .collect();
    parts.join("; ")
}
