//! The photo finish of a race, as the page shows it: what each lane had written when the first crossed the line, solid, and what
//! it wrote later, pale. It is drawn from the same [`race::Medals`] as the window's.

mod legend;
mod ties;
mod words;

use maud::{Markup, PreEscaped, html};
use measure::{Metric, Pace, format};
use race::{Lane, Medals, Photo, PhotoLane, PhotoOfRounds, Run, Status};

use crate::exported_run::ExportedRun;
use crate::names::told_apart;
use words::{Told, tell, tell_rounds};

/// The outline of each look about its middle, 12 pixels across: those of the window, where a test compares them.
const SHAPES: &str = include_str!("lane_shapes.txt");
const BAR: f64 = 20.0;
const THINK: f64 = 8.0;
/// The longest wait, in pixels.
const WAIT: f64 = 80.0;
/// Beyond this share of the way there is no room for the count of tokens beside the bar.
const COUNT_ROOM: f64 = 0.9;
/// About the share of the way that the count takes.
const COUNT_SHARE: f64 = 0.1;
/// What is written beside a bar that ends beyond this share of the way stands on it.
const END_ROOM: f64 = 0.6;
/// The steps of time that a notch may stand for, in milliseconds.
const NOTCHES_MS: [f64; 9] =
    [100.0, 250.0, 500.0, 1_000.0, 2_000.0, 5_000.0, 10_000.0, 30_000.0, 60_000.0];
const MOST_NOTCHES: f64 = 30.0;

/// What is drawn: the photo of all rounds together or, where there is none, of the first one.
struct Shown<'a> {
    run: &'a Run,
    photo: &'a Photo,
    /// All rounds together.
    over: Option<&'a PhotoOfRounds>,
    paces: &'a [Vec<Pace>],
    names: Vec<String>,
    /// What one notch stands for, in milliseconds; absent for all rounds together, which have no one log.
    notch_ms: Option<f64>,
    longest_wait_ms: f64,
}

/// The photo finish of a race of which at least two lanes came to a line; `looks` holds that of each lane.
pub(crate) fn finish(whole: &ExportedRun, looks: &[u8]) -> Option<Markup> {
    let run = &whole.run;
    let paces: Vec<Vec<Pace>> = run
        .lanes
        .iter()
        .zip(&whole.recordings)
        .map(|(lane, logs)| {
            let requests = lane.samples.iter().zip(logs);
            requests.map(|(sample, log)| race::pace_of(Some(sample), Some(log))).collect()
        })
        .collect();
    let medals: Medals = race::medals(run, &paces, None);
    let over = medals.over_rounds.as_ref();
    let photo = over.map(|over| &over.photo).or(medals.photos.first())?;
    let names = names(run);
    let rounds = run.lanes.iter().map(|lane| lane.samples.len()).max().unwrap_or(0);
    let Told { headline, rest } = match over {
        Some(over) => tell_rounds(over, rounds, &names),
        None => tell(photo, &medals, rounds, &names),
    };
    let waits = photo.lanes.iter().filter_map(|lane| lane.first_ms);
    let shown = Shown {
        run,
        photo,
        over,
        paces: &paces,
        names,
        notch_ms: over.is_none().then(|| notch_ms(photo)),
        longest_wait_ms: waits.fold(500.0, f64::max),
    };
    Some(shown.markup(looks, &headline, &rest, rounds))
}

