//! The findings of a sweep over prompt lengths, in sentences: how TTFT grows with the prompt, and what a prompt cache
//! saves.

use measure::{Amount, Interval, Phrase, Unit};

use crate::result::cache_saving::{CacheSaving, cache_savings};
use crate::result::level::Level;
use crate::result::level_wording as say;
use crate::result::prompt_length_line::PromptLengthLine;

/// The findings of complete levels, one or two sentences each; empty unless their prompts differ in length.
pub(crate) fn findings(levels: &[&Level]) -> Vec<Phrase> {
    if !levels.iter().any(|level| level.prompt_tokens.is_some()) {
        return Vec::new();
    }
    let line = PromptLengthLine::of(levels);
    let grows = line.as_ref().map_or_else(say::growth_unknown, of_line);
    std::iter::once(grows).chain(from_cache(&cache_savings(levels, line.as_ref()))).collect()
}

/// A time of which every millisecond counts, because it is told beside its interval or beside another: below a second it stays in
/// milliseconds, whatever unit the window's user prefers.
fn fine(ms: f64) -> Amount {
    let unit = if ms < 999.5 { Unit::Milliseconds } else { Unit::Duration };
    Amount::of(unit, ms)
}

/// `TTFT = base + slope · uncached input`, as far as it is certain.
fn of_line(PromptLengthLine { line, network_ms, counted_by_server }: &PromptLengthLine) -> Phrase {
    let time = |ms: f64| fine(ms.max(0.0));
    let per_thousand = |ms_per_token: f64| time(ms_per_token * 1e3);
    let between = |ci: Option<Interval>, scale: f64| {
        ci.map(|ci| say::ci(time(ci.low * scale), time(ci.high * scale)))
    };
    let (from, to) = (line.from_tokens.into(), line.to_tokens.into());
    let counter = (!counted_by_server).then(say::in_o200k);
    if line.is_straight == Some(false) {
        let first = per_thousand(line.first_ms_per_token);
        return say::bent(first, per_thousand(line.last_ms_per_token), from, to, counter);
    }
    let off = if line.lengths < 3 {
        say::third_length()
    } else {
        say::within_line(Amount::share(line.most_off.max(0.01)))
    };
    if let Some(ci) = line.ms_per_token_ci.filter(|ci| ci.high < 0.0) {
        let by = per_thousand(-line.ms_per_token);
        let (low, high) = (per_thousand(-ci.high), per_thousand(-ci.low));
        return Phrase::sentences([say::falls(by, low, high, from, to, counter), off]);
    }
    let network = network_ms.map(|ms| say::of_network(Amount::of(Unit::Milliseconds, ms)));
    let rate = match line.grows() {
        Some(true) => say::read_per_second((1e3 / line.ms_per_token).into()),
        Some(false) => say::may_be_zero(),
        None => say::no_interval(),
    };
    let base = say::base(time(line.base_ms), between(line.base_ci, 1.0), network);
    let per = say::per(per_thousand(line.ms_per_token), between(line.ms_per_token_ci, 1e3));
    let told = say::line(base, per, rate, from, to, counter);
    Phrase::sentences([told, off])
}

