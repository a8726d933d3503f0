//! The certification can fail: each deliberate break of the product is noticed by the
//! box it belongs to. That all boxes pass without one is shown on the built command line.
//!
//! The breaks go in where the product is handed its parts: tools, store, screen, and what
//! the boxes ask it. The program is its own worker, and so has no test harness around it.
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_macros,
    reason = "the test owns its folder, its arguments and what it prints"
)]

mod product;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use groundstop_certify::{Certify, certify_boxes};
use groundstop_contract::certificate::{BoxResult, CertifiedBox};
use groundstop_engine::{Reader, ReaderOptions, serve_hidden};
use groundstop_ledger::Moment;

use product::{Break, Broken};

fn main() -> ExitCode {
    if let Some(code) = serve_hidden(std::env::args().skip(1)) {
        return code;
    }
    let mut noticed = Vec::new();
    for by in Break::ALL {
        let name = by.name();
        let product = Box::new(Broken::by(by));
        let rows = certify_boxes(around(name), product, &[by.noticed_by()]);
        let rows = rows.expect("the rules are fine");
        assert_eq!(rows.len(), 1, "{name}: one box is one row");
        for row in rows {
            assert_eq!(row.result, BoxResult::Failed, "{name}: {row:?}");
            let told = row.failed > 0 && !row.failures.is_empty();
            assert!(told, "{name}: {row:?}");
            println!("{name}: {} of {} cases failed", row.failed, row.cases);
            noticed.push(row.name);
        }
    }
    let missed = CertifiedBox::ALL.iter().find(|one| !noticed.contains(one));
    assert_eq!(missed, None, "a box that cannot fail");
    ExitCode::SUCCESS
}

fn around(folder: &str) -> Certify {
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR")).join("breaks");
    let scratch = scratch.join(folder);
    let _ = std::fs::remove_dir_all(&scratch);
    std::fs::create_dir_all(&scratch).expect("a folder for the test");
    let program: PathBuf = std::env::current_exe().expect("the test's own program");
    Certify {
        program: program.clone(),
        reader: Reader::new(program, ReaderOptions::default()),
        scratch,
        at: Moment::from_micros(0),
    }
}
