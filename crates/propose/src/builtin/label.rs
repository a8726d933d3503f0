//! Text after its label: "Invoice number: 4711", "Seller" and a name below it.

use std::ops::Range;

use super::context::{Context, trim};
use super::finding::{Feature, Finding};
use super::pattern::{holds, patterns};
use super::scan::Hit;

/// A label's value begins within this many bytes.
const GAP_MAX_BYTES: usize = 80;

/// A label's value is no longer than this.
const VALUE_MAX_BYTES: usize = 120;

patterns! {
    /// What stands between a label and its value.
    GAP = r"^[\x20\t]*(?:[:#|]|[.]{2,}|\t| {2}|-{1,2} |—|–|(?i:no\.?|number|is)[\x20:#]|\r?\n)[\s:#|*_-]*";
    LINE_START = r"(?:^|\n|\||\t| {2})[\s*#>|-]*$";
}

/// The text after every label of the field.
pub(crate) fn findings(context: &Context<'_>, field: usize, hits: &[Hit]) -> Vec<Finding> {
    let mut found: Vec<Finding> = Vec::new();
    for hit in hits {
        let Some((value, below)) = value_after(context.text, hit.place.end) else {
            continue;
        };
        if found.iter().any(|one| one.value == value) {
            continue;
        }
        let before = context.text.get(..hit.place.start).unwrap_or_default();
        let mut features: Vec<Feature> = vec![
            "after its label".into(),
            context.structure.part(value.start).feature().into(),
        ];
        if holds(
            &LINE_START,
            before
                .get(before.ceil_char_boundary(before.len().saturating_sub(20))..)
                .unwrap_or_default(),
        ) {
            features.push("label begins its line".into());
        }
        if below {
            features.push("on the line below".into());
        }
        let text = context.text.get(value.clone()).unwrap_or_default();
        let quote = hit.place.start..value.end;
        found.push(Finding::new(
            field,
            value.clone(),
            quote,
            text.to_lowercase(),
            features,
        ));
    }
    let keys: Vec<String> = found.iter().map(|one| one.key.clone()).collect();
    for finding in &mut found {
        let rival = keys.iter().any(|key| *key != finding.key);
        finding.features.push(
            if rival {
                "one rival"
            } else {
                "without a rival"
            }
            .into(),
        );
        finding.features.sort_unstable();
    }
    found
}

/// The rest of the line after a label, or the line below; and whether it is below.
fn value_after(text: &str, from: usize) -> Option<(Range<usize>, bool)> {
    let rest = text.get(from..)?;
    let gap = GAP.as_ref()?.find(rest)?.range();
    if gap.len() > GAP_MAX_BYTES {
        return None;
    }
    let below = rest.get(gap.clone())?.contains('\n');
    let value = rest.get(gap.end..)?;
    let end = value.find(['\n', '\t', '|']).unwrap_or(value.len());
    let end = value.get(..end)?.find("   ").unwrap_or(end);
    let start = from.saturating_add(gap.end);
    let place = trim(text, start..start.saturating_add(end), &(start..start));
    let said = text.get(place.clone())?;
    (said.len() <= VALUE_MAX_BYTES && said.chars().any(char::is_alphanumeric))
        .then_some((place, below))
}
