//! How often the chains of a race went on to a later step, and what each step took, in sentences.

use std::fmt::Write;

use measure::{ALPHA, MeanPaid, Metric, Paid, format};
use race::{Lane, LaneStep, Run, StepRule, StepShare};

/// A sentence or more for each lane that is a chain, from a document. `names` are those of the lanes. Empty without chains.
pub fn chains(run: &Run, names: &[String]) -> Vec<String> {
    let each = run.lanes.iter().zip(names).filter(|(lane, _)| lane.is_chain());
    each.filter_map(|(lane, name)| of_lane(run, lane, name)).collect()
}

fn of_lane(run: &Run, lane: &Lane, name: &str) -> Option<String> {
    let climbs = lane.climbs()?;
    let mut told = format!("{name} went on to a later step in {}.", share(&climbs));
    let means: Vec<String> = [Metric::LatencyMs, Metric::CostUsd]
        .into_iter()
        .filter_map(|metric| mean(lane, metric))
        .collect();
    if !means.is_empty() {
        let _infallible = write!(told, " A request took {} on average.", means.join(" and "));
    }
    if run.plan.knows_answers(lane.place) {
        told.push_str(
            " Its check knows the expected answer, which no application does: a chain can do no better, and in use does worse.",
        );
    }
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

/// The mean of a metric over the requests that are ok, with its interval where that is known: over those that climbed and those that did
/// not no median is what a request takes.
fn mean(lane: &Lane, metric: Metric) -> Option<String> {
    let ok = lane.samples.iter().filter(|sample| sample.status.is_ok());
    let requests: Vec<Paid> = ok
        .filter_map(|sample| {
            let value = sample.value(metric).filter(|value| value.is_finite())?;
            Some(Paid { value, climbed: sample.climbed() })
        })
        .collect();
    let own = MeanPaid::of(&requests)?;
    let unit = metric.definition().unit;
    let within = own.interval(ALPHA).map_or(String::new(), |ci| {
        format!(" (95 %: {} to {})", unit.written(ci.low), unit.written(ci.high))
    });
    Some(format!("{}{within}", unit.written(own.mean)))
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
        let value = step.summary.get(metric.id())?.typical(metric);
        let definition = metric.definition();
        Some(format!("{} {}", definition.short, definition.unit.written(value)))
    };
    [Metric::TtftMs, Metric::LatencyMs, Metric::DecodeTps, Metric::CostUsd]
        .into_iter()
        .filter_map(of)
        .collect()
}
