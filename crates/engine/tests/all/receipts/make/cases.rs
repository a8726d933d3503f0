//! The cases: what is done to a receipt, and how it then ends.

use groundstop_canon::jcs;
use groundstop_contract::Decision;
use groundstop_ledger::note::{SigningKey, sign_note};
use groundstop_ledger::tree::leaf_hash;
use serde_json::{Value, json};

use super::{AT, Cases, Forge, alone, key, lease, loan, record_of, sealed};

/// Keys, signatures, origins, and documents.
pub(super) fn signatures(
    forge: &Forge,
    own: &SigningKey,
    receipts: &mut serde_json::Map<String, Value>,
    cases: &mut Cases,
) {
    let name = own.public().name();
    let reason = |code: &str| json!({"reason": code});
    cases.add(
        "another key of the same name",
        "decision",
        "same-name",
        None,
        reason("unknown_key"),
    );
    cases.add(
        "the key of another log",
        "decision",
        "other-name",
        None,
        reason("unknown_key"),
    );
    cases.add(
        "the decision with another document",
        "decision",
        "log",
        Some("lease"),
        reason("other_document"),
    );
    cases.add(
        "the decision with its document after a change",
        "decision",
        "log",
        Some("changed"),
        reason("other_document"),
    );
    cases.add(
        "the resolution with another document",
        "record-2",
        "log",
        Some("lease"),
        reason("other_document"),
    );
    cases.add(
        "the frozen set with another document",
        "record-3",
        "log",
        Some("lease"),
        reason("other_document"),
    );
    let text = forge.checkpoint(4, name).to_string();
    let with = |text: &str| forge.receipt(0, 4, sign_note(text, own).unwrap());
    let signed = sign_note(&text, own).unwrap();
    let line = signed.rsplit("\n\n").next().unwrap().to_owned();
    let stranger = sign_note(&text, &key("example.org/witness", 9)).unwrap();
    let witness = stranger.rsplit("\n\n").next().unwrap();
    for (title, note) in [
        ("witnessed", format!("{signed}{witness}")),
        ("witness-first", format!("{text}\n{witness}{line}")),
        ("signed-twice", format!("{signed}{line}")),
    ] {
        receipts.insert(title.into(), json!(forge.receipt(0, 4, note)));
        cases.add(
            &title.replace('-', " "),
            title,
            "log",
            None,
            json!({"index": 0}),
        );
    }
    receipts.insert(
        "extended".into(),
        json!(with(&format!("{text}an extension\n"))),
    );
    cases.add(
        "a checkpoint with an extension line",
        "extended",
        "log",
        None,
        json!({"index": 0}),
    );
    let other = forge.checkpoint(4, "example.org/other").to_string();
    let root = forge.checkpoint(4, name).root.to_base64();
    for (title, note, code) in [
        ("other-origin", with(&other), "other_log"),
        (
            "no-origin",
            with(&text.replacen(name, "", 1)),
            "checkpoint_malformed",
        ),
        (
            "size-no-number",
            with(&text.replacen("\n4\n", "\nfour\n", 1)),
            "checkpoint_malformed",
        ),
        (
            "size-with-zero",
            with(&text.replacen("\n4\n", "\n04\n", 1)),
            "checkpoint_malformed",
        ),
        (
            "root-cut",
            with(&text.replacen(&root, &root[4..], 1)),
            "checkpoint_malformed",
        ),
        (
            "empty-extension",
            with(&format!("{text}\n")),
            "checkpoint_malformed",
        ),
        (
            "only-a-witness",
            forge.receipt(0, 4, stranger.clone()),
            "unknown_key",
        ),
        (
            "unsigned",
            forge.receipt(0, 4, text.clone()),
            "checkpoint_malformed",
        ),
        (
            "blank-line-only",
            forge.receipt(0, 4, format!("{text}\n")),
            "checkpoint_malformed",
        ),
        (
            "note-cut",
            forge.receipt(0, 4, signed.trim_end().to_owned()),
            "checkpoint_malformed",
        ),
        (
            "hyphen-for-dash",
            forge.receipt(0, 4, signed.replace('\u{2014}', "-")),
            "checkpoint_malformed",
        ),
        (
            "root-of-another-size",
            forge.receipt(
                0,
                4,
                signed.replace(&root, &forge.checkpoint(5, name).root.to_base64()),
            ),
            "bad_signature",
        ),
        (
            "size-changed",
            forge.receipt(0, 4, signed.replacen("\n4\n", "\n5\n", 1)),
            "bad_signature",
        ),
        (
            "origin-changed",
            forge.receipt(0, 4, signed.replacen("vectors\n", "vector\n", 1)),
            "bad_signature",
        ),
        (
            "line-added",
            forge.receipt(0, 4, signed.replacen("\n\n", "\nmore\n\n", 1)),
            "bad_signature",
        ),
        (
            "signature-of-another-checkpoint",
            forge.receipt(
                0,
                4,
                format!(
                    "{text}\n{}",
                    sign_note(&other, own)
                        .unwrap()
                        .rsplit("\n\n")
                        .next()
                        .unwrap()
                ),
            ),
            "bad_signature",
        ),
    ] {
        receipts.insert(title.into(), json!(note));
        cases.add(&title.replace('-', " "), title, "log", None, reason(code));
    }
}

