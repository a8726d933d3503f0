//! The index of local documents: what it finds, and that it is the same however
//! it came to be.
#![allow(clippy::disallowed_methods, reason = "tests make folders of their own")]

use std::fs;
use std::path::Path;

use crate::common::{AMPLE_MS, Folder, question, reach, ticket, understood};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use groundstop_adapter::corpus::{Changes, Corpus, IndexError, Indexer};
use groundstop_adapter::{Adapter, Settings, ToolRequest};
use groundstop_contract::CharacterFlag;
use groundstop_contract::pack::{CallEnd, CallRecord};
use groundstop_document::{ByteSpan, Document, DocumentBuilder};
use groundstop_research::call::{CallFault, Found, FoundDocument};
use groundstop_research::plan::PlannedCall;

fn document(text: &str) -> Document {
    let mut builder = DocumentBuilder::new("plain 1");
    text.split_inclusive('\u{c}').for_each(|page| {
        builder.page(page);
    });
    builder.finish(text.as_bytes())
}

const LIBRARY: &[(&str, &str)] = &[
    (
        "lease.txt",
        "The tenant pays rent monthly.\n\nThe deposit is CHF 9,000.\n",
    ),
    (
        "loan.txt",
        "The lender advances the loan.\u{c}Interest accrues at 6.125 per cent a year.\n",
    ),
    (
        "rules.txt",
        "Dogs must be kept on a leash. Cats are welcome.\n",
    ),
    (
        "letter.txt",
        "We thank you for your letter about interest and deposits.\n",
    ),
];

fn build(dir: &Path, library: &[(&str, &str)]) -> Changes {
    let mut indexer = Indexer::open_or_create(dir).unwrap();
    for (name, text) in library {
        let document = document(text);
        if !indexer.keep(name, document.sha256()) {
            indexer.add(name, document).unwrap();
        }
    }
    indexer.remove_unseen();
    indexer.commit().unwrap()
}

fn ask(dir: &Path, text: &str) -> CallRecord {
    let adapter = Adapter::new(Settings {
        corpus: Some(Corpus::open(dir).unwrap()),
        ..Settings::default()
    });
    let asked = question(text);
    reach(
        &adapter,
        ticket(PlannedCall::CORPUS, AMPLE_MS),
        ToolRequest::Corpus(&asked),
    )
}

fn found(record: &CallRecord) -> Vec<FoundDocument> {
    match understood(record) {
        Ok(Found::Documents(documents)) => documents,
        other => panic!("{other:?}"),
    }
}

fn names(record: &CallRecord) -> Vec<String> {
    found(record).into_iter().map(|each| each.name).collect()
}

#[test]
fn a_look_up_brings_documents_and_places_in_them() {
    let folder = Folder::new();
    let changes = build(folder.path(), LIBRARY);
    assert_eq!((changes.added, changes.passages), (4, 5));
    let record = ask(folder.path(), "At what rate does interest accrue?");
    assert_eq!(
        (record.end, record.request.method.as_str()),
        (CallEnd::Answered, "LOOKUP")
    );
    let documents = found(&record);
    let best = &documents[0];
    assert_eq!(best.name, "loan.txt");
    assert_eq!(
        best.document.slice(best.passages[0]),
        Some("Interest accrues at 6.125 per cent a year.")
    );
    assert_eq!(best.document.page_of(best.passages[0].start), 2);
    assert_eq!(best.document.sha256(), document(LIBRARY[1].1).sha256());
    assert_eq!(documents.len(), 2, "the letter speaks of interest too");
}

#[test]
fn words_are_found_in_their_other_forms_and_nothing_is_found_for_nothing() {
    let folder = Folder::new();
    build(folder.path(), LIBRARY);
    assert_eq!(
        names(&ask(folder.path(), "LEASHES for a dog")),
        ["rules.txt"]
    );
    assert!(names(&ask(folder.path(), "astronomy")).is_empty());
    assert!(names(&ask(folder.path(), "?!")).is_empty());
}

