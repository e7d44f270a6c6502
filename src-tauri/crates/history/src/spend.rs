//! What was spent today. The one place that adds it up.

use rusqlite::Connection;
use serde::{Deserialize, Serialize};

use crate::error::Failed;
use crate::{History, HistoryError};

/// What the requests of one day cost, deleted runs included: deleting a run gives no money back. A run that is under
/// way counts when it is over.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct Spend {
    /// Dollars of all requests whose cost is known.
    pub usd: f64,
    /// Requests to real providers.
    pub requests: u32,
    /// Those of them that brought text and whose cost nobody knows. One that brought nothing and names no cost is taken
    /// to have cost nothing.
    pub unknown: u32,
    /// Requests to simulated providers, which cost nothing and are in none of the numbers above.
    pub simulated: u32,
}

impl History {
    /// What was spent since the last midnight of this machine's time zone.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn spent_today(&self) -> Result<Spend, HistoryError> {
        self.read(|connection| {
            let midnight: i64 = connection.query_row(
                "SELECT unixepoch('now', 'localtime', 'start of day', 'utc')",
                [],
                |row| row.get(0),
            )?;
            since(connection, midnight)
        })
    }
}

/// What the runs cost that began at `moment`, in seconds since 1970, or later.
fn since(connection: &Connection, moment: i64) -> Result<Spend, Failed> {
    let mut spend = Spend::default();
    // Ids sort by time, so the walk from the newest ends at the first run of the day before.
    let mut runs =
        connection.prepare_cached("SELECT id, unixepoch(started_at) FROM runs ORDER BY id DESC")?;
    let mut cost = connection.prepare_cached(
        "SELECT l.simulated, json_extract(s.document, '$.cost_usd'),
                json_extract(s.document, '$.token_source') IS NOT NULL
         FROM samples s JOIN lanes l USING (run_id, lane) WHERE s.run_id = ?1",
    )?;
    let mut runs = runs.query([])?;
    while let Some(run) = runs.next()? {
        let (id, began): (String, Option<i64>) = (run.get(0)?, run.get(1)?);
        if began.is_some_and(|began| began < moment) {
            break;
        }
        let mut requests = cost.query([&id])?;
        while let Some(request) = requests.next()? {
            let (simulated, usd, has_text): (bool, Option<f64>, bool) =
                (request.get(0)?, request.get(1)?, request.get(2)?);
            if simulated {
                spend.simulated += 1;
                continue;
            }
            spend.requests += 1;
            match usd {
                Some(usd) => spend.usd += usd,
                None => spend.unknown += u32::from(has_text),
            }
        }
    }
    Ok(spend)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::{begun, finished};

    /// Keeps a run of two lanes and one round, which began at `started_at`.
    fn keep(history: &History, id: &str, started_at: &str, change: impl FnOnce(&mut race::Run)) {
        let (mut run, recordings) = finished(id, 1);
        run.started_at = started_at.to_owned();
        change(&mut run);
        history.begin(&begun(&run)).unwrap();
        history.finish(&run, &recordings).unwrap();
    }

    fn now() -> String {
        let format = &time::format_description::well_known::Rfc3339;
        time::OffsetDateTime::now_utc().format(format).unwrap()
    }

    #[test]
    fn today_is_summed_with_what_is_unknown_and_what_is_simulated_apart() {
        let history = History::in_memory().unwrap();
        keep(&history, "1", "2026-03-01T12:00:00Z", |_| {});
        keep(&history, "2", &now(), |run| {
            run.lanes[0].samples[0].cost_usd = Some(0.25);
            run.lanes[1].samples[0].cost_usd = None;
        });
        keep(&history, "3", &now(), |run| {
            run.lanes[0].simulated = true;
            run.lanes[1].samples[0].cost_usd = Some(0.5);
        });
        let spend = history.spent_today().unwrap();
        assert!((spend.usd - 0.75).abs() < 1e-12, "what is known, of today alone: {spend:?}");
        assert_eq!(spend.requests, 3, "of the real ones");
        assert_eq!(spend.unknown, 1, "an unknown cost is said, not taken for zero");
        assert_eq!(spend.simulated, 1, "and the simulated one is apart");
    }

    #[test]
    fn a_deleted_run_was_paid_for_all_the_same() {
        let history = History::in_memory().unwrap();
        keep(&history, "1", &now(), |run| run.lanes[0].samples[0].cost_usd = Some(1.0));
        let before = history.spent_today().unwrap();
        history.delete("1").unwrap();
        assert_eq!(history.spent_today().unwrap(), before, "deleting gives no money back");
    }

    #[test]
    fn a_request_that_brought_nothing_and_names_no_cost_cost_nothing() {
        let history = History::in_memory().unwrap();
        keep(&history, "1", &now(), |run| {
            for lane in &mut run.lanes {
                lane.samples[0].cost_usd = None;
                lane.samples[0].token_source = None;
            }
        });
        assert_eq!(history.spent_today().unwrap().unknown, 0, "a refusal is not billed");
    }
}
