//! The closed loop of one level: decides which request a free stream sends next, so that the load is steady from the
//! first measured request to the end of the last. It reads no clock and starts nothing.

use crate::plan::load::MOST_BESIDE_PER_STREAM;

/// The role of a request.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum RequestRole {
    /// Brings the load up. Warm streams keep sending while others warm up, so that requests do not start in one wave.
    #[default]
    Warmup,
    /// Measured.
    Measured,
    /// Keeps the load up while measured requests are in flight; cancelled when the last of them has ended.
    Surplus,
}

/// A request to be sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Turn {
    pub(crate) role: RequestRole,
    /// Its place in the steps of its sample, from 0; always 0 except in an agent's loop.
    pub(crate) step: u32,
}

/// One level of a closed loop: a fixed number of streams, each of which sends the next request when one is answered. A
/// sample is one request or, in an agent's loop, all its steps in order on one stream.
///
/// It sends at most `samples · steps + 4 · streams` requests: for each stream two to warm up and two to keep the load
/// up. Once the former are used up it measures, because every stream has then been busy for two requests; once the
/// latter are used up, the window ends. What was sent before a level that is begun again is taken off the latter.
#[derive(Debug)]
pub(crate) struct ClosedLoop {
    samples: u32,
    steps: u32,
    streams: Vec<Stream>,
    /// Samples begun, and samples ended.
    begun: u32,
    ended: u32,
    warmups: u32,
    surplus: u32,
    from_ns: Option<u64>,
    until_ns: Option<u64>,
    is_over: bool,
}

#[derive(Debug, Clone, Copy, Default)]
struct Stream {
    is_warm: bool,
    /// The next step of the current sample, and that sample's role; 0 between two samples.
    step: u32,
    role: RequestRole,
}

impl ClosedLoop {
    /// A level of `streams` that measures `samples` of `steps` requests each.
    pub(crate) fn new(streams: u32, samples: u32, steps: u32) -> Self {
        Self {
            samples,
            steps: steps.max(1),
            streams: vec![Stream::default(); streams as usize],
            begun: 0,
            ended: 0,
            warmups: 0,
            surplus: 0,
            from_ns: None,
            until_ns: None,
            is_over: false,
        }
    }

    /// The same level, begun again after this many requests, of which none was measured.
    pub(crate) fn having_sent(mut self, requests: u32) -> Self {
        self.surplus = requests.min(self.most_beside());
        self
    }

    /// The most requests of either kind beside those that are measured.
    fn most_beside(&self) -> u32 {
        let streams = u32::try_from(self.streams.len()).unwrap_or(u32::MAX);
        streams.saturating_mul(MOST_BESIDE_PER_STREAM)
    }

    /// The next request of a free stream; `None` if there is none: the level is over, or the load need no longer be
    /// kept up.
    pub(crate) fn next(&mut self, stream: u32, now_ns: u64) -> Option<Turn> {
        if self.is_over {
            return None;
        }
        let most_beside = self.most_beside();
        if self.warmups >= most_beside {
            self.from_ns.get_or_insert(now_ns);
        }
        let state = self.streams.get_mut(stream as usize)?;
        if state.step > 0 && state.role == RequestRole::Measured {
            return Some(Turn { role: state.role, step: state.step });
        }
        let role = if self.from_ns.is_none() {
            self.warmups += 1;
            RequestRole::Warmup
        } else if self.begun < self.samples {
            self.begun += 1;
            RequestRole::Measured
        } else if self.surplus < most_beside {
            self.surplus += 1;
            RequestRole::Surplus
        } else {
            // A stream that stays idle ends the steady window; measured requests in flight are waited for.
            self.until_ns.get_or_insert(now_ns);
            return None;
        };
        if role != state.role {
            state.step = 0;
        }
        state.role = role;
        Some(Turn { role, step: state.step })
    }

    /// A request of this stream has ended; `is_ok` if it succeeded. A sample with a failed step is over.
    pub(crate) fn ended(&mut self, stream: u32, turn: Turn, is_ok: bool, at_ns: u64) {
        let is_last = !is_ok || turn.step + 1 >= self.steps;
        if let Some(state) = self.streams.get_mut(stream as usize) {
            state.step = if is_last { 0 } else { turn.step + 1 };
            state.is_warm = true;
        }
        match turn.role {
            RequestRole::Warmup => {
                if self.from_ns.is_none() && self.streams.iter().all(|stream| stream.is_warm) {
                    self.from_ns = Some(at_ns);
                }
            }
            RequestRole::Measured if is_last => {
                self.ended += 1;
                if self.ended == self.samples {
                    self.close(at_ns);
                }
            }
            RequestRole::Measured | RequestRole::Surplus => {}
        }
    }

    /// Starts no further samples; those in flight are waited for.
    pub(crate) fn begin_no_more(&mut self, at_ns: u64) {
        self.samples = self.begun;
        if self.ended >= self.samples {
            self.close(at_ns);
        }
    }

    /// Ends the level: no further requests.
    pub(crate) fn close(&mut self, at_ns: u64) {
        self.until_ns.get_or_insert(at_ns);
        self.is_over = true;
    }

    pub(crate) fn is_over(&self) -> bool {
        self.is_over
    }

    /// The steady window in nanoseconds on the run's clock: from when every stream was warm until the last measured
    /// request ended, a stream stayed idle, or the level was closed. `None` if it never began.
    pub(crate) fn window(&self) -> Option<(u64, u64)> {
        self.from_ns.zip(self.until_ns).filter(|(from, until)| from < until)
    }
}

#[cfg(test)]
#[path = "closed_loop_tests.rs"]
mod tests;
