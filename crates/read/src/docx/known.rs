//! Which elements hold text that programs show.
//!
//! What is not known here a program leaves out or shows otherwise, so the text in it
//! is flagged. Programs tell elements by namespace, so a known name in a foreign
//! namespace is unknown.

use std::collections::BTreeMap;

use super::xml::Element;

/// Elements that text may stand in.
const HOLDERS: &[&str] = &[
    "document",
    "hdr",
    "ftr",
    "footnotes",
    "endnotes",
    "comments",
    "footnote",
    "endnote",
    "comment",
    "body",
    "p",
    "r",
    "t",
    "delText",
    "tbl",
    "tr",
    "tc",
    "sdt",
    "sdtContent",
    "hyperlink",
    "smartTag",
    "customXml",
    "fldSimple",
    "dir",
    "bdo",
    "ruby",
    "rubyBase",
    "rt",
    "ins",
    "del",
    "moveFrom",
    "moveTo",
    "instrText",
    "delInstrText",
    "drawing",
    "anchor",
    "inline",
    "graphic",
    "graphicData",
    "oMath",
    "oMathPara",
    "wsp",
    "txbx",
    "txbxContent",
    "wgp",
    "grpSp",
    "wpc",
    "pict",
    "object",
    "shape",
    "rect",
    "roundrect",
    "oval",
    "group",
    "textbox",
    "AlternateContent",
    "Choice",
    "Fallback",
];
/// How the namespaces begin that Word knows.
const NAMESPACES: &[&str] = &[
    "http://schemas.openxmlformats.org/",
    "http://purl.oclc.org/ooxml/",
    "http://schemas.microsoft.com/office/",
    "urn:schemas-microsoft-com:",
];
/// The end of the namespaces of drawings that a choice may ask for and Word can show.
const CHOICES: &[&str] = &[
    "/wordprocessingShape",
    "/wordprocessingGroup",
    "/wordprocessingCanvas",
    "/wordprocessingInk",
    "/wordprocessingDrawing",
    "/wordml",
    "/main",
    "/picture",
    "/chart",
    "/chartex",
    "/model3d",
    "/ink",
    "/slicer",
    "/symex",
    "/cid",
    "/wordml/symex",
    "/math",
    ":vml",
    ":office",
];

/// The namespaces of a part, by prefix.
#[derive(Debug, Default)]
pub(crate) struct Namespaces {
    /// Nothing where a prefix stands for two of them.
    known: BTreeMap<String, Option<String>>,
    /// That of the part's own elements.
    own: Option<String>,
}

impl Namespaces {
    /// Takes in what an element declares.
    pub(crate) fn take(&mut self, element: &Element) {
        for (prefix, uri) in &element.namespaces {
            let known = self.known.entry(prefix.clone());
            let known = known.or_insert_with(|| Some(uri.clone()));
            if known.as_deref() != Some(uri) {
                *known = None;
            }
        }
        if self.own.is_none() {
            let own = self.known.get(&element.prefix).cloned().flatten();
            self.own = Some(own.unwrap_or_default());
        }
    }

    fn is_word(&self, prefix: &str) -> bool {
        match self.known.get(prefix) {
            None => true,
            Some(None) => false,
            Some(Some(uri)) => {
                self.own.as_deref() == Some(uri)
                    || NAMESPACES.iter().any(|known| uri.starts_with(known))
            }
        }
    }

    /// Whether text in an element is shown.
    pub(crate) fn shows(&self, element: &Element) -> bool {
        HOLDERS.contains(&element.name.as_str()) && self.is_word(&element.prefix)
    }

    /// Whether Word takes a choice that asks for these prefixes.
    pub(crate) fn takes(&self, requires: &str) -> bool {
        requires.split_whitespace().all(|prefix| {
            let uri = self.known.get(prefix).cloned().flatten();
            uri.is_some_and(|uri| {
                let word = NAMESPACES.iter().any(|known| uri.starts_with(known));
                let uri = uri.to_lowercase();
                word && CHOICES.iter().any(|end| uri.ends_with(&end.to_lowercase()))
            })
        })
    }
}
