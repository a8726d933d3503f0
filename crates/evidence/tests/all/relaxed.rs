//! Quotes with marks of their own: which place they are given, and which none.

use groundstop_contract::{DifferenceKind, MatchKind};
use groundstop_document::Document;
use groundstop_evidence::{Evidence, FoldedDocument, diagnose};

const LEASE: &str = "1. Rent. The monthly rent is $1,250.00 and is due on the first day. \
    The deposit is not, as was said before, $500; it is $700.\n\
    2. Term. The lease begins on April 1, 2023.\n\x0c\
    3. Parties. The landlord is \"Acme Ltd.\" and keeps 5% of the deposit.\n";

/// The document's text at the place a quote is given, with what it leaves out in brackets.
fn given(text: &str, quote: &str, page: Option<u32>) -> Option<String> {
    let document = Document::from_text(text.as_bytes()).unwrap();
    let folded = FoldedDocument::new(&document);
    let evidence = Evidence::relaxed(&folded, quote, page)?;
    assert_eq!(evidence.matched(), MatchKind::Relaxed);
    assert_eq!(evidence.quote(&document), document.slice(evidence.span())?);
    let parts: Vec<&str> = evidence
        .spelled_out()
        .into_iter()
        .map(|part| document.slice(part).unwrap())
        .collect();
    Some(parts.join(" [] "))
}

#[test]
fn marks_of_the_quotes_own_are_left_out_and_the_documents_kept() {
    for (quote, text) in [
        (
            "“The monthly rent is $1,250.00”",
            "The monthly rent is $1,250.00",
        ),
        (
            "'The lease begins on April 1, 2023'",
            "The lease begins on April 1, 2023",
        ),
        (
            "The monthly rent is **$1,250.00**",
            "The monthly rent is $1,250.00",
        ),
        (
            "**The monthly rent** is `$1,250.00`",
            "The monthly rent is $1,250.00",
        ),
        (
            "- The lease begins on April 1, 2023.",
            "The lease begins on April 1, 2023.",
        ),
        (
            "• The lease begins on April 1, 2023",
            "The lease begins on April 1, 2023",
        ),
        (
            "7. The lease begins on April 1, 2023",
            "The lease begins on April 1, 2023",
        ),
        (
            "> ## The lease begins on *April 1, 2023*",
            "The lease begins on April 1, 2023",
        ),
        (
            "The [lease](https://example.com/a%20b) begins on",
            "The lease begins on",
        ),
        (
            "The monthly rent is $1,250.00.",
            "The monthly rent is $1,250.00",
        ),
        (
            "the lease begins on april 1, 2023",
            "The lease begins on April 1, 2023",
        ),
        (
            "The monthly rent is $1,250.00…",
            "The monthly rent is $1,250.00",
        ),
        ("... keeps 5% of the deposit.", "keeps 5% of the deposit."),
        ("**$700**", "$700"),
        ("'keeps 5%'", "keeps 5%"),
        (
            "The landlord is 'Acme Ltd.'",
            "The landlord is \"Acme Ltd.\"",
        ),
    ] {
        assert_eq!(given(LEASE, quote, None).as_deref(), Some(text), "{quote}");
    }
}

#[test]
fn an_ellipsis_stands_for_words_between_two_places_on_one_page() {
    for (quote, text) in [
        ("The deposit … is $700", Some("The deposit [] is $700")),
        (
            "The monthly rent ... due on the first day",
            Some("The monthly rent [] due on the first day"),
        ),
        (
            "“The deposit is [. . .] $500”",
            Some("The deposit is [] $500"),
        ),
        // The other order, another page, and twice.
        ("due on the first day … The monthly rent", None),
        ("The lease begins on April 1, 2023 … The landlord is", None),
        ("The monthly … is due … first day", None),
        // Two places come in question for one side.
        ("The monthly rent … is", None),
        ("The … deposit is", None),
    ] {
        assert_eq!(given(LEASE, quote, None).as_deref(), text, "{quote}");
    }
}

