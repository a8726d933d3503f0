//! The index of a folder of documents.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use groundstop_adapter::corpus::{Changes, IndexError, Indexer, Stamp, is_index};
use groundstop_canon::sha256_hex;
use groundstop_research::call::{Found, FoundDocument};
use groundstop_research::screened::{OrderPlace, Screened};

use super::{DocumentInput, Engine, ReadingOptions};
use crate::control::{ProgressEvent, RunControl};
use crate::error::EngineError;
use crate::files;
use crate::folder::{is_document_name, no_documents, not_read};
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
    /// Whether orders to a machine are looked for in every document.
    pub screening: IndexScreening,
}

/// What becomes of documents in which an order to a machine stands. One of them ends
/// every question that finds it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum IndexScreening {
    /// Nobody looks.
    #[default]
    Off,
    /// They are named, and indexed.
    Tell,
    /// They are named, and left out.
    LeaveOut,
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
    /// Where orders to a machine stand, document by document, where that was looked for.
    pub orders: Vec<OrderPlace>,
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
        let mut found = library.files()?;
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
        let (mut unreadable, mut orders) = (Vec::new(), Vec::new());
        let mut others = BTreeMap::new();
        let of = found.documents.len();
        for (done, (name, path)) in found.documents.iter().enumerate() {
            control.go_on()?;
            control.tell(ProgressEvent::Document { name, done, of });
            let stamp = Stamp::of(path);
            let mut job = Adding {
                engine: self,
                indexer: &mut indexer,
                request,
                library: &library,
                stamp,
            };
            let mut take = |name: &str, bytes: Result<&[u8], EngineError>| {
                let added = bytes.and_then(|bytes| job.add(name, bytes));
                match added {
                    Ok(found) => orders.extend(found),
                    Err(error) => {
                        job.indexer.leave_out(name);
                        unreadable.push((name.to_owned(), error.messages()));
                    }
                }
            };
            let bytes = match files::read(path, request.reading.max_bytes) {
                Ok(bytes) => bytes,
                Err(error) => {
                    take(name, Err(error));
                    continue;
                }
            };
            take(name, Ok(&bytes));
            let attached = |inner: &Path, bytes: &[u8]| {
                let name = inner.to_string_lossy();
                match not_read(bytes).filter(|_| !is_document_name(inner)) {
                    Some(why) => {
                        let path = request.folder.join(inner);
                        others.insert(name.into_owned(), format!("`{}` {why}", path.display()));
                    }
                    None => take(&name, Ok(bytes)),
                }
            };
            // A mail that cannot be opened was named just before.
            let _ = self.walk_attached(Path::new(name), &bytes, &request.reading, attached);
        }
        found.others.extend(others);
        indexer.remove_unseen();
        let changes = indexer.commit().map_err(failed)?;
        Ok(IndexOutcome {
            changes,
            unreadable,
            orders,
            files: found,
            library,
        })
    }
}

/// What a document is added to an index with.
struct Adding<'a> {
    engine: &'a Engine,
    indexer: &'a mut Indexer,
    request: &'a IndexRequest,
    library: &'a CorpusFolder,
    /// How the file looks now.
    stamp: Option<Stamp>,
}

impl Adding<'_> {
    /// Reads a document, unless the index holds these very bytes already and nobody wants
    /// to know what is in it; where orders to a machine stand in it.
    fn add(&mut self, name: &str, bytes: &[u8]) -> Result<Vec<OrderPlace>, EngineError> {
        let (engine, request) = (self.engine, self.request);
        let read = || {
            let label = request.folder.join(name).display().to_string();
            let input = DocumentInput {
                name,
                label: &label,
                bytes,
                reading: &request.reading,
            };
            engine.read(input, RunControl::default())
        };
        let mut orders = Vec::new();
        let mut document = None;
        if request.screening != IndexScreening::Off {
            let found = Found::Documents(vec![FoundDocument {
                name: name.to_owned(),
                document: read()?,
                passages: Vec::new(),
            }]);
            let screened = Screened::new(found, engine.injection_screen()?, "");
            let (found, _, places) = screened.into_parts();
            orders = places;
            if let Found::Documents(found) = found {
                document = found.into_iter().next().map(|one| one.document);
            }
        }
        if !orders.is_empty() && request.screening == IndexScreening::LeaveOut {
            self.indexer.leave_out(name);
            return Ok(orders);
        }
        if !self.indexer.keep(name, &sha256_hex(bytes)) {
            let document = document.map_or_else(read, Ok)?;
            let added = self.indexer.add(name, document);
            added.map_err(|error| self.library.refused(&error))?;
        }
        self.indexer.stamp(name, self.stamp);
        Ok(orders)
    }
}
