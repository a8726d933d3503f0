//! Form fields and notes: text that lies over the page.
//!
//! What an annotation draws is page text, at its place. A value that no drawing shows becomes
//! labelled text at the end of its page; where there is a drawing and it shows something else,
//! that text is hidden: a person sees the drawing.

use groundstop_contract::CharacterFlag;
use groundstop_document::Area;
use hayro_interpret::kurbo::{Affine, Point, Rect};
use hayro_syntax::object::dict::keys::{ANNOTS, AP, F, PARENT, RECT, SUBTYPE};
use hayro_syntax::object::{Array, Dict, Name, Object, Rect as PdfRect, String as PdfString};
use hayro_syntax::page::Page;

use super::glyph::Glyph;
use super::page_text::PageText;
use super::strings;

/// Fields above a field, at most.
const PARENTS_MAX: usize = 16;
/// Annotations of one page, at most.
pub(crate) const ANNOTATIONS_MAX: usize = 20_000;
/// Flags of an annotation that nobody sees on the screen: hidden and no view.
pub(crate) const UNSEEN: u32 = (1 << 1) | (1 << 5);
/// The flag of a field whose value is shown as dots.
const PASSWORD: u32 = 1 << 13;

/// What the annotations of a page carry.
#[derive(Default)]
pub(crate) struct Notes {
    /// Values of form fields and free text: part of the page.
    pub(crate) shown: Vec<Note>,
    /// Comments and descriptions, which somebody put beside the page: no text of the document.
    pub(crate) comments: Vec<String>,
}

/// Text that an annotation carries and the page shows.
pub(crate) struct Note {
    label: String,
    value: String,
    area: Rect,
    /// Whether it has a drawing of its own, and nothing keeps it off the screen.
    drawn: bool,
    unseen: bool,
}

/// The annotations of a page that carry text.
pub(crate) fn notes(page: &Page<'_>, place: Affine) -> Notes {
    let mut notes = Notes::default();
    let Some(list) = page.raw().get::<Array<'_>>(ANNOTS) else {
        return notes;
    };
    for dict in list.iter::<Dict<'_>>().take(ANNOTATIONS_MAX) {
        let kind = dict.get::<Name<'_>>(SUBTYPE);
        let drawn = kind.is_some_and(|kind| matches!(kind.as_str(), "Widget" | "FreeText"));
        match drawn {
            true => notes.shown.extend(note(&dict, place)),
            false => notes.comments.extend(comment(&dict)),
        }
    }
    notes
}

/// What somebody wrote beside the page: a comment, what a highlight or a link says when it is pointed at.
fn comment(dict: &Dict<'_>) -> Option<String> {
    let texts: Vec<String> = [b"Contents" as &[u8], b"T", b"Subj", b"TU"]
        .into_iter()
        .filter_map(|key| dict.get::<PdfString<'_>>(key))
        .map(|text| strings::decode(text.as_bytes()).trim().to_owned())
        .filter(|text| !text.is_empty())
        .collect();
    (!texts.is_empty()).then(|| texts.join("\n"))
}

fn note(dict: &Dict<'_>, place: Affine) -> Option<Note> {
    let kind = dict.get::<Name<'_>>(SUBTYPE)?;
    let rect = dict.get::<PdfRect>(RECT)?;
    let area = place.transform_rect_bbox(Rect::new(rect.x0, rect.y0, rect.x1, rect.y1));
    let mut unseen = dict.get::<u32>(F).unwrap_or(0) & UNSEEN != 0;
    let (label, value) = if kind.as_str() == "Widget" {
        let field = field(dict);
        unseen |= field.flags & PASSWORD != 0 || area.width() < 1.0 || area.height() < 1.0;
        (format!("form field {}", field.name?), field.value?)
    } else {
        let text = dict.get::<PdfString<'_>>(b"Contents" as &[u8])?;
        let label = format!("note ({})", kind.as_str());
        (label, strings::decode(text.as_bytes()))
    };
    let value = value.trim().to_owned();
    (!value.is_empty()).then(|| Note {
        label,
        value,
        area,
        drawn: dict.get::<Dict<'_>>(AP).is_some(),
        unseen,
    })
}

/// A field's full name, its value and its flags.
struct Field {
    name: Option<String>,
    value: Option<String>,
    flags: u32,
}

/// Reads a field, whose parts may stand further up.
fn field(dict: &Dict<'_>) -> Field {
    let mut names = Vec::new();
    let mut value = None;
    let mut flags = None;
    let mut at = Some(dict.clone());
    for _ in 0..PARENTS_MAX {
        let Some(here) = at else {
            break;
        };
        if let Some(name) = here.get::<PdfString<'_>>(b"T" as &[u8]) {
            names.push(strings::decode(name.as_bytes()));
        }
        value = value.or_else(|| {
            here.get::<Object<'_>>(b"V" as &[u8])
                .and_then(|v| written(&v))
        });
        flags = flags.or_else(|| here.get::<u32>(b"Ff" as &[u8]));
        at = here.get::<Dict<'_>>(PARENT);
    }
    names.reverse();
    Field {
        name: (!names.is_empty()).then(|| names.join(".")),
        value,
        flags: flags.unwrap_or(0),
    }
}

