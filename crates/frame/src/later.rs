//! The sentences after a value's own, where one takes back what was just said.

use std::ops::Range;

use groundstop_value::context::statement_around;

use crate::Frame;
use crate::around::enumerator;
use crate::idle;
use crate::lexicon::{Class, LEXICON};
use crate::pointing::{Later, limits_nothing};
use crate::token::{Token, tokens};

/// How many sentences after the value's own are heard.
const AFTER_SENTENCES: usize = 2;

/// The sentences after, where one takes back what was just said.
pub(crate) fn taken_back(
    text: &str,
    range: &Range<usize>,
    span: &Range<usize>,
    clause: bool,
) -> Frame {
    let mut from = range.end;
    for count in 0..AFTER_SENTENCES {
        let tail = text.get(from..).unwrap_or_default();
        let start = from.saturating_add(tail.len().saturating_sub(tail.trim_start().len()));
        let Some(first) = text.get(start..).and_then(|rest| rest.chars().next()) else {
            break;
        };
        let next = statement_around(text, start..start.saturating_add(first.len_utf8()));
        let next = start..next.end.max(start.saturating_add(first.len_utf8()));
        if let Some(because) = takes_back(text, &next, span, count == 0, clause) {
            return Frame::Unclear { because };
        }
        let gap = text.get(from..start).unwrap_or_default();
        let apart = gap.matches('\n').count() > 1;
        let words = tokens(text, next.clone(), span);
        let remark = is_remark(&words) && !is_own_item(text, start);
        let spoken = speaks_of_it(&words, apart, clause)
            || count == 0 && (undoes_it(&words) || nothing_came(&words))
            || is_invented(&words)
            || count == 0 && !apart && is_exclaimed(&words)
            || count == 0 && !apart && idle::put_out(&words).is_some_and(|at| at < 2)
            || count == 0 && !clause && (denies_such(&words) || holds_in_a_case(&words))
            || count == 0 && says_otherwise(&words)
            || count == 0 && !apart && is_verdict(&words)
            || !apart && (remark || names_the_words(&words));
        if spoken {
            return Frame::Unclear { because: next };
        }
        from = next.end;
    }
    Frame::Asserted
}

/// "The parties have decided against this and withdraw it": a verb that undoes, with what was said as its
/// object, and not what somebody may do or does in a case.
fn undoes_it(words: &[Token]) -> bool {
    const UNDOES: &[&str] = &[
        "abandon",
        "abandoned",
        "abandons",
        "against",
        "drop",
        "dropped",
        "rescind",
        "rescinded",
        "retract",
        "retracted",
        "withdraw",
        "withdrawn",
        "withdraws",
        "withdrew",
    ];
    let marks = LEXICON.marks(words);
    let deletes = |at: usize| {
        marks
            .iter()
            .any(|mark| mark.class == Class::Deleted && mark.start == at)
    };
    let open = words
        .iter()
        .any(|token| token.is_any(&["may", "can", "could", "might", "if", "unless", "entitled"]));
    let undone = words.windows(2).enumerate().any(|(at, pair)| match pair {
        [verb, object] => {
            let ends = words
                .get(at.saturating_add(2))
                .is_none_or(|next| !next.is_word() || next.is_any(&["and", "or", "but", "again"]));
            (verb.is_any(UNDOES) || deletes(at))
                && object.is_any(&["this", "that", "it", "these", "them"])
                && ends
        }
        _ => false,
    });
    undone && !open
}

/// "The deal fell through.", "Scrap that.": a short sentence that says so, and speaks of no case.
fn nothing_came(words: &[Token]) -> bool {
    const SHORT_TOKENS: usize = 16;
    let open = words
        .iter()
        .any(|token| token.is_any(&["if", "may", "shall", "unless", "until", "when", "where"]));
    let marks = LEXICON.marks(words);
    let undone = marks.iter().any(|mark| mark.class == Class::Undone);
    undone && !open && words.len() <= SHORT_TOKENS
}

