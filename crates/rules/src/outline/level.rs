//! Lists that are open: their levels, and what leads into them.

use std::ops::Range;

use crate::marker::Style;

/// A level of a list that is open.
#[derive(Clone)]
pub(super) struct Level {
    pub(super) style: Style,
    pub(super) number: u32,
    pub(super) lead: Option<Range<usize>>,
    /// Words without a mark that lead into its list.
    pub(super) under: Option<Range<usize>>,
    /// Items before it that share what it leads into: "every husband, and", "every wife, a tax …".
    pub(super) beside: Vec<Range<usize>>,
    /// Its words, where they end in ", and" or ", or".
    pub(super) shared: Option<Range<usize>>,
    /// The words of the items of its list so far, its own the last.
    pub(super) items: Vec<Range<usize>>,
}

/// A list that a proviso interrupts.
pub(super) struct Suspended {
    pub(super) levels: Vec<Level>,
    pub(super) lead: Option<Range<usize>>,
    /// The first block of the proviso.
    pub(super) first: usize,
}

/// The lead-ins of lists that are open, outermost first.
pub(super) fn leads_of(lead: Option<&Range<usize>>, levels: &[Level]) -> Vec<Range<usize>> {
    let leads = levels.iter().flat_map(|level| {
        let beside = level
            .beside
            .iter()
            .filter(|_| level.lead.is_some())
            .cloned();
        let under = level.under.clone().into_iter();
        under.chain(beside).chain(level.lead.clone())
    });
    lead.cloned().into_iter().chain(leads).collect()
}
