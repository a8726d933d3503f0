//! Files that show a sentence plainly, and files that carry it and keep it from sight.
//!
//! [`twins`] are the honest files beside those of the collection `hidden`: the same way of
//! making a file, the words to be seen. [`pairs`] are ways of our own, each with both files.

pub mod browser;
mod docx;
mod docx_pairs;
mod html;
mod html_pairs;
mod letters;
pub mod pages;
mod pdf;
mod pdf_pairs;

/// What every file says, openly or not.
pub const SAID: &str = "The fee is $500.";
/// What every file says besides.
const TITLE: &str = "LEASE AGREEMENT between A Ltd. and B Ltd. for the flat in the first floor.";

/// A file.
pub struct Made {
    /// What it is called, with its ending.
    pub name: String,
    /// What is in it.
    pub bytes: Vec<u8>,
}

/// One way of making files, used to hide the words and to show them.
pub struct Pair {
    /// Nobody sees the words.
    pub hidden: Made,
    /// Everybody does.
    pub plain: Made,
}

/// The honest twins of the collection `hidden`, by its names.
#[must_use]
pub fn twins() -> Vec<Made> {
    let mut made = pdf::twins();
    made.extend(docx::twins());
    made.extend(html::twins());
    made
}

/// Ways of our own.
#[must_use]
pub fn pairs() -> Vec<Pair> {
    let mut made = pdf_pairs::pairs();
    made.extend(docx_pairs::pairs());
    made.extend(html_pairs::pairs());
    made
}

/// A PDF that draws a text and says that it is [`SAID`].
#[must_use]
pub fn mapped_pdf(drawn: &str) -> Vec<u8> {
    pdf::mapped(drawn, SAID)
}

fn made(name: &str, bytes: Vec<u8>) -> Made {
    Made {
        name: name.to_owned(),
        bytes,
    }
}

fn pair(name: &str, ending: &str, hidden: Vec<u8>, plain: Vec<u8>) -> Pair {
    Pair {
        hidden: made(&format!("{name}.hidden.{ending}"), hidden),
        plain: made(&format!("{name}.plain.{ending}"), plain),
    }
}
