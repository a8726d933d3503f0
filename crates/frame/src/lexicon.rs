//! What words do to a statement, as data.
//!
//! Every class is a list of phrases and of verbs whose forms are worked out.
//! Phrases are found longest first, and a harmless phrase takes its words away
//! from every shorter one.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use groundstop_language::{ENGLISH, Words};

use crate::token::{Shape, Token};

/// What a phrase can do to a statement in its reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Class {
    /// Looks like one of the others and does nothing.
    Harmless,
    /// Denies the verb it stands with and what that governs.
    Denies,
    /// Calls a statement false.
    False,
    /// Denies the words right after it.
    DeniesNext,
    /// Somebody says it; the document does not.
    Reported,
    /// Somebody wants it or plans it.
    Proposed,
    /// Somebody disputes it.
    Disputed,
    /// It is only imagined.
    Supposed,
    /// It is asked.
    Asked,
    /// It holds in a case only.
    Condition,
    /// It may or may not hold.
    Modal,
    /// It held at another time.
    Past,
    /// It is only shown.
    Example,
    /// It was taken out.
    Deleted,
    /// Commits whoever speaks.
    Binding,
    /// A document speaks; which one, its subject says.
    Documents,
    /// Means this document.
    ThisDocument,
    /// Tells the reader what to say.
    Order,
    /// Keeps in force what is called past.
    Continues,
    /// A bound.
    Bound,
    /// An approximation.
    Near,
    /// A computation.
    Computed,
    /// Says of what was told that nothing came of it.
    Undone,
    /// A verb that carries a clause.
    Finite,
    /// A word that opens a clause inside another.
    Opens,
    /// Opens a sentence and leaves what follows standing.
    Fronted,
}

/// All phrases of a language by their first word.
pub(crate) struct Lexicon {
    phrases: BTreeMap<String, Vec<(Vec<String>, Class)>>,
    /// Words that a noun follows.
    pub(crate) prepositions: &'static [&'static str],
    /// Words before a subject, or between a verb and its clause, that change nothing.
    pub(crate) adverbs: &'static [&'static str],
    /// Forms in "-ing" that take a thing and never a clause.
    pub(crate) participles: &'static [&'static str],
    /// Nouns whose clause is part of what was agreed.
    pub(crate) agreed_nouns: &'static [&'static str],
    /// Words by which the new text of an amendment is announced.
    pub(crate) introduces: &'static [&'static str],
    /// What a later sentence calls the words before it.
    pub(crate) words_said: &'static [&'static str],
    /// What a later sentence calls a term before it.
    pub(crate) terms_said: &'static [&'static str],
    /// Verbs by which a later sentence goes on to regulate what was said.
    pub(crate) regulates: &'static [&'static str],
    /// Headings of clauses that say nothing of their content.
    pub(crate) headings: &'static [&'static str],
    /// Words of notes about the page.
    pub(crate) page_notes: &'static [&'static str],
    /// Verbs that tell a reader to write something down.
    pub(crate) writes: &'static [&'static str],
    /// Participles that leave what they are said of standing.
    pub(crate) done: &'static [&'static str],
    /// What is said of a clause that does not work.
    pub(crate) idle: &'static [&'static str],
    /// Verbs that name who said it, after it.
    pub(crate) tells: &'static [&'static str],
    /// What an announcement calls a statement that it stands by.
    pub(crate) avows: &'static [&'static str],
    /// Verbs of the past whose thing after "for" was had.
    pub(crate) settles: &'static [&'static str],
    /// Irregular forms of verbs in the past.
    pub(crate) past_verbs: &'static [&'static str],
    /// Words by which something holds for a purpose only.
    pub(crate) deemed: &'static [&'static str],
    /// What an announcement removes before it states something.
    pub(crate) doubts: &'static [&'static str],
}

/// A phrase of a class, by the tokens it covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mark {
    pub(crate) class: Class,
    pub(crate) start: usize,
    pub(crate) end: usize,
}

/// English; the lists of other languages come into the same classes.
pub(crate) static LEXICON: LazyLock<Lexicon> = LazyLock::new(|| Lexicon::new(&ENGLISH.words));

