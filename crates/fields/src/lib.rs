//! The judge: candidates against a document and a schema, field by field.
//!
//! Every field of the schema ends in exactly one decision. The triggers and
//! their order are data ([`judge::TRIGGERS`]); the first that holds decides.
//! Nothing here knows who proposed a value.
#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing,
        clippy::arithmetic_side_effects
    )
)]

mod cell;
mod cues;
mod currency;
mod fault;
pub mod judge;
mod name;
mod phrases;
mod proof;
mod reading;
mod rivals;
pub mod schema;
mod sums;
mod table_role;
mod weigh;

pub use judge::{Background, CANDIDATES_MAX, Judgment, judge_against, judge_all, summarize};
pub use rivals::has_rivals;
pub use schema::{Schema, SchemaError};
