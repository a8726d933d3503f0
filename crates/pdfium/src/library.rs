//! Loading the library: only a file that is there and known gets that far.

use std::fmt;
use std::path::{Path, PathBuf};

use pdfium_render::prelude::{Pdfium, PdfiumLibraryConfig};

use crate::known::{PIP_PACKAGE, VARIABLE, name_of};

/// Why there is no second reader.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LibraryError {
    /// Nobody said where it is.
    #[error("no second reader is installed ({} is not set)", VARIABLE)]
    NotNamed,
    /// The file cannot be read.
    #[error("the second reader `{}`: {why}", .path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system says.
        why: String,
    },
    /// The file is none of the builds we know.
    #[error("the second reader `{}` is no build of pdfium that is known (sha256 {sha256})", .path.display())]
    Unknown {
        /// The file.
        path: PathBuf,
        /// Its digest.
        sha256: String,
    },
    /// The file is known and cannot be loaded here.
    #[error("the second reader `{}` cannot be loaded: {why}", .path.display())]
    Unusable {
        /// The file.
        path: PathBuf,
        /// What the loader says.
        why: String,
    },
}

impl LibraryError {
    /// How to get further.
    #[must_use]
    pub fn cure(&self) -> String {
        let install = format!(
            "run `pip install {PIP_PACKAGE}`, then set {VARIABLE} to what `python3 -c \"import pypdfium2_raw as p, glob; print(*glob.glob(p.__path__[0] + '/*pdfium.*'))\"` prints"
        );
        match self {
            LibraryError::NotNamed
            | LibraryError::Unreadable { .. }
            | LibraryError::Unknown { .. } => install,
            LibraryError::Unusable { .. } => {
                format!("install the build for this system: {install}")
            }
        }
    }
}

/// A folder that no system has; a list of none would mean the system's own.
const NO_FONTS: &str = "/dev/null/fonts";

/// The library, loaded into this process for as long as it runs.
pub struct Library {
    pub(crate) pdfium: Pdfium,
    name: &'static str,
}

impl Library {
    /// The name of the build in a file, without loading it.
    ///
    /// # Errors
    /// Where the file cannot be read or is none that is known.
    pub fn look(path: &Path) -> Result<&'static str, LibraryError> {
        let bytes = std::fs::read(path).map_err(|error| LibraryError::Unreadable {
            path: path.to_owned(),
            why: error.to_string(),
        })?;
        name_of(&bytes).map_err(|sha256| LibraryError::Unknown {
            path: path.to_owned(),
            sha256,
        })
    }

    /// Loads the library; a process does so once.
    ///
    /// # Errors
    /// Where the file cannot be read, is not known, or does not load.
    pub fn open(path: &Path) -> Result<Library, LibraryError> {
        // A bare name would be looked for elsewhere: what is loaded is what was looked at.
        let path = &path
            .canonicalize()
            .map_err(|error| LibraryError::Unreadable {
                path: path.to_owned(),
                why: error.to_string(),
            })?;
        let name = Library::look(path)?;
        let unusable = |why: &dyn fmt::Debug| LibraryError::Unusable {
            path: path.to_owned(),
            why: format!("{why:?}"),
        };
        let bindings = Pdfium::bind_to_library(path).map_err(|error| unusable(&error))?;
        // Fonts of the system would make a reading differ from machine to machine.
        let config = PdfiumLibraryConfig::new()
            .set_user_font_paths(&[NO_FONTS])
            .map_err(|error| unusable(&error))?;
        let pdfium = Pdfium::new_with_config(bindings, config);
        Ok(Library { pdfium, name })
    }

    /// The name and version of the build, as receipts state it.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.name
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_not_there_and_one_that_is_not_known_are_told_apart() {
        let nowhere = Library::look(Path::new("no/such/library.so"));
        assert!(matches!(nowhere, Err(LibraryError::Unreadable { .. })));
        let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
        let strange = Library::look(Path::new(manifest)).unwrap_err();
        assert!(matches!(strange, LibraryError::Unknown { .. }));
        assert!(strange.to_string().contains("sha256 "));
        assert!(strange.cure().contains(PIP_PACKAGE));
    }
}
