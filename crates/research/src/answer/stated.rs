//! Whether a sentence of a document states until when the document holds, from when, or for how
//! long it is renewed.
//!
//! What counts is how the sentence is built: the document or its term is what something is said
//! of ("this Agreement", "the initial term"), a verb of lasting, beginning or renewing follows,
//! and after that a date, a length of time, or words for another end. A sentence that only shares
//! words with the question states nothing.

use groundstop_language::{Language, has};
use groundstop_value::{Kind, read_all};

use super::words::Word;
use crate::question::Topic;

/// How many words before a name of the document the word that points at it may stand.
const POINTS_WORDS: usize = 4;
/// How many words may stand between the document and its verb.
const VERB_WORDS: usize = 16;
/// How many words may stand between what a term is called and its length.
const LENGTH_WORDS: usize = 12;
/// How many words may stand between the document and what renews it.
const RENEWAL_WORDS: usize = 32;
/// How many words a sentence may begin with before it speaks of a case.
const CASE_WORDS: usize = 3;

/// What is said of a document, or of its term.
struct Predicate {
    /// The place of its verb.
    verb: usize,
    /// Whether it is said of the term.
    of_term: bool,
}

/// A sentence to be looked at.
pub(super) struct Statement<'a> {
    pub(super) language: &'static Language,
    pub(super) text: &'a str,
    pub(super) words: &'a [Word],
    /// The keys of what the question calls the document: `suppli`, `agreement`.
    pub(super) title: &'a [String],
    /// Whether it stands at the beginning of the document.
    pub(super) opens: bool,
}

