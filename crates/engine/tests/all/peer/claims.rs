//! Group 4, claims and citations: what a claim is, what stands behind it, and what
//! happens where nothing does.

use groundstop_certify::fakes::{FakeAnswer, FakeLink, search_answer};
use groundstop_contract::research::{CLARIFY_QUESTION, UNKNOWN_EXPLANATION};
use groundstop_contract::{OutputAction, ResearchStopReason as Reason};
use groundstop_research::answer::{Asked, CITATIONS_MAX, CLAIMS_MAX, Claims, claims};
use groundstop_research::outcome::{Flaw, examine};
use groundstop_research::source::Source;

use groundstop_contract::pack::SearchBackend;

use crate::peer::{REPEATS, gates, page, paper};
use crate::rig::{ELSEWHERE, PAGE, QUESTION, Runs, World, answering, found, with_page};

const MILL: &str = "The old mill was rebuilt in 1931 by its owner.";
const WHEN: &str = "When was the old mill rebuilt?";

fn said(question: &str, sources: &[Source]) -> Claims {
    claims(&Asked::new(question), sources)
}

fn texts(found: &Claims) -> Vec<&str> {
    found.claims.iter().map(|one| one.text.as_str()).collect()
}

#[test]
fn a_claim_and_its_citation_have_all_their_fields() {
    let sources = [page("https://a.example/mill", &format!("Mills\n\n{MILL}"))];
    let found = said(WHEN, &sources);
    let cited = &found.claims[0].citations[0];
    assert_eq!((texts(&found), cited.quote.as_str()), (vec![MILL], MILL));
    assert_eq!((cited.start, cited.end, cited.page), (7, 53, 1));
    assert_eq!(cited.source, sources[0].id());
    assert_eq!(
        (cited.title.as_str(), cited.document.as_ref()),
        ("Mills", None)
    );
    assert_eq!(cited.url.as_deref(), Some("https://a.example/mill"));
    assert_eq!(
        cited.quote_sha256,
        groundstop_canon::sha256_hex(MILL.as_bytes())
    );
}

#[test]
fn departs_every_claim_needs_its_citation() {
    // With a date, with a number, or mere advice: none leaves without a quote.
    let ending = gates::settled(&[], 1);
    assert_eq!(ending.action, OutputAction::Answer);
    for citations in [&[][..], &[0], &[3, 0], &[0, 1]] {
        assert_eq!(examine(&ending, citations), Err(Flaw::ClaimWithoutCitation));
    }
    assert_eq!(examine(&ending, &[3, 1]), Ok(()));
}

#[test]
fn departs_claims_have_no_kinds() {
    let found = said(WHEN, &[paper("mill.txt", MILL)]);
    let claim = serde_json::to_value(&found.claims[0]).expect("JSON");
    let keys: Vec<&String> = claim.as_object().expect("an object").keys().collect();
    assert_eq!(keys, ["text", "citations"]);
}

#[test]
fn departs_five_claims_of_a_thousand_characters() {
    let many: String = (1..30)
        .map(|at| format!("In {} the old mill was rebuilt once more. ", 1900 + at))
        .collect();
    assert_eq!(
        said(WHEN, &[paper("a.txt", &many)]).claims.len(),
        CLAIMS_MAX
    );
    assert_eq!(CLAIMS_MAX, 5);
    // A sentence is whole or no claim; it is never cut.
    let long = |words: usize| format!("The old mill was rebuilt in 1931 {}.", "so ".repeat(words));
    let (fits, too_long) = (long(300), long(400));
    assert_eq!(said(WHEN, &[paper("a.txt", &too_long)]).claims, []);
    let found = said(WHEN, &[paper("a.txt", &fits)]);
    assert_eq!(found.claims[0].citations[0].quote.len(), fits.len());
}

#[test]
fn equal_claims_are_one() {
    let sources = [
        page("https://a.example/", &format!("One\n\n{MILL}")),
        page("https://b.example/", &format!("Two\n\n{MILL}")),
    ];
    let found = said(WHEN, &sources);
    assert_eq!(texts(&found), [MILL]);
    assert_eq!(found.claims[0].citations.len(), 2);
}

#[test]
fn departs_the_claim_that_covers_most_comes_first() {
    let text = "The old mill was rebuilt in 1931. \
                The old mill was rebuilt in 1931 after the great fire.";
    let found = said(
        "When was the old mill rebuilt after the fire?",
        &[paper("mill.txt", text)],
    );
    let expected = [
        "The old mill was rebuilt in 1931 after the great fire.",
        "The old mill was rebuilt in 1931.",
    ];
    assert_eq!(texts(&found), expected);
}

#[test]
fn empty_words_do_not_count() {
    let sources = [paper("mill.txt", MILL)];
    assert_eq!(said("of the and was in", &sources).claims, []);
    // The same words with and without them ask for the same.
    assert_eq!(
        said(WHEN, &sources),
        said("When old mill rebuilt", &sources)
    );
}

#[test]
fn departs_shared_words_bind_nothing() {
    for (question, source) in [
        // Two words of three, and another name.
        (
            QUESTION,
            page("https://a.example/", "The Garrow mill was rebuilt in 1931."),
        ),
        // All words, and another number.
        (
            "Was the Harrow mill rebuilt in 1931?",
            page("https://a.example/", "The Harrow mill was rebuilt in 1948."),
        ),
        // The words of the question in the address.
        (
            QUESTION,
            page(
                "https://harrow-mill-rebuilt.example/",
                "A house stood here in 1931.",
            ),
        ),
    ] {
        assert_eq!(said(question, &[source]).claims, [], "{question}");
    }
}

