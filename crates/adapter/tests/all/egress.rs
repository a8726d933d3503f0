//! The guard over real sockets: what it refuses is not looked up and not
//! connected to. Both are counted, where they would happen.
//!
//! The published vectors are not part of the project: `GROUNDSTOP_DATA` names
//! the folder that holds them. Without it only ours are run.
#![allow(clippy::disallowed_methods, reason = "tests read the vectors they run")]

use std::path::Path;
use std::sync::Arc;

use crate::common::{AMPLE_MS, Names, loopback, reach, ticket, understood};
use groundstop_adapter::{Adapter, Egress, HostRule, Settings, ToolRequest};
use groundstop_certify::fakes::{Fake, FakeAnswer};
use groundstop_contract::pack::{CallEnd, CallRecord};
use groundstop_research::call::CallFault;
use groundstop_research::plan::PlannedCall;
use serde_json::Value;
use url::{Host, Url};

/// A server that must not be reached, and names nobody knows.
struct Range {
    fake: Fake,
    names: Arc<Names>,
    adapter: Adapter,
}

impl Range {
    /// Plain HTTP and the server's port are permitted, so that nothing but the
    /// judgement of the address stands between the call and the server.
    fn new() -> Range {
        let fake = Fake::saying(FakeAnswer::new(200, "text/plain", "reached")).unwrap();
        let names = Arc::new(Names::changing(&[]));
        let egress = Egress {
            allow_http: true,
            ports: vec![80, 443, fake.port()],
            ..Egress::default()
        };
        let adapter = adapter(egress, &names);
        Range {
            fake,
            names,
            adapter,
        }
    }

    fn fetch(&self, url: &str) -> CallRecord {
        fetch(&self.adapter, url)
    }

    fn assert_refused(&self, url: &str) {
        for url in [url.to_owned(), self.at_the_server(url)] {
            let record = self.fetch(&url);
            assert_eq!(record.end, CallEnd::Refused, "{url:?}");
            let means = understood(&record).err();
            assert_eq!(means, Some(CallFault::Forbidden));
        }
        assert_eq!(self.names.looked_up(), 0, "{url:?} was looked up");
        assert_eq!(self.fake.connections(), 0, "{url:?} was connected to");
    }

    /// The same host, at the port where somebody counts, for a host that is an
    /// address and a text that no parser has to mend.
    fn at_the_server(&self, url: &str) -> String {
        let parsed = Url::parse(url).ok().filter(|parsed| {
            let is_address = !matches!(parsed.host(), None | Some(Host::Domain(_)));
            is_address && parsed.port().is_none() && !url.contains(char::is_control)
        });
        let Some(mut parsed) = parsed else {
            return url.to_owned();
        };
        parsed.set_port(Some(self.fake.port())).unwrap();
        parsed.into()
    }
}

fn adapter(egress: Egress, names: &Arc<Names>) -> Adapter {
    let settings = Settings {
        egress,
        ..Settings::default()
    };
    Adapter::with_names(settings, Arc::clone(names) as Arc<_>)
}

fn fetch(adapter: &Adapter, url: &str) -> CallRecord {
    reach(
        adapter,
        ticket(PlannedCall::fetch(1), AMPLE_MS),
        ToolRequest::Fetch(url),
    )
}

/// Nobody knows the name, so a call that passes the guard ends there.
fn assert_passes(url: &str) {
    let range = Range::new();
    assert_eq!(range.fetch(url).end, CallEnd::Unreachable, "{url:?}");
    assert_eq!(range.names.looked_up(), 1, "{url:?}");
}

#[test]
fn our_vectors_get_their_verdicts() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../conformance/egress/vectors.json");
    let vectors: Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
    let range = Range::new();
    let mut refused = 0;
    for case in vectors["urls"].as_array().unwrap() {
        let url = case["url"].as_str().unwrap();
        match case["expect"].as_str().unwrap() {
            "refuse" => {
                range.assert_refused(url);
                refused += 1;
            }
            "pass" => assert_passes(url),
            other => panic!("{other}"),
        }
    }
    assert!(refused > 200, "{refused}");
}

#[test]
fn published_vectors_get_their_verdicts() {
    let Some(path) = groundstop_testing::data("vectors/ssrf/urls.jsonl", "published vectors")
    else {
        return;
    };
    let lines = std::fs::read_to_string(path).unwrap();
    let range = Range::new();
    for line in lines.lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        let url = case["url"].as_str().unwrap();
        match case["expect"].as_str().unwrap() {
            // A public name gives itself away by what it stands for.
            "refuse" if stands_for_an_inner_address(url) => assert_refused_by_address(url),
            "refuse" => range.assert_refused(url),
            "allow_if_listed" => assert_listed(url),
            // The first address is a public one; what it sends on to is judged by itself.
            "refuse_after_redirect" => {
                assert_passes(url);
                let (_, target) = url.split_once("url=").unwrap();
                range.assert_refused(target);
            }
            "judge_mapped_host" => assert_judged_as_mapped(url),
            other => panic!("a verdict nobody explained: {other}"),
        }
    }
}

