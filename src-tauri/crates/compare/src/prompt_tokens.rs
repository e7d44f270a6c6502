//! As how many tokens of its own a server counts a prompt whose length is given in `o200k_base` tokens.
//!
//! Servers whose tokenizers cut one text into more tokens are not asked more. So what a contender takes for a prompt of a length is
//! predicted in `o200k_base` tokens where all prompts are known in them, and its price is for as many tokens as it would count.

use measure::LEAST_PROMPT_TOKENS;

use crate::middle::median;
use crate::request::MeasuredRequest;

/// Minimum ratio of the longest to the shortest measured prompt that shows what a token adds.
pub(crate) const LENGTHS_APART: f64 = 2.0;
/// Prompts of fewer tokens show little of how a text is cut: the template around them is a large part of what is counted.
const LONG: f64 = 256.0;
/// The most tokens of a template around a prompt.
const TEMPLATE: f64 = 64.0;

/// The server's count of a prompt, `each · length + beside`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct OwnTokens {
    /// Tokens of the server for each of the prompt.
    each: f64,
    /// The fewest and the most of one request.
    range: (f64, f64),
    /// Tokens of the template around it.
    beside: f64,
}

impl OwnTokens {
    /// Those of a length that is given in the server's own.
    pub(crate) const SAME: Self = Self { each: 1.0, range: (1.0, 1.0), beside: 0.0 };

    /// Those of a server that sent this usage with these requests: by the line between the shortest and the longest prompt, or, where
    /// they are of one length, by that length if it is long and otherwise by `of_answers`, the tokens for each of its answers.
    pub(crate) fn of(requests: &[&MeasuredRequest], of_answers: f64) -> Self {
        let mut known: Vec<(f64, f64)> = requests
            .iter()
            .filter_map(|one| Some((one.prompt_length()?, one.in_tokens?)))
            .filter(|(length, counted)| *length > 0.0 && counted.is_finite())
            .collect();
        known.sort_by(|(a, _), (b, _)| a.total_cmp(b));
        let Some(((least, _), (most, _))) = known.first().zip(known.last()) else {
            return Self { each: of_answers, range: (of_answers, of_answers), beside: 0.0 };
        };
        let (least, most) = (*least, *most);
        let at = |length: f64| {
            let same = known.iter().filter(|(own, _)| own.total_cmp(&length).is_eq());
            median(same.map(|(_, counted)| *counted).collect()).unwrap_or(length)
        };
        let each = if most >= LENGTHS_APART * least.max(LEAST_PROMPT_TOKENS) {
            (at(most) - at(least)) / (most - least)
        } else if most >= LONG {
            at(most) / most
        } else {
            of_answers
        };
        let each = if each > 0.0 { each } else { of_answers };
        let beside =
            median(known.iter().map(|(length, counted)| counted - each * length).collect());
        let beside = beside.unwrap_or(0.0).clamp(0.0, TEMPLATE);
        let range = if most >= LONG {
            let shares = || known.iter().map(|(length, counted)| (counted - beside) / length);
            (shares().fold(each, f64::min), shares().fold(each, f64::max))
        } else {
            (each, each)
        };
        Self { each, range, beside }
    }

    /// With the fewest, or the most, tokens of one request for each.
    pub(crate) fn at(self, end: fn((f64, f64)) -> f64) -> Self {
        Self { each: end(self.range), ..self }
    }

    /// Those of a prompt of this length.
    pub(crate) fn whole(&self, length: f64) -> f64 {
        self.part(length) + self.beside
    }

    /// Those of a part of a prompt, without the template.
    pub(crate) fn part(&self, length: f64) -> f64 {
        self.each * length
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::{is, rounds};

    /// What a server counts that takes 1.5 tokens for each, and 9 for its template.
    fn counted(lengths: &[f64], of_answers: f64) -> OwnTokens {
        let requests = rounds("a", lengths, |one, length| {
            one.prompt_tokens = Some(length);
            one.in_tokens = Some(9.0 + 1.5 * length);
        });
        OwnTokens::of(&requests.iter().collect::<Vec<_>>(), of_answers)
    }

    #[test]
    fn two_lengths_tell_the_tokenizer_from_the_template() {
        let own = counted(&[100.0, 100.0, 4_000.0], 1.2);
        assert!(is(own.whole(2_000.0), 3_009.0), "{own:?}");
        assert!(is(own.part(2_000.0), 3_000.0), "what a cache holds has none: {own:?}");
    }

    #[test]
    fn a_short_prompt_is_counted_as_its_answers_are_and_a_long_one_by_itself() {
        let short = counted(&[8.0, 8.0], 1.5);
        assert!(is(short.whole(8_000.0), 12_009.0), "21 of 8 are no 2.6 for each: {short:?}");
        let long = counted(&[1_000.0, 1_000.0], 1.2);
        assert!(is(long.whole(1_000.0), 1_509.0), "as it was counted: {long:?}");
        assert!(is(long.whole(10_000.0), 15_090.0), "at 1.509 for each: {long:?}");
    }

    #[test]
    fn a_server_that_counts_no_prompts_is_taken_to_count_them_as_its_answers() {
        let mut requests = rounds("a", &[(); 3], |one, ()| one.in_tokens = None);
        for one in &mut requests {
            one.prompt_tokens = Some(500.0);
        }
        let own = OwnTokens::of(&requests.iter().collect::<Vec<_>>(), 1.2);
        assert!(is(own.whole(500.0), 600.0), "{own:?}");
    }
}
