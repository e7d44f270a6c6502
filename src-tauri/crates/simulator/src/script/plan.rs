//! The schedule of one answer.

use super::Script;
use super::draft::Draft;
use super::write::{AnswerContext, Wait, Write, WriteKind};
use crate::answer::{Answer, Event};
use crate::ask::Ask;
use crate::knobs::{FaultKind, Finish, InjectedFault, Role};
use crate::profile::{Profile, profiles};
use crate::response::{ApiError, Response};
use crate::truth::Outcome;

impl Script {
    /// The answer to `ask`, subject to `fault`.
    pub(crate) fn of(ask: Ask, fault: Option<InjectedFault>, circumstances: AnswerContext) -> Self {
        let profile = ask.profile;
        let (stream, kind) = (ask.stream, fault.map(|fault| fault.kind));
        let voice = voice_of(profile, circumstances.number);
        let answer = Answer::to(
            ask,
            (circumstances.sequence, circumstances.number),
            circumstances.created_unix_s,
            voice,
        );
        if stream && kind != Some(FaultKind::Json) {
            streamed(answer, profile, fault, circumstances)
        } else {
            unstreamed(answer, profile, kind, circumstances)
        }
    }
}

/// Lanes and consecutive races should not all have the same text.
fn voice_of(profile: &Profile, number: u64) -> usize {
    let place = profiles().iter().position(|shown| shown.model == profile.model);
    place.unwrap_or_default() + usize::try_from(number).unwrap_or_default()
}

/// An answer that is one JSON completion, sent when all of its tokens have been generated.
fn unstreamed(
    answer: Answer,
    profile: &Profile,
    kind: Option<FaultKind>,
    circumstances: AnswerContext,
) -> Script {
    let knobs = answer.knobs();
    let tokens = u64::from(answer.thought_tokens() + answer.text_tokens());
    let ttft_permille = profile.ttft_stretch_permille;
    let wait = Wait {
        fixed_ns: Profile::stretched(knobs.ttft_ns, ttft_permille, circumstances.in_flight),
        making_ns: knobs.gap_ns.saturating_mul(tokens.saturating_sub(1)),
    };
    let broken = match kind {
        Some(FaultKind::Drop) => Some(Outcome::Dropped),
        Some(FaultKind::Reset) => Some(Outcome::Reset),
        _ => None,
    };
    let fails = matches!(
        kind,
        Some(
            FaultKind::Error | FaultKind::ErrorEvent | FaultKind::ErrorDone | FaultKind::ErrorLate
        )
    );
    let response = if fails {
        ApiError::server(500, "The server had an error while processing your request.").into()
    } else {
        Response::json(200, &answer.completion())
    };
    let mut script = Script::at_once(response, wait, circumstances);
    if !fails {
        script.answer = Some(answer);
    }
    if let Some(outcome) = broken {
        script.outcome = outcome;
        script.writes = vec![Write { wait, what: WriteKind::Break }];
    }
    script
}

/// An answer that is a stream.
fn streamed(
    answer: Answer,
    profile: &Profile,
    fault: Option<InjectedFault>,
    circumstances: AnswerContext,
) -> Script {
    let knobs = answer.knobs();
    let ttft_permille = profile.ttft_stretch_permille;
    let ttft_ns = Profile::stretched(knobs.ttft_ns, ttft_permille, circumstances.in_flight);
    // Jitter depends only on the request's number, so that a race can be repeated exactly.
    let mut draft = Draft::new(knobs, circumstances.number);

    draft.wait(knobs.headers_ns);
    draft.head();
    if knobs.role == Role::Early {
        draft.event(Event::Role);
    }
    draft.wait(ttft_ns.saturating_sub(knobs.headers_ns));

    let hidden = answer.thought_tokens() - answer.shown_thoughts();
    let broken = tokens(&mut draft, &answer, fault, hidden);
    let outcome = broken.unwrap_or_else(|| ending(&mut draft, &answer, fault));

    let (events, writes) = draft.finished();
    Script {
        writes,
        outcome,
        framing: circumstances.framing,
        sequence: circumstances.sequence,
        events,
        response: None,
        answer: Some(answer),
    }
}

