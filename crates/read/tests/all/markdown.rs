//! Markdown: what is shown is text, marks are layout, and a contract is no Markdown.

use crate::support::open;
use groundstop_contract::CharacterFlag;
use groundstop_document::LayerKind;
use groundstop_read::{FileKind, MARKDOWN_READER, ReadLimits, ReadOptions, kind_of, read};
use proptest::prelude::*;

const LEASE: &str = "# Lease\n\n**Landlord:** Alder [Homes](https://example.org/a) LLC\n\nThe *monthly* rent is\n`USD 1,250` and no more.\n\n3. First\n5. Second\n\n- one\n- two\n\n| item | price |\n|---|---|\n| Desk | $5 |\n\n```\nx = **1**\n```\n";

#[test]
fn marks_are_layout_and_lines_and_numbers_stay() {
    assert_eq!(kind_of(LEASE.as_bytes()), FileKind::Markdown);
    let document = open(LEASE.as_bytes()).unwrap();
    assert_eq!(document.reader(), MARKDOWN_READER);
    assert_eq!(
        document.text(),
        "Lease\n\nLandlord: Alder Homes LLC\n\nThe monthly rent is\nUSD 1,250 and no more.\n\n\
         3. First\n5. Second\n\n- one\n- two\n\nitem\tprice\nDesk\t$5\n\nx = **1**\n"
    );
}

#[test]
fn figures_taken_out_blanks_and_escaped_stars_stay_text() {
    let head = "# A\n\n# B\n\n# C\n\n";
    for (source, shown) in [
        ("Pay [***] and [***] to A.", "Pay [***] and [***] to A."),
        ("[*] of [*], [**] of [**]", "[*] of [*], [**] of [**]"),
        ("***% of $*** or ***", "***% of $*** or ***"),
        (r"fee\* of \*\*5\*\*", "fee* of **5**"),
        ("on ____ by ____% of $____", "on ____ by ____% of $____"),
        ("By:\n\n________\n\nName", "By:\n\n________\n\nName"),
        ("above\n\n***\n\nbelow", "above\n\n***\n\nbelow"),
        ("Price* and fee**", "Price* and fee**"),
        ("a_b_c and __init__x", "a_b_c and __init__x"),
        ("(**Buyer**) and **\"Seller\"**", "(Buyer) and \"Seller\""),
        ("5 &lt; 6 &amp; [a]", "5 < 6 & [a]"),
        ("  * one\n  * two", "* one\n* two"),
        ("1. one\n\n   more\n\n2. two", "1. one\n\nmore\n\n2. two"),
        ("- a\n  - b\n- [x] c", "- a\n- b\n- [x] c"),
    ] {
        let document = open(format!("{head}{source}\n").as_bytes()).unwrap();
        assert_eq!(document.text(), format!("A\n\nB\n\nC\n\n{shown}\n"));
    }
}

#[test]
fn what_nobody_sees_is_a_layer_and_what_is_struck_out_is_flagged() {
    let source = "---\ntitle: Secret plan\n---\n# A\n\n**B** ~~old price~~ <span style=\"display:none\">unseen</span> new\n\n<!-- a comment -->\n\n[//]: # (say yes)\n\n![a drawing](x.png)\n";
    let document = open(source.as_bytes()).unwrap();
    assert_eq!(document.text(), "A\n\nB old price new\n");
    let flagged = document.flagged();
    assert_eq!(flagged.len(), 1);
    assert_eq!(flagged[0].flag, CharacterFlag::Hidden);
    assert_eq!(document.slice(flagged[0].span), Some(" old price"));
    let layers = document.hidden_layers();
    let has = |kind, text: &str| {
        layers
            .iter()
            .any(|layer| layer.kind == kind && layer.text.contains(text))
    };
    assert!(has(LayerKind::Metadata, "Secret plan"), "{layers:?}");
    assert!(has(LayerKind::Hidden, "unseen"));
    assert!(has(LayerKind::Comment, "a comment"));
    assert!(has(LayerKind::Comment, "say yes"));
    assert!(has(LayerKind::Attribute, "a drawing"));
}

#[test]
fn form_feeds_are_pages_and_flags_point_to_their_letters_after_signs_put_aside() {
    let source = "# A\n\n**b** [***] and [***]\n\u{c}# C\n\n[***] ~~gone~~ left\n";
    let document = open(source.as_bytes()).unwrap();
    assert_eq!(
        document.text(),
        "A\n\nb [***] and [***]\n\u{c}C\n\n[***] gone left\n"
    );
    assert_eq!(document.page_count(), 2);
    assert_eq!(document.slice(document.flagged()[0].span), Some(" gone"));
}

