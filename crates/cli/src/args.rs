//! The command line: every command with its help and examples.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use groundstop_contract::Confidence;
use groundstop_engine::ReadLimits;

use crate::commands::ledger::args::{HomeArgs, KeyCommand, LedgerCommand, RecordArgs, ReviewArgs};
use crate::commands::many::Format;
use crate::commands::research::{AskArgs, CertifyArgs, IndexArgs, PolicyCommand, ReplayArgs};
use crate::commands::rules::args::RulesCommand;
use crate::files::DEFAULT_MAX_BYTES;

/// The gate between AI and documents: a value leaves only with a verified quote behind it.
#[derive(Parser, Debug)]
#[command(
    name = "groundstop",
    version,
    propagate_version = true,
    arg_required_else_help = true,
    after_help = "Exit codes: 0 everything accepted, 1 a fault of ours, 2 wrong usage or unreadable input,\n3 at least one STOP, 4 something to review but no STOP, 5 a verification failed,\n130 interrupted.\n\nExamples:\n  groundstop demo\n  groundstop extract contract.pdf --schema contract\n  groundstop verify contract.txt candidates.json --schema loan.toml\n  groundstop check receipt.json --document contract.txt"
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
    #[command(flatten)]
    pub(crate) home: HomeArgs,
    #[command(flatten)]
    pub(crate) face: FaceArgs,
}

/// How the command line behaves.
#[derive(Args, Clone, Copy, Debug, Default)]
#[command(next_help_heading = "Behaviour")]
pub(crate) struct FaceArgs {
    /// Say nothing on standard error but errors
    #[arg(long, short, global = true)]
    pub(crate) quiet: bool,
    /// When to use colours; by itself on a terminal, unless NO_COLOR is set
    #[arg(long, value_name = "WHEN", value_enum, default_value_t, global = true)]
    pub(crate) color: Color,
    /// Show no progress
    #[arg(long, global = true)]
    pub(crate) no_progress: bool,
}

/// When colours are used. Its values have no texts of their own: they would make the help
/// of every command twice as long.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    #[default]
    Auto,
    Always,
    Never,
}

/// Which decisions are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Only {
    Stops,
    Reviews,
}

/// What can be done.
#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Decide proposed values against a document: ACCEPT, STOP or NEED_REVIEW
    Verify(VerifyArgs),
    /// Read documents without any model: values with their quotes, and honest STOPs
    Extract(ExtractArgs),
    /// Decide a receipt again from the document and name what differs
    Check(CheckArgs),
    /// Print the text that offsets point into
    Text(TextArgs),
    /// Show what was read of each page, and what was not
    Pages(PagesArgs),
    /// Print the tables of a document: cells with their heads and places
    Tables(TablesArgs),
    /// Draw a page of a PDF, with a stretch of its text marked
    Render(RenderArgs),
    /// Find text that gives orders to a machine, hidden text included
    Screen(ScreenArgs),
    /// Show and check field schemas
    #[command(subcommand, arg_required_else_help = true)]
    Schema(SchemaCommand),
    /// Print what to ask a model, so that its answer can be verified
    Prompt(PromptArgs),
    /// From a statute to frozen rules: extract, validate, align, freeze, show, diff, check
    #[command(subcommand, arg_required_else_help = true)]
    Rules(RulesCommand),
    /// Make the documents of a folder ready for questions
    Index(IndexArgs),
    /// Ask a question; the answer is made of verified quotes, or there is none
    Ask(Box<AskArgs>),
    /// Derive the answer to a recorded question again, offline
    Replay(ReplayArgs),
    /// What research may do: caps by tier and environment
    #[command(subcommand, arg_required_else_help = true)]
    Policy(PolicyCommand),
    /// Run the research contract's checklist on this build; the gate before it is promoted
    Certify(CertifyArgs),
    /// Resolve a STOP or a NEED_REVIEW of the ledger as a person, or correct an ACCEPT
    Review(Box<ReviewArgs>),
    /// The log of everything decided: log, show, verify, proof, checkpoint, export, import, fsck, gc
    #[command(subcommand, arg_required_else_help = true)]
    Ledger(LedgerCommand),
    /// Make and show the key that signs the ledger's checkpoints
    #[command(subcommand, arg_required_else_help = true)]
    Key(KeyCommand),
    /// See the gate at work on a small loan agreement, offline
    Demo(DemoArgs),
    /// Show versions, contracts, readers and limits
    Doctor(DoctorArgs),
    /// Print shell completions
    #[command(
        after_help = "Example:\n  groundstop completions bash > ~/.local/share/bash-completion/completions/groundstop"
    )]
    Completions {
        /// The shell to complete for
        shell: Shell,
    },
}

