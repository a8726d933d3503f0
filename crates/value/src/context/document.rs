//! Values that belong to another document: "that certain Lease dated March 3, 2001".
//!
//! The words before the value are walked back to the instrument they name, and
//! its article decides: "this Agreement dated" is this document, and so is a
//! title without any article; "that certain", "the Original" or "a" is another.

use groundstop_contract::RejectCode::OtherDocument;

use super::Withdrawal;
use super::pattern::{find, holds, patterns};
use super::place::Place;
use crate::kind::Kind;

patterns! {
    /// How a date is tied to the instrument before it.
    TIE = r"(?:^|[\s,(”])(?:dated|executed|signed|made|entered into|issued|filed|recorded|effective|adopted|submitted|published)<as-of>";
    /// The same with the hand that did it in between: "filed with the Commission on".
    TIE_FAR = r"(?:^|[\s,(”])(?:executed|signed|made|entered into|issued|filed|recorded|adopted|submitted|published) (?:with|by|in|between|among|at) [^;]{1,80}?<as-of>";
    /// "The Agreement of March 3, 2001".
    OF = r" of\s*$";
    /// What may stand between an instrument and its tie.
    NEAR = r"(?:\s*\((?:[^()]|\([^)]*\))*\)|,? (?:no\. ?|number )[0-9A-Z-]{1,8}|,? (?:which )?(?:is|was|were|has been|had been|be)| made and|,? and|,)*\s*$";
    /// The same with its parties or its amendments in between.
    FAR = r"(?:,? as (?:amended|supplemented|modified)[^,;]{0,80},|,? (?:between|among|by and (?:between|among)) [^;]{1,160}?,?)(?:\s*\((?:[^()]|\([^)]*\))*\)|,? (?:is|was|were|has been|had been)|,)*\s*$";
    /// "Filed a Registration Statement … on".
    DONE_ON = r"\b(?:filed|submitted|issued|entered into|executed|signed)(?: an?| its| their| that certain) [^;.]{3,120} on\s*$";
    NOUN = r"\b(?:agreement|lease|note|deed|indenture|contract|mortgage|guaranty|amendment|statement|letter|report|plan|policy|certificate|resolution|prospectus|application|proposal|form)\b";
    /// The instrument at the end of the words, with what names it.
    INSTRUMENT = r"\b(?:agreements?|leases?|subleases?|notes?|notices?|offers?|requests?|demands?|deeds?|indentures?|contracts?|mortgages?|guarant(?:y|ee|ies)|amendments?|statements?|letters?|reports?|orders?|plans?|polic(?:y|ies)|certificates?|resolutions?|invoices?|prospectus|memorand(?:um|a)|opinions?|applications?|judgments?|proposals?|10-[kq]|8-[kq]|warrants?|debentures?|bonds?|licen[cs]es?|settlements?|treat(?:y|ies)|protocols?|decrees?|bills?|ordinances?)$";
    /// Laws by their year.
    LAW = r"\b(?:act|code|law|ordinance|regulations?|statute|treaty|convention|constitution|rules)(?: of| \(|,) ?\(?$";
    /// An earlier instrument that a figure is said to stand in.
    EARLIER_AFTER = r"^[^,;.]{0,40}\b(?:under|pursuant to|in|of|by)<earlier>";
    EARLIER_BEFORE = r"\b(?:under|pursuant to|in)<earlier>[^,;.]{0,40},?[^,;.]{0,60}$";
    CERTAIN_TIGHT = r"\b(?:that|those) certain <w>{0,2}$|\bthe (?:original|prior|existing|previous|former) $";
    ON = r" on\s*$";
    /// "The January 5, 2024 agreement".
    THE = r"\b(?:the|that|our|its|their|such|an?)\s*$";
    NAMED_AFTER = r"^ (?:<w>{0,2})(?:agreement|lease|letter|contract|amendment|note|deed|order|report|invoice|memorandum|offer|proposal|statement|resolution|policy|indenture|mortgage)\b";
    /// A document that opens with its own name: "The Agreement, dated X, is between".
    ITSELF = r"^\W*the (?:agreement|lease|contract|deed|note|indenture|mortgage|guaranty|amendment),?(?: is)?\s*$";
    PARTIES = r"^\s*,?\s*(?:is )?(?:made |entered into )?(?:by and )?(?:between|among)\b";
    PRESENT = r"\b(?:is|are|shall be|be)\b";
    /// "… Agreement (this "Amendment"), dated": what is named in the bracket is dated.
    NAMED_THIS = r"^\s*,?\s*\(\s*(?:as amended, )?this\b";
    /// "This is an Agreement, entered into on".
    THIS_IS = r"\bthis is an? <w>{0,6}$";
    EFFECTIVE = r"^\W*effective\b";
}

