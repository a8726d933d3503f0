//! On which screens a rule holds.

use super::css;
use super::length::{LETTERS_PX, number};
use super::select::Match;

/// Every screen a document is read on is at least this wide, in its points.
const WIDTH_PX: f64 = 1000.0;

/// Whether a list of media queries holds on a common screen.
pub(crate) fn holds(queries: &str) -> Match {
    let queries = queries.replace(css::COMMENT, " ").to_lowercase();
    let each = css::split(&queries, ',');
    each.into_iter().map(query).max().unwrap_or(Match::Yes)
}

fn query(query: &str) -> Match {
    if query.contains(" or ") || query.contains("(not ") {
        return Match::Maybe;
    }
    let (negated, query) = match query.strip_prefix("not ") {
        Some(rest) => (true, rest),
        None => (false, query.strip_prefix("only ").unwrap_or(query)),
    };
    let parts = query.split(" and ").map(|part| match part.trim() {
        "screen" | "all" => Match::Yes,
        feature if feature.starts_with('(') => self::feature(feature),
        _ => Match::No,
    });
    match (negated, parts.min().unwrap_or(Match::Maybe)) {
        (true, Match::Yes) => Match::No,
        (true, Match::No) => Match::Yes,
        (_, held) => held,
    }
}

fn feature(feature: &str) -> Match {
    let inside = feature.trim_matches(['(', ')', ' ']);
    let Some((name, value)) = inside.split_once(':') else {
        return Match::Maybe;
    };
    let width = match number(value) {
        Some((number, "px" | "")) => number,
        Some((number, "em" | "rem")) => number * LETTERS_PX,
        _ => return Match::Maybe,
    };
    match name.trim() {
        "max-width" if width <= WIDTH_PX => Match::No,
        "min-width" if width <= WIDTH_PX => Match::Yes,
        _ => Match::Maybe,
    }
}