/// "All names, figures and dates are fictitious": what was said was made up.
fn is_invented(words: &[Token]) -> bool {
    const SHORT_TOKENS: usize = 24;
    let invented = words.iter().any(|token| {
        token.is_any(&[
            "fictitious",
            "fictional",
            "imaginary",
            "invented",
            "hypothetical",
        ])
    });
    let of_figures = words.iter().any(|token| {
        token.is_any(&[
            "amounts",
            "dates",
            "details",
            "example",
            "facts",
            "figures",
            "names",
            "numbers",
            "particulars",
            "sums",
            "terms",
            "values",
        ])
    });
    invented && of_figures && words.len() <= SHORT_TOKENS
}

/// "Yes, and I am the Queen.": an exclamation about what was said, in no way a term of its own.
pub(crate) fn is_exclaimed(words: &[Token]) -> bool {
    let said = words.first().is_some_and(|token| {
        token.is_any(&[
            "ah", "aha", "ha", "haha", "hm", "hmm", "lol", "oh", "ok", "sure", "yeah", "yes",
        ])
    });
    said && words
        .get(1)
        .is_some_and(|token| token.is_any(&[",", "!", "right", "sure", "\u{2026}"]))
}

/// "4. [Deleted]": a bracket that is all of a numbered item speaks of that item.
fn is_own_item(text: &str, start: usize) -> bool {
    let head = text.get(..start).unwrap_or_default();
    let line = head.rsplit('\n').next().unwrap_or_default();
    enumerator(line.trim_start()).is_some()
}

/// The word by which a later sentence takes back what was said before it.
fn takes_back(
    text: &str,
    next: &Range<usize>,
    span: &Range<usize>,
    close: bool,
    clause: bool,
) -> Option<Range<usize>> {
    let words = tokens(text, next.clone(), span);
    if limits_nothing(&words) || affirms(&words) {
        return None;
    }
    let marks = LEXICON.marks(&words);
    let later = Later::new(&words, &marks, close, clause);
    match marks.iter().find(|mark| later.takes_back(mark)) {
        Some(mark) => words.get(mark.start).map(|token| token.span.clone()),
        None if later.failed() => Some(next.start..next.start.saturating_add(1)),
        None => None,
    }
}

/// Whether a sentence speaks of what was just said, and does not go on to regulate it: "That is the
/// Claimant's case."
fn speaks_of_it(words: &[Token], apart: bool, clause: bool) -> bool {
    // "Of this, $20,000 has been paid": a part of what was said.
    if apart
        || is_agreed_to(words)
        || affirms(words)
        || words.first().is_some_and(|token| token.is("of"))
    {
        return false;
    }
    // "Note, however": the verb; "this Note" is a paper.
    let skipped = usize::from(words.first().is_some_and(|token| token.is("note")));
    let mut heads = words.iter().skip(skipped).filter(|token| {
        !token.is_any(&[
            "however", "but", "and", "yet", "in", "fact", "also", "all", "of",
        ])
    });
    let (Some(first), Some(second)) = (heads.next(), heads.next()) else {
        return false;
    };
    // "No such term was agreed".
    if first.is("no") && second.is("such") && !clause {
        return true;
    }
    let marks = LEXICON.marks(words);
    let finite = |token: &Token| {
        let at = words.iter().position(|one| one.span == token.span);
        at.is_some_and(|at| {
            marks
                .iter()
                .any(|mark| mark.class == Class::Finite && mark.start == at)
        })
    };
    // "So the Respondent contends": what was said is somebody's.
    let so = first.is("so")
        && !second.is_any(&["long", "that", "far", "as", "much", "many", ","])
        && !second.is_any(&["agreed", "certified", "decided", "ordered", "resolved"]);
    // "Such, in outline, is the offer".
    let such = first.is("such") && second.is(",");
    if (so || such) && first.capital || is_asked_back(words) || sets_aside(words) {
        return true;
    }
    let bare = first.is_any(&["this", "that", "these", "those", "so", "neither", "none"]);
    let points = first.is_any(&[
        "this", "that", "these", "those", "such", "the", "no", "said", "neither",
    ]);
    let regulated = |from: usize| {
        let verb = words.iter().skip(from).find(|token| finite(token));
        verb.is_some_and(|verb| verb.is_any(LEXICON.regulates))
    };
    let told = |token: &Token| !regulated(0) && finite(token) || token.is(",");
    if bare && !clause && told(second) {
        return true;
    }
    let third = heads.next();
    let adjectives = [
        "above",
        "foregoing",
        "preceding",
        "previous",
        "last",
        "quoted",
    ];
    let noun = match second.is_any(&adjectives) {
        true => third,
        false => Some(second),
    };
    let back = second.is_any(&adjectives);
    let said = noun.is_some_and(|noun| noun.is_any(LEXICON.words_said));
    let term = noun.is_some_and(|noun| noun.is_any(LEXICON.terms_said));
    let this = points && (!first.is("the") || back);
    let past = words
        .iter()
        .take(8)
        .any(|token| token.is_any(&["was", "were", "had", "did", "ceased", "lapsed", "fell"]));
    let lone = back && noun.is_none_or(finite);
    this && (said && !regulated(0) || term && past || lone && !regulated(0))
}

