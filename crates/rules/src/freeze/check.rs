//! A frozen set against its documents, from nothing but their bytes.

use groundstop_canon::{Json, jcs, sha256_hex, strict};
use groundstop_document::Document;

use super::{as_candidate, freeze, rule_contract};
use crate::input::Given;

/// Judges a set again; everything that does not hold, in words.
///
/// `name` is the name of its file, which carries its digest.
#[must_use]
pub fn check_set(text: &str, name: &str, documents: &[&Document]) -> Vec<String> {
    let mut wrong = Vec::new();
    let sha256 = sha256_hex(text.as_bytes());
    let expected = format!("ruleset-{sha256}.json");
    if name != expected {
        wrong.push(format!(
            "the file is named `{name}`, its bytes are those of `{expected}`: it was changed or renamed"
        ));
    }
    match strict::parse(text) {
        Ok(set) => content(&set, text, documents, &mut wrong),
        Err(error) => wrong.push(format!("it is not a set: {error}")),
    }
    wrong
}

fn content(set: &Json, text: &str, documents: &[&Document], wrong: &mut Vec<String>) {
    if jcs::to_string(set).ok().as_deref() != Some(text) {
        wrong.push("it is not written as canonical JSON".to_owned());
    }
    let contract = set.get("contract").and_then(Json::as_str);
    if contract != Some(rule_contract().as_str()) {
        wrong.push(format!(
            "it follows the contract `{}`, this is {}",
            contract.unwrap_or_default(),
            rule_contract()
        ));
    }
    known_documents(set, documents, wrong);
    let Some(rules) = set.get("rules").and_then(Json::as_array) else {
        wrong.push("it has no rules".to_owned());
        return;
    };
    let given: Vec<Given> = rules
        .iter()
        .map(|rule| match as_candidate(rule) {
            Some(candidate) => Given::Json(candidate),
            None => Given::Unreadable("a key of a frozen rule is missing".to_owned()),
        })
        .collect();
    let again = match freeze(&given, documents, None) {
        Ok(again) => again,
        Err(error) => return wrong.push(error.to_string()),
    };
    for refusal in &again.set.refused {
        for reason in &refusal.reasons {
            wrong.push(format!("rule {}: {reason}", refusal.index));
        }
    }
    if again.set.refused.is_empty() {
        let canonical = |json: &Json| jcs::to_string(json).ok();
        let derived = Json::from_serialize(&again.set.rules).ok();
        if derived.as_ref().and_then(canonical) != canonical(&Json::Array(rules.to_vec())) {
            wrong.push("its rules are not those that follow from the documents".to_owned());
        }
    }
}

fn known_documents(set: &Json, documents: &[&Document], wrong: &mut Vec<String>) {
    let named = set
        .get("documents")
        .and_then(Json::as_array)
        .unwrap_or_default();
    let digest =
        |record: &Json, key: &str| record.get(key).and_then(Json::as_str).map(str::to_owned);
    for record in named {
        let sha256 = digest(record, "sha256").unwrap_or_default();
        match documents
            .iter()
            .find(|document| document.sha256() == sha256)
        {
            None => wrong.push(format!(
                "the document {sha256} was not given: a byte of it changed, or it is another"
            )),
            Some(document) => {
                if digest(record, "text_sha256").as_deref() != Some(document.text_sha256()) {
                    wrong.push(format!(
                        "the text of document {sha256} reads differently now"
                    ));
                }
            }
        }
    }
    if named.is_empty() {
        wrong.push("it names no document".to_owned());
    }
}
