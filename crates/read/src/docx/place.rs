//! Where we are inside a part, and the paragraph that grows there.

use super::look::Look;
use super::xml::Element;

/// A paragraph under construction; notes are relative to its start.
#[derive(Debug, Default)]
pub(crate) struct Paragraph {
    pub(crate) text: String,
    pub(crate) faint: Vec<(usize, usize)>,
    pub(crate) unmapped: Vec<(usize, usize)>,
    pub(crate) style: String,
    pub(crate) ground: Look,
    pub(crate) list: Option<(String, usize)>,
}

/// Where we are inside a part.
#[derive(Debug, Default)]
pub(crate) struct Place {
    /// The ground of the page.
    pub(crate) page: Look,
    pub(crate) paragraphs: Vec<Paragraph>,
    /// Open tables: whether their row has a cell, and whether that cell has text.
    pub(crate) tables: Vec<(bool, bool)>,
    /// Elements whose text is not shown, one inside the other.
    pub(crate) deleted: usize,
    pub(crate) skipped: usize,
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
    /// Settings as they were before somebody changed them.
    pub(crate) old: usize,
    /// The ground of the open tables, cells and text boxes, the innermost last.
    pub(crate) grounds: Vec<Look>,
    /// The styles of the open tables.
    pub(crate) table_styles: Vec<String>,
    /// What the open shapes are filled with.
    pub(crate) shapes: Vec<Look>,
    pub(crate) in_shape_settings: bool,
    pub(crate) in_outline: bool,
    pub(crate) in_letter_fill: bool,
    pub(crate) in_cell_settings: bool,
    pub(crate) in_table_settings: bool,
    pub(crate) in_paragraph_settings: bool,
    pub(crate) math: usize,
    pub(crate) note: Option<String>,
    /// Nothing refers to the note we are in.
    pub(crate) note_unused: bool,
}

impl Place {
    /// What stands on a ground of its own, or on the one around it.
    pub(crate) fn begin_ground(&mut self, own: Look) {
        let around = self.grounds.last().copied().unwrap_or(self.page);
        self.grounds.push(own.over(around));
    }

    /// A shape; an old one says its fill itself.
    pub(crate) fn begin_shape(&mut self, element: &Element) {
        let filled = !element.attribute("fillcolor").is_empty();
        self.shapes.push(if filled {
            Look::on_unknown()
        } else {
            Look::default()
        });
    }

    /// A part of what letters or a shape are filled with.
    pub(crate) fn fill(&mut self, element: &Element) {
        if self.in_letter_fill {
            self.run.take_letter_fill(element);
            return;
        }
        let of_shape = self.in_shape_settings && !self.in_outline;
        if let Some(shape) = self.shapes.last_mut()
            && (of_shape || element.name == "fillRef")
        {
            shape.take_shape_fill(element);
        }
    }

    pub(crate) fn is_deleted(&self) -> bool {
        self.deleted > 0 || self.row_deleted.is_some() || self.cell_deleted.is_some()
    }
}
