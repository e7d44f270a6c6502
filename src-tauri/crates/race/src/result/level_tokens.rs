//! The output tokens of a level that arrived within a window, by one counter.

use measure::tokens_between;

use crate::result::level_request::LevelRequest;
use crate::result::sample::Sample;
use crate::result::steady_window::Flight;
use crate::result::token_counts::shown_of;

/// Output tokens that arrived in `from_ns..until_ns`, over all requests, by the server's count or, if it counted none,
/// in `o200k_base` tokens.
///
/// The tokens of a request that was cut off before its usage arrived are counted here and scaled to the server's
/// counter in proportion to the counted requests. Tokens that no text shows are spread from the send to the first text.
pub(crate) fn arrived(asked: &[LevelRequest], from_ns: u64, until_ns: u64) -> f64 {
    sum(&asked.iter().map(|each| Request::of(each, from_ns, until_ns)).collect::<Vec<_>>())
}

/// The same, each request counted by the part of its duration that lies inside, as requests per second are: streams in step would otherwise bring
/// a part that begins with their answers more than one that begins with their waits, although each part has as many.
pub(crate) fn spread(asked: &[LevelRequest], part: (u64, u64)) -> f64 {
    sum(&asked.iter().filter_map(|each| Request::spread(each, part)).collect::<Vec<_>>())
}

fn sum(requests: &[Request]) -> f64 {
    let counted = || requests.iter().filter(|request| request.server.is_some());
    let (ours, theirs): (f64, f64) = (
        counted().map(|request| request.neutral).sum(),
        counted().filter_map(|request| request.server).sum(),
    );
    let usual = if ours > 0.0 && theirs > 0.0 { theirs / ours } else { 1.0 };
    requests
        .iter()
        .map(|request| {
            let own = request.server.filter(|_| request.neutral > 0.0);
            request.inside * own.map_or(usual, |server| server / request.neutral) + request.hidden
        })
        .sum()
}

/// The shown tokens of one request.
struct Request {
    /// In `o200k_base` tokens.
    neutral: f64,
    /// By the server's count.
    server: Option<f64>,
    /// Those that arrived in the window, in `o200k_base` tokens.
    inside: f64,
    /// The server's tokens that no text shows, as far as they fall into the window.
    hidden: f64,
}

impl Request {
    /// Its tokens in the share of its duration that lies within a part of the time; `None` if it was never sent.
    fn spread(request: &LevelRequest, part: (u64, u64)) -> Option<Self> {
        let share = Flight::of(request)?.share_inside(part);
        let whole = Self::of(request, 0, u64::MAX);
        Some(Self { inside: whole.neutral * share, hidden: whole.hidden * share, ..whole })
    }

    fn of(
        LevelRequest { sample, recording, .. }: &LevelRequest,
        from_ns: u64,
        until_ns: u64,
    ) -> Self {
        let timeline = &recording.timeline;
        let shown = shown_of(sample, recording);
        let neutral = f64::from(u32::try_from(shown.total()).unwrap_or(u32::MAX));
        let server = shown_by_server(sample, neutral);
        let all = sample.written_tokens_server().map(f64::from);
        let hidden = all.zip(server).map_or(0.0, |(all, shown)| (all - shown).max(0.0));
        let waited = timeline.send_ns.zip(timeline.first_any_ns().or(timeline.close_ns));
        let share = waited.map_or(0.0, |(sent, first)| {
            let inside = first.min(until_ns).saturating_sub(sent.max(from_ns));
            let waited = first.saturating_sub(sent).max(1);
            measure::ms(inside) / measure::ms(waited)
        });
        Self {
            neutral,
            server,
            inside: f64::from(tokens_between(timeline, &shown, from_ns, until_ns)),
            hidden: hidden * share,
        }
    }
}

/// The server's count of the shown tokens; our own count if the server does not count hidden reasoning separately.
fn shown_by_server(sample: &Sample, neutral: f64) -> Option<f64> {
    let all = f64::from(sample.written_tokens_server()?);
    if sample.reasoning_type.is_shown_whole() {
        return Some(all);
    }
    Some(sample.answer_tokens_server.map_or(neutral.min(all), f64::from))
}
