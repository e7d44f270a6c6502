//! TTFT by hour of the week: a row for each weekday, a cell for each hour of the local clock, the stronger its colour the longer.

use maud::{Markup, html};
use measure::format;
use watch::{TurnNumbers, ZoneOffset, hours_of_week};

const WEEKDAYS: [&str; 7] = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
/// The least turns of an hour whose median is drawn: of fewer it says nothing of the hour.
const LEAST_TURNS: u32 = 3;
/// The least hours that have so many: a week of a few hours is no pattern.
const LEAST_HOURS: usize = 24;
/// The palest and the strongest a cell is drawn.
const PALE: f64 = 0.12;
const STRONG: f64 = 0.9;

/// The week, if enough of its hours were measured.
pub(super) fn week(turns: &[TurnNumbers], zone: ZoneOffset) -> Markup {
    let hours = hours_of_week(turns, |turn| turn.ttft_ms, zone);
    let known = || {
        let known = hours.iter().filter(|(turns, _)| *turns >= LEAST_TURNS);
        known.filter_map(|(_, median)| *median).filter(|median| *median > 0.0)
    };
    let ends = known().reduce(f64::min).zip(known().reduce(f64::max));
    let Some((low, high)) = ends.filter(|_| known().count() >= LEAST_HOURS) else {
        return html! {};
    };
    let shade = |median: f64| {
        let share = if high > low { (median / low).ln() / (high / low).ln() } else { 0.0 };
        format!("{:.2}", PALE + share.clamp(0.0, 1.0) * (STRONG - PALE))
    };
    html! {
        figure {
            figcaption {
                "TTFT by hour of the week, local time: median from " (format::duration(low)) " (palest) to "
                (format::duration(high)) " (strongest); hours with fewer than " (LEAST_TURNS) " turns are empty"
            }
            table.week {
                thead { tr { td {} @for hour in 0..24 { th scope="col" { (hour) } } } }
                tbody {
                    @for (day, hours) in WEEKDAYS.into_iter().zip(hours.chunks(24)) {
                        tr {
                            th scope="row" { (day) }
                            @for (turns, median) in hours {
                                @match median.filter(|_| *turns >= LEAST_TURNS) {
                                    Some(median) => td title={ (format::duration(median)) ", " (format::several(*turns as usize, "turn")) } {
                                        svg width="100%" height="14" aria-hidden="true" { rect width="100%" height="14" fill-opacity=(shade(median)) {} }
                                        span.heard { (format::duration(median)) }
                                    },
                                    None => td {},
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}
