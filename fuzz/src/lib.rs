//! The properties the targets try to break; tests replay kept inputs on them.

pub mod frames;
pub mod reading;
