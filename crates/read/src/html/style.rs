//! What declarations say about the letters of an element.
//!
//! Each property that matters has a slot; what a value says about it is worked
//! out once, and which of several declarations holds is the cascade's to say.

use super::colour::{self, Colour, Ground, Spelled, spelled};
use super::css::{self, Declaration};
use super::length::{Far, Size, distance, number, part, size};
use super::shape;

/// Boxes up to this side show nothing of what stands in them, in points of the screen.
const NO_ROOM_PX: f64 = 1.0;

/// What can be said about an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Slot {
    Display,
    Visibility,
    Opacity,
    FillOpacity,
    Zoom,
    FontSize,
    Position,
    Left,
    Right,
    Top,
    Bottom,
    Indent,
    MarginLeft,
    MarginRight,
    MarginTop,
    MarginBottom,
    Clip,
    ClipPath,
    Transform,
    Translate,
    Scale,
    Filter,
    ContentVisibility,
    Security,
    Content,
    Width,
    Height,
    MaxWidth,
    MaxHeight,
    OverflowX,
    OverflowY,
    /// It changes as time goes by.
    Moves,
    Colour,
    TextFill,
    Fill,
    Ground,
    Picture,
    Strike,
    Bidi,
    Raise,
}

/// What is said.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Said {
    /// What the slot is about holds: it hides, strikes, clips, raises.
    Yes,
    No,
    /// It depends on what is computed elsewhere.
    Doubt,
    /// As what the element stands in.
    Inherit,
    Part(f64),
    Size(Size),
    Colour(Colour),
    Ground(Ground),
}

/// One declaration that matters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Setting {
    pub(crate) slot: Slot,
    pub(crate) said: Said,
    pub(crate) important: bool,
}

/// What one block of declarations does.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Effects {
    pub(crate) settings: Vec<Setting>,
    /// What it puts before or behind an element has letters or digits.
    pub(crate) speaks: bool,
}

impl Effects {
    /// What declarations do.
    pub(crate) fn of(declarations: &[Declaration]) -> Effects {
        let mut effects = Effects::default();
        for one in declarations {
            effects.speaks |= one.property == "content" && speaks(&one.value);
            effects.take(&one.property, &one.value, one.important);
        }
        effects
    }

    /// Takes in one declaration; one that says nothing valid changes nothing.
    pub(crate) fn take(&mut self, property: &str, value: &str, important: bool) {
        for slot in slots(property) {
            if let Some(said) = said(property, *slot, value) {
                // Of two in one block the later one holds.
                let same = |one: &Setting| one.slot == *slot && one.important == important;
                self.settings.retain(|one| !same(one));
                self.settings.push(Setting {
                    slot: *slot,
                    said,
                    important,
                });
            }
        }
    }

    /// Whether nothing of it matters here.
    pub(crate) fn is_nothing(&self) -> bool {
        self.settings.is_empty() && !self.speaks
    }
}

/// What a property speaks about; a short form speaks about several things.
fn slots(property: &str) -> &'static [Slot] {
    match property {
        "display" => &[Slot::Display],
        "visibility" => &[Slot::Visibility],
        "opacity" => &[Slot::Opacity],
        "fill-opacity" => &[Slot::FillOpacity],
        "zoom" => &[Slot::Zoom],
        "font-size" | "font" => &[Slot::FontSize],
        "position" => &[Slot::Position],
        "left" | "inset-inline-start" => &[Slot::Left],
        "right" | "inset-inline-end" => &[Slot::Right],
        "top" | "inset-block-start" => &[Slot::Top],
        "bottom" | "inset-block-end" => &[Slot::Bottom],
        "inset" => &[Slot::Top, Slot::Right, Slot::Bottom, Slot::Left],
        "inset-inline" => &[Slot::Left, Slot::Right],
        "inset-block" => &[Slot::Top, Slot::Bottom],
        "text-indent" => &[Slot::Indent],
        "margin-left" | "margin-inline-start" => &[Slot::MarginLeft],
        "margin-right" | "margin-inline-end" => &[Slot::MarginRight],
        "margin-top" | "margin-block-start" => &[Slot::MarginTop],
        "margin-bottom" | "margin-block-end" => &[Slot::MarginBottom],
        "margin" => &[
            Slot::MarginTop,
            Slot::MarginRight,
            Slot::MarginBottom,
            Slot::MarginLeft,
        ],
        "margin-inline" => &[Slot::MarginLeft, Slot::MarginRight],
        "margin-block" => &[Slot::MarginTop, Slot::MarginBottom],
        "clip" => &[Slot::Clip],
        "clip-path" | "-webkit-clip-path" => &[Slot::ClipPath],
        "transform" | "-webkit-transform" => &[Slot::Transform],
        "translate" => &[Slot::Translate],
        "scale" => &[Slot::Scale],
        "filter" | "-webkit-filter" => &[Slot::Filter],
        "content-visibility" => &[Slot::ContentVisibility],
        "-webkit-text-security" => &[Slot::Security],
        "content" => &[Slot::Content],
        "width" | "inline-size" => &[Slot::Width],
        "height" | "block-size" => &[Slot::Height],
        "max-width" | "max-inline-size" => &[Slot::MaxWidth],
        "max-height" | "max-block-size" => &[Slot::MaxHeight],
        "overflow" => &[Slot::OverflowX, Slot::OverflowY],
        "overflow-x" => &[Slot::OverflowX],
        "overflow-y" => &[Slot::OverflowY],
        "animation"
        | "animation-name"
        | "-webkit-animation"
        | "transition"
        | "transition-property"
        | "-webkit-transition" => &[Slot::Moves],
        "color" => &[Slot::Colour],
        "-webkit-text-fill-color" => &[Slot::TextFill],
        "fill" => &[Slot::Fill],
        "background" => &[Slot::Ground, Slot::Picture],
        "background-color" => &[Slot::Ground],
        "background-image" => &[Slot::Picture],
        "text-decoration" | "text-decoration-line" => &[Slot::Strike],
        "unicode-bidi" => &[Slot::Bidi],
        "vertical-align" => &[Slot::Raise],
        _ => &[],
    }
}

