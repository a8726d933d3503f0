//! Digests of the five components that the research contract freezes: whoever certifies a
//! build names them, and a later build can say which of them are others.
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_macros,
    reason = "a build script reads the sources it is about"
)]

use std::path::{Path, PathBuf};
use std::{env, fs, io};

use groundstop_canon::sha256_hex;

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