#[test]
fn a_contract_in_plain_text_is_no_markdown() {
    for text in [
        "1. Rent. The rent is $5.*\n2. Term.**\n\n* Subject to change.\n** As amended.\n",
        "AGREEMENT\n=========\n\n- the Buyer\n- the Seller\n\nPrice: [***] and [***], [**REDACTED**] [**]\n",
        "# of shares: 5\n# of units: 6\n",
        "**CONFIDENTIAL TREATMENT REQUESTED**\n\nThe fee is $5.\n",
        "see Section [5](a) and [6](b) and [7](c)\n",
        "    By: ________\n    Name: ______\n\n---\n\n***\n\n| a | b |\n",
        "# Title\n<b>not a page</b>\n",
        "The `code` of conduct\n",
        "# what this is\na = 1\n\n# and this\nb = 2\n\n# and that\nc = 3\n",
    ] {
        assert_eq!(kind_of(text.as_bytes()), FileKind::Text, "{text}");
        let document = open(text.as_bytes()).unwrap();
        assert_eq!(document.text(), text);
    }
}

#[test]
fn two_marks_that_differ_or_three_of_one_make_markdown() {
    for text in [
        "# A\n\n**b** c\n",
        "# A\n\n## B\n\n## C\n",
        "**a** x\n**b** y\n- **c:** z\n",
        "# A\n\n```text\nb\n```\n",
        "a | b\n---|---\n1 | 2\n\nsee [this](#that)\n",
        "<p align=\"center\">x</p>\n\n# A\n\n**b** c\n",
    ] {
        assert_eq!(kind_of(text.as_bytes()), FileKind::Markdown, "{text}");
    }
    // Headings in a fence are somebody's comments.
    let fenced = "text\n\n```\n# a\n\n# b\n\n# c\n";
    assert_eq!(kind_of(fenced.as_bytes()), FileKind::Text);
}

#[test]
fn limits_are_named() {
    let limits = |limits| ReadOptions {
        limits,
        ..ReadOptions::default()
    };
    let pages = limits(ReadLimits {
        pages: 1,
        ..ReadLimits::default()
    });
    let error = read("# A\n\n**b** c\n\u{c}d\n".as_bytes(), &pages).unwrap_err();
    assert_eq!(error.to_string(), "the file has more than 1 pages");
    let bytes = limits(ReadLimits {
        text_file_bytes: 3,
        ..ReadLimits::default()
    });
    assert!(read("# A\n\n**b** c\n".as_bytes(), &bytes).is_err());
    let text = limits(ReadLimits {
        text_bytes: 3,
        ..ReadLimits::default()
    });
    let error = read("# A\n\n**b** c\n\u{c}d\n".as_bytes(), &text).unwrap_err();
    assert_eq!(error.to_string(), "the file has more than 3 bytes of text");
}

#[test]
fn deep_nesting_ends_in_a_result() {
    for piece in ["> ", "* ", "[", "**a ", "<div>", "_a_*"] {
        let source = format!("# A\n\n**b** c\n\n{}x\n", piece.repeat(5_000));
        assert_eq!(kind_of(source.as_bytes()), FileKind::Markdown);
        assert!(open(source.as_bytes()).is_ok(), "{piece}");
    }
}

/// What words of a contract and marks of Markdown may come in.
const PIECES: [&str; 20] = [
    "rent ", "**fee** ", "[***] ", "$5 ", "* ", "_x_ ", "\n", "\n\n", "# ", "1. ", "- ", "> ",
    "`code` ", "____ ", "*** ", "~~old~~ ", "[*] ", "***% ", "*a ", "b* ",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn no_letter_no_figure_and_no_gap_is_lost(
        pieces in prop::collection::vec(prop::sample::select(PIECES.to_vec()), 0..40),
    ) {
        let source = format!("# A\n\n**b** c\n\n{}", pieces.concat());
        let document = open(source.as_bytes()).unwrap();
        let letters = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).collect::<String>();
        prop_assert_eq!(letters(document.text()), letters(&source), "{}", document.text());
        for gap in ["[***]", "[*]", "____"] {
            prop_assert_eq!(document.text().matches(gap).count(), source.matches(gap).count(), "{}", document.text());
        }
    }
}
