//! What was removed rather than changed: guards, checkpoints, the log itself.

use std::fs;
use std::ops::ControlFlow;

use groundstop_ledger::audit::{AuditError, WrongKind};
use groundstop_ledger::note::SigningKey;
use groundstop_ledger::store::{PostgresStore, SqliteStore, StoreError};
use groundstop_ledger::{Ledger, LedgerError};

use crate::stores::{at, draft, filled, path};
use groundstop_testing::postgres_server;

/// What both ways of looking through the log find.
fn wrong(ledger: &Ledger) -> (WrongKind, String) {
    let named = |error| match error {
        AuditError::Wrong(wrong) => (wrong.kind, wrong.detail),
        error => panic!("{error}"),
    };
    let verified = named(
        ledger
            .verify(&[], &mut |_, _| ControlFlow::Continue(()))
            .unwrap_err(),
    );
    let checked = named(
        ledger
            .fsck(None, &mut |_, _| ControlFlow::Continue(()), |_| Ok(()))
            .unwrap_err(),
    );
    assert_eq!(verified, checked);
    checked
}

fn well(ledger: &Ledger) {
    ledger
        .verify(&[], &mut |_, _| ControlFlow::Continue(()))
        .unwrap();
    ledger
        .fsck(None, &mut |_, _| ControlFlow::Continue(()), |_| Ok(()))
        .unwrap();
}

#[test]
fn every_guard_of_a_file_is_missed() {
    let whole = path("guards");
    drop(filled(Box::new(SqliteStore::open(&whole).unwrap()), 5));
    let raw = rusqlite::Connection::open(&whole).unwrap();
    let sql = "SELECT name FROM sqlite_schema WHERE type = 'trigger'";
    let names: Vec<String> = raw
        .prepare(sql)
        .unwrap()
        .query_map([], |row| row.get(0))
        .unwrap()
        .map(Result::unwrap)
        .collect();
    drop(raw);
    assert_eq!(names.len(), 9);
    for name in names {
        // Removed, and replaced by one that guards nothing.
        let idle = format!("CREATE TRIGGER {name} BEFORE UPDATE ON entries BEGIN SELECT 1; END");
        for after in ["", &idle] {
            let path = path("guardless");
            fs::copy(&whole, &path).unwrap();
            let raw = rusqlite::Connection::open(&path).unwrap();
            raw.execute_batch(&format!("DROP TRIGGER {name}; {after}"))
                .unwrap();
            drop(raw);
            let ledger = Ledger::new(Box::new(SqliteStore::open(&path).unwrap()));
            let (kind, detail) = wrong(&ledger);
            assert_eq!(kind, WrongKind::GuardMissing);
            assert!(detail.contains(&name), "{detail}");
        }
    }
}

#[test]
fn every_guard_of_a_database_is_missed() {
    let Some(server) = postgres_server::server() else {
        return;
    };
    let guards = [
        ("entries_stay", "entries"),
        ("subtrees_stay", "subtrees"),
        ("checkpoints_stay", "checkpoints"),
        ("head_lasts", "head"),
        ("head_grows", "head"),
    ];
    let changes = guards.iter().flat_map(|(name, table)| {
        let table = format!("groundstop.{table}");
        [
            format!("DROP TRIGGER {name} ON {table}"),
            format!("ALTER TABLE {table} DISABLE TRIGGER {name}"),
            format!("ALTER TABLE {table} ENABLE REPLICA TRIGGER {name}"),
        ]
    });
    let idle = "CREATE OR REPLACE FUNCTION groundstop.stays() RETURNS trigger LANGUAGE plpgsql \
                AS $$ BEGIN RETURN NEW; END $$";
    for sql in changes.chain([idle.to_owned()]) {
        let address = server.database();
        let ledger = filled(Box::new(PostgresStore::open(&address).unwrap()), 3);
        well(&ledger);
        let name = address.rsplit('/').next().unwrap();
        server.run(name, &sql).unwrap();
        assert_eq!(wrong(&ledger).0, WrongKind::GuardMissing, "{sql}");
    }
}

fn key() -> SigningKey {
    SigningKey::from_seed("log", [1; 32]).unwrap()
}

/// Five records, signed after the third and at the end.
fn sign(ledger: &Ledger) {
    for number in 0..5 {
        ledger.append(draft(number, at(0))).unwrap();
        if number == 2 || number == 4 {
            ledger.checkpoint(&key(), false).unwrap();
        }
    }
    well(ledger);
}

fn misses_checkpoints(ledger: &Ledger) {
    assert_eq!(wrong(ledger).0, WrongKind::CheckpointMissing);
    // A log whose signed past is gone may be another one: nothing is signed behind it.
    let refused = ledger.checkpoint(&key(), true);
    assert_eq!(refused, Err(LedgerError::CheckpointsMissing));
}

