//! `groundstop render`: a page as it is printed, with a stretch of its text marked.

use groundstop_document::{ByteSpan, CharOffset, Document};
use groundstop_engine::Engine;

use super::reading::Source;
use super::spinner::Spinner;
use crate::args::RenderArgs;
use crate::error::{CliError, Output};
use crate::files;
use crate::output::picture;

pub(crate) fn run(args: &RenderArgs, engine: &Engine) -> Result<Output, CliError> {
    if args.output.as_os_str() == "-" {
        return Err(CliError::input(
            "a picture is not written to the terminal",
            "name a file, such as `-o page.png`",
        ));
    }
    files::refuse_overwriting(&[&args.document], &args.output)?;
    let source = Source::open(engine, &args.document, &args.reading)?;
    let spinner = Spinner::start();
    let document = engine.read(source.input(), spinner.control())?;
    let mut spans = args
        .mark
        .iter()
        .map(|(start, end)| span(&document, *start, *end))
        .collect::<Result<Vec<_>, _>>()?;
    for quote in &args.quote {
        let places = engine.places_of(&document, quote);
        spans.extend(places.map_err(|error| error.about(args.document.display()))?);
    }
    spinner.end();
    let page = args
        .page
        .or_else(|| spans.first().map(|span| document.page_of(span.start)))
        .unwrap_or(1);
    let picture = engine.draw(source.input(), page, args.dpi)?;
    let places: Vec<_> = spans
        .iter()
        .flat_map(|span| document.boxes_of(*span))
        .filter(|place| place.page == page)
        .collect();
    if places.is_empty() && !spans.is_empty() {
        return Err(CliError::input(
            format!("nothing that was to be marked stands on page {page}"),
            "leave `--page` away: the page of the first mark is drawn then",
        ));
    }
    let index = usize::try_from(page)
        .unwrap_or(usize::MAX)
        .saturating_sub(1);
    let size = document.pages().get(index).and_then(|page| page.size);
    let marked = picture::marked(picture, size, &places);
    let png = picture::png(&marked).map_err(CliError::fault)?;
    files::write(&args.output, &png)?;
    Ok(Output::fine(format!(
        "page {page} of {}, {} by {} pixels, {} marked: {}\n",
        document.page_count(),
        marked.width,
        marked.height,
        match places.len() {
            0 => "nothing".to_owned(),
            1 => "one place".to_owned(),
            count => format!("{count} places"),
        },
        args.output.display()
    )))
}

/// A stretch of code points as bytes of the document.
fn span(document: &Document, start: usize, end: usize) -> Result<ByteSpan, CliError> {
    let byte = |offset| document.byte_of(CharOffset(offset));
    match (byte(start), byte(end)) {
        (Some(start), Some(end)) => Ok(ByteSpan { start, end }),
        _ => Err(CliError::input(
            format!("{start}:{end} lies outside the text"),
            format!("it has {} characters", document.char_count().as_u64()),
        )),
    }
}
