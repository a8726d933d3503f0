//! The judge against a slow second judge: small worlds enumerated whole, larger ones at random.
//!
//! Many lists are judged in one call, each as a field of its own, so that the
//! fields of a schema are shown not to touch each other either.
//! `GROUNDSTOP_ORACLE_CASES` sets how many random lists there are in all.
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_macros,
    reason = "a test says how many lists it compared and lets its number be raised"
)]

mod slow;
mod world;

use std::collections::BTreeMap;

use groundstop_contract::report::RunFlags;
use groundstop_contract::{CandidateRecord, Confidence, ReviewCode};
use groundstop_document::Document;
use groundstop_evidence::FoldedDocument;
use groundstop_fields::{Schema, judge_all};
use serde_json::{Value, json};

use slow::{Proof, Relaxed, Verdict, Weighed, decide, weigh};
use world::{AMOUNTS, DATES, Proposal, TEXTS, World};

/// How many lists are judged in one call.
const BATCH: usize = 64;

/// How many random lists there are in all, unless the environment says otherwise.
const RANDOM_CASES: usize = 100_000;

/// How many candidates a random list has at most.
const LONGEST_RANDOM_LIST: usize = 4;

/// A list of candidates by their numbers.
type List = Vec<usize>;

/// Candidates with what the judge is given and what the oracle knows of each.
struct Pool {
    proposals: Vec<Proposal>,
    weighed: Vec<Weighed>,
    records: Vec<CandidateRecord>,
}

impl Pool {
    fn new(world: &'static World, proposals: Vec<Proposal>) -> Pool {
        let record = |one: &Proposal| serde_json::from_value(one.record("f")).unwrap();
        Pool {
            weighed: proposals.iter().map(|one| weigh(world, one)).collect(),
            records: proposals.iter().map(record).collect(),
            proposals,
        }
    }

    fn oracle(&self, list: &[usize], vouched: Option<u32>, relaxed: Relaxed) -> Verdict {
        let weighed: Vec<&Weighed> = list.iter().map(|number| &self.weighed[*number]).collect();
        decide(&weighed, vouched, relaxed)
    }

    fn number_of(&self, wanted: &Proposal) -> usize {
        let key = |one: &Proposal| (one.value, one.quote, one.confidence, one.place);
        self.proposals
            .iter()
            .position(|one| key(one) == key(wanted))
            .unwrap()
    }
}

#[test]
fn every_list_of_up_to_three_dates_is_judged_as_the_oracle_judges_it() {
    enumerate(&DATES);
}

#[test]
fn every_list_of_up_to_three_texts_is_judged_as_the_oracle_judges_it() {
    enumerate(&TEXTS);
}

#[test]
fn every_list_of_up_to_three_amounts_is_judged_as_the_oracle_judges_it() {
    enumerate(&AMOUNTS);
}

#[test]
fn random_lists_of_dates_are_judged_as_the_oracle_judges_them() {
    randomize(&DATES, 0x9E37_79B9_7F4A_7C15);
}

#[test]
fn random_lists_of_texts_are_judged_as_the_oracle_judges_them() {
    randomize(&TEXTS, 0xD1B5_4A32_D192_ED03);
}

#[test]
fn random_lists_of_amounts_are_judged_as_the_oracle_judges_them() {
    randomize(&AMOUNTS, 0x8CB9_2BA7_2F3D_8DD7);
}

/// Compares every list, in every order, and checks the properties on all of them.
fn enumerate(world: &'static World) {
    let pool = Pool::new(world, world.small());
    let lists = all_lists(pool.proposals.len());
    let judge = Judge::new(world, Relaxed::default());
    let mut faults = Faults::default();
    let mut decided: BTreeMap<List, Value> = BTreeMap::new();
    for batch in lists.chunks(BATCH) {
        for (list, got) in batch.iter().zip(judge.judge(&pool, batch, None)) {
            let verdict = pool.oracle(list, None, Relaxed::default());
            faults.add(&pool, list, compare(world, &verdict, &got));
            let mut sorted = list.clone();
            sorted.sort_unstable();
            if decided.entry(sorted).or_insert_with(|| got.clone()) != &got {
                faults.add(
                    &pool,
                    list,
                    vec!["another order decides otherwise".to_owned()],
                );
            }
        }
    }
    for list in decided.keys() {
        faults.add(&pool, list, fail_open(&pool, &decided, list));
    }
    println!(
        "{}: {} lists of {} candidates",
        world.name,
        lists.len(),
        pool.proposals.len()
    );
    faults.none();
}

