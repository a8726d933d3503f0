//! The one event of a run, put together from counts and codes.

use groundstop_canon::jcs::{self, JcsError};
use groundstop_canon::sha256_hex;
use groundstop_contract::answer::Answer;
use groundstop_contract::frozen::RESEARCH_VERSION;
use groundstop_contract::research::{Environment, Tier};
use groundstop_contract::telemetry::{
    CallCounts, Digest, DropCount, Grade, GradeCount, SourceCounts, SourceFault, Telemetry,
};

use crate::outcome::Ending;

/// What is told of a run.
pub(crate) struct Told<'a> {
    pub(crate) tier: Option<Tier>,
    pub(crate) environment: Environment,
    pub(crate) ending: &'a Ending,
    pub(crate) downgraded: bool,
    pub(crate) calls: CallCounts,
    pub(crate) units: u64,
    pub(crate) bytes: u64,
    pub(crate) returned: u64,
    pub(crate) covering: usize,
    pub(crate) dropped: &'a [SourceFault],
    pub(crate) grades: &'a [Grade],
    pub(crate) strong: u64,
    pub(crate) weak: u64,
    pub(crate) rules_sha256: &'a str,
    pub(crate) answer: &'a Answer,
}

/// The event, signed with the digest of its own structure.
pub(crate) fn telemetry(told: &Told<'_>) -> Result<Telemetry, JcsError> {
    let dropped = SourceFault::ALL.iter().map(|fault| DropCount {
        fault: *fault,
        count: count(told.dropped.iter().filter(|other| *other == fault)),
    });
    let grades = Grade::ALL.iter().map(|grade| GradeCount {
        grade: *grade,
        count: count(told.grades.iter().filter(|other| *other == grade)),
    });
    let claims = &told.answer.claims;
    let citations = claims.iter().flat_map(|claim| &claim.citations);
    let mut event = Telemetry {
        contract: version(),
        tier: told.tier,
        environment: told.environment,
        reason: told.ending.reason,
        others: told.ending.others.clone(),
        action: told.ending.action,
        downgraded: told.downgraded,
        calls: told.calls,
        units: told.units,
        bytes: told.bytes,
        sources: SourceCounts {
            returned: told.returned,
            accepted: count(told.grades.iter()),
            covering: u64::try_from(told.covering).unwrap_or(u64::MAX),
        },
        dropped: dropped.collect(),
        grades: grades.collect(),
        strong_hits: told.strong,
        weak_hits: told.weak,
        screen_rules_sha256: digest(told.rules_sha256),
        claims: count(claims.iter()),
        citations: count(citations),
        disagreements: count(told.answer.disagreements.iter()),
        signature: Digest::default(),
    };
    event.signature = digest(&jcs::digest(&event)?);
    Ok(event)
}

/// Whether an event carries the digest of its own structure.
#[must_use]
pub fn is_signed(event: &Telemetry) -> bool {
    let open = Telemetry {
        signature: Digest::default(),
        ..event.clone()
    };
    jcs::digest(&open).is_ok_and(|signature| digest(&signature) == event.signature)
}

fn count<T>(items: impl Iterator<Item = T>) -> u64 {
    u64::try_from(items.count()).unwrap_or(u64::MAX)
}

/// A digest as it is; anything else as its own digest, so that no text gets in.
fn digest(text: &str) -> Digest {
    let own = Digest::new(text);
    own.or_else(|| Digest::new(&sha256_hex(text.as_bytes())))
        .unwrap_or_default()
}

fn version() -> (u32, u32, u32) {
    let mut parts = RESEARCH_VERSION
        .split('.')
        .map(|part| part.parse().unwrap_or(0));
    let mut next = || parts.next().unwrap_or(0);
    (next(), next(), next())
}
