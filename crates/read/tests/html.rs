//! HTML: blocks, tables, hidden layers, depth.
#![allow(missing_docs, reason = "test names are sentences")]

mod support;

use groundstop_contract::CharacterFlag;
use groundstop_document::{ByteSpan, LayerKind};
use groundstop_read::{HTML_READER, Limits, ReadError, ReadOptions, read};
use support::open;

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
fn too_much_text_is_named() {
    let page = format!("<html>{}</html>", "word ".repeat(100));
    let limits = Limits {
        text_bytes: 50,
        ..Limits::default()
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
