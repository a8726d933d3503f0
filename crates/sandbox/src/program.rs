//! A foreign program under a profile of its own: it reads its binary, its
//! libraries and its data, takes its input from a pipe and answers on one.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use crate::error::SandboxError;
use crate::lock::confine;
use crate::worker::{WorkerLimits, explain};

/// Which program is run, by whom, and what it may see.
#[derive(Clone, Debug)]
pub struct Program {
    /// Our own binary, which locks itself down and then becomes the program.
    pub launcher: PathBuf,
    /// The hidden subcommand that leads to [`confine_and_run`].
    pub launch_command: String,
    /// The program.
    pub program: PathBuf,
    /// What it is told.
    pub arguments: Vec<String>,
    /// Its surroundings; nothing of ours is passed on.
    pub environment: Vec<(String, String)>,
    /// The files and folders it may read; those that are not there do not matter.
    pub readable: Vec<PathBuf>,
    /// What it may use.
    pub limits: WorkerLimits,
}

/// Exit code of a launcher that could not lock itself down or start the program.
const NOT_STARTED: u8 = 125;
/// Between what the launcher is told and what the program is told.
const THEN: &str = "--";

impl Program {
    /// Runs the program on this input and gives back what it wrote.
    ///
    /// # Errors
    /// Where it could not be started, failed, reached a limit, or tried what it may not do.
    pub fn run(&self, input: Vec<u8>) -> Result<Vec<u8>, SandboxError> {
        if u64::try_from(input.len()).unwrap_or(u64::MAX) > self.limits.input_bytes {
            return Err(SandboxError::Size);
        }
        let mut running = Running(self.start()?);
        let (Some(mut stdin), Some(stdout)) = (running.0.stdin.take(), running.0.stdout.take())
        else {
            return Err(SandboxError::Start("the pipes are gone".to_owned()));
        };
        // A program that ends early breaks the pipe: its end says more than that does.
        thread::spawn(move || drop(stdin.write_all(&input)));
        let (sender, receiver) = mpsc::channel();
        let most = self.limits.output_bytes;
        thread::spawn(move || {
            let mut answer = Vec::new();
            let mut bounded = stdout.take(most.saturating_add(1));
            drop(sender.send(bounded.read_to_end(&mut answer).map(|_| answer)));
        });
        let answer = match receiver.recv_timeout(Duration::from_millis(self.limits.wall_ms)) {
            Ok(Ok(answer)) => answer,
            Ok(Err(error)) => return Err(SandboxError::Answer(error.to_string())),
            Err(RecvTimeoutError::Timeout) => return Err(SandboxError::Time),
            Err(RecvTimeoutError::Disconnected) => {
                return Err(SandboxError::Answer(
                    "the reader of its pipe is gone".to_owned(),
                ));
            }
        };
        if u64::try_from(answer.len()).unwrap_or(u64::MAX) > most {
            return Err(SandboxError::Size);
        }
        let status = running.0.wait();
        let status = status.map_err(|error| SandboxError::Answer(error.to_string()))?;
        match status.code() {
            Some(0) => Ok(answer),
            Some(code) if code == i32::from(NOT_STARTED) => Err(SandboxError::NotLocked(
                String::from_utf8_lossy(&answer).into_owned(),
            )),
            _ => Err(explain(status)),
        }
    }

    fn start(&self) -> Result<Child, SandboxError> {
        let limits = self.limits;
        Command::new(&self.launcher)
            .arg(&self.launch_command)
            .arg(limits.memory_bytes.to_string())
            .arg(limits.cpu_seconds.to_string())
            .args(self.readable.iter().filter(|path| path.exists()))
            .arg(&self.program)
            .arg(THEN)
            .args(&self.arguments)
            .env_clear()
            .envs(self.environment.iter().map(|(name, value)| (name, value)))
            .current_dir("/")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| SandboxError::Start(error.to_string()))
    }
}

/// A program that does not outlive its caller.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The launcher's side: locks down, and becomes the program. `arguments` are
/// those behind the hidden subcommand. Comes back only where that failed.
#[must_use]
pub fn confine_and_run(arguments: &[String]) -> ExitCode {
    let why = match become_program(arguments) {
        Ok(never) => match never {},
        Err(why) => why,
    };
    let _ = std::io::stdout().write_all(why.as_bytes());
    ExitCode::from(NOT_STARTED)
}

/// What cannot be.
enum Never {}

fn become_program(arguments: &[String]) -> Result<Never, String> {
    let (ours, theirs) = arguments
        .iter()
        .position(|argument| argument == THEN)
        .and_then(|at| arguments.split_at_checked(at))
        .ok_or("it was told nothing")?;
    let [memory, cpu, readable @ ..] = ours else {
        return Err("it was not told its limits".to_owned());
    };
    let number = |text: &String| text.parse::<u64>().map_err(|error| error.to_string());
    let limits = WorkerLimits {
        memory_bytes: number(memory)?,
        cpu_seconds: number(cpu)?,
        ..WorkerLimits::default()
    };
    let readable: Vec<PathBuf> = readable.iter().map(PathBuf::from).collect();
    let program = readable.last().ok_or("it was not told the program")?;
    confine(&limits, &readable)?;
    Err(replace(program, theirs.get(1..).unwrap_or_default()))
}

/// Becomes the program; comes back with the reason where that failed.
#[cfg(unix)]
fn replace(program: &Path, arguments: &[String]) -> String {
    use std::os::unix::process::CommandExt;
    Command::new(program).args(arguments).exec().to_string()
}

#[cfg(not(unix))]
fn replace(_: &Path, _: &[String]) -> String {
    "programs are confined on Linux only".to_owned()
}
