//! One candidate, weighed: what its value reads as, where its quote stands,
//! what the quote says, and whether the text takes it back.

use groundstop_canon::jcs;
use groundstop_contract::{
    CandidateRecord, Confidence, FieldRecord, IssueCode, RejectCode, Rejected, WireValue,
};
use groundstop_document::ByteSpan;
use groundstop_evidence::{Evidence, FoldedDocument, Located, View, same_text, text_key};
use groundstop_value::context::form::entry_around;
use groundstop_value::context::{sentence_around, withdrawn};
use groundstop_value::{Kind, Value, read_wire};

use crate::cues::belongs_elsewhere;
use crate::reading::{Quoted, Stated, Unstated};

/// A candidate with everything that was found out about it.
#[derive(Clone, Debug)]
pub(crate) struct Weighed<'a> {
    pub(crate) record: &'a CandidateRecord,
    pub(crate) confidence: Confidence,
    /// What the value reads as: nothing, one value, or several.
    pub(crate) values: Vec<Value>,
    /// The quote's place, where one was offered.
    pub(crate) located: Option<Located>,
    /// Whether only letter case or punctuation had to be forgiven.
    pub(crate) relaxed: bool,
    pub(crate) stated: Option<Result<Stated, Unstated>>,
    /// Whether padding hides what stands around the quote.
    pub(crate) padded: bool,
    /// Why it does not count as a candidate.
    pub(crate) rejected: Option<Rejected>,
    canonical: String,
}

/// What every candidate of a field is weighed against.
pub(crate) struct Scale<'a> {
    pub(crate) document: &'a FoldedDocument<'a>,
    pub(crate) field: &'a FieldRecord,
    pub(crate) fields: &'a [FieldRecord],
    pub(crate) kind: &'a Kind,
    pub(crate) exact_quote: bool,
    pub(crate) vouched: Option<Confidence>,
}

impl Scale<'_> {
    pub(crate) fn weigh<'c>(
        &self,
        record: &'c CandidateRecord,
        located: Option<Located>,
    ) -> Weighed<'c> {
        let confidence = record
            .confidence
            .or(self.vouched)
            .unwrap_or(Confidence::ZERO);
        let values = read_wire(self.kind, &record.value).map(|reading| reading.values);
        let mut weighed = Weighed {
            record,
            confidence,
            values: values.unwrap_or_default(),
            located,
            relaxed: false,
            stated: None,
            padded: false,
            rejected: None,
            canonical: jcs::canonical(record).unwrap_or_default(),
        };
        if !self.exact_quote {
            self.relax(&mut weighed);
        }
        let Some(Ok(evidence)) = &weighed.located else {
            // What its proposer set aside never counts, wherever it may stand.
            let aside = record.set_aside;
            weighed.rejected = aside.map(|code| self.reject(record, code, None, None));
            return weighed;
        };
        let view = View::around(self.document.document(), evidence);
        let quoted = Quoted {
            document: self.document,
            evidence,
            view: &view,
            candidate: record,
        };
        let stated = quoted.states(self.kind, &weighed.values);
        if let Ok(stated) = &stated {
            weighed.rejected = self.taken_back(record, &view, stated);
        }
        if let (Some(code), None) = (record.set_aside, &weighed.rejected) {
            let place = stated
                .as_ref()
                .map_or(evidence.span(), |stated| stated.place);
            weighed.rejected = Some(self.reject(record, code, Some(place), None));
        }
        weighed.padded = view.is_padded();
        weighed.stated = Some(stated);
        weighed
    }

    /// Where the schema allows it, a quote may differ in letter case and punctuation.
    fn relax(&self, weighed: &mut Weighed<'_>) {
        let missing = matches!(
            &weighed.located,
            Some(Err(issues)) if issues.as_slice() == [IssueCode::QuoteNotFound]
        );
        let record = weighed.record;
        let hinted = record.start.is_some() || record.prefix.is_some() || record.suffix.is_some();
        let quote = record.quote.as_deref().filter(|_| missing && !hinted);
        let Some(evidence) = quote.and_then(|quote| Evidence::relaxed(self.document, quote)) else {
            return;
        };
        let page = self.document.document().page_of(evidence.span().start);
        if record.page.is_none_or(|named| named == page) {
            weighed.located = Some(Ok(evidence));
            weighed.relaxed = true;
        }
    }

    /// What the words around the value take back.
    fn taken_back(
        &self,
        record: &CandidateRecord,
        view: &View,
        stated: &Stated,
    ) -> Option<Rejected> {
        let text = view.text();
        let (code, because) = withdrawn(self.kind, text, stated.viewed.clone())
            .map(|withdrawal| (withdrawal.code, text.get(withdrawal.because)))
            .or_else(|| Some((RejectCode::OtherField, self.elsewhere(view, stated)?)))?;
        let because = because.map(str::to_owned);
        Some(self.reject(record, code, Some(stated.place), because))
    }

    /// The words that give the value to another field.
    ///
    /// On a form that is its label, and not the lines around; only the document's own
    /// text still has the gaps of a form.
    fn elsewhere<'t>(&'t self, view: &'t View, stated: &Stated) -> Option<Option<&'t str>> {
        let document = self.document.document().text();
        let place = stated.place.start.0..stated.place.end.0;
        let (text, place, parts) = match entry_around(document, place.clone()) {
            Some(entry) => (document, place, vec![entry.label, entry.cell]),
            None => {
                let place = stated.viewed.clone();
                let sentence = sentence_around(view.text(), place.clone());
                (view.text(), place, vec![sentence])
            }
        };
        let because = belongs_elsewhere(self.field, self.fields, text, place, &parts)?;
        Some(text.get(because))
    }

    /// The record of a value that was set aside.
    pub(crate) fn reject(
        &self,
        record: &CandidateRecord,
        code: RejectCode,
        place: Option<ByteSpan>,
        because: Option<String>,
    ) -> Rejected {
        let document = self.document.document();
        let chars = place.map(|place| document.char_span(place));
        Rejected {
            code,
            value: record.value.clone(),
            text: place
                .and_then(|place| document.slice(place))
                .map(str::to_owned),
            page: place.map(|place| document.page_of(place.start)),
            start: chars.map(|chars| chars.start.as_u64()),
            end: chars.map(|chars| chars.end.as_u64()),
            because,
        }
    }
}

