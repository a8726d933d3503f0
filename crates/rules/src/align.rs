//! Stage 3: a candidate against the text it quotes.
//!
//! Every check has its name and either holds or says the exact difference.
//! Figures are read from the document's own characters at the place of the
//! quote, never from the quote as somebody typed it. Nothing is repaired.

mod complete;
mod counted;
mod exempt;
mod figures;

use std::ops::Range;

use groundstop_contract::{CharacterFlag, RuleCandidate, RuleData, RuleStatus, RuleValue};
use groundstop_document::{ByteSpan, CharOffset, Document};
use groundstop_evidence::{FoldedDocument, Hints, locate_all, text_key};
use serde::Serialize;

use crate::standing::taken_back;
use crate::statute::Statute;

/// One check and how it ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Check {
    /// Its name: verbatim, numbers, unit, conditions, conditions_complete, range or rate.
    pub check: &'static str,
    /// Whether it holds.
    pub ok: bool,
    /// What differs, where it does not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difference: Option<String>,
}

/// All checks of one candidate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alignment {
    /// In a fixed order.
    pub checks: Vec<Check>,
}

impl Alignment {
    /// Whether all of them hold.
    #[must_use]
    pub fn aligned(&self) -> bool {
        self.checks.iter().all(|check| check.ok)
    }

    /// The first that does not.
    #[must_use]
    pub fn first_failure(&self) -> Option<&Check> {
        self.checks.iter().find(|check| !check.ok)
    }
}

/// A document that candidates are compared with.
pub struct Aligner<'d> {
    statute: Statute<'d>,
    folded: FoldedDocument<'d>,
}

/// The answer of one check: nothing, or the difference.
pub(super) type Verdict = Result<(), String>;

impl<'d> Aligner<'d> {
    /// Prepares a document.
    #[must_use]
    pub fn new(document: &'d Document) -> Aligner<'d> {
        Aligner {
            statute: Statute::new(document),
            folded: FoldedDocument::new(document),
        }
    }

    /// The document as it is read.
    pub(crate) fn statute(&self) -> &Statute<'d> {
        &self.statute
    }

