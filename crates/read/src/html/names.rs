//! Which properties of style sheets are understood here.
//!
//! A property is one that is judged by its value ([`Property`]), or one that leaves
//! letters to be seen whatever it says, or it is unknown: then what it does is not
//! worked out, and the text it is about is flagged. Names that no browser acts on
//! (those of other programs, misspelled ones with signs in them) do nothing.

use super::style::Property;

/// What a name is to us.
pub(crate) enum Named {
    /// It sets these.
    Sets(&'static [Property]),
    /// It hides nothing, or no browser knows it.
    Harmless,
    Unknown,
}

/// Looks a name up, in small letters.
pub(crate) fn named(name: &str) -> Named {
    let is_spelled = name
        .chars()
        .all(|each| each.is_ascii_lowercase() || each.is_ascii_digit() || each == '-');
    if name.starts_with("--") || name.starts_with("mso-") || !is_spelled || name.is_empty() {
        return Named::Harmless;
    }
    let bare = ["-webkit-", "-moz-"]
        .iter()
        .find_map(|vendor| name.strip_prefix(vendor));
    let bare = match bare {
        Some(bare) => bare,
        // Other vendors' names are no browser's.
        None if name.starts_with('-') => return Named::Harmless,
        None => name,
    };
    match properties(bare) {
        [] if HARMLESS.contains(&bare) => Named::Harmless,
        [] if HARMLESS_BEGINNINGS.iter().any(|one| bare.starts_with(one)) => Named::Harmless,
        [] => Named::Unknown,
        properties => Named::Sets(properties),
    }
}

/// The properties a name sets; a shorthand sets several.
fn properties(name: &str) -> &'static [Property] {
    placed(name).unwrap_or(match name {
        "display" => &[Property::Display],
        "visibility" => &[Property::Visibility],
        "opacity" => &[Property::Opacity],
        "fill-opacity" => &[Property::FillOpacity],
        "zoom" => &[Property::Zoom],
        "font-size" => &[Property::FontSize],
        "font" => &[Property::FontSize, Property::LineHeight, Property::Family],
        "font-family" => &[Property::Family],
        "line-height" => &[Property::LineHeight],
        "letter-spacing" => &[Property::LetterSpacing],
        "word-spacing" => &[Property::WordSpacing],
        "clip" => &[Property::Clip],
        "clip-path" => &[Property::ClipPath],
        "transform" => &[Property::Transform],
        "transform-origin" => &[Property::TransformOrigin],
        "translate" => &[Property::Translate],
        "rotate" => &[Property::Rotate],
        "scale" => &[Property::Scale],
        "offset" | "offset-path" => &[Property::Offset],
        "filter" => &[Property::Filter],
        "mask" | "mask-image" => &[Property::Mask],
        "mask-border" | "mask-border-source" | "mask-box-image" | "mask-box-image-source" => {
            &[Property::MaskBorder]
        }
        "mix-blend-mode" => &[Property::Blend],
        "content-visibility" => &[Property::ContentVisibility],
        "text-security" => &[Property::Security],
        "content" => &[Property::Content],
        "line-clamp" | "max-lines" => &[Property::Clamp],
        "overflow" => &[Property::OverflowX, Property::OverflowY],
        "overflow-x" | "overflow-inline" => &[Property::OverflowX],
        "overflow-y" | "overflow-block" => &[Property::OverflowY],
        "contain" => &[Property::OverflowX, Property::OverflowY, Property::Contain],
        "animation" | "animation-name" => &[Property::Moves, Property::Animation],
        "transition" | "transition-property" => &[Property::Moves],
        "color" => &[Property::Colour],
        "text-fill-color" => &[Property::TextFill],
        "fill" => &[Property::Fill],
        "color-scheme" => &[Property::Scheme],
        "background" => &[Property::Ground, Property::Picture],
        "background-color" => &[Property::Ground],
        "background-image" => &[Property::Picture],
        "text-decoration" | "text-decoration-line" => &[Property::Strike],
        "text-underline-offset" => &[Property::UnderlineOffset],
        "text-stroke" | "text-stroke-width" => &[Property::TextStroke],
        "text-combine-upright" | "text-combine" => &[Property::Combine],
        "text-size-adjust" | "font-size-adjust" => &[Property::SizeAdjust],
        "unicode-bidi" => &[Property::Bidi],
        "vertical-align" => &[Property::Raise],
        "flex" => &[Property::Basis],
        "z-index" => &[Property::Stack],
        "grid" | "grid-template" | "grid-template-rows" => &[Property::Rows],
        "grid-template-columns" => &[Property::Columns],
        "outline-offset" => &[Property::OutlineOffset],
        "box-shadow" => &[Property::Shadow],
        "quotes" => &[Property::Quotes],
        "list-style" | "list-style-type" => &[Property::ListMark],
        "hyphenate-character" => &[Property::HyphenMark],
        "tab-size" => &[Property::TabSize],
        "all" => &[Property::Unknown],
        _ => &[],
    })
}

