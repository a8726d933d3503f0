//! Word files.

use std::io::{Cursor, Write};

use zip::write::{SimpleFileOptions, ZipWriter};

use super::{Made, SAID, TITLE, made};

const NAMESPACES: &str = "xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\" \
    xmlns:r=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships\" \
    xmlns:wp=\"http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing\" \
    xmlns:a=\"http://schemas.openxmlformats.org/drawingml/2006/main\" \
    xmlns:wps=\"http://schemas.microsoft.com/office/word/2010/wordprocessingShape\" \
    xmlns:mc=\"http://schemas.openxmlformats.org/markup-compatibility/2006\" \
    xmlns:v=\"urn:schemas-microsoft-com:vml\" \
    xmlns:w14=\"http://schemas.microsoft.com/office/word/2010/wordml\" mc:Ignorable=\"w14\"";

/// The parts of a file that differ from one to the next.
#[derive(Clone, Default)]
pub(super) struct Parts {
    pub(super) body: String,
    pub(super) section: String,
    pub(super) styles: String,
    pub(super) settings: String,
    pub(super) header: String,
    pub(super) footnotes: String,
    pub(super) comments: String,
}

impl Parts {
    pub(super) fn file(&self) -> Vec<u8> {
        let kind = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
        let relations = [
            ("rS", "styles", "styles.xml"),
            ("rT", "settings", "settings.xml"),
            ("rH", "header", "header1.xml"),
            ("rF", "footnotes", "footnotes.xml"),
            ("rC", "comments", "comments.xml"),
        ];
        let related: String = relations
            .iter()
            .map(|(id, what, target)| {
                format!("<Relationship Id=\"{id}\" Type=\"{kind}/{what}\" Target=\"{target}\"/>")
            })
            .collect();
        let title = paragraph("", &run("", TITLE));
        let body = format!("{title}{}<w:sectPr>{}</w:sectPr>", self.body, self.section);
        let part = |name: &str, inner: &str| {
            format!("<?xml version=\"1.0\"?><w:{name} {NAMESPACES}>{inner}</w:{name}>")
        };
        let office = "application/vnd.openxmlformats-officedocument.wordprocessingml";
        let types = format!(
            "<?xml version=\"1.0\"?><Types xmlns=\"http://schemas.openxmlformats.org/package/2006/\
             content-types\"><Default Extension=\"rels\" ContentType=\"application/vnd.openxmlformats-\
             package.relationships+xml\"/><Override PartName=\"/word/document.xml\" \
             ContentType=\"{office}.document.main+xml\"/></Types>"
        );
        let packaged = "http://schemas.openxmlformats.org/package/2006/relationships";
        zipped(&[
            ("[Content_Types].xml", types),
            (
                "_rels/.rels",
                format!(
                    "<Relationships xmlns=\"{packaged}\"><Relationship Id=\"r1\" \
                     Type=\"{kind}/officeDocument\" Target=\"word/document.xml\"/></Relationships>"
                ),
            ),
            (
                "word/document.xml",
                part("document", &format!("<w:body>{body}</w:body>")),
            ),
            ("word/styles.xml", part("styles", &self.styles)),
            ("word/settings.xml", part("settings", &self.settings)),
            ("word/header1.xml", part("hdr", &self.header)),
            ("word/footnotes.xml", part("footnotes", &self.footnotes)),
            ("word/comments.xml", part("comments", &self.comments)),
            (
                "word/_rels/document.xml.rels",
                format!("<Relationships xmlns=\"{packaged}\">{related}</Relationships>"),
            ),
        ])
    }
}

fn zipped(parts: &[(&str, String)]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in parts {
        let started = writer.start_file(*name, SimpleFileOptions::default());
        started.expect("a new part");
        writer.write_all(content.as_bytes()).expect("a part");
    }
    writer.finish().expect("a whole archive").into_inner()
}

pub(super) fn run(settings: &str, text: &str) -> String {
    format!("<w:r><w:rPr>{settings}</w:rPr><w:t xml:space=\"preserve\">{text}</w:t></w:r>")
}

pub(super) fn paragraph(settings: &str, runs: &str) -> String {
    format!("<w:p><w:pPr>{settings}</w:pPr>{runs}</w:p>")
}

/// The words as a paragraph.
pub(super) fn words() -> String {
    paragraph("", &run("", SAID))
}

