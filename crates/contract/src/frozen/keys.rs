//! The keys of a wire record, told by the schema of its type.
//!
//! Only what a reader of the JSON sees counts: key, whether it is always
//! there, and which JSON types it can have. Names of Rust types and doc
//! comments may change without touching a contract.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde_json::{Value, json};

use crate::schemas::{Direction, root};

/// How many references are followed before a type is taken as it is.
const MAX_REFERENCES: usize = 16;

/// The keys of a record as it is written, in their order.
pub(super) fn keys_of<T: JsonSchema>() -> Value {
    let root = root::<T>(Direction::Written);
    let none = serde_json::Map::new();
    let properties = root
        .get("properties")
        .and_then(Value::as_object)
        .unwrap_or(&none);
    let keys = properties.iter().map(|(key, schema)| {
        let mut types = BTreeSet::new();
        collect_types(schema, &root, MAX_REFERENCES, &mut types);
        json!({ "key": key, "always": is_required(&root, key), "types": types })
    });
    Value::Array(keys.collect())
}

fn is_required(root: &Value, key: &str) -> bool {
    let required = root.get("required").and_then(Value::as_array);
    required.is_some_and(|names| names.iter().any(|name| name == key))
}

/// The JSON types a schema allows, through references and alternatives.
fn collect_types(schema: &Value, root: &Value, left: usize, types: &mut BTreeSet<String>) {
    match schema.get("type") {
        Some(Value::String(name)) => {
            types.insert(name.clone());
        }
        Some(Value::Array(names)) => {
            types.extend(names.iter().filter_map(Value::as_str).map(str::to_owned));
        }
        _ => {}
    }
    let Some(left) = left.checked_sub(1) else {
        return;
    };
    let target = schema.get("$ref").and_then(Value::as_str);
    let referred = target.and_then(|path| root.pointer(path.trim_start_matches('#')));
    let alternatives = ["anyOf", "oneOf"]
        .into_iter()
        .filter_map(|key| schema.get(key)?.as_array());
    for inner in referred.into_iter().chain(alternatives.flatten()) {
        collect_types(inner, root, left, types);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Serialize;

    #[derive(Serialize, JsonSchema)]
    #[serde(untagged)]
    #[expect(dead_code, reason = "only its schema is asked for")]
    enum Either {
        Word(String),
        Number(u8),
    }

    #[derive(Serialize, JsonSchema)]
    struct Sample {
        /// Words about it do not count.
        first: Option<Either>,
        #[serde(rename = "second", skip_serializing_if = "Vec::is_empty")]
        other: Vec<bool>,
    }

    #[test]
    fn keys_are_told_as_a_reader_of_the_json_sees_them() {
        assert_eq!(
            keys_of::<Sample>(),
            json!([
                {"key": "first", "always": true, "types": ["integer", "null", "string"]},
                {"key": "second", "always": false, "types": ["array"]},
            ])
        );
    }
}
