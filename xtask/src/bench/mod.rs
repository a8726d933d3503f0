//! Benchmarks: CPU time, ratios, peers side by side in one run.

pub(crate) mod build;
pub(crate) mod compare;
pub(crate) mod evidence;
pub(crate) mod extract;
pub(crate) mod look;
pub(crate) mod read;
pub(crate) mod research;
pub(crate) mod screen;
pub(crate) mod verify;

use std::path::PathBuf;
use std::process::Command;

use crate::workspace_root;

/// Builds the release binaries that are measured.
pub(crate) fn build_release() -> Result<PathBuf, String> {
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

/// CPU seconds of all children so far, from the kernel's books.
fn children_seconds() -> Result<f64, String> {
    const TICKS_PER_SECOND: f64 = 100.0;
    let stat = std::fs::read_to_string("/proc/self/stat").map_err(|error| error.to_string())?;
    let after_name = stat.rsplit(')').next().unwrap_or_default();
    let fields: Vec<&str> = after_name.split_whitespace().collect();
    let ticks = |index: usize| {
        fields
            .get(index)
            .and_then(|field| field.parse::<f64>().ok())
            .unwrap_or(0.0)
    };
    Ok((ticks(13) + ticks(14)) / TICKS_PER_SECOND)
}
