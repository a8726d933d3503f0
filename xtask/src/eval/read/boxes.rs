//! Where characters stand, beside where pdfium says they stand.
//!
//! The two read a page in different orders, so characters are paired by their
//! neighbours: a stretch of letters and digits that occurs once on both sides is
//! the same stretch, wherever it stands. Position takes no part in the pairing.

use std::collections::BTreeMap;
use std::path::Path;

use groundstop_document::{Area, Document};
use groundstop_pdfium::{Library, SecondPage};
use groundstop_read::{Limits, ReadOptions, read};

use super::outcomes::bare_characters;
use super::{bytes, lines, text};
use crate::peers;

/// Letters of a stretch that must occur once.
const STRETCH: usize = 8;
/// How far edges may lie apart, in points.
const ACROSS_POINTS: f32 = 1.0;
/// The same, up and down: the readers draw a font's height differently.
const UP_POINTS: f32 = 3.0;
/// How many of a thousand paired characters must be that near.
const MOST_PER_THOUSAND: usize = 995;

/// A letter or digit with its place.
type Mark = (char, Area);

#[derive(Default)]
struct Count {
    marks: usize,
    paired: usize,
    near: usize,
}

/// Prints how many characters have their box, and how many have it where pdfium does.
pub(super) fn run(data: &Path) -> Result<bool, String> {
    let library = match peers::pdfium_installed() {
        Some(path) => Some(Library::open(&path).map_err(|error| error.to_string())?),
        None => None,
    };
    let mut count = Count::default();
    let (mut boxes, mut bare) = (0, 0);
    for file in files(data)? {
        let bytes = bytes(&data.join(&file))?;
        let Ok(document) = read(&bytes, &ReadOptions::default()) else {
            continue;
        };
        boxes += document.boxes().len();
        bare += bare_characters(&document);
        let Some(library) = &library else { continue };
        let Ok(pages) = library.read(&bytes, None, Limits::default().pages, true) else {
            continue;
        };
        let before = Count { ..count };
        for (number, page) in (1u32..).zip(&pages) {
            compare(&ours(&document, number), &theirs(page), &mut count);
        }
        let (paired, near) = (count.paired - before.paired, count.near - before.near);
        if near * 1000 < paired * MOST_PER_THOUSAND {
            println!("boxes differ in {file}: {near} of {paired} near");
        }
    }
    println!("{boxes} characters from glyphs with one box each, {bare} without");
    if library.is_none() {
        println!("boxes not compared: pdfium is not installed (`cargo xtask pdfium`)");
        return Ok(bare == 0);
    }
    println!(
        "{} letters and digits, {} paired with pdfium's, {} ({:.2}%) within {ACROSS_POINTS} pt across and {UP_POINTS} pt up and down",
        count.marks,
        count.paired,
        count.near,
        100.0 * count.near as f64 / count.paired.max(1) as f64
    );
    Ok(bare == 0 && count.paired > 0 && count.near * 1000 >= count.paired * MOST_PER_THOUSAND)
}

fn files(data: &Path) -> Result<Vec<String>, String> {
    let mut files = Vec::new();
    for (list, folder) in [
        ("pdfs/manifest.jsonl", "pdfs"),
        ("tax/documents.jsonl", "tax"),
    ] {
        for entry in lines(&data.join(list))? {
            files.push(format!("{folder}/{}", text(&entry, "file")?));
        }
    }
    files.retain(|file| file.ends_with(".pdf"));
    Ok(files)
}

fn ours(document: &Document, page: u32) -> Vec<Mark> {
    let Some(span) = document.page_span(page) else {
        return Vec::new();
    };
    let own = document.boxes().iter();
    own.filter(|known| span.start <= known.at && known.at < span.end)
        .filter_map(|known| {
            let rest = document.text().get(known.at.0..)?;
            Some((rest.chars().next()?, known.area))
        })
        .filter(|(each, _)| each.is_alphanumeric())
        .collect()
}

fn theirs(page: &SecondPage) -> Vec<Mark> {
    page.chars
        .iter()
        .filter(|each| each.char.is_alphanumeric())
        .filter_map(|each| Some((each.char, each.area?)))
        .collect()
}

fn compare(ours: &[Mark], theirs: &[Mark], count: &mut Count) {
    count.marks += ours.len();
    let (mine, other) = (stretches(ours), stretches(theirs));
    let mut pairs: BTreeMap<usize, usize> = BTreeMap::new();
    for (letters, at) in &mine {
        if let (Some(at), Some(Some(there))) = (at, other.get(letters)) {
            pairs.extend((0..STRETCH).map(|step| (at + step, there + step)));
        }
    }
    for (here, there) in pairs {
        count.paired += 1;
        count.near += usize::from(near(ours[here].1, theirs[there].1));
    }
}

/// Where each stretch begins; nowhere if it occurs more than once.
fn stretches(marks: &[Mark]) -> BTreeMap<Vec<char>, Option<usize>> {
    let mut found = BTreeMap::new();
    for (at, stretch) in marks.windows(STRETCH).enumerate() {
        let letters = stretch.iter().map(|(each, _)| *each).collect();
        found
            .entry(letters)
            .and_modify(|place| *place = None)
            .or_insert(Some(at));
    }
    found
}

fn near(one: Area, other: Area) -> bool {
    let apart = |a: f32, b: f32, most: f32| (a - b).abs() <= most;
    apart(one.x0, other.x0, ACROSS_POINTS)
        && apart(one.x1, other.x1, ACROSS_POINTS)
        && apart(one.y0, other.y0, UP_POINTS)
        && apart(one.y1, other.y1, UP_POINTS)
}
