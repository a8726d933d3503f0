//! One run, as far as it can be derived from what its calls brought: everything
//! is screened, sources are validated, claims are made, and the run is settled.
//!
//! The same steps serve a run and its replay: what the calls brought goes in, in
//! order, and nothing else has a say.

use groundstop_canon::jcs::JcsError;
use groundstop_contract::OutputAction;
use groundstop_contract::answer::Answer;
use groundstop_contract::research::{ResearchStopReason, Tool};
use groundstop_contract::telemetry::{CallCounts, SourceFault, Telemetry};
use groundstop_document::{ByteSpan, Document};
use jiff::civil::Date;
use jiff::fmt::rfc2822;

use crate::answer::{Asked, Claims, claims};
use crate::call::{CallFault, Found, FoundDocument, FoundPage, Link, Unacceptable};
use crate::inquiry::Inquiry;
use crate::outcome::{Conditions, Ended, Ending, downgraded, examine, message, settle};
use crate::screen::{HitTier, Layer, Screen, Screening};
use crate::source::{Origin, Source};
use crate::telemetry::{Told, telemetry};
use crate::validate::{canonical_url, is_plausible, spoken, validate};

/// What a call brought, with what it cost.
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
    /// What it brought.
    pub found: Result<Found, CallFault>,
}

