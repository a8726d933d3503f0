//! What helps where a run stops: the cure is named, once, with its fields.

use groundstop_contract::Decision;
use groundstop_contract::report::RunFlags;
use groundstop_document::Document;
use groundstop_engine::{Run, hints, verify};
use groundstop_fields::Schema;
use groundstop_propose::{Format, import};

/// How the first field ended, and everything that is told.
fn told(document: &str, fields: &str, candidates: &str) -> (Decision, Vec<String>) {
    told_with("", document, fields, candidates)
}

fn told_with(
    evidence: &str,
    document: &str,
    fields: &str,
    candidates: &str,
) -> (Decision, Vec<String>) {
    let document = Document::from_text(document.as_bytes()).unwrap();
    let schema =
        format!("name = \"t\"\nversion = \"1.0.0\"\n[evidence]\n{evidence}\n[[field]]\n{fields}\n");
    let schema = Schema::parse(&schema).unwrap();
    let imported = import(candidates.as_bytes(), Format::Any, None).unwrap();
    let report = verify(&Run {
        document: &document,
        document_name: "paper",
        schema: &schema,
        candidates: &imported.candidates,
        proposer: &imported.proposer,
        flags: &RunFlags::default(),
        decided_at: "2025-01-01T00:00:00Z",
    })
    .unwrap();
    (report.decisions[0].decision, hints(&report))
}

fn candidate(value: &str, quote: &str) -> String {
    serde_json::json!([{"field_name": "x", "value": value, "quote": quote, "confidence": 0.9}])
        .to_string()
}

/// One case: the document, the field, the candidate's value and quote, a part of the help.
type Case<'a> = (&'a str, &'a str, &'a str, &'a str, &'a str);

const RENT: &str = "The monthly rent is $1,250 and is due on the first day.\n";
const MONEY: &str = "name = \"x\"\ntype = \"money\"\ncurrency = \"USD\"\ncues = [\"rent\"]";

#[test]
fn a_quote_with_marks_of_its_own_is_told_the_one_thing_to_change() {
    let cases: &[(&str, &str)] = &[
        (
            "“The monthly rent is $1,250”",
            "take off the quotation marks",
        ),
        (
            "\"The monthly rent is $1,250\"",
            "take off the quotation marks",
        ),
        (
            "The monthly rent is **$1,250**",
            "take the Markdown marks out",
        ),
        (
            "`The monthly rent is $1,250`",
            "take the Markdown marks out",
        ),
        ("- The monthly rent is $1,250", "take the list mark off"),
        ("2. The monthly rent is $1,250", "take the list mark off"),
        ("The monthly rent is $1,250.", "take off the full stop"),
        ("The monthly … $1,250", "the quote leaves words out"),
        ("The monthly rent is $1,250...", "take off the dots"),
        ("The monthly rent is $1,250…", "take off the dots"),
        (
            "\"**The monthly rent is $1,250**\"",
            "take off the quotation marks and the Markdown marks",
        ),
        ("the monthly rent is $1,250", "the document's own capitals"),
        (
            "The monthly rent: is $1,250",
            "the document's own punctuation",
        ),
    ];
    for (quote, help) in cases {
        let (decision, hints) = told(RENT, MONEY, &candidate("USD 1,250", quote));
        assert_eq!(decision, Decision::Stop, "{quote}");
        let [hint] = hints.as_slice() else {
            panic!("{quote}: {hints:?}");
        };
        assert!(hint.starts_with("`x`: "), "{hint}");
        assert!(hint.contains(help), "{quote}: {hint}");
        assert!(hint.contains("`require_exact_quote = false`"), "{hint}");
        let relaxed = "require_exact_quote = false";
        let (decision, hints) = told_with(relaxed, RENT, MONEY, &candidate("USD 1,250", quote));
        assert_eq!(decision, Decision::NeedReview, "{quote}");
        assert_eq!(hints, Vec::<String>::new(), "{quote}");
    }
}

