//! Boxes belong to characters and merge by line and page.

use groundstop_document::{Area, ByteOffset, ByteSpan, Document, DocumentBuilder, PageSize};

/// Two pages, "ab\ncd\n" and "ef", each letter ten points wide on lines ten points high.
fn document() -> Document {
    let mut builder = DocumentBuilder::new("test/1");
    let place = |builder: &mut DocumentBuilder, at: usize, x0: f32, y0: f32| {
        let (x1, y1) = (x0 + 10.0, y0 + 10.0);
        builder.char_box(ByteOffset(at), Area { x0, y0, x1, y1 });
    };
    builder.page("ab\ncd\n");
    builder.page_size(PageSize {
        width_pt: 100.0,
        height_pt: 200.0,
    });
    builder.page("ef");
    // Out of order, as a reader may find them.
    place(&mut builder, 3, 0.0, 50.0);
    place(&mut builder, 4, 10.0, 50.0);
    place(&mut builder, 0, 0.0, 70.0);
    place(&mut builder, 1, 10.0, 70.0);
    place(&mut builder, 6, 0.0, 70.0);
    place(&mut builder, 7, 10.0, 70.0);
    builder.finish(b"bytes")
}

#[test]
fn a_character_has_its_box_and_a_separator_has_none() {
    let document = document();
    let first = document.box_at(ByteOffset(0)).unwrap();
    assert!((first.y0 - 70.0).abs() < f32::EPSILON);
    assert_eq!(document.box_at(ByteOffset(2)), None);
    assert_eq!(document.boxes().len(), 6);
}

#[test]
fn boxes_of_a_span_are_one_a_line_and_a_page() {
    let document = document();
    let boxes = document.boxes_of(ByteSpan::new(1, 7));
    let seen: Vec<(u32, f64, f64, f64)> =
        boxes.iter().map(|b| (b.page, b.x0, b.x1, b.y0)).collect();
    assert_eq!(
        seen,
        [
            (1, 10.0, 20.0, 70.0),
            (1, 0.0, 20.0, 50.0),
            (2, 0.0, 10.0, 70.0)
        ]
    );
    assert_eq!(document.boxes_of(ByteSpan::new(2, 3)), []);
}

#[test]
fn a_page_knows_its_size_where_the_format_has_one() {
    let document = document();
    assert!(document.pages()[0].size.is_some());
    assert_eq!(document.pages()[1].size, None);
}
