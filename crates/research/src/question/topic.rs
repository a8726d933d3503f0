//! Which term of a document a question asks for.

use groundstop_language::{Language, has};

use crate::answer::words::Word;

/// A term that documents of all kinds have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topic {
    /// Who is bound.
    Parties,
    /// The date it bears.
    Made,
    /// From when it holds.
    Effect,
    /// Until when it holds.
    End,
    /// For how long it is renewed.
    Renewal,
    /// How long before the end a renewal must be refused.
    Notice,
    /// Whose law governs it.
    Law,
}

impl Topic {
    /// What the words of a question beside the document's name ask for. Every word that says
    /// something must belong to it: "when does the exclusivity expire" is about something else.
    pub(super) fn of(language: &Language, words: &[&Word]) -> Option<Topic> {
        let said = &language.words;
        let telling: Vec<&str> = words
            .iter()
            .filter(|word| !has(said.asks_openly, &word.small))
            .filter(|word| !word.empty && !has(said.asks_fillers, &word.small))
            .map(|word| word.small.as_str())
            .collect();
        let all = |lists: &[&[&str]]| {
            let known = |word: &&str| lists.iter().any(|list| has(list, word));
            !telling.is_empty() && telling.iter().all(known)
        };
        let any = |list: &[&str]| telling.iter().any(|word| has(list, word));
        let renewal = any(said.asks_renewal);
        let topics = [
            (
                any(said.asks_notice) && renewal && all(&[said.asks_notice, said.asks_renewal]),
                Topic::Notice,
            ),
            (all(&[said.asks_renewal]), Topic::Renewal),
            (all(&[said.asks_law]), Topic::Law),
            (all(&[said.asks_parties]), Topic::Parties),
            (
                any(said.asks_end) && all(&[said.asks_end, said.asks_made]),
                Topic::End,
            ),
            (
                any(said.asks_effect) && all(&[said.asks_effect, said.asks_made]),
                Topic::Effect,
            ),
            (all(&[said.asks_made]), Topic::Made),
        ];
        let found = topics.into_iter().find(|(holds, _)| *holds);
        found.map(|(_, topic)| topic)
    }
}
