//! Paragraphs, tables and changes to text.

use super::look::{Look, Styles};
use super::numbering::{Counters, Numbering};
use super::xml::{Element, Node, walk};
use crate::raised::raised;
use crate::{LimitKind, ReadError};

/// What a part is to the document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    Text,
    Header,
    Footer,
    Notes(&'static str),
    Comments,
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
    /// What stands in the document and could not be read.
    pub(crate) unread: Option<&'static str>,
    styles: Styles,
    counters: Counters,
    limit: usize,
}

/// Added to the count of open formulas where a formula made its own paragraph.
const OWN_PARAGRAPH: usize = 1 << 20;

/// A paragraph under construction; notes are relative to its start.
#[derive(Debug, Default)]
struct Paragraph {
    text: String,
    faint: Vec<(usize, usize)>,
    unmapped: Vec<(usize, usize)>,
    style: String,
    ground: Look,
    list: Option<(String, usize)>,
}

/// Where we are inside a part.
#[derive(Debug, Default)]
struct Place {
    paragraphs: Vec<Paragraph>,
    /// Open tables: whether their row has a cell, and whether that cell has text.
    tables: Vec<(bool, bool)>,
    /// Elements whose text is not shown, one inside the other.
    deleted: usize,
    skipped: usize,
    in_row_settings: bool,
    /// How many tables were open where a row was deleted; nothing where none is.
    row_deleted: Option<usize>,
    in_text: bool,
    in_deleted_text: bool,
    in_instruction: bool,
    in_run: bool,
    run: Look,
    run_style: String,
    /// Settings as they were before somebody changed them.
    old: usize,
    /// The ground of the open cells, the innermost last.
    cells: Vec<Look>,
    in_cell_settings: bool,
    in_paragraph_settings: bool,
    math: usize,
    note: Option<String>,
}

