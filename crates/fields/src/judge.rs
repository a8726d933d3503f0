//! From weighed candidates to one decision per field.
//!
//! The order of work is the contract's, and it is data: `TRIGGERS` is walked from
//! front to back, the first trigger that holds stops the field, and what is left
//! when none holds is released. A schema can turn three of the triggers into a
//! doubt; a doubt never ends the walk, so a later STOP still wins over it, and a
//! released value with any doubt is NEED_REVIEW, never ACCEPT.
//!
//! Nothing here depends on the order in which candidates came: whatever is listed
//! in a decision is sorted by the document's own order first.

use std::collections::BTreeMap;
use std::ops::Range;

use groundstop_canon::jcs;
use groundstop_contract::report::{RunFlags, Summary};
use groundstop_contract::{
    CandidateRecord, CharacterFlag, Decision, EvidenceRecord, EvidenceRequirements, FieldDecision,
    FieldRecord, Issue, IssueCode, RejectCode, Rejected, Review, ReviewCode, StopProof, StopReason,
};
use groundstop_evidence::{Disagreement, FoldedDocument, Hints, Located, diagnose, locate_all};
use groundstop_frame::{Roles, Setting};
use groundstop_value::Kind;

use crate::currency;
use crate::proof;
use crate::rivals::{Rival, find_rivals};
use crate::schema::Schema;
use crate::sums;
use crate::weigh::{Scale, Weighed};

/// Words that two readers differ on, told for one field at most.
const WORDS_TOLD: usize = 10;

/// How many candidates one run judges at most. Judging takes time in proportion to them: what is
/// looked at around each is bounded (`View` in `evidence`, a sentence and its neighbours in `frame`),
/// and so is what is looked at in the document for all of them together (`PLACES_MAX` there).
pub const CANDIDATES_MAX: usize = 5_000;

/// A field that was decided. Only the judge makes one.
#[derive(Clone, Debug)]
pub struct Judgment {
    record: FieldDecision,
    required: bool,
}

impl Judgment {
    /// The decision as it is written in JSON.
    #[must_use]
    pub fn record(&self) -> &FieldDecision {
        &self.record
    }

    /// Whether the field may be missing and is.
    #[must_use]
    pub fn is_absent(&self) -> bool {
        !self.required && self.record.stop_reason == Some(StopReason::NoCandidatesFound)
    }
}

/// Counts how the fields ended.
#[must_use]
pub fn summarize(judgments: &[Judgment]) -> Summary {
    let mut summary = Summary::default();
    for judgment in judgments {
        let count = match judgment.record.decision {
            _ if judgment.is_absent() => &mut summary.absent,
            Decision::Accept => &mut summary.accept,
            Decision::Stop => &mut summary.stop,
            Decision::NeedReview => &mut summary.need_review,
        };
        *count = count.saturating_add(1);
    }
    summary
}

/// Judges every field of the schema. Candidates for fields it does not have are not looked at.
#[must_use]
pub fn judge_all(
    document: &FoldedDocument<'_>,
    schema: &Schema,
    candidates: &[CandidateRecord],
    flags: &RunFlags,
) -> Vec<Judgment> {
    judge_against(document, schema, candidates, flags, &Background::default())
}

/// What was found out about a document before anything that is said of it is judged.
#[derive(Clone, Copy, Debug, Default)]
pub struct Background<'a> {
    /// The places, in bytes, at which it tells whoever reads it what to do. What stands in such a
    /// sentence is no candidate.
    pub orders: &'a [Range<usize>],
    /// What a reading of the document by the field's own words gives for each field. It counts in
    /// the second trigger only and is never judged itself: nobody hides a rival from the judge.
    pub readings: &'a [CandidateRecord],
}

