//! The knee of a sweep: the load at which requests begin to queue.

use serde::Serialize;

use crate::Spread;
use crate::plan::load::{Load, Step};
use crate::result::level::Level;

/// Requests queue once TTFT is this many times that of the first level.
const QUEUED: f64 = 2.0;
/// A level that adds less throughput than this share is past the server's capacity.
const GAINED: f64 = 0.1;

/// Whether a ladder ends at `level`: its p95 TTFT is over the limit, or throughput stopped growing. `before` holds the
/// lower levels, lowest first.
pub fn past_the_knee(load: &Load, before: &[&Level], level: &Level) -> bool {
    let gained = before.last().and_then(|last| gained(last, level));
    queues(load, before, level) || gained.is_some_and(|gained| gained < GAINED)
}

fn queues(load: &Load, before: &[&Level], level: &Level) -> bool {
    let limit = load.ladder.and_then(|ladder| ladder.ttft_p95_ms).or_else(|| {
        before.first().and_then(|first| slow_ttft_ms(first)).map(|first| first * QUEUED)
    });
    slow_ttft_ms(level).zip(limit).is_some_and(|(ttft, limit)| ttft > limit)
}

/// Throughput gained over the level below, as a share.
fn gained(below: &Level, level: &Level) -> Option<f64> {
    below.sys_output_tps.zip(level.sys_output_tps).map(|(below, now)| now / below - 1.0)
}

/// The first level at which requests queue or throughput stops growing. Ratios are relative to the lowest level.
#[derive(Debug, Clone, PartialEq, Serialize, specta::Type)]
pub struct Knee {
    /// Its load.
    pub step: Step,
    /// Whether requests queue there: p95 TTFT is over twice that of the lowest level, or over the user's limit.
    pub queues: bool,
    /// p95 TTFT ÷ that of the lowest level; absent with too few samples.
    pub ttft_p95_ratio: Option<f64>,
    /// p50 TTFT ÷ that of the lowest level.
    pub ttft_p50_ratio: Option<f64>,
    /// Throughput gained over the level below, as a share: 0.05 is 5 % more.
    pub gained: Option<f64>,
}

/// The knee of a contender. `levels` are complete, lowest load first.
pub(crate) fn knee(load: &Load, levels: &[&Level]) -> Option<Knee> {
    let at = (1..levels.len()).find(|at| {
        let (before, rest) = levels.split_at(*at);
        rest.first().is_some_and(|level| past_the_knee(load, before, level))
    })?;
    let (first, below, level) = (levels.first()?, levels.get(at - 1)?, levels.get(at)?);
    let ttft = |level: &Level, read: fn(&Spread) -> Option<f64>| level.ttft().and_then(read);
    let ratio = |read: fn(&Spread) -> Option<f64>| {
        ttft(level, read).zip(ttft(first, read)).map(|(now, first)| now / first)
    };
    let before: Vec<&Level> = levels.get(..at)?.to_vec();
    Some(Knee {
        step: level.step(),
        queues: queues(load, &before, level),
        ttft_p95_ratio: ratio(|spread| spread.p95),
        ttft_p50_ratio: ratio(|spread| spread.p50),
        gained: gained(below, level),
    })
}

/// p95 TTFT, or the maximum with too few samples for a p95.
fn slow_ttft_ms(level: &Level) -> Option<f64> {
    let spread: &Spread = level.ttft()?;
    spread.p95.or(Some(spread.max))
}

#[cfg(test)]
pub(crate) mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::plan::load::Ladder;

    pub(crate) fn level(ttft_ms: f64, sys_output_tps: f64) -> Level {
        let spread = Spread::of([ttft_ms; 20]).expect("there are values");
        Level {
            summary: BTreeMap::from([("ttft_ms".to_owned(), spread)]),
            sys_output_tps: Some(sys_output_tps),
            ..Level::default()
        }
    }

    fn ladder(ttft_p95_ms: Option<f64>) -> Load {
        Load { ladder: Some(Ladder { most: 64, ttft_p95_ms }), ..Load::default() }
    }

    #[test]
    fn a_ladder_ends_where_requests_queue_or_nothing_is_gained() {
        let (first, second) = (level(200.0, 100.0), level(210.0, 200.0));
        let before = [&first, &second];
        for (now, limit, ends, why) in [
            (level(250.0, 390.0), None, false, "it still grows"),
            (level(410.0, 390.0), None, true, "TTFT is more than twice the first level's"),
            (level(250.0, 215.0), None, true, "7 % more is nothing gained"),
            (level(410.0, 390.0), Some(500.0), false, "the person's own limit holds"),
            (level(250.0, 390.0), Some(240.0), true, "and is passed here"),
        ] {
            assert_eq!(past_the_knee(&ladder(limit), &before, &now), ends, "{why}");
        }
        assert!(
            !past_the_knee(&ladder(None), &[], &level(9e9, 1.0)),
            "the first has nothing before it"
        );
    }
}
