//! Appending: places without gaps, proofs, order, requests that are repeated.

use std::ops::ControlFlow;
use std::thread;

use groundstop_ledger::note::{Checkpoint, SigningKey};
use groundstop_ledger::receipt::verify_receipt;
use groundstop_ledger::record::Once;
use groundstop_ledger::store::{Look, Outcome, StoreError};
use groundstop_ledger::tree::{verify_consistency, verify_inclusion};
use groundstop_ledger::{Ledger, LedgerError};

use crate::stores::{at, draft, filled, stores};

#[test]
fn records_get_places_without_gaps_and_come_back_byte_for_byte() {
    for store in stores("places") {
        let ledger = filled(store, 700);
        let name = ledger.store().describe();
        let mut seen = 0;
        while seen < 700 {
            for entry in ledger.store().entries(seen).unwrap() {
                assert_eq!(entry.index, seen, "{name}");
                assert_eq!(entry.facts.name, Some(format!("{seen:064x}")), "{name}");
                seen += 1;
            }
        }
        assert!(ledger.store().entries(700).unwrap().is_empty());
        let audited = ledger
            .fsck(None, &mut |_, _| ControlFlow::Continue(()), |_| Ok(()))
            .unwrap();
        assert_eq!(
            (audited.size, audited.root),
            (700, ledger.root_at(700).unwrap())
        );
        assert_eq!(
            ledger
                .verify(&[], &mut |_, _| ControlFlow::Continue(()))
                .unwrap(),
            audited
        );
    }
}

#[test]
fn every_store_gives_the_same_roots_and_proofs() {
    let sizes = [1, 2, 255, 256, 257, 511, 512, 600];
    let mut answers = Vec::new();
    for store in stores("proofs") {
        let ledger = filled(store, 600);
        let mut answer = Vec::new();
        for size in sizes {
            let root = ledger.root_at(size).unwrap();
            for index in [0, size / 2, size - 1] {
                let proof = ledger.inclusion(index, size).unwrap();
                let leaf = ledger.record(index).unwrap().leaf;
                verify_inclusion(&leaf, index, size, &proof, root.as_ref()).unwrap();
                answer.push(proof);
            }
            let whole = ledger.root_at(600).unwrap();
            let proof = ledger.consistency(size, 600).unwrap();
            verify_consistency(size, 600, &proof, root.as_ref(), whole.as_ref()).unwrap();
            answer.push(proof);
        }
        assert_eq!(ledger.inclusion(0, 601), Err(LedgerError::NoSuchSize(601)));
        assert_eq!(ledger.consistency(0, 600), Err(LedgerError::NoSuchSize(0)));
        let missing = LedgerError::NoRecord {
            index: 600,
            size: 600,
        };
        assert_eq!(ledger.inclusion(600, 600), Err(missing.clone()));
        assert_eq!(ledger.record(600), Err(missing));
        answers.push(answer);
    }
    assert!(answers.windows(2).all(|pair| pair[0] == pair[1]));
}

#[test]
fn a_clock_that_goes_back_is_noted_and_the_log_stays_in_order() {
    for store in stores("clock") {
        let ledger = Ledger::new(store);
        let noted = |draft| match ledger.append(draft).unwrap() {
            Outcome::Appended {
                clock_behind_us, ..
            } => clock_behind_us,
            other => panic!("{other:?}"),
        };
        assert_eq!(noted(draft(0, at(100))), None);
        assert_eq!(noted(draft(1, at(97))), None, "a few seconds are ordinary");
        assert_eq!(noted(draft(2, at(40))), Some(60_000_000));
        assert_eq!(noted(draft(3, at(101))), None);
        let entries = ledger.store().entries(0).unwrap();
        let times: Vec<_> = entries.iter().map(|entry| entry.at).collect();
        assert_eq!(times, [at(100), at(100), at(100), at(101)]);
        let text = String::from_utf8(entries[2].record.clone()).unwrap();
        assert!(text.contains("\"clock_behind_us\":60000000"), "{text}");
        ledger
            .fsck(None, &mut |_, _| ControlFlow::Continue(()), |_| Ok(()))
            .unwrap();
    }
}

