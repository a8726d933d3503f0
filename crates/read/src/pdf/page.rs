//! One page: painted on the collector, put in order, judged read or unread.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use groundstop_document::PageSize;
use hayro_interpret::kurbo::{Affine, Rect};
use hayro_interpret::{
    Context, InterpreterCache, InterpreterSettings, InterpreterWarning, RenderContent, interpret,
    interpret_page,
};
use hayro_syntax::content::TypedIter;
use hayro_syntax::object::dict::keys::ANNOTS;
use hayro_syntax::page::{Page, Rotation};

use super::collect::Collector;
use super::glyph::Glyph;
use super::page_text::PageText;
use super::{content, forms, strike, vertical};
use crate::ReadLimits;

/// The longest side a page can have, in points; larger ones are taken as that.
const SIDE_POINTS_MAX: f64 = 200_000.0;
/// A picture that takes this part of a page may hold its text.
const SCAN_SHARE: f64 = 0.7;
/// Fewer visible glyphs than this beside such a picture are a stamp, not the text.
const STAMP_GLYPHS: usize = 40;

/// A page on which this many of a hundred glyphs have no known character is unread.
const UNMAPPED_PERCENT: usize = 10;

/// A page as it was read.
pub(crate) struct ReadPage {
    pub(crate) text: PageText,
    /// Why it was not read, where it was not.
    pub(crate) unread: Option<Unread>,
    pub(crate) size: Option<PageSize>,
    /// What comments beside the page say: nothing rests on them.
    pub(crate) comments: Vec<String>,
}

/// Why a page was not read.
pub(crate) struct Unread {
    pub(crate) reason: String,
    /// Whether a picture of the page shows all it says.
    pub(crate) in_picture: bool,
}

impl Unread {
    fn lost(reason: impl Into<String>) -> Unread {
        Unread {
            reason: reason.into(),
            in_picture: false,
        }
    }

    fn seen(reason: impl Into<String>) -> Unread {
        Unread {
            reason: reason.into(),
            in_picture: true,
        }
    }
}

impl ReadPage {
    pub(crate) fn unread(reason: &str) -> ReadPage {
        ReadPage {
            text: PageText::default(),
            unread: Some(Unread::lost(reason)),
            size: None,
            comments: Vec::new(),
        }
    }
}

/// Reads one page; a fault inside the parser costs this page only.
pub(crate) fn read<'a>(
    page: &Page<'a>,
    cache: &InterpreterCache<'a>,
    limits: &ReadLimits,
) -> ReadPage {
    catch_unwind(AssertUnwindSafe(|| read_inner(page, cache, limits)))
        .unwrap_or_else(|_| ReadPage::unread("the parser failed on it"))
}

fn read_inner<'a>(page: &Page<'a>, cache: &InterpreterCache<'a>, limits: &ReadLimits) -> ReadPage {
    let frame = Frame::of(page);
    let broken_font = Arc::new(AtomicBool::new(false));
    let content = content::of(page, limits.page_content_bytes);
    let mut collector = Collector::new(frame.width, frame.height, limits.page_glyphs);
    let mut context = frame.context(page, cache, &broken_font);
    interpret(
        TypedIter::new(&content.bytes),
        page.resources(),
        &mut context,
        &mut collector,
    );
    let mut glyphs = collector.finish();

    let forms::Notes {
        shown: mut notes,
        comments,
    } = forms::notes(page, frame.place);
    let mut over = Collector::new(frame.width, frame.height, limits.page_glyphs);
    if page.raw().contains_key(ANNOTS) {
        let mut context = frame.context(page, cache, &broken_font);
        interpret_page(page, &mut context, &mut over);
        over.hide_under(&mut glyphs);
        strike::mark_annotated(page, frame.place, &mut glyphs);
    }
    let drawn = over.finish();
    forms::settle(&mut notes, &drawn);
    glyphs.extend(drawn);

    vertical::mark(&mut glyphs);
    let mut text = PageText::of(&glyphs, &collector.bars());
    forms::write(&mut text, &notes);
    let seen = Seen {
        images: collector.images.saturating_add(over.images),
        image_share: collector.image_share,
        fills: collector.fills,
        overflow: collector.overflow || over.overflow,
        broken_font: broken_font.load(Ordering::Relaxed),
    };
    ReadPage {
        unread: match (seen.unread(&glyphs, limits), content.trouble) {
            (Some(unread), Some(trouble)) => {
                Some(Unread::lost(format!("{}; {trouble}", unread.reason)))
            }
            (unread, trouble) => unread.or(trouble.map(Unread::lost)),
        },
        size: Some(frame.size()),
        text,
        comments,
    }
}

