//! The characters of a page as pdfium gives them, one call each.

use groundstop_document::{Area, SecondChar};
use pdfium_render::prelude::{
    PdfPage, PdfPageRenderRotation, PdfRect, PdfiumError, PdfiumInternalError,
};

use crate::library::Library;

/// Why a file could not be read a second time.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SecondReadError {
    /// The password is missing or wrong.
    #[error("it does not open with this password")]
    Password,
    /// It has more pages than it may.
    #[error("it has too many pages")]
    TooManyPages,
    /// It, or one page of it, could not be read.
    #[error("{0}")]
    Failed(String),
}

/// Which places are asked for; each costs a call for every character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Places {
    /// None.
    Text,
    /// The boxes of characters.
    Boxes,
    /// Boxes, and what of them is inked.
    Ink,
}

/// One character with its place on the page as it is shown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PdfiumChar {
    /// The character.
    pub char: char,
    /// Its advance and its font's height, with all of its ink, where it was printed.
    pub area: Option<Area>,
    /// Its ink alone.
    pub ink: Option<Area>,
}

/// One page.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PdfiumPage {
    /// Its characters, in pdfium's order.
    pub chars: Vec<PdfiumChar>,
}

impl PdfiumPage {
    /// What is printed on it, each character with its middle.
    fn printed(&self) -> Vec<SecondChar> {
        let chars = self.chars.iter().filter(|each| !each.char.is_whitespace());
        chars
            .filter_map(|each| {
                let area = each.area?;
                Some(SecondChar {
                    char: each.char,
                    x: (area.x0 + area.x1) / 2.0,
                    y: (area.y0 + area.y1) / 2.0,
                })
            })
            .collect()
    }
}

impl Library {
    /// Reads every page as a second reading has it.
    ///
    /// # Errors
    /// As [`Library::read`].
    pub fn second_reading(
        &self,
        bytes: &[u8],
        password: Option<&str>,
        pages_max: usize,
    ) -> Result<Vec<Vec<SecondChar>>, SecondReadError> {
        let pages = self.read(bytes, password, pages_max, Places::Boxes)?;
        Ok(pages.iter().map(PdfiumPage::printed).collect())
    }

    /// Reads every page; a page that fails is failure of the whole.
    ///
    /// # Errors
    /// Where the file does not open, has no pages or too many, or a page fails.
    pub fn read(
        &self,
        bytes: &[u8],
        password: Option<&str>,
        pages_max: usize,
        places: Places,
    ) -> Result<Vec<PdfiumPage>, SecondReadError> {
        let document = self.pdfium.load_pdf_from_byte_slice(bytes, password)?;
        let count = usize::try_from(document.pages().len()).unwrap_or(0);
        if count == 0 {
            return Err(SecondReadError::Failed("it has no pages".to_owned()));
        }
        if count > pages_max {
            return Err(SecondReadError::TooManyPages);
        }
        let mut pages = Vec::new();
        for index in document.pages().as_range() {
            let page = document.pages().get(index)?;
            pages.push(read_page(&page, places)?);
        }
        Ok(pages)
    }
}

impl From<PdfiumError> for SecondReadError {
    fn from(error: PdfiumError) -> SecondReadError {
        match error {
            PdfiumError::PdfiumLibraryInternalError(PdfiumInternalError::PasswordError) => {
                SecondReadError::Password
            }
            other => SecondReadError::Failed(format!("pdfium says {other:?}")),
        }
    }
}

