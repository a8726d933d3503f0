//! What goes through the pipes: frames with a magic, a version, a length and a body.

use std::io::{self, Read, Write};

/// The first bytes of every frame; the last of them is the version.
const MAGIC: [u8; 4] = *b"GSF\x01";

/// Why a frame could not be read or written.
#[derive(Debug, thiserror::Error)]
pub enum FrameError {
    /// The pipe ended or broke.
    #[error("the pipe: {0}")]
    Pipe(#[from] io::Error),
    /// The bytes are not a frame of this version.
    #[error("not a frame of this version")]
    Magic,
    /// The frame is longer than it may be.
    #[error("a frame of {bytes} bytes is longer than {limit}")]
    TooLong {
        /// What it says its length is.
        bytes: u64,
        /// What it may be.
        limit: u64,
    },
}

/// Writes one frame.
///
/// # Errors
/// Where the pipe breaks.
pub fn write_frame(pipe: &mut impl Write, body: &[u8]) -> Result<(), FrameError> {
    let length = u64::try_from(body.len()).unwrap_or(u64::MAX);
    pipe.write_all(&MAGIC)?;
    pipe.write_all(&length.to_le_bytes())?;
    pipe.write_all(body)?;
    pipe.flush()?;
    Ok(())
}

/// Reads one frame of at most `limit` bytes; no more is ever held.
///
/// # Errors
/// Where the pipe ends early, or what comes is no frame or too long.
pub fn read_frame(pipe: &mut impl Read, limit: u64) -> Result<Vec<u8>, FrameError> {
    let mut head = [0u8; 12];
    pipe.read_exact(&mut head)?;
    let (magic, length) = head.split_at(MAGIC.len());
    if magic != MAGIC {
        return Err(FrameError::Magic);
    }
    let bytes = length
        .try_into()
        .map(u64::from_le_bytes)
        .unwrap_or(u64::MAX);
    if bytes > limit {
        return Err(FrameError::TooLong { bytes, limit });
    }
    let mut body = Vec::new();
    // The length is only a claim: memory grows with what really comes.
    let read = pipe.take(bytes).read_to_end(&mut body)?;
    if u64::try_from(read).unwrap_or(u64::MAX) != bytes {
        return Err(FrameError::Pipe(io::ErrorKind::UnexpectedEof.into()));
    }
    Ok(body)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8], limit: u64) -> Result<Vec<u8>, FrameError> {
        read_frame(&mut &bytes[..], limit)
    }

    #[test]
    fn a_frame_comes_back_as_it_went() {
        for body in [&b""[..], b"x", &[0u8; 5000]] {
            let mut pipe = Vec::new();
            write_frame(&mut pipe, body).unwrap();
            assert_eq!(read(&pipe, 5000).unwrap(), body);
        }
    }

    #[test]
    fn what_is_no_frame_is_refused() {
        let mut pipe = Vec::new();
        write_frame(&mut pipe, b"hello").unwrap();
        assert!(matches!(
            read(&pipe, 4),
            Err(FrameError::TooLong { bytes: 5, limit: 4 })
        ));
        assert!(matches!(read(&pipe[..10], 9), Err(FrameError::Pipe(_))));
        assert!(matches!(read(&pipe[..16], 9), Err(FrameError::Pipe(_))));
        pipe[3] = 2;
        assert!(matches!(read(&pipe, 9), Err(FrameError::Magic)));
        let mut endless = Vec::from(MAGIC);
        endless.extend(u64::MAX.to_le_bytes());
        assert!(matches!(
            read(&endless, 1 << 30),
            Err(FrameError::TooLong { .. })
        ));
    }
}
