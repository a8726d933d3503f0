//! ODT: what is shown is text, what nobody sees is flagged or a layer.

use std::io::{Cursor, Write};

use crate::support::open;
use groundstop_contract::CharacterFlag;
use groundstop_document::LayerKind;
use groundstop_read::{FileKind, ODT_READER, ReadError, ReadLimits, ReadOptions, kind_of, read};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

fn odt(parts: &[(&str, &str)]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    let stored = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    writer.start_file("mimetype", stored).unwrap();
    let kind = b"application/vnd.oasis.opendocument.text";
    writer.write_all(kind).unwrap();
    for (name, content) in parts {
        writer
            .start_file(*name, SimpleFileOptions::default())
            .unwrap();
        writer.write_all(content.as_bytes()).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

fn content(styles: &str, body: &str) -> String {
    format!(
        "<?xml version=\"1.0\"?><office:document-content><office:automatic-styles>{styles}</office:automatic-styles><office:body><office:text>{body}</office:text></office:body></office:document-content>"
    )
}

fn text_of(styles: &str, body: &str) -> String {
    let bytes = odt(&[("content.xml", &content(styles, body))]);
    open(&bytes).unwrap().text().to_owned()
}

#[test]
fn paragraphs_tables_and_white_space_are_as_they_are_shown() {
    let body = "<text:h>Lease</text:h>\n<text:p>The  rent\n is <text:span>USD<text:s text:c=\"2\"/>500</text:span><text:line-break/>a<text:tab/>month</text:p>\
        <text:list><text:list-item><text:number>1.</text:number><text:p>Term</text:p></text:list-item></text:list>\
        <table:table><table:table-row><table:table-cell><text:p>Rent</text:p></table:table-cell><table:table-cell><text:p>500</text:p></table:table-cell></table:table-row>\
        <table:table-row><table:table-cell><text:p>Fee</text:p></table:table-cell><table:table-cell><text:p>R&amp;D</text:p></table:table-cell></table:table-row></table:table>";
    let bytes = odt(&[("content.xml", &content("", body))]);
    assert_eq!(kind_of(&bytes), FileKind::Odt);
    let document = open(&bytes).unwrap();
    assert_eq!(document.reader(), ODT_READER);
    assert_eq!(
        document.text(),
        "Lease\nThe rent is USD  500\na\tmonth\n1. Term\nRent\t500\nFee\tR&D\n"
    );
}

#[test]
fn what_nobody_sees_is_a_layer_or_flagged() {
    let styles = "<style:style style:name=\"H\" style:family=\"text\"><style:text-properties text:display=\"none\"/></style:style>\
        <style:style style:name=\"W\" style:family=\"text\"><style:text-properties fo:color=\"#ffffff\"/></style:style>\
        <style:style style:name=\"WW\" style:family=\"text\" style:parent-style-name=\"W\"/>\
        <style:style style:name=\"D\" style:family=\"paragraph\"><style:paragraph-properties fo:background-color=\"#000000\"/></style:style>\
        <style:style style:name=\"S\" style:family=\"text\"><style:text-properties style:text-line-through-style=\"solid\"/></style:style>\
        <style:style style:name=\"T\" style:family=\"text\"><style:text-properties fo:font-size=\"1pt\"/></style:style>";
    let body = "<text:tracked-changes><text:changed-region><text:deletion><office:change-info><dc:creator>A</dc:creator></office:change-info><text:p>deleted words</text:p></text:deletion></text:changed-region></text:tracked-changes>\
        <text:p>seen<text:span text:style-name=\"H\">unseen</text:span><office:annotation><dc:creator>B</dc:creator><text:p>a remark</text:p></office:annotation></text:p>\
        <text:p><text:span text:style-name=\"WW\">white</text:span> <text:span text:style-name=\"S\">struck</text:span> <text:span text:style-name=\"T\">tiny</text:span></text:p>\
        <text:p text:style-name=\"D\"><text:span text:style-name=\"W\">on black</text:span></text:p>\
        <text:section text:display=\"none\"><text:p>secret part</text:p></text:section>\
        <text:p><draw:frame><svg:desc>a drawing</svg:desc></draw:frame>end</text:p>";
    let bytes = odt(&[
        ("content.xml", &content(styles, body)),
        ("meta.xml", "<m><dc:title>About it</dc:title></m>"),
    ]);
    let document = open(&bytes).unwrap();
    assert_eq!(document.text(), "seen\nwhite struck tiny\non black\nend\n");
    let flagged: Vec<&str> = document
        .flagged()
        .iter()
        .map(|one| document.slice(one.span).unwrap())
        .collect();
    assert_eq!(flagged, ["white", "struck", "tiny"]);
    assert!(document.has_tracked_changes());
    let layers = document.hidden_layers();
    let has = |kind, text: &str| {
        layers
            .iter()
            .any(|layer| layer.kind == kind && layer.text.contains(text))
    };
    assert!(has(LayerKind::Deleted, "deleted words"), "{layers:?}");
    assert!(has(LayerKind::Hidden, "unseen"));
    assert!(has(LayerKind::Hidden, "secret part"));
    assert!(has(LayerKind::Comment, "a remark"));
    assert!(has(LayerKind::Attribute, "a drawing"));
    assert!(has(LayerKind::Metadata, "About it"));
}

#[test]
fn a_paragraph_with_a_change_nobody_accepted_is_flagged() {
    let body = "<text:tracked-changes><text:changed-region text:id=\"c1\"><text:insertion/></text:changed-region></text:tracked-changes>\
        <text:p>before</text:p>\
        <text:p>The fee is $<text:change-start text:change-id=\"c1\"/>500<text:change-end text:change-id=\"c1\"/>.</text:p>\
        <text:p>between</text:p><text:p>cut<text:change text:change-id=\"c2\"/> here</text:p>\
        <text:p>two<text:change-start text:change-id=\"c3\"/></text:p><text:p>three</text:p>\
        <text:p><text:change-end text:change-id=\"c3\"/>four</text:p><text:p>after</text:p>";
    let document = open(&odt(&[("content.xml", &content("", body))])).unwrap();
    let flagged: Vec<(&str, CharacterFlag)> = document
        .flagged()
        .iter()
        .map(|one| (document.slice(one.span).unwrap().trim(), one.flag))
        .collect();
    let changed = ["The fee is $500.", "cut here", "two", "three", "four"];
    let changed = changed.map(|text| (text, CharacterFlag::TrackedChange));
    assert_eq!(flagged, changed);
}

#[test]
fn headers_and_footers_are_furniture_and_notes_stand_after_the_text() {
    let styles = "<office:document-styles><office:styles><style:style style:name=\"Standard\" style:family=\"paragraph\"/></office:styles><office:master-styles><style:master-page><style:header><text:p>top</text:p></style:header><style:footer><text:p>bottom</text:p></style:footer></style:master-page></office:master-styles></office:document-styles>";
    let body = "<text:p>$500<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>net of tax</text:p></text:note-body></text:note> a month</text:p>";
    let bytes = odt(&[("content.xml", &content("", body)), ("styles.xml", styles)]);
    let document = open(&bytes).unwrap();
    assert_eq!(
        document.text(),
        "top\n$500\u{b9} a month\n[footnote 1] net of tax\nbottom\n"
    );
    let furniture: Vec<&str> = document
        .furniture()
        .iter()
        .map(|span| document.slice(*span).unwrap())
        .collect();
    assert_eq!(furniture, ["top\n", "bottom\n"]);
}

#[test]
fn damage_encryption_and_limits_are_named() {
    let no_content = open(&odt(&[])).unwrap_err();
    assert!(no_content.to_string().contains("ODT"), "{no_content}");
    let locked = odt(&[
        (
            "META-INF/manifest.xml",
            "<m><manifest:encryption-data/></m>",
        ),
        ("content.xml", "\u{1}\u{2}"),
    ]);
    assert!(matches!(open(&locked), Err(ReadError::Encryption(_))));
    let limits = ReadLimits {
        text_bytes: 10,
        ..ReadLimits::default()
    };
    let options = ReadOptions {
        limits,
        ..ReadOptions::default()
    };
    let long = odt(&[(
        "content.xml",
        &content("", "<text:p>more than ten</text:p>"),
    )]);
    let error = read(&long, &options).unwrap_err();
    assert_eq!(error.to_string(), "the file has more than 10 bytes of text");
    let sheet = String::from_utf8_lossy(&long).replace("opendocument.text", "opendocument.list");
    assert_ne!(kind_of(sheet.as_bytes()), FileKind::Odt);
    for end in (0..long.len()).step_by(5) {
        let _ = open(&long[..end]);
    }
}

#[test]
fn markup_that_is_not_balanced_ends_in_a_result() {
    assert_eq!(
        text_of("", "<text:p>a</text:span></text:p><text:p>b"),
        "a\nb\n"
    );
    let deep = "<text:section>".repeat(20_000);
    assert_eq!(
        text_of("", &format!("{deep}<text:p>deep</text:p>")),
        "deep\n"
    );
}
