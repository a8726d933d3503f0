//! The log in a database.

use std::collections::BTreeMap;

use postgres::types::ToSql;
use postgres::{Row, Transaction};

use super::{Link, PostgresStore, SCHEMA, Trouble};
use crate::moment::Moment;
use crate::note::Checkpoint;
use crate::record::{Draft, Facts, Once};
use crate::store::plan::{Answered, Plan, plan};
use crate::store::{
    Head, LogEntry, LogStore, Look, Outcome, PAGE_BYTES, PAGE_RECORDS, StoreError, behind_prefix,
    from_db, hash_from_db, head_from_db, put_from_db, same_log, to_db,
};
use crate::tree::Hash;

const HEAD: &str = "SELECT size, frontier, last_us FROM head";
const HEAD_LOCKED: &str = "SELECT size, frontier, last_us FROM head FOR UPDATE";
const SET_HEAD: &str = "UPDATE head SET size = $1, frontier = $2, last_us = $3";
const ANSWERED: &str = "SELECT key, input, once.seq, record FROM once \
    LEFT JOIN entries ON entries.seq = once.seq WHERE key = ANY($1)";
const COMMITTED: &str = "SELECT outcomes FROM batches WHERE token = $1";
const ADD_BATCH: &str = "INSERT INTO batches VALUES ($1, $2, $3)";
const ADD_ENTRIES: &str = "INSERT INTO entries SELECT * FROM unnest($1::bigint[], $2::bytea[], \
    $3::bigint[], $4::text[], $5::text[], $6::text[], $7::bytea[])";
const ADD_SUBTREES: &str =
    "INSERT INTO subtrees SELECT * FROM unnest($1::smallint[], $2::bigint[], $3::bytea[])";
const ADD_KEYS: &str =
    "INSERT INTO once SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[])";
const ENTRY: &str =
    "SELECT seq, leaf, at_us, kind, name, document, record FROM entries WHERE seq = $1";
/// Records from a place on, up to so many and so many bytes, but at least one.
const ENTRIES: &str = "SELECT seq, leaf, at_us, kind, name, document, record FROM (
    SELECT *, sum(octet_length(record)) OVER (ORDER BY seq) AS so_far
    FROM (SELECT * FROM entries WHERE seq >= $1 ORDER BY seq LIMIT $2) AS part) AS counted
    WHERE so_far <= $3 OR seq = $1 ORDER BY seq";
const LOOK: &str = "SELECT seq, leaf, at_us, kind, name, document, record FROM (
    SELECT *, sum(octet_length(record)) OVER (ORDER BY seq DESC) AS so_far,
           row_number() OVER (ORDER BY seq DESC) AS number
    FROM (SELECT * FROM entries WHERE seq < $1 AND ($4::text IS NULL OR document = $4)
          AND ($5::text IS NULL OR kind = $5) ORDER BY seq DESC LIMIT $2) AS part) AS counted
    WHERE so_far <= $3 OR number = 1 ORDER BY seq DESC";
const LEAVES: &str = "SELECT leaf FROM entries WHERE seq >= $1 AND seq < $2 ORDER BY seq";
const SUBTREES: &str =
    "SELECT hash FROM subtrees WHERE level = $3 AND idx >= $1 AND idx < $2 ORDER BY idx";
const NAMED: &str = "SELECT seq FROM entries WHERE name >= $1 AND name < $2 ORDER BY seq LIMIT 10";
const CHECKPOINTS: &str = "SELECT size, note FROM checkpoints ORDER BY size, note COLLATE \"C\"";
const ADD_CHECKPOINT: &str = "INSERT INTO checkpoints VALUES ($1, $2) ON CONFLICT DO NOTHING";
/// A store that did not count from its beginning starts with what it has.
const COUNT_CHECKPOINT: &str = "INSERT INTO meta \
    VALUES ('checkpoints', (SELECT count(*)::text FROM checkpoints)) \
    ON CONFLICT (key) DO UPDATE SET value = (meta.value::bigint + 1)::text";
const META: &str = "SELECT value FROM meta WHERE key = $1";
const ADD_ORIGIN: &str = "INSERT INTO meta VALUES ('origin', $1) ON CONFLICT DO NOTHING";
/// The triggers that are on, with their events as the server writes them.
const TRIGGERS: &str = "SELECT tgname::text, relname::text, tgtype, prosrc FROM pg_trigger \
    JOIN pg_class ON pg_class.oid = tgrelid JOIN pg_proc ON pg_proc.oid = tgfoid \
    WHERE relnamespace = 'groundstop'::regnamespace AND tgenabled IN ('O', 'A')";
