//! The tables `lanes` and `lane_numbers`: the summary of each lane for the list.

use std::collections::BTreeMap;

use measure::{Line, Metric, finish_shares};
use race::{Lane, Run, RunKind, Status, lane_middle, leaders};
use rusqlite::{Connection, named_params, params};
use serde::{Deserialize, Serialize};

use crate::error::{HistoryError, StoreFailure};
use crate::json::{from_json, from_word, to_json, to_word};
use crate::tables::right_numbers::right_numbers;

/// A lane in the list, with its typical values ([`race::lane_middle`]).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct RunRowLane {
    /// Index in the plan, from 0.
    pub place: u32,
    /// The provider's name.
    pub label: String,
    /// The model as the provider calls it.
    pub model: String,
    /// Whether it is a simulated provider.
    pub simulated: bool,
    /// Its status: that of the first sample that is not `ok`, otherwise of the first; absent while it runs.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<Status>,
    /// Time to first token, in milliseconds.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ttft_ms: Option<f64>,
    /// Output speed, in tokens per second.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decode_tps: Option<f64>,
    /// Cost of one request, in dollars.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost_usd: Option<f64>,
    /// Whether it leads its race by TTFT, or ties with the leader.
    pub first: bool,
    /// Whether it leads its race by output speed in o200k tokens, the same unit for all, or ties with the leader.
    pub fastest: bool,
    /// Every known number of it, by the metrics' ids; of checked answers also `right`, the share that is right,
    /// `wrong_answers`, `unknown_answers`, `seconds_per_right` and `usd_per_right`.
    #[specta(optional)]
    #[serde(default)]
    pub numbers: BTreeMap<String, f64>,
    /// How far it was on its way to the finish line when the first lane crossed it, from 0 to 1, as its typical wait and speed
    /// say ([`finish_shares`]); absent in a sweep, for a lane that failed, and for a simulated one beside real ones.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub finish_share: Option<f64>,
}

impl RunRowLane {
    /// All lanes of a run in order, with the leaders among them.
    pub(crate) fn of_run(run: &Run) -> Vec<Self> {
        let mut rows: Vec<Self> = run.lanes.iter().map(Self::of).collect();
        if !run.plan.is_sweep() {
            let first = leaders(run, Metric::TtftMs);
            let fair = leaders(run, Metric::NeutralTps);
            let fastest = if fair.is_empty() { leaders(run, Metric::DecodeTps) } else { fair };
            for (row, index) in rows.iter_mut().zip(0_u32..) {
                row.first = first.contains(&index);
                row.fastest = fastest.contains(&index);
            }
            place_at_finish(&mut rows);
        }
        rows
    }

    /// Its line on the track, and how many tokens it wrote.
    fn line(&self) -> Option<(Line, f64)> {
        let number = |metric: Metric| self.numbers.get(metric.id()).copied();
        let line = Line {
            first_ms: self.ttft_ms?,
            first_tokens: number(Metric::FirstReadTokens).unwrap_or(1.0).max(1.0),
            tps: number(Metric::NeutralTps)?,
        };
        self.status.is_some_and(Status::is_ok).then_some((line, number(Metric::OutTokensNeutral)?))
    }

    /// The first column that another summary has otherwise.
    fn other_column(&self, other: &Self) -> Option<&'static str> {
        [
            ("place", self.place == other.place),
            ("provider", self.label == other.label),
            ("model", self.model == other.model),
            ("simulated", self.simulated == other.simulated),
            ("status", self.status == other.status),
            ("ttft_ms", self.ttft_ms == other.ttft_ms),
            ("decode_tps", self.decode_tps == other.decode_tps),
            ("cost_usd", self.cost_usd == other.cost_usd),
            ("first", self.first == other.first),
            ("fastest", self.fastest == other.fastest),
            ("numbers", self.numbers == other.numbers),
        ]
        .into_iter()
        .find_map(|(column, is_same)| (!is_same).then_some(column))
    }

    fn of(lane: &Lane) -> Self {
        // A sweep is represented by its lowest level, where nothing queues.
        let samples = lane.levels.first().map_or(&lane.samples, |level| &level.samples);
        Self {
            place: lane.place,
            label: lane.label.clone(),
            model: lane.model.clone(),
            simulated: lane.simulated,
            status: samples
                .iter()
                .find(|sample| !sample.status.is_ok())
                .or(samples.first())
                .map(|sample| sample.status),
            ttft_ms: lane_middle(samples, Metric::TtftMs),
            decode_tps: lane_middle(samples, Metric::DecodeTps),
            cost_usd: lane_middle(samples, Metric::CostUsd),
            first: false,
            fastest: false,
            numbers: Metric::ALL
                .into_iter()
                .filter_map(|metric| Some((metric.id().to_owned(), lane_middle(samples, metric)?)))
                .chain(lane.right_answers().into_iter().flat_map(right_numbers))
                .collect(),
            finish_share: None,
        }
    }
}

