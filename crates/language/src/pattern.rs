//! Patterns that are constants of the program.
//!
//! A pattern that does not compile must not silently switch its rule off. So there
//! is no `Option` to look away from: [`constant`] stops the program, and [`patterns!`]
//! declares beside every pattern a test that compiles it, which fails long before.

use std::fmt::Display;
use std::sync::LazyLock;

use regex::Regex;

/// A constant pattern, compiled when it is first used.
pub type Pattern = LazyLock<Regex>;

/// Compiles a constant pattern.
///
/// # Panics
///
/// Where it does not compile; the test beside its declaration shows that it does.
#[must_use]
pub fn constant(source: &str) -> Regex {
    compiled(source, Regex::new(source))
}

/// What a constant of the program was compiled to, by whatever compiler.
///
/// # Panics
///
/// Where it does not compile; whoever calls this has a test that compiles the constant.
#[allow(clippy::panic, reason = "a test compiles every constant pattern")]
pub fn compiled<T, E: Display>(source: &str, made: Result<T, E>) -> T {
    match made {
        Ok(made) => made,
        Err(error) => panic!("the constant `{source}` does not compile: {error}"),
    }
}

/// Declares constant patterns, each by an expression that makes it, and the test
/// that all of them compile.
#[macro_export]
macro_rules! patterns {
    ($($(#[$doc:meta])* $name:ident = $made:expr;)+) => {
        $($(#[$doc])* static $name: $crate::pattern::Pattern =
            ::std::sync::LazyLock::new(|| $made);)+

        #[cfg(test)]
        #[test]
        fn every_pattern_compiles() {
            $(::std::sync::LazyLock::force(&$name);)+
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    patterns! {
        /// A year.
        YEAR = constant(r"\b\d{4}\b");
    }

    #[test]
    fn a_constant_pattern_is_found() {
        assert!(YEAR.is_match("in 1931"));
    }

    #[test]
    #[should_panic(expected = "does not compile")]
    fn a_broken_pattern_is_loud() {
        let _ = constant("(");
    }
}
