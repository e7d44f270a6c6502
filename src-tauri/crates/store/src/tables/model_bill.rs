//! What the requests to one model came to that are in no lane's row: the tables `judges` and `chain_steps`. Both are part of the index, and
//! computed from the run.

use race::Run;
use rusqlite::types::Value;
use rusqlite::{Connection, params_from_iter};

use crate::error::StoreFailure;

/// The columns that every such table has, beside the run's key and its own.
const SHARED: [&str; 9] = [
    "provider",
    "label",
    "model",
    "simulated",
    "requests",
    "cost_usd",
    "cost_unknown",
    "in_tokens",
    "out_tokens",
];

/// What the requests to one model came to.
#[derive(Debug)]
pub(crate) struct ModelBill {
    /// The provider's id.
    pub provider: String,
    /// The provider's name.
    pub label: String,
    /// The model as the provider calls it.
    pub model: String,
    /// Whether it is a simulated one.
    pub simulated: bool,
    /// Requests sent.
    pub requests: u32,
    /// Dollars of those whose cost is known; `None` where none is.
    pub cost_usd: Option<f64>,
    /// Requests whose cost nobody knows.
    pub cost_unknown: u32,
    /// Input tokens as the server counts.
    pub in_tokens: Option<i64>,
    /// Output tokens.
    pub out_tokens: Option<i64>,
}

/// A table of bills of runs.
pub(crate) struct BillTable {
    name: &'static str,
    /// Its columns beside the run's key and those of a bill.
    own: &'static [&'static str],
    rows: fn(&Run) -> Vec<Vec<Value>>,
}

impl ModelBill {
    /// The values of a row, after those of a table's own columns.
    pub(crate) fn row(self, own: impl IntoIterator<Item = Value>) -> Vec<Value> {
        let Self { provider, label, model, simulated, requests, cost_usd, cost_unknown, .. } = self;
        let shared: [Value; SHARED.len()] = [
            provider.into(),
            label.into(),
            model.into(),
            simulated.into(),
            requests.into(),
            cost_usd.into(),
            cost_unknown.into(),
            self.in_tokens.into(),
            self.out_tokens.into(),
        ];
        own.into_iter().chain(shared).collect()
    }
}

impl BillTable {
    /// A table whose rows of a run are those of `rows`, in the order of its own columns.
    pub(crate) const fn new(
        name: &'static str,
        own: &'static [&'static str],
        rows: fn(&Run) -> Vec<Vec<Value>>,
    ) -> Self {
        Self { name, own, rows }
    }

    /// The values of [`columns`](Self::columns) that a run has.
    pub(crate) fn rows(&self, run: &Run) -> Vec<Vec<Value>> {
        (self.rows)(run)
    }

    /// Its columns beside the run's key.
    pub(crate) fn columns(&self) -> Vec<&'static str> {
        self.own.iter().copied().chain(SHARED).collect()
    }

    /// Reads the rows of the run with the key `?1` in order.
    pub(crate) fn select(&self) -> String {
        let (columns, order) = (self.columns().join(", "), self.own.join(", "));
        format!("SELECT {columns} FROM {} WHERE run = ?1 ORDER BY {order}", self.name)
    }

    /// Writes the rows of a run, in the place of earlier ones.
    pub(crate) fn put(
        &self,
        connection: &Connection,
        key: i64,
        run: &Run,
    ) -> Result<(), StoreFailure> {
        let Self { name, .. } = self;
        let delete = format!("DELETE FROM {name} WHERE run = ?1");
        connection.prepare_cached(&delete)?.execute([key])?;
        let columns = self.columns();
        let sql = format!(
            "INSERT INTO {name} (run, {}) VALUES (?, {})",
            columns.join(", "),
            vec!["?"; columns.len()].join(", ")
        );
        for values in self.rows(run) {
            let row = [Value::from(key)].into_iter().chain(values);
            connection.prepare_cached(&sql)?.execute(params_from_iter(row))?;
        }
        Ok(())
    }
}
