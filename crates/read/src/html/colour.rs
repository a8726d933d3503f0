//! Colours of letters and of what they stand on.

use super::style::Said;

/// Two colours with less contrast than this look the same, by the formula for screens.
const CONTRAST_MIN: f64 = 1.5;
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
    /// Something between these two.
    Between(Colour, Colour),
    /// A picture elsewhere, on which any letters may be seen.
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

/// What a `background` or `background-image` lays under letters.
pub(crate) fn picture(value: &str) -> Said {
    let outside = value.contains("url(") || value.contains("image-set(");
    if outside && value.contains("data:") && !value.contains("no-repeat") {
        // A picture that comes with the page may be of any colour.
        return Said::Ground(Ground::Doubtful);
    }
    if outside {
        return Said::Yes;
    }
    if !value.contains("gradient(") {
        return Said::No;
    }
    let words = value.split_inclusive([',', ' ', ')']);
    let mut stops: Vec<Colour> = Vec::new();
    let mut open = String::new();
    for word in words {
        open.push_str(word);
        // A colour may have brackets and commas of its own.
        let inside = open.rsplit("gradient(").next().unwrap_or_default();
        if inside.matches('(').count() > inside.matches(')').count() {
            continue;
        }
        let spelled_out = inside.trim().trim_end_matches(',').trim();
        let alone = spelled_out
            .strip_suffix(')')
            .filter(|one| !one.contains('('));
        match spelled(alone.unwrap_or(spelled_out).trim()) {
            Some(Spelled::Known(colour)) => stops.push(colour),
            Some(_) => return Said::Ground(Ground::Doubtful),
            None => {}
        }
        open.clear();
    }
    stops.retain(|[.., alpha]| *alpha >= THIN_ALPHA);
    let by_light = |one: &&Colour, two: &&Colour| light(**one).total_cmp(&light(**two));
    let dark = stops.iter().min_by(by_light);
    let bright = stops.iter().max_by(by_light);
    match (dark, bright) {
        (Some(dark), Some(bright)) => Said::Ground(Ground::Between(*dark, *bright)),
        _ => Said::No,
    }
}

/// Whether a person may not see letters of a colour, where it is known, on a ground.
pub(crate) fn is_faint(colour: Option<Colour>, ground: Ground, opacity: f64) -> bool {
    let Some(colour) = colour else {
        return true;
    };
    let [.., alpha] = colour;
    let seen = opacity * f64::from(alpha) / 255.0;
    let same = |ground: Colour| contrast(mixed(colour, ground, seen), ground) < CONTRAST_MIN;
    alpha < CLEAR_ALPHA
        || match ground {
            Ground::Colour(ground) => same(ground),
            // Letters between the two stand somewhere on their own colour.
            Ground::Between(dark, bright) => {
                let at = light(colour);
                same(dark) || same(bright) || (light(dark) < at && at < light(bright))
            }
            Ground::Picture => seen < 0.3,
            Ground::Doubtful => true,
        }
}

/// A colour as it looks where a part of it is laid over another.
fn mixed(colour: Colour, ground: Colour, part: f64) -> [f64; 3] {
    let [red, green, blue, _] = colour.map(f64::from);
    let [below_red, below_green, below_blue, _] = ground.map(f64::from);
    let mix = |one: f64, two: f64| one * part + two * (1.0 - part);
    [
        mix(red, below_red),
        mix(green, below_green),
        mix(blue, below_blue),
    ]
}

fn contrast(letters: [f64; 3], [red, green, blue, _]: Colour) -> f64 {
    let one = brightness(letters);
    let two = brightness([red, green, blue].map(f64::from));
    (one.max(two) + 0.05) / (one.min(two) + 0.05)
}

fn light([red, green, blue, _]: Colour) -> f64 {
    brightness([red, green, blue].map(f64::from))
}

/// How bright a colour looks, from 0 to 1.
fn brightness(parts: [f64; 3]) -> f64 {
    let [red, green, blue] = parts.map(|part| {
        let part = part / 255.0;
        if part <= 0.039_28 {
            part / 12.92
        } else {
            ((part + 0.055) / 1.055).powf(2.4)
        }
    });
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}
