//! What a file carries beside the text a reader of it sees.

use serde::{Deserialize, Serialize};

/// Where text stood that is not part of the document's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum LayerKind {
    /// An element that is not shown.
    Hidden,
    /// A comment in the markup.
    Comment,
    /// A description for those who do not see the picture or the element.
    Attribute,
    /// The title, keywords and the like.
    Metadata,
    /// Text that a tracked change took away.
    Deleted,
    /// The name of a file that the document carries, and what is said about it.
    Attachment,
    /// A program that the document carries.
    Script,
}

impl LayerKind {
    /// All kinds, in their order.
    pub const ALL: &'static [LayerKind] = &[
        LayerKind::Hidden,
        LayerKind::Comment,
        LayerKind::Attribute,
        LayerKind::Metadata,
        LayerKind::Deleted,
        LayerKind::Attachment,
        LayerKind::Script,
    ];

    /// The kind as people and programs read it.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            LayerKind::Hidden => "hidden",
            LayerKind::Comment => "comment",
            LayerKind::Attribute => "attribute",
            LayerKind::Metadata => "metadata",
            LayerKind::Deleted => "deleted",
            LayerKind::Attachment => "attachment",
            LayerKind::Script => "script",
        }
    }
}

/// Text kept apart from what is shown, for a screen to look at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HiddenLayer {
    /// Where it stood.
    pub kind: LayerKind,
    /// The text.
    pub text: String,
}
