//! Running the binary that was built, in a folder of its own.
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tests of the command line start it and make files for it"
)]

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// A folder for one test, empty at its start.
pub(crate) struct Folder(PathBuf);

impl Folder {
    /// Makes the folder anew.
    pub(crate) fn new(name: &str) -> Folder {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a folder for the test");
        Folder(path)
    }

    /// Where it is.
    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    /// Writes a file into it.
    pub(crate) fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().expect("a parent")).expect("folders");
        fs::write(path, content).expect("a file for the test");
    }

    /// Reads a file of it.
    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.join(name)).expect("a file the command wrote")
    }

    /// Reads a file of it that is no text.
    pub(crate) fn read_bytes(&self, name: &str) -> Vec<u8> {
        fs::read(self.0.join(name)).expect("a file the command wrote")
    }

    /// The names of its files, in order.
    pub(crate) fn names(&self) -> Vec<String> {
        self.names_in("")
    }

    /// The names of the files in a folder of it, in order.
    pub(crate) fn names_in(&self, folder: &str) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(self.0.join(folder))
            .expect("the folder")
            .map(|entry| {
                entry
                    .expect("an entry")
                    .file_name()
                    .to_string_lossy()
                    .into_owned()
            })
            .collect();
        names.sort();
        names
    }

    /// Copies the loan example into it.
    pub(crate) fn with_example(self) -> Folder {
        for name in ["agreement.txt", "schema.toml", "candidates.json"] {
            self.write(name, example(name));
        }
        self
    }

    /// Copies a folder of examples into it.
    pub(crate) fn copy_examples(&self, name: &str) {
        let from = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../../examples")
            .join(name);
        for entry in fs::read_dir(from).expect("the examples") {
            let path = entry.expect("an entry").path();
            let file = path.file_name().expect("a name").to_string_lossy();
            let content = fs::read(&path).expect("an example");
            self.write(&format!("examples/{name}/{file}"), content);
        }
    }

    /// Runs the command in it.
    pub(crate) fn run(&self, args: &[&str]) -> Ended {
        self.run_with_input(args, b"")
    }

    /// Runs the command in it, with something on standard input.
    pub(crate) fn run_with_input(&self, args: &[&str], input: &[u8]) -> Ended {
        self.end(command().args(args), input)
    }

    /// Runs the command in it with a second reader of PDFs.
    pub(crate) fn run_with_second_reader(&self, library: &str, args: &[&str]) -> Ended {
        self.end(command().args(args).env(SECOND_READER, library), b"")
    }

    /// Runs the command in it where no other program can be found.
    pub(crate) fn run_without_path(&self, args: &[&str]) -> Ended {
        self.end(command().args(args).env("PATH", ""), b"")
    }

    fn end(&self, command: &mut Command, input: &[u8]) -> Ended {
        let mut child = command
            .current_dir(&self.0)
            // What a user's own folders hold is nobody's business here.
            .env("XDG_CONFIG_HOME", self.0.join(".own/config"))
            .env("XDG_STATE_HOME", self.0.join(".own/state"))
            .env("COLUMNS", "100")
            .env("NO_COLOR", "1")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary starts");
        // A command that does not read its input may be gone before it is written.
        let _ = child.stdin.take().expect("a pipe").write_all(input);
        let output = child.wait_with_output().expect("the binary ends");
        Ended {
            stdout: String::from_utf8(output.stdout).expect("UTF-8"),
            stderr: String::from_utf8(output.stderr).expect("UTF-8"),
            code: output.status.code().expect("an exit code"),
        }
    }
}

/// Asserts something about what is counted by the minute. On a machine that is so busy that the
/// minute was over before all of it was tried, it says nothing and is tried again.
pub(crate) fn within_a_minute(holds: impl Fn(usize) -> bool) {
    for turn in 0..5 {
        let begun = Instant::now();
        if holds(turn) {
            return;
        }
        let took = begun.elapsed();
        assert!(took > Duration::from_secs(55), "{took:?} on turn {turn}");
    }
    panic!("never done within a minute");
}

/// The variable that names a second reader; a test says itself whether it has one.
const SECOND_READER: &str = "GROUNDSTOP_PDFIUM";

/// The program that was built, without what the environment says.
pub(crate) fn command() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_groundstop"));
    command.env_remove(SECOND_READER);
    for variable in ["GROUNDSTOP_HOME", "GROUNDSTOP_STORE"] {
        command.env_remove(variable);
    }
    command
}

/// A file of the loan example.
pub(crate) fn example(name: &str) -> Vec<u8> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/loan");
    fs::read(folder.join(name)).expect("the example")
}

/// How a command ended.
#[derive(Debug)]
pub(crate) struct Ended {
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    pub(crate) code: i32,
}

impl Ended {
    /// Everything a person sees, with what changes from run to run left out.
    pub(crate) fn seen(&self) -> String {
        let mut text = format!("exit code {}\n", self.code);
        for (name, stream) in [("stdout", &self.stdout), ("stderr", &self.stderr)] {
            if !stream.is_empty() {
                text.push_str(&format!("--- {name}\n{}", steady(stream)));
            }
        }
        text
    }
}

/// Replaces the time of the run and the receipt's id.
fn steady(text: &str) -> String {
    text.lines()
        .map(|line| {
            let key = line.trim_start();
            match (key.starts_with("\"decided_at\""), key.starts_with("\"id\"")) {
                (true, _) => format!(
                    "{}\"decided_at\": \"[time]\",\n",
                    &line[..line.len() - key.len()]
                ),
                (_, true) => format!("{}\"id\": \"[id]\",\n", &line[..line.len() - key.len()]),
                _ => format!("{line}\n"),
            }
        })
        .collect()
}