/// Whose schema, and for whom.
#[derive(Args, Debug)]
#[command(
    after_help = "Put the document's text where the prompt says {document}, send it, and give the answer to\n`groundstop verify` as it came: the reply of the API, or its text.\n\nExamples:\n  groundstop prompt --schema contract\n  groundstop prompt --schema loan.toml --for openai > request.json"
)]
pub(crate) struct PromptArgs {
    /// A schema file, or the name of a built-in schema
    #[arg(long, value_name = "SCHEMA")]
    pub(crate) schema: PathBuf,
    /// Whose request to write
    #[arg(long = "for", value_name = "API", value_enum, default_value_t)]
    pub(crate) target: PromptTarget,
}

/// Whose request is written.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub(crate) enum PromptTarget {
    /// The prompt and the JSON Schema of the answer
    #[default]
    Plain,
    /// OpenAI's chat completions, and servers that speak the same
    Openai,
    /// Anthropic's messages
    Anthropic,
    /// Ollama's own chat
    Ollama,
}

/// How documents are read.
#[derive(Args, Debug)]
#[command(next_help_heading = "Reading")]
pub(crate) struct ReadingArgs {
    /// The password of an encrypted PDF
    #[arg(long, value_name = "TEXT")]
    pub(crate) password: Option<String>,
    /// Read pages that are pictures with Tesseract, which must be installed
    #[arg(long)]
    pub(crate) ocr: bool,
    /// The language of such pages, as Tesseract names it; several with +
    #[arg(long, value_name = "LANG", default_value = "eng", value_parser = ocr_language)]
    pub(crate) ocr_language: String,
    /// The size of the largest file read
    #[arg(long, value_name = "BYTES", default_value_t = DEFAULT_MAX_BYTES, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) max_bytes: u64,
    /// The most pages a document may have
    #[arg(long, value_name = "PAGES", default_value_t = ReadLimits::default().pages, value_parser = at_least_one)]
    pub(crate) max_pages: usize,
    /// How long reading one document may take
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) max_seconds: u64,
    /// How much memory reading one document may take
    #[arg(long, value_name = "MEGABYTES", default_value_t = 1024)]
    pub(crate) max_memory: u64,
}

/// How decisions are printed.
#[derive(Args, Debug, Default)]
pub(crate) struct Printed {
    /// Print the reports as JSON: one object, or an array of several
    #[arg(long, group = "printing")]
    pub(crate) json: bool,
    /// Print one line of JSON a document, in their order, each as soon as its turn comes
    #[arg(long, group = "printing")]
    pub(crate) jsonl: bool,
    /// Print one row a decision, for spreadsheets
    #[arg(long, group = "printing")]
    pub(crate) csv: bool,
    /// Begin the rows with the mark by which spreadsheets know UTF-8
    #[arg(long, requires = "csv", conflicts_with_all = ["json", "jsonl"])]
    pub(crate) bom: bool,
    /// Print only these decisions, as a table or as rows
    #[arg(long, value_name = "WHICH", value_enum, conflicts_with_all = ["json", "jsonl"])]
    pub(crate) only: Option<Only>,
}

impl Printed {
    /// The format that was asked for.
    pub(crate) fn format(&self) -> Format {
        match (self.json, self.jsonl, self.csv) {
            (true, _, _) => Format::Json,
            (_, true, _) => Format::JsonLines,
            (_, _, true) => Format::Csv { bom: self.bom },
            _ => Format::Table,
        }
    }
}

