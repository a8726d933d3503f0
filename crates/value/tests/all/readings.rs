//! What each kind reads out of a text, and what it leaves alone.
//!
//! The spellings stand in `readings.txt`, one text a line.

use groundstop_canon::Decimal;
use groundstop_contract::{
    DateOrder, DurationUnit, DurationValue, FieldRecord, MoneyValue, NumberFormat, WireValue,
};
use groundstop_value::{Kind, Reading, Value, read_all, read_whole, read_wire};

const SPELLINGS: &str = include_str!("readings.txt");

const DATE: Kind = Kind::Date {
    order: None,
    century: None,
};
const MONEY: Kind = Kind::Money {
    currency: None,
    format: None,
    stated: None,
};
const PERCENT: Kind = Kind::Percent {
    ratio: false,
    format: None,
};
const NUMBER: Kind = Kind::Number { format: None };

/// The kind a section of the table names, with its options.
fn kind(name: &str) -> Kind {
    let date = |order, century| Kind::Date {
        order: Some(order),
        century,
    };
    match name {
        "date" => DATE,
        "date dmy 2000" => date(DateOrder::Dmy, Some(2000)),
        "date mdy" => date(DateOrder::Mdy, None),
        "date ymd 1900" => date(DateOrder::Ymd, Some(1900)),
        "money" => MONEY,
        "money USD" | "money INR" => Kind::Money {
            currency: Some(name[6..].to_string()),
            format: None,
            stated: None,
        },
        "percent" => PERCENT,
        "percent ratio" => Kind::Percent {
            ratio: true,
            format: None,
        },
        "number" => NUMBER,
        "number comma" => Kind::Number {
            format: Some(NumberFormat::Comma),
        },
        "duration" => Kind::Duration,
        "boolean" => Kind::plain_boolean(),
        "choice" => Kind::plain_choice(
            [
                "exclusive",
                "non-exclusive",
                "Delaware",
                "New York",
                "New York City",
            ]
            .map(String::from)
            .to_vec(),
        ),
        _ => panic!("no kind `{name}`"),
    }
}

/// A reading as the table writes it.
fn show(text: &str, reading: &Reading) -> String {
    let values: Vec<String> = reading.values.iter().map(written).collect();
    let scaled = if reading.scaled { " scaled" } else { "" };
    let bare = if reading.bare { " bare" } else { "" };
    format!(
        "{}={}{scaled}{bare}",
        &text[reading.span.clone()],
        values.join(" or ")
    )
}

fn written(value: &Value) -> String {
    match value.to_wire() {
        WireValue::Text(text) => text,
        WireValue::Boolean(yes) => yes.to_string(),
        WireValue::Money(money) => format!("{} {}", money.amount, money.currency),
        WireValue::Duration(duration) => format!("{} {:?}", duration.count, duration.unit),
    }
}

