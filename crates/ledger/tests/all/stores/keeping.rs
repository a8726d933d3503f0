//! Namespaces: conversations, packs, results that may be used again.

use groundstop_ledger::kept::{
    Guard, MAX_KEPT_KEY_BYTES, Namespace, Put, PutOutcome, keep_pack, pack,
};
use groundstop_ledger::store::StoreError;

use crate::stores::{at, stores};

fn put<'a>(namespace: Namespace, key: &'a str, bytes: &'a [u8], second: i64) -> Put<'a> {
    Put {
        namespace,
        key,
        bytes,
        at: at(second),
        expires: None,
        guard: Guard::Any,
        room: None,
    }
}

#[test]
fn a_conversation_moves_on_only_from_the_version_that_was_seen() {
    for store in stores("conversation") {
        let one = put(Namespace::Conversation, "c", b"asked", 0);
        assert_eq!(store.get(Namespace::Conversation, "c", at(0)), Ok(None));
        let first = Put {
            guard: Guard::Free,
            ..one
        };
        assert_eq!(store.put(&first), Ok(PutOutcome::Kept(1)));
        assert_eq!(store.put(&first), Ok(PutOutcome::Conflict(Some(1))));
        let next = Put {
            guard: Guard::Version(1),
            bytes: b"unknown",
            ..one
        };
        assert_eq!(store.put(&next), Ok(PutOutcome::Kept(2)));
        assert_eq!(store.put(&next), Ok(PutOutcome::Conflict(Some(2))));
        let kept = store
            .get(Namespace::Conversation, "c", at(1))
            .unwrap()
            .unwrap();
        assert_eq!(
            (kept.version, kept.bytes.as_slice()),
            (2, b"unknown".as_slice())
        );
        assert_eq!(store.get(Namespace::Cache, "c", at(1)), Ok(None));
    }
}

#[test]
fn a_result_is_gone_at_its_time_and_the_oldest_make_room() {
    for store in stores("cache") {
        let expires = Some(at(60));
        let one = Put {
            expires,
            ..put(Namespace::Cache, "a", b"1", 0)
        };
        store.put(&one).unwrap();
        assert!(store.get(Namespace::Cache, "a", at(59)).unwrap().is_some());
        assert_eq!(store.get(Namespace::Cache, "a", at(60)), Ok(None));
        let again = Put {
            at: at(61),
            expires: Some(at(99)),
            guard: Guard::Free,
            ..one
        };
        assert_eq!(store.put(&again), Ok(PutOutcome::Kept(2)));
        for (key, second) in [("b", 62), ("c", 63), ("d", 64)] {
            store
                .put(&Put {
                    room: Some(3),
                    ..put(Namespace::Cache, key, b"x", second)
                })
                .unwrap();
        }
        assert_eq!(store.get(Namespace::Cache, "a", at(65)), Ok(None));
        assert!(store.get(Namespace::Cache, "b", at(65)).unwrap().is_some());
        store
            .put(&Put {
                expires: Some(at(66)),
                ..put(Namespace::Cache, "e", b"x", 65)
            })
            .unwrap();
        assert_eq!(store.sweep(at(70)).unwrap().kept, 1);
    }
}

#[test]
fn a_pack_is_found_by_its_digest() {
    for store in stores("pack") {
        let key = keep_pack(store.as_ref(), b"evidence", at(0)).unwrap();
        assert_eq!(
            keep_pack(store.as_ref(), b"evidence", at(1)),
            Ok(key.clone())
        );
        assert_eq!(
            pack(store.as_ref(), &key, at(2)),
            Ok(Some(b"evidence".to_vec()))
        );
        assert_eq!(pack(store.as_ref(), &"0".repeat(64), at(2)), Ok(None));
        let forged = put(Namespace::Pack, &key, b"forged", 3);
        store.put(&forged).unwrap();
        let read = pack(store.as_ref(), &key, at(4));
        assert!(matches!(read, Err(StoreError::Corrupt(_))), "{read:?}");
    }
}

#[test]
fn keys_have_a_limit() {
    for store in stores("limits") {
        for key in [
            String::new(),
            "k".repeat(MAX_KEPT_KEY_BYTES + 1),
            "a\0b".to_owned(),
        ] {
            let refused = store.put(&put(Namespace::Cache, &key, b"x", 0));
            assert!(
                matches!(refused, Err(StoreError::TooLarge(_))),
                "{refused:?}"
            );
        }
    }
}
