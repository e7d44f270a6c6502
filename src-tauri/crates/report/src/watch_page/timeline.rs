//! A number of a contender over a period: dots with their ranges, the median of the 72 hours before, stretches with failed requests,
//! and the changes that were noticed.

use maud::{Markup, html};
use measure::format;
use watch::{
    ROLLING_S, Stretch, TurnNumber, TurnNumbers, WatchedNumber, between, day_s, local_day,
    median_of, rolling_median, stretches,
};

use super::page_clock::PageClock;

/// The size of a plot, and the room around it for what is written, in units of its picture.
const WIDTH: f64 = 1_100.0;
const HEIGHT: f64 = 150.0;
const LEFT: f64 = 64.0;
const RIGHT: f64 = 12.0;
const TOP: f64 = 18.0;
const BOTTOM: f64 = 34.0;
/// Where the marks of failed requests stand, below the plot.
const FAILED_Y: f64 = HEIGHT - BOTTOM + 4.0;
/// Stretches of a plot: one for about three units of its width.
const STRETCHES: u32 = 336;
/// Points of the rolling median.
const ROLLED: u32 = 168;
/// The least ratio of the ends of the axis: a number that hardly moves looks so.
const LEAST_RATIO: f64 = 2.0;
/// The room that the name of a day takes.
const LONGEST_DAY: f64 = 70.0;
/// The most days that are named below the axis.
const MOST_DAYS: i64 = 10;

/// What a plot shows.
pub(super) struct Plot {
    /// Its name and unit.
    pub(super) title: &'static str,
    pub(super) number: TurnNumber,
    /// A value with its unit.
    pub(super) written: fn(f64) -> String,
    /// The number as changes name it.
    pub(super) watched: WatchedNumber,
}

/// Where a period and a range of values are in a plot. Values stand at their logarithms, so that equal ratios are equally high.
struct Axes {
    period: (i64, i64),
    low: f64,
    high: f64,
}

impl Axes {
    /// Those that hold all of these; `None` without a value above 0.
    fn holding(period: (i64, i64), values: impl Iterator<Item = f64>) -> Option<Self> {
        let range = values.filter(|value| *value > 0.0 && value.is_finite()).fold(
            None,
            |range: Option<(f64, f64)>, value| {
                let (low, high) = range.unwrap_or((value, value));
                Some((low.min(value), high.max(value)))
            },
        );
        let (low, high) = range?;
        let widened = (LEAST_RATIO * low / high).max(1.21).sqrt();
        Some(Self { period, low: low / widened, high: high * widened })
    }

    #[expect(clippy::cast_precision_loss, reason = "seconds of a period are exact")]
    fn x(&self, at_s: i64) -> f64 {
        let (from_s, until_s) = self.period;
        let share = (at_s - from_s) as f64 / (until_s - from_s).max(1) as f64;
        rounded(LEFT + share.clamp(0.0, 1.0) * (WIDTH - LEFT - RIGHT))
    }

    /// Below the axis for what is not above 0.
    fn y(&self, value: f64) -> f64 {
        let share = (value / self.low).ln() / (self.high / self.low).ln();
        rounded(HEIGHT - BOTTOM - share.clamp(0.0, 1.0) * (HEIGHT - TOP - BOTTOM))
    }

    /// Round values to name, from the lowest.
    fn ticks(&self) -> Vec<f64> {
        let all = |steps: &'static [f64]| {
            let (from, to) = (self.low.log10().floor(), self.high.log10().ceil());
            let decades = std::iter::successors(Some(from), |power| Some(power + 1.0));
            let decades = decades.take_while(move |power| *power <= to).take(40);
            let values = decades
                .flat_map(move |power| steps.iter().map(move |step| step * 10_f64.powf(power)));
            values.filter(|value| (self.low..=self.high).contains(value)).collect::<Vec<_>>()
        };
        let tens = all(&[1.0]);
        if tens.len() > 3 {
            return tens;
        }
        let few = all(&[1.0, 2.0, 5.0]);
        if few.len() > 1 { few } else { all(&[1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 7.0]) }
    }
}

fn rounded(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}

/// The plot; a sentence where the period says nothing of the number. `marks` are the times of changes and their numbers.
pub(super) fn timeline(
    plot: &Plot,
    turns: &[TurnNumbers],
    period: (i64, i64),
    marks: &[(i64, usize)],
    clock: PageClock<'_>,
) -> Markup {
    let cut = stretches(turns, plot.number, period, STRETCHES);
    let rolled = rolling_median(turns, plot.number, ROLLING_S, period, ROLLED);
    let ends = cut.iter().filter_map(|one| one.range).flat_map(|(low, high)| [low, high]);
    let Some(axes) = Axes::holding(period, ends) else {
        return html! { p.below { (plot.title) ": nothing was measured." } };
    };
    let recent =
        median_of(between(turns, (period.1.saturating_sub(ROLLING_S), period.1)), plot.number);
    let said = format!(
        "{} over time. Over the last 72 hours: {}. Between {} and {}.",
        plot.title,
        recent.map_or_else(|| format::UNKNOWN.to_owned(), plot.written),
        (plot.written)(axes.low),
        (plot.written)(axes.high)
    );
    let viewbox = format!("0 0 {WIDTH} {HEIGHT}");
    html! {
        figure {
            figcaption { (plot.title) }
            svg.plot viewBox=(viewbox) role="img" aria-label=(said) {
                @for value in axes.ticks() {
                    line.grid x1=(LEFT) x2=(WIDTH - RIGHT) y1=(axes.y(value)) y2=(axes.y(value)) {}
                    text.value x=(LEFT - 6.0) y=(axes.y(value) + 4.0) { ((plot.written)(value)) }
                }
                @for (at, name) in days(period, clock) {
                    line.grid x1=(axes.x(at)) x2=(axes.x(at)) y1=(TOP) y2=(HEIGHT - BOTTOM) {}
                    // A name at the right end would be cut.
                    @if axes.x(at) <= WIDTH - LONGEST_DAY {
                        text.day x=(axes.x(at) + 3.0) y=(HEIGHT - 8.0) { (name) }
                    }
                }
                @for one in &cut { (stretch(one, plot, &axes, clock)) }
                @for points in lines(&rolled, &axes) { polyline.rolled points=(points) {} }
                @for (at, number) in marks {
                    line.change x1=(axes.x(*at)) x2=(axes.x(*at)) y1=(TOP - 4.0) y2=(HEIGHT - BOTTOM) {}
                    text.change x=(axes.x(*at)) y=(TOP - 7.0) { (number) }
                }
            }
        }
    }
}

