//! How many answers of a run are right, in sentences: per lane or level, and between lanes that answered the same.

use std::collections::BTreeMap;
use std::fmt::Write;

use checks::CheckResult;
use measure::{PairedAnswers, RightAnswers, Unit, format};
use race::{Lane, RightPair, Run, Sample, Workload};

/// How many answers were right, with the interval, and what a right one took; then which lanes are in no ranking, and whether
/// one was right more often than another. `names` are those of the lanes. Empty without checks.
pub fn right_answers(run: &Run, names: &[String]) -> Vec<String> {
    let each = run.lanes.iter().zip(names);
    let mut lines: Vec<String> =
        each.clone().flat_map(|(lane, name)| right_answers_of_levels(lane, name)).collect();
    if matches!(run.plan.workload(), Workload::Sweep(_)) {
        lines.extend(paired(run, names));
        return lines;
    }
    for (lane, name) in each {
        let wrong = lane.samples.iter().filter(|sample| sample.is_wrong()).count();
        let what = match (wrong, lane.samples.len()) {
            (0, _) => continue,
            (1, 1) => "its answer is wrong".to_owned(),
            (1, _) => "1 of its answers is wrong".to_owned(),
            _ => format!("{wrong} of its answers are wrong"),
        };
        lines.push(format!("{name} wins nothing and leads no comparison: {what}."));
    }
    lines.extend(paired(run, names));
    lines
}

/// The results of one answer's checks, a line each.
pub fn checked(sample: &Sample) -> Vec<String> {
    let line = |result: &checks::CheckResult| {
        let verdict = match result.verdict {
            checks::CheckVerdict::Right => "Right",
            checks::CheckVerdict::Wrong => "Wrong",
            checks::CheckVerdict::Unknown => "Unknown",
        };
        let reason = result.reason.as_ref().map(|reason| format!(": {reason}")).unwrap_or_default();
        format!("{verdict}: {}{reason}", result.check)
    };
    sample.checks.iter().map(line).collect()
}

/// Right answers of the requests whose answer is known or that failed, as in a cell of a table: `18/20`; of one answer `right`, `wrong` or `unknown`.
pub fn right_cell(found: &RightAnswers) -> String {
    match (found.right, found.wrong + found.failed, found.unknown) {
        (1, 0, 0) => "right".to_owned(),
        (0, 1, 0) => "wrong".to_owned(),
        (0, 0, _) => "unknown".to_owned(),
        (right, ..) => format!("{right}/{}", found.of_requests()),
    }
}

/// What a right answer takes, in time and in money, each as in a cell of a table.
pub fn per_right(found: &RightAnswers) -> [Option<String>; 2] {
    [
        found.seconds_per_right.map(|seconds| Unit::Duration.written_in_column(seconds * 1e3)),
        found.usd_per_right.map(|usd| Unit::Dollars.written_in_column(usd)),
    ]
}

/// The names of these two columns.
pub const PER_RIGHT: [&str; 2] = ["Time/right", "Cost/right"];

/// The same of the levels of one lane, and of the lane.
pub(crate) fn right_answers_of_levels(lane: &Lane, name: &str) -> Vec<String> {
    let whole = lane.right_answers().or(lane.right);
    let levels = lane.levels.iter().filter_map(|level| {
        let found = level.right_answers().or(level.right)?;
        Some(sentence(&format!("{name} at {}", level.step()), &found, &level.samples))
    });
    let mut lines: Vec<String> = levels.collect();
    if lane.levels.len() != 1 {
        let samples: Vec<&Sample> = lane.levels.iter().flat_map(|level| &level.samples).collect();
        let all = samples.into_iter().chain(&lane.samples);
        lines.extend(whole.map(|found| sentence(name, &found, all)));
    }
    lines
}

fn sentence<'a>(
    name: &str,
    found: &RightAnswers,
    samples: impl IntoIterator<Item = &'a Sample>,
) -> String {
    let mut told = told(name, found);
    let errors = tool_call_errors(samples);
    if !errors.is_empty() {
        let _infallible = write!(told, "; tool calls: {}", errors.join(", "));
    }
    told + "."
}

/// How many answers of `name` are right, with the interval, and what a right one takes.
pub fn right_answers_of(name: &str, found: &RightAnswers) -> String {
    told(name, found) + "."
}

