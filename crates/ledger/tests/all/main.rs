//! The stores, the log and its proofs; writers that are ended while they write.

mod processes;
mod properties;
mod stores;
mod vectors;
