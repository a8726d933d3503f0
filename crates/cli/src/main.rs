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
mod files;
mod output;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;

use crate::args::{Cli, Command};
use crate::error::{CliError, Exit, Output};

fn main() -> ExitCode {
    // A worker must be locked down before anything else happens.
    let mut arguments = std::env::args().skip(1);
    match arguments.next().as_deref() {
        Some(groundstop_engine::WORKER_COMMAND) => {
            return groundstop_engine::serve_worker(&arguments.collect::<Vec<_>>());
        }
        Some(groundstop_engine::SECOND_COMMAND) => {
            return groundstop_engine::serve_second(&arguments.collect::<Vec<_>>());
        }
        Some(groundstop_engine::OCR_COMMAND) => {
            return groundstop_engine::serve_ocr(&arguments.collect::<Vec<_>>());
        }
        _ => {}
    }
    std::panic::set_hook(Box::new(|panic| {
        let place = panic
            .location()
            .map(ToString::to_string)
            .unwrap_or_default();
        let _ = writeln!(
            io::stderr(),
            "groundstop: a fault of ours at {place}; nothing was decided. Please report it."
        );
    }));
    let cli = Cli::parse();
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

fn run(cli: Cli) -> Result<Output, CliError> {
    let home = &cli.home;
    match cli.command {
        Command::Verify(args) => commands::verify::run(&args, home),
        Command::Extract(args) => commands::extract::run(&args, home),
        Command::Check(args) => commands::check::run(&args),
        Command::Text(args) => commands::text::run(&args),
        Command::Pages(args) => commands::pages::run(&args),
        Command::Render(args) => commands::render::run(&args),
        Command::Screen(args) => commands::screen::run(&args),
        Command::Schema(command) => commands::schema::run(&command),
        Command::Rules(command) => commands::rules::run(&command, home),
        Command::Index(args) => commands::research::index(&args),
        Command::Ask(args) => commands::research::ask(&args, home),
        Command::Replay(args) => commands::research::replay(&args, home),
        Command::Policy(command) => commands::research::policy(&command, home),
        Command::Certify(args) => commands::research::certify(&args, home),
        Command::Review(args) => commands::ledger::review(&args, home),
        Command::Ledger(command) => commands::ledger::run(&command, home),
        Command::Key(command) => commands::ledger::key(&command, home),
        Command::Demo(args) => commands::demo::run(&args),
        Command::Doctor(args) => commands::doctor::run(&args, home),
        Command::Completions { shell } => commands::completions::run(shell),
    }
}

/// Prints what a command has to say; a reader who went away is no fault.
fn print(output: &Output) -> Exit {
    let stderr = io::stderr().write_all(output.stderr.as_bytes());
    let mut stdout: Box<dyn Write> = match output.styled {
        true => Box::new(anstream::AutoStream::auto(io::stdout())),
        // A document's own characters pass as they are: offsets point into them.
        false => Box::new(io::stdout()),
    };
    let written = stdout
        .write_all(output.stdout.as_bytes())
        .and_then(|()| stdout.flush());
    match written.and(stderr) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            let _ = writeln!(io::stderr(), "groundstop: cannot print: {error}");
            Exit::Input
        }
        _ => output.exit,
    }
}

fn complain(error: &CliError) {
    let _ = write!(io::stderr().lock(), "{}", error.in_words());
}
