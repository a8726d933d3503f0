//! The graph as it is compiled into the product: which crate of the house reaches
//! what leads outside. `cargo xtask freeze` writes it; the certification reads it.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::json;

use super::{Graph, doors, room};

/// The file's name at the root of the workspace.
const FILE: &str = "crate-graph.json";

/// The file's name and the text it must have.
///
/// # Errors
///
/// Where `cargo metadata` cannot be read.
pub(crate) fn text(root: &Path) -> Result<(&'static str, String), String> {
    Ok((FILE, of(&super::read(root)?)))
}

/// What is wrong with the file that is committed.
pub(super) fn violations(root: &Path, graph: &Graph) -> Vec<String> {
    let committed = std::fs::read_to_string(root.join(FILE)).unwrap_or_default();
    match committed == of(graph) {
        true => Vec::new(),
        false => vec![format!(
            "{FILE} is not the graph of this workspace: run `cargo xtask freeze`"
        )],
    }
}

fn of(graph: &Graph) -> String {
    let mut own: Vec<_> = graph.own.iter().collect();
    own.sort_by(|one, other| one.name.cmp(&other.name));
    let crates: Vec<_> = own
        .iter()
        .map(|one| {
            let needs = one.needs.iter().filter(|(_, only_tests)| !only_tests);
            let rooms: BTreeSet<&str> = needs
                .filter(|(needed, _)| room(needed).is_some())
                .map(|(needed, _)| needed.as_str())
                .collect();
            json!({"name": one.name, "uses": rooms, "reaches": reaches(graph, &one.name)})
        })
        .collect();
    let about = "Which crate of the workspace uses which others, and which crates that lead \
                 outside it reaches by itself or through a crate of others. Written by \
                 `cargo xtask freeze`, kept true by `cargo xtask tidy`.";
    format!("{:#}\n", json!({"about": about, "crates": crates}))
}

/// The openers of doors that a crate reaches without another room in between.
fn reaches<'g>(graph: &'g Graph, start: &'g str) -> BTreeSet<&'g str> {
    let mut reached = BTreeSet::new();
    let mut waiting = vec![start];
    while let Some(name) = waiting.pop() {
        if (name != start && room(name).is_some()) || !reached.insert(name) {
            continue;
        }
        let used = graph.uses.get(name);
        waiting.extend(used.into_iter().flatten().map(String::as_str));
    }
    reached.retain(|name| doors::opens(name));
    reached
}

#[cfg(test)]
mod tests {
    use super::super::tests::graph;
    use super::*;

    #[test]
    fn a_crate_reaches_what_no_other_room_stands_before() {
        let graph = graph(&[
            ("groundstop-adapter", &["ureq", "serde"]),
            ("groundstop-engine", &["groundstop-adapter", "helper"]),
            ("helper", &["reqwest"]),
        ]);
        assert_eq!(
            Vec::from_iter(reaches(&graph, "groundstop-adapter")),
            ["ureq"]
        );
        assert_eq!(
            Vec::from_iter(reaches(&graph, "groundstop-engine")),
            ["reqwest"]
        );
    }

    #[test]
    fn a_file_that_is_missing_or_another_is_told() {
        let found = violations(
            Path::new("nowhere"),
            &graph(&[("groundstop-adapter", &["ureq"])]),
        );
        assert_eq!(found.len(), 1);
    }
}
