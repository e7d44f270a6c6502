//! The progress of a running sweep, by cell: a contender at a level. It collects events and returns a frame on request.
//! It reads no clock.

use measure::{Metric, carries_median, percentile};
use serde::Serialize;

use crate::plan::load::Load;
use crate::plan::step::Step;
use crate::result::knee::next_step;
use crate::result::level::{Level, LevelEnd};
use crate::result::measurement_conditions::MeasurementConditions;
use crate::result::run::Run;
use crate::result::shared_text::SharedText;
use crate::view::curve::Curve;
use crate::view::curve::Outcome;
use crate::view::frame::SweepEvent;

/// Maximum number of levels that may be added to the planned ones.
const MOST_STEPS: usize = 1_024;

/// The state of a running sweep.
pub struct SweepBoard {
    run: Run,
    load: Load,
    steps: Vec<Step>,
    lanes: Vec<Vec<CellData>>,
    /// Duration of the latest request by lane, in milliseconds.
    took_ms: Vec<Option<f64>>,
    at: Option<(usize, usize)>,
    spent_usd: Option<f64>,
    spent_tokens: Option<f64>,
}

#[derive(Default, Clone)]
struct CellData {
    cell: Cell,
    ttfts_ms: Vec<f64>,
    took_ms: Vec<f64>,
}

/// One contender at one level.
#[derive(Debug, Clone, Default, PartialEq, Serialize, specta::Type)]
pub struct Cell {
    /// Its state.
    pub state: CellState,
    /// Number of measured requests that ended.
    pub done: u32,
    /// Planned measured requests.
    pub of: u32,
    /// Unmeasured requests that ended: warm-up and surplus.
    pub beside: u32,
    /// Requests that failed, measured or not.
    pub failed: u32,
    /// How many of those were refused with 429.
    pub throttled: u32,
    /// Median TTFT so far, in milliseconds; absent below five.
    pub ttft_p50_ms: Option<f64>,
    /// What that feels like to a reader; absent without it.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub feels: Option<&'static str>,
}

impl Cell {
    fn with_ttft(self, ttft_p50_ms: Option<f64>) -> Self {
        let feels = ttft_p50_ms.and_then(|ms| Metric::TtftMs.feels(ms));
        Self { ttft_p50_ms, feels, ..self }
    }
}

/// The state of a cell.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum CellState {
    /// Not started.
    #[default]
    Waiting,
    /// About to begin, once requests cancelled before it have had the time to end at the server.
    Settling,
    /// Warming up; nothing is measured yet.
    Warming,
    /// Measuring.
    Running,
    /// All samples were taken.
    Done,
    /// The provider refused a request with 429.
    Throttled,
    /// The next request could have exceeded the budget.
    Budget,
    /// Its answers exceeded the memory limit of a level.
    TooLarge,
    /// The user stopped it.
    Stopped,
    /// Not measured, because a lower level was the contender's last.
    Skipped,
}

/// A snapshot of a sweep.
#[derive(Debug, Clone, PartialEq, Serialize, specta::Type)]
pub struct SweepFrame {
    /// The levels, by ascending load unless the user chose another order: the planned ones, and those with which a
    /// ladder narrows down the knee.
    pub steps: Vec<Step>,
    /// By lane, in the order of the levels.
    pub cells: Vec<Vec<Cell>>,
    /// Requests that have ended, unmeasured ones included.
    pub ended: u32,
    /// Estimated number of remaining requests.
    pub left: u32,
    /// Estimated remaining time in milliseconds, if requests keep their duration; absent before one of each kind has
    /// ended.
    pub left_ms: Option<f64>,
    /// Upper bound of dollars spent so far; absent if there is no price.
    pub spent_usd: Option<f64>,
    /// Upper bound of output tokens so far; absent if unknown.
    pub spent_tokens: Option<f64>,
}

impl SweepBoard {
    /// The state of a sweep before it starts or resumes.
    pub fn new(header: &Run) -> Self {
        let load = header.plan.load.clone().unwrap_or_default();
        let steps = load.steps();
        let fresh = |step: &Step| {
            let cell = Cell { of: load.measured_requests(*step), ..Cell::default() };
            CellData { cell, ..CellData::default() }
        };
        let fresh: Vec<CellData> = steps.iter().map(fresh).collect();
        let mut board = Self {
            lanes: header.lanes.iter().map(|_| fresh.clone()).collect(),
            took_ms: vec![None; header.lanes.len()],
            run: Run { lanes: Vec::new(), ..header.clone() },
            load,
            steps,
            at: None,
            spent_usd: None,
            spent_tokens: None,
        };
        for (index, lane) in header.lanes.iter().enumerate() {
            let levels = lane.levels.clone();
            board.run.lanes.push(crate::Lane { levels: Vec::new(), ..lane.clone() });
            for level in levels {
                board.keep(index, &level);
            }
        }
        board
    }