impl Statement<'_> {
    /// How plainly it states a term; nothing where it does not.
    pub(super) fn states(&self, topic: Topic) -> Option<usize> {
        match topic {
            Topic::End => self.states_end(),
            Topic::Effect => self.states_beginning(),
            Topic::Renewal => self.states_renewal(),
            Topic::Made => self.states_year(),
            Topic::Parties | Topic::Notice | Topic::Law => None,
        }
    }

    fn states_end(&self) -> Option<usize> {
        let said = &self.language.words;
        let ends = self.predicates().into_iter().filter_map(|predicate| {
            let verb = predicate.verb;
            let end = if self.is_of(verb, said.term_begins) {
                self.end_after_beginning(verb)?.saturating_add(1)
            } else if self.is_of(verb, said.term_is) {
                let next = verb.saturating_add(1);
                let of_term =
                    predicate.of_term || self.next(next, LENGTH_WORDS, said.term_nouns).is_some();
                of_term.then(|| self.end_after(verb))??
            } else {
                self.end_after(verb)?
            };
            Some(end.saturating_add(usize::from(predicate.of_term)))
        });
        ends.max()
    }

    /// How plainly an end stands after a verb of beginning: after a second verb of the document, or
    /// before the verb of something else.
    fn end_after_beginning(&self, verb: usize) -> Option<usize> {
        let next = verb.saturating_add(1);
        let places = next..self.words.len();
        let mut others = places.filter(|place| self.is_lasting(*place) && !self.is_joined(*place));
        let within = others.next().map_or(LENGTH_WORDS, |other| {
            other.saturating_sub(next).min(LENGTH_WORDS)
        });
        let own = || self.end_within(verb, within);
        self.lasting_after(verb).or_else(own)
    }

    /// How plainly an end stands after a second verb: "shall commence on that day and continue".
    fn lasting_after(&self, verb: usize) -> Option<usize> {
        let places = verb.saturating_add(1)..self.words.len();
        let joined = places.filter(|place| self.is_lasting(*place) && self.is_joined(*place));
        joined.filter_map(|place| self.end_after(place)).max()
    }

    /// Whether a word is a verb of lasting or ending, and no noun: "the end".
    fn is_lasting(&self, place: usize) -> bool {
        let said = &self.language.words;
        let is_verb = self.is_of(place, said.term_lasts) || self.is_of(place, said.term_ends);
        let before = place.checked_sub(1);
        is_verb && !before.is_some_and(|before| self.is_of(before, said.term_determiners))
    }

    /// Whether a verb has the subject of the verb before it: "and shall continue", ", to end".
    fn is_joined(&self, verb: usize) -> bool {
        let said = &self.language.words;
        let links = |place: &usize| self.is_of(*place, said.term_links);
        let first = (0..verb).rev().take_while(links).last().unwrap_or(verb);
        let and = (first..verb).any(|place| self.is_of(place, said.term_and));
        let before = first
            .checked_sub(1)
            .and_then(|before| self.words.get(before));
        let (Some(before), Some(word)) = (before, self.words.get(first)) else {
            return false;
        };
        let gap = self
            .text
            .get(before.span.end..word.span.start)
            .unwrap_or("");
        and || gap.contains(',') || gap.contains(')')
    }

    fn end_after(&self, verb: usize) -> Option<usize> {
        self.end_within(verb, LENGTH_WORDS)
    }

    /// How plainly an end stands within so many words after a verb. What ends does so on a day or
    /// after a time; what goes on does so until something happens, too.
    fn end_within(&self, verb: usize, within: usize) -> Option<usize> {
        let said = &self.language.words;
        let from = self.words.get(verb)?.span.end;
        let next = verb.saturating_add(1);
        let until = || self.next(next, within, said.term_until);
        if self.has_soon(&date(), from, within) {
            Some(4)
        } else if self.has_soon(&Kind::Duration, from, within) {
            Some(3)
        } else if !self.is_of(verb, said.term_ends) && until().is_some() {
            Some(2)
        } else {
            self.next(next, within, said.term_days).map(|_| 2)
        }
    }

    /// Whether a value of a kind stands within so many words after a place.
    fn has_soon(&self, kind: &Kind, from: usize, within: usize) -> bool {
        let mut readings = read_all(kind, self.text).into_iter();
        readings
            .any(|one| one.span.start >= from && self.words_between(from, one.span.start) <= within)
    }

    /// Whether a document is made in a year that the sentence names, where its day is left blank:
    /// "made this day of , 2009".
    fn states_year(&self) -> Option<usize> {
        let said = &self.language.words;
        let subject = self.subjects().into_iter().next()?;
        let from = subject.saturating_add(1);
        let made = self.next(from, VERB_WORDS, said.term_made)?;
        let after = self
            .words
            .iter()
            .skip(made.saturating_add(1))
            .take(LENGTH_WORDS);
        let year = after.into_iter().any(|word| is_year(&word.small));
        (self.opens && year).then_some(1)
    }

    fn states_beginning(&self) -> Option<usize> {
        let said = &self.language.words;
        let begins = self.predicates().into_iter().filter(|predicate| {
            let verb = self.words.get(predicate.verb);
            verb.is_some_and(|verb| has(said.term_begins, &verb.small))
        });
        let mut begins = begins.filter_map(|predicate| {
            let from = self.words.get(predicate.verb)?.span.end;
            self.has_soon(&date(), from, LENGTH_WORDS).then_some(3)
        });
        begins.next()
    }

    /// What the sentence says of the document or of its term: the verb of every clause that has
    /// one of them for its subject.
    fn predicates(&self) -> Vec<Predicate> {
        let said = &self.language.words;
        if self.is_case() {
            return Vec::new();
        }
        let mut found = Vec::new();
        for subject in self.subjects() {
            let of_term = self.is_term(subject);
            let mut at = subject.saturating_add(1);
            // "the term of this Agreement"
            if of_term && let Some(owner) = self.owner(at) {
                at = owner.saturating_add(1);
            }
            let verb = self
                .words
                .iter()
                .enumerate()
                .skip(at)
                .take(VERB_WORDS)
                .find(|(_, word)| self.is_verb(word));
            let Some((verb, _)) = verb else { continue };
            let between = self.words.get(at..verb).unwrap_or_default();
            let joins = between.iter().all(|word| {
                has(said.term_links, &word.small) || word.figure || word.small.len() == 1
            });
            if joins {
                found.push(Predicate { verb, of_term });
            }
        }
        found
    }

    fn is_verb(&self, word: &Word) -> bool {
        let said = &self.language.words;
        [
            said.term_lasts,
            said.term_ends,
            said.term_begins,
            said.term_is,
        ]
        .iter()
        .any(|list| has(list, &word.small))
    }

    fn is_term(&self, place: usize) -> bool {
        let word = self.words.get(place);
        word.is_some_and(|word| has(self.language.words.term_nouns, &word.small))
    }

    /// Where the document is named whose term was named before: "of this Agreement".
    fn owner(&self, from: usize) -> Option<usize> {
        let of = self.words.get(from)?;
        let documents = self.language.words.documents;
        (of.empty)
            .then(|| self.next(from, POINTS_WORDS.saturating_add(1), documents))
            .flatten()
    }

    /// Whether it says for how long the document is renewed. What both sides have to agree on anew
    /// is no renewal.
    fn states_renewal(&self) -> Option<usize> {
        let said = &self.language.words;
        let anew = self
            .words
            .iter()
            .any(|word| has(said.term_anew, &word.small));
        if anew || self.is_case() {
            return None;
        }
        let renewed = self
            .words
            .iter()
            .position(|word| has(said.term_renewed, &word.small))?;
        let of_document = self.subjects().into_iter().any(|subject| {
            let between = self.words.get(subject..renewed).unwrap_or_default();
            let denied = |word: &Word| has(said.negations, &word.small);
            (1..=RENEWAL_WORDS).contains(&between.len()) && !between.iter().any(denied)
        });
        let from = self.words.get(renewed)?.span.end;
        let length = self.has_soon(&Kind::Duration, from, LENGTH_WORDS);
        (of_document && length).then_some(3)
    }

    /// Where the document itself, or the time for which it holds, is what something is said of.
    fn subjects(&self) -> Vec<usize> {
        let said = &self.language.words;
        // "will" is a document, too, and mostly none.
        let named = |word: &Word| {
            !has(said.modals, &word.small)
                && (has(said.documents, &word.small) || has(said.term_nouns, &word.small))
        };
        let words = self.words.iter().enumerate();
        let named = words
            .filter(|(_, word)| named(word))
            .map(|(place, _)| place);
        named
            .filter(|place| {
                let points = self.points_at(*place);
                points.is_some_and(|points| self.opens_clause(points))
            })
            .collect()
    }

    /// Where the words begin that point at the document itself, or at its term: "this letter
    /// Agreement", "the initial term". Another one is called something else than the question
    /// calls it: "the Reseller Agreement".
    fn points_at(&self, noun: usize) -> Option<usize> {
        let said = &self.language.words;
        let from = noun.saturating_sub(POINTS_WORDS);
        let mut points = (from..noun)
            .rev()
            .take_while(|place| self.is_adjacent(*place))
            .find(|place| self.is_of(*place, said.term_determiners))?;
        let own = self.is_of(points, said.term_own);
        while let Some(before) = points.checked_sub(1)
            && self.is_adjacent(before)
            && self.is_of(before, said.term_determiners)
        {
            points = before;
        }
        let called = self.words.get(points..=noun).unwrap_or_default();
        let called = called
            .iter()
            .all(|word| has(said.term_determiners, &word.small) || self.title.contains(&word.key));
        (own || called || self.is_term(noun)).then_some(points)
    }

    /// Whether a clause begins at a word: it stands at the beginning, after a mark, or after a word
    /// that takes no object.
    fn opens_clause(&self, place: usize) -> bool {
        let Some(last) = place.checked_sub(1) else {
            return true;
        };
        let (Some(before), Some(word)) = (self.words.get(last), self.words.get(place)) else {
            return false;
        };
        let gap = self
            .text
            .get(before.span.end..word.span.start)
            .unwrap_or("");
        let marked = gap.contains([',', ';', ':', '.', ')', '"', '\u{201d}', '\u{2014}']);
        // Two names without a preposition between them are of two clauses.
        let prepositions = self.language.words.frame_prepositions;
        let apart = before.capital && !has(prepositions, &before.small);
        marked || word.capital || apart || before.small == "that"
    }

    fn is_of(&self, place: usize, list: &[&str]) -> bool {
        let word = self.words.get(place);
        word.is_some_and(|word| has(list, &word.small))
    }

    /// Whether nothing but blanks stands between a word and the next one.
    fn is_adjacent(&self, place: usize) -> bool {
        let (Some(word), Some(next)) = (
            self.words.get(place),
            self.words.get(place.saturating_add(1)),
        ) else {
            return false;
        };
        let gap = self.text.get(word.span.end..next.span.start).unwrap_or("");
        gap.chars()
            .all(|c| c.is_whitespace() || matches!(c, '"' | '\u{201c}' | '-'))
    }

    /// The next word of a list, from a place on and within so many words.
    fn next(&self, from: usize, within: usize, list: &[&str]) -> Option<usize> {
        let words = self.words.iter().enumerate().skip(from).take(within);
        let mut found = words.filter(|(_, word)| has(list, &word.small));
        found.next().map(|(place, _)| place)
    }

    fn words_between(&self, from: usize, to: usize) -> usize {
        let words = self.words.iter();
        words
            .filter(|word| word.span.start >= from && word.span.end <= to)
            .count()
    }

    /// Whether it speaks of a case: "If either party fails".
    fn is_case(&self) -> bool {
        let said = &self.language.words;
        let head = self.words.iter().take(CASE_WORDS);
        head.into_iter()
            .any(|word| has(said.term_cases, &word.small))
    }
}

