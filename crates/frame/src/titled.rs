//! `Acme Ltd. ("Supplier")`: the role that a paper gives somebody in so many words.
//!
//! Whoever is called the Supplier there is not the Customer, whatever a candidate says.

use std::ops::Range;

/// How far after a name its role may stand, in bytes: a description comes between.
const DESCRIPTION_MAX_BYTES: usize = 300;
/// How far around a name other roles are looked for, in bytes.
const AROUND_BYTES: usize = 4_000;
/// How long a role is at most, in bytes.
const ROLE_MAX_BYTES: usize = 60;

const OPENING: [char; 4] = ['"', '“', '\'', '‘'];
const CLOSING: [char; 4] = ['"', '”', '\'', '’'];

/// The role in the first bracket after a name, where the bracket comes before another name can.
pub(crate) fn role_after(text: &str, name: &Range<usize>) -> Option<Range<usize>> {
    let end = text.floor_char_boundary(
        name.end
            .saturating_add(DESCRIPTION_MAX_BYTES)
            .min(text.len()),
    );
    let after = text.get(name.end..end)?;
    let bracket = after.find('(')?;
    let between = after.get(..bracket)?;
    let next = [" and ", " between ", ";", ":", ")"];
    if next.iter().any(|word| between.contains(word)) {
        return None;
    }
    defined(text, name.end.saturating_add(bracket))
}

/// The roles that brackets near a name define.
pub(crate) fn roles_around<'t>(
    text: &'t str,
    name: &Range<usize>,
) -> impl Iterator<Item = Range<usize>> + 't {
    let from = text.ceil_char_boundary(name.start.saturating_sub(AROUND_BYTES));
    let end = text.floor_char_boundary(name.end.saturating_add(AROUND_BYTES).min(text.len()));
    let near = text.get(from..end).unwrap_or_default();
    near.match_indices('(')
        .filter_map(move |(at, _)| defined(text, from.saturating_add(at)))
}

/// The words in quotation marks in a bracket: (the "Supplier"), (hereinafter “Supplier”).
fn defined(text: &str, bracket: usize) -> Option<Range<usize>> {
    let inside = bracket.saturating_add(1);
    let rest = text.get(inside..)?;
    let rest = rest.get(..rest.find([')', '(', '\n'])?)?;
    let mark = rest.find(OPENING)?;
    let quoted = rest.get(mark..)?.trim_start_matches(OPENING);
    let length = quoted
        .find(CLOSING)
        .filter(|length| *length <= ROLE_MAX_BYTES)?;
    let start = inside.saturating_add(rest.len().saturating_sub(quoted.len()));
    Some(start..start.saturating_add(length))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAPER: &str = "by and between Quill & Harrow Ltd., an Ohio company (the \"Supplier\"), and \
                         Northgate Dairy, Inc. (“Customer”) of Bern (Switzerland)";

    fn role(name: &str) -> Option<&'static str> {
        let at = PAPER.find(name).unwrap();
        PAPER.get(role_after(PAPER, &(at..at + name.len()))?)
    }

    #[test]
    fn a_role_is_told_by_the_bracket_after_its_name() {
        assert_eq!(role("Quill & Harrow Ltd."), Some("Supplier"));
        assert_eq!(role("Northgate Dairy, Inc."), Some("Customer"));
        assert_eq!(role("Bern"), None);
        assert_eq!(role("by"), None);
    }

    #[test]
    fn all_roles_around_are_found() {
        let roles: Vec<&str> = roles_around(PAPER, &(20..25))
            .filter_map(|role| PAPER.get(role))
            .collect();
        assert_eq!(roles, ["Supplier", "Customer"]);
    }
}