/// The same, with what was found out about the document before.
#[must_use]
pub fn judge_against(
    document: &FoldedDocument<'_>,
    schema: &Schema,
    candidates: &[CandidateRecord],
    flags: &RunFlags,
    background: &Background<'_>,
) -> Vec<Judgment> {
    let mut located = locate_quotes(document, candidates);
    let mut by_field: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (index, candidate) in candidates.iter().enumerate() {
        by_field
            .entry(&candidate.field_name)
            .or_default()
            .push(index);
    }
    let requirements = &schema.record().evidence;
    let setting = match requirements.assertion.is_words_only() {
        true => Setting::default(),
        false => Setting::of(document.document().text()).with_orders(background.orders),
    };
    let roles = match requirements.assertion.is_words_only() {
        true => Roles::default(),
        false => Roles::of(&schema.record().fields),
    };
    let stated = currency::stated(document.document(), schema);
    let kinds: Vec<Kind> = schema
        .fields()
        .map(|(_, kind)| currency::kind_with(kind, stated.as_ref(), false))
        .collect();
    let mut weighings = Vec::new();
    for (index, ((field, _), kind)) in schema.fields().zip(&kinds).enumerate() {
        let scale = Scale {
            stated: stated.as_ref(),
            index,
            roles: &roles,
            document,
            field,
            fields: &schema.record().fields,
            kind,
            setting: &setting,
            exact_quote: requirements.require_exact_quote,
            asserted: !requirements.assertion.is_words_only(),
            vouched: flags.confidence,
        };
        let weighed: Vec<Weighed<'_>> = by_field
            .get(field.name.as_str())
            .into_iter()
            .flatten()
            .filter_map(|index| {
                let record = candidates.get(*index)?;
                let place = located.get_mut(*index).and_then(Option::take);
                Some(scale.weigh(record, place))
            })
            .collect();
        weighings.push((scale, weighed));
    }
    let threshold = requirements.min_confidence;
    let rivals = find_rivals(document, &weighings, background.readings, threshold);
    let mut judgments = Vec::new();
    for ((scale, weighed), rival) in weighings.into_iter().zip(rivals) {
        for group in groups(scale.field, weighed) {
            let bench = Bench {
                scale: &scale,
                requirements,
                rival: rival.as_ref(),
            };
            judgments.push((bench.judge(group), scale.field.required));
        }
    }
    add_diagnoses(document, &mut judgments);
    let judgments = judgments.into_iter().map(|(judged, required)| Judgment {
        record: judged.decision,
        required,
    });
    let mut judgments: Vec<Judgment> = judgments.collect();
    sums::compare(judgments.iter_mut().map(|judgment| &mut judgment.record));
    judgments
}

/// Locates all quotes at once; a candidate without a quote has no place.
pub(crate) fn locate_quotes(
    document: &FoldedDocument<'_>,
    candidates: &[CandidateRecord],
) -> Vec<Option<Located>> {
    let quoted: Vec<Option<Hints<'_>>> = candidates
        .iter()
        .map(|candidate| {
            candidate.quote.as_deref().map(|quote| Hints {
                quote,
                page: candidate.page,
                offsets: candidate.start.zip(candidate.end),
                prefix: candidate.prefix.as_deref(),
                suffix: candidate.suffix.as_deref(),
            })
        })
        .collect();
    let hints: Vec<Hints<'_>> = quoted.iter().flatten().cloned().collect();
    let mut places = locate_all(document, &hints).into_iter();
    quoted
        .iter()
        .map(|hint| hint.as_ref().and_then(|_| places.next()))
        .collect()
}

