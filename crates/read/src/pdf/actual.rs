//! ActualText: what a file says a stretch of glyphs reads as.
//!
//! It is used where the glyphs themselves say nothing, or say the same with a
//! ligature or a space more or less. Where it says other letters or digits than
//! are drawn, the drawn ones stand: they are what a person sees.

use super::glyph::{Chars, Glyph};

/// A stretch of marked content that has an ActualText.
pub(crate) struct Marked {
    pub(crate) text: String,
    pub(crate) first: usize,
}

/// Puts the ActualText in the place of the glyphs it speaks for.
pub(crate) fn replace(glyphs: &mut Vec<Glyph>, marked: &Marked) {
    let Some(covered) = glyphs.get(marked.first..) else {
        return;
    };
    let text: String = marked.text.chars().filter(|each| !is_mark(*each)).collect();
    let Some(first) = covered.first() else {
        return;
    };
    let one_line = covered.iter().all(|glyph| {
        (glyph.origin.y - first.origin.y).abs() < first.em && glyph.direction == first.direction
    });
    let silent = covered.iter().all(|glyph| glyph.unmapped);
    if text.trim().is_empty() || !one_line || !(silent || same_letters(covered, &text)) {
        return;
    }
    if !silent
        && covered
            .iter()
            .flat_map(|glyph| glyph.chars.each())
            .eq(text.chars())
    {
        return;
    }
    let mut whole = first.clone();
    for glyph in covered {
        whole.area = whole.area.union(glyph.area);
        whole.hidden |= glyph.hidden;
    }
    whole.chars = Chars::of(&text);
    whole.unmapped = text.contains(char::REPLACEMENT_CHARACTER);
    glyphs.truncate(marked.first);
    glyphs.push(whole);
}

/// Whether the glyphs that speak say the same letters and digits.
fn same_letters(glyphs: &[Glyph], text: &str) -> bool {
    let drawn = glyphs.iter().flat_map(|glyph| glyph.chars.each());
    skeleton(drawn).eq(skeleton(text.chars()))
}

fn skeleton(chars: impl Iterator<Item = char>) -> impl Iterator<Item = char> {
    chars
        .flat_map(|each| {
            let letters: &[char] = match each {
                '\u{fb00}' => &['f', 'f'],
                '\u{fb01}' => &['f', 'i'],
                '\u{fb02}' => &['f', 'l'],
                '\u{fb03}' => &['f', 'f', 'i'],
                '\u{fb04}' => &['f', 'f', 'l'],
                _ => &[],
            };
            let own = letters.is_empty().then_some(each);
            letters.iter().copied().chain(own)
        })
        .filter(|each| each.is_alphanumeric())
}

/// Characters that stand for no mark on the page.
fn is_mark(each: char) -> bool {
    each.is_control() && !each.is_whitespace()
}
