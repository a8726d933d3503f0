//! Colours of letters and of what they stand on.

/// How far two colours may differ in each part and still look the same.
const SAME_COLOUR: u8 = 24;
/// Letters thinner than this are not seen.
const CLEAR_ALPHA: u8 = 25;
/// A ground thinner than this shows the one below it.
const THIN_ALPHA: u8 = 128;

/// Red, green, blue and how thick.
pub(crate) type Colour = [u8; 4];

pub(crate) const BLACK: Colour = [0, 0, 0, 255];
pub(crate) const WHITE: Colour = [255; 4];

/// What letters stand on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ground {
    Colour(Colour),
    /// A picture or a gradient, on which any letters may be seen.
    Picture,
    /// Something computed, which may be of the colour of the letters.
    Doubtful,
}

/// A colour as a style sheet spells it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Spelled {
    Known(Colour),
    /// The colour of the letters.
    Current,
    /// Computed in a way that is not followed here.
    Computed,
}

/// Reads a colour of a style sheet, in small letters; nothing where it is none.
pub(crate) fn spelled(value: &str) -> Option<Spelled> {
    match value {
        "currentcolor" => return Some(Spelled::Current),
        "canvas" | "field" | "window" | "background" => return Some(Spelled::Known(WHITE)),
        "canvastext" | "fieldtext" | "windowtext" | "buttontext" => {
            return Some(Spelled::Known(BLACK));
        }
        "none" => return None,
        _ => {}
    }
    // Digits without their sign are a colour to the parser, and none in a sheet.
    let bare = value.chars().all(|each| each.is_ascii_hexdigit());
    let known = csscolorparser::parse(value).ok().filter(|_| !bare);
    match known {
        Some(colour) => Some(Spelled::Known(colour.to_rgba8())),
        None => is_computed(value).then_some(Spelled::Computed),
    }
}

fn is_computed(value: &str) -> bool {
    const FUNCTIONS: &[&str] = &[
        "var(",
        "color-mix(",
        "light-dark(",
        "rgb(",
        "rgba(",
        "hsl(",
        "hsla(",
        "color(",
        "calc(",
        "lab(",
        "lch(",
        "oklab(",
        "oklch(",
        "hwb(",
        "env(",
        "attr(",
        "contrast-color(",
    ];
    FUNCTIONS.iter().any(|function| value.contains(function))
}

/// A colour of an attribute such as `bgcolor`, which is one whatever it says.
pub(crate) fn legacy(value: &str) -> Option<Colour> {
    let value = value.trim().to_ascii_lowercase();
    if value.is_empty() || value == "transparent" {
        return None;
    }
    let named = value.chars().all(char::is_alphabetic);
    if let Some(colour) = csscolorparser::parse(&value).ok().filter(|_| named) {
        return Some(colour.to_rgba8());
    }
    let hex = |each: char| if each.is_ascii_hexdigit() { each } else { '0' };
    let mut digits: Vec<char> = value.trim_start_matches('#').chars().map(hex).collect();
    if let ([red, green, blue], true) = (digits.as_slice(), value.starts_with('#')) {
        digits = vec![*red, *red, *green, *green, *blue, *blue];
    }
    digits.truncate(128);
    while digits.is_empty() || !digits.len().is_multiple_of(3) {
        digits.push('0');
    }
    let each = digits.len().checked_div(3)?;
    let mut parts = digits.chunks(each).map(|part| {
        let kept = part.get(part.len().saturating_sub(8)..).unwrap_or_default();
        let first: String = kept.iter().take(2).collect();
        u8::from_str_radix(&first, 16).unwrap_or(0)
    });
    Some([parts.next()?, parts.next()?, parts.next()?, 255])
}

/// The ground that a colour makes; nothing where it shows the one below.
pub(crate) fn ground(spelled: Spelled) -> Option<Ground> {
    match spelled {
        Spelled::Known(colour) => {
            let [.., alpha] = colour;
            (alpha >= THIN_ALPHA).then_some(Ground::Colour(colour))
        }
        Spelled::Current | Spelled::Computed => Some(Ground::Doubtful),
    }
}

/// Whether a person may not see letters of a colour, where it is known, on a ground.
pub(crate) fn is_faint(colour: Option<Colour>, ground: Ground) -> bool {
    let Some(colour) = colour else {
        return true;
    };
    let [.., alpha] = colour;
    let same = |ground: Colour| {
        let parts = colour.iter().zip(&ground).take(3);
        parts.fold(true, |same, (one, two)| {
            same && one.abs_diff(*two) <= SAME_COLOUR
        })
    };
    alpha < CLEAR_ALPHA
        || match ground {
            Ground::Colour(ground) => same(ground),
            Ground::Picture => false,
            Ground::Doubtful => true,
        }
}
