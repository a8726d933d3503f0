//! What models and tools call the parts of a candidate.
//!
//! One table. Names are compared in one spelling: small letters, words joined by `_`,
//! so that `sourceText`, `Source Text` and `source-text` are one name. The first name of
//! a row is our own; where an object has several names of one row, the earlier one counts.

/// A part of a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    Field,
    Value,
    Quote,
    ValueQuote,
    Page,
    Start,
    End,
    Span,
    Prefix,
    Suffix,
    Row,
    Column,
    Confidence,
    Currency,
    Unit,
}

/// Every part with its names, the surest first.
pub(crate) const NAMES: &[(Part, &[&str])] = &[
    (
        Part::Field,
        &[
            "field_name",
            "field",
            "fieldname",
            "field_key",
            "field_id",
            "extraction_class",
            "name",
            "key",
            "label",
            "attribute",
            "property",
            "slot",
            "entity_type",
            "entity_group",
            "entity",
            "class",
            "category",
            "type",
        ],
    ),
    (
        Part::Value,
        &[
            "value",
            "extracted_value",
            "field_value",
            "answer",
            "raw_value",
            "normalized_value",
            "normalised_value",
            "extracted",
            "extraction",
            "result",
            "content",
            "val",
            "corrected_value",
            "final_value",
        ],
    ),
    (
        Part::Quote,
        &[
            "quote",
            "exact_quote",
            "verbatim_quote",
            "supporting_quote",
            "source_quote",
            "evidence_quote",
            "extraction_text",
            "cited_text",
            "quoted_text",
            "source_text",
            "evidence_text",
            "supporting_text",
            "span_text",
            "text_span",
            "original_text",
            "verbatim",
            "excerpt",
            "snippet",
            "passage",
            "sentence",
            "evidence",
            "supporting_evidence",
            "citation",
            "provenance",
            "grounding",
            "quotes",
            "evidences",
            "citations",
            "sources",
            "spans",
            "source",
            "reference",
            "references",
            "context",
            "text",
            "word",
            "mention_text",
        ],
    ),
    (Part::ValueQuote, &["value_quote", "value_text"]),
    (
        Part::Page,
        &[
            "page",
            "page_number",
            "page_no",
            "page_num",
            "source_page",
            "pagenumber",
            "pages",
            "source_pages",
            "page_numbers",
        ],
    ),
    (
        Part::Start,
        &[
            "start",
            "start_char",
            "char_start",
            "start_offset",
            "start_pos",
            "start_index",
            "start_char_index",
            "begin",
            "begin_offset",
            "offset_start",
        ],
    ),
    (
        Part::End,
        &[
            "end",
            "end_char",
            "char_end",
            "end_offset",
            "end_pos",
            "end_index",
            "end_char_index",
            "stop",
            "offset_end",
        ],
    ),
    (
        Part::Span,
        &[
            "span",
            "offsets",
            "offset",
            "char_interval",
            "char_span",
            "interval",
            "position",
            "range",
        ],
    ),
    (Part::Prefix, &["prefix", "text_before", "before"]),
    (Part::Suffix, &["suffix", "text_after", "after"]),
    (Part::Row, &["row", "row_head"]),
    (Part::Column, &["column", "column_head"]),
    (
        Part::Confidence,
        &[
            "confidence",
            "confidence_score",
            "score",
            "probability",
            "prob",
            "certainty",
            "likelihood",
            "conf",
            "confidence_level",
            "confidence_value",
            "confidence_percent",
            "confidence_percentage",
            "confidence_pct",
            "overall_confidence",
        ],
    ),
    (
        Part::Currency,
        &[
            "currency",
            "currency_code",
            "currency_symbol",
            "iso_currency",
        ],
    ),
    (
        Part::Unit,
        &[
            "unit",
            "units",
            "unit_of_measure",
            "scale",
            "multiplier",
            "magnitude",
        ],
    ),
];

/// Keys that hold what is wanted, one level or two above it.
pub(crate) const WRAPPERS: &[&str] = &[
    "candidates",
    "extractions",
    "fields",
    "extracted_fields",
    "results",
    "entities",
    "items",
    "ents",
    "values",
    "answers",
    "extracted_data",
    "extraction",
    "result",
    "output",
    "data",
    "response",
    "answer",
    "document",
    "arguments",
    "input",
    "parsed",
];

/// Endings by which a key speaks of the field beside it: `rent` and `rent_quote`.
pub(crate) const ENDINGS: &[(&str, Part)] = &[
    ("_value", Part::Value),
    ("_exact_quote", Part::Quote),
    ("_source_text", Part::Quote),
    ("_quote", Part::Quote),
    ("_evidence", Part::Quote),
    ("_citation", Part::Quote),
    ("_source", Part::Quote),
    ("_excerpt", Part::Quote),
    ("_snippet", Part::Quote),
    ("_page_number", Part::Page),
    ("_page", Part::Page),
    ("_confidence_score", Part::Confidence),
    ("_confidence_level", Part::Confidence),
    ("_confidence", Part::Confidence),
    ("_score", Part::Confidence),
    ("_conf", Part::Confidence),
    ("_prob", Part::Confidence),
    ("_probability", Part::Confidence),
    ("_certainty", Part::Confidence),
    ("_likelihood", Part::Confidence),
    ("_start", Part::Start),
    ("_end", Part::End),
    ("_currency", Part::Currency),
    ("_unit", Part::Unit),
    ("_units", Part::Unit),
];

/// A key in the one spelling that names are compared in.
pub(crate) fn plain(key: &str) -> String {
    let mut plain = String::new();
    let mut small = false;
    for c in key.trim().chars() {
        if matches!(c, ' ' | '-' | '.') {
            plain.push('_');
            small = false;
            continue;
        }
        if c.is_uppercase() && small {
            plain.push('_');
        }
        small = c.is_lowercase() || c.is_ascii_digit();
        plain.extend(c.to_lowercase());
    }
    plain
}

/// The names of a part, the surest first.
pub(crate) fn names_of(part: Part) -> &'static [&'static str] {
    let row = NAMES.iter().find(|(other, _)| *other == part);
    row.map_or(&[], |(_, names)| names)
}

/// Our own name of a part.
pub(crate) fn own_name(part: Part) -> &'static str {
    names_of(part).first().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_compared_in_one_spelling() {
        for key in [
            "sourceText",
            "Source Text",
            "source-text",
            "SOURCE_TEXT",
            "SourceText",
        ] {
            assert_eq!(plain(key), "source_text", "{key}");
        }
        assert_eq!(plain("Page2"), "page2");
    }

    #[test]
    fn a_name_means_one_part_only() {
        let mut all: Vec<&str> = NAMES
            .iter()
            .flat_map(|(_, names)| names.iter().copied())
            .collect();
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count);
        assert!(all.iter().all(|name| plain(name) == *name));
    }
}
