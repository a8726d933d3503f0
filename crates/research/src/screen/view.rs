//! The text as the rules see it: no case, no accents, nothing invisible, no
//! look-alikes. Every byte of it knows where it comes from.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::LazyLock;

use unicode_normalization::char::{decompose_compatible, is_combining_mark};
use unicode_security::skeleton;

use super::result::{Hit, HitTier, Layer};

/// A text made from another one, piece by piece.
#[derive(Debug, Default)]
pub(super) struct Mapped {
    text: String,
    pieces: Vec<Piece>,
}

/// A stretch of the made text, and what it was made from.
#[derive(Clone, Copy, Debug)]
struct Piece {
    /// Where it begins in the made text.
    at: u32,
    /// Where its origin begins.
    from: u32,
    /// How long the one character is it was made from; nothing where it was
    /// taken over byte by byte.
    one: Option<u32>,
}

impl Mapped {
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Adds a character that was made from a stretch.
    pub(super) fn push(&mut self, c: char, from: &Range<usize>) {
        self.piece(from.start, Some(narrow(from.len())));
        self.text.push(c);
    }

    /// Takes a stretch over as it is.
    pub(super) fn take(&mut self, text: &str, from: usize) {
        self.piece(from, None);
        self.text.push_str(text);
    }

    fn piece(&mut self, from: usize, one: Option<u32>) {
        let piece = Piece {
            at: narrow(self.text.len()),
            from: narrow(from),
            one,
        };
        // More of one character, or of a stretch that is taken over.
        let same = |last: &Piece| match (last.one, one) {
            (Some(_), Some(_)) => last.from == piece.from && last.one == one,
            (None, None) => {
                piece.at.saturating_sub(last.at) == piece.from.saturating_sub(last.from)
            }
            _ => false,
        };
        if !self.pieces.last().is_some_and(same) {
            self.pieces.push(piece);
        }
    }

    /// Where a stretch comes from.
    pub(super) fn original(&self, span: &Range<usize>) -> Range<usize> {
        let (start, _) = self.origin(span.start);
        let (_, end) = self.origin(span.end.saturating_sub(1));
        start..end.max(start)
    }

