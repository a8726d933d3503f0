//! What the document itself changes elsewhere: words it replaces, sections it takes back.
//!
//! "Section 3 is amended by replacing "$900" with "$975"" stands pages away from the
//! $900 it changes. Such sentences are looked for once; a value that one of them
//! names, by its words or by the number of its section, is left to a person.

use std::ops::Range;

use groundstop_value::context::statement_around;

use crate::Frame;
use crate::token::{Shape, Token, tokens};

/// How many sentences that change something are looked at in one document.
const SENTENCES_MAX: usize = 400;
/// How long words that are replaced are at most, in bytes.
const REPLACED_MAX_BYTES: usize = 240;
/// How long a sentence that changes something is at most, in bytes.
const SENTENCE_MAX_BYTES: usize = 2_000;
/// How far above a value the number of its section is looked for, in bytes.
const SECTION_MAX_BYTES: usize = 20_000;

/// The beginnings of words without which nothing is changed.
const TRIGGERS: &[&str] = &[
    "replac",
    "delet",
    "strik",
    "struck",
    "omitt",
    "substitut",
    "amended",
    "effect",
    "not apply",
    "supersed",
    "withdrawn",
    "revoked",
    "error",
    "mistake",
    "wrongly",
    "cancel",
    "repeal",
    "changed to",
    "altered",
    "modified to",
    "varied",
    "suspended",
    "shall now",
    " read ",
    "misread",
    "mistyped",
    "misprint",
    "incorrect",
    "declared",
    "ceased",
    "no longer",
    "waive",
    "release",
    "call off",
    "called off",
    "rescind",
    "annul",
    "unwind",
    "terminat",
    "what I ",
    "my last",
    "my previous",
    "my earlier",
];
/// Verbs in front of the words that go out.
const TAKING_OUT: &[&str] = &[
    "cancelling",
    "deleting",
    "omitting",
    "removing",
    "replacing",
    "striking",
    "delete",
    "replace",
    "strike",
];
/// What is done to words or sections that are named.
const TAKEN_OUT: &[&str] = &[
    "altered",
    "amended",
    "cancelled",
    "canceled",
    "changed",
    "deleted",
    "modified",
    "omitted",
    "removed",
    "repealed",
    "replaced",
    "revoked",
    "struck",
    "superseded",
    "suspended",
    "varied",
    "void",
    "withdrawn",
];
const SECTIONS: &[&str] = &[
    "article",
    "clause",
    "condition",
    "item",
    "paragraph",
    "provision",
    "rule",
    "section",
    "sub-clause",
    "subclause",
    "subsection",
    "term",
];
/// How sections are named in short, with a full stop or without.
const SHORT_NAMES: &[&str] = &["art", "cl", "para", "s", "sec", "ss", "\u{a7}"];
/// How many sections one sentence names at most.
const NAMED_MAX: usize = 50;

/// What a document changes in itself.
#[derive(Clone, Debug, Default)]
pub(crate) struct Amendments {
    /// Words that are replaced, with the sentence that does it and the sections it names.
    words: Vec<(String, Range<usize>, Vec<String>)>,
    /// Sections that are changed or taken back, by their number, with the sentence.
    sections: Vec<(String, Range<usize>)>,
    /// Sentences that take back everything above them.
    all_above: Vec<Range<usize>>,
    /// What the paper calls itself, in small letters: "office lease".
    title: String,
}

impl Amendments {
    /// Looks through a text for sentences that change another part of it.
    pub(crate) fn of(text: &str) -> Amendments {
        let mut found = Amendments {
            title: title_of(text),
            ..Amendments::default()
        };
        let mut looked = 0_usize;
        let mut past = 0_usize;
        for at in hits(text) {
            if at < past {
                continue;
            }
            let own = statement_around(text, at..at);
            past = own.end.max(at.saturating_add(1));
            looked = looked.saturating_add(1);
            if looked > SENTENCES_MAX || own.len() > SENTENCE_MAX_BYTES {
                continue;
            }
            found.read(text, &own);
        }
        found
    }

