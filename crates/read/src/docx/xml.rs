//! XML as a flat series of nodes: no tree, no recursion, no entities of its own.

use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, escape};

use super::FORMAT;
use crate::ReadError;

/// What is met on the way through a part.
pub(crate) enum Node<'x> {
    Start(Element),
    End(&'x str),
    Text(&'x str),
}

/// An element's name without its prefix, and its attributes likewise.
pub(crate) struct Element {
    pub(crate) name: String,
    /// What stands before the colon of its name, or nothing.
    pub(crate) prefix: String,
    attributes: Vec<(String, String)>,
    /// The namespaces it declares, by their prefixes.
    pub(crate) namespaces: Vec<(String, String)>,
}

impl Element {
    fn of(start: &BytesStart<'_>) -> Element {
        let mut attributes = Vec::new();
        let mut namespaces = Vec::new();
        for each in start.attributes().with_checks(false).flatten() {
            let key = each.key.local_name().as_ref().to_owned();
            let raw: &str = &each.value;
            let value = escape::unescape(raw).map_or_else(|_| raw.to_owned(), |v| v.into_owned());
            if each.key.prefix().is_some_and(|one| one.as_ref() == "xmlns") {
                namespaces.push((key, value));
            } else if key == "xmlns" {
                namespaces.push((String::new(), value));
            } else {
                attributes.push((key, value));
            }
        }
        let prefix = start.name().prefix();
        Element {
            name: start.local_name().as_ref().to_owned(),
            prefix: prefix.map_or_else(String::new, |one| one.as_ref().to_owned()),
            attributes,
            namespaces,
        }
    }

    /// An attribute that is a whole number.
    pub(crate) fn number(&self, name: &str) -> Option<i64> {
        let value = self.attribute(name);
        let whole = value.split_once('.').map_or(value, |(whole, _)| whole);
        whole.trim_end_matches("pt").parse().ok()
    }

    /// An attribute's value, or nothing.
    pub(crate) fn attribute(&self, name: &str) -> &str {
        let found = self.attributes.iter().find(|(key, _)| key == name);
        found.map(|(_, value)| value.as_str()).unwrap_or_default()
    }

    /// Whether a switch such as `w:vanish` is on.
    pub(crate) fn is_on(&self) -> bool {
        !matches!(self.attribute("val"), "0" | "false" | "off" | "none")
    }
}

/// Walks through a part.
pub(crate) fn walk(
    part: &[u8],
    visit: impl FnMut(Node<'_>) -> Result<(), ReadError>,
) -> Result<(), ReadError> {
    walk_as(FORMAT, part, visit)
}

/// Walks through a part of another format.
pub(crate) fn walk_as(
    format: &'static str,
    part: &[u8],
    mut visit: impl FnMut(Node<'_>) -> Result<(), ReadError>,
) -> Result<(), ReadError> {
    let text = decode(format, part)?;
    let mut reader = Reader::from_str(&text);
    reader.config_mut().check_end_names = false;
    loop {
        let event = reader
            .read_event()
            .map_err(|error| ReadError::malformed(format, format!("its XML: {error}")))?;
        match event {
            Event::Start(start) => visit(Node::Start(Element::of(&start)))?,
            Event::Empty(start) => {
                let element = Element::of(&start);
                let name = element.name.clone();
                visit(Node::Start(element))?;
                visit(Node::End(&name))?;
            }
            Event::End(end) => visit(Node::End(end.local_name().as_ref()))?,
            Event::Text(text) => visit(Node::Text(&text.xml10_content()))?,
            Event::CData(text) => visit(Node::Text(&text.xml10_content()))?,
            Event::GeneralRef(reference) => {
                let spelled = format!("&{};", &*reference);
                // An entity the part made up itself stays as it is spelled.
                let text =
                    escape::unescape(&spelled).map_or(spelled.clone(), |text| text.into_owned());
                visit(Node::Text(&text))?;
            }
            Event::Eof => return Ok(()),
            Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::DocType(_) => {}
        }
    }
}

/// XML parts are UTF-8 or UTF-16.
fn decode<'p>(
    format: &'static str,
    part: &'p [u8],
) -> Result<std::borrow::Cow<'p, str>, ReadError> {
    let unreadable = || ReadError::malformed(format, "its XML is neither UTF-8 nor UTF-16");
    let units = |rest: &[u8], pair: fn([u8; 2]) -> u16| {
        let units: Vec<u16> = rest
            .chunks_exact(2)
            .filter_map(|two| Some(pair([*two.first()?, *two.get(1)?])))
            .collect();
        String::from_utf16(&units)
    };
    if let Some(rest) = part.strip_prefix(b"\xFF\xFE") {
        return units(rest, u16::from_le_bytes)
            .map(Into::into)
            .map_err(|_| unreadable());
    }
    if let Some(rest) = part.strip_prefix(b"\xFE\xFF") {
        return units(rest, u16::from_be_bytes)
            .map(Into::into)
            .map_err(|_| unreadable());
    }
    let rest = part.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(part);
    std::str::from_utf8(rest)
        .map(Into::into)
        .map_err(|_| unreadable())
}
