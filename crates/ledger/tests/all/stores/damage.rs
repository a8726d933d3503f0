//! Full disks, read-only stores, changed bytes, databases that go away: named,
//! nothing lost, nothing repaired in silence.

use std::fs;
use std::ops::ControlFlow;

use groundstop_ledger::audit::{AuditError, WrongKind};
use groundstop_ledger::note::SigningKey;
use groundstop_ledger::record::Once;
use groundstop_ledger::store::{LogStore, PostgresStore, SqliteStore, Store, StoreError};
use groundstop_ledger::{Ledger, LedgerError};

use crate::stores::{at, draft, filled, path};
use groundstop_testing::postgres_server::{self, Server};

fn fsck(ledger: &Ledger) -> Result<u64, AuditError> {
    let audited = ledger.fsck(None, &mut |_, _| ControlFlow::Continue(()), |_| Ok(()))?;
    Ok(audited.size)
}

fn wrong(ledger: &Ledger) -> (WrongKind, Option<u64>) {
    match fsck(ledger) {
        Err(AuditError::Wrong(wrong)) => (wrong.kind, wrong.index),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_full_file_is_named_and_keeps_what_it_has() {
    let path = path("full");
    let ledger = filled(Box::new(SqliteStore::open(&path).unwrap()), 50);
    drop(ledger);
    let store = SqliteStore::open(&path).unwrap();
    store.limit_pages(30).unwrap();
    let ledger = Ledger::new(Box::new(store));
    let mut acknowledged = 50;
    let error = loop {
        match ledger.append(draft(acknowledged, at(1000))) {
            Ok(_) => acknowledged += 1,
            Err(error) => break error,
        }
    };
    assert!(matches!(error, StoreError::Full(_)), "{error}");
    assert_eq!(fsck(&ledger), Ok(acknowledged));
    drop(ledger);
    let ledger = Ledger::new(Box::new(SqliteStore::open(&path).unwrap()));
    assert_eq!(fsck(&ledger), Ok(acknowledged));
    ledger.append(draft(acknowledged, at(1000))).unwrap();
}

#[test]
fn a_file_opened_for_reading_takes_nothing() {
    let path = path("read-only");
    drop(filled(Box::new(SqliteStore::open(&path).unwrap()), 5));
    let store = SqliteStore::open_read_only(&path).unwrap();
    let error = store.append(&[draft(5, at(9))]).unwrap_err();
    assert!(matches!(error, StoreError::ReadOnly(_)), "{error}");
    assert_eq!(fsck(&Ledger::new(Box::new(store))), Ok(5));
}

#[test]
fn a_file_refuses_to_be_rewritten_by_hand() {
    let path = path("by-hand");
    drop(filled(Box::new(SqliteStore::open(&path).unwrap()), 300));
    let raw = rusqlite::Connection::open(&path).unwrap();
    for sql in [
        "UPDATE entries SET record = x'00' WHERE seq = 3",
        "DELETE FROM entries WHERE seq = 299",
        "INSERT INTO entries VALUES (400, x'', 0, 'x', NULL, NULL, x'')",
        "UPDATE subtrees SET hash = x'00'",
        "DELETE FROM subtrees",
        "UPDATE head SET size = 10",
        "DELETE FROM head",
    ] {
        assert!(raw.execute(sql, []).is_err(), "{sql}");
    }
    drop(raw);
    assert_eq!(
        fsck(&Ledger::new(Box::new(SqliteStore::open(&path).unwrap()))),
        Ok(300)
    );
}

/// What keeps a file from being rewritten by hand, removed.
const GUARDS: &str = "DROP TRIGGER entries_follow; DROP TRIGGER entries_stay; DROP TRIGGER entries_last;
    DROP TRIGGER subtrees_stay; DROP TRIGGER subtrees_last; DROP TRIGGER head_grows; DROP TRIGGER head_lasts;";

/// Somebody with the whole file in hand, who removes the guards first.
#[test]
fn what_was_changed_behind_the_guards_is_named_with_its_record() {
    for (sql, kind, index) in [
        (
            "UPDATE entries SET record = CAST(replace(CAST(record AS TEXT), 'decision', 'decisiom') AS BLOB) WHERE seq = 7",
            WrongKind::LeafDiffers,
            Some(7),
        ),
        (
            "UPDATE entries SET leaf = zeroblob(32) WHERE seq = 8",
            WrongKind::LeafDiffers,
            Some(8),
        ),
        (
            "UPDATE entries SET leaf = zeroblob(3) WHERE seq = 8",
            WrongKind::Damaged,
            None,
        ),
        ("DELETE FROM entries WHERE seq = 9", WrongKind::Gap, Some(9)),
        (
            "INSERT INTO entries SELECT 300, leaf, at_us, kind, name, document, record FROM entries WHERE seq = 4",
            WrongKind::HeadDiffers,
            Some(300),
        ),
        (
            "DELETE FROM entries WHERE seq >= 290",
            WrongKind::Gap,
            Some(290),
        ),
        (
            "UPDATE entries SET name = 'other' WHERE seq = 4",
            WrongKind::FactsDiffer,
            Some(4),
        ),
        (
            "UPDATE entries SET document = NULL WHERE seq = 4",
            WrongKind::FactsDiffer,
            Some(4),
        ),
        (
            "UPDATE entries SET at_us = 5 WHERE seq = 4",
            WrongKind::FactsDiffer,
            Some(4),
        ),
        (
            "UPDATE subtrees SET hash = zeroblob(32)",
            WrongKind::SubtreeDiffers,
            Some(255),
        ),
        ("DELETE FROM subtrees", WrongKind::SubtreeDiffers, Some(255)),
        (
            "UPDATE head SET frontier = zeroblob(length(frontier))",
            WrongKind::HeadDiffers,
            None,
        ),
        ("UPDATE head SET frontier = x'00'", WrongKind::Damaged, None),
    ] {
        let path = path("changed");
        drop(filled(Box::new(SqliteStore::open(&path).unwrap()), 300));
        let raw = rusqlite::Connection::open(&path).unwrap();
        raw.execute_batch(GUARDS).unwrap();
        raw.execute_batch(sql).unwrap();
        drop(raw);
        let ledger = Ledger::new(Box::new(SqliteStore::open(&path).unwrap()));
        assert_eq!(wrong(&ledger), (kind, index), "{sql}");
    }
}

#[test]
fn a_corrupt_page_is_named_wherever_it_is() {
    let path = path("page");
    let ledger = filled(Box::new(SqliteStore::open(&path).unwrap()), 300);
    ledger.store().sweep(at(0)).unwrap();
    drop(ledger);
    let raw = rusqlite::Connection::open(&path).unwrap();
    raw.execute_batch("PRAGMA wal_checkpoint(TRUNCATE);")
        .unwrap();
    drop(raw);
    let whole = fs::read(&path).unwrap();
    let pages = whole.len() / 4096;
    let mut named = 0;
    for page in 1..pages {
        let mut bytes = whole.clone();
        for byte in &mut bytes[page * 4096..page * 4096 + 4096] {
            *byte ^= 0x5a;
        }
        fs::write(&path, &bytes).unwrap();
        // Empty tables and their indexes have pages too; what holds something is missed.
        let found = SqliteStore::open(&path).map(|store| fsck(&Ledger::new(Box::new(store))));
        match found {
            Ok(Ok(size)) => assert_eq!(size, 300),
            Ok(Err(AuditError::Wrong(_))) => named += 1,
            Ok(Err(AuditError::Cancelled)) => panic!("page {page}: nobody cancelled"),
            Ok(Err(AuditError::Store(error))) | Err(error) => panic!("page {page}: {error}"),
        }
        // Nothing was repaired or removed by looking.
        assert!(fs::read(&path).unwrap() == bytes, "page {page}");
    }
    assert!(named * 2 > pages, "{named} of {pages}");
    fs::write(&path, &whole).unwrap();
    assert_eq!(
        fsck(&Ledger::new(Box::new(SqliteStore::open(&path).unwrap()))),
        Ok(300)
    );
}

#[test]
fn a_database_refuses_to_be_rewritten_by_hand_and_changes_behind_the_guards_are_named() {
    let Some(server) = postgres_server::server() else {
        return;
    };
    let address = server.database();
    let name = address.rsplit('/').next().unwrap().to_owned();
    drop(filled(
        Box::new(PostgresStore::open(&address).unwrap()),
        300,
    ));
    for sql in [
        "UPDATE groundstop.entries SET kind = 'x'",
        "DELETE FROM groundstop.entries WHERE seq = 299",
        "TRUNCATE groundstop.entries",
        "DELETE FROM groundstop.subtrees",
        "UPDATE groundstop.head SET size = 10",
        "DELETE FROM groundstop.head",
    ] {
        assert!(server.run(&name, sql).is_err(), "{sql}");
    }
    let ledger = Ledger::new(Box::new(PostgresStore::open(&address).unwrap()));
    assert_eq!(fsck(&ledger), Ok(300));
    let sql = "ALTER TABLE groundstop.entries DISABLE TRIGGER ALL;
        UPDATE groundstop.entries SET record = record || '\\x20' WHERE seq = 260";
    server.run(&name, sql).unwrap();
    assert_eq!(wrong(&ledger), (WrongKind::LeafDiffers, Some(260)));
    server
        .run(&name, "DELETE FROM groundstop.entries WHERE seq = 11")
        .unwrap();
    assert_eq!(wrong(&ledger), (WrongKind::Gap, Some(11)));
}

#[test]
fn a_database_that_is_full_or_read_only_says_so_and_keeps_what_it_has() {
    let Some(server) = postgres_server::server() else {
        return;
    };
    let address = server.database();
    let name = address.rsplit('/').next().unwrap().to_owned();
    let ledger = filled(Box::new(PostgresStore::open(&address).unwrap()), 20);
    // The error a full disk gives, given by a trigger: it holds wherever the tests run.
    let full = "CREATE FUNCTION groundstop.full() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$;
        CREATE TRIGGER full_disk AFTER INSERT ON groundstop.entries FOR EACH STATEMENT EXECUTE FUNCTION groundstop.full();";
    server.run(&name, full).unwrap();
    let error = ledger.append(draft(20, at(20))).unwrap_err();
    assert!(matches!(error, StoreError::Full(_)), "{error}");
    assert_eq!(fsck(&ledger), Ok(20));
    server
        .run(&name, "DROP TRIGGER full_disk ON groundstop.entries")
        .unwrap();
    ledger.append(draft(20, at(20))).unwrap();
    let read_only = format!("ALTER DATABASE {name} SET default_transaction_read_only = on");
    server.run("postgres", &read_only).unwrap();
    let ledger = Ledger::new(Box::new(PostgresStore::open(&address).unwrap()));
    let error = ledger.append(draft(21, at(21))).unwrap_err();
    assert!(matches!(error, StoreError::ReadOnly(_)), "{error}");
    assert_eq!(fsck(&ledger), Ok(21));
}

#[test]
fn a_database_without_sync_is_refused() {
    let Some(server) = Server::start("nosync") else {
        return;
    };
    server
        .run("postgres", "ALTER SYSTEM SET fsync = off")
        .unwrap();
    server.run("postgres", "SELECT pg_reload_conf()").unwrap();
    let error = (0..100)
        .find_map(|_| {
            std::thread::sleep(std::time::Duration::from_millis(20));
            PostgresStore::open(&server.address("postgres")).err()
        })
        .unwrap();
    assert!(matches!(error, StoreError::NotDurable(_)), "{error}");
}

#[test]
fn a_database_that_goes_away_is_tried_a_few_times_and_then_named() {
    let Some(mut server) = Server::start("gone") else {
        return;
    };
    let address = server.database();
    let ledger = filled(Box::new(PostgresStore::open(&address).unwrap()), 10);
    server.halt();
    let error = ledger.append(draft(10, at(10))).unwrap_err();
    assert!(matches!(error, StoreError::Gone(_)), "{error}");
    server.restart();
    // The same connection object finds its way back, and nothing was half-written.
    assert_eq!(fsck(&ledger), Ok(10));
    ledger.append(draft(10, at(10))).unwrap();
    assert_eq!(fsck(&ledger), Ok(11));
}

/// A key that somebody pointed at another record must not give that record away.
#[test]
fn a_changed_row_of_the_idempotency_keys_is_named_and_replays_nothing() {
    let once = |key: &str, input: &str| Some(Once::new(key, input.repeat(64)).unwrap());
    let changes = [
        "UPDATE once SET seq = 1 WHERE key = 'mine'",
        "UPDATE once SET seq = 2 WHERE key = 'mine'",
        "UPDATE once SET seq = 77 WHERE key = 'mine'",
        "UPDATE once SET input = repeat('b', 64), seq = 1 WHERE key = 'mine'",
        "UPDATE once SET input = repeat('c', 64) WHERE key = 'mine'",
    ];
    let fill = |store: Box<dyn Store>| {
        let ledger = Ledger::new(store);
        let first = draft(0, at(0)).once(once("mine", "a"));
        let theirs = draft(1, at(1)).once(once("theirs", "b"));
        ledger
            .append_all(&[first, theirs, draft(2, at(2))])
            .unwrap();
        ledger
    };
    let refused = |ledger: &Ledger, sql: &str| {
        for input in ["a", "b"] {
            let ended = ledger.append(draft(3, at(3)).once(once("mine", input)));
            assert!(
                matches!(&ended, Err(StoreError::Corrupt(why)) if why.contains("`mine`")),
                "{sql}: {ended:?}"
            );
        }
        assert_eq!(fsck(ledger), Ok(3));
    };
    for sql in changes {
        let path = path("once-changed");
        let ledger = fill(Box::new(SqliteStore::open(&path).unwrap()));
        let raw = rusqlite::Connection::open(&path).unwrap();
        let spelled = sql.replace("repeat('b', 64)", &format!("'{}'", "b".repeat(64)));
        let spelled = spelled.replace("repeat('c', 64)", &format!("'{}'", "c".repeat(64)));
        raw.execute_batch(&spelled).unwrap();
        refused(&ledger, sql);
    }
    let Some(server) = postgres_server::server() else {
        return;
    };
    for sql in changes {
        let address = server.database();
        let name = address.rsplit('/').next().unwrap();
        let ledger = fill(Box::new(PostgresStore::open(&address).unwrap()));
        let sql = sql.replace("UPDATE once", "UPDATE groundstop.once");
        server.run(name, &sql).unwrap();
        refused(&ledger, &sql);
    }
}

/// The first record of one log in the place of that of another, tree and end made to fit.
fn rewritten(name: &str, key: &SigningKey) -> std::path::PathBuf {
    let (path, other) = (path(name), path(&format!("{name}-other")));
    let ledger = filled(Box::new(SqliteStore::open(&path).unwrap()), 5);
    ledger.checkpoint(key, false).unwrap();
    let forged = Ledger::new(Box::new(SqliteStore::open(&other).unwrap()));
    for (number, time) in [(7, 0), (1, 1), (2, 2), (3, 3), (4, 4)] {
        forged.append(draft(number, at(time))).unwrap();
    }
    drop((ledger, forged));
    let raw = rusqlite::Connection::open(&path).unwrap();
    raw.execute_batch(&format!(
        "{GUARDS} ATTACH '{}' AS other; DELETE FROM entries; DELETE FROM head; \
         INSERT INTO entries SELECT * FROM other.entries; INSERT INTO head SELECT * FROM other.head;",
        other.display()
    ))
    .unwrap();
    path
}

#[test]
fn nothing_is_signed_behind_a_log_that_was_rewritten() {
    let key = SigningKey::from_seed("log", [1; 32]).unwrap();
    let path = rewritten("rewritten", &key);
    let ledger = Ledger::new(Box::new(SqliteStore::open(&path).unwrap()));
    ledger.append(draft(9, at(9))).unwrap();
    assert_eq!(
        ledger.checkpoint(&key, false),
        Err(LedgerError::Rewritten(5))
    );
    assert_eq!(
        ledger.checkpoint(&key, true),
        Err(LedgerError::Rewritten(5))
    );
    let audited = ledger.fsck(
        Some(key.public()),
        &mut |_, _| ControlFlow::Continue(()),
        |_| Ok(()),
    );
    assert!(
        matches!(audited, Err(AuditError::Wrong(wrong)) if wrong.kind == WrongKind::CheckpointDiffers)
    );
}

#[test]
fn a_checkpoint_that_nobody_signed_proves_nothing() {
    let key = SigningKey::from_seed("log", [1; 32]).unwrap();
    let stranger = SigningKey::from_seed("log", [2; 32]).unwrap();
    let path = path("nobody");
    let ledger = filled(Box::new(SqliteStore::open(&path).unwrap()), 5);
    ledger.checkpoint(&stranger, false).unwrap();
    let audited = ledger.fsck(
        Some(key.public()),
        &mut |_, _| ControlFlow::Continue(()),
        |_| Ok(()),
    );
    assert!(
        matches!(audited, Err(AuditError::Wrong(wrong)) if wrong.kind == WrongKind::CheckpointUnsigned)
    );
    assert!(ledger.kept_checkpoints(Some(key.public())).is_err());
    assert_eq!(
        ledger
            .kept_checkpoints(Some(stranger.public()))
            .unwrap()
            .len(),
        1
    );
}

#[test]
fn a_record_whose_bytes_were_changed_is_not_shown() {
    let path = path("shown");
    drop(filled(Box::new(SqliteStore::open(&path).unwrap()), 5));
    let raw = rusqlite::Connection::open(&path).unwrap();
    raw.execute_batch(&format!(
        "{GUARDS} UPDATE entries SET record = CAST(replace(CAST(record AS TEXT), 'decision', 'decisiom') AS BLOB) WHERE seq = 2"
    ))
    .unwrap();
    drop(raw);
    let ledger = Ledger::new(Box::new(SqliteStore::open(&path).unwrap()));
    assert!(ledger.record(1).is_ok());
    let shown = ledger.record(2);
    assert!(
        matches!(shown, Err(LedgerError::Store(StoreError::Corrupt(_)))),
        "{shown:?}"
    );
}
