//! What declarations say about the letters of an element.
//!
//! Each property that matters is one of [`Property`]; what a value says about it is worked
//! out once, and which of several declarations holds is the cascade's to say.

use super::colour::{self, Colour, Ground, Spelled, spelled};
use super::css::{self, Declaration};
use super::length::{Far, Size, distance, number, part, size};
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
        for property in properties(name) {
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

    /// Whether nothing of it matters here.
    pub(crate) fn is_nothing(&self) -> bool {
        self.settings.is_empty() && !self.speaks
    }
}

/// The properties a name sets; a shorthand sets several.
fn properties(name: &str) -> &'static [Property] {
    match name {
        "display" => &[Property::Display],
        "visibility" => &[Property::Visibility],
        "opacity" => &[Property::Opacity],
        "fill-opacity" => &[Property::FillOpacity],
        "zoom" => &[Property::Zoom],
        "font-size" | "font" => &[Property::FontSize],
        "position" => &[Property::Position],
        "left" | "inset-inline-start" => &[Property::Left],
        "right" | "inset-inline-end" => &[Property::Right],
        "top" | "inset-block-start" => &[Property::Top],
        "bottom" | "inset-block-end" => &[Property::Bottom],
        "inset" => &[
            Property::Top,
            Property::Right,
            Property::Bottom,
            Property::Left,
        ],
        "inset-inline" => &[Property::Left, Property::Right],
        "inset-block" => &[Property::Top, Property::Bottom],
        "text-indent" => &[Property::Indent],
        "margin-left" | "margin-inline-start" => &[Property::MarginLeft],
        "margin-right" | "margin-inline-end" => &[Property::MarginRight],
        "margin-top" | "margin-block-start" => &[Property::MarginTop],
        "margin-bottom" | "margin-block-end" => &[Property::MarginBottom],
        "margin" => &[
            Property::MarginTop,
            Property::MarginRight,
            Property::MarginBottom,
            Property::MarginLeft,
        ],
        "margin-inline" => &[Property::MarginLeft, Property::MarginRight],
        "margin-block" => &[Property::MarginTop, Property::MarginBottom],
        "clip" => &[Property::Clip],
        "clip-path" | "-webkit-clip-path" => &[Property::ClipPath],
        "transform" | "-webkit-transform" => &[Property::Transform],
        "translate" => &[Property::Translate],
        "scale" => &[Property::Scale],
        "filter" | "-webkit-filter" => &[Property::Filter],
        "content-visibility" => &[Property::ContentVisibility],
        "-webkit-text-security" => &[Property::Security],
        "content" => &[Property::Content],
        "width" | "inline-size" => &[Property::Width],
        "height" | "block-size" => &[Property::Height],
        "max-width" | "max-inline-size" => &[Property::MaxWidth],
        "max-height" | "max-block-size" => &[Property::MaxHeight],
        "overflow" => &[Property::OverflowX, Property::OverflowY],
        "overflow-x" => &[Property::OverflowX],
        "overflow-y" => &[Property::OverflowY],
        "animation"
        | "animation-name"
        | "-webkit-animation"
        | "transition"
        | "transition-property"
        | "-webkit-transition" => &[Property::Moves],
        "color" => &[Property::Colour],
        "-webkit-text-fill-color" => &[Property::TextFill],
        "fill" => &[Property::Fill],
        "background" => &[Property::Ground, Property::Picture],
        "background-color" => &[Property::Ground],
        "background-image" => &[Property::Picture],
        "text-decoration" | "text-decoration-line" => &[Property::Strike],
        "unicode-bidi" => &[Property::Bidi],
        "vertical-align" => &[Property::Raise],
        _ => &[],
    }
}

/// What a value says about a property; nothing where it is not valid there.
fn said(name: &str, property: Property, value: &str) -> Option<Said> {
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
        Property::Picture => {
            let shows = value.contains("url(") || value.contains("gradient(");
            return yes(shows || value.contains("image-set("));
        }
        _ if value.contains("var(") || value.contains("env(") || value.contains("attr(") => {
            return (property != Property::Content).then_some(Said::Doubt);
        }
        Property::Strike => return yes(value.contains("line-through")),
        Property::Bidi => {
            return yes(matches!(value, "bidi-override" | "isolate-override"));
        }
        Property::Raise => return yes(value == "super"),
        Property::Moves => return yes(value != "none"),
        Property::Content => return yes(value.starts_with("url(")),
        Property::Security => return yes(value != "none"),
        _ => {}
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
            is_display(value).then_some(if value == "none" { Said::Yes } else { Said::No })
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
        Property::Clip => shape::clip(value),
        Property::ClipPath => shape::clip_path(value),
        Property::Transform => shape::transform(value),
        Property::Translate => shape::moved(value.split_whitespace()),
        Property::Scale => {
            let mut parts = value.split_whitespace().filter_map(part).take(2);
            yes(parts.any(shape::is_nothing))
        }
        Property::Filter => shape::filter(value),
        Property::ContentVisibility => yes(value == "hidden"),
        Property::Width | Property::Height | Property::MaxWidth | Property::MaxHeight => {
            let small = match number(value) {
                Some((number, "" | "em" | "rem" | "%" | "vw" | "vh")) => number.abs() < 0.01,
                Some((number, _)) => number <= NO_ROOM_PX,
                None => return Some(Said::No),
            };
            yes(small)
        }
        Property::OverflowX | Property::OverflowY => yes(value
            .split_whitespace()
            .any(|one| one == "hidden" || one == "clip")),
        Property::Indent if number(value).is_some_and(|(by, unit)| unit == "%" && by >= 100.0) => {
            Some(Said::Yes)
        }
        _ => side(name, property, value),
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
