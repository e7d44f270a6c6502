//! Two runs against each other: what became better or worse beyond what the samples scatter.

use std::collections::BTreeSet;

use measure::{Better, Interval};
use serde::Serialize;

use crate::contender::{Contender, Group};
use crate::quantity::{Quantity, Summary};
use crate::words;

/// What became of a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum Became {
    /// Better, with 95 % confidence.
    Better,
    /// Worse, with 95 % confidence.
    Worse,
    /// The same but for less than 2 %, however sure that is.
    Alike,
    /// The samples do not tell; that is no proof that nothing changed.
    Unsettled,
}

/// One number of one contender in both runs.
#[derive(Debug, Clone, PartialEq, Serialize, specta::Type)]
pub struct Change {
    /// Which contender.
    pub place: u32,
    /// Which number.
    pub metric: Quantity,
    /// In the first run.
    pub before: Summary,
    /// In the second.
    pub after: Summary,
    /// Where the difference of the medians, after − before, lies with 95 % confidence; absent where either run has fewer
    /// than five samples.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difference: Option<Interval>,
    /// What that means.
    pub became: Became,
}

/// A run that can be compared with another.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, specta::Type)]
pub struct RunName {
    /// Its id.
    pub id: String,
    /// When it began, in seconds since 1970 UTC.
    pub at_s: i32,
    /// Who is in it and also shown, by name.
    pub contenders: Vec<String>,
}

/// The chart.
#[derive(Debug, Clone, PartialEq, Serialize, specta::Type)]
pub struct Changes {
    /// The runs there are, the oldest first.
    pub runs: Vec<RunName>,
    /// The run before; absent where there are not two.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
    /// The run after.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
    /// Whether the two were asked different things: then latency and cost compare workloads as well.
    pub uneven: bool,
    /// Each number of each contender that is in both.
    pub changes: Vec<Change>,
    /// What they say.
    pub sentence: String,
}

/// Medians that differ by a smaller share are alike, however narrow their intervals.
const NEAR: f64 = 0.02;

fn summary(group: &Group<'_>, run: &str, metric: Quantity) -> Option<(Summary, Vec<f64>)> {
    let counted = group.contender.counted;
    let own = group.good().filter(|point| point.run == run);
    let values: Vec<f64> = own.filter_map(|point| metric.of(point, counted)).collect();
    Some((Summary::of(values.iter().copied())?, values))
}

fn change(group: &Group<'_>, metric: Quantity, before: &str, after: &str) -> Option<Change> {
    let (before, was) = summary(group, before, metric)?;
    let (after, is) = summary(group, after, metric)?;
    let difference = Interval::of_median_difference(was, is);
    let became = match difference {
        Some(Interval { high, .. }) if high < 0.0 => Some(Better::Lower),
        Some(Interval { low, .. }) if low > 0.0 => Some(Better::Higher),
        _ => None,
    };
    let apart = (after.middle - before.middle).abs() > NEAR * before.middle.abs();
    let became = match became {
        None => Became::Unsettled,
        Some(_) if !apart => Became::Alike,
        Some(direction) if direction == metric.better() => Became::Better,
        Some(_) => Became::Worse,
    };
    Some(Change { place: group.contender.place, metric, before, after, difference, became })
}

/// What the requests of a run were asked.
fn workload<'a>(groups: &[&Group<'a>], run: &str) -> BTreeSet<(&'a str, Option<u32>)> {
    let points = groups.iter().flat_map(|group| &group.points);
    points.filter(|point| point.run == run).map(|point| point.asked()).collect()
}

