//! A question with everything its answer depends on before the first call: what a run
//! begins with, what its pack keeps of it, and what a replay begins with again.

use groundstop_contract::pack::AskedRecord;
use groundstop_contract::{Environment, PolicyCaps, Tier};
use whatlang::Lang;

use crate::caps::LoweredCaps;
use crate::plan::Wanted;
use crate::route::{Policy, Question};
use crate::validate::Standard;

/// A question as it is asked.
#[derive(Clone, Debug)]
pub struct Inquiry {
    /// The question.
    pub question: Question,
    /// Where to look.
    pub wanted: Wanted,
    /// The tier, where one is known.
    pub tier: Option<Tier>,
    /// The environment.
    pub environment: Environment,
    /// What the operator has set.
    pub policy: Policy,
    /// Whether the conversation was asked to clarify before: whoever carries the inquiry
    /// out looks that up, and nobody is asked twice.
    pub clarified: bool,
    /// What is asked of sources.
    pub standard: Standard,
}

/// A record that no inquiry can be made of: the key that is wrong, and why.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("asked.{key}: {why}")]
pub struct InquiryError {
    key: &'static str,
    why: String,
}

impl InquiryError {
    fn new(key: &'static str, why: impl ToString) -> InquiryError {
        InquiryError {
            key,
            why: why.to_string(),
        }
    }
}

impl Inquiry {
    /// What a pack keeps of it; `caps` are those that held, where research was granted.
    #[must_use]
    pub fn record(&self, caps: Option<PolicyCaps>) -> AskedRecord {
        AskedRecord {
            question: self.question.text().to_owned(),
            corpus: self.wanted.corpus,
            web: self.wanted.web,
            tier: self.tier,
            environment: self.environment,
            enabled: self.policy.enabled,
            caps,
            clarified: self.clarified,
            today: self.standard.today.to_string(),
            min_grade: self.standard.min_grade,
            language: self.standard.language.map(|known| known.code().to_owned()),
        }
    }

    /// The inquiry that a pack was kept of. The caps that held stand in place of what
    /// the operator lowered: both lead to the same.
    ///
    /// # Errors
    /// Where the record says something that no inquiry can.
    pub fn of_record(asked: &AskedRecord) -> Result<Inquiry, InquiryError> {
        let language = match &asked.language {
            Some(code) => Some(
                Lang::from_code(code)
                    .ok_or_else(|| InquiryError::new("language", format!("unknown `{code}`")))?,
            ),
            None => None,
        };
        let today = asked.today.parse();
        Ok(Inquiry {
            question: Question::new(&asked.question)
                .map_err(|error| InquiryError::new("question", error))?,
            wanted: Wanted {
                corpus: asked.corpus,
                web: asked.web,
            },
            tier: asked.tier,
            environment: asked.environment,
            policy: Policy {
                enabled: asked.enabled,
                lowered: asked.caps.map(LoweredCaps::to).unwrap_or_default(),
            },
            clarified: asked.clarified,
            standard: Standard {
                today: today.map_err(|error| InquiryError::new("today", error))?,
                min_grade: asked.min_grade,
                language,
            },
        })
    }
}
