//! HTML beside a real browser: what Chromium does not show is no text without a note.
//! `cargo xtask eval browser` does the same with hundreds of pages.
#![allow(clippy::disallowed_macros, reason = "a test says that it was skipped")]

use crate::support::open;
use groundstop_document::ByteSpan;
use groundstop_testing::empty_folder;
use groundstop_testing::sight::SAID;
use groundstop_testing::sight::browser::{Seen, browser, shown};
use groundstop_testing::sight::pages::pages;

#[test]
fn what_a_browser_hides_is_not_passed() {
    let Some(browser) = browser() else {
        eprintln!("SKIPPED: Chromium is not installed (Debian's `chromium`)");
        return;
    };
    let pages = pages(77, 16);
    let work = empty_folder(concat!(env!("CARGO_TARGET_TMPDIR"), "/browser"));
    let shown = shown(&browser, &work, &pages);
    assert!(
        shown.contains(&Seen::Not) && shown.contains(&Seen::Plainly),
        "{shown:?}"
    );
    for (page, shown) in pages.iter().zip(shown) {
        let document = open(page.as_bytes()).unwrap();
        let passes = document.text().find(SAID).is_some_and(|at| {
            let span = ByteSpan::new(at, at + SAID.len());
            document.flags_in(span).is_empty()
        });
        assert!(shown != Seen::Not || !passes, "{page}");
    }
}
