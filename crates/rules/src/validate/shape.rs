//! The schema by hand: the same answers as the published file, with reasons.

use groundstop_canon::Json;
use groundstop_canon::jcs;
use groundstop_canon::json::Number;
use groundstop_contract::{
    Confidence, ConflictingRule, ConflictingValue, ContractRule, Direction, Figure, RuleCandidate,
    RuleData, RuleStatus, RuleType, RuleValue,
};

use super::Problems;
use crate::spelling::{is_blank, is_currency, is_semver, is_utc};

const KEYS: [&str; 10] = [
    "rule_type",
    "status",
    "rule_data",
    "source_pages",
    "source_text",
    "confidence",
    "ambiguity_reason",
    "conflicting_candidates",
    "extracted_at",
    "extractor_version",
];

/// The rule a key's absence breaks.
fn rule_of(key: &str) -> ContractRule {
    match key {
        "source_pages" => ContractRule::Must1,
        "source_text" => ContractRule::Must2,
        "ambiguity_reason" => ContractRule::Must3,
        "confidence" => ContractRule::Must4,
        "rule_data" => ContractRule::Must5,
        "rule_type" => ContractRule::MustNot1,
        "conflicting_candidates" => ContractRule::MustNot2,
        _ => ContractRule::Schema,
    }
}

/// The candidate, as far as it has the shape; what is wrong is told.
pub(super) fn candidate(json: &Json, problems: &mut Problems) -> Option<RuleCandidate> {
    let Some(members) = json.as_object() else {
        let message = format!("a candidate is an object, not {}", json.kind_name());
        problems.add(ContractRule::Schema, "", message);
        return None;
    };
    for key in KEYS {
        if !members.iter().any(|(name, _)| name == key) {
            problems.add(
                rule_of(key),
                &format!("/{key}"),
                format!("`{key}` is missing"),
            );
        }
    }
    foreign_keys(members, &KEYS, "", problems);
    let rule_type = rule_type(member(members, "rule_type"), problems);
    let status = status(member(members, "status"), problems);
    let pages = pages(member(members, "source_pages"), problems);
    let source_text = words_or_null(members, "source_text", problems);
    let confidence = confidence(member(members, "confidence"), problems);
    let reason = words_or_null(members, "ambiguity_reason", problems);
    let data = data(rule_type, member(members, "rule_data"), problems);
    let conflicts = conflicts(
        rule_type,
        member(members, "conflicting_candidates"),
        problems,
    );
    let at = pattern(
        members,
        "extracted_at",
        is_utc,
        "a time in UTC such as 2026-01-25T12:00:00Z",
        problems,
    );
    let version = pattern(
        members,
        "extractor_version",
        is_semver,
        "a semantic version such as 1.0.0",
        problems,
    );
    if let Some(status) = status {
        demands(status, members, problems);
    }
    uncited(members, problems);
    Some(RuleCandidate {
        rule_type: rule_type?,
        status: status?,
        rule_data: data?,
        source_pages: pages?,
        source_text: source_text?,
        confidence: confidence?,
        ambiguity_reason: reason?,
        conflicting_candidates: conflicts?,
        extracted_at: at?,
        extractor_version: version?,
    })
}

/// The last member of a name, as readers of JSON take it.
fn member<'j>(members: &'j [(String, Json)], key: &str) -> Option<&'j Json> {
    let found = members.iter().rev().find(|(name, _)| name == key);
    found.map(|(_, value)| value)
}

fn foreign_keys(members: &[(String, Json)], known: &[&str], path: &str, problems: &mut Problems) {
    for (name, _) in members {
        if !known.contains(&name.as_str()) {
            problems.add(
                ContractRule::MustNot5,
                &format!("{path}/{}", pointer(name)),
                format!("`{name}` is not a field of the schema"),
            );
        }
    }
}

