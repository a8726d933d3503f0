//! Readings of dates, lengths of time, money and the like, near a field's cues.

use std::ops::Range;

use groundstop_value::context::form::{
    Entry, cells, entry_around, line_around, line_below, line_far_below,
};
use groundstop_value::context::{base_of_rate, sentence_around, withdrawn};
use groundstop_value::{Kind, Reading, Value, read_all};

use super::clause;
use super::context::Context;
use super::dateline;
use super::finding::Finding;
use super::lexicon;
use super::pattern::{holds, patterns, shift};
use super::scan::Hit;
use super::signs::{Feature, Name, sign};

/// A sentence is looked at this far on both sides of a cue.
const REACH_BYTES: usize = 900;

/// A label's value begins within this many bytes.
const LABEL_REACH_BYTES: usize = 90;

/// A longer way from cue to value is not quoted whole.
const QUOTE_MAX_BYTES: usize = 420;

patterns! {
    /// What stands between a label and its value.
    LABEL_GAP = r"^[\s:.\-–—_|*]*$";
    /// A definition that names the value before it.
    NAMES = r#"^[\s,]*[(\[]\s*(?:(?i:the|this|such|hereinafter|hereafter|herein|collectively|referred|to|as|called|each|a|an|date|being|its|is|so)\b[\s,:]*){0,8}[“"'‘]{0,2}\s*(?:[A-Z][<l>]*\s+){0,3}$"#;
    /// A definition that leads to its value.
    DEFINES = r#"^[”"'’]?\s*(?:\([^)]{0,60}\)\s*)?(?:(?i:of this agreement)\s*)?(?:\([^)]{0,60}\)\s*)?[,:]?\s*(?i:shall mean|means?|shall be|will be|is|refers to)\b[^.;]{0,40}$"#;
    THIS_INSTRUMENT = r"(?i)\b(?:this|the|such) (?:[<l>]+ ){0,4}?(?:agreement|contract|lease|term|initial term|license|amendment)\b";
    PARTED = r"[;]|\n\s*\n";
}

/// How a value stands to its cue, best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Relation {
    Label,
    Named,
    Defines,
    Leads,
    Near,
    Follows,
    Far,
}

impl Relation {
    fn feature(self) -> Name {
        match self {
            Relation::Label => sign!("after its label"),
            Relation::Named => sign!("named by the cue behind it"),
            Relation::Defines => sign!("defined by the cue"),
            Relation::Leads => sign!("led by the cue"),
            Relation::Near => sign!("near the cue"),
            Relation::Follows => sign!("before the cue"),
            Relation::Far => sign!("far from the cue"),
        }
    }

    fn is_strong(self) -> bool {
        self <= Relation::Leads
    }
}

/// The words right before a value that say how it is meant.
pub(super) const BEFORE: &[&str] = &[
    "as of",
    "of",
    "on",
    "until",
    "till",
    "through",
    "to",
    "from",
    "by",
    "before",
    "after",
    "since",
    "dated",
    "than",
    "least",
    "within",
    "this",
    "effective",
    "upon",
    "each",
    "for",
    "additional",
    "successive",
    "beginning",
    "commencing",
    "ending",
    "is",
    "date",
    "with",
    "consecutive",
    "further",
    "initial",
    "another",
];

/// The words right after a value that say how it is meant.
pub(super) const AFTER: &[&str] = &[
    "after",
    "from",
    "prior",
    "before",
    "notice",
    "following",
    "thereafter",
    "each",
    "period",
    "periods",
    "term",
    "terms",
    "written",
    "and",
    "until",
    "unless",
    "by",
    "between",
    "of",
    "extension",
    "extensions",
    "advance",
    "renewal",
    "renewals",
    "in",
    "or",
    "to",
    "is",
    "days",
    "shall",
    "provided",
    "the",
    "basis",
];

