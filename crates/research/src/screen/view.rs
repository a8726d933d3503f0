//! The text as the rules see it: no case, no accents, nothing invisible, no
//! look-alikes. Every byte of it knows where it comes from.

use std::borrow::Cow;
use std::ops::Range;

use unicode_normalization::char::{decompose_compatible, is_combining_mark};
use unicode_security::skeleton;

use super::result::{Hit, Layer, Tier};

/// A text made from another one, byte by byte.
#[derive(Debug, Default)]
pub(super) struct Mapped {
    text: String,
    /// For each byte of `text`, where the character it comes from begins and ends.
    from: Vec<(u32, u32)>,
}

impl Mapped {
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    pub(super) fn push(&mut self, c: char, from: &Range<usize>) {
        let place = (narrow(from.start), narrow(from.end));
        self.text.push(c);
        self.from.resize(self.text.len(), place);
    }

    /// Where a stretch comes from.
    pub(super) fn original(&self, span: &Range<usize>) -> Range<usize> {
        let start = self.from.get(span.start).map_or(0, |(start, _)| *start);
        let last = span.end.saturating_sub(1);
        let end = self.from.get(last).map_or(start, |(_, end)| *end);
        wide(start)..wide(end.max(start))
    }
}

/// Texts are looked at in pieces far smaller than this can count.
fn narrow(offset: usize) -> u32 {
    u32::try_from(offset).unwrap_or(u32::MAX)
}

fn wide(offset: u32) -> usize {
    usize::try_from(offset).unwrap_or(usize::MAX)
}

/// The folded text; plain ASCII is its own view.
#[derive(Debug)]
pub(super) enum View<'t> {
    /// Nothing had to be folded.
    Same(&'t str),
    /// Folded.
    Folded(Mapped),
}

impl<'t> View<'t> {
    pub(super) fn of(text: &'t str, ascii: bool) -> View<'t> {
        if ascii {
            View::Same(text)
        } else {
            View::Folded(fold(text))
        }
    }

    pub(super) fn text(&self) -> &str {
        match self {
            View::Same(text) => text,
            View::Folded(mapped) => mapped.text(),
        }
    }

    /// Where a stretch of the view stands in the original.
    pub(super) fn original(&self, span: &Range<usize>) -> Range<usize> {
        match self {
            View::Same(_) => span.clone(),
            View::Folded(mapped) => mapped.original(span),
        }
    }
}

/// A pattern or a word as the view spells it; ASCII, and with it what is special
/// in a pattern, stays as it is.
pub(super) fn folded(text: &str) -> String {
    let mut out = Mapped::default();
    for c in text.chars() {
        match plain_letter(c) {
            Some(plain) => out.push(plain, &(0..0)),
            None if c.is_ascii() => out.push(c, &(0..0)),
            None => fold_char(c, &(0..0), &mut out),
        }
    }
    out.text
}

fn fold(text: &str) -> Mapped {
    let mut out = Mapped::default();
    let mut rest = text.char_indices().peekable();
    let mut mixed = 0..0;
    while let Some((at, c)) = rest.next() {
        let end = rest.peek().map_or(text.len(), |(next, _)| *next);
        let from = at..end;
        if c.is_ascii() {
            out.push(c.to_ascii_lowercase(), &from);
            continue;
        }
        if let Some(tag) = tag(c) {
            out.push(tag.to_ascii_lowercase(), &from);
            continue;
        }
        if is_invisible(c) {
            continue;
        }
        if let Some(plain) = plain_letter(c) {
            out.push(plain, &from);
            continue;
        }
        if at >= mixed.end && c.is_alphabetic() {
            mixed = mixed_word(text, at);
        }
        if mixed.contains(&at) {
            let spelled = c.to_string();
            for look in skeleton(&spelled).flat_map(char::to_lowercase) {
                fold_char(look, &from, &mut out);
            }
        } else {
            fold_char(c, &from, &mut out);
        }
    }
    out
}

fn fold_char(c: char, from: &Range<usize>, out: &mut Mapped) {
    decompose_compatible(c, |part| {
        for low in part.to_lowercase().filter(|low| !is_accent(*low)) {
            out.push(low, from);
        }
    });
}

/// Accents and Arabic vowel signs go; the signs other scripts write words with stay.
fn is_accent(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36F}' | '\u{640}' | '\u{64B}'..='\u{65F}' | '\u{670}')
}

/// The word around a letter, where it mixes Latin with letters that only look so.
fn mixed_word(text: &str, at: usize) -> Range<usize> {
    let in_word = |c: char| c.is_alphanumeric() || is_combining_mark(c) || is_invisible(c);
    let before = text.get(..at).unwrap_or_default();
    let start = before
        .char_indices()
        .rev()
        .take(64)
        .take_while(|(_, c)| in_word(*c))
        .last()
        .map_or(at, |(start, _)| start);
    let behind = text.get(at..).unwrap_or_default();
    let length: usize = behind
        .chars()
        .take(64)
        .take_while(|c| in_word(*c))
        .map(char::len_utf8)
        .sum();
    let end = at.saturating_add(length);
    let word = text.get(start..end).unwrap_or_default();
    let latin = word.chars().any(|c| c.is_ascii_alphabetic());
    let other = word
        .chars()
        .any(|c| matches!(c, '\u{370}'..='\u{58F}' | '\u{13A0}'..='\u{13FF}'));
    if latin && other { at..end } else { at..at }
}

