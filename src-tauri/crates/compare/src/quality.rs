//! Quality: how many answers of each contender are right, what a right one takes, and who is right more often.

use std::collections::BTreeMap;

use measure::{Amount, PairedAnswers, Phrase, RightAnswers};
use serde::Serialize;

use crate::contender::ContenderSummary;
use crate::group::Group;
use crate::right_answers::came_right;
use crate::wording::quality as say;

/// Two contenders, by their answers to what both were asked: the same row of a set, or the same round of a race.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, specta::Type)]
pub struct QualityPair {
    /// The contender that is right most often.
    pub first: u32,
    /// The other one.
    pub second: u32,
    /// Their answers.
    #[serde(flatten)]
    pub answers: PairedAnswers,
    /// Whether the first is right more often, as far as its answers show.
    pub differs: bool,
}

/// The checked answers of the shown contenders.
#[derive(Debug, Clone, PartialEq, Serialize, specta::Type)]
pub struct Quality {
    /// Contenders with answers that are known to be right or wrong, by the share of requests that came to a right one: those right most often first, of equals the one whose right
    /// answers cost less, and then the one whose take less time.
    pub order: Vec<u32>,
    /// The first of them against each other one that answered something of the same otherwise.
    pub pairs: Vec<QualityPair>,
    /// The result in one sentence; empty if nothing was checked.
    pub sentence: Phrase,
}

