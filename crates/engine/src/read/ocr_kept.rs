//! What Tesseract said about a page, kept by digest: the document's bytes, the page, the
//! language and Tesseract's version name it, so that the same page is not read twice.
//!
//! It is kept in the data directory and nowhere else: without one, nothing that a document
//! says is left in a place that nobody chose. What was damaged is read again.
#![allow(
    clippy::disallowed_methods,
    reason = "what was read from pictures is kept in files"
)]

use std::fs;
use std::path::{Path, PathBuf};

use groundstop_canon::sha256_hex;

use crate::files;

/// The folder that keeps it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct KeptPictures {
    folder: PathBuf,
}

impl KeptPictures {
    /// In a data directory that is there.
    pub(crate) fn in_data_dir(data_dir: &Path) -> Option<KeptPictures> {
        let folder = data_dir.join("ocr");
        data_dir.is_dir().then_some(KeptPictures { folder })
    }

    fn file(&self, key: &str) -> PathBuf {
        self.folder
            .join(format!("{}.tsv", sha256_hex(key.as_bytes())))
    }

    /// What was said, whole and about this very page.
    pub(crate) fn find(&self, key: &str) -> Option<String> {
        let kept = fs::read_to_string(self.file(key)).ok()?;
        let (digest, said) = kept.split_once('\n')?;
        (digest == sha256_hex(said.as_bytes())).then(|| said.to_owned())
    }

    /// Keeps it; where that fails the page is read again the next time.
    pub(crate) fn keep(&self, key: &str, said: &str) {
        let text = format!("{}\n{said}", sha256_hex(said.as_bytes()));
        if fs::create_dir_all(&self.folder).is_ok() {
            let _ = files::write(&self.file(key), text.as_bytes());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_kept_is_found_under_its_key_and_damage_is_not() {
        let folder = std::env::temp_dir().join(format!("groundstop-ocr-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let kept = KeptPictures::in_data_dir(&folder).unwrap();
        assert_eq!(kept.find("a"), None);
        kept.keep("a", "level\tpage\nword\n");
        assert_eq!(kept.find("a").as_deref(), Some("level\tpage\nword\n"));
        assert_eq!(kept.find("b"), None);
        fs::write(kept.file("a"), "0000\nlevel\tpage\nother\n").unwrap();
        assert_eq!(kept.find("a"), None);
        fs::remove_dir_all(&folder).unwrap();
        assert_eq!(KeptPictures::in_data_dir(&folder), None);
    }
}
