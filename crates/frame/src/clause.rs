//! A sentence with its clauses, seen from the value in it.
//!
//! There is no statistical parser here. Clauses are told by closed classes of
//! words and marks only: verbs that carry a clause, words that open one inside
//! another, commas, semicolons, brackets and quotation marks. What is not
//! recognised as the end of a clause is not one, so that a word's reach is
//! rather taken too long than too short.

use std::ops::Range;

use groundstop_contract::RejectCode;

use crate::lexicon::{Class, LEXICON, Mark};
use crate::token::{Shape, Token, tokens};

/// How many words a subject may have before its verb.
const SUBJECT_MAX_TOKENS: usize = 24;

/// A sentence, its marks, and where in it the value stands.
pub(crate) struct Sentence {
    pub(crate) tokens: Vec<Token>,
    pub(crate) marks: Vec<Mark>,
    /// The index of the value's token.
    pub(crate) value: usize,
    /// For every token the opening marks of the brackets and quotations around it.
    enclosed: Vec<Vec<usize>>,
}

impl Sentence {
    /// The sentence in `range` with the value at `value`; nothing where the value is not in it.
    pub(crate) fn new(text: &str, range: Range<usize>, value: &Range<usize>) -> Option<Sentence> {
        let mut tokens = tokens(text, range, value);
        name_months(&mut tokens);
        let at = tokens
            .iter()
            .position(|token| token.shape == Shape::Value)?;
        let marks = LEXICON.marks(&tokens);
        let enclosed = enclosures(&tokens);
        Some(Sentence {
            tokens,
            marks,
            value: at,
            enclosed,
        })
    }

    pub(crate) fn token(&self, at: usize) -> Option<&Token> {
        self.tokens.get(at)
    }

    /// Whether what stands at a token is said on the same level as the value: not inside a
    /// bracket or quotation that was closed without it.
    pub(crate) fn is_visible(&self, at: usize) -> bool {
        let own = self.enclosed.get(self.value).map_or(&[][..], Vec::as_slice);
        let other = self.enclosed.get(at).map_or(&[][..], Vec::as_slice);
        other.iter().all(|opener| own.contains(opener))
    }

    /// Whether a token stands in what an opening mark encloses.
    pub(crate) fn is_enclosed_by(&self, at: usize, opener: usize) -> bool {
        self.enclosed
            .get(at)
            .is_some_and(|openers| openers.contains(&opener))
    }

    /// Whether the mark at a token opens something that is closed again.
    pub(crate) fn is_closed(&self, at: usize) -> bool {
        self.enclosed.iter().any(|openers| openers.contains(&at))
    }

    /// The opening marks around the value, outermost first.
    pub(crate) fn openers(&self) -> &[usize] {
        self.enclosed.get(self.value).map_or(&[][..], Vec::as_slice)
    }

