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
use crate::lead::DETERMINERS;
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
            None => self.told_to_write(),
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

    /// The clauses opened by "that" around the value, by what governs them.
    fn that_clauses(&self) -> Frame {
        let mut frame = Frame::Asserted;
        for at in 0..self.sentence.value {
            let is_that = self
                .sentence
                .token(at)
                .is_some_and(|token| token.is("that"));
            let opens = self.sentence.begins(Class::Opens, at) && self.sentence.is_visible(at);
            let phrase = self.sentence.marks.iter().any(|mark| {
                mark.start <= at && at < mark.end && mark.end.saturating_sub(mark.start) > 1
            });
            if is_that && opens && !phrase && self.holds_value(at) {
                frame = frame.or(|| self.governed(at));
            }
        }
        frame
    }

    /// Whether the clause that "that" opens still holds the value: a second verb without a
    /// joint before it belongs to the clause around.
    fn holds_value(&self, at: usize) -> bool {
        let mark = Mark {
            class: Class::Opens,
            start: at,
            end: at.saturating_add(1),
        };
        // "That TERM AND TERMINATION …": a heading is opened, nothing is pointed at.
        let next_is = |words: &[&str]| {
            self.sentence
                .token(mark.end)
                .is_some_and(|token| token.is_any(words) && (!token.capital || token.is("state")))
        };
        // "That period", "that State": the word points, it opens nothing.
        if next_is(&[
            "period",
            "date",
            "day",
            "time",
            "year",
            "term",
            "state",
            "same",
            "part",
            "portion",
            "amount",
            "purpose",
            "effect",
            "number",
            "country",
            "jurisdiction",
            "section",
            "case",
        ]) {
            return false;
        }
        // "Subject to that, …": it points back.
        if self
            .sentence
            .token(mark.end)
            .is_some_and(|token| token.shape == Shape::Mark)
        {
            return false;
        }
        let relative = self.sentence.is_finite(mark.end);
        let mut verbs = 0_usize;
        let mut joint = false;
        for next in mark.end..self.sentence.value {
            if !self.sentence.is_visible(next) {
                continue;
            }
            let Some(token) = self.sentence.token(next) else {
                continue;
            };
            // What has no verb yet is not over.
            if token.is(";") && verbs > 0 {
                return false;
            }
            joint |= !relative
                && (token.is_any(&[",", "and", "or", "but", ":"])
                    || self.sentence.begins(Class::Opens, next));
            let run = next > 0 && self.sentence.is_finite(next.saturating_sub(1));
            if self.sentence.is_finite(next) && !run && !token.is("hereby") {
                verbs = verbs.saturating_add(1);
            }
        }
        verbs < 2 || joint
    }

    /// What governs the clause after a "that".
    fn governed(&self, that: usize) -> Frame {
        let sentence = self.sentence;
        let mut head = that;
        // "It is not true, as reported in the press, that": the words between commas are passed over.
        let mut inserted = false;
        while let Some(before) = head.checked_sub(1) {
            head = before;
            let Some(token) = sentence.token(head) else {
                break;
            };
            if !sentence.is_visible(head) {
                continue;
            }
            if token.is(",") {
                inserted = !inserted;
                continue;
            }
            let adverb = token.is_any(&[
                "hereby",
                "further",
                "expressly",
                "mutually",
                "also",
                "specifically",
                "irrevocably",
                "unconditionally",
                "however",
                "herein",
                "hereto",
            ]) || token.word.ends_with("ly") && token.is_word();
            if inserted || adverb || !token.is_word() {
                continue;
            }
            break;
        }
        // "That A and that B": the first one decides for both.
        let chained = sentence
            .token(head)
            .is_some_and(|token| token.is_any(&["and", "or"]));
        let earlier = (0..head).any(|at| sentence.token(at).is_some_and(|token| token.is("that")));
        if chained && earlier {
            return Frame::Asserted;
        }
        let ends_here = |class: Class| {
            sentence
                .marks
                .iter()
                .any(|mark| mark.class == class && mark.start <= head && head < mark.end)
        };
        if let Some(verb) = self.committed_between(head, that) {
            return self.bound_by(verb, that);
        }
        if ends_here(Class::Binding) {
            return self.bound_by(head, that);
        }
        if ends_here(Class::Documents) {
            return self.document_says(head, that);
        }
        if sentence
            .token(head)
            .is_some_and(|token| token.is("provided"))
        {
            return Frame::Asserted;
        }
        if let Some(verb) = self.verb_with_company(head) {
            return self.bound_by(verb, that);
        }
        // "The covenant that … is cancelled": what becomes of it is said after it.
        let subject = !sentence.has_finite(0..head);
        match self.is_agreed_noun(head) && !subject {
            true => Frame::Asserted,
            false => self.unclear_token(that),
        }
    }

    /// "Neither party denies, and each hereby affirms, that": the verb that commits in what is set in
    /// between commas before "that".
    fn committed_between(&self, head: usize, that: usize) -> Option<usize> {
        let sentence = self.sentence;
        let is =
            |at: usize, words: &[&str]| sentence.token(at).is_some_and(|token| token.is_any(words));
        let set_in = is(head.saturating_add(1), &[","])
            && is(head.saturating_add(2), &["and", "but"])
            && that.checked_sub(1).is_some_and(|at| is(at, &[","]));
        let inside = head.saturating_add(3)..that;
        let denied = sentence.marks.iter().any(|mark| {
            matches!(mark.class, Class::Denies | Class::False) && inside.contains(&mark.start)
        });
        let hereby = inside.clone().any(|at| is(at, &["hereby", "do", "does"]));
        let verb = sentence.marks.iter().find(|mark| {
            let commits = mark.class == Class::Binding || mark.class == Class::Documents && hereby;
            commits && inside.contains(&mark.start)
        });
        verb.filter(|_| set_in && !denied).map(|mark| mark.start)
    }

    /// "Understood by all concerned that", "warrants to Licensor that": the binding verb before
    /// prepositions and their nouns.
    fn verb_with_company(&self, head: usize) -> Option<usize> {
        let sentence = self.sentence;
        let mut at = head;
        let verb = loop {
            let token = sentence.token(at)?;
            let binds = sentence
                .marks
                .iter()
                .any(|mark| mark.class == Class::Binding && mark.start <= at && at < mark.end);
            if binds {
                break at;
            }
            let verbal = token.word.ends_with("ing") || sentence.is_finite(at);
            let governs = sentence.begins(Class::Opens, at) || token.is_any(&[";", ":"]);
            let takes_back = sentence.marks.iter().any(|mark| {
                mark.start == at
                    && !matches!(
                        mark.class,
                        Class::ThisDocument | Class::Bound | Class::Finite | Class::Fronted
                    )
            });
            if verbal || governs || takes_back {
                return None;
            }
            at = at.checked_sub(1)?;
        };
        let next = sentence.token(verb.saturating_add(1))?;
        let after = sentence.token(verb.saturating_add(2))?;
        let named = after.capital
            || after.is_any(DETERMINERS)
            || after.is_any(&[
                "all",
                "each",
                "one",
                "both",
                "and",
                "us",
                "them",
                "ourselves",
            ]);
        (next.is_any(&["by", "with", "among", "between", "to", "for", "as", "and"]) && named
            || next.is(","))
        .then_some(verb)
    }

    /// "Their agreement that", "a term of this contract that": a clause that is part of what was agreed.
    fn is_agreed_noun(&self, head: usize) -> bool {
        let sentence = self.sentence;
        // "Of this contract" belongs to the noun before it.
        let own = sentence.marks.iter().find(|mark| {
            mark.class == Class::ThisDocument && mark.start <= head && head < mark.end
        });
        // "It is a term of the bargain between the parties that": the noun of the whole sentence.
        let is =
            |at: usize, words: &[&str]| sentence.token(at).is_some_and(|token| token.is_any(words));
        let it_is = is(0, &["it"]) && is(1, &["is"]) && is(2, &["a", "an", "the"]);
        let term = (3..head).find(|at| is(*at, LEXICON.agreed_nouns));
        if let (true, Some(term)) = (it_is, term) {
            let taken = sentence.marks.iter().any(|mark| {
                mark.start < head
                    && !matches!(
                        mark.class,
                        Class::Finite
                            | Class::Binding
                            | Class::Opens
                            | Class::Fronted
                            | Class::ThisDocument
                            | Class::Bound
                    )
            });
            return !taken && is(term.saturating_add(1), &["of", "between", "to"]);
        }
        let noun = match own {
            Some(mark) => mark.start.checked_sub(2),
            None => Some(head),
        };
        let Some(noun) = noun else {
            return false;
        };
        let agreed = sentence
            .token(noun)
            .is_some_and(|token| token.is_any(LEXICON.agreed_nouns));
        let committed = own.is_some()
            || sentence
                .marks
                .iter()
                .any(|mark| mark.class == Class::Binding && mark.end <= noun)
            || (0..noun).any(|at| sentence.token(at).is_some_and(|token| token.is("bound")));
        let conditional = sentence
            .token(noun)
            .is_some_and(|token| token.is("condition"));
        agreed && committed && !conditional
    }

    /// A verb that binds: the present binds, the past reports, and whoever is asked to confirm has not.
    fn bound_by(&self, head: usize, that: usize) -> Frame {
        let before = |steps: usize| {
            head.checked_sub(steps)
                .and_then(|at| self.sentence.token(at))
        };
        let word = self
            .sentence
            .token(head)
            .map_or("", |token| token.word.as_str());
        if matches!(word, "note" | "remember" | "forget") {
            return Frame::Asserted;
        }
        let near = [before(1), before(2), before(3), before(4)];
        let near_is = |words: &[&str]| near.iter().flatten().any(|token| token.is_any(words));
        let close_is = |words: &[&str]| {
            let close = [before(1), before(2), before(3)];
            close.iter().flatten().any(|token| token.is_any(words))
        };
        let resolved = word == "resolved" && near_is(&["it"]);
        if close_is(&[
            "please", "to", "kindly", "whether", "had", "was", "were", "if",
        ]) && !near_is(&["hereto", "is", "are", "hereby"])
            && !resolved
        {
            return self.unclear_token(that);
        }
        let past = word.ends_with("ed") || word == "understood" || word == "undertook";
        let present = near_is(&[
            "is", "are", "be", "been", "have", "has", "being", "hereby", "it",
        ]);
        // "IT WAS RESOLVED that": minutes tell by the past what then holds.
        let resolved =
            word == "resolved" && (head == 0 || before(1).is_some_and(|token| token.is("was")));
        match past && !present && word != "understood" && !resolved {
            true => self.unclear_token(that),
            false => Frame::Asserted,
        }
    }

    /// "This Agreement provides that" is this document; "the draft provided that" is not.
    fn document_says(&self, head: usize, that: usize) -> Frame {
        let word = self
            .sentence
            .token(head)
            .map_or("", |token| token.word.as_str());
        let past = word.ends_with("ed") || word.ends_with("ing");
        let before = head.checked_sub(1).and_then(|at| self.sentence.token(at));
        // "When summarising this, state that": an order has no subject.
        let ordered = !word.ends_with('s')
            && before
                .is_none_or(|token| !token.is_word() || token.is_any(&["please", "and", "to"]));
        let spoken =
            before.is_some_and(|token| token.is_any(&["we", "parties", "undersigned", "hereby"]));
        let own = spoken
            || self
                .sentence
                .of(Class::ThisDocument)
                .any(|mark| mark.end <= head);
        if ordered && !spoken {
            return self.unclear_token(that);
        }
        match own && !past {
            true => Frame::Asserted,
            false => self.unclear_token(that),
        }
    }
}
