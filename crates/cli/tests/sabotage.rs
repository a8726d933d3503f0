//! The certification can fail: each deliberate break of the product is noticed by
//! the box it belongs to. One process, because a break holds for all of it. That
//! all boxes pass without one is shown by `cli/certify.rs`, on a binary built with
//! the same feature.
#![allow(clippy::disallowed_methods, reason = "the test owns its folder")]

use std::path::{Path, PathBuf};

use groundstop_contract::certificate::{BoxResult, CertifiedBox};
use groundstop_contract::sabotage::{Break, switch};
use groundstop_engine::{Certify, Reader, ReaderOptions, certify_boxes};
use groundstop_ledger::Moment;

fn around(folder: &str) -> Certify {
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR")).join("sabotage");
    let scratch = scratch.join(folder);
    let _ = std::fs::remove_dir_all(&scratch);
    std::fs::create_dir_all(&scratch).expect("a folder for the test");
    let program = PathBuf::from(env!("CARGO_BIN_EXE_groundstop"));
    Certify {
        reader: Reader::new(program, ReaderOptions::default()),
        scratch,
        at: Moment::from_micros(0),
    }
}

#[test]
fn every_break_turns_its_box_red() {
    let mut noticed = Vec::new();
    for by in Break::ALL {
        switch(Some(by));
        let rows = certify_boxes(around(&format!("{by:?}")), &[by.noticed_by()]);
        switch(None);
        let [row] = &rows.expect("the rules")[..] else {
            panic!("{by:?}: one box is one row")
        };
        assert_eq!(row.result, BoxResult::Failed, "{by:?}: {row:?}");
        assert!(
            row.failed > 0 && !row.failures.is_empty(),
            "{by:?}: {row:?}"
        );
        noticed.push(row.name);
    }
    let missed = CertifiedBox::ALL.iter().find(|one| !noticed.contains(one));
    assert_eq!(missed, None, "a box that cannot fail");
}
