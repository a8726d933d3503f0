//! Offsets and boxes of a document.

mod boxes;
mod offsets;
