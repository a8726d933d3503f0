//! Which of several declarations holds, and what an element comes to by it.

use std::collections::BTreeMap;

use super::colour::{BLACK, Colour, Ground, WHITE, is_faint};
use super::length::{LETTERS_PX, SCREEN_PX, Size};
use super::style::{Effects, Property, Said};
use super::svg::View;

/// Letters smaller than this are not seen, in points of the screen.
const TINY_PX: f64 = 2.0;
/// Letters smaller than this are hardly read: three points of print.
const SMALL_PX: f64 = 4.0;
/// Lines lower than this part of their letters lie over one another.
const LOW_LINE: f64 = 0.5;
/// Letters pushed together by this part of their size lie over one another.
const TOGETHER: f64 = -0.25;
/// What lets less through than this is not seen.
const CLEAR: f64 = 0.05;

/// Where a declaration stands: the higher one holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Rank {
    pub(crate) origin: Origin,
    /// Layers in the order they were first named; what is in none comes last.
    pub(crate) layer: usize,
    /// Ids, classes and names of the selector.
    pub(crate) weight: [u16; 3],
    pub(crate) place: usize,
}

/// Who says it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Origin {
    /// An attribute such as `bgcolor`.
    #[default]
    Attribute,
    Sheet,
    Inline,
}

/// The declarations for one element that hold, each with where it stands.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cascade(BTreeMap<Property, ((bool, Rank), Said)>);

