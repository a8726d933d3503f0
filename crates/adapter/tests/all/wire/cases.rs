//! What can go wrong with bytes and with pages.

use std::sync::LazyLock;
use std::time::Duration;

use groundstop_certify::fakes::{FakeAnswer, bomb, gzip};
use groundstop_contract::pack::CallEnd;
use groundstop_research::call::{CallFault, Unacceptable};

use crate::common::AMPLE_MS;
use crate::wire::{CAP_BYTES, Meaning};

/// The time that slow cases get.
const SHORT_MS: u32 = 400;

static SMALL_BOMB: LazyLock<Vec<u8>> = LazyLock::new(|| bomb(1).unwrap());
static LARGE_BOMB: LazyLock<Vec<u8>> = LazyLock::new(|| bomb(8).unwrap());

pub(crate) struct Case {
    pub(crate) name: &'static str,
    pub(crate) answer: FakeAnswer,
    pub(crate) timeout_ms: u32,
    pub(crate) end: CallEnd,
    pub(crate) means: Meaning,
}

pub(crate) fn case(name: &'static str, answer: FakeAnswer, end: CallEnd, means: Meaning) -> Case {
    Case {
        name,
        answer,
        timeout_ms: AMPLE_MS,
        end,
        means,
    }
}

pub(crate) fn answered(name: &'static str, answer: FakeAnswer, means: Meaning) -> Case {
    case(name, answer, CallEnd::Answered, means)
}

pub(crate) fn slow(name: &'static str, answer: FakeAnswer) -> Case {
    let means = Meaning::Fault(CallFault::Deadline);
    Case {
        timeout_ms: SHORT_MS,
        ..case(name, answer, CallEnd::Deadline, means)
    }
}

/// What can go wrong with bytes, whoever sends them; a search engine and a page
/// differ in what it means.
pub(crate) fn ugly_bytes(content_type: &str, good: &[u8], unreachable: CallFault) -> Vec<Case> {
    let whole = |body: &[u8]| FakeAnswer::new(200, content_type, body);
    let packed = gzip(good).unwrap();
    let half = packed[..packed.len() / 2].to_vec();
    let gzipped = |body: Vec<u8>| whole(&body).with("Content-Encoding", "gzip");
    let forbidden = Meaning::Fault(CallFault::Forbidden);
    let lost = Meaning::Fault(unreachable);
    vec![
        slow(
            "a drip past the deadline",
            whole(good).dripping(1, Duration::from_millis(30)),
        ),
        slow(
            "a body that drips",
            whole(&vec![b' '; CAP_BYTES]).dripping(64, Duration::from_millis(20)),
        ),
        case(
            "gzip cut short",
            gzipped(half),
            CallEnd::BadCompression,
            lost,
        ),
        case(
            "gzip that is none",
            gzipped(b"not packed".to_vec()),
            CallEnd::BadCompression,
            lost,
        ),
        case(
            "a packing nobody asked for",
            whole(good).with("Content-Encoding", "br"),
            CallEnd::BadCompression,
            lost,
        ),
        case(
            "a bomb",
            gzipped(SMALL_BOMB.clone()),
            CallEnd::TooDense,
            forbidden,
        ),
        case(
            "a bomb past the cap",
            gzipped(LARGE_BOMB.clone()),
            CallEnd::TooLarge,
            forbidden,
        ),
        case(
            "a body past the cap",
            whole(&vec![b' '; CAP_BYTES + 1]),
            CallEnd::TooLarge,
            forbidden,
        ),
        case(
            "a length past the cap",
            whole(good).claiming(1 << 40),
            CallEnd::TooLarge,
            forbidden,
        ),
        case(
            "an endless body",
            whole(good).endless(),
            CallEnd::TooLarge,
            forbidden,
        ),
        case(
            "a redirect to a private address",
            FakeAnswer::redirect(302, "http://10.0.0.7/"),
            CallEnd::Refused,
            forbidden,
        ),
        case(
            "a redirect to the metadata of a cloud",
            FakeAnswer::redirect(307, "http://169.254.169.254/latest/meta-data/"),
            CallEnd::Refused,
            forbidden,
        ),
        case(
            "a redirect to a file",
            FakeAnswer::redirect(301, "file:///etc/passwd"),
            CallEnd::Refused,
            forbidden,
        ),
        case(
            "a body cut short",
            whole(good).claiming(good.len() + 10),
            CallEnd::Broken,
            lost,
        ),
        case(
            "a line half closed",
            FakeAnswer::raw("HTTP/1.1 200 OK\r\nContent-Le").then_half_closed(),
            CallEnd::Broken,
            lost,
        ),
        case(
            "no HTTP at all",
            FakeAnswer::raw("SSH-2.0-nobody\r\n\r\n"),
            CallEnd::Broken,
            lost,
        ),
        case("nothing said", FakeAnswer::raw(""), CallEnd::Broken, lost),
    ]
}

