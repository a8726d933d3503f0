//! Stop Priority: of all conditions that hold, the first in the contract's order wins.

use groundstop_contract::{
    Environment, OutputAction, PolicyCaps, ResearchStopReason as Reason, Tier,
};
use groundstop_research::outcome::{Conditions, Ended};

use crate::sheet::{NotRun, Sheet};
use crate::world::Bench;

/// The ten conditions that end a run otherwise than well, by their numbers in
/// section 5 of the contract.
const NUMBERED: [(usize, Reason); 10] = [
    (4, Reason::EntitlementCap),
    (5, Reason::PolicyDisabled),
    (7, Reason::BudgetExhausted),
    (6, Reason::RateLimited),
    (8, Reason::Timeout),
    (2, Reason::SandboxViolation),
    (3, Reason::InjectionDetected),
    (10, Reason::NoSource),
    (9, Reason::ValidationFail),
    (1, Reason::InternalInconsistency),
];

/// The members of a set, from a number whose bits name them.
fn members(bits: usize) -> impl Iterator<Item = (usize, Reason)> {
    let held = move |place: usize| bits >> place & 1 == 1;
    let all = NUMBERED.into_iter().enumerate();
    all.filter(move |(place, _)| held(*place))
        .map(|(_, one)| one)
}

/// All sets of the ten conditions.
pub(crate) fn sets() -> impl Iterator<Item = Conditions> {
    (0..1 << NUMBERED.len()).map(|bits| members(bits).map(|(_, reason)| reason).collect())
}

pub(crate) fn check(sheet: &mut Sheet, bench: &Bench) -> Result<(), NotRun> {
    for bits in 0..1 << NUMBERED.len() {
        for tier in Tier::ALL {
            for environment in Environment::ALL {
                for rest in 0..12 {
                    let one = Situation {
                        bits,
                        tier: *tier,
                        environment: *environment,
                        attempted: rest & 1 != 0,
                        clarified: rest & 2 != 0,
                        bundle: BUNDLES.into_iter().nth(rest / 4).unwrap_or_default(),
                    };
                    one.check(sheet, bench);
                }
            }
        }
    }
    Ok(())
}

/// How many sources were accepted, and how many of them cover the question.
const BUNDLES: [(usize, usize); 3] = [(0, 0), (2, 0), (3, 2)];

#[derive(Clone, Copy, Debug)]
struct Situation {
    bits: usize,
    tier: Tier,
    environment: Environment,
    attempted: bool,
    clarified: bool,
    bundle: (usize, usize),
}

impl Situation {
    /// What the table says: the number of the winner, all numbers, the action.
    fn expected(self) -> (Vec<usize>, OutputAction) {
        let free = self.tier == Tier::Free;
        let mut numbers: Vec<usize> = members(self.bits).map(|(number, _)| number).collect();
        if free && !numbers.contains(&4) {
            numbers.push(4);
        }
        // Who is not entitled never got as far as a call.
        let attempted = self.attempted && !free;
        let (accepted, covering) = self.bundle;
        if attempted && covering == 0 && !numbers.contains(&10) {
            numbers.push(10);
        }
        if numbers.is_empty() {
            // Nothing was tried and nothing stood in the way: that cannot be.
            numbers.push(if attempted { 11 } else { 1 });
        }
        numbers.sort_unstable();
        let ask = match self.clarified {
            true => OutputAction::Unknown,
            false => OutputAction::AskClarify,
        };
        let action = match numbers.first() {
            Some(11) => OutputAction::Answer,
            Some(10) => ask,
            Some(_) if attempted && accepted == 0 => ask,
            Some(_) | None => OutputAction::Baseline,
        };
        (numbers, action)
    }

    fn check(self, sheet: &mut Sheet, bench: &Bench) {
        let free = PolicyCaps::of(self.tier, self.environment).is_none();
        let mut conditions: Conditions = members(self.bits).map(|(_, reason)| reason).collect();
        if free {
            conditions.add(Reason::EntitlementCap);
        }
        let ending = bench.product.settle(&Ended {
            conditions,
            attempted: self.attempted && !free,
            accepted: self.bundle.0,
            covering: self.bundle.1,
            clarified: self.clarified,
        });
        let told = [ending.reason].into_iter().chain(ending.others);
        let numbers: Vec<usize> = told.map(number).collect();
        let expected = self.expected();
        sheet.expect(
            (&numbers, ending.action) == (&expected.0, expected.1),
            || {
                format!(
                    "{self:?}: {numbers:?} {} in place of {expected:?}",
                    ending.action
                )
            },
        );
    }
}

fn number(reason: Reason) -> usize {
    let known = NUMBERED.iter().find(|(_, known)| *known == reason);
    known.map_or(11, |(number, _)| *number)
}