/// Names of services that answer with the address written in them, and the like.
fn stands_for_an_inner_address(url: &str) -> bool {
    let host = Url::parse(url)
        .ok()
        .and_then(|url| url.host_str().map(str::to_owned));
    let services = ["nip.io"];
    host.is_some_and(|host| services.iter().any(|service| host.ends_with(service)))
}

fn assert_refused_by_address(url: &str) {
    let names = Arc::new(Names::changing(&[&["169.254.169.254"]]));
    let egress = Egress {
        allow_http: true,
        ..Egress::default()
    };
    let record = fetch(&adapter(egress, &names), url);
    assert_eq!(record.end, CallEnd::Refused, "{url}");
    assert_eq!(names.looked_up(), 1, "{url}");
}

fn verdict_with(allow: &str, url: &str) -> CallEnd {
    let names = Arc::new(Names::changing(&[]));
    let egress = Egress {
        allow_http: true,
        allow: vec![HostRule::parse(allow).unwrap()],
        ..Egress::default()
    };
    fetch(&adapter(egress, &names), url).end
}

fn host_of(url: &str) -> String {
    Url::parse(url).unwrap().host_str().unwrap().to_owned()
}

fn assert_listed(url: &str) {
    assert_passes(url);
    let host = host_of(url);
    assert_eq!(verdict_with(&host, url), CallEnd::Unreachable, "{url}");
    assert_eq!(verdict_with("example.edu", url), CallEnd::Refused, "{url}");
}

/// The list is about the host as the network knows it.
fn assert_judged_as_mapped(url: &str) {
    let host = host_of(url);
    assert!(host.is_ascii());
    assert_eq!(verdict_with(&host, url), CallEnd::Unreachable, "{url}");
    let expected = if host == "example.com" {
        CallEnd::Unreachable
    } else {
        CallEnd::Refused
    };
    assert_eq!(verdict_with("example.com", url), expected, "{url}");
}

#[test]
fn the_counters_count_where_the_way_is_open() {
    let fake = Fake::saying(FakeAnswer::new(200, "text/plain", "reached")).unwrap();
    let names = Arc::new(Names::changing(&[&["127.0.0.1"]]));
    let adapter = adapter(loopback(), &names);
    assert_eq!(fetch(&adapter, &fake.url("/")).end, CallEnd::Answered);
    assert_eq!((fake.connections(), names.looked_up()), (1, 0));
    let named = format!("http://a.localhost:{}/", fake.port());
    assert_eq!(fetch(&adapter, &named).end, CallEnd::Answered);
    assert_eq!((fake.connections(), names.looked_up()), (2, 1));
}

#[test]
fn a_public_name_for_an_inner_address_is_refused() {
    let fake = Fake::saying(FakeAnswer::new(200, "text/plain", "reached")).unwrap();
    for found in [
        &["127.0.0.1"][..],
        &["10.0.0.1"],
        &["::1"],
        &["::ffff:127.0.0.1"],
        &["169.254.169.254"],
        &["8.8.8.8", "127.0.0.1"],
        &["2606:4700:4700::1111", "fd00::1"],
    ] {
        let names = Arc::new(Names::changing(&[found]));
        let egress = Egress {
            allow_http: true,
            allow_loopback_pages: true,
            ports: vec![fake.port()],
            ..Egress::default()
        };
        let url = format!("http://inside.example.org:{}/", fake.port());
        let record = fetch(&adapter(egress, &names), &url);
        assert_eq!(record.end, CallEnd::Refused, "{found:?}");
        assert_eq!((fake.connections(), names.looked_up()), (0, 1));
    }
}

#[test]
fn a_name_that_changes_is_looked_up_once_and_pinned() {
    let fake = Fake::saying(FakeAnswer::new(200, "text/plain", "reached")).unwrap();
    let names = Arc::new(Names::changing(&[&["127.0.0.1"], &["10.0.0.1"]]));
    let url = format!("http://rebinding.localhost:{}/", fake.port());
    let adapter = adapter(loopback(), &names);
    assert_eq!(fetch(&adapter, &url).end, CallEnd::Answered);
    assert_eq!((fake.connections(), names.looked_up()), (1, 1));
    // The next call looks it up again, and is refused for what it finds then.
    assert_eq!(fetch(&adapter, &url).end, CallEnd::Refused);
    assert_eq!((fake.connections(), names.looked_up()), (1, 2));
}

#[test]
fn a_redirect_is_looked_up_and_judged_again() {
    let fake = Fake::start(|asked| match asked.target.as_str() {
        "/" => FakeAnswer::redirect(302, "/again"),
        _ => FakeAnswer::new(200, "text/plain", "reached"),
    })
    .unwrap();
    let names = Arc::new(Names::changing(&[&["127.0.0.1"], &["192.168.0.1"]]));
    let url = format!("http://rebinding.localhost:{}/", fake.port());
    let record = fetch(&adapter(loopback(), &names), &url);
    assert_eq!((record.end, record.hops.len()), (CallEnd::Refused, 1));
    assert_eq!((fake.connections(), names.looked_up()), (1, 2));
}
