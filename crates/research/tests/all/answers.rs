//! Answers that would be false to their source, and plain ones that must be given:
//! small documents as people write them, each with a question.

use groundstop_document::{Document, DocumentBuilder};
use groundstop_research::answer::{Asked, claims};
use groundstop_research::source::{Origin, Source};

fn source(text: &str) -> Source {
    let mut builder = DocumentBuilder::new("plain 1");
    builder.page(text);
    let document: Document = builder.finish(text.as_bytes());
    Source {
        origin: Origin::Document {
            name: "paper.txt".to_owned(),
        },
        document,
        passages: Vec::new(),
        stripped: Vec::new(),
        retrieved_at: None,
        published: None,
        has_author: true,
    }
}

fn told(text: &str, question: &str) -> Vec<String> {
    let said = claims(&Asked::new(question), &[source(text)]);
    said.claims.into_iter().map(|claim| claim.text).collect()
}

/// A document, a question, and what no claim may be without the words in front.
const FALSE: &[(&str, &str, &str)] = &[
    // A denial that leads to a list.
    (
        "House rules\n\nThe tenant must not do any of the following:\n\n1. Keep dogs in the premises.\n2. Sublet the premises to guests for money.\n3. Paint the walls of the premises in black.\n",
        "May the premises be sublet to guests?",
        "Sublet the premises",
    ),
    (
        "Regeln\n\nDer Mieter darf nicht:\n\n1. Hunde in der Wohnung halten.\n2. Die Wohnung an Gäste für Geld untervermieten.\n",
        "Darf die Wohnung an Gäste untervermietet werden?",
        "Die Wohnung an",
    ),
    (
        "LEASE\n\nThe Tenant shall not, without the prior written consent of the Landlord,\n\n(a) Keep dogs in the premises for breeding;\n\n(b) Sublet the premises to guests for money.\n",
        "May the premises be sublet to guests?",
        "(b) Sublet",
    ),
    (
        "Lease\n\nNothing in this lease entitles the Tenant to the following.\n\n1. The Tenant may sublet the premises.\n2. The Tenant may keep dogs in the premises.\n",
        "May the tenant keep dogs in the premises?",
        "2. The Tenant may keep",
    ),
    (
        "Policy\n\nNot covered:\n\nFlood damage up to 5000 francs for the building.\n\nStorm damage up to 6000 francs for the building.\n",
        "How much storm damage is covered for the building?",
        "Storm damage",
    ),
    (
        "LEASE\n\nThe Landlord is not liable for\n\n- Damage by water to goods of the Tenant up to 500 francs.\n\n- Damage by fire to goods of the Tenant up to 900 francs.\n",
        "How much is damage by fire to goods of the tenant?",
        "- Damage by fire",
    ),
    // The value of something else.
    (
        "Lease of a flat\n\nThe monthly rent is 900 francs. The notice period is three months.",
        "How much is the monthly rent?",
        "The notice",
    ),
    (
        "Employment contract\n\nThe employee is Anna Weber. The manager earns 9,000 francs a month.",
        "How much does the employee earn a month?",
        "The manager",
    ),
    (
        "Will\n\nMy daughter Anna receives the house. My son receives 50,000 francs.",
        "How much does Anna receive?",
        "My son",
    ),
    (
        "Policy\n\nTheft is not covered if the door was open. Fire damage is covered up to 9,000 francs.",
        "How much theft is covered?",
        "Fire damage",
    ),
    (
        "Sale\n\nThe car was sold by the dealer. The boat cost 5,000 francs. The bike was blue.",
        "How much did the car cost?",
        "The boat",
    ),
    (
        "Loan\n\nThe borrower is Acme AG. The guarantor pays 5 percent.",
        "How much does the borrower pay?",
        "The guarantor",
    ),
    (
        "Rent\n\nIn 2023 the rent was waived. Since 2024 the rent is 900 francs a month.",
        "How much was the rent in 2023?",
        "Since 2024",
    ),
    (
        "Rents\n\nThe first tenant paid nothing. The rent of the second tenant was 900 francs.",
        "How much was the rent of the first tenant?",
        "The rent of the second",
    ),
    // Another one of several: words that single out must stand in the source.
    (
        "Lease\n\nThe tenant pays a rent of 900 francs a month.",
        "What rent did the previous tenant pay?",
        "The tenant pays",
    ),
    (
        "Lease\n\nThe tenant pays a rent of 900 francs a month.",
        "How much rent does the former tenant pay?",
        "The tenant pays",
    ),
    (
        "Loan\n\nThe borrower shall keep a reserve of 5,000 francs.",
        "How much is the minimum reserve of the borrower?",
        "The borrower shall keep",
    ),
    // Who did it to whom.
    (
        "Acme\n\nAcme acquired Beta Pumps in 2001.",
        "Who acquired Acme?",
        "Acme acquired",
    ),
    (
        "Acme\n\nBeta Pumps was acquired by Acme in 2001.",
        "Who acquired Acme?",
        "Beta Pumps was",
    ),
    (
        "Acme\n\nIn 2001 Gamma Holding acquired Acme for 5 million francs.",
        "What did Acme acquire in 2001?",
        "In 2001 Gamma",
    ),
    (
        "Rules\n\nHeating costs: included\nElectricity costs: 80 francs",
        "How much are the heating costs?",
        "Electricity",
    ),
    (
        "Service Agreement between Acme AG and Gamma Ltd\n\nThe fee is due each month.\n\nGamma Ltd is liable for damage up to 5 million francs.",
        "How much is Acme AG liable for damage?",
        "Gamma Ltd is liable",
    ),
    (
        "Lease between Anna Weber and Karl Brandt\n\nKarl Brandt shall pay a deposit of 900 francs.",
        "Does Anna Weber pay a deposit?",
        "Karl Brandt shall pay",
    ),
    (
        "Rents\n\nTenant\tRent\tDeposit\nAnna Weber\t\t1000\nKarl Brandt\t700\t\n",
        "How much is the rent of Anna Weber?",
        "Anna Weber |",
    ),
    (
        "Rents\n\nTenant\tRent\tDeposit\nAnna Weber\t1000\nKarl Brandt\t700\t900\n",
        "How much is the rent of Anna Weber?",
        "Anna Weber",
    ),
    // What was torn apart.
    (
        "Rules.\n\nWithout the written consent of the Landlord\n\nThe Tenant may sublet the flat to guests for money.\n\nis void.",
        "May the tenant sublet the flat to guests?",
        "The Tenant may",
    ),
    // What did not happen, and what is only supposed.
    (
        "Record\n\nThe Agreement was not signed by Anna Weber in Zurich in May 2024.",
        "When was the agreement signed by Anna Weber?",
        "The Agreement",
    ),
    (
        "Record\n\nThe rent is neither 900 francs nor 950 francs.",
        "How much is the rent?",
        "The rent",
    ),
    (
        "Rent\n\n~~The monthly rent is 900 francs.~~",
        "How much is the monthly rent?",
        "~~The",
    ),
    (
        "Mail\n\nI do not agree with it.\n\n> The deposit is 1,800 francs.",
        "How much is the deposit?",
        "> The",
    ),
    // Figures that are none.
    (
        "Sale\n\nThe deposit of the purchase price shall be paid at once.",
        "How many days after closing shall the purchase price be paid?",
        "The deposit",
    ),
    (
        "Act\n\n(1) Whoever litters is fined. (2) Subsection (1) does not apply to minors.",
        "How much are minors fined?",
        "(2) Subsection",
    ),
    // Another article than the list's.
    (
        "Tax act.\n\nArt. 5 The following are exempt from tax:\n\na. pensions up to 10,000 francs;\nb. scholarships up to 5,000 francs.\n\nArt. 6 The tax rate is 8 percent.",
        "What is the tax rate?",
        "Art. 5",
    ),
];

