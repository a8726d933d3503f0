//! The inputs kept from fuzzing, and those it starts from, on the same properties.
#![allow(clippy::disallowed_methods, reason = "kept inputs are files")]

use std::fs;
use std::path::Path;

use groundstop_read::{FileKind, READERS, kind_of};

#[path = "../../../../fuzz/src/reading.rs"]
#[allow(
    dead_code,
    unreachable_pub,
    clippy::disallowed_macros,
    clippy::disallowed_methods,
    reason = "it is the fuzzer's own, which uses the rest"
)]
mod reading;

/// Every kept input of a target.
fn kept(target: &str) -> Vec<(String, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/kept");
    let entries = fs::read_dir(folder.join(target)).expect("kept inputs");
    let inputs: Vec<_> = entries
        .map(|entry| {
            let path = entry.expect("an entry").path();
            (
                path.display().to_string(),
                fs::read(&path).expect("an input"),
            )
        })
        .collect();
    assert!(!inputs.is_empty(), "{target} has no kept inputs");
    inputs
}

#[test]
fn kept_files_of_every_reader_end_in_a_result() {
    // Text is read by this process itself, and by nothing that could be fuzzed.
    for entry in READERS.iter().filter(|entry| entry.kind != FileKind::Text) {
        for (name, bytes) in kept(entry.code) {
            if entry.kind == FileKind::Docx {
                // Markup of documents is kept, too, and zipped here.
                reading::read_as_docx(&bytes);
                continue;
            }
            assert_eq!(kind_of(&bytes), entry.kind, "{name}");
            reading::read_as(entry.kind, &bytes);
        }
    }
}

#[test]
fn kept_words_and_rulings_make_tables_that_hold_together() {
    for (_, bytes) in kept("tables") {
        reading::read_as_tables(&bytes);
    }
}

#[test]
fn kept_pages_are_looked_at_and_answered() {
    for (name, bytes) in kept("look") {
        assert_eq!(kind_of(&bytes), FileKind::Pdf, "{name}");
        reading::look_at(&bytes);
    }
}
