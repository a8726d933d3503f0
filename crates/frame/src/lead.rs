//! What governs the value's clause in its own sentence, where no list knows the word.
//!
//! A statement can be taken back by words that stand in no list. So its clause is
//! looked at from outside: a clause that begins the sentence, or follows an opening
//! phrase that is known to leave it standing, is said by the document. One that is
//! the object of a verb, hangs on "by which" or "whereby", or follows an opening
//! phrase that is not known is said by something else, and what that does to it is
//! unclear.

use std::ops::Range;

use crate::Frame;
use crate::announced;
use crate::clause::Sentence;
use crate::idle;
use crate::later;
use crate::lexicon::{Class, LEXICON, Mark};
use crate::opening;
use crate::token::{Shape, Token};

/// Words that begin a noun and its company; one of them after a verb begins its object.
pub(crate) const DETERMINERS: &[&str] = &[
    "this", "the", "these", "those", "such", "each", "either", "any", "its", "their", "his", "her",
    "our", "your", "my", "a", "an", "no", "every", "said",
];

/// The frame that the words before and after the value's clause give it.
pub(crate) fn frame(text: &str, sentence: &Sentence, clause: bool) -> Frame {
    let found = object_of_a_verb(text, sentence, clause)
        .or_else(|| hung_on(sentence))
        .or_else(|| opened_by(sentence))
        .or_else(|| opening::found(text, sentence))
        .or_else(|| set_off(sentence))
        .or_else(|| passive(sentence, clause))
        .or_else(|| remarked(sentence))
        .or_else(|| bracketed_after(sentence))
        .or_else(|| attributed(sentence))
        .or_else(|| put_out(sentence))
        .or_else(|| later::is_exclaimed(&sentence.tokens).then_some(0));
    let framed = match found {
        Some(at) => Frame::Unclear {
            because: sentence.token(at).map_or(0..0, |token| token.span.clone()),
        },
        None => Frame::Asserted,
    };
    framed.or(|| introduced(text, sentence, clause))
}

/// "My sister's contract says: …": the words before a colon in the value's own sentence.
fn introduced(text: &str, sentence: &Sentence, clause: bool) -> Frame {
    let colon = (0..sentence.value).rev().find(|at| {
        sentence.is_visible(*at) && sentence.token(*at).is_some_and(|token| token.is(":"))
    });
    let Some(colon) = colon else {
        return Frame::Asserted;
    };
    let after = colon.saturating_add(1);
    let said = sentence.tokens.get(..colon).unwrap_or_default();
    let what = announced::heard(
        text,
        announced::place(sentence.tokens.get(after..).unwrap_or_default()),
    );
    // A value alone after its label is an entry of a form.
    let whole = clause || sentence.has_finite(after..sentence.tokens.len());
    match announced::effect(said, &what, clause) {
        _ if !whole => Frame::Asserted,
        found => found,
    }
}

/// "The Seller maintains this Agreement is …": the verb whose object the value's clause is.
///
/// A noun's article never follows another noun directly. Where it does, the word before it is a
/// verb, and a second verb after it makes a clause of what that verb takes.
fn object_of_a_verb(text: &str, sentence: &Sentence, clause: bool) -> Option<usize> {
    // An opening phrase ends before the subject: "Under this Agreement the Seller shall".
    let opens = sentence.tokens.iter().find(|token| token.is_word())?;
    let start = match opens.is_any(LEXICON.prepositions) {
        true => sentence.clause_start(),
        false => 0,
    };
    for at in start.saturating_add(1)..sentence.value {
        let before = at.saturating_sub(1);
        let (Some(token), Some(verb)) = (sentence.token(at), sentence.token(before)) else {
            continue;
        };
        let begins = token.is_any(DETERMINERS) && !token.capital && sentence.is_visible(at);
        let over = !joined_between(sentence, at);
        if begins && over && takes_a_clause(sentence, before, verb) && has_own_verb(sentence, at) {
            return Some(before);
        }
    }
    let before = sentence.value.checked_sub(1)?;
    let value = sentence.token(sentence.value)?;
    let word = text.get(value.span.clone())?.split_whitespace().next()?;
    let verb = sentence.token(before)?;
    (clause && DETERMINERS.contains(&word) && takes_a_clause(sentence, before, verb))
        .then_some(before)
}

