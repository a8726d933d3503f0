//! Namespaces in a file, and sweeping them.

use rusqlite::{OptionalExtension, params};

use super::{SqliteStore, failed};
use crate::kept::{self, Kept, Namespace, Put, PutOutcome};
use crate::moment::Moment;
use crate::store::{KeptStore, ONCE_KEPT_US, StoreError, Swept, from_db, kept_from_db, to_db};

impl KeptStore for SqliteStore {
    fn put(&self, put: &Put<'_>) -> Result<PutOutcome, StoreError> {
        kept::check(put)?;
        self.write(|transaction| {
            let sql = "SELECT version, expires_us FROM kept WHERE shelf = ?1 AND key = ?2";
            let namespace = put.namespace.name();
            let found: Option<(i64, Option<i64>)> = transaction
                .query_row(sql, params![namespace, put.key], |row| Ok((row.get(0)?, row.get(1)?)))
                .optional()
                .map_err(failed)?;
            let version = match kept::plan(put, kept_from_db(found)?) {
                Ok(version) => version,
                Err(conflict) => return Ok(conflict),
            };
            let sql = "INSERT OR REPLACE INTO kept VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
            let (at, expires) = (put.at.micros(), put.expires.map(Moment::micros));
            let row = params![namespace, put.key, to_db(version)?, at, expires, put.bytes];
            transaction.execute(sql, row).map_err(failed)?;
            if let Some(room) = put.room {
                let sql = "DELETE FROM kept WHERE shelf = ?1 AND key IN
                           (SELECT key FROM kept WHERE shelf = ?1 ORDER BY at_us DESC, key DESC LIMIT -1 OFFSET ?2)";
                transaction.execute(sql, params![namespace, room]).map_err(failed)?;
            }
            Ok(PutOutcome::Kept(version))
        })
    }

    fn get(
        &self,
        namespace: Namespace,
        key: &str,
        now: Moment,
    ) -> Result<Option<Kept>, StoreError> {
        let connection = self.connection();
        let sql = "SELECT version, at_us, bytes FROM kept
                   WHERE shelf = ?1 AND key = ?2 AND (expires_us IS NULL OR expires_us > ?3)";
        let found: Option<(i64, i64, Vec<u8>)> = connection
            .query_row(sql, params![namespace.name(), key, now.micros()], |row| {
                Ok((row.get(0)?, row.get(1)?, row.get(2)?))
            })
            .optional()
            .map_err(failed)?;
        found
            .map(|(version, at, bytes)| {
                Ok(Kept {
                    version: from_db(version)?,
                    at: Moment::from_micros(at),
                    bytes,
                })
            })
            .transpose()
    }

    fn sweep(&self, now: Moment) -> Result<Swept, StoreError> {
        let old = now.before(ONCE_KEPT_US).micros();
        self.write(|transaction| {
            let run = |sql: &str, bound: i64| {
                let changed = transaction.execute(sql, [bound]).map_err(failed)?;
                Ok::<u64, StoreError>(changed as u64)
            };
            let keys = run("DELETE FROM once WHERE at_us <= ?1", old)?;
            let kept = run("DELETE FROM kept WHERE expires_us <= ?1", now.micros())?;
            // What was spent long ago still counts against its budget, as one sum.
            transaction
                .execute_batch(
                    "CREATE TEMP TABLE IF NOT EXISTS sums (principal, budget, at_us, calls, units, bytes);
                     DELETE FROM sums;",
                )
                .map_err(failed)?;
            let sums = run(
                "INSERT INTO sums SELECT principal, budget, max(at_us), sum(calls), sum(units), sum(bytes)
                 FROM reservations WHERE at_us <= ?1 AND settled = 1 GROUP BY principal, budget",
                old,
            )?;
            let removed = run("DELETE FROM reservations WHERE at_us <= ?1", old)?;
            transaction
                .execute_batch(
                    "INSERT INTO reservations (principal, budget, at_us, deadline_us, settled, calls, units, bytes)
                     SELECT principal, budget, at_us, at_us, 1, calls, units, bytes FROM sums;
                     DELETE FROM sums;",
                )
                .map_err(failed)?;
            Ok(Swept {
                keys,
                kept,
                reservations: removed.saturating_sub(sums),
            })
        })
    }
}
