//! What a lane takes at the shortest and at the longest of its prompts, where these are of very different length.
//!
//! The median of a wait over prompts of 90 and of 8,000 tokens is a time that no request had. So the text of a race quotes two instead, each
//! over prompts of about one length, as Compare does.

use measure::{Metric, Spread};

use crate::result::sample::Sample;
use crate::result::summary::summed_up;

/// The requests of a lane whose prompts are of about one length.
#[derive(Debug, Clone)]
pub struct PromptEnd<'a> {
    /// Input tokens of one request, as the server counts; the median, or the mean below five requests.
    pub in_tokens: f64,
    requests: Vec<&'a Sample>,
}

impl<'a> PromptEnd<'a> {
    fn of(requests: Vec<&'a Sample>) -> Option<Self> {
        let tokens = requests.iter().filter_map(|sample| sample.in_tokens_server);
        let in_tokens = Spread::of(tokens.map(f64::from))?.middle();
        Some(Self { in_tokens, requests })
    }

    /// How many requests these are.
    pub fn n(&self) -> usize {
        self.requests.len()
    }

    /// The median of a metric over them, in its unit; the mean below five requests.
    pub fn value(&self, metric: Metric) -> Option<f64> {
        let values = self.requests.iter().filter_map(|sample| sample.value(metric));
        Some(Spread::of(values)?.middle())
    }
}

/// The shortest and the longest prompts of these requests; `None` where all are of about one length, or the length of none is known.
pub(crate) fn prompt_ends(samples: &[Sample]) -> Option<[PromptEnd<'_>; 2]> {
    let good = summed_up(samples);
    let tokens = |sample: &Sample| sample.in_tokens_server.map(f64::from);
    let (short, long) = measure::prompt_ends(good.iter().filter_map(|sample| tokens(sample)))?;
    let of = |is_wanted: &dyn Fn(f64) -> bool| {
        let own = good.iter().copied().filter(|sample| tokens(sample).is_some_and(is_wanted));
        PromptEnd::of(own.collect())
    };
    Some([of(&|tokens| tokens <= short)?, of(&|tokens| tokens >= long)?])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::result::status::Status;
    use crate::testing::{lane, sample};

    fn asked(tokens: u32, ttft_ms: f64) -> Sample {
        let mut one = sample(Status::Ok);
        one.in_tokens_server = Some(tokens);
        one.speed.ttft_ms = Some(ttft_ms);
        one
    }

    #[test]
    fn prompts_of_very_different_lengths_have_two_waits_and_feel_like_nothing() {
        let rows = [(90, 81.0), (1_705, 393.0), (8_505, 1_755.0)];
        let mut lane = lane((0..4).flat_map(|_| rows).map(|(tokens, ms)| asked(tokens, ms)));
        lane.summary = crate::result::summary::summary(&lane.samples);
        let ends = lane.prompt_ends().expect("they are far apart");
        let told = ends.map(|end| (end.in_tokens, end.n(), end.value(Metric::TtftMs)));
        assert_eq!(told, [(90.0, 4, Some(81.0)), (8_505.0, 4, Some(1_755.0))]);
        assert_eq!(lane.feelings().get("ttft_ms"), None, "no request had their median");
    }

    #[test]
    fn prompts_of_about_one_length_have_one_wait() {
        let mut alike = lane((0..6).map(|at| asked(1_000 + 40 * at, 100.0)));
        alike.summary = crate::result::summary::summary(&alike.samples);
        assert!(alike.prompt_ends().is_none());
        assert_eq!(alike.feelings().get("ttft_ms").map(String::as_str), Some("instant"));
        assert!(
            lane([asked(2, 80.0), asked(15, 81.0)]).prompt_ends().is_none(),
            "no wait shows it"
        );
        assert!(lane([sample(Status::Ok)]).prompt_ends().is_none(), "unknown is not different");
    }
}
