//! The conformance vectors through our validator and through the real Ajv.
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "a test reads the vectors and runs Ajv with Node"
)]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use groundstop_canon::Json;
use groundstop_canon::json::parse;
use groundstop_contract::{ContractRule, RuleType};
use groundstop_rules::validate;

const FOLDER: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../conformance/rule-candidate"
);
const SCHEMA: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../schemas/rule-candidate.schema.json"
);

/// The cases of all files, each with the file's name before its own.
fn cases() -> Vec<(String, Json)> {
    let mut files: Vec<PathBuf> = fs::read_dir(FOLDER)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    let mut all = Vec::new();
    for file in files {
        let json = parse(fs::read(&file).unwrap()).unwrap();
        let stem = file.file_stem().unwrap().to_string_lossy().into_owned();
        for case in json.get("cases").unwrap().as_array().unwrap() {
            let name = case.get("name").unwrap().as_str().unwrap();
            all.push((format!("{stem}: {name}"), case.clone()));
        }
    }
    all
}

#[test]
fn every_vector_breaks_the_rule_it_names_and_no_other() {
    let cases = cases();
    assert!(cases.len() >= 120, "{}", cases.len());
    let mut covered = BTreeSet::new();
    for (name, case) in &cases {
        let found = validate(case.get("candidate").unwrap());
        let broken: BTreeSet<&str> = found.problems.iter().map(|p| p.rule.code()).collect();
        let expected: BTreeSet<&str> = case
            .get("breaks")
            .and_then(Json::as_array)
            .unwrap()
            .iter()
            .map(|rule| rule.as_str().unwrap())
            .collect();
        assert_eq!(broken, expected, "{name}: {:?}", found.problems);
        let fits = case.get("fits_schema").and_then(Json::as_bool);
        assert_eq!(Some(found.fits_schema), fits, "{name}");
        assert_eq!(found.candidate.is_some(), found.is_valid(), "{name}");
        covered.extend(expected.iter().map(ToString::to_string));
    }
    for rule in ContractRule::ALL {
        assert!(covered.contains(rule.code()), "no vector breaks {rule:?}");
    }
}

#[test]
fn a_valid_candidate_is_written_as_it_was_read() {
    use groundstop_canon::jcs;
    for (name, case) in cases() {
        let given = case.get("candidate").unwrap();
        if let Some(candidate) = validate(given).candidate {
            let written = jcs::canonical(&candidate).unwrap();
            let given = jcs::to_string(given).unwrap();
            // A bare figure is written under its key.
            let key = match candidate.rule_type {
                RuleType::Rate => "rate",
                _ => "amount",
            };
            let bare = name.contains("a bare ");
            let expected = match given.split_once("\"value\":").filter(|_| bare) {
                Some((before, after)) => {
                    format!(
                        "{before}\"value\":{{\"{key}\":{}",
                        after.replacen('}', "}}", 1)
                    )
                }
                None => given,
            };
            assert_eq!(written, expected, "{name}");
        }
    }
}

/// The folder with Ajv in it, installed where it is missing; `None` where that cannot be done.
fn ajv() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("ajv");
    if folder.join("node_modules/ajv/package.json").is_file() {
        return Some(folder);
    }
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("package.json"), "{\"private\": true}\n").unwrap();
    let installed = Command::new("npm")
        .args(["install", "--no-audit", "--no-fund", "--silent", "ajv@8"])
        .current_dir(&folder)
        .status()
        .is_ok_and(|status| status.success());
    installed.then_some(folder)
}

/// The contract's own snippet, and one answer a vector.
const SNIPPET: &str = r"
import { createRequire } from 'node:module';
import { readFileSync, readdirSync } from 'node:fs';
const require = createRequire(import.meta.url);
import Ajv from 'ajv';
const [folder, file] = process.argv.slice(2);
const schema = require(file);
for (const level of ['log', 'warn', 'error']) {
  const say = console[level];
  console[level] = (...words) => { say('said:', ...words); process.exitCode = 1; };
}

const ajv = new Ajv();
const validate = ajv.compile(schema);

for (const name of readdirSync(folder).sort()) {
  for (const { candidate } of JSON.parse(readFileSync(`${folder}/${name}`, 'utf8')).cases) {
    process.stdout.write(validate(candidate) ? '1' : '0');
  }
}
";

#[test]
fn ajv_accepts_what_the_schema_half_of_our_validator_accepts() {
    let Some(folder) = ajv() else {
        assert!(
            std::env::var_os("CI").is_none(),
            "Ajv cannot be installed: `npm install ajv` failed or npm is missing"
        );
        return;
    };
    fs::write(folder.join("vectors.mjs"), SNIPPET).unwrap();
    let ended = Command::new("node")
        .args(["vectors.mjs", FOLDER, SCHEMA])
        .current_dir(&folder)
        .output()
        .unwrap();
    let answers = String::from_utf8(ended.stdout).unwrap();
    let complaints = String::from_utf8_lossy(&ended.stderr);
    assert!(ended.status.success(), "{answers}\n{complaints}");
    let cases = cases();
    assert_eq!(answers.len(), cases.len(), "{answers}");
    for ((name, case), answer) in cases.iter().zip(answers.chars()) {
        let ours = validate(case.get("candidate").unwrap()).fits_schema;
        assert_eq!(ours, answer == '1', "{name}");
    }
}
