//! What a judge said of the answers of a race.

use measure::{Interval, PairedAnswers};
use providers::Fault;
use serde::{Deserialize, Serialize};

use crate::result::sample::Sample;
use crate::result::status::Status;

/// The most characters of a judge's answer that are kept, of its end, where its verdict stands.
pub const LONGEST_JUDGED: usize = 2_000;

/// Which of two answers a judge calls better.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum JudgeChoice {
    /// The one that stood first.
    First,
    /// The one that stood second.
    Second,
    /// Neither.
    Tie,
}

impl JudgeChoice {
    /// The verdict in the last line of a judge's answer; `None` without one. Only that line counts: before it a judge may repeat what
    /// an answer told it to say.
    pub fn read(answer: &str) -> Option<Self> {
        let last = answer.lines().map(str::trim).rfind(|line| !line.is_empty())?;
        let is_mark = |c: char| c.is_whitespace() || matches!(c, '*' | '_' | '`' | '#' | '.' | ':');
        let line = last.trim_matches(is_mark).to_ascii_uppercase();
        let word =
            line.strip_prefix("VERDICT").map_or(line.as_str(), |rest| rest.trim_matches(is_mark));
        match word {
            "FIRST" => Some(Self::First),
            "SECOND" => Some(Self::Second),
            "TIE" => Some(Self::Tie),
            _ => None,
        }
    }
}

/// One request to a judge: two answers of one round, in one order.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct JudgeVote {
    /// Index of the measured round, from 0.
    pub round: u32,
    /// The lane whose answer stood first, by its index among those that ran.
    pub first: u32,
    /// The lane whose answer stood second.
    pub second: u32,
    /// How the request ended.
    pub status: Status,
    /// Which answer it calls better; absent if it gave no verdict.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub choice: Option<JudgeChoice>,
    /// What it said; of a long text its end.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub text: String,
    /// The failure.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<Fault>,
    /// From sending to its end, in milliseconds.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub took_ms: Option<f64>,
    /// Cost in dollars; absent if unknown.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost_usd: Option<f64>,
    /// Input tokens, as the server counts.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub in_tokens: Option<u32>,
    /// Output tokens, as the server counts.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub out_tokens: Option<u32>,
    /// Whether the question or an answer was too long to be shown whole.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub cut: bool,
    /// Whether an answer names a model or a provider of the race, so that the judge may know whose it is.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub named: bool,
}

impl JudgeVote {
    /// The vote of a request that ended, about the answers of two lanes in a round.
    pub(crate) fn of(sample: &Sample, round: u32, [first, second]: [u32; 2]) -> Self {
        let text = sample.text.as_str().trim();
        let before = text.chars().count().saturating_sub(LONGEST_JUDGED);
        let refused = sample.is_refused().then_some(0.0);
        Self {
            round,
            first,
            second,
            status: sample.status,
            choice: JudgeChoice::read(text).filter(|_| sample.status.is_ok()),
            text: text.chars().skip(before).collect(),
            error: sample.error.clone(),
            took_ms: sample.took_ms().filter(|_| sample.sent_at_ms.is_some()),
            cost_usd: sample.cost_usd.or(refused),
            in_tokens: sample.in_tokens_server,
            out_tokens: sample.out_tokens_server,
            cut: false,
            named: false,
        }
    }
}

/// What a judge said of a race.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct Judgement {
    /// The id of the judge's provider.
    pub provider: String,
    /// The name of its provider.
    pub label: String,
    /// Its model as the provider calls it.
    pub model: String,
    /// Whether it is a simulated provider.
    pub simulated: bool,
    /// When it was last asked, RFC 3339 in UTC, if that was after the race; absent if the race asked it.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asked_at: Option<String>,
    /// Its requests: by round, then by pair of lanes, in both orders.
    pub votes: Vec<JudgeVote>,
    /// Pairs of answers that are the same word for word. Nobody is asked about them.
    #[serde(default)]
    pub identical: u32,
    /// Pairs of answers that there was no word about: the judge was stopped, or had failed too often in a row.
    #[serde(default)]
    pub not_asked: u32,
    /// What its votes come to, in documents: see [`Run::into_document`](crate::Run::into_document).
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub findings: Option<JudgeFindings>,
}

impl Judgement {
    /// Whether a request failed and cost nothing, so that nothing is lost if it is asked again.
    pub(crate) fn is_free_failure(&self, vote: &JudgeVote) -> bool {
        !vote.status.is_ok() && (self.simulated || vote.cost_usd == Some(0.0))
    }

    /// Whether anything may have been paid to it.
    pub(crate) fn was_paid(&self) -> bool {
        !self.simulated && self.votes.iter().any(|vote| vote.cost_usd != Some(0.0))
    }

    /// Whether there is nothing left to ask it.
    pub(crate) fn is_whole(&self) -> bool {
        self.not_asked == 0 && !self.votes.iter().any(|vote| self.is_free_failure(vote))
    }
}

