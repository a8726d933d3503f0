//! One suite on every store: what a store promises, it promises alike.
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_macros,
    reason = "tests of stores make files, start threads and say what they skip"
)]

mod damage;
mod guarding;
mod keeping;
mod logging;
mod metering;
mod moving;
mod versions;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use groundstop_ledger::record::Draft;
use groundstop_ledger::store::{MemoryStore, PostgresStore, SqliteStore, Store};
use groundstop_ledger::{Ledger, Moment};
use groundstop_testing::{empty_folder, postgres_server};
use serde_json::json;

/// A fresh path for a test's file.
pub(crate) fn path(name: &str) -> PathBuf {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{number}"));
    empty_folder(folder).join("ledger.db")
}

/// Every kind of store, empty.
pub(crate) fn stores(test: &str) -> Vec<Box<dyn Store>> {
    let mut all: Vec<Box<dyn Store>> = vec![
        Box::new(MemoryStore::new()),
        Box::new(SqliteStore::open(&path(test)).unwrap()),
    ];
    if let Some(server) = postgres_server::server() {
        all.push(Box::new(PostgresStore::open(&server.database()).unwrap()));
    }
    all
}

/// A time of the tests, in seconds.
pub(crate) fn at(seconds: i64) -> Moment {
    Moment::from_micros(1_700_000_000_000_000 + seconds * 1_000_000)
}

/// A record that says a number.
pub(crate) fn draft(number: u64, now: Moment) -> Draft {
    let id = format!("{number:064x}");
    let document = format!("{:064x}", number % 3);
    let body = json!({"decision": {"receipt": {"id": id}, "document": {"sha256": document}}});
    Draft::new(&body, now).unwrap()
}

/// A ledger on a store with so many records.
pub(crate) fn filled(store: Box<dyn Store>, records: u64) -> Ledger {
    let ledger = Ledger::new(store);
    let drafts: Vec<Draft> = (0..records).map(|n| draft(n, at(n as i64))).collect();
    for batch in drafts.chunks(100) {
        ledger.append_all(batch).unwrap();
    }
    ledger
}
