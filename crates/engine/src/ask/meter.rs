//! The meter of a run: every call is reserved in the store before it is made, against
//! the minute of whoever asks and against the budget of the run, and settled after it.

use groundstop_adapter::{Meter, OverLimit};
use groundstop_contract::{PolicyCaps, ResearchStopReason, Tool};
use groundstop_ledger::meter::{Amounts, Reservation, ReservationRequest, Reserved, Span};
use groundstop_ledger::store::{RunStore, StoreError};

use super::run::RunRequest;
use crate::clock::Clock;

/// Counts one call of a run.
pub(super) struct StoreMeter<'a> {
    ask: &'a RunRequest<'a>,
    caps: PolicyCaps,
    store: &'a dyn RunStore,
    clock: &'a dyn Clock,
    /// What is reserved and not settled.
    reserved: Option<(Reservation, Amounts)>,
    /// The limits that would have been passed.
    pub(super) met: Vec<ResearchStopReason>,
    /// What the store said where it failed.
    pub(super) fault: Option<StoreError>,
}

impl<'a> StoreMeter<'a> {
    pub(super) fn new(
        ask: &'a RunRequest<'a>,
        caps: PolicyCaps,
        store: &'a dyn RunStore,
        clock: &'a dyn Clock,
    ) -> StoreMeter<'a> {
        StoreMeter {
            ask,
            caps,
            store,
            clock,
            reserved: None,
            met: Vec::new(),
            fault: None,
        }
    }

    /// What is asked of the store for one call of this run.
    fn request(&self, amounts: Amounts) -> ReservationRequest<'a> {
        let now = self.clock.now();
        ReservationRequest {
            principal: self.ask.principal,
            budget: self.ask.run,
            amounts,
            per_minute: Amounts {
                calls: u64::from(self.caps.max_tool_calls_per_minute),
                ..Amounts::UNLIMITED
            },
            in_all: Amounts {
                calls: u64::from(self.caps.max_tool_calls_total),
                units: u64::from(self.caps.budget_units_clamp),
                ..Amounts::UNLIMITED
            },
            at: now,
            deadline: now.after(i64::from(self.caps.per_call_timeout_ms).saturating_mul(1_000)),
        }
    }
}

impl Meter for StoreMeter<'_> {
    fn reserve(&mut self, tool: Tool) -> Result<(), OverLimit> {
        let one = Amounts {
            calls: 1,
            units: u64::from(tool.cost_units()),
            bytes: 0,
        };
        match self.store.reserve(&self.request(one)) {
            Ok(Reserved::Granted(reservation)) => {
                self.reserved = Some((reservation, one));
                Ok(())
            }
            Ok(Reserved::Refused(refusals)) => {
                self.met
                    .extend(refusals.iter().map(|refusal| match refusal.span {
                        Span::Minute => ResearchStopReason::RateLimited,
                        Span::Budget => ResearchStopReason::BudgetExhausted,
                    }));
                Err(OverLimit)
            }
            Err(error) => {
                self.fault = Some(error);
                Err(OverLimit)
            }
        }
    }

    fn settle(&mut self, bytes: u64) {
        let Some((reservation, amounts)) = self.reserved.take() else {
            return;
        };
        let spent = Amounts { bytes, ..amounts };
        if let Err(error) = self.store.settle(reservation, spent, self.clock.now()) {
            // The call was made and is told; what it cost, the store does not know.
            self.fault = Some(error);
        }
    }
}
