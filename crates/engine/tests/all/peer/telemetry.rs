//! Group 7, monitoring.

use groundstop_certify::fakes::{FakeAnswer, FakeLink, search_answer};
use groundstop_contract::pack::SearchBackend;
use groundstop_contract::telemetry::{Grade, Telemetry};
use groundstop_research::telemetry::is_signed;
use serde_json::{Value, json};

use crate::peer::REPEATS;
use crate::rig::{PAGE, Runs, World, answering, with_page};

/// A world in which somebody is named everywhere.
fn naming(names: &'static [&'static str]) -> World {
    answering(move |asked, own| {
        let named = |name: &&&str| asked.target.contains(**name);
        let name = names.iter().find(named).expect("a name");
        if asked.target.starts_with("/search") {
            let about = format!("About {name}.");
            let link = FakeLink::new(&format!("{own}/{name}"), name, &about);
            return search_answer(SearchBackend::Searxng, &[link]);
        }
        let text = format!("{name}\n\nThe {name} mill was rebuilt in 1931 by {name}.");
        FakeAnswer::new(200, "text/plain", text)
    })
}

fn told(world: &mut World, name: &str) -> Telemetry {
    world.question = format!("When was the {name} mill rebuilt?").leak();
    world.run().pack.telemetry
}

fn event(name: &'static str) -> Telemetry {
    told(&mut naming(vec![name].leak()), name)
}

fn json_of(event: &Telemetry) -> Value {
    serde_json::to_value(event).expect("JSON")
}

#[test]
fn marked_words_never_appear() {
    let event = event("Sentinel");
    assert_eq!((event.claims, event.sources.covering), (1, 1));
    let text = json_of(&event).to_string();
    for word in ["entinel", "mill", "1931", "127.0.0.1", "http"] {
        assert!(!text.contains(word), "{word}: {text}");
    }
}

#[test]
fn other_words_do_not_change_the_signature() {
    let mut world = naming(&["Harrow", "Garrow"]);
    let (one, other) = (told(&mut world, "Harrow"), told(&mut world, "Garrow"));
    assert_eq!(one.claims, 1);
    assert_eq!(one, other);
}

/// The paths of all leaves.
fn leaves(value: &Value, path: String, found: &mut Vec<String>) {
    match value {
        Value::Object(members) => members
            .iter()
            .for_each(|(name, value)| leaves(value, format!("{path}/{name}"), found)),
        Value::Array(items) => items
            .iter()
            .enumerate()
            .for_each(|(at, value)| leaves(value, format!("{path}/{at}"), found)),
        _ => found.push(path),
    }
}

#[test]
fn any_change_of_the_structure_changes_the_signature() {
    let event = event("Harrow");
    assert!(is_signed(&event));
    let whole = json_of(&event);
    let mut paths = Vec::new();
    leaves(&whole, String::new(), &mut paths);
    assert!(paths.len() > 40, "{paths:?}");
    for path in paths {
        let mut changed = whole.clone();
        let place = changed.pointer_mut(&path).expect("a leaf");
        *place = match (place.clone(), path.rsplit('/').next()) {
            (Value::Number(number), _) => json!(number.as_u64().expect("a count") + 1),
            (Value::Bool(flag), _) => json!(!flag),
            (_, Some("tier")) => json!("MAX"),
            (_, Some("environment")) => json!("dev"),
            (_, Some("reason")) => json!("TIMEOUT"),
            (_, Some("action")) => json!("UNKNOWN"),
            (_, Some("fault")) => json!(other(place, "status", "duplicate")),
            (_, Some("grade")) => json!(other(place, "A", "E")),
            (_, _) => json!("0".repeat(64)),
        };
        let read: Telemetry = serde_json::from_value(changed).expect("an event");
        assert!(!is_signed(&read), "{path}");
    }
    let mut more = event;
    more.others.push(more.reason);
    assert!(!is_signed(&more));
}

fn other(found: &Value, one: &'static str, two: &'static str) -> &'static str {
    if found == one { two } else { one }
}

#[test]
fn every_field_is_there_and_none_can_be_left_out() {
    let whole = json_of(&event("Harrow"));
    let members = whole.as_object().expect("an object");
    assert_eq!(members.len(), 20);
    // Nobody's tier is written as null, and read the same where it is missing.
    for name in members.keys().filter(|name| *name != "tier") {
        let mut less = members.clone();
        less.remove(name);
        let read = serde_json::from_value::<Telemetry>(Value::Object(less));
        assert!(read.is_err(), "{name}");
    }
}

#[test]
fn every_grade_is_told_also_where_there_is_none_of_it() {
    for event in [
        event("Harrow"),
        answering(|_, _| FakeAnswer::json(500, "{}"))
            .run()
            .pack
            .telemetry,
    ] {
        let told: Vec<Grade> = event.grades.iter().map(|one| one.grade).collect();
        assert_eq!(told, Grade::ALL);
        assert_eq!(event.dropped.len(), 10);
    }
}

#[test]
fn departs_there_are_five_grades_and_every_accepted_source_has_one() {
    let event = event("Harrow");
    let graded: u64 = event.grades.iter().map(|one| one.count).sum();
    assert_eq!((event.grades.len(), graded), (5, event.sources.accepted));
}

#[test]
fn an_event_is_json_and_comes_back_whole() {
    let event = event("Harrow");
    let text = serde_json::to_string(&event).expect("JSON");
    assert_eq!(serde_json::from_str::<Telemetry>(&text).ok(), Some(event));
}

#[test]
fn departs_no_key_can_be_put_in_at_any_depth() {
    let whole = json_of(&event("Harrow"));
    for key in [
        "user_text",
        "prompt",
        "message",
        "content",
        "rendered_text",
        "snippet",
        "snippets",
        "excerpt",
        "excerpts",
        "answer",
        "rationale",
        "clarify_question",
        "alternatives",
        "claim_text",
        "citation_text",
        "title",
        "tool_output",
        "query",
        "anything",
    ] {
        for place in ["", "/calls", "/sources", "/grades/0", "/dropped/7"] {
            let mut with = whole.clone();
            let members = with.pointer_mut(place).and_then(Value::as_object_mut);
            members
                .expect("an object")
                .insert(key.to_owned(), json!("words"));
            let read = serde_json::from_value::<Telemetry>(with);
            assert!(read.is_err(), "{place}/{key}");
        }
    }
    // Nor words where a count, a code or a digest stands.
    let mut paths = Vec::new();
    leaves(&whole, String::new(), &mut paths);
    for path in paths {
        let mut with = whole.clone();
        *with.pointer_mut(&path).expect("a leaf") = json!("some words of a page");
        assert!(serde_json::from_value::<Telemetry>(with).is_err(), "{path}");
    }
}

#[test]
fn twenty_equal_runs_have_one_event() {
    let world = with_page(PAGE);
    let next = |number: i64| {
        world.clock.now_us.set(number * 61_000_000);
        world.run().pack.telemetry
    };
    let first = next(0);
    for number in 1..=i64::try_from(REPEATS).expect("small") {
        assert_eq!(next(number), first);
    }
}
