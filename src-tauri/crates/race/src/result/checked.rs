//! Answers that were checked: the results of a sample, and what they come to in a lane or a level.

use std::collections::BTreeSet;

use checks::{Answer, Call, CheckResult, CheckVerdict, CommandEnd, OwnCommand, all_right};
use measure::{Phrase, Recording, RightAnswers, Warning};
use providers::SafeText;

use crate::plan::Plan;
use crate::plan::answer_checks::AnswerChecks;
use crate::plan::chain::answer_of;
use crate::plan::step_checks::StepChecks;
use crate::result::chain_sample::step_logs;
use crate::result::lane::Lane;
use crate::result::level::Level;
use crate::result::sample::Sample;
use crate::result::status::Status;

impl Sample {
    /// Checks its answer, and replaces what an earlier check found. An answer that the provider did not end has no results: it
    /// failed, and says so.
    pub fn check(&mut self, checks: Option<&AnswerChecks>, recording: &Recording) {
        (self.right, self.checks) = (None, Vec::new());
        let Some(checks) = checks.filter(|_| self.status.is_final()) else { return };
        let results = self.with_answer(recording, |answer| checks.results(self.row, answer));
        self.checks = results.into_iter().map(without_keys).collect();
        self.right = all_right(&self.checks);
    }

    /// Puts in what checks of its answer found elsewhere.
    pub(crate) fn put_results(&mut self, results: Vec<CheckResult>) {
        self.checks = results.into_iter().map(without_keys).collect();
        self.right = if self.checks.is_empty() { None } else { all_right(&self.checks) };
    }

    /// Checks again what decided over the steps of a chain, and replaces what an earlier check found. `recording` is that of the chain.
    pub fn check_steps(&mut self, gates: &StepChecks, recording: &Recording) {
        if self.steps.is_empty() {
            return;
        }
        let row = self.row;
        for (own, (_, log)) in self.steps.iter_mut().zip(step_logs(recording)) {
            let sample = &own.sample;
            let answer = sample.status.is_ok().then(|| answer_of(&log));
            let (_, found) = gates.decide(own.step, answer, |gate| {
                sample.with_answer(&log, |answer| gate.results(row, answer))
            });
            own.sample.put_results(found);
        }
    }

    /// The command at a place among the checks of its answer, and what it reads.
    pub(crate) fn command_input(
        &self,
        plan: &Plan,
        recording: &Recording,
        place: usize,
    ) -> Option<(OwnCommand, Vec<u8>)> {
        let (_, command) = plan.commands_of(self.row).into_iter().find(|(at, _)| *at == place)?;
        let row = plan.row_at(self.row).map(|row| row.name.as_str());
        let input = self.with_answer(recording, |answer| command.input(answer, row));
        Some((command.clone(), input))
    }

    /// Puts in what the command at a place among its checks found.
    pub(crate) fn put_command_result(
        &mut self,
        place: usize,
        command: &OwnCommand,
        end: Result<CommandEnd, Phrase>,
    ) {
        if let Some(result) = self.checks.get_mut(place) {
            *result = without_keys(command.result(end));
        }
        self.right = all_right(&self.checks);
    }

