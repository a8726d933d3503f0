//! Canonical JSON, exact decimals and digests: the ground every room stands on.
//!
//! Nothing here rounds, guesses or drops anything in silence: a text that two
//! readers could understand differently is refused with a named error.
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

pub mod decimal;
pub mod digest;
mod digits;
pub mod jcs;
pub mod json;
pub mod strict;

pub use decimal::Decimal;
pub use digest::sha256_hex;
pub use json::Json;
