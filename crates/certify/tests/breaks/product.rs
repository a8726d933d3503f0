//! The product, broken in one way at a time.

use std::cell::{Cell, RefCell};
use std::io;
use std::path::Path;
use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use groundstop_adapter::{CallGate, Egress, Reached, ReachedCall, Resolve, Settings, ToolRequest};
use groundstop_canon::{Json, jcs, sha256_hex};
use groundstop_certify::world::KEY;
use groundstop_certify::{Built, Product, ProgramOutput};
use groundstop_contract::certificate::CertifiedBox;
use groundstop_contract::frozen::{Content, Contract};
use groundstop_contract::pack::{CallEnd, CallRecord};
use groundstop_contract::report::Report;
use groundstop_contract::research::{ANSWER_MESSAGE, BASELINE_MESSAGE};
use groundstop_contract::{
    Decision, Environment, OutputAction, PolicyCaps, ResearchStopReason, Tier, Tool,
};
use groundstop_engine::{AskError, ResearchRun, Run, RunContext, RunError, RunRequest, Tools};
use groundstop_ledger::Moment;
use groundstop_ledger::kept::{Kept, Namespace, Put, PutOutcome};
use groundstop_ledger::meter::{Amounts, Reservation, ReservationRequest, Reserved, Settled};
use groundstop_ledger::store::{KeptStore, MeterStore, RunStore, StoreError, Swept};
use groundstop_research::caps::LoweredCaps;
use groundstop_research::outcome::{Ended, Ending};
use groundstop_research::route::Ticket;
use groundstop_research::screen::{RuleError, Screen};
use groundstop_rules::Validation;

/// A way in which the product can be broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Break {
    /// This machine is reached without permission.
    OpenGuard,
    /// Nobody without sources is asked anything.
    SilentNoSource,
    /// A configuration may raise a cap.
    RaisedCaps,
    /// The screen has lost its rules.
    EmptyScreen,
    /// The screen has lost one rule.
    LostRule,
    /// Links that stand in a page are followed.
    FollowedLinks,
    /// A call that failed is taken for one that brought nothing.
    ForgivenFaults,
    /// A store that failed is taken for one that counted.
    ForgivenStore,
    /// The last reason wins in place of the first.
    LastReasonWins,
    /// What a run says depends on how many ran before it.
    CountedRuns,
    /// A key that a vendor repeats is kept.
    KeptKey,
    /// The user is told the reason.
    SpokenReason,
    /// A cap is one higher, under the same version.
    ChangedCap,
    /// Two reasons have changed places in the order, under the same version.
    SwappedPriority,
    /// A point of a contract's document is gone, under the same version.
    DroppedPoint,
    /// A room that owns no door is built with an HTTP client.
    SecondDoor,
    /// The program grants what is asked for, whatever is configured.
    LooseProgram,
    /// The program shows why a run ended.
    TalkativeProgram,
    /// What must stop is accepted.
    AcceptedStop,
    /// Every candidate of a rule is valid.
    ValidRules,
}

impl Break {
    /// All breaks.
    pub(crate) const ALL: [Break; 20] = [
        Break::OpenGuard,
        Break::SilentNoSource,
        Break::RaisedCaps,
        Break::EmptyScreen,
        Break::LostRule,
        Break::FollowedLinks,
        Break::ForgivenFaults,
        Break::ForgivenStore,
        Break::LastReasonWins,
        Break::CountedRuns,
        Break::KeptKey,
        Break::SpokenReason,
        Break::ChangedCap,
        Break::SwappedPriority,
        Break::DroppedPoint,
        Break::SecondDoor,
        Break::LooseProgram,
        Break::TalkativeProgram,
        Break::AcceptedStop,
        Break::ValidRules,
    ];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Break::OpenGuard => "open guard",
            Break::SilentNoSource => "silent without sources",
            Break::RaisedCaps => "raised caps",
            Break::EmptyScreen => "empty screen",
            Break::LostRule => "lost rule",
            Break::FollowedLinks => "followed links",
            Break::ForgivenFaults => "forgiven faults",
            Break::ForgivenStore => "forgiven store",
            Break::LastReasonWins => "last reason wins",
            Break::CountedRuns => "counted runs",
            Break::KeptKey => "kept key",
            Break::SpokenReason => "spoken reason",
            Break::ChangedCap => "changed cap",
            Break::SwappedPriority => "swapped priority",
            Break::DroppedPoint => "dropped point",
            Break::SecondDoor => "second door",
            Break::LooseProgram => "loose program",
            Break::TalkativeProgram => "talkative program",
            Break::AcceptedStop => "accepted stop",
            Break::ValidRules => "valid rules",
        }
    }

    /// The box that must notice.
    pub(crate) fn noticed_by(self) -> CertifiedBox {
        match self {
            Break::OpenGuard | Break::SecondDoor => CertifiedBox::ToolBoundary,
            Break::SilentNoSource => CertifiedBox::NoSource,
            Break::RaisedCaps => CertifiedBox::PolicyCaps,
            Break::EmptyScreen | Break::LostRule => CertifiedBox::InjectionFilter,
            Break::FollowedLinks => CertifiedBox::NonAgentic,
            Break::ForgivenFaults | Break::ForgivenStore => CertifiedBox::FailClosed,
            Break::LastReasonWins => CertifiedBox::StopPriority,
            Break::CountedRuns => CertifiedBox::Deterministic,
            Break::KeptKey | Break::SpokenReason => CertifiedBox::NoLeakage,
            Break::ChangedCap | Break::SwappedPriority | Break::DroppedPoint => {
                CertifiedBox::FrozenParts
            }
            Break::LooseProgram | Break::TalkativeProgram => CertifiedBox::CommandLine,
            Break::AcceptedStop => CertifiedBox::StopTriggers,
            Break::ValidRules => CertifiedBox::RuleCandidates,
        }
    }
}

