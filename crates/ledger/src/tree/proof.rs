//! Inclusion and consistency proofs: made from complete subtrees, verified
//! from the proof alone, each failure with its name.

use super::hash::{Hash, node_hash};

/// Why a proof proves nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProofError {
    /// The leaf lies beyond the tree.
    #[error("record {index} lies beyond a tree of {size}")]
    BeyondTree {
        /// The leaf's place.
        index: u64,
        /// The tree's size.
        size: u64,
    },
    /// The older tree is larger than the newer one.
    #[error("a tree of {older} cannot have become one of {newer}")]
    Shrunk {
        /// The older size.
        older: u64,
        /// The newer size.
        newer: u64,
    },
    /// Nothing can be said about a tree without leaves.
    #[error("an empty tree is consistent with every tree")]
    EmptyTree,
    /// Hashes are missing.
    #[error("the proof has {found} hashes and needs {needed}")]
    TooShort {
        /// How many there are.
        found: usize,
        /// How many it takes.
        needed: usize,
    },
    /// There are hashes too many.
    #[error("the proof has {found} hashes, and {needed} are enough")]
    TooLong {
        /// How many there are.
        found: usize,
        /// How many it takes.
        needed: usize,
    },
    /// The hashes lead to another root.
    #[error("the proof leads to another root")]
    RootDiffers,
    /// The hashes lead to another root of the older tree.
    #[error("the proof leads to another root of the older tree")]
    OlderRootDiffers,
}

fn right_length(found: usize, needed: usize) -> Result<(), ProofError> {
    match found {
        _ if found < needed => Err(ProofError::TooShort { found, needed }),
        _ if found > needed => Err(ProofError::TooLong { found, needed }),
        _ => Ok(()),
    }
}

/// How many hashes the proof of a leaf has: those inside the perfect part and those on its edge.
fn inclusion_length(index: u64, size: u64) -> usize {
    let last = size.saturating_sub(1);
    let inner = u64::BITS - (index ^ last).leading_zeros();
    let border = index.checked_shr(inner).unwrap_or(0).count_ones();
    (inner + border) as usize
}

/// Verifies that a leaf stands at its place in the tree with this root.
///
/// # Errors
/// What is wrong with the proof.
pub fn verify_inclusion(
    leaf: &Hash,
    index: u64,
    size: u64,
    proof: &[Hash],
    root: &[u8],
) -> Result<(), ProofError> {
    if index >= size {
        return Err(ProofError::BeyondTree { index, size });
    }
    right_length(proof.len(), inclusion_length(index, size))?;
    let (mut place, mut last) = (index, size - 1);
    let mut hash = *leaf;
    for other in proof {
        if place & 1 == 1 || place == last {
            hash = node_hash(other, &hash);
            // On the right edge the levels without a sibling are passed over.
            while place & 1 == 0 && place != 0 {
                place >>= 1;
                last >>= 1;
            }
        } else {
            hash = node_hash(&hash, other);
        }
        place >>= 1;
        last >>= 1;
    }
    match last == 0 && hash.as_ref() == root {
        true => Ok(()),
        false => Err(ProofError::RootDiffers),
    }
}

/// Verifies that the tree with the newer root only grew out of the one with the older root.
///
/// # Errors
/// What is wrong with the proof.
pub fn verify_consistency(
    older: u64,
    newer: u64,
    proof: &[Hash],
    older_root: &[u8],
    newer_root: &[u8],
) -> Result<(), ProofError> {
    if older > newer {
        return Err(ProofError::Shrunk { older, newer });
    }
    if older == 0 {
        return Err(ProofError::EmptyTree);
    }
    if older == newer {
        right_length(proof.len(), 0)?;
        return match older_root == newer_root {
            true => Ok(()),
            false => Err(ProofError::RootDiffers),
        };
    }
    let shift = older.trailing_zeros();
    let (mut place, mut last) = ((older - 1) >> shift, (newer - 1) >> shift);
    // A perfect older tree is itself the first hash; the proof then leaves it out.
    let perfect = older.is_power_of_two();
    right_length(
        proof.len(),
        inclusion_length(place, last + 1) + usize::from(!perfect),
    )?;
    let (first, rest) = match perfect {
        true => (Hash::from_slice(older_root), proof),
        false => match proof.split_first() {
            Some((first, rest)) => (Some(*first), rest),
            None => (None, proof),
        },
    };
    let first = first.ok_or(ProofError::OlderRootDiffers)?;
    let (mut old, mut new) = (first, first);
    for other in rest {
        if place & 1 == 1 || place == last {
            old = node_hash(other, &old);
            new = node_hash(other, &new);
            while place & 1 == 0 && place != 0 {
                place >>= 1;
                last >>= 1;
            }
        } else {
            new = node_hash(&new, other);
        }
        place >>= 1;
        last >>= 1;
    }
    match (old.as_ref() == older_root, new.as_ref() == newer_root) {
        (false, _) => Err(ProofError::OlderRootDiffers),
        (_, true) if last == 0 => Ok(()),
        _ => Err(ProofError::RootDiffers),
    }
}

/// The largest power of two below a size of at least two.
fn split(size: u64) -> u64 {
    size.next_power_of_two() >> 1
}

