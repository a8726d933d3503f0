//! The device a page is painted on: it keeps glyphs and what hides them.

use hayro_interpret::font::{Glyph as PdfGlyph, GlyphRun};
use hayro_interpret::hayro_cmap::{BfString, WritingMode};
use hayro_interpret::kurbo::{Affine, BezPath, Point, Rect, Shape};
use hayro_interpret::{
    BlendMode, ClipPath, Device, DrawMode, DrawProps, Image, ImageDrawProps, Paint, SoftMask,
};
use hayro_syntax::object::{Dict, String as PdfString};

use super::actual::{self, Marked};
use super::cover::{Cover, Ink, Stroke};
use super::glyph::{Chars, Glyph, Placed, length};
use super::scribble::Scribbles;
use super::seen::Seen;
use super::strike::Bars;
use super::widths::RunWidths;

/// Text smaller than this is not meant to be read, in points.
const TINY_POINTS: f64 = 3.0;
/// Paint thinner than this lets everything through.
const CLEAR_ALPHA: f32 = 0.05;
/// Paint at least this thick hides what is under it.
const OPAQUE_ALPHA: f32 = 0.9;
/// A stroke at least this wide can hide text, in points.
const BAR_POINTS: f64 = 3.0;
/// The same character painted again this near is the same character, in ems.
const AGAIN_EM: f64 = 0.12;
/// Drawn things smaller than this say nothing, in points.
const SPECK_POINTS: f64 = 3.0;

/// Everything a page showed.
pub(crate) struct Collector {
    pub(crate) glyphs: Vec<Glyph>,
    /// Pictures larger than a speck.
    pub(crate) images: usize,
    /// The largest part of the page that one picture takes.
    pub(crate) image_share: f64,
    /// Filled shapes that show.
    pub(crate) fills: usize,
    /// More glyphs came than are kept.
    pub(crate) overflow: bool,
    page: Rect,
    cover: Cover,
    bars: Bars,
    scribbles: Scribbles,
    clips: Vec<Rect>,
    veils: Vec<f32>,
    /// Open groups that a mask may cut anything out of.
    masks: Vec<bool>,
    marked: Vec<Option<Marked>>,
    seen: Seen,
    order: u32,
    glyphs_max: usize,
}

impl Collector {
    pub(crate) fn new(width: f64, height: f64, glyphs_max: usize) -> Collector {
        Collector {
            glyphs: Vec::new(),
            images: 0,
            image_share: 0.0,
            fills: 0,
            overflow: false,
            page: Rect::new(0.0, 0.0, width, height),
            cover: Cover::new(width, height),
            bars: Bars::default(),
            scribbles: Scribbles::default(),
            clips: Vec::new(),
            veils: Vec::new(),
            masks: Vec::new(),
            marked: Vec::new(),
            seen: Seen::default(),
            order: 0,
            glyphs_max,
        }
    }

    /// Marks what lies under something this page shows over another.
    pub(crate) fn hide_under(&self, glyphs: &mut [Glyph]) {
        if self.cover.is_whole() {
            for glyph in &mut *glyphs {
                let covered = |at: &Point| self.cover.covered_after(*at, 0);
                glyph.hidden |= glyph.probes.iter().all(covered);
            }
        }
        self.strike(glyphs);
    }

    /// The thin bars of the page, wherever they run.
    pub(crate) fn bars(&self) -> Vec<Rect> {
        self.bars.areas().collect()
    }

    /// Marks what is struck out.
    fn strike(&self, glyphs: &mut [Glyph]) {
        let covered = |at, order| self.cover.covered_after(at, order);
        self.bars.mark(glyphs, covered);
        self.scribbles.mark(glyphs, covered);
    }

    /// Marks what was covered after it was painted, and gives the glyphs away.
    pub(crate) fn finish(&mut self) -> Vec<Glyph> {
        let mut glyphs = std::mem::take(&mut self.glyphs);
        if self.cover.is_whole() {
            for glyph in &mut glyphs {
                let covered = |at: &Point| self.cover.covered_after(*at, glyph.order);
                glyph.hidden |= glyph.probes.iter().all(covered);
            }
        }
        self.strike(&mut glyphs);
        self.seen = Seen::default();
        glyphs
    }

    fn clip(&self) -> Rect {
        self.clips.last().copied().unwrap_or(self.page)
    }

    fn tick(&mut self) -> u32 {
        self.order = self.order.saturating_add(1);
        self.order
    }

    /// The colour of a paint and how thick it is.
    fn ink(&self, paint: &Paint<'_>) -> (Ink, f32) {
        let veil: f32 = self.veils.iter().product();
        match paint {
            Paint::Color(colour) => {
                let [red, green, blue, alpha] = colour.to_rgba().to_rgba8();
                (
                    Ink::Colour([red, green, blue]),
                    f32::from(alpha) / 255.0 * veil,
                )
            }
            Paint::Pattern(_) => (Ink::Unknown, veil),
        }
    }

