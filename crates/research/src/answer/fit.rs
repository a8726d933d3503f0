//! Whether a sentence answers a question, by the words it has and may borrow.

use std::collections::BTreeSet;

use groundstop_language::{ENGLISH, LANGUAGES, Language, has};

use super::asked::{Asked, Sought, is_negation};
use super::words::{Word, keys, long_names};

/// A question of so many words is long.
const LONG_TERMS: usize = 6;
/// How far after a denial a word stands that makes it a limit: `not more than`.
const LIMIT_WORDS: usize = 3;

/// How many words can stand before one that refers back.
const HEAD_WORDS: usize = 4;

/// What a source says of itself as a whole.
pub(super) struct SourceContext<'a> {
    title: BTreeSet<&'a str>,
    opening: BTreeSet<&'a str>,
    /// Whether the question is about this document by name.
    is_named: bool,
}

impl<'a> SourceContext<'a> {
    pub(super) fn new(asked: &Asked, title: &'a [Word], opening: &'a [Word]) -> SourceContext<'a> {
        let (title, opening) = (keys(title), keys(opening));
        let mut papers = asked.papers.iter();
        SourceContext {
            is_named: papers
                .any(|key| title.contains(key.as_str()) || opening.contains(key.as_str())),
            title,
            opening,
        }
    }
}

/// How many of the question's words a sentence has, counted alone and with what it
/// may borrow; nothing where it does not answer.
pub(super) fn answers(
    asked: &Asked,
    words: &[Word],
    lent: &BTreeSet<&str>,
    context: &SourceContext<'_>,
) -> Option<usize> {
    let mut own = keys(words);
    own.extend(by_letters(asked, words));
    let has = |key: &String| own.contains(key.as_str()) || lent.contains(key.as_str());
    let titled = |key: &String| context.title.contains(key.as_str());
    let another = !context.is_named && begins_with_another(asked, words, context);
    let names = |key: &String| {
        let opened = context.is_named && context.opening.contains(key.as_str());
        asked.names.contains(key) && (titled(key) && !another || opened)
    };
    let borrows =
        |key: &String| has(key) || names(key) || titled(key) && !asked.names.contains(key);
    let count = asked.terms.len();
    let alone = asked.terms.iter().filter(|key| own.contains(key.as_str()));
    let alone = alone.count();
    let joined = asked.terms.iter().filter(|key| borrows(key)).count();
    // A long question says more than its answer has to repeat.
    let (part, of) = match count >= LONG_TERMS {
        true => (2, 3),
        false => (3, 4),
    };
    let enough = alone.saturating_mul(2) >= count
        && joined.saturating_mul(of) >= count.saturating_mul(part)
        && asked.needed.iter().all(borrows)
        && asked.singling.iter().all(has)
        && asked
            .relation
            .as_ref()
            .is_none_or(|asked| asked.fits(words))
        && !(asked.contrary.as_ref()).is_some_and(|contrary| contrary.is_in(asked, words));
    (enough && agrees(asked, words) && holds(asked, words)).then(|| alone.saturating_add(joined))
}

/// The keys of a question that a sentence has by first letters: `EU` for `European Union`, and the other
/// way round.
fn by_letters<'a>(asked: &'a Asked, words: &[Word]) -> Vec<&'a str> {
    let loud = |letters: &str| words.iter().any(|word| word.loud && word.small == *letters);
    let spelled = asked
        .long_names
        .iter()
        .filter(|(letters, _)| loud(letters))
        .flat_map(|(_, keys)| keys.iter().map(String::as_str));
    let mut found: Vec<&str> = spelled.collect();
    if !asked.letters.is_empty() {
        let names = long_names(words);
        let is_name = |letters: &str| names.iter().any(|(known, _)| known == letters);
        let short = asked.letters.iter().filter(|(_, letters)| is_name(letters));
        found.extend(short.map(|(key, _)| key.as_str()));
    }
    found
}

/// Whether a sentence denies where the question does, and not where it asks for
/// something that is so. `Not more than` denies nothing, it sets a limit.
fn agrees(asked: &Asked, words: &[Word]) -> bool {
    let limits = |place: usize| {
        let mut after = words.iter().skip(place).take(LIMIT_WORDS.saturating_add(1));
        after.any(|word| is_limit(&word.small))
    };
    let denies = words
        .iter()
        .enumerate()
        .any(|(place, word)| is_negation(asked.language, word) && !limits(place));
    match (asked.negated, asked.sought) {
        (true, _) => words.iter().any(|word| is_negation(asked.language, word)),
        (false, Sought::Anything) => true,
        (false, _) => !denies,
    }
}