/// Whether a word can be a verb that a clause follows: no preposition, conjunction, adverb, name
/// or participle that only takes a thing.
fn takes_a_clause(sentence: &Sentence, at: usize, word: &Token) -> bool {
    // "From the date of this amendment the fee is": an article makes a noun of what follows it.
    let noun = at
        .checked_sub(1)
        .and_then(|at| sentence.token(at))
        .is_some_and(|token| token.is_any(DETERMINERS));
    word.is_word()
        && !noun
        && !word.capital
        && sentence.is_visible(at)
        && !word.is_any(LEXICON.prepositions)
        && !word.is_any(LEXICON.adverbs)
        && !word.is_any(LEXICON.participles)
        && !word.is_any(DETERMINERS)
        && !word.word.ends_with("ly")
        && LEXICON.length_at(Class::Opens, &sentence.tokens, at) == 0
        && !is_committing(sentence, at, word)
}

/// "The parties agree this Agreement is", "please note the licence expires": said by whoever speaks.
fn is_committing(sentence: &Sentence, at: usize, word: &Token) -> bool {
    sentence.begins(Class::Binding, at) && !word.word.ends_with("ed")
}

/// Whether a statement of its own begins between a token and the value: "…; …", "…, and …".
fn joined_between(sentence: &Sentence, from: usize) -> bool {
    (from..sentence.value).any(|at| {
        let Some(token) = sentence.token(at).filter(|_| sentence.is_visible(at)) else {
            return false;
        };
        // "The parties and their successors shall": two subjects of one verb are no two clauses.
        // "Shall commence and shall expire": two verbs of one subject are none either.
        let next = at.saturating_add(1);
        let joint = token.is_any(&["and", "but"])
            && sentence.has_finite(from..at)
            && !sentence.is_finite(next)
            && sentence.clause_begins(next);
        token.is(";") || joint
    })
}

/// Whether a clause with its verb is closed by a semicolon between a token and the value.
fn closed_between(sentence: &Sentence, from: usize) -> bool {
    (from..sentence.value).any(|at| {
        let stop = sentence.token(at).is_some_and(|token| token.is(";"));
        stop && sentence.is_visible(at) && sentence.has_finite(from..at)
    })
}

/// Whether a verb follows the noun that begins at a token, before the value and in the same clause.
fn has_own_verb(sentence: &Sentence, noun: usize) -> bool {
    for at in noun.saturating_add(1)..sentence.value {
        let Some(token) = sentence.token(at).filter(|_| sentence.is_visible(at)) else {
            continue;
        };
        let joint = token.is_any(&[",", ";", ":", "and", "or", "but", "to"]);
        if joint || sentence.begins(Class::Opens, at) {
            return false;
        }
        // "A late charge of $45": the noun.
        let noun = token.is_any(NOUNS)
            && sentence
                .token(at.saturating_add(1))
                .is_some_and(|next| next.is("of"));
        if sentence.is_finite(at) && !noun {
            return true;
        }
    }
    false
}

/// Verbs that are nouns where "of" follows.
const NOUNS: &[&str] = &[
    "charge",
    "charges",
    "costs",
    "covenants",
    "demands",
    "draws",
    "fixes",
    "form",
    "forms",
    "leases",
    "means",
    "set",
    "sets",
    "states",
];

/// "The stipulation whereby", "a world in which", "whether or not": the word on which the clause hangs.
fn hung_on(sentence: &Sentence) -> Option<usize> {
    let is =
        |at: usize, words: &[&str]| sentence.token(at).is_some_and(|token| token.is_any(words));
    // Where an opening phrase or clause begins the sentence, its own comma ends what hangs in it.
    let first = sentence.token(0)?;
    let opened = first.is_any(LEXICON.prepositions)
        || sentence.begins(Class::Opens, 0)
        || LEXICON.length_at(Class::Fronted, &sentence.tokens, 0) > 0;
    (0..sentence.value).find(|at| {
        let at = *at;
        let next = at.saturating_add(1);
        let whole = !sentence.is_finite(next) && next < sentence.value;
        let hangs = is(at, &["whereby", "wherein", "how", "why", "lest"]) && whole
            || is(at, &["which"])
                && whole
                && at > 0
                && is(at.saturating_sub(1), LEXICON.prepositions)
            || is(at, &["whether"]) && !is_in_phrase(sentence, at)
            || is(at, &["whether"])
                && is(next, &["or"])
                && is(next.saturating_add(1), &["not"])
                && !(at == 0 && ends_between(sentence, next))
            || is(at, &["even", "only", "as"])
                && is(next, &["if", "though"])
                && !is(at.saturating_add(2), &["any"]);
        // What is asked goes on over "and"; only a full clause and a semicolon end it.
        let asked = is(at, &["whether"]);
        let ended = match opened {
            true => ends_between(sentence, at.saturating_add(3)),
            false if asked => closed_between(sentence, at),
            false => joined_between(sentence, at),
        };
        sentence.is_visible(at) && hangs && !ended
    })
}

