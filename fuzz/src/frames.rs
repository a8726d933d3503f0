//! What holds for everything on a worker's pipe.

use groundstop_sandbox::{read_frame, write_frame};

const LIMIT: u64 = 1 << 16;

/// Bytes are a frame or a named error, and a frame comes back as it was sent.
pub fn read_and_send(bytes: &[u8]) {
    if let Ok(frame) = read_frame(&mut &bytes[..], LIMIT) {
        assert!(frame.len() as u64 <= LIMIT);
        let mut again = Vec::new();
        write_frame(&mut again, &frame).expect("a vector takes every frame");
        assert!(bytes.starts_with(&again), "a frame has one spelling");
    }
    let mut sent = Vec::new();
    write_frame(&mut sent, bytes).expect("a vector takes every frame");
    let got = read_frame(&mut sent.as_slice(), bytes.len() as u64).expect("what was sent");
    assert_eq!(got, bytes);
}
