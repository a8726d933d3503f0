//! The folds F1 to F8 as one search key with a map back to the text.
//!
//! Two texts that are equal under the folds have equal keys. The key is
//! slightly coarser than the folds: a hyphen between two letters and a blank
//! between two CJK characters leave no byte in it but a [`Site`], because
//! whether they may differ depends on the other side. So a match of keys is a
//! candidate, and comparing the sites decides it.

use groundstop_document::ByteSpan;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::canonical_combining_class;
use unicode_normalization::{IsNormalized, is_nfc_quick};

use crate::map::OffsetMap;
use groundstop_document::fold::{
    SOFT_HYPHEN, breaks_words, is_cjk, is_hyphen, is_ignorable, is_joiner, is_latin_letter,
    is_line_break, ligature, straight_quote,
};

/// What stands between two characters of the key without being part of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Gap {
    /// A hyphen or dash between two letters.
    Hyphen,
    /// A hyphen and white space with a line break between two letters.
    HyphenBreak,
    /// A dash, or a hyphen and white space without a line break, between two letters.
    HyphenSpace,
    /// A soft hyphen and a line break between two letters.
    SoftBreak,
    /// White space with a line break between two CJK characters.
    CjkBreak,
    /// Other white space between two CJK characters.
    CjkSpace,
}

/// A gap, the place of the key it stands at, and its bytes in the text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Site {
    pub(crate) key: usize,
    pub(crate) gap: Gap,
    pub(crate) start: usize,
    pub(crate) end: usize,
}

/// A text under the folds.
#[derive(Clone, Debug, Default)]
pub(crate) struct Folded {
    pub(crate) key: Vec<u8>,
    pub(crate) map: OffsetMap,
    pub(crate) sites: Vec<Site>,
}

impl Folded {
    /// Folds a text, leaving out the page furniture given (F8).
    pub(crate) fn new(text: &str, furniture: &[ByteSpan]) -> Folded {
        let mut folder = Folder::default();
        folder.out.key.reserve(text.len());
        let mut from = 0usize;
        for span in furniture {
            let before = text.get(from..span.start.0).unwrap_or_default();
            folder.run(before, from);
            // What stood between two lines leaves at least the break between them.
            folder.space(span.start.0, span.end.0, true);
            from = span.end.0.max(from);
        }
        folder.run(text.get(from..).unwrap_or_default(), from);
        folder.flush();
        folder.out
    }

    /// The sites strictly inside a stretch of the key.
    pub(crate) fn sites_within(&self, start: usize, end: usize) -> &[Site] {
        let first = self.sites.partition_point(|site| site.key <= start);
        let last = self.sites.partition_point(|site| site.key < end);
        self.sites.get(first..last.max(first)).unwrap_or_default()
    }
}

/// White space or a hyphen that waits for what follows it.
#[derive(Clone, Copy, Debug)]
enum Pending {
    Space {
        start: usize,
        end: usize,
        line_break: bool,
    },
    Hyphen {
        start: usize,
        end: usize,
        breaks: bool,
        /// White space behind it: start, end, whether a line ends in it.
        space: Option<(usize, usize, bool)>,
    },
    Soft {
        start: usize,
        space: Option<(usize, usize, bool)>,
    },
}

#[derive(Default)]
struct Folder {
    out: Folded,
    pending: Option<Pending>,
    /// The last character of the key.
    last: Option<char>,
}

impl Folder {
    /// Folds a stretch that begins at `base` of the whole text.
    fn run(&mut self, text: &str, base: usize) {
        let bytes = text.as_bytes();
        let mut at = 0usize;
        while let Some(byte) = bytes.get(at) {
            let plain = plain_ascii(bytes, at);
            if plain > 0 {
                let end = at.saturating_add(plain);
                self.text_linear(
                    text.get(at..end).unwrap_or_default(),
                    base.saturating_add(at),
                );
                at = end;
            } else if byte.is_ascii() && !followed_by_wide(bytes, at) {
                self.ascii_mark(*byte, base.saturating_add(at));
                at = at.saturating_add(1);
            } else {
                let rest = text.get(at..).unwrap_or_default();
                at = at.saturating_add(self.cluster(rest, base.saturating_add(at)).max(1));
            }
        }
    }

