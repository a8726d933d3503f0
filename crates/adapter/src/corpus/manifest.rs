//! The file that says what belongs to an index.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use groundstop_canon::sha256_hex;
use serde::{Deserialize, Serialize};

use super::IndexError;
use super::fresh::Stamp;

/// Its name.
const FILE: &str = "groundstop-index.json";
/// The format that this version writes and reads.
pub(super) const FORMAT: u32 = 4;
/// What wrote it; another version may read documents differently.
pub(super) const PRODUCT: &str = concat!("groundstop ", env!("CARGO_PKG_VERSION"));
const DOCUMENTS: &str = "documents";

/// A document of an index.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct IndexedDocument {
    /// What it is called.
    pub name: String,
    /// SHA-256 of its bytes.
    pub sha256: String,
    /// SHA-256 of its text.
    pub text_sha256: String,
    /// What read it.
    pub reader: String,
    /// How many characters it has.
    pub chars: u64,
    /// How many passages of it can be found.
    pub passages: u64,
    /// SHA-256 of the document as it is stored here.
    pub(super) packed_sha256: String,
    /// What its file looked like, where it came from one.
    pub(super) stamp: Option<Stamp>,
}

impl IndexedDocument {
    /// Whether the same can be found in both, whatever their files look like.
    fn says_as(&self, other: &IndexedDocument) -> bool {
        let unstamped = |each: &IndexedDocument| IndexedDocument {
            stamp: None,
            ..each.clone()
        };
        unstamped(self) == unstamped(other)
    }
}

/// What belongs to an index.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Manifest {
    pub(super) format: u32,
    pub(super) product: String,
    /// Counts the times it was written; the folder of its passages carries it.
    pub(super) generation: u64,
    /// In the order of their names.
    pub(super) documents: Vec<IndexedDocument>,
    /// The folder the documents are from, where they are from one.
    pub(super) folder: Option<PathBuf>,
    /// Names of files in it that were not taken in.
    pub(super) left_out: BTreeSet<String>,
    /// SHA-256 of every file of the passages.
    pub(super) passage_files: BTreeMap<String, String>,
}

/// All that must be known to see whether the rest can be.
#[derive(Deserialize)]
struct Head {
    format: u32,
}

impl Manifest {
    pub(super) fn new() -> Manifest {
        Manifest {
            format: FORMAT,
            product: PRODUCT.to_owned(),
            generation: 0,
            documents: Vec::new(),
            folder: None,
            left_out: BTreeSet::new(),
            passage_files: BTreeMap::new(),
        }
    }

    pub(super) fn is_in(dir: &Path) -> bool {
        dir.join(FILE).is_file()
    }

    /// Reads the manifest of a folder, where there is one.
    pub(super) fn load(dir: &Path) -> Result<Option<Manifest>, IndexError> {
        let bytes = match fs::read(dir.join(FILE)) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(IndexError::System(dir.join(FILE), error)),
        };
        let damaged = |_| IndexError::Damaged(dir.to_owned());
        let head: Head = serde_json::from_slice(&bytes).map_err(damaged)?;
        if head.format != FORMAT {
            return Err(IndexError::OtherFormat(dir.to_owned()));
        }
        let manifest: Manifest = serde_json::from_slice(&bytes).map_err(damaged)?;
        let digests = manifest.documents.iter();
        if !digests.clone().all(|each| is_digest(&each.sha256)) {
            return Err(IndexError::Damaged(dir.to_owned()));
        }
        Ok(Some(manifest))
    }

    /// Puts it in place, in one step.
    pub(super) fn store(&self, dir: &Path) -> io::Result<()> {
        let bytes = serde_json::to_vec_pretty(self).map_err(io::Error::other)?;
        write_in_one_step(&dir.join(FILE), &bytes)
    }

    pub(super) fn passages_dir(&self, dir: &Path) -> PathBuf {
        dir.join(passages_name(self.generation))
    }

    /// Whether the same can be found in both.
    pub(super) fn says_as(&self, other: &Manifest) -> bool {
        let (ours, theirs) = (&self.documents, &other.documents);
        let pairs = ours.iter().zip(theirs);
        self.product == other.product
            && ours.len() == theirs.len()
            && pairs.into_iter().all(|(one, other)| one.says_as(other))
    }

    /// Whether every file of the index is there, and those of the passages are as
    /// they were written.
    pub(super) fn is_whole(&self, dir: &Path) -> bool {
        let stored = |each: &IndexedDocument| document_path(dir, &each.sha256).is_file();
        self.documents.iter().all(stored)
            && digests_in(&self.passages_dir(dir)).is_ok_and(|found| found == self.passage_files)
    }

    /// The first of the documents with these bytes.
    pub(super) fn first_with(&self, sha256: &str) -> Option<&IndexedDocument> {
        self.documents.iter().find(|each| each.sha256 == sha256)
    }

    pub(super) fn content_sha256(&self) -> String {
        let lines: Vec<String> = self
            .documents
            .iter()
            .map(|each| format!("{} {} {}\n", each.sha256, each.text_sha256, each.name))
            .collect();
        sha256_hex(lines.concat().as_bytes())
    }
}

/// SHA-256 of every file in a folder of passages. Locks hold nothing.
pub(super) fn digests_in(dir: &Path) -> io::Result<BTreeMap<String, String>> {
    let mut digests = BTreeMap::new();
    for entry in fs::read_dir(dir)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if !name.ends_with(".lock") {
            digests.insert(name, sha256_hex(&fs::read(entry.path())?));
        }
    }
    Ok(digests)
}

pub(super) fn passages_name(generation: u64) -> String {
    format!("passages-{generation}")
}

pub(super) fn documents_dir(dir: &Path) -> PathBuf {
    dir.join(DOCUMENTS)
}

pub(super) fn document_path(dir: &Path, sha256: &str) -> PathBuf {
    documents_dir(dir).join(sha256)
}

/// A digest names a file: nothing else may.
fn is_digest(text: &str) -> bool {
    text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Writes a file so that it is there whole or not at all.
pub(super) fn write_in_one_step(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let beside = path.with_extension("new");
    let mut file = File::create(&beside)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    fs::rename(&beside, path)?;
    match path.parent() {
        // Not every system can do this for a folder; the file itself is safe already.
        Some(dir) => File::open(dir).and_then(|dir| dir.sync_all()).or(Ok(())),
        None => Ok(()),
    }
}
