//! What a source is worth, in points that add up: who publishes it, how fresh it
//! is, whether it names an author and a date, and how many others there are.

use groundstop_contract::telemetry::Grade;
use jiff::civil::Date;

use super::domains::{DomainClass, class_of};
use crate::source::{Origin, Source};

/// What a source is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Credibility {
    /// Who publishes it.
    pub class: DomainClass,
    /// The points.
    pub points: u32,
    /// The band they lie in.
    pub grade: Grade,
}

/// What a source is worth, beside sources of so many registered domains in all.
#[must_use]
pub fn credibility(source: &Source, today: Date, domains: usize) -> Credibility {
    let class = match &source.origin {
        Origin::Document { .. } => DomainClass::Corpus,
        Origin::Page { url } => class_of(url),
    };
    let age = source.published.map(|day| age_in_days(day, today));
    let given = base(class)
        .saturating_add(freshness(age))
        .saturating_add(corroboration(domains));
    let author = if source.has_author { 0 } else { 5 };
    let dated = if age.is_some() { 0 } else { 5 };
    let points = given.saturating_sub(author).saturating_sub(dated);
    Credibility {
        class,
        points,
        grade: grade(points),
    }
}

fn base(class: DomainClass) -> u32 {
    match class {
        DomainClass::Government | DomainClass::Corpus => 65,
        DomainClass::Education | DomainClass::Journal => 60,
        DomainClass::Official => 55,
        DomainClass::MajorMedia => 50,
        DomainClass::Unknown => 35,
        DomainClass::UserContent => 15,
    }
}

fn freshness(days: Option<i32>) -> u32 {
    match days {
        None => 5,
        Some(..=7) => 15,
        Some(8..=30) => 12,
        Some(31..=180) => 8,
        Some(181..=730) => 4,
        Some(_) => 0,
    }
}

fn corroboration(domains: usize) -> u32 {
    match domains {
        0 | 1 => 0,
        2 => 5,
        3 => 8,
        _ => 10,
    }
}

/// The band that points lie in.
fn grade(points: u32) -> Grade {
    match points {
        80.. => Grade::A,
        65.. => Grade::B,
        50.. => Grade::C,
        35.. => Grade::D,
        _ => Grade::E,
    }
}

fn age_in_days(day: Date, today: Date) -> i32 {
    today.since(day).map_or(i32::MAX, |span| span.get_days())
}

#[cfg(test)]
mod tests {
    use super::*;
    use groundstop_document::Document;
    use jiff::civil::date;

    const TODAY: Date = date(2026, 3, 31);

    fn page(url: &str, published: Option<Date>, has_author: bool) -> Source {
        Source {
            origin: Origin::Page {
                url: url.to_owned(),
            },
            document: Document::from_text(b"text").expect("text"),
            passages: Vec::new(),
            stripped: Vec::new(),
            retrieved_at: None,
            published,
            has_author,
        }
    }

    #[test]
    fn the_bands_begin_where_they_say() {
        for (points, expected) in [
            (80, Grade::A),
            (79, Grade::B),
            (65, Grade::B),
            (64, Grade::C),
            (50, Grade::C),
            (49, Grade::D),
            (35, Grade::D),
            (34, Grade::E),
            (0, Grade::E),
        ] {
            assert_eq!(grade(points), expected, "{points}");
        }
    }

    #[test]
    fn every_band_can_be_reached() {
        let fresh = Some(date(2026, 3, 30));
        let old = Some(date(2015, 1, 1));
        for (source, domains, expected) in [
            (page("https://www.irs.gov/", fresh, true), 1, Grade::A),
            (page("https://www.irs.gov/", old, true), 1, Grade::B),
            (page("https://www.ft.com/", old, true), 1, Grade::C),
            (page("https://example.com/", old, true), 1, Grade::D),
            (page("https://example.com/", None, false), 1, Grade::E),
        ] {
            let found = credibility(&source, TODAY, domains);
            assert_eq!(found.grade, expected, "{found:?}");
        }
    }

    #[test]
    fn freshness_has_six_steps_and_a_missing_author_or_date_costs_five() {
        let points = |published, author, domains| {
            credibility(
                &page("https://example.com/", published, author),
                TODAY,
                domains,
            )
            .points
        };
        let days = |days: i64| TODAY.checked_sub(jiff::Span::new().days(days)).ok();
        let steps = [0, 7, 8, 30, 31, 180, 181, 730, 731].map(|age| points(days(age), true, 1));
        assert_eq!(steps, [50, 50, 47, 47, 43, 43, 39, 39, 35]);
        assert_eq!(points(None, true, 1), 35);
        assert_eq!(points(days(0), false, 1), 45);
        assert_eq!(
            [1, 2, 3, 4, 9].map(|d| points(days(0), true, d)),
            [50, 55, 58, 60, 60]
        );
    }
}
