//! PDFs of one page.

use super::letters::glyph;
use super::{Made, SAID, TITLE, made};

/// What a file has besides a page with its title. Objects of its own are numbered from 6.
#[derive(Default)]
pub(super) struct Paper {
    pub(super) catalog: String,
    pub(super) page: String,
    pub(super) resources: String,
    pub(super) content: String,
    pub(super) objects: Vec<String>,
}

/// The words on the page, at their usual place.
pub(super) fn words() -> String {
    show(72, 600, SAID)
}

pub(super) fn show(x: i32, y: i32, text: &str) -> String {
    format!("BT /F1 12 Tf {x} {y} Td ({text}) Tj ET\n")
}

pub(super) fn stream(entries: &str, content: &str) -> String {
    format!(
        "<< {entries} /Length {} >>\nstream\n{content}\nendstream",
        content.len()
    )
}

/// Content and further objects on a page.
pub(super) fn paper(content: &str, resources: &str, objects: &[String]) -> Vec<u8> {
    Paper {
        content: content.to_owned(),
        resources: resources.to_owned(),
        objects: objects.to_vec(),
        ..Paper::default()
    }
    .file()
}

/// A page with these words and this annotation, which may draw the object after it.
pub(super) fn noted(content: &str, annotation: &str, drawing: Option<String>) -> Vec<u8> {
    let mut objects = vec![format!("<< /Type /Annot {annotation} >>")];
    objects.extend(drawing);
    Paper {
        page: "/Annots [6 0 R]".to_owned(),
        content: content.to_owned(),
        objects,
        ..Paper::default()
    }
    .file()
}

/// A form of 288 by 30 points that an annotation draws.
pub(super) fn drawing(content: &str) -> String {
    let font = "/Resources << /Font << /F1 5 0 R >> >>";
    stream(
        &format!("/Type /XObject /Subtype /Form /BBox [0 0 288 30] {font}"),
        content,
    )
}

impl Paper {
    pub(super) fn file(&self) -> Vec<u8> {
        let content = format!("{}{}", show(72, 700, TITLE), self.content);
        let mut objects = vec![
            format!("<< /Type /Catalog /Pages 2 0 R {} >>", self.catalog),
            "<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_owned(),
            format!(
                "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R \
                 /Resources << /Font << /F1 5 0 R {} >> {} >> {} >>",
                // A font of the file's own is called F2 and is its first object.
                match self.content.contains("/F2 ") {
                    true => "/F2 6 0 R",
                    false => "",
                },
                self.resources,
                self.page
            ),
            stream("", &content),
            "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"
                .to_owned(),
        ];
        objects.extend(self.objects.iter().cloned());
        numbered(&objects)
    }
}

/// Objects to a file with its table of offsets; the first is the catalog.
fn numbered(objects: &[String]) -> Vec<u8> {
    let mut file = b"%PDF-1.7\n".to_vec();
    let mut offsets = Vec::new();
    for (object, number) in objects.iter().zip(1..) {
        offsets.push(file.len());
        file.extend_from_slice(format!("{number} 0 obj\n{object}\nendobj\n").as_bytes());
    }
    let table = file.len();
    let size = objects.len() + 1;
    file.extend_from_slice(format!("xref\n0 {size}\n0000000000 65535 f \n").as_bytes());
    for offset in offsets {
        file.extend_from_slice(format!("{offset:010} 00000 n \n").as_bytes());
    }
    let trailer = format!("trailer\n<< /Size {size} /Root 1 0 R >>\nstartxref\n{table}\n%%EOF\n");
    file.extend_from_slice(trailer.as_bytes());
    file
}

