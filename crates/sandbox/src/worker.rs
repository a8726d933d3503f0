//! Both ends of a worker: the parent that starts and outlives it, and the
//! child that locks itself down, answers once and ends.

use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitCode, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use crate::error::SandboxError;
use crate::frame::{FrameError, read_frame, write_frame};
use crate::lock::{Protection, Work, lock_down};

/// How much a worker may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WorkerLimits {
    /// Address space.
    pub memory_bytes: u64,
    /// Processor time.
    pub cpu_seconds: u64,
    /// Time from job to answer.
    pub wall_ms: u64,
    /// The job.
    pub input_bytes: u64,
    /// The answer.
    pub output_bytes: u64,
}

impl Default for WorkerLimits {
    fn default() -> WorkerLimits {
        WorkerLimits {
            memory_bytes: 1 << 30,
            cpu_seconds: 60,
            wall_ms: 60_000,
            input_bytes: 256 << 20,
            output_bytes: 512 << 20,
        }
    }
}

/// Which program is the worker, and what it is told.
#[derive(Clone, Debug)]
pub struct Job {
    /// The binary; the running one, as a rule.
    pub program: PathBuf,
    /// The hidden subcommand.
    pub arguments: Vec<String>,
    /// What it may use.
    pub limits: WorkerLimits,
}

/// A worker lives for one document: memory it has once got from the system it
/// keeps, in large pages where there are any. Another C library ignores this.
const KEEP_MEMORY: &str = "glibc.malloc.hugetlb=1:glibc.malloc.mmap_threshold=33554432:\
     glibc.malloc.trim_threshold=1073741824:glibc.malloc.top_pad=4194304";
/// How long a worker may take to lock itself down.
const START_MS: u64 = 10_000;
/// The first frame of a worker that is locked down, followed by what protects it.
const READY: &[u8] = b"ready ";
/// The first frame of a worker that could not lock itself down.
const NOT_LOCKED: &[u8] = b"not locked ";

/// A child that is locked down and waits for its one job.
#[derive(Debug)]
pub struct Worker {
    /// Nothing only while it is being ended.
    child: Option<Child>,
    limits: WorkerLimits,
    protection: Protection,
}

impl Worker {
    /// Starts a worker and waits until it is locked down.
    ///
    /// # Errors
    /// Where it cannot be started or locked down.
    pub fn start(job: &Job) -> Result<Worker, SandboxError> {
        Starting::begin(job)?.ready()
    }

    /// What protects this worker.
    #[must_use]
    pub fn protection(&self) -> Protection {
        self.protection
    }

    /// Hands over the job, waits for the answer, and ends the worker.
    ///
    /// # Errors
    /// Where the worker crashed, reached a limit, or tried what it may not do.
    pub fn run(self, input: Vec<u8>) -> Result<Vec<u8>, SandboxError> {
        self.begin(input)?.finish()
    }

    /// Hands over the job.
    fn begin(mut self, input: Vec<u8>) -> Result<Working, SandboxError> {
        if u64::try_from(input.len()).unwrap_or(u64::MAX) > self.limits.input_bytes {
            return Err(SandboxError::Size);
        }
        let (Some(mut stdin), Some(mut stdout)) = self.take_pipes() else {
            return Err(SandboxError::Start("the pipes are gone".to_owned()));
        };
        let (sender, answer) = mpsc::channel();
        let limit = self.limits.output_bytes;
        // A worker that dies early breaks the pipe: its end says more than the broken pipe does.
        thread::spawn(move || drop(write_frame(&mut stdin, &input)));
        thread::spawn(move || drop(sender.send(read_frame(&mut stdout, limit))));
        Ok(Working {
            worker: self,
            answer,
        })
    }

    fn take_pipes(&mut self) -> (Option<ChildStdin>, Option<ChildStdout>) {
        match &mut self.child {
            Some(child) => (child.stdin.take(), child.stdout.take()),
            None => (None, None),
        }
    }

