//! Ranges: both ends are read, or neither is, whatever joins them.
//!
//! A range of which only one end were read would pass for a single value.

use groundstop_value::{Kind, read_all};

const JOINTS: [&str; 12] = [
    "-",
    "–",
    "—",
    " - ",
    " – ",
    " — ",
    " to ",
    " or ",
    "/",
    " / ",
    " through ",
    "‑",
];

/// Full spellings that can stand at both ends of a range.
const RANGES: [(&str, &str); 34] = [
    ("date", "May {}, 2024"),
    ("date", "{} May 2024"),
    ("date", "{}th May 2024"),
    ("date", "{}th day of May, 2024"),
    ("date", "2024-05-{}"),
    ("date", "5/{}/2024"),
    ("date", "{}.05.2024"),
    ("date", "{}-May-2024"),
    ("date", "{}/10/99"),
    ("number", "{}"),
    ("number", "{},000"),
    ("number", "{}.5"),
    ("number", "{w}"),
    ("number", "{w} ({})"),
    ("number", "{} million"),
    ("number", "{w} hundred thousand"),
    ("money", "${}"),
    ("money", "${},000.00"),
    ("money", "${} million"),
    ("money", "${}k"),
    ("money", "US${}bn"),
    ("money", "USD {}"),
    ("money", "{} USD"),
    ("money", "{}.50 €"),
    ("money", "{w} dollars"),
    ("money", "{w} dollars (${})"),
    ("money", "Rs. {},000/-"),
    ("percent", "{}%"),
    ("percent", "{}.5 per cent"),
    ("percent", "{w} percent"),
    ("percent", "{w} percent ({}%)"),
    ("duration", "{} days"),
    ("duration", "{w} ({}) months"),
    ("duration", "{}-year"),
];

fn range_kind(name: &str) -> Kind {
    match name {
        "date" => Kind::Date {
            order: None,
            century: None,
        },
        "number" => Kind::Number { format: None },
        "money" => Kind::Money {
            currency: None,
            format: None,
            stated: None,
        },
        "percent" => Kind::Percent {
            ratio: false,
            format: None,
        },
        _ => Kind::Duration,
    }
}

const WORDS: [(&str, &str); 4] = [
    ("5", "five"),
    ("10", "ten"),
    ("12", "twelve"),
    ("25", "twenty-five"),
];

#[test]
fn a_range_is_read_at_both_ends_or_not_at_all() {
    let mut wrong = String::new();
    for (name, form) in RANGES {
        let kind = range_kind(name);
        for joint in JOINTS {
            for (a, b) in [(0, 1), (1, 2), (2, 3), (3, 0)] {
                let side = |i: usize| form.replace("{}", WORDS[i].0).replace("{w}", WORDS[i].1);
                let text = format!("of {}{joint}{} only", side(a), side(b));
                let spans = read_all(&kind, &text)
                    .into_iter()
                    .map(|reading| reading.span);
                let found: Vec<&str> = spans.map(|span| &text[span]).collect();
                if !found.is_empty() && found != [side(a), side(b)] {
                    wrong.push_str(&format!("\n{text}: {found:?}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// Ranges whose first end lacks what the second has.
const SHARED: [(&str, &str, &str); 16] = [
    ("percent", "5", "10%"),
    ("percent", "five", "ten percent"),
    ("percent", "five (5)", "ten (10) per cent"),
    ("duration", "5", "10 days"),
    ("duration", "five (5)", "ten (10) months"),
    ("duration", "five", "ten years"),
    ("money", "5", "10 USD"),
    ("money", "five", "ten dollars"),
    ("money", "$5", "10 million"),
    ("money", "$5", "$10 million"),
    ("money", "5", "10 million dollars"),
    ("number", "5", "10 million"),
    ("number", "five", "ten thousand"),
    ("date", "5", "10 May 2024"),
    ("date", "5th", "10th day of May, 2024"),
    ("date", "May 5", "10, 2024"),
];

#[test]
fn a_range_that_shares_its_unit_is_no_value() {
    let mut wrong = String::new();
    for (name, first, second) in SHARED {
        for joint in JOINTS {
            let text = format!("of {first}{joint}{second} only");
            let found = read_all(&range_kind(name), &text);
            if !found.is_empty() {
                wrong.push_str(&format!("\n{text}: {found:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}
