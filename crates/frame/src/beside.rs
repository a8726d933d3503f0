//! The words right beside a value: a bound, an approximation, a computation.
//!
//! What stands directly before a value is a closed class of prepositions and
//! adverbs. Those that state the value are passed over; those that make it a
//! bound, an estimate or a point to count from are named.

use groundstop_contract::RejectCode;
use groundstop_value::Kind;

use crate::Frame;
use crate::asks::Asks;
use crate::clause::Sentence;
use crate::lexicon::{Class, Mark};
use crate::token::Shape;

/// Words that may stand between such a phrase and its value.
const FILLERS: &[&str] = &[
    "the",
    "a",
    "an",
    "of",
    "sum",
    "amount",
    "date",
    "total",
    "aggregate",
    "its",
    "his",
    "their",
    "such",
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
    "this",
];

/// The frame that the words beside the value give it.
pub(crate) fn frame(kind: &Kind, sentence: &Sentence, asks: &Asks) -> Frame {
    if let Kind::Choice { .. } = kind {
        return choice(sentence);
    }
    match kind {
        Kind::Text => return Frame::Asserted,
        Kind::Boolean { .. } => return answer(sentence),
        _ => {}
    }
    before(kind, sentence, asks)
        .or(|| after(kind, sentence, asks))
        .or(|| offset(kind, sentence, asks))
        .or(|| limited(kind, sentence))
}

/// A yes or no is an answer where it follows a label or a question, or is all there is.
fn answer(sentence: &Sentence) -> Frame {
    let before = (0..sentence.value)
        .rev()
        .filter_map(|at| sentence.token(at))
        .find(|token| !token.is_any(&["\"", "'", "\u{201c}", "\u{2018}"]));
    let answers = before.is_none_or(|token| {
        !token.is_word() && token.shape != Shape::Number
            || token.is_any(&["to", "is", "are", "be", "answer", "answers"])
    });
    let both = (0..sentence.tokens.len())
        .filter(|at| *at > sentence.value)
        .find(|at| {
            sentence.token(*at).is_some_and(|token| {
                token.is_any(&[
                    "afterwards",
                    "thereafter",
                    "then",
                    "otherwise",
                    "until",
                    "unless",
                    "except",
                ])
            })
        });
    let place = |at: usize| sentence.token(at).map_or(0..0, |token| token.span.clone());
    match (answers, both) {
        (false, _) => Frame::Unclear {
            because: place(sentence.value.saturating_sub(1)),
        },
        (true, Some(at)) => Frame::Unclear { because: place(at) },
        (true, None) => Frame::Asserted,
    }
}

/// A length of time that only counts on to something: "two years after the death".
fn offset(kind: &Kind, sentence: &Sentence, asks: &Asks) -> Frame {
    let next = sentence.value.saturating_add(1);
    let counts = sentence
        .token(next)
        .is_some_and(|token| token.is_any(&["after", "following", "before", "preceding"]));
    match matches!(kind, Kind::Duration)
        && counts
        && !asks.contingent
        && !asks.bound
        && !asks.prohibits
    {
        true => Frame::Unclear {
            because: sentence
                .token(next)
                .map_or(0..0, |token| token.span.clone()),
        },
        false => Frame::Asserted,
    }
}

/// "Twice monthly", "less than exclusive", "exclusive of VAT": another thing than the option.
fn choice(sentence: &Sentence) -> Frame {
    let before = sentence.value.checked_sub(1);
    let changed = before.filter(|at| {
        sentence.token(*at).is_some_and(|token| {
            token.is_any(&[
                "semi",
                "bi",
                "twice",
                "thrice",
                "non",
                "co",
                "quasi",
                "partly",
                "partially",
                "than",
                "half",
                "once",
                "every",
                "almost",
                "nearly",
            ])
        })
    });
    let of = Some(sentence.value.saturating_add(1))
        .filter(|at| sentence.token(*at).is_some_and(|token| token.is("of")));
    match changed.or(of) {
        Some(at) => Frame::Unclear {
            because: sentence.token(at).map_or(0..0, |token| token.span.clone()),
        },
        None => Frame::Asserted,
    }
}