/// Names of places, distances and sizes.
fn placed(name: &str) -> Option<&'static [Property]> {
    Some(match name {
        "position" => &[Property::Position, Property::Pinned],
        "left" | "inset-inline-start" => &[Property::Left],
        "right" | "inset-inline-end" => &[Property::Right],
        "top" | "inset-block-start" => &[Property::Top],
        "bottom" | "inset-block-end" => &[Property::Bottom],
        "inset" => &[
            Property::Top,
            Property::Right,
            Property::Bottom,
            Property::Left,
        ],
        "inset-inline" => &[Property::Left, Property::Right],
        "inset-block" => &[Property::Top, Property::Bottom],
        "text-indent" => &[Property::Indent],
        "margin-left" | "margin-inline-start" | "margin-start" => &[Property::MarginLeft],
        "margin-right" | "margin-inline-end" | "margin-end" => &[Property::MarginRight],
        "margin-top" | "margin-block-start" => &[Property::MarginTop],
        "margin-bottom" | "margin-block-end" => &[Property::MarginBottom],
        "margin" => &[
            Property::MarginTop,
            Property::MarginRight,
            Property::MarginBottom,
            Property::MarginLeft,
        ],
        "margin-inline" => &[Property::MarginLeft, Property::MarginRight],
        "margin-block" => &[Property::MarginTop, Property::MarginBottom],
        "padding"
        | "padding-left"
        | "padding-right"
        | "padding-top"
        | "padding-bottom"
        | "padding-inline"
        | "padding-inline-start"
        | "padding-inline-end"
        | "padding-block"
        | "padding-block-start"
        | "padding-block-end" => &[Property::Padding],
        "width" | "inline-size" => &[Property::Width],
        "height" | "block-size" => &[Property::Height],
        "max-width" | "max-inline-size" => &[Property::MaxWidth],
        "max-height" | "max-block-size" => &[Property::MaxHeight],
        _ => return None,
    })
}

/// Whole families that leave letters where they are.
const HARMLESS_BEGINNINGS: &[&str] = &[
    "border",
    "outline",
    "grid-",
    "flex",
    "align-",
    "justify-",
    "place-",
    "column",
    "break-",
    "page",
    "scroll",
    "overscroll-",
    "background-",
    "animation-",
    "transition-",
    "counter-",
    "ruby-",
    "speak",
    "stroke",
    "caret",
    "mask-",
    "object-",
    "image-",
    "touch-",
    "user-",
    "container",
    "list-style-",
    "white-space",
    "word-",
    "overflow-",
    "box-",
    "text-emphasis",
    "text-decoration-",
    "text-align",
    "text-justify",
    "text-wrap",
    "text-box",
    "text-spacing",
    "text-autospace",
    "text-kashida",
    "text-line-through",
    "text-stroke-",
    "font-variant",
    "font-feature",
    "font-variation",
    "font-synthesis",
    "font-kerning",
    "font-optical",
    "font-language",
    "font-palette",
    "hyphenate-",
    "math-",
    "marker",
    "stop-",
    "flood-",
    "color-interpolation",
    "view-transition",
    "scrollbar",
    "tap-",
    "appearance",
    "print-",
    "forced-color",
    "min-",
    "layout-grid",
    "punctuation-",
    "margin-trim",
    "shape-",
    "masonry",
    "osx-",
    "initial-letter",
    "perspective",
    "glyph-",
    "gap-",
    "rule-",
    "row-rule",
    "interpolate-",
    "highlight",
    "hyphens",
    "locale",
    "rtl-",
    "nbsp-",
    "force-",
];

const HARMLESS: &[&str] = &[
    "accent-color",
    "alignment-baseline",
    "aspect-ratio",
    "azimuth",
    "backdrop-filter",
    "backface-visibility",
    "baseline-shift",
    "baseline-source",
    "behavior",
    "caption-side",
    "clear",
    "clip-rule",
    "color-adjust",
    "color-rendering",
    "cue",
    "cursor",
    "direction",
    "dominant-baseline",
    "elevation",
    "empty-cells",
    "enable-background",
    "field-sizing",
    "fill-rule",
    "float",
    "font-charset",
    "font-effect",
    "font-emphasize",
    "font-smooth",
    "font-smoothing",
    "font-stretch",
    "font-style",
    "font-weight",
    "font-width",
    "gap",
    "hanging-punctuation",
    "ime-mode",
    "isolation",
    "kerning",
    "lang",
    "lighting-color",
    "line-break",
    "line-height-step",
    "mask-type",
    "nav-index",
    "order",
    "orphans",
    "paint-order",
    "pause",
    "pitch",
    "pointer-events",
    "position-anchor",
    "resize",
    "richness",
    "row-gap",
    "size",
    "src",
    "stress",
    "tab-stops",
    "tab-interval",
    "table-layout",
    "text-anchor",
    "text-effect",
    "text-orientation",
    "text-overflow",
    "text-rendering",
    "text-shadow",
    "text-transform",
    "text-underline",
    "text-underline-position",
    "text-underline-style",
    "transform-box",
    "transform-style",
    "unicode-range",
    "vector-effect",
    "voice-family",
    "volume",
    "widows",
    "will-change",
    "writing-mode",
];