/// "Whether contractual or not": an aside that names both cases.
fn is_in_phrase(sentence: &Sentence, at: usize) -> bool {
    const ASIDE_TOKENS: usize = 4;
    let next = at.saturating_add(1);
    let clause = sentence
        .token(next)
        .is_none_or(|token| token.is_any(DETERMINERS));
    !clause
        && (next..next.saturating_add(ASIDE_TOKENS))
            .find(|at| sentence.token(*at).is_some_and(|token| token.is("or")))
            .is_some_and(|or| !sentence.has_finite(next..or))
}

/// Whether a main clause begins between a token and the value.
fn ends_between(sentence: &Sentence, from: usize) -> bool {
    (from..sentence.value).any(|at| {
        let token = sentence.token(at).filter(|_| sentence.is_visible(at));
        token.is_some_and(|token| token.is_any(&[",", ";", ":"]))
            && sentence.clause_begins(at.saturating_add(1))
    })
}

/// Words that place a statement: in somebody's account, under another rule, on one view. What opens
/// with another preposition (after, for, with, without) adds to a statement and leaves it standing.
const PLACING: &[&str] = &[
    "according",
    "against",
    "among",
    "amongst",
    "as",
    "at",
    "behind",
    "between",
    "beyond",
    "contrary",
    "from",
    "in",
    "inside",
    "like",
    "on",
    "outside",
    "per",
    "to",
    "under",
    "unlike",
    "within",
];

/// "In the Seller's telling, this Agreement is …": an opening phrase that is not known.
fn opened_by(sentence: &Sentence) -> Option<usize> {
    let first = (0..sentence.value).find(|at| sentence.token(*at).is_some_and(Token::is_word))?;
    let token = sentence.token(first)?;
    let adverb = token.word.ends_with("ly")
        && sentence
            .token(first.saturating_add(1))
            .is_some_and(|next| next.is(","));
    let opens = token.is_any(PLACING) || adverb;
    let known = LEXICON.length_at(Class::Fronted, &sentence.tokens, first) > 0
        || LEXICON.length_at(Class::Harmless, &sentence.tokens, first) > 0
        || token.is_any(LEXICON.adverbs)
        || as_agreed(sentence, first)
        || token.is_any(&["under", "in", "per", "at"])
            && LEXICON.length_at(
                Class::ThisDocument,
                &sentence.tokens,
                first.saturating_add(1),
            ) > 0;
    // What stands in the opening phrase itself is not governed by it.
    let over = sentence.has_finite(first..sentence.value);
    (opens && !known && over).then_some(first)
}

/// "As both sides have agreed in writing, …", "As my contract requires, …": what was agreed or what a paper
/// says, and nothing that takes it back, before the comma.
fn as_agreed(sentence: &Sentence, first: usize) -> bool {
    let is = |at: usize, word: &str| sentence.token(at).is_some_and(|token| token.is(word));
    let comma = (first..sentence.value).find(|at| is(*at, ",") && sentence.is_visible(*at));
    let Some(comma) = comma.filter(|_| is(first, "as")) else {
        return false;
    };
    let inside = |mark: &&Mark| (first..comma).contains(&mark.start);
    let agreed = sentence
        .marks
        .iter()
        .filter(inside)
        .any(|mark| matches!(mark.class, Class::Binding | Class::Documents));
    let taken = sentence.marks.iter().filter(inside).any(|mark| {
        let harmless = matches!(
            mark.class,
            Class::Binding
                | Class::Documents
                | Class::ThisDocument
                | Class::Finite
                | Class::Fronted
                | Class::Harmless
                | Class::Continues
        );
        let opening = mark.class == Class::Opens && mark.start == first;
        !(harmless || opening)
    });
    agreed && !taken
}