    fn read(&mut self, text: &str, own: &Range<usize>) {
        let words = tokens(text, own.clone(), &(0..0));
        let sections = (0..words.len()).find_map(|at| sections_at(&words, at));
        for quote in quotations(&words) {
            let said = text.get(quote.bytes.clone()).unwrap_or_default().trim();
            if said.len() <= REPLACED_MAX_BYTES && !said.is_empty() && is_taken_out(&words, &quote)
            {
                let named = sections.as_ref().map(|(numbers, _)| numbers.clone());
                self.words
                    .push((said.to_owned(), own.clone(), named.unwrap_or_default()));
            }
        }
        if is_called_off(&words) || is_retracted(text, &words) {
            self.all_above.push(own.clone());
        }
        // "Stoneleigh Ltd was named above in error": what a sentence calls a mistake.
        let said = text.get(own.clone()).unwrap_or_default();
        if said.len() <= REPLACED_MAX_BYTES && (is_mistake(&words) || is_over(&words)) {
            self.words.push((said.to_owned(), own.clone(), Vec::new()));
        }
        let listed = listed_out(&words).into_iter();
        self.sections
            .extend(listed.map(|number| (number, own.clone())));
        // Whose words go out is said; the rest of the section stays.
        // "Section 3 is struck and the following stands in its stead: "…"": what is quoted is new.
        let quoted = quotations(&words);
        let whole = quoted.first().is_none_or(|quote| {
            let before = quote.open.checked_sub(1).and_then(|at| words.get(at));
            before.is_some_and(|token| token.is(":")) && !is_taken_out(&words, quote)
        });
        if let Some((numbers, end)) = sections.filter(|_| whole)
            && (is_changed(&words, end, &self.title) || is_waived(&words))
        {
            let taken = numbers.into_iter().map(|number| (number, own.clone()));
            self.sections.extend(taken);
        }
    }

    /// Whether the document changes what stands at a place.
    pub(crate) fn frame(&self, text: &str, place: &Range<usize>) -> Frame {
        if self.words.is_empty() && self.sections.is_empty() && self.all_above.is_empty() {
            return Frame::Asserted;
        }
        if let Some(own) = self.all_above.iter().find(|own| place.end <= own.start) {
            return Frame::Unclear {
                because: own.clone(),
            };
        }
        let value = text.get(place.clone()).unwrap_or_default();
        let section = section_of(text, place.start);
        let outside = |own: &Range<usize>| place.end <= own.start || own.end <= place.start;
        let replaced = self.words.iter().find(|(said, own, named)| {
            let elsewhere = section.as_ref().is_some_and(|section| {
                !named.is_empty() && !named.iter().any(|named| is_within(section, named))
            });
            // "For "September 4" read "September 14"": a part of the date is changed.
            let part = said.contains(|c: char| c.is_ascii_digit()) && holds(value, said);
            outside(own) && !elsewhere && (part || holds(said, value))
        });
        let taken = || {
            let section = section.as_ref()?;
            let mut sections = self.sections.iter();
            sections.find(|(number, own)| {
                outside(own) && !is_new_text(text, own, place) && is_within(section, number)
            })
        };
        let because = replaced
            .map(|(_, own, _)| own.clone())
            .or_else(|| taken().map(|(_, own)| own.clone()));
        because.map_or(Frame::Asserted, |because| Frame::Unclear { because })
    }
}

/// "Clause 5 is replaced by the following: 5. …": what comes right after is what holds now.
fn is_new_text(text: &str, own: &Range<usize>, place: &Range<usize>) -> bool {
    const NEW_MAX_BYTES: usize = 600;
    let said = text.get(own.clone()).unwrap_or_default();
    let quoted = [": \"", ": \u{201c}", ":\n\"", ":\n\u{201c}"]
        .iter()
        .any(|mark| said.contains(mark));
    let announces =
        said.contains("following") || said.contains("follows") || said.ends_with(':') || quoted;
    announces
        && place
            .start
            .checked_sub(own.end)
            .is_some_and(|gap| gap <= NEW_MAX_BYTES)
}

/// Where words begin without which nothing is changed.
fn hits(text: &str) -> Vec<usize> {
    let mut found: Vec<usize> = TRIGGERS
        .iter()
        .flat_map(|trigger| text.match_indices(trigger).map(|(at, _)| at))
        .collect();
    found.sort_unstable();
    found
}

/// Words in quotation marks.
struct Quotation {
    /// The tokens of its two marks.
    open: usize,
    close: usize,
    /// The bytes between them.
    bytes: Range<usize>,
}

