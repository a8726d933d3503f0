//! The formats that are read, each with everything the rest of the house asks about it:
//! how its bytes are told, who reads them, what files of it are called.
//!
//! Detection, folders of documents, `doctor` and the fuzzer take from this list, and
//! [`FileKind::entry`] is matched without `_`: a new kind does not build before it is here.

use groundstop_document::DocumentBuilder;

use crate::{FileKind, ReadError, ReadOptions, docx, filing, html, mail, markdown, odt, pdf, text};

/// What bytes look like to one reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Looks {
    /// They are its own.
    Own,
    /// They are not.
    Strange,
    /// They are of a kind that nobody here reads, and this is what it is called.
    Unsupported(&'static str),
}

/// One format that is read.
#[derive(Debug)]
pub struct ReaderEntry {
    /// Its kind.
    pub kind: FileKind,
    /// Its short name; the fuzzer's target and the folder of its kept inputs are called so.
    pub code: &'static str,
    /// Its reader with its version, as receipts state it.
    pub reader: &'static str,
    /// What is read of it, for people.
    pub about: &'static str,
    /// How its files end in a folder, in small letters and without the dot.
    pub extensions: &'static [&'static str],
    /// Whether its bytes are characters, so that the magic number of something else
    /// rules it out.
    pub(crate) is_text: bool,
    pub(crate) looks: fn(&[u8]) -> Looks,
    pub(crate) read: fn(&[u8], &ReadOptions) -> Result<DocumentBuilder, ReadError>,
}

/// All formats, in the order in which bytes are compared with them.
pub const READERS: [&ReaderEntry; 8] = [
    &odt::ENTRY,
    &docx::ENTRY,
    &pdf::ENTRY,
    &filing::ENTRY,
    &html::ENTRY,
    &mail::ENTRY,
    &markdown::ENTRY,
    &text::ENTRY,
];

impl FileKind {
    /// Who reads it; nobody reads what is not supported.
    #[must_use]
    pub fn entry(self) -> Option<&'static ReaderEntry> {
        Some(match self {
            FileKind::Pdf => &pdf::ENTRY,
            FileKind::Docx => &docx::ENTRY,
            FileKind::Odt => &odt::ENTRY,
            FileKind::Html => &html::ENTRY,
            FileKind::Mail => &mail::ENTRY,
            FileKind::Filing => &filing::ENTRY,
            FileKind::Markdown => &markdown::ENTRY,
            FileKind::Text => &text::ENTRY,
            FileKind::Unsupported(_) => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_entry_is_found_by_its_kind_and_no_file_name_is_claimed_twice() {
        let mut endings: Vec<&str> = Vec::new();
        for entry in READERS {
            let found = entry.kind.entry().map(|found| found.code);
            assert_eq!(found, Some(entry.code));
            endings.extend(entry.extensions);
        }
        let count = endings.len();
        endings.sort_unstable();
        endings.dedup();
        assert_eq!(endings.len(), count);
    }
}
