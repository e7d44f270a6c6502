//! `paceline schema`: the documents that `--json` prints, each with its name and JSON Schema.
//!
//! The schemas are generated from the types that are printed: see `schema/tests.rs`.

use clap::ValueEnum;
use serde::Serialize;
use store::{RunRow, SearchHit, SearchPage, Snippet};

use crate::exit::{Exit, Trouble};
use crate::terminal::output::print;

/// A kind of document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Schema {
    /// A race or a sweep: `race --json`, `sweep --json`, `history show --json`
    Run,
    /// Limits and what is known of each: `gate --json`
    Gate,
    /// A comparison: `compare --json`
    Compare,
    /// The list of runs: `history list --json`
    List,
    /// Runs found: `history search --json`
    Search,
    /// Spending: `history spend --json`
    Spend,
    /// The price book and your own prices: `prices --json`
    Prices,
    /// The built-in suites: `suite list --json`
    Suites,
    /// Commands that may check answers: `checks --json`
    Checks,
    /// A watch, with its numbers, changes and turns: `watch show --json`
    Watch,
    /// The list of watches: `watch list --json`
    Watches,
    /// What a watch tells: a webhook of the format `json`, and a command
    Alarm,
    /// The alarms of a watch: `watch alarm list --json`
    Alarms,
    /// The keys that are kept: `keys list --json`
    Keys,
    /// The providers that a lane can name: `providers --json`
    Providers,
    /// The models of a provider: `models --json`
    Models,
    /// Model servers of this machine: `discover --json`
    Servers,
    /// The network settings: `network --json`
    Network,
    /// The timestamp error of this machine: `calibrate --json`
    Calibration,
    /// What is wrong in a history: `history verify --json`
    Verification,
    /// What an import took in: `history import --json`
    Imported,
    /// What was computed anew: `history recompute --json`
    Recomputed,
    /// What other tools would report: `history show --as-peers --json`
    Peers,
}

impl Schema {
    /// The name and version that a document carries in `schema`.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Run => race::SCHEMA,
            Self::Gate => "paceline.gate/1",
            Self::Compare => "paceline.compare/1",
            Self::List => "paceline.list/1",
            Self::Search => "paceline.search/1",
            Self::Spend => "paceline.spend/1",
            Self::Prices => "paceline.prices/1",
            Self::Suites => "paceline.suites/1",
            Self::Checks => "paceline.checks/1",
            Self::Watch => "paceline.watch/1",
            Self::Watches => "paceline.watches/1",
            Self::Alarm => app::AlarmDocument::SCHEMA,
            Self::Alarms => "paceline.alarms/1",
            Self::Keys => "paceline.keys/1",
            Self::Providers => "paceline.providers/1",
            Self::Models => "paceline.models/1",
            Self::Servers => "paceline.servers/1",
            Self::Network => "paceline.network/1",
            Self::Calibration => "paceline.calibration/1",
            Self::Verification => "paceline.verification/1",
            Self::Imported => "paceline.imported/1",
            Self::Recomputed => "paceline.recomputed/1",
            Self::Peers => "paceline.peers/1",
        }
    }

    /// The JSON Schema, draft 2020-12.
    pub(crate) fn text(self) -> &'static str {
        match self {
            Self::Run => include_str!("../../../../docs/schemas/run.json"),
            Self::Gate => include_str!("../../../../docs/schemas/gate.json"),
            Self::Compare => include_str!("../../../../docs/schemas/compare.json"),
            Self::List => include_str!("../../../../docs/schemas/list.json"),
            Self::Search => include_str!("../../../../docs/schemas/search.json"),
            Self::Spend => include_str!("../../../../docs/schemas/spend.json"),
            Self::Prices => include_str!("../../../../docs/schemas/prices.json"),
            Self::Suites => include_str!("../../../../docs/schemas/suites.json"),
            Self::Checks => include_str!("../../../../docs/schemas/checks.json"),
            Self::Watch => include_str!("../../../../docs/schemas/watch.json"),
            Self::Watches => include_str!("../../../../docs/schemas/watches.json"),
            Self::Alarm => include_str!("../../../../docs/schemas/alarm.json"),
            Self::Alarms => include_str!("../../../../docs/schemas/alarms.json"),
            Self::Keys => include_str!("../../../../docs/schemas/keys.json"),
            Self::Providers => include_str!("../../../../docs/schemas/providers.json"),
            Self::Models => include_str!("../../../../docs/schemas/models.json"),
            Self::Servers => include_str!("../../../../docs/schemas/servers.json"),
            Self::Network => include_str!("../../../../docs/schemas/network.json"),
            Self::Calibration => include_str!("../../../../docs/schemas/calibration.json"),
            Self::Verification => include_str!("../../../../docs/schemas/verification.json"),
            Self::Imported => include_str!("../../../../docs/schemas/imported.json"),
            Self::Recomputed => include_str!("../../../../docs/schemas/recomputed.json"),
            Self::Peers => include_str!("../../../../docs/schemas/peers.json"),
        }
    }

    /// The document of this kind with `content`.
    pub(crate) fn document<T>(self, content: T) -> Document<T> {
        Document { schema: self.name(), content }
    }
}