/// Compares lists drawn from the whole world, with vouched confidence and relaxed schemas.
fn randomize(world: &'static World, seed: u64) {
    let pool = Pool::new(world, world.large());
    let mut chance = Xorshift(seed);
    let cases = std::env::var("GROUNDSTOP_ORACLE_CASES").ok();
    let cases = cases.map_or(RANDOM_CASES, |text| text.parse().unwrap()) / 3 + 1;
    let mut faults = Faults::default();
    let mut done = 0;
    while done < cases {
        let relaxed = match chance.below(4) {
            0 => Relaxed {
                conflict: true,
                offsets: false,
            },
            1 => Relaxed {
                conflict: chance.below(2) == 0,
                offsets: true,
            },
            _ => Relaxed::default(),
        };
        let vouched = [None, None, Some(80), Some(50)][chance.below(4)];
        let judge = Judge::new(world, relaxed);
        let lists: Vec<List> = (0..BATCH).map(|_| draw(&pool, &mut chance)).collect();
        for (list, got) in lists.iter().zip(judge.judge(&pool, &lists, vouched)) {
            done += 1;
            let verdict = pool.oracle(list, vouched, relaxed);
            faults.add(&pool, list, compare(world, &verdict, &got));
        }
    }
    println!(
        "{}: {done} random lists of {} candidates",
        world.name,
        pool.proposals.len()
    );
    faults.none();
}

/// A list of one to four; often several candidates share their value, as real ones do.
fn draw(pool: &Pool, chance: &mut Xorshift) -> List {
    let length = chance.below(LONGEST_RANDOM_LIST) + 1;
    let first = chance.below(pool.proposals.len());
    let alike = chance.below(3) > 0;
    let mut list = vec![first];
    while list.len() < length {
        let next = chance.below(pool.proposals.len());
        // The values are the outermost loop of the product: the remainder keeps all else.
        let block = pool.proposals.len() / pool.proposals[0].world.values.len();
        list.push(if alike {
            first / block * block + next % block
        } else {
            next
        });
    }
    list
}

/// Every list of none to three numbers.
fn all_lists(count: usize) -> Vec<List> {
    let mut lists = vec![Vec::new()];
    let mut last: Vec<List> = lists.clone();
    for _ in 0..3 {
        last = last
            .iter()
            .flat_map(|list| (0..count).map(move |next| [list.as_slice(), &[next]].concat()))
            .collect();
        lists.extend(last.iter().cloned());
    }
    lists
}

/// Deleting a quote or a confidence must not open the gate.
///
/// For a single candidate a STOP never becomes an ACCEPT. In a list it may only
/// where the damaged candidate no longer counts: without it the list is
/// accepted with the same value.
fn fail_open(pool: &Pool, decided: &BTreeMap<List, Value>, list: &[usize]) -> Vec<String> {
    let mut faults = Vec::new();
    if decided[list]["decision"] != "STOP" {
        return faults;
    }
    for position in 0..list.len() {
        let whole = pool.proposals[list[position]];
        let without_quote = Proposal {
            quote: None,
            ..whole
        };
        let without_confidence = Proposal {
            confidence: None,
            ..whole
        };
        for damaged in [without_quote, without_confidence] {
            let mut changed = list.to_vec();
            changed[position] = pool.number_of(&damaged);
            changed.sort_unstable();
            let got = &decided[&changed];
            if got["decision"] != "ACCEPT" {
                continue;
            }
            let mut rest = list.to_vec();
            rest.remove(position);
            let rest = &decided[&rest];
            if list.len() == 1 || rest["decision"] != "ACCEPT" || rest["value"] != got["value"] {
                faults.push(format!(
                    "damaging candidate {position} turns a STOP into an ACCEPT"
                ));
            }
        }
    }
    faults
}

