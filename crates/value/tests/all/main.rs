//! Readings of values and what the words around them take back.

mod context;
mod properties;
mod ranges;
mod readings;
