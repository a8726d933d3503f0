//! The one door: nothing else in the house reaches a tool outside.
//!
//! [`Adapter::reach`] spends a ticket on one request: a question to the local index
//! ([`corpus`]), a question to a search engine, or a page. It reserves what the call
//! may cost before anything is sent, ends it by its deadline, and screens what came
//! back: a [`ReachedCall`] is the only thing that leaves, with tool output in it that
//! was screened and a record of the raw bytes, which is for the pack.
//!
//! What a record says is read by [`interpret`], which touches nothing but the record,
//! the parser and the screen it is handed, so that a kept run is read again in the very
//! same way. Every address passes the guard, before its name is looked up and after.
#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]
#![allow(
    clippy::disallowed_methods,
    reason = "this room owns the network, the index on disk, and the threads and clock of its deadlines"
)]

pub mod corpus;
mod door;
mod gate;
mod guard;
mod interpret;
mod markup;
mod media;
mod names;
mod record;
mod redact;
mod search;
mod unpack;

use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use groundstop_contract::Tool;
use groundstop_contract::pack::{CallEnd, CallRecord, RequestRecord};
use groundstop_research::route::{Question, Ticket};

pub use corpus::Corpus;
pub use gate::{CallGate, Meter, OverLimit, Reached, ReachedCall};
pub use guard::{BadHost, Egress, EndpointRefused, HostRule, REDIRECTS_MAX, URL_CHARS_MAX};
pub use interpret::{Parse, Parsed, SNIPPET_CHARS_MAX, TITLE_CHARS_MAX, interpret};
pub use names::Resolve;
pub use search::{Backend, BackendError, Key, RESULTS_MAX};

use crate::door::{HttpRequest, Reply};
use crate::names::SystemNames;
use crate::record::End;

/// Which tools there are, and where they may go.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// The indexed documents.
    pub corpus: Option<Corpus>,
    /// The search engine.
    pub search: Option<Backend>,
    /// What may be reached.
    pub egress: Egress,
}

/// What is asked of a tool.
#[derive(Clone, Copy, Debug)]
pub enum ToolRequest<'a> {
    /// Look the question up in the indexed documents.
    Corpus(&'a Question),
    /// Ask the search engine.
    Search(&'a Question),
    /// Fetch the page at this address.
    Fetch(&'a str),
}

impl<'a> ToolRequest<'a> {
    /// What a tool is asked for: the question, or the page; nothing where a page is to
    /// be fetched and there is none.
    #[must_use]
    pub fn new(tool: Tool, question: &'a Question, page: Option<&'a str>) -> Option<Self> {
        match tool {
            Tool::Corpus => Some(ToolRequest::Corpus(question)),
            Tool::Search => Some(ToolRequest::Search(question)),
            Tool::Fetch => page.map(ToolRequest::Fetch),
        }
    }

    /// Which tool it is for.
    #[must_use]
    pub fn tool(self) -> Tool {
        match self {
            ToolRequest::Corpus(_) => Tool::Corpus,
            ToolRequest::Search(_) => Tool::Search,
            ToolRequest::Fetch(_) => Tool::Fetch,
        }
    }

    /// The text of the question, or the address of the page.
    #[must_use]
    pub fn about(self) -> &'a str {
        match self {
            ToolRequest::Corpus(question) | ToolRequest::Search(question) => question.text(),
            ToolRequest::Fetch(url) => url,
        }
    }
}

/// The tools as they are set up.
#[derive(Debug)]
pub struct Adapter {
    settings: Settings,
    names: Arc<dyn Resolve>,
}

/// What is done on a thread of its own: it waits, we do not.
type Job = Box<dyn FnOnce(Instant) -> (Reply, End) + Send>;

impl Adapter {
    /// Sets the tools up; names are looked up as the system does.
    #[must_use]
    pub fn new(settings: Settings) -> Adapter {
        Adapter::with_names(settings, Arc::new(SystemNames))
    }

    /// As [`Adapter::new`], with names of one's own.
    #[must_use]
    pub fn with_names(settings: Settings, names: Arc<dyn Resolve>) -> Adapter {
        Adapter { settings, names }
    }

    /// Spends a ticket on a request to its tool. Nothing is sent before the meter has
    /// reserved what the call may cost, and nothing comes back before the screen saw it.
    pub fn reach(
        &self,
        ticket: Ticket,
        request: ToolRequest<'_>,
        gate: &mut CallGate<'_>,
    ) -> Reached {
        if let Err(over) = gate.meter.reserve(request.tool()) {
            return Reached::Refused(over);
        }
        let record = self.carry_out(ticket, request);
        gate.meter.settle(gate::bytes_of(&record));
        Reached::Called(Box::new(ReachedCall::of_record(record, gate)))
    }

    /// Carries a request out. Whatever happens is in the record.
    fn carry_out(&self, ticket: Ticket, request: ToolRequest<'_>) -> CallRecord {
        let begun = Instant::now();
        let (mut sent, job) = match request {
            _ if ticket.call().tool() != request.tool() => {
                not_ready(request, "the ticket is for another tool")
            }
            ToolRequest::Corpus(question) => self.look_up(question),
            ToolRequest::Search(question) => self.search(question),
            ToolRequest::Fetch(url) => self.fetch(url),
        };
        let time = Duration::from_millis(u64::from(ticket.timeout_ms()));
        let (mut reply, mut end) = in_time(job, begun, time);
        let elapsed = begun.elapsed();
        if elapsed > time {
            (reply, end) = (Reply::default(), End::of(CallEnd::Deadline));
        }
        if let Some(key) = self.settings.search.as_ref().and_then(Backend::key) {
            redact::redact(&mut sent, &mut reply, key);
        }
        let elapsed_ms = u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX);
        record::record(&ticket, sent, reply, end, elapsed_ms)
    }

    fn look_up(&self, question: &Question) -> (RequestRecord, Job) {
        let Some(corpus) = self.settings.corpus.clone() else {
            return not_ready(ToolRequest::Corpus(question), "there is no index");
        };
        let text = question.text().to_owned();
        let job = move |_| match corpus.look_up(&text) {
            Ok(body) => (
                Reply {
                    body,
                    ..Reply::default()
                },
                End::of(CallEnd::Answered),
            ),
            Err(error) => (
                Reply::default(),
                End::new(CallEnd::Broken, &error.to_string()),
            ),
        };
        (request_of(ToolRequest::Corpus(question)), Box::new(job))
    }

    fn search(&self, question: &Question) -> (RequestRecord, Job) {
        let Some(backend) = &self.settings.search else {
            return not_ready(ToolRequest::Search(question), "there is no search engine");
        };
        self.send(backend.request(question))
    }

    fn fetch(&self, url: &str) -> (RequestRecord, Job) {
        self.send(HttpRequest {
            record: request_of(ToolRequest::Fetch(url)),
            url: url.to_owned(),
            key_header: None,
            is_endpoint: false,
            accept: media::ACCEPT,
            pages_only: true,
        })
    }

    fn send(&self, request: HttpRequest) -> (RequestRecord, Job) {
        let egress = self.settings.egress.clone();
        let names = Arc::clone(&self.names);
        let record = request.record.clone();
        let job = move |deadline| door::send(&request, &egress, &*names, deadline);
        (record, Box::new(job))
    }
}

