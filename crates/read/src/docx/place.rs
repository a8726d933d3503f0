//! Where we are inside a part, and the paragraph that grows there.

use super::colour::Theme;
use super::known::Namespaces;
use super::look::Look;
use super::shape::{self, Drawing};
use super::table::Table;
use super::xml::Element;

/// How far outwards an element is looked for.
const REACH: usize = 64;

/// A paragraph under construction; notes are relative to its start.
#[derive(Debug, Default)]
pub(crate) struct Paragraph {
    pub(crate) text: String,
    pub(crate) faint: Vec<(usize, usize)>,
    pub(crate) unmapped: Vec<(usize, usize)>,
    /// Somebody changed it, and nobody has accepted that.
    pub(crate) tracked: bool,
    pub(crate) style: String,
    pub(crate) ground: Look,
    pub(crate) list: Option<(String, usize)>,
}

/// An open element, and what it does to the text in it.
#[derive(Debug)]
struct Frame {
    name: String,
    unseen: bool,
    tracked: bool,
    skips: bool,
}

/// Where we are inside a part.
#[derive(Debug, Default)]
pub(crate) struct Place {
    /// The ground of the page.
    pub(crate) page: Look,
    pub(crate) paragraphs: Vec<Paragraph>,
    pub(crate) tables: Vec<Table>,
    pub(crate) namespaces: Namespaces,
    frames: Vec<Frame>,
    /// How many of the open elements are not seen, and how many are a change.
    unseen: usize,
    tracked: usize,
    /// Elements whose text is not shown, one inside the other.
    pub(crate) deleted: usize,
    pub(crate) skipped: usize,
    /// For each open list of alternatives whether one of them was taken.
    pub(crate) choices: Vec<bool>,
    /// For each open field whether we are in what it is told to do.
    pub(crate) fields: Vec<bool>,
    /// The name of what an open content control shows instead of its text.
    pub(crate) bound: Option<String>,
    pub(crate) in_row_settings: bool,
    /// How many tables were open where a row was deleted; nothing where none is.
    pub(crate) row_deleted: Option<usize>,
    /// The same for a row that is hidden, and for a cell that was deleted.
    pub(crate) row_hidden: Option<usize>,
    pub(crate) cell_deleted: Option<usize>,
    pub(crate) in_text: bool,
    pub(crate) in_deleted_text: bool,
    pub(crate) in_instruction: bool,
    pub(crate) in_run: bool,
    pub(crate) run: Look,
    pub(crate) run_style: String,
    /// How the run looked before somebody changed it.
    pub(crate) old_run: Option<Look>,
    /// The width a run is squeezed into, in twentieths of a point.
    pub(crate) fitted: Option<i64>,
    /// Settings as they were before somebody changed them.
    pub(crate) old: usize,
    /// The ground of the open tables, cells and text boxes, the innermost last.
    pub(crate) grounds: Vec<Look>,
    /// What the open shapes are filled with.
    pub(crate) shapes: Vec<Look>,
    pub(crate) drawing: Drawing,
    /// Where the inside of the open group begins, and how large it is.
    pub(crate) group: [Option<(i64, i64)>; 2],
    /// Where a shape of it begins.
    pub(crate) shape_at: Option<(i64, i64)>,
    pub(crate) in_shape_settings: bool,
    pub(crate) in_outline: bool,
    pub(crate) in_letter_fill: bool,
    pub(crate) in_shape_letters: bool,
    pub(crate) in_cell_settings: bool,
    pub(crate) in_table_settings: bool,
    pub(crate) in_paragraph_settings: bool,
    pub(crate) math: usize,
    pub(crate) note: Option<String>,
    /// Nothing refers to the note we are in.
    pub(crate) note_unused: bool,
}

impl Place {
    /// Opens an element; one that is not known hides what stands in it.
    pub(crate) fn open(&mut self, element: &Element) {
        self.namespaces.take(element);
        let unseen = self.math == 0 && !self.namespaces.shows(element);
        self.unseen = self.unseen.saturating_add(usize::from(unseen));
        self.frames.push(Frame {
            name: element.name.clone(),
            unseen,
            tracked: false,
            skips: false,
        });
    }

    /// Closes an element, and what was left open in it.
    pub(crate) fn close(&mut self, name: &str) {
        let mut inner = self.frames.iter().rev().take(REACH);
        let Some(inside) = inner.position(|frame| frame.name == name) else {
            return;
        };
        for _ in 0..=inside {
            if let Some(frame) = self.frames.pop() {
                self.unseen = self.unseen.saturating_sub(usize::from(frame.unseen));
                self.tracked = self.tracked.saturating_sub(usize::from(frame.tracked));
                self.skipped = self.skipped.saturating_sub(usize::from(frame.skips));
            }
        }
    }