    /// The visible marks of a class.
    pub(crate) fn of(&self, class: Class) -> impl Iterator<Item = Mark> + '_ {
        self.marks
            .iter()
            .copied()
            .filter(move |mark| mark.class == class && self.is_visible(mark.start))
    }

    /// Whether a phrase of a class begins at a token.
    pub(crate) fn begins(&self, class: Class, at: usize) -> bool {
        self.marks
            .iter()
            .any(|mark| mark.class == class && mark.start == at)
    }

    /// Whether a token is a verb that carries a clause.
    pub(crate) fn is_finite(&self, at: usize) -> bool {
        self.is_visible(at) && self.begins(Class::Finite, at)
    }

    pub(crate) fn has_finite(&self, range: Range<usize>) -> bool {
        range.into_iter().any(|at| self.is_finite(at))
    }

    /// Whether a clause with a verb of its own begins at a token.
    pub(crate) fn clause_begins(&self, at: usize) -> bool {
        let mut first = true;
        for next in at..self.tokens.len().min(at.saturating_add(SUBJECT_MAX_TOKENS)) {
            let Some(token) = self.token(next) else {
                return false;
            };
            if !self.is_visible(next) {
                continue;
            }
            if token.is_any(&[",", ";", ":", ".", "?"]) {
                return false;
            }
            if first
                && token.is_any(&["and", "but", "then", "so", "or", "yet", "thus", "therefore"])
            {
                continue;
            }
            if self.is_finite(next) {
                return true;
            }
            if self.begins(Class::Opens, next) {
                return false;
            }
            first = false;
        }
        false
    }

    /// The token at which the value's own clause begins.
    pub(crate) fn clause_start(&self) -> usize {
        self.clause_start_at(self.value)
    }

    /// The token at which the clause of a token begins.
    pub(crate) fn clause_start_at(&self, end: usize) -> usize {
        for at in (0..end).rev() {
            let Some(token) = self.token(at) else {
                continue;
            };
            if !self.is_visible(at) {
                continue;
            }
            let ends = token.is_any(&[";", ":"]);
            let opens = self.begins(Class::Opens, at)
                && !token.is_any(&["as", "than", "so", "since", "until"]);
            let joins = token.is_any(&[",", "and", "but", "then"])
                && self.clause_begins(at.saturating_add(1));
            if ends || opens || joins {
                return at.saturating_add(1);
            }
        }
        0
    }

    /// Whether the reach of words that end before `from` extends to the value.
    ///
    /// A clause of its own verb after a comma, "and" or "but" ends it, unless what
    /// was said before opened a clause with "that" or a list with a colon: then
    /// everything after it is still said under the same words.
    pub(crate) fn reaches(&self, mark: Mark) -> bool {
        let denies = mark.class == Class::Denies;
        let wanted = mark.class == Class::Proposed;
        if self.is_contrast(mark)
            || denies && self.is_fact(mark.end)
            || (denies || wanted) && self.is_affirmed(mark)
            || self.is_set_aside(mark)
        {
            return false;
        }
        let that = mark.end.checked_sub(1).and_then(|at| self.token(at));
        let mut under = that.is_some_and(|token| token.is("that"));
        let mut verb = self.is_verbal(mark);
        for at in mark.end..self.value {
            if !self.is_visible(at) {
                continue;
            }
            let Some(token) = self.token(at) else {
                return true;
            };
            if token.is(";") && !under {
                return false;
            }
            if token.is("that") {
                under = true;
            }
            if token.is(":") {
                if self.ends_at_colon(mark, at) {
                    return false;
                }
                under = true;
            }
            // "Not A but B" asserts B.
            if token.is("but") && mark.class == Class::Denies && !self.has_finite(at..self.value) {
                return false;
            }
            let fronted = token.is(",") && !verb && self.is_fronted(mark, at);
            if fronted && !under {
                return false;
            }
            let joint = token.is_any(&[",", "and", "but", "then", "\u{2014}", "\u{2013}"]);
            // "No party represents, warrants or acknowledges that": one subject of several verbs.
            let listed = token.is(",") && self.begins(Class::Binding, at.saturating_add(1));
            if joint && verb && !under && !listed && self.clause_begins(at.saturating_add(1)) {
                // "Does not represent, and has not relied on a promise, that": set in, not gone on.
                if token.is(",") && self.resumes(at.saturating_add(1)) {
                    under = true;
                    continue;
                }
                return false;
            }
            verb |= self.is_finite(at);
        }
        true
    }

    /// Whether a mark is a verb, or stands in a clause that has one before it.
    fn is_verbal(&self, mark: Mark) -> bool {
        const ADVERBIAL: &[&str] = &[
            "according",
            "in",
            "of",
            "under",
            "subject",
            "for",
            "so-called",
        ];
        let adverbial = self
            .token(mark.start)
            .is_some_and(|token| token.word.ends_with("ly") || token.is_any(ADVERBIAL));
        let verb = matches!(
            mark.class,
            Class::Reported | Class::Proposed | Class::Disputed | Class::Deleted
        );
        verb && !adverbial || self.has_finite(self.start_of(mark.start)..mark.end)
    }

    /// Whether words before a colon end at it: what has a verb of its own after the colon is said by
    /// itself, unless announced.
    fn ends_at_colon(&self, mark: Mark, colon: usize) -> bool {
        const ANNOUNCING: &[&str] = &[
            "following",
            "these",
            "false",
            "this",
            "note",
            "reader",
            "readers",
        ];
        let own = self.clause_begins(colon.saturating_add(1));
        let announced = (0..colon).any(|before| {
            self.token(before)
                .is_some_and(|token| token.is_any(ANNOUNCING))
        });
        // "To remove any uncertainty: …": what for it is said.
        let purpose = mark.class == Class::Deleted
            && mark.start == 1
            && self.token(0).is_some_and(|token| token.is("to"))
            && self.begins(Class::Fronted, 0);
        own && !announced && (matches!(mark.class, Class::Denies | Class::Past) || purpose)
    }

    /// "Nothing here alters the fact that": what is called a fact stays one under a denial.
    fn is_fact(&self, from: usize) -> bool {
        (from..self.value).any(|at| {
            let is = |steps: usize, word: &str| {
                let token = self.token(at.saturating_add(steps));
                token.is_some_and(|token| token.is(word))
            };
            is(0, "the") && is(1, "fact") && is(2, "that")
        })
    }

    /// "Whatever the outcome of the pending audit, …": words of an opening phrase that says that
    /// they make no difference.
    pub(crate) fn is_set_aside(&self, mark: Mark) -> bool {
        let opens = self.token(0).is_some_and(|token| {
            token.is_any(&[
                "notwithstanding",
                "regardless",
                "irrespective",
                "whatever",
                "whichever",
                "despite",
                "without",
                "although",
                "though",
            ])
        });
        let ended = (mark.end..self.value).any(|at| {
            self.token(at).is_some_and(|token| token.is(","))
                && self.clause_begins(at.saturating_add(1))
        });
        opens && ended
    }

    /// "Neither party denies, and each hereby affirms, that": a verb that binds takes the clause over.
    fn is_affirmed(&self, mark: Mark) -> bool {
        let that = (mark.end..self.value).find(|at| self.token(*at).is_some_and(|t| t.is("that")));
        let Some(that) = that else {
            return false;
        };
        let joint = (mark.end..that).find(|at| {
            self.token(*at)
                .is_some_and(|token| token.is_any(&["and", "but"]))
        });
        let after = joint.is_some_and(|joint| {
            self.marks
                .iter()
                .any(|one| one.class == Class::Binding && joint < one.start && one.end <= that)
                || (joint..that).any(|at| self.token(at).is_some_and(|token| token.is("hereby")))
        });
        after || self.is_set_in(mark, that)
    }

    /// Whether words between commas are followed by "that", which goes on from before them.
    fn resumes(&self, from: usize) -> bool {
        (from..self.value).any(|at| {
            let is = |at: usize, word: &str| self.token(at).is_some_and(|token| token.is(word));
            is(at, ",") && is(at.saturating_add(1), "that")
        })
    }

    /// "Both parties accept, and shall not dispute, that": a denial set in between commas after the verb
    /// that binds.
    fn is_set_in(&self, mark: Mark, that: usize) -> bool {
        let is = |at: Option<usize>, word: &str| {
            at.and_then(|at| self.token(at))
                .is_some_and(|token| token.is(word))
        };
        let comma = (0..mark.start).rev().find(|at| is(Some(*at), ","));
        let Some(comma) = comma else {
            return false;
        };
        let binds = self.marks.iter().any(|one| {
            one.class == Class::Binding
                && one.end == comma
                && !self
                    .token(one.start)
                    .is_some_and(|token| token.word.ends_with("ed"))
        });
        let joined = is(comma.checked_add(1), "and") || is(comma.checked_add(1), "but");
        let denied = self
            .marks
            .iter()
            .any(|one| one.class == Class::Denies && one.end <= comma);
        binds && !denied && joined && is(that.checked_sub(1), ",")
    }

    /// "After first refusing, the Seller agreed": words before the comma that carry no verb of their
    /// own, and a subject with its verb after it.
    fn is_fronted(&self, mark: Mark, comma: usize) -> bool {
        let after = comma.saturating_add(1);
        // "There being no objection, …": the participle may stand before what it denies.
        let before = mark
            .start
            .checked_sub(1)
            .filter(|at| self.token(*at).is_some_and(|token| token.is("being")));
        let near = [Some(mark.start), Some(mark.end), before];
        let gerund = near.into_iter().flatten().any(|at| {
            self.token(at)
                .is_some_and(|token| token.word.ends_with("ing") && !token.is("according"))
        });
        let supposes = matches!(
            mark.class,
            Class::Supposed | Class::Condition | Class::Example
        );
        let inverted = self.is_finite(after);
        gerund && !supposes && !inverted && !self.has_finite(0..comma) && self.clause_begins(after)
    }

    /// "By the internal laws, and not by the rules of conflict, of Ohio": what is denied ends at the comma.
    fn is_contrast(&self, mark: Mark) -> bool {
        let joined = mark.start.checked_sub(1).is_some_and(|at| {
            self.token(at)
                .is_some_and(|token| token.is_any(&["and", "but", ","]))
        });
        let not = self.token(mark.start).is_some_and(|token| token.is("not"));
        let comma =
            (mark.end..self.value).find(|at| self.token(*at).is_some_and(|token| token.is(",")));
        joined
            && not
            && comma.is_some_and(|comma| {
                comma > mark.end.saturating_add(1) && !self.has_finite(mark.end..comma)
            })
    }

    /// Whether words found before the value by another rule still reach it.
    pub(crate) fn heard(&self, code: RejectCode, because: &Range<usize>) -> bool {
        let scoped = matches!(
            code,
            RejectCode::Estimate
                | RejectCode::Superseded
                | RejectCode::Example
                | RejectCode::Negated
        );
        let value = self.token(self.value).map_or(0, |token| token.span.start);
        let kept = code == RejectCode::Superseded
            && self
                .of(Class::Continues)
                .any(|mark| mark.start > self.value);
        if kept {
            return false;
        }
        // "Non Exclusive": what denies the value and touches it reaches it, whatever its letters.
        let touches = code == RejectCode::Negated && because.end.saturating_add(1) >= value;
        if !scoped || because.end > value || touches {
            return true;
        }
        let start = self
            .tokens
            .iter()
            .position(|token| token.span.end > because.start);
        let Some(start) = start else {
            return true;
        };
        self.reaches(Mark {
            class: if code == RejectCode::Negated {
                Class::Denies
            } else {
                Class::Proposed
            },
            start,
            end: start.saturating_add(1),
        })
    }

    /// The first token of the clause in which a token stands, by marks only.
    fn start_of(&self, at: usize) -> usize {
        (0..at)
            .rev()
            .find(|one| {
                self.is_visible(*one)
                    && self
                        .token(*one)
                        .is_some_and(|token| token.is_any(&[",", ";", ":"]))
            })
            .map_or(0, |one| one.saturating_add(1))
    }

    /// Whether a comma or more than a few words stand between a token and the value.
    pub(crate) fn is_far(&self, end: usize) -> bool {
        const NEAR_TOKENS: usize = 12;
        let between = end..self.value;
        between.len() > NEAR_TOKENS
            || between
                .into_iter()
                .any(|at| self.token(at).is_some_and(|token| token.is(",")))
    }

    /// The bytes of a mark.
    pub(crate) fn bytes(&self, mark: Mark) -> Range<usize> {
        let start = self.token(mark.start).map_or(0, |token| token.span.start);
        let last = mark.end.saturating_sub(1).max(mark.start);
        let end = self.token(last).map_or(start, |token| token.span.end);
        start..end.max(start)
    }

    /// The first token after the value at which its own clause has ended.
    pub(crate) fn clause_end(&self) -> usize {
        for at in self.value.saturating_add(1)..self.tokens.len() {
            let Some(token) = self.token(at) else {
                continue;
            };
            if !self.is_visible(at) {
                continue;
            }
            let ends = token.is_any(&[";", "?", "!"]);
            let joins = token.is_any(&[",", "and", "but", "\u{2014}", "\u{2013}"])
                && self.clause_begins(at.saturating_add(1))
                && self.has_finite(self.clause_start()..at);
            if ends || joins {
                return at;
            }
        }
        self.tokens.len()
    }
}