/// Places, hashes and stale checkpoints.
pub(super) fn proofs(
    forge: &Forge,
    own: &SigningKey,
    receipts: &mut serde_json::Map<String, Value>,
    cases: &mut Cases,
) {
    let note = |size: u64| {
        forge
            .checkpoint(size, own.public().name())
            .sign(own)
            .unwrap()
    };
    let reason = |code: &str| json!({"reason": code});
    receipts.insert("stale".into(), json!(forge.receipt(4, 4, note(4))));
    cases.add(
        "a checkpoint from just before the record",
        "stale",
        "log",
        None,
        reason("stale_checkpoint"),
    );
    receipts.insert("empty-log".into(), json!(forge.receipt(0, 0, note(0))));
    cases.add(
        "the checkpoint of an empty log",
        "empty-log",
        "log",
        None,
        reason("stale_checkpoint"),
    );
    let hashes: Vec<String> = forge
        .proof(0, 4)
        .iter()
        .map(|hash| hash.to_base64())
        .collect();
    let line = |at: usize| format!("{}\\n", hashes[at]);
    cases.edited(
        "another place",
        "decision",
        &[("index 0", "index 1")],
        "not_included",
    );
    cases.edited(
        "a place at the end",
        "decision",
        &[("index 0", "index 3")],
        "not_included",
    );
    cases.edited(
        "a place beyond the tree",
        "decision",
        &[("index 0", "index 4")],
        "stale_checkpoint",
    );
    cases.edited(
        "a place beyond every tree",
        "decision",
        &[("index 0", "index 18446744073709551615")],
        "stale_checkpoint",
    );
    cases.edited(
        "the first hash is missing",
        "decision",
        &[(&line(0), "")],
        "proof_too_short",
    );
    cases.edited(
        "the last hash is missing",
        "decision",
        &[(&line(1), "")],
        "proof_too_short",
    );
    cases.edited(
        "no hash at all",
        "decision",
        &[(&(line(0) + &line(1)), "")],
        "proof_too_short",
    );
    cases.edited(
        "a hash twice",
        "decision",
        &[(&line(0), &line(0).repeat(2))],
        "proof_too_long",
    );
    cases.edited(
        "two hashes swapped",
        "decision",
        &[(&(line(0) + &line(1)), &(line(1) + &line(0)))],
        "not_included",
    );
    let changed = leaf_hash(b"something else").to_base64() + "\\n";
    cases.edited(
        "a hash replaced",
        "decision",
        &[(&line(0), &changed)],
        "not_included",
    );
    cases.edited(
        "a hash cut",
        "decision",
        &[(&line(0), &line(0)[4..])],
        "proof_malformed",
    );
    cases.edited(
        "a hash that is no base64",
        "decision",
        &[(&line(0), "?\\n")],
        "proof_malformed",
    );
    cases.edited(
        "another kind of proof",
        "decision",
        &[("tlog-proof@v1", "tlog-proof@v2")],
        "proof_malformed",
    );
    cases.edited(
        "no place",
        "decision",
        &[("index 0\\n", "")],
        "proof_malformed",
    );
    cases.edited(
        "a place with a zero in front",
        "decision",
        &[("index 0", "index 00")],
        "proof_malformed",
    );
    cases.edited(
        "a negative place",
        "decision",
        &[("index 0", "index -1")],
        "proof_malformed",
    );
    cases.edited(
        "a place past all numbers",
        "decision",
        &[("index 0", "index 18446744073709551616")],
        "proof_malformed",
    );
    let swapped = |index: u64, proof_of: u64| {
        let own_record = String::from_utf8(forge.leaves[index as usize].clone()).unwrap();
        let other_record = String::from_utf8(forge.leaves[proof_of as usize].clone()).unwrap();
        forge
            .receipt(proof_of, 9, note(9))
            .replace(&other_record, &own_record)
    };
    for (title, index, proof_of) in [("swapped-leaf", 1, 0), ("swapped-with-the-last", 0, 8)] {
        receipts.insert(title.into(), json!(swapped(index, proof_of)));
        cases.add(
            &title.replace('-', " "),
            title,
            "log",
            None,
            reason("not_included"),
        );
    }
    for (title, from, to) in [
        (
            "a changed value",
            "\"value\":\"6.125\"",
            "\"value\":\"6.25\"",
        ),
        (
            "a STOP turned into an ACCEPT",
            "\"decision\":\"STOP\"",
            "\"decision\":\"ACCEPT\"",
        ),
        ("a changed quote", "The rate is 6.125", "The rate is 6.225"),
        (
            "a changed confidence",
            "\"confidence\":0.9",
            "\"confidence\":0.8",
        ),
        (
            "a changed time",
            "\"recorded_at\":\"2026-11-16T00:00:00",
            "\"recorded_at\":\"2026-11-15T00:00:00",
        ),
        (
            "a changed document",
            "\"name\":\"note.txt\"",
            "\"name\":\"other.txt\"",
        ),
        (
            "a changed product",
            "\"product\":\"groundstop 0.1.0\"",
            "\"product\":\"groundstop 0.2.0\"",
        ),
    ] {
        cases.edited(title, "decision", &[(from, to)], "not_included");
    }
    cases.edited(
        "a resolution by somebody else",
        "record-2",
        &[("A. Person", "B. Person")],
        "not_included",
    );
    cases.edited(
        "another frozen set",
        "record-3",
        &[("abab", "baba")],
        "not_included",
    );
}