impl Shown<'_> {
    fn markup(&self, looks: &[u8], headline: &str, rest: &str, rounds: usize) -> Markup {
        let caption = match (self.over, rounds) {
            (None, _) => "photo finish".to_owned(),
            (Some(_), rounds) if rounds < measure::MEDIAN_FROM as usize => {
                format!("mean of {rounds} rounds")
            }
            (Some(_), rounds) => format!("median of {rounds} rounds"),
        };
        let rows = self.order().into_iter();
        let rows: Vec<Markup> = rows
            .filter_map(|index| self.row(index, looks.get(index).copied().unwrap_or_default()))
            .collect();
        html! {
            section.finish aria-label="Photo finish" {
                header {
                    @if let Some(at_ms) = self.photo.at_ms {
                        p.race-clock { b { (format::seconds(at_ms)) } (caption) }
                    }
                    div {
                        h2 { (headline) }
                        p { (rest) }
                    }
                }
                div.wide {
                    table {
                        thead { tr {
                            th scope="col" { span.heard { "Place" } }
                            th scope="col" { span.heard { "Lane" } }
                            th scope="col" { "wait for the first text" }
                            th.way scope="col" { "tokens written when the first crossed" }
                            th scope="col" { "to " (format::count(self.photo.tokens)) }
                            th scope="col" { "gap" }
                            th scope="col" { "tok/s" }
                            th scope="col" { "cost" }
                        } }
                        tbody { @for row in &rows { (row) } }
                        tfoot { tr {
                            td colspan="3" {}
                            td.way { (self.axis()) }
                            td colspan="4" {}
                        } }
                    }
                }
                (self.legend())
            }
        }
    }

    /// The lanes in the order they came in, those that failed last.
    fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.run.lanes.len()).collect();
        let key = |index: usize| {
            let lane = self.photo.lanes.get(index);
            let rank = lane.and_then(|lane| lane.rank);
            let class = if self.has_failed(index) { 2 } else { u8::from(rank.is_none()) };
            (class, rank, lane.and_then(|lane| lane.crossed_ms).unwrap_or(f64::INFINITY))
        };
        order.sort_by(|a, b| {
            let (a, b) = (key(*a), key(*b));
            (a.0, a.1).cmp(&(b.0, b.1)).then(a.2.total_cmp(&b.2))
        });
        order
    }

    fn has_failed(&self, index: usize) -> bool {
        self.photo.said.failed.iter().any(|lane| *lane as usize == index)
    }

    fn row(&self, index: usize, look: u8) -> Option<Markup> {
        let (lane, of) = (self.run.lanes.get(index)?, self.photo.lanes.get(index)?);
        let name = self.names.get(index)?;
        let place = match (self.has_failed(index), of.rank) {
            (true, _) => html! { span.failed { "✕" } span.heard { "failed" } },
            (false, Some(rank)) => html! { (rank) @if of.tied { "=" } },
            (false, None) => html! {},
        };
        let crossed = of.crossed_ms.map_or(format::UNKNOWN.to_owned(), format::seconds);
        Some(html! {
            tr class={ "colour-" (look % 12) } {
                td.place { (place) }
                th.who scope="row" { (shape(look)) (name) @if lane.simulated { small { " simulated" } } }
                td.wait { (self.wait(of)) }
                td.way { (self.way(index, of)) }
                td { @if of.rank == Some(1) { b { (crossed) } } @else { (crossed) } }
                td { (self.gap(index, of)) }
                td { (middle(lane, Metric::DecodeTps)) }
                td { (middle(lane, Metric::CostUsd)) }
            }
        })
    }

    fn gap(&self, index: usize, of: &PhotoLane) -> Markup {
        let ci = self.over.and_then(|over| over.lanes.get(index)?.gap_ci);
        let later = of.gap_ms.filter(|_| of.rank != Some(1) || ci.is_some());
        let later = later.map(|gap| {
            let sign = if gap < 0.0 { "−" } else { "+" };
            format!("{sign}{}", format::seconds(gap.abs()))
        });
        html! {
            @if let Some(later) = &later {
                (later)
                @if let Some(ci) = ci {
                    small title="95 % confidence interval of the gap" {
                        @if ci.low < 0.0 {
                            "−" (format::seconds(-ci.low)) " to " (format::seconds(ci.high))
                        } @else {
                            (format::seconds(ci.low)) "–" (format::seconds(ci.high))
                        }
                    }
                }
            }
        }
    }

    fn wait(&self, of: &PhotoLane) -> Markup {
        let at = |ms: f64| (ms / self.longest_wait_ms * WAIT).round();
        html! {
            @if let Some(wait) = of.first_ms {
                (format::seconds(wait)) " "
                svg.hatch width=(at(wait)) height="12" aria-hidden="true" {
                    @for step in &of.earlier {
                        rect x=(at(step.from_ms)) y="0.5" width=((at(step.to_ms) - at(step.from_ms)).max(2.0)) height="11" {}
                    }
                }
            }
        }
    }

    /// A share of the way, as SVG has it.
    fn at(&self, tokens: u32) -> f64 {
        f64::from(tokens.min(self.photo.tokens)) / f64::from(self.photo.tokens.max(1))
    }

    fn way(&self, index: usize, of: &PhotoLane) -> Markup {
        let unsure = self.unsure(index);
        let (written, total) = match unsure {
            // Of a lane that cannot be told apart from the first, only what is certain is solid.
            Some(unsure) => (unsure, unsure),
            None => (of.written.min(of.total), of.total),
        };
        let thought = of.thought;
        let bar = |class: &str, from: u32, to: u32, high: f64| {
            let (from, to) = (self.at(from), self.at(to));
            html! {
                @if to > from {
                    rect class=(class) x=(percent(from)) width=(percent(to - from)) y=((BAR - high) / 2.0) height=(high) {}
                }
            }
        };
        let end = self.at(of.total);
        let said = self.ending(index, of);
        let is_counted = written < total && self.at(written) < COUNT_ROOM;
        html! {
            svg.bars width="100%" height=(BAR) role="img" aria-label=(self.heard(index, of, said.as_deref())) {
                (bar("rest", written.min(thought), total.min(thought), THINK))
                (bar("rest", written.max(total.min(thought)), total, BAR))
                (bar("done", 0, written.min(thought), THINK))
                (bar("done", written.min(thought), written, BAR))
                @if let Some(unsure) = unsure {
                    (bar("unsure", unsure, self.photo.tokens, BAR))
                    @if self.photo.said.first.last().is_some_and(|last| *last as usize == index) {
                        text x="8" y="14.5" { (self.why_shared()) }
                    }
                }
                @if let Some(within) = self.within(index) { (self.whisker(within)) }
                @for (at, high, class) in self.notches(index, of) {
                    line class=(class) x1=(percent(at)) x2=(percent(at)) y1=((BAR - high) / 2.0) y2=(f64::midpoint(BAR, high)) {}
                }
                @if is_counted {
                    text x=(percent(self.at(written))) y="14.5" dx="6" { (format::count(written)) }
                }
                @if let Some(said) = &said {
                    @let class = if self.has_failed(index) { "end failed" } else { "end" };
                    @if end > END_ROOM {
                        text class=(class) x=(percent(end)) y="14.5" dx="-6" text-anchor="end" { (said) }
                    } @else {
                        text class=(class) x=(percent(end)) y="14.5" dx=(if is_counted && end - self.at(written) < COUNT_SHARE { "52" } else { "6" }) { (said) }
                    }
                }
            }
        }
    }

    /// What stands for the drawing of a lane.
    fn heard(&self, index: usize, of: &PhotoLane, said: Option<&str>) -> String {
        let written = format::count(of.written.min(self.photo.tokens));
        if self.unsure(index).is_some() {
            let tokens = self.photo.tokens;
            return format!("shares the first place at {tokens} tokens: {}", self.why_shared());
        }
        let end = said.map(|said| format!(", {said}")).unwrap_or_default();
        format!("{written} of {} tokens{end}", format::count(self.photo.tokens))
    }

    /// Why it ended before the line.
    fn ending(&self, index: usize, of: &PhotoLane) -> Option<String> {
        let lane = self.run.lanes.get(index)?;
        let over = self.over.and_then(|over| over.lanes.get(index));
        if let Some(over) = over.filter(|over| over.failed > 0) {
            return Some(format!("✕ failed {} of {}", over.failed, lane.samples.len()));
        }
        let status = lane.samples.first()?.status;
        if over.is_none() && !matches!(status, Status::Ok | Status::Cancelled) {
            return Some(match of.total {
                0 => "✕ failed".to_owned(),
                total => format!("✕ failed after {}", format::count(total)),
            });
        }
        (of.total < self.photo.tokens).then(|| format!("stopped at {}", format::count(of.total)))
    }

    /// Where it stood at each step of time: the share of the way, how high, and over what.
    fn notches(&self, index: usize, of: &PhotoLane) -> Vec<(f64, f64, &'static str)> {
        let pace = self.paces.get(index).and_then(|rounds| rounds.first());
        let (Some(step), Some(pace), Some(first_ms)) = (self.notch_ms, pace, of.first_ms) else {
            return Vec::new();
        };
        let reach = of.total.min(self.photo.tokens);
        let steps =
            std::iter::successors(Some((first_ms / step).ceil() * step), |at| Some(at + step));
        let mut notches: Vec<(f64, f64, &'static str)> = Vec::new();
        // A lane that is far slower than the others has no more notches than can be told apart.
        for at_ms in steps.take(300) {
            let tokens = pace.tokens_by_ms(at_ms);
            if tokens >= reach {
                break;
            }
            let at = self.at(tokens);
            if at - notches.last().map_or(0.0, |(before, ..)| *before) < 0.004 {
                continue;
            }
            let high = if tokens <= of.thought { THINK } else { BAR };
            notches.push((at, high, if tokens < of.written { "notch" } else { "notch pale" }));
        }
        notches
    }

    fn axis(&self) -> Markup {
        let tokens = self.photo.tokens;
        let quarters: &[u32] = if tokens.is_multiple_of(4) { &[1, 2, 3] } else { &[] };
        html! {
            svg.axis width="100%" height="16" aria-hidden="true" {
                text x="0" y="12" { "start" }
                @for quarter in quarters {
                    text x=(percent(f64::from(*quarter) / 4.0)) y="12" text-anchor="middle" {
                        (format::count(tokens / 4 * quarter))
                    }
                }
                text x="100%" y="12" text-anchor="end" { (format::several(tokens as usize, "token")) }
            }
        }
    }
}