#[derive(Args, Debug)]
#[command(
    after_help = "Candidates are a JSON array, one object, or one object a line:\n  {\"field_name\": \"effective_date\", \"value\": \"2024-01-05\",\n   \"quote\": \"effective as of January 5, 2024\", \"confidence\": 0.93}\nOptional keys: value_quote, page, start, end, prefix, suffix, row, column (the heads of a\ntable's row and column, as they stand there). Null counts as absent.\n\nOf a folder, every document is decided that has candidates: in files beside it or in another\nfolder (lease.pdf with lease.pdf.json or lease.json), or on the lines of one file:\n  {\"document\": \"a/lease.pdf\", \"candidates\": [...]}\n\nExamples:\n  groundstop verify contract.txt candidates.json\n  groundstop verify contract.txt candidates.json --schema loan.toml --html review.html\n  groundstop verify deals/ --schema loan.toml --csv > deals.csv\n  groundstop verify deals/ answers.jsonl --schema loan.toml --jsonl > decided.jsonl\n  groundstop verify contract.txt out.jsonl --from langextract --confidence 0.9 --json > receipt.json\n  my-extractor contract.txt | groundstop verify contract.txt -"
)]
pub(crate) struct VerifyArgs {
    /// The document: PDF, DOCX, ODT, HTML, mail, Markdown or UTF-8 text, - for standard input, or a folder of documents
    pub(crate) document: PathBuf,
    /// The proposed values: a JSON or JSON Lines file, or - for standard input; for a folder a file of lines or a folder, by default the same
    pub(crate) candidates: Option<PathBuf>,
    /// The fields to decide, as TOML or JSON; without it every field is text
    #[arg(long, short, value_name = "FILE")]
    pub(crate) schema: Option<PathBuf>,
    /// The format of the candidates
    #[arg(long, value_enum, default_value_t)]
    pub(crate) from: From,
    /// The confidence you vouch for where candidates state none; the receipt says so
    #[arg(long, value_name = "0..1", value_parser = confidence)]
    pub(crate) confidence: Option<Confidence>,
    #[command(flatten)]
    pub(crate) printed: Printed,
    /// Also write one self-contained page for reviewers; of a folder, a folder of pages with an index
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
    /// Also write the report with its receipt, as JSON
    #[arg(long, value_name = "FILE")]
    pub(crate) receipt: Option<PathBuf>,
    /// Of a folder: keep each document's report in this folder as soon as it is decided
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Take what `--out` already holds, and decide only the rest
    #[arg(long, requires = "out")]
    pub(crate) resume: bool,
    /// How many documents are read at a time; by default one a processor
    #[arg(long, short, value_name = "N")]
    pub(crate) jobs: Option<usize>,
    /// Compare quotes from PDFs with what pdfium reads; where it differs, a person has to look
    #[arg(long)]
    pub(crate) second_reader: bool,
    /// Read the drawn lines of accepted quotes from PDFs with Tesseract; where they say something else, a person has to look
    #[arg(long)]
    pub(crate) look: bool,
    /// Exit with 0 however the fields end
    #[arg(long)]
    pub(crate) exit_zero: bool,
    #[command(flatten)]
    pub(crate) record: RecordArgs,
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
}

#[derive(Args, Debug)]
#[command(
    after_help = "Built-in schemas: contract, nda, invoice (`groundstop schema list`). A schema of your own\nis a TOML or JSON file; docs/schemas.md shows how to write one.\n\nExamples:\n  groundstop extract contract.pdf --schema contract\n  groundstop extract deals/ --schema contract --csv > deals.csv\n  groundstop extract 'deals/*.pdf' --schema nda --out decided --resume --jsonl > deals.jsonl\n  groundstop extract contract.txt --schema contract --explain effective_date"
)]
pub(crate) struct ExtractArgs {
    /// Documents, folders, patterns such as 'deals/*.pdf', or - for standard input
    #[arg(required = true, value_name = "DOC")]
    pub(crate) documents: Vec<PathBuf>,
    /// The fields to look for: a built-in schema's name, or a TOML or JSON file
    #[arg(long, short, value_name = "SCHEMA")]
    pub(crate) schema: PathBuf,
    #[command(flatten)]
    pub(crate) printed: Printed,
    /// Print every reading seen for one field, what speaks for it, and what was set aside and why
    #[arg(long, value_name = "FIELD", group = "printing")]
    pub(crate) explain: Option<String>,
    /// Also write a page for reviewers; with several documents, a folder of pages with an index
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
    /// Keep each document's report in this folder as soon as it is decided
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Take what `--out` already holds, and decide only the rest
    #[arg(long, requires = "out")]
    pub(crate) resume: bool,
    /// How many documents are read at a time; by default one a processor
    #[arg(long, short, value_name = "N")]
    pub(crate) jobs: Option<usize>,
    /// Read the drawn lines of accepted quotes from PDFs with Tesseract; where they say something else, a person has to look
    #[arg(long)]
    pub(crate) look: bool,
    /// Exit with 0 however the fields end; unreadable documents still count
    #[arg(long)]
    pub(crate) exit_zero: bool,
    #[command(flatten)]
    pub(crate) record: RecordArgs,
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
}

