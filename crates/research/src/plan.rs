//! What a run will do, fixed before its first call. Nothing a source or a model
//! says can add, drop or reorder a slot.

use groundstop_contract::{PolicyCaps, Tool};

/// Pages that are fetched at most.
const FETCHES: u32 = 8;

/// One call that may be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slot {
    /// Look the question up in the indexed documents.
    Corpus,
    /// Ask the search engine.
    Search,
    /// Fetch the page that the search ranked here, counted from 1.
    Fetch(u32),
}

impl Slot {
    /// Which tool it takes.
    #[must_use]
    pub fn tool(self) -> Tool {
        match self {
            Slot::Corpus => Tool::Corpus,
            Slot::Search => Tool::Search,
            Slot::Fetch(_) => Tool::Fetch,
        }
    }
}

/// Where somebody wants to look.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    /// In the indexed documents.
    pub corpus: bool,
    /// On the web.
    pub web: bool,
}

/// The slots of a run, cut to what its caps allow.
#[must_use]
pub(crate) fn slots(wanted: Wanted, caps: &PolicyCaps) -> Vec<Slot> {
    let corpus = wanted.corpus.then_some(Slot::Corpus);
    let web = wanted.web.then_some(Slot::Search);
    let pages = (1..=FETCHES).map(Slot::Fetch).filter(|_| wanted.web);
    let most = usize::try_from(caps.max_tool_calls_total).unwrap_or(usize::MAX);
    corpus
        .into_iter()
        .chain(web)
        .chain(pages)
        .take(most)
        .collect()
}
