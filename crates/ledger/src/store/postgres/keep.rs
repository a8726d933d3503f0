//! Namespaces in a database, and sweeping them.

use super::PostgresStore;
use crate::kept::{self, Kept, Namespace, Put, PutOutcome};
use crate::moment::Moment;
use crate::store::{KeptStore, ONCE_KEPT_US, StoreError, Swept, from_db, kept_from_db, to_db};

/// One lock a namespace: what is put there is checked against what is there.
const LOCK: &str = "SELECT pg_advisory_xact_lock(3, hashtext($1))";
const FIND: &str = "SELECT version, expires_us FROM kept WHERE shelf = $1 AND key = $2";
const PUT: &str = "INSERT INTO kept VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (shelf, key) \
    DO UPDATE SET version = $3, at_us = $4, expires_us = $5, bytes = $6";
const ROOM: &str = "DELETE FROM kept WHERE shelf = $1 AND key IN \
    (SELECT key FROM kept WHERE shelf = $1 ORDER BY at_us DESC, key DESC OFFSET $2)";
const GET: &str = "SELECT version, at_us, bytes FROM kept \
    WHERE shelf = $1 AND key = $2 AND (expires_us IS NULL OR expires_us > $3)";
/// What was spent long ago still counts against its budget, as one sum.
const FOLD: &str = "WITH aged AS (DELETE FROM reservations WHERE at_us <= $1 RETURNING *), \
    sums AS (INSERT INTO reservations \
        (principal, budget, at_us, deadline_us, settled, calls, units, bytes) \
        SELECT principal, budget, max(at_us), max(at_us), true, \
            sum(calls)::bigint, sum(units)::bigint, sum(bytes)::bigint \
        FROM aged WHERE settled GROUP BY principal, budget RETURNING 1) \
    SELECT (SELECT count(*) FROM aged), (SELECT count(*) FROM sums)";

impl KeptStore for PostgresStore {
    fn put(&self, put: &Put<'_>) -> Result<PutOutcome, StoreError> {
        kept::check(put)?;
        self.with(|link| {
            let mut transaction = link.client.transaction()?;
            let namespace = put.namespace.name();
            transaction.execute(LOCK, &[&namespace])?;
            let row = transaction.query_opt(FIND, &[&namespace, &put.key])?;
            let found: Option<(i64, Option<i64>)> = match row {
                Some(row) => Some((row.try_get(0)?, row.try_get(1)?)),
                None => None,
            };
            let version = match kept::plan(put, kept_from_db(found)?) {
                Ok(version) => version,
                Err(conflict) => return Ok(conflict),
            };
            let (at, expires) = (put.at.micros(), put.expires.map(Moment::micros));
            let values: [&(dyn postgres::types::ToSql + Sync); 6] = [
                &namespace,
                &put.key,
                &to_db(version)?,
                &at,
                &expires,
                &put.bytes,
            ];
            transaction.execute(PUT, &values)?;
            if let Some(room) = put.room {
                transaction.execute(ROOM, &[&namespace, &i64::from(room)])?;
            }
            transaction.commit()?;
            Ok(PutOutcome::Kept(version))
        })
    }

    fn get(
        &self,
        namespace: Namespace,
        key: &str,
        now: Moment,
    ) -> Result<Option<Kept>, StoreError> {
        self.with(|link| {
            let values: [&(dyn postgres::types::ToSql + Sync); 3] =
                [&namespace.name(), &key, &now.micros()];
            let Some(row) = link.client.query_opt(GET, &values)? else {
                return Ok(None);
            };
            Ok(Some(Kept {
                version: from_db(row.try_get(0)?)?,
                at: Moment::from_micros(row.try_get(1)?),
                bytes: row.try_get(2)?,
            }))
        })
    }

    fn sweep(&self, now: Moment) -> Result<Swept, StoreError> {
        let old = now.before(ONCE_KEPT_US).micros();
        self.with(|link| {
            let mut transaction = link.client.transaction()?;
            let keys = transaction.execute("DELETE FROM once WHERE at_us <= $1", &[&old])?;
            transaction.execute("DELETE FROM batches WHERE at_us <= $1", &[&old])?;
            let expired = "DELETE FROM kept WHERE expires_us <= $1";
            let kept = transaction.execute(expired, &[&now.micros()])?;
            let folded = transaction.query_one(FOLD, &[&old])?;
            let (removed, sums) = (from_db(folded.try_get(0)?)?, from_db(folded.try_get(1)?)?);
            transaction.commit()?;
            Ok(Swept {
                keys,
                kept,
                reservations: removed.saturating_sub(sums),
            })
        })
    }
}
