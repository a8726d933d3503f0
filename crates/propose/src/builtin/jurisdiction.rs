//! Whose law governs: the place named after "the laws of", or before "law".

use std::ops::Range;
use std::sync::LazyLock;

use groundstop_language::pattern::constant;
use groundstop_value::context::sentence_around;
use regex::Regex;

use super::context::Context;
use super::finding::Finding;
use super::pattern::{Pattern, holds, patterns, shift};
use super::scan::Hit;
use super::signs::{Feature, Name, sign};

/// A sentence is looked at this far on both sides of a cue.
const REACH_BYTES: usize = 700;

/// The places of the world whose law contracts choose, one a line.
const PLACES: &str = include_str!("places.txt");

/// Any of the places.
static PLACE: LazyLock<Regex> = LazyLock::new(|| {
    let mut names: Vec<&str> = PLACES
        .lines()
        .filter(|line| !line.trim().is_empty())
        .collect();
    // The longest name first: "England and Wales" before "England".
    names.sort_by_key(|name| (std::cmp::Reverse(name.len()), *name));
    let escaped: Vec<String> = names
        .iter()
        .map(|name| {
            regex::escape(name)
                .replace(' ', r"\s+")
                .replace('\'', "['’]")
        })
        .collect();
    constant(&format!(r"(?i)\b(?:{})\b", escaped.join("|")))
});

/// Laws named by their nation: "governed by English law".
static NATION: LazyLock<Regex> = LazyLock::new(|| {
    let nations: Vec<&str> = NATIONS.split_whitespace().collect();
    let source = format!(
        r"\b(?:under|with|by|to)\s+(?:the\s+)?((?:{})\s+(?:law|laws|legislation))\b",
        nations.join("|")
    );
    constant(&source)
});

/// The nations whose law contracts name so.
const NATIONS: &str = "English Scottish Irish Welsh Swiss German French Dutch Belgian Italian Spanish Portuguese Austrian Danish Swedish Norwegian Finnish Polish Czech Hungarian Greek Turkish Israeli Indian Chinese Japanese Korean Singaporean Australian Canadian Mexican Brazilian Argentine Chilean Russian Ukrainian Californian Texan";

patterns! {
    /// "the laws of the United States and the State of Ohio": what follows the union,
    /// and what stands before the state.
    STATE_AFTER = r"(?i)^(?: of america)?,? and(?: of)?(?: the)? (?:state|commonwealth) of\b";
    UNION_BEFORE = r"(?i)\blaws? of (?:the )?united states(?: of america)?,? and(?: of)?(?: the)? (?:state|commonwealth) of\s*$";
    /// What leads to a place: "the laws of the State of".
    LAW_OF = r"(?i)\b(?:laws?|legislation|statutes|regulations|rules)\b[^.;:]{0,60}?(?:\b(?:of|in|from|under|state|for),? (?:the )?(?:[<l>'’-]+ (?:and [<l>]+ )?of,? (?:the )?)?(?:[“\x22(][<l>]+[”\x22)] )?|\blaws? (?:state|commonwealth) of )$";
    /// The label of a form: "Governing Law: Delaware".
    LAW_LABEL = r"(?i)\b(?:governing|applicable|controlling) law\s*:\s*(?:the )?(?:laws? of )?(?:the )?(?:(?:state|commonwealth|province) of )?$";
    /// What follows a place: "New York law".
    LAW_AFTER = r"(?i)^(?:['’]s)? (?:[<l>]+ ){0,2}?(?:laws?|legislation)\b";
    LAW_LED = r"(?i)\b(?:under|with|by|to|apply|of|pursuant to)(?: the)?(?: (?:laws?|internal|substantive|domestic))* $";
    /// Laws that say where somebody is at home, or of one subject only.
    HOME = r"(?i)\b(?:organized|organised|existing|incorporated|formed|established|constituted|registered|resident|corporation|company|partnership|securities|tax|patent|copyright|trademark|antitrust|bankruptcy|privacy|export|labor|employment)\b[^.;]{0,60}$";
    GOVERN = r"(?i)\b(?:govern|constru|interpret|enforc|controll|appl|determined|subject to)";
    GOVERNS = r"(?i)^[^.;]{0,40}\b(?:shall|will|must|to)? ?(?:govern|control|apply|applies)";
    /// The law of a country that is only added to that of its part.
    ADDED_BEFORE = r"(?i)\b(?:federal|national) laws? (?:of|in) (?:the )?$";
    ADDED_AFTER = r"(?i)^,? (?:as )?applicable (?:therein|thereto|in)\b";
    THIS_INSTRUMENT = r"(?i)\b(?:this|the|these|such) (?:[<l>-]+ ){0,5}?(?:agreement|contract|lease|amendment|license|letter|terms|note|guaranty|warrant|addendum|undertaking|nda|cda)\b|\bhere(?:of|under|by|to)\b";
    OTHERWISE = r"(?i)\b(?:without|regard|except|conflicts?|excluding|other than|irrespective|not|convention|arbitration|courts?|venue)\b[^.;]{0,70}$";
    COURT_AFTER = r"(?i)^[^.;]{0,25}\b(?:courts?|arbitration|rules)\b";
    /// The cases of a choice: "if … the laws of".
    CASES = r"(?i)\b(?:if|in the event|in case|depending|either|respectively|as the case may be|where)\b";
}

