//! A worker, and a foreign program, that misbehaves on demand, to show that the
//! sandbox holds.
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "it tries everything a worker may not do"
)]

use std::process::ExitCode;

use groundstop_sandbox::{confine_and_run, serve, serve_library};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.split_first() {
        Some((first, rest)) if first == "confine" => confine_and_run(rest),
        Some((first, rest)) if first == "program" => program(rest),
        Some((first, rest)) if first == "library" => serve_library(rest, misbehave),
        _ => serve(&arguments, misbehave),
    }
}

/// As a foreign program: the attack is an argument, the answer goes to standard output.
fn program(arguments: &[String]) -> ExitCode {
    let attack = arguments.first().map(String::as_bytes).unwrap_or_default();
    let answer = match attack {
        b"repeat the input" => {
            let mut input = Vec::new();
            let read = std::io::Read::read_to_end(&mut std::io::stdin(), &mut input);
            read.map(|_| input).unwrap_or_default()
        }
        b"fail" => return ExitCode::from(7),
        attack => misbehave(attack),
    };
    match std::io::Write::write_all(&mut std::io::stdout(), &answer) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

fn misbehave(job: &[u8]) -> Vec<u8> {
    match job {
        b"echo" => b"echo".to_vec(),
        b"open a file" => done(std::fs::read("/etc/hostname").is_ok()),
        b"write a file" => done(std::fs::write("/tmp/groundstop-escaped", b"x").is_ok()),
        b"connect" => done(std::net::TcpStream::connect("127.0.0.1:9").is_ok()),
        b"listen" => done(std::net::TcpListener::bind("127.0.0.1:0").is_ok()),
        b"run a program" => done(std::process::Command::new("/bin/true").status().is_ok()),
        b"signal another process" => done(
            rustix::process::kill_process(rustix::process::getpid(), rustix::process::Signal::CONT)
                .is_ok(),
        ),
        b"start a thread" => done(std::thread::spawn(|| ()).join().is_ok()),
        b"take memory" => {
            let mut hoard: Vec<Vec<u8>> = Vec::new();
            loop {
                hoard.push(vec![1; 64 << 20]);
            }
        }
        b"never end" => loop {
            std::hint::spin_loop();
        },
        b"overflow the stack" => vec![u8::try_from(deep(0) % 2).unwrap_or(0)],
        b"panic" => panic!("on purpose"),
        b"answer without end" => {
            let chunk = [b'x'; 65536];
            loop {
                if std::io::Write::write_all(&mut std::io::stdout(), &chunk).is_err() {
                    return Vec::new();
                }
            }
        }
        b"answer too much" => vec![0; 32 << 20],
        other => other.to_vec(),
    }
}

fn done(escaped: bool) -> Vec<u8> {
    if escaped {
        b"ESCAPED".to_vec()
    } else {
        b"refused".to_vec()
    }
}

#[allow(unconditional_recursion, reason = "that is the attack")]
fn deep(depth: u64) -> u64 {
    let pad = [depth; 64];
    deep(depth + 1) + std::hint::black_box(pad)[3]
}
