//! The proposer on the forms statutes use, and what becomes of damaged candidates.

use groundstop_canon::json::parse;
use groundstop_contract::{RuleCandidate, RuleStatus, RuleType, RuleValue};
use groundstop_document::Document;
use groundstop_rules::{Account, Aligner, ProposeRequest, propose, propose_with_account, validate};
use serde_json::{Value, json};

const ACT: &str = include_str!("../../../../examples/statute/act.txt");

fn document(text: &str) -> Document {
    Document::from_text(text.as_bytes()).unwrap()
}

fn found(text: &str, types: &[RuleType]) -> Vec<RuleCandidate> {
    let request = ProposeRequest {
        types,
        pages: None,
        currency: None,
        extracted_at: "2026-01-25T12:00:00Z",
    };
    propose(&document(text), &request)
}

fn account_of(text: &str) -> Account {
    let request = ProposeRequest {
        types: &[],
        pages: None,
        currency: None,
        extracted_at: "2026-01-25T12:00:00Z",
    };
    propose_with_account(&document(text), &request).1
}

fn values(text: &str) -> Vec<Value> {
    found(text, &[])
        .iter()
        .filter_map(|candidate| candidate.rule_data.as_ref())
        .map(|data| json!(data.value))
        .collect()
}

fn slab(min: u64, max: Option<u64>, rate: f64) -> Value {
    // What JSON carries is compared, never computed with.
    let rate = if rate == 0.0 { json!(0) } else { json!(rate) };
    json!({"income_min": min, "income_max": max, "rate": rate})
}

#[test]
fn the_example_act_comes_out_whole() {
    let all = found(ACT, &[]);
    let clear: Vec<&RuleCandidate> = all
        .iter()
        .filter(|c| c.status == RuleStatus::Candidate)
        .collect();
    let slabs = clear.iter().filter(|c| c.rule_type == RuleType::TaxSlab);
    assert_eq!(slabs.count(), 6);
    let of = |t: RuleType| clear.iter().filter(|c| c.rule_type == t).count();
    assert_eq!(of(RuleType::Rate), 2);
    assert_eq!(of(RuleType::Exemption), 1);
    assert_eq!(of(RuleType::Threshold), 1);
    assert_eq!(of(RuleType::Definition), 1);
    let blocked: Vec<_> = all
        .iter()
        .filter(|c| c.status == RuleStatus::Blocked)
        .collect();
    assert_eq!(blocked.len(), 1);
    assert_eq!(
        blocked[0].source_text.as_deref(),
        Some("Next Rs. 22,00,000 at 15%")
    );
}

#[test]
fn what_a_statute_only_shows_proposes_or_deletes_is_no_rule() {
    let plain = "1. A company shall pay tax at the rate of 25 per cent. of its income.\n";
    assert_eq!(values(plain).len(), 1);
    for text in [
        "Illustration\n\n1. A company shall pay tax at the rate of 25 per cent. of its income.\n",
        "1. It is proposed to provide that a company shall pay tax at the rate of 25 per cent. of its income.\n",
        "1. Under the existing provisions of the Act, a company shall pay tax at the rate of 25 per cent. of its income.\n",
        "1. The following sentence is deleted:\n\nA company shall pay tax at the rate of 25 per cent. of its income.\n",
    ] {
        assert_eq!(values(text), Vec::<Value>::new(), "{text}");
        // Somebody looks at it, or the account says why it is no rule.
        let account = account_of(text);
        let told = account.said(RuleStatus::Unclear) + account.no_rule().len();
        assert_eq!(told, 1, "{text}");
    }
    // What stands under a heading that only shows is no rule to look at either.
    let shown =
        "Illustration\n\n1. A company shall pay tax at the rate of 25 per cent. of its income.\n";
    assert!(found(shown, &[]).is_empty());
    let reason = "the text stands under a heading that only explains or shows";
    assert_eq!(account_of(shown).no_rule(), [(reason, 1)]);
    // Conditions and bounds are the rule's data.
    let case = "1. If the company is resident, it shall pay tax at the rate of 25 per cent. of its income.\n";
    assert!(!found(case, &[]).is_empty());
}

