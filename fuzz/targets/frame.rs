//! Any bytes on a worker's pipe.
#![no_main]

use groundstop_fuzz::frames::read_and_send;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| read_and_send(bytes));
