//! How often the interval of one open loop's own median holds that of a level without end.

use measure::{Interval, QueueMemory, QueuedRequest, Waves};

use crate::bench::{Bench, Target, columns, row};
use crate::scatter::{Random, quantile};

const LEVELS: usize = 400;
/// In percent.
const UTILISATIONS: [u32; 5] = [50, 70, 80, 90, 95];
/// Measured requests of a level at a rate by default.
const USUAL: usize = 50;
/// The most of them if its median takes more than that, as in `race::USUAL_MOST_AT_A_RATE`.
const USUAL_MOST: usize = 320;
/// Requests, of as many as are in flight, that show how many a server answers at once.
const SEEN_WAVES: f64 = 16.0;
/// Requests from which a truth is found.
const LONG: usize = 2_000_000;
/// The time to a first token of a request that does not wait, in milliseconds, and the scatter of its logarithm.
const TTFT_MS: f64 = 100.0;
const REQUEST: f64 = 0.2;
/// The mean time of service, in milliseconds.
const SERVICE_MS: f64 = 1_000.0;

/// A server with Poisson arrivals and exponential service.
#[derive(Clone, Copy)]
pub(crate) struct OpenQueue {
    /// How many it serves at once.
    pub(crate) seats: usize,
    /// Arrivals ÷ what it can serve.
    pub(crate) utilisation: f64,
}

impl OpenQueue {
    /// Requests due per second.
    pub(crate) fn rate(self) -> f64 {
        self.seats as f64 * self.utilisation / SERVICE_MS * 1e3
    }

    /// A level of `n` measured requests, in order of sending: the server is idle at first, and requests settle it until the first
    /// of them has ended.
    pub(crate) fn level(self, n: usize, random: &mut Random) -> Vec<QueuedRequest> {
        let mut free = vec![0.0_f64; self.seats];
        let (mut due_ms, mut settled_ms) = (0.0, None);
        let mut all = Vec::with_capacity(n);
        while all.len() < n {
            let Some(seat) = free.iter_mut().min_by(|a, b| a.total_cmp(b)) else { break };
            let begun_ms = seat.max(due_ms);
            let service_ms = exponential(SERVICE_MS, random);
            let first_ms = begun_ms + wait(service_ms, random);
            *seat = begun_ms + service_ms;
            if due_ms >= *settled_ms.get_or_insert(*seat) {
                all.push(QueuedRequest { due_ms, first_ms, ended_ms: *seat, speed: Some(1.0) });
            }
            due_ms += exponential(1e3 / self.rate(), random);
        }
        all
    }

    /// The median TTFT of a level that has lasted for long: A. K. Erlang (1917).
    pub(crate) fn median_ms(self, bench: &Bench) -> f64 {
        let mut random = bench.random(23);
        let (load, all_busy) = (self.seats as f64 * self.utilisation, self.share_that_waits());
        let mean_wait_ms = SERVICE_MS / (self.seats as f64 - load);
        let mut times: Vec<f64> = (0..LONG)
            .map(|_| {
                let waits = random.unit() < all_busy;
                let queued = if waits { exponential(mean_wait_ms, &mut random) } else { 0.0 };
                queued + wait(exponential(SERVICE_MS, &mut random), &mut random)
            })
            .collect();
        times.sort_by(f64::total_cmp);
        quantile(&times, 0.5)
    }

    fn share_that_waits(self) -> f64 {
        let load = self.seats as f64 * self.utilisation;
        // Erlang's loss formula by its recursion.
        let loss =
            (1..=self.seats).fold(1.0, |loss, seat| load * loss / (seat as f64 + load * loss));
        loss / (1.0 - self.utilisation * (1.0 - loss))
    }
}

