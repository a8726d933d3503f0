//! Versions as the contracts spell them: `v0.1`, `1.0.0`, `18.0.0`.

use std::cmp::Ordering;

use crate::frozen::Bump;

/// A contract's version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Version {
    marked: bool,
    numbers: [u32; 3],
    length: usize,
}

impl Version {
    /// Reads two or three numbers with or without a `v` in front.
    pub(super) fn parse(text: &str) -> Option<Version> {
        let unmarked = text.strip_prefix('v');
        let mut numbers = [0; 3];
        let mut length = 0usize;
        for piece in unmarked.unwrap_or(text).split('.') {
            let plain = piece.bytes().all(|b| b.is_ascii_digit());
            let padded = piece.len() > 1 && piece.starts_with('0');
            if !plain || padded {
                return None;
            }
            *numbers.get_mut(length)? = piece.parse().ok()?;
            length = length.checked_add(1)?;
        }
        (length >= 2).then_some(Version {
            marked: unmarked.is_some(),
            numbers,
            length,
        })
    }

    /// Whether both are spelled the same way.
    pub(super) fn same_form(self, other: Version) -> bool {
        self.marked == other.marked && self.length == other.length
    }

    /// The bump that leads to a later version; `None` where it is not later.
    pub(super) fn bump_to(self, later: Version) -> Option<Bump> {
        let [major, minor, patch] = self.numbers;
        let [new_major, new_minor, new_patch] = later.numbers;
        let steps = [
            (new_major.cmp(&major), Bump::Major),
            (new_minor.cmp(&minor), Bump::Minor),
            (new_patch.cmp(&patch), Bump::Patch),
        ];
        let (order, bump) = steps.into_iter().find(|(order, _)| order.is_ne())?;
        (order == Ordering::Greater).then_some(bump)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn version(text: &str) -> Version {
        Version::parse(text).unwrap()
    }

    #[test]
    fn a_bump_is_named_by_the_first_number_that_moves() {
        for (from, to, bump) in [
            ("v0.1", "v1.0", Some(Bump::Major)),
            ("v0.1", "v0.2", Some(Bump::Minor)),
            ("18.0.0", "18.1.0", Some(Bump::Minor)),
            ("18.0.0", "18.0.1", Some(Bump::Patch)),
            ("18.4.2", "19.0.0", Some(Bump::Major)),
            ("1.0.0", "1.0.0", None),
            ("18.1.0", "18.0.9", None),
            ("2.0.0", "1.9.9", None),
        ] {
            assert_eq!(version(from).bump_to(version(to)), bump, "{from} {to}");
        }
    }

    #[test]
    fn other_spellings_are_no_versions() {
        for text in [
            "", "v", "1", "1.", "1..2", "1.2.3.4", "01.2", "1.-2", "1.2-rc", "vv1.0", "1.+2",
        ] {
            assert_eq!(Version::parse(text), None, "{text}");
        }
    }

    #[test]
    fn the_form_of_a_version_is_part_of_it() {
        assert!(version("v0.1").same_form(version("v1.0")));
        assert!(!version("v0.1").same_form(version("1.0")));
        assert!(!version("v0.1").same_form(version("v1.0.0")));
    }
}