fn quotations(words: &[Token]) -> Vec<Quotation> {
    let mut all = Vec::new();
    let mut open: Option<(usize, usize)> = None;
    for (at, token) in words.iter().enumerate() {
        let mark = token.is_any(&["\"", "\u{201c}", "\u{201d}"]);
        match open {
            _ if !mark => {}
            Some((from, start)) => {
                all.push(Quotation {
                    open: from,
                    close: at,
                    bytes: start..token.span.start,
                });
                open = None;
            }
            None => open = Some((at, token.span.end)),
        }
    }
    all
}

/// Whether quoted words are those that go out: "replacing "A"", ""A" is deleted", "B for "A"".
fn is_taken_out(words: &[Token], quote: &Quotation) -> bool {
    const BEFORE_TOKENS: usize = 8;
    const AFTER_TOKENS: usize = 5;
    let before = words
        .get(quote.open.saturating_sub(BEFORE_TOKENS)..quote.open)
        .unwrap_or_default();
    let verb = before.iter().rposition(|token| token.is_any(TAKING_OUT));
    let put_in = before
        .iter()
        .rposition(|token| token.is_any(&["with", "by", "inserting", "substituting", "insert"]));
    let out = verb.is_some_and(|verb| put_in.is_none_or(|put_in| put_in < verb));
    // "Substituting B for "A"", "for "A" read "B"".
    let swapped = before.last().is_some_and(|token| token.is("for"))
        && (words
            .iter()
            .take(quote.open)
            .any(|token| token.is_any(&["substitute", "substituting", "substituted"]))
            || words
                .get(quote.close.saturating_add(1))
                .is_some_and(|token| token.is("read")));
    let from = quote.close.saturating_add(1);
    let after = words
        .get(from..words.len().min(from.saturating_add(AFTER_TOKENS)))
        .unwrap_or_default();
    let passive = after
        .first()
        .is_some_and(|token| token.is_any(&["is", "are", "shall", "be", "in"]))
        && after.iter().any(|token| token.is_any(TAKEN_OUT));
    out || swapped || passive
}

/// Whether a sentence says that something was named, printed or stated by mistake.
fn is_mistake(words: &[Token]) -> bool {
    let done = words.iter().any(|token| {
        token.is_any(&[
            "entered", "given", "included", "named", "printed", "shown", "stated", "typed",
            "written",
        ])
    });
    let open = words
        .iter()
        .any(|token| token.is_any(&["if", "may", "any", "shall", "unless"]));
    let error = words.windows(2).any(|pair| match pair {
        [one, two] => one.is_any(&["in", "by"]) && two.is_any(&["error", "mistake"]),
        _ => false,
    });
    let wrongly = words
        .iter()
        .any(|token| token.is_any(&["erroneously", "mistakenly", "wrongly"]));
    done && !open && (error || wrongly)
}

/// "Quill Ltd has ceased to be the tenant", "is no longer the tenant": what a sentence calls over.
fn is_over(words: &[Token]) -> bool {
    let open = words.iter().any(|token| {
        token.is_any(&[
            "if", "may", "any", "shall", "unless", "will", "when", "until",
        ])
    });
    let over = words.windows(3).any(|three| match three {
        [one, two, last] => {
            one.is_any(&["has", "have", "had"]) && two.is("ceased") && last.is("to")
                || one.is_any(&["is", "are"]) && two.is("no") && last.is("longer")
        }
        _ => false,
    });
    over && !open
}

/// Words by which something is only possible, or happens in a case.
const OPEN: &[&str] = &[
    "after", "any", "before", "can", "could", "either", "event", "if", "may", "might", "must",
    "not", "prior", "shall", "should", "that", "unless", "until", "upon", "when", "whether",
    "where", "which", "will", "would",
];