/// A document that names its schema.
#[derive(Serialize)]
#[cfg_attr(test, derive(specta::Type))]
pub(crate) struct Document<T> {
    /// Name and version of its schema.
    schema: &'static str,
    #[serde(flatten)]
    content: T,
}

/// Runs found, each as in any list, with the details a search adds.
#[derive(Serialize)]
#[cfg_attr(test, derive(specta::Type))]
pub(crate) struct FoundRuns {
    /// Total number of results.
    total: u32,
    /// Whether there are more results than that: a search counts up to 1,000.
    more: bool,
    /// The runs of this page.
    runs: Vec<FoundRun>,
    /// Cursor of the next page; absent on the last.
    #[cfg_attr(test, specta(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<String>,
}

/// A run in search results.
#[derive(Serialize)]
#[cfg_attr(test, derive(specta::Type))]
struct FoundRun {
    /// What any list shows of it.
    #[serde(flatten)]
    row: RunRow,
    /// Whether it is starred.
    starred: bool,
    /// Whether it is hidden.
    hidden: bool,
    /// Whether it has a note.
    has_note: bool,
    /// Its tags, sorted.
    tags: Vec<String>,
    /// Its requests, including unmeasured ones.
    requests: u32,
    /// Known total cost of its requests, in dollars.
    #[cfg_attr(test, specta(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    cost_usd: Option<f64>,
    /// Requests of unknown cost.
    cost_unknown: u32,
    /// Snippets of the texts that match.
    hits: Vec<Snippet>,
}

impl From<SearchPage> for FoundRuns {
    fn from(SearchPage { total, more, runs, next }: SearchPage) -> Self {
        Self { total, more, runs: runs.into_iter().map(FoundRun::from).collect(), next }
    }
}

impl From<SearchHit> for FoundRun {
    fn from(hit: SearchHit) -> Self {
        let SearchHit {
            row,
            starred,
            hidden,
            has_note,
            tags,
            requests,
            cost_usd,
            cost_unknown,
            hits,
        } = hit;
        Self { row, starred, hidden, has_note, tags, requests, cost_usd, cost_unknown, hits }
    }
}

/// Prints one schema, or the name of each.
///
/// # Errors
/// If standard output cannot be written.
pub(crate) fn run(wanted: Option<Schema>) -> Result<Exit, Trouble> {
    if let Some(schema) = wanted {
        print(schema.text())?;
        return Ok(Exit::Done);
    }
    let each = Schema::value_variants().iter().filter_map(|schema| {
        let known = schema.to_possible_value()?;
        let help = known.get_help().map(ToString::to_string).unwrap_or_default();
        Some(format!("{:14}{:25}{help}\n", known.get_name(), schema.name()))
    });
    print(&each.collect::<String>())?;
    Ok(Exit::Done)
}

#[cfg(test)]
mod tests;
