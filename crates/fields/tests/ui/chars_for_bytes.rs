//! Code points taken for bytes.

use groundstop_document::{CharOffset, Document};

fn page(document: &Document, at: CharOffset) -> u32 {
    document.page_of(at)
}

fn main() {
    let _ = page;
}
