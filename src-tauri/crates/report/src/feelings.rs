//! What waits and speeds feel like to a reader, in sentences: the words of the bands, which stand in `measure`.

use measure::Metric;
use race::{Lane, Level, Run};

use crate::names::names;

/// The numbers that people quote: the wait for the first token, then the speed.
const QUOTED: [Metric; 3] = [Metric::TtftMs, Metric::NeutralTps, Metric::DecodeTps];

/// What the numbers of one contender feel like: `TTFT instant, o200k tok/s comfortable reading`. `word` has the word of a
/// metric's id. `None` if none is known.
pub fn feelings_in_words<'a>(word: impl Fn(&str) -> Option<&'a str>) -> Option<String> {
    let of = |metric: Metric| Some(format!("{} {}", metric.definition().short, word(metric.id())?));
    let told: Vec<String> = QUOTED.into_iter().filter_map(of).collect();
    (!told.is_empty()).then(|| told.join(", "))
}

/// The sentence over contenders, each with its name; `None` without any.
fn feelings_sentence(each: &[String]) -> Option<String> {
    (!each.is_empty()).then(|| format!("What it feels like to a reader: {}.", each.join("; ")))
}

/// What the lanes of a race, or the levels of a sweep, feel like to a reader. `None` if nothing of it is known.
pub fn feelings(run: &Run) -> Option<String> {
    let of = |(lane, name): (&Lane, String)| Some(format!("{name}: {}", of_lane(lane)?));
    let lanes: Vec<String> = run.lanes.iter().zip(names(run)).filter_map(of).collect();
    feelings_sentence(&lanes)
}

/// The same of one lane, without its name.
pub(crate) fn feelings_of(lane: &Lane) -> Option<String> {
    feelings_sentence(&of_lane(lane).into_iter().collect::<Vec<_>>())
}

fn of_lane(lane: &Lane) -> Option<String> {
    if lane.levels.is_empty() {
        let feels = lane.feelings();
        return feelings_in_words(|id| feels.get(id).map(String::as_str));
    }
    let metrics: Vec<String> =
        QUOTED.into_iter().filter_map(|metric| of_levels(lane, metric)).collect();
    (!metrics.is_empty()).then(|| metrics.join("; "))
}

/// What one number feels like from level to level: `TTFT instant at 1 in flight and 8 in flight, sluggish at 64 in flight`.
fn of_levels(lane: &Lane, metric: Metric) -> Option<String> {
    let mut levels: Vec<(&Level, Option<String>)> =
        lane.levels.iter().map(|level| (level, word_of(level, metric))).collect();
    levels.sort_by(|(a, _), (b, _)| {
        a.cached.cmp(&b.cached).then(a.step().load().total_cmp(&b.step().load()))
    });
    let words = levels.chunk_by(|(_, one), (_, other)| one == other).filter_map(|alike| {
        let word = alike.first()?.1.as_ref()?;
        let step = |(level, _): &(&Level, _)| level.step().to_string();
        let at = match alike {
            [one] => step(one),
            [one, other] => format!("{} and {}", step(one), step(other)),
            [first, .., last] => format!("{} to {}", step(first), step(last)),
            [] => return None,
        };
        Some(format!("{word} at {at}"))
    });
    let words: Vec<String> = words.collect();
    (!words.is_empty()).then(|| format!("{} {}", metric.definition().short, words.join(", ")))
}

fn word_of(level: &Level, metric: Metric) -> Option<String> {
    level.feelings().remove(metric.id())
}

#[cfg(test)]
mod tests {
    use measure::Spread;

    use super::*;

    fn level(streams: u32, ttft_ms: f64, o200k: Option<f64>) -> Level {
        let of = |metric: Metric, value| (metric.id().to_owned(), spread(value));
        let own = [of(Metric::TtftMs, ttft_ms), of(Metric::DecodeTps, 200.0)];
        let summary = own.into_iter().chain(o200k.map(|tps| of(Metric::NeutralTps, tps))).collect();
        Level { concurrency: Some(streams), summary, ..Level::default() }
    }

    fn spread(value: f64) -> Spread {
        Spread::of([value; 5]).expect("five values have a spread")
    }

    #[test]
    fn a_number_of_a_sweep_is_said_with_the_levels_at_which_it_feels_so() {
        let lane = |levels| Lane { levels, ..crate::fixtures::run("a").lanes[0].clone() };
        let levels = vec![
            level(1, 150.0, Some(40.0)),
            level(2, 180.0, Some(38.0)),
            level(4, 190.0, Some(20.0)),
            level(64, 2_000.0, Some(4.0)),
        ];
        assert_eq!(
            of_lane(&lane(levels)).as_deref(),
            Some(
                "TTFT instant at 1 in flight to 4 in flight, sluggish at 64 in flight; \
                 o200k tok/s faster than reading at 1 in flight and 2 in flight, comfortable reading at 4 in flight, \
                 slow at 64 in flight"
            ),
            "the speed once, by the tokens that are comparable"
        );
        assert_eq!(
            of_lane(&lane(vec![Level::default()])),
            None,
            "nothing is said of what nobody measured"
        );
    }
}