/// What a value says about a slot; nothing where it is not valid there.
fn said(property: &str, slot: Slot, value: &str) -> Option<Said> {
    if matches!(value, "inherit" | "unset" | "revert" | "revert-layer") {
        return Some(Said::Inherit);
    }
    if value == "initial" && !matches!(slot, Slot::FontSize) {
        return Some(match slot {
            Slot::Colour | Slot::Fill => Said::Colour(colour::BLACK),
            Slot::TextFill | Slot::Ground => Said::Inherit,
            _ => Said::No,
        });
    }
    let yes = |holds: bool| Some(if holds { Said::Yes } else { Said::No });
    match slot {
        Slot::Colour | Slot::TextFill | Slot::Fill => return letters(slot, value),
        Slot::Ground => return ground(property, value),
        Slot::Picture => {
            let shows = value.contains("url(") || value.contains("gradient(");
            return yes(shows || value.contains("image-set("));
        }
        _ if value.contains("var(") || value.contains("env(") || value.contains("attr(") => {
            return (slot != Slot::Content).then_some(Said::Doubt);
        }
        Slot::Strike => return yes(value.contains("line-through")),
        Slot::Bidi => {
            return yes(matches!(value, "bidi-override" | "isolate-override"));
        }
        Slot::Raise => return yes(value == "super"),
        Slot::Moves => return yes(value != "none"),
        Slot::Content => return yes(value.starts_with("url(")),
        Slot::Security => return yes(value != "none"),
        _ => {}
    }
    if ["calc(", "min(", "max(", "clamp("]
        .iter()
        .any(|function| value.contains(function))
    {
        return computed(property, slot, value);
    }
    plain(property, slot, value)
}

/// A computed value hides nothing where none of its numbers would; else it may.
fn computed(property: &str, slot: Slot, value: &str) -> Option<Said> {
    let differs = matches!(slot, Slot::FontSize | Slot::Opacity) && value.contains(" - ");
    let mut numbers = value
        .split(['(', ')', ',', ' ', '*', '/'])
        .filter(|one| number(one).is_some());
    let hides = numbers.any(|one| match plain(property, slot, one) {
        Some(Said::Yes | Said::Doubt) => true,
        Some(Said::Part(part)) => part < 0.1,
        Some(Said::Size(Size::Px(size))) => size < 2.0,
        Some(Said::Size(Size::Times(times) | Size::OfPage(times))) => times < 0.15,
        _ => false,
    });
    Some(if hides || differs {
        Said::Doubt
    } else {
        Said::No
    })
}

