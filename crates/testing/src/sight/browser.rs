//! What a real browser shows of a page: Chromium draws it twice, the second time with other
//! letters in place of the words. Where both pictures are the same, nobody sees the words.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::SAID;

/// Other words of the same length, so that nothing around them moves.
const OTHER: &str = "Xqk wzv mj 817#&";
/// Pages in one picture, each in a frame of its own.
const COLUMNS: usize = 2;
const ROWS: usize = 8;
const FRAME: (usize, usize) = (1024, 480);
/// How far a part of a dot's colour must differ to be seen.
const SEEN: u8 = 24;
/// How many dots of the words differ where they are seen plainly.
const PLAIN_DOTS: usize = 250;

/// How well a browser shows the words of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seen {
    /// Not at all.
    Not,
    /// Hardly, or in part.
    Hardly,
    /// As words are seen.
    Plainly,
}

/// Chromium, where it is installed.
#[must_use]
pub fn browser() -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    let names = ["chromium", "chromium-browser", "google-chrome"];
    let mut all = names
        .iter()
        .flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
    all.find(|program| program.is_file())
}

/// How well each page shows its words.
///
/// # Panics
///
/// Where the browser does not draw.
#[must_use]
pub fn shown(browser: &Path, work: &Path, pages: &[String]) -> Vec<Seen> {
    let mut all = Vec::new();
    for (number, batch) in pages.chunks(COLUMNS * ROWS).enumerate() {
        let own = drawn(browser, &work.join(format!("{number}-own")), batch);
        let changed: Vec<String> = batch.iter().map(|page| page.replace(SAID, OTHER)).collect();
        let other = drawn(browser, &work.join(format!("{number}-other")), &changed);
        all.extend((0..batch.len()).map(|at| compared(&own, &other, at)));
    }
    all
}

/// How often pages are drawn until every frame has something in it.
const TRIES: usize = 4;

/// Draws pages; a busy machine may take the picture before a frame is painted.
fn drawn(browser: &Path, work: &Path, pages: &[String]) -> Drawing {
    let mut drawing = draw(browser, work, pages);
    for _ in 1..TRIES {
        if (0..pages.len()).all(|at| drawing.is_painted(at)) {
            break;
        }
        drawing = draw(browser, work, pages);
    }
    drawing
}

/// A picture, three bytes a dot.
struct Drawing {
    width: usize,
    rgb: Vec<u8>,
}

impl Drawing {
    /// The rows of a page's frame.
    fn frame(&self, at: usize) -> impl Iterator<Item = &[u8]> {
        let (wide, high) = FRAME;
        let (left, top) = (at % COLUMNS * wide, at / COLUMNS * high);
        (top..top + high).map(move |row| {
            let from = (row * self.width + left) * 3;
            self.rgb.get(from..from + wide * 3).expect("the frame")
        })
    }

    fn is_painted(&self, at: usize) -> bool {
        self.frame(at).flatten().any(|part| *part < 128)
    }
}

fn draw(browser: &Path, work: &Path, pages: &[String]) -> Drawing {
    fs::create_dir_all(work).expect("a folder");
    let (wide, high) = FRAME;
    let frames: String = pages
        .iter()
        .enumerate()
        .map(|(at, page)| {
            let inside = page.replace('&', "&amp;").replace('"', "&quot;");
            let (left, top) = (at % COLUMNS * wide, at / COLUMNS * high);
            format!(
                "<iframe sandbox=\"allow-scripts\" style=\"left:{left}px;top:{top}px\" srcdoc=\"{inside}\"></iframe>"
            )
        })
        .collect();
    let sheet = format!(
        "body{{margin:0}}iframe{{position:absolute;border:0;width:{wide}px;height:{high}px}}"
    );
    let file = work.join("pages.html");
    let page = format!("<!doctype html><meta charset=utf-8><style>{sheet}</style>{frames}");
    fs::write(&file, page).expect("a page");
    let picture = work.join("drawn.png");
    let ended = Command::new(browser)
        .args([
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--hide-scrollbars",
            "--virtual-time-budget=4000",
        ])
        .arg(format!(
            "--user-data-dir={}",
            work.join("profile").display()
        ))
        .arg(format!("--window-size={},{}", COLUMNS * wide, ROWS * high))
        .arg(format!("--screenshot={}", picture.display()))
        .arg(format!("file://{}", file.display()))
        .output()
        .expect("the browser starts");
    let bytes = fs::read(&picture);
    let bytes = bytes.unwrap_or_else(|_| panic!("the browser draws: {ended:?}"));
    let _ = fs::remove_dir_all(work.join("profile"));
    decoded(&bytes)
}

fn decoded(bytes: &[u8]) -> Drawing {
    let mut reader = png::Decoder::new(std::io::Cursor::new(bytes))
        .read_info()
        .expect("a picture");
    let mut rgb = vec![0; reader.output_buffer_size().expect("a size")];
    let info = reader.next_frame(&mut rgb).expect("a picture");
    let each = match info.color_type {
        png::ColorType::Rgb => 3,
        png::ColorType::Rgba => 4,
        other => panic!("a picture in {other:?}"),
    };
    let rgb = rgb.chunks_exact(each).flat_map(|dot| dot[..3].to_vec());
    Drawing {
        width: usize::try_from(info.width).expect("a width"),
        rgb: rgb.collect(),
    }
}

/// Compares the frames of one page in two pictures.
fn compared(own: &Drawing, other: &Drawing, at: usize) -> Seen {
    let mut differing = 0;
    for (one, two) in own.frame(at).zip(other.frame(at)) {
        let dots = one.chunks_exact(3).zip(two.chunks_exact(3));
        differing += dots
            .filter(|(one, two)| {
                let mut parts = one.iter().zip(two.iter());
                parts.any(|(a, b)| a.abs_diff(*b) >= SEEN)
            })
            .count();
    }
    match differing {
        0 => Seen::Not,
        1..PLAIN_DOTS => Seen::Hardly,
        _ => Seen::Plainly,
    }
}
