//! Every command of the README runs, against the binary that was built.

use crate::support::{Folder, example};

#[test]
fn every_command_of_the_readme_works_as_written() {
    let folder = Folder::new("readme");
    for name in [
        "agreement.txt",
        "agreement.pdf",
        "agreement.docx",
        "agreement.html",
        "schema.toml",
        "candidates.json",
    ] {
        folder.write(&format!("examples/loan/{name}"), example(name));
    }
    folder.copy_examples("lease");
    folder.copy_examples("adversarial");
    folder.copy_examples("statute");
    folder.copy_examples("slabs");
    let readme = include_str!("../../../../README.md");
    let mut ran = 0;
    for line in readme
        .split("```sh\n")
        .skip(1)
        .flat_map(|block| block.split("```").next().unwrap_or_default().lines())
    {
        let Some(command) = line
            .strip_prefix("cargo run --release -- ")
            .or_else(|| line.strip_prefix("target/release/groundstop "))
        else {
            assert!(
                ["cargo xtask test", "cargo build --release"].contains(&line),
                "`{line}` is not tried by any test"
            );
            continue;
        };
        let args = words(command);
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let ended = folder.run(&args);
        // The examples have lies and gaps in them, so they stop.
        let expected = match args[0] {
            "verify" | "extract" => 3,
            _ => 0,
        };
        assert_eq!(ended.code, expected, "`{line}`: {ended:?}");
        ran += 1;
    }
    assert!(ran >= 10, "only {ran} commands were found");
}

/// The words of a line, quotation marks taken away as a shell does.
pub(crate) fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quoted = None;
    for c in line.chars() {
        match (c, quoted) {
            ('"' | '\'', None) => quoted = Some(c),
            (c, Some(mark)) if c == mark => quoted = None,
            (' ', None) => words.push(String::new()),
            (c, _) => words.last_mut().expect("there is one").push(c),
        }
    }
    words
}
