//! A page as a picture, for people and for OCR.

use std::panic::{AssertUnwindSafe, catch_unwind};

use hayro::{PixmapSettings, RenderCache, RenderSettings, render};
use hayro_interpret::InterpreterSettings;
use hayro_syntax::Pdf;
use hayro_syntax::page::Page;
use serde::{Deserialize, Serialize};

use super::tree::{self, PageEntry};
use super::{FORMAT, open};
use crate::{ReadError, ReadOptions};

/// The longest side of a picture, in pixels; a larger page is drawn smaller.
const SIDE_PIXELS_MAX: f32 = 6_000.0;
/// Points to an inch.
const POINTS: f32 = 72.0;

/// A drawn page: rows from the top, three bytes a pixel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Picture {
    /// Pixels in a row.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// Red, green and blue of each pixel.
    pub rgb: Vec<u8>,
}

impl Picture {
    /// Whether there are as many bytes as width and height call for.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        let bytes = u64::from(self.width) * u64::from(self.height) * 3;
        u64::try_from(self.rgb.len()) == Ok(bytes)
    }

    /// The picture in shades of grey, in the portable graymap format.
    #[must_use]
    pub fn to_graymap(&self) -> Vec<u8> {
        let mut out = format!("P5\n{} {}\n255\n", self.width, self.height).into_bytes();
        let pixels = self.rgb.chunks_exact(3);
        out.extend(pixels.map(|pixel| match pixel {
            [r, g, b] => {
                let sum = u32::from(*r) * 299 + u32::from(*g) * 587 + u32::from(*b) * 114;
                u8::try_from(sum / 1000).unwrap_or(u8::MAX)
            }
            _ => u8::MAX,
        }));
        out
    }
}

/// Draws a page counted from 1 on white, with about so many dots to the inch.
pub(crate) fn draw(
    bytes: &[u8],
    options: &ReadOptions,
    number: u32,
    dpi: u16,
) -> Result<Picture, ReadError> {
    let pdf = open(bytes, options.password.as_deref())?;
    draw_of(&pdf, options, number, dpi)
}

/// Draws a page of an open file.
pub(crate) fn draw_of(
    pdf: &Pdf,
    options: &ReadOptions,
    number: u32,
    dpi: u16,
) -> Result<Picture, ReadError> {
    let failed = |_| ReadError::malformed(FORMAT, format!("the parser failed on page {number}"));
    catch_unwind(AssertUnwindSafe(|| {
        let entries = tree::page_entries(pdf, options.limits.pages);
        let index = usize::try_from(number).ok().and_then(|n| n.checked_sub(1));
        let page = match index.and_then(|index| entries.get(index)) {
            Some(PageEntry::Page(index)) => pdf.pages().get(*index),
            Some(PageEntry::Missing | PageEntry::Again) => None,
            None => return Err(ReadError::NoSuchPage(number)),
        };
        page.map(|page| paint(page, dpi)).ok_or_else(|| {
            ReadError::malformed(FORMAT, format!("it lists page {number} and lacks it"))
        })
    }))
    .map_err(failed)?
}

fn paint(page: &Page<'_>, dpi: u16) -> Picture {
    let (width, height) = page.render_dimensions();
    let scale = (f32::from(dpi) / POINTS).min(SIDE_PIXELS_MAX / width.max(height).max(1.0));
    let settings = PixmapSettings {
        x_scale: scale,
        y_scale: scale,
        bg_color: hayro::vello_cpu::color::palette::css::WHITE,
    };
    let drawn = render(
        page,
        &RenderCache::new(),
        &InterpreterSettings::default(),
        &RenderSettings::default(),
        &settings,
    );
    let (width, height) = (u32::from(drawn.width()), u32::from(drawn.height()));
    // The ground is opaque, so what is painted on it is opaque too.
    let pixels = drawn.data().iter();
    let rgb = pixels
        .flat_map(|pixel| [pixel.r, pixel.g, pixel.b])
        .collect();
    Picture { width, height, rgb }
}
