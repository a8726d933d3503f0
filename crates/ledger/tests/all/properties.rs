//! What holds for any record and any log, not only for those somebody thought of.

use groundstop_ledger::note::{Checkpoint, SigningKey, TlogProof};
use groundstop_ledger::receipt::verify_receipt;
use groundstop_ledger::record::{Draft, read_record};
use groundstop_ledger::store::MemoryStore;
use groundstop_ledger::tree::{verify_consistency, verify_inclusion};
use groundstop_ledger::{Ledger, Moment};
use proptest::prelude::*;
use serde_json::json;

fn ledger(texts: &[String]) -> Ledger {
    let ledger = Ledger::new(Box::new(MemoryStore::new()));
    let each = texts.iter().zip(0i64..).map(|(text, number)| {
        let body = json!({"note": {"text": text, "number": number}});
        Draft::new(&body, Moment::from_micros(number)).unwrap()
    });
    let drafts: Vec<Draft> = each.collect();
    ledger.append_all(&drafts).unwrap();
    ledger
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn any_text_is_recorded_proven_and_read_back(
        texts in prop::collection::vec(any::<String>(), 1..40),
        pick in any::<prop::sample::Index>(),
        older in any::<prop::sample::Index>(),
    ) {
        let ledger = ledger(&texts);
        let size = texts.len() as u64;
        let index = pick.index(texts.len());
        let entry = ledger.record(index as u64).unwrap();
        let (facts, _) = read_record(&entry.record).unwrap();
        prop_assert_eq!(facts.kind, "note");
        let record: serde_json::Value = serde_json::from_slice(&entry.record).unwrap();
        prop_assert_eq!(record["body"]["note"]["text"].as_str(), Some(texts[index].as_str()));
        let root = ledger.root_at(size).unwrap();
        let proof = ledger.inclusion(index as u64, size).unwrap();
        prop_assert!(verify_inclusion(&entry.leaf, index as u64, size, &proof, root.as_ref()).is_ok());
        let older = older.index(texts.len()) as u64 + 1;
        let grown = ledger.consistency(older, size).unwrap();
        let before = ledger.root_at(older).unwrap();
        prop_assert!(verify_consistency(older, size, &grown, before.as_ref(), root.as_ref()).is_ok());
    }

    #[test]
    fn any_change_of_a_receipt_is_noticed(
        texts in prop::collection::vec("[a-z]{0,20}", 1..10),
        at in any::<prop::sample::Index>(),
        byte in any::<u8>(),
    ) {
        let ledger = ledger(&texts);
        let key = SigningKey::from_seed("log", [4; 32]).unwrap();
        ledger.checkpoint(&key, false).unwrap();
        let receipt = ledger.receipt(0, None).unwrap().into_bytes();
        prop_assert!(verify_receipt(&receipt, key.public()).is_ok());
        let mut changed = receipt.clone();
        let at = at.index(changed.len());
        changed[at] = byte;
        prop_assert_eq!(verify_receipt(&changed, key.public()).is_ok(), changed == receipt);
    }

    #[test]
    fn no_text_makes_a_reader_panic(text in any::<String>(), bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let key = SigningKey::from_seed("log", [4; 32]).unwrap();
        let _ = Checkpoint::verify(&text, key.public());
        let _ = Checkpoint::parse(&text);
        let _ = TlogProof::parse(&text);
        let _ = read_record(&bytes);
        prop_assert!(verify_receipt(&bytes, key.public()).is_err());
    }
}
