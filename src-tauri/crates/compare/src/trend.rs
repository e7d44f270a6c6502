//! A number over the days, and over the hours of the week.

use std::collections::{BTreeMap, BTreeSet};

use measure::{Metric, Phrase, middle};
use serde::Serialize;

use crate::contender::ContenderSummary;
use crate::day_changes::day_changes;
use crate::day_drift::DayDrift;
use crate::day_failures::DayFailures;
use crate::day_step::DayChange;
use crate::days::{Wall, Zone};
use crate::dependence::Dependence;
use crate::group::Group;
use crate::measured_days::MeasuredDays;
use crate::metric_summary::{MetricSummary, value};
use crate::request::{MeasuredRequest, small};
use crate::unsettled_change::UnsettledChange;
use crate::wording::days as say;

/// One day of one contender.
#[derive(Debug, Clone, PartialEq, Serialize, specta::Type)]
pub struct TrendDay {
    /// Local date as `YYYY-MM-DD`.
    pub date: String,
    /// Summary of its samples.
    pub summary: MetricSummary,
}

/// One contender over the days.
#[derive(Debug, Clone, PartialEq, Serialize, specta::Type)]
pub struct TrendCourse {
    /// Which contender.
    pub place: u32,
    /// The days on which it was measured, in order; days without samples are omitted.
    pub days: Vec<TrendDay>,
}

/// One hour of the week of one contender.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, specta::Type)]
pub struct TrendHour {
    /// Which contender.
    pub place: u32,
    /// 0 for Monday to 6 for Sunday.
    pub weekday: u32,
    /// 0 to 23.
    pub hour: u32,
    /// The median of its samples, or their mean below five.
    pub middle: f64,
    /// Number of samples.
    pub n: u32,
}

/// The charts.
#[derive(Debug, Clone, PartialEq, Serialize, specta::Type)]
pub struct Trend {
    /// Which number.
    pub metric: Metric,
    /// Time zone of days and hours, as `UTC+1`, or `UTC+1 and UTC+2` where summer time began between them.
    pub zone: Phrase,
    /// Day by day.
    pub courses: Vec<TrendCourse>,
    /// By hour of the week; hours without samples are omitted.
    pub hours: Vec<TrendHour>,
    /// Days on which a number went to a new level, in every compared metric; those in this one first.
    pub changes: Vec<DayChange>,
    /// Numbers that rise or fall steadily over the days, in the same order; empty if there are none.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub drifts: Vec<DayDrift>,
    /// Numbers that changed in one step or steadily, which the days cannot tell, in the same order; empty if there are none.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unsettled: Vec<UnsettledChange>,
    /// Since when contenders fail more often, or less; empty if there are none.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub failures: Vec<DayFailures>,
    /// The result in one sentence.
    pub sentence: Phrase,
}

impl Trend {
    /// Whose numbers changed within the days that every other answer pools, and since when; `None` if nobody's.
    pub(crate) fn changes_pooled(&self, contenders: &[&ContenderSummary]) -> Option<Phrase> {
        let since = |place: u32| {
            let steps = self.changes.iter().filter(move |step| step.place == place);
            let drifts = self.drifts.iter().filter(move |drift| drift.place == place);
            let either = self.unsettled.iter().filter(move |own| own.step.place == place);
            let dates = steps.map(|step| &step.date).chain(drifts.map(|drift| &drift.from));
            let dates = dates.chain(either.map(|own| &own.step.date));
            dates.cloned().collect::<BTreeSet<String>>()
        };
        let told = contenders.iter().map(|one| (one, since(one.place)));
        let told = told.filter(|(_, since)| !since.is_empty());
        let told =
            told.map(|(one, since)| say::pooled_of(one.name.clone(), since.into_iter().collect()));
        let told: Vec<Phrase> = told.collect();
        (!told.is_empty()).then(|| say::pooled(told))
    }
}