/// One group for a field with one value; a group per value for a field with many.
fn groups<'a>(field: &FieldRecord, weighed: Vec<Weighed<'a>>) -> Vec<Vec<Weighed<'a>>> {
    if !field.many || weighed.is_empty() {
        return vec![weighed];
    }
    // What its proposer set aside is no value of its own; it speaks only where nothing else does.
    let (aside, weighed): (Vec<_>, Vec<_>) = weighed
        .into_iter()
        .partition(|candidate| candidate.record.set_aside.is_some());
    if weighed.is_empty() {
        return vec![aside];
    }
    let mut buckets: BTreeMap<Vec<u8>, Vec<Vec<Weighed<'a>>>> = BTreeMap::new();
    for candidate in weighed {
        let groups = buckets.entry(candidate.bucket()).or_default();
        let same = |group: &&mut Vec<Weighed<'a>>| {
            group.first().is_some_and(|first| first.agrees(&candidate))
        };
        match groups.iter_mut().find(same) {
            Some(group) => group.push(candidate),
            None => groups.push(vec![candidate]),
        }
    }
    let mut groups: Vec<Vec<Weighed<'a>>> = buckets.into_values().flatten().collect();
    for group in &mut groups {
        group.sort_by(|one, other| one.order().cmp(&other.order()));
    }
    // The order of the file is no part of a decision: the document's is.
    groups.sort_by(|one, other| {
        let first = |group: &[Weighed<'a>]| {
            group.first().map(|first| {
                let (none, place, spelled) = first.order();
                (none, place, spelled.to_owned())
            })
        };
        first(one).cmp(&first(other))
    });
    groups
}

/// A decision, and the quote whose nearest text its proof still lacks.
struct Judged {
    decision: FieldDecision,
    /// Some only for a STOP whose quote was not found: all such quotes of a run are diagnosed in
    /// one pass over the document, after every field is decided.
    undiagnosed: Option<String>,
}

/// The candidates left to judge, best first, and what was found on the way.
struct Case<'c> {
    /// Those nobody set aside, best first: only the first is ever judged, and the others only
    /// agree or conflict with it.
    candidates: Vec<Weighed<'c>>,
    /// Those set aside, each with its code, in the order of the document; they count for nothing
    /// and are listed in the proof.
    rejected: Vec<Rejected>,
    /// The triggers that a relaxed schema let pass.
    reviews: Vec<Review>,
}

/// What a trigger says about a case.
enum Verdict {
    /// It does not hold, or the schema lets it pass with a doubt.
    Pass,
    /// It holds; the field ends here, with the proof of this trigger and no other.
    Stop(StopProof),
}

/// One field being judged: what its candidates were weighed against, and what the schema asks.
struct Bench<'a> {
    scale: &'a Scale<'a>,
    /// Never weaker than the contract's own: a schema that lowers one is refused when it is read.
    requirements: &'a EvidenceRequirements,
    /// Another value of the field in the document; it counts in the second trigger only.
    rival: Option<&'a Rival>,
}

/// The triggers in the order of the contract; the first that holds decides.
pub const TRIGGERS: &[StopReason] = StopReason::ALL;

