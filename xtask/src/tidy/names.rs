//! One word, one thing: a type's name is public in one crate only.

use std::collections::{BTreeMap, BTreeSet};

use super::File;

/// How a public type begins on its line.
const PUBLIC: [&str; 4] = ["pub struct ", "pub enum ", "pub trait ", "pub type "];

/// Names of types that are public in two crates or more.
pub(super) fn findings(files: &[File]) -> Vec<String> {
    let mut owners: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for file in files.iter().filter(|file| file.ending() == "rs") {
        let Some((owner, inner)) = owner_of(&file.path) else {
            continue;
        };
        if inner.starts_with("src/") {
            for name in public_names(&file.text) {
                owners.entry(name).or_default().insert(owner);
            }
        }
    }
    let shared = owners.into_iter().filter(|(_, owners)| owners.len() > 1);
    shared
        .map(|(name, owners)| {
            let owners: Vec<_> = owners.into_iter().collect();
            format!(
                "`{name}` is a public type of several crates: {}",
                owners.join(", ")
            )
        })
        .collect()
}

/// The crate that a file of `crates/` belongs to, and the file's path in it.
fn owner_of(path: &str) -> Option<(&str, &str)> {
    path.strip_prefix("crates/")?.split_once('/')
}

fn public_names(text: &str) -> impl Iterator<Item = &str> {
    let plain = text.lines().filter_map(|line| {
        let line = line.trim_start();
        PUBLIC.iter().find_map(|begins| line.strip_prefix(begins))
    });
    plain.chain(closed_lists(text)).map(|rest| {
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_');
        rest.get(..end.unwrap_or(rest.len())).unwrap_or(rest)
    })
}

/// The names that the macro `codes!` declares: the first line in it that is no comment.
fn closed_lists(text: &str) -> impl Iterator<Item = &str> {
    text.split("\ncodes! {\n").skip(1).filter_map(|list| {
        let mut lines = list.lines().map(str::trim_start);
        lines.find(|line| !line.starts_with("///"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(path: &str, text: &str) -> File {
        File {
            path: path.to_owned(),
            text: text.to_owned(),
        }
    }

    #[test]
    fn a_name_of_two_crates_is_told_and_one_of_a_single_crate_is_not() {
        let one = file("crates/a/src/lib.rs", "pub struct Thing;\npub struct Own;");
        let other = file("crates/b/src/x.rs", "    pub enum Thing<T> { A }");
        let listed = file("crates/c/src/y.rs", "\ncodes! {\n    /// It.\n    Own {\n");
        let test = file("crates/d/tests/all/z.rs", "pub struct Thing;");
        let found = findings(&[one.clone(), other, test.clone()]);
        assert_eq!(found, ["`Thing` is a public type of several crates: a, b"]);
        assert_eq!(findings(&[one.clone(), test]).len(), 0);
        assert_eq!(findings(&[one, listed]).len(), 1);
    }
}
