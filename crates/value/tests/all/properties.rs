//! What holds for every text: no panic, spans in order, and one number however it is spelled.

use groundstop_canon::Decimal;
use groundstop_contract::{DateOrder, DurationUnit, NumberFormat, WireValue};
use groundstop_testing::numbers::below_thousand;
use groundstop_value::context::{sentence_around, withdrawn};
use groundstop_value::{Kind, Value, read_all, read_whole, read_wire};
use proptest::prelude::*;

fn kinds() -> Vec<Kind> {
    let usd = Some("USD".to_string());
    vec![
        Kind::Date {
            order: None,
            century: None,
        },
        Kind::Date {
            order: Some(DateOrder::Dmy),
            century: Some(2000),
        },
        Kind::Money {
            currency: None,
            format: None,
            stated: None,
        },
        Kind::Money {
            currency: usd,
            format: Some(NumberFormat::Comma),
            stated: None,
        },
        Kind::Percent {
            ratio: false,
            format: None,
        },
        Kind::Percent {
            ratio: true,
            format: None,
        },
        Kind::Number { format: None },
        Kind::Number {
            format: Some(NumberFormat::Comma),
        },
        Kind::Duration,
        Kind::plain_boolean(),
        Kind::plain_choice(
            ["five", "five days", "days of", "", "é"]
                .map(String::from)
                .to_vec(),
        ),
        Kind::Boolean {
            yes: vec!["five days".to_owned(), "DAYS".to_owned()],
            no: vec!["of five".to_owned()],
        },
        Kind::Text,
    ]
}

/// Text made of the pieces readers look at, in any order.
fn pieces() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "5",
        "30",
        "2024",
        "100",
        "000",
        "1",
        "12",
        "0",
        " ",
        " ",
        " ",
        "\u{a0}",
        ",",
        ".",
        "-",
        "–",
        "—",
        "−",
        "/",
        "'",
        "’",
        ":",
        "(",
        ")",
        "[",
        "]",
        "$",
        "€",
        "₹",
        "US",
        "USD",
        "CHF",
        "Rs",
        "%",
        "five",
        "twenty",
        "hundred",
        "thousand",
        "lakh",
        "crore",
        "million",
        "and",
        "a",
        "half",
        "quarter",
        "no",
        "point",
        "of",
        "the",
        "to",
        "or",
        "per",
        "cent",
        "percent",
        "days",
        "business",
        "year",
        "months",
        "January",
        "May",
        "th",
        "fifth",
        "day",
        "½",
        "²",
        "é",
        "\n",
        "not",
        "if",
        "either",
        "dated",
        "Agreement",
        "that certain",
        "later of",
        "approximately",
        "for example",
        "deleting",
        "with",
        "*",
        "***",
        "_",
        "dollars",
        "rupees",
        "only",
        "bn",
        "k",
        "T",
        "Z",
        ";",
        "“",
        "”",
        "yes",
        "Dr.",
    ]);
    prop::collection::vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

fn check_everything(text: &str) -> Result<(), TestCaseError> {
    for kind in kinds() {
        let mut last = 0;
        for reading in read_all(&kind, text) {
            prop_assert!(
                text.get(reading.span.clone())
                    .is_some_and(|s| !s.is_empty())
            );
            prop_assert!(reading.span.start >= last);
            last = reading.span.end;
            prop_assert!(!reading.values.is_empty());
            let glued = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
            let (before, after) = (&text[..reading.span.start], &text[reading.span.end..]);
            prop_assert!(
                !glued(before.chars().next_back()),
                "glued before: {:?}",
                reading
            );
            prop_assert!(!glued(after.chars().next()), "glued after: {:?}", reading);
            prop_assert!(reading.values.windows(2).all(|pair| pair[0] < pair[1]));
            for value in &reading.values {
                prop_assert!(value.agrees(value));
                let _ = value.to_wire();
            }
            let sentence = sentence_around(text, reading.span.clone());
            prop_assert!(sentence.start <= reading.span.start && reading.span.end <= sentence.end);
            prop_assert!(text.get(sentence).is_some());
            if let Some(found) = withdrawn(&kind, text, reading.span) {
                prop_assert!(text.get(found.because).is_some());
            }
        }
        let _ = read_whole(&kind, text);
        let _ = read_wire(&kind, &WireValue::Text(text.to_string()));
        let _ = withdrawn(&kind, text, 0..text.len());
        let _ = withdrawn(&kind, text, text.len() / 2..text.len());
    }
    Ok(())
}

