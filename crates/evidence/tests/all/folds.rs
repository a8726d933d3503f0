//! The folds against the slow oracle, on text made to hurt.

use groundstop_contract::{Fold, IssueCode, MatchKind};
use groundstop_document::{ByteSpan, Document, DocumentBuilder};
use groundstop_evidence::{Evidence, FoldedDocument, Hints, locate_all, same_text};
use groundstop_testing::folds;
use proptest::prelude::*;
use unicode_normalization::UnicodeNormalization;

fn locate(text: &str, quote: &str) -> Result<Evidence, Vec<IssueCode>> {
    let document = Document::from_text(text.as_bytes()).expect("UTF-8");
    let folded = FoldedDocument::new(&document);
    let hints = Hints {
        quote,
        ..Hints::default()
    };
    locate_all(&folded, &[hints]).pop().expect("one answer")
}

#[track_caller]
fn found(text: &str, quote: &str) -> (String, Vec<Fold>) {
    let evidence = locate(text, quote).expect("found");
    let span = evidence.span();
    let slice = text[span.start.0..span.end.0].to_owned();
    assert!(folds::equal(&slice, quote), "{slice:?} is not {quote:?}");
    (slice, evidence.folds().to_vec())
}

#[track_caller]
fn refused(text: &str, quote: &str) {
    assert_eq!(
        locate(text, quote).expect_err("refused"),
        [IssueCode::QuoteNotFound]
    );
}

#[test]
fn each_fold_alone_is_named() {
    let cases = [
        ("pay  the\nsum", "pay the sum", Fold::F1),
        ("the “Sum”", "the \"Sum\"", Fold::F2),
        ("a 2010–2020 term", "a 2010-2020 term", Fold::F3),
        ("the\u{200B} sum", "the sum", Fold::F4),
        ("an eﬀect", "an effect", Fold::F5),
        ("it is requ-\nired here", "it is required here", Fold::F6),
        ("the cafe\u{301} bill", "the café bill", Fold::F7),
    ];
    for (text, quote, fold) in cases {
        assert_eq!(found(text, quote).1, [fold], "{text:?}");
        assert_eq!(found(quote, text).1, [fold], "{text:?} as the quote");
    }
}

#[test]
fn a_character_that_only_moved_is_a_fold_too() {
    assert_eq!(found("a\u{200B} b", "a \u{200B}b").1, [Fold::F4]);
    assert_eq!(found("中\n中中", "中中\n中").1, [Fold::F1]);
}

#[test]
fn an_exact_quote_needs_no_fold() {
    let evidence = locate("one - two\n\n “three”", "- two\n\n “three”").expect("found");
    assert_eq!(evidence.matched(), MatchKind::Exact);
    assert!(evidence.folds().is_empty());
}

#[test]
fn what_is_no_layout_is_never_folded() {
    for (text, quote) in [
        ("$500¹ is due", "$5001 is due"),
        ("about ½ of it", "about 1/2 of it"),
        ("the ５ days", "the 5 days"),
        ("Buyer pays", "buyer pays"),
        ("not paid", "notpaid"),
        ("10-\n20 days", "1020 days"),
        ("10-\n20 days", "10-20 days"),
        ("re-\nsign", "re sign"),
        ("re-sign", "resign"),
        ("resign", "re-sign"),
        ("well - known", "well-known"),
        ("a\u{200D}b", "ab c"),
        ("क्\u{200D}ष", "क्ष"),
        ("word—\nword", "wordword"),
        ("naïve", "naive"),
        ("cafe\u{301}", "cafe"),
        ("ﬁnd", "ind"),
    ] {
        refused(text, quote);
    }
}

#[test]
fn a_quote_of_nothing_visible_is_empty() {
    for quote in ["", " ", "\n\t", "\u{200B}\u{FEFF}", "\u{AD} \u{2060}"] {
        assert_eq!(
            locate("some text", quote).unwrap_err(),
            [IssueCode::QuoteEmpty]
        );
    }
}

#[test]
fn edges_are_not_trimmed_and_take_no_more_than_the_quote_has() {
    assert_eq!(found("a  \n b", " b").0, " b");
    assert_eq!(found("a  \n b", "\n b").0, "\n b");
    assert_eq!(found("a b  c", "a ").0, "a ");
    refused("ab", "a ");
    refused("ab", " b");
    assert_eq!(found("well-known", "-known").0, "-known");
    assert_eq!(found("well-known", "well-").0, "well-");
    refused("well known", "-known");
    assert_eq!(found("the “end”", "\"end\"").0, "“end”");
}

#[test]
fn a_line_break_between_cjk_characters_may_vanish_and_a_blank_may_not() {
    assert_eq!(found("契約\n期間", "契約期間").1, [Fold::F1]);
    refused("契約 期間", "契約期間");
    refused("ab\ncd", "abcd");
}