/// Says of each lane of a race how far it was when the first one crossed the line.
fn place_at_finish(rows: &mut [RunRowLane]) {
    let any_real = rows.iter().any(|row| !row.simulated);
    let is_in = |row: &RunRowLane| !(any_real && row.simulated);
    let lines: Vec<Option<(Line, f64)>> =
        rows.iter().map(|row| row.line().filter(|_| is_in(row))).collect();
    for (row, share) in rows.iter_mut().zip(finish_shares(&lines)) {
        row.finish_share = share;
    }
}

/// Replaces the lane summaries of a run, including their samples.
pub(crate) fn put(connection: &Connection, run: &Run) -> Result<(), StoreFailure> {
    connection.execute("DELETE FROM lanes WHERE run_id = ?1", [&run.id])?;
    update(connection, run)
}

/// Adds or updates the lane summaries of a run, keeping their samples.
pub(crate) fn update(connection: &Connection, run: &Run) -> Result<(), StoreFailure> {
    let mut put = connection.prepare_cached(
        "INSERT INTO lanes (run_id, lane, place, label, model, simulated, status, ttft_ms, decode_tps, cost_usd,
             first, fastest)
         VALUES (:run, :lane, :place, :label, :model, :simulated, :status, :ttft_ms, :decode_tps, :cost_usd,
             :first, :fastest)
         ON CONFLICT (run_id, lane) DO UPDATE SET place = excluded.place, label = excluded.label,
             model = excluded.model, simulated = excluded.simulated, status = excluded.status,
             ttft_ms = excluded.ttft_ms, decode_tps = excluded.decode_tps, cost_usd = excluded.cost_usd,
             first = excluded.first, fastest = excluded.fastest, numbers = '{}'",
    )?;
    for (row, index) in RunRowLane::of_run(run).into_iter().zip(0_u32..) {
        put.execute(named_params! {
            ":run": run.id,
            ":lane": index,
            ":place": row.place,
            ":label": row.label,
            ":model": row.model,
            ":simulated": row.simulated,
            ":status": status_word(run, &row)?,
            ":ttft_ms": row.ttft_ms,
            ":decode_tps": row.decode_tps,
            ":cost_usd": row.cost_usd,
            ":first": row.first,
            ":fastest": row.fastest,
        })?;
        put_numbers(connection, run, index, &row)?;
    }
    Ok(())
}

/// The first place where the summary of a lane differs from the run: the lane's index, and the column.
pub(crate) fn difference(
    connection: &Connection,
    run: &Run,
) -> Result<Option<(usize, &'static str)>, StoreFailure> {
    let (kept, own) = (of_run(connection, &run.id, run.kind)?, RunRowLane::of_run(run));
    let differs = kept.iter().zip(&own).zip(0..).find_map(|((kept, own), lane)| {
        let column = kept.other_column(own)?;
        Some((lane, column))
    });
    let is_missing = (kept.len() != own.len()).then(|| (kept.len().min(own.len()), "summary"));
    Ok(differs.or(is_missing))
}

