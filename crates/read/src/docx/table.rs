//! The table we are in: which row and cell, and which parts of its style are about it.

use super::xml::Element;

/// An open table.
#[derive(Debug, Default)]
pub(crate) struct Table {
    pub(crate) style: String,
    /// Whether the open row has a cell, and whether that cell has text.
    pub(crate) row_has_cell: bool,
    pub(crate) cell_has_text: bool,
    /// Its columns are as wide as they are said to be.
    pub(crate) is_fixed: bool,
    /// How wide they are said to be, in twentieths of a point.
    pub(crate) columns: Vec<i64>,
    rows: usize,
    cells: usize,
    /// Parts of the style that are switched off for this table.
    without: Vec<&'static str>,
}

/// What is switched, by its name and by its bit: rows and columns, and bands that bits forbid.
const SWITCHES: [(&str, u32, &[&str]); 4] = [
    ("firstRow", 0x20, &["firstRow", "neCell", "nwCell"]),
    ("lastRow", 0x40, &["lastRow", "seCell", "swCell"]),
    ("firstColumn", 0x80, &["firstCol", "nwCell", "swCell"]),
    ("lastColumn", 0x100, &["lastCol", "neCell", "seCell"]),
];
const BANDS: [(&str, u32, &[&str]); 2] = [
    ("noHBand", 0x200, &["band1Horz", "band2Horz"]),
    ("noVBand", 0x400, &["band1Vert", "band2Vert"]),
];

impl Table {
    pub(crate) fn begin_row(&mut self) {
        self.rows = self.rows.saturating_add(1);
        self.cells = 0;
        self.row_has_cell = false;
        self.cell_has_text = false;
    }

    pub(crate) fn begin_cell(&mut self) {
        self.cells = self.cells.saturating_add(1);
    }

    /// How wide the open cell's column is, where it is as wide as it is said to be.
    pub(crate) fn column(&self) -> Option<i64> {
        let column = self.columns.get(self.cells.checked_sub(1)?);
        column.copied().filter(|_| self.is_fixed)
    }

    /// Takes in which parts of its style the table uses.
    pub(crate) fn take_look(&mut self, element: &Element) {
        let bits = u32::from_str_radix(element.attribute("val"), 16).ok();
        let given = |name: &str, bit: u32| match element.attribute(name) {
            "" => bits.map(|bits| bits & bit != 0),
            said => Some(!matches!(said, "0" | "false" | "off")),
        };
        let off = SWITCHES
            .iter()
            .filter(|(name, bit, _)| given(name, *bit) == Some(false));
        let forbidden = BANDS
            .iter()
            .filter(|(name, bit, _)| given(name, *bit) == Some(true));
        let parts = off.chain(forbidden).flat_map(|(_, _, parts)| *parts);
        self.without = parts.copied().collect();
    }

    /// Whether a part of the style can be about the open cell. The last row and column and
    /// the bands are not counted out.
    pub(crate) fn is_about(&self, part: &str) -> bool {
        let here = match part {
            "firstRow" => self.rows <= 1,
            "firstCol" => self.cells <= 1,
            "nwCell" => self.rows <= 1 && self.cells <= 1,
            "neCell" => self.rows <= 1,
            "swCell" => self.cells <= 1,
            _ => true,
        };
        here && !self.without.contains(&part)
    }
}
