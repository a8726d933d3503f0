//! What the elements of a part do, where they begin and where they end.

use super::body::{Body, Part};
use super::look::{Look, is_off_page};
use super::numbering::Numbering;
use super::place::{Paragraph, Place};
use super::shape::{self, Drawing};
use super::table::Table;
use super::xml::Element;

/// A row of exactly this height or less cuts its letters off, in twentieths of a point.
const ROW_TWIPS: i64 = 120;
/// A column this narrow shows nothing, in twentieths of a point.
const COLUMN_TWIPS: i64 = 60;
const SHAPES: &[&str] = &["wsp", "shape", "rect", "roundrect", "oval", "group"];
const CHANGES: &[&str] = &[
    "rPrChange",
    "pPrChange",
    "tcPrChange",
    "trPrChange",
    "tblPrChange",
    "tblPrExChange",
    "tblGridChange",
    "sectPrChange",
    "numberingChange",
];

impl Body {
    pub(super) fn start(&mut self, element: &Element, part: Part, place: &mut Place) {
        if self.change(element, place) {
            return;
        }
        if place.old > 0 {
            if let Some(old) = &mut place.old_run {
                old.take(element, &self.styles.theme);
            }
            return;
        }
        let known = self.table_start(element, place)
            || self.drawing_start(element, place)
            || self.paragraph_start(element, place)
            || self.wrapper_start(element, part, place);
        if !known {
            self.text_start(element, place);
        }
    }

    /// Changes that nobody has settled.
    fn change(&mut self, element: &Element, place: &mut Place) -> bool {
        match element.name.as_str() {
            "cellDel" if place.in_cell_settings => {
                place.cell_deleted.get_or_insert(place.grounds.len());
            }
            "cellIns" | "cellMerge" if place.in_cell_settings => place.track(&["tc"]),
            "del" if place.in_row_settings => {
                place.row_deleted.get_or_insert(place.tables.len());
            }
            "ins" if place.in_row_settings => place.track(&["tr"]),
            "del" | "moveFrom" => place.deleted = place.deleted.saturating_add(1),
            "ins" | "moveTo" => place.track(&["ins", "moveTo"]),
            name if CHANGES.contains(&name) => {
                place.old = place.old.saturating_add(1);
                if name == "rPrChange" && place.in_run {
                    place.old_run = Some(Look::default());
                }
            }
            _ => return false,
        }
        self.tracked = true;
        true
    }

    fn table_start(&mut self, element: &Element, place: &mut Place) -> bool {
        match element.name.as_str() {
            "trPr" => place.in_row_settings = true,
            "tblPr" => place.in_table_settings = true,
            "tcPr" => place.in_cell_settings = true,
            "hidden" if place.in_row_settings && element.is_on() => {
                place.row_hidden.get_or_insert(place.tables.len());
            }
            "trHeight" if element.attribute("hRule") == "exact" => {
                if element.number("val").is_some_and(|high| high <= ROW_TWIPS) {
                    place.hide(&["tr"]);
                }
            }
            "tbl" => {
                place.tables.push(Table::default());
                self.tables.begin_table();
                place.begin_ground(Look::default());
            }
            "tblStyle" => {
                if let Some(table) = place.tables.last_mut() {
                    element.attribute("val").clone_into(&mut table.style);
                }
            }
            "tblLook" => {
                if let Some(table) = place.tables.last_mut() {
                    table.take_look(element);
                }
            }
            "tblLayout" => {
                if let Some(table) = place.tables.last_mut() {
                    table.is_fixed = element.attribute("type") == "fixed";
                }
            }
            "gridCol" => {
                if let Some(table) = place.tables.last_mut() {
                    table.columns.extend(element.number("w"));
                }
            }
            "left" | "start" | "top" if place.is_in(&["tcMar"]) => {
                if element.number("w").is_some_and(is_off_page) {
                    place.hide(&["tc"]);
                }
            }
            "tblInd" if element.number("w").is_some_and(is_off_page) => place.hide(&["tbl"]),
            "tblpPr" => {
                let mut at = ["tblpX", "tblpY"]
                    .iter()
                    .filter_map(|at| element.number(at));
                if at.any(is_off_page) {
                    place.hide(&["tbl"]);
                }
            }
            "tr" => {
                if let Some(table) = place.tables.last_mut() {
                    table.begin_row();
                }
                self.tables.begin_row(self.text.len());
            }
            "tblHeader" if element.is_on() => self.tables.head_row(),
            "gridSpan" => {
                let columns = element
                    .number("val")
                    .and_then(|count| usize::try_from(count).ok());
                self.tables.span_columns(columns.unwrap_or(1));
            }
            "tc" => self.cell_start(place),
            // A cell that goes on from the one above or beside it shows that one's text.
            "vMerge" | "hMerge" if element.attribute("val") != "restart" => place.hide(&["tc"]),
            "tcW" if element.attribute("type") == "dxa" => {
                let fixed = place.tables.last().is_some_and(|table| table.is_fixed);
                if fixed && element.number("w").is_some_and(|wide| wide < COLUMN_TWIPS) {
                    place.hide(&["tc"]);
                }
            }
            "shd" if place.in_cell_settings || place.in_table_settings => {
                if let Some(ground) = place.grounds.last_mut() {
                    ground.take(element, &self.styles.theme);
                }
            }
            _ => return false,
        }
        true
    }