/// All readings of a kind near the field's cues.
pub(crate) fn findings(
    context: &Context<'_>,
    field: usize,
    kind: &Kind,
    hits: &[Hit],
) -> Vec<Finding> {
    let mut found: Vec<(Relation, Finding)> = Vec::new();
    let mut cue_lengths: Vec<usize> = Vec::new();
    let mut seen: Option<Window> = None;
    for hit in hits {
        let known = seen.take().filter(|window| window.covers(hit));
        let window = known.unwrap_or_else(|| Window::around(context.text, kind, hit));
        for (number, reading) in window.readings.iter().enumerate() {
            // What a rate is taken of is named by its rate, and by no cue.
            let money = matches!(kind, Kind::Money { .. });
            if money && base_of_rate(context.text, &reading.span).is_some() {
                continue;
            }
            let told = context
                .tells(field, hit, &reading.span)
                .then_some(Relation::Defines);
            let Some(relation) = told.or_else(|| relation(context.text, &window, number, hit))
            else {
                continue;
            };
            // A document that says at its end when it was signed says so in any part.
            if context.is_out_of_place(field, reading.span.start)
                && relation > Relation::Defines
                && !is_signing(context.text, reading)
            {
                continue;
            }
            let finding = describe(context, field, reading, &window, hit, relation);
            let length = hit.place.len();
            let known = found.iter().position(|(_, one)| one.value == finding.value);
            match known.and_then(|at| Some((found.get_mut(at)?, cue_lengths.get_mut(at)?))) {
                // The nearer relation wins, then the longer cue: it says more.
                Some((known, known_length)) => {
                    if (relation, *known_length) < (known.0, length) {
                        *known = (relation, finding);
                        *known_length = length;
                    }
                }
                None => {
                    found.push((relation, finding));
                    cue_lengths.push(length);
                }
            }
        }
        seen = Some(window);
    }
    let mut taken_back: Vec<usize> = Vec::new();
    if matches!(kind, Kind::Date { .. }) && (context.wants_opening(field) || !found.is_empty()) {
        let opening = opening_readings(context, kind);
        if context.wants_opening(field) {
            add_opening(context, field, &opening, &mut found);
        }
        compare_with_opening(&opening, &mut found);
        taken_back = found_taken_back(context.text, kind, &found);
        let mut standing: Vec<&mut Finding> = found
            .iter_mut()
            .map(|(_, one)| one)
            .filter(|one| !taken_back.contains(&one.value.start))
            .collect();
        dateline::compare(&mut standing);
    }
    compare(&mut found, &taken_back);
    found.into_iter().map(|(_, finding)| finding).collect()
}

/// A stretch of text with its readings.
struct Window {
    range: Range<usize>,
    readings: Vec<Reading>,
    /// For every reading, the form entry it belongs to.
    entries: Vec<Option<Entry>>,
}

impl Window {
    fn around(text: &str, kind: &Kind, hit: &Hit) -> Window {
        let sentence = sentence_around(text, hit.place.clone());
        let low = hit.place.start.saturating_sub(REACH_BYTES);
        let high = hit.place.end.saturating_add(REACH_BYTES);
        let start = text.ceil_char_boundary(sentence.start.max(low));
        let label_end = label_end(text, hit.place.end).max(row_end(text, &hit.place));
        let end = text.floor_char_boundary(sentence.end.min(high).max(label_end).min(text.len()));
        Window::read(text, kind, start..end.max(start))
    }

    fn read(text: &str, kind: &Kind, range: Range<usize>) -> Window {
        let mut readings = read_all(kind, text.get(range.clone()).unwrap_or_default());
        for reading in &mut readings {
            reading.span = shift(reading.span.clone(), range.start);
        }
        let entries = readings
            .iter()
            .map(|reading| entry_around(text, reading.span.clone()))
            .collect();
        Window {
            range,
            readings,
            entries,
        }
    }

    fn covers(&self, hit: &Hit) -> bool {
        let inner = self.range.start <= hit.place.start && hit.place.end <= self.range.end;
        // Near the edge the sentence may go on.
        inner && self.range.len() < REACH_BYTES
    }
}

