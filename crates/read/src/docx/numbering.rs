//! List numbers: Word counts while it shows a document, and so do we.

use std::collections::BTreeMap;

use super::xml::{Node, walk};

/// Levels of a list.
const LEVELS: usize = 9;

/// One level of a list.
#[derive(Clone, Debug, Default)]
struct Level {
    start: u32,
    format: String,
    /// Such as `%1.%2)`.
    pattern: String,
}

/// The lists of a document and the styles that belong to one.
#[derive(Debug, Default)]
pub(crate) struct Numbering {
    kinds: BTreeMap<String, Vec<Level>>,
    lists: BTreeMap<String, String>,
    styles: BTreeMap<String, Style>,
}

#[derive(Clone, Debug, Default)]
struct Style {
    list: Option<String>,
    level: usize,
    based_on: Option<String>,
}

/// How far each list has counted.
#[derive(Debug, Default)]
pub(crate) struct Counters {
    counts: BTreeMap<String, [Option<u32>; LEVELS]>,
}

impl Numbering {
    /// Damaged lists cost the numbers, not the text.
    pub(crate) fn read(numbering: Option<&[u8]>, styles: Option<&[u8]>) -> Numbering {
        let mut all = Numbering::default();
        if let Some(part) = numbering {
            all.read_lists(part);
        }
        if let Some(part) = styles {
            all.read_styles(part);
        }
        all
    }

    fn read_lists(&mut self, part: &[u8]) {
        let (mut kind, mut list, mut level) = (String::new(), String::new(), 0usize);
        let _ = walk(part, |node| {
            let Node::Start(element) = node else {
                return Ok(());
            };
            let value = element.attribute("val");
            match element.name.as_str() {
                "abstractNum" => element.attribute("abstractNumId").clone_into(&mut kind),
                "num" => element.attribute("numId").clone_into(&mut list),
                "abstractNumId" => {
                    self.lists.insert(list.clone(), value.to_owned());
                }
                "lvl" => {
                    level = element
                        .attribute("ilvl")
                        .parse()
                        .unwrap_or(0)
                        .min(LEVELS - 1)
                }
                name @ ("start" | "numFmt" | "lvlText") if list.is_empty() => {
                    let levels = self
                        .kinds
                        .entry(kind.clone())
                        .or_insert_with(|| vec![Level::default(); LEVELS]);
                    if let Some(level) = levels.get_mut(level) {
                        match name {
                            "start" => level.start = value.parse().unwrap_or(1),
                            "numFmt" => value.clone_into(&mut level.format),
                            _ => value.clone_into(&mut level.pattern),
                        }
                    }
                }
                _ => {}
            }
            Ok(())
        });
    }

    fn read_styles(&mut self, part: &[u8]) {
        let mut id = String::new();
        let _ = walk(part, |node| {
            let Node::Start(element) = node else {
                return Ok(());
            };
            let value = element.attribute("val");
            if element.name == "style" {
                element.attribute("styleId").clone_into(&mut id);
            }
            let style = self.styles.entry(id.clone()).or_default();
            match element.name.as_str() {
                "numId" => style.list = Some(value.to_owned()),
                "ilvl" => style.level = value.parse().unwrap_or(0),
                "basedOn" => style.based_on = Some(value.to_owned()),
                _ => {}
            }
            Ok(())
        });
    }

    /// The list and level of a style, its own or one it is based on.
    pub(crate) fn of_style(&self, style: &str) -> Option<(String, usize)> {
        let mut name = style;
        for _ in 0..16 {
            let style = self.styles.get(name)?;
            if let Some(list) = &style.list {
                return Some((list.clone(), style.level));
            }
            name = style.based_on.as_deref()?;
        }
        None
    }

    /// The label of the next paragraph of a list, where it has one that can be written.
    pub(crate) fn next(&self, counters: &mut Counters, list: &str, level: usize) -> Option<String> {
        let kind = self.lists.get(list)?;
        let levels = self.kinds.get(kind)?;
        let level = level.min(LEVELS - 1);
        let counts = counters.counts.entry(kind.clone()).or_default();
        for (index, count) in counts.iter_mut().enumerate() {
            let start = levels.get(index).map_or(1, |level| level.start);
            if index == level {
                *count = Some(count.map_or(start, |count| count.saturating_add(1)));
            } else if index > level {
                *count = None;
            } else if count.is_none() {
                *count = Some(start);
            }
        }
        let own = levels.get(level)?;
        if own.format == "bullet" {
            return Some("•".to_owned());
        }
        let mut label = String::new();
        let mut chars = own.pattern.chars();
        while let Some(each) = chars.next() {
            if each != '%' {
                label.push(each);
                continue;
            }
            let index = chars.next()?.to_digit(10)?.checked_sub(1)?;
            let index = usize::try_from(index).ok()?;
            let count = counts.get(index).copied().flatten()?;
            label.push_str(&written(count, &levels.get(index)?.format)?);
        }
        (!label.trim().is_empty()).then_some(label)
    }
}

/// A number in the format of its level.
fn written(number: u32, format: &str) -> Option<String> {
    match format {
        "decimal" => Some(number.to_string()),
        "decimalZero" => Some(format!("{number:02}")),
        "lowerLetter" => letters(number),
        "upperLetter" => letters(number).map(|text| text.to_uppercase()),
        "lowerRoman" => Some(roman(number)),
        "upperRoman" => Some(roman(number).to_uppercase()),
        _ => None,
    }
}

/// a to z, then aa to zz, as Word counts.
fn letters(number: u32) -> Option<String> {
    let index = number.checked_sub(1)?;
    let letter = char::from(b'a'.checked_add(u8::try_from(index % 26).ok()?)?);
    let times = usize::try_from(index / 26).ok()?.saturating_add(1);
    Some(std::iter::repeat_n(letter, times.min(16)).collect())
}

fn roman(number: u32) -> String {
    const STEPS: [(u32, &str); 13] = [
        (1000, "m"),
        (900, "cm"),
        (500, "d"),
        (400, "cd"),
        (100, "c"),
        (90, "xc"),
        (50, "l"),
        (40, "xl"),
        (10, "x"),
        (9, "ix"),
        (5, "v"),
        (4, "iv"),
        (1, "i"),
    ];
    let mut left = number.min(10_000);
    let mut text = String::new();
    for (step, sign) in STEPS {
        while left >= step {
            text.push_str(sign);
            left = left.saturating_sub(step);
        }
    }
    text
}
