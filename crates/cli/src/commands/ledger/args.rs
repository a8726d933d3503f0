//! The options of the ledger: where it is, and what can be done with it.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use groundstop_contract::Decision;
use groundstop_engine::RecordOptions;
use groundstop_ledger::Moment;

/// Where records are kept.
#[derive(Args, Debug, Default)]
#[command(next_help_heading = "Ledger")]
pub(crate) struct HomeArgs {
    /// The folder that keeps the ledger, its key and its configuration; else GROUNDSTOP_HOME
    #[arg(long, global = true, value_name = "DIR")]
    pub(crate) data_dir: Option<PathBuf>,
    /// The ledger's store, in place of the file in the data directory; else GROUNDSTOP_STORE
    #[arg(long, global = true, value_name = "postgres://…")]
    pub(crate) store: Option<String>,
}

/// How a decision is recorded.
#[derive(Args, Debug, Default)]
#[command(next_help_heading = "Ledger")]
pub(crate) struct RecordArgs {
    /// Decide without leaving a record, although a ledger is configured
    #[arg(long, conflicts_with = "idempotency_key")]
    pub(crate) no_ledger: bool,
    /// Repeating a request with the same key gives the same record
    #[arg(long, value_name = "KEY")]
    pub(crate) idempotency_key: Option<String>,
}

impl RecordArgs {
    /// How a decision is recorded, as the engine takes it.
    pub(crate) fn options(&self) -> RecordOptions {
        RecordOptions {
            no_ledger: self.no_ledger,
            idempotency_key: self.idempotency_key.clone(),
        }
    }
}

/// What can be done with the ledger.
#[derive(Subcommand, Debug)]
pub(crate) enum LedgerCommand {
    /// List records, the newest first
    #[command(
        after_help = "Examples:\n  groundstop --data-dir records ledger log\n  groundstop ledger log --document contract.pdf --decision STOP\n  groundstop ledger log --open\n  groundstop ledger log --field rate --since 2026-01-01T00:00:00Z --json"
    )]
    Log(LogArgs),
    /// Show one record, and what was resolved about it
    #[command(after_help = "Example:\n  groundstop ledger show 17")]
    Show(OneArgs),
    /// Hash every record again and compare the log with its checkpoints
    #[command(
        after_help = "Exit code 5 when anything differs.\n\nExamples:\n  groundstop ledger verify\n  groundstop ledger verify --checkpoint seen-in-march.txt"
    )]
    Verify(VerifyArgs),
    /// Print the proof that a record is in the log, or that the log only grew
    #[command(
        after_help = "Examples:\n  groundstop ledger proof 17\n  groundstop ledger proof --from 1000"
    )]
    Proof(ProofArgs),
    /// Sign the end of the log, and print the checkpoint
    #[command(after_help = "Example:\n  groundstop ledger checkpoint > checkpoint.txt")]
    Checkpoint {
        /// Go on with a key that did not sign the checkpoints before
        #[arg(long)]
        rotate: bool,
    },
    /// Write the whole log, one receipt that stands for itself, or the decisions with their resolutions
    #[command(
        after_help = "Examples:\n  groundstop ledger export --record 17 -o receipt.json\n  groundstop ledger export -o log.jsonl\n  groundstop ledger export --resolved --csv > decided.csv"
    )]
    Export(ExportArgs),
    /// Take an exported log into this store, which is empty or holds its beginning
    #[command(
        after_help = "With a public key the signatures of its checkpoints are verified first.\n\nExample:\n  groundstop --store postgres://db.example/ledger ledger import log.jsonl"
    )]
    Import(ImportArgs),
    /// Derive everything again from the bytes, and name the first wrong record
    #[command(
        after_help = "With --documents the decisions are derived again too, from the documents of that folder.\nExit code 5 when anything is wrong. Nothing is repaired.\n\nExamples:\n  groundstop ledger fsck\n  groundstop ledger fsck --documents contracts/"
    )]
    Fsck(FsckArgs),
    /// Remove what is past its time; never a record
    #[command(after_help = "Example:\n  groundstop ledger gc")]
    Gc,
}

