//! A deadline cuts a call wherever it hangs, and the tool with it.
#![allow(
    clippy::disallowed_methods,
    reason = "tests hold the other end of the line, and a clock"
)]

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use crate::common::{fetcher, loopback, reach, ticket, understood};
use groundstop_adapter::{Adapter, Resolve, Settings, ToolRequest};
use groundstop_certify::fakes::{Fake, FakeAnswer};
use groundstop_contract::pack::CallEnd;
use groundstop_research::call::CallFault;
use groundstop_research::plan::PlannedCall;

const TIMEOUT_MS: u32 = 300;
const LATE_MS: u128 = 50;

fn assert_cut(adapter: &Adapter, url: &str, what: &str) {
    let ticket = ticket(PlannedCall::fetch(1), TIMEOUT_MS);
    let begun = Instant::now();
    let record = reach(adapter, ticket, ToolRequest::Fetch(url));
    let took = begun.elapsed().as_millis();
    assert_eq!(record.end, CallEnd::Deadline, "{what}");
    let least = u128::from(TIMEOUT_MS);
    assert!(took >= least - 5, "{what}: gave up after {took} ms");
    assert!(took <= least + LATE_MS, "{what}: cut after {took} ms");
    let means = understood(&record).err();
    assert_eq!(means, Some(CallFault::Deadline), "{what}");
}

#[test]
fn whatever_drips_is_cut_in_time() {
    let page = || FakeAnswer::new(200, "text/html", vec![b'x'; 100_000]);
    let wait = Duration::from_millis(5);
    let cases = [
        ("a head, byte by byte", page().dripping(1, wait)),
        ("a body in pieces", page().dripping(200, wait)),
        (
            "a body that stops",
            page()
                .claiming(200_000)
                .dripping(60_000, Duration::from_secs(2)),
        ),
        (
            "a body unpacked late",
            page().with("Content-Encoding", "gzip").dripping(200, wait),
        ),
        (
            "a body that need not end",
            page().claiming(1_000_000).dripping(500, wait),
        ),
    ];
    let adapter = fetcher(loopback());
    for (what, answer) in cases {
        let fake = Fake::saying(answer).unwrap();
        assert_cut(&adapter, &fake.url("/"), what);
    }
    // Redirects share the time of the call.
    let slow = Duration::from_millis(3);
    let answer = FakeAnswer::redirect(302, "/next").dripping(2, slow);
    let fake = Fake::saying(answer).unwrap();
    assert_cut(&adapter, &fake.url("/"), "redirects that drip");
}

#[test]
fn the_other_side_is_hung_up_on() {
    let (told, closed) = std::sync::mpsc::channel();
    let listener = std::net::TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let url = format!("http://{}/", listener.local_addr().unwrap());
    thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        // Nothing is ever said; the copy ends when the other side hangs up.
        let _ = io::copy(&mut stream, &mut io::sink());
        told.send(()).unwrap();
    });
    assert_cut(&fetcher(loopback()), &url, "silence");
    let hung_up = closed.recv_timeout(Duration::from_millis(500));
    assert!(hung_up.is_ok(), "the connection outlived its call");
}

#[derive(Debug)]
struct SlowNames;

impl Resolve for SlowNames {
    fn resolve(&self, _name: &str, _port: u16) -> io::Result<Vec<SocketAddr>> {
        thread::sleep(Duration::from_secs(2));
        Ok(Vec::new())
    }
}

#[test]
fn a_slow_look_up_of_a_name_is_cut_too() {
    let adapter = Adapter::with_names(Settings::default(), Arc::new(SlowNames));
    assert_cut(&adapter, "https://slow.example.org/", "a look-up");
}

#[derive(Debug)]
struct CrashingNames;

impl Resolve for CrashingNames {
    fn resolve(&self, _name: &str, _port: u16) -> io::Result<Vec<SocketAddr>> {
        panic!("on purpose");
    }
}

#[test]
fn a_tool_that_crashes_ends_in_a_record() {
    let adapter = Adapter::with_names(Settings::default(), Arc::new(CrashingNames));
    let request = ToolRequest::Fetch("https://crash.example.org/");
    // Time enough to print where it crashed.
    let record = reach(&adapter, ticket(PlannedCall::fetch(1), 5_000), request);
    assert_eq!(record.end, CallEnd::Broken);
}

#[test]
fn no_time_means_no_call() {
    let fake = Fake::saying(FakeAnswer::new(200, "text/plain", "here")).unwrap();
    let url = fake.url("/");
    let record = reach(
        &fetcher(loopback()),
        ticket(PlannedCall::fetch(1), 0),
        ToolRequest::Fetch(&url),
    );
    assert_eq!((record.end, fake.connections()), (CallEnd::Deadline, 0));
}
