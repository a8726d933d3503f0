//! The style sheets of a page: what their rules do to whom.

use std::collections::BTreeMap;

use super::cascade::{Origin, Rank};
use super::css::{self, live};
use super::data;
use super::gather::{Gathered, Has};
use super::media;
use super::select::{Key, Match, Node, Selector};
use super::style::Effects;
use super::variables::Variables;

/// Rules that are kept; more make everything after them doubtful.
const RULES_MAX: usize = 20_000;
/// Selectors tried for all elements of a page.
const WORK_MAX: usize = 20_000_000;
/// Selectors that a block inside others stands for, and how long one of them is.
const NESTED_MAX: usize = 256;
const SELECTOR_BYTES_MAX: usize = 2048;
/// Selectors of all blocks together, in bytes.
const ALL_BYTES_MAX: usize = 1 << 24;
/// Blocks one inside the other.
const DEPTH_MAX: usize = 16;

/// Sheets that sheets name.
const IMPORTS_MAX: usize = 16;

/// The layer of what is in none.
const NO_LAYER: usize = usize::MAX;

/// All rules that can make letters unseen.
#[derive(Debug, Default)]
pub(crate) struct Sheets {
    rules: Vec<Rule>,
    by_key: BTreeMap<Key, Vec<usize>>,
    variables: Variables,
    /// The layers, in the order they are first named.
    layers: Vec<String>,
    /// What `content` puts before or after elements.
    said: Vec<String>,
    blocks: usize,
    selector_bytes: usize,
    work: usize,
    imports: usize,
    too_much: bool,
    /// Something that changes as time goes by may hide letters: of pages, of drawings.
    moves_hide: bool,
    drawings_move: bool,
}

#[derive(Debug)]
struct Rule {
    selector: Selector,
    effects: Effects,
    /// It holds on some screens only.
    conditional: bool,
    rank: Rank,
}