impl Bench<'_> {
    fn judge(&self, weighed: Vec<Weighed<'_>>) -> Judged {
        let mut case = self.open(weighed);
        let field = &self.scale.field.name;
        for reason in TRIGGERS {
            if let Verdict::Stop(proof) = self.look(*reason, &mut case) {
                let quote = case
                    .candidates
                    .first()
                    .and_then(|best| best.record.quote.clone());
                return Judged {
                    undiagnosed: quote.filter(|_| wants_diagnosis(&proof)),
                    decision: proof::stop(field, *reason, proof),
                };
            }
        }
        Judged {
            decision: self.release(case),
            undiagnosed: None,
        }
    }

    /// What one trigger says; it may add a doubt to the case and let it pass.
    fn look(&self, reason: StopReason, case: &mut Case<'_>) -> Verdict {
        match reason {
            StopReason::NoCandidatesFound => self.no_candidates(case),
            StopReason::ConflictingValues => self.conflict(case),
            StopReason::InsufficientConfidence => self.confidence(case),
            StopReason::MissingEvidence => self.missing(case),
            StopReason::EvidenceIntegrityFailed => self.integrity(case),
        }
    }

    /// Sets aside what is no candidate and puts the rest in order.
    fn open<'c>(&self, weighed: Vec<Weighed<'c>>) -> Case<'c> {
        let mut rejected = Vec::new();
        let mut candidates = Vec::new();
        for candidate in weighed {
            match &candidate.rejected {
                Some(why) => rejected.push(why.clone()),
                None => candidates.push(candidate),
            }
        }
        // A value its type cannot read is a different value beside a readable one, and nothing alone.
        if candidates
            .iter()
            .all(|candidate| candidate.values.is_empty())
        {
            for candidate in candidates.drain(..) {
                let code = RejectCode::ValueNotOfType;
                rejected.push(
                    self.scale
                        .reject(candidate.record, code, candidate.place(), None),
                );
            }
        }
        // The order of the file is no part of a decision.
        rejected.sort_by_cached_key(|one: &Rejected| {
            let spelled = jcs::canonical(one).unwrap_or_default();
            (one.start.is_none(), one.start, one.end, spelled)
        });
        candidates.sort_by(Weighed::better_than);
        Case {
            candidates,
            rejected,
            reviews: Vec::new(),
        }
    }

    /// Trigger 1. Holds also where everything proposed was set aside; the proof then lists it, with
    /// the pages nobody could read, on which the value may stand.
    fn no_candidates(&self, case: &mut Case<'_>) -> Verdict {
        if !case.candidates.is_empty() {
            return Verdict::Pass;
        }
        let document = self.scale.document.document();
        let mut detail = proof::detail(&case.rejected, document.unread_pages());
        if document.text().trim().is_empty() {
            detail.get_or_insert_default().empty_document = true;
        }
        Verdict::Stop(proof::no_candidates(detail))
    }

    /// Trigger 2. Values are compared as what they read as: an ambiguous spelling has several readings
    /// and conflicts with itself, and a far less certain candidate conflicts like any other.
    fn conflict(&self, case: &mut Case<'_>) -> Verdict {
        let Some(first) = case.candidates.first() else {
            return Verdict::Pass;
        };
        let ambiguous = case
            .candidates
            .iter()
            .any(|candidate| candidate.readings().len() > 1);
        let agree = case
            .candidates
            .iter()
            .all(|candidate| candidate.agrees(first));
        let sure = self.rival.filter(|rival| rival.sure);
        if agree && !ambiguous && sure.is_none() {
            let found = self.rival.map(|rival| rival.review());
            case.reviews.extend(found);
            return Verdict::Pass;
        }
        if !self.requirements.stop_on_conflict {
            case.reviews
                .push(Review::plain(ReviewCode::ConflictRelaxed));
            return Verdict::Pass;
        }
        let document = self.scale.document.document();
        let mut candidates = proof::conflict_candidates(document, &case.candidates);
        candidates.extend(sure.map(|rival| rival.told.clone()));
        let detail = proof::detail(&case.rejected, Vec::new());
        Verdict::Stop(proof::conflict(candidates, detail))
    }

    /// Trigger 3. Strictly below the threshold stops; the threshold itself passes.
    fn confidence(&self, case: &mut Case<'_>) -> Verdict {
        let threshold = self.requirements.min_confidence;
        match case.candidates.first() {
            Some(best) if best.confidence < threshold => {
                let detail = proof::detail(&case.rejected, Vec::new());
                Verdict::Stop(proof::confidence(threshold, best, detail))
            }
            _ => Verdict::Pass,
        }
    }

    /// Trigger 4. No quote was offered at all; one that was offered and not found is trigger 5.
    fn missing(&self, case: &mut Case<'_>) -> Verdict {
        match case.candidates.first() {
            Some(best) if best.located.is_none() => {
                if !self.requirements.require_offset_mapping {
                    case.reviews.push(Review::plain(ReviewCode::OffsetsRelaxed));
                    return Verdict::Pass;
                }
                let detail = proof::detail(&case.rejected, Vec::new());
                Verdict::Stop(proof::missing(best, detail))
            }
            _ => Verdict::Pass,
        }
    }

    /// Trigger 5. The quote does not stand where it should, or stands there and does not say the value.
    /// There is no falling back to a weaker candidate whose quote would hold.
    fn integrity(&self, case: &mut Case<'_>) -> Verdict {
        let Some(best) = case.candidates.first() else {
            return Verdict::Pass;
        };
        let issues = match (&best.located, &best.stated) {
            (Some(Err(codes)), _) => codes.iter().map(|code| Issue::plain(*code)).collect(),
            (_, Some(Err(unstated))) => vec![Issue {
                code: unstated.code,
                found: unstated.found.clone(),
                nearest: None,
            }],
            _ => Vec::new(),
        };
        if issues.is_empty() {
            return Verdict::Pass;
        }
        let detail = proof::detail(&case.rejected, Vec::new());
        Verdict::Stop(proof::integrity(issues, best, detail))
    }

    /// No trigger holds: ACCEPT, or NEED_REVIEW where a doubt is left.
    fn release(&self, mut case: Case<'_>) -> FieldDecision {
        let document = self.scale.document.document();
        let field_name = self.scale.field.name.clone();
        let Some(best) = case.candidates.first() else {
            // Unreachable: the first trigger stops an empty case. Stopping is the safe answer.
            let proof = proof::no_candidates(None);
            return proof::stop(&field_name, StopReason::NoCandidatesFound, proof);
        };
        case.reviews.extend(self.doubts(best));
        case.reviews.sort_by_key(|review| review.code);
        let value = match &best.stated {
            Some(Ok(stated)) if *self.scale.kind == Kind::Text => {
                document.slice(stated.place).map_or_else(
                    || best.wire(),
                    |text| groundstop_contract::WireValue::Text(text.to_owned()),
                )
            }
            _ => best.wire(),
        };
        let accepted = case.reviews.is_empty();
        let relaxed = |code| case.reviews.iter().any(|review| review.code == code);
        FieldDecision {
            decision: if accepted {
                Decision::Accept
            } else {
                Decision::NeedReview
            },
            value: Some(value),
            evidence: best.evidence().map(|evidence| EvidenceRecord {
                tax: best.tax.clone(),
                currency: best.currency.map(|place| document.text_place(place)),
                cell: best
                    .stated_place()
                    .and_then(|place| document.cell_evidence(place)),
                ..evidence.record(document)
            }),
            confidence: best.confidence,
            stop_reason: relaxed_reason(&case.reviews),
            stop_proof: (!accepted).then(|| {
                let rival = self.rival.map(|rival| rival.told.clone());
                let compared =
                    relaxed(ReviewCode::ConflictRelaxed) || relaxed(ReviewCode::RivalFound);
                let candidates = match compared {
                    true => {
                        let own = proof::conflict_candidates(document, &case.candidates);
                        own.into_iter().chain(rival).collect()
                    }
                    false => Vec::new(),
                };
                proof::review(case.reviews.clone(), candidates)
            }),
            field_name,
        }
    }

    /// The doubts that are left about the judged candidate.
    fn doubts(&self, best: &Weighed<'_>) -> Vec<Review> {
        let document = self.scale.document.document();
        let mut doubts = Vec::new();
        if best.relaxed {
            doubts.push(Review::plain(ReviewCode::QuoteRelaxed));
        }
        if let Some(Ok(stated)) = &best.stated
            && stated.cuts_token
        {
            doubts.push(Review::plain(ReviewCode::EdgeInToken));
        }
        if let Some((code, words)) = &best.doubt {
            doubts.push(Review {
                texts: vec![words.clone()],
                ..Review::plain(*code)
            });
        }
        if best.padded {
            let texts = vec!["what stands around the quote is hidden by padding".to_owned()];
            doubts.push(Review {
                texts,
                ..Review::plain(ReviewCode::FlaggedCharacters)
            });
        }
        let unread = document.unread_pages();
        if !unread.is_empty() && !self.requirements.partial {
            doubts.push(Review {
                pages: unread,
                ..Review::plain(ReviewCode::UnreadPages)
            });
        }
        let Some(evidence) = best.evidence() else {
            return doubts;
        };
        let broken = evidence.unsettled_words();
        if !broken.is_empty() {
            let texts = broken
                .iter()
                .map(|(used, other)| format!("{used} / {other}"))
                .collect();
            doubts.push(Review {
                texts,
                ..Review::plain(ReviewCode::Hyphenation)
            });
        }
        if evidence.is_reordered() {
            doubts.push(Review::plain(ReviewCode::DirectionOverride));
        }
        let (ocr, flagged): (Vec<_>, Vec<_>) = evidence
            .flags(document)
            .into_iter()
            .partition(|flag| *flag == CharacterFlag::Ocr);
        let (tracked, flagged): (Vec<_>, Vec<_>) = flagged
            .into_iter()
            .partition(|flag| *flag == CharacterFlag::TrackedChange);
        if !flagged.is_empty() {
            doubts.push(Review {
                flags: flagged,
                ..Review::plain(ReviewCode::FlaggedCharacters)
            });
        }
        if !tracked.is_empty() {
            doubts.push(Review::plain(ReviewCode::TrackedChange));
        }
        if !ocr.is_empty() && !self.requirements.allow_ocr {
            doubts.push(Review::plain(ReviewCode::Ocr));
        }
        doubts.extend(readers_differ(&evidence.disagreements(document)));
        doubts
    }
}