/// Where the row below a row of labels ends; the labels' own end where there is none.
fn row_end(text: &str, place: &Range<usize>) -> usize {
    let row = |line: &Range<usize>| cells(text, line.clone()).len();
    let below = line_around(text, place.clone()).and_then(|line| {
        let below = line_below(text, &line).or_else(|| line_far_below(text, &line))?;
        (row(&line) > 1 && row(&below) == row(&line)).then_some(below)
    });
    below.map_or(place.end, |below| below.end)
}

/// Where the line with a label's value ends, if the cue is followed by blanks and a break.
fn label_end(text: &str, from: usize) -> usize {
    let rest = text.get(from..).unwrap_or_default();
    let gap = rest
        .find(|c: char| !c.is_whitespace() && !matches!(c, ':' | '.' | '-' | '–' | '_' | '|' | '*'))
        .unwrap_or(rest.len());
    if gap > LABEL_REACH_BYTES {
        return from;
    }
    let value = rest.get(gap..).unwrap_or_default();
    let line = value
        .find('\n')
        .unwrap_or(value.len())
        .min(LABEL_REACH_BYTES);
    text.floor_char_boundary(from.saturating_add(gap).saturating_add(line))
}

fn relation(text: &str, window: &Window, number: usize, hit: &Hit) -> Option<Relation> {
    let reading = window.readings.get(number)?;
    if let Some(Some(entry)) = window.entries.get(number) {
        let within =
            |part: &Range<usize>| part.start <= hit.place.start && hit.place.end <= part.end;
        let in_cell =
            |one: &&Reading| entry.cell.start <= one.span.start && one.span.end <= entry.cell.end;
        if within(&entry.label) {
            // A label with several values behind it does not say which.
            let lone = window.readings.iter().filter(in_cell).count() == 1;
            return Some(if lone {
                Relation::Label
            } else {
                Relation::Near
            });
        }
        // On a form, a cue of another line is about another value.
        if !within(&entry.cell) {
            return None;
        }
    }
    if hit.place.end <= reading.span.start {
        let between = text.get(hit.place.end..reading.span.start)?;
        let words = between.split_whitespace().count();
        let broken = between.contains([':', '\n', '\t']) || between.len() > 3;
        if holds(&LABEL_GAP, between) && broken {
            return Some(Relation::Label);
        }
        let skips = number
            .checked_sub(1)
            .and_then(|before| window.readings.get(before))
            .is_some_and(|before| before.span.start >= hit.place.end);
        if holds(&DEFINES, between) && !skips {
            return Some(Relation::Defines);
        }
        let parted = holds(&PARTED, between);
        return Some(match words {
            0..=2 if !skips && !parted => Relation::Leads,
            3..=7 if !skips && !parted => Relation::Near,
            _ => Relation::Far,
        });
    }
    let between = text.get(reading.span.end..hit.place.start)?;
    if holds(&NAMES, between) {
        return Some(Relation::Named);
    }
    let words = between.split_whitespace().count();
    let parted = holds(&PARTED, between);
    Some(match words {
        0..=5 if !parted => Relation::Follows,
        _ => Relation::Far,
    })
}

fn describe(
    context: &Context<'_>,
    field: usize,
    reading: &Reading,
    window: &Window,
    hit: &Hit,
    relation: Relation,
) -> Finding {
    let text = context.text;
    let value = reading.span.clone();
    let part = context.structure.part(value.start).feature();
    let phrase = context.scanner.phrase(hit);
    let mut features = vec![
        relation.feature().into(),
        part.into(),
        Feature::placed(relation.feature(), part),
        Feature::cue(phrase),
        Feature::cue_placed(phrase, relation.feature()),
    ];
    features.extend(context.section_features(field, hit.place.start));
    features.extend(neighbours(text, &value));
    features.extend(lexicon::features(text, &window.range, &value));
    features.extend(unit(reading));
    if matches!(reading.values.first(), Some(Value::Duration { .. })) {
        features.extend(clause::features(text, &window.range, &value));
    }
    features.extend(date_signs(context, reading));
    if relation == Relation::Label {
        let label = entry_around(text, value.clone()).map(|entry| entry.label);
        features.extend(label.map(|label| label_sign(text, &label, hit)));
    }
    if holds(
        &THIS_INSTRUMENT,
        text.get(window.range.clone()).unwrap_or_default(),
    ) {
        features.push(sign!("of this instrument").into());
    }
    if window.readings.len() > 1 {
        features.push(sign!("several readings").into());
    }
    let between = hit.place.start.min(value.start)..hit.place.end.max(value.end);
    let quote = if context.tells(field, hit, &value) {
        context.sentence(value.clone(), QUOTE_MAX_BYTES)
    } else if between.len() <= QUOTE_MAX_BYTES {
        context.widen(between)
    } else {
        context.around(value.clone())
    };
    Finding::new(field, value, quote, key(reading), features)
}

