//! A process that writes receipts until it is told to end, for the tests that end it.
fn main() {}
