//! The contract once more, step by step and slowly, for one field of a small world.
//!
//! Nothing here is shared with the judge: spellings are looked up in the world's
//! own table, quotes are searched character by character with white space
//! squeezed, and the triggers stand one after the other as the contract lists them.

use serde_json::{Map, Value, json};

use crate::oracle::world::{Proposal, World};

/// The contract's threshold, in hundredths.
const THRESHOLD: u32 = 70;

/// Which requirements a schema relaxes.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Relaxed {
    pub(crate) conflict: bool,
    pub(crate) offsets: bool,
}

/// What must come out.
#[derive(Debug)]
pub(crate) struct Verdict {
    pub(crate) decision: &'static str,
    pub(crate) reason: Option<&'static str>,
    pub(crate) value: Value,
    pub(crate) confidence: u32,
    /// The quote's place, in code points.
    pub(crate) span: Option<Span>,
    pub(crate) proof: Proof,
}

/// The locked keys of the proof.
#[derive(Debug)]
pub(crate) enum Proof {
    Nothing,
    NoCandidates {
        rejected: usize,
    },
    Conflict(Vec<(Value, u32)>),
    Confidence {
        actual: u32,
        value: Value,
    },
    Missing {
        value: Value,
    },
    /// Any of these codes, where several things are wrong at once.
    Integrity {
        codes: Vec<&'static str>,
        value: Value,
    },
    Review(Vec<&'static str>),
}

pub(crate) type Span = (usize, usize);

/// A proposal with everything one can know about it alone.
pub(crate) struct Weighed {
    canonical: String,
    confidence: Option<u32>,
    /// What its value means: one reading, several, or none its type can read.
    readings: Vec<Value>,
    spelled: String,
    has_quote: bool,
    place: Result<Span, Vec<&'static str>>,
    stated: Result<Stated, Vec<&'static str>>,
}

/// The value as the quote says it.
#[derive(Clone)]
struct Stated {
    span: Span,
    value: Value,
    readings: Vec<Value>,
    withdrawn: bool,
    cuts_token: bool,
}

/// Judges one field, in the order of the contract.
pub(crate) fn decide(all: &[&Weighed], vouched: Option<u32>, relaxed: Relaxed) -> Verdict {
    let sure = |one: &Weighed| one.confidence.or(vouched).unwrap_or(0);
    let standing: Vec<&Weighed> = all
        .iter()
        .copied()
        .filter(|one| !one.is_withdrawn())
        .collect();

    if standing.iter().all(|one| one.readings.is_empty()) {
        return stop(
            "no_candidates_found",
            Proof::NoCandidates {
                rejected: all.len(),
            },
        );
    }
    let mut doubts = Vec::new();
    let mut reason = None;
    if different_values(&standing).len() > 1 {
        if !relaxed.conflict {
            return stop(
                "conflicting_values",
                Proof::Conflict(conflict_list(&standing, sure)),
            );
        }
        doubts.push("conflict_relaxed");
        reason = Some("conflicting_values");
    }
    let best = best(&standing, sure);
    let confidence = sure(best);
    let value = best.value();
    if confidence < THRESHOLD {
        return stop(
            "insufficient_confidence",
            Proof::Confidence {
                actual: confidence,
                value,
            },
        );
    }
    if !best.has_quote {
        if !relaxed.offsets {
            return stop("missing_evidence", Proof::Missing { value });
        }
        doubts.push("offsets_relaxed");
        return review(
            doubts,
            reason.or(Some("missing_evidence")),
            confidence,
            value,
            None,
        );
    }
    let span = match &best.place {
        Ok(span) => *span,
        Err(codes) => return broken(codes, value),
    };
    let stated = match &best.stated {
        Ok(stated) => stated,
        Err(codes) => return broken(codes, value),
    };
    if stated.cuts_token {
        doubts.push("edge_in_token");
    }
    if !doubts.is_empty() {
        return review(doubts, reason, confidence, stated.value.clone(), Some(span));
    }
    Verdict {
        decision: "ACCEPT",
        reason: None,
        value: stated.value.clone(),
        confidence,
        span: Some(span),
        proof: Proof::Nothing,
    }
}

fn stop(reason: &'static str, proof: Proof) -> Verdict {
    Verdict {
        decision: "STOP",
        reason: Some(reason),
        value: Value::Null,
        confidence: 0,
        span: None,
        proof,
    }
}

fn broken(codes: &[&'static str], value: Value) -> Verdict {
    stop(
        "evidence_integrity_failed",
        Proof::Integrity {
            codes: codes.to_vec(),
            value,
        },
    )
}

fn review(
    doubts: Vec<&'static str>,
    reason: Option<&'static str>,
    confidence: u32,
    value: Value,
    span: Option<Span>,
) -> Verdict {
    Verdict {
        decision: "NEED_REVIEW",
        reason,
        value,
        confidence,
        span,
        proof: Proof::Review(doubts),
    }
}

impl Weighed {
    fn is_withdrawn(&self) -> bool {
        self.stated.as_ref().is_ok_and(|stated| stated.withdrawn)
    }

    /// The value in a proof: its one reading, else as it was spelled.
    fn value(&self) -> Value {
        match self.readings.as_slice() {
            [reading] => reading.clone(),
            _ => json!(self.spelled),
        }
    }

    /// The readings a conflict has to look at: the value's own and, where the
    /// quote's spelling of it is ambiguous, the quote's.
    fn meanings(&self) -> Vec<Value> {
        match &self.stated {
            Ok(stated) if stated.readings.len() > 1 => stated.readings.clone(),
            _ if self.readings.is_empty() => vec![json!(self.spelled)],
            _ => self.readings.clone(),
        }
    }
}

fn different_values(standing: &[&Weighed]) -> Vec<Value> {
    let mut values: Vec<Value> = Vec::new();
    for one in standing {
        for meaning in one.meanings() {
            if !values.contains(&meaning) {
                values.push(meaning);
            }
        }
    }
    values
}

fn conflict_list(standing: &[&Weighed], sure: impl Fn(&Weighed) -> u32) -> Vec<(Value, u32)> {
    let pairs = |one: &&Weighed| {
        let confidence = sure(one);
        one.meanings()
            .into_iter()
            .map(move |meaning| (meaning, confidence))
    };
    standing.iter().flat_map(pairs).collect()
}

/// Highest confidence; then earliest place, none last; then canonical JSON.
fn best<'a>(standing: &[&'a Weighed], sure: impl Fn(&Weighed) -> u32) -> &'a Weighed {
    let mut best = standing[0];
    for one in standing {
        let start = |one: &Weighed| one.place.as_ref().map_or(usize::MAX, |span| span.0);
        let key = |one: &Weighed| (u32::MAX - sure(one), start(one), one.canonical.clone());
        if key(one) < key(best) {
            best = one;
        }
    }
    best
}

