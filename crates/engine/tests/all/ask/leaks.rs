//! Nothing of a question, a source, a key or an error reaches monitoring, and
//! nothing of the inside reaches the user, over all eleven endings.

use groundstop_certify::fakes::FakeAnswer;
use groundstop_contract::{OutputAction, ResearchStopReason, Tool};

use crate::ask::endings::worlds;
use crate::rig::{KEY, Runs, answering, found};

const IN_QUESTION: &str = "SENTINELQ";
const IN_SOURCE: &str = "SENTINELS";
const IN_ERROR: &str = "SENTINELE";

/// Words of the inside that no user may see.
fn inside() -> Vec<String> {
    let mut words: Vec<String> = ResearchStopReason::ALL
        .iter()
        .map(|reason| reason.code().to_owned())
        .collect();
    words.extend(
        [
            "searxng",
            "max_tool_calls",
            "timeout_ms",
            "budget",
            "127.0.0.1:",
            "strong",
        ]
        .map(str::to_owned),
    );
    words.push(KEY.to_owned());
    words
}

#[test]
fn users_see_nothing_of_the_inside_and_monitoring_nothing_of_the_words() {
    for (reason, action, mut world) in worlds() {
        world.question = "When was the Harrow mill SENTINELQ rebuilt?";
        let run = world.run();
        let event = serde_json::to_string(&run.pack.telemetry).expect("an event");
        for word in [
            "Harrow",
            "mill",
            "1931",
            IN_QUESTION,
            KEY,
            "127.0.0.1",
            "http",
        ] {
            assert!(!event.contains(word), "{reason}: `{word}` in {event}");
        }
        if action == OutputAction::Answer {
            continue;
        }
        let shown = serde_json::to_string(&run.pack.answer).expect("an answer");
        for word in inside().iter().map(String::as_str).chain([IN_QUESTION]) {
            assert!(!shown.contains(word), "{reason}: `{word}` in {shown}");
        }
    }
}

#[test]
fn keys_never_stand_in_a_pack_and_errors_never_in_an_answer() {
    let world = answering(|asked, own| match asked.target.starts_with("/page") {
        true => FakeAnswer::new(500, "text/plain", format!("{IN_ERROR} {IN_SOURCE}")),
        false => found(own, &["/page"]),
    });
    let run = world.run();
    assert!(!String::from_utf8_lossy(&run.bytes).contains(KEY));
    let shown = serde_json::to_string(&run.pack.answer).expect("an answer");
    assert!(!shown.contains(IN_ERROR) && !shown.contains(IN_SOURCE));
    let sent: Vec<_> = world.server.requests();
    assert!(sent.iter().all(|request| !request.target.contains(KEY)));
}

#[test]
fn an_answer_shows_sentences_and_their_places_only() {
    let (_, _, world) = worlds().remove(0);
    let run = world.run();
    let shown = serde_json::to_value(&run.pack.answer).expect("an answer");
    let text = shown.to_string();
    for tool in Tool::ALL {
        let quoted = format!("\"{}\"", tool.code());
        assert!(!text.contains(&quoted), "{quoted}");
    }
    for word in inside().iter().filter(|word| *word != "127.0.0.1:") {
        assert!(!text.contains(word.as_str()), "`{word}` in {text}");
    }
}
