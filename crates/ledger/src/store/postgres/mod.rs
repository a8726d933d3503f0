//! The shared store: a schema of its own in a PostgreSQL database.
//!
//! A lost connection is made again a few times. A commit whose answer was lost
//! is looked up by its token before anything is tried again, so that no record
//! is lost or doubled.

mod keep;
mod log;
mod meter;
mod tls;

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use postgres::config::{Host, SslMode};
use postgres::error::SqlState;
use postgres::{Client, Config, NoTls, Statement};

use super::{PRODUCT, SCHEMA_VERSION, Store, StoreError};

/// How long connecting may take.
const CONNECT: Duration = Duration::from_secs(5);
/// How long the network may keep silent.
const SILENCE: Duration = Duration::from_secs(30);
/// How long to wait before each further try, in milliseconds.
const RETRIES_MS: [u64; 4] = [50, 200, 800, 2000];
/// What the schema's making is guarded by.
const MIGRATION_LOCK: i64 = 0x4753_5450;
/// The steps from nothing to this version, one a version.
const MIGRATIONS: [&str; SCHEMA_VERSION as usize] = [SCHEMA];
/// The schema of the first version.
const SCHEMA: &str = include_str!("schema.sql");

const SESSION: &str = "SET search_path TO groundstop; SET synchronous_commit TO on;
    SET statement_timeout TO '60s'; SET lock_timeout TO '30s';
    SET idle_in_transaction_session_timeout TO '30s'; SET client_min_messages TO warning;";

/// A store in a database.
pub struct PostgresStore {
    config: Config,
    link: Mutex<Option<Link>>,
}

/// A connection with the statements it knows.
struct Link {
    client: Client,
    prepared: BTreeMap<&'static str, Statement>,
}

impl Link {
    /// The statement of a text, prepared once.
    fn statement(&mut self, sql: &'static str) -> Result<Statement, postgres::Error> {
        if let Some(known) = self.prepared.get(sql) {
            return Ok(known.clone());
        }
        let statement = self.client.prepare(sql)?;
        self.prepared.insert(sql, statement.clone());
        Ok(statement)
    }
}

/// Why something did not work, and whether trying again may help.
enum Trouble {
    Database(postgres::Error),
    Ours(StoreError),
}

impl From<postgres::Error> for Trouble {
    fn from(error: postgres::Error) -> Trouble {
        Trouble::Database(error)
    }
}

impl From<StoreError> for Trouble {
    fn from(error: StoreError) -> Trouble {
        Trouble::Ours(error)
    }
}

impl PostgresStore {
    /// Connects, and makes the schema `groundstop` where it is missing.
    ///
    /// # Errors
    /// Where it cannot be reached, is of a newer version, or does not sync to disk.
    pub fn open(address: &str) -> Result<PostgresStore, StoreError> {
        let mut config: Config = address.parse().map_err(|error: postgres::Error| {
            StoreError::CannotOpen(format!("the address: {}", said(&error)))
        })?;
        config.connect_timeout(CONNECT).tcp_user_timeout(SILENCE);
        config.application_name(PRODUCT);
        let store = PostgresStore {
            config,
            link: Mutex::new(None),
        };
        let opened = store.with(|link| migrate(&mut link.client));
        opened.map_err(|error| match error {
            StoreError::Gone(why) => StoreError::CannotOpen(why),
            other => other,
        })?;
        Ok(store)
    }

    fn connect(&self) -> Result<Link, Trouble> {
        let mut client = match self.config.get_ssl_mode() {
            SslMode::Require => self.config.connect(tls::connector()?)?,
            _ => self.config.connect(NoTls)?,
        };
        client.batch_execute(SESSION)?;
        let fsync: String = client.query_one("SHOW fsync", &[])?.get(0);
        if fsync != "on" {
            let why = "the server runs with `fsync = off`".to_owned();
            return Err(StoreError::NotDurable(why).into());
        }
        Ok(Link {
            client,
            prepared: BTreeMap::new(),
        })
    }

    /// Runs something on a connection, and again on a new one where the old one was lost.
    fn with<T>(
        &self,
        mut work: impl FnMut(&mut Link) -> Result<T, Trouble>,
    ) -> Result<T, StoreError> {
        let mut held = self.link.lock().unwrap_or_else(PoisonError::into_inner);
        let mut waits = RETRIES_MS.iter();
        loop {
            let link = match held.take() {
                Some(link) if !link.client.is_closed() => Ok(link),
                _ => self.connect(),
            };
            let (ended, link) = match link {
                Ok(mut link) => (work(&mut link), Some(link)),
                Err(trouble) => (Err(trouble), None),
            };
            match ended {
                Ok(done) => {
                    *held = link;
                    return Ok(done);
                }
                Err(Trouble::Ours(error)) => {
                    *held = link;
                    return Err(error);
                }
                // What is left of the connection goes; the next try makes a new one.
                Err(Trouble::Database(error)) => match (is_passing(&error), waits.next()) {
                    (true, Some(wait)) => thread::sleep(Duration::from_millis(*wait)),
                    _ => return Err(named(&error)),
                },
            }
        }
    }
}