    /// How a painted shape changes the picture of the page; none where it does not show.
    fn stroke(&mut self, props: &DrawProps<'_>) -> Option<Stroke> {
        let (ink, alpha) = self.ink(&props.paint);
        let order = self.tick();
        if alpha < CLEAR_ALPHA {
            return None;
        }
        // What is dark stays dark where it only darkens.
        let darkens = matches!(props.blend_mode, BlendMode::Multiply | BlendMode::Darken);
        let plain = props.blend_mode == BlendMode::Normal || (darkens && ink.is_dark());
        let opaque = plain && props.soft_mask.is_none() && alpha >= OPAQUE_ALPHA;
        Some(Stroke {
            ink: if opaque { ink } else { Ink::Unknown },
            opaque,
            order,
        })
    }

    fn note_fill(&mut self, area: Rect, stroke: Stroke) {
        let area = area.intersect(self.clip()).intersect(self.page);
        let large = area.width() >= SPECK_POINTS && area.height() >= SPECK_POINTS;
        if large && !stroke.ink.is_paper() {
            self.fills = self.fills.saturating_add(1);
        }
    }

    /// Whether a person looking at the page would see a glyph here and now.
    fn shows(&self, placed: &Placed, ink: Ink, alpha: f32) -> bool {
        let middle = placed.area.center();
        let on_ground = placed
            .probes
            .iter()
            .all(|at| self.cover.ink(*at).looks_like(ink));
        placed.em >= TINY_POINTS
            && alpha >= CLEAR_ALPHA
            && self.page.contains(middle)
            && self.clip().inflate(1.0, 1.0).contains(middle)
            && !on_ground
    }

    /// The same character painted again at the same place, where there is one.
    fn again(&mut self, chars: &Chars, placed: &Placed) -> Option<&mut Glyph> {
        let near = placed.em * AGAIN_EM;
        let glyphs = &self.glyphs;
        let is_same = |index: usize| {
            glyphs.get(index).is_some_and(|glyph| {
                (glyph.origin.x - placed.origin.x).abs() <= near
                    && (glyph.origin.y - placed.origin.y).abs() <= near
                    && glyph.direction == placed.direction
                    && (glyph.em - placed.em).abs() <= near * 2.0
                    && glyph.chars == *chars
            })
        };
        let found = self.seen.near(placed.origin, near, is_same);
        self.glyphs.get_mut(found?)
    }

    fn take(&mut self, chars: Chars, unmapped: bool, placed: Placed, shows: bool) {
        if let Some(known) = self.again(&chars, &placed) {
            // Filled and stroked, or struck twice to look bold: one character.
            known.hidden &= !shows;
            return;
        }
        if self.glyphs.len() >= self.glyphs_max {
            self.overflow = true;
            return;
        }
        let index = self.glyphs.len();
        let order = self.order;
        // White space is no mark that could be painted twice.
        if !chars.is_white() {
            self.seen.note(placed.origin, index);
        }
        self.glyphs.push(Glyph {
            chars,
            area: placed.area,
            origin: placed.origin,
            em: placed.em,
            direction: placed.direction,
            hidden: !shows,
            unmapped,
            order,
            probes: placed.probes,
        });
    }
}

impl<'a> Device<'a> for Collector {
    fn draw_path(&mut self, path: &BezPath, props: DrawProps<'a>, mode: &DrawMode) {
        let Some(stroke) = self.stroke(&props) else {
            return;
        };
        let clip = self.clip();
        if let DrawMode::Fill(rule) | DrawMode::FillAndStroke(rule, _) = mode {
            let area = props.transform.transform_rect_bbox(path.bounding_box());
            self.note_fill(area, stroke);
            self.cover.path(path, props.transform, clip, stroke, *rule);
            self.bars.fill(path, props.transform, clip, stroke.order);
        }
        if let DrawMode::Stroke(line) | DrawMode::FillAndStroke(_, line) = mode {
            let width = f64::from(line.line_width) * props.transform.determinant().abs().sqrt();
            if width >= BAR_POINTS {
                self.cover.lines(path, props.transform, clip, width, stroke);
            }
            self.bars
                .lines(path, props.transform, clip, width, stroke.order);
            self.scribbles
                .note(path, props.transform, clip, stroke.order);
        }
    }

    fn draw_rect(&mut self, rect: &Rect, props: DrawProps<'a>, mode: &DrawMode) {
        if !matches!(mode, DrawMode::Fill(_)) {
            return self.draw_path(&rect.to_path(0.1), props, mode);
        }
        let Some(stroke) = self.stroke(&props) else {
            return;
        };
        let clip = self.clip();
        self.note_fill(props.transform.transform_rect_bbox(*rect), stroke);
        self.cover.rect(*rect, props.transform, clip, stroke);
        self.bars.rect(*rect, props.transform, clip, stroke.order);
    }

