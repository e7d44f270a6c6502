//! Calibration: the timestamp error of this machine, measured on streams of known timing that are raced like any
//! others.

use measure::{Recording, Spread, ms};
use providers::{Dialect, EndpointError, KeyNeed, Request, Timeouts};

use crate::engine::attempt::Entry;
use crate::engine::race::Race;
use crate::plan::Plan;
use crate::plan::contender::Contender;
use crate::result::calibration::{Calibration, StampErrors};
use crate::result::sample::Sample;

/// For the timestamp error: concurrent streams, number of such races, and tokens per stream. One race of few streams
/// would be very few observations.
const STREAMS: [(u32, u32, u32); 5] =
    [(1, 8, 6), (8, 4, 10), (32, 2, 20), (128, 1, 60), (512, 1, 60)];
/// Streams and tokens per second of each, ascending by their product.
const SPEEDS: [(u32, u32); 5] = [(1, 5_000), (1, 10_000), (8, 5_000), (32, 2_000), (32, 5_000)];
/// Maximum relative error of a speed that still counts as correct.
const HELD: f64 = 0.01;
/// Token gap for the timestamp error, in microseconds.
const GAP_US: u32 = 10_000;

/// The true timing of a stream, reported by its server.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct KnownTiming {
    /// The number of the request, which its model name carries.
    pub number: u32,
    /// t(first token written) − t(whole request read), in milliseconds.
    pub ttft_ms: f64,
    /// Tokens after the first chunk ÷ the time from the first write to the last, in tokens per second.
    pub decode_tps: Option<f64>,
}

/// A server whose timing is known.
pub struct ReferenceServer<K> {
    /// Its base address, in the dialect `openai-chat`.
    pub base_url: String,
    /// Name of the model that answers with this many tokens, this many microseconds apart, from 200 ms on, to the request
    /// with this number.
    pub model: fn(u32, u32, u32) -> String,
    /// Returns the true timing of this many requests since the last call, once all of them have ended.
    pub known: K,
}

impl Calibration {
    /// Runs the calibration, in about fifteen seconds. `told` receives the progress, from 0 to 1.
    ///
    /// # Errors
    /// If the server's address cannot be raced.
    pub async fn of(
        mut metronome: ReferenceServer<impl FnMut(usize) -> Vec<KnownTiming>>,
        dated: String,
        machine: String,
        mut told: impl FnMut(f64),
    ) -> Result<Self, EndpointError> {
        let mut calibration = Self {
            dated,
            machine,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            ..Self::default()
        };
        let all = f64::from(u32::try_from(STREAMS.len() + SPEEDS.len()).unwrap_or(1));
        let mut done = 0.0;
        for (streams, races, tokens) in STREAMS {
            let mut raced_so_far = Vec::new();
            for _ in 0..races {
                raced_so_far.push(raced(&mut metronome, streams, tokens, GAP_US).await?);
            }
            calibration.stamps.extend(stamps(streams, &raced_so_far));
            done += 1.0;
            told(done / all);
        }
        for (streams, tps) in SPEEDS {
            let race = raced(&mut metronome, streams, tps, 1_000_000 / tps).await?;
            if let Some(total) = sustained_tps(&race.samples, &race.known) {
                calibration.held_tps =
                    calibration.held_tps.into_iter().chain([total]).reduce(f64::max);
            }
            done += 1.0;
            told(done / all);
        }
        Ok(calibration)
    }
}

/// A race of streams of known timing.
struct ReferenceRace {
    samples: Vec<Sample>,
    logs: Vec<Recording>,
    known: Vec<KnownTiming>,
}

/// Races this many streams once.
async fn raced(
    metronome: &mut ReferenceServer<impl FnMut(usize) -> Vec<KnownTiming>>,
    streams: u32,
    tokens: u32,
    gap_us: u32,
) -> Result<ReferenceRace, EndpointError> {
    let provider = providers::custom(
        "custom",
        "Metronome",
        Dialect::OpenaiChat,
        &metronome.base_url,
        KeyNeed::None,
    )?;
    let request = Request {
        provider,
        model: String::new(),
        system: None,
        prompt: "Calibrate.".to_owned(),
        max_tokens: None,
        temperature: None,
        effort: None,
        payload: std::sync::Arc::default(),
        inputs: providers::Inputs::Usual,
    };
    let entries = (0..streams)
        .map(|place| {
            let contender = Contender {
                place,
                request: Request {
                    model: (metronome.model)(tokens, gap_us, place),
                    ..request.clone()
                },
                price: None,
                nearest: Vec::new(),
            };
            Entry::new(contender, None, None)
        })
        .collect();
    let plan = Plan { prompt: request.prompt.clone(), ..Plan::default() };
    let race = Race::new(String::new(), String::new(), plan, entries, Timeouts::default());
    let (run, recordings) = race.run(None).await;
    let samples = run.lanes.into_iter().flat_map(|lane| lane.samples).collect();
    let known = (metronome.known)(streams as usize);
    Ok(ReferenceRace { samples, logs: recordings.into_iter().flatten().collect(), known })
}

