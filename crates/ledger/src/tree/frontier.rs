//! The growing edge of a tree: the roots of its complete parts, largest first.
//!
//! It is all one needs to append and to know the root; its length is the number
//! of ones in the size, so it never holds more than 64 hashes.

use super::hash::{HASH_BYTES, Hash, empty_root, node_hash};

/// The complete subtrees a tree of some size is made of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Frontier {
    size: u64,
    roots: Vec<Hash>,
}

/// A subtree that a leaf completed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Completed {
    /// Its height: it has two to the power of this many leaves.
    pub level: u8,
    /// Its place among the subtrees of its height, counted from 0.
    pub index: u64,
    /// Its root.
    pub hash: Hash,
}

impl Frontier {
    /// Rebuilds an edge that was kept as bytes; `None` where they do not fit the size.
    #[must_use]
    pub fn from_bytes(size: u64, bytes: &[u8]) -> Option<Frontier> {
        let (whole, rest) = bytes.as_chunks::<HASH_BYTES>();
        let fits = rest.is_empty() && u64::try_from(whole.len()) == Ok(size.count_ones().into());
        fits.then(|| Frontier {
            size,
            roots: whole.iter().copied().map(Hash::new).collect(),
        })
    }

    /// The edge as bytes, hash after hash.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        self.roots
            .iter()
            .flat_map(|hash| *hash.as_bytes())
            .collect()
    }

    /// How many leaves the tree has.
    #[must_use]
    pub fn size(&self) -> u64 {
        self.size
    }

    /// The root of the tree.
    #[must_use]
    pub fn root(&self) -> Hash {
        let mut roots = self.roots.iter().rev();
        let Some(last) = roots.next() else {
            return empty_root();
        };
        roots.fold(*last, |right, left| node_hash(left, &right))
    }

    /// Appends a leaf, and tells of every subtree of two leaves or more that it completes.
    pub fn push(&mut self, leaf: Hash, mut completed: impl FnMut(Completed)) {
        let mut hash = leaf;
        let mut index = self.size;
        let mut level = 0u8;
        while index & 1 == 1 {
            let Some(left) = self.roots.pop() else { break };
            hash = node_hash(&left, &hash);
            index >>= 1;
            level = level.saturating_add(1);
            completed(Completed { level, index, hash });
        }
        self.roots.push(hash);
        self.size = self.size.saturating_add(1);
    }
}

#[cfg(test)]
mod tests {
    use super::super::hash::leaf_hash;
    use super::*;

    /// The definition of RFC 6962, letter by letter.
    fn root_by_definition(leaves: &[Hash]) -> Hash {
        match leaves {
            [] => empty_root(),
            [leaf] => *leaf,
            _ => {
                let half = leaves.len().next_power_of_two() / 2;
                let (left, right) = leaves.split_at(half);
                node_hash(&root_by_definition(left), &root_by_definition(right))
            }
        }
    }

    #[test]
    fn the_root_is_the_definitions_at_every_size() {
        let leaves: Vec<Hash> = (0..300u32).map(|n| leaf_hash(&n.to_be_bytes())).collect();
        let mut frontier = Frontier::default();
        for size in 0..leaves.len() {
            assert_eq!(frontier.root(), root_by_definition(&leaves[..size]));
            let kept = Frontier::from_bytes(size as u64, &frontier.to_bytes());
            assert_eq!(kept, Some(frontier.clone()));
            frontier.push(leaves[size], |done| {
                let width = 1usize << done.level;
                let start = done.index as usize * width;
                let part = &leaves[start..start + width];
                assert_eq!(done.hash, root_by_definition(part));
            });
        }
    }

    #[test]
    fn bytes_that_do_not_fit_the_size_are_no_edge() {
        assert_eq!(Frontier::from_bytes(1, &[0; 31]), None);
        assert_eq!(Frontier::from_bytes(2, &[0; 64]), None);
        assert!(Frontier::from_bytes(3, &[0; 64]).is_some());
    }
}
