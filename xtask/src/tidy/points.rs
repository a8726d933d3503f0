//! The points of the contracts (`docs/contracts/`): each has a number of its own and the
//! names of tests that exist.

use std::collections::{BTreeMap, BTreeSet};

use super::File;

/// Where the contracts stand in our own words.
const FOLDER: &str = "docs/contracts/";
/// The table that `cargo xtask coverage` writes there.
pub(crate) const TABLE: &str = "docs/contracts/coverage.md";

/// A normative point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Point {
    /// Its number, such as `stop-4`.
    pub(crate) number: String,
    /// The tests that keep it.
    pub(crate) tests: Vec<String>,
}

/// The points of a document, in their order.
pub(crate) fn points(text: &str) -> Vec<Point> {
    let lines = text.lines().filter_map(|line| line.strip_prefix("- **"));
    lines
        .filter_map(|line| {
            let (number, rest) = line.split_once("**")?;
            let kept = rest.rsplit_once("Kept by ").map_or("", |(_, kept)| kept);
            let tests = kept.split('`').skip(1).step_by(2);
            Some(Point {
                number: number.to_owned(),
                tests: tests.map(str::to_owned).collect(),
            })
        })
        .collect()
}

/// The names of all tests, each with the crate it belongs to.
pub(crate) fn tests(files: &[File]) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    for file in files.iter().filter(|file| file.ending() == "rs") {
        let mut parts = file.path.split('/');
        let home = match (parts.next(), parts.next()) {
            (Some("crates"), Some(name)) => name.to_owned(),
            (Some("xtask"), _) => "xtask".to_owned(),
            _ => continue,
        };
        let mut marked = false;
        for line in file.text.lines().map(str::trim_start) {
            if line.starts_with("#[test]") {
                marked = true;
            } else if let Some(name) = line.strip_prefix("fn ") {
                let name = name.split('(').next().unwrap_or_default();
                if marked {
                    found.insert(name.to_owned(), home.clone());
                }
                marked = false;
            }
        }
    }
    found
}

/// Points without a test, tests that are none, and numbers that occur twice.
pub(super) fn findings(files: &[File]) -> Vec<String> {
    let known = tests(files);
    let mut numbers = BTreeSet::new();
    let mut found = Vec::new();
    let documents = files
        .iter()
        .filter(|file| file.path.starts_with(FOLDER) && file.path != TABLE);
    for file in documents {
        let points = points(&file.text);
        if points.is_empty() {
            found.push(format!("{}: it has no point", file.path));
        }
        for point in points {
            let told = |what: String| format!("{}: {}: {what}", file.path, point.number);
            if !numbers.insert(point.number.clone()) {
                found.push(told("the number occurs twice".to_owned()));
            }
            if point.tests.is_empty() {
                found.push(told("no test keeps it".to_owned()));
            }
            let missing = point.tests.iter().filter(|name| !known.contains_key(*name));
            found.extend(missing.map(|name| told(format!("there is no test `{name}`"))));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::tests::file;
    use super::*;

    #[test]
    fn a_point_without_a_test_or_with_a_missing_one_is_refused() {
        let code = file(
            "crates/x/src/lib.rs",
            "#[test]\nfn it_holds() {}\nfn helper() {}\n",
        );
        let document = |text: &str| file("docs/contracts/x.md", text);
        let told = |text: &str| findings(&[code.clone(), document(text)]);
        assert_eq!(told("- **x-1** It holds. Kept by `it_holds`."), [""; 0]);
        for (text, expected) in [
            ("- **x-1** It holds.", "no test keeps it"),
            (
                "- **x-1** It holds. Kept by `helper`.",
                "there is no test `helper`",
            ),
            (
                "- **x-1** It holds. Kept by `it_holds`, `gone`.",
                "there is no test `gone`",
            ),
            ("nothing", "it has no point"),
            (
                "- **x-1** A. Kept by `it_holds`.\n- **x-1** B. Kept by `it_holds`.",
                "the number occurs twice",
            ),
        ] {
            let found = told(text);
            assert_eq!(found.len(), 1, "{text}: {found:?}");
            assert!(found[0].ends_with(expected), "{found:?}");
        }
    }
}
