//! Estimates and examples: a value the text itself does not vouch for.

use groundstop_contract::RejectCode::{Estimate, Example};

use super::Withdrawal;
use super::pattern::{find, holds, patterns};
use super::place::Place;
use super::sentence::sentence_before;

patterns! {
    /// Words that make the value right after them approximate.
    ROUGHLY = r"(?:\b(?:approximately|approx\.?|about|around|roughly|circa|ca\.|nearly|almost|some|estimated|expected|anticipated|projected|forecast(?:ed)?|targeted|tentatively|likely|probably|presumably|possibly|perhaps|on the order of|provisionally|in the (?:region|vicinity|neighbou?rhood|range|order) of|rang(?:ing|es?) (?:from|between)|plus or minus)(?: to be| at| as)?(?: an?| the| of| a total of| an aggregate of| on| for| between| from| by| at)?\s*<o>|[~≈]\s*)$";
    /// The second end of a range that was called one.
    RANGE_END = r"\b(?:in the range of|rang(?:ing|es?) (?:from|between))\b[^;.]{0,40}\b(?:to|and)\s*$";
    /// "Information about": the word that is no approximation.
    CONCERNING = r"\b(?:information|questions?|inquir\w+|concerns?|statements?|facts|details|notice|anything|complaints?|data|written|asked|speak|talk|think|know|knew|learn|worry|arguments?|turns?|turned|wrapped|built|revolv\w+) (?:about|around)(?: the)?\s*$";
    /// A date that contracts name this way.
    ON_OR_ABOUT = r"\b(?:on|at) or (?:about|around)(?: the)?\s*$";
    /// What turns "on or about" into an estimate.
    SUBJECT_TO = r"^[^;]{0,80}\bsubject to\b";
    TERMS_ONLY = r"\bsubject to (?:the |all (?:of )?the )?(?:other )?(?:terms|provisions|conditions|section|article|clause|paragraph)\b";
    /// "Is expected to close on".
    WILL_LIKELY = r"\b(?:is|are|was|were|be|been|currently|presently|now|reasonably) (?:reasonably |currently |presently )?(?:expected|anticipated|projected|estimated|forecast|targeted) to <w>{0,4}$|\b(?:expects?|anticipates?|estimates) (?:that |to )?<w>{0,8}$|\b(?:hopes?|hoped) (?:that |to )<w>{0,6}$|\bplan(?:s|ned)? to (?:close|complete|commence|open|launch|deliver) <w>{0,3}$|\bas (?:early|soon|late) as\s*$";
    /// "The price would be".
    WOULD_BE = r"\b(?:might|could|would)(?: well)? (?:be|equal|amount to|cost)(?: an?| the| at| on| equal to){0,2}\s*<o>$";
    TARGET_NAME = r"\btarget(?:ed)? (?:\w+ )?(?:price|rate|fee|amount|rent|salary|cost|revenue|yield|return|valuation)(?: is| of| will be| shall be|:|,)?\s*<o>$";
    HOPED = r"\b(?:we|i|they|it|parties|company|seller|buyer|landlord|tenant|party|lender|borrower) (?:all |both )?hopes? <w>{0,6}<o>$";
    WEEK_OF = r"\bweek of(?: the)?\s*$";
    /// "The estimated completion date is".
    LIKELY_NAME = r"\b(?:estimated|est\.|expected|anticipated|projected|forecast|tentative|approximate|indicative|budgeted) (<w>{0,4}?)(?:[A-Za-z-]+\s*(?:[:=]|,)\s*|[A-Za-z-]+ (?:is|are|was|of|shall be|will be|being|at) (?:currently )?)(?:approximately |the )?$";
    LIKELY_LABEL = r"\b(?:estimated?|est\.|expected|anticipated|projected|tentative|indicative|budgeted)\)?\s*[:=]\s*$";
    TARGET_DATE = r"\btarget(?:ed)? (?:\w+ ){0,2}date(?: is| of| shall be|:|,)?\s*$";
    /// The same after the value.
    ROUGHLY_AFTER = r"^\s*,?\s*(?:[(\[]\s*(?:approx(?:imately|\.)?|estimated?|est\.|expected|anticipated|projected|tentative|target)\b|[(\[]?(?:\+/-|±|plus or minus)|or (?:so|thereabouts)\b|give or take\b|[(\[]?subject to change\b)|^[^;,.]{0,30},?\s*more or less\b|^[^;.,]{0,30}\b(?:is|are|being) (?:only |merely )?an? (?:estimate|approximation|projection|forecast|target)\b";

    /// Words that make what follows an example.
    FOR_EXAMPLE = r"\b(?:for example|for instance|e\.\s?g\.|by way of (?:example|illustration)|as an? (?:example|illustration)|hypothetical(?:ly)?|illustrative(?:ly)?)(?:\b|,|\s)";
    SUCH_AS = r"\bsuch as [^;.)]{0,60}$";
    VERB = r"\b(?:shall|will|must|may|is|are|was|were|not|which|that)\b";
    CLAUSE_HEAD = r"^\W*(?:\([a-z0-9]{1,3}\)\s*)?(?:and |but |or |thus,? |so,? )?\W*$";
    EXAMPLE_LABEL = r"^\W*(?:(?:examples?|illustrations?)\b(?: (?:no\. )?[0-9A-Z]{1,3}\b)?(?:\s*<w>{0,3})?|(?:sample|specimen)(?: (?:agreement|contract|clause|form|letter|invoice|text|wording|calculation|language|provision|document|page|data|values?|lease|note|notice|only|figures?))?)\s*[:.–—-]";
    EXAMPLE_TITLE = r"^\W*(?:examples?|illustrations?)(?: [0-9A-Z]{1,3})?\s*[.:]?\s*$";
    SAMPLE_LABEL = r"\b(?:example <w>{0,3}[A-Za-z]*|(?:sample|specimen) (?:agreement|contract|clause|form|letter|invoice|text|wording|calculation|language|provision|document|data|values?|lease|note|notice|figures?)(?: <w>{0,2}[A-Za-z]*)?)\s*:\s*$";
    SUPPOSE = r"^\W*(?:\([a-z0-9]{1,3}\) )?(?:assume|suppose|let us (?:assume|suppose))\b";
    EXAMPLE_AFTER = r"^\s*[,(]\s*(?:for example|for instance|e\.\s?g\.|by way of (?:example|illustration))|^[^;]{0,100}\bfor (?:illustrative|illustration) purposes\b|^\s*\((?:example|sample|illustrative|hypothetical)\b";
    EXAMPLE_TIGHT = r"\b(?:such as|e\.\s?g\.,?|for example,?|for instance,?|by way of example,?)(?: the| an?)?\s*<o>$";
}