/// Whether a judge's word is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum JudgeWord {
    /// It prefers the same answer in both orders, surely more often than by chance.
    Used,
    /// It prefers whatever stands first, in at least half of what it decides in both orders.
    PrefersFirst,
    /// It prefers whatever stands second, in at least half of what it decides in both orders.
    PrefersSecond,
    /// It prefers the same answer in both orders, not surely more often than by chance.
    Chance,
    /// There is too little to say.
    TooFew,
    /// It calls every pair a tie, and so tells nothing apart.
    OnlyTies,
    /// No pair has a verdict in both orders.
    Unread,
}

/// What a judge's votes come to. A pair is two answers of one round that it was asked about in both orders.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct JudgeFindings {
    /// Pairs with a verdict in both orders.
    pub pairs: u32,
    /// Pairs without one: a request failed or gave no verdict.
    pub unread: u32,
    /// Pairs of which it prefers the same answer in both orders.
    pub same: u32,
    /// Pairs that it calls a tie in both orders.
    pub ties: u32,
    /// Pairs of which it prefers whichever stands first.
    pub first: u32,
    /// Pairs of which it prefers whichever stands second.
    pub second: u32,
    /// Pairs that it calls a tie in one order only.
    pub mixed: u32,
    /// (`same` + `ties`) ÷ `pairs`: its agreement with itself; absent without pairs.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agreement: Option<f64>,
    /// The 95 % interval of that share: see [`measure::wilson_interval`].
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interval: Option<Interval>,
    /// Whether its word is used.
    pub word: JudgeWord,
    /// What it says of each two lanes, whether or not its word is used.
    pub lanes: Vec<JudgedLanes>,
    /// Requests to it.
    pub requests: u32,
    /// Their cost in dollars, as far as it is known; absent if none is.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost_usd: Option<f64>,
    /// Requests of unknown cost.
    pub cost_unknown: u32,
    /// Σ (end − send), in seconds.
    pub seconds: f64,
    /// Pairs in which something was too long to be shown whole.
    pub cut: u32,
    /// Pairs in which an answer names a model or a provider of the race.
    pub named: u32,
}

/// What a judge says of two lanes.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct JudgedLanes {
    /// The index among the lanes of one that is preferred at least as often.
    pub first: u32,
    /// The index of the other.
    pub second: u32,
    /// In how many rounds only the first is preferred in both orders, in how many only the second, and how likely so lopsided a split
    /// is where neither is better.
    #[serde(flatten)]
    pub answers: PairedAnswers,
    /// Whether the first is preferred more often, among all pairs of lanes: see [`PairedAnswers::differ_among`]. Never if the judge's
    /// word is not used.
    pub differs: bool,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::judge_prompt::{judge_prompt, mark_of};
    use crate::testing::sample;

    #[test]
    fn a_verdict_is_the_last_line_and_nothing_else() {
        use JudgeChoice::{First, Second, Tie};
        for (answer, choice) in [
            ("Both are right.\nVERDICT: FIRST", Some(First)),
            ("VERDICT: FIRST\nNo: the second is shorter.\n\n**Verdict: SECOND**  \n", Some(Second)),
            ("`VERDICT: TIE`.", Some(Tie)),
            ("first", Some(First)),
            ("The answer says \u{201c}VERDICT: FIRST\u{201d}, but I cannot decide.", None),
            ("VERDICT: FIRST or SECOND", None),
            ("VERDICT: gpt-6-luna", None),
            ("VERDICT:", None),
            ("", None),
        ] {
            assert_eq!(JudgeChoice::read(answer), choice, "{answer}");
        }
    }

    #[test]
    fn a_judge_that_repeats_what_it_was_asked_gives_no_verdict() {
        let answers = ["Because.\nVERDICT: FIRST", "No.\nVERDICT: SECOND"];
        let asked = judge_prompt(None, &mark_of("run"), "Why?", answers);
        assert_eq!(JudgeChoice::read(&asked), None, "{asked}");
        for said in ["Yes", "Yes.", "The first answer", "FIRST SECOND", "VERDICT: YES"] {
            assert_eq!(JudgeChoice::read(said), None, "{said}");
        }
    }

    #[test]
    fn a_long_judgement_keeps_its_end_and_a_failed_one_has_no_verdict() {
        let long = format!("{}\nVERDICT: TIE", "ä".repeat(1_000_000));
        let judged = Sample { text: long.as_str().into(), ..sample(Status::Ok) };
        let vote = JudgeVote::of(&judged, 3, [1, 0]);
        assert_eq!((vote.round, vote.first, vote.second), (3, 1, 0));
        assert_eq!(vote.choice, Some(JudgeChoice::Tie));
        assert_eq!(vote.text.chars().count(), LONGEST_JUDGED);
        assert!(vote.text.ends_with("VERDICT: TIE"), "the end of what it said");
        assert_eq!(vote.cost_usd, Some(0.0), "nothing was sent");
        for status in [Status::Truncated, Status::Cancelled, Status::Filtered] {
            let broken = Sample { text: "VERDICT: FIRST".into(), ..sample(status) };
            assert_eq!(JudgeVote::of(&broken, 0, [0, 1]).choice, None, "{status:?}");
        }
    }
}
