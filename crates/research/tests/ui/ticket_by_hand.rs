//! Only a session makes tickets.
use groundstop_research::plan::Slot;
use groundstop_research::route::Ticket;

fn main() {
    let _ = Ticket {
        slot: Slot::Search,
        number: 1,
        started_ms: 0,
        timeout_ms: 60_000,
    };
}