fn told(name: &str, found: &RightAnswers) -> String {
    let what = if found.failed > 0 { "request" } else { "answer" };
    let mut told = match found.share.zip(found.interval) {
        Some((share, within)) => format!(
            "{name}: {} of {} right ({}, 95 %: {} to {})",
            format::count(found.right),
            format::several(found.of_requests() as usize, what),
            format::percent(share),
            format::percent(within.low),
            format::percent(within.high)
        ),
        None => format!("{name}: no answer is known to be right or wrong"),
    };
    if found.failed > 0 {
        let _infallible = write!(told, ", {} failed", format::count(found.failed));
    }
    if found.unknown > 0 {
        let _infallible = write!(told, ", {} unknown", format::count(found.unknown));
    }
    let seconds = found.seconds_per_right.map(|seconds| Unit::Duration.written(seconds * 1e3));
    let usd = found.usd_per_right.map(|usd| Unit::Dollars.written(usd));
    let per_right: Vec<String> = seconds.into_iter().chain(usd).collect();
    if !per_right.is_empty() {
        let _infallible = write!(told, "; {} per right answer", per_right.join(" and "));
    }
    told
}

/// How tool calls were wrong, each way with its number.
fn tool_call_errors<'a>(samples: impl IntoIterator<Item = &'a Sample>) -> Vec<String> {
    let mut errors = BTreeMap::new();
    for sample in samples {
        let first = sample.checks.iter().find_map(|result| result.tool_call_error);
        if let Some(error) = first {
            *errors.entry(error).or_insert(0_u32) += 1;
        }
    }
    let told = |(error, times): (checks::ToolCallError, u32)| {
        let what = match error {
            checks::ToolCallError::NoCall => "without a call",
            checks::ToolCallError::BadJson => "bad JSON",
            checks::ToolCallError::UnknownName => "unknown name",
            checks::ToolCallError::SchemaMismatch => "schema mismatch",
        };
        format!("{} {what}", format::count(times))
    };
    errors.into_iter().map(told).collect()
}

/// The lane that is right most often against each other one.
fn paired(run: &Run, names: &[String]) -> Vec<String> {
    let is_split = |pair: &RightPair| {
        let found = pair.answers;
        found.only_first + found.only_second > 0 && found.pairs > 1
    };
    let compared: Vec<RightPair> = run.right_pairs().into_iter().filter(is_split).collect();
    let what = if run.plan.set.is_some() { "prompt" } else { "round" };
    let name = |lane: u32| names.get(lane as usize).map_or("", String::as_str);
    let told = |RightPair { first, second, answers, differs }: RightPair| {
        right_answers_between((name(first), name(second)), &answers, differs, what)
    };
    compared.into_iter().map(told).collect()
}

/// Whether the first of two is right more often than the second, and on what that rests: `what` both were asked.
pub fn right_answers_between(
    (first, second): (&str, &str),
    found: &PairedAnswers,
    differs: bool,
    what: &str,
) -> String {
    let verdict = if differs {
        format!("{first} is right more often than {second}")
    } else {
        format!("Whether {first} or {second} is right more often, this does not show")
    };
    format!(
        "{verdict}: of {} that both answered, {} had the first right alone and {} the second (McNemar, mid-p: {}).",
        format::several(found.pairs as usize, what),
        format::count(found.only_first),
        format::count(found.only_second),
        format::p_value(found.p)
    )
}

/// The most reasons of one lane that are told in a summary.
const MOST_REASONS: usize = 5;

/// Why answers of each lane are wrong, or not known to be either, a line for each of the first few: which prompt or round, which check, and
/// what was found. `names` are those of the lanes.
pub fn wrong_answers(run: &Run, names: &[String]) -> Vec<String> {
    let rows = run.plan.rows();
    let asked = |sample: &Sample, at: usize| match sample.row {
        Some(row) => rows.get(row as usize).map_or_else(String::new, |row| row.name.clone()),
        None if run.plan.is_sweep() => String::new(),
        None => format!("round {}", at + 1),
    };
    let of_lane = |(lane, name): (&Lane, &String)| {
        let of_levels = lane.levels.iter().flat_map(|level| &level.samples);
        let samples = of_levels.chain(&lane.samples).enumerate();
        let told: Vec<String> = samples
            .filter(|(_, sample)| sample.right != Some(true))
            .filter_map(|(at, sample)| {
                // Of a wrong answer what is wrong, whatever is unknown beside it.
                let verdict = sample.verdict()?;
                let is_told = |result: &&CheckResult| result.verdict == verdict;
                let first = sample.checks.iter().find(is_told)?;
                let asked = asked(sample, at);
                let before = if asked.is_empty() { String::new() } else { format!(" {asked}:") };
                let verdict = if sample.is_wrong() { "wrong" } else { "unknown" };
                let reason = first.reason.as_deref().unwrap_or("no reason is known");
                Some(format!("{name}, {verdict}:{before} {}: {reason}", first.check))
            })
            .collect();
        let more = told.len().saturating_sub(MOST_REASONS);
        let more = (more > 0).then(|| {
            format!(
                "{name}: {} more are not right.",
                format::count(u32::try_from(more).unwrap_or(u32::MAX))
            )
        });
        told.into_iter().take(MOST_REASONS).chain(more).collect::<Vec<_>>()
    };
    run.lanes.iter().zip(names).flat_map(of_lane).collect()
}
