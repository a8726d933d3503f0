//! Reservations in a database.

use postgres::Row;

use super::PostgresStore;
use crate::meter::{
    Amounts, Reservation, ReservationRequest, Reserved, Settled, WINDOW_US, refusals,
};
use crate::moment::Moment;
use crate::store::{MeterStore, StoreError, amounts_to_db, bounded, from_db, settled, to_db};

/// One lock a principal, one a budget, always in this order.
const LOCK: &str = "SELECT pg_advisory_xact_lock(1, hashtext($1))";
const LOCK_BUDGET: &str = "SELECT pg_advisory_xact_lock(2, hashtext($1))";
const MINUTE: &str = "SELECT coalesce(sum(calls), 0)::bigint, coalesce(sum(units), 0)::bigint, \
    coalesce(sum(bytes), 0)::bigint FROM reservations \
    WHERE principal = $1 AND at_us > $2 AND (settled OR deadline_us > $3)";
const BUDGET: &str = "SELECT coalesce(sum(calls), 0)::bigint, coalesce(sum(units), 0)::bigint, \
    coalesce(sum(bytes), 0)::bigint FROM reservations \
    WHERE budget = $1 AND (settled OR deadline_us > $2)";
const ADD: &str = "INSERT INTO reservations \
    (principal, budget, at_us, deadline_us, settled, calls, units, bytes) \
    VALUES ($1, $2, $3, $4, false, $5, $6, $7) RETURNING id";
const SETTLE: &str = "UPDATE reservations SET settled = true, calls = $2, units = $3, bytes = $4 \
    WHERE id = $1 AND NOT settled RETURNING deadline_us";

impl MeterStore for PostgresStore {
    fn reserve(&self, request: &ReservationRequest<'_>) -> Result<Reserved, StoreError> {
        bounded(request.amounts)?;
        self.with(|link| {
            let lock = link.statement(LOCK)?;
            let lock_budget = link.statement(LOCK_BUDGET)?;
            let minute = link.statement(MINUTE)?;
            let budget = link.statement(BUDGET)?;
            let add = link.statement(ADD)?;
            let mut transaction = link.client.transaction()?;
            transaction.execute(&lock, &[&request.principal])?;
            transaction.execute(&lock_budget, &[&request.budget])?;
            let now = request.at.micros();
            let since = request.at.before(WINDOW_US).micros();
            let used = transaction.query_one(&minute, &[&request.principal, &since, &now])?;
            let spent = transaction.query_one(&budget, &[&request.budget, &now])?;
            let refused = refusals(request, amounts(&used)?, amounts(&spent)?);
            if !refused.is_empty() {
                return Ok(Reserved::Refused(refused));
            }
            let asked = request.amounts;
            let row = transaction.query_one(
                &add,
                &[
                    &request.principal,
                    &request.budget,
                    &now,
                    &request.deadline.micros(),
                    &to_db(asked.calls)?,
                    &to_db(asked.units)?,
                    &to_db(asked.bytes)?,
                ],
            )?;
            let id = row.try_get(0)?;
            transaction.commit()?;
            Ok(Reserved::Granted(Reservation(id)))
        })
    }

    fn settle(
        &self,
        reservation: Reservation,
        spent: Amounts,
        now: Moment,
    ) -> Result<Settled, StoreError> {
        let [calls, units, bytes] = amounts_to_db(spent)?;
        self.with(|link| {
            let settle = link.statement(SETTLE)?;
            let values: [&(dyn postgres::types::ToSql + Sync); 4] =
                [&reservation.0, &calls, &units, &bytes];
            let row = link.client.query_opt(&settle, &values)?;
            let deadline: Option<i64> = row.map(|row| row.try_get(0)).transpose()?;
            Ok(settled(deadline.map(Moment::from_micros), now))
        })
    }
}

fn amounts(row: &Row) -> Result<Amounts, StoreError> {
    let number = |at: usize| {
        let number = row.try_get::<_, i64>(at);
        from_db(number.map_err(|error| StoreError::Corrupt(error.to_string()))?)
    };
    Ok(Amounts {
        calls: number(0)?,
        units: number(1)?,
        bytes: number(2)?,
    })
}
