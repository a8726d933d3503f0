//! The published vectors of trees, proofs, notes and signatures, counted.
//!
//! They are not part of the project: `GROUNDSTOP_DATA` names the folder that
//! has them. Without the folder the tests say so and pass; with it, a missing
//! file is a failure. The vectors under `conformance/ledger` always run.
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_macros,
    reason = "a test reads its vectors and says on stderr when it is skipped"
)]

use std::fs;
use std::path::{Path, PathBuf};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use groundstop_ledger::note::{Envelope, SignedNote, TlogProof, VerifyingKey, pre_authentication};
use groundstop_ledger::tree::{Frontier, Hash, leaf_hash, verify_consistency, verify_inclusion};
use p256::ecdsa::signature::Verifier as _;
use serde_json::Value;

fn json(path: &Path) -> Value {
    let bytes = fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_json::from_slice(&bytes).unwrap()
}

/// All JSON files under a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => found.extend(files(&path)),
            false => found.push(path),
        }
    }
    found.sort();
    found
}

fn decoded(value: &Value) -> Vec<u8> {
    STANDARD.decode(value.as_str().unwrap()).unwrap()
}

/// The hashes of a proof; one of another length is none, and the proof is refused.
fn hashes(value: &Value) -> Option<Vec<Hash>> {
    let list = value.as_array().map(Vec::as_slice).unwrap_or_default();
    list.iter()
        .map(|hash| Hash::from_slice(&decoded(hash)))
        .collect()
}

fn unhex(text: &str) -> Vec<u8> {
    let pairs = text.as_bytes().chunks(2);
    pairs
        .map(|pair| u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16).unwrap())
        .collect()
}

/// Runs every case of a folder and counts the accepted and the refused ones.
fn run(folder: &Path, verifies: impl Fn(&Value) -> bool) -> (usize, usize) {
    let (mut accepted, mut refused) = (0, 0);
    for path in files(folder) {
        let case = json(&path);
        let wrong = case["wantErr"].as_bool().unwrap();
        assert_eq!(verifies(&case), !wrong, "{}", path.display());
        match wrong {
            true => refused += 1,
            false => accepted += 1,
        }
    }
    eprintln!(
        "{}: {accepted} accepted, {refused} refused",
        folder.display()
    );
    (accepted, refused)
}

#[test]
fn all_inclusion_proofs_end_as_published() {
    let Some(folder) = groundstop_testing::data("vectors", "merkle/inclusion") else {
        return;
    };
    let (accepted, refused) = run(&folder.join("merkle/inclusion"), |case| {
        let (Some(leaf), Some(proof)) = (
            Hash::from_slice(&decoded(&case["leafHash"])),
            hashes(&case["proof"]),
        ) else {
            return false;
        };
        let number = |key: &str| case[key].as_u64().unwrap();
        let root = decoded(&case["root"]);
        verify_inclusion(&leaf, number("leafIdx"), number("treeSize"), &proof, &root).is_ok()
    });
    assert_eq!(accepted + refused, 98);
    assert!(refused > accepted);
}

#[test]
fn all_consistency_proofs_end_as_published() {
    let Some(folder) = groundstop_testing::data("vectors", "merkle/consistency") else {
        return;
    };
    let (accepted, refused) = run(&folder.join("merkle/consistency"), |case| {
        let Some(proof) = hashes(&case["proof"]) else {
            return false;
        };
        let number = |key: &str| case[key].as_u64().unwrap();
        let (one, other) = (decoded(&case["root1"]), decoded(&case["root2"]));
        verify_consistency(number("size1"), number("size2"), &proof, &one, &other).is_ok()
    });
    assert_eq!(accepted + refused, 98);
    assert!(refused > accepted);
}

#[test]
fn all_roots_are_as_published() {
    let Some(folder) = groundstop_testing::data("vectors", "merkle/rfc6962_roots.json") else {
        return;
    };
    let case = json(&folder.join("merkle/rfc6962_roots.json"));
    let mut frontier = Frontier::default();
    let leaves = case["leaf_inputs_hex"].as_array().unwrap();
    let roots = case["root_by_size_hex"].as_array().unwrap();
    assert_eq!((leaves.len(), roots.len()), (8, 9));
    for (size, root) in roots.iter().enumerate() {
        assert_eq!(
            frontier.root().to_string(),
            root.as_str().unwrap(),
            "{size}"
        );
        if let Some(leaf) = leaves.get(size) {
            frontier.push(leaf_hash(&unhex(leaf.as_str().unwrap())), |_| ());
        }
    }
}