/// A run under way.
pub struct Gathering<'a> {
    screen: &'a Screen,
    inquiry: Inquiry,
    conditions: Conditions,
    calls: CallCounts,
    units: u64,
    bytes: u64,
    fetched: u64,
    out_of_reach: u64,
    returned: u64,
    links: Vec<Link>,
    sources: Vec<Source>,
    unacceptable: Vec<SourceFault>,
    strong: u64,
    weak: u64,
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
            fetched: 0,
            out_of_reach: 0,
            returned: 0,
            links: Vec::new(),
            sources: Vec::new(),
            unacceptable: Vec::new(),
            strong: 0,
            weak: 0,
        }
    }

    /// Notes a condition that no call brought: a refusal, a limit.
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

    /// Takes in what a call brought.
    pub fn take(&mut self, brought: ToolResult) {
        self.count(&brought);
        match brought.found {
            Err(fault) => self.fault(fault),
            Ok(Found::Documents(documents)) => documents
                .into_iter()
                .for_each(|document| self.document(document)),
            Ok(Found::Links { links, texts }) => self.found_links(links, &texts),
            Ok(Found::Page(page)) => self.page(*page, brought.rank),
        }
    }

    fn count(&mut self, brought: &ToolResult) {
        self.bytes = self.bytes.saturating_add(brought.bytes);
        let fetches = u64::from(brought.tool == Tool::Fetch);
        self.fetched = self.fetched.saturating_add(fetches);
        let count = match (brought.cached, brought.tool) {
            (true, _) => &mut self.calls.cached,
            (false, Tool::Corpus) => &mut self.calls.corpus,
            (false, Tool::Search) => &mut self.calls.search,
            (false, Tool::Fetch) => &mut self.calls.fetch,
        };
        *count = count.saturating_add(1);
        if !brought.cached {
            let cost = u64::from(brought.tool.cost_units());
            self.units = self.units.saturating_add(cost);
        }
    }

    fn fault(&mut self, fault: CallFault) {
        match fault.condition() {
            Some(reason) => self.conditions.add(reason),
            None => self.out_of_reach = self.out_of_reach.saturating_add(1),
        }
    }

    fn document(&mut self, found: FoundDocument) {
        self.look_at_text(&found.name);
        let stripped = self.look_at(&found.document);
        self.returned = self.returned.saturating_add(1);
        self.sources.push(Source {
            origin: Origin::Document { name: found.name },
            document: found.document,
            passages: found.passages,
            stripped,
            published: None,
            has_author: true,
        });
    }

    fn found_links(&mut self, links: Vec<Link>, texts: &[String]) {
        for text in texts {
            // A vendor may repeat what was asked; that is nobody's order.
            if text != self.inquiry.question.text() {
                self.look_at_text(text);
            }
        }
        for link in links {
            self.look_at_address(&link.url);
            let address = canonical_url(&link.url);
            let known = |other: &Link| canonical_url(&other.url) == address;
            if address.is_some() && !self.links.iter().any(known) {
                self.links.push(link);
            }
        }
    }

    fn page(&mut self, page: FoundPage, rank: Option<u32>) {
        self.look_at_address(&page.url);
        self.returned = self.returned.saturating_add(1);
        let document = match page.document {
            Ok(document) => document,
            Err(why) => return self.unacceptable.push(source_fault(why)),
        };
        let stripped = self.look_at(&document);
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
            stripped,
            published,
            has_author: false,
        });
    }

    /// Screens a document; gives what may not be quoted of it.
    fn look_at(&mut self, document: &Document) -> Vec<ByteSpan> {
        let screening = self.screen.document(document);
        self.note(&screening);
        let listed = u64::try_from(screening.hits.len()).unwrap_or(u64::MAX);
        let event = &screening.event;
        if listed < event.strong.saturating_add(event.weak) {
            // Where not all hits are listed, nothing can be quoted safely.
            return vec![ByteSpan::new(0, document.text().len())];
        }
        let visible = screening.hits.iter();
        visible
            .filter(|hit| hit.layer == Layer::Visible && hit.tier == HitTier::Weak)
            .map(|hit| ByteSpan::new(hit.bytes.start, hit.bytes.end))
            .collect()
    }

    /// Screens an address, as it is written and as it is meant to be read.
    fn look_at_address(&mut self, url: &str) {
        self.look_at_text(url);
        if let Some(said) = spoken(url) {
            self.look_at_text(&said);
        }
    }

    fn look_at_text(&mut self, text: &str) {
        let screening = self.screen.text(text, Layer::Metadata);
        self.note(&screening);
    }

    fn note(&mut self, screening: &Screening) {
        self.strong = self.strong.saturating_add(screening.event.strong);
        self.weak = self.weak.saturating_add(screening.event.weak);
        if screening.event.strong > 0 {
            self.conditions.add(ResearchStopReason::InjectionDetected);
        }
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
    /// noted first: who cannot remember having asked would ask for ever.
    ///
    /// # Errors
    /// As [`Gathering::conclude`].
    pub fn conclude_noting(
        mut self,
        is_late: impl FnOnce() -> bool,
        is_noted: impl FnOnce() -> bool,
    ) -> Result<Concluded, JcsError> {
        if self.fetched > 0 && self.fetched == self.out_of_reach {
            self.met(ResearchStopReason::InternalInconsistency);
        }
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
            sources: cited,
            clarified: self.inquiry.clarified,
        };
        let mut ending = settle(&ended);
        if ending.action == OutputAction::AskClarify && !is_noted() {
            let reason = ResearchStopReason::InternalInconsistency;
            ended.conditions.add(reason);
            ending = settle(&ended);
        }
        let (ending, answer, flawed) = released(ending, said);
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
        })
    }
}

/// What leaves at an ending: the claims only with an answer, and nothing of them
/// where the last look finds a flaw; whether it did.
fn released(ending: Ending, said: Claims) -> (Ending, Answer, bool) {
    let (claims, disagreements) = match ending.action {
        OutputAction::Answer => (said.claims, said.disagreements),
        OutputAction::AskClarify | OutputAction::Unknown | OutputAction::Baseline => {
            (Vec::new(), Vec::new())
        }
    };
    let citations: Vec<usize> = claims.iter().map(|claim| claim.citations.len()).collect();
    let flawed = examine(&ending, &citations).is_err();
    let (ending, claims, disagreements) = match flawed {
        true => (downgraded(&ending), Vec::new(), Vec::new()),
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
