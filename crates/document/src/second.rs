//! What a second reader made of the same file, kept beside the text.
//!
//! Nothing points into it, and it is no part of the document's identity: it is
//! there to be compared with.

use serde::{Deserialize, Serialize};

use crate::Document;

/// One printed character of a second reading.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct SecondChar {
    /// The character.
    pub char: char,
    /// The middle of its box, from the left edge of the page as it is shown, in points.
    pub x: f32,
    /// The same from the lower edge.
    pub y: f32,
}

/// A second reading of a document.
#[derive(Clone, Debug, PartialEq)]
pub struct SecondReading {
    /// Who read it, with its version.
    pub reader: String,
    /// The characters of each page, or why there are none.
    pub pages: Result<Vec<Vec<SecondChar>>, String>,
}

impl SecondReading {
    /// The characters of a page counted from 1.
    ///
    /// # Errors
    /// Why there are none.
    pub fn page(&self, number: u32) -> Result<&[SecondChar], String> {
        let pages = self.pages.as_ref().map_err(Clone::clone)?;
        let index = usize::try_from(number).unwrap_or(usize::MAX).checked_sub(1);
        index
            .and_then(|index| pages.get(index))
            .map(Vec::as_slice)
            .ok_or_else(|| "it has no such page".to_owned())
    }
}

impl Document {
    /// The same document with a second reading beside it.
    #[must_use]
    pub fn with_second_reading(mut self, second: SecondReading) -> Document {
        self.second = Some(second);
        self
    }

    /// The second reading, where there is one.
    #[must_use]
    pub fn second_reading(&self) -> Option<&SecondReading> {
        self.second.as_ref()
    }
}
