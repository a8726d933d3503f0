//! What the injection screen found, in a terminal and as a page.

use std::collections::BTreeMap;
use std::fmt::Write;

use anstyle::{AnsiColor, Style};
use groundstop_document::{ByteOffset, Document};
use groundstop_engine::ScreenOutcome;
use groundstop_research::screen::{Hit, HitTier, Rules, Verdict};
use maud::{DOCTYPE, Markup, html};

use super::html::head;
use super::{shortened, visible};

/// Weak findings of one rule that are told one by one.
const SAME_RULE_MAX: usize = 5;

/// The text a hit stands in.
fn source<'d>(document: &'d Document, hit: &Hit) -> &'d str {
    match hit.part {
        None => document.text(),
        Some(index) => document
            .hidden_layers()
            .get(index)
            .map_or("", |layer| &layer.text),
    }
}

fn quoted<'d>(document: &'d Document, hit: &Hit) -> &'d str {
    source(document, hit)
        .get(hit.bytes.clone())
        .unwrap_or_default()
}

fn verdict(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Detected => "DETECTED: this text gives orders to a machine",
        Verdict::Flagged => "FLAGGED: suspicious, but no order",
        Verdict::Clean => "CLEAN",
    }
}

/// The verdict, and whether all of the document stands behind it.
fn headline(screened: &ScreenOutcome) -> String {
    let (document, of) = (&screened.document, screened.verdict);
    if screened.is_empty() && of == Verdict::Clean {
        return "EMPTY: there is no text to screen".to_owned();
    }
    let unread = document.unread_pages().len();
    match (of, unread) {
        (_, 0) | (Verdict::Detected, _) => verdict(of).to_owned(),
        (_, 1) => format!("{} as far as it was read: one page was not", verdict(of)),
        (_, pages) => format!(
            "{} as far as it was read: {pages} pages were not",
            verdict(of)
        ),
    }
}

/// The findings one by one; with the rules, why each of them is one.
pub(crate) fn text(screened: &ScreenOutcome, rules: Option<&Rules>) -> String {
    let document = &screened.document;
    let colour = match screened.verdict {
        Verdict::Detected => AnsiColor::Red,
        Verdict::Flagged => AnsiColor::Yellow,
        Verdict::Clean => AnsiColor::Green,
    };
    let bold = Style::new().bold().fg_color(Some(colour.into()));
    let mut out = format!("{bold}{}{bold:#}\n", headline(screened));
    let mut told: BTreeMap<&str, usize> = BTreeMap::new();
    for hit in &screened.screening.hits {
        let times = told.entry(&hit.rule).or_default();
        *times += 1;
        if hit.tier == HitTier::Weak && *times > SAME_RULE_MAX {
            continue;
        }
        let tier = match hit.tier {
            HitTier::Strong => "strong",
            HitTier::Weak => "weak  ",
        };
        let _ = writeln!(
            out,
            "\n  {tier}  {}  {}, {}\n          “{}”",
            hit.rule,
            hit.family.replace('_', " "),
            place(document, hit),
            visible(&shortened(quoted(document, hit), 160))
        );
        if hit.decoded {
            out.push_str("          found in what this encodes\n");
        }
        if hit.lowered {
            out.push_str("          weak because its sentence reports an attack\n");
        }
        if let Some(reason) = screened.settled(hit) {
            let _ = writeln!(out, "          allowed: {}", visible(reason));
        }
        if let Some(rule) =
            rules.and_then(|rules| rules.list().iter().find(|rule| rule.id == hit.rule))
        {
            let _ = writeln!(
                out,
                "          rule for {}, from {}; it finds “{}”, not “{}”",
                rule.languages.join(", "),
                rule.sources.join(", "),
                visible(&rule.hit),
                visible(&rule.miss)
            );
        }
    }
    for (rule, times) in told.iter().filter(|(_, times)| **times > SAME_RULE_MAX) {
        let strong = |hit: &&Hit| hit.rule == **rule && hit.tier == HitTier::Weak;
        let weak = screened.screening.hits.iter().filter(strong).count();
        if let Some(more @ 1..) = weak.checked_sub(SAME_RULE_MAX) {
            let _ = writeln!(
                out,
                "\n  weak    {rule}  {more} more of {times}; --json lists them"
            );
        }
    }
    let used = &screened.screening.rules;
    let _ = writeln!(
        out,
        "\nrules {} {}",
        used.version,
        used.sha256.get(..16).unwrap_or_default()
    );
    out
}