/// Computes the charts. A run counts at the time it began.
pub(crate) fn trend(groups: &[&Group<'_>], metric: Metric, zone: Zone<'_>) -> Trend {
    let (mut courses, mut hours) = (Vec::new(), Vec::new());
    for group in groups {
        let place = group.contender.place;
        let counted = group.contender.counted;
        let mut by_day: BTreeMap<Wall, Vec<(&MeasuredRequest, f64)>> = BTreeMap::new();
        let mut by_hour: BTreeMap<(u32, u32), Vec<f64>> = BTreeMap::new();
        for point in group.good() {
            let Some(value) = value(metric, point, counted) else { continue };
            let wall = Wall::at(point.at_s, zone);
            by_day.entry(Wall { hour: 0, ..wall }).or_default().push((point, value));
            by_hour.entry((wall.weekday(), wall.hour)).or_default().push(value);
        }
        let days = by_day.into_iter().filter_map(|(day, points)| {
            let (requests, values): (Vec<&MeasuredRequest>, Vec<f64>) = points.into_iter().unzip();
            let of_runs = requests.iter().map(|one| one.run.as_str()).zip(values).collect();
            let summary = MetricSummary::of_dependent(of_runs, Dependence::of(&requests))?;
            Some(TrendDay { date: day.date(), summary })
        });
        let days: Vec<TrendDay> = days.collect();
        if !days.is_empty() {
            courses.push(TrendCourse { place, days });
        }
        hours.extend(by_hour.into_iter().filter_map(|((weekday, hour), values)| {
            let n = small(values.len());
            Some(TrendHour { place, weekday, hour, middle: middle(values)?, n })
        }));
    }
    let found = day_changes(groups, metric, zone);
    let (changes, drifts, unsettled) = found.by_kind();
    let called = |place: u32| {
        let mut all = groups.iter().map(|group| &group.contender);
        let one = all.find(|one| one.place == place);
        one.map_or_else(|| Phrase::sentences([]), |one| one.name.clone())
    };
    Trend {
        metric,
        zone: zone
            .name_at(groups.iter().flat_map(|group| group.good()).map(|request| request.at_s)),
        sentence: found.sentence(&called, MeasuredDays::of(groups, zone)),
        failures: found.failures(),
        changes,
        drifts,
        unsettled,
        courses,
        hours,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::{gathered, is, rounds};

    const SATURDAY: i64 = 1_795_219_200;

    fn over(days: &[(i64, [f64; 6])]) -> Vec<MeasuredRequest> {
        days.iter()
            .flat_map(|(at_s, values)| {
                rounds("a", values, |point, ms| {
                    point.ttft_ms = Some(ms);
                    point.at_s = *at_s;
                })
            })
            .collect()
    }

    fn of(points: &[MeasuredRequest], offset: i32) -> Trend {
        let groups = gathered(points);
        trend(
            &groups.iter().collect::<Vec<_>>(),
            Metric::TtftMs,
            Zone { minutes: offset, changes: &[] },
        )
    }

    #[test]
    fn each_day_has_its_median_and_a_day_without_samples_none() {
        let points = over(&[
            (SATURDAY, [100.0, 110.0, 120.0, 120.0, 130.0, 140.0]),
            (SATURDAY + 2 * 86_400, [200.0, 210.0, 220.0, 220.0, 230.0, 240.0]),
        ]);
        let answer = of(&points, 0);
        let days: Vec<(&str, f64)> = answer.courses[0]
            .days
            .iter()
            .map(|day| (day.date.as_str(), day.summary.middle))
            .collect();
        assert_eq!(days, [("2026-11-21", 120.0), ("2026-11-23", 220.0)], "Sunday is not there");
    }

    #[test]
    fn hours_of_the_week_are_those_where_the_person_is() {
        let points = over(&[(SATURDAY + 23 * 3_600, [100.0, 110.0, 120.0, 120.0, 130.0, 140.0])]);
        let hour = |offset| {
            let answer = of(&points, offset);
            answer.hours.first().map(|hour| (hour.weekday, hour.hour, hour.n))
        };
        assert_eq!(hour(0), Some((5, 23, 6)), "Saturday night");
        assert_eq!(hour(120), Some((6, 1, 6)), "Sunday morning two hours to the east");
        assert!(is(of(&points, 0).hours[0].middle, 120.0), "their median");
    }
}
