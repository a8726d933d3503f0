//! The sandbox holds: every attack is stopped and has its name.
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tests start workers and take their time"
)]

use std::time::{Duration, Instant};

use groundstop_sandbox::{Job, Pool, Program, SandboxError, Worker, WorkerLimits};

fn job(limits: WorkerLimits) -> Job {
    Job {
        program: env!("CARGO_BIN_EXE_sandbox-attacker").into(),
        arguments: Vec::new(),
        limits,
    }
}

fn small() -> WorkerLimits {
    WorkerLimits {
        memory_bytes: 256 << 20,
        cpu_seconds: 10,
        wall_ms: 20_000,
        input_bytes: 1 << 20,
        output_bytes: 1 << 20,
    }
}

fn attack(what: &str) -> Result<Vec<u8>, SandboxError> {
    Worker::start(&job(small()))
        .expect("a worker")
        .run(what.as_bytes().to_vec())
}

#[test]
fn an_honest_job_is_answered() {
    assert_eq!(attack("echo").unwrap(), b"echo");
    assert_eq!(attack("").unwrap(), b"");
}

#[test]
fn a_worker_is_fully_protected_on_linux() {
    let worker = Worker::start(&job(small())).expect("a worker");
    assert_eq!(worker.protection().is_full(), cfg!(target_os = "linux"));
}

