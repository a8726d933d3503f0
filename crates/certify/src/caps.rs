//! Policy Caps: the table, what configuration may do to it, and limits met by real runs.

use std::time::Duration;

use crate::fakes::FakeAnswer;
use groundstop_contract::{
    Environment, OutputAction, PolicyCaps, ResearchStopReason as Reason, Tier,
};
use groundstop_research::caps::LoweredCaps;

use crate::sheet::{NotRun, Sheet};
use crate::world::{Bench, PAGE, World};

/// The caps of a tier in an environment, in the contract's order; none where
/// research is not granted.
const TABLE: [(Option<Tier>, Environment, Option<[u32; 5]>); 12] = [
    (None, Environment::Dev, None),
    (None, Environment::Staging, None),
    (None, Environment::Prod, None),
    (Some(Tier::Free), Environment::Dev, None),
    (Some(Tier::Free), Environment::Staging, None),
    (Some(Tier::Free), Environment::Prod, None),
    (
        Some(Tier::Pro),
        Environment::Dev,
        Some([3, 10, 5_000, 15_000, 300]),
    ),
    (
        Some(Tier::Pro),
        Environment::Staging,
        Some([5, 10, 5_000, 15_000, 500]),
    ),
    (
        Some(Tier::Pro),
        Environment::Prod,
        Some([5, 10, 5_000, 15_000, 500]),
    ),
    (
        Some(Tier::Max),
        Environment::Dev,
        Some([5, 20, 5_000, 20_000, 500]),
    ),
    (
        Some(Tier::Max),
        Environment::Staging,
        Some([10, 20, 5_000, 30_000, 1_000]),
    ),
    (
        Some(Tier::Max),
        Environment::Prod,
        Some([10, 30, 5_000, 30_000, 1_000]),
    ),
];

pub(crate) fn check(sheet: &mut Sheet, bench: &Bench) -> Result<(), NotRun> {
    for (tier, environment, caps) in TABLE {
        table(sheet, bench, tier, environment, caps);
    }
    refused(sheet, bench)?;
    per_minute(sheet, bench)?;
    in_all(sheet, bench)?;
    run_time(sheet, bench)?;
    call_time(sheet, bench)
}

fn values(caps: &PolicyCaps) -> [u32; 5] {
    caps.named().map(|(_, value)| value)
}

/// The configuration that sets one cap, counted in the contract's order.
fn set(place: usize, value: u32) -> LoweredCaps {
    let at = |own| (own == place).then_some(value);
    LoweredCaps {
        max_tool_calls_total: at(0),
        max_tool_calls_per_minute: at(1),
        per_call_timeout_ms: at(2),
        total_research_timeout_ms: at(3),
        budget_units_clamp: at(4),
    }
}

/// The caps that hold, in the contract's order.
fn held(
    bench: &Bench,
    tier: Option<Tier>,
    environment: Environment,
    lowered: LoweredCaps,
) -> Result<Option<[u32; 5]>, String> {
    let held = bench.product.caps(tier, environment, lowered)?;
    Ok(held.as_ref().map(values))
}

fn table(
    sheet: &mut Sheet,
    bench: &Bench,
    tier: Option<Tier>,
    environment: Environment,
    caps: Option<[u32; 5]>,
) {
    const NAMES: [&str; 5] = [
        "max_tool_calls_total",
        "max_tool_calls_per_minute",
        "per_call_timeout_ms",
        "total_research_timeout_ms",
        "budget_units_clamp",
    ];
    let what = format!("{tier:?} in {environment}");
    let plain = held(bench, tier, environment, LoweredCaps::default());
    sheet.equal(&what, &plain, &Ok(caps));
    let Some(caps) = caps else { return };
    for ((place, name), value) in NAMES.into_iter().enumerate().zip(caps) {
        let with = |value| held(bench, tier, environment, set(place, value));
        let lowered = |value| {
            let mut lowered = caps;
            lowered
                .iter_mut()
                .skip(place)
                .take(1)
                .for_each(|cap| *cap = value);
            Ok(Some(lowered))
        };
        for above in [value.saturating_add(1), u32::MAX] {
            let what = format!("{what}: `{name}` raised to {above}");
            sheet.equal(&what, &with(above), &Err(name.to_owned()));
        }
        for below in [value, value.saturating_sub(1), 0] {
            let what = format!("{what}: `{name}` lowered to {below}");
            sheet.equal(&what, &with(below), &lowered(below));
        }
    }
}

