//! Paragraphs, tables and changes to text.

use std::collections::BTreeMap;

use super::look::Look;
use super::numbering::{Counters, Numbering};
use super::place::{Paragraph, Place};
use super::references::References;
use super::styles::Styles;
use super::xml::{Element, Node, walk};
use crate::raised::raised;
use crate::tables::Recorder;
use crate::{LimitKind, ReadError};

/// What a part is to the document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    Text,
    Header,
    Footer,
    Notes(&'static str),
    Comments,
    /// A part that nothing refers to.
    Unused,
}

/// The text as it grows, and what is noted beside it.
#[derive(Debug, Default)]
pub(crate) struct Body {
    pub(crate) text: String,
    pub(crate) furniture: Vec<(usize, usize)>,
    /// Text in the colour of paper, or too small to read.
    pub(crate) faint: Vec<(usize, usize)>,
    pub(crate) unmapped: Vec<(usize, usize)>,
    pub(crate) tracked: bool,
    pub(crate) deleted: Vec<String>,
    pub(crate) vanished: Vec<String>,
    pub(crate) comments: Vec<String>,
    /// What pictures are said to show, and what fields are told to do.
    pub(crate) described: Vec<String>,
    /// What the document says about itself.
    pub(crate) about: Vec<String>,
    /// Paragraphs that somebody changed and nobody accepted.
    pub(crate) changed: Vec<(usize, usize)>,
    /// What content controls may show, by the name of the element it is stored in.
    pub(crate) stored: BTreeMap<String, Vec<String>>,
    /// What stands in the document and could not be read.
    pub(crate) unread: Option<&'static str>,
    pub(crate) references: References,
    pub(super) styles: Styles,
    /// What the page itself is like.
    page: Look,
    page_is_coloured: bool,
    counters: Counters,
    /// Where the rows and cells of tables stand.
    pub(super) tables: Recorder,
    limit: usize,
}

/// Added to the count of open formulas where a formula made its own paragraph.
const OWN_PARAGRAPH: usize = 1 << 20;
/// A letter that is given less room than this is not read, in twentieths of a point.
const FITTED_TWIPS: i64 = 30;

impl Body {
    pub(crate) fn new(styles: Styles, page_is_coloured: bool, limit: usize) -> Body {
        Body {
            styles,
            page_is_coloured,
            limit,
            ..Body::default()
        }
    }

    /// Takes in one part.
    pub(crate) fn part(
        &mut self,
        bytes: &[u8],
        part: Part,
        numbering: &Numbering,
    ) -> Result<(), ReadError> {
        let start = self.text.len();
        let mut place = Place::default();
        place.page = self.page;
        walk(bytes, |node| {
            if self.text.len() > self.limit {
                return Err(ReadError::limit(LimitKind::TextBytes, self.limit));
            }
            match node {
                Node::Start(element) => {
                    place.open(&element);
                    self.start(&element, part, &mut place);
                }
                Node::End(name) => {
                    self.end(name, part, numbering, &mut place);
                    place.close(name);
                }
                Node::Text(text) => self.characters(text, &mut place),
            }
            Ok(())
        })?;
        while !place.paragraphs.is_empty() {
            self.end("p", part, numbering, &mut place);
        }
        let end = self.text.len();
        match part {
            Part::Header | Part::Footer if end > start => self.furniture.push((start, end)),
            Part::Comments | Part::Unused => {
                let text = self.text.split_off(start);
                self.tables.forget_from(start);
                self.faint.retain(|(at, _)| *at < start);
                self.unmapped.retain(|(at, _)| *at < start);
                self.changed.retain(|(at, _)| *at < start);
                if part == Part::Unused {
                    self.vanished.push(text);
                } else {
                    self.comments.push(text);
                }
            }
            _ => {}
        }
        Ok(())
    }

    pub(super) fn begin_note(&mut self, element: &Element, part: Part, place: &mut Place) {
        let (kind, id) = (element.attribute("type"), element.attribute("id"));
        let ordinary = kind.is_empty() || kind == "normal";
        place.note_unused =
            ordinary && matches!(part, Part::Notes(label) if !self.references.has_note(label, id));
        place.note = (ordinary && !place.note_unused).then(|| id.to_owned());
        place.skipped = usize::from(place.note.is_none() && matches!(part, Part::Notes(_)));
    }

    /// The colour of the page, where it is shown.
    pub(super) fn page(&mut self, element: &Element, place: &mut Place) {
        if self.page_is_coloured && place.paragraphs.is_empty() {
            self.page = Look::on(element.attribute("color"));
            place.page = self.page;
        }
    }

    pub(super) fn describe(&mut self, element: &Element) {
        let said = ["descr", "title"].map(|name| element.attribute(name));
        let said = said.into_iter().filter(|text| !text.is_empty());
        self.described.extend(said.map(str::to_owned));
    }

    /// A formula: its signs are read one after the other, which is not how it is meant.
    pub(super) fn begin_math(&mut self, place: &mut Place) {
        place.math = place.math.saturating_add(1);
        if place.paragraphs.is_empty() {
            place.paragraphs.push(Paragraph::default());
            place.math = place.math.saturating_add(OWN_PARAGRAPH);
        }
    }

    pub(super) fn end_math(&mut self, part: Part, numbering: &Numbering, place: &mut Place) {
        place.math = place.math.saturating_sub(1);
        if place.math == OWN_PARAGRAPH {
            place.math = 0;
            self.end("p", part, numbering, place);
        }
    }

