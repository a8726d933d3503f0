//! What a value is said of, where it is not the field: another paper's date, a court's seat, whoever acts.

use std::ops::Range;

use groundstop_contract::{FieldRecord, FieldType};
use groundstop_language::ENGLISH;
use groundstop_value::Kind;

use crate::clause::Sentence;
use crate::lead::DETERMINERS;
use crate::lexicon::{Class, LEXICON};
use crate::role::{GENERIC, LINKS, Names};
use crate::token::Token;

/// What a place belongs to that is not whose law governs.
const FORMED: &[&str] = &[
    "organized",
    "organised",
    "incorporated",
    "existing",
    "formed",
    "registered",
    "established",
    "chartered",
    "resident",
    "courts",
    "court",
    "qualified",
    "seat",
    "arbitration",
    "venue",
    "located",
    "situated",
    "headquartered",
    "domiciled",
    "office",
    "offices",
];
/// What a place before it is the home of.
const AFTER: &[&str] = &[
    "corporation",
    "company",
    "limited",
    "llc",
    "partnership",
    "resident",
    "court",
    "courts",
    "bank",
];

/// A place a company is of, a court sits in or a person lives in is not whose law governs.
pub(crate) fn misplaced(field: &FieldRecord, sentence: &Sentence) -> Option<usize> {
    let law = ["law", "governing", "governed"];
    let asks = field.kind == FieldType::Jurisdiction
        && (field.name.split('_').any(|word| law.contains(&word)));
    if !asks {
        return None;
    }
    let next = sentence.value.saturating_add(1);
    let kind = (next..next.saturating_add(2))
        .find(|at| sentence.token(*at).is_some_and(|token| token.is_any(AFTER)));
    if kind.is_some() {
        return kind;
    }
    let start = sentence.clause_start();
    let governs = |token: &Token| {
        [
            "govern",
            "constru",
            "interpret",
            "appli",
            "enforc",
            "subject",
        ]
        .iter()
        .any(|stem| token.word.starts_with(stem))
    };
    for at in (start..sentence.value).rev() {
        let token = sentence.token(at)?;
        if governs(token) {
            return None;
        }
        if token.is_any(FORMED) {
            return Some(at);
        }
    }
    None
}

/// A date on which something begins is none on which it ends, and the other way round.
pub(crate) fn opposite(field: &FieldRecord, sentence: &Sentence) -> Option<usize> {
    const BEGINS: &[&str] = &[
        "commenc", "begin", "start", "effecti", "made", "entered", "dated", "signed", "executed",
        "issued",
    ];
    const ENDS: &[&str] = &[
        "expir", "terminat", "end", "matur", "laps", "until", "till", "through", "thru", "conclu",
    ];
    if field.kind != FieldType::Date {
        return None;
    }
    let says = |word: &str, list: &[&str]| list.iter().any(|stem| word.starts_with(stem));
    let name: Vec<String> = field
        .name
        .to_lowercase()
        .split('_')
        .map(str::to_owned)
        .collect();
    let asks = |list: &[&str]| name.iter().any(|word| says(word, list));
    let (own, other) = match (asks(BEGINS), asks(ENDS)) {
        (true, false) => (BEGINS, ENDS),
        (false, true) => (ENDS, BEGINS),
        _ => return None,
    };
    let clause = sentence.clause_start()..sentence.value;
    let find = |list: &[&str]| {
        clause.clone().rev().find(|at| {
            sentence
                .token(*at)
                .is_some_and(|token| token.is_word() && says(&token.word, list))
        })
    };
    match (find(own), find(other)) {
        (None, Some(at)) => Some(at),
        _ => None,
    }
}

