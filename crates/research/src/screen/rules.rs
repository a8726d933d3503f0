//! The table of rules, and the patterns made of it.

use std::collections::BTreeMap;
use std::fmt;

use groundstop_canon::sha256_hex;
use serde::Deserialize;

use super::find::Finder;
use super::result::{HitTier, Layer, RulesRecord};
use super::view::folded;

/// The table as it is published.
const TABLE: &str = concat!(
    include_str!("rules.toml"),
    include_str!("orders.toml"),
    include_str!("grammar.toml"),
    include_str!("languages.toml")
);

/// What may stand between two words of an English pattern, and of any other.
const BETWEEN: &str = "(?:[^a-z0-9]+)";
const BETWEEN_ANY: &str = r"(?:[\s\W]+)";

/// How deep classes of words are made of others.
const CLASSES_DEEP: usize = 4;

/// The table is broken.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the table of rules: {0}")]
pub struct RuleError(String);

impl RuleError {
    pub(super) fn new(what: impl fmt::Display) -> RuleError {
        RuleError(what.to_string())
    }
}

/// One rule as the table states it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rule {
    /// Its name.
    pub id: String,
    /// What kind of attack it is about.
    pub family: String,
    /// How sure a hit is.
    pub tier: HitTier,
    /// The languages it is for; `any` for none in particular.
    pub languages: Vec<String>,
    /// What it was written from.
    pub sources: Vec<String>,
    /// One of these is in every text it matches.
    pub triggers: Vec<String>,
    /// One of each of these lists is in it too.
    #[serde(default)]
    pub needs: Vec<Vec<String>>,
    /// What it matches.
    pub pattern: String,
    /// What may not stand directly before.
    #[serde(default)]
    pub unless: String,
    /// What may not stand directly behind.
    #[serde(default)]
    pub unless_after: String,
    /// Whether it looks at hidden layers only.
    #[serde(default)]
    pub hidden_only: bool,
    /// A text it must match.
    pub hit: String,
    /// A text it must not match.
    pub miss: String,
}

impl Rule {
    pub(super) fn applies_in(&self, layer: Layer) -> bool {
        !self.hidden_only || layer != Layer::Visible
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    version: String,
    words: BTreeMap<String, String>,
    rule: Vec<Rule>,
}

/// The rules, made ready.
#[derive(Debug)]
pub struct Rules {
    record: RulesRecord,
    words: BTreeMap<String, String>,
    list: Vec<Rule>,
    finder: Finder,
}

impl Rules {
    /// The published table.
    pub(super) fn published() -> Result<Rules, RuleError> {
        let table: Table = toml::from_str(TABLE).map_err(RuleError::new)?;
        let record = RulesRecord {
            version: table.version,
            sha256: sha256_hex(TABLE.as_bytes()),
        };
        Rules::ready(record, table.words, table.rule)
    }

    fn ready(
        record: RulesRecord,
        words: BTreeMap<String, String>,
        list: Vec<Rule>,
    ) -> Result<Rules, RuleError> {
        let finder = Finder::new(&list, &words)?;
        Ok(Rules {
            record,
            words,
            list,
            finder,
        })
    }

    /// The same without some of them; their record is another one then.
    pub(super) fn without(self, left_out: impl Fn(&Rule) -> bool) -> Result<Rules, RuleError> {
        let mut record = self.record;
        let (out, list): (Vec<Rule>, Vec<Rule>) = self.list.into_iter().partition(left_out);
        if !out.is_empty() {
            let names: Vec<&str> = out.iter().map(|rule| rule.id.as_str()).collect();
            let told = format!("{} without {}", record.sha256, names.join(" "));
            record.sha256 = sha256_hex(told.as_bytes());
        }
        Rules::ready(record, self.words, list)
    }

    /// All rules, in the order of the table.
    #[must_use]
    pub fn list(&self) -> &[Rule] {
        &self.list
    }

    pub(super) fn get(&self, index: usize) -> Option<&Rule> {
        self.list.get(index)
    }

    pub(super) fn finder(&self) -> &Finder {
        &self.finder
    }

    /// Version and digest of the table.
    #[must_use]
    pub fn record(&self) -> &RulesRecord {
        &self.record
    }
}

/// How a pattern is made ready.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    /// Words with something between them.
    Plain,
    /// Letters only: whatever stood between words is gone.
    Compact,
    /// Where digits were read as letters, and `l` as `i`.
    Leet,
}

/// A pattern of the table as a regular expression.
pub(super) fn expression(
    pattern: &str,
    words: &BTreeMap<String, String>,
    style: Style,
) -> Result<String, RuleError> {
    let spelled = folded(&with_words(pattern, words, CLASSES_DEEP)?);
    let between = match (style, spelled.is_ascii()) {
        (Style::Compact, _) => "",
        (_, true) => BETWEEN,
        (_, false) => BETWEEN_ANY,
    };
    let mut out = String::with_capacity(spelled.len().saturating_mul(2));
    let (mut in_class, mut escaped) = (false, false);
    for c in spelled.chars() {
        match c {
            _ if escaped => {
                escaped = false;
                match (style, c) {
                    // Without gaps there are no edges of words either.
                    (Style::Compact, 'b') => out.push_str("(?:)"),
                    (_, 'l') => out.push('l'),
                    _ => {
                        out.push('\\');
                        out.push(c);
                    }
                }
                continue;
            }
            '\\' => {
                escaped = true;
                continue;
            }
            '[' if !in_class => in_class = true,
            ']' if in_class => in_class = false,
            ' ' if !in_class => {
                out.push_str(between);
                continue;
            }
            'l' if style == Style::Leet && !in_class => {
                out.push('i');
                continue;
            }
            _ => {}
        }
        out.push(c);
    }
    Ok(out)
}

/// The pattern with its classes of words written out, and the classes these are made of.
fn with_words(
    pattern: &str,
    words: &BTreeMap<String, String>,
    deep: usize,
) -> Result<String, RuleError> {
    let mut out = String::new();
    let mut rest = pattern;
    while let Some((before, after)) = rest.split_once('{') {
        out.push_str(before);
        let name: String = after
            .chars()
            .take_while(|c| c.is_ascii_lowercase() || *c == '_')
            .collect();
        match after
            .strip_prefix(&name)
            .and_then(|after| after.strip_prefix('}'))
        {
            Some(after) if !name.is_empty() => {
                let list = words.get(&name);
                let list = list.ok_or_else(|| RuleError::new(format!("no words `{name}`")))?;
                let deeper = deep
                    .checked_sub(1)
                    .ok_or_else(|| RuleError::new(format!("`{name}` is made of itself")))?;
                out.push_str(&with_words(list, words, deeper)?);
                rest = after;
            }
            _ => {
                out.push('{');
                rest = after;
            }
        }
    }
    out.push_str(rest);
    Ok(out)
}