    fn with_answer<T>(&self, recording: &Recording, look: impl FnOnce(&Answer<'_>) -> T) -> T {
        let calls = recording.tool_calls().map(|calls| {
            let call =
                |call: &measure::ToolCall<'_>| (call.name.to_owned(), call.arguments.to_owned());
            calls.iter().map(call).collect::<Vec<_>>()
        });
        let calls: Option<Vec<Call<'_>>> = calls
            .as_ref()
            .map(|calls| calls.iter().map(|(name, arguments)| Call { name, arguments }).collect());
        look(&Answer {
            text: self.text.as_str(),
            calls: calls.as_deref(),
            is_refused: self.status == Status::Refused,
            is_cut: self.doubts.contains(&Warning::StoppedAtLimit),
        })
    }

    /// What the checks of its answer came to; `None` if nothing was checked.
    pub fn verdict(&self) -> Option<CheckVerdict> {
        match self.right {
            Some(true) => Some(CheckVerdict::Right),
            Some(false) => Some(CheckVerdict::Wrong),
            None => (!self.checks.is_empty()).then_some(CheckVerdict::Unknown),
        }
    }

    /// How long it took from sending to its end, however it ended, in milliseconds; 0 if it was never sent, `None` if its end is
    /// unknown.
    pub fn took_ms(&self) -> Option<f64> {
        let Some(sent_ms) = self.sent_at_ms else { return Some(0.0) };
        Some((self.ended_at_ms? - sent_ms).max(0.0))
    }

    /// Whether it failed, so that there is no answer to check. What a check holds of an empty, a filtered and a refused one is known.
    pub fn is_unanswered(&self) -> bool {
        !self.status.is_final() && !self.status.is_ours() && self.verdict().is_none()
    }

    /// Whether it came to a right answer, where it was checked: a request that failed did not. `None` if that is unknown.
    pub(crate) fn came_right(&self) -> Option<bool> {
        if self.is_unanswered() { Some(false) } else { self.right }
    }

    /// Whether its answer is known to be wrong.
    pub fn is_wrong(&self) -> bool {
        self.right == Some(false)
    }
}

/// A result without what looks like a key: what an answer spelled in JSON is decoded here, and a command may print anything.
fn without_keys(mut result: CheckResult) -> CheckResult {
    let safe = |text: &str| -> String { SafeText::without(text, None).into() };
    result.reason = result.reason.take().map(|reason| safe(&reason));
    // A key may lie across two texts: then only the whole is safe.
    result.reason_phrase = result
        .reason_phrase
        .take()
        .map(|phrase| Box::new(phrase.with_texts(&safe)))
        .filter(|phrase| Some(phrase.to_string()) == result.reason);
    result
}

impl Lane {
    /// How many of its measured answers are right, and what that took; `None` if none was checked.
    pub fn right_answers(&self) -> Option<RightAnswers> {
        let of_levels = self.levels.iter().flat_map(|level| &level.samples);
        right_answers(of_levels.chain(&self.samples))
    }

    /// Whether any of its measured answers is known to be wrong. Such a lane is not ranked.
    pub fn has_wrong_answer(&self) -> bool {
        self.samples.iter().any(Sample::is_wrong)
    }
}

impl Level {
    /// How many of its measured answers are right, and what that took; `None` if none was checked.
    pub fn right_answers(&self) -> Option<RightAnswers> {
        let found = right_answers(&self.samples)?;
        // Of the requests that `rps` counts, as goodput is: where those ended in the time of the backlog, the level knows it.
        let right_per_s = if self.backlog.is_some_and(|backlog| self.is_of_backlog(&backlog)) {
            self.right_per_s
        } else {
            let counted = self.counted();
            let number = |is_it: &dyn Fn(&Sample) -> bool| {
                u32::try_from(counted.iter().filter(|sample| is_it(sample)).count()).ok()
            };
            let answered = number(&|sample| sample.status.is_ok()).filter(|some| *some > 0);
            let right = number(&|sample| sample.right == Some(true));
            let share = right.zip(answered).map(|(right, all)| f64::from(right) / f64::from(all));
            self.rps.zip(share).map(|(rps, share)| rps * share)
        };
        Some(RightAnswers { right_per_s, ..found })
    }
}

/// Requests that Paceline ended itself are in no total.
fn right_answers<'a>(samples: impl IntoIterator<Item = &'a Sample>) -> Option<RightAnswers> {
    let samples: Vec<&Sample> =
        samples.into_iter().filter(|sample| !sample.status.is_ours()).collect();
    let checked = samples.iter().filter(|sample| sample.verdict().is_some());
    let answers: Vec<Option<bool>> = checked.map(|sample| sample.right).collect();
    // A row of a set without a check is right and wrong in no answer, and its failures are in no share.
    let is_unchecked = |sample: &&&Sample| sample.status.is_final() && sample.verdict().is_none();
    let unchecked: BTreeSet<u32> =
        samples.iter().filter(is_unchecked).filter_map(|sample| sample.row).collect();
    let is_failed = |sample: &&&Sample| {
        sample.is_unanswered() && !sample.row.is_some_and(|row| unchecked.contains(&row))
    };
    let failed = samples.iter().filter(is_failed).count();
    let ms = samples.iter().map(|sample| sample.took_ms()).sum::<Option<f64>>();
    let seconds = ms.map(|ms| ms / 1e3);
    let cost = |sample: &&Sample| {
        let nothing = sample.is_refused().then_some(0.0);
        sample.cost_usd.or(nothing)
    };
    let usd = samples.iter().map(cost).sum::<Option<f64>>();
    RightAnswers::of(answers, failed, seconds, usd)
}

