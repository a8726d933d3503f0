//! Real processes on one store: ended at random points, or side by side.
//!
//! `cargo xtask crash` runs them at full size; here they are shorter.
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_macros,
    reason = "the tests start and end processes and say what they skip"
)]

use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, BufReader, Read};
use std::ops::ControlFlow;
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::thread;
use std::time::Duration;

use groundstop_ledger::Ledger;
use groundstop_ledger::store::{LogStore, SqliteStore, open};
use groundstop_ledger::tree::verify_inclusion;
use groundstop_testing::empty_folder;
use groundstop_testing::postgres_server::{self, Server};

/// A number from the environment, where the full run sets one.
fn size(variable: &str, short: u64) -> u64 {
    let set = std::env::var(variable).ok();
    set.and_then(|text| text.parse().ok()).unwrap_or(short)
}

fn sqlite(name: &str) -> String {
    let folder = empty_folder(Path::new(env!("CARGO_TARGET_TMPDIR")).join(name));
    folder.join("ledger.db").to_string_lossy().into_owned()
}

fn writer(mode: &str, address: &str, count: u64, mark: &str) -> (Child, BufReader<ChildStdout>) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_ledger-writer"))
        .args([mode, address, "8", &count.to_string(), mark])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let out = BufReader::new(child.stdout.take().unwrap());
    (child, out)
}

/// The whole lines a writer printed: place and name of what was acknowledged.
fn acknowledged(out: impl BufRead) -> Vec<(u64, String)> {
    let lines = out
        .split(b'\n')
        .map(|line| String::from_utf8(line.unwrap()).unwrap());
    let pair = |line: String| {
        let (index, name) = line.split_once(' ')?;
        Some((index.parse().ok()?, name.to_owned()))
    };
    lines.filter_map(pair).collect()
}

fn audit(address: &str) -> (Ledger, u64) {
    let ledger = Ledger::new(open(address).unwrap());
    let audited = ledger
        .fsck(None, &mut |_, _| ControlFlow::Continue(()), |_| Ok(()))
        .unwrap();
    (ledger, audited.size)
}

/// Numbers that look random and are the same in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % limit
    }
}

/// Ends a writer at a random point and looks whether the store kept its word.
/// Gives how many records were acknowledged.
fn crash(
    address: &str,
    point: u64,
    dice: &mut Dice,
    known: &mut BTreeMap<u64, String>,
    meanwhile: impl FnOnce(),
) -> u64 {
    let (mut child, mut out) = writer("append", address, u64::MAX, &format!("p{point}"));
    // Every third is ended while it opens the store, the others while they write.
    let mut first = String::new();
    if !point.is_multiple_of(3) {
        out.read_line(&mut first).unwrap();
    }
    thread::sleep(Duration::from_micros(dice.below(40_000)));
    meanwhile();
    child.kill().unwrap();
    child.wait().unwrap();
    let lines = acknowledged(first.as_bytes().chain(out));
    for (index, name) in &lines {
        assert_eq!(
            known.insert(*index, name.clone()),
            None,
            "record {index} twice"
        );
    }
    lines.len() as u64
}

/// Every acknowledged record is in its place, and the whole tree verifies.
fn look(address: &str, known: &BTreeMap<u64, String>, from: u64) -> u64 {
    let (ledger, size) = audit(address);
    let mut names = BTreeMap::new();
    let mut at = from;
    while at < size {
        for entry in ledger.store().entries(at).unwrap() {
            names.insert(entry.index, entry.facts.name.unwrap());
            at = entry.index + 1;
        }
    }
    let different: BTreeSet<&String> = names.values().collect();
    assert_eq!(different.len(), names.len(), "a record is there twice");
    for (index, name) in known.range(from..) {
        assert_eq!(names.get(index), Some(name), "record {index} of {size}");
    }
    size
}

#[test]
fn a_file_keeps_every_acknowledged_record_wherever_its_writer_is_ended() {
    let points = size("GROUNDSTOP_CRASH_POINTS", 50);
    let mut dice = Dice(0x5eed);
    let (mut address, mut known, mut checked, mut total) = (String::new(), BTreeMap::new(), 0, 0);
    for point in 0..points {
        if point % 25 == 0 {
            address = sqlite(&format!("crash-{point}"));
            (known, checked) = (BTreeMap::new(), 0);
        }
        total += crash(&address, point, &mut dice, &mut known, || ());
        // What the ended writer left can be read without writing, too.
        if let Some(last) = known.keys().next_back() {
            let reader = SqliteStore::open_read_only(address.as_ref()).unwrap();
            assert!(reader.head().unwrap().frontier.size() > *last);
        }
        checked = look(&address, &known, checked);
    }
    assert!(total > points, "{total} records were acknowledged");
    eprintln!("SQLite: {points} writers ended, {total} acknowledged records, none lost");
}

