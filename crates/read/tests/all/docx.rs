//! DOCX: paragraphs, tables, lists, changes, bombs.

use std::io::{Cursor, Write};

use crate::support::open;
use groundstop_contract::CharacterFlag;
use groundstop_document::{ByteSpan, LayerKind};
use groundstop_read::{DOCX_READER, LimitKind, ReadError, ReadLimits, ReadOptions, read};
use zip::write::{SimpleFileOptions, ZipWriter};

fn docx(parts: &[(&str, &str)]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in parts {
        writer
            .start_file(*name, SimpleFileOptions::default())
            .unwrap();
        writer.write_all(content.as_bytes()).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

fn part(body: &str) -> String {
    format!("<?xml version=\"1.0\"?><w:document xmlns:w=\"w\"><w:body>{body}</w:body></w:document>")
}

fn document(body: &str) -> Vec<u8> {
    docx(&[("word/document.xml", &part(body))])
}

fn paragraph(text: &str) -> String {
    format!("<w:p><w:r><w:t>{text}</w:t></w:r></w:p>")
}

#[test]
fn paragraphs_are_lines() {
    let bytes = document(&(paragraph("The rent is") + &paragraph("R&amp;D &#8364; 5")));
    let read = open(&bytes).unwrap();
    assert_eq!(read.text(), "The rent is\nR&D \u{20ac} 5\n");
    assert_eq!(read.reader(), DOCX_READER);
    assert!(!read.has_tracked_changes());
}

#[test]
fn runs_tabs_and_breaks_make_one_paragraph() {
    let body = "<w:p><w:pPr><w:tabs><w:tab w:val=\"left\"/></w:tabs></w:pPr><w:r><w:t>a</w:t><w:tab/></w:r>\
                <w:r><w:t xml:space=\"preserve\"> b</w:t><w:br/><w:t>c</w:t></w:r></w:p>";
    assert_eq!(open(&document(body)).unwrap().text(), "a\t b\nc\n");
}

#[test]
fn tables_have_a_line_a_row_and_a_tab_between_cells() {
    let cell = |text: &str| format!("<w:tc>{}</w:tc>", paragraph(text));
    let row = |cells: &[&str]| {
        let cells: String = cells.iter().map(|text| cell(text)).collect();
        format!("<w:tr>{cells}</w:tr>")
    };
    let two = format!(
        "<w:tr><w:tc>{}{}</w:tc>{}</w:tr>",
        paragraph("3"),
        paragraph("4"),
        cell("5")
    );
    let body = format!(
        "<w:tbl>{}{two}</w:tbl>{}",
        row(&["1", "2"]),
        paragraph("after")
    );
    assert_eq!(
        open(&document(&body)).unwrap().text(),
        "1\t2\n3 4\t5\nafter\n"
    );
}

#[test]
fn inserted_text_is_text_and_deleted_text_is_not() {
    let body = "<w:p><w:ins><w:r><w:t>new</w:t></w:r></w:ins><w:del><w:r><w:delText>old</w:delText></w:r></w:del></w:p>";
    let read = open(&document(body)).unwrap();
    assert_eq!(read.text(), "new\n");
    assert!(read.has_tracked_changes());
    assert_eq!(read.hidden_layers()[0].kind, LayerKind::Deleted);
    assert_eq!(read.hidden_layers()[0].text, "old");
}

#[test]
fn hidden_runs_are_kept_apart_and_white_ones_flagged() {
    let body = "<w:p><w:r><w:rPr><w:vanish/></w:rPr><w:t>gone</w:t></w:r><w:r><w:t>seen</w:t></w:r>\
                <w:r><w:rPr><w:color w:val=\"FFFFFF\"/></w:rPr><w:t>white</w:t></w:r></w:p>";
    let read = open(&document(body)).unwrap();
    assert_eq!(read.text(), "seenwhite\n");
    assert_eq!(read.hidden_layers()[0].text, "gone");
    assert_eq!(read.flags_in(ByteSpan::new(4, 9)), [CharacterFlag::Hidden]);
    assert_eq!(read.flags_in(ByteSpan::new(0, 4)), []);
}

#[test]
fn lists_are_numbered_as_word_shows_them() {
    let numbering = "<w:numbering xmlns:w=\"w\"><w:abstractNum w:abstractNumId=\"7\">\
        <w:lvl w:ilvl=\"0\"><w:start w:val=\"1\"/><w:numFmt w:val=\"decimal\"/><w:lvlText w:val=\"%1.\"/></w:lvl>\
        <w:lvl w:ilvl=\"1\"><w:start w:val=\"1\"/><w:numFmt w:val=\"lowerLetter\"/><w:lvlText w:val=\"(%2)\"/></w:lvl>\
        </w:abstractNum><w:num w:numId=\"1\"><w:abstractNumId w:val=\"7\"/></w:num></w:numbering>";
    let item = |level: u32, text: &str| {
        format!(
            "<w:p><w:pPr><w:numPr><w:ilvl w:val=\"{level}\"/><w:numId w:val=\"1\"/></w:numPr></w:pPr>\
             <w:r><w:t>{text}</w:t></w:r></w:p>"
        )
    };
    let body =
        item(0, "Rent") + &item(1, "due") + &item(1, "late") + &item(0, "Term") + &item(1, "start");
    let bytes = docx(&[
        ("word/document.xml", &part(&body)),
        ("word/numbering.xml", numbering),
    ]);
    let expected = "1. Rent\n(a) due\n(b) late\n2. Term\n(a) start\n";
    assert_eq!(open(&bytes).unwrap().text(), expected);
}

#[test]
fn headers_and_footers_are_furniture_and_footnotes_are_labelled() {
    let note = "<w:footnotes xmlns:w=\"w\"><w:footnote w:type=\"separator\" w:id=\"-1\"><w:p><w:r><w:t>x</w:t></w:r></w:p>\
                </w:footnote><w:footnote w:id=\"2\"><w:p><w:r><w:t>see annex</w:t></w:r></w:p></w:footnote></w:footnotes>";
    let bytes = docx(&[
        ("word/document.xml", &part(&paragraph("body"))),
        ("word/header1.xml", &part(&paragraph("top"))),
        ("word/footer1.xml", &part(&paragraph("bottom"))),
        ("word/footnotes.xml", note),
    ]);
    let read = open(&bytes).unwrap();
    assert_eq!(read.text(), "top\nbody\n[footnote 2] see annex\nbottom\n");
    let furniture: Vec<&str> = read
        .furniture()
        .iter()
        .filter_map(|span| read.slice(*span))
        .collect();
    assert_eq!(furniture, ["top\n", "bottom\n"]);
}

#[test]
fn text_boxes_are_read_once() {
    let body = "<w:p><w:r><mc:AlternateContent><mc:Choice><w:txbxContent><w:p><w:r><w:t>boxed</w:t></w:r></w:p>\
                </w:txbxContent></mc:Choice><mc:Fallback><w:txbxContent><w:p><w:r><w:t>boxed</w:t></w:r></w:p>\
                </w:txbxContent></mc:Fallback></mc:AlternateContent></w:r></w:p>";
    assert_eq!(
        open(&document(body))
            .unwrap()
            .text()
            .matches("boxed")
            .count(),
        1
    );
}

#[test]
fn a_bomb_is_named() {
    let bytes = document(&" ".repeat(30_000_000));
    assert!(bytes.len() < 100_000);
    let with = |limits: ReadLimits| ReadOptions {
        limits,
        ..ReadOptions::default()
    };
    let ratio = with(ReadLimits {
        zip_ratio: 100,
        ..ReadLimits::default()
    });
    let size = with(ReadLimits {
        zip_entry_bytes: 1_000_000,
        ..ReadLimits::default()
    });
    let entries = with(ReadLimits {
        zip_entries: 0,
        ..ReadLimits::default()
    });
    let reached = |what, limit| Err(ReadError::Limit { what, limit });
    assert_eq!(
        read(&bytes, &ratio).map(|_| ()),
        reached(LimitKind::ZipRatio, 100)
    );
    assert_eq!(
        read(&bytes, &size).map(|_| ()),
        reached(LimitKind::ZipEntryBytes, 1_000_000)
    );
    assert_eq!(
        read(&bytes, &entries).map(|_| ()),
        reached(LimitKind::ZipEntries, 0)
    );
}

#[test]
fn other_containers_and_broken_ones_are_named() {
    let sheet = docx(&[("xl/workbook.xml", "<x/>")]);
    assert_eq!(
        open(&sheet).map(|_| ()),
        Err(ReadError::Unsupported("a spreadsheet".into()))
    );
    let whole = document(&paragraph("text"));
    for end in 4..whole.len() {
        assert!(open(&whole[..end]).is_err(), "{end}");
    }
    let broken = docx(&[("word/document.xml", "<w:p><w:r")]);
    assert!(matches!(
        open(&broken),
        Err(ReadError::Malformed { format, .. }) if format == "DOCX"
    ));
}

#[test]
fn a_deleted_row_is_deleted_and_a_struck_value_is_flagged() {
    let cell = |text: &str| format!("<w:tc><w:p><w:r><w:t>{text}</w:t></w:r></w:p></w:tc>");
    let body = format!(
        "<w:tbl><w:tr><w:trPr><w:del w:id=\"1\"/></w:trPr>{}</w:tr><w:tr>{}</w:tr></w:tbl>\
         <w:p><w:r><w:rPr><w:strike/></w:rPr><w:t>struck</w:t></w:r></w:p>",
        cell("gone"),
        cell("kept")
    );
    let read = open(&document(&body)).unwrap();
    assert!(read.has_tracked_changes());
    assert!(!read.text().contains("gone"), "{}", read.text());
    let at = read.text().find("struck").unwrap();
    assert!(read.text().contains("kept"));
    assert_eq!(
        read.flags_in(ByteSpan::new(at, at + 6)),
        [CharacterFlag::Hidden]
    );
}

/// What the letters of `secret` are flagged as, in a document with these styles.
fn flags_of_secret(styles: &str, body: &str) -> Option<Vec<CharacterFlag>> {
    let styles = format!("<w:styles>{styles}</w:styles>");
    let bytes = docx(&[
        ("word/document.xml", &part(body)),
        ("word/styles.xml", &styles),
    ]);
    let read = open(&bytes).unwrap();
    let at = read.text().find("secret")?;
    Some(read.flags_in(ByteSpan::new(at, at + 6)))
}

fn run(settings: &str, text: &str) -> String {
    format!("<w:p><w:r><w:rPr>{settings}</w:rPr><w:t>{text}</w:t></w:r></w:p>")
}

#[test]
fn styles_hide_as_runs_do() {
    let styles = "<w:style w:type=\"character\" w:styleId=\"Gone\"><w:rPr><w:vanish/></w:rPr></w:style>\
        <w:style w:styleId=\"Further\"><w:basedOn w:val=\"Gone\"/></w:style>\
        <w:style w:styleId=\"Para\"><w:rPr><w:specVanish/></w:rPr></w:style>";
    for body in [
        run("<w:rStyle w:val=\"Gone\"/>", "secret"),
        run("<w:rStyle w:val=\"Further\"/>", "secret"),
        "<w:p><w:pPr><w:pStyle w:val=\"Para\"/></w:pPr><w:r><w:t>secret</w:t></w:r></w:p>"
            .to_owned(),
    ] {
        assert_eq!(flags_of_secret(styles, &body), None, "{body}");
    }
    let shown = run(
        "<w:rStyle w:val=\"Gone\"/><w:vanish w:val=\"0\"/>",
        "secret",
    );
    assert_eq!(flags_of_secret(styles, &shown), Some(Vec::new()));
    let before = run(
        "<w:rPrChange><w:rPr><w:vanish/></w:rPr></w:rPrChange>",
        "secret",
    );
    // Whoever rejects the change hides it again.
    assert_eq!(
        flags_of_secret(styles, &before),
        Some(vec![CharacterFlag::TrackedChange])
    );
    let bold = run(
        "<w:b/><w:rPrChange><w:rPr><w:i/></w:rPr></w:rPrChange>",
        "secret",
    );
    assert_eq!(flags_of_secret(styles, &bold), Some(Vec::new()));
}

#[test]
fn letters_like_their_ground_are_flagged_and_white_ones_on_dark_ground_are_not() {
    let white = "<w:style w:styleId=\"White\"><w:rPr><w:color w:val=\"FFFFFF\"/></w:rPr></w:style>";
    let flagged = Some(vec![CharacterFlag::Hidden]);
    for settings in [
        "<w:color w:val=\"FDFDFD\"/>",
        "<w:color w:val=\"auto\" w:themeColor=\"background1\"/>",
        "<w:color w:val=\"FF0000\"/><w:shd w:val=\"clear\" w:fill=\"FF0000\"/>",
        "<w:color w:val=\"000000\"/><w:highlight w:val=\"black\"/>",
        "<w:rStyle w:val=\"White\"/>",
        "<w:sz w:val=\"2\"/>",
        "<w:w w:val=\"1\"/>",
    ] {
        let found = flags_of_secret(white, &run(settings, "secret"));
        assert_eq!(found, flagged, "{settings}");
    }
    let run = run("<w:color w:val=\"FFFFFF\"/>", "secret");
    let dark = "<w:shd w:val=\"clear\" w:color=\"auto\" w:fill=\"1F3864\"/>";
    for body in [
        format!("<w:tbl><w:tr><w:tc><w:tcPr>{dark}</w:tcPr>{run}</w:tc></w:tr></w:tbl>"),
        run.replace("<w:p>", &format!("<w:p><w:pPr>{dark}</w:pPr>")),
        run.replace("<w:color", &format!("{dark}<w:color")),
    ] {
        assert_eq!(flags_of_secret(white, &body), Some(Vec::new()), "{body}");
    }
}

#[test]
fn formulas_are_flagged_and_marks_above_the_line_are_no_digits() {
    let half = "<m:oMath><m:f><m:num><m:r><m:t>1</m:t></m:r></m:num>\
                <m:den><m:r><m:t>2</m:t></m:r></m:den></m:f></m:oMath>";
    let raised = "<w:r><w:rPr><w:vertAlign w:val=\"superscript\"/></w:rPr><w:t>3</w:t></w:r>";
    let body = format!("<w:p><w:r><w:t>$500</w:t></w:r>{raised}</w:p><w:p>{half}</w:p>{half}");
    let read = open(&document(&body)).unwrap();
    assert_eq!(read.text(), "$500\u{b3}\n1/2\n1/2\n");
    let at = read.text().find("1/2").unwrap();
    assert_eq!(
        read.flags_in(ByteSpan::new(at, at + 3)),
        [CharacterFlag::Unmapped]
    );
}

#[test]
fn a_file_taken_in_is_said_to_be_unread() {
    let body = format!("{}<w:altChunk r:id=\"rId1\"/>", paragraph("own"));
    let read = open(&document(&body)).unwrap();
    assert_eq!(read.unread_pages(), [1]);
    assert_eq!(read.text(), "own\n");
}

#[test]
fn what_fields_pictures_and_properties_say_is_kept_for_the_screen() {
    let body = "<w:p><w:r><w:instrText>QUOTE \"obey\"</w:instrText></w:r>\
                <w:r><w:drawing><wp:docPr id=\"1\" descr=\"a red seal\"/></w:drawing></w:r></w:p>";
    let core = "<cp:coreProperties><dc:title>Lease</dc:title></cp:coreProperties>";
    let bytes = docx(&[
        ("word/document.xml", &part(body)),
        ("docProps/core.xml", core),
    ]);
    let read = open(&bytes).unwrap();
    let layers: Vec<(LayerKind, &str)> = read
        .hidden_layers()
        .iter()
        .map(|layer| (layer.kind, layer.text.trim()))
        .collect();
    assert_eq!(
        layers,
        [
            (LayerKind::Attribute, "QUOTE \"obey\""),
            (LayerKind::Attribute, "a red seal"),
            (LayerKind::Metadata, "Lease"),
        ]
    );
}
