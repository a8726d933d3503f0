//! Our public shapes, published and versioned beside the contracts.
//!
//! The files under `schemas/` say what is read and written. Of each the lock
//! keeps one line a fact: the place of a key with its types, a value it may
//! have, whether it is always there. A fact added is a minor step, one taken
//! away or changed a major one. Descriptions, titles and the names of types may change freely.

use std::collections::BTreeSet;

use serde_json::Value;

use super::{Content, Contract, Demand, FrozenPart};
use crate::schemas::{self, Direction, root};
use crate::telemetry::Telemetry;

/// The shapes' name in the lock.
pub const SHAPES_NAME: &str = "groundstop-shapes";
/// The shapes' version; its first number is part of every schema's `$id`.
pub const SHAPES_VERSION: &str = "1.5.0";

/// Words in a schema that say nothing about the JSON.
const WORDS: [&str; 7] = [
    "$defs",
    "$id",
    "$schema",
    "definitions",
    "description",
    "examples",
    "title",
];

/// The shapes as the types have them.
pub(super) fn contract() -> Contract {
    let files = schemas::all().into_iter();
    let mut shapes: Vec<(&'static str, Value)> = files
        .map(|(name, text)| (name, serde_json::from_str(&text).unwrap_or_default()))
        .collect();
    shapes.push(("telemetry", root::<Telemetry>(Direction::Written)));
    let parts = shapes.iter().map(|(name, schema)| FrozenPart {
        name,
        content: Content::List(lines(schema, &shapes)),
        demand: Demand::BY_SCOPE,
    });
    Contract {
        name: SHAPES_NAME,
        version: SHAPES_VERSION,
        parts: parts.collect(),
    }
}

/// What a schema says about JSON, one line a fact, sorted.
#[must_use]
pub fn shape_lines(schema: &Value) -> Vec<String> {
    lines(schema, &[])
}

/// The same; where one of the shapes stands inside another, its name says it all.
fn lines(schema: &Value, shapes: &[(&'static str, Value)]) -> Vec<String> {
    let bare = |(name, shape): &(&'static str, Value)| (*name, said(shape));
    let mut facts = Facts {
        root: schema,
        shapes: shapes.iter().map(bare).collect(),
        within: Vec::new(),
        lines: BTreeSet::new(),
    };
    facts.node("", schema);
    facts.lines.into_iter().collect()
}

/// A schema without the words about it, and without what it refers to.
fn said(schema: &Value) -> Value {
    let Value::Object(members) = schema else {
        return schema.clone();
    };
    let kept = members.iter().filter(|(key, _)| !WORDS.contains(&&***key));
    kept.map(|(key, value)| (key.clone(), value.clone()))
        .collect()
}

/// The facts gathered on a walk through a schema.
struct Facts<'a> {
    root: &'a Value,
    /// The published shapes, bare.
    shapes: Vec<(&'static str, Value)>,
    /// The references that are being followed: one that leads back to itself is not followed again.
    within: Vec<&'a str>,
    lines: BTreeSet<String>,
}

impl<'a> Facts<'a> {
    fn node(&mut self, path: &str, schema: &'a Value) {
        let Value::Object(members) = schema else {
            self.lines.insert(format!("{path} allows {schema}"));
            return;
        };
        let mut plain = Vec::new();
        for (keyword, value) in members {
            if !self.inner(path, keyword, value) {
                plain.push(format!("{keyword} {value}"));
            }
        }
        // The order in which a library writes keywords is no fact.
        plain.sort();
        if !plain.is_empty() {
            self.lines.insert(format!("{path}: {}", plain.join(", ")));
        }
    }

    /// Follows a keyword that says something about more than this place; whether it is one.
    fn inner(&mut self, path: &str, keyword: &str, value: &'a Value) -> bool {
        match (keyword, value) {
            (word, _) if WORDS.contains(&word) => {}
            ("$ref", Value::String(target)) => self.reference(path, target),
            ("properties", Value::Object(members)) => {
                for (key, schema) in members {
                    self.node(&format!("{path}.{key}"), schema);
                }
            }
            ("required", Value::Array(keys)) => {
                for key in keys.iter().filter_map(Value::as_str) {
                    self.lines.insert(format!("{path}.{key} is always there"));
                }
            }
            ("items", schema) => self.node(&format!("{path}[]"), schema),
            ("prefixItems", Value::Array(schemas)) => {
                for (at, schema) in schemas.iter().enumerate() {
                    self.node(&format!("{path}[{at}]"), schema);
                }
            }
            ("additionalProperties", Value::Object(_)) => self.node(&format!("{path}.*"), value),
            ("anyOf" | "oneOf" | "allOf", Value::Array(schemas)) => {
                for schema in schemas {
                    self.node(path, schema);
                }
            }
            ("enum", Value::Array(values)) => {
                for value in values {
                    self.lines.insert(format!("{path} = {value}"));
                }
            }
            ("const", value) => {
                self.lines.insert(format!("{path} = {value}"));
            }
            _ => return false,
        }
        true
    }

    fn reference(&mut self, path: &str, target: &'a str) {
        let root = self.root;
        let Some(schema) = root.pointer(target.trim_start_matches('#')) else {
            self.lines.insert(format!("{path} is {target}"));
            return;
        };
        let bare = said(schema);
        let published = self.shapes.iter().find(|(_, shape)| *shape == bare);
        if let Some((name, _)) = published {
            self.lines.insert(format!("{path} is {name}"));
        } else if self.within.contains(&target) {
            self.lines
                .insert(format!("{path} is one of those around it"));
        } else {
            self.within.push(target);
            self.node(path, schema);
            self.within.pop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn sample() -> Value {
        json!({
            "title": "a", "type": "object", "additionalProperties": false,
            "required": ["name"],
            "properties": {
                "name": {"$ref": "#/$defs/Name", "description": "words"},
                "parts": {"type": "array", "items": {"type": ["string", "null"]}},
            },
            "$defs": {"Name": {"oneOf": [{"const": "A"}, {"enum": ["B", "C"]}]}},
        })
    }

    #[test]
    fn every_nested_fact_is_a_line_and_no_word_about_it() {
        assert_eq!(
            shape_lines(&sample()),
            [
                ".name = \"A\"",
                ".name = \"B\"",
                ".name = \"C\"",
                ".name is always there",
                ".parts: type \"array\"",
                ".parts[]: type [\"string\",\"null\"]",
                ": additionalProperties false, type \"object\"",
            ]
        );
        let mut other = sample();
        other["description"] = json!("other words");
        other["properties"]["name"]["description"] = json!("other words");
        assert_eq!(shape_lines(&other), shape_lines(&sample()));
    }

    #[test]
    fn a_type_that_holds_itself_comes_to_an_end() {
        let tree = json!({
            "$ref": "#/$defs/Tree",
            "$defs": {"Tree": {"type": "object", "properties": {"inner": {"$ref": "#/$defs/Tree"}}}},
        });
        assert_eq!(
            shape_lines(&tree),
            [".inner is one of those around it", ": type \"object\""]
        );
    }

    #[test]
    fn a_shape_inside_another_is_told_by_its_name() {
        let inner = json!({"type": "object", "properties": {"a": {"type": "string"}}});
        let outer = json!({
            "properties": {"inner": {"$ref": "#/$defs/Inner"}}, "$defs": {"Inner": inner},
        });
        assert_eq!(lines(&outer, &[("inner", inner)]), [".inner is inner"]);
    }

    #[test]
    fn every_shape_but_that_of_rules_has_its_facts() {
        for part in contract().parts {
            let Content::List(lines) = part.content else {
                panic!("{} is no list", part.name);
            };
            assert!(lines.len() > 1, "{}: {lines:?}", part.name);
        }
    }
}
