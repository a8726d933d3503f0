//! A process that appends, or reserves, from several threads at once. The tests
//! start it, let it run with others or end it in the middle, and look at what it
//! acknowledged: every line it printed must be in the store.
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_macros,
    reason = "a program of the tests: it has arguments, threads, a clock and output"
)]

use std::io::Write;
use std::process::ExitCode;
use std::thread;
use std::time::{SystemTime, UNIX_EPOCH};

use groundstop_ledger::meter::{Amounts, ReservationRequest, Reserved};
use groundstop_ledger::record::Draft;
use groundstop_ledger::store::{Outcome, open};
use groundstop_ledger::{Ledger, Moment};
use serde_json::json;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [mode, address, threads, count, mark] = args.as_slice() else {
        eprintln!("usage: ledger-writer append|reserve ADDRESS THREADS COUNT MARK");
        return ExitCode::FAILURE;
    };
    let (Ok(threads), Ok(count)) = (threads.parse(), count.parse()) else {
        eprintln!("THREADS and COUNT are numbers");
        return ExitCode::FAILURE;
    };
    let work = match mode.as_str() {
        "append" => append,
        _ => reserve,
    };
    match run(address, threads, count, mark, work) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

type Work = fn(&Ledger, &str, u64) -> Result<(), String>;

fn run(address: &str, threads: u64, count: u64, mark: &str, work: Work) -> Result<(), String> {
    let store = open(address).map_err(|error| error.to_string())?;
    let ledger = Ledger::new(store);
    thread::scope(|scope| {
        let workers: Vec<_> = (0..threads)
            .map(|thread| {
                let (ledger, mark) = (&ledger, format!("{mark}-{thread}"));
                scope.spawn(move || work(ledger, &mark, count))
            })
            .collect();
        let mut ended = workers.into_iter().map(|worker| worker.join());
        ended.try_for_each(|one| one.unwrap_or_else(|_| Err("a thread panicked".to_owned())))
    })
}

fn now() -> Moment {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    let micros = since.unwrap_or_default().as_micros();
    Moment::from_micros(i64::try_from(micros).unwrap_or(i64::MAX))
}

/// Appends records and prints the place and the name of each that was acknowledged.
fn append(ledger: &Ledger, mark: &str, count: u64) -> Result<(), String> {
    for number in 0..count {
        let name = format!("{mark}-{number}");
        let body = json!({"decision": {
            "receipt": {"id": name},
            "document": {"sha256": mark},
            "text": "Every decision leaves a record. ".repeat(8),
        }});
        let draft = Draft::new(&body, now()).map_err(|error| error.to_string())?;
        match ledger.append(draft).map_err(|error| error.to_string())? {
            Outcome::Appended { index, .. } => say(&format!("{index} {name}"))?,
            other => return Err(format!("{other:?}")),
        }
    }
    Ok(())
}

/// Tries to reserve a call so often, out of 250 in all, and prints each that was granted.
fn reserve(ledger: &Ledger, mark: &str, count: u64) -> Result<(), String> {
    for _ in 0..count {
        let at = now();
        let request = ReservationRequest {
            principal: "everybody",
            budget: "all",
            amounts: Amounts {
                calls: 1,
                units: 1,
                bytes: 1,
            },
            per_minute: Amounts::UNLIMITED,
            in_all: Amounts {
                calls: 250,
                ..Amounts::UNLIMITED
            },
            at,
            deadline: at.after(3_600_000_000),
        };
        let reserved = ledger.store().reserve(&request);
        if let Reserved::Granted(_) = reserved.map_err(|error| error.to_string())? {
            say(&format!("granted {mark}"))?;
        }
    }
    Ok(())
}

/// One line, whole, at once: what is printed is what was acknowledged.
fn say(line: &str) -> Result<(), String> {
    let mut out = std::io::stdout().lock();
    out.write_all(format!("{line}\n").as_bytes())
        .and_then(|()| out.flush())
        .map_err(|error| error.to_string())
}
