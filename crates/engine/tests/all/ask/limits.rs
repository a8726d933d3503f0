//! Limits at their exact edges, and one spelling of questions and addresses.

use std::time::{Duration, Instant};

use groundstop_certify::fakes::FakeAnswer;
use groundstop_contract::{OutputAction, ResearchStopReason};
use groundstop_research::caps::LoweredCaps;

use crate::rig::{PAGE, Runs, World, answering, found, with_page};

fn lowered(caps: LoweredCaps) -> World {
    World {
        lowered: caps,
        ..with_page(PAGE)
    }
}

#[test]
fn a_run_may_take_exactly_its_time_and_spend_exactly_its_budget() {
    let world = lowered(LoweredCaps {
        budget_units_clamp: Some(90),
        ..LoweredCaps::default()
    });
    world.clock.elapsed_ms.set(10_000);
    let run = world.run();
    assert_eq!(run.pack.answer.action, OutputAction::Answer);
    assert_eq!(run.pack.telemetry.units, 90);
    // At its last moment a run is not late, but a call has no time left; then it is late.
    for (elapsed, calls) in [(15_000, 1), (15_001, 0)] {
        world.clock.elapsed_ms.set(elapsed);
        let late = world.run();
        assert_eq!(late.pack.telemetry.reason, ResearchStopReason::Timeout);
        assert_eq!(late.pack.calls.len(), calls);
    }
}

#[test]
fn a_slow_page_is_cut_at_its_deadline() {
    let world = World {
        lowered: LoweredCaps {
            per_call_timeout_ms: Some(200),
            ..LoweredCaps::default()
        },
        ..answering(|asked, own| match asked.target.starts_with("/page") {
            true => FakeAnswer::new(200, "text/plain", PAGE)
                .dripping(1, std::time::Duration::from_millis(50)),
            false => found(own, &["/page"]),
        })
    };
    let begun = std::time::Instant::now();
    let run = world.run();
    assert_eq!(run.pack.telemetry.reason, ResearchStopReason::Timeout);
    assert!(begun.elapsed().as_secs() < 5);
    let cut = &run.pack.calls.last().expect("a call").call;
    assert_eq!((cut.status, cut.body.as_str()), (None, ""));
}

#[test]
fn questions_that_differ_in_blanks_are_one_and_so_are_addresses_that_differ_in_tracking() {
    let mut world = answering(|asked, own| match asked.target.starts_with("/page") {
        true => FakeAnswer::new(200, "text/plain", PAGE),
        false => found(own, &["/page?utm_source=a", "/page", "/page#top"]),
    });
    let first = world.run();
    world.question = "  When was\n the Harrow   mill rebuilt? ";
    let second = world.run();
    assert_eq!(first.pack.asked, second.pack.asked);
    assert_eq!(first.pack.answer, second.pack.answer);
    let pages = world.server.requests();
    let pages = pages.iter().filter(|page| page.target.starts_with("/page"));
    assert_eq!(pages.count(), 2);
}

#[test]
fn a_page_made_to_take_long_does_not() {
    for piece in [
        "rent mill:\n\n",
        "1.\n\n",
        "(a) rent;\n\n",
        "rent\tmill\t5\n",
        "The rent, ",
    ] {
        let text = piece.repeat(500_000 / piece.len());
        let world = answering(move |asked, own| match asked.target.starts_with("/page") {
            true => FakeAnswer::new(200, "text/plain", text.clone()),
            false => found(own, &["/page"]),
        });
        let begun = Instant::now();
        world.run();
        // Ample even for a build that is not optimised.
        assert!(
            begun.elapsed().as_secs() < 15,
            "{piece:?}: {:?}",
            begun.elapsed()
        );
    }
}

#[test]
fn a_dripping_tool_is_cut_when_the_runs_time_is_up() {
    let world = World {
        lowered: LoweredCaps {
            total_research_timeout_ms: Some(500),
            ..LoweredCaps::default()
        },
        ..answering(|_, _| {
            let endless = FakeAnswer::new(200, "application/json", vec![b' '; 100_000]);
            endless.dripping(1, Duration::from_millis(5))
        })
    };
    // A call may take five seconds; of the run's half second a fifth is gone.
    world.clock.elapsed_ms.set(100);
    let begun = Instant::now();
    let event = world.run().pack.telemetry;
    let took = begun.elapsed().as_millis();
    assert_eq!(event.reason, ResearchStopReason::Timeout);
    assert!((395..=450).contains(&took), "cut after {took} ms");
}
