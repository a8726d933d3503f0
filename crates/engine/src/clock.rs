//! The time a run is told, from one clock.

use std::time::Instant;

use groundstop_ledger::Moment;

/// The time, and how much of it has gone by.
pub trait Clock {
    /// Now.
    fn now(&self) -> Moment;
    /// Milliseconds since the clock was started, never fewer than before. A run is
    /// given a clock that starts with it.
    fn elapsed_ms(&self) -> u64;
}

/// The clock of this machine, started when it is made.
#[derive(Debug)]
pub struct SystemClock(Instant);

impl SystemClock {
    /// Starts it.
    #[must_use]
    #[allow(
        clippy::disallowed_methods,
        reason = "the one place that starts a clock; everything else is handed one"
    )]
    pub fn start() -> SystemClock {
        SystemClock(Instant::now())
    }
}

impl Clock for SystemClock {
    fn now(&self) -> Moment {
        Moment::from_micros(jiff::Timestamp::now().as_microsecond())
    }

    #[allow(
        clippy::disallowed_methods,
        reason = "the one place that reads the machine's clock"
    )]
    fn elapsed_ms(&self) -> u64 {
        u64::try_from(self.0.elapsed().as_millis()).unwrap_or(u64::MAX)
    }
}

/// A clock that starts with a run.
pub(crate) struct RunClock<'a> {
    clock: &'a dyn Clock,
    began_ms: u64,
}

impl RunClock<'_> {
    pub(crate) fn start(clock: &dyn Clock) -> RunClock<'_> {
        RunClock {
            clock,
            began_ms: clock.elapsed_ms(),
        }
    }
}

impl Clock for RunClock<'_> {
    fn now(&self) -> Moment {
        self.clock.now()
    }

    fn elapsed_ms(&self) -> u64 {
        self.clock.elapsed_ms().saturating_sub(self.began_ms)
    }
}