impl Cascade {
    /// Takes in a block of declarations.
    pub(crate) fn take(&mut self, effects: &Effects, rank: Rank) {
        for setting in &effects.settings {
            let mut rank = rank;
            if setting.important {
                // Among important ones the first layer holds, and what is in none the least.
                rank.layer = usize::MAX.saturating_sub(rank.layer);
            }
            let rank = (setting.important, rank);
            let known = self
                .0
                .entry(setting.property)
                .or_insert((rank, setting.said));
            if rank >= known.0 {
                *known = (rank, setting.said);
            }
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// What an element that is laid over others covers, where it is not seen through.
    pub(crate) fn covers(&self, is_picture: bool) -> Option<Covered> {
        let covered = match self.said(Property::Pinned) {
            Some(Said::Yes) => Covered::Around,
            Some(Said::Part(_)) => Covered::Page,
            _ => return None,
        };
        let filled = is_picture
            || matches!(self.said(Property::Ground), Some(Said::Ground(_)))
            || matches!(
                self.said(Property::Picture),
                Some(Said::Yes | Said::Ground(_))
            );
        let gone = self.is(Property::Display) || self.is(Property::Visibility);
        let thin = matches!(self.said(Property::Opacity), Some(Said::Part(part)) if part < 0.5);
        let has = |property: Property| self.0.contains_key(&property);
        let across = has(Property::Width) || (has(Property::Left) && has(Property::Right));
        let down = has(Property::Height) || (has(Property::Top) && has(Property::Bottom));
        let large = |property: Property| !matches!(self.said(property), Some(Said::Size(Size::Px(px))) if px < 150.0);
        let large = large(Property::Width) && large(Property::Height);
        (filled && !gone && !thin && across && down && large).then_some(covered)
    }

    fn said(&self, property: Property) -> Option<Said> {
        self.0.get(&property).map(|(_, said)| *said)
    }

    /// Whether a property is said to hold.
    pub(crate) fn is(&self, property: Property) -> bool {
        self.said(property) == Some(Said::Yes)
    }

    /// What an element comes to that stands in another.
    pub(crate) fn under(&self, outer: &Look, block: bool) -> Look {
        let mut look = outer.clone();
        look.room = None;
        self.letters(&mut look);
        self.paint(&mut look);
        let moves = self.is(Property::Moves);
        match self.said(Property::Visibility) {
            Some(Said::Yes) if moves => look.doubt = true,
            Some(Said::Yes) => look.invisible = true,
            Some(Said::No) => look.invisible = false,
            _ => {}
        }
        if let Some(Said::Part(part)) = self.said(Property::Opacity) {
            let left = look.opacity * part.clamp(0.0, 1.0);
            if moves && left < CLEAR {
                look.doubt = true;
            } else {
                look.opacity = left;
            }
        }
        let thin = |property: Property| matches!(self.said(property), Some(Said::Part(part)) if part < CLEAR);
        let scrolls = |property: Property| matches!(self.said(property), Some(Said::Part(_)));
        let cuts = self.is(Property::OverflowX) || self.is(Property::OverflowY);
        let clipped = cuts || scrolls(Property::OverflowX) || scrolls(Property::OverflowY);
        let small = ROOM.iter().any(|property| self.is(*property)) && clipped;
        let placed = self.is(Property::Position);
        let laid_out = block || placed || self.said(Property::Display) == Some(Said::No);
        look.gone |= HIDING.iter().any(|property| self.is(*property))
            || (placed && SIDES.iter().any(|property| self.is(*property)))
            || (small && laid_out)
            || thin(Property::FillOpacity);
        for property in [Property::Zoom, Property::Scale, Property::Transform] {
            if let Some(Said::Part(part)) = self.said(property) {
                look.shrink *= part;
            }
        }
        // A place of its own makes no lines of its own.
        self.lines(
            &mut look,
            block || self.said(Property::Display) == Some(Said::No),
        );
        look.room = (cuts && laid_out).then(|| self.room(&look)).flatten();
        look.doubt |= self.has_doubt(placed, clipped) || (small && !laid_out);
        look.doubt |= self.is(Property::Strike) || self.is(Property::Bidi);
        look.raised |= self.is(Property::Raise);
        look
    }

    /// Whether something that would count is not known.
    fn has_doubt(&self, placed: bool, clipped: bool) -> bool {
        self.0.iter().any(|(property, (_, said))| {
            *said == Said::Doubt
                && !matches!(
                    property,
                    Property::Colour | Property::TextFill | Property::Fill
                )
                && (!SIDES.contains(property) || placed)
                && (!ROOM.contains(property) || clipped)
                && !matches!(
                    property,
                    Property::Moves | Property::Position | Property::Raise
                )
                && !matches!(property, Property::OverflowX | Property::OverflowY)
        })
    }

    /// The height of lines, which counts where lines are laid out, and how close letters stand.
    fn lines(&self, look: &mut Look, laid_out: bool) {
        let pixels = |size: Size, look: &Look| match size {
            Size::Px(size) => size,
            Size::Times(times) => look.font * times,
            Size::OfPage(times) => look.page_font * times,
        };
        match self.said(Property::LineHeight) {
            Some(Said::Size(Size::Times(times))) => look.line = Some(Size::Times(times)),
            Some(Said::Size(size)) => look.line = Some(Size::Px(pixels(size, look))),
            Some(Said::No) => look.line = None,
            _ => {}
        }
        if laid_out {
            let line = look.line.map(|line| pixels(line, look));
            look.low = line.is_some_and(|line| line < look.font * LOW_LINE);
        }
        match self.said(Property::LetterSpacing) {
            Some(Said::Size(size)) => look.apart = pixels(size, look),
            Some(Said::No) => look.apart = 0.0,
            _ => {}
        }
    }

    /// How many letters there is room for, where what does not fit is cut off.
    fn room(&self, look: &Look) -> Option<f64> {
        let pixels = |property: Property| match self.said(property) {
            Some(Said::Size(Size::Px(size))) => Some(size),
            Some(Said::Size(Size::Times(times))) => Some(look.font * times),
            Some(Said::Size(Size::OfPage(times))) => Some(look.page_font * times),
            _ => None,
        };
        let least = |one: Property, two: Property| match (pixels(one), pixels(two)) {
            (Some(one), Some(two)) => Some(one.min(two)),
            (one, two) => one.or(two),
        };
        let font = look.font.max(1.0);
        let high = least(Property::Height, Property::MaxHeight);
        let wide = least(Property::Width, Property::MaxWidth);
        // Where no word fits, lines do not help.
        let narrow = wide.filter(|wide| *wide < font * 2.0);
        let (Some(high), None) = (high, narrow) else {
            return narrow.map(|wide| wide / (font * 0.4));
        };
        let wide = wide.unwrap_or(SCREEN_PX.0);
        // A line higher than its box may put its letters below it.
        let line = match look.line {
            Some(Size::Times(times)) => font * times,
            Some(Size::Px(line)) => line,
            _ => font,
        };
        let line = if line > font * 2.0 { line } else { font };
        let lines = (high / line + 0.3).floor();
        Some(lines * wide / (font * 0.4))
    }

    fn letters(&self, look: &mut Look) {
        match self.said(Property::FontSize) {
            Some(Said::Size(Size::Px(size))) => look.font = size,
            Some(Said::Size(Size::Times(times))) => look.font *= times,
            Some(Said::Size(Size::OfPage(times))) => look.font = look.page_font * times,
            Some(Said::No) => look.font = LETTERS_PX,
            _ => {}
        }
    }

    fn paint(&self, look: &mut Look) {
        for (property, colour) in [
            (Property::Colour, &mut look.colour),
            (Property::Fill, &mut look.fill),
        ] {
            match self.said(property) {
                Some(Said::Colour(given)) => *colour = Some(given),
                Some(Said::Doubt) => *colour = None,
                _ => {}
            }
        }
        match self.said(Property::TextFill) {
            Some(Said::Colour(given)) => look.text_fill = Some(Some(given)),
            Some(Said::Doubt) => look.text_fill = Some(None),
            _ => {}
        }
        if let Some(Said::Ground(ground)) = self.said(Property::Ground) {
            look.ground = ground;
        }
        match self.said(Property::Picture) {
            Some(Said::Yes) => look.ground = Ground::Picture,
            Some(Said::Ground(ground)) => look.ground = ground,
            _ => {}
        }
    }
}

/// What may lie under an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Covered {
    /// What it stands in.
    Around,
    Page,
}

/// What hides an element whatever else is said about it.
const HIDING: &[Property] = &[
    Property::Display,
    Property::Indent,
    Property::MarginLeft,
    Property::MarginRight,
    Property::MarginTop,
    Property::MarginBottom,
    Property::Clip,
    Property::ClipPath,
    Property::Transform,
    Property::Translate,
    Property::Scale,
    Property::Filter,
    Property::ContentVisibility,
    Property::Security,
    Property::Content,
];
/// What moves an element only where it is placed.
const SIDES: &[Property] = &[
    Property::Left,
    Property::Right,
    Property::Top,
    Property::Bottom,
];
/// What hides an element only where it cuts off what does not fit.
const ROOM: &[Property] = &[
    Property::Width,
    Property::Height,
    Property::MaxWidth,
    Property::MaxHeight,
    Property::Basis,
];

/// Letters this many times their size apart are no words any more.
const FAR_APART: f64 = 10.0;

/// How the letters of an element look.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Look {
    /// Not shown, whatever the elements inside say.
    pub(crate) gone: bool,
    /// Not shown, unless an element inside says otherwise.
    invisible: bool,
    /// Perhaps not shown, struck out, or shown otherwise than read.
    pub(crate) doubt: bool,
    pub(crate) raised: bool,
    /// Part of a drawing, whose letters are filled.
    pub(crate) drawn: bool,
    /// Inside something that is folded away, and whether what is around that is, too.
    pub(crate) folded: bool,
    pub(crate) folded_around: bool,
    /// What is shown of the drawing it is part of.
    pub(crate) view: Option<View>,
    /// How many letters it has room for, where it cuts off what does not fit.
    pub(crate) room: Option<f64>,
    pub(crate) font: f64,
    page_font: f64,
    /// How much smaller letters are drawn than their size says.
    pub(crate) shrink: f64,
    line: Option<Size>,
    /// Lines lie over one another.
    low: bool,
    /// Added between letters.
    apart: f64,
    opacity: f64,
    /// Nothing where it is computed.
    colour: Option<Colour>,
    text_fill: Option<Option<Colour>>,
    fill: Option<Colour>,
    /// What links are painted with, where the page says so by an attribute.
    pub(crate) link: Option<Colour>,
    pub(crate) ground: Ground,
}

