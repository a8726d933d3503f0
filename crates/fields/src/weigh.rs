//! One candidate, weighed: what its value reads as, where its quote stands,
//! what the quote says, and whether the text takes it back.

use std::ops::Range;

use groundstop_canon::jcs;
use groundstop_contract::{
    CandidateRecord, Confidence, FieldRecord, IssueCode, RejectCode, Rejected, ReviewCode,
    WireValue,
};
use groundstop_document::ByteSpan;
use groundstop_evidence::{
    Evidence, FoldedDocument, Hints, Located, View, locate_all, same_text, text_key,
};
use groundstop_frame::{Asks, Frame, Roles, Setting, frame, other_field, tax_words};
use groundstop_value::context::currency::Said;
use groundstop_value::context::form::{entry_around, labels_around, line_around};
use groundstop_value::context::{sentence_around, withdrawn};
use groundstop_value::{Cue, Kind, Value, read_wire};

use crate::cues::{belongs_elsewhere, excluded};
use crate::currency;
use crate::name::NameKind;
use crate::reading::{Quoted, Stated, Unstated};
use crate::table_role;

/// A candidate with everything that was found out about it.
#[derive(Clone, Debug)]
pub(crate) struct Weighed<'a> {
    /// The candidate as it was offered, to the letter.
    pub(crate) record: &'a CandidateRecord,
    /// What it states, else what a person vouched for the source, else zero.
    pub(crate) confidence: Confidence,
    /// What the value reads as: nothing, one value, or several.
    pub(crate) values: Vec<Value>,
    /// Where the quote stands, or why not; none where no quote was offered. A place can only come
    /// from `evidence`, which compared every character.
    pub(crate) located: Option<Located>,
    /// Whether letter case, punctuation or an ellipsis had to be forgiven.
    pub(crate) relaxed: bool,
    /// Whether the quote, in its place, says the value; none where the quote has no place.
    pub(crate) stated: Option<Result<Stated, Unstated>>,
    /// Whether padding hides what stands around the quote.
    pub(crate) padded: bool,
    /// Why it does not count as a candidate.
    pub(crate) rejected: Option<Rejected>,
    /// The doubt that the words around leave, with those words.
    pub(crate) doubt: Option<(ReviewCode, String)>,
    /// What the document says beside an amount of its taxes; it changes no decision and is shown.
    pub(crate) tax: Option<String>,
    /// Where its currency is stated, if not beside it.
    pub(crate) currency: Option<ByteSpan>,
    /// Its canonical JSON: the last word where two candidates tie.
    canonical: String,
}

/// Where the words stand that name a value.
struct Named {
    /// Whether the bytes are the document's; else they are the view's.
    in_document: bool,
    place: Range<usize>,
    parts: Vec<Range<usize>>,
    /// The label of a form's entry.
    label: Option<Range<usize>>,
}

/// A value in a row of a form.
struct Form {
    /// The bytes of the row in the document.
    row: Range<usize>,
    /// The bytes of the label that begins with a cue of the schema.
    label: Range<usize>,
    /// Whether no other field of the type has a longer cue there.
    own: bool,
}

/// What every candidate of a field is weighed against.
pub(crate) struct Scale<'a> {
    pub(crate) document: &'a FoldedDocument<'a>,
    /// The field being decided.
    pub(crate) field: &'a FieldRecord,
    /// All fields of the schema, this one included: their cues tell values apart.
    pub(crate) fields: &'a [FieldRecord],
    /// How the field's values are read; follows from the field alone.
    pub(crate) kind: &'a Kind,
    /// The currency that the document states for amounts without one; `kind` knows it.
    pub(crate) stated: Option<&'a Said>,
    /// The field's place in its schema.
    pub(crate) index: usize,
    /// The names of all fields of the schema.
    pub(crate) roles: &'a Roles,
    /// What headings, stamps and captions say about parts of the document.
    pub(crate) setting: &'a Setting,
    /// Whether a quote must stand there to the letter, layout apart.
    pub(crate) exact_quote: bool,
    /// Whether the document must say a value, and not only contain its words.
    pub(crate) asserted: bool,
    /// The confidence of candidates that state none.
    pub(crate) vouched: Option<Confidence>,
}

/// At how many places of a quote the frame is asked, where the text takes the earlier ones back.
const PLACES_ASKED: usize = 20;

