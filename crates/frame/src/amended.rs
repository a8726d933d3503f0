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
}

impl Amendments {
    /// Looks through a text for sentences that change another part of it.
    pub(crate) fn of(text: &str) -> Amendments {
        let mut found = Amendments::default();
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
        // "Stoneleigh Ltd was named above in error": what a sentence calls a mistake.
        let said = text.get(own.clone()).unwrap_or_default();
        if said.len() <= REPLACED_MAX_BYTES && (is_mistake(&words) || is_over(&words)) {
            self.words.push((said.to_owned(), own.clone(), Vec::new()));
        }
        let listed = listed_out(&words).into_iter();
        self.sections
            .extend(listed.map(|number| (number, own.clone())));
        // Whose words go out is said; the rest of the section stays.
        let whole = quotations(&words).is_empty();
        if let Some((numbers, end)) = sections.filter(|_| whole)
            && is_changed(&words, end)
        {
            let taken = numbers.into_iter().map(|number| (number, own.clone()));
            self.sections.extend(taken);
        }
    }

    /// Whether the document changes what stands at a place.
    pub(crate) fn frame(&self, text: &str, place: &Range<usize>) -> Frame {
        if self.words.is_empty() && self.sections.is_empty() {
            return Frame::Asserted;
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
    let announces = said.contains("following") || said.contains("follows");
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
fn is_changed(words: &[Token], from: usize) -> bool {
    const WITHIN_TOKENS: usize = 9;
    let rest = words
        .get(from..words.len().min(from.saturating_add(WITHIN_TOKENS)))
        .unwrap_or_default();
    // "Section 3 of the Original Agreement": another paper's.
    let other = rest.windows(2).any(|pair| match pair {
        [one, two] => one.is("of") && !two.is_any(&["this", "these", "no"]),
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
        ] {
            let text = format!("LEASE\n\n3. The monthly rent is $900.\n\n9. {after}\n");
            assert!(!is_changed_in(&text, "$900"), "{after}");
        }
    }
}
