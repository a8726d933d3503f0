//! Ways of our own to keep words on a page from sight, or not to.

use super::pdf::{
    Paper, codes_of, dot, drawing, drawn_font, noted, paper, show, stream, words, zigzag,
};
use super::{Pair, SAID, pair};

/// A way that differs in what is painted: before the words and after them, out of sight and not.
type Painted = (&'static str, [&'static str; 2], [&'static str; 2]);

const PAINTED: &[Painted] = &[
    ("text_mode", ["3 Tr", ""], ["0 Tr", ""]),
    (
        "text_mode_stroked_white",
        ["1 Tr 1 G 0.2 w", ""],
        ["1 Tr 0 G 0.4 w", ""],
    ),
    ("clip_only", ["7 Tr", ""], ["2 Tr 0 G 0.1 w", ""]),
    ("white", ["1 g", ""], ["0.3 g", ""]),
    ("nearly_white", ["0.9 g", ""], ["0.5 g", ""]),
    ("white_cmyk", ["0 0 0 0 k", ""], ["0 0 0 1 k", ""]),
    ("yellow", ["1 1 0.6 rg", ""], ["0 0 0.6 rg", ""]),
    (
        "covered_white",
        ["", "1 g 60 590 300 30 re f"],
        ["", "1 g 60 490 300 30 re f"],
    ),
    (
        "covered_black",
        ["", "0 g 60 590 300 30 re f"],
        ["0.9 g 60 590 300 30 re f 0 g", ""],
    ),
    (
        "covered_even_odd",
        ["", "1 g 60 590 300 30 re f*"],
        ["", "1 g 50 580 400 60 re 60 590 300 30 re f*"],
    ),
    (
        "covered_stroke",
        ["", "1 G 40 w 60 604 m 360 604 l S"],
        ["", "0 G 1 w 60 590 m 360 590 l S"],
    ),
    (
        "covered_curve",
        [
            "",
            "1 g 60 590 m 60 640 360 640 360 590 c 360 560 60 560 60 590 c f",
        ],
        ["", "1 g 60 490 m 60 540 360 540 360 490 c f"],
    ),
    (
        "clip_elsewhere",
        ["q 0 0 50 50 re W n", "Q"],
        ["q 60 590 300 30 re W n", "Q"],
    ),
    (
        "clip_twice",
        ["q 60 590 300 30 re W n 0 0 50 50 re W n", "Q"],
        ["q 60 590 300 30 re W n 0 0 612 792 re W n", "Q"],
    ),
    (
        "clip_nothing",
        ["q 60 590 300 0 re W n", "Q"],
        ["q 60 590 300 40 re W n", "Q"],
    ),
    (
        "flat",
        ["q 1 0 0 0.02 0 590 cm", "Q"],
        ["q 1 0 0 1 0 0 cm", "Q"],
    ),
    (
        "tiny",
        ["q 0.1 0 0 0.1 100 500 cm", "Q"],
        ["q 0.9 0 0 0.9 10 50 cm", "Q"],
    ),
    (
        "off_left",
        ["q 1 0 0 1 -700 0 cm", "Q"],
        ["q 1 0 0 1 20 0 cm", "Q"],
    ),
    (
        "off_below",
        ["q 1 0 0 1 0 -700 cm", "Q"],
        ["q 1 0 0 1 0 -100 cm", "Q"],
    ),
    (
        "struck_thin",
        ["", "0 G 0.5 w 72 604 m 165 604 l S"],
        ["", "0 G 0.5 w 72 597 m 165 597 l S"],
    ),
    (
        "struck_twice",
        ["", "0 G 0.5 w 72 603 m 165 603 l S 72 606 m 165 606 l S"],
        ["", "0 G 0.5 w 72 596 m 165 596 l S 72 594 m 165 594 l S"],
    ),
    (
        "struck_box",
        ["", "0 g 72 603.5 95 1 re f"],
        ["", "0 g 72 595.5 95 1 re f"],
    ),
    (
        "crossed_out",
        ["", "1 0 0 RG 1 w 70 596 m 168 612 l S 70 612 m 168 596 l S"],
        ["", "1 0 0 RG 1 w 200 596 m 298 612 l S"],
    ),
];

pub(super) fn pairs() -> Vec<Pair> {
    let mut pairs: Vec<Pair> = PAINTED
        .iter()
        .map(|(name, hidden, plain)| {
            let page = |[before, after]: &[&str; 2]| {
                paper(&format!("{before} {}{after}", words()), "", &[])
            };
            pair(name, "pdf", page(hidden), page(plain))
        })
        .collect();
    pairs.push(pair(
        "struck_zigzag_twice",
        "pdf",
        paper(
            &format!(
                "{}1 0 0 RG 1 w {} S {} S",
                words(),
                zigzag(600, 607),
                zigzag(602, 609)
            ),
            "",
            &[],
        ),
        paper(
            &format!(
                "{}1 0 0 RG 1 w {} S {} S",
                words(),
                zigzag(588, 594),
                zigzag(586, 592)
            ),
            "",
            &[],
        ),
    ));
    pairs.extend(states());
    pairs.extend(pictures());
    pairs.extend(fonts());
    pairs.extend(placed());
    pairs.extend(annotated());
    pairs
}

/// Graphics states: how paint is laid on.
fn states() -> Vec<Pair> {
    let with = |name: &str, hidden: &str, plain: &str, before: &str| {
        let page = |state: &str| {
            let resources = format!("/ExtGState << /G0 << {state} >> >>");
            paper(&format!("{before} /G0 gs {}", words()), &resources, &[])
        };
        pair(name, "pdf", page(hidden), page(plain))
    };
    let white = "1 g 0 0 612 690 re f 0 g";
    vec![
        with("transparent", "/ca 0", "/ca 1", ""),
        with("nearly_transparent", "/ca 0.05", "/ca 0.9", ""),
        with("blend_Screen", "/BM /Screen", "/BM /Multiply", white),
        with(
            "blend_list",
            "/BM [/Lighten /Normal]",
            "/BM [/Normal]",
            white,
        ),
        with("blend_ColorDodge", "/BM /ColorDodge", "/BM /Darken", white),
    ]
}

fn pictures() -> Vec<Pair> {
    let image = "/XObject << /X0 6 0 R >>";
    let over = |x: i32, y: i32| format!("{}q 300 0 0 30 {x} {y} cm /X0 Do Q", words());
    let under = |ink: &str| format!("q 300 0 0 30 60 590 cm /X0 Do Q {ink} {}", words());
    let form = |content: &str| {
        stream(
            "/Type /XObject /Subtype /Form /BBox [0 0 612 792] /Resources << /Font << /F1 5 0 R >> >>",
            content,
        )
    };
    let boxed =
        |bounds: &str| form(&words()).replace("/BBox [0 0 612 792]", &format!("/BBox [{bounds}]"));
    vec![
        pair(
            "covered_image",
            "pdf",
            paper(&over(60, 590), image, &[dot("FF")]),
            paper(&over(60, 490), image, &[dot("FF")]),
        ),
        pair(
            "on_image",
            "pdf",
            paper(&under("1 g"), image, &[dot("FF")]),
            paper(&under("1 g"), image, &[dot("20")]),
        ),
        pair(
            "form_bounds",
            "pdf",
            paper("/X0 Do", image, &[boxed("0 0 50 50")]),
            paper("/X0 Do", image, &[boxed("60 590 360 620")]),
        ),
        pair(
            "form_not_drawn",
            "pdf",
            paper("q 0 0 1 1 re W n /X0 Do Q", image, &[form(&words())]),
            paper("q /X0 Do Q", image, &[form(&words())]),
        ),
        pair(
            "layer_off",
            "pdf",
            layered("/OFF [6 0 R]"),
            layered("/ON [6 0 R]"),
        ),
    ]
}

/// The words on a layer that is shown or not.
fn layered(state: &str) -> Vec<u8> {
    Paper {
        catalog: format!("/OCProperties << /OCGs [6 0 R] /D << {state} >> >>"),
        resources: "/Properties << /L0 6 0 R >>".to_owned(),
        content: format!("/OC /L0 BDC {} EMC", words()),
        objects: vec!["<< /Type /OCG /Name (Layer) >>".to_owned()],
        ..Paper::default()
    }
    .file()
}

fn fonts() -> Vec<Pair> {
    let typed = words().replace("/F1", "/F2");
    let sized = |size: &str| words().replace("/F1 12", &format!("/F1 {size}"));
    let blank = " ".repeat(SAID.len());
    vec![
        pair(
            "glyphs_of_blanks",
            "pdf",
            paper(&typed, "", &drawn_font(&codes_of(&blank, SAID))),
            paper(&typed, "", &drawn_font(&codes_of(SAID, SAID))),
        ),
        pair(
            "size_of_letters",
            "pdf",
            paper(&sized("1"), "", &[]),
            paper(&sized("8"), "", &[]),
        ),
        pair(
            "letters_on_one_another",
            "pdf",
            paper(
                &format!("-100 Tz {} 100 Tz", words().replace("72 600", "40 600")),
                "",
                &[],
            ),
            paper(&format!("90 Tz {} 100 Tz", words()), "", &[]),
        ),
        pair(
            "actual_text",
            "pdf",
            paper(
                &format!(
                    "/Span << /ActualText ({SAID}) >> BDC {} EMC",
                    show(72, 600, "Nothing is due.")
                ),
                "",
                &[],
            ),
            paper(
                &format!("/Span << /ActualText ({SAID}) >> BDC {} EMC", words()),
                "",
                &[],
            ),
        ),
    ]
}

/// What of the page is shown.
fn placed() -> Vec<Pair> {
    let page = |entries: &str| {
        Paper {
            page: entries.to_owned(),
            content: words(),
            ..Paper::default()
        }
        .file()
    };
    vec![
        pair(
            "crop",
            "pdf",
            page("/CropBox [0 650 612 792]"),
            page("/CropBox [0 500 612 792]"),
        ),
        pair(
            "turned_and_cropped",
            "pdf",
            page("/Rotate 90 /CropBox [0 650 612 792]"),
            page("/Rotate 90"),
        ),
    ]
}

fn annotated() -> Vec<Pair> {
    let said = |text: &str| drawing(&format!("BT /F1 12 Tf 2 8 Td ({text}) Tj ET"));
    let over = "/Rect [72 590 360 620] /F 4 /AP << /N 7 0 R >>";
    let free = format!("/Subtype /FreeText /Contents ({SAID}) /DA (/F1 12 Tf 0 g)");
    let shape = |kind: &str, place: &str, paint: &str| {
        let note = format!("/Subtype /{kind} /Rect [{place}] /F 4 /AP << /N 7 0 R >>");
        noted(&words(), &note, Some(drawing(paint)))
    };
    vec![
        pair(
            "text_over_page_says_another",
            "pdf",
            noted(
                "",
                &format!("{free} {over}"),
                Some(said("The fee is $900.")),
            ),
            noted("", &format!("{free} {over}"), Some(said(SAID))),
        ),
        pair(
            "text_over_page_hidden",
            "pdf",
            noted(
                "",
                &format!("{free} {}", over.replace("/F 4", "/F 2")),
                Some(said(SAID)),
            ),
            noted("", &format!("{free} {over}"), Some(said(SAID))),
        ),
        pair(
            "square_over",
            "pdf",
            shape("Square", "60 588 360 618", "1 g 0 0 288 30 re f"),
            shape("Square", "60 588 360 618", "1 0 0 RG 1 w 1 1 286 28 re S"),
        ),
        pair(
            "stamp_over",
            "pdf",
            shape("Stamp", "60 588 360 618", "0.8 0 0 rg 0 0 288 30 re f"),
            shape("Stamp", "60 488 360 518", "0.8 0 0 rg 0 0 288 30 re f"),
        ),
        pair(
            "ink_through",
            "pdf",
            shape("Ink", "60 588 360 618", "0 0 1 RG 2 w 10 15 m 110 17 l S"),
            shape("Ink", "60 588 360 618", "0 0 1 RG 1 w 10 6 m 110 6 l S"),
        ),
        pair(
            "struck_by_annotation",
            "pdf",
            noted(
                &words(),
                "/Subtype /StrikeOut /Rect [72 598 170 612] /QuadPoints [72 612 170 612 72 598 170 598] /F 4",
                None,
            ),
            noted(
                &words(),
                "/Subtype /Underline /Rect [72 598 170 612] /QuadPoints [72 612 170 612 72 598 170 598] /F 4",
                None,
            ),
        ),
        pair(
            "link_says_it",
            "pdf",
            noted(
                "",
                &format!("/Subtype /Link /Rect [72 590 360 620] /Contents ({SAID})"),
                None,
            ),
            noted(
                &words(),
                "/Subtype /Link /Rect [72 590 360 620] /Contents (Fee)",
                None,
            ),
        ),
    ]
}
