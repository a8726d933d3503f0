//! PDF: order, boxes, flags, unread pages.

use crate::support::{at, lines, open, pdf, pdf_of, pdf_with, unread};
use groundstop_contract::CharacterFlag;
use groundstop_document::{ByteOffset, ByteSpan, Document};
use groundstop_read::{
    LimitKind, PDF_READER, PageLook, ReadError, ReadLimits, ReadOptions, look, read,
};

fn flags(document: &Document, text: &str) -> Vec<CharacterFlag> {
    let start = document.text().find(text).unwrap();
    document.flags_in(ByteSpan::new(start, start + text.len()))
}

#[test]
fn a_column_of_lines_is_read_from_top_to_bottom() {
    let content = lines(
        50,
        700,
        &["The rent is CHF 1,250 a month.", "It is due on the first."],
    );
    let document = open(&pdf(&[&content])).unwrap();
    assert_eq!(
        document.text(),
        "The rent is CHF 1,250 a month.\nIt is due on the first.\n"
    );
    assert_eq!(document.reader(), PDF_READER);
    assert_eq!(unread(&document), [""; 0]);
}

#[test]
fn lines_painted_in_any_order_are_read_from_top_to_bottom() {
    let content = at(50, 600, "third") + &at(50, 700, "first") + &at(50, 650, "second");
    let text = open(&pdf(&[&content])).unwrap().text().to_owned();
    let words: Vec<&str> = text.split_whitespace().collect();
    assert_eq!(words, ["first", "second", "third"]);
}

#[test]
fn two_columns_of_running_text_are_read_one_after_the_other() {
    let left: Vec<String> = (0..8)
        .map(|n| format!("left column line {n} with enough words"))
        .collect();
    let right: Vec<String> = (0..8)
        .map(|n| format!("right column line {n} of the same kind"))
        .collect();
    let left: Vec<&str> = left.iter().map(String::as_str).collect();
    let right: Vec<&str> = right.iter().map(String::as_str).collect();
    let content = lines(50, 700, &left) + &lines(320, 700, &right);
    let document = open(&pdf(&[&content])).unwrap();
    let last_left = document.text().find("left column line 7").unwrap();
    let first_right = document.text().find("right column line 0").unwrap();
    assert!(last_left < first_right, "{}", document.text());
}

#[test]
fn a_table_is_read_row_by_row_however_it_was_painted() {
    // The file paints the left cells first, as many do.
    let content = lines(50, 700, &["where the income exceeds", "one lakh"])
        + &lines(50, 664, &["where the income exceeds", "two lakh"])
        + &lines(300, 700, &["five per cent. of the", "income"])
        + &lines(300, 664, &["ten per cent. of the", "income"]);
    let document = open(&pdf(&[&content])).unwrap();
    let text = document
        .text()
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ");
    let expected = "where the income exceeds one lakh five per cent. of the income \
                    where the income exceeds two lakh ten per cent. of the income";
    assert_eq!(text, expected);
}

#[test]
fn a_label_stays_with_its_paragraph() {
    let content = at(50, 700, "\\(a\\)")
        + &lines(80, 700, &["the first item of the list", "goes on here;"])
        + &at(50, 676, "\\(b\\)")
        + &lines(80, 676, &["the second one", "as well."]);
    let document = open(&pdf(&[&content])).unwrap();
    let text = document
        .text()
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ");
    assert_eq!(
        text,
        "(a) the first item of the list goes on here; (b) the second one as well."
    );
}

#[test]
fn the_end_of_a_paragraph_stays_before_the_next_indent() {
    let content = lines(50, 700, &["of the agreement, and", "2011."])
        + &lines(110, 676, &["The next paragraph begins with an indent"]);
    let short = at(
        110,
        712,
        "\\(c\\) Restriction means the period until the end",
    ) + &content;
    let document = open(&pdf(&[&short])).unwrap();
    let text = document
        .text()
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ");
    let expected = "(c) Restriction means the period until the end of the agreement, and 2011. \
                    The next paragraph begins with an indent";
    assert_eq!(text, expected);
}