/// "We call off the above contract", "this lease is hereby rescinded": the whole paper is taken back,
/// now, and not in a case.
fn is_called_off(words: &[Token]) -> bool {
    const PAPERS: &[&str] = &[
        "agreement",
        "bargain",
        "contract",
        "deal",
        "deed",
        "lease",
        "letter",
        "licence",
        "license",
        "note",
        "offer",
        "order",
        "policy",
        "sale",
    ];
    const ACTS: &[&str] = &["abandon", "annul", "cancel", "rescind", "revoke", "unwind"];
    const DONE: &[&str] = &[
        "abandoned",
        "annulled",
        "canceled",
        "cancelled",
        "rescinded",
        "revoked",
        "terminated",
        "unwound",
    ];
    let is = |at: usize, list: &[&str]| words.get(at).is_some_and(|token| token.is_any(list));
    let cases = ["if", "unless", "until", "when", "upon", "event"];
    if words.iter().any(|token| token.is_any(&cases)) {
        return false;
    }
    let open = |at: usize| words.iter().take(at).any(|token| token.is_any(OPEN));
    let own_paper = |at: usize| {
        let the = is(at, &["this", "the", "our"]);
        let above = is(
            at.saturating_add(1),
            &["above", "foregoing", "present", "said", "entire"],
        );
        the && (is(at.saturating_add(1), PAPERS) && !is(at, &["the"])
            || above && is(at.saturating_add(2), PAPERS))
    };
    (0..words.len()).any(|at| {
        let calls_off = is(at, &["call"]) && is(at.saturating_add(1), &["off"]);
        let acts = calls_off || is(at, ACTS) && at > 0 && !is(at.saturating_sub(1), &["to", "and"]);
        let object = at.saturating_add(if calls_off { 2 } else { 1 });
        let passive = own_paper(at)
            && words
                .iter()
                .skip(at)
                .take(8)
                .zip(words.iter().skip(at.saturating_add(1)))
                .any(|(one, two)| {
                    one.is_any(&["is", "been", "hereby", "now", "mutually", "stands"])
                        && (two.is_any(DONE) || two.is("called"))
                });
        (acts && own_paper(object) || passive) && !open(at)
    })
}

/// "Scrap what I sent at 9:12", "please ignore my last message": what was written before is taken back.
fn is_retracted(text: &str, words: &[Token]) -> bool {
    const DROPS: &[&str] = &[
        "delete",
        "disregard",
        "forget",
        "ignore",
        "retract",
        "scrap",
        "scratch",
    ];
    const SENT: &[&str] = &["said", "sent", "told", "typed", "wrote"];
    const MESSAGES: &[&str] = &[
        "e-mail", "email", "letter", "mail", "message", "note", "text",
    ];
    let is = |at: usize, list: &[&str]| words.get(at).is_some_and(|token| token.is_any(list));
    (0..words.len()).any(|at| {
        let line = words.get(at).is_some_and(|token| {
            text.get(..token.span.start)
                .is_some_and(|head| head.trim_end_matches(' ').ends_with('\n'))
        });
        let opening =
            at == 0 || line || is(at.saturating_sub(1), &["please", ",", ":", "and", "should"]);
        let what = is(at.saturating_add(1), &["what"])
            && is(at.saturating_add(2), &["i", "we"])
            && (is(at.saturating_add(3), SENT) || is(at.saturating_add(4), SENT));
        let mine = is(at.saturating_add(1), &["my", "our"])
            && is(
                at.saturating_add(2),
                &["last", "previous", "earlier", "first"],
            )
            && is(at.saturating_add(3), MESSAGES);
        opening && is(at, DROPS) && (what || mine)
    })
}

/// "We release you from clause 11.1", "the Lender waives section 4": a section is given up, now.
fn is_waived(words: &[Token]) -> bool {
    let open = words
        .iter()
        .any(|token| token.is_any(OPEN) && !token.is_any(&["and", "any", "shall", "that"]));
    let waives = words.iter().enumerate().any(|(at, token)| {
        let from = || words.iter().skip(at).take(6).any(|next| next.is("from"));
        token.is_any(&["waive", "waives", "waived"])
            || token.is_any(&["release", "releases", "released"]) && from()
    });
    let other = words.windows(2).any(|pair| match pair {
        [one, two] => one.is("of") && two.is("the"),
        _ => false,
    });
    waives && !open && !other
}

/// The first line of a paper that has words, in small letters.
fn title_of(text: &str) -> String {
    const TITLE_MAX_BYTES: usize = 80;
    let line = text
        .lines()
        .find(|line| line.chars().any(char::is_alphabetic));
    let line = line.unwrap_or_default().trim();
    match line.len() <= TITLE_MAX_BYTES {
        true => line.to_lowercase(),
        false => String::new(),
    }
}