impl Lexicon {
    fn new(words: &'static Words) -> Lexicon {
        let mut lexicon = Lexicon {
            phrases: BTreeMap::new(),
            prepositions: words.frame_prepositions,
            adverbs: words.frame_adverbs,
            participles: words.frame_participles,
            agreed_nouns: words.frame_agreed_nouns,
            introduces: words.frame_introduces,
            words_said: words.frame_words_said,
            terms_said: words.frame_terms_said,
            regulates: words.frame_regulates,
            headings: words.frame_headings,
            page_notes: words.frame_page_notes,
            writes: words.frame_writes,
            done: words.frame_done,
            idle: words.frame_idle,
            tells: words.frame_tells,
            avows: words.frame_avows,
            settles: words.frame_settles,
            past_verbs: words.frame_past_verbs,
            deemed: words.frame_deemed,
            doubts: words.frame_doubts,
        };
        let classes: [(Class, &[&str], &[&str]); 26] = [
            (Class::Undone, words.frame_undone, &[]),
            (Class::Harmless, words.frame_harmless, &[]),
            (Class::Denies, words.frame_denies, &[]),
            (Class::False, words.frame_wrong, &[]),
            (Class::DeniesNext, words.frame_denies_next, &[]),
            (
                Class::Reported,
                words.frame_reported,
                words.frame_reported_verbs,
            ),
            (
                Class::Proposed,
                words.frame_proposed,
                words.frame_proposed_verbs,
            ),
            (
                Class::Disputed,
                words.frame_disputed,
                words.frame_disputed_verbs,
            ),
            (Class::Supposed, words.frame_supposed, &[]),
            (Class::Asked, words.frame_asked, &[]),
            (Class::Condition, words.frame_condition, &[]),
            (Class::Modal, words.frame_modal, &[]),
            (Class::Past, words.frame_past, &[]),
            (Class::Example, words.frame_example, &[]),
            (
                Class::Deleted,
                words.frame_deleted,
                words.frame_deleted_verbs,
            ),
            (
                Class::Binding,
                words.frame_binding,
                words.frame_binding_verbs,
            ),
            (Class::Documents, &[], words.frame_documents_verbs),
            (Class::ThisDocument, words.frame_this_document, &[]),
            (Class::Order, words.frame_order, &[]),
            (Class::Continues, words.frame_continues, &[]),
            (Class::Bound, words.frame_bound, &[]),
            (Class::Near, words.frame_near, &[]),
            (Class::Computed, words.frame_computed, &[]),
            (Class::Finite, words.frame_finite, &[]),
            (Class::Opens, words.frame_opens, &[]),
            (Class::Fronted, words.frame_fronted, &[]),
        ];
        for (class, phrases, verbs) in classes {
            for phrase in phrases {
                lexicon.add(phrase, class);
            }
            for form in verbs.iter().flat_map(|verb| forms(verb)) {
                lexicon.add(&form, class);
            }
        }
        lexicon
    }

    fn add(&mut self, phrase: &str, class: Class) {
        let words: Vec<String> = phrase.split_whitespace().map(str::to_owned).collect();
        if let Some(first) = words.first() {
            let known = self.phrases.entry(first.clone()).or_default();
            known.push((words, class));
        }
    }