/// "… – in their paper, not in ours": what is set off by a dash after a whole statement.
fn set_off(sentence: &Sentence) -> Option<usize> {
    let whole = sentence.has_finite(sentence.clause_start()..sentence.tokens.len());
    let dash = (sentence.value.saturating_add(1)..sentence.tokens.len()).find(|at| {
        let is =
            |at: usize, marks: &[&str]| sentence.token(at).is_some_and(|token| token.is_any(marks));
        let double = is(*at, &["-"]) && is(at.saturating_sub(1), &["-", "<"]);
        sentence.is_visible(*at) && (is(*at, &["\u{2013}", "\u{2014}", ":"]) || double)
    })?;
    let next = dash.saturating_add(1);
    let token = sentence.token(next)?;
    if sentence.token(dash).is_some_and(|token| token.is(":")) {
        // "…: to this neither party has bound itself".
        let is =
            |at: usize, words: &[&str]| sentence.token(at).is_some_and(|token| token.is_any(words));
        let named = |at: usize| {
            is(at, &["this", "that"])
                && (is(at.saturating_add(1), LEXICON.words_said)
                    || is(at.saturating_add(1), LEXICON.terms_said))
        };
        let no_such = is(next, &["no"]) && is(next.saturating_add(1), &["such"]);
        let back = no_such
            || (next..next.saturating_add(3)).any(|at| is(at, &["this", "that", "it"]))
            || (next..sentence.tokens.len()).any(named);
        return (back && sentence.has_finite(next..sentence.tokens.len())).then_some(dash);
    }
    let or_so = token.is("or")
        && sentence
            .token(next.saturating_add(1))
            .is_some_and(|token| token.is("so"));
    let known = LEXICON.length_at(Class::Fronted, &sentence.tokens, next) > 0
        || token.shape != Shape::Word
        || token.is_any(&["namely", "i", "viz", "being", "which", "and", "or"]);
    let known = known && !or_so;
    let comment =
        (next..sentence.tokens.len()).filter(|at| sentence.token(*at).is_some_and(Token::is_word));
    (whole && !known && comment.count() > 1).then_some(dash)
}

/// "A discount of 10% has been refused": what was done with the value, where the word is not known to
/// leave it standing.
fn passive(sentence: &Sentence, clause: bool) -> Option<usize> {
    let start = sentence.clause_start();
    if clause || sentence.has_finite(start..sentence.value) {
        return None;
    }
    let is =
        |at: usize, words: &[&str]| sentence.token(at).is_some_and(|token| token.is_any(words));
    let led = (start..sentence.value).any(|at| sentence.token(at).is_some_and(Token::is_word));
    let end = sentence.clause_end();
    let verb = (sentence.value.saturating_add(1)..end).find(|at| sentence.is_finite(*at))?;
    // Right after the value: a relative clause or another noun has its own verb.
    let near = verb <= sentence.value.saturating_add(3);
    let part = (verb.saturating_add(1)..end.min(verb.saturating_add(5))).find(|at| {
        !is(
            *at,
            &["been", "be", "also", "now", "since", "hereby", "already"],
        )
    })?;
    let token = sentence.token(part)?;
    let be = is(verb, &["is", "are", "was", "were"])
        || is(part.saturating_sub(1), &["been", "be"])
        || is(part.saturating_sub(2), &["been", "be"]);
    let known = token.is_any(LEXICON.done) || sentence.begins(Class::Binding, part);
    (led && near && be && token.word.ends_with("ed") && !known).then_some(part)
}

/// "… Acme, Inc. (Taken from a form book.)": a bracket that begins after the full stop.
fn remarked(sentence: &Sentence) -> Option<usize> {
    let stop = (sentence.value.saturating_add(1)..sentence.tokens.len()).find(|at| {
        let is = |steps: usize, marks: &[&str]| {
            let token = sentence.token(at.saturating_add(steps));
            token.is_some_and(|token| token.is_any(marks))
        };
        is(0, &["."]) && is(1, &["(", "["]) && !is(3, &[")", "]"])
    })?;
    let rest = sentence.tokens.get(stop.saturating_add(1)..)?;
    later::is_remark(rest).then_some(stop.saturating_add(1))
}

/// "…; provided, however, that this Section is suspended": a later clause of the same sentence.
fn put_out(sentence: &Sentence) -> Option<usize> {
    let end = (sentence.value.saturating_add(1)..sentence.tokens.len()).find(|at| {
        let token = sentence.token(*at).filter(|_| sentence.is_visible(*at));
        token.is_some_and(|token| token.is_any(&[";", ",", "but", "provided"]))
    })?;
    let rest = sentence.tokens.get(end..)?;
    idle::put_out(rest).map(|at| end.saturating_add(at))
}