/// Words between an estimate and its value that begin another thought.
const TURNS: &[&str] = &[
    "of", "under", "by", "from", "to", "in", "and", "or", "for", "with", "that", "which", "shall",
    "will", "may", "must", "pay", "pays", "paid", "not",
];

/// Whether the text calls the value approximate or expected.
pub(crate) fn estimate(place: &Place<'_>) -> Option<Withdrawal> {
    on_or_about(place)
        .unwrap_or_else(|| roughly(place))
        .or_else(|| place.if_before(Estimate, &RANGE_END))
        .or_else(|| place.if_before(Estimate, &WILL_LIKELY))
        .or_else(|| place.if_before(Estimate, &TARGET_DATE))
        .or_else(|| place.if_before(Estimate, &TARGET_NAME))
        .or_else(|| place.if_before(Estimate, &WOULD_BE))
        .or_else(|| place.if_before(Estimate, &HOPED))
        .or_else(|| place.if_before(Estimate, &WEEK_OF))
        .or_else(|| place.if_before(Estimate, &LIKELY_LABEL))
        .or_else(|| likely_name(place))
        .or_else(|| place.if_after(Estimate, &ROUGHLY_AFTER))
}

/// Whether the value is directly called approximate: the only form that counts for text.
pub(crate) fn estimate_tight(place: &Place<'_>) -> Option<Withdrawal> {
    on_or_about(place).unwrap_or_else(|| roughly(place))
}

fn roughly(place: &Place<'_>) -> Option<Withdrawal> {
    if holds(&CONCERNING, place.before()) {
        return None;
    }
    place.if_before(Estimate, &ROUGHLY)
}

/// "On or about X" names a date, unless it is subject to something; `None` if it does not stand here.
#[allow(clippy::option_option)]
fn on_or_about(place: &Place<'_>) -> Option<Option<Withdrawal>> {
    let found = find(&ON_OR_ABOUT, place.before())?;
    let doubtful = holds(&SUBJECT_TO, place.after()) && !holds(&TERMS_ONLY, place.after());
    Some(doubtful.then(|| place.because_before(Estimate, found)))
}

/// "The estimated completion date is": the words between must still be the name of the value.
fn likely_name(place: &Place<'_>) -> Option<Withdrawal> {
    let captures = LIKELY_NAME.captures(place.before())?;
    let words = captures.get(1).map_or("", |words| words.as_str());
    let named = !words
        .split_whitespace()
        .any(|w| TURNS.iter().any(|t| w.eq_ignore_ascii_case(t)));
    let found = captures.get(0).filter(|_| named)?.range();
    Some(place.because_before(Estimate, found))
}

/// Whether the value is an example.
pub(crate) fn example(place: &Place<'_>) -> Option<Withdrawal> {
    in_example(place)
        .or_else(|| such_as(place))
        .or_else(|| example_label(place))
        .or_else(|| place.if_before(Example, &SAMPLE_LABEL))
        .or_else(|| place.if_after(Example, &EXAMPLE_AFTER))
}

/// Whether a text value is directly called an example.
pub(crate) fn example_tight(place: &Place<'_>) -> Option<Withdrawal> {
    place
        .if_before(Example, &EXAMPLE_TIGHT)
        .or_else(|| example_label(place))
}

fn example_label(place: &Place<'_>) -> Option<Withdrawal> {
    // "Illustration 1." stands before its sentence as one of its own.
    if let Some(previous) = sentence_before(place.text, place.sentence.start)
        && holds(
            &EXAMPLE_TITLE,
            place.text.get(previous.clone()).unwrap_or(""),
        )
    {
        return Some(Withdrawal {
            code: Example,
            because: previous,
        });
    }
    place
        .if_before(Example, &EXAMPLE_LABEL)
        .or_else(|| place.if_before(Example, &SUPPOSE))
}

/// "For example" at the head of a clause reaches to its end; inside one, or in
/// a bracket, only to the next comma or to the bracket's end.
fn in_example(place: &Place<'_>) -> Option<Withdrawal> {
    let (clause, base) = place.clause_before();
    let found = find(&FOR_EXAMPLE, clause)?;
    let gap = clause.get(found.end..)?;
    let head = clause.get(..found.start)?;
    let left = gap.matches(')').count() > gap.matches('(').count();
    let opens = holds(&CLAUSE_HEAD, head);
    let reached = opens || !gap.trim_start_matches([',', ' ']).contains(',');
    (!left && reached).then(|| place.because(Example, base, found))
}

/// "Such as" reaches over the things it lists, not over the verb after them.
fn such_as(place: &Place<'_>) -> Option<Withdrawal> {
    let found = find(&SUCH_AS, place.before())?;
    let listed = place.before().get(found.clone())?;
    (!holds(&VERB, listed)).then(|| place.because_before(Example, found))
}