/// The product with one break in it.
pub(crate) struct Broken {
    by: Break,
    runs: Cell<u64>,
}

impl Broken {
    pub(crate) fn by(by: Break) -> Broken {
        Broken {
            by,
            runs: Cell::new(0),
        }
    }
}

impl Product for Broken {
    fn ask(
        &self,
        question: &RunRequest<'_>,
        context: &mut RunContext<'_>,
    ) -> Result<ResearchRun, AskError> {
        let mut run = Built.ask(question, context)?;
        match self.by {
            Break::CountedRuns => {
                self.runs.set(self.runs.get() + 1);
                run.pack.telemetry.bytes += self.runs.get();
            }
            Break::SpokenReason => {
                let reason = run.pack.telemetry.reason;
                run.pack.answer.message.push_str(&format!(" ({reason})"));
            }
            _ => return Ok(run),
        }
        run.bytes = jcs::canonical(&run.pack).expect("a pack").into_bytes();
        run.pack_sha256 = sha256_hex(&run.bytes);
        Ok(run)
    }

    fn tools(&self, mut settings: Settings, names: Option<Arc<dyn Resolve>>) -> Box<dyn Tools> {
        if self.by == Break::OpenGuard {
            settings.egress = Egress {
                allow_loopback: true,
                allow_loopback_pages: true,
                ..settings.egress
            };
        }
        Box::new(BrokenTools {
            by: self.by,
            whole: Built.tools(settings, names),
            link: RefCell::default(),
        })
    }

    fn store<'s>(&self, store: &'s dyn RunStore) -> Option<Box<dyn RunStore + 's>> {
        (self.by == Break::ForgivenStore).then(|| Box::new(Forgiving(store)) as _)
    }

    fn screen(&self) -> Result<Screen, RuleError> {
        match self.by {
            Break::EmptyScreen => Screen::without(|_| true),
            Break::LostRule => Screen::without(|rule| rule.id == "grammar-05"),
            _ => Built.screen(),
        }
    }

    fn caps(
        &self,
        tier: Option<Tier>,
        environment: Environment,
        lowered: LoweredCaps,
    ) -> Result<Option<PolicyCaps>, String> {
        match (self.by, Built.caps(tier, environment, lowered)) {
            (Break::RaisedCaps, Err(_)) => Built.caps(tier, environment, LoweredCaps::default()),
            (_, held) => held,
        }
    }

    fn settle(&self, ended: &Ended) -> Ending {
        let mut ending = Built.settle(ended);
        match self.by {
            Break::LastReasonWins => {
                if let Some(last) = ending.others.pop() {
                    ending.others.insert(0, ending.reason);
                    ending.reason = last;
                }
            }
            Break::SilentNoSource if ending.reason == ResearchStopReason::NoSource => {
                ending.action = OutputAction::Baseline;
            }
            _ => {}
        }
        ending
    }

    fn graph(&self) -> String {
        let graph = Built.graph();
        match self.by == Break::SecondDoor {
            true => graph.replace("groundstop-research ", "groundstop-research ureq "),
            false => graph,
        }
    }

    /// There is no program here: this one says what a broken one would.
    fn command(&self, _: &Path, folder: &Path, arguments: &[&str]) -> io::Result<ProgramOutput> {
        let log = folder.join("state/groundstop");
        std::fs::create_dir_all(&log)?;
        let line = r#"{"telemetry": {"reason": "SUCCESS_COMPLETED"}}"#;
        std::fs::write(log.join("research.log"), line)?;
        let free = arguments.contains(&"FREE");
        Ok(match self.by == Break::TalkativeProgram && free {
            true => ProgramOutput {
                code: Some(3),
                stdout: format!("{BASELINE_MESSAGE} (ENTITLEMENT_CAP)"),
                stderr: String::new(),
            },
            false => ProgramOutput {
                code: Some(0),
                stdout: format!("{ANSWER_MESSAGE} It was rebuilt in 1931."),
                stderr: String::new(),
            },
        })
    }

    fn verify(&self, run: &Run<'_>) -> Result<Report, RunError> {
        let mut report = Built.verify(run)?;
        if self.by == Break::AcceptedStop {
            for one in &mut report.decisions {
                one.decision = Decision::Accept;
            }
        }
        Ok(report)
    }

    fn validate(&self, candidate: &Json) -> Validation {
        let mut found = Built.validate(candidate);
        if self.by == Break::ValidRules {
            found.problems.clear();
        }
        found
    }

    fn contracts(&self) -> Vec<Contract> {
        let mut contracts = Built.contracts();
        let research = contracts.iter_mut().filter(|one| one.name == "research");
        for part in research.flat_map(|one| one.parts.iter_mut()) {
            match (self.by, part.name, &mut part.content) {
                (Break::ChangedCap, "caps", Content::Record(rows)) => {
                    let cap = rows.pointer_mut("/3/caps/max_tool_calls_total");
                    let cap = cap.expect("the calls of the tier PRO");
                    *cap = (cap.as_u64().expect("a number") + 1).into();
                }
                (Break::SwappedPriority, "stop_priority", Content::List(codes)) => {
                    codes.swap(1, 2);
                }
                (Break::DroppedPoint, "points", Content::List(numbers)) => {
                    numbers.pop();
                }
                _ => {}
            }
        }
        contracts
    }
}