#[cfg(test)]
mod tests {
    use checks::ToolCallError::{BadJson, SchemaMismatch, UnknownName};
    use checks::written;
    use measure::{ArrivalEvent, Kind, TokensSoFar};

    use super::*;
    use crate::plan::LanePlan;
    use crate::testing::{lane, sample};

    fn checks(all: &[&str]) -> std::sync::Arc<AnswerChecks> {
        let checks = all.iter().map(|text| written(text).expect("a check")).collect();
        let plan = Plan { checks, lanes: vec![LanePlan::default()], ..Plan::default() };
        AnswerChecks::of(&plan, 0).expect("there are checks")
    }

    fn answered(text: &str, checks: &AnswerChecks) -> Sample {
        let mut sample = Sample { text: text.into(), ..sample(Status::Ok) };
        sample.check(Some(checks), &Recording::default());
        sample
    }

    #[test]
    fn an_answer_is_right_wrong_or_unknown_and_a_failed_request_is_none_of_these() {
        let both = checks(&["contains:Paris", "language:en"]);
        let long =
            "The capital of France is Paris, which most people have known since their school days.";
        assert_eq!(answered(long, &both).right, Some(true), "both");
        assert_eq!(answered("Lyon", &both).right, Some(false), "one is wrong");
        let unclear = answered("Paris", &both);
        assert_eq!(unclear.right, None, "too short to tell its language");
        assert_eq!(unclear.checks[1].verdict, CheckVerdict::Unknown, "and it says so");
        for status in [Status::ErrorHttp, Status::Truncated, Status::Cancelled] {
            let mut failed = Sample { text: "Paris".into(), ..sample(status) };
            failed.check(Some(&both), &Recording::default());
            assert!(failed.checks.is_empty() && failed.right.is_none(), "{status:?} is no answer");
        }
        let mut empty = sample(Status::OkEmpty);
        empty.check(Some(&both), &Recording::default());
        assert_eq!(empty.right, Some(false), "an empty answer is one");
        empty.check(None, &Recording::default());
        assert_eq!((empty.right, empty.checks.len()), (None, 0), "nothing is checked any more");
    }

    /// A recording of one tool call.
    fn call(name: &str, arguments: &str) -> Recording {
        let mut recording = Recording::default();
        for (event, (kind, text)) in (0..).zip([(Kind::ToolName, name), (Kind::Tool, arguments)]) {
            recording.timeline.push(ArrivalEvent {
                at_ns: 1,
                event,
                kind,
                text_bytes: u32::try_from(text.len()).expect("short"),
                wire_bytes: 0,
                tokens_so_far: TokensSoFar::UNTOLD,
            });
            recording.transcript.push(kind, text);
        }
        recording
    }

