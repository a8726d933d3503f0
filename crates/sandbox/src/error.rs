//! How a job in the sandbox can end badly; every way has its name.

use std::fmt;

/// Why a job gave no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SandboxError {
    /// The child could not be started.
    Start(String),
    /// The child could not lock itself down, and so did not work.
    NotLocked(String),
    /// The child tried something it may not do, and was ended by the kernel.
    Breach,
    /// The job needed more memory than it may have.
    Memory,
    /// The job needed more processor time than it may have.
    Cpu,
    /// The job took longer than it may.
    Time,
    /// The job's input or answer is larger than it may be.
    Size,
    /// The child was ended by a signal.
    Crash(i32),
    /// The child ended without an answer, or with one that makes no sense.
    Answer(String),
}

impl fmt::Display for SandboxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SandboxError::Start(why) => write!(f, "the worker could not be started: {why}"),
            SandboxError::NotLocked(why) => write!(f, "the worker could not be locked down: {why}"),
            SandboxError::Breach => f.write_str("the worker tried something it may not do"),
            SandboxError::Memory => f.write_str("the worker reached its limit of memory"),
            SandboxError::Cpu => f.write_str("the worker reached its limit of processor time"),
            SandboxError::Time => f.write_str("the worker reached its limit of time"),
            SandboxError::Size => f.write_str("the worker reached its limit of input or output"),
            SandboxError::Crash(signal) => write!(f, "the worker was ended by signal {signal}"),
            SandboxError::Answer(why) => write!(f, "the worker gave no usable answer: {why}"),
        }
    }
}

impl std::error::Error for SandboxError {}
