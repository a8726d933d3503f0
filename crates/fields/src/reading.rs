//! Whether a quote says the value, read from the document's own characters.

use std::ops::Range;

use groundstop_contract::{CandidateRecord, IssueCode, WireValue};
use groundstop_document::ByteSpan;
use groundstop_evidence::{Evidence, FoldedDocument, View, occurrences_within};
use groundstop_value::{Kind, Reading, Value, read_all};

use crate::cell;
use crate::name::NameKind;

/// No spelling of a value reaches further past the edge of a quote.
const READING_BYTES: usize = 512;

/// The value's place in the quote, and what stands there.
#[derive(Clone, Debug)]
pub(crate) struct Stated {
    /// The value's characters in the document.
    pub(crate) place: ByteSpan,
    /// The same place in the view.
    pub(crate) viewed: Range<usize>,
    /// All readings of the spelling; several mean that it is ambiguous.
    pub(crate) values: Vec<Value>,
    /// Whether a text value begins or ends inside a run of letters or digits.
    pub(crate) cuts_token: bool,
}

/// Why a quote does not say the value, with what it says instead.
#[derive(Clone, Debug)]
pub(crate) struct Unstated {
    pub(crate) code: IssueCode,
    pub(crate) found: Vec<String>,
}

impl Unstated {
    fn plain(code: IssueCode) -> Unstated {
        Unstated {
            code,
            found: Vec::new(),
        }
    }
}

/// Everything needed to look for a value in its quote.
pub(crate) struct Quoted<'a> {
    pub(crate) document: &'a FoldedDocument<'a>,
    pub(crate) evidence: &'a Evidence,
    pub(crate) view: &'a View,
    pub(crate) candidate: &'a CandidateRecord,
    /// What kind of name the value is, where it is one.
    pub(crate) name: Option<NameKind>,
}

