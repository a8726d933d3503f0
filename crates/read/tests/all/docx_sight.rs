//! DOCX: each way to keep words from sight, beside the same file with the words shown.

use std::io::{Cursor, Write};

use crate::support::open;
use groundstop_contract::CharacterFlag;
use groundstop_document::ByteSpan;
use zip::write::{SimpleFileOptions, ZipWriter};

const NAMESPACES: &str = "xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\" \
    xmlns:wps=\"http://schemas.microsoft.com/office/word/2010/wordprocessingShape\" \
    xmlns:mc=\"http://schemas.openxmlformats.org/markup-compatibility/2006\" \
    xmlns:zz=\"http://example.com/unknown\"";

fn docx(parts: &[(&str, String)]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in parts {
        writer
            .start_file(*name, SimpleFileOptions::default())
            .unwrap();
        writer.write_all(content.as_bytes()).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

/// What the word `secret` is flagged as; nothing where it is no text of the document.
fn flags(parts: &[(&str, String)]) -> Option<Vec<CharacterFlag>> {
    let document = open(&docx(parts)).unwrap();
    assert!(document.text().contains("before"), "{}", document.text());
    let at = document.text().find("secret")?;
    Some(document.flags_in(ByteSpan::new(at, at + 6)))
}

fn main_part(body: &str) -> String {
    format!(
        "<w:document {NAMESPACES}><w:body><w:p><w:r><w:t>before</w:t></w:r></w:p>{body}</w:body></w:document>"
    )
}

fn in_body(body: &str) -> Option<Vec<CharacterFlag>> {
    flags(&[("word/document.xml", main_part(body))])
}

fn with_styles(body: &str, styles: &str) -> Option<Vec<CharacterFlag>> {
    let styles = format!("<w:styles {NAMESPACES}>{styles}</w:styles>");
    flags(&[
        ("word/document.xml", main_part(body)),
        ("word/styles.xml", styles),
    ])
}

fn paragraph(settings: &str, run: &str) -> String {
    format!("<w:p><w:pPr>{settings}</w:pPr><w:r><w:rPr>{run}</w:rPr><w:t>secret</w:t></w:r></w:p>")
}

fn plain() -> String {
    paragraph("", "")
}

fn table(table: &str, row: &str, cell: &str) -> String {
    format!(
        "<w:tbl><w:tblPr>{table}</w:tblPr><w:tr><w:trPr>{row}</w:trPr><w:tc><w:tcPr>{cell}</w:tcPr>{}\
         </w:tc></w:tr></w:tbl>",
        plain()
    )
}

/// A text box of today: what its anchor, its shape and its text area say.
fn boxed(anchor: &str, settings: &str, style: &str, text: &str) -> String {
    format!(
        "<w:p><w:r><w:drawing><wp:anchor>{anchor}<a:graphic><a:graphicData><wps:wsp>\
         <wps:spPr>{settings}</wps:spPr><wps:style>{style}</wps:style><wps:txbx><w:txbxContent>{}\
         </w:txbxContent></wps:txbx>{text}</wps:wsp></a:graphicData></a:graphic></wp:anchor></w:drawing></w:r></w:p>",
        plain()
    )
}

fn old_box(shape: &str, textbox: &str) -> String {
    format!(
        "<w:p><w:r><w:pict><v:shape {shape}><v:textbox {textbox}><w:txbxContent>{}</w:txbxContent>\
         </v:textbox></v:shape></w:pict></w:r></w:p>",
        plain()
    )
}

/// Every first file hides the word, every second one shows it.
fn check(look: impl Fn(&str) -> Option<Vec<CharacterFlag>>, pairs: &[(String, String)]) {
    for (hidden, shown) in pairs {
        let found = look(hidden);
        assert!(
            found.is_none() || found == Some(vec![CharacterFlag::Hidden]),
            "{found:?} {hidden}"
        );
        assert_eq!(look(shown), Some(Vec::new()), "{shown}");
    }
}

#[test]
fn lines_indents_and_letters_that_leave_nothing_to_read_are_flagged() {
    let both = |hides: &str, shows: &str| (paragraph(hides, ""), paragraph(shows, ""));
    let runs = |hides: &str, shows: &str| (paragraph("", hides), paragraph("", shows));
    check(
        in_body,
        &[
            both(
                "<w:spacing w:line=\"1\" w:lineRule=\"exact\"/>",
                "<w:spacing w:line=\"240\" w:lineRule=\"exact\"/>",
            ),
            both(
                "<w:spacing w:line=\"20\" w:lineRule=\"auto\"/>",
                "<w:spacing w:before=\"0\" w:line=\"276\" w:lineRule=\"auto\"/>",
            ),
            both("<w:ind w:left=\"-20000\"/>", "<w:ind w:left=\"720\"/>"),
            both(
                "<w:ind w:firstLine=\"30000\"/>",
                "<w:ind w:hanging=\"360\"/>",
            ),
            both(
                "<w:framePr w:w=\"1\" w:h=\"1\" w:hRule=\"exact\"/>",
                "<w:framePr w:w=\"4000\" w:h=\"600\" w:x=\"1440\"/>",
            ),
            runs("<w:spacing w:val=\"-200\"/>", "<w:spacing w:val=\"-10\"/>"),
            runs("<w:sz w:val=\"5\"/>", "<w:sz w:val=\"6\"/>"),
            runs("<w:w w:val=\"10\"/>", "<w:w w:val=\"90\"/>"),
            runs("<w:fitText w:val=\"10\"/>", "<w:fitText w:val=\"900\"/>"),
            runs("<w:color w:val=\"EEEEEE\"/>", "<w:color w:val=\"999999\"/>"),
            runs(
                "<w:shd w:val=\"pct95\" w:color=\"000000\"/><w:color w:val=\"000000\"/>",
                "<w:shd w:val=\"pct10\" w:color=\"000000\"/><w:color w:val=\"000000\"/>",
            ),
            runs(
                "<w:highlight w:val=\"black\"/>",
                "<w:highlight w:val=\"yellow\"/>",
            ),
        ],
    );
    let signs = in_body(&paragraph("", "<w:rFonts w:ascii=\"Wingdings\"/>"));
    assert_eq!(signs, Some(vec![CharacterFlag::Unmapped]));
    let letters = in_body(&paragraph("", "<w:rFonts w:ascii=\"Arial\"/>"));
    assert_eq!(letters, Some(Vec::new()));
}

#[test]
fn rows_and_cells_without_room_are_flagged() {
    let both = |hides: String, shows: String| (hides, shows);
    let fixed = "<w:tblLayout w:type=\"fixed\"/>";
    check(
        in_body,
        &[
            both(
                table("", "<w:trHeight w:val=\"1\" w:hRule=\"exact\"/>", ""),
                table("", "<w:trHeight w:val=\"1\"/>", ""),
            ),
            both(
                table("", "<w:trHeight w:val=\"100\" w:hRule=\"exact\"/>", ""),
                table("", "<w:trHeight w:val=\"300\" w:hRule=\"exact\"/>", ""),
            ),
            both(
                table("", "", "<w:vMerge/>"),
                table("", "", "<w:vMerge w:val=\"restart\"/>"),
            ),
            both(
                table(fixed, "", "<w:tcW w:w=\"5\" w:type=\"dxa\"/>"),
                table(fixed, "", "<w:tcW w:w=\"2400\" w:type=\"dxa\"/>"),
            ),
            both(
                table(fixed, "", "<w:tcMar><w:left w:w=\"20000\"/></w:tcMar>"),
                table(fixed, "", "<w:tcMar><w:left w:w=\"108\"/></w:tcMar>"),
            ),
            both(
                table(fixed, "", "").replace(
                    "<w:tr>",
                    "<w:tblGrid><w:gridCol w:w=\"1\"/></w:tblGrid><w:tr>",
                ),
                table(fixed, "", "").replace(
                    "<w:tr>",
                    "<w:tblGrid><w:gridCol w:w=\"999\"/></w:tblGrid><w:tr>",
                ),
            ),
            both(
                table("<w:tblInd w:w=\"-20000\" w:type=\"dxa\"/>", "", ""),
                table("<w:tblInd w:w=\"120\" w:type=\"dxa\"/>", "", ""),
            ),
            both(
                table("<w:tblpPr w:tblpX=\"-20000\"/>", "", ""),
                table("<w:tblpPr w:tblpX=\"100\"/>", "", ""),
            ),
        ],
    );
}

#[test]
fn parts_of_a_table_style_hide_the_rows_they_are_about() {
    let style = |part: &str, settings: &str| {
        format!(
            "<w:style w:type=\"table\" w:styleId=\"T\"><w:tblStylePr w:type=\"{part}\">{settings}\
             </w:tblStylePr></w:style>"
        )
    };
    let look = |look: &str| {
        table(
            &format!("<w:tblStyle w:val=\"T\"/><w:tblLook {look}/>"),
            "",
            "",
        )
    };
    let vanish = "<w:rPr><w:vanish/></w:rPr>";
    let white = "<w:rPr><w:color w:val=\"FFFFFF\"/></w:rPr>";
    let dark = format!("{white}<w:tcPr><w:shd w:val=\"clear\" w:fill=\"1F3864\"/></w:tcPr>");
    let on = look("w:firstRow=\"1\" w:val=\"0020\"");
    let off = look("w:firstRow=\"0\" w:lastRow=\"0\" w:noHBand=\"1\"");
    for (settings, part) in [
        (vanish, "firstRow"),
        (white, "firstRow"),
        ("<w:rPr><w:sz w:val=\"2\"/></w:rPr>", "firstRow"),
        (
            "<w:pPr><w:spacing w:line=\"1\" w:lineRule=\"exact\"/></w:pPr>",
            "firstRow",
        ),
        (vanish, "band1Horz"),
    ] {
        let flagged = with_styles(&on, &style(part, settings));
        assert_eq!(
            flagged,
            Some(vec![CharacterFlag::Hidden]),
            "{part} {settings}"
        );
        assert_eq!(with_styles(&off, &style(part, settings)), Some(Vec::new()));
    }
    assert_eq!(
        with_styles(&on, &style("firstRow", &dark)),
        Some(Vec::new())
    );
    assert_eq!(
        with_styles(&on, &style("firstRow", "<w:rPr><w:b/></w:rPr>")),
        Some(Vec::new())
    );
    let default = |settings: &str| {
        format!("<w:style w:type=\"table\" w:default=\"1\" w:styleId=\"D\">{settings}</w:style>")
    };
    assert_eq!(with_styles(&table("", "", ""), &default(vanish)), None);
    assert_eq!(
        with_styles(&table("", "", ""), &default("")),
        Some(Vec::new())
    );
    // A first row says nothing about a second one.
    let second = on.replacen("<w:tr>", "<w:tr><w:tc><w:p/></w:tc></w:tr><w:tr>", 1);
    assert_eq!(
        with_styles(&second, &style("firstRow", vanish)),
        Some(Vec::new())
    );
}

#[test]
fn text_boxes_nobody_sees_are_flagged() {
    let extent = "<wp:extent cx=\"1000000\" cy=\"500000\"/>";
    let at = |from: &str, by: &str| {
        format!(
            "<wp:positionH relativeFrom=\"{from}\"><wp:posOffset>{by}</wp:posOffset></wp:positionH>{extent}"
        )
    };
    let anchored = |anchor: &str| boxed(anchor, "", "", "");
    let filled = |fill: &str, style: &str| boxed(extent, fill, style, "");
    let solid = |colour: &str| format!("<a:solidFill>{colour}</a:solidFill>");
    let white = "<a:fontRef idx=\"minor\"><a:schemeClr val=\"lt1\"/></a:fontRef>";
    let black = solid("<a:srgbClr val=\"000000\"/>");
    check(
        in_body,
        &[
            (
                anchored(&at("page", "-90000000")),
                anchored(&at("page", "900000")),
            ),
            (
                anchored(&at("column", "30000000")),
                anchored(&at("column", "-900000")),
            ),
            (anchored("<wp:extent cx=\"0\" cy=\"0\"/>"), anchored(extent)),
            (
                anchored(&format!("{extent}<wp:docPr id=\"1\" hidden=\"1\"/>")),
                anchored(&format!("{extent}<wp:docPr id=\"1\" name=\"Box\"/>")),
            ),
            (filled(&black, ""), filled(&black, white)),
            (
                filled(&solid("<a:schemeClr val=\"tx1\"/>"), ""),
                filled(&solid("<a:schemeClr val=\"accent1\"/>"), white),
            ),
            (
                filled("<a:xfrm><a:ext cx=\"10\" cy=\"10\"/></a:xfrm>", ""),
                filled("<a:xfrm><a:ext cx=\"900000\" cy=\"400000\"/></a:xfrm>", ""),
            ),
            (
                old_box("style=\"visibility:hidden;width:100pt;height:20pt\"", ""),
                old_box("style=\"visibility:visible;width:100pt;height:20pt\"", ""),
            ),
            (
                old_box(
                    "style=\"position:absolute;margin-left:-5000pt;width:100pt\"",
                    "",
                ),
                old_box(
                    "style=\"position:absolute;margin-left:50pt;width:100pt\"",
                    "",
                ),
            ),
            (
                old_box("style=\"width:0;height:0\"", ""),
                old_box("style=\"width:2in;height:1in\"", ""),
            ),
            (
                old_box("fillcolor=\"black [3213]\"", ""),
                old_box("fillcolor=\"#ffc\"", ""),
            ),
        ],
    );
}

#[test]
fn wrappers_that_show_something_else_are_flagged() {
    let control = |settings: &str| {
        format!(
            "<w:sdt><w:sdtPr>{settings}</w:sdtPr><w:sdtContent>{}</w:sdtContent></w:sdt>",
            plain()
        )
    };
    let choice = |requires: &str, fallback: &str| {
        format!(
            "<w:p><w:r><mc:AlternateContent><mc:Choice Requires=\"{requires}\"><w:t>secret</w:t></mc:Choice>\
             <mc:Fallback>{fallback}</mc:Fallback></mc:AlternateContent></w:r></w:p>"
        )
    };
    let field = |kind: &str| {
        format!(
            "<w:p><w:r><w:fldChar w:fldCharType=\"begin\"/></w:r><w:r><w:instrText>QUOTE</w:instrText></w:r>\
             <w:r><w:fldChar w:fldCharType=\"{kind}\"/></w:r><w:r><w:t>secret</w:t></w:r>\
             <w:r><w:fldChar w:fldCharType=\"end\"/></w:r></w:p>"
        )
    };
    let wrapped = |name: &str| format!("<w:p><{name}><w:r><w:t>secret</w:t></w:r></{name}></w:p>");
    check(
        in_body,
        &[
            (
                control("<w:showingPlcHdr/><w:text/>"),
                control("<w:showingPlcHdr w:val=\"0\"/><w:text/>"),
            ),
            (
                control("<w:dataBinding w:xpath=\"/ns0:lease[1]/ns0:fee[1]\"/>"),
                control("<w:text/>"),
            ),
            (
                choice("zz", "<w:t>other</w:t>"),
                choice("wps", "<w:t>other</w:t>"),
            ),
            (field("other"), field("separate")),
            (wrapped("zz:note"), wrapped("w:hyperlink")),
            (wrapped("zz:hyperlink"), wrapped("w:smartTag")),
            (wrapped("w:bdo"), wrapped("w:dir")),
        ],
    );
    // Where no choice is known, the fallback is what is shown.
    let fallback = choice("zz", "<w:t>shown</w:t>");
    let read = open(&docx(&[("word/document.xml", main_part(&fallback))])).unwrap();
    let at = read.text().find("shown").unwrap();
    assert_eq!(read.flags_in(ByteSpan::new(at, at + 5)), []);
    // A control that is tied to stored data shows that data.
    for (stored, expected) in [("secret", vec![]), ("other", vec![CharacterFlag::Hidden])] {
        let bound = control("<w:dataBinding w:xpath=\"/ns0:lease[1]/ns0:fee[1]\"/>");
        let parts = [
            ("word/document.xml", main_part(&bound)),
            (
                "customXml/item1.xml",
                format!("<lease><fee>{stored}</fee></lease>"),
            ),
        ];
        assert_eq!(flags(&parts), Some(expected));
    }
}

#[test]
fn headers_are_shown_where_their_pages_are_told_apart() {
    let relations =
        "<Relationships><Relationship Id=\"r1\" Target=\"header1.xml\"/></Relationships>";
    let with = |kind: &str, section: &str, settings: &str| {
        let body = format!(
            "<w:sectPr><w:headerReference w:type=\"{kind}\" r:id=\"r1\"/>{section}</w:sectPr>"
        );
        flags(&[
            ("word/document.xml", main_part(&body)),
            ("word/_rels/document.xml.rels", relations.to_owned()),
            (
                "word/header1.xml",
                format!("<w:hdr {NAMESPACES}>{}</w:hdr>", plain()),
            ),
            (
                "word/settings.xml",
                format!("<w:settings>{settings}</w:settings>"),
            ),
        ])
    };
    let shown = Some(Vec::new());
    assert_eq!(with("default", "", ""), shown);
    assert_eq!(with("first", "", ""), None);
    assert_eq!(with("first", "<w:titlePg w:val=\"0\"/>", ""), None);
    assert_eq!(with("first", "<w:titlePg/>", ""), shown);
    assert_eq!(with("even", "", ""), None);
    assert_eq!(with("even", "", "<w:evenAndOddHeaders/>"), shown);
}

#[test]
fn colours_of_a_theme_are_what_the_theme_makes_them() {
    let run = paragraph("", "<w:color w:val=\"000000\" w:themeColor=\"accent1\"/>");
    for (accent, expected) in [("FFFFFF", vec![CharacterFlag::Hidden]), ("1F3864", vec![])] {
        let theme = format!(
            "<a:theme><a:clrScheme><a:accent1><a:srgbClr val=\"{accent}\"/></a:accent1></a:clrScheme></a:theme>"
        );
        let parts = [
            ("word/document.xml", main_part(&run)),
            ("word/theme/theme1.xml", theme),
        ];
        assert_eq!(flags(&parts), Some(expected));
    }
}

#[test]
fn a_paragraph_with_a_change_nobody_accepted_is_flagged() {
    let run = |text: &str| format!("<w:r><w:t xml:space=\"preserve\">{text}</w:t></w:r>");
    let gone = |text: &str| format!("<w:del><w:r><w:delText>{text}</w:delText></w:r></w:del>");
    let tracked = Some(vec![CharacterFlag::TrackedChange]);
    for body in [
        format!("<w:p><w:ins w:id=\"1\">{}</w:ins></w:p>", run("secret")),
        format!("<w:p>{}{}</w:p>", gone("not "), run("secret")),
        format!(
            "<w:p>{}<w:moveTo>{}</w:moveTo></w:p>",
            run("secret "),
            run("5")
        ),
        table("", "<w:ins w:id=\"1\"/>", ""),
        table("", "", "<w:cellIns w:id=\"1\"/>"),
    ] {
        assert_eq!(in_body(&body), tracked, "{body}");
        // The next paragraph is nobody's change.
        let next = format!(
            "{}<w:p>{}</w:p>",
            body.replace("secret", "x"),
            run("secret")
        );
        assert_eq!(in_body(&next), Some(Vec::new()), "{next}");
    }
    let settled = format!("<w:p>{}</w:p>", run("secret"));
    assert_eq!(in_body(&settled), Some(Vec::new()));
}