/// "Section 3.1", "clauses 3, 4 and 7 to 9": the numbers, and the token after them.
fn sections_at(words: &[Token], at: usize) -> Option<(Vec<String>, usize)> {
    let name = words.get(at)?;
    let plural = name.word.strip_suffix('s').unwrap_or(&name.word);
    let short = name.is_any(SHORT_NAMES);
    if !name.is_any(SECTIONS) && !SECTIONS.contains(&plural) && !short {
        return None;
    }
    let mut numbers: Vec<String> = Vec::new();
    let mut next = at.saturating_add(1);
    if short && words.get(next).is_some_and(|token| token.is(".")) {
        next = next.saturating_add(1);
    }
    let mut end = next;
    while let Some(token) = words.get(next) {
        if token.shape == Shape::Number && numbers.len() < NAMED_MAX {
            let number = token.word.trim_end_matches('.').to_owned();
            let ranged = words
                .get(next.saturating_sub(1))
                .is_some_and(|before| before.is_any(&["to", "through", "-", "\u{2013}"]));
            let from = numbers.last().filter(|_| ranged);
            let between = from.and_then(|from| between(from, &number));
            numbers.extend(between.unwrap_or_default());
            numbers.push(number);
            end = next.saturating_add(1);
        } else if numbers.is_empty()
            || !token.is_any(&[",", "and", "or", "&", "to", "through", "-", "\u{2013}"])
        {
            break;
        }
        next = next.saturating_add(1);
    }
    (!numbers.is_empty()).then_some((numbers, end))
}

/// "Clauses struck through before signing: 5, 7": the numbers after the colon.
fn listed_out(words: &[Token]) -> Vec<String> {
    let named = (0..words.len()).find(|at| {
        words.get(*at).is_some_and(|name| {
            let plural = name.word.strip_suffix('s').unwrap_or(&name.word);
            SECTIONS.contains(&plural)
        }) && words
            .get(at.saturating_add(1))
            .is_some_and(|done| done.is_any(TAKEN_OUT))
    });
    let colon = named.and_then(|from| {
        let rest = words.get(from..)?;
        Some(from.saturating_add(rest.iter().position(|token| token.is(":"))?))
    });
    let Some(colon) = colon else {
        return Vec::new();
    };
    let after = words.iter().skip(colon.saturating_add(1));
    after
        .take_while(|token| token.shape == Shape::Number || token.is_any(&[",", "and"]))
        .filter(|token| token.shape == Shape::Number)
        .take(NAMED_MAX)
        .map(|token| token.word.trim_end_matches('.').to_owned())
        .collect()
}

/// The whole numbers between two, where there are not too many.
fn between(from: &str, to: &str) -> Option<Vec<String>> {
    let (from, to): (usize, usize) = (from.parse().ok()?, to.parse().ok()?);
    let numbers = from.saturating_add(1)..to;
    (numbers.len() <= NAMED_MAX).then(|| numbers.map(|number| number.to_string()).collect())
}