/// The judge under test, with a schema of as many fields as there are lists.
struct Judge {
    document: Document,
    schema: Schema,
}

impl Judge {
    fn new(world: &World, relaxed: Relaxed) -> Judge {
        let fields: Vec<Value> = (0..BATCH)
            .map(|index| json!({"name": format!("f{index}"), "type": world.kind}))
            .collect();
        let schema = json!({
            "name": "small", "version": "1.0.0", "field": fields,
            // The oracle knows the triggers; what the words around do to a value is `frames.rs`.
            "evidence": {"stop_on_conflict": !relaxed.conflict, "assertion": "words_only",
                "require_offset_mapping": !relaxed.offsets},
        });
        Judge {
            document: Document::from_text(world.document.as_bytes()).unwrap(),
            schema: Schema::parse(&schema.to_string()).unwrap(),
        }
    }

    /// One decision a list, without the field's name.
    fn judge(&self, pool: &Pool, lists: &[List], vouched: Option<u32>) -> Vec<Value> {
        let mut records: Vec<CandidateRecord> = Vec::new();
        for (index, list) in lists.iter().enumerate() {
            for number in list {
                let field_name = format!("f{index}");
                records.push(CandidateRecord {
                    field_name,
                    ..pool.records[*number].clone()
                });
            }
        }
        let hundredths = |number: u32| Confidence::parse(&format!("0.{number:02}")).unwrap();
        let flags = RunFlags {
            confidence: vouched.map(hundredths),
            ..RunFlags::default()
        };
        let folded = FoldedDocument::new(&self.document);
        let judgments = judge_all(&folded, &self.schema, &records, &flags);
        assert_eq!(judgments.len(), BATCH, "one decision a field");
        judgments
            .iter()
            .take(lists.len())
            .enumerate()
            .map(|(index, judgment)| {
                let mut got = serde_json::to_value(judgment.record()).unwrap();
                assert_eq!(got["field_name"], format!("f{index}"));
                got["field_name"].take();
                got
            })
            .collect()
    }
}

/// Where a decision differs from the oracle's.
fn compare(world: &World, verdict: &Verdict, got: &Value) -> Vec<String> {
    let mut faults = Vec::new();
    let mut same = |key: &str, expected: Value, got: &Value| {
        if expected != *got {
            faults.push(format!("{key}: expected {expected}, got {got}"));
        }
    };
    same("decision", json!(verdict.decision), &got["decision"]);
    same("stop_reason", json!(verdict.reason), &got["stop_reason"]);
    same(
        "value",
        spelled(world, &verdict.value),
        &spelled(world, &got["value"]),
    );
    same("confidence", number(verdict.confidence), &got["confidence"]);
    same(
        "evidence",
        json!(verdict.span.is_none()),
        &json!(got["evidence"].is_null()),
    );
    if let Some((start, end)) = verdict.span {
        same("start", json!(start), &got["evidence"]["start"]);
        same("end", json!(end), &got["evidence"]["end"]);
    }
    faults.extend(compare_proof(world, &verdict.proof, &got["stop_proof"]));
    faults.extend(unproven(world, got));
    faults
}

/// Whether a proof tells a value: a string where the contract locks it, its typed form in `detail`.
fn told(world: &World, got: &Value, value: &Value) -> bool {
    let typed = match got["detail"]["value"].is_null() {
        true => &got["value"],
        false => &got["detail"]["value"],
    };
    got["value"].is_string() && spelled(world, typed) == spelled(world, value)
}

