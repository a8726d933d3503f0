//! What a rule stands under: the lists, provisos, amendments and notes around it. And what is
//! read of exemptions, bounds and definitions in words.

use groundstop_contract::{RuleCandidate, RuleStatus};
use groundstop_document::Document;
use groundstop_rules::{ProposeRequest, propose};
use serde_json::{Value, json};

fn found(text: &str) -> Vec<RuleCandidate> {
    let document = Document::from_text(text.as_bytes()).unwrap();
    let request = ProposeRequest {
        types: &[],
        pages: None,
        currency: Some("NGN"),
        extracted_at: "2026-01-25T12:00:00Z",
    };
    propose(&document, &request)
}

/// The conditions of the candidate with this value.
fn conditions(text: &str, value: &Value) -> Vec<String> {
    let all = found(text);
    let data = all.iter().filter_map(|one| one.rule_data.as_ref());
    let mut same = data.filter(|data| json!(data.value) == *value);
    match same.next() {
        Some(data) => data.conditions.clone(),
        None => panic!("{value} is not in {all:#?}"),
    }
}

/// The values of all candidates.
fn values(text: &str) -> Vec<Value> {
    let all = found(text);
    let data = all.iter().filter_map(|one| one.rule_data.as_ref());
    data.map(|data| json!(data.value)).collect()
}

#[test]
fn what_a_list_ends_in_holds_for_all_of_its_items() {
    let text = "7. A person who-\n(a) hides a return;\n(b) burns a return; or\n\
        (c) being asked, lends a return,\nis liable to a penalty of N100,000.00.\n";
    let all = conditions(text, &json!({"amount": 100_000}));
    for item in [
        "A person who",
        "hides a return",
        "burns a return",
        "lends a return",
    ] {
        assert!(all.iter().any(|one| one.contains(item)), "{item}: {all:?}");
    }
    let apart = "1. Every person, being,—\n\n(i) a bank;\n\n(ii) a mill,\n\n\
        who sells salt shall pay duty at the rate of two per cent. of its price.";
    let all = conditions(apart, &json!({"rate": 0.02}));
    assert!(all.contains(&"a bank".to_owned()), "{all:?}");
    assert!(all.contains(&"a mill".to_owned()), "{all:?}");
}

#[test]
fn a_sub_section_does_not_stand_under_the_one_before() {
    let text = "7.-(1) A person who-\n(a) hides a return; or\n(b) burns a return,\n\
        is liable to a penalty of N100,000.00.\n\
        (2) A person who sells a return is liable to a penalty of N200,000.00.\n";
    let all = conditions(text, &json!({"amount": 200_000}));
    assert!(!all.iter().any(|one| one.contains("hides")), "{all:?}");
    assert!(!all.iter().any(|one| one.contains("(1)")), "{all:?}");
}

#[test]
fn the_rows_of_an_item_stand_under_it_and_words_behind_them_do_not() {
    let text = "A. Persons\n\nThe Schedule provides following rates of income-tax:—\n\
        (i) In the case of every farmer,—\nUpto Rs. 1,000 Nil.\nAbove Rs. 1,000 5 per cent.\n\
        (ii) In the case of every miner,—\nUpto Rs. 2,000 Nil.\nAbove Rs. 2,000 7 per cent.\n\
        The amount of income-tax shall be increased by a surcharge at the rate of,—\n\
        (a) having an income exceeding Rs. 9,000, at the rate of ten per cent. of such income-tax.";
    let slab = json!({"income_min": 2000, "income_max": null, "rate": 0.07});
    let all = conditions(text, &slab);
    assert!(
        all.contains(&"In the case of every miner".to_owned()),
        "{all:?}"
    );
    assert!(!all.iter().any(|one| one.contains("farmer")), "{all:?}");
    let all = conditions(text, &json!({"rate": 0.1}));
    assert!(
        all.iter()
            .any(|one| one.contains("increased by a surcharge")),
        "{all:?}"
    );
    assert!(!all.iter().any(|one| one.contains("miner")), "{all:?}");
}

#[test]
fn a_proviso_stands_under_what_encloses_the_item_before_it() {
    let text = "The tax shall be increased by a surcharge,—\n\n\
        (a) in the case of every farmer,—\n\n\
        (i) having an income exceeding Rs. 9,000, at the rate of ten per cent. of such tax:\n\n\
        Provided that where he owns land, the rate of surcharge shall not exceed five per cent.;\n\n\
        (aa) in the case of every miner, at the rate of twenty per cent. of such tax.";
    let all = conditions(text, &json!({"rate": 0.05}));
    assert!(
        all.iter().any(|one| one.contains("every farmer")),
        "{all:?}"
    );
    assert!(!all.iter().any(|one| one.contains("9,000")), "{all:?}");
    let all = conditions(text, &json!({"rate": 0.2}));
    assert!(!all.iter().any(|one| one.contains("farmer")), "{all:?}");
    assert!(
        all.iter()
            .any(|one| one.contains("increased by a surcharge")),
        "{all:?}"
    );
}

