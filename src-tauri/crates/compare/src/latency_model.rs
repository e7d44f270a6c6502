//! Predicts how long an answer takes:
//!
//! `latency(in, n) = TTFT + b · (in − measured in) + thinking + (n − head) ÷ speed of the answer`
//!
//! All parts are medians of what was measured. `head` is how many answer tokens arrived together with the first and
//! took no time. `b` is how much each uncached input token adds to TTFT, if prompts of different lengths were measured; where
//! that is surely no straight line, TTFT follows the measured lengths ([`crate::prompt_curve`]). Answers are counted in
//! `o200k_base` tokens where those of all contenders are known in them ([`crate::writing`]), and so are prompts
//! ([`crate::prompt_tokens`]).

use cost::TokenSource;

use crate::evidence::Middles;
use crate::metric_summary::value;
use crate::middle::median;
use crate::prompt_curve::PromptCurve;
use crate::prompt_slope::PromptSlope;
use crate::prompt_tokens::{LENGTHS_APART, OwnTokens};
use crate::request::{MeasuredRequest, Outcome};
use crate::slope_end::SlopeEnd;
use crate::writing::Writing;
use measure::{LEAST_PROMPT_TOKENS, Metric};

/// Prompts within this ratio of a measured length count as measured.
const ABOUT: f64 = 1.25;

/// The latency model of a contender.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct LatencyModel {
    /// Which contender.
    pub place: u32,
    /// Time to first token at the measured prompts, in milliseconds.
    pub wait_ms: f64,
    /// Visible thinking, in milliseconds.
    pub think_ms: f64,
    /// How the answer is written.
    pub writing: Writing,
    /// Whether answers are counted in `o200k_base` tokens; otherwise in the server's own.
    pub is_neutral: bool,
    /// Lengths of the shortest and longest measured answers, in tokens.
    pub measured: (f64, f64),
    /// The prompts.
    pub prompts: Prompts,
    /// The prompts in `o200k_base` tokens, if the text of every one is known in them.
    neutral_prompts: Option<Prompts>,
}

/// What is known about prompt lengths, in uncached input tokens.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Prompts {
    /// Median of the measured lengths; absent if nobody counted them.
    pub at: Option<f64>,
    /// The shortest and the longest.
    pub measured: (f64, f64),
    /// What a token adds to TTFT; absent unless prompts of different lengths were measured.
    pub slope: Option<PromptSlope>,
    /// The times at the measured lengths, if they surely lie on no straight line.
    pub curve: Option<PromptCurve>,
    /// Where in its interval that is taken.
    pub end: SlopeEnd,
    /// Whether they are `o200k_base` tokens; otherwise the server's own.
    pub is_neutral: bool,
    /// As how many of its own the server counts them.
    pub own: OwnTokens,
}

impl LatencyModel {
    /// The model of these successful requests; `None` if TTFT or speed is unknown.
    pub(crate) fn of(
        place: u32,
        good: &[&MeasuredRequest],
        counted: Option<TokenSource>,
    ) -> Option<Self> {
        let middle = |of: &dyn Fn(&MeasuredRequest) -> Option<f64>| {
            median(good.iter().filter_map(|one| of(one)).collect())
        };
        let of_one = |one: &MeasuredRequest| Writing::own(one, counted);
        Some(Self {
            place,
            wait_ms: middle(&|one| value(Metric::TtftMs, one, counted))?,
            think_ms: middle(&|one| Some((one.ttfat_ms? - one.ttft_ms?).max(0.0))).unwrap_or(0.0),
            writing: Writing::of(good, &of_one)?,
            is_neutral: false,
            measured: ends(good, &|one| of_one(one)?.length)?,
            prompts: Prompts::of(good),
            neutral_prompts: Prompts::neutral(good),
        })
    }

    /// The same in `o200k_base` tokens, if the texts of these requests are known in them.
    pub(crate) fn in_neutral_tokens(
        self,
        good: &[&MeasuredRequest],
        counted: Option<TokenSource>,
    ) -> Self {
        let of_one = |one: &MeasuredRequest| Writing::neutral(one, counted);
        let lengths = ends(good, &|one| of_one(one)?.length);
        let Some((writing, measured)) = Writing::of(good, &of_one).zip(lengths) else {
            return self;
        };
        Self { writing, measured, is_neutral: true, ..self }
    }

