//! What became of every figure of a statute: no figure is lost without a word.
//!
//! A figure with a unit is used by a candidate, is part of one that is `unclear` or
//! `blocked`, or states no rule, and then the account says why.

use groundstop_contract::RuleStatus;
use groundstop_document::ByteSpan;

/// What became of one figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// A rule in the list of this status says it, as its value or among its conditions.
    Rule {
        /// The rule's place in the list.
        index: usize,
        /// Its status.
        status: RuleStatus,
    },
    /// It states no rule, for this reason.
    NoRule(&'static str),
}

/// A figure of a document with what became of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccountedFigure {
    /// The page it begins on.
    pub page: u32,
    /// Its place in the document's text.
    pub span: ByteSpan,
    /// Its words, on one line.
    pub text: String,
    /// What became of it.
    pub fate: Fate,
}

/// All figures with a unit of a document, in the order of the text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Account {
    /// Each once.
    pub figures: Vec<AccountedFigure>,
}

impl Account {
    /// How many figures rules of this status say.
    #[must_use]
    pub fn said(&self, wanted: RuleStatus) -> usize {
        let of = |one: &&AccountedFigure| match one.fate {
            Fate::Rule { status, .. } => status == wanted,
            Fate::NoRule(_) => false,
        };
        self.figures.iter().filter(of).count()
    }

    /// The reasons for which figures state no rule, each with how many, in the order of the
    /// alphabet.
    #[must_use]
    pub fn no_rule(&self) -> Vec<(&'static str, usize)> {
        let mut all = std::collections::BTreeMap::new();
        for one in &self.figures {
            match one.fate {
                Fate::NoRule(reason) => {
                    let count: &mut usize = all.entry(reason).or_default();
                    *count = count.saturating_add(1);
                }
                Fate::Rule { .. } => {}
            }
        }
        all.into_iter().collect()
    }
}
