//! Why a lock and the code do not go together.

/// The class of a lock error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LockErrorKind {
    /// The lock file is no lock, or was changed by hand.
    Unreadable,
    /// The code has a contract that the lock does not know.
    NotLocked,
    /// The lock has a contract that the code does not have any more.
    Gone,
    /// Frozen content changed and the version did not.
    NotBumped,
    /// The version moved, but not far enough for what changed.
    WrongBump,
    /// The version went backwards.
    Backwards,
    /// A version is not spelled as the contract spells its versions.
    BadVersion,
    /// A version that was frozen is not in the lock any more as it was.
    Rewritten,
    /// The frozen content cannot be hashed.
    NotHashable,
}

/// The lock and the code do not go together.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{problem}")]
pub struct LockError {
    kind: LockErrorKind,
    problem: String,
}

impl LockError {
    pub(super) fn new(kind: LockErrorKind, problem: String) -> LockError {
        LockError { kind, problem }
    }

    /// The class of the error.
    #[must_use]
    pub fn kind(&self) -> LockErrorKind {
        self.kind
    }
}