impl Scale<'_> {
    /// Weighs a candidate at its place; a quote that stands several times and names no place is
    /// judged at the first where the text does not take it back.
    pub(crate) fn weigh<'c>(
        &self,
        record: &'c CandidateRecord,
        located: Option<Located>,
    ) -> Weighed<'c> {
        let first = self.weigh_here(record, located);
        let hinted = record.start.is_some() || record.prefix.is_some() || record.suffix.is_some();
        let withdrawn = self.asserted && first.rejected.is_some() && record.set_aside.is_none();
        let (Some(evidence), Some(quote), true) = (
            first.evidence(),
            record.quote.as_deref(),
            withdrawn && !hinted && !first.relaxed,
        ) else {
            return first;
        };
        let document = self.document.document();
        for place in evidence.places().iter().skip(1).take(PLACES_ASKED) {
            let chars = document.char_span(*place);
            let hints = Hints {
                quote,
                page: record.page,
                offsets: Some((chars.start.as_u64(), chars.end.as_u64())),
                prefix: None,
                suffix: None,
            };
            let again = locate_all(self.document, &[hints]).into_iter().next();
            let other = self.weigh_here(record, again);
            if other.rejected.is_none() && other.stated_place().is_some() {
                return other;
            }
        }
        first
    }

    fn weigh_here<'c>(&self, record: &'c CandidateRecord, located: Option<Located>) -> Weighed<'c> {
        let confidence = record
            .confidence
            .or(self.vouched)
            .unwrap_or(Confidence::ZERO);
        let quoted = located.as_ref().and_then(|found| found.as_ref().ok());
        let table = quoted
            .filter(|_| matches!(self.kind, Kind::Money { .. }))
            .and_then(|quoted| currency::of_table(self.document.document(), quoted.span()));
        let kind = currency::kind_at(self.kind, table.as_ref());
        let values = read_wire(&kind, &record.value).map(|reading| reading.values);
        let mut weighed = Weighed {
            record,
            confidence,
            values: values.unwrap_or_default(),
            located,
            relaxed: false,
            stated: None,
            padded: false,
            rejected: None,
            doubt: None,
            tax: None,
            currency: None,
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
            name: NameKind::of(self.field.kind).filter(|_| self.asserted),
        };
        let stated = quoted.states(&kind, &weighed.values);
        if let Ok(stated) = &stated {
            let (rejected, doubt) = self.framed(record, &view, stated);
            // A denial among the words that the quote leaves out is heard, wherever it reaches.
            let document = self.document.document();
            let skipped = evidence
                .skipped_negation(document)
                .filter(|_| self.asserted);
            let skipped = skipped.map(|word| (ReviewCode::FrameUnclear, word.to_owned()));
            weighed.rejected = rejected;
            weighed.doubt = doubt.or(skipped);
            weighed.tax = tax_words(self.kind, view.text(), stated.viewed.clone())
                .and_then(|words| view.text().get(words))
                .map(str::to_owned);
        }
        if let (Some(code), None) = (record.set_aside, &weighed.rejected) {
            let place = stated
                .as_ref()
                .map_or(evidence.span(), |stated| stated.place);
            weighed.rejected = Some(self.reject(record, code, Some(place), None));
        }
        if let Ok(stated) = &stated {
            let spelled = self.document.document().slice(stated.place);
            let lent = spelled.is_some_and(|spelled| currency::is_lent(&kind, spelled));
            weighed.currency = table
                .as_ref()
                .or(self.stated)
                .filter(|_| lent)
                .map(|said| ByteSpan::new(said.place.start, said.place.end));
        }
        weighed.padded = view.is_padded();
        weighed.stated = Some(stated);
        weighed
    }

    /// Where the schema allows it, a quote may have marks of its own and leave words out.
    fn relax(&self, weighed: &mut Weighed<'_>) {
        let missing = matches!(
            &weighed.located,
            Some(Err(issues)) if issues.as_slice() == [IssueCode::QuoteNotFound]
        );
        let record = weighed.record;
        let hinted = record.start.is_some() || record.prefix.is_some() || record.suffix.is_some();
        let quote = record.quote.as_deref().filter(|_| missing && !hinted);
        let evidence = quote.and_then(|quote| Evidence::relaxed(self.document, quote, record.page));
        if let Some(evidence) = evidence {
            weighed.located = Some(Ok(evidence));
            weighed.relaxed = true;
        }
    }

    /// What the words around the value make of it: taken back, in doubt, or left standing.
    fn framed(
        &self,
        record: &CandidateRecord,
        view: &View,
        stated: &Stated,
    ) -> (Option<Rejected>, Option<(ReviewCode, String)>) {
        let text = view.text();
        // What its proposer set aside is no candidate: its frame decides nothing.
        if !self.asserted || record.set_aside.is_some() {
            return (self.withdrawn_in_place(record, view, stated), None);
        }
        if let Some(scale) = self.scale_of(stated.place) {
            let code = RejectCode::Computed;
            return (
                Some(self.reject(record, code, Some(stated.place), Some(scale))),
                None,
            );
        }
        let words = |because: Range<usize>| text.get(because).map(str::to_owned);
        let asks = Asks::of(self.field, self.kind);
        let kind = &*self
            .kind
            .as_said(text.get(stated.viewed.clone()).unwrap_or_default());
        let place = stated.place.start.0..stated.place.end.0;
        let own = self.document.document().text();
        let form = self.form_of(&place, record);
        // A row of a form is no row of a schedule, and has no sentence whose language must be heard.
        let setting = match form {
            Some(_) => self.setting.frame_of_part(kind, own, &place),
            None => self.setting.frame(kind, own, &place),
        };
        let around = match setting {
            // What stands above is told in the document's own words.
            Frame::Withdrawn { code, because } => {
                let because = own.get(because).map(str::to_owned);
                return (
                    Some(self.reject(record, code, Some(stated.place), because)),
                    None,
                );
            }
            Frame::Unclear { because } | Frame::Bound { because } => {
                own.get(because).map(str::to_owned)
            }
            Frame::Unheard(language) => Some(language.told()),
            Frame::Asserted => None,
        };
        // On a form the row says what there is to say; the lines around are about other things.
        let framed = match &form {
            Some(form) => self
                .setting
                .frame_of_row(kind, own, &form.row, &place, &asks),
            None => frame(kind, text, stated.viewed.clone(), &asks),
        };
        let words = |because: Range<usize>| match form {
            Some(_) => own.get(because).map(str::to_owned),
            None => words(because),
        };
        let doubt = match framed {
            Frame::Withdrawn { code, because } => {
                let rejected = self.reject(record, code, Some(stated.place), words(because));
                return (Some(rejected), None);
            }
            Frame::Unclear { because } => Some((ReviewCode::FrameUnclear, because)),
            Frame::Bound { because } => Some((ReviewCode::Bound, because)),
            // Which language is spoken is asked of the document, above.
            Frame::Asserted | Frame::Unheard(_) => None,
        };
        let named = form.as_ref().is_some_and(|form| form.own);
        if let Some(because) = self.excluded(view, stated).filter(|_| !named) {
            let because = because.map(str::to_owned);
            let code = RejectCode::OtherField;
            let rejected = self.reject(record, code, Some(stated.place), because);
            return (Some(rejected), None);
        }
        let elsewhere = match &form {
            Some(form) if form.own => None,
            Some(form) => own.get(form.label.clone()).map(str::to_owned),
            None => self.elsewhere(view, stated),
        };
        let doubt = doubt.map(|(code, because)| (code, words(because).unwrap_or_default()));
        let around = around.map(|words| (ReviewCode::FrameUnclear, words));
        let elsewhere = elsewhere.map(|words| (ReviewCode::OtherField, words));
        (None, doubt.or(around).or(elsewhere))
    }

    /// The words of a table by which a figure in it is short of its noughts.
    fn scale_of(&self, place: ByteSpan) -> Option<String> {
        let figure = matches!(self.kind, Kind::Money { .. } | Kind::Number { .. });
        let document = self.document.document();
        let scale = figure.then(|| document.scale_of(place)).flatten()?;
        document.slice(scale).map(str::to_owned)
    }

    /// What the text takes back at the value itself, and what another field's cue claims. All that is
    /// asked where a schema wants words only.
    fn withdrawn_in_place(
        &self,
        record: &CandidateRecord,
        view: &View,
        stated: &Stated,
    ) -> Option<Rejected> {
        let text = view.text();
        let kind = self
            .kind
            .as_said(text.get(stated.viewed.clone()).unwrap_or_default());
        let (code, because) = match withdrawn(&kind, text, stated.viewed.clone()) {
            Some(found) => (found.code, text.get(found.because)),
            None => {
                let named = self.named_in(view, stated);
                let text = self.text_of(view, &named);
                let (field, fields) = (self.field, self.fields);
                let found = belongs_elsewhere(field, fields, text, named.place, &named.parts)?;
                (RejectCode::OtherField, text.get(found))
            }
        };
        let because = because.map(str::to_owned);
        Some(self.reject(record, code, Some(stated.place), because))
    }

    /// The parts of the text that name the value: on a form its label, else its sentence.
    ///
    /// Only the document's own text still has the gaps of a form.
    fn named_in(&self, view: &View, stated: &Stated) -> Named {
        let document = self.document.document().text();
        let place = stated.place.start.0..stated.place.end.0;
        match entry_around(document, place.clone()) {
            Some(entry) => Named {
                in_document: true,
                place,
                parts: vec![entry.label.clone(), entry.cell],
                label: Some(entry.label),
            },
            None => Named {
                in_document: false,
                parts: vec![sentence_around(view.text(), stated.viewed.clone())],
                place: stated.viewed.clone(),
                label: None,
            },
        }
    }

    /// The row of a form that a value stands in, where a label of the schema's own words names it.
    fn form_of(&self, place: &Range<usize>, record: &CandidateRecord) -> Option<Form> {
        let text = self.document.document().text();
        let row = line_around(text, place.clone())?;
        // In English a line with a colon is read with what stands around it; a row of cells and a value
        // alone on its line are not.
        let said = text.get(row.clone())?;
        let cells = said.contains(['\t', '|', '·', '•']);
        let alone = said.trim().len() == place.len();
        if !cells && !alone && !self.setting.is_heard_otherwise() {
            return None;
        }
        let figure = matches!(self.kind, Kind::Money { .. } | Kind::Number { .. });
        let span = ByteSpan::new(place.start, place.end);
        let heads = table_role::heads(self.document.document(), span);
        let heads = heads.filter(|_| figure);
        let range = |span: &ByteSpan| span.start.0..span.end.0;
        let mut labels = labels_around(text, place.clone());
        if let Some(heads) = &heads {
            let total = heads.row.filter(|_| heads.total);
            if let Some(label) = total.filter(|_| !table_role::asks_for_total(self.field)) {
                let label = range(&label);
                return Some(Form {
                    row,
                    label,
                    own: false,
                });
            }
            labels.retain(|label| !heads.columns.iter().any(|head| range(head) == *label));
            labels.extend(heads.row.iter().chain(&heads.columns).map(range));
        }
        for label in labels {
            let of_column = heads
                .as_ref()
                .is_some_and(|heads| heads.columns.iter().any(|head| range(head) == label));
            // The head of several figures names each of them, and none of them alone.
            let one_of_many = of_column
                && heads.as_ref().is_some_and(|heads| heads.listed)
                && !self.field.many
                && record.row.is_none();
            let own = self.label_length(self.field, &label);
            let others = self.fields.iter().filter(|one| one.name != self.field.name);
            let others = others.filter(|one| one.kind == self.field.kind);
            let other = others
                .filter_map(|one| self.label_length(one, &label))
                .max();
            match (own, other) {
                (None, None) => {}
                (own, other) => {
                    return Some(Form {
                        row,
                        label,
                        own: own >= other && !one_of_many,
                    });
                }
            }
        }
        None
    }

    /// How much of a label a cue of a field covers that begins it; a label is a cue and few other words.
    fn label_length(&self, field: &FieldRecord, label: &Range<usize>) -> Option<usize> {
        const MORE_WORDS_MAX: usize = 3;
        let text = self.document.document().text();
        let said = text.get(label.clone())?;
        if excluded(field, text, std::slice::from_ref(label)).is_some() {
            return None;
        }
        let cues = field.cues.iter().filter_map(|cue| Cue::new(cue));
        let covered = cues.filter_map(|cue| {
            let place = cue.at(said, 0)?;
            let more = said.get(place.end..)?;
            let more = more.split(|c: char| !c.is_alphanumeric());
            let words = more.filter(|word| word.chars().any(char::is_alphabetic));
            (words.count() <= MORE_WORDS_MAX && !said.contains('\n')).then_some(place.len())
        });
        covered.max()
    }

    /// The words by which the schema says that this is another field's value.
    fn excluded<'t>(&'t self, view: &'t View, stated: &Stated) -> Option<Option<&'t str>> {
        let named = self.named_in(view, stated);
        let text = self.text_of(view, &named);
        Some(text.get(excluded(self.field, text, &named.parts)?))
    }

    /// The words that give the value to another field, or that leave it without one.
    fn elsewhere(&self, view: &View, stated: &Stated) -> Option<String> {
        let named = self.named_in(view, stated);
        let text = self.text_of(view, &named);
        let (place, label) = (named.place, named.label);
        let field = (self.field, self.index);
        let kind = self
            .kind
            .as_said(text.get(place.clone()).unwrap_or_default());
        let because = other_field(&kind, text, &place, label, field, self.roles)?;
        text.get(because).map(str::to_owned)
    }

    fn text_of<'t>(&'t self, view: &'t View, named: &Named) -> &'t str {
        match named.in_document {
            true => self.document.document().text(),
            false => view.text(),
        }
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

    /// The value's own place, where its quote states it.
    pub(crate) fn stated_place(&self) -> Option<ByteSpan> {
        match &self.stated {
            Some(Ok(stated)) => Some(stated.place),
            _ => None,
        }
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

    /// The value as its candidate spells it, as a string whatever its type.
    pub(crate) fn spelled(&self) -> WireValue {
        WireValue::Text(match &self.record.value {
            WireValue::Text(text) => text.clone(),
            WireValue::Boolean(yes) => yes.to_string(),
            WireValue::Money(money) => format!("{} {}", money.currency, money.amount),
            WireValue::Duration(duration) => format!("{} {}", duration.count, duration.unit),
        })
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
            Some(value) => value.agreement_key().into_bytes(),
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
pub(crate) fn same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Text(one), Value::Text(other)) => same_text(one, other),
        _ => one.agrees(other),
    }
}
