//! The command line as its users meet it.

mod face;
mod formats;
mod readme;
mod support;
