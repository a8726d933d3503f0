//! Rules for people: a table in the terminal, a page in the browser.

use anstyle::{AnsiColor, Style};
use groundstop_canon::Json;
use maud::{DOCTYPE, html};

use super::html::head;
use super::{shortened, visible};

/// One rule or candidate, in words.
pub(crate) struct Row {
    pub(crate) kind: String,
    /// `candidate`, `unclear`, `blocked`, `frozen`, or that it cannot be read.
    pub(crate) status: String,
    pub(crate) value: String,
    pub(crate) pages: String,
    pub(crate) quote: String,
    pub(crate) conditions: Vec<String>,
    pub(crate) reason: Option<String>,
    /// The sides of a conflict: value, page and quote.
    pub(crate) sides: Vec<String>,
}

impl Row {
    /// What a candidate or a frozen rule says; whatever is missing stays empty.
    pub(crate) fn of(json: &Json) -> Row {
        let text = |key: &str| json.get(key).and_then(Json::as_str).map(str::to_owned);
        let data = json.get("rule_data");
        let unit = data.and_then(|d| d.get("unit")).and_then(Json::as_str);
        let list = |json: Option<&Json>| json.and_then(Json::as_array).unwrap_or_default().to_vec();
        let words = |json: &Json| json.as_str().map(str::to_owned);
        let conditions = list(data.and_then(|d| d.get("conditions")));
        let pages: Vec<String> = list(json.get("source_pages")).iter().map(plain).collect();
        let side = |side: &Json| {
            let part = |key: &str| side.get(key).map(plain).unwrap_or_default();
            format!(
                "page {}: {} “{}”",
                part("source_page"),
                part("value"),
                part("source_text")
            )
        };
        Row {
            kind: text("rule_type").unwrap_or_default(),
            status: text("status").unwrap_or_else(|| "frozen".to_owned()),
            value: data
                .and_then(|d| d.get("value"))
                .map(|value| value_of(value, unit))
                .unwrap_or_default(),
            pages: pages.join(", "),
            quote: text("source_text").unwrap_or_default(),
            conditions: conditions.iter().filter_map(words).collect(),
            reason: text("ambiguity_reason"),
            sides: list(json.get("conflicting_candidates"))
                .iter()
                .map(side)
                .collect(),
        }
    }

    /// A line of a file that is no JSON.
    pub(crate) fn unreadable(problem: &str) -> Row {
        Row {
            status: "unreadable".to_owned(),
            reason: Some(problem.to_owned()),
            ..Row::of(&Json::Null)
        }
    }
}

/// JSON in as few signs as it takes.
fn plain(json: &Json) -> String {
    match json {
        Json::String(text) => text.clone(),
        Json::Number(number) => number.text().to_owned(),
        Json::Object(members) => {
            let parts: Vec<String> = members
                .iter()
                .map(|(k, v)| format!("{k} {}", plain(v)))
                .collect();
            parts.join(", ")
        }
        Json::Array(items) => items.iter().map(plain).collect::<Vec<_>>().join(", "),
        Json::Bool(yes) => yes.to_string(),
        Json::Null => "none".to_owned(),
    }
}

/// A fraction of one in per cent, digit by digit.
fn percent(json: &Json) -> String {
    let number = json
        .as_number()
        .and_then(groundstop_canon::json::Number::decimal);
    match number.and_then(groundstop_canon::Decimal::hundredfold) {
        Some(percent) => format!("{percent}%"),
        None => plain(json),
    }
}

fn value_of(value: &Json, unit: Option<&str>) -> String {
    let unit = unit.unwrap_or_default();
    let part = |key: &str| value.get(key);
    if let (Some(min), Some(rate)) = (part("income_min"), part("rate")) {
        let end = match part("income_max") {
            Some(Json::Null) | None => "and above".to_owned(),
            Some(max) => format!("to {}", plain(max)),
        };
        return format!("{unit} {} {end}: {}", plain(min), percent(rate));
    }
    if let Some(rate) = part("rate") {
        return percent(rate);
    }
    if let Some(amount) = part("amount") {
        let side = part("direction")
            .map(plain)
            .unwrap_or_default()
            .replace('_', " ");
        return format!("{side} {unit} {}", plain(amount))
            .trim_start()
            .to_owned();
    }
    let term = part("term").map(|term| format!("“{}”: ", plain(term)));
    let text = part("text").map(plain).unwrap_or_default();
    format!("{}{text}", term.unwrap_or_default())
}

/// The rules as a table with pages and quotes.
pub(crate) fn table(name: &str, rows: &[Row]) -> String {
    let mut text = format!("{}\n\n", visible(name));
    for row in rows {
        let colour = match row.status.as_str() {
            "candidate" | "frozen" => AnsiColor::Green,
            "unclear" => AnsiColor::Yellow,
            _ => AnsiColor::Red,
        };
        let style = Style::new().bold().fg_color(Some(colour.into()));
        let value = visible(&shortened(&row.value, 110));
        let page = if row.pages.is_empty() {
            "-"
        } else {
            &row.pages
        };
        let (status, kind) = (visible(&row.status), visible(&row.kind));
        text.push_str(&format!(
            "  {style}{status:<9}{style:#}  {kind:<10}  p. {page:<5} {value}\n"
        ));
        let mut line = |label: &str, words: &str| {
            let words = visible(&shortened(words, 160));
            text.push_str(&format!("             {label}{words}\n"));
        };
        if let Some(reason) = &row.reason {
            line("", reason);
        }
        if !row.quote.is_empty() {
            line("", &format!("“{}”", row.quote));
        }
        for condition in &row.conditions {
            line("if: ", condition);
        }
        for side in &row.sides {
            line("either ", side);
        }
    }
    let count = |status: &str| rows.iter().filter(|row| row.status == status).count();
    let counts: Vec<String> = ["candidate", "frozen", "unclear", "blocked", "unreadable"]
        .iter()
        .map(|status| (count(status), status))
        .filter(|(count, _)| *count > 0)
        .map(|(count, status)| format!("{count} {status}"))
        .collect();
    let total = if counts.is_empty() {
        "no rules".to_owned()
    } else {
        counts.join(" · ")
    };
    text.push_str(&format!("\n{total}\n"));
    text
}

/// The rules as one self-contained page without a script.
pub(crate) fn page(name: &str, rows: &[Row]) -> String {
    let class = |status: &str| match status {
        "candidate" | "frozen" => "accept",
        "unclear" => "review",
        _ => "stop",
    };
    let markup = html! {
        (DOCTYPE)
        html lang="en" {
            (head(name, "Groundstop rules"))
            body {
                header { h1 { (visible(name)) } p { (rows.len()) " rules and candidates" } }
                main {
                    section.decisions aria-label="Rules" {
                        @for row in rows {
                            article class=(class(&row.status)) {
                                h2 { (visible(&row.kind)) " " span.badge { (visible(&row.status)) } }
                                @if !row.value.is_empty() { p.value { (visible(&row.value)) } }
                                @if let Some(reason) = &row.reason { p { (visible(reason)) } }
                                @if !row.quote.is_empty() { blockquote { (visible(&row.quote)) } }
                                @if !row.pages.is_empty() { p.fine { "page " (visible(&row.pages)) } }
                                @if !row.conditions.is_empty() {
                                    ul { @for condition in &row.conditions { li { (visible(condition)) } } }
                                }
                                @if !row.sides.is_empty() {
                                    ul { @for side in &row.sides { li { (visible(side)) } } }
                                }
                            }
                        }
                    }
                }
            }
        }
    };
    markup.into_string()
}
