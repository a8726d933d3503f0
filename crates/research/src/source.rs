//! A source: a document with where it came from.

use groundstop_contract::CharacterFlag;
use groundstop_document::{ByteSpan, Document};
use jiff::civil::Date;

use crate::validate::{host, registrable_domain};

/// Where a source came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A document of the corpus.
    Document {
        /// What the corpus calls it.
        name: String,
    },
    /// A page of the web.
    Page {
        /// Its address.
        url: String,
    },
}

/// A source, before or after it was found good enough.
#[derive(Clone, Debug)]
pub struct Source {
    /// Where it came from.
    pub origin: Origin,
    /// The document, as it was read.
    pub document: Document,
    /// The passages to look at; all of it where there are none.
    pub passages: Vec<ByteSpan>,
    /// What the screen took out: nothing of it is quoted.
    pub stripped: Vec<ByteSpan>,
    /// When the tool returned it: UTC, RFC 3339. Nothing where a pack does not say.
    pub retrieved_at: Option<String>,
    /// When it was published or changed last.
    pub published: Option<Date>,
    /// Whether it says who wrote it.
    pub has_author: bool,
}

/// How long the first line may be to be taken for a title, in characters.
const TITLE_CHARS_MAX: usize = 200;

/// How much of a source is its beginning.
const OPENING_BYTES: usize = 1_000;

impl Source {
    /// The domain it was published under: the registered one, or the host where there is
    /// none. A document of the corpus has none.
    #[must_use]
    pub fn domain(&self) -> Option<String> {
        match &self.origin {
            Origin::Page { url } => registrable_domain(url).or_else(|| host(url)),
            Origin::Document { .. } => None,
        }
    }

    /// Its name by content.
    #[must_use]
    pub fn id(&self) -> String {
        format!("sha256:{}", self.document.sha256())
    }

    /// What nobody sees, what nobody has accepted, and what the screen took out: nothing
    /// rests on it.
    #[must_use]
    pub(crate) fn void(&self) -> Vec<ByteSpan> {
        let flagged = self.document.flagged().iter();
        let unseen = flagged.filter(|noted| match noted.flag {
            CharacterFlag::Hidden | CharacterFlag::NotVisible | CharacterFlag::TrackedChange => {
                true
            }
            CharacterFlag::Inferred | CharacterFlag::Unmapped | CharacterFlag::Ocr => false,
        });
        let unseen = unseen.map(|noted| noted.span);
        unseen.chain(self.stripped.iter().copied()).collect()
    }

    /// Its first line, where that can be a title; a document's name stands in for it.
    #[must_use]
    pub fn title(&self) -> String {
        let text = self.document.text();
        let void = self.void();
        let seen = |line: &&str| {
            let start = line.as_ptr().addr().saturating_sub(text.as_ptr().addr());
            let span = ByteSpan::new(start, start.saturating_add(line.len()));
            !void.iter().any(|taken| taken.overlaps(span))
        };
        let first = text.lines().map(str::trim).find(|line| !line.is_empty());
        let titled = first.filter(seen).filter(|line| {
            line.chars().count() <= TITLE_CHARS_MAX && !line.ends_with(['.', ',', ';', ':'])
        });
        match (titled, &self.origin) {
            (Some(line), _) => line.to_owned(),
            (None, Origin::Document { name }) => stem(name).to_owned(),
            (None, Origin::Page { .. }) => String::new(),
        }
    }

    /// How it begins, where nothing there is hidden or was taken out.
    #[must_use]
    pub(crate) fn opening(&self) -> &str {
        let text = self.document.text();
        let end = text.floor_char_boundary(OPENING_BYTES);
        let span = ByteSpan::new(0, end);
        match self.void().iter().any(|taken| taken.overlaps(span)) {
            true => "",
            false => text.get(..end).unwrap_or(""),
        }
    }

    /// What says what it is about beside its sentences: its title and, for a
    /// document of the corpus, its name. An address says nothing.
    #[must_use]
    pub(crate) fn heading(&self) -> String {
        match &self.origin {
            Origin::Document { name } => format!("{} {}", stem(name), self.title()),
            Origin::Page { .. } => self.title(),
        }
    }
}

/// A file's name without folders and ending.
fn stem(name: &str) -> &str {
    let file = name.rsplit(['/', '\\']).next().unwrap_or(name);
    match file.rsplit_once('.') {
        Some((stem, _)) if !stem.is_empty() => stem,
        _ => file,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_loses_its_folders_and_its_ending() {
        for (name, expected) in [
            ("a/b/lease.v2.pdf", "lease.v2"),
            ("plain", "plain"),
            (".hidden", ".hidden"),
        ] {
            assert_eq!(stem(name), expected);
        }
    }
}
