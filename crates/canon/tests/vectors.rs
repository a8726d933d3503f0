//! The published vectors: RFC 8785's triples and numbers, and the JSON test suite.
//!
//! They are not part of the project: `GROUNDSTOP_DATA` names the folder that
//! has them. Without the folder the tests say so and pass; with it, a missing
//! file is a failure.
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_macros,
    reason = "a test reads its vectors and says on stderr when it is skipped"
)]

use std::fs;
use std::path::Path;

use groundstop_canon::json::{self, Number, ParseErrorKind};
use groundstop_canon::{Json, jcs, strict};

/// The files of the JSON test suite that must be accepted but which the strict rules refuse.
const REFUSED_BY_RULE: [(&str, ParseErrorKind); 2] = [
    ("y_object_duplicated_key.json", ParseErrorKind::DuplicateKey),
    (
        "y_object_duplicated_key_and_value.json",
        ParseErrorKind::DuplicateKey,
    ),
];

fn bytes(path: &Path) -> Vec<u8> {
    fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn text(path: &Path) -> String {
    String::from_utf8(bytes(path)).unwrap()
}

#[test]
fn the_triples_of_rfc_8785_come_out_byte_for_byte() {
    let Some(folder) = groundstop_testing::data("vectors", "rfc8785") else {
        return;
    };
    let folder = folder.join("rfc8785");
    for name in [
        "arrays",
        "french",
        "structures",
        "unicode",
        "values",
        "weird",
    ] {
        let input = bytes(&folder.join("input").join(name).with_extension("json"));
        let output = text(&folder.join("output").join(name).with_extension("json"));
        let outhex = text(&folder.join("outhex").join(name).with_extension("txt"));
        let canonical = jcs::to_string(&json::parse(&input).unwrap()).unwrap();
        assert_eq!(canonical, output.trim_end_matches('\n'), "{name}");
        let expected: Vec<u8> = outhex
            .split_whitespace()
            .map(|hex| u8::from_str_radix(hex, 16).unwrap())
            .collect();
        assert_eq!(canonical.as_bytes(), expected, "{name}");
    }
    let inputs = fs::read_dir(folder.join("input")).unwrap().count();
    assert_eq!(inputs, 6, "every published triple is named above");
}

#[test]
fn the_numbers_of_rfc_8785_come_out_digit_for_digit() {
    let Some(folder) = groundstop_testing::data("vectors", "es6 numbers") else {
        return;
    };
    let numbers = text(&folder.join("rfc8785/es6_numbers_10000.txt"));
    let mut count = 0;
    for line in numbers.lines() {
        let (hex, expected) = line.split_once(',').unwrap();
        let double = f64::from_bits(u64::from_str_radix(hex, 16).unwrap());
        let number = Number::from_double(double).unwrap();
        assert_eq!(
            jcs::to_string(&Json::Number(number)).unwrap(),
            expected,
            "{hex}"
        );
        // The other way round: the published text is read as the very same double.
        let read = Number::parse(expected).unwrap();
        assert!(read.is_exact(), "{expected}");
        assert_eq!(jcs::to_string(&Json::Number(read)).unwrap(), expected);
        count += 1;
    }
    assert_eq!(count, 10_000);
}

/// The verdict the suite's file name asks for, with our named exceptions.
fn fault(name: &str, bytes: &[u8]) -> Option<String> {
    let result = strict::parse(bytes);
    if let Some((_, kind)) = REFUSED_BY_RULE.iter().find(|(listed, _)| *listed == name) {
        return match result {
            Ok(_) => Some(format!("{name}: listed as refused, but accepted")),
            Err(error) if error.kind() != *kind => Some(format!("{name}: wrong reason: {error}")),
            Err(_) => json::parse(bytes)
                .err()
                .map(|error| format!("{name}: plain: {error}")),
        };
    }
    match (name.get(..2)?, result) {
        ("y_", Err(error)) => Some(format!("{name}: refused: {error}")),
        ("n_", Ok(_)) => Some(format!("{name}: accepted")),
        ("n_", Err(_)) => json::parse(bytes)
            .ok()
            .map(|_| format!("{name}: accepted by plain")),
        _ => None,
    }
}

#[test]
fn the_json_test_suite_is_judged_as_it_asks() {
    let Some(folder) = groundstop_testing::data("vectors", "json-test-suite") else {
        return;
    };
    let mut counts = [0; 3];
    let mut faults = Vec::new();
    for entry in fs::read_dir(folder.join("json-test-suite/test_parsing")).unwrap() {
        let entry = entry.unwrap();
        let name = entry.file_name().into_string().unwrap();
        match name.get(..2) {
            Some("y_") => counts[0] += 1,
            Some("n_") => counts[1] += 1,
            Some("i_") => counts[2] += 1,
            _ => faults.push(format!("{name}: not a file of the suite")),
        }
        faults.extend(fault(&name, &bytes(&entry.path())));
    }
    for (name, _) in REFUSED_BY_RULE {
        let path = folder.join("json-test-suite/test_parsing").join(name);
        assert!(path.is_file(), "{name} is listed but not there");
    }
    assert!(faults.is_empty(), "{faults:#?}");
    assert_eq!(counts, [95, 188, 35], "files of each kind");
}
