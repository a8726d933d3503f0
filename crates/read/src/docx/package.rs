//! The ZIP container around a DOCX, within its limits.

use std::io::{Cursor, Read};

use zip::ZipArchive;

use super::{FORMAT, xml};
use crate::{LimitKind, ReadError, ReadLimits};

/// Below this size a part may be packed as tightly as it likes, in bytes.
const SMALL_BYTES: u64 = 1 << 20;
/// Headers, or footers, of one document, at most.
const SAME_KIND_MAX: usize = 200;

/// An opened container.
pub(crate) struct Package<'b> {
    archive: ZipArchive<Cursor<&'b [u8]>>,
    limits: ReadLimits,
    /// What messages call the file.
    format: &'static str,
}

impl<'b> Package<'b> {
    pub(crate) fn open(bytes: &'b [u8], limits: &ReadLimits) -> Result<Package<'b>, ReadError> {
        Package::open_as(FORMAT, bytes, limits)
    }

    /// The container of another format that is packed the same way.
    pub(crate) fn open_as(
        format: &'static str,
        bytes: &'b [u8],
        limits: &ReadLimits,
    ) -> Result<Package<'b>, ReadError> {
        let archive = ZipArchive::new(Cursor::new(bytes))
            .map_err(|error| ReadError::malformed(format, format!("its ZIP container: {error}")))?;
        if archive.len() > limits.zip_entries {
            return Err(ReadError::limit(LimitKind::ZipEntries, limits.zip_entries));
        }
        Ok(Package {
            archive,
            limits: *limits,
            format,
        })
    }

    /// The name of the part that holds the text.
    pub(crate) fn main(&mut self) -> Result<String, ReadError> {
        let usual = "word/document.xml";
        if self.archive.index_for_name(usual).is_some() {
            return Ok(usual.to_owned());
        }
        let relations = self.optional("_rels/.rels")?.unwrap_or_default();
        let mut found = None;
        xml::walk(&relations, |event| {
            if let xml::Node::Start(element) = event
                && element.name == "Relationship"
                && element.attribute("Type").ends_with("/officeDocument")
            {
                found = Some(
                    element
                        .attribute("Target")
                        .trim_start_matches('/')
                        .to_owned(),
                );
            }
            Ok(())
        })?;
        found.ok_or_else(|| ReadError::malformed(FORMAT, "it has no `word/document.xml`"))
    }

    /// A part that must be there.
    pub(crate) fn required(&mut self, name: &str) -> Result<Vec<u8>, ReadError> {
        let format = self.format;
        let missing = || ReadError::malformed(format, format!("it has no `{name}`"));
        self.optional(name)?.ok_or_else(missing)
    }

    /// A part, where it is there.
    pub(crate) fn optional(&mut self, name: &str) -> Result<Option<Vec<u8>>, ReadError> {
        match self.archive.index_for_name(name) {
            Some(index) => self.unpack(index, name).map(Some),
            None => Ok(None),
        }
    }

    /// All XML parts whose name begins so, in the order of their numbers.
    pub(crate) fn named(&mut self, prefix: &str) -> Result<Vec<(String, Vec<u8>)>, ReadError> {
        let mut names: Vec<String> = self
            .archive
            .file_names()
            .flatten()
            .filter(|name| name.starts_with(prefix) && name.ends_with(".xml"))
            .map(|name| name.into_owned())
            .collect();
        names.sort_by(|a, b| a.len().cmp(&b.len()).then_with(|| a.cmp(b)));
        names.truncate(SAME_KIND_MAX);
        let parts = names
            .into_iter()
            .map(|name| self.required(&name).map(|part| (name, part)));
        parts.collect()
    }

    fn unpack(&mut self, index: usize, name: &str) -> Result<Vec<u8>, ReadError> {
        let format = self.format;
        let broken = |error: &dyn std::fmt::Display| {
            ReadError::malformed(format, format!("`{name}`: {error}"))
        };
        let file = self
            .archive
            .by_index(index)
            .map_err(|error| broken(&error))?;
        let packed = file.compressed_size().max(1);
        let most = self.limits.zip_entry_bytes;
        // A small part may be packed tightly; a large one that was tiny is a bomb.
        let by_ratio = packed
            .saturating_mul(self.limits.zip_ratio)
            .max(SMALL_BYTES);
        let mut bytes = Vec::new();
        file.take(most.min(by_ratio).saturating_add(1))
            .read_to_end(&mut bytes)
            .map_err(|error| broken(&error))?;
        let unpacked = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
        if unpacked > most {
            let what = LimitKind::ZipEntryBytes;
            return Err(ReadError::Limit { what, limit: most });
        }
        if unpacked > by_ratio {
            let (what, limit) = (LimitKind::ZipRatio, self.limits.zip_ratio);
            return Err(ReadError::Limit { what, limit });
        }
        Ok(bytes)
    }
}
