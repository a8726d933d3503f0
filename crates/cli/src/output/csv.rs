//! Decisions as rows of a table, for spreadsheets.

use groundstop_contract::WireValue;
use groundstop_contract::report::Report;

use groundstop_engine::ResolvedDecision;

use super::report::is_shown;
use crate::args::Only;

/// The names of the columns.
pub(crate) const HEAD: &str = "document,field,decision,value,confidence,page,start,end,quote,stop_reason,error,stop_proof,decided_at,decision_sha256\n";

/// The same after the mark by which spreadsheets know UTF-8.
pub(crate) const HEAD_WITH_BOM: &str = "\u{feff}document,field,decision,value,confidence,page,start,end,quote,stop_reason,error,stop_proof,decided_at,decision_sha256\n";

/// One row a decision of those that were asked for.
pub(crate) fn rows(report: &Report, only: Option<Only>) -> String {
    let row = |decision: &groundstop_contract::FieldDecision| {
        let evidence = decision.evidence.as_ref();
        let number = |number: Option<u64>| number.map(|n| n.to_string()).unwrap_or_default();
        let cells = [
            report.document.name.clone(),
            decision.field_name.clone(),
            decision.decision.code().to_owned(),
            decision.value.as_ref().map(spelled).unwrap_or_default(),
            decision.confidence.to_string(),
            number(evidence.map(|evidence| u64::from(evidence.page))),
            number(evidence.map(|evidence| evidence.start)),
            number(evidence.map(|evidence| evidence.end)),
            evidence
                .map(|evidence| evidence.quote.clone())
                .unwrap_or_default(),
            decision
                .stop_reason
                .map(|reason| reason.code().to_owned())
                .unwrap_or_default(),
            String::new(),
            decision
                .stop_proof
                .as_ref()
                .and_then(|proof| serde_json::to_string(proof).ok())
                .unwrap_or_default(),
            report.receipt.decided_at.clone(),
            report.decision_sha256.clone(),
        ];
        line(&cells)
    };
    let shown = report.decisions.iter().filter(|one| is_shown(only, one));
    shown.map(row).collect()
}

/// One row a decision with what stands now.
pub(crate) fn resolved(rows: &[ResolvedDecision], bom: bool) -> String {
    const HEAD: &str = "document,field,status,value,page,quote,decision,stop_reason,decided_value,resolved_by,resolved_at,reason,record,resolution_record,decided_at,document_sha256\n";
    let text = |text: &Option<String>| text.clone().unwrap_or_default();
    let row = |row: &ResolvedDecision| {
        line(&[
            row.document.clone(),
            row.field.clone(),
            row.status.to_owned(),
            row.value.as_ref().map(spelled).unwrap_or_default(),
            row.page.map(|page| page.to_string()).unwrap_or_default(),
            text(&row.quote),
            row.decision.to_owned(),
            row.stop_reason.unwrap_or_default().to_owned(),
            row.decided_value.as_ref().map(spelled).unwrap_or_default(),
            text(&row.resolved_by),
            text(&row.resolved_at),
            text(&row.reason),
            row.record.to_string(),
            row.resolution_record
                .map(|at| at.to_string())
                .unwrap_or_default(),
            row.decided_at.clone(),
            row.document_sha256.clone(),
        ])
    };
    let mark = if bom { "\u{feff}" } else { "" };
    let rows: String = rows.iter().map(row).collect();
    format!("{mark}{HEAD}{rows}")
}

/// The row of a document that could not be read.
pub(crate) fn failure(document: &str, message: &str) -> String {
    const ERROR: usize = 10;
    let mut cells = vec![String::new(); HEAD.split(',').count()];
    for (at, text) in [(0, document), (ERROR, message)] {
        if let Some(cell) = cells.get_mut(at) {
            *cell = text.to_owned();
        }
    }
    line(&cells)
}

pub(crate) fn spelled(value: &WireValue) -> String {
    match value {
        WireValue::Boolean(yes) => yes.to_string(),
        WireValue::Money(money) => format!("{} {}", money.currency, money.amount),
        WireValue::Duration(duration) => {
            let unit = duration.unit.code().replace('_', " ");
            let plural = if duration.count == "1" { "" } else { "s" };
            format!("{} {unit}{plural}", duration.count)
        }
        WireValue::Text(text) => text.clone(),
    }
}

/// Cells with marks in them are quoted; line breaks are blanks, so that a row is a line; a
/// cell that a spreadsheet would run as a formula is set off with an apostrophe.
pub(crate) fn line(cells: &[String]) -> String {
    let cell = |text: &String| {
        let text = &text.replace(['\n', '\r', '\u{c}', '\u{b}', '\u{2028}', '\u{2029}'], " ");
        let runs =
            text.starts_with(['=', '+', '-', '@', '\t', '\r']) && text.parse::<f64>().is_err();
        let text = if runs {
            format!("'{text}")
        } else {
            text.clone()
        };
        match text.contains(['"', ',']) {
            true => format!("\"{}\"", text.replace('"', "\"\"")),
            false => text,
        }
    };
    let cells: Vec<String> = cells.iter().map(cell).collect();
    format!("{}\n", cells.join(","))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_quoted_and_formulas_set_off() {
        let cells = ["a,b", "say \"no\"", "=SUM(A1)", "-5", "two\nlines"].map(str::to_owned);
        assert_eq!(
            line(&cells),
            "\"a,b\",\"say \"\"no\"\"\",'=SUM(A1),-5,two lines\n"
        );
    }
}