/// A font whose glyphs are drawings: what each code draws, and what it is said to be.
pub(super) fn drawn_font(codes: &[(u8, char, char)]) -> Vec<String> {
    let each = |f: &dyn Fn(&(u8, char, char)) -> String| -> String {
        codes.iter().map(f).collect::<Vec<_>>().join(" ")
    };
    let names = each(&|(code, _, _)| format!("{code} /g{code}"));
    let first_procedure = 8;
    let procedures: Vec<String> = codes
        .iter()
        .zip(first_procedure..)
        .map(|((code, _, _), object)| format!("/g{code} {object} 0 R"))
        .collect();
    let widths = vec!["8"; 256].join(" ");
    let mapped = each(&|(code, _, said)| format!("<{code:02X}> <{:04X}>", u32::from(*said)));
    let map = format!(
        "/CIDInit /ProcSet findresource begin 12 dict begin begincmap 1 begincodespacerange \
         <00> <FF> endcodespacerange {} beginbfchar {mapped} endbfchar endcmap end end",
        codes.len()
    );
    let mut objects = vec![
        format!(
            "<< /Type /Font /Subtype /Type3 /FontBBox [0 0 10 10] /FontMatrix [0.1 0 0 0.1 0 0] \
             /CharProcs << {} >> /Encoding << /Differences [{names}] >> /FirstChar 0 /LastChar 255 \
             /Widths [{widths}] /ToUnicode 7 0 R >>",
            procedures.join(" ")
        ),
        stream("", &map),
    ];
    objects.extend(codes.iter().map(|(_, drawn, _)| stream("", &glyph(*drawn))));
    objects
}

/// Every character of a text as the font draws it, each under its own code.
pub(super) fn codes_of(drawn: &str, said: &str) -> Vec<(u8, char, char)> {
    let mut codes: Vec<(u8, char, char)> = Vec::new();
    for (drawn, said) in drawn.chars().zip(said.chars()) {
        let code = u8::try_from(said).unwrap_or(b'?');
        if !codes.iter().any(|(known, _, _)| *known == code) {
            codes.push((code, drawn, said));
        }
    }
    codes
}

/// A page that draws one text and whose font says that it is another.
pub(super) fn mapped(drawn: &str, said: &str) -> Vec<u8> {
    let codes = codes_of(said, drawn);
    let mapped: Vec<String> = codes
        .iter()
        .map(|(code, said, _)| format!("<{code:02X}> <{:04X}>", u32::from(*said)))
        .collect();
    let map = format!(
        "/CIDInit /ProcSet findresource begin 12 dict begin begincmap 1 begincodespacerange \
         <00> <FF> endcodespacerange {} beginbfchar {} endbfchar endcmap end end",
        codes.len(),
        mapped.join(" ")
    );
    let font = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding \
                /ToUnicode 7 0 R >>";
    let content = show(72, 600, drawn).replace("/F1", "/F2");
    paper(&content, "", &[font.to_owned(), stream("", &map)])
}

/// An image of one dot, in a grey of two hexadecimal digits.
pub(super) fn dot(grey: &str) -> String {
    let entries = "/Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray \
                   /BitsPerComponent 8 /Filter /ASCIIHexDecode";
    stream(entries, &format!("{grey}>"))
}