/// The formats candidates come in.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub(crate) enum From {
    /// Whatever it is: told from its keys
    #[default]
    Any,
    /// LangExtract's annotated documents
    Langextract,
    /// Instructor's models with `substring_quotes`
    Instructor,
}

#[derive(Args, Debug)]
#[command(
    after_help = "A receipt is what `verify --json` prints or `verify --receipt FILE` writes: it needs its document.\nOr it is what `ledger export --record` writes: that one stands for itself, needs the public key\nof its log, and with its document is also decided again. Exit code 5 when anything differs.\n\nExamples:\n  groundstop check receipt.json --document contract.txt\n  groundstop check exported.json --key ledger.pub"
)]
pub(crate) struct CheckArgs {
    /// The receipt
    pub(crate) receipt: PathBuf,
    /// The document it is about
    #[arg(long, short, value_name = "FILE")]
    pub(crate) document: Option<PathBuf>,
    /// The public key of the log an exported receipt is of: a file, or the key itself
    #[arg(long, short, value_name = "KEY")]
    pub(crate) key: Option<String>,
    /// Print the outcome as JSON
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
}

#[derive(Args, Debug)]
#[command(
    after_help = "Examples:\n  groundstop text contract.pdf | head\n  groundstop text contract.pdf --page 3 --boxes json"
)]
pub(crate) struct TextArgs {
    /// The document, or - for standard input
    pub(crate) document: PathBuf,
    /// Only this page, counted from 1
    #[arg(long, value_name = "N")]
    pub(crate) page: Option<u32>,
    /// Print each character with its offset, page and place on it
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub(crate) boxes: Option<BoxFormat>,
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
}

/// How boxes are printed.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum BoxFormat {
    /// One JSON array
    Json,
}

#[derive(Args, Debug)]
#[command(
    after_help = "A table inside of a table's cell is left as text of that cell, and said so.\n\nExamples:\n  groundstop tables report.pdf\n  groundstop tables report.pdf --page 3 --csv\n  groundstop tables report.pdf --json | jq '.tables[0].rows'"
)]
pub(crate) struct TablesArgs {
    /// The document, or - for standard input
    pub(crate) document: PathBuf,
    /// Only tables that begin on this page, counted from 1
    #[arg(long, value_name = "N")]
    pub(crate) page: Option<u32>,
    /// Print them as JSON, every cell with its offsets and its place on its page
    #[arg(long, group = "printing")]
    pub(crate) json: bool,
    /// Print one row a row, for spreadsheets: table, page, row, and a cell a column
    #[arg(long, group = "printing")]
    pub(crate) csv: bool,
    /// Print them as a page of HTML
    #[arg(long, group = "printing")]
    pub(crate) html: bool,
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
}

#[derive(Args, Debug)]
#[command(after_help = "Example:\n  groundstop pages contract.pdf")]
pub(crate) struct PagesArgs {
    /// The document, or - for standard input
    pub(crate) document: PathBuf,
    /// Print it as JSON
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
}

#[derive(Args, Debug)]
#[command(
    after_help = "START:END are code-point offsets, as `text --boxes json` and every decision's evidence\ngive them; without --page the page of the first mark is drawn.\n\nExamples:\n  groundstop render contract.pdf --page 3 -o page.png\n  groundstop render contract.pdf --quote \"the annual rent is\" -o page.png\n  groundstop render contract.pdf --mark 1200:1260 -o page.png"
)]
pub(crate) struct RenderArgs {
    /// The PDF, or - for standard input
    pub(crate) document: PathBuf,
    /// The page, counted from 1
    #[arg(long, value_name = "N", required_unless_present_any = ["mark", "quote"])]
    pub(crate) page: Option<u32>,
    /// Mark these words of the document, wherever they stand; may be repeated
    #[arg(long, value_name = "TEXT")]
    pub(crate) quote: Vec<String>,
    /// Mark the characters from START up to END; may be repeated
    #[arg(long, value_name = "START:END", value_parser = stretch)]
    pub(crate) mark: Vec<(usize, usize)>,
    /// Where the picture is written, as PNG
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: PathBuf,
    /// Dots to the inch
    #[arg(long, value_name = "DOTS", default_value_t = 144, value_parser = clap::value_parser!(u16).range(10..=600))]
    pub(crate) dpi: u16,
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
}

