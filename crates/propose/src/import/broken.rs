//! Why a text is not JSON, in plain words: the line and column, the cause, and the one thing to
//! change. Nothing is repaired here.

use groundstop_canon::json::{ParseError, ParseErrorKind};

use crate::error::ImportError;

/// The error of a text that is not JSON, with its place in the whole file; the JSON begins at `start`.
pub(super) fn refused(error: &ParseError, text: &str, start: usize) -> ImportError {
    let rest = text.get(start..).unwrap_or_default();
    let (cause, cure) = told(error, rest);
    let at = start.saturating_add(error.position().byte);
    let (line, column) = match text.get(..at) {
        Some(before) if !text.is_empty() => {
            let own = before.rsplit('\n').next().unwrap_or_default();
            let breaks = before.bytes().filter(|byte| *byte == b'\n').count();
            (
                breaks.saturating_add(1),
                own.chars().count().saturating_add(1),
            )
        }
        _ => (error.position().line, error.position().column),
    };
    let place = match cause.starts_with(NO_JSON) {
        true => format!("line {line}"),
        false => format!("line {line}, column {column}"),
    };
    ImportError::one(place, cause, cure)
}

const NO_JSON: &str = "there is no JSON in it";
const MEND_JSON: &str = "mend the JSON at that place; nothing is repaired here";
const AS_JSON: &str = "write the file with a JSON library, such as Python's `json.dumps(…)`";

/// What is wrong with a text in plain words, and what to change.
pub(super) fn told(error: &ParseError, text: &str) -> (String, &'static str) {
    let problem = || error.problem().to_owned();
    match error.kind() {
        ParseErrorKind::DuplicateKey => (
            problem(),
            "keep one of the two: which one is meant cannot be known",
        ),
        ParseErrorKind::InexactNumber => (
            problem(),
            "write it with fewer digits; a value may also be a string, which keeps them all",
        ),
        ParseErrorKind::Depth => (problem(), "write the candidates flat: an array of objects"),
        ParseErrorKind::Utf8 => (problem(), "save the file as UTF-8"),
        ParseErrorKind::LoneSurrogate => (problem(), MEND_JSON),
        ParseErrorKind::Syntax => {
            let (cause, cure) = syntax(error, text).unwrap_or_else(|| (problem(), MEND_JSON));
            (cause, cure)
        }
    }
}

/// The usual ways in which a text is nearly JSON.
fn syntax(error: &ParseError, text: &str) -> Option<(String, &'static str)> {
    let first = text.trim_start();
    if !first.starts_with(['{', '[', '"']) {
        return Some((
            no_json(first),
            "give a JSON array of candidates; `groundstop prompt --schema S` prints a prompt that asks a model for one",
        ));
    }
    let byte = error.position().byte;
    let (before, rest) = text.split_at_checked(byte).unwrap_or((text, ""));
    if let Some(told) = strange_blank(rest) {
        return Some(told);
    }
    let (before, at) = (before.trim_end(), rest.trim_start());
    in_string(error.problem(), rest).or_else(|| {
        let (cause, cure) = spelling(before, at).or_else(|| between(error, before, at))?;
        Some((cause.to_owned(), cure))
    })
}

/// What a text without JSON looks like.
fn no_json(first: &str) -> String {
    let line = first.lines().next().unwrap_or_default();
    let looks = if first.starts_with('<') {
        "XML or HTML"
    } else if line.starts_with('|') {
        "a table in Markdown"
    } else if is_repr(line) {
        "Python's own spelling of an object: write it with `model_dump_json()`"
    } else if is_yaml(first) {
        "YAML"
    } else if is_toml(line) {
        "TOML"
    } else if line.contains('\t') {
        "a table with tabs"
    } else if line.matches(';').count() > 1 {
        "a list with semicolons"
    } else if line.contains(',') && line.to_ascii_lowercase().starts_with("field") {
        "CSV"
    } else if line.trim_end().ends_with(':') && !line.trim_end().contains(' ') {
        "YAML"
    } else {
        return NO_JSON.to_owned();
    };
    format!("{NO_JSON}; it looks like {looks}")
}

/// A word that could be a key.
fn is_word(text: &str) -> bool {
    let kept = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
    !text.is_empty() && text.chars().all(kept)
}

/// Whether a line is an object as Python shows it: `field_name='annual_fee' value='…'`.
fn is_repr(line: &str) -> bool {
    let inner = line.split_once('(').map_or(line, |(_, inner)| inner);
    let key = inner.split_once("='").map(|(key, _)| key.trim());
    key.is_some_and(is_word)
}

/// Whether a text begins as YAML does: in its fence, with a key in a list, or with two keys.
fn is_yaml(first: &str) -> bool {
    let fence = first.starts_with("```yaml") || first.starts_with("```yml");
    let key = |line: &str| {
        let line = line.trim_start();
        let item = line.strip_prefix("- ").unwrap_or(line);
        let key = item.split_once(": ").map(|(key, _)| key);
        key.or_else(|| item.trim_end().strip_suffix(':'))
            .is_some_and(is_word)
    };
    let mut lines = first.lines().filter(|line| !line.trim().is_empty());
    let (one, two) = (
        lines.next().unwrap_or_default(),
        lines.next().unwrap_or_default(),
    );
    let in_list = one.trim_start().starts_with("- ") && key(one);
    fence || in_list || one.starts_with("---") && key(two) || key(one) && key(two)
}

/// Whether a line is a key of TOML.
fn is_toml(line: &str) -> bool {
    line.split_once(" = ").is_some_and(|(key, _)| is_word(key))
}