/// Looks at one proposal alone.
pub(crate) fn weigh(world: &World, proposal: &Proposal) -> Weighed {
    let readings = world.read(proposal.value);
    let place = locate(world, proposal);
    let stated = match &place {
        Ok(span) => find_value(world, proposal, *span, &readings),
        Err(codes) => Err(codes.clone()),
    };
    Weighed {
        canonical: canonical(&proposal.record("f")),
        confidence: proposal.confidence,
        readings,
        spelled: proposal.value.to_owned(),
        has_quote: proposal.quote.is_some(),
        place,
        stated,
    }
}

/// Keys in order, absent ones left out.
fn canonical(record: &Value) -> String {
    let record = record.as_object().unwrap();
    let mut keys: Vec<&String> = record
        .keys()
        .filter(|key| !record[*key].is_null())
        .collect();
    keys.sort();
    let sorted: Map<String, Value> = keys
        .into_iter()
        .map(|key| (key.clone(), record[key].clone()))
        .collect();
    Value::Object(sorted).to_string()
}

/// Where the quote stands, or everything that is wrong with its place.
fn locate(world: &World, proposal: &Proposal) -> Result<Span, Vec<&'static str>> {
    let Some(quote) = proposal.quote else {
        return Err(vec!["no_quote"]);
    };
    if quote.trim().is_empty() {
        return Err(vec!["quote_empty"]);
    }
    let text: Vec<char> = world.document.chars().collect();
    let pages = text.iter().filter(|c| **c == '\u{c}').count() + 1;
    let page_of = |span: &Span| text[..span.0].iter().filter(|c| **c == '\u{c}').count() + 1;
    let offsets = proposal.place.offsets(world.document);
    let mut wrong = Vec::new();
    let places = occurrences(&text, quote);
    if places.is_empty() {
        wrong.push("quote_not_found");
    }
    if offsets.is_some_and(|(start, end)| end <= start) {
        wrong.push("offset_reversed");
    }
    if offsets.is_some_and(|(start, end)| start.max(end) > text.len()) {
        wrong.push("offset_out_of_range");
    }
    let on_page = |span: &&Span| {
        proposal
            .place
            .page
            .is_none_or(|page| page_of(span) == page as usize)
    };
    let at_offsets = |span: &&Span| {
        offsets.is_none_or(|(start, end)| span.0 <= start && start < end && end <= span.1)
    };
    if proposal
        .place
        .page
        .is_some_and(|page| page == 0 || page as usize > pages)
    {
        wrong.push("page_out_of_range");
    } else if !places.is_empty() && !places.iter().any(|span| on_page(&span)) {
        wrong.push("quote_not_on_page");
    }
    if !places.is_empty() && !places.iter().any(|span| at_offsets(&span)) {
        wrong.push("offset_mismatch");
    }
    if !wrong.is_empty() {
        return Err(wrong);
    }
    let chosen = places.iter().find(|span| on_page(span) && at_offsets(span));
    chosen
        .copied()
        .ok_or(vec!["quote_not_on_page", "offset_mismatch"])
}

