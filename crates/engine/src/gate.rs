//! Which gate decides: the version of its rules, and a digest of what they work with.
//!
//! A decision depends on the gate as it does on the document. A receipt names the gate
//! that wrote it; another one may decide otherwise and says so (`check.rs`).

use std::sync::LazyLock;

use groundstop_canon::sha256_hex;
use groundstop_contract::report::GateRecord;
use groundstop_propose::builtin::Model;

/// The version of the rules that decide fields. It is raised where a rule changes, words written in
/// Rust included (`frame/src`, `value/src/context`): the words and weights that are data have their
/// digest beside it.
///
/// Gate 1 asked whether the words stand in the document; it is named in no receipt. Gate 2 asks
/// whether the document says them; 2.1.0 reads it for other values of a field too,
/// 2.2.0 hears more of what puts a statement out of work and shows what is said of taxes, 2.3.0 knows
/// phrases of choices, hears what is given elsewhere or not settled, and looks at the page of a quote,
/// 2.4.0 hears five more languages, adds up net and tax, and leaves changes nobody accepted to a person,
/// 2.5.0 gives amounts the currency that is stated once, and hears what heads and captions of tables say.
const VERSION: &str = "2.5.0";

static GATE: LazyLock<GateRecord> = LazyLock::new(|| {
    // One digest a file, so that no text can move from one into the next.
    let files = groundstop_language::SOURCES.iter();
    let mut digests: Vec<String> = files.map(|file| sha256_hex(file.as_bytes())).collect();
    digests.push(Model::digest());
    GateRecord {
        version: VERSION.to_owned(),
        data_sha256: sha256_hex(digests.join("\n").as_bytes()),
    }
});

/// The gate of this build.
#[must_use]
pub fn gate() -> &'static GateRecord {
    &GATE
}