/// Whether a sentence begins with what stands for something named before: `It`,
/// `In 1950 they`, or `The mill` after a sentence about a mill.
pub(super) fn refers_back(asked: &Asked, words: &[Word], before: &[Word]) -> bool {
    let stands_for = |word: &Word| has(asked.language.words.pronouns, &word.small);
    let head = words.iter().take(HEAD_WORDS);
    let mut head = head.skip_while(|word| !stands_for(word) && (word.empty || word.figure));
    if head.next().is_some_and(stands_for) {
        return true;
    }
    match words {
        [article, noun, ..] => {
            article.empty
                && !noun.capital
                && !noun.empty
                && keys(before).contains(noun.key.as_str())
        }
        _ => false,
    }
}

/// Whether a sentence begins with the name of somebody or something else that the
/// source is about: what is said of one party is not said of another.
fn begins_with_another(asked: &Asked, words: &[Word], context: &SourceContext<'_>) -> bool {
    let is_name = |word: &Word| {
        let key = word.key.as_str();
        let known = context.title.contains(key) || context.opening.contains(key);
        word.capital && !word.empty && known && !asked.terms.contains(&word.key)
    };
    match words {
        [first, second, ..] if first.empty => is_name(second),
        [first, ..] => is_name(first),
        [] => false,
    }
}

/// Whether something of the kind that is sought stands in a sentence, beside
/// what the question itself contains.
fn holds(asked: &Asked, words: &[Word]) -> bool {
    let places = words
        .iter()
        .map(|word| has(ENGLISH.words.places, &word.small));
    let before = std::iter::once(false).chain(places);
    // The number that a section begins with is no figure of it, and a place is none.
    let fresh = words.iter().zip(before).enumerate();
    let mut fresh = fresh
        .filter(|(place, (word, placed))| {
            let figure = word.figure && asked.sought == Sought::Figure;
            !(figure && (*place == 0 || *placed))
        })
        .map(|(_, (word, _))| word)
        .filter(|word| !asked.terms.contains(&word.key) && !asked.needed.contains(&word.key));
    match asked.sought {
        Sought::Anything => fresh.any(|word| !word.empty || is_negation(asked.language, word)),
        Sought::Figure => {
            fresh.any(|word| word.figure || has(asked.language.numbers.answers, &word.small))
        }
        Sought::Date => fresh.any(|word| is_of_time(asked.language, word)),
        Sought::Name => fresh.any(|word| word.capital && !word.empty),
    }
}

/// Whether a word makes a limit of a denial before it, in whatever language.
fn is_limit(word: &str) -> bool {
    LANGUAGES.iter().any(|known| has(known.words.limits, word))
}

/// Whether a word says when: a month, a century, a year such as 1931, 400 or 1990s.
fn is_of_time(language: &Language, word: &Word) -> bool {
    let digits = word
        .small
        .trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let year = matches!(digits.len(), 3 | 4) && digits.bytes().all(|byte| byte.is_ascii_digit());
    // A small "may" or "march" is no month.
    let plain = matches!(word.small.as_str(), "may" | "march") && !word.capital;
    let named = language.is_month_name(&word.small) || has(language.words.times, &word.small);
    year || named && !plain
}

#[cfg(test)]
mod tests {
    use super::super::words::Splitter;
    use super::*;

    #[test]
    fn a_small_may_is_no_month_and_the_number_of_a_section_no_figure() {
        let holds = |question: &str, sentence: &str| {
            let asked = Asked::new(question);
            let words = Splitter::new(asked.language).words(sentence);
            super::holds(&asked, &words)
        };
        let when = "When is the deposit paid?";
        assert!(!holds(when, "The deposit may be paid in parts."));
        assert!(holds(when, "The deposit is paid in May."));
        let how_long = "How long is the term of the lease?";
        assert!(!holds(how_long, "13.01 Term of the lease."));
        assert!(holds(how_long, "13.01 The term of the lease is 3 years."));
    }
}
