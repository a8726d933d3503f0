//! What is written down of a call: no more than anybody may see.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use groundstop_canon::sha256_hex;
use groundstop_contract::pack::{CallEnd, CallRecord, HeaderRecord, RequestRecord};
use groundstop_research::route::Ticket;
use ureq::http::HeaderMap;

use crate::door::Reply;
use crate::guard::Refusal;

/// The lines of a head that are kept; of the rest nothing needs to be known.
const KEPT_HEADERS: &[&str] = &[
    "content-encoding",
    "content-language",
    "content-length",
    "content-type",
    "date",
    "etag",
    "last-modified",
    "location",
    "mediawiki-api-error",
    "retry-after",
];
/// Families of lines that are kept too.
const KEPT_FAMILIES: &[&str] = &["x-ratelimit-"];

/// How a call ended, and what the operator may want to know about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct End {
    pub(crate) code: CallEnd,
    pub(crate) detail: Option<String>,
}

impl End {
    pub(crate) fn of(code: CallEnd) -> End {
        End { code, detail: None }
    }

    pub(crate) fn new(code: CallEnd, detail: &str) -> End {
        End {
            code,
            detail: Some(detail.to_owned()),
        }
    }
}

impl From<Refusal> for End {
    fn from(refusal: Refusal) -> End {
        End::new(CallEnd::Refused, &refusal.to_string())
    }
}

/// The lines worth keeping, in the order of their names.
pub(crate) fn kept_headers(headers: &HeaderMap) -> Vec<HeaderRecord> {
    let mut kept: Vec<_> = headers
        .iter()
        .filter(|(name, _)| {
            let name = name.as_str();
            KEPT_HEADERS.contains(&name) || KEPT_FAMILIES.iter().any(|each| name.starts_with(each))
        })
        .map(|(name, value)| HeaderRecord {
            name: name.as_str().to_owned(),
            value: String::from_utf8_lossy(value.as_bytes()).into_owned(),
        })
        .collect();
    kept.sort_by(|one, other| one.name.cmp(&other.name));
    kept
}

/// Writes a call down.
pub(crate) fn record(
    ticket: &Ticket,
    request: RequestRecord,
    reply: Reply,
    end: End,
    elapsed_ms: u64,
) -> CallRecord {
    let planned = ticket.call();
    CallRecord {
        number: ticket.number(),
        tool: planned.tool(),
        rank: planned.rank(),
        request,
        hops: reply.hops,
        end: end.code,
        detail: end.detail,
        status: reply.status,
        headers: reply.headers,
        started_ms: ticket.started_ms(),
        elapsed_ms,
        retrieved_at: None,
        body_sha256: sha256_hex(&reply.body),
        body: STANDARD.encode(&reply.body),
    }
}
