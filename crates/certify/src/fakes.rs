//! Servers of our own on this machine's loopback, for tests and for the
//! certification: they answer as the real ones do, and as badly as they can.

mod bodies;
mod server;

pub use bodies::{FakeLink, bomb, empty_page, found, gzip, search_answer};
pub use server::{Fake, FakeAnswer, Received};
