//! The `groundstop` command: parses, prints and exits. No rule lives here.
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_macros,
    clippy::disallowed_types,
    reason = "the command line owns files, the clock, printing and the exit code"
)]

mod args;
mod commands;
mod error;
mod face;
mod files;
mod output;
mod usage;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;
use groundstop_engine::{Engine, Setup};

use crate::args::{Cli, Command};
use crate::commands::ledger::args::HomeArgs;
use crate::error::{CliError, Exit, Output};

fn main() -> ExitCode {
    // A worker must be locked down before anything else happens.
    if let Some(code) = groundstop_engine::serve_hidden(std::env::args().skip(1)) {
        return code;
    }
    std::panic::set_hook(Box::new(|panic| {
        let place = panic
            .location()
            .map(ToString::to_string)
            .unwrap_or_default();
        let _ = writeln!(
            io::stderr(),
            "internal error: at {place}; nothing was decided\n  help: please report it"
        );
    }));
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(mistake) => return misused(&mistake),
    };
    face::set(cli.face);
    let ended = std::panic::catch_unwind(|| run(cli));
    let code = match ended {
        Ok(Ok(output)) => print(&output),
        Ok(Err(error)) => {
            complain(&error);
            error.exit
        }
        Err(_) => Exit::Fault,
    };
    ExitCode::from(code as u8)
}

/// A command line that is none: what is wrong with it, or the help that was asked for.
fn misused(mistake: &clap::Error) -> ExitCode {
    match usage::told(mistake) {
        Some(error) => {
            complain(&error);
            ExitCode::from(error.exit as u8)
        }
        None => mistake.exit(),
    }
}

fn run(cli: Cli) -> Result<Output, CliError> {
    let engine = &engine(&cli.home)?;
    match cli.command {
        Command::Verify(args) => commands::verify::run(&args, engine),
        Command::Extract(args) => commands::extract::run(&args, engine),
        Command::Check(args) => commands::check::run(&args, engine),
        Command::Text(args) => commands::text::run(&args, engine),
        Command::Tables(args) => commands::tables::run(&args, engine),
        Command::Pages(args) => commands::pages::run(&args, engine),
        Command::Render(args) => commands::render::run(&args, engine),
        Command::Screen(args) => commands::screen::run(&args, engine),
        Command::Schema(command) => commands::schema::run(&command),
        Command::Prompt(args) => commands::prompt::run(&args),
        Command::Rules(command) => commands::rules::run(&command, engine),
        Command::Index(args) => commands::research::index(&args, engine),
        Command::Ask(args) => commands::research::ask(&args, engine),
        Command::Replay(args) => commands::research::replay(&args, engine),
        Command::Policy(command) => commands::research::policy(&command, engine),
        Command::Certify(args) => commands::research::certify(&args, engine),
        Command::Review(args) => commands::ledger::review(&args, engine),
        Command::Ledger(command) => commands::ledger::run(&command, engine),
        Command::Key(command) => commands::ledger::key(&command, engine),
        Command::Demo(args) => commands::demo::run(&args, engine),
        Command::Doctor(args) => commands::doctor::run(&args, engine),
        Command::Completions { shell } => commands::completions::run(shell),
    }
}

/// The engine, set up as the options and the environment say.
fn engine(home: &HomeArgs) -> Result<Engine, CliError> {
    let environment = Setup::from_environment()?;
    Ok(Engine::new(Setup {
        data_dir: home.data_dir.clone().or(environment.data_dir),
        store: home.store.clone().or(environment.store),
        ..environment
    }))
}

/// Prints what a command has to say; a reader who went away is no fault.
fn print(output: &Output) -> Exit {
    let stderr = io::stderr().write_all(face::said(&output.stderr).as_bytes());
    let mut stdout = face::stdout(output.styled);
    let written = stdout
        .write_all(output.stdout.as_bytes())
        .and_then(|()| stdout.flush());
    match written.and(stderr) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            let _ = writeln!(
                io::stderr(),
                "error: cannot print: {error}\n  help: check where standard output leads"
            );
            Exit::Input
        }
        _ => output.exit,
    }
}

fn complain(error: &CliError) {
    let _ = write!(io::stderr().lock(), "{}", error.in_words());
}
