//! A simulator as a metronome: streams of requested timing, and the timing they actually had.

use std::thread;
use std::time::Duration;

use crate::{Simulator, StartError, Truth};

/// Interval and number of checks whether the requests whose answers were read have ended: five seconds in all.
const LOOK: Duration = Duration::from_millis(5);
const LOOKS: u32 = 1_000;
/// The knob that numbers requests.
const NUMBER: &str = "number";

/// A separate simulator, whose requests are read batch by batch.
pub struct Timings {
    simulator: Simulator,
    seen: u64,
}

/// The actual timing of one stream.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Timing {
    /// The number that its model name carried.
    pub number: u32,
    /// Time from the read of the whole request to the write of the first token, in milliseconds.
    pub ttft_ms: f64,
    /// Tokens after the first chunk ÷ the time from the first write to the last, in tokens per second; absent for a
    /// stream written all at once.
    pub decode_tps: Option<f64>,
}

impl Timings {
    /// Starts a simulator on any free port.
    ///
    /// # Errors
    /// As for [`Simulator::start`].
    pub fn start() -> Result<Self, StartError> {
        Ok(Self { simulator: Simulator::start(None)?, seen: 0 })
    }

    /// Its base address.
    pub fn base_url(&self) -> &str {
        self.simulator.base_url()
    }

    /// The model that answers with this many tokens, `gap_us` microseconds apart, the first after 200 ms. It carries
    /// the `number` of its request.
    pub fn model(tokens: u32, gap_us: u32, number: u32) -> String {
        format!("scripted?ttft=200ms&gap={gap_us}us&tokens={tokens}&{NUMBER}={number}")
    }

    /// What happened to the next `count` requests, in the order in which they were read; fewer if some do not end.
    pub fn next(&mut self, count: usize) -> Vec<Timing> {
        let mut new: Vec<Truth> = Vec::new();
        for _ in 0..LOOKS {
            new = self.simulator.truth();
            new.retain(|truth| truth.sequence > self.seen);
            if new.len() >= count {
                break;
            }
            thread::sleep(LOOK);
        }
        self.seen = new.last().map_or(self.seen, |truth| truth.sequence);
        new.iter().filter_map(timing).collect()
    }
}

fn timing(truth: &Truth) -> Option<Timing> {
    let (first, last) = (truth.first_content_us?, truth.last_content_us?);
    let us = |us: u64| u32::try_from(us).map_or(f64::NAN, f64::from);
    let tokens = truth.answer_tokens.saturating_sub(truth.first_chunk_tokens);
    let decode_tps = (last > first).then(|| f64::from(tokens) / us(last - first) * 1e6);
    let knobs = truth.model.split_once('?')?.1.split('&');
    let number = knobs.filter_map(|knob| knob.split_once('=')).find(|(name, _)| *name == NUMBER)?.1;
    Some(Timing { number: number.parse().ok()?, ttft_ms: us(first) / 1e3, decode_tps })
}