fn pointer(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

fn rule_type(json: Option<&Json>, problems: &mut Problems) -> Option<RuleType> {
    let json = json?;
    let found = json.as_str().and_then(RuleType::of);
    if found.is_none() {
        let all: Vec<&str> = RuleType::ALL.iter().map(|t| t.code()).collect();
        problems.add(
            ContractRule::MustNot1,
            "/rule_type",
            format!("it must be one of {}", all.join(", ")),
        );
    }
    found
}

fn status(json: Option<&Json>, problems: &mut Problems) -> Option<RuleStatus> {
    let json = json?;
    let found = json.as_str().and_then(RuleStatus::of);
    if found.is_none() {
        problems.add(
            ContractRule::Schema,
            "/status",
            "it must be candidate, unclear or blocked",
        );
    }
    found
}

/// Whether a number is a whole one; what no decimal holds is left to the exact rules.
fn is_whole(number: &Number) -> bool {
    number.decimal().is_none_or(|decimal| decimal.is_whole())
}

fn is_negative(number: &Number) -> bool {
    number
        .decimal()
        .is_some_and(|decimal| decimal < groundstop_canon::Decimal::ZERO)
}

fn page(json: &Json, path: &str, problems: &mut Problems) -> Option<u32> {
    let number = json.as_number().filter(|number| is_whole(number));
    let at_least_one = |number: &&Number| {
        number
            .decimal()
            .is_none_or(|decimal| decimal >= groundstop_canon::Decimal::ONE)
    };
    let Some(number) = number.filter(at_least_one) else {
        problems.add(
            ContractRule::Must1,
            path,
            "a page is a whole number from 1 upwards",
        );
        return None;
    };
    number.decimal()?.to_string().parse().ok()
}

fn pages(json: Option<&Json>, problems: &mut Problems) -> Option<Vec<u32>> {
    let Some(items) = json?.as_array() else {
        problems.add(
            ContractRule::Must1,
            "/source_pages",
            "it must be a list of pages",
        );
        return None;
    };
    let pages: Vec<Option<u32>> = items
        .iter()
        .enumerate()
        .map(|(index, item)| page(item, &format!("/source_pages/{index}"), problems))
        .collect();
    if repeats(items) {
        problems.add(
            ContractRule::Must1,
            "/source_pages",
            "a page is named twice",
        );
    }
    pages.into_iter().collect()
}

/// Whether two items mean the same.
fn repeats(items: &[Json]) -> bool {
    let mut texts: Vec<String> = items
        .iter()
        .filter_map(|i| jcs::to_string(i).ok())
        .collect();
    texts.sort_unstable();
    texts.windows(2).any(|pair| pair.first() == pair.last())
}

fn words(json: &Json) -> Option<&str> {
    json.as_str().filter(|text| !is_blank(text))
}

#[allow(clippy::option_option, reason = "wrong, null, or words")]
fn words_or_null(
    members: &[(String, Json)],
    key: &str,
    problems: &mut Problems,
) -> Option<Option<String>> {
    let json = member(members, key)?;
    if json.is_null() {
        return Some(None);
    }
    let found = words(json);
    if found.is_none() {
        problems.add(rule_of(key), &format!("/{key}"), "it must be words or null");
    }
    found.map(|text| Some(text.to_owned()))
}

fn confidence(json: Option<&Json>, problems: &mut Problems) -> Option<Confidence> {
    let number = json?.as_number();
    let too_much = |number: &Number| {
        number
            .decimal()
            .is_some_and(|d| d > groundstop_canon::Decimal::ONE)
    };
    match number.filter(|number| !is_negative(number) && !too_much(number)) {
        Some(number) => Confidence::new(number.decimal()?),
        None => {
            problems.add(
                ContractRule::Schema,
                "/confidence",
                "it must be a number from 0 to 1",
            );
            None
        }
    }
}

fn pattern(
    members: &[(String, Json)],
    key: &str,
    fits: fn(&str) -> bool,
    wanted: &str,
    problems: &mut Problems,
) -> Option<String> {
    let json = member(members, key)?;
    let found = json.as_str().filter(|text| fits(text));
    if found.is_none() {
        problems.add(
            ContractRule::Schema,
            &format!("/{key}"),
            format!("it must be {wanted}"),
        );
    }
    found.map(str::to_owned)
}

/// An object with exactly these keys; `None` and told where it is not.
fn closed<'j>(
    json: &'j Json,
    required: &[&str],
    optional: &[&str],
    path: &str,
    problems: &mut Problems,
) -> Option<&'j [(String, Json)]> {
    let Some(members) = json.as_object() else {
        let message = format!("it must be an object, not {}", json.kind_name());
        problems.add(ContractRule::Schema, path, message);
        return None;
    };
    let before = problems.0.len();
    for key in required {
        if !members.iter().any(|(name, _)| name == key) {
            problems.add(
                ContractRule::MustNot4,
                &format!("{path}/{key}"),
                format!("`{key}` is missing: what the text does not say is `blocked`"),
            );
        }
    }
    let known: Vec<&str> = required.iter().chain(optional).copied().collect();
    foreign_keys(members, &known, path, problems);
    (problems.0.len() == before).then_some(members)
}

