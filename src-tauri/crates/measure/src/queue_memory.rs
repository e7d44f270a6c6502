//! How long the queue before a server remembers, by how much of the server a fixed rate of requests keeps busy.
//!
//! What the median of a queue's times is in the long run can be told only from a level that lasts for many times its memory.
//! The times of a shorter level do not show how long that is: one near capacity whose queue happened to stay short looks like
//! one before a server without a queue. What they do show is how many requests were answered at the same moment. A server that
//! answered so many at once can do so again, so a rate that keeps fewer busy on average uses no more than that share ρ of it.
//! One that takes all requests at once and answers each slower is as busy as the sum of their speeds.
//!
//! A queue of the utilisation ρ, whose gaps between requests and whose times of service have the squared coefficients of
//! variation `c²`, relaxes within `(c_a² + c_s²) ÷ 2 · ρ ÷ (1 − √ρ)²` requests: P. M. Morse, "Stochastic properties of
//! waiting lines" (1955), for exponential ones, where `c²` is 1; by diffusion W. Whitt, "Planning queueing simulations"
//! (1989), which asks for levels as many times as long.

use crate::binomial::as_f64;
use crate::percentile::percentile;

/// Fewer requests say nothing of a utilisation.
const LEAST: usize = 10;
/// Standard errors added to the utilisation.
const CARE: f64 = 2.0;
/// One in so many requests met the fewest others: their waits are taken to be those of an idle server, even near capacity.
const EMPTIEST: usize = 20;
/// One in so many requests met the most others.
const BUSIEST: usize = 10;
/// They are served slower if their speed is less than this share of an idle server's.
const SLOWER: f64 = 0.9;
/// The fewest that say how long such a wait is.
const FEWEST_IDLE: usize = 5;
/// More requests are no advice.
const MOST: f64 = 1e6;

/// A request at a fixed rate that was answered: milliseconds since some moment that is the same for all.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct QueuedRequest {
    /// When it was due.
    pub due_ms: f64,
    /// When its first token came.
    pub first_ms: f64,
    /// When it ended.
    pub ended_ms: f64,
    /// How fast it was answered after its first token, in any unit that is the same for all; `None` if unknown.
    pub speed: Option<f64>,
}

/// What the requests of a level at a fixed rate say of the server's queue.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct QueueMemory {
    /// Requests answered at once on average ÷ the most that were, which bounds the server's utilisation from above.
    pub utilisation: f64,
    /// Its relative standard error: that of the mean time of service, since the rate is known.
    pub error: f64,
    /// Mean of the squared coefficients of variation of the gaps between requests and of the times of service.
    pub variability: f64,
    /// Number of requests that these are computed from.
    pub n: u32,
}

impl QueueMemory {
    /// Of the answered requests of a level that were due at `rate` per second, in any order. `None` with too few.
    pub fn of(rate: f64, requests: &[QueuedRequest]) -> Option<Self> {
        let mut requests: Vec<QueuedRequest> =
            requests.iter().filter(|one| one.ended_ms.is_finite()).copied().collect();
        requests.sort_by(|a, b| a.due_ms.total_cmp(&b.due_ms));
        if requests.len() < LEAST || !(rate.is_finite() && rate > 0.0) {
            return None;
        }
        let idle = Idle::of(&requests)?;
        let service = |one: &QueuedRequest| {
            idle.wait_ms + (one.ended_ms - one.first_ms).max(0.0) * idle.share_of_speed(one)
        };
        let (served_ms, of_service) = spread(&requests.iter().map(service).collect::<Vec<_>>())?;
        let gaps: Vec<f64> = requests
            .windows(2)
            .filter_map(|two| Some(two.get(1)?.due_ms - two.first()?.due_ms))
            .collect();
        let (_, of_gaps) = spread(&gaps)?;
        let most = most_at_once(&requests, &idle);
        let n = as_f64(requests.len());
        Some(Self {
            utilisation: rate / 1e3 * served_ms / most.max(1.0),
            error: (of_service / n).sqrt(),
            variability: of_service.midpoint(of_gaps),
            n: u32::try_from(requests.len()).unwrap_or(u32::MAX),
        })
    }

    /// Of how many consecutive requests each says as much as one independent request, at the highest utilisation that is
    /// plausible; ∞ if that may be all of the server.
    pub fn requests(self) -> f64 {
        self.requests_with(self.error)
    }

    fn requests_with(self, error: f64) -> f64 {
        let busy = self.utilisation * (1.0 + CARE * error);
        if busy < 1.0 {
            self.variability * busy / (1.0 - busy.sqrt()).powi(2)
        } else {
            f64::INFINITY
        }
    }

