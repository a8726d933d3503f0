//! Evidence and judgments cannot be made by hand: the misuse does not build.

#[test]
fn a_proof_has_one_maker() {
    trybuild::TestCases::new().compile_fail("tests/ui/*.rs");
}