/// What else was seen on a page beside its glyphs.
struct Seen {
    images: usize,
    image_share: f64,
    fills: usize,
    overflow: bool,
    broken_font: bool,
}

impl Seen {
    /// Why a page counts as unread.
    fn unread(&self, glyphs: &[Glyph], limits: &ReadLimits) -> Option<Unread> {
        let mut marks = glyphs.iter().filter(|glyph| !glyph.chars.is_white());
        if self.overflow {
            return Some(Unread::lost(format!(
                "it has more than {} glyphs, or some that lie nowhere",
                limits.page_glyphs
            )));
        }
        if self.broken_font {
            return Some(Unread::lost("a font of it could not be loaded"));
        }
        if marks.next().is_none() {
            return if self.images > 0 {
                Some(Unread::seen("no text layer"))
            } else if self.fills > 0 {
                Some(Unread::seen("no text layer: it is drawn"))
            } else {
                None
            };
        }
        let marks = glyphs
            .iter()
            .filter(|glyph| !glyph.chars.is_white())
            .count();
        let unmapped = glyphs.iter().filter(|glyph| glyph.unmapped).count();
        if unmapped.saturating_mul(100) >= marks.saturating_mul(UNMAPPED_PERCENT) {
            return Some(Unread::seen(format!(
                "its fonts do not say which characters {unmapped} of {marks} glyphs are"
            )));
        }
        let few = marks < STAMP_GLYPHS;
        (few && self.image_share >= SCAN_SHARE)
            .then(|| Unread::seen("no text layer: a picture with a few words on it"))
    }
}

/// Where a page's own coordinates lie on the page as it is shown.
struct Frame {
    place: Affine,
    width: f64,
    height: f64,
}

impl Frame {
    fn of(page: &Page<'_>) -> Frame {
        let shown = page.intersected_crop_box();
        let (width, height) = page.base_dimensions();
        let (width, height) = (f64::from(width), f64::from(height));
        let (x, y) = (shown.x0, shown.y0);
        let (place, width, height) = match page.rotation() {
            Rotation::None => (Affine::new([1.0, 0.0, 0.0, 1.0, -x, -y]), width, height),
            Rotation::Horizontal => (
                Affine::new([0.0, -1.0, 1.0, 0.0, -y, width + x]),
                height,
                width,
            ),
            Rotation::Flipped => (
                Affine::new([-1.0, 0.0, 0.0, -1.0, width + x, height + y]),
                width,
                height,
            ),
            Rotation::FlippedHorizontal => (
                Affine::new([0.0, 1.0, -1.0, 0.0, height + y, -x]),
                height,
                width,
            ),
        };
        Frame {
            place,
            width: side(width),
            height: side(height),
        }
    }

    fn size(&self) -> PageSize {
        #[allow(clippy::cast_possible_truncation, reason = "sides are bounded")]
        let narrow = |points: f64| points as f32;
        PageSize {
            width_pt: narrow(self.width),
            height_pt: narrow(self.height),
        }
    }

    /// A context that paints annotations when it is given a whole page.
    fn context<'a>(
        &self,
        page: &Page<'a>,
        cache: &InterpreterCache<'a>,
        broken_font: &Arc<AtomicBool>,
    ) -> Context<'a> {
        let broken = Arc::clone(broken_font);
        let settings = InterpreterSettings {
            render_content: RenderContent::ANNOTATIONS,
            warning_sink: Arc::new(move |warning| {
                if matches!(warning, InterpreterWarning::UnsupportedFont) {
                    broken.store(true, Ordering::Relaxed);
                }
            }),
            ..InterpreterSettings::default()
        };
        let bounds = Rect::new(0.0, 0.0, self.width, self.height);
        Context::new(self.place, bounds, cache, page.xref(), settings)
    }
}

fn side(points: f64) -> f64 {
    if points.is_finite() {
        points.clamp(1.0, SIDE_POINTS_MAX)
    } else {
        1.0
    }
}