/// Money and rates for a first while only: "during the first year".
fn limited(kind: &Kind, sentence: &Sentence) -> Frame {
    if !matches!(
        kind,
        Kind::Money { .. } | Kind::Percent { .. } | Kind::Duration
    ) {
        return Frame::Asserted;
    }
    let start = sentence.clause_start();
    let end = sentence.clause_end();
    let first = (start..end).find(|at| {
        let word = |at: Option<usize>, words: &[&str]| {
            at.and_then(|at| sentence.token(at))
                .is_some_and(|token| token.is_any(words))
        };
        let led = word(
            at.checked_sub(2),
            &["for", "during", "in", "on", "of", "over"],
        ) && word(at.checked_sub(1), &["the", "its", "each"]);
        let counted = at.checked_add(1) == Some(sentence.value);
        // "On the first of each month", "the first day": a date, not a while.
        let dated = word(at.checked_add(1), &["of", "day", "business", "calendar"]);
        word(
            Some(*at),
            &[
                "first",
                "second",
                "third",
                "fourth",
                "fifth",
                "next",
                "last",
                "remaining",
                "introductory",
            ],
        ) && !dated
            && (led && !matches!(kind, Kind::Duration) || counted)
    });
    match first {
        Some(at) => Frame::Unclear {
            because: sentence.token(at).map_or(0..0, |token| token.span.clone()),
        },
        None => Frame::Asserted,
    }
}

fn before(kind: &Kind, sentence: &Sentence, asks: &Asks) -> Frame {
    let mut edge = sentence.value;
    while let Some(at) = edge.checked_sub(1)
        && sentence.token(at).is_some_and(|token| {
            // "c.", "approx.": the point of an abbreviation.
            let short = token.is(".")
                && at
                    .checked_sub(1)
                    .is_some_and(|at| sentence.begins(Class::Near, at));
            short || token.is_any(FILLERS) || token.is_any(&["(", "[", "\"", "\u{201c}", "$", "'"])
        })
    {
        edge = at;
    }
    let ends = |class: Class| {
        let mut marks = sentence.of(class).filter(|mark| {
            mark.end >= edge && mark.end <= sentence.value && mark.start < sentence.value
        });
        marks.next()
    };
    if let Some(mark) = symbol(sentence, edge) {
        return bounded(sentence, asks, mark);
    }
    if let Some(mark) = ends(Class::Near) {
        return Frame::Withdrawn {
            code: RejectCode::Estimate,
            because: sentence.bytes(mark),
        };
    }
    if let Some(mark) = ends(Class::Computed).filter(|mark| computes(kind, sentence, *mark)) {
        return Frame::Withdrawn {
            code: RejectCode::Computed,
            because: sentence.bytes(mark),
        };
    }
    match ends(Class::Bound).filter(|mark| bounds(kind, sentence, *mark)) {
        Some(mark) => bounded(sentence, asks, mark),
        None => Frame::Asserted,
    }
}

fn bounded(sentence: &Sentence, asks: &Asks, mark: Mark) -> Frame {
    let contrary = asks
        .lowest
        .is_some_and(|lowest| is_lower(sentence, mark) == Some(!lowest));
    match asks.bound && !contrary {
        true => Frame::Asserted,
        false => Frame::Bound {
            because: sentence.bytes(mark),
        },
    }
}

/// Whether the words of a bound say how little it may be, or how much; nothing where they say neither.
fn is_lower(sentence: &Sentence, mark: Mark) -> Option<bool> {
    const MORE: &[&str] = &[
        "above",
        "after",
        "exceed",
        "exceeding",
        "exceeds",
        "excess",
        "greater",
        "higher",
        "later",
        "more",
        "over",
        ">",
    ];
    const LESS: &[&str] = &[
        "before", "below", "earlier", "fewer", "less", "lesser", "lower", "sooner", "under", "<",
    ];
    let words = sentence.tokens.get(mark.start..mark.end)?;
    let has = |list: &[&str]| words.iter().any(|token| token.is_any(list));
    if has(&["least", "minimum", "\u{2265}"]) {
        return Some(true);
    }
    if has(&[
        "most", "maximum", "cap", "capped", "limit", "up", "within", "\u{2264}",
    ]) {
        return Some(false);
    }
    // "Not" stands before the phrase or in it.
    let before = mark.start.checked_sub(1).and_then(|at| sentence.token(at));
    let denied = has(&["no", "not", "never"])
        || before.is_some_and(|token| token.is_any(&["no", "not", "never"]));
    match (has(MORE), has(LESS)) {
        (true, false) => Some(!denied),
        (false, true) => Some(denied),
        _ => None,
    }
}

/// A mathematical sign before the value.
fn symbol(sentence: &Sentence, edge: usize) -> Option<Mark> {
    let at = edge.checked_sub(1)?;
    let token = sentence.token(at)?;
    token
        .is_any(&["<", ">", "\u{2264}", "\u{2265}"])
        .then_some(Mark {
            class: Class::Bound,
            start: at,
            end: at.saturating_add(1),
        })
}

