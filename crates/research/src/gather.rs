//! One run, as far as it can be derived from what its calls returned: screened tool
//! output goes in, sources are validated, claims are made, and the run is settled.
//!
//! The same steps serve a run and its replay: what the calls returned goes in, in
//! order, and nothing else has a say.

use groundstop_canon::jcs::JcsError;
use groundstop_contract::OutputAction;
use groundstop_contract::answer::Answer;
use groundstop_contract::research::{ResearchStopReason, Tool};
use groundstop_contract::telemetry::{CallCounts, SourceFault, Telemetry};
use jiff::civil::Date;
use jiff::fmt::rfc2822;

use crate::answer::{Asked, Claims, claims};
use crate::call::{CallFault, Found, FoundDocument, FoundPage, Link, Unacceptable};
use crate::inquiry::Inquiry;
use crate::outcome::{Conditions, Ended, Ending, downgraded, examine, message, settle};
use crate::screen::Screen;
use crate::screened::{OrderPlace, Screened, SourceLook};
use crate::source::{Origin, Source};
use crate::telemetry::{Told, telemetry};
use crate::validate::{canonical_url, is_plausible, validate};

/// What a call returned, with what it cost.
#[derive(Debug)]
pub struct ToolResult {
    /// The tool.
    pub tool: Tool,
    /// Which link it fetched, counted from 1.
    pub rank: Option<u32>,
    /// Whether it came from the cache.
    pub cached: bool,
    /// How many bytes came back.
    pub bytes: u64,
    /// When it came back: UTC, RFC 3339.
    pub retrieved_at: Option<String>,
    /// What it returned.
    pub found: Result<Screened, CallFault>,
}

/// A run under way.
pub struct Gathering<'a> {
    screen: &'a Screen,
    inquiry: Inquiry,
    conditions: Conditions,
    calls: CallCounts,
    units: u64,
    bytes: u64,
    returned: u64,
    links: Vec<Link>,
    sources: Vec<Source>,
    unacceptable: Vec<SourceFault>,
    strong: u64,
    weak: u64,
    orders: Vec<OrderPlace>,
}

/// A run at its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Concluded {
    /// What the user gets.
    pub answer: Answer,
    /// What the operator's monitoring gets.
    pub telemetry: Telemetry,
    /// Whether its time was up when the claims were made.
    pub late: bool,
    /// Whether it could not be kept that the user is asked to clarify.
    pub asking_not_kept: bool,
    /// Where orders to a machine stand in what came back, for the operator.
    pub orders: Vec<OrderPlace>,
}