/// Whether a section of this document is said to be changed or to have no effect.
///
/// `title` is what the paper calls itself: "of the Lease" speaks of a lease itself.
fn is_changed(words: &[Token], from: usize, title: &str) -> bool {
    const WITHIN_TOKENS: usize = 9;
    let rest = words
        .get(from..words.len().min(from.saturating_add(WITHIN_TOKENS)))
        .unwrap_or_default();
    // "Section 3 of the Original Agreement": another paper's.
    let amends = title.contains("amend") || title.contains("side letter");
    let own = |name: &Token| {
        !amends
            && name.word.chars().count() > 3
            && title.split_whitespace().any(|word| word == name.word)
    };
    let other = rest.windows(3).any(|three| match three {
        [one, two, last] => {
            let part = two.is_any(&["part", "chapter", "annex", "appendix", "schedule"]);
            let this = two.is_any(&["this", "these", "no"]) || two.is("the") && own(last) || part;
            one.is("of") && !this
        }
        _ => false,
    });
    let open = rest.iter().any(|token| {
        token.is_any(&[
            "may", "can", "cannot", "might", "if", "unless", "until", "as",
        ])
    });
    let done = rest.windows(2).any(|pair| match pair {
        [one, two] => {
            one.is_any(&["is", "are", "hereby", "been", "be", "was", "now", ":"])
                && two.is_any(TAKEN_OUT)
        }
        _ => false,
    });
    // "Clause 4 is struck out and there shall be no renewal": only what stands before the verb denies it.
    let denied = rest
        .iter()
        .position(|token| token.is_any(&["not", "no", "never"]));
    let done_at = rest.iter().position(|token| token.is_any(TAKEN_OUT));
    let undone = denied.is_some_and(|not| done_at.is_none_or(|done| not < done));
    // "The figure in paragraph 3 shall now be 7%", "Clause 5: for thirty read ninety".
    let set_anew = rest.windows(2).any(|pair| match pair {
        [one, two] => one.is_any(&["shall", "will", "is"]) && two.is("now"),
        _ => false,
    });
    let read_anew = rest
        .iter()
        .position(|token| token.is("for"))
        .is_some_and(|at| rest.iter().skip(at).any(|token| token.is("read")));
    let idle = denied.is_some_and(|not| {
        let said = |steps: usize, words: &[&str]| {
            rest.get(not.saturating_add(steps))
                .is_some_and(|token| token.is_any(words))
        };
        said(1, &["effect", "force"])
            || said(1, &["longer"])
            || said(1, &["apply"]) && !said(2, &["to", "in", "with", "where", "if", "when"])
            // "To this hire": to all that the paper is about.
            || said(1, &["apply"])
                && said(2, &["to"])
                && said(3, &["this"])
                && !said(4, SECTIONS)
    });
    let wrong = rest.windows(2).any(|pair| match pair {
        [one, two] => one.is("in") && two.is("error"),
        _ => false,
    }) || rest
        .iter()
        .any(|token| token.is_any(&["misread", "mistyped", "misprinted", "incorrect"]));
    !other && !open && (done && !undone || idle || wrong || set_anew || read_anew)
}

/// The number of the section a place stands in: the last line above that begins with one.
fn section_of(text: &str, at: usize) -> Option<String> {
    let from = text.ceil_char_boundary(at.saturating_sub(SECTION_MAX_BYTES));
    let head = text.get(from..at)?;
    head.split('\n').rev().find_map(line_number)
}

/// "3.", "3.1", "Section 3": the number that begins a line.
fn line_number(line: &str) -> Option<String> {
    let mut rest = line.trim_start();
    let lower = rest.to_ascii_lowercase();
    let named = SECTIONS.iter().find(|name| {
        lower
            .strip_prefix(**name)
            .is_some_and(|rest| rest.starts_with(' '))
    });
    if let Some(name) = named {
        rest = rest.get(name.len()..)?.trim_start();
    }
    let length = rest
        .find(|c: char| !c.is_ascii_digit() && c != '.')
        .unwrap_or(rest.len());
    let number = rest.get(..length)?;
    let plain = number.trim_end_matches('.');
    let ended = rest
        .get(length..)?
        .starts_with(|c: char| c.is_whitespace() || matches!(c, ')' | ':' | '(' | '\u{2014}'));
    let numbered = named.is_some() || plain.len() < number.len() || plain.contains('.');
    let short = plain.split('.').all(|part| (1..=3).contains(&part.len()));
    (numbered && ended && short && !plain.is_empty()).then(|| plain.to_owned())
}

/// Whether a section is the named one or a part of it: 3.1 is in 3.
fn is_within(section: &str, named: &str) -> bool {
    section == named
        || section
            .strip_prefix(named)
            .is_some_and(|rest| rest.starts_with('.'))
}

