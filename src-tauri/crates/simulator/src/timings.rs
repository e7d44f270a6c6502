//! A simulator as a metronome: streams of requested timing, and the timing that they had.

use std::thread;
use std::time::Duration;

use crate::{Simulator, StartError, Truth};

/// How often and how many times it is looked whether requests have ended whose answers were read: for five seconds.
const LOOK: Duration = Duration::from_millis(5);
const LOOKS: u32 = 1_000;
/// The knob that numbers requests.
const NUMBER: &str = "number";

/// A simulator of its own, whose requests are looked at batch by batch.
pub struct Timings {
    simulator: Simulator,
    seen: u64,
}

/// When one stream was really written.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Timing {
    /// The number that its model carried.
    pub number: u32,
    /// From the read of the whole request to the write of the first token, in milliseconds.
    pub ttft_ms: f64,
    /// Tokens after the first chunk ÷ the time from the first write to the last, in tokens per second; absent for a
    /// stream that was written at once.
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

    /// Where it listens.
    pub fn base_url(&self) -> &str {
        self.simulator.base_url()
    }

    /// The model that answers with so many tokens, `gap_us` microseconds apart, the first after 200 ms. It carries the
    /// `number` of its request.
    pub fn model(tokens: u32, gap_us: u32, number: u32) -> String {
        format!("scripted?ttft=200ms&gap={gap_us}us&tokens={tokens}&{NUMBER}={number}")
    }

    /// What happened to the next `count` requests, in the order in which they were read; fewer where some do not end.
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