    fn characters(&mut self, text: &str, place: &mut Place) {
        if place.in_instruction {
            self.described.push(text.to_owned());
            return;
        }
        let is_part = match place.innermost() {
            "posOffset" => Some(false),
            "pctPosHOffset" | "pctPosVOffset" => Some(true),
            _ => None,
        };
        if let Some(is_part) = is_part {
            place.drawing.take_distance(text, is_part);
        } else if place.in_deleted_text || (place.in_text && place.is_deleted()) {
            self.deleted.push(text.to_owned());
            if let Some(paragraph) = place.paragraphs.last_mut() {
                paragraph.tracked |= !text.trim().is_empty();
            }
        } else if place.in_text {
            self.push(text, place);
        }
    }

    pub(super) fn push(&mut self, text: &str, place: &mut Place) {
        if place.note_unused {
            self.vanished.push(text.to_owned());
        }
        if place.skipped > 0 || place.is_deleted() {
            return;
        }
        let unseen = place.is_unseen() || self.is_replaced(text, place);
        let tracked = place.is_tracked();
        let Some(paragraph) = place.paragraphs.last_mut() else {
            return;
        };
        let on = (
            paragraph.ground,
            place.grounds.last().copied().unwrap_or(place.page),
        );
        let names = (place.run_style.as_str(), paragraph.style.as_str());
        let table = place.tables.last();
        let looks = self.styles.looks(place.run, names, table, on);
        let look = looks.first().copied().unwrap_or_default();
        if look.is_hidden() || place.row_hidden.is_some() {
            self.vanished.push(text.to_owned());
            return;
        }
        let unclear = |looks: &[Look]| looks.iter().any(|one| one.is_hidden() || one.is_faint());
        let old = place.old_run.map(|old| {
            let looks = self.styles.looks(old, names, table, on);
            unclear(&looks)
        });
        paragraph.tracked |= tracked || old == Some(true);
        let start = paragraph.text.len();
        if look.is_raised() {
            paragraph.text.extend(text.chars().map(raised));
        } else {
            paragraph.text.push_str(text);
        }
        let end = paragraph.text.len();
        let letters = i64::try_from(text.chars().count()).unwrap_or(i64::MAX);
        let squeezed = place
            .fitted
            .is_some_and(|wide| wide < letters.saturating_mul(FITTED_TWIPS));
        if unseen || squeezed || unclear(&looks) {
            paragraph.faint.push((start, end));
        }
        if place.math > 0 || look.is_signs() {
            paragraph.unmapped.push((start, end));
        }
    }

    /// Whether a content control shows something else than the text it holds.
    fn is_replaced(&self, text: &str, place: &Place) -> bool {
        let Some(name) = &place.bound else {
            return false;
        };
        let text = text.trim();
        let stored = self.stored.get(name);
        !stored.is_some_and(|stored| stored.iter().all(|one| one.contains(text)))
    }

    /// A sign of a symbol font: which one, only the font knows.
    pub(super) fn symbol(&mut self, place: &mut Place) {
        let before = place
            .paragraphs
            .last()
            .map(|paragraph| paragraph.text.len());
        self.push("\u{fffd}", place);
        if let (Some(start), Some(paragraph)) = (before, place.paragraphs.last_mut()) {
            let end = paragraph.text.len();
            if end > start {
                paragraph.unmapped.push((start, end));
            }
        }
    }

    pub(super) fn cell(&mut self, place: &mut Place) {
        if let [table] = place.tables.as_mut_slice() {
            if table.row_has_cell {
                self.text.push('\t');
            }
            table.row_has_cell = true;
            table.cell_has_text = false;
        }
    }

    pub(super) fn paragraph(
        &mut self,
        paragraph: Paragraph,
        part: Part,
        numbering: &Numbering,
        place: &mut Place,
    ) {
        if place.skipped > 0 {
            return;
        }
        let in_cell = !place.tables.is_empty();
        if let Some(table) = place.tables.first_mut() {
            // Paragraphs of one cell stay on the line of their row.
            if table.cell_has_text && !paragraph.text.is_empty() {
                self.text.push(' ');
            }
            table.cell_has_text |= !paragraph.text.is_empty();
        }
        if let (Part::Notes(label), Some(id)) = (part, place.note.take()) {
            self.text.push_str(&format!("[{label} {id}] "));
        }
        let begin = self.text.len();
        let list = match paragraph.list {
            Some((list, _)) if list == "0" => None,
            Some((list, level)) if !list.is_empty() => Some((list, level)),
            _ => numbering.of_style(&paragraph.style),
        };
        let label = list.and_then(|(list, level)| numbering.next(&mut self.counters, &list, level));
        if let Some(label) = label.filter(|_| !paragraph.text.trim().is_empty()) {
            self.text.push_str(&label);
            self.text.push(' ');
        }
        let start = self.text.len();
        for each in paragraph.text.chars() {
            self.text.push(if in_cell && matches!(each, '\n' | '\t') {
                ' '
            } else {
                each
            });
        }
        if paragraph.tracked && self.text.len() > begin {
            self.changed.push((begin, self.text.len()));
        }
        let shift =
            |(from, to): (usize, usize)| (start.saturating_add(from), start.saturating_add(to));
        self.faint.extend(paragraph.faint.into_iter().map(shift));
        self.unmapped
            .extend(paragraph.unmapped.into_iter().map(shift));
        if !in_cell {
            self.text.push('\n');
        }
    }

    pub(super) fn break_line(&mut self) {
        if !self.text.is_empty() && !self.text.ends_with('\n') {
            self.text.push('\n');
        }
    }
}
