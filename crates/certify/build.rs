//! What the certification has to know of the build itself.
//!
//! Digests of the five components that the research contract freezes: whoever certifies a
//! build names them, and a later build can say which of them are others. And the graph of the
//! build, from the lock file that cargo built it by: which crates of others each crate of the
//! workspace reaches without another one of the workspace in between.
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_macros,
    reason = "a build script reads the sources it is about"
)]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::{env, fs, io};

use sha2::{Digest, Sha256};

/// The components by their names in the contract, each with its sources.
const COMPONENTS: [(&str, &[&str]); 5] = [
    ("ADAPTER", &["adapter/src"]),
    (
        "POLICY",
        &[
            "contract/src/research.rs",
            "research/src/caps.rs",
            "research/src/plan.rs",
        ],
    ),
    (
        "INJECTION",
        &["research/src/screen", "research/src/screened.rs"],
    ),
    (
        "VALIDATOR",
        &["research/src/outcome.rs", "research/src/validate"],
    ),
    (
        "ROUTER",
        &["research/src/inquiry.rs", "research/src/route.rs"],
    ),
];

fn main() -> io::Result<()> {
    let own = env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default();
    let crates = Path::new(&own).join("..");
    let lock = crates.join("../Cargo.lock");
    println!("cargo::rerun-if-changed={}", lock.display());
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    fs::write(out.join("graph.txt"), graph(&fs::read_to_string(lock)?))?;
    for (name, sources) in COMPONENTS {
        let mut files = Vec::new();
        for source in sources {
            println!("cargo::rerun-if-changed={}", crates.join(source).display());
            gather(&crates.join(source), &mut files)?;
        }
        files.sort();
        let mut told = String::new();
        for file in files {
            let place = file.strip_prefix(&crates).unwrap_or(&file);
            let digest = sha256_hex(&fs::read(&file)?);
            told.push_str(&format!("{} {digest}\n", place.display()));
        }
        println!(
            "cargo::rustc-env=GROUNDSTOP_COMPONENT_{name}={}",
            sha256_hex(told.as_bytes())
        );
    }
    Ok(())
}

/// All files under a place.
fn gather(place: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    if place.is_file() {
        files.push(place.to_owned());
        return Ok(());
    }
    for entry in fs::read_dir(place)? {
        gather(&entry?.path(), files)?;
    }
    Ok(())
}

/// One line for each crate of the workspace: its name, then what it reaches.
fn graph(lock: &str) -> String {
    let mut own = BTreeSet::new();
    let mut uses: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for package in lock.split("[[package]]").skip(1) {
        let field = |key: &str| {
            let mut lines = package.lines();
            let found = lines.find_map(|line| line.strip_prefix(key));
            found.map(|value| value.trim_matches('"'))
        };
        let Some(name) = field("name = ") else {
            continue;
        };
        // A crate of others says where it came from.
        if field("source = ").is_none() {
            own.insert(name);
        }
        let needed = package.lines().filter_map(|line| line.strip_prefix(" \""));
        let needed = needed.filter_map(|line| line.split([' ', '"']).next());
        uses.entry(name).or_default().extend(needed);
    }
    let mut told = String::new();
    for start in &own {
        let mut reached = BTreeSet::new();
        let mut waiting = vec![*start];
        while let Some(name) = waiting.pop() {
            if (name != *start && own.contains(name)) || !reached.insert(name) {
                continue;
            }
            waiting.extend(uses.get(name).into_iter().flatten());
        }
        reached.remove(start);
        let reached: Vec<&str> = reached.into_iter().collect();
        told.push_str(&format!("{start} {}\n", reached.join(" ")));
    }
    told
}

/// The SHA-256 of some bytes in hex. `canon` has the same; as a dependency of this script it would be
/// compiled twice, with all that it needs.
fn sha256_hex(bytes: &[u8]) -> String {
    let digest = Sha256::digest(bytes);
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}
