//! What a caller may choose, and every limit with its unit.

use serde::{Deserialize, Serialize};

/// How a document is to be read.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReadOptions {
    /// The password of an encrypted file.
    pub password: Option<String>,
    /// How much is read at most.
    pub limits: ReadLimits,
}

/// How much is read at most; each has its own error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReadLimits {
    /// Pages of one document.
    pub pages: usize,
    /// Text of one PDF, DOCX or HTML file, in bytes.
    pub text_bytes: usize,
    /// Size of a text file, in bytes.
    pub text_file_bytes: usize,
    /// Content of one PDF page after decompression, in bytes.
    pub page_content_bytes: u64,
    /// Glyphs drawn on one PDF page.
    pub page_glyphs: usize,
    /// Files inside a DOCX.
    pub zip_entries: usize,
    /// One file inside a DOCX after decompression, in bytes.
    pub zip_entry_bytes: u64,
    /// How many times larger a file inside a DOCX may become.
    pub zip_ratio: u64,
    /// Size of an HTML file, in bytes.
    pub html_bytes: usize,
}

impl Default for ReadLimits {
    fn default() -> ReadLimits {
        ReadLimits {
            pages: 5_000,
            text_bytes: 16_000_000,
            text_file_bytes: 64_000_000,
            page_content_bytes: 256_000_000,
            page_glyphs: 2_000_000,
            zip_entries: 10_000,
            zip_entry_bytes: 256_000_000,
            zip_ratio: 1_000,
            html_bytes: 64_000_000,
        }
    }
}