#[test]
fn slabs_under_different_leads_are_different_rules() {
    let all = found(ACT, &[RuleType::TaxSlab]);
    assert!(all.iter().all(|c| c.conflicting_candidates.is_none()));
    let young =
        "In the case of every individual other than the individual referred to in item (II)";
    let under = |lead: &str| {
        let holds = |c: &&RuleCandidate| {
            let data = c.rule_data.as_ref();
            data.is_some_and(|data| data.conditions.iter().any(|condition| condition == lead))
        };
        all.iter().filter(holds).count()
    };
    assert_eq!(under(young), 3);
    assert_eq!(
        under("In the case of every individual who is of the age of sixty years or more"),
        2
    );
}

#[test]
fn two_rates_under_the_same_conditions_are_one_unclear() {
    let text = "Surcharge\n\nThe rate of surcharge is as follows:\n\n\
        A surcharge of ten per cent. is levied.\n\nA surcharge of fifteen per cent. is levied.";
    let all = found(text, &[RuleType::Rate]);
    let [one] = all.as_slice() else {
        panic!("{all:#?}");
    };
    assert_eq!(one.status, RuleStatus::Unclear);
    assert_eq!(one.conflicting_candidates.as_ref().unwrap().len(), 2);
}

#[test]
fn tables_of_other_countries_are_read_too() {
    let us = "If taxable income is:\n\nThe tax is:\n\nNot over $19,050\n\n10% of taxable income.\n\n\
        Over $19,050 but not over $77,400\n\n$1,905, plus 12% of the excess over $19,050.\n\n\
        Over $77,400\n\n$8,907, plus 22% of the excess over $77,400.";
    let expected = [
        slab(0, Some(19050), 0.1),
        slab(19050, Some(77400), 0.12),
        slab(77400, None, 0.22),
    ];
    assert_eq!(values(us), expected);
    let rows = "Rates of tax on the total income\n\n1. Up to Rs. 2,50,000 Nil\n\
        2. From Rs. 2,50,001 to Rs. 5,00,000 5 per cent.\n3. Above Rs. 5,00,000 30 per cent.";
    let expected = [
        slab(0, Some(250_000), 0.0),
        slab(250_001, Some(500_000), 0.05),
        slab(500_000, None, 0.3),
    ];
    assert_eq!(values(rows), expected);
}

#[test]
fn rounded_and_torn_figures_are_never_candidates() {
    for text in [
        "where the total income exceeds 2.5 lakh rupees, at the rate of ten per cent.",
        "where the total income exceeds about Rs. 2,50,000, at the rate of ten per cent.",
        "where the total income exceeds Rs. 2,50,000, at the rate of approximately 10 per cent.",
        "Rates of tax on total income\n\nUp to Rs. 2,50,000\n\nAbove Rs. 2,50,000\n\nNil\n\n5 per cent.",
        "where the total income exceeds Rs. 5,00,000\n20 per cent. of the amount by which the total income exceeds Rs. 2,50,000",
    ] {
        let clear: Vec<_> = found(text, &[])
            .into_iter()
            .filter(|c| c.status == RuleStatus::Candidate && c.rule_type == RuleType::TaxSlab)
            .collect();
        assert!(clear.is_empty(), "{text}: {clear:#?}");
    }
}

#[test]
fn a_share_and_an_amendment_are_no_rates() {
    for text in [
        "for the words “ten per cent.”, the words “fifteen per cent.” shall be substituted",
        "persons holding 5% or more of its shares",
    ] {
        assert_eq!(values(text), Vec::<Value>::new(), "{text}");
    }
}

#[test]
fn a_type_that_was_asked_for_and_is_not_there_is_blocked() {
    let all = found("Nothing is said here.", &[RuleType::Threshold]);
    let [one] = all.as_slice() else {
        panic!("{all:#?}");
    };
    assert_eq!(one.status, RuleStatus::Blocked);
    assert!(one.source_pages.is_empty() && one.source_text.is_none());
}

