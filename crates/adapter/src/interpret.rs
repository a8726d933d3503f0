//! What a record says: the same for a call just made and for one kept.

mod corpus;
mod search;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use groundstop_canon::sha256_hex;
use groundstop_contract::Tool;
use groundstop_contract::pack::{CallEnd, CallRecord};
use groundstop_document::{Document, DocumentBuilder};
use groundstop_research::call::{CallFault, Found, FoundPage, Unacceptable};
use groundstop_research::route::Question;
use groundstop_research::screen::Screen;
use groundstop_research::screened::Screened;

use crate::guard::URL_CHARS_MAX;
use crate::markup::cut;
use crate::media::{self, Said, in_utf8};

/// Characters that are kept of a link's title.
pub const TITLE_CHARS_MAX: usize = 200;
/// Characters that are kept of a link's snippet.
pub const SNIPPET_CHARS_MAX: usize = 500;
/// Characters that are kept of a date as somebody writes it.
pub(crate) const DATE_CHARS_MAX: usize = 64;

/// What turns the bytes of a page into a document, somewhere safe.
pub trait Parse {
    /// Reads bytes that nobody vouches for.
    fn parse(&mut self, bytes: &[u8]) -> Parsed;
}

/// What a parser has to say.
#[derive(Clone, Debug)]
pub enum Parsed {
    /// It read a document.
    Document(Box<Document>),
    /// It could make nothing of the bytes.
    Unreadable,
    /// It reached a limit, crashed, or tried what it may not.
    Violation,
}

/// Reads a record, and screens what it says: nothing of it leaves here unscreened.
///
/// # Errors
/// Where the call returned nothing: how it ended, in the words of the run.
pub fn interpret(
    record: &CallRecord,
    parse: &mut dyn Parse,
    screen: &Screen,
    question: &Question,
) -> Result<Screened, CallFault> {
    let found = read(record, parse)?;
    Ok(Screened::new(found, screen, question.text()))
}

fn read(record: &CallRecord, parse: &mut dyn Parse) -> Result<Found, CallFault> {
    if record.end != CallEnd::Answered {
        return Err(fault(record.tool, record.end));
    }
    let body = STANDARD
        .decode(&record.body)
        .map_err(|_| CallFault::VendorFault)?;
    match record.tool {
        Tool::Corpus => corpus::documents(&body).map(Found::Documents),
        Tool::Search => search::links(record, &body),
        Tool::Fetch => page(record, &body, parse),
    }
}

/// What an end without an answer means.
fn fault(tool: Tool, end: CallEnd) -> CallFault {
    match end {
        CallEnd::Deadline => CallFault::Deadline,
        CallEnd::Refused | CallEnd::TooLarge | CallEnd::TooDense => CallFault::Forbidden,
        CallEnd::BadCompression | CallEnd::Unreachable | CallEnd::Broken => match tool {
            Tool::Fetch => CallFault::Unavailable,
            Tool::Corpus | Tool::Search => CallFault::VendorFault,
        },
        CallEnd::Answered | CallEnd::NotReady => CallFault::VendorFault,
    }
}

fn page(record: &CallRecord, body: &[u8], parse: &mut dyn Parse) -> Result<Found, CallFault> {
    let said = header(record, "content-type");
    let accepted = record
        .status
        .is_some_and(|status| (200..300).contains(&status));
    let document = if !accepted {
        Err(Unacceptable::Status)
    } else if !Said::by(said).is_read(body) {
        Err(Unacceptable::ContentType)
    } else {
        match in_utf8(body, said).map(|text| parse.parse(&text)) {
            Some(Parsed::Document(document)) => Ok(of_bytes(*document, body)),
            Some(Parsed::Unreadable) | None => Err(Unacceptable::Unreadable),
            Some(Parsed::Violation) => return Err(CallFault::Forbidden),
        }
    };
    let last = record.hops.last().map(|hop| &hop.to);
    Ok(Found::Page(Box::new(FoundPage {
        url: cut(last.unwrap_or(&record.request.url), URL_CHARS_MAX),
        content_type: said.map(media::plain).unwrap_or_default(),
        modified: header(record, "last-modified").map(|date| cut(date, DATE_CHARS_MAX)),
        document,
    })))
}

/// The document as that of the bytes that came, in whatever character set.
fn of_bytes(document: Document, body: &[u8]) -> Document {
    let sha256 = sha256_hex(body);
    match document.sha256() == sha256 {
        true => document,
        false => DocumentBuilder::of(document).finish_as(sha256),
    }
}

fn header<'a>(record: &'a CallRecord, name: &str) -> Option<&'a str> {
    let line = record.headers.iter().find(|line| line.name == name);
    line.map(|line| line.value.as_str())
}