/// The same from a server that never lets a request wait: beyond its seats all are served slower.
fn shared_level(queue: OpenQueue, n: usize, random: &mut Random) -> Vec<QueuedRequest> {
    // What each has been served since the beginning, in milliseconds of an idle server; those there end in order of that.
    let (mut served, mut now_ms, mut due_ms, mut settled) = (0.0, 0.0, 0.0, false);
    let mut there: Vec<(f64, usize, bool)> = Vec::new();
    let mut all: Vec<QueuedRequest> = Vec::new();
    let mut answers_ms: Vec<f64> = Vec::new();
    // The first of those measured, and how many of them have ended.
    let (mut measured, mut ended) = (None, 0);
    while ended < n {
        let busy = there.iter().filter(|one| one.2).count();
        let speed = (queue.seats as f64 / busy.max(1) as f64).min(1.0);
        let next = there
            .iter()
            .enumerate()
            .min_by(|a, b| a.1.0.total_cmp(&b.1.0))
            .map(|(at, one)| (at, *one));
        let at_ms = next.map_or(f64::INFINITY, |(_, (end, ..))| now_ms + (end - served) / speed);
        if due_ms <= at_ms {
            served += (due_ms - now_ms) * speed;
            now_ms = due_ms;
            let service_ms = exponential(SERVICE_MS, random);
            let wait_ms = wait(service_ms, random);
            there.push((served + wait_ms, all.len(), false));
            there.push((served + service_ms, all.len(), true));
            answers_ms.push(service_ms - wait_ms);
            if settled && measured.is_none() {
                measured = Some(all.len());
            }
            let (first_ms, ended_ms, speed) = (f64::INFINITY, f64::INFINITY, None);
            all.push(QueuedRequest { due_ms, first_ms, ended_ms, speed });
            due_ms += exponential(1e3 / queue.rate(), random);
        } else if let Some((at, (end, who, is_end))) = next {
            (served, now_ms) = (end, at_ms);
            there.swap_remove(at);
            if let Some((one, answer_ms)) = all.get_mut(who).zip(answers_ms.get(who)) {
                if is_end {
                    ended += usize::from(measured.is_some_and(|from| who >= from));
                    one.ended_ms = now_ms;
                    one.speed = Some(answer_ms / (now_ms - one.first_ms));
                } else {
                    one.first_ms = now_ms;
                }
            }
            settled |= is_end && who == 0;
        }
    }
    all.into_iter()
        .skip(measured.unwrap_or(0))
        .take(n)
        .filter(|one| one.ended_ms.is_finite())
        .collect()
}

fn exponential(mean: f64, random: &mut Random) -> f64 {
    -mean * (1.0 - random.unit()).ln()
}

/// The time to the first token of a request once it is served.
fn wait(service_ms: f64, random: &mut Random) -> f64 {
    (TTFT_MS * (REQUEST * random.scatter()).exp()).min(0.9 * service_ms)
}

/// What is known of the median of such a level, as a sweep has it.
pub(crate) struct OwnMedian {
    /// Absent where the level says that it cannot know.
    pub(crate) interval: Option<Interval>,
    /// How many requests that takes; ∞ if no number of them is known to be enough, absent if that is not known either.
    needed: Option<f64>,
}

impl OwnMedian {
    pub(crate) fn of(rate: f64, level: &[QueuedRequest]) -> Self {
        let times: Vec<f64> = level.iter().map(|one| one.first_ms - one.due_ms).collect();
        let whole_ms: f64 = level.iter().map(|one| one.ended_ms - one.due_ms).sum();
        let both = level.last().zip(level.first());
        let length_ms = both.map_or(0.0, |(last, first)| last.due_ms - first.due_ms);
        let waves = Waves::of_open_loop(whole_ms / length_ms, &times);
        let Some(memory) = QueueMemory::of(rate, level) else {
            return Self { interval: None, needed: None };
        };
        let interval = waves.before_queue(memory).median_interval(&times);
        Self { interval, needed: Some(waves.needed(memory).unwrap_or(f64::INFINITY)) }
    }

    /// Without an interval, how many requests the level asks for.
    fn asks_for(&self) -> Option<f64> {
        self.needed.filter(|_| self.interval.is_none())
    }
}

/// The requests of `all` that a level measures which goes on for as long as its median takes.
fn usual_part(rate: f64, all: &[QueuedRequest]) -> &[QueuedRequest] {
    let mut part = all.get(..USUAL).unwrap_or(all);
    loop {
        // While it runs, the speeds of its answers are not known.
        let so_far: Vec<QueuedRequest> =
            part.iter().map(|one| QueuedRequest { speed: None, ..*one }).collect();
        let asks_for = OwnMedian::of(rate, &so_far).needed.filter(|many| *many <= all.len() as f64);
        let whole_ms: f64 = part.iter().map(|one| one.ended_ms - one.due_ms).sum();
        let in_flight = rate / 1e3 * whole_ms / part.len() as f64;
        let look = asks_for.unwrap_or(SEEN_WAVES * in_flight);
        let is_later = look > part.len() as f64;
        let many = (part.len()..=all.len()).find(|many| is_later && *many as f64 >= look);
        match many.and_then(|many| all.get(..many)) {
            Some(longer) => part = longer,
            None => return part,
        }
    }
}

/// The levels of one server.
struct Server {
    name: String,
    rate: f64,
    /// The median of a level without end.
    median_ms: f64,
}