/// Where the locked keys of a proof differ.
fn compare_proof(world: &World, proof: &Proof, got: &Value) -> Vec<String> {
    let text = |value: &Value| spelled(world, value);
    let holds = match proof {
        Proof::Nothing => got.is_null(),
        Proof::NoCandidates { rejected } => {
            let listed = got["detail"]["rejected"].as_array().map_or(0, Vec::len);
            got["searched"] == true && got["candidates_found"] == 0 && listed == *rejected
        }
        Proof::Conflict(expected) => {
            let expected = expected
                .iter()
                .map(|(value, sure)| (text(value), number(*sure)));
            let listed = got["candidates"].as_array().into_iter().flatten();
            let listed = listed.map(|one| (text(&one["value"]), one["confidence"].clone()));
            sorted(expected) == sorted(listed)
        }
        Proof::Confidence { actual, value } => {
            got["threshold"] == 0.7 && got["actual"] == number(*actual) && told(world, got, value)
        }
        Proof::Missing { value } => told(world, got, value),
        Proof::Integrity { codes, value } => {
            let issues = got["issues"].as_array().cloned().unwrap_or_default();
            let known = |issue: &Value| codes.iter().any(|code| issue["code"] == *code);
            !issues.is_empty() && issues.iter().all(known) && told(world, got, value)
        }
        Proof::Review(codes) => {
            let listed = got["review"].as_array().into_iter().flatten();
            let listed: Vec<&str> = listed.filter_map(|doubt| doubt["code"].as_str()).collect();
            listed == *codes
                && listed
                    .iter()
                    .all(|code| ReviewCode::ALL.iter().any(|one| one.code() == *code))
        }
    };
    if holds {
        Vec::new()
    } else {
        vec![format!("stop_proof: expected {proof:?}, got {got}")]
    }
}

/// A text compares with its white space squeezed; what is released must still be the document's own.
fn spelled(world: &World, value: &Value) -> Value {
    match value.as_str() {
        Some(text) if world.is_text() => {
            json!(text.split_whitespace().collect::<Vec<_>>().join(" "))
        }
        _ => value.clone(),
    }
}

fn number(hundredths: u32) -> Value {
    json!(f64::from(hundredths) / 100.0)
}

fn sorted(pairs: impl Iterator<Item = (Value, Value)>) -> Vec<String> {
    let mut pairs: Vec<String> = pairs
        .map(|(value, sure)| format!("{value} {sure}"))
        .collect();
    pairs.sort();
    pairs
}

/// Whatever leaves has its quote in the document, and a text is the document's own characters.
fn unproven(world: &World, got: &Value) -> Vec<String> {
    if got["decision"] == "STOP" || got["evidence"].is_null() {
        return Vec::new();
    }
    let evidence = &got["evidence"];
    let offset = |key: &str| evidence[key].as_u64().unwrap() as usize;
    let (start, end) = (offset("start"), offset("end"));
    let slice: String = world
        .document
        .chars()
        .skip(start)
        .take(end - start)
        .collect();
    let mut faults = Vec::new();
    if evidence["quote"] != slice {
        faults.push(format!(
            "the quote {} is not the slice {slice:?}",
            evidence["quote"]
        ));
    }
    if world.is_text()
        && !got["value"]
            .as_str()
            .is_some_and(|value| slice.contains(value))
    {
        faults.push(format!(
            "the text {} is not in the slice {slice:?}",
            got["value"]
        ));
    }
    faults
}

/// The first faults, with the lists they belong to.
#[derive(Default)]
struct Faults {
    count: usize,
    shown: Vec<String>,
}

impl Faults {
    fn add(&mut self, pool: &Pool, list: &[usize], faults: Vec<String>) {
        if faults.is_empty() {
            return;
        }
        self.count += 1;
        if self.shown.len() < 8 {
            let record = |number: &usize| pool.proposals[*number].record("f").to_string();
            let list: Vec<String> = list.iter().map(record).collect();
            self.shown.push(format!(
                "{}\n    {}",
                list.join("\n"),
                faults.join("\n    ")
            ));
        }
    }

    fn none(self) {
        assert!(
            self.count == 0,
            "{} lists differ, such as\n{}",
            self.count,
            self.shown.join("\n\n")
        );
    }
}

/// Marsaglia's generator: the same lists on every machine.
struct Xorshift(u64);

impl Xorshift {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 11) % bound as u64) as usize
    }
}