#[test]
fn gaps_left_open_in_running_text_are_no_columns() {
    let content = at(50, 700, "sales will reach $")
        + &at(250, 700, "during the first")
        + &at(50, 688, "Year, $")
        + &at(110, 688, "in the 2nd Year, $")
        + &at(290, 688, "during the 3rd")
        + &at(
            50,
            676,
            "Year, as defined in this Agreement in the paragraph above.",
        );
    let document = open(&pdf(&[&content])).unwrap();
    let text = document
        .text()
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ");
    assert!(
        text.starts_with("sales will reach $ during the first Year, $ in the 2nd Year, $ during"),
        "{text}"
    );
}

#[test]
fn every_character_of_a_glyph_has_one_box_and_separators_have_none() {
    let content = lines(50, 700, &["two words", "a third"]) + &at(300, 700, "cell");
    let document = open(&pdf(&[&content])).unwrap();
    for (byte, each) in document.text().char_indices() {
        let boxed = document.box_at(ByteOffset(byte)).is_some();
        assert_eq!(boxed, !each.is_whitespace(), "{each:?} at {byte}");
    }
    let glyphs = document
        .text()
        .chars()
        .filter(|each| !each.is_whitespace())
        .count();
    assert_eq!(document.boxes().len(), glyphs);
}

#[test]
fn boxes_stand_where_the_text_stands_and_merge_by_line() {
    let content = lines(50, 700, &["one two", "three"]);
    let document = open(&pdf(&[&content])).unwrap();
    let all = ByteSpan::new(0, document.text().len());
    let boxes = document.boxes_of(all);
    assert_eq!(boxes.len(), 2);
    assert!((boxes[0].x0 - 50.0).abs() < 0.1);
    assert!(boxes[0].y0 < 700.0 && boxes[0].y1 > 700.0);
    assert!(boxes[1].y1 < boxes[0].y1);
    assert_eq!(boxes[0].page, 1);
}

#[test]
fn text_painted_twice_is_read_once() {
    let again =
        "BT /F1 10 Tf 2 Tr 1 0 0 1 50 700 Tm (bold) Tj ET\n".to_owned() + &at(50, 700, "bold");
    assert_eq!(open(&pdf(&[&again])).unwrap().text(), "bold\n");
}

#[test]
fn hidden_text_is_read_and_flagged() {
    let content = at(50, 700, "seen")
        + "BT /F1 10 Tf 3 Tr 1 0 0 1 50 680 Tm (invisible) Tj 0 Tr ET\n"
        + "1 1 1 rg BT /F1 10 Tf 1 0 0 1 50 660 Tm (paper) Tj ET 0 0 0 rg\n"
        + "BT /F1 0.5 Tf 1 0 0 1 50 640 Tm (tiny) Tj ET\n"
        + &at(50, 900, "outside")
        + &at(50, 600, "covered")
        + "0 0 1 rg 40 590 200 30 re f 0 0 0 rg\n"
        + "0 0 1 rg 40 490 200 30 re f 1 1 1 rg BT /F1 10 Tf 1 0 0 1 50 500 Tm (ground) Tj ET\n";
    let document = open(&pdf(&[&content])).unwrap();
    for hidden in ["invisible", "paper", "tiny", "outside", "covered"] {
        assert_eq!(
            flags(&document, hidden),
            [CharacterFlag::Hidden],
            "{hidden}"
        );
    }
    for seen in ["seen", "ground"] {
        assert_eq!(flags(&document, seen), [], "{seen}");
    }
}

#[test]
fn a_bar_over_text_hides_it() {
    let content = at(50, 700, "redacted") + "12 w 40 703 m 200 703 l S\n" + &at(50, 660, "not");
    let document = open(&pdf(&[&content])).unwrap();
    assert_eq!(flags(&document, "redacted"), [CharacterFlag::Hidden]);
    assert_eq!(flags(&document, "not"), []);
}

#[test]
fn turned_text_is_read_along_its_own_line() {
    let content = at(50, 700, "upright text on the page")
        + "BT /F1 10 Tf 0 1 -1 0 560 100 Tm (up the) Tj ET\n"
        + "BT /F1 10 Tf 0 1 -1 0 560 140 Tm (side) Tj ET\n";
    let document = open(&pdf(&[&content])).unwrap();
    assert!(
        document.text().contains("up the side"),
        "{}",
        document.text()
    );
}