#[test]
fn every_spelling_of_the_table_reads_as_it_says() {
    let mut wrong = String::new();
    let mut section = "";
    for line in SPELLINGS
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with("# ") && *line != "#")
    {
        if let Some(name) = line.strip_prefix("== ") {
            section = name;
            continue;
        }
        let unmarked = line.replace('⍽', "\u{a0}").replace('⏎', "\n");
        let (text, expected) = match unmarked.split_once("  ->  ") {
            Some((text, readings)) => (text, readings.split("  |  ").collect()),
            None => (unmarked.as_str(), Vec::new()),
        };
        let found: Vec<String> = read_all(&kind(section), text)
            .iter()
            .map(|reading| show(text, reading))
            .collect();
        if found != expected {
            wrong.push_str(&format!(
                "\n{section}: {text}\n  found    {found:?}\n  expected {expected:?}"
            ));
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

fn whole(kind: &Kind, spelled: &str) -> Option<String> {
    read_whole(kind, spelled).map(|reading| written(&reading.values[0]))
}

#[test]
fn a_raised_ending_torn_from_its_day_is_read_and_nothing_like_it() {
    for spelled in [
        "16t h day of May, 2017",
        "16 t h day of May, 2017",
        "May 16t h, 2017",
    ] {
        assert_eq!(whole(&DATE, spelled).as_deref(), Some("2017-05-16"));
    }
    assert_eq!(
        whole(&DATE, "2n d of May 2017").as_deref(),
        Some("2017-05-02")
    );
    for spelled in [
        "16t m day of May, 2017",
        "16 t of May, 2017",
        "l6t h of May, 2017",
    ] {
        assert_eq!(whole(&DATE, spelled), None, "{spelled}");
    }
}

#[test]
fn a_whole_spelling_is_one_value_and_nothing_else() {
    assert_eq!(
        whole(&DATE, " January 5, 2024 ").as_deref(),
        Some("2024-01-05")
    );
    assert_eq!(
        whole(&DATE, "the 5th day of January, 2024").as_deref(),
        Some("2024-01-05")
    );
    assert_eq!(
        whole(&DATE, "Friday, January 5, 2024").as_deref(),
        Some("2024-01-05")
    );
    assert_eq!(whole(&DATE, "Friday, January 5, 2023"), None);
    assert_eq!(whole(&DATE, "on January 5, 2024"), None);
    assert_eq!(whole(&DATE, "January 5, 2024 and January 6, 2024"), None);
    assert_eq!(whole(&PERCENT, "5 per cent.").as_deref(), Some("5"));
    assert_eq!(whole(&PERCENT, "5").as_deref(), None);
    assert_eq!(
        whole(&MONEY, "Rupees Five Lakh Only").as_deref(),
        Some("500000 Rs")
    );
    assert_eq!(whole(&MONEY, "$500 per month"), None);
    assert_eq!(whole(&NUMBER, "1,250,000").as_deref(), Some("1250000"));
    assert_eq!(whole(&NUMBER, ""), None);
    assert_eq!(
        whole(&Kind::Text, "  Acme Ltd \n").as_deref(),
        Some("Acme Ltd")
    );
    assert_eq!(whole(&Kind::Text, " \u{200b} "), None);
}

#[test]
fn text_has_no_spelling_to_look_for() {
    assert!(read_all(&Kind::Text, "anything 5 at all").is_empty());
}

#[test]
fn a_value_in_json_is_read_in_its_own_form() {
    let money = |amount: &str, currency: &str| {
        WireValue::Money(MoneyValue {
            amount: amount.to_string(),
            currency: currency.to_string(),
        })
    };
    let usd = Kind::Money {
        currency: Some("USD".to_string()),
        format: None,
        stated: None,
    };
    let first = |reading: Option<Reading>| reading.map(|reading| written(&reading.values[0]));
    assert_eq!(
        first(read_wire(&MONEY, &money("1250000", "CHF"))).as_deref(),
        Some("1250000 CHF")
    );
    assert_eq!(
        first(read_wire(&MONEY, &money("1,250.50", "$"))).as_deref(),
        Some("1250.5 $")
    );
    assert_eq!(
        first(read_wire(&usd, &money("5", "$"))).as_deref(),
        Some("5 USD")
    );
    assert_eq!(
        first(read_wire(&MONEY, &money("5", "dollars"))).as_deref(),
        Some("5 $")
    );
    assert_eq!(first(read_wire(&MONEY, &money("five-ish", "$"))), None);
    assert_eq!(first(read_wire(&MONEY, &money("5", " "))), None);
    assert_eq!(first(read_wire(&NUMBER, &money("5", "$"))), None);
    assert_eq!(
        first(read_wire(&Kind::plain_boolean(), &WireValue::Boolean(true))).as_deref(),
        Some("true")
    );
    assert_eq!(
        first(read_wire(
            &Kind::plain_boolean(),
            &WireValue::Text("No".into())
        ))
        .as_deref(),
        Some("false")
    );
    assert_eq!(first(read_wire(&NUMBER, &WireValue::Boolean(true))), None);
    let month = DurationValue {
        count: "12".to_string(),
        unit: DurationUnit::Month,
    };
    let reading = read_wire(&Kind::Duration, &WireValue::Duration(month)).unwrap();
    let year = Value::Duration {
        count: Decimal::ONE,
        unit: DurationUnit::Year,
    };
    assert!(reading.clear().unwrap().agrees(&year));
}

#[test]
fn a_party_is_read_as_text() {
    let record: FieldRecord = FieldRecord {
        name: "seller".to_string(),
        kind: groundstop_contract::FieldType::Party,
        order: None,
        century: None,
        currency: None,
        ratio: false,
        format: None,
        options: Vec::new(),
        phrases: std::collections::BTreeMap::new(),
        yes: Vec::new(),
        no: Vec::new(),
        required: true,
        many: false,
        description: None,
        cues: Vec::new(),
        require_cue: false,
        bound: groundstop_contract::BoundKind::None,
        not: Vec::new(),
        section: Vec::new(),
        position: None,
    };
    assert_eq!(Kind::of(&record), Kind::Text);
}

#[test]
fn phrases_of_a_schema_are_answers_whole_and_with_any_capitals() {
    let owned = |phrases: &[&str]| phrases.iter().map(|one| (*one).to_owned()).collect();
    let kind = Kind::Boolean {
        yes: owned(&["renews automatically", "renew automatically"]),
        no: owned(&["shall not renew automatically", "no automatic renewal"]),
    };
    let read = |text: &str| -> Vec<String> {
        read_all(&kind, text)
            .iter()
            .map(|reading| show(text, reading))
            .collect()
    };
    for (text, readings) in [
        (
            "It Renews\n  automatically.",
            vec!["Renews\n  automatically=true"],
        ),
        (
            "It shall not renew automatically.",
            vec!["shall not renew automatically=false"],
        ),
        // The denial is the frame's to hear: the phrase itself says yes.
        (
            "It does not renew automatically.",
            vec!["renew automatically=true"],
        ),
        (
            "It prerenews automatically or renews automatically-ish.",
            vec![],
        ),
        ("Renewal: No", vec!["No=false"]),
        (
            "It renews automatically. There is no automatic renewal.",
            vec!["renews automatically=true", "no automatic renewal=false"],
        ),
    ] {
        assert_eq!(read(text), readings, "{text}");
    }
    let whole = |spelled: &str| read_whole(&kind, spelled).and_then(|one| one.clear().cloned());
    assert_eq!(whole("renews automatically"), Some(Value::Boolean(true)));
    assert_eq!(whole("true"), Some(Value::Boolean(true)));
    assert_eq!(whole("it renews automatically"), None);
}

#[test]
fn phrases_of_a_choice_say_their_option() {
    let owned =
        |phrases: &[&str]| -> Vec<String> { phrases.iter().map(|one| (*one).to_owned()).collect() };
    let kind = Kind::Choice {
        options: owned(&["exclusive", "non-exclusive"]),
        phrases: [(
            "non-exclusive".to_owned(),
            owned(&["non exclusive", "not exclusive"]),
        )]
        .into(),
    };
    let read = |text: &str| -> Vec<Value> {
        read_all(&kind, text)
            .into_iter()
            .flat_map(|reading| reading.values)
            .collect()
    };
    let choice = |option: &str| Value::Choice(option.to_owned());
    assert_eq!(read("a Non Exclusive license"), [choice("non-exclusive")]);
    assert_eq!(read("is not exclusive"), [choice("non-exclusive")]);
    assert_eq!(read("an exclusive license"), [choice("exclusive")]);
    assert_eq!(read("an Exclusive license"), []);
    let wire = WireValue::Text("not exclusive".to_owned());
    assert_eq!(
        read_wire(&kind, &wire).and_then(|one| one.clear().cloned()),
        Some(choice("non-exclusive"))
    );
}
