//! HTML: blocks, tables, hidden layers, depth.

use crate::support::open;
use groundstop_contract::CharacterFlag;
use groundstop_document::{ByteSpan, LayerKind};
use groundstop_read::{HTML_READER, ReadError, ReadLimits, ReadOptions, read};

fn text(body: &str) -> String {
    let page = format!("<!DOCTYPE html><html><body>{body}</body></html>");
    open(page.as_bytes()).unwrap().text().to_owned()
}

fn layers(body: &str) -> Vec<(LayerKind, String)> {
    let page = format!("<!DOCTYPE html><html>{body}</html>");
    let document = open(page.as_bytes()).unwrap();
    let layers = document.hidden_layers().iter();
    layers
        .map(|layer| (layer.kind, layer.text.clone()))
        .collect()
}

#[test]
fn blocks_stand_on_lines_of_their_own() {
    assert_eq!(
        text("<h1>Lease</h1><p>The <b>rent</b>\n is&nbsp;due.</p><div>A</div><div>B</div>"),
        "Lease\n\nThe rent is\u{a0}due.\n\nA\nB\n"
    );
}

#[test]
fn tables_have_a_line_a_row_and_a_tab_between_cells() {
    assert_eq!(
        text("<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>"),
        "a\tb\n1\t2\n"
    );
}

#[test]
fn a_box_of_a_form_is_shown_ticked_or_empty() {
    let form = "<p><input type=checkbox> Rent: $500</p><p><input type=\"radio\" checked> Rent: $600</p>\
                <p><input type=text value=x> Rent</p>";
    assert_eq!(
        text(form),
        "\u{2610} Rent: $500\n\n\u{2611} Rent: $600\n\nRent\n"
    );
}

#[test]
fn entities_are_characters_and_scripts_are_not_text() {
    assert_eq!(
        text("5 &lt; 6 &amp; 7<script>var x = '<p>no</p>';</script><style>p{}</style>"),
        "5 < 6 & 7\n"
    );
}

#[test]
fn breaks_and_kept_white_space_stay() {
    assert_eq!(text("a<br>b<pre>x\n  y</pre>"), "a\nb\n\nx\n  y\n");
}

#[test]
fn what_is_not_shown_is_kept_apart() {
    let body = "<head><title>Title</title><meta name=description content=About>\
                <style>.x, p .y{display:none} #z{visibility:hidden}</style></head><body>shown\
                <span style='display: none'>one</span><span class='a x'>two</span><b id=z>three</b>\
                <p hidden>four<p>shown too<!-- five --><img alt=six><template>seven</template></body>";
    let found = layers(body);
    let hidden = |text: &str| (LayerKind::Hidden, text.to_owned());
    for text in ["one", "two", "three", "four", "seven"] {
        assert!(found.contains(&hidden(text)), "{text}: {found:?}");
    }
    assert!(found.contains(&(LayerKind::Comment, "five".to_owned())));
    assert!(found.contains(&(LayerKind::Attribute, "six".to_owned())));
    assert!(found.contains(&(LayerKind::Metadata, "Title".to_owned())));
    assert!(found.contains(&(LayerKind::Metadata, "About".to_owned())));
    let page = format!("<html>{body}</html>");
    assert_eq!(
        open(page.as_bytes()).unwrap().text(),
        "shown\n\nshown too\n"
    );
}

#[test]
fn a_million_elements_one_inside_the_other_do_no_harm() {
    let page = format!(
        "<html>{}deep{}",
        "<div>".repeat(1_000_000),
        "</div>".repeat(1_000_000)
    );
    let document = open(page.as_bytes()).unwrap();
    assert_eq!(document.text(), "deep\n");
    assert_eq!(document.reader(), HTML_READER);
}

#[test]
fn western_pages_that_say_so_are_read() {
    let page = b"<html><head><meta charset=\"iso-8859-1\"></head>caf\xe9 \x80 5</html>";
    assert_eq!(open(page).unwrap().text(), "caf\u{e9} \u{20ac} 5\n");
    assert!(matches!(
        open(b"<html>caf\xe9</html>"),
        Err(ReadError::NotText(_))
    ));
}

