//! Playback of a finished round, from the raw logs only. Tokens are `o200k_base` tokens of the shown text, so that they
//! are comparable between lanes.

use measure::{
    Barcode, Length, Line, Overtake, Pace, Recording, StepLog, StreamHistory, by_length, middle,
    overtakes,
};
use serde::Serialize;

use crate::result::lane::Lane;
use crate::result::measurement_conditions::MeasurementConditions;
use crate::result::run::Run;
use crate::result::sample::{Sample, StepSample};
use crate::result::status::Status;
use crate::result::token_counts::shown_of;

/// One round of a race, all lanes.
#[derive(Debug, Clone, PartialEq, Serialize, specta::Type)]
pub struct Playback {
    /// Measurement conditions of the race.
    pub conditions: MeasurementConditions,
    /// One per lane of the run, in order.
    pub lanes: Vec<LanePlayback>,
    /// Overtakes in order of time; lanes by their index in `lanes`.
    pub overtakes: Vec<Overtake>,
    /// The fastest lane by answer length, among the ranked lanes (see `medals`), in `o200k_base` tokens of the answer. Over
    /// several rounds it uses medians, or means with too few rounds for a median.
    pub by_length: Vec<Length>,
    /// Maximum `o200k_base` tokens of a lane in this round; above that `by_length` is extrapolated.
    pub most_tokens: u32,
    /// When the last lane ended, in microseconds since the start gun.
    pub ended_us: u32,
}

impl Playback {
    /// The same round with each lane's progress in at most about `most` entries: see [`StreamHistory::thinned`].
    #[must_use]
    pub fn thinned(mut self, most: u32) -> Self {
        for lane in &mut self.lanes {
            lane.replay = std::mem::take(&mut lane.replay).thinned(most);
            for step in &mut lane.earlier {
                step.replay = std::mem::take(&mut step.replay).thinned(most);
            }
        }
        self
    }
}

/// One request of a round.
#[derive(Debug, Clone, Default, PartialEq, Serialize, specta::Type)]
pub struct LanePlayback {
    /// Whether it has a raw log; without one, the other fields are empty.
    pub logged: bool,
    /// Its progress.
    pub replay: StreamHistory,
    /// Its chunk gaps.
    pub barcode: Barcode,
    /// When it ended, in microseconds since the start gun.
    pub ended_us: u32,
    /// `o200k_base` tokens before the answer began.
    pub thought_tokens: u32,
    /// Of a chain, the requests of the steps before the one whose answer it is, in order. What is above is of that one, but for its send,
    /// which is that of the first step.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub earlier: Vec<StepPlayback>,
}

/// One request of an earlier step.
#[derive(Debug, Clone, Default, PartialEq, Serialize, specta::Type)]
pub struct StepPlayback {
    /// Which of the chain's steps it is, from 0.
    pub step: u32,
    /// Its progress.
    pub replay: StreamHistory,
    /// When it ended, in microseconds since the start gun.
    pub ended_us: u32,
    /// `o200k_base` tokens before its answer began.
    pub thought_tokens: u32,
}

/// The playback of one measured round, from 0, from the raw logs of its lanes in order.
pub fn playback(run: &Run, round: usize, recordings: &[Option<Recording>]) -> Playback {
    let requests: Vec<(Option<&Sample>, Option<&Recording>)> = run
        .lanes
        .iter()
        .zip(recordings)
        .map(|(lane, recording)| (lane.samples.get(round), recording.as_ref()))
        .collect();
    let ends: Vec<Option<u32>> = requests.iter().map(|(sample, _)| ended_us((*sample)?)).collect();
    // A request without an end was in flight until the last lane ended.
    let ended_us = ends.iter().flatten().copied().max().unwrap_or(0);
    let paces: Vec<Pace> = requests.iter().map(|(sample, log)| pace_of(*sample, *log)).collect();
    Playback {
        conditions: MeasurementConditions::of(run),
        lanes: requests
            .iter()
            .zip(ends)
            .map(|((sample, log), end)| lane_playback(*sample, *log, end.unwrap_or(ended_us)))
            .collect(),
        overtakes: overtakes(&paces),
        by_length: by_length(&lines(run)),
        most_tokens: paces.iter().map(Pace::total).max().unwrap_or(0),
        ended_us,
    }
}

/// The token progress of a request; empty without a log.
pub fn pace_of(sample: Option<&Sample>, recording: Option<&Recording>) -> Pace {
    sample.zip(recording).map_or_else(Pace::default, |(sample, recording)| {
        Pace::of(&recording.timeline, &shown_of(sample, recording))
    })
}