/// "The parties have understood the above and are bound by it."
fn is_agreed_to(words: &[Token]) -> bool {
    let marks = LEXICON.marks(words);
    let binds = marks.iter().any(|mark| mark.class == Class::Binding);
    let taken = marks.iter().any(|mark| {
        matches!(
            mark.class,
            Class::Denies
                | Class::DeniesNext
                | Class::False
                | Class::Disputed
                | Class::Reported
                | Class::Asked
        )
    });
    binds && !taken
}

/// "Have the parties so agreed?": a question about what was just said.
fn is_asked_back(words: &[Token]) -> bool {
    let asks = words.last().is_some_and(|token| token.is("?"));
    asks && words
        .iter()
        .any(|token| token.is_any(&["so", "this", "that", "it", "right", "correct"]))
}

/// "The court has set this term aside, and it is void": a term that was just stated, and not as the
/// subject of what goes on to regulate it.
fn sets_aside(words: &[Token]) -> bool {
    let named = words.windows(2).skip(1).any(|pair| match pair {
        [one, two] => {
            one.is_any(&["this", "that"])
                && (two.is_any(LEXICON.terms_said) || two.is_any(LEXICON.words_said))
                && !two.is_any(&["article", "section", "paragraph", "date", "period"])
        }
        _ => false,
    });
    let marks = LEXICON.marks(words);
    let taken = marks.iter().any(|mark| {
        matches!(
            mark.class,
            Class::False | Class::Deleted | Class::Disputed | Class::Order
        )
    });
    let regulated = words.iter().any(|token| token.is_any(&["shall", "may"]));
    named && taken && !regulated
}

/// "The preceding words", "the sentence above": what was said is named as words, wherever in a sentence
/// that goes on to regulate nothing.
fn names_the_words(words: &[Token]) -> bool {
    const LONG_TOKENS: usize = 40;
    const SAID: &[&str] = &[
        "words",
        "sentence",
        "line",
        "statement",
        "wording",
        "text",
        "passage",
        "quotation",
        "supposition",
        "assertion",
        "allegation",
        "effect",
        "formulation",
        "hypothesis",
        "assumption",
        "language",
        "phrase",
        "misstatement",
        "notion",
        "version",
    ];
    let named = words.windows(2).any(|pair| match pair {
        [one, two] => {
            one.is_any(&[
                "preceding",
                "foregoing",
                "previous",
                "last",
                "above",
                "quoted",
            ]) && two.is_any(LEXICON.words_said)
                || two.is_any(&["above", "preceding", "immediately", "just", "quoted"])
                    && one.is_any(LEXICON.words_said)
                || one.is_any(&["this", "that", "these", "those", "such"]) && two.is_any(SAID)
        }
        _ => false,
    }) || exchanges_it(words);
    let regulated = words.iter().any(|token| token.is_any(&["shall", "will"]));
    // "Shall come into force only upon a change of law": it does not hold yet, or not always.
    let limited = words
        .iter()
        .any(|token| token.is_any(&["only", "until", "unless", "if", "without", "not", "no"]));
    named
        && (!regulated || limited)
        && words.len() <= LONG_TOKENS
        && !is_agreed_to(words)
        && !affirms(words)
}

