//! The command line of `groundstop rules`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use groundstop_contract::RuleType;

use crate::args::{Printed, ReadingArgs};
use crate::commands::ledger::args::RecordArgs;

/// What can be done with rules.
#[derive(Subcommand, Debug)]
pub(crate) enum RulesCommand {
    /// Propose the slabs, rates, thresholds, exemptions and definitions of a statute
    Extract(ExtractArgs),
    /// Check candidates against the contract, rule by rule
    Validate(ValidateArgs),
    /// Compare candidates with the documents they quote
    Align(AlignArgs),
    /// Freeze what is valid, aligned, sure and without conflict into a set
    Freeze(FreezeArgs),
    /// Show candidates or a frozen set as a table with pages and quotes
    Show(ShowArgs),
    /// Show what changed from one frozen set to another
    Diff(DiffArgs),
    /// Judge a frozen set again from its documents
    Check(CheckSetArgs),
}

#[derive(Args, Debug)]
#[command(
    after_help = "Examples:\n  groundstop rules extract act.pdf\n  groundstop rules extract act.pdf --type tax_slab --type rate --pages 9-14 --jsonl > rules.jsonl\n  groundstop rules extract act.pdf --html rules.html\n  groundstop rules extract act.pdf --account"
)]
pub(crate) struct ExtractArgs {
    /// The statute: PDF, DOCX, HTML, text or Markdown, or - for standard input
    pub(crate) document: PathBuf,
    /// Only rules of this type; one that is not found is said to be blocked; may be repeated
    #[arg(long = "type", value_name = "TYPE", value_enum)]
    pub(crate) types: Vec<TypeName>,
    /// Only what stands on these pages, such as 9 or 9-14
    #[arg(long, value_name = "PAGES", value_parser = pages)]
    pub(crate) pages: Option<(u32, u32)>,
    /// The currency that a sign like $ or Rs means in this document, such as INR
    #[arg(long, value_name = "CODE", value_parser = currency)]
    pub(crate) currency: Option<String>,
    /// Also print what became of every figure with a unit, page by page
    #[arg(long, conflicts_with_all = ["json", "jsonl"])]
    pub(crate) account: bool,
    #[command(flatten)]
    pub(crate) printed: Printed,
    /// Also write one self-contained page for reviewers
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
}

/// The types of rules, as candidates spell them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
#[value(rename_all = "snake_case")]
pub(crate) enum TypeName {
    TaxSlab,
    Rate,
    Threshold,
    Exemption,
    Definition,
}

impl TypeName {
    pub(crate) fn rule_type(self) -> RuleType {
        match self {
            TypeName::TaxSlab => RuleType::TaxSlab,
            TypeName::Rate => RuleType::Rate,
            TypeName::Threshold => RuleType::Threshold,
            TypeName::Exemption => RuleType::Exemption,
            TypeName::Definition => RuleType::Definition,
        }
    }
}

#[derive(Args, Debug)]
#[command(
    after_help = "Exit code 5 when any candidate is invalid.\n\nExample:\n  groundstop rules validate candidates.json"
)]
pub(crate) struct ValidateArgs {
    /// The candidates: an array, one object, or one object a line; - for standard input
    pub(crate) candidates: PathBuf,
    /// Print the problems as JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Exit with 0 however the candidates end
    #[arg(long)]
    pub(crate) exit_zero: bool,
}

#[derive(Args, Debug)]
#[command(
    after_help = "Exit code 5 when any candidate is invalid or not aligned.\n\nExample:\n  groundstop rules align candidates.jsonl --document act.pdf"
)]
pub(crate) struct AlignArgs {
    /// The candidates: an array, one object, or one object a line; - for standard input
    pub(crate) candidates: PathBuf,
    /// The document they quote
    #[arg(long, short, value_name = "FILE")]
    pub(crate) document: PathBuf,
    /// Print the checks as JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Exit with 0 however the candidates end
    #[arg(long)]
    pub(crate) exit_zero: bool,
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
}

#[derive(Args, Debug)]
#[command(
    after_help = "Writes `ruleset-<sha256>.json` and a receipt beside it. Exit code 3 when any candidate is refused.\n\nExample:\n  groundstop rules freeze candidates.jsonl --document act.pdf --out frozen"
)]
pub(crate) struct FreezeArgs {
    /// The candidates: an array, one object, or one object a line; - for standard input
    pub(crate) candidates: PathBuf,
    /// A document they quote; may be repeated
    #[arg(long, short, value_name = "FILE", required = true)]
    pub(crate) document: Vec<PathBuf>,
    /// The folder the set is written to
    #[arg(long, short, value_name = "DIR")]
    pub(crate) out: PathBuf,
    /// The frozen set that this one takes the place of
    #[arg(long, value_name = "SET")]
    pub(crate) supersedes: Option<PathBuf>,
    /// Print the receipt as JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Exit with 0 even when candidates are refused
    #[arg(long)]
    pub(crate) exit_zero: bool,
    #[command(flatten)]
    pub(crate) record: RecordArgs,
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
}

#[derive(Args, Debug)]
#[command(after_help = "Example:\n  groundstop rules show candidates.jsonl")]
pub(crate) struct ShowArgs {
    /// Candidates, or a frozen set; - for standard input
    pub(crate) rules: PathBuf,
    /// Also write one self-contained page
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
}

#[derive(Args, Debug)]
#[command(after_help = "Example:\n  groundstop rules diff old/ruleset-….json new/ruleset-….json")]
pub(crate) struct DiffArgs {
    /// The older set
    pub(crate) old: PathBuf,
    /// The newer set
    pub(crate) new: PathBuf,
    /// Print the changes as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
#[command(
    after_help = "Exit code 5 when anything differs.\n\nExample:\n  groundstop rules check frozen/ruleset-….json --document act.pdf"
)]
pub(crate) struct CheckSetArgs {
    /// The frozen set
    pub(crate) set: PathBuf,
    /// A document of the set; may be repeated
    #[arg(long, short, value_name = "FILE", required = true)]
    pub(crate) document: Vec<PathBuf>,
    /// Print what differs as JSON
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
}

fn pages(text: &str) -> Result<(u32, u32), String> {
    let wrong = || "write a page or two, as in 9 or 9-14".to_owned();
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let number = |text: &str| text.trim().parse::<u32>().map_err(|_| wrong());
    match (number(first)?, number(last)?) {
        (first, last) if 0 < first && first <= last => Ok((first, last)),
        _ => Err(wrong()),
    }
}

fn currency(text: &str) -> Result<String, String> {
    let code = text.len() == 3 && text.bytes().all(|b| b.is_ascii_uppercase());
    match code {
        true => Ok(text.to_owned()),
        false => Err("a currency is three capitals, such as INR".to_owned()),
    }
}