#[test]
fn all_proof_texts_are_read_and_written_as_published() {
    let Some(folder) = groundstop_testing::data("vectors", "merkle/tlog_proof_text.json") else {
        return;
    };
    let file = json(&folder.join("merkle/tlog_proof_text.json"));
    let cases = file["vectors"].as_array().unwrap();
    assert_eq!(cases.len(), 3);
    for case in cases {
        let proof = TlogProof {
            extra: case["extra"]
                .as_str()
                .map(|text| STANDARD.decode(text).unwrap()),
            index: case["index"].as_u64().unwrap(),
            hashes: hashes(&case["hashes"]).unwrap(),
            checkpoint: case["checkpoint"].as_str().unwrap().to_owned(),
        };
        let text = case["text"].as_str().unwrap();
        assert_eq!(proof.to_string(), text);
        assert_eq!(TlogProof::parse(text), Ok(proof));
    }
}

#[test]
fn all_signed_notes_end_as_published() {
    let Some(folder) = groundstop_testing::data("vectors", "signatures/signed_note.json") else {
        return;
    };
    let file = json(&folder.join("signatures/signed_note.json"));
    let cases = file["vectors"].as_array().unwrap();
    assert_eq!(cases.len(), 14);
    for case in cases {
        let keys: Vec<VerifyingKey> = case["verifiers"]
            .as_array()
            .unwrap()
            .iter()
            .map(|key| VerifyingKey::parse(key.as_str().unwrap()).unwrap())
            .collect();
        let note = case["note"].as_str().unwrap();
        let verified = SignedNote::parse(note).and_then(|note| note.verify(&keys));
        let name = &case["name"];
        match case["valid"].as_bool().unwrap() {
            true => {
                let count = case["verified_signatures"].as_u64().unwrap();
                assert_eq!(verified, Ok(count as usize), "{name}");
            }
            false => assert!(verified.is_err(), "{name}"),
        }
    }
}

#[test]
fn all_ed25519_signatures_end_as_published() {
    let Some(folder) =
        groundstop_testing::data("vectors", "signatures/wycheproof_ed25519_test.json")
    else {
        return;
    };
    let file = json(&folder.join("signatures/wycheproof_ed25519_test.json"));
    let (mut valid, mut invalid) = (0, 0);
    for group in file["testGroups"].as_array().unwrap() {
        let key = unhex(group["publicKey"]["pk"].as_str().unwrap());
        let key = VerifyingKey::from_bytes("wycheproof", &key.try_into().unwrap());
        for case in group["tests"].as_array().unwrap() {
            let field = |key: &str| unhex(case[key].as_str().unwrap());
            let verified = key
                .as_ref()
                .is_ok_and(|key| key.verifies(&field("msg"), &field("sig")));
            let expected = case["result"] == "valid";
            assert_eq!(verified, expected, "{}: {}", case["tcId"], case["comment"]);
            match expected {
                true => valid += 1,
                false => invalid += 1,
            }
        }
    }
    assert_eq!(valid + invalid, 151);
    assert!(invalid > 50);
}

#[test]
fn the_published_envelope_is_signed_over_our_encoding() {
    let Some(folder) = groundstop_testing::data("vectors", "signatures/dsse.json") else {
        return;
    };
    let case = json(&folder.join("signatures/dsse.json"));
    let text = |key: &str| case[key].as_str().unwrap();
    let signed = pre_authentication(text("payloadType"), text("payload").as_bytes());
    assert_eq!(signed, text("pae").as_bytes());
    let envelope: Envelope = serde_json::from_value(case["envelope"].clone()).unwrap();
    assert_eq!(
        envelope.payload_unverified().unwrap(),
        text("payload").as_bytes()
    );
    // It is signed with a P-256 key, which only this test knows how to use.
    let coordinate = |key: &str| big_endian(case["public_key_p256"][key].as_str().unwrap());
    let point = [vec![4], coordinate("x"), coordinate("y")].concat();
    let key = p256::ecdsa::VerifyingKey::from_sec1_bytes(&point).unwrap();
    let bytes = decoded(&case["envelope"]["signatures"][0]["sig"]);
    let signature = p256::ecdsa::Signature::from_slice(&bytes).unwrap();
    assert!(key.verify(&signed, &signature).is_ok());
    assert!(key.verify(b"DSSEv1 something else", &signature).is_err());
}

/// A decimal number as 32 bytes, the highest first.
fn big_endian(decimal: &str) -> Vec<u8> {
    let mut bytes = vec![0u8; 32];
    for digit in decimal.bytes() {
        let mut carry = u32::from(digit - b'0');
        for byte in bytes.iter_mut().rev() {
            carry += u32::from(*byte) * 10;
            *byte = (carry & 0xff) as u8;
            carry >>= 8;
        }
    }
    bytes
}
