//! Which elements a rule of a style sheet is about.
//!
//! Names, classes, ids, attributes, and what an element stands in are worked
//! out. What depends on neighbours or counts *may* match, and what depends on
//! what a reader does (pointing, focusing) does not match a page at rest.

use html5ever::{Attribute, LocalName};

/// Elements around one that are looked at.
const AROUND_MAX: usize = 256;

/// Whether a selector is about an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Match {
    No,
    Maybe,
    Yes,
}

/// An element as a selector sees it.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) name: LocalName,
    pub(crate) attributes: Vec<Attribute>,
}

impl Node {
    /// An attribute's value, where it has it.
    pub(crate) fn attribute(&self, name: &str) -> Option<&str> {
        let found = self
            .attributes
            .iter()
            .find(|each| &*each.name.local == name);
        found.map(|each| &*each.value)
    }

    /// Whether it has a class.
    fn has_class(&self, class: &str) -> bool {
        let classes = self.attribute("class").unwrap_or_default();
        classes.split_ascii_whitespace().any(|each| each == class)
    }
}

/// How an element is tied to the one written before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tie {
    /// Anywhere inside it.
    Inside,
    /// Directly inside it.
    Child,
}

/// What is asked of one element.
#[derive(Clone, Debug, Default)]
struct Compound {
    name: Option<String>,
    id: Option<String>,
    classes: Vec<String>,
    attributes: Vec<Asked>,
}

#[derive(Clone, Debug)]
struct Asked {
    name: String,
    sign: String,
    value: String,
}

/// One selector, the element itself first and what it stands in after it.
#[derive(Clone, Debug)]
pub(crate) struct Selector {
    own: Compound,
    around: Vec<(Tie, Compound)>,
    sure: bool,
}

/// By what the rules for an element are found.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Key {
    Id(String),
    Class(String),
    Name(String),
    Any,
}

impl Selector {
    /// Reads a selector; nothing where it is about no element of a page at rest.
    pub(crate) fn read(text: &str) -> Option<Selector> {
        Reading {
            rest: text.trim(),
            sure: true,
        }
        .selector()
    }

    /// By what it is found.
    pub(crate) fn key(&self) -> Key {
        let Compound {
            name, id, classes, ..
        } = &self.own;
        match (id, classes.first(), name) {
            (Some(id), _, _) => Key::Id(id.clone()),
            (_, Some(class), _) => Key::Class(class.clone()),
            (_, _, Some(name)) => Key::Name(name.clone()),
            _ => Key::Any,
        }
    }

    /// Whether it is about an element that stands in others, the innermost last.
    pub(crate) fn matches(&self, node: &Node, around: &[&Node]) -> Match {
        if !self.own.fits(node) {
            return Match::No;
        }
        let mut left = around;
        for (tie, compound) in &self.around {
            let mut within = left.iter().rev().take(match tie {
                Tie::Child => 1,
                Tie::Inside => AROUND_MAX,
            });
            let Some(steps) = within.position(|outer| compound.fits(outer)) else {
                // A nearer element taken for the one before may have been the wrong one.
                let tied = self.around.iter().any(|(tie, _)| *tie == Tie::Child);
                let doubtful = tied && self.around.len() > 1;
                return if doubtful { Match::Maybe } else { Match::No };
            };
            let end = left.len().saturating_sub(steps.saturating_add(1));
            left = left.get(..end).unwrap_or_default();
        }
        if self.sure { Match::Yes } else { Match::Maybe }
    }
}

impl Compound {
    fn fits(&self, node: &Node) -> bool {
        self.name.as_ref().is_none_or(|name| **name == *node.name)
            && self
                .id
                .as_ref()
                .is_none_or(|id| node.attribute("id") == Some(id))
            && self.classes.iter().all(|class| node.has_class(class))
            && self.attributes.iter().all(|asked| asked.fits(node))
    }
}

impl Asked {
    fn fits(&self, node: &Node) -> bool {
        let Some(value) = node.attribute(&self.name) else {
            return false;
        };
        let wanted = self.value.as_str();
        match self.sign.as_str() {
            "" => true,
            "=" => value.eq_ignore_ascii_case(wanted),
            "~=" => value.split_ascii_whitespace().any(|each| each == wanted),
            "^=" => value.starts_with(wanted),
            "$=" => value.ends_with(wanted),
            "|=" => value == wanted || value.starts_with(&format!("{wanted}-")),
            _ => value.contains(wanted),
        }
    }
}

struct Reading<'t> {
    rest: &'t str,
    sure: bool,
}