    /// Marks the sweep as resumed: a level that was stopped midway will be measured again.
    #[must_use]
    pub fn going_on(mut self) -> Self {
        for held in self.lanes.iter_mut().flatten() {
            if held.cell.state == CellState::Stopped {
                held.cell = Cell { of: held.cell.of, ..Cell::default() };
            }
        }
        self
    }

    /// Applies an event.
    pub fn accept(&mut self, event: &SweepEvent) {
        match event {
            SweepEvent::LevelWaits { lane, step, wait } => {
                let Some(at) = self.place_of(*step) else { return };
                if let Some(held) = self.cell_mut(*lane, at) {
                    held.cell.state =
                        if wait.is_some() { CellState::Settling } else { CellState::Waiting };
                }
            }
            SweepEvent::LevelBegan { lane, step } => {
                let Some(at) = self.place_of(*step) else { return };
                self.at = Some((*lane, at));
                let of = self.load.measured_requests(*step);
                if let Some(held) = self.cell_mut(*lane, at) {
                    let cell = Cell { state: CellState::Warming, of, ..Cell::default() };
                    *held = CellData { cell, ..CellData::default() };
                }
            }
            SweepEvent::RequestEnded {
                lane,
                is_measured,
                is_ok,
                is_cut,
                is_throttled,
                ttft_ms,
                took_ms,
                spent_usd,
                spent_tokens,
            } => {
                (self.spent_usd, self.spent_tokens) = (*spent_usd, *spent_tokens);
                let Some((_, at)) = self.at else { return };
                let Some(held) = self.cell_mut(*lane, at) else { return };
                if *is_measured {
                    held.cell.state = CellState::Running;
                    held.cell.done += u32::from(!is_cut);
                    held.ttfts_ms.extend(ttft_ms.filter(|_| *is_ok));
                } else {
                    held.cell.beside += 1;
                }
                held.cell.failed += u32::from(!is_ok && !is_cut);
                held.cell.throttled += u32::from(*is_throttled);
                held.took_ms.extend(took_ms.filter(|_| *is_ok));
            }
            SweepEvent::LevelEnded { lane, level, .. } => self.keep(*lane, level),
        }
    }

    /// A contender's curve so far.
    pub fn curve(&self, lane: usize) -> Option<Curve> {
        self.run.lanes.get(lane).map(|lane| Curve::of(lane, &self.run.plan))
    }

    /// Measurement conditions so far.
    pub fn conditions(&self) -> MeasurementConditions {
        MeasurementConditions::of(&self.run)
    }

    /// The current snapshot.
    pub fn frame(&mut self) -> SweepFrame {
        for held in self.lanes.iter_mut().flatten() {
            if matches!(held.cell.state, CellState::Warming | CellState::Running) {
                held.cell = held.cell.clone().with_ttft(median(&mut held.ttfts_ms));
            }
        }
        let ended = self.lanes.iter().flatten().map(|held| held.cell.done + held.cell.beside);
        SweepFrame {
            steps: self.steps.clone(),
            ended: ended.sum(),
            left: self.open().map(|(_, step, held)| requests_left(step, &held.cell)).sum(),
            left_ms: self.left_ms(),
            cells: self
                .lanes
                .iter()
                .map(|lane| lane.iter().map(|held| held.cell.clone()).collect())
                .collect(),
            spent_usd: self.spent_usd,
            spent_tokens: self.spent_tokens,
        }
    }

    fn cell_mut(&mut self, lane: usize, at: usize) -> Option<&mut CellData> {
        self.lanes.get_mut(lane)?.get_mut(at)
    }

    /// The position of a level among all. A level that was not planned is added by its load. `None` if there are so
    /// many that they must be fabricated.
    fn place_of(&mut self, step: Step) -> Option<usize> {
        if let Some(at) = self.steps.iter().position(|each| *each == step) {
            return Some(at);
        }
        if self.steps.len() >= MOST_STEPS {
            return None;
        }
        let higher = self.steps.iter().position(|each| each.load() > step.load());
        let at = higher.unwrap_or(self.steps.len());
        self.steps.insert(at, step);
        let cell = Cell { state: CellState::Skipped, ..Cell::default() };
        for cells in &mut self.lanes {
            cells.insert(at, CellData { cell: cell.clone(), ..CellData::default() });
        }
        Some(at)
    }

