//! Any archive, and any markup inside a sound one, ends in a result.
#![no_main]

use groundstop_fuzz::reading::{only_our_panics_count, read_as_docx};
use libfuzzer_sys::fuzz_target;

fuzz_target!(init: only_our_panics_count(), |bytes: &[u8]| read_as_docx(bytes));
