//! An index that is damaged, out of date, or written while somebody reads it.
#![allow(clippy::disallowed_methods, reason = "tests make folders of their own")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, SystemTime};

use crate::common::{AMPLE_MS, Folder, question, reach, ticket, understood};
use groundstop_adapter::corpus::{Changes, Corpus, IndexError, Indexer, Stale, Stamp};
use groundstop_adapter::{Adapter, Settings, ToolRequest};
use groundstop_contract::pack::{CallEnd, CallRecord};
use groundstop_document::Document;
use groundstop_research::call::{CallFault, Found};
use groundstop_research::plan::PlannedCall;

const LIBRARY: &[(&str, &str)] = &[
    (
        "lease.txt",
        "The tenant pays rent monthly.\n\nThe deposit is CHF 9,000.\n",
    ),
    (
        "loan.txt",
        "The lender advances the loan.\n\nInterest accrues at 6.125 per cent.\n",
    ),
    (
        "rules.txt",
        "Dogs must be kept on a leash. Cats are welcome.\n",
    ),
];

fn build(dir: &Path, library: &[(&str, &str)]) -> Changes {
    let mut indexer = Indexer::open_or_create(dir).unwrap();
    for (name, text) in library {
        let document = Document::from_text(text.as_bytes()).unwrap();
        if !indexer.keep(name, document.sha256()) {
            indexer.add(name, document).unwrap();
        }
    }
    indexer.remove_unseen();
    indexer.commit().unwrap()
}

fn ask(corpus: Corpus, text: &str) -> CallRecord {
    let adapter = Adapter::new(Settings {
        corpus: Some(corpus),
        ..Settings::default()
    });
    let asked = question(text);
    reach(
        &adapter,
        ticket(PlannedCall::CORPUS, AMPLE_MS),
        ToolRequest::Corpus(&asked),
    )
}

fn names(record: &CallRecord) -> Vec<String> {
    match understood(record) {
        Ok(Found::Documents(found)) => found.into_iter().map(|each| each.name).collect(),
        other => panic!("{other:?}"),
    }
}

fn files_in(dir: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(dir)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let mut files: Vec<_> = entries.filter(|path| path.is_file()).collect();
    files.sort();
    files
}

/// Every way a file is damaged here.
fn damages(good: &[u8]) -> Vec<Vec<u8>> {
    let mut damages = vec![
        Vec::new(),
        good[..good.len() / 2].to_vec(),
        good[..good.len() - 1].to_vec(),
        vec![0; good.len()],
        vec![0xff; good.len()],
        [good, b"more"].concat(),
    ];
    for part in 0..16 {
        let mut flipped = good.to_vec();
        flipped[(good.len() - 1) * part / 15] ^= 0x41;
        damages.push(flipped);
    }
    damages
}

#[test]
fn every_damage_of_every_file_is_named_and_mended_by_indexing_again() {
    let folder = Folder::new();
    build(folder.path(), LIBRARY);
    let passages = folder.path().join("passages-1");
    let mut endings = Vec::new();
    for file in files_in(&passages) {
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        if name.ends_with(".lock") {
            continue;
        }
        let good = fs::read(&file).unwrap();
        for (number, bad) in damages(&good).into_iter().enumerate() {
            fs::write(&file, &bad).unwrap();
            let refused = Corpus::open(folder.path());
            let named = matches!(refused, Err(IndexError::Damaged(_)));
            assert!(named, "{name}, damage {number}");
        }
        fs::remove_file(&file).unwrap();
        assert!(Corpus::open(folder.path()).is_err(), "{name} is gone");
        fs::write(&file, &good).unwrap();
        assert!(Corpus::open(folder.path()).is_ok());
        endings.push(name.rsplit('.').next().unwrap().to_owned());
    }
    for kind in ["fast", "fieldnorm", "idx", "json", "pos", "store", "term"] {
        assert!(
            endings.iter().any(|ending| ending == kind),
            "{kind}: {endings:?}"
        );
    }
    for file in files_in(&passages) {
        fs::write(file, "damaged").unwrap();
    }
    assert_eq!(build(folder.path(), LIBRARY).unchanged, 3);
    let record = ask(Corpus::open(folder.path()).unwrap(), "dogs");
    assert_eq!(names(&record), ["rules.txt"]);
}

#[test]
fn a_damaged_document_fails_the_call_and_is_mended_too() {
    let folder = Folder::new();
    build(folder.path(), LIBRARY);
    let sound = ask(Corpus::open(folder.path()).unwrap(), "dogs").body;
    for file in files_in(&folder.path().join("documents")) {
        let good = fs::read(&file).unwrap();
        for bad in damages(&good) {
            fs::write(&file, &bad).unwrap();
            let record = ask(Corpus::open(folder.path()).unwrap(), "dogs rent interest");
            assert_eq!(record.end, CallEnd::Broken);
            assert!(record.detail.as_ref().unwrap().contains("is damaged"));
            let means = understood(&record).err();
            assert_eq!(means, Some(CallFault::VendorFault));
        }
    }
    build(folder.path(), LIBRARY);
    assert_eq!(
        ask(Corpus::open(folder.path()).unwrap(), "dogs").body,
        sound
    );
    fs::remove_dir_all(folder.path().join("documents")).unwrap();
    assert!(matches!(
        Corpus::open(folder.path()),
        Err(IndexError::Damaged(_))
    ));
    build(folder.path(), LIBRARY);
    assert_eq!(
        ask(Corpus::open(folder.path()).unwrap(), "dogs").body,
        sound
    );
}

