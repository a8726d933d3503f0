//! Style sheets as they are spelled: comments, strings, escapes, declarations.

/// What is left of a comment: it parts two words of a value, and no selector.
pub(crate) const COMMENT: char = '\u{1}';

/// One declaration, spelled out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Declaration {
    pub(crate) property: String,
    pub(crate) value: String,
    pub(crate) important: bool,
}

/// The declarations between braces or of a `style` attribute.
pub(crate) fn declarations(text: &str) -> Vec<Declaration> {
    let text = without_comments(text).replace(COMMENT, " ");
    split(&text, ';').into_iter().filter_map(declared).collect()
}

fn declared(text: &str) -> Option<Declaration> {
    let (property, value) = text.split_once(':')?;
    let value = unescape(value).to_lowercase();
    let value = value.trim();
    let plain = value
        .strip_suffix("important")
        .and_then(|before| before.trim_end().strip_suffix('!'));
    Some(Declaration {
        property: unescape(property.trim()).to_lowercase(),
        value: plain.unwrap_or(value).trim().to_owned(),
        important: plain.is_some(),
    })
}

/// A text without its comments; inside a string there are none.
pub(crate) fn without_comments(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut quote: Option<char> = None;
    let mut rest = text.chars();
    while let Some(each) = rest.next() {
        match (quote, each) {
            (None, '/') if rest.as_str().starts_with('*') => {
                let inside = rest.as_str().get(1..).unwrap_or_default();
                let after = inside.split_once("*/").map_or("", |(_, after)| after);
                rest = after.chars();
                kept.push(COMMENT);
                continue;
            }
            (_, '\\') => {
                kept.push(each);
                kept.extend(rest.next());
                continue;
            }
            (Some(open), _) if each == open || each == '\n' => quote = None,
            (None, '"' | '\'') => quote = Some(each),
            _ => {}
        }
        kept.push(each);
    }
    kept
}

/// The characters that stand in no string and after no backslash.
pub(crate) fn live(text: &str) -> impl Iterator<Item = (usize, char)> + '_ {
    let mut quote: Option<char> = None;
    let mut escaped = false;
    text.char_indices().filter(move |(_, each)| {
        if std::mem::take(&mut escaped) {
            return false;
        }
        match (quote, *each) {
            (_, '\\') => escaped = true,
            (Some(open), each) => {
                if each == open || each == '\n' {
                    quote = None;
                }
            }
            (None, each @ ('"' | '\'')) => quote = Some(each),
            (None, _) => return true,
        }
        false
    })
}

/// The parts of a list; what parts them inside brackets or a string does not.
pub(crate) fn split(text: &str, separator: char) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut depth = 0usize;
    let mut since = 0usize;
    for (at, each) in live(text) {
        match each {
            '(' | '[' | '{' => depth = depth.saturating_add(1),
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            _ if each == separator && depth == 0 => {
                parts.extend(text.get(since..at));
                since = at.saturating_add(separator.len_utf8());
            }
            _ => {}
        }
    }
    parts.extend(text.get(since..));
    let parts = parts.into_iter().map(str::trim);
    parts.filter(|part| !part.is_empty()).collect()
}

/// A text with its escapes resolved: `\69` is an `i`.
pub(crate) fn unescape(text: &str) -> String {
    let mut done = String::with_capacity(text.len());
    let mut rest = text.chars();
    while let Some(each) = rest.next() {
        if each == '\\' {
            done.extend(escaped(&mut rest));
        } else {
            done.push(each);
        }
    }
    done
}

/// The character an escape stands for, after its backslash.
pub(crate) fn escaped(rest: &mut std::str::Chars<'_>) -> Option<char> {
    let text = rest.as_str();
    let digits = text.chars().take(6).take_while(char::is_ascii_hexdigit);
    let digits = text.get(..digits.count()).unwrap_or_default();
    if digits.is_empty() {
        return rest.next().filter(|each| *each != '\n');
    }
    let after = text.get(digits.len()..).unwrap_or_default();
    let blank = after.chars().next().filter(char::is_ascii_whitespace);
    *rest = after.get(blank.map_or(0, char::len_utf8)..)?.chars();
    let code = u32::from_str_radix(digits, 16).ok()?;
    Some(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER))
}