/// Every place whose law a sentence with the field's cues names.
pub(crate) fn findings(context: &Context<'_>, field: usize, hits: &[Hit]) -> Vec<Finding> {
    let mut found: Vec<Finding> = Vec::new();
    let mut done = 0usize;
    for hit in hits {
        if hit.place.end <= done {
            continue;
        }
        let range = window(context.text, hit);
        done = range.end;
        for place in places(context.text, &range) {
            let mut features = features(context, field, hit, &range, &place);
            let before = context.text.get(range.start..place.start);
            if before.is_some_and(|before| holds(&LAW_LABEL, before)) {
                features.push(sign!("after its label").into());
            }
            let quote = quote(context, hit, &place);
            let key = context
                .text
                .get(place.clone())
                .unwrap_or_default()
                .to_lowercase();
            let key = key.split_whitespace().collect::<Vec<_>>().join(" ");
            if !found.iter().any(|one| one.value == place) {
                found.push(Finding::new(field, place, quote, key, features));
            }
        }
    }
    compare(&mut found);
    found
}

fn window(text: &str, hit: &Hit) -> Range<usize> {
    let sentence = sentence_around(text, hit.place.clone());
    let start = sentence
        .start
        .max(hit.place.start.saturating_sub(REACH_BYTES));
    let end = sentence.end.min(hit.place.end.saturating_add(REACH_BYTES));
    text.ceil_char_boundary(start)..text.floor_char_boundary(end)
}

/// The places of a sentence that a law is said to be of.
fn places(text: &str, range: &Range<usize>) -> Vec<Range<usize>> {
    let said = text.get(range.clone()).unwrap_or_default();
    let of_law = |found: &Range<usize>| {
        let before = said.get(..found.start).unwrap_or_default();
        let after = said.get(found.end..).unwrap_or_default();
        // The law of a union beside that of one of its states is the law of the state.
        if holds(&STATE_AFTER, after) {
            return false;
        }
        holds(&LAW_OF, before)
            || holds(&LAW_LABEL, before)
            || holds(&UNION_BEFORE, before)
            || holds(&LAW_AFTER, after) && holds(&LAW_LED, before)
    };
    let named = NATION
        .captures_iter(said)
        .filter_map(|found| Some(found.get(1)?.range()));
    let mut places: Vec<Range<usize>> = PLACE
        .find_iter(said)
        .map(|found| found.range())
        .filter(of_law)
        .chain(named)
        .collect();
    places.sort_by_key(|place| place.start);
    let added = |place: &Range<usize>| {
        let before = said.get(..place.start).unwrap_or_default();
        let after = said.get(place.end..).unwrap_or_default();
        holds(&ADDED_BEFORE, before) || holds(&ADDED_AFTER, after)
    };
    let first = places.first().cloned();
    places
        .into_iter()
        .filter(|place| Some(place) == first.as_ref() || !added(place))
        .map(|place| shift(place, range.start))
        .collect()
}

fn features(
    context: &Context<'_>,
    field: usize,
    hit: &Hit,
    range: &Range<usize>,
    place: &Range<usize>,
) -> Vec<Feature> {
    let text = context.text;
    let before = text.get(range.start..place.start).unwrap_or_default();
    let after = text.get(place.end..range.end).unwrap_or_default();
    let mut features: Vec<Feature> = vec![
        Feature::cue(context.scanner.phrase(hit)),
        context.structure.part(place.start).feature().into(),
    ];
    features.extend(context.section_features(field, hit.place.start));
    let tests: [(&Pattern, &str, Name); 7] = [
        (&GOVERN, before, sign!("after a verb of governing")),
        (&GOVERNS, after, sign!("before a verb of governing")),
        (&THIS_INSTRUMENT, before, sign!("of this instrument")),
        (&HOME, before, sign!("the law of a home or a subject")),
        (&OTHERWISE, before, sign!("in an exception")),
        (&COURT_AFTER, after, sign!("before a court")),
        (&CASES, before, sign!("in one of several cases")),
    ];
    for (pattern, words, feature) in tests {
        if holds(pattern, words) {
            features.push(feature.into());
        }
    }
    if place.start < hit.place.start {
        features.push(sign!("before the cue").into());
    }
    features
}

fn quote(context: &Context<'_>, hit: &Hit, place: &Range<usize>) -> Range<usize> {
    let between = hit.place.start.min(place.start)..hit.place.end.max(place.end);
    if between.len() <= 420 {
        context.widen(between)
    } else {
        context.around(place.clone())
    }
}

/// Adds whether the places that govern agree.
fn compare(found: &mut [Finding]) {
    let governs = |finding: &Finding| {
        let has = |sign: Name| finding.features.iter().any(|one| *one == sign);
        (has(sign!("after a verb of governing")) || has(sign!("before a verb of governing")))
            && !has(sign!("the law of a home or a subject"))
            && !has(sign!("in an exception"))
    };
    let strong: Vec<(String, usize)> = found
        .iter()
        .filter(|one| governs(one))
        .map(|one| (one.key.clone(), one.value.start))
        .collect();
    let first = strong.iter().map(|(_, at)| *at).min();
    for finding in found.iter_mut() {
        let mut add = |feature: Name| finding.features.push(feature.into());
        if strong
            .iter()
            .any(|(key, at)| *key == finding.key && *at != finding.value.start)
        {
            add(sign!("said again"));
        }
        let other = strong.iter().any(|(key, _)| *key != finding.key);
        add(if other {
            sign!("one rival")
        } else {
            sign!("without a rival")
        });
        if first == Some(finding.value.start) {
            add(sign!("the first"));
        }
        finding.features.sort_unstable();
        finding.features.dedup();
    }
}

/// Whether the words are nothing but the name of a place.
pub(crate) fn is_place(words: &str) -> bool {
    PLACES
        .lines()
        .any(|place| place.eq_ignore_ascii_case(words.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_and_nations_compile_and_are_found() {
        assert!(PLACE.is_match("the State of New York"));
        assert!(NATION.is_match("governed by English law"));
    }
}
