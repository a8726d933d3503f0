//! What a reader of pictures made of drawn words, kept beside the text.
//!
//! A file says which characters its glyphs are, and may lie about it. Whoever reads the drawing
//! does not ask the file. Nothing points into this, and it is no part of the document's identity.

use crate::{ByteSpan, Document};

/// A reading of the drawn lines of some quotes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawnReading {
    /// Who read them, with version and language.
    pub reader: String,
    /// The stretches of text whose drawing says something else.
    pub differing: Vec<DrawnWords>,
}

/// Words whose drawing was read as other ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawnWords {
    /// The words in the text.
    pub span: ByteSpan,
    /// What was read in their place, or why nothing was.
    pub read: Result<String, String>,
}

impl Document {
    /// The same document with a reading of its drawn words beside it.
    #[must_use]
    pub fn with_drawn_reading(mut self, drawn: DrawnReading) -> Document {
        self.drawn = Some(drawn);
        self
    }

    /// The reading of drawn words, where there is one.
    #[must_use]
    pub fn drawn_reading(&self) -> Option<&DrawnReading> {
        self.drawn.as_ref()
    }
}
