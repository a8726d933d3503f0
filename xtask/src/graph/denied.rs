//! What `deny.toml` says beside the graph as it is: the same doors with the same
//! crates before them, and no licence that it does not allow.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::{Graph, doors};

const FILE: &str = "deny.toml";

/// What is wrong between the file and the graph.
pub(super) fn violations(root: &Path, graph: &Graph) -> Vec<String> {
    let text = std::fs::read_to_string(root.join(FILE)).unwrap_or_default();
    match text.parse::<toml::Table>() {
        Ok(table) => findings(&table, graph),
        Err(error) => vec![format!("{FILE}: {}", error.message())],
    }
}

fn findings(table: &toml::Table, graph: &Graph) -> Vec<String> {
    let banned = banned(table);
    let mut found = Vec::new();
    for opener in doors::openers() {
        let Some(wrappers) = banned.get(opener) else {
            found.push(format!("{FILE}: no ban of `{opener}`, which leads outside"));
            continue;
        };
        let users: BTreeSet<&str> = graph
            .uses
            .iter()
            .filter(|(_, used)| used.contains(opener))
            .map(|(name, _)| name.as_str())
            .collect();
        if *wrappers != users {
            found.push(format!(
                "{FILE}: `{opener}` has the wrappers {wrappers:?} and is used by {users:?}"
            ));
        }
    }
    let allowed: BTreeSet<&str> = list(table, "licenses", "allow")
        .filter_map(toml::Value::as_str)
        .collect();
    for (name, licence) in &graph.licences {
        if !is_allowed(licence, &allowed) {
            found.push(format!(
                "{FILE}: the licence of `{name}`, `{licence}`, is not allowed"
            ));
        }
    }
    found
}

fn list<'t>(
    table: &'t toml::Table,
    section: &str,
    key: &str,
) -> impl Iterator<Item = &'t toml::Value> {
    let found = table.get(section).and_then(|section| section.get(key));
    found.and_then(toml::Value::as_array).into_iter().flatten()
}

/// The banned crates, each with those that may use it all the same.
fn banned(table: &toml::Table) -> BTreeMap<&str, BTreeSet<&str>> {
    let bans = list(table, "bans", "deny");
    bans.filter_map(|ban| {
        let wrappers = ban.get("wrappers").and_then(toml::Value::as_array);
        let wrappers = wrappers
            .into_iter()
            .flatten()
            .filter_map(toml::Value::as_str);
        Some((ban.get("crate")?.as_str()?, wrappers.collect()))
    })
    .collect()
}

/// Whether an SPDX expression can be met: every part joined by `AND` must have an
/// alternative that is allowed. An old-fashioned `/` is an `OR`.
fn is_allowed(expression: &str, allowed: &BTreeSet<&str>) -> bool {
    let expression = expression.replace(['(', ')'], " ").replace('/', " OR ");
    expression.split(" AND ").all(|part| {
        part.split(" OR ").any(|licence| {
            let plain = licence.trim().split(" WITH ").next().unwrap_or_default();
            allowed.contains(plain)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::super::tests::graph;
    use super::*;

    fn file(text: &str) -> toml::Table {
        text.parse().unwrap()
    }

    #[test]
    fn a_door_without_its_ban_and_another_user_are_told() {
        let graph = graph(&[
            ("groundstop-adapter", &["ureq"]),
            ("groundstop-read", &["ureq"]),
        ]);
        let table =
            file("[bans]\ndeny = [{ crate = \"ureq\", wrappers = [\"groundstop-adapter\"] }]");
        let found = findings(&table, &graph);
        assert!(
            found
                .iter()
                .any(|line| line.contains("no ban of `tantivy`"))
        );
        assert!(
            found
                .iter()
                .any(|line| line.contains("used by {\"groundstop-adapter\", \"groundstop-read\"}"))
        );
    }

    #[test]
    fn a_licence_is_allowed_by_one_alternative_of_every_part() {
        let allowed = BTreeSet::from(["MIT", "Apache-2.0", "Unicode-3.0"]);
        for fine in [
            "MIT",
            "Zlib OR MIT",
            "Unlicense/MIT",
            "(MIT OR Apache-2.0) AND Unicode-3.0",
            "Apache-2.0 WITH LLVM-exception",
        ] {
            assert!(is_allowed(fine, &allowed), "{fine}");
        }
        for wrong in ["GPL-3.0", "MIT AND GPL-3.0", ""] {
            assert!(!is_allowed(wrong, &allowed), "{wrong}");
        }
    }
}