#[test]
#[cfg(target_os = "linux")]
fn every_forbidden_act_is_a_breach() {
    for what in [
        "open a file",
        "write a file",
        "connect",
        "listen",
        "run a program",
        "start a thread",
    ] {
        assert_eq!(attack(what).unwrap_err(), SandboxError::Breach, "{what}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_library_of_others_is_refused_files_and_ended_for_anything_else() {
    let library = Job {
        arguments: vec!["library".to_owned()],
        ..job(small())
    };
    let attack = |what: &str| {
        let worker = Worker::start(&library).expect("a worker");
        assert!(worker.protection().is_full());
        worker.run(what.as_bytes().to_vec())
    };
    assert_eq!(attack("echo").unwrap(), b"echo");
    for what in ["open a file", "write a file"] {
        assert_eq!(attack(what).unwrap(), b"refused", "{what}");
    }
    for what in ["connect", "listen", "run a program", "start a thread"] {
        assert_eq!(attack(what).unwrap_err(), SandboxError::Breach, "{what}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn memory_past_the_limit_is_named() {
    assert_eq!(attack("take memory").unwrap_err(), SandboxError::Memory);
}

#[test]
fn time_past_the_limit_is_named_and_kept_to() {
    let limits = WorkerLimits {
        wall_ms: 200,
        ..small()
    };
    let worker = Worker::start(&job(limits)).expect("a worker");
    let start = Instant::now();
    assert_eq!(
        worker.run(b"never end".to_vec()).unwrap_err(),
        SandboxError::Time
    );
    assert!(start.elapsed() < Duration::from_secs(2));
}

#[test]
#[cfg(target_os = "linux")]
fn processor_time_past_the_limit_is_named() {
    let limits = WorkerLimits {
        cpu_seconds: 1,
        ..small()
    };
    let worker = Worker::start(&job(limits)).expect("a worker");
    let ended = worker.run(b"never end".to_vec()).unwrap_err();
    assert!(
        matches!(ended, SandboxError::Cpu | SandboxError::Crash(9)),
        "{ended:?}"
    );
}

#[test]
fn too_much_input_or_output_is_named() {
    let worker = Worker::start(&job(small())).expect("a worker");
    assert_eq!(
        worker.run(vec![0; 2 << 20]).unwrap_err(),
        SandboxError::Size
    );
    assert_eq!(attack("answer too much").unwrap_err(), SandboxError::Size);
    // Bytes without a frame are no answer, however many there are.
    assert!(matches!(
        attack("answer without end").unwrap_err(),
        SandboxError::Answer(_)
    ));
}

#[test]
fn crashes_and_panics_are_named() {
    assert!(matches!(
        attack("panic").unwrap_err(),
        SandboxError::Answer(_)
    ));
    let ended = attack("overflow the stack").unwrap_err();
    assert!(
        matches!(ended, SandboxError::Crash(_) | SandboxError::Memory),
        "{ended:?}"
    );
}

#[test]
fn a_pool_gives_every_job_a_fresh_worker() {
    let mut pool = Pool::new(job(small()));
    for number in 0..5 {
        let text = format!("job {number}");
        assert_eq!(
            pool.run(text.clone().into_bytes()).unwrap(),
            text.as_bytes()
        );
    }
    assert!(pool.run(b"panic".to_vec()).is_err());
    assert_eq!(
        pool.run(b"echo".to_vec()).unwrap(),
        b"echo",
        "one crash does not reach the next job"
    );
}

#[test]
fn a_program_that_is_not_there_is_named() {
    let missing = Job {
        program: "/nowhere/at-all".into(),
        ..job(small())
    };
    assert!(matches!(
        Worker::start(&missing),
        Err(SandboxError::Start(_))
    ));
    let stranger = Job {
        program: "/bin/cat".into(),
        arguments: vec!["/dev/null".into()],
        ..job(small())
    };
    assert!(Worker::start(&stranger).is_err());
}

fn program(attack: &str) -> Program {
    let ours = env!("CARGO_BIN_EXE_sandbox-attacker");
    Program {
        launcher: ours.into(),
        launch_command: "confine".to_owned(),
        program: ours.into(),
        arguments: vec!["program".to_owned(), attack.to_owned()],
        environment: Vec::new(),
        readable: ["/lib", "/lib64", "/usr/lib", "/etc/ld.so.cache"]
            .map(Into::into)
            .to_vec(),
        limits: small(),
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_foreign_program_reads_its_input_and_answers() {
    let answer = program("repeat the input").run(b"a picture".to_vec());
    assert_eq!(answer.unwrap(), b"a picture");
}

#[test]
#[cfg(target_os = "linux")]
fn a_foreign_program_gets_no_file_but_its_own_no_socket_and_no_other_program() {
    for attack in [
        "open a file",
        "write a file",
        "run a program",
        "start a thread",
        "connect",
        "listen",
    ] {
        match program(attack).run(Vec::new()) {
            Ok(answer) => assert_eq!(answer, b"refused", "{attack}"),
            Err(error) => assert!(
                matches!(error, SandboxError::Answer(_)),
                "{attack}: {error:?}"
            ),
        }
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_foreign_program_that_looks_at_other_processes_is_ended() {
    let ended = program("signal another process")
        .run(Vec::new())
        .unwrap_err();
    assert_eq!(ended, SandboxError::Breach);
}

#[test]
#[cfg(target_os = "linux")]
fn a_foreign_program_keeps_to_its_limits() {
    let ended = program("take memory").run(Vec::new()).unwrap_err();
    assert_eq!(ended, SandboxError::Memory);
    let ended = program("answer without end").run(Vec::new()).unwrap_err();
    assert_eq!(ended, SandboxError::Size);
    let mut slow = program("never end");
    slow.limits.wall_ms = 200;
    assert_eq!(slow.run(Vec::new()).unwrap_err(), SandboxError::Time);
}

#[test]
#[cfg(target_os = "linux")]
fn a_foreign_program_that_fails_or_is_missing_is_named() {
    let ended = program("fail").run(Vec::new()).unwrap_err();
    assert!(matches!(ended, SandboxError::Answer(_)), "{ended:?}");
    let mut missing = program("echo");
    missing.program = "/nowhere/at-all".into();
    let ended = missing.run(Vec::new()).unwrap_err();
    assert!(matches!(ended, SandboxError::NotLocked(_)), "{ended:?}");
}
