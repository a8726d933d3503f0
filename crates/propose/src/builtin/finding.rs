//! A reading that was found for a field, with everything that speaks for it.

use std::borrow::Cow;
use std::ops::Range;

use groundstop_contract::{Confidence, RejectCode};

/// A sign that speaks for or against a reading; learnt weights give it its say.
pub type Feature = Cow<'static, str>;

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
        let signs = ["its label is the cue", "the cue in its label"];
        self.features
            .iter()
            .any(|one| signs.contains(&one.as_ref()))
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
