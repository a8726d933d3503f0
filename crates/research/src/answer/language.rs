//! Which language a question is in, and how its words lose their endings.

use groundstop_language::{ENGLISH, LANGUAGES, Language};
use rust_stemmers::Algorithm;

/// The language of a question: the one that has most of its words among its stop
/// words, English where nothing speaks for another.
pub(super) fn of_question(question: &str) -> &'static Language {
    let words: Vec<String> = question
        .split(|c: char| !c.is_alphabetic())
        .map(str::to_lowercase)
        .collect();
    let known = |language: &Language| {
        let known = words.iter().filter(|word| language.is_stop_word(word));
        known.count()
    };
    LANGUAGES
        .into_iter()
        .fold(ENGLISH, |best, other| match known(other) > known(best) {
            true => other,
            false => best,
        })
}

/// How words of a language are stemmed; as English where no stemmer is named.
pub(super) fn stemming(language: &Language) -> Algorithm {
    match language.code {
        "de" => Algorithm::German,
        "es" => Algorithm::Spanish,
        "fr" => Algorithm::French,
        "it" => Algorithm::Italian,
        "nl" => Algorithm::Dutch,
        "pt" => Algorithm::Portuguese,
        _ => Algorithm::English,
    }
}