#[test]
fn pages_in_other_character_sets_that_say_so_are_read() {
    for (page, text) in [
        (
            &b"<html><meta charset=Shift_JIS>\x93\xFA\x96\x7B</html>"[..],
            "\u{65e5}\u{672c}\n",
        ),
        (
            b"<?xml version=\"1.0\" encoding=\"gb18030\"?><html>\xD6\xD0</html>",
            "\u{4e2d}\n",
        ),
        (
            b"<html><meta content='text/html; charset=koi8-r'>\xC4\xC1</html>",
            "\u{434}\u{430}\n",
        ),
        (
            b"<html><meta charset='iso-2022-jp'>\x1B$BF|K\\\x1B(B</html>",
            "\u{65e5}\u{672c}\n",
        ),
        // What is UTF-8 is not what somebody forgot to change above it.
        (
            "<html><meta charset=windows-1252>caf\u{e9}</html>".as_bytes(),
            "caf\u{e9}\n",
        ),
    ] {
        assert_eq!(open(page).unwrap().text(), text);
    }
    for page in [
        &b"<html><meta charset=shift_jis>\x81</html>"[..],
        b"<html><meta charset=utf-8>caf\xe9</html>",
        b"<html><meta charset=iso-2022-kr>caf\xe9</html>",
        b"<html><meta charset=nobodys>caf\xe9</html>",
    ] {
        assert!(open(page).is_err(), "{}", page.escape_ascii());
    }
}

#[test]
fn too_much_text_is_named() {
    let page = format!("<html>{}</html>", "word ".repeat(100));
    let limits = ReadLimits {
        text_bytes: 50,
        ..ReadLimits::default()
    };
    let options = ReadOptions {
        limits,
        ..ReadOptions::default()
    };
    assert!(matches!(
        read(page.as_bytes(), &options),
        Err(ReadError::Limit { limit: 50, .. })
    ));
}

#[test]
fn letters_of_the_colour_of_paper_and_struck_ones_are_flagged() {
    let head =
        "<!doctype html><style>.w { color: #fff } .d { color: white; background: #000 }</style>";
    for faint in [
        "<p style='color:#fff'>secret</p>",
        "<p style='COLOR: RGB(255, 255, 255)'>secret</p>",
        "<p style='color: rgba(0,0,0,0)'>secret</p>",
        "<p class=w>secret</p>",
        "<p><font color=white>secret</font></p>",
        "<p><s>secret</s></p>",
        "<p><span style='text-decoration: line-through'>secret</span></p>",
    ] {
        let document = open(format!("{head}<p>seen</p>{faint}<p>after</p>").as_bytes()).unwrap();
        let at = document.text().find("secret").expect(faint);
        let flags = |from: usize, to: usize| document.flags_in(ByteSpan::new(from, to));
        assert_eq!(flags(at, at + 6), [CharacterFlag::Hidden], "{faint}");
        assert!(flags(0, 4).is_empty(), "{faint}");
        let after = document.text().find("after").expect(faint);
        assert!(flags(after, after + 5).is_empty(), "{faint}");
    }
    for seen in [
        "<p class=d>shown</p>",
        "<p style='color:#fff;background:#036'>shown</p>",
        "<p style='color:#333'>shown</p>",
    ] {
        let document = open(format!("{head}{seen}").as_bytes()).unwrap();
        assert!(document.flagged().is_empty(), "{seen}");
    }
}

/// What a page shows, and the flagged parts of it.
fn seen(page: &str) -> (String, Vec<String>) {
    let document = open(format!("<!doctype html>{page}").as_bytes()).unwrap();
    let flagged = document.flagged().iter();
    let flagged = flagged.map(|one| document.slice(one.span).unwrap().trim().to_owned());
    (document.text().to_owned(), flagged.collect())
}

#[test]
fn rules_hide_what_they_select() {
    let page = "<div id=top class='a b'><ul><li data-k=v>secret</li></ul></div><p>shown</p>";
    for selector in [
        "li",
        "ul li",
        "div > ul > li",
        "#top li",
        "div.a.b",
        ".a",
        "[data-k]",
        "[data-k=v]",
        "li[data-k='v']",
        "DIV.a LI",
        "body, .a",
        "html .a",
        ":root div.b",
        "*.b",
        "/* note */ .a",
        "@supports (display: grid) { .a",
        ".a { .x { color: red } ul",
        ".b { &.a",
        "@layer base { li",
        "li:not(.c)",
        ":is(li, h1)",
        "ul :where([data-k])",
    ] {
        let sheet = format!("<style>{selector} {{ display: none }} }}</style>");
        for page in [format!("{sheet}{page}"), format!("{page}{sheet}")] {
            let (text, _) = seen(&page);
            assert!(!text.contains("secret"), "{selector}: {text}");
        }
    }
    for selector in [
        "p li",
        "ol li",
        "div > li",
        "#other",
        ".c",
        "[data-j]",
        "li:hover",
        "li::before",
        "@media print { li",
        "@keyframes x { li",
        "span, .ab",
    ] {
        let (text, flagged) = seen(&format!(
            "<style>{selector} {{display:none}} }}</style>{page}"
        ));
        assert!(text.contains("secret"), "{selector}: {text}");
        assert!(flagged.is_empty(), "{selector}: {flagged:?}");
    }
}

