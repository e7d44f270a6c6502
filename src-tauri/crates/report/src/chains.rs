//! How often the chains of a race went on to a later step, and what each step took, in sentences.

use std::fmt::Write;

use measure::{Metric, Spread, format};
use race::{Lane, LaneStep, Run, StepRule, StepShare};

/// A sentence or more for each lane that is a chain, from a document. `names` are those of the lanes. Empty without chains.
pub fn chains(run: &Run, names: &[String]) -> Vec<String> {
    let each = run.lanes.iter().zip(names).filter(|(lane, _)| lane.is_chain());
    each.filter_map(|(lane, name)| of_lane(run, lane, name)).collect()
}

fn of_lane(run: &Run, lane: &Lane, name: &str) -> Option<String> {
    let climbs = lane.climbs()?;
    let mut told = format!("{name} went on to a later step in {}.", share(&climbs));
    for (number, step) in (1_u32..).zip(&lane.steps) {
        let Some(asked) = &step.asked else { continue };
        let _infallible = write!(told, " Step {number}, {} \u{b7} {}", step.label, step.model);
        if number > 1 {
            let rule = rule(run, lane, number - 1);
            let _infallible = write!(
                told,
                ", asked{rule} in {} of {}",
                format::count(asked.asked),
                format::count(asked.of)
            );
        }
        let numbers = numbers(step);
        if !numbers.is_empty() {
            let _infallible = write!(told, ": {}", numbers.join(", "));
        }
        told.push('.');
    }
    Some(told)
}

/// How often of how many rounds, with the interval.
fn share(share: &StepShare) -> String {
    let of = format::several(share.of as usize, "round");
    format!(
        "{} of {of} ({}, 95 %: {} to {})",
        format::count(share.asked),
        format::percent(share.share),
        format::percent(share.interval.low),
        format::percent(share.interval.high)
    )
}

/// When the later step at an index, from 1, is asked.
fn rule(run: &Run, lane: &Lane, step: u32) -> String {
    let planned = run.plan.lanes.get(lane.place as usize);
    let next = planned.and_then(|planned| planned.later.get((step as usize).checked_sub(1)?));
    match next.map(|next| &next.rule) {
        Some(StepRule::CheckFails { .. }) => " if a check fails,".to_owned(),
        Some(StepRule::Says { name }) => format!(" if the answer says \u{201c}{name}\u{201d},"),
        Some(StepRule::Otherwise) => " otherwise,".to_owned(),
        Some(StepRule::Always) | None => String::new(),
    }
}

/// What a step's own requests took and cost, typically.
fn numbers(step: &LaneStep) -> Vec<String> {
    let of = |metric: Metric| {
        let value = step.summary.get(metric.id()).map(Spread::middle)?;
        let definition = metric.definition();
        Some(format!("{} {}", definition.short, definition.unit.written(value)))
    };
    [Metric::TtftMs, Metric::LatencyMs, Metric::DecodeTps, Metric::CostUsd]
        .into_iter()
        .filter_map(of)
        .collect()
}
