//! The findings of a sweep as sentences: its capacity and its knee.

use measure::{KneeReason, Unit, Warning};
use race::{Capacity, CapacityTarget, Lane, Level, Load, Step};

use crate::terminal::words;

/// The highest load that keeps a service level, as far as it is certain.
pub(super) fn capacity_line(lane: &Lane, load: &Load) -> Option<String> {
    let name = words::lane(&lane.label, &lane.model, lane.simulated);
    let Capacity { target, within, past, highest } = lane.capacity_under(load)?;
    let answer = match (within, past) {
        (Some(within), Some(past)) => {
            format!("is at least {} and below {}", words::step(within), words::step(past))
        }
        (Some(within), None) => format!(
            "is at least {}; the limits are not surely broken at any load up to {}",
            words::step(within),
            words::step(highest)
        ),
        (None, Some(past)) => {
            format!("is below {}; the limits are not surely kept at any load", words::step(past))
        }
        (None, None) => "unknown: too few requests".to_owned(),
    };
    Some(format!(
        "Capacity of {name} with {} {answer} (95 % confidence at each end, if more load is never served better).",
        service_level(target)
    ))
}

/// A service level in words: “p95 TTFT under 500 ms and errors under 1 %”.
fn service_level(target: CapacityTarget) -> String {
    let ttft = target.ttft_p95_ms.map(|ms| format!("p95 TTFT under {}", words::duration(ms)));
    let errors =
        target.error_rate.map(|rate| format!("errors under {}", Unit::Share.written(rate)));
    let good = target
        .good_fraction
        .map(|share| format!("over {} within the goodput limits", Unit::Share.written(share)));
    let limits: Vec<String> = [ttft, errors, good].into_iter().flatten().collect();
    limits.join(" and ")
}

/// Where a contender's throughput stops following the load; `None` for a single level, which cannot show
/// it.
pub(super) fn knee_line(lane: &Lane, load: &Load) -> Option<String> {
    let name = words::lane(&lane.label, &lane.model, lane.simulated);
    let Some(knee) = lane.knee_under(load) else {
        let known: Vec<&Level> = lane.whole_levels().filter(|level| level.has_success()).collect();
        if known.is_empty() && lane.whole_levels().next().is_some() {
            return Some(format!("Whether {name} has a knee is unknown: no request succeeded."));
        }
        let load_of = |level: &Level| level.step().load();
        let most = known.iter().max_by(|a, b| load_of(a).total_cmp(&load_of(b)))?;
        return (known.len() > 1).then(|| {
            let few = known.iter().filter(|level| level.doubts.contains(&Warning::FewWaves));
            let few: Vec<String> = few.map(|level| words::load(level)).collect();
            let hidden = match few[..] {
                [] => String::new(),
                _ => format!(" Too few waves were measured at {} to be sure of it.", few.join(", ")),
            };
            format!(
                "No knee of {name} up to {}: as far as the measurements show, throughput follows the load.{hidden}",
                words::load(most)
            )
        });
    };
    let (bad, found) = (words::step(knee.seen_at), knee.evidence);
    let why = match (found.reason, found.elasticity.zip(found.elasticity_ci)) {
        (KneeReason::Throughput, Some((elasticity, ci))) => format!(
            "at {bad} throughput no longer follows the load (elasticity {elasticity:.2}, 95 % CI {:.2} to {:.2}; 1 is in proportion)",
            ci.low, ci.high
        ),
        (KneeReason::Throughput, None) => format!("at {bad} throughput no longer follows the load"),
        (KneeReason::Waiting, _) => {
            format!(
                "at {bad} more than a quarter of an answer's time is extra wait for its first token"
            )
        }
        (KneeReason::Failures, _) => format!("at {bad} more requests fail"),
        (KneeReason::Refused, _) => format!("{bad} was refused with 429"),
        (KneeReason::Limit, _) => format!("at {bad} p95 TTFT is past the limit"),
    };
    let full = found.full_at.zip(found.full_at_ci).map(|(full, ci)| {
        let ci = format!("95 % CI {:.1} to {:.1}", ci.low, ci.high);
        match knee.seen_at {
            Step::Streams(_) | Step::Prompt(_) => format!(
                " Its full throughput is what {full:.1} in flight ({ci}) would bring at the speed of low load."
            ),
            Step::Rate(_) => format!(" It serves about {full:.1} requests per second ({ci})."),
        }
    });
    Some(format!(
        "Knee of {name}: {} is the last good load measured; {why}.{}",
        words::step(knee.last_good),
        full.unwrap_or_default()
    ))
}
