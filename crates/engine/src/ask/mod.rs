//! A question from its asking to its answer: routed, planned, carried out through
//! the one door under the store's limits, and derived from what came back.
//!
//! Clock, store, tools and parser are passed in. What a run did is kept as a
//! pack; [`replay`] derives the answer again from it, with the same steps.

mod cache;
mod kept;
mod meter;
mod parse;
mod replay;
mod run;
mod tools;

pub use kept::research_record;
pub use parse::PageReader;
pub use replay::{ReplayError, Replayed, replay, tampered};
pub use run::{AskError, ResearchRun, RunContext, RunRequest, Tools, ask};
pub(crate) use tools::{ToolSet, library, request_digest, tool_set};
