//! The history of `contracts.lock`: a frozen version is never rewritten.
//!
//! The lock itself proves that each of its steps was lawful. What it cannot
//! prove is that nobody replaced a frozen version by another of the same
//! number; the commits can.

use std::fs;
use std::path::Path;
use std::process::Command;

use groundstop_contract::lock;

/// The first commit, or the file as it stands, that rewrites a frozen version.
///
/// Outside a checkout there is no history to read, and nothing is found.
pub(super) fn findings(root: &Path) -> Vec<String> {
    let Some(log) = git(
        root,
        &["log", "--reverse", "--format=%H", "--", lock::FILE_NAME],
    ) else {
        return Vec::new();
    };
    let committed = log.lines().filter_map(|commit| {
        let text = git(root, &["show", &format!("{commit}:{}", lock::FILE_NAME)])?;
        Some((format!("commit {}", commit.get(..10)?), text))
    });
    let now = fs::read_to_string(root.join(lock::FILE_NAME)).unwrap_or_default();
    rewritten(committed.chain([("the file as it stands".to_owned(), now)]))
}

/// The steps between texts of the lock that do not only add to the one before.
fn rewritten(texts: impl Iterator<Item = (String, String)>) -> Vec<String> {
    let mut found = Vec::new();
    let mut earlier = String::new();
    for (name, text) in texts {
        if let Err(error) = lock::extends(&earlier, &text) {
            found.push(format!("{}: {name}: {error}", lock::FILE_NAME));
        }
        earlier = text;
    }
    found
}

fn git(root: &Path, arguments: &[&str]) -> Option<String> {
    let output = Command::new("git")
        .current_dir(root)
        .args(arguments)
        .output()
        .ok()?;
    String::from_utf8(output.stdout)
        .ok()
        .filter(|_| output.status.success())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn steps(texts: &[&str]) -> Vec<String> {
        rewritten(
            texts
                .iter()
                .enumerate()
                .map(|(at, text)| (format!("step {at}"), (*text).to_owned())),
        )
    }

    #[test]
    fn a_history_that_only_adds_is_fine() {
        let lock = lock::render().unwrap();
        assert_eq!(steps(&["", &lock, &lock]), [""; 0]);
    }

    #[test]
    fn a_version_replaced_under_its_own_number_is_told() {
        let lock = lock::render().unwrap();
        let digest = lock
            .split("\"sha256\": \"")
            .nth(1)
            .unwrap()
            .get(..64)
            .unwrap();
        let other = lock.replace(digest, &"0".repeat(64));
        let found = steps(&[&lock, &other]);
        assert_eq!(found.len(), 1);
        assert!(found[0].starts_with("contracts.lock: step 1: contract `stop-triggers`"));
        assert_eq!(steps(&[&lock, ""]).len(), 1);
    }
}
