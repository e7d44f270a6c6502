//! The tables of a run: the results of each lane of a race or each level of a sweep.

use std::collections::{BTreeMap, BTreeSet};

use measure::{Definition, Metric, Spread, Surface, Warning, format, shown_level_numbers};
use race::{Lane, Level, Load, Run, Sample, Workload, nothing_to_settle, pairwise};

use crate::chains::chains;
use crate::feelings::{feelings, feelings_of};
use crate::judged::judged;
use crate::names::names;
use crate::prompt_lengths::{between_prompt_ends, prompt_lengths};
use crate::question_table::{QuestionTable, question_table};
use crate::right_answers::{
    PER_RIGHT, per_right, right_answers, right_answers_of_levels, right_cell,
};

/// A table. The first column has names, the others numbers.
pub(crate) struct SummaryTable {
    pub(crate) title: String,
    /// Findings that follow from its rows, in sentences above them.
    pub(crate) findings: Vec<String>,
    pub(crate) headings: Vec<String>,
    pub(crate) rows: Vec<Vec<String>>,
    /// The text below it.
    pub(crate) below: &'static str,
    /// Each warning of its rows, with its meaning.
    pub(crate) warnings: Vec<(&'static str, &'static str)>,
}

const BELOW: &str = "Medians over requests that are ok, of costs the mean. An empty cell is unknown, or has too few samples (p50 from \
    5, p95 from 20); with fewer than five samples the mean is shown, marked ~.";

/// How the samples of one metric are summarised.
#[derive(Clone, Copy)]
enum Figure {
    Middle(Metric),
    P95(Metric),
}

/// The metrics of a row.
fn columns() -> impl Iterator<Item = Figure> {
    Metric::shown_on(Surface::Lanes).into_iter().flat_map(|metric| {
        let tail = (metric == Metric::TtftMs).then_some(Figure::P95(metric));
        std::iter::once(Figure::Middle(metric)).chain(tail)
    })
}

impl Figure {
    fn heading(self) -> String {
        match self {
            Self::Middle(metric) => metric.definition().short.to_owned(),
            Self::P95(metric) => format!("{} p95", metric.definition().short),
        }
    }

    /// That of a lane of a race: of waits for prompts of very different lengths, those at both ends.
    fn of_lane(self, lane: &Lane) -> String {
        let ends = match self {
            Self::Middle(metric) => {
                between_prompt_ends(lane, metric, |value| metric.definition().unit.written(value))
            }
            Self::P95(_) => None,
        };
        ends.unwrap_or_else(|| self.read(&lane.summary))
    }

    fn read(self, all: &BTreeMap<String, Spread>) -> String {
        match self {
            Self::Middle(metric) => middle(all, metric).unwrap_or_default(),
            Self::P95(metric) => {
                let p95 = all.get(metric.id()).and_then(|spread| spread.p95);
                p95.map(|value| metric.definition().unit.written(value)).unwrap_or_default()
            }
        }
    }
}

pub(crate) fn summaries(run: &Run) -> Vec<SummaryTable> {
    match run.plan.workload() {
        Workload::Sweep(load) => {
            let lanes = run.lanes.iter().zip(names(run));
            let lanes = lanes.flat_map(|(lane, name)| sweep(lane, &name, load));
            lanes.chain(questions(run, &names(run))).collect()
        }
        Workload::Rounds { .. } => race(run),
    }
}

fn race(run: &Run) -> Vec<SummaryTable> {
    let is_checked = run.lanes.iter().any(|lane| lane.right_answers().is_some());
    let names = names(run);
    let rows = run.lanes.iter().zip(&names).map(|(lane, name)| {
        let good = lane.samples.iter().filter(|sample| sample.status.is_ok()).count();
        let mut row = vec![name.clone(), format!("{good}/{}", lane.samples.len())];
        if is_checked {
            let found = lane.right_answers();
            row.push(found.as_ref().map(right_cell).unwrap_or_default());
            let per_right = found.as_ref().map(per_right).unwrap_or_default();
            row.extend(per_right.map(Option::unwrap_or_default));
        }
        row.extend(columns().map(|column| column.of_lane(lane)));
        row.push(warned(&[], &lane.samples));
        row
    });
    let mut headings = vec!["Lane".to_owned(), "ok".to_owned()];
    if is_checked {
        headings.push("Right".to_owned());
        headings.extend(PER_RIGHT.map(str::to_owned));
    }
    headings.extend(columns().map(Figure::heading));
    headings.push("Warnings".to_owned());
    let all = run.lanes.iter().flat_map(|lane| &lane.samples).flat_map(|sample| &sample.doubts);
    let warnings = meanings(all);
    let (title, rows) = ("Lanes".to_owned(), rows.collect());
    // Who is better, and how sure that is; a table of medians alone reads as a ranking.
    let verdicts = pairwise(run).into_iter().filter_map(|pair| pair.text(&names));
    let parts = run.request_parts().into_iter().filter_map(|part| part.text(&names));
    let uses = run.schema_uses().into_iter().filter_map(|used| used.text(&names));
    let cached = run.cache_uses().into_iter().filter_map(|used| used.text(&names));
    let steps = run.round_steps().into_iter().filter_map(|step| step.text(&names));
    let same = run.same_service().into_iter().filter_map(|one| one.text(&names));
    let findings = chains(run, &names)
        .into_iter()
        .chain(right_answers(run, &names))
        .chain(verdicts)
        .chain(nothing_to_settle(run))
        .chain(same)
        .chain(parts)
        .chain(uses)
        .chain(cached)
        .chain(steps)
        .chain(tool_calls(run))
        .chain(prompt_lengths(run))
        .chain(feelings(run))
        .chain(judged(run, &names))
        .collect();
    let lanes = SummaryTable { title, findings, headings, rows, below: BELOW, warnings };
    let asked = questions(run, &names);
    let each: Vec<_> = names.into_iter().zip(run.lanes.iter().map(|lane| &lane.summary)).collect();
    let all = table_of_all("Every number".to_owned(), &each);
    std::iter::once(lanes).chain(asked).chain(all).collect()
}

