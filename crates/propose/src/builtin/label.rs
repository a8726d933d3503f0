//! Text after its label: "Invoice number: 4711", "Bill to" and a name below it,
//! a cell under the heading of its column.

use std::ops::Range;

use groundstop_contract::FieldType;
use groundstop_value::context::form::{cells, line_around, line_below, line_far_below};

use super::context::Context;
use super::finding::Finding;
use super::party::name_before;
use super::pattern::{find_at, holds, patterns};
use super::scan::Hit;
use super::signs::{Feature, sign};

/// A label's value is no longer than this.
const VALUE_MAX_BYTES: usize = 120;

/// A label has no more words than this beside its cue.
const MORE_WORDS_MAX: usize = 2;

/// A role begins this far before its name at most.
const ROLE_OPENS_BYTES: usize = 90;

patterns! {
    /// A label with its value behind it, on a line too long for a form.
    INLINE = r"^[\x20\t]*(?:[:#]|(?i:no\.?|number|is)[\x20:#])[\x20:#]*([^\s:;,][^\n\t|;,]{0,60})";
    /// A number right behind its name: "Invoice A-0391".
    NUMBER = r"^[.\x20#:°º]*((?:[A-Z]{1,5}[/-]?)?[0-9A-Z/.-]*\d[0-9A-Z/-]*)\s*$";
    /// The number of an account, in groups or in one.
    IBAN = r"^[:\s]*([A-Z]{2}[0-9]{2}(?: ?[0-9A-Z]{4}){2,7}(?: ?[0-9A-Z]{1,3})?)\s*$";
    /// Where an address begins behind a name on one line.
    ADDRESS = r",\s+(?:\d|P\.?O\.? Box\b)";
    /// A cue of a number has a value with figures.
    NUMBERED = r"(?i)(?:\b(?:number|no|nr|id|n|num|núm|numéro|numero|número)\b|nummer\b|nr\b|#|°|º)";
    /// What leads from a name to the role it is given: (the "Tenant").
    ROLE_OPENS = r#"[(\[](?:[^()\[\]“”"]{0,60}[\s,])?(?:the )?[“"'‘]{1,2}(?:the )?$"#;
    /// A role that several have together is no one's.
    SHARED = r"(?i)\b(?:together|collectively|jointly|each|both)\b";
    ROLE_CLOSES = r#"^[,.]?[”"'’]"#;
    FILLER = r"(?i)^(?:no|number|nr|id|the|of|name|ref|reference|n|º|num|núm|numéro|numero|número|de)$";
}

/// How a value is set to its label.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Set {
    Beside,
    Below,
    Inside,
}

/// The text after every label of the field.
pub(crate) fn findings(context: &Context<'_>, field: usize, hits: &[Hit]) -> Vec<Finding> {
    let text = context.text;
    let kind = context.fields.get(field).map(|field| field.kind);
    let mut found: Vec<Finding> = Vec::new();
    for hit in hits {
        // A cue such as "invoice #" has one word and its sign.
        let signed = context.scanner.phrase(hit).contains('#');
        let Some((value, set, plain)) = value_of(context, hit, signed) else {
            continue;
        };
        let value = match kind {
            Some(FieldType::Party) => without_address(text, value),
            _ => value,
        };
        if found.iter().any(|one| one.value == value) {
            continue;
        }
        let mut features: Vec<Feature> = vec![
            sign!("after its label").into(),
            context.structure.part(value.start).feature().into(),
            match plain {
                true => sign!("its label is the cue"),
                false => sign!("the cue in its label"),
            }
            .into(),
        ];
        if set == Set::Below {
            features.push(sign!("on the line below").into());
        }
        let key = text.get(value.clone()).unwrap_or_default().to_lowercase();
        let quote = match set {
            Set::Beside | Set::Inside => hit.place.start..value.end,
            Set::Below => value.clone(),
        };
        found.push(Finding::new(field, value, quote, key, features));
    }
    if kind == Some(FieldType::Party) {
        let named = hits.iter().filter_map(|hit| named(context, field, hit));
        for finding in named.collect::<Vec<_>>() {
            if !found.iter().any(|one| one.value == finding.value) {
                found.push(finding);
            }
        }
    }
    let keys: Vec<String> = found.iter().map(|one| one.key.clone()).collect();
    for finding in &mut found {
        let rival = keys.iter().any(|key| *key != finding.key);
        finding.features.push(
            match rival {
                true => sign!("one rival"),
                false => sign!("without a rival"),
            }
            .into(),
        );
        finding.features.sort_unstable();
    }
    found
}

