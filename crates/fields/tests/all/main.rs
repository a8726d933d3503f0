//! The judge beside its slow oracle, texts of every script, and misuse that must not compile.

mod cells;
mod forgery;
mod frames;
mod oracle;
mod sums;
mod table_roles;
mod unicode;