#[test]
fn a_value_that_is_not_of_its_type_is_told_how_to_be_written() {
    let cases: &[Case<'_>] = &[
        (
            "The notice period is 30 days.\n",
            "name = \"x\"\ntype = \"duration\"",
            "30",
            "notice period is 30 days",
            "write the value as \"30 days\"",
        ),
        (
            "The interest rate is 5%.\n",
            "name = \"x\"\ntype = \"percent\"",
            "5",
            "rate is 5%",
            "write the value as \"5%\"",
        ),
        (
            RENT,
            "name = \"x\"\ntype = \"money\"",
            "1250",
            "monthly rent is $1,250",
            "an amount needs its currency",
        ),
        (
            "It is signed on January 5, 2024.\n",
            "name = \"x\"\ntype = \"date\"",
            "January 2024",
            "signed on January 5, 2024",
            "no whole date",
        ),
        (
            "The license is exclusive.\n",
            "name = \"x\"\ntype = \"choice\"\noptions = [\"exclusive\", \"sole\"]",
            "shared",
            "license is exclusive",
            "`options`: exclusive, sole",
        ),
        (
            "The notice period is 30 days.\n",
            "name = \"x\"\ntype = \"duration\"",
            "P30D",
            "notice period is 30 days",
            "write the value as \"30 days\"",
        ),
        (
            "The notice period is 30 days.\n",
            "name = \"x\"\ntype = \"duration\"",
            "a while",
            "notice period is 30 days",
            "such as \"30 days\"",
        ),
        (
            "It is signed on January 5, 2024.\n",
            "name = \"x\"\ntype = \"date\"",
            "2024-01-05 00:00:00",
            "signed on January 5, 2024",
            "write the date alone, 2024-01-05",
        ),
        (
            "The Supplier delivers 1,250 units.\n",
            "name = \"x\"\ntype = \"number\"",
            "1.25e3",
            "delivers 1,250 units",
            "no number as documents write it",
        ),
        (
            RENT,
            MONEY,
            "N/A",
            "monthly rent",
            "write null where nothing was found",
        ),
        (
            RENT,
            "name = \"x\"",
            "not specified",
            "nothing",
            "write null where nothing was found",
        ),
    ];
    all_stop(cases);
}

#[test]
fn what_a_schema_leaves_open_is_told_with_its_option() {
    let cases: &[Case<'_>] = &[
        (
            RENT,
            "name = \"x\"\ntype = \"money\"",
            "USD 1,250",
            "monthly rent is $1,250",
            "set `currency = \"USD\"`",
        ),
        (
            "The deposit is USD 500.\n",
            "name = \"x\"\ntype = \"money\"",
            "$500",
            "The deposit is USD 500",
            "write the value as the document does, “USD 500”",
        ),
        (
            "It starts on 2025-03-04.\n",
            "name = \"x\"\ntype = \"date\"\norder = \"mdy\"",
            "04/03/2025",
            "starts on 2025-03-04",
            "or correct `order`",
        ),
        (
            "This Agreement shall not renew.\n",
            "name = \"x\"\ntype = \"boolean\"",
            "false",
            "This Agreement shall not renew",
            "`no = [\"shall not renew\"]`",
        ),
        (
            "Signed on 01/02/2025.\n",
            "name = \"x\"\ntype = \"date\"",
            "01/02/2025",
            "Signed on 01/02/2025",
            "2025-01-02 and as 2025-02-01: set `order = \"mdy\"`",
        ),
        (
            "This Agreement renews automatically.\n",
            "name = \"x\"\ntype = \"boolean\"",
            "true",
            "This Agreement renews automatically",
            "`yes = [\"renews automatically\"]`",
        ),
        (
            "This Agreement renews by itself.\n",
            "name = \"x\"\ntype = \"boolean\"\nyes = [\"renews automatically\"]",
            "true",
            "This Agreement renews by itself",
            "add the document's words to them",
        ),
        (
            "This Agreement shall not renew automatically.\n",
            "name = \"x\"\ntype = \"boolean\"\nyes = [\"renew automatically\"]\nno = [\"shall not renew\"]",
            "false",
            "This Agreement shall not renew automatically",
            "write all of it under the one that is meant",
        ),
        (
            "Licensor grants a license without exclusivity.\n",
            "name = \"x\"\ntype = \"choice\"\noptions = [\"non-exclusive\"]",
            "non-exclusive",
            "a license without exclusivity",
            "under `[field.phrases]`, such as `\"non-exclusive\" = [\"…\"]`",
        ),
    ];
    all_stop(cases);
}

