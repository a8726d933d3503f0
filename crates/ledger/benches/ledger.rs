//! `cargo xtask bench ledger`: what the ledger does in a second, beside what its
//! stores do at most, and a million receipts verified in bounded memory.
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_macros,
    clippy::cast_precision_loss,
    reason = "a benchmark takes time, makes files and prints"
)]

use std::fs;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::thread;
use std::time::{Duration, Instant};

use cpu_time::ThreadTime;
use groundstop_ledger::record::Draft;
use groundstop_ledger::store::{SqliteStore, Store, open};
use groundstop_ledger::tree::{Frontier, Hash, leaf_hash, verify_inclusion};
use groundstop_ledger::{Ledger, MAX_BATCH, Moment};
use groundstop_testing::postgres_server;
use serde_json::json;

/// About what the report of a short contract weighs.
const RECEIPT_BYTES: usize = 2_000;
const WRITERS: u64 = 64;
const APPENDS: u64 = 32_000;
const SINGLE_INSERTS: u64 = 500;
const CHECKS: usize = 400_000;
const MILLION: u64 = 1_000_000;
/// Receipts of the million are shorter, so that the disk is not what is measured.
const SHORT_BYTES: usize = 500;
/// More than this beyond what the process had before is not bounded.
const MEMORY_MB: u64 = 64;

fn main() -> ExitCode {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("bench-ledger");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    let mut met = true;
    let path = folder.join("ledger.db");
    let insert = sqlite_insert(&folder.join("plain.db"));
    let rate = appends(Box::new(SqliteStore::open(&path).expect("a store")));
    println!(
        "SQLite: {rate:.0} durable receipts a second from {WRITERS} threads; its own single-row insert: {insert:.0} a second"
    );
    met &= goal("durable receipts a second on SQLite", rate, 3_000.0);
    match postgres_server::server() {
        Some(server) => {
            let insert = postgres_insert(&server.database());
            let rate = appends(open(&server.database()).expect("a store"));
            println!(
                "PostgreSQL: {rate:.0} durable receipts a second from {WRITERS} threads; its own single-row insert: {insert:.0} a second"
            );
        }
        None => println!("PostgreSQL: not installed, not measured"),
    }
    let ledger = million(&folder.join("million.db"));
    met &= checks(&ledger);
    met &= whole_log(&ledger);
    let _ = fs::remove_dir_all(&folder);
    match met {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    }
}

fn goal(what: &str, rate: f64, least: f64) -> bool {
    let met = rate >= least;
    let word = if met { "met" } else { "MISSED" };
    println!("  goal: {least:.0} {what}: {word}");
    met
}

fn draft(number: u64, bytes: usize) -> Draft {
    let body = json!({"decision": {
        "receipt": {"id": format!("{number:064x}")},
        "document": {"sha256": format!("{:064x}", number / 10)},
        "text": "x".repeat(bytes),
    }});
    let at = Moment::from_micros(1_700_000_000_000_000 + number as i64);
    Draft::new(&body, at).expect("a draft")
}

fn per_second(count: u64, took: Duration) -> f64 {
    count as f64 / took.as_secs_f64()
}

/// Many threads, each waiting for its record to be durable before the next.
fn appends(store: Box<dyn Store>) -> f64 {
    let ledger = Ledger::new(store);
    let start = Instant::now();
    thread::scope(|scope| {
        for writer in 0..WRITERS {
            let ledger = &ledger;
            scope.spawn(move || {
                for number in 0..APPENDS / WRITERS {
                    let draft = draft(writer * APPENDS + number, RECEIPT_BYTES);
                    ledger.append(draft).expect("appended");
                }
            });
        }
    });
    let took = start.elapsed();
    assert_eq!(
        ledger.store().head().expect("a head").frontier.size(),
        APPENDS
    );
    per_second(APPENDS, took)
}

/// One row, one commit, one sync: what the file can do without us.
fn sqlite_insert(path: &PathBuf) -> f64 {
    let connection = rusqlite::Connection::open(path).expect("a file");
    let setup = "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE t (a INTEGER PRIMARY KEY, b BLOB);";
    connection.execute_batch(setup).expect("a table");
    let bytes = vec![b'x'; RECEIPT_BYTES];
    let start = Instant::now();
    for _ in 0..SINGLE_INSERTS {
        connection
            .execute("INSERT INTO t (b) VALUES (?1)", [&bytes])
            .expect("a row");
    }
    per_second(SINGLE_INSERTS, start.elapsed())
}

