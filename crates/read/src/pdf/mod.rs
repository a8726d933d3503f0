//! PDF: glyphs as they are painted, put in reading order by their boxes.

mod about;
mod actual;
mod bidi;
mod carried;
mod cells;
mod collect;
mod content;
mod cover;
mod draw;
mod forms;
mod furniture;
mod gaps;
mod glyph;
mod grid;
mod lines;
mod look;
mod owner;
mod page;
mod page_text;
mod reading_order;
mod ruled;
mod scribble;
mod seen;
mod spanning;
mod strike;
mod strings;
mod table;
mod tree;
mod vertical;
mod widths;
mod words;

use std::panic::{AssertUnwindSafe, catch_unwind};

use groundstop_document::{ByteOffset, ByteSpan, DocumentBuilder, HiddenLayer, LayerKind, Table};
use hayro_interpret::InterpreterCache;
use hayro_syntax::{DecryptionError, LoadPdfError, Pdf};

use crate::FileKind;
use crate::kind::looks_pdf;
use crate::registry::ReaderEntry;
use crate::tables;
use crate::{LimitKind, ReadError, ReadOptions};
pub use draw::Picture;
pub(crate) use draw::draw;
pub use look::PageLook;
pub(crate) use look::look;
use page::ReadPage;
use tree::PageEntry;

/// The reader of PDF files, with its version.
pub const PDF_READER: &str = "pdf/3 hayro 0.9.0";

/// How the house knows this format.
pub(crate) const ENTRY: ReaderEntry = ReaderEntry {
    kind: FileKind::Pdf,
    code: "pdf",
    reader: PDF_READER,
    about: "PDF, every character with its place",
    extensions: &["pdf"],
    is_text: false,
    looks: looks_pdf,
    read,
};

const FORMAT: &str = "PDF";

/// Reads a PDF.
pub(crate) fn read(bytes: &[u8], options: &ReadOptions) -> Result<DocumentBuilder, ReadError> {
    let pdf = open(bytes, options.password.as_deref())?;
    let limits = &options.limits;
    let entries = catch_unwind(AssertUnwindSafe(|| tree::page_entries(&pdf, limits.pages)))
        .map_err(|_| ReadError::malformed(FORMAT, "the parser failed on its list of pages"))?;
    if entries.is_empty() {
        return Err(ReadError::NoPages);
    }
    if entries.len() > limits.pages {
        return Err(ReadError::limit(LimitKind::Pages, limits.pages));
    }
    let cache = InterpreterCache::new();
    let mut pages: Vec<ReadPage> = Vec::new();
    let mut text_bytes = 0usize;
    for entry in entries {
        let page = match entry {
            PageEntry::Missing => ReadPage::unread("the file lists it and does not hold it"),
            PageEntry::Again => ReadPage::unread("the file lists an earlier page here once more"),
            PageEntry::Page(index) => match pdf.pages().get(index) {
                Some(page) => page::read(page, &cache, limits),
                None => ReadPage::unread("the file lists it and does not hold it"),
            },
        };
        text_bytes = text_bytes.saturating_add(page.text.text.len());
        if text_bytes > limits.text_bytes {
            return Err(ReadError::limit(LimitKind::TextBytes, limits.text_bytes));
        }
        pages.push(page);
    }
    let comments: Vec<String> = pages
        .iter_mut()
        .flat_map(|page| std::mem::take(&mut page.comments))
        .collect();
    let mut builder = assemble(pages);
    for text in comments {
        builder.hidden_layer(HiddenLayer {
            kind: LayerKind::Comment,
            text,
        });
    }
    let about = catch_unwind(AssertUnwindSafe(|| about::layers(&pdf)));
    let carried = catch_unwind(AssertUnwindSafe(|| carried::layers(&pdf)));
    for layer in about.into_iter().chain(carried).flatten() {
        builder.hidden_layer(layer);
    }
    Ok(builder)
}

/// Opens the file, without the password first: many files need none to be read.
fn open(bytes: &[u8], password: Option<&str>) -> Result<Pdf, ReadError> {
    match (load(bytes, ""), password) {
        (Err(ReadError::PasswordNeeded), Some(password)) => match load(bytes, password) {
            Err(ReadError::PasswordNeeded) => owner::user_password(bytes, password)
                .and_then(|user| load(bytes, &user).ok())
                .ok_or(ReadError::PasswordWrong),
            opened => opened,
        },
        (opened, _) => opened,
    }
}

fn load(bytes: &[u8], password: &str) -> Result<Pdf, ReadError> {
    let loaded = catch_unwind(AssertUnwindSafe(|| {
        let pdf = Pdf::new_with_password(bytes.to_vec(), password)?;
        // The page list is made on first use, and may fail on its own.
        let _ = pdf.pages().len();
        Ok(pdf)
    }));
    let loaded = loaded.map_err(|_| ReadError::malformed(FORMAT, "the parser failed on it"))?;
    loaded.map_err(|error| match error {
        LoadPdfError::Decryption(DecryptionError::PasswordProtected) => ReadError::PasswordNeeded,
        LoadPdfError::Decryption(DecryptionError::UnsupportedAlgorithm) => {
            ReadError::Encryption("its method is not known".into())
        }
        LoadPdfError::Decryption(_) => {
            ReadError::Encryption("what it says about that is damaged".into())
        }
        LoadPdfError::Invalid => ReadError::malformed(FORMAT, "no pages could be found in it"),
    })
}

/// Puts the pages together: what was measured on a page moves to its place in the text.
fn assemble(pages: Vec<ReadPage>) -> DocumentBuilder {
    let (texts, rest): (Vec<_>, Vec<_>) = pages
        .into_iter()
        .map(|page| (page.text, (page.unread, page.size)))
        .unzip();
    let furniture = furniture::find(&texts);
    let mut builder = DocumentBuilder::new(PDF_READER);
    let last = texts.len().saturating_sub(1);
    let numbered = texts.into_iter().zip(rest).zip(furniture).enumerate();
    for (number, ((mut page, (unread, size)), spans)) in numbered {
        if number < last {
            page.text.push('\u{c}');
        }
        let start = match unread {
            Some(unread) => {
                let start = builder.unread_page(&page.text, &unread.reason).start.0;
                if unread.in_picture {
                    builder.seen_in_picture();
                }
                start
            }
            None => builder.page(&page.text).start.0,
        };
        if let Some(size) = size {
            builder.page_size(size);
        }
        let shift = |from: usize, to: usize| {
            ByteSpan::new(start.saturating_add(from), start.saturating_add(to))
        };
        for (at, area) in page.boxes {
            builder.char_box(ByteOffset(start.saturating_add(at)), area);
        }
        for (from, to, flag) in page.flags {
            builder.flag(shift(from, to), flag);
        }
        for (from, to) in spans {
            builder.furniture(shift(from, to));
        }
        for rows in page.tables {
            let table = Table {
                head_rows: tables::head_rows(&page.text, &rows),
                rows,
                ..Table::default()
            };
            builder.table(table.shifted(start));
        }
    }
    builder
}