/// A table of one cell.
pub(super) fn table(table: &str, row: &str, cell: &str, inside: &str) -> String {
    format!(
        "<w:tbl><w:tblPr>{table}</w:tblPr><w:tr><w:trPr>{row}</w:trPr><w:tc><w:tcPr>{cell}</w:tcPr>\
         {inside}</w:tc></w:tr></w:tbl>"
    )
}

/// A text box, by what its anchor and its shape say.
pub(super) fn text_box(anchor: &str, shape: &str, inside: &str) -> String {
    format!(
        "<w:p><w:r><w:drawing><wp:anchor>{anchor}<a:graphic><a:graphicData \
         uri=\"http://schemas.microsoft.com/office/word/2010/wordprocessingShape\"><wps:wsp><wps:spPr>\
         {shape}</wps:spPr><wps:txbx><w:txbxContent>{inside}</w:txbxContent></wps:txbx></wps:wsp>\
         </a:graphicData></a:graphic></wp:anchor></w:drawing></w:r></w:p>"
    )
}

/// A text box of older files.
pub(super) fn old_box(style: &str, attributes: &str) -> String {
    format!(
        "<w:p><w:r><w:pict><v:shape style=\"{style}\" {attributes}><v:textbox><w:txbxContent>{}\
         </w:txbxContent></v:textbox></v:shape></w:pict></w:r></w:p>",
        words()
    )
}

/// A file with this in its body.
pub(super) fn body(body: &str) -> Vec<u8> {
    Parts {
        body: body.to_owned(),
        ..Parts::default()
    }
    .file()
}

/// A file whose header says the words.
pub(super) fn headed(kind: &str, section: &str, settings: &str) -> Vec<u8> {
    Parts {
        // A second page, for what stands on even ones.
        body: "<w:p><w:r><w:br w:type=\"page\"/></w:r></w:p>".to_owned(),
        section: format!("<w:headerReference w:type=\"{kind}\" r:id=\"rH\"/>{section}"),
        settings: settings.to_owned(),
        header: words(),
        ..Parts::default()
    }
    .file()
}

pub(super) fn twins() -> Vec<Made> {
    let extent = "<wp:extent cx=\"3000000\" cy=\"500000\"/>";
    let black = "<a:solidFill><a:srgbClr val=\"000000\"/></a:solidFill>";
    let white = paragraph("", &run("<w:color w:val=\"FFFFFF\"/>", SAID));
    let placed = format!(
        "<wp:positionH relativeFrom=\"page\"><wp:posOffset>900000</wp:posOffset></wp:positionH>{extent}"
    );
    let control = format!(
        "<w:p><w:pPr></w:pPr><w:sdt><w:sdtPr><w:text/></w:sdtPr><w:sdtContent>{}</w:sdtContent></w:sdt></w:p>",
        run("", SAID)
    );
    let accepted = [run("", "The fee is $"), run("", "500"), run("", ".")].concat();
    let first_row = Parts {
        body: table(
            "<w:tblStyle w:val=\"TT\"/><w:tblLook w:firstRow=\"1\"/>",
            "",
            "",
            &words(),
        ),
        styles: "<w:style w:type=\"table\" w:styleId=\"TT\"><w:name w:val=\"TT\"/><w:tblStylePr \
                 w:type=\"firstRow\"><w:rPr><w:b/></w:rPr></w:tblStylePr></w:style>"
            .to_owned(),
        ..Parts::default()
    };
    let exact = "<w:spacing w:line=\"280\" w:lineRule=\"exact\"/>";
    let row = "<w:trHeight w:val=\"400\" w:hRule=\"exact\"/>";
    let seen = "visibility:visible;width:200pt;height:40pt";
    vec![
        made(
            "header_even_without_evenAndOdd.docx",
            headed("even", "", "<w:evenAndOddHeaders/>"),
        ),
        made(
            "header_first_without_titlePg.docx",
            headed("first", "<w:titlePg/>", ""),
        ),
        made("ins_replaces_del.docx", body(&paragraph("", &accepted))),
        made(
            "line_spacing_exact_1.docx",
            body(&paragraph(exact, &run("", SAID))),
        ),
        made("pict_vml_textbox_hidden.docx", body(&old_box(seen, ""))),
        made(
            "row_height_0_exact.docx",
            body(&table("", row, "", &words())),
        ),
        made("sdt_placeholder.docx", body(&control)),
        made("table_firstRow_cond_vanish.docx", first_row.file()),
        made(
            "textbox_black_fill_black_text.docx",
            body(&text_box(extent, black, &white)),
        ),
        made(
            "textbox_off_page.docx",
            body(&text_box(&placed, "", &words())),
        ),
    ]
}