fn read_page(page: &PdfPage<'_>, places: Places) -> Result<PdfiumPage, SecondReadError> {
    let text = page.text()?;
    let shown = match places {
        Places::Text => None,
        Places::Boxes | Places::Ink => Some(Shown::of(page)?),
    };
    let mut chars = Vec::new();
    let mut half = None;
    for each in text.chars().iter() {
        let Some(char) = whole(each.unicode_value(), &mut half) else {
            continue;
        };
        let shown = shown
            .as_ref()
            .filter(|_| !each.is_generated().unwrap_or(true));
        let area = shown.and_then(|shown| shown.area(each.loose_bounds().ok()?));
        let ink = match places {
            Places::Text | Places::Boxes => None,
            Places::Ink => shown.and_then(|shown| shown.area(each.tight_bounds().ok()?)),
        };
        chars.push(PdfiumChar { char, area, ink });
    }
    Ok(PdfiumPage { chars })
}

/// A character from what may be half of a UTF-16 pair; a half by itself is none.
fn whole(value: u32, half: &mut Option<u16>) -> Option<char> {
    let before = half.take();
    match (before, u16::try_from(value)) {
        (_, Ok(high @ 0xd800..=0xdbff)) => {
            *half = Some(high);
            None
        }
        (Some(high), Ok(low @ 0xdc00..=0xdfff)) => {
            char::decode_utf16([high, low]).next().and_then(Result::ok)
        }
        _ => char::from_u32(value),
    }
}

/// How a page's own coordinates lie on the page as it is shown.
struct Shown {
    left: f32,
    bottom: f32,
    right: f32,
    top: f32,
    rotation: PdfPageRenderRotation,
}

impl Shown {
    fn of(page: &PdfPage<'_>) -> Result<Shown, SecondReadError> {
        let boxes = page.boundaries();
        let media = boxes.media().map(|media| media.bounds).ok();
        let crop = boxes.crop().map(|crop| crop.bounds).ok();
        let shown = match (media, crop) {
            (Some(media), Some(crop)) => intersect(media, crop).unwrap_or(media),
            (one, other) => one.or(other).unwrap_or_else(|| page.page_size()),
        };
        Ok(Shown {
            left: shown.left().value,
            bottom: shown.bottom().value,
            right: shown.right().value,
            top: shown.top().value,
            rotation: page.rotation()?,
        })
    }

    /// A rectangle of the page's own on the page as it is shown.
    fn area(&self, bounds: PdfRect) -> Option<Area> {
        let (x0, x1) = (bounds.left().value, bounds.right().value);
        let (y0, y1) = (bounds.bottom().value, bounds.top().value);
        let corner = |x: f32, y: f32| match self.rotation {
            PdfPageRenderRotation::None => (x - self.left, y - self.bottom),
            PdfPageRenderRotation::Degrees90 => (y - self.bottom, self.right - x),
            PdfPageRenderRotation::Degrees180 => (self.right - x, self.top - y),
            PdfPageRenderRotation::Degrees270 => (self.top - y, x - self.left),
        };
        let ((ax, ay), (bx, by)) = (corner(x0, y0), corner(x1, y1));
        let area = Area {
            x0: ax.min(bx),
            y0: ay.min(by),
            x1: ax.max(bx),
            y1: ay.max(by),
        };
        let finite = [area.x0, area.y0, area.x1, area.y1]
            .iter()
            .all(|edge| edge.is_finite());
        finite.then_some(area)
    }
}

fn intersect(one: PdfRect, other: PdfRect) -> Option<PdfRect> {
    let left = one.left().value.max(other.left().value);
    let bottom = one.bottom().value.max(other.bottom().value);
    let right = one.right().value.min(other.right().value);
    let top = one.top().value.min(other.top().value);
    (left < right && bottom < top).then(|| PdfRect::new_from_values(bottom, left, top, right))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_of_a_pair_make_one_character() {
        let mut half = None;
        let mut read = |values: &[u32]| -> String {
            values
                .iter()
                .filter_map(|value| whole(*value, &mut half))
                .collect()
        };
        assert_eq!(
            read(&[0x41, 0xd83d, 0xde00, 0x1f600]),
            "A\u{1f600}\u{1f600}"
        );
        assert_eq!(read(&[0xd83d, 0x41]), "A");
        assert_eq!(read(&[0xde00, 0x41]), "A");
    }
}