/// Whether the label of a form entry is nothing but the cue.
fn label_sign(text: &str, label: &Range<usize>, hit: &Hit) -> Feature {
    let words = |range: Range<usize>| {
        let said = text.get(range).unwrap_or_default();
        // "VAT 20% on £450.00": what a rate is taken of is no other name.
        let rate = said.find('%').unwrap_or(said.len());
        let said = said.get(..rate).unwrap_or_default();
        said.split(|c: char| !c.is_alphanumeric())
            .filter(|word| word.chars().any(char::is_alphabetic))
            .count()
    };
    match words(label.clone()) == words(hit.place.clone()) {
        true => sign!("its label is the cue"),
        false => sign!("the cue in its label"),
    }
    .into()
}

/// What tells for what a date stands.
fn date_signs(context: &Context<'_>, reading: &Reading) -> Vec<Feature> {
    if !matches!(reading.values.first(), Some(Value::Date(_))) {
        return Vec::new();
    }
    context.date_features(&reading.span)
}

/// The words on both sides of a value, where they are telling ones.
fn neighbours(text: &str, value: &Range<usize>) -> Vec<Feature> {
    let mut features = Vec::new();
    let head = text.get(..value.start).unwrap_or_default();
    let head = head
        .get(text.floor_char_boundary(value.start.saturating_sub(40))..)
        .unwrap_or_default();
    let mut before =
        head.split_whitespace().rev().map(bare).filter(|word| {
            !word.is_empty() && !matches!(word.as_str(), "the" | "a" | "an" | "day")
        });
    if let Some(word) = before.next() {
        let two = format!("{} {word}", before.next().unwrap_or_default());
        if let Some(known) = BEFORE
            .iter()
            .find(|known| **known == two || **known == word)
        {
            features.push(Feature::after_word(known));
        }
    }
    let tail = text.get(value.end..).unwrap_or_default();
    let tail = tail
        .get(..tail.floor_char_boundary(40.min(tail.len())))
        .unwrap_or_default();
    let next = tail
        .split_whitespace()
        .map(bare)
        .find(|word| !word.is_empty());
    if let Some(known) = next.and_then(|word| AFTER.iter().find(|known| **known == word)) {
        features.push(Feature::before_word(known));
    }
    features
}

fn bare(word: &str) -> String {
    word.trim_matches(|c: char| !c.is_alphanumeric())
        .to_ascii_lowercase()
}

/// The unit of a length of time.
fn unit(reading: &Reading) -> Option<Feature> {
    match reading.values.first()? {
        Value::Duration { unit, .. } => Some(Feature::counted_in(*unit)),
        _ => None,
    }
}

pub(super) fn key(reading: &Reading) -> String {
    let values: Vec<String> = reading
        .values
        .iter()
        .map(|value| format!("{:?}", value.to_wire()))
        .collect();
    values.join(" | ")
}

/// The dates of the head, the cover and the opening.
fn opening_readings(context: &Context<'_>, kind: &Kind) -> Vec<Reading> {
    let windows = context.opening_reach().into_iter();
    windows
        .flat_map(|range| Window::read(context.text, kind, range).readings)
        .collect()
}

