//! Web pages made at random: words inside elements, with properties of every kind set in every
//! way that a style sheet has. Some show the words and some do not; a browser knows which.

use super::{SAID, TITLE};

/// Numbers that look random and are the same for the same seed.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^= mixed >> 31;
        usize::try_from(mixed % u64::try_from(sides.max(1)).unwrap_or(1)).unwrap_or(0)
    }

    fn pick<'a>(&mut self, list: &[&'a str]) -> &'a str {
        list.get(self.roll(list.len())).copied().unwrap_or_default()
    }
}

/// Elements around the words: what opens and what closes them; `@` takes their attributes.
const ELEMENTS: &[(&str, &str)] = &[
    ("<div@>", "</div>"),
    ("<div@>", "</div>"),
    ("<p@>", "</p>"),
    ("<p@>", "</p>"),
    ("<span@>", "</span>"),
    ("<section@>", "</section>"),
    ("<article@><h2>Terms</h2>", "</article>"),
    ("<ul><li@>", "</li></ul>"),
    ("<ol><li>First.</li><li@>", "</li></ol>"),
    ("<table><tr><td>Item</td><td@>", "</td></tr></table>"),
    ("<table@><tr><td>", "</td></tr></table>"),
    ("<table><tbody@><tr><th>", "</th></tr></tbody></table>"),
    ("<blockquote@>", "</blockquote>"),
    ("<figure@><figcaption>", "</figcaption></figure>"),
    ("<dl><dt>Fee</dt><dd@>", "</dd></dl>"),
    ("<b@>", "</b>"),
    ("<em@>", "</em>"),
    ("<mark@>", "</mark>"),
    ("<small@>", "</small>"),
    ("<a href=\"#x\"@>", "</a>"),
    ("<label@>", "</label>"),
    ("<button@>", "</button>"),
    ("<fieldset@><legend>Fee</legend>", "</fieldset>"),
    ("<pre@>", "</pre>"),
    ("<code@>", "</code>"),
    ("<h3@>", "</h3>"),
    ("<center@>", "</center>"),
    ("<font color=\"navy\"@>", "</font>"),
    ("<x-note@>", "</x-note>"),
];

/// Elements that hide, or may, by what they are.
const ODD: &[(&str, &str)] = &[
    ("<details@><summary>More</summary>", "</details>"),
    ("<details open@><summary>More</summary>", "</details>"),
    ("<dialog@>", "</dialog>"),
    ("<dialog open@>", "</dialog>"),
    ("<div popover@>", "</div>"),
    ("<template@>", "</template>"),
    ("<noscript@>", "</noscript>"),
    ("<div hidden@>", "</div>"),
    ("<div hidden=\"until-found\"@>", "</div>"),
    ("<div inert@>", "</div>"),
    ("<select><option@>", "</option></select>"),
    (
        "<select><option>None</option><option@>",
        "</option></select>",
    ),
    ("<textarea cols=\"40\"@>", "</textarea>"),
    (
        "<svg width=\"400\" height=\"60\"@><text x=\"10\" y=\"30\">",
        "</text></svg>",
    ),
    (
        "<svg width=\"400\" height=\"60\"><text x=\"10\" y=\"30\"@>",
        "</text></svg>",
    ),
    (
        "<svg width=\"400\" height=\"60\"><defs@><text x=\"10\" y=\"30\">",
        "</text></defs></svg>",
    ),
    (
        "<svg width=\"400\" height=\"60\"><symbol@><text x=\"10\" y=\"30\">",
        "</text></symbol></svg>",
    ),
    ("<svg width=\"400\" height=\"60\"><title>", "</title></svg>"),
    (
        "<svg width=\"400\" height=\"80\"@><foreignObject width=\"390\" height=\"70\"><p>",
        "</p></foreignObject></svg>",
    ),
    (
        "<div@><template shadowrootmode=\"open\"><slot></slot></template>",
        "</div>",
    ),
    (
        "<div@><template shadowrootmode=\"open\"><p>Other.</p></template>",
        "</div>",
    ),
    (
        "<div@><template shadowrootmode=\"closed\">",
        "</template></div>",
    ),
    ("<slot@>", "</slot>"),
    ("<iframe@>", "</iframe>"),
    ("<object data=\"none.pdf\"@>", "</object>"),
    ("<video@>", "</video>"),
    ("<audio@>", "</audio>"),
    ("<canvas@>", "</canvas>"),
    ("<datalist@><option>", "</option></datalist>"),
    ("<noframes@>", "</noframes>"),
    ("<noembed@>", "</noembed>"),
    ("<progress@>", "</progress>"),
    ("<meter@>", "</meter>"),
    ("<map@>", "</map>"),
    ("<ruby>x<rt@>", "</rt></ruby>"),
    ("<ruby>x<rp@>", "</rp></ruby>"),
    ("<math><mtext@>", "</mtext></math>"),
    (
        "<math><semantics><mi>x</mi><annotation@>",
        "</annotation></semantics></math>",
    ),
    (
        "<table><colgroup@><col></colgroup><tr><td>",
        "</td></tr></table>",
    ),
    ("<table><caption@>", "</caption><tr><td>x</td></tr></table>"),
    ("<optgroup@>", "</optgroup>"),
    ("<frameset@>", "</frameset>"),
    ("<xmp@>", "</xmp>"),
    ("<listing@>", "</listing>"),
    ("<del@>", "</del>"),
    ("<s@>", "</s>"),
    ("<marquee@>", "</marquee>"),
];