impl Store for PostgresStore {
    fn describe(&self) -> String {
        let hosts = self.config.get_hosts().iter().map(|host| match host {
            Host::Tcp(name) => name.clone(),
            #[cfg(unix)]
            Host::Unix(path) => path.display().to_string(),
        });
        let name = self.config.get_dbname().or(self.config.get_user());
        let hosts: Vec<String> = hosts.collect();
        format!(
            "PostgreSQL database {} at {}",
            name.unwrap_or("of the server's choice"),
            hosts.join(", ")
        )
    }
}

/// Takes the missing steps to this version, all or none.
fn migrate(client: &mut Client) -> Result<(), Trouble> {
    let mut transaction = client.transaction()?;
    transaction.execute("SELECT pg_advisory_xact_lock($1)", &[&MIGRATION_LOCK])?;
    let known: bool = transaction
        .query_one("SELECT to_regclass('groundstop.meta') IS NOT NULL", &[])?
        .get(0);
    let version = match known {
        false => 0,
        true => {
            let row = transaction.query_opt("SELECT value FROM meta WHERE key = 'version'", &[])?;
            let text: String = row.map(|row| row.get(0)).unwrap_or_default();
            text.parse().map_err(|_| {
                StoreError::NotALedger("its schema `groundstop` is of something else".to_owned())
            })?
        }
    };
    if version > SCHEMA_VERSION {
        let row = transaction.query_opt("SELECT value FROM meta WHERE key = 'product'", &[])?;
        let product = row.map(|row| row.get(0));
        return Err(Trouble::Ours(StoreError::Newer {
            found: version,
            known: SCHEMA_VERSION,
            product,
        }));
    }
    if version == SCHEMA_VERSION {
        return Ok(transaction.commit()?);
    }
    transaction.batch_execute("CREATE SCHEMA IF NOT EXISTS groundstop")?;
    for step in MIGRATIONS.iter().skip(version as usize) {
        transaction.batch_execute(step)?;
    }
    let sql = "INSERT INTO meta VALUES ('version', $1), ('product', $2)
               ON CONFLICT (key) DO UPDATE SET value = excluded.value";
    transaction.execute(sql, &[&SCHEMA_VERSION.to_string(), &PRODUCT])?;
    Ok(transaction.commit()?)
}

/// Whether an error is of the moment: the connection was lost, or two writers met.
fn is_passing(error: &postgres::Error) -> bool {
    match error.code() {
        // The connection itself, not an answer of the database; a server that is not
        // who it should be stays so.
        None => !tls::is_refusal(error),
        Some(code) => {
            code.code().starts_with("08")
                || [
                    SqlState::ADMIN_SHUTDOWN,
                    SqlState::CRASH_SHUTDOWN,
                    SqlState::CANNOT_CONNECT_NOW,
                    SqlState::T_R_SERIALIZATION_FAILURE,
                    SqlState::T_R_DEADLOCK_DETECTED,
                    SqlState::IDLE_IN_TRANSACTION_SESSION_TIMEOUT,
                    SqlState::TOO_MANY_CONNECTIONS,
                ]
                .contains(code)
        }
    }
}

/// What an error of the database means for us.
fn named(error: &postgres::Error) -> StoreError {
    let text = said(error);
    let Some(code) = error.code() else {
        return StoreError::Gone(text);
    };
    match *code {
        SqlState::READ_ONLY_SQL_TRANSACTION | SqlState::INSUFFICIENT_PRIVILEGE => {
            StoreError::ReadOnly(text)
        }
        SqlState::DISK_FULL | SqlState::IO_ERROR => StoreError::Full(text),
        SqlState::DATA_CORRUPTED | SqlState::INDEX_CORRUPTED => StoreError::Corrupt(text),
        SqlState::LOCK_NOT_AVAILABLE | SqlState::QUERY_CANCELED => StoreError::Busy(text),
        SqlState::INVALID_PASSWORD
        | SqlState::INVALID_AUTHORIZATION_SPECIFICATION
        | SqlState::INVALID_CATALOG_NAME => StoreError::CannotOpen(text),
        _ if is_passing(error) => StoreError::Gone(text),
        _ => StoreError::Failed(text),
    }
}

/// The database's own words.
fn said(error: &postgres::Error) -> String {
    match error.as_db_error() {
        Some(error) => error.message().to_owned(),
        None => match std::error::Error::source(error) {
            Some(source) => format!("{error}: {source}"),
            None => error.to_string(),
        },
    }
}