#[test]
fn a_turned_page_is_read_as_it_is_shown() {
    let content = "BT /F1 10 Tf 0 1 -1 0 300 100 Tm (shown upright) Tj ET\n";
    let document = open(&pdf_with(&[content], "/Rotate 90", &[])).unwrap();
    assert_eq!(document.text(), "shown upright\n");
    let size = document.pages()[0].size.unwrap();
    assert!((size.width_pt - 800.0).abs() < 0.1 && (size.height_pt - 600.0).abs() < 0.1);
    let boxes = document.boxes_of(ByteSpan::new(0, 5));
    assert!((boxes[0].x0 - 100.0).abs() < 0.1, "{boxes:?}");
    assert!(boxes[0].y0 > 290.0 && boxes[0].y1 < 310.0, "{boxes:?}");
}

#[test]
fn running_headers_and_page_numbers_are_furniture() {
    let bodies = ["alpha beta", "gamma delta", "epsilon zeta", "eta theta"];
    let pages: Vec<String> = (1u32..)
        .zip(bodies)
        .map(|(number, body)| {
            at(50, 780, "Lease Agreement")
                + &at(50, 500, body)
                + &at(300, 20, &format!("Page {number} of 4"))
        })
        .collect();
    let pages: Vec<&str> = pages.iter().map(String::as_str).collect();
    let document = open(&pdf(&pages)).unwrap();
    let furniture: Vec<&str> = document
        .furniture()
        .iter()
        .filter_map(|span| document.slice(*span))
        .collect();
    assert_eq!(furniture.len(), 8, "{furniture:?}");
    assert_eq!(furniture[0], "Lease Agreement");
    assert_eq!(furniture[1], "Page 1 of 4");
}

#[test]
fn a_page_with_a_picture_and_no_text_is_unread() {
    let picture = "q 600 0 0 800 0 0 cm BI /W 1 /H 1 /CS /G /BPC 8 ID x EI Q\n";
    let document = open(&pdf(&[picture])).unwrap();
    assert_eq!(unread(&document), ["no text layer"]);
}

#[test]
fn a_page_with_nothing_on_it_is_blank_and_read() {
    let document = open(&pdf(&["", "1 1 1 rg 0 0 600 800 re f"])).unwrap();
    assert_eq!(unread(&document), [""; 0]);
    assert_eq!(document.page_count(), 2);
}

#[test]
fn a_page_that_is_only_drawn_is_unread() {
    let document = open(&pdf(&["0 0 0 rg 100 100 200 200 re f"])).unwrap();
    assert_eq!(unread(&document), ["no text layer: it is drawn"]);
}

#[test]
fn a_page_whose_content_is_not_there_is_unread() {
    let objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        "<< /Type /Pages /Count 2 /Kids [3 0 R 9 0 R] >>",
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 8 0 R >>",
    ];
    let document = open(&pdf_of(&objects.map(str::to_owned))).unwrap();
    assert_eq!(document.page_count(), 2);
    assert_eq!(
        unread(&document),
        [
            "its content is not in the file",
            "the file lists it and does not hold it"
        ]
    );
}

#[test]
fn form_values_are_labelled_text_and_comments_are_none() {
    let field =
        "<< /Type /Annot /Subtype /Widget /FT /Tx /T (rent) /V (1,250) /Rect [100 100 200 120] >>";
    let note = "<< /Type /Annot /Subtype /Text /Contents (check this) /Rect [10 10 20 20] >>";
    let content = at(50, 700, "body");
    let bytes = pdf_with(&[&content], "/Annots [6 0 R 7 0 R]", &[field, note]);
    let document = open(&bytes).unwrap();
    assert_eq!(document.text(), "body\n[form field rent] 1,250\n");
    let comments: Vec<_> = document.hidden_layers().iter().collect();
    assert_eq!(comments.len(), 1);
    assert_eq!(comments[0].text, "check this");
}

