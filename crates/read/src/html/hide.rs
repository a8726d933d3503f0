//! Which elements a page does not show: attributes, styles, simple style rules.
//!
//! No style engine: rules for a single class or id are known, others are not.

use std::collections::BTreeSet;

/// Classes and ids that a style sheet hides.
#[derive(Debug, Default)]
pub(crate) struct HidingRules {
    names: BTreeSet<String>,
}

impl HidingRules {
    /// Takes in a style sheet.
    pub(crate) fn take(&mut self, sheet: &str) {
        for rule in sheet.split('}') {
            let Some((selectors, declarations)) = rule.rsplit_once('{') else {
                continue;
            };
            if !hides(declarations) {
                continue;
            }
            let selectors = selectors.rsplit('{').next().unwrap_or_default();
            for selector in selectors.split(',').map(str::trim) {
                let simple = selector
                    .chars()
                    .skip(1)
                    .all(|each| each.is_alphanumeric() || matches!(each, '-' | '_'));
                if simple && selector.starts_with(['.', '#']) {
                    self.names.insert(selector.to_owned());
                }
            }
        }
    }

    /// Whether one of its classes or its id is hidden.
    pub(crate) fn hide(&self, class: &str, id: &str) -> bool {
        let listed = |mark: char, name: &str| {
            !self.names.is_empty() && self.names.contains(&format!("{mark}{name}"))
        };
        class.split_whitespace().any(|each| listed('.', each))
            || (!id.is_empty() && listed('#', id))
    }
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
            "width" | "height" | "max-height" => value == "0" || value == "0px",
            _ => false,
        }
    })
}

/// The number a value begins with.
fn number(value: &str) -> Option<f64> {
    let digits: String = value
        .chars()
        .take_while(|each| each.is_ascii_digit() || matches!(each, '.' | '-'))
        .collect();
    digits.parse().ok()
}
