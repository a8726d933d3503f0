//! Words that say of a clause just stated that it does not work: "this clause is suspended".

use crate::lexicon::LEXICON;
use crate::token::Token;

/// How far behind its noun the verb of such a clause stands at most, in tokens.
const VERB_TOKENS: usize = 8;

/// Parts of a document that a later clause can put out of work.
const PARTS: &[&str] = &[
    "article",
    "clause",
    "covenant",
    "paragraph",
    "provision",
    "provisions",
    "requirement",
    "section",
    "sentence",
    "stipulation",
    "sub-clause",
    "subclause",
    "subsection",
    "term",
];

/// The first word of a clause that puts out of work what was said right before it.
///
/// Its subject is "this clause" or "the foregoing provision", and what is said of it is that it is
/// suspended, inoperative, of no effect.
pub(crate) fn put_out(words: &[Token]) -> Option<usize> {
    let is = |at: usize, list: &[&str]| words.get(at).is_some_and(|token| token.is_any(list));
    (0..words.len()).find(|at| {
        let back = usize::from(is(
            at.saturating_add(1),
            &["foregoing", "preceding", "above", "entire", "whole"],
        ));
        let noun = at.saturating_add(1).saturating_add(back);
        let this = is(*at, &["this", "that"]) || is(*at, &["the"]) && (back > 0 || *at == 0);
        this && is(noun, PARTS) && is_idle_after(words, noun.saturating_add(1))
    })
}

/// Whether what follows a noun says that it does not work: "is hereby suspended", "has no force".
fn is_idle_after(words: &[Token], from: usize) -> bool {
    const BEING: &[&str] = &[
        "is", "are", "was", "be", "been", "being", "stands", "become",
    ];
    let near = words
        .get(from..words.len().min(from.saturating_add(VERB_TOKENS)))
        .unwrap_or_default();
    // What may happen, or happens in a case, puts nothing out of work.
    let open = near.iter().any(|token| {
        token.is_any(&[
            "may", "can", "might", "if", "unless", "when", "where", "not", "to",
        ])
    });
    let is = |at: usize, list: &[&str]| near.get(at).is_some_and(|token| token.is_any(list));
    let verb = (0..near.len()).find(|at| is(*at, BEING));
    let done = verb.is_some_and(|verb| {
        let next = (verb.saturating_add(1)..near.len()).find(|at| {
            let passed = near
                .get(*at)
                .is_some_and(|token| token.word.ends_with("ly"))
                || is(*at, BEING)
                || is(*at, &["hereby", "now", "currently", "therefore", "deemed"]);
            !passed
        });
        next.is_some_and(|next| is(next, LEXICON.idle))
    });
    // "Has not come into operation", "has not yet taken effect".
    let denied = (0..near.len()).find(|at| is(*at, &["not", "never"]));
    let dormant = denied.is_some_and(|not| {
        let rest = near.get(not..).unwrap_or_default();
        let begins = rest.iter().any(|token| {
            token.is_any(&[
                "come", "comes", "came", "take", "taken", "entered", "become", "been",
            ])
        });
        let force = rest.iter().any(|token| {
            token.is_any(&[
                "operation",
                "force",
                "effect",
                "effective",
                "operative",
                "commenced",
            ])
        });
        let open = near
            .iter()
            .any(|token| token.is_any(&["may", "can", "might", "if", "unless"]));
        begins && force && !open
    });
    let without = (0..near.len()).any(|at| {
        is(at, &["no", "without"])
            && is(
                at.saturating_add(1),
                &["effect", "force", "further", "legal", "application"],
            )
    });
    dormant || !open && (done || without)
}