/// The same receipt, written in other ways.
pub(super) fn spellings(decision: &Value, cases: &mut Cases) {
    let text = decision.as_str().unwrap();
    let parsed: Value = serde_json::from_str(text).unwrap();
    cases.text("pretty-printed", &format!("{parsed:#}\n"), "not_canonical");
    cases.text(
        "its last line end is missing",
        text.trim_end(),
        "not_canonical",
    );
    cases.text(
        "a blank line behind it",
        &format!("{text}\n"),
        "not_canonical",
    );
    cases.text(
        "a blank in front of it",
        &format!(" {text}"),
        "not_canonical",
    );
    let reordered =
        json!({"record": parsed["record"], "format": parsed["format"], "proof": parsed["proof"]});
    cases.text(
        "its fields in another order",
        &format!("{reordered}\n"),
        "not_canonical",
    );
    let mut record = parsed.clone();
    let members = record["record"].as_object_mut().unwrap();
    let body = members.shift_remove("body").unwrap();
    members.insert("body".into(), body);
    cases.text(
        "the record's fields in another order",
        &format!("{record}\n"),
        "not_canonical",
    );
    cases.edited(
        "a number spelled otherwise",
        "decision",
        &[("\"version\":1}", "\"version\":1.0}")],
        "not_canonical",
    );
    cases.edited(
        "a letter escaped",
        "decision",
        &[("note.txt", "\\u006eote.txt")],
        "not_canonical",
    );
    cases.text("empty", "", "not_json");
    cases.text("cut in the middle", &text[..text.len() / 2], "not_json");
    cases.text("something behind it", &format!("{text}x"), "not_json");
    cases.edited(
        "a key twice",
        "decision",
        &[(
            "{\"format\"",
            "{\"format\":\"groundstop-receipt/1\",\"format\"",
        )],
        "not_json",
    );
    cases.edited(
        "a number no double carries",
        "decision",
        &[("\"version\":1}", "\"version\":9007199254740993}")],
        "not_json",
    );
    cases.text("a list", "[]\n", "not_a_receipt");
    cases.text(
        "an object of something else",
        "{\"a\":1}\n",
        "not_a_receipt",
    );
    cases.edited(
        "without its proof",
        "decision",
        &[("\"proof\":", "\"proofs\":")],
        "not_a_receipt",
    );
    cases.edited(
        "without its record",
        "decision",
        &[("\"record\":", "\"records\":")],
        "not_a_receipt",
    );
    cases.edited(
        "with a key too many",
        "decision",
        &[("{\"format\"", "{\"extra\":1,\"format\"")],
        "not_a_receipt",
    );
    cases.edited(
        "of a later format",
        "decision",
        &[("groundstop-receipt/1", "groundstop-receipt/2")],
        "other_format",
    );
}

