//! Exemptions in words: "Any agricultural income is exempt from tax", and the items of a list
//! that a lead-in exempts.

use std::ops::Range;

use groundstop_contract::{RuleType, RuleValue};
use groundstop_language::patterns;

use super::draft::{Draft, Outcome, enclosing, piece, trimmed};
use super::rates::is_amendment;
use crate::outline::Block;
use crate::patterns::pattern;
use crate::skeleton::{MONEY, PERCENT};
use crate::statute::Statute;

patterns! {
    /// "… is exempt from tax", "… shall not be liable to income-tax": what stands before is exempt.
    IS_EXEMPT = pattern(
        r" (?:is|are|shall(?: also)? be|will be) (?:wholly |fully |also |hereby )?(?:exempt(?:ed)? from |not (?:liable|chargeable|subject) to )(?:the |any |payment of |such )*(?:[a-z]+[ -]){0,3}?(?:tax|duty|cess|levy|surcharge|fee)\b| shall not be (?:liable|chargeable|subject) to (?:the |any )?(?:[a-z]+[ -]){0,3}?(?:tax|duty|cess|levy|surcharge|fee)\b",
    );
    /// "No tax shall be payable on …": what stands behind is exempt.
    NO_TAX = pattern(
        r"\bno (?:[a-z]+[ -]){0,2}?(?:tax|duty|cess|levy|surcharge|fee|penalty|fine|interest) (?:shall be|is) (?:charged|chargeable|payable|levied|imposed|leviable|collected)(?: (?:or|and) (?:charged|chargeable|payable|levied|imposed|leviable|collected))?(?: under [a-z ()]{1,40}?)? (?:on|upon|in respect of|with respect to|in the case of) ",
    );
    /// "The provisions of this section shall not apply to …", "nothing in this section shall apply
    /// to …": what stands behind is left out of what is laid down.
    NOT_APPLIED = pattern(
        r"(?:\b(?:provisions?|(?:sub-?)?sections?|(?:sub-?)?paragraphs?|(?:sub-?)?clauses?|parts?|chapters?|rules?|acts?|tax|duty|cess|surcharge|levy)\b[^.;:¶]{0,100}? shall not apply|\bnothing (?:contained )?in [^.;:¶]{3,100}? shall apply) (?:to|in respect of|in relation to|in the case of) ",
    );
    /// "the income shall not include …": what stands behind is no income.
    NOT_INCLUDED = pattern(
        r"\bincome\b[^.;:]{0,240}? shall not include ",
    );
    /// A lead-in that exempts what follows it.
    LIST_OF_EXEMPT = pattern(
        r"\b(?:shall not apply|nothing (?:contained )?in [^.;:]{3,100}? shall apply) (?:to|in respect of|in relation to|in the case of)\b[^.;:]{0,60}?$|\bfollowing\b[^.;]{0,120}?\b(?:is|are|shall be) (?:wholly |hereby )?exempt|\b(?:is|are|shall be) (?:wholly |hereby )?exempt(?:ed)? from\b[^.;]{0,60}?$|\bno (?:[a-z]+[ -]){0,2}?(?:tax|duty|penalty|fine|interest) shall be (?:charged|payable|levied|imposed)(?: under [a-z ()]{1,40}?)? (?:on|in respect of|with respect to|in the case of)[^.;]{0,60}?$",
    );
}

pub(super) fn find(statute: &Statute<'_>, before: &[Draft]) -> Vec<Draft> {
    let free = |range: &Range<usize>| {
        let mut used = before.iter().map(|draft| &draft.used);
        !used.any(|used| used.start < range.end && range.start < used.end)
    };
    let blocks = statute.outline.blocks().iter();
    blocks
        .filter(|block| !block.is_heading && !is_amendment(statute, block))
        .flat_map(|block| {
            let said = in_sentences(statute, block);
            match said.is_empty() {
                true => in_list(statute, block).into_iter().collect(),
                false => said,
            }
        })
        .filter(|draft| free(&draft.used))
        .collect()
}

/// On which side of the words that exempt it stands what is exempt.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stands {
    Before,
    Behind,
}

/// Whether a text goes on in a list: what it says is said there.
fn leads_on(text: &str) -> bool {
    text.trim_end().ends_with(['—', '–', ':', '-'])
}

