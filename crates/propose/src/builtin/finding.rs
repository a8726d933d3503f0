//! A reading that was found for a field, with everything that speaks for it.

use std::ops::Range;

use groundstop_contract::{Confidence, RejectCode};

use super::signs::{Feature, Name, sign};

/// One reading of a document for one field.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The field's index in the schema.
    pub field: usize,
    /// The value's bytes.
    pub value: Range<usize>,
    /// The bytes of the quote around it.
    pub quote: Range<usize>,
    /// What was seen around it, sorted, each once.
    pub features: Vec<Feature>,
    /// What readings of the same value have in common.
    pub key: String,
    /// The sum of the learnt weights.
    pub score: i64,
    /// Why it is none at all: a blank, a redaction, a broken spelling.
    pub set_aside: Option<RejectCode>,
    /// How often readings of this score were right.
    pub confidence: Confidence,
}

impl Finding {
    /// Whether it stands on a form, beside or under its label.
    #[must_use]
    pub fn is_of_form(&self) -> bool {
        let signs = [sign!("its label is the cue"), sign!("the cue in its label")];
        let has = |sign: &Name| self.features.iter().any(|one| one == sign);
        signs.iter().any(has)
    }

    /// The weights of a date that a stated term begins or ends with, where its cue leads to it. A
    /// document that also names the day on which it takes effect begins on that one.
    pub(crate) fn group_of_term(&self) -> Option<&'static str> {
        let has = |sign: Name| self.features.iter().any(|one| *one == sign);
        let led = has(sign!("led by the cue")) || has(sign!("defined by the cue"));
        match led {
            true if has(sign!("begins a stated term")) && has(sign!("without a rival")) => {
                Some("term start")
            }
            true if has(sign!("ends a stated term")) => Some("term end"),
            _ => None,
        }
    }

    pub(crate) fn new(
        field: usize,
        value: Range<usize>,
        quote: Range<usize>,
        key: String,
        mut features: Vec<Feature>,
    ) -> Finding {
        features.sort_unstable();
        features.dedup();
        Finding {
            field,
            value,
            quote,
            features,
            key,
            score: 0,
            set_aside: None,
            confidence: Confidence::ZERO,
        }
    }
}