/// What a notch stands for: so that the middle lane has thirty at most.
fn notch_ms(photo: &Photo) -> f64 {
    let mut spans: Vec<f64> = photo
        .lanes
        .iter()
        .filter_map(|lane| Some(lane.crossed_ms? - lane.first_ms.unwrap_or(0.0)))
        .filter(|span| *span > 0.0)
        .collect();
    spans.sort_by(f64::total_cmp);
    let middle = spans.get(spans.len() / 2).copied().unwrap_or(0.0);
    let fits = |step: &f64| middle / step <= MOST_NOTCHES;
    NOTCHES_MS.into_iter().find(fits).unwrap_or(60_000.0)
}

/// What the lanes are called in a sentence: by their provider, or their model where that is the same; simulated lanes by
/// their model.
fn names(run: &Run) -> Vec<String> {
    let title = |lane: &Lane| if lane.simulated { lane.model.clone() } else { lane.label.clone() };
    let titles: Vec<String> = run.lanes.iter().map(title).collect();
    let is_shared = |title: &String| titles.iter().filter(|other| *other == title).count() > 1;
    told_apart(run, |lane| {
        let title = title(lane);
        if is_shared(&title) { lane.model.clone() } else { title }
    })
}

/// The shape of a lane, in its colour.
pub(crate) fn shape(look: u8) -> Markup {
    let outline = SHAPES.lines().cycle().nth(usize::from(look)).unwrap_or_default();
    html! {
        svg.shape width="18" height="18" viewBox="-9 -9 18 18" aria-hidden="true" { path d=(PreEscaped(outline)) {} }
    }
}

fn percent(share: f64) -> String {
    format!("{:.2}%", share * 100.0)
}

fn middle(lane: &Lane, metric: Metric) -> String {
    let spread = lane.summary.get(metric.id());
    let value = spread.map(|spread| spread.typical(metric));
    value.map_or(format::UNKNOWN.to_owned(), |value| {
        metric.definition().unit.written_in_column(value)
    })
}