fn figure(
    members: &[(String, Json)],
    key: &str,
    path: &str,
    problems: &mut Problems,
) -> Option<Figure> {
    single_figure(member(members, key)?, &format!("{path}/{key}"), problems)
}

fn single_figure(json: &Json, path: &str, problems: &mut Problems) -> Option<Figure> {
    match json.as_number().filter(|number| !is_negative(number)) {
        Some(number) => Figure::new(number.decimal()?),
        None if json.is_null() => {
            problems.add(
                ContractRule::MustNot4,
                path,
                "a missing figure is `blocked`, not null",
            );
            None
        }
        None => {
            problems.add(
                ContractRule::MustNot3,
                path,
                "it must be an exact number that is not negative",
            );
            None
        }
    }
}

fn text(
    members: &[(String, Json)],
    key: &str,
    path: &str,
    problems: &mut Problems,
) -> Option<String> {
    let found = words(member(members, key)?);
    if found.is_none() {
        problems.add(
            ContractRule::Schema,
            &format!("{path}/{key}"),
            "it must be words",
        );
    }
    found.map(str::to_owned)
}

fn slab(json: &Json, path: &str, problems: &mut Problems) -> Option<RuleValue> {
    let members = closed(
        json,
        &["income_min", "income_max", "rate"],
        &[],
        path,
        problems,
    )?;
    let income_min = figure(members, "income_min", path, problems);
    let rate = figure(members, "rate", path, problems);
    let income_max = match member(members, "income_max") {
        Some(Json::Null) => Some(None),
        _ => figure(members, "income_max", path, problems).map(Some),
    };
    Some(RuleValue::Slab {
        income_min: income_min?,
        income_max: income_max?,
        rate: rate?,
    })
}

fn value(
    rule_type: RuleType,
    json: &Json,
    path: &str,
    problems: &mut Problems,
) -> Option<RuleValue> {
    match rule_type {
        RuleType::TaxSlab => slab(json, path, problems),
        RuleType::Rate => {
            let members = closed(json, &["rate"], &[], path, problems)?;
            let rate = figure(members, "rate", path, problems)?;
            Some(RuleValue::Rate { rate })
        }
        RuleType::Threshold => threshold(json, path, problems),
        RuleType::Exemption => exemption(json, path, problems),
        RuleType::Definition => {
            let members = closed(json, &["term", "text"], &[], path, problems)?;
            let term = text(members, "term", path, problems);
            let meaning = text(members, "text", path, problems);
            Some(RuleValue::Definition {
                term: term?,
                text: meaning?,
            })
        }
    }
}

fn threshold(json: &Json, path: &str, problems: &mut Problems) -> Option<RuleValue> {
    let members = closed(json, &["amount"], &["direction"], path, problems)?;
    let amount = figure(members, "amount", path, problems);
    let direction = match member(members, "direction") {
        None => Some(None),
        Some(json) => {
            let known = json.as_str().and_then(Direction::of);
            if known.is_none() {
                let all: Vec<&str> = Direction::ALL.iter().map(|d| d.code()).collect();
                problems.add(
                    ContractRule::Schema,
                    &format!("{path}/direction"),
                    format!("it must be one of {}", all.join(", ")),
                );
            }
            known.map(Some)
        }
    };
    Some(RuleValue::Amount {
        amount: amount?,
        direction: direction?,
    })
}

