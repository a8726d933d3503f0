//! The local documents: an index of their passages, and the documents themselves
//! as they were read.
//!
//! A folder holds the documents, packed, under their digests; the passages in an
//! index of their own; and `groundstop-index.json`, which says what belongs
//! together. That file is put in place last and in one step: whatever happens
//! before, the index that was there is still the index. What is left of older ones
//! goes when nobody has one open.

mod fresh;
mod indexer;
mod lock;
mod manifest;
mod passage_index;
mod passages;
pub(crate) mod wire;

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

pub use fresh::{Stale, Stamp};
pub use indexer::{Changes, Indexer};
pub use manifest::IndexedDocument;

use groundstop_canon::sha256_hex;
use groundstop_research::question::TermQuestion;
use lock::Reading;
use manifest::Manifest;
use passage_index::PassageIndex;
use wire::{Answer, AnswerDocument, Hit};

/// Passages one look-up returns at most.
pub const PASSAGES_MAX: usize = 8;
/// Documents they come from at most.
pub const DOCUMENTS_MAX: usize = 5;

/// Whether a folder holds an index, of whatever version and however damaged.
#[must_use]
pub fn is_index(dir: &Path) -> bool {
    Manifest::is_in(dir)
}

/// The folder whose documents an index is of, where it says so.
#[must_use]
pub fn folder_of(dir: &Path) -> Option<PathBuf> {
    Manifest::load(dir).ok()??.folder
}

/// Why an index cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum IndexError {
    /// There is none.
    #[error("there is no index at `{0}`")]
    Missing(PathBuf),
    /// It was written in another format.
    #[error("the index at `{0}` is of another version")]
    OtherFormat(PathBuf),
    /// Somebody else is writing it.
    #[error("somebody else is writing the index at `{0}`")]
    Busy(PathBuf),
    /// Something in it is not what it should be.
    #[error("the index at `{0}` is damaged")]
    Damaged(PathBuf),
    /// The system refuses.
    #[error("`{0}`: {1}")]
    System(PathBuf, #[source] std::io::Error),
}

/// An index that is open for look-ups.
#[derive(Clone)]
pub struct Corpus(Arc<Open>);

struct Open {
    dir: PathBuf,
    manifest: Manifest,
    passages: PassageIndex,
    /// While it is held, nothing that belongs to this index is removed.
    _reading: Reading,
}

impl fmt::Debug for Corpus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Corpus")
            .field("dir", &self.0.dir)
            .field("documents", &self.0.manifest.documents.len())
            .finish_non_exhaustive()
    }
}

impl Corpus {
    /// Opens the index in a folder.
    ///
    /// # Errors
    /// Where there is none, or none that this version can use.
    pub fn open(dir: &Path) -> Result<Corpus, IndexError> {
        let reading = Reading::begin(dir);
        let manifest = Manifest::load(dir)?.ok_or_else(|| IndexError::Missing(dir.to_owned()))?;
        let damaged = || IndexError::Damaged(dir.to_owned());
        // The search library trusts its files; what was changed never gets to it.
        if !manifest.is_whole(dir) {
            return Err(damaged());
        }
        let passages = PassageIndex::open(&manifest.passages_dir(dir)).map_err(|_| damaged())?;
        Ok(Corpus(Arc::new(Open {
            dir: dir.to_owned(),
            manifest,
            passages,
            _reading: reading,
        })))
    }

    /// The documents in it, in the order of their names.
    #[must_use]
    pub fn documents(&self) -> &[IndexedDocument] {
        &self.0.manifest.documents
    }

    /// A digest of what is in it: names, bytes and texts.
    #[must_use]
    pub fn sha256(&self) -> String {
        self.0.manifest.content_sha256()
    }

    /// Finds the passages that fit a question best, and writes the answer down. A question for a
    /// term of a document by its name finds the documents that the name fits.
    pub(crate) fn look_up(&self, question: &str) -> Result<Vec<u8>, IndexError> {
        let damaged = || IndexError::Damaged(self.0.dir.clone());
        let found = match TermQuestion::of(question) {
            Some(asked) => {
                let name = asked.document.spelled();
                self.0.passages.find_named(name, DOCUMENTS_MAX)
            }
            None => self.0.passages.find(question),
        };
        let found = found.map_err(|_| damaged())?;
        let mut ranked = Vec::with_capacity(found.len());
        for passage in found {
            let entry = self.0.manifest.first_with(&passage.document);
            ranked.push((passage, entry.ok_or_else(damaged)?));
        }
        // Passages of equal score stand in an order that only their documents decide.
        ranked.sort_by(|(one, of_one), (other, of_other)| {
            (other.score.total_cmp(&one.score))
                .then_with(|| of_one.name.cmp(&of_other.name))
                .then_with(|| one.start.cmp(&other.start))
        });
        let mut answer = Answer::default();
        for (passage, entry) in ranked {
            let known = answer
                .documents
                .iter()
                .any(|has| has.sha256 == entry.sha256);
            if !known && answer.documents.len() == DOCUMENTS_MAX {
                continue;
            }
            if !known {
                answer.documents.push(self.document(entry)?);
            }
            answer.hits.push(Hit {
                document: passage.document,
                start: passage.start,
                end: passage.end,
            });
            if answer.hits.len() == PASSAGES_MAX {
                break;
            }
        }
        serde_json::to_vec(&answer).map_err(|_| damaged())
    }

    fn document(&self, entry: &IndexedDocument) -> Result<AnswerDocument, IndexError> {
        let at = manifest::document_path(&self.0.dir, &entry.sha256);
        let packed = std::fs::read(&at).map_err(|error| IndexError::System(at, error))?;
        match sha256_hex(&packed) == entry.packed_sha256 {
            true => Ok(AnswerDocument::new(entry, &packed)),
            false => Err(IndexError::Damaged(self.0.dir.clone())),
        }
    }
}