/// Whether the value is a date or a figure of another instrument.
pub(crate) fn other_document(kind: &Kind, place: &Place<'_>) -> Option<Withdrawal> {
    match kind {
        Kind::Date { .. } => instrument_date(place)
            .or_else(|| done_on(place))
            .or_else(|| place.if_around(OtherDocument, &THE, &NAMED_AFTER)),
        Kind::Text => place.if_before(OtherDocument, &CERTAIN_TIGHT),
        Kind::Number { .. } => law(place).or_else(|| earlier(place)),
        Kind::Money { .. } | Kind::Percent { .. } | Kind::Duration => earlier(place),
        Kind::Boolean { .. } | Kind::Choice { .. } => None,
    }
}

fn law(place: &Place<'_>) -> Option<Withdrawal> {
    place.if_before(OtherDocument, &LAW)
}

fn earlier(place: &Place<'_>) -> Option<Withdrawal> {
    place
        .if_after(OtherDocument, &EARLIER_AFTER)
        .or_else(|| place.if_before(OtherDocument, &EARLIER_BEFORE))
}

/// Walks back from the date over its tie to the instrument, and asks for its article.
fn instrument_date(place: &Place<'_>) -> Option<Withdrawal> {
    let before = place.before();
    let (tied, loose) = match find(&TIE, before).or_else(|| find(&TIE_FAR, before)) {
        Some(tied) => (tied, false),
        None => (find(&OF, before).or_else(|| find(&ON, before))?, true),
    };
    let tie = before.get(tied.clone())?;
    let named = before.get(..tied.start)?;
    let (noun_head, between) = [&NEAR, &FAR].into_iter().find_map(|gap| {
        let between = find(gap, named)?;
        let name = named.get(..between.start)?;
        let noun = find(&INSTRUMENT, name)?;
        Some((named.get(..noun.start)?, named.get(between.start..)?))
    })?;
    // "The Agreement is dated": a document speaks of itself in the present.
    if holds(&PRESENT, between) {
        return None;
    }
    if holds(&ITSELF, named) && holds(&PARTIES, place.after()) {
        return None;
    }
    if holds(&NAMED_THIS, between) || holds(&THIS_IS, noun_head) {
        return None;
    }
    let (start, article) = article(noun_head)?;
    // "The Lease, effective January 5" and "the Agreement on January 5" say when, not which.
    let on = loose && holds(&ON, tie) || holds(&EFFECTIVE, tie);
    let weak = on && matches!(article, Article::The);
    (!weak).then(|| place.because_before(OtherDocument, start..before.len()))
}

/// "The Company filed a Registration Statement on Form S-1 on March 3, 2001".
fn done_on(place: &Place<'_>) -> Option<Withdrawal> {
    let found = find(&DONE_ON, place.before())?;
    let said = place.before().get(found.clone())?;
    holds(&NOUN, said).then(|| place.because_before(OtherDocument, found))
}

/// What kind of article names another instrument.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Article {
    /// "The", or a preposition right before the name.
    The,
    /// "That certain", "a", "its": certainly another one.
    Other,
}

/// How many words can stand between an article and its instrument.
const NAME_MAX_WORDS: usize = 9;

/// The byte where the article of another instrument stands, if one does.
fn article(head: &str) -> Option<(usize, Article)> {
    let mut end = head.trim_end().len();
    for _ in 0..NAME_MAX_WORDS {
        let rest = head.get(..end)?.trim_end();
        let start = rest.rfind(char::is_whitespace).map_or(0, |i| {
            i.saturating_add(
                rest.get(i..)
                    .and_then(|r| r.chars().next())
                    .map_or(1, char::len_utf8),
            )
        });
        let word = rest
            .get(start..)?
            .trim_matches(|c: char| !c.is_alphanumeric());
        match word.to_ascii_lowercase().as_str() {
            "" | "this" | "present" | "hereof" | "herein" | "these" => return None,
            "that" | "those" | "a" | "an" | "its" | "their" | "such" | "said" | "our" | "his"
            | "her" | "any" | "each" => return Some((start, Article::Other)),
            _ if word.ends_with("'s") || word.ends_with("’s") => {
                return Some((start, Article::Other));
            }
            "the" => return Some((start, Article::The)),
            "to" | "of" if follows_instrument(rest.get(..start)?) => {}
            "under" | "pursuant" | "per" | "see" | "to" | "in" | "of" | "by" | "with" => {
                return Some((start, Article::The));
            }
            _ => {}
        }
        if start == 0 {
            return None;
        }
        end = start;
    }
    None
}

/// "Amendment to Lease", "Memorandum of Lease": one instrument named after another.
fn follows_instrument(head: &str) -> bool {
    const NAMED: &[&str] = &[
        "addendum",
        "agreement",
        "articles",
        "bill",
        "certificate",
        "contract",
        "deed",
        "letter",
        "notice",
        "plan",
        "amendment",
        "assignment",
        "guaranty",
        "joinder",
        "memorandum",
        "modification",
        "release",
        "restatement",
        "supplement",
        "termination",
    ];
    let before = head.split_whitespace().next_back().unwrap_or("");
    NAMED.iter().any(|name| before.eq_ignore_ascii_case(name))
}
