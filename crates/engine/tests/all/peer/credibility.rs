//! Group 3, credibility: who publishes, when, and who else says so.

use groundstop_contract::frozen::RESEARCH_VERSION;
use groundstop_contract::telemetry::{Grade, SourceFault};
use groundstop_contract::{Environment, Tier, Tool};
use groundstop_document::Document;
use groundstop_research::call::{Found, FoundPage, Link};
use groundstop_research::gather::{Gathering, ToolResult};
use groundstop_research::inquiry::Inquiry;
use groundstop_research::plan::Wanted;
use groundstop_research::route::{Policy, Question};
use groundstop_research::screened::Screened;
use groundstop_research::source::Source;
use groundstop_research::validate::{DomainClass, class_of, credibility, validate};
use jiff::civil::{Date, date};

use crate::peer::{REPEATS, page, paper, standard};
use crate::rig::{PAGE, QUESTION, Runs, screen, with_page};

const TODAY: Date = date(2026, 3, 31);

#[test]
fn domains_have_their_classes() {
    use DomainClass::*;
    for (url, class) in [
        ("https://www.irs.gov/", Government),
        ("https://state.gov.uk/", Government),
        ("https://www.mit.edu/", Education),
        ("https://www.nature.com/articles/1", Journal),
        ("https://www.who.int/", Official),
        ("https://www.reuters.com/world", MajorMedia),
        ("https://me.blogspot.com/", UserContent),
        ("https://example.com/", Unknown),
    ] {
        assert_eq!(class_of(url), class, "{url}");
    }
}

#[test]
fn departs_a_domain_is_the_registered_one() {
    for url in [
        "https://evil.gov.example.com/",
        "https://notnature.com/",
        "https://www.nature.com.example.org/",
    ] {
        assert_eq!(class_of(url), DomainClass::Unknown, "{url}");
    }
}

/// The grade of one page that the vendor and its server date so.
fn graded(published: Option<&str>, modified: Option<&str>) -> Grade {
    let mut gathering = Gathering::new(
        screen(),
        Inquiry {
            question: Question::new(QUESTION).expect("a question"),
            tier: Some(Tier::Pro),
            environment: Environment::Prod,
            clarified: false,
            wanted: Wanted {
                corpus: false,
                web: true,
            },
            policy: Policy::default(),
            standard: standard(),
        },
    );
    let url = "https://example.com/mill".to_owned();
    let link = Link {
        url: url.clone(),
        title: String::new(),
        snippet: String::new(),
        published: published.map(str::to_owned),
    };
    let links = Found::Links {
        links: vec![link],
        texts: Vec::new(),
    };
    let page = Found::Page(Box::new(FoundPage {
        url,
        content_type: "text/plain".to_owned(),
        modified: modified.map(str::to_owned),
        document: Ok(Document::from_text(PAGE.as_bytes()).expect("text")),
    }));
    for (tool, rank, found) in [(Tool::Search, None, links), (Tool::Fetch, Some(1), page)] {
        gathering.take(ToolResult {
            tool,
            rank,
            cached: false,
            bytes: 0,
            retrieved_at: None,
            found: Ok(Screened::new(found, crate::rig::screen(), "")),
        });
    }
    let grades = gathering
        .conclude(|| false)
        .expect("an event")
        .telemetry
        .grades;
    let [grade] = grades
        .iter()
        .filter(|one| one.count == 1)
        .collect::<Vec<_>>()[..]
    else {
        panic!("{grades:?}")
    };
    grade.grade
}

#[test]
fn dates_are_read_and_junk_is_no_date() {
    // A fresh page of an unknown domain is worth a D, one without a date an E.
    for written in [
        "2026-03-30",
        "2026-03-30T12:00:00Z",
        "2026-03-30T12:00:00+02:00",
    ] {
        assert_eq!(graded(Some(written), None), Grade::D, "{written}");
    }
    for junk in ["", "yesterday", "30.03.2026", "2026-13-41", "20260330"] {
        assert_eq!(graded(Some(junk), None), Grade::E, "{junk}");
    }
}

#[test]
fn the_date_of_publication_beats_the_other_one() {
    let fresh = Some("Mon, 30 Mar 2026 12:00:00 GMT");
    assert_eq!(graded(None, fresh), Grade::D);
    assert_eq!(graded(Some("2010-01-01"), fresh), Grade::E);
}

fn days_ago(days: i64) -> Option<Date> {
    TODAY.checked_sub(jiff::Span::new().days(days)).ok()
}

fn of(url: &str, published: Option<Date>, has_author: bool) -> Source {
    Source {
        published,
        has_author,
        ..page(url, PAGE)
    }
}

fn points(url: &str, published: Option<Date>, has_author: bool, domains: usize) -> u32 {
    credibility(&of(url, published, has_author), TODAY, domains).points
}

const SOMEBODY: &str = "https://example.com/";

#[test]
fn freshness_has_six_steps() {
    let worth = |age| points(SOMEBODY, days_ago(age), true, 1);
    for (ages, expected) in [
        ([0, 7], 15),
        ([8, 30], 12),
        ([31, 180], 8),
        ([181, 730], 4),
        ([731, 9_000], 0),
    ] {
        for age in ages {
            assert_eq!(worth(age) - worth(9_000), expected, "{age} days");
        }
    }
    // Without a date: five for what is not known, and five off for saying nothing.
    assert_eq!(points(SOMEBODY, None, true, 1), worth(9_000));
}