    /// Whether its prompts can be counted in `o200k_base` tokens.
    pub(crate) fn knows_neutral_prompts(&self) -> bool {
        self.neutral_prompts.is_some()
    }

    /// The same with prompts in `o200k_base` tokens, if all are known in them and its answers are; `requests` say as how many
    /// of its own the server counts them.
    pub(crate) fn with_neutral_prompts(self, requests: &[&MeasuredRequest]) -> Self {
        let own = OwnTokens::of(requests, self.writing.own_tokens);
        let prompts = self.neutral_prompts.filter(|_| self.is_neutral);
        let prompts = prompts.map(|prompts| Prompts { own, ..prompts });
        Self { prompts: prompts.unwrap_or(self.prompts), ..self }
    }

    /// The same, by what more requests of the contender, with prompts of other lengths, tell of these.
    pub(crate) fn over_lengths_of(self, all: &[&MeasuredRequest]) -> Self {
        let good: Vec<&MeasuredRequest> =
            all.iter().copied().filter(|one| one.outcome == Outcome::Good).collect();
        let neutral = self.neutral_prompts.zip(Prompts::neutral(&good));
        Self {
            prompts: Prompts { at: self.prompts.at, ..Prompts::of(&good) },
            neutral_prompts: neutral.map(|(these, all)| Prompts { at: these.at, ..all }),
            ..self
        }
    }

    /// The same for a contender whose prompts do not show themselves what an uncached token adds: by its requests and those with
    /// the same prompts that a cache served more of, or less, which are another contender.
    pub(crate) fn with_slope_over(self, both: &[&MeasuredRequest]) -> Self {
        let good: Vec<&MeasuredRequest> =
            both.iter().copied().filter(|one| one.outcome == Outcome::Good).collect();
        let with =
            |own: Prompts, of_both: Prompts| Prompts { slope: own.slope.or(of_both.slope), ..own };
        let neutral =
            |own: Prompts| Prompts::neutral(&good).map_or(own, |of_both| with(own, of_both));
        Self {
            prompts: with(self.prompts, Prompts::of(&good)),
            neutral_prompts: self.neutral_prompts.map(neutral),
            ..self
        }
    }

    /// The same for one run or a part of it, with this model's values where that part has none.
    pub(crate) fn within(&self, middles: &Middles) -> Option<Self> {
        Some(Self {
            wait_ms: middles.ttft_ms?,
            think_ms: middles.think_ms.unwrap_or(self.think_ms),
            writing: if self.is_neutral { middles.neutral_writing } else { middles.writing }?,
            // Its waits are those of its own prompts.
            prompts: Prompts {
                at: if self.prompts.is_neutral {
                    middles.uncached_length
                } else {
                    middles.uncached_tokens
                }
                .or(self.prompts.at),
                end: middles.slope_end,
                ..self.prompts
            },
            ..*self
        })
    }

    /// Time to first token of a prompt of this many uncached tokens, in milliseconds; `None` stands for the measured
    /// prompts.
    pub(crate) fn wait_for_ms(&self, in_tokens: Option<f64>) -> f64 {
        let more = in_tokens.map_or(0.0, |asked| self.prompts.more_ms(asked));
        // Even the shortest prompt has network and queue time.
        (self.wait_ms + more).max(self.wait_ms * 0.1)
    }

    /// Time to the first answer token at the measured prompts, in milliseconds.
    pub(crate) fn start_ms(&self) -> f64 {
        self.wait_ms + self.think_ms
    }

    /// Time to write an answer of `tokens`, in milliseconds.
    pub(crate) fn write_ms(&self, tokens: f64) -> f64 {
        (tokens - self.writing.head).max(0.0) / self.writing.tps * 1e3
    }

    /// Latency at the measured prompts, in milliseconds.
    pub(crate) fn latency_ms(&self, tokens: f64) -> f64 {
        self.latency_of_ms(None, tokens)
    }

    /// Latency of a request with these uncached input tokens, in milliseconds.
    pub(crate) fn latency_of_ms(&self, in_tokens: Option<f64>, tokens: f64) -> f64 {
        self.wait_for_ms(in_tokens) + self.think_ms + self.write_ms(tokens)
    }

    /// Whether answers of this length were measured; otherwise the prediction is extrapolated.
    pub(crate) fn knows(&self, tokens: f64) -> bool {
        (self.measured.0..=self.measured.1).contains(&tokens)
    }

