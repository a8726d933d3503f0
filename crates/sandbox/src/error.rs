//! How a job in the sandbox can end badly; every way has its name.

/// Why a job gave no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SandboxError {
    /// The child could not be started.
    #[error("the worker could not be started: {0}")]
    Start(String),
    /// The child could not lock itself down, and so did not work.
    #[error("the worker could not be locked down: {0}")]
    NotLocked(String),
    /// The child tried something it may not do, and was ended by the kernel.
    #[error("the worker tried something it may not do")]
    Breach,
    /// The job needed more memory than it may have.
    #[error("the worker reached its limit of memory")]
    Memory,
    /// The job needed more processor time than it may have.
    #[error("the worker reached its limit of processor time")]
    Cpu,
    /// The job took longer than it may.
    #[error("the worker reached its limit of time")]
    Time,
    /// The job's input or answer is larger than it may be.
    #[error("the worker reached its limit of input or output")]
    Size,
    /// The child was ended by a signal.
    #[error("the worker was ended by signal {0}")]
    Crash(i32),
    /// The child ended without an answer, or with one that makes no sense.
    #[error("the worker gave no usable answer: {0}")]
    Answer(String),
}