#[test]
fn a_repeated_request_gets_the_same_record_and_another_input_an_error() {
    for store in stores("once") {
        let ledger = Ledger::new(store);
        let once = |input: &str| Some(Once::new("order-7", input.repeat(64)).unwrap());
        let known = |input| ledger.store().answered(&once(input).unwrap()).unwrap();
        assert_eq!(known("a"), None);
        let first = ledger.append(draft(0, at(0)).once(once("a"))).unwrap();
        assert!(matches!(first, Outcome::Appended { index: 0, .. }));
        ledger.append(draft(1, at(1))).unwrap();
        // The record itself differs, the request does not.
        let again = ledger.append(draft(2, at(2)).once(once("a"))).unwrap();
        assert_eq!(again, Outcome::Replayed { index: 0 });
        assert_eq!(known("a"), Some(again));
        let other = ledger.append(draft(3, at(3)).once(once("b"))).unwrap();
        let taken = Outcome::KeyTaken {
            key: "order-7".to_owned(),
            index: 0,
            first: "a".repeat(64),
            this: "b".repeat(64),
        };
        assert_eq!(other, taken);
        assert_eq!(known("b"), Some(taken));
        let batch = [draft(4, at(4)).once(once("a")), draft(5, at(5))];
        let ended = ledger.append_all(&batch).unwrap();
        assert_eq!(ended[0], Outcome::Replayed { index: 0 });
        assert!(matches!(ended[1], Outcome::Appended { index: 2, .. }));
        assert_eq!(ledger.store().head().unwrap().frontier.size(), 3);
        // A key lives for a day at least, and is free when it was swept away.
        ledger.store().sweep(at(86_399)).unwrap();
        let again = ledger.append(draft(6, at(86_399)).once(once("a"))).unwrap();
        assert_eq!(again, Outcome::Replayed { index: 0 });
        assert_eq!(ledger.store().sweep(at(86_400)).unwrap().keys, 1);
        let new = ledger.append(draft(7, at(86_400)).once(once("b"))).unwrap();
        assert!(matches!(new, Outcome::Appended { index: 3, .. }));
    }
}

#[test]
fn a_hundred_equal_requests_at_once_make_one_record() {
    for store in stores("hundred") {
        let ledger = Ledger::new(store);
        let outcomes: Vec<Outcome> = thread::scope(|scope| {
            let all: Vec<_> = (0..100)
                .map(|number| {
                    let once = Some(Once::new("same", "c".repeat(64)).unwrap());
                    let ledger = &ledger;
                    scope.spawn(move || ledger.append(draft(number, at(0)).once(once)).unwrap())
                })
                .collect();
            all.into_iter().map(|one| one.join().unwrap()).collect()
        });
        let new = outcomes
            .iter()
            .filter(|outcome| matches!(outcome, Outcome::Appended { .. }));
        assert_eq!(new.count(), 1);
        let same = outcomes.iter().all(|outcome| match outcome {
            Outcome::Appended { index, .. } | Outcome::Replayed { index } => *index == 0,
            Outcome::KeyTaken { .. } => false,
        });
        assert!(same);
        assert_eq!(ledger.store().head().unwrap().frontier.size(), 1);
    }
}

#[test]
fn records_are_found_by_name_document_and_kind_from_the_newest_back() {
    for store in stores("look") {
        let ledger = filled(store, 30);
        let store = ledger.store();
        let name = format!("{:064x}", 17);
        assert_eq!(store.named(&name).unwrap(), [17]);
        assert_eq!(store.named(&name[..63]).unwrap().len(), 10);
        assert_eq!(store.named("ff").unwrap(), [0u64; 0]);
        let document = format!("{:064x}", 2);
        let look = Look {
            document: Some(&document),
            kind: Some("decision"),
            before: Some(20),
        };
        let found: Vec<u64> = store.look(look).unwrap().iter().map(|e| e.index).collect();
        assert_eq!(found, [17, 14, 11, 8, 5, 2]);
        let review = Look {
            kind: Some("review"),
            ..Look::default()
        };
        assert!(store.look(review).unwrap().is_empty());
        assert_eq!(store.look(Look::default()).unwrap().len(), 30);
    }
}

