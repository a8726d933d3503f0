//! Who did it to whom. `Who acquired Acme?` is not answered by what Acme acquired: where
//! a question and a sentence share their verb, whoever is named in the question must play
//! the same part in the sentence.
//!
//! English alone is looked at: its word order says who acts. A question in which no verb
//! is found this way, and a sentence that does not have it, are left to the other rules.

use groundstop_language::{ENGLISH, has};

use super::words::Word;

/// How many words may stand between a form of `to be` and its participle: `was then
/// quickly acquired`.
const PASSIVE_WORDS: usize = 3;
/// How many words may stand between a participle and its `by`: `was acquired in 2001 by`.
const AGENT_WORDS: usize = 6;
/// Forms of `to be`: with a participle they make a passive.
const BE: &[&str] = &["am", "are", "be", "been", "being", "is", "was", "were"];
/// Forms of `to do`: they ask for what somebody does.
const DO: &[&str] = &["did", "do", "does"];
/// What stands in the place of whom something is done to.
const OBJECTS: &[&str] = &["her", "him", "it", "them", "this", "those"];

/// What a question asks about somebody it names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Relation {
    /// The key of the verb.
    verb: String,
    /// The keys of those named.
    named: Vec<String>,
    /// What they do in the question.
    part: Part,
}

/// A part in what a verb says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    /// They do it.
    Agent,
    /// It is done to them.
    Patient,
}

impl Relation {
    /// The relation that a question asks about, where its words show one.
    pub(super) fn of(words: &[Word]) -> Option<Relation> {
        let small = |place: usize| words.get(place).map(|word| word.small.as_str());
        let asks = words.iter().position(|word| is_asking(&word.small))?;
        let next = asks.checked_add(1)?;
        match small(next)? {
            // Who was Acme acquired by? By whom was Acme acquired?
            be if BE.contains(&be) => {
                let verb = participle_after(words, next)?;
                let named = names(words.get(next..verb)?);
                let agent_asked = by_whom(words, asks, verb);
                agent_asked.then(|| relation(words, verb, named, Part::Patient))?
            }
            // Whom did Acme acquire?
            done if DO.contains(&done) => {
                let named = names(words.get(next..)?);
                let rest = words.iter().enumerate().skip(next);
                let mut rest = rest.skip_while(|(_, word)| !word.capital);
                let verb = rest.find(|(_, word)| is_verb(word))?.0;
                let named: Vec<String> = named
                    .into_iter()
                    .filter(|key| stands_before(words, key, verb))
                    .collect();
                relation(words, verb, named, Part::Agent)
            }
            // Who acquired Acme?
            _ if is_verb(words.get(next)?) => {
                let named = names(words.get(next..)?);
                relation(words, next, named, Part::Patient)
            }
            _ => None,
        }
    }

    /// Whether a sentence says it of the same part: nobody named in the question does in
    /// it what is done to them in the question, or the other way round.
    pub(super) fn fits(&self, words: &[Word]) -> bool {
        let mut verbs = words
            .iter()
            .enumerate()
            .filter(|(_, word)| word.key == self.verb && !word.capital)
            .map(|(place, _)| place)
            .peekable();
        verbs.peek().is_none() || verbs.any(|verb| self.fits_at(words, verb))
    }

    fn fits_at(&self, words: &[Word], verb: usize) -> bool {
        let before = |key: &String| stands_before(words, key, verb);
        let after = |key: &String| stands_after(words, key, verb);
        match (self.part, voice(words, verb)) {
            (Part::Patient, Voice::Active) => {
                let stands_for = |word: &Word| OBJECTS.contains(&word.small.as_str());
                let mut rest = words.iter().skip(verb.saturating_add(1)).take(2);
                let acts = self.named.iter().any(before);
                !acts || self.named.iter().any(after) || rest.any(stands_for)
            }
            (Part::Patient, Voice::Passive(by)) => {
                let agent = |key: &String| stands_after(words, key, by);
                !self.named.iter().any(agent)
            }
            (Part::Agent, Voice::Active) => {
                self.named.iter().any(before) || !self.named.iter().any(after)
            }
            (Part::Agent, Voice::Passive(by)) => {
                let agent = |key: &String| stands_after(words, key, by);
                self.named.iter().any(agent) || !self.named.iter().any(before)
            }
            (_, Voice::Agentless) => true,
        }
    }
}

/// How a sentence uses a verb.
#[derive(Clone, Copy)]
enum Voice {
    Active,
    /// With the place of its `by`.
    Passive(usize),
    /// A passive that does not say who did it.
    Agentless,
}

