//! The rules of bounded research: who may look where and how often, what ends a
//! run and what the user is told then, and the screen that every text from
//! outside passes before anything else looks at it.
//!
//! The room is pure: no clock, no socket, no store. Those are passed in by
//! whoever runs it.
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

pub mod answer;
pub mod call;
pub mod caps;
pub mod gather;
pub mod inquiry;
pub mod outcome;
pub mod plan;
pub mod question;
pub mod route;
pub mod screen;
pub mod screened;
pub mod source;
pub mod telemetry;
pub mod validate;
