//! What stands where a value should be: blanks, redactions, broken spellings.
//!
//! They are no readings, but a person has to see that they were considered.

use std::ops::Range;

use groundstop_contract::RejectCode;
use groundstop_value::Kind;
use groundstop_value::context::withdrawn;

use super::context::{Context, trim};
use super::finding::Finding;
use super::pattern::{find_at, patterns};
use super::scan::Hit;
use super::signs::sign;

/// A blank counts as the field's from this close behind its cue.
const REACH_BYTES: usize = 60;

/// A broken spelling is no longer than this.
const BROKEN_MAX_BYTES: usize = 60;

/// The most blanks that are listed for a field.
const BLANKS_MAX: usize = 4;

patterns! {
    /// A blank, a redaction, or words for what is still open.
    BLANK = r"(?i)\[\s*\*+[\s*]*\]|\*{3,}|█+|■{2,}|_{3,}|\[\s*[●•]?\s*\]|[\[(]\s*redacted\s*[\])]|\b(?:yet )?to be (?:determined|agreed(?: upon)?|confirmed|advised|completed|inserted|specified)\b|\btb[dac]\b";
    /// A label and the rest of its line.
    LABELLED = r"^[\x20\t]*:[\x20\t]*[^\n]{2,}";
}

/// The blanks behind a field's cues, where no reading stands before them.
pub(crate) fn findings(
    context: &Context<'_>,
    field: usize,
    hits: &[Hit],
    found: &[Finding],
) -> Vec<Finding> {
    let mut blanks: Vec<Finding> = Vec::new();
    for hit in hits {
        if blanks.len() >= BLANKS_MAX {
            break;
        }
        let from = hit.place.end;
        let reach = context
            .text
            .floor_char_boundary(from.saturating_add(REACH_BYTES).min(context.text.len()));
        let read = |end: usize| {
            found
                .iter()
                .any(|one| from <= one.value.start && one.value.start < end)
        };
        let near = context.text.get(..reach).unwrap_or_default();
        let open = find_at(&BLANK, near, from).filter(|place| !read(place.end));
        let place = open.or_else(|| broken(context.text, from).filter(|place| !read(place.end)));
        if let Some(place) = place
            && !blanks.iter().any(|one| one.value == place)
        {
            let code = withdrawn(&Kind::Text, context.text, place.clone())
                .map_or(RejectCode::ValueNotOfType, |withdrawal| withdrawal.code);
            let quote = hit.place.start..place.end;
            let key = format!("blank at {}", place.start);
            let mut finding = Finding::new(
                field,
                place,
                quote,
                key,
                vec![sign!("no value of the field's type").into()],
            );
            finding.set_aside = Some(code);
            blanks.push(finding);
        }
    }
    blanks
}

/// The rest of a label's line, where it should spell a value and does not.
fn broken(text: &str, from: usize) -> Option<Range<usize>> {
    let line = find_at(&LABELLED, text, from)?;
    let start = from
        .saturating_add(text.get(line.clone())?.find(':')?)
        .saturating_add(1);
    let place = trim(text, start..line.end, &(line.end..line.end));
    let place = place.start..trim(text, place, &(start..start)).end;
    (place.len() <= BROKEN_MAX_BYTES).then_some(place)
}