/// The root over the leaves from `start` up to `end`, which is not `start`, from
/// complete subtrees.
pub(crate) fn root_over<E>(
    start: u64,
    end: u64,
    subtree: &mut impl FnMut(u8, u64) -> Result<Hash, E>,
) -> Result<Hash, E> {
    let size = end - start;
    if size.is_power_of_two() {
        let level = size.trailing_zeros();
        return subtree(level as u8, start >> level);
    }
    let middle = start + split(size);
    let left = root_over(start, middle, subtree)?;
    let right = root_over(middle, end, subtree)?;
    Ok(node_hash(&left, &right))
}

/// The proof that the leaf at `index` is in the tree of `size` leaves.
///
/// `subtree` gives the root of the complete subtree of a height at its place.
/// Gives `None` where the leaf lies beyond the tree.
///
/// # Errors
/// Whatever `subtree` fails with.
pub fn inclusion_proof<E>(
    index: u64,
    size: u64,
    mut subtree: impl FnMut(u8, u64) -> Result<Hash, E>,
) -> Result<Option<Vec<Hash>>, E> {
    if index >= size {
        return Ok(None);
    }
    let mut proof = Vec::new();
    let (mut start, mut end) = (0, size);
    while end - start > 1 {
        let middle = start + split(end - start);
        if index < middle {
            proof.push(root_over(middle, end, &mut subtree)?);
            end = middle;
        } else {
            proof.push(root_over(start, middle, &mut subtree)?);
            start = middle;
        }
    }
    proof.reverse();
    Ok(Some(proof))
}

/// The proof that the tree of `newer` leaves grew out of that of `older` leaves.
///
/// Gives `None` where no such proof exists: an empty older tree, or a larger one.
///
/// # Errors
/// Whatever `subtree` fails with.
pub fn consistency_proof<E>(
    older: u64,
    newer: u64,
    mut subtree: impl FnMut(u8, u64) -> Result<Hash, E>,
) -> Result<Option<Vec<Hash>>, E> {
    if older == 0 || older > newer {
        return Ok(None);
    }
    let mut proof = Vec::new();
    let (mut start, mut end) = (0, newer);
    while older != end {
        let middle = start + split(end - start);
        if older <= middle {
            proof.push(root_over(middle, end, &mut subtree)?);
            end = middle;
        } else {
            proof.push(root_over(start, middle, &mut subtree)?);
            start = middle;
        }
    }
    if start != 0 {
        proof.push(root_over(start, end, &mut subtree)?);
    }
    proof.reverse();
    Ok(Some(proof))
}

#[cfg(test)]
mod tests {
    use super::super::hash::leaf_hash;
    use super::super::{Frontier, empty_root};
    use super::*;
    use std::convert::Infallible;

    const LARGEST: u64 = 40;

    fn leaf(index: u64) -> Hash {
        leaf_hash(&index.to_be_bytes())
    }

    fn root(size: u64) -> Hash {
        let mut frontier = Frontier::default();
        (0..size).for_each(|index| frontier.push(leaf(index), |_| ()));
        frontier.root()
    }

    fn subtree(level: u8, index: u64) -> Result<Hash, Infallible> {
        let mut frontier = Frontier::default();
        let width = 1 << level;
        (index * width..(index + 1) * width).for_each(|at| frontier.push(leaf(at), |_| ()));
        Ok(frontier.root())
    }

    #[test]
    fn every_leaf_of_every_small_tree_has_a_proof_and_no_other_passes() {
        for size in 1..=LARGEST {
            let root = root(size);
            for index in 0..size {
                let proof = inclusion_proof(index, size, subtree).unwrap().unwrap();
                let verify = |index, size, proof: &[Hash], root: Hash| {
                    verify_inclusion(&leaf(index), index, size, proof, root.as_ref())
                };
                assert_eq!(verify(index, size, &proof, root), Ok(()));
                let short = proof.get(1..).unwrap_or_default();
                if !proof.is_empty() {
                    let cut = verify(index, size, short, root);
                    assert!(matches!(cut, Err(ProofError::TooShort { .. })), "{cut:?}");
                }
                let mut long = proof.clone();
                long.push(root);
                let grown = verify(index, size, &long, root);
                assert!(matches!(grown, Err(ProofError::TooLong { .. })));
                assert_ne!(verify(index ^ 1, size, &proof, root), Ok(()));
                let other = verify(index, size, &proof, empty_root());
                assert_eq!(other, Err(ProofError::RootDiffers));
            }
            assert_eq!(inclusion_proof(size, size, subtree), Ok(None));
        }
    }

    #[test]
    fn every_pair_of_small_trees_has_a_proof_and_no_other_passes() {
        for newer in 1..=LARGEST {
            for older in 1..=newer {
                let proof = consistency_proof(older, newer, subtree).unwrap().unwrap();
                let (one, other) = (root(older), root(newer));
                let verify = |proof: &[Hash], one: Hash, other: Hash| {
                    verify_consistency(older, newer, proof, one.as_ref(), other.as_ref())
                };
                assert_eq!(verify(&proof, one, other), Ok(()), "{older} {newer}");
                assert_ne!(verify(&proof, other, empty_root()), Ok(()));
                assert_ne!(verify(&proof, empty_root(), other), Ok(()));
                for at in 0..proof.len() {
                    let mut changed = proof.clone();
                    changed[at] = empty_root();
                    assert_ne!(verify(&changed, one, other), Ok(()));
                    changed.remove(at);
                    let cut = verify(&changed, one, other);
                    assert!(matches!(cut, Err(ProofError::TooShort { .. })));
                }
            }
        }
        assert_eq!(consistency_proof(0, 5, subtree), Ok(None));
        assert_eq!(consistency_proof(6, 5, subtree), Ok(None));
    }
}
