//! The one thing to change in a quote that is the document's words with marks of its own.

use groundstop_contract::{DifferenceKind, Nearest};

/// Which marks of a quote are not the document's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Marks {
    Ellipsis,
    Quotation,
    Markdown,
    Item,
    FullStop,
    Case,
    Other,
}

impl Marks {
    /// What stands out in a quote whose nearest text is its own words; nothing where words differ.
    pub(super) fn of(quote: &str, nearest: &Nearest) -> Option<Marks> {
        let kinds = |kind| nearest.differences.iter().any(|one| one.kind == kind);
        let left_out = nearest
            .differences
            .iter()
            .any(|one| one.kind == DifferenceKind::Deletion && one.quote == "…");
        let own = nearest.differences.iter().all(|one| match one.kind {
            DifferenceKind::Case | DifferenceKind::Punctuation => true,
            DifferenceKind::Deletion => one.quote == "…",
            DifferenceKind::Number
            | DifferenceKind::Date
            | DifferenceKind::Negation
            | DifferenceKind::Modal
            | DifferenceKind::Unit
            | DifferenceKind::Party
            | DifferenceKind::Order
            | DifferenceKind::Insertion
            | DifferenceKind::Wording => false,
        });
        if !own || nearest.differences.is_empty() {
            return None;
        }
        let quote = quote.trim();
        let (text, front) = (nearest.text.as_str(), quote.chars().next());
        let marked = |c: Option<char>| c.is_some_and(is_quotation_mark);
        let around = marked(front) && marked(quote.chars().next_back());
        let lacks = |mark: &str| quote.contains(mark) && !text.contains(mark);
        Some(if left_out {
            Marks::Ellipsis
        } else if around && !(marked(text.chars().next()) && marked(text.chars().next_back())) {
            Marks::Quotation
        } else if is_item(quote) && !is_item(text) {
            Marks::Item
        } else if ["*", "__", "`", "](", "#", "~~"].into_iter().any(lacks) {
            Marks::Markdown
        } else if quote.ends_with('.') && !text.ends_with('.') {
            Marks::FullStop
        } else if kinds(DifferenceKind::Case) && !kinds(DifferenceKind::Punctuation) {
            Marks::Case
        } else {
            Marks::Other
        })
    }

    /// What to change.
    pub(super) fn cure(self) -> &'static str {
        match self {
            Marks::Ellipsis => {
                "the quote leaves words out: write them out, or quote only the side that says the value"
            }
            Marks::Quotation => {
                "take off the quotation marks around the quote, which are not the document's"
            }
            Marks::Markdown => {
                "take the Markdown marks out of the quote, which are not the document's"
            }
            Marks::Item => {
                "take the list mark off the front of the quote, which is not the document's"
            }
            Marks::FullStop => {
                "take off the full stop at the end of the quote; the document goes on"
            }
            Marks::Case => "write the quote with the document's own capitals",
            Marks::Other => "write the quote with the document's own punctuation",
        }
    }
}

fn is_quotation_mark(c: char) -> bool {
    matches!(
        c,
        '"' | '\'' | '\u{2018}'..='\u{201F}' | '«' | '»' | '‹' | '›'
    )
}

/// Whether a text begins as an item of a list does.
fn is_item(text: &str) -> bool {
    let blank = |rest: &str| rest.starts_with([' ', '\t']);
    let bullet = text.strip_prefix(['-', '*', '+', '•', '–', '>']);
    let number = text
        .trim_start_matches(|c: char| c.is_ascii_digit())
        .strip_prefix(['.', ')'])
        .filter(|_| text.starts_with(|c: char| c.is_ascii_digit()));
    bullet.is_some_and(blank) || number.is_some_and(blank)
}
