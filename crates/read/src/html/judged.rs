//! Properties of which only some values are understood: the others are a doubt.

use super::length::{Far, distance, number};
use super::style::{Property, Said};

/// Fonts that draw signs where the text has letters.
const SIGN_FONTS: &[&str] = &[
    "wingdings",
    "webdings",
    "symbol",
    "marlett",
    "zapf dingbats",
    "zapfdingbats",
    "adobe blank",
    "mt extra",
];
/// Shadows and outlines wider than this cover what they lie over, in points of the screen.
const COVERS_PX: f64 = 8.0;

/// What a value says; nothing where the property is judged elsewhere.
pub(crate) fn judged(property: Property, value: &str) -> Option<Said> {
    let is = |word: &str| value == word;
    let px = |word: &str| number(word).map(|(number, _)| number);
    let lengths = || value.split([' ', ',']).filter_map(px);
    let understood = match property {
        Property::Mask | Property::MaskBorder | Property::Clamp | Property::Combine => is("none"),
        Property::Blend => is("normal"),
        Property::Offset => is("none") || is("auto"),
        Property::Rotate => is("none") || value.split_whitespace().count() == 1,
        Property::TransformOrigin => {
            let mut far = value.split_whitespace().filter_map(distance);
            !far.any(|far| far == Far::Away)
        }
        Property::WordSpacing => !lengths().any(|by| by <= -12.0 || by >= 1000.0),
        Property::Family => {
            let first = value.split(',').next().unwrap_or_default();
            let first = first.trim_matches(['"', '\'', ' ']);
            !SIGN_FONTS.iter().any(|font| first.ends_with(font))
        }
        Property::Contain => !value.contains("size") && !value.contains("strict"),
        Property::Scheme => !value.contains("dark") || value.contains("light"),
        Property::UnderlineOffset => !lengths().any(|by| by < 0.0),
        Property::TextStroke => !lengths().any(|by| by > 1.5),
        Property::SizeAdjust => match number(value) {
            Some((part, "%")) => part >= 50.0,
            Some((part, _)) => part >= 0.3,
            None => true,
        },
        Property::Stack => !lengths().any(|at| at < 0.0),
        Property::Rows | Property::Columns => {
            let tracks = value.split([' ', '(', ')', ',', '/']);
            let mut tracks = tracks.filter_map(number);
            !tracks.any(|(size, _)| size.abs() < 0.01) || value.contains("minmax(0")
        }
        Property::OutlineOffset => !lengths().any(|by| by <= -COVERS_PX),
        Property::Shadow => {
            let inside = value.split("inset").count() > 1;
            !inside || !lengths().any(|by| by >= COVERS_PX)
        }
        Property::Quotes | Property::ListMark | Property::HyphenMark => {
            let said = value.split(['"', '\'']).skip(1).step_by(2);
            !said.flat_map(str::chars).any(char::is_alphanumeric)
        }
        Property::TabSize => !lengths().any(|by| by > 50.0),
        Property::Padding => {
            let mut far = value.split_whitespace().filter_map(distance);
            !far.any(|far| far == Far::Away)
        }
        Property::Unknown => false,
        _ => return None,
    };
    Some(if understood { Said::No } else { Said::Doubt })
}
