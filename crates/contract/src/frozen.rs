//! What each contract freezes, as data that can be hashed.
//!
//! The content is gathered from the types that are used, not written down a
//! second time: whoever changes a code, an order, a default or a key changes
//! the digest in `contracts.lock`, and the lock asks for the version bump.
//!
//! What only the deciding rooms know (which fault gives which reason, where a
//! limit begins to hold, which characters are folded) is asked of them where
//! they all meet, in `certify`, and added there to what is gathered here.

mod codes;
mod keys;
mod points;
mod research;
mod rule_candidate;
mod shapes;
mod stop_triggers;

use serde::Serialize;

pub use codes::{CODES_NAME, CODES_VERSION};
pub use points::{Point, points};
pub use research::{RESEARCH_NAME, RESEARCH_VERSION};
pub use rule_candidate::{FREEZE_ABOVE_CONFIDENCE, RULE_CANDIDATE_NAME, RULE_CANDIDATE_VERSION};
pub use shapes::{SHAPES_NAME, SHAPES_VERSION, shape_lines};
pub use stop_triggers::{STOP_TRIGGERS_NAME, STOP_TRIGGERS_VERSION};

/// A contract with everything it freezes.
#[derive(Clone, Debug, PartialEq)]
pub struct Contract {
    /// Its name in the lock.
    pub name: &'static str,
    /// Its version, spelled as the contract spells it.
    pub version: &'static str,
    /// What it freezes, part by part.
    pub parts: Vec<FrozenPart>,
}

/// One frozen part of a contract.
#[derive(Clone, Debug, PartialEq)]
pub struct FrozenPart {
    /// Its name in the lock.
    pub name: &'static str,
    /// What is frozen.
    pub content: Content,
    /// What a change of it demands.
    pub demand: Demand,
}

/// Frozen content.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Content {
    /// Codes in their order. The lock keeps them, so that an addition can be told from a removal.
    List(Vec<String>),
    /// Anything else; the lock keeps its digest only.
    Record(serde_json::Value),
}

impl Content {
    /// A list of codes, in the order of the contract.
    fn codes<T: Copy>(codes: &[T], code: fn(T) -> &'static str) -> Content {
        Content::List(codes.iter().map(|each| code(*each).to_owned()).collect())
    }
}

/// How far a version has to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Bump {
    /// The last number, or any before it.
    Patch,
    /// The second number, or the first.
    Minor,
    /// The first number.
    Major,
}

impl Bump {
    /// The bump's name in messages.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Bump::Patch => "patch",
            Bump::Minor => "minor",
            Bump::Major => "major",
        }
    }
}

/// Which bump a change of a part demands at least.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Demand {
    /// Where the part is new, or a list only has codes added.
    pub extended: Bump,
    /// Where anything else changed: removed, renamed, reordered, another content.
    pub changed: Bump,
}

impl Demand {
    /// Every change is a major one, as the STOP contract wants it.
    pub const MAJOR: Demand = Demand {
        extended: Bump::Major,
        changed: Bump::Major,
    };
    /// An addition is a minor change, everything else a major one.
    pub const BY_SCOPE: Demand = Demand {
        extended: Bump::Minor,
        changed: Bump::Major,
    };
    /// Every change is a minor one, such as another limit.
    pub const MINOR: Demand = Demand {
        extended: Bump::Minor,
        changed: Bump::Minor,
    };
}

/// The makers of all frozen contracts; a new contract is one line more.
const CONTRACTS: &[fn() -> Contract] = &[
    stop_triggers::contract,
    codes::contract,
    rule_candidate::contract,
    research::contract,
    shapes::contract,
];

/// All contracts as the types have them now, without what is asked of the deciding rooms.
#[must_use]
pub fn contracts() -> Vec<Contract> {
    CONTRACTS.iter().map(|make| make()).collect()
}
