//! What somebody only tried to get, and what a phrase before the sentence means to be without.

use crate::Frame;
use crate::lead::DETERMINERS;
use crate::lexicon::LEXICON;
use crate::sentence::Judge;
use crate::token::{Shape, Token};
use groundstop_value::Kind;

/// How many words a thing has before its value: "a further loan of".
const THING_TOKENS: usize = 6;

impl Judge<'_> {
    /// A thing asked for, or one that a fronted phrase keeps off.
    pub(crate) fn only_sought(&self) -> Frame {
        if self.is_clause() {
            return Frame::Asserted;
        }
        let found = self.asked_for().or_else(|| self.kept_off());
        found.map_or(Frame::Asserted, |at| self.unclear_token(at))
    }

    fn is_at(&self, at: usize, words: &[&str]) -> bool {
        let token = self.sentence.token(at);
        self.sentence.is_visible(at) && token.is_some_and(|token| token.is_any(words))
    }

    /// "The Borrower pleaded for a loan of $500": a verb of the past with a thing after "for". What is
    /// paid for or settled for is told in a list; every other verb leaves open whether it was had.
    fn asked_for(&self) -> Option<usize> {
        if *self.kind == Kind::Duration {
            return None;
        }
        let sentence = self.sentence;
        let from = sentence.value.saturating_sub(THING_TOKENS);
        let given = (from..sentence.value)
            .rev()
            .find(|at| self.is_at(*at, &["for"]))?;
        let thing = given.saturating_add(1);
        let whole = (thing..sentence.value).all(|at| {
            let mark = sentence
                .token(at)
                .is_none_or(|token| token.shape == Shape::Mark);
            !mark && !sentence.is_finite(at)
        });
        if !whole || !self.is_at(thing, &["a", "an"]) && thing < sentence.value {
            return None;
        }
        let start = sentence.clause_start_at(given);
        let verb = (start..given).rev().find(|at| self.is_past(*at))?;
        let settled = sentence
            .token(verb)
            .is_some_and(|token| token.is_any(LEXICON.settles));
        let subject = verb > start && !self.is_at(verb.saturating_sub(1), DETERMINERS);
        (subject && !settled && !sentence.has_finite(start..given)).then_some(verb)
    }

    /// Whether a token is a verb of the past, by its form.
    fn is_past(&self, at: usize) -> bool {
        let regular = |token: &Token| token.word.len() > 4 && token.word.ends_with("ed");
        let token = self.sentence.token(at);
        self.sentence.is_visible(at)
            && token.is_some_and(|token| {
                !token.capital && (regular(token) || token.is_any(LEXICON.past_verbs))
            })
    }

    /// "Instead of moving in on May 1, you …", "To avoid a fee of $500, the Tenant …": a phrase without a
    /// verb of its own before the sentence.
    fn kept_off(&self) -> Option<usize> {
        let sentence = self.sentence;
        let first = (0..sentence.value).find(|at| {
            sentence.is_visible(*at) && sentence.token(*at).is_some_and(Token::is_word)
        })?;
        let comma = (sentence.value..sentence.tokens.len())
            .find(|at| self.is_at(*at, &[","]) && sentence.clause_begins(at.saturating_add(1)))?;
        if sentence.has_finite(first..comma) {
            return None;
        }
        let next = first.saturating_add(1);
        let without = self.is_at(first, &["instead", "in"])
            && self.is_at(next, &["of", "lieu", "place"])
            || self.is_at(first, &["rather"]) && self.is_at(next, &["than"])
            || self.is_at(first, &["for"]) && self.is_at(next, &["fear", "want", "lack"]);
        let doing = sentence
            .token(next)
            .is_some_and(|token| token.word.ends_with("ing"));
        let meant = self.is_at(first, &["to"])
            || self.is_at(first, &["by", "after", "before", "without"]) && doing
            || self.is_at(first, &["with"]) && self.is_at(next, &["a"]);
        // "To secure the fee of $500": what has its article is known already.
        let new = (sentence.value.saturating_sub(THING_TOKENS).max(first)..sentence.value)
            .any(|at| self.is_at(at, &["a", "an"]) && at > next);
        (without || meant && new).then_some(first)
    }

    /// "The rent stood at $500 until the last review": what was so up to a time that is over.
    pub(crate) fn was_until(&self) -> Frame {
        if matches!(self.kind, Kind::Date { .. }) || self.is_clause() || self.continues() {
            return Frame::Asserted;
        }
        let sentence = self.sentence;
        let clause = sentence.clause_start()..sentence.clause_end();
        let now = clause.clone().any(|at| {
            self.is_at(
                at,
                &["are", "has", "have", "is", "may", "must", "shall", "will"],
            )
        });
        let past = clause
            .clone()
            .find(|at| self.is_past(*at) || self.is_at(*at, &["had", "was", "were"]));
        let over = (sentence.value..clause.end).find(|at| {
            self.is_at(*at, &["until", "till"])
                || self.is_at(*at, &["before"]) && self.is_at(at.saturating_add(1), DETERMINERS)
        });
        let fronted = clause
            .clone()
            .find(|at| sentence.token(*at).is_some_and(Token::is_word));
        let fronted =
            fronted.filter(|at| *at < sentence.value && self.is_at(*at, &["until", "till"]));
        match over.or(fronted).filter(|_| past.is_some() && !now) {
            Some(at) => self.unclear_token(at),
            None => Frame::Asserted,
        }
    }
}
