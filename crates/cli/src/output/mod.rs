//! What people see: a table in the terminal, a page in the browser.

pub(crate) mod account;
pub(crate) mod answer;
pub(crate) mod csv;
pub(crate) mod explain;
pub(crate) mod html;
pub(crate) mod listing;
pub(crate) mod marked;
pub(crate) mod picture;
pub(crate) mod proof;
pub(crate) mod report;
pub(crate) mod rules;
pub(crate) mod screened;
pub(crate) mod table;
pub(crate) mod words;

pub(crate) use groundstop_engine::shortened;

/// A text that cannot steer a terminal: controls and direction marks are spelled out.
pub(crate) fn visible(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        let steers = c.is_control()
            || matches!(c, '\u{061C}' | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{FEFF}' | '\u{AD}');
        match c {
            '\n' | '\r' | '\t' => out.push(' '),
            c if steers => out.push_str(&format!("\\u{{{:x}}}", u32::from(c))),
            c => out.push(c),
        }
    }
    out
}

/// Numbers in a row, the first ten of them.
pub(crate) fn numbers(all: &[u32]) -> String {
    let shown: Vec<String> = all.iter().take(10).map(u32::to_string).collect();
    let more = if all.len() > 10 { ", …" } else { "" };
    format!("{}{more}", shown.join(", "))
}
