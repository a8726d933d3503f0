//! Deterministic: equal runs are equal to the last byte, and can be derived again.

use groundstop_contract::ResearchStopReason;
use groundstop_ledger::store::MemoryStore;
use groundstop_research::outcome::{Conditions, Ended};

use crate::endings::{Known, endings};
use crate::sheet::{NotRun, Sheet};
use crate::world::{Bench, World};

const REPEATS: usize = 20;

pub(crate) fn check(sheet: &mut Sheet, bench: &Bench) -> Result<(), NotRun> {
    for known in endings()? {
        repeated(sheet, bench, known)?;
    }
    spelling(sheet, bench)?;
    ties(sheet, bench)?;
    order(sheet, bench);
    Ok(())
}

fn repeated(sheet: &mut Sheet, bench: &Bench, mut known: Known) -> Result<(), NotRun> {
    let first = known.world.ask(bench)?;
    sheet.equal(
        "how a run ends",
        &first.pack.telemetry.reason,
        &known.reason,
    );
    for number in 1..=REPEATS {
        known.world.store = Box::new(MemoryStore::default());
        let again = known.world.ask(bench)?;
        let what = |part: &str| format!("{} of run {number} to {}", part, known.reason);
        sheet.expect(again.pack.answer == first.pack.answer, || what("answer"));
        sheet.expect(again.pack.telemetry == first.pack.telemetry, || {
            what("event")
        });
        sheet.expect(again.bytes == first.bytes, || what("pack"));
        let differences = known.world.replayed(bench, &again)?;
        sheet.equal(&what("differences of the replay"), &differences, &0);
    }
    Ok(())
}

/// How a question is spaced is nobody's business.
fn spelling(sheet: &mut Sheet, bench: &Bench) -> Result<(), NotRun> {
    let mut world = World::with_page(crate::world::PAGE)?;
    let first = world.ask(bench)?;
    for question in [
        "  When was the Harrow mill rebuilt?  ",
        "When\twas the\nHarrow  mill rebuilt?",
        "When was the Harrow\u{a0}mill rebuilt?",
    ] {
        world.question = question;
        world.store = Box::new(MemoryStore::default());
        let same = world.ask(bench)?.bytes == first.bytes;
        sheet.expect(same, || format!("another run for {question:?}"));
    }
    Ok(())
}

/// Documents that are worth the same to a question are found in the same order,
/// whichever was indexed first.
fn ties(sheet: &mut Sheet, bench: &Bench) -> Result<(), NotRun> {
    const OWNERS: [&str; 7] = [
        "Alder", "Birch", "Cedar", "Hazel", "Larch", "Maple", "Rowan",
    ];
    let mut documents: Vec<(String, String)> = OWNERS
        .iter()
        .map(|owner| {
            let text = format!("The Harrow mill was rebuilt in 1931 by {owner}.");
            (format!("{owner}.txt"), text)
        })
        .collect();
    let mut first: Option<Vec<u8>> = None;
    for turn in 0..REPEATS {
        // One place on, and every other time the other way round.
        documents.rotate_left(1);
        documents.reverse();
        let given: Vec<(&str, &str)> = documents
            .iter()
            .map(|(name, text)| (name.as_str(), text.as_str()))
            .collect();
        let corpus = bench.corpus(&format!("ties {turn}"), &given)?;
        let world = World::of_documents(corpus)?;
        let run = world.ask(bench)?;
        sheet.equal("claims of equal sources", &run.pack.answer.claims.len(), &5);
        let same = first.get_or_insert_with(|| run.bytes.clone()) == &run.bytes;
        sheet.expect(same, || format!("another run for another order, {turn}"));
    }
    Ok(())
}

/// Conditions come in any order; what wins does not depend on it.
fn order(sheet: &mut Sheet, bench: &Bench) {
    let settled = |reasons: Conditions| {
        bench.product.settle(&Ended {
            conditions: reasons,
            attempted: true,
            accepted: 1,
            covering: 1,
            clarified: false,
        })
    };
    let failing = || {
        let all = ResearchStopReason::ALL.iter().copied();
        all.filter(|reason| *reason != ResearchStopReason::SuccessCompleted)
    };
    for one in failing() {
        for other in failing() {
            let found = settled([one, other].into_iter().collect());
            let turned = settled([other, one].into_iter().collect());
            sheet.equal(&format!("{one} beside {other}"), &found, &turned);
        }
    }
}
