//! The numbers of a sweep's level, with their definitions: what is measured over a window and not in one request.

use crate::Better;
use crate::metric::{Counter, Definition, METRICS, Unit};

const LOWER: Option<Better> = Some(Better::Lower);
const HIGHER: Option<Better> = Some(Better::Higher);

const NOT_STEADY: &str = "the load never stood";
const NO_LIMITS: &str = "no limits were set";

/// Id, name and short name; unit, better and counter; formula and when it is absent.
const fn of(
    [id, name, short]: [&'static str; 3],
    (unit, better, counter): (Unit, Option<Better>, Counter),
    [formula, absent]: [&'static str; 2],
) -> Definition {
    Definition { id, name, short, formula, absent, unit, better, counter }
}

/// Every number of a level, in reading order.
pub const LEVEL_DEFINITIONS: [Definition; 14] = [
    of(
        ["sys_output_tps", "System throughput", "System tok/s"],
        (Unit::TokensPerSecond, HIGHER, Counter::Any),
        [
            "output tokens of all requests that arrive within the steady window ÷ its length. The window begins when every stream has been answered once and ends with the last measured request.",
            NOT_STEADY,
        ],
    ),
    of(
        ["sys_total_tps", "System throughput with input", "System in+out"],
        (Unit::TokensPerSecond, HIGHER, Counter::Any),
        [
            "(input + output tokens within the steady window) ÷ its length. Input tokens count when their answer's first token comes.",
            NOT_STEADY,
        ],
    ),
    of(
        ["rps", "Requests per second", "Req/s"],
        (Unit::RequestsPerSecond, HIGHER, Counter::None),
        ["requests that end well within the steady window ÷ its length.", NOT_STEADY],
    ),
    of(
        ["avg_inflight", "Requests in flight", "In flight"],
        (Unit::Ratio, None, Counter::None),
        ["Mean number of requests in flight over the steady window's time.", NOT_STEADY],
    ),
    of(
        ["steady_share", "Steady share", "Steady"],
        (Unit::Share, HIGHER, Counter::None),
        ["length of the steady window ÷ length of the level.", NOT_STEADY],
    ),
    of(
        ["error_rate", "Error rate", "Errors"],
        (Unit::Share, LOWER, Counter::None),
        [
            "failed ÷ (ok + failed), of measured requests. What we stopped is neither.",
            "none ended by itself",
        ],
    ),
    of(
        ["goodput", "Goodput", "Goodput"],
        (Unit::RequestsPerSecond, HIGHER, Counter::None),
        ["measured requests that keep every limit ÷ length of the steady window.", NO_LIMITS],
    ),
    of(
        ["good_fraction", "Good fraction", "Good"],
        (Unit::Share, HIGHER, Counter::None),
        ["measured requests that keep every limit ÷ (ok + failed).", NO_LIMITS],
    ),
    of(
        ["adj_ttft_p95_ms", "p95 of TTFT, failures included", "TTFT p95 adj."],
        (Unit::Duration, LOWER, Counter::None),
        [
            "p95 of TTFT where TTFT = ∞ for each failed request.",
            "fewer than 20 requests, or more than one in twenty failed",
        ],
    ),
    of(
        ["send_lag_p99_ms", "Send lag, p99", "Send lag"],
        (Unit::Milliseconds, LOWER, Counter::None),
        ["p99 of t(send) − t(due); the longest of fewer than 100 requests.", "none left"],
    ),
    of(
        ["sched_lag_p99_ms", "Scheduling lag, p99", "Scheduling lag"],
        (Unit::Milliseconds, LOWER, Counter::None),
        [
            "p99 of how late this program's own tasks got their turn while the level ran.",
            "nobody looked",
        ],
    ),
    of(
        ["cpu_pct", "Processor load", "CPU"],
        (Unit::Percent, LOWER, Counter::None),
        [
            "processor time of this program while the level ran ÷ processor time of all cores.",
            "the system does not tell",
        ],
    ),
    of(
        ["ttft_error_ms", "Stamp error", "Stamp error"],
        (Unit::Milliseconds, LOWER, Counter::None),
        [
            "p99 of |TTFT read − TTFT true|, over as many streams of known timing, read on this machine.",
            "it was not calibrated",
        ],
    ),
    of(
        ["window_ms", "Steady window", "Window"],
        (Unit::Duration, None, Counter::None),
        [
            "t(end of the last measured request) − t(every stream has been answered once).",
            NOT_STEADY,
        ],
    ),
];

/// Every number, those of a request first. They are those of version [`crate::DEF_VERSION`].
pub fn definitions() -> impl Iterator<Item = &'static Definition> {
    METRICS.iter().chain(&LEVEL_DEFINITIONS)
}