#[test]
fn a_proviso_behind_the_last_item_does_not_stand_under_it() {
    let text = "The tax shall be increased by a surcharge,—\n\n\
        (a) in the case of every farmer,—\n\n\
        (i) having an income exceeding Rs. 9,000, at the rate of ten per cent. of such tax:\n\n\
        Provided that in the case of a miner the rate of surcharge shall not exceed five per cent.";
    let all = conditions(text, &json!({"rate": 0.05}));
    assert!(!all.iter().any(|one| one.contains("farmer")), "{all:?}");
}

#[test]
fn what_is_substituted_stands_under_the_section_it_is_taken_into() {
    let text = "7. In section 10 of the Salt Act,—\n\n(I) in clause (2C),—\n\n\
        (A) for the first proviso, the following proviso shall be\nsubstituted with effect from \
        the 1st day of June, 2020, namely:—\n\n\
        “Provided that a mill shall apply for approval,—\n\n\
        (i) where it is new, within three months of its first day;\n\n\
        (ii) where it is old, at least six months before its end or within two months of its \
        sale, whichever is earlier.”.";
    for (value, says) in [
        (
            json!({"amount": 3, "direction": "at_or_below"}),
            "where it is new",
        ),
        (
            json!({"amount": 6, "direction": "at_or_above"}),
            "whichever is earlier",
        ),
        (
            json!({"amount": 2, "direction": "at_or_below"}),
            "whichever is earlier",
        ),
    ] {
        let all = conditions(text, &value);
        let said = ["section 10", "clause (2C)", "1st day of June, 2020", says];
        for words in said {
            assert!(
                all.iter().any(|one| one.contains(words)),
                "{words}: {all:?}"
            );
        }
    }
}

#[test]
fn notes_of_the_margin_are_no_part_of_a_condition() {
    let text = "1 9. A company which fails to file any of the\nFailure to file\n\
        2 returns under this Act is liable to\n3 pay, on the day on which\n\
        4 it fails, a penalty of-\n5 (a) N10,000.00 on the first day; or\n\
        6 (b) N20,000.00 on any other day.\n";
    let all = conditions(text, &json!({"amount": 10_000}));
    assert!(!all.iter().any(|one| one.contains("Failure")), "{all:?}");
    assert!(
        all.iter().any(|one| one.contains("file any of the")),
        "{all:?}"
    );
    assert!(
        all.iter().any(|one| one.contains("returns under this Act")),
        "{all:?}"
    );
}

#[test]
fn what_a_sentence_says_of_a_length_of_time_is_its_condition() {
    let text = "Where a demand is served, the tax shall be paid within 30 days of the demand.";
    let all = conditions(text, &json!({"amount": 30, "direction": "at_or_below"}));
    assert!(
        all.iter().any(|one| one.contains("a demand is served")),
        "{all:?}"
    );
    assert!(
        all.iter().any(|one| one.contains("of the demand")),
        "{all:?}"
    );
    let more = "Where a lease is for a period of 30 days or more of use, the share is allowed.";
    let all = conditions(more, &json!({"amount": 30, "direction": "at_or_above"}));
    assert!(!all.iter().any(|one| one.starts_with("more")), "{all:?}");
    let led = "8. A person who fails to tell of a sale within 30 days of it is liable to a \
        penalty of-\n(a) N1,000.00 for the first month; and\n(b) N500.00 for each month behind.\n";
    let all = conditions(led, &json!({"amount": 30, "direction": "at_or_below"}));
    assert!(
        all.iter()
            .any(|one| one.contains("fails to tell of a sale")),
        "{all:?}"
    );
}

#[test]
fn every_sum_of_a_sentence_has_its_own_clause() {
    let text = "A person who lies is liable to a penalty of 50% of the tax, plus interest at 2% \
        above the policy rate.";
    assert!(
        conditions(text, &json!({"rate": 0.5}))
            .iter()
            .any(|one| one.contains("who lies"))
    );
    let all = conditions(text, &json!({"rate": 0.02}));
    assert!(
        all.iter().any(|one| one.contains("above the policy rate")),
        "{all:?}"
    );
    let daily = "A person who hides is liable to a penalty of N9,000.00 for the first day, in \
        addition to N400.00 for each day where it goes on, or any other penalty as may be set.";
    assert_eq!(
        values(daily),
        [json!({"amount": 9000}), json!({"amount": 400})]
    );
    let led = "5. A person who fails to stamp is liable to pay-\n\
        (a) in the case of the fixed duty, 10% of the duty and interest at 2% above the rate.\n";
    assert!(values(led).contains(&json!({"rate": 0.1})));
    assert!(values(led).contains(&json!({"rate": 0.02})));
}

#[test]
fn a_bound_of_a_rate_is_a_rate_with_the_bound_among_its_conditions() {
    let text = "The rate of surcharge on such income shall not exceed fifteen per cent.";
    let all = conditions(text, &json!({"rate": 0.15}));
    assert!(
        all.iter().any(|one| one.ends_with("shall not exceed")),
        "{all:?}"
    );
}