impl Body {
    pub(crate) fn new(styles: Styles, limit: usize) -> Body {
        Body {
            styles,
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
        walk(bytes, |node| {
            if self.text.len() > self.limit {
                return Err(ReadError::limit(LimitKind::TextBytes, self.limit));
            }
            match node {
                Node::Start(element) => self.start(&element, part, &mut place),
                Node::End(name) => self.end(name, part, numbering, &mut place),
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
            Part::Comments => {
                let text = self.text.split_off(start);
                self.faint.retain(|(at, _)| *at < start);
                self.unmapped.retain(|(at, _)| *at < start);
                self.comments.push(text);
            }
            _ => {}
        }
        Ok(())
    }

    fn start(&mut self, element: &Element, part: Part, place: &mut Place) {
        match element.name.as_str() {
            // The same content twice: the newer form is read, the fallback is not.
            "Fallback" => place.skipped = place.skipped.saturating_add(1),
            "trPr" => place.in_row_settings = true,
            "del" if place.in_row_settings => {
                self.tracked = true;
                place.row_deleted.get_or_insert(place.tables.len());
            }
            "del" | "moveFrom" => {
                self.tracked = true;
                place.deleted = place.deleted.saturating_add(1);
            }
            "ins" | "moveTo" => self.tracked = true,
            "rPrChange" | "pPrChange" | "tcPrChange" => {
                self.tracked = true;
                place.old = place.old.saturating_add(1);
            }
            _ if place.old > 0 => {}
            "tbl" => place.tables.push((false, false)),
            "tr" => {
                if let Some(table) = place.tables.last_mut() {
                    *table = (false, false);
                }
            }
            "tc" => {
                place.cells.push(Look::default());
                self.cell(place);
            }
            "tcPr" => place.in_cell_settings = true,
            "pPr" => place.in_paragraph_settings = true,
            "p" => place.paragraphs.push(Paragraph::default()),
            "r" if place.math == 0 => {
                place.in_run = true;
                place.run = Look::default();
                place.run_style.clear();
            }
            "rStyle" if place.in_run => element.attribute("val").clone_into(&mut place.run_style),
            "shd" if place.in_cell_settings => {
                if let Some(cell) = place.cells.last_mut() {
                    cell.take(element);
                }
            }
            "shd" if place.in_paragraph_settings => {
                if let Some(paragraph) = place.paragraphs.last_mut() {
                    paragraph.ground.take(element);
                }
            }
            "altChunk" => self.unread = Some("it takes in another file, which is not read"),
            "oMath" => self.begin_math(place),
            "den" if place.math > 0 => self.push("/", place),
            "sup" if place.math > 0 => self.push("^", place),
            "sub" if place.math > 0 => self.push("_", place),
            "docPr" => self.describe(element),
            "instrText" => place.in_instruction = true,
            "t" => place.in_text = true,
            "delText" => place.in_deleted_text = true,
            "tab" if place.in_run => self.push("\t", place),
            "br" | "cr" if place.in_run => self.push("\n", place),
            "noBreakHyphen" => self.push("\u{2011}", place),
            "softHyphen" => self.push("\u{ad}", place),
            "sym" => self.symbol(place),
            "footnote" | "endnote" => {
                let kind = element.attribute("type");
                place.note = (kind.is_empty() || kind == "normal")
                    .then(|| element.attribute("id").to_owned());
                place.skipped = usize::from(place.note.is_none() && matches!(part, Part::Notes(_)));
            }
            "pStyle" => {
                if let Some(paragraph) = place.paragraphs.last_mut() {
                    element.attribute("val").clone_into(&mut paragraph.style);
                }
            }
            "numId" | "ilvl" => {
                if let Some(paragraph) = place.paragraphs.last_mut() {
                    let list = paragraph.list.get_or_insert_with(Default::default);
                    if element.name == "numId" {
                        element.attribute("val").clone_into(&mut list.0);
                    } else {
                        list.1 = element.attribute("val").parse().unwrap_or(0);
                    }
                }
            }
            _ if place.in_run => place.run.take(element),
            _ => {}
        }
    }

    fn describe(&mut self, element: &Element) {
        let said = ["descr", "title"].map(|name| element.attribute(name));
        let said = said.into_iter().filter(|text| !text.is_empty());
        self.described.extend(said.map(str::to_owned));
    }

    /// A formula: its signs are read one after the other, which is not how it is meant.
    fn begin_math(&mut self, place: &mut Place) {
        place.math = place.math.saturating_add(1);
        if place.paragraphs.is_empty() {
            place.paragraphs.push(Paragraph::default());
            place.math = place.math.saturating_add(OWN_PARAGRAPH);
        }
    }

    fn end_math(&mut self, part: Part, numbering: &Numbering, place: &mut Place) {
        place.math = place.math.saturating_sub(1);
        if place.math == OWN_PARAGRAPH {
            place.math = 0;
            self.end("p", part, numbering, place);
        }
    }

    fn end(&mut self, name: &str, part: Part, numbering: &Numbering, place: &mut Place) {
        match name {
            "Fallback" => place.skipped = place.skipped.saturating_sub(1),
            "trPr" => place.in_row_settings = false,
            "del" if place.in_row_settings => {}
            "del" | "moveFrom" => place.deleted = place.deleted.saturating_sub(1),
            "rPrChange" | "pPrChange" | "tcPrChange" => place.old = place.old.saturating_sub(1),
            "tcPr" => place.in_cell_settings = false,
            "pPr" => place.in_paragraph_settings = false,
            "tc" => {
                place.cells.pop();
            }
            "oMath" => self.end_math(part, numbering, place),
            "tbl" => {
                place.tables.pop();
                self.break_line();
            }
            "tr" => {
                if place.row_deleted == Some(place.tables.len()) {
                    place.row_deleted = None;
                }
                if place.tables.len() == 1 {
                    self.break_line();
                }
            }
            "p" => {
                if let Some(paragraph) = place.paragraphs.pop() {
                    self.paragraph(paragraph, part, numbering, place);
                }
            }
            "r" => {
                place.in_run = false;
                place.run = Look::default();
                place.run_style.clear();
            }
            "instrText" => place.in_instruction = false,
            "t" => place.in_text = false,
            "delText" => place.in_deleted_text = false,
            "footnote" | "endnote" => place.skipped = 0,
            _ => {}
        }
    }

    fn characters(&mut self, text: &str, place: &mut Place) {
        if place.in_instruction {
            self.described.push(text.to_owned());
            return;
        }
        let deleted = place.deleted > 0 || place.row_deleted.is_some();
        if place.in_deleted_text || (place.in_text && deleted) {
            self.deleted.push(text.to_owned());
        } else if place.in_text {
            self.push(text, place);
        }
    }

    fn push(&mut self, text: &str, place: &mut Place) {
        if place.skipped > 0 || place.deleted > 0 {
            return;
        }
        let Some(paragraph) = place.paragraphs.last_mut() else {
            return;
        };
        let look = self
            .styles
            .look(place.run, &place.run_style, &paragraph.style)
            .over(paragraph.ground.ground_only())
            .over(place.cells.last().copied().unwrap_or_default());
        if look.is_hidden() {
            self.vanished.push(text.to_owned());
            return;
        }
        let start = paragraph.text.len();
        if look.is_raised() {
            paragraph.text.extend(text.chars().map(raised));
        } else {
            paragraph.text.push_str(text);
        }
        if look.is_faint() {
            paragraph.faint.push((start, paragraph.text.len()));
        }
        if place.math > 0 {
            paragraph.unmapped.push((start, paragraph.text.len()));
        }
    }

    /// A sign of a symbol font: which one, only the font knows.
    fn symbol(&mut self, place: &mut Place) {
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

    fn cell(&mut self, place: &mut Place) {
        if let [(has_cell, has_text)] = place.tables.as_mut_slice() {
            if *has_cell {
                self.text.push('\t');
            }
            (*has_cell, *has_text) = (true, false);
        }
    }

    fn paragraph(
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
        if let Some((_, has_text)) = place.tables.first_mut() {
            // Paragraphs of one cell stay on the line of their row.
            if *has_text && !paragraph.text.is_empty() {
                self.text.push(' ');
            }
            *has_text |= !paragraph.text.is_empty();
        }
        if let (Part::Notes(label), Some(id)) = (part, place.note.take()) {
            self.text.push_str(&format!("[{label} {id}] "));
        }
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
        let shift =
            |(from, to): (usize, usize)| (start.saturating_add(from), start.saturating_add(to));
        self.faint.extend(paragraph.faint.into_iter().map(shift));
        self.unmapped
            .extend(paragraph.unmapped.into_iter().map(shift));
        if !in_cell {
            self.text.push('\n');
        }
    }

    fn break_line(&mut self) {
        if !self.text.is_empty() && !self.text.ends_with('\n') {
            self.text.push('\n');
        }
    }
}
