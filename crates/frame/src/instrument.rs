//! Dates and figures of another paper.
//!
//! "The Master Agreement (effective as of X)" dates the Master Agreement. Which
//! paper a date is tied to is told by the words right before it, and by the
//! article of the paper: "this" is the document itself, and so is "the" where the
//! paper is what the sentence speaks of in the present.

use groundstop_value::Kind;

use crate::Frame;
use crate::clause::Sentence;
use crate::lexicon::Class;
use crate::token::Token;

const PAPERS: &[&str] = &[
    "agreement",
    "lease",
    "contract",
    "nda",
    "amendment",
    "certificate",
    "plan",
    "note",
    "policy",
    "license",
    "licence",
    "deed",
    "order",
    "indenture",
    "mortgage",
    "guaranty",
    "guarantee",
    "letter",
    "memorandum",
    "statement",
    "statements",
    "report",
    "resolution",
    "incorporation",
    "sublease",
    "subcontract",
    "sublicense",
    "sublicence",
    "addendum",
    "instrument",
    "warrant",
    "bond",
    "permit",
];

/// Words between a paper and the date it bears.
const TIES: &[&str] = &[
    "as",
    "of",
    "on",
    "the",
    "effective",
    "dated",
    "made",
    "entered",
    "into",
    "signed",
    "executed",
    "and",
    "is",
    "was",
    "were",
    "which",
    "that",
    "became",
    "become",
    "becomes",
    "be",
    "been",
    "has",
    "had",
    ",",
    "(",
    "in",
    "originally",
    "initially",
    "first",
    "with",
    "bearing",
    "having",
    "an",
    "date",
];

/// The frame that the paper a value is tied to gives it.
pub(crate) fn frame(kind: &Kind, sentence: &Sentence) -> Frame {
    let found = match kind {
        Kind::Date { .. } => dated(sentence),
        Kind::Money { .. } | Kind::Percent { .. } | Kind::Duration => under(sentence),
        Kind::Text => governed(sentence),
        Kind::Number { .. } | Kind::Boolean { .. } | Kind::Choice { .. } => None,
    };
    match found {
        Some(at) => Frame::Unclear {
            because: sentence.token(at).map_or(0..0, |token| token.span.clone()),
        },
        None => Frame::Asserted,
    }
}

fn is_paper(token: &Token) -> bool {
    token.is_any(PAPERS)
}

/// The paper that a date is tied to, where it is another one.
fn dated(sentence: &Sentence) -> Option<usize> {
    let mut at = sentence.value;
    let mut past = false;
    let mut present = false;
    loop {
        at = at.checked_sub(1)?;
        let token = sentence.token(at)?;
        if !token.is_any(TIES) {
            break;
        }
        past |= token.is_any(&["was", "were", "became", "had"]);
        present |= token.is_any(&["is", "be", "becomes", "become", "has"]);
    }
    if !sentence.token(at).is_some_and(is_paper) {
        return None;
    }
    match article(sentence, at) {
        Article::This => None,
        // "This deed, not being a lease, is dated": what the paper is not.
        Article::Other if is_denied(sentence, at) => None,
        Article::Other => Some(at),
        Article::The(first) => {
            let start = sentence.clause_start();
            let this = sentence.token(start).is_some_and(|token| token.is("this"));
            let subject = this || first <= start.saturating_add(1);
            let spoken = first == 0 || subject && present;
            (past || !spoken).then_some(at)
        }
        Article::None => past.then_some(at),
    }
}

/// Whether a paper is named only to say that it is another kind.
fn is_denied(sentence: &Sentence, noun: usize) -> bool {
    (noun.saturating_sub(3)..noun).any(|at| {
        sentence
            .token(at)
            .is_some_and(|token| token.is_any(&["not", "being"]))
    })
}

enum Article {
    /// This document.
    This,
    /// "The", with its place.
    The(usize),
    /// "A", "that certain", a possessive: certainly another one.
    Other,
    None,
}

/// The article of the paper named at a token.
fn article(sentence: &Sentence, noun: usize) -> Article {
    const NAME_MAX_TOKENS: usize = 9;
    for at in (noun.saturating_sub(NAME_MAX_TOKENS)..noun).rev() {
        let Some(token) = sentence.token(at) else {
            break;
        };
        if token.is_any(&["this", "these", "hereof", "present"]) {
            return Article::This;
        }
        if token.is("the") {
            return Article::The(at);
        }
        let owned = token.word.ends_with("'s") || token.word.ends_with("s'");
        // "Series A": a letter, not an article.
        if token.is_any(&["a", "an"]) && token.capital {
            break;
        }
        if owned
            || token.is_any(&[
                "a", "an", "that", "those", "its", "their", "such", "said", "our", "certain",
                "any", "each",
            ])
        {
            return Article::Other;
        }
        if token.is_any(&[",", ";", ":", ".", "(", ")"]) {
            break;
        }
    }
    Article::None
}

