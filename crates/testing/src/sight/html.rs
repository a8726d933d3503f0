//! Web pages.

use super::{Made, SAID, TITLE, made};

/// A page with its title and this after it.
pub(super) fn page(body: &str) -> Vec<u8> {
    styled("", body)
}

/// The same with a style sheet.
pub(super) fn styled(sheet: &str, body: &str) -> Vec<u8> {
    let sheet = match sheet {
        "" => String::new(),
        sheet => format!("<style>{sheet}</style>"),
    };
    format!(
        "<!doctype html><html><head><meta charset=\"utf-8\"><title>Lease</title>{sheet}</head>\
         <body><p>{TITLE}</p>{body}</body></html>"
    )
    .into_bytes()
}

pub(super) fn twins() -> Vec<Made> {
    let inline = |style: &str| format!("<p style=\"{style}\">{SAID}</p>");
    let bodies = [
        (
            "el_details_closed.html",
            format!("<details open><summary>More</summary><p>{SAID}</p></details>"),
        ),
        (
            "el_svg_foreignObject_hidden.html",
            format!(
                "<svg width=\"400\" height=\"80\"><foreignObject width=\"400\" height=\"80\">\
                 <p>{SAID}</p></foreignObject></svg>"
            ),
        ),
        (
            "el_svg_off.html",
            format!("<svg><text x=\"10\" y=\"30\">{SAID}</text></svg>"),
        ),
        (
            "el_textarea_tiny.html",
            format!("<textarea style=\"width:300px;height:60px\">{SAID}</textarea>"),
        ),
        (
            "inline__webkit_mask.html",
            inline("-webkit-mask-image:none"),
        ),
        (
            "inline_filter_brightness.html",
            inline("filter:brightness(0.9)"),
        ),
        ("inline_mix_blend.html", inline("mix-blend-mode:normal")),
    ];
    let twins = bodies.iter().map(|(name, body)| made(name, page(body)));
    twins.collect()
}
