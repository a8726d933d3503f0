//! The index of a folder of documents.

use std::path::{Path, PathBuf};

use groundstop_adapter::corpus::{Changes, IndexError, Indexer, Stamp, is_index};
use groundstop_canon::sha256_hex;

use super::{DocumentInput, Engine, ReadingOptions};
use crate::control::{ProgressEvent, RunControl};
use crate::error::EngineError;
use crate::files;
use crate::folder::no_documents;
use crate::library::{CorpusFiles, CorpusFolder};

/// A folder to make ready for questions.
#[derive(Clone, Debug)]
pub struct IndexRequest {
    /// The folder with the documents.
    pub folder: PathBuf,
    /// Where to keep the index, if not in the folder itself.
    pub index: Option<PathBuf>,
    /// How documents are read; its `max_bytes` holds for every file.
    pub reading: ReadingOptions,
}

/// What became of the files of a folder.
#[derive(Debug)]
pub struct IndexOutcome {
    /// The folder and its index.
    pub library: CorpusFolder,
    /// The files found, and those left out.
    pub files: CorpusFiles,
    /// What changed in the index.
    pub changes: Changes,
    /// Names of documents, and why they could not be read.
    pub unreadable: Vec<(String, String)>,
}

impl Engine {
    /// Makes the documents of a folder ready for questions, or brings their index up to
    /// date: only what changed is read again.
    ///
    /// # Errors
    /// Where the folder holds no documents, or the index cannot be written. A document
    /// that cannot be read is named in the outcome.
    pub fn index(
        &self,
        request: &IndexRequest,
        control: RunControl<'_>,
    ) -> Result<IndexOutcome, EngineError> {
        let library = CorpusFolder::new(&request.folder, request.index.as_deref());
        let found = library.files()?;
        // Where nothing was indexed either, the folder is the wrong one.
        if found.documents.is_empty() && !is_index(&library.index) {
            return Err(no_documents(&request.folder));
        }
        let failed = |error: IndexError| library.refused(&error);
        let mut indexer = Indexer::open_or_create(&library.index).map_err(failed)?;
        indexer.of_folder(&files::place(&request.folder));
        for name in found.skipped.keys() {
            indexer.leave_out(name);
        }
        let mut unreadable = Vec::new();
        let of = found.documents.len();
        for (done, (name, path)) in found.documents.iter().enumerate() {
            control.go_on()?;
            control.tell(ProgressEvent::Document { name, done, of });
            if let Err(error) = self.add(&mut indexer, path, name, request, &library) {
                indexer.leave_out(name);
                unreadable.push((name.clone(), error.messages()));
            }
        }
        indexer.remove_unseen();
        let changes = indexer.commit().map_err(failed)?;
        Ok(IndexOutcome {
            changes,
            unreadable,
            files: found,
            library,
        })
    }

    /// Reads a document, unless the index holds these very bytes already.
    fn add(
        &self,
        indexer: &mut Indexer,
        path: &Path,
        name: &str,
        request: &IndexRequest,
        library: &CorpusFolder,
    ) -> Result<(), EngineError> {
        let stamp = Stamp::of(path);
        let bytes = files::read(path, request.reading.max_bytes)?;
        if !indexer.keep(name, &sha256_hex(&bytes)) {
            let label = path.display().to_string();
            let input = DocumentInput {
                name,
                label: &label,
                bytes: &bytes,
                reading: &request.reading,
            };
            let document = self.read(input, RunControl::default())?;
            let added = indexer.add(name, document);
            added.map_err(|error| library.refused(&error))?;
        }
        indexer.stamp(name, stamp);
        Ok(())
    }
}