#[test]
fn whoever_reads_an_index_keeps_it_while_another_is_written() {
    let folder = Folder::new();
    build(folder.path(), LIBRARY);
    let reading = Corpus::open(folder.path()).unwrap();
    let before = ask(reading.clone(), "dogs").body;
    let changed = build(folder.path(), &LIBRARY[..1]);
    assert_eq!(changed.removed, 2);
    assert_eq!(ask(reading.clone(), "dogs").body, before);
    assert!(names(&ask(Corpus::open(folder.path()).unwrap(), "dogs")).is_empty());
    // What nobody reads any more goes with the next commit.
    drop(reading);
    build(folder.path(), &LIBRARY[..1]);
    assert_eq!(files_in(&folder.path().join("documents")).len(), 1);
    assert!(!folder.path().join("passages-1").exists());
}

#[test]
fn readers_and_a_writer_at_once_always_find_one_whole_index() {
    let folder = Folder::new();
    build(folder.path(), LIBRARY);
    let done = AtomicBool::new(false);
    let asked = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while !done.load(Ordering::SeqCst) {
                    let corpus = Corpus::open(folder.path()).expect("a whole index");
                    let has_rules = corpus.documents().len() == 3;
                    let found = names(&ask(corpus, "dogs"));
                    assert_eq!(found.len(), usize::from(has_rules));
                    asked.fetch_add(1, Ordering::SeqCst);
                }
            });
        }
        scope.spawn(|| {
            for round in 0..30 {
                build(folder.path(), &LIBRARY[..2 + round % 2]);
            }
            while asked.load(Ordering::SeqCst) < 10 {
                thread::yield_now();
            }
            done.store(true, Ordering::SeqCst);
        });
    });
}

#[test]
fn an_index_whose_last_document_is_gone_is_empty() {
    let folder = Folder::new();
    build(folder.path(), LIBRARY);
    assert_eq!(build(folder.path(), &[]).removed, 3);
    let corpus = Corpus::open(folder.path()).unwrap();
    assert!(corpus.documents().is_empty());
    assert!(names(&ask(corpus, "dogs")).is_empty());
}

/// Files with these texts, written long ago, and an index of them.
fn filed(folder: &Folder, library: &[(&str, &str)]) -> BTreeMap<String, PathBuf> {
    let files: BTreeMap<_, _> = library
        .iter()
        .map(|(name, text)| {
            let path = folder.path().join(name);
            fs::write(&path, text).unwrap();
            age(&path, 1000);
            ((*name).to_owned(), path)
        })
        .collect();
    let mut indexer = Indexer::open_or_create(&folder.path().join("index")).unwrap();
    for (name, path) in &files {
        let stamp = Stamp::of(path);
        let document = Document::from_text(&fs::read(path).unwrap()).unwrap();
        if !indexer.keep(name, document.sha256()) {
            indexer.add(name, document).unwrap();
        }
        indexer.stamp(name, stamp);
    }
    indexer.commit().unwrap();
    files
}

fn age(path: &Path, seconds: u64) {
    let file = fs::File::options().write(true).open(path).unwrap();
    let then = SystemTime::now() - Duration::from_secs(seconds);
    file.set_modified(then).unwrap();
}

#[test]
fn what_changed_since_is_told_by_its_bytes() {
    let folder = Folder::new();
    let mut files = filed(&folder, LIBRARY);
    let index = folder.path().join("index");
    let stale = |files: &BTreeMap<_, _>| Corpus::open(&index).unwrap().stale(files);
    assert_eq!(stale(&files), Stale::default());
    // Touched, but the same.
    age(&files["lease.txt"], 10);
    assert_eq!(stale(&files), Stale::default());
    // Another text of the same length.
    fs::write(&files["loan.txt"], LIBRARY[1].1.replace("6.125", "7.125")).unwrap();
    let named = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    let mut expected = Stale {
        changed: named(&["loan.txt"]),
        ..Stale::default()
    };
    assert_eq!(stale(&files), expected);
    fs::write(&files["loan.txt"], "Shorter.").unwrap();
    assert_eq!(stale(&files), expected);
    files.remove("rules.txt");
    files.insert("new.txt".to_owned(), folder.path().join("new.txt"));
    expected.gone = named(&["rules.txt"]);
    expected.new = named(&["new.txt"]);
    assert_eq!(stale(&files), expected);
    let mut indexer = Indexer::open_or_create(&index).unwrap();
    indexer.leave_out("new.txt");
    indexer.commit().unwrap();
    expected.new.clear();
    assert_eq!(stale(&files), expected);
}

#[test]
fn a_file_written_twice_within_one_tick_of_the_clock_is_read() {
    let folder = Folder::new();
    let path = folder.path().join("a.txt");
    fs::write(&path, "one text").unwrap();
    let before = fs::metadata(&path).unwrap().modified().unwrap();
    let mut indexer = Indexer::open_or_create(&folder.path().join("index")).unwrap();
    let stamp = Stamp::of(&path);
    indexer
        .add("a.txt", Document::from_text(b"one text").unwrap())
        .unwrap();
    indexer.stamp("a.txt", stamp);
    indexer.commit().unwrap();
    fs::write(&path, "two text").unwrap();
    let file = fs::File::options().write(true).open(&path).unwrap();
    file.set_modified(before).unwrap();
    let files = BTreeMap::from([("a.txt".to_owned(), path)]);
    let corpus = Corpus::open(&folder.path().join("index")).unwrap();
    assert_eq!(corpus.stale(&files).changed, ["a.txt"]);
}
