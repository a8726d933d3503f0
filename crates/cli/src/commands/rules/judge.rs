//! `groundstop rules validate` and `align`: candidates against the contract and the text.

use std::fmt::Write;

use groundstop_engine::{Engine, RunControl};
use groundstop_rules::{Check, RuleProblem};
use serde_json::{Value, json};

use super::args::{AlignArgs, ValidateArgs};
use super::candidates;
use crate::commands::pretty;
use crate::commands::reading::Source;
use crate::error::{CliError, Exit, Output};
use crate::output::{shortened, visible};

pub(super) fn validate_file(args: &ValidateArgs, engine: &Engine) -> Result<Output, CliError> {
    let given = candidates(engine, &args.candidates)?;
    let judged = engine.rules_validate(&given);
    let judged: Vec<Vec<RuleProblem>> = judged.into_iter().map(|one| one.problems).collect();
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

fn said(problem: &RuleProblem) -> String {
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

pub(super) fn align_file(args: &AlignArgs, engine: &Engine) -> Result<Output, CliError> {
    let given = candidates(engine, &args.candidates)?;
    let source = Source::open(engine, &args.document, &args.reading)?;
    let judged = engine.rules_align(&given, source.input(), RunControl::default())?;
    let mut list = Vec::new();
    let mut text = String::new();
    let mut failed = 0usize;
    for (index, one) in judged.iter().enumerate() {
        let aligned = one.is_aligned();
        failed += usize::from(!aligned);
        print(&mut text, index, aligned, &one.problems, &one.checks);
        let mut entry = json!({"index": index, "aligned": aligned, "checks": one.checks});
        if !one.problems.is_empty() {
            entry["errors"] = json!(one.problems);
        }
        list.push(entry);
    }
    let _ = writeln!(text, "\n{} aligned · {failed} not", given.len() - failed);
    let stdout = if args.json { pretty(&list)? } else { text };
    Ok(ended(stdout, failed == 0 || args.exit_zero))
}

fn print(text: &mut String, index: usize, aligned: bool, errors: &[RuleProblem], checks: &[Check]) {
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
