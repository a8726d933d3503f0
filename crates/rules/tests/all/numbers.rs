//! Words and digits of any amount read to the same decimal.

use groundstop_canon::Decimal;
use groundstop_testing::numbers::below_thousand;
use groundstop_value::{Kind, Value, read_all};
use proptest::prelude::*;

/// A number in words, cut into groups of these sizes with these names.
fn words(number: u64, groups: &[(u64, &str)]) -> String {
    if number == 0 {
        return below_thousand(0, " ");
    }
    let mut rest = number;
    let mut parts = Vec::new();
    for (size, name) in groups {
        let count = rest / size;
        rest %= size;
        if count >= 1000 {
            parts.push(format!("{} {name}", words(count, groups)));
        } else if count > 0 {
            parts.push(format!("{} {name}", below_thousand(count, " ")));
        }
    }
    if rest > 0 {
        parts.push(below_thousand(rest, " "));
    }
    parts.join(" ")
}

const INDIAN: [(u64, &str); 3] = [(10_000_000, "crore"), (100_000, "lakh"), (1000, "thousand")];
const INTERNATIONAL: [(u64, &str); 4] = [
    (1_000_000_000_000, "trillion"),
    (1_000_000_000, "billion"),
    (1_000_000, "million"),
    (1000, "thousand"),
];

/// Digits with commas: the last three, then groups of this many.
fn grouped(number: u64, size: usize) -> String {
    let digits = number.to_string();
    let (head, tail) = digits.split_at(digits.len().saturating_sub(3));
    let mut groups = vec![tail.to_owned()];
    let mut rest = head;
    while !rest.is_empty() {
        let (left, right) = rest.split_at(rest.len().saturating_sub(size));
        groups.push(right.to_owned());
        rest = left;
    }
    groups.reverse();
    groups.join(",")
}

fn money(text: &str) -> Option<Decimal> {
    let kind = Kind::Money {
        currency: None,
        format: None,
        stated: None,
    };
    match read_all(&kind, text).as_slice() {
        [one] => match one.clear() {
            Some(Value::Money { amount, .. }) => Some(*amount),
            _ => None,
        },
        _ => None,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]
    #[test]
    fn every_spelling_of_an_amount_is_the_same_decimal(number in prop_oneof![
        0u64..=1_000_000_000_000,
        0u64..=10_000_000,
        (0u64..=100_000).prop_map(|thousands| thousands * 10_000_000),
    ]) {
        let exact = Some(Decimal::from_u64(number));
        prop_assert_eq!(money(&format!("Rs. {}", grouped(number, 2))), exact);
        prop_assert_eq!(money(&format!("${}", grouped(number, 3))), exact);
        prop_assert_eq!(money(&format!("Rs. {number}")), exact);
        if number < 10_000_000_000 {
            let spelled = format!("{} rupees", words(number, &INDIAN));
            prop_assert_eq!(money(&spelled), exact, "{}", spelled);
        }
        let spelled = format!("{} dollars", words(number, &INTERNATIONAL));
        prop_assert_eq!(money(&spelled), exact, "{}", spelled);
    }
}