fn lane_playback(
    sample: Option<&Sample>,
    recording: Option<&Recording>,
    ended_us: u32,
) -> LanePlayback {
    let Some((sample, recording)) = sample.zip(recording) else {
        return LanePlayback { ended_us, ..LanePlayback::default() };
    };
    let shown = shown_of(sample, recording);
    let replay = StreamHistory::of(recording, &shown);
    LanePlayback {
        logged: true,
        barcode: Barcode::of(&recording.timeline, &shown),
        ended_us,
        thought_tokens: thought_tokens(&replay),
        replay,
        earlier: earlier(sample, recording),
    }
}

fn thought_tokens(replay: &StreamHistory) -> u32 {
    let thought = replay.first_answer_us.map(|first| {
        let before = replay.at_us.partition_point(|at| *at < first);
        before.checked_sub(1).and_then(|index| replay.tokens.get(index)).copied().unwrap_or(0)
    });
    thought.or(replay.tokens.last().copied()).unwrap_or(0)
}

/// The steps of a chain before its last.
fn earlier(sample: &Sample, recording: &Recording) -> Vec<StepPlayback> {
    let steps = sample.steps.iter().zip(recording.earlier());
    let of_step = |(own, log): (&StepSample, &StepLog)| {
        let shown = shown_of(&own.sample, &log.recording);
        let replay = StreamHistory::of(&log.recording, &shown);
        StepPlayback {
            step: log.step,
            ended_us: ended_us(&own.sample).or(replay.closed_us).unwrap_or(0),
            thought_tokens: thought_tokens(&replay),
            replay,
        }
    };
    steps.map(of_step).collect()
}

fn ended_us(sample: &Sample) -> Option<u32> {
    let failed = sample.sent_at_ms.zip(sample.error_at_ms).map(|(sent, after)| sent + after);
    let ended = sample.ended_at_ms.or(failed)?;
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a stamp since the gun, never negative"
    )]
    Some((ended * 1e3).ceil() as u32)
}

/// The lines behind the advice by length. A lane that failed in a round has none; neither has a simulated lane beside
/// real ones.
fn lines(run: &Run) -> Vec<Option<Line>> {
    let any_real = run.lanes.iter().any(|lane| !lane.simulated);
    let line = |lane: &Lane| {
        let finished = lane.samples.iter().all(|sample| sample.status == Status::Ok);
        if !finished || (any_real && lane.simulated) {
            return None;
        }
        let typical = |of: fn(&Sample) -> Option<f64>| {
            middle(lane.samples.iter().map(of).collect::<Option<Vec<_>>>()?)
        };
        Some(Line {
            first_ms: typical(|sample| sample.speed.ttfat_ms)?,
            first_tokens: typical(|sample| Some(first_answer_tokens(sample)))?.max(1.0),
            tps: typical(answer_tps)?,
        })
    };
    run.lanes.iter().map(line).collect()
}

/// Output speed of the answer in `o200k_base` tokens.
fn answer_tps(sample: &Sample) -> Option<f64> {
    if sample.reasoning_type.is_shown_whole() && !sample.reasoning.is_empty() {
        // server = neutral · (1 + difference), so neutral per second = server per second ÷ (1 + difference).
        let difference = sample.count_diff_pct.unwrap_or(0.0) / 100.0;
        return Some(sample.speed.answer_tps? / (1.0 + difference));
    }
    sample.speed.neutral_tps
}

