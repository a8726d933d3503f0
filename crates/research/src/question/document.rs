//! The name of a document in a question, and whether a document bears it.

use std::collections::BTreeSet;
use std::ops::Range;

use groundstop_language::{Language, has};

use crate::answer::words::{Word, keys};

/// The document a question is asked of: its kind and whose it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DocumentName {
    /// As the question spells it.
    spelled: String,
    /// The keys of its kind: `suppli`, `agreement`.
    title: Vec<String>,
    /// Those of them that tell it from documents of other kinds: `suppli`.
    telling: Vec<String>,
    /// The keys of every name beside it.
    names: Vec<Vec<String>>,
}

impl DocumentName {
    /// Finds the name of a document among the words of a question, with their places: capitals
    /// with a word for a document among them, and somebody's name after.
    pub(super) fn find(
        language: &Language,
        question: &str,
        words: &[Word],
    ) -> Option<(DocumentName, Range<usize>)> {
        let words = &joined(question, words);
        let is_document = |word: &Word| word.capital && has(language.words.documents, &word.small);
        let paper = words
            .iter()
            .skip(1)
            .position(is_document)?
            .saturating_add(1);
        let start = title_start(words, paper);
        let last = words.iter().rposition(|word| word.capital)?;
        let last = with_unnamed(words, last);
        let places = start..last.saturating_add(1);
        let mut groups = groups(words.get(places.clone())?).into_iter();
        let title = groups.next()?;
        let names: Vec<Vec<String>> = groups.collect();
        let papers: Vec<&String> = words
            .iter()
            .filter(|word| is_document(word))
            .map(|word| &word.key)
            .collect();
        let telling = title.iter().filter(|key| !papers.contains(key));
        let telling = telling.cloned().collect();
        let from = words.get(start)?.span.start;
        let to = words.get(last)?.span.end;
        let name = DocumentName {
            spelled: question.get(from..to)?.to_owned(),
            title,
            telling,
            names,
        };
        (!name.names.is_empty()).then_some((name, places))
    }

    /// As the question spells it.
    #[must_use]
    pub fn spelled(&self) -> &str {
        &self.spelled
    }

    /// The keys of its kind.
    pub(crate) fn title(&self) -> &[String] {
        &self.title
    }

    /// How well a document bears the name, by the words it begins with: how many words of the name
    /// stand there, and how many pairs of its kind stand together. Nothing where the document is
    /// another one: it lacks half of the kind, or what a name begins with. Of several names one
    /// has to stand there; the others may stand anywhere, as those of parties that only sign do.
    pub(crate) fn borne(
        &self,
        beginning: &[Word],
        whole: impl FnOnce() -> Vec<Word>,
    ) -> Option<(usize, usize)> {
        let known = keys(beginning);
        let is_of_kind = |kind: &[String]| count(kind, &known).saturating_mul(2) >= kind.len();
        if !is_of_kind(&self.title) || !is_of_kind(&self.telling) {
            return None;
        }
        let (there, elsewhere): (Vec<&Vec<String>>, Vec<_>) =
            self.names.iter().partition(|name| is_named(name, &known));
        if there.is_empty() {
            return None;
        }
        if !elsewhere.is_empty() {
            let words = whole();
            let all = keys(&words);
            if !elsewhere.iter().all(|name| is_named(name, &all)) {
                return None;
            }
        }
        let names = there.iter().map(|name| count(name, &known));
        let words = names.fold(count(&self.title, &known), usize::saturating_add);
        Some((words, self.pairs(beginning)))
    }

    /// How many words of its kind stand right after the one before them.
    fn pairs(&self, beginning: &[Word]) -> usize {
        let said: Vec<&str> = beginning
            .iter()
            .filter(|word| !word.empty)
            .map(|word| word.key.as_str())
            .collect();
        let stands = |pair: &&[String]| said.windows(2).any(|two| two == *pair);
        self.title.windows(2).filter(stands).count()
    }
}

/// How many of these keys are known.
fn count(keys: &[String], known: &BTreeSet<&str>) -> usize {
    let had = keys.iter().filter(|key| known.contains(key.as_str()));
    had.count()
}

/// Whether a name stands among what is known: the word it begins with, and half of it.
fn is_named(name: &[String], known: &BTreeSet<&str>) -> bool {
    let first = name.first().is_some_and(|key| known.contains(key.as_str()));
    first && count(name, known).saturating_mul(2) >= name.len()
}

/// The words of a question, where what a hyphen joins to a capital has one, too: `Co-branding`.
fn joined(question: &str, words: &[Word]) -> Vec<Word> {
    let mut joined: Vec<Word> = Vec::with_capacity(words.len());
    for word in words {
        let hyphen = joined.last().is_some_and(|before| {
            before.capital && question.get(before.span.end..word.span.start) == Some("-")
        });
        joined.push(Word {
            capital: word.capital || hyphen,
            ..word.clone()
        });
    }
    joined
}

/// Where the capitals begin that a word for a document stands among; small words between them
/// belong to it: `Terms of Service Agreement`.
fn title_start(words: &[Word], paper: usize) -> usize {
    let mut start = paper;
    for place in (1..paper).rev() {
        match words.get(place) {
            Some(word) if word.capital || word.figure => start = place,
            Some(word) if word.empty && !is_article(word) => {}
            _ => break,
        }
    }
    start
}

/// Where a name ends that is joined with somebody who has none: "and an individual".
fn with_unnamed(words: &[Word], last: usize) -> usize {
    match words.get(last.saturating_add(1)..) {
        Some([joins, article, nobody, ..]) if joins.empty && article.empty && !nobody.empty => {
            last.saturating_add(3)
        }
        _ => last,
    }
}

fn is_article(word: &Word) -> bool {
    word.small == "the"
}

/// The keys of words, parted by small words.
fn groups(words: &[Word]) -> Vec<Vec<String>> {
    let named = |word: &Word| word.capital || word.figure;
    words
        .chunk_by(|one, other| named(one) == named(other))
        .filter(|group| group.first().is_some_and(named))
        .map(|group| {
            let said = group.iter().filter(|word| !word.empty);
            said.map(|word| word.key.clone()).collect::<Vec<String>>()
        })
        .filter(|group| !group.is_empty())
        .collect()
}
