//! HTML: which letters a browser shows, by the cascade of a page's rules.

use crate::support::open;
use groundstop_document::ByteSpan;
use groundstop_read::{FileKind, kind_of};

/// How one word of a page comes out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sight {
    Shown,
    Flagged,
    Hidden,
}

/// How the word `secret` of a page comes out.
fn sight(page: &str) -> Sight {
    let document = open(page.as_bytes()).unwrap();
    let Some(at) = document.text().find("secret") else {
        return Sight::Hidden;
    };
    if !document.flags_in(ByteSpan::new(at, at + 6)).is_empty() {
        Sight::Flagged
    } else {
        Sight::Shown
    }
}

/// Looks at every case, and names all that come out otherwise.
fn check(look: impl Fn(&str) -> Sight, cases: &[(&str, Sight)]) {
    let all = cases
        .iter()
        .map(|(case, expected)| (*case, look(case), *expected));
    let wrong: Vec<_> = all
        .filter(|(_, found, expected)| found != expected)
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

fn ruled(sheet: &str) -> Sight {
    sight(&format!(
        "<!doctype html><html><head><style>{sheet}</style></head><body>\
         <div class=a><p class=x id=i>secret</p></div><p>after</p></body></html>"
    ))
}

fn inline(style: &str) -> Sight {
    sight(&format!(
        "<!doctype html><html><body><p style='{style}'>secret</p><p>after</p></body></html>"
    ))
}

fn body(body: &str) -> Sight {
    sight(&format!("<!doctype html><html><body>{body}</body></html>"))
}

#[test]
fn of_several_rules_one_holds() {
    use Sight::{Flagged, Hidden, Shown};
    check(
        ruled,
        &[
            ("p{color:#fff}.x{color:#111}", Shown),
            (".x{color:#111}p{color:#fff}", Shown),
            (".x{color:#fff;color:#000}", Shown),
            ("p{color:#fff!important}.x{color:#111}", Flagged),
            ("#i{color:#111}.x.x{color:#fff}", Shown),
            (".x{display:none}.x{display:block}", Shown),
            (".x{display:none!important}.x{display:block}", Hidden),
            (".x{display:none!important;display:block}", Hidden),
            ("#i{display:block}.x{display:none}", Shown),
            ("@layer a{#i{display:none}}p{display:block}", Shown),
            (
                "@layer a,b;@layer b{p{display:none}}@layer a{#i{display:block}}",
                Hidden,
            ),
            (".x:nth-child(1){display:block}.x{display:none}", Flagged),
            (
                ".x{display:none}.x:nth-child(1){display:block!important}",
                Flagged,
            ),
            ("html{background:#000}body{color:#fff}", Shown),
            (".a{font-size:0}.x{font-size:16px}", Shown),
            (".a{font-size:0}.x{font-size:1em}", Hidden),
            (".a{visibility:hidden}.x{visibility:visible}", Shown),
            (".a{display:none}.x{display:block}", Hidden),
            ("html{font-size:62.5%}.x{font-size:1.6rem}", Shown),
            (".x{content:url(a.png)}", Hidden),
        ],
    );
    let page = |style: &str| {
        sight(&format!(
            "<html><style>p{{display:none!important}}</style><p style='{style}'>secret</p>"
        ))
    };
    assert_eq!(page("display:block"), Hidden);
    assert_eq!(page("display:block!important"), Shown);
}

#[test]
fn declarations_are_read_as_browsers_read_them() {
    use Sight::{Flagged, Hidden, Shown};
    check(
        inline,
        &[
            ("display:none ! important;display:block", Hidden),
            ("display:none!/**/important;display:block", Hidden),
            ("display:/**/none", Hidden),
            ("dis/**/play:none", Shown),
            ("display:none;display:xyz", Hidden),
            ("d\\69splay:none", Hidden),
            ("display:n\\6f ne", Hidden),
            ("opacity:.01", Hidden),
            ("opacity:1e-9", Hidden),
            ("opacity:1%", Hidden),
            ("opacity:90%", Shown),
            ("opacity:calc(0)", Flagged),
            ("color:color-mix(in srgb,white,white)", Flagged),
            ("color:light-dark(white,black)", Flagged),
            ("--c:#fff;color:var(--c)", Flagged),
            ("--c:#333;color:var(--c)", Shown),
            ("color:ffffff", Shown),
            ("background:var(--n,#000)", Flagged),
            ("background:currentColor", Flagged),
            ("color:Canvas", Flagged),
            ("color:windowtext", Shown),
        ],
    );
    check(
        ruled,
        &[
            ("<!-- .x{display:none} -->", Hidden),
            (".x{display:none", Hidden),
            (".\\78{display:none}", Hidden),
            (".y::after{content:\"}\"}.x{display:none}", Hidden),
            (":root{--c:#fff}.x{color:var(--c)}", Flagged),
            (
                ":root{--bg:#111;--fg:#eee}body{color:var(--fg);background:var(--bg)}",
                Shown,
            ),
            (".x{--o:1;color:rgb(20 20 20 / var(--o))}", Shown),
            (":root{--c:#000}.a{--c:#fff}.x{color:var(--c)}", Flagged),
            (
                ":root{--c:#000}[data-theme=dark]{--c:#fff}.x{color:var(--c)}",
                Shown,
            ),
        ],
    );
    assert_eq!(sight("<html><p>secret</p><style>p{display:none}"), Hidden);
}

#[test]
fn lengths_have_units() {
    use Sight::{Flagged, Hidden, Shown};
    check(
        inline,
        &[
            ("font-size:0", Hidden),
            ("font-size:1px", Hidden),
            ("font-size:1pt", Hidden),
            ("font-size:.05em", Hidden),
            ("font-size:5%", Hidden),
            ("font-size:1.2vw", Shown),
            ("font-size:1.4vh", Shown),
            ("font-size:.12in", Shown),
            ("font-size:1pc", Shown),
            ("font-size:.4cm", Shown),
            ("font-size:1ex", Shown),
            ("font-size:1rem", Shown),
            ("font-size:calc(1rem + 1vw)", Shown),
            ("font-size:calc(0px)", Flagged),
            ("font:normal 0/0 serif", Hidden),
            ("font:italic 0 serif", Hidden),
            ("font:1px serif", Hidden),
            ("font:bold 700 12px/1 serif", Shown),
            ("position:absolute;left:-9999px", Hidden),
            ("position:absolute;left:9999px", Hidden),
            ("position:absolute;left:-100vw", Hidden),
            ("position:absolute;left:-60em", Hidden),
            ("position:absolute;inset:-9999px auto auto -9999px", Hidden),
            ("position:absolute;left:calc(-9999px)", Flagged),
            ("left:-9999px", Shown),
            ("margin:0 0 0 -9999px", Hidden),
            ("margin:0 auto", Shown),
            ("margin-inline-start:-9999px", Hidden),
            ("text-indent:9999px", Hidden),
            ("text-indent:2em", Shown),
            ("translate:-9999px", Hidden),
            ("scale:0", Hidden),
            ("transform:scaleX(0)", Hidden),
            ("transform:scale(.001)", Hidden),
            ("transform:scale3d(0,0,0)", Hidden),
            ("transform:matrix(0,0,0,0,0,0)", Hidden),
            ("transform:matrix(0,1,-1,0,0,0)", Shown),
            ("transform:translateX(-100vw)", Hidden),
            ("transform:translate(-50%,-50%)", Shown),
            ("clip-path:inset(60%)", Hidden),
            ("clip-path:inset(0 100% 0 0)", Hidden),
            ("clip-path:inset(10%)", Shown),
            ("clip-path:ellipse(0 0)", Hidden),
            ("clip-path:rect(0 0 0 0)", Hidden),
            ("clip-path:polygon(0 0)", Hidden),
            ("clip-path:polygon(0 0, 100% 0, 100% 100%, 0 100%)", Shown),
            ("clip:rect(2px,2px,2px,2px)", Hidden),
            ("filter:opacity(0.0)", Hidden),
            ("-webkit-text-security:disc", Hidden),
            ("height:0", Shown),
            ("height:0;overflow:hidden", Hidden),
            ("max-height:1px;overflow:hidden", Hidden),
            ("height:0;overflow:hidden;height:20px", Shown),
        ],
    );
    let nested = |style: &str| {
        let open = format!("<div style='{style}'>");
        body(&format!("{}secret", open.repeat(3)))
    };
    assert_eq!(nested("opacity:.2"), Hidden);
    assert_eq!(nested("font-size:.2em"), Hidden);
}

#[test]
fn attributes_and_names_count_as_in_browsers() {
    use Sight::{Flagged, Hidden, Shown};
    check(
        body,
        &[
            (
                "<table bgcolor=#003366><tr><td><font color=white>secret</font></table>",
                Shown,
            ),
            ("<table bgcolor=000000><tr><td>secret</table>", Flagged),
            (
                "<table><tr><td bgcolor='#036' style='color:#fff'>secret</table>",
                Shown,
            ),
            ("<font color=ffffff>secret</font>", Flagged),
            ("<p hidden style='display:block'>secret</p>", Shown),
            ("<svg><text fill=white>secret</text></svg>", Flagged),
            ("<svg><text opacity=0>secret</text></svg>", Hidden),
            ("<svg><text visibility=hidden>secret</text></svg>", Hidden),
            ("<svg><g display=none><text>secret</text></g></svg>", Hidden),
            ("<svg><text font-size=0.1>secret</text></svg>", Hidden),
            ("<svg><text>secret</text></svg>", Shown),
            ("<svg><defs><text>secret</text></defs></svg>", Hidden),
            ("<svg><symbol><text>secret</text></symbol></svg>", Hidden),
            (
                "<svg><clipPath><text>secret</text></clipPath></svg>",
                Hidden,
            ),
            ("<svg><desc>secret</desc></svg>", Hidden),
            ("<svg><metadata>secret</metadata></svg>", Hidden),
            ("<ruby>a<rp>secret</rp></ruby>", Hidden),
            (
                "<math><semantics><mi>x</mi><annotation>secret</annotation></semantics></math>",
                Hidden,
            ),
            ("<meter>secret</meter>", Hidden),
            ("<progress>secret</progress>", Hidden),
            ("<bdo dir=rtl>secret</bdo>", Flagged),
            (
                "<span style='unicode-bidi:bidi-override'>secret</span>",
                Flagged,
            ),
        ],
    );
    assert_eq!(sight("<html><body text=white><p>secret</p>"), Flagged);
    let page = "<html><body><p>7.2<span style='vertical-align:super'>5</span></p>";
    assert_eq!(open(page.as_bytes()).unwrap().text(), "7.2\u{2075}\n");
}

#[test]
fn what_is_generated_or_holds_elsewhere_is_told_apart() {
    use Sight::{Flagged, Hidden, Shown};
    check(
        ruled,
        &[
            (".x::before{content:\"not \"}", Flagged),
            (".x:after{content:\"1\"}", Flagged),
            (".x::before{content:\"\\f101\"}", Shown),
            (".x::after{content:\"\";display:none}", Shown),
            (".x:not(:hover){display:none}", Hidden),
            (".x:not(.x){display:none}", Shown),
            (".a:not(.show){opacity:0}", Hidden),
            ("*|p.x{display:none}", Hidden),
            ("[class=\"X\" i]{display:none}", Hidden),
            ("[class=\"X\"]{display:none}", Shown),
            ("@media print{.x{display:none}}", Shown),
            ("@media screen{.x{display:none}}", Hidden),
            ("@media (max-width:600px){.x{display:none}}", Shown),
            (
                "@media screen and (min-width:768px){.x{display:none}}",
                Hidden,
            ),
            (
                ".x{display:none}@media (min-width:768px){.x{display:block}}",
                Shown,
            ),
            ("@media (hover:hover){.x{display:none}}", Flagged),
            ("@media not print{.x{display:none}}", Hidden),
            (".x{opacity:0;transition:opacity 1s}", Flagged),
            (
                ".x{opacity:0;animation:k 1s}@keyframes k{to{opacity:1}}",
                Flagged,
            ),
            (".x::first-line{color:#fff}", Flagged),
        ],
    );
    for unused in [
        "<style media=print>p{display:none}</style>",
        "<noscript><style>p{display:none}</style></noscript>",
        "<!--[if lt IE 9]><style>p{display:none}</style><![endif]-->",
        "<template><style>p{display:none}</style></template>",
        "<script>'<style>p{display:none}</style>'</script>",
    ] {
        let page = format!("<html><head>{unused}</head><body><p>secret</p>");
        assert_eq!(sight(&page), Shown, "{unused}");
    }
}

#[test]
fn pages_in_utf_16_are_pages() {
    let page = "<!DOCTYPE html><html><body><p>Pr\u{e4}mie</p></body></html>";
    let little = page.encode_utf16().flat_map(u16::to_le_bytes);
    let big = page.encode_utf16().flat_map(u16::to_be_bytes);
    for bytes in [
        [0xFF, 0xFE].into_iter().chain(little).collect::<Vec<u8>>(),
        [0xFE, 0xFF].into_iter().chain(big).collect::<Vec<u8>>(),
    ] {
        assert_eq!(kind_of(&bytes), FileKind::Html);
        assert_eq!(open(&bytes).unwrap().text(), "Pr\u{e4}mie\n");
    }
}
