//! The metrics of a sweep level: those measured over a window of time rather than for one request.

use crate::metric::{Counter, Definition, METRICS, Unit};
use crate::{Better, Surface};

const LOWER: Option<Better> = Some(Better::Lower);
const HIGHER: Option<Better> = Some(Better::Higher);

const NOT_STEADY: &str = "the load was never steady";
const NO_LIMITS: &str =
    "no limits were set, or of an answer within them the checks cannot say whether it is right";

/// Arguments: id, name and short name; unit, direction and counter; formula and absence.
const fn of(
    [id, name, short]: [&'static str; 3],
    (unit, better, counter): (Unit, Option<Better>, Counter),
    [formula, absent]: [&'static str; 2],
) -> Definition {
    Definition {
        id,
        name,
        short,
        formula,
        absent,
        unit,
        better,
        counter,
        bands: &[],
        rank: 0,
        surfaces: &[],
    }
}

/// The same, shown in the short table of a sweep's levels.
const fn short(rank: u8, definition: Definition) -> Definition {
    Definition { rank, surfaces: &[Surface::Levels], ..definition }
}

/// Every metric of a level, in reading order.
pub const LEVEL_DEFINITIONS: [Definition; 15] = [
    short(
        7,
        of(
            ["sys_output_tps", "System throughput", "System tok/s"],
            (Unit::TokensPerSecond, HIGHER, Counter::Any),
            [
                "output tokens arriving in the steady window (all requests) ÷ length of the window. In a closed loop the window starts when every stream has had one answer and ends with the last measured request; in an open loop it starts with the first measured request, once 95 % of requests have had the time to be answered, and ends when the last request was due.",
                NOT_STEADY,
            ],
        ),
    ),
    of(
        ["sys_total_tps", "System throughput with input", "System in+out"],
        (Unit::TokensPerSecond, HIGHER, Counter::Any),
        [
            "(input + output tokens in the steady window) ÷ length of the window. Input tokens count when the first token of the answer arrives.",
            NOT_STEADY,
        ],
    ),
    short(
        11,
        of(
            ["achieved_rate", "Achieved rate", "Sent/s"],
            (Unit::RequestsPerSecond, None, Counter::None),
            [
                "(requests sent − 1) ÷ (t(last send) − t(first send)), over all requests of the level.",
                "the level is a closed loop",
            ],
        ),
    ),
    short(
        8,
        of(
            ["rps", "Requests per second", "Req/s"],
            (Unit::RequestsPerSecond, HIGHER, Counter::None),
            [
                "Closed loop: requests that succeed ÷ length of the steady window, each counted by the part of its duration that lies in the window; a request that Paceline cut off at the level's end counts like those that took longer; agrees with Little's law: requests in flight ÷ latency. Open loop: measured requests that succeed ÷ the time in which they were due or, if requests surely come faster than they are answered, however little, those that end from when the earliest tenth had the time to be answered until the last was due ÷ that time.",
                NOT_STEADY,
            ],
        ),
    ),
    of(
        ["avg_inflight", "Requests in flight", "In flight"],
        (Unit::Ratio, None, Counter::None),
        ["Mean number of requests in flight over the steady window, weighted by time.", NOT_STEADY],
    ),
    of(
        ["steady_share", "Steady share", "Steady"],
        (Unit::Share, HIGHER, Counter::None),
        ["length of the steady window ÷ length of the level.", NOT_STEADY],
    ),
    short(
        9,
        of(
            ["error_rate", "Error rate", "Errors"],
            (Unit::Share, LOWER, Counter::None),
            [
                "failed ÷ (ok + failed), over measured requests; in a closed loop that went on through 429s over all, measured or not. A request stopped by Paceline counts as neither.",
                "no request ended on its own",
            ],
        ),
    ),
    of(
        ["goodput", "Goodput", "Goodput"],
        (Unit::RequestsPerSecond, HIGHER, Counter::None),
        [
            "Closed loop: requests per second × the share of successful measured requests within every limit. Open loop: the requests within every limit of those that requests per second counts, over the same time. Where answers are checked, only right ones count.",
            NO_LIMITS,
        ],
    ),
    short(
        10,
        of(
            ["good_fraction", "Good fraction", "Good"],
            (Unit::Share, HIGHER, Counter::None),
            [
                "requests within every limit ÷ (ok + failed), of those that the error rate is of; where answers are checked, only right ones are good.",
                NO_LIMITS,
            ],
        ),
    ),
    of(
        ["adj_ttft_p95_ms", "p95 of TTFT, failures included", "TTFT p95 adj."],
        (Unit::Duration, LOWER, Counter::None),
        [
            "p95 of TTFT, with TTFT = ∞ for each failed request; in an open loop counted from when a request was due.",
            "there are fewer than 20 requests, or more than one in twenty failed",
        ],
    ),
    of(
        ["send_lag_p99_ms", "Send lag, p99", "Send lag"],
        (Unit::Milliseconds, LOWER, Counter::None),
        [
            "p99 of t(send) − t(due) − the time to connect; for fewer than 100 requests, the maximum.",
            "nothing was sent",
        ],
    ),
    of(
        ["sched_lag_p99_ms", "Scheduling lag, p99", "Scheduling lag"],
        (Unit::Milliseconds, LOWER, Counter::None),
        [
            "Delay with which this program's own tasks were scheduled during the level, exceeded in 1 % of the time.",
            "it was not monitored",
        ],
    ),
    of(
        ["cpu_pct", "CPU load", "CPU"],
        (Unit::Percent, LOWER, Counter::None),
        [
            "CPU time of this program during the level ÷ CPU time of all cores.",
            "the system does not report it",
        ],
    ),
    of(
        ["ttft_error_ms", "Timestamp error", "Timestamp error"],
        (Unit::Milliseconds, LOWER, Counter::None),
        [
            "p99 of (measured TTFT − true TTFT) over at least as many streams of known timing, on this machine; for fewer than 100 requests, the maximum. A timestamp is late, never early.",
            "the machine was not calibrated",
        ],
    ),
    of(
        ["window_ms", "Steady window", "Window"],
        (Unit::Duration, None, Counter::None),
        [
            "closed loop: t(end of the last measured request) − t(every stream has had one answer). Open loop: t(last request due) − t(first measured request due, once 95 % of requests have had the time to be answered).",
            NOT_STEADY,
        ],
    ),
];

/// Every definition of version [`crate::DEF_VERSION`]: the metrics of a request, then those of a
/// level.
pub fn definitions() -> impl Iterator<Item = &'static Definition> {
    METRICS.iter().chain(&LEVEL_DEFINITIONS)
}
