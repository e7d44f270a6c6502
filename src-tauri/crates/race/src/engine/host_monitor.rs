//! Host monitor: scheduling lag, CPU load, and whether the machine slept. Only while these are small do the numbers
//! describe the provider rather than this machine.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use measure::ClientLoad;
use providers::Clock;
use tokio::task::JoinHandle;

use crate::view::live_state::lock;

/// Sampling interval, long enough that the monitor itself delays less than one in a hundred chunks of the fastest
/// stream.
const EVERY: Duration = Duration::from_millis(50);
/// The runtime's timers fire at whole milliseconds, so up to one millisecond of lag is normal.
const TIMER_NS: u64 = 1_000_000;

/// Monitors the machine as long as it lives. It must be created within the runtime whose tasks read the streams,
/// because it measures their scheduling.
pub(crate) struct HostMonitor {
    turns: Arc<Mutex<Vec<CpuReading>>>,
    watching: JoinHandle<()>,
}

/// One sample.
#[derive(Debug, Clone, Copy)]
#[expect(clippy::struct_field_names, reason = "each says its unit")]
struct CpuReading {
    /// When it was taken, on the run's clock.
    at_ns: u64,
    /// Scheduling lag.
    lag_ns: u64,
    /// CPU time of the process so far.
    cpu_ns: Option<u64>,
    /// Wall-clock time − time of the run's clock.
    gap_ns: i64,
}

impl HostMonitor {
    pub(crate) fn start(clock: Clock) -> Self {
        let turns = Arc::new(Mutex::new(vec![CpuReading::now(clock, clock.now_ns())]));
        let kept = Arc::clone(&turns);
        let watching = tokio::spawn(async move {
            loop {
                let due_ns = clock.now_ns() + ns(EVERY) + TIMER_NS;
                tokio::time::sleep(EVERY).await;
                lock(&kept).push(CpuReading::now(clock, due_ns));
            }
        });
        Self { turns, watching }
    }

    /// The client load between two moments of the run's clock; `None` without a sample between them.
    pub(crate) fn between(&self, from_ns: u64, until_ns: u64) -> Option<ClientLoad> {
        let turns = lock(&self.turns);
        // CPU time and the two clocks are measured from the previous sample.
        let first = turns.partition_point(|turn| turn.at_ns < from_ns).saturating_sub(1);
        let end = turns.partition_point(|turn| turn.at_ns <= until_ns);
        strain(turns.get(first..end)?, cores())
    }
}

impl Drop for HostMonitor {
    fn drop(&mut self) {
        self.watching.abort();
    }
}

impl CpuReading {
    fn now(clock: Clock, due_ns: u64) -> Self {
        let at_ns = clock.now_ns();
        let lag_ns = at_ns.saturating_sub(due_ns);
        Self { at_ns, lag_ns, cpu_ns: processor_time_ns(), gap_ns: clock.gap_ns() }
    }
}

/// Summarises samples. The first one is only the reference for the others.
fn strain(turns: &[CpuReading], cores: u64) -> Option<ClientLoad> {
    let [first, rest @ ..] = turns else { return None };
    let last = rest.last()?;
    let lasted_ns = last.at_ns.saturating_sub(first.at_ns);
    let lag_ns = lag_ns(turns, lasted_ns);
    let had_ns = lasted_ns.saturating_mul(cores);
    let cpu_pct = first.cpu_ns.zip(last.cpu_ns).and_then(|(before, after)| {
        (after.saturating_sub(before).saturating_mul(100)).checked_div(had_ns)
    });
    Some(ClientLoad {
        lag_us: saturating_u32(lag_ns / 1_000),
        cpu_pct: cpu_pct.map(saturating_u32),
        clock_gap_ms: i32::try_from((last.gap_ns - first.gap_ns) / 1_000_000).unwrap_or(i32::MAX),
    })
}

/// The lag that was exceeded in at most 1 % of the time. Samples are weighted by the time since the previous one: while the
/// machine stands still none is taken, so that one of many may be of most of the time.
fn lag_ns(turns: &[CpuReading], lasted_ns: u64) -> u64 {
    let waits = turns.iter().zip(turns.iter().skip(1));
    let mut lags: Vec<(u64, u64)> = waits
        .map(|(before, turn)| (turn.lag_ns, turn.at_ns.saturating_sub(before.at_ns)))
        .collect();
    lags.sort_unstable_by(|a, b| b.cmp(a));
    let mut longer_ns = 0;
    let exceeded = lags.iter().find(|(_, weight_ns)| {
        longer_ns += weight_ns;
        longer_ns > lasted_ns / 100
    });
    exceeded.or(lags.last()).map_or(0, |(lag_ns, _)| *lag_ns)
}

