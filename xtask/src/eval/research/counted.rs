//! So many of so many.

use std::fmt;

/// A share, counted case by case.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::eval) struct Share {
    met: usize,
    of: usize,
}

impl Share {
    pub(in crate::eval) fn count(&mut self, met: bool) {
        self.met += usize::from(met);
        self.of += 1;
    }

    pub(in crate::eval) fn met(&self) -> usize {
        self.met
    }

    pub(in crate::eval) fn percent(&self) -> f64 {
        self.met as f64 * 100.0 / self.of.max(1) as f64
    }
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:5.1}%  ({} of {})", self.percent(), self.met, self.of)
    }
}
