//! Evidence made without looking into a document.

use groundstop_document::ByteSpan;
use groundstop_evidence::Evidence;

fn main() {
    let _ = Evidence { span: ByteSpan::new(0, 1) };
}