fn exemption(json: &Json, path: &str, problems: &mut Problems) -> Option<RuleValue> {
    let by_text = json
        .as_object()
        .is_some_and(|members| member(members, "text").is_some());
    if by_text {
        let members = closed(json, &["text"], &[], path, problems)?;
        let text = text(members, "text", path, problems)?;
        return Some(RuleValue::Text { text });
    }
    let members = closed(json, &["amount"], &[], path, problems)?;
    let amount = figure(members, "amount", path, problems)?;
    Some(RuleValue::Amount {
        amount,
        direction: None,
    })
}

#[allow(clippy::option_option, reason = "wrong, null, or data")]
fn data(
    rule_type: Option<RuleType>,
    json: Option<&Json>,
    problems: &mut Problems,
) -> Option<Option<RuleData>> {
    let path = "/rule_data";
    let json = json?;
    if json.is_null() {
        return Some(None);
    }
    if json.as_object().is_none() {
        let message = format!("it must be an object or null, not {}", json.kind_name());
        problems.add(ContractRule::Schema, path, message);
        return None;
    }
    // Without a known type there is no shape to compare with, as in the schema.
    let rule_type = rule_type?;
    let members = closed(json, &["value", "unit", "conditions"], &[], path, problems)?;
    let value = value(
        rule_type,
        member(members, "value")?,
        "/rule_data/value",
        problems,
    );
    let unit = unit(rule_type, member(members, "unit")?, problems);
    let conditions = conditions(member(members, "conditions")?, problems);
    Some(Some(RuleData {
        value: value?,
        unit: unit?,
        conditions: conditions?,
    }))
}

#[allow(clippy::option_option, reason = "wrong, null, or a unit")]
fn unit(rule_type: RuleType, json: &Json, problems: &mut Problems) -> Option<Option<String>> {
    let (fits, wanted) = match rule_type {
        RuleType::TaxSlab | RuleType::Threshold | RuleType::Exemption => (
            json.as_str().is_some_and(is_currency),
            "a currency such as INR",
        ),
        RuleType::Rate => (json.as_str() == Some("percent"), "`percent`"),
        RuleType::Definition => (json.is_null(), "null"),
    };
    if !fits {
        problems.add(
            ContractRule::Schema,
            "/rule_data/unit",
            format!("it must be {wanted}"),
        );
    }
    fits.then(|| json.as_str().map(str::to_owned))
}

fn conditions(json: &Json, problems: &mut Problems) -> Option<Vec<String>> {
    let path = "/rule_data/conditions";
    let Some(items) = json.as_array() else {
        problems.add(ContractRule::Schema, path, "it must be a list of words");
        return None;
    };
    if repeats(items) {
        problems.add(ContractRule::Schema, path, "a condition is named twice");
    }
    let all: Option<Vec<String>> = items
        .iter()
        .map(|item| words(item).map(str::to_owned))
        .collect();
    if all.is_none() {
        problems.add(ContractRule::Schema, path, "a condition is words");
    }
    all
}

#[allow(clippy::option_option, reason = "wrong, null, or a list")]
fn conflicts(
    rule_type: Option<RuleType>,
    json: Option<&Json>,
    problems: &mut Problems,
) -> Option<Option<Vec<ConflictingRule>>> {
    let path = "/conflicting_candidates";
    let json = json?;
    if json.is_null() {
        return Some(None);
    }
    let Some(items) = json.as_array() else {
        problems.add(
            ContractRule::MustNot2,
            path,
            "it must be a list of two or more, or null",
        );
        return None;
    };
    if items.len() < 2 {
        problems.add(
            ContractRule::MustNot2,
            path,
            "a conflict has at least two sides",
        );
    }
    let rule_type = rule_type?;
    if repeats(items) {
        problems.add(ContractRule::MustNot2, path, "one side is named twice");
    }
    let all: Vec<Option<ConflictingRule>> = items
        .iter()
        .enumerate()
        .map(|(index, item)| conflict(rule_type, item, &format!("{path}/{index}"), problems))
        .collect();
    all.into_iter().collect::<Option<Vec<_>>>().map(Some)
}

