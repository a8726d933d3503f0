//! The one parser behind both rules: recursive descent over the unread rest of the text.

use std::collections::BTreeSet;

use super::error::{JsonPosition, ParseError, ParseErrorKind};
use super::number::{self, Number};
use super::{Json, MAX_DEPTH};

/// Which texts are refused although they are well-formed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rules {
    /// None.
    Plain,
    /// Those with duplicate keys or with numbers that a double would change.
    Strict,
}

/// Reads one JSON value that is the whole text.
pub(crate) fn parse(bytes: &[u8], rules: Rules) -> Result<Json, ParseError> {
    let text = std::str::from_utf8(bytes).map_err(|error| not_utf8(bytes, error))?;
    let mut parser = Parser {
        text,
        rest: text,
        depth: 0,
        rules,
    };
    if text.starts_with('\u{feff}') {
        return Err(parser.syntax("a byte order mark stands before the text".to_owned()));
    }
    parser.skip_blanks();
    let value = parser.value()?;
    parser.skip_blanks();
    if !parser.rest.is_empty() {
        return Err(parser.expected("the end of the text"));
    }
    Ok(value)
}

fn not_utf8(bytes: &[u8], error: std::str::Utf8Error) -> ParseError {
    let valid = bytes.get(..error.valid_up_to()).unwrap_or_default();
    let position = JsonPosition::after(std::str::from_utf8(valid).unwrap_or_default());
    let problem = format!("byte {} is not UTF-8", position.byte);
    ParseError::new(ParseErrorKind::Utf8, position, problem)
}

struct Parser<'t> {
    text: &'t str,
    rest: &'t str,
    depth: usize,
    rules: Rules,
}

impl<'t> Parser<'t> {
    fn value(&mut self) -> Result<Json, ParseError> {
        match self.rest.bytes().next() {
            Some(b'{') => self.nested(Self::object),
            Some(b'[') => self.nested(Self::array),
            Some(b'"') => self.string().map(Json::String),
            Some(b'-' | b'0'..=b'9') => self.number().map(Json::Number),
            Some(b't') => self.word("true", Json::Bool(true)),
            Some(b'f') => self.word("false", Json::Bool(false)),
            Some(b'n') => self.word("null", Json::Null),
            _ => Err(self.expected("a value")),
        }
    }

    fn nested(
        &mut self,
        inner: fn(&mut Self) -> Result<Json, ParseError>,
    ) -> Result<Json, ParseError> {
        if self.depth >= MAX_DEPTH {
            let problem = format!("nested deeper than {MAX_DEPTH} levels");
            return Err(self.error(ParseErrorKind::Depth, problem));
        }
        self.depth = self.depth.saturating_add(1);
        let value = inner(self);
        self.depth = self.depth.saturating_sub(1);
        value
    }

    fn array(&mut self) -> Result<Json, ParseError> {
        self.take('[');
        let mut items = Vec::new();
        self.skip_blanks();
        if self.take(']') {
            return Ok(Json::Array(items));
        }
        loop {
            items.push(self.value()?);
            self.skip_blanks();
            if self.take(']') {
                return Ok(Json::Array(items));
            }
            if !self.take(',') {
                return Err(self.expected("`,` or `]`"));
            }
            self.skip_blanks();
        }
    }

    fn object(&mut self) -> Result<Json, ParseError> {
        self.take('{');
        let mut members = Vec::new();
        let mut names = BTreeSet::new();
        self.skip_blanks();
        if self.take('}') {
            return Ok(Json::Object(members));
        }
        loop {
            members.push(self.member(&mut names)?);
            self.skip_blanks();
            if self.take('}') {
                return Ok(Json::Object(members));
            }
            if !self.take(',') {
                return Err(self.expected("`,` or `}`"));
            }
            self.skip_blanks();
        }
    }

    fn member(&mut self, names: &mut BTreeSet<String>) -> Result<(String, Json), ParseError> {
        let start = self.rest;
        if !start.starts_with('"') {
            return Err(self.expected("a key in double quotes"));
        }
        let name = self.string()?;
        if self.rules == Rules::Strict && !names.insert(name.clone()) {
            let problem = format!("duplicate key `{}`", shown(&name));
            return Err(self.error_at(start, ParseErrorKind::DuplicateKey, problem));
        }
        self.skip_blanks();
        if !self.take(':') {
            return Err(self.expected("`:` after the key"));
        }
        self.skip_blanks();
        Ok((name, self.value()?))
    }

