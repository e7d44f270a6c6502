//! Histories whose truth is known.

use compare::{LoadLevel, MeasuredRequest};

use crate::scatter::Random;

/// How requests come about. A run, and a wave within it, has its own luck, which all of its requests share. With one
/// run per contender, the truth is that of the run: what other runs would bring is unknown, and no answer claims to
/// know it.
#[derive(Clone, Copy)]
pub(crate) struct Shape {
    pub(crate) contenders: usize,
    /// Runs of each contender.
    pub(crate) runs: usize,
    /// Rounds of each run; for a sweep's level, requests.
    pub(crate) rounds: usize,
    pub(crate) kind: Kind,
}

#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Kind {
    /// Each run is a race of all contenders.
    Races,
    /// Each run has one contender.
    RunsOfTheirOwn,
    /// The same, with so many runs of the first contender alone.
    FewOfTheFirst(usize),
    /// Each run is a level of one contender with this many requests in flight.
    Waves(usize),
}

/// The scatter of the logarithms: by run for all contenders, by run for each of them, by round or wave for all, and the
/// rest.
const RUN: f64 = 0.2;
const RUN_OF_ONE: f64 = 0.1;
const ROUND: f64 = 0.1;
const REQUEST: f64 = 0.15;

/// The numbers that scatter independently: TTFT, speed, tokens.
const NUMBERS: usize = 3;

fn drawn(sigma: f64, random: &mut Random) -> [f64; NUMBERS] {
    std::array::from_fn(|_| sigma * random.scatter())
}

fn sum(parts: [[f64; NUMBERS]; 4]) -> [f64; NUMBERS] {
    std::array::from_fn(|at| parts.iter().filter_map(|part| part.get(at)).sum())
}

/// A request with this TTFT, speed and number of tokens.
pub(crate) fn request(
    contender: usize,
    (run, round): (usize, usize),
    [ttft_ms, tps, tokens]: [f64; NUMBERS],
) -> MeasuredRequest {
    MeasuredRequest {
        run: format!("run-{run:03}"),
        at_s: 1_763_700_000 + 3_600 * i64::try_from(run).unwrap_or(0),
        lane: u32::try_from(contender).unwrap_or(0),
        round: u32::try_from(round).unwrap_or(0),
        ttft_ms: Some(ttft_ms),
        ttfat_ms: Some(ttft_ms),
        latency_ms: Some(ttft_ms + (tokens - 1.0).max(0.0) / tps * 1e3),
        decode_tps: Some(tps),
        in_tokens: Some(1_000.0),
        out_tokens: Some(tokens),
        counted: Some(cost::TokenSource::Server),
        cost_usd: Some(tokens * 1e-5),
        ..MeasuredRequest::new(&format!("p{contender}"), "model")
    }
}

impl Shape {
    /// The scatter of the logarithm of a contender's number over many runs, rounds and requests, in order.
    pub(crate) fn scatter(random: &mut Random) -> Vec<f64> {
        let parts = [RUN, RUN_OF_ONE, ROUND, REQUEST];
        let mut sum = |_| parts.iter().map(|sigma| sigma * random.scatter()).sum();
        let mut all: Vec<f64> = (0..1_000_000).map(&mut sum).collect();
        all.sort_by(f64::total_cmp);
        all
    }

    /// Equal contenders.
    pub(crate) fn requests(self, random: &mut Random) -> Vec<MeasuredRequest> {
        let mut requests = Vec::with_capacity(self.contenders * self.runs * self.rounds);
        for run in 0..self.runs {
            let knows_runs = if self.runs > 1 { 1.0 } else { 0.0 };
            let of_run = drawn(RUN * knows_runs, random);
            let of_rounds: Vec<_> = (0..self.rounds).map(|_| drawn(ROUND, random)).collect();
            for contender in 0..self.contenders {
                if matches!(self.kind, Kind::FewOfTheFirst(few) if contender == 0 && run >= few) {
                    continue;
                }
                let of_one = drawn(RUN_OF_ONE * knows_runs, random);
                let is_alone = self.kind != Kind::Races;
                // A contender's own run has no effect on the others.
                let of_run = if is_alone { drawn(RUN * knows_runs, random) } else { of_run };
                let mut of_wave = drawn(REQUEST, random);
                for (round, of_round) in of_rounds.iter().enumerate() {
                    let shared = match self.kind {
                        Kind::Races => *of_round,
                        Kind::RunsOfTheirOwn | Kind::FewOfTheFirst(_) => drawn(ROUND, random),
                        Kind::Waves(in_flight) => {
                            if round % in_flight == 0 {
                                of_wave = drawn(REQUEST, random);
                            }
                            of_wave
                        }
                    };
                    let luck = sum([of_run, of_one, shared, drawn(REQUEST, random)]);
                    let number = if is_alone { run * self.contenders + contender } else { run };
                    let [ttft, tps, tokens] = luck.map(f64::exp);
                    let numbers = [300.0 * ttft, 80.0 * tps, (200.0 * tokens).round()];
                    requests.push(self.loaded(request(contender, (number, round), numbers)));
                }
            }
        }
        requests
    }

    fn loaded(self, request: MeasuredRequest) -> MeasuredRequest {
        match self.kind {
            Kind::Waves(in_flight) => MeasuredRequest {
                load: LoadLevel::InFlight(u32::try_from(in_flight).unwrap_or(1)),
                raced: false,
                ..request
            },
            _ => request,
        }
    }
}
