//! The rules of bounded research. So far: the screen that every text from
//! outside passes before anything else looks at it.
//!
//! The room is pure: it takes text and gives back findings.
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

pub mod screen;
