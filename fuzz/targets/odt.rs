//! Any bytes that look like this kind of file end in a result.
#![no_main]

use groundstop_fuzz::reading::{only_our_panics_count, read_as};
use groundstop_read::FileKind;
use libfuzzer_sys::fuzz_target;

fuzz_target!(init: only_our_panics_count(), |bytes: &[u8]| read_as(FileKind::Odt, bytes));
