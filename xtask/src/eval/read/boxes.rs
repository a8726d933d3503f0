//! Where characters stand, beside where pdfium says they stand.
//!
//! The two read a page in different orders, so characters are paired by their
//! neighbours: a stretch of letters and digits on one line that occurs once on
//! both sides is the same stretch, wherever it stands. How far the two sides lie
//! apart takes no part in the pairing.
//!
//! Our boxes span a character's advance. pdfium's reach as far as its ink where
//! that hangs over, as an `f` does; such an edge says nothing about the advance.

use std::collections::BTreeMap;
use std::path::Path;

use groundstop_document::{Area, Document};
use groundstop_pdfium::{Library, PdfiumPage, Places};
use groundstop_read::{ReadLimits, ReadOptions, read};

use super::outcomes::bare_characters;
use super::{bytes, lines, text};

/// Letters of a stretch that must occur once.
const STRETCH: usize = 8;
/// How far edges may lie apart, in points.
const ACROSS_POINTS: f32 = 1.0;
/// The same, up and down: the readers draw a font's height differently.
const UP_POINTS: f32 = 3.0;
/// How many of a thousand paired characters must be that near.
const MOST_PER_THOUSAND: usize = 995;

/// How far ink may hang over the advance, in heights of the box.
const OVERHANG: f32 = 0.25;
/// How near an edge is to the ink's where the ink makes it, in points.
const SAME_POINTS: f32 = 0.01;

/// A letter or digit with its place; pdfium's with its ink too.
#[derive(Clone, Copy)]
struct Mark {
    letter: char,
    area: Area,
    ink: Option<Area>,
}

#[derive(Default)]
struct Count {
    marks: usize,
    paired: usize,
    near: usize,
    /// Near without looking at ink.
    plain: usize,
}

/// Prints how many characters have their box, and how many have it where pdfium does.
pub(super) fn run(data: &Path, library: Option<&Library>) -> Result<bool, String> {
    let mut count = Count::default();
    let (mut boxes, mut bare) = (0, 0);
    for file in files(data)? {
        let bytes = bytes(&data.join(&file))?;
        let Ok(document) = read(&bytes, &ReadOptions::default()) else {
            continue;
        };
        boxes += document.boxes().len();
        bare += bare_characters(&document);
        let Some(library) = library else { continue };
        let Ok(pages) = library.read(&bytes, None, ReadLimits::default().pages, Places::Ink) else {
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
    let percent = |part: usize| 100.0 * part as f64 / count.paired.max(1) as f64;
    println!(
        "{} letters and digits, {} paired with pdfium's: all edges within {ACROSS_POINTS} pt across and {UP_POINTS} pt up and down for {:.2}%, {:.2}% where ink hanging over counts too",
        count.marks,
        count.paired,
        percent(count.near),
        percent(count.plain)
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
            Some(Mark {
                letter: rest.chars().next()?,
                area: known.area,
                ink: None,
            })
        })
        .filter(|mark| mark.letter.is_alphanumeric())
        .collect()
}

fn theirs(page: &PdfiumPage) -> Vec<Mark> {
    page.chars
        .iter()
        .filter(|each| each.char.is_alphanumeric())
        .filter_map(|each| {
            Some(Mark {
                letter: each.char,
                area: each.area?,
                ink: each.ink,
            })
        })
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
        count.near += usize::from(near(&ours[here], &theirs[there]));
        let without_ink = Mark {
            ink: None,
            ..theirs[there]
        };
        count.plain += usize::from(near(&ours[here], &without_ink));
    }
}

/// Where each stretch begins; nowhere if it occurs more than once.
fn stretches(marks: &[Mark]) -> BTreeMap<Vec<char>, Option<usize>> {
    let mut found = BTreeMap::new();
    for (at, stretch) in marks.windows(STRETCH).enumerate() {
        let letters = stretch.iter().map(|mark| mark.letter).collect();
        let here = on_one_line(stretch).then_some(at);
        found
            .entry(letters)
            .and_modify(|place| *place = None)
            .or_insert(here);
    }
    found
}

/// Whether letters stand beside each other, from left to right.
fn on_one_line(stretch: &[Mark]) -> bool {
    stretch.windows(2).all(|pair| {
        let (left, right) = (pair[0].area, pair[1].area);
        let height = (left.y1 - left.y0).min(right.y1 - right.y0);
        let shared = left.y1.min(right.y1) - left.y0.max(right.y0);
        let gap = right.x0 - left.x1;
        shared >= height * 0.5 && right.x0 >= left.x0 - height * 0.5 && gap <= height * 2.0
    })
}

/// Whether all four edges lie where they should.
fn near(ours: &Mark, theirs: &Mark) -> bool {
    let (one, other) = (ours.area, theirs.area);
    let most = (one.y1 - one.y0) * OVERHANG;
    let across = |ours: f32, theirs: f32, ink: Option<f32>, outside: f32| {
        let hangs_over = ink.is_some_and(|ink| (theirs - ink).abs() <= SAME_POINTS)
            && (0.0..=most).contains(&outside);
        (ours - theirs).abs() <= ACROSS_POINTS || hangs_over
    };
    let (left, right) = (theirs.ink.map(|ink| ink.x0), theirs.ink.map(|ink| ink.x1));
    across(one.x0, other.x0, left, one.x0 - other.x0)
        && across(one.x1, other.x1, right, other.x1 - one.x1)
        && (one.y0 - other.y0).abs() <= UP_POINTS
        && (one.y1 - other.y1).abs() <= UP_POINTS
}
