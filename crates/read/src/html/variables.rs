//! Variables of style sheets, as far as there is only one thing they can be.

use std::collections::BTreeMap;

use super::css::Declaration;

/// Variables put in for one another, and how long a value may get by that.
const STEPS_MAX: usize = 16;
const VALUE_BYTES_MAX: usize = 2048;

/// The variables of a page.
#[derive(Debug, Default)]
pub(crate) struct Variables {
    known: BTreeMap<String, Variable>,
    /// A variable may have a value that no declaration gives it.
    pub(crate) registered: bool,
}

#[derive(Debug)]
struct Variable {
    /// Nothing where two declarations differ.
    value: Option<String>,
    /// Every element has it.
    everywhere: bool,
}

impl Variables {
    /// Notes one declaration of a variable.
    pub(crate) fn define(&mut self, name: &str, value: &str, everywhere: bool) {
        let fresh = || Variable {
            value: Some(value.to_owned()),
            everywhere,
        };
        let known = self.known.entry(name.to_owned()).or_insert_with(fresh);
        known.everywhere |= everywhere;
        if known.value.as_deref() != Some(value) {
            known.value = None;
        }
    }

    /// Declarations with the variables put in whose value is certain.
    pub(crate) fn put_in(&self, declarations: &mut [Declaration], inline: bool) {
        let own: BTreeMap<String, String> = declarations
            .iter()
            .filter(|one| one.property.starts_with("--"))
            .map(|one| (one.property.clone(), one.value.clone()))
            .collect();
        for one in declarations {
            if one.value.contains("var(")
                && let Some(value) = self.resolved(&one.value, &own, inline)
            {
                one.value = value;
            }
        }
    }

    fn resolved(
        &self,
        value: &str,
        own: &BTreeMap<String, String>,
        inline: bool,
    ) -> Option<String> {
        let mut value = value.to_owned();
        for _ in 0..STEPS_MAX {
            let Some((before, after)) = value.split_once("var(") else {
                return Some(value);
            };
            let (inside, after) = closed(after)?;
            let (name, fallback) = match inside.split_once(',') {
                Some((name, fallback)) => (name.trim(), Some(fallback)),
                None => (inside.trim(), None),
            };
            let known = self.known.get(name);
            let put = match (own.get(name), known) {
                (Some(own), _) if inline => own,
                (None, None) if !self.registered => fallback?,
                (own, Some(known)) if own.is_some() || known.everywhere => {
                    known.value.as_deref()?
                }
                _ => return None,
            };
            value = format!("{before}{put}{after}");
            if value.len() > VALUE_BYTES_MAX {
                return None;
            }
        }
        None
    }
}

/// What stands before and after the bracket that closes an open one.
fn closed(text: &str) -> Option<(&str, &str)> {
    let mut depth = 0usize;
    for (at, each) in text.char_indices() {
        match each {
            '(' => depth = depth.saturating_add(1),
            ')' if depth == 0 => return Some((text.get(..at)?, text.get(at.saturating_add(1)..)?)),
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    None
}
