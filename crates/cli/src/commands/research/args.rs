//! The options of research: the index, questions, packs, caps.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use groundstop_contract::pack::SearchBackend;
use groundstop_contract::telemetry::Grade;
use groundstop_contract::{Environment, Tier};
use groundstop_engine::{AskRequest, WebOptions, code_of};

use crate::args::ReadingArgs;
use crate::commands::ledger::args::RecordArgs;

#[derive(Args, Debug)]
#[command(
    after_help = "The index is kept in the folder itself, under .groundstop-index, unless `--index` names another\nplace: then give `ask` the same `--index`. Running it again reads only what changed and mends\nwhat is damaged. A file that cannot be read and a link that leads out of the folder are named,\nand the rest is indexed.\n\nA document that gives orders to a machine ends every question that finds it. `--screen` names such\ndocuments beforehand (exit code 3 where there is one), and `--leave-out` leaves them out.\n\nExamples:\n  groundstop index contracts/\n  groundstop index contracts/ --screen --leave-out\n  groundstop index contracts/ --index /var/lib/groundstop/contracts\n  groundstop ask \"Who is the lender?\" --corpus contracts/ --index /var/lib/groundstop/contracts"
)]
pub(crate) struct IndexArgs {
    /// The folder with the documents
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
    /// Where to keep the index
    #[arg(long, value_name = "DIR")]
    pub(crate) index: Option<PathBuf>,
    /// Look in every document for orders to a machine, and name those that have one
    #[arg(long)]
    pub(crate) screen: bool,
    /// Leave the documents out in which `--screen` finds one
    #[arg(long, requires = "screen")]
    pub(crate) leave_out: bool,
    /// Print what was done as JSON
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
}

/// Who asks, and what they may have.
#[derive(Args, Debug)]
#[command(next_help_heading = "Entitlement")]
pub(crate) struct EntitlementArgs {
    /// The tier: FREE, PRO or MAX; PRO unless configured, and never above what is
    #[arg(long, value_parser = tier)]
    pub(crate) tier: Option<Tier>,
    /// The environment: dev, staging or prod; dev unless configured, and never above what is
    #[arg(long, value_name = "ENV", value_parser = environment)]
    pub(crate) env: Option<Environment>,
}

#[derive(Args, Debug)]
#[command(
    after_help = "The answer is made of sentences of the sources, each with its quote. Where there is none that\nanswers, you are told so. Exit code 0 for an answer, else 3.\n\nA file that changed or went since it was indexed is not quoted as though it said so still: run\n`groundstop index` again, or add `--as-indexed`.\n\nThe web is asked only with `--web`, through the search engine that `--search` or the configuration\nnames. A key is taken from GROUNDSTOP_SEARCH_KEY.\n\nExamples:\n  groundstop ask \"What is the notice period of the lease?\" --corpus contracts/\n  groundstop ask \"When was the treaty signed?\" --web --search mediawiki --endpoint https://en.wikipedia.org/w/api.php\n  groundstop ask \"Who is the lender?\" --corpus contracts/ --json --pack run.json"
)]
pub(crate) struct AskArgs {
    /// The question
    pub(crate) question: String,
    /// Look in this folder, which `groundstop index` has indexed
    #[arg(long, value_name = "DIR")]
    pub(crate) corpus: Option<PathBuf>,
    /// Where its index is, if `groundstop index` was told to keep it elsewhere
    #[arg(long, value_name = "DIR")]
    pub(crate) index: Option<PathBuf>,
    /// Ask the documents as they were indexed, although files have changed or gone since
    #[arg(long)]
    pub(crate) as_indexed: bool,
    /// Look on the web
    #[arg(long)]
    pub(crate) web: bool,
    #[command(flatten)]
    pub(crate) entitlement: EntitlementArgs,
    /// Who asks: calls by the minute are counted by this name, and all names of an account together
    #[arg(long, value_name = "NAME", default_value = "local")]
    pub(crate) principal: String,
    /// The conversation this belongs to: who was asked to clarify is not asked twice
    #[arg(long, value_name = "ID")]
    pub(crate) conversation: Option<String>,
    /// Print the answer as JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Also write the answer as a page
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
    /// Also print what only the operator should see: calls, limits, why it ended
    #[arg(long)]
    pub(crate) explain: bool,
    /// Also write the evidence pack, which `groundstop replay` derives again
    #[arg(long, value_name = "FILE")]
    pub(crate) pack: Option<PathBuf>,
    /// Make every call, although an earlier result could stand in
    #[arg(long)]
    pub(crate) no_cache: bool,
    /// Exit with 0 however it ends
    #[arg(long)]
    pub(crate) exit_zero: bool,
    #[command(flatten)]
    pub(crate) web_options: WebArgs,
    #[command(flatten)]
    pub(crate) record: RecordArgs,
}

