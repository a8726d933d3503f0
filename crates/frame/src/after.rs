//! Words after a value that take it back: a verb that denies what is spoken of, a clause that refers to it.

use groundstop_contract::RejectCode;

use crate::Frame;
use crate::lexicon::{Class, LEXICON, Mark};
use crate::sentence::Judge;

impl Judge<'_> {
    /// Words after the value: a verb that denies what is spoken of, or a clause that refers back.
    pub(crate) fn after(&self) -> Frame {
        let sentence = self.sentence;
        let end = sentence.clause_end();
        let start = sentence.clause_start();
        let subject = !sentence.has_finite(start..sentence.value);
        let relative = (sentence.value.saturating_add(1)..end).find(|at| {
            sentence
                .token(*at)
                .is_some_and(|token| token.is_any(&["who", "which", "whose"]))
        });
        let verb = (sentence.value.saturating_add(1)..end)
            .find(|at| sentence.is_finite(*at))
            .filter(|verb| relative.is_none_or(|relative| *verb < relative));
        let mut frame = Frame::Asserted;
        for mark in &sentence.marks {
            let mark = *mark;
            if mark.start <= sentence.value
                || !sentence.is_visible(mark.start) && !self.is_beside(mark)
            {
                continue;
            }
            let Some(code) = takes_back(mark.class) else {
                continue;
            };
            if self.is_name(mark) || self.limits_nothing(mark) || self.stays(mark) {
                continue;
            }
            let adjacent = mark.start <= sentence.value.saturating_add(3)
                && (sentence.value..mark.start).all(|at| {
                    !sentence
                        .token(at)
                        .is_some_and(|token| token.is_any(&[",", "and", "or", "but"]))
                });
            let verbal = verb.is_some_and(|verb| verb <= mark.start) || adjacent;
            let predicate = subject && verbal && mark.start < end;
            let taken = predicate && !self.is_clause() || self.is_beside(mark);
            let tied = mark.start >= end && self.refers_back(end, mark) || self.is_relative(mark);
            let doubted = mark.class == Class::False || tied && self.is_telling(mark);
            let found = match (taken, doubted) {
                (true, _) => self.withdrawn(code, mark),
                (false, true) => self.unclear(mark),
                (false, false) => Frame::Asserted,
            };
            frame = frame.or(|| found);
        }
        frame
    }

    /// "It being understood that nothing herein creates a partnership": a denial of something else.
    fn limits_nothing(&self, mark: Mark) -> bool {
        let is = |at: usize, words: &[&str]| {
            let token = self.sentence.token(at);
            token.is_some_and(|token| token.is_any(words))
        };
        is(mark.start, &["nothing", "none"])
            && is(
                mark.start.saturating_add(1),
                &["herein", "hereunder", "contained", "in", "shall", "set"],
            )
    }

    /// "And it will not change": a denial of what would change the value.
    fn stays(&self, mark: Mark) -> bool {
        let plain = self
            .sentence
            .token(mark.start)
            .is_some_and(|token| token.is_any(&["not", "never"]));
        let mut next =
            (mark.end..mark.end.saturating_add(3)).filter_map(|at| self.sentence.token(at));
        plain
            && next.any(|token| {
                token.is_any(&[
                    "alter",
                    "change",
                    "changed",
                    "decrease",
                    "fluctuate",
                    "increase",
                    "rise",
                    "vary",
                ])
            })
    }

    /// Whether a denial is about the statement itself, and not about another property: "which is not
    /// refundable" leaves a deposit standing, "which was not agreed" does not.
    fn is_telling(&self, mark: Mark) -> bool {
        let plain = self.sentence.token(mark.start).is_some_and(|token| {
            token.is_any(&[
                "not", "no", "never", "none", "nor", "neither", "nothing", "need",
            ])
        });
        if mark.class != Class::Denies || !plain {
            return true;
        }
        const STATEMENTS: &[&str] = &[
            "agreed",
            "accepted",
            "accept",
            "accepts",
            "agree",
            "agrees",
            "final",
            "binding",
            "valid",
            "apply",
            "applicable",
            "pay",
            "paid",
            "payable",
            "due",
            "owed",
            "adopted",
            "approved",
            "signed",
            "correct",
            "true",
            "right",
            "so",
            "confirmed",
            "settled",
            "exist",
            "happen",
            "force",
            "effect",
            "the",
            "a",
        ];
        let next = (mark.end..mark.end.saturating_add(3)).filter_map(|at| self.sentence.token(at));
        let words: Vec<_> = next.take_while(|token| token.is_word()).collect();
        words.is_empty() || words.iter().any(|token| token.is_any(STATEMENTS))
    }

    /// Whether a mark stands right after the value, in a bracket, after a dash or after nothing.
    fn is_beside(&self, mark: Mark) -> bool {
        let plain = self.sentence.token(mark.start).is_some_and(|token| {
            token.is_any(&[
                "not", "no", "never", "none", "nor", "neither", "nothing", "need",
            ])
        });
        if mark.class == Class::Denies && plain {
            return false;
        }
        (self.sentence.value.saturating_add(1)..mark.start).all(|at| {
            self.sentence.token(at).is_some_and(|token| {
                token.is_any(&[
                    "(", "[", "-", "\u{2013}", "\u{2014}", "\"", "\u{201d}", "is", "as", "an", "a",
                    "the", "only", "still", "remains", ".",
                ])
            })
        })
    }

    /// Whether the clause that begins at `from` takes up what was said: "the Buyer disputes this".
    fn refers_back(&self, from: usize, mark: Mark) -> bool {
        let stop = self.sentence.tokens.len().min(mark.end.saturating_add(6));
        (from..stop).any(|at| {
            self.sentence.token(at).is_some_and(|token| {
                token.is_any(&[
                    "this", "it", "so", "same", "request", "proposal", "offer", "claim", "other",
                    "motion", "latter", "former", "court",
                ])
            }) && !self.is_document(at)
        }) || mark.class != Class::Denies && matches!(mark.class, Class::Disputed)
    }

    /// Whether a token begins the name of this document as a whole; its clauses are what was said.
    fn is_document(&self, at: usize) -> bool {
        let part = self
            .sentence
            .token(at.saturating_add(1))
            .is_some_and(|token| {
                token.is_any(LEXICON.terms_said) || token.is_any(LEXICON.words_said)
            });
        let marks = &self.sentence.marks;
        !part
            && marks
                .iter()
                .any(|one| one.class == Class::ThisDocument && one.start == at)
    }

    /// Whether a mark stands in a clause that "which" ties to the value: "which the Buyer rejected".
    fn is_relative(&self, mark: Mark) -> bool {
        let between = self.sentence.value.saturating_add(1)..mark.start;
        let mut which = false;
        for at in between {
            let Some(token) = self.sentence.token(at) else {
                continue;
            };
            if token.is_any(&[";"]) {
                return false;
            }
            if token.is_any(&["which", "although", "though", "but"]) {
                which = true;
            } else if which && token.is(",") {
                which = false;
            }
        }
        which && mark.class != Class::Past
    }
}

/// The code of a class that takes a statement back when it is said of it.
fn takes_back(class: Class) -> Option<RejectCode> {
    match class {
        Class::Denies | Class::False => Some(RejectCode::Negated),
        Class::Disputed | Class::Reported => Some(RejectCode::Reported),
        Class::Proposed => Some(RejectCode::Proposed),
        Class::Deleted | Class::Past => Some(RejectCode::Superseded),
        Class::Asked => Some(RejectCode::Asked),
        Class::Example => Some(RejectCode::Example),
        Class::Harmless
        | Class::DeniesNext
        | Class::Supposed
        | Class::Condition
        | Class::Modal
        | Class::Undone
        | Class::Binding
        | Class::Documents
        | Class::ThisDocument
        | Class::Order
        | Class::Continues
        | Class::Bound
        | Class::Near
        | Class::Computed
        | Class::Finite
        | Class::Opens
        | Class::Fronted => None,
    }
}