/// Who is not entitled, and whose research is off, makes no call.
fn refused(sheet: &mut Sheet, bench: &Bench) -> Result<(), NotRun> {
    for (tier, enabled, reason) in [
        (None, true, Reason::EntitlementCap),
        (Some(Tier::Free), true, Reason::EntitlementCap),
        (Some(Tier::Free), false, Reason::EntitlementCap),
        (Some(Tier::Max), false, Reason::PolicyDisabled),
    ] {
        let mut world = World::with_page(PAGE)?;
        (world.tier, world.enabled) = (tier, enabled);
        let what = format!("{tier:?}, research on: {enabled}");
        sheet.equal(&what, &world.end(bench)?, &(reason, OutputAction::Baseline));
        sheet.equal(&what, &world.server.connections(), &0);
    }
    Ok(())
}

/// Ten calls a minute are five runs of two; the sixth has to wait for a minute.
fn per_minute(sheet: &mut Sheet, bench: &Bench) -> Result<(), NotRun> {
    let world = World::with_page(PAGE)?;
    for (now_us, reason) in [
        (0, Reason::SuccessCompleted),
        (0, Reason::SuccessCompleted),
        (1_000_000, Reason::SuccessCompleted),
        (2_000_000, Reason::SuccessCompleted),
        (3_000_000, Reason::SuccessCompleted),
        (4_000_000, Reason::RateLimited),
        (59_999_999, Reason::RateLimited),
        (60_000_000, Reason::SuccessCompleted),
    ] {
        world.clock.now_us.set(now_us);
        let what = format!("a run at {now_us} µs");
        sheet.equal(&what, &world.end(bench)?.0, &reason);
    }
    sheet.equal("calls in all", &world.server.connections(), &12);
    Ok(())
}

/// So many calls and units, and not one more.
fn in_all(sheet: &mut Sheet, bench: &Bench) -> Result<(), NotRun> {
    let paths = ["/p1", "/p2", "/p3", "/p4", "/p5", "/p6", "/p7", "/p8"];
    let pages = paths.map(|path| (path, PAGE));
    for most in 1..=5_u32 {
        let mut world = World::with_pages(&pages)?;
        world.lowered.max_tool_calls_total = Some(most);
        world.ask(bench)?;
        let made = u32::try_from(world.server.connections()).unwrap_or(u32::MAX);
        sheet.equal(&format!("calls where {most} may be made"), &made, &most);
    }
    // A search costs 60 units, a page 30.
    for (units, calls) in [(0, 0), (59, 0), (60, 1), (89, 1), (90, 2), (149, 3)] {
        let mut world = World::with_pages(&pages)?;
        world.lowered.budget_units_clamp = Some(units);
        let reason = world.end(bench)?.0;
        let what = format!("a run of {units} units");
        let found = (reason, world.server.connections());
        sheet.equal(&what, &found, &(Reason::BudgetExhausted, calls));
    }
    Ok(())
}

/// The run's own time, by a clock that is put there.
fn run_time(sheet: &mut Sheet, bench: &Bench) -> Result<(), NotRun> {
    for (elapsed_ms, reason) in [
        (0, Reason::SuccessCompleted),
        (15_000, Reason::Timeout),
        (15_001, Reason::Timeout),
        (u64::MAX, Reason::Timeout),
    ] {
        let world = World::with_page(PAGE)?;
        world.clock.elapsed_ms.set(elapsed_ms);
        let what = format!("a run {elapsed_ms} ms old");
        sheet.equal(&what, &world.end(bench)?.0, &reason);
    }
    Ok(())
}

/// A real server that lets out a byte at a time is cut when its time is up.
fn call_time(sheet: &mut Sheet, bench: &Bench) -> Result<(), NotRun> {
    const TIME_MS: u32 = 150;
    // All of it would take many seconds.
    let slow = FakeAnswer::json(200, " ".repeat(2_000)).dripping(1, Duration::from_millis(10));
    for (lowered, what) in [
        (set(2, TIME_MS), "a call past its own time"),
        (set(3, TIME_MS), "a call past the run's time"),
    ] {
        let mut world = World::answering({
            let slow = slow.clone();
            move |_, _| slow.clone()
        })?;
        world.lowered = lowered;
        let pack = world.ask(bench)?.pack;
        sheet.equal(what, &pack.telemetry.reason, &Reason::Timeout);
        let took: Vec<u64> = pack
            .calls
            .iter()
            .map(|packed| packed.call.elapsed_ms)
            .collect();
        let cut = matches!(took.as_slice(), [ms] if (u64::from(TIME_MS)..2_000).contains(ms));
        sheet.expect(cut, || format!("{what}: calls of {took:?} ms"));
    }
    Ok(())
}
