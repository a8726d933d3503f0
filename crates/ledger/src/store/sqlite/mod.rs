//! The embedded store: one file, written ahead, synced at every commit.

mod keep;
mod log;
mod make;
mod meter;

use std::ffi::OsStr;
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
/// How often opening is tried while others have the file for themselves.
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
        if !path.exists() {
            make::make(path)?;
        }
        let mut tries = 0;
        loop {
            match SqliteStore::open_once(path) {
                // Another process may be the first or the last to use it just now.
                Err(StoreError::Busy(_)) if tries < OPENINGS => {
                    tries += 1;
                    thread::sleep(Duration::from_millis(20));
                }
                ended => return ended,
            }
        }
    }

    fn open_once(path: &Path) -> Result<SqliteStore, StoreError> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let mut connection = connect(path.as_os_str(), flags)?;
        let version = version(&connection, path)?;
        connection.execute_batch(DURABLE).map_err(open_error)?;
        if version < SCHEMA_VERSION {
            migrate(&mut connection)?;
        }
        Ok(SqliteStore::new(path, connection))
    }

    /// Opens a file that is there, for reading only, also where nothing can be written.
    ///
    /// # Errors
    /// Where it is not there, something else, of a newer version, damaged, or cannot be opened.
    pub fn open_read_only(path: &Path) -> Result<SqliteStore, StoreError> {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let open = |name: &OsStr, flags| {
            let connection = connect(name, flags)?;
            version(&connection, path)?;
            Ok(SqliteStore::new(path, connection))
        };
        match open(path.as_os_str(), flags) {
            // The database has no room for the files it wants beside this one.
            Err(
                error @ (StoreError::CannotOpen(_) | StoreError::ReadOnly(_) | StoreError::Full(_)),
            ) if path.is_file() => match still_apart(path) {
                Some(why) => Err(StoreError::CannotOpen(why)),
                None => match unchanging(path) {
                    Some(name) => open(name.as_ref(), flags | OpenFlags::SQLITE_OPEN_URI),
                    None => Err(error),
                },
            },
            ended => ended,
        }
    }

    fn new(path: &Path, connection: Connection) -> SqliteStore {
        SqliteStore {
            path: path.to_owned(),
            connection: Mutex::new(connection),
        }
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

fn connect(name: &OsStr, flags: OpenFlags) -> Result<Connection, StoreError> {
    let connection = Connection::open_with_flags(name, flags).map_err(open_error)?;
    connection.busy_timeout(BUSY).map_err(open_error)?;
    Ok(connection)
}

/// What was written and did not get into the file itself yet, as people are told of it.
fn still_apart(path: &Path) -> Option<String> {
    let log = make::beside(path, "-wal");
    let waits = std::fs::metadata(&log).is_ok_and(|file| file.len() > 0);
    waits.then(|| {
        format!(
            "`{}` holds records that `{}` does not hold yet, and nothing can be written there: copy both to a folder that can be written to",
            log.display(),
            path.display()
        )
    })
}

/// The name of a file that nobody writes to, so that nothing is needed beside it.
fn unchanging(path: &Path) -> Option<String> {
    let mut name = "file:".to_owned();
    for byte in path.to_str()?.bytes() {
        match byte {
            b'/' | b'.' | b'-' | b'_' | b':' => name.push(char::from(byte)),
            byte if byte.is_ascii_alphanumeric() => name.push(char::from(byte)),
            byte => name.push_str(&format!("%{byte:02X}")),
        }
    }
    Some(name + "?immutable=1")
}

/// The version of a file's schema, as far as this build knows it. A file is made
/// whole, so one with nothing in it has lost what it had.
fn version(connection: &Connection, path: &Path) -> Result<u32, StoreError> {
    let version = identity(connection)?;
    refuse_cut_off(connection, path)?;
    match version {
        None => Err(StoreError::Lost(format!("`{}` is empty", path.display()))),
        Some(version) => refuse_newer(connection, version).map(|()| version),
    }
}

/// The database takes what is missing of a last page for zeros.
fn refuse_cut_off(connection: &Connection, path: &Path) -> Result<(), StoreError> {
    let page: Option<u64> = connection
        .pragma_query_value(None, "page_size", |row| row.get::<_, i64>(0))
        .map(|bytes| u64::try_from(bytes).ok())
        .map_err(open_error)?;
    let (Some(page), Ok(file)) = (page, std::fs::metadata(path)) else {
        return Ok(());
    };
    // What waits beside the file may be on its way into it.
    match file.len().is_multiple_of(page) || still_apart(path).is_some() {
        true => Ok(()),
        false => Err(StoreError::Corrupt(format!(
            "`{}` is cut off within a page",
            path.display()
        ))),
    }
}

/// The version of the file's schema; none in a file with nothing in it.
fn identity(connection: &Connection) -> Result<Option<u32>, StoreError> {
    // One look at all of it: another process may be changing the file right now.
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
        (_, 0) => Ok(None),
        (APPLICATION, _) => Ok(Some(u32::try_from(version).unwrap_or(u32::MAX))),
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
        product: product.ok(),
    })
}

/// Takes the missing steps to this version, all or none.
fn migrate(connection: &mut Connection) -> Result<(), StoreError> {
    let transaction = connection
        .transaction_with_behavior(TransactionBehavior::Immediate)
        .map_err(open_error)?;
    // Another process may have done it while this one waited.
    let version = identity(&transaction)?.unwrap_or(0);
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