fn is_year(word: &str) -> bool {
    let year = word.parse::<u16>();
    word.len() == 4 && year.is_ok_and(|year| (1900..2100).contains(&year))
}

fn date() -> Kind {
    Kind::Date {
        order: None,
        century: None,
    }
}

#[cfg(test)]
mod tests {
    use groundstop_language::ENGLISH;

    use super::super::words::Splitter;
    use super::*;

    fn states(topic: Topic, text: &str) -> Option<usize> {
        let words = Splitter::new(ENGLISH).words(text);
        let title = ["suppli", "agreement"].map(str::to_owned);
        let statement = Statement {
            language: ENGLISH,
            text,
            words: &words,
            title: &title,
            opens: true,
        };
        statement.states(topic)
    }

    #[test]
    fn an_end_is_stated_of_the_document_or_its_term() {
        for text in [
            "This Agreement shall expire on 31 December 2030.",
            "4.1 Term. This Agreement shall commence on the Effective Date and shall continue for three (3) years.",
            "The initial term of this Agreement is five years.",
            "Unless terminated earlier, this Agreement shall have an initial term of two (2) years.",
            "The Supply Agreement shall remain in force until either party terminates it.",
            "This Agreement will continue indefinitely.",
            "The term of this Agreement will end on the second anniversary of that day.",
        ] {
            assert!(states(Topic::End, text).is_some(), "{text}");
        }
    }