    /// What became of a worker whose pipe ended without an answer.
    fn how_it_ended(&mut self) -> SandboxError {
        let deadline = Instant::now() + Duration::from_secs(2);
        while let Some(child) = self.child.as_mut().filter(|_| Instant::now() < deadline) {
            match child.try_wait() {
                Ok(Some(status)) => return explain(status),
                Ok(None) => thread::sleep(Duration::from_millis(1)),
                Err(error) => return SandboxError::Answer(error.to_string()),
            }
        }
        SandboxError::Answer("it closed its pipe and went on".to_owned())
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        // Answered, failed or never used: one worker does one job, and then it is gone.
        if let Some(mut child) = self.child.take() {
            let _ = child.kill();
            // Its memory takes a while to go; nobody has to wait for that.
            thread::spawn(move || child.wait());
        }
    }
}

/// A worker that has its job.
struct Working {
    worker: Worker,
    answer: Receiver<Result<Vec<u8>, FrameError>>,
}

impl Working {
    /// Waits for the answer, and ends the worker.
    fn finish(mut self) -> Result<Vec<u8>, SandboxError> {
        let wait = Duration::from_millis(self.worker.limits.wall_ms);
        match self.answer.recv_timeout(wait) {
            Ok(Ok(answer)) => Ok(answer),
            Ok(Err(FrameError::TooLong { .. })) => Err(SandboxError::Size),
            Ok(Err(FrameError::Magic)) => Err(SandboxError::Answer(FrameError::Magic.to_string())),
            Ok(Err(FrameError::Pipe(_))) => Err(self.worker.how_it_ended()),
            Err(RecvTimeoutError::Timeout) => Err(SandboxError::Time),
            Err(RecvTimeoutError::Disconnected) => Err(SandboxError::Answer(
                "the reader of its pipe is gone".to_owned(),
            )),
        }
    }
}

#[cfg(unix)]
pub(crate) fn explain(status: ExitStatus) -> SandboxError {
    use std::os::unix::process::ExitStatusExt;
    match status.signal() {
        Some(libc::SIGSYS) => SandboxError::Breach,
        Some(libc::SIGXCPU) => SandboxError::Cpu,
        Some(libc::SIGXFSZ) => SandboxError::Breach,
        // Panics are caught in the child, so only a failed allocation aborts.
        Some(libc::SIGABRT) => SandboxError::Memory,
        Some(signal) => SandboxError::Crash(signal),
        None => SandboxError::Answer(format!("it ended with {status}")),
    }
}

#[cfg(not(unix))]
pub(crate) fn explain(status: ExitStatus) -> SandboxError {
    SandboxError::Answer(format!("it ended with {status}"))
}

/// Makes the pipes as wide as they may be without asking: a large document then
/// waits less often for the other side. Where that is refused they stay as they are.
#[cfg(target_os = "linux")]
fn widen(child: &Child) {
    const PIPE_BYTES: usize = 1 << 20;
    if let Some(pipe) = &child.stdin {
        let _ = rustix::pipe::fcntl_setpipe_size(pipe, PIPE_BYTES);
    }
    if let Some(pipe) = &child.stdout {
        let _ = rustix::pipe::fcntl_setpipe_size(pipe, PIPE_BYTES);
    }
}

#[cfg(not(target_os = "linux"))]
fn widen(_: &Child) {}

/// A worker that was started and has not yet said that it is locked down.
#[derive(Debug)]
struct Starting {
    worker: Worker,
}

impl Starting {
    fn begin(job: &Job) -> Result<Starting, SandboxError> {
        let limits = job.limits;
        let child = Command::new(&job.program)
            .args(&job.arguments)
            .arg(limits.memory_bytes.to_string())
            .arg(limits.cpu_seconds.to_string())
            .arg(limits.input_bytes.to_string())
            .env_clear()
            .env("GLIBC_TUNABLES", KEEP_MEMORY)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| SandboxError::Start(error.to_string()))?;
        widen(&child);
        Ok(Starting {
            worker: Worker {
                child: Some(child),
                limits,
                protection: Protection::default(),
            },
        })
    }

    fn ready(mut self) -> Result<Worker, SandboxError> {
        let stdout = self
            .worker
            .child
            .as_mut()
            .and_then(|child| child.stdout.take());
        let Some(mut stdout) = stdout else {
            return Err(SandboxError::Start("the pipes are gone".to_owned()));
        };
        let (sender, receiver) = mpsc::channel();
        thread::spawn(move || {
            let frame = read_frame(&mut stdout, 1024);
            drop(sender.send((frame, stdout)));
        });
        let (frame, stdout) = receiver
            .recv_timeout(Duration::from_millis(START_MS))
            .map_err(|_| SandboxError::Start("it did not get ready in time".to_owned()))?;
        let frame = match frame {
            Ok(frame) => frame,
            Err(_) => return Err(self.worker.how_it_ended()),
        };
        if let Some(why) = frame.strip_prefix(NOT_LOCKED) {
            return Err(SandboxError::NotLocked(
                String::from_utf8_lossy(why).into_owned(),
            ));
        }
        let Some([files, calls, limits]) = frame.strip_prefix(READY) else {
            return Err(SandboxError::Answer(
                "it did not say that it is ready".to_owned(),
            ));
        };
        self.worker.protection = Protection {
            files: *files == 1,
            calls: *calls == 1,
            limits: *limits == 1,
        };
        if let Some(child) = &mut self.worker.child {
            child.stdout = Some(stdout);
        }
        Ok(self.worker)
    }
}

