//! Words that announce what follows: a colon, a quotation, a label, a sentence that points forward.
//!
//! What is announced is said by whoever announces it. It is the document's own where
//! the words before are known to make it so: an amendment gives its new text, the
//! parties agree "as follows", a provision of this document reads so, a label names
//! what the clause is about. Every other announcement leaves it unclear whose words
//! follow.

use std::ops::Range;

use groundstop_contract::RejectCode;

use crate::Frame;
use crate::lexicon::{Class, LEXICON, Mark};
use crate::pointing::limits_nothing;
use crate::token::{Shape, Token, tokens};

/// How many words a label has at most.
const LABEL_MAX_WORDS: usize = 7;
/// How many words the heading of a numbered clause has at most.
const HEADING_MAX_WORDS: usize = 12;

/// What an announcement makes of the words it announces.
///
/// `said` are its tokens, `what` the words that follow it, `clause` whether the value is a
/// statement of its own, whose denials belong to it.
pub(crate) fn effect(said: &[Token], what: &[Token], clause: bool) -> Frame {
    let said = after_recitals(said);
    let marks = LEXICON.marks(said);
    if let Some(because) = tells_to_write(said) {
        return Frame::Withdrawn {
            code: RejectCode::Instruction,
            because,
        };
    }
    // "Nothing in clause 12 affects the following".
    let untouched = limits_nothing(said) && said.iter().any(|token| token.is("following"));
    if untouched
        || gives_new_text(said)
        || is_said_to_bind(said)
        || is_numbered_heading(said, &marks)
        || is_purpose(said, &marks, clause)
    {
        return Frame::Asserted;
    }
    if let Some(frame) = withdrawing(said, &marks, clause) {
        return frame;
    }
    let stands = is_agreed(said, &marks)
        || is_terms(said, &marks)
        || is_resolved(said, &marks)
        || is_avowed(said, &marks)
        || is_own(said, &marks)
        || is_label(said, what, &marks);
    match stands {
        true => Frame::Asserted,
        false => Frame::Unclear {
            because: place(said),
        },
    }
}

/// "The proposal has been accepted and is now binding": the last that is said of it is that it binds.
fn is_said_to_bind(said: &[Token]) -> bool {
    let mut words = said.iter().rev().filter(|token| token.is_word());
    let binds = words
        .next()
        .is_some_and(|last| last.is_any(&["agreed", "binding", "force", "effective"]));
    let now = words.next().is_some_and(|token| {
        token.is_any(&[
            "is", "are", "now", "fully", "finally", "in", "since", "hereby", "and",
        ])
    });
    let turned = said.iter().any(|token| {
        token.is_any(&[
            "not", "no", "never", "nothing", "nobody", "none", "neither", "nor", "if", "unless",
            "until", "was", "were", "would", "could", "might", "may", "should", "had", "once",
            "when", "hardly", "than", "as", "that", "which", "who", "says", "said", "claims",
            "claimed",
        ])
    });
    let been = said
        .iter()
        .any(|token| token.is_any(&["is", "are", "accepted", "adopted", "approved", "agreed"]));
    binds && now && been && !turned
}

/// "WHEREAS the Buyer wishes …; NOW, THEREFORE, the parties agree": what the recitals tell is over.
fn after_recitals(said: &[Token]) -> &[Token] {
    let words = |at: usize| said.iter().skip(at).filter(|token| token.is_word()).take(2);
    let now = (0..said.len()).rev().find(|at| {
        said.get(*at).is_some_and(|token| token.is("now"))
            && words(*at).last().is_some_and(|next| next.is("therefore"))
    });
    now.and_then(|now| said.get(now..)).unwrap_or(said)
}

/// "The clerk shall key in the words": whoever is told to write down words is told what to say.
fn tells_to_write(said: &[Token]) -> Option<Range<usize>> {
    let words = said
        .last()
        .or(said.iter().rev().nth(1))
        .is_some_and(|token| {
            token.is_any(&["words", "sentence", "text", "following", "statement"])
        });
    let verb = said.windows(2).find(|pair| match pair {
        [one, two] => {
            one.is_any(&["shall", "must", "should", "will", "to", "please"])
                && two.is_any(LEXICON.writes)
                && !two.is_any(&["state", "give", "submit", "file", "mark", "declare"])
        }
        _ => false,
    });
    verb.filter(|_| words).map(place)
}

