//! How a sentence takes up the one before it, and which of its words are said of that one.

use crate::lexicon::{Class, Mark};
use crate::token::Token;

/// A sentence after the value's own, and how it refers to what was said.
pub(crate) struct Later<'a> {
    words: &'a [Token],
    marks: &'a [Mark],
    /// It follows right after the value's own.
    close: bool,
    /// The value is a whole clause: what speaks of it in passing says nothing against it.
    clause: bool,
    /// It begins with a word that takes up what was said: "This price …".
    head: bool,
    /// It is short and ends with such a word: "The parties have not agreed to this."
    ends: bool,
    /// It names what was said: "the preceding sentence".
    named: bool,
    /// It is a correction: "Erratum: …".
    corrects: bool,
    /// It stands in a bracket of its own: "(Ed.: not adopted.)".
    noted: bool,
}

impl Later<'_> {
    pub(crate) fn new<'a>(
        words: &'a [Token],
        marks: &'a [Mark],
        close: bool,
        clause: bool,
    ) -> Later<'a> {
        const SHORT_TOKENS: usize = 16;
        const CORRECTIONS: &[&str] = &[
            "correction",
            "erratum",
            "corrigendum",
            "sorry",
            "oops",
            "just",
            "wrong",
        ];
        let first = words.iter().find(|token| token.is_word());
        let last = words.iter().rev().find(|token| token.is_word());
        let opening = words.iter().find(|token| {
            token.is_word()
                && !token.is_any(&["however", "but", "the", "and", "yet", "note", "all", "of"])
        });
        // "(b)" is the mark of an item, not a bracket around the sentence.
        let item = words.get(2).is_some_and(|token| token.is_any(&[")", "]"]));
        Later {
            words,
            marks,
            close,
            clause,
            head: opening.is_some_and(refers) && !is_expletive(words)
                || words.first().is_some_and(|token| token.is("not")),
            ends: words.len() <= SHORT_TOKENS && last.is_some_and(refers),
            named: points_back(words),
            corrects: first.is_some_and(|token| token.is_any(CORRECTIONS)),
            noted: !item && words.first().is_some_and(|token| token.is_any(&["(", "["])),
        }
    }

    /// Whether a mark of the sentence is said of the statement before it.
    pub(crate) fn takes_back(&self, mark: &Mark) -> bool {
        let opens = |within: usize| self.head && self.close && mark.start < within;
        let noted = self.noted && self.close;
        match mark.class {
            Class::Deleted => (opens(10) || self.named) && is_done(self.words, mark),
            Class::Disputed => opens(10) || self.named && !self.clause,
            Class::False | Class::Denies => {
                let telling = mark.class == Class::False && mark.start < 12;
                let named = self.named && (!self.clause || telling);
                let ends = self.ends && self.close;
                let said = opens(8) && !self.is_about_document(mark) || ends || named;
                said && !carves(self.words, mark) || self.corrects || noted
            }
            Class::Example | Class::Proposed | Class::Supposed | Class::Reported | Class::Past
                if self.clause =>
            {
                self.corrects
            }
            Class::Reported => {
                opens(12) && !self.is_about_document(mark) || self.named || self.corrects
            }
            // "Disregard anything to the contrary": an order that follows.
            Class::Order => self.close && mark.start < 2 && !self.clause,
            Class::Past => self.named || noted || self.corrects,
            Class::Example | Class::Proposed | Class::Supposed => {
                opens(5) && !self.is_about_document(mark) || self.named || noted || self.corrects
            }
            _ => false,
        }
    }

    /// Whether the sentence speaks of the document as a whole, and not of one of its clauses.
    fn is_about_document(&self, mark: &Mark) -> bool {
        let part = self
            .words
            .get(1)
            .is_some_and(|word| word.is_any(&["clause", "section", "paragraph", "provision"]));
        let whole = self
            .marks
            .iter()
            .any(|one| one.class == Class::ThisDocument && one.start < 2 && one.start < mark.start);
        whole && !part
    }

    /// "The motion failed."
    pub(crate) fn failed(&self) -> bool {
        // "A proposal to paint the gate was rejected": another one.
        let another = self
            .words
            .iter()
            .take(4)
            .any(|token| token.is_any(&["a", "an"]));
        // "The proposal to add a mascot": one with a content of its own.
        let own = self.words.windows(2).take(4).any(|pair| match pair {
            [one, two] => {
                one.is_any(&["motion", "proposal", "offer"]) && two.is_any(&["to", "for", "of"])
            }
            _ => false,
        });
        let head = self.words.iter().take(4);
        !another
            && !own
            && head
                .into_iter()
                .any(|token| token.is_any(&["motion", "proposal", "offer"]))
            && self
                .words
                .iter()
                .any(|token| token.is_any(&["failed", "lost", "rejected", "lapsed"]))
    }
}

/// "It has been suggested that the parties also sign": "it" stands for what follows.
fn is_expletive(words: &[Token]) -> bool {
    const NEAR_TOKENS: usize = 7;
    let it = words
        .iter()
        .find(|token| token.is_word())
        .is_some_and(|token| token.is("it"));
    let that = words.iter().take(NEAR_TOKENS).any(|token| token.is("that"));
    it && that
}

