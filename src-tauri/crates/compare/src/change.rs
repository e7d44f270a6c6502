//! Comparison of two runs: which numbers changed by more than the samples' scatter.

use std::collections::{BTreeSet, HashMap};

use measure::{Better, Interval, Metric, Surface, format, is_tie};
use serde::Serialize;

use crate::contender::{ContenderSummary, Group};
use crate::metric_summary::{MetricSummary, better, name, value, value_text};

/// How a number changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum ChangeVerdict {
    /// Better, with 95 % confidence.
    Better,
    /// Worse, with 95 % confidence.
    Worse,
    /// About the same: less than 2 % apart, whether significant or not.
    Alike,
    /// Not significant, which does not prove that nothing changed.
    Unsettled,
}

/// One number of one contender in both runs.
#[derive(Debug, Clone, PartialEq, Serialize, specta::Type)]
pub struct Change {
    /// Which contender.
    pub place: u32,
    /// Which number.
    pub metric: Metric,
    /// In the first run.
    pub before: MetricSummary,
    /// In the second.
    pub after: MetricSummary,
    /// 95 % confidence interval of median(after) − median(before); absent if either run has fewer than five samples.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difference: Option<Interval>,
    /// The verdict.
    pub verdict: ChangeVerdict,
}

/// A run to choose from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, specta::Type)]
pub struct RunName {
    /// Its id.
    pub id: String,
    /// When it began, in seconds since 1970 UTC.
    pub at_s: i32,
    /// Names of its contenders that are shown.
    pub contenders: Vec<String>,
}

/// The chart.
#[derive(Debug, Clone, PartialEq, Serialize, specta::Type)]
pub struct Changes {
    /// Runs to choose from, oldest first: the newest 500 and the two that are compared.
    pub runs: Vec<RunName>,
    /// The earlier run; absent if there are fewer than two runs.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
    /// The later run.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
    /// Whether the two runs were asked different prompts; then latency and cost also compare workloads.
    pub uneven: bool,
    /// Each number of each contender that is in both runs.
    pub changes: Vec<Change>,
    /// The result in one sentence.
    pub sentence: String,
}

fn summary(group: &Group<'_>, run: &str, metric: Metric) -> Option<(MetricSummary, Vec<f64>)> {
    let counted = group.contender.counted;
    let own = group.good().filter(|point| point.run == run);
    let values: Vec<f64> = own.filter_map(|point| value(metric, point, counted)).collect();
    Some((MetricSummary::of(values.iter().copied())?, values))
}

fn change(group: &Group<'_>, metric: Metric, before: &str, after: &str) -> Option<Change> {
    let (before, was) = summary(group, before, metric)?;
    let (after, is) = summary(group, after, metric)?;
    let difference = Interval::of_median_difference(was, is);
    let verdict = match difference {
        Some(Interval { high, .. }) if high < 0.0 => Some(Better::Lower),
        Some(Interval { low, .. }) if low > 0.0 => Some(Better::Higher),
        _ => None,
    };
    // Medians that tie are about the same, however narrow the interval.
    let apart = !is_tie(before.middle, after.middle);
    let verdict = match verdict {
        None => ChangeVerdict::Unsettled,
        Some(_) if !apart => ChangeVerdict::Alike,
        Some(direction) if direction == better(metric) => ChangeVerdict::Better,
        Some(_) => ChangeVerdict::Worse,
    };
    Some(Change { place: group.contender.place, metric, before, after, difference, verdict })
}

/// Most runs to choose from; older ones are found by a search of the history.
const MOST_LISTED: usize = 500;

/// A run while it is gathered: its name, and the prompts of its requests.
struct RunPrompts<'a> {
    name: RunName,
    asked: BTreeSet<(&'a str, Option<u32>)>,
}

/// Every run, oldest first.
fn gathered<'a>(groups: &[&Group<'a>]) -> Vec<RunPrompts<'a>> {
    let mut runs: HashMap<&str, RunPrompts<'a>> = HashMap::new();
    for group in groups {
        let name = &group.contender.name;
        for point in &group.points {
            let run = runs.entry(point.run.as_str()).or_insert_with(|| RunPrompts {
                name: RunName {
                    id: point.run.clone(),
                    at_s: i32::try_from(point.at_s).unwrap_or(i32::MAX),
                    contenders: Vec::new(),
                },
                asked: BTreeSet::new(),
            });
            if run.name.contenders.last() != Some(name) {
                run.name.contenders.push(name.clone());
            }
            run.asked.insert(point.asked());
        }
    }
    let mut runs: Vec<RunPrompts> = runs.into_values().collect();
    runs.sort_by(|a, b| (a.name.at_s, &a.name.id).cmp(&(b.name.at_s, &b.name.id)));
    runs
}