impl<'t> Reading<'t> {
    fn selector(mut self) -> Option<Selector> {
        let mut compounds = vec![self.compound()?];
        let mut ties = Vec::new();
        while let Some(next) = self.rest.chars().next() {
            let spaced = next.is_whitespace();
            self.rest = self.rest.trim_start();
            let tie = match self.rest.chars().next() {
                None => break,
                Some('>') => Tie::Child,
                Some('+' | '~') => {
                    // Who stands beside whom is not kept: the left side is left open.
                    self.sure = false;
                    compounds.clear();
                    ties.clear();
                    Tie::Inside
                }
                Some(_) if spaced => Tie::Inside,
                Some(_) => return None,
            };
            self.rest = self.rest.trim_start_matches(['>', '+', '~']).trim_start();
            if !compounds.is_empty() {
                ties.push(tie);
            }
            compounds.push(self.compound()?);
        }
        let own = compounds.pop()?;
        let around = ties.into_iter().zip(compounds).rev().collect();
        Some(Selector {
            own,
            around,
            sure: self.sure,
        })
    }

    fn compound(&mut self) -> Option<Compound> {
        let mut compound = Compound::default();
        let start = self.rest;
        loop {
            let Some(next) = self.rest.chars().next() else {
                break;
            };
            match next {
                '*' | '&' => self.skip(1),
                '.' => {
                    self.skip(1);
                    compound.classes.push(self.name()?);
                }
                '#' => {
                    self.skip(1);
                    compound.id = Some(self.name()?);
                }
                '[' => compound.attributes.push(self.attribute()?),
                ':' => self.pseudo(&mut compound)?,
                each if is_name(each) => {
                    compound.name = Some(self.name()?.to_ascii_lowercase());
                }
                _ => break,
            }
        }
        (self.rest.len() < start.len()).then_some(compound)
    }

    fn skip(&mut self, bytes: usize) {
        self.rest = self.rest.get(bytes..).unwrap_or_default();
    }

    fn name(&mut self) -> Option<String> {
        let mut name = String::new();
        while let Some(next) = self.rest.chars().next() {
            if next == '\\' {
                self.skip(1);
                let escaped = self.rest.chars().next()?;
                self.sure &= !escaped.is_ascii_hexdigit();
                name.push(escaped);
                self.skip(escaped.len_utf8());
            } else if is_name(next) {
                name.push(next);
                self.skip(next.len_utf8());
            } else {
                break;
            }
        }
        (!name.is_empty()).then_some(name)
    }

    fn attribute(&mut self) -> Option<Asked> {
        let (inside, after) = self.rest.strip_prefix('[')?.split_once(']')?;
        self.rest = after;
        let at = inside.find('=').unwrap_or(inside.len());
        let (left, right) = inside.split_at(at);
        let sign_at = left.trim_end_matches(['~', '^', '$', '*', '|']).len();
        let (name, sign) = left.split_at(sign_at);
        let value = right.trim_start_matches('=').trim();
        let value = value.trim_end_matches([' ', 'i', 's']).trim();
        let value = if value.starts_with(['"', '\'']) {
            value.trim_matches(['"', '\''])
        } else {
            right.trim_start_matches('=').trim()
        };
        let sign = if right.is_empty() {
            String::new()
        } else {
            format!("{sign}=")
        };
        Some(Asked {
            name: name.trim().to_ascii_lowercase(),
            sign,
            value: value.to_owned(),
        })
    }

    /// A state or a position of an element; nothing where no element at rest has it.
    fn pseudo(&mut self, compound: &mut Compound) -> Option<()> {
        let part = self.rest.starts_with("::");
        self.rest = self.rest.trim_start_matches(':');
        let name = self.name()?.to_ascii_lowercase();
        self.arguments();
        let never = matches!(
            name.as_str(),
            "hover" | "focus" | "active" | "visited" | "target" | "before" | "after"
        ) || name.starts_with("focus-");
        if part || never {
            return None;
        }
        match name.as_str() {
            "root" => compound.name = Some("html".to_owned()),
            "link" | "any-link" => {}
            _ => self.sure = false,
        }
        Some(())
    }

    fn arguments(&mut self) {
        if !self.rest.starts_with('(') {
            return;
        }
        let mut depth = 0usize;
        for (at, each) in self.rest.char_indices() {
            match each {
                '(' => depth = depth.saturating_add(1),
                ')' => depth = depth.saturating_sub(1),
                _ => {}
            }
            if depth == 0 {
                return self.skip(at.saturating_add(1));
            }
        }
        self.rest = "";
    }
}

fn is_name(each: char) -> bool {
    each.is_alphanumeric() || matches!(each, '-' | '_' | '\\') || !each.is_ascii()
}