fn saturating_u32(number: u64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

fn ns(duration: Duration) -> u64 {
    u64::try_from(duration.as_nanos()).unwrap_or(u64::MAX)
}

fn cores() -> u64 {
    std::thread::available_parallelism().map_or(1, |cores| cores.get() as u64)
}

/// CPU time of this process since its start.
#[cfg(unix)]
fn processor_time_ns() -> Option<u64> {
    let taken = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    let (whole, rest) = (u64::try_from(taken.tv_sec).ok()?, u64::try_from(taken.tv_nsec).ok()?);
    Some(whole * 1_000_000_000 + rest)
}

/// Not implemented on Windows; absent means unknown.
#[cfg(not(unix))]
fn processor_time_ns() -> Option<u64> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: u64 = 1_000_000;

    /// Samples every 10 ms with these lags, the first at 0.
    fn turns(lags_ms: &[u64]) -> Vec<CpuReading> {
        (0..)
            .zip(lags_ms)
            .map(|(number, lag)| CpuReading {
                at_ns: number * 10 * MS,
                lag_ns: lag * MS,
                cpu_ns: Some(number * 4 * MS),
                gap_ns: 0,
            })
            .collect()
    }

    #[test]
    fn of_few_looks_the_latest_counts_and_of_many_the_99th_percentile() {
        let few = strain(&turns(&[0, 1, 7, 2]), 2).expect("there are looks");
        assert_eq!(few.lag_us, 7_000, "one of three is no outlier");
        let mut many = vec![1; 201];
        many[50] = 90;
        many[90] = 80;
        let many = strain(&turns(&many), 2).expect("there are looks");
        assert_eq!(many.lag_us, 1_000, "two of two hundred are");
        assert_eq!(strain(&turns(&[5]), 2), None, "one look says nothing of a time");
    }

    #[test]
    fn a_stop_counts_for_as_long_as_it_lasted() {
        let mut stopped = turns(&[1; 401]);
        for turn in &mut stopped[300..] {
            turn.at_ns += 2_500 * MS;
        }
        stopped[300].lag_ns = 2_500 * MS;
        let found = strain(&stopped, 2).expect("there are looks");
        assert_eq!(found.lag_us, 2_500_000, "one look in 400, but of 2.5 of 6.5 seconds");
    }

    #[test]
    fn processor_time_is_a_share_of_what_all_processors_had() {
        let strain = strain(&turns(&[0, 0, 0, 0, 0]), 2).expect("there are looks");
        assert_eq!(strain.cpu_pct, Some(20), "4 ms of every 10 on two processors");
        let mut blind = turns(&[0, 0]);
        blind[1].cpu_ns = None;
        let blind = super::strain(&blind, 2).expect("there are looks");
        assert_eq!(blind.cpu_pct, None, "what the system does not tell is absent");
    }

    #[test]
    fn a_sleep_is_time_on_the_wall_clock_but_not_on_the_runs_clock() {
        let mut slept = turns(&[0, 0, 0]);
        slept[0].gap_ns = 3_000;
        slept[2].gap_ns = 60_000 * 1_000_000;
        let strain = strain(&slept, 2).expect("there are looks");
        assert_eq!(strain.clock_gap_ms, 59_999, "a minute − what it was off before");
    }

    #[test]
    fn a_runtime_that_is_held_up_is_seen() {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build();
        runtime.expect("a runtime").block_on(async {
            let clock = Clock::start();
            let watch = HostMonitor::start(clock);
            tokio::time::sleep(Duration::from_millis(15)).await;
            // Work that never yields, as when too many streams are read.
            std::thread::sleep(Duration::from_millis(160));
            tokio::time::sleep(Duration::from_millis(60)).await;
            let strain = watch.between(0, clock.now_ns()).expect("it looked");
            assert!(strain.lag_us >= 80_000, "a turn was late by most of it: {strain:?}");
            assert!(strain.clock_gap_ms.abs() < 1_000, "and nobody slept: {strain:?}");
        });
    }
}