/// The compared metrics: the ranked ones of the short table, and the one in question.
fn numbers(metric: Metric) -> impl Iterator<Item = Metric> {
    let mut shown = Metric::shown_on(Surface::Lanes);
    shown.retain(|one| one.definition().is_ranked());
    let is_among = shown.contains(&metric);
    shown.into_iter().chain((!is_among).then_some(metric))
}

/// Compares two runs. By default `after` is the newest run, and `before` is the newest earlier one with the same
/// prompts or, if there is none, the oldest.
pub(crate) fn changes(
    groups: &[&Group<'_>],
    metric: Metric,
    before: Option<&str>,
    after: Option<&str>,
) -> Changes {
    let runs = gathered(groups);
    let called = |id: &str| runs.iter().find(|run| run.name.id == id);
    let after = after.and_then(called).or(runs.last());
    let like_it = after.and_then(|after| {
        let mut earlier = runs.iter().rev().skip_while(|run| run.name.id != after.name.id).skip(1);
        earlier.find(|run| run.asked == after.asked)
    });
    let before = before.and_then(called).or(like_it).or(runs.first());
    let pair = before.zip(after).filter(|(before, after)| before.name.id != after.name.id);
    let mut all: Vec<(&ContenderSummary, Change)> = Vec::new();
    if let Some((before, after)) = pair {
        for group in groups {
            let of = |metric| change(group, metric, &before.name.id, &after.name.id);
            let own = numbers(metric).filter_map(of);
            all.extend(own.map(|change| (&group.contender, change)));
        }
    }
    let uneven = pair.is_some_and(|(a, b)| a.asked != b.asked);
    let mut sentence = sentence(&all, pair.is_some());
    if uneven {
        sentence += " The two runs were asked different prompts, so latency and cost also compare workloads.";
    }
    let (before, after) = pair.map(|(a, b)| (a.name.id.clone(), b.name.id.clone())).unzip();
    let is_asked = |run: &RunName| [&before, &after].into_iter().flatten().any(|id| *id == run.id);
    let older = runs.len().saturating_sub(MOST_LISTED);
    let listed = runs.into_iter().enumerate().map(|(place, run)| (place, run.name));
    let listed = listed.filter(|(place, run)| *place >= older || is_asked(run));
    Changes {
        runs: listed.map(|(_, run)| run).collect(),
        before,
        after,
        uneven,
        changes: all.into_iter().map(|(_, change)| change).collect(),
        sentence,
    }
}

fn sentence(all: &[(&ContenderSummary, Change)], is_pair: bool) -> String {
    if !is_pair {
        return "There is only one run; a difference needs two.".to_owned();
    }
    if all.is_empty() {
        return "No contender is in both runs.".to_owned();
    }
    let of = |verdict| all.iter().filter(move |(_, change)| change.verdict == verdict);
    let sentence_of = |(one, change): &(&ContenderSummary, Change)| {
        format!(
            "{}’s {} from {} to {}",
            one.name,
            name(change.metric),
            value_text(change.metric, change.before.middle),
            value_text(change.metric, change.after.middle)
        )
    };
    let parts: Vec<String> = [(ChangeVerdict::Better, "Better"), (ChangeVerdict::Worse, "Worse")]
        .into_iter()
        .filter_map(|(verdict, word)| {
            let all: Vec<String> = of(verdict).map(sentence_of).collect();
            (!all.is_empty()).then(|| format!("{word}: {}.", format::list(&all)))
        })
        .collect();
    if parts.is_empty() {
        let few = all.iter().all(|(_, change)| change.difference.is_none());
        return if few {
            "Fewer than five samples in a run are not enough to tell.".to_owned()
        } else {
            "No change is significant.".to_owned()
        };
    }
    parts.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::{gathered, rounds};
    use crate::request::MeasuredRequest;

    fn run(id: &str, at_s: i64, ttft: &[f64]) -> Vec<MeasuredRequest> {
        rounds("a", ttft, |point, ms| {
            point.run = id.to_owned();
            point.at_s = at_s;
            point.ttft_ms = Some(ms);
        })
    }

    fn of(points: &[MeasuredRequest], before: Option<&str>, after: Option<&str>) -> Changes {
        let groups = gathered(points);
        changes(&groups.iter().collect::<Vec<_>>(), Metric::TtftMs, before, after)
    }

    fn ttft(changes: &Changes) -> Option<ChangeVerdict> {
        let ttft = changes.changes.iter().find(|change| change.metric == Metric::TtftMs);
        ttft.map(|change| change.verdict)
    }

    const FAST: [f64; 6] = [100.0, 102.0, 104.0, 106.0, 108.0, 110.0];
    const SLOW: [f64; 6] = [200.0, 202.0, 204.0, 206.0, 208.0, 210.0];

    #[test]
    fn a_difference_beyond_the_scatter_is_better_or_worse() {
        let points = [run("1", 10, &SLOW), run("2", 20, &FAST)].concat();
        let sentence_of = of(&points, None, None);
        assert_eq!(
            ttft(&sentence_of),
            Some(ChangeVerdict::Better),
            "from the oldest to the newest"
        );
        assert_eq!(
            sentence_of.sentence, "Better: a’s time to first token from 0.21 s to 0.11 s.",
            "nothing else changed"
        );
        let back = of(&points, Some("2"), Some("1"));
        assert_eq!(ttft(&back), Some(ChangeVerdict::Worse), "the other way round");
        let (there, back) = (&sentence_of.changes[0].difference, &back.changes[0].difference);
        let (there, back) = (there.expect("six each"), back.expect("six each"));
        assert!(there.high < 0.0 && back.low > 0.0, "100 ms either way");
    }

    #[test]
    fn what_the_samples_do_not_tell_is_unsettled() {
        let wide = [100.0, 150.0, 200.0, 250.0, 300.0];
        let shifted = [110.0, 160.0, 210.0, 260.0, 310.0];
        let sentence_of = of(&[run("1", 10, &wide), run("2", 20, &shifted)].concat(), None, None);
        assert_eq!(
            ttft(&sentence_of),
            Some(ChangeVerdict::Unsettled),
            "10 ms of 200 scattered by 100"
        );
        assert_eq!(sentence_of.sentence, "No change is significant.", "said so");
        let few = of(&[run("1", 10, &FAST[..2]), run("2", 20, &SLOW[..2])].concat(), None, None);
        assert_eq!(ttft(&few), Some(ChangeVerdict::Unsettled), "two samples settle nothing");
        assert_eq!(
            few.sentence, "Fewer than five samples in a run are not enough to tell.",
            "and why"
        );
    }

    #[test]
    fn less_than_2_percent_is_alike_however_sure() {
        let sentence_of =
            of(&[run("1", 10, &[100.0; 5]), run("2", 20, &[101.0; 5])].concat(), None, None);
        assert_eq!(ttft(&sentence_of), Some(ChangeVerdict::Alike), "a millisecond of a hundred");
        assert_eq!(sentence_of.sentence, "No change is significant.", "so it is");
    }

    #[test]
    fn unasked_the_newest_is_compared_with_the_last_that_was_asked_the_same() {
        let mut other = run("2", 20, &FAST);
        for point in &mut other {
            point.prompt = "another".to_owned();
        }
        let points = [run("0", 5, &FAST), run("1", 10, &FAST), other, run("3", 30, &SLOW)].concat();
        let sentence_of = of(&points, None, None);
        assert_eq!(sentence_of.before.as_deref(), Some("1"), "the second was asked another thing");
        assert!(!sentence_of.uneven, "both were asked one thing");
        let sentence_of = of(&points, Some("2"), None);
        assert!(
            sentence_of.uneven && sentence_of.sentence.ends_with("also compare workloads."),
            "said so"
        );
    }

    #[test]
    fn one_run_has_no_difference() {
        let sentence_of = of(&run("1", 10, &FAST), None, None);
        assert_eq!(
            (sentence_of.before, sentence_of.changes.len(), sentence_of.runs.len()),
            (None, 0, 1),
            "no pair"
        );
        assert_eq!(
            sentence_of.sentence, "There is only one run; a difference needs two.",
            "and why"
        );
    }
}