/// The doubt that another reader of the document leaves, with both readings.
fn readers_differ(words: &[Disagreement]) -> Option<Review> {
    if words.is_empty() {
        return None;
    }
    let mut pages: Vec<u32> = words.iter().map(|word| word.page).collect();
    pages.dedup();
    let told = |word: &Disagreement| match &word.theirs {
        Ok(theirs) => format!("\"{}\", {} reads \"{theirs}\"", word.ours, word.reader),
        Err(why) => format!("\"{}\", {} reads nothing: {why}", word.ours, word.reader),
    };
    Some(Review {
        pages,
        texts: words.iter().take(WORDS_TOLD).map(told).collect(),
        ..Review::plain(ReviewCode::ReadersDiffer)
    })
}

/// The trigger that a relaxation let pass, where one did; the first in order.
fn relaxed_reason(reviews: &[Review]) -> Option<StopReason> {
    reviews.iter().find_map(|review| match review.code {
        ReviewCode::ConflictRelaxed => Some(StopReason::ConflictingValues),
        ReviewCode::OffsetsRelaxed => Some(StopReason::MissingEvidence),
        ReviewCode::QuoteRelaxed => Some(StopReason::EvidenceIntegrityFailed),
        ReviewCode::Hyphenation
        | ReviewCode::EdgeInToken
        | ReviewCode::DirectionOverride
        | ReviewCode::UnreadPages
        | ReviewCode::FlaggedCharacters
        | ReviewCode::Ocr
        | ReviewCode::ReadersDiffer
        | ReviewCode::FrameUnclear
        | ReviewCode::OtherField
        | ReviewCode::Bound
        | ReviewCode::RivalFound
        | ReviewCode::TrackedChange
        | ReviewCode::SumDiffers => None,
    })
}

