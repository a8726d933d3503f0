//! Cases in which alone a value holds, and verbs that leave it open.

use groundstop_contract::RejectCode;
use groundstop_value::Kind;

use crate::Frame;
use crate::lexicon::{Class, Mark};
use crate::sentence::Judge;
use crate::token::{Shape, Token};

impl Judge<'_> {
    /// Cases in which alone the value holds, and suppositions that hold the value itself.
    pub(crate) fn conditions(&self) -> Frame {
        if self.is_clause() {
            return Frame::Asserted;
        }
        let sentence = self.sentence;
        let mut frame = self.in_opening_case();
        let mut marks: Vec<Mark> = sentence.of(Class::Condition).collect();
        marks.extend(self.inverted());
        for mark in marks {
            if mark.end <= sentence.value {
                let inside = self.is_in_case(mark);
                let over = !inside && self.governs_next(mark);
                let first = mark.start == 0 && !self.asks.bound;
                let asked = self.asks.contingent && !(inside && first);
                let set_aside = !inside && self.is_disregarded(mark);
                if (inside || over) && !asked && !set_aside && !self.is_idle(mark) {
                    frame = frame.or(|| match inside {
                        true => self.by_distance(RejectCode::Supposed, mark),
                        false => self.by_distance(RejectCode::Conditional, mark),
                    });
                }
            } else if !self.asks.contingent
                && !self.is_idle(mark)
                && (self.trails(mark) || self.is_set_off(mark))
            {
                frame = frame.or(|| self.unclear(mark));
            }
        }
        frame
    }

    /// "Unless this Agreement is dated …, the deposit is returned": a case that opens the sentence, holds
    /// the value and is followed by what it is a case for. What the case itself says is not stated,
    /// whatever leaves a statement standing that comes after it.
    fn in_opening_case(&self) -> Frame {
        let sentence = self.sentence;
        let opens = sentence.token(0).is_some_and(|token| {
            token.is_any(&[
                "if", "unless", "when", "whenever", "where", "once", "provided",
            ])
        });
        let mark = Mark {
            class: Class::Condition,
            start: 0,
            end: 1,
        };
        let followed = (sentence.value.saturating_add(1)..sentence.tokens.len()).any(|at| {
            let joint = sentence.token(at).is_some_and(|token| token.is(","));
            joint && sentence.is_visible(at) && sentence.clause_begins(at.saturating_add(1))
        });
        match opens && followed && !self.asks.contingent && self.is_in_case(mark) {
            true => self.unclear(mark),
            false => Frame::Asserted,
        }
    }

    /// "Should the Tenant hold over, …", "Were the Seller to …", "Had it been …": a condition told by
    /// its order of words.
    fn inverted(&self) -> Option<Mark> {
        let first = self.sentence.token(0)?;
        let asked = self
            .sentence
            .tokens
            .last()
            .is_some_and(|token| token.is("?"));
        let opens = first.capital && first.is_any(&["should", "were", "had"]);
        (opens && !asked).then_some(Mark {
            class: Class::Condition,
            start: 0,
            end: 1,
        })
    }

    /// "Regardless of the place where any copy is signed": a case that makes no difference.
    fn is_disregarded(&self, mark: Mark) -> bool {
        let first = self.sentence.token(0);
        mark.start > 0
            && first.is_some_and(|token| {
                token.is_any(&["regardless", "irrespective", "notwithstanding", "whether"])
            })
    }

    /// Whether the value stands in the condition itself: no comma or "then" begins the main clause before it.
    fn is_in_case(&self, mark: Mark) -> bool {
        (mark.end..self.sentence.value).all(|at| {
            let Some(token) = self
                .sentence
                .token(at)
                .filter(|_| self.sentence.is_visible(at))
            else {
                return true;
            };
            let ends = token.is_any(&[";", "then"]);
            let main = token.is(",") && self.sentence.clause_begins(at.saturating_add(1));
            !ends && !main
        })
    }

    /// Whether the main clause of a condition is the value's: nothing ends it in between.
    fn governs_next(&self, mark: Mark) -> bool {
        let mut clauses = 0_usize;
        for at in mark.end..self.sentence.value {
            if !self.sentence.is_visible(at) {
                continue;
            }
            let Some(token) = self.sentence.token(at) else {
                continue;
            };
            if token.is(";") {
                return false;
            }
            let chained = token.is("and") || token.is("but");
            if (chained || token.is(",") || token.is("then"))
                && self.sentence.clause_begins(at.saturating_add(1))
            {
                if chained && clauses > 0 {
                    return false;
                }
                clauses = clauses.saturating_add(usize::from(!chained));
            }
        }
        true
    }

    /// Conditions about the form of an agreement, not about the value.
    fn is_idle(&self, mark: Mark) -> bool {
        let first = self.sentence.token(mark.start);
        let word = first.map_or("", |token| token.word.as_str());
        let next: Vec<&str> = (mark.end..mark.end.saturating_add(6))
            .filter_map(|at| self.sentence.token(at))
            .map(|token| token.word.as_str())
            .collect();
        match word {
            // A proviso that gives a right or a duty of its own leaves the value standing.
            "provided" if mark.start == 0 => false,
            "provided" => {
                // "It is hereby expressly provided that": said, not conditioned. Of "is $500, provided
                // that" the verb is the value's.
                let near = mark.start.saturating_sub(3)..mark.start;
                let said = near
                    .rev()
                    .map_while(|at| self.sentence.token(at))
                    .take_while(|token| token.is_word())
                    .any(|token| token.is_any(&["is", "are", "be", "hereby"]));
                // "Only there is it provided that": turned round, it is said of nothing else.
                let turned = mark
                    .start
                    .checked_sub(1)
                    .is_some_and(|at| self.sentence.token(at).is_some_and(|token| token.is("it")));
                said && !turned
                    || next
                        .iter()
                        .any(|word| ["may", "shall", "will", "must"].contains(word))
                    || {
                        let rest = mark.end..self.sentence.tokens.len();
                        rest.take(16).any(|at| {
                            self.sentence.token(at).is_some_and(|token| {
                                token.is_any(&["may", "shall", "will", "must"])
                            })
                        })
                    }
            }
            "to" | "so" | "insofar" => true,
            // "Otherwise" names another case only at the head of a clause.
            "otherwise" => !mark.start.checked_sub(1).is_some_and(|at| {
                self.sentence
                    .token(at)
                    .is_some_and(|token| token.is_any(&[",", ";", "(", "but", "and"]))
            }),
            _ => false,
        }
    }

    /// "…, but only if the option is exercised": a condition set off at the end of the sentence.
    fn is_set_off(&self, mark: Mark) -> bool {
        let is = |at: Option<usize>, words: &[&str]| {
            at.and_then(|at| self.sentence.token(at))
                .is_some_and(|token| token.is_any(words))
        };
        let before = mark.start.checked_sub(1);
        let only = is(before, &["only"]);
        let comma = match only {
            true => is(mark.start.checked_sub(2), &[",", "but"]),
            false => is(before, &[",", "but"]),
        };
        let last = !(mark.end..self.sentence.tokens.len()).any(|at| {
            is(Some(at), &[";"])
                || is(Some(at), &[","]) && self.sentence.clause_begins(at.saturating_add(1))
        });
        // "…, provided that the Lender first consents": a proviso without a duty of its own.
        let proviso = is(Some(mark.start), &["provided"]) && comma;
        // "…, but only where the Customer has ordered both".
        let limited = is(Some(mark.start), &["only", "solely"]) && comma;
        proviso || limited || is(Some(mark.start), &["if"]) && comma && (only || last)
    }

    /// Whether a condition after the value still speaks of its clause.
    fn trails(&self, mark: Mark) -> bool {
        let between = self.sentence.value.saturating_add(1)..mark.start;
        let mut commas = 0_usize;
        for at in between {
            if !self.sentence.is_visible(at) {
                continue;
            }
            let Some(token) = self.sentence.token(at) else {
                continue;
            };
            if token.is_any(&[";", ":", "which", "who", "whose"]) {
                return false;
            }
            if token.is(",") || token.is("and") || token.is("but") {
                commas = commas.saturating_add(1);
                if self.sentence.clause_begins(at.saturating_add(1)) {
                    return false;
                }
            }
        }
        commas <= 1
    }

    /// The verb that governs the value may leave it open.
    pub(crate) fn modality(&self) -> Frame {
        if self.is_clause() {
            return Frame::Asserted;
        }
        let sentence = self.sentence;
        let start = sentence.clause_start();
        let last = (start..sentence.value)
            .rev()
            .find(|at| sentence.is_finite(*at));
        let after = || (sentence.value..sentence.clause_end()).find(|at| sentence.is_finite(*at));
        // What only may happen is stated for its case; what would happen is not stated at all.
        let unreal = |at: usize| {
            sentence
                .token(at)
                .is_some_and(|token| token.is_any(&["would", "might", "could"]))
        };
        // "We could do it for a fee of $500": the modal stands before the verb that it leaves open; "you
        // could have had": before several.
        let led = |at: usize| {
            let is = |at: usize, words: &[&str]| {
                sentence.token(at).is_some_and(|token| token.is_any(words))
            };
            let have = at
                .checked_sub(1)
                .filter(|_| is(at, &["had"]))
                .filter(|have| is(*have, &["have"]));
            let at = have.unwrap_or(at);
            let before = at.checked_sub(1).filter(|before| {
                unreal(*before) || is(at, &["have"]) && is(*before, &["should", "need", "may"])
            });
            before.unwrap_or(at)
        };
        let modal = last
            .or_else(after)
            .map(led)
            .filter(|at| sentence.begins(Class::Modal, *at))
            .filter(|at| !self.asks.contingent || unreal(*at));
        let frame = match modal {
            Some(at) => self.unclear_token(at),
            None => Frame::Asserted,
        };
        let option = sentence.of(Class::Modal).find(|mark| {
            !self.asks.contingent
                && !sentence.is_finite(mark.start)
                && mark.end <= sentence.value
                && mark.start >= start
        });
        frame.or(|| option.map_or(Frame::Asserted, |mark| self.unclear(mark)))
    }

    /// "The notice period was six months": what was so need not be so. A year that is over is told so.
    pub(crate) fn told_of_the_past(&self) -> Frame {
        if matches!(self.kind, Kind::Date { .. } | Kind::Number { .. })
            || self.is_clause()
            || self.asks.reports
            || self.continues()
        {
            return Frame::Asserted;
        }
        let sentence = self.sentence;
        let start = sentence.clause_start();
        let verb = (start..sentence.value)
            .rev()
            .find(|at| sentence.is_finite(*at));
        let was = verb.filter(|at| {
            let links = (at.saturating_add(1)..sentence.value).all(|at| {
                sentence.token(at).is_some_and(|token| {
                    !token.is_word()
                        || token.is_any(&[
                            "set",
                            "fixed",
                            "at",
                            "the",
                            "a",
                            "an",
                            "equal",
                            "to",
                            "of",
                            "for",
                            "only",
                            "governed",
                            "construed",
                            "interpreted",
                            "by",
                            "under",
                            "and",
                            "law",
                            "laws",
                            "state",
                        ])
                })
            });
            links
                && sentence
                    .token(*at)
                    .is_some_and(|token| token.is_any(&["was", "were"]))
        });
        was.or_else(|| self.until(start))
            .map_or(Frame::Asserted, |at| self.unclear_token(at))
    }

    /// "Until 2014 he held a share of 40%": a time that is over, before a verb in the past.
    fn until(&self, start: usize) -> Option<usize> {
        let sentence = self.sentence;
        let is =
            |at: usize, words: &[&str]| sentence.token(at).is_some_and(|token| token.is_any(words));
        let first =
            (0..sentence.value).find(|at| sentence.token(*at).is_some_and(Token::is_word))?;
        let fronted = is(first, &["until", "till"])
            && sentence
                .token(first.saturating_add(1))
                .is_some_and(|token| token.shape == Shape::Number);
        let present = (start..sentence.value)
            .any(|at| is(at, &["is", "are", "shall", "will", "must", "may"]));
        (fronted && !present).then_some(first)
    }
}
