//! Stores of other versions, of other logs, and of something else altogether.

use std::fs;

use groundstop_ledger::Ledger;
use groundstop_ledger::note::Checkpoint;
use groundstop_ledger::store::{PostgresStore, SCHEMA_VERSION, SqliteStore, StoreError};
use groundstop_ledger::tree::empty_root;

use crate::stores::{at, draft, path, stores};
use groundstop_testing::postgres_server;

fn newer(error: &StoreError) {
    let StoreError::Newer {
        found,
        known,
        product,
    } = error
    else {
        panic!("{error}");
    };
    assert_eq!((*found, *known), (SCHEMA_VERSION + 7, SCHEMA_VERSION));
    assert_eq!(product.as_deref(), Some("groundstop 9.9.9"));
    assert!(
        error.cure().contains("groundstop 9.9.9"),
        "{}",
        error.cure()
    );
}

#[test]
fn a_file_of_a_newer_version_is_refused_and_left_as_it_is() {
    let path = path("newer");
    Ledger::new(Box::new(SqliteStore::open(&path).unwrap()))
        .append(draft(0, at(0)))
        .unwrap();
    let raw = rusqlite::Connection::open(&path).unwrap();
    let version = SCHEMA_VERSION + 7;
    let sql = format!(
        "PRAGMA user_version = {version}; UPDATE meta SET value = 'groundstop 9.9.9' WHERE key = 'product'; PRAGMA wal_checkpoint(TRUNCATE);"
    );
    raw.execute_batch(&sql).unwrap();
    drop(raw);
    let before = fs::read(&path).unwrap();
    newer(&SqliteStore::open(&path).err().unwrap());
    newer(&SqliteStore::open_read_only(&path).err().unwrap());
    assert_eq!(fs::read(&path).unwrap(), before);
}

#[test]
fn a_database_of_a_newer_version_is_refused() {
    let Some(server) = postgres_server::server() else {
        return;
    };
    let address = server.database();
    drop(PostgresStore::open(&address).unwrap());
    let name = address.rsplit('/').next().unwrap();
    let version = SCHEMA_VERSION + 7;
    let sql = format!(
        "UPDATE groundstop.meta SET value = '{version}' WHERE key = 'version';
         UPDATE groundstop.meta SET value = 'groundstop 9.9.9' WHERE key = 'product';"
    );
    server.run(name, &sql).unwrap();
    newer(&PostgresStore::open(&address).err().unwrap());
}

#[test]
fn what_is_no_ledger_is_not_made_one() {
    let text = path("text");
    fs::write(
        &text,
        "this is a letter, not a database, and rather long for its size. ".repeat(80),
    )
    .unwrap();
    let error = SqliteStore::open(&text).err().unwrap();
    assert!(matches!(error, StoreError::NotALedger(_)), "{error}");
    let other = path("other");
    rusqlite::Connection::open(&other)
        .unwrap()
        .execute_batch("CREATE TABLE notes (a)")
        .unwrap();
    let error = SqliteStore::open(&other).err().unwrap();
    assert!(matches!(error, StoreError::NotALedger(_)), "{error}");
    let missing = path("missing").with_file_name("nowhere").join("ledger.db");
    let error = SqliteStore::open(&missing).err().unwrap();
    assert!(matches!(error, StoreError::CannotOpen(_)), "{error}");
    let error = PostgresStore::open("postgres://localhost:port/x")
        .err()
        .unwrap();
    assert!(matches!(error, StoreError::CannotOpen(_)), "{error}");
}

#[test]
fn the_log_of_a_store_is_named_once() {
    for store in stores("origin") {
        assert_eq!(store.origin(), Ok(None));
        let put = |origin: &str, note: &str| {
            let checkpoint = Checkpoint {
                origin: origin.to_owned(),
                size: 0,
                root: empty_root(),
            };
            store.put_checkpoint(&checkpoint, note)
        };
        put("example.org/a", "one").unwrap();
        put("example.org/a", "one").unwrap();
        assert_eq!(store.checkpoints_put(), Ok(1), "equal ones count once");
        put("example.org/a", "two").unwrap();
        assert_eq!(store.checkpoints_put(), Ok(2));
        let error = put("example.org/b", "three").unwrap_err();
        assert_eq!(store.checkpoints_put(), Ok(2));
        assert!(matches!(error, StoreError::OtherLog { .. }), "{error}");
        assert_eq!(store.origin(), Ok(Some("example.org/a".to_owned())));
    }
}

#[test]
fn the_server_of_the_tests_is_run_by_nobody_who_matters() {
    if let Some(server) = postgres_server::server() {
        assert_ne!(server.uid(), 0);
    }
}