/// The bytes of an announcement.
pub(crate) fn place(said: &[Token]) -> Range<usize> {
    let start = said.first().map_or(0, |token| token.span.start);
    let end = said.last().map_or(start, |token| token.span.end);
    start..end.max(start)
}

/// The effect of the first word in an announcement that takes back what it announces.
pub(crate) fn withdrawing(said: &[Token], marks: &[Mark], clause: bool) -> Option<Frame> {
    let found = marks.iter().find_map(|mark| {
        let code = match mark.class {
            // What a list denies belongs to a clause that is quoted as a whole.
            Class::Denies if !clause => RejectCode::Negated,
            Class::False => RejectCode::Negated,
            Class::Reported | Class::Disputed => RejectCode::Reported,
            Class::Proposed => RejectCode::Proposed,
            Class::Supposed => RejectCode::Supposed,
            Class::Asked => RejectCode::Asked,
            Class::Example => RejectCode::Example,
            Class::Past => RejectCode::Superseded,
            Class::Order => RejectCode::Instruction,
            Class::Deleted => RejectCode::Superseded,
            _ => return None,
        };
        Some((code, *mark))
    });
    let (code, mark) = found?;
    let start = said.get(mark.start)?.span.start;
    let end = said.get(mark.end.saturating_sub(1))?.span.end;
    Some(Frame::Withdrawn {
        code,
        because: start..end,
    })
}

/// "Section 7 is deleted and replaced with the following", "shall no longer read so but shall read".
pub(crate) fn gives_new_text(said: &[Token]) -> bool {
    // "Not as before but so": only what follows the turn counts.
    let turn = said.iter().rposition(|token| token.is("but")).unwrap_or(0);
    let now = said.get(turn..).unwrap_or_default();
    let unreal = LEXICON.marks(now).iter().any(|mark| {
        matches!(
            mark.class,
            Class::Reported
                | Class::Proposed
                | Class::Disputed
                | Class::Supposed
                | Class::Asked
                | Class::Example
                | Class::Order
                | Class::Condition
        )
    });
    let past = now
        .iter()
        .any(|token| token.is_any(&["was", "were", "had", "did", "never"]));
    let named = said.iter().any(|token| {
        token.is_any(PARTS) || token.is_any(LEXICON.terms_said) || token.is_any(LEXICON.words_said)
    });
    let is_at = |at: usize, list: &[&str]| now.get(at).is_some_and(|token| token.is_any(list));
    let changed = (0..now.len()).any(|at| {
        let done =
            is_at(at, LEXICON.introduces) && now.iter().take(at).any(|token| token.is_any(BEING));
        done && (at..now.len()).any(|after| is_at(after, GIVEN))
    });
    let reads = now.windows(2).any(|pair| match pair {
        [one, two] => one.is_any(HENCEFORTH) && two.is_any(&["read", "reads"]),
        _ => false,
    });
    !unreal && !past && named && (changed || reads) && !gives_old_text(now)
}

/// "By replacing the words": what is quoted next is what goes out.
fn gives_old_text(said: &[Token]) -> bool {
    let out = said.iter().rposition(|token| {
        token.is_any(&[
            "replacing",
            "deleting",
            "striking",
            "removing",
            "omitting",
            "cancelling",
        ])
    });
    out.is_some_and(|out| {
        !said.iter().skip(out).any(|token| {
            token.is_any(&[
                "with",
                "by",
                "inserting",
                "adding",
                "substituting",
                "following",
            ])
        })
    })
}