/// Which question each lane answered right; `None` if nothing was checked.
fn questions(run: &Run, names: &[String]) -> Option<SummaryTable> {
    let QuestionTable { headings, rows, left_out, hint } = question_table(run, names)?;
    let (findings, warnings) = (left_out.into_iter().chain(hint).collect(), Vec::new());
    let title = "Right answers".to_owned();
    Some(SummaryTable { title, findings, headings, rows, below: "", warnings })
}

/// When the lanes of a race called tools, in a sentence; `None` if none did. Over several rounds the times are the typical
/// ones of those that called.
pub fn tool_calls(run: &Run) -> Option<String> {
    let of = |(lane, name): (&Lane, String)| {
        let middle = |metric: Metric| Some(lane.summary.get(metric.id())?.middle());
        let first = middle(Metric::ToolCallMs)?;
        let mut told = vec![format!("first byte after {}", format::duration(first))];
        let complete = middle(Metric::ToolArgumentsMs);
        told.extend(
            complete.map(|at| format!("arguments complete after {}", format::duration(at))),
        );
        let several = middle(Metric::ToolCalls).is_some_and(|calls| calls > 1.0);
        let all = middle(Metric::ToolCallsMs).filter(|_| several);
        told.extend(all.map(|at| format!("those of all calls after {}", format::duration(at))));
        Some(format!("{name}: {}", told.join(", ")))
    };
    let lanes: Vec<String> = run.lanes.iter().zip(names(run)).filter_map(of).collect();
    (!lanes.is_empty()).then(|| format!("Tool calls: {}.", lanes.join("; ")))
}

/// The service tiers that answered, in a sentence; `None` if no server told one.
pub fn service_tiers(run: &Run) -> Option<String> {
    answering_tiers(run).map(|lanes| format!("Service tier that answered: {lanes}."))
}

/// The service tiers that answered, lane by lane, beside those asked for.
pub(crate) fn answering_tiers(run: &Run) -> Option<String> {
    let of = |(lane, name): (&Lane, String)| {
        let told = tiers_told(lane.requests());
        let asked = run.plan.lanes.get(lane.place as usize)?.service_tier.as_deref();
        let asked = asked.map(|tier| format!(" (asked for: {tier})")).unwrap_or_default();
        (!told.is_empty()).then(|| format!("{name}: {told}{asked}"))
    };
    let lanes: Vec<String> = run.lanes.iter().zip(names(run)).filter_map(of).collect();
    (!lanes.is_empty()).then(|| lanes.join("; "))
}

/// Each tier that answered and, of several, how many requests; empty if the server told none.
fn tiers_told<'a>(requests: impl Iterator<Item = &'a Sample>) -> String {
    let mut tiers: BTreeMap<&str, u32> = BTreeMap::new();
    let told = requests.filter_map(|sample| sample.server.as_ref()?.service_tier.as_deref());
    for tier in told {
        *tiers.entry(tier).or_default() += 1;
    }
    let is_one = tiers.len() == 1;
    let each = |(tier, times): (&str, u32)| {
        if is_one { tier.to_owned() } else { format!("{tier} ({})", format::count(times)) }
    };
    tiers.into_iter().map(each).collect::<Vec<_>>().join(", ")
}

