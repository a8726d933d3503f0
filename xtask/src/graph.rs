//! The crate graph: arrows point down only, and the outside has one door.
//!
//! Reads `cargo metadata` and tells in plain words what does not keep to the
//! plan of the house in `ARCHITECTURE.md`.

mod brought;
mod denied;
mod doors;
mod guards;
mod rooms;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use cargo_metadata::{CargoOpt, DependencyKind, MetadataCommand};

use rooms::{ROOMS, Room};

/// The crates of the workspace and everything they are built from.
#[derive(Clone, Debug, Default)]
struct Graph {
    /// The workspace's own crates.
    own: Vec<OwnCrate>,
    /// For every crate of the build, its own ones included, the names of those it uses.
    uses: BTreeMap<String, BTreeSet<String>>,
    /// The licences of the crates of others, as they state them.
    licences: BTreeMap<String, String>,
}

/// One crate of the workspace.
#[derive(Clone, Debug)]
struct OwnCrate {
    name: String,
    folder: PathBuf,
    /// The crates it names in its manifest, with whether only tests use them.
    needs: Vec<(String, bool)>,
}

/// Everything that does not keep to the plan, in plain words; empty when all is well.
///
/// # Errors
///
/// Where `cargo metadata` or a file cannot be read.
pub(crate) fn violations(root: &Path) -> Result<Vec<String>, String> {
    let graph = read(root)?;
    let mut found = unknown_rooms(&graph);
    found.extend(arrows_up(&graph));
    found.extend(strangers(&graph));
    found.extend(doors::violations(&graph));
    found.extend(guards::violations(root, &graph)?);
    found.extend(denied::violations(root, &graph));
    found.extend(brought::violations(root, &graph));
    Ok(found)
}

fn read(root: &Path) -> Result<Graph, String> {
    let metadata = MetadataCommand::new()
        .manifest_path(root.join("Cargo.toml"))
        .features(CargoOpt::AllFeatures)
        .exec()
        .map_err(|error| format!("`cargo metadata` failed: {error}"))?;
    let own = metadata
        .workspace_packages()
        .into_iter()
        .map(|package| OwnCrate {
            name: package.name.to_string(),
            folder: package
                .manifest_path
                .parent()
                .map(|folder| folder.as_std_path().to_owned())
                .unwrap_or_default(),
            needs: package
                .dependencies
                .iter()
                .map(|needed| {
                    (
                        needed.name.clone(),
                        needed.kind == DependencyKind::Development,
                    )
                })
                .collect(),
        });
    let names: BTreeMap<_, _> = metadata
        .packages
        .iter()
        .map(|package| (&package.id, package.name.to_string()))
        .collect();
    let mut uses: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let resolve = metadata
        .resolve
        .as_ref()
        .ok_or("`cargo metadata` gave no graph")?;
    for node in &resolve.nodes {
        let Some(name) = names.get(&node.id) else {
            continue;
        };
        let used = node
            .dependencies
            .iter()
            .filter_map(|id| names.get(id).cloned());
        uses.entry(name.clone()).or_default().extend(used);
    }
    let others = metadata.packages.iter();
    let others = others.filter(|package| package.source.is_some());
    Ok(Graph {
        own: own.collect(),
        uses,
        licences: others
            .map(|package| {
                let licence = package.license.clone().unwrap_or_default();
                (package.name.to_string(), licence)
            })
            .collect(),
    })
}

/// The room a crate is, where it is one.
fn room(crate_name: &str) -> Option<&'static Room> {
    ROOMS.iter().find(|room| room.crate_name == crate_name)
}

fn unknown_rooms(graph: &Graph) -> Vec<String> {
    let unknown = graph.own.iter().filter(|own| room(&own.name).is_none());
    unknown
        .map(|own| {
            format!(
                "crate `{}` is no room of the plan: add it to the table of rooms",
                own.name
            )
        })
        .collect()
}