/// Whether a word that can count from a value does so here: a length of time is counted with.
fn computes(kind: &Kind, sentence: &Sentence, mark: Mark) -> bool {
    let first = sentence
        .token(mark.start)
        .map_or("", |token| token.word.as_str());
    match first {
        "following" => matches!(kind, Kind::Date { .. }),
        "past" | "preceding" => !matches!(kind, Kind::Duration),
        // A year that ends on a date, and a term that does, state it.
        "ending" => !matches!(kind, Kind::Date { .. }),
        "additional" | "an" | "a" => matches!(kind, Kind::Percent { .. }),
        _ => true,
    }
}

/// Whether a preposition makes a bound for values of this kind.
fn bounds(kind: &Kind, sentence: &Sentence, mark: Mark) -> bool {
    let words: Vec<&str> = (mark.start..mark.end)
        .filter_map(|at| sentence.token(at))
        .map(|token| token.word.as_str())
        .collect();
    let upto = |at: usize| sentence.token(at).is_some_and(|token| token.is("from"));
    match words.as_slice() {
        // "Effective from X" begins there; "$500 and upwards" is told by its other end.
        ["from"] => {
            !matches!(kind, Kind::Date { .. } | Kind::Duration)
                && !upto(mark.start.saturating_sub(1))
                && !sentence
                    .of(Class::Finite)
                    .any(|one| one.start > sentence.value)
        }
        ["by"] => {
            let replaced = mark.start.checked_sub(1).is_some_and(|at| {
                sentence.token(at).is_some_and(|token| {
                    token.is_any(&[
                        "replaced",
                        "superseded",
                        "substituted",
                        "changed",
                        "followed",
                    ])
                })
            });
            matches!(kind, Kind::Date { .. }) && !replaced
        }
        ["before" | "after"] | ["prior", "to"] => matches!(kind, Kind::Date { .. }),
        ["under" | "above" | "below"] => !matches!(kind, Kind::Date { .. } | Kind::Duration),
        ["over"] => !matches!(kind, Kind::Date { .. } | Kind::Duration),
        _ => true,
    }
}

/// Words right after the value that make it a bound, a part or a base.
fn after(kind: &Kind, sentence: &Sentence, asks: &Asks) -> Frame {
    let word = |steps: usize| {
        sentence
            .token(sentence.value.saturating_add(steps))
            .filter(|token| token.shape == Shape::Word)
            .map_or("", |token| token.word.as_str())
    };
    let mark = |length: usize| Mark {
        class: Class::Bound,
        start: sentence.value.saturating_add(1),
        end: sentence.value.saturating_add(1).saturating_add(length),
    };
    let computed = |length: usize| Frame::Withdrawn {
        code: RejectCode::Computed,
        because: sentence.bytes(mark(length)),
    };
    if not_applicable(sentence) {
        return Frame::Withdrawn {
            code: RejectCode::Placeholder,
            because: sentence.bytes(mark(1)),
        };
    }
    match (word(1), word(2)) {
        (
            "or",
            "less" | "more" | "fewer" | "greater" | "higher" | "lower" | "above" | "below" | "over"
            | "under" | "earlier" | "later" | "sooner",
        ) => bounded(sentence, asks, mark(2)),
        ("and", "above" | "over" | "up" | "upwards" | "below" | "under") => {
            bounded(sentence, asks, mark(2))
        }
        ("at", "least" | "most") => bounded(sentence, asks, mark(2)),
        ("at", "the") if matches!(word(3), "least" | "most" | "very" | "latest" | "earliest") => {
            bounded(sentence, asks, mark(3))
        }
        ("upwards" | "upward" | "downwards" | "minimum" | "maximum", _) => {
            bounded(sentence, asks, mark(1))
        }
        ("less" | "minus" | "multiplied" | "times" | "divided", _) => computed(1),
        ("plus", next) if !is_tax(next) => computed(1),
        ("for", "each") | ("each", "") if matches!(kind, Kind::Money { .. }) => Frame::Unclear {
            because: sentence.bytes(mark(1)),
        },
        _ => Frame::Asserted,
    }
}

/// "N/A" right after the value.
fn not_applicable(sentence: &Sentence) -> bool {
    let next = sentence.value.saturating_add(1);
    (next..next.saturating_add(3)).any(|at| {
        let is = |steps: usize, word: &str| {
            sentence
                .token(at.saturating_add(steps))
                .is_some_and(|token| token.is(word))
        };
        is(0, "n") && is(1, "/") && is(2, "a") || is(0, "n/a")
    })
}

/// Taxes and costs that come on top of a price leave it as it is.
fn is_tax(word: &str) -> bool {
    matches!(
        word,
        "vat"
            | "tax"
            | "taxes"
            | "gst"
            | "applicable"
            | "sales"
            | "interest"
            | "any"
            | "all"
            | "expenses"
            | "costs"
            | "shipping"
            | "value"
            | "hst"
            | "accrued"
    )
}
