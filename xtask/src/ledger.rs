//! `cargo xtask crash` and `cargo xtask bench ledger`: the ledger's promises at full size.

use std::process::Command;

use crate::workspace_root;

/// How much is tried.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// How many writers are ended on each store
    #[arg(long, default_value_t = 500)]
    points: u32,
    /// How many receipts two processes append to each store
    #[arg(long, default_value_t = 20_000)]
    records: u32,
    /// How often two processes try to reserve on each store
    #[arg(long, default_value_t = 10_000)]
    attempts: u32,
}

/// Runs the tests with real processes at full size.
pub(crate) fn crash(options: &Options) -> Result<bool, String> {
    let mut command = cargo(&["test", "--release", "--test", "all"]);
    command.args(["--", "processes::", "--nocapture", "--test-threads", "1"]);
    command.env("GROUNDSTOP_CRASH_POINTS", options.points.to_string());
    command.env("GROUNDSTOP_STRESS_RECORDS", options.records.to_string());
    command.env("GROUNDSTOP_STRESS_ATTEMPTS", options.attempts.to_string());
    run(command)
}

/// Measures the ledger; fails where a goal is missed.
pub(crate) fn bench() -> Result<bool, String> {
    run(cargo(&["bench", "--quiet", "--bench", "ledger"]))
}

fn cargo(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO"));
    command.args(args).args(["--package", "groundstop-ledger"]);
    command.current_dir(workspace_root());
    command
}

fn run(mut command: Command) -> Result<bool, String> {
    let status = command.status();
    let status = status.map_err(|error| format!("cannot start cargo: {error}"))?;
    Ok(status.success())
}
