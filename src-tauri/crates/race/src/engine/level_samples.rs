//! What the requests of a level come to: a sample of each, beside its recording.

use std::borrow::Cow;

use crate::engine::level_executor::CompletedRequest;
use crate::plan::answer_checks::AnswerChecks;
use crate::plan::prompt_cycle::PromptCycle;
use crate::result::level_request::LevelRequest;
use crate::result::run::Run;
use crate::result::sample::Sample;
use crate::result::steady_window::machine_ms;

/// Computes samples with tokens and cost, away from the sending tasks.
pub(crate) fn samples(
    done: Vec<CompletedRequest>,
    header: &Run,
    lane: usize,
    streams: u32,
    level_prompt: Option<&str>,
    texts: &PromptCycle,
    checks: Option<&AnswerChecks>,
) -> Vec<LevelRequest> {
    let Some(lane) = header.lanes.get(lane) else { return Vec::new() };
    let mut recordings = Vec::with_capacity(done.len());
    let mut replies = Vec::with_capacity(done.len());
    for CompletedRequest { is_measured, agent, row, entry, request, reply, status } in done {
        recordings.push(request.into_recording());
        replies.push((is_measured, agent, row, entry, reply, status));
    }
    let machine = machine_ms(recordings.iter());
    replies
        .into_iter()
        .zip(recordings)
        .zip(machine)
        .map(|(((is_measured, agent, row, entry, reply, status), recording), machine_ms)| {
            let request = &entry.contender.request;
            let own = || Cow::Owned(texts.input_text(request, row));
            let prompt = level_prompt.map_or_else(own, Cow::Borrowed);
            let mut asked = header.sample_context(lane, &request.provider, &prompt);
            asked.sharing = streams.max(1);
            asked.machine_ms = machine_ms;
            asked.row = row;
            let mut sample = Sample::of(&recording, &reply, &asked, status);
            sample.check(checks, &recording);
            LevelRequest { is_measured, agent, sample, recording }
        })
        .collect()
}