/// Parts of a document beside those that a later sentence can name.
const PARTS: &[&str] = &[
    "agreement",
    "annex",
    "appendix",
    "definition",
    "exhibit",
    "lease",
    "preamble",
    "recital",
    "schedule",
    "sentence",
    "table",
];
const BEING: &[&str] = &[
    "is", "are", "be", "being", "been", "hereby", "to", "shall", "and",
];
const HENCEFORTH: &[&str] = &["shall", "to", "now", "henceforth", "hereafter", "hereby"];
const GIVEN: &[&str] = &[
    "follows",
    "following",
    "read",
    "reads",
    "with",
    "by",
    "thereof",
    "therefor",
    "adding",
    "inserting",
    "place",
];

/// "16. CLAIMS:": a heading of a clause with its number.
fn is_numbered_heading(said: &[Token], marks: &[Mark]) -> bool {
    let numbered = said.first().is_some_and(|token| {
        token.shape == Shape::Number || token.is("(") && said.get(2).is_some_and(|t| t.is(")"))
    });
    let words = || said.iter().filter(|token| token.is_word());
    let titled = words()
        .filter(|token| token.word.chars().count() > 3)
        .all(|token| token.capital);
    let unreal = marks.iter().any(|mark| {
        matches!(
            mark.class,
            Class::Example
                | Class::Proposed
                | Class::Supposed
                | Class::Asked
                | Class::Order
                | Class::False
        )
    });
    numbered && titled && !unreal && words().count() <= HEADING_MAX_WORDS
}

/// "The parties agree as follows", "the following terms shall apply", "the Borrower shall".
fn is_agreed(said: &[Token], marks: &[Mark]) -> bool {
    let binds = marks.iter().any(|mark| {
        let word = said.get(mark.start).map_or("", |token| token.word.as_str());
        // "Drafting note: a typical clause runs", "Training note for staff": a label, not a verb.
        let labels = said
            .get(mark.end)
            .is_some_and(|token| token.is_any(&[":", "for", "to", "on", "of"]))
            && word == "note"
            || said.get(mark.end).is_some_and(|token| token.is(":"));
        mark.class == Class::Binding && !word.ends_with("ed") && !labels
    });
    let have_agreed = said.windows(2).any(|pair| match pair {
        [one, two] => {
            one.is_any(&["have", "has", "is", "are", "hereby", "a", "in", "full"])
                && two.is_any(&[
                    "agreed",
                    "resolved",
                    "confirmed",
                    "binding",
                    "bound",
                    "accord",
                    "agreement",
                ])
        }
        _ => false,
    });
    let orders = said.iter().any(|token| {
        token.is_any(&[
            "shall", "must", "will", "agree", "agrees", "hereby", "apply", "applies",
        ])
    });
    let open = marks.iter().any(|mark| {
        let word = said.get(mark.start);
        mark.class == Class::Condition && !word.is_some_and(|word| word.is("otherwise"))
    }) || said
        .iter()
        .any(|token| token.is_any(&["would", "could", "might", "may"]));
    (binds || have_agreed || orders) && !open
}

/// "Terms of this engagement", "The conditions of the contract as executed": what follows is called by
/// what it is, and no verb says more.
fn is_terms(said: &[Token], marks: &[Mark]) -> bool {
    const TERMS: &[&str] = &["terms", "conditions", "provisions", "particulars"];
    const PAPERS: &[&str] = &[
        "agreement",
        "contract",
        "deed",
        "engagement",
        "lease",
        "licence",
        "license",
        "loan",
        "order",
        "policy",
        "sale",
    ];
    let head = said.iter().position(|token| token.is_any(TERMS));
    let owned = head.is_some_and(|head| {
        let is = |steps: usize, words: &[&str]| {
            said.get(head.saturating_add(steps))
                .is_some_and(|token| token.is_any(words))
        };
        is(1, &["of"]) && is(2, &["this", "the", "our"]) && is(3, PAPERS)
    });
    let spoken = marks
        .iter()
        .any(|mark| matches!(mark.class, Class::Finite | Class::Condition | Class::Modal));
    owned && !spoken || are_as_follows(said, TERMS)
}

