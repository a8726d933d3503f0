//! "Tax 15% on $112.90": what a rate is taken of is no tax.
//!
//! A field for a tax is not filled with the base of its rate; the tax itself would have to be
//! computed.

use std::ops::Range;

use groundstop_contract::RejectCode;
use groundstop_value::Kind;
use groundstop_value::context::base_of_rate;

use crate::Frame;
use crate::asks::Asks;

/// Whether an amount is the base of a rate, for a field that asks for a tax.
pub(crate) fn frame(kind: &Kind, text: &str, span: &Range<usize>, asks: &Asks) -> Frame {
    let asked = asks.levies && matches!(kind, Kind::Money { .. });
    match base_of_rate(text, span).filter(|_| asked) {
        Some(because) => Frame::Withdrawn {
            code: RejectCode::OtherField,
            because,
        },
        None => Frame::Asserted,
    }
}