fn place(document: &Document, hit: &Hit) -> String {
    let offsets = format!("characters {}–{}", hit.start, hit.end);
    match hit.part {
        None => {
            let at = ByteOffset(hit.bytes.start);
            format!(
                "{} text, page {}, line {}, {offsets}",
                hit.layer.code(),
                document.page_of(at),
                document.line_of(at)
            )
        }
        Some(_) => format!(
            "{} text, not shown to a reader, {offsets} of it",
            hit.layer.code()
        ),
    }
}

/// One self-contained page: the text with every finding marked, hidden parts beside it.
pub(crate) fn page(screened: &ScreenOutcome, name: &str) -> String {
    let document = &screened.document;
    let hits = &screened.screening.hits;
    let markup = html! {
        (DOCTYPE)
        html lang="en" {
            (head(name, "Groundstop screen"))
            body {
                header {
                    h1 { (visible(name)) }
                    p { (headline(screened)) " · " (hits.len()) " findings" }
                    p.fine { "rules " (screened.screening.rules.version) " " code { (screened.screening.rules.sha256) } }
                }
                main {
                    section.decisions aria-label="Findings" {
                        @for (index, hit) in hits.iter().enumerate() { (card(document, screened, index, hit)) }
                    }
                    section.document aria-label="Document" {
                        pre { (marked(document.text(), &here(hits, None))) }
                        @for (index, part) in document.hidden_layers().iter().enumerate() {
                            @let marks = here(hits, Some(index));
                            @if !marks.is_empty() {
                                h3 { "Not shown to a reader: " (part.kind.code()) }
                                pre { (marked(&part.text, &marks)) }
                            }
                        }
                    }
                }
            }
        }
    };
    markup.into_string()
}

fn class(tier: HitTier) -> &'static str {
    match tier {
        HitTier::Strong => "stop",
        HitTier::Weak => "review",
    }
}

fn card(document: &Document, screened: &ScreenOutcome, index: usize, hit: &Hit) -> Markup {
    html! {
        article class=(class(hit.tier)) id=(format!("d{index}")) {
            h2 { (hit.rule) " " span.badge { (hit.family.replace('_', " ")) } }
            blockquote { (visible(&shortened(quoted(document, hit), 300))) }
            p.fine { a href=(format!("#q{index}")) { (place(document, hit)) } }
            @if hit.decoded { p.fine { "found in what this encodes" } }
            @if hit.lowered { p.fine { "weak because its sentence reports an attack" } }
            @if let Some(reason) = screened.settled(hit) { p.fine { "allowed: " (visible(reason)) } }
        }
    }
}

/// The findings of one text with their numbers.
fn here(hits: &[Hit], part: Option<usize>) -> Vec<(usize, &Hit)> {
    hits.iter()
        .enumerate()
        .filter(|(_, hit)| hit.part == part)
        .collect()
}

/// A text cut where findings begin and end, each stretch under its first finding.
fn marked(text: &str, hits: &[(usize, &Hit)]) -> Markup {
    let mut cuts: BTreeMap<usize, ()> = BTreeMap::from([(0, ())]);
    for (_, hit) in hits {
        cuts.insert(hit.bytes.start, ());
        cuts.insert(hit.bytes.end, ());
    }
    let starts: Vec<usize> = cuts.into_keys().collect();
    let ends = starts.iter().copied().skip(1).chain([text.len()]);
    html! {
        @for (start, end) in starts.iter().copied().zip(ends) {
            @let piece = lines(text.get(start..end).unwrap_or_default());
            @for (index, _) in hits.iter().filter(|(_, hit)| hit.bytes.start == start) {
                a id=(format!("q{index}")) {}
            }
            @match hits.iter().find(|(_, hit)| hit.bytes.start <= start && end <= hit.bytes.end) {
                Some((index, hit)) => { a.mark href=(format!("#d{index}")) { mark class=(class(hit.tier)) title=(hit.rule) { (piece) } } },
                None => { (piece) },
            }
        }
    }
}

/// Line by line, with hidden characters made visible.
fn lines(text: &str) -> String {
    text.split('\n').map(visible).collect::<Vec<_>>().join("\n")
}