/// "Is deleted", "agreed to remove": what a sentence does to another one, not what it speaks of.
fn is_done(words: &[Token], mark: &Mark) -> bool {
    mark.end.saturating_sub(mark.start) > 1
        || mark.start.checked_sub(1).is_some_and(|at| {
            words.get(at).is_some_and(|token| {
                token.is_any(&[
                    "is", "are", "was", "were", "been", "be", "being", "hereby", "to", "now",
                    "since",
                ])
            })
        })
}

/// Words that take up what was just said.
fn refers(token: &Token) -> bool {
    token.is_any(&[
        "this",
        "that",
        "it",
        "these",
        "such",
        "foregoing",
        "above",
        "so",
        "preceding",
        "none",
    ])
}

/// "The above", "the date above", "the preceding sentence", "scratch that": what was said is named.
fn points_back(words: &[Token]) -> bool {
    words.windows(2).any(|pair| match pair {
        [one, two] => {
            one.is("the") && two.is_any(&["above", "foregoing", "preceding", "previous"])
                || one.is_any(&["preceding", "previous", "last", "this", "that"])
                    && two.is_any(&[
                        "sentence",
                        "line",
                        "entry",
                        "figure",
                        "statement",
                        "paragraph",
                    ])
                || two.is("above")
                    && one.is_any(&[
                        "date",
                        "amount",
                        "price",
                        "figure",
                        "sum",
                        "rate",
                        "period",
                        "clause",
                        "sentence",
                        "statement",
                    ])
                || one.is_any(&["scratch", "strike", "ignore", "forget", "disregard"])
                    && two.is_any(&["that", "this", "it"])
        }
        _ => false,
    })
}

/// "Nothing in this paragraph limits a party's right to seek an injunction": what was said stays as it is.
pub(crate) fn limits_nothing(words: &[Token]) -> bool {
    const LIMITS: &[&str] = &[
        "limit", "restrict", "prevent", "affect", "preclud", "prejudic", "impair",
    ];
    words.first().is_some_and(|word| word.is("nothing"))
        && words
            .iter()
            .any(|word| LIMITS.iter().any(|stem| word.word.starts_with(stem)))
}

/// Verbs that say of a statement itself that it does not hold.
const DONE_WITH: &[&str] = &[
    "become", "bind", "come", "continue", "count", "form", "go", "happen", "have", "hold",
    "operate", "proceed", "stand", "survive", "take",
];

/// Whether a sentence forbids somebody something: "it shall not …".
fn is_forbidden(words: &[Token]) -> bool {
    let subject = words
        .first()
        .is_some_and(|word| word.is_any(&["he", "it", "she", "they"]));
    let told = words
        .get(1)
        .is_some_and(|word| word.is_any(&["may", "must", "shall"]));
    subject && told && words.get(2).is_some_and(|word| word.is("not"))
}

/// "This limitation shall not apply to …": an exception, not a denial.
fn carves(words: &[Token], mark: &Mark) -> bool {
    let plain = words.get(mark.start).is_some_and(|word| {
        word.is_any(&["not", "no", "never", "none", "nor", "neither", "nothing"])
    });
    if !plain {
        return false;
    }
    let not = (mark.start..words.len())
        .find(|at| {
            words
                .get(*at)
                .is_some_and(|word| word.is_any(&["not", "no", "never", "longer"]))
        })
        .map_or(mark.end, |at| at.saturating_add(1));
    let rest: Vec<&str> = words
        .iter()
        .skip(not)
        .filter(|token| !token.is_any(&[",", "however", "therefore", "longer", "been", "be"]))
        .take(2)
        .map(|token| token.word.as_str())
        .collect();
    match rest.as_slice() {
        ["apply", "to" | "in" | "with" | "where" | "if" | "when", ..] => true,
        [
            "apply" | "applies" | "valid" | "true" | "correct" | "binding" | "agreed" | "so"
            | "accurate" | "right" | "final" | "applicable" | "accepted" | "approved" | "signed"
            | "effective" | "the",
            ..,
        ] => false,
        ["in", "force" | "effect", ..] => false,
        // "It is not refundable": what a thing is like, not whether it is.
        [
            "assignable" | "negotiable" | "prorated" | "refundable" | "refunded" | "renewable"
            | "returnable" | "taxable" | "transferable" | "waivable",
            ..,
        ] => true,
        // "It may not sublet": what somebody must not do.
        [verb, ..] if is_forbidden(words) && !DONE_WITH.contains(verb) => true,
        // "It does not include water": what belongs to it, or what it does, is told.
        [
            "include" | "cover" | "contain" | "comprise" | "extend" | "carry" | "vary" | "change"
            | "depend" | "affect" | "limit" | "relieve" | "prevent",
            ..,
        ] => true,
        _ => {
            // "This warranty does not cover" is about the warranty; "this is not" about what was said.
            let pronoun = words
                .first()
                .is_some_and(|word| word.is_any(&["this", "that", "it", "these"]))
                && words.get(1).is_some_and(|word| {
                    word.is_any(&[
                        "is", "was", "are", "were", "has", "have", "had", "does", "did", "will",
                        "shall", "may", "never", "not", "can", "could",
                    ])
                });
            !pronoun && !words.first().is_some_and(|word| word.is("not"))
        }
    }
}
