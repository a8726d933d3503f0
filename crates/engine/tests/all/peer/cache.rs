//! Group 6, cache and duplicates.

use groundstop_certify::fakes::FakeAnswer;
use groundstop_contract::telemetry::SourceFault;
use groundstop_document::Document;
use groundstop_engine::{Corpus, Indexer};
use groundstop_ledger::Moment;
use groundstop_ledger::kept::{Guard, Namespace, Put};
use groundstop_ledger::store::{KeptStore, MemoryStore};
use groundstop_research::route::Question;
use groundstop_research::source::{Origin, Source};
use groundstop_research::validate::{Validated, canonical_url, validate};

use crate::peer::{REPEATS, page, paper, standard};
use crate::rig::{PAGE, QUESTION, Runs, World, answering, found, with_page};

#[test]
fn questions_and_addresses_have_one_spelling() {
    let spelled = |text| Question::new(text).map(|one| one.text().to_owned());
    assert_eq!(spelled("  a \n b "), spelled("a b"));
    for (url, same) in [
        ("HTTP://Example.com/A", "http://example.com/A"),
        ("http://example.com:80/a", "http://example.com/a"),
        ("https://example.com:443/a", "https://example.com/a"),
        ("https://example.com/a#part", "https://example.com/a"),
        ("https://example.com/a/", "https://example.com/a"),
        ("https://example.com//a///b", "https://example.com/a/b"),
        (
            "https://example.com/a?utm_source=1&utm_medium=2&utm_campaign=3&utm_term=4&utm_content=5&gclid=6&fbclid=7&id=8",
            "https://example.com/a?id=8",
        ),
        (
            "https://example.com/a?b=2&a=1",
            "https://example.com/a?a=1&b=2",
        ),
    ] {
        assert_eq!(canonical_url(url), canonical_url(same), "{url}");
        assert_eq!(canonical_url(url).as_deref(), Some(same), "{url}");
    }
    assert_ne!(
        canonical_url("https://example.com/a"),
        canonical_url("https://example.com/A")
    );
}

/// A world that keeps results.
fn keeping() -> World {
    World {
        cached: true,
        ..with_page(PAGE)
    }
}

/// How many of a run's results came from the cache.
fn cached(world: &World) -> u64 {
    world.run().pack.telemetry.calls.cached
}

#[test]
fn the_same_inputs_have_the_same_key() {
    let world = keeping();
    assert_eq!((cached(&world), cached(&world)), (0, 2));
}

#[test]
fn blanks_do_not_change_the_key() {
    let mut world = keeping();
    cached(&world);
    world.question = "  When was\nthe Harrow  mill rebuilt? ";
    assert_eq!(cached(&world), 2);
}

#[test]
fn another_question_has_another_key() {
    let mut world = keeping();
    cached(&world);
    world.question = "When was the Harrow mill first rebuilt?";
    // The page is the same page.
    assert_eq!(cached(&world), 1);
}

#[test]
fn other_caps_have_another_key() {
    let mut world = keeping();
    cached(&world);
    world.lowered.per_call_timeout_ms = Some(4_000);
    assert_eq!(cached(&world), 0);
}

#[test]
fn departs_a_bucket_of_the_web_is_a_quarter_of_an_hour() {
    let world = keeping();
    for (at_ms, from_cache) in [(0, 0), (59_999, 2), (60_000, 2), (899_999, 2), (900_000, 0)] {
        world.clock.now_us.set(at_ms * 1_000);
        assert_eq!(cached(&world), from_cache, "{at_ms}");
    }
}

#[test]
fn the_cache_holds_128_results_and_the_oldest_goes_first() {
    let mut world = World {
        cached: true,
        ..answering(|_, own| found(own, &[]))
    };
    let mut ask = |number: i64| {
        // Six a second and a half: under ten calls a minute, all in one bucket.
        world.clock.now_us.set(world.clock.now_us.get() + 6_100_000);
        world.question = format!("What is number {number}?").leak();
        cached(&world)
    };
    for number in 0..129 {
        assert_eq!(ask(number), 0, "{number}");
    }
    assert_eq!(ask(128), 1);
    assert_eq!(ask(1), 1);
    assert_eq!(ask(0), 0);
}

#[test]
fn departs_a_look_up_in_the_corpus_is_not_kept() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("peer-corpus");
    let _ = std::fs::remove_dir_all(&folder);
    let mut indexer = Indexer::open_or_create(&folder).expect("an index");
    let document = Document::from_text(PAGE.as_bytes()).expect("text");
    indexer.add("mill.txt", document).expect("added");
    indexer.commit().expect("an index");
    let world = World {
        web: false,
        corpus: Some(Corpus::open(&folder).expect("an index")),
        ..keeping()
    };
    for _ in 0..2 {
        let calls = world.run().pack.telemetry.calls;
        assert_eq!((calls.corpus, calls.cached), (1, 0));
    }
}

fn put(store: &MemoryStore, key: &str, at: i64, expires: i64) {
    let kept = store.put(&Put {
        namespace: Namespace::Cache,
        key,
        bytes: key.as_bytes(),
        at: Moment::from_micros(at),
        expires: Some(Moment::from_micros(expires)),
        guard: Guard::Any,
        room: Some(2),
    });
    kept.expect("a store");
}

