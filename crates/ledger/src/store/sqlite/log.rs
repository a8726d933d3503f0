//! The log in a file.

use std::collections::BTreeMap;

use rusqlite::types::Value;
use rusqlite::{Connection, OptionalExtension, Row, Transaction, params, params_from_iter};

use super::{MIGRATIONS, SqliteStore, failed};
use crate::moment::Moment;
use crate::note::Checkpoint;
use crate::record::{Draft, Facts, Once};
use crate::store::plan::{Answered, Plan, plan};
use crate::store::{
    Head, LogEntry, LogStore, Look, Outcome, PAGE_BYTES, PAGE_RECORDS, StoreError, behind_prefix,
    from_db, hash_from_db, head_from_db, put_from_db, same_log, to_db,
};
use crate::tree::Hash;

/// A store that did not count from its beginning starts with what it has.
const COUNT_CHECKPOINT: &str = "INSERT INTO meta \
    VALUES ('checkpoints', (SELECT CAST(count(*) AS TEXT) FROM checkpoints)) \
    ON CONFLICT (key) DO UPDATE SET value = CAST(CAST(value AS INTEGER) + 1 AS TEXT)";
const ENTRY: &str = "SELECT seq, leaf, at_us, kind, name, document, record FROM entries";

impl LogStore for SqliteStore {
    fn append(&self, drafts: &[Draft]) -> Result<Vec<Outcome>, StoreError> {
        self.write(|transaction| {
            let plan = plan(head(transaction)?, drafts, |key| answered(transaction, key))?;
            carry_out(transaction, &plan)?;
            Ok(plan.outcomes)
        })
    }

    fn answered(&self, once: &Once) -> Result<Option<Outcome>, StoreError> {
        let known = answered(&self.connection(), once.key())?;
        Ok(known.map(|answered| answered.outcome(once)))
    }

    fn head(&self) -> Result<Head, StoreError> {
        head(&self.connection())
    }

    fn entry(&self, index: u64) -> Result<Option<LogEntry>, StoreError> {
        let sql = format!("{ENTRY} WHERE seq = ?1");
        let found = page(&self.connection(), &sql, [Value::from(to_db(index)?)])?;
        Ok(found.into_iter().next())
    }

    fn entries(&self, from: u64) -> Result<Vec<LogEntry>, StoreError> {
        let sql = format!("{ENTRY} WHERE seq >= ?1 ORDER BY seq LIMIT ?2");
        let values = [Value::from(to_db(from)?), Value::from(PAGE_RECORDS)];
        page(&self.connection(), &sql, values)
    }

    fn leaves(&self, from: u64, to: u64) -> Result<Vec<Hash>, StoreError> {
        let sql = "SELECT leaf FROM entries WHERE seq >= ?1 AND seq < ?2 ORDER BY seq";
        hashes(&self.connection(), sql, &[to_db(from)?, to_db(to)?])
    }

    fn subtrees(&self, level: u8, from: u64, to: u64) -> Result<Vec<Hash>, StoreError> {
        let sql =
            "SELECT hash FROM subtrees WHERE level = ?3 AND idx >= ?1 AND idx < ?2 ORDER BY idx";
        let bounds = [to_db(from)?, to_db(to)?, i64::from(level)];
        hashes(&self.connection(), sql, &bounds)
    }

    fn named(&self, prefix: &str) -> Result<Vec<u64>, StoreError> {
        let connection = self.connection();
        let sql = "SELECT seq FROM entries WHERE name >= ?1 AND name < ?2 ORDER BY seq LIMIT 10";
        let mut statement = connection.prepare_cached(sql).map_err(failed)?;
        let rows = statement
            .query_map([prefix, &behind_prefix(prefix)], |row| row.get::<_, i64>(0))
            .map_err(failed)?;
        rows.map(|row| from_db(row.map_err(failed)?)).collect()
    }

