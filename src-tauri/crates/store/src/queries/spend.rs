//! Spending by provider and model. Requests of unknown cost are counted, not added as zero.

use serde::{Deserialize, Serialize};

use crate::error::HistoryError;
use crate::file::plausible::MOST_USD;
use crate::history::History;

/// Spending of runs since some moment. Simulated requests and those of unknown cost are separate.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct Spend {
    /// Start of the period, in seconds since 1970.
    pub since_s: f64,
    /// All real requests together.
    pub total: SpendRow,
    /// By provider and model, most expensive first; unknown costs last.
    pub models: Vec<SpendRow>,
    /// Simulated requests, which cost nothing.
    pub simulated: Vec<SpendRow>,
}

/// The cost of some requests.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct SpendRow {
    /// The provider's id; empty in a total.
    pub provider: String,
    /// The provider's name; empty in a total.
    pub label: String,
    /// The model; empty in a total.
    pub model: String,
    /// Requests sent, including failed and unmeasured ones.
    pub requests: u32,
    /// Known dollars; absent if no request's cost is known.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost_usd: Option<f64>,
    /// Requests of unknown cost. A refused request costs nothing and does not count.
    pub cost_unknown: u32,
    /// Input tokens by the servers' counts; absent if none counted.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub in_tokens: Option<f64>,
    /// Output tokens by the server's count, otherwise by `o200k_base`; absent if nobody counted.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub out_tokens: Option<f64>,
}

/// Today's spending.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct SpendToday {
    /// Dollars of all requests to real providers whose cost is known.
    pub usd: f64,
    /// Requests to real providers.
    pub requests: u32,
    /// How many of those have an unknown cost.
    pub unknown: u32,
    /// Requests to simulated providers, which cost nothing and are not counted above.
    pub simulated: u32,
}

impl From<Spend> for SpendToday {
    fn from(spend: Spend) -> Self {
        Self {
            usd: spend.total.cost_usd.unwrap_or(0.0),
            requests: spend.total.requests,
            unknown: spend.total.cost_unknown,
            simulated: spend.simulated.iter().map(|spent| spent.requests).sum(),
        }
    }
}

impl SpendRow {
    fn add(&mut self, other: &Self) {
        let sum = |left: Option<f64>, right: Option<f64>| match (left, right) {
            (Some(left), Some(right)) => Some(left + right),
            (left, right) => left.or(right),
        };
        self.requests += other.requests;
        self.cost_unknown += other.cost_unknown;
        self.cost_usd = sum(self.cost_usd, other.cost_usd);
        self.in_tokens = sum(self.in_tokens, other.in_tokens);
        self.out_tokens = sum(self.out_tokens, other.out_tokens);
    }
}