#[test]
fn checkpoints_are_signed_kept_and_bound_to_their_log_and_key() {
    for store in stores("checkpoints") {
        let ledger = filled(store, 10);
        let key = SigningKey::from_seed("example.org/log", [1; 32]).unwrap();
        assert_eq!(ledger.proof(3, None), Err(LedgerError::NoCheckpoint(3)));
        let note = ledger.checkpoint(&key, false).unwrap();
        let checkpoint = Checkpoint::verify(&note, key.public()).unwrap();
        assert_eq!(checkpoint.size, 10);
        // Signing the same end twice keeps one checkpoint.
        ledger.checkpoint(&key, false).unwrap();
        assert_eq!(ledger.store().checkpoints().unwrap(), [(10, note.clone())]);
        ledger.append(draft(10, at(10))).unwrap();
        assert_eq!(ledger.proof(10, None), Err(LedgerError::NoCheckpoint(10)));
        let receipt = ledger.receipt(9, None).unwrap();
        let verified = verify_receipt(receipt.as_bytes(), key.public()).unwrap();
        assert_eq!((verified.index, &verified.checkpoint), (9, &checkpoint));
        ledger
            .verify(&[checkpoint], &mut |_, _| ControlFlow::Continue(()))
            .unwrap();
        let stranger = SigningKey::from_seed("example.org/log", [2; 32]).unwrap();
        assert_eq!(
            ledger.checkpoint(&stranger, false),
            Err(LedgerError::OtherKey)
        );
        let other = SigningKey::from_seed("example.org/other", [1; 32]).unwrap();
        let refused = ledger.checkpoint(&other, false);
        let named = matches!(
            refused,
            Err(LedgerError::Store(StoreError::OtherLog { .. }))
        );
        assert!(named, "{refused:?}");
        ledger.checkpoint(&stranger, true).unwrap();
        // After a change of keys a receipt is made for the one that is asked for.
        for key in [&key, &stranger] {
            let receipt = ledger.receipt(3, Some(key.public())).unwrap();
            verify_receipt(receipt.as_bytes(), key.public()).unwrap();
        }
        let unknown = ledger.proof(3, Some(other.public()));
        assert_eq!(unknown, Err(LedgerError::NoCheckpoint(3)));
        let audited = ledger.fsck(
            Some(stranger.public()),
            &mut |_, _| ControlFlow::Continue(()),
            |_| Ok(()),
        );
        assert_eq!(audited.unwrap().checkpoints, 2);
    }
}

#[test]
fn eight_threads_lose_and_double_nothing() {
    for store in stores("threads") {
        let ledger = Ledger::new(store);
        let mut places: Vec<u64> = thread::scope(|scope| {
            let threads: Vec<_> = (0..8u64)
                .map(|thread| {
                    let ledger = &ledger;
                    scope.spawn(move || {
                        let one = |number| {
                            let draft = draft(thread * 1000 + number, at(0));
                            match ledger.append(draft).unwrap() {
                                Outcome::Appended { index, .. } => index,
                                other => panic!("{other:?}"),
                            }
                        };
                        (0..50).map(one).collect::<Vec<u64>>()
                    })
                })
                .collect();
            threads
                .into_iter()
                .flat_map(|t| t.join().unwrap())
                .collect()
        });
        places.sort_unstable();
        assert!(places.into_iter().eq(0..400));
        ledger
            .fsck(None, &mut |_, _| ControlFlow::Continue(()), |_| Ok(()))
            .unwrap();
    }
}
