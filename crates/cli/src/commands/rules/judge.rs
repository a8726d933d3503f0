//! `groundstop rules validate` and `align`: candidates against the contract and the text.

use std::fmt::Write;

use groundstop_rules::{Aligner, Check, Given, Problem, validate};
use serde_json::{Value, json};

use super::args::{AlignArgs, ValidateArgs};
use super::{candidates, documents, pretty};
use crate::error::{CliError, Exit, Output};
use crate::output::{shortened, visible};

pub(super) fn validate_file(args: &ValidateArgs) -> Result<Output, CliError> {
    let given = candidates(&args.candidates)?;
    let judged: Vec<Vec<Problem>> = given.iter().map(problems).collect();
    let wrong = judged
        .iter()
        .filter(|problems| !problems.is_empty())
        .count();
    let stdout = if args.json {
        let list: Vec<Value> = judged
            .iter()
            .enumerate()
            .map(|(index, problems)| {
                json!({"index": index, "valid": problems.is_empty(), "errors": problems})
            })
            .collect();
        pretty(&list)?
    } else {
        let mut text = String::new();
        for (index, problems) in judged.iter().enumerate() {
            let verdict = if problems.is_empty() {
                "valid"
            } else {
                "INVALID"
            };
            let _ = writeln!(text, "  {index:>4}  {verdict}");
            for problem in problems {
                let _ = writeln!(text, "        {}", said(problem));
            }
        }
        let _ = writeln!(text, "\n{} valid · {wrong} invalid", judged.len() - wrong);
        text
    };
    Ok(ended(stdout, wrong == 0 || args.exit_zero))
}

/// What is wrong with one candidate of a file.
fn problems(given: &Given) -> Vec<Problem> {
    match given {
        Given::Json(json) => validate(json).problems,
        Given::Unreadable(message) => vec![Problem {
            rule: groundstop_contract::ContractRule::Schema,
            path: String::new(),
            message: message.clone(),
        }],
    }
}

fn said(problem: &Problem) -> String {
    let path = match problem.path.as_str() {
        "" => String::new(),
        path => format!(" {}", visible(path)),
    };
    format!(
        "{}{path}: {}",
        problem.rule.code(),
        visible(&problem.message)
    )
}

fn ended(stdout: String, fine: bool) -> Output {
    Output {
        exit: if fine { Exit::Fine } else { Exit::Failed },
        ..Output::fine(stdout)
    }
}

pub(super) fn align_file(args: &AlignArgs) -> Result<Output, CliError> {
    let given = candidates(&args.candidates)?;
    let documents = documents(&[&args.document], &args.reading)?;
    let mut list = Vec::new();
    let mut text = String::new();
    let mut failed = 0usize;
    for document in &documents {
        let aligner = Aligner::new(document);
        for (index, one) in given.iter().enumerate() {
            let (errors, checks) = judged(&aligner, one);
            let aligned = errors.is_empty() && checks.iter().all(|check| check.ok);
            failed += usize::from(!aligned);
            print(&mut text, index, aligned, &errors, &checks);
            let mut entry = json!({"index": index, "aligned": aligned, "checks": checks});
            if !errors.is_empty() {
                entry["errors"] = json!(errors);
            }
            list.push(entry);
        }
    }
    let _ = writeln!(text, "\n{} aligned · {failed} not", given.len() - failed);
    let stdout = if args.json { pretty(&list)? } else { text };
    Ok(ended(stdout, failed == 0 || args.exit_zero))
}

/// An invalid candidate is not compared with anything.
fn judged(aligner: &Aligner<'_>, given: &Given) -> (Vec<Problem>, Vec<Check>) {
    let Given::Json(json) = given else {
        return (problems(given), Vec::new());
    };
    let checked = validate(json);
    match &checked.candidate {
        Some(candidate) => (Vec::new(), aligner.align(candidate).checks),
        None => (checked.problems, Vec::new()),
    }
}

fn print(text: &mut String, index: usize, aligned: bool, errors: &[Problem], checks: &[Check]) {
    let names: Vec<&str> = checks.iter().map(|check| check.check).collect();
    let verdict = if aligned { "aligned" } else { "NOT ALIGNED" };
    let held = if aligned {
        names.join(", ")
    } else {
        String::new()
    };
    let _ = writeln!(text, "  {index:>4}  {verdict:<11}  {held}");
    for problem in errors {
        let _ = writeln!(text, "        invalid: {}", said(problem));
    }
    for check in checks.iter().filter(|check| !check.ok) {
        let difference = check.difference.as_deref().unwrap_or_default();
        let difference = visible(&shortened(difference, 300));
        let _ = writeln!(text, "        {}: {difference}", check.check);
    }
}