/// Keeps the next worker ready while one works.
#[derive(Debug)]
pub struct Pool {
    job: Job,
    next: Option<Starting>,
}

impl Pool {
    /// A pool for one kind of job; nothing is started yet.
    #[must_use]
    pub fn new(job: Job) -> Pool {
        Pool { job, next: None }
    }

    /// Runs one job in a fresh worker, and starts the next one meanwhile.
    ///
    /// # Errors
    /// As [`Worker::start`] and [`Worker::run`].
    pub fn run(&mut self, input: Vec<u8>) -> Result<Vec<u8>, SandboxError> {
        let starting = match self.next.take() {
            Some(starting) => starting,
            None => Starting::begin(&self.job)?,
        };
        let working = starting.ready()?.begin(input)?;
        self.next = Starting::begin(&self.job).ok();
        working.finish()
    }
}

/// The child's side: locks down, reads one job, answers, ends.
///
/// `arguments` are those behind the hidden subcommand. The handler must not
/// panic; if it does, the worker ends without an answer.
pub fn serve(arguments: &[String], handler: impl FnOnce(&[u8]) -> Vec<u8>) -> ExitCode {
    serve_work(arguments, Work::Ours, handler)
}

/// As [`serve`], for a handler that calls a library of others, loaded before:
/// where it looks for a file it is refused, and not ended.
pub fn serve_library(arguments: &[String], handler: impl FnOnce(&[u8]) -> Vec<u8>) -> ExitCode {
    serve_work(arguments, Work::Library, handler)
}

fn serve_work(
    arguments: &[String],
    work: Work,
    handler: impl FnOnce(&[u8]) -> Vec<u8>,
) -> ExitCode {
    let number = |index: usize| {
        arguments
            .get(index)
            .and_then(|text| text.parse::<u64>().ok())
    };
    let (Some(memory_bytes), Some(cpu_seconds), Some(input_bytes)) =
        (number(0), number(1), number(2))
    else {
        return ExitCode::from(2);
    };
    let limits = WorkerLimits {
        memory_bytes,
        cpu_seconds,
        input_bytes,
        ..WorkerLimits::default()
    };
    // A panic message would need calls the worker no longer has.
    std::panic::set_hook(Box::new(|_| {}));
    let mut stdout = std::io::stdout().lock();
    let mut stdin = std::io::stdin().lock();
    let ready = match lock_down(&limits, work) {
        Ok(p) => [
            READY,
            &[u8::from(p.files), u8::from(p.calls), u8::from(p.limits)],
        ]
        .concat(),
        Err(why) => {
            let _ = write_frame(&mut stdout, &[NOT_LOCKED, why.as_bytes()].concat());
            return ExitCode::FAILURE;
        }
    };
    answer(&mut stdin, &mut stdout, &ready, input_bytes, handler)
}

fn answer(
    stdin: &mut impl Read,
    stdout: &mut impl Write,
    ready: &[u8],
    input_bytes: u64,
    handler: impl FnOnce(&[u8]) -> Vec<u8>,
) -> ExitCode {
    if write_frame(stdout, ready).is_err() {
        return ExitCode::FAILURE;
    }
    let Ok(input) = read_frame(stdin, input_bytes) else {
        return ExitCode::FAILURE;
    };
    let handled = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| handler(&input)));
    match handled.map(|answer| write_frame(stdout, &answer)) {
        Ok(Ok(())) => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    }
}
