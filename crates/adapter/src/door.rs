//! The door itself: one request over HTTP, under the guard and within its limits.

use std::io::{self, Read};
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use groundstop_contract::pack::{CallEnd, HeaderRecord, HopRecord, RequestRecord};
use ureq::config::Config;
use ureq::http::{HeaderMap, Request, Response, Uri, header};
use ureq::unversioned::resolver::{ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::{DefaultConnector, NextTimeout};
use ureq::{Agent, Body, Error};
use url::{Origin, Url};

use crate::guard::{Egress, Place, REDIRECTS_MAX, Refusal, Target, URL_CHARS_MAX};
use crate::media::{SHOWN_BYTES, Said};
use crate::names::Resolve;
use crate::record::{End, kept_headers};
use crate::unpack::{UnpackError, unpack};

/// What is taken from the socket at once.
const PIECE_BYTES: usize = 16 * 1024;

/// A request that is to be sent.
#[derive(Clone, Debug)]
pub(crate) struct HttpRequest {
    /// Method, address and body, as the record of the call states them; the key is not
    /// in it.
    pub(crate) record: RequestRecord,
    /// The address as it is judged and sent; of a long one the record has the beginning.
    pub(crate) url: String,
    /// Name and value of the header that carries a key.
    pub(crate) key_header: Option<(&'static str, String)>,
    /// Whether the operator named the address: only then may it be on this machine by
    /// the operator's leave, and only there does the key go.
    pub(crate) is_endpoint: bool,
    /// What we would like to have.
    pub(crate) accept: &'static str,
    /// Whether an answer that is no page to read need not be read to its end.
    pub(crate) pages_only: bool,
}

/// What came of it.
#[derive(Debug, Default)]
pub(crate) struct Reply {
    pub(crate) hops: Vec<HopRecord>,
    pub(crate) status: Option<u16>,
    pub(crate) headers: Vec<HeaderRecord>,
    pub(crate) body: Vec<u8>,
}

/// Sends a request, and follows where it is sent on to.
pub(crate) fn send(
    request: &HttpRequest,
    egress: &Egress,
    names: &dyn Resolve,
    deadline: Instant,
) -> (Reply, End) {
    let mut reply = Reply::default();
    let end = match walk(request, egress, names, deadline, &mut reply) {
        Ok(()) => End::of(CallEnd::Answered),
        Err(end) => end,
    };
    (reply, end)
}

fn walk(
    request: &HttpRequest,
    egress: &Egress,
    names: &dyn Resolve,
    deadline: Instant,
    reply: &mut Reply,
) -> Result<(), End> {
    let mut target = if request.is_endpoint {
        egress.judge_own(&request.url)
    } else {
        egress.judge(&request.url)
    }?;
    let home = target.url.origin();
    loop {
        let addresses = look_up(&target, egress, names)?;
        let response = exchange(request, &target, &home, addresses, egress, deadline)?;
        let status = response.status().as_u16();
        reply.status = Some(status);
        reply.headers = kept_headers(response.headers());
        let Some(location) = sent_on(status, response.headers()) else {
            reply.body = take_body(request, response, egress, deadline)?;
            return Ok(());
        };
        let next = target.url.join(&location).map(String::from);
        let next = next.unwrap_or(location);
        reply.hops.push(HopRecord {
            url: target.url.to_string(),
            status,
            to: next.chars().take(URL_CHARS_MAX).collect(),
        });
        if reply.hops.len() > REDIRECTS_MAX {
            return Err(Refusal::Redirects.into());
        }
        let home_again = is_of(&next, &home);
        target = if request.is_endpoint && home_again {
            egress.judge_own(&next)
        } else {
            egress.judge(&next)
        }?;
        if request.record.body.is_some() {
            // A question that was posted is not repeated to somebody else.
            return Ok(());
        }
    }
}

fn is_of(url: &str, home: &Origin) -> bool {
    Url::parse(url).is_ok_and(|url| url.origin() == *home)
}

/// Where an answer sends the call on to.
fn sent_on(status: u16, headers: &HeaderMap) -> Option<String> {
    matches!(status, 301 | 302 | 303 | 307 | 308)
        .then(|| headers.get(header::LOCATION))
        .flatten()
        .map(|location| String::from_utf8_lossy(location.as_bytes()).into_owned())
}

/// Looks the name up, once, and judges all it stands for.
fn look_up(target: &Target, egress: &Egress, names: &dyn Resolve) -> Result<Vec<SocketAddr>, End> {
    let found = match &target.place {
        Place::Address(address) => vec![SocketAddr::new(*address, target.port)],
        Place::Name(name) => names
            .resolve(name, target.port)
            .map_err(|_| End::new(CallEnd::Unreachable, "the name stands for no address"))?,
    };
    if found.is_empty() {
        return Err(End::new(
            CallEnd::Unreachable,
            "the name stands for no address",
        ));
    }
    Ok(egress.pin(target, &found)?)
}

fn exchange(
    request: &HttpRequest,
    target: &Target,
    home: &Origin,
    addresses: Vec<SocketAddr>,
    egress: &Egress,
    deadline: Instant,
) -> Result<Response<Body>, End> {
    let left = deadline.saturating_duration_since(Instant::now());
    if left.is_zero() {
        return Err(End::of(CallEnd::Deadline));
    }
    let agent = Agent::with_parts(
        config(target, left),
        DefaultConnector::default(),
        Pinned(addresses),
    );
    let mut sent = Request::builder()
        .method(request.record.method.as_str())
        .uri(target.url.as_str())
        .header(header::ACCEPT, request.accept)
        .header(header::ACCEPT_ENCODING, "gzip")
        .header(header::USER_AGENT, egress.user_agent.as_str());
    if request.record.body.is_some() {
        sent = sent.header(header::CONTENT_TYPE, "application/json");
    }
    if let Some((name, value)) = &request.key_header
        && target.url.origin() == *home
    {
        sent = sent.header(*name, value);
    }
    let unsendable = |_| End::new(CallEnd::Broken, "the request cannot be written down");
    let answer = match &request.record.body {
        Some(body) => agent.run(sent.body(body.as_str()).map_err(unsendable)?),
        None => agent.run(sent.body(()).map_err(unsendable)?),
    };
    answer.map_err(end_of_error)
}

/// No proxy of the environment, no redirect, no cookie, no status taken for an error.
fn config(target: &Target, left: Duration) -> Config {
    Agent::config_builder()
        .proxy(None)
        .max_redirects(0)
        .max_redirects_will_error(false)
        .http_status_as_error(false)
        .https_only(target.url.scheme() == "https")
        .max_idle_connections(0)
        .timeout_global(Some(left))
        .build()
}

fn take_body(
    request: &HttpRequest,
    response: Response<Body>,
    egress: &Egress,
    deadline: Instant,
) -> Result<Vec<u8>, End> {
    let status = response.status();
    let said = |name| {
        let value = response.headers().get(name);
        value.map(|value| String::from_utf8_lossy(value.as_bytes()).into_owned())
    };
    let content_type = said(header::CONTENT_TYPE);
    let encoding = said(header::CONTENT_ENCODING);
    let kind = Said::by(content_type.as_deref());
    if request.pages_only && !(status.is_success() && kind != Said::Other) {
        return Ok(Vec::new());
    }
    // What is packed cannot show at its start what it is.
    let worth = |start: &[u8]| !request.pages_only || encoding.is_some() || kind.is_read(start);
    let announced = response.body().content_length();
    let sure = !request.pages_only || kind == Said::Read;
    if sure && announced.is_some_and(|length| length > bytes(egress.max_body_bytes)) {
        return Err(End::of(CallEnd::TooLarge));
    }
    let packed = read(response.into_body(), egress.max_body_bytes, deadline, worth)?;
    unpack(
        packed,
        encoding.as_deref(),
        egress.max_ratio,
        egress.max_body_bytes,
    )
    .map_err(|error| {
        End::of(match error {
            UnpackError::Bad => CallEnd::BadCompression,
            UnpackError::Dense => CallEnd::TooDense,
            UnpackError::Large => CallEnd::TooLarge,
        })
    })
}

/// Reads a body, or none of it where its start shows that it is not worth reading.
fn read(
    body: Body,
    max_bytes: usize,
    deadline: Instant,
    worth: impl Fn(&[u8]) -> bool,
) -> Result<Vec<u8>, End> {
    let mut from = body.into_reader();
    let mut taken = Vec::new();
    let mut piece = vec![0; PIECE_BYTES];
    loop {
        if Instant::now() >= deadline {
            return Err(End::of(CallEnd::Deadline));
        }
        match from.read(&mut piece) {
            Ok(0) => return Ok(taken),
            Ok(count) => taken.extend_from_slice(piece.get(..count).unwrap_or_default()),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(end_of_error(error.into())),
        }
        if taken.len() >= SHOWN_BYTES && !worth(&taken) {
            return Ok(Vec::new());
        }
        if taken.len() > max_bytes {
            return Err(End::of(CallEnd::TooLarge));
        }
    }
}

fn bytes(length: usize) -> u64 {
    u64::try_from(length).unwrap_or(u64::MAX)
}

/// What an error of the client means. Its own words may hold anything and are dropped.
fn end_of_error(error: Error) -> End {
    match error {
        Error::Timeout(_) => End::of(CallEnd::Deadline),
        Error::Io(error) => end_of_io(error.kind()),
        Error::HostNotFound | Error::ConnectionFailed => {
            End::new(CallEnd::Unreachable, "no connection")
        }
        Error::Tls(_) | Error::Rustls(_) | Error::Pem(_) | Error::TlsRequired => {
            End::new(CallEnd::Unreachable, "no secure connection")
        }
        Error::RequireHttpsOnly(_) => Refusal::Scheme.into(),
        Error::LargeResponseHeader(..) | Error::BodyExceedsLimit(_) => End::of(CallEnd::TooLarge),
        _ => End::new(CallEnd::Broken, "not an answer of the protocol"),
    }
}

fn end_of_io(kind: io::ErrorKind) -> End {
    use io::ErrorKind as Kind;
    match kind {
        Kind::TimedOut | Kind::WouldBlock => End::of(CallEnd::Deadline),
        Kind::ConnectionRefused
        | Kind::HostUnreachable
        | Kind::NetworkUnreachable
        | Kind::NetworkDown
        | Kind::AddrNotAvailable
        | Kind::PermissionDenied
        | Kind::NotFound => End::new(CallEnd::Unreachable, "no connection"),
        // This is how the client passes on that the other side's certificate does not hold.
        Kind::InvalidData => End::new(CallEnd::Unreachable, "no secure connection"),
        _ => End::new(CallEnd::Broken, "the connection broke off"),
    }
}

/// The addresses that were judged, whatever the client asks for.
#[derive(Debug)]
struct Pinned(Vec<SocketAddr>);

impl Resolver for Pinned {
    fn resolve(
        &self,
        _uri: &Uri,
        _config: &Config,
        _timeout: NextTimeout,
    ) -> Result<ResolvedSocketAddrs, Error> {
        let mut pinned = self.empty();
        for address in &self.0 {
            pinned.push(*address);
        }
        Ok(pinned)
    }
}
