//! The serializer against `serde_json`'s, and where it refuses what that one bends.

use std::collections::BTreeMap;

use super::*;
use serde::Serialize;
use serde::ser::SerializeMap;
use serde_json::json;

#[derive(Serialize)]
enum Shape {
    Unit,
    Newtype(u8),
    Tuple(i64, f64),
    Struct { a: Option<char>, b: () },
}

#[derive(Serialize)]
struct Everything {
    shapes: Vec<Shape>,
    map: BTreeMap<i32, bool>,
    tuple: (f32, &'static str),
    #[serde(skip_serializing_if = "Option::is_none")]
    absent: Option<u8>,
}

fn everything() -> Everything {
    Everything {
        shapes: vec![
            Shape::Unit,
            Shape::Newtype(7),
            Shape::Tuple(i64::MIN, 0.1),
            Shape::Struct {
                a: Some('é'),
                b: (),
            },
        ],
        map: BTreeMap::from([(-1, true), (2, false)]),
        tuple: (1.5, "x"),
        absent: None,
    }
}

#[test]
fn ordinary_values_are_written_as_serde_json_does() {
    let ours = Json::from_serialize(&everything())
        .unwrap()
        .to_serde()
        .unwrap();
    assert_eq!(ours, serde_json::to_value(everything()).unwrap());
    let value = json!({"b": [1, -2, 0.5, null, true, "x"], "a": {"z": {}, "y": []}});
    assert_eq!(Json::from_serialize(&value).unwrap(), Json::from(value));
}

#[test]
fn a_number_that_is_not_finite_is_refused_and_not_turned_into_null() {
    for number in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let error = Json::from_serialize(&[number]).unwrap_err();
        assert_eq!(
            error.to_string(),
            format!("`{number}` is not a finite number")
        );
    }
}

#[test]
fn integers_keep_all_their_digits() {
    let json = Json::from_serialize(&(u64::MAX, i128::MIN)).unwrap();
    let texts: Vec<_> = json
        .as_array()
        .unwrap()
        .iter()
        .map(|n| n.as_number().unwrap().text())
        .collect();
    assert_eq!(
        texts,
        [
            "18446744073709551615",
            "-170141183460469231731687303715884105728"
        ]
    );
}

#[test]
fn both_of_two_equal_map_keys_are_kept_to_be_refused_later() {
    struct Twice;
    impl Serialize for Twice {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let mut map = serializer.serialize_map(None)?;
            map.serialize_entry("a", &1)?;
            map.serialize_entry("a", &2)?;
            map.end()
        }
    }
    let json = Json::from_serialize(&Twice).unwrap();
    assert_eq!(json.as_object().map(<[_]>::len), Some(2));
    assert!(crate::jcs::canonical(&Twice).is_err());
}

#[test]
fn a_map_key_is_a_string_or_an_integer() {
    let error = Json::from_serialize(&BTreeMap::from([(true, 1)])).unwrap_err();
    assert_eq!(
        error.to_string(),
        "a map key is neither a string nor an integer"
    );
    let keys = BTreeMap::from([('k', 1)]);
    assert_eq!(
        Json::from_serialize(&keys)
            .unwrap()
            .get("k")
            .map(Json::kind_name),
        Some("a number")
    );
}

#[test]
fn a_value_nested_too_deeply_is_refused() {
    let nested = |depth: usize| (1..depth).fold(json!([]), |inner, _| json!([inner]));
    assert!(Json::from_serialize(&nested(MAX_DEPTH)).is_ok());
    let error = Json::from_serialize(&nested(MAX_DEPTH + 1)).unwrap_err();
    assert_eq!(error.to_string(), "nested deeper than 128 levels");
}
