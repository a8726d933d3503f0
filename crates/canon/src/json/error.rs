//! Why a text is not the JSON we read, and where.

/// The class of a parse error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ParseErrorKind {
    /// The bytes are not UTF-8.
    Utf8,
    /// The text is not JSON.
    Syntax,
    /// Arrays and objects are nested too deeply.
    Depth,
    /// An escape names half of a surrogate pair, which is no character.
    LoneSurrogate,
    /// An object has two members of one name (strict rules only).
    DuplicateKey,
    /// The nearest double is another number than the text says (strict rules only).
    InexactNumber,
}

/// A place in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct JsonPosition {
    /// The line, counted from 1.
    pub line: usize,
    /// The column, counted in characters from 1.
    pub column: usize,
    /// The byte offset, counted from 0.
    pub byte: usize,
}

impl JsonPosition {
    /// The place after some text that was read.
    pub(super) fn after(read: &str) -> JsonPosition {
        let last_line = read.rsplit('\n').next().unwrap_or(read);
        JsonPosition {
            line: read
                .bytes()
                .filter(|byte| *byte == b'\n')
                .count()
                .saturating_add(1),
            column: last_line.chars().count().saturating_add(1),
            byte: read.len(),
        }
    }
}

/// A text could not be read as JSON.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{problem} at line {}, column {}", .position.line, .position.column)]
pub struct ParseError {
    kind: ParseErrorKind,
    position: JsonPosition,
    problem: String,
}

impl ParseError {
    /// An error of a kind at a place; the problem is told without the place.
    pub(super) fn new(kind: ParseErrorKind, position: JsonPosition, problem: String) -> ParseError {
        ParseError {
            kind,
            position,
            problem,
        }
    }

    /// The class of the error.
    #[must_use]
    pub fn kind(&self) -> ParseErrorKind {
        self.kind
    }

    /// Where in the text the error stands.
    #[must_use]
    pub fn position(&self) -> JsonPosition {
        self.position
    }

    /// What is wrong, without the place.
    #[must_use]
    pub fn problem(&self) -> &str {
        &self.problem
    }
}
