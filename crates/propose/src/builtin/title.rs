//! What a document calls itself: on its cover, and in its opening words.

use std::ops::Range;

use super::context::Context;
use super::finding::Finding;
use super::pattern::{groups, holds, patterns, shift};
use super::signs::{Feature, sign};
use super::structure::instruments;

/// Titles stand in this many bytes before the opening.
const COVER_REACH_BYTES: usize = 15_000;

/// A cover is no longer than this.
const COVER_MAX_BYTES: usize = 2_500;

/// Without an opening, titles stand in this many bytes from the start.
const HEAD_BYTES: usize = 1_200;

/// The most titles a cover is said to offer.
const RUNS_MAX: usize = 6;

/// A title has no more words than this.
const TITLE_MAX_WORDS: usize = 22;

/// Title and opening words closer than this are quoted together.
const TOGETHER_MAX_BYTES: usize = 120;

patterns! {
    /// The name an instrument gives itself: "This Supply Agreement".
    SELF_NAME = concat!(r#"^(?:This|THIS|The|THE|these|THESE)\s+[“"']?((?:[<l>&'’/(),#-]+[”"']?\s+){0,18}?(?i:"#, instruments!(), r#")(?:\s+(?:(?i:no\.?|number|#)\s*)[0-9A-Z]{1,3}\b)?)"#);
    /// A word that names a kind of instrument.
    KIND = concat!(r"(?i)^(?:", instruments!(), r"|agreements|contracts)$");
    /// The kinds most documents are.
    COMMON_KIND = r"(?i)(?:agreement|contract|amendment|addendum)$";
    /// Small words inside a title.
    JOINING = r"^(?:of|and|for|the|to|in|with|by|on|or|a|an|&|-|–|—|e-business)$";
    /// Words after which a title is over.
    OVER = r"(?i)^(?:between|among|amongst|dated?|effective|this|these|made|whereas|table|article|section|page|entered|as)$";
    NUMBERED = r"(?i)^\s+(?:(?:no\.?|number|#)\s*)[0-9A-Z]{1,3}\b";
    /// Words of headers and notices that no title begins with.
    FURNITURE = r"(?i)^\W*(?:(?:exhibit|ex-?)\s*\(?[\d.]+\)?[<l>.()-]*|ex-[\d.()<l>]+ \d+ \S+|execution (?:copy|version)|confidential(?: treatment requested)?|final|draft|source|page \d+|form of|(?:attachment|schedule|annex|appendix|addendum)\s+[A-Z0-9]{1,3}(?:\s+to(?:\s+the)?)?|\d+|[A-Z]\.)\s*";
    NO_TITLE = r"(?i)\b(?:pursuant|omitted|filed|requested|hereby|whereas|shall|has been|have been|registrant|source|redacted|commission|portions|disclosed|marked|www|is|are|was)\b";
    LOWER_START = r"^(?:of|and|for|the|to|in|with|by|on|or|a)\b";
    GENERIC = r"(?i)^(?:this |the )?(?:agreement|contract|amendment|letter|note|plan|policy|order)$";
    CAPITALS = r"^[^a-z]*$";
}

/// Every title the document offers.
pub(crate) fn findings(context: &Context<'_>, field: usize) -> Vec<Finding> {
    let text = context.text;
    let opening = context.structure.opening.clone();
    let own_name = opening
        .as_ref()
        .and_then(|opening| self_name(text, opening));
    let head_end = opening
        .as_ref()
        .map_or(HEAD_BYTES.min(text.len()), |opening| opening.start);
    let head_end = text.floor_char_boundary(head_end);
    let head_start = text.ceil_char_boundary(head_end.saturating_sub(COVER_REACH_BYTES));
    let mut found: Vec<Finding> = Vec::new();
    let runs = runs(text, head_start..head_end);
    let count = runs.len();
    for (number, run) in runs.into_iter().enumerate() {
        let repeated = own_name
            .as_ref()
            .is_some_and(|name| same_words(text, name, &run));
        // What stands deep in a document is a heading of its own.
        if run.start > COVER_MAX_BYTES && !repeated {
            continue;
        }
        let mut features: Vec<Feature> = vec![sign!("on the cover").into()];
        features.push(
            match number {
                0 => sign!("first title on the cover"),
                1 => sign!("second title on the cover"),
                _ => sign!("later title on the cover"),
            }
            .into(),
        );
        features.push(
            match run.start {
                0..300 => sign!("at the very start"),
                300..1500 => sign!("near the start"),
                _ => sign!("far from the start"),
            }
            .into(),
        );
        if number.saturating_add(1) == count {
            features.push(sign!("last title on the cover").into());
        }
        features.extend(looks(context, &run));
        let repeats = own_name
            .as_ref()
            .filter(|name| same_words(text, name, &run));
        match (&own_name, &repeats) {
            (Some(_), Some(_)) => features.push(sign!("repeated in the opening").into()),
            (Some(name), None) if !is_generic(text, name) => {
                features.push(sign!("not the opening's name").into())
            }
            _ => features.push(sign!("opening names no title").into()),
        }
        if opening.is_none() {
            features.push(sign!("no opening").into());
        }
        let gap = head_end.saturating_sub(run.end);
        features.push(
            if gap < 40 {
                sign!("right before the opening")
            } else {
                sign!("away from the opening")
            }
            .into(),
        );
        let quote = match repeats {
            Some(name) if name.start.saturating_sub(run.end) <= TOGETHER_MAX_BYTES => {
                run.start..name.end
            }
            _ => run.clone(),
        };
        found.push(Finding::new(
            field,
            run.clone(),
            quote,
            words(text, &run),
            features,
        ));
    }
    if let Some(name) = own_name {
        let known = found.iter().any(|one| one.key == words(text, &name));
        if !is_generic(text, &name) && !known {
            let mut features: Vec<Feature> = vec![sign!("named in the opening only").into()];
            features.extend(looks(context, &name));
            if count == 0 {
                features.push(sign!("no title on the cover").into());
            }
            found.push(Finding::new(
                field,
                name.clone(),
                name.clone(),
                words(text, &name),
                features,
            ));
        }
    }
    found
}

/// The words of a stretch in lower case, which is how titles are compared.
fn words(text: &str, range: &Range<usize>) -> String {
    let said = text.get(range.clone()).unwrap_or_default().to_lowercase();
    let words: Vec<&str> = said
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect();
    words.join(" ")
}

fn same_words(text: &str, one: &Range<usize>, other: &Range<usize>) -> bool {
    words(text, one) == words(text, other)
}

fn is_generic(text: &str, name: &Range<usize>) -> bool {
    holds(&GENERIC, text.get(name.clone()).unwrap_or_default().trim())
}

fn self_name(text: &str, opening: &Range<usize>) -> Option<Range<usize>> {
    let said = text.get(opening.clone())?;
    groups(&SELF_NAME, said, opening.start).into_iter().next()
}

/// The runs of title words in a stretch of the cover.
fn runs(text: &str, head: Range<usize>) -> Vec<Range<usize>> {
    let said = text.get(head.clone()).unwrap_or_default();
    let mut found: Vec<Range<usize>> = Vec::new();
    for piece in pieces(said) {
        for run in title_runs(said, piece) {
            let run = without_furniture(text, shift(run, head.start));
            if is_title(text, &run) && !found.iter().any(|known| same_words(text, known, &run)) {
                found.push(run);
            }
            if found.len() >= RUNS_MAX {
                return found;
            }
        }
    }
    found
}

/// Runs of capitalised and small words, each cut after its last kind of instrument.
fn title_runs(said: &str, piece: Range<usize>) -> Vec<Range<usize>> {
    let mut runs = Vec::new();
    let mut start: Option<usize> = None;
    let mut kind_end: Option<usize> = None;
    let mut close = |start: &mut Option<usize>, kind_end: &mut Option<usize>| {
        if let (Some(start), Some(end)) = (start.take(), kind_end.take()) {
            runs.push(start..end);
        }
    };
    for word in words_in(said, piece) {
        let token = said.get(word.clone()).unwrap_or_default();
        let bare = token.trim_matches(|c: char| !c.is_alphanumeric());
        let capital = token
            .trim_start_matches(['(', '"', '“', '\''])
            .starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit());
        let joins = holds(&JOINING, token);
        if holds(&OVER, bare) || !(capital || joins) {
            close(&mut start, &mut kind_end);
            continue;
        }
        if start.is_none() && capital {
            start = Some(word.start);
        }
        if start.is_some() && holds(&KIND, bare) {
            let at = said
                .get(word.clone())
                .and_then(|token| token.rfind(bare))
                .unwrap_or(0);
            let end = word.start.saturating_add(at).saturating_add(bare.len());
            let rest = said.get(end..).unwrap_or_default();
            let numbered = NUMBERED.text().find(rest).map_or(0, |found| found.end());
            kind_end = Some(end.saturating_add(numbered));
        }
        if token.ends_with([';', ':']) {
            close(&mut start, &mut kind_end);
        }
    }
    close(&mut start, &mut kind_end);
    runs
}

