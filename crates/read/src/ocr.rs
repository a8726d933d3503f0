//! What Tesseract says about the picture of a page, as words with their places.

use groundstop_document::{Area, ByteSpan, PageSize, PictureText, PictureWord};

/// The level of a word among the rows.
const WORD: &str = "5";

/// How large the picture is that was read, and the page it shows.
#[derive(Clone, Copy, Debug)]
pub struct Shown {
    /// Pixels in a row.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// The page.
    pub page: PageSize,
}

/// Makes text of Tesseract's TSV: lines end with a line feed, paragraphs with two.
/// Rows that are no words are passed over.
#[must_use]
pub fn picture_text(tsv: &str, shown: Shown) -> PictureText {
    let mut read = PictureText::default();
    let mut before: Option<Row<'_>> = None;
    for row in tsv.lines().filter_map(Row::of) {
        read.text.push_str(match &before {
            None => "",
            Some(last) if last.paragraph != row.paragraph => "\n\n",
            Some(last) if last.line != row.line => "\n",
            Some(_) => " ",
        });
        let start = read.text.len();
        read.text.push_str(row.text);
        let word = PictureWord {
            span: ByteSpan::new(start, read.text.len()),
            confidence_percent: row.confidence_percent,
        };
        read.words.push((word, row.area(shown)));
        before = Some(row);
    }
    read
}

/// One word as Tesseract lists it.
struct Row<'t> {
    /// Block and paragraph.
    paragraph: (&'t str, &'t str),
    line: &'t str,
    left: f32,
    top: f32,
    width: f32,
    height: f32,
    confidence_percent: u8,
    text: &'t str,
}

impl<'t> Row<'t> {
    fn of(line: &'t str) -> Option<Row<'t>> {
        let mut columns = line.split('\t');
        let mut next = || columns.next();
        let level = next()?;
        let (_page, block, paragraph, line, _word) = (next()?, next()?, next()?, next()?, next()?);
        let mut pixels = || next()?.parse::<u16>().ok().map(f32::from);
        let (left, top, width, height) = (pixels()?, pixels()?, pixels()?, pixels()?);
        // "96.37", or "-1" where there is no word.
        let whole = next()?.split('.').next()?;
        let confidence_percent = whole.parse::<u8>().ok()?.min(100);
        let text = next()?.trim();
        (level == WORD && !text.is_empty()).then_some(Row {
            paragraph: (block, paragraph),
            line,
            left,
            top,
            width,
            height,
            confidence_percent,
            text,
        })
    }

    /// From pixels, counted from the top, to points, counted from the bottom.
    fn area(&self, shown: Shown) -> Area {
        #[allow(clippy::cast_precision_loss, reason = "pictures are small")]
        let across = shown.page.width_pt / shown.width.max(1) as f32;
        #[allow(clippy::cast_precision_loss, reason = "pictures are small")]
        let down = shown.page.height_pt / shown.height.max(1) as f32;
        Area {
            x0: self.left * across,
            y0: shown.page.height_pt - (self.top + self.height) * down,
            x1: (self.left + self.width) * across,
            y1: shown.page.height_pt - self.top * down,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TSV: &str = "level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext\n\
        1\t1\t0\t0\t0\t0\t0\t0\t600\t800\t-1\t\n\
        5\t1\t1\t1\t1\t1\t60\t80\t100\t20\t96.371\tDue\n\
        5\t1\t1\t1\t1\t2\t170\t80\t40\t20\t41\ton\n\
        5\t1\t1\t1\t2\t1\t60\t120\t90\t20\t90\t5\n\
        5\t1\t1\t1\t2\t2\t60\t120\t90\t20\t95\t \n\
        5\t1\t2\t1\t1\t1\t60\t300\t90\t20\t88.0\tEnd\n\
        garbage\t\n5\t1\t1";

    fn shown() -> Shown {
        Shown {
            width: 600,
            height: 800,
            page: PageSize {
                width_pt: 300.0,
                height_pt: 400.0,
            },
        }
    }

    #[test]
    fn rows_become_lines_and_paragraphs() {
        let read = picture_text(TSV, shown());
        assert_eq!(read.text, "Due on\n5\n\nEnd");
        let sure: Vec<u8> = read
            .words
            .iter()
            .map(|(word, _)| word.confidence_percent)
            .collect();
        assert_eq!(sure, [96, 41, 90, 88]);
    }

    #[test]
    fn words_stand_where_the_picture_shows_them() {
        let read = picture_text(TSV, shown());
        let (word, area) = &read.words[0];
        assert_eq!(word.span, ByteSpan::new(0, 3));
        assert_eq!(
            (area.x0, area.y0, area.x1, area.y1),
            (30.0, 350.0, 80.0, 360.0)
        );
    }

    #[test]
    fn nothing_is_read_from_nothing() {
        assert_eq!(picture_text("", shown()), PictureText::default());
    }
}
