//! What an object says of its quotes: their words, their places, and how sure its proposer is.

use groundstop_canon::Decimal;
use groundstop_canon::json::{Json, Number};
use groundstop_contract::Confidence;

use super::Importer;
use super::keys::Part;
use super::members::Members;
use super::offered::{Offered, confidence_at, lower, says_little};
use crate::error::problem;

impl Importer<'_> {
    /// What an object says of a quote's place, and how sure its proposer is.
    pub(super) fn locate(&mut self, members: &mut Members<'_>, place: &str, offered: &mut Offered) {
        if let Some((key, json)) = members.take(Part::Page) {
            self.rename(key, Part::Page);
            offered.page = self.page(key, json, place).or(offered.page);
        }
        let (start, end) = (members.take(Part::Start), members.take(Part::End));
        match (start, end) {
            (Some(start), Some(end)) => {
                self.rename(start.0, Part::Start);
                self.rename(end.0, Part::End);
                let start = self.whole(start.0, start.1, place);
                offered.offsets = start.zip(self.whole(end.0, end.1, place));
            }
            (None, None) => {}
            (Some((key, _)), None) | (None, Some((key, _))) => self.problems.push(problem(
                format!("{place}, `{key}`"),
                "`start` and `end` go together",
                "give both, or neither",
            )),
        }
        if let Some((key, json)) = members.take(Part::Span) {
            self.rename(key, Part::Span);
            offered.offsets = interval(json).or(offered.offsets);
        }
        for (part, kept) in [
            (Part::Prefix, &mut offered.prefix),
            (Part::Suffix, &mut offered.suffix),
        ] {
            if let Some((key, json)) = members.take(part) {
                self.rename(key, part);
                *kept = self.text(key, json, place);
            }
        }
        // A number there counts rows, as tools of their own do; heads are words.
        for (part, kept) in [
            (Part::Row, &mut offered.row),
            (Part::Column, &mut offered.column),
        ] {
            let worded = members.named(part).and_then(|(_, json)| json.as_str());
            if worded.is_some()
                && let Some((key, json)) = members.take(part)
            {
                self.rename(key, part);
                *kept = self.text(key, json, place);
            }
        }
        for ((key, json), number) in members.take_all(Part::Confidence).into_iter().zip(0usize..) {
            // Of several the lowest counts; what is none under a second name says nothing.
            let figure = json
                .as_str()
                .is_some_and(|said| said.contains(char::is_numeric));
            if number > 0 && confidence_at(key, json).is_none() && !figure {
                self.ignore(key);
                continue;
            }
            self.rename(key, Part::Confidence);
            offered.confidence = lower(offered.confidence, self.confidence(key, json, place));
        }
    }

    /// The quotes that evidence gives: a string, an object, or a list of these.
    pub(super) fn evidence(
        &mut self,
        key: &str,
        json: &Json,
        place: &str,
        around: &Offered,
    ) -> Vec<Offered> {
        match json {
            Json::String(quote) => vec![Offered {
                quote: Some(quote.clone()),
                ..around.clone()
            }],
            Json::Object(all) => {
                let mut members = Members::new(all);
                let mut own = Offered::default();
                let quote = members
                    .take(Part::Quote)
                    .or_else(|| members.take(Part::Value));
                self.locate(&mut members, place, &mut own);
                for key in members.unused() {
                    self.ignore(key);
                }
                let places = around.with(own);
                let Some((inner, json)) = quote else {
                    return places;
                };
                let each = places.iter().map(|offered| match json {
                    Json::Array(_) | Json::Object(_) => self.evidence(inner, json, place, offered),
                    json => vec![Offered {
                        quote: self.text(inner, json, place),
                        ..offered.clone()
                    }],
                });
                let all: Vec<Vec<Offered>> = each.collect();
                all.into_iter().flatten().collect()
            }
            Json::Array(items) => {
                let each = items
                    .iter()
                    .map(|item| self.evidence(key, item, place, around));
                let all: Vec<Vec<Offered>> = each.collect();
                all.into_iter().flatten().collect()
            }
            Json::Null => Vec::new(),
            Json::Bool(_) | Json::Number(_) => {
                self.problems.push(problem(
                    format!("{place}, `{key}`"),
                    format!("`{key}` is {}, not a string", json.kind_name()),
                    "write the words of the document as a string",
                ));
                Vec::new()
            }
        }
    }

    pub(super) fn text(&mut self, key: &str, json: &Json, place: &str) -> Option<String> {
        let text = json.as_str().map(str::to_owned);
        if text.is_none() {
            self.problems.push(problem(
                format!("{place}, `{key}`"),
                format!("`{key}` is {}, not a string", json.kind_name()),
                "write a string",
            ));
        }
        text
    }

    fn whole(&mut self, key: &str, json: &Json, place: &str) -> Option<u64> {
        let whole = whole_number(json);
        if whole.is_none() {
            let shown = json.as_number().map_or(json.kind_name(), Number::text);
            self.problems.push(problem(
                format!("{place}, `{key}`"),
                format!("`{key}` is {shown}, not a whole number from 0 on"),
                "offsets count code points of the text that `groundstop text` prints",
            ));
        }
        whole
    }

    fn page(&mut self, key: &str, json: &Json, place: &str) -> Option<u32> {
        // A list of pages names a place only where it has one.
        let one = match json {
            Json::Array(items) => match items.as_slice() {
                [one] => one,
                _ => return None,
            },
            one => one,
        };
        // "N/A" names none, and is counted as left out.
        const NONE: [&str; 7] = ["", "-", "n/a", "na", "none", "null", "unknown"];
        if let Some(word) = one.as_str()
            && NONE.contains(&word.trim().to_lowercase().as_str())
        {
            self.ignore(&format!("{key}: {}", word.trim()));
            return None;
        }
        let page = whole_number(one)
            .or_else(|| numbered(one.as_str()?))
            .and_then(|page| u32::try_from(page).ok())
            .filter(|page| *page > 0);
        if page.is_none() {
            self.problems.push(problem(
                format!("{place}, `{key}`"),
                "pages are numbers, counted from 1",
                "name the page's number, or leave it out",
            ));
        }
        page
    }

    fn confidence(&mut self, key: &str, json: &Json, place: &str) -> Option<Confidence> {
        let confidence = confidence_at(key, json);
        let word = match json {
            Json::Object(all) => Members::new(all)
                .named(Part::Confidence)
                .or_else(|| Members::new(all).named(Part::Value))
                .map_or(json, |(_, json)| json),
            json => json,
        };
        // "Low" is no number either, but whoever says so vouches for nothing.
        if let Json::String(word) = word
            && says_little(word)
        {
            self.ignore(&format!("{key}: {word}"));
            return Confidence::new(Decimal::ZERO);
        }
        // "High" is no number, and none is made of it.
        if let (None, Json::String(word)) = (&confidence, word)
            && !word.contains(|c: char| c.is_numeric())
        {
            self.ignore(&format!("{key}: {word}"));
            return None;
        }
        if confidence.is_none() {
            let shown = json.as_number().map_or_else(
                || json.as_str().unwrap_or(json.kind_name()).to_owned(),
                |number| number.text().to_owned(),
            );
            self.problems.push(problem(
                format!("{place}, `{key}`"),
                format!("the confidence is {shown}, not a number from 0 to 1"),
                "write a number such as 0.9, with a point, or \"90%\", or leave it out (missing counts as 0)",
            ));
        }
        confidence
    }
}

