//! Any bytes that look like a PDF are drawn and looked at, and end in a result.
#![no_main]

use groundstop_fuzz::reading::{look_at, only_our_panics_count};
use libfuzzer_sys::fuzz_target;

fuzz_target!(init: only_our_panics_count(), |bytes: &[u8]| look_at(bytes));
