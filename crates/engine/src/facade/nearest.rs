//! What the operator is shown where documents do not answer a question: how many were looked
//! in, and the passages that came nearest. They are no answer and go to no user; they come
//! from the call that was made, so that nothing is asked for them.

use groundstop_adapter::{Corpus, interpret};
use groundstop_contract::{OutputAction, ResearchStopReason, Tool};
use groundstop_research::call::Found;
use groundstop_research::route::Question;

use super::Engine;
use crate::ask::{PageReader, ResearchRun};
use crate::error::EngineError;
use crate::text::shortened;

/// How many passages are shown.
const SHOWN_MAX: usize = 3;
/// Characters of a passage that are shown.
const SHOWN_CHARS: usize = 240;

/// A question that the documents do not answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotFound {
    /// How many documents were looked in.
    pub documents: usize,
    /// What came nearest, the best first; nothing where something forbids to show it.
    pub nearest: Vec<NearestPassage>,
}

/// A passage that is near a question and does not answer it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NearestPassage {
    /// The document it stands in.
    pub document: String,
    /// Its page, counted from 1.
    pub page: u32,
    /// Its beginning, on one line.
    pub text: String,
}

impl Engine {
    /// What the operator is told where a run over documents has no answer. After an order to
    /// a machine or a violation nothing of the sources is shown, and where no source was
    /// looked at there is nothing to tell.
    pub(super) fn not_found(
        &self,
        run: &ResearchRun,
        corpus: &Corpus,
        question: &Question,
    ) -> Result<Option<NotFound>, EngineError> {
        let event = &run.pack.telemetry;
        let ended = std::iter::once(&event.reason).chain(&event.others);
        let looked = ended.clone().any(|reason| {
            matches!(
                reason,
                ResearchStopReason::NoSource | ResearchStopReason::ValidationFail
            )
        });
        if event.action == OutputAction::Answer || !looked {
            return Ok(None);
        }
        let forbidden = event.strong_hits > 0
            || !run.orders.is_empty()
            || ended.clone().any(|reason| {
                matches!(
                    reason,
                    ResearchStopReason::InjectionDetected
                        | ResearchStopReason::SandboxViolation
                        | ResearchStopReason::InternalInconsistency
                )
            });
        let nearest = match forbidden {
            true => Vec::new(),
            false => self.nearest(run, question)?,
        };
        Ok(Some(NotFound {
            documents: corpus.documents().len(),
            nearest,
        }))
    }

    /// The best passages of what the corpus returned.
    fn nearest(
        &self,
        run: &ResearchRun,
        question: &Question,
    ) -> Result<Vec<NearestPassage>, EngineError> {
        let mut parse = PageReader::new(self.page_reader());
        let mut shown = Vec::new();
        let calls = run.pack.calls.iter().map(|packed| &packed.call);
        for call in calls.filter(|call| call.tool == Tool::Corpus) {
            let screen = self.injection_screen()?;
            let Ok(screened) = interpret(call, &mut parse, screen, question) else {
                continue;
            };
            let (found, _, orders) = screened.into_parts();
            let Found::Documents(found) = found else {
                continue;
            };
            if !orders.is_empty() {
                return Ok(Vec::new());
            }
            for one in &found {
                shown.extend(one.passages.iter().filter_map(|span| {
                    let text = one.document.slice(*span)?;
                    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
                    Some(NearestPassage {
                        document: one.name.clone(),
                        page: one.document.page_of(span.start),
                        text: shortened(&line, SHOWN_CHARS),
                    })
                }));
            }
        }
        shown.truncate(SHOWN_MAX);
        Ok(shown)
    }
}