/// "…, claims the franchisor", "…, or so the Landlord maintains": whose words the sentence gives.
fn attributed(sentence: &Sentence) -> Option<usize> {
    let mut from = None;
    for at in sentence.value.saturating_add(1)..=sentence.tokens.len() {
        let token = sentence.token(at).filter(|_| sentence.is_visible(at));
        let ends = at == sentence.tokens.len()
            || token.is_some_and(|token| token.is_any(&[",", ";", ".", "\u{2013}", "\u{2014}"]));
        if !ends {
            continue;
        }
        let found = from.and_then(|from| attribution(sentence, from..at));
        if found.is_some() {
            return found;
        }
        let comma = token.is_some_and(|token| token.is(","));
        from = comma.then_some(at.saturating_add(1));
    }
    None
}

/// Whether the words between two commas only say who says it.
fn attribution(sentence: &Sentence, part: Range<usize>) -> Option<usize> {
    const ATTRIBUTION_MAX_TOKENS: usize = 10;
    let words: Vec<usize> = part
        .filter(|at| sentence.is_visible(*at) && sentence.token(*at).is_some_and(Token::is_word))
        .collect();
    let is = |index: usize, list: &[&str]| {
        let at = words.get(index);
        at.and_then(|at| sentence.token(*at))
            .is_some_and(|token| token.is_any(list))
    };
    let or_so = is(0, &["or"]) && is(1, &["so"]);
    if words.is_empty() || words.len() > ATTRIBUTION_MAX_TOKENS && !or_so {
        return None;
    }
    let says = |at: &usize| {
        sentence.marks.iter().any(|mark| {
            let saying = matches!(
                mark.class,
                Class::Reported | Class::Documents | Class::Disputed
            );
            saying && mark.start == *at
        })
    };
    // "…, said no one": before an article or a name of nobody the word is no adjective.
    let said = is(0, LEXICON.tells) || words.first().is_some_and(says);
    let said_first = said && is(1, DETERMINERS) && !is(0, &["provided", "read", "set"]);
    let last = words.last().filter(|at| {
        sentence.token(**at).is_some_and(|token| {
            let verbal = token.word.ends_with('s') || token.word.ends_with("ed");
            verbal && !token.capital && (says(at) || words.len() <= 4)
        })
    });
    let amended = is(0, &["as"]) && words.len() < 3;
    let subject = is(
        0,
        &["the", "as", "he", "she", "they", "we", "it", "so", "at"],
    ) && !amended;
    let said_last = subject && last.is_some() && words.len() > 1;
    (or_so || said_first || said_last)
        .then(|| words.first().copied())
        .flatten()
}

/// "… (an invented example)": a bracket at the end that says what the statement is worth.
fn bracketed_after(sentence: &Sentence) -> Option<usize> {
    let last = (0..sentence.tokens.len())
        .rev()
        .find(|at| !sentence.token(*at).is_some_and(|token| token.is(".")))?;
    if !sentence.token(last)?.is_any(&[")", "]"]) {
        return None;
    }
    let open = (sentence.value.saturating_add(1)..last).rev().find(|at| {
        sentence
            .token(*at)
            .is_some_and(|token| token.is_any(&["(", "["]))
    })?;
    let first = open.saturating_add(1);
    let known = LEXICON.length_at(Class::Fronted, &sentence.tokens, first) > 0
        || LEXICON.length_at(Class::Harmless, &sentence.tokens, first) > 0;
    let inside = sentence.tokens.get(open..last)?;
    let defines = inside.iter().any(|token| token.is_any(&["\"", "\u{201c}"]));
    let marks = LEXICON.marks(inside);
    let told = marks.iter().any(|mark| {
        matches!(
            mark.class,
            Class::Example
                | Class::False
                | Class::Deleted
                | Class::Proposed
                | Class::Reported
                | Class::Disputed
                | Class::Order
                | Class::Asked
        )
    });
    // "[TBC]": short as it is, it leaves the statement open.
    let open_still = inside
        .iter()
        .any(|token| token.is_any(&["tbc", "tbd", "tba"]));
    if open_still {
        return Some(open);
    }
    let which = inside.get(1).is_some_and(|token| token.is("which"))
        && marks.iter().any(|mark| mark.class == Class::Denies);
    let told = told || which;
    (told && !known && !defines && inside.iter().filter(|token| token.is_word()).count() > 2)
        .then_some(open)
}
