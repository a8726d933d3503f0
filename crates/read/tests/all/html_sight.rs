//! HTML: each way to keep words from sight, beside the same page with the words shown.

use crate::support::open;
use groundstop_document::ByteSpan;

/// Whether the word `secret` is text that nothing is noted about.
fn is_shown(page: &str) -> bool {
    let document = open(page.as_bytes()).unwrap();
    assert!(document.text().contains("before"), "{page}");
    let Some(at) = document.text().find("secret") else {
        return false;
    };
    document.flags_in(ByteSpan::new(at, at + 6)).is_empty()
}

fn body(body: &str) -> bool {
    is_shown(&format!(
        "<!doctype html><html><body><p>before</p>{body}</body></html>"
    ))
}

fn inline(style: &str) -> bool {
    body(&format!("<p style=\"{style}\">secret</p>"))
}

fn ruled(sheet: &str) -> bool {
    is_shown(&format!(
        "<!doctype html><html><head><style>{sheet}</style></head><body><p>before</p>\
         <div class=a><p class=x>secret</p></div></body></html>"
    ))
}

/// Every first one hides the word, every second one shows it.
fn check(look: impl Fn(&str) -> bool, pairs: &[(&str, &str)]) {
    let hidden = pairs.iter().map(|(hides, _)| (*hides, false));
    let shown = pairs.iter().map(|(_, shows)| (*shows, true));
    let all = hidden.chain(shown);
    let wrong: Vec<_> = all
        .filter(|(page, expected)| look(page) != *expected)
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn properties_are_understood_or_a_doubt() {
    check(
        inline,
        &[
            (
                "-webkit-mask-image:linear-gradient(transparent,transparent)",
                "-webkit-mask-image:none",
            ),
            ("mask:url(#m)", "mask:none"),
            ("mask-border:url(a.png)", "mask-size:10px"),
            ("filter:brightness(100)", "filter:brightness(1.1)"),
            ("filter:invert(1)", "filter:drop-shadow(0 0 2px #000)"),
            ("filter:contrast(0)", "filter:none"),
            ("filter:url(#f)", "filter:alpha(opacity=0)"),
            ("mix-blend-mode:screen", "mix-blend-mode:normal"),
            ("line-height:0", "line-height:1.5"),
            ("line-height:1px", "line-height:14px"),
            ("font:16px/0 serif", "font:16px/1.2 serif"),
            ("letter-spacing:-1em", "letter-spacing:-.02em"),
            ("word-spacing:-999px", "word-spacing:2px"),
            ("font-size:3px", "font-size:4px"),
            ("font-family:Wingdings", "font-family:Georgia, serif"),
            ("font-size-adjust:0", "font-size-adjust:.5"),
            ("zoom:.1", "zoom:.9"),
            ("scale:.1", "scale:1.2"),
            ("transform:scale(.1)", "transform:scale(.9)"),
            ("transform:rotateY(89.9deg)", "transform:rotate(5deg)"),
            ("transform:rotateX(.25turn)", "transform:rotateX(0deg)"),
            ("transform:rotate3d(1,1,0,90deg)", "transform:translateZ(0)"),
            ("transform:skewX(89deg)", "transform:skewX(5deg)"),
            ("transform:scaleX(-1)", "transform:none"),
            (
                "transform:matrix(1,0,0,1,-9999,0)",
                "transform:matrix(1,0,0,1,5,5)",
            ),
            ("rotate:y 90deg", "rotate:3deg"),
            (
                "transform-origin:-9999px 0;rotate:180deg",
                "transform-origin:0 0",
            ),
            ("offset-path:path('M-9999 0')", "offset-path:none"),
            ("clip-path:path('M0 0')", "clip-path:none"),
            ("clip-path:url(#c)", "clip-path:inset(0)"),
            ("clip-path:circle(1px)", "clip-path:circle(50%)"),
            ("clip-path:inset(49%)", "clip-path:inset(2px)"),
            (
                "clip-path:polygon(0 0,1% 0,1% 100%)",
                "clip-path:polygon(0 0,100% 0,100% 90%,0 100%)",
            ),
            ("display:table-column", "display:table-cell"),
            (
                "position:relative;z-index:-1",
                "position:relative;z-index:1",
            ),
            ("position:fixed;top:100vh", "position:fixed;top:2vh"),
            (
                "position:absolute;top:-200px",
                "position:relative;top:-20px",
            ),
            ("margin-top:-300px", "margin-top:-15px"),
            (
                "transform:translateY(-200px)",
                "transform:translateY(-20px)",
            ),
            (
                "height:20px;line-height:200px;overflow:hidden",
                "height:20px;line-height:20px;overflow:hidden",
            ),
            ("-webkit-line-clamp:1", "-webkit-line-clamp:none"),
            ("height:0;overflow:auto", "height:40px;overflow:auto"),
            ("height:5px;overflow:hidden", "height:20px;overflow:hidden"),
            (
                "max-height:.2em;overflow:clip",
                "max-height:2em;overflow:clip",
            ),
            ("contain:strict", "contain:layout"),
            ("color:#eee", "color:#767676"),
            ("opacity:.1", "opacity:.8"),
            ("color:rgba(0,0,0,.12)", "color:rgba(0,0,0,.87)"),
            ("background:#222;color:#000", "background:#eee;color:#000"),
            (
                "background:linear-gradient(#000,#111)",
                "background:linear-gradient(90deg, #fff, #f5f5f5 50%)",
            ),
            (
                "background:url(data:image/png;base64,AAAA)",
                "background:url(data:image/png;base64,AAAA) no-repeat right;padding:2px",
            ),
            (
                "box-shadow:inset 0 0 0 99px #000",
                "box-shadow:0 1px 3px #999",
            ),
            (
                "outline:40px solid #000;outline-offset:-40px",
                "outline:1px solid #000",
            ),
            (
                "-webkit-text-stroke:9px #fff",
                "-webkit-text-stroke:.5px #000",
            ),
            ("text-underline-offset:-.5em", "text-underline-offset:2px"),
            ("color-scheme:dark", "color-scheme:light"),
            ("padding-left:99999px", "padding-left:20px"),
            ("quotes:'not ' ''", "quotes:'\u{ab}' '\u{bb}'"),
            (
                "transform:rotateY(180deg);backface-visibility:hidden",
                "backface-visibility:hidden",
            ),
            (
                "transform:perspective(1px) translateZ(2px)",
                "transform:translateZ(0)",
            ),
            ("letter-spacing:9999px", "letter-spacing:.3em"),
            (
                "max-width:3px;overflow:hidden",
                "max-width:300px;overflow:hidden",
            ),
            (
                "flex:0 0 0;overflow:hidden;display:block",
                "flex:1 1 0;overflow:hidden;display:block",
            ),
            ("all:initial", "-moz-osx-font-smoothing:grayscale"),
            ("some-new-thing:7", "-sec-extract:summary"),
            ("veil:opaque", "mso-hide:all"),
        ],
    );
}

#[test]
fn elements_that_show_something_else_are_flagged() {
    check(
        body,
        &[
            (
                "<details><summary>More</summary><p>secret</p></details>",
                "<details open><summary>More</summary><p>secret</p></details>",
            ),
            (
                "<details><p>x</p><details open><p>secret</p></details></details>",
                "<details><summary>secret</summary><p>x</p></details>",
            ),
            (
                "<details><summary>a</summary><summary>secret</summary></details>",
                "<details><summary>a</summary></details><p>secret</p>",
            ),
            (
                "<select><option>a<option>secret</select>",
                "<select><option>secret<option>a</select>",
            ),
            (
                "<select><option>secret<option selected>a</select>",
                "<select><option>a<option selected>secret</select>",
            ),
            (
                "<select><optgroup label=g><option>a</option><option>secret</option></optgroup></select>",
                "<select multiple><option>a</option><option>secret</option></select>",
            ),
            (
                "<textarea style='width:0;height:0'>secret</textarea>",
                "<textarea>secret</textarea>",
            ),
            (
                "<textarea cols=1 rows=1>secret</textarea>",
                "<textarea cols=40 rows=2>secret</textarea>",
            ),
            (
                "<div>secret<template shadowrootmode=open><p>other</p></template></div>",
                "<div>secret<template><p>other</p></template></div>",
            ),
            (
                "<div><template shadowrootmode=closed></template>secret</div>",
                "<div><template shadowrootmode=closed></template></div><p>secret</p>",
            ),
            (
                "<div style=display:none><xmp>secret</xmp></div>",
                "<div><xmp>secret</xmp></div>",
            ),
            (
                "<div style=color:#fff><xmp>secret</xmp></div>",
                "<div style=color:#333><xmp>secret</xmp></div>",
            ),
            (
                "<math><mphantom><mtext>secret</mtext></mphantom></math>",
                "<math><mrow><mtext>secret</mtext></mrow></math>",
            ),
            (
                "<math><mtext mathcolor=white>secret</mtext></math>",
                "<math><mtext mathcolor=navy>secret</mtext></math>",
            ),
            (
                "<p>secret</p><div style='position:fixed;inset:0;background:#fff'></div>",
                "<p>secret</p><div style='position:fixed;inset:0;background:#fff;display:none'></div>",
            ),
            (
                "<div style='position:relative'>secret<div style='position:absolute;top:0;left:0;width:100%;\
                 height:100%;background:#000'></div></div>",
                "<div style='position:relative'><div style='position:absolute;top:0;left:0;width:100%;\
                 height:100%;background:#000'></div></div><p>secret</p>",
            ),
            (
                "<meta http-equiv=refresh content='0;url=data:text/html,other'><p>secret</p>",
                "<meta http-equiv=content-type content='text/html'><p>secret</p>",
            ),
            (
                "<svg><style><![CDATA[p{display:none}]]></style></svg><div>x</div><p>secret</p><div>before</div>",
                "<svg><style><![CDATA[p{margin:0}]]></style></svg><p>secret</p>",
            ),
            (
                "<font face=Wingdings>secret</font>",
                "<font face=Arial>secret</font>",
            ),
            (
                "<div style='position:relative'><p>secret</p><img style='position:absolute;inset:0'></div>",
                "<div style='position:relative'><p>secret</p><img style='width:90px'></div>",
            ),
            (
                "<style>details::details-content{display:none}</style><details open>secret</details>",
                "<style>details::marker{color:red}</style><details open>secret</details>",
            ),
            ("<marquee>secret</marquee>", "<mark>secret</mark>"),
            (
                "<fencedframe>secret</fencedframe>",
                "<x-note>secret</x-note>",
            ),
        ],
    );
}

#[test]
fn letters_of_drawings_are_inside_what_is_shown() {
    check(
        body,
        &[
            (
                "<svg><text x=-9999>secret</text></svg>",
                "<svg><text x=10 y=20>secret</text></svg>",
            ),
            (
                "<svg width=0 height=0><text x=10 y=20>secret</text></svg>",
                "<svg width=200 height=40><text x=10 y=20>secret</text></svg>",
            ),
            (
                "<svg width=200 height=40><text x=10 y=900>secret</text></svg>",
                "<svg width=200 height=40><text x=10 y=38>secret</text></svg>",
            ),
            (
                "<svg viewBox='0 0 100 50'><text x=500 y=20>secret</text></svg>",
                "<svg viewBox='0 0 100 50'><text x=5 y=20>secret</text></svg>",
            ),
            (
                "<svg viewBox='0 0 90000 90000' width=90 height=90><text x=5 y=20>secret</text></svg>",
                "<svg viewBox='0 0 180 180' width=90 height=90><text x=5 y=20>secret</text></svg>",
            ),
            (
                "<svg><g transform='translate(-5000,0)'><text x=5 y=20>secret</text></g></svg>",
                "<svg><g transform='translate(50,0)'><text x=-30 y=20>secret</text></g></svg>",
            ),
            (
                "<svg><g transform='scale(0.01)'><text x=5 y=20>secret</text></g></svg>",
                "<svg><g transform='rotate(10)'><text x=5 y=20>secret</text></g></svg>",
            ),
            (
                "<svg><text x=5 y=20><tspan dx=-5000>secret</tspan></text></svg>",
                "<svg><text x=5 y=20><tspan x=5 dy=16>secret</tspan></text></svg>",
            ),
            (
                "<svg><text x=5 y=20><mark>secret</mark></text></svg>",
                "<svg><text x=5 y=20><a>secret</a></text></svg>",
            ),
            (
                "<svg><x-note>secret</x-note></svg>",
                "<svg><g><text x=5 y=20>secret</text></g></svg>",
            ),
            (
                "<svg><text x=5 y=20 textLength=1>secret</text></svg>",
                "<svg><text x=5 y=20 textLength=90>secret</text></svg>",
            ),
            (
                "<svg><text x=5 y=20 clip-path='url(#c)'>secret</text></svg>",
                "<svg><text x=5 y=20 text-anchor=start>secret</text></svg>",
            ),
            (
                "<svg><text x=5 y=20>secret<set attributeName=visibility to=hidden></set></text></svg>",
                "<svg><text x=5 y=20>secret<title>t</title></text></svg>",
            ),
            (
                "<svg><rect width=200 height=50 /><text x=5 y=20>secret</text></svg>",
                "<svg><rect width=200 height=50 fill=#eee /><text x=5 y=20>secret</text></svg>",
            ),
            (
                "<svg><text x=5 y=20>secret</text><rect width=200 height=50 fill=#fff /></svg>",
                "<svg><text x=5 y=20>secret</text><rect width=200 height=50 fill=none /></svg>",
            ),
            (
                "<svg><text x=5 y=20 stroke=white stroke-width=20>secret</text></svg>",
                "<svg><text x=5 y=20 stroke=black stroke-width=.5>secret</text></svg>",
            ),
            (
                "<svg style='width:0;height:0'><text x=5 y=20>secret</text></svg>",
                "<svg style='width:200px;height:50px'><text x=5 y=20>secret</text></svg>",
            ),
            (
                "<svg width=0 height=0><foreignObject><p>secret</p></foreignObject></svg>",
                "<svg width=300 height=90><foreignObject width=200 height=50><p>secret</p></foreignObject></svg>",
            ),
            (
                "<svg><foreignObject><p>secret</p></foreignObject></svg>",
                "<svg><foreignObject x=5 y=5 width='100%' height='100%'><p>secret</p></foreignObject></svg>",
            ),
            (
                "<svg><foreignObject x=-900 width=90 height=90><p>secret</p></foreignObject></svg>",
                "<svg><foreignObject x=9 width=90 height=90><p>secret</p></foreignObject></svg>",
            ),
        ],
    );
}

#[test]
fn imported_animated_and_new_rules_count() {
    check(
        ruled,
        &[
            (
                "@import url(\"data:text/css,.x{display:none}\");",
                "@import url(\"data:text/css,.x{color:%23333}\");",
            ),
            (
                "@import 'data:text/css;base64,Lnh7ZGlzcGxheTpub25lfQ=='",
                "@import url(https://fonts.googleapis.com/css?family=Lato);",
            ),
            ("@import 'hide.css';", "@charset 'utf-8';"),
            (
                "@keyframes k{to{opacity:0}}.x{animation:k 1s forwards}",
                "@keyframes k{to{transform:rotate(5deg)}}.x{animation:k 1s}",
            ),
            (
                "@keyframes k{100%{color:#fff}}.x{animation-name:k}",
                "@keyframes k{to{opacity:0}}.y{animation:k 1s}",
            ),
            (
                "@when new(){.x{display:none}}",
                "@font-face{font-family:A;src:url(a)}",
            ),
            (
                ".a{display:grid;grid-template-rows:0fr}.x{overflow:hidden;min-height:0}",
                ".a{display:grid;grid-template-rows:1fr}.x{overflow:hidden;min-height:0}",
            ),
            (".a{line-height:0}", ".a{line-height:0}.x{line-height:1.4}"),
            (
                ".a{filter:blur(9px)}.x{filter:none}",
                ".x{filter:blur(9px);filter:none}",
            ),
            (".x{mask:url(a)}", ".x{mask:url(a)}.a .x{mask:none}"),
        ],
    );
    let linked = |sheet: &str| {
        is_shown(&format!(
            "<html><head><link rel=stylesheet href=\"data:text/css,{sheet}\"></head>\
             <body><p>before<p>secret"
        ))
    };
    let links = |attributes: &str| {
        is_shown(&format!(
            "<html><body {attributes}><p>before</p><a href=x>secret</a>"
        ))
    };
    assert!(!links("link=white"));
    assert!(links("link=blue"));
    assert!(!linked("p%2Bp{display:none}"));
    assert!(linked("p{margin:1em}"));
}