/// The timestamp errors of these races. Each request is paired with its own true timing: pairing by rank would give the
/// smallest errors that the two distributions allow.
fn stamps(streams: u32, races: &[ReferenceRace]) -> Option<StampErrors> {
    let late: Vec<f64> = races
        .iter()
        .flat_map(|race| pairs(&race.samples, &race.known))
        .filter_map(|(sample, known)| Some(sample.speed.ttft_ms? - known.ttft_ms))
        .collect();
    let gaps = races.iter().flat_map(|race| &race.logs).flat_map(|log| {
        let stamps: Vec<u64> = log.timeline.text().map(|mark| mark.at_ns).collect();
        let gaps: Vec<f64> = stamps
            .windows(2)
            .filter_map(|pair| Some(ms(pair.last()?.checked_sub(*pair.first()?)?)))
            .collect();
        gaps
    });
    let off = gaps.map(|gap| (gap - f64::from(GAP_US) / 1e3).abs());
    let (late, off) = (Spread::of(late)?, Spread::of(off)?);
    Some(StampErrors {
        streams,
        n: Some(late.n),
        ttft_p50_ms: late.middle(),
        ttft_p99_ms: late.p99,
        ttft_max_ms: Some(late.max),
        gap_p50_ms: off.middle(),
        gap_p99_ms: off.p99.unwrap_or(off.max),
    })
}

/// The total speed, if every stream was measured within bounds.
fn sustained_tps(samples: &[Sample], known: &[KnownTiming]) -> Option<f64> {
    let both = pairs(samples, known)
        .map(|(sample, known)| sample.speed.decode_tps.zip(known.decode_tps))
        .collect::<Option<Vec<(f64, f64)>>>()?;
    let is_whole = !both.is_empty() && both.len() == samples.len();
    let is_held = both.iter().all(|(read, truth)| (read / truth - 1.0).abs() <= HELD);
    (is_whole && is_held).then(|| both.iter().map(|(_, truth)| truth).sum())
}

/// Each request, by its number among `samples`, with its own true timing.
fn pairs<'a>(
    samples: &'a [Sample],
    known: &'a [KnownTiming],
) -> impl Iterator<Item = (&'a Sample, &'a KnownTiming)> {
    known.iter().filter_map(|known| Some((samples.get(known.number as usize)?, known)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(number: u32, ttft_ms: f64, decode_tps: f64) -> KnownTiming {
        KnownTiming { number, ttft_ms, decode_tps: Some(decode_tps) }
    }

    fn read(decode_tps: Option<f64>) -> Sample {
        let provider = providers::provider("custom").expect("in the catalogue");
        let asked = crate::testing::context(provider, "Hi");
        let reply = providers::Reply::default();
        let mut sample = Sample::of(&Recording::default(), &reply, &asked, None);
        sample.speed.decode_tps = decode_tps;
        sample
    }

    #[test]
    fn each_request_is_compared_with_its_own_true_timing() {
        let mut samples = vec![read(None), read(None)];
        (samples[0].speed.ttft_ms, samples[1].speed.ttft_ms) = (Some(203.0), Some(201.0));
        // The server ended the second one first.
        let truth = vec![known(1, 200.5, 100.0), known(0, 200.0, 100.0)];
        let race =
            || ReferenceRace { samples: samples.clone(), logs: vec![gaps()], known: truth.clone() };
        let found = stamps(2, &[race(), race()]).expect("there are two of each");
        assert_eq!(found.n, Some(4), "how many it rests on is kept, over all races");
        assert_eq!(found.ttft_p99_ms, None, "four have no 99th percentile");
        let most = found.ttft_max_ms.expect("there are four");
        assert!((most - 3.0).abs() < 1e-9, "by rank it would be 2.5: {found:?}");
    }

    /// A stream with gaps of 10 ms.
    fn gaps() -> Recording {
        let mut recording = Recording::default();
        for event in 0..3 {
            recording.timeline.push(measure::ArrivalEvent {
                at_ns: u64::from(event) * 10_000_000,
                event,
                kind: measure::Kind::Answer,
                text_bytes: 1,
                wire_bytes: 1,
                tokens_so_far: measure::TokensSoFar::UNTOLD,
            });
        }
        recording
    }

    #[test]
    fn a_speed_is_held_when_every_stream_reads_it() {
        let truth = [known(0, 200.0, 1_000.0), known(1, 200.0, 1_000.0)];
        let near = [read(Some(1_009.0)), read(Some(995.0))];
        assert_eq!(sustained_tps(&near, &truth), Some(2_000.0), "both within 1 %");
        let far = [read(Some(1_011.0)), read(Some(1_000.0))];
        assert_eq!(sustained_tps(&far, &truth), None, "one is not");
        assert_eq!(
            sustained_tps(&[read(None), read(Some(1_000.0))], &truth),
            None,
            "or has no speed at all"
        );
    }
}
