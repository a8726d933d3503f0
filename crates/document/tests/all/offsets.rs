//! Offsets, pages and lines of documents, against slow counting.

use groundstop_document::{ByteOffset, ByteSpan, CharOffset, Document};
use proptest::prelude::*;

fn document(text: &str) -> Document {
    Document::from_text(text.as_bytes()).expect("UTF-8")
}

#[test]
fn a_byte_that_is_not_utf8_is_named() {
    let error = Document::from_text(b"ok\nno \xff").unwrap_err();
    assert_eq!(error.byte(), 6);
    assert_eq!(
        error.to_string(),
        "not UTF-8 text: byte 6 (line 2) does not belong to any character"
    );
}

#[test]
fn pages_end_at_form_feeds() {
    let document = document("one\u{c}two\u{c}");
    assert_eq!(document.page_count(), 3);
    assert_eq!(document.page_of(ByteOffset(0)), 1);
    assert_eq!(document.page_of(ByteOffset(3)), 1);
    assert_eq!(document.page_of(ByteOffset(4)), 2);
    assert_eq!(document.page_of(ByteOffset(8)), 3);
    assert_eq!(document.page_span(2), Some(ByteSpan::new(4, 8)));
    assert_eq!(document.page_span(0), None);
    assert_eq!(document.page_span(4), None);
}

#[test]
fn an_empty_text_has_one_empty_page() {
    let document = document("");
    assert_eq!(document.page_count(), 1);
    assert_eq!(document.char_count(), CharOffset(0));
    assert_eq!(document.byte_of(CharOffset(0)), Some(ByteOffset(0)));
    assert_eq!(document.byte_of(CharOffset(1)), None);
}

#[test]
fn the_lines_around_a_span_are_whole() {
    let document = document("ab\ncd\nef");
    assert_eq!(
        document.lines_around(ByteSpan::new(4, 5)),
        ByteSpan::new(3, 6)
    );
    assert_eq!(
        document.lines_around(ByteSpan::new(1, 7)),
        ByteSpan::new(0, 8)
    );
    assert_eq!(
        document.lines_around(ByteSpan::new(0, 3)),
        ByteSpan::new(0, 3)
    );
    assert_eq!(document.line_of(ByteOffset(3)), 2);
}

fn long_text() -> impl Strategy<Value = String> {
    prop::collection::vec("[a-z\n]{0,40}|\\PC{0,20}|[😀é\u{c}]{0,10}", 0..60)
        .prop_map(|parts| parts.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]
    #[test]
    fn bytes_and_code_points_convert_back_and_forth(text in long_text()) {
        let document = document(&text);
        prop_assert_eq!(document.char_count().0, text.chars().count());
        for (chars, (byte, _)) in text.char_indices().enumerate() {
            prop_assert_eq!(document.char_of(ByteOffset(byte)), CharOffset(chars));
            prop_assert_eq!(document.byte_of(CharOffset(chars)), Some(ByteOffset(byte)));
            let line = text[..byte].matches('\n').count() as u64 + 1;
            prop_assert_eq!(document.line_of(ByteOffset(byte)), line);
            let page = text[..byte].matches('\u{c}').count() as u32 + 1;
            prop_assert_eq!(document.page_of(ByteOffset(byte)), page);
        }
    }
}
