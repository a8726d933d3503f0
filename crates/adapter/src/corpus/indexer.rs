//! Makes an index, and brings one up to date.
//!
//! Reading a document is the expensive part, and is done once for the same bytes.
//! The passages are written anew whenever something changed, in the order of the
//! names, so that an index brought up to date equals one made from nothing.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use groundstop_canon::sha256_hex;
use groundstop_document::Document;

use super::IndexError;
use super::fresh::Stamp;
use super::lock::{self, Writing};
use super::manifest::{self, IndexedDocument, Manifest, PRODUCT};
use super::passage_index::PassageIndexWriter;
use super::passages::{about, passages};
use super::wire;

/// An index that is being written. Nobody else can, until it is dropped.
#[derive(Debug)]
pub struct Indexer {
    dir: PathBuf,
    before: Manifest,
    /// Documents that are stored, by the digest of their bytes.
    known: BTreeMap<String, IndexedDocument>,
    /// What will be in it, by name.
    now: BTreeMap<String, IndexedDocument>,
    /// The names that were kept or added.
    seen: BTreeSet<String>,
    folder: Option<PathBuf>,
    left_out: BTreeSet<String>,
    _writing: Writing,
}

/// What became of the documents.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// Documents that were read for the first time, or whose bytes changed.
    pub added: usize,
    /// Documents that are under another name now.
    pub renamed: usize,
    /// Documents that are no longer there.
    pub removed: usize,
    /// Documents that are as they were.
    pub unchanged: usize,
    /// Passages that can be found in all of them.
    pub passages: u64,
}

impl Indexer {
    /// Opens the index in a folder, or begins one there.
    ///
    /// # Errors
    /// Where the folder cannot be written, or somebody else is writing.
    pub fn open_or_create(dir: &Path) -> Result<Indexer, IndexError> {
        let system = |error| IndexError::System(dir.to_owned(), error);
        fs::create_dir_all(manifest::documents_dir(dir)).map_err(system)?;
        let writing = Writing::begin(dir).map_err(system)?;
        let writing = writing.ok_or_else(|| IndexError::Busy(dir.to_owned()))?;
        // An index of another format, or a damaged one, is made anew.
        let before = match Manifest::load(dir) {
            Ok(Some(found)) => found,
            Ok(None) | Err(IndexError::OtherFormat(_) | IndexError::Damaged(_)) => Manifest::new(),
            Err(error) => return Err(error),
        };
        let documents = before.documents.iter().cloned();
        let same_product = before.product == PRODUCT;
        // Another version may read the same bytes differently.
        let reusable = documents.clone().filter(|_| same_product);
        Ok(Indexer {
            dir: dir.to_owned(),
            known: reusable.map(|each| (each.sha256.clone(), each)).collect(),
            now: documents.map(|each| (each.name.clone(), each)).collect(),
            before,
            seen: BTreeSet::new(),
            folder: None,
            left_out: BTreeSet::new(),
            _writing: writing,
        })
    }

    /// Says which folder the documents are from.
    pub fn of_folder(&mut self, folder: &Path) {
        self.folder = Some(folder.to_owned());
    }

    /// Says that there is a file of this name which is not taken in.
    pub fn leave_out(&mut self, name: &str) {
        self.left_out.insert(name.to_owned());
    }

    /// Says what the file of a document looked like before it was read.
    pub fn stamp(&mut self, name: &str, stamp: Option<Stamp>) {
        if let Some(entry) = self.now.get_mut(name) {
            entry.stamp = stamp;
        }
    }

    /// Keeps the document with these bytes under this name, where it is known
    /// under any name. Where it is not, it has to be read and added.
    pub fn keep(&mut self, name: &str, sha256: &str) -> bool {
        let Some(entry) = self.known.get(sha256) else {
            return false;
        };
        let stored = fs::read(manifest::document_path(&self.dir, sha256));
        if !stored.is_ok_and(|packed| sha256_hex(&packed) == entry.packed_sha256) {
            return false;
        }
        let entry = IndexedDocument {
            name: name.to_owned(),
            stamp: None,
            ..entry.clone()
        };
        self.put(entry);
        true
    }

    /// Adds a document that was read, in place of any other of this name.
    ///
    /// # Errors
    /// Where it cannot be stored.
    pub fn add(&mut self, name: &str, document: Document) -> Result<(), IndexError> {
        let at = manifest::document_path(&self.dir, document.sha256());
        let mut entry = IndexedDocument {
            name: name.to_owned(),
            sha256: document.sha256().to_owned(),
            text_sha256: document.text_sha256().to_owned(),
            reader: document.reader().to_owned(),
            chars: document.char_count().as_u64(),
            passages: u64::try_from(passages(&document).len()).unwrap_or(u64::MAX),
            packed_sha256: String::new(),
            stamp: None,
        };
        let system = |error| IndexError::System(at.clone(), error);
        let packed = wire::pack(document).map_err(system)?;
        entry.packed_sha256 = sha256_hex(&packed);
        manifest::write_in_one_step(&at, &packed).map_err(system)?;
        self.known.insert(entry.sha256.clone(), entry.clone());
        self.put(entry);
        Ok(())
    }

