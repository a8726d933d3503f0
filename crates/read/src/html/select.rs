//! Which elements a rule of a style sheet is about.
//!
//! Names, classes, ids, attributes, what an element stands in, and `:not` and
//! `:is` of those are worked out. What depends on neighbours or counts *may* match, and what depends on
//! what a reader does (pointing, focusing) does not match a page at rest.

use html5ever::{Attribute, LocalName};

use super::css;
use super::gather::Has;

/// Ancestors of an element that are looked at.
const ANCESTORS_MAX: usize = 256;
/// Selectors inside selectors.
const DEPTH_MAX: usize = 4;

/// Whether a selector is about an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
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
enum Combinator {
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
    groups: Vec<Group>,
}

/// One of these is asked, or none of them.
#[derive(Clone, Debug)]
struct Group {
    negated: bool,
    any: Vec<Compound>,
}

#[derive(Clone, Debug)]
struct Asked {
    name: String,
    sign: String,
    value: String,
    /// Large and small letters are the same.
    folds: bool,
}

/// One selector, the element itself first and what it stands in after it.
#[derive(Clone, Debug)]
pub(crate) struct Selector {
    own: Compound,
    ancestors: Vec<(Combinator, Compound)>,
    sure: bool,
    /// How many ids, classes and names it asks.
    pub(crate) weight: [u16; 3],
    /// It is about what is put before or after the element.
    pub(crate) generated: bool,
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
        let text = text.replace(css::COMMENT, "");
        Reading::new(text.trim(), 0).selector()
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

    /// Whether a page has what it asks; where not, it is about no element of it.
    pub(crate) fn is_possible(&self, has: &Has) -> bool {
        let ancestors = self.ancestors.iter().map(|(_, compound)| compound);
        ancestors.chain([&self.own]).all(|one| one.is_possible(has))
    }

    /// Whether it is about an element that stands in others, the innermost last.
    pub(crate) fn matches(&self, node: &Node, ancestors: &[&Node]) -> Match {
        if !self.own.fits(node) {
            return Match::No;
        }
        let mut left = ancestors;
        for (combinator, compound) in &self.ancestors {
            let mut within = left.iter().rev().take(match combinator {
                Combinator::Child => 1,
                Combinator::Inside => ANCESTORS_MAX,
            });
            let Some(steps) = within.position(|outer| compound.fits(outer)) else {
                // A nearer element taken for the one before may have been the wrong one.
                let tied = self
                    .ancestors
                    .iter()
                    .any(|(combinator, _)| *combinator == Combinator::Child);
                let doubtful = tied && self.ancestors.len() > 1;
                return if doubtful { Match::Maybe } else { Match::No };
            };
            let end = left.len().saturating_sub(steps.saturating_add(1));
            left = left.get(..end).unwrap_or_default();
        }
        if self.sure { Match::Yes } else { Match::Maybe }
    }
}

impl Compound {
    fn is_possible(&self, has: &Has) -> bool {
        let known = |asked: &Asked| match (asked.name.as_str(), asked.sign.as_str()) {
            ("class" | "id" | "style" | "href" | "src", _) => true,
            (name, "=") => {
                let pair = (name.to_owned(), asked.value.to_lowercase());
                has.attributes.contains(&pair)
            }
            (name, _) => {
                let from = (name.to_owned(), String::new());
                let next = has.attributes.range(from..).next();
                next.is_some_and(|(each, _)| each == name)
            }
        };
        self.id.as_ref().is_none_or(|id| has.ids.contains(id))
            && self.classes.iter().all(|class| has.classes.contains(class))
            && self.attributes.iter().all(known)
    }

    fn fits(&self, node: &Node) -> bool {
        self.name.as_ref().is_none_or(|name| **name == *node.name)
            && self
                .id
                .as_ref()
                .is_none_or(|id| node.attribute("id") == Some(id))
            && self.classes.iter().all(|class| node.has_class(class))
            && self.attributes.iter().all(|asked| asked.fits(node))
            && self.groups.iter().all(|group| {
                let any = group.any.iter().any(|one| one.fits(node));
                any != group.negated
            })
    }
}