/// "The principal terms are as follows", "the key terms of the loan are these": with adjectives that
/// leave the terms as they are, and nothing else.
fn are_as_follows(said: &[Token], terms: &[&str]) -> bool {
    const STANDING: &[&str] = &[
        "agreed",
        "applicable",
        "basic",
        "binding",
        "business",
        "commercial",
        "core",
        "economic",
        "essential",
        "final",
        "financial",
        "following",
        "general",
        "governing",
        "key",
        "main",
        "material",
        "operative",
        "other",
        "principal",
        "special",
        "specific",
        "and",
    ];
    const FOLLOWS: &[&[&str]] = &[
        &["as", "follows"],
        &["these"],
        &["the", "following"],
        &["set", "out", "below"],
        &["as", "set", "out", "below"],
        &["listed", "below"],
    ];
    let words: Vec<&Token> = said.iter().filter(|token| token.is_word()).collect();
    let Some(noun) = words.iter().position(|token| token.is_any(terms)) else {
        return false;
    };
    let (head, tail) = words.split_at(noun);
    let plain = |token: &&Token| token.is_any(STANDING) || token.is_any(&["the", "our", "these"]);
    let verb = tail.iter().position(|token| token.is("are"));
    let Some((owner, follows)) = verb.and_then(|verb| tail.split_at_checked(verb)) else {
        return false;
    };
    let owned = match owner.get(1..) {
        None | Some([]) => true,
        Some([of, this, rest @ ..]) => {
            of.is("of") && this.is_any(&["this", "the", "our"]) && (1..=2).contains(&rest.len())
        }
        Some(_) => false,
    };
    let said_so = FOLLOWS.iter().any(|phrase| {
        let rest = follows.iter().skip(1);
        rest.clone().count() == phrase.len()
            && rest.zip(*phrase).all(|(token, word)| token.is(word))
    });
    head.iter().all(plain) && owned && (said_so || follows.len() == 1)
}

/// "Resolved unanimously": what a meeting decided, in the past of minutes and with nobody named.
fn is_resolved(said: &[Token], marks: &[Mark]) -> bool {
    let mut words = said.iter().filter(|token| token.is_word());
    let first = words.next();
    let binds = first.is_some_and(|first| {
        first.word.ends_with("ed")
            && marks.iter().any(|mark| {
                let place = said.get(mark.start).map(|token| token.span.start);
                mark.class == Class::Binding && place == Some(first.span.start)
            })
    });
    let mut rest = words.peekable();
    // "Resolved unanimously, and agreed by the counterparty": nothing is said of it but that it was done.
    let spoken = marks.iter().any(|mark| {
        matches!(
            mark.class,
            Class::Finite | Class::Opens | Class::Condition | Class::Modal
        )
    });
    binds && rest.peek().is_some() && !spoken
}

/// "The correct position is this": what follows is called right by whoever speaks.
fn is_avowed(said: &[Token], marks: &[Mark]) -> bool {
    let is = |at: Option<usize>, list: &[&str]| {
        at.and_then(|at| said.get(at))
            .is_some_and(|token| token.is_any(list))
    };
    let last = said.iter().rposition(Token::is_word);
    let before = last.and_then(|last| last.checked_sub(1));
    let noun = before.and_then(|before| before.checked_sub(1));
    let the = is(Some(0), &["the"]) && is(Some(1), LEXICON.avows)
        || is(noun, &["terms", "conditions"])
            && is(noun.and_then(|noun| noun.checked_sub(1)), &["the"]);
    let points = is(last, &["this", "these"]) && is(before, &["is", "are"])
        || is(last, &["follows"]) && is(before, &["as"])
        || is(last, &["following"]) && is(before, &["the"]);
    let past = said
        .iter()
        .any(|token| token.is_any(&["was", "were", "had", "did", "would", "not"]));
    let open = marks
        .iter()
        .any(|mark| matches!(mark.class, Class::Condition | Class::Modal));
    the && points && !past && !open
}

