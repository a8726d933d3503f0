//! Exact typed readings of text, and what the words around take back.
//!
//! A text says a value only if its spelling has that one meaning. So every
//! reader here answers with all the values a spelling can have, never with the
//! likeliest; what is glued, cut, rounded or half said is not read at all. And
//! `context` judges whether the sentence around a value still stands behind it.
//!
//! The room decides, so it is pure: no clock, no files, no floating point, and
//! nothing in it can panic.
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

mod choice;
pub mod context;
mod cue;
mod date;
mod duration;
mod fold;
mod kind;
mod money;
mod number;
mod percent;
mod read;
mod reading;
mod token;
mod trigger;
mod value;

pub use cue::Cue;
pub use kind::{Kind, StatedCurrency};
pub use read::{read_all, read_whole, read_wire};
pub use reading::Reading;
pub use value::Value;
