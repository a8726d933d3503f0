//! Quotes against documents: the closed layout folds, the search, and the
//! only maker of [`Evidence`].
//!
//! Nothing here scores similarity on the way to an accepted quote. A quote
//! either stands in the document, layout apart, or it does not; the nearest
//! text is worked out afterwards, for people.
#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing,
        clippy::arithmetic_side_effects
    )
)]

mod diagnose;
mod differences;
mod direction;
mod drawn;
mod fold;
mod hyphen;
mod locate;
mod made;
mod map;
mod relaxed;
mod search;
mod second;
mod view;
mod within;
mod words;

pub use diagnose::diagnose;
pub use drawn::is_drawn_as;
pub use locate::{Hints, Located, locate_all};
pub use made::Evidence;
pub use search::FoldedDocument;
pub use second::Disagreement;
pub use view::View;
pub use within::{occurrences_within, same_text, text_key};