/// The times of the levels from the cache, beside those of the uncached levels of the same length.
fn from_cache(savings: &[CacheSaving]) -> Option<Phrase> {
    let told = |saving: &CacheSaving| {
        let read = match saving.cached_tokens.filter(|read| *read > 0.0) {
            Some(read) => say::read(read.into()),
            None => say::none_read(),
        };
        let saved = saving.saved_share.map(|share| {
            let high = Amount::share(share.high.clamp(0.0, 1.0));
            if share.low > 0.0 {
                say::saves(Amount::share(share.low.min(1.0)), high)
            } else {
                say::saves_at_most(high)
            }
        });
        let [with, without] = [saving.cached_ttft_ms, saving.cold_ttft_ms].map(fine);
        say::instead(with, without, saving.prompt_tokens.into(), read, saved)
    };
    (!savings.is_empty()).then(|| say::sent_again(Phrase::clauses(savings.iter().map(told))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::result::knee::tests::answered;
    use crate::result::sample::Sample;

    fn level(tokens: u32, cached: bool, ttft_ms: impl Fn(f64) -> f64) -> Level {
        let one = |number: u32| {
            // Some scatter, the same at every length.
            let about = 1.0 + (f64::from(number) - 4.5) / 500.0;
            Sample {
                in_tokens_server: Some(tokens),
                cached_read_tokens: cached.then_some(tokens - 1),
                ..answered(ttft_ms(f64::from(tokens)) * about, 1e4)
            }
        };
        let mut level = Level {
            prompt_tokens: Some(tokens),
            cached,
            concurrency: Some(1),
            samples: (0..10).map(one).collect(),
            ..Level::default()
        };
        level.summarise();
        level
    }

    fn said(levels: &[Level]) -> String {
        Phrase::sentences(findings(&levels.iter().collect::<Vec<_>>())).to_string()
    }

    #[test]
    fn it_says_the_line_its_range_and_what_the_cache_saves() {
        let cold = [1_000, 10_000, 100_000].map(|n| level(n, false, |n| 200.0 + 0.05 * n));
        let cached = level(10_000, true, |_| 210.0);
        let said = said(&cold.into_iter().chain([cached]).collect::<Vec<_>>());
        for part in [
            "for every 1,000 uncached input tokens",
            "Measured from 1,000 to 100,000 tokens; beyond, it is extrapolated.",
            "TTFT is 210 ms instead of 700 ms at 10,000 tokens (9,999 from the cache)",
        ] {
            assert!(said.contains(part), "{part}: {said}");
        }
    }

    #[test]
    fn the_share_that_a_cache_saves_is_said_only_where_the_times_show_it() {
        let saves = |lengths: &[u32], warm: f64| {
            let cold = lengths.iter().map(|n| level(*n, false, |n| 200.0 + 0.05 * n));
            let mut levels: Vec<Level> = cold.chain([level(10_000, true, |_| warm)]).collect();
            for spread in levels.iter_mut().flat_map(|level| level.summary.values_mut()) {
                let middle = spread.middle();
                spread.ci = Some(Interval { low: middle * 0.99, high: middle * 1.01 });
            }
            said(&levels)
        };
        let most = saves(&[1_000, 10_000, 100_000], 210.0);
        assert!(most.contains("% of the time that the prompt's length takes"), "{most}");
        assert!(!most.contains("at most"), "nearly all of it: {most}");
        let none = saves(&[1_000, 10_000, 100_000], 699.0);
        assert!(none.contains("which saves at most"), "perhaps nothing: {none}");
        let unknown = saves(&[10_000], 210.0);
        assert!(
            !unknown.contains("which saves"),
            "no line tells what a short prompt takes: {unknown}"
        );
    }

    #[test]
    fn a_time_that_surely_falls_with_the_prompt_is_not_said_to_grow_by_nothing() {
        let falls = said(&[1_000, 10_000, 30_000].map(|n| level(n, false, |n| 900.0 - 0.02 * n)));
        assert!(falls.starts_with("TTFT does not grow with the prompt: it falls by 2"), "{falls}");
        assert!(!falls.contains("zero"), "{falls}");
    }

    #[test]
    fn no_line_is_reported_if_there_is_none() {
        let square = [1_000, 10_000, 50_000, 100_000]
            .map(|n| level(n, false, |n| 200.0 + 0.05 * n + 4e-6 * n * n));
        let bent = said(&square);
        assert!(bent.contains("does not grow in a straight line"), "{bent}");
        assert!(!bent.contains("TTFT is"), "{bent}");
        let flat = said(&[1_000, 10_000, 100_000].map(|n| level(n, false, |_| 200.0)));
        assert!(flat.contains("which may also be zero"), "{flat}");
        let one = said(&[level(1_000, false, |_| 200.0)]);
        assert!(one.contains("needs answers at two lengths"), "{one}");
        let two = said(&[1_000, 10_000].map(|n| level(n, false, |n| 200.0 + 0.05 * n)));
        assert!(two.contains("A third length would tell"), "{two}");
    }
}
