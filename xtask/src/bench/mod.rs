//! Benchmarks: CPU time, ratios, peers side by side in one run.

pub(crate) mod evidence;
pub(crate) mod screen;

use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::workspace_root;

/// Builds the release binaries that are measured.
fn build_release() -> Result<PathBuf, String> {
    let status = Command::new(env!("CARGO"))
        .args([
            "build",
            "--release",
            "--quiet",
            "--package",
            "groundstop",
            "--package",
            "xtask",
        ])
        .current_dir(workspace_root())
        .status()
        .map_err(|error| format!("cannot start cargo: {error}"))?;
    if !status.success() {
        return Err("the release build failed".to_owned());
    }
    let target = std::env::var_os("CARGO_TARGET_DIR").map(PathBuf::from);
    Ok(target
        .unwrap_or_else(|| workspace_root().join("target"))
        .join("release"))
}

/// A Python of its own for a peer, under `target/peers`, with the package installed by pip.
fn peer_python(name: &str, package: &str) -> Result<PathBuf, String> {
    let folder = workspace_root().join("target/peers").join(name);
    let python = folder.join("bin/python");
    let works = |python: &PathBuf| {
        Command::new(python)
            .args(["-c", &format!("import {name}")])
            .stderr(Stdio::null())
            .status()
            .is_ok_and(|status| status.success())
    };
    if works(&python) {
        return Ok(python);
    }
    println!("installing {package} into {}", folder.display());
    let run = |program: &str, args: &[&str]| {
        let status = Command::new(program).args(args).status();
        match status {
            Ok(status) if status.success() => Ok(()),
            Ok(_) => Err(format!("`{program} {}` failed", args.join(" "))),
            Err(error) => Err(format!("cannot start `{program}`: {error}")),
        }
    };
    run("python3", &["-m", "venv", &folder.to_string_lossy()])?;
    run(
        &python.to_string_lossy(),
        &["-m", "pip", "install", "--quiet", package],
    )?;
    Ok(python)
}
