//! Each check of a text, shown to fail and to pass.

use super::super::tests::file;
use super::*;

const NONE: [&str; 0] = [];

fn rust(body: &str) -> Vec<String> {
    findings(&file(
        "crates/x/src/a.rs",
        &format!("//! A file.\n{body}\n"),
    ))
}

#[test]
fn a_tidy_file_has_no_findings() {
    assert_eq!(rust("fn main() {}"), NONE);
    assert_eq!(findings(&file("README.md", "# Title\n")), NONE);
}

#[test]
fn a_file_that_is_too_long_is_told() {
    assert_eq!(rust(&"//\n".repeat(798)), NONE);
    let found = rust(&"//\n".repeat(799));
    assert_eq!(
        found,
        ["crates/x/src/a.rs: 801 lines, more than 800: split it"]
    );
    assert_eq!(
        findings(&file("schemas/report.schema.json", &"{}\n".repeat(2000))),
        NONE
    );
}

#[test]
fn blanks_at_the_end_of_a_line_are_told() {
    assert_eq!(
        rust("a \nb\t\nc\r\nd").len(),
        4,
        "three lines, and the tab itself"
    );
    let found = findings(&file("README.md", "a  \nb\n"));
    assert_eq!(found, ["README.md:1: blanks at the end of the line"]);
}

#[test]
fn a_missing_newline_at_the_end_is_told() {
    for path in ["Cargo.toml", "a/b.json", "Cargo.lock"] {
        let found = findings(&file(path, "x"));
        assert_eq!(found, [format!("{path}: no newline at the end")]);
    }
    assert_eq!(findings(&file("Cargo.toml", "")), NONE);
    assert_eq!(findings(&file("a.snap", "x")), NONE);
}

#[test]
fn a_tab_in_rust_is_told() {
    assert_eq!(rust("\tlet x;"), ["crates/x/src/a.rs:2: a tab"]);
}

#[test]
fn macros_for_unfinished_work_are_told() {
    for name in ["todo", "unimplemented", "dbg"] {
        assert_eq!(rust(&format!("let x = {name}!(1);")).len(), 1, "{name}");
        assert_eq!(rust(&format!("my_{name}!(1);")), NONE);
        assert_eq!(rust(&format!("// no {name}! here")), NONE);
    }
}

#[test]
fn marks_for_unfinished_work_are_told() {
    let (fix, cross) = (concat!("FIX", "ME"), concat!("XX", "X"));
    assert_eq!(rust(&format!("// {fix}: later")).len(), 1);
    assert_eq!(rust(&format!("// {cross} later")).len(), 1);
    assert_eq!(rust(&format!("let blank = \"{cross}\";")), NONE);
    assert_eq!(rust(&format!("// {cross}{cross} a longer run")), NONE);
    assert_eq!(findings(&file("README.md", &format!("{cross}\n"))).len(), 1);
}

#[test]
fn paths_of_one_machine_are_told() {
    for name in ["home", "root", "Users", "work"] {
        assert_eq!(
            rust(&format!("let p = \"/{name}/me/file\";")).len(),
            1,
            "{name}"
        );
        assert_eq!(
            findings(&file("examples/a.txt", &format!("see /{name}/me\n"))).len(),
            1
        );
        for fine in [
            "https://a.example/{}/me",
            "the {}/home/rent",
            "../{}/data",
            "a/{}/b",
            "/{}/",
        ] {
            assert_eq!(
                rust(&format!("// {}", fine.replace("{}", name))),
                NONE,
                "{fine} {name}"
            );
        }
    }
}

#[test]
fn a_rust_file_that_does_not_say_what_it_is_is_told() {
    for path in [
        "crates/x/src/a.rs",
        "crates/x/tests/b.rs",
        "crates/x/build.rs",
    ] {
        let found = findings(&file(path, "fn main() {}\n"));
        assert_eq!(
            found,
            [format!("{path}: does not open with what it is (`//!`)")]
        );
    }
}

#[test]
fn documents_that_are_data_keep_their_blanks() {
    assert_eq!(findings(&file("examples/loan.md", "a  \nb")), NONE);
    assert_eq!(findings(&file("conformance/x.json", "{}")), NONE);
}

#[test]
fn a_binary_float_in_an_exact_room_is_told() {
    let text = "//! What it is.\nfn a(b: f64) {}\n";
    let found = findings(&file("crates/rules/src/a.rs", text));
    let told = "crates/rules/src/a.rs:2: a binary float where figures stay exact";
    assert_eq!(found, [told]);
    assert_eq!(findings(&file("crates/read/src/a.rs", text)), NONE);
}
