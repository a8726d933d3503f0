//! The style sheets of a page: what their rules do to whom.

use std::collections::BTreeMap;

use super::select::{Key, Match, Node, Selector};
use super::style::Effects;

/// Rules that are kept; more make everything after them doubtful.
const RULES_MAX: usize = 20_000;
/// Selectors tried for all elements of a page.
const WORK_MAX: usize = 20_000_000;
/// Selectors that a block inside others stands for, and how long one of them is.
const NESTED_MAX: usize = 256;
const SELECTOR_BYTES_MAX: usize = 2048;
/// Blocks one inside the other.
const DEPTH_MAX: usize = 16;

/// All rules that can make letters unseen.
#[derive(Debug, Default)]
pub(crate) struct Sheets {
    rules: Vec<Rule>,
    by_key: BTreeMap<Key, Vec<usize>>,
    /// What `content` puts before or behind elements.
    said: Vec<String>,
    work: usize,
    too_much: bool,
}

#[derive(Debug)]
struct Rule {
    selector: Selector,
    effects: Effects,
    /// It holds on some screens only.
    conditional: bool,
}

/// What the rules say about one element.
#[derive(Debug, Default)]
pub(crate) struct Styled<'r> {
    pub(crate) sure: Vec<&'r Effects>,
    /// A rule may hide it, or may not.
    pub(crate) doubtful: bool,
}

impl Sheets {
    /// All style sheets inside a page, wherever they stand: the last one counts
    /// for the first element.
    pub(crate) fn of_page(source: &str) -> Sheets {
        let mut sheets = Sheets::default();
        let mut rest = source;
        while let Some((_, after)) = split_tag(rest, "<style") {
            let Some((_, body)) = after.split_once('>') else {
                break;
            };
            let (sheet, after) = split_tag(body, "</style").unwrap_or((body, ""));
            sheets.take(sheet);
            rest = after;
        }
        sheets
    }

    /// What the rules put into the page as text of their own.
    pub(crate) fn said(&mut self) -> Vec<String> {
        std::mem::take(&mut self.said)
    }

    fn take(&mut self, sheet: &str) {
        let sheet = without_comments(sheet);
        let mut open: Vec<Block> = Vec::new();
        let mut since = 0usize;
        for (at, each) in sheet.char_indices() {
            let before = sheet.get(since..at).unwrap_or_default().trim();
            match each {
                '{' => {
                    if open.len() >= DEPTH_MAX {
                        self.too_much = true;
                        return;
                    }
                    open.push(Block::begin(before, open.last()));
                }
                ';' => {
                    if let Some(block) = open.last_mut() {
                        block.declarations.push_str(before);
                        block.declarations.push(';');
                    }
                }
                '}' => {
                    if let Some(mut block) = open.pop() {
                        block.declarations.push_str(before);
                        self.rule(&block);
                    }
                }
                _ => continue,
            }
            since = at.saturating_add(1);
        }
    }

    fn rule(&mut self, block: &Block) {
        self.too_much |= block.lost;
        self.said.extend(content(&block.declarations));
        let effects = Effects::of(&block.declarations);
        if effects.is_nothing() || block.skipped {
            return;
        }
        for selector in block
            .selectors
            .iter()
            .filter_map(|text| Selector::read(text))
        {
            if self.rules.len() >= RULES_MAX {
                self.too_much = true;
                return;
            }
            let index = self.rules.len();
            self.by_key.entry(selector.key()).or_default().push(index);
            self.rules.push(Rule {
                selector,
                effects: effects.clone(),
                conditional: block.conditional,
            });
        }
    }

    /// What the rules say about an element that stands in others.
    pub(crate) fn styled<'n>(
        &mut self,
        node: &Node,
        around: impl FnOnce() -> Vec<&'n Node>,
    ) -> Styled<'_> {
        let mut found: Vec<usize> = Vec::new();
        if !self.rules.is_empty() {
            for key in keys(node) {
                found.extend(self.by_key.get(&key).into_iter().flatten());
            }
        }
        self.work = self.work.saturating_add(found.len());
        if self.work > WORK_MAX {
            self.too_much = true;
            found.clear();
        }
        let mut styled = Styled {
            sure: Vec::new(),
            doubtful: self.too_much,
        };
        let around = if found.is_empty() {
            Vec::new()
        } else {
            around()
        };
        for rule in found.iter().filter_map(|index| self.rules.get(*index)) {
            match rule.selector.matches(node, &around) {
                Match::No => {}
                Match::Yes if !rule.conditional => styled.sure.push(&rule.effects),
                Match::Yes | Match::Maybe => {
                    styled.doubtful |= rule.effects.hides != 0 || rule.effects.unsure;
                }
            }
        }
        styled
    }
}