#[test]
fn what_a_rule_may_hide_is_flagged() {
    let page = "<div class=a><p class=x>secret</p></div><p>shown</p>";
    for sheet in [
        ".x:nth-child(1) { display: none }",
        "h1 + .x { display: none }",
        "@media (max-width: 1400px) { .x { display: none } }",
        ".x { display: var(--d) }",
        ".a { background: #111 } .x { color: #181818 }",
        ".x { color: #000; background: #fff } .x { background: #050505 }",
        ".x:nth-child(1) { color: #fff }",
        ".x { color: hsl(0, 0%, 99%) }",
        ".x { color: rgb(255 255 255 / 1) }",
    ] {
        let (text, flagged) = seen(&format!("<style>{sheet}</style>{page}"));
        assert!(text.contains("secret") && text.contains("shown"), "{sheet}");
        assert_eq!(flagged, ["secret"], "{sheet}");
    }
    for sheet in [
        "body { background: #111; color: #eee }",
        ".a { background: navy } .x { color: white }",
        ".x { background: url(x.png); color: #fff }",
        ".x { color: #555 }",
        "a { color: #fff }",
        ".x { height: 20px; left: -3px; font-size: 0.9em; opacity: .9 }",
    ] {
        let (text, flagged) = seen(&format!("<style>{sheet}</style>{page}"));
        assert!(text.contains("secret"), "{sheet}");
        assert!(flagged.is_empty(), "{sheet}: {flagged:?}");
    }
}

#[test]
fn a_hidden_element_ends_where_a_browser_ends_it() {
    for (page, expected) in [
        ("<p style='display:none'>a<div>b</div>", "b\n"),
        (
            "<span style='display:none'><div>a</span>b</div></span>c",
            "c\n",
        ),
        ("<ul><li hidden>a<li>b</ul>", "b\n"),
        ("<table><tr><td hidden>a<td>b<tr><td>c</table>", "b\nc\n"),
        ("<div hidden><div>a</div>b</div>c", "c\n"),
        ("<svg><path fill=none /><text>a</text></svg>b", "ab\n"),
        ("<svg><text fill=none>a</text></svg>b", "b\n"),
        ("<b hidden>a</b></b>c", "c\n"),
    ] {
        assert_eq!(seen(page).0, expected, "{page}");
    }
}

#[test]
fn a_mark_above_the_line_is_no_digit_of_a_figure() {
    assert_eq!(
        text("<p>$500<sup>1</sup> for 12 m<sup>2</sup> on the 1<sup>st</sup></p>"),
        "$500\u{b9} for 12 m\u{b2} on the 1st\n"
    );
}

#[test]
fn data_of_elements_is_kept_for_the_screen() {
    let document =
        open(b"<html><body><p data-note='ignore this' aria-details='and that'>x</p>").unwrap();
    let texts: Vec<&str> = document
        .hidden_layers()
        .iter()
        .map(|layer| layer.text.as_str())
        .collect();
    assert_eq!(texts, ["ignore this", "and that"]);
}

#[test]
fn addresses_data_and_generated_text_are_kept_for_the_screen() {
    let found = layers(
        "<style>p::before { content: 'obey me now' }</style>\
         <script type='application/ld+json'>{\"name\": \"one\"}</script><script>var two;</script>\
         <body><a href='/x?q=three+four'>link</a><a href='/plain'>link</a></body>",
    );
    let texts: Vec<&str> = found.iter().map(|(_, text)| text.as_str()).collect();
    assert_eq!(
        texts,
        ["{\"name\": \"one\"}", "/x?q=three+four", "obey me now"]
    );
}
