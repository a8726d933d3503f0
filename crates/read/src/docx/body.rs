//! Paragraphs, tables and changes to text.

use super::look::{Look, Styles};
use super::numbering::{Counters, Numbering};
use super::place::{Paragraph, Place};
use super::references::References;
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
    /// What stands in the document and could not be read.
    pub(crate) unread: Option<&'static str>,
    pub(crate) references: References,
    styles: Styles,
    /// What the page itself is like.
    page: Look,
    page_is_coloured: bool,
    counters: Counters,
    limit: usize,
}

/// Added to the count of open formulas where a formula made its own paragraph.
const OWN_PARAGRAPH: usize = 1 << 20;

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
        let mut place = Place {
            page: self.page,
            ..Place::default()
        };
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
            Part::Comments | Part::Unused => {
                let text = self.text.split_off(start);
                self.faint.retain(|(at, _)| *at < start);
                self.unmapped.retain(|(at, _)| *at < start);
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

    fn start(&mut self, element: &Element, part: Part, place: &mut Place) {
        match element.name.as_str() {
            // The same content twice: the newer form is read, the fallback is not.
            "Fallback" => place.skipped = place.skipped.saturating_add(1),
            "trPr" => place.in_row_settings = true,
            "hidden" if place.in_row_settings && element.is_on() => {
                place.row_hidden.get_or_insert(place.tables.len());
            }
            "cellDel" if place.in_cell_settings => {
                self.tracked = true;
                place.cell_deleted.get_or_insert(place.grounds.len());
            }
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
            "background" => self.page(element, place),
            "tbl" => {
                place.tables.push((false, false));
                place.table_styles.push(String::new());
                place.begin_ground(Look::default());
            }
            "tblStyle" => self.table_style(element, place),
            "tr" => {
                if let Some(table) = place.tables.last_mut() {
                    *table = (false, false);
                }
            }
            "tc" => {
                place.begin_ground(Look::default());
                self.cell(place);
            }
            "wsp" | "shape" | "rect" | "roundrect" => place.begin_shape(element),
            "spPr" => place.in_shape_settings = true,
            "ln" => place.in_outline = true,
            "txbxContent" => {
                let fill = place.shapes.last().copied().unwrap_or_default();
                place.begin_ground(fill);
            }
            "textFill" if place.in_run => place.in_letter_fill = true,
            "noFill" | "solidFill" | "gradFill" | "blipFill" | "pattFill" | "srgbClr"
            | "schemeClr" | "alpha" | "fillRef" => place.fill(element),
            "tblPr" => place.in_table_settings = true,
            "tcPr" => place.in_cell_settings = true,
            "pPr" => place.in_paragraph_settings = true,
            "p" => place.paragraphs.push(Paragraph::default()),
            "r" if place.math == 0 => {
                place.in_run = true;
                place.run = Look::default();
                place.run_style.clear();
            }
            "rStyle" if place.in_run => element.attribute("val").clone_into(&mut place.run_style),
            "shd" if place.in_cell_settings || place.in_table_settings => {
                if let Some(ground) = place.grounds.last_mut() {
                    ground.take(element);
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
            "footnote" | "endnote" => self.begin_note(element, part, place),
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

    fn begin_note(&mut self, element: &Element, part: Part, place: &mut Place) {
        let (kind, id) = (element.attribute("type"), element.attribute("id"));
        let ordinary = kind.is_empty() || kind == "normal";
        place.note_unused =
            ordinary && matches!(part, Part::Notes(label) if !self.references.has_note(label, id));
        place.note = (ordinary && !place.note_unused).then(|| id.to_owned());
        place.skipped = usize::from(place.note.is_none() && matches!(part, Part::Notes(_)));
    }

    /// The colour of the page, where it is shown.
    fn page(&mut self, element: &Element, place: &mut Place) {
        if self.page_is_coloured && place.paragraphs.is_empty() {
            self.page = Look::on(element.attribute("color"));
            place.page = self.page;
        }
    }

    /// In a table whose style fills cells any ground is possible.
    fn table_style(&mut self, element: &Element, place: &mut Place) {
        let name = element.attribute("val");
        if let Some(style) = place.table_styles.last_mut() {
            name.clone_into(style);
        }
        if let Some(ground) = place.grounds.last_mut().filter(|_| self.styles.fills(name)) {
            *ground = Look::on_unknown();
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
            "tblPr" => place.in_table_settings = false,
            "spPr" => place.in_shape_settings = false,
            "ln" => place.in_outline = false,
            "textFill" => place.in_letter_fill = false,
            "wsp" | "shape" | "rect" | "roundrect" => {
                place.shapes.pop();
            }
            "txbxContent" => {
                place.grounds.pop();
            }
            "pPr" => place.in_paragraph_settings = false,
            "tc" => {
                if place.cell_deleted == Some(place.grounds.len()) {
                    place.cell_deleted = None;
                }
                place.grounds.pop();
            }
            "oMath" => self.end_math(part, numbering, place),
            "tbl" => {
                place.tables.pop();
                place.table_styles.pop();
                place.grounds.pop();
                self.break_line();
            }
            "tr" => {
                if place.row_deleted == Some(place.tables.len()) {
                    place.row_deleted = None;
                }
                if place.row_hidden == Some(place.tables.len()) {
                    place.row_hidden = None;
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
            "footnote" | "endnote" => {
                place.skipped = 0;
                place.note_unused = false;
            }
            _ => {}
        }
    }

    fn characters(&mut self, text: &str, place: &mut Place) {
        if place.in_instruction {
            self.described.push(text.to_owned());
            return;
        }
        if place.in_deleted_text || (place.in_text && place.is_deleted()) {
            self.deleted.push(text.to_owned());
        } else if place.in_text {
            self.push(text, place);
        }
    }

    fn push(&mut self, text: &str, place: &mut Place) {
        if place.note_unused {
            self.vanished.push(text.to_owned());
        }
        if place.skipped > 0 || place.is_deleted() {
            return;
        }
        let table_style = place.table_styles.last().map_or("", String::as_str);
        let Some(paragraph) = place.paragraphs.last_mut() else {
            return;
        };
        let look = self
            .styles
            .look(place.run, &place.run_style, &paragraph.style, table_style)
            .over(paragraph.ground.ground_only())
            .over(place.grounds.last().copied().unwrap_or(place.page));
        if look.is_hidden() || place.row_hidden.is_some() {
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