fn wants_diagnosis(proof: &StopProof) -> bool {
    match proof {
        StopProof::Integrity(proof) => proof
            .issues
            .iter()
            .any(|issue| issue.code == IssueCode::QuoteNotFound),
        StopProof::NoCandidates(_)
        | StopProof::Review(_)
        | StopProof::Conflict(_)
        | StopProof::Confidence(_)
        | StopProof::Missing(_) => false,
    }
}

/// Adds the nearest text to every quote that was not found, all in one pass.
fn add_diagnoses(document: &FoldedDocument<'_>, judgments: &mut [(Judged, bool)]) {
    let mut quotes: Vec<&str> = judgments
        .iter()
        .filter_map(|(judged, _)| judged.undiagnosed.as_deref())
        .collect();
    quotes.sort_unstable();
    quotes.dedup();
    if quotes.is_empty() {
        return;
    }
    let found: BTreeMap<String, _> = quotes
        .iter()
        .map(|quote| (*quote).to_owned())
        .zip(diagnose(document, &quotes))
        .collect();
    for (judged, _) in judgments {
        let nearest = judged
            .undiagnosed
            .as_ref()
            .and_then(|quote| found.get(quote))
            .cloned();
        if let Some(StopProof::Integrity(proof)) = &mut judged.decision.stop_proof {
            for issue in &mut proof.issues {
                if issue.code == IssueCode::QuoteNotFound {
                    issue.nearest = nearest.clone().flatten();
                }
            }
        }
    }
}