    /// About how many requests a level of this load would need for its queue to forget `times` times; `None` if a million are
    /// too few.
    pub fn needed(self, times: f64) -> Option<f64> {
        let n = f64::from(self.n);
        let is_enough =
            |many: f64| times * self.requests_with(self.error * (n / many).sqrt()) <= many;
        let (mut few, mut enough) = (1.0, MOST);
        if !is_enough(enough) {
            return None;
        }
        while enough - few > 0.5 {
            let middle = few.midpoint(enough);
            if is_enough(middle) { enough = middle } else { few = middle }
        }
        Some(enough.ceil())
    }
}

/// Mean and squared coefficient of variation; `None` of none, or if they are nothing.
fn spread(values: &[f64]) -> Option<(f64, f64)> {
    let n = as_f64(values.len());
    let mean = values.iter().sum::<f64>() / n;
    let squares: f64 = values.iter().map(|one| (one - mean).powi(2)).sum();
    (mean > 0.0).then(|| (mean, squares / n / mean.powi(2)))
}

/// What requests that met the fewest others say of an idle server.
struct Idle {
    /// The median wait for a first token, in milliseconds.
    wait_ms: f64,
    /// The median speed; `None` if none of them has one.
    speed: Option<f64>,
}

impl Idle {
    /// Of requests in order of when they were due; `None` without any.
    fn of(requests: &[QueuedRequest]) -> Option<Self> {
        let ends = sorted(requests.iter().map(|one| one.ended_ms));
        let met = |(place, one): (usize, &QueuedRequest)| {
            // All that came before and have not ended.
            (place.saturating_sub(ends.partition_point(|end| *end <= one.due_ms)), *one)
        };
        let mut met: Vec<(usize, QueuedRequest)> = requests.iter().enumerate().map(met).collect();
        met.sort_by_key(|(others, _)| *others);
        met.truncate(met.len().div_ceil(EMPTIEST).max(FEWEST_IDLE));
        let waits = sorted(met.iter().map(|(_, one)| one.first_ms - one.due_ms));
        let speeds = sorted(met.iter().filter_map(|(_, one)| one.speed));
        Some(Self { wait_ms: percentile(&waits, 0.5)?, speed: percentile(&speeds, 0.5) })
    }

    /// The speed of a request ÷ that of an idle server, at most 1; 1 if unknown.
    fn share_of_speed(&self, request: &QueuedRequest) -> f64 {
        request.speed.zip(self.speed).map_or(1.0, |(own, idle)| (own / idle).clamp(0.0, 1.0))
    }
}

/// When answers began and when they ended, in order, to count how many are coming.
struct Answering {
    begun: Vec<f64>,
    ended: Vec<f64>,
    /// The sum of the first so many of each.
    sums: [Vec<f64>; 2],
}

impl Answering {
    fn of(requests: &[QueuedRequest]) -> Self {
        let begun = sorted(requests.iter().map(|one| one.first_ms));
        let ended = sorted(requests.iter().map(|one| one.ended_ms));
        let sums = |of: &[f64]| {
            let running = of.iter().scan(0.0, |sum, one| {
                *sum += one;
                Some(*sum)
            });
            std::iter::once(0.0).chain(running).collect()
        };
        let sums = [sums(&begun), sums(&ended)];
        Self { begun, ended, sums }
    }

    /// The most whose answers were coming at the same moment.
    fn most(&self) -> f64 {
        let at_once = |(place, at): (usize, &f64)| {
            (place + 1).saturating_sub(self.ended.partition_point(|end| end <= at))
        };
        as_f64(self.begun.iter().enumerate().map(at_once).max().unwrap_or(0))
    }

    /// How many were coming on average while this one was.
    fn beside(&self, request: &QueuedRequest) -> f64 {
        // The time that those in `of` add from when they pass until `at`.
        let until = |at: f64| {
            let [begun, ended] = [(&self.begun, 0), (&self.ended, 1)].map(|(of, which)| {
                let passed = of.partition_point(|one| *one <= at);
                let sum = self.sums.get(which).and_then(|sums| sums.get(passed)).copied();
                as_f64(passed) * at - sum.unwrap_or(0.0)
            });
            begun - ended
        };
        let length = request.ended_ms - request.first_ms;
        if length > 0.0 {
            (until(request.ended_ms) - until(request.first_ms)) / length
        } else {
            0.0
        }
    }
}

