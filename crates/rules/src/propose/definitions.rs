//! What terms mean: `“company” means …`

use std::ops::Range;

use groundstop_contract::{RuleType, RuleValue};
use groundstop_language::pattern::constant;
use groundstop_language::patterns;

use super::draft::{Draft, Outcome, enclosing, piece, trimmed};
use crate::outline::Block;
use crate::statute::Statute;

patterns! {
    /// A term, for what it is used where the text says so, and the verb that defines it.
    MEANS = constant(
        r#"[“"]([^“”"\n]{2,80}|[^“”"]{2,60})[”"](?:,? (?:or|and) [“"]([^“”"\n]{2,80})[”"])?,?(?: (?:also|(?:when used )?(?:in relation|with (?:respect|reference)) to [^;“”"]{2,120}?,|for the purposes? of [^;“”"]{2,80}?,?))? ?\s?(?:means and includes|means|((?:does|do|shall) not (?:include|mean))|shall mean|(?:shall |also )?includes?|refers to|has the (?:same )?meanings?(?: respectively)? (?:as )?(?:assigned|given|ascribed)(?: to it)?|shall have the (?:same )?meanings? (?:as )?(?:assigned|given|ascribed)(?: to it)?)[,:]?[\s—–-]+"#,
    );
}

pub(super) fn find(statute: &Statute<'_>) -> Vec<Draft> {
    let text = statute.flow.text();
    let hits = MEANS.captures_iter(text);
    // "“A” or “B” means": each of the terms is defined.
    let places = hits.flat_map(|hit| {
        // What a term does not mean says so in its meaning.
        let whole = hit.get(0).map(|all| match hit.get(3) {
            Some(verb) => all.start()..verb.start(),
            None => all.range(),
        });
        let terms = [hit.get(1), hit.get(2)].into_iter().flatten();
        let terms = terms.map(|term| term.range()).collect::<Vec<_>>();
        terms
            .into_iter()
            .filter_map(move |term| Some((whole.clone()?, term)))
    });
    places
        .filter_map(|(whole, term)| draft(statute, whole, term))
        .collect()
}

fn draft(statute: &Statute<'_>, whole: Range<usize>, term: Range<usize>) -> Option<Draft> {
    let block = statute.outline.at(whole.start)?;
    let rest = statute
        .flow
        .slice(whole.end..block.range.end.max(whole.end));
    let end = meaning_end(rest);
    // A meaning without an end of its own goes on in the items below.
    let leads = end == rest.len() && (rest.trim().is_empty() || goes_on(rest));
    let listed = match leads {
        true => list_end(statute, block),
        false => None,
    };
    let end = listed.unwrap_or(whole.end.saturating_add(end));
    let range = trimmed(statute, whole.start..end, &[' ', '\n', ';', ',', '.']);
    let meaning = whole.end..range.end.max(whole.end);
    let words = statute
        .flow
        .slice(meaning.clone())
        .split_whitespace()
        .count();
    let outcome = match words {
        _ if leads && listed.is_none() => Outcome::Unclear("the meaning goes on in a list"),
        0 | 1 => return None,
        _ => Outcome::Clear(
            RuleValue::Definition {
                term: statute.flow.line(term),
                text: statute.flow.line(meaning),
            },
            None,
        ),
    };
    // "In the case of a vehicle to which paragraph (2) applies, the term “power” means …"
    let mut conditions = enclosing(statute, block);
    let skeleton = &statute.skeleton;
    let place = skeleton.of_flow(range.start)..skeleton.of_flow(range.end);
    let lead = skeleton.to_flow(&(statute.sentence(block, &place).start..place.start));
    if lead.start < lead.end.min(range.start) {
        conditions.extend(piece(statute, lead.start..lead.end.min(range.start)));
    }
    Some(Draft {
        rule_type: RuleType::Definition,
        outcome,
        quote: range,
        conditions,
        used: 0..0,
        confidence: "0.9",
    })
}

/// Whether a text ends in a mark that leads to a list.
fn goes_on(text: &str) -> bool {
    text.trim_end().ends_with(['—', '–', ':', '-'])
}

/// The end of the last item of the list that a block leads into.
fn list_end(statute: &Statute<'_>, block: &Block) -> Option<usize> {
    let blocks = statute.outline.blocks();
    let after = blocks.partition_point(|one| one.range.start <= block.range.start);
    let led = |one: &&Block| {
        let mut above = one.above.iter();
        let under =
            above.any(|lead| block.range.start <= lead.start && lead.end <= block.range.end);
        let mark = statute
            .flow
            .slice(one.range.start..one.words)
            .starts_with('(');
        let words = statute.flow.slice(one.words..one.range.end);
        under || mark && !words.starts_with(['“', '"'])
    };
    let mut end = None;
    for item in blocks.iter().skip(after).take_while(led) {
        let words = statute.flow.slice(item.words..item.range.end);
        // Another term is defined behind the list: the list ends before it.
        if let Some(next) = MEANS.find(words) {
            let own = meaning_end(words.get(..next.start()).unwrap_or_default());
            return Some(item.words.saturating_add(own));
        }
        end = Some(item.words.saturating_add(meaning_end(words)));
    }
    end
}

/// Where a meaning ends: at a semicolon, or at a point that ends a sentence.
fn meaning_end(text: &str) -> usize {
    let mut depth = 0usize;
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' => depth = depth.saturating_add(1),
            ')' | ']' => depth = depth.saturating_sub(1),
            ';' if depth == 0 => return at,
            '.' if depth == 0 => {
                let rest = text.get(at.saturating_add(1)..).unwrap_or_default();
                let word = text.get(..at).unwrap_or_default();
                let short = word.rsplit(char::is_whitespace).next().unwrap_or_default();
                let ends = rest.trim_start_matches(['’', '”', '\'', '"']).is_empty()
                    || rest.starts_with(['’', '”'])
                    || rest.starts_with(char::is_whitespace) && short.len() > 3 && short != "cent";
                if ends {
                    return at;
                }
            }
            _ => {}
        }
    }
    text.len()
}