    fn push_clip_path(&mut self, clip: &ClipPath) {
        let inner = self.clip().intersect(clip.path.bounding_box());
        self.clips.push(inner);
    }

    fn pop_clip(&mut self) {
        self.clips.pop();
    }

    fn push_transparency_group(&mut self, opacity: f32, mask: Option<SoftMask<'a>>, _: BlendMode) {
        self.veils.push(opacity);
        self.masks.push(mask.is_some());
    }

    fn pop_transparency_group(&mut self) {
        self.veils.pop();
        self.masks.pop();
    }

    fn draw_glyph_run(&mut self, run: &GlyphRun<'_, 'a>, props: DrawProps<'a>, mode: &DrawMode) {
        self.tick();
        let (ink, alpha) = self.ink(&props.paint);
        // What a pattern or a mask leaves of letters is not worked out here.
        let doubtful =
            ink == Ink::Unknown || props.soft_mask.is_some() || self.masks.contains(&true);
        let unseen = doubtful || matches!(mode, DrawMode::Invisible);
        let vertical = run.writing_mode() == WritingMode::Vertical;
        let widths = RunWidths::of(run);
        for glyph in run.glyphs() {
            let (chars, unmapped) = match glyph.as_unicode() {
                Some(BfString::Char(only)) if only != '\0' => (Chars::One(only), false),
                Some(BfString::String(text)) if !text.is_empty() => (Chars::of(&text), false),
                _ => (Chars::One(char::REPLACEMENT_CHARACTER), true),
            };
            let unmapped = unmapped || chars.each().any(|each| each == char::REPLACEMENT_CHARACTER);
            let transform = props.transform * glyph.transform();
            let (width, em_factor) = widths.width(glyph, vertical);
            let Some(placed) = Placed::new(transform, width, em_factor, vertical) else {
                // Nowhere is no place on the page, and nothing may get lost.
                self.overflow = true;
                continue;
            };
            let shows = !unseen && self.shows(&placed, ink, alpha);
            self.take(chars, unmapped, placed, shows);
        }
    }

    fn draw_image(&mut self, image: Image<'a, '_>, props: ImageDrawProps<'a>) {
        let order = self.tick();
        let (width, height) = (f64::from(image.width()), f64::from(image.height()));
        let rect = Rect::new(0.0, 0.0, width, height);
        let clip = self.clip();
        let area = props.transform.transform_rect_bbox(rect).intersect(clip);
        let area = area.intersect(self.page);
        if area.width() < SPECK_POINTS || area.height() < SPECK_POINTS {
            return;
        }
        self.images = self.images.saturating_add(1);
        let share = area.area() / self.page.area().max(1.0);
        self.image_share = self.image_share.max(share);
        let veil: f32 = self.veils.iter().product();
        let opaque = match &image {
            Image::Stencil(_) => false,
            Image::Raster(raster) => {
                let dict = raster.stream().dict();
                let cut_out = ["SMask", "Mask", "SMaskInData"]
                    .iter()
                    .any(|key| dict.contains_key(key.as_bytes()));
                !cut_out && veil >= OPAQUE_ALPHA && props.soft_mask.is_none()
            }
        };
        let stroke = Stroke {
            ink: Ink::Unknown,
            opaque,
            order,
        };
        self.cover.rect(rect, props.transform, clip, stroke);
    }

    fn begin_marked_content(&mut self, _: &[u8], properties: Option<&Dict<'_>>) {
        let text = properties
            .and_then(|list| list.get::<PdfString<'_>>(b"ActualText" as &[u8]))
            .map(|text| super::strings::decode(text.as_bytes()));
        let marked = text.map(|text| Marked {
            text,
            first: self.glyphs.len(),
        });
        self.marked.push(marked);
    }

    fn end_marked_content(&mut self) {
        if let Some(Some(marked)) = self.marked.pop() {
            actual::replace(&mut self.glyphs, &marked);
        }
    }
}

/// The glyph itself, for the widths.
pub(crate) fn advance(glyph: &PdfGlyph<'_>) -> Option<f64> {
    let width = match glyph {
        PdfGlyph::Outline(outline) => outline.advance_width(),
        PdfGlyph::Type3(drawn) => drawn.advance_width(),
    };
    width.map(f64::from).filter(|width| width.is_finite())
}

/// The scale of a transform along a line of text and across it.
pub(crate) fn scales(transform: Affine) -> (f64, f64) {
    let [xx, xy, yx, yy, ..] = transform.as_coeffs();
    (length(xx, xy), length(yx, yy))
}