/// What is "sold to" somebody is not sold by him, and the other way round.
pub(crate) fn handed_over(field: &FieldRecord, sentence: &Sentence) -> Option<usize> {
    const GIVES: &[&str] = &[
        "seller",
        "vendor",
        "lessor",
        "landlord",
        "lender",
        "licensor",
        "assignor",
        "grantor",
        "supplier",
        "transferor",
        "franchisor",
        "employer",
        "donor",
    ];
    const TAKES: &[&str] = &[
        "buyer",
        "purchaser",
        "lessee",
        "tenant",
        "borrower",
        "licensee",
        "assignee",
        "grantee",
        "customer",
        "transferee",
        "franchisee",
        "donee",
        "recipient",
    ];
    const HANDED: &[&str] = &[
        "sold",
        "let",
        "leased",
        "rented",
        "lent",
        "licensed",
        "assigned",
        "granted",
        "supplied",
        "transferred",
        "conveyed",
        "given",
        "donated",
        "delivered",
    ];
    if field.kind != FieldType::Party || field.many {
        return None;
    }
    let asks = |list: &[&str]| {
        let lower = field.name.to_lowercase();
        lower.split('_').any(|word| list.contains(&word))
    };
    let wrong: &[&str] = match (asks(GIVES), asks(TAKES)) {
        (true, false) => &["to"],
        (false, true) => &["by"],
        _ => return None,
    };
    let before = sentence.value.checked_sub(1)?;
    let led = sentence.token(before)?.is_any(wrong);
    let handed = (sentence.clause_start()..before)
        .rev()
        .take(3)
        .any(|at| sentence.token(at).is_some_and(|token| token.is_any(HANDED)));
    (led && handed).then_some(before)
}

/// "Payable within 30 days of notice": a time that runs from what the field is about, and is not its own.
pub(crate) fn counted_from(kind: &Kind, sentence: &Sentence, own: &Names) -> Option<usize> {
    const NEAR_TOKENS: usize = 3;
    let is = |at: Option<usize>, words: &[&str]| {
        at.and_then(|at| sentence.token(at))
            .is_some_and(|token| token.is_any(words))
    };
    let within = is(sentence.value.checked_sub(1), &["within"]);
    let of = sentence.value.saturating_add(1);
    let counted = *kind == Kind::Duration && within && is(Some(of), &["of"]);
    (of..of.saturating_add(NEAR_TOKENS))
        .find(|at| counted && own.matches(&sentence.tokens, *at).is_some())
}

/// When a paper was printed or saved is no date of what it says.
pub(crate) fn made_of_paper(kind: &Kind, sentence: &Sentence, own: &Names) -> Option<usize> {
    const PAPER: &[&str] = &[
        "printed",
        "saved",
        "typed",
        "downloaded",
        "scanned",
        "faxed",
        "generated",
        "created",
        "accessed",
        "retrieved",
        "posted",
        "revised",
        "updated",
        "modified",
        "stamped",
        "filed",
        "received",
    ];
    if !matches!(kind, Kind::Date { .. }) {
        return None;
    }
    let near = sentence.value.saturating_sub(4)..sentence.value;
    near.into_iter().find(|at| {
        sentence.token(*at).is_some_and(|token| token.is_any(PAPER))
            && own.matches(&sentence.tokens, *at).is_none()
    })
}

/// "Signed on March 14" is no effective date where the paper names one elsewhere: where the value stands
/// right after the word for a signature, and the field's whole name in another sentence.
pub(crate) fn only_signed(
    kind: &Kind,
    sentence: &Sentence,
    own: &Names,
    named_elsewhere: impl Fn() -> bool,
) -> Option<usize> {
    const SIGNED: &[&str] = &["signed", "executed", "subscribed", "sealed"];
    const NEAR_TOKENS: usize = 3;
    if !matches!(kind, Kind::Date { .. }) {
        return None;
    }
    let clause = sentence.clause_start()..sentence.clause_end();
    let own_word = { clause }.any(|at| own.matches(&sentence.tokens, at).is_some());
    let near = sentence.value.saturating_sub(NEAR_TOKENS)..sentence.value;
    let signed = { near }.find(|at| {
        sentence
            .token(*at)
            .is_some_and(|token| token.is_any(SIGNED))
    });
    signed.filter(|_| !own_word && named_elsewhere())
}

