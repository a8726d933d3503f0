//! A sentence cut into its parts at commas, semicolons, colons, dashes and at words that join
//! clauses, and seen from the part in which the value stands.

use std::ops::Range;

use crate::heard::lexicon::{Found, Lexicon, Sense};
use crate::token::{Shape, Token, tokens};

/// What stands before a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Edge {
    /// The sentence begins.
    Start,
    Comma,
    Dash,
    Colon,
    Semicolon,
    /// A word that joins two clauses, each with its verb.
    Joint,
}

/// A part by its tokens.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    pub(crate) edge: Edge,
    pub(crate) range: Range<usize>,
}

/// A sentence in a language, with the value as one token.
pub(crate) struct Said {
    pub(crate) lexicon: &'static Lexicon,
    pub(crate) tokens: Vec<Token>,
    pub(crate) found: Vec<Found>,
    pub(crate) parts: Vec<Part>,
    /// The value's token; past the end where there is none.
    pub(crate) value: usize,
    /// The value's part.
    pub(crate) own: usize,
    /// Which tokens stand in a bracket or quotation that does not hold the value.
    aside: Vec<bool>,
    /// The opening and closing marks of quotations around the value.
    pub(crate) quoted: Option<(usize, usize)>,
}

impl Said {
    pub(crate) fn new(
        lexicon: &'static Lexicon,
        text: &str,
        range: Range<usize>,
        span: &Range<usize>,
    ) -> Said {
        let mut tokens = tokens(text, range, span);
        if lexicon.language.elides {
            tokens = elided(tokens);
        }
        let value = tokens
            .iter()
            .position(|token| token.shape == Shape::Value)
            .unwrap_or(tokens.len());
        let (aside, quoted) = enclosed(&tokens, value);
        let found = lexicon.find(&tokens);
        let mut said = Said {
            lexicon,
            tokens,
            found,
            parts: Vec::new(),
            value,
            own: 0,
            aside,
            quoted,
        };
        said.cut();
        said
    }

    pub(crate) fn token(&self, at: usize) -> Option<&Token> {
        self.tokens.get(at)
    }

    pub(crate) fn is(&self, at: usize, words: &[&str]) -> bool {
        self.token(at).is_some_and(|token| token.is_any(words))
    }

    /// Whether a token is on the value's own level.
    pub(crate) fn is_visible(&self, at: usize) -> bool {
        self.aside.get(at) == Some(&false)
    }

    /// What is found of a sense, on the value's own level.
    pub(crate) fn of(&self, sense: Sense) -> impl Iterator<Item = Found> + '_ {
        let found = self.found.iter().copied();
        found.filter(move |one| one.sense == sense && self.is_visible(one.start))
    }

    /// Whether a phrase of a sense begins at a token.
    pub(crate) fn begins(&self, sense: Sense, at: usize) -> bool {
        self.found
            .iter()
            .any(|one| one.sense == sense && one.start == at)
    }

    pub(crate) fn has(&self, sense: Sense, range: &Range<usize>) -> bool {
        self.of(sense).any(|one| range.contains(&one.start))
    }

    /// The bytes of a phrase.
    pub(crate) fn bytes(&self, one: Found) -> Range<usize> {
        let start = self.token(one.start).map_or(0, |token| token.span.start);
        let last = one.end.saturating_sub(1).max(one.start);
        let end = self.token(last).map_or(start, |token| token.span.end);
        start..end.max(start)
    }

    /// The part in which a token stands.
    pub(crate) fn part_of(&self, at: usize) -> usize {
        let part = self.parts.iter().rposition(|part| part.range.start <= at);
        part.unwrap_or(0)
    }

    /// The value's part.
    pub(crate) fn own_part(&self) -> Range<usize> {
        self.range_of(self.own)
    }

    pub(crate) fn range_of(&self, part: usize) -> Range<usize> {
        self.parts
            .get(part)
            .map_or(0..self.tokens.len(), |part| part.range.clone())
    }

    pub(crate) fn edge_of(&self, part: usize) -> Edge {
        self.parts.get(part).map_or(Edge::Start, |part| part.edge)
    }

    /// Whether a verb that carries a clause stands in a range.
    pub(crate) fn is_spoken(&self, range: &Range<usize>) -> bool {
        self.has(Sense::Finite, range) || self.has(Sense::Was, range)
    }

    /// How many words a range has.
    pub(crate) fn words(&self, range: Range<usize>) -> usize {
        range
            .filter(|at| self.token(*at).is_some_and(Token::is_word))
            .count()
    }

    fn cut(&mut self) {
        let mut edges: Vec<(Edge, usize)> = vec![(Edge::Start, 0)];
        for at in 0..self.tokens.len() {
            let Some(token) = self.token(at).filter(|_| self.is_visible(at)) else {
                continue;
            };
            let edge = match token.word.as_str() {
                _ if token.shape == Shape::Value => continue,
                "," => Edge::Comma,
                ";" => Edge::Semicolon,
                ":" => Edge::Colon,
                "\u{2013}" | "\u{2014}" | "-" => Edge::Dash,
                _ if self.joins_clauses(at, edges.last().map_or(0, |(_, from)| *from)) => {
                    Edge::Joint
                }
                _ => continue,
            };
            let joint = edge == Edge::Joint;
            let from = if joint { at } else { at.saturating_add(1) };
            edges.push((edge, from));
        }
        let ends = edges.iter().skip(1).map(|(edge, from)| match edge {
            Edge::Joint => *from,
            _ => from.saturating_sub(1),
        });
        let ends: Vec<usize> = ends.chain([self.tokens.len()]).collect();
        self.parts = edges
            .iter()
            .zip(ends)
            .map(|((edge, from), end)| Part {
                edge: *edge,
                range: *from..end.max(*from),
            })
            .collect();
        for part in &mut self.parts {
            let joined = self
                .found
                .iter()
                .any(|one| one.sense == Sense::Joins && one.start == part.range.start);
            // ", und der Mieter trägt": the comma before a word that joins is that word's.
            let spoken = self.found.iter().any(|one| {
                matches!(one.sense, Sense::Finite | Sense::Was) && part.range.contains(&one.start)
            });
            if part.edge == Edge::Comma && joined && spoken {
                part.edge = Edge::Joint;
            }
        }
        self.own = self.part_of(self.value);
    }

    /// Whether the word at a token joins two clauses that each have a verb.
    fn joins_clauses(&self, at: usize, from: usize) -> bool {
        if !self.begins(Sense::Joins, at) || !self.is_spoken(&(from..at)) {
            return false;
        }
        let after = at.saturating_add(1);
        let stop = (after..self.tokens.len())
            .find(|at| self.is_visible(*at) && self.is(*at, &[",", ";", ":"]))
            .unwrap_or(self.tokens.len());
        self.is_spoken(&(after..stop))
    }
}