/// What the rules say about one element.
#[derive(Debug, Default)]
pub(crate) struct Styled<'r> {
    pub(crate) sure: Vec<(&'r Effects, Rank)>,
    /// What holds perhaps.
    pub(crate) perhaps: Vec<(&'r Effects, Rank)>,
    /// Something with letters is put before or after it, or too much is said to follow.
    pub(crate) doubtful: bool,
}

impl Sheets {
    /// All style sheets of a page: the last one counts for the first element.
    pub(crate) fn of_page(gathered: &Gathered) -> Sheets {
        let mut sheets = Sheets {
            drawings_move: gathered.drawings_move,
            too_much: gathered.leaves,
            ..Sheets::default()
        };
        let mut blocks = Vec::new();
        for (sheet, conditional) in &gathered.sheets {
            sheets.take(sheet, *conditional, &mut blocks);
        }
        for (name, value) in &gathered.variables {
            sheets.variables.define(name, value, false);
        }
        for block in &blocks {
            sheets.define(block, &gathered.has);
        }
        for block in &blocks {
            sheets.rule(block);
        }
        sheets
    }

    /// Whether what changes as time goes by may hide an element that is animated, or drawn.
    pub(crate) fn hides_in_time(&self, animated: bool, drawn: bool) -> bool {
        (animated && self.moves_hide) || (drawn && self.drawings_move)
    }

    /// What the rules put into the page as text of their own.
    pub(crate) fn said(&mut self) -> Vec<String> {
        std::mem::take(&mut self.said)
    }

    /// What a `style` attribute does.
    pub(crate) fn inline(&self, style: &str) -> Effects {
        if style.is_empty() {
            return Effects::default();
        }
        let mut declarations = css::declarations(style);
        self.variables.put_in(&mut declarations, true);
        Effects::of(&declarations)
    }

    fn take(&mut self, sheet: &str, conditional: bool, done: &mut Vec<Block>) {
        // In drawings a sheet may be marked as text.
        let sheet = sheet.replace("<![CDATA[", "").replace("]]>", "");
        let sheet = css::without_comments(&sheet);
        let mut open: Vec<Block> = Vec::new();
        let mut since = 0usize;
        let mut brackets = 0usize;
        for (at, each) in live(&sheet) {
            match each {
                '(' => brackets = brackets.saturating_add(1),
                ')' => brackets = brackets.saturating_sub(1),
                _ => {}
            }
            if brackets > 0 || !matches!(each, '{' | ';' | '}') {
                continue;
            }
            let before = sheet.get(since..at).unwrap_or_default().trim();
            since = at.saturating_add(1);
            match each {
                '{' => {
                    if open.len() >= DEPTH_MAX || self.blocks >= RULES_MAX {
                        self.too_much = true;
                        break;
                    }
                    let block = self.begin(before, open.last(), conditional);
                    open.push(block);
                    if self.selector_bytes > ALL_BYTES_MAX {
                        self.too_much = true;
                        break;
                    }
                }
                ';' => match open.last_mut() {
                    Some(block) => block.declare(before),
                    None if is_import(before) => {
                        self.import(before, conditional, done);
                    }
                    None => self.name_layers(before),
                },
                _ => {
                    if let Some(mut block) = open.pop() {
                        block.declare(before);
                        done.push(block);
                    }
                }
            }
        }
        let rest = sheet.get(since..).unwrap_or_default().trim();
        if open.is_empty() && is_import(rest) {
            self.import(rest, conditional, done);
        }
        // A sheet may end before its blocks do.
        if let Some(block) = open.last_mut() {
            block.declare(sheet.get(since..).unwrap_or_default());
        }
        done.extend(open.into_iter().rev());
    }

    /// Takes in a sheet that another one names, where it stands in the page itself. Of sheets
    /// elsewhere only those of fonts are known to hide nothing.
    fn import(&mut self, statement: &str, conditional: bool, done: &mut Vec<Block>) {
        let name = css::unescape(statement);
        if let Some(sheet) = data::sheet(&name) {
            if self.imports >= IMPORTS_MAX {
                self.too_much = true;
                return;
            }
            self.imports = self.imports.saturating_add(1);
            self.take(&sheet, conditional, done);
        } else if !data::is_fonts(&name) {
            self.too_much = true;
        }
    }

    fn begin(&mut self, prelude: &str, outer: Option<&Block>, conditional: bool) -> Block {
        self.blocks = self.blocks.saturating_add(1);
        let mut block = Block::begin(prelude, outer, self.blocks);
        block.conditional |= conditional;
        let bytes: usize = block.selectors.iter().map(String::len).sum();
        self.selector_bytes = self.selector_bytes.saturating_add(bytes);
        if let Some(name) = prelude.strip_prefix("@layer") {
            block.layer = self.layer(name.trim());
        }
        block
    }

    /// Layers may be put in order before they have rules.
    fn name_layers(&mut self, statement: &str) {
        if let Some(names) = statement.strip_prefix("@layer") {
            for name in css::split(names, ',') {
                self.layer(name);
            }
        }
    }

    fn layer(&mut self, name: &str) -> usize {
        let known = self.layers.iter().position(|each| each == name);
        if let Some(known) = known.filter(|_| !name.is_empty()) {
            return known;
        }
        self.layers.push(name.to_owned());
        self.layers.len().saturating_sub(1)
    }

    fn define(&mut self, block: &Block, has: &Has) {
        self.variables.registered |= block.registers;
        let declares = block.declarations.contains("--") || block.declarations.contains('\\');
        if block.skipped || !declares {
            return;
        }
        let possible = |text: &String| {
            Selector::read(text).is_some_and(|one| !one.generated && one.is_possible(has))
        };
        if !block.selectors.iter().any(possible) {
            return;
        }
        let everywhere = !block.conditional
            && block
                .selectors
                .iter()
                .any(|one| matches!(one.as_str(), ":root" | "html" | "*" | "body"));
        for one in &css::declarations(&block.declarations) {
            if one.property.starts_with("--") {
                self.variables.define(&one.property, &one.value, everywhere);
            }
        }
    }

    fn rule(&mut self, block: &Block) {
        self.too_much |= block.lost;
        self.said.extend(content(&block.declarations));
        let mut declarations = css::declarations(&block.declarations);
        self.variables.put_in(&mut declarations, false);
        let effects = Effects::of(&declarations);
        self.moves_hide |= block.moves && effects.may_hide();
        if effects.is_nothing() || block.skipped {
            return;
        }
        for selector in block
            .selectors
            .iter()
            .filter_map(|text| Selector::read(text))
        {
            if selector.generated && !effects.speaks {
                continue;
            }
            if self.rules.len() >= RULES_MAX {
                self.too_much = true;
                return;
            }
            let index = self.rules.len();
            self.by_key.entry(selector.key()).or_default().push(index);
            self.rules.push(Rule {
                rank: Rank {
                    origin: Origin::Sheet,
                    layer: block.layer,
                    weight: selector.weight,
                    place: block.place,
                },
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
        ancestors: impl FnOnce() -> Vec<&'n Node>,
    ) -> Styled<'_> {
        let mut found: Vec<usize> = Vec::new();
        if !self.rules.is_empty() {
            for key in keys(node) {
                found.extend(self.by_key.get(&key).into_iter().flatten());
            }
        }
        let rules = found.iter().filter_map(|index| self.rules.get(*index));
        let work: usize = rules.map(|rule| rule.effects.settings.len()).sum();
        self.work = self.work.saturating_add(found.len()).saturating_add(work);
        if self.work > WORK_MAX {
            self.too_much = true;
            found.clear();
        }
        let mut styled = Styled {
            doubtful: self.too_much,
            ..Styled::default()
        };
        let ancestors = if found.is_empty() {
            Vec::new()
        } else {
            ancestors()
        };
        for rule in found.iter().filter_map(|index| self.rules.get(*index)) {
            let said = (&rule.effects, rule.rank);
            match rule.selector.matches(node, &ancestors) {
                Match::No => {}
                _ if rule.selector.generated => styled.doubtful = true,
                Match::Yes if !rule.conditional => styled.sure.push(said),
                Match::Yes | Match::Maybe => styled.perhaps.push(said),
            }
        }
        styled
    }
}

fn is_import(statement: &str) -> bool {
    let begin = statement.get(.."@import".len());
    begin.is_some_and(|begin| begin.eq_ignore_ascii_case("@import"))
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
    /// It tells of a variable.
    registers: bool,
    /// It says how something changes as time goes by.
    moves: bool,
    layer: usize,
    place: usize,
    /// Blocks inside blocks made more selectors than are kept.
    lost: bool,
}

impl Block {
    fn begin(prelude: &str, outer: Option<&Block>, place: usize) -> Block {
        let mut block = Block {
            selectors: outer
                .map(|outer| outer.selectors.clone())
                .unwrap_or_default(),
            declarations: String::new(),
            conditional: outer.is_some_and(|outer| outer.conditional),
            skipped: outer.is_some_and(|outer| outer.skipped),
            registers: false,
            moves: outer.is_some_and(|outer| outer.moves),
            layer: outer.map_or(NO_LAYER, |outer| outer.layer),
            place,
            lost: false,
        };
        if let Some(rule) = prelude.strip_prefix('@') {
            block.at(&rule.to_ascii_lowercase());
            return block;
        }
        let prelude = prelude.replace("<!--", "").replace("-->", "");
        let own = css::split(&prelude, ',');
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

    /// Begins a block that says when its rules hold, or has none.
    fn at(&mut self, rule: &str) {
        let end = rule
            .find(|each: char| !each.is_alphanumeric() && each != '-')
            .unwrap_or(rule.len());
        let (name, condition) = rule.split_at_checked(end).unwrap_or((rule, ""));
        match name {
            "media" => match media::holds(condition) {
                Match::No => self.skipped = true,
                Match::Maybe => self.conditional = true,
                Match::Yes => {}
            },
            "supports" => {
                let condition = condition.trim();
                self.conditional |= condition.starts_with("not") || condition.contains("(not");
            }
            "container" => self.conditional = true,
            "layer" | "scope" => {}
            "property" => {
                self.registers = true;
                self.skipped = true;
            }
            name if name.ends_with("keyframes") => {
                self.moves = true;
                self.skipped = true;
            }
            "font-face"
            | "page"
            | "counter-style"
            | "charset"
            | "namespace"
            | "viewport"
            | "font-feature-values"
            | "font-palette-values"
            | "color-profile"
            | "position-try"
            | "view-transition"
            | "starting-style"
            | "document"
            | "import" => self.skipped = true,
            name if name.starts_with('-') => self.skipped = true,
            // What a new rule asks for is not known, so what it says holds perhaps.
            _ => self.conditional = true,
        }
    }

    fn declare(&mut self, declaration: &str) {
        self.declarations.push_str(declaration);
        self.declarations.push(';');
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

/// The quoted texts of `content` declarations.
fn content(declarations: &str) -> impl Iterator<Item = String> {
    let declared = declarations
        .split(';')
        .filter_map(|one| one.split_once(':'));
    let said = declared.filter(|(property, _)| property.trim().eq_ignore_ascii_case("content"));
    said.map(|(_, value)| value.trim().trim_matches(['"', '\'']).to_owned())
        .filter(|said| said.len() > 3)
}
