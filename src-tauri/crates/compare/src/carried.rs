//! What whole requests are measured by beside their times and speeds: when tools were called, what an image takes, what came from the cache and from a
//! prediction, and which service tier answered.

use std::collections::BTreeMap;

use measure::{CacheTime, Metric};
use serde::Serialize;

use crate::image_time::{ImageTime, image_time};
use crate::metric_summary::MetricSummary;
use crate::request::{MeasuredRequest, small};

/// A service tier, and how many requests it answered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, specta::Type)]
pub struct AnsweredTier {
    /// The tier in the server's own word.
    pub tier: String,
    /// Successful requests that it answered.
    pub requests: u32,
}

/// What a contender's whole requests are measured by. Each number covers the successful requests that have it.
#[derive(Debug, Clone, PartialEq, Serialize, specta::Type)]
pub struct CarriedSummary {
    /// Time to first tool call, in milliseconds.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tool_call_ms: Option<MetricSummary>,
    /// Time to complete arguments of the first call, in milliseconds.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tool_arguments_ms: Option<MetricSummary>,
    /// What each image takes in time to first token, beside lanes that were asked the same with fewer.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub per_image: Option<ImageTime>,
    /// Share of the input that the server reports to have read from its cache, 0 to 1.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cached_share: Option<MetricSummary>,
    /// What the cache saved in time to first token, beside the same requests without it.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cache_time: Option<CacheTime>,
    /// Tokens of the predicted output that an answer took over.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub accepted_prediction_tokens: Option<MetricSummary>,
    /// Tokens of the predicted output that are not in an answer.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rejected_prediction_tokens: Option<MetricSummary>,
    /// The service tiers that answered, as the server names them, those of most requests first; empty if it names none.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub answered_tiers: Vec<AnsweredTier>,
}

/// The metrics of [`CarriedSummary`], in reading order.
pub const CARRIED: [Metric; 5] = [
    Metric::ToolCallMs,
    Metric::ToolArgumentsMs,
    Metric::CachedShare,
    Metric::AcceptedPredictionTokens,
    Metric::RejectedPredictionTokens,
];

impl CarriedSummary {
    /// The summary of one of [`CARRIED`].
    pub fn summary(&self, metric: Metric) -> Option<&MetricSummary> {
        match metric {
            Metric::ToolCallMs => self.tool_call_ms.as_ref(),
            Metric::ToolArgumentsMs => self.tool_arguments_ms.as_ref(),
            Metric::CachedShare => self.cached_share.as_ref(),
            Metric::AcceptedPredictionTokens => self.accepted_prediction_tokens.as_ref(),
            Metric::RejectedPredictionTokens => self.rejected_prediction_tokens.as_ref(),
            _ => None,
        }
    }
}

/// Summarises the requests of a contender that succeeded, each number by `summary`; `None` if nothing is known.
pub(crate) fn carried(
    answered: &[&MeasuredRequest],
    summary: impl Fn(Metric) -> Option<MetricSummary>,
) -> Option<CarriedSummary> {
    let found = CarriedSummary {
        tool_call_ms: summary(Metric::ToolCallMs),
        tool_arguments_ms: summary(Metric::ToolArgumentsMs),
        per_image: image_time(answered),
        cached_share: summary(Metric::CachedShare),
        // The requests without the cache are another contender's.
        cache_time: None,
        accepted_prediction_tokens: summary(Metric::AcceptedPredictionTokens),
        rejected_prediction_tokens: summary(Metric::RejectedPredictionTokens),
        answered_tiers: tiers(answered),
    };
    let is_known = CARRIED.into_iter().any(|metric| found.summary(metric).is_some());
    (is_known || found.per_image.is_some() || !found.answered_tiers.is_empty()).then_some(found)
}

fn tiers(answered: &[&MeasuredRequest]) -> Vec<AnsweredTier> {
    let mut each: BTreeMap<&str, usize> = BTreeMap::new();
    for tier in answered.iter().filter_map(|one| one.answered_tier.as_deref()) {
        *each.entry(tier).or_default() += 1;
    }
    let told = |(tier, requests): (&str, usize)| AnsweredTier {
        tier: tier.to_owned(),
        requests: small(requests),
    };
    let mut tiers: Vec<AnsweredTier> = each.into_iter().map(told).collect();
    tiers.sort_by_key(|one| std::cmp::Reverse(one.requests));
    tiers
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::carried_numbers::CarriedNumbers;
    use crate::fixtures::{gathered, rounds};
    use crate::request::Outcome;

    #[test]
    fn what_whole_requests_are_measured_by_is_summed_up_over_those_that_have_it() {
        let calls = [Some(300.0), None, Some(500.0)];
        let mut points = rounds("a", &calls, |one, at| {
            let numbers = CarriedNumbers {
                tool_call_ms: at,
                tool_arguments_ms: at.map(|at| at + 100.0),
                ..CarriedNumbers::default()
            };
            (one.carried, one.cached_tokens) = (numbers.boxed(), Some(250.0));
            one.answered_tier = Some("flex".into());
        });
        points.push(MeasuredRequest {
            outcome: Outcome::Failed,
            answered_tier: Some("flex".into()),
            ..points[0].clone()
        });
        let groups = gathered(&points);
        let found = groups[0].contender.carried.as_ref().expect("tools were called");
        let known = |metric| found.summary(metric).map(|all| (all.spread.n, all.middle));
        assert_eq!(known(Metric::ToolCallMs), Some((2, 400.0)), "one called none, one failed");
        assert_eq!(known(Metric::ToolArgumentsMs), Some((2, 500.0)));
        assert_eq!(known(Metric::CachedShare), Some((3, 0.25)), "of 1,000 input tokens");
        assert_eq!(known(Metric::AcceptedPredictionTokens), None, "nothing was predicted");
        let flex = AnsweredTier { tier: "flex".to_owned(), requests: 3 };
        assert_eq!(found.answered_tiers, [flex], "of those that succeeded");
    }

    #[test]
    fn of_requests_without_any_of_it_nothing_is_said() {
        let plain = rounds("a", &[(), ()], |_, ()| {});
        assert_eq!(gathered(&plain)[0].contender.carried, None, "no zero stands for it");
        assert_eq!(CarriedNumbers::default().boxed(), None, "and it takes no place");
    }
}