/// "May" beside a number is a month and no verb.
fn name_months(tokens: &mut [Token]) {
    let numbers: Vec<bool> = tokens
        .iter()
        .map(|token| matches!(token.shape, Shape::Number | Shape::Value))
        .collect();
    for (at, token) in tokens.iter_mut().enumerate() {
        let beside = |at: Option<usize>| at.and_then(|at| numbers.get(at)) == Some(&true);
        if token.capital
            && token.word == "may"
            && (beside(at.checked_add(1)) || beside(at.checked_sub(1)))
        {
            token.word = "may (month)".to_owned();
        }
    }
}

/// Whether a straight quotation mark opens: it touches what follows it and nothing but a bracket before it.
fn opens_quotation(tokens: &[Token], at: usize) -> bool {
    let Some(mark) = tokens.get(at) else {
        return false;
    };
    let before = at.checked_sub(1).and_then(|before| tokens.get(before));
    let left = before.is_some_and(|before| {
        before.span.end == mark.span.start && !before.is_any(&["(", "[", "{"])
    });
    let next = tokens.get(at.saturating_add(1));
    let right = next.is_some_and(|next| next.span.start == mark.span.end);
    right && !left
}

/// "Does 'not' expire": one common word in quotation marks is stressed, not quoted, and is heard.
fn is_scare(tokens: &[Token], open: usize, close: usize) -> bool {
    let quote = tokens
        .get(open)
        .is_some_and(|token| token.is_any(&["\"", "'", "\u{201c}", "\u{2018}", "\u{ab}"]));
    let word = tokens.get(open.saturating_add(1));
    quote
        && close == open.saturating_add(2)
        && word.is_some_and(|word| word.is_word() && !word.capital)
}