/// What changed from one run to another: unless they are named, from the newest that was asked the same as the newest of
/// all, or from the oldest where none was.
pub(crate) fn changes(groups: &[&Group<'_>], before: Option<&str>, after: Option<&str>) -> Changes {
    let mut runs: Vec<RunName> = Vec::new();
    for group in groups {
        for point in &group.points {
            let known = runs.iter_mut().find(|run| run.id == point.run);
            let name = &group.contender.name;
            match known {
                Some(run) if run.contenders.contains(name) => {}
                Some(run) => run.contenders.push(name.clone()),
                None => runs.push(RunName {
                    id: point.run.clone(),
                    at_s: i32::try_from(point.at_s).unwrap_or(i32::MAX),
                    contenders: vec![name.clone()],
                }),
            }
        }
    }
    runs.sort_by(|a, b| (a.at_s, &a.id).cmp(&(b.at_s, &b.id)));
    let is_there = |id: &&str| runs.iter().any(|run| run.id == **id);
    let after = after.filter(is_there).or_else(|| runs.last().map(|run| run.id.as_str()));
    let like_it = after.and_then(|after| {
        let own = workload(groups, after);
        let earlier = runs.iter().rev().skip_while(|run| run.id != after).skip(1);
        earlier.map(|run| run.id.as_str()).find(|run| workload(groups, run) == own)
    });
    let before = before.filter(is_there).or(like_it);
    let before = before.or_else(|| runs.first().map(|run| run.id.as_str()));
    let pair = before.zip(after).filter(|(before, after)| before != after);
    let mut all: Vec<(&Contender, Change)> = Vec::new();
    if let Some((before, after)) = pair {
        for group in groups {
            let of = |metric| change(group, metric, before, after);
            let own = Quantity::ALL.into_iter().filter_map(of);
            all.extend(own.map(|change| (&group.contender, change)));
        }
    }
    let uneven = pair.is_some_and(|(a, b)| workload(groups, a) != workload(groups, b));
    let mut sentence = sentence(&all, pair.is_some());
    if uneven {
        sentence +=
            " The two were asked different things, so latency and cost compare that as well.";
    }
    let (before, after) = pair.map(|(a, b)| (a.to_owned(), b.to_owned())).unzip();
    Changes {
        runs,
        before,
        after,
        uneven,
        changes: all.into_iter().map(|(_, change)| change).collect(),
        sentence,
    }
}

fn sentence(all: &[(&Contender, Change)], is_pair: bool) -> String {
    if !is_pair {
        return "There is one run: a difference needs two.".to_owned();
    }
    if all.is_empty() {
        return "No contender is in both runs.".to_owned();
    }
    let of = |became| all.iter().filter(move |(_, change)| change.became == became);
    let told = |(one, change): &(&Contender, Change)| {
        format!(
            "{}’s {} from {} to {}",
            one.name,
            change.metric.name(),
            change.metric.told(change.before.middle),
            change.metric.told(change.after.middle)
        )
    };
    let parts: Vec<String> = [(Became::Better, "Better"), (Became::Worse, "Worse")]
        .into_iter()
        .filter_map(|(became, word)| {
            let all: Vec<String> = of(became).map(told).collect();
            (!all.is_empty()).then(|| format!("{word}: {}.", words::list(&all)))
        })
        .collect();
    if parts.is_empty() {
        let few = all.iter().all(|(_, change)| change.difference.is_none());
        return if few {
            "Fewer than five samples in a run settle nothing.".to_owned()
        } else {
            "Nothing changed beyond what the samples scatter.".to_owned()
        };
    }
    parts.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::{gathered, rounds};
    use crate::point::Point;

    fn run(id: &str, at_s: i64, ttft: &[f64]) -> Vec<Point> {
        rounds("a", ttft, |point, ms| {
            point.run = id.to_owned();
            point.at_s = at_s;
            point.ttft_ms = Some(ms);
        })
    }

    fn of(points: &[Point], before: Option<&str>, after: Option<&str>) -> Changes {
        let groups = gathered(points);
        changes(&groups.iter().collect::<Vec<_>>(), before, after)
    }

    fn ttft(changes: &Changes) -> Option<Became> {
        let ttft = changes.changes.iter().find(|change| change.metric == Quantity::Ttft);
        ttft.map(|change| change.became)
    }

    const FAST: [f64; 6] = [100.0, 102.0, 104.0, 106.0, 108.0, 110.0];
    const SLOW: [f64; 6] = [200.0, 202.0, 204.0, 206.0, 208.0, 210.0];

    #[test]
    fn a_difference_beyond_the_scatter_is_better_or_worse() {
        let points = [run("1", 10, &SLOW), run("2", 20, &FAST)].concat();
        let told = of(&points, None, None);
        assert_eq!(ttft(&told), Some(Became::Better), "from the oldest to the newest");
        assert_eq!(
            told.sentence, "Better: a’s time to first token from 0.20 s to 0.10 s.",
            "nothing else changed"
        );
        let back = of(&points, Some("2"), Some("1"));
        assert_eq!(ttft(&back), Some(Became::Worse), "the other way round");
        let (there, back) = (&told.changes[0].difference, &back.changes[0].difference);
        let (there, back) = (there.expect("six each"), back.expect("six each"));
        assert!(there.high < 0.0 && back.low > 0.0, "100 ms either way");
    }

    #[test]
    fn what_the_samples_do_not_tell_is_unsettled() {
        let wide = [100.0, 150.0, 200.0, 250.0, 300.0];
        let shifted = [110.0, 160.0, 210.0, 260.0, 310.0];
        let told = of(&[run("1", 10, &wide), run("2", 20, &shifted)].concat(), None, None);
        assert_eq!(ttft(&told), Some(Became::Unsettled), "10 ms of 200 scattered by 100");
        assert_eq!(told.sentence, "Nothing changed beyond what the samples scatter.", "said so");
        let few = of(&[run("1", 10, &FAST[..2]), run("2", 20, &SLOW[..2])].concat(), None, None);
        assert_eq!(ttft(&few), Some(Became::Unsettled), "two samples settle nothing");
        assert_eq!(few.sentence, "Fewer than five samples in a run settle nothing.", "and why");
    }

    #[test]
    fn less_than_2_percent_is_alike_however_sure() {
        let told = of(&[run("1", 10, &[100.0; 5]), run("2", 20, &[101.0; 5])].concat(), None, None);
        assert_eq!(ttft(&told), Some(Became::Alike), "a millisecond of a hundred");
        assert_eq!(told.sentence, "Nothing changed beyond what the samples scatter.", "so it is");
    }

    #[test]
    fn unasked_the_newest_is_compared_with_the_last_that_was_asked_the_same() {
        let mut other = run("2", 20, &FAST);
        for point in &mut other {
            point.prompt = "another".to_owned();
        }
        let points = [run("0", 5, &FAST), run("1", 10, &FAST), other, run("3", 30, &SLOW)].concat();
        let told = of(&points, None, None);
        assert_eq!(told.before.as_deref(), Some("1"), "the second was asked another thing");
        assert!(!told.uneven, "both were asked one thing");
        let told = of(&points, Some("2"), None);
        assert!(told.uneven && told.sentence.ends_with("compare that as well."), "said so");
    }

    #[test]
    fn one_run_has_no_difference() {
        let told = of(&run("1", 10, &FAST), None, None);
        assert_eq!((told.before, told.changes.len(), told.runs.len()), (None, 0, 1), "no pair");
        assert_eq!(told.sentence, "There is one run: a difference needs two.", "and why");
    }
}