proptest! {
    #[test]
    fn any_text_is_read_without_panic_and_in_order(text in "\\PC{0,60}") {
        check_everything(&text)?;
    }

    #[test]
    fn any_mix_of_familiar_pieces_is_read_without_panic_and_in_order(text in pieces()) {
        check_everything(&text)?;
    }

    #[test]
    fn an_amount_reads_the_same_in_words_and_digits_of_both_groupings(n in amounts()) {
        let number = Kind::Number { format: None };
        let expected = Value::Number(Decimal::from_u64(n));
        for spelled in [
            n.to_string(),
            grouped(n, &[3]),
            grouped(n, &[3, 2]),
            western_words(n, " "),
            western_words(n, " and "),
            indian_words(n),
            western_words(n, " ").to_uppercase(),
            format!("{} ({})", western_words(n, " "), grouped(n, &[3])),
            format!("{} ({})", grouped(n, &[3, 2]), indian_words(n)),
        ] {
            let reading = read_whole(&number, &spelled);
            prop_assert_eq!(reading.map(|r| r.values), Some(vec![expected.clone()]), "{}", spelled);
        }
    }

    #[test]
    fn words_and_digits_that_disagree_give_both(a in 2_u64..1_000_000, b in 2_u64..1_000_000) {
        prop_assume!(a != b);
        let spelled = format!("{} ({}) days", western_words(a, " "), grouped(b, &[3]));
        let reading = read_whole(&Kind::Duration, &spelled).unwrap();
        prop_assert_eq!(reading.values.len(), 2);
    }

    #[test]
    fn every_day_reads_the_same_in_every_spelling(year in 1900_i16..2100, ordinal in 1_i16..=365) {
        let date = jiff::civil::Date::new(year, 1, 1).unwrap().with().day_of_year(ordinal).build().unwrap();
        let (month, day) = (MONTHS[date.month() as usize - 1], date.day());
        let kind = Kind::Date { order: None, century: None };
        for spelled in [
            date.to_string(),
            format!("{month} {day}, {year}"),
            format!("{day} {month} {year}"),
            format!("the {day}th day of {month}, {year}"),
            format!("{}. {day}, {year}", &month[..3]),
            format!("{day:02}-{}-{year}", &month[..3]),
        ] {
            let reading = read_whole(&kind, &spelled);
            prop_assert_eq!(reading.map(|r| r.values), Some(vec![Value::Date(date)]), "{}", spelled);
        }
        let slashed = format!("{}/{day}/{year}", date.month());
        let reading = read_whole(&kind, &slashed).unwrap();
        prop_assert!(reading.values.contains(&Value::Date(date)));
        prop_assert_eq!(reading.values.len() == 1, day > 12 || day == date.month());
    }

    #[test]
    fn agreement_is_symmetric(a in values(), b in values()) {
        prop_assert_eq!(a.agrees(&b), b.agrees(&a));
        prop_assert!(a.agrees(&a));
    }

    #[test]
    fn a_written_value_reads_as_itself(n in 0_u64..10_000_000, cents in 0_u64..100) {
        let amount = format!("{n}.{cents:02}");
        let exact = Decimal::parse(&amount).unwrap();
        let number = read_wire(&Kind::Number { format: None }, &WireValue::Text(amount.clone())).unwrap();
        prop_assert_eq!(number.values, vec![Value::Number(exact)]);
        let money = Kind::Money { currency: None, format: None, stated: None };
        let value = Value::Money { amount: exact, currency: "CHF".to_string() };
        let read = read_wire(&money, &value.to_wire()).unwrap();
        prop_assert_eq!(read.values, vec![value]);
    }
}

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// Amounts up to 10^12, small and round ones as likely as any.
fn amounts() -> impl Strategy<Value = u64> {
    prop_oneof![
        0_u64..2_000,
        0_u64..10_000_000,
        0_u64..1_000_000_000_000,
        (1_u64..1000, 0_u32..10).prop_map(|(n, zeros)| n * 10_u64.pow(zeros)),
    ]
}

fn values() -> impl Strategy<Value = Value> {
    let units = prop::sample::select(vec![
        DurationUnit::Hour,
        DurationUnit::Day,
        DurationUnit::BusinessDay,
        DurationUnit::Week,
        DurationUnit::Month,
        DurationUnit::Quarter,
        DurationUnit::Year,
    ]);
    prop_oneof![
        (0_u64..40).prop_map(|n| Value::Number(Decimal::from_u64(n))),
        (0_u64..40).prop_map(|n| Value::Percent(Decimal::from_u64(n))),
        (0_u64..40, units).prop_map(|(n, unit)| Value::Duration {
            count: Decimal::from_u64(n),
            unit
        }),
        "[ a\u{2019}'\u{201c}\"-]{0,4}".prop_map(Value::Text),
        any::<bool>().prop_map(Value::Boolean),
    ]
}

/// Digits with commas: the last group of the first size, the others of the last.
fn grouped(n: u64, sizes: &[usize]) -> String {
    let digits = n.to_string();
    let mut groups = Vec::new();
    let mut rest = digits.as_str();
    let mut sizes = sizes
        .iter()
        .copied()
        .chain(std::iter::repeat(sizes[sizes.len() - 1]));
    loop {
        let size = sizes.next().unwrap();
        if rest.len() <= size {
            groups.push(rest);
            break;
        }
        let (head, group) = rest.split_at(rest.len() - size);
        groups.push(group);
        rest = head;
    }
    groups.reverse();
    groups.join(",")
}

fn scaled(n: u64, scales: &[(u64, &str)], joint: &str) -> String {
    if n == 0 {
        return "zero".to_string();
    }
    let mut rest = n;
    let mut words = Vec::new();
    for (scale, name) in scales {
        let count = rest / scale;
        rest %= scale;
        if count > 0 {
            words.push(format!("{} {name}", scaled_count(count, scales, joint)));
        }
    }
    if rest > 0 {
        words.push(below_thousand(rest, joint));
    }
    words.join(" ")
}

fn scaled_count(count: u64, scales: &[(u64, &str)], joint: &str) -> String {
    if count < 1000 {
        below_thousand(count, joint)
    } else {
        scaled(count, scales, joint)
    }
}

fn western_words(n: u64, joint: &str) -> String {
    let scales = [
        (1_000_000_000_000, "trillion"),
        (1_000_000_000, "billion"),
        (1_000_000, "million"),
        (1_000, "thousand"),
    ];
    scaled(n, &scales, joint)
}

fn indian_words(n: u64) -> String {
    scaled(
        n,
        &[
            (10_000_000, "crore"),
            (100_000, "lakh"),
            (1_000, "thousand"),
        ],
        " and ",
    )
}
