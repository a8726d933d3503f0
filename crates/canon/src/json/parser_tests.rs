//! The parser: what it refuses, where it says the fault stands, and how far it agrees with another.

use super::*;
use crate::{json, strict};
use proptest::prelude::*;

fn refused(text: &str) -> ParseError {
    strict::parse(text).expect_err(text)
}

#[test]
fn each_rule_has_its_own_error_and_says_where() {
    use ParseErrorKind::{Depth, DuplicateKey, InexactNumber, LoneSurrogate, Syntax};
    for (text, kind, message) in [
        (
            "{\n \"a\": 1,\n \"value\": 2, \"value\": 3}",
            DuplicateKey,
            "duplicate key `value` at line 3, column 14",
        ),
        (
            "[1, 9007199254740993]",
            InexactNumber,
            "number `9007199254740993` is not exact as a double at line 1, column 5",
        ),
        (
            r#"["é", "x\ud800"]"#,
            LoneSurrogate,
            "`\\ud800` is half of a surrogate pair at line 1, column 9",
        ),
        (
            "[1,]",
            Syntax,
            "expected a value, found `]` at line 1, column 4",
        ),
        (
            "{\"a\" 1}",
            Syntax,
            "expected `:` after the key, found `1` at line 1, column 6",
        ),
        (
            "[1",
            Syntax,
            "expected `,` or `]`, found the end of the text at line 1, column 3",
        ),
        (
            "1 2",
            Syntax,
            "expected the end of the text, found `2` at line 1, column 3",
        ),
        (
            "-x",
            Syntax,
            "expected a digit, found `x` at line 1, column 2",
        ),
        (
            "\"a\nb\"",
            Syntax,
            "a control character in a string is not escaped at line 1, column 3",
        ),
        (
            "\u{feff}{}",
            Syntax,
            "a byte order mark stands before the text at line 1, column 1",
        ),
        (
            &"[".repeat(100_000),
            Depth,
            "nested deeper than 128 levels at line 1, column 129",
        ),
    ] {
        let error = refused(text);
        assert_eq!(error.to_string(), message);
        assert_eq!(error.kind(), kind, "{message}");
    }
}

#[test]
fn bytes_that_are_not_utf8_are_named() {
    let error = json::parse(b"[\"ab\n\xff\"]").unwrap_err();
    assert_eq!(error.kind(), ParseErrorKind::Utf8);
    assert_eq!(error.to_string(), "byte 5 is not UTF-8 at line 2, column 1");
    assert_eq!(
        error.position(),
        JsonPosition {
            line: 2,
            column: 1,
            byte: 5
        }
    );
}

#[test]
fn the_depth_limit_itself_is_reached() {
    let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
    assert!(strict::parse(nested(MAX_DEPTH)).is_ok());
    assert_eq!(
        refused(&nested(MAX_DEPTH + 1)).kind(),
        ParseErrorKind::Depth
    );
    let objects = format!("{}1{}", "{\"a\":".repeat(129), "}".repeat(129));
    assert_eq!(refused(&objects).kind(), ParseErrorKind::Depth);
}

#[test]
fn depth_counts_what_is_open_and_not_what_was() {
    let wide = format!("[{}[]]", "[],".repeat(1000));
    assert!(strict::parse(wide).is_ok());
}

