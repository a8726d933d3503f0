//! Only a session makes tickets.
use groundstop_research::plan::PlannedCall;
use groundstop_research::route::Ticket;

fn main() {
    let _ = Ticket {
        call: PlannedCall::SEARCH,
        number: 1,
        started_ms: 0,
        timeout_ms: 60_000,
    };
}