/// "The Head Lease is governed by": a paper with a name of its own is not this one.
fn governed(sentence: &Sentence) -> Option<usize> {
    let start = sentence.clause_start();
    let verb = (start..sentence.value).find(|at| {
        sentence.token(*at).is_some_and(|token| {
            token.word.starts_with("govern") || token.word.starts_with("constru")
        })
    })?;
    if let Some(noun) = somebody_elses(sentence, start, verb) {
        return Some(noun);
    }
    let noun = (start..verb).find(|at| sentence.token(*at).is_some_and(is_paper))?;
    let Article::The(the) = article(sentence, noun) else {
        return None;
    };
    let named = the.saturating_add(1) < noun
        && (the.saturating_add(1)..noun)
            .all(|at| sentence.token(at).is_some_and(|token| token.capital));
    (named && the <= start.saturating_add(1)).then_some(noun)
}

/// "Our contracts with dealers", "the other agreement", "the agreement between the banks": a paper
/// before the verb that is told apart from this one.
fn somebody_elses(sentence: &Sentence, start: usize, verb: usize) -> Option<usize> {
    const SUBJECT_TOKENS: usize = 3;
    const APART: &[&str] = &["head", "other", "underlying", "separate"];
    let is =
        |at: usize, words: &[&str]| sentence.token(at).is_some_and(|token| token.is_any(words));
    let paper = |at: &usize| {
        let one = |token: &Token| {
            token
                .word
                .strip_suffix('s')
                .unwrap_or(&token.word)
                .to_owned()
        };
        sentence
            .token(*at)
            .is_some_and(|token| is_paper(token) || PAPERS.contains(&one(token).as_str()))
    };
    let noun = (start..verb).find(paper)?;
    let first = (start..noun).find(|at| sentence.token(*at).is_some_and(Token::is_word))?;
    // "A dispute under this agreement": the paper must be what is spoken of, and not this one.
    let own = (start..verb).any(|at| is(at, &["this", "these", "hereof", "hereunder", "present"]));
    if own || noun > first.saturating_add(SUBJECT_TOKENS) {
        return None;
    }
    let theirs = is(first, &["our", "their", "your"]) || is(first, &["a", "an"]);
    let apart = is(first, &["the"]) && (first..noun).any(|at| is(at, APART));
    let between = is(noun.saturating_add(1), &["between", "among"])
        && !is(first, &["this"])
        && is(
            noun.saturating_add(2),
            &["the", "those", "a", "its", "other"],
        )
        && !is(noun.saturating_add(3), &["parties"]);
    (theirs || apart || between).then_some(noun)
}

/// "The trade association's contract provides for": somebody else's paper speaks.
fn speaking(sentence: &Sentence) -> Option<usize> {
    let start = sentence.clause_start();
    let noun = (start..sentence.value).find(|at| sentence.token(*at).is_some_and(is_paper))?;
    let verb = sentence.token(noun.saturating_add(1))?;
    let speaks = sentence.begins(Class::Documents, noun.saturating_add(1)) || verb.is("has");
    let owned = (start..noun).any(|at| {
        sentence
            .token(at)
            .is_some_and(|token| token.word.ends_with("'s") || token.word.ends_with("s'"))
    });
    (speaks && owned).then_some(noun)
}

/// "The price under the Ohio Agreement": the paper a figure is said to stand in.
fn under(sentence: &Sentence) -> Option<usize> {
    if let Some(noun) = speaking(sentence) {
        return Some(noun);
    }
    let start = sentence.clause_start();
    let noun = (start..sentence.value)
        .rev()
        .find(|at| sentence.token(*at).is_some_and(is_paper))?;
    let Article::The(the) = article(sentence, noun) else {
        return None;
    };
    let named = the.saturating_add(1) < noun
        && (the.saturating_add(1)..noun).all(|at| {
            sentence
                .token(at)
                .is_some_and(|token| token.capital || !token.is_word())
        });
    let led = the.checked_sub(1).is_some_and(|at| {
        sentence
            .token(at)
            .is_some_and(|token| token.is_any(&["under", "to", "in", "by"]))
    });
    (named && led).then_some(noun)
}