impl Look {
    /// Black on white.
    pub(crate) fn of_page() -> Look {
        Look {
            gone: false,
            invisible: false,
            doubt: false,
            raised: false,
            drawn: false,
            folded: false,
            folded_around: false,
            view: None,
            room: None,
            font: LETTERS_PX,
            page_font: LETTERS_PX,
            shrink: 1.0,
            line: None,
            low: false,
            apart: 0.0,
            opacity: 1.0,
            colour: Some(BLACK),
            text_fill: None,
            fill: Some(BLACK),
            link: None,
            ground: Ground::Colour(WHITE),
        }
    }

    /// Its size of letters is what `rem` counts from now on.
    pub(crate) fn begin_page(&mut self) {
        self.page_font = self.font;
    }

    /// Whether nobody sees it.
    pub(crate) fn is_hidden(&self) -> bool {
        let size = self.font * self.shrink;
        self.gone || self.invisible || size < TINY_PX || self.opacity < CLEAR
    }

    /// Whether a person may not see it, or sees that it is struck out.
    pub(crate) fn is_faint(&self) -> bool {
        let colour = if self.drawn { self.fill } else { self.colour };
        let small = self.font * self.shrink < SMALL_PX;
        let together = self.apart <= self.font * TOGETHER || self.apart >= self.font * FAR_APART;
        let colour = self.text_fill.unwrap_or(colour);
        self.doubt
            || self.folded
            || self.low
            || small
            || together
            || is_faint(colour, self.ground, self.opacity)
    }
}
