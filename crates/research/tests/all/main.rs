//! Questions from routing to outcome, the injection screen, and misuse that must not compile.

mod answers;
mod endings;
mod forgery;
mod properties;
mod routing;
mod rules;
mod schema;
mod sources;
mod terms;
mod written;
