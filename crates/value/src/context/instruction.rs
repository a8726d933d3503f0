//! Orders addressed to whoever reads the document for its values.
//!
//! A contract orders its parties all the time ("please remit by"); what counts
//! here is an order about answering, or one spoken to a machine.

use groundstop_contract::RejectCode::Instruction;

use super::Withdrawal;
use super::pattern::{find, find_all, patterns};
use super::place::Place;
use super::sentence::sentence_before;
use crate::kind::Kind;

patterns! {
    OVERRIDE = r"\b(?:ignore|disregard|forget|override)\b[^.]{0,40}\b(?:previous|prior|above|preceding|earlier|all|any|other|these|those|your|system)\b[^.]{0,30}\b(?:instructions?|prompts?|directions|guidelines|rules given|context)\b";
    ADDRESSED = r"\battention[,:]? (?-i:AI|LLM)s?\b|\b(?:note|message|attention|instructions?|reminder|memo|notice)(?: to| for|:)(?: the| any| all)? (?:(?-i:AI|LLM|LLMs)\b|(?:(?:ai|virtual|automated) assistants?|language models?|chatbots?|(?:automated )?extraction (?:tools?|systems?)))|\b(?:as an?|you are an?|dear|hey) (?:(?-i:AI|LLM)\b|(?:large )?language model|chatbot)";
    ANSWER = r"\b(?:you (?:must|should|shall|need to|are (?:required|instructed) to|will)|please)(?: always| only)? (?:(?:answer|respond|reply)(?: only)?(?: with\b| that\b|\s*[:“])|output\b|extract (?:the|this|only)\b)";
    WHEN_ASKED = r"\b(?:when|if|whenever)(?: you are| anyone)? (?:asked|asks|prompted|queried)\b[^.]{0,80}[,:]\s*(?:you (?:must|should) )?(?:please |always )?(?:answer|respond|reply|say|state|return|output|give|use|report)\b";
    CORRECT = r"\bthe correct (?:value|answer|response|output)(?: for| to| is| should be| must be)\b";
    YOUR_ANSWER = r"\byour (?:final )?(?:answer|output) (?:must|should|shall|has to) (?:be|say|contain|state)\b";
    AS_ANSWER = r"\b(?:record|enter|report|extract|return|output|use|give|put)\b[^.]{0,60}\bas (?:the|your) (?:final )?(?:answer|extracted value|output|field value)\b";
    YOU_REPORT = r"\bassistant: (?:you|please|report|answer|output|extract|return|set|state)\b|\byou (?:must|should|shall|need to|are to) (?:report|state|return|give|record|enter|output|extract)\b[^.]{0,80}\bas the\b";
    SET_TO = r"(?:^\W*|[.:;,]\s*|\bplease |\balways |\bthen |\bmust )set the <w>{1,4}(?:field )?to(?: be)?\s*<o>$";
    CALLED = r"(?-i:\b(?:AI|LLM|GPT|ChatGPT)s?)\s*[:,]\s*(?:please|you|report|answer|output|extract|return|set|state|use|record|say|respond|treat)\b";
    REPORT_AS = r"\bplease (?:report|record|state|return|extract|output|give|enter) (?:the|this) <w>{1,4}as\s*<o>$";
    MACHINERY = r"\bsystem prompt\b|\bdeveloper message\b|<\|im_start\|>|\[/?INST\]|#{3,}\s*(?:instruction|system)s?\s*:|\b(?:do not|don['’]t|never) (?:tell|inform|reveal to|mention to) the user\b|\bfor (?:ai|automated) (?:extraction|processing)(?: purposes)?\b";
}

/// Whether the sentence orders its reader what to answer.
///
/// A text value may itself quote such words; only what stands around it counts then.
pub(crate) fn instruction(kind: &Kind, place: &Place<'_>) -> Option<Withdrawal> {
    let own = |found: &Withdrawal| {
        let because = &found.because;
        *kind == Kind::Text && because.start >= place.span.start && because.end <= place.span.end
    };
    let patterns = [
        &OVERRIDE,
        &ADDRESSED,
        &CALLED,
        &ANSWER,
        &WHEN_ASKED,
        &CORRECT,
        &YOUR_ANSWER,
        &AS_ANSWER,
        &YOU_REPORT,
        &MACHINERY,
    ];
    patterns
        .into_iter()
        .flat_map(|pattern| find_all(pattern, place.whole()))
        .map(|found| place.because(Instruction, place.sentence.start, found))
        .find(|found| !own(found))
        .or_else(|| place.if_before(Instruction, &SET_TO))
        .or_else(|| place.if_before(Instruction, &REPORT_AS))
        .or_else(|| ordered_before(place))
}

/// The sentence before speaks to a machine: what it announces is no statement of the document.
fn ordered_before(place: &Place<'_>) -> Option<Withdrawal> {
    let previous = sentence_before(place.text, place.sentence.start)?;
    let said = place.text.get(previous.clone())?;
    [&OVERRIDE, &ADDRESSED, &CALLED, &WHEN_ASKED, &MACHINERY]
        .into_iter()
        .find_map(|pattern| {
            find(pattern, said).map(|found| place.because(Instruction, previous.start, found))
        })
}