impl Weighed<'_> {
    /// The evidence, where the quote was found.
    pub(crate) fn evidence(&self) -> Option<&Evidence> {
        self.located.as_ref()?.as_ref().ok()
    }

    /// The quote's place, where it was found.
    pub(crate) fn place(&self) -> Option<ByteSpan> {
        self.evidence().map(Evidence::span)
    }

    /// All readings the candidate stands for: its own, or the quote's where that is ambiguous.
    pub(crate) fn readings(&self) -> Vec<Value> {
        match &self.stated {
            Some(Ok(stated)) if stated.values.len() > 1 => stated.values.clone(),
            _ => self.values.clone(),
        }
    }

    /// The value as it is released or shown: typed where it has one reading.
    pub(crate) fn wire(&self) -> WireValue {
        match self.values.as_slice() {
            [Value::Text(_)] | [] => self.record.value.clone(),
            [value] => value.to_wire(),
            _ => self.record.value.clone(),
        }
    }

    /// Something that candidates of the same value have in common.
    pub(crate) fn bucket(&self) -> Vec<u8> {
        match self.readings().first() {
            None => text_key(&format!("{:?}", self.record.value)),
            Some(Value::Text(text)) => text_key(text),
            // Months and years convert, so only the comparison itself can tell them apart.
            Some(Value::Duration { .. }) => b"duration".to_vec(),
            Some(value) => format!("{:?}", value.to_wire()).into_bytes(),
        }
    }

    /// The value's place, or at least its quote's; then its spelling.
    pub(crate) fn order(&self) -> (bool, Option<ByteSpan>, &str) {
        let place = match &self.stated {
            Some(Ok(stated)) => Some(stated.place),
            _ => self.place(),
        };
        (place.is_none(), place, &self.canonical)
    }

    /// Best first: confidence, then place, then spelling.
    pub(crate) fn better_than(&self, other: &Weighed<'_>) -> std::cmp::Ordering {
        let place =
            |weighed: &Weighed<'_>| weighed.place().map_or((1, None), |place| (0, Some(place)));
        other
            .confidence
            .cmp(&self.confidence)
            .then_with(|| place(self).cmp(&place(other)))
            .then_with(|| self.canonical.cmp(&other.canonical))
    }

    /// Whether both say the same value.
    pub(crate) fn agrees(&self, other: &Weighed<'_>) -> bool {
        let (ours, theirs) = (self.readings(), other.readings());
        match (ours.as_slice(), theirs.as_slice()) {
            ([], []) => self.record.value == other.record.value,
            (ours, theirs) => {
                let among = |value: &Value, list: &[Value]| list.iter().any(|x| same(value, x));
                ours.iter().all(|value| among(value, theirs))
                    && theirs.iter().all(|value| among(value, ours))
            }
        }
    }
}

/// Whether two values are the same; text under the layout folds.
fn same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Text(one), Value::Text(other)) => same_text(one, other),
        _ => one.agrees(other),
    }
}