/// Whether words hold a value, not cut out of a longer run of letters or digits.
fn holds(said: &str, value: &str) -> bool {
    !value.is_empty()
        && said.match_indices(value).any(|(at, _)| {
            let whole = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
            let before = said.get(..at).and_then(|head| head.chars().next_back());
            let after = at.saturating_add(value.len());
            whole(before) && whole(said.get(after..).and_then(|tail| tail.chars().next()))
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_changed_in(text: &str, value: &str) -> bool {
        let at = text.find(value).unwrap();
        let found = Amendments::of(text).frame(text, &(at..at + value.len()));
        found != Frame::Asserted
    }

    #[test]
    fn what_is_replaced_elsewhere_is_left_to_a_person() {
        for after in [
            "Section 3 is amended by replacing \"$900\" with \"$975\".",
            "In Section 3, \u{201c}$900\u{201d} is deleted and \u{201c}$975\u{201d} is put in its place.",
            "Section 3 is amended by substituting \"$975\" for \"$900\".",
            "Section 3 was included in error.",
            "Section 3 of this Lease is hereby deleted.",
            "Section 3 shall have no effect.",
            "The rent in Section 3 is changed to $975.",
            "Section 3 does not apply to this letting; the rent is agreed by e-mail.",
            "Section 3 is struck out and no rent is due.",
            "The figure in paragraph 3 shall now be $975.",
            "Clause 3: for nine hundred read nine hundred and fifty.",
            "Standard term 3 does not apply. The rent is agreed by e-mail.",
            "Conditions 2, 3 and 5 are hereby deleted.",
            "Clauses 2 to 5 shall have no effect.",
            "Clauses struck through by the parties before signing: 3. Initials: AB.",
            "Cl. 3: repealed by the Second Schedule.",
            "Section 3 was declared of no effect between the parties.",
            "Remark: in Sec. 3 the figure was mistyped.",
            "Section 3 of Part A is deleted and the following is put in its place: none.",
            "Section 3 of the Lease is struck and the following stands in its stead: none.",
            "In recognition of your loyalty we release you from section 3.",
            "The Landlord waives clause 3.",
            "The parties, having second thoughts, call off the above contract from the beginning.",
            "This lease has been rescinded by both of us.",
            "Please ignore my last message.",
            "Scrap what I sent at 9:12, I was looking at the wrong deal.",
        ] {
            let text = format!("LEASE\n\n3. The monthly rent is $900.\n\n9. {after}\n");
            assert!(is_changed_in(&text, "$900"), "{after}");
        }
    }

    #[test]
    fn a_part_of_a_value_that_is_to_be_read_otherwise_changes_it() {
        let text = "ORDER\n\nThe delivery date is September 4, 2021.\n\nErrata: for \"September 4\" read \
                    \"September 14\" wherever it appears.\n";
        assert!(is_changed_in(text, "September 4, 2021"));
        let other = text.replace("for \"September 4\"", "for \"April 4\"");
        assert!(!is_changed_in(&other, "September 4, 2021"));
    }

    #[test]
    fn what_a_sentence_calls_over_is_left_to_a_person() {
        let text = |after: &str| format!("LEASE\n\nThe tenant is Quill Ltd.\n\n{after}\n");
        for after in [
            "Quill Ltd has ceased to be the tenant.",
            "Quill Ltd is no longer the tenant.",
        ] {
            assert!(is_changed_in(&text(after), "Quill Ltd"), "{after}");
        }
        for after in [
            "If Quill Ltd is no longer the tenant, the keys are returned.",
            "Moss Ltd is no longer the tenant.",
        ] {
            assert!(!is_changed_in(&text(after), "Quill Ltd"), "{after}");
        }
    }

    #[test]
    fn what_is_done_to_something_else_changes_nothing() {
        for after in [
            "Section 4 is hereby deleted.",
            "Clauses struck through by the parties before signing: 5, 7.",
            "Section 3 of the Master Lease is hereby deleted.",
            "Section 3 may not be amended but in writing.",
            "Section 3 shall not apply to guests.",
            "Section 3 shall not apply to this Section 9.",
            "The rent in Section 3 may be changed to $975.",
            "Section 4 is amended by replacing \"$900\" with \"$975\".",
            "Sections 4 and 5 are amended by replacing \"$900\" with \"$975\".",
            "Clauses 4 to 8 shall have no effect.",
            "The word \"rent\" is replaced by \"fee\".",
            "Section 3 of the Original Lease is struck.",
            "The Landlord may waive section 3.",
            "The Landlord waives section 3 of the Rent Act.",
            "If the Tenant cancels this lease, the deposit is kept.",
            "Either party may rescind this lease in writing.",
            "Upon default the Landlord may annul this lease.",
        ] {
            let text = format!("LEASE\n\n3. The monthly rent is $900.\n\n9. {after}\n");
            assert!(!is_changed_in(&text, "$900"), "{after}");
        }
    }
}
