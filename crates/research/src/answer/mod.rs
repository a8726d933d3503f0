//! An answer without a model: sentences of the sources, chosen by fixed rules.
//!
//! Sources are taken apart into sentences (`sentences.rs`). One is a claim when it
//! and what it refers to say enough of what was asked (`choose.rs`, `fit.rs`); every
//! claim carries a quote that `evidence` found in the stored source (`cite.rs`). Where
//! sources differ on a figure, a date or a name, that is said beside the claims
//! (`differ.rs`). A question for one term of a document that it names is answered from that
//! document, by what is read there (`typed.rs`) and how it is stated (`stated.rs`).

mod asked;
mod choose;
mod cite;
mod contrary;
mod differ;
mod fit;
mod irregular;
mod language;
mod list_intro;
mod opposites;
mod relation;
mod sentences;
mod stated;
mod typed;
pub(crate) mod words;

pub use asked::Asked;
pub use choose::CLAIMS_MAX;
pub use cite::{CITATIONS_MAX, Claims, claims};