fn written(value: &Object<'_>) -> Option<String> {
    match value {
        Object::String(text) => Some(strings::decode(text.as_bytes())),
        Object::Name(name) if name.as_str() != "Off" => Some(name.as_str().to_owned()),
        Object::Array(many) => {
            let each = many.iter::<PdfString<'_>>();
            let texts: Vec<String> = each.map(|text| strings::decode(text.as_bytes())).collect();
            Some(texts.join(", "))
        }
        _ => None,
    }
}

/// Leaves out the values that annotations drew as they are; what drew something else is unseen.
pub(crate) fn settle(notes: &mut Vec<Note>, drawn: &[Glyph]) {
    notes.retain_mut(|note| {
        if !note.drawn {
            return true;
        }
        let area = note.area.inflate(1.0, 1.0);
        let own = drawn
            .iter()
            .filter(|glyph| !glyph.hidden && area.contains(middle(glyph)));
        let shown = letters(own.flat_map(|glyph| glyph.chars.each()));
        let is_shown = !note.unseen && shown == letters(note.value.chars());
        note.unseen |= !is_shown;
        !is_shown
    });
}

fn middle(glyph: &Glyph) -> Point {
    glyph.area.center()
}

fn letters(chars: impl Iterator<Item = char>) -> String {
    chars.filter(|each| each.is_alphanumeric()).collect()
}

/// Writes the notes at the end of their page.
pub(crate) fn write(page: &mut PageText, notes: &[Note]) {
    for note in notes {
        let label: String = note.label.chars().map(plain).collect();
        page.text.push_str(&format!("[{label}] "));
        let start = page.text.len();
        let area = area_of(note.area);
        for each in note.value.chars().map(plain) {
            if !each.is_whitespace() {
                page.boxes.push((page.text.len(), area));
            }
            page.text.push(each);
        }
        let end = page.text.len();
        if note.unseen {
            page.flag(start, end, CharacterFlag::Hidden);
        }
        page.text.push('\n');
    }
}

/// One line each: breaks inside a value become spaces.
fn plain(each: char) -> char {
    if each.is_control() { ' ' } else { each }
}

fn area_of(rect: Rect) -> Area {
    #[allow(
        clippy::cast_possible_truncation,
        reason = "it rounds, and overflow is infinite"
    )]
    let narrow = |points: f64| points as f32;
    Area {
        x0: narrow(rect.x0),
        y0: narrow(rect.y0),
        x1: narrow(rect.x1),
        y1: narrow(rect.y1),
    }
}