    fn look(&self, look: Look<'_>) -> Result<Vec<LogEntry>, StoreError> {
        let mut sql = format!("{ENTRY} WHERE seq < ?");
        let mut values = vec![Value::from(look.before.map_or(Ok(i64::MAX), to_db)?)];
        for (column, wanted) in [("document", look.document), ("kind", look.kind)] {
            if let Some(wanted) = wanted {
                sql.push_str(&format!(" AND {column} = ?"));
                values.push(Value::from(wanted.to_owned()));
            }
        }
        sql.push_str(" ORDER BY seq DESC LIMIT ?");
        values.push(Value::from(PAGE_RECORDS));
        page(&self.connection(), &sql, values)
    }

    fn put_checkpoint(&self, checkpoint: &Checkpoint, note: &str) -> Result<(), StoreError> {
        let size = to_db(checkpoint.size)?;
        self.write(|transaction| {
            same_log(meta(transaction, "origin")?, &checkpoint.origin)?;
            let sql = "INSERT INTO meta VALUES ('origin', ?1) ON CONFLICT DO NOTHING";
            transaction
                .execute(sql, [&checkpoint.origin])
                .map_err(failed)?;
            let sql = "INSERT INTO checkpoints VALUES (?1, ?2) ON CONFLICT DO NOTHING";
            let added = transaction.execute(sql, params![size, note]);
            if added.map_err(failed)? > 0 {
                transaction.execute(COUNT_CHECKPOINT, []).map_err(failed)?;
            }
            Ok(())
        })
    }

    fn checkpoints(&self) -> Result<Vec<(u64, String)>, StoreError> {
        let connection = self.connection();
        let sql = "SELECT size, note FROM checkpoints ORDER BY size, note";
        let mut statement = connection.prepare_cached(sql).map_err(failed)?;
        let rows = statement
            .query_map([], |row| Ok((row.get::<_, i64>(0)?, row.get(1)?)))
            .map_err(failed)?;
        rows.map(|row| {
            let (size, note) = row.map_err(failed)?;
            Ok((from_db(size)?, note))
        })
        .collect()
    }

    fn checkpoints_put(&self) -> Result<u64, StoreError> {
        let connection = self.connection();
        let counted = meta(&connection, "checkpoints")?;
        put_from_db(counted.as_deref(), meta(&connection, "origin")?.is_some())
    }

    fn origin(&self) -> Result<Option<String>, StoreError> {
        meta(&self.connection(), "origin")
    }

    fn damage(&self) -> Result<Option<String>, StoreError> {
        let connection = self.connection();
        let said: String = connection
            .query_row("PRAGMA integrity_check(1)", [], |row| row.get(0))
            .map_err(failed)?;
        Ok((said != "ok").then_some(said))
    }

    fn missing_guard(&self) -> Result<Option<String>, StoreError> {
        let fresh = Connection::open_in_memory().map_err(failed)?;
        for step in MIGRATIONS {
            fresh.execute_batch(step).map_err(failed)?;
        }
        let found = triggers(&self.connection())?;
        let missing = triggers(&fresh)?
            .into_iter()
            .find(|(name, sql)| found.get(name) != Some(sql));
        Ok(missing.map(|(name, _)| name))
    }
}

fn head(connection: &Connection) -> Result<Head, StoreError> {
    let sql = "SELECT size, frontier, last_us FROM head";
    let mut statement = connection.prepare_cached(sql).map_err(failed)?;
    let (size, frontier, last): (i64, Vec<u8>, Option<i64>) = statement
        .query_row([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
        .map_err(failed)?;
    head_from_db(size, &frontier, last)
}

fn meta(connection: &Connection, key: &str) -> Result<Option<String>, StoreError> {
    let sql = "SELECT value FROM meta WHERE key = ?1";
    let found = connection.query_row(sql, [key], |row| row.get(0));
    found.optional().map_err(failed)
}

/// The triggers of a file, each with the text it was made from.
fn triggers(connection: &Connection) -> Result<BTreeMap<String, String>, StoreError> {
    let sql = "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'";
    let mut statement = connection.prepare(sql).map_err(failed)?;
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)));
    rows.map_err(failed)?
        .map(|row| row.map_err(failed))
        .collect()
}