pub(super) fn twins() -> Vec<Made> {
    let words = words();
    let mut twins = vec![
        made(
            "Type3_empty_glyphs.pdf",
            paper(
                &words.replace("/F1", "/F2"),
                "",
                &drawn_font(&codes_of(SAID, SAID)),
            ),
        ),
        made(
            "blend_Lighten.pdf",
            paper(
                &format!("1 g 0 0 612 690 re f 0 g /G0 gs 0 g {words}"),
                "/ExtGState << /G0 << /BM /Normal >> >>",
                &[],
            ),
        ),
        made(
            "clip_W__ring.pdf",
            paper(
                &format!("q 0 0 612 792 re 60 590 300 30 re W n {words} Q"),
                "",
                &[],
            ),
        ),
        made(
            "covered_by_imagemask_white.pdf",
            paper(
                &format!("q 1 g 300 0 0 30 60 590 cm /X0 Do Q {words}"),
                "/XObject << /X0 6 0 R >>",
                &[stream(
                    "/Type /XObject /Subtype /Image /Width 8 /Height 1 /ImageMask true \
                     /BitsPerComponent 1 /Filter /ASCIIHexDecode",
                    "00>",
                )],
            ),
        ),
        made(
            "text_on_same_coloured_image.pdf",
            paper(
                &format!("q 300 0 0 30 60 590 cm /X0 Do Q 0 g {words}"),
                "/XObject << /X0 6 0 R >>",
                &[dot("EE")],
            ),
        ),
        made(
            "struck__wavy_curve.pdf",
            paper(
                &format!(
                    "{words}1 0 0 RG 1 w 72 594 m 90 599 110 591 130 594 c 140 598 150 592 165 594 c S"
                ),
                "",
                &[],
            ),
        ),
        made(
            "struck__zigzag.pdf",
            paper(
                &format!("{words}1 0 0 RG 1 w {} S", zigzag(592, 596)),
                "",
                &[],
            ),
        ),
        made(
            "covered_by_annot_Redact.pdf",
            noted(
                &words,
                "/Subtype /Redact /Rect [60 390 360 420] \
                 /QuadPoints [60 420 360 420 60 390 360 390] /IC [0 0 0]",
                None,
            ),
        ),
        made(
            "highlight_contents.pdf",
            noted(
                &words,
                "/Subtype /Highlight /Rect [72 590 360 620] /Contents (Agreed.) /C [1 1 0] \
                 /QuadPoints [72 612 170 612 72 598 170 598] /AP << /N 7 0 R >>",
                Some(
                    drawing("/G0 gs 1 1 0 rg 0 6 98 16 re f")
                        .replace("/Font", "/ExtGState << /G0 << /BM /Multiply >> >> /Font"),
                ),
            ),
        ),
    ];
    twins.extend(commented(&words));
    twins.extend(filled());
    twins
}

/// A line that goes up and down under or through the words.
pub(super) fn zigzag(low: i32, high: i32) -> String {
    (0..16)
        .map(|step| {
            let y = if step % 2 == 0 { low } else { high };
            let operator = if step == 0 { "m" } else { "l" };
            format!("{} {y} {operator} ", 72 + 6 * step)
        })
        .collect()
}

/// A comment beside words that the page itself shows.
fn commented(words: &str) -> Vec<Made> {
    let kinds = [
        "Caret",
        "FileAttachment",
        "Highlight",
        "Ink",
        "Squiggly",
        "Stamp",
        "Text",
    ];
    kinds
        .iter()
        .map(|kind| {
            let note = format!(
                "/Subtype /{kind} /Rect [300 490 320 510] /F 4 /T (Reviewer) /Contents (Agreed.) \
                 /QuadPoints [72 712 170 712 72 698 170 698] /C [1 1 0] /AP << /N 7 0 R >>"
            );
            let shown = stream(
                "/Type /XObject /Subtype /Form /BBox [0 0 20 20]",
                "1 1 0 rg 0 0 20 20 re f",
            );
            made(
                &format!("comment_{kind}.pdf"),
                noted(words, &note, Some(shown)),
            )
        })
        .collect()
}

/// A field and a text over the page that draw what they say.
fn filled() -> Vec<Made> {
    let shown = || {
        Some(drawing(&format!(
            "/Tx BMC BT /F1 12 Tf 2 8 Td ({SAID}) Tj ET EMC"
        )))
    };
    let field = Paper {
        catalog: "/AcroForm << /Fields [6 0 R] /DR << /Font << /F1 5 0 R >> >> >>".to_owned(),
        page: "/Annots [6 0 R]".to_owned(),
        objects: vec![
            format!(
                "<< /Type /Annot /Subtype /Widget /FT /Tx /T (fee) /V ({SAID}) \
                 /Rect [72 590 360 620] /DA (/F1 12 Tf 0 g) /AP << /N 7 0 R >> >>"
            ),
            shown().unwrap_or_default(),
        ],
        ..Paper::default()
    };
    let text = format!(
        "/Subtype /FreeText /Rect [72 590 360 620] /Contents ({SAID}) /DA (/F1 12 Tf 0 g) \
         /AP << /N 7 0 R >>"
    );
    vec![
        made("field_V_500_AP_empty.pdf", field.file()),
        made("freetext_AP_empty.pdf", noted("", &text, shown())),
    ]
}
