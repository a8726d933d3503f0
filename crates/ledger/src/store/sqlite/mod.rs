//! The embedded store: one file, written ahead, synced at every commit.

mod keep;
mod log;
mod meter;

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OpenFlags, Transaction, TransactionBehavior};

use super::{PRODUCT, SCHEMA_VERSION, Store, StoreError};

/// "GSTP": what the file says it is.
const APPLICATION: i32 = 0x4753_5450;
/// Every commit is on the disk when it returns, on a Mac too.
const DURABLE: &str = "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
    PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON; PRAGMA trusted_schema = OFF;";
/// How long a writer waits for the others.
const BUSY: Duration = Duration::from_secs(30);
/// How often the first opening is tried while others open the same new file.
const OPENINGS: u32 = 50;
/// The steps from nothing to this version, one a version.
const MIGRATIONS: [&str; SCHEMA_VERSION as usize] = [include_str!("schema.sql")];

/// A store in a file.
pub struct SqliteStore {
    path: PathBuf,
    connection: Mutex<Connection>,
}

impl SqliteStore {
    /// Opens the file, and makes it where it is missing.
    ///
    /// # Errors
    /// Where it is something else, of a newer version, damaged, or cannot be opened.
    pub fn open(path: &Path) -> Result<SqliteStore, StoreError> {
        let mut tries = 0;
        loop {
            match SqliteStore::open_once(path) {
                // Turning a new file into a ledger needs it alone for a moment.
                Err(StoreError::Busy(_)) if tries < OPENINGS => {
                    tries += 1;
                    thread::sleep(Duration::from_millis(20));
                }
                ended => return ended,
            }
        }
    }

    fn open_once(path: &Path) -> Result<SqliteStore, StoreError> {
        let mut connection = Connection::open(path).map_err(open_error)?;
        connection.busy_timeout(BUSY).map_err(open_error)?;
        let (version, empty) = identity(&connection)?;
        refuse_newer(&connection, version)?;
        connection.execute_batch(DURABLE).map_err(open_error)?;
        if version < SCHEMA_VERSION || empty {
            migrate(&mut connection)?;
        }
        Ok(SqliteStore {
            path: path.to_owned(),
            connection: Mutex::new(connection),
        })
    }

    /// Opens a file that is there, for reading only.
    ///
    /// # Errors
    /// Where it is not there, something else, of a newer version, damaged, or cannot be opened.
    pub fn open_read_only(path: &Path) -> Result<SqliteStore, StoreError> {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(path, flags).map_err(open_error)?;
        connection.busy_timeout(BUSY).map_err(open_error)?;
        let (version, empty) = identity(&connection)?;
        refuse_newer(&connection, version)?;
        if empty {
            return Err(StoreError::NotALedger("the file is empty".to_owned()));
        }
        Ok(SqliteStore {
            path: path.to_owned(),
            connection: Mutex::new(connection),
        })
    }

    /// Lets the file grow to so many pages only, as a small disk would.
    ///
    /// # Errors
    /// Where the store fails.
    pub fn limit_pages(&self, pages: u32) -> Result<(), StoreError> {
        self.connection()
            .pragma_update(None, "max_page_count", pages)
            .map_err(failed)
    }