#[derive(Args, Debug)]
pub(crate) struct LogArgs {
    /// Only records about this document: a file, a name or a SHA-256
    #[arg(long, value_name = "DOC")]
    pub(crate) document: Option<String>,
    /// Only records that decide this field
    #[arg(long, value_name = "FIELD")]
    pub(crate) field: Option<String>,
    /// Only records with a decision that ended so
    #[arg(long, value_enum)]
    pub(crate) decision: Option<Ended>,
    /// Only records with a STOP or a NEED_REVIEW that nobody has resolved
    #[arg(long, conflicts_with = "kind")]
    pub(crate) open: bool,
    /// Only records of this kind
    #[arg(long, value_enum)]
    pub(crate) kind: Option<KindName>,
    /// Only records from this time on, UTC
    #[arg(long, value_name = "TIME", value_parser = time)]
    pub(crate) since: Option<Moment>,
    /// Only records before this time, UTC
    #[arg(long, value_name = "TIME", value_parser = time)]
    pub(crate) until: Option<Moment>,
    /// At most so many
    #[arg(long, short = 'n', value_name = "N", default_value_t = 20)]
    pub(crate) limit: usize,
    /// Print them as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// How a decision ended.
#[derive(Clone, Copy, Debug, ValueEnum)]
#[value(rename_all = "SCREAMING_SNAKE_CASE")]
pub(crate) enum Ended {
    /// Accepted
    Accept,
    /// Stopped
    Stop,
    /// Left to a person
    NeedReview,
}

impl Ended {
    pub(crate) fn decision(self) -> Decision {
        match self {
            Ended::Accept => Decision::Accept,
            Ended::Stop => Decision::Stop,
            Ended::NeedReview => Decision::NeedReview,
        }
    }
}

/// The kinds of records.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum KindName {
    /// Fields were decided
    Decision,
    /// Rules were frozen
    Freeze,
    /// A question was asked
    Research,
    /// A person resolved something
    Review,
}

impl KindName {
    pub(crate) fn name(self) -> &'static str {
        match self {
            KindName::Decision => "decision",
            KindName::Freeze => "freeze",
            KindName::Research => "research",
            KindName::Review => "review",
        }
    }
}

#[derive(Args, Debug)]
pub(crate) struct OneArgs {
    /// The record's number, or the beginning of its receipt's id; `number:` or `id:` in front says which
    pub(crate) record: String,
    /// Print the record as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct VerifyArgs {
    /// A signed checkpoint that was seen earlier; may be repeated
    #[arg(long, value_name = "FILE")]
    pub(crate) checkpoint: Vec<PathBuf>,
    /// The log's public key: a file, or the key itself; by default that of the data directory
    #[arg(long, value_name = "KEY")]
    pub(crate) key: Option<String>,
}

#[derive(Args, Debug)]
pub(crate) struct ProofArgs {
    /// The record's number, or the beginning of its receipt's id; `number:` or `id:` in front says which
    #[arg(required_unless_present = "from", conflicts_with = "from")]
    pub(crate) record: Option<String>,
    /// Prove that the log only grew since it had so many records
    #[arg(long, value_name = "SIZE")]
    pub(crate) from: Option<u64>,
}

