//! The facade as a face uses it: from several threads, taken back, repeated, recorded
//! before it is shown. The example face is exercised here, too.
#![allow(
    clippy::disallowed_methods,
    reason = "the test owns its folders and threads"
)]

#[allow(dead_code, reason = "its `main` belongs to the example")]
#[path = "../../examples/face.rs"]
mod face;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use groundstop_engine::{
    AskRequest, Cancellation, Clock, DocumentInput, Engine, EngineError, ErrorKind, IndexRequest,
    IndexScreening, LogQuery, ProgressEvent, ProgressListener, ReadingOptions, RecordOptions,
    Recorded, RunControl, Setup, Stage, VerifyOutcome, VerifyRequest,
};
use groundstop_ledger::Moment;
use groundstop_propose::Format;

const DOCUMENT: &[u8] = b"The loan bears interest at 6.125 per cent a year.";
const CANDIDATES: &[u8] =
    br#"[{"field_name": "rate", "value": "6.125 per cent", "quote": "at 6.125 per cent a year", "confidence": 0.9}]"#;

/// A clock that moves a microsecond at each look.
#[derive(Default)]
struct Ticking(AtomicU64);

impl Clock for Ticking {
    fn now(&self) -> Moment {
        let micros = self.0.fetch_add(1, Ordering::Relaxed);
        Moment::from_micros(1_700_000_000_000_000 + micros as i64)
    }

    fn elapsed_ms(&self) -> u64 {
        0
    }
}

fn engine(folder: Option<&str>) -> Engine {
    let folder = folder.map(|folder| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
            .join("facade")
            .join(folder);
        let _ = std::fs::remove_dir_all(&folder);
        folder
    });
    Engine::new(Setup {
        program: PathBuf::from("no worker is needed for text"),
        data_dir: folder,
        configs: Vec::new(),
        state_dir: None,
        account: None,
        store: None,
        search_key: None,
        second_reader: None,
        tesseract: None,
        clock: Arc::new(Ticking::default()),
        process: 1,
    })
}

fn verify(
    engine: &Engine,
    document: &[u8],
    candidates: &[u8],
    key: Option<&str>,
    control: RunControl<'_>,
) -> Result<VerifyOutcome, EngineError> {
    engine.verify(
        VerifyRequest {
            document: DocumentInput {
                name: "loan.txt",
                label: "loan.txt",
                bytes: document,
                reading: &ReadingOptions::default(),
            },
            candidates,
            candidates_label: "candidates.json",
            format: Format::Any,
            schema: None,
            confidence: None,
            second_reader: false,
            look: None,
            record: &RecordOptions {
                no_ledger: false,
                idempotency_key: key.map(str::to_owned),
            },
        },
        control,
    )
}

#[test]
fn the_engine_can_be_shared_between_threads() {
    fn shared<T: Send + Sync>() {}
    shared::<Engine>();
    let engine = engine(Some("threads"));
    let digests: Vec<String> = std::thread::scope(|scope| {
        let decide = || verify(&engine, DOCUMENT, CANDIDATES, None, RunControl::default());
        let threads: Vec<_> = (0..8).map(|_| scope.spawn(decide)).collect();
        let outcomes = threads
            .into_iter()
            .map(|thread| thread.join().unwrap().unwrap());
        outcomes.map(|done| done.report.decision_sha256).collect()
    });
    assert_eq!(digests.len(), 8);
    assert!(digests.iter().all(|digest| *digest == digests[0]));
    let log = engine.ledger_log(&LogQuery {
        limit: 100,
        ..LogQuery::default()
    });
    let mut places: Vec<u64> = log.unwrap().iter().map(|view| view.entry.index).collect();
    places.sort_unstable();
    assert_eq!(places, (0..8).collect::<Vec<_>>());
}

#[test]
fn a_repeated_request_has_one_record_and_one_answer() {
    let engine = engine(Some("repeated"));
    let control = RunControl::default();
    let first = verify(&engine, DOCUMENT, CANDIDATES, Some("k"), control).unwrap();
    let again = verify(&engine, DOCUMENT, CANDIDATES, Some("k"), control).unwrap();
    assert!(matches!(first.recorded, Recorded::New { index: 0, .. }));
    assert_eq!(again.recorded, Recorded::Before { index: 0 });
    assert_eq!(first.report, again.report);
    let other = verify(&engine, b"another", CANDIDATES, Some("k"), control).unwrap_err();
    assert_eq!(other.kind, ErrorKind::Input);
}

/// Takes the request back when a stage begins.
struct CancelAt<'a>(Stage, &'a Cancellation);

impl ProgressListener for CancelAt<'_> {
    fn on(&self, event: ProgressEvent<'_>) {
        if event == ProgressEvent::Stage(self.0) {
            self.1.cancel();
        }
    }
}

#[test]
fn a_request_that_is_taken_back_leaves_no_record() {
    for stage in [Stage::Reading, Stage::Judging] {
        let engine = engine(Some(&format!("cancelled-{}", stage as u8)));
        let cancellation = Cancellation::default();
        let listener = CancelAt(stage, &cancellation);
        let control = RunControl {
            progress: Some(&listener),
            cancellation: Some(&cancellation),
        };
        let ended = verify(&engine, DOCUMENT, CANDIDATES, None, control);
        assert_eq!(ended.unwrap_err().kind, ErrorKind::Cancelled);
        let log = engine.ledger_log(&LogQuery {
            limit: 1,
            ..LogQuery::default()
        });
        assert!(log.unwrap().is_empty());
    }
}

