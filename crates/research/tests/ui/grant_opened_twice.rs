//! A grant is for one run.
use groundstop_research::route::Grant;

fn twice(grant: Grant) {
    let _ = grant.open();
    let _ = grant.open();
}

fn main() {
    let _ = twice;
}