impl Asked {
    fn fits(&self, node: &Node) -> bool {
        let Some(value) = node.attribute(&self.name) else {
            return false;
        };
        let (folded, lower);
        let (value, wanted) = if self.folds {
            (folded, lower) = (value.to_lowercase(), self.value.to_lowercase());
            (folded.as_str(), lower.as_str())
        } else {
            (value, self.value.as_str())
        };
        match self.sign.as_str() {
            "" => true,
            "=" => value == wanted,
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
    weight: [u16; 3],
    generated: bool,
    /// No element of a page at rest is like this.
    never: bool,
    depth: usize,
}

impl<'t> Reading<'t> {
    fn new(rest: &'t str, depth: usize) -> Reading<'t> {
        Reading {
            rest,
            sure: true,
            weight: [0; 3],
            generated: false,
            never: false,
            depth,
        }
    }

    fn weighs(&mut self, more: [u16; 3]) {
        for (sum, more) in self.weight.iter_mut().zip(more) {
            *sum = sum.saturating_add(more);
        }
    }

    fn selector(mut self) -> Option<Selector> {
        let mut compounds = vec![self.compound()?];
        let mut combinators = Vec::new();
        while let Some(next) = self.rest.chars().next() {
            let spaced = next.is_whitespace();
            self.rest = self.rest.trim_start();
            let combinator = match self.rest.chars().next() {
                None => break,
                Some('>') => Combinator::Child,
                Some('+' | '~') => {
                    // Who stands beside whom is not kept: the left side is left open.
                    self.sure = false;
                    compounds.clear();
                    combinators.clear();
                    Combinator::Inside
                }
                Some(_) if spaced => Combinator::Inside,
                Some(_) => return None,
            };
            self.rest = self.rest.trim_start_matches(['>', '+', '~']).trim_start();
            if !compounds.is_empty() {
                combinators.push(combinator);
            }
            compounds.push(self.compound()?);
        }
        let own = compounds.pop()?;
        let ancestors = combinators.into_iter().zip(compounds).rev().collect();
        Some(Selector {
            own,
            ancestors,
            sure: self.sure,
            weight: self.weight,
            generated: self.generated,
        })
    }

    fn compound(&mut self) -> Option<Compound> {
        let mut compound = Compound::default();
        let start = self.rest;
        while let Some(next) = self.rest.chars().next() {
            match next {
                '*' | '&' => self.skip(1),
                // What stands before it names a kind of markup, not an element.
                '|' => {
                    self.skip(1);
                    compound.name = None;
                }
                '.' => {
                    self.skip(1);
                    self.weighs([0, 1, 0]);
                    compound.classes.push(self.name()?);
                }
                '#' => {
                    self.skip(1);
                    self.weighs([1, 0, 0]);
                    compound.id = Some(self.name()?);
                }
                '[' => {
                    self.weighs([0, 1, 0]);
                    compound.attributes.push(self.attribute()?);
                }
                ':' => self.pseudo(&mut compound)?,
                each if is_name(each) => {
                    self.weighs([0, 0, 1]);
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
                let mut rest = self.rest.chars();
                rest.next();
                name.push(css::escaped(&mut rest)?);
                self.rest = rest.as_str();
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
        let open = self.rest.strip_prefix('[')?;
        let (end, _) = css::live(open).find(|(_, each)| *each == ']')?;
        let inside = open.get(..end)?;
        self.rest = open.get(end.saturating_add(1)..)?;
        let at = inside.find('=').unwrap_or(inside.len());
        let (left, right) = inside.split_at(at);
        let sign_at = left.trim_end_matches(['~', '^', '$', '*', '|']).len();
        let (name, sign) = left.split_at(sign_at);
        let value = right.strip_prefix('=').map(str::trim);
        let (value, flag) = match value.and_then(|value| value.chars().next()) {
            Some(quote @ ('"' | '\'')) => {
                let value = value.unwrap_or_default().trim_start_matches(quote);
                value.rsplit_once(quote).unwrap_or((value, ""))
            }
            _ => {
                let value = value.unwrap_or_default();
                value.split_once(' ').unwrap_or((value, ""))
            }
        };
        let name = css::unescape(name.trim()).to_lowercase();
        Some(Asked {
            folds: flag.trim().eq_ignore_ascii_case("i") || FOLDING.contains(&name.as_str()),
            name,
            sign: if right.is_empty() {
                String::new()
            } else {
                format!("{sign}=")
            },
            value: css::unescape(value),
        })
    }

    /// A state or a position of an element; nothing where no element at rest has it.
    fn pseudo(&mut self, compound: &mut Compound) -> Option<()> {
        let part = self.rest.starts_with("::");
        self.rest = self.rest.trim_start_matches(':');
        let name = self.name()?.to_ascii_lowercase();
        let arguments = self.arguments();
        match name.as_str() {
            "before" | "after" => self.generated = true,
            "first-line" | "first-letter" | "details-content" | "slotted" | "part" => {
                self.sure = false;
            }
            "hover" | "focus" | "active" | "visited" | "target" => self.never = true,
            _ if part || name.starts_with("focus-") => self.never = true,
            "not" | "is" | "where" | "matches" | "-webkit-any" | "-moz-any" => {
                self.group(&name, arguments, compound);
            }
            "root" => compound.name = Some("html".to_owned()),
            "link" | "any-link" => compound.attributes.push(Asked {
                name: "href".to_owned(),
                sign: String::new(),
                value: String::new(),
                folds: false,
            }),
            _ => self.sure = false,
        }
        if name != "not" && name != "is" && name != "where" {
            self.weighs([0, 1, 0]);
        }
        (!self.never).then_some(())
    }

    /// What `:not` and `:is` ask; what is not followed makes it unsure.
    fn group(&mut self, name: &str, arguments: &str, compound: &mut Compound) {
        let mut any = Vec::new();
        let mut heaviest = [0; 3];
        if self.depth >= DEPTH_MAX {
            self.sure = false;
            return;
        }
        for argument in css::split(arguments, ',') {
            let mut inner = Reading::new(argument, self.depth.saturating_add(1));
            let read = inner.compound();
            match read {
                Some(one) if inner.rest.is_empty() && inner.sure && !inner.generated => {
                    any.push(one);
                }
                None if inner.never => {}
                _ => {
                    self.sure = false;
                    return;
                }
            }
            heaviest = heaviest.max(inner.weight);
        }
        let negated = name == "not";
        if name != "where" {
            self.weighs(heaviest);
        }
        self.never |= any.is_empty() && !negated;
        compound.groups.push(Group { negated, any });
    }

    /// What stands in brackets after a name.
    fn arguments(&mut self) -> &'t str {
        let Some(open) = self.rest.strip_prefix('(') else {
            return "";
        };
        let mut depth = 0usize;
        for (at, each) in css::live(open) {
            match each {
                '(' => depth = depth.saturating_add(1),
                ')' if depth == 0 => {
                    self.rest = open.get(at.saturating_add(1)..).unwrap_or_default();
                    return open.get(..at).unwrap_or_default();
                }
                ')' => depth = depth.saturating_sub(1),
                _ => {}
            }
        }
        self.rest = "";
        open
    }
}

/// Attributes whose values are the same in large and small letters.
const FOLDING: &[&str] = &[
    "type", "dir", "lang", "align", "valign", "rel", "method", "media",
];

fn is_name(each: char) -> bool {
    each.is_alphanumeric() || matches!(each, '-' | '_' | '\\') || !each.is_ascii()
}