/// For every token the opening marks of the closed brackets and quotations around it.
fn enclosures(tokens: &[Token]) -> Vec<Vec<usize>> {
    let mut stack: Vec<usize> = Vec::new();
    let mut closed: Vec<(usize, usize)> = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        if token.shape != Shape::Mark {
            continue;
        }
        let opener = match token.word.as_str() {
            "(" | "[" | "{" | "\u{201c}" | "\u{2018}" | "\u{ab}" => {
                stack.push(at);
                continue;
            }
            ")" => "(",
            "]" => "[",
            "}" => "{",
            "\u{201d}" => "\u{201c}",
            "\u{2019}" => "\u{2018}",
            "\u{bb}" => "\u{ab}",
            "\"" | "'" if opens_quotation(tokens, at) => {
                stack.push(at);
                continue;
            }
            "\"" => "\"",
            // "The parties' rights": an apostrophe closes nothing that was not opened.
            "'" => "'",
            _ => continue,
        };
        let open = stack
            .iter()
            .rposition(|open| tokens.get(*open).is_some_and(|token| token.is(opener)));
        match open {
            Some(index) => {
                if let Some(open) = stack.get(index) {
                    closed.push((*open, at));
                }
                stack.truncate(index);
            }
            None if opener == "\"" => stack.push(at),
            None => {}
        }
    }
    closed.retain(|(open, close)| !is_scare(tokens, *open, *close));
    closed.sort_unstable();
    (0..tokens.len())
        .map(|at| {
            closed
                .iter()
                .filter(|(open, close)| *open < at && at < *close)
                .map(|(open, _)| *open)
                .collect()
        })
        .collect()
}