/// "To remove any uncertainty on the point": what for it is said, not by whom or in which case.
fn is_purpose(said: &[Token], marks: &[Mark], clause: bool) -> bool {
    let to = said.first().is_some_and(|token| token.is("to"));
    let known = marks
        .iter()
        .filter(|mark| mark.class == Class::Fronted && mark.start == 0)
        .map(|mark| mark.end)
        .max();
    let Some(end) = known.filter(|_| to) else {
        return false;
    };
    let doubt = said.iter().any(|token| token.is_any(LEXICON.doubts));
    let rest: Vec<Mark> = marks
        .iter()
        .copied()
        .filter(|mark| mark.start >= end)
        .collect();
    let spoken = rest
        .iter()
        .any(|mark| matches!(mark.class, Class::Modal | Class::Finite | Class::Condition));
    doubt && !spoken && withdrawing(said, &rest, clause).is_none()
}

/// "Section 5 reads": a part of this document speaks in the present.
fn is_own(said: &[Token], marks: &[Mark]) -> bool {
    let speaks = marks.iter().find(|mark| {
        let word = said.get(mark.start).map_or("", |token| token.word.as_str());
        // "Clause 9 stands".
        let stands = mark.class == Class::Finite && matches!(word, "stands" | "applies");
        stands || mark.class == Class::Documents && !word.ends_with("ed") && word != "said"
    });
    let Some(speaks) = speaks else {
        return false;
    };
    let own = marks
        .iter()
        .find(|mark| mark.class == Class::ThisDocument && mark.end <= speaks.start);
    let Some(own) = own else {
        return false;
    };
    // "Paragraph 14 of the Complaint": a part of another paper.
    let elsewhere = said
        .get(own.end..speaks.start)
        .unwrap_or_default()
        .windows(2)
        .any(|pair| matches!(pair, [one, two] if one.is_any(&["of", "in"]) && !two.is_any(&["this", "these"])));
    // "A clause which read": one of many.
    let any = own.start.checked_sub(1).is_some_and(|at| {
        said.get(at)
            .is_some_and(|token| token.is_any(&["a", "an", "one"]))
    });
    let first = own.start == 0
        || said
            .first()
            .is_some_and(|token| token.is_any(&["the", "this"]));
    first && !elsewhere && !any
}

/// A label that names what its clause is about: no verb, and a word of the clause or of a heading.
fn is_label(said: &[Token], what: &[Token], marks: &[Mark]) -> bool {
    let words: Vec<&Token> = said.iter().filter(|token| token.is_word()).collect();
    let loud = words.iter().all(|word| word.capital) && words.len() > 1;
    let spoken = marks
        .iter()
        .any(|mark| matches!(mark.class, Class::Finite | Class::Opens | Class::Documents));
    if spoken && !loud || words.len() > LABEL_MAX_WORDS {
        return false;
    }
    // "Ladies and Gentlemen:" greets.
    let greets = words
        .first()
        .is_some_and(|word| word.is_any(&["dear", "ladies", "gentlemen", "sirs"]));
    words.is_empty()
        || greets
        || words
            .iter()
            .all(|word| word.word.chars().count() == 1 || word.is_any(LEXICON.headings))
        || words.iter().any(|word| {
            let telling = word.word.chars().count() > 2 && !word.is_any(GENERAL);
            telling && what.iter().any(|other| is_form_of(&word.word, &other.word))
        })
}

/// Words of a label that name no subject.
const GENERAL: &[&str] = &[
    "agreement",
    "contract",
    "party",
    "parties",
    "this",
    "with",
    "from",
    "the",
    "and",
    "for",
    "any",
    "that",
    "shall",
    "its",
];

/// Whether two words begin alike: "governing" and "governed".
fn is_form_of(one: &str, other: &str) -> bool {
    const STEM_CHARS: usize = 5;
    let shared = one
        .chars()
        .zip(other.chars())
        .take_while(|(one, other)| one == other)
        .count();
    let shorter = one.chars().count().min(other.chars().count());
    shared >= STEM_CHARS.min(shorter) && shared >= 3 && shared.saturating_add(3) >= shorter
}

