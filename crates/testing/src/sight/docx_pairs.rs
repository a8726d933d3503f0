//! Ways of our own to keep words of a Word file from sight, or not to.

use super::docx::{Parts, body, headed, old_box, paragraph, run, table, text_box, words};
use super::{Pair, SAID, pair};

/// Ways that differ in a run's or a paragraph's settings.
const RUNS: &[(&str, &str, &str)] = &[
    ("vanish", "<w:vanish/>", "<w:vanish w:val=\"0\"/>"),
    (
        "special_vanish",
        "<w:specVanish/><w:vanish/>",
        "<w:noProof/>",
    ),
    (
        "web_hidden_and_vanish",
        "<w:webHidden/><w:vanish w:val=\"true\"/>",
        "<w:webHidden w:val=\"0\"/>",
    ),
    (
        "white",
        "<w:color w:val=\"FFFFFF\"/>",
        "<w:color w:val=\"333333\"/>",
    ),
    (
        "white_by_theme",
        "<w:color w:val=\"FFFFFF\" w:themeColor=\"background1\"/>",
        "<w:color w:val=\"000000\" w:themeColor=\"text1\"/>",
    ),
    (
        "black_on_black",
        "<w:color w:val=\"000000\"/><w:shd w:val=\"clear\" w:fill=\"000000\"/>",
        "<w:shd w:val=\"clear\" w:fill=\"FFFF99\"/>",
    ),
    (
        "marked_in_own_colour",
        "<w:color w:val=\"FFFF00\"/><w:highlight w:val=\"yellow\"/>",
        "<w:color w:val=\"000000\"/><w:highlight w:val=\"yellow\"/>",
    ),
    ("one_point", "<w:sz w:val=\"2\"/>", "<w:sz w:val=\"18\"/>"),
    ("struck", "<w:strike/>", "<w:strike w:val=\"0\"/>"),
    ("struck_twice", "<w:dstrike/>", "<w:u w:val=\"single\"/>"),
    ("narrow", "<w:w w:val=\"1\"/>", "<w:w w:val=\"95\"/>"),
    (
        "pressed_together",
        "<w:spacing w:val=\"-240\"/>",
        "<w:spacing w:val=\"20\"/>",
    ),
    (
        "signs",
        "<w:rFonts w:ascii=\"Wingdings\" w:hAnsi=\"Wingdings\"/>",
        "<w:rFonts w:ascii=\"Calibri\" w:hAnsi=\"Calibri\"/>",
    ),
    (
        "no_fill",
        "<w14:textFill><w14:noFill/></w14:textFill>",
        "<w14:textFill><w14:solidFill><w14:srgbClr w14:val=\"000000\"/></w14:solidFill></w14:textFill>",
    ),
];

const PARAGRAPHS: &[(&str, &str, &str)] = &[
    (
        "lines_of_nothing",
        "<w:spacing w:line=\"2\" w:lineRule=\"exact\"/>",
        "<w:spacing w:line=\"300\" w:lineRule=\"exact\"/>",
    ),
    (
        "lines_of_a_hundredth",
        "<w:spacing w:line=\"3\" w:lineRule=\"auto\"/>",
        "<w:spacing w:line=\"360\" w:lineRule=\"auto\"/>",
    ),
    (
        "far_left",
        "<w:ind w:left=\"-30000\"/>",
        "<w:ind w:left=\"1440\" w:right=\"720\"/>",
    ),
    (
        "far_right",
        "<w:ind w:left=\"30000\"/>",
        "<w:ind w:firstLine=\"720\"/>",
    ),
    (
        "frame_off",
        "<w:framePr w:w=\"4000\" w:h=\"600\" w:x=\"-30000\" w:y=\"100\"/>",
        "<w:framePr w:w=\"4000\" w:h=\"600\" w:x=\"1500\" w:y=\"4000\"/>",
    ),
    (
        "shaded_black",
        "<w:shd w:val=\"clear\" w:fill=\"000000\"/>",
        "<w:shd w:val=\"clear\" w:fill=\"DDEEFF\"/>",
    ),
];

pub(super) fn pairs() -> Vec<Pair> {
    let mut pairs = Vec::new();
    for (name, hidden, plain) in RUNS {
        let file = |settings: &str| body(&paragraph("", &run(settings, SAID)));
        pairs.push(pair(name, "docx", file(hidden), file(plain)));
    }
    for (name, hidden, plain) in PARAGRAPHS {
        let file = |settings: &str| body(&paragraph(settings, &black()));
        pairs.push(pair(name, "docx", file(hidden), file(plain)));
    }
    pairs.extend(styled());
    pairs.extend(tables());
    pairs.extend(boxes());
    pairs.extend(changes());
    pairs.extend(apart());
    pairs
}

