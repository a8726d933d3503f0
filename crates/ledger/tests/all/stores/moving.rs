//! A whole log out of one store and into another.

use std::io::Cursor;
use std::ops::ControlFlow;

use groundstop_ledger::note::SigningKey;
use groundstop_ledger::store::MemoryStore;
use groundstop_ledger::{Expected, Ledger, TransferError};

use crate::stores::{at, draft, filled, stores};

fn exported(records: u64) -> (Ledger, String) {
    let ledger = filled(Box::new(MemoryStore::new()), records);
    let key = SigningKey::from_seed("log", [1; 32]).unwrap();
    ledger.checkpoint(&key, false).unwrap();
    let mut file = Vec::new();
    ledger.export(&mut file).unwrap();
    (ledger, String::from_utf8(file).unwrap())
}

fn import(ledger: &Ledger, file: &str) -> Result<u64, TransferError> {
    ledger
        .import(|| Ok(Cursor::new(file)), Expected::default())
        .map(|moved| moved.added)
}

#[test]
fn a_log_moves_to_every_store_with_its_root_and_checkpoints() {
    let (from, file) = exported(1100);
    for store in stores("move") {
        let to = Ledger::new(store);
        assert_eq!(import(&to, &file).unwrap(), 1100);
        assert_eq!(to.root_at(1100).unwrap(), from.root_at(1100).unwrap());
        assert_eq!(to.store().checkpoints(), from.store().checkpoints());
        to.fsck(None, &mut |_, _| ControlFlow::Continue(()), |_| Ok(()))
            .unwrap();
        let mut back = Vec::new();
        to.export(&mut back).unwrap();
        assert_eq!(String::from_utf8(back).unwrap(), file);
        // Taking it in again changes nothing; a longer one is taken from where this ends.
        assert_eq!(import(&to, &file).unwrap(), 0);
        from.append(draft(0, at(5000))).unwrap();
        let mut longer = Vec::new();
        from.export(&mut longer).unwrap();
        assert!(import(&to, &String::from_utf8(longer).unwrap()).unwrap() >= 1);
    }
}

#[test]
fn a_wrong_file_is_refused_before_anything_is_recorded() {
    let (_, file) = exported(5);
    let lines: Vec<&str> = file.lines().collect();
    let joined = |lines: &[&str]| format!("{}\n", lines.join("\n"));
    let swapped = [lines[0], lines[2], lines[1], lines[3], lines[4], lines[5]];
    for (wrong, says) in [
        (String::new(), "first line"),
        (
            file.replacen("groundstop-log/1", "groundstop-log/2", 1),
            "does not say",
        ),
        (joined(&lines[..5]), "it has 4 records and says 5"),
        (joined(&swapped), "older than the one in front"),
        (
            file.replacen("\"kind", "\"k", 1)
                .replacen("receipt", "recript", 1),
            "another root",
        ),
        (file.trim_end().to_owned(), "cut off"),
        (file.replacen("{\"body\"", "{ \"body\"", 1), "line 2"),
    ] {
        for store in stores("wrong") {
            let to = Ledger::new(store);
            let error = import(&to, &wrong).unwrap_err().to_string();
            assert!(error.contains(says), "{says}: {error}");
            assert_eq!(to.store().head().unwrap().frontier.size(), 0);
        }
    }
}

#[test]
fn a_store_with_other_records_is_left_alone() {
    let (_, file) = exported(5);
    for store in stores("occupied") {
        let to = Ledger::new(store);
        to.append(draft(77, at(0))).unwrap();
        let error = import(&to, &file).unwrap_err();
        assert!(matches!(error, TransferError::OtherRecords), "{error}");
        assert_eq!(to.store().head().unwrap().frontier.size(), 1);
    }
}

#[test]
fn a_file_with_a_checkpoint_of_other_records_leaves_nothing_behind() {
    let (_, file) = exported(5);
    let (_, longer) = exported(7);
    let head = |file: &str| file.lines().next().unwrap().to_owned();
    let note = |head: &str| {
        let start = head.find("[\"").unwrap();
        head[start..head.find("\"]").unwrap() + 2].to_owned()
    };
    let (own, other) = (note(&head(&file)), note(&head(&longer)));
    let changed = own.replacen("\\n5\\n", "\\n3\\n", 1);
    for wrong in [file.replace(&own, &other), file.replace(&own, &changed)] {
        assert_ne!(wrong, file);
        let to = Ledger::new(Box::new(MemoryStore::new()));
        assert!(import(&to, &wrong).is_err());
        assert_eq!(to.store().head().unwrap().frontier.size(), 0);
    }
}

#[test]
fn a_log_is_taken_in_only_as_the_key_and_the_name_expect_it() {
    let key = SigningKey::from_seed("log", [1; 32]).unwrap();
    let stranger = SigningKey::from_seed("log", [2; 32]).unwrap();
    let other = SigningKey::from_seed("other", [1; 32]).unwrap();
    let (_, file) = exported(5);
    let start = file.find("\\n\\n— log ").unwrap() + 30;
    let mut forged = file.clone().into_bytes();
    forged[start] = if forged[start] == b'A' { b'B' } else { b'A' };
    let forged = String::from_utf8(forged).unwrap();
    let with = |file: &str, key: Option<&SigningKey>, origin: Option<&str>| {
        let to = Ledger::new(Box::new(MemoryStore::new()));
        let expected = Expected {
            key: key.map(SigningKey::public),
            origin,
        };
        let moved = to.import(|| Ok(Cursor::new(file)), expected);
        let size = to.store().head().unwrap().frontier.size();
        assert_eq!(size == 5, moved.is_ok(), "all or nothing");
        moved
            .map(|moved| moved.checkpoints)
            .map_err(|e| e.to_string())
    };
    assert_eq!(with(&file, Some(&key), Some("log")), Ok(1));
    assert_eq!(with(&file, None, None), Ok(1));
    for (file, key, origin, says) in [
        (&file, Some(&stranger), None, "signed with the key given"),
        (
            &file,
            Some(&other),
            None,
            "of the log `log`, not of `other`",
        ),
        (
            &file,
            None,
            Some("other"),
            "of the log `log`, not of `other`",
        ),
        (&forged, Some(&key), None, "the checkpoint of size 5"),
    ] {
        let error = with(file, key, origin).unwrap_err();
        assert!(error.contains(says), "{says}: {error}");
    }
    // A store that is named takes no other log, and a log that is taken in names it.
    let to = Ledger::new(Box::new(MemoryStore::new()));
    import(&to, &file).unwrap();
    assert_eq!(to.store().origin(), Ok(Some("log".to_owned())));
    let to = Ledger::new(Box::new(MemoryStore::new()));
    to.checkpoint(&other, false).unwrap();
    assert!(
        import(&to, &file)
            .unwrap_err()
            .to_string()
            .contains("`other`")
    );
}
