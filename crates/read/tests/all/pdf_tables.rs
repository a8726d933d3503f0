//! Tables of PDFs as they are set: on their side, of items that are counted, of labels above values.

use groundstop_document::{Document, Table};

use crate::support::{open, pdf};

/// Words at places, each with its size.
fn drawn(words: &[(u32, u32, u32, &str)]) -> String {
    let word = |(x, y, size, said): &(u32, u32, u32, &str)| {
        format!("BT /F1 {size} Tf {x} {y} Td ({said}) Tj ET\n")
    };
    words.iter().map(word).collect()
}

fn rows(document: &Document, table: &Table) -> Vec<Vec<String>> {
    let cells = |row: &groundstop_document::TableRow| {
        let said = row
            .cells
            .iter()
            .filter_map(|cell| document.slice(cell.span));
        said.map(str::to_owned).collect()
    };
    table.rows.iter().map(cells).collect()
}

#[test]
fn a_table_on_its_side_is_read_row_by_row() {
    let mut page = "BT /F1 10 Tf 50 700 Td (A page with a table on its side.) Tj ET\n".to_owned();
    let said = [
        ["Wing", "Rooms", "Rent"],
        ["North", "12", "1,200"],
        ["South", "9", "900"],
        ["West", "3", "310"],
    ];
    for (row, cells) in said.iter().enumerate() {
        for (column, cell) in cells.iter().enumerate() {
            let (x, y) = (100 + 20 * row, 100 + 120 * column);
            page.push_str(&format!(
                "BT /F1 10 Tf 0 1 -1 0 {x} {y} Tm ({cell}) Tj ET\n"
            ));
        }
    }
    let document = open(&pdf(&[&page])).unwrap();
    let [table] = document.tables() else {
        panic!("{:?}", document.tables());
    };
    assert_eq!(rows(&document, table), said);
    assert_eq!(table.head_rows, 1);
}

#[test]
fn words_of_a_label_that_line_up_are_one_cell() {
    let mut page = drawn(&[
        (60, 750, 10, "Wing"),
        (210, 750, 10, "Rooms"),
        (360, 750, 10, "Rent"),
    ]);
    for row in 1..30u32 {
        let y = 750 - 16 * row;
        page.push_str(&drawn(&[
            (60, y, 10, &format!("Wing {row}")),
            (210, y, 10, &row.to_string()),
            (360, y, 10, &(100 * row).to_string()),
        ]));
    }
    let document = open(&pdf(&[&page])).unwrap();
    let [table] = document.tables() else {
        panic!("{:?}", document.tables());
    };
    assert_eq!(table.columns(), 3, "{:?}", rows(&document, table).get(1));
}

#[test]
fn a_label_that_reaches_over_a_gutter_is_one_cell() {
    let mut words = vec![
        (50, 700, 10, "Item"),
        (330, 700, 10, "Price"),
        (480, 700, 10, "Amount"),
    ];
    for (row, item) in ["Boiler", "Pipes", "Work"].into_iter().enumerate() {
        let y = 680 - 16 * u32::try_from(row).unwrap();
        words.extend([
            (50, y, 10, item),
            (330, y, 10, "325.00"),
            (480, y, 10, "650.00"),
        ]);
    }
    words.extend([
        (270, 630, 10, "Amount without VAT"),
        (480, 630, 10, "1,950.00"),
    ]);
    let document = open(&pdf(&[&drawn(&words)])).unwrap();
    assert!(
        document.text().contains("Amount without VAT\t1,950.00"),
        "{}",
        document.text()
    );
}

#[test]
fn labels_above_values_of_another_size_are_rows_of_their_own() {
    let mut words = vec![
        (50, 700, 8, "Seller"),
        (300, 700, 8, "Number"),
        (50, 687, 10, "Studio Ferrari"),
        (300, 687, 10, "F2024/0455"),
        (50, 640, 10, "Item"),
        (300, 640, 10, "Pieces"),
        (480, 640, 10, "Amount"),
    ];
    for (row, item) in ["Boiler", "Pipes", "Work"].into_iter().enumerate() {
        let y = 620 - 16 * u32::try_from(row).unwrap();
        words.extend([(50, y, 10, item), (300, y, 10, "3"), (480, y, 10, "650.00")]);
    }
    let document = open(&pdf(&[&drawn(&words)])).unwrap();
    let wanted = "Seller\tNumber\nStudio Ferrari\tF2024/0455\n";
    assert!(document.text().contains(wanted), "{}", document.text());
}
