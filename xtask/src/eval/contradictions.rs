//! `cargo xtask eval contradictions`: documents that state one field twice, differently.
//!
//! The documents are made here, twenty for each built-in schema of contracts: an
//! honest one, and in it a second explicit statement of one field with another
//! value. No such field may be accepted, whoever proposes.

use groundstop_contract::{Decision, StopReason};
use groundstop_document::Document;
use groundstop_engine::extract;
use groundstop_fields::Schema;
use groundstop_propose::builtin::{Proposer, schemas};

const DECIDED_AT: &str = "2026-01-01T00:00:00.000000Z";

/// A field, and two sentences that state it differently.
type Pair = (&'static str, &'static str, &'static str);

const CONTRACT: &[Pair] = &[
    (
        "effective_date",
        "This Agreement is effective as of January 5, 2021.",
        "Effective Date: March 9, 2021",
    ),
    (
        "effective_date",
        "Effective Date: January 5, 2021",
        "The Effective Date of this Agreement is April 2, 2021.",
    ),
    (
        "effective_date",
        "This Agreement shall become effective on May 1, 2020.",
        "This Agreement shall become effective on June 1, 2020.",
    ),
    (
        "effective_date",
        "The effective date of this Agreement shall be July 1, 2019.",
        "This Agreement is effective as of August 1, 2019.",
    ),
    (
        "expiration_date",
        "This Agreement shall expire on December 31, 2024.",
        "This Agreement shall expire on June 30, 2025.",
    ),
    (
        "expiration_date",
        "This Agreement shall terminate on March 31, 2026.",
        "Expiration Date: September 30, 2026",
    ),
    (
        "expiration_date",
        "The term of this Agreement expires on May 15, 2023.",
        "This Agreement shall remain in effect until November 15, 2023.",
    ),
    (
        "governing_law",
        "This Agreement shall be governed by the laws of the State of New York.",
        "This Agreement shall be governed by the laws of the State of Texas.",
    ),
    (
        "governing_law",
        "Governing Law: Delaware",
        "This Agreement is governed by and construed in accordance with the laws of the State of Ohio.",
    ),
    (
        "governing_law",
        "This Agreement shall be construed under the laws of the State of California.",
        "The laws of the State of Nevada shall govern this Agreement.",
    ),
    (
        "governing_law",
        "This Agreement shall be governed by, and construed in accordance with, the laws of England.",
        "This Agreement shall be governed by, and construed in accordance with, the laws of Ireland.",
    ),
    (
        "notice_period",
        "Either party may terminate this Agreement upon thirty (30) days' prior written notice.",
        "Either party may terminate this Agreement upon sixty (60) days' prior written notice.",
    ),
    (
        "notice_period",
        "Either party may give notice of non-renewal at least ninety (90) days before the end of the term.",
        "Either party may give notice of non-renewal at least one hundred eighty (180) days before the end of the term.",
    ),
    (
        "renewal_term",
        "This Agreement shall automatically renew for successive one (1) year terms.",
        "This Agreement shall automatically renew for successive three (3) year terms.",
    ),
    (
        "renewal_term",
        "The term shall be automatically extended for additional periods of two (2) years.",
        "The term shall be automatically extended for additional periods of five (5) years.",
    ),
    (
        "agreement_date",
        "This Agreement is dated as of February 3, 2020.",
        "Date of Agreement: February 13, 2020",
    ),
    (
        "agreement_date",
        "This Agreement is made and entered into on October 1, 2018.",
        "This Agreement is made and entered into on October 11, 2018.",
    ),
    (
        "agreement_date",
        "Agreement Date: March 1, 2017",
        "This Agreement is entered into as of March 21, 2017.",
    ),
    (
        "effective_date",
        "This Agreement takes effect on September 9, 2022.",
        "This Agreement takes effect on September 19, 2022.",
    ),
    (
        "expiration_date",
        "The initial term shall end on January 31, 2028.",
        "The initial term shall end on January 31, 2029.",
    ),
];

const NDA: &[Pair] = &[
    (
        "effective_date",
        "This Agreement is effective as of January 5, 2021.",
        "Effective Date: March 9, 2021",
    ),
    (
        "effective_date",
        "Effective Date: January 5, 2021",
        "The Effective Date of this Agreement is April 2, 2021.",
    ),
    (
        "effective_date",
        "This Agreement shall become effective on May 1, 2020.",
        "This Agreement shall become effective on June 1, 2020.",
    ),
    (
        "effective_date",
        "This Agreement is made as of July 1, 2019.",
        "This Agreement is effective as of August 1, 2019.",
    ),
    (
        "effective_date",
        "This Confidentiality Agreement is entered into as of May 2, 2018.",
        "Effective Date: May 12, 2018",
    ),
    (
        "effective_date",
        "This Agreement is dated as of June 6, 2016.",
        "This Agreement is dated as of June 26, 2016.",
    ),
    (
        "effective_date",
        "This Agreement takes effect on September 9, 2022.",
        "This Agreement takes effect on September 19, 2022.",
    ),
    (
        "jurisdiction",
        "This Agreement shall be governed by the laws of the State of New York.",
        "This Agreement shall be governed by the laws of the State of Texas.",
    ),
    (
        "jurisdiction",
        "Governing Law: Delaware",
        "This Agreement is governed by and construed in accordance with the laws of the State of Ohio.",
    ),
    (
        "jurisdiction",
        "This Agreement shall be construed under the laws of the State of California.",
        "The laws of the State of Nevada shall govern this Agreement.",
    ),
    (
        "jurisdiction",
        "This Agreement shall be governed by, and construed in accordance with, the laws of England.",
        "This Agreement shall be governed by, and construed in accordance with, the laws of Ireland.",
    ),
    (
        "jurisdiction",
        "The laws of the State of Florida govern this Agreement.",
        "The laws of the State of Georgia govern this Agreement.",
    ),
    (
        "jurisdiction",
        "This Agreement shall be interpreted under the laws of Illinois.",
        "This Agreement shall be interpreted under the laws of Michigan.",
    ),
    (
        "jurisdiction",
        "This Agreement is governed by Oregon law.",
        "This Agreement is governed by the laws of the State of Utah.",
    ),
    (
        "term",
        "This Agreement shall remain in force for two (2) years.",
        "This Agreement shall remain in force for five (5) years.",
    ),
    (
        "term",
        "The term of this Agreement is three years.",
        "The term of this Agreement is seven years.",
    ),
    (
        "term",
        "The obligations of confidentiality shall continue for a period of two years.",
        "The obligations of confidentiality shall continue for a period of four years.",
    ),
    (
        "term",
        "Term: eighteen (18) months",
        "The term of this Agreement is thirty-six (36) months.",
    ),
    (
        "term",
        "This Agreement shall expire one (1) year from the Effective Date.",
        "This Agreement shall expire three (3) years from the Effective Date.",
    ),
    (
        "jurisdiction",
        "The governing law of this Agreement is the law of Virginia.",
        "The governing law of this Agreement is the law of Maryland.",
    ),
];

/// Runs the evaluation; `false` where a contradicted field is accepted.
pub(crate) fn run() -> Result<bool, String> {
    let mut fine = true;
    for (name, title, pairs) in [
        ("contract", "SUPPLY AGREEMENT", CONTRACT),
        ("nda", "CONFIDENTIALITY AGREEMENT", NDA),
    ] {
        let builtin = schemas::named(name).ok_or_else(|| format!("no schema `{name}`"))?;
        let schema = Schema::parse(builtin.toml).map_err(|error| error.to_string())?;
        let proposer = Proposer::new(schema.record());
        let (mut conflicts, mut reviews, mut stops, mut accepted) = (0, 0, 0, 0);
        for (field, first, second) in pairs {
            let text = document(title, first, second);
            let document =
                Document::from_text(text.as_bytes()).map_err(|error| error.to_string())?;
            let decided = extract(&document, name, &schema, &proposer, DECIDED_AT)
                .map_err(|error| error.to_string())?;
            let decision = decided
                .report
                .decisions
                .into_iter()
                .find(|one| one.field_name == *field)
                .ok_or_else(|| format!("no decision for `{field}`"))?;
            match (decision.decision, decision.stop_reason) {
                (Decision::Accept, _) => {
                    accepted += 1;
                    println!("  accepted {name}.{field}: {first} / {second}");
                }
                (Decision::NeedReview, _) => reviews += 1,
                (Decision::Stop, Some(StopReason::ConflictingValues)) => conflicts += 1,
                (Decision::Stop, reason) => {
                    stops += 1;
                    let code = reason.map_or("", StopReason::code);
                    println!("  {code} {name}.{field}: {first} / {second}");
                }
            }
        }
        println!(
            "{name}: {} contradictory documents: {conflicts} conflicting_values, {reviews} NEED_REVIEW, {stops} other STOPs, {accepted} accepted",
            pairs.len()
        );
        fine &= accepted == 0 && stops == 0;
    }
    println!("bounds: all conflicting_values or NEED_REVIEW");
    Ok(fine)
}

/// An honest document with two statements in it, pages apart.
fn document(title: &str, first: &str, second: &str) -> String {
    let filler = "Each party shall perform its obligations with reasonable care and in accordance with good industry practice. ";
    format!(
        "{title}\n\nThis document sets out the terms agreed between Alder Mills, Inc. (\"Alder\") and Birch Retail LLC (\"Birch\").\n\n{first}\n\n1. Performance. {}\n\n2. Notices. Notices shall be given in writing.\n\n{}\n\n{second}\n\nIN WITNESS WHEREOF, the parties have signed by their authorized representatives.\n",
        filler.repeat(4),
        filler.repeat(6)
    )
}
