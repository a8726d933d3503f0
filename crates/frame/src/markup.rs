//! What the look of a line does to the value in it: the box before it, the source of a page, the mark of
//! somebody else's mail, words struck out, lines that a comparison of versions takes away.

use std::ops::Range;

use groundstop_contract::RejectCode;

use crate::Frame;
use crate::several::line_at;

/// The frame that the look of a value's line gives it.
pub(crate) fn frame(text: &str, span: &Range<usize>) -> Frame {
    boxed(text, span)
        .or(|| marked_up(text, span))
        .or(|| block_quoted(text, span))
        .or(|| struck(text, span))
        .or(|| taken_away(text, span))
        .or(|| outdated(text, span))
}

/// An empty box before the value, with no other box between them.
fn boxed(text: &str, span: &Range<usize>) -> Frame {
    const BOX_MAX_BYTES: usize = 300;
    let from = text.ceil_char_boundary(span.start.saturating_sub(BOX_MAX_BYTES));
    let head = text.get(from..span.start).unwrap_or_default();
    let line = head.rfind('\n').map_or(0, |at| at.saturating_add(1));
    let head = head.get(line..).unwrap_or_default();
    let base = from.saturating_add(line);
    let empty = ["[ ]", "[  ]", "\u{2610}", "\u{25cb}", "\u{25a1}", "( )"];
    let ticked = [
        "[x]",
        "[X]",
        "\u{2611}",
        "\u{2612}",
        "\u{25cf}",
        "\u{25a0}",
        "(x)",
        "(X)",
        "[\u{2713}]",
        "\u{2713}",
        "\u{2714}",
    ];
    let last = |marks: &[&str]| {
        marks
            .iter()
            .filter_map(|mark| Some((head.rfind(mark)?, mark.len())))
            .max()
    };
    match (last(&empty), last(&ticked)) {
        (Some((at, length)), other) if other.is_none_or(|(tick, _)| tick < at) => {
            let at = base.saturating_add(at);
            Frame::Withdrawn {
                code: RejectCode::Negated,
                because: at..at.saturating_add(length),
            }
        }
        _ => Frame::Asserted,
    }
}

/// The source of a page on the value's line: what a reader would see of it is not known.
fn marked_up(text: &str, span: &Range<usize>) -> Frame {
    const TAGS: &[&str] = &[
        "<p", "<span", "<font", "<div", "<html", "<body", "<title", "<td", "<tr", "<del", "<s>",
        "<strike", "<ins", "<!--", "[//]:", "<a ", "<style", "<script", "<b>", "<i>", "<u>",
    ];
    let line = line_at(text, span.start);
    let head = text.get(line.start..span.start).unwrap_or_default();
    let lower = head.to_ascii_lowercase();
    match TAGS.iter().find_map(|tag| lower.rfind(tag)) {
        Some(at) => {
            let at = line.start.saturating_add(at);
            Frame::Unclear {
                because: at..at.saturating_add(1),
            }
        }
        None => Frame::Asserted,
    }
}

/// "~~…~~": words that are struck out.
fn struck(text: &str, span: &Range<usize>) -> Frame {
    let head = text.get(..span.start).unwrap_or_default();
    let from = head.rfind("\n\n").map_or(0, |at| at.saturating_add(2));
    let paragraph = head.get(from..).unwrap_or_default();
    let open = paragraph.matches("~~").count() % 2 == 1;
    let closed = text.get(span.end..).is_some_and(|tail| tail.contains("~~"));
    match paragraph.rfind("~~").filter(|_| open && closed) {
        Some(at) => {
            let at = from.saturating_add(at);
            Frame::Withdrawn {
                code: RejectCode::Superseded,
                because: at..at.saturating_add(2),
            }
        }
        None => Frame::Asserted,
    }
}

/// A line of somebody else's mail.
fn block_quoted(text: &str, span: &Range<usize>) -> Frame {
    let head = text.get(..span.start).unwrap_or_default();
    let line = head.rfind('\n').map_or(0, |at| at.saturating_add(1));
    let start = text.get(line..span.start).unwrap_or_default();
    let mark = start.len().saturating_sub(start.trim_start().len());
    match start.trim_start().starts_with('>') {
        true => Frame::Unclear {
            because: line.saturating_add(mark)..line.saturating_add(mark).saturating_add(1),
        },
        false => Frame::Asserted,
    }
}

/// The lines of the value's paragraph before its own, nearest first, and its own.
fn lines_above<'a>(
    text: &'a str,
    span: &Range<usize>,
) -> (impl Iterator<Item = &'a str>, &'a str, Range<usize>) {
    let line = line_at(text, span.start);
    let above = text.get(..line.start).unwrap_or_default();
    let own = text.get(line.clone()).unwrap_or_default();
    let near = above
        .trim_end_matches('\n')
        .rsplit('\n')
        .take_while(|line| !line.trim().is_empty());
    (near, own, line)
}

/// "-The fee is $500." under "@@ -14,3 +14,2 @@": a line that a comparison of versions takes away.
fn taken_away(text: &str, span: &Range<usize>) -> Frame {
    let (mut above, own, line) = lines_above(text, span);
    let minus = own.starts_with('-') && !own.starts_with("--");
    let hunk = above.any(|line| line.starts_with("@@ ") && line.get(3..).is_some_and(is_hunk));
    match minus && hunk {
        true => Frame::Withdrawn {
            code: RejectCode::Superseded,
            because: line.start..line.start.saturating_add(1),
        },
        false => Frame::Asserted,
    }
}

/// "-14,3 +14,2 @@": where the lines of a hunk stand in both versions.
fn is_hunk(head: &str) -> bool {
    let mut words = head.split_whitespace();
    let at = |word: Option<&str>, mark: char| {
        word.and_then(|word| word.strip_prefix(mark))
            .is_some_and(|word| word.chars().all(|c| c.is_ascii_digit() || c == ','))
    };
    at(words.next(), '-') && at(words.next(), '+') && words.next() == Some("@@")
}

/// "v1  The fee is $500." above "v2  …": a line of a history that has a later one.
fn outdated(text: &str, span: &Range<usize>) -> Frame {
    let line = line_at(text, span.start);
    let own = text.get(line.clone()).unwrap_or_default();
    let Some(number) = version(own) else {
        return Frame::Asserted;
    };
    let (above, _, _) = lines_above(text, span);
    let below = text.get(line.end..).unwrap_or_default();
    let below = below
        .trim_start_matches('\n')
        .split('\n')
        .take_while(|line| !line.trim().is_empty());
    match above
        .chain(below)
        .filter_map(version)
        .any(|other| other > number)
    {
        true => Frame::Unclear {
            because: line.start..line.start.saturating_add(1),
        },
        false => Frame::Asserted,
    }
}

/// "v2", "V 1.3": the version that begins a line.
fn version(line: &str) -> Option<Vec<u32>> {
    let rest = line.trim_start().strip_prefix(['v', 'V'])?;
    let length = rest
        .find(|c: char| !c.is_ascii_digit() && c != '.')
        .unwrap_or(rest.len());
    let number = rest.get(..length)?.trim_end_matches('.');
    let ended = rest
        .get(length..)?
        .starts_with([' ', '\t', ':', ')', '\u{2013}', '\u{2014}']);
    let parts: Option<Vec<u32>> = number.split('.').map(|part| part.parse().ok()).collect();
    parts.filter(|_| ended)
}