/// "The parties later exchanged the foregoing for another provision": what was said is the object of a
/// verb, and not of a preposition as in "notwithstanding the foregoing".
fn exchanges_it(words: &[Token]) -> bool {
    let is = |at: usize, list: &[&str]| words.get(at).is_some_and(|token| token.is_any(list));
    (1..words.len()).any(|at| {
        let noun = is(at, &["foregoing", "preceding", "above"])
            && is(at.saturating_sub(1), &["the"])
            && words.get(at.saturating_add(1)).is_none_or(|next| {
                !next.is_word()
                    || next.is_any(&["for", "with", "by", "and", "as", "to", "in", "from"])
            });
        let before = at.checked_sub(2).and_then(|at| words.get(at));
        noun && before.is_some_and(|verb| {
            verb.is_word()
                && !verb.is_any(LEXICON.prepositions)
                && !verb.is_any(&[
                    "notwithstanding",
                    "limiting",
                    "regarding",
                    "concerning",
                    "despite",
                    "foregoing",
                    "and",
                    "or",
                    "than",
                    "generality",
                    "all",
                    "any",
                ])
        })
    })
}

/// "The parties never made any such stipulation": a term is denied as one that was just stated.
fn denies_such(words: &[Token]) -> bool {
    let such = words.windows(2).skip(1).any(|pair| match pair {
        [one, two] => {
            one.is("such")
                && (two.is_any(&["agreement", "bargain", "deal", "promise", "undertaking"])
                    || two.is_any(LEXICON.terms_said)
                    || two.is_any(LEXICON.words_said))
                && !two.is_any(&[
                    "case", "claim", "claims", "date", "period", "amount", "sum", "fee",
                ])
        }
        _ => false,
    });
    let denied = words
        .iter()
        .any(|token| token.is_any(&["never", "no", "not", "neither", "nobody", "without"]));
    let regulated = words.iter().any(|token| {
        token.is_any(&[
            "shall", "may", "will", "must", "can", "if", "unless", "until",
        ])
    });
    such && denied && !regulated
}

/// "This provision comes into operation only if the Guarantor defaults": it holds in a case only.
fn holds_in_a_case(words: &[Token]) -> bool {
    const NEAR_TOKENS: usize = 4;
    const CASES: &[&str] = &[
        "if", "upon", "on", "when", "where", "after", "once", "in", "from",
    ];
    let is = |at: usize, list: &[&str]| words.get(at).is_some_and(|token| token.is_any(list));
    let term = words.get(1).is_some_and(|token| {
        token.is_any(LEXICON.words_said)
            || token.is_any(&[
                "clause",
                "provision",
                "requirement",
                "rule",
                "stipulation",
                "term",
            ])
    });
    let only = words.iter().position(|token| token.is("only"));
    let works = words.iter().any(|token| {
        token.is_any(&[
            "applies",
            "apply",
            "comes",
            "come",
            "effect",
            "effective",
            "force",
            "operates",
            "operation",
            "operative",
            "takes",
        ])
    });
    is(0, &["this", "that"])
        && term
        && works
        && only.is_some_and(|only| {
            (only..only.saturating_add(NEAR_TOKENS)).any(|at| is(at.saturating_add(1), CASES))
        })
}

/// "REJECTED - see the comments of May 4.": one word on what was just said, and no subject of its own.
fn is_verdict(words: &[Token]) -> bool {
    const VERDICTS: &[&str] = &[
        "abandoned",
        "cancelled",
        "canceled",
        "declined",
        "deleted",
        "disagreed",
        "disputed",
        "refused",
        "rejected",
        "revoked",
        "superseded",
        "void",
        "voided",
        "withdrawn",
    ];
    let first = words
        .first()
        .is_some_and(|token| token.capital && token.is_any(VERDICTS));
    let ends = words
        .get(1)
        .is_none_or(|next| !next.is_word() || next.is_any(&["by", "see", "per", "on"]));
    first && ends
}

