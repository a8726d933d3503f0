//! The right to a call cannot be made, copied or spent twice.

#[test]
fn grants_and_tickets_cannot_be_forged() {
    let cases = trybuild::TestCases::new();
    cases.compile_fail("tests/ui/*.rs");
}
