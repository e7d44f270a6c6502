//! The closed loop of one level: decides which request a free stream sends next, so that the load is steady from the
//! first measured request to the end of the last. It reads no clock and starts nothing.

/// The role of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RequestRole {
    /// Brings the load up. Warm streams keep sending while others warm up, so that requests do not start in one wave.
    Warmup,
    /// Measured.
    Measured,
    /// Keeps the load up while measured requests are in flight; cancelled when the last of them has ended.
    Surplus,
}

/// One level of a closed loop: a fixed number of streams, each of which sends the next request when one is answered.
#[derive(Debug)]
pub(crate) struct ClosedLoop {
    samples: u32,
    warm: Vec<bool>,
    issued: u32,
    ended: u32,
    from_ns: Option<u64>,
    until_ns: Option<u64>,
}

impl ClosedLoop {
    /// A level of `streams` that measures `samples` requests.
    pub(crate) fn new(streams: u32, samples: u32) -> Self {
        Self {
            samples,
            warm: vec![false; streams as usize],
            issued: 0,
            ended: 0,
            from_ns: None,
            until_ns: None,
        }
    }

    /// The role of a free stream's next request; `None` once the level is over.
    pub(crate) fn next(&mut self) -> Option<RequestRole> {
        if self.is_over() {
            return None;
        }
        if self.from_ns.is_none() {
            return Some(RequestRole::Warmup);
        }
        if self.issued < self.samples {
            self.issued += 1;
            return Some(RequestRole::Measured);
        }
        Some(RequestRole::Surplus)
    }

    /// A request of this stream has ended.
    pub(crate) fn ended(&mut self, stream: u32, role: RequestRole, at_ns: u64) {
        match role {
            RequestRole::Warmup => {
                if let Some(warm) = self.warm.get_mut(stream as usize) {
                    *warm = true;
                }
                if self.from_ns.is_none() && self.warm.iter().all(|warm| *warm) {
                    self.from_ns = Some(at_ns);
                }
            }
            RequestRole::Measured => {
                self.ended += 1;
                if self.ended == self.samples {
                    self.close(at_ns);
                }
            }
            RequestRole::Surplus => {}
        }
    }

    /// Ends the level: no further requests.
    pub(crate) fn close(&mut self, at_ns: u64) {
        self.until_ns.get_or_insert(at_ns);
    }

    pub(crate) fn is_over(&self) -> bool {
        self.until_ns.is_some()
    }

    /// The steady window in nanoseconds on the run's clock: from when every stream was warm until the last measured
    /// request ended or the level was closed. `None` if it never began.
    pub(crate) fn window(&self) -> Option<(u64, u64)> {
        self.from_ns.zip(self.until_ns).filter(|(from, until)| from < until)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_measured_before_every_stream_is_warm() {
        let mut closed_loop = ClosedLoop::new(3, 2);
        assert_eq!(
            [closed_loop.next(), closed_loop.next(), closed_loop.next()],
            [Some(RequestRole::Warmup); 3],
            "the start burst"
        );
        closed_loop.ended(0, RequestRole::Warmup, 10);
        assert_eq!(
            closed_loop.next(),
            Some(RequestRole::Warmup),
            "a stream that is early keeps the load up"
        );
        closed_loop.ended(1, RequestRole::Warmup, 20);
        closed_loop.ended(0, RequestRole::Warmup, 25);
        assert_eq!(
            closed_loop.next(),
            Some(RequestRole::Warmup),
            "the third has not been answered yet"
        );
        closed_loop.ended(2, RequestRole::Warmup, 30);
        assert_eq!(closed_loop.next(), Some(RequestRole::Measured), "now the load stands");
    }

    #[test]
    fn the_load_stands_until_the_last_measured_request_has_ended() {
        let mut closed_loop = ClosedLoop::new(2, 2);
        closed_loop.ended(0, RequestRole::Warmup, 10);
        closed_loop.ended(1, RequestRole::Warmup, 10);
        assert_eq!(
            [closed_loop.next(), closed_loop.next()],
            [Some(RequestRole::Measured); 2],
            "as many as were asked for"
        );
        closed_loop.ended(0, RequestRole::Measured, 50);
        assert_eq!(
            closed_loop.next(),
            Some(RequestRole::Surplus),
            "or the second would run alone at its end"
        );
        closed_loop.ended(0, RequestRole::Surplus, 60);
        assert_eq!(closed_loop.next(), Some(RequestRole::Surplus), "for as long as it takes");
        closed_loop.ended(1, RequestRole::Measured, 70);
        assert_eq!(closed_loop.next(), None, "then the level is over");
        assert_eq!(closed_loop.window(), Some((10, 70)), "and its window is where the load stood");
    }

    #[test]
    fn a_late_warm_up_moves_no_window() {
        let mut closed_loop = ClosedLoop::new(1, 1);
        closed_loop.ended(0, RequestRole::Warmup, 10);
        closed_loop.ended(0, RequestRole::Warmup, 40);
        closed_loop.next();
        closed_loop.ended(0, RequestRole::Measured, 60);
        assert_eq!(closed_loop.window(), Some((10, 60)), "the first moment at which all were warm");
    }

    #[test]
    fn a_level_that_is_closed_early_keeps_what_it_has() {
        let mut closed_loop = ClosedLoop::new(1, 5);
        closed_loop.ended(0, RequestRole::Warmup, 10);
        assert_eq!(closed_loop.next(), Some(RequestRole::Measured), "one was asked");
        closed_loop.close(30);
        closed_loop.ended(0, RequestRole::Measured, 90);
        assert_eq!(
            (closed_loop.next(), closed_loop.window()),
            (None, Some((10, 30))),
            "and no more are"
        );
        let mut cold = ClosedLoop::new(1, 5);
        cold.close(30);
        assert_eq!(cold.window(), None, "what never stood has no window");
    }
}
