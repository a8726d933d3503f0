//! Canonical JSON, exact decimals and digests: the ground every room stands on.
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

pub use decimal::Decimal;
pub use digest::sha256_hex;