/// The most requests that are answered at once as fast as by an idle server. Where those that met the most were served slower,
/// all share what there is of the server: it is as many of them as their speed is of an idle server's.
fn most_at_once(requests: &[QueuedRequest], idle: &Idle) -> f64 {
    let answering = Answering::of(requests);
    let mut busiest: Vec<(f64, f64)> =
        requests.iter().map(|one| (answering.beside(one), idle.share_of_speed(one))).collect();
    busiest.sort_by(|a, b| b.0.total_cmp(&a.0));
    busiest.truncate(busiest.len().div_ceil(BUSIEST));
    let speeds = sorted(busiest.iter().map(|(_, speed)| *speed));
    let served = sorted(busiest.iter().map(|(beside, speed)| beside * speed));
    match (percentile(&speeds, 0.5), percentile(&served, 0.5)) {
        (Some(speed), Some(served)) if speed < SLOWER => served,
        _ => answering.most(),
    }
}

fn sorted(values: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::SplitMix64;

    /// Requests at this rate to a server that takes a second on each of eight seats, all exponential; 50 ms to the first token.
    fn queued(rate: f64, n: usize) -> Vec<QueuedRequest> {
        let mut random = SplitMix64::new(11);
        let mut exponential = |mean: f64| -mean * random.unit().ln();
        let (mut free, mut due_ms) = ([0.0_f64; 8], 0.0);
        let one = |_| {
            due_ms += exponential(1e3 / rate);
            let seat = free.iter_mut().min_by(|a, b| a.total_cmp(b)).expect("eight seats");
            let begun_ms = seat.max(due_ms);
            *seat = begun_ms + 50.0 + exponential(950.0);
            QueuedRequest { due_ms, first_ms: begun_ms + 50.0, ended_ms: *seat, speed: Some(80.0) }
        };
        (0..n).map(one).collect()
    }

    /// A request every 100 ms that takes this long.
    fn steady(latency_ms: f64) -> Vec<QueuedRequest> {
        let one = |number: u32| {
            let due_ms = 100.0 * f64::from(number);
            let (first_ms, ended_ms) = (due_ms + 10.0, due_ms + latency_ms);
            QueuedRequest { due_ms, first_ms, ended_ms, speed: None }
        };
        (0..200).map(one).collect()
    }

    #[test]
    fn the_utilisation_is_what_is_busy_of_the_most_that_were() {
        for share in [0.3, 0.5, 0.8, 0.95] {
            let memory =
                QueueMemory::of(8.0 * share, &queued(8.0 * share, 20_000)).expect("enough");
            let near = (memory.utilisation / share - 1.0).abs() < 0.04;
            assert!(near, "of {share}: {memory:?}");
            assert!((0.85..1.15).contains(&memory.variability), "exponential: {memory:?}");
        }
    }

    #[test]
    fn a_queue_remembers_for_longer_the_more_of_its_server_is_busy() {
        let of = |share: f64, n: usize| {
            QueueMemory::of(8.0 * share, &queued(8.0 * share, n)).expect("enough").requests()
        };
        // ρ ÷ (1 − √ρ)² is 5.8, 72 and 1,484.
        let known = [0.5, 0.8, 0.95].map(|share| of(share, 100_000));
        assert!((5.0..8.0).contains(&known[0]) && (60.0..110.0).contains(&known[1]), "{known:?}");
        assert!(known[2] > 1_000.0, "{known:?}");
        assert!(of(0.5, 200) > known[0], "fewer are less sure how busy it is");
    }

    #[test]
    fn what_never_varies_never_queues() {
        let memory = QueueMemory::of(10.0, &steady(950.0)).expect("enough");
        assert!(memory.utilisation > 0.9, "ten at once, and nearly always: {memory:?}");
        assert!(memory.requests() < 1e-6, "and nobody waits: {memory:?}");
        assert!(memory.needed(24.0).is_some_and(|many| many <= 2.0), "however few");
    }

    #[test]
    fn enough_requests_are_those_that_forget() {
        let memory = QueueMemory::of(4.0, &queued(4.0, 200)).expect("enough");
        let needed = memory.needed(24.0).expect("half of it is busy");
        assert!((150.0..1_500.0).contains(&needed), "{needed}");
        let n = f64::from(memory.n);
        let later = QueueMemory { error: memory.error * (n / needed).sqrt(), ..memory };
        assert!(24.0 * later.requests() <= needed, "so many show it: {later:?}");
        let full = QueueMemory { utilisation: 1.0, ..memory };
        assert_eq!((full.requests(), full.needed(24.0)), (f64::INFINITY, None), "of a full server");
    }

    #[test]
    fn few_requests_and_no_rate_say_nothing() {
        let all = steady(500.0);
        assert_eq!(QueueMemory::of(10.0, &all[..9]), None, "nine");
        for rate in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            assert_eq!(QueueMemory::of(rate, &all), None, "at {rate}");
        }
        let unended: Vec<QueuedRequest> =
            all.iter().map(|one| QueuedRequest { ended_ms: f64::INFINITY, ..*one }).collect();
        assert_eq!(QueueMemory::of(10.0, &unended), None, "none of them has ended");
    }
}
