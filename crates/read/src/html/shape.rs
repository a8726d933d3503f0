//! Shapes and movements that leave nothing of an element to see.

use super::length::{Far, distance, fixed, number, part};
use super::style::Said;

/// What is drawn at this part of its size is not seen.
const NOTHING: f64 = 0.05;
/// Letters blurred this far are not read, in points of the screen.
const BLURRED_PX: f64 = 3.0;
/// A shape that leaves less than this part of a box may cut off its letters.
const HALF_SHOWN: f64 = 0.5;

/// Whether a scale leaves nothing.
pub(crate) fn is_nothing(scale: f64) -> bool {
    scale.abs() < NOTHING
}

fn yes(holds: bool) -> Option<Said> {
    Some(if holds { Said::Yes } else { Said::No })
}

/// The functions of a value, each with its arguments.
fn functions(value: &str) -> impl Iterator<Item = (&str, Vec<&str>)> {
    value.split(')').filter_map(|one| {
        let (name, arguments) = one.split_once('(')?;
        let arguments = arguments.split([',', ' ']).map(str::trim);
        let arguments = arguments.filter(|one| !one.is_empty());
        Some((name.trim(), arguments.collect()))
    })
}

/// A `clip`: nothing shows where its sides meet.
pub(crate) fn clip(value: &str) -> Option<Said> {
    let Some(("rect", sides)) = functions(value).next() else {
        return (value == "auto").then_some(Said::No);
    };
    let each: Vec<Option<f64>> = sides
        .iter()
        .map(|side| number(side).map(|(at, _)| at))
        .collect();
    let [top, right, bottom, left] = each.as_slice() else {
        return None;
    };
    let narrow =
        |from: Option<f64>, to: Option<f64>| to.is_some_and(|to| to - from.unwrap_or(0.0) <= 1.0);
    yes(narrow(*top, *bottom) || narrow(*left, *right))
}

/// A `clip-path`.
pub(crate) fn clip_path(value: &str) -> Option<Said> {
    let Some((name, arguments)) = functions(value).next() else {
        return yes(false);
    };
    let percent = |index: usize| match arguments.get(index).and_then(|one| number(one)) {
        Some((part, "%")) => part,
        _ => 0.0,
    };
    let zero = |index: usize| {
        let given = arguments.get(index).and_then(|one| number(one));
        given.is_some_and(|(number, _)| number.abs() < 0.01)
    };
    let perhaps;
    let hides = match name {
        "inset" => {
            let sides = arguments.iter().take_while(|one| **one != "round").count();
            let [right, bottom] = [usize::from(sides > 1), if sides > 2 { 2 } else { 0 }];
            let left = if sides > 3 { 3 } else { right };
            let given = arguments.iter().take(sides).filter_map(|one| number(one));
            perhaps = given.map(|(by, _)| by).any(|by| by > 25.0);
            percent(0) + percent(bottom) >= 100.0 || percent(right) + percent(left) >= 100.0
        }
        "circle" => {
            perhaps = percent(0) < 40.0 && !arguments.is_empty();
            zero(0)
        }
        "ellipse" => {
            perhaps = percent(0) < 40.0 || percent(1) < 40.0;
            zero(0) || zero(1)
        }
        "rect" | "xywh" => {
            perhaps = true;
            let from = if name == "rect" { 1 } else { 2 };
            zero(from) || zero(from.saturating_add(1))
        }
        "polygon" => {
            let points: Vec<&str> = arguments
                .iter()
                .copied()
                .filter(|one| number(one).is_some())
                .collect();
            let flat = |from: usize| {
                let mut along = points.iter().skip(from).step_by(2);
                let first = along.next();
                along.all(|one| Some(one) == first)
            };
            perhaps = area(&points) < HALF_SHOWN;
            flat(0) || flat(1)
        }
        // A path or an element of the page: what it leaves is not worked out.
        _ => return Some(Said::Doubt),
    };
    Some(match (hides, perhaps) {
        (true, _) => Said::Yes,
        (_, true) => Said::Doubt,
        _ => Said::No,
    })
}

/// The area of a polygon in parts of its box; none where a point is no part of it.
fn area(points: &[&str]) -> f64 {
    let part = |one: &&str| match number(one) {
        Some((part, "%")) => Some(part / 100.0),
        Some((none, _)) if none.abs() < 0.01 => Some(0.0),
        _ => None,
    };
    let Some(parts) = points.iter().map(part).collect::<Option<Vec<f64>>>() else {
        return 0.0;
    };
    let corners: Vec<(f64, f64)> = parts
        .chunks_exact(2)
        .filter_map(|two| Some((*two.first()?, *two.get(1)?)))
        .collect();
    let next = corners.iter().cycle().skip(1);
    let twice: f64 = corners
        .iter()
        .zip(next)
        .map(|(one, two)| one.0 * two.1 - two.0 * one.1)
        .sum();
    twice.abs() / 2.0
}

