//! Words and rulings anywhere on some pages are read, and their tables hold together.
#![no_main]

use groundstop_fuzz::reading::{only_our_panics_count, read_as_tables};
use libfuzzer_sys::fuzz_target;

fuzz_target!(init: only_our_panics_count(), |bytes: &[u8]| read_as_tables(bytes));
