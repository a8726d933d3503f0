//! What terms mean: `“company” means …`

use groundstop_contract::{RuleType, RuleValue};
use groundstop_language::pattern::constant;
use groundstop_language::patterns;

use super::draft::{Draft, Outcome, enclosing, piece};
use crate::statute::Statute;

patterns! {
    MEANS = constant(r#"[“"]([^“”"\n]{2,80}|[^“”"]{2,60})[”"],? (?:means|shall mean)[,:]?[\s—–-]+"#);
}

pub(super) fn find(statute: &Statute<'_>) -> Vec<Draft> {
    let text = statute.flow.text();
    let drafts = MEANS.captures_iter(text).filter_map(|hit| {
        let (whole, term) = (hit.get(0)?, hit.get(1)?);
        let block = statute.outline.at(whole.start())?;
        let rest = statute
            .flow
            .slice(whole.end()..block.range.end.max(whole.end()));
        let end = meaning_end(rest);
        let meaning = rest.get(..end)?.trim_end();
        let range = whole.start()..whole.end().saturating_add(meaning.len());
        // A meaning without an end of its own goes on in the items below.
        let leads = end == rest.len();
        let words = meaning.split_whitespace().count();
        let outcome = match words {
            _ if leads => Outcome::Unclear("the meaning goes on in a list"),
            0 | 1 => return None,
            _ => Outcome::Clear(
                RuleValue::Definition {
                    term: statute.flow.line(term.range()),
                    text: meaning.split_whitespace().collect::<Vec<_>>().join(" "),
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
    });
    drafts.collect()
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
