//! What a question asks of a document that it names: "When does the Supply Agreement between
//! A and B expire?"
//!
//! Such a question has two parts. The name of the document is its kind with its parties
//! (`document.rs`); what is left asks for one term of it (`topic.rs`). A question that names no
//! document by its parties, asks for more than a term, or is answered by yes or no is none of
//! these: the rules that count words decide there.

mod document;
mod topic;

use groundstop_language::{Language, has};

pub use document::DocumentName;
pub use topic::Topic;

use crate::answer::words::{Splitter, Word};

/// A question for one term of a document that it names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TermQuestion {
    /// What is asked for.
    pub topic: Topic,
    /// The document it is asked of.
    pub document: DocumentName,
}

impl TermQuestion {
    /// Takes a question apart; nothing where it is another kind of question.
    #[must_use]
    pub fn of(question: &str) -> Option<TermQuestion> {
        let language = Language::of(question);
        let words = Splitter::new(language).words(question);
        let (document, named) = DocumentName::find(language, question, &words)?;
        let rest: Vec<&Word> = words
            .iter()
            .enumerate()
            .filter(|(place, _)| !named.contains(place))
            .map(|(_, word)| word)
            .collect();
        let openly = |word: &&Word| has(language.words.asks_openly, &word.small);
        let denied = |word: &&Word| has(language.words.negations, &word.small);
        if !rest.iter().any(openly) || rest.iter().any(denied) {
            return None;
        }
        let topic = Topic::of(language, &rest)?;
        Some(TermQuestion { topic, document })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_term_is_asked_of_a_document_by_its_name() {
        for (question, topic) in [
            (
                "When does the Supply Agreement between Alpha Mills, Inc. and Beta Grain LLC expire?",
                Topic::End,
            ),
            (
                "From when is the Lease between Anna Weber and Karl Brandt effective?",
                Topic::Effect,
            ),
            (
                "What is the expiration date of the Supply Agreement of Alpha Mills and Beta Grain?",
                Topic::End,
            ),
            (
                "What is the date of the Supply Agreement of Alpha Mills and Beta Grain?",
                Topic::Made,
            ),
            (
                "Which law governs the Supply Agreement between Alpha Mills and Beta Grain?",
                Topic::Law,
            ),
            (
                "Who are the parties to the Supply Agreement that Alpha Mills entered into?",
                Topic::Parties,
            ),
            (
                "For how long does the Supply Agreement between Alpha Mills and Beta Grain renew?",
                Topic::Renewal,
            ),
            (
                "How much notice is needed to prevent renewal of the Supply Agreement between Alpha Mills and Beta Grain?",
                Topic::Notice,
            ),
        ] {
            let asked = TermQuestion::of(question).map(|one| one.topic);
            assert_eq!(asked, Some(topic), "{question}");
        }
    }

    #[test]
    fn other_questions_are_none() {
        for question in [
            "Is the Supply Agreement between Alpha Mills and Beta Grain effective?",
            "When does the exclusivity of the Supply Agreement between Alpha Mills and Beta Grain expire?",
            "When does the lease expire?",
            "When does the Supply Agreement expire?",
            "When was Warsaw founded?",
            "When does the Supply Agreement between Alpha Mills and Beta Grain not expire?",
            "",
        ] {
            assert_eq!(TermQuestion::of(question), None, "{question}");
        }
    }
}
