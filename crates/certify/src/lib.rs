//! The certification: the contract's checklist, run on the product itself.
//!
//! Every box is run by the code that is certified: whole runs against servers on
//! this machine's loopback, the vectors and the graph of the build that were compiled in, the program from
//! outside, and
//! every set of conditions there is. What is expected is written down here a
//! second time, apart from the code that decides. A box that could not be run
//! does not pass.

#![allow(
    clippy::disallowed_methods,
    reason = "it starts servers of its own on loopback, and nothing else"
)]

mod boundary;
mod caps;
mod command_line;
mod determinism;
mod endings;
mod failing;
pub mod fakes;
mod faults;
mod frozen;
mod injection;
mod leaks;
mod no_source;
mod plan;
mod priority;
mod product;
mod rule_candidates;
mod sheet;
mod stop_triggers;
pub mod world;

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;

use groundstop_contract::certificate::{
    BoxResult, CERTIFICATE_FORMAT, Certificate, CertifiedBox, CertifiedRow,
};
use groundstop_contract::frozen::{RESEARCH_NAME, RESEARCH_VERSION};
use groundstop_engine::{PRODUCT, PageReader, Reader};
use groundstop_ledger::Moment;
use groundstop_research::screen::RuleError;

pub use frozen::{components, frozen_contracts, lock_sha256};
pub use product::{Built, Product, ProgramOutput};
pub use sheet::NotRun;
use sheet::Sheet;
use world::Bench;

/// What a certification needs around it.
pub struct Certify {
    /// The built program, which is started as users start it.
    pub program: PathBuf,
    /// The reader that pages are read with.
    pub reader: Reader,
    /// An empty folder for what has to be a file.
    pub scratch: PathBuf,
    /// Now.
    pub at: Moment,
}

/// One box: which, what is run, and how.
type Check = (
    CertifiedBox,
    &'static str,
    fn(&mut Sheet, &Bench) -> Result<(), NotRun>,
);

/// The boxes in the contract's order, and those beside them.
const CHECKS: [Check; 13] = [
    (
        CertifiedBox::ToolBoundary,
        "crate graph; tickets spent on other tools; refused addresses, counted at the socket",
        boundary::check,
    ),
    (
        CertifiedBox::NoSource,
        "sets of conditions without sources; empty searches and indexes; a conversation",
        no_source::check,
    ),
    (
        CertifiedBox::PolicyCaps,
        "tiers by environments; every cap raised and lowered; limits met by real runs",
        caps::check,
    ),
    (
        CertifiedBox::InjectionFilter,
        "orders in every field of every tool, hidden ones read in the sandbox; the whole conformance set; every rule switched off",
        injection::check,
    ),
    (
        CertifiedBox::NonAgentic,
        "sources that ask for more; calls against the plan",
        plan::check,
    ),
    (
        CertifiedBox::FailClosed,
        "servers, pages, names, parsers and stores that fail, each in every way it can",
        faults::check,
    ),
    (
        CertifiedBox::StopPriority,
        "all sets of conditions by tier, environment, conversation, sources",
        priority::check,
    ),
    (
        CertifiedBox::Deterministic,
        "20 equal runs of each ending, byte by byte; replays; conditions and documents in any order",
        determinism::check,
    ),
    (
        CertifiedBox::NoLeakage,
        "marked words in everything said, over all eleven endings",
        leaks::check,
    ),
    (
        CertifiedBox::FrozenParts,
        "the lock against the code; every frozen part changed",
        frozen::check,
    ),
    (
        CertifiedBox::CommandLine,
        "the built program: eleven endings in every form, tiers, configurations, caps, conversations",
        command_line::check,
    ),
    (
        CertifiedBox::StopTriggers,
        "every vector of the STOP contract, and the shape of every decision",
        stop_triggers::check,
    ),
    (
        CertifiedBox::RuleCandidates,
        "every vector of the rule contract, and the gate before freezing",
        rule_candidates::check,
    ),
];

/// Certifies this build.
///
/// # Errors
/// Where the published rules of the screen are broken, which a test excludes.
pub fn certify(around: Certify) -> Result<Certificate, RuleError> {
    let certified_at = around.at.to_string();
    let bench = bench(around, Box::new(Built))?;
    let boxes: Vec<CertifiedRow> = CHECKS.iter().map(|check| run(check, &bench)).collect();
    Ok(Certificate {
        format: CERTIFICATE_FORMAT.to_owned(),
        product: PRODUCT.to_owned(),
        contract: format!("{RESEARCH_NAME} {RESEARCH_VERSION}"),
        lock_sha256: frozen::lock_sha256(),
        screen_rules_sha256: bench.screen.rules().record().sha256.clone(),
        components: components(),
        certified_at,
        passed: boxes.iter().all(|row| row.result == BoxResult::Passed),
        boxes,
    })
}

/// Runs some of the boxes on a product, for whoever wants to know about them alone; that
/// certifies nothing.
///
/// # Errors
/// As [`certify`].
pub fn certify_boxes(
    around: Certify,
    product: Box<dyn Product>,
    boxes: &[CertifiedBox],
) -> Result<Vec<CertifiedRow>, RuleError> {
    let bench = bench(around, product)?;
    let wanted = CHECKS.iter().filter(|(name, ..)| boxes.contains(name));
    Ok(wanted.map(|check| run(check, &bench)).collect())
}

fn bench(around: Certify, product: Box<dyn Product>) -> Result<Bench, RuleError> {
    Ok(Bench {
        screen: Arc::new(product.screen()?),
        program: around.program,
        scratch: around.scratch,
        page_reader: RefCell::new(PageReader::new(around.reader)),
        product,
    })
}

/// Runs a box; one that panics has failed.
fn run((name, ran, check): &Check, bench: &Bench) -> CertifiedRow {
    let mut sheet = Sheet::default();
    let done = catch_unwind(AssertUnwindSafe(|| check(&mut sheet, bench)));
    let done = done.unwrap_or_else(|_| {
        sheet.expect(false, || "the check crashed".to_owned());
        Ok(())
    });
    sheet.row(*name, ran, done)
}
