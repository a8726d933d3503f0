//! What a call takes of the machine, and what it takes from its surroundings.
#![allow(clippy::disallowed_methods, reason = "tests look at their own process")]

use std::process::Command;

use crate::common::{AMPLE_MS, fetcher, loopback, reach, ticket};
use groundstop_adapter::ToolRequest;
use groundstop_certify::fakes::{Fake, FakeAnswer, bomb};
use groundstop_contract::pack::CallEnd;
use groundstop_research::plan::PlannedCall;

/// Names the page that the child fetches.
const PAGE: &str = "GROUNDSTOP_TEST_PAGE";

fn fetch(url: &str) -> CallEnd {
    let ticket = ticket(PlannedCall::fetch(1), AMPLE_MS);
    reach(&fetcher(loopback()), ticket, ToolRequest::Fetch(url)).end
}

/// This program once more, running one test that does nothing elsewhere.
fn alone(test: &str, page: &str) -> Command {
    let mut child = Command::new(std::env::current_exe().unwrap());
    let name = format!("{}::{test}", module_path!().split_once("::").unwrap().1);
    child.args(["--exact", &name]).env(PAGE, page);
    child
}

/// Starts it; the one test it was asked for has run.
fn passes(mut child: Command) {
    let output = child.output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        output.status.success() && said.contains("1 passed"),
        "{output:?}"
    );
}

/// Runs in the child only, where there is a page to fetch.
#[test]
fn child() {
    if let Ok(page) = std::env::var(PAGE) {
        assert_eq!(fetch(&page), CallEnd::Answered);
    }
}

#[test]
fn a_proxy_of_the_environment_is_not_used() {
    let proxy = Fake::saying(FakeAnswer::new(200, "text/plain", "the proxy")).unwrap();
    let page = Fake::saying(FakeAnswer::new(200, "text/plain", "the page")).unwrap();
    let mut child = alone("child", &page.url("/"));
    for name in ["http_proxy", "https_proxy", "all_proxy"] {
        child.env(name, proxy.url(""));
        child.env(name.to_uppercase(), proxy.url(""));
    }
    child.env_remove("no_proxy").env_remove("NO_PROXY");
    passes(child);
    assert_eq!((proxy.connections(), page.connections()), (0, 1));
}

/// The most memory this process ever held, in KiB.
#[cfg(target_os = "linux")]
fn peak_kib() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmHWM:"));
    let number = line.unwrap().split_ascii_whitespace().nth(1).unwrap();
    number.parse().unwrap()
}

/// In a process of its own: what other tests take must not count.
#[cfg(target_os = "linux")]
#[test]
fn memory_is_bounded_whatever_comes() {
    passes(alone("memory_of_a_child", ""));
}

/// Runs in the child only.
#[cfg(target_os = "linux")]
#[test]
fn memory_of_a_child() {
    const MORE_KIB: u64 = 64 * 1024;
    if std::env::var_os(PAGE).is_none() {
        return;
    }
    let packed = bomb(2000).unwrap();
    let before = peak_kib();
    let bomb = FakeAnswer::new(200, "text/html", packed).with("Content-Encoding", "gzip");
    let fake = Fake::saying(bomb).unwrap();
    assert_eq!(fetch(&fake.url("/")), CallEnd::TooLarge);
    let fake = Fake::saying(FakeAnswer::new(200, "text/html", "").endless()).unwrap();
    assert_eq!(fetch(&fake.url("/")), CallEnd::TooLarge);
    let more = peak_kib().saturating_sub(before);
    assert!(more < MORE_KIB, "{more} KiB");
}
