//! The frames kept from fuzzing, and those it starts from, on the same properties.
#![allow(clippy::disallowed_methods, reason = "kept inputs are files")]

use std::fs;
use std::path::Path;

#[path = "../../../../fuzz/src/frames.rs"]
#[allow(unreachable_pub, reason = "it is the fuzzer's own")]
mod frames;

#[test]
fn kept_frames_are_read_or_named() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/kept/frame");
    let mut count = 0;
    for entry in fs::read_dir(folder).expect("kept inputs") {
        let bytes = fs::read(entry.expect("an entry").path()).expect("an input");
        frames::read_and_send(&bytes);
        count += 1;
    }
    assert!(count > 0);
}