/// A blank between the parts of a text that JSON does not have: only outside of strings is one an error.
fn strange_blank(rest: &str) -> Option<(String, &'static str)> {
    let c = rest.chars().next().filter(|c| !c.is_ascii())?;
    let invisible = matches!(
        c,
        '\u{ad}' | '\u{200B}'..='\u{200F}' | '\u{2060}' | '\u{FEFF}'
    );
    let name = match c {
        '\u{a0}' | '\u{202f}' => "a no-break space",
        _ if invisible => "an invisible character",
        _ if c.is_whitespace() => "a blank of another kind",
        _ => return None,
    };
    Some((
        format!(
            "{name} (U+{:04X}) stands between the parts of the JSON",
            u32::from(c)
        ),
        "write plain blanks in place of all of them; texts copied from pages and word processors have such",
    ))
}

/// What may not stand in a string.
fn in_string(problem: &str, rest: &str) -> Option<(String, &'static str)> {
    let next = rest.chars().next();
    // A string that the end of the text cuts off is another thing.
    if problem.starts_with("a control character") && !rest.trim().is_empty() {
        return Some(match next {
            Some('\n' | '\r') => (
                "a line break stands inside a string".to_owned(),
                "write it as \\n, or close the string with \" before the line ends",
            ),
            Some('\t') => ("a tab stands inside a string".to_owned(), "write it as \\t"),
            _ => (
                "a control character stands inside a string".to_owned(),
                AS_JSON,
            ),
        });
    }
    if problem.starts_with("unknown escape") {
        let escaped = rest.trim_start_matches('\\').chars().next();
        let mark = escaped.map_or_else(String::new, |c| format!(" before `{c}`"));
        return Some((
            format!("a backslash{mark} means nothing in JSON"),
            "take the backslash out, or write \\\\ where the document has one",
        ));
    }
    None
}

type Told = (&'static str, &'static str);

/// Marks and words of other languages.
fn spelling(before: &str, at: &str) -> Option<Told> {
    const PYTHON: [&str; 6] = ["True", "False", "None", "NaN", "Infinity", "-Infinity"];
    let typographic = [
        '\u{201c}', '\u{201d}', '\u{201e}', '\u{2018}', '\u{2019}', '\u{ab}', '\u{bb}',
    ];
    if at.starts_with(typographic) {
        return Some((
            "typographic quotation marks (\u{201c}\u{201d}) stand where JSON has straight ones",
            "write \" around every key and every text; inside a text they may stay",
        ));
    }
    if at.starts_with('\'') {
        return Some((
            "text in single quotes is Python's own spelling, not JSON",
            "write it with `json.dumps(…)`, or `model_dump_json()` of pydantic",
        ));
    }
    if at.starts_with("//") || at.starts_with("/*") || at.starts_with('#') {
        return Some(("JSON has no comments", "take the comment out"));
    }
    if at.starts_with(['}', ']']) && before.ends_with(',') {
        return Some((
            "a comma stands before the closing bracket",
            "take that comma out",
        ));
    }
    if PYTHON.iter().any(|word| at.starts_with(word)) {
        return Some((
            "True, False, None and NaN are Python's words, not JSON's",
            "write true, false or null, or write the file with `json.dumps(…)`",
        ));
    }
    if at.starts_with("...") || at.starts_with('\u{2026}') {
        return Some((
            "the model left a part out (\u{2026})",
            "ask for all of it: what was not said is not \"nothing found\"",
        ));
    }
    if at.starts_with("undefined") {
        return Some(("`undefined` is JavaScript's word, not JSON's", "write null"));
    }
    None
}

/// What is missing between two parts.
fn between(error: &ParseError, before: &str, at: &str) -> Option<Told> {
    let wanted = |what: &str| error.problem().contains(what);
    let in_list = wanted("`]`") || wanted("`}`");
    if at.is_empty() {
        return Some((
            "the text ends in the middle of the JSON",
            "the answer was cut off: ask again with a higher limit of tokens",
        ));
    }
    let unquoted = |c: char| c.is_alphabetic() || "$\u{20ac}\u{a3}\u{a5}+.%".contains(c);
    if before.ends_with(':') && at.starts_with(unquoted) {
        return Some((
            "a value stands without quotation marks",
            "write \" around it: JSON knows bare numbers such as 48500 or 0.9, true, false and null",
        ));
    }
    let in_number = before
        .trim_end_matches(',')
        .ends_with(|c: char| c.is_ascii_digit());
    if in_number
        && (at.starts_with('%')
            || before.ends_with(',') && at.starts_with(|c: char| c.is_ascii_digit()))
    {
        return Some((
            "a number is written as in a text, with a comma or a sign",
            "write \" around it, as the document has it",
        ));
    }
    if wanted("a key") && at.starts_with(|c: char| c.is_alphabetic() || c == '_') {
        return Some((
            "a key stands without quotation marks",
            "write \" around every key, or write the file with `json.dumps(…)`",
        ));
    }
    if before.ends_with('"') && in_list && !at.starts_with(['"', '{', '[', '}', ']', ':']) {
        return Some((
            "a quotation mark inside a string ends it before this place",
            "write quotation marks inside a string as \\\"",
        ));
    }
    if in_list && at.starts_with(['"', '{', '[']) {
        return Some(("a comma is missing here", "write a comma between the two"));
    }
    if wanted("`:`") {
        return Some((
            "a colon is missing after a key",
            "write a colon between a key and its value",
        ));
    }
    at.starts_with(['{', '[']).then_some((
        "a second JSON text begins here",
        "keep the one that is meant, join them in one array, or write one object a line",
    ))
}
