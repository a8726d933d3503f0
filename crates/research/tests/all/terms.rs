//! Questions for one term of a document that they name: answered from that document or not at all.

use groundstop_contract::CharacterFlag;
use groundstop_document::{ByteSpan, Document, DocumentBuilder};
use groundstop_research::answer::{Asked, Claims, claims};
use groundstop_research::source::{Origin, Source};

const SUPPLY: &str = "SUPPLY AGREEMENT\n\n\
This Supply Agreement (this \"Agreement\") is made and entered into as of March 3, 2015 by and between \
Alpha Mills, Inc., a Delaware corporation (\"Alpha\"), and Beta Grain LLC, a Nevada limited liability \
company (\"Beta\").\n\n\
1. Term. This Agreement shall commence on the date hereof and shall continue for a period of five (5) \
years.\n\n\
2. Payment. Invoices are paid within thirty (30) days.\n\n\
3. Governing Law. This Agreement shall be governed by and construed in accordance with the laws of the \
State of New York.\n";

const LEASE: &str = "LEASE AGREEMENT\n\n\
This Lease Agreement is made and entered into as of June 5, 2018 by and between Gamma Homes, Inc. and \
Delta Works LLC.\n\n\
1. Term. This Lease Agreement shall expire on June 30, 2028, unless it is renewed.\n\n\
2. Governing Law. This Agreement shall be governed by the laws of the State of Ohio.\n";

fn source_of(name: &str, document: Document) -> Source {
    Source {
        origin: Origin::Document {
            name: name.to_owned(),
        },
        document,
        passages: Vec::new(),
        stripped: Vec::new(),
        retrieved_at: None,
        published: None,
        has_author: true,
    }
}

fn source(name: &str, text: &str) -> Source {
    let mut builder = DocumentBuilder::new("plain 1");
    builder.page(text);
    source_of(name, builder.finish(text.as_bytes()))
}

fn asked(question: &str, texts: &[(&str, &str)]) -> Claims {
    let sources: Vec<Source> = texts
        .iter()
        .map(|(name, text)| source(name, text))
        .collect();
    claims(&Asked::new(question), &sources)
}

/// Of two contracts, the claims with the documents they are from.
fn told(question: &str) -> Vec<(String, String)> {
    let said = asked(question, &[("a.txt", SUPPLY), ("b.txt", LEASE)]);
    let claims = said.claims.into_iter();
    claims
        .map(|claim| {
            let document = claim.citations[0].document.clone();
            (document.unwrap_or_default(), claim.text)
        })
        .collect()
}

#[test]
fn every_term_is_found_in_the_document_that_is_named() {
    for (question, document, words) in [
        (
            "Which law governs the Supply Agreement between Alpha Mills, Inc. and Beta Grain LLC?",
            "a.txt",
            "State of New York",
        ),
        (
            "What is the governing law of the Lease Agreement of Gamma Homes and Delta Works?",
            "b.txt",
            "State of Ohio",
        ),
        (
            "What is the date of the Supply Agreement between Alpha Mills, Inc. and Beta Grain LLC?",
            "a.txt",
            "March 3, 2015",
        ),
        (
            "When does the Supply Agreement between Alpha Mills and Beta Grain expire?",
            "a.txt",
            "five (5) years",
        ),
        (
            "When does the Lease Agreement between Gamma Homes and Delta Works expire?",
            "b.txt",
            "June 30, 2028",
        ),
        (
            "Who are the parties to the Supply Agreement that Alpha Mills entered into?",
            "a.txt",
            "Beta Grain LLC",
        ),
    ] {
        let told = told(question);
        assert!(!told.is_empty(), "{question}");
        for (name, text) in told {
            assert_eq!(name, document, "{question} {text}");
            assert!(text.contains(words), "{question} {text}");
        }
    }
}

#[test]
fn what_a_document_does_not_state_is_not_answered() {
    for question in [
        // Nothing about a renewal, nor about notice.
        "For how long does the Supply Agreement between Alpha Mills and Beta Grain renew?",
        "How much notice is needed to prevent renewal of the Supply Agreement between Alpha Mills and Beta Grain?",
        // Nobody's document.
        "When does the Supply Agreement between Epsilon Ltd and Beta Grain expire?",
        "When does the Supply Agreement between Gamma Homes and Delta Works expire?",
        "Which law governs the Loan Agreement between Zeta Bank and Alpha Mills?",
    ] {
        assert_eq!(told(question), [], "{question}");
    }
}

#[test]
fn what_the_text_takes_back_is_no_claim() {
    let text = SUPPLY.replace(
        "This Agreement shall commence",
        "The following sentence is deleted: This Agreement shall commence",
    );
    let question = "When does the Supply Agreement between Alpha Mills and Beta Grain expire?";
    assert_eq!(asked(question, &[("a.txt", &text)]).claims, []);
}

#[test]
fn laws_that_differ_are_a_disagreement_with_both_places() {
    let text = format!(
        "{SUPPLY}\n9. Applicable Law. This Agreement shall be governed by and construed in accordance \
         with the laws of the State of Texas.\n"
    );
    let question = "Which law governs the Supply Agreement between Alpha Mills and Beta Grain?";
    let said = asked(question, &[("a.txt", &text)]);
    assert_eq!(said.claims.len(), 2);
    let [told] = said.disagreements.as_slice() else {
        panic!("{:?}", said.disagreements)
    };
    assert_eq!(told.sides.len(), 2);
}

#[test]
fn a_name_that_nobody_sees_names_no_document() {
    let mut builder = DocumentBuilder::new("plain 1");
    builder.page(SUPPLY);
    let end = SUPPLY.find("1. Term").unwrap_or(SUPPLY.len());
    builder.flag(ByteSpan::new(0, end), CharacterFlag::Hidden);
    let source = source_of("a.txt", builder.finish(SUPPLY.as_bytes()));
    let question = "When does the Supply Agreement between Alpha Mills and Beta Grain expire?";
    assert_eq!(claims(&Asked::new(question), &[source]).claims, []);
}