    /// Whether prompts of about this length, or lengths on either side of it, were measured.
    pub(crate) fn knows_prompt(&self, in_tokens: f64) -> bool {
        let (least, most) = self.prompts.measured;
        self.prompts.at.is_some() && (least / ABOUT..=most * ABOUT).contains(&in_tokens)
    }

    /// The length at which both take equally long: `n* = (start_B − start_A) ÷ (1/s_A − 1/s_B)`, where each starts with its
    /// head. `None` if the lines are parallel or cross outside the possible lengths.
    pub(crate) fn break_even(&self, other: &Self) -> Option<f64> {
        let per_token = 1e3 / self.writing.tps - 1e3 / other.writing.tps;
        let start = |one: &Self| one.start_ms() - one.writing.head / one.writing.tps * 1e3;
        let tokens = (start(other) - start(self)) / per_token;
        Some(tokens).filter(|tokens| tokens.is_finite() && *tokens >= 1.0)
    }
}

/// The shortest and the longest answer of these requests; `None` if no length is known.
fn ends(
    good: &[&MeasuredRequest],
    length: &dyn Fn(&MeasuredRequest) -> Option<f64>,
) -> Option<(f64, f64)> {
    let lengths = || good.iter().filter_map(|one| length(one));
    Some((lengths().reduce(f64::min)?, lengths().reduce(f64::max)?))
}

impl Prompts {
    /// How many standard errors reach to the ends of the interval of what other lengths take, that misses it with this
    /// probability; `None` if only one length was measured.
    pub(crate) fn errors_at(&self, level: f64) -> Option<f64> {
        let of_curve = self.curve.as_ref().map(|curve| curve.errors_at(level));
        of_curve.or_else(|| Some(self.slope?.errors_at(level)))
    }

    fn of(good: &[&MeasuredRequest]) -> Self {
        Self::counted(good, MeasuredRequest::uncached_tokens)
    }

    /// The same in `o200k_base` tokens; `None` unless every prompt is known in them.
    fn neutral(good: &[&MeasuredRequest]) -> Option<Self> {
        let are_known = good.iter().all(|one| one.uncached_length().is_some());
        let counted = are_known.then(|| Self::counted(good, MeasuredRequest::uncached_length))?;
        Some(Self { is_neutral: true, ..counted })
    }

    fn counted(good: &[&MeasuredRequest], length: fn(&MeasuredRequest) -> Option<f64>) -> Self {
        let mut known: Vec<(f64, f64, &MeasuredRequest)> = good
            .iter()
            .filter_map(|one| Some((length(one)?, one.ttft_ms?, *one)))
            .filter(|(tokens, ttft, _)| tokens.is_finite() && ttft.is_finite())
            .collect();
        known.sort_by(|(a, ..), (b, ..)| a.total_cmp(b));
        let at = median(known.iter().map(|(tokens, ..)| *tokens).collect());
        let ends = known.first().zip(known.last());
        let measured = ends.map_or((0.0, 0.0), |(least, most)| (least.0, most.0));
        let is_apart = measured.1 >= LENGTHS_APART * measured.0.max(LEAST_PROMPT_TOKENS);
        let slope = is_apart.then(|| PromptSlope::of(&known)).flatten();
        let curve = slope.and_then(|_| PromptCurve::of(&known));
        let (end, own) = (SlopeEnd::Estimate, OwnTokens::SAME);
        Self { at, measured, slope, curve, end, is_neutral: false, own }
    }

    /// How much longer the first token of a prompt of this many uncached tokens takes than that of the measured ones, in
    /// milliseconds; 0 if only one length was measured.
    fn more_ms(&self, asked: f64) -> f64 {
        let Some((at, slope)) = self.at.zip(self.slope) else { return 0.0 };
        // About the same length takes about the same time, however little is known of others.
        let is_about = (at / ABOUT..=at * ABOUT).contains(&asked);
        let end = if is_about && slope.error.is_none() { SlopeEnd::Estimate } else { self.end };
        if let Some(curve) = &self.curve {
            return curve.more_ms(at, asked, end);
        }
        let more = asked - at;
        // No difference takes no time, whatever a token takes.
        if more.total_cmp(&0.0).is_eq() { 0.0 } else { more * slope.at(end) }
    }
}

#[cfg(test)]
#[path = "latency_model_tests.rs"]
mod tests;
