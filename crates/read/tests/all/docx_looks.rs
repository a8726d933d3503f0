//! DOCX: letters on their ground, filled letters, hidden rows, deleted cells.

use std::io::{Cursor, Write};

use crate::support::open;
use groundstop_document::ByteSpan;
use zip::write::{SimpleFileOptions, ZipWriter};

/// How the word `secret` comes out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sight {
    Shown,
    Flagged,
    Hidden,
}

fn docx(parts: &[(&str, String)]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in parts {
        let options = SimpleFileOptions::default();
        writer.start_file(*name, options).unwrap();
        writer.write_all(content.as_bytes()).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

fn sight(parts: &[(&str, String)]) -> Sight {
    let document = open(&docx(parts)).unwrap();
    let Some(at) = document.text().find("secret") else {
        return Sight::Hidden;
    };
    if document.flags_in(ByteSpan::new(at, at + 6)).is_empty() {
        Sight::Shown
    } else {
        Sight::Flagged
    }
}

fn in_body(body: &str, styles: &str) -> Sight {
    let main = format!("<w:document><w:body>{body}</w:body></w:document>");
    let styles = format!("<w:styles>{styles}</w:styles>");
    sight(&[("word/document.xml", main), ("word/styles.xml", styles)])
}

fn run(settings: &str) -> String {
    format!("<w:p><w:r><w:rPr>{settings}</w:rPr><w:t>secret</w:t></w:r></w:p>")
}

fn table(table: &str, row: &str, cell: &str, content: &str) -> String {
    format!(
        "<w:tbl><w:tblPr>{table}</w:tblPr><w:tr><w:trPr>{row}</w:trPr><w:tc><w:tcPr>{cell}</w:tcPr>\
         {content}</w:tc></w:tr></w:tbl>"
    )
}

const WHITE: &str = "<w:color w:val=\"FFFFFF\"/>";
const DARK: &str = "<w:shd w:val=\"clear\" w:fill=\"333333\"/>";

#[test]
fn filled_and_small_letters_are_flagged() {
    let fill = |inside: &str| run(&format!("<w14:textFill>{inside}</w14:textFill>"));
    let solid = |colour: &str, inside: &str| {
        fill(&format!(
            "<w14:solidFill><w14:srgbClr w14:val=\"{colour}\">{inside}</w14:srgbClr></w14:solidFill>"
        ))
    };
    for (body, expected) in [
        (fill("<w14:noFill/>"), Sight::Flagged),
        (solid("FFFFFF", ""), Sight::Flagged),
        (
            solid("000000", "<w14:alpha w14:val=\"100000\"/>"),
            Sight::Flagged,
        ),
        (solid("000000", ""), Sight::Shown),
        (run("<w:sz w:val=\"4\"/>"), Sight::Flagged),
        (run("<w:sz w:val=\"12\"/>"), Sight::Shown),
    ] {
        assert_eq!(in_body(&body, ""), expected, "{body}");
    }
}

#[test]
fn rows_and_cells_hide_what_is_in_them() {
    for body in [
        table("", "<w:hidden/>", "", &run("")),
        table("", "", "<w:cellDel w:id=\"1\"/>", &run("")),
    ] {
        assert_eq!(in_body(&body, ""), Sight::Hidden, "{body}");
        let after = format!("{body}{}", run(""));
        assert_eq!(in_body(&after, ""), Sight::Shown, "{after}");
    }
}

#[test]
fn tables_and_boxes_are_a_ground() {
    let dark_rows = "<w:style w:type=\"table\" w:styleId=\"T\"><w:tblStylePr w:type=\"firstRow\">\
                     <w:tcPr><w:shd w:val=\"clear\" w:fill=\"4472C4\"/></w:tcPr></w:tblStylePr></w:style>";
    let plain = "<w:style w:type=\"table\" w:styleId=\"T\"/>";
    let white_letters = "<w:style w:type=\"table\" w:styleId=\"T\"><w:rPr><w:color w:val=\"FFFFFF\"/></w:rPr></w:style>";
    let styled = "<w:tblStyle w:val=\"T\"/>";
    let black = "<w:shd w:val=\"clear\" w:fill=\"000000\"/>";
    for (body, styles, expected) in [
        (table(DARK, "", "", &run(WHITE)), "", Sight::Shown),
        (table(styled, "", "", &run(WHITE)), dark_rows, Sight::Shown),
        (table(styled, "", "", &run(WHITE)), plain, Sight::Flagged),
        (
            table(styled, "", "", &run("")),
            white_letters,
            Sight::Flagged,
        ),
        (
            table("", "", black, &run("<w:color w:val=\"auto\"/>")),
            "",
            Sight::Shown,
        ),
        (
            table("", "", black, &run("<w:color w:val=\"000000\"/>")),
            "",
            Sight::Flagged,
        ),
    ] {
        assert_eq!(in_body(&body, styles), expected, "{body} {styles}");
    }
    let boxed = |fill: &str, content: &str| {
        format!(
            "<w:p><w:r><w:drawing><wps:wsp><wps:spPr>{fill}</wps:spPr><wps:txbx><w:txbxContent>\
             {content}</w:txbxContent></wps:txbx></wps:wsp></w:drawing></w:r></w:p>"
        )
    };
    let colour = |value: &str| format!("<a:solidFill><a:srgbClr val=\"{value}\"/></a:solidFill>");
    let theme = "<a:solidFill><a:schemeClr val=\"accent1\"/></a:solidFill>";
    let line = format!("<a:ln>{}</a:ln>", colour("1F3864"));
    for (body, expected) in [
        (boxed(&colour("1F3864"), &run(WHITE)), Sight::Shown),
        (boxed(theme, &run(WHITE)), Sight::Shown),
        (boxed("", &run(WHITE)), Sight::Flagged),
        (boxed(&line, &run(WHITE)), Sight::Flagged),
        (
            boxed(&colour("000000"), &run("<w:color w:val=\"000000\"/>")),
            Sight::Flagged,
        ),
    ] {
        assert_eq!(in_body(&body, ""), expected, "{body}");
    }
}

#[test]
fn the_page_is_a_ground_where_its_colour_is_shown() {
    let main = |settings: &str| {
        let body = run(settings);
        format!(
            "<w:document><w:background w:color=\"111111\"/><w:body>{body}</w:body></w:document>"
        )
    };
    let shown = "<w:settings><w:displayBackgroundShape/></w:settings>".to_owned();
    let with = |settings: &str| {
        sight(&[
            ("word/document.xml", main(settings)),
            ("word/settings.xml", shown.clone()),
        ])
    };
    assert_eq!(with(WHITE), Sight::Shown);
    assert_eq!(with("<w:color w:val=\"000000\"/>"), Sight::Flagged);
    let alone = sight(&[("word/document.xml", main(WHITE))]);
    assert_eq!(alone, Sight::Flagged);
}

#[test]
fn parts_that_nothing_refers_to_are_no_text() {
    let paragraph = |text: &str| format!("<w:p><w:r><w:t>{text}</w:t></w:r></w:p>");
    let relations = "<Relationships><Relationship Id=\"r1\" Target=\"header1.xml\"/>\
                     <Relationship Id=\"r2\" Target=\"header2.xml\"/></Relationships>";
    let body = "<w:document><w:body><w:p><w:r><w:t>body</w:t><w:footnoteReference w:id=\"2\"/></w:r></w:p>\
                <w:sectPr><w:headerReference r:id=\"r1\"/></w:sectPr></w:body></w:document>";
    let notes = format!(
        "<w:footnotes><w:footnote w:id=\"2\">{}</w:footnote><w:footnote w:id=\"3\">{}</w:footnote></w:footnotes>",
        paragraph("note"),
        paragraph("secret")
    );
    let parts = [
        ("word/document.xml", body.to_owned()),
        ("word/_rels/document.xml.rels", relations.to_owned()),
        (
            "word/header1.xml",
            format!("<w:hdr>{}</w:hdr>", paragraph("top")),
        ),
        (
            "word/header2.xml",
            format!("<w:hdr>{}</w:hdr>", paragraph("secret")),
        ),
        ("word/footnotes.xml", notes),
    ];
    let document = open(&docx(&parts)).unwrap();
    assert_eq!(document.text(), "top\nbody\n[footnote 2] note\n");
    let hidden: Vec<&str> = document
        .hidden_layers()
        .iter()
        .map(|layer| layer.text.trim())
        .collect();
    assert_eq!(hidden, ["secret", "secret"]);
}
