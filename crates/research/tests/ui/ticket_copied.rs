//! A ticket cannot be copied.
use groundstop_research::route::Ticket;

fn twice(ticket: &Ticket) -> Ticket {
    ticket.clone()
}

fn main() {
    let _ = twice;
}
