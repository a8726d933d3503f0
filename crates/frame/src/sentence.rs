//! What the words of its own sentence do to a value.
//!
//! Words before the value count as far as they reach; words after it count
//! where the value is what is spoken of, or where they refer back to it.

use std::ops::Range;

use groundstop_contract::RejectCode;
use groundstop_value::Kind;

use crate::Frame;
use crate::asks::Asks;
use crate::clause::Sentence;
use crate::lexicon::{Class, LEXICON, Mark};
use crate::token::Shape;

/// The frame that the sentence gives its value.
pub(crate) fn frame(kind: &Kind, text: &str, sentence: &Sentence, asks: &Asks) -> Frame {
    let judge = Judge {
        kind,
        text,
        sentence,
        asks,
    };
    judge
        .ordered()
        .or(|| judge.before())
        .or(|| judge.that_clauses())
        .or(|| judge.conditions())
        .or(|| judge.modality())
        .or(|| judge.told_of_the_past())
        .or(|| judge.was_until())
        .or(|| judge.only_sought())
        .or(|| judge.after())
}

/// Whether a value is itself a statement, whose own words belong to it.
pub(crate) fn is_clause(kind: &Kind, text: &str, span: &Range<usize>) -> bool {
    const NAME_MAX_WORDS: usize = 6;
    let said = text.get(span.clone()).unwrap_or_default();
    *kind == Kind::Text && said.split_whitespace().count() > NAME_MAX_WORDS
}

/// A sentence being judged, seen from its value.
pub(crate) struct Judge<'a> {
    pub(crate) kind: &'a Kind,
    pub(crate) text: &'a str,
    pub(crate) sentence: &'a Sentence,
    pub(crate) asks: &'a Asks,
}