    /// The document itself.
    #[must_use]
    pub fn document(&self) -> &'d Document {
        self.statute.document
    }

    /// Compares one candidate with the document.
    #[must_use]
    pub fn align(&self, candidate: &RuleCandidate) -> Alignment {
        let places = self.places(candidate);
        let verbatim = match &places {
            Ok(_) => self.sides(candidate),
            Err(difference) => Err(difference.clone()),
        };
        let mut checks = vec![check("verbatim", verbatim)];
        if let (RuleStatus::Candidate, Some(data)) = (candidate.status, &candidate.rule_data) {
            checks.extend(self.data(candidate, data, &places.unwrap_or_default()));
        }
        Alignment { checks }
    }

    /// Why the document does not enact what a candidate quotes: at every place of its quote the
    /// text only shows, explains, proposes or deletes it.
    pub(crate) fn taken_back(&self, candidate: &RuleCandidate) -> Option<&'static str> {
        let places = self.places(candidate).ok()?;
        let reasons: Option<Vec<&'static str>> = places
            .iter()
            .map(|place| taken_back(&self.statute, place))
            .collect();
        reasons?.first().copied()
    }

    /// The checks of what a rule says; one place of its quote has to bear out all of them.
    fn data(
        &self,
        candidate: &RuleCandidate,
        data: &RuleData,
        places: &[Range<usize>],
    ) -> Vec<Check> {
        let at = |place: &Range<usize>| {
            let numbers = figures::numbers(&self.statute, place, candidate);
            let stated = numbers.is_ok();
            vec![
                check("numbers", numbers),
                check("unit", figures::unit(&self.statute, place, data)),
                check("conditions", self.conditions(candidate, data, place)),
                check("conditions_complete", self.complete(data, place)),
                check("range", range(&data.value)),
                check("rate", rate(&data.value, stated)),
            ]
        };
        let mut best: Option<Vec<Check>> = None;
        for place in places {
            let checks = at(place);
            if checks.iter().all(|check| check.ok) {
                return checks;
            }
            best.get_or_insert(checks);
        }
        best.unwrap_or_else(|| {
            let nowhere = || Err("the quote has no place to read it from".to_owned());
            vec![
                check("numbers", nowhere()),
                check("unit", nowhere()),
                check("conditions", nowhere()),
                check("conditions_complete", nowhere()),
                check("range", range(&data.value)),
                check("rate", rate(&data.value, false)),
            ]
        })
    }

    /// Where the quote stands on the pages it names, in the flow.
    fn places(&self, candidate: &RuleCandidate) -> Result<Vec<Range<usize>>, String> {
        let (Some(text), Some(page)) = (&candidate.source_text, candidate.source_pages.first())
        else {
            return match candidate.status {
                RuleStatus::Candidate => Err("there is no quote".to_owned()),
                RuleStatus::Unclear | RuleStatus::Blocked => Ok(Vec::new()),
            };
        };
        let document = self.statute.document;
        let count = document.page_count();
        if let Some(missing) = candidate.source_pages.iter().find(|page| **page > count) {
            return Err(format!("page {missing}: the document has {count} pages"));
        }
        let all = self
            .located(text, *page)
            .ok_or_else(|| format!("the quote does not stand on page {page}, word for word"))?;
        let on = |span: &ByteSpan| -> Vec<u32> {
            let last = groundstop_document::ByteOffset(span.end.0.saturating_sub(1));
            (document.page_of(span.start)..=document.page_of(last)).collect()
        };
        let right: Vec<Range<usize>> = all
            .iter()
            .filter(|span| on(span) == candidate.source_pages)
            .map(|span| self.statute.flow.of_document(*span))
            .collect();
        match (right.is_empty(), all.first()) {
            (true, Some(first)) => Err(format!(
                "the quote stands on pages {}, the candidate names {}",
                listed(&on(first)),
                listed(&candidate.source_pages)
            )),
            _ => Ok(right),
        }
    }

    /// All places of a text that begin on a page.
    fn located(&self, text: &str, page: u32) -> Option<Vec<ByteSpan>> {
        let document = self.statute.document;
        let hints = Hints {
            quote: text,
            page: Some(page),
            ..Hints::default()
        };
        let evidence = locate_all(&self.folded, &[hints])
            .into_iter()
            .next()?
            .ok()?;
        let unseen = |flag: &CharacterFlag| match flag {
            CharacterFlag::Hidden
            | CharacterFlag::NotVisible
            | CharacterFlag::Unmapped
            | CharacterFlag::TrackedChange => true,
            CharacterFlag::Inferred | CharacterFlag::Ocr => false,
        };
        let settled = evidence.unsettled_words().is_empty()
            && !evidence.is_reordered()
            && !evidence.flags(document).iter().any(unseen);
        let record = evidence.record(document);
        let byte = |at: u64| document.byte_of(CharOffset(usize::try_from(at).ok()?));
        let mut places: Vec<ByteSpan> = record
            .places
            .iter()
            .filter(|place| place.page == page)
            .filter_map(|place| {
                Some(ByteSpan {
                    start: byte(place.start)?,
                    end: byte(place.end)?,
                })
            })
            .collect();
        if places.is_empty() {
            places.push(evidence.span());
        }
        settled.then_some(places)
    }

    /// The sides of a conflict stand where they say.
    fn sides(&self, candidate: &RuleCandidate) -> Verdict {
        for side in candidate.conflicting_candidates.iter().flatten() {
            if self.located(&side.source_text, side.source_page).is_none() {
                return Err(format!(
                    "a side of the conflict does not stand on page {}: `{}`",
                    side.source_page, side.source_text
                ));
            }
        }
        Ok(())
    }

    /// What encloses the quote and restricts it is among the conditions.
    fn complete(&self, data: &RuleData, place: &Range<usize>) -> Verdict {
        match complete::missing(&self.statute, place, data) {
            None => Ok(()),
            Some(words) => Err(format!(
                "`{words}` restricts the quote and is not among the conditions"
            )),
        }
    }

    /// Conditions stand on the cited pages, or in what encloses the quote.
    fn conditions(
        &self,
        candidate: &RuleCandidate,
        data: &RuleData,
        place: &Range<usize>,
    ) -> Verdict {
        // The item that the quote is a part of stands around it too, over the page as well.
        let block = self.statute.outline.at(place.start);
        let around = block.map(|block| [block.above.clone(), vec![block.range.clone()]].concat());
        let above: Vec<Vec<u8>> = around
            .unwrap_or_default()
            .into_iter()
            .map(|range| text_key(&self.statute.flow.line(range)))
            .collect();
        for condition in &data.conditions {
            let key = text_key(condition);
            let encloses = above
                .iter()
                .any(|lead| !key.is_empty() && lead.windows(key.len()).any(|part| part == key));
            let mut pages = candidate.source_pages.iter();
            if !encloses && !pages.any(|page| self.located(condition, *page).is_some()) {
                return Err(format!(
                    "`{condition}` stands neither on the cited pages nor in what encloses the quote"
                ));
            }
        }
        Ok(())
    }
}

fn check(name: &'static str, verdict: Verdict) -> Check {
    Check {
        check: name,
        ok: verdict.is_ok(),
        difference: verdict.err(),
    }
}

/// Whether a slab ends after it begins.
pub(crate) fn range(value: &RuleValue) -> Verdict {
    match value {
        RuleValue::Slab {
            income_min,
            income_max: Some(max),
            ..
        } if max <= income_min => Err(format!("the income ends at {max}, before {income_min}")),
        _ => Ok(()),
    }
}

/// A rate is a fraction of one; more only where the numbers bear it out.
fn rate(value: &RuleValue, stated: bool) -> Verdict {
    let rate = match value {
        RuleValue::Slab { rate, .. } | RuleValue::Rate { rate } => rate,
        RuleValue::Amount { .. } | RuleValue::Text { .. } | RuleValue::Definition { .. } => {
            return Ok(());
        }
    };
    if stated || rate.number() <= groundstop_canon::Decimal::ONE {
        Ok(())
    } else {
        Err(format!("{rate} is no fraction of one: ten per cent is 0.1"))
    }
}

/// Things as a person reads them: `1, 2`.
pub(crate) fn listed(things: &[impl ToString]) -> String {
    let told: Vec<String> = things.iter().map(ToString::to_string).collect();
    told.join(", ")
}
