//! `cargo xtask coverage`: runs the tests that keep the points of the contracts, and
//! writes the table of all points with their results.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::process::Command;

use crate::tidy::files;
use crate::tidy::points::{Point, TABLE, points, tests};
use crate::workspace_root;

/// The three contracts, in the order of the table.
const DOCUMENTS: [&str; 3] = ["stop-triggers", "rule-candidate", "research"];

/// Writes the table; whether no point fails.
pub(crate) fn run() -> Result<bool, String> {
    let root = workspace_root();
    let files = files(&root)?;
    let homes = tests(&files);
    let mut all: Vec<(&str, Point)> = Vec::new();
    for name in DOCUMENTS {
        let path = format!("docs/contracts/{name}.md");
        let file = files.iter().find(|file| file.path == path);
        let text = &file.ok_or_else(|| format!("there is no `{path}`"))?.text;
        all.extend(points(text).into_iter().map(|point| (name, point)));
    }
    let mut wanted: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for name in all.iter().flat_map(|(_, point)| &point.tests) {
        let home = homes
            .get(name)
            .ok_or_else(|| format!("there is no test `{name}`"))?;
        wanted.entry(home).or_default().insert(name);
    }
    let mut passed = BTreeSet::new();
    for (home, names) in &wanted {
        passed.extend(ran(home, names)?);
    }
    let holds = |point: &Point| point.tests.iter().all(|name| passed.contains(name));
    let failing = all.iter().filter(|(_, point)| !holds(point)).count();
    let mut table = format!(
        "# Every point of the three contracts\n\nWritten by `cargo xtask coverage`, which runs the tests.\n\n{} points, {failing} fail.\n\n| contract | point | kept by | result |\n|---|---|---|---|\n",
        all.len()
    );
    for (name, point) in &all {
        let kept: Vec<String> = point.tests.iter().map(|name| format!("`{name}`")).collect();
        let result = if holds(point) { "holds" } else { "FAILS" };
        table.push_str(&format!(
            "| {name} | {} | {} | {result} |\n",
            point.number,
            kept.join(", ")
        ));
    }
    fs::write(root.join(TABLE), table).map_err(|error| format!("`{TABLE}`: {error}"))?;
    println!("{} points, {failing} fail", all.len());
    Ok(failing == 0)
}

/// Those of these tests that ran and passed.
fn ran(home: &str, names: &BTreeSet<&str>) -> Result<BTreeSet<String>, String> {
    let package = match home {
        "cli" => "groundstop".to_owned(),
        "xtask" => "xtask".to_owned(),
        other => format!("groundstop-{other}"),
    };
    println!("{package}: {} tests", names.len());
    let output = Command::new("cargo")
        .args(["test", "--no-fail-fast", "-p", &package, "--"])
        .args(names)
        .current_dir(workspace_root())
        .output()
        .map_err(|error| format!("cargo: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let lines = text.lines().filter_map(|line| line.strip_prefix("test "));
    let passed = lines.filter_map(|line| line.strip_suffix(" ... ok"));
    Ok(passed
        .filter_map(|path| path.split("::").last())
        .map(str::to_owned)
        .collect())
}
