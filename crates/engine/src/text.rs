//! Texts made fit for a line.

/// A text on one line with single blanks, cut in the middle where it is too long.
#[must_use]
pub fn shortened(text: &str, most: usize) -> String {
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