#[test]
fn a_field_whose_drawing_is_empty_is_not_seen() {
    let field = "<< /Type /Annot /Subtype /Widget /FT /Tx /T (rent) /V (1,250) /Rect [100 100 200 120] \
                 /AP << /N 7 0 R >> >>";
    let empty =
        "<< /Type /XObject /Subtype /Form /BBox [0 0 100 20] /Length 0 >>\nstream\n\nendstream";
    let content = at(50, 700, "body");
    let bytes = pdf_with(&[&content], "/Annots [6 0 R]", &[field, empty]);
    let document = open(&bytes).unwrap();
    assert_eq!(flags(&document, "1,250"), [CharacterFlag::Hidden]);
}

#[test]
fn a_crooked_line_through_words_strikes_them_out() {
    let wave = "1 w 48 703 m 60 712 70 694 82 703 c 94 712 104 694 116 703 c S\n";
    let zigzag = "1 w 48 605 m 56 602 l 64 605 l 72 602 l 80 605 l 88 602 l S\n";
    let under = "1 w 48 496 m 60 499 70 493 82 496 c 94 499 104 493 116 496 c S\n";
    let content = at(50, 700, "waved through")
        + wave
        + &at(50, 600, "zigzag")
        + zigzag
        + &at(50, 500, "underlined")
        + under;
    let document = open(&pdf(&[&content])).unwrap();
    for struck in ["waved", "zigzag"] {
        assert_eq!(
            flags(&document, struck),
            [CharacterFlag::Hidden],
            "{struck}"
        );
    }
    assert_eq!(flags(&document, "underlined"), []);
}

#[test]
fn a_redaction_covers_what_lies_under_it() {
    let redact = "<< /Type /Annot /Subtype /Redact /Rect [40 690 140 715] >>";
    let content = at(50, 700, "secret") + &at(50, 600, "open");
    let document = open(&pdf_with(&[&content], "/Annots [6 0 R]", &[redact])).unwrap();
    assert_eq!(flags(&document, "secret"), [CharacterFlag::Hidden]);
    assert_eq!(flags(&document, "open"), []);
}

#[test]
fn a_look_at_the_page_sees_what_is_drawn_and_nothing_else() {
    // A clip that leaves a ring, and a blend that lightens: the words are painted and nobody sees them.
    let clipped =
        "q 0 0 600 800 re 40 590 200 30 re W* n BT /F1 10 Tf 1 0 0 1 50 600 Tm (clipped) Tj ET Q\n";
    let content = at(50, 700, "plain words") + clipped;
    let bytes = pdf(&[&content]);
    let document = open(&bytes).unwrap();
    let areas = |words: &str| {
        let start = document.text().find(words).unwrap();
        let letters = words.char_indices().filter(|(_, c)| c.is_alphabetic());
        letters
            .map(|(at, _)| document.box_at(ByteOffset(start + at)).unwrap())
            .collect::<Vec<_>>()
    };
    let wanted = [
        PageLook {
            page: 1,
            areas: areas("plain words"),
        },
        PageLook {
            page: 1,
            areas: areas("clipped"),
        },
    ];
    let seen = look(&bytes, &ReadOptions::default(), &wanted).unwrap();
    assert!(seen[0].iter().all(|seen| *seen), "{seen:?}");
    assert!(seen[1].iter().all(|seen| !*seen), "{seen:?}");
}

#[test]
fn characters_the_file_does_not_name_are_unmapped() {
    let font = "<< /Type /Font /Subtype /Type0 /BaseFont /X /Encoding /Identity-H /DescendantFonts \
                [<< /Type /Font /Subtype /CIDFontType2 /BaseFont /X /CIDSystemInfo << /Registry (Adobe) \
                /Ordering (Identity) /Supplement 0 >> /FontDescriptor << /Type /FontDescriptor /FontName /X \
                /Flags 4 >> >>] >>";
    let content = "BT /F2 10 Tf 1 0 0 1 50 700 Tm <00410042> Tj ET";
    let entries = "/Resources << /Font << /F2 6 0 R >> >>";
    let document = open(&pdf_with(&[content], entries, &[font])).unwrap();
    assert_eq!(flags(&document, "\u{fffd}"), [CharacterFlag::Unmapped]);
    assert_eq!(
        unread(&document),
        ["its fonts do not say which characters 2 of 2 glyphs are"]
    );
}