fn voice(words: &[Word], verb: usize) -> Voice {
    let from = verb.saturating_sub(PASSIVE_WORDS.saturating_add(1));
    let lead = words.get(from..verb).unwrap_or_default();
    let is_passive = lead.iter().any(|word| BE.contains(&word.small.as_str()))
        && words
            .get(verb)
            .is_some_and(|word| !word.small.ends_with("ing"));
    let rest = words.iter().enumerate().skip(verb.saturating_add(1));
    let by = rest
        .take(AGENT_WORDS)
        .find(|(_, word)| word.small == "by")
        .map(|(place, _)| place);
    match (is_passive, by) {
        (true, Some(by)) => Voice::Passive(by),
        // Acme, acquired by Beta in 2001, …
        (false, Some(by)) if by == verb.saturating_add(1) => Voice::Passive(by),
        (true, None) => Voice::Agentless,
        (false, _) => Voice::Active,
    }
}

fn relation(words: &[Word], verb: usize, named: Vec<String>, part: Part) -> Option<Relation> {
    let verb = words.get(verb)?.key.clone();
    (!named.is_empty()).then_some(Relation { verb, named, part })
}

fn is_asking(word: &str) -> bool {
    matches!(word, "who" | "whom" | "what" | "which")
}

/// Whether a word can be the verb of a question: it says something, and is no name, no
/// figure.
fn is_verb(word: &Word) -> bool {
    !word.empty && !word.capital && !word.figure && !has(ENGLISH.words.modals, &word.small)
}

fn participle_after(words: &[Word], place: usize) -> Option<usize> {
    let rest = words.iter().enumerate().skip(place.checked_add(1)?);
    let mut rest = rest.filter(|(_, word)| is_verb(word) && word.small.ends_with("ed"));
    rest.next().map(|(place, _)| place)
}

/// Whether a passive question asks who did it.
fn by_whom(words: &[Word], asks: usize, verb: usize) -> bool {
    let is_by = |place: usize| words.get(place).is_some_and(|word| word.small == "by");
    asks.checked_sub(1).is_some_and(is_by) || words.iter().skip(verb).any(|word| word.small == "by")
}

fn names(words: &[Word]) -> Vec<String> {
    let named = words.iter().filter(|word| word.capital && !word.empty);
    named.map(|word| word.key.clone()).collect()
}

fn stands_before(words: &[Word], key: &str, place: usize) -> bool {
    words.iter().take(place).any(|word| word.key == key)
}

fn stands_after(words: &[Word], key: &str, place: usize) -> bool {
    let after = words.iter().skip(place.saturating_add(1));
    after.into_iter().any(|word| word.key == key)
}

#[cfg(test)]
mod tests {
    use super::super::words::Splitter;
    use super::*;
    use groundstop_language::Language;

    fn fits(question: &str, sentence: &str) -> bool {
        let splitter = Splitter::new(Language::of(question));
        let relation = Relation::of(&splitter.words(question)).expect("a relation");
        relation.fits(&splitter.words(sentence))
    }

    #[test]
    fn what_somebody_did_is_not_what_was_done_to_them() {
        for (question, sentence, expected) in [
            ("Who acquired Acme?", "Acme acquired Beta in 2001.", false),
            ("Who acquired Acme?", "In 2001 Beta acquired Acme.", true),
            ("Who acquired Acme?", "Beta acquired it in 2001.", true),
            ("Who acquired Acme?", "Acme was acquired by Beta.", true),
            (
                "Who acquired Acme?",
                "Beta was acquired by Acme in 2001.",
                false,
            ),
            (
                "Who acquired Acme?",
                "Acme, acquired by Beta in 2001, makes pumps.",
                true,
            ),
            (
                "Who acquired Acme?",
                "Gamma, acquired by Acme in 2001, makes pumps.",
                false,
            ),
            (
                "Whom did Acme acquire?",
                "Acme acquired Beta in 2001.",
                true,
            ),
            (
                "Whom did Acme acquire?",
                "Beta acquired Acme in 2001.",
                false,
            ),
            (
                "What did Acme acquire in 2001?",
                "Beta was acquired by Acme in 2001.",
                true,
            ),
            (
                "What did Acme acquire in 2001?",
                "Acme was acquired by Beta in 2001.",
                false,
            ),
            (
                "Who was Acme acquired by?",
                "Acme acquired Beta in 2001.",
                false,
            ),
            (
                "By whom was Acme acquired?",
                "Beta acquired Acme in 2001.",
                true,
            ),
            // Another verb: the other rules decide.
            ("Who acquired Acme?", "Beta bought Acme.", true),
        ] {
            assert_eq!(fits(question, sentence), expected, "{question} {sentence}");
        }
    }

    #[test]
    fn a_question_without_a_verb_of_its_own_asks_about_no_relation() {
        for question in [
            "Who is the lender?",
            "When was Acme founded?",
            "How high is the rent?",
        ] {
            let words = Splitter::new(Language::of(question)).words(question);
            assert_eq!(Relation::of(&words), None, "{question}");
        }
    }
}
