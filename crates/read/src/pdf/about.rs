//! What a PDF says about itself: title, subject, keywords and the like. No
//! reader of its pages sees that, and a machine may.

use groundstop_document::{HiddenLayer, LayerKind};
use hayro_syntax::Pdf;
use hayro_syntax::object::{Dict, Stream};

use super::strings;
use crate::markup;

/// How much of it is kept, in bytes.
const ABOUT_BYTES_MAX: usize = 1 << 20;

/// Everything a file says about itself, a layer each.
pub(crate) fn layers(pdf: &Pdf) -> Vec<HiddenLayer> {
    let known = pdf.metadata();
    let own = [
        &known.title,
        &known.author,
        &known.subject,
        &known.keywords,
        &known.creator,
        &known.producer,
    ];
    let own = own.into_iter().flatten();
    let own = own.map(|bytes| strings::decode(bytes));
    own.chain(packet(pdf))
        .filter(|text| !text.trim().is_empty() && text.len() <= ABOUT_BYTES_MAX)
        .map(|text| HiddenLayer {
            kind: LayerKind::Metadata,
            text,
        })
        .collect()
}

/// The words of the file's XMP packet.
fn packet(pdf: &Pdf) -> Option<String> {
    let catalog = pdf.xref().get::<Dict<'_>>(pdf.xref().root_id())?;
    let stream = catalog.get::<Stream<'_>>(b"Metadata" as &[u8])?;
    let bytes = stream.decoded().ok()?;
    let bytes = bytes.get(..bytes.len().min(ABOUT_BYTES_MAX))?;
    Some(markup::words(&String::from_utf8_lossy(bytes)))
}
