//! How fast a contender writes its answers: in the tokens of its server, or in those of one tokenizer for all.
//!
//! Servers whose tokenizers cut one text into more tokens are not faster. So what a contender takes for an answer of a length is
//! predicted in `o200k_base` tokens, where the texts of all are known in them, and its price is for as many tokens of its own as
//! such an answer has.

use cost::TokenSource;
use measure::{Metric, TextOfSpeeds};

use crate::metric_summary::value;
use crate::middle::median;
use crate::request::MeasuredRequest;

/// The middle of how some requests wrote their answers, in one kind of tokens.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Writing {
    /// Speed of the answer, in tokens per second.
    pub tps: f64,
    /// Answer tokens that came with the first read and took no time; 0 if that is not known.
    pub head: f64,
    /// Tokens of the server for each of these.
    pub own_tokens: f64,
    /// The fewest and the most of one answer.
    pub own_tokens_range: (f64, f64),
}

/// How many more tokens one text may take than another by one tokenizer.
const ALIKE: f64 = 1.1;

impl Writing {
    /// Whether both may be of one tokenizer.
    pub(crate) fn may_share_a_tokenizer(&self, other: &Self) -> bool {
        let ((low, high), (other_low, other_high)) =
            (self.own_tokens_range, other.own_tokens_range);
        low <= other_high * ALIKE && other_low <= high * ALIKE
    }

    /// The middles of these requests; `None` if none has a speed.
    pub(crate) fn of(
        requests: &[&MeasuredRequest],
        of_one: &dyn Fn(&MeasuredRequest) -> Option<RequestWriting>,
    ) -> Option<Self> {
        let all: Vec<RequestWriting> = requests.iter().filter_map(|one| of_one(one)).collect();
        let middle =
            |of: fn(&RequestWriting) -> Option<f64>| median(all.iter().filter_map(of).collect());
        Some(Self {
            tps: middle(|one| Some(one.tps)).filter(|tps| *tps > 0.0)?,
            head: middle(|one| one.head).unwrap_or(0.0),
            own_tokens: middle(|one| Some(one.own_tokens))?,
            own_tokens_range: (
                all.iter().map(|one| one.own_tokens).reduce(f64::min)?,
                all.iter().map(|one| one.own_tokens).reduce(f64::max)?,
            ),
        })
    }

    /// How one request wrote, in its server's tokens.
    pub(crate) fn own(
        request: &MeasuredRequest,
        counted: Option<TokenSource>,
    ) -> Option<RequestWriting> {
        RequestWriting::of(request, counted, 1.0)
    }

    /// How one request wrote, in `o200k_base` tokens; `None` if its text is not known in them.
    pub(crate) fn neutral(
        request: &MeasuredRequest,
        counted: Option<TokenSource>,
    ) -> Option<RequestWriting> {
        RequestWriting::of(request, counted, tokens_per_neutral(request, counted)?)
    }
}

/// How one request wrote its answer.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct RequestWriting {
    tps: f64,
    head: Option<f64>,
    own_tokens: f64,
    /// Length of the answer.
    pub(crate) length: Option<f64>,
}

impl RequestWriting {
    fn of(
        request: &MeasuredRequest,
        counted: Option<TokenSource>,
        own_tokens: f64,
    ) -> Option<Self> {
        let tps = answer_speed(request, counted)? / own_tokens;
        let answer = request.answer_tokens().filter(|_| request.counted == counted);
        let length = answer.map(|answer| answer / own_tokens);
        let started_ms = request.ttfat_ms.or(request.ttft_ms);
        let writing_ms = request.latency_ms.zip(started_ms).map(|(end, start)| end - start);
        let head =
            length.zip(writing_ms).map(|(length, ms)| (length - ms / 1e3 * tps).clamp(0.0, length));
        Some(Self { tps, head, own_tokens, length })
    }
}

/// The speed of the answer alone, in the server's tokens; for a request without visible thinking, its output speed.
pub(crate) fn answer_speed(request: &MeasuredRequest, counted: Option<TokenSource>) -> Option<f64> {
    let own = value(Metric::AnswerTps, request, counted);
    own.or_else(|| value(Metric::DecodeTps, request, counted)).filter(|tps| *tps > 0.0)
}

/// What the output speeds of some requests are of. Of reasoning that is not shown word for word, the output speed is that of the
/// answer.
pub(crate) fn text_of_speeds(
    requests: &[&MeasuredRequest],
    counted: Option<TokenSource>,
) -> TextOfSpeeds {
    let of_one = |request: &MeasuredRequest| {
        let own = value(Metric::DecodeTps, request, counted)?;
        let is_shown_first = request.ttft_ms.zip(request.ttfat_ms).is_some_and(|(a, b)| a < b);
        let is_counted = request.reasoning_tokens.is_some_and(|tokens| tokens > 0.0);
        let has_reasoned = is_shown_first || is_counted;
        let is_alone = value(Metric::AnswerTps, request, counted) == Some(own);
        Some(TextOfSpeeds {
            has_reasoning: has_reasoned && !is_alone,
            has_answers_alone: has_reasoned && is_alone,
        })
    };
    requests.iter().filter_map(|request| of_one(request)).collect()
}

/// Tokens of the server for each `o200k_base` token of the answer. Where both rates are of the reasoning's text as well, that is by the
/// answer's own tokens, and `None` if these are not known: a server may count more reasoning than it shows, which makes no token of the
/// answer shorter.
fn tokens_per_neutral(request: &MeasuredRequest, counted: Option<TokenSource>) -> Option<f64> {
    let own = value(Metric::DecodeTps, request, counted).filter(|tps| *tps > 0.0)?;
    let has_reasoned = request.reasoning_tokens.is_some_and(|tokens| tokens > 0.0);
    // Where the reasoning is not shown, the output speed is that of the answer.
    let is_of_the_answer = value(Metric::AnswerTps, request, counted) == Some(own);
    if has_reasoned && !is_of_the_answer {
        let neutral = request.answer_neutral.filter(|tokens| *tokens > 0.0)?;
        return Some(request.answer_tokens()? / neutral);
    }
    let neutral = value(Metric::NeutralTps, request, counted).filter(|tps| *tps > 0.0)?;
    Some(own / neutral)
}

#[cfg(test)]
#[path = "writing_tests.rs"]
mod tests;
