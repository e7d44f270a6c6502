//! What a lane takes at the shortest and at the longest of its prompts, where these are of very different length.
//!
//! The median of a wait over prompts of 90 and of 8,000 tokens is a time that no request had. So the text of a race quotes two instead, each
//! over prompts of about one length, as Compare does.

use measure::AtPromptLength;

use crate::result::sample::Sample;
use crate::result::summary::summed_up;

/// The shortest and the longest prompts of these requests; `None` where all are of about one length, or the length of none is known.
pub(crate) fn prompt_ends(samples: &[Sample]) -> Option<[AtPromptLength; 2]> {
    let in_tokens = |sample: &&Sample| sample.in_tokens_server.map(f64::from);
    AtPromptLength::ends(&summed_up(samples), &in_tokens, &|sample, metric| sample.value(metric))
}

#[cfg(test)]
mod tests {
    use measure::Metric;

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
        let told = ends.map(|end| (end.in_tokens, end.n, end.value(Metric::TtftMs)));
        assert_eq!(told, [(90.0, 4, Some(81.0)), (8_505.0, 4, Some(1_755.0))]);
        assert_eq!(lane.feelings().get("ttft_ms"), None, "no request had their median");
        let told = crate::testing::run(vec![lane]).into_document().lanes.remove(0);
        let at = told.at_prompt_lengths.iter().map(|end| (end.in_tokens, end.n, end.ttft_ms));
        let expected = [(90.0, 4, Some(81.0)), (8_505.0, 4, Some(1_755.0))];
        assert_eq!(at.collect::<Vec<_>>(), expected, "documents have both");
        let budgets: Vec<&str> = told.uncertainty.keys().map(String::as_str).collect();
        assert!(!budgets.contains(&"ttft_ms"), "what nobody quotes has no ±: {budgets:?}");
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
