//! Pages are read in a worker that can do nothing but compute.

use groundstop_adapter::{Parse, Parsed};

use crate::read::Reader;

/// Reads pages in the sandbox.
pub struct PageReader {
    reader: Reader,
}

impl PageReader {
    /// With the reader that documents are read with.
    #[must_use]
    pub fn new(reader: Reader) -> PageReader {
        PageReader { reader }
    }
}

impl Parse for PageReader {
    fn parse(&mut self, bytes: &[u8]) -> Parsed {
        match self.reader.read(bytes) {
            Ok(document) => Parsed::Document(Box::new(document)),
            Err(error) if error.is_violation() => Parsed::Violation,
            Err(_) => Parsed::Unreadable,
        }
    }
}
