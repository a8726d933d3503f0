//! What people see: a table in the terminal, a page in the browser.

pub(crate) mod answer;
pub(crate) mod csv;
pub(crate) mod explain;
pub(crate) mod html;
pub(crate) mod marked;
pub(crate) mod picture;
pub(crate) mod proof;
pub(crate) mod rules;
pub(crate) mod screened;
pub(crate) mod table;
pub(crate) mod words;

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

/// A text on one line with single blanks, cut in the middle where it is too long.
pub(crate) fn shortened(text: &str, most: usize) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let count = line.chars().count();
    if count <= most {
        return line;
    }
    let half = most.saturating_sub(3) / 2;
    let head: String = line.chars().take(half).collect();
    let tail: String = line.chars().skip(count - half).collect();
    format!("{} … {}", head.trim_end(), tail.trim_start())
}
