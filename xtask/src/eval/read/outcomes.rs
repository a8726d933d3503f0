//! How every file ends, and whether that is what its class calls for.
//!
//! Damaged, locked and hostile files have no right text, but they have a right
//! end: one with a name, that loses nothing in silence.

use std::collections::{BTreeMap, BTreeSet};
use std::panic::catch_unwind;
use std::path::Path;
use std::time::{Duration, Instant};

use groundstop_contract::CharacterFlag;
use groundstop_document::{ByteOffset, Document, PageState};
use groundstop_read::{ReadError, ReadOptions, read};

use super::{bytes, lines, text};

/// What one file may take.
const MOST_TIME: Duration = Duration::from_secs(60);

/// How reading a file can end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Ending {
    /// Every page was read, and there is text.
    Read,
    /// Every page was read, and all are blank.
    Blank,
    /// Some pages are said to be unread.
    Partly,
    /// Every page is said to be unread.
    Unread,
    /// It is said to need a password.
    Locked,
    /// It is said to be damaged, or locked in an unknown way.
    Damaged,
    /// A limit was reached, and is named.
    Limit,
    /// The reader broke down, or took too long: never right.
    Broken,
}

/// A file and what others found in it.
struct Entry {
    class: String,
    file: String,
    password: Option<String>,
    /// Pages by pdfinfo.
    pages: Option<u64>,
    /// Characters by pdftotext.
    chars: Option<u64>,
    /// Whether pdfinfo opens it.
    opens: bool,
    /// Whether pdftotext comes to an end.
    ends: bool,
}

impl Entry {
    /// The endings its class allows, in words and as a list.
    fn called_for(&self) -> (&'static str, &'static [Ending]) {
        use Ending::{Blank, Damaged, Limit, Locked, Partly, Read, Unread};
        match self.class.as_str() {
            _ if !self.ends => (
                "bomb: unread, damaged or a limit",
                &[Partly, Unread, Damaged, Limit],
            ),
            "encrypted" if self.password.is_some() => {
                ("locked, opened by its password only", &[Locked])
            }
            "encrypted" if !self.opens => ("locked or damaged", &[Locked, Damaged]),
            "encrypted" => ("read without a password", &[Read, Blank]),
            "scan_or_image" => ("every page unread", &[Unread]),
            "malformed" if self.chars.unwrap_or(0) > 0 => {
                ("text, or what is unread", &[Read, Partly, Unread])
            }
            "malformed" => (
                "damaged, unread or blank",
                &[Damaged, Unread, Partly, Blank],
            ),
            "layout" => ("read, blank pages too", &[Read, Blank]),
            // A font that does not name its characters is no text, and said so.
            "multi_column" | "script_or_font" => ("read, or what is unread", &[Read, Partly]),
            _ => ("read", &[Read]),
        }
    }

    /// Whether pages and text that others see are read here, or said to be unread.
    fn nothing_lost(&self, seen: &Seen) -> bool {
        let same_pages = self.pages.is_none_or(|pages| pages == seen.pages as u64);
        // pdftotext's count holds its own line and page breaks; ours only what is printed.
        let breaks = (seen.pages as u64).saturating_mul(3);
        let enough = |chars: u64| (seen.chars as u64) * 2 >= chars.saturating_sub(breaks);
        same_pages && (seen.unread > 0 || self.chars.is_none_or(enough))
    }
}

/// What came of a file.
struct Seen {
    pages: usize,
    unread: usize,
    chars: usize,
    hidden: usize,
    unmapped: usize,
    reason: String,
    bare: usize,
}

/// Prints the table of files and the table of classes.
pub(super) fn run(data: &Path) -> Result<bool, String> {
    println!(
        "{:<14} {:<46} {:>5} {:>6} {:>7} {:>6} {:>8}  {:<8} why",
        "class", "file", "pages", "unread", "chars", "hidden", "unmapped", "ending"
    );
    let mut classes: BTreeMap<(String, &str), (usize, usize)> = BTreeMap::new();
    for entry in &entries(data)? {
        let (words, allowed) = entry.called_for();
        let fine = file(data, entry, allowed)?;
        let count = classes.entry((entry.class.clone(), words)).or_default();
        count.0 += 1;
        count.1 += usize::from(!fine);
    }
    println!(
        "\n{:<14} {:<40} {:>5} {:>10}",
        "class", "called for", "files", "unexpected"
    );
    for ((class, words), (files, unexpected)) in &classes {
        println!("{class:<14} {words:<40} {files:>5} {unexpected:>10}");
    }
    Ok(!classes.is_empty() && classes.values().all(|(_, unexpected)| *unexpected == 0))
}

fn entries(data: &Path) -> Result<Vec<Entry>, String> {
    let mut entries: Vec<Entry> = Vec::new();
    for entry in lines(&data.join("pdfs/manifest.jsonl"))? {
        entries.push(Entry {
            class: text(&entry, "class")?,
            file: format!("pdfs/{}", text(&entry, "file")?),
            password: entry["password"].as_str().map(str::to_owned),
            pages: entry["pages"].as_u64(),
            chars: entry["text_chars"].as_u64(),
            opens: entry["pdfinfo_exit"].as_i64() == Some(0),
            ends: entry["pdftotext_exit"].is_i64(),
        });
    }
    for entry in lines(&data.join("tax/documents.jsonl"))? {
        let file = format!("tax/{}", text(&entry, "file")?);
        if file.ends_with(".pdf") {
            entries.push(Entry {
                class: "statute".to_owned(),
                file,
                password: None,
                pages: entry["pages"].as_u64(),
                chars: None,
                opens: true,
                ends: true,
            });
        }
    }
    Ok(entries)
}