#[test]
fn a_quote_that_does_not_say_the_value_is_told_what_is_missing() {
    let cases: &[Case<'_>] = &[
        (
            "The rent is $1,250 and the deposit $1,300.\n",
            MONEY,
            "USD 1,250",
            "The rent is $1,250 and the deposit $1,300",
            "(“$1,250”, “$1,300”): add `value_quote`",
        ),
        (
            "The rent is $1,250,000.\n",
            MONEY,
            "USD 1,250",
            "The rent is $1,250",
            "(“$1,250,000”): write and quote all of it",
        ),
        (
            RENT,
            MONEY,
            "USD 1,250",
            "rent is &#36;1,250 &amp; is due",
            "HTML's codes",
        ),
        (
            RENT,
            "name = \"x\"",
            "1250 dollars",
            "monthly rent is $1,250",
            "letter by letter",
        ),
        (
            RENT,
            MONEY,
            "USD 1,250",
            "Borrower waives claims whatsoever",
            "`groundstop text DOCUMENT`",
        ),
    ];
    all_stop(cases);
}

fn all_stop(cases: &[Case<'_>]) {
    for (document, field, value, quote, help) in cases {
        let (decision, hints) = told(document, field, &candidate(value, quote));
        assert_eq!(decision, Decision::Stop, "{value}");
        let [hint] = hints.as_slice() else {
            panic!("{value} in {quote}: {hints:?}");
        };
        assert!(hint.contains(help), "{value}: {hint}");
    }
}

#[test]
fn a_wrong_place_is_told_how_places_are_counted() {
    let base = r#""field_name": "x", "value": "USD 1,250", "quote": "monthly rent is $1,250", "confidence": 0.9"#;
    for (place, help) in [
        (r#""page": 2"#, "`page` counts the document's pages from 1"),
        (r#""start": 3, "end": 25"#, "`groundstop text DOCUMENT`"),
        (r#""prefix": "A""#, "`prefix` and `suffix`"),
        (r#""value_quote": "$9""#, "`value_quote` must be a part"),
    ] {
        let (decision, hints) = told(RENT, MONEY, &format!("[{{{base}, {place}}}]"));
        assert_eq!(decision, Decision::Stop, "{place}");
        assert!(
            hints.iter().any(|hint| hint.contains(help)),
            "{place}: {hints:?}"
        );
    }
}

#[test]
fn what_states_no_confidence_or_no_quote_is_told_what_to_add() {
    let silent =
        r#"[{"field_name": "x", "value": "USD 1,250", "quote": "monthly rent is $1,250"}]"#;
    let (_, hints) = told(RENT, MONEY, silent);
    assert!(hints[0].contains("`--confidence 0.9`"), "{hints:?}");
    let bare = r#"[{"field_name": "x", "value": "USD 1,250", "confidence": 0.9}]"#;
    let (_, hints) = told(RENT, MONEY, bare);
    assert!(hints[0].contains("as `quote`"), "{hints:?}");
    // A confidence that is stated and too low is the source's own word: nothing cures it.
    let low = r#"[{"field_name": "x", "value": "USD 1,250", "quote": "monthly rent is $1,250", "confidence": 0.2}]"#;
    assert_eq!(told(RENT, MONEY, low).1, Vec::<String>::new());
}

#[test]
fn the_same_help_is_given_once_for_all_its_fields() {
    let fields = "name = \"x\"\ntype = \"duration\"\n[[field]]\nname = \"y\"\ntype = \"duration\"";
    let candidates = r#"[{"field_name": "x", "value": "30", "quote": "within 30 days", "confidence": 0.9},
        {"field_name": "y", "value": "60", "quote": "after 60 days", "confidence": 0.9}]"#;
    let (_, hints) = told(
        "Pay within 30 days, or after 60 days.\n",
        fields,
        candidates,
    );
    assert_eq!(hints.len(), 1, "{hints:?}");
    assert!(hints[0].starts_with("`x`, `y`: "), "{hints:?}");
}

#[test]
fn a_review_that_a_schema_can_answer_says_how() {
    let (decision, hints) = told(
        "The rent shall not exceed $1,250.\n",
        MONEY,
        &candidate("USD 1,250", "rent shall not exceed $1,250"),
    );
    assert_eq!(decision, Decision::NeedReview);
    assert!(hints[0].contains("set `bound = \"at_most\"`"), "{hints:?}");
}

#[test]
fn words_that_say_the_contrary_are_no_example() {
    let field = "name = \"x\"\ntype = \"boolean\"";
    let document = "This Agreement shall not renew.\n";
    let (decision, hints) = told(document, field, &candidate("true", "shall not renew"));
    assert_eq!(decision, Decision::Stop);
    assert_eq!(hints, Vec::<String>::new());
    let document = "This Agreement renews by itself.\n";
    let (_, hints) = told(
        document,
        field,
        &candidate("false", "Agreement renews by itself"),
    );
    assert!(hints[0].contains("`no = [\"…\"]`"), "{hints:?}");
    let sign = "name = \"x\"\ntype = \"money\"";
    let (_, hints) = told(
        "The deposit is USD 500.\n",
        sign,
        &candidate("€500", "deposit is USD 500"),
    );
    assert_eq!(
        hints,
        Vec::<String>::new(),
        "another currency is no spelling"
    );
}

#[test]
fn several_gaps_are_told_and_no_relaxation_is_offered() {
    let quote = "The ... rent is $1,250 ... on the first day";
    let (decision, hints) = told(RENT, MONEY, &candidate("USD 1,250", quote));
    assert_eq!(decision, Decision::Stop);
    assert!(hints[0].contains("in several places"), "{hints:?}");
    assert!(!hints[0].contains("require_exact_quote"), "{hints:?}");
}

#[test]
fn an_option_is_advised_only_where_it_helps() {
    let fee = "The annual fee is $48,500.00.\n";
    let plain = "name = \"x\"\ntype = \"money\"";
    let quote = "The annual fee is $48,500.00";
    for value in [
        "EUR 48,500.00",
        "GBP 48,500.00",
        "JPY 48,500.00",
        "€48,500.00",
        "USD 4,850",
        "USD 48",
    ] {
        let (decision, hints) = told(fee, plain, &candidate(value, quote));
        assert_eq!(decision, Decision::Stop, "{value}");
        let all = hints.join("\n");
        assert!(!all.contains("set `currency"), "{value}: {all}");
    }
    let cases: &[Case<'_>] = &[
        (fee, plain, "USD 48,500", quote, "set `currency = \"USD\"`"),
        (
            "It starts on 2025-02-12.\n",
            "name = \"x\"\ntype = \"date\"",
            "2025-02-12 (\"made\")",
            "It starts on 2025-02-12",
            "write the date alone, 2025-02-12",
        ),
        (
            "A rate of 1.5% applies.\n",
            "name = \"x\"\ntype = \"percent\"",
            "0.015",
            "A rate of 1.5% applies",
            "set `ratio = true` where 0.015 is a share of one",
        ),
        (
            "The license is non-exclusive.\n",
            "name = \"x\"\ntype = \"choice\"\noptions = [\"non-exclusive\"]",
            "Non-exclusive use",
            "The license is non-exclusive",
            "must be one of the field's `options`",
        ),
    ];
    all_stop(cases);
}

#[test]
fn two_dates_at_two_places_are_no_question_of_order() {
    let text = "It starts on March 4, 2025. It ends on May 9, 2026.\n";
    let candidates = serde_json::json!([
        {"field_name": "x", "value": "2025-03-04", "quote": "starts on March 4, 2025", "confidence": 0.9},
        {"field_name": "x", "value": "2026-05-09", "quote": "ends on May 9, 2026", "confidence": 0.9},
        {"field_name": "x", "value": "2026-05-09", "confidence": 0.9},
    ]);
    let (_, hints) = told(
        text,
        "name = \"x\"\ntype = \"date\"",
        &candidates.to_string(),
    );
    let all = hints.join("\n");
    assert!(
        !all.contains("`order") && !all.contains("`century"),
        "{all}"
    );
}

#[test]
fn what_was_added_to_a_quote_is_told_by_its_letters() {
    let text = "The annual fee is $48,500.00, payable at once.\n";
    let field = "name = \"x\"\ntype = \"money\"\ncurrency = \"USD\"";
    for (quote, help) in [
        ("The annual fee is $48,500.00 [1]", "take “[1]” off the end"),
        (
            "The annual fee is $48,500.00 (page 1)",
            "take “(page 1)” off the end",
        ),
        (
            "\"The annual fee is $48,500.00\" (p. 1)",
            "take “(p. 1)” off the end",
        ),
        (
            "Quote: The annual fee is $48,500.00",
            "take “Quote:” off the front",
        ),
        (
            "The annual fee is <b>$48,500.00</b>",
            "take the tags of HTML (<b>) out",
        ),
        (
            "The annual fee is $48500.00",
            "write the commas as the document does",
        ),
    ] {
        all_stop(&[(text, field, "USD 48,500", quote, help)]);
    }
}

#[test]
fn a_date_in_figures_is_told_to_be_spelled_as_the_document_does() {
    let text = "Signed on January 5, 2024.\n";
    let field = "name = \"x\"\ntype = \"date\"";
    let quote = "Signed on January 5, 2024";
    let help = "“5.1.2024” can be read as two dates: write the value as the document does";
    all_stop(&[(text, field, "5.1.2024", quote, help)]);
    let (decision, hints) = told(text, field, &candidate("January 5, 2024", quote));
    assert_eq!((decision, hints), (Decision::Accept, Vec::new()));
}

#[test]
fn a_choice_with_other_capitals_is_told_which_ones_count() {
    let field = "name = \"x\"\ntype = \"choice\"\noptions = [\"non-exclusive\", \"sole\"]";
    let small = "The license is non-exclusive.\n";
    let capital = "Grant: Non-Exclusive License.\n";
    all_stop(&[
        (
            small,
            field,
            "Non-Exclusive",
            "license is non-exclusive",
            "write the value as the schema spells it: “non-exclusive”",
        ),
        (
            capital,
            field,
            "non-exclusive",
            "Grant: Non-Exclusive License",
            "`\"non-exclusive\" = [\"Non-Exclusive\"]`",
        ),
    ]);
    let named = format!("{field}\n[field.phrases]\n\"non-exclusive\" = [\"Non-Exclusive\"]");
    let given = candidate("non-exclusive", "Grant: Non-Exclusive License");
    let (decision, hints) = told(capital, &named, &given);
    assert_eq!((decision, hints), (Decision::Accept, Vec::new()));
}

#[test]
fn a_value_given_to_something_else_is_told_by_which_words() {
    let text = "The Customer's first review takes place on April 3, 2025.\n";
    let field = |cue: &str| format!("name = \"x\"\ntype = \"date\"\ncues = [\"{cue}\"]");
    let given = candidate(
        "2025-04-03",
        "Customer's first review takes place on April 3, 2025",
    );
    let (decision, hints) = told(text, &field("first review"), &given);
    assert_eq!(decision, Decision::NeedReview, "{hints:?}");
    assert!(
        hints[0].contains("“Customer's” gives the value to something else"),
        "{hints:?}"
    );
    assert!(!hints[0].contains("do not name the field"), "{hints:?}");
    // What is advised changes the outcome.
    let (decision, hints) = told(text, &field("Customer's first review"), &given);
    assert_eq!((decision, hints), (Decision::Accept, Vec::new()));

    let unnamed = "The tenant pays $500 on the first day.\n";
    let two = "name = \"x\"\ntype = \"money\"\ncurrency = \"USD\"\ncues = [\"fee\"]\n[[field]]\nname = \"y\"\ntype = \"money\"\nrequired = false\ncues = [\"rent\"]";
    let (decision, hints) = told(unnamed, two, &candidate("USD 500", "The tenant pays $500"));
    assert_eq!(decision, Decision::NeedReview, "{hints:?}");
    assert!(hints[0].contains("do not name the field"), "{hints:?}");
    let named = two.replace("[\"fee\"]", "[\"tenant pays\"]");
    let (decision, _) = told(
        unnamed,
        &named,
        &candidate("USD 500", "The tenant pays $500"),
    );
    assert_eq!(decision, Decision::Accept);
}

#[test]
fn a_blank_at_the_edge_and_another_sign_of_per_cent_are_told() {
    let field = "name = \"x\"\ntype = \"percent\"";
    let sign = "A rate of 1.5%, payable monthly, applies.\n";
    let words = "A rate of 1.5 per cent, payable monthly, applies.\n";
    for (text, value, quote, help) in [
        (
            sign,
            "1.5%",
            "A rate of 1.5% ",
            "take the blank at the end of the quote off",
        ),
        (
            sign,
            "1.5%",
            "A rate of 1.5%\n",
            "take the line break at the end of the quote off",
        ),
        (
            sign,
            "1.5%",
            "  rate of 1.5% ",
            "take the blank at both ends of the quote off",
        ),
        (
            sign,
            "1.5 percent",
            "A rate of 1.5 percent",
            "the document writes “1.5%”: quote it so",
        ),
        (
            sign,
            "1.5%",
            "A rate of 1.5 %",
            "the document writes “1.5%”: quote it so",
        ),
        (
            words,
            "1.5%",
            "A rate of 1.5%",
            "quote it as the document does, “per cent” or “%”",
        ),
        (
            words,
            "1.5 percent",
            "A rate of 1.5 percent",
            "quote it as the document does, “per cent” or “%”",
        ),
    ] {
        all_stop(&[(text, field, value, quote, help)]);
    }
    let (decision, _) = told(sign, field, &candidate("1.5 percent", "A rate of 1.5%"));
    assert_eq!(decision, Decision::Accept, "one value in two spellings");
}