pub(crate) fn own_medians(bench: &mut Bench) {
    bench.title(
        "The median TTFT of one open loop: intervals that hold that of a level without end, in percent of those that are told (at least 94)",
        LEVELS,
    );
    println!(
        "Poisson arrivals at a server that is idle at first, and serves as many at once as it has seats. One that *shares* serves all at \
         once, and beyond its seats slower. Where a level does not know its median, \
         the last column says how many requests it asks for.\n"
    );
    columns(&[
        "Server",
        "ρ",
        "Requests",
        "Told",
        "These hold",
        "Told and wrong, of all",
        "Asks for",
    ]);
    let queues = [
        (8, &[100, 300, 1_000, 3_000, 10_000, 30_000][..]),
        (1, &[100, 1_000, 10_000]),
        (32, &[300, 1_000, 10_000]),
    ];
    for (kind, (seats, sizes)) in queues.into_iter().enumerate() {
        for percent in UTILISATIONS {
            let queue = OpenQueue { seats, utilisation: f64::from(percent) / 100.0 };
            let median_ms = queue.median_ms(bench);
            let name = format!("{seats} {}", if seats == 1 { "seat" } else { "seats" });
            let server = Server { name, rate: queue.rate(), median_ms };
            for n in sizes {
                let cell = [29, kind, percent as usize, *n];
                of_server(bench, (&server, percent), (&cell, LEVELS), |random| {
                    queue.level(*n, random)
                });
            }
        }
    }
    for percent in UTILISATIONS {
        let queue = OpenQueue { seats: 8, utilisation: f64::from(percent) / 100.0 };
        let long = shared_level(queue, LONG / 4, &mut bench.random(23));
        let mut times: Vec<f64> = long.iter().map(|one| one.first_ms - one.due_ms).collect();
        times.sort_by(f64::total_cmp);
        let server = Server {
            name: "8 seats, shares".to_owned(),
            rate: queue.rate(),
            median_ms: quantile(&times, 0.5),
        };
        for n in [300, 1_000, 3_000] {
            let cell = [29, 9, percent as usize, n];
            of_server(bench, (&server, percent), (&cell, LEVELS), |random| {
                shared_level(queue, n, random)
            });
        }
    }
}

/// Levels that measure as many requests as one does unless the user chooses.
pub(crate) fn usual_levels(bench: &mut Bench) {
    bench.title(
        "A level at a rate by default, 50 requests or as many as its median takes, at most 320: intervals that hold that of a level without \
         end, in percent of those that are told (at least 94)",
        LEVELS,
    );
    columns(&["Seats", "ρ", "Told", "These hold", "Told and wrong, of all", "Median requests"]);
    for seats in [1, 8, 32, 256] {
        for percent in [10_u32, 25, 40, 50, 60, 70, 90] {
            let queue = OpenQueue { seats, utilisation: f64::from(percent) / 100.0 };
            let median_ms = queue.median_ms(bench);
            let cell = [30, seats, percent as usize];
            let levels = bench.simulated(&cell, LEVELS, |random| {
                let all = queue.level(USUAL_MOST, random);
                let part = usual_part(queue.rate(), &all);
                let own = OwnMedian::of(queue.rate(), part);
                (own.interval.map(|ci| ci.contains(median_ms)), part.len())
            });
            let told: Vec<bool> = levels.iter().filter_map(|one| one.0).collect();
            let wrong = told.iter().filter(|holds| !**holds).count();
            let sent = levels.iter().map(|one| one.1 as f64).collect();
            row(&[
                seats.to_string(),
                format!("{:.2}", f64::from(percent) / 100.0),
                bench.share(told.len(), levels.len(), Target::Nothing),
                bench.share_of(&told, Target::AtLeast(94.0), |holds| *holds),
                bench.share(wrong, levels.len(), Target::Nothing),
                crate::bench::median(sent).map_or("–".to_owned(), |many| format!("{many:.0}")),
            ]);
        }
    }
}

fn of_server(
    bench: &mut Bench,
    (server, percent): (&Server, u32),
    (cell, whole): (&[usize; 4], usize),
    level: impl Fn(&mut Random) -> Vec<QueuedRequest> + Sync,
) {
    let levels = bench.simulated(cell, whole, |random| {
        let level = level(random);
        let own = OwnMedian::of(server.rate, &level);
        (own.interval.map(|ci| ci.contains(server.median_ms)), own.asks_for())
    });
    let told: Vec<bool> = levels.iter().filter_map(|one| one.0).collect();
    let wrong = told.iter().filter(|holds| !**holds).count();
    let asked: Vec<f64> = levels.iter().filter_map(|one| one.1).collect();
    let asked = crate::bench::median(asked).map_or("–".to_owned(), |many| {
        if many.is_finite() { format!("{many:.0}") } else { "too many".to_owned() }
    });
    row(&[
        server.name.clone(),
        format!("{:.2}", f64::from(percent) / 100.0),
        cell.last().map_or_else(String::new, ToString::to_string),
        bench.share(told.len(), levels.len(), Target::Nothing),
        bench.share_of(&told, Target::AtLeast(94.0), |holds| *holds),
        bench.share(wrong, levels.len(), Target::Nothing),
        asked,
    ]);
}