/// Reads one file in every way it can be, and prints how it ended.
fn file(data: &Path, entry: &Entry, allowed: &[Ending]) -> Result<bool, String> {
    let bytes = bytes(&data.join(&entry.file))?;
    let (ending, plain) = outcome(&bytes, None);
    let mut fine = allowed.contains(&ending);
    if let Ok(seen) = &plain {
        fine &= entry.nothing_lost(seen) && seen.bare == 0;
    }
    if let Some(password) = &entry.password {
        let (opened, _) = outcome(&bytes, Some(password));
        let (_, wrong) = outcome(&bytes, Some("not the password"));
        fine &= opened == Ending::Read;
        fine &= wrong.is_err_and(|error| error == ReadError::PasswordWrong.to_string());
    }
    let short: String = entry
        .file
        .rsplit('/')
        .next()
        .unwrap_or_default()
        .chars()
        .take(46)
        .collect();
    let class = &entry.class;
    let mark = if fine { "" } else { "  <- UNEXPECTED" };
    let ending = format!("{ending:?}").to_lowercase();
    match &plain {
        Ok(seen) => println!(
            "{class:<14} {short:<46} {:>5} {:>6} {:>7} {:>6} {:>8}  {ending:<8} {}{mark}",
            seen.pages, seen.unread, seen.chars, seen.hidden, seen.unmapped, seen.reason
        ),
        Err(error) => println!(
            "{class:<14} {short:<46} {:>5} {:>6} {:>7} {:>6} {:>8}  {ending:<8} {error}{mark}",
            "-", "-", "-", "-", "-"
        ),
    }
    Ok(fine)
}

/// How a file ends, and what was seen of it or said about it.
fn outcome(bytes: &[u8], password: Option<&str>) -> (Ending, Result<Seen, String>) {
    let options = ReadOptions {
        password: password.map(str::to_owned),
        ..ReadOptions::default()
    };
    let start = Instant::now();
    let Ok(done) = catch_unwind(|| read(bytes, &options)) else {
        return (Ending::Broken, Err("the reader broke down".to_owned()));
    };
    if start.elapsed() > MOST_TIME {
        return (Ending::Broken, Err("it took too long".to_owned()));
    }
    match done {
        Ok(document) => {
            let seen = see(&document);
            let ending = match seen.unread {
                0 if seen.chars == 0 => Ending::Blank,
                0 => Ending::Read,
                unread if unread == seen.pages => Ending::Unread,
                _ => Ending::Partly,
            };
            (ending, Ok(seen))
        }
        Err(error) => {
            let ending = match &error {
                ReadError::PasswordNeeded | ReadError::PasswordWrong => Ending::Locked,
                ReadError::Limit { .. } => Ending::Limit,
                _ => Ending::Damaged,
            };
            (ending, Err(error.to_string()))
        }
    }
}

fn see(document: &Document) -> Seen {
    // Counts differ from page to page, and are no reason of their own.
    let reasons: BTreeSet<String> = document
        .pages()
        .iter()
        .filter_map(|page| match &page.state {
            PageState::Unread { reason, .. } => Some(
                reason
                    .chars()
                    .filter(|each| !each.is_ascii_digit())
                    .collect(),
            ),
            PageState::Read => None,
        })
        .collect();
    let flagged = |wanted: CharacterFlag| {
        let stretches = document.flagged().iter();
        let own = stretches.filter(|flagged| flagged.flag == wanted);
        own.map(|flagged| flagged.span.len()).sum()
    };
    Seen {
        pages: document.pages().len(),
        unread: document.unread_pages().len(),
        // A character nobody knows is no text.
        chars: document
            .text()
            .chars()
            .filter(|each| !each.is_whitespace() && *each != char::REPLACEMENT_CHARACTER)
            .count(),
        hidden: flagged(CharacterFlag::Hidden),
        unmapped: flagged(CharacterFlag::Unmapped),
        reason: reasons.into_iter().collect::<Vec<_>>().join("; "),
        bare: bare_characters(document),
    }
}

/// Printed characters without a box of their own, and boxes out of order.
pub(super) fn bare_characters(document: &Document) -> usize {
    let text = document.text();
    let mut bare = 0;
    let mut line_is_label = false;
    let mut line_starts = true;
    for (at, each) in text.char_indices() {
        if line_starts {
            // Labels of form fields are ours, and stand in brackets at a line's start.
            line_is_label = each == '[';
        }
        line_starts = matches!(each, '\n' | '\u{c}');
        let boxed = document.box_at(ByteOffset(at)).is_some();
        bare += usize::from(!boxed && !each.is_whitespace() && !line_is_label);
    }
    let order = document.boxes().windows(2);
    bare + order.filter(|pair| pair[0].at >= pair[1].at).count()
}
