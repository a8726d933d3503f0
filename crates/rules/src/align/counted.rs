//! Years, months, days and counts, read at the place of a quote.

use std::ops::Range;

use groundstop_canon::Decimal;
use groundstop_contract::Direction;

use super::{Verdict, listed};
use crate::counted::{Counted, counted};
use crate::statute::Statute;

/// How far around a quote a figure that it cuts is looked for, in bytes.
const AROUND_BYTES: usize = 120;

/// The figure of a quote is the candidate's, exactly, and the only one of its unit.
pub(super) fn stated(
    statute: &Statute<'_>,
    place: &Range<usize>,
    amount: Decimal,
    unit: &str,
    direction: Option<Direction>,
) -> Verdict {
    let found = figures(statute, place)?;
    let of_unit: Vec<&Counted> = found.iter().filter(|one| one.unit == unit).collect();
    if let Some(rough) = of_unit.iter().find(|one| one.rounded) {
        let words = statute.flow.line(rough.range.clone());
        return Err(format!("`{words}` is rounded"));
    }
    let numbers: Option<Vec<Decimal>> = of_unit.iter().map(|one| one.number).collect();
    let mut numbers =
        numbers.ok_or_else(|| "a figure can be read in more than one way".to_owned())?;
    numbers.sort_unstable();
    numbers.dedup();
    match numbers.as_slice() {
        [] => return Err(format!("the quote states no figure in the unit {unit}")),
        [one] if *one == amount => {}
        [one] => return Err(format!("the quote states {one}, the candidate {amount}")),
        several => {
            return Err(format!(
                "the quote states several figures: {}",
                listed(several)
            ));
        }
    }
    let Some(direction) = direction else {
        return Ok(());
    };
    match of_unit.iter().find_map(|one| one.direction) {
        Some(stated) if stated == direction => Ok(()),
        Some(stated) => Err(format!(
            "the quote says {}, the candidate {}",
            stated.code(),
            direction.code()
        )),
        None => Err("the quote does not say on which side of the figure it holds".to_owned()),
    }
}

/// The unit is stated beside a figure.
pub(super) fn unit(statute: &Statute<'_>, place: &Range<usize>, unit: &str) -> Verdict {
    let found = figures(statute, place)?;
    match found.iter().any(|one| one.unit == unit) {
        true => Ok(()),
        false => Err(format!("the quote states nothing in the unit {unit}")),
    }
}

/// The figures inside a quote, in the flow; an error where the quote cuts one.
fn figures(statute: &Statute<'_>, place: &Range<usize>) -> Result<Vec<Counted>, String> {
    let text = statute.flow.text();
    let mut start = place.start.saturating_sub(AROUND_BYTES);
    while !text.is_char_boundary(start) {
        start = start.saturating_add(1);
    }
    let mut end = place.end.saturating_add(AROUND_BYTES).min(text.len());
    while !text.is_char_boundary(end) {
        end = end.saturating_sub(1);
    }
    let mut inside = Vec::new();
    for mut one in counted(statute.flow.slice(start..end)) {
        one.range = one.range.start.saturating_add(start)..one.range.end.saturating_add(start);
        let touches = one.range.start < place.end && place.start < one.range.end;
        if touches && (one.range.start < place.start || place.end < one.range.end) {
            let words = statute.flow.line(one.range);
            return Err(format!("the quote cuts the figure `{words}`"));
        }
        if touches {
            inside.push(one);
        }
    }
    Ok(inside)
}