const ROW: i16 = 1;
const BEFORE: i16 = 2;
const DELETE: i16 = 8;
const UPDATE: i16 = 16;
const TRUNCATE: i16 = 32;
/// The triggers that keep the log from being rewritten by hand.
const GUARDS: [(&str, &str, i16); 5] = [
    (
        "entries_stay",
        "entries",
        BEFORE | UPDATE | DELETE | TRUNCATE,
    ),
    (
        "subtrees_stay",
        "subtrees",
        BEFORE | UPDATE | DELETE | TRUNCATE,
    ),
    (
        "checkpoints_stay",
        "checkpoints",
        BEFORE | UPDATE | DELETE | TRUNCATE,
    ),
    ("head_lasts", "head", BEFORE | DELETE | TRUNCATE),
    ("head_grows", "head", ROW | BEFORE | UPDATE),
];

impl LogStore for PostgresStore {
    fn append(&self, drafts: &[Draft]) -> Result<Vec<Outcome>, StoreError> {
        let mut token = [0u8; 16];
        getrandom::fill(&mut token)
            .map_err(|error| StoreError::Failed(format!("no random bytes: {error}")))?;
        let mut again = false;
        self.with(|link| {
            // The first try may have been committed although its answer was lost.
            if std::mem::replace(&mut again, true)
                && let Some(outcomes) = committed(link, &token)?
            {
                return Ok(outcomes);
            }
            append_once(link, drafts, &token)
        })
    }

    fn answered(&self, once: &Once) -> Result<Option<Outcome>, StoreError> {
        self.with(|link| {
            let statement = link.statement(ANSWERED)?;
            let rows = link.client.query(&statement, &[&[once.key()].as_slice()])?;
            let known = rows.iter().map(answered).next().transpose()?;
            Ok(known.map(|(_, answered)| answered.outcome(once)))
        })
    }

    fn head(&self) -> Result<Head, StoreError> {
        self.with(|link| {
            let statement = link.statement(HEAD)?;
            let row = link.client.query_one(&statement, &[])?;
            Ok(head(&row)?)
        })
    }

    fn entry(&self, index: u64) -> Result<Option<LogEntry>, StoreError> {
        let found = self.rows(ENTRY, &[&to_db(index)?], entry)?;
        Ok(found.into_iter().next())
    }

    fn entries(&self, from: u64) -> Result<Vec<LogEntry>, StoreError> {
        let limits = (i64::from(PAGE_RECORDS), PAGE_BYTES as i64);
        self.rows(ENTRIES, &[&to_db(from)?, &limits.0, &limits.1], entry)
    }

    fn leaves(&self, from: u64, to: u64) -> Result<Vec<Hash>, StoreError> {
        self.rows(LEAVES, &[&to_db(from)?, &to_db(to)?], hash)
    }

    fn subtrees(&self, level: u8, from: u64, to: u64) -> Result<Vec<Hash>, StoreError> {
        let bounds = (to_db(from)?, to_db(to)?, i16::from(level));
        self.rows(SUBTREES, &[&bounds.0, &bounds.1, &bounds.2], hash)
    }

    fn named(&self, prefix: &str) -> Result<Vec<u64>, StoreError> {
        self.rows(NAMED, &[&prefix, &behind_prefix(prefix)], |row| {
            from_db(row.try_get(0).map_err(odd)?)
        })
    }

    fn look(&self, look: Look<'_>) -> Result<Vec<LogEntry>, StoreError> {
        let before = look.before.map_or(Ok(i64::MAX), to_db)?;
        let limits = (i64::from(PAGE_RECORDS), PAGE_BYTES as i64);
        let values: [&(dyn ToSql + Sync); 5] =
            [&before, &limits.0, &limits.1, &look.document, &look.kind];
        self.rows(LOOK, &values, entry)
    }

    fn put_checkpoint(&self, checkpoint: &Checkpoint, note: &str) -> Result<(), StoreError> {
        let size = to_db(checkpoint.size)?;
        self.with(|link| {
            let mut transaction = link.client.transaction()?;
            transaction.execute(ADD_ORIGIN, &[&checkpoint.origin])?;
            let found = transaction.query_opt(META, &[&"origin"])?;
            let found = found.map(|row| row.try_get(0)).transpose()?;
            same_log(found, &checkpoint.origin)?;
            if transaction.execute(ADD_CHECKPOINT, &[&size, &note])? > 0 {
                transaction.execute(COUNT_CHECKPOINT, &[])?;
            }
            Ok(transaction.commit()?)
        })
    }

    fn checkpoints(&self) -> Result<Vec<(u64, String)>, StoreError> {
        self.rows(CHECKPOINTS, &[], |row| {
            let size = from_db(row.try_get(0).map_err(odd)?)?;
            Ok((size, row.try_get(1).map_err(odd)?))
        })
    }