    /// The origin of one byte.
    fn origin(&self, byte: usize) -> (usize, usize) {
        let after = self.pieces.partition_point(|piece| wide(piece.at) <= byte);
        let Some(piece) = after
            .checked_sub(1)
            .and_then(|index| self.pieces.get(index))
        else {
            return (0, 0);
        };
        let from = wide(piece.from);
        match piece.one {
            Some(length) => (from, from.saturating_add(wide(length))),
            None => {
                let at = from.saturating_add(byte.saturating_sub(wide(piece.at)));
                (at, at.saturating_add(1))
            }
        }
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
    pub(super) fn of(text: &'t str) -> View<'t> {
        if text.is_ascii() {
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
    let mut word = Word::default();
    let mut at = 0;
    while at < text.len() {
        let rest = text.as_bytes().get(at..).unwrap_or_default();
        let plain = rest.iter().take_while(|byte| byte.is_ascii()).count();
        if plain > 0 {
            let end = at.saturating_add(plain);
            out.take(text.get(at..end).unwrap_or_default(), at);
            at = end;
            continue;
        }
        let Some(c) = text.get(at..).and_then(|rest| rest.chars().next()) else {
            break;
        };
        let from = at..at.saturating_add(c.len_utf8());
        fold_other(text, c, &from, &mut word, &mut out);
        at = from.end;
    }
    out
}

/// The word that was looked at last.
#[derive(Default)]
struct Word {
    span: Range<usize>,
    mixed: bool,
}

/// One character that is not ASCII.
fn fold_other(text: &str, c: char, from: &Range<usize>, word: &mut Word, out: &mut Mapped) {
    if let Some(tag) = tag(c) {
        out.push(tag.to_ascii_lowercase(), from);
        return;
    }
    if is_invisible(c) {
        return;
    }
    if let Some(plain) = plain_letter(c) {
        out.push(plain, from);
        return;
    }
    if is_plain_script(c) {
        out.take(c.encode_utf8(&mut [0; 4]), from.start);
        return;
    }
    let confusable = matches!(c, '\u{370}'..='\u{58F}' | '\u{13A0}'..='\u{13FF}');
    if confusable && from.start >= word.span.end {
        *word = word_around(text, from.start);
    }
    if confusable && word.mixed && word.span.contains(&from.start) {
        for look in skeleton(c.encode_utf8(&mut [0; 4])).flat_map(char::to_lowercase) {
            fold_char(look, from, out);
        }
    } else {
        fold_char(c, from, out);
    }
}

/// Letters of scripts without case, accents and other forms.
fn is_plain_script(c: char) -> bool {
    matches!(c, '\u{4E00}'..='\u{9FFF}' | '\u{904}'..='\u{928}' | '\u{92A}'..='\u{930}' | '\u{935}'..='\u{94D}' | '\u{3001}'..='\u{3002}')
}

/// What the letters before [`TABLE_END`] become: at most two characters each.
static TABLE: LazyLock<Vec<[Option<char>; 2]>> = LazyLock::new(|| {
    (0..TABLE_END)
        .map(|code| {
            let mut parts = [None; 2];
            let made = char::from_u32(code).map(decomposed).unwrap_or_default();
            for (slot, part) in parts.iter_mut().zip(made) {
                *slot = Some(part);
            }
            parts
        })
        .collect()
});
const TABLE_END: u32 = 0x700;

/// A character without its accents, in lower case.
fn decomposed(c: char) -> Vec<char> {
    let mut out = Vec::new();
    decompose_compatible(c, |part| {
        out.extend(part.to_lowercase().filter(|low| !is_accent(*low)));
    });
    out
}

fn fold_char(c: char, from: &Range<usize>, out: &mut Mapped) {
    let known = usize::try_from(u32::from(c)).ok();
    match known.and_then(|code| TABLE.get(code)) {
        Some(parts) => parts
            .iter()
            .flatten()
            .for_each(|part| out.push(*part, from)),
        None => decomposed(c)
            .into_iter()
            .for_each(|part| out.push(part, from)),
    }
}

/// Accents and Arabic vowel signs go; the signs other scripts write words with stay.
fn is_accent(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36F}' | '\u{640}' | '\u{64B}'..='\u{65F}' | '\u{670}')
}

/// The word around a letter, and whether it mixes Latin with letters that only look so.
fn word_around(text: &str, at: usize) -> Word {
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
    Word {
        span: at..end,
        mixed: word.bytes().any(|byte| byte.is_ascii_alphabetic()),
    }
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
        '\u{250}'..='\u{2AF}' | '\u{1D00}'..='\u{1D7F}' | '\u{A720}'..='\u{A7FF}' => {
            let index = SMALL_CAPITALS.chars().position(|small| small == c)?;
            letter(u32::try_from(index).ok()?)
        }
        _ => None,
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

/// Hidden characters this close together are one finding.
const NEAR_BYTES: usize = 8;
/// Findings of hidden characters in one text; the last one goes on after that.
const HITS_MAX: usize = 2_000;

/// Characters nobody sees where no script needs them, as weak hits.
pub(super) fn hidden_characters(text: &str, layer: Layer) -> Vec<Hit> {
    let mut hits: Vec<Hit> = Vec::new();
    let mut at = 0;
    while let Some(next) = suspicious(text, at) {
        let count = hits.len();
        at = next;
        let Some(c) = text.get(at..).and_then(|rest| rest.chars().next()) else {
            break;
        };
        let end = at.saturating_add(c.len_utf8());
        let before = text.get(..at).and_then(|text| text.chars().next_back());
        let after = text.get(end..).and_then(|text| text.chars().next());
        if let Some(rule) = hidden_rule(before, c, after) {
            match hits.last_mut() {
                // Many of them close together are one finding, and a million are no more.
                Some(last) if at <= last.bytes.end.saturating_add(NEAR_BYTES) => {
                    last.bytes.end = end;
                }
                Some(last) if count >= HITS_MAX => last.bytes.end = end,
                _ => hits.push(Hit {
                    tier: HitTier::Weak,
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
        at = end;
    }
    hits
}

/// The next byte that is no plain character, in strides where there are none.
fn suspicious(text: &str, from: usize) -> Option<usize> {
    const STRIDE: usize = 64;
    let bytes = text.as_bytes();
    let mut at = from;
    let is_plain = |byte: &u8| byte.is_ascii() && !is_control(*byte);
    while let Some(stride) = bytes.get(at..at.saturating_add(STRIDE)) {
        if !stride
            .iter()
            .fold(true, |plain, byte| plain & is_plain(byte))
        {
            break;
        }
        at = at.saturating_add(STRIDE);
    }
    let rest = bytes.get(at..)?;
    let within = rest.iter().position(|byte| !is_plain(byte))?;
    Some(at.saturating_add(within))
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