#[test]
fn keys_are_compared_after_unescaping() {
    assert_eq!(
        refused(r#"{"a": 1, "\u0061": 2}"#).kind(),
        ParseErrorKind::DuplicateKey
    );
    assert!(strict::parse(r#"{"a": {"a": 1}, "A": 2}"#).is_ok());
    assert!(json::parse(r#"{"a": 1, "a": 2}"#).is_ok());
}

#[test]
fn escapes_are_undone() {
    let json = strict::parse(r#""\"\\\/\b\f\n\r\t\u00e9\uD83D\ude00""#).unwrap();
    assert_eq!(json.as_str(), Some("\"\\/\u{8}\u{c}\n\r\té😀"));
    for text in [
        r#""\x""#,
        r#""\u12""#,
        r#""\u+123""#,
        r#""\u12é""#,
        r#""\"#,
        r#"""#,
    ] {
        assert_eq!(refused(text).kind(), ParseErrorKind::Syntax, "{text}");
    }
    for text in [
        r#""\udc00""#,
        r#""\ud800\ud800""#,
        r#""\ud800\u0061""#,
        r#""\ud800""#,
    ] {
        assert_eq!(
            refused(text).kind(),
            ParseErrorKind::LoneSurrogate,
            "{text}"
        );
        assert!(json::parse(text).is_err());
    }
}

#[test]
fn a_long_name_is_cut_in_the_message() {
    let name = "n".repeat(1000);
    let error = refused(&format!("{{\"{name}\":1,\"{name}\":2}}"));
    assert!(error.to_string().chars().count() < 120);
    let error = refused("{\"a\\nb\":1,\"a\\nb\":2}");
    assert_eq!(error.problem(), "duplicate key `a\\nb`");
}

/// Text made of pieces of JSON, much of it nearly well-formed.
fn json_like() -> impl Strategy<Value = String> {
    let pieces = [
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        "\"",
        "\"a\"",
        "\"b\"",
        "\"\\u0061\"",
        "null",
        "true",
        "false",
        "0",
        "-",
        "1",
        "01",
        "1.5",
        ".",
        "e5",
        "1e400",
        "9007199254740993",
        "0.1",
        " ",
        "\n",
        "\t",
        "\u{a0}",
        "\\ud800",
        "\\udc00",
        "\\n",
        "\\",
        "é",
        "\u{1}",
        "nul",
        "\"a\":",
        "[]",
        "{}",
    ];
    proptest::collection::vec(proptest::sample::select(pieces.to_vec()), 0..12)
        .prop_map(|pieces| pieces.concat())
}

/// Well-formed text of some depth.
fn well_formed() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        Just("null".to_owned()),
        Just("true".to_owned()),
        any::<f64>().prop_filter_map("finite", |d| d.is_finite().then(|| d.to_string())),
        any::<i64>().prop_map(|n| n.to_string()),
        any::<String>().prop_map(|s| serde_json::to_string(&s).unwrap()),
    ];
    leaf.prop_recursive(4, 40, 6, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..6)
                .prop_map(|items| format!("[{}]", items.join(" ,\n"))),
            proptest::collection::vec(("[a-d]{1,2}", inner), 0..6).prop_map(|members| {
                let members: Vec<_> = members
                    .iter()
                    .map(|(k, v)| format!("\"{k}\" :\t{v}"))
                    .collect();
                format!("{{{}}}", members.join(","))
            }),
        ]
    })
}

fn agrees_with_serde_json(text: &str) -> Result<(), TestCaseError> {
    let theirs: Result<serde_json::Value, _> = serde_json::from_str(text);
    match (strict::parse(text), theirs) {
        (Ok(ours), Ok(theirs)) => prop_assert_eq!(ours.to_serde(), Some(theirs)),
        (Ok(_), Err(error)) => prop_assert!(false, "only ours accepts: {error}"),
        (Err(_), Err(_)) => {}
        (Err(error), Ok(_)) => {
            let kind = error.kind();
            let known = [ParseErrorKind::DuplicateKey, ParseErrorKind::InexactNumber];
            prop_assert!(known.contains(&kind), "only ours refuses: {error}");
            prop_assert!(json::parse(text).is_ok());
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn nearly_json_is_judged_as_serde_json_does(text in json_like()) {
        agrees_with_serde_json(&text)?;
    }

    #[test]
    fn well_formed_json_is_read_as_serde_json_does(text in well_formed()) {
        prop_assert!(json::parse(&text).is_ok());
        agrees_with_serde_json(&text)?;
    }

    #[test]
    fn any_bytes_are_judged_without_a_panic(bytes in any::<Vec<u8>>()) {
        let theirs: Result<serde_json::Value, _> = serde_json::from_slice(&bytes);
        prop_assert_eq!(json::parse(&bytes).is_ok(), theirs.is_ok());
    }

    #[test]
    fn an_error_stands_inside_the_text(text in json_like()) {
        if let Err(error) = strict::parse(&text) {
            let JsonPosition { line, column, byte } = error.position();
            prop_assert!(text.is_char_boundary(byte));
            prop_assert_eq!(line, text[..byte].split('\n').count());
            let start = text[..byte].rfind('\n').map_or(0, |at| at + 1);
            prop_assert_eq!(column, text[start..byte].chars().count() + 1);
        }
    }
}
