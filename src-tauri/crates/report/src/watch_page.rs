//! The page of watches: what each contender measured over time, in one HTML file without script and without network. It holds the
//! names of watches and contenders, their numbers and the sentences of their changes: no prompt, no answer, no address.

mod page_clock;
mod timeline;
mod week;

use std::sync::Arc;

use maud::{DOCTYPE, Markup, PreEscaped, html};
use measure::{Metric, format, typical};
use store::Looks;
use watch::{
    ROLLING_S, RequestCounts, TurnNumber, TurnNumbers, WatchedNumber, between, median_of, outages,
};

use crate::finish::shape;
use crate::page::hash;
use crate::plain::plain;
pub use page_clock::PageClock;
use timeline::{Plot, timeline};
use week::week;

const STYLE: &str = concat!(include_str!("replay.css"), include_str!("watch_page.css"));
/// By this a page of ours is known, so that no other file is written over.
pub const WATCH_PAGE_MARK: &str = "<meta name=\"generator\" content=\"Paceline watch page\">";
/// Most outages that are listed of a contender, the latest.
const MOST_OUTAGES: usize = 20;

/// What a page shows.
#[derive(Debug, Clone)]
pub struct WatchPage {
    /// Its heading.
    pub title: String,
    /// When it was made, in words.
    pub made: String,
    /// The period it shows: from and until when, in seconds since 1970.
    pub period: (i64, i64),
    /// The share of requests that should succeed, from 0 to 1: what is left is the error budget.
    pub objective: f64,
    /// Other pages beside it: a file and what it is called.
    pub links: Vec<(String, String)>,
    /// The watches.
    pub watches: Vec<PageWatch>,
}

/// A watch on a page.
#[derive(Debug, Clone)]
pub struct PageWatch {
    /// Its name.
    pub name: String,
    /// What it races and when, where and under which conditions, a sentence each.
    pub about: Vec<String>,
    /// How its turns of the period ended.
    pub turns: String,
    /// Its contenders, in the order of its lanes.
    pub contenders: Vec<PageContender>,
    /// Its changes since the period began, the latest first.
    pub changes: Vec<PageChange>,
}

/// A contender of a watch.
#[derive(Debug, Clone)]
pub struct PageContender {
    /// The name of its provider.
    pub label: String,
    /// Its model.
    pub model: String,
    /// Whether it is simulated.
    pub simulated: bool,
    /// Its turns in order of time, from [`ROLLING_S`] before the period on.
    pub turns: Arc<[TurnNumbers]>,
}

/// A change that a watch noticed.
#[derive(Debug, Clone)]
pub struct PageChange {
    /// Index of its contender.
    pub lane: u32,
    /// What changed.
    pub number: WatchedNumber,
    /// Since when, in seconds since 1970.
    pub since_s: i64,
    /// The change in a sentence.
    pub sentence: String,
}

impl WatchPage {
    /// The page as HTML.
    pub fn html(&self, looks: &Looks, clock: PageClock<'_>) -> String {
        let policy = format!(
            "default-src 'none'; style-src 'sha256-{}'; base-uri 'none'; form-action 'none'",
            hash(STYLE)
        );
        let (from_s, until_s) = self.period;
        let (from, until) = ((clock.written)(from_s), (clock.written)(until_s));
        let page = html! {
            (DOCTYPE)
            html lang="en" {
                head {
                    meta charset="utf-8";
                    (PreEscaped(WATCH_PAGE_MARK))
                    meta http-equiv="Content-Security-Policy" content=(policy);
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    meta name="referrer" content="no-referrer";
                    title { "Paceline: " (self.title) }
                    style { (PreEscaped(STYLE)) }
                }
                body {
                    main {
                        header.top {
                            h1 { (self.title) }
                            p { "From " (from) " to " (until) ", by the clock of the machine that measured. " (self.made) }
                            @if !self.links.is_empty() {
                                nav aria-label="Days" { @for (file, name) in &self.links { a href=(file) { (name) } } }
                            }
                        }
                        @for watch in &self.watches { (self.watch(watch, looks, clock)) }
                        p.below { (method(self.objective)) }
                    }
                }
            }
        };
        plain(&page.into_string()).into_owned()
    }

