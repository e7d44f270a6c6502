//! One limit: a number of a contender's requests, and how it is bounded.

use measure::{Better, Metric, format, percentile_name};

/// A number of the requests of one contender.
#[derive(Debug, Clone, PartialEq)]
pub enum Quantity {
    /// A percentile of a metric, by its share from 0 to 1. A failed request counts as worse than every other.
    Percentile(Metric, f64),
    /// A share of the requests, from 0 to 1.
    Share(Share),
}

/// Which requests a share counts.
#[derive(Debug, Clone, PartialEq)]
pub enum Share {
    /// Those that failed, of all that were not stopped by us.
    Errors,
    /// Those with a right answer, of those whose answer is known to be right or wrong.
    Right,
    /// Those that succeeded within the limit of each of these metrics, of all that were not stopped by us, whatever their
    /// answers.
    Within(Vec<(Metric, f64)>),
}

/// How a number is bounded.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Bound {
    /// It must not be higher, in the unit of the number.
    AtMost(f64),
    /// It must not be lower, in the unit of the number.
    AtLeast(f64),
    /// It must not be worse than that of the baseline by more than this: a share of the baseline's percentile, or a
    /// difference of two shares.
    WorseByAtMost(f64),
}

/// A limit, for every contender or for one.
#[derive(Debug, Clone, PartialEq)]
pub struct Limit {
    /// What is limited.
    pub quantity: Quantity,
    /// How.
    pub bound: Bound,
    /// The only lane that it holds for, from 0; every lane otherwise.
    pub lane: Option<usize>,
}

impl Quantity {
    /// Its name: `p95 time to first token`, `requests that fail`.
    pub fn name(&self) -> String {
        match self {
            Self::Percentile(metric, p) => {
                format!("{} {}", percentile_name(*p), metric.definition().in_a_sentence())
            }
            Self::Share(Share::Errors) => "requests that fail".to_owned(),
            Self::Share(Share::Right) => "right answers".to_owned(),
            Self::Share(Share::Within(all)) => {
                let each = |(metric, limit): &(Metric, f64)| {
                    let definition = metric.definition();
                    let sign =
                        if definition.better == Some(Better::Higher) { "≥" } else { "≤" };
                    let limit = definition.unit.written(*limit);
                    format!("{} {sign} {limit}", definition.in_a_sentence())
                };
                let all: Vec<String> = all.iter().map(each).collect();
                format!("requests with {}", format::list(&all))
            }
        }
    }

    /// Its name for programs: `ttft_ms_p95`, `errors`.
    pub fn id(&self) -> String {
        match self {
            Self::Percentile(metric, p) => format!("{}_{}", metric.id(), percentile_name(*p)),
            Self::Share(Share::Errors) => "errors".to_owned(),
            Self::Share(Share::Right) => "right".to_owned(),
            Self::Share(Share::Within(_)) => "within".to_owned(),
        }
    }

    /// A value of it with its unit.
    pub fn written(&self, value: f64) -> String {
        match self {
            Self::Percentile(metric, _) => metric.definition().unit.written(value),
            Self::Share(_) => format::percent(value),
        }
    }

    /// Whether a higher value is worse.
    pub fn is_worse_higher(&self) -> bool {
        match self {
            Self::Percentile(metric, _) => metric.definition().better == Some(Better::Lower),
            Self::Share(Share::Errors) => true,
            Self::Share(_) => false,
        }
    }
}

impl Limit {
    /// The limit in words: `p95 time to first token at most 900 ms`.
    pub fn text(&self) -> String {
        let name = self.quantity.name();
        match (self.bound, &self.quantity) {
            (Bound::AtMost(most), quantity) => format!("{name} at most {}", quantity.written(most)),
            (Bound::AtLeast(least), quantity) => {
                format!("{name} at least {}", quantity.written(least))
            }
            (Bound::WorseByAtMost(by), Quantity::Percentile(..)) => {
                format!("{name} at most {} worse than the baseline's", format::percent(by))
            }
            (Bound::WorseByAtMost(by), Quantity::Share(_)) => {
                format!("{name} at most {} worse than the baseline's", points(by))
            }
        }
    }

    /// A value of what the limit bounds, with its unit.
    pub fn written(&self, value: f64) -> String {
        match (self.bound, &self.quantity) {
            (Bound::WorseByAtMost(_), Quantity::Percentile(..)) => {
                signed(&format::percent(value.abs()), value)
            }
            (Bound::WorseByAtMost(_), Quantity::Share(_)) => signed(&points(value.abs()), value),
            (_, quantity) => quantity.written(value),
        }
    }
}

/// A difference of two shares in percentage points.
fn points(share: f64) -> String {
    format!("{} points", format::percent(share).trim_end_matches('%').trim_end())
}

/// A size by which something is worse or better, in words.
fn signed(size: &str, value: f64) -> String {
    match value {
        value if value > 0.0 => format!("{size} worse"),
        value if value < 0.0 => format!("{size} better"),
        _ => "no difference".to_owned(),
    }
}
