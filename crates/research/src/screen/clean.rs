//! The text with everything that was hit taken out and marked.

use std::ops::Range;

use super::Screen;
use super::result::{Hit, Layer};
use super::scout::merged;
use super::view::without_hidden;

/// What stands where something was taken out.
pub const MARK: &str = "\u{27E6}\u{2026}\u{27E7}";
/// After so many rounds a text that still has hits is taken out whole.
const ROUNDS: usize = 8;

/// A text after cleaning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cleaned {
    /// The text, with [`MARK`] where something was taken out.
    pub text: String,
    /// How many stretches were taken out.
    pub stripped: usize,
}

impl Screen {
    /// Takes everything out that has a hit, strong or weak, and every character
    /// nobody sees. Cleaning what was cleaned changes nothing.
    #[must_use]
    pub fn clean(&self, text: &str, layer: Layer) -> Cleaned {
        let mut clean = without_hidden(text).into_owned();
        let mut stripped = 0usize;
        for _ in 0..ROUNDS {
            let spans = merged(self.spans(&clean, layer));
            if spans.is_empty() {
                return Cleaned {
                    text: clean,
                    stripped,
                };
            }
            stripped = stripped.saturating_add(spans.len());
            clean = without(&clean, &spans);
        }
        Cleaned {
            text: MARK.to_owned(),
            stripped: stripped.saturating_add(1),
        }
    }

    fn spans(&self, text: &str, layer: Layer) -> Vec<Range<usize>> {
        let hits = self.text(text, layer).hits;
        hits.into_iter().map(|hit: Hit| hit.bytes).collect()
    }
}

fn without(text: &str, spans: &[Range<usize>]) -> String {
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for span in spans {
        out.push_str(text.get(at..span.start).unwrap_or_default());
        out.push_str(MARK);
        at = span.end;
    }
    out.push_str(text.get(at..).unwrap_or_default());
    out
}