/// Every one-thing-changed copy of a candidate.
fn damaged(candidate: &RuleCandidate) -> Vec<RuleCandidate> {
    let mut all = Vec::new();
    let text = candidate.source_text.clone().unwrap_or_default();
    for (from, to) in [
        (" but does not exceed", " exceed"),
        (" but not exceeding", " exceeding"),
        (" not ", " "),
        ("income", "revenue"),
        (",00,000", ",00,001"),
        ("lakh", "crore"),
        ("per cent", "percent"),
    ] {
        if text.contains(from) {
            let mut copy = candidate.clone();
            copy.source_text = Some(text.replacen(from, to, 1));
            all.push(copy);
        }
    }
    let mut copy = candidate.clone();
    copy.source_pages = vec![2];
    all.push(copy);
    let mut copy = candidate.clone();
    if let Some(data) = &mut copy.rule_data {
        data.conditions.push("resident in Atlantis".to_owned());
    }
    all.push(copy);
    if let Some(data) = &candidate.rule_data
        && let RuleValue::Slab {
            income_min,
            income_max,
            rate,
        } = data.value
    {
        for value in [
            RuleValue::Slab {
                income_min,
                income_max: None,
                rate,
            },
            RuleValue::Slab {
                income_min: rate,
                income_max,
                rate,
            },
            RuleValue::Slab {
                income_min,
                income_max,
                rate: income_min,
            },
        ] {
            if value != data.value {
                let mut copy = candidate.clone();
                copy.rule_data.as_mut().unwrap().value = value;
                all.push(copy);
            }
        }
    }
    all
}

#[test]
fn nothing_damaged_is_aligned() {
    let document = document(ACT);
    let aligner = Aligner::new(&document);
    let mut tried = 0;
    for candidate in found(ACT, &[]) {
        assert!(aligner.align(&candidate).aligned(), "{candidate:#?}");
        if candidate.status != RuleStatus::Candidate {
            continue;
        }
        for copy in damaged(&candidate) {
            let same = copy == candidate;
            assert!(same || !aligner.align(&copy).aligned(), "{copy:#?}");
            tried += 1;
        }
    }
    assert!(tried > 50, "{tried}");
}

#[test]
fn a_quote_that_stops_before_the_upper_end_is_a_lie() {
    let document = document(
        "at the rate of ten per cent. of such income-tax, where the total income exceeds fifty lakh rupees but does not exceed one crore rupees;",
    );
    let aligner = Aligner::new(&document);
    let mut candidate = found(document.text(), &[RuleType::Rate]).remove(0);
    let quote = candidate.source_text.clone().unwrap();
    let at = quote.find(" but").unwrap();
    candidate.source_text = Some(quote[..at].to_owned());
    candidate.rule_data.as_mut().unwrap().conditions.clear();
    let alignment = aligner.align(&candidate);
    let failure = alignment.first_failure().unwrap();
    assert_eq!(failure.check, "numbers");
    assert!(
        failure
            .difference
            .as_ref()
            .unwrap()
            .contains("cuts the range")
    );
}

#[test]
fn a_slab_that_ends_before_it_begins_is_invalid() {
    let mut slab = found(ACT, &[RuleType::TaxSlab])
        .into_iter()
        .find(|c| c.status == RuleStatus::Candidate)
        .unwrap();
    let problems = |candidate: &RuleCandidate| {
        let json = serde_json::to_string(candidate).unwrap();
        validate(&parse(&json).unwrap()).problems
    };
    assert!(problems(&slab).is_empty());
    let data = slab.rule_data.as_mut().unwrap();
    if let RuleValue::Slab {
        income_min,
        income_max,
        ..
    } = &mut data.value
    {
        *income_max = Some(*income_min);
    }
    let found = problems(&slab);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].path.starts_with("/rule_data"), "{found:?}");
}

#[test]
fn a_list_of_meanings_ends_before_the_next_term() {
    let text = "10. In this Act,—\n\n“company” includes—\n\n(i) a body formed by law;\n\n\
        (ii) a body managed here; “officer” means a person employed by the Service;\n\n\
        “State” means a State of the Federation.\n";
    let all = values(text);
    let terms: Vec<&Value> = all.iter().map(|value| &value["term"]).collect();
    assert_eq!(terms, ["company", "officer", "State"]);
    let listed = "(i) a body formed by law; (ii) a body managed here";
    assert_eq!(all[0]["text"], listed);
}
