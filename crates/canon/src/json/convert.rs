//! Between our JSON and `serde_json`'s.

use super::{Json, Number};

impl From<serde_json::Value> for Json {
    fn from(value: serde_json::Value) -> Json {
        match value {
            serde_json::Value::Null => Json::Null,
            serde_json::Value::Bool(answer) => Json::Bool(answer),
            serde_json::Value::Number(number) => {
                Json::Number(Number::from_known(number.to_string()))
            }
            serde_json::Value::String(text) => Json::String(text),
            serde_json::Value::Array(items) => {
                Json::Array(items.into_iter().map(Json::from).collect())
            }
            serde_json::Value::Object(members) => Json::Object(
                members
                    .into_iter()
                    .map(|(k, v)| (k, Json::from(v)))
                    .collect(),
            ),
        }
    }
}

impl Json {
    /// The same value for `serde_json`: integers of 64 bits stay integers, all else is a double.
    ///
    /// `None` where a number is past every double or a key stands twice. A
    /// number that is not exact as a double is rounded: read by the strict
    /// rules first.
    #[must_use]
    pub fn to_serde(&self) -> Option<serde_json::Value> {
        Some(match self {
            Json::Null => serde_json::Value::Null,
            Json::Bool(answer) => serde_json::Value::Bool(*answer),
            Json::Number(number) => serde_json::Value::Number(serde_number(number)?),
            Json::String(text) => serde_json::Value::String(text.clone()),
            Json::Array(items) => {
                let items: Option<Vec<_>> = items.iter().map(Json::to_serde).collect();
                serde_json::Value::Array(items?)
            }
            Json::Object(members) => {
                let mut object = serde_json::Map::new();
                for (name, value) in members {
                    if object.insert(name.clone(), value.to_serde()?).is_some() {
                        return None;
                    }
                }
                serde_json::Value::Object(object)
            }
        })
    }
}

fn serde_number(number: &Number) -> Option<serde_json::Number> {
    let text = number.text();
    // `-0` is a double: as an integer it would lose its sign.
    if text != "-0" {
        if let Ok(integer) = text.parse::<u64>() {
            return Some(integer.into());
        }
        if let Ok(integer) = text.parse::<i64>() {
            return Some(integer.into());
        }
    }
    serde_json::Number::from_f64(number.double()?)
}

#[cfg(test)]
mod tests {
    use crate::json::{Json, parse};

    #[test]
    fn integers_that_fit_stay_integers() {
        for text in ["0", "-1", "18446744073709551615", "-9223372036854775808"] {
            let there = parse(text).unwrap().to_serde().unwrap();
            assert!(there.is_u64() || there.is_i64(), "{text}");
            assert_eq!(Json::from(there), parse(text).unwrap());
        }
        for text in ["1.0", "1e2", "-0", "18446744073709551616"] {
            assert!(parse(text).unwrap().to_serde().unwrap().is_f64(), "{text}");
        }
    }

    #[test]
    fn what_serde_json_cannot_hold_is_none() {
        assert_eq!(parse("[1e400]").unwrap().to_serde(), None);
        assert_eq!(parse(r#"[{"a": 1, "a": 1}]"#).unwrap().to_serde(), None);
    }

    #[test]
    fn members_keep_their_order() {
        let text = r#"{"b": [1, null], "a": {"z": true, "y": "x"}}"#;
        let json = parse(text).unwrap();
        assert_eq!(Json::from(json.to_serde().unwrap()), json);
    }
}