#[test]
fn characters_placed_one_under_the_other_are_vertical_text() {
    let font = "<< /Type /Font /Subtype /Type0 /BaseFont /X /Encoding /UniJIS-UTF16-H /DescendantFonts \
                [<< /Type /Font /Subtype /CIDFontType0 /BaseFont /X /CIDSystemInfo << /Registry (Adobe) \
                /Ordering (Japan1) /Supplement 4 >> /FontDescriptor << /Type /FontDescriptor /FontName /X \
                /Flags 4 >> >>] >>";
    let column = |x: u32, codes: [&str; 3]| -> String {
        let steps = (0u32..).zip(codes);
        steps
            .map(|(step, code)| {
                format!(
                    "BT /F2 10 Tf 1 0 0 1 {x} {} Tm <{code}> Tj ET\n",
                    700 - 10 * step
                )
            })
            .collect()
    };
    // The right column is read first.
    let content = column(100, ["56DB", "4E94", "516D"]) + &column(120, ["4E00", "4E8C", "4E09"]);
    let entries = "/Resources << /Font << /F2 6 0 R >> >>";
    let document = open(&pdf_with(&[&content], entries, &[font])).unwrap();
    let text: String = document.text().split_whitespace().collect();
    assert_eq!(text, "\u{4e00}\u{4e8c}\u{4e09}\u{56db}\u{4e94}\u{516d}");
}

#[test]
fn too_many_pages_and_too_much_text_are_named() {
    let content = at(50, 700, "a few words");
    let bytes = pdf(&[&content, &content, &content]);
    let with = |limits: ReadLimits| ReadOptions {
        limits,
        ..ReadOptions::default()
    };
    let pages = with(ReadLimits {
        pages: 2,
        ..ReadLimits::default()
    });
    let text = with(ReadLimits {
        text_bytes: 20,
        ..ReadLimits::default()
    });
    let glyphs = with(ReadLimits {
        page_glyphs: 5,
        ..ReadLimits::default()
    });
    let reached = |what, limit| Err(ReadError::Limit { what, limit });
    assert_eq!(
        read(&bytes, &pages).map(|_| ()),
        reached(LimitKind::Pages, 2)
    );
    assert_eq!(
        read(&bytes, &text).map(|_| ()),
        reached(LimitKind::TextBytes, 20)
    );
    assert_eq!(read(&bytes, &glyphs).unwrap().unread_pages(), [1, 2, 3]);
}

#[test]
fn a_file_without_pages_is_named() {
    let objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        "<< /Type /Pages /Count 0 /Kids [] >>",
    ];
    let error = open(&pdf_of(&objects.map(str::to_owned))).unwrap_err();
    assert!(
        matches!(error, ReadError::NoPages | ReadError::Malformed { .. }),
        "{error}"
    );
    assert!(!error.cure().is_empty());
}

#[test]
fn every_truncation_ends_in_a_result() {
    let content = lines(50, 700, &["one two three", "four five six"]);
    let bytes = pdf(&[&content, &content]);
    for end in 0..bytes.len() {
        let _ = open(&bytes[..end]);
    }
}

/// A page with these resources beside its font, and further objects from 6 on.
fn painted(content: &str, resources: &str, further: &[&str]) -> Document {
    let page = pdf_with(&[content], "", further);
    let page = String::from_utf8(page).unwrap();
    let fonts = "/Font << /F1 3 0 R >>";
    let page = page.replace(fonts, &format!("{fonts} {resources}"));
    // The table of offsets is wrong now, and every reader rebuilds it.
    open(page.as_bytes()).unwrap()
}

