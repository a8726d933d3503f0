//! Rule candidates: from a statute to frozen rules, without a guess.
//!
//! A proposer reads slabs, rates and thresholds out of a document; anyone
//! else's candidates take the same way. Each is checked against the closed
//! schema, then against the text it quotes, then against the others; only what
//! passes all three can be frozen.
//!
//! The room decides, so it is pure: no clock, no files, nothing in it can
//! panic. Figures are exact decimals from the text to the frozen set.
#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing,
        clippy::arithmetic_side_effects,
        clippy::float_arithmetic
    )
)]

mod account;
mod align;
mod conflict;
mod counted;
mod currency;
mod flow;
mod freeze;
mod input;
mod marker;
mod measure;
mod names;
mod outline;
mod patterns;
mod propose;
mod rounded;
mod skeleton;
mod spelling;
mod standing;
mod stated;
mod statute;
mod validate;

pub use account::{Account, AccountedFigure, Fate};
pub use align::{Aligner, Alignment, Check};
pub use conflict::conflicts;
pub use freeze::{
    Change, Frozen, FrozenRule, Refusal, RuleSet, SourceRecord, check_set, diff_sets, freeze,
    is_above_the_gate, rule_contract,
};
pub use input::{Given, InputError, read_candidates};
pub use propose::{PROPOSER_VERSION, ProposeRequest, propose, propose_with_account};
pub use validate::{RuleProblem, Validation, validate};