impl History {
    /// Spending of runs that started since local midnight.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn spent_today(&self) -> Result<SpendToday, HistoryError> {
        // Runs of a clock that was ahead are not today's until their day comes.
        let (midnight_s, next_s) = self.read(|connection| {
            let asked = "SELECT CAST(unixepoch('now', 'localtime', 'start of day', 'utc') AS REAL),
                             CAST(unixepoch('now', 'localtime', 'start of day', '+1 day', 'utc') AS REAL)";
            Ok(connection.query_row(asked, [], |row| Ok((row.get(0)?, row.get(1)?)))?)
        })?;
        Ok(self.spend_between(midnight_s, next_s)?.into())
    }

    /// Spending of runs that started at `since_s` (seconds since 1970) or later. Deleted runs count as long as they can
    /// be restored: deleting a run does not cancel its bill. Imported runs do not: they were paid for elsewhere.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn spend(&self, since_s: f64) -> Result<Spend, HistoryError> {
        self.spend_between(since_s, f64::INFINITY)
    }

    fn spend_between(&self, since_s: f64, until_s: f64) -> Result<Spend, HistoryError> {
        self.read(|connection| {
            // A cost that no request has is unknown: below 0 it would hide what others cost, above all sense it would stop
            // every race. Counts are added as fractions, as a few extreme ones would overflow integers.
            let mut rows = connection.prepare_cached(
                "SELECT e.provider, max(e.label), e.model, e.simulated = 1, count(*),
                     sum(CASE WHEN n.cost_usd BETWEEN 0 AND ?3 THEN n.cost_usd END),
                     sum((n.cost_usd IS NULL OR n.cost_usd NOT BETWEEN 0 AND ?3) AND NOT n.unbilled),
                     sum(CAST(n.in_tokens_server AS REAL)), sum(CAST(n.out_tokens AS REAL))
                 FROM overview o CROSS JOIN entrants e ON e.run = o.key
                     CROSS JOIN numbers n ON n.run = e.run AND n.lane = e.lane
                 WHERE o.started_s >= ?1 AND o.started_s < ?2 AND NOT o.imported
                 -- A chain is of no provider; its steps are.
                     AND NOT EXISTS (SELECT 1 FROM chain_steps c WHERE c.run = e.run AND c.lane = e.lane)
                 -- One id stands for every address that was typed in; what tells those apart is the name.
                 GROUP BY e.provider, CASE e.provider WHEN 'custom' THEN e.label END, e.model, e.simulated
                 ORDER BY sum(n.cost_usd) DESC NULLS LAST, count(*) DESC",
            )?;
            let rows = rows.query_map([since_s, until_s, MOST_USD], spent)?;
            let mut spend = Spend { since_s, ..Spend::default() };
            for row in rows {
                let (is_simulated, spent) = row?;
                spend.add(is_simulated, spent);
            }
            // Each run has one judge at most, so their rows are few. One that was asked after the race was paid then, and here, wherever
            // the race was measured.
            let of_judges = (
                "judges t CROSS JOIN overview o ON o.key = t.run",
                "coalesce(t.asked_s, o.started_s)",
                "t.asked_s IS NOT NULL",
            );
            let of_steps =
                ("overview o CROSS JOIN chain_steps t ON t.run = o.key", "o.started_s", "FALSE");
            for (rows, paid_s, is_paid_here) in [of_judges, of_steps] {
                let mut rows = connection.prepare_cached(&format!(
                    "SELECT t.provider, t.label, t.model, t.simulated = 1, min(t.requests, 1000000),
                         CASE WHEN t.cost_usd BETWEEN 0 AND ?3 THEN t.cost_usd END,
                         min(CASE WHEN t.cost_unknown BETWEEN 0 AND t.requests THEN t.cost_unknown ELSE t.requests END, 1000000),
                         CAST(t.in_tokens AS REAL), CAST(t.out_tokens AS REAL)
                     FROM {rows}
                     WHERE {paid_s} >= ?1 AND {paid_s} < ?2 AND ({is_paid_here} OR NOT o.imported) AND t.requests > 0"
                ))?;
                for row in rows.query_map([since_s, until_s, MOST_USD], spent)? {
                    let (is_simulated, spent) = row?;
                    spend.add(is_simulated, spent);
                }
            }
            spend.sort();
            Ok(spend)
        })
    }
}

impl Spend {
    /// Adds requests of one model to those that there are.
    fn add(&mut self, is_simulated: bool, spent: SpendRow) {
        if !is_simulated {
            self.total.add(&spent);
        }
        let rows = if is_simulated { &mut self.simulated } else { &mut self.models };
        let is_same = |row: &&mut SpendRow| {
            let label = (row.provider == "custom").then_some(&row.label);
            (&row.provider, label, &row.model)
                == (&spent.provider, label.map(|_| &spent.label), &spent.model)
        };
        match rows.iter_mut().find(is_same) {
            Some(row) => row.add(&spent),
            None => rows.push(spent),
        }
    }

    /// Most expensive first; unknown costs last.
    fn sort(&mut self) {
        for rows in [&mut self.models, &mut self.simulated] {
            rows.sort_by(|a, b| {
                let cost = |row: &SpendRow| row.cost_usd.unwrap_or(-1.0);
                cost(b).total_cmp(&cost(a)).then(b.requests.cmp(&a.requests))
            });
        }
    }
}

/// Whether they are simulated, and the requests of one model.
fn spent(row: &rusqlite::Row<'_>) -> rusqlite::Result<(bool, SpendRow)> {
    let spent = SpendRow {
        provider: name(row, 0)?,
        label: name(row, 1)?,
        model: name(row, 2)?,
        requests: row.get(4)?,
        cost_usd: row.get(5)?,
        cost_unknown: row.get(6)?,
        in_tokens: row.get(7)?,
        out_tokens: row.get(8)?,
    };
    Ok((row.get(3)?, spent))
}

/// A name as far as it is text: what a row costs counts whatever its name is.
fn name(row: &rusqlite::Row<'_>, column: usize) -> rusqlite::Result<String> {
    Ok(String::from_utf8_lossy(row.get_ref(column)?.as_bytes()?).into_owned())
}

#[cfg(test)]
#[path = "spend_tests.rs"]
mod tests;