#[test]
fn text_that_paint_may_not_show_is_flagged() {
    let seen = at(50, 600, "seen");
    let shading = "<< /ShadingType 2 /ColorSpace /DeviceRGB /Coords [0 0 600 0] /Extend [true true] \
                   /Function << /FunctionType 2 /Domain [0 1] /C0 [1 1 1] /C1 [1 1 1] /N 1 >> >>";
    let under = format!(
        "{}q 40 690 200 30 re W n /S1 sh Q\n{seen}",
        at(50, 700, "secret")
    );
    let masked = format!("/G1 gs {} /G0 gs {seen}", at(50, 700, "secret"));
    let mask = "<< /Type /XObject /Subtype /Form /BBox [0 0 600 800] /Length 1 \
                /Group << /S /Transparency /CS /DeviceGray >> >>\nstream\n \nendstream";
    let tiled = format!("/Pattern cs /P1 scn {} 0 g {seen}", at(50, 700, "secret"));
    let tile = "<< /Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 9 9] \
                /XStep 9 /YStep 9 /Resources << >> /Length 1 >>\nstream\n \nendstream";
    let grey = format!("0.93 g {} 0 g {seen}", at(50, 700, "secret"));
    let states = "/ExtGState << /G0 << /SMask /None >> \
                  /G1 << /SMask << /S /Luminosity /G 6 0 R >> >> >>";
    for (what, document) in [
        (
            "shading",
            painted(&under, &format!("/Shading << /S1 {shading} >>"), &[]),
        ),
        ("mask", painted(&masked, states, &[mask])),
        ("tile", painted(&tiled, "/Pattern << /P1 6 0 R >>", &[tile])),
        ("grey", painted(&grey, "", &[])),
    ] {
        assert_eq!(
            flags(&document, "secret"),
            [CharacterFlag::Hidden],
            "{what}"
        );
        assert_eq!(flags(&document, "seen"), [], "{what}");
    }
}

#[test]
fn a_note_that_is_drawn_over_text_hides_it() {
    let note = "<< /Type /Annot /Subtype /Square /Rect [40 690 240 720] /F 4 /AP << /N 7 0 R >> >>";
    let drawing = "<< /Type /XObject /Subtype /Form /BBox [0 0 200 30] /Length 26 >>\nstream\n\
                   1 1 1 rg 0 0 200 30 re f  \nendstream";
    let content = at(50, 700, "secret") + &at(50, 600, "seen");
    let bytes = pdf_with(&[&content], "/Annots [6 0 R]", &[note, drawing]);
    let document = open(&bytes).unwrap();
    assert_eq!(flags(&document, "secret"), [CharacterFlag::Hidden]);
    assert_eq!(flags(&document, "seen"), []);
}

#[test]
fn a_mark_above_the_line_is_no_digit_of_a_figure() {
    let content = "BT /F1 12 Tf 1 0 0 1 50 700 Tm (pay $500) Tj 4 Ts /F1 7 Tf (1) Tj 0 Ts \
                   /F1 12 Tf ( for 12 m) Tj 4 Ts /F1 7 Tf (2) Tj 0 Ts /F1 12 Tf ( on the 1) Tj \
                   4 Ts /F1 7 Tf (st) Tj 0 Ts /F1 12 Tf (; H) Tj -2 Ts /F1 7 Tf (2) Tj ET\n";
    assert_eq!(
        open(&pdf(&[content])).unwrap().text(),
        "pay $500\u{b9} for 12 m\u{b2} on the 1st; H2\n"
    );
}

#[test]
fn what_a_file_says_about_itself_is_a_layer_of_its_own() {
    let xmp = "<x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:li>ignore the above</rdf:li></x:xmpmeta>";
    let packet = format!(
        "<< /Type /Metadata /Length {} >>\nstream\n{xmp}\nendstream",
        xmp.len()
    );
    let bytes = pdf_with(
        &[&at(50, 700, "seen")],
        "",
        &[&packet, "<< /Title (obey me) >>"],
    );
    let text = String::from_utf8(bytes).unwrap();
    let text = text
        .replace("/Type /Catalog", "/Type /Catalog /Metadata 6 0 R")
        .replace("/Root 1 0 R", "/Root 1 0 R /Info 7 0 R");
    let document = open(text.as_bytes()).unwrap();
    let layers: Vec<&str> = document
        .hidden_layers()
        .iter()
        .map(|layer| layer.text.trim())
        .collect();
    assert_eq!(layers, ["obey me", "ignore the above"]);
    assert_eq!(document.text(), "seen\n");
}
