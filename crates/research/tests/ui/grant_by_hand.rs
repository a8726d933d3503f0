//! Only the router grants.
use groundstop_contract::{Environment, PolicyCaps, Tier};
use groundstop_research::route::Grant;

fn main() {
    let caps = PolicyCaps::of(Tier::Max, Environment::Prod).expect("caps");
    let _ = Grant {
        caps,
        plan: Vec::new(),
    };
}