#[test]
fn departs_nobody_is_believed_to_have_an_author() {
    let written = "<html><head><meta name=\"author\" content=\"A. Writer\"></head>\
                   <body><p>By A. Writer. The Harrow mill was rebuilt in 1931.</p></body></html>";
    let grades = |text: &'static str| with_page(text).run().pack.telemetry.grades;
    assert_eq!(grades(written), grades(PAGE));
}

#[test]
fn departs_there_are_no_keys_of_claims() {
    // Who else is counted by registered domains alone, whatever words they use.
    let other = "Sheep graze on the hill above the harbour during the whole of summer.";
    let found = validate(
        QUESTION,
        vec![page(SOMEBODY, PAGE), page("https://example.org/", other)],
        &standard(),
    );
    let alone = points(SOMEBODY, None, false, 1);
    assert_eq!(found.accepted[0].credibility.points, alone + 5);
}

#[test]
fn two_domains_corroborate_and_one_does_not() {
    let first = |second: &str| {
        let sources = vec![page(SOMEBODY, PAGE), page(second, &format!("{PAGE} So."))];
        let found = validate(QUESTION, sources, &standard());
        assert_eq!(found.accepted.len(), 2);
        found.accepted[0].credibility.points
    };
    let alone = points(SOMEBODY, None, false, 1);
    assert_eq!(first("https://www.example.com/other"), alone);
    assert_eq!(first("https://example.org/"), alone + 5);
    let steps = [1, 2, 3, 4, 9].map(|domains| points(SOMEBODY, None, true, domains));
    assert_eq!(steps.map(|worth| worth - steps[0]), [0, 5, 8, 10, 10]);
}

#[test]
fn the_five_grades_begin_at_their_edges() {
    let (gov, edu, media) = (
        "https://www.irs.gov/",
        "https://www.mit.edu/",
        "https://www.reuters.com/",
    );
    let old = days_ago(9_000);
    let year = days_ago(365);
    for (source, domains, points, grade) in [
        (of(gov, days_ago(1), true), 1, 80, Grade::A),
        (of(gov, year, true), 4, 79, Grade::B),
        (of(gov, old, true), 1, 65, Grade::B),
        (of(edu, year, true), 1, 64, Grade::C),
        (of(media, old, true), 1, 50, Grade::C),
        (of(SOMEBODY, year, true), 4, 49, Grade::D),
        (of(SOMEBODY, old, true), 1, 35, Grade::D),
        (of(SOMEBODY, year, false), 1, 34, Grade::E),
    ] {
        let found = credibility(&source, TODAY, domains);
        assert_eq!((found.points, found.grade), (points, grade));
    }
}

#[test]
fn departs_the_best_grade_can_be_reached() {
    // 40 + 15 + 10 points would be a B at best.
    let best = credibility(&of("https://www.irs.gov/", days_ago(0), true), TODAY, 4);
    assert_eq!((best.points, best.grade), (90, Grade::A));
}

fn shelf() -> Vec<Source> {
    let texts = ["Zebra. ", "Alpha. ", "Mill. "].map(|begin| format!("{begin}{PAGE}"));
    let urls = [
        "https://zebra.example/",
        "https://www.irs.gov/",
        "https://me.blogspot.com/",
    ];
    let pages = urls.iter().zip(&texts);
    pages.map(|(url, text)| page(url, text)).collect()
}

#[test]
fn the_order_of_the_input_is_kept() {
    let found = validate(QUESTION, shelf(), &standard());
    let ids = |sources: &[Source]| sources.iter().map(Source::id).collect::<Vec<_>>();
    let kept: Vec<Source> = found.accepted.into_iter().map(|one| one.source).collect();
    assert_eq!(ids(&kept), ids(&shelf()));
}

#[test]
fn bad_addresses_and_empty_texts_do_no_harm() {
    for url in ["", "junk", "http://[", "https://\u{1f600}/", "data:,x"] {
        assert_eq!(class_of(url), DomainClass::Unknown, "{url}");
        let found = validate(QUESTION, vec![page(url, "")], &standard());
        assert_eq!(found.dropped, [SourceFault::TooShort], "{url}");
        let found = validate(QUESTION, vec![page(url, PAGE)], &standard());
        assert_eq!(found.accepted.len(), 1, "{url}");
    }
}

#[test]
fn twenty_gradings_are_identical() {
    let graded = || {
        let found = validate(QUESTION, shelf(), &standard()).accepted;
        found.iter().map(|one| one.credibility).collect::<Vec<_>>()
    };
    let first = graded();
    (0..REPEATS).for_each(|_| assert_eq!(graded(), first));
}

#[test]
fn a_missing_author_and_a_missing_date_lower_the_score() {
    let whole = points(SOMEBODY, days_ago(1), true, 1);
    assert_eq!(points(SOMEBODY, days_ago(1), false, 1), whole - 5);
    // No freshness to speak of, and five off.
    assert_eq!(points(SOMEBODY, None, true, 1), whole - 15);
    assert_eq!(points(SOMEBODY, None, false, 1), whole - 20);
}

#[test]
fn departs_a_document_of_ones_own_is_worth_a_government() {
    let own = credibility(&paper("mill.txt", PAGE), TODAY, 0);
    assert_eq!((own.class, own.grade), (DomainClass::Corpus, Grade::B));
}

#[test]
fn departs_one_version_holds_for_all_parts() {
    let event = with_page(PAGE).run().pack.telemetry;
    let (major, minor, patch) = event.contract;
    assert_eq!(format!("{major}.{minor}.{patch}"), RESEARCH_VERSION);
}
