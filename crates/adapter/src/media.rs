//! The types of content that are read.

/// All of them.
pub(crate) const READ: &[&str] = &[
    "text/html",
    "application/xhtml+xml",
    "text/plain",
    "application/pdf",
];

/// How a server is asked for them.
pub(crate) const ACCEPT: &str =
    "text/html, application/xhtml+xml, application/pdf;q=0.9, text/plain;q=0.8";

/// A content type without its parameters, in small letters.
pub(crate) fn plain(content_type: &str) -> String {
    let plain = content_type.split(';').next().unwrap_or_default();
    plain.trim().to_ascii_lowercase()
}

/// Whether content of this type is read.
pub(crate) fn is_read(content_type: Option<&str>) -> bool {
    content_type.is_some_and(|said| READ.contains(&plain(said).as_str()))
}