/// Drafts the chunks of tokens, and the outcome if a fault breaks them off.
fn tokens(
    draft: &mut Draft<'_>,
    answer: &Answer,
    fault: Option<InjectedFault>,
    hidden: u32,
) -> Option<Outcome> {
    let knobs = answer.knobs();
    let shown = answer.shown_thoughts();
    let total = shown + answer.text_tokens();
    let (breaks_at, stalls_at) = match fault {
        Some(InjectedFault { kind: FaultKind::Stall, at }) => (None, Some(at.of(total))),
        Some(fault) if fault.kind != FaultKind::ErrorLate => (Some(fault.at.of(total)), None),
        _ => (None, None),
    };
    let until = breaks_at.unwrap_or(total);
    let mut position = 0;
    // Hidden reasoning takes time without output.
    draft.making(hidden);
    while position < until {
        let size = knobs.first_chunk.filter(|_| position == 0).unwrap_or(knobs.per_chunk);
        let mut end = position.saturating_add(size);
        if knobs.mixed && position < shown && end == shown {
            end = shown.saturating_add(size);
        } else if !knobs.mixed && position < shown {
            end = end.min(shown);
        }
        end = end.min(until);
        if let Some(stall) = stalls_at {
            if stall == position {
                draft.wait(knobs.stall_ns);
            } else if position < stall {
                end = end.min(stall);
            }
        }
        if position > 0 {
            draft.making(end - position);
        } else if knobs.role == Role::Late {
            draft.event(Event::Role);
        }
        let event = Event::Tokens { from: position, to: end };
        match knobs.split_ns.filter(|_| answer.holds_split(position, end)) {
            Some(gap_ns) => draft.split_event(event, gap_ns),
            None => draft.event(event),
        }
        position = end;
    }
    if stalls_at == Some(total) {
        draft.wait(knobs.stall_ns);
    }
    if total == 0 && breaks_at.is_none() && knobs.role == Role::Late {
        draft.event(Event::Role);
    }
    let kind = fault.filter(|_| breaks_at.is_some())?.kind;
    if position > 0 {
        draft.making(knobs.per_chunk);
    }
    Some(broken_off(draft, kind))
}

/// Drafts the fault that ends a stream in its middle.
fn broken_off(draft: &mut Draft<'_>, kind: FaultKind) -> Outcome {
    match kind {
        FaultKind::Drop => {
            draft.break_off();
            Outcome::Dropped
        }
        FaultKind::Reset => {
            draft.break_off();
            Outcome::Reset
        }
        _ => {
            draft.event(Event::Error(kind));
            if kind == FaultKind::ErrorDone {
                draft.event(Event::Done);
            }
            Outcome::Failed
        }
    }
}

/// Drafts what follows the last token.
fn ending(draft: &mut Draft<'_>, answer: &Answer, fault: Option<InjectedFault>) -> Outcome {
    let knobs = answer.knobs();
    draft.wait(knobs.tail_ns);
    let times = match knobs.finish {
        Finish::Never => 0,
        Finish::Twice => 2,
        _ => 1,
    };
    for _ in 0..times {
        draft.event(Event::Finish);
    }
    if answer.has_usage_chunk() {
        draft.event(Event::Usage);
    }
    let fails_late = fault.is_some_and(|fault| fault.kind == FaultKind::ErrorLate);
    if fails_late {
        draft.event(Event::Error(FaultKind::ErrorLate));
    }
    if let Some(done_ns) = knobs.done_ns {
        draft.wait(done_ns);
        draft.event(Event::Done);
    }
    if fails_late { Outcome::Failed } else { Outcome::Complete }
}
