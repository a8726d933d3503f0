//! `cargo xtask bench look`: what it costs to draw the page of an accepted quote and look at it.

use std::path::Path;

use cpu_time::ProcessTime;
use groundstop_document::{ByteOffset, Document};
use groundstop_read::{PageLook, ReadOptions, look, read};

/// Pages of one file, spread over it.
const PAGES: usize = 3;
/// Characters of a quote.
const QUOTED: usize = 60;
/// What a page may take, in milliseconds of CPU.
const MOST_MS: f64 = 60.0;

/// Runs the benchmark and says whether it met its bound.
pub(crate) fn run(data: &Path) -> Result<bool, String> {
    let options = ReadOptions::default();
    let mut taken: Vec<(f64, String)> = Vec::new();
    for folder in ["pdfs/files", "tax/pdf"] {
        let entries = std::fs::read_dir(data.join(folder)).map_err(|error| error.to_string())?;
        for entry in entries {
            let path = entry.map_err(|error| error.to_string())?.path();
            let bytes = std::fs::read(&path).map_err(|error| error.to_string())?;
            let Ok(document) = read(&bytes, &options) else {
                continue;
            };
            let wanted = quoted(&document);
            if wanted.is_empty() {
                continue;
            }
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let begun = ProcessTime::now();
            let looked = look(&bytes, &options, &wanted);
            let ms = begun.elapsed().as_secs_f64() * 1e3 / wanted.len() as f64;
            let how = if looked.is_ok() { "" } else { " (not drawn)" };
            taken.push((ms, format!("{name}{how}")));
        }
    }
    taken.sort_by(|a, b| a.0.total_cmp(&b.0));
    let Some((worst, slowest)) = taken.last() else {
        return Err("no PDF has a page with letters".to_owned());
    };
    let at = |percent: usize| taken[(taken.len() - 1) * percent / 100].0;
    let mean = taken.iter().map(|(ms, _)| ms).sum::<f64>() / taken.len() as f64;
    println!(
        "{} files, up to {PAGES} pages each, in one process; CPU ms a page:",
        taken.len()
    );
    println!(
        "median {:.1}, mean {mean:.1}, 90 in 100 below {:.1}, 99 below {:.1}, worst {worst:.1} ({slowest})",
        at(50),
        at(90),
        at(99)
    );
    let met = *worst <= MOST_MS;
    println!(
        "{} at most {MOST_MS:.0} ms a page",
        if met { "met:   " } else { "MISSED:" }
    );
    Ok(met)
}

/// A quote's worth of characters on some pages.
fn quoted(document: &Document) -> Vec<PageLook> {
    let mut pages: Vec<PageLook> = Vec::new();
    for known in document.boxes() {
        let page = document.page_of(ByteOffset(known.at.0));
        match pages.last_mut() {
            Some(last) if last.page == page && last.areas.len() == QUOTED => {}
            Some(last) if last.page == page => last.areas.push(known.area),
            _ => pages.push(PageLook {
                page,
                areas: vec![known.area],
            }),
        }
    }
    let step = (pages.len() / PAGES).max(1);
    pages.into_iter().step_by(step).take(PAGES).collect()
}