fn postgres_insert(address: &str) -> f64 {
    let mut client = postgres::Client::connect(address, postgres::NoTls).expect("a server");
    client
        .batch_execute("CREATE TABLE t (a bigserial PRIMARY KEY, b bytea)")
        .expect("a table");
    let bytes = vec![b'x'; RECEIPT_BYTES];
    let statement = client
        .prepare("INSERT INTO t (b) VALUES ($1)")
        .expect("a statement");
    let start = Instant::now();
    for _ in 0..SINGLE_INSERTS {
        client.execute(&statement, &[&bytes]).expect("a row");
    }
    per_second(SINGLE_INSERTS, start.elapsed())
}

fn million(path: &Path) -> Ledger {
    let ledger = Ledger::new(Box::new(SqliteStore::open(path).expect("a store")));
    let start = Instant::now();
    let mut number = 0;
    while number < MILLION {
        let end = (number + MAX_BATCH as u64).min(MILLION);
        let batch: Vec<Draft> = (number..end).map(|n| draft(n, SHORT_BYTES)).collect();
        ledger.append_all(&batch).expect("appended");
        number = end;
    }
    println!(
        "a log of {MILLION} receipts, written in batches of {MAX_BATCH}: {:.0} s",
        start.elapsed().as_secs_f64()
    );
    ledger
}

/// Whole checks on one core: the record's bytes are hashed, then the way to the root.
fn checks(ledger: &Ledger) -> bool {
    let root = ledger.root_at(MILLION).expect("a root");
    let samples: Vec<(u64, Vec<u8>, Vec<Hash>)> = (0..500u64)
        .map(|n| {
            let index = n * 1_999 % MILLION;
            let record = ledger.record(index).expect("a record").record;
            (
                index,
                record,
                ledger.inclusion(index, MILLION).expect("a proof"),
            )
        })
        .collect();
    let start = ThreadTime::now();
    for (index, record, proof) in samples.iter().cycle().take(CHECKS) {
        let leaf = leaf_hash(black_box(record));
        verify_inclusion(&leaf, *index, MILLION, proof, root.as_ref()).expect("included");
    }
    let rate = per_second(CHECKS as u64, start.elapsed());
    println!("inclusion checks in a log of {MILLION}: {rate:.0} a second of one core's time");
    goal("inclusion checks a second", rate, 100_000.0)
}

/// The log verified from the store, beside hashing the same bytes from memory.
fn whole_log(ledger: &Ledger) -> bool {
    // The kernel then counts the peak from here on.
    let _ = fs::write("/proc/self/clear_refs", "5");
    let before = peak_mb();
    let (wall, start) = (Instant::now(), ThreadTime::now());
    let audited = ledger
        .verify(&[], &mut |_, _| std::ops::ControlFlow::Continue(()))
        .expect("verified");
    let (took, wall) = (start.elapsed(), wall.elapsed());
    let grown = peak_mb().saturating_sub(before);
    let record = ledger.record(0).expect("a record").record;
    let start = ThreadTime::now();
    let mut frontier = Frontier::default();
    for _ in 0..audited.size {
        frontier.push(leaf_hash(black_box(&record)), |_| ());
    }
    black_box(frontier.root());
    let hashing = start.elapsed();
    let ratio = took.as_secs_f64() / hashing.as_secs_f64();
    println!(
        "verifying {} receipts of {} bytes: {:.1} s of CPU, {ratio:.1} times hashing them ({:.1} s), {:.1} s in all; memory grew by {grown} MB",
        audited.size,
        record.len(),
        took.as_secs_f64(),
        hashing.as_secs_f64(),
        wall.as_secs_f64()
    );
    let met = ratio <= 5.0 && grown <= MEMORY_MB;
    println!(
        "  goal: a few times hashing, memory bounded: {}",
        if met { "met" } else { "MISSED" }
    );
    met
}

/// The most memory this process had since its peak was last reset.
fn peak_mb() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().nth(1)?.parse::<u64>().ok());
    kilobytes.unwrap_or(0) / 1024
}
