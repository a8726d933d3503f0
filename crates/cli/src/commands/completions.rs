//! `groundstop completions`: for the user's shell.

use clap::CommandFactory;
use clap_complete::Shell;

use crate::args::Cli;
use crate::error::{CliError, Output};

pub(crate) fn run(shell: Shell) -> Result<Output, CliError> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "groundstop", &mut script);
    String::from_utf8(script)
        .map(Output::fine)
        .map_err(CliError::fault)
}