fn has(store: &MemoryStore, key: &str, at: i64) -> bool {
    let kept = store.get(Namespace::Cache, key, Moment::from_micros(at));
    let kept = kept.expect("a store");
    kept.is_some_and(|kept| kept.bytes == key.as_bytes())
}

#[test]
fn what_was_put_is_there_and_the_oldest_goes_first() {
    let store = MemoryStore::default();
    assert!(!has(&store, "a", 1));
    for (at, key) in ["a", "b", "c"].into_iter().enumerate() {
        put(&store, key, i64::try_from(at).expect("small"), 100);
    }
    let there = ["a", "b", "c"].map(|key| has(&store, key, 3));
    assert_eq!(there, [false, true, true]);
}

#[test]
fn departs_the_cache_is_swept_and_not_cleared() {
    let store = MemoryStore::default();
    put(&store, "short", 0, 10);
    put(&store, "long", 0, 100);
    assert!(!has(&store, "short", 10) && has(&store, "long", 10));
    let swept = store.sweep(Moment::from_micros(10)).expect("a store");
    assert_eq!(swept.kept, 1);
    assert!(has(&store, "long", 99) && !has(&store, "long", 100));
}

fn kept(sources: Vec<Source>) -> (Vec<String>, Vec<SourceFault>) {
    let Validated { accepted, dropped } = validate(QUESTION, sources, &standard());
    let address = |source: &Source| match &source.origin {
        Origin::Page { url } => url.clone(),
        Origin::Document { name } => name.clone(),
    };
    let kept = accepted.iter().map(|one| address(&one.source)).collect();
    (kept, dropped)
}

#[test]
fn an_address_with_tracking_is_no_second_source() {
    let world = answering(|asked, own| match asked.target.starts_with("/page") {
        true => FakeAnswer::new(200, "text/plain", PAGE),
        false => found(own, &["/page?utm_source=x", "/page", "/page/#top"]),
    });
    assert_eq!(world.run().pack.telemetry.calls.fetch, 1);
    let (addresses, dropped) = kept(vec![
        page("https://a.example/x?gclid=1", PAGE),
        page("https://a.example/x", &format!("{PAGE} More of it.")),
    ]);
    assert_eq!(
        (addresses.len(), dropped),
        (1, vec![SourceFault::Duplicate])
    );
}

#[test]
fn departs_the_first_of_two_duplicates_stays() {
    // Not the richer, the longer or the one with the smaller address.
    let (addresses, _) = kept(vec![
        page("https://z.example/x?utm_term=1", PAGE),
        Source {
            published: Some(standard().today),
            has_author: true,
            ..page("https://z.example/x", &format!("{PAGE} More of it."))
        },
        page("https://a.example/", PAGE),
    ]);
    assert_eq!(addresses, ["https://z.example/x?utm_term=1"]);
}

fn several() -> Vec<Source> {
    let beginnings = ["One", "Two", "Three", "Four", "Five"];
    let of = |begin: &&str| {
        page(
            &format!("https://{begin}.example/"),
            &format!("{begin}\n\n{PAGE}"),
        )
    };
    let mut sources: Vec<Source> = beginnings.iter().map(of).collect();
    sources.push(paper("mill.txt", &format!("Six\n\n{PAGE}")));
    sources.push(page("https://seven.example/", &format!("One\n\n{PAGE}")));
    sources
}

#[test]
fn sorting_duplicates_out_again_changes_nothing() {
    let once = validate(QUESTION, several(), &standard());
    let sources: Vec<Source> = once.accepted.into_iter().map(|one| one.source).collect();
    let count = sources.len();
    let (addresses, dropped) = kept(sources);
    assert_eq!((addresses.len(), dropped), (count, vec![]));
}

#[test]
fn of_nothing_nothing_is_kept() {
    assert_eq!(kept(Vec::new()), (vec![], vec![]));
}

#[test]
fn shuffled_sources_leave_the_same_contents_twenty_times() {
    let contents = |sources: Vec<Source>| {
        let found = validate(QUESTION, sources, &standard());
        let mut ids: Vec<String> = found.accepted.iter().map(|one| one.source.id()).collect();
        ids.sort();
        (ids, found.dropped)
    };
    let first = contents(several());
    assert_eq!(first.0.len(), 6);
    for turn in 0..REPEATS {
        assert_eq!(contents(shuffled(several(), turn)), first, "{turn}");
    }
}

#[test]
fn departs_what_stays_keeps_its_order() {
    for turn in 0..REPEATS {
        let sources = shuffled(several(), turn);
        let mut expected: Vec<String> = Vec::new();
        for id in sources.iter().map(Source::id) {
            if !expected.contains(&id) {
                expected.push(id);
            }
        }
        let found = validate(QUESTION, sources, &standard()).accepted;
        let ids: Vec<String> = found.iter().map(|one| one.source.id()).collect();
        assert_eq!(ids, expected);
    }
}

/// The same things in another order, the same for the same turn.
pub(crate) fn shuffled<T>(mut things: Vec<T>, turn: usize) -> Vec<T> {
    let mut out = Vec::new();
    let mut state = turn;
    while !things.is_empty() {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(turn + 1);
        out.push(things.remove((state >> 33) % things.len()));
    }
    out
}

#[test]
fn departs_an_id_is_the_whole_digest() {
    let id = page("https://a.example/", PAGE).id();
    let digest = groundstop_canon::sha256_hex(PAGE.as_bytes());
    assert_eq!(id, format!("sha256:{digest}"));
}
