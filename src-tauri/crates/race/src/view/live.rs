//! Turns the growing recordings of a race into frames: the new text and the current rate.

use std::collections::VecDeque;
use std::sync::Arc;

use cost::tokens;
use measure::{ArrivalEvent, Kind, RATE_WINDOW_NS, Recording, live_rate};

use crate::view::frame::{Frame, LaneFrame, Phase};
use crate::view::live_state::RaceState;
use crate::view::step_marks::StepMarks;

/// Tokens between two ticks on the track.
const TICK_TOKENS: f64 = 100.0;

/// Follows one race. [`frame`](Self::frame) may be called at any rate; no text is lost or returned twice.
pub struct Live {
    state: Arc<RaceState>,
    round: u32,
    lanes: Vec<Cursor>,
}

/// How much of a lane has been returned.
#[derive(Default)]
struct Cursor {
    /// Steps of its chain that are over.
    earlier: usize,
    marks: usize,
    answer: usize,
    reasoning: usize,
    /// Index of the first log entry of the answer.
    answers_from: Option<usize>,
    /// When the first text and the first text of the answer arrived, with the indices of their log entries. They are
    /// kept so that a frame looks only at new entries, because the lane waits meanwhile.
    first_any: Option<(usize, u64)>,
    first_answer: Option<(usize, u64)>,
    /// Our own running count. As a sum over pieces it may be off by one token at each seam.
    tokens: f64,
    phase: Phase,
    /// Tokens by their arrival, over the last second.
    window: VecDeque<(u64, f64)>,
}

/// New content of a lane, copied so that the lane can continue.
struct LaneUpdate {
    phase: Phase,
    step: u32,
    /// Steps of its chain that are over.
    earlier: usize,
    /// These, if one has ended since.
    ended: Option<Vec<StepMarks>>,
    marks: Vec<ArrivalEvent>,
    answer: String,
    reasoning: String,
    replaces: bool,
    /// Bytes of reasoning that had been returned as part of the answer.
    moved: usize,
    sent_ns: Option<u64>,
    first_any: Option<(usize, u64)>,
    first_answer: Option<(usize, u64)>,
    last_any_ns: Option<u64>,
}

impl Live {
    /// Follows a race from its start.
    pub fn new(state: Arc<RaceState>) -> Self {
        let lanes = (0..state.lanes()).map(|_| Cursor::default()).collect();
        Self { state, round: 0, lanes }
    }

    /// Everything since the previous call.
    pub fn frame(&mut self) -> Frame {
        let round = self.state.round();
        if round != self.round {
            self.round = round;
            self.lanes.iter_mut().for_each(|lane| *lane = Cursor::default());
        }
        let gun_ns = self.state.gun_ns();
        let now_ns = self.state.since_gun_ns().unwrap_or(0);
        let lanes = (0_u32..)
            .zip(&mut self.lanes)
            .filter_map(|(lane, cursor)| {
                let news = news(&self.state, lane as usize, cursor)?;
                let was_writing = !cursor.window.is_empty();
                let changed = news.phase != cursor.phase
                    || !news.marks.is_empty()
                    || was_writing
                    || news.ended.is_some();
                changed.then(|| cursor.show(lane, news, gun_ns, now_ns))
            })
            .collect();
        Frame { at_us: us(now_ns), round, warmup: round < self.state.warmup_rounds(), lanes }
    }
}

/// Copies what the cursor has not returned yet. The lane's lock is held only for the copy.
fn news(state: &RaceState, lane: usize, cursor: &Cursor) -> Option<LaneUpdate> {
    let lane_state = state.lane(lane)?;
    Some(lane_state.look(|told, recording| {
        let earlier = recording.earlier();
        if earlier.len() == cursor.earlier {
            return news_of(told, recording, cursor);
        }
        // Nothing of the step that has begun has been returned.
        let fresh = Cursor { earlier: earlier.len(), ..Cursor::default() };
        let ended = Some(earlier.iter().map(StepMarks::of).collect());
        LaneUpdate { ended, ..news_of(told, recording, &fresh) }
    }))
}

fn news_of(told: Phase, recording: &Recording, cursor: &Cursor) -> LaneUpdate {
    let (timeline, transcript) = (&recording.timeline, &recording.transcript);
    let marks = timeline.marks.get(cursor.marks..).unwrap_or_default().to_vec();
    let was_reasoning = cursor
        .answers_from
        .and_then(|at| timeline.marks.get(at))
        .is_some_and(|mark| mark.kind == Kind::Reasoning);
    let moved = if was_reasoning { cursor.answer } else { 0 };
    let replaces = was_reasoning || marks.iter().any(|mark| mark.kind == Kind::Rewrite);
    let after = |text: &str, shown: usize| text.get(shown..).unwrap_or_default().to_owned();
    let first_any = cursor.first_any.or_else(|| first(recording, cursor.marks, Kind::is_text));
    // What was the answer may have become reasoning.
    let is_still = |at: usize| timeline.marks.get(at).is_some_and(|mark| mark.kind.is_answer());
    let first_answer = match cursor.first_answer {
        Some((at, ns)) if is_still(at) => Some((at, ns)),
        told => {
            let from = told.map_or(cursor.marks, |(at, _)| at);
            first(recording, from, Kind::is_answer)
        }
    };
    LaneUpdate {
        phase: match (told, first_any, first_answer) {
            (Phase::Waiting, Some(_), None) => Phase::Thinking,
            (Phase::Waiting, _, Some(_)) => Phase::Writing,
            (told, ..) => told,
        },
        step: recording.step(),
        earlier: cursor.earlier,
        ended: None,
        marks,
        answer: after(&transcript.answer, if replaces { 0 } else { cursor.answer }),
        reasoning: after(&transcript.reasoning, cursor.reasoning),
        replaces,
        moved,
        // Once a chain is closed, its timeline was sent when the first step was.
        sent_ns: recording
            .chain
            .as_ref()
            .filter(|chain| chain.closed)
            .map_or(timeline.send_ns, |chain| chain.sent_ns),
        first_any,
        first_answer,
        last_any_ns: timeline.last_any_ns(),
    }
}