/// The words in black: the colour that a file leaves open turns white on a dark ground.
fn black() -> String {
    run("<w:color w:val=\"000000\"/>", SAID)
}

fn styled() -> Vec<Pair> {
    let file = |settings: &str, kind: &str, body: &str| {
        Parts {
            body: body.to_owned(),
            styles: format!(
                "<w:style w:type=\"{kind}\" w:styleId=\"S\"><w:name w:val=\"S\"/>{settings}</w:style>\
                 <w:style w:type=\"{kind}\" w:styleId=\"T\"><w:name w:val=\"T\"/><w:basedOn w:val=\"S\"/></w:style>"
            ),
            ..Parts::default()
        }
        .file()
    };
    let by_run = |style: &str| paragraph("", &run(&format!("<w:rStyle w:val=\"{style}\"/>"), SAID));
    let by_paragraph =
        |style: &str| paragraph(&format!("<w:pStyle w:val=\"{style}\"/>"), &run("", SAID));
    let (gone, bold) = ("<w:rPr><w:vanish/></w:rPr>", "<w:rPr><w:b/></w:rPr>");
    let (white, navy) = (
        "<w:rPr><w:color w:val=\"FEFEFE\"/></w:rPr>",
        "<w:rPr><w:color w:val=\"000080\"/></w:rPr>",
    );
    vec![
        pair(
            "style_of_letters",
            "docx",
            file(gone, "character", &by_run("S")),
            file(bold, "character", &by_run("S")),
        ),
        pair(
            "style_of_a_style",
            "docx",
            file(gone, "character", &by_run("T")),
            file(bold, "character", &by_run("T")),
        ),
        pair(
            "style_of_paragraphs",
            "docx",
            file(white, "paragraph", &by_paragraph("S")),
            file(navy, "paragraph", &by_paragraph("T")),
        ),
    ]
}

fn tables() -> Vec<Pair> {
    let fixed = "<w:tblLayout w:type=\"fixed\"/>";
    let file =
        |one: &str, row: &str, cell: &str| body(&table(one, row, cell, &paragraph("", &black())));
    vec![
        pair(
            "row_hidden",
            "docx",
            file("", "<w:hidden/>", ""),
            file("", "<w:cantSplit/>", ""),
        ),
        pair(
            "row_flat",
            "docx",
            file("", "<w:trHeight w:val=\"20\" w:hRule=\"exact\"/>", ""),
            file("", "<w:trHeight w:val=\"20\" w:hRule=\"atLeast\"/>", ""),
        ),
        pair(
            "cell_without_width",
            "docx",
            file(fixed, "", "<w:tcW w:w=\"2\" w:type=\"dxa\"/>"),
            file(fixed, "", "<w:tcW w:w=\"5000\" w:type=\"dxa\"/>"),
        ),
        pair(
            "cell_black",
            "docx",
            file("", "", "<w:shd w:val=\"clear\" w:fill=\"000000\"/>"),
            file("", "", "<w:shd w:val=\"clear\" w:fill=\"EEEEEE\"/>"),
        ),
        pair(
            "cell_goes_on",
            "docx",
            file("", "", "<w:vMerge w:val=\"continue\"/>"),
            file("", "", "<w:vMerge w:val=\"restart\"/>"),
        ),
        pair(
            "table_off",
            "docx",
            file("<w:tblpPr w:tblpX=\"30000\" w:tblpY=\"100\"/>", "", ""),
            file("<w:tblpPr w:tblpX=\"1500\" w:tblpY=\"3000\"/>", "", ""),
        ),
    ]
}

