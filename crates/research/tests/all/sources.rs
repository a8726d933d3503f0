//! Which sources are good enough, and what they say to a question.

use groundstop_contract::telemetry::{Grade, SourceFault};
use groundstop_document::{ByteSpan, Document};
use groundstop_research::answer::{Asked, CITATIONS_MAX, CLAIMS_MAX, claims};
use groundstop_research::source::{Origin, Source};
use groundstop_research::validate::{Standard, Validated, validate};
use jiff::civil::{Date, date};

const ENGLISH: &str = "The old mill beside the river was rebuilt in 1931 after the great fire, and \
                       its owner has kept the garden open to visitors ever since that summer.";
const GERMAN: &str = "Die alte Mühle am Fluss wurde nach dem großen Brand im Jahr 1931 wieder \
                      aufgebaut, und der Eigentümer öffnet den Garten seither jeden Sommer.";

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

fn paper(name: &str, text: &str) -> Source {
    Source {
        origin: Origin::Document {
            name: name.to_owned(),
        },
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

const LONG_QUESTION: &str =
    "When was the old mill beside the river rebuilt by its owner after the great fire?";

fn validated(sources: Vec<Source>) -> Validated {
    validate(LONG_QUESTION, sources, &standard())
}

#[test]
fn short_foreign_misdated_and_repeated_sources_are_dropped_and_counted() {
    let dated = |day: Date| Source {
        published: Some(day),
        ..page("https://dated.example/", &format!("{ENGLISH} Dated {day}."))
    };
    let found = validated(vec![
        page("https://a.example/", "too short"),
        page("https://b.example/", GERMAN),
        dated(date(2027, 1, 1)),
        dated(date(1969, 1, 1)),
        page("https://c.example/x?utm_source=y", ENGLISH),
        page("https://c.example/x", &format!("{ENGLISH} Changed.")),
        page("https://d.example/", &ENGLISH.replace(' ', "\n")),
    ]);
    assert_eq!(
        found.dropped,
        [
            SourceFault::TooShort,
            SourceFault::OtherLanguage,
            SourceFault::ImplausibleDate,
            SourceFault::ImplausibleDate,
            SourceFault::Duplicate,
            SourceFault::Duplicate,
        ]
    );
    assert_eq!(found.accepted.len(), 1);
}

#[test]
fn a_declared_language_counts_more_than_the_questions() {
    let standard = Standard {
        language: whatlang::Lang::from_code("deu"),
        ..standard()
    };
    let sources = vec![
        page("https://a.example/", GERMAN),
        page("https://b.example/", ENGLISH),
    ];
    let found = validate(LONG_QUESTION, sources, &standard);
    assert_eq!(found.dropped, [SourceFault::OtherLanguage]);
    assert!(found.accepted[0].source.document.text().contains("Mühle"));
}

#[test]
fn the_operator_may_ask_for_a_grade_and_order_does_not_matter() {
    let strict = Standard {
        min_grade: Grade::C,
        ..standard()
    };
    let sources = vec![
        page("https://somebody.blogspot.com/", ENGLISH),
        page(
            "https://www.parliament.gov.uk/",
            &format!("{ENGLISH} Officially."),
        ),
    ];
    let mut turned = sources.clone();
    turned.reverse();
    for sources in [sources, turned] {
        let found = validate(LONG_QUESTION, sources, &strict);
        assert_eq!(found.dropped, [SourceFault::LowGrade]);
        assert_eq!(found.accepted[0].credibility.grade, Grade::B);
    }
}

#[test]
fn tomorrow_is_no_impossible_date() {
    let mut source = page("https://a.example/", ENGLISH);
    source.published = Some(date(2026, 4, 1));
    assert_eq!(validated(vec![source]).dropped, []);
}

#[test]
fn a_claim_is_a_sentence_with_its_place_and_equal_ones_are_one() {
    let asked = Asked::new("When was the old mill rebuilt?");
    let mut sources: Vec<Source> = (0..5)
        .map(|number| {
            page(
                &format!("https://s{number}.example/"),
                &format!("Mills {number}\n\n{ENGLISH}"),
            )
        })
        .collect();
    sources.push(paper("mill.txt", "The old mill was rebuilt in 1931."));
    let found = claims(&asked, &sources);
    assert_eq!(found.claims.len(), 2);
    assert_eq!(found.claims[0].citations.len(), CITATIONS_MAX);
    assert!(found.disagreements.is_empty());
    for claim in &found.claims {
        for cited in &claim.citations {
            let source = sources.iter().find(|source| source.id() == cited.source);
            let text = source.expect("a source").document.text();
            let quoted: String = text
                .chars()
                .skip(usize::try_from(cited.start).expect("small"))
                .take(usize::try_from(cited.end - cited.start).expect("small"))
                .collect();
            assert_eq!(quoted, cited.quote);
        }
    }
}

#[test]
fn what_was_stripped_or_is_hidden_is_not_quoted() {
    let text = "The old mill was rebuilt in 1931 by its owner.";
    let mut source = paper("mill.txt", text);
    source.stripped = vec![ByteSpan::new(4, 8)];
    assert_eq!(
        claims(&Asked::new("When was the old mill rebuilt?"), &[source]).claims,
        []
    );
}

#[test]
fn an_address_supports_nothing_and_a_negated_or_other_source_is_none() {
    let asked = Asked::new("When was the Harrow mill rebuilt?");
    for source in [
        page(
            "https://harrow-mill-rebuilt.example/",
            "A house stood here in 1931, says the county.",
        ),
        paper("a.txt", "The Garrow mill was rebuilt in 1931."),
    ] {
        assert_eq!(claims(&asked, &[source]).claims, []);
    }
}

#[test]
fn an_answer_has_five_claims_at_most() {
    let text: String = (1..20)
        .map(|number| format!("In {} the old mill was rebuilt once more. ", 1900 + number))
        .collect();
    let found = claims(
        &Asked::new("When was the old mill rebuilt?"),
        &[paper("mill.txt", &text)],
    );
    assert_eq!(found.claims.len(), CLAIMS_MAX);
}

#[test]
fn no_source_and_no_word_in_common_give_nothing() {
    let asked = Asked::new("Who won the race?");
    assert_eq!(claims(&asked, &[]).claims, []);
    assert_eq!(claims(&asked, &[paper("mill.txt", ENGLISH)]).claims, []);
    let empty = Asked::new("of the and");
    assert_eq!(claims(&empty, &[paper("mill.txt", ENGLISH)]).claims, []);
}