/// Whoever does something with another is not that other; whose thing begins is not the thing itself.
pub(crate) fn acting(
    field: &FieldRecord,
    sentence: &Sentence,
    found: Option<(usize, usize)>,
) -> Option<usize> {
    let (distance, at) = found?;
    match field.kind {
        FieldType::Party if !field.many => {
            let between = match at < sentence.value {
                true => sentence.value.saturating_sub(distance)..sentence.value,
                false => sentence.value.saturating_add(1)..at,
            };
            // "The auditor for the coming year is Pryce LLP": the name is the subject, and is who follows.
            if at < sentence.value && is_identified(sentence, between.clone()) {
                return None;
            }
            let acts = || led_to(sentence, between.clone());
            let tied = between.clone().find(|at| {
                sentence.token(*at).is_some_and(|token| {
                    token.is_word()
                        && !token.is_any(LINKS)
                        && !token.is_any(&[
                            "under",
                            "hereunder",
                            "herein",
                            "hereinafter",
                            "hereafter",
                            "called",
                            "collectively",
                            "individually",
                            "referred",
                        ])
                        && !token.capital
                        || token.is_any(&["by", "to", "with", "from"])
                })
            });
            tied.or_else(acts)
        }
        FieldType::Date => {
            let start = sentence.clause_start();
            (start..at).find(|at| {
                sentence
                    .token(*at)
                    .is_some_and(|token| token.word.ends_with("'s") || token.word.ends_with("s'"))
            })
        }
        _ => None,
    }
}

/// Whether the words between a name and a value are the rest of a subject and "is".
fn is_identified(sentence: &Sentence, between: Range<usize>) -> bool {
    let is =
        |at: usize, words: &[&str]| sentence.token(at).is_some_and(|token| token.is_any(words));
    let Some(last) = between.end.checked_sub(1).filter(|at| between.contains(at)) else {
        return false;
    };
    let verb = match is(last, &["be"]) {
        true => last.saturating_sub(1),
        false => last,
    };
    let link = is(last, &["is"]) || is(last, &["be"]) && is(verb, &["shall", "will"]);
    let taken = sentence.marks.iter().any(|mark| {
        matches!(mark.class, Class::Denies | Class::Opens) && between.contains(&mark.start)
    });
    link && !taken && !sentence.has_finite(between.start..verb)
}

/// "In order to lend to the borrower, Jo Peake guarantees": the opening phrase ends at the comma, and who
/// comes after it does something of their own. "The borrower, Jo Peake, promises" names one person twice.
fn led_to(sentence: &Sentence, between: Range<usize>) -> Option<usize> {
    let comma = between.start;
    let lone = between.len() == 1 && sentence.token(comma).is_some_and(|token| token.is(","));
    let opened = sentence
        .token(0)
        .is_some_and(|token| token.is_any(LEXICON.prepositions));
    let next = sentence.value.saturating_add(1);
    let acts = sentence.token(next).is_some_and(|token| {
        token.is_word() && !token.capital && (token.word.ends_with('s') || sentence.is_finite(next))
    });
    (lone && opened && acts).then_some(comma)
}

/// "The head lease, whose expiration date is": what a paper that is not this one has.
pub(crate) fn of_another_paper(
    sentence: &Sentence,
    own: &Names,
    found: Option<(usize, usize)>,
) -> Option<usize> {
    let (_, at) = found?;
    let is =
        |at: usize, words: &[&str]| sentence.token(at).is_some_and(|token| token.is_any(words));
    let whose = (0..at.min(sentence.value))
        .rev()
        .take(4)
        .find(|at| is(*at, &["whose"]))?;
    let end = match whose.checked_sub(1) {
        Some(comma) if is(comma, &[","]) => comma,
        _ => whose,
    };
    let start = (0..end).rev().find(|at| is(*at, DETERMINERS))?;
    let noun = end.checked_sub(1).filter(|noun| *noun > start)?;
    let paper = is(noun, ENGLISH.words.documents) || is(noun, &["sublease"]);
    let further = noun > start.saturating_add(1) || is(start, &["a", "an"]);
    let named = (start..end).any(|at| own.matches(&sentence.tokens, at).is_some());
    (paper && further && !named && !is(start, &["this", "these"])).then_some(whose)
}

