//! Shapes and movements that leave nothing of an element to see.

use super::length::{Far, distance, number, part};
use super::style::Said;

/// What is drawn at this part of its size is not seen.
const NOTHING: f64 = 0.05;
/// Letters blurred this far are not read, in points of the screen.
const BLURRED_PX: f64 = 3.0;

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
    let hides = match name {
        "inset" => {
            let sides = arguments.iter().take_while(|one| **one != "round").count();
            let [right, bottom] = [usize::from(sides > 1), if sides > 2 { 2 } else { 0 }];
            let left = if sides > 3 { 3 } else { right };
            percent(0) + percent(bottom) >= 100.0 || percent(right) + percent(left) >= 100.0
        }
        "circle" => zero(0),
        "ellipse" => zero(0) || zero(1),
        "rect" => zero(1) || zero(2),
        "xywh" => zero(2) || zero(3),
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
            flat(0) || flat(1)
        }
        _ => false,
    };
    yes(hides)
}

/// A `transform`: what is scaled to nothing, turned on edge or moved off the page.
pub(crate) fn transform(value: &str) -> Option<Said> {
    let mut perhaps = false;
    for (name, arguments) in functions(value) {
        let numbers: Vec<f64> = arguments.iter().filter_map(|one| part(one)).collect();
        let none = |index: usize| numbers.get(index).copied().is_some_and(is_nothing);
        let hides = match name {
            "scale" | "scale3d" => none(0) || none(1),
            "scalex" | "scaley" => none(0),
            "matrix" => (none(0) && none(1)) || (none(2) && none(3)),
            "matrix3d" => (none(0) && none(1)) || (none(4) && none(5)),
            "rotatex" | "rotatey" => {
                matches!(
                    arguments.first(),
                    Some(&("90deg" | "-90deg" | "270deg" | ".25turn"))
                )
            }
            _ if name.starts_with("translate") => match moved(arguments.into_iter().take(2)) {
                Some(Said::Yes) => true,
                other => {
                    perhaps |= other == Some(Said::Doubt);
                    false
                }
            },
            _ => false,
        };
        if hides {
            return Some(Said::Yes);
        }
    }
    Some(if perhaps { Said::Doubt } else { Said::No })
}

/// A movement by distances.
pub(crate) fn moved<'v>(by: impl Iterator<Item = &'v str>) -> Option<Said> {
    let far: Vec<Far> = by.take(3).filter_map(distance).collect();
    Some(if far.contains(&Far::Away) {
        Said::Yes
    } else if far.contains(&Far::Perhaps) {
        Said::Doubt
    } else {
        Said::No
    })
}

/// A `filter`: what lets nothing through, or leaves no edges.
pub(crate) fn filter(value: &str) -> Option<Said> {
    let mut doubt = false;
    for (name, arguments) in functions(value) {
        let given = arguments.first().copied().unwrap_or_default();
        match name {
            "opacity" if part(given).is_some_and(is_nothing) => return Some(Said::Yes),
            "contrast" => doubt |= part(given).is_some_and(|left| left < 0.2),
            "blur" => doubt |= number(given).is_some_and(|(by, _)| by >= BLURRED_PX),
            _ => {}
        }
    }
    Some(if doubt { Said::Doubt } else { Said::No })
}