#[test]
fn a_broken_word_is_settled_by_the_document() {
    let settled = locate("required. It is requ-\nired", "It is required").expect("found");
    assert!(settled.unsettled_words().is_empty());
    let open = locate("It is requ-\nired", "It is required").expect("found");
    assert_eq!(
        open.unsettled_words(),
        [("required".to_owned(), "requ-ired".to_owned())]
    );
    let both = locate("required requ-ired. It is requ-\nired", "It is required").expect("found");
    assert_eq!(both.unsettled_words().len(), 1);
    let hyphenated =
        locate("a well-known one. It is well-\nknown", "It is well-known").expect("found");
    assert!(hyphenated.unsettled_words().is_empty());
    let in_quote = locate("It is required", "It is requ-\nired").expect("found");
    assert!(in_quote.unsettled_words().is_empty());
}

#[test]
fn direction_controls_fold_only_where_nobody_sees_a_difference() {
    let same = locate("pay \u{202D}500 dollars\u{202C} now", "pay 500 dollars now").expect("found");
    assert!(!same.is_reordered());
    let turned =
        locate("pay \u{202E}500 dollars\u{202C} now", "pay 500 dollars now").expect("found");
    assert!(turned.is_reordered());
    let inside = locate("pay \u{202E}500 dollars\u{202C} now", "500 dollars").expect("found");
    assert!(inside.is_reordered());
    let apart = locate("pay \u{202E}500\u{202C} now\nthe rest", "the rest").expect("found");
    assert!(!apart.is_reordered());
}

#[test]
fn page_furniture_inside_a_sentence_is_left_out_only_where_it_is_known() {
    let text = "the term of\n\n14\n\nthree years";
    refused(text, "the term of three years");
    let mut builder = DocumentBuilder::new("test/1");
    builder.page(text);
    builder.furniture(ByteSpan::new(13, 15));
    let document = builder.finish(text.as_bytes());
    let folded = FoldedDocument::new(&document);
    let hints = Hints {
        quote: "the term of three years",
        ..Hints::default()
    };
    let evidence = locate_all(&folded, &[hints])
        .pop()
        .expect("one")
        .expect("found");
    assert_eq!(evidence.folds(), [Fold::F1, Fold::F8]);
    assert_eq!(evidence.segments().len(), 2);
    assert!(!evidence.quote(&document).contains("14"));
}

#[test]
fn all_places_are_counted_and_the_first_is_taken() {
    let document = Document::from_text("fee\u{c}fee fee".as_bytes()).expect("UTF-8");
    let folded = FoldedDocument::new(&document);
    let first = Hints {
        quote: "fee",
        ..Hints::default()
    };
    let paged = Hints {
        page: Some(2),
        ..first.clone()
    };
    let placed = Hints {
        offsets: Some((8, 11)),
        ..first.clone()
    };
    let elsewhere = Hints {
        offsets: Some((5, 8)),
        ..first.clone()
    };
    let behind = Hints {
        prefix: Some("fee"),
        ..first.clone()
    };
    let wrong_page = Hints {
        page: Some(1),
        offsets: Some((8, 11)),
        ..first.clone()
    };
    let no_page = Hints {
        page: Some(9),
        ..first.clone()
    };
    let hints = [first, paged, placed, elsewhere, behind, wrong_page, no_page];
    let found: Vec<_> = locate_all(&folded, &hints)
        .into_iter()
        .map(|located| located.map(|evidence| evidence.record(&document)))
        .map(|located| {
            located.map(|record| (record.start, record.occurrences, record.places.len()))
        })
        .collect();
    assert_eq!(found[0], Ok((0, 3, 3)));
    assert_eq!(found[1], Ok((4, 3, 3)));
    assert_eq!(found[2], Ok((8, 3, 3)));
    assert_eq!(found[3], Err(vec![IssueCode::OffsetMismatch]));
    assert_eq!(found[4], Ok((4, 3, 3)));
    assert_eq!(found[5], Err(vec![IssueCode::QuoteNotOnPage]));
    assert_eq!(found[6], Err(vec![IssueCode::PageOutOfRange]));
}

#[test]
fn a_search_that_would_not_end_stops_at_its_limit() {
    let text = "a".repeat(40_000);
    let document = Document::from_text(text.as_bytes()).expect("UTF-8");
    let folded = FoldedDocument::new(&document);
    let quotes: Vec<String> = (1..2000).map(|len| "a".repeat(len)).collect();
    let hints: Vec<Hints<'_>> = quotes
        .iter()
        .map(|quote| Hints {
            quote,
            ..Hints::default()
        })
        .collect();
    for located in locate_all(&folded, &hints) {
        assert_eq!(located.unwrap_err(), [IssueCode::SearchLimit]);
    }
}

