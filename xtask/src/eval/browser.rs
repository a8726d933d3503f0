//! `cargo xtask eval browser`: web pages made at random, as Chromium draws them.
//!
//! What the browser does not show must not be read as text that nothing is noted about; how many
//! pages it shows plainly and the reader has a doubt about is printed beside it.

use clap::Args;
use groundstop_document::ByteSpan;
use groundstop_read::{ReadOptions, read};
use groundstop_testing::sight::SAID;
use groundstop_testing::sight::browser::{Seen, browser, shown};
use groundstop_testing::sight::pages::pages;

use crate::workspace_root;

/// Which pages, and how many.
#[derive(Args)]
pub(crate) struct Options {
    /// What the pages are made from
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many pages
    #[arg(long, default_value_t = 640)]
    pages: usize,
    /// Print the pages that are shown plainly and refused
    #[arg(long)]
    refused: bool,
}

/// Runs the evaluation and says whether it met its bound.
pub(crate) fn run(options: &Options) -> Result<bool, String> {
    let Some(browser) = browser() else {
        println!("skipped: Chromium is not installed (Debian's `chromium`)");
        return Ok(true);
    };
    let work = workspace_root().join("target/eval/browser");
    let _ = std::fs::remove_dir_all(&work);
    let work = std::path::absolute(&work).map_err(|error| error.to_string())?;
    let pages = pages(options.seed, options.pages);
    let shown = shown(&browser, &work, &pages);
    let mut counts = [[0usize; 2]; 3];
    let mut found = Vec::new();
    for (page, shown) in pages.iter().zip(&shown) {
        let passes = passes(page)?;
        let row = match shown {
            Seen::Not => 0,
            Seen::Hardly => 1,
            Seen::Plainly => 2,
        };
        counts[row][usize::from(passes)] += 1;
        if *shown == Seen::Not && passes {
            found.push(page);
        }
        if options.refused && *shown == Seen::Plainly && !passes {
            println!("refused: {}", told(page));
        }
    }
    println!(
        "{:<24} {:>8} {:>8}",
        "the browser shows it", "refused", "passed"
    );
    for (name, [refused, passed]) in ["not at all", "hardly", "plainly"].iter().zip(counts) {
        println!("{name:<24} {refused:>8} {passed:>8}");
    }
    for page in &found {
        println!("passed though nobody sees it: {}", told(page));
    }
    let met = found.is_empty();
    println!(
        "{} nothing passes that the browser does not show",
        if met { "met:   " } else { "MISSED:" }
    );
    Ok(met && counts[0][0] > 0 && counts[2][1] > 0)
}

/// A page without what all of them have.
fn told(page: &str) -> &str {
    let from = page
        .find("initial-value:0}")
        .or_else(|| page.find("@keyframes stays"));
    page.get(from.unwrap_or(0)..).unwrap_or(page)
}

/// Whether the words are text that nothing is noted about.
fn passes(page: &str) -> Result<bool, String> {
    let document = read(page.as_bytes(), &ReadOptions::default());
    let document = document.map_err(|error| error.to_string())?;
    let at = document.text().find(SAID);
    Ok(at.is_some_and(|at| {
        let span = ByteSpan::new(at, at + SAID.len());
        document.flags_in(span).is_empty()
    }))
}
