//! What a run will do, fixed before its first call. Nothing a source or a model
//! says can add, drop or reorder a planned call.

use groundstop_contract::{PolicyCaps, Tool};

/// Pages that are fetched at most.
const FETCHES: u32 = 8;

/// One call that may be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlannedCall {
    tool: Tool,
    /// The page's place in the search's ranking, counted from 1; there is one exactly
    /// where the tool is [`Tool::Fetch`].
    rank: Option<u32>,
}

impl PlannedCall {
    /// Look the question up in the indexed documents.
    pub const CORPUS: PlannedCall = PlannedCall {
        tool: Tool::Corpus,
        rank: None,
    };
    /// Ask the search engine.
    pub const SEARCH: PlannedCall = PlannedCall {
        tool: Tool::Search,
        rank: None,
    };

    /// Fetch the page that the search ranked here, counted from 1.
    #[must_use]
    pub const fn fetch(rank: u32) -> PlannedCall {
        PlannedCall {
            tool: Tool::Fetch,
            rank: Some(rank),
        }
    }

    /// Which tool it takes.
    #[must_use]
    pub fn tool(self) -> Tool {
        self.tool
    }

    /// Which page of the search's ranking is fetched, counted from 1.
    #[must_use]
    pub fn rank(self) -> Option<u32> {
        self.rank
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

/// The planned calls of a run, cut to what its caps allow.
#[must_use]
pub(crate) fn planned_calls(wanted: Wanted, caps: &PolicyCaps) -> Vec<PlannedCall> {
    let corpus = wanted.corpus.then_some(PlannedCall::CORPUS);
    let web = wanted.web.then_some(PlannedCall::SEARCH);
    let pages = (1..=FETCHES).map(PlannedCall::fetch).filter(|_| wanted.web);
    let most = usize::try_from(caps.max_tool_calls_total).unwrap_or(usize::MAX);
    corpus
        .into_iter()
        .chain(web)
        .chain(pages)
        .take(most)
        .collect()
}