/// Tools that do what they should, but for one thing.
struct BrokenTools {
    by: Break,
    whole: Box<dyn Tools>,
    /// A link that stood in a page.
    link: RefCell<Option<String>>,
}

impl Tools for BrokenTools {
    fn reach(&self, ticket: Ticket, request: ToolRequest<'_>, gate: &mut CallGate<'_>) -> Reached {
        let followed = self.link.borrow_mut().take();
        let reached = match (&followed, request) {
            (Some(link), ToolRequest::Fetch(_)) => {
                self.whole.reach(ticket, ToolRequest::Fetch(link), gate)
            }
            _ => self.whole.reach(ticket, request, gate),
        };
        let Reached::Called(call) = reached else {
            return reached;
        };
        let record = self.changed(call.into_parts().1.call);
        Reached::Called(Box::new(ReachedCall::of_record(record, gate)))
    }
}

impl BrokenTools {
    fn changed(&self, record: CallRecord) -> CallRecord {
        let body = STANDARD.decode(&record.body).unwrap_or_default();
        let body = String::from_utf8_lossy(&body).into_owned();
        match self.by {
            Break::FollowedLinks if record.tool == Tool::Fetch => {
                let link = body
                    .split_whitespace()
                    .find(|word| word.starts_with("http"));
                *self.link.borrow_mut() = link.map(str::to_owned);
                record
            }
            Break::ForgivenFaults
                if record.end != CallEnd::Answered || record.status != Some(200) =>
            {
                let forgiven = CallRecord {
                    end: CallEnd::Answered,
                    status: Some(200),
                    ..record
                };
                saying(forgiven, r#"{"results": []}"#)
            }
            Break::KeptKey => {
                let mut record = saying(record, &body.replace("[key]", KEY));
                for line in &mut record.headers {
                    line.value = line.value.replace("[key]", KEY);
                }
                record
            }
            _ => record,
        }
    }
}

/// A record whose answer says something else.
fn saying(record: CallRecord, body: &str) -> CallRecord {
    CallRecord {
        body: STANDARD.encode(body),
        body_sha256: sha256_hex(body.as_bytes()),
        ..record
    }
}

/// A store whose failure to count is passed over.
struct Forgiving<'s>(&'s dyn RunStore);

impl MeterStore for Forgiving<'_> {
    fn reserve(&self, request: &ReservationRequest<'_>) -> Result<Reserved, StoreError> {
        self.0.reserve(request)
    }

    fn settle(
        &self,
        reservation: Reservation,
        spent: Amounts,
        now: Moment,
    ) -> Result<Settled, StoreError> {
        let settled = self.0.settle(reservation, spent, now);
        Ok(settled.unwrap_or(Settled::Settled))
    }
}

impl KeptStore for Forgiving<'_> {
    fn put(&self, put: &Put<'_>) -> Result<PutOutcome, StoreError> {
        self.0.put(put)
    }

    fn get(
        &self,
        namespace: Namespace,
        key: &str,
        now: Moment,
    ) -> Result<Option<Kept>, StoreError> {
        self.0.get(namespace, key, now)
    }

    fn sweep(&self, now: Moment) -> Result<Swept, StoreError> {
        self.0.sweep(now)
    }
}
