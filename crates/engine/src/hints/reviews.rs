//! What answers a doubt, so that no person need look.

use groundstop_contract::{FieldDecision, FieldRecord, FieldType, Review, ReviewCode, WireValue};

use super::cures::Cure;

/// The help that names the words which give a value to something else: each field has its own.
pub(super) const OTHER_THING: &str = "other_thing";

/// A doubt that a schema or a candidate can answer.
pub(super) fn of_review(
    field: &FieldRecord,
    decision: &FieldDecision,
    review: &Review,
) -> Option<Cure> {
    match review.code {
        ReviewCode::Bound => Cure::new(
            "bound",
            "the document states a bound: where the field asks for one, set `bound = \"at_most\"` (or \"at_least\")",
        ),
        ReviewCode::OtherField => of_other_field(field, decision, review),
        ReviewCode::UnreadPages => Cure::new(
            "unread",
            "pages that nobody could read may say otherwise: `partial = true` under `[evidence]` decides without them",
        ),
        ReviewCode::Ocr => Cure::new(
            "ocr",
            "text read from a picture is left to a person: `allow_ocr = true` under `[evidence]` accepts it",
        ),
        ReviewCode::TrackedChange => Cure::new(
            "tracked",
            "a change to the paragraph is neither accepted nor rejected: settle the changes in the file, then verify it again",
        ),
        ReviewCode::EdgeInToken => Cure::new(
            "edge",
            "the value begins or ends inside a word or number: write all of it",
        ),
        ReviewCode::ConflictRelaxed
        | ReviewCode::OffsetsRelaxed
        | ReviewCode::QuoteRelaxed
        | ReviewCode::Hyphenation
        | ReviewCode::DirectionOverride
        | ReviewCode::FlaggedCharacters
        | ReviewCode::ReadersDiffer
        | ReviewCode::FrameUnclear
        | ReviewCode::RivalFound
        | ReviewCode::SumDiffers => None,
    }
}

/// A value that the words around give to no field, or to something else than this one.
fn of_other_field(field: &FieldRecord, decision: &FieldDecision, review: &Review) -> Option<Cure> {
    let said = review.texts.first().map_or("", |said| said.trim());
    let is_value = said.contains(|c: char| c.is_ascii_digit())
        || matches!(&decision.value, Some(WireValue::Text(value)) if value == said);
    if said.is_empty() || is_value {
        return Cure::new(
            "cues",
            "the words around do not name the field: add the document's own words for it to the field's `cues`",
        );
    }
    let small = said.to_lowercase();
    let has = |cue: &String| cue.to_lowercase().contains(&small);
    // Whose place it is, and a cue that names these words already, no further cue changes.
    let is_settled = field.kind == FieldType::Jurisdiction || field.cues.iter().any(has);
    let quote = "quote the words that state the field itself";
    Cure::new(
        OTHER_THING,
        match is_settled {
            true => format!("“{said}” gives the value to something else: {quote}"),
            false => format!(
                "“{said}” gives the value to something else: where that is the field, add the document's words with “{said}” among them to its `cues`, else {quote}"
            ),
        },
    )
}