#[test]
fn words_of_other_languages_are_found_in_their_other_forms() {
    let library = [
        (
            "miete.txt",
            "Die Verträge der Mieter werden von der Verwaltung gekündigt.",
        ),
        (
            "bail.txt",
            "Les locataires ont signé les conventions avec la régie.",
        ),
        (
            "contrato.txt",
            "Los inquilinos firmaron los contratos con la empresa.",
        ),
        (
            "affitto.txt",
            "Gli inquilini hanno firmato i contratti con la società.",
        ),
        (
            "huur.txt",
            "De huurders hebben de overeenkomsten met de eigenaar ondertekend.",
        ),
        (
            "lease.txt",
            "The tenants have signed the leases with the agent.",
        ),
    ];
    let folder = Folder::new();
    build(folder.path(), &library);
    for (question, name) in [
        ("Wer kündigt den Vertrag des Mieters?", "miete.txt"),
        ("Quelle convention le locataire a-t-il signée ?", "bail.txt"),
        ("¿Qué contrato firmó el inquilino?", "contrato.txt"),
        ("Quale contratto ha firmato l'inquilino?", "affitto.txt"),
        (
            "Welke overeenkomst heeft de huurder ondertekend?",
            "huur.txt",
        ),
        ("Which lease has the tenant signed?", "lease.txt"),
        // No small word tells the language.
        ("Verträge Mieter", "miete.txt"),
    ] {
        let found = names(&ask(folder.path(), question));
        assert_eq!(found.first().map(String::as_str), Some(name), "{question}");
    }
}

#[test]
fn what_is_hidden_is_not_found() {
    let folder = Folder::new();
    let text = "Visible words here. Invisible sentence about zebras.";
    let mut builder = DocumentBuilder::new("plain 1");
    builder.page(text);
    builder.flag(ByteSpan::new(20, text.len()), CharacterFlag::Hidden);
    let mut indexer = Indexer::open_or_create(folder.path()).unwrap();
    indexer.add("a", builder.finish(text.as_bytes())).unwrap();
    indexer.commit().unwrap();
    assert!(names(&ask(folder.path(), "zebras")).is_empty());
    assert_eq!(names(&ask(folder.path(), "visible words")), ["a"]);
}

#[test]
fn few_passages_of_few_documents_come_back_and_ties_go_by_name() {
    let folder = Folder::new();
    let text = |n: usize| format!("The seal is kept here, number {n}.\n");
    let names_of: Vec<String> = (10..40).map(|n| format!("doc{n}")).collect();
    let texts: Vec<String> = (10..40).map(text).collect();
    let library: Vec<_> = names_of
        .iter()
        .zip(&texts)
        .map(|(name, text)| (name.as_str(), text.as_str()))
        .collect();
    build(folder.path(), &library);
    let record = ask(folder.path(), "Where is the seal kept?");
    assert_eq!(
        names(&record),
        ["doc10", "doc11", "doc12", "doc13", "doc14"]
    );
    let many: String = (0..20)
        .map(|n| format!("The seal {n}. {}\n\n", "word ".repeat(70)))
        .collect();
    build(folder.path(), &[("one", &many)]);
    let documents = found(&ask(folder.path(), "seal"));
    assert_eq!(documents[0].passages.len(), 8);
    let starts: Vec<_> = documents[0]
        .passages
        .iter()
        .map(|span| span.start)
        .collect();
    assert!(starts.is_sorted(), "equal passages stand in their order");
}

