//! A table of slabs whose columns stand nearer than words do (`examples/make-slabs.py`).

use groundstop_read::{ReadOptions, read};

const PAGE: &[u8] = include_bytes!("../../../../examples/slabs/narrow-gutter.pdf");

#[test]
fn slabs_beside_a_narrow_gutter_are_read_row_by_row() {
    let document = read(PAGE, &ReadOptions::default()).unwrap();
    let rows = [
        "Where the taxable income does not exceed 400,000 crowns,\t\
         no tax shall be charged for that year.",
        "Where the taxable income exceeds 400,000 crowns but does not exceed 900,000 crowns,\t\
         5 per cent. of the amount by which it exceeds 400,000 crowns, and nothing else.",
        "Where the taxable income exceeds 900,000 crowns but does not exceed 2,000,000 crowns,\t\
         25,000 crowns and 12 per cent. of the amount by which it exceeds 900,000 crowns.",
        "Where the taxable income exceeds 2,000,000 crowns,\t\
         157,000 crowns and 20 per cent. of what exceeds that sum.",
    ];
    let wanted = rows.join("\n");
    assert!(document.text().contains(&wanted), "{}", document.text());
    let [table] = document.tables() else {
        panic!("{:?}", document.tables());
    };
    assert_eq!((table.rows.len(), table.columns()), (4, 2));
    assert_eq!(table.head_rows, 0, "a sentence heads no column");
    assert!(document.box_around(table.span().unwrap()).is_some());
}
