//! The request of a lane as the first of a run is sent, for whom it is shown to before the start.

use std::borrow::Cow;

use providers::Request;

use crate::plan::Plan;
use crate::plan::prompt_cycle::PromptCycle;
use crate::plan::step::Step;
use crate::plan::unique_prompts::{UniqueNumbers, marked};
use crate::workload::{digits, unique};

/// The run of which the numbers are while there is none yet; each run has its own.
const NO_RUN: &str = "not started";

/// The request of the lane at this place as the first of a run is sent, and the number in it as it is written there. Without a number if
/// all requests have the same prompt.
pub(crate) fn first_sent<'a>(
    plan: &Plan,
    request: &'a Request,
    place: u32,
) -> (Cow<'a, Request>, Option<String>) {
    if let Some(load) = &plan.load {
        let cycle = PromptCycle::of(plan, load, NO_RUN);
        let level = load.steps().first().copied().unwrap_or(Step::Streams(1));
        let number = cycle.number(level, 0).map(digits);
        return (Cow::Owned(cycle.request(request, level, 0, 0)), number);
    }
    let request = of_first_row(plan, request);
    match UniqueNumbers::of(plan, NO_RUN) {
        Some(numbers) => {
            let number = digits(numbers.of_request(u64::from(place)));
            (Cow::Owned(numbers.in_round(&request, 0, place)), Some(number))
        }
        None => (request, None),
    }
}

/// The same of a later step of the lane, from 1: `filled` puts its own texts into what the lane is asked.
pub(crate) fn first_sent_of_step<'a>(
    plan: &Plan,
    request: &'a Request,
    (place, step): (u32, u32),
    filled: impl Fn(&Request) -> Request,
) -> (Cow<'a, Request>, Option<String>) {
    let request = filled(&of_first_row(plan, request));
    match UniqueNumbers::of(plan, NO_RUN) {
        Some(numbers) => {
            let number = digits(numbers.of_step(0, place, step));
            (Cow::Owned(numbers.in_step(&request, 0, place, step)), Some(number))
        }
        None => (Cow::Owned(request), None),
    }
}

/// The request with what the first row of the plan's set asks, if it has one.
fn of_first_row<'a>(plan: &Plan, request: &'a Request) -> Cow<'a, Request> {
    let rows = plan.rows();
    let row = plan.row_of_round(0).and_then(|row| rows.get(row as usize));
    row.map_or(Cow::Borrowed(request), |row| Cow::Owned(row.asked_by(request)))
}

/// The request by which a lane is told what is sent otherwise than asked: with a number and a prompt as every request of the run has them, if
/// that may change the words in which it was pasted.
pub(crate) fn typically_sent<'a>(plan: &Plan, request: &'a Request) -> Cow<'a, Request> {
    if request.payload.as_pasted.is_none() {
        return Cow::Borrowed(request);
    }
    let mut sent = Cow::Borrowed(request);
    if let Some(row) = plan.rows().first() {
        sent = Cow::Owned(row.asked_by(&sent));
    }
    if plan.has_unique_prompts() {
        sent = Cow::Owned(marked(sent.into_owned(), 0, unique));
    }
    sent
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::plan::load::Load;
    use crate::plan::prompt_lengths::PromptLengths;
    use crate::testing::request;
    use crate::workload::Preset;

    #[test]
    fn what_is_shown_of_a_run_is_its_first_request_and_its_number_stands_in_it() {
        let unique = Plan { unique_prompts: true, ..Plan::default() };
        let sweep = |load: Load| Plan { load: Some(load), ..Plan::default() };
        let same = Load { unique_prompts: false, prompts: vec!["One?".into()], ..Load::default() };
        let cached = PromptLengths { tokens: vec![100], cached: true };
        for (plan, asks, is_numbered) in [
            (Plan::default(), "Why?", false),
            (unique, "Why?", true),
            (sweep(Load { concurrency: vec![1], ..Load::default() }), "Why?", true),
            (
                sweep(Load { prompts: vec!["One?".into(), "Two?".into()], ..Load::default() }),
                "One?",
                true,
            ),
            (sweep(same), "One?", false),
            (sweep(Load { preset: Some(Preset::ALL[0]), ..Load::default() }), "", true),
            (sweep(Load { lengths: Some(cached), ..Load::default() }), "", true),
        ] {
            let asked = request("Why?");
            let (sent, number) = first_sent(&plan, &asked, 2);
            assert!(sent.prompt.ends_with(asks), "{plan:?}: {}", sent.prompt);
            assert_eq!(number.is_some(), is_numbered, "{plan:?}");
            let text = sent.input_text();
            let at = number.map(|number| text.find(&number).expect("it stands there"));
            assert!(at.is_none_or(|at| at < 100), "in front: {text}");
        }
    }

    #[test]
    fn a_unique_number_changes_no_other_word_of_a_pasted_request() {
        let call =
            r#"{"id":"c","type":"function","function":{"name":"f","arguments":"{ \"a\": 1 }"}}"#;
        let turns = format!(
            r#"{{"role":"assistant","content":null,"tool_calls":[{call}]}},{{"role":"tool","tool_call_id":"c","content":"x"}},{{"role":"user","content":"user"}}"#
        );
        let parts = r#"{"role":"user","content":[{"type":"text","text":"user"}]}"#;
        let image = r#"{"role":"user","content":[{"type":"image_url","image_url":{"url":"https://example.com/a.png"}}]}"#;
        for (first, is_kept) in [
            (r#"{"role":"system","content":"Be brief."}"#, true),
            (r#"{"role":"user","content":"user"}"#, true),
            (parts, true),
            (image, false),
        ] {
            let body = format!(r#"{{"model":"m","messages":[{first},{turns}]}}"#);
            let (captured, _) = providers::read_capture(&body, None).expect("a body");
            let plan = Plan { unique_prompts: true, ..Plan::default() };
            let asked = Request {
                system: captured.system,
                payload: Arc::new(captured.payload),
                provider: providers::custom(
                    "custom",
                    "",
                    captured.dialect,
                    "http://127.0.0.1/v1",
                    providers::KeyNeed::Optional,
                )
                .expect("a row"),
                ..request(&captured.prompt)
            };
            let (sent, number) = first_sent(&plan, &asked, 0);
            let shown = sent
                .shown(false)
                .expect("an address")
                .with_number_marked(&number.expect("a number"));
            let mark = shown.number.clone().expect("a mark");
            assert_eq!(shown.body.matches(&mark).count(), 1, "{}", shown.body);
            assert!(shown.curl_line().contains(&mark), "also in the line to copy");
            assert_eq!(shown.body.contains(r#""{ \"a\": 1 }""#), is_kept, "{}", shown.body);
            let told = typically_sent(&plan, &asked).adjustments();
            assert_eq!(told.is_empty(), is_kept, "{first}: what is written anew is told: {told:?}");
            let length = format!("content-length: {}\r\n", shown.body.len());
            assert!(
                shown.head.contains(&length),
                "the mark is as long as a number: {}",
                shown.head
            );
        }
    }
}
