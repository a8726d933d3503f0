//! Rules of statutes as a person read them off their pages, without seeing any output.
//!
//! Each file under `statutes/` holds the pages of one document and every rule on them: type,
//! value, unit, conditions in short words, and a few words that name its place. A rule counts
//! as right where a candidate of its own has its value and unit and, in short words, all of
//! its conditions; as looked at where what stands there is `unclear` or `blocked`; as vanished
//! where nothing tells of it.

use std::collections::BTreeMap;

use groundstop_canon::Decimal;
use groundstop_contract::{RuleCandidate, RuleStatus, RuleValue};
use serde::Deserialize;

/// The files, by the document's name.
const FILES: &[&str] = &[
    include_str!("statutes/in-finance-act-2020.toml"),
    include_str!("statutes/in-finance-act-2024.toml"),
    include_str!("statutes/in-finance-bill-2020-memo.toml"),
    include_str!("statutes/in-vivad-se-vishwas-act-2020.toml"),
    include_str!("statutes/ng-hb1756-tax-administration-bill-2024.toml"),
    include_str!("statutes/ng-hb1758-joint-revenue-board-bill-2024.toml"),
    include_str!("statutes/us-26usc-144.toml"),
    include_str!("statutes/us-26usc-5000A.toml"),
    include_str!("statutes/us-26usc-5001.toml"),
    include_str!("statutes/us-26usc-6621.toml"),
];

#[derive(Deserialize)]
struct File {
    page: Vec<Page>,
}

/// One page with all its rules; a section of 26 U.S.C. is a page by itself.
#[derive(Deserialize)]
pub(super) struct Page {
    pub(super) document: String,
    #[serde(default = "first_page")]
    page: u32,
    rule: Vec<Rule>,
}

fn first_page() -> u32 {
    1
}

#[derive(Deserialize)]
struct Rule {
    rule_type: String,
    value: Option<BTreeMap<String, toml::Value>>,
    unit: Option<String>,
    conditions: Vec<String>,
    words: String,
    expect: String,
    #[serde(default)]
    also_ok: Vec<String>,
    /// Other types that the reader allows: a share of a whole is a rate as much as a threshold.
    #[serde(default)]
    also_type: Vec<String>,
    #[serde(default)]
    on_earlier_page: Vec<String>,
    #[serde(default)]
    optional: bool,
}

/// How the rules that are labelled came out.
#[derive(Default)]
pub(super) struct Read {
    /// Rules that are to come out as candidates.
    pub(super) rules: usize,
    right: usize,
    /// The value is right, a condition is missing; it is said by the quote, or not even there.
    in_quote: usize,
    incomplete: usize,
    looked_at: usize,
    pub(super) vanished: usize,
    /// Rules that are to be `unclear` or `blocked`, and those that are.
    doubtful: usize,
    doubted: usize,
    /// Places without a rule, and those where a candidate stands.
    none: usize,
    invented: usize,
}

/// All pages.
pub(super) fn pages() -> Result<Vec<Page>, String> {
    let mut all = Vec::new();
    for text in FILES {
        let file: File = toml::from_str(text).map_err(|error| error.to_string())?;
        all.extend(file.page);
    }
    Ok(all)
}