/// Letters drawn in other ways that no table of compatibility knows.
fn plain_letter(c: char) -> Option<char> {
    const SMALL_CAPITALS: &str = "ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡ\u{0}ʏᴢ";
    let nth = |start: char| u32::from(c).checked_sub(u32::from(start));
    let letter = |index: u32| char::from_u32(u32::from('a').saturating_add(index));
    match c {
        '\u{1F1E6}'..='\u{1F1FF}' => nth('\u{1F1E6}').and_then(letter),
        '\u{1F130}'..='\u{1F149}' => nth('\u{1F130}').and_then(letter),
        '\u{1F150}'..='\u{1F169}' => nth('\u{1F150}').and_then(letter),
        '\u{1F170}'..='\u{1F189}' => nth('\u{1F170}').and_then(letter),
        '‘' | '’' | '‚' | '‛' | '′' => Some('\''),
        '“' | '”' | '„' | '«' | '»' => Some('"'),
        '‐'..='―' | '−' => Some('-'),
        '。' => Some('.'),
        'ı' => Some('i'),
        'ß' => Some('s'),
        'ø' => Some('o'),
        'ł' => Some('l'),
        _ => {
            let index = SMALL_CAPITALS.chars().position(|small| small == c)?;
            letter(u32::try_from(index).ok()?)
        }
    }
}

/// The character a tag character stands for.
fn tag(c: char) -> Option<char> {
    match c {
        '\u{E0020}'..='\u{E007E}' => u32::from(c).checked_sub(0xE0000).and_then(char::from_u32),
        _ => None,
    }
}

/// Characters that take no room and are no letters.
pub(super) fn is_invisible(c: char) -> bool {
    is_zero_width(c)
        || is_direction(c)
        || matches!(c, '\u{AD}' | '\u{FE00}'..='\u{FE0F}' | '\u{E0000}'..='\u{E007F}' | '\u{E0100}'..='\u{E01EF}')
}

fn is_zero_width(c: char) -> bool {
    matches!(
        c,
        '\u{34F}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}' | '\u{180E}'
            | '\u{200B}'..='\u{200D}' | '\u{2060}'..='\u{2064}' | '\u{206A}'..='\u{206F}'
            | '\u{3164}' | '\u{FEFF}' | '\u{FFA0}'
    )
}

fn is_direction(c: char) -> bool {
    matches!(c, '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

/// Characters nobody sees where no script needs them, as weak hits.
pub(super) fn hidden_characters(text: &str, layer: Layer) -> Vec<Hit> {
    if text.is_ascii() && !text.bytes().any(is_control) {
        return Vec::new();
    }
    let mut hits: Vec<Hit> = Vec::new();
    let mut before = None;
    let mut rest = text.char_indices().peekable();
    while let Some((at, c)) = rest.next() {
        let end = rest.peek().map_or(text.len(), |(next, _)| *next);
        let after = rest.peek().map(|(_, next)| *next);
        if let Some(rule) = hidden_rule(before, c, after) {
            match hits.last_mut() {
                Some(last) if last.bytes.end == at && last.rule == rule => last.bytes.end = end,
                _ => hits.push(Hit {
                    tier: Tier::Weak,
                    family: "hidden_text".to_owned(),
                    rule: rule.to_owned(),
                    layer,
                    start: 0,
                    end: 0,
                    part: None,
                    lowered: false,
                    decoded: false,
                    bytes: at..end,
                }),
            }
        }
        before = Some(c);
    }
    hits
}

fn hidden_rule(before: Option<char>, c: char, after: Option<char>) -> Option<&'static str> {
    let latin = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric() || is_invisible(c));
    match c {
        // Flags of regions are written with tags.
        '\u{E0000}'..='\u{E007F}' if before != Some('\u{1F3F4}') => Some("hidden-tags"),
        '\u{E0100}'..='\u{E01EF}' => Some("hidden-variation"),
        '\u{202D}' | '\u{202E}' => Some("hidden-direction"),
        _ if is_zero_width(c) && latin(before) && latin(after) => Some("hidden-zero-width"),
        _ if c.is_ascii() && u8::try_from(c).is_ok_and(is_control) => Some("hidden-control"),
        _ => None,
    }
}

fn is_control(byte: u8) -> bool {
    byte.is_ascii_control() && !matches!(byte, b'\t' | b'\n' | b'\r' | 0x0c)
}

/// The text without what [`hidden_characters`] names.
pub(super) fn without_hidden(text: &str) -> Cow<'_, str> {
    let hits = hidden_characters(text, Layer::Visible);
    if hits.is_empty() {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for hit in hits {
        out.push_str(text.get(at..hit.bytes.start).unwrap_or_default());
        at = hit.bytes.end;
    }
    out.push_str(text.get(at..).unwrap_or_default());
    Cow::Owned(out)
}