#[test]
fn a_bound_of_a_rate_does_not_contradict_a_rate() {
    let text = "1. The tax shall be increased by a surcharge at the rate of ten per cent. of it.\n\n\
        2. The rate of surcharge shall not exceed fifteen per cent.";
    assert_eq!(values(text), [json!({"rate": 0.1}), json!({"rate": 0.15})]);
}

#[test]
fn what_a_provision_does_not_apply_to_is_exempt() {
    for (text, exempt) in [
        (
            "4. The provisions of this section shall not apply to a farmer who owns no land.",
            "a farmer who owns no land",
        ),
        (
            "4. No penalty shall be imposed under this section with respect to a child.",
            "a child",
        ),
        (
            "4. Nothing contained in this Part shall apply to the sale of salt.",
            "the sale of salt",
        ),
        (
            "4. No central tax shall be levied or collected in respect of supply of salt.",
            "supply of salt",
        ),
        (
            "4. The income of a mill shall not include gifts which shall be kept for its upkeep.",
            "gifts which shall be kept for its upkeep",
        ),
    ] {
        assert_eq!(values(text), [json!({"text": exempt})], "{text}");
    }
    let list = "4. Nothing contained in this section shall apply to any payment made to—\n\n\
        (i) the Government;\n\n(ii) a school.";
    assert_eq!(
        values(list),
        [
            json!({"text": "the Government"}),
            json!({"text": "a school"})
        ]
    );
    let applied = "4. The provisions of this section shall apply to a farmer.";
    assert_eq!(values(applied), Vec::<Value>::new());
}

#[test]
fn items_that_begin_with_a_figure_are_what_leads_into_them() {
    let text = "# Limit\n\n(1) In general\n\nThe limit of this subsection is—\n\n\
        (A) $3,000 for a single person, and\n\n(B) $6,000 in the case of a family.\n\n\
        (2) Share\n\nThe share is equal to—\n\n(A) 20 percent of the wages, or\n\n\
        (B) 5 percent of the cost.";
    let all = values(text);
    for value in [
        json!({"amount": 3000}),
        json!({"amount": 6000}),
        json!({"rate": 0.2}),
        json!({"rate": 0.05}),
    ] {
        assert!(all.contains(&value), "{value}: {all:?}");
    }
    let period = "The cost of repairs during the 6-year period beginning on the sale counts.";
    assert_eq!(values(period), [json!({"amount": 6})]);
    let years =
        "The applicable dollar amount is $95 for the first year and $325 for the second year.";
    assert_eq!(
        values(years),
        [json!({"amount": 95}), json!({"amount": 325})]
    );
}

#[test]
fn one_rate_over_a_list_is_that_of_all_its_items() {
    let rates = "Rates of income-tax\n\n(i) on income by way of interest 10 per cent.; payable on—\n\n\
        (A) any bond of a town;\n\n(B) any bond of a school;\n\n\
        (ii) on income by way of rent 20 per cent.;";
    let all = conditions(rates, &json!({"rate": 0.1}));
    for item in ["a town", "a school"] {
        assert!(all.iter().any(|one| one.contains(item)), "{item}: {all:?}");
    }
    assert!(values(rates).contains(&json!({"rate": 0.2})));
}

#[test]
fn what_no_unit_states_is_looked_at() {
    for text in [
        "The duty payable shall be one-half of the duty in the Table.",
        "Returns of duty shall be filed on or before the\n 21st day of the following month.",
        "“small mill” means a mill that earns a gross turnover of Rs. 9,000 with land of more \
         than Rs. 500 for each head;",
    ] {
        let all = found(text);
        let doubted = all.iter().filter(|one| one.status == RuleStatus::Unclear);
        assert_eq!(doubted.count(), 1, "{text}: {all:#?}");
    }
}

#[test]
fn what_a_term_does_not_include_says_so() {
    let text = "The term “medical service” does not include the sale of spectacles.";
    let meaning = "does not include the sale of spectacles";
    assert_eq!(
        values(text),
        [json!({"term": "medical service", "text": meaning})]
    );
    let both = "1. “Medical service” means the care of the sick.\n\n\
        2. “Medical service” does not include the sale of spectacles.";
    assert_eq!(values(both).len(), 2);
}

#[test]
fn each_of_two_terms_is_defined() {
    let text = "\"small mill\" or \"small farm\" means a business with a turnover of N50,000.00 or \
        less per annum;";
    let all = found(text);
    let terms: Vec<Value> = all
        .iter()
        .filter(|one| one.status == RuleStatus::Candidate)
        .filter_map(|one| one.rule_data.as_ref())
        .map(|data| json!(data.value)["term"].clone())
        .filter(|term| !term.is_null())
        .collect();
    assert_eq!(terms, [json!("small mill"), json!("small farm")]);
}

#[test]
fn a_proviso_does_not_contradict_what_it_is_a_proviso_to() {
    let text = "1. A mill shall register where its sales exceed Rs. 5,000:\n\n\
        Provided that a mill shall register where its sales exceed Rs. 2,000.";
    let all = found(text);
    assert!(
        all.iter().all(|one| one.conflicting_candidates.is_none()),
        "{all:#?}"
    );
}
