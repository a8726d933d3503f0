//! What to change in a quote that the document does not have.

use groundstop_contract::decision::IntegrityProof;
use groundstop_contract::report::Report;
use groundstop_contract::{DifferenceKind, FieldRecord, Issue, Nearest};

use super::cures::{Cure, quote_of};
use super::marks::Marks;

/// A quote that is not in the document: the marks that are not, or nothing like it.
pub(super) fn of_quote(
    report: &Report,
    field: &FieldRecord,
    proof: &IntegrityProof,
    issue: &Issue,
) -> Option<Cure> {
    let candidates = &report.receipt.input.candidates;
    let quote = quote_of(candidates, field, proof)?;
    let Some(nearest) = &issue.nearest else {
        return Cure::new(
            "elsewhere",
            "nothing like the quote is in the document: is it the right one? `groundstop text DOCUMENT` prints what was read",
        );
    };
    if let Some(code) = html_code(quote) {
        return Cure::new(
            "html",
            format!("the quote has HTML's codes (`{code}`): write the characters themselves"),
        );
    }
    if let Some(cure) = of_addition(quote, nearest) {
        return Some(cure);
    }
    let marks = Marks::of(quote, nearest)?;
    let key = match marks {
        Marks::Ellipsis => "ellipsis",
        Marks::Ellipses => return Cure::new("ellipses", marks.cure()),
        Marks::EllipsisAtEnd => "ellipsis_at_end",
        Marks::QuotationAndMarkdown => "quotation_and_markdown",
        Marks::Quotation => "quotation",
        Marks::Markdown => "markdown",
        Marks::Item => "item",
        Marks::FullStop => "full_stop",
        Marks::Case => "case",
        Marks::Other => "punctuation",
    };
    let exact = report.receipt.input.schema.evidence.require_exact_quote;
    let else_ = match exact {
        true => {
            "or let a person look at such quotes: `require_exact_quote = false` under `[evidence]`"
        }
        false => "it could mean several places",
    };
    Cure::new(key, format!("{}; {else_}", marks.cure()))
}

/// What was written around or into the document's own words.
fn of_addition(quote: &str, nearest: &Nearest) -> Option<Cure> {
    let own = nearest.text.as_str();
    if let Some(cure) = of_edge(quote, own).or_else(|| of_sign(quote, nearest)) {
        return Some(cure);
    }
    let lacks = |part: &str| !own.contains(part);
    if let Some(reference) = reference(quote).filter(|reference| lacks(reference)) {
        return Cure::new(
            "reference",
            format!("take “{reference}” off the end of the quote, which is not the document's"),
        );
    }
    let label = quote.split_once(':').map(|(label, _)| label.trim());
    let is_label = |label: &&str| {
        let names = ["quote", "evidence", "source", "text", "excerpt", "verbatim"];
        names.contains(&label.to_lowercase().as_str()) && lacks(label)
    };
    if let Some(label) = label.filter(is_label) {
        return Cure::new(
            "label",
            format!("take “{label}:” off the front of the quote, which is not the document's"),
        );
    }
    let tag = quote
        .split_once('<')
        .and_then(|(_, rest)| rest.split_once('>'));
    let is_tag = |name: &&str| {
        let name = name.trim_start_matches('/');
        !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric())
    };
    if let Some(tag) = tag.map(|(name, _)| name).filter(is_tag)
        && lacks(&format!("<{tag}>"))
    {
        return Cure::new(
            "tags",
            format!(
                "take the tags of HTML (<{tag}>) out of the quote, which are not the document's"
            ),
        );
    }
    let grouped = |text: &str| text.trim().replace(',', "");
    let is_alone = quote.trim() != own.trim() && grouped(quote) == grouped(own);
    let has_digits = own.contains(|c: char| c.is_ascii_digit());
    if is_alone && has_digits {
        return Cure::new(
            "grouping",
            format!("write the commas as the document does: “{}”", own.trim()),
        );
    }
    None
}

/// Blanks or a line break at the edge of a quote that is the document's words otherwise.
fn of_edge(quote: &str, own: &str) -> Option<Cure> {
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let same = quote.trim() != quote && words(own).contains(&words(quote));
    let edge = match (quote.trim_start() != quote, quote.trim_end() != quote) {
        (true, true) => "both ends",
        (true, false) => "the beginning",
        (false, _) => "the end",
    };
    let breaks = quote.len() != quote.trim_matches(['\n', '\r']).len();
    let what = if breaks { "line break" } else { "blank" };
    same.then(|| {
        Cure::new(
            "edge_blank",
            format!("take the {what} at {edge} of the quote off, which is not the document's"),
        )
    })?
}

/// A quote that spells the per-cent sign in another way than the document.
fn of_sign(quote: &str, nearest: &Nearest) -> Option<Cure> {
    const SIGNS: [&str; 3] = ["per cent", "percent", "%"];
    let own = nearest.text.as_str();
    if let [only] = nearest.differences.as_slice()
        && matches!(only.kind, DifferenceKind::Unit | DifferenceKind::Wording)
        && SIGNS.contains(&only.quote.as_str())
        // Of "per cent" the nearest text may have the first word only.
        && ["", "per"].contains(&only.document.as_str())
    {
        return Cure::new(
            "sign_spelled",
            "the per-cent sign is another one there: quote it as the document does, “per cent” or “%”",
        );
    }
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let plain = |text: &str| {
        let text = words(text).to_lowercase();
        let signed = SIGNS
            .iter()
            .fold(text, |text, sign| text.replace(sign, "%"));
        signed.replace(" %", "%")
    };
    let is_other = !words(own).contains(&words(quote)) && plain(own).contains(&plain(quote));
    let lower = own.to_ascii_lowercase();
    let signs = SIGNS.iter().filter(|_| is_other);
    let (at, sign) = signs
        .filter_map(|sign| Some((lower.find(sign)?, sign)))
        .min()?;
    // The figure before the sign, with the blank between them as the document has it.
    let before = own.get(..at)?;
    let start = before
        .trim_end()
        .rfind(char::is_whitespace)
        .map_or(0, |blank| blank.saturating_add(1));
    let end = at.saturating_add(sign.len());
    let figure = own.get(start..end)?;
    Cure::new(
        "sign_spelled",
        format!("the document writes “{figure}”: quote it so"),
    )
}

/// A reference at the end of a quote: `[1]`, `(page 1)`, `(p. 1)`.
fn reference(quote: &str) -> Option<&str> {
    let quote = quote.trim_end();
    let open = match quote.chars().next_back()? {
        ']' => quote.rfind('[')?,
        ')' => quote.rfind('(')?,
        _ => return None,
    };
    let whole = quote.get(open..)?;
    let inner = whole.trim_matches(['[', ']', '(', ')']).trim();
    let number = ["pages", "page", "pp.", "p.", "source", "ref."]
        .iter()
        .find_map(|word| inner.strip_prefix(word))
        .unwrap_or(inner)
        .trim();
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then_some(whole)
}

/// A character in HTML's spelling.
fn html_code(quote: &str) -> Option<&'static str> {
    let codes = [
        "&quot;", "&amp;", "&#39;", "&apos;", "&nbsp;", "&lt;", "&gt;",
    ];
    codes.into_iter().find(|code| quote.contains(code))
}
