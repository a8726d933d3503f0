//! Checks of one file's text: length, blanks, leftovers, paths, openings.

use super::File;

/// No source file is longer.
const MAX_LINES: usize = 800;

/// Endings of files that people write and read.
const SOURCES: &[&str] = &["css", "html", "js", "md", "py", "rs", "sh", "toml"];

/// Folders whose documents are data: their blanks and lengths are part of what is tested.
const DATA: &[&str] = &["conformance/", "examples/"];

/// Everything untidy in one file.
pub(super) fn findings(file: &File) -> Vec<String> {
    if DATA.iter().any(|folder| file.path.starts_with(folder)) {
        return machine_paths(file);
    }
    let checks = [
        length,
        blanks,
        last_line,
        tabs,
        leftover_macros,
        leftover_marks,
        machine_paths,
        opening,
        binary_floats,
    ];
    checks.iter().flat_map(|check| check(file)).collect()
}

fn is_source(file: &File) -> bool {
    SOURCES.contains(&file.ending())
}

fn is_rust(file: &File) -> bool {
    file.ending() == "rs"
}

fn at(file: &File, index: usize, what: &str) -> String {
    format!("{}:{}: {what}", file.path, index + 1)
}

/// The lines of which something is true, told with their number.
fn lines(file: &File, what: &str, untidy: impl Fn(&str) -> bool) -> Vec<String> {
    let numbered = file.text.lines().enumerate();
    numbered
        .filter(|(_, line)| untidy(line))
        .map(|(index, _)| at(file, index, what))
        .collect()
}

fn length(file: &File) -> Vec<String> {
    let count = file.text.lines().count();
    if !is_source(file) || count <= MAX_LINES {
        return Vec::new();
    }
    vec![format!(
        "{}: {count} lines, more than {MAX_LINES}: split it",
        file.path
    )]
}

fn blanks(file: &File) -> Vec<String> {
    if !is_source(file) {
        return Vec::new();
    }
    // Not `lines`, which would take a carriage return off the end.
    let numbered = file.text.split('\n').enumerate();
    let untidy = numbered.filter(|(_, line)| line.ends_with([' ', '\t', '\r']));
    untidy
        .map(|(index, _)| at(file, index, "blanks at the end of the line"))
        .collect()
}

fn last_line(file: &File) -> Vec<String> {
    // What an earlier build wrote is kept to the byte.
    let kept = file.path.contains("/tests/kept/");
    let whole = kept || file.text.is_empty() || file.text.ends_with('\n');
    if whole || !(is_source(file) || ["json", "lock", "yml"].contains(&file.ending())) {
        return Vec::new();
    }
    vec![format!("{}: no newline at the end", file.path)]
}

fn tabs(file: &File) -> Vec<String> {
    if !is_rust(file) {
        return Vec::new();
    }
    lines(file, "a tab", |line| line.contains('\t'))
}

fn leftover_macros(file: &File) -> Vec<String> {
    if !is_rust(file) {
        return Vec::new();
    }
    let names = ["todo", "unimplemented", "dbg"].map(|name| format!("{name}!"));
    lines(file, "a macro for unfinished work", |line| {
        names.iter().any(|name| {
            line.match_indices(name.as_str()).any(|(start, _)| {
                let before = line[..start].chars().next_back();
                let after = line[start + name.len()..].chars().next();
                !before.is_some_and(is_word) && matches!(after, Some('(' | '[' | '{'))
            })
        })
    })
}

/// Rooms whose figures go from the text to a decision, digit by digit.
const EXACT_ROOMS: &[&str] = &["crates/rules/src/", "crates/value/src/"];

fn binary_floats(file: &File) -> Vec<String> {
    if !is_rust(file) || !EXACT_ROOMS.iter().any(|room| file.path.starts_with(room)) {
        return Vec::new();
    }
    lines(file, "a binary float where figures stay exact", |line| {
        line.split(|c: char| !is_word(c))
            .any(|word| matches!(word, "f32" | "f64"))
    })
}

fn leftover_marks(file: &File) -> Vec<String> {
    if !is_source(file) {
        return Vec::new();
    }
    let marks = [concat!("FIX", "ME"), concat!("XX", "X")];
    lines(file, "a mark for unfinished work", |line| {
        // Three crosses in a string are a placeholder of some document.
        let comment = if is_rust(file) {
            line.split_once("//").map(|(_, c)| c)
        } else {
            Some(line)
        };
        let in_line = line.contains(marks[0]);
        in_line || comment.is_some_and(|comment| has_word(comment, marks[1]))
    })
}

fn has_word(text: &str, word: &str) -> bool {
    text.split(|c| !is_word(c)).any(|piece| piece == word)
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn machine_paths(file: &File) -> Vec<String> {
    // Written so that this file does not hold what it looks for.
    let folders = ["home", "root", "Users", "work"].map(|name| format!("/{name}/"));
    lines(file, "a path of one machine", |line| {
        folders.iter().any(|folder| {
            line.match_indices(folder.as_str()).any(|(start, _)| {
                let before = line[..start].chars().next_back();
                let after = line[start + folder.len()..].chars().next();
                let opens = !before.is_some_and(|c| is_word(c) || ".-/}~*".contains(c));
                opens && after.is_some_and(|c| is_word(c) || c == '.')
            })
        })
    })
}

fn opening(file: &File) -> Vec<String> {
    if !is_rust(file) || file.text.starts_with("//! ") {
        return Vec::new();
    }
    vec![format!(
        "{}: does not open with what it is (`//!`)",
        file.path
    )]
}

#[cfg(test)]
#[path = "text_tests.rs"]
mod tests;
