//! The clauses that "that" opens around a value, and what governs them.

use crate::Frame;
use crate::lead::DETERMINERS;
use crate::lexicon::{Class, LEXICON, Mark};
use crate::sentence::Judge;
use crate::token::Shape;

impl Judge<'_> {
    /// The clauses opened by "that" around the value, by what governs them.
    pub(crate) fn that_clauses(&self) -> Frame {
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
            // "Without admitting that …, the Company pays": the clause is over before the sentence begins.
            let aside = self.sentence.is_set_aside(Mark {
                class: Class::Opens,
                start: at,
                end: at.saturating_add(1),
            });
            if is_that && opens && !phrase && !aside && self.holds_value(at) {
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
        // "That period", "that of England": the word points, it opens nothing.
        if next_is(&[
            "of",
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

    /// The word before a "that" on which its clause hangs.
    fn governor(&self, that: usize) -> usize {
        const ADVERBS: &[&str] = &[
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
        ];
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
            let adverb = token.is_any(ADVERBS) || token.word.ends_with("ly") && token.is_word();
            if inserted || adverb || !token.is_word() {
                continue;
            }
            break;
        }
        head
    }

    /// What governs the clause after a "that".
    fn governed(&self, that: usize) -> Frame {
        let sentence = self.sentence;
        let head = self.governor(that);
        // "Everything that you see shall be kept secret": no clause says what a pronoun is.
        if sentence.token(head).is_some_and(|token| {
            token.is_any(&["everything", "anything", "something", "whatever"])
                || token.is("all") && head == 0
        }) {
            return Frame::Asserted;
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
        // "The correct position is that …".
        let avowed = sentence
            .token(head)
            .is_some_and(|token| token.is_any(&["is", "was"]))
            && (0..head).any(|at| {
                let the = at == 0
                    || sentence
                        .token(at.saturating_sub(1))
                        .is_some_and(|token| token.is("the"));
                the && head <= at.saturating_add(3)
                    && sentence
                        .token(at)
                        .is_some_and(|token| token.is_any(LEXICON.avows))
            });
        if avowed {
            return Frame::Asserted;
        }
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
        if let Some(verb) = self.verb_with_company(head, Class::Binding) {
            return self.bound_by(verb, that);
        }
        // "The covenant that … is cancelled": what becomes of it is said after it.
        let subject = !sentence.has_finite(0..head);
        if self.is_agreed_noun(head) && !subject {
            return Frame::Asserted;
        }
        // "This letter records for your files that".
        match self.verb_with_company(head, Class::Documents) {
            Some(verb) => self.document_says(verb, that),
            None => self.unclear_token(that),
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
    fn verb_with_company(&self, head: usize, class: Class) -> Option<usize> {
        let sentence = self.sentence;
        let mut at = head;
        let verb = loop {
            let token = sentence.token(at)?;
            let binds = sentence
                .marks
                .iter()
                .any(|mark| mark.class == class && mark.start <= at && at < mark.end);
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
        let behalf = next.is("on") && after.is("behalf");
        (next.is_any(&["by", "with", "among", "between", "to", "for", "as", "and"]) && named
            || behalf
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
                    && sentence.reaches(*mark)
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
        if matches!(word, "advised" | "informed") {
            return self.told_to_know(head, that);
        }
        if self.is_for_confirming(head) {
            return Frame::Asserted;
        }
        let near = [before(1), before(2), before(3), before(4)];
        let near_is = |words: &[&str]| near.iter().flatten().any(|token| token.is_any(words));
        let close_is = |words: &[&str]| {
            let close = [before(1), before(2), before(3)];
            close.iter().flatten().any(|token| token.is_any(words))
        };
        let resolved = word == "resolved" && near_is(&["it"]);
        // "The Seller did not deny that": told of another time; "they did agree" only stresses it.
        if close_is(&["did"]) && close_is(&["not", "never"]) {
            return self.unclear_token(that);
        }
        if close_is(&[
            "please", "to", "kindly", "whether", "had", "was", "were", "if",
        ]) && !near_is(&["hereto", "is", "are", "am", "hereby"])
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

    /// "Please be advised that" tells; "we were advised that" reports.
    fn told_to_know(&self, head: usize, that: usize) -> Frame {
        let is = |steps: usize, words: &[&str]| {
            let at = head.checked_sub(steps);
            at.and_then(|at| self.sentence.token(at))
                .is_some_and(|token| token.is_any(words))
        };
        let polite = is(2, &["please", "kindly"]) || head == 1;
        match is(1, &["be"]) && polite {
            true => Frame::Asserted,
            false => self.unclear_token(that),
        }
    }

    /// "We write to confirm", "this letter serves to certify", "I should like to record": the verb says
    /// what the writing is for, and whoever writes speaks for himself.
    fn is_for_confirming(&self, head: usize) -> bool {
        let sentence = self.sentence;
        let is =
            |at: usize, words: &[&str]| sentence.token(at).is_some_and(|token| token.is_any(words));
        let Some(to) = head.checked_sub(1).filter(|at| is(*at, &["to"])) else {
            return false;
        };
        let Some(verb) = to.checked_sub(1) else {
            return false;
        };
        let writes = is(
            verb,
            &[
                "write", "writing", "writes", "serves", "serve", "wish", "like",
            ],
        );
        let spoken = (0..verb).any(|at| {
            is(at, &["we", "i", "undersigned", "this", "these"]) && at >= verb.saturating_sub(4)
        });
        let taken = sentence.marks.iter().any(|mark| {
            mark.start < head
                && matches!(
                    mark.class,
                    Class::Denies
                        | Class::False
                        | Class::Condition
                        | Class::Supposed
                        | Class::Asked
                )
        });
        writes && spoken && !taken
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
