//! Untrusted bytes are parsed in a child process that can do nothing else.
//!
//! The child is the same binary, started with a hidden subcommand. Before it
//! reads a byte it gives everything up: files (landlock), all system calls but
//! those for memory and its two pipes (seccomp), memory and time beyond its
//! limits (rlimits). One job goes in, one answer comes out, and the process is
//! gone. What the job is, this room does not know.
//!
//! A foreign program is started the same way, under a profile of its own: our
//! binary gives up all but what that program needs, and then becomes it.
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "this room owns child processes, their pipes and their deadlines"
)]

mod error;
mod frame;
mod lock;
mod program;
mod worker;

pub use error::SandboxError;
pub use frame::{FrameError, read_frame, write_frame};
pub use lock::Protection;
pub use program::{Program, confine_and_run};
pub use worker::{Job, Pool, Worker, WorkerLimits, serve, serve_library};
