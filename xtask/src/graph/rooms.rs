//! The plan of the house as data: every room, its floor, and what it is.

/// What kind of room it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Pure: no clock, no files, no chance, no panic.
    Deciding,
    /// With a door to the outside, or wiring rooms that have one.
    Open,
}

/// One room.
#[derive(Clone, Copy, Debug)]
pub(super) struct Room {
    pub(super) crate_name: &'static str,
    /// A room may depend on rooms of lower floors only.
    pub(super) floor: u8,
    pub(super) kind: Kind,
    /// Rooms below that it must not depend on all the same.
    pub(super) may_not_know: &'static [&'static str],
    /// The only crates of others it may name, where the plan says so.
    pub(super) only_others: Option<&'static [&'static str]>,
}

const fn room(crate_name: &'static str, floor: u8, kind: Kind) -> Room {
    Room {
        crate_name,
        floor,
        kind,
        may_not_know: &[],
        only_others: None,
    }
}

/// All rooms from the ground up, those still to be built included.
pub(super) const ROOMS: &[Room] = &[
    room("groundstop-canon", 0, Kind::Deciding),
    Room {
        // It says how things are spelled, and nothing needs more than this to say it.
        only_others: Some(&["schemars", "serde", "serde_json", "thiserror"]),
        ..room("groundstop-contract", 1, Kind::Deciding)
    },
    room("groundstop-language", 1, Kind::Deciding),
    room("groundstop-document", 2, Kind::Deciding),
    room("groundstop-value", 3, Kind::Deciding),
    room("groundstop-evidence", 4, Kind::Deciding),
    room("groundstop-frame", 4, Kind::Deciding),
    room("groundstop-fields", 5, Kind::Deciding),
    room("groundstop-propose", 5, Kind::Deciding),
    room("groundstop-rules", 5, Kind::Deciding),
    room("groundstop-research", 6, Kind::Deciding),
    room("groundstop-read", 6, Kind::Open),
    room("groundstop-pdfium", 6, Kind::Open),
    Room {
        // It runs jobs from bytes to bytes; what is parsed is bound to it above.
        may_not_know: &["groundstop-read"],
        ..room("groundstop-sandbox", 7, Kind::Open)
    },
    room("groundstop-ledger", 7, Kind::Open),
    Room {
        // It is handed a parser; the reader itself stays inside the sandbox.
        may_not_know: &["groundstop-read"],
        ..room("groundstop-adapter", 7, Kind::Open)
    },
    room("groundstop-engine", 8, Kind::Open),
    room("groundstop-certify", 9, Kind::Open),
    room("groundstop-server", 9, Kind::Open),
    room("groundstop-python", 9, Kind::Open),
    room("groundstop", 10, Kind::Open),
    // Above the product: only tests, which may look anywhere, and chores can depend on it.
    room("groundstop-testing", 11, Kind::Open),
    room("xtask", 12, Kind::Open),
];