#[test]
fn a_database_keeps_every_acknowledged_record_wherever_writer_or_server_are_ended() {
    let Some(mut server) = Server::start("crash") else {
        return;
    };
    let points = size("GROUNDSTOP_CRASH_POINTS", 50);
    let mut dice = Dice(0xdeed);
    let (mut address, mut known, mut checked, mut total) = (String::new(), BTreeMap::new(), 0, 0);
    for point in 0..points {
        if point % 25 == 0 {
            address = server.database();
            (known, checked) = (BTreeMap::new(), 0);
        }
        // Every tenth time the server goes first.
        let halts = point % 10 == 7;
        total += crash(&address, point, &mut dice, &mut known, || {
            if halts {
                server.halt();
            }
        });
        if halts {
            server.restart();
        }
        checked = look(&address, &known, checked);
    }
    assert!(total > points, "{total} records were acknowledged");
    eprintln!("PostgreSQL: {points} writers ended, {total} acknowledged records, none lost");
}

/// Two processes of eight threads append; every place is taken once.
fn side_by_side(address: &str, records: u64) {
    let each = records / 16;
    let writers: Vec<_> = ["a", "b"]
        .map(|mark| writer("append", address, each, mark))
        .into();
    let lines: Vec<_> = thread::scope(|scope| {
        let readers: Vec<_> = writers
            .into_iter()
            .map(|(mut child, out)| {
                scope.spawn(move || {
                    let lines = acknowledged(out);
                    let mut said = String::new();
                    child
                        .stderr
                        .take()
                        .unwrap()
                        .read_to_string(&mut said)
                        .unwrap();
                    assert!(child.wait().unwrap().success(), "{said}");
                    lines
                })
            })
            .collect();
        readers
            .into_iter()
            .flat_map(|reader| reader.join().unwrap())
            .collect()
    });
    let known: BTreeMap<u64, String> = lines.iter().cloned().collect();
    assert_eq!(lines.len() as u64, 16 * each);
    assert!(
        known.keys().copied().eq(0..16 * each),
        "a place is missing or taken twice"
    );
    assert_eq!(look(address, &known, 0), 16 * each);
    let (ledger, size) = audit(address);
    let root = ledger.root_at(size).unwrap();
    for index in (0..size).step_by(97).chain([size - 1]) {
        let proof = ledger.inclusion(index, size).unwrap();
        let leaf = ledger.record(index).unwrap().leaf;
        verify_inclusion(&leaf, index, size, &proof, root.as_ref()).unwrap();
    }
    eprintln!(
        "{}: {size} records of two processes, no gap",
        ledger.store().describe()
    );
}

#[test]
fn two_processes_on_one_file_leave_no_gap() {
    side_by_side(&sqlite("stress"), size("GROUNDSTOP_STRESS_RECORDS", 3_200));
}

#[test]
fn two_processes_on_one_database_leave_no_gap() {
    let Some(server) = postgres_server::server() else {
        return;
    };
    side_by_side(&server.database(), size("GROUNDSTOP_STRESS_RECORDS", 3_200));
}

/// Two processes of eight threads try to spend more than there is.
fn within_limits(address: &str) {
    drop(open(address).unwrap());
    let tries = size("GROUNDSTOP_STRESS_ATTEMPTS", 640) / 16;
    let writers = ["a", "b"].map(|mark| writer("reserve", address, tries, mark));
    let granted: usize = writers
        .into_iter()
        .map(|(mut child, out)| {
            let granted = out.lines().count();
            assert!(child.wait().unwrap().success());
            granted
        })
        .sum();
    assert_eq!(granted, 250);
}

#[test]
fn two_processes_cannot_spend_more_than_the_limit() {
    within_limits(&sqlite("limits"));
    if let Some(server) = postgres_server::server() {
        within_limits(&server.database());
    }
}