    fn cell_start(&mut self, place: &mut Place) {
        let mut ground = None;
        if let Some(table) = place.tables.last_mut() {
            table.begin_cell();
            ground = self.styles.ground(table);
            if table.column().is_some_and(|wide| wide < COLUMN_TWIPS) {
                place.hide(&["tc"]);
            }
        }
        place.begin_ground(ground.unwrap_or_default().of_paragraph());
        self.cell(place);
        self.tables.begin_cell(self.text.len(), 1, false);
    }

    fn drawing_start(&mut self, element: &Element, place: &mut Place) -> bool {
        match element.name.as_str() {
            "anchor" | "inline" => {
                place.drawing = Drawing::begin(element);
                place.group = [None; 2];
            }
            "graphic" => {
                if place.drawing.is_unseen() {
                    place.hide(&["anchor", "inline"]);
                }
            }
            "simplePos" | "positionH" | "positionV" | "extent" => place.drawing.take(element),
            "docPr" => {
                place.drawing.take(element);
                self.describe(element);
            }
            "cNvPr" if matches!(element.attribute("hidden"), "1" | "true") => place.hide(&["wsp"]),
            "off" | "ext" | "chOff" | "chExt" => place.take_extent(element),
            name if SHAPES.contains(&name) => place.begin_shape(element),
            "spPr" => place.in_shape_settings = true,
            "ln" => place.in_outline = true,
            "fontRef" => place.in_shape_letters = true,
            "bodyPr" | "normAutofit" | "rot" if shape::hides_text(element) => {
                place.hide(&["wsp"]);
            }
            "textbox" if shape::is_drawn_unseen(element, false) => place.hide(&["textbox"]),
            "fill" => shape::take_drawn_fill(element, place.shapes.last_mut()),
            "txbxContent" => {
                let fill = place.shapes.last().copied().unwrap_or_default();
                place.begin_ground(fill);
            }
            "textFill" if place.in_run => place.in_letter_fill = true,
            "noFill" | "solidFill" | "gradFill" | "blipFill" | "pattFill" | "srgbClr"
            | "schemeClr" | "alpha" | "fillRef" | "lumMod" | "lumOff" | "tint" | "shade" => {
                place.fill(element, &self.styles.theme);
            }
            _ => return false,
        }
        true
    }