#[test]
fn no_claim_is_false_to_its_source() {
    for (text, question, begins) in FALSE {
        for claim in told(text, question) {
            assert!(!claim.starts_with(begins), "{question}: {claim}");
        }
    }
}

/// A document, a question, and what a claim must say.
const PLAIN: &[(&str, &str, &str)] = &[
    (
        "Lease\n\nThe Tenant may not sublet the premises.",
        "May the tenant sublet the premises?",
        "The Tenant may not sublet the premises.",
    ),
    (
        "House rules\n\nPets: not allowed\nSubletting: allowed only with consent",
        "Are pets allowed?",
        "Pets: not allowed",
    ),
    (
        "House rules\n\nThe tenant must not:\n\n1. Keep dogs in the premises.\n2. Sublet the premises.\n",
        "May the tenant keep dogs in the premises?",
        "The tenant must not: 1. Keep dogs in the premises.",
    ),
    (
        "Lease\n\nThe Landlord may raise the rent once a year by not more than 3%.",
        "By how much may the rent be raised?",
        "The Landlord may raise the rent once a year by not more than 3%.",
    ),
    (
        "Fees\n\nService\t2023\t2024\nPassport\t100\t140\nPermit\t60\t70\n",
        "How much is a passport?",
        "Service | 2023 | 2024 / Passport | 100 | 140",
    ),
    (
        "Rents\n\nTenant\tRent\tDeposit\nAnna\t500\t1000\nKarl\t700\t1400\n",
        "How much is the rent?",
        "Tenant | Rent | Deposit / Anna | 500 | 1000 / Karl | 700 | 1400",
    ),
    (
        "Tax act.\n\nArt. 5 The following are exempt from tax:\n\na. pensions up to 10,000 francs;\nb. scholarships up to 5,000 francs.\n\nArt. 6 The tax rate is 8 percent.",
        "What is the tax rate?",
        "Art. 6 The tax rate is 8 percent.",
    ),
    (
        "Acme\n\nAcme was acquired by Gamma Holding in 2001.",
        "Who acquired Acme?",
        "Acme was acquired by Gamma Holding in 2001.",
    ),
    (
        "Lease\n\nThe previous tenant paid a rent of 800 francs a month.",
        "What rent did the previous tenant pay?",
        "The previous tenant paid a rent of 800 francs a month.",
    ),
    (
        "Lease of the mill\n\n1. Rent. The rent of the mill is 900 francs a month.\n\n2. Term. It runs for three years.",
        "How much is the rent of the mill?",
        "The rent of the mill is 900 francs a month.",
    ),
];

