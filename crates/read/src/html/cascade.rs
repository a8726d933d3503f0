//! Which of several declarations holds, and what an element comes to by it.

use std::collections::BTreeMap;

use super::colour::{BLACK, Colour, Ground, WHITE, is_faint};
use super::length::{LETTERS_PX, Size};
use super::style::{Effects, Said, Slot};

/// Letters smaller than this are not seen, in points of the screen.
const TINY_PX: f64 = 2.0;
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
pub(crate) struct Cascade(BTreeMap<Slot, ((bool, Rank), Said)>);

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
            let known = self.0.entry(setting.slot).or_insert((rank, setting.said));
            if rank >= known.0 {
                *known = (rank, setting.said);
            }
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn said(&self, slot: Slot) -> Option<Said> {
        self.0.get(&slot).map(|(_, said)| *said)
    }

    fn is(&self, slot: Slot) -> bool {
        self.said(slot) == Some(Said::Yes)
    }

    /// What an element comes to that stands in another.
    pub(crate) fn under(&self, outer: &Look, block: bool) -> Look {
        let mut look = outer.clone();
        self.letters(&mut look);
        self.paint(&mut look);
        let moves = self.is(Slot::Moves);
        match self.said(Slot::Visibility) {
            Some(Said::Yes) if moves => look.doubt = true,
            Some(Said::Yes) => look.invisible = true,
            Some(Said::No) => look.invisible = false,
            _ => {}
        }
        if let Some(Said::Part(part)) = self.said(Slot::Opacity) {
            let left = look.opacity * part.clamp(0.0, 1.0);
            if moves && left < CLEAR {
                look.doubt = true;
            } else {
                look.opacity = left;
            }
        }
        let thin = |slot: Slot| matches!(self.said(slot), Some(Said::Part(part)) if part < CLEAR);
        let clipped = self.is(Slot::OverflowX) || self.is(Slot::OverflowY);
        let small = ROOM.iter().any(|slot| self.is(*slot)) && clipped;
        let placed = self.is(Slot::Position);
        let laid_out = block || placed || self.said(Slot::Display) == Some(Said::No);
        look.gone |= HIDING.iter().any(|slot| self.is(*slot))
            || (placed && SIDES.iter().any(|slot| self.is(*slot)))
            || (small && laid_out)
            || thin(Slot::FillOpacity)
            || thin(Slot::Zoom);
        look.doubt |= self.has_doubt(placed, clipped) || (small && !laid_out);
        look.doubt |= self.is(Slot::Strike) || self.is(Slot::Bidi);
        look.raised |= self.is(Slot::Raise);
        look
    }

    /// Whether something that would count is not known.
    fn has_doubt(&self, placed: bool, clipped: bool) -> bool {
        self.0.iter().any(|(slot, (_, said))| {
            *said == Said::Doubt
                && !matches!(slot, Slot::Colour | Slot::TextFill | Slot::Fill)
                && (!SIDES.contains(slot) || placed)
                && (!ROOM.contains(slot) || clipped)
                && !matches!(slot, Slot::Moves | Slot::Position | Slot::Raise)
                && !matches!(slot, Slot::OverflowX | Slot::OverflowY)
        })
    }

    fn letters(&self, look: &mut Look) {
        match self.said(Slot::FontSize) {
            Some(Said::Size(Size::Px(size))) => look.font = size,
            Some(Said::Size(Size::Times(times))) => look.font *= times,
            Some(Said::Size(Size::OfPage(times))) => look.font = look.page_font * times,
            Some(Said::No) => look.font = LETTERS_PX,
            _ => {}
        }
    }

    fn paint(&self, look: &mut Look) {
        for (slot, colour) in [
            (Slot::Colour, &mut look.colour),
            (Slot::Fill, &mut look.fill),
        ] {
            match self.said(slot) {
                Some(Said::Colour(given)) => *colour = Some(given),
                Some(Said::Doubt) => *colour = None,
                _ => {}
            }
        }
        match self.said(Slot::TextFill) {
            Some(Said::Colour(given)) => look.text_fill = Some(Some(given)),
            Some(Said::Doubt) => look.text_fill = Some(None),
            _ => {}
        }
        if let Some(Said::Ground(ground)) = self.said(Slot::Ground) {
            look.ground = ground;
        }
        if self.is(Slot::Picture) {
            look.ground = Ground::Picture;
        }
    }
}

/// What hides an element whatever else is said about it.
const HIDING: &[Slot] = &[
    Slot::Display,
    Slot::Indent,
    Slot::MarginLeft,
    Slot::MarginRight,
    Slot::MarginTop,
    Slot::MarginBottom,
    Slot::Clip,
    Slot::ClipPath,
    Slot::Transform,
    Slot::Translate,
    Slot::Scale,
    Slot::Filter,
    Slot::ContentVisibility,
    Slot::Security,
    Slot::Content,
];
/// What moves an element only where it is placed.
const SIDES: &[Slot] = &[Slot::Left, Slot::Right, Slot::Top, Slot::Bottom];
/// What hides an element only where it cuts off what does not fit.
const ROOM: &[Slot] = &[Slot::Width, Slot::Height, Slot::MaxWidth, Slot::MaxHeight];

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
    font: f64,
    page_font: f64,
    opacity: f64,
    /// Nothing where it is computed.
    colour: Option<Colour>,
    text_fill: Option<Option<Colour>>,
    fill: Option<Colour>,
    ground: Ground,
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
            font: LETTERS_PX,
            page_font: LETTERS_PX,
            opacity: 1.0,
            colour: Some(BLACK),
            text_fill: None,
            fill: Some(BLACK),
            ground: Ground::Colour(WHITE),
        }
    }

    /// Its size of letters is what `rem` counts from now on.
    pub(crate) fn begin_page(&mut self) {
        self.page_font = self.font;
    }

    /// Whether nobody sees it.
    pub(crate) fn is_hidden(&self) -> bool {
        self.gone || self.invisible || self.font < TINY_PX || self.opacity < CLEAR
    }

    /// Whether a person may not see it, or sees that it is struck out.
    pub(crate) fn is_faint(&self) -> bool {
        let colour = if self.drawn { self.fill } else { self.colour };
        self.doubt || is_faint(self.text_fill.unwrap_or(colour), self.ground)
    }
}