impl Quoted<'_> {
    /// Looks for a value of its kind: one of `values` must be the reading of the quote.
    pub(crate) fn states(&self, kind: &Kind, values: &[Value]) -> Result<Stated, Unstated> {
        let regions = self.regions()?;
        let document = self.document.document();
        let named = cell::named(document, self.candidate, self.evidence.span());
        let regions = match &named {
            Some(cells) => within_cells(&regions, cells),
            None => regions,
        };
        if regions.is_empty() {
            return Err(Unstated::plain(IssueCode::CellMismatch));
        }
        let stated = match kind {
            Kind::Text => self.states_text(&regions),
            _ => self.states_typed(kind, values, &regions),
        };
        stated.map_err(|unstated| match unstated.code {
            IssueCode::ValueNotInQuote if named.is_some() => Unstated {
                code: IssueCode::CellMismatch,
                ..unstated
            },
            _ => unstated,
        })
    }

    /// The stretches of the document in which the value must stand.
    fn regions(&self) -> Result<Vec<ByteSpan>, Unstated> {
        let named = self.evidence.value_place();
        let Some(value_quote) = &self.candidate.value_quote else {
            let spelled_out = || self.evidence.spelled_out();
            return Ok(named.map_or_else(spelled_out, |place| vec![place]));
        };
        let mut found = occurrences_within(self.document, self.evidence, value_quote);
        // What the quote leaves out it does not say.
        let spelled_out = self.evidence.spelled_out();
        found.retain(|place| spelled_out.iter().any(|part| part.contains(*place)));
        if found.is_empty() {
            return Err(Unstated::plain(IssueCode::ValueQuoteNotInQuote));
        }
        match named {
            // Both name the value, so both must name the same.
            Some(place) if found.iter().any(|region| region.contains(place)) => Ok(vec![place]),
            Some(_) => Err(Unstated::plain(IssueCode::OffsetMismatch)),
            None => Ok(found),
        }
    }

    fn states_typed(
        &self,
        kind: &Kind,
        values: &[Value],
        regions: &[ByteSpan],
    ) -> Result<Stated, Unstated> {
        let regions: Vec<Range<usize>> = regions
            .iter()
            .map(|region| self.view.of_document(*region))
            .collect();
        let within = |reading: &Reading| {
            regions
                .iter()
                .any(|r| r.start <= reading.span.start && reading.span.end <= r.end)
        };
        let touches = |reading: &Reading| {
            regions
                .iter()
                .any(|r| r.start < reading.span.end && reading.span.start < r.end)
        };
        let readings = self.read_near(kind, &regions).into_iter().map(|reading| {
            // "CHF 500 (five hundred francs)" quoted as "CHF 500" is whole: nothing else follows.
            let region = regions.iter().find(|r| straddles(&reading.span, r));
            region
                .and_then(|region| self.whole_within(kind, &reading, region))
                .unwrap_or(reading)
        });
        let (inside, outside): (Vec<Reading>, Vec<Reading>) = readings.partition(within);
        let cut: Vec<&Reading> = outside.iter().filter(|reading| touches(reading)).collect();
        // A number without its sign counts only where nothing carries one.
        let signed = inside.iter().any(|reading| !reading.bare);
        let inside: Vec<Reading> = inside
            .into_iter()
            .filter(|reading| !signed || !reading.bare)
            .collect();

        let says = |reading: &Reading| {
            reading
                .values
                .iter()
                .any(|read| values.iter().any(|value| value.agrees(read)))
        };
        let Some(stating) = inside.iter().find(|reading| says(reading)) else {
            let code = match cut.is_empty() {
                true => IssueCode::ValueNotInQuote,
                false => IssueCode::ValueCut,
            };
            let found = if cut.is_empty() {
                self.spelled(&inside)
            } else {
                self.spelled_refs(&cut)
            };
            return Err(Unstated { code, found });
        };
        if !cut.is_empty() || inside.iter().any(|reading| !says(reading)) {
            let mut found = self.spelled(&inside);
            found.extend(self.spelled_refs(&cut));
            return Err(Unstated {
                code: IssueCode::ValueAmbiguousInQuote,
                found,
            });
        }
        let place = self
            .view
            .to_document(stating.span.clone())
            .ok_or(Unstated::plain(IssueCode::ValueNotInQuote))?;
        if self
            .evidence
            .value_place()
            .is_some_and(|named| named != place)
        {
            return Err(Unstated::plain(IssueCode::OffsetMismatch));
        }
        Ok(Stated {
            place,
            viewed: stating.span.clone(),
            values: stating.values.clone(),
            cuts_token: false,
        })
    }

    /// All readings in and just around some stretches of the view.
    fn read_near(&self, kind: &Kind, regions: &[Range<usize>]) -> Vec<Reading> {
        let text = self.view.text();
        let first = regions.iter().map(|region| region.start).min().unwrap_or(0);
        let last = regions.iter().map(|region| region.end).max().unwrap_or(0);
        let mut from = first.saturating_sub(READING_BYTES);
        while !text.is_char_boundary(from) {
            from = from.saturating_sub(1);
        }
        let mut to = last.saturating_add(READING_BYTES).min(text.len());
        while !text.is_char_boundary(to) {
            to = to.saturating_add(1);
        }
        let mut readings = read_all(kind, text.get(from..to).unwrap_or_default());
        for reading in &mut readings {
            let place = |at: usize| at.saturating_add(from);
            reading.span = place(reading.span.start)..place(reading.span.end);
        }
        readings
    }

    /// The part of a reading inside a stretch, where that part alone says the same one value.
    fn whole_within(
        &self,
        kind: &Kind,
        reading: &Reading,
        region: &Range<usize>,
    ) -> Option<Reading> {
        let start = reading.span.start.max(region.start);
        let end = reading.span.end.min(region.end);
        let part = self.view.text().get(start..end)?;
        let alone = read_all(kind, part);
        let ([value], [only]) = (reading.values.as_slice(), alone.as_slice()) else {
            return None;
        };
        let same = only.values.iter().all(|read| read.agrees(value));
        same.then(|| Reading {
            span: start.saturating_add(only.span.start)..start.saturating_add(only.span.end),
            ..only.clone()
        })
    }

    fn states_text(&self, regions: &[ByteSpan]) -> Result<Stated, Unstated> {
        let not_there = || Unstated::plain(IssueCode::ValueNotInQuote);
        let WireValue::Text(text) = &self.candidate.value else {
            return Err(not_there());
        };
        let places: Vec<ByteSpan> = occurrences_within(self.document, self.evidence, text)
            .into_iter()
            .filter(|place| regions.iter().any(|region| region.contains(*place)))
            .collect();
        if let Some(named) = self.evidence.value_place()
            && !places.contains(&named)
        {
            return Err(Unstated::plain(IssueCode::OffsetMismatch));
        }
        let number_kind = Kind::Number { format: None };
        let viewed: Vec<Range<usize>> = places
            .iter()
            .map(|place| self.view.of_document(*place))
            .collect();
        let numbers = self.read_near(&number_kind, &viewed);
        let cuts = |range: &Range<usize>| -> Option<String> {
            let cut = numbers.iter().find(|number| {
                straddles(&number.span, range)
                    && self.whole_within(&number_kind, number, range).is_none()
            })?;
            self.view.text().get(cut.span.clone()).map(str::to_owned)
        };
        let named = |range: &Range<usize>| {
            self.name
                .and_then(|name| name.goes_on(self.view.text(), range))
        };
        let mut cut_number = None;
        let mut cut_token = None;
        for place in places {
            let viewed = self.view.of_document(place);
            let stated = Stated {
                place,
                viewed: viewed.clone(),
                values: vec![Value::Text(text.clone())],
                cuts_token: cuts_token(self.view.text(), &viewed),
            };
            match cuts(&viewed).or_else(|| named(&viewed)) {
                Some(number) => cut_number = cut_number.or(Some(number)),
                None if stated.cuts_token => cut_token = cut_token.or(Some(stated)),
                None => return Ok(stated),
            }
        }
        match (cut_token, cut_number) {
            (Some(stated), _) => Ok(stated),
            (None, Some(number)) => Err(Unstated {
                code: IssueCode::ValueCut,
                found: vec![number],
            }),
            (None, None) => Err(not_there()),
        }
    }

    fn spelled(&self, readings: &[Reading]) -> Vec<String> {
        self.spelled_refs(&readings.iter().collect::<Vec<_>>())
    }

    fn spelled_refs(&self, readings: &[&Reading]) -> Vec<String> {
        readings
            .iter()
            .filter_map(|reading| self.view.text().get(reading.span.clone()))
            .map(str::to_owned)
            .collect()
    }
}