/// Compares a document's candidates with the labels of its pages.
pub(super) fn compare(page: &Page, candidates: &[RuleCandidate], read: &mut Read, show: bool) {
    let mut used = vec![false; candidates.len()];
    for rule in &page.rule {
        let here = at_place(candidates, rule, page.page);
        let tell = |what: &str| {
            if show {
                println!(
                    "  {what}: {} p. {} {:?}",
                    page.document, page.page, rule.words
                );
            }
        };
        match rule.expect.as_str() {
            "none" => {
                read.none += 1;
                let clear = |at: &&usize| {
                    candidates[**at].status == RuleStatus::Candidate
                        && quotes(&candidates[**at], &rule.words)
                        && is_of_type(&candidates[**at], rule)
                };
                if here.iter().any(|at| clear(&at)) {
                    read.invented += 1;
                    tell("invented");
                }
            }
            "candidate" => {
                read.rules += 1;
                let outcome = outcome(rule, page.page, candidates, &here, &mut used);
                let vanishes_rightly = rule.optional && outcome == Outcome::Vanished;
                match outcome {
                    Outcome::Right => read.right += 1,
                    Outcome::InQuote => read.in_quote += 1,
                    Outcome::Incomplete => read.incomplete += 1,
                    Outcome::LookedAt if rule.also_ok.iter().any(|ok| ok != "candidate") => {
                        read.right += 1;
                    }
                    Outcome::LookedAt => read.looked_at += 1,
                    Outcome::Vanished if vanishes_rightly => read.rules -= 1,
                    Outcome::Vanished => read.vanished += 1,
                }
                if outcome != Outcome::Right && !vanishes_rightly {
                    tell(outcome.words());
                    if show {
                        println!(
                            "      {} {:?} {:?} {:?}",
                            rule.rule_type, rule.value, rule.unit, rule.conditions
                        );
                        for at in here.iter().take(3) {
                            let one = &candidates[*at];
                            println!(
                                "      {} {} {:?} {:?} {:?}",
                                one.rule_type.code(),
                                one.status.code(),
                                one.rule_data,
                                one.ambiguity_reason,
                                one.source_text
                            );
                        }
                    }
                }
            }
            _ => {
                let doubted = here
                    .iter()
                    .any(|at| candidates[*at].status != RuleStatus::Candidate);
                let allowed = rule.also_ok.iter().any(|ok| ok == "candidate");
                if !here.is_empty() || !rule.optional {
                    read.doubtful += 1;
                    read.doubted += usize::from(doubted || allowed && !here.is_empty());
                    if !doubted && (!allowed || here.is_empty()) {
                        tell("not doubted");
                    }
                }
            }
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Right,
    InQuote,
    Incomplete,
    LookedAt,
    Vanished,
}

impl Outcome {
    fn words(self) -> &'static str {
        match self {
            Outcome::Right => "right",
            Outcome::InQuote => "a condition only in the quote",
            Outcome::Incomplete => "a condition missing",
            Outcome::LookedAt => "looked at",
            Outcome::Vanished => "vanished",
        }
    }
}

fn outcome(
    rule: &Rule,
    page: u32,
    candidates: &[RuleCandidate],
    here: &[usize],
    used: &mut [bool],
) -> Outcome {
    // The words name a place; the candidate of a table's row may quote its row only.
    let same: Vec<usize> = (0..candidates.len())
        .filter(|at| !used[*at] && on_page(&candidates[*at], page) && says(&candidates[*at], rule))
        .filter(|at| here.contains(at))
        .collect();
    let best = same
        .iter()
        .map(|at| (conditions_of(&candidates[*at], rule), *at))
        .min_by_key(|(outcome, at)| (*outcome as u8, *at));
    if let Some((outcome, at)) = best {
        used[at] = true;
        return outcome;
    }
    match here
        .iter()
        .any(|at| candidates[*at].status != RuleStatus::Candidate)
    {
        true => Outcome::LookedAt,
        false => Outcome::Vanished,
    }
}

/// Whether every condition is there: among the conditions, or at least in the quote.
fn conditions_of(candidate: &RuleCandidate, rule: &Rule) -> Outcome {
    let data = candidate.rule_data.as_ref();
    let conditions = data
        .map(|data| data.conditions.join(" "))
        .unwrap_or_default();
    let text = match data.map(|data| &data.value) {
        Some(RuleValue::Text { text } | RuleValue::Definition { text, .. }) => text.as_str(),
        _ => "",
    };
    let strict = squeezed(&format!("{conditions} {text}"));
    let quote = candidate.source_text.as_deref().unwrap_or_default();
    let lenient = format!("{strict}{}", squeezed(quote));
    let wanted = || rule.conditions.iter().chain(&rule.on_earlier_page);
    if wanted().all(|words| strict.contains(&squeezed(words))) {
        Outcome::Right
    } else if wanted().all(|words| lenient.contains(&squeezed(words))) {
        Outcome::InQuote
    } else {
        Outcome::Incomplete
    }
}

/// The candidates that stand where a rule does; where none has all the words of its place, those
/// that share its beginning or its end.
fn at_place(candidates: &[RuleCandidate], rule: &Rule, page: u32) -> Vec<usize> {
    let all = |keep: &dyn Fn(&RuleCandidate) -> bool| -> Vec<usize> {
        (0..candidates.len())
            .filter(|at| keep(&candidates[*at]))
            .collect()
    };
    let here = all(&|one| stands_at(one, rule, page));
    match here.is_empty() {
        true => all(&|one| touches(one, rule, page)),
        false => here,
    }
}

/// Whether a candidate's quote ends as the words of a place begin, or begins as they end: the
/// words of a place may reach over the end of an item.
fn touches(candidate: &RuleCandidate, rule: &Rule, page: u32) -> bool {
    let words = squeezed(&rule.words);
    let quote = squeezed(candidate.source_text.as_deref().unwrap_or_default());
    on_page(candidate, page) && overlap(&quote, &words)
}

fn on_page(candidate: &RuleCandidate, page: u32) -> bool {
    let mut pages = candidate.source_pages.iter();
    pages.any(|own| own.abs_diff(page) <= 1)
}

/// Whether a candidate stands where a rule does: on its page, with its words.
fn stands_at(candidate: &RuleCandidate, rule: &Rule, page: u32) -> bool {
    on_page(candidate, page)
        && (quotes(candidate, &rule.words) || says_words(candidate, &rule.words))
}

fn quotes(candidate: &RuleCandidate, words: &str) -> bool {
    let squeezed_words = squeezed(words);
    let texts = candidate.source_text.iter().chain(
        candidate
            .conflicting_candidates
            .iter()
            .flatten()
            .map(|side| &side.source_text),
    );
    texts.into_iter().any(|text| {
        let text = squeezed(text);
        text.contains(&squeezed_words) || squeezed_words.contains(&text) && !text.is_empty()
    })
}

/// How many letters they must share.
const LEAST_SHARED: usize = 10;

/// Whether one text ends as the other begins.
fn overlap(one: &str, other: &str) -> bool {
    let ends_as = |one: &str, other: &str| {
        let mut starts = one.char_indices().map(|(at, _)| &one[at..]);
        starts.any(|rest| rest.chars().count() >= LEAST_SHARED && other.starts_with(rest))
    };
    ends_as(one, other) || ends_as(other, one)
}

fn says_words(candidate: &RuleCandidate, words: &str) -> bool {
    let data = candidate.rule_data.as_ref();
    let mut all = data.iter().flat_map(|data| &data.conditions);
    all.any(|condition| squeezed(condition).contains(&squeezed(words)))
}

fn is_of_type(candidate: &RuleCandidate, rule: &Rule) -> bool {
    let code = candidate.rule_type.code();
    code == rule.rule_type || rule.also_type.iter().any(|other| other == code)
}

/// Whether a candidate has a rule's type, value and unit.
fn says(candidate: &RuleCandidate, rule: &Rule) -> bool {
    let (Some(data), Some(value)) = (&candidate.rule_data, &rule.value) else {
        return false;
    };
    let number = |key: &str| match value.get(key) {
        Some(toml::Value::Integer(number)) => Decimal::parse(&number.to_string()),
        Some(toml::Value::Float(number)) => Decimal::parse(&number.to_string()),
        Some(toml::Value::String(text)) => Decimal::parse(text),
        _ => None,
    };
    let text = |key: &str| {
        value
            .get(key)
            .and_then(|own| own.as_str())
            .unwrap_or_default()
    };
    let same = match &data.value {
        RuleValue::Slab {
            income_min,
            income_max,
            rate,
        } => {
            Some(income_min.number()) == number("income_min")
                && income_max.map(|max| max.number()) == number("income_max")
                && Some(rate.number()) == number("rate")
        }
        RuleValue::Rate { rate } => Some(rate.number()) == number("rate").or(number("amount")),
        RuleValue::Amount { amount, .. } => {
            Some(amount.number()) == number("amount").or(number("rate"))
        }
        RuleValue::Definition { term, .. } => squeezed(term) == squeezed(text("term")),
        RuleValue::Text { .. } => value.contains_key("in_words") || value.contains_key("text"),
    };
    let unit = rule.unit.is_none() || data.unit == rule.unit;
    is_of_type(candidate, rule) && same && unit
}

/// Letters and digits in small letters, without the marks of items and the numbers of lines,
/// which stand inside of sentences where a page has them.
fn squeezed(text: &str) -> String {
    let marks = |word: &&str| {
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
        let number = bare.len() <= 2 && bare.bytes().all(|b| b.is_ascii_digit());
        let word = word.trim_start_matches(['“', '‘', '"']);
        let mark = word.starts_with('(') && word.ends_with(')') && bare.len() <= 4;
        !(mark || number && bare.len() == word.len())
    };
    let kept: Vec<&str> = text.split_whitespace().filter(marks).collect();
    let kept = kept.concat();
    let letters = kept.chars().filter(|c| c.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

impl Read {
    /// The shares, as a table.
    pub(super) fn print(&self, of: &str) {
        println!("\nrules read by hand, {of}: {}", self.rules);
        for (what, count) in [
            ("candidate, value and conditions right", self.right),
            ("candidate, a condition only in its quote", self.in_quote),
            ("candidate, a condition missing", self.incomplete),
            ("unclear or blocked", self.looked_at),
            ("vanished", self.vanished),
        ] {
            println!("  {what:<44} {count:>4}");
        }
        println!("to be doubted: {} of {}", self.doubted, self.doubtful);
        println!(
            "no rule, yet a candidate: {} of {}",
            self.invented, self.none
        );
    }
}
