//! How far this machine's own stamps are off: streams whose timing is known, raced as every other stream is.

use measure::{Recording, Spread, ms};
use providers::{Dialect, EndpointError, KeyNeed, Request, Timeouts};
use serde::{Deserialize, Serialize};

use crate::engine::attempt::Entry;
use crate::engine::race::Race;
use crate::plan::Plan;
use crate::plan::check::Contender;
use crate::result::run::Sample;

/// Streams side by side at which stamps are looked at.
const STREAMS: [u32; 5] = [1, 8, 32, 128, 512];
/// Streams and their speed, in tokens per second, rising by their product.
const SPEEDS: [(u32, u32); 5] = [(1, 5_000), (1, 10_000), (8, 5_000), (32, 2_000), (32, 5_000)];
/// A speed that reads this far off, as a share, is not held.
const HELD: f64 = 0.01;
/// Microseconds from token to token at which stamps are looked at.
const GAP_US: u32 = 10_000;

/// What really happened to a stream, told by who made it happen.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Known {
    /// From the read of the whole request to the write of the first token, in milliseconds.
    pub ttft_ms: f64,
    /// Tokens after the first chunk ÷ the time from the first write to the last, in tokens per second.
    pub decode_tps: Option<f64>,
}

/// A server whose timing is known.
pub struct ReferenceServer<K> {
    /// Where it listens, as a base address of `openai-chat`.
    pub base_url: String,
    /// The model that answers so many tokens, so many microseconds apart, from 200 ms on.
    pub model: fn(u32, u32) -> String,
    /// What happened to so many requests since the last call, once all of them have ended.
    pub known: K,
}

/// How far the stamps of one machine are off, and when that was measured.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct Calibration {
    /// The day, in UTC, as `YYYY-MM-DD`.
    pub dated: String,
    /// The machine: its processor where it tells one, how many of them, and the system.
    pub machine: String,
    /// Version of Paceline.
    pub version: String,
    /// What was found, at rising numbers of streams.
    pub stamps: Vec<Stamps>,
    /// The highest speed of all streams together that was read within 1 % on every stream, in tokens per second; absent
    /// where none was.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub held_tps: Option<f64>,
}

/// How far the stamps of so many streams are off, in milliseconds.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct Stamps {
    /// Streams side by side, at 100 tokens per second each.
    pub streams: u32,
    /// TTFT as it was read − as it was, in the middle.
    pub ttft_p50_ms: f64,
    /// The same, 99 % of the streams or, of fewer than 100, all of them.
    pub ttft_p99_ms: f64,
    /// A gap of 10 ms as it was read − 10 ms, whichever way, in the middle.
    pub gap_p50_ms: f64,
    /// The same, 99 % of the gaps.
    pub gap_p99_ms: f64,
}

impl Calibration {
    /// Runs all of it, in some fifteen seconds. `told` hears how far it is, from 0 to 1.
    ///
    /// # Errors
    /// When the server's address cannot be raced.
    pub async fn of(
        mut metronome: ReferenceServer<impl FnMut(usize) -> Vec<Known>>,
        dated: String,
        machine: String,
        mut told: impl FnMut(f64),
    ) -> Result<Self, EndpointError> {
        let mut certificate = Self {
            dated,
            machine,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            ..Self::default()
        };
        let all = f64::from(u32::try_from(STREAMS.len() + SPEEDS.len()).unwrap_or(1));
        let mut done = 0.0;
        for streams in STREAMS {
            let tokens = if streams == 1 { 200 } else { 60 };
            let (samples, logs, known) = raced(&mut metronome, streams, tokens, GAP_US).await?;
            certificate.stamps.extend(stamps(streams, &samples, &logs, &known));
            done += 1.0;
            told(done / all);
        }
        for (streams, tps) in SPEEDS {
            let (samples, _, known) = raced(&mut metronome, streams, tps, 1_000_000 / tps).await?;
            if let Some(total) = held(&samples, &known) {
                certificate.held_tps =
                    certificate.held_tps.into_iter().chain([total]).reduce(f64::max);
            }
            done += 1.0;
            told(done / all);
        }
        Ok(certificate)
    }

    /// How far a TTFT of so many streams side by side may be off, in milliseconds: what was found at the next number of
    /// streams, or more. `None` beyond all that were tried.
    pub fn ttft_error_ms(&self, streams: u32) -> Option<f64> {
        let found = self.stamps.iter().find(|stamps| stamps.streams >= streams)?;
        Some(found.ttft_p99_ms)
    }
}

type Raced = (Vec<Sample>, Vec<Recording>, Vec<Known>);