#[derive(Args, Debug)]
pub(crate) struct ExportArgs {
    /// Only this record, by number or id, with its proof and a checkpoint
    #[arg(long, value_name = "RECORD")]
    pub(crate) record: Option<String>,
    /// The decisions with what people made of them, one row each, in place of the log
    #[arg(long, conflicts_with = "record")]
    pub(crate) resolved: bool,
    /// As rows for spreadsheets, which is how they are written by default
    #[arg(long, requires = "resolved", conflicts_with = "jsonl")]
    pub(crate) csv: bool,
    /// As one line of JSON each
    #[arg(long, requires = "resolved")]
    pub(crate) jsonl: bool,
    /// Begin the rows with the mark by which spreadsheets know UTF-8
    #[arg(long, requires = "resolved", conflicts_with = "jsonl")]
    pub(crate) bom: bool,
    /// The file to write; the table of decisions goes to standard output without it
    #[arg(long, short, value_name = "FILE", required_unless_present = "resolved")]
    pub(crate) output: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub(crate) struct ImportArgs {
    /// The exported log
    pub(crate) file: PathBuf,
    /// The log's public key: a file, or the key itself; by default that of the data directory
    #[arg(long, value_name = "KEY")]
    pub(crate) key: Option<String>,
}

#[derive(Args, Debug)]
pub(crate) struct FsckArgs {
    /// The folder with the documents, to decide everything again
    #[arg(long, value_name = "DIR")]
    pub(crate) documents: Option<PathBuf>,
    /// The log's public key: a file, or the key itself; by default that of the data directory
    #[arg(long, value_name = "KEY")]
    pub(crate) key: Option<String>,
    #[command(flatten)]
    pub(crate) reading: crate::args::ReadingArgs,
}

/// What can be done with keys.
#[derive(Subcommand, Debug)]
pub(crate) enum KeyCommand {
    /// Make the key that signs the ledger's checkpoints
    #[command(
        after_help = "The private half stays in the data directory, readable by you alone. Give the public\nhalf to whoever is to verify your receipts.\n\nExample:\n  groundstop --data-dir records key new --origin example.org/contracts"
    )]
    New {
        /// The name of the log, such as example.org/contracts
        #[arg(long, value_name = "NAME")]
        origin: String,
    },
    /// Print the public half
    #[command(after_help = "Example:\n  groundstop --data-dir records key show > ledger.pub")]
    Show,
}

#[derive(Args, Debug)]
#[command(
    after_help = "Say one of three things: what the document says (`--value` with `--quote` and `--document`),\nthat it does not say it (`--absent`), or that it stays undecided (`--unresolved`). A value is\nverified like any other. An ACCEPT is corrected the same way. The decision itself is never\nrewritten; the resolution is a record beside it.\n\nExamples:\n  groundstop review 17 --field rate --by \"A. Person\" --reason \"clause 4 governs\" \\\n      --value 6.125% --quote \"at a rate of 6.125 per cent\" --document contract.pdf\n  groundstop review 17 --field governing_law --by \"A. Person\" --reason \"read it twice\" --absent"
)]
pub(crate) struct ReviewArgs {
    /// The record's number, or the beginning of its receipt's id; `number:` or `id:` in front says which
    pub(crate) record: String,
    /// The field to resolve
    #[arg(long, value_name = "FIELD")]
    pub(crate) field: String,
    /// Which decision of the field, counted from 1, where it has several
    #[arg(long, value_name = "N")]
    pub(crate) number: Option<usize>,
    /// Who resolves it
    #[arg(long, value_name = "NAME")]
    pub(crate) by: String,
    /// Why
    #[arg(long, value_name = "TEXT")]
    pub(crate) reason: String,
    /// The value, as the document spells it, or a date as 2024-01-05; with `--quote` and `--document`
    #[arg(long, value_name = "VALUE", group = "answer")]
    pub(crate) value: Option<String>,
    /// The document's own words that say the value
    #[arg(long, value_name = "TEXT", conflicts_with_all = ["absent", "unresolved"])]
    pub(crate) quote: Option<String>,
    /// The page the words stand on, where they stand on several
    #[arg(long, value_name = "N", conflicts_with_all = ["absent", "unresolved"])]
    pub(crate) page: Option<u32>,
    /// The document that was decided on
    #[arg(long, short, value_name = "FILE")]
    pub(crate) document: Option<PathBuf>,
    /// The document does not say it
    #[arg(long, group = "answer")]
    pub(crate) absent: bool,
    /// It stays undecided
    #[arg(long, group = "answer")]
    pub(crate) unresolved: bool,
    /// Print the record as JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Repeating a request with the same key gives the same record
    #[arg(long, value_name = "KEY")]
    pub(crate) idempotency_key: Option<String>,
    #[command(flatten)]
    pub(crate) reading: crate::args::ReadingArgs,
}

fn time(text: &str) -> Result<Moment, String> {
    Moment::parse(text).ok_or_else(|| "write UTC such as 2026-01-29T00:00:00Z".to_owned())
}
