//! The one thing to change in a quote that is the document's words with marks of its own.

use groundstop_contract::{DifferenceKind, Nearest};

/// Which marks of a quote are not the document's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Marks {
    Ellipsis,
    Ellipses,
    EllipsisAtEnd,
    Quotation,
    QuotationAndMarkdown,
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
        let quote = quote.trim();
        // However much is left out, it is left out.
        match gaps(quote).saturating_sub(gaps(&nearest.text)) {
            0 => {}
            1 => return Some(Marks::Ellipsis),
            _ => return Some(Marks::Ellipses),
        }
        if !own || nearest.differences.is_empty() {
            return None;
        }
        let (text, front) = (nearest.text.as_str(), quote.chars().next());
        let marked = |c: Option<char>| c.is_some_and(is_quotation_mark);
        let around = marked(front) && marked(quote.chars().next_back());
        let lacks = |mark: &str| quote.contains(mark) && !text.contains(mark);
        let marked_up = ["*", "__", "`", "](", "#", "~~"].into_iter().any(lacks);
        let bare = quote.trim_matches(['*', '_', '`', '~', '#', ' ']);
        let inside = marked(bare.chars().next()) && marked(bare.chars().next_back());
        let own_around = marked(text.chars().next()) && marked(text.chars().next_back());
        let at_end = |text: &str| ends_open(text);
        Some(if at_end(quote) && !at_end(text) {
            Marks::EllipsisAtEnd
        } else if left_out {
            Marks::Ellipsis
        } else if (around || inside) && marked_up && !own_around {
            Marks::QuotationAndMarkdown
        } else if around && !own_around {
            Marks::Quotation
        } else if is_item(quote) && !is_item(text) {
            Marks::Item
        } else if marked_up {
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
                "the quote leaves words out (…): write them out, or quote only the part that says the value"
            }
            Marks::Ellipses => {
                "the quote leaves words out in several places (…): quote one part without a gap"
            }
            Marks::EllipsisAtEnd => {
                "take off the dots (…) at the edge of the quote, which are not the document's"
            }
            Marks::QuotationAndMarkdown => {
                "take off the quotation marks and the Markdown marks around the quote, which are not the document's"
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

/// Whether a quote begins or ends with dots.
fn ends_open(text: &str) -> bool {
    let ends = |dots: &str| text.starts_with(dots) || text.ends_with(dots);
    ends("...") || ends("\u{2026}") || text.ends_with("[\u{2026}]") || text.ends_with("[...]")
}

/// In how many places words are left out between others.
fn gaps(text: &str) -> usize {
    let inner = text.trim_matches(['.', '\u{2026}', '[', ']', ' ', '"', '\u{201c}', '\u{201d}']);
    let plain = inner
        .replace(". . .", "\u{2026}")
        .replace("...", "\u{2026}");
    plain.matches('\u{2026}').count()
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
