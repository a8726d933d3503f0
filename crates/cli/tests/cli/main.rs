//! The command line as its users meet it.

mod face;
mod readme;
mod support;