    fn put(&mut self, entry: IndexedDocument) {
        self.seen.insert(entry.name.clone());
        self.now.insert(entry.name.clone(), entry);
    }

    /// Takes a document out.
    pub fn remove(&mut self, name: &str) -> bool {
        self.now.remove(name).is_some()
    }

    /// Takes out every document that was neither kept nor added.
    pub fn remove_unseen(&mut self) {
        self.now.retain(|name, _| self.seen.contains(name));
    }

    /// Puts the new index in the place of the old one. Where nothing changed,
    /// nothing is written.
    ///
    /// # Errors
    /// Where something cannot be written; the old index stays in place.
    pub fn commit(self) -> Result<Changes, IndexError> {
        let system = |error| IndexError::System(self.dir.clone(), error);
        let mut after = Manifest {
            documents: self.now.values().cloned().collect(),
            folder: self.folder.clone(),
            left_out: self.left_out.clone(),
            ..Manifest::new()
        };
        let changes = changes(&self.before.documents, &after.documents);
        if after.says_as(&self.before) && self.before.is_whole(&self.dir) {
            after.generation = self.before.generation;
            after.passage_files = self.before.passage_files.clone();
        } else {
            after.generation = self.before.generation.saturating_add(1);
            self.write_passages(&after)?;
            let written = manifest::digests_in(&after.passages_dir(&self.dir));
            after.passage_files = written.map_err(system)?;
        }
        if after != self.before {
            after.store(&self.dir).map_err(system)?;
        }
        // What is left over does no harm, and goes with a later commit.
        let _ = lock::unless_read(&self.dir, || sweep(&self.dir, &after));
        Ok(changes)
    }

    fn write_passages(&self, after: &Manifest) -> Result<(), IndexError> {
        let dir = after.passages_dir(&self.dir);
        let system = |error: io::Error| IndexError::System(dir.clone(), error);
        let refused = |error: tantivy::TantivyError| system(io::Error::other(error));
        if dir.is_dir() {
            // Somebody began this generation and did not finish it.
            fs::remove_dir_all(&dir).map_err(system)?;
        }
        let writer = PassageIndexWriter::create(&dir).map_err(refused)?;
        let mut written = BTreeSet::new();
        for entry in &after.documents {
            if !written.insert(entry.sha256.as_str()) {
                continue;
            }
            let at = manifest::document_path(&self.dir, &entry.sha256);
            let packed = fs::read(&at).map_err(|error| IndexError::System(at, error))?;
            let document = wire::unpack(&packed, &entry.sha256)
                .filter(|document| document.text_sha256() == entry.text_sha256)
                .ok_or_else(|| IndexError::Damaged(self.dir.clone()))?;
            let about = about(&entry.name, &document);
            for passage in passages(&document) {
                let added = writer.add(&entry.sha256, &about, &passage);
                added.map_err(refused)?;
            }
        }
        writer.finish().map_err(refused)
    }
}

fn changes(before: &[IndexedDocument], after: &[IndexedDocument]) -> Changes {
    let of = |entries: &[IndexedDocument]| -> BTreeSet<(String, String)> {
        let pairs = entries.iter();
        pairs
            .map(|each| (each.sha256.clone(), each.name.clone()))
            .collect()
    };
    let digests = |entries: &[IndexedDocument]| -> BTreeSet<String> {
        entries.iter().map(|each| each.sha256.clone()).collect()
    };
    let (had, knew, keeps) = (of(before), digests(before), digests(after));
    let mut changes = Changes {
        removed: knew.difference(&keeps).count(),
        passages: after.iter().map(|each| each.passages).sum(),
        ..Changes::default()
    };
    for (sha256, name) in of(after) {
        let knew = knew.contains(&sha256);
        let count = match (knew, had.contains(&(sha256, name))) {
            (_, true) => &mut changes.unchanged,
            (true, false) => &mut changes.renamed,
            (false, false) => &mut changes.added,
        };
        *count += 1;
    }
    changes
}

/// Removes passages of other generations, and documents that belong to nobody.
fn sweep(dir: &Path, kept: &Manifest) -> io::Result<()> {
    let current = manifest::passages_name(kept.generation);
    for entry in fs::read_dir(dir)? {
        let entry = entry?;
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if name.starts_with("passages-") && name != current {
            fs::remove_dir_all(entry.path())?;
        }
    }
    let documents: BTreeSet<_> = kept
        .documents
        .iter()
        .map(|each| each.sha256.as_str())
        .collect();
    for entry in fs::read_dir(manifest::documents_dir(dir))? {
        let entry = entry?;
        if !documents.contains(&*entry.file_name().to_string_lossy()) {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}