#[test]
fn what_is_quickly_wrong_is_said_before_anything_is_read() {
    struct Nothing;
    impl ProgressListener for Nothing {
        fn on(&self, event: ProgressEvent<'_>) {
            panic!("nothing should begin: {event:?}");
        }
    }
    let control = RunControl {
        progress: Some(&Nothing),
        cancellation: None,
    };
    let ended = verify(&engine(None), DOCUMENT, b"no candidates", None, control);
    assert_eq!(ended.unwrap_err().kind, ErrorKind::Input);
}

#[test]
fn an_empty_file_is_a_document_to_decide_on_and_nothing_to_look_at() {
    let engine = engine(None);
    let done = verify(&engine, b"", CANDIDATES, None, RunControl::default()).unwrap();
    assert_eq!(done.report.summary.stop, 1);
    let input = DocumentInput {
        name: "empty",
        label: "empty",
        bytes: b"",
        reading: &ReadingOptions::default(),
    };
    let shown = engine.read(input, RunControl::default());
    assert_eq!(shown.unwrap_err().kind, ErrorKind::Input);
}

#[test]
fn the_example_face_answers_and_names_what_is_wrong() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/loan");
    let engine = engine(Some("face"));
    let path = |name: &str| folder.join(name).display().to_string();
    let line = serde_json::json!({
        "id": 7, "verb": "verify", "document": path("agreement.txt"),
        "candidates": path("candidates.json"), "schema": path("schema.toml"),
    });
    let answer = face::answer(&engine, &line.to_string());
    assert_eq!(answer["id"], 7);
    assert!(answer["outcome"]["decisions"].is_array(), "{answer}");
    let log = face::answer(&engine, r#"{"id": 8, "verb": "log"}"#);
    assert_eq!(log["outcome"][0]["kind"], "decision", "{log}");
    let wrong = face::answer(&engine, r#"{"id": 9, "verb": "guess"}"#);
    assert_eq!(wrong["kind"], "input", "{wrong}");
}

/// An engine of the command line, with the system's configuration and a folder of papers
/// that is indexed.
fn at_the_machine(name: &str, system: &str) -> (Engine, PathBuf) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("facade")
        .join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(folder.join("papers")).unwrap();
    let paper = "The Harrow mill\n\nThe Harrow mill was rebuilt in 1931 after a fire.";
    std::fs::write(folder.join("papers/mill.txt"), paper).unwrap();
    std::fs::write(folder.join("system.toml"), system).unwrap();
    let engine = Engine::new(Setup {
        configs: vec![folder.join("system.toml"), folder.join("none.toml")],
        state_dir: Some(folder.join("state")),
        account: Some("uid 7".to_owned()),
        ..engine(None).setup().clone()
    });
    let request = IndexRequest {
        folder: folder.join("papers"),
        index: None,
        reading: ReadingOptions::default(),
        screening: IndexScreening::Off,
    };
    engine.index(&request, RunControl::default()).unwrap();
    (engine, folder)
}

fn about_the_mill(folder: &Path) -> AskRequest {
    AskRequest {
        question: "When was the Harrow mill rebuilt?".to_owned(),
        corpus: Some(folder.join("papers")),
        tier: Some(groundstop_contract::Tier::Max),
        principal: "somebody".to_owned(),
        ..AskRequest::default()
    }
}

#[test]
fn the_systems_configuration_holds_without_a_data_directory() {
    use groundstop_contract::{OutputAction, ResearchStopReason};
    let (engine, folder) = at_the_machine("system", "[research]\ntier = \"FREE\"\n");
    let outcome = engine.ask(&about_the_mill(&folder), RunControl::default());
    let pack = outcome.unwrap().run.pack;
    assert_eq!(pack.answer.action, OutputAction::Baseline);
    assert_eq!(pack.telemetry.reason, ResearchStopReason::EntitlementCap);
    let (engine, folder) = at_the_machine("system-origin", "origin = \"example.org/log\"\n");
    let refused = engine.ask(&about_the_mill(&folder), RunControl::default());
    assert!(
        refused.is_err(),
        "where a ledger is, the system does not say"
    );
}

#[test]
fn a_question_taken_back_leaves_its_reason_in_the_operators_log() {
    let (engine, folder) = at_the_machine("taken-back", "");
    let cancellation = Cancellation::default();
    cancellation.cancel();
    let control = RunControl {
        progress: None,
        cancellation: Some(&cancellation),
    };
    let ended = engine.ask(&about_the_mill(&folder), control);
    assert_eq!(ended.unwrap_err().kind, ErrorKind::Cancelled);
    let log = std::fs::read_to_string(folder.join("state/research.log")).unwrap();
    assert_eq!(log.lines().count(), 1);
    assert!(
        log.contains("\"reason\":\"INTERNAL_INCONSISTENCY\""),
        "{log}"
    );
}

#[test]
fn what_cannot_be_logged_is_not_begun() {
    let (engine, folder) = at_the_machine("unlogged", "");
    std::fs::write(folder.join("state"), "a file in its place").unwrap();
    let refused = engine.ask(&about_the_mill(&folder), RunControl::default());
    assert_eq!(refused.unwrap_err().kind, ErrorKind::Input);
}