/// A `transform`: what is scaled to nothing, turned on edge or moved off the page.
pub(crate) fn transform(value: &str) -> Option<Said> {
    let mut perhaps = false;
    let mut scale = 1.0f64;
    for (name, arguments) in functions(value) {
        let numbers: Vec<f64> = arguments.iter().filter_map(|one| part(one)).collect();
        let none = |index: usize| numbers.get(index).copied().is_some_and(is_nothing);
        let hides = match name {
            "scale" | "scale3d" | "scalex" | "scaley" => {
                let of = if name == "scale3d" { 2 } else { numbers.len() };
                // Letters in a mirror are not read.
                perhaps |= numbers.iter().any(|by| *by < 0.0) || numbers.is_empty();
                let least = numbers.iter().take(of).copied().fold(1.0, f64::min);
                scale *= least.max(0.0);
                none(0) || (of > 1 && none(1))
            }
            "matrix" => {
                let determinant = match numbers.as_slice() {
                    [a, b, c, d, e, f] => {
                        perhaps |= [e, f].iter().any(|by| **by <= -100.0 || **by >= 1500.0);
                        a * d - b * c
                    }
                    _ => 0.0,
                };
                perhaps |= determinant < 0.1;
                (none(0) && none(1)) || (none(2) && none(3))
            }
            "matrix3d" => {
                perhaps = true;
                (none(0) && none(1)) || (none(4) && none(5))
            }
            "rotatex" | "rotatey" => {
                let turn = arguments.first().and_then(|one| degrees(one));
                let turn = turn.unwrap_or(90.0).rem_euclid(360.0);
                perhaps |= (1.0..359.0).contains(&turn);
                (80.0..=100.0).contains(&turn.rem_euclid(180.0))
            }
            "skew" | "skewx" | "skewy" => {
                let mut turns = arguments.iter().map(|one| degrees(one).unwrap_or(90.0));
                perhaps |= turns.any(|turn| turn.abs() > 45.0);
                false
            }
            "rotate" | "rotatez" | "perspective" => false,
            "translatez" => {
                let near = |one: &&str| number(one).is_some_and(|(by, _)| by.abs() < 0.01);
                perhaps |= !arguments.iter().all(near);
                false
            }
            _ if name.starts_with("translate") => match moved(arguments.into_iter().take(2)) {
                Some(Said::Yes) => true,
                other => {
                    perhaps |= other == Some(Said::Doubt);
                    false
                }
            },
            _ => {
                perhaps = true;
                false
            }
        };
        if hides {
            return Some(Said::Yes);
        }
    }
    Some(match perhaps {
        true => Said::Doubt,
        false if scale < 1.0 => Said::Part(scale),
        false => Said::No,
    })
}

/// An angle in degrees.
fn degrees(value: &str) -> Option<f64> {
    let (angle, unit) = number(value)?;
    Some(match unit {
        "deg" | "" => angle,
        "rad" => angle.to_degrees(),
        "turn" => angle * 360.0,
        "grad" => angle * 0.9,
        _ => return None,
    })
}

/// A movement by distances.
pub(crate) fn moved<'v>(by: impl Iterator<Item = &'v str>) -> Option<Said> {
    let by: Vec<&str> = by.take(3).collect();
    let far: Vec<Far> = by.iter().filter_map(|by| distance(by)).collect();
    let back = by.iter().filter_map(|by| {
        let (by, unit) = number(by)?;
        Some(by * fixed(unit)?)
    });
    let back = back.fold(0.0, f64::min);
    Some(if far.contains(&Far::Away) {
        Said::Yes
    } else if far.contains(&Far::Perhaps) || back <= -100.0 {
        Said::Doubt
    } else {
        Said::No
    })
}

/// A `filter`: what lets nothing through, or leaves no edges; of others only those are
/// understood that leave letters and ground apart.
pub(crate) fn filter(value: &str) -> Option<Said> {
    let mut doubt = false;
    let mut any = false;
    for (name, arguments) in functions(value) {
        any = true;
        let given = arguments.first().copied().unwrap_or_default();
        let name = name.rsplit(' ').next().unwrap_or(name);
        match name {
            // Old forms that no browser reads.
            _ if name.starts_with("progid") || given.contains('=') => {}
            "opacity" if part(given).is_some_and(is_nothing) => return Some(Said::Yes),
            "opacity" => doubt |= part(given).is_none_or(|left| left < 0.4),
            "contrast" => doubt |= part(given).is_none_or(|left| !(0.5..=3.0).contains(&left)),
            "brightness" => doubt |= part(given).is_none_or(|left| !(0.6..=1.4).contains(&left)),
            "blur" => doubt |= number(given).is_none_or(|(by, _)| by >= BLURRED_PX),
            "grayscale" | "saturate" | "drop-shadow" | "rgb" | "rgba" | "hsl" | "hsla" => {}
            _ => doubt = true,
        }
    }
    if !any {
        return (value == "none").then_some(Said::No);
    }
    Some(if doubt { Said::Doubt } else { Said::No })
}
