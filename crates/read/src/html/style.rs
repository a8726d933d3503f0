//! What declarations say about the letters of an element.
//!
//! Each property that matters is one of [`Property`]; what a value says about it is worked
//! out once, and which of several declarations holds is the cascade's to say.

use super::colour::{self, Colour, Ground, Spelled, spelled};
use super::css::{self, Declaration};
use super::judged::judged;
use super::length::{Far, Size, distance, fixed, number, part, room, size};
use super::names::{self, Named};
use super::shape;

/// Boxes up to this side show nothing of what stands in them, in points of the screen.
const NO_ROOM_PX: f64 = 1.0;

/// What can be said about an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Property {
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
    LineHeight,
    LetterSpacing,
    WordSpacing,
    Family,
    TransformOrigin,
    Rotate,
    Offset,
    Mask,
    MaskBorder,
    Blend,
    Clamp,
    Contain,
    Animation,
    Scheme,
    UnderlineOffset,
    TextStroke,
    Combine,
    SizeAdjust,
    Stack,
    Rows,
    Columns,
    OutlineOffset,
    Shadow,
    Quotes,
    ListMark,
    HyphenMark,
    TabSize,
    Padding,
    /// Taken out of the flow, on the page or on the screen.
    Pinned,
    /// The room it begins with beside others.
    Basis,
    /// A name whose doings are not known here.
    Unknown,
}

/// What is said.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Said {
    /// What it is about holds: it hides, strikes, clips, raises.
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
    pub(crate) property: Property,
    pub(crate) said: Said,
    pub(crate) important: bool,
}

/// What one block of declarations does.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Effects {
    pub(crate) settings: Vec<Setting>,
    /// What it puts before or after an element has letters or digits.
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
    pub(crate) fn take(&mut self, name: &str, value: &str, important: bool) {
        let properties: &[Property] = match names::named(name) {
            Named::Sets(properties) => properties,
            Named::Harmless => return,
            Named::Unknown => &[Property::Unknown],
        };
        let name = name
            .trim_start_matches("-webkit-")
            .trim_start_matches("-moz-");
        for property in properties {
            if let Some(said) = said(name, *property, value) {
                // Of two in one block the later one holds.
                let same = |one: &Setting| one.property == *property && one.important == important;
                self.settings.retain(|one| !same(one));
                self.settings.push(Setting {
                    property: *property,
                    said,
                    important,
                });
            }
        }
    }

    /// Whether something of it would hide letters, or might.
    pub(crate) fn may_hide(&self) -> bool {
        let settings = self.settings.iter();
        let mut settings = settings.filter(|one| {
            !matches!(
                one.property,
                Property::Position | Property::Moves | Property::Animation | Property::Raise
            )
        });
        settings.any(|one| match one.said {
            Said::No | Said::Inherit => false,
            Said::Part(part) => part < 0.4,
            Said::Size(Size::Px(size)) => size < 4.0,
            Said::Size(Size::Times(times) | Size::OfPage(times)) => times < 0.4,
            Said::Yes | Said::Doubt | Said::Colour(_) | Said::Ground(_) => true,
        })
    }

    /// Whether nothing of it matters here.
    pub(crate) fn is_nothing(&self) -> bool {
        self.settings.is_empty() && !self.speaks
    }
}