fn conflict(
    rule_type: RuleType,
    json: &Json,
    path: &str,
    problems: &mut Problems,
) -> Option<ConflictingRule> {
    let members = closed(
        json,
        &["value", "source_page", "source_text"],
        &[],
        path,
        problems,
    )?;
    let at = format!("{path}/value");
    let given = member(members, "value")?;
    let value = match rule_type {
        RuleType::Rate | RuleType::Threshold => {
            single_figure(given, &at, problems).map(ConflictingValue::Figure)
        }
        RuleType::Exemption if given.as_object().is_none() => {
            single_figure(given, &at, problems).map(ConflictingValue::Figure)
        }
        RuleType::Exemption => {
            let inner = closed(given, &["text"], &[], &at, problems)?;
            text(inner, "text", &at, problems)
                .map(|text| ConflictingValue::Whole(RuleValue::Text { text }))
        }
        RuleType::TaxSlab | RuleType::Definition => {
            self::value(rule_type, given, &at, problems).map(ConflictingValue::Whole)
        }
    };
    let source_page = page(
        member(members, "source_page")?,
        &format!("{path}/source_page"),
        problems,
    );
    let source_text = words(member(members, "source_text")?).map(str::to_owned);
    if source_text.is_none() {
        problems.add(
            ContractRule::Must2,
            &format!("{path}/source_text"),
            "it must be words",
        );
    }
    Some(ConflictingRule {
        value: value?,
        source_page: source_page?,
        source_text: source_text?,
    })
}

/// What a status demands of the other fields.
fn demands(status: RuleStatus, members: &[(String, Json)], problems: &mut Problems) {
    let is_null = |key: &str| member(members, key).map(Json::is_null);
    match status {
        RuleStatus::Candidate => {
            if is_null("rule_data") == Some(true) {
                problems.add(
                    ContractRule::MustNot4,
                    "/rule_data",
                    "a candidate says its rule; one without is `blocked` or `unclear`",
                );
            }
            if member(members, "source_pages").and_then(Json::as_array) == Some(&[]) {
                problems.add(
                    ContractRule::Must1,
                    "/source_pages",
                    "a candidate names its pages",
                );
            }
            if is_null("source_text") == Some(true) {
                problems.add(
                    ContractRule::Must2,
                    "/source_text",
                    "a candidate quotes its text",
                );
            }
            if is_null("ambiguity_reason") == Some(false) {
                problems.add(
                    ContractRule::Must3,
                    "/ambiguity_reason",
                    "with a reason to doubt it is `unclear`",
                );
            }
        }
        RuleStatus::Unclear | RuleStatus::Blocked => {
            if is_null("rule_data") == Some(false) {
                problems.add(
                    ContractRule::Must5,
                    "/rule_data",
                    format!("it must be null where the status is `{}`", status.code()),
                );
            }
            if is_null("ambiguity_reason") == Some(true) {
                problems.add(
                    ContractRule::Must3,
                    "/ambiguity_reason",
                    format!("`{}` needs its reason", status.code()),
                );
            }
        }
    }
    let settled = matches!(status, RuleStatus::Candidate | RuleStatus::Blocked);
    if settled && is_null("conflicting_candidates") == Some(false) {
        problems.add(
            ContractRule::MustNot2,
            "/conflicting_candidates",
            "conflicting sources are `unclear`",
        );
    }
    if status == RuleStatus::Blocked && has_confidence(members) {
        problems.add(
            ContractRule::Must4,
            "/confidence",
            "what is `blocked` has confidence 0.0",
        );
    }
}

/// Whether the confidence is a number other than nought.
fn has_confidence(members: &[(String, Json)]) -> bool {
    member(members, "confidence").is_some_and(|json| {
        let number = json.as_number().and_then(Number::decimal);
        number != Some(groundstop_canon::Decimal::ZERO)
    })
}

/// Citations missing means no confidence.
fn uncited(members: &[(String, Json)], problems: &mut Problems) {
    let no_pages = member(members, "source_pages").and_then(Json::as_array) == Some(&[]);
    let no_text = member(members, "source_text").is_some_and(Json::is_null);
    if (no_pages || no_text) && has_confidence(members) {
        problems.add(
            ContractRule::Must4,
            "/confidence",
            "without pages and text the confidence is 0.0",
        );
    }
}