/// The party that is given the cue for its role: "Ada Lovelace (the "Tenant")".
fn named(context: &Context<'_>, field: usize, hit: &Hit) -> Option<Finding> {
    let text = context.text;
    let low = text.ceil_char_boundary(hit.place.start.saturating_sub(ROLE_OPENS_BYTES));
    let before = text.get(low..hit.place.start)?;
    let opens = ROLE_OPENS.text().find(before)?;
    if holds(&SHARED, opens.as_str()) || !holds(&ROLE_CLOSES, text.get(hit.place.end..)?) {
        return None;
    }
    let value = name_before(text, low.saturating_add(opens.start()))?;
    let key = text.get(value.clone())?.to_lowercase();
    let part = context.structure.part(value.start).feature();
    let features: Vec<Feature> = vec![sign!("named by the cue behind it").into(), part.into()];
    let quote = value.start..hit.place.end;
    Some(Finding::new(field, value, quote, key, features))
}

/// The value a label stands for, how it is set, and whether the label is nothing but its cue.
fn value_of(context: &Context<'_>, hit: &Hit, signed: bool) -> Option<(Range<usize>, Set, bool)> {
    let text = context.text;
    // A label stands on one line.
    if text.get(hit.place.clone())?.contains('\n') {
        return None;
    }
    let Some(line) = line_around(text, hit.place.clone()) else {
        return inline(text, hit).map(|value| (value, Set::Beside, false));
    };
    let row = cells(text, line.clone());
    let at = row
        .iter()
        .position(|cell| cell.start <= hit.place.start && hit.place.end <= cell.end)?;
    let cell = row.get(at)?;
    let said = text.get(cell.clone())?;
    if signed && !said.contains('#') || cell.start != hit.place.start {
        return None;
    }
    if let Some(number) = number_in(text, hit, cell) {
        return Some((number, Set::Inside, true));
    }
    let more = text.get(hit.place.end..cell.end)?;
    let more = more
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty() && !holds(&FILLER, word))
        .count();
    // A cue of one word, such as "invoice", begins many other labels.
    let lone = !text.get(hit.place.clone())?.contains(char::is_whitespace);
    if more > MORE_WORDS_MAX || lone && more > 0 {
        return None;
    }
    let plain = more == 0;
    let labelled = |cell: &Range<usize>| {
        text.get(cell.clone()).is_some_and(is_label) || context.scanner.is_label(text, cell)
    };
    let (value, set) = match row.get(at.saturating_add(1)) {
        Some(value) if !labelled(value) => (value.clone(), Set::Beside),
        _ => (below(text, &line, &row, at)?, Set::Below),
    };
    let numbered = holds(&NUMBERED, context.scanner.phrase(hit)) || holds(&NUMBERED, said);
    let fits =
        is_value(text, &value) && !labelled(&value) && (!numbered || has_digit(text, &value));
    fits.then_some((value, set, plain))
}

/// The cell below a label: in the row under a row of headings, or first under a label of its own.
fn below(text: &str, line: &Range<usize>, row: &[Range<usize>], at: usize) -> Option<Range<usize>> {
    let heads = |cells: &Vec<Range<usize>>| row.len() >= 2 && cells.len() == row.len();
    let Some(below) = line_below(text, line) else {
        // Only a whole row of heads reaches over a blank line.
        let far = cells(text, line_far_below(text, line)?);
        return far.get(at).filter(|_| heads(&far)).cloned();
    };
    let cells = cells(text, below);
    let first = at == 0;
    cells.get(at).filter(|_| heads(&cells) || first).cloned()
}

/// The number in a label's own cell.
fn number_in(text: &str, hit: &Hit, cell: &Range<usize>) -> Option<Range<usize>> {
    let rest = text.get(hit.place.end..cell.end)?;
    let found = NUMBER.text().captures(rest);
    let found = found.or_else(|| IBAN.text().captures(rest))?.get(1)?;
    let from = hit.place.end;
    Some(from.saturating_add(found.start())..from.saturating_add(found.end()))
}

/// The value behind a label inside a long line.
fn inline(text: &str, hit: &Hit) -> Option<Range<usize>> {
    let rest = text.get(hit.place.end..)?;
    let found = INLINE.text().captures(rest)?.get(1)?;
    let said = found.as_str();
    let start = hit.place.end.saturating_add(found.start());
    let value = start..start.saturating_add(said.trim_end().len());
    is_value(text, &value).then_some(value)
}

fn is_label(cell: &str) -> bool {
    cell.ends_with(':')
}

fn has_digit(text: &str, cell: &Range<usize>) -> bool {
    let said = text.get(cell.clone()).unwrap_or_default();
    said.chars().any(|c| c.is_ascii_digit())
}

fn is_value(text: &str, value: &Range<usize>) -> bool {
    let said = text.get(value.clone()).unwrap_or_default();
    said.len() <= VALUE_MAX_BYTES
        && said.chars().any(char::is_alphanumeric)
        && !is_label(said)
        && !said.contains(": ")
}

/// A name without the address behind it.
fn without_address(text: &str, value: Range<usize>) -> Range<usize> {
    let said = text.get(value.clone()).unwrap_or_default();
    match find_at(&ADDRESS, said, 0) {
        Some(address) => value.start..value.start.saturating_add(address.start),
        None => value,
    }
}
