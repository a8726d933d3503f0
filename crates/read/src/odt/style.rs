//! How letters of an ODT look: what its styles say about what nobody would see.

use std::collections::BTreeMap;

use super::FORMAT;
use crate::ReadError;
use crate::docx::xml::{Element, Node, walk_as};

/// Letters this high are not read, in points.
const TINY_PT: f32 = 2.0;
/// How far the parts of two colours may differ that look alike.
const ALIKE: u8 = 16;
/// Styles that are based on one another, at most.
const DEPTH_MAX: usize = 32;
const PAPER: [u8; 3] = [255; 3];

/// What one style says.
#[derive(Clone, Debug, Default)]
struct Style {
    parent: Option<String>,
    is_hidden: Option<bool>,
    colour: Option<[u8; 3]>,
    ground: Option<[u8; 3]>,
    size_pt: Option<f32>,
    is_struck: Option<bool>,
}

/// How letters look at one place.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Look {
    pub(crate) is_hidden: bool,
    colour: Option<[u8; 3]>,
    ground: Option<[u8; 3]>,
    size_pt: Option<f32>,
    is_struck: bool,
}

impl Look {
    /// Whether the letters are there and cannot be seen, or are struck out.
    pub(crate) fn is_faint(self) -> bool {
        let ground = self.ground.unwrap_or(PAPER);
        let alike = |colour: [u8; 3]| {
            let parts = colour.iter().zip(ground);
            let mut differ = parts.map(|(one, other)| one.abs_diff(other));
            differ.all(|by| by <= ALIKE)
        };
        self.is_struck
            || self.size_pt.is_some_and(|size| size <= TINY_PT)
            || self.colour.is_some_and(alike)
    }
}

/// All styles, by family and name.
#[derive(Debug, Default)]
pub(crate) struct Styles(BTreeMap<(String, String), Style>);

impl Styles {
    /// The styles of several files; of two of one name the later counts.
    pub(crate) fn read(files: &[&[u8]]) -> Result<Styles, ReadError> {
        let mut styles = Styles::default();
        for file in files {
            let mut current: Option<((String, String), Style)> = None;
            walk_as(FORMAT, file, |node| {
                match node {
                    Node::Start(element) if element.name == "style" => {
                        let key = |name: &str| element.attribute(name).to_owned();
                        let parent = Some(key("parent-style-name"));
                        let style = Style {
                            parent: parent.filter(|name| !name.is_empty()),
                            ..Style::default()
                        };
                        current = Some(((key("family"), key("name")), style));
                    }
                    Node::Start(element) => {
                        if let Some((_, style)) = &mut current {
                            style.take(&element);
                        }
                    }
                    Node::End("style") => styles.0.extend(current.take()),
                    Node::End(_) | Node::Text(_) => {}
                }
                Ok(())
            })?;
        }
        Ok(styles)
    }

    /// How letters look in an element, inside of what looks so.
    pub(crate) fn look_of(&self, element: &Element, above: Look) -> Look {
        let family = match element.name.as_str() {
            "p" | "h" => "paragraph",
            "span" | "a" => "text",
            "table-cell" => "table-cell",
            "section" => "section",
            _ => return above,
        };
        let hides = element.name == "section"
            && (element.attribute("display") == "none" || element.attribute("is-hidden") == "true");
        let mut look = above;
        look.is_hidden |= hides;
        // From the style furthest away to the element's own.
        let mut chain = Vec::new();
        let mut name = element.attribute("style-name").to_owned();
        while let Some(style) = self.0.get(&(family.to_owned(), name)) {
            chain.push(style);
            name = style.parent.clone().unwrap_or_default();
            if chain.len() > DEPTH_MAX {
                break;
            }
        }
        for style in chain.into_iter().rev() {
            look.is_hidden = style
                .is_hidden
                .map_or(look.is_hidden, |is| is || above.is_hidden);
            look.colour = style.colour.or(look.colour);
            look.ground = style.ground.or(look.ground);
            look.size_pt = style.size_pt.or(look.size_pt);
            look.is_struck = style.is_struck.unwrap_or(look.is_struck);
        }
        look.is_hidden |= hides;
        look
    }
}

impl Style {
    fn take(&mut self, element: &Element) {
        let said = |name: &str| Some(element.attribute(name)).filter(|value| !value.is_empty());
        if let Some(ground) = said("background-color") {
            self.ground = colour(ground).or(self.ground);
        }
        if element.name != "text-properties" {
            return;
        }
        self.is_hidden = said("display")
            .map(|value| value == "none")
            .or(self.is_hidden);
        self.colour = said("color").and_then(colour).or(self.colour);
        self.size_pt = said("font-size").and_then(points).or(self.size_pt);
        let struck = said("text-line-through-style").or(said("text-line-through-type"));
        self.is_struck = struck.map(|value| value != "none").or(self.is_struck);
    }
}

fn colour(value: &str) -> Option<[u8; 3]> {
    let digits = value.strip_prefix('#').filter(|digits| digits.len() == 6)?;
    let part = |at: usize| u8::from_str_radix(digits.get(at..at.saturating_add(2))?, 16).ok();
    Some([part(0)?, part(2)?, part(4)?])
}

fn points(value: &str) -> Option<f32> {
    value.strip_suffix("pt")?.trim().parse().ok()
}