/// Stores the numbers of a lane, replacing earlier ones.
fn put_numbers(
    connection: &Connection,
    run: &Run,
    lane: u32,
    row: &RunRowLane,
) -> Result<(), StoreFailure> {
    let numbers = to_json(|| format!("The numbers of run {}", run.id), &row.numbers)?;
    connection
        .prepare_cached(
            "INSERT INTO lane_numbers (run_id, lane, numbers)
             SELECT run_id, lane, ?3 FROM lanes WHERE run_id = ?1 AND lane = ?2
             ON CONFLICT (run_id, lane) DO UPDATE SET numbers = excluded.numbers",
        )?
        .execute(params![run.id, lane, numbers])?;
    Ok(())
}

pub(crate) fn status_word(run: &Run, row: &RunRowLane) -> Result<Option<String>, HistoryError> {
    row.status.map(|status| to_word(|| format!("A status of run {}", run.id), &status)).transpose()
}

/// The lane summaries of a run of this kind.
pub(crate) fn of_run(
    connection: &Connection,
    run: &str,
    kind: RunKind,
) -> Result<Vec<RunRowLane>, StoreFailure> {
    let mut rows = connection.prepare_cached(
        "SELECT place, label, model, simulated, status, ttft_ms, decode_tps, cost_usd, first, fastest,
             coalesce(n.numbers, l.numbers)
         FROM lanes l LEFT JOIN lane_numbers n USING (run_id, lane) WHERE run_id = ?1 ORDER BY lane",
    )?;
    let mut rows = rows.query([run])?;
    let mut lanes = Vec::new();
    while let Some(row) = rows.next()? {
        let status: Option<String> = row.get(4)?;
        lanes.push(RunRowLane {
            place: row.get(0)?,
            label: row.get(1)?,
            model: row.get(2)?,
            simulated: row.get(3)?,
            status: status
                .map(|word| from_word(|| format!("A status of run {run}"), word))
                .transpose()?,
            ttft_ms: row.get(5)?,
            decode_tps: row.get(6)?,
            cost_usd: row.get(7)?,
            first: row.get(8)?,
            fastest: row.get(9)?,
            numbers: from_json(|| format!("The numbers of run {run}"), &row.get::<_, String>(10)?)?,
            finish_share: None,
        });
    }
    if kind == RunKind::Race {
        place_at_finish(&mut lanes);
    }
    Ok(lanes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::{begun, finished};
    use crate::history::History;
    use crate::older_files::LANE_NUMBERS_BACK;

    /// A race of two lanes with these times to first token, round by round.
    fn raced(ttfts: [&[f64]; 2]) -> Run {
        let (mut run, _) = finished("run", ttfts[0].len());
        for (lane, ttfts) in run.lanes.iter_mut().zip(ttfts) {
            for (sample, ttft) in lane.samples.iter_mut().zip(ttfts) {
                sample.speed.ttft_ms = Some(*ttft);
            }
            lane.summary = race::summary(&lane.samples);
        }
        run
    }

    fn firsts(run: &Run) -> Vec<bool> {
        RunRowLane::of_run(run).iter().map(|row| row.first).collect()
    }

    #[test]
    fn the_list_shows_the_number_that_the_opened_run_shows() {
        let mut run = raced([&[100.0, 110.0, 400.0], &[100.0, 110.0, 400.0]]);
        run.lanes[1].samples[2].doubts.push(measure::Warning::ClockGap);
        run.lanes[1].summary = race::summary(&run.lanes[1].samples);
        for (lane, row) in run.lanes.iter().zip(RunRowLane::of_run(&run)) {
            let opened = lane.summary.get("ttft_ms").map(race::Spread::middle);
            assert_eq!(row.ttft_ms, opened, "one rule for a lane's middle, wherever it is shown");
        }
        let few = RunRowLane::of_run(&run)[0].ttft_ms.expect("three rounds");
        assert!((few - 203.333_333).abs() < 1e-3, "three rounds carry no median: {few}");
    }

    #[test]
    fn a_lane_that_only_failed_has_no_time_in_the_list() {
        let mut run = raced([&[100.0], &[200.0]]);
        run.lanes[0].samples[0].status = Status::ErrorStream;
        assert_eq!(RunRowLane::of_run(&run)[0].ttft_ms, None, "failures are in no time");
    }

    #[test]
    fn the_list_names_the_leaders_whom_the_medals_name() {
        let tied = raced([&[1_000.0], &[1_010.0]]);
        assert_eq!(firsts(&tied), [true, true], "1 % is a tie");
        let apart = raced([&[1_000.0], &[1_100.0]]);
        assert_eq!(firsts(&apart), [true, false], "10 % is not one");
        let mut simulated = raced([&[10.0], &[1_100.0]]);
        simulated.lanes[0].simulated = true;
        assert_eq!(firsts(&simulated), [false, false], "nobody simulated leads anybody real");
        for run in [&tied, &apart, &simulated] {
            let medals = race::medals(run, &[], None).medals;
            let medal = medals.iter().find(|medal| medal.honour == race::Honour::FirstToken);
            let named = medal.map(|medal| medal.lanes.clone()).unwrap_or_default();
            let listed: Vec<u32> = (0..)
                .zip(firsts(run))
                .filter_map(|(lane, is_first)| is_first.then_some(lane))
                .collect();
            assert_eq!(listed, named, "one rule for who leads");
        }
    }

    #[test]
    fn the_list_says_how_far_each_lane_was_when_the_first_was_over_the_line() {
        let history = History::in_memory().unwrap();
        let (run, logs) = finished("run", 1);
        history.begin(&begun(&run)).unwrap();
        history.finish(&run, &logs).unwrap();
        let shares = |lanes: &[RunRowLane]| {
            lanes.iter().map(|lane| lane.finish_share).collect::<Vec<Option<f64>>>()
        };
        let listed = history.list(0, 9).unwrap();
        let found = history.find("", None, 9).unwrap();
        let told = shares(&RunRowLane::of_run(&run));
        assert_eq!(told, [Some(1.0), Some(1.0)], "two that are alike");
        assert_eq!(shares(&listed.runs[0].lanes), told, "from the kept numbers alone");
        assert_eq!(shares(&found.runs[0].row.lanes), told, "and in a search");
        let mut mixed = run.clone();
        mixed.lanes[0].simulated = true;
        assert_eq!(shares(&RunRowLane::of_run(&mixed)), [None, None], "one real lane is no race");
        let mut broken = run;
        broken.lanes[0].samples[0].status = Status::ErrorStream;
        assert_eq!(shares(&RunRowLane::of_run(&broken)), [None, None], "nor is one that finished");
    }

    /// Where the numbers of lanes are stored: how many in `lanes`, and how many in `lane_numbers`.
    fn places(history: &History) -> (u32, u32) {
        let places = |connection: &Connection| {
            Ok(connection.query_row(
                "SELECT (SELECT count(*) FROM lanes WHERE numbers <> '{}'), (SELECT count(*) FROM lane_numbers)",
                [],
                |row| Ok((row.get(0)?, row.get(1)?)),
            )?)
        };
        history.read(places).unwrap()
    }

    #[test]
    fn numbers_of_lanes_are_read_and_found_where_an_older_app_left_them_and_moved_once() {
        let history = History::in_memory().unwrap();
        let (was, logs) = finished("run", 2);
        history.begin(&begun(&was)).unwrap();
        history.finish(&was, &logs).unwrap();
        let shown = || {
            let found = history.find("ttfb_headers_ms>0", None, 9).unwrap().runs;
            (
                history.list(0, 9).unwrap(),
                found.into_iter().map(|found| found.row).collect::<Vec<_>>(),
            )
        };
        let before = shown();
        assert_eq!(before.1.len(), 1, "it is found by a number of its lanes");
        assert_eq!(places(&history), (0, 2), "where they take no page of their own");
        history.write(|connection| Ok(connection.execute_batch(LANE_NUMBERS_BACK)?)).unwrap();
        assert_eq!(places(&history), (2, 0), "as an older app has them");
        assert_eq!(shown(), before, "they are read where they are");
        for _ in 0..2 {
            history.write(|connection| update(connection, &was)).unwrap();
            assert_eq!(places(&history), (0, 2), "each is in one place");
            assert_eq!(shown(), before, "and is what it was");
        }
        history.delete("run").unwrap();
        history.write(|connection| Ok(connection.execute_batch("DELETE FROM runs")?)).unwrap();
        assert_eq!(places(&history), (0, 0), "they go with their run");
    }
}