/// Records that are in a signed log and still no records, or false ones.
pub(super) fn records(
    own: &SigningKey,
    receipts: &mut serde_json::Map<String, Value>,
    cases: &mut Cases,
) {
    let reason = |code: &str| json!({"reason": code});
    let good = json!({"decision": loan()});
    let fine = record_of(&good, "");
    let behind = record_of(&good, "\"clock_behind_us\":6000000,");
    receipts.insert("clock-behind".into(), json!(alone(&behind, own)));
    cases.add(
        "a record of a clock that lagged",
        "clock-behind",
        "log",
        None,
        json!({"index": 0}),
    );
    let mut false_id = loan();
    false_id.receipt.id = "0".repeat(64);
    let mut false_digest = loan();
    false_digest.decision_sha256 = "0".repeat(64);
    false_digest.receipt.id = String::new();
    false_digest.receipt.id = jcs::digest(&false_digest).unwrap();
    let mut changed = loan();
    changed.decisions.pop();
    let mut forged = lease();
    let mut accept = loan().decisions[0].clone();
    accept.field_name = "due".into();
    forged.decisions[1] = accept;
    let mut confident = loan();
    confident.decisions[0].decision = Decision::NeedReview;
    let mut unreadable = loan();
    unreadable.receipt.input.schema.fields.clear();
    for (title, record, code) in [
        (
            "later-version",
            fine.replace("\"version\":1}", "\"version\":2}"),
            "other_record_version",
        ),
        (
            "no-version",
            fine.replace(",\"version\":1}", "}"),
            "record_malformed",
        ),
        (
            "unknown-key",
            fine.replace("\"version\":1}", "\"version\":1,\"x\":1}"),
            "record_malformed",
        ),
        ("no-time", fine.replace(AT, "yesterday"), "record_malformed"),
        (
            "time-spelled-otherwise",
            fine.replace(AT, "2026-11-16T00:00:00Z"),
            "record_malformed",
        ),
        (
            "two-bodies",
            record_of(&json!({"decision": {}, "review": {}}), ""),
            "record_malformed",
        ),
        (
            "body-no-object",
            record_of(&json!({"decision": 1}), ""),
            "record_malformed",
        ),
        (
            "unknown-kind",
            record_of(&json!({"rumour": {}}), ""),
            "record_malformed",
        ),
        (
            "no-report",
            record_of(&json!({"decision": {"id": "x"}}), ""),
            "record_malformed",
        ),
        (
            "false-id",
            record_of(&json!({"decision": false_id}), ""),
            "seal_broken",
        ),
        (
            "false-digest",
            record_of(&json!({"decision": false_digest}), ""),
            "seal_broken",
        ),
        (
            "a-decision-removed",
            record_of(&json!({"decision": changed}), ""),
            "seal_broken",
        ),
        (
            "a-decision-turned",
            record_of(&json!({"decision": confident}), ""),
            "seal_broken",
        ),
    ] {
        receipts.insert(title.into(), json!(alone(&record, own)));
        cases.add(&title.replace('-', " "), title, "log", None, reason(code));
    }
    for (title, report, document) in [
        ("forged-acceptance", sealed(forged), "lease"),
        ("forged-doubt", sealed(confident), "loan"),
        ("forged-absence", sealed(changed), "loan"),
        ("forged-schema", sealed(unreadable), "loan"),
    ] {
        let record = record_of(&json!({"decision": report}), "");
        receipts.insert(title.into(), json!(alone(&record, own)));
        let title_words = title.replace('-', " ");
        cases.add(
            &format!("{title_words}, without its document"),
            title,
            "log",
            None,
            json!({"index": 0}),
        );
        cases.add(
            &title_words,
            title,
            "log",
            Some(document),
            reason("decisions_differ"),
        );
    }
}