/// Sentences that exempt something, in a block.
fn in_sentences(statute: &Statute<'_>, block: &Block) -> Vec<Draft> {
    let words = statute.words_of(block);
    let text = statute.skeleton.slice(words.clone());
    let shift = |at: usize| words.start.saturating_add(at);
    let mut all = Vec::new();
    if leads_on(text) {
        return all;
    }
    for hit in IS_EXEMPT.find_iter(text) {
        let phrase = shift(hit.start())..shift(hit.end());
        let sentence = statute.sentence(block, &phrase);
        let what = sentence.start..phrase.start;
        all.extend(draft(statute, block, sentence, what, Stands::Before));
    }
    for form in [&*NO_TAX, &*NOT_APPLIED, &*NOT_INCLUDED] {
        for hit in form.find_iter(text) {
            let phrase = shift(hit.start())..shift(hit.end());
            let sentence = statute.sentence(block, &phrase);
            let what = phrase.end..sentence.end;
            all.extend(draft(statute, block, sentence, what, Stands::Behind));
        }
    }
    all
}

/// An item of a list that its lead-in exempts.
fn in_list(statute: &Statute<'_>, block: &Block) -> Option<Draft> {
    let lead = block.above.last()?;
    let lead = statute.flow.line(lead.clone()).to_ascii_lowercase();
    let listed = LIST_OF_EXEMPT.is_match(&lead) && !lead.contains("not exempt");
    let words = statute.words_of(block);
    let text = statute.skeleton.slice(words.clone());
    let is_item = block.words > block.range.start;
    if !listed || !is_item || leads_on(text) {
        return None;
    }
    draft(statute, block, words.clone(), words, Stands::Before)
}

fn draft(
    statute: &Statute<'_>,
    block: &Block,
    sentence: Range<usize>,
    what: Range<usize>,
    stands: Stands,
) -> Option<Draft> {
    const MARKS: &[char] = &[' ', '\n', ',', ';', ':', '.', '—', '–'];
    let text = statute.skeleton.slice(sentence.clone());
    let exempt = statute.skeleton.slice(what.clone());
    let denied = [" not exempt", "cease", "be deemed", "whether "]
        .iter()
        .any(|words| text.contains(words))
        || text.contains("nothing ") && !NOT_APPLIED.is_match(text);
    // Behind its verb everything up to the end belongs to what is exempt, its clauses too.
    let clause = stands == Stands::Before
        && [" shall ", " provide ", " provides ", " specify "]
            .iter()
            .any(|verb| exempt.contains(verb));
    let letters = exempt.chars().filter(|c| c.is_alphabetic()).count();
    // An amount that is exempt is read as such, or not at all.
    if text.contains([MONEY, PERCENT]) || denied || clause || letters < 4 {
        return None;
    }
    let quote = trimmed(statute, statute.skeleton.to_flow(&sentence), MARKS);
    let words = piece(statute, statute.skeleton.to_flow(&what))?;
    let words = words.start.max(quote.start)..words.end.min(quote.end);
    let line = statute.flow.line(words);
    let line = unnumbered(&line);
    if is_torn(line) {
        return None;
    }
    let vague = [
        "it", "they", "he", "she", "this", "such", "which", "who", "that",
    ];
    let first = line
        .split(' ')
        .next()
        .unwrap_or_default()
        .to_ascii_lowercase();
    let outcome = match vague.contains(&first.as_str()) {
        true => Outcome::Unclear("what is exempt is named in another sentence"),
        false => Outcome::Clear(
            RuleValue::Text {
                text: line.to_owned(),
            },
            None,
        ),
    };
    Some(Draft {
        rule_type: RuleType::Exemption,
        outcome,
        quote,
        conditions: enclosing(statute, block),
        used: sentence,
        confidence: "0.85",
    })
}

/// Whether words are no name of a thing: the end of a relative clause, a sentence cut off.
fn is_torn(text: &str) -> bool {
    const ENDS: &str = "which who that and or if where any the a an of to from in on by for not";
    const STARTS: &str = "no nothing while from is are was described to under which who and or";
    let lower = text.to_ascii_lowercase();
    let is = |words: &str, word: Option<&str>| words.split(' ').any(|each| Some(each) == word);
    is(ENDS, lower.split(' ').next_back()) || is(STARTS, lower.split(' ').next())
}

/// A text without the number of its section.
fn unnumbered(text: &str) -> &str {
    let rest = crate::marker::read(text).and_then(|mark| text.get(mark.end..));
    rest.map_or(text, str::trim_start)
}
