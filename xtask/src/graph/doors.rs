//! Which crates of others lead outside, and the one room that may use each.

use std::collections::{BTreeMap, BTreeSet};

use super::Graph;

/// A kind of door to the outside.
struct Door {
    what: &'static str,
    /// The crates that open it, wherever in the graph they stand.
    crates: &'static [&'static str],
    /// Crates that other rooms may be built on, but not name themselves.
    named: &'static [&'static str],
    owner: &'static str,
}

const DOORS: &[Door] = &[
    Door {
        what: "an HTTP client",
        crates: &[
            "attohttpc",
            "awc",
            "curl",
            "isahc",
            "minreq",
            "reqwest",
            "surf",
            "ureq",
        ],
        // A server brings these along as well.
        named: &["h2", "hyper", "hyper-rustls", "hyper-util"],
        owner: "groundstop-adapter",
    },
    Door {
        what: "the search index",
        crates: &["tantivy"],
        named: &[],
        owner: "groundstop-adapter",
    },
    Door {
        what: "a store",
        crates: &["diesel", "postgres", "rusqlite", "sqlx", "tokio-postgres"],
        named: &[],
        owner: "groundstop-ledger",
    },
];

/// All crates of others that lead outside.
pub(super) fn openers() -> impl Iterator<Item = &'static str> {
    DOORS.iter().flat_map(|door| door.crates).copied()
}

/// The crates that reach a door past its owner.
pub(super) fn violations(graph: &Graph) -> Vec<String> {
    let mut found = Vec::new();
    for door in DOORS {
        for own in graph.own.iter().filter(|own| own.name != door.owner) {
            let reached = reached_past(&graph.uses, &own.name, door.owner);
            for opener in door
                .crates
                .iter()
                .filter(|opener| reached.contains(**opener))
            {
                found.push(bypass(&own.name, opener, door));
            }
            let needs = |name: &str| own.needs.iter().any(|(needed, _)| needed == name);
            for opener in door.named.iter().filter(|opener| needs(opener)) {
                found.push(bypass(&own.name, opener, door));
            }
        }
    }
    found
}

fn bypass(name: &str, opener: &str, door: &Door) -> String {
    format!(
        "`{name}` reaches {} (`{opener}`) past `{}`",
        door.what, door.owner
    )
}

/// Every crate that one is built from without passing through the owner of a door.
fn reached_past<'g>(
    uses: &'g BTreeMap<String, BTreeSet<String>>,
    start: &'g str,
    owner: &str,
) -> BTreeSet<&'g str> {
    let mut reached = BTreeSet::new();
    let mut waiting = vec![start];
    while let Some(name) = waiting.pop() {
        if name == owner || !reached.insert(name) {
            continue;
        }
        waiting.extend(uses.get(name).into_iter().flatten().map(String::as_str));
    }
    reached
}

#[cfg(test)]
mod tests {
    use super::super::tests::graph;
    use super::*;

    #[test]
    fn the_owner_of_a_door_and_those_above_it_may_use_it() {
        let graph = graph(&[
            ("groundstop-adapter", &["ureq", "tantivy"]),
            ("groundstop-ledger", &["rusqlite"]),
            (
                "groundstop-engine",
                &["groundstop-adapter", "groundstop-ledger"],
            ),
            ("groundstop-server", &["axum", "groundstop-engine"]),
            ("axum", &["hyper"]),
        ]);
        assert_eq!(violations(&graph), [""; 0]);
    }

    #[test]
    fn a_client_in_another_room_is_told_even_where_it_comes_along_with_something_else() {
        let graph = graph(&[
            ("groundstop-research", &["ureq"]),
            ("groundstop-contract", &["jsonschema"]),
            ("jsonschema", &["reqwest"]),
        ]);
        assert_eq!(
            violations(&graph),
            [
                "`groundstop-research` reaches an HTTP client (`ureq`) past `groundstop-adapter`",
                "`groundstop-contract` reaches an HTTP client (`reqwest`) past `groundstop-adapter`",
            ]
        );
    }

    #[test]
    fn a_room_that_names_the_machinery_of_a_client_is_told() {
        let graph = graph(&[("groundstop-server", &["hyper"])]);
        assert_eq!(violations(&graph).len(), 1);
    }

    #[test]
    fn the_index_and_the_stores_have_one_owner_each() {
        let graph = graph(&[
            ("groundstop-engine", &["tantivy", "rusqlite"]),
            ("groundstop-adapter", &["tokio-postgres"]),
            ("groundstop-ledger", &["tantivy"]),
        ]);
        assert_eq!(violations(&graph).len(), 4);
    }
}