/// Races so many streams once.
async fn raced(
    metronome: &mut ReferenceServer<impl FnMut(usize) -> Vec<Known>>,
    streams: u32,
    tokens: u32,
    gap_us: u32,
) -> Result<Raced, EndpointError> {
    let model = (metronome.model)(tokens, gap_us);
    let provider = providers::custom(
        "custom",
        "Metronome",
        Dialect::OpenaiChat,
        &metronome.base_url,
        KeyNeed::None,
    )?;
    let request = Request {
        provider,
        model,
        system: None,
        prompt: "Calibrate.".to_owned(),
        max_tokens: None,
        temperature: None,
        effort: None,
        inputs: providers::Inputs::Usual,
    };
    let entries = (0..streams)
        .map(|place| Entry {
            contender: Contender {
                place,
                request: request.clone(),
                price: None,
                nearest: Vec::new(),
            },
            key: None,
            proxy_login: None,
        })
        .collect();
    let plan = Plan {
        prompt: request.prompt.clone(),
        system: None,
        max_tokens: None,
        temperature: None,
        effort: None,
        repeat: 1,
        warmup: 0,
        lanes: Vec::new(),
        load: None,
    };
    let race = Race::new(String::new(), String::new(), plan, entries, Timeouts::default());
    let (run, recordings) = race.run(None).await;
    let samples = run.lanes.into_iter().flat_map(|lane| lane.samples).collect();
    let known = (metronome.known)(streams as usize);
    Ok((samples, recordings.into_iter().flatten().collect(), known))
}

/// How far the stamps of one race are off. Requests and their truths are paired by rank: a stream that was slower in
/// truth was not read sooner.
fn stamps(streams: u32, samples: &[Sample], logs: &[Recording], known: &[Known]) -> Option<Stamps> {
    let read = sorted(samples.iter().filter_map(|sample| sample.speed.ttft_ms));
    let truth = sorted(known.iter().map(|known| known.ttft_ms));
    let late: Vec<f64> = read.iter().zip(&truth).map(|(read, truth)| read - truth).collect();
    let gaps = logs.iter().flat_map(|log| {
        let stamps: Vec<u64> = log.timeline.text().map(|mark| mark.at_ns).collect();
        let gaps: Vec<f64> = stamps
            .windows(2)
            .filter_map(|pair| Some(ms(pair.last()?.checked_sub(*pair.first()?)?)))
            .collect();
        gaps
    });
    let off = gaps.map(|gap| (gap - f64::from(GAP_US) / 1e3).abs());
    let (late, off) = (Spread::of(late)?, Spread::of(off)?);
    Some(Stamps {
        streams,
        ttft_p50_ms: late.middle(),
        ttft_p99_ms: late.p99.unwrap_or(late.max),
        gap_p50_ms: off.middle(),
        gap_p99_ms: off.p99.unwrap_or(off.max),
    })
}

/// The speed of all streams together, where every one of them was read within bounds.
fn held(samples: &[Sample], known: &[Known]) -> Option<f64> {
    let read = sorted(samples.iter().filter_map(|sample| sample.speed.decode_tps));
    let truth = sorted(known.iter().filter_map(|known| known.decode_tps));
    let is_whole = !truth.is_empty() && read.len() == truth.len() && truth.len() == known.len();
    let is_held = read.iter().zip(&truth).all(|(read, truth)| (read / truth - 1.0).abs() <= HELD);
    (is_whole && is_held).then(|| truth.iter().sum())
}

fn sorted(values: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_certificate_answers_for_as_many_streams_as_were_tried() {
        let stamps = |streams, ttft_p99_ms| Stamps { streams, ttft_p99_ms, ..Stamps::default() };
        let certificate =
            Calibration { stamps: vec![stamps(1, 0.2), stamps(32, 0.6)], ..Calibration::default() };
        assert_eq!(certificate.ttft_error_ms(1), Some(0.2), "as it was tried");
        assert_eq!(certificate.ttft_error_ms(4), Some(0.6), "between two, the larger one");
        assert_eq!(certificate.ttft_error_ms(33), None, "beyond, nobody knows");
    }

    fn known(ttft_ms: f64, decode_tps: f64) -> Known {
        Known { ttft_ms, decode_tps: Some(decode_tps) }
    }

    fn read(decode_tps: Option<f64>) -> Sample {
        let provider = providers::provider("custom").expect("in the catalogue");
        let asked = crate::Asked {
            provider,
            model: "m",
            prompt: "Hi",
            price: None,
            sent: None,
            sharing: 1,
            length: None,
            is_adjusted: false,
        };
        let reply = providers::Reply::default();
        let mut sample = Sample::of(&Recording::default(), &reply, &asked, None);
        sample.speed.decode_tps = decode_tps;
        sample
    }

    #[test]
    fn a_speed_is_held_when_every_stream_reads_it() {
        let truth = [known(200.0, 1_000.0), known(200.0, 1_000.0)];
        let near = [read(Some(1_009.0)), read(Some(995.0))];
        assert_eq!(held(&near, &truth), Some(2_000.0), "both within 1 %");
        let far = [read(Some(1_011.0)), read(Some(1_000.0))];
        assert_eq!(held(&far, &truth), None, "one is not");
        assert_eq!(
            held(&[read(None), read(Some(1_000.0))], &truth),
            None,
            "or has no speed at all"
        );
    }
}
