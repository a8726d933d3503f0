//! Bands that count from the one before: "Next ₦2,200,000 at 15%". Their bounds
//! would have to be added up, which the text does not do; they are `blocked`.

use groundstop_contract::RuleType;
use groundstop_language::patterns;

use super::draft::{Draft, Outcome, enclosing};
use crate::patterns::pattern;
use crate::statute::Statute;

patterns! {
    NEXT = pattern(
        r"\b(?:the )?next (?:M|n ?[0-9][0-9,]*(?:\.[0-9]+)?|[0-9][0-9,]+(?:\.[0-9]+)?)[^MP;¶]{0,60}?[ ¶|–—:-]{0,6}(?:at |@ ?)?(?:P|nil\b)",
    );
}

pub(super) fn find(statute: &Statute<'_>) -> Vec<Draft> {
    let drafts = NEXT.find_iter(statute.skeleton.text()).filter_map(|hit| {
        let block = statute.block(hit.start())?;
        Some(Draft {
            rule_type: RuleType::TaxSlab,
            outcome: Outcome::Blocked(
                "the band is relative to the one before it; its bounds are not stated",
            ),
            quote: statute.skeleton.to_flow(&hit.range()),
            conditions: enclosing(statute, block),
            used: hit.range(),
            confidence: "0",
        })
    });
    drafts.collect()
}