    /// A single blank, line end or hyphen.
    fn ascii_mark(&mut self, byte: u8, at: usize) {
        let end = at.saturating_add(1);
        if byte == b'-' {
            self.hyphen('-', at, end);
        } else {
            self.space(at, end, is_line_break(char::from(byte)));
        }
    }

    /// One character with the marks that combine with it; answers its length.
    fn cluster(&mut self, rest: &str, at: usize) -> usize {
        let (len, marked) = cluster_len(rest);
        let cluster = rest.get(..len).unwrap_or_default();
        let end = at.saturating_add(len);
        let mut chars = cluster.chars().filter(|c| !is_ignorable(*c));
        let Some(first) = chars.next() else {
            if cluster.contains(SOFT_HYPHEN) {
                self.soft_hyphen(at);
            }
            return len;
        };
        if marked || needs_composing(first) {
            let composed: String = cluster
                .chars()
                .filter(|c| !is_ignorable(*c))
                .nfc()
                .collect();
            self.text_unit(&composed, at, end);
        } else if first.is_whitespace() {
            self.space(at, end, is_line_break(first));
        } else if is_hyphen(first) {
            self.hyphen(first, at, end);
        } else if let Some(straight) = straight_quote(first) {
            self.text_unit(straight.encode_utf8(&mut [0; 4]), at, end);
        } else if let Some(letters) = ligature(first) {
            self.text_unit(letters, at, end);
        } else if is_joiner(first) && self.joins_latin(rest, len) {
            // Dropped: the letters on both sides are Latin.
        } else {
            self.text_linear(cluster, at);
        }
        len
    }

    fn joins_latin(&self, rest: &str, len: usize) -> bool {
        let next = rest.get(len..).and_then(|rest| rest.chars().next());
        self.pending.is_none()
            && self.last.is_some_and(is_latin_letter)
            && next.is_some_and(is_latin_letter)
    }

    fn text_linear(&mut self, text: &str, at: usize) {
        self.before_text(text);
        self.out.map.push_linear(at, text.len());
        self.emit(text);
    }

    fn text_unit(&mut self, folded: &str, at: usize, end: usize) {
        self.before_text(folded);
        self.out
            .map
            .push_unit(folded.len(), at, end.saturating_sub(at));
        self.emit(folded);
    }

    fn emit(&mut self, text: &str) {
        self.out.key.extend_from_slice(text.as_bytes());
        self.last = text.chars().next_back().or(self.last);
    }

    fn space(&mut self, start: usize, end: usize, line_break: bool) {
        let grown = |old: Option<(usize, usize, bool)>| match old {
            Some((from, _, broke)) => Some((from, end, broke || line_break)),
            None => Some((start, end, line_break)),
        };
        match &mut self.pending {
            Some(Pending::Space {
                end: old,
                line_break: broke,
                ..
            }) => {
                *old = end;
                *broke = *broke || line_break;
            }
            Some(Pending::Hyphen { space, .. } | Pending::Soft { space, .. }) => {
                *space = grown(*space);
            }
            None => {
                self.pending = Some(Pending::Space {
                    start,
                    end,
                    line_break,
                });
            }
        }
    }

    fn hyphen(&mut self, c: char, start: usize, end: usize) {
        self.flush();
        if self.last.is_some_and(char::is_alphabetic) {
            let breaks = breaks_words(c);
            self.pending = Some(Pending::Hyphen {
                start,
                end,
                breaks,
                space: None,
            });
        } else {
            self.emit_unit("-", start, end);
        }
    }

    fn soft_hyphen(&mut self, start: usize) {
        if self.pending.is_none() && self.last.is_some_and(char::is_alphabetic) {
            self.pending = Some(Pending::Soft { start, space: None });
        }
    }

