//! `groundstop ledger`, `key` and `review`: the log of everything decided.

pub(crate) mod args;
mod audit;
mod config;
pub(crate) mod health;
pub(crate) mod home;
mod look;
pub(crate) mod recorder;
mod review;
mod transfer;

use groundstop_ledger::store::Swept;
use groundstop_ledger::{Ledger, LedgerError};

use self::args::{HomeArgs, KeyCommand, LedgerCommand, ProofArgs};
use self::home::{Home, no_key, refused};
use crate::error::{CliError, Output};

pub(crate) use self::review::run as review;

pub(crate) fn run(command: &LedgerCommand, at: &HomeArgs) -> Result<Output, CliError> {
    let home = Home::need(at)?;
    match command {
        LedgerCommand::Log(args) => look::log(&home, args),
        LedgerCommand::Show(args) => look::show(&home, args),
        LedgerCommand::Verify(args) => audit::verify(&home, args),
        LedgerCommand::Proof(args) => proof(&home, args),
        LedgerCommand::Checkpoint { rotate } => checkpoint(&home, *rotate),
        LedgerCommand::Export(args) => transfer::export(&home, args),
        LedgerCommand::Import(args) => transfer::import(&home, args),
        LedgerCommand::Fsck(args) => audit::fsck(&home, args),
        LedgerCommand::Gc => gc(&home),
    }
}

/// `groundstop key`.
pub(crate) fn key(command: &KeyCommand, at: &HomeArgs) -> Result<Output, CliError> {
    let home = Home::need(at)?;
    match command {
        KeyCommand::New { origin } => {
            let (key, path) = home.make_key(origin)?;
            Ok(Output::fine(format!(
                "the key of `{origin}` is in `{}`: keep a copy where only you can read it\npublic key: {}\n",
                path.display(),
                key.public()
            )))
        }
        KeyCommand::Show => {
            let key = home.public_key(None)?.ok_or_else(no_key)?;
            Ok(Output::fine(format!("{key}\n")))
        }
    }
}

/// The place of a record named by its number or by the beginning of its id.
///
/// Digits alone are a number. Where they could be the beginning of an id as well,
/// both are named, and `number:` or `id:` in front says which is meant.
fn find(ledger: &Ledger, home: &Home, named: &str) -> Result<u64, CliError> {
    let (number, id) = match (named.strip_prefix("number:"), named.strip_prefix("id:")) {
        (Some(number), _) => (Some(number), None),
        (_, Some(id)) => (None, Some(id)),
        (None, None) => (Some(named), Some(named)),
    };
    let number = number.and_then(|digits| digits.parse::<u64>().ok());
    let hex = |id: &&str| id.len() >= 6 && id.bytes().all(|byte| byte.is_ascii_hexdigit());
    let places = match id.filter(hex) {
        Some(id) => ledger.store().named(&id.to_lowercase()),
        None => Ok(Vec::new()),
    };
    let places = places.map_err(|error| home.failed(&error))?;
    let head = ledger.store().head().map_err(|error| home.failed(&error))?;
    let there = number.filter(|index| *index < head.frontier.size());
    match (there, places.as_slice()) {
        (Some(index), []) => Ok(index),
        (Some(index), [same]) if *same == index => Ok(index),
        (Some(index), [other, ..]) => Err(CliError::input(
            format!(
                "`{named}` is the number of record {index} and begins the id of record {other}"
            ),
            format!("write `number:{named}` or `id:{named}`"),
        )),
        (None, [index]) => Ok(*index),
        (None, []) => match number {
            Some(index) => Err(refused(&LedgerError::NoRecord {
                index,
                size: head.frontier.size(),
            })),
            None => Err(CliError::input(
                format!("there is no record `{named}`"),
                "give a record's number, or six digits or more of its receipt's id",
            )),
        },
        (None, several) => Err(CliError::input(
            format!("`{named}` begins the ids of {} records", several.len()),
            "give more digits of the id, or the record's number",
        )),
    }
}

fn proof(home: &Home, args: &ProofArgs) -> Result<Output, CliError> {
    let ledger = home.open_for_reading()?;
    if let Some(named) = &args.record {
        let index = find(&ledger, home, named)?;
        let key = home.public_key(None)?;
        let proof = ledger
            .proof(index, key.as_ref())
            .map_err(|error| refused(&error))?;
        return Ok(Output::fine(proof.to_string()));
    }
    let older = args.from.unwrap_or_default();
    let head = ledger.store().head().map_err(|error| home.failed(&error))?;
    let newer = head.frontier.size();
    let hashes = ledger
        .consistency(older, newer)
        .map_err(|error| refused(&error))?;
    let root = |size| ledger.root_at(size).map_err(|error| refused(&error));
    let mut text = format!(
        "older {older} {}\nnewer {newer} {}\n",
        root(older)?.to_base64(),
        root(newer)?.to_base64()
    );
    for hash in hashes {
        text.push_str(&format!("{}\n", hash.to_base64()));
    }
    Ok(Output::fine(text))
}

fn checkpoint(home: &Home, rotate: bool) -> Result<Output, CliError> {
    let key = home.need_signing_key()?;
    let ledger = home.open()?;
    let note = ledger
        .checkpoint(&key, rotate)
        .map_err(|error| refused(&error))?;
    Ok(Output::fine(note))
}

fn gc(home: &Home) -> Result<Output, CliError> {
    let ledger = home.open_existing()?;
    let swept = ledger.store().sweep(recorder::now());
    let Swept {
        keys,
        kept,
        reservations,
    } = swept.map_err(|error| home.failed(&error))?;
    Ok(Output::fine(format!(
        "removed {keys} idempotency keys and {kept} kept results, added up {reservations} reservations; records are never removed\n"
    )))
}
