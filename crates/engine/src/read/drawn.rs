//! Places of a drawn page read with Tesseract: whether a drawing says what its text says.

use groundstop_document::{Area, PageSize};
use groundstop_read::Picture;

use super::{Ocr, Reader, ReaderError};

/// White around what is read, in pixels: letters at the edge are read badly.
const BORDER: usize = 24;
/// How much of the line's height is added around the words.
const ROOM_ABOVE: f32 = 0.12;
const ROOM_BESIDE: f32 = 0.2;
/// Darker and lighter than this is far enough apart to be stretched.
const RANGE_MIN: u8 = 16;

/// How a place is read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Way {
    /// How finely the page is drawn.
    pub(crate) dpi: u16,
    /// Whether it is one line, or lines of a block.
    pub(crate) is_line: bool,
}

/// The ways to read a place, the cheapest first: one that is read right in any of them says it.
pub(crate) const WAYS: [Way; 4] = [
    Way {
        dpi: 300,
        is_line: true,
    },
    Way {
        dpi: 300,
        is_line: false,
    },
    Way {
        dpi: 400,
        is_line: true,
    },
    Way {
        dpi: 200,
        is_line: true,
    },
];

impl Ocr {
    /// Who reads, as receipts state it.
    ///
    /// # Errors
    /// Where Tesseract does not run, or has no data for the language.
    pub(crate) fn name(&self, reader: &Reader) -> Result<String, ReaderError> {
        let version = self.version(reader.program.clone())?;
        self.knows_language(reader.program.clone())?;
        Ok(format!("tesseract {version} {}", self.language))
    }
}

impl Reader {
    /// What Tesseract reads in a place of a drawn page.
    ///
    /// # Errors
    /// Where Tesseract does not run.
    pub(crate) fn read_place(
        &self,
        ocr: &Ocr,
        picture: &Picture,
        (page, area): (PageSize, Area),
        way: Way,
    ) -> Result<String, ReaderError> {
        let Some(cut) = cut(picture, page, area) else {
            return Ok(String::new());
        };
        let (dpi, mode) = (way.dpi.to_string(), if way.is_line { "7" } else { "6" });
        let arguments = [
            "stdin",
            "stdout",
            "--dpi",
            &dpi,
            "--psm",
            mode,
            "-l",
            &ocr.language,
        ];
        let said = ocr.run(
            self.program.clone(),
            self.options.worker,
            &arguments,
            cut.graymap(),
        )?;
        Ok(String::from_utf8_lossy(&said).trim().to_owned())
    }
}

/// A piece of a page in shades of grey, dark on light.
struct Cut {
    width: usize,
    rows: Vec<Vec<u8>>,
}

impl Cut {
    fn graymap(&self) -> Vec<u8> {
        let (width, height) = (
            self.width.saturating_add(2 * BORDER),
            self.rows.len().saturating_add(2 * BORDER),
        );
        let mut out = format!("P5\n{width} {height}\n255\n").into_bytes();
        let blank = vec![u8::MAX; width];
        (0..BORDER).for_each(|_| out.extend_from_slice(&blank));
        for row in &self.rows {
            out.extend(std::iter::repeat_n(u8::MAX, BORDER));
            out.extend_from_slice(row);
            out.extend(std::iter::repeat_n(u8::MAX, BORDER));
        }
        (0..BORDER).for_each(|_| out.extend_from_slice(&blank));
        out
    }
}

/// The dots around some words; light letters on dark become dark ones on light.
fn cut(picture: &Picture, page: PageSize, area: Area) -> Option<Cut> {
    let size = |dots: u32| usize::try_from(dots).unwrap_or(0);
    let (wide, high) = (size(picture.width), size(picture.height));
    #[allow(clippy::cast_precision_loss, reason = "pictures are small")]
    let across = picture.width as f32 / page.width_pt;
    #[allow(clippy::cast_precision_loss, reason = "pictures are small")]
    let down = picture.height as f32 / page.height_pt;
    let tall = area.y1 - area.y0;
    let x = [area.x0 - tall * ROOM_BESIDE, area.x1 + tall * ROOM_BESIDE];
    let y = [area.y1 + tall * ROOM_ABOVE, area.y0 - tall * ROOM_ABOVE];
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the cast saturates"
    )]
    let dot = |at: f32, most: usize| (at.max(0.0) as usize).min(most);
    let [left, right] = x.map(|at| dot(at * across, wide));
    let [top, bottom] = y.map(|at| dot((page.height_pt - at) * down, high));
    if right <= left || bottom <= top {
        return None;
    }
    let mut rows: Vec<Vec<u8>> = (top..bottom)
        .map(|row| {
            let start = row.saturating_mul(wide);
            let from = start.saturating_add(left).saturating_mul(3);
            let to = start.saturating_add(right).saturating_mul(3);
            let dots = picture.rgb.get(from..to).unwrap_or_default();
            dots.chunks_exact(3).map(grey).collect()
        })
        .collect();
    stretch(&mut rows);
    Some(Cut {
        width: right.saturating_sub(left),
        rows,
    })
}

fn grey(dot: &[u8]) -> u8 {
    match dot {
        [red, green, blue] => {
            let sum = u32::from(*red) * 299 + u32::from(*green) * 587 + u32::from(*blue) * 114;
            u8::try_from(sum / 1000).unwrap_or(u8::MAX)
        }
        _ => u8::MAX,
    }
}

/// The darkest becomes black and the lightest white, the ground the light one.
fn stretch(rows: &mut [Vec<u8>]) {
    let all = || rows.iter().flatten().copied();
    let (darkest, lightest) = (all().min().unwrap_or(0), all().max().unwrap_or(u8::MAX));
    let range = lightest.saturating_sub(darkest);
    if range < RANGE_MIN {
        return;
    }
    let half = darkest.saturating_add(range / 2);
    let dark = all().filter(|dot| *dot < half).count();
    let turned = dark.saturating_mul(2) > all().count();
    for dot in rows.iter_mut().flatten() {
        let wide = u32::from(dot.saturating_sub(darkest)) * 255 / u32::from(range);
        let plain = u8::try_from(wide).unwrap_or(u8::MAX);
        *dot = if turned { u8::MAX - plain } else { plain };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_cut_out_with_room_around_and_become_dark_on_light() {
        let dark = Picture {
            width: 100,
            height: 100,
            rgb: (0..10_000)
                .flat_map(|dot| if dot % 100 == 30 { [240; 3] } else { [40; 3] })
                .collect(),
        };
        let page = PageSize {
            width_pt: 50.0,
            height_pt: 50.0,
        };
        let area = Area {
            x0: 10.0,
            y0: 10.0,
            x1: 20.0,
            y1: 20.0,
        };
        let cut = cut(&dark, page, area).unwrap();
        assert_eq!((cut.width, cut.rows.len()), (28, 25));
        let row = &cut.rows[0];
        assert!(
            row.iter()
                .enumerate()
                .all(|(at, dot)| (*dot == 0) == (at == 14)),
            "{row:?}"
        );
        let nowhere = Area {
            x0: 90.0,
            x1: 95.0,
            ..area
        };
        assert!(super::cut(&dark, page, nowhere).is_none());
    }
}
