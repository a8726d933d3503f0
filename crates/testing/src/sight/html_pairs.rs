//! Ways of our own to keep words of a web page from sight, or not to.

use super::html::{page, styled};
use super::{Pair, SAID, pair};

/// Declarations on the paragraph itself.
const INLINE: &[(&str, &str, &str)] = &[
    ("display", "display:none", "display:block"),
    ("visibility", "visibility:hidden", "visibility:visible"),
    ("opacity", "opacity:0", "opacity:0.85"),
    ("colour", "color:#ffffff", "color:#202020"),
    (
        "colour_function",
        "color:hsl(0 0% 99%)",
        "color:hsl(220 40% 30%)",
    ),
    (
        "fill_of_letters",
        "-webkit-text-fill-color:transparent",
        "-webkit-text-fill-color:#222",
    ),
    ("size", "font-size:0", "font-size:11pt"),
    (
        "far_left",
        "position:absolute;left:-5000px",
        "position:absolute;left:50px",
    ),
    ("indent", "text-indent:-5000px", "text-indent:1.5em"),
    (
        "cut",
        "height:0;overflow:hidden",
        "height:3em;overflow:hidden",
    ),
    ("clip_path", "clip-path:inset(50%)", "clip-path:inset(0 0)"),
    ("scale", "transform:scale(0)", "transform:scale(1)"),
    (
        "turned_away",
        "transform:rotateY(90deg)",
        "transform:rotate(2deg)",
    ),
    ("moved", "translate:-300vw", "translate:10px"),
    ("zoom", "zoom:0.001", "zoom:1.1"),
    (
        "line_height",
        "line-height:0;overflow:hidden",
        "line-height:1.6;overflow:hidden",
    ),
    (
        "letters_together",
        "letter-spacing:-2em",
        "letter-spacing:0.02em",
    ),
    ("contrast", "filter:contrast(0)", "filter:saturate(1.2)"),
    ("opacity_filter", "filter:opacity(0)", "filter:opacity(0.9)"),
    (
        "mask",
        "mask-image:linear-gradient(transparent,transparent)",
        "mask-image:none",
    ),
    ("blend", "mix-blend-mode:lighten", "mix-blend-mode:normal"),
    (
        "content_visibility",
        "content-visibility:hidden",
        "content-visibility:visible",
    ),
    (
        "security",
        "-webkit-text-security:disc",
        "-webkit-text-security:none",
    ),
    (
        "on_own_colour",
        "background:#333;color:#333",
        "background:#333;color:#fff",
    ),
    (
        "struck",
        "text-decoration:line-through",
        "text-decoration:underline",
    ),
];

/// Sheets about a paragraph of class `x` in a part of class `a`.
const SHEETS: &[(&str, &str, &str)] = &[
    ("rule_of_the_part", ".a{display:none}", ".a{display:flex}"),
    (
        "rule_by_variable",
        ":root{--s:none}.x{display:var(--s)}",
        ":root{--c:#333}.x{color:var(--c)}",
    ),
    (
        "rule_for_screens",
        "@media screen{.x{display:none}}",
        "@media print{.x{display:none}}",
    ),
    (
        "rule_if_supported",
        "@supports (display:grid){.x{opacity:0}}",
        "@supports (display:grid){.x{opacity:1}}",
    ),
    (
        "rule_in_layers",
        "@layer a,b;@layer b{.x{visibility:hidden}}@layer a{.x{visibility:visible}}",
        "@layer a,b;@layer a{.x{color:#000}}@layer b{.x{color:#222}}",
    ),
    (
        "rule_that_moves",
        "@keyframes k{to{opacity:0}}.x{animation:k 1ms forwards}",
        "@keyframes k{to{opacity:1}}.x{animation:k 1ms forwards}",
    ),
    ("rule_nested", ".a{.x{display:none}}", ".a{.x{color:#111}}"),
    (
        "rule_important",
        ".x{display:none!important}.a .x{display:block}",
        ".x{display:none}.a .x{display:block!important}",
    ),
];

/// What stands in the body.
const BODIES: &[(&str, &str, &str)] = &[
    ("dialog", "<dialog>@</dialog>", "<dialog open>@</dialog>"),
    (
        "details_in_details",
        "<details open><summary>A</summary><details><summary>B</summary>@</details></details>",
        "<details open><summary>A</summary><details open><summary>B</summary>@</details></details>",
    ),
    ("popover", "<div popover>@</div>", "<div>@</div>"),
    (
        "hidden_attribute",
        "<div hidden>@</div>",
        "<div title=\"x\">@</div>",
    ),
    ("template", "<template>@</template>", "<section>@</section>"),
    (
        "choice",
        "<select><option>None</option><option>@</option></select>",
        "<select><option>@</option><option>None</option></select>",
    ),
    ("noscript", "<noscript>@</noscript>", "<main>@</main>"),
    (
        "drawing_definitions",
        "<svg width=\"300\" height=\"50\"><defs><text x=\"5\" y=\"20\">@</text></defs></svg>",
        "<svg width=\"300\" height=\"50\"><g><text x=\"5\" y=\"20\">@</text></g></svg>",
    ),
    (
        "unknown_in_drawing",
        "<svg width=\"300\" height=\"50\"><text x=\"5\" y=\"20\"><mark>@</mark></text></svg>",
        "<svg width=\"300\" height=\"50\"><text x=\"5\" y=\"20\"><tspan>@</tspan></text></svg>",
    ),
    (
        "shadow",
        "<div>@<template shadowrootmode=\"open\"><p>Other.</p></template></div>",
        "<div>@</div>",
    ),
    (
        "comment",
        "<!-- @ --><p>Terms follow.</p>",
        "<p>@</p><!-- Terms follow. -->",
    ),
    (
        "alternative",
        "<img alt=\"@\"><p>Terms follow.</p>",
        "<img alt=\"A seal\"><p>@</p>",
    ),
    ("fallback", "<video>@</video>", "<figure>@</figure>"),
];

pub(super) fn pairs() -> Vec<Pair> {
    let mut pairs = Vec::new();
    for (name, hidden, plain) in INLINE {
        let file = |style: &str| page(&format!("<p style=\"{style}\">{SAID}</p>"));
        pairs.push(pair(name, "html", file(hidden), file(plain)));
    }
    for (name, hidden, plain) in SHEETS {
        let body = format!("<div class=\"a\"><p class=\"x\">{SAID}</p></div>");
        pairs.push(pair(
            name,
            "html",
            styled(hidden, &body),
            styled(plain, &body),
        ));
    }
    for (name, hidden, plain) in BODIES {
        let file = |body: &str| page(&body.replace('@', SAID));
        pairs.push(pair(name, "html", file(hidden), file(plain)));
    }
    pairs
}
