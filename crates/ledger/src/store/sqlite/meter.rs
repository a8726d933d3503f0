//! Reservations in a file.

use rusqlite::{OptionalExtension, Transaction, params};

use super::{SqliteStore, failed};
use crate::meter::{
    Amounts, Reservation, ReservationRequest, Reserved, Settled, WINDOW_US, refusals,
};
use crate::moment::Moment;
use crate::store::{MeterStore, StoreError, amounts_to_db, bounded, from_db, settled};

impl MeterStore for SqliteStore {
    fn reserve(&self, request: &ReservationRequest<'_>) -> Result<Reserved, StoreError> {
        bounded(request.amounts)?;
        self.write(|transaction| {
            let now = request.at.micros();
            let minute = sum(
                transaction,
                "principal = ?1 AND at_us > ?3",
                request.principal,
                now,
                request.at.before(WINDOW_US),
            )?;
            let budget = sum(
                transaction,
                "budget = ?1 AND at_us >= ?3",
                request.budget,
                now,
                Moment::from_micros(i64::MIN),
            )?;
            let refused = refusals(request, minute, budget);
            if !refused.is_empty() {
                return Ok(Reserved::Refused(refused));
            }
            let sql = "INSERT INTO reservations (principal, budget, at_us, deadline_us, settled, calls, units, bytes)
                       VALUES (?1, ?2, ?3, ?4, 0, ?5, ?6, ?7)";
            let Amounts { calls, units, bytes } = request.amounts;
            transaction
                .prepare_cached(sql)
                .and_then(|mut insert| {
                    insert.execute(params![
                        request.principal,
                        request.budget,
                        now,
                        request.deadline.micros(),
                        calls as i64,
                        units as i64,
                        bytes as i64
                    ])
                })
                .map_err(failed)?;
            Ok(Reserved::Granted(Reservation(
                transaction.last_insert_rowid(),
            )))
        })
    }

    fn settle(
        &self,
        reservation: Reservation,
        spent: Amounts,
        now: Moment,
    ) -> Result<Settled, StoreError> {
        let [calls, units, bytes] = amounts_to_db(spent)?;
        self.write(|transaction| {
            let sql = "UPDATE reservations SET settled = 1, calls = ?2, units = ?3, bytes = ?4
                       WHERE id = ?1 AND settled = 0 RETURNING deadline_us";
            let deadline: Option<i64> = transaction
                .query_row(sql, params![reservation.0, calls, units, bytes], |row| {
                    row.get(0)
                })
                .optional()
                .map_err(failed)?;
            Ok(settled(deadline.map(Moment::from_micros), now))
        })
    }
}

/// What is reserved or spent: settled for good, unsettled until its deadline.
fn sum(
    transaction: &Transaction<'_>,
    which: &str,
    of: &str,
    now: i64,
    since: Moment,
) -> Result<Amounts, StoreError> {
    let sql = format!(
        "SELECT ifnull(sum(calls), 0), ifnull(sum(units), 0), ifnull(sum(bytes), 0)
         FROM reservations WHERE {which} AND (settled = 1 OR deadline_us > ?2)"
    );
    let mut statement = transaction.prepare_cached(&sql).map_err(failed)?;
    let (calls, units, bytes): (i64, i64, i64) = statement
        .query_row(params![of, now, since.micros()], |row| {
            Ok((row.get(0)?, row.get(1)?, row.get(2)?))
        })
        .map_err(failed)?;
    Ok(Amounts {
        calls: from_db(calls)?,
        units: from_db(units)?,
        bytes: from_db(bytes)?,
    })
}