    fn checkpoints_put(&self) -> Result<u64, StoreError> {
        let counted = self.meta("checkpoints")?;
        put_from_db(counted.as_deref(), self.origin()?.is_some())
    }

    fn origin(&self) -> Result<Option<String>, StoreError> {
        self.meta("origin")
    }

    /// A server checks its pages as it reads them; there is nothing to ask it.
    fn damage(&self) -> Result<Option<String>, StoreError> {
        Ok(None)
    }

    fn missing_guard(&self) -> Result<Option<String>, StoreError> {
        let found = self.rows(TRIGGERS, &[], |row| {
            let [name, table, body] = [0, 1, 3].map(|column| row.try_get::<_, String>(column));
            let events: i16 = row.try_get(2).map_err(odd)?;
            Ok((
                name.map_err(odd)?,
                table.map_err(odd)?,
                events,
                body.map_err(odd)?,
            ))
        })?;
        let stands = |(name, table, events): &(&str, &str, i16)| {
            found.iter().any(|(own, on, at, body)| {
                own == name && on == table && at == events && SCHEMA.contains(body.as_str())
            })
        };
        let missing = GUARDS.iter().find(|guard| !stands(guard));
        Ok(missing.map(|(name, ..)| (*name).to_owned()))
    }
}

impl PostgresStore {
    fn meta(&self, key: &str) -> Result<Option<String>, StoreError> {
        let found: Vec<String> = self.rows(META, &[&key], |row| row.try_get(0).map_err(odd))?;
        Ok(found.into_iter().next())
    }

    /// All rows of a query, each read by `read`.
    fn rows<T>(
        &self,
        sql: &'static str,
        values: &[&(dyn ToSql + Sync)],
        read: impl Fn(&Row) -> Result<T, StoreError>,
    ) -> Result<Vec<T>, StoreError> {
        self.with(|link| {
            let statement = link.statement(sql)?;
            let rows = link.client.query(&statement, values)?;
            let read: Result<Vec<T>, StoreError> = rows.iter().map(&read).collect();
            Ok(read?)
        })
    }
}

fn odd(error: postgres::Error) -> StoreError {
    StoreError::Corrupt(format!("a column is of another type: {error}"))
}

fn hash(row: &Row) -> Result<Hash, StoreError> {
    hash_from_db(row.try_get(0).map_err(odd)?)
}

fn head(row: &Row) -> Result<Head, StoreError> {
    let frontier: &[u8] = row.try_get(1).map_err(odd)?;
    let (size, last) = (row.try_get(0).map_err(odd)?, row.try_get(2).map_err(odd)?);
    head_from_db(size, frontier, last)
}

fn entry(row: &Row) -> Result<LogEntry, StoreError> {
    Ok(LogEntry {
        index: from_db(row.try_get(0).map_err(odd)?)?,
        leaf: hash_from_db(row.try_get(1).map_err(odd)?)?,
        at: Moment::from_micros(row.try_get(2).map_err(odd)?),
        facts: Facts {
            kind: row.try_get(3).map_err(odd)?,
            name: row.try_get(4).map_err(odd)?,
            document: row.try_get(5).map_err(odd)?,
        },
        record: row.try_get(6).map_err(odd)?,
    })
}

/// What an earlier try came to, where it was committed.
fn committed(link: &mut Link, token: &[u8; 16]) -> Result<Option<Vec<Outcome>>, Trouble> {
    let row = link.client.query_opt(COMMITTED, &[&token.as_slice()])?;
    let Some(row) = row else { return Ok(None) };
    let text: String = row.try_get(0).map_err(odd)?;
    let outcomes = serde_json::from_str(&text);
    let outcomes = outcomes.map_err(|error| StoreError::Corrupt(format!("a batch: {error}")))?;
    Ok(Some(outcomes))
}

fn append_once(
    link: &mut Link,
    drafts: &[Draft],
    token: &[u8; 16],
) -> Result<Vec<Outcome>, Trouble> {
    let prepared = Prepared::new(link)?;
    let mut transaction = link.client.transaction()?;
    let head = head(&transaction.query_one(&prepared.head, &[])?)?;
    let known = answers(&mut transaction, &prepared, drafts)?;
    let plan = plan(head, drafts, |key| Ok(known.get(key).cloned()))?;
    carry_out(&mut transaction, &prepared, &plan, token)?;
    transaction.commit()?;
    Ok(plan.outcomes)
}

/// The statements of one append.
struct Prepared {
    head: postgres::Statement,
    answered: postgres::Statement,
    entries: postgres::Statement,
    subtrees: postgres::Statement,
    keys: postgres::Statement,
    batch: postgres::Statement,
    set_head: postgres::Statement,
}