/// Does a job, and stops waiting for it when its time is up. The job itself knows
/// its deadline, too, and ends soon after.
fn in_time(job: Job, begun: Instant, time: Duration) -> (Reply, End) {
    if time.is_zero() {
        return (Reply::default(), End::of(CallEnd::Deadline));
    }
    let (done, result) = sync_channel(1);
    let work = move || {
        // Nobody may be waiting any more.
        let _ = done.send(job(begun + time));
    };
    let started = thread::Builder::new().name("reach".to_owned()).spawn(work);
    let end = match started {
        Err(_) => End::new(CallEnd::NotReady, "the system gave no thread"),
        Ok(_) => match result.recv_timeout(time.saturating_sub(begun.elapsed())) {
            Ok(result) => return result,
            Err(RecvTimeoutError::Timeout) => End::of(CallEnd::Deadline),
            Err(RecvTimeoutError::Disconnected) => End::new(CallEnd::Broken, "the tool crashed"),
        },
    };
    (Reply::default(), end)
}

fn not_ready(request: ToolRequest<'_>, why: &str) -> (RequestRecord, Job) {
    let end = End::new(CallEnd::NotReady, why);
    (
        request_of(request),
        Box::new(move |_| (Reply::default(), end)),
    )
}

/// The record of a request that goes nowhere, to the index, or to a page.
fn request_of(request: ToolRequest<'_>) -> RequestRecord {
    let method = match request.tool() {
        Tool::Corpus => "LOOKUP",
        Tool::Search | Tool::Fetch => "GET",
    };
    RequestRecord {
        method: method.to_owned(),
        url: request.about().chars().take(URL_CHARS_MAX).collect(),
        body: None,
        backend: None,
    }
}

/// Whether a request that was written down is the one that was to be made.
#[must_use]
pub fn is_request_of(record: &RequestRecord, request: ToolRequest<'_>) -> bool {
    match (request, record.backend) {
        (ToolRequest::Search(question), Some(kind)) => search::puts(record, question, kind),
        (request, _) => *record == request_of(request),
    }
}