#[test]
fn an_index_brought_up_to_date_answers_like_a_new_one() {
    let (grown, fresh) = (Folder::new(), Folder::new());
    build(grown.path(), &LIBRARY[..2]);
    build(
        grown.path(),
        &[
            ("old.txt", "Interest of 9 per cent, long ago."),
            LIBRARY[3],
            LIBRARY[0],
        ],
    );
    build(grown.path(), &[("moved.txt", LIBRARY[3].1), LIBRARY[0]]);
    let last = build(grown.path(), LIBRARY);
    let expected = Changes {
        added: 2,
        renamed: 1,
        removed: 0,
        unchanged: 1,
        passages: 5,
    };
    assert_eq!(last, expected);
    build(fresh.path(), LIBRARY);
    for text in [
        "interest",
        "deposit of the tenant",
        "dogs and cats",
        "the loan and its interest",
        "nothing at all",
    ] {
        let (one, other) = (ask(grown.path(), text), ask(fresh.path(), text));
        assert_eq!(one.body, other.body, "{text}");
    }
    let open = |folder: &Folder| Corpus::open(folder.path()).unwrap().sha256();
    assert_eq!(open(&grown), open(&fresh));
    let stored = fs::read_dir(grown.path().join("documents"))
        .unwrap()
        .count();
    assert_eq!(stored, 4, "what is gone is gone from the folder");
}

#[test]
fn nothing_is_written_where_nothing_changed() {
    let folder = Folder::new();
    build(folder.path(), LIBRARY);
    let manifest = folder.path().join("groundstop-index.json");
    let before = fs::read(&manifest).unwrap();
    let changes = build(folder.path(), LIBRARY);
    assert_eq!(
        (changes.unchanged, changes.added, changes.removed),
        (4, 0, 0)
    );
    assert_eq!(fs::read(&manifest).unwrap(), before);
}

#[test]
fn two_names_of_the_same_bytes_are_one_document() {
    let folder = Folder::new();
    build(folder.path(), &[("b", LIBRARY[2].1), ("a", LIBRARY[2].1)]);
    assert_eq!(names(&ask(folder.path(), "dogs")), ["a"]);
    let corpus = Corpus::open(folder.path()).unwrap();
    assert_eq!(corpus.documents().len(), 2);
}

#[test]
fn an_index_half_written_leaves_the_old_one() {
    let folder = Folder::new();
    build(folder.path(), LIBRARY);
    let before = ask(folder.path(), "interest").body;
    let mut indexer = Indexer::open_or_create(folder.path()).unwrap();
    indexer
        .add("new", document("Interest, interest, interest."))
        .unwrap();
    drop(indexer);
    fs::create_dir_all(folder.path().join("passages-2")).unwrap();
    fs::write(folder.path().join("passages-2/meta.json"), "rubbish").unwrap();
    fs::write(folder.path().join("groundstop-index.new"), "rubbish").unwrap();
    assert_eq!(ask(folder.path(), "interest").body, before);
    build(folder.path(), &LIBRARY[..3]);
    assert_eq!(names(&ask(folder.path(), "interest")), ["loan.txt"]);
}

#[test]
fn one_writes_at_a_time() {
    let folder = Folder::new();
    let first = Indexer::open_or_create(folder.path()).unwrap();
    let second = Indexer::open_or_create(folder.path());
    assert!(matches!(second, Err(IndexError::Busy(_))));
    drop(first);
    assert!(Indexer::open_or_create(folder.path()).is_ok());
}

#[test]
fn a_passage_is_found_by_what_its_document_is_about() {
    let folder = Folder::new();
    let lease = |parties: &str, law: &str| {
        let filler = "The tenant keeps the rooms clean and the garden in order. ".repeat(40);
        format!("Lease between {parties}.\n\n{filler}\n\nThe law of {law} governs the lease.\n")
    };
    let leases = [
        ("a.txt", lease("Weber and Brandt", "Bern")),
        ("b.txt", lease("Keller and Moser", "Uri")),
    ];
    let library: Vec<(&str, &str)> = leases.iter().map(|(name, text)| (*name, &**text)).collect();
    build(folder.path(), &library);
    let first = found(&ask(folder.path(), "Which law governs the lease of Moser?")).remove(0);
    assert_eq!(first.name, "b.txt");
    let passages = first.passages.iter();
    let mut texts = passages.filter_map(|span| first.document.slice(*span));
    assert!(texts.any(|text| text.contains("law of Uri")));
}