impl<'a> Gathering<'a> {
    /// Begins.
    #[must_use]
    pub fn new(screen: &'a Screen, inquiry: Inquiry) -> Gathering<'a> {
        Gathering {
            screen,
            inquiry,
            conditions: Conditions::default(),
            calls: CallCounts::default(),
            units: 0,
            bytes: 0,
            returned: 0,
            links: Vec::new(),
            sources: Vec::new(),
            unacceptable: Vec::new(),
            strong: 0,
            weak: 0,
            orders: Vec::new(),
        }
    }

    /// Notes a condition that comes from no call: a refusal, a limit.
    pub fn met(&mut self, reason: ResearchStopReason) {
        self.conditions.add(reason);
    }

    /// The links found so far, the best one first, each address once.
    #[must_use]
    pub fn links(&self) -> &[Link] {
        &self.links
    }

    /// Whether something holds that ends the run at once.
    #[must_use]
    pub fn must_stop(&self) -> bool {
        self.conditions.in_order().next().is_some()
    }

    /// Takes in what a call returned.
    pub fn take(&mut self, result: ToolResult) {
        self.count(&result);
        let screened = match result.found {
            Ok(screened) => screened,
            Err(fault) => return self.fault(fault, result.cached),
        };
        let (strong, weak) = screened.hits();
        self.strong = self.strong.saturating_add(strong);
        self.weak = self.weak.saturating_add(weak);
        if strong > 0 {
            self.conditions.add(ResearchStopReason::InjectionDetected);
        }
        let (found, looks, orders) = screened.into_parts();
        self.orders.extend(orders);
        let at = result.retrieved_at;
        match found {
            Found::Documents(documents) => {
                for (document, look) in documents.into_iter().zip(looks) {
                    self.document(document, look, at.clone());
                }
            }
            Found::Links { links, .. } => self.found_links(links),
            Found::Page(page) => {
                let look = looks.into_iter().next().unwrap_or_default();
                self.page(*page, look, result.rank, at);
            }
        }
    }

    fn count(&mut self, result: &ToolResult) {
        self.bytes = self.bytes.saturating_add(result.bytes);
        let count = match (result.cached, result.tool) {
            (true, _) => &mut self.calls.cached,
            (false, Tool::Corpus) => &mut self.calls.corpus,
            (false, Tool::Search) => &mut self.calls.search,
            (false, Tool::Fetch) => &mut self.calls.fetch,
        };
        *count = count.saturating_add(1);
        if !result.cached {
            let cost = u64::from(result.tool.cost_units());
            self.units = self.units.saturating_add(cost);
        }
    }

    fn fault(&mut self, fault: CallFault, cached: bool) {
        self.conditions.add(fault.condition());
        self.calls.failed = self.calls.failed.saturating_add(u64::from(!cached));
        if fault == CallFault::Unavailable {
            self.unacceptable.push(SourceFault::Unreachable);
        }
    }

    fn document(&mut self, found: FoundDocument, look: SourceLook, retrieved_at: Option<String>) {
        self.returned = self.returned.saturating_add(1);
        if look.is_injected {
            return self.unacceptable.push(SourceFault::Injected);
        }
        self.sources.push(Source {
            origin: Origin::Document { name: found.name },
            document: found.document,
            passages: found.passages,
            stripped: look.stripped,
            retrieved_at,
            published: None,
            has_author: true,
        });
    }

    fn found_links(&mut self, links: Vec<Link>) {
        for link in links {
            let address = canonical_url(&link.url);
            let known = |other: &Link| canonical_url(&other.url) == address;
            if address.is_some() && !self.links.iter().any(known) {
                self.links.push(link);
            }
        }
    }

    fn page(
        &mut self,
        page: FoundPage,
        look: SourceLook,
        rank: Option<u32>,
        retrieved_at: Option<String>,
    ) {
        self.returned = self.returned.saturating_add(1);
        let document = match page.document {
            _ if look.is_injected => return self.unacceptable.push(SourceFault::Injected),
            Ok(document) => document,
            Err(why) => return self.unacceptable.push(source_fault(why)),
        };
        let link = rank
            .and_then(|rank| usize::try_from(rank).ok()?.checked_sub(1))
            .and_then(|at| self.links.get(at));
        let published = link.and_then(|link| link.published.as_deref());
        // A server's clock proves nothing: a date that cannot be is none.
        let today = self.inquiry.standard.today;
        let modified = page.modified.as_deref().and_then(day);
        let modified = modified.filter(|day| is_plausible(*day, today));
        let published = published.and_then(day).or(modified);
        self.sources.push(Source {
            origin: Origin::Page { url: page.url },
            document,
            passages: Vec::new(),
            stripped: look.stripped,
            retrieved_at,
            published,
            has_author: false,
        });
    }

    /// Ends the run. Whether its time is up is asked once more, when the claims
    /// are made.
    ///
    /// # Errors
    /// Where the event cannot be written, which no input brings about.
    pub fn conclude(self, is_late: impl FnOnce() -> bool) -> Result<Concluded, JcsError> {
        self.conclude_noting(is_late, || true)
    }

    /// As [`Gathering::conclude`]; where the user is asked to clarify, that must be
    /// noted first: who cannot remember having asked would ask for ever, so the user is
    /// told plainly then, as one who was asked already.
    ///
    /// # Errors
    /// As [`Gathering::conclude`].
    pub fn conclude_noting(
        mut self,
        is_late: impl FnOnce() -> bool,
        is_noted: impl FnOnce() -> bool,
    ) -> Result<Concluded, JcsError> {
        let question = self.inquiry.question.text();
        let validated = validate(question, self.sources, &self.inquiry.standard);
        if self.returned > 0 && validated.accepted.is_empty() {
            self.conditions.add(ResearchStopReason::ValidationFail);
        }
        let graded = validated.accepted.iter();
        let grades: Vec<_> = graded.map(|one| one.credibility.grade).collect();
        let sources: Vec<Source> = validated
            .accepted
            .into_iter()
            .map(|one| one.source)
            .collect();
        let said = claims(&Asked::new(question), &sources);
        let cited = said.cited.len();
        let attempted = self.calls != CallCounts::default();
        let late = is_late();
        if late {
            self.conditions.add(ResearchStopReason::Timeout);
        }
        let mut ended = Ended {
            conditions: self.conditions,
            attempted,
            accepted: sources.len(),
            covering: cited,
            clarified: self.inquiry.clarified,
        };
        let mut ending = settle(&ended);
        let asking_not_kept = ending.action == OutputAction::AskClarify && !is_noted();
        if asking_not_kept {
            let reason = ResearchStopReason::InternalInconsistency;
            ended.conditions.add(reason);
            ended.clarified = true;
            ending = settle(&ended);
        }
        let (ending, answer, flawed) = released(ending, said, &ended);
        let mut dropped = self.unacceptable;
        dropped.extend(validated.dropped);
        let telemetry = telemetry(&Told {
            tier: self.inquiry.tier,
            environment: self.inquiry.environment,
            ending: &ending,
            downgraded: flawed,
            calls: self.calls,
            units: self.units,
            bytes: self.bytes,
            returned: self.returned,
            covering: cited,
            dropped: &dropped,
            grades: &grades,
            strong: self.strong,
            weak: self.weak,
            rules_sha256: &self.screen.rules().record().sha256,
            answer: &answer,
        })?;
        Ok(Concluded {
            answer,
            telemetry,
            late,
            asking_not_kept,
            orders: self.orders,
        })
    }
}

/// What leaves at an ending: the claims only with an answer, and nothing of them
/// where the last look finds a flaw; whether it did.
fn released(ending: Ending, said: Claims, ended: &Ended) -> (Ending, Answer, bool) {
    let (claims, disagreements) = match ending.action {
        OutputAction::Answer => (said.claims, said.disagreements),
        OutputAction::AskClarify | OutputAction::Unknown | OutputAction::Baseline => {
            (Vec::new(), Vec::new())
        }
    };
    let citations: Vec<usize> = claims.iter().map(|claim| claim.citations.len()).collect();
    let flawed = examine(&ending, &citations).is_err();
    let (ending, claims, disagreements) = match flawed {
        true => (downgraded(&ending, ended), Vec::new(), Vec::new()),
        false => (ending, claims, disagreements),
    };
    let answer = Answer {
        action: ending.action,
        message: message(ending.action).to_owned(),
        claims,
        disagreements,
    };
    (ending, answer, flawed)
}

fn source_fault(why: Unacceptable) -> SourceFault {
    match why {
        Unacceptable::Status => SourceFault::Status,
        Unacceptable::ContentType => SourceFault::ContentType,
        Unacceptable::Unreadable => SourceFault::Unreadable,
    }
}

/// The day of a date as vendors and servers write it; nothing where it is none.
fn day(written: &str) -> Option<Date> {
    let iso = written.get(..10).and_then(|head| head.parse().ok());
    iso.or_else(|| Some(rfc2822::parse(written).ok()?.date()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_read_as_vendors_and_servers_write_them() {
        let expected = Some(jiff::civil::date(2015, 10, 21));
        for written in [
            "2015-10-21",
            "2015-10-21T07:28:00Z",
            "Wed, 21 Oct 2015 07:28:00 GMT",
        ] {
            assert_eq!(day(written), expected, "{written}");
        }
        for written in ["", "yesterday", "21.10.2015", "2015-13-41"] {
            assert_eq!(day(written), None, "{written}");
        }
    }
}