#[test]
fn checkpoints_that_were_removed_are_missed() {
    let guard = "DROP TRIGGER checkpoints_last;";
    let again = "CREATE TRIGGER checkpoints_last BEFORE DELETE ON checkpoints
BEGIN SELECT RAISE(ABORT, 'a checkpoint is never removed'); END;";
    for gone in ["size = 3", "size = 5", "true"] {
        let path = path("removed");
        let ledger = Ledger::new(Box::new(SqliteStore::open(&path).unwrap()));
        sign(&ledger);
        let raw = rusqlite::Connection::open(&path).unwrap();
        let sql = format!("{guard} DELETE FROM checkpoints WHERE {gone}; {again}");
        raw.execute_batch(&sql).unwrap();
        misses_checkpoints(&ledger);
        // A store that was not counted yet: a log that has a name had one at least.
        raw.execute_batch("DELETE FROM meta WHERE key = 'checkpoints'")
            .unwrap();
        match gone {
            "true" => misses_checkpoints(&ledger),
            _ => well(&ledger),
        }
    }
    let Some(server) = postgres_server::server() else {
        return;
    };
    for gone in ["size = 3", "true"] {
        let address = server.database();
        let ledger = Ledger::new(Box::new(PostgresStore::open(&address).unwrap()));
        sign(&ledger);
        let sql = format!(
            "ALTER TABLE groundstop.checkpoints DISABLE TRIGGER ALL; \
             DELETE FROM groundstop.checkpoints WHERE {gone}; \
             ALTER TABLE groundstop.checkpoints ENABLE TRIGGER ALL"
        );
        server
            .run(address.rsplit('/').next().unwrap(), &sql)
            .unwrap();
        misses_checkpoints(&ledger);
    }
}

#[test]
fn a_file_that_was_cut_off_is_never_taken_for_a_new_one() {
    let path = path("cut");
    drop(filled(Box::new(SqliteStore::open(&path).unwrap()), 50));
    let whole = fs::read(&path).unwrap();
    let half = whole.len() / 2;
    for length in [
        0,
        1,
        15,
        16,
        50,
        99,
        100,
        511,
        512,
        4095,
        4096,
        half,
        whole.len() - 1,
    ] {
        fs::write(&path, &whole[..length]).unwrap();
        for error in [
            SqliteStore::open(&path).err(),
            SqliteStore::open_read_only(&path).err(),
        ] {
            let Some(error) = error else {
                panic!("{length} bytes are taken for a log");
            };
            match length {
                0 => assert!(matches!(error, StoreError::Lost(_)), "{error}"),
                _ => assert!(
                    matches!(
                        error,
                        StoreError::Lost(_) | StoreError::Corrupt(_) | StoreError::NotALedger(_)
                    ),
                    "{length}: {error}"
                ),
            }
        }
        assert_eq!(fs::read(&path).unwrap(), &whole[..length], "left as it is");
    }
    // Tables that are gone, and a file that is gone while what belongs to it is not.
    fs::remove_file(&path).unwrap();
    rusqlite::Connection::open(&path)
        .unwrap()
        .execute_batch("PRAGMA user_version = 1; PRAGMA application_id = 1196643408")
        .unwrap();
    let error = SqliteStore::open(&path).err().unwrap();
    assert!(matches!(error, StoreError::Lost(_)), "{error}");
    fs::remove_file(&path).unwrap();
    fs::write(path.with_file_name("ledger.db-wal"), "frames").unwrap();
    let error = SqliteStore::open(&path).err().unwrap();
    assert!(matches!(error, StoreError::Lost(_)), "{error}");
    assert!(!path.exists());
}

#[test]
fn a_new_file_is_whole_and_leaves_nothing_beside_it() {
    let path = path("new");
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| SqliteStore::open(&path).map(drop).unwrap());
        }
    });
    // Of two that close at the same moment, each may take the other for the last one and leave
    // the database's own files to it. Whoever closes alone takes them along.
    drop(SqliteStore::open(&path).unwrap());
    let names: Vec<_> = fs::read_dir(path.parent().unwrap())
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .collect();
    assert_eq!(names, ["ledger.db"]);
}

/// Somebody who changes a record and the hash kept of it, or takes the last ones away.
#[test]
fn a_log_is_exported_only_as_it_was_hashed() {
    for sql in [
        "UPDATE entries SET leaf = zeroblob(32) WHERE seq = 3",
        "UPDATE entries SET record = (SELECT record FROM entries WHERE seq = 2), \
         leaf = (SELECT leaf FROM entries WHERE seq = 2) WHERE seq = 3",
        "DELETE FROM entries WHERE seq = 3",
        "DELETE FROM entries WHERE seq > 3",
    ] {
        let path = path("export");
        let ledger = filled(Box::new(SqliteStore::open(&path).unwrap()), 10);
        let raw = rusqlite::Connection::open(&path).unwrap();
        raw.execute_batch("DROP TRIGGER entries_stay; DROP TRIGGER entries_last;")
            .unwrap();
        raw.execute_batch(sql).unwrap();
        assert!(ledger.export(&mut Vec::new()).is_err(), "{sql}");
    }
}
