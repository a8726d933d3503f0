//! The lints that guard the rooms: taken by every crate, and lifted by no deciding one.

use std::fs;
use std::path::{Path, PathBuf};

use super::rooms::Kind;
use super::{Graph, room};

/// What a deciding room denies outside its tests.
const PANIC_LINTS: &[&str] = &[
    "clippy::unwrap_used",
    "clippy::expect_used",
    "clippy::panic",
    "clippy::indexing_slicing",
    "clippy::arithmetic_side_effects",
];

/// The lints behind the doors of `clippy.toml`.
const DOOR_LINTS: &[&str] = &[
    "disallowed_methods",
    "disallowed_types",
    "disallowed_macros",
];

/// Doors that `clippy.toml` must keep shut.
const SHUT: &[&str] = &[
    "std::fs::read",
    "std::fs::write",
    "std::fs::File::open",
    "std::net::TcpStream::connect",
    "std::net::TcpListener::bind",
    "std::net::UdpSocket::bind",
    "std::process::Command::new",
    "std::process::exit",
    "std::time::SystemTime::now",
    "std::time::Instant::now",
    "std::env::var",
    "std::env::args",
    "std::thread::spawn",
    "std::collections::HashMap",
    "std::collections::HashSet",
    "std::println",
    "std::eprintln",
];

/// The guards that are missing.
pub(super) fn violations(root: &Path, graph: &Graph) -> Result<Vec<String>, String> {
    let mut found = open_doors(&text(&root.join("clippy.toml"))?);
    for own in &graph.own {
        if !takes_workspace_lints(&text(&own.folder.join("Cargo.toml"))?) {
            found.push(format!(
                "`{}` does not take the lints of the workspace",
                own.name
            ));
        }
        if room(&own.name).is_none_or(|room| room.kind != Kind::Deciding) {
            continue;
        }
        if !denies_panics(&text(&own.folder.join("src/lib.rs"))?) {
            found.push(format!(
                "`{}` decides, but its `lib.rs` does not deny panics",
                own.name
            ));
        }
        for path in rust_files(&own.folder.join("src"))? {
            if let Some(lint) = lifted_door(&text(&path)?) {
                let file = path.strip_prefix(&own.folder).unwrap_or(&path).display();
                found.push(format!(
                    "`{}` decides, but `{file}` lifts `{lint}`",
                    own.name
                ));
            }
        }
    }
    Ok(found)
}

fn text(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("`{}`: {error}", path.display()))
}

/// All Rust files of a folder, in the order of their names.
fn rust_files(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let mut files = Vec::new();
    let unreadable = |error: std::io::Error| format!("`{}`: {error}", folder.display());
    let mut paths: Vec<_> = fs::read_dir(folder)
        .map_err(unreadable)?
        .map(|entry| entry.map(|entry| entry.path()).map_err(unreadable))
        .collect::<Result<_, _>>()?;
    paths.sort();
    for path in paths {
        if path.is_dir() {
            files.extend(rust_files(&path)?);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            files.push(path);
        }
    }
    Ok(files)
}

fn open_doors(clippy: &str) -> Vec<String> {
    let shut = |door: &str| {
        clippy.lines().any(|line| {
            let line = line.trim();
            line.starts_with(&format!("{{ path = \"{door}\", reason = \""))
        })
    };
    let open = SHUT.iter().filter(|door| !shut(door));
    open.map(|door| format!("`clippy.toml` does not shut `{door}` with a reason"))
        .collect()
}

fn takes_workspace_lints(manifest: &str) -> bool {
    let table: Option<toml::Table> = manifest.parse().ok();
    let workspace = |table: toml::Table| table.get("lints")?.get("workspace")?.as_bool();
    table.and_then(workspace) == Some(true)
}

/// Whether one attribute of the crate denies all lints that keep panics out.
fn denies_panics(lib: &str) -> bool {
    let packed: String = lib.chars().filter(|c| !c.is_whitespace()).collect();
    let attributes = packed
        .split("#![")
        .skip(1)
        .filter_map(|rest| rest.split(']').next());
    attributes
        .filter(|attribute| {
            attribute.starts_with("deny(") || attribute.starts_with("cfg_attr(not(test),deny(")
        })
        .any(|attribute| PANIC_LINTS.iter().all(|lint| attribute.contains(lint)))
}

fn lifted_door(source: &str) -> Option<&'static str> {
    DOOR_LINTS
        .iter()
        .find(|lint| source.contains(&format!("clippy::{lint}")))
        .copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_room_that_denies_every_panic_is_recognised() {
        let lints = PANIC_LINTS.join(",\n        ");
        assert!(denies_panics(&format!("//! A room.\n#![deny({lints})]\n")));
        assert!(denies_panics(&format!(
            "#![cfg_attr(\n    not(test),\n    deny(\n{lints}\n)\n)]"
        )));
    }

    #[test]
    fn a_room_that_leaves_one_panic_out_is_told() {
        for left_out in PANIC_LINTS {
            let rest: Vec<_> = PANIC_LINTS
                .iter()
                .filter(|lint| *lint != left_out)
                .copied()
                .collect();
            assert!(
                !denies_panics(&format!("#![deny({})]", rest.join(","))),
                "{left_out}"
            );
        }
        assert!(!denies_panics(&format!(
            "#![allow({})]",
            PANIC_LINTS.join(",")
        )));
        assert!(!denies_panics("//! A room.\n"));
    }

    #[test]
    fn a_deciding_room_that_lifts_a_door_is_told() {
        let source = "#![allow(clippy::disallowed_methods, reason = \"just once\")]";
        assert_eq!(lifted_door(source), Some("disallowed_methods"));
        assert_eq!(lifted_door("//! clippy keeps the doors shut"), None);
    }

    #[test]
    fn a_crate_without_the_lints_of_the_workspace_is_told() {
        assert!(takes_workspace_lints("[lints]\nworkspace = true\n"));
        assert!(!takes_workspace_lints("[package]\nname = \"x\"\n"));
        assert!(!takes_workspace_lints("[lints]\nworkspace = false\n"));
    }

    #[test]
    fn a_door_without_a_reason_counts_as_open() {
        let line = |door: &str| format!("    {{ path = \"{door}\", reason = \"so\" }},\n");
        let all: String = SHUT.iter().map(|door| line(door)).collect();
        assert_eq!(open_doors(&all), [""; 0]);
        let missing = all.replace(&line("std::process::exit"), "    \"std::process::exit\",\n");
        assert_eq!(open_doors(&missing).len(), 1);
        assert_eq!(open_doors("").len(), SHUT.len());
    }
}