/// The first entry of this kind from `from` on, with its arrival.
fn first(recording: &Recording, from: usize, is: fn(Kind) -> bool) -> Option<(usize, u64)> {
    let marks = recording.timeline.marks.iter().enumerate().skip(from);
    marks.filter(|(_, mark)| is(mark.kind)).map(|(at, mark)| (at, mark.at_ns)).next()
}

impl Cursor {
    fn show(&mut self, lane: u32, news: LaneUpdate, gun_ns: u64, now_ns: u64) -> LaneFrame {
        let since_gun = |at: u64| at.saturating_sub(gun_ns);
        if news.ended.is_some() {
            *self = Self { earlier: news.earlier, phase: self.phase, ..Self::default() };
        }
        let is_draft = news.replaces && news.moved == 0;
        let before = if is_draft { 0.0 } else { self.tokens };
        let thought = news.reasoning.get(news.moved..).unwrap_or_default();
        let added = f64::from(tokens::count(&news.answer)) + f64::from(tokens::count(thought));
        let bytes: f64 = news
            .marks
            .iter()
            .filter(|mark| mark.kind.is_text())
            .map(|mark| f64::from(mark.text_bytes))
            .sum();
        let mut ticks_us = Vec::new();
        let mut so_far = before;
        for mark in news.marks.iter().filter(|mark| mark.kind.is_text()) {
            let at = since_gun(mark.at_ns);
            let share = if bytes > 0.0 { added * f64::from(mark.text_bytes) / bytes } else { 0.0 };
            let upto = mark.tokens_so_far.count().map_or(so_far + share, f64::from).max(so_far);
            let mut next = ((so_far / TICK_TOKENS).floor() + 1.0) * TICK_TOKENS;
            while next <= upto {
                ticks_us.push(us(at));
                next += TICK_TOKENS;
            }
            self.window.push_back((at, upto - so_far));
            so_far = upto;
        }
        let kept = self.answers_from.filter(|_| !news.replaces);
        let mut kinds = (self.marks..).zip(news.marks.iter().map(|mark| mark.kind));
        self.answers_from =
            kept.or_else(|| kinds.find_map(|(at, kind)| (kind == Kind::Answer).then_some(at)));
        self.marks += news.marks.len();
        self.answer =
            if news.replaces { news.answer.len() } else { self.answer + news.answer.len() };
        self.reasoning += news.reasoning.len();
        self.tokens = so_far.max(before);
        self.phase = news.phase;
        (self.first_any, self.first_answer) = (news.first_any, news.first_answer);
        let live_tps = self.rate(news.first_any.map(|(_, at)| since_gun(at)), now_ns);
        if news.phase == Phase::Ended {
            self.window.clear();
        }
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a count of tokens, never negative"
        )]
        let tokens = self.tokens.round() as u32;
        LaneFrame {
            lane,
            phase: news.phase,
            step: news.step,
            earlier: news
                .ended
                .iter()
                .flatten()
                .map(|step| step.frame(|at| us(since_gun(at))))
                .collect(),
            reasoning: news.reasoning,
            answer: news.answer,
            replaces: news.replaces,
            tokens,
            live_tps: live_tps.filter(|_| news.phase != Phase::Ended),
            sent_us: news.sent_ns.map(|at| us(since_gun(at))),
            first_any_us: news.first_any.map(|(_, at)| us(since_gun(at))),
            first_answer_us: news.first_answer.map(|(_, at)| us(since_gun(at))),
            last_us: news.last_any_ns.map(|at| us(since_gun(at))),
            ticks_us,
        }
    }

    /// The rate over the last second or, if shorter, since the first read, whose own tokens do not count.
    fn rate(&mut self, first_ns: Option<u64>, now_ns: u64) -> Option<f64> {
        let from = now_ns.saturating_sub(RATE_WINDOW_NS);
        while self.window.front().is_some_and(|(at, _)| *at < from) {
            self.window.pop_front();
        }
        let first_ns = first_ns?;
        let after_first = self.window.iter().filter(|(at, _)| *at > first_ns);
        // A sum of nothing is −0, and nobody writes less than nothing.
        let tokens = after_first.map(|(_, tokens)| tokens).sum::<f64>() + 0.0;
        live_rate(tokens, now_ns.saturating_sub(first_ns))
    }
}

fn us(ns: u64) -> u32 {
    u32::try_from(ns / 1_000).unwrap_or(u32::MAX)
}

#[cfg(test)]
#[path = "live_tests.rs"]
mod tests;