/// Whether a sentence points to what comes after it: "Dummy text follows."
pub(crate) fn points_forward(words: &[Token]) -> bool {
    const NEAR_TOKENS: usize = 10;
    const SHORT_TOKENS: usize = 25;
    let first = words.iter().find(|token| token.is_word());
    let here = first.is_some_and(|token| token.is("here"));
    // What is pointed to follows: a pointer in the middle of a long sentence points into it.
    let from = match words.len() <= SHORT_TOKENS {
        true => 0,
        false => words.len().saturating_sub(NEAR_TOKENS),
    };
    let near = words.get(from..).unwrap_or_default();
    // "Enter the following in your summary."
    let ordered = near.iter().any(|token| token.is("following"))
        && LEXICON
            .marks(words)
            .iter()
            .any(|mark| mark.class == Class::Order);
    let pair = near.windows(2).any(|pair| match pair {
        [one, two] => {
            one.is("what") && two.is_any(&["follows", "comes"])
                || one.is_any(&["following", "next"])
                    && (two.is_any(LEXICON.words_said)
                        || two.is_any(LEXICON.terms_said)
                        || two.is_any(&[
                            "is",
                            "are",
                            "was",
                            "were",
                            "facts",
                            "provisions",
                            "lines",
                            "terms",
                            "clauses",
                            "statements",
                            "sentences",
                            "figures",
                        ]))
                || one.is_any(&["as", "it"]) && two.is("follows")
                || one.is_any(LEXICON.words_said) && two.is_any(&["follows", "below"])
                || one.is("like") && two.is("this")
                || one.is_any(&[
                    "quoted",
                    "printed",
                    "reproduced",
                    "nothing",
                    "clause",
                    "set",
                ]) && two.is_any(&["below", "hereafter"])
        }
        _ => false,
    });
    let last = near.iter().rev().find(|token| token.is_word());
    let ends = last.is_some_and(|token| token.is_any(&["follows", "thus", "following"]));
    here || pair || ends || ordered
}

/// Whether a sentence tells its reader to imagine what follows: "Consider a case."
pub(crate) fn imagines(words: &[Token]) -> bool {
    let first = words
        .iter()
        .find(|token| token.is_word() && !token.is_any(&["now", "just", "let", "us", "please"]));
    let marks = LEXICON.marks(words);
    // "Could you tell me …?" imagines nothing.
    if words.last().is_some_and(|token| token.is("?")) {
        return false;
    }
    first.is_some_and(|token| {
        token.is_any(&[
            "consider", "picture", "take", "envisage", "imagine", "suppose", "assume", "pretend",
        ])
    }) && words.first().is_some_and(|token| token.capital)
        || marks
            .iter()
            .any(|mark| mark.class == Class::Supposed && mark.start < 2)
}

/// "Is this right?", "Draft No. 3, not yet agreed by anybody.", "[Replace before use.]": a short sentence
/// right before a statement that asks whether it is so, calls it a draft, or tells what to do with it.
pub(crate) fn doubts_what_follows(words: &[Token]) -> bool {
    const QUESTION_MAX_WORDS: usize = 6;
    const PAPERS: &[&str] = &[
        "dummy",
        "draft",
        "excerpt",
        "extract",
        "proposal",
        "sample",
        "specimen",
        "suggestion",
        "template",
        "wording",
    ];
    let said: Vec<&Token> = words.iter().filter(|token| token.is_word()).collect();
    let asks = words.last().is_some_and(|token| token.is("?"))
        && said.len() <= QUESTION_MAX_WORDS
        && said
            .iter()
            .any(|token| token.is_any(&["this", "that", "it", "right", "true"]));
    let spoken = LEXICON
        .marks(words)
        .iter()
        .any(|mark| mark.class == Class::Finite);
    let paper = said
        .first()
        .is_some_and(|token| token.capital && token.is_any(PAPERS));
    let bracket = words.last().is_some_and(|token| token.is("]"))
        && said.iter().any(|token| {
            token.is_any(&[
                "before",
                "complete",
                "delete",
                "fill",
                "insert",
                "placeholder",
                "replace",
                "sample",
                "template",
                "wording",
            ])
        });
    asks || paper && !spoken || bracket
}

/// The tokens of a place, without a value.
pub(crate) fn heard(text: &str, range: Range<usize>) -> Vec<Token> {
    tokens(text, range, &(0..0))
        .into_iter()
        .filter(|token| token.shape != Shape::Value)
        .collect()
}