#[test]
fn what_cannot_be_opened_says_why() {
    let folder = Folder::new();
    let refused = || Corpus::open(folder.path()).unwrap_err();
    assert!(matches!(refused(), IndexError::Missing(_)));
    build(folder.path(), LIBRARY);
    let manifest = folder.path().join("groundstop-index.json");
    let good = fs::read_to_string(&manifest).unwrap();
    fs::write(&manifest, good.replace("\"format\": 4", "\"format\": 3")).unwrap();
    assert!(matches!(refused(), IndexError::OtherFormat(_)));
    assert!(refused().to_string().contains("of another version"));
    fs::write(&manifest, "{").unwrap();
    assert!(matches!(refused(), IndexError::Damaged(_)));
    fs::write(&manifest, &good).unwrap();
    fs::remove_dir_all(folder.path().join("passages-1")).unwrap();
    assert!(matches!(refused(), IndexError::Damaged(_)));
    assert!(refused().to_string().contains("is damaged"));
    // A new index takes its place, whatever was there.
    fs::write(&manifest, "{").unwrap();
    build(folder.path(), LIBRARY);
    assert_eq!(names(&ask(folder.path(), "dogs")), ["rules.txt"]);
}

#[test]
fn a_digest_that_leads_elsewhere_is_damage() {
    let folder = Folder::new();
    build(folder.path(), LIBRARY);
    let manifest = folder.path().join("groundstop-index.json");
    let good = fs::read_to_string(&manifest).unwrap();
    let digest = document(LIBRARY[0].1).sha256().to_owned();
    fs::write(&manifest, good.replace(&digest, "../../../etc/passwd")).unwrap();
    assert!(matches!(
        Corpus::open(folder.path()),
        Err(IndexError::Damaged(_))
    ));
}

#[test]
fn an_answer_that_was_changed_is_no_answer() {
    let folder = Folder::new();
    build(folder.path(), LIBRARY);
    let record = ask(folder.path(), "dogs");
    let body = String::from_utf8(STANDARD.decode(&record.body).unwrap()).unwrap();
    let text_digest = document(LIBRARY[2].1).text_sha256().to_owned();
    let bytes_digest = document(LIBRARY[2].1).sha256().to_owned();
    assert!(body.contains(&text_digest));
    for changed in [
        body.replace(
            &format!("\"text_sha256\":\"{text_digest}\""),
            &format!("\"text_sha256\":\"{}\"", "0".repeat(64)),
        ),
        body.replace(
            &format!("\"document\":\"{bytes_digest}\""),
            &format!("\"document\":\"{}\"", "0".repeat(64)),
        ),
        body.replace("\"end\":47", "\"end\":4700"),
        body.replace("\"hits\":[", "\"hats\":["),
        body.replace("\"data\":\"", "\"data\":\"AAAA"),
        String::new(),
    ] {
        assert_ne!(changed, body);
        let tampered = CallRecord {
            body: STANDARD.encode(&changed),
            ..record.clone()
        };
        let means = understood(&tampered).err();
        assert_eq!(means, Some(CallFault::VendorFault), "{changed}");
    }
}

/// Two contracts that share most words, and a text that has all words of the question.
const CONTRACTS: &[(&str, &str)] = &[
    (
        "one.txt",
        "SUPPLY AGREEMENT between Alpha Mills, Inc. and Beta Grain LLC.\n\nThis Agreement ends on 1 May 2030.\n",
    ),
    (
        "other.txt",
        "LEASE AGREEMENT between Gamma Homes and Delta Works.\n\nThis Agreement ends on 1 June 2031.\n",
    ),
    (
        "talk.txt",
        "Notes of a talk.\n\nA supply agreement between mills and grain dealers may expire; when it does, they expire with it.\n",
    ),
];

#[test]
fn a_question_for_a_term_finds_the_document_that_it_names() {
    let folder = Folder::new();
    build(folder.path(), CONTRACTS);
    let question = "When does the Supply Agreement between Alpha Mills and Beta Grain expire?";
    let documents = found(&ask(folder.path(), question));
    assert_eq!(documents[0].name, "one.txt");
    let place = documents[0].passages[0];
    assert_eq!(place.start.0, 0, "the passage it begins with");
}
