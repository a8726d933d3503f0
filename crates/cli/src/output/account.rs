//! What became of every figure of a statute, for people.

use groundstop_contract::RuleStatus;
use groundstop_rules::{Account, Fate};

use super::visible;

/// One line: how many figures there are, and what became of them.
pub(crate) fn summary(account: &Account) -> String {
    let total = account.figures.len();
    if total == 0 {
        return "no figures with a unit\n".to_owned();
    }
    let said = |status, words: &str| match account.said(status) {
        0 => None,
        count => Some(format!("{count} {words}")),
    };
    let mut parts: Vec<String> = [
        said(RuleStatus::Candidate, "in candidates"),
        said(RuleStatus::Unclear, "in unclear ones"),
        said(RuleStatus::Blocked, "in blocked ones"),
    ]
    .into_iter()
    .flatten()
    .collect();
    let none = account.no_rule().into_iter();
    parts.extend(none.map(|(reason, count)| format!("{count} no rule ({reason})")));
    let figures = if total == 1 { "figure" } else { "figures" };
    format!("{total} {figures} with a unit: {}\n", parts.join(" · "))
}

/// Every figure under its page.
pub(crate) fn by_page(account: &Account) -> String {
    let mut text = String::new();
    let mut page = None;
    for figure in &account.figures {
        if page != Some(figure.page) {
            page = Some(figure.page);
            text.push_str(&format!("\npage {}\n", figure.page));
        }
        let fate = match figure.fate {
            Fate::Rule { index, status } => {
                format!("{} {}", status.code(), index.saturating_add(1))
            }
            Fate::NoRule(reason) => format!("no rule: {reason}"),
        };
        text.push_str(&format!("  {:<32} {fate}\n", visible(&figure.text)));
    }
    text
}
