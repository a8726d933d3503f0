//! How the words of a language lose their endings.

use groundstop_language::Language;
use rust_stemmers::Algorithm;

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
