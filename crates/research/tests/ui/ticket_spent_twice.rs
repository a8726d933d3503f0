//! Whoever spends a ticket no longer has it.
use groundstop_research::route::Ticket;

fn spend(_: Ticket) {}

fn twice(ticket: Ticket) {
    spend(ticket);
    spend(ticket);
}

fn main() {
    let _ = twice;
}
