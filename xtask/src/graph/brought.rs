//! How many crates a dependency brings along, beside how many its line in
//! `docs/dependencies.md` admits: what everybody's build pays for is written down.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::Graph;

const FILE: &str = "docs/dependencies.md";

/// Dependencies that bring more than their line admits.
pub(super) fn violations(root: &Path, graph: &Graph) -> Vec<String> {
    let text = std::fs::read_to_string(root.join(FILE)).unwrap_or_default();
    findings(&text, graph)
}

fn findings(document: &str, graph: &Graph) -> Vec<String> {
    let admitted = admitted(document);
    let mut found = Vec::new();
    for name in named(graph) {
        let brings = brought(graph, name);
        match admitted.get(name) {
            Some(Some(most)) if brings <= *most => {}
            Some(Some(most)) => found.push(format!(
                "{FILE}: `{name}` brings {brings} crates, itself included; its line admits {most}"
            )),
            Some(None) => found.push(format!(
                "{FILE}: the line of `{name}` does not say how many crates it brings ({brings})"
            )),
            // Without a line at all: the manifests' check says so.
            None => {}
        }
    }
    found
}

/// The crates of others that the workspace's own name.
fn named(graph: &Graph) -> BTreeSet<&str> {
    let own: BTreeSet<&str> = graph.own.iter().map(|own| own.name.as_str()).collect();
    let needs = graph.own.iter().flat_map(|own| &own.needs);
    needs
        .map(|(name, _)| name.as_str())
        .filter(|name| !own.contains(name))
        .collect()
}

/// How many crates stand behind one, itself included.
fn brought(graph: &Graph, start: &str) -> usize {
    let mut reached = BTreeSet::new();
    let mut waiting = vec![start];
    while let Some(name) = waiting.pop() {
        if reached.insert(name) {
            let used = graph.uses.get(name);
            waiting.extend(used.into_iter().flatten().map(String::as_str));
        }
    }
    reached.len()
}

/// What each line admits, in its last column; `None` where that is no number.
fn admitted(document: &str) -> BTreeMap<&str, Option<usize>> {
    let rows = document.lines().filter_map(|line| line.strip_prefix("| `"));
    rows.filter_map(|row| {
        let (name, rest) = row.split_once("` |")?;
        let last = rest.trim_end().trim_end_matches('|').rsplit('|').next();
        Some((name, last.and_then(|cell| cell.trim().parse().ok())))
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::super::tests::graph;
    use super::*;

    #[test]
    fn a_dependency_may_bring_what_its_line_admits_and_no_more() {
        let graph = graph(&[
            ("groundstop-read", &["zip", "groundstop-document"]),
            ("groundstop-document", &[]),
            ("zip", &["flate2", "crc"]),
            ("flate2", &["crc"]),
        ]);
        let told = |line: &str| findings(line, &graph);
        assert_eq!(told("| `zip` | a | b | 3 |"), [""; 0]);
        assert_eq!(
            told("| `zip` | a | b | 2 |"),
            ["docs/dependencies.md: `zip` brings 3 crates, itself included; its line admits 2"]
        );
        assert_eq!(told("| `zip` | a | b |").len(), 1);
    }
}