    /// Settles what waits, now that the text behind it is known.
    fn before_text(&mut self, text: &str) {
        let Some(pending) = self.pending else {
            return;
        };
        let next = text.chars().next();
        let letters = next.is_some_and(char::is_alphabetic);
        let cjk = next.is_some_and(is_cjk) && self.last.is_some_and(is_cjk);
        let site = match pending {
            Pending::Space {
                start,
                end,
                line_break,
            } if cjk => {
                let gap = if line_break {
                    Gap::CjkBreak
                } else {
                    Gap::CjkSpace
                };
                Some((gap, start, end))
            }
            Pending::Hyphen {
                start,
                end,
                space: None,
                ..
            } if letters => Some((Gap::Hyphen, start, end)),
            Pending::Hyphen {
                start,
                breaks,
                space: Some((_, end, broke)),
                ..
            } if letters => {
                let gap = if broke && breaks {
                    Gap::HyphenBreak
                } else {
                    Gap::HyphenSpace
                };
                Some((gap, start, end))
            }
            Pending::Soft {
                start,
                space: Some((_, end, true)),
            } if letters => Some((Gap::SoftBreak, start, end)),
            Pending::Soft { space: None, .. } => {
                self.pending = None;
                return;
            }
            _ => None,
        };
        match site {
            Some((gap, start, end)) => {
                let key = self.out.key.len();
                self.out.sites.push(Site {
                    key,
                    gap,
                    start,
                    end,
                });
                self.pending = None;
            }
            None => self.flush(),
        }
    }

    /// Lets what waits stand for itself.
    fn flush(&mut self) {
        match self.pending.take() {
            Some(Pending::Space { start, end, .. })
            | Some(Pending::Soft {
                space: Some((start, end, _)),
                ..
            }) => {
                self.emit_unit(" ", start, end);
            }
            Some(Pending::Hyphen {
                start, end, space, ..
            }) => {
                self.emit_unit("-", start, end);
                if let Some((start, end, _)) = space {
                    self.emit_unit(" ", start, end);
                }
            }
            Some(Pending::Soft { space: None, .. }) | None => {}
        }
    }

    fn emit_unit(&mut self, folded: &str, start: usize, end: usize) {
        if end.saturating_sub(start) == folded.len() {
            self.out.map.push_linear(start, folded.len());
        } else {
            self.out
                .map
                .push_unit(folded.len(), start, end.saturating_sub(start));
        }
        self.emit(folded);
    }
}

/// How many bytes from here on are ASCII that folds to itself.
fn plain_ascii(bytes: &[u8], at: usize) -> usize {
    let rest = bytes.get(at..).unwrap_or_default();
    let is_plain = |byte: &u8| byte.is_ascii() && !is_ascii_mark(*byte);
    let len = rest.iter().take_while(|byte| is_plain(byte)).count();
    // The last one may carry a combining mark: left to the cluster it belongs to.
    match rest.get(len) {
        Some(next) if !next.is_ascii() => len.saturating_sub(1),
        _ => len,
    }
}

/// ASCII white space, as Unicode has it, and the hyphen.
fn is_ascii_mark(byte: u8) -> bool {
    matches!(byte, b' ' | b'-' | b'\t'..=b'\r')
}

fn followed_by_wide(bytes: &[u8], at: usize) -> bool {
    bytes
        .get(at.saturating_add(1))
        .is_some_and(|next| !next.is_ascii())
}

/// The bytes of the first character with what combines with it, and whether anything does.
fn cluster_len(rest: &str) -> (usize, bool) {
    let mut chars = rest.char_indices();
    let Some((_, first)) = chars.next() else {
        return (0, false);
    };
    let alone = first.len_utf8();
    if is_ignorable(first) {
        return (alone, false);
    }
    let mut len = alone;
    let mut marked = false;
    for (index, c) in chars {
        let end = index.saturating_add(c.len_utf8());
        if combines(c) {
            marked = true;
            len = end;
        } else if !is_ignorable(c) {
            break;
        }
    }
    (len, marked)
}

/// Whether a character may merge with the one before it under NFC.
fn combines(c: char) -> bool {
    c >= '\u{300}'
        && (canonical_combining_class(c) != 0
            || is_nfc_quick(std::iter::once(c)) == IsNormalized::Maybe)
}

/// Whether a character is not its own NFC form.
fn needs_composing(c: char) -> bool {
    c >= '\u{300}' && is_nfc_quick(std::iter::once(c)) == IsNormalized::No
}