/// The field is named in the sentence, but what the value is said of is another thing.
pub(crate) fn another_thing(
    kind: &Kind,
    sentence: &Sentence,
    own: &Names,
    found: Option<(usize, usize)>,
) -> Option<usize> {
    if matches!(
        kind,
        Kind::Text | Kind::Boolean { .. } | Kind::Choice { .. } | Kind::Number { .. }
    ) {
        return None;
    }
    // "This bill is payable by": a cue of several words right before the value says what it is.
    let told = found.is_some_and(|(distance, at)| {
        let length = own.matches(&sentence.tokens, at);
        distance == 0 && at < sentence.value && length.is_some_and(|length| length > 1)
    });
    if told {
        return None;
    }
    let anywhere = (0..sentence.tokens.len()).any(|at| own.matches(&sentence.tokens, at).is_some());
    if !anywhere {
        return None;
    }
    let start = sentence.clause_start();
    let says_own = |at: usize| own.matches(&sentence.tokens, at).is_some();
    // "Your hourly rate": an adverb that the field is named by is no link.
    let link = |at: usize| {
        sentence.token(at).is_some_and(|token| {
            !token.is_word()
                || token.is_any(LINKS)
                || token.word.ends_with("ly") && !says_own(at)
                || GENERIC.contains(&token.word.as_str())
        })
    };
    // The first word before the value that is no link.
    let head = (start..sentence.value).rev().find(|at| !link(*at))?;
    let crossed = sentence.has_finite(head..sentence.value);
    if crossed {
        return subject(sentence, start, head, &says_own);
    }
    let of = (head..sentence.value).any(|at| {
        sentence
            .token(at)
            .is_some_and(|token| token.is_any(&["of", "as"]))
    });
    let noun = head.checked_sub(1).is_some_and(|at| {
        sentence
            .token(at)
            .is_some_and(|token| token.is_any(&["the", "a", "an", "its", "their"]))
    });
    let near = found.is_some_and(|(distance, _)| distance <= sentence.value.saturating_sub(head));
    // "This Agreement is made as of": the field is the subject, and the word only its predicate.
    let predicate = (start..head).any(|at| says_own(at) && sentence.has_finite(at..head));
    let verbal = predicate && !noun
        || sentence.token(head).is_some_and(|token| {
            token.word.ends_with("ed")
                || token.is_any(&["into", "effective", "made", "valid", "respects", "purposes"])
        });
    (of && !near && !verbal && !says_own(head) && !covers(sentence, own, head)).then_some(head)
}

/// Whether a name begins before a token and covers it.
fn covers(sentence: &Sentence, own: &Names, head: usize) -> bool {
    (0..head).any(|at| {
        own.matches(&sentence.tokens, at)
            .is_some_and(|length| at.saturating_add(length) > head)
    })
}

/// The head of a subject that is not the field: "the tax on the purchase price is".
fn subject(
    sentence: &Sentence,
    start: usize,
    end: usize,
    says_own: &dyn Fn(usize) -> bool,
) -> Option<usize> {
    const PREPOSITIONS: &[&str] = &[
        "of",
        "for",
        "on",
        "under",
        "in",
        "to",
        "at",
        "by",
        "with",
        "from",
        "upon",
        "against",
        "following",
    ];
    let mut first = None;
    for at in start..=end {
        let token = sentence.token(at)?;
        if says_own(at) {
            return None;
        }
        let generic =
            GENERIC.contains(&token.word.as_str()) || token.is_any(LINKS) || !token.is_word();
        let tied = token.is_any(PREPOSITIONS) || token.word.ends_with("ed") && first.is_some();
        if tied && first.is_some() {
            // What comes now only restricts the head; the field is named there or elsewhere.
            return first;
        }
        if !generic && !token.is_any(PREPOSITIONS) {
            first = first.or(Some(at));
        }
    }
    first
}
