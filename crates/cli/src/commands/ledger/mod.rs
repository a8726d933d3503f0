//! `groundstop ledger`, `key` and `review`: the log of everything decided.

pub(crate) mod args;
mod audit;
pub(crate) mod health;
mod look;
mod review;
mod transfer;

use groundstop_engine::{Engine, GrowthProof};
use groundstop_ledger::store::Swept;

use self::args::{KeyCommand, LedgerCommand, ProofArgs};
use crate::error::{CliError, Output};

pub(crate) use self::review::run as review;

pub(crate) fn run(command: &LedgerCommand, engine: &Engine) -> Result<Output, CliError> {
    match command {
        LedgerCommand::Log(args) => look::log(args, engine),
        LedgerCommand::Show(args) => look::show(args, engine),
        LedgerCommand::Verify(args) => audit::verify(args, engine),
        LedgerCommand::Proof(args) => proof(args, engine),
        LedgerCommand::Checkpoint { rotate } => {
            Ok(Output::fine(engine.ledger_checkpoint(*rotate)?))
        }
        LedgerCommand::Export(args) => transfer::export(args, engine),
        LedgerCommand::Import(args) => transfer::import(args, engine),
        LedgerCommand::Fsck(args) => audit::fsck(args, engine),
        LedgerCommand::Gc => gc(engine),
    }
}

/// `groundstop key`.
pub(crate) fn key(command: &KeyCommand, engine: &Engine) -> Result<Output, CliError> {
    match command {
        KeyCommand::New { origin } => {
            let (path, public) = engine.key_new(origin)?;
            Ok(Output::fine(format!(
                "the key of `{origin}` is in `{}`: keep a copy where only you can read it\npublic key: {public}\n",
                path.display(),
            )))
        }
        KeyCommand::Show => Ok(Output::fine(format!("{}\n", engine.key_show()?))),
    }
}

fn proof(args: &ProofArgs, engine: &Engine) -> Result<Output, CliError> {
    if let Some(named) = &args.record {
        return Ok(Output::fine(engine.ledger_proof(named)?));
    }
    let GrowthProof {
        older,
        newer,
        hashes,
    } = engine.ledger_growth(args.from.unwrap_or_default())?;
    let mut text = format!(
        "older {} {}\nnewer {} {}\n",
        older.0,
        older.1.to_base64(),
        newer.0,
        newer.1.to_base64()
    );
    for hash in hashes {
        text.push_str(&format!("{}\n", hash.to_base64()));
    }
    Ok(Output::fine(text))
}

fn gc(engine: &Engine) -> Result<Output, CliError> {
    let Swept {
        keys,
        kept,
        reservations,
    } = engine.ledger_gc()?;
    Ok(Output::fine(format!(
        "removed {keys} idempotency keys and {kept} kept results, added up {reservations} reservations; records are never removed\n"
    )))
}
