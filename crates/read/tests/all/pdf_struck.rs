//! PDF: letters that are struck out, darkened or dotted.

use crate::support::{at, open, pdf, pdf_with};
use groundstop_contract::CharacterFlag;
use groundstop_document::{ByteSpan, Document};

fn is_flagged(document: &Document, text: &str) -> bool {
    let start = document.text().find(text).unwrap();
    let flags = document.flags_in(ByteSpan::new(start, start + text.len()));
    flags.contains(&CharacterFlag::Hidden)
}

/// A page that says `struck` and `seen` and has this painted on it.
fn page(paint: &str) -> Document {
    let content = at(50, 700, "struck") + &at(50, 600, "seen") + paint;
    open(&pdf(&[&content])).unwrap()
}

#[test]
fn a_thin_bar_through_letters_strikes_them_out() {
    for paint in [
        "0 G 1 w 50 704 m 120 704 l S",
        "0 g 50 703 70 1 re f",
        "1 0 0 RG 0.5 w 48 703 m 120 703.2 l S",
        // Several bars of one path, of which one runs through the letters.
        "0 g 50 500 70 1 re 50 703 70 1 re f",
    ] {
        let document = page(paint);
        assert!(is_flagged(&document, "struck"), "{paint}");
        assert!(!is_flagged(&document, "seen"), "{paint}");
    }
}

#[test]
fn lines_under_and_around_letters_strike_nothing_out() {
    for paint in [
        "0 G 1 w 50 698 m 120 698 l S",
        "0 G 0.5 w 50 699.5 m 120 699.5 l S",
        "0 g 50 697 70 1 re f",
        // Rules of a table, above, below and beside.
        "0 G 1 w 40 715 m 300 715 l S 40 690 m 300 690 l S 45 690 m 45 715 l S",
        "0 G 1 w 40 690 260 25 re S",
        // Through the middle, and beside the letters.
        "0 G 1 w 200 704 m 300 704 l S",
        // A highlight is no bar.
        "1 1 0 rg /G0 gs 50 697 70 14 re S",
    ] {
        let document = page(paint);
        assert!(!is_flagged(&document, "struck"), "{paint}");
    }
    // A bar that was painted over before the letters came.
    let content = "0 G 1 w 20 704 m 300 704 l S 1 g 40 690 200 30 re f 0 g ".to_owned()
        + &at(50, 700, "struck");
    assert!(!is_flagged(&open(&pdf(&[&content])).unwrap(), "struck"));
}

#[test]
fn an_annotation_that_strikes_out_needs_no_drawing() {
    let content = at(50, 700, "struck") + &at(50, 600, "seen");
    for place in [
        "/Rect [40 690 240 720] /QuadPoints [50 712 120 712 50 698 120 698]",
        "/Rect [40 690 240 720]",
    ] {
        let note = format!("<< /Type /Annot /Subtype /StrikeOut {place} /F 4 >>");
        let bytes = pdf_with(&[&content], "/Annots [6 0 R]", &[&note]);
        let document = open(&bytes).unwrap();
        assert!(is_flagged(&document, "struck"), "{place}");
        assert!(!is_flagged(&document, "seen"), "{place}");
    }
    let note = "<< /Type /Annot /Subtype /Square /Rect [40 690 240 720] /F 4 /AP << /N 7 0 R >> >>";
    let drawing = "<< /Type /XObject /Subtype /Form /BBox [0 0 200 30] /Length 26 >>\nstream\n\
                   0 G 1 w 5 14 m 190 14 l S \nendstream";
    let bytes = pdf_with(&[&content], "/Annots [6 0 R]", &[note, drawing]);
    assert!(is_flagged(&open(&bytes).unwrap(), "struck"));
}

#[test]
fn a_dark_fill_that_only_darkens_covers_letters() {
    for (mode, ink, covers) in [
        ("Multiply", "0 g", true),
        ("Darken", "0.1 g", true),
        ("Multiply", "1 1 0 rg", false),
        ("Screen", "0 g", false),
    ] {
        let content = at(50, 700, "struck") + &format!("/G1 gs {ink} 40 690 200 30 re f");
        let bytes = pdf_with(&[&content], "", &[]);
        let font = "/Font << /F1 3 0 R >>";
        let state = format!("{font} /ExtGState << /G1 << /BM /{mode} >> >>");
        let bytes = String::from_utf8(bytes).unwrap().replace(font, &state);
        let document = open(bytes.as_bytes()).unwrap();
        assert_eq!(is_flagged(&document, "struck"), covers, "{mode} {ink}");
    }
}

#[test]
fn a_ring_around_letters_covers_nothing() {
    for (fill, covers) in [("f*", false), ("f", true)] {
        let paint = format!("1 g 20 660 400 80 re 40 690 200 30 re {fill}");
        assert_eq!(is_flagged(&page(&paint), "struck"), covers, "{fill}");
    }
}

#[test]
fn a_value_that_is_drawn_is_page_text_at_its_place() {
    for (drawn, hidden) in [("1,250", false), ("9,999", true)] {
        let field = "<< /Type /Annot /Subtype /Widget /FT /Tx /T (rent) /V (1,250) \
                     /Rect [100 640 200 660] /AP << /N 7 0 R >> >>";
        let content = format!("BT /F1 10 Tf 2 4 Td ({drawn}) Tj ET");
        let form = format!(
            "<< /Type /XObject /Subtype /Form /BBox [0 0 100 20] /Resources << /Font << /F1 3 0 R >> >> \
             /Length {} >>\nstream\n{content}\nendstream",
            content.len()
        );
        let page = at(50, 700, "above") + &at(50, 600, "below");
        let document = open(&pdf_with(&[&page], "/Annots [6 0 R]", &[field, &form])).unwrap();
        let text = document.text();
        let order = ["above", drawn, "below"].map(|word| text.find(word).unwrap());
        assert!(order.is_sorted(), "{text}");
        assert_eq!(text.contains("[form field"), hidden, "{text}");
        assert_eq!(is_flagged(&document, "1,250"), hidden, "{text}");
    }
}

#[test]
fn fields_nobody_can_read_are_hidden() {
    for (entries, hidden) in [
        ("/Rect [100 100 200 120]", false),
        ("/Rect [100 100 100 100]", true),
        ("/Rect [100 100 200 120] /Ff 8192", true),
    ] {
        let field =
            format!("<< /Type /Annot /Subtype /Widget /FT /Tx /T (pin) /V (1,250) {entries} >>");
        let content = at(50, 700, "body");
        let bytes = pdf_with(&[&content], "/Annots [6 0 R]", &[&field]);
        let document = open(&bytes).unwrap();
        assert_eq!(is_flagged(&document, "1,250"), hidden, "{entries}");
    }
}