/// What is said about an element; most of it hides nothing.
const DECLARATIONS: &[&str] = &[
    "display:none",
    "display:block",
    "display:inline",
    "display:inline-block",
    "display:flex",
    "display:grid",
    "display:contents",
    "display:table",
    "display:table-cell",
    "display:table-column",
    "display:list-item",
    "display:flow-root",
    "display:inline-flex",
    "display:ruby-text",
    "visibility:hidden",
    "visibility:visible",
    "visibility:collapse",
    "opacity:0",
    "opacity:.5",
    "opacity:1",
    "opacity:0%",
    "opacity:calc(1 - 1)",
    "color:#fff",
    "color:#000",
    "color:#333",
    "color:transparent",
    "color:rgb(255 255 255 / 1)",
    "color:hsl(0 0% 100%)",
    "color:white",
    "color:color-mix(in srgb, white, white)",
    "color:oklch(1 0 0)",
    "color:light-dark(#fff,#000)",
    "color:var(--ink)",
    "color:currentcolor",
    "background:#fff",
    "background:#eee",
    "background:#000",
    "background:#123;color:#fff",
    "background:linear-gradient(#fff,#eee)",
    "background:currentcolor",
    "background-color:color-mix(in srgb, black, black)",
    "font-size:0",
    "font-size:16px",
    "font-size:1px",
    "font-size:.01em",
    "font-size:calc(1em * 0)",
    "font-size:clamp(0px,0px,0px)",
    "font-size:medium",
    "font-size:120%",
    "font:0/0 serif",
    "font:16px/1.4 monospace",
    "line-height:0",
    "line-height:1.5",
    "letter-spacing:-1em",
    "letter-spacing:1px",
    "letter-spacing:-.1px",
    "word-spacing:2px",
    "text-indent:-9999px",
    "text-indent:2em",
    "text-indent:100%",
    "transform:scale(0)",
    "transform:scale(1.1)",
    "transform:translateX(-9999px)",
    "transform:translate(10px,5px)",
    "transform:rotateY(90deg)",
    "transform:rotate(3deg)",
    "transform:rotateX(0.25turn)",
    "transform:matrix(0,0,0,0,0,0)",
    "transform:none",
    "scale:0",
    "scale:1",
    "rotate:y 90deg",
    "translate:-200vw",
    "translate:4px 4px",
    "zoom:0.01",
    "zoom:1",
    "clip-path:inset(100%)",
    "clip-path:inset(0)",
    "clip-path:circle(0)",
    "clip-path:polygon(0 0)",
    "clip-path:inset(0 100% 0 0)",
    "clip:rect(0,0,0,0);position:absolute",
    "position:absolute;left:-9999px",
    "position:absolute;top:-500px",
    "position:relative;left:20px",
    "position:fixed;top:200vh",
    "position:absolute;top:200px;left:50px",
    "position:sticky;top:0",
    "position:absolute;right:100%",
    "position:relative;top:-5px",
    "position:static",
    "height:0;overflow:hidden",
    "height:40px;overflow:hidden",
    "width:0;overflow:hidden",
    "max-height:0;overflow:clip",
    "max-width:0;overflow:hidden;white-space:nowrap",
    "max-height:200px;overflow:auto",
    "overflow:hidden",
    "overflow:visible;height:0",
    "width:300px",
    "width:50%",
    "height:auto",
    "min-height:20px",
    "max-width:60ch",
    "block-size:0;overflow:hidden",
    "inline-size:1px;overflow:hidden;white-space:nowrap",
    "filter:opacity(0)",
    "filter:brightness(1.1)",
    "filter:blur(40px)",
    "filter:contrast(0)",
    "filter:none",
    "filter:invert(1)",
    "filter:grayscale(1)",
    "backdrop-filter:blur(2px)",
    "mask:linear-gradient(transparent,transparent)",
    "mask:none",
    "mask-image:linear-gradient(#000,#000)",
    "-webkit-mask:linear-gradient(transparent,transparent)",
    "mix-blend-mode:screen",
    "mix-blend-mode:normal",
    "mix-blend-mode:multiply",
    "mix-blend-mode:lighten",
    "mix-blend-mode:difference",
    "content-visibility:hidden",
    "content-visibility:auto",
    "content-visibility:visible",
    "-webkit-text-fill-color:transparent",
    "-webkit-text-fill-color:#000",
    "-webkit-text-security:disc",
    "-webkit-text-security:none",
    "text-security:disc",
    "-webkit-line-clamp:1;display:-webkit-box;-webkit-box-orient:vertical;overflow:hidden",
    "text-overflow:ellipsis;overflow:hidden;white-space:nowrap;width:400px",
    "text-decoration:underline",
    "text-transform:none",
    "text-align:center",
    "text-shadow:0 0 2px #999",
    "margin:10px",
    "margin-left:-9999px",
    "margin-top:-400px",
    "margin-left:3em",
    "padding:8px",
    "padding-left:9999px",
    "border:1px solid #ccc",
    "border:0",
    "float:left",
    "float:right",
    "clear:both",
    "columns:2",
    "writing-mode:vertical-rl",
    "writing-mode:horizontal-tb",
    "direction:ltr",
    "unicode-bidi:isolate",
    "font-weight:bold",
    "font-style:italic",
    "font-family:monospace",
    "white-space:nowrap",
    "white-space:pre",
    "word-break:break-all",
    "z-index:-1;position:relative",
    "z-index:5;position:relative",
    "isolation:isolate",
    "contain:strict",
    "contain:content",
    "contain:size;overflow:hidden",
    "contain:layout",
    "all:unset",
    "all:revert",
    "all:initial",
    "animation:gone 1ms forwards",
    "animation:stays 1ms forwards",
    "animation:gone 1s paused",
    "transition:opacity 1s",
    "will-change:transform",
    "perspective:1px",
    "perspective:500px",
    "backface-visibility:hidden",
    "transform:rotateY(180deg);backface-visibility:hidden",
    "transform-style:preserve-3d",
    "object-fit:cover",
    "outline:1px solid #999",
    "box-shadow:0 1px 3px #999",
    "box-shadow:inset 0 0 0 99px #000",
    "grid-template-rows:0fr;display:grid;overflow:hidden",
    "flex:1 1 0",
    "flex:0 0 0;overflow:hidden;min-width:0",
    "order:2",
    "gap:4px",
    "cursor:pointer",
    "user-select:none",
    "pointer-events:none",
    "vertical-align:top",
    "vertical-align:-9999px",
    "list-style:none",
    "list-style-position:outside",
    "caption-side:bottom",
    "border-collapse:collapse",
    "border-radius:4px",
    "text-wrap:balance",
    "hyphens:auto",
    "quotes:none",
    "tab-size:2",
    "offset-path:path('M-999 -999 L-999 -998')",
    "shape-outside:none",
    "resize:none",
    "interactivity:inert",
    "view-transition-name:none",
    "anchor-name:--a",
    "position-visibility:no-overflow",
    "text-box-trim:trim-both",
    "font-size-adjust:none",
    "font-variant:small-caps",
    "aspect-ratio:1/1",
    "display:var(--d)",
    "visibility:var(--v,hidden)",
    "opacity:var(--o)",
    "font-size:var(--z,0)",
    "color:rgb(from white r g b)",
    "width:calc(0px * 3);overflow:hidden;white-space:nowrap",
    "height:min(0px,5px);overflow:hidden",
    "transform:translateX(calc(-100vw - 500px))",
    "fill:#fff",
    "fill:none",
    "fill-opacity:0",
    "fill:#000",
    "stroke:none",
];