/// The parts of stretches that stand in some cells.
fn within_cells(regions: &[ByteSpan], cells: &[ByteSpan]) -> Vec<ByteSpan> {
    let mut found = Vec::new();
    for region in regions {
        let parts = cells.iter().filter(|cell| cell.overlaps(*region));
        found.extend(parts.map(|cell| ByteSpan {
            start: region.start.max(cell.start),
            end: region.end.min(cell.end),
        }));
    }
    found
}

/// Whether one range reaches over an edge of the other.
fn straddles(reading: &Range<usize>, value: &Range<usize>) -> bool {
    let overlap = reading.start < value.end && value.start < reading.end;
    overlap && !(value.start <= reading.start && reading.end <= value.end)
}

/// Whether a stretch begins or ends inside a run of letters or digits, or inside
/// what such runs make up: an account number, an address, a double name.
fn cuts_token(text: &str, range: &Range<usize>) -> bool {
    let before = text.get(..range.start).unwrap_or_default();
    let inside = text.get(range.clone()).unwrap_or_default();
    let behind = text.get(range.end..).unwrap_or_default();
    continues(before.chars().rev(), inside.chars().next())
        || continues(behind.chars(), inside.chars().next_back())
}

/// Whether a token goes on past the edge of a value that ends in `edge`.
fn continues(mut outside: impl Iterator<Item = char>, edge: Option<char>) -> bool {
    if !edge.is_some_and(char::is_alphanumeric) {
        return false;
    }
    match outside.next() {
        Some(c) if c.is_alphanumeric() => true,
        Some('-' | '\u{2010}' | '\u{2011}' | '.' | '/' | '@' | '_') => {
            outside.next().is_some_and(char::is_alphanumeric)
        }
        _ => false,
    }
}
