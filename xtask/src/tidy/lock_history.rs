//! The history of `contracts.lock`: a frozen version is never rewritten, and a step of a contract
//! has the commit message that is prescribed for it.
//!
//! The lock itself proves that each of its steps was lawful. What it cannot
//! prove is that nobody replaced a frozen version by another of the same
//! number; the commits can. Each is compared with those it was made from.

use std::fs;
use std::path::Path;
use std::process::Command;

use groundstop_contract::frozen::{RESEARCH_NAME, RULE_CANDIDATE_NAME, STOP_TRIGGERS_NAME};
use groundstop_contract::lock::{self, ContractStep};

/// A text of the lock with those it was made from.
struct Change {
    /// Which commit, or that it is the file as it stands.
    name: String,
    /// The first line of its message; nothing where it is not committed.
    subject: Option<String>,
    parents: Vec<String>,
    text: String,
}

/// Every commit, and the file as it stands, that rewrites a frozen version, and every step of a
/// contract under another message than its own.
///
/// Outside a checkout there is no history to read, and nothing is found; a shallow one is told.
pub(super) fn findings(root: &Path) -> Vec<String> {
    let Some(changes) = changes(root) else {
        return Vec::new();
    };
    if git(root, &["rev-parse", "--is-shallow-repository"]).is_some_and(|it| it.trim() == "true") {
        println!(
            "{}: the clone is shallow, older steps of the contracts were not checked",
            lock::FILE_NAME
        );
    }
    changes.iter().flat_map(wrong).collect()
}

/// The commits that changed the lock, the oldest first, and the file as it stands.
fn changes(root: &Path) -> Option<Vec<Change>> {
    let format = "--format=%H%x09%P%x09%s";
    let log = git(root, &["log", "--reverse", format, "--", lock::FILE_NAME])?;
    let at = |commit: &str| {
        let named = format!("{commit}:{}", lock::FILE_NAME);
        git(root, &["show", &named]).unwrap_or_default()
    };
    let mut all = Vec::new();
    for line in log.lines() {
        let mut parts = line.splitn(3, '\t');
        let (commit, parents) = (parts.next()?, parts.next()?);
        all.push(Change {
            name: format!("commit {}", commit.get(..10)?),
            subject: parts.next().map(str::to_owned),
            parents: parents.split(' ').map(at).collect(),
            text: at(commit),
        });
    }
    all.push(Change {
        name: "the file as it stands".to_owned(),
        subject: None,
        parents: vec![at("HEAD")],
        text: fs::read_to_string(root.join(lock::FILE_NAME)).unwrap_or_default(),
    });
    Some(all)
}

/// What is wrong with a change: a version rewritten, or a step under another message.
fn wrong(change: &Change) -> Vec<String> {
    let told = |why: String| format!("{}: {}: {why}", lock::FILE_NAME, change.name);
    let mut found = Vec::new();
    for parent in &change.parents {
        if let Err(error) = lock::extends(parent, &change.text) {
            found.push(told(error.to_string()));
        }
    }
    // A merge takes over steps that were made, and told, elsewhere.
    let ([parent], Some(subject)) = (&*change.parents, &change.subject) else {
        return found;
    };
    for step in lock::steps(parent, &change.text).unwrap_or_default() {
        match prescribed(&step) {
            Some(message) if *subject != message => found.push(told(format!(
                "`{}` went on to {}, and the message is not `{message}`",
                step.contract, step.version
            ))),
            _ => {}
        }
    }
    found
}

/// The message of the commit that takes a step; our own lists and shapes have none prescribed.
fn prescribed(step: &ContractStep) -> Option<String> {
    let name = match step.contract.as_str() {
        RESEARCH_NAME => "phase18",
        STOP_TRIGGERS_NAME | RULE_CANDIDATE_NAME => &step.contract,
        _ => return None,
    };
    let version = step.version.trim_start_matches('v');
    Some(format!("{name}: contract update v{version}"))
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
    use groundstop_certify::frozen_contracts;
    use groundstop_contract::frozen::Content;

    use super::*;

    fn locked() -> String {
        lock::update("", &frozen_contracts(), &[]).unwrap()
    }

    fn change(parents: &[&str], text: &str, subject: Option<&str>) -> Change {
        Change {
            name: "commit 1".to_owned(),
            subject: subject.map(str::to_owned),
            parents: parents.iter().map(|text| (*text).to_owned()).collect(),
            text: text.to_owned(),
        }
    }

    #[test]
    fn a_history_that_only_adds_is_fine() {
        let lock = locked();
        for parents in [&[""][..], &[&lock], &["", &lock]] {
            assert_eq!(wrong(&change(parents, &lock, Some("Anything"))), [""; 0]);
        }
    }

    #[test]
    fn a_version_replaced_under_its_own_number_is_told() {
        let lock = locked();
        let digest = lock.split("\"sha256\": \"").nth(1).unwrap();
        let other = lock.replace(digest.get(..64).unwrap(), &"0".repeat(64));
        let found = wrong(&change(&[&lock], &other, None));
        assert_eq!(found.len(), 1);
        assert!(found[0].starts_with("contracts.lock: commit 1: contract `stop-triggers`"));
        assert_eq!(wrong(&change(&[&lock], "", None)).len(), 1);
        // Whoever merges may not lose what either side froze.
        assert_eq!(
            wrong(&change(&[&lock, &other], &lock, Some("Merge"))).len(),
            1
        );
    }

    /// The lock after a stop reason and a message changed, with their versions.
    fn stepped(contract: &str, version: &'static str) -> String {
        let mut contracts = frozen_contracts();
        for one in contracts.iter_mut().filter(|one| one.name == contract) {
            one.version = version;
            for part in one.parts.iter_mut().take(1) {
                if let Content::List(codes) = &mut part.content {
                    codes.push("ONE_MORE".to_owned());
                }
            }
        }
        lock::update(&locked(), &contracts, &[]).unwrap()
    }

    #[test]
    fn a_step_of_a_contract_has_its_own_message() {
        let lock = locked();
        for (contract, version, message) in [
            (RESEARCH_NAME, "18.1.0", "phase18: contract update v18.1.0"),
            (
                STOP_TRIGGERS_NAME,
                "v1.0",
                "stop-triggers: contract update v1.0",
            ),
            (
                RULE_CANDIDATE_NAME,
                "1.1.0",
                "rule-candidate: contract update v1.1.0",
            ),
        ] {
            let after = stepped(contract, version);
            assert_eq!(wrong(&change(&[&lock], &after, Some(message))), [""; 0]);
            let found = wrong(&change(&[&lock], &after, Some("Add a reason")));
            assert_eq!(found.len(), 1, "{found:?}");
            assert!(found[0].contains(message), "{found:?}");
            // Not committed yet, or only merged.
            assert_eq!(wrong(&change(&[&lock], &after, None)), [""; 0]);
            assert_eq!(
                wrong(&change(&[&lock, &after], &after, Some("Merge"))),
                [""; 0]
            );
        }
        let ours = stepped("groundstop-codes", "1.4.0");
        assert_eq!(wrong(&change(&[&lock], &ours, Some("Add a code"))), [""; 0]);
    }
}
