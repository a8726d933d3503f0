//! Where characters stand on their page.
//!
//! A reader that knows the place of a character says so once, while it builds
//! the text; the box then belongs to the character's byte offset whatever order
//! the text was put in. Separators a reader inserted have no box.

use groundstop_contract::BoxRecord;
use serde::{Deserialize, Serialize};

use crate::{ByteOffset, ByteSpan, Document};

/// How large a page is drawn, in points.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct PageSize {
    /// From left to right.
    pub width_pt: f32,
    /// From bottom to top.
    pub height_pt: f32,
}

/// A rectangle on a page as it is shown, in points from its lower left corner.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Area {
    /// Left edge.
    pub x0: f32,
    /// Lower edge.
    pub y0: f32,
    /// Right edge.
    pub x1: f32,
    /// Upper edge.
    pub y1: f32,
}

impl Area {
    /// The smallest rectangle around both.
    #[must_use]
    pub fn union(self, other: Area) -> Area {
        Area {
            x0: self.x0.min(other.x0),
            y0: self.y0.min(other.y0),
            x1: self.x1.max(other.x1),
            y1: self.y1.max(other.y1),
        }
    }

    /// Whether the other stands beside this one, on the same line.
    fn same_line(self, other: Area) -> bool {
        let shared = self.y1.min(other.y1) - self.y0.max(other.y0);
        let lower = (self.y1 - self.y0).min(other.y1 - other.y0);
        shared >= lower * 0.5
    }
}

/// One character and its box.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct CharBox {
    /// Where the character begins in the text.
    pub at: ByteOffset,
    /// Its place on its page.
    pub area: Area,
}

impl Document {
    /// All boxes, in the order of the text.
    #[must_use]
    pub fn boxes(&self) -> &[CharBox] {
        &self.boxes
    }

    /// The box of the character that begins at a byte, where it has one.
    #[must_use]
    pub fn box_at(&self, byte: ByteOffset) -> Option<Area> {
        let found = self.boxes.binary_search_by_key(&byte, |known| known.at);
        found
            .ok()
            .and_then(|index| self.boxes.get(index))
            .map(|known| known.area)
    }

    /// The boxes around a span's characters: one for each line of each page.
    #[must_use]
    pub fn boxes_of(&self, span: ByteSpan) -> Vec<BoxRecord> {
        let from = self.boxes.partition_point(|known| known.at < span.start);
        let to = self.boxes.partition_point(|known| known.at < span.end);
        let mut lines: Vec<(u32, Area)> = Vec::new();
        for known in self.boxes.get(from..to).unwrap_or_default() {
            let page = self.page_of(known.at);
            match lines.last_mut() {
                Some((on, area)) if *on == page && area.same_line(known.area) => {
                    *area = area.union(known.area);
                }
                _ => lines.push((page, known.area)),
            }
        }
        lines
            .into_iter()
            .map(|(page, area)| BoxRecord {
                page,
                x0: hundredths(area.x0),
                y0: hundredths(area.y0),
                x1: hundredths(area.x1),
                y1: hundredths(area.y1),
            })
            .collect()
    }
}

/// Points to a hundredth: finer than anyone sees, and short in JSON.
fn hundredths(points: f32) -> f64 {
    (f64::from(points) * 100.0).round() / 100.0
}
