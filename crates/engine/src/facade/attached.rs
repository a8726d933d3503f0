//! Documents inside documents: what came with a mail is read and judged under its own name,
//! `mail.eml/contract.pdf`, which is also the path that opens it.
#![allow(
    clippy::disallowed_methods,
    reason = "whether a path leads through a file is asked of the file system"
)]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use groundstop_canon::sha256_hex;
use groundstop_read::{Attachment, FileKind, kind_of};

use super::{DocumentInput, Engine, ReadingOptions};
use crate::error::EngineError;
use crate::files;
use crate::folder::{is_document_name, not_read};

/// Mails attached to mails are opened so many levels deep.
const DEPTH_MAX: usize = 4;
/// Bytes that show whether a file is a mail.
const HEAD_BYTES: u64 = 64 * 1024;

impl Engine {
    /// What came with a mail, in its order; other documents have nothing with them.
    ///
    /// # Errors
    /// Where the mail cannot be read.
    pub fn attachments(&self, input: DocumentInput<'_>) -> Result<Vec<Attachment>, EngineError> {
        if kind_of(input.bytes) != FileKind::Mail {
            return Ok(Vec::new());
        }
        let taken = self.reader(input.reading)?.attachments(input.bytes);
        taken.map_err(|error| EngineError::input(&error, error.help()).about(input.label))
    }

    /// The names of everything that came with the mail in a file, as they follow the file's
    /// own name: `contract.pdf`, `message.eml/terms.txt`. What is of no format that is read, such as
    /// a picture, comes with the reason.
    ///
    /// # Errors
    /// Where the file is a mail and cannot be read.
    pub fn attached_to(
        &self,
        path: &Path,
        reading: &ReadingOptions,
    ) -> Result<Vec<(PathBuf, Option<String>)>, EngineError> {
        // Whatever is wrong with the file is said when it is read itself.
        if !is_mail(path) {
            return Ok(Vec::new());
        }
        let bytes = files::read(path, reading.max_bytes)?;
        let mut named = Vec::new();
        self.walk_attached(path, &bytes, reading, |name, bytes| {
            let inner = name.strip_prefix(path).unwrap_or(name).to_owned();
            let why = match is_document_name(name) {
                true => None,
                false => not_read(bytes),
            };
            named.push((inner, why));
        })?;
        Ok(named)
    }

    /// Files by the digests of their bytes, and with them what came with the mails among them.
    pub(super) fn with_attached(
        &self,
        mut files: BTreeMap<String, PathBuf>,
        reading: &ReadingOptions,
    ) -> BTreeMap<String, PathBuf> {
        let paths: Vec<PathBuf> = files.values().cloned().collect();
        for path in paths.iter().filter(|path| is_mail(path)) {
            // A mail that cannot be opened has nothing that could be decided again.
            let Ok(bytes) = files::read(path, reading.max_bytes) else {
                continue;
            };
            let _ = self.walk_attached(path, &bytes, reading, |inner, bytes| {
                files.insert(sha256_hex(bytes), inner.to_owned());
            });
        }
        files
    }

    /// Everything that came with a mail, under the path that opens it.
    pub(super) fn walk_attached(
        &self,
        path: &Path,
        bytes: &[u8],
        reading: &ReadingOptions,
        mut visit: impl FnMut(&Path, &[u8]),
    ) -> Result<(), EngineError> {
        self.walk(path, bytes, reading, DEPTH_MAX, &mut visit)
    }

    fn walk(
        &self,
        path: &Path,
        bytes: &[u8],
        reading: &ReadingOptions,
        depth: usize,
        visit: &mut impl FnMut(&Path, &[u8]),
    ) -> Result<(), EngineError> {
        if depth == 0 {
            return Ok(());
        }
        let label = path.display().to_string();
        let attached = self.attachments(DocumentInput {
            name: &label,
            label: &label,
            bytes,
            reading,
        })?;
        for one in attached {
            let inner = path.join(&one.name);
            visit(&inner, &one.bytes);
            self.walk(&inner, &one.bytes, reading, depth.saturating_sub(1), visit)?;
        }
        Ok(())
    }

    /// The bytes of a document: a file, or what came with the mail that a path leads
    /// through.
    ///
    /// # Errors
    /// Where there is no such file, it is too large, or nothing of that name came with it.
    pub fn open_document(
        &self,
        path: &Path,
        reading: &ReadingOptions,
    ) -> Result<Vec<u8>, EngineError> {
        let Some(mail) = path.ancestors().skip(1).find(|one| one.is_file()) else {
            return files::read(path, reading.max_bytes);
        };
        let mut bytes = files::read(mail, reading.max_bytes)?;
        let mut at = mail.to_owned();
        for name in path.strip_prefix(mail).into_iter().flatten() {
            let label = at.display().to_string();
            let attached = self.attachments(DocumentInput {
                name: &label,
                label: &label,
                bytes: &bytes,
                reading,
            })?;
            let names: Vec<String> = attached.iter().map(|one| one.name.clone()).collect();
            let found = attached.into_iter().find(|one| *one.name == *name);
            let found = found.ok_or_else(|| not_attached(&at, &name.to_string_lossy(), &names))?;
            bytes = found.bytes;
            at.push(name);
        }
        Ok(bytes)
    }
}

fn is_mail(path: &Path) -> bool {
    files::head(path, HEAD_BYTES).is_ok_and(|head| kind_of(&head) == FileKind::Mail)
}

fn not_attached(mail: &Path, name: &str, names: &[String]) -> EngineError {
    let help = match names {
        [] => "nothing is attached to it; check the path".to_owned(),
        names => format!("it has {}", names.join(", ")),
    };
    EngineError::input(
        format!(
            "nothing called `{name}` is attached to `{}`",
            mail.display()
        ),
        help,
    )
}
