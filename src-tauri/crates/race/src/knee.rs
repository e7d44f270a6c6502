//! Where requests begin to queue.

use crate::load::Load;
use crate::{Level, Spread};

/// TTFT that is this many times that of the first level says that requests queue.
const QUEUED: f64 = 2.0;
/// A level that adds less throughput than this, as a share, is past what the server can do.
const GAINED: f64 = 0.1;

/// Whether `level` is where a ladder ends: its p95 of TTFT passed the limit, or the throughput of the server stopped
/// growing. `before` are the levels below it, the lowest first.
pub fn past_the_knee(load: &Load, before: &[&Level], level: &Level) -> bool {
    let limit = load.ladder.and_then(|ladder| ladder.ttft_p95_ms).or_else(|| {
        before.first().and_then(|first| slow_ttft_ms(first)).map(|first| first * QUEUED)
    });
    let queues = slow_ttft_ms(level).zip(limit).is_some_and(|(ttft, limit)| ttft > limit);
    let gained = before
        .last()
        .and_then(|last| last.sys_output_tps)
        .zip(level.sys_output_tps)
        .map(|(last, now)| now / last - 1.0);
    queues || gained.is_some_and(|gained| gained < GAINED)
}

/// The p95 of TTFT, or the slowest where too few samples carry a p95.
fn slow_ttft_ms(level: &Level) -> Option<f64> {
    let spread: &Spread = level.summary.get("ttft_ms")?;
    spread.p95.or(Some(spread.max))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::load::Ladder;

    fn level(ttft_ms: f64, sys_output_tps: f64) -> Level {
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
