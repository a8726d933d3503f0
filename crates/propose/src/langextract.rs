//! LangExtract's annotated documents: JSON lines with `extractions`.
//!
//! An extraction's text is both its value and its quote. Its interval is taken
//! as the quote's place only where LangExtract itself calls the alignment
//! exact; anything else is its guess at a place, not a claim about one.

use groundstop_canon::json::{Json, Number};
use groundstop_contract::{CandidateRecord, WireValue};

use crate::error::{ImportError, ImportProblem, problem};
use crate::records::{Placed, read};

pub(crate) fn import(bytes: &[u8]) -> Result<Vec<CandidateRecord>, ImportError> {
    let documents = read(bytes)?;
    if documents.len() > 1 {
        return Err(ImportError::one(
            "the file",
            format!("it holds the extractions of {} documents", documents.len()),
            "verify one document at a time: give each its own line in a file of its own",
        ));
    }
    let mut candidates = Vec::new();
    let mut problems = Vec::new();
    for document in &documents {
        extractions(document, &mut candidates, &mut problems);
    }
    if problems.is_empty() {
        Ok(candidates)
    } else {
        Err(ImportError::new(problems))
    }
}

fn extractions(
    document: &Placed,
    candidates: &mut Vec<CandidateRecord>,
    problems: &mut Vec<ImportProblem>,
) {
    let Some(list) = document.json.get("extractions").and_then(Json::as_array) else {
        problems.push(problem(
            document.place.as_str(),
            "there is no list `extractions`",
            "give the file that LangExtract's `save_annotated_documents` writes",
        ));
        return;
    };
    for (extraction, number) in list.iter().zip(1usize..) {
        let place = format!("{}, extraction {number}", document.place);
        match candidate(extraction) {
            Some(candidate) => candidates.push(candidate),
            None => problems.push(problem(
                place,
                "`extraction_class` and `extraction_text` must be strings, and an exact `char_interval` two whole numbers",
                "run the extraction again, or remove this entry",
            )),
        }
    }
}

fn offset(interval: &Json, key: &str) -> Option<u64> {
    let number = interval.get(key)?.as_number().and_then(Number::decimal)?;
    number.to_string().parse().ok()
}

fn candidate(extraction: &Json) -> Option<CandidateRecord> {
    let text = extraction.get("extraction_text")?.as_str()?;
    let class = extraction.get("extraction_class")?.as_str()?;
    let exact = extraction.get("alignment_status").and_then(Json::as_str) == Some("match_exact");
    let interval = extraction
        .get("char_interval")
        .filter(|interval| exact && !interval.is_null());
    let (start, end) = match interval {
        // An exact place that is no place must not pass for none.
        Some(interval) => (
            Some(offset(interval, "start_pos")?),
            Some(offset(interval, "end_pos")?),
        ),
        None => (None, None),
    };
    Some(CandidateRecord {
        field_name: class.to_owned(),
        value: WireValue::Text(text.to_owned()),
        quote: Some(text.to_owned()),
        value_quote: None,
        page: None,
        start,
        end,
        prefix: None,
        suffix: None,
        confidence: None,
        set_aside: None,
    })
}