/// The dot of a stretch with its range, and its mark if requests failed in it.
fn stretch(one: &Stretch, plot: &Plot, axes: &Axes, clock: PageClock<'_>) -> Markup {
    let x = axes.x(one.from_s);
    html! {
        @if let (Some(median), Some((low, high))) = (one.median, one.range) {
            g {
                title {
                    ((clock.written)(one.from_s)) ": " ((plot.written)(median)) ", "
                    (format::several(one.turns as usize, "turn"))
                }
                @if low < high { line.range x1=(x) x2=(x) y1=(axes.y(low)) y2=(axes.y(high)) {} }
                circle.dot cx=(x) cy=(axes.y(median)) r="1.8" {}
            }
        }
        @if one.failed > 0 {
            rect.failed x=(rounded(x - 1.0)) y=(FAILED_Y) width="2" height="7" {
                title { ((clock.written)(one.from_s)) ": " (one.failed) " of " (one.requests) " requests failed" }
            }
        }
    }
}

/// The lines of the rolling median, one for each time without a gap.
fn lines(rolled: &[(i64, Option<f64>)], axes: &Axes) -> Vec<String> {
    let runs = rolled.split(|(_, median)| median.is_none()).filter(|run| run.len() > 1);
    let points = runs.map(|run| {
        let points = run.iter().filter_map(|(at, median)| {
            median.map(|median| format!("{},{}", axes.x(*at), axes.y(median)))
        });
        points.collect::<Vec<_>>().join(" ")
    });
    points.collect()
}

/// Local midnights of a period with their names, as many as there is room for; hours of a period of at most two days.
fn days((from_s, until_s): (i64, i64), clock: PageClock<'_>) -> Vec<(i64, String)> {
    let (first, last) = (local_day(from_s, clock.zone), local_day(until_s, clock.zone));
    let inside = |at: &i64| (from_s..until_s).contains(at);
    // `Tue 2026-11-24 14:05`
    let part = |at: i64, from: usize, length: usize| {
        (clock.written)(at).chars().skip(from).take(length).collect::<String>()
    };
    if last - first <= 2 {
        let hours = (first..=last).flat_map(|day| {
            let (begin, end) = day_s(day, clock.zone);
            (0..).map(move |step| begin + step * 3 * 3_600).take_while(move |at| *at < end)
        });
        return hours.filter(inside).map(|at| (at, part(at, 15, 5))).collect();
    }
    let step = (last - first).div_euclid(MOST_DAYS) + 1;
    let days = (first..=last).filter(|day| (day - first) % step == 0);
    let days = days.map(|day| day_s(day, clock.zone).0).filter(inside);
    days.map(|at| (at, part(at, 4, 10))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn axes(values: &[f64]) -> Option<Axes> {
        Axes::holding((0, 100), values.iter().copied())
    }

    #[test]
    fn equal_ratios_are_equally_high_and_everything_is_inside() {
        let axes = axes(&[100.0, 200.0, 400.0]).expect("there are values");
        let [low, middle, high] = [100.0, 200.0, 400.0].map(|value| axes.y(value));
        assert!(((low - middle) - (middle - high)).abs() < 0.2, "{low} {middle} {high}");
        assert!(high >= TOP && low <= HEIGHT - BOTTOM, "inside the plot");
        let ends = [(axes.x(-5), LEFT), (axes.x(500), WIDTH - RIGHT)];
        assert!(ends.iter().all(|(x, end)| (x - end).abs() < 0.1), "and never beside it");
    }

    #[test]
    fn an_axis_names_at_least_one_value_and_few() {
        for values in [[310.0, 320.0], [1.0, 2.0], [0.004, 0.0041], [20.0, 90_000.0], [1e-9, 1e9]] {
            let axes = axes(&values).expect("there are values");
            let ticks = axes.ticks().len();
            assert!((1..=24).contains(&ticks), "{values:?}: {ticks}");
        }
        assert!(axes(&[]).is_none(), "without a value there is no axis");
        assert!(axes(&[0.0, f64::NAN, f64::INFINITY]).is_none());
    }

    #[test]
    fn days_are_those_of_the_local_clock_and_are_few() {
        let written =
            |at: i64| format!("Thu 1970-01-{:02} {:02}:00", 1 + at / 86_400, at / 3_600 % 24);
        let clock = PageClock { zone: &|_| 0, written: &written };
        let month = days((0, 30 * 86_400), clock);
        assert!((5..=11).contains(&month.len()), "{month:?}");
        assert_eq!(month.first().map(|(_, name)| name.as_str()), Some("1970-01-01"));
        let day = days((0, 86_400), clock);
        assert_eq!(day.len(), 8, "every third hour: {day:?}");
        assert_eq!(day.last().map(|(_, name)| name.as_str()), Some("21:00"));
    }
}