fn whole_number(json: &Json) -> Option<u64> {
    let decimal = match json {
        Json::Number(number) => number.decimal()?,
        Json::String(text) => Decimal::parse(text.trim())?,
        Json::Null | Json::Bool(_) | Json::Array(_) | Json::Object(_) => return None,
    };
    Some(decimal)
        .filter(|decimal| decimal.is_whole())?
        .to_string()
        .parse()
        .ok()
}

/// The number of "Page 3", "p. 3": a word and one whole number.
fn numbered(text: &str) -> Option<u64> {
    let number = text
        .trim()
        .trim_start_matches(|c: char| c.is_alphabetic() || matches!(c, '.' | ' ' | '#'));
    let plain = !number.is_empty() && number.chars().all(|c| c.is_ascii_digit());
    number.parse().ok().filter(|_| plain)
}

/// Two offsets in one member: `[10, 25]`, or an object with a start and an end.
fn interval(json: &Json) -> Option<(u64, u64)> {
    match json {
        Json::Array(items) => match items.as_slice() {
            [start, end] => whole_number(start).zip(whole_number(end)),
            _ => None,
        },
        Json::Object(all) => {
            let mut members = Members::new(all);
            let start = members
                .take(Part::Start)
                .and_then(|(_, json)| whole_number(json));
            start.zip(
                members
                    .take(Part::End)
                    .and_then(|(_, json)| whole_number(json)),
            )
        }
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) => None,
    }
}
