//! Numbers and lengths of style sheets.

/// The size of letters that no rule gives a size, in points of the screen.
pub(crate) const LETTERS_PX: f64 = 16.0;
/// The screen a page is taken to be shown on.
pub(crate) const SCREEN_PX: (f64, f64) = (1280.0, 800.0);

/// The number a value begins with, and its unit.
pub(crate) fn number(value: &str) -> Option<(f64, &str)> {
    let value = value.trim();
    let bytes = value.as_bytes();
    let digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let digits_from = |mut at: usize| {
        while digit(at) {
            at = at.saturating_add(1);
        }
        at
    };
    let sign = usize::from(matches!(bytes.first(), Some(b'+' | b'-')));
    let mut end = digits_from(sign);
    if bytes.get(end) == Some(&b'.') && digit(end.saturating_add(1)) {
        end = digits_from(end.saturating_add(1));
    }
    if matches!(bytes.get(end), Some(b'e' | b'E')) {
        let signed = matches!(bytes.get(end.saturating_add(1)), Some(b'+' | b'-'));
        let from = end.saturating_add(1).saturating_add(usize::from(signed));
        if digit(from) {
            end = digits_from(from);
        }
    }
    let (number, unit) = value.split_at_checked(end)?;
    Some((number.parse().ok()?, unit.trim()))
}

/// A number or a part of a hundred, as opacities are given.
pub(crate) fn part(value: &str) -> Option<f64> {
    match number(value)? {
        (part, "") => Some(part),
        (percent, "%") => Some(percent / 100.0),
        _ => None,
    }
}

/// How many points of the screen a unit has that depends on no letters.
pub(crate) fn fixed(unit: &str) -> Option<f64> {
    Some(match unit {
        "px" => 1.0,
        "pt" => 4.0 / 3.0,
        "pc" => 16.0,
        "in" => 96.0,
        "cm" => 96.0 / 2.54,
        "mm" => 9.6 / 2.54,
        "q" => 2.4 / 2.54,
        "vw" | "svw" | "lvw" | "dvw" | "vi" | "vmax" => SCREEN_PX.0 / 100.0,
        "vh" | "svh" | "lvh" | "dvh" | "vb" | "vmin" => SCREEN_PX.1 / 100.0,
        _ => return None,
    })
}

/// The size of letters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Size {
    Px(f64),
    /// This many times that of what they stand in.
    Times(f64),
    /// This many times that of the page.
    OfPage(f64),
}

/// Reads a `font-size`; a number without a unit is one of a drawing, or nothing.
pub(crate) fn size(value: &str) -> Option<Size> {
    let keyword = match value {
        "xx-small" => 9.0,
        "x-small" => 10.0,
        "small" => 13.0,
        "medium" | "initial" => LETTERS_PX,
        "large" => 18.0,
        "x-large" => 24.0,
        "xx-large" | "xxx-large" => 32.0,
        "smaller" => return Some(Size::Times(0.83)),
        "larger" => return Some(Size::Times(1.2)),
        _ => -1.0,
    };
    if keyword > 0.0 {
        return Some(Size::Px(keyword));
    }
    let (number, unit) = number(value)?;
    Some(match unit {
        "" => Size::Px(number),
        "em" => Size::Times(number),
        "%" => Size::Times(number / 100.0),
        "ex" | "ch" | "cap" => Size::Times(number / 2.0),
        "rem" => Size::OfPage(number),
        _ => Size::Px(number * fixed(unit)?),
    })
}

/// How far from where it belongs a thing is put.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Far {
    Near,
    /// So far off the page that nobody sees it.
    Away,
    /// A large part of something whose size is not known.
    Perhaps,
}

/// Reads a distance; nothing where it is none.
pub(crate) fn distance(value: &str) -> Option<Far> {
    let (number, unit) = number(value)?;
    let away = match unit {
        "" => number <= -500.0 || number >= 5000.0,
        "em" | "rem" | "ex" | "ch" => number <= -30.0 || number >= 300.0,
        "%" if number <= -90.0 || number >= 500.0 => return Some(Far::Perhaps),
        "%" => false,
        _ if unit.contains('v') => number <= -90.0 || number >= 500.0,
        _ => {
            let px = number * fixed(unit)?;
            px <= -500.0 || px >= 5000.0
        }
    };
    Some(if away { Far::Away } else { Far::Near })
}

/// How much room a length leaves; nothing where that depends on what is around.
pub(crate) fn room(value: &str) -> Option<Size> {
    let (number, unit) = number(value)?;
    match unit {
        "em" | "lh" => Some(Size::Times(number)),
        "rem" | "rlh" => Some(Size::OfPage(number)),
        "ex" | "ch" => Some(Size::Times(number / 2.0)),
        "" => Some(Size::Px(number)),
        _ => Some(Size::Px(number * fixed(unit)?)),
    }
}
