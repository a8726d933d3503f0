//! Whether the files of a corpus are still those that were indexed.

use std::collections::BTreeMap;
use std::fs::{self, Metadata};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use groundstop_canon::sha256_hex;
use serde::{Deserialize, Serialize};

use super::Corpus;
use super::manifest::IndexedDocument;

/// A file that was written so shortly before may be written again without its time
/// showing it.
const UNSETTLED: Duration = Duration::from_secs(2);

/// What a file looks like from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stamp {
    /// How long it is.
    bytes: u64,
    /// When it was written, in nanoseconds; nothing where that proves nothing.
    modified_ns: Option<u64>,
}

impl Stamp {
    /// The stamp of a file; taken before the file is read.
    #[must_use]
    pub fn of(file: &Path) -> Option<Stamp> {
        let metadata = fs::metadata(file).ok()?;
        let settled = metadata.modified().is_ok_and(|modified| {
            let age = SystemTime::now().duration_since(modified);
            age.is_ok_and(|age| age > UNSETTLED)
        });
        Some(Stamp {
            bytes: metadata.len(),
            modified_ns: modified_ns(&metadata).filter(|_| settled),
        })
    }
}

fn modified_ns(metadata: &Metadata) -> Option<u64> {
    let since = metadata.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
    u64::try_from(since.as_nanos()).ok()
}

/// How the files differ from what was indexed; names in their order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stale {
    /// Files that say something else now.
    pub changed: Vec<String>,
    /// Files that are no longer there.
    pub gone: Vec<String>,
    /// Files that were never looked at.
    pub new: Vec<String>,
}

impl Corpus {
    /// Compares the index with the files that there are now, by name. A file is read
    /// only where it does not look as it did.
    #[must_use]
    pub fn stale(&self, files: &BTreeMap<String, PathBuf>) -> Stale {
        let manifest = &self.0.manifest;
        let mut stale = Stale::default();
        for entry in &manifest.documents {
            match files.get(&entry.name) {
                None => stale.gone.push(entry.name.clone()),
                Some(file) if is_the_same(entry, file) => {}
                Some(_) => stale.changed.push(entry.name.clone()),
            }
        }
        let known = |name: &String| {
            let at = manifest
                .documents
                .binary_search_by(|each| each.name.cmp(name));
            at.is_ok() || manifest.left_out.contains(name)
        };
        stale.new = files.keys().filter(|name| !known(name)).cloned().collect();
        stale
    }
}

fn is_the_same(entry: &IndexedDocument, file: &Path) -> bool {
    let Ok(metadata) = fs::metadata(file) else {
        return false;
    };
    if let Some(stamp) = entry.stamp {
        if stamp.bytes != metadata.len() {
            return false;
        }
        if stamp.modified_ns.is_some() && stamp.modified_ns == modified_ns(&metadata) {
            return true;
        }
    }
    fs::read(file).is_ok_and(|bytes| sha256_hex(&bytes) == entry.sha256)
}