/// Tokens that came with the first read of the answer; 1 if reasoning came before it, because the count is that of the
/// reasoning's first read.
fn first_answer_tokens(sample: &Sample) -> f64 {
    let speed = &sample.speed;
    if speed.ttft_ms == speed.ttfat_ms { speed.first_read_tokens.unwrap_or(1.0) } else { 1.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{lane, run, sample};
    use measure::{ArrivalEvent, Kind, TokensSoFar};

    fn recording(marks: &[(u64, Kind)]) -> Recording {
        let mut recording = Recording::starting_at(0);
        recording.timeline.send_ns = Some(0);
        for (event, (at_ms, kind)) in (0..).zip(marks.iter().copied()) {
            recording.timeline.push(ArrivalEvent {
                at_ns: at_ms * 1_000_000,
                event,
                kind,
                text_bytes: 2,
                wire_bytes: 0,
                tokens_so_far: TokensSoFar::UNTOLD,
            });
            recording.transcript.push(kind, " a");
        }
        recording
    }

    fn counted(status: Status, tokens: u32) -> Sample {
        Sample {
            token_source: Some(cost::TokenSource::Neutral),
            out_tokens_neutral: Some(tokens),
            ended_at_ms: Some(50.0),
            ..sample(status)
        }
    }

    #[test]
    fn thought_ends_where_the_answer_begins() {
        let marks = [(10, Kind::Reasoning), (20, Kind::Reasoning), (30, Kind::Answer)];
        let of = run(vec![lane([counted(Status::Ok, 6)])]);
        let shown = playback(&of, 0, &[Some(recording(&marks))]);
        let first = &shown.lanes[0];
        assert!(first.logged, "there is a log");
        assert_eq!(first.thought_tokens, 2, "two words of three");
        assert_eq!((shown.most_tokens, shown.ended_us), (3, 50_000), "as far as anybody came");
        let only = playback(&of, 0, &[Some(recording(&marks[..2]))]);
        assert_eq!(only.lanes[0].thought_tokens, 2, "who never answered thought all of it");
    }

    #[test]
    fn the_earlier_steps_of_a_chain_are_played_back_too() {
        let mut log = recording(&[(10, Kind::Reasoning), (20, Kind::Answer)]);
        log.timeline.close_ns = Some(25_000_000);
        log.begin_step(2);
        let mut last = recording(&[(60, Kind::Answer), (80, Kind::Answer)]);
        last.timeline.send_ns = Some(30_000_000);
        last.chain = log.chain.take();
        last.close_chain();
        let of = |step, ended_ms| StepSample {
            step,
            sample: Sample { ended_at_ms: Some(ended_ms), ..counted(Status::Ok, 4) },
        };
        let whole = Sample { steps: vec![of(0, 25.0), of(2, 90.0)], ..counted(Status::Ok, 4) };
        let shown = playback(&run(vec![lane([whole])]), 0, &[Some(last)]).thinned(1);
        let chain = &shown.lanes[0];
        let (replay, [earlier]) = (&chain.replay, chain.earlier.as_slice()) else {
            panic!("one step")
        };
        assert_eq!((replay.sent_us, replay.first_any_us), (Some(0), Some(60_000)), "the answer's");
        assert_eq!((earlier.step, earlier.ended_us, earlier.thought_tokens), (0, 25_000, 1));
        assert_eq!(earlier.replay.first_answer_us, Some(20_000), "by its own log");
        assert!(earlier.replay.at_us.len() <= 2, "and thinned like every other");
    }

    #[test]
    fn a_lane_without_a_log_keeps_its_place() {
        let of = run(vec![lane([sample(Status::Interrupted)]), lane([counted(Status::Ok, 2)])]);
        let shown = playback(&of, 0, &[None, Some(recording(&[(10, Kind::Answer)]))]);
        assert_eq!(shown.lanes.len(), 2, "nobody is left out");
        assert!(!shown.lanes[0].logged, "and nothing is made up for it");
        assert_eq!(shown.lanes[0].ended_us, 50_000, "it was under way until all was over");
        let later = playback(&of, 7, &[None, None]);
        assert!(later.lanes.iter().all(|lane| !lane.logged), "a round that never was is empty");
    }

    #[test]
    fn a_failure_without_a_body_ended_when_it_failed() {
        let failed =
            Sample { sent_at_ms: Some(1.0), error_at_ms: Some(20.5), ..sample(Status::ErrorHttp) };
        let shown = playback(&run(vec![lane([failed])]), 0, &[Some(Recording::default())]);
        assert_eq!(shown.lanes[0].ended_us, 21_500, "1 ms after the gun, and 20.5 ms more");
    }

    #[test]
    fn advice_is_by_the_lanes_that_finished() {
        let with = |status, ttft_ms, tps| {
            let mut sample = sample(status);
            sample.speed.ttfat_ms = Some(ttft_ms);
            sample.speed.neutral_tps = Some(tps);
            lane([sample])
        };
        let of = run(vec![
            with(Status::Ok, 100.0, 50.0),
            with(Status::Truncated, 1.0, 9_000.0),
            with(Status::Ok, 400.0, 200.0),
        ]);
        let shown = playback(&of, 0, &[None, None, None]);
        let lanes: Vec<u32> = shown.by_length.iter().map(|length| length.lane).collect();
        assert_eq!(lanes, [0, 2], "a cut stream is no advice");
        assert!((shown.by_length[1].from_tokens - 21.0).abs() < 1e-9, "300 ms over 15 ms a token");
        let mut mixed = of;
        mixed.lanes[2].simulated = true;
        let real: Vec<u32> =
            playback(&mixed, 0, &[]).by_length.iter().map(|length| length.lane).collect();
        assert_eq!(real, [0], "nor is a simulated lane beside a real one");
    }
}