/// What a page can answer.
pub(crate) fn page_cases() -> Vec<Case> {
    let page = |content_type: &str, body: &str| FakeAnswer::new(200, content_type, body);
    let status = Meaning::NoPage(Unacceptable::Status);
    let other_type = Meaning::NoPage(Unacceptable::ContentType);
    let unreadable = Meaning::NoPage(Unacceptable::Unreadable);
    let mut cases = vec![
        answered(
            "a page",
            page("text/html; charset=utf-8", "<p>Seal.</p>"),
            Meaning::Page,
        ),
        answered("plain text", page("Text/Plain", "Seal."), Meaning::Page),
        answered("a PDF", page("application/pdf", "%PDF"), Meaning::Page),
        answered("an empty page", page("text/html", ""), Meaning::Page),
        answered("404", FakeAnswer::new(404, "text/html", "gone"), status),
        answered("429", FakeAnswer::new(429, "text/html", "slow"), status),
        answered("500", FakeAnswer::new(500, "text/html", "oops"), status),
        answered(
            "304",
            FakeAnswer::raw("HTTP/1.1 304 Not Modified\r\n\r\n"),
            status,
        ),
        answered(
            "204",
            FakeAnswer::raw("HTTP/1.1 204 No Content\r\n\r\n"),
            other_type,
        ),
        answered(
            "a redirect without an address",
            FakeAnswer::new(302, "text/html", ""),
            status,
        ),
        answered("a picture", page("image/png", "PNG"), other_type),
        answered("JSON", page("application/json", "{}"), other_type),
        answered(
            "a picture without end",
            page("image/png", "PNG").endless(),
            other_type,
        ),
        answered(
            "an unreadable page",
            FakeAnswer::new(200, "text/plain", vec![0xff, 0xff]),
            unreadable,
        ),
        answered(
            "a page that is not what its head says",
            page("text/plain; charset=utf-16le", "odd"),
            unreadable,
        ),
        answered(
            "a page in another character set",
            FakeAnswer::new(200, "text/plain; charset=iso-8859-1", vec![0xe9]),
            Meaning::Page,
        ),
        answered(
            "a PDF that is only said to be bytes",
            page("application/octet-stream", "%PDF-1.7"),
            Meaning::Page,
        ),
        answered(
            "bytes",
            page("application/octet-stream", "<html>"),
            other_type,
        ),
        answered(
            "bytes without end",
            page("application/octet-stream", "").endless(),
            other_type,
        ),
        answered(
            "more bytes than permitted",
            page("application/octet-stream", "")
                .claiming(CAP_BYTES + 1)
                .endless(),
            other_type,
        ),
        answered(
            "a PDF said to be text",
            page("text/plain", "%PDF-1.7"),
            Meaning::Page,
        ),
        answered(
            "a Word file said to be text",
            page("text/plain", "PK\x03\x04"),
            other_type,
        ),
        answered(
            "a page without a type",
            page("", "<!doctype html>a"),
            Meaning::Page,
        ),
        answered("words without a type", page("", "a"), other_type),
        answered(
            "a page that crashes its reader",
            page("text/html", "%CRASH%"),
            Meaning::Fault(CallFault::Forbidden),
        ),
    ];
    cases.extend(ugly_bytes(
        "text/html",
        b"<p>A page about the seal.</p>",
        CallFault::Unavailable,
    ));
    cases
}