    #[test]
    fn what_ends_something_else_or_in_a_case_only_is_no_end() {
        for text in [
            "The license under this Agreement shall expire on 31 December 2030.",
            "The Reseller Agreement shall expire in three years.",
            "If the Buyer fails to pay, this Agreement shall terminate after thirty days.",
            "Either party may terminate this Agreement upon thirty days notice.",
            "This Agreement may be terminated upon thirty days notice.",
            "This Agreement shall not terminate on 31 December 2030.",
            "This Agreement shall commence on the Effective Date, and the warranties in it shall continue for two years.",
            "This Agreement shall terminate upon completion of the work.",
            "The parties have signed this Agreement on 31 December 2030.",
            "This will remain open until noon.",
        ] {
            assert_eq!(states(Topic::End, text), None, "{text}");
        }
    }

    #[test]
    fn a_beginning_needs_a_date() {
        let dated = "The term of this Agreement shall commence on 1 March 2020 and last two years.";
        assert!(states(Topic::Effect, dated).is_some());
        for text in [
            "This Agreement shall commence on the Effective Date.",
            "The services shall commence on 1 March 2020.",
        ] {
            assert_eq!(states(Topic::Effect, text), None, "{text}");
        }
    }

    #[test]
    fn a_renewal_needs_its_length_and_no_new_agreement() {
        let renewed = "Thereafter, this Agreement shall automatically renew for successive terms of one (1) year.";
        assert!(states(Topic::Renewal, renewed).is_some());
        for text in [
            "This Agreement shall not be renewed for another year.",
            "This Agreement may be extended by one year by mutual agreement.",
            "The licence renews for one year.",
            "This Agreement shall renew automatically.",
        ] {
            assert_eq!(states(Topic::Renewal, text), None, "{text}");
        }
    }

    #[test]
    fn a_year_stands_where_the_day_is_left_blank() {
        let blank = "This Supply Agreement is made this day of , 2009 between the parties.";
        assert!(states(Topic::Made, blank).is_some());
        let none = "This Supply Agreement is made between the parties.";
        assert_eq!(states(Topic::Made, none), None);
        let words = Splitter::new(ENGLISH).words(blank);
        let later = Statement {
            language: ENGLISH,
            text: blank,
            words: &words,
            title: &[],
            opens: false,
        };
        assert_eq!(later.states(Topic::Made), None);
    }
}