#[test]
fn a_source_that_says_two_things_is_told_as_a_disagreement() {
    let differing = |text: &str, question: &str| {
        let said = claims(&Asked::new(question), &[source(text)]);
        let sides = said.disagreements.into_iter().flat_map(|one| one.sides);
        sides.map(|side| side.says).collect::<Vec<_>>()
    };
    assert_eq!(
        differing(
            "Lease\n\nThe monthly rent is 900 francs.\n\nAnnex\n\nThe monthly rent is 950 francs.",
            "How much is the monthly rent?",
        ),
        ["900 francs", "950 francs"]
    );
    // Both are true.
    for (text, question) in [
        (
            "Lease\n\nThe rent is 900 francs. The rent of the garage is 100 francs.",
            "How much is the rent?",
        ),
        (
            "Lease\n\nIn 2023 the rent was 900 francs. In 2024 the rent was raised to 950 francs.",
            "How much was the rent?",
        ),
        (
            "Lease\n\nThe rent is 900 francs. The rent is 900 francs a month.",
            "How much is the rent?",
        ),
    ] {
        assert_eq!(differing(text, question), [""; 0], "{text}");
    }
}

#[test]
fn plain_answers_are_given() {
    for (text, question, expected) in PLAIN {
        let said = told(text, question);
        assert!(
            said.iter().any(|claim| claim.ends_with(expected)),
            "{question}: {said:?}"
        );
    }
}