/// Everything by which a rule for an element may be filed.
fn keys(node: &Node) -> Vec<Key> {
    let classes = node.attribute("class").unwrap_or_default();
    let classes = classes.split_ascii_whitespace();
    let id = node.attribute("id").map(|id| Key::Id(id.to_owned()));
    let mut keys: Vec<Key> = classes.map(|each| Key::Class(each.to_owned())).collect();
    keys.sort();
    keys.dedup();
    keys.extend(id);
    keys.extend([Key::Name(node.name.to_string()), Key::Any]);
    keys
}

/// A block of declarations with what stands before its brace.
struct Block {
    selectors: Vec<String>,
    declarations: String,
    conditional: bool,
    skipped: bool,
    /// Blocks inside blocks made more selectors than are kept.
    lost: bool,
}

impl Block {
    fn begin(prelude: &str, outer: Option<&Block>) -> Block {
        let (conditional, skipped) =
            outer.map_or((false, false), |outer| (outer.conditional, outer.skipped));
        let outer = outer
            .map(|outer| outer.selectors.clone())
            .unwrap_or_default();
        let mut block = Block {
            selectors: outer,
            declarations: String::new(),
            conditional,
            skipped,
            lost: false,
        };
        if let Some(rule) = prelude.strip_prefix('@') {
            let rule = rule.to_ascii_lowercase();
            let printed = rule.starts_with("media") && rule.contains("print");
            let shown = rule.contains("screen") || rule.contains("all") || rule.contains("not");
            block.skipped |= rule.starts_with("keyframes")
                || rule.starts_with("-webkit-keyframes")
                || rule.starts_with("font-face")
                || rule.starts_with("page")
                || (printed && !shown);
            block.conditional |= rule.starts_with("media") || rule.starts_with("container");
            return block;
        }
        let own = split_list(prelude);
        block.selectors = if block.selectors.is_empty() {
            own.iter().map(|one| (*one).to_owned()).collect()
        } else {
            let all = block.selectors.len().saturating_mul(own.len());
            let outer = block.selectors.iter();
            let made = outer.flat_map(|outer| own.iter().map(move |own| nested(outer, own)));
            let kept: Vec<String> = made.take(NESTED_MAX).flatten().collect();
            block.lost = kept.len() < all;
            kept
        };
        block
    }
}

/// A selector written inside another's block; nothing where it gets too long.
fn nested(outer: &str, own: &str) -> Option<String> {
    let copies = own.matches('&').count().max(1);
    if outer.len().saturating_mul(copies).saturating_add(own.len()) > SELECTOR_BYTES_MAX {
        return None;
    }
    Some(if own.contains('&') {
        own.replace('&', outer)
    } else {
        format!("{outer} {own}")
    })
}

/// The selectors of a list; a comma inside brackets parts nothing.
fn split_list(prelude: &str) -> Vec<&str> {
    let mut depth = 0i32;
    let parted = prelude.split(|each: char| {
        match each {
            '(' | '[' => depth = depth.saturating_add(1),
            ')' | ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        each == ',' && depth <= 0
    });
    parted
        .map(str::trim)
        .filter(|one| !one.is_empty())
        .collect()
}

/// The quoted texts of `content` declarations.
fn content(declarations: &str) -> impl Iterator<Item = String> {
    let declared = declarations
        .split(';')
        .filter_map(|one| one.split_once(':'));
    let said = declared.filter(|(property, _)| property.trim().eq_ignore_ascii_case("content"));
    said.map(|(_, value)| value.trim().trim_matches(['"', '\'']).to_owned())
        .filter(|said| said.len() > 3)
}

fn without_comments(sheet: &str) -> String {
    let mut kept = String::with_capacity(sheet.len());
    let mut rest = sheet;
    while let Some((before, after)) = rest.split_once("/*") {
        kept.push_str(before);
        kept.push(' ');
        rest = after.split_once("*/").map_or("", |(_, after)| after);
    }
    kept.push_str(rest);
    kept
}

/// What stands before and after the next tag of this name, in any case.
fn split_tag<'s>(source: &'s str, tag: &str) -> Option<(&'s str, &'s str)> {
    let mut from = 0usize;
    while let Some(found) = source.get(from..)?.find('<') {
        let at = from.saturating_add(found);
        let end = at.saturating_add(tag.len());
        if source
            .get(at..end)
            .is_some_and(|text| text.eq_ignore_ascii_case(tag))
        {
            return Some((source.get(..at)?, source.get(end..)?));
        }
        from = at.saturating_add(1);
    }
    None
}