/// The words of a stretch, by white space.
fn words_in(said: &str, piece: Range<usize>) -> Vec<Range<usize>> {
    let mut words = Vec::new();
    let mut start: Option<usize> = None;
    for (at, c) in said.get(piece.clone()).unwrap_or_default().char_indices() {
        let at = piece.start.saturating_add(at);
        match (c.is_whitespace(), start) {
            (false, None) => start = Some(at),
            (true, Some(from)) => {
                words.push(from..at);
                start = None;
            }
            _ => {}
        }
    }
    words.extend(start.map(|from| from..piece.end));
    words
}

/// Stretches between blank lines, wide gaps and ends of sentences.
fn pieces(text: &str) -> Vec<Range<usize>> {
    let mut pieces = Vec::new();
    let mut start = 0usize;
    let bytes = text.as_bytes();
    let at = |index: usize| bytes.get(index).copied().unwrap_or(b' ');
    for index in 0..bytes.len() {
        let next = index.saturating_add(1);
        let blank = |byte: u8| byte == b' ' || byte == b'\t';
        let wide = blank(at(index)) && blank(at(next)) && blank(at(next.saturating_add(1)));
        let broken = at(index) == b'\n' && (at(next) == b'\n' || at(next) == b'\r');
        let stop = at(index) == b'.'
            && blank(at(next))
            && index.checked_sub(3).is_some_and(|back| {
                bytes
                    .get(back..index)
                    .is_some_and(|word| word.iter().all(u8::is_ascii_alphabetic))
            });
        if wide || broken || stop {
            pieces.push(start..next);
            start = next;
        }
    }
    pieces.push(start..bytes.len());
    pieces.retain(|piece| {
        piece.len() > 3 && text.is_char_boundary(piece.start) && text.is_char_boundary(piece.end)
    });
    pieces
}