/// Where the web is asked, and what of it may be reached.
#[derive(Args, Debug, Default)]
#[command(next_help_heading = "Web")]
pub(crate) struct WebArgs {
    /// The search engine
    #[arg(long, value_enum, value_name = "ENGINE", ignore_case = true)]
    pub(crate) search: Option<SearchEngine>,
    /// Its address, where it is not the vendor's own
    #[arg(long, value_name = "URL")]
    pub(crate) endpoint: Option<String>,
    /// Reach only these hosts and what lies under them; can be repeated
    #[arg(long, value_name = "HOST")]
    pub(crate) allow_host: Vec<String>,
    /// Never reach these hosts and what lies under them; can be repeated
    #[arg(long, value_name = "HOST")]
    pub(crate) deny_host: Vec<String>,
    /// Let the search engine be on this machine; pages it finds may not be
    #[arg(long)]
    pub(crate) allow_loopback: bool,
    /// Let pages and redirects lead to this machine, too: for tests, opens every service on it
    #[arg(long)]
    pub(crate) allow_loopback_pages: bool,
    /// Drop sources of a lower grade
    #[arg(long, value_name = "A-E", value_parser = grade)]
    pub(crate) min_grade: Option<Grade>,
    /// The language sources must be in, by its three-letter code; without it, the question's
    #[arg(long, value_name = "CODE")]
    pub(crate) language: Option<String>,
}

/// The search engines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SearchEngine {
    /// A SearXNG instance; needs `--endpoint`
    Searxng,
    /// Brave Search; needs a key
    Brave,
    /// Tavily; needs a key
    Tavily,
    /// A MediaWiki: the English Wikipedia, or another with `--endpoint`
    Mediawiki,
}

impl From<SearchEngine> for SearchBackend {
    fn from(engine: SearchEngine) -> SearchBackend {
        match engine {
            SearchEngine::Searxng => SearchBackend::Searxng,
            SearchEngine::Brave => SearchBackend::Brave,
            SearchEngine::Tavily => SearchBackend::Tavily,
            SearchEngine::Mediawiki => SearchBackend::MediaWiki,
        }
    }
}

#[derive(Args, Debug)]
#[command(
    after_help = "Exit code 5 when anything differs. A pack that fits together may still have been put together\nlater: with a data directory it is said whether the ledger has a record of it, and `--recorded`\ndemands one.\n\nExamples:\n  groundstop replay run.json\n  groundstop --data-dir records replay run.json --recorded\n  groundstop --data-dir records replay 3f1c…   the pack of a recorded question, by its digest"
)]
pub(crate) struct ReplayArgs {
    /// The pack: a file that `ask --pack` wrote, or its digest in the ledger
    pub(crate) pack: String,
    /// Change the pack in many places, one at a time, and show that each is noticed
    #[arg(long)]
    pub(crate) tamper: bool,
    /// Demand that the ledger has a record of this very pack
    #[arg(long, conflicts_with = "tamper")]
    pub(crate) recorded: bool,
    /// Print what differs, or what names each change, as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
#[command(
    after_help = "Runs the nine boxes of the research contract and the lock of its frozen parts: whole runs against\nservers on this machine's loopback, nothing outside is reached. A box that could not be run does not\npass. Exit code 0 only when every box passed, else 5.\n\nThe report is signed with the key of the data directory, where there is one. `--verify` runs\nnothing: it checks the signature of a report, prints what it certifies, and ends with exit code 5\nwhere the signature is not right or not every box passed.\n\nExamples:\n  groundstop certify\n  groundstop --data-dir records certify --report certificate.json\n  groundstop certify --verify certificate.json --key ledger.pub"
)]
pub(crate) struct CertifyArgs {
    /// Print the report as JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Also write the report, as JSON
    #[arg(long, value_name = "FILE")]
    pub(crate) report: Option<PathBuf>,
    /// Check a report that was written before, in place of running anything
    #[arg(long, value_name = "FILE", conflicts_with = "report")]
    pub(crate) verify: Option<PathBuf>,
    /// The public key to check it with: a file, or the key itself; by default that of the data directory
    #[arg(long, value_name = "KEY", requires = "verify")]
    pub(crate) key: Option<String>,
}

/// What can be said about the policy.
#[derive(Subcommand, Debug)]
pub(crate) enum PolicyCommand {
    /// Show the caps that hold for a tier and an environment, with what the configuration lowers
    #[command(after_help = "Example:\n  groundstop policy show --tier MAX --env prod")]
    Show {
        #[command(flatten)]
        entitlement: EntitlementArgs,
        /// Print them as JSON
        #[arg(long)]
        json: bool,
    },
}

fn tier(text: &str) -> Result<Tier, String> {
    code_of(Tier::ALL, Tier::code, text)
}

fn environment(text: &str) -> Result<Environment, String> {
    code_of(Environment::ALL, Environment::code, text)
}

fn grade(text: &str) -> Result<Grade, String> {
    code_of(Grade::ALL, Grade::code, text)
}

impl AskArgs {
    /// The question as the engine takes it.
    pub(super) fn request(&self) -> AskRequest {
        let web = &self.web_options;
        AskRequest {
            question: self.question.clone(),
            corpus: self.corpus.clone(),
            index: self.index.clone(),
            as_indexed: self.as_indexed,
            web: self.web,
            tier: self.entitlement.tier,
            environment: self.entitlement.env,
            principal: self.principal.clone(),
            conversation: self.conversation.clone(),
            no_cache: self.no_cache,
            web_options: WebOptions {
                search: web.search.map(SearchBackend::from),
                endpoint: web.endpoint.clone(),
                allow_hosts: web.allow_host.clone(),
                deny_hosts: web.deny_host.clone(),
                allow_loopback: web.allow_loopback,
                allow_loopback_pages: web.allow_loopback_pages,
                min_grade: web.min_grade,
                language: web.language.clone(),
            },
            record: self.record.options(),
        }
    }
}
