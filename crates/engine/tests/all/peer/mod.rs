//! The behaviours of an earlier implementation of the research contract, group by
//! group, tried on ours: a test or a row each. Where ours departs on purpose, the
//! test is called `departs_…`, asserts what ours does in that very case, and has
//! its row in the table of `docs/research.md`.
#![allow(
    clippy::disallowed_methods,
    reason = "tests own their clock, files and threads"
)]

mod adapter;
mod cache;
mod claims;
mod credibility;
mod gates;
mod integration;
mod limits;
mod screen;
mod telemetry;

use groundstop_contract::telemetry::Grade;
use groundstop_document::Document;
use groundstop_research::source::{Origin, Source};
use groundstop_research::validate::Standard;
use jiff::civil::date;

/// How often whatever must not change is done again.
const REPEATS: usize = 20;

/// A page that was fetched, without a date and an author.
fn page(url: &str, text: &str) -> Source {
    Source {
        origin: Origin::Page {
            url: url.to_owned(),
        },
        document: Document::from_text(text.as_bytes()).expect("text"),
        passages: Vec::new(),
        stripped: Vec::new(),
        retrieved_at: None,
        published: None,
        has_author: false,
    }
}

/// A document of the corpus.
fn paper(name: &str, text: &str) -> Source {
    Source {
        origin: Origin::Document {
            name: name.to_owned(),
        },
        has_author: true,
        ..page("", text)
    }
}

fn standard() -> Standard {
    Standard {
        today: date(2026, 3, 31),
        min_grade: Grade::E,
        language: None,
    }
}

/// The departures that the documentation lists are those that are tested, and each
/// stands beside the group it belongs to.
#[test]
fn every_departure_is_tested_and_documented() {
    let sources = [
        include_str!("adapter.rs"),
        include_str!("limits.rs"),
        include_str!("credibility.rs"),
        include_str!("claims.rs"),
        include_str!("screen.rs"),
        include_str!("cache.rs"),
        include_str!("telemetry.rs"),
        include_str!("integration.rs"),
        include_str!("gates.rs"),
    ];
    let documented = names(include_str!("../../../../../docs/research.md"), "`departs_");
    let tested: Vec<String> = sources
        .iter()
        .flat_map(|text| names(text, "\nfn departs_"))
        .collect();
    assert!(!tested.is_empty());
    assert_eq!(documented, tested);
}

/// The rest of every word that begins so, in order.
fn names(text: &str, begin: &str) -> Vec<String> {
    let behind = text.split(begin).skip(1);
    let name = |rest: &str| {
        let end = rest.find(|c: char| c != '_' && !c.is_ascii_lowercase());
        rest[..end.unwrap_or(rest.len())].to_owned()
    };
    behind.map(name).collect()
}