/// Adds whether the opening bears the same date, or only others.
fn compare_with_opening(opening: &[Reading], found: &mut [(Relation, Finding)]) {
    let keys: Vec<String> = opening.iter().map(key).collect();
    if keys.is_empty() {
        return;
    }
    for (_, finding) in found {
        finding.features.push(
            match keys.contains(&finding.key) {
                true => sign!("a date of the opening"),
                false => sign!("no date of the opening"),
            }
            .into(),
        );
    }
}

/// Readings of the cover and the opening that no cue led to.
fn add_opening(
    context: &Context<'_>,
    field: usize,
    opening: &[Reading],
    found: &mut Vec<(Relation, Finding)>,
) {
    for reading in opening {
        if found.iter().any(|(_, one)| one.value == reading.span) {
            continue;
        }
        let value = reading.span.clone();
        let mut features: Vec<Feature> = vec![
            sign!("no cue").into(),
            context.structure.part(value.start).feature().into(),
        ];
        features.extend(neighbours(context.text, &value));
        let near = context.around(value.clone());
        features.extend(lexicon::features(context.text, &near, &value));
        features.extend(date_signs(context, reading));
        let quote = context.around(value.clone());
        let finding = Finding::new(field, value, quote, key(reading), features);
        found.push((Relation::Far, finding));
    }
}

/// Whether a reading is a date on which the instrument says that it is signed.
fn is_signing(text: &str, reading: &Reading) -> bool {
    let dated = matches!(reading.values.first(), Some(Value::Date(_)));
    dated && dateline::is_signing(text, &reading.span)
}

/// Where the text takes a date back that would count: the date of another document is no rival.
fn found_taken_back(text: &str, kind: &Kind, found: &[(Relation, Finding)]) -> Vec<usize> {
    let counts =
        |(relation, one): &&(Relation, Finding)| relation.is_strong() || dateline::is_making(one);
    found
        .iter()
        .filter(counts)
        .filter(|(_, one)| withdrawn(kind, text, one.value.clone()).is_some())
        .map(|(_, one)| one.value.start)
        .collect()
}

/// Adds what only the sight of all readings can tell.
fn compare(found: &mut [(Relation, Finding)], taken_back: &[usize]) {
    let in_signature = |one: &Finding| one.features.iter().any(|one| *one == sign!("in signature"));
    // Where a document says a value before its signatures, what stands there is no rival to it.
    let body = found
        .iter()
        .any(|(relation, one)| relation.is_strong() && !in_signature(one));
    let strong = |(relation, one): &&(Relation, Finding)| {
        relation.is_strong() && !(body && in_signature(one))
    };
    let mut keys: Vec<String> = found
        .iter()
        .filter(strong)
        .filter(|(_, one)| !taken_back.contains(&one.value.start))
        .map(|(_, one)| one.key.clone())
        .collect();
    keys.sort_unstable();
    keys.dedup();
    let rivals = keys.len();
    let all: Vec<(String, usize)> = found
        .iter()
        .map(|(_, one)| (one.key.clone(), one.value.start))
        .collect();
    let first = found
        .iter()
        .filter(strong)
        .map(|(_, one)| one.value.start)
        .min();
    for (relation, finding) in found {
        let counts = relation.is_strong() && !(body && in_signature(finding));
        let mut add = |feature: Name| finding.features.push(feature.into());
        if counts {
            add(match rivals {
                0 | 1 => sign!("without a rival"),
                2 => sign!("one rival"),
                _ => sign!("many rivals"),
            });
        } else if rivals > 0 {
            add(if keys.contains(&finding.key) {
                sign!("backed by a strong one")
            } else {
                sign!("against a strong one")
            });
        }
        let same = all
            .iter()
            .any(|(key, at)| *key == finding.key && *at != finding.value.start);
        if same {
            add(sign!("said again"));
        }
        if first == Some(finding.value.start) {
            add(sign!("the first strong one"));
        }
        finding.features.sort_unstable();
        finding.features.dedup();
    }
}
