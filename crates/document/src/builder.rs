//! How a reader puts a document together.

use groundstop_canon::sha256_hex;
use groundstop_contract::CharacterFlag;
use serde::{Deserialize, Serialize};

use crate::caption;
use crate::{
    Area, ByteOffset, ByteSpan, CharBox, Document, Flagged, HiddenLayer, PageSize, PictureWord,
    Table,
};

/// One page: its stretch of the text, and whether it could be read.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Page {
    /// Its text.
    pub span: ByteSpan,
    /// Whether it was read.
    pub state: PageState,
    /// How large it is, where the format has sizes.
    pub size: Option<PageSize>,
}

/// Whether a page was read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PageState {
    /// Read in full.
    Read,
    /// Not read; what is on it is unknown.
    Unread {
        /// Why not.
        reason: String,
        /// Whether all of it can be seen in a picture of the page.
        in_picture: bool,
    },
}

/// What a reader gathers before the text is frozen.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct DocumentBuilder {
    pub(crate) text: String,
    pub(crate) reader: String,
    pub(crate) pages: Vec<Page>,
    pub(crate) furniture: Vec<ByteSpan>,
    pub(crate) flagged: Vec<Flagged>,
    #[serde(with = "crate::wire")]
    pub(crate) boxes: Vec<CharBox>,
    pub(crate) layers: Vec<HiddenLayer>,
    pub(crate) tracked_changes: bool,
    pub(crate) words: Vec<PictureWord>,
    /// Travels beside the rest: what was stored before there were tables stays readable.
    #[serde(skip)]
    pub(crate) tables: Vec<Table>,
}

impl DocumentBuilder {
    /// Starts with the reader's name and its version.
    #[must_use]
    pub fn new(reader: &str) -> DocumentBuilder {
        DocumentBuilder {
            text: String::new(),
            reader: reader.to_owned(),
            pages: Vec::new(),
            furniture: Vec::new(),
            flagged: Vec::new(),
            boxes: Vec::new(),
            layers: Vec::new(),
            tracked_changes: false,
            words: Vec::new(),
            tables: Vec::new(),
        }
    }

    /// Everything a finished document was built from, to be sent between processes.
    #[must_use]
    pub fn of(document: Document) -> DocumentBuilder {
        DocumentBuilder {
            text: document.text,
            reader: document.reader,
            pages: document.pages,
            furniture: document.furniture,
            flagged: document.flagged,
            boxes: document.boxes,
            layers: document.layers,
            tracked_changes: document.tracked_changes,
            words: document.words,
            tables: document.tables,
        }
    }

    /// Leaves out where the characters stand on their pages: a stored text is smaller without.
    #[must_use]
    pub fn without_boxes(mut self) -> DocumentBuilder {
        self.boxes.clear();
        self
    }

    /// Appends a page that was read, with the text it has.
    pub fn page(&mut self, text: &str) -> ByteSpan {
        self.push(text, PageState::Read)
    }

    /// Appends a page that could not be read, with whatever text it gave.
    pub fn unread_page(&mut self, text: &str, reason: &str) -> ByteSpan {
        let state = PageState::Unread {
            reason: reason.to_owned(),
            in_picture: false,
        };
        self.push(text, state)
    }

    /// Says of the page appended last, an unread one, that a picture of it shows all it says.
    pub fn seen_in_picture(&mut self) {
        if let Some(PageState::Unread { in_picture, .. }) =
            self.pages.last_mut().map(|page| &mut page.state)
        {
            *in_picture = true;
        }
    }

    fn push(&mut self, text: &str, state: PageState) -> ByteSpan {
        let start = self.text.len();
        self.text.push_str(text);
        let span = ByteSpan::new(start, self.text.len());
        self.pages.push(Page {
            span,
            state,
            size: None,
        });
        span
    }

    /// Says how large the page appended last is.
    pub fn page_size(&mut self, size: PageSize) {
        if let Some(page) = self.pages.last_mut() {
            page.size = Some(size);
        }
    }

    /// Says where the character that begins at a byte stands on its page.
    pub fn char_box(&mut self, at: ByteOffset, area: Area) {
        self.boxes.push(CharBox { at, area });
    }

    /// Keeps text apart that a reader of the document does not see.
    pub fn hidden_layer(&mut self, layer: HiddenLayer) {
        self.layers.push(layer);
    }

    /// Notes that the document holds tracked changes.
    pub fn tracked_changes(&mut self) {
        self.tracked_changes = true;
    }

    /// Says that a stretch of the text is a table.
    pub fn table(&mut self, table: Table) {
        if !table.rows.is_empty() {
            self.tables.push(table);
        }
    }

    /// Gives the tables away: they are sent beside the rest.
    pub fn take_tables(&mut self) -> Vec<Table> {
        std::mem::take(&mut self.tables)
    }

    /// How long the text is so far, in bytes.
    #[must_use]
    pub fn text_len(&self) -> usize {
        self.text.len()
    }

    /// Marks a stretch as a running header, a footer or a page number.
    pub fn furniture(&mut self, span: ByteSpan) {
        self.furniture.push(span);
    }

    /// Notes something about a stretch of characters.
    pub fn flag(&mut self, span: ByteSpan, flag: CharacterFlag) {
        self.flagged.push(Flagged { span, flag });
    }

    /// Freezes the text as that of the file with these bytes. A document without
    /// pages gets one empty page.
    #[must_use]
    pub fn finish(self, bytes: &[u8]) -> Document {
        self.finish_as(sha256_hex(bytes))
    }

    /// As [`DocumentBuilder::finish`], where the digest of the file's bytes is known already.
    #[must_use]
    pub fn finish_as(mut self, sha256: String) -> Document {
        if self.pages.is_empty() {
            self.page("");
        }
        self.furniture.sort_unstable();
        self.furniture.dedup();
        self.boxes.sort_by_key(|known| known.at);
        self.flagged.sort_by_key(|flagged| flagged.span);
        self.words.sort_by_key(|word| word.span);
        self.tables.sort_by_key(Table::span);
        let pages: Vec<ByteSpan> = self.pages.iter().map(|page| page.span).collect();
        caption::complete(&self.text, &mut self.tables, &pages);
        Document::assemble(self, sha256)
    }
}