    fn number(&mut self) -> Result<Number, ParseError> {
        let start = self.rest;
        let (text, rest) = number::split(start).map_err(|fault| {
            self.rest = fault;
            self.expected("a digit")
        })?;
        self.rest = rest;
        let number = Number::from_known(text);
        if self.rules == Rules::Strict && !number.is_exact() {
            let problem = format!("number `{}` is not exact as a double", shown(text));
            return Err(self.error_at(start, ParseErrorKind::InexactNumber, problem));
        }
        Ok(number)
    }

    fn string(&mut self) -> Result<String, ParseError> {
        self.take('"');
        let mut text = String::new();
        loop {
            let plain = self
                .rest
                .bytes()
                .position(|b| matches!(b, b'"' | b'\\' | ..0x20));
            let Some((piece, rest)) = plain.and_then(|end| self.rest.split_at_checked(end)) else {
                self.rest = "";
                return Err(self.expected("`\"` at the end of the string"));
            };
            text.push_str(piece);
            self.rest = rest;
            if self.take('"') {
                return Ok(text);
            }
            if !self.rest.starts_with('\\') {
                let problem = "a control character in a string is not escaped".to_owned();
                return Err(self.syntax(problem));
            }
            text.push(self.escape()?);
        }
    }

    fn escape(&mut self) -> Result<char, ParseError> {
        let start = self.rest;
        let mut after = start.chars();
        after.next();
        let plain = match after.next() {
            Some('"') => '"',
            Some('\\') => '\\',
            Some('/') => '/',
            Some('b') => '\u{8}',
            Some('f') => '\u{c}',
            Some('n') => '\n',
            Some('r') => '\r',
            Some('t') => '\t',
            Some('u') => return self.unicode_escape(),
            _ => return Err(self.syntax("unknown escape in a string".to_owned())),
        };
        self.rest = after.as_str();
        Ok(plain)
    }

    fn unicode_escape(&mut self) -> Result<char, ParseError> {
        let start = self.rest;
        let Some((first, rest)) = code_unit(start) else {
            return Err(self.syntax("`\\u` needs four hex digits".to_owned()));
        };
        self.rest = rest;
        let mut units = vec![first];
        if (0xd800..0xdc00).contains(&first)
            && let Some((second, rest)) = code_unit(rest)
            && (0xdc00..0xe000).contains(&second)
        {
            self.rest = rest;
            units.push(second);
        }
        char::decode_utf16(units)
            .next()
            .and_then(Result::ok)
            .ok_or_else(|| {
                let problem = format!("`\\u{first:04x}` is half of a surrogate pair");
                self.error_at(start, ParseErrorKind::LoneSurrogate, problem)
            })
    }

    fn word(&mut self, word: &str, value: Json) -> Result<Json, ParseError> {
        let Some(rest) = self.rest.strip_prefix(word) else {
            return Err(self.expected("a value"));
        };
        self.rest = rest;
        Ok(value)
    }

    fn take(&mut self, wanted: char) -> bool {
        let rest = self.rest.strip_prefix(wanted);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn skip_blanks(&mut self) {
        self.rest = self.rest.trim_start_matches([' ', '\t', '\n', '\r']);
    }

    fn expected(&self, wanted: &str) -> ParseError {
        let found = match self.rest.chars().next() {
            Some(c) => format!("`{}`", c.escape_debug()),
            None => "the end of the text".to_owned(),
        };
        self.syntax(format!("expected {wanted}, found {found}"))
    }

    fn syntax(&self, problem: String) -> ParseError {
        self.error(ParseErrorKind::Syntax, problem)
    }

    fn error(&self, kind: ParseErrorKind, problem: String) -> ParseError {
        self.error_at(self.rest, kind, problem)
    }

    fn error_at(&self, rest: &str, kind: ParseErrorKind, problem: String) -> ParseError {
        let read = self.text.len().saturating_sub(rest.len());
        let position = JsonPosition::after(self.text.get(..read).unwrap_or(self.text));
        ParseError::new(kind, position, problem)
    }
}

/// The UTF-16 unit of a `\uXXXX` escape at the start of some text, and what follows.
fn code_unit(text: &str) -> Option<(u16, &str)> {
    let (hex, rest) = text.strip_prefix("\\u")?.split_at_checked(4)?;
    let plain = hex.bytes().all(|b| b.is_ascii_hexdigit());
    plain
        .then(|| u16::from_str_radix(hex, 16).ok())?
        .map(|unit| (unit, rest))
}

/// A name or number for a message: on one line, and not longer than a line.
fn shown(text: &str) -> String {
    const SHOWN_CHARS: usize = 60;
    let mut shown: String = text
        .chars()
        .take(SHOWN_CHARS)
        .flat_map(char::escape_debug)
        .collect();
    if text.chars().nth(SHOWN_CHARS).is_some() {
        shown.push('…');
    }
    shown
}

#[cfg(test)]
#[path = "parser_tests.rs"]
mod tests;