#[test]
fn texts_agree_under_the_folds() {
    assert!(same_text("Acme  Corp.", " Acme Corp."));
    assert!(same_text("“A”", "\"A\""));
    assert!(same_text("-known", "-known"));
    assert!(!same_text("Acme Corp.", "Acme corp."));
    assert!(!same_text("Acme Corp.", "Acme Corp. Ltd"));
    assert!(!same_text("well-known", "wellknown"));
}

/// Pieces that the folds care about, and some they do not.
fn nasty() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "a",
        "b",
        "A",
        "1",
        "2",
        " ",
        "  ",
        "\n",
        "\u{A0}",
        "-",
        "-\n",
        "\u{2010}\n",
        "–",
        "—",
        "'",
        "’",
        "\"",
        "“",
        "\u{AD}",
        "\u{AD}\n",
        "\u{200B}",
        "\u{200D}",
        "\u{FEFF}",
        "\u{202E}",
        "\u{202C}",
        "ﬁ",
        "fi",
        "ﬀ",
        "f",
        "e\u{301}",
        "é",
        "\u{301}",
        "¹",
        "½",
        "中",
        "文",
        "中\n文",
        ".",
        ",",
        "\r\n",
        "\u{2028}",
        "क्ष",
        "\u{1100}\u{1161}",
        "가",
        "\u{c}",
    ]);
    prop::collection::vec(piece, 0..12).prop_map(|pieces| pieces.concat())
}

/// A few pieces of few kinds, so that two texts are often the same but for layout.
fn few() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "a", "a", "-", "-\n", "\n", " ", "\u{AD}", "\u{AD}\n", "\u{2010}", "ﬁ", "fi", "中", "中\n",
        "e\u{301}", "é",
    ]);
    prop::collection::vec(piece, 0..5).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_found_is_the_quote_under_the_folds(text in nasty(), quote in nasty()) {
        if let Ok(evidence) = locate(&text, &quote) {
            let span = evidence.span();
            let slice = &text[span.start.0..span.end.0];
            prop_assert!(folds::equal(slice, &quote), "{slice:?} is not {quote:?}");
            prop_assert_eq!(evidence.matched() == MatchKind::Exact, slice == quote);
            prop_assert_eq!(evidence.folds().is_empty(), slice == quote);
        }
    }

    #[test]
    fn a_text_is_found_in_itself_and_in_its_composed_form(text in nasty(), before in "[x ]{0,3}", behind in "[x ]{0,3}") {
        let inside = format!("{before}|{text}|{behind}");
        let quote = format!("|{text}|");
        prop_assert!(locate(&inside, &quote).is_ok());
        let composed: String = quote.nfc().collect();
        prop_assert!(locate(&inside, &composed).is_ok());
        let decomposed: String = quote.nfd().collect();
        prop_assert!(locate(&inside, &decomposed).is_ok());
    }

    #[test]
    fn equal_texts_are_found_in_each_other(one in nasty(), other in nasty()) {
        // Bars on both sides keep the edges out of it.
        let (one, other) = (format!("|{one}|"), format!("|{other}|"));
        prop_assert_eq!(locate(&one, &other).is_ok(), folds::equal(&one, &other));
    }

    #[test]
    fn short_texts_that_are_often_equal_are_found_in_each_other(one in few(), other in few()) {
        let (one, other) = (format!("|{one}|"), format!("|{other}|"));
        prop_assert_eq!(locate(&one, &other).is_ok(), folds::equal(&one, &other), "{:?} {:?}", one, other);
    }

    #[test]
    fn no_text_makes_it_panic(text in "\\PC{0,60}", quote in "\\PC{0,20}") {
        if let Ok(evidence) = locate(&text, &quote) {
            let span = evidence.span();
            prop_assert!(text.get(span.start.0..span.end.0).is_some());
        }
    }
}

#[test]
fn a_word_broken_after_an_accent_is_joined_by_both() {
    let (one, other) = ("|e\u{301}\u{ad}\n\u{fb01}|", "|e\u{301}\u{fb01}|");
    assert!(locate(one, other).is_ok());
    assert!(folds::equal(one, other));
}

#[test]
fn a_soft_hyphen_at_a_line_end_breaks_one_word_and_never_parts_two() {
    for whole in ["|aa|", "|a\u{AD}a|", "|a\u{AD}\n\na|", "|a-\na|"] {
        assert!(locate("|a\u{AD}\na|", whole).is_ok(), "{whole:?}");
        assert!(folds::equal("|a\u{AD}\na|", whole), "{whole:?}");
    }
    for parted in ["|a\na|", "|a a|", "|a \u{AD}\na|"] {
        assert!(locate("|a\u{AD}\na|", parted).is_err(), "{parted:?}");
        assert!(locate(parted, "|a\u{AD}\na|").is_err(), "{parted:?}");
        assert!(!folds::equal("|a\u{AD}\na|", parted), "{parted:?}");
    }
}
