//! Which elements a page does not show: attributes, styles, simple style rules.
//!
//! No style engine: rules for a single class or id are known, others are not.

use std::collections::BTreeSet;

/// Classes and ids that a style sheet hides.
#[derive(Debug, Default)]
pub(crate) struct HidingRules {
    names: BTreeSet<String>,
    faint: BTreeSet<String>,
}

impl HidingRules {
    /// Takes in a style sheet.
    pub(crate) fn take(&mut self, sheet: &str) {
        for rule in sheet.split('}') {
            let Some((selectors, declarations)) = rule.rsplit_once('{') else {
                continue;
            };
            let target = if hides(declarations) {
                &mut self.names
            } else if fades(declarations) {
                &mut self.faint
            } else {
                continue;
            };
            let selectors = selectors.rsplit('{').next().unwrap_or_default();
            for selector in selectors.split(',').map(str::trim) {
                let simple = selector
                    .chars()
                    .skip(1)
                    .all(|each| each.is_alphanumeric() || matches!(each, '-' | '_'));
                if simple && selector.starts_with(['.', '#']) {
                    target.insert(selector.to_owned());
                }
            }
        }
    }

    /// Whether one of its classes or its id is hidden.
    pub(crate) fn hide(&self, class: &str, id: &str) -> bool {
        listed(&self.names, class, id)
    }

    /// Whether one of its classes or its id makes letters hard to see.
    pub(crate) fn fade(&self, class: &str, id: &str) -> bool {
        listed(&self.faint, class, id)
    }
}

fn listed(names: &BTreeSet<String>, class: &str, id: &str) -> bool {
    let has = |mark: char, name: &str| names.contains(&format!("{mark}{name}"));
    !names.is_empty()
        && (class.split_whitespace().any(|each| has('.', each)) || (!id.is_empty() && has('#', id)))
}

/// Whether declarations keep an element from being seen.
pub(crate) fn hides(declarations: &str) -> bool {
    declarations.split(';').any(|declaration| {
        let Some((property, value)) = declaration.split_once(':') else {
            return false;
        };
        let property = property.trim().to_ascii_lowercase();
        let value = value.trim().to_ascii_lowercase();
        let value = value.trim_end_matches("!important").trim();
        match property.as_str() {
            "display" => value == "none",
            "visibility" => matches!(value, "hidden" | "collapse"),
            "opacity" => number(value).is_some_and(|part| part < 0.05),
            "font-size" => number(value).is_some_and(|size| size < 1.5) && !value.ends_with("em"),
            "left" | "top" | "right" | "text-indent" | "margin-left" => {
                number(value).is_some_and(|place| place <= -500.0)
            }
            "clip" => value.replace(' ', "").starts_with("rect(0"),
            "clip-path" => {
                value.starts_with("inset(50%")
                    || value.starts_with("inset(100%")
                    || value.starts_with("circle(0")
            }
            "transform" => {
                value.starts_with("scale(0")
                    || value.contains("translate(-9")
                    || value.contains("translatex(-9")
            }
            "zoom" => number(value).is_some_and(|part| part < 0.05),
            "font" => value.starts_with("0/") || value.starts_with("0 "),
            "filter" => value.replace(' ', "").starts_with("opacity(0"),
            "content-visibility" => value == "hidden",
            "width" | "height" | "max-height" => value == "0" || value == "0px",
            _ => false,
        }
    })
}

/// Whether declarations make letters hard to see or take them back: the colour
/// of paper or none, on a ground that is not said to be another; or struck out.
pub(crate) fn fades(declarations: &str) -> bool {
    let mut faint = false;
    let mut own_ground = false;
    for declaration in declarations.split(';') {
        let Some((property, value)) = declaration.split_once(':') else {
            continue;
        };
        let value = value.trim().to_ascii_lowercase();
        let value = value.trim_end_matches("!important").trim();
        match property.trim().to_ascii_lowercase().as_str() {
            "color" | "-webkit-text-fill-color" | "fill" => faint |= is_paper(value),
            "background" | "background-color" => own_ground = !is_paper(value),
            "text-decoration" | "text-decoration-line" if value.contains("line-through") => {
                return true;
            }
            _ => {}
        }
    }
    faint && !own_ground
}

/// White, nearly white, or nothing at all.
pub(crate) fn is_paper(colour: &str) -> bool {
    let colour = colour.replace(' ', "");
    if matches!(
        colour.as_str(),
        "white"
            | "transparent"
            | "snow"
            | "ivory"
            | "#fff"
            | "#ffff"
            | "whitesmoke"
            | "ghostwhite"
            | "floralwhite"
    ) {
        return true;
    }
    if let Some(digits) = colour.strip_prefix('#') {
        return match digits.len() {
            8 if digits.ends_with("00") => true,
            6 | 8 => digits.get(..6).is_some_and(|rgb| {
                rgb.as_bytes()
                    .chunks(2)
                    .all(|pair| matches!(pair.first(), Some(b'f')))
            }),
            3 | 4 => digits.get(..3).is_some_and(|rgb| rgb == "fff"),
            _ => false,
        };
    }
    let parts = colour
        .strip_prefix("rgba(")
        .or_else(|| colour.strip_prefix("rgb("))
        .and_then(|rest| rest.strip_suffix(')'));
    if let Some(parts) = parts {
        let values: Vec<f64> = parts.split([',', '/']).filter_map(number).collect();
        let clear = values.get(3).is_some_and(|alpha| *alpha < 0.1);
        let white = values.len() >= 3 && values.iter().take(3).all(|part| *part >= 240.0);
        return clear || white;
    }
    colour.starts_with("hsl") && (colour.contains(",100%)") || colour.ends_with("100%)"))
}

/// The number a value begins with.
fn number(value: &str) -> Option<f64> {
    let digits: String = value
        .chars()
        .take_while(|each| each.is_ascii_digit() || matches!(each, '.' | '-'))
        .collect();
    digits.parse().ok()
}
