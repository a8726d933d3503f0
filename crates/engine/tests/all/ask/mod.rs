//! Whole runs of research over real sockets on loopback: every ending, limits,
//! conversations, the cache, replay, and what may never be seen.
#![allow(
    clippy::disallowed_methods,
    reason = "tests own their clock, files and threads"
)]

mod endings;
mod keeping;
mod leaks;
mod limits;