/// What a value says about a property; nothing where it is not valid there.
fn said(name: &str, property: Property, value: &str) -> Option<Said> {
    if property == Property::Unknown {
        return Some(Said::Doubt);
    }
    if matches!(value, "inherit" | "unset" | "revert" | "revert-layer") {
        return Some(Said::Inherit);
    }
    if value == "initial" && !matches!(property, Property::FontSize) {
        return Some(match property {
            Property::Colour | Property::Fill => Said::Colour(colour::BLACK),
            Property::TextFill | Property::Ground => Said::Inherit,
            _ => Said::No,
        });
    }
    let yes = |holds: bool| Some(if holds { Said::Yes } else { Said::No });
    match property {
        Property::Colour | Property::TextFill | Property::Fill => return letters(property, value),
        Property::Ground => return ground(name, value),
        Property::Picture => return Some(colour::picture(value)),
        _ if value.contains("var(") || value.contains("env(") || value.contains("attr(") => {
            return (property != Property::Content).then_some(Said::Doubt);
        }
        Property::Strike => return yes(value.contains("line-through")),
        Property::Bidi => {
            return yes(matches!(value, "bidi-override" | "isolate-override"));
        }
        Property::Raise => return yes(value == "super"),
        Property::Moves | Property::Animation => {
            return yes(!value.split_whitespace().all(|word| word == "none"));
        }
        Property::Content => return yes(value.starts_with("url(")),
        Property::Security => return yes(value != "none"),
        _ => {}
    }
    if let Some(said) = judged(property, value) {
        return Some(said);
    }
    if ["calc(", "min(", "max(", "clamp("]
        .iter()
        .any(|function| value.contains(function))
    {
        return computed(name, property, value);
    }
    plain(name, property, value)
}