/// Compares these contenders by their checked answers.
pub(crate) fn quality(groups: &[&Group<'_>]) -> Quality {
    let share = |group: &Group<'_>| group.contender.right?.share;
    let mut sorted: Vec<(&Group<'_>, f64)> =
        groups.iter().filter_map(|group| Some((*group, share(group)?))).collect();
    let last = |number: Option<f64>| number.unwrap_or(f64::INFINITY);
    let per_right = |group: &Group<'_>| {
        let right = group.contender.right;
        let of = |number: fn(RightAnswers) -> Option<f64>| last(right.and_then(number));
        (of(|right| right.usd_per_right), of(|right| right.seconds_per_right))
    };
    sorted.sort_by(|(a, of_a), (b, of_b)| {
        let ((usd_a, s_a), (usd_b, s_b)) = (per_right(a), per_right(b));
        of_b.total_cmp(of_a).then(usd_a.total_cmp(&usd_b)).then(s_a.total_cmp(&s_b))
    });
    let pairs = pairs(&sorted);
    let order: Vec<u32> = sorted.iter().map(|(group, _)| group.contender.place).collect();
    let contenders: Vec<&ContenderSummary> =
        sorted.iter().map(|(group, _)| &group.contender).collect();
    Quality { sentence: sentence(&contenders, &pairs), order, pairs }
}

fn pairs(sorted: &[(&Group<'_>, f64)]) -> Vec<QualityPair> {
    let Some(((best, _), others)) = sorted.split_first() else { return Vec::new() };
    let of_best = answers(best);
    let against = |other: &Group<'_>| {
        let of_other = answers(other);
        let same = of_best.iter().filter_map(|(what, one)| Some((*one, *of_other.get(what)?)));
        let answers = PairedAnswers::of(same)?;
        // Where no answer of theirs differs, neither does anything that could be said.
        let differ = answers.only_first + answers.only_second;
        if differ == 0 {
            return None;
        }
        let (first, second) = (best.contender.place, other.contender.place);
        Some(QualityPair { first, second, answers, differs: answers.differ_among(sorted.len()) })
    };
    others.iter().filter_map(|(other, _)| against(other)).collect()
}

/// What an answer answers: a row of a set and how often that was asked before, or a round of a race.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Asked<'a> {
    Row { prompt: &'a str, row: u32, nth: u32 },
    Round { run: &'a str, round: u32 },
}

/// The answers of a contender by what was asked. Requests of a sweep without a set are no pairs of any.
fn answers<'a>(group: &Group<'a>) -> BTreeMap<Asked<'a>, Option<bool>> {
    let mut times = BTreeMap::new();
    let mut found = BTreeMap::new();
    for one in &group.points {
        let asked = match one.set_row {
            Some(row) => {
                let nth = times.entry((one.prompt.as_str(), row)).or_insert(0_u32);
                *nth += 1;
                Asked::Row { prompt: &one.prompt, row, nth: *nth }
            }
            None if one.raced => Asked::Round { run: &one.run, round: one.round },
            None => continue,
        };
        found.insert(asked, came_right(one));
    }
    found
}

/// How many of the requests failed; `None` if none did.
fn failed(right: RightAnswers) -> Option<Phrase> {
    (right.failed > 0).then(|| say::failed(right.failed.into()))
}

fn sentence(contenders: &[&ContenderSummary], pairs: &[QualityPair]) -> Phrase {
    let Some((first, others)) = contenders.split_first() else { return Phrase::sentences([]) };
    let told = |one: &ContenderSummary| {
        let name = one.name.clone();
        let right = one.right.filter(|right| right.right + right.wrong > 0);
        match right.and_then(|right| Some((right, right.share?))) {
            Some((right, share)) => {
                say::right(name, Amount::share(share), right.of_requests().into(), failed(right))
            }
            None => say::unknown(name),
        }
    };
    let Some(last) = others.last() else { return say::alone(told(first)) };
    let named = |place: u32| contenders.iter().find(|one| one.place == place);
    let beaten: Vec<Phrase> = pairs
        .iter()
        .filter(|pair| pair.differs)
        .filter_map(|pair| Some(named(pair.second)?.name.clone()))
        .collect();
    if beaten.is_empty() {
        return say::none_more(told(first), told(last));
    }
    say::more(told(first), told(last), first.name.clone(), beaten)
}

#[cfg(test)]
mod tests {
    use checks::CheckVerdict;

    use super::*;
    use crate::fixtures::{gathered, rounds};
    use crate::request::{MeasuredRequest, Outcome};

    const R: Option<CheckVerdict> = Some(CheckVerdict::Right);
    const W: Option<CheckVerdict> = Some(CheckVerdict::Wrong);

    fn answered(provider: &str, verdicts: &[Option<CheckVerdict>]) -> Vec<MeasuredRequest> {
        rounds(provider, verdicts, |one, verdict| {
            one.verdict = verdict;
            (one.took_ms, one.spent_usd) = (Some(1_500.0), Some(0.001));
        })
    }

    fn found(points: &[MeasuredRequest]) -> Quality {
        quality(&gathered(points).iter().collect::<Vec<_>>())
    }

    #[test]
    fn a_right_answer_takes_what_the_wrong_ones_took_too_and_nothing_of_runs_without_checks() {
        let mut unchecked = answered("a", &[None, None]);
        for one in &mut unchecked {
            one.run = "run-0".to_owned();
        }
        let points = [unchecked, answered("a", &[R, W, None, R])].concat();
        let groups = gathered(&points);
        let right = groups[0].contender.right.expect("checked");
        assert_eq!((right.right, right.wrong, right.unknown), (2, 1, 0), "one has no verdict");
        assert_eq!(right.seconds_per_right, Some(3.0), "4 requests of 1.5 s for 2 right ones");
        assert_eq!(right.usd_per_right, Some(0.002), "and their cost");
    }

    #[test]
    fn who_was_never_checked_has_no_share_and_no_place() {
        let points = [answered("a", &[R, R]), answered("b", &[None, None])].concat();
        let quality = found(&points);
        assert_eq!(quality.order, [0], "one was checked");
        assert_eq!(
            quality.sentence.to_string(),
            "a is right in 100 % of 2 requests.",
            "and stands alone"
        );
        let nothing = found(&answered("a", &[None]));
        assert!(nothing.order.is_empty() && nothing.sentence.is_empty(), "nothing was checked");
    }

    #[test]
    fn who_fails_is_not_right() {
        let mut points = answered("a", &[R; 10]);
        for one in points.iter_mut().skip(6) {
            (one.outcome, one.verdict) = (Outcome::Failed, None);
        }
        let points = [points, answered("b", &[R; 10])].concat();
        let groups = gathered(&points);
        let right = groups[0].contender.right.expect("checked");
        assert_eq!(
            (right.share, right.failed),
            (Some(0.6), 4),
            "six of ten came to a right answer"
        );
        let quality = quality(&groups.iter().collect::<Vec<_>>());
        assert_eq!(quality.order, [1, 0], "b is right in all ten");
        assert_eq!(quality.pairs[0].answers.only_first, 4, "where a failed, b alone is right");
        let said = quality.sentence.to_string();
        assert!(said.contains("60 % of 10 requests, 4 of which failed"), "{said}");
    }

    #[test]
    fn contenders_are_compared_by_what_both_were_asked() {
        let points = [answered("a", &[W; 12]), answered("b", &[R; 12])].concat();
        let quality = found(&points);
        assert_eq!(quality.order, [1, 0], "right most often first");
        let [pair] = quality.pairs[..] else { panic!("one pair: {quality:?}") };
        assert_eq!((pair.answers.pairs, pair.answers.only_first), (12, 12), "round by round");
        assert!(
            pair.differs && quality.sentence.to_string().contains("more often than a"),
            "{quality:?}"
        );
    }

    #[test]
    fn rows_of_a_set_are_pairs_across_runs() {
        let of_row = |provider: &str, run: &str, verdicts: &[Option<CheckVerdict>]| {
            let mut points = answered(provider, verdicts);
            for (one, row) in points.iter_mut().zip(0..) {
                (one.run, one.raced, one.set_row) = (run.to_owned(), false, Some(row));
            }
            points
        };
        let points = [of_row("a", "run-1", &[R, W, R]), of_row("b", "run-2", &[R, R, W])].concat();
        let [pair] = found(&points).pairs[..] else { panic!("one pair") };
        assert_eq!((pair.answers.pairs, pair.answers.only_first), (3, 1), "by their rows");
        let mut without: Vec<MeasuredRequest> = points;
        for one in &mut without {
            one.set_row = None;
        }
        assert!(found(&without).pairs.is_empty(), "requests of sweeps alone are no pairs");
    }
}
