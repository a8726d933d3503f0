//! Whether a text is Markdown. Its name does not count: the same bytes are read the same way
//! whatever they are called, or a receipt would hold under one name and fail under another.
//!
//! A contract has numbered lists, footnote stars, lines of dashes and `[***]` without being
//! Markdown, and none of these counts. What counts are five marks that have no other use:
//! a heading that stands apart, a closed fence, a link with its address, words in pairs of stars, a table's
//! line of dashes. Two of them that differ, or three of one, make a text Markdown.

/// How much of a text is looked at, in bytes.
const LOOKED_AT_BYTES: usize = 256 * 1024;
/// Marks of one kind that are enough.
const SAME_KIND: usize = 3;
/// Kinds of marks that are enough.
const KINDS: usize = 2;

/// The marks found, by kind.
#[derive(Debug, Default)]
struct Signs {
    headings: usize,
    fences: usize,
    links: usize,
    strong: usize,
    tables: usize,
}

impl Signs {
    fn are_enough(&self) -> bool {
        let counts = [
            self.headings,
            self.fences,
            self.links,
            self.strong,
            self.tables,
        ];
        counts.iter().any(|count| *count >= SAME_KIND)
            || counts.iter().filter(|count| **count > 0).count() >= KINDS
    }
}

/// Whether bytes are Markdown.
pub(crate) fn is_markdown(bytes: &[u8]) -> bool {
    let Some(head) = head(bytes) else {
        return false;
    };
    let mut signs = Signs::default();
    let mut fence: Option<&str> = None;
    let mut previous = "";
    let mut lines = head.lines().peekable();
    while let Some(line) = lines.next() {
        let next = lines.peek().map_or("", |next| next.trim());
        let bare = line.trim();
        match (fence, fence_of(line)) {
            (Some(open), Some(mark)) if mark.starts_with(open) && bare == mark => {
                signs.fences = signs.fences.saturating_add(1);
                fence = None;
            }
            // What stands in a fence is somebody else's.
            (Some(_), _) => continue,
            (None, Some(mark)) => fence = Some(mark),
            (None, None) => signs.take(line, previous, next),
        }
        if signs.are_enough() {
            return true;
        }
        previous = bare;
    }
    false
}

/// The first characters, where all of them are UTF-8.
fn head(bytes: &[u8]) -> Option<&str> {
    let piece = bytes.get(..bytes.len().min(LOOKED_AT_BYTES))?;
    match std::str::from_utf8(piece) {
        Ok(text) => Some(text),
        // The last character may be cut in two.
        Err(error) if piece.len() == LOOKED_AT_BYTES && error.error_len().is_none() => {
            std::str::from_utf8(piece.get(..error.valid_up_to())?).ok()
        }
        Err(_) => None,
    }
}

/// The mark of a line that opens or closes a fence.
fn fence_of(line: &str) -> Option<&str> {
    let bare = line.trim();
    let ticks = bare
        .len()
        .saturating_sub(bare.trim_start_matches('`').len());
    let after = bare.get(ticks..)?;
    (ticks >= 3 && !after.contains('`')).then(|| bare.get(..ticks))?
}

impl Signs {
    fn take(&mut self, line: &str, previous: &str, next: &str) {
        let add = |count: &mut usize, is: bool| *count = count.saturating_add(usize::from(is));
        // A comment of a program stands right above what it is about.
        let apart = matches!(previous, "" | "---") && next.is_empty();
        add(&mut self.headings, apart && is_heading(line));
        add(&mut self.links, has_link(line));
        add(&mut self.strong, has_strong(line));
        add(
            &mut self.tables,
            is_table_rule(line) && previous.contains('|'),
        );
    }
}

fn is_heading(line: &str) -> bool {
    let after = line.trim_start_matches('#');
    let marks = line.len().saturating_sub(after.len());
    (1..=6).contains(&marks) && after.starts_with(' ') && !after.trim().is_empty()
}

/// A text in brackets with an address in brackets after it.
fn has_link(line: &str) -> bool {
    const BEGIN: [&str; 6] = ["http://", "https://", "mailto:", "#", "./", "../"];
    let mut parts = line.split("](");
    let Some(first) = parts.next() else {
        return false;
    };
    first.contains('[')
        && parts.any(|after| {
            let begins = BEGIN.iter().any(|begin| after.starts_with(begin));
            begins && after.contains(')')
        })
}

/// Words between two pairs of stars on one line. `[**]` and lone stars are none.
fn has_strong(line: &str) -> bool {
    let mut rest = line;
    let mut before: Option<char> = None;
    while let Some((left, right)) = rest.split_once("**") {
        let before_mark = left.chars().next_back().or(before);
        let opens = before_mark.is_none_or(|c| c.is_whitespace() || "(\"“>-|".contains(c))
            && right
                .chars()
                .next()
                .is_some_and(|c| c.is_alphanumeric() || "\"“'$(".contains(c));
        if opens
            && let Some((inner, after)) = right.split_once("**")
            && !inner.contains('*')
            && !inner.ends_with(char::is_whitespace)
            && !after.starts_with(|c: char| c == '*' || c.is_alphanumeric())
        {
            return true;
        }
        before = Some('*');
        rest = right;
    }
    false
}

/// The line under a table's head: at least two cells of dashes.
fn is_table_rule(line: &str) -> bool {
    let bare = line.trim();
    bare.contains('|')
        && bare.matches("---").count() >= 2
        && bare.chars().all(|c| matches!(c, '|' | '-' | ':' | ' '))
}