/// A computed value hides nothing where none of its numbers would; else it may.
fn computed(name: &str, property: Property, value: &str) -> Option<Said> {
    let differs =
        matches!(property, Property::FontSize | Property::Opacity) && value.contains(" - ");
    let mut numbers = value
        .split(['(', ')', ',', ' ', '*', '/'])
        .filter(|one| number(one).is_some());
    let hides = numbers.any(|one| match plain(name, property, one) {
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

fn plain(name: &str, property: Property, value: &str) -> Option<Said> {
    let yes = |holds: bool| Some(if holds { Said::Yes } else { Said::No });
    match property {
        Property::Display => {
            is_display(value).then_some(match value {
                // What stands in a column of a table is not shown either.
                "none" | "table-column" | "table-column-group" => Said::Yes,
                _ => Said::No,
            })
        }
        Property::Visibility => match value {
            "hidden" | "collapse" => Some(Said::Yes),
            "visible" => Some(Said::No),
            _ => None,
        },
        Property::Opacity | Property::FillOpacity | Property::Zoom => match value {
            "normal" | "reset" => Some(Said::Part(1.0)),
            _ => part(value).map(Said::Part),
        },
        Property::FontSize if name == "font" => font(value),
        Property::FontSize => size(value).map(Said::Size),
        Property::Position => match value {
            "absolute" | "fixed" | "relative" => Some(Said::Yes),
            "static" | "sticky" | "-webkit-sticky" => Some(Said::No),
            _ => None,
        },
        Property::Basis => {
            let parts: Vec<f64> = value
                .split_whitespace()
                .filter_map(number)
                .map(|(one, _)| one)
                .collect();
            let none = |index: usize| parts.get(index).is_some_and(|part| part.abs() < 0.01);
            yes(none(0) && none(2))
        }
        Property::Pinned => match value {
            "absolute" => Some(Said::Yes),
            "fixed" => Some(Said::Part(1.0)),
            _ => Some(Said::No),
        },
        Property::Clip => shape::clip(value),
        Property::ClipPath => shape::clip_path(value),
        Property::Transform => shape::transform(value),
        Property::Translate => shape::moved(value.split_whitespace()),
        Property::Scale => {
            let parts = value.split_whitespace().filter_map(part).take(2);
            let least = parts.fold(1.0, f64::min);
            Some(if shape::is_nothing(least) {
                Said::Yes
            } else if least < 0.0 {
                Said::Doubt
            } else {
                Said::Part(least)
            })
        }
        Property::Filter => shape::filter(value),
        Property::ContentVisibility => yes(value == "hidden"),
        Property::Width | Property::Height | Property::MaxWidth | Property::MaxHeight => {
            let small = match number(value) {
                Some((number, "" | "em" | "rem" | "%" | "vw" | "vh")) => number.abs() < 0.01,
                Some((number, _)) => number <= NO_ROOM_PX,
                None => return Some(Said::No),
            };
            if small {
                return Some(Said::Yes);
            }
            Some(room(value).map_or(Said::No, Said::Size))
        }
        Property::OverflowX | Property::OverflowY if name == "contain" => {
            let paints = |one| matches!(one, "paint" | "strict" | "content");
            value.split_whitespace().any(paints).then_some(Said::Yes)
        }
        // What scrolls is cut off too where it has no room.
        Property::OverflowX | Property::OverflowY => {
            let mut words = value.split_whitespace();
            Some(
                if words.clone().any(|one| matches!(one, "hidden" | "clip")) {
                    Said::Yes
                } else if words.any(|one| matches!(one, "auto" | "scroll" | "overlay")) {
                    Said::Part(1.0)
                } else {
                    Said::No
                },
            )
        }
        Property::LineHeight if name == "font" => {
            let line = value
                .split_whitespace()
                .find_map(|word| word.split_once('/'));
            line.and_then(|(_, line)| line_height(line))
        }
        Property::LineHeight => line_height(value),
        Property::LetterSpacing => match number(value) {
            None => Some(Said::No),
            _ => size(value).map(Said::Size),
        },
        Property::Indent if number(value).is_some_and(|(by, unit)| unit == "%" && by >= 100.0) => {
            Some(Said::Yes)
        }
        _ => side(name, property, value),
    }
}

/// The height of lines: a number without a unit is one of letters.
fn line_height(value: &str) -> Option<Said> {
    match number(value) {
        Some((times, "")) => Some(Said::Size(Size::Times(times))),
        Some(_) => size(value).map(Said::Size),
        None => Some(Said::No),
    }
}

/// A distance from a side; short forms name up to four of them.
fn side(name: &str, property: Property, value: &str) -> Option<Said> {
    let each: Vec<&str> = value.split_whitespace().collect();
    let first = each.first()?;
    let at = |index: usize| each.get(index).copied();
    let chosen = match (name, property) {
        ("margin" | "inset", Property::MarginRight | Property::Right) => at(1).unwrap_or(first),
        ("margin" | "inset", Property::MarginBottom | Property::Bottom) => at(2).unwrap_or(first),
        ("margin" | "inset", Property::MarginLeft | Property::Left) => {
            at(3).or(at(1)).unwrap_or(first)
        }
        ("margin-inline" | "inset-inline", Property::MarginRight | Property::Right)
        | ("margin-block" | "inset-block", Property::MarginBottom | Property::Bottom) => {
            at(1).unwrap_or(first)
        }
        _ => first,
    };
    if chosen == "auto" {
        return Some(Said::No);
    }
    let is_place = matches!(
        property,
        Property::Left | Property::Right | Property::Top | Property::Bottom
    );
    // Off the screen, which a page may or may not be scrolled to.
    let screens = number(chosen).filter(|(by, unit)| unit.contains('v') && *by >= 95.0);
    // How far up or left a thing goes before it may leave the page.
    let far = if is_place { -100.0 } else { -250.0 };
    let px = number(chosen).and_then(|(by, unit)| Some(by * fixed(unit)?));
    Some(match distance(chosen)? {
        Far::Near if is_place && screens.is_some() => Said::Doubt,
        Far::Near if px.is_some_and(|px| px <= far) => Said::Doubt,
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
fn letters(property: Property, value: &str) -> Option<Said> {
    if property == Property::Fill && value == "none" {
        return Some(Said::Colour([0; 4]));
    }
    Some(match spelled(value)? {
        Spelled::Known(colour) => Said::Colour(colour),
        Spelled::Current => Said::Inherit,
        Spelled::Computed => Said::Doubt,
    })
}

/// The ground; a `background` names its colour among other things.
fn ground(name: &str, value: &str) -> Option<Said> {
    let named = if name == "background" {
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
