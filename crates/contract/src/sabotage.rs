//! Deliberate breaks, one at a time, that show the certification can fail.
//!
//! Compiled only with the feature `sabotage`, which nothing but tests may name
//! (`cargo xtask tidy` sees to that). Until a test switches one on, nothing is
//! broken. The hooks are one line each where the break would be.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use crate::certificate::CertifiedBox;

/// A way in which the product can be broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Break {
    /// This machine is reached without permission.
    OpenGuard,
    /// Nobody without sources is asked anything.
    SilentNoSource,
    /// A configuration may raise a cap.
    RaisedCaps,
    /// Titles, snippets, names and addresses are not screened.
    UnscreenedFields,
    /// Links that stand in a page are followed.
    FollowedLinks,
    /// A call that failed is taken for one that brought nothing.
    ForgivenFaults,
    /// A store that failed is taken for one that counted.
    ForgivenStore,
    /// The last reason wins in place of the first.
    LastReasonWins,
    /// What a run says depends on how many ran before it.
    CountedRuns,
    /// A key that a vendor repeats is kept.
    KeptKey,
    /// The user is told the reason.
    SpokenReason,
    /// A cap of the table is another one, under the same version.
    ChangedTable,
}

impl Break {
    /// All breaks.
    pub const ALL: [Break; 12] = [
        Break::OpenGuard,
        Break::SilentNoSource,
        Break::RaisedCaps,
        Break::UnscreenedFields,
        Break::FollowedLinks,
        Break::ForgivenFaults,
        Break::ForgivenStore,
        Break::LastReasonWins,
        Break::CountedRuns,
        Break::KeptKey,
        Break::SpokenReason,
        Break::ChangedTable,
    ];

    /// The box that must notice.
    #[must_use]
    pub fn noticed_by(self) -> CertifiedBox {
        match self {
            Break::OpenGuard => CertifiedBox::ToolBoundary,
            Break::SilentNoSource => CertifiedBox::NoSource,
            Break::RaisedCaps => CertifiedBox::PolicyCaps,
            Break::UnscreenedFields => CertifiedBox::InjectionFilter,
            Break::FollowedLinks => CertifiedBox::NonAgentic,
            Break::ForgivenFaults | Break::ForgivenStore => CertifiedBox::FailClosed,
            Break::LastReasonWins => CertifiedBox::StopPriority,
            Break::CountedRuns => CertifiedBox::Deterministic,
            Break::KeptKey | Break::SpokenReason => CertifiedBox::NoLeakage,
            Break::ChangedTable => CertifiedBox::FrozenParts,
        }
    }

    fn number(self) -> usize {
        let place = Break::ALL.iter().position(|one| *one == self);
        place.map_or(WHOLE, |place| place.saturating_add(1))
    }
}

/// Nothing is broken.
const WHOLE: usize = 0;

static BROKEN: AtomicUsize = AtomicUsize::new(WHOLE);
static ASKED: AtomicU64 = AtomicU64::new(0);

/// Breaks the product in one way, or mends it.
pub fn switch(to: Option<Break>) {
    BROKEN.store(to.map_or(WHOLE, Break::number), Ordering::SeqCst);
}

/// Whether the product is broken in this way now.
#[must_use]
pub fn broken(by: Break) -> bool {
    BROKEN.load(Ordering::SeqCst) == by.number()
}

/// Another number each time.
#[must_use]
pub fn another() -> u64 {
    ASKED.fetch_add(1, Ordering::SeqCst)
}
