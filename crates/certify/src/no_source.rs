//! No-Source: where there are no sources, the user is asked or told so.

use crate::fakes::empty_page;
use groundstop_contract::pack::SearchBackend;
use groundstop_contract::{OutputAction, ResearchStopReason};
use groundstop_research::outcome::{Conditions, Ended, Ending, downgraded, examine};

use crate::priority::sets;
use crate::sheet::{NotRun, Sheet};
use crate::world::{Bench, ELSEWHERE, World};

/// The sentences of section 6.2.
const CLARIFY: &str = "I couldn't find reliable sources for your request. Could you clarify: (1) specific topic, (2) time period, or (3) source type you're looking for?";
const UNKNOWN: &str = "No sources are available for this request.";

pub(crate) fn check(sheet: &mut Sheet, bench: &Bench) -> Result<(), NotRun> {
    sets_without_sources(sheet, bench);
    last_look(sheet, bench);
    for backend in SearchBackend::ALL {
        let mut world = World::answering(move |_, _| empty_page(*backend))?;
        world.backend = *backend;
        asks_once(sheet, bench, world, &format!("an empty page of {backend}"))?;
    }
    let irrelevant = World::with_page(ELSEWHERE)?;
    asks_once(sheet, bench, irrelevant, "a page about something else")?;
    for (folder, texts) in [
        ("empty", &[][..]),
        ("elsewhere", &[("boats.txt", ELSEWHERE)][..]),
    ] {
        let world = World::of_documents(bench.corpus(folder, texts)?)?;
        asks_once(sheet, bench, world, &format!("the index `{folder}`"))?;
    }
    Ok(())
}

/// A conversation is asked to clarify once, and told plainly from then on.
fn asks_once(sheet: &mut Sheet, bench: &Bench, mut world: World, what: &str) -> Result<(), NotRun> {
    for (conversation, action, sentence) in [
        (None, OutputAction::AskClarify, CLARIFY),
        (Some("one"), OutputAction::AskClarify, CLARIFY),
        (Some("one"), OutputAction::Unknown, UNKNOWN),
        (Some("one"), OutputAction::Unknown, UNKNOWN),
        (Some("other"), OutputAction::AskClarify, CLARIFY),
    ] {
        world.conversation = conversation;
        world.clock.next_minute();
        let pack = world.ask(bench)?.pack;
        let found = (pack.telemetry.reason, pack.answer.action);
        sheet.equal(what, &found, &(ResearchStopReason::NoSource, action));
        sheet.equal(what, &pack.answer.message.as_str(), &sentence);
        sheet.expect(pack.answer.claims.is_empty(), || format!("{what}: claims"));
    }
    Ok(())
}

/// Whatever else held: without sources nothing is answered, and after a call the
/// user is asked or told, whatever code wins.
fn sets_without_sources(sheet: &mut Sheet, bench: &Bench) {
    for conditions in sets() {
        for clarified in [false, true] {
            let ending = bench.product.settle(&Ended {
                conditions,
                attempted: true,
                accepted: 0,
                covering: 0,
                clarified,
            });
            let expected = match clarified {
                false => OutputAction::AskClarify,
                true => OutputAction::Unknown,
            };
            sheet.equal(&format!("{ending:?}"), &ending.action, &expected);
        }
    }
}

/// An answer that may not leave is found out and taken back.
fn last_look(sheet: &mut Sheet, bench: &Bench) {
    let ended = Ended {
        conditions: Conditions::default(),
        attempted: true,
        accepted: 1,
        covering: 1,
        clarified: false,
    };
    let answering = bench.product.settle(&ended);
    let with = |reason, action| Ending {
        reason,
        action,
        ..answering.clone()
    };
    let no_source = ResearchStopReason::NoSource;
    for (what, ending, citations) in [
        ("an answer without claims", answering.clone(), &[][..]),
        ("an uncited claim", answering.clone(), &[0][..]),
        (
            "an uncited claim beside a cited one",
            answering.clone(),
            &[2, 0][..],
        ),
        (
            "no source, answered",
            with(no_source, OutputAction::Answer),
            &[1][..],
        ),
        (
            "no source, passed over",
            with(no_source, OutputAction::Baseline),
            &[][..],
        ),
        (
            "claims beside a question",
            with(no_source, OutputAction::AskClarify),
            &[1][..],
        ),
    ] {
        sheet.expect(examine(&ending, citations).is_err(), || {
            format!("{what} may leave")
        });
        let instead = downgraded(&ending, &ended);
        let found = (instead.reason, instead.action);
        let expected = (
            ResearchStopReason::InternalInconsistency,
            OutputAction::Baseline,
        );
        sheet.equal(what, &found, &expected);
    }
    sheet.expect(examine(&answering, &[1]).is_ok(), || {
        "a good answer may not leave".to_owned()
    });
}