impl Prepared {
    fn new(link: &mut Link) -> Result<Prepared, postgres::Error> {
        Ok(Prepared {
            head: link.statement(HEAD_LOCKED)?,
            answered: link.statement(ANSWERED)?,
            entries: link.statement(ADD_ENTRIES)?,
            subtrees: link.statement(ADD_SUBTREES)?,
            keys: link.statement(ADD_KEYS)?,
            batch: link.statement(ADD_BATCH)?,
            set_head: link.statement(SET_HEAD)?,
        })
    }
}

/// The answers already given to the drafts' requests, under the lock.
fn answers(
    transaction: &mut Transaction<'_>,
    prepared: &Prepared,
    drafts: &[Draft],
) -> Result<BTreeMap<String, Answered>, Trouble> {
    let keys: Vec<&str> = drafts
        .iter()
        .filter_map(|draft| draft.once.as_ref().map(|once| once.key()))
        .collect();
    let mut known = BTreeMap::new();
    if keys.is_empty() {
        return Ok(known);
    }
    for row in transaction.query(&prepared.answered, &[&keys])? {
        let (key, answered) = answered(&row)?;
        known.insert(key, answered);
    }
    Ok(known)
}

/// A key with what it was answered with.
fn answered(row: &Row) -> Result<(String, Answered), StoreError> {
    let key: String = row.try_get(0).map_err(odd)?;
    let index = from_db(row.try_get(2).map_err(odd)?)?;
    let input = row.try_get(1).map_err(odd)?;
    let answered = Answered::checked(&key, input, index, row.try_get(3).map_err(odd)?)?;
    Ok((key, answered))
}

fn carry_out(
    transaction: &mut Transaction<'_>,
    prepared: &Prepared,
    plan: &Plan,
    token: &[u8; 16],
) -> Result<(), Trouble> {
    if plan.entries.is_empty() {
        return Ok(());
    }
    let entries = &plan.entries;
    let seqs = numbers(entries.iter().map(|entry| entry.index))?;
    let leaves: Vec<&[u8]> = entries.iter().map(|entry| entry.leaf.as_ref()).collect();
    let times: Vec<i64> = entries.iter().map(|entry| entry.at.micros()).collect();
    let kinds: Vec<&str> = entries.iter().map(|e| e.facts.kind.as_str()).collect();
    let names: Vec<Option<&str>> = entries.iter().map(|e| e.facts.name.as_deref()).collect();
    let documents: Vec<Option<&str>> = entries
        .iter()
        .map(|e| e.facts.document.as_deref())
        .collect();
    let records: Vec<&[u8]> = entries
        .iter()
        .map(|entry| entry.record.as_slice())
        .collect();
    transaction.execute(
        &prepared.entries,
        &[&seqs, &leaves, &times, &kinds, &names, &documents, &records],
    )?;
    if !plan.subtrees.is_empty() {
        let levels: Vec<i16> = plan.subtrees.iter().map(|done| done.level.into()).collect();
        let places = numbers(plan.subtrees.iter().map(|done| done.index))?;
        let hashes: Vec<&[u8]> = plan
            .subtrees
            .iter()
            .map(|done| done.hash.as_ref())
            .collect();
        transaction.execute(&prepared.subtrees, &[&levels, &places, &hashes])?;
    }
    if !plan.keys.is_empty() {
        let keys: Vec<&str> = plan.keys.iter().map(|new| new.key.as_str()).collect();
        let inputs: Vec<&str> = plan
            .keys
            .iter()
            .map(|n| n.answered.input_sha256.as_str())
            .collect();
        let seqs = numbers(plan.keys.iter().map(|new| new.answered.index))?;
        let times: Vec<i64> = plan.keys.iter().map(|new| new.at.micros()).collect();
        transaction.execute(&prepared.keys, &[&keys, &inputs, &seqs, &times])?;
    }
    let outcomes = serde_json::to_string(&plan.outcomes)
        .map_err(|error| StoreError::Failed(error.to_string()))?;
    let last = plan.head.last.map(Moment::micros);
    let at = last.unwrap_or(0);
    transaction.execute(&prepared.batch, &[&token.as_slice(), &outcomes, &at])?;
    let frontier = &plan.head.frontier;
    let size = to_db(frontier.size())?;
    transaction.execute(&prepared.set_head, &[&size, &frontier.to_bytes(), &last])?;
    Ok(())
}

fn numbers(numbers: impl Iterator<Item = u64>) -> Result<Vec<i64>, StoreError> {
    numbers.map(to_db).collect()
}