    fn frame(&mut self, names: &[&str]) -> Option<&mut Frame> {
        let mut inner = self.frames.iter_mut().rev().take(REACH);
        inner.find(|frame| names.contains(&frame.name.as_str()))
    }

    /// Nobody sees what stands in the innermost of these elements.
    pub(crate) fn hide(&mut self, names: &[&str]) {
        if let Some(frame) = self.frame(names).filter(|frame| !frame.unseen) {
            frame.unseen = true;
            self.unseen = self.unseen.saturating_add(1);
        }
    }

    /// What stands in the innermost of these elements is a change nobody accepted.
    pub(crate) fn track(&mut self, names: &[&str]) {
        if let Some(frame) = self.frame(names).filter(|frame| !frame.tracked) {
            frame.tracked = true;
            self.tracked = self.tracked.saturating_add(1);
        }
    }

    /// What stands in the innermost element is left out.
    pub(crate) fn skip(&mut self) {
        if let Some(frame) = self.frames.last_mut().filter(|frame| !frame.skips) {
            frame.skips = true;
            self.skipped = self.skipped.saturating_add(1);
        }
    }

    pub(crate) fn is_in(&self, names: &[&str]) -> bool {
        let mut outer = self.frames.iter().rev().skip(1).take(REACH);
        outer.any(|frame| names.contains(&frame.name.as_str()))
    }

    /// The name of the innermost element.
    pub(crate) fn innermost(&self) -> &str {
        self.frames.last().map_or("", |frame| frame.name.as_str())
    }

    pub(crate) fn is_unseen(&self) -> bool {
        self.unseen > 0 || self.fields.contains(&true)
    }

    pub(crate) fn is_tracked(&self) -> bool {
        self.tracked > 0
    }

    /// What stands on a ground of its own, or on the one around it.
    pub(crate) fn begin_ground(&mut self, own: Look) {
        let around = self.grounds.last().copied().unwrap_or(self.page);
        self.grounds.push(own.over(around));
    }

    /// A shape; an old one says its fill, its size and its place itself.
    pub(crate) fn begin_shape(&mut self, element: &Element) {
        self.shapes.push(shape::drawn_fill(element));
        let in_group = self.is_in(&["group"]);
        if shape::is_drawn_unseen(element, in_group) {
            self.hide(&[element.name.as_str()]);
        }
    }

    /// A part of what letters or a shape are filled with.
    pub(crate) fn fill(&mut self, element: &Element, theme: &Theme) {
        if self.in_letter_fill {
            self.run.take_letter_fill(element, theme);
            return;
        }
        let of_shape = self.in_shape_settings && !self.in_outline;
        let Some(shape) = self.shapes.last_mut() else {
            return;
        };
        if self.in_shape_letters {
            shape.take_shape_letters(element, theme);
        } else if of_shape || element.name == "fillRef" {
            shape.take_shape_fill(element, theme);
        }
    }

    /// Where a shape of a group stands, and how large it is, as the group counts.
    pub(crate) fn take_extent(&mut self, element: &Element) {
        let pair = |one: &str, two: &str| Some((element.number(one)?, element.number(two)?));
        match element.name.as_str() {
            "chOff" => self.group[0] = pair("x", "y"),
            "chExt" => self.group[1] = pair("cx", "cy"),
            "off" if self.in_shape_settings => self.shape_at = pair("x", "y"),
            "ext" if self.in_shape_settings => {
                let Some(size) = pair("cx", "cy") else {
                    return;
                };
                let unseen = if self.is_in(&["wgp", "grpSp", "wpc"]) {
                    is_outside(self.group, self.shape_at.take(), size)
                } else {
                    shape::has_no_room([Some(size.0), Some(size.1)])
                };
                if unseen {
                    self.hide(&["wsp"]);
                }
            }
            _ => {}
        }
    }

    pub(crate) fn is_deleted(&self) -> bool {
        self.deleted > 0 || self.row_deleted.is_some() || self.cell_deleted.is_some()
    }
}

/// Whether a shape lies outside its group, or is next to nothing beside it.
fn is_outside(
    group: [Option<(i64, i64)>; 2],
    at: Option<(i64, i64)>,
    (wide, high): (i64, i64),
) -> bool {
    let [Some(from), Some(size)] = group else {
        return false;
    };
    let at = at.unwrap_or(from);
    let outside = |at: i64, wide: i64, from: i64, size: i64| {
        let small = wide.saturating_mul(200) < size;
        small || at.saturating_add(wide) <= from || at >= from.saturating_add(size)
    };
    outside(at.0, wide, from.0, size.0) || outside(at.1, high, from.1, size.1)
}
