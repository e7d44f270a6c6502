//! Histories by chance: few contenders and many, equal ones, clusters, ties, caches, failures, loads, thoughts, prices that are not
//! known, days, contenders that join later, and models that change within a race.

use std::sync::Arc;

use cost::Price;
use measure::{SplitMix64, Warning};

use crate::fixtures::{point, price};
use crate::request::{LoadLevel, MeasuredRequest, Outcome};

/// What a contender is like.
#[derive(Clone)]
struct Contender {
    ttft_ms: f64,
    /// Milliseconds of TTFT that 1,000 tokens add that are not in the cache.
    slope_ms: f64,
    tps: f64,
    price: Option<Arc<Price>>,
    fails: f64,
    thinks: f64,
    caches: bool,
    warned: bool,
    load: LoadLevel,
}

/// One of these, each as likely.
fn one_of<T: Copy>(values: &[T], random: &mut SplitMix64) -> T {
    values[random.below(values.len())]
}

fn chance(share: f64, random: &mut SplitMix64) -> bool {
    random.unit() < share
}

fn contender(random: &mut SplitMix64) -> Contender {
    let usd = (one_of(&[0.0, 0.1, 1.0, 1.001], random), one_of(&[0.4, 4.0, 4.05], random));
    let hourly = chance(0.1, random).then_some(2.0);
    Contender {
        ttft_ms: one_of(&[120.0, 300.0, 303.0, 900.0], random),
        slope_ms: one_of(&[0.0, 0.0, 20.0], random),
        tps: one_of(&[30.0, 100.0, 101.5, 400.0], random),
        price: (!chance(0.15, random)).then(|| price(usd, hourly)),
        fails: one_of(&[0.0, 0.0, 0.0, 0.1, 0.6], random),
        thinks: one_of(&[0.0, 0.0, 50.0], random),
        caches: chance(0.2, random),
        warned: chance(0.2, random),
        load: one_of(
            &[LoadLevel::InFlight(1), LoadLevel::InFlight(1), LoadLevel::InFlight(8)],
            random,
        ),
    }
}

/// How the runs of a history came about.
struct Course {
    runs: usize,
    rounds: usize,
    /// Whether each run is of one contender.
    own_runs: bool,
    /// Scatter of the logarithms, of a run and of a request.
    run: f64,
    request: f64,
    /// Seconds between two runs.
    every_s: i64,
    /// Milliseconds to which times are rounded, so that many are equal; 0 for none.
    grid_ms: f64,
    /// Input tokens of the prompts in turn.
    prompts: &'static [f64],
}

fn course(random: &mut SplitMix64) -> Course {
    let prompts: [&[f64]; 3] = [&[1_000.0], &[1_000.0], &[200.0, 2_000.0, 20_000.0]];
    Course {
        runs: one_of(&[1, 1, 2, 5, 16], random),
        rounds: one_of(&[1, 3, 6, 10, 24], random),
        own_runs: chance(0.3, random),
        run: one_of(&[0.0, 0.05, 0.2], random),
        request: one_of(&[0.0, 0.02, 0.1, 0.4], random),
        every_s: one_of(&[3_600, 86_400], random),
        grid_ms: one_of(&[0.0, 0.0, 50.0], random),
        prompts: one_of(&prompts, random),
    }
}

/// The requests of a history, which depend on the seed alone.
pub(super) fn history(seed: u64) -> Vec<MeasuredRequest> {
    let random = &mut SplitMix64::new(seed);
    let mut contenders: Vec<Contender> = Vec::new();
    for _ in 0..=random.below(5) {
        let equal = contenders.first().filter(|_| chance(0.4, random)).cloned();
        contenders.push(equal.unwrap_or_else(|| contender(random)));
    }
    let course = course(random);
    let mut requests = Vec::new();
    // Drawn apart, so that the rest of a history is what it was without them.
    let own = &mut SplitMix64::new(!seed);
    let joins: Vec<usize> =
        contenders.iter().map(|_| if chance(0.15, own) { course.runs / 2 } else { 0 }).collect();
    let switches: Vec<bool> = contenders.iter().map(|_| chance(0.15, own)).collect();
    for run in 0..course.runs {
        let shared = (course.run * random.normal()).exp();
        for (lane, one) in contenders.iter().enumerate() {
            let number = if course.own_runs { run * contenders.len() + lane } else { run };
            let luck = shared * (course.run * random.normal()).exp();
            for round in 0..course.rounds {
                let place = (number, lane, round);
                let mut sent = request(one, place, luck, &course, random);
                if switches[lane] {
                    let is_first = 2 * round < course.rounds;
                    sent.answered_by = Some(Arc::from(if is_first { "v1" } else { "v2" }));
                }
                if run >= joins[lane] {
                    requests.push(sent);
                }
            }
        }
    }
    requests
}

fn request(
    one: &Contender,
    (run, lane, round): (usize, usize, usize),
    luck: f64,
    course: &Course,
    random: &mut SplitMix64,
) -> MeasuredRequest {
    let [a, b, c] = [0, 1, 2].map(|_| luck * (course.request * random.normal()).exp());
    let in_tokens = course.prompts[round % course.prompts.len()];
    let cached = if one.caches && round > 0 { 0.9 * in_tokens } else { 0.0 };
    let on_grid = |ms: f64| match course.grid_ms {
        grid if grid > 0.0 => (ms / grid).ceil() * grid,
        _ => ms,
    };
    let ttft_ms = on_grid((one.ttft_ms + one.slope_ms * (in_tokens - cached) / 1e3) * a);
    let (tps, answer) = (one.tps / b, (100.0 * c).round().max(2.0));
    let tokens = answer + one.thinks;
    let small = |n: usize| u32::try_from(n).unwrap_or(0);
    let name = ["alpha", "beta", "gamma", "delta", "epsilon"][lane];
    let good = MeasuredRequest {
        run: format!("run-{run:03}"),
        at_s: 1_763_700_000 + course.every_s * i64::try_from(run).unwrap_or(0),
        lane: small(lane),
        round: small(round),
        prompt: format!("{in_tokens:016}"),
        load: one.load,
        raced: one.load.is_single() && !course.own_runs,
        ttft_ms: Some(ttft_ms),
        ttfat_ms: Some(ttft_ms + one.thinks / tps * 1e3),
        latency_ms: Some(ttft_ms + tokens / tps * 1e3),
        decode_tps: Some(tps),
        in_tokens: Some(in_tokens),
        cached_tokens: one.caches.then_some(cached),
        out_tokens: Some(tokens),
        reasoning_tokens: (one.thinks > 0.0).then_some(one.thinks),
        cost_usd: one.price.as_ref().map(|_| (in_tokens + 4.0 * tokens) * 1e-6),
        price: one.price.clone(),
        warnings: one.warned.then_some(Warning::ALL[0]).into_iter().collect(),
        ..point(name)
    };
    if !chance(one.fails, random) {
        return good;
    }
    MeasuredRequest {
        outcome: Outcome::Failed,
        ttft_ms: None,
        ttfat_ms: None,
        latency_ms: None,
        decode_tps: None,
        out_tokens: None,
        reasoning_tokens: None,
        cost_usd: None,
        ..good
    }
}
