//! Unpacks the body of an answer, within limits.

use std::io::{ErrorKind, Read};

use flate2::bufread::{DeflateDecoder, MultiGzDecoder, ZlibDecoder};

/// What is unpacked whatever its density: a page of blanks is no bomb.
const FREE_BYTES: usize = 64 * 1024;

/// Why a body could not be unpacked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum UnpackError {
    /// It is in a packing we do not know, damaged or cut short.
    Bad,
    /// One byte of it becomes more bytes than permitted.
    Dense,
    /// It is larger than permitted.
    Large,
}

/// Unpacks a body that came with this `Content-Encoding`.
///
/// The verdict depends on the whole body and not on the pieces it came in.
pub(crate) fn unpack(
    packed: Vec<u8>,
    encoding: Option<&str>,
    max_ratio: usize,
    max_bytes: usize,
) -> Result<Vec<u8>, UnpackError> {
    let encoding = encoding.unwrap_or("").trim().to_ascii_lowercase();
    if packed.is_empty() || encoding.is_empty() || encoding == "identity" {
        return Ok(packed);
    }
    let bytes = packed.as_slice();
    let dense_at = bytes.len().saturating_mul(max_ratio).max(FREE_BYTES);
    let limits = (dense_at, max_bytes);
    match encoding.as_str() {
        "gzip" | "x-gzip" => drain(MultiGzDecoder::new(bytes), limits),
        "deflate" if is_zlib(bytes) => drain(ZlibDecoder::new(bytes), limits),
        "deflate" => drain(DeflateDecoder::new(bytes), limits),
        _ => Err(UnpackError::Bad),
    }
}

/// `deflate` means zlib's wrapping, which many servers leave out.
fn is_zlib(bytes: &[u8]) -> bool {
    match bytes {
        [first, second, ..] => {
            first & 0x0f == 8 && (u16::from(*first) << 8 | u16::from(*second)).is_multiple_of(31)
        }
        _ => false,
    }
}

fn drain(
    mut from: impl Read,
    (dense_at, max_bytes): (usize, usize),
) -> Result<Vec<u8>, UnpackError> {
    let mut unpacked = Vec::new();
    let mut piece = [0; 16 * 1024];
    loop {
        match from.read(&mut piece) {
            Ok(0) => return Ok(unpacked),
            Ok(count) => unpacked.extend_from_slice(piece.get(..count).unwrap_or_default()),
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(_) => return Err(UnpackError::Bad),
        }
        if unpacked.len() > dense_at {
            return Err(UnpackError::Dense);
        }
        if unpacked.len() > max_bytes {
            return Err(UnpackError::Large);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::Compression;
    use flate2::write::{DeflateEncoder, GzEncoder, ZlibEncoder};

    use super::*;

    const RATIO: usize = 100;
    const BYTES: usize = 1 << 20;

    fn gzip(bytes: &[u8]) -> Vec<u8> {
        let mut to = GzEncoder::new(Vec::new(), Compression::best());
        to.write_all(bytes).unwrap();
        to.finish().unwrap()
    }

    fn noise(length: u32) -> Vec<u8> {
        (0..length)
            .map(|n| (n.wrapping_mul(2_654_435_761) >> 24) as u8)
            .collect()
    }

    #[test]
    fn every_packing_we_ask_for_comes_out_whole() {
        let text = noise(50_000);
        let mut zlib = ZlibEncoder::new(Vec::new(), Compression::default());
        zlib.write_all(&text).unwrap();
        let mut raw = DeflateEncoder::new(Vec::new(), Compression::default());
        raw.write_all(&text).unwrap();
        for (packed, encoding) in [
            (gzip(&text), Some("gzip")),
            (gzip(&text), Some(" X-GZIP")),
            (zlib.finish().unwrap(), Some("deflate")),
            (raw.finish().unwrap(), Some("Deflate")),
            (text.clone(), Some("identity")),
            (text.clone(), None),
        ] {
            let unpacked = unpack(packed, encoding, RATIO, BYTES);
            assert_eq!(unpacked.as_deref(), Ok(text.as_slice()), "{encoding:?}");
        }
    }

    #[test]
    fn whatever_is_cut_short_is_bad() {
        let whole = gzip(&noise(2_000));
        for end in 1..whole.len() {
            let cut = whole[..end].to_vec();
            assert_eq!(
                unpack(cut, Some("gzip"), RATIO, BYTES),
                Err(UnpackError::Bad),
                "{end}"
            );
        }
    }

    #[test]
    fn packings_nobody_asked_for_are_bad() {
        for encoding in ["br", "zstd", "compress", "gzip, gzip", "aes"] {
            let packed = gzip(b"text");
            let unpacked = unpack(packed, Some(encoding), RATIO, BYTES);
            assert_eq!(unpacked, Err(UnpackError::Bad), "{encoding}");
        }
    }

    #[test]
    fn a_bomb_is_dense_and_a_giant_is_large() {
        let bomb = gzip(&vec![0; 200_000]);
        assert!(bomb.len() < 1_000);
        assert_eq!(
            unpack(bomb, Some("gzip"), RATIO, BYTES),
            Err(UnpackError::Dense)
        );
        let giant = gzip(&noise(300_000));
        assert_eq!(
            unpack(giant, Some("gzip"), 10_000, 100_000),
            Err(UnpackError::Large)
        );
        let blanks = gzip(&vec![b' '; FREE_BYTES]);
        assert!(unpack(blanks, Some("gzip"), RATIO, BYTES).is_ok());
    }
}