    /// Records a completed level; if it was the last, or the ladder goes on below it, later cells are skipped.
    fn keep(&mut self, lane: usize, level: &Level) {
        let Some(at) = self.place_of(level.step()) else { return };
        let Some(result) = self.run.lanes.get_mut(lane) else { return };
        let ours = level.samples.iter().filter(|sample| sample.status.is_ours()).count();
        let outcome = Outcome::of(level);
        let cell = Cell {
            state: match level.ended {
                LevelEnd::Done => CellState::Done,
                LevelEnd::Throttled { .. } => CellState::Throttled,
                // It is begun again.
                LevelEnd::Occupied { .. } => CellState::Waiting,
                LevelEnd::Budget => CellState::Budget,
                LevelEnd::TooLarge => CellState::TooLarge,
                LevelEnd::Stopped | LevelEnd::Interrupted => CellState::Stopped,
            },
            done: level.measured.saturating_sub(u32::try_from(ours).unwrap_or(u32::MAX)),
            of: self.load.measured_requests(level.step()),
            beside: level.unmeasured,
            failed: outcome.failed,
            throttled: outcome.throttled,
            ..Cell::default()
        };
        let cell = cell.with_ttft(level.ttft().and_then(|spread| spread.p50));
        if let Some(spread) = level.summary.get("latency_ms")
            && let Some(took) = self.took_ms.get_mut(lane)
        {
            *took = Some(spread.mean);
        }
        let mut kept = level.clone();
        for sample in kept.samples.iter_mut().chain(&mut kept.others) {
            // Texts take most of the memory and are not needed for numbers.
            (sample.text, sample.reasoning) = <(SharedText, SharedText)>::default();
        }
        result.levels.push(kept);
        let next = next_step(&self.load, &result.whole_levels().collect::<Vec<_>>());
        if let Some(held) = self.cell_mut(lane, at) {
            *held = CellData { cell, ..CellData::default() };
        }
        let is_over =
            next.is_none_or(|next| self.load.is_adaptive() && next.load() < level.step().load());
        for held in self.lanes.get_mut(lane).into_iter().flatten() {
            if is_over && held.cell.state == CellState::Waiting {
                held.cell.state = CellState::Skipped;
            }
        }
    }

    /// The open cells of each lane.
    fn open(&self) -> impl Iterator<Item = (usize, Step, &CellData)> {
        self.lanes.iter().enumerate().flat_map(|(lane, cells)| {
            self.steps.iter().zip(cells).filter_map(move |(step, held)| {
                let is_open = matches!(
                    held.cell.state,
                    CellState::Waiting
                        | CellState::Settling
                        | CellState::Warming
                        | CellState::Running
                );
                is_open.then_some((lane, *step, held))
            })
        })
    }

    fn left_ms(&self) -> Option<f64> {
        let now = |lane: usize| {
            let under_way = self.at.and_then(|(at_lane, at)| {
                let held = self.lanes.get(at_lane).filter(|_| at_lane == lane)?.get(at)?;
                mean(&held.took_ms)
            });
            under_way.or(self.took_ms.get(lane).copied().flatten())
        };
        let known: Vec<f64> = (0..self.lanes.len()).filter_map(now).collect();
        let typical = mean(&known)?;
        let left = self.open().map(|(lane, step, held)| {
            let took = now(lane).unwrap_or(typical);
            match step {
                Step::Rate(rate) => f64::from(requests_left(step, &held.cell)) / rate * 1e3,
                step => {
                    let streams = step.streams().unwrap_or(1).max(1);
                    f64::from(requests_left(step, &held.cell).div_ceil(streams)) * took
                }
            }
        });
        Some(left.sum())
    }
}

/// Minimum number of requests that a cell still sends: the remaining samples, and one warm-up request per stream.
fn requests_left(step: Step, cell: &Cell) -> u32 {
    let warm = match step.streams() {
        Some(streams) if cell.state != CellState::Running => streams.saturating_sub(cell.beside),
        _ => 0,
    };
    cell.of.saturating_sub(cell.done).saturating_add(warm)
}

fn mean(values: &[f64]) -> Option<f64> {
    #[expect(clippy::cast_precision_loss, reason = "a level has far fewer than 2^52 requests")]
    let number = values.len() as f64;
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / number)
}

fn median(values: &mut [f64]) -> Option<f64> {
    if !carries_median(values.len()) {
        return None;
    }
    values.sort_by(f64::total_cmp);
    percentile(values, 0.5)
}

#[cfg(test)]
#[path = "sweep_board_tests.rs"]
mod tests;