fn plain(property: &str, slot: Slot, value: &str) -> Option<Said> {
    let yes = |holds: bool| Some(if holds { Said::Yes } else { Said::No });
    match slot {
        Slot::Display => {
            is_display(value).then_some(if value == "none" { Said::Yes } else { Said::No })
        }
        Slot::Visibility => match value {
            "hidden" | "collapse" => Some(Said::Yes),
            "visible" => Some(Said::No),
            _ => None,
        },
        Slot::Opacity | Slot::FillOpacity | Slot::Zoom => match value {
            "normal" | "reset" => Some(Said::Part(1.0)),
            _ => part(value).map(Said::Part),
        },
        Slot::FontSize if property == "font" => font(value),
        Slot::FontSize => size(value).map(Said::Size),
        Slot::Position => match value {
            "absolute" | "fixed" | "relative" => Some(Said::Yes),
            "static" | "sticky" | "-webkit-sticky" => Some(Said::No),
            _ => None,
        },
        Slot::Clip => shape::clip(value),
        Slot::ClipPath => shape::clip_path(value),
        Slot::Transform => shape::transform(value),
        Slot::Translate => shape::moved(value.split_whitespace()),
        Slot::Scale => {
            let mut parts = value.split_whitespace().filter_map(part).take(2);
            yes(parts.any(shape::is_nothing))
        }
        Slot::Filter => shape::filter(value),
        Slot::ContentVisibility => yes(value == "hidden"),
        Slot::Width | Slot::Height | Slot::MaxWidth | Slot::MaxHeight => {
            let small = match number(value) {
                Some((number, "" | "em" | "rem" | "%" | "vw" | "vh")) => number.abs() < 0.01,
                Some((number, _)) => number <= NO_ROOM_PX,
                None => return Some(Said::No),
            };
            yes(small)
        }
        Slot::OverflowX | Slot::OverflowY => yes(value
            .split_whitespace()
            .any(|one| one == "hidden" || one == "clip")),
        Slot::Indent if number(value).is_some_and(|(by, unit)| unit == "%" && by >= 100.0) => {
            Some(Said::Yes)
        }
        _ => side(property, slot, value),
    }
}

/// A distance from a side; short forms name up to four of them.
fn side(property: &str, slot: Slot, value: &str) -> Option<Said> {
    let each: Vec<&str> = value.split_whitespace().collect();
    let first = each.first()?;
    let at = |index: usize| each.get(index).copied();
    let chosen = match (property, slot) {
        ("margin" | "inset", Slot::MarginRight | Slot::Right) => at(1).unwrap_or(first),
        ("margin" | "inset", Slot::MarginBottom | Slot::Bottom) => at(2).unwrap_or(first),
        ("margin" | "inset", Slot::MarginLeft | Slot::Left) => at(3).or(at(1)).unwrap_or(first),
        ("margin-inline" | "inset-inline", Slot::MarginRight | Slot::Right)
        | ("margin-block" | "inset-block", Slot::MarginBottom | Slot::Bottom) => {
            at(1).unwrap_or(first)
        }
        _ => first,
    };
    if chosen == "auto" {
        return Some(Said::No);
    }
    Some(match distance(chosen)? {
        Far::Near => Said::No,
        Far::Away => Said::Yes,
        Far::Perhaps => Said::Doubt,
    })
}

/// The size in a `font`: the first length, which a weight is not.
fn font(value: &str) -> Option<Said> {
    let sizes = value.split_whitespace().filter_map(|word| {
        let word = word.split('/').next()?;
        match number(word) {
            Some((weight, "")) if weight.abs() >= 0.01 => None,
            _ => size(word),
        }
    });
    sizes.take(1).map(Said::Size).next()
}

/// The colour of letters.
fn letters(slot: Slot, value: &str) -> Option<Said> {
    if slot == Slot::Fill && value == "none" {
        return Some(Said::Colour([0; 4]));
    }
    Some(match spelled(value)? {
        Spelled::Known(colour) => Said::Colour(colour),
        Spelled::Current => Said::Inherit,
        Spelled::Computed => Said::Doubt,
    })
}

/// The ground; a `background` names its colour among other things.
fn ground(property: &str, value: &str) -> Option<Said> {
    let named = if property == "background" {
        let last = css::split(value, ',').pop().unwrap_or_default();
        let is_picture = |word: &str| word.contains("url(") || word.contains("gradient(");
        let mut words = css::split(last, ' ').into_iter();
        words.find_map(|word| spelled(word).filter(|_| !is_picture(word)))
    } else {
        Some(spelled(value)?)
    };
    Some(match named.and_then(colour::ground) {
        Some(ground) => Said::Ground(ground),
        None => Said::Inherit,
    })
}

fn is_display(value: &str) -> bool {
    const WORDS: &[&str] = &[
        "none",
        "block",
        "inline",
        "inline-block",
        "flex",
        "inline-flex",
        "grid",
        "inline-grid",
        "flow",
        "flow-root",
        "contents",
        "list-item",
        "table",
        "inline-table",
        "table-row",
        "table-cell",
        "table-column",
        "table-caption",
        "table-row-group",
        "table-header-group",
        "table-footer-group",
        "table-column-group",
        "ruby",
        "ruby-text",
        "ruby-base",
        "math",
        "-webkit-box",
        "-webkit-inline-box",
        "-webkit-flex",
        "-webkit-inline-flex",
    ];
    let mut words = value.split_whitespace();
    !value.is_empty() && words.all(|word| WORDS.contains(&word))
}

/// Whether generated content says something.
fn speaks(value: &str) -> bool {
    let said: String = value.split(['"', '\'']).skip(1).step_by(2).collect();
    said.chars().any(char::is_alphanumeric)
        || ["counter(", "counters(", "attr(", "var("]
            .iter()
            .any(|function| value.contains(function))
}