fn boxes() -> Vec<Pair> {
    let extent = "<wp:extent cx=\"3000000\" cy=\"500000\"/>";
    let below = |by: &str| {
        format!(
            "<wp:positionV relativeFrom=\"page\"><wp:posOffset>{by}</wp:posOffset></wp:positionV>{extent}"
        )
    };
    let shown = |anchor: &str, shape: &str| body(&text_box(anchor, shape, &words()));
    vec![
        pair(
            "box_below_the_page",
            "docx",
            shown(&below("99000000"), ""),
            shown(&below("2000000"), ""),
        ),
        pair(
            "box_without_size",
            "docx",
            shown("<wp:extent cx=\"0\" cy=\"0\"/>", ""),
            shown(extent, ""),
        ),
        pair(
            "box_hidden",
            "docx",
            shown(&format!("{extent}<wp:docPr id=\"1\" hidden=\"1\"/>"), ""),
            shown(&format!("{extent}<wp:docPr id=\"1\" name=\"Box 1\"/>"), ""),
        ),
        pair(
            "box_in_dark",
            "docx",
            shown(
                extent,
                "<a:solidFill><a:srgbClr val=\"101010\"/></a:solidFill>",
            ),
            shown(
                extent,
                "<a:solidFill><a:srgbClr val=\"FFFFCC\"/></a:solidFill>",
            ),
        ),
        pair(
            "old_box_off",
            "docx",
            body(&old_box(
                "position:absolute;margin-left:-4000pt;width:200pt;height:40pt",
                "",
            )),
            body(&old_box(
                "position:absolute;margin-left:40pt;width:200pt;height:40pt",
                "",
            )),
        ),
        pair(
            "old_box_in_black",
            "docx",
            body(&old_box("width:200pt;height:40pt", "fillcolor=\"#000000\"")),
            body(&old_box("width:200pt;height:40pt", "fillcolor=\"#ffffff\"")),
        ),
    ]
}

fn changes() -> Vec<Pair> {
    let inside =
        |name: &str, inner: &str| format!("<w:{name} w:id=\"1\" w:author=\"B\">{inner}</w:{name}>");
    let plain = body(&words());
    let file = |runs: &str| body(&paragraph("", runs));
    vec![
        pair(
            "inserted",
            "docx",
            file(&inside("ins", &run("", SAID))),
            plain.clone(),
        ),
        pair(
            "moved_here",
            "docx",
            file(&inside("moveTo", &run("", SAID))),
            plain.clone(),
        ),
        pair(
            "moved_away",
            "docx",
            file(&inside("moveFrom", &run("", SAID))),
            plain.clone(),
        ),
        pair(
            "deleted",
            "docx",
            file(&inside(
                "del",
                &run("", SAID)
                    .replace("w:t>", "w:delText>")
                    .replace("<w:t ", "<w:delText "),
            )),
            plain.clone(),
        ),
        pair(
            "not_deleted_before",
            "docx",
            file(&format!(
                "{}{}",
                inside("del", "<w:r><w:delText>Not: </w:delText></w:r>"),
                run("", SAID)
            )),
            plain,
        ),
    ]
}

fn apart() -> Vec<Pair> {
    let control = |settings: &str| {
        body(&format!(
            "<w:sdt><w:sdtPr>{settings}</w:sdtPr><w:sdtContent>{}</w:sdtContent></w:sdt>",
            words()
        ))
    };
    let field = |inside: &str, shown: &str| {
        body(&format!(
            "<w:p><w:r><w:fldChar w:fldCharType=\"begin\"/></w:r><w:r><w:instrText xml:space=\"preserve\">{inside}</w:instrText></w:r>\
             <w:r><w:fldChar w:fldCharType=\"separate\"/></w:r>{shown}<w:r><w:fldChar w:fldCharType=\"end\"/></w:r></w:p>"
        ))
    };
    let noted = |reference: &str| {
        Parts {
            body: paragraph("", &format!("{}{reference}", run("", "Terms follow."))),
            footnotes: format!("<w:footnote w:id=\"2\">{}</w:footnote>", words()),
            ..Parts::default()
        }
        .file()
    };
    let commented = Parts {
        body: paragraph("", &run("", "Terms follow.")),
        comments: format!(
            "<w:comment w:id=\"1\" w:author=\"B\">{}</w:comment>",
            words()
        ),
        ..Parts::default()
    };
    vec![
        pair(
            "control_placeholder",
            "docx",
            control("<w:showingPlcHdr/>"),
            control("<w:alias w:val=\"Fee\"/>"),
        ),
        pair(
            "field_instruction",
            "docx",
            field(&format!(" QUOTE \"{SAID}\" "), &run("", "Nothing.")),
            field(" QUOTE ", &run("", SAID)),
        ),
        pair(
            "note_nobody_refers_to",
            "docx",
            noted(""),
            noted("<w:r><w:footnoteReference w:id=\"2\"/></w:r>"),
        ),
        pair("comment", "docx", commented.file(), body(&words())),
        pair(
            "header_of_no_first_page",
            "docx",
            headed("first", "<w:titlePg w:val=\"false\"/>", ""),
            headed("first", "<w:titlePg w:val=\"true\"/>", ""),
        ),
        pair(
            "header_of_no_even_page",
            "docx",
            headed("even", "", "<w:evenAndOddHeaders w:val=\"0\"/>"),
            headed("default", "", ""),
        ),
    ]
}