    #[test]
    fn tool_calls_are_those_of_the_recording() {
        let recording = call("now", "{\"a\": ");
        let equal = checks(&[r#"tool-call-equals:[{"name": "now"}]"#]);
        let mut sample = sample(Status::Ok);
        sample.check(Some(&equal), &recording);
        let error = sample.checks[0].tool_call_error;
        assert_eq!(error, Some(BadJson), "{:?}", sample.checks);
    }

    #[test]
    fn a_right_answer_takes_the_time_and_cost_of_every_request() {
        let paris = checks(&["contains:Paris"]);
        let timed = |sample: Sample, seconds: f64, usd: f64| Sample {
            sent_at_ms: Some(100.0),
            ended_at_ms: Some(100.0 + seconds * 1e3),
            cost_usd: Some(usd),
            ..sample
        };
        let refused =
            Sample { sent_at_ms: Some(0.0), ended_at_ms: Some(1e3), ..sample(Status::ErrorHttp) };
        let stopped = timed(sample(Status::Cancelled), 50.0, 5.0);
        let all = [
            timed(answered("Paris", &paris), 2.0, 0.01),
            timed(answered("Lyon", &paris), 1.0, 0.02),
            refused,
            stopped,
        ];
        let lane = lane(all.clone());
        assert!(lane.has_wrong_answer(), "Lyon");
        let found = lane.right_answers().expect("two were checked");
        assert_eq!((found.right, found.wrong, found.unknown), (1, 1, 0), "two answers");
        assert_eq!((found.failed, found.of_requests()), (1, 3), "and one failed of itself");
        assert_eq!(found.seconds_per_right, Some(4.0), "2 + 1 + 1, without what the user stopped");
        let usd = found.usd_per_right.expect("a refused request costs nothing");
        assert!((usd - 0.03).abs() < 1e-12, "{usd}");
        let unpriced = Sample { cost_usd: None, ..all[0].clone() };
        let found = crate::testing::lane([unpriced]).right_answers().expect("one was checked");
        assert_eq!(found.usd_per_right, None, "unknown is not nothing");
        assert_eq!(crate::testing::lane([sample(Status::Ok)]).right_answers(), None, "unchecked");
    }

    #[test]
    fn a_failed_request_is_not_right_unless_its_row_has_no_check() {
        let paris = checks(&["contains:Paris"]);
        let of_row = |sample: Sample, row: u32| Sample { row: Some(row), ..sample };
        let failed = |row| of_row(sample(Status::TimeoutFirst), row);
        let own = lane([of_row(answered("Paris", &paris), 0), failed(0), failed(1)]);
        let found = own.right_answers().expect("one was checked");
        assert_eq!((found.right, found.failed, found.share), (1, 2, Some(1.0 / 3.0)), "{found:?}");
        let without =
            [of_row(answered("Paris", &paris), 0), of_row(sample(Status::Ok), 1), failed(1)];
        let found = lane(without).right_answers().expect("one was checked");
        assert_eq!((found.failed, found.share), (0, Some(1.0)), "row 1 asks nothing that is right");
    }

    #[test]
    fn each_way_to_break_a_tool_call_is_counted_and_who_breaks_more_pays_more_per_right_one() {
        let parameters = serde_json::json!({"type": "object", "required": ["city"]});
        let function = providers::Function {
            name: "weather".into(),
            parameters: Some(parameters),
            ..providers::Function::default()
        };
        let tools = vec![providers::Tool::Function(function)];
        let payload = providers::Payload { tools, ..providers::Payload::default() };
        let plan = Plan {
            payload: payload.into(),
            checks: vec![written("tool-call-valid").expect("a check")],
            lanes: vec![LanePlan::default()],
            ..Plan::default()
        };
        let ready = AnswerChecks::of(&plan, 0).expect("a check");
        let called = |name: &str, arguments: &str, usd: f64| {
            let recording = call(name, arguments);
            let mut sample = Sample {
                cost_usd: Some(usd),
                sent_at_ms: Some(0.0),
                ended_at_ms: Some(1e3),
                ..sample(Status::Ok)
            };
            sample.check(Some(ready.as_ref()), &recording);
            sample
        };
        // Of 100 calls, so many are broken in each of three ways; the price is the same for all.
        let lane_breaking = |each: usize| {
            let of = |number: usize| match number {
                n if n < each => called("weather", r#"{"city": "Ro"#, 0.01),
                n if n < 2 * each => called("wether", r#"{"city": "Rome"}"#, 0.01),
                n if n < 3 * each => called("weather", r#"{"town": "Rome"}"#, 0.01),
                _ => called("weather", r#"{"city": "Rome"}"#, 0.01),
            };
            lane((0..100).map(of))
        };
        let mut per_right = Vec::new();
        for each in [0, 4, 12] {
            let lane = lane_breaking(each);
            let times = |error| {
                let of_it = |sample: &&Sample| sample.checks[0].tool_call_error == Some(error);
                lane.samples.iter().filter(of_it).count()
            };
            assert_eq!([BadJson, UnknownName, SchemaMismatch].map(times), [each; 3], "{each}");
            let found = lane.right_answers().expect("they were checked");
            assert_eq!(found.right as usize, 100 - 3 * each, "the rest is right");
            per_right.push(found.usd_per_right.expect("priced"));
        }
        assert!(per_right.is_sorted(), "who breaks more pays more for a right one: {per_right:?}");
        assert!((per_right[2] - 1.0 / 64.0).abs() < 1e-12, "1 dollar for 64 right answers");
    }
}
