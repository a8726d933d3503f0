//! How the command line behaves for whoever uses it: colours, progress, silence, and what an
//! interruption does. Set once, before a command begins.

use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{LazyLock, OnceLock};
use std::thread;

use anstream::{AutoStream, ColorChoice};
use groundstop_engine::Cancellation;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

use crate::args::{Color, FaceArgs};

static FACE: OnceLock<FaceArgs> = OnceLock::new();
static INTERRUPTED: AtomicBool = AtomicBool::new(false);
static CANCELLED: LazyLock<Cancellation> = LazyLock::new(Cancellation::default);

/// What shells expect of a program that an interruption ended.
pub(crate) const INTERRUPTED_CODE: i32 = 130;

/// Takes the options of the face.
pub(crate) fn set(args: FaceArgs) {
    // A command line is parsed once.
    let _ = FACE.set(args);
}

/// Whether progress is shown: on a terminal, to somebody who wants to see it.
pub(crate) fn shows_progress() -> bool {
    let wanted = FACE
        .get()
        .is_none_or(|args| !args.quiet && !args.no_progress);
    wanted && io::stderr().is_terminal()
}

/// Standard output, with colours where they are wanted. A document's own characters pass as
/// they are: offsets point into them.
pub(crate) fn stdout(styled: bool) -> Box<dyn Write> {
    if !styled {
        return Box::new(io::stdout());
    }
    match FACE.get().map(|args| args.color).unwrap_or_default() {
        Color::Auto => Box::new(AutoStream::auto(io::stdout())),
        Color::Always => Box::new(AutoStream::new(io::stdout(), ColorChoice::Always)),
        Color::Never => Box::new(AutoStream::new(io::stdout(), ColorChoice::Never)),
    }
}

/// What is said on standard error: everything, or of somebody who wants silence only errors.
pub(crate) fn said(stderr: &str) -> String {
    if !FACE.get().is_some_and(|args| args.quiet) {
        return stderr.to_owned();
    }
    let mut is_error = false;
    let kept = stderr.split_inclusive('\n').filter(|line| {
        if !line.starts_with(' ') {
            is_error = line.starts_with("error:") || line.starts_with("internal error:");
        }
        is_error
    });
    kept.collect()
}

/// From here on an interruption ends the run after what is being written, and a second one
/// ends it at once.
pub(crate) fn catch_interruptions() {
    let Ok(mut signals) = Signals::new([SIGINT, SIGTERM]) else {
        // Without it an interruption ends the program as it ends any other.
        return;
    };
    thread::spawn(move || {
        for _ in signals.forever() {
            if INTERRUPTED.swap(true, Ordering::SeqCst) {
                std::process::exit(INTERRUPTED_CODE);
            }
            CANCELLED.cancel();
        }
    });
}

/// Ends the run as an interruption does: nobody reads what it prints any more.
pub(crate) fn stop() {
    INTERRUPTED.store(true, Ordering::SeqCst);
    CANCELLED.cancel();
}

/// Whether somebody interrupted the run.
pub(crate) fn is_interrupted() -> bool {
    INTERRUPTED.load(Ordering::SeqCst)
}

/// What an interruption takes back.
pub(crate) fn cancellation() -> &'static Cancellation {
    &CANCELLED
}
