//! Canonical texts: the rules one by one, then properties over arbitrary values.

use super::*;
use crate::{json, strict};
use proptest::prelude::*;

fn canonical_of(text: &str) -> String {
    to_string(&json::parse(text).unwrap()).unwrap()
}

#[test]
fn blanks_go_and_members_are_sorted() {
    let text = "{ \"b\" : [ 1 , {\"z\":null, \"a\":true} ],\n\"a\": {} , \"\": [] }";
    assert_eq!(
        canonical_of(text),
        r#"{"":[],"a":{},"b":[1,{"a":true,"z":null}]}"#
    );
}

#[test]
fn members_are_sorted_by_utf16_units_and_not_by_code_points() {
    // U+FB33 lies below U+1F600 as a code point, but above its first surrogate.
    let text = "{\"\u{fb33}\": 1, \"\u{1f600}\": 2, \"z\": 3}";
    assert_eq!(
        canonical_of(text),
        "{\"z\":3,\"\u{1f600}\":2,\"\u{fb33}\":1}"
    );
}

#[test]
fn numbers_are_written_as_ecmascript_does() {
    for (text, canonical) in [
        ("-0", "0"),
        ("1.0", "1"),
        ("1E2", "100"),
        ("1e21", "1e+21"),
        ("100000000000000000000", "100000000000000000000"),
        ("0.000001", "0.000001"),
        ("0.0000001", "1e-7"),
        ("9007199254740993", "9007199254740992"),
        ("1e-400", "0"),
    ] {
        assert_eq!(canonical_of(text), canonical);
    }
}

#[test]
fn strings_are_escaped_only_where_they_must_be() {
    let text = r#""\u0000\u001F\b\t\n\f\r\"\\\/\u007f\u2028\u00e9""#;
    let canonical = "\"\\u0000\\u001f\\b\\t\\n\\f\\r\\\"\\\\/\u{7f}\u{2028}é\"";
    assert_eq!(canonical_of(text), canonical);
}

#[test]
fn what_has_no_canonical_text_is_refused_by_name() {
    for (text, kind, message) in [
        (
            r#"{"a":1,"b":2,"a":1}"#,
            JcsErrorKind::DuplicateKey,
            "duplicate key `a`",
        ),
        (
            "[1e400]",
            JcsErrorKind::NotFinite,
            "number `1e400` is not finite as a double",
        ),
    ] {
        let error = to_string(&json::parse(text).unwrap()).unwrap_err();
        assert_eq!((error.kind(), error.to_string().as_str()), (kind, message));
    }
    let nested = (0..MAX_DEPTH).fold(Json::Null, |inner, _| Json::Array(vec![inner]));
    assert!(to_string(&nested).is_ok());
    let error = to_string(&Json::Array(vec![nested])).unwrap_err();
    assert_eq!(error.kind(), JcsErrorKind::Depth);
    assert_eq!(
        canonical(&f64::NAN).unwrap_err().kind(),
        JcsErrorKind::Serialize
    );
}

#[test]
fn a_digest_refuses_what_the_canonical_text_would_round() {
    assert_eq!(
        canonical(&9_007_199_254_740_993_u64).unwrap(),
        "9007199254740992"
    );
    let error = digest(&[9_007_199_254_740_993_u64]).unwrap_err();
    assert_eq!(error.kind(), JcsErrorKind::InexactNumber);
    assert_eq!(
        error.to_string(),
        "number `9007199254740993` is not exact as a double"
    );
}

#[test]
fn a_digest_is_that_of_the_canonical_text() {
    let value = serde_json::json!({"b": 1.0, "a": "é"});
    assert_eq!(
        digest(&value).unwrap(),
        sha256_hex("{\"a\":\"é\",\"b\":1}".as_bytes())
    );
    let read = strict::parse(r#"{"b": 1e0, "a": "\u00e9"}"#).unwrap();
    assert_eq!(digest_json(&read), digest(&value));
}

/// Arbitrary values without duplicate keys and with finite numbers.
fn value() -> impl Strategy<Value = Json> {
    let leaf = prop_oneof![
        Just(Json::Null),
        any::<bool>().prop_map(Json::Bool),
        any::<f64>()
            .prop_filter_map("finite", Number::from_double)
            .prop_map(Json::Number),
        any::<u64>().prop_map(|n| Json::Number(n.into())),
        any::<String>().prop_map(Json::String),
    ];
    leaf.prop_recursive(4, 40, 6, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..6).prop_map(Json::Array),
            proptest::collection::btree_map(any::<String>(), inner, 0..6)
                .prop_map(|members| Json::Object(members.into_iter().collect())),
        ]
    })
}

/// Whether two values mean the same: doubles, and members in any order.
fn same(a: &Json, b: &Json) -> bool {
    match (a, b) {
        (Json::Number(a), Json::Number(b)) => {
            let (a, b) = (a.double().unwrap(), b.double().unwrap());
            a.to_bits() == b.to_bits() || (a.abs() + b.abs()).to_bits() == 0
        }
        (Json::Array(a), Json::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
        }
        (Json::Object(a), Json::Object(members)) => {
            a.len() == members.len()
                && a.iter()
                    .all(|(name, value)| b.get(name).is_some_and(|b| same(value, b)))
        }
        _ => a == b,
    }
}

proptest! {
    #[test]
    fn a_canonical_text_reads_back_as_the_same_value(value in value()) {
        let text = to_string(&value).unwrap();
        let back = strict::parse(&text).unwrap();
        prop_assert!(same(&value, &back), "{text}");
    }

    #[test]
    fn a_canonical_text_is_its_own_canonical_text(value in value()) {
        let text = to_string(&value).unwrap();
        prop_assert_eq!(canonical_of(&text), text);
    }

    #[test]
    fn the_order_of_members_does_not_matter(value in value()) {
        let mut turned = value.clone();
        if let Json::Object(members) = &mut turned {
            members.reverse();
        }
        prop_assert_eq!(to_string(&value), to_string(&turned));
    }
}