    fn paragraph_start(&mut self, element: &Element, place: &mut Place) -> bool {
        match element.name.as_str() {
            "pPr" => place.in_paragraph_settings = true,
            "p" => place.paragraphs.push(Paragraph::default()),
            "shd" | "spacing" | "ind" | "framePr" if place.in_paragraph_settings => {
                if let Some(paragraph) = place.paragraphs.last_mut() {
                    paragraph.ground.take(element, &self.styles.theme);
                }
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
            "r" if place.math == 0 => {
                place.in_run = true;
                place.run = Look::default();
                place.run_style.clear();
                place.old_run = None;
                place.fitted = None;
            }
            _ => return false,
        }
        true
    }

    /// Elements around text that decide whether it is shown.
    fn wrapper_start(&mut self, element: &Element, part: Part, place: &mut Place) -> bool {
        match element.name.as_str() {
            "AlternateContent" => place.choices.push(false),
            "Choice" => self.choice(element.attribute("Requires"), place),
            // The same content twice: what was taken is read, the fallback is not.
            "Fallback" if place.choices.last() != Some(&false) => place.skip(),
            "showingPlcHdr" if element.is_on() => place.hide(&["sdt"]),
            "dataBinding" => {
                let path = element.attribute("xpath");
                let last = path.rsplit(['/', ':', '@']).next().unwrap_or_default();
                let name = last.split('[').next().unwrap_or_default();
                place.bound = Some(name.to_owned());
            }
            "bdo" => place.hide(&["bdo"]),
            "fldChar" => match element.attribute("fldCharType") {
                "begin" => place.fields.push(true),
                "separate" => {
                    if let Some(field) = place.fields.last_mut() {
                        *field = false;
                    }
                }
                "end" => {
                    place.fields.pop();
                }
                _ => {}
            },
            "background" => self.page(element, place),
            "altChunk" | "subDoc" => {
                self.unread = Some("it takes in another file, which is not read");
            }
            "footnote" | "endnote" => self.begin_note(element, part, place),
            _ => return false,
        }
        true
    }

    /// Of alternatives the first that Word knows is shown.
    fn choice(&mut self, requires: &str, place: &mut Place) {
        let takes = place.namespaces.takes(requires);
        match place.choices.last_mut() {
            Some(taken) if *taken => place.skip(),
            Some(taken) if takes => *taken = true,
            None if takes => {}
            _ => place.hide(&["Choice"]),
        }
    }

    fn text_start(&mut self, element: &Element, place: &mut Place) {
        match element.name.as_str() {
            "rStyle" if place.in_run => element.attribute("val").clone_into(&mut place.run_style),
            "fitText" if place.in_run => place.fitted = element.number("val"),
            "oMath" => self.begin_math(place),
            "den" if place.math > 0 => self.push("/", place),
            "sup" if place.math > 0 => self.push("^", place),
            "sub" if place.math > 0 => self.push("_", place),
            "instrText" => place.in_instruction = true,
            "t" => place.in_text = true,
            "delText" => place.in_deleted_text = true,
            "tab" if place.in_run => self.push("\t", place),
            "br" | "cr" if place.in_run => self.push("\n", place),
            "noBreakHyphen" => self.push("\u{2011}", place),
            "softHyphen" => self.push("\u{ad}", place),
            "sym" => self.symbol(place),
            _ if place.in_run => place.run.take(element, &self.styles.theme),
            _ => {}
        }
    }

    pub(super) fn end(&mut self, name: &str, part: Part, numbering: &Numbering, place: &mut Place) {
        match name {
            "AlternateContent" => {
                place.choices.pop();
            }
            "sdt" => place.bound = None,
            "fontRef" => place.in_shape_letters = false,
            "trPr" => place.in_row_settings = false,
            "del" if place.in_row_settings => {}
            "del" | "moveFrom" => place.deleted = place.deleted.saturating_sub(1),
            name if CHANGES.contains(&name) => place.old = place.old.saturating_sub(1),
            "tcPr" => place.in_cell_settings = false,
            "tblPr" => place.in_table_settings = false,
            "spPr" => place.in_shape_settings = false,
            "ln" => place.in_outline = false,
            "textFill" => place.in_letter_fill = false,
            name if SHAPES.contains(&name) => {
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
                self.tables.end_cell(self.text.len());
                place.grounds.pop();
            }
            "oMath" => self.end_math(part, numbering, place),
            "tbl" => {
                place.tables.pop();
                self.tables.end_table(self.text.len());
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
                place.old_run = None;
                place.fitted = None;
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
}