/// Every place of the quote, any run of white space equal to any other.
fn occurrences(text: &[char], quote: &str) -> Vec<Span> {
    let quote: Vec<char> = quote.chars().collect();
    (0..text.len())
        .filter(|start| {
            *start == 0 || !(text[*start].is_whitespace() && text[*start - 1].is_whitespace())
        })
        .filter_map(|start| Some((start, end_of_match(text, start, &quote)?)))
        .collect()
}

fn end_of_match(text: &[char], mut at: usize, quote: &[char]) -> Option<usize> {
    let mut index = 0;
    while index < quote.len() {
        if quote[index].is_whitespace() {
            text.get(at).filter(|c| c.is_whitespace())?;
            while text.get(at).is_some_and(|c| c.is_whitespace()) {
                at += 1;
            }
            while quote.get(index).is_some_and(|c| c.is_whitespace()) {
                index += 1;
            }
        } else {
            text.get(at).filter(|c| **c == quote[index])?;
            at += 1;
            index += 1;
        }
    }
    Some(at)
}

/// What the quote says, against the value proposed.
fn find_value(
    world: &World,
    proposal: &Proposal,
    quote: Span,
    wanted: &[Value],
) -> Result<Stated, Vec<&'static str>> {
    let region = proposal.place.offsets(world.document).unwrap_or(quote);
    if !world.is_text() {
        return find_reading(world, region, wanted, proposal.value);
    }
    let stated = find_text(world, proposal.value, region)?;
    // Offsets inside a quote name the value, whole; anything else is another place.
    let named = region == quote || stated.span == region;
    if named {
        Ok(stated)
    } else {
        Err(vec!["offset_mismatch"])
    }
}

/// A text value is a part of the quote, white space squeezed.
fn find_text(world: &World, value: &str, region: Span) -> Result<Stated, Vec<&'static str>> {
    let text: Vec<char> = world.document.chars().collect();
    let inside = |span: &Span| region.0 <= span.0 && span.1 <= region.1;
    let missing = vec!["value_not_in_quote", "offset_mismatch"];
    if value.trim().is_empty() {
        return Err(missing);
    }
    let span = occurrences(&text, value)
        .into_iter()
        .find(inside)
        .ok_or(missing)?;
    let run = |left: usize, right: usize| {
        let at = |index: usize| text.get(index).is_some_and(|c| c.is_alphanumeric());
        at(left) && at(right)
    };
    let cuts = (span.0 > 0 && run(span.0 - 1, span.0)) || run(span.1 - 1, span.1);
    let own: String = text[span.0..span.1].iter().collect();
    Ok(Stated {
        span,
        value: json!(own),
        readings: vec![json!(own)],
        withdrawn: false,
        cuts_token: cuts,
    })
}

/// A typed value is the reading of its type in the quote, whole.
fn find_reading(
    world: &World,
    region: Span,
    wanted: &[Value],
    spelled: &str,
) -> Result<Stated, Vec<&'static str>> {
    let stated = world.stated();
    let inside: Vec<_> = stated
        .iter()
        .filter(|one| region.0 <= one.span.0 && one.span.1 <= region.1)
        .collect();
    let cut = stated.iter().any(|one| {
        let overlaps = one.span.0 < region.1 && region.0 < one.span.1;
        overlaps && !(region.0 <= one.span.0 && one.span.1 <= region.1)
    });
    let says = |readings: &[Value]| wanted.iter().any(|value| readings.contains(value));
    let Some(found) = inside.iter().find(|one| says(&one.readings)) else {
        return Err(if cut {
            vec!["value_cut", "value_not_in_quote"]
        } else {
            vec!["value_not_in_quote"]
        });
    };
    if cut || inside.iter().any(|one| !says(&one.readings)) {
        return Err(vec!["value_ambiguous_in_quote"]);
    }
    // Of an ambiguous spelling the value may still name one reading.
    let named = match wanted {
        [value] => value.clone(),
        _ => json!(spelled),
    };
    Ok(Stated {
        span: found.span,
        value: named,
        readings: found.readings.clone(),
        withdrawn: found.withdrawn,
        cuts_token: false,
    })
}