/// "This sentence survives termination", "has not been revoked", "is not a draft": what is said of the
/// words before leaves them standing.
fn affirms(words: &[Token]) -> bool {
    const STANDING: &[&str] = &["initialed", "initialled", "survive", "survives"];
    const NEAR_TOKENS: usize = 6;
    const SHORT_TOKENS: usize = 12;
    let marks = LEXICON.marks(words);
    let undone = |from: usize| {
        marks.iter().find(|mark| {
            mark.start > from
                && mark.start <= from.saturating_add(NEAR_TOKENS)
                && matches!(
                    mark.class,
                    Class::Deleted
                        | Class::Proposed
                        | Class::Example
                        | Class::Disputed
                        | Class::Supposed
                )
        })
    };
    let is_not = |token: &Token| token.is_any(&["not", "never", "no"]);
    let denied = words.iter().position(is_not);
    let kept = denied.is_some_and(|not| {
        let other = marks.iter().any(|mark| {
            mark.class == Class::False
                || mark.class == Class::Denies && mark.start > not
                || mark.start < not
                    && matches!(
                        mark.class,
                        Class::Deleted | Class::Disputed | Class::Reported
                    )
        });
        let draft = words
            .iter()
            .skip(not)
            .any(|token| token.is_any(&["draft", "proposal"]));
        (undone(not).is_some() || draft) && !other
    });
    // "Initialled to show that it is struck out" says more than that it was initialled.
    let only = words.len() <= SHORT_TOKENS
        && !words
            .iter()
            .any(|token| token.is_any(&["crossed", "out", "struck"]))
        && !marks.iter().any(|mark| {
            matches!(
                mark.class,
                Class::Deleted | Class::Disputed | Class::False | Class::Proposed | Class::Reported
            )
        });
    let standing = words.iter().any(|token| token.is_any(STANDING));
    let plain = denied.is_none() && only && standing;
    kept || plain
}

/// "The side letter says something else on this very point": another text speaks of the same thing.
fn says_otherwise(words: &[Token]) -> bool {
    let point = words.windows(3).any(|three| match three {
        [one, two, last] => {
            one.is_any(&["this", "that"])
                && (two.is_any(&["point", "matter", "subject"])
                    || two.is_any(&["very", "same"])
                        && last.is_any(&["point", "matter", "subject"]))
        }
        _ => false,
    });
    let else_said = words.windows(2).any(|pair| match pair {
        [one, two] => {
            one.is("something") && two.is_any(&["else", "different"])
                || one.is_any(&["says", "provides", "states", "reads"])
                    && two.is_any(&["otherwise", "differently"])
        }
        _ => false,
    });
    point && else_said
}

/// A note in brackets that is about the words before it, not about the page and not a definition.
pub(crate) fn is_remark(words: &[Token]) -> bool {
    let opens = words.first().is_some_and(|token| token.is_any(&["[", "("]));
    let square = words.first().is_some_and(|token| token.is("["));
    if LEXICON.length_at(Class::Harmless, words, 1) > 0 {
        return false;
    }
    // "[ ]" is a box of the next line, "(b)" the mark of an item.
    let item = words
        .iter()
        .skip(1)
        .take(2)
        .any(|token| token.is_any(&[")", "]"]));
    let said: Vec<&Token> = words.iter().filter(|token| token.is_word()).collect();
    let page = said.iter().any(|word| word.is_any(LEXICON.page_notes));
    let round = words.first().is_some_and(|token| token.is("("));
    let defines = round
        && words.iter().any(|token| {
            token.is_any(&[
                "\"",
                "\u{201c}",
                "hereinafter",
                "referred",
                "collectively",
                "individually",
            ])
        });
    let closed = words
        .iter()
        .rev()
        .take(2)
        .any(|token| token.is_any(&[")", "]"]));
    // "[overwrite]", and not "[sic]".
    let told = square && closed && said.first().is_some_and(|word| is_a_word_to_fill(word));
    let terms = words.iter().any(|token| token.is("defined"));
    opens
        && !item
        && !page
        && !terms
        && !defines
        && (closed && told || (closed || square) && said.len() > 1)
}

/// A lone word in brackets that speaks to whoever fills a form in: "overwrite", "amend".
fn is_a_word_to_fill(word: &Token) -> bool {
    word.is_any(&[
        "amend",
        "change",
        "check",
        "complete",
        "confirm",
        "edit",
        "overwrite",
        "replace",
        "revise",
        "tbc",
        "tbd",
        "update",
        "verify",
    ])
}
