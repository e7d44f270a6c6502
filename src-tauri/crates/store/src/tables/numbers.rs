//! The table `numbers`: the metrics of one request, a column each, so that queries over many requests read no JSON. Its
//! columns are the catalogue's; missing ones are added when the file is opened.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use measure::{Metric, Values, Warning};
use race::{Lane, Level, Sample};
use rusqlite::types::Value;
use rusqlite::{Connection, Row, params_from_iter};

use crate::error::StoreFailure;
use crate::json::to_word;

/// The columns of these metrics, in this order.
pub(crate) fn columns(metrics: &[Metric]) -> String {
    let names: Vec<String> = metrics.iter().map(|metric| format!("n.{}", metric.id())).collect();
    names.join(", ")
}

/// Reads [`columns`], the first of which is column `from`.
pub(crate) fn read(
    row: &Row<'_>,
    from: usize,
    metrics: &[Metric],
) -> Result<Values, rusqlite::Error> {
    let mut values = Values::default();
    for (metric, column) in metrics.iter().zip(from..) {
        values.set(*metric, row.get(column)?);
    }
    Ok(values)
}

/// The metrics without a column yet; empty if there is no table.
pub(crate) fn missing(connection: &Connection) -> Result<Vec<Metric>, StoreFailure> {
    let mut names = connection.prepare("SELECT name FROM pragma_table_info('numbers')")?;
    let names = names.query_map([], |row| row.get(0))?.collect::<Result<BTreeSet<String>, _>>()?;
    let has_none = |metric: &Metric| !names.is_empty() && !names.contains(metric.id());
    Ok(Metric::ALL.into_iter().filter(has_none).collect())
}

/// Adds the columns of these metrics.
pub(crate) fn add(connection: &Connection, metrics: &[Metric]) -> Result<(), StoreFailure> {
    for metric in metrics {
        connection
            .execute_batch(&format!("ALTER TABLE numbers ADD COLUMN {} REAL", metric.id()))?;
    }
    Ok(())
}

/// Position of a request in its run.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Position<'a> {
    pub(crate) lane: u32,
    pub(crate) round: u32,
    /// Whether it is measured, rather than a warm-up or surplus request.
    pub(crate) is_measured: bool,
    pub(crate) level: Option<&'a Level>,
}

/// Every request of a lane and its position, in the order of [`Lane::requests`].
pub(crate) fn requests(
    (index, lane): (u32, &Lane),
) -> impl Iterator<Item = (Position<'_>, &Sample)> {
    let levels = lane.levels.iter().scan(0_u32, move |next, level| {
        let round = *next;
        *next = round.saturating_add(level.measured).saturating_add(level.unmeasured);
        Some(requests_of_level((index, round), level))
    });
    let sent = |level: &Level| level.measured.saturating_add(level.unmeasured);
    let after = lane.levels.iter().map(sent).fold(0_u32, u32::saturating_add);
    let position = move |round| Position { lane: index, round, is_measured: true, level: None };
    let raced =
        lane.samples.iter().zip(after..).map(move |(sample, round)| (position(round), sample));
    levels.flatten().chain(raced)
}

/// The requests of a level, the first of which is the lane's `round`th.
fn requests_of_level(
    (lane, round): (u32, u32),
    level: &Level,
) -> impl Iterator<Item = (Position<'_>, &Sample)> {
    let measured = level.samples.len();
    level.requests().zip(0..).zip(round..).map(move |((sample, place), round)| {
        (Position { lane, round, is_measured: place < measured, level: Some(level) }, sample)
    })
}

/// Adds the numbers of all requests of a lane.
pub(crate) fn insert_lane(
    connection: &Connection,
    key: i64,
    lane: (u32, &Lane),
) -> Result<(), StoreFailure> {
    requests(lane).try_for_each(|(position, sample)| insert(connection, key, position, sample))
}

/// Adds the numbers of all requests of a level, the first of which is the lane's `round`th.
pub(crate) fn insert_level(
    connection: &Connection,
    key: i64,
    place: (u32, u32),
    level: &Level,
) -> Result<(), StoreFailure> {
    requests_of_level(place, level)
        .try_for_each(|(position, sample)| insert(connection, key, position, sample))
}

/// The other columns beside the place and the numbers of a request.
pub(crate) const BESIDE: [&str; 12] = [
    "measured",
    "unbilled",
    "status",
    "concurrency",
    "rate",
    "token_source",
    "answered_by",
    "answered_tier",
    "warnings",
    "verdict",
    "set_row",
    "took_ms",
];

static INSERT: LazyLock<String> = LazyLock::new(|| {
    let names: Vec<&str> = BESIDE.into_iter().chain(Metric::ALL.map(Metric::id)).collect();
    let marks = vec!["?"; names.len()];
    format!(
        "INSERT INTO numbers (run, lane, round, {}) VALUES (?, ?, ?, {})",
        names.join(", "),
        marks.join(", ")
    )
});

/// The ids of the warnings of a request and of its level; `None` if there are none.
fn warnings(sample: &Sample, level: Option<&Level>) -> Option<String> {
    let of_level = level.into_iter().flat_map(|level| &level.doubts);
    let all: BTreeSet<Warning> = sample.doubts.iter().chain(of_level).copied().collect();
    let ids: Vec<&str> = all.into_iter().map(Warning::id).collect();
    (!ids.is_empty()).then(|| ids.join(" "))
}

/// The values of [`BESIDE`] for a request.
pub(crate) fn beside(
    at: Position<'_>,
    sample: &Sample,
) -> Result<[Value; BESIDE.len()], StoreFailure> {
    let what = || "A word of a request".to_owned();
    let source = sample.token_source.map(|source| to_word(what, &source)).transpose()?;
    let verdict = sample.verdict().map(|verdict| to_word(what, &verdict)).transpose()?;
    let server = sample.server.as_ref();
    Ok([
        at.is_measured.into(),
        sample.is_refused().into(),
        to_word(what, &sample.status)?.into(),
        at.level.and_then(|level| level.concurrency).into(),
        at.level.and_then(|level| level.rate).into(),
        source.into(),
        server.and_then(|server| server.model.clone().map(String::from)).into(),
        server.and_then(|server| server.service_tier.clone().map(String::from)).into(),
        warnings(sample, at.level).into(),
        verdict.into(),
        sample.row.into(),
        sample.took_ms().into(),
    ])
}

fn insert(
    connection: &Connection,
    key: i64,
    at: Position<'_>,
    sample: &Sample,
) -> Result<(), StoreFailure> {
    let place = [Value::from(key), at.lane.into(), at.round.into()];
    let numbers = sample.values();
    let numbers = numbers.iter().map(|(_, value)| Value::from(value));
    connection
        .prepare_cached(&INSERT)?
        .execute(params_from_iter(place.into_iter().chain(beside(at, sample)?).chain(numbers)))?;
    Ok(())
}