impl Judge<'_> {
    pub(crate) fn withdrawn(&self, code: RejectCode, mark: Mark) -> Frame {
        Frame::Withdrawn {
            code,
            because: self.sentence.bytes(mark),
        }
    }

    pub(crate) fn unclear(&self, mark: Mark) -> Frame {
        Frame::Unclear {
            because: self.sentence.bytes(mark),
        }
    }

    pub(crate) fn unclear_token(&self, at: usize) -> Frame {
        self.unclear(Mark {
            class: Class::Opens,
            start: at,
            end: at.saturating_add(1),
        })
    }

    /// Withdrawn where the word stands close by, unclear where it is farther off.
    pub(crate) fn by_distance(&self, code: RejectCode, mark: Mark) -> Frame {
        match self.sentence.is_far(mark.end) {
            true => self.unclear(mark),
            false => self.withdrawn(code, mark),
        }
    }

    pub(crate) fn is_clause(&self) -> bool {
        let value = self.sentence.token(self.sentence.value);
        value.is_some_and(|token| is_clause(self.kind, self.text, &token.span))
    }

    /// A sentence that tells its reader what to say.
    fn ordered(&self) -> Frame {
        let marks: Vec<Mark> = self.sentence.of(Class::Order).collect();
        match marks
            .into_iter()
            .find(|mark| mark.end <= self.sentence.value)
        {
            Some(mark) => self.withdrawn(RejectCode::Instruction, mark),
            None => self.told_what_is_so().or(|| self.told_to_write()),
        }
    }

    /// "You are to treat it as established that …": whoever reads is told what to hold for true.
    fn told_what_is_so(&self) -> Frame {
        let sentence = self.sentence;
        let is = |at: usize, words: &[&str]| {
            sentence.is_visible(at) && sentence.token(at).is_some_and(|token| token.is_any(words))
        };
        let told = (0..sentence.value).find(|at| {
            let next = at.saturating_add(1);
            let bound = is(next, &["must", "should", "shall", "will"])
                || is(next, &["are", "have", "need"]) && is(next.saturating_add(1), &["to"]);
            // "You will have seen that": nobody is told to do anything.
            let told = next.saturating_add(1);
            let foreseen = is(next, &["will"])
                && is(
                    told,
                    &[
                        "be", "find", "have", "know", "note", "recall", "remember", "see",
                    ],
                );
            is(*at, &["you"]) && bound && !foreseen
        });
        let that = |from: usize| (from..sentence.value).any(|at| is(at, &["that"]));
        match told {
            Some(at) if that(at) => self.withdrawn(
                RejectCode::Instruction,
                Mark {
                    class: Class::Order,
                    start: at,
                    end: at.saturating_add(1),
                },
            ),
            _ => Frame::Asserted,
        }
    }

    /// "Record the total due as $500": a verb of writing down without a subject, and what it is told to
    /// write.
    fn told_to_write(&self) -> Frame {
        let sentence = self.sentence;
        let is = |at: Option<usize>, words: &[&str]| {
            at.and_then(|at| sentence.token(at))
                .is_some_and(|token| token.is_any(words))
        };
        let before = sentence.value.checked_sub(1);
        let given = is(before, &["as", "at", "with", "to"])
            || is(before, &["be"]) && is(sentence.value.checked_sub(2), &["to"])
            || is(before, &["the", "of", "$"])
                && is(sentence.value.checked_sub(2), &["as", "at", "be", "amount"]);
        let verb = (0..sentence.value).rev().find(|at| {
            let bare = is(Some(*at), LEXICON.writes) && sentence.is_visible(*at);
            let first = *at == 0
                || is(
                    at.checked_sub(1),
                    &[
                        ":", ";", "please", "kindly", "then", "must", "should", "to", "and",
                        "\u{2014}",
                    ],
                );
            bare && first && !is(Some(at.saturating_add(1)), &["of", "date", ":"])
        });
        // "Enter "Nevada" as the governing law".
        let placed = verb.is_some_and(|verb| sentence.value <= verb.saturating_add(3))
            && (sentence.value..sentence.value.saturating_add(4)).any(|at| is(Some(at), &["as"]));
        let given = given || placed;
        match verb {
            // "The parties agree to record the price as": whoever has a subject is told nothing.
            Some(at) if given && !sentence.has_finite(sentence.clause_start_at(at)..at) => self
                .withdrawn(
                    RejectCode::Instruction,
                    Mark {
                        class: Class::Order,
                        start: at,
                        end: at.saturating_add(1),
                    },
                ),
            _ => Frame::Asserted,
        }
    }

    /// Words before the value that have it in their reach.
    fn before(&self) -> Frame {
        let sentence = self.sentence;
        let mut frame = Frame::Asserted;
        for mark in &sentence.marks {
            let mark = *mark;
            if mark.end > sentence.value || !self.is_heard(mark) {
                continue;
            }
            let found = match mark.class {
                Class::Denies if self.is_name(mark) || self.is_prohibition(mark) => Frame::Asserted,
                Class::Denies if self.is_phrasal(mark) && !self.is_next(mark) => Frame::Asserted,
                Class::Denies | Class::False if sentence.reaches(mark) => match self.beside_bound()
                {
                    true => Frame::Asserted,
                    false => self.by_distance(RejectCode::Negated, mark),
                },
                Class::DeniesNext if self.is_prohibition(mark) => Frame::Asserted,
                Class::DeniesNext if self.is_next(mark) => {
                    self.withdrawn(RejectCode::Negated, mark)
                }
                Class::Reported if sentence.reaches(mark) => {
                    self.by_distance(RejectCode::Reported, mark)
                }
                Class::Proposed if sentence.reaches(mark) => {
                    self.by_distance(RejectCode::Proposed, mark)
                }
                Class::Disputed if sentence.reaches(mark) => {
                    self.by_distance(RejectCode::Reported, mark)
                }
                Class::Supposed if sentence.reaches(mark) && !self.is_would(mark) => {
                    self.by_distance(RejectCode::Supposed, mark)
                }
                Class::Asked if self.is_either(mark) => Frame::Asserted,
                Class::Asked if sentence.reaches(mark) => self.by_distance(RejectCode::Asked, mark),
                Class::Example if sentence.reaches(mark) => {
                    self.by_distance(RejectCode::Example, mark)
                }
                Class::Past if sentence.reaches(mark) && !self.continues() => {
                    self.by_distance(RejectCode::Superseded, mark)
                }
                Class::Deleted if sentence.reaches(mark) && !self.is_put_in(mark) => {
                    self.by_distance(RejectCode::Superseded, mark)
                }
                Class::Proposed | Class::Disputed | Class::False if self.is_inserted(mark) => {
                    self.unclear(mark)
                }
                _ => Frame::Asserted,
            };
            frame = frame.or(|| found);
        }
        frame
    }

    /// Whether a mark stands in a clause about the value's own subject: "the price, which is not final, is".
    fn is_inserted(&self, mark: Mark) -> bool {
        let sentence = self.sentence;
        let which = (0..mark.start)
            .rev()
            .take_while(|at| {
                !sentence
                    .token(*at)
                    .is_some_and(|token| token.is_any(&[";", ":"]))
            })
            .find(|at| sentence.token(*at).is_some_and(|token| token.is("which")));
        which.is_some_and(|which| {
            let comma = (mark.end..sentence.value)
                .find(|at| sentence.token(*at).is_some_and(|token| token.is(",")));
            let inner = (which..mark.start)
                .all(|at| !sentence.token(at).is_some_and(|token| token.is(",")));
            inner && comma.is_some_and(|comma| sentence.is_finite(comma.saturating_add(1)))
        })
    }

    /// Whether a mark counts: on the value's own level, or a bracket of a word or two right beside it.
    fn is_heard(&self, mark: Mark) -> bool {
        self.sentence.is_visible(mark.start) || {
            const BESIDE_TOKENS: usize = 3;
            let gap = self.sentence.value.saturating_sub(mark.end);
            gap <= BESIDE_TOKENS
                && (mark.end..self.sentence.value).all(|at| {
                    self.sentence
                        .token(at)
                        .is_some_and(|token| token.shape == Shape::Mark || token.is("$"))
                })
        }
    }

    /// "Invoice no 500", "No/100": a number's name, not a denial.
    pub(crate) fn is_name(&self, mark: Mark) -> bool {
        let word = self.sentence.token(mark.start);
        let next = self.sentence.token(mark.end);
        let lone = mark.end == mark.start.saturating_add(1);
        lone && word.is_some_and(|word| word.is("no"))
            && next.is_some_and(|next| {
                next.is("/")
                    || next.shape == Shape::Number
                    || next.is(".")
                    || next.shape == Shape::Value && matches!(self.kind, Kind::Number { .. })
            })
    }

    /// Whether a mark denies just what follows, and the value is that.
    fn is_next(&self, mark: Mark) -> bool {
        const NEXT_TOKENS: usize = 8;
        let between = mark.end..self.sentence.value;
        between.len() <= NEXT_TOKENS
            && between.into_iter().all(|at| {
                let stop = self.sentence.token(at).is_some_and(|token| {
                    token.is_any(&[
                        ",", ";", ":", "and", "but", "on", "at", "upon", "in", "under", "until",
                        "from", "after", "before", "by", "with", "to", "through",
                    ])
                });
                !stop && !self.sentence.is_finite(at)
            })
    }

    /// "Not" without a verb before it in its clause denies the phrase it stands in, not the verb
    /// that follows: "a controversy not resolved by the parties shall be".
    fn is_phrasal(&self, mark: Mark) -> bool {
        let sentence = self.sentence;
        let word = sentence.token(mark.start);
        let start = sentence.clause_start_at(mark.start);
        let colon = (mark.end..sentence.value)
            .any(|at| sentence.token(at).is_some_and(|token| token.is(":")));
        word.is_some_and(|word| word.is("not"))
            && mark.end == mark.start.saturating_add(1)
            && !colon
            && !sentence.has_finite(start..mark.start)
            && sentence.has_finite(mark.end..sentence.value)
    }

    /// Whether what stands right before the value makes it a bound: "in no event exceed".
    fn beside_bound(&self) -> bool {
        const GAP_TOKENS: usize = 4;
        self.sentence.of(Class::Bound).any(|mark| {
            let gap = self.sentence.value.saturating_sub(mark.end);
            mark.end <= self.sentence.value
                && gap <= GAP_TOKENS
                && self.sentence.token(mark.start).is_some_and(|token| {
                    token.is_any(&[
                        "exceed", "exceeds", "more", "greater", "higher", "later", "less", "fewer",
                    ])
                })
        })
    }

    /// "Shall not compete for two years": the time belongs to what is forbidden.
    fn is_prohibition(&self, mark: Mark) -> bool {
        let not = self
            .sentence
            .token(mark.start)
            .is_some_and(|token| token.is_any(&["not", "no", "never"]));
        not && self.asks.prohibits && matches!(self.kind, Kind::Duration)
    }

    /// "Whether contractual or not": both cases are meant, none is asked.
    fn is_either(&self, mark: Mark) -> bool {
        const EITHER_TOKENS: usize = 8;
        let or = (mark.end..mark.end.saturating_add(EITHER_TOKENS))
            .find(|at| self.sentence.token(*at).is_some_and(|token| token.is("or")));
        self.sentence
            .token(mark.start)
            .is_some_and(|token| token.is("whether"))
            && or.is_some_and(|or| {
                or < self.sentence.value && !self.sentence.has_finite(mark.end..or)
            })
    }

    /// Modal forms of supposition are judged with the modals.
    fn is_would(&self, mark: Mark) -> bool {
        self.sentence
            .token(mark.start)
            .is_some_and(|token| token.is_any(&["would", "might", "could"]))
    }

    /// Whether a clause after the value keeps it in force.
    pub(crate) fn continues(&self) -> bool {
        self.sentence
            .of(Class::Continues)
            .any(|mark| mark.start > self.sentence.value)
    }

    /// "Deleted and replaced with X": the value is what was put in.
    fn is_put_in(&self, mark: Mark) -> bool {
        (mark.end..self.sentence.value).any(|at| {
            self.sentence.token(at).is_some_and(|token| {
                token.is_any(&[
                    "with",
                    "by",
                    "to",
                    "substituting",
                    "inserting",
                    "insert",
                    "following",
                    "follows",
                    "adding",
                ])
            })
        })
    }
}
