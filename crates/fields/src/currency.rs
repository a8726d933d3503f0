//! The currency of amounts that have none of their own: the document states it once, or the heads
//! and the caption of their table do.

use std::borrow::Cow;

use groundstop_contract::FieldType;
use groundstop_document::{ByteSpan, Document};
use groundstop_value::context::currency::{Said, currency_of_head, named, one_of, stated_currency};
use groundstop_value::{Kind, Value, read_whole};

use crate::schema::Schema;

/// What a document states for all its amounts, where a field of the schema asks for any. What the
/// eye does not see states nothing.
pub(crate) fn stated(document: &Document, schema: &Schema) -> Option<Said> {
    let open = |field: &groundstop_contract::FieldRecord| {
        field.kind == FieldType::Money && field.currency.is_none()
    };
    let asked = schema.record().fields.iter().any(open);
    let said = asked.then(|| stated_currency(document.text())).flatten()?;
    is_plain(document, &said).then_some(said)
}

/// Whether the reader noted nothing about the words that name a currency.
fn is_plain(document: &Document, said: &Said) -> bool {
    let place = ByteSpan::new(said.place.start, said.place.end);
    document.flags_in(place).is_empty()
}

/// A kind of value in a text that states a currency.
pub(crate) fn kind_with(kind: &Kind, said: Option<&Said>, figures: bool) -> Kind {
    match said {
        Some(said) => kind.with_stated(&said.stated(figures)),
        None => kind.clone(),
    }
}

/// What the table around a quote says of its figures: the heads of the quoted cells and the line
/// above it name one currency.
pub(crate) fn of_table(document: &Document, quote: ByteSpan) -> Option<Said> {
    let (at, table) = { document.tables().iter().enumerate() }
        .find(|(_, table)| table.span().is_some_and(|span| span.overlaps(quote)))?;
    let rows = table.rows.iter().skip(table.head_rows);
    let cells = rows.flat_map(|row| &row.cells);
    let quoted = cells.filter(|cell| cell.span.overlaps(quote));
    let mut heads: Vec<ByteSpan> = Vec::new();
    for cell in quoted {
        heads.extend(document.column_heads(at, cell.column));
    }
    heads.sort_unstable_by_key(|head| head.start);
    heads.dedup();
    let of_head = |head: &ByteSpan| {
        let said = currency_of_head(document.slice(*head)?, true)?;
        Some(moved(said, head.start.0)).filter(|said| is_plain(document, said))
    };
    let found: Vec<Said> = heads.iter().filter_map(of_head).collect();
    if !found.is_empty() {
        return one_of(found);
    }
    let unit = document.unit_of(at)?;
    let words = document.slice(unit)?;
    // "In thousands of EUR": the scale is heard elsewhere.
    let mut last = words.split_whitespace();
    let place = |word: &str| {
        let at = words.find(word)?;
        let said = Said {
            currency: named(word)?,
            place: at..at.saturating_add(word.len()),
        };
        Some(moved(said, unit.start.0)).filter(|said| is_plain(document, said))
    };
    last.find_map(place)
}

fn moved(said: Said, by: usize) -> Said {
    Said {
        place: said.place.start.saturating_add(by)..said.place.end.saturating_add(by),
        ..said
    }
}

/// The kind under which a quote is read, with what its table says of its figures.
pub(crate) fn kind_at<'k>(kind: &'k Kind, table: Option<&Said>) -> Cow<'k, Kind> {
    match (kind, table) {
        (Kind::Money { currency: None, .. }, Some(said)) => {
            Cow::Owned(kind_with(kind, Some(said), true))
        }
        _ => Cow::Borrowed(kind),
    }
}

/// Whether a spelling has its currency only from what is stated elsewhere.
pub(crate) fn is_lent(kind: &Kind, spelled: &str) -> bool {
    let Kind::Money {
        currency: None,
        format,
        stated: Some(_),
    } = kind
    else {
        return false;
    };
    let plain = Kind::Money {
        currency: None,
        format: *format,
        stated: None,
    };
    let reading = read_whole(&plain, spelled);
    !reading.is_some_and(|reading| {
        let mut values = reading.values.iter();
        values.any(|value| matches!(value, Value::Money { .. }))
    })
}
