//! Only the screen makes tool output that a run takes.
use groundstop_research::call::Found;
use groundstop_research::screened::Screened;

fn main() {
    let _ = Screened {
        found: Found::Documents(Vec::new()),
        looks: Vec::new(),
        strong: 0,
        weak: 0,
        places: Vec::new(),
    };
}