/// Dependencies on a room that does not lie below. Tests may look anywhere.
fn arrows_up(graph: &Graph) -> Vec<String> {
    let mut found = Vec::new();
    for own in &graph.own {
        let Some(upper) = room(&own.name) else {
            continue;
        };
        for (needed, only_tests) in &own.needs {
            let Some(lower) = room(needed) else { continue };
            if *only_tests {
                continue;
            }
            if lower.floor >= upper.floor {
                found.push(format!(
                    "`{}` depends on `{needed}`, which does not lie below it",
                    own.name
                ));
            }
            if upper.may_not_know.contains(&lower.crate_name) {
                found.push(format!(
                    "`{}` depends on `{needed}`, which it may not know",
                    own.name
                ));
            }
        }
    }
    found
}

/// Crates of others in a room that may name a few only.
fn strangers(graph: &Graph) -> Vec<String> {
    let mut found = Vec::new();
    for own in &graph.own {
        let Some(few) = room(&own.name).and_then(|room| room.only_others) else {
            continue;
        };
        for (needed, only_tests) in &own.needs {
            if !only_tests && room(needed).is_none() && !few.contains(&needed.as_str()) {
                found.push(format!("`{}` may not depend on `{needed}`", own.name));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A graph of crates with what each needs.
    pub(super) fn graph(crates: &[(&str, &[&str])]) -> Graph {
        let mut graph = Graph::default();
        for (name, needs) in crates {
            let needs: Vec<_> = needs.iter().map(|needed| (*needed).to_owned()).collect();
            graph
                .uses
                .insert((*name).to_owned(), needs.iter().cloned().collect());
            if *name == "xtask" || name.starts_with("groundstop") {
                graph.own.push(OwnCrate {
                    name: (*name).to_owned(),
                    folder: PathBuf::new(),
                    needs: needs.into_iter().map(|needed| (needed, false)).collect(),
                });
            }
        }
        graph
    }

    #[test]
    fn the_workspace_keeps_to_its_plan() {
        let found = violations(&crate::workspace_root()).unwrap();
        assert!(found.is_empty(), "{}", found.join("\n"));
    }

    #[test]
    fn an_arrow_that_points_down_is_fine() {
        let graph = graph(&[
            ("groundstop-contract", &["groundstop-canon"]),
            (
                "groundstop-fields",
                &["groundstop-evidence", "groundstop-value"],
            ),
            ("xtask", &["groundstop"]),
        ]);
        assert_eq!(arrows_up(&graph), [""; 0]);
    }

    #[test]
    fn an_arrow_that_points_up_or_sideways_is_told() {
        let graph = graph(&[
            ("groundstop-canon", &["groundstop-contract"]),
            ("groundstop-fields", &["groundstop-rules"]),
            ("groundstop-sandbox", &["groundstop-read"]),
        ]);
        assert_eq!(
            arrows_up(&graph),
            [
                "`groundstop-canon` depends on `groundstop-contract`, which does not lie below it",
                "`groundstop-fields` depends on `groundstop-rules`, which does not lie below it",
                "`groundstop-sandbox` depends on `groundstop-read`, which it may not know",
            ]
        );
    }

    #[test]
    fn a_stranger_in_the_contract_is_told() {
        let graph = graph(&[(
            "groundstop-contract",
            &["serde", "groundstop-canon", "regex"],
        )]);
        assert_eq!(
            strangers(&graph),
            ["`groundstop-contract` may not depend on `regex`"]
        );
    }

    #[test]
    fn a_test_may_look_up() {
        let mut graph = graph(&[("groundstop-canon", &["groundstop-engine"])]);
        graph.own[0].needs[0].1 = true;
        assert_eq!(arrows_up(&graph), [""; 0]);
    }

    #[test]
    fn a_crate_outside_the_plan_is_told() {
        let graph = graph(&[("groundstop-attic", &[])]);
        assert_eq!(unknown_rooms(&graph).len(), 1);
    }
}
