//! What the prompt cache saved the requests of a level in time, beside the share of the input that the server reports as cached.

use measure::{CacheTime, Phrase};

use crate::plan::load::Load;
use crate::result::cache_words::{at_step, over_requests, saved, share_of};
use crate::result::level::Level;
use crate::result::level_wording::step;

/// What is said of each level whose server answered some requests with input from its cache and others without, in a sentence. Empty
/// where requests of a level ask prompts of several lengths.
pub(crate) fn findings(load: &Load, levels: &[&Level]) -> Vec<Phrase> {
    if load.preset.is_some() || !load.prompts.is_empty() {
        return Vec::new();
    }
    levels.iter().filter_map(|level| finding(level)).collect()
}

fn finding(level: &Level) -> Option<Phrase> {
    let (mut cold, mut warm, mut shares) = (Vec::new(), Vec::new(), Vec::new());
    for (sample, ttft_ms) in level.timed().filter(|(_, ttft_ms)| ttft_ms.is_finite()) {
        // Rows of a set ask different things, of which any may be longer.
        if sample.row.is_some() {
            return None;
        }
        match sample.cached_read_tokens {
            None => {}
            Some(0) => cold.push(ttft_ms),
            Some(_) => {
                warm.push(ttft_ms);
                shares.extend(sample.cached_share);
            }
        }
    }
    let waves = level.waves_of_times();
    let ci =
        |times: &[f64]| waves.with_values(times.len(), level.samples.len()).median_interval(times);
    let time = CacheTime::of((&cold, ci(&cold)), (&warm, ci(&warm)))?;
    let cached_share = measure::middle(shares)?;
    Some(at_step(
        step(level.step()),
        share_of(cached_share),
        over_requests(time.warm_ttft_ms, time.warm),
        over_requests(time.cold_ttft_ms, time.cold),
        saved(&time),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::result::knee::tests::level;
    use crate::workload::Preset;

    /// A level of 40 requests one after another, of which every other one, or all but `cold`, came from the cache.
    fn cached(is_cold: impl Fn(usize) -> bool) -> Level {
        let mut level = level(1, 1_000.0, 1.0);
        level.samples.resize(40, level.samples[0].clone());
        for (at, sample) in level.samples.iter_mut().enumerate() {
            let jitter = f64::from(u32::try_from(at * 7 % 10).expect("small"));
            let ttft_ms = if is_cold(at) { 1_000.0 } else { 300.0 } + jitter;
            sample.speed.ttft_ms = Some(ttft_ms);
            let tokens = if is_cold(at) { 0 } else { 800 };
            sample.cached_read_tokens = Some(tokens);
            sample.cached_share = Some(f64::from(tokens) / 1_000.0);
        }
        level
    }

    fn told(level: &Level, load: &Load) -> Vec<String> {
        findings(load, &[level]).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn requests_of_a_level_from_the_cache_are_timed_beside_those_without() {
        let half = cached(|at| at % 2 == 0);
        let [said] = &told(&half, &Load::default())[..] else { panic!("one level") };
        assert!(
            said.starts_with("At 1 in flight, with 80 % of the input from the cache"),
            "{said}"
        );
        assert!(said.contains("over 20 requests") && said.contains(" to 70"), "{said}");
        let one = cached(|at| at == 0);
        let [said] = &told(&one, &Load::default())[..] else { panic!("one level") };
        assert!(said.ends_with("over 1 request without."), "one time claims nothing: {said}");
        assert_eq!(told(&cached(|_| false), &Load::default()), [""; 0], "nothing is beside it");
    }

    #[test]
    fn requests_that_ask_different_things_are_not_put_side_by_side() {
        let mut level = cached(|at| at % 2 == 0);
        let preset = Some(Preset::GeneralCompute);
        assert_eq!(told(&level, &Load { preset, ..Load::default() }), [""; 0]);
        let prompts = vec!["a".to_owned(), "b".to_owned()];
        assert_eq!(told(&level, &Load { prompts, ..Load::default() }), [""; 0]);
        level.samples[3].row = Some(0);
        assert_eq!(told(&level, &Load::default()), [""; 0]);
    }
}