fn sweep(lane: &Lane, name: &str, load: &Load) -> Vec<SummaryTable> {
    let numbers = shown_level_numbers();
    let mut headings = vec!["Level".to_owned(), "ok".to_owned()];
    headings.extend(numbers.iter().map(|known| known.short.to_owned()));
    headings.extend(columns().map(Figure::heading));
    let rows = lane.levels.iter().map(|level| {
        let good = level.samples.iter().filter(|sample| sample.status.is_ok()).count();
        let mut row = vec![step(level), format!("{good}/{}", level.measured)];
        row.extend(numbers.iter().map(|known| {
            let value = level.number(known.id);
            value.map(|value| known.unit.written_in_column(value)).unwrap_or_default()
        }));
        let shown = level.shown_summary();
        row.extend(columns().map(|column| column.read(&shown)));
        row.push(warned(&level.doubts, &level.samples));
        row
    });
    headings.push("Warnings".to_owned());
    let of_samples = lane.levels.iter().flat_map(|level| &level.samples);
    let all = lane.levels.iter().flat_map(|level| &level.doubts);
    let warnings = meanings(all.chain(of_samples.flat_map(|sample| &sample.doubts)));
    let (title, rows) = (name.to_owned(), rows.collect());
    let events = lane.level_events().map(|(level, said)| format!("At {}: {said}", step(level)));
    let said = lane.level_findings(load).into_iter().map(|said| said.to_string()).chain(events);
    let right = right_answers_of_levels(lane, name);
    let findings =
        said.chain(lane.level_intervals()).chain(right).chain(feelings_of(lane)).collect();
    let levels = SummaryTable { title, findings, headings, rows, below: BELOW, warnings };
    let shown: Vec<_> =
        lane.levels.iter().map(|level| (step(level), level.shown_summary())).collect();
    let each: Vec<_> = shown.iter().map(|(step, summary)| (step.clone(), summary)).collect();
    let title = format!("{name}: every number");
    std::iter::once(levels).chain(table_of_all(title, &each)).collect()
}

/// A metric of the catalogue with its value in each of several summaries.
pub type NumberRow = (&'static Definition, Vec<Option<String>>);

/// Every number of the catalogue that any of these summaries has, in reading order: its typical value with its unit;
/// the mean of fewer than five samples is marked ~, but that of a cost, which is always a mean.
pub fn every_number(summaries: &[&BTreeMap<String, Spread>]) -> Vec<NumberRow> {
    let rows = Metric::ALL.into_iter().map(|metric| {
        let cells: Vec<Option<String>> = summaries.iter().map(|all| middle(all, metric)).collect();
        (metric.definition(), cells)
    });
    rows.filter(|(_, cells)| cells.iter().any(Option::is_some)).collect()
}

/// [`every_number`] as a table, with one column per summary; `None` if nothing is known.
fn table_of_all(
    title: String,
    each: &[(String, &BTreeMap<String, Spread>)],
) -> Option<SummaryTable> {
    let all: Vec<_> = each.iter().map(|(_, summary)| *summary).collect();
    let rows: Vec<Vec<String>> = every_number(&all)
        .into_iter()
        .map(|(known, cells)| {
            let cells = cells.into_iter().map(Option::unwrap_or_default);
            std::iter::once(known.name.to_owned()).chain(cells).collect()
        })
        .collect();
    let who = each.iter().map(|(name, _)| name.clone());
    let headings = std::iter::once("Number".to_owned()).chain(who).collect();
    let (findings, warnings) = (Vec::new(), Vec::new());
    (!rows.is_empty()).then_some(SummaryTable {
        title,
        findings,
        headings,
        rows,
        below: BELOW,
        warnings,
    })
}

/// The warnings of a row: first those of the level as a whole, then those of its requests, with how many carry each.
fn warned(of_all: &[Warning], samples: &[Sample]) -> String {
    let whole = of_all.iter().map(|warning| warning.tag().to_owned());
    let some = Warning::ALL.into_iter().filter(|warning| !of_all.contains(warning));
    let some = some.filter_map(|warning| {
        let many = samples.iter().filter(|sample| sample.doubts.contains(&warning)).count();
        (many > 0).then(|| format!("{} {many}/{}", warning.tag(), samples.len()))
    });
    whole.chain(some).collect::<Vec<_>>().join(", ")
}

/// Tag and meaning of each of these warnings once, in the catalogue's order.
fn meanings<'a>(of: impl Iterator<Item = &'a Warning>) -> Vec<(&'static str, &'static str)> {
    let there: BTreeSet<&str> = of.map(|warning| warning.tag()).collect();
    let known = Warning::ALL.into_iter().filter(|warning| there.contains(warning.tag()));
    known.map(|warning| (warning.tag(), warning.advice())).collect()
}

fn step(level: &Level) -> String {
    let is_known = level.concurrency.is_some() || level.rate.is_some();
    if is_known { level.step().to_string() } else { String::new() }
}

fn middle(all: &BTreeMap<String, Spread>, metric: Metric) -> Option<String> {
    let spread = all.get(metric.id())?;
    let is_few = spread.p50.is_none() && spread.n > 1 && !metric.adds_up();
    let about = if is_few { "~" } else { "" };
    Some(format!("{about}{}", metric.definition().unit.written(spread.typical(metric))))
}