fn answered(connection: &Connection, key: &str) -> Result<Option<Answered>, StoreError> {
    let sql =
        "SELECT input, once.seq, record FROM once LEFT JOIN entries USING (seq) WHERE key = ?1";
    let mut statement = connection.prepare_cached(sql).map_err(failed)?;
    let found: Option<(String, i64, Option<Vec<u8>>)> = statement
        .query_row([key], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
        .optional()
        .map_err(failed)?;
    found
        .map(|(input, index, record)| {
            Answered::checked(key, input, from_db(index)?, record.as_deref())
        })
        .transpose()
}

fn carry_out(transaction: &Transaction<'_>, plan: &Plan) -> Result<(), StoreError> {
    if plan.entries.is_empty() {
        return Ok(());
    }
    let prepare = |sql: &str| transaction.prepare_cached(sql).map_err(failed);
    let mut insert = prepare("INSERT INTO entries VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)")?;
    for entry in &plan.entries {
        let Facts {
            kind,
            name,
            document,
        } = &entry.facts;
        let (seq, at) = (to_db(entry.index)?, entry.at.micros());
        let row = params![
            seq,
            entry.leaf.as_bytes(),
            at,
            kind,
            name,
            document,
            entry.record
        ];
        insert.execute(row).map_err(failed)?;
    }
    let mut insert = prepare("INSERT INTO subtrees VALUES (?1, ?2, ?3)")?;
    for done in &plan.subtrees {
        let row = params![done.level, to_db(done.index)?, done.hash.as_bytes()];
        insert.execute(row).map_err(failed)?;
    }
    let mut insert = prepare("INSERT INTO once VALUES (?1, ?2, ?3, ?4)")?;
    for new in &plan.keys {
        let (input, seq) = (&new.answered.input_sha256, to_db(new.answered.index)?);
        let row = params![new.key, input, seq, new.at.micros()];
        insert.execute(row).map_err(failed)?;
    }
    let frontier = &plan.head.frontier;
    let last = plan.head.last.map(Moment::micros);
    prepare("UPDATE head SET size = ?1, frontier = ?2, last_us = ?3")?
        .execute(params![to_db(frontier.size())?, frontier.to_bytes(), last])
        .map_err(failed)?;
    Ok(())
}

fn hashes(connection: &Connection, sql: &str, bounds: &[i64]) -> Result<Vec<Hash>, StoreError> {
    let mut statement = connection.prepare_cached(sql).map_err(failed)?;
    let mut rows = statement.query(params_from_iter(bounds)).map_err(failed)?;
    let mut found = Vec::new();
    while let Some(row) = rows.next().map_err(failed)? {
        let bytes = row.get_ref(0).map_err(failed)?;
        let bytes = bytes
            .as_blob()
            .map_err(|_| StoreError::Corrupt("a hash is no hash".to_owned()))?;
        found.push(hash_from_db(bytes)?);
    }
    Ok(found)
}

/// Records up to a limit of bytes, but at least one where there is one.
fn page(
    connection: &Connection,
    sql: &str,
    values: impl IntoIterator<Item = Value>,
) -> Result<Vec<LogEntry>, StoreError> {
    let mut statement = connection.prepare_cached(sql).map_err(failed)?;
    let mut rows = statement.query(params_from_iter(values)).map_err(failed)?;
    let mut found = Vec::new();
    let mut bytes = 0;
    while bytes < PAGE_BYTES
        && let Some(row) = rows.next().map_err(failed)?
    {
        let entry = entry(row)?;
        bytes += entry.record.len();
        found.push(entry);
    }
    Ok(found)
}

fn entry(row: &Row<'_>) -> Result<LogEntry, StoreError> {
    let leaf: Vec<u8> = row.get(1).map_err(failed)?;
    Ok(LogEntry {
        index: from_db(row.get(0).map_err(failed)?)?,
        leaf: hash_from_db(&leaf)?,
        at: Moment::from_micros(row.get(2).map_err(failed)?),
        facts: Facts {
            kind: row.get(3).map_err(failed)?,
            name: row.get(4).map_err(failed)?,
            document: row.get(5).map_err(failed)?,
        },
        record: row.get(6).map_err(failed)?,
    })
}
