//! What the tests of the door share.
#![allow(clippy::disallowed_methods, reason = "tests make folders of their own")]

use std::fs;
use std::io;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use groundstop_adapter::{
    Adapter, CallGate, Egress, Meter, OverLimit, Parse, Parsed, Reached, Resolve, Settings,
    ToolRequest, interpret,
};
use groundstop_contract::pack::CallRecord;
use groundstop_contract::{Environment, Tier, Tool};
use groundstop_document::DocumentBuilder;
use groundstop_research::call::{CallFault, Found};
use groundstop_research::caps::LoweredCaps;
use groundstop_research::plan::{PlannedCall, Wanted};
use groundstop_research::route::{Policy, Question, Routed, Ticket, route};
use groundstop_research::screen::Screen;

/// The time that calls get which are not about time.
pub(crate) const AMPLE_MS: u32 = 5000;

/// A ticket for a planned call, with so much time.
pub(crate) fn ticket(call: PlannedCall, timeout_ms: u32) -> Ticket {
    // Making the screen ready takes longer than some of these calls may.
    screen();
    let wanted = Wanted {
        corpus: true,
        web: true,
    };
    let policy = Policy {
        enabled: true,
        lowered: LoweredCaps {
            per_call_timeout_ms: Some(timeout_ms),
            ..LoweredCaps::default()
        },
    };
    let routed = route(wanted, Some(Tier::Max), Environment::Prod, &policy).unwrap();
    let Routed::Granted(grant) = routed else {
        panic!("research is granted to this tier");
    };
    let mut session = grant.open();
    while session.next_call() != Some(call) {
        session.skip().expect("the plan has this call");
    }
    session.ticket(0).unwrap()
}

pub(crate) fn question(text: &str) -> Question {
    Question::new(text).unwrap()
}

static SCREEN: LazyLock<Screen> = LazyLock::new(|| Screen::published().unwrap());

/// The screen, made ready once for all tests.
pub(crate) fn screen() -> &'static Screen {
    &SCREEN
}

/// A meter that lets every call pass, or none, and counts.
#[derive(Debug, Default)]
pub(crate) struct Counting {
    pub(crate) refuses: bool,
    pub(crate) reserved: Vec<Tool>,
    pub(crate) settled: Vec<u64>,
}

impl Meter for Counting {
    fn reserve(&mut self, tool: Tool) -> Result<(), OverLimit> {
        if self.refuses {
            return Err(OverLimit);
        }
        self.reserved.push(tool);
        Ok(())
    }

    fn settle(&mut self, bytes: u64) {
        self.settled.push(bytes);
    }
}

/// Spends a ticket with this meter.
pub(crate) fn reach_with(
    meter: &mut Counting,
    adapter: &Adapter,
    ticket: Ticket,
    request: ToolRequest<'_>,
) -> Reached {
    let asked = question("who keeps the seal");
    let mut gate = CallGate {
        meter,
        parse: &mut PlainText,
        screen: screen(),
        question: &asked,
        now: &|| "2026-01-29T00:00:00.000000Z".to_owned(),
    };
    adapter.reach(ticket, request, &mut gate)
}

/// Spends a ticket; the record of its call.
pub(crate) fn reach(adapter: &Adapter, ticket: Ticket, request: ToolRequest<'_>) -> CallRecord {
    match reach_with(&mut Counting::default(), adapter, ticket, request) {
        Reached::Called(call) => call.into_parts().1.call,
        Reached::Refused(_) => panic!("nothing is limited here"),
    }
}

/// What a record says.
pub(crate) fn understood(record: &CallRecord) -> Result<Found, CallFault> {
    let asked = question("who keeps the seal");
    let screened = interpret(record, &mut PlainText, screen(), &asked)?;
    Ok(screened.into_parts().0)
}

/// This machine, and nothing else is loosened.
pub(crate) fn loopback() -> Egress {
    Egress {
        allow_loopback_pages: true,
        ..Egress::default()
    }
}

pub(crate) fn fetcher(egress: Egress) -> Adapter {
    Adapter::new(Settings {
        egress,
        ..Settings::default()
    })
}

/// Names that stand for the first of these lists at the first look-up, the second
/// at the second, and so on; the last one stays.
#[derive(Debug)]
pub(crate) struct Names {
    lists: Vec<Vec<SocketAddr>>,
    looked_up: AtomicUsize,
}

impl Names {
    pub(crate) fn changing(lists: &[&[&str]]) -> Names {
        let parse = |list: &&[&str]| {
            let addresses = list.iter().map(|each| each.parse().unwrap());
            addresses.map(|ip| SocketAddr::new(ip, 0)).collect()
        };
        Names {
            lists: lists.iter().map(parse).collect(),
            looked_up: AtomicUsize::new(0),
        }
    }

    pub(crate) fn looked_up(&self) -> usize {
        self.looked_up.load(Ordering::SeqCst)
    }
}

impl Resolve for Names {
    fn resolve(&self, _name: &str, _port: u16) -> io::Result<Vec<SocketAddr>> {
        let at = self.looked_up.fetch_add(1, Ordering::SeqCst);
        let last = self.lists.len().saturating_sub(1);
        let list = self.lists.get(at.min(last));
        list.cloned().ok_or(io::ErrorKind::NotFound.into())
    }
}

/// A parser of plain text that fails on demand.
pub(crate) struct PlainText;

impl Parse for PlainText {
    fn parse(&mut self, bytes: &[u8]) -> Parsed {
        match std::str::from_utf8(bytes) {
            Ok(text) if text.contains("%CRASH%") => Parsed::Violation,
            Ok(text) => {
                let mut builder = DocumentBuilder::new("plain 1");
                builder.page(text);
                Parsed::Document(Box::new(builder.finish(bytes)))
            }
            Err(_) => Parsed::Unreadable,
        }
    }
}

/// A folder that is gone when the test is over.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new() -> Folder {
        static NUMBER: AtomicUsize = AtomicUsize::new(0);
        let number = NUMBER.fetch_add(1, Ordering::SeqCst);
        let name = format!("groundstop-corpus-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