/// How a declaration reaches its element; `%` is its class, `@` the declaration.
const SHEETS: &[&str] = &[
    ".%{@}",
    ".%{@}",
    ".%{@}",
    "body .%{@}",
    ":is(.%,.other){@}",
    ":where(.%){@}",
    ".%:not(.other){@}",
    "*.%.%{@}",
    "@layer a{.%{@}}",
    "@layer a,b;@layer b{.%{@}}@layer a{.%{color:#111}}",
    "@supports (display:grid){.%{@}}",
    "@supports not (display:grid){.%{@}}",
    "@supports (made-up:1){.%{@}}",
    "@media screen{.%{@}}",
    "@media print{.%{@}}",
    "@media (min-width:600px){.%{@}}",
    "@media (max-width:300px){.%{@}}",
    "@media all and (color){.%{@}}",
    "@media (prefers-color-scheme:light){.%{@}}",
    "@media (prefers-reduced-motion:no-preference){.%{@}}",
    "@media not print{.%{@}}",
    "@media (hover:hover) or (width>10px){.%{@}}",
    "body{.%{@}}",
    "body{& .%{@}}",
    "body:has(.%) .%{@}",
    ".%:first-child{@}",
    ".%:last-child{@}",
    ".%:hover{@}",
    ".%:nth-child(n){@}",
    ".%:empty{@}",
    "[class~=%]{@}",
    "[class^=%]{@}",
    "html>body .%{@}",
    "p~.%,.%{@}",
    ".nowhere .%{@}",
    ".%::before{@}",
    ".%::first-line{@}",
    "@container (min-width:1px){.%{@}}",
    "@scope (body){.%{@}}",
    "@scope (body) to (p){.%{@}}",
    "@starting-style{.%{@}}",
    ".%{@}.%{color:#222}",
    ".%{color:#000!important}.%{@}",
    "@media screen{@supports (color:red){@layer z{.%{@}}}}",
    "@page{margin:1cm}.%{@}",
];