    /// Every phrase in the tokens, in order of place; what a harmless phrase covers is left out.
    pub(crate) fn marks(&self, tokens: &[Token]) -> Vec<Mark> {
        let mut marks = Vec::new();
        let mut at = 0_usize;
        while at < tokens.len() {
            let found = self.longest(tokens, at);
            let harmless = found.get(&Class::Harmless).copied().unwrap_or(0);
            let longest = found.values().copied().max().unwrap_or(0);
            if harmless > 0 && harmless == longest {
                at = at.saturating_add(harmless);
                continue;
            }
            let length_of = |class: Class| found.get(&class).copied().unwrap_or(0);
            let next = length_of(Class::DeniesNext);
            let bound = length_of(Class::Bound)
                .max(length_of(Class::Binding))
                .max(if next > 1 { next } else { 0 });
            for (class, length) in found {
                // "Not later than" is a bound and no denial.
                let denies = matches!(class, Class::Denies | Class::DeniesNext | Class::False);
                if class != Class::Harmless && !(denies && bound > length) {
                    let end = at.saturating_add(length);
                    marks.push(Mark {
                        class,
                        start: at,
                        end,
                    });
                }
            }
            // "And not applicable": what calls a statement false may begin inside another phrase.
            let past = at.saturating_add(bound.max(1));
            for inner in at.saturating_add(1)..past {
                let end = inner.saturating_add(self.length_at(Class::False, tokens, inner));
                if end > past {
                    marks.push(Mark {
                        class: Class::False,
                        start: inner,
                        end,
                    });
                }
            }
            at = past;
        }
        marks
    }

    /// How many tokens the longest phrase of a class has that begins at a token.
    pub(crate) fn length_at(&self, class: Class, tokens: &[Token], at: usize) -> usize {
        self.longest(tokens, at).get(&class).copied().unwrap_or(0)
    }

    /// For every class the length of its longest phrase that begins at a token.
    fn longest(&self, tokens: &[Token], at: usize) -> BTreeMap<Class, usize> {
        let mut found = BTreeMap::new();
        let Some(known) = tokens
            .get(at)
            .filter(|token| token.shape != Shape::Value)
            .and_then(|token| self.phrases.get(&token.word))
        else {
            return found;
        };
        for (words, class) in known {
            let here = tokens.get(at..at.saturating_add(words.len()));
            let same = here.is_some_and(|here| {
                here.iter()
                    .zip(words)
                    .all(|(token, word)| token.shape != Shape::Value && token.word == *word)
            });
            if same {
                let length = found.entry(*class).or_insert(0);
                *length = words.len().max(*length);
            }
        }
        found
    }
}

/// The forms of a verb; words after its first stay as they are.
fn forms(verb: &str) -> Vec<String> {
    let (first, rest) = verb.split_once(' ').unwrap_or((verb, ""));
    let irregular: &[&str] = match first {
        "think" => &["thought"],
        "say" => &["said"],
        "tell" => &["told"],
        "hear" => &["heard"],
        "write" => &["wrote", "written"],
        "seek" => &["sought"],
        "foresee" => &["foresaw", "foreseen"],
        "understand" => &["understood"],
        "undertake" => &["undertook", "undertaken"],
        "strike" => &["struck", "stricken"],
        "show" => &["shown"],
        "plan" => &["planned", "planning"],
        "submit" => &["submitted", "submitting"],
        "omit" => &["omitted", "omitting"],
        "cancel" => &["cancelled", "canceled", "cancelling", "canceling"],
        "rebut" => &["rebutted", "rebutting"],
        "infer" => &["inferred", "inferring"],
        _ => &[],
    };
    let mut all: Vec<String> = vec![first.to_owned()];
    all.extend(irregular.iter().map(|form| (*form).to_owned()));
    let stem = first.strip_suffix('e').unwrap_or(first);
    let (third, past) = match first.strip_suffix('y') {
        Some(stem) if !stem.ends_with(['a', 'e', 'o', 'u']) => {
            (format!("{stem}ies"), format!("{stem}ied"))
        }
        _ if first.ends_with(['s', 'x', 'z']) || first.ends_with("sh") || first.ends_with("ch") => {
            (format!("{first}es"), format!("{stem}ed"))
        }
        _ => (format!("{first}s"), format!("{stem}ed")),
    };
    all.push(third);
    if irregular.is_empty() {
        all.push(past);
        all.push(format!("{stem}ing"));
    }
    if rest.is_empty() {
        return all;
    }
    all.iter().map(|form| format!("{form} {rest}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verbs_have_their_forms() {
        assert!(forms("allege").contains(&"alleged".to_owned()));
        assert!(forms("deny").contains(&"denies".to_owned()));
        assert!(forms("claim that").contains(&"claims that".to_owned()));
        assert!(forms("propose").contains(&"proposing".to_owned()));
    }
}