/// A run without the exhibit numbers and notices it begins with.
fn without_furniture(text: &str, mut run: Range<usize>) -> Range<usize> {
    for _ in 0..6 {
        let said = text.get(run.clone()).unwrap_or_default();
        let skip = [&FURNITURE, &LOWER_START].into_iter().find_map(|pattern| {
            let found = pattern.text().find(said)?;
            (found.end() > 0).then_some(found.end())
        });
        match skip {
            Some(skip) => run = shift(skip..said.len(), run.start),
            None => break,
        }
    }
    run = capitals_only(text, run);
    let said = text.get(run.clone()).unwrap_or_default();
    let lead = said
        .find(|c: char| c.is_alphanumeric() || c == '(')
        .unwrap_or(said.len());
    run.start.saturating_add(lead)..run.end
}

/// "Per Share AGENCY AGREEMENT": where a title ends in capitals, it begins in capitals.
fn capitals_only(text: &str, run: Range<usize>) -> Range<usize> {
    let said = text.get(run.clone()).unwrap_or_default();
    let last = said.split_whitespace().next_back().unwrap_or_default();
    if last.len() < 4 || last.chars().any(char::is_lowercase) {
        return run;
    }
    let mut start = run.start;
    for word in words_in(text, run.clone()) {
        let token = text.get(word.clone()).unwrap_or_default();
        let mixed =
            token.chars().filter(|c| c.is_lowercase()).count() > 1 && !holds(&JOINING, token);
        if mixed {
            start = word.end;
        }
    }
    start..run.end
}

fn is_title(text: &str, run: &Range<usize>) -> bool {
    let said = text.get(run.clone()).unwrap_or_default();
    let words = said.split_whitespace().count();
    (1..=TITLE_MAX_WORDS).contains(&words)
        && !holds(&NO_TITLE, said)
        && said
            .starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit() || said.starts_with("e-"))
}

fn looks(context: &Context<'_>, run: &Range<usize>) -> Vec<Feature> {
    let text = context.text;
    let said = text.get(run.clone()).unwrap_or_default();
    let mut features: Vec<Feature> = Vec::new();
    if holds(&CAPITALS, said) {
        features.push(sign!("in capitals").into());
    }
    if is_generic(text, run) {
        features.push(sign!("a bare kind of instrument").into());
    }
    if context.is_alone(run) {
        features.push(sign!("alone on its line").into());
    }
    if holds(&COMMON_KIND, said) {
        features.push(sign!("a common kind").into());
    }
    let words = said.split_whitespace().count();
    features.push(
        match words {
            1 => sign!("one word"),
            2..=7 => sign!("a few words"),
            _ => sign!("many words"),
        }
        .into(),
    );
    features
}