#[test]
fn no_text_of_a_snippet_gets_into_what_leaves() {
    let world = answering(|asked, own| match asked.target.as_str() {
        "/page" => FakeAnswer::new(200, "text/plain", PAGE),
        _ => {
            let snippet = "The Harrow mill was rebuilt in 1931, says SENTINELSNIPPET.";
            let link = FakeLink::new(&format!("{own}/page"), "SENTINELTITLE", snippet);
            search_answer(SearchBackend::Searxng, &[link])
        }
    });
    let pack = world.run().pack;
    assert_eq!(pack.answer.action, OutputAction::Answer);
    let left = serde_json::to_string(&(&pack.answer, &pack.telemetry)).expect("JSON");
    assert!(!left.contains("SENTINEL"), "{left}");
}

#[test]
fn departs_a_citation_names_the_address_as_it_was_fetched() {
    let path = "/Page/A?b=2&a=1&b=1";
    let world = answering(move |asked, own| match asked.target.starts_with("/Page") {
        true => FakeAnswer::new(200, "text/plain", PAGE),
        false => found(own, &[path]),
    });
    let answer = world.run().pack.answer;
    let cited = answer.claims[0].citations[0].url.clone();
    assert_eq!(cited, Some(world.server.url(path)));
}

#[test]
fn a_claim_has_three_citations_at_most_and_no_source_twice() {
    let twice = format!("{MILL} {MILL}");
    let sources: Vec<Source> = (0..5)
        .map(|at| {
            page(
                &format!("https://s{at}.example/"),
                &format!("M{at}\n\n{twice}"),
            )
        })
        .collect();
    let found = said(WHEN, &sources);
    let mut ids: Vec<&String> = found.claims[0]
        .citations
        .iter()
        .map(|cited| &cited.source)
        .collect();
    assert_eq!((found.claims.len(), ids.len()), (1, CITATIONS_MAX));
    ids.dedup();
    assert_eq!(ids.len(), 3);
}

#[test]
fn departs_a_grade_is_a_bar_and_no_argument() {
    let sources = [
        page("https://me.blogspot.com/", &format!("Blog\n\n{MILL}")),
        page("https://www.irs.gov/", &format!("Office\n\n{MILL}")),
    ];
    let found = said(WHEN, &sources);
    let order: Vec<&str> = found.claims[0]
        .citations
        .iter()
        .map(|cited| cited.title.as_str())
        .collect();
    assert_eq!(order, ["Blog", "Office"]);
}

#[test]
fn nothing_covered_is_asked_back_with_a_question_and_then_unknown() {
    let world = World {
        conversation: Some("one"),
        ..with_page(ELSEWHERE)
    };
    let told = || {
        let answer = world.run().pack.answer;
        assert!(answer.claims.is_empty());
        (answer.action, answer.message)
    };
    let first = (OutputAction::AskClarify, CLARIFY_QUESTION.to_owned());
    assert_eq!(told(), first);
    assert!(CLARIFY_QUESTION.ends_with('?'));
    let second = (OutputAction::Unknown, UNKNOWN_EXPLANATION.to_owned());
    assert_eq!(told(), second);
}

#[test]
fn departs_one_question_is_asked_back_whatever_was_asked() {
    for question in [
        "Who sold the Harrow mill?",
        "How much was the Harrow mill in 1950?",
        "What is recommended?",
    ] {
        let world = World {
            question,
            ..with_page(ELSEWHERE)
        };
        assert_eq!(world.run().pack.answer.message, CLARIFY_QUESTION);
    }
}

#[test]
fn what_is_covered_is_answered() {
    let pack = with_page(PAGE).run().pack;
    assert_eq!(pack.telemetry.reason, Reason::SuccessCompleted);
    assert_eq!(
        pack.answer.claims[0].text,
        "The Harrow mill was rebuilt in 1931 after a fire."
    );
}

#[test]
fn departs_what_is_not_covered_is_left_out() {
    // The other sentences of the page are neither claims nor noted as missing.
    let pack = with_page(PAGE).run().pack;
    assert_eq!(pack.answer.claims.len(), 1);
    let left = serde_json::to_string(&pack.answer).expect("JSON");
    assert!(!left.contains("42 rooms"), "{left}");
}

#[test]
fn twenty_times_the_same_claims() {
    let sources = [page("https://a.example/", PAGE), paper("mill.txt", MILL)];
    let first = said(WHEN, &sources);
    assert!(!first.claims.is_empty());
    (0..REPEATS).for_each(|_| assert_eq!(said(WHEN, &sources), first));
}

#[test]
fn documents_and_pages_stand_side_by_side() {
    let sources = [
        paper("mill.txt", MILL),
        page("https://a.example/", &format!("Mills\n\n{MILL}")),
    ];
    let found = said(WHEN, &sources);
    let named: Vec<_> = found.claims[0]
        .citations
        .iter()
        .map(|cited| (cited.document.as_deref(), cited.url.as_deref()))
        .collect();
    let expected = [(Some("mill.txt"), None), (None, Some("https://a.example/"))];
    assert_eq!(named, expected);
}

#[test]
fn no_text_and_no_sources_are_no_answer() {
    assert_eq!(said("", &[paper("mill.txt", MILL)]).claims, []);
    assert_eq!(said(WHEN, &[paper("empty.txt", "")]).claims, []);
    assert_eq!(said(WHEN, &[]).claims, []);
    assert_eq!(gates::settled(&[], 0).action, OutputAction::AskClarify);
}