    fn watch(&self, watch: &PageWatch, looks: &Looks, clock: PageClock<'_>) -> Markup {
        let contenders = watch.contenders.iter();
        let looks = looks.of(contenders.map(|one| (one.label.as_str(), one.model.as_str())));
        html! {
            article {
                header {
                    h2.name { (watch.name) }
                    @for line in &watch.about { p { (line) } }
                    p { (watch.turns) }
                }
                @if watch.contenders.iter().all(|one| between(&one.turns, self.period).is_empty()) {
                    p { "Nothing was measured in this time." }
                } @else {
                    div.wide { (self.table(watch, &looks)) }
                    (changes(watch))
                    @for (lane, one) in watch.contenders.iter().enumerate() {
                        (self.contender(watch, one, (lane, looks.get(lane).copied().unwrap_or_default()), clock))
                    }
                }
            }
        }
    }

    /// The numbers of each contender: of the last 72 hours, and of the whole period.
    fn table(&self, watch: &PageWatch, looks: &[u8]) -> Markup {
        let (_, until_s) = self.period;
        let recent = (until_s.saturating_sub(ROLLING_S), until_s);
        let has_checks =
            watch.contenders.iter().flat_map(|one| one.turns.iter()).any(|turn| turn.checked > 0);
        let number = |turns: &[TurnNumbers], number: TurnNumber, written: fn(f64) -> String| {
            median_of(turns, number).map_or_else(|| format::UNKNOWN.to_owned(), written)
        };
        html! {
            table {
                caption { "Over the turns of the last 72 hours: medians, of a cost the mean. Requests: of the whole time" }
                thead { tr {
                    th scope="col" { "Contender" }
                    th scope="col" { "TTFT, p50" }
                    th scope="col" { "Output speed, p50" }
                    th scope="col" { "Cost of a request, mean" }
                    th scope="col" { "Turns" }
                    th scope="col" { "Requests" }
                    th scope="col" { "Failed" }
                    th scope="col" { "Available" }
                    th scope="col" { "Error budget used" }
                    @if has_checks { th scope="col" { "Right" } }
                } }
                tbody {
                    @for (one, look) in watch.contenders.iter().zip(looks) {
                        @let turns = between(&one.turns, recent);
                        @let all = between(&one.turns, self.period);
                        @let counts = RequestCounts::of(all);
                        tr class={ "colour-" (look % 12) } {
                            td { (shape(*look)) (name(one)) @if one.simulated { small { " simulated" } } }
                            td { (number(turns, |turn| turn.ttft_ms, format::duration)) }
                            td { (number(turns, |turn| turn.decode_tps, format::speed)) }
                            td { (cost(turns)) }
                            td { (count(all.len() as u64)) }
                            td { (count(counts.requests)) }
                            td { (count(counts.failed)) }
                            td { (available(counts.availability())) }
                            td { (budget(counts.budget_used(self.objective))) }
                            @if has_checks { td { (right(counts)) } }
                        }
                    }
                }
            }
        }
    }

