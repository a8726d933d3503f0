//! Checks across files: every dependency is accounted for.

use std::collections::{BTreeMap, BTreeSet};

use super::File;

const DEPENDENCIES: &str = "docs/dependencies.md";

/// Everything untidy between manifests and documents.
pub(super) fn findings(files: &[File]) -> Vec<String> {
    dependencies(files)
}

fn text_of<'f>(files: &'f [File], path: &str) -> Option<&'f str> {
    files
        .iter()
        .find(|file| file.path == path)
        .map(|file| file.text.as_str())
}

fn manifests(files: &[File]) -> impl Iterator<Item = &File> {
    let is_manifest = |path: &str| path == "Cargo.toml" || path.ends_with("/Cargo.toml");
    files.iter().filter(move |file| is_manifest(&file.path))
}

/// Dependencies without a line in the table, and lines without a dependency.
fn dependencies(files: &[File]) -> Vec<String> {
    let Some(document) = text_of(files, DEPENDENCIES) else {
        return vec![format!("{DEPENDENCIES}: missing")];
    };
    let mut found = Vec::new();
    let mut used: BTreeMap<String, &str> = BTreeMap::new();
    for manifest in manifests(files) {
        match manifest.text.parse::<toml::Table>() {
            Ok(table) => {
                for name in external(&table) {
                    used.entry(name).or_insert(&manifest.path);
                }
            }
            Err(error) => found.push(format!("{}: {}", manifest.path, error.message())),
        }
    }
    let told = told(document);
    for (name, path) in &used {
        if !told.contains(name.as_str()) {
            found.push(format!("{path}: `{name}` has no line in {DEPENDENCIES}"));
        }
    }
    for name in told.iter().filter(|name| !used.contains_key(**name)) {
        found.push(format!("{DEPENDENCIES}: `{name}` is in no `Cargo.toml`"));
    }
    found
}

/// The crates of others that a manifest names, in whatever table.
fn external(manifest: &toml::Table) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for (key, value) in manifest {
        let Some(table) = value.as_table() else {
            continue;
        };
        if key.ends_with("dependencies") {
            names.extend(
                table
                    .iter()
                    .filter(|(name, needed)| !is_own(name, needed))
                    .map(|(n, _)| n.clone()),
            );
        } else {
            // `workspace`, `target` and whatever holds such tables further down.
            names.extend(external(table));
        }
    }
    names
}

fn is_own(name: &str, needed: &toml::Value) -> bool {
    name.starts_with("groundstop-") || needed.get("path").is_some()
}

/// The crates that have a line in the table, by the name in its first column.
fn told(document: &str) -> BTreeSet<&str> {
    let rows = document.lines().filter_map(|line| line.strip_prefix("| `"));
    rows.filter_map(|row| row.split_once("` |"))
        .map(|(name, _)| name)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::tests::file;
    use super::*;

    const NONE: [&str; 0] = [];

    fn project(manifest: &str, table: &str) -> Vec<File> {
        vec![
            file("Cargo.toml", "[workspace.dependencies]\nserde = \"1\"\n"),
            file("crates/canon/Cargo.toml", manifest),
            file(DEPENDENCIES, table),
        ]
    }

    #[test]
    fn a_dependency_with_its_line_is_fine() {
        let manifest = "[dependencies]\nserde.workspace = true\ngroundstop-canon.workspace = true\n\
                        near = { path = \"../near\" }\n";
        assert_eq!(findings(&project(manifest, "| `serde` | x | y |\n")), NONE);
    }

    #[test]
    fn a_dependency_without_a_line_is_told_in_whatever_table_it_stands() {
        for table in [
            "[dependencies]",
            "[dev-dependencies]",
            "[build-dependencies]",
            "[workspace.dependencies]",
            "[target.'cfg(unix)'.dependencies]",
        ] {
            let manifest = format!("{table}\nregex = \"1\"\n");
            let found = findings(&project(&manifest, "| `serde` | x | y |\n"));
            let line = "crates/canon/Cargo.toml: `regex` has no line in docs/dependencies.md";
            assert_eq!(found, [line], "{table}");
        }
    }

    #[test]
    fn a_line_without_a_dependency_is_told() {
        let table = "| `serde` | x | y |\n| `rand` | x | y |\n";
        let found = findings(&project("", table));
        assert_eq!(
            found,
            ["docs/dependencies.md: `rand` is in no `Cargo.toml`"]
        );
    }

    #[test]
    fn missing_documents_and_broken_manifests_are_told() {
        assert_eq!(findings(&[]), ["docs/dependencies.md: missing"]);
        let found = findings(&project("[", "| `serde` | x | y |\n"));
        assert_eq!(found.len(), 1);
        assert!(found[0].starts_with("crates/canon/Cargo.toml: "));
    }
}
