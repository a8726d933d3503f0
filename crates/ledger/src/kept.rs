//! What must not be forgotten between processes, beside the log: the state of
//! conversations, evidence packs, and results that may be used again.

use groundstop_canon::sha256_hex;

use crate::moment::Moment;
use crate::store::{Store, StoreError};

/// The size of the largest thing kept.
pub const MAX_KEPT_BYTES: usize = 64 * 1024 * 1024;
/// The length of the longest key.
pub const MAX_KEPT_KEY_BYTES: usize = 500;

/// The namespaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Namespace {
    /// Conversations by their id.
    Conversation,
    /// Evidence packs by the digest of their bytes.
    Pack,
    /// Results by the digest of their request.
    Cache,
}

impl Namespace {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Namespace::Conversation => "conversation",
            Namespace::Pack => "pack",
            Namespace::Cache => "cache",
        }
    }
}

/// What must be true of the namespace for something to be put there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guard {
    /// Nothing.
    Any,
    /// The place is free, or what is there has expired.
    Free,
    /// What is there is of this version.
    Version(u64),
}

impl Guard {
    /// Whether it holds where this version is there.
    pub(crate) fn holds(self, found: Option<u64>) -> bool {
        match self {
            Guard::Any => true,
            Guard::Free => found.is_none(),
            Guard::Version(version) => found == Some(version),
        }
    }
}

/// Something to keep.
#[derive(Clone, Copy, Debug)]
pub struct Put<'a> {
    /// Where.
    pub namespace: Namespace,
    /// Under which key.
    pub key: &'a str,
    /// What.
    pub bytes: &'a [u8],
    /// Now.
    pub at: Moment,
    /// Until when, where it is not for good.
    pub expires: Option<Moment>,
    /// What must be true.
    pub guard: Guard,
    /// How many things the namespace holds; the oldest go first.
    pub room: Option<u32>,
}

/// What became of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PutOutcome {
    /// It is kept, as this version.
    Kept(u64),
    /// Something else was there, of this version if any; nothing changed.
    Conflict(Option<u64>),
}

/// Something kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// How often it was put, counted from 1.
    pub version: u64,
    /// When it was put last.
    pub at: Moment,
    /// What it is.
    pub bytes: Vec<u8>,
}

/// Refuses what is too large to be kept.
pub(crate) fn check(put: &Put<'_>) -> Result<(), StoreError> {
    let fine = put.bytes.len() <= MAX_KEPT_BYTES
        && !put.key.is_empty()
        && put.key.len() <= MAX_KEPT_KEY_BYTES
        && !put.key.contains('\0');
    match fine {
        true => Ok(()),
        false => Err(StoreError::TooLarge(format!(
            "what is kept has at most {MAX_KEPT_BYTES} bytes and a key of 1 to {MAX_KEPT_KEY_BYTES}"
        ))),
    }
}

/// What a put comes to, given the version and the end of what stands at its place: the
/// version to write, or the conflict. Every store asks here.
pub(crate) fn plan(put: &Put<'_>, found: Option<(u64, Option<Moment>)>) -> Result<u64, PutOutcome> {
    let is_live = |end: Option<Moment>| end.is_none_or(|end| end > put.at);
    let live = found
        .filter(|(_, end)| is_live(*end))
        .map(|(version, _)| version);
    match put.guard.holds(live) {
        true => Ok(found.map_or(0, |(version, _)| version).saturating_add(1)),
        false => Err(PutOutcome::Conflict(live)),
    }
}

/// Keeps an evidence pack, and gives the digest it is found by.
///
/// # Errors
/// Where the store fails.
pub fn keep_pack(store: &dyn Store, bytes: &[u8], at: Moment) -> Result<String, StoreError> {
    let key = sha256_hex(bytes);
    store.put(&Put {
        namespace: Namespace::Pack,
        key: &key,
        bytes,
        at,
        expires: None,
        guard: Guard::Free,
        room: None,
    })?;
    Ok(key)
}

/// The pack of a digest, if it is there and its bytes still have that digest.
///
/// # Errors
/// Where the store fails, or the bytes are others.
pub fn pack(store: &dyn Store, key: &str, now: Moment) -> Result<Option<Vec<u8>>, StoreError> {
    match store.get(Namespace::Pack, key, now)? {
        Some(kept) if sha256_hex(&kept.bytes) == key => Ok(Some(kept.bytes)),
        Some(_) => Err(StoreError::Corrupt(format!(
            "the pack `{key}` has other bytes than its digest says"
        ))),
        None => Ok(None),
    }
}
