//! How a reader puts a document together.

use groundstop_canon::sha256_hex;
use groundstop_contract::CharacterFlag;

use crate::{ByteSpan, Document, Flagged};

/// One page: its stretch of the text, and whether it could be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// Its text.
    pub span: ByteSpan,
    /// Whether it was read.
    pub state: PageState,
}

/// Whether a page was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PageState {
    /// Read in full.
    Read,
    /// Not read; what is on it is unknown.
    Unread {
        /// Why not.
        reason: String,
    },
}

/// What a reader gathers before the text is frozen.
#[derive(Clone, Debug)]
pub struct DocumentBuilder {
    pub(crate) text: String,
    pub(crate) sha256: String,
    pub(crate) reader: String,
    pub(crate) pages: Vec<Page>,
    pub(crate) furniture: Vec<ByteSpan>,
    pub(crate) flagged: Vec<Flagged>,
}

impl DocumentBuilder {
    /// Starts from the file's bytes and the reader's name with its version.
    #[must_use]
    pub fn new(bytes: &[u8], reader: &str) -> DocumentBuilder {
        DocumentBuilder {
            text: String::new(),
            sha256: sha256_hex(bytes),
            reader: reader.to_owned(),
            pages: Vec::new(),
            furniture: Vec::new(),
            flagged: Vec::new(),
        }
    }

    /// Appends a page that was read, with the text it has.
    pub fn page(&mut self, text: &str) -> ByteSpan {
        self.push(text, PageState::Read)
    }

    /// Appends a page that could not be read, with whatever text it gave.
    pub fn unread_page(&mut self, text: &str, reason: &str) -> ByteSpan {
        let reason = reason.to_owned();
        self.push(text, PageState::Unread { reason })
    }

    fn push(&mut self, text: &str, state: PageState) -> ByteSpan {
        let start = self.text.len();
        self.text.push_str(text);
        let span = ByteSpan::new(start, self.text.len());
        self.pages.push(Page { span, state });
        span
    }

    /// Marks a stretch as a running header, a footer or a page number.
    pub fn furniture(&mut self, span: ByteSpan) {
        self.furniture.push(span);
    }

    /// Notes something about a stretch of characters.
    pub fn flag(&mut self, span: ByteSpan, flag: CharacterFlag) {
        self.flagged.push(Flagged { span, flag });
    }

    /// Freezes the text. A document without pages gets one empty page.
    #[must_use]
    pub fn finish(mut self) -> Document {
        if self.pages.is_empty() {
            self.page("");
        }
        self.furniture.sort_unstable();
        self.furniture.dedup();
        Document::assemble(self)
    }
}