    /// What a contender measured over time, by hour of the week, and when it answered nothing.
    fn contender(
        &self,
        watch: &PageWatch,
        one: &PageContender,
        (lane, look): (usize, u8),
        clock: PageClock<'_>,
    ) -> Markup {
        let own = between(&one.turns, self.period);
        if own.is_empty() {
            return html! {};
        }
        let outages = outages(own);
        let shown = outages.iter().rev().take(MOST_OUTAGES);
        let plots = [
            Plot {
                title: "TTFT",
                number: |turn| turn.ttft_ms,
                written: format::duration,
                watched: WatchedNumber::Ttft,
            },
            Plot {
                title: "Output speed",
                number: |turn| turn.decode_tps,
                written: format::speed,
                watched: WatchedNumber::Speed,
            },
        ];
        let changes = || {
            watch.changes.iter().zip(1_usize..).filter(|(change, _)| change.lane as usize == lane)
        };
        html! {
            section class={ "over-time colour-" (look % 12) } aria-label=(name(one)) {
                h3 { (shape(look)) (name(one)) @if one.simulated { small { " simulated" } } }
                @for plot in &plots {
                    @let marks = changes().filter(|(change, _)| change.number == plot.watched || change.number == WatchedNumber::Failures);
                    @let marks: Vec<(i64, usize)> = marks.map(|(change, number)| (change.since_s, number)).collect();
                    (timeline(plot, &one.turns, self.period, &marks, clock))
                }
                (week(own, clock.zone))
                @if !outages.is_empty() {
                    p { "No request was answered in " (format::several(outages.len(), "outage")) ":" }
                    ul.outages {
                        @for outage in shown {
                            li { "turns from " ((clock.written)(outage.from_s)) " to " ((clock.written)(outage.until_s)) " (" (outage.turns) ")" }
                        }
                        @if outages.len() > MOST_OUTAGES { li { "and " (outages.len() - MOST_OUTAGES) " before" } }
                    }
                }
            }
        }
    }
}

/// The changes of a watch, numbered as in its plots.
fn changes(watch: &PageWatch) -> Markup {
    html! {
        h3 { "Changes" }
        @if watch.changes.is_empty() {
            p { "No change was noticed." }
        } @else {
            ol.changes { @for change in &watch.changes { li { (change.sentence) } } }
        }
    }
}

fn name(one: &PageContender) -> String {
    let label = if one.simulated { "" } else { one.label.as_str() };
    format!("{label} {}", one.model).trim().to_owned()
}

/// A share close to 1, rounded down, so that only what never failed is called 100 %: `99.95 %`.
fn available(share: Option<f64>) -> String {
    match share {
        None => format::UNKNOWN.to_owned(),
        Some(share) if share >= 1.0 => "100 %".to_owned(),
        Some(share) => format!("{:.2} %", (share * 10_000.0).floor() / 100.0),
    }
}

fn budget(used: Option<f64>) -> String {
    used.map_or_else(|| format::UNKNOWN.to_owned(), format::percent)
}

/// The mean cost of a request.
fn cost(turns: &[TurnNumbers]) -> String {
    let mean = typical(Metric::CostUsd, turns.iter().filter_map(|turn| turn.cost_usd));
    mean.map_or_else(|| format::UNKNOWN.to_owned(), format::dollars)
}

fn count(number: u64) -> String {
    u32::try_from(number).map_or_else(|_| number.to_string(), format::count)
}

/// An objective as it was given: `99.9 %`.
fn percent_of(objective: f64) -> String {
    let digits = format!("{:.3}", objective * 100.0);
    format!("{} %", digits.trim_end_matches('0').trim_end_matches('.'))
}

/// How many of the answers whose rightness is known are right.
fn right(counts: RequestCounts) -> String {
    if counts.checked == 0 {
        return format::UNKNOWN.to_owned();
    }
    format!("{} of {}", count(counts.right), count(counts.checked))
}

/// How the numbers come about.
fn method(objective: f64) -> String {
    format!(
        "A turn is one race. A dot is the median of the turns in its stretch of time, the bar their lowest and highest; the line is the \
         median of the turns of the 72 hours before; a mark below is a stretch with failed requests. A numbered line is a change that \
         was noticed. Available: requests that did not fail, of those that the provider ended. The error budget is what may fail where \
         {} are to be available. What happened, not what to expect.",
        percent_of(objective)
    )
}

#[cfg(test)]
#[path = "watch_page/tests.rs"]
mod tests;