    fn connection(&self) -> MutexGuard<'_, Connection> {
        self.connection
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs something that writes, whole or not at all, and durable when it returns.
    fn write<T>(
        &self,
        work: impl FnOnce(&Transaction<'_>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let mut connection = self.connection();
        let transaction = connection
            .transaction_with_behavior(TransactionBehavior::Immediate)
            .map_err(failed)?;
        let done = work(&transaction)?;
        transaction.commit().map_err(failed)?;
        Ok(done)
    }
}

impl Store for SqliteStore {
    fn describe(&self) -> String {
        format!("SQLite file {}", self.path.display())
    }
}

/// The version of the file's schema, and whether it is a new file.
fn identity(connection: &Connection) -> Result<(u32, bool), StoreError> {
    // One look at all of it: another process may be making the file right now.
    let at_once = "SELECT (SELECT application_id FROM pragma_application_id), \
                   (SELECT user_version FROM pragma_user_version), \
                   (SELECT count(*) FROM sqlite_schema)";
    let (application, version, tables) = connection
        .query_row(at_once, [], |row| {
            Ok((
                row.get::<_, i32>(0)?,
                row.get::<_, i32>(1)?,
                row.get::<_, i64>(2)?,
            ))
        })
        .map_err(open_error)?;
    match (application, tables) {
        (0, 0) => Ok((0, true)),
        (APPLICATION, _) => Ok((u32::try_from(version).unwrap_or(u32::MAX), false)),
        _ => Err(StoreError::NotALedger(
            "the file is a database of something else".to_owned(),
        )),
    }
}

fn refuse_newer(connection: &Connection, found: u32) -> Result<(), StoreError> {
    if found <= SCHEMA_VERSION {
        return Ok(());
    }
    let product = "SELECT value FROM meta WHERE key = 'product'";
    let product = connection.query_row(product, [], |row| row.get::<_, String>(0));
    Err(StoreError::Newer {
        found,
        known: SCHEMA_VERSION,
        product: product.unwrap_or_else(|_| "a later version".to_owned()),
    })
}

/// Takes the missing steps to this version, all or none.
fn migrate(connection: &mut Connection) -> Result<(), StoreError> {
    let transaction = connection
        .transaction_with_behavior(TransactionBehavior::Immediate)
        .map_err(open_error)?;
    // Another process may have done it while this one waited.
    let (version, _) = identity(&transaction)?;
    for step in MIGRATIONS.iter().skip(version as usize) {
        transaction.execute_batch(step).map_err(open_error)?;
    }
    transaction
        .execute(
            "INSERT INTO meta VALUES ('product', ?1) ON CONFLICT (key) DO UPDATE SET value = ?1",
            [PRODUCT],
        )
        .map_err(open_error)?;
    transaction
        .pragma_update(None, "application_id", APPLICATION)
        .map_err(open_error)?;
    transaction
        .pragma_update(None, "user_version", SCHEMA_VERSION)
        .map_err(open_error)?;
    transaction.commit().map_err(open_error)
}

fn open_error(error: rusqlite::Error) -> StoreError {
    match error.sqlite_error_code() {
        Some(ErrorCode::NotADatabase) => {
            StoreError::NotALedger("the file is no database".to_owned())
        }
        Some(ErrorCode::CannotOpen) => StoreError::CannotOpen(error.to_string()),
        _ => failed(error),
    }
}

/// What an error of the database means for us.
fn failed(error: rusqlite::Error) -> StoreError {
    let said = error.to_string();
    match error.sqlite_error_code() {
        Some(ErrorCode::DiskFull) => StoreError::Full(said),
        Some(ErrorCode::SystemIoFailure) if is_read_failure(&error) => StoreError::Corrupt(said),
        // A disk that refuses to take more is full for us, whatever it calls it.
        Some(ErrorCode::SystemIoFailure) => StoreError::Full(format!("writing failed: {said}")),
        Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => StoreError::ReadOnly(said),
        Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => StoreError::Corrupt(said),
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => StoreError::Busy(said),
        Some(ErrorCode::TooBig) => StoreError::TooLarge(said),
        _ => StoreError::Failed(said),
    }
}

/// Whether the disk did not give back what it was given.
fn is_read_failure(error: &rusqlite::Error) -> bool {
    use rusqlite::ffi::{SQLITE_IOERR_READ, SQLITE_IOERR_SHORT_READ};
    let code = error.sqlite_error().map(|error| error.extended_code);
    matches!(code, Some(SQLITE_IOERR_READ | SQLITE_IOERR_SHORT_READ))
}
