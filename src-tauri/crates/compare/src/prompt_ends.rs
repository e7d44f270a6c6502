//! What a contender takes at the shortest and at the longest of its prompts, where these are of very different length.
//!
//! The median of a wait over prompts of 1 and of 7,000 tokens is a time that no request had. So no sentence quotes it: it quotes the
//! medians at both ends, each over prompts of about one length.

use measure::{AtPromptLength, Phrase};

use crate::request::MeasuredRequest;
use crate::wording::cards as say;

/// The shortest and the longest prompts of these requests; `None` where all are of about one length.
pub(crate) fn prompt_ends(requests: &[&MeasuredRequest]) -> Option<[AtPromptLength; 2]> {
    AtPromptLength::ends(requests, &|one| one.in_tokens, &|one, metric| one.value(metric))
}

/// A number as a sentence quotes it: itself or, where there are ends, the numbers at both.
pub(crate) fn figure(
    value: f64,
    ends: Option<[(f64, f64); 2]>,
    written: &dyn Fn(f64) -> Phrase,
) -> Phrase {
    match ends {
        Some([(least, short), (most, long)]) => {
            say::at_two_lengths(written(short), least.into(), written(long), most.into())
        }
        None => written(value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::champion::champions;
    use crate::contender::ContenderSummary;
    use crate::cost_speed_axes::CostOf;
    use crate::fixtures::{gathered, is, rounds, settled};
    use crate::like_for_like::are_asked_as_much;
    use crate::workload::Workload;

    /// Two races of six rounds, of prompts of 1 and of 7,125 tokens.
    fn of_two_lengths(provider: &str, by: f64) -> Vec<MeasuredRequest> {
        [("1", 1.0, 52.0), ("2", 7_125.0, 770.0)]
            .into_iter()
            .flat_map(|(run, tokens, ms)| {
                rounds(provider, &[(); 6], |one, ()| {
                    (one.run, one.prompt) = (run.to_owned(), format!("prompt {run}"));
                    one.in_tokens = Some(tokens);
                    (one.ttft_ms, one.ttfat_ms) = (Some(ms * by), Some(ms * by));
                })
            })
            .collect()
    }

    #[test]
    fn no_card_quotes_a_median_that_no_prompt_had() {
        let points = [of_two_lengths("a", 1.0), of_two_lengths("b", 1.5)].concat();
        let groups = gathered(&points);
        let all: Vec<&ContenderSummary> = groups.iter().map(|group| &group.contender).collect();
        let cards =
            champions(&all, (CostOf::Request, 3.0), &Workload::default(), &settled(&groups));
        assert_eq!(
            cards[0].figure.to_string(),
            "0.052 s at 1 token in, 0.77 s at 7,125",
            "and not 0.41 s"
        );
        assert_eq!(
            cards[2].figure.to_string(),
            "$0.0010 a request at 1 token in, $0.0010 a request at 7,125",
            "what costs by the prompt as well"
        );
        assert_eq!(all[0].feels.get("ttft_ms"), None, "and no wait feels like it");
        let alike = rounds("a", &[198.0, 203.0, 3.0 + 198.0], |one, n| one.in_tokens = Some(n));
        assert!(gathered(&alike)[0].contender.at_prompt_lengths.is_empty(), "about one length");
        let few = rounds("a", &[3.0, 15.0], |one, n| one.in_tokens = Some(n));
        assert!(gathered(&few)[0].contender.at_prompt_lengths.is_empty(), "no wait shows them");
    }

    #[test]
    fn each_end_is_of_prompts_of_about_its_length() {
        let requests = rounds(
            "a",
            &[(100.0, 50.0), (110.0, 60.0), (900.0, 500.0), (4_000.0, 700.0)],
            |one, (tokens, ms)| {
                (one.in_tokens, one.ttft_ms) = (Some(tokens), Some(ms));
            },
        );
        let [short, long] = prompt_ends(&requests.iter().collect::<Vec<_>>()).expect("far apart");
        assert_eq!((short.n, long.n), (2, 1), "the one between is at neither end");
        assert!(is(short.in_tokens, 105.0) && is(short.ttft_ms.unwrap(), 55.0), "{short:?}");
        assert!(is(long.in_tokens, 4_000.0) && is(long.ttft_ms.unwrap(), 700.0), "{long:?}");
    }

    #[test]
    fn equal_medians_of_different_lengths_are_not_asked_as_much() {
        let of = |name: &str, lengths: &[f64]| {
            rounds(name, lengths, |one, tokens| one.in_tokens = Some(tokens))
        };
        let points =
            [of("a", &[10.0, 2_000.0, 2_000.0]), of("b", &[2_000.0, 2_000.0, 50_000.0])].concat();
        let groups = gathered(&points);
        let own: Vec<&ContenderSummary> = groups.iter().map(|group| &group.contender).collect();
        assert!(!are_asked_as_much(own[0], own[1]), "the median of both is 2,000");
        assert!(!are_asked_as_much(own[0], own[0]), "what is pooled is of no length");
    }
}