#[derive(Args, Debug)]
#[command(
    after_help = "A strong hit is a directive to the system; a weak one is only suspicious. Exit code 3\non a strong hit. A false alarm is settled by a file for --allow:\n  [[allow]]\n  rule = \"answer-02\"\n  document_sha256 = \"…\"\n  reason = \"an instruction to taxpayers\"\n\nExamples:\n  groundstop screen page.html\n  groundstop screen page.html --explain --html found.html\n  groundstop screen inbox/ --jsonl > screened.jsonl\n  curl -s https://example.org | groundstop screen - --json",
    mut_arg("max_bytes", |arg| arg.default_value("268435456"))
)]
pub(crate) struct ScreenArgs {
    /// Documents, folders, patterns, or - for standard input
    #[arg(required = true, value_name = "DOC")]
    pub(crate) documents: Vec<PathBuf>,
    /// Print the findings as JSON: one object, or an array of several
    #[arg(long, group = "printing")]
    pub(crate) json: bool,
    /// Print one line of JSON a document, as soon as its turn comes
    #[arg(long, group = "printing")]
    pub(crate) jsonl: bool,
    /// Also write one self-contained page with every finding marked; of one document
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
    /// Say of each finding which rule made it, and what that rule is for
    #[arg(long)]
    pub(crate) explain: bool,
    /// False alarms that were settled, as TOML
    #[arg(long, value_name = "FILE")]
    pub(crate) allow: Option<PathBuf>,
    /// Exit with 0 whatever is found
    #[arg(long)]
    pub(crate) exit_zero: bool,
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
}

/// What can be done with schemas.
#[derive(Subcommand, Debug)]
pub(crate) enum SchemaCommand {
    /// List the built-in schemas
    #[command(after_help = "Example:\n  groundstop schema list")]
    List,
    /// Show a schema's fields and requirements; without a file, an example to start from
    #[command(
        after_help = "Examples:\n  groundstop schema show contract > my-schema.toml\n  groundstop schema show my-schema.toml"
    )]
    Show {
        /// A built-in schema's name, or a TOML or JSON file
        schema: Option<PathBuf>,
        /// Print it as JSON, with every default
        #[arg(long)]
        json: bool,
    },
    /// Check a schema and name what is wrong with it
    #[command(after_help = "Example:\n  groundstop schema check my-schema.toml")]
    Check {
        /// A TOML or JSON file, or a built-in schema's name
        schema: PathBuf,
    },
}

#[derive(Args, Debug)]
pub(crate) struct DemoArgs {
    /// Write the demo's document, schema and candidates into a folder, to play with
    #[arg(long, value_name = "DIR")]
    pub(crate) write: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub(crate) struct DoctorArgs {
    /// Print it as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

fn confidence(text: &str) -> Result<Confidence, String> {
    Confidence::parse(text).ok_or_else(|| "write a number from 0 to 1, such as 0.9".to_owned())
}

fn stretch(text: &str) -> Result<(usize, usize), String> {
    let wrong = || "two code-point offsets are needed, as in 1200:1260".to_owned();
    let (start, end) = text.split_once(':').ok_or_else(wrong)?;
    let number = |text: &str| text.trim().parse::<usize>().map_err(|_| wrong());
    match (number(start)?, number(end)?) {
        (start, end) if start < end => Ok((start, end)),
        _ => Err("the end must lie behind the start".to_owned()),
    }
}

fn at_least_one(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(0) => Err("at least 1 is needed".to_owned()),
        Ok(count) => Ok(count),
        Err(error) => Err(format!("{error}")),
    }
}

fn ocr_language(text: &str) -> Result<String, String> {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '_' | '/');
    if !text.is_empty() && text.chars().all(plain) && !text.contains("..") {
        Ok(text.to_owned())
    } else {
        Err("languages look like eng or eng+deu; `tesseract --list-langs` lists yours".to_owned())
    }
}