/// "l'accord", "n'est": a word that lost its vowel is a word of its own.
fn elided(tokens: Vec<Token>) -> Vec<Token> {
    let mut all = Vec::new();
    for token in tokens {
        let cut = token.word.find('\'').map(|at| at.saturating_add(1));
        let halves = cut.and_then(|cut| token.word.split_at_checked(cut));
        match halves.filter(|(_, rest)| token.is_word() && !rest.is_empty()) {
            Some((first, rest)) if first.chars().count() <= 8 => {
                let (first, rest) = (first.to_owned(), rest.to_owned());
                let capital = token.capital;
                for (word, capital) in [(first, capital), (rest, false)] {
                    all.push(Token {
                        span: token.span.clone(),
                        word,
                        shape: Shape::Word,
                        capital,
                    });
                }
            }
            _ => all.push(token),
        }
    }
    all
}

const OPENING: &[&str] = &[
    "(", "[", "\u{201e}", "\u{ab}", "\u{201c}", "\"", "\u{2018}", "\u{201a}",
];

/// What closes after an opening mark.
fn closers(opening: &str) -> &'static [&'static str] {
    match opening {
        "(" => &[")"],
        "[" => &["]"],
        "\u{ab}" => &["\u{bb}"],
        "\u{bb}" => &["\u{ab}"],
        "\u{201e}" => &["\u{201c}", "\u{201d}", "\""],
        "\u{201a}" => &["\u{2018}", "\u{2019}"],
        "\u{201c}" => &["\u{201d}"],
        "\u{2018}" => &["\u{2019}"],
        _ => &["\""],
    }
}

/// Which tokens stand in a bracket or quotation apart from the value, and the quotation around it.
fn enclosed(tokens: &[Token], value: usize) -> (Vec<bool>, Option<(usize, usize)>) {
    let mut aside = vec![false; tokens.len()];
    let mut quoted = None;
    let mut at = 0_usize;
    while let Some(token) = tokens.get(at) {
        // In German books quotations also open with the mark that closes French ones.
        let reversed = token.is("\u{bb}");
        if token.shape != Shape::Mark || !(token.is_any(OPENING) || reversed) {
            at = at.saturating_add(1);
            continue;
        }
        let marks = closers(&token.word);
        let close = (at.saturating_add(1)..tokens.len())
            .find(|at| tokens.get(*at).is_some_and(|token| token.is_any(marks)));
        let Some(close) = close else {
            // A quotation that never closes goes on to the end.
            if value > at && !token.is_any(&["(", "["]) {
                quoted = quoted.or(Some((at, tokens.len())));
            }
            at = at.saturating_add(1);
            continue;
        };
        if (at..close).contains(&value) {
            if !token.is_any(&["(", "["]) {
                quoted = quoted.or(Some((at, close)));
            }
            at = at.saturating_add(1);
            continue;
        }
        // "Gilt „nicht“": a word in quotation marks is stressed, not quoted.
        let stressed = !token.is_any(&["(", "["]) && close <= at.saturating_add(2);
        for one in aside.iter_mut().take(close).skip(at) {
            *one |= !stressed;
        }
        at = close.saturating_add(1);
    }
    (aside, quoted)
}
