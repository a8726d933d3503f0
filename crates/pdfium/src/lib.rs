//! pdfium, read character by character: a second opinion on what a PDF says.
//!
//! The library is nobody's dependency. A person installs it, names its path,
//! and it is loaded only if its digest is on the list of those we know. Text
//! comes from calls for single characters: the call for a page's whole text
//! gives nothing on files that have some.
#![allow(
    clippy::disallowed_methods,
    reason = "this room reads the one library it loads"
)]

mod known;
mod library;
mod page;

pub use known::{PIP_PACKAGE, VARIABLE};
pub use library::{Library, LibraryError};
pub use page::{PdfiumChar, PdfiumPage, Places, SecondReadError};
