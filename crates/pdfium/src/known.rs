//! The builds of pdfium that are known, each by the digest of its file.

use groundstop_canon::sha256_hex;

/// The environment variable that names the library's file.
pub const VARIABLE: &str = "GROUNDSTOP_PDFIUM";

/// The package that brings the library along, as pip takes it.
pub const PIP_PACKAGE: &str = "pypdfium2==5.14.0";

/// What the builds of one release call themselves in receipts.
const PDFIUM_8076: &str = "pdfium 156.0.8076.0";

/// One build: its digest and its name.
struct Known {
    sha256: &'static str,
    name: &'static str,
}

const fn known(sha256: &'static str, name: &'static str) -> Known {
    Known { sha256, name }
}

/// The libraries inside the wheels of [`PIP_PACKAGE`], one for each system.
const KNOWN: &[Known] = &[
    // Linux with glibc, x86-64 and ARM64.
    known(
        "fd4de9f91f183476d04b1bc3fd17dacd95aba349c55d2c376512d95e082b441e",
        PDFIUM_8076,
    ),
    known(
        "2c6b186b84596e1e6c370b9058c8dfd64b3d944f4878e51993b3cddb160209e2",
        PDFIUM_8076,
    ),
    // Linux with musl, x86-64 and ARM64.
    known(
        "981b66dc9ac1fb25941d2d551d971e10be0ff3af5d63d24c390e6bbe19f83cf2",
        PDFIUM_8076,
    ),
    known(
        "c73688f27d915742600951f2c1e9c01cc608267f6faa65e28c4b13f4d7cf3c1e",
        PDFIUM_8076,
    ),
    // macOS, x86-64 and ARM64.
    known(
        "f8f4e387fb58f16ea24031e66744d8c3e9ae3e03b73e9c13d466a55ea0b5005f",
        PDFIUM_8076,
    ),
    known(
        "8de224826cb9784c8f8540ba36a174dd710f1f4f59e72211b7b882a2618aa401",
        PDFIUM_8076,
    ),
    // Windows, x86-64 and ARM64.
    known(
        "69f1e860f6742fbaafcc4db80e785eec9a4ee0da36ea6d1dc0867ea0f18baea6",
        PDFIUM_8076,
    ),
    known(
        "45e414bce25cd698d25ac7e90e91b967c9d0b5b28ca5fad6cf69c5a8ce699f40",
        PDFIUM_8076,
    ),
];

/// The name of the build with these bytes, or their digest where it is unknown.
///
/// # Errors
/// The digest of a file that is on no list.
pub(crate) fn name_of(bytes: &[u8]) -> Result<&'static str, String> {
    let sha256 = sha256_hex(bytes);
    let build = KNOWN.iter().find(|known| known.sha256 == sha256);
    build.map(|known| known.name).ok_or(sha256)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_digest_is_written_once_and_as_digests_are() {
        let digest = |text: &str| {
            text.len() == 64 && text.chars().all(|c| matches!(c, '0'..='9' | 'a'..='f'))
        };
        assert!(KNOWN.iter().all(|known| digest(known.sha256)));
        let mut digests: Vec<_> = KNOWN.iter().map(|known| known.sha256).collect();
        digests.sort_unstable();
        digests.dedup();
        assert_eq!(digests.len(), KNOWN.len());
    }

    #[test]
    fn a_file_on_no_list_is_told_by_its_digest() {
        assert_eq!(name_of(b"not a library"), Err(sha256_hex(b"not a library")));
    }
}