#[test]
fn what_could_be_meant_twice_is_given_no_place_unless_its_page_is_named() {
    let text = "The Fee is due.\x0cThe Fee is due.\n";
    assert_eq!(given(text, "the fee is due", None), None);
    assert_eq!(
        given(text, "the fee is due", Some(2)).as_deref(),
        Some("The Fee is due")
    );
    assert_eq!(given(text, "the fee is due", Some(3)), None);
}

#[test]
fn another_word_figure_or_sign_is_no_mark() {
    for quote in [
        "“The monthly rent is $1,350.00”",
        "**The monthly rent is €1,250.00**",
        "The monthly rent is 1,250.00",
        "“keeps 5 of the deposit”",
        "- The lease begins on April 2, 2023",
        "“The rent is $1,250.00”",
        "“elease begins on April 1, 2023”",
        "“”",
        "…",
    ] {
        assert_eq!(given(LEASE, quote, None), None, "{quote}");
    }
}

#[test]
fn words_past_the_four_hundredth_count() {
    let long: Vec<String> = (0..500).map(|number| format!("word{number}")).collect();
    let text = format!("{}.", long.join(" "));
    let quote = |last: &str| format!("“{} {last}”", long[..499].join(" "));
    assert!(given(&text, &quote("word499"), None).is_some());
    assert_eq!(given(&text, &quote("other"), None), None);
}

#[test]
fn a_denial_among_the_words_left_out_is_told() {
    let document = Document::from_text(LEASE.as_bytes()).unwrap();
    let folded = FoldedDocument::new(&document);
    let negation = |quote: &str| {
        let evidence = Evidence::relaxed(&folded, quote, None).unwrap();
        evidence.skipped_negation(&document).map(str::to_owned)
    };
    assert_eq!(negation("The deposit is … $500").as_deref(), Some("not"));
    assert_eq!(negation("The monthly rent … due on the first day"), None);
    assert_eq!(negation("“The deposit is not”"), None);
}

#[test]
fn a_changed_last_word_stands_against_the_documents_own() {
    let document = Document::from_text(LEASE.as_bytes()).unwrap();
    let folded = FoldedDocument::new(&document);
    for (quote, ours, theirs) in [
        ("The monthly rent is $1,350.00", "1,350.00", "1,250.00"),
        ("The lease begins on April 1, 2024", "2024", "2023"),
        ("begins on April 1, 2024", "2024", "2023"),
        ("2024. The lease begins on April 1", "2024", "Term"),
    ] {
        let nearest = diagnose(&folded, &[quote]).pop().unwrap().unwrap();
        let told: Vec<(&str, &str)> = nearest
            .differences
            .iter()
            .map(|one| (one.quote.as_str(), one.document.as_str()))
            .collect();
        assert_eq!(told, [(ours, theirs)], "{quote}: {nearest:?}");
        assert!(nearest.text.contains(theirs), "{quote}: {nearest:?}");
    }
}

#[test]
fn the_diagnosis_shows_marks_as_marks() {
    let document = Document::from_text(LEASE.as_bytes()).unwrap();
    let folded = FoldedDocument::new(&document);
    let told = |quote: &str| -> Vec<(DifferenceKind, String, String)> {
        let nearest = diagnose(&folded, &[quote]).pop().unwrap().unwrap();
        let told = nearest.differences.into_iter();
        told.map(|one| (one.kind, one.quote, one.document))
            .collect()
    };
    let mark = |quote: &str, document: &str| {
        vec![(
            DifferenceKind::Punctuation,
            quote.to_owned(),
            document.to_owned(),
        )]
    };
    assert_eq!(
        told("The monthly rent: is $1,250.00"),
        mark("rent: is", "rent is")
    );
    assert_eq!(
        told("The monthly rent is $1,250.00."),
        mark("1,250.00.", "1,250.00")
    );
    assert_eq!(
        told("“The lease begins”"),
        [mark("\"The", "The"), mark("begins\"", "begins")].concat()
    );
    assert_eq!(
        told("The deposit is … $500"),
        [(
            DifferenceKind::Deletion,
            "…".to_owned(),
            "not, as was said before,".to_owned()
        )]
    );
}