/// So many pages of a seed.
#[must_use]
pub fn pages(seed: u64, count: usize) -> Vec<String> {
    let mut dice = Dice(seed);
    (0..count).map(|_| page(&mut dice)).collect()
}

fn page(dice: &mut Dice) -> String {
    let mut sheet = String::from(
        "html{font-family:monospace}@keyframes gone{to{opacity:0}}@keyframes stays{to{opacity:1}}",
    );
    let roots = [
        "",
        "",
        ":root{--ink:#fff;--d:none;--v:visible;--o:1}",
        ":root{--ink:#000;--d:block;--o:0}",
        "@property --o{syntax:'<number>';inherits:true;initial-value:0}",
    ];
    sheet.push_str(dice.pick(&roots));
    let (mut before, mut after) = (String::new(), String::new());
    let depth = 1 + dice.roll(3);
    for level in 0..depth {
        let list = if dice.roll(4) == 0 { ODD } else { ELEMENTS };
        let (open, close) = list.get(dice.roll(list.len())).copied().unwrap_or(("", ""));
        let class = format!("c{level}");
        let mut attributes = format!(" class=\"{class}\"");
        if dice.roll(2) == 0 {
            let declaration = dice.pick(DECLARATIONS);
            let important = if dice.roll(8) == 0 { "!important" } else { "" };
            match dice.roll(2) {
                0 => attributes.push_str(&format!(" style=\"{declaration}{important}\"")),
                _ => {
                    let said = format!("{declaration}{important}");
                    let rule = dice.pick(SHEETS).replace('%', &class).replace('@', "\u{1}");
                    sheet.push_str(&placed(&rule, &said));
                }
            }
        }
        before.push_str(&open.replacen('@', &attributes, 1));
        after.insert_str(0, close);
    }
    format!(
        "<!doctype html><html><head><meta charset=\"utf-8\"><title>Lease</title>\
         <style>{sheet}</style></head><body><p>{TITLE}</p>{before}{SAID}{after}<p>Signed.</p></body></html>"
    )
}

/// Puts a declaration where braces wait for it; other signs of rules are given back.
fn placed(rule: &str, said: &str) -> String {
    rule.replace("{\u{1}}", &format!("{{{said}}}"))
        .replace('\u{1}', "@")
}
