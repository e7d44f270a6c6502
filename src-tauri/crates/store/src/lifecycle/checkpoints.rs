//! The table `checkpoints`: the data of a running run so far.

use std::collections::BTreeMap;
use std::ops::Range;

use measure::{ArrivalEvent, ChainLog, Kind, Timeline, Transcript};
use race::{LevelRequestNote, Recording, Sample};
use rusqlite::{Connection, params};

use crate::error::StoreFailure;
use crate::json::to_json;
use crate::tables::recordings::{from_columns, name, to_columns};

/// New data of one request since the previous checkpoint.
#[derive(Debug, Clone, PartialEq)]
pub struct CheckpointDelta {
    /// Index of the lane among those that run, from 0.
    pub lane: u32,
    /// The measured round, from 0; in a sweep, the request's number.
    pub round: u32,
    /// Whether it replaces the earlier checkpoints: their answer turned out to be reasoning, or the next step of its chain has begun.
    pub anew: bool,
    /// The timeline with only its new entries, the new text and the new usage. If a new entry is a
    /// [rewrite](Kind::Rewrite), the answer is the whole answer so far.
    pub recording: Recording,
    /// The sample, once the request has ended. Such a request ended on its own, even if its run did not.
    pub sample: Option<Sample>,
    /// For a sweep's request, instead of a sample: its level and, once it has ended, how it ended.
    pub note: Option<LevelRequestNote>,
}

/// How much of one request the checkpoints already hold, per lane and round.
#[derive(Debug, Clone)]
pub struct CheckpointCursor {
    lane: u32,
    round: u32,
    /// The timeline at the last checkpoint, without its entries.
    head: Timeline,
    marks: usize,
    reasoning: usize,
    answer: usize,
    tool: usize,
    usage: usize,
    /// Index of the first log entry of the answer.
    answers_from: Option<usize>,
    /// Steps of its chain that are over.
    steps: usize,
    ended: bool,
}

impl CheckpointCursor {
    /// A cursor that has seen nothing of the request of the `lane`th lane among those that run in measured round
    /// `round`; both from 0.
    pub fn nothing_of(lane: u32, round: u32) -> Self {
        let head = Timeline::default();
        Self {
            lane,
            round,
            head,
            marks: 0,
            reasoning: 0,
            answer: 0,
            tool: 0,
            usage: 0,
            answers_from: None,
            steps: 0,
            ended: false,
        }
    }

    /// As [`take`](Self::take), for a sweep's request. `note` is given at its first checkpoint and once it has ended.
    pub fn take_noted(
        &mut self,
        recording: &Recording,
        note: Option<&LevelRequestNote>,
    ) -> Option<CheckpointDelta> {
        let arrived = self.take(recording, None).or_else(|| {
            note?;
            let recording =
                Recording { timeline: recording.timeline.head(), ..Recording::default() };
            let (lane, round) = (self.lane, self.round);
            Some(CheckpointDelta { lane, round, anew: false, recording, sample: None, note: None })
        })?;
        Some(CheckpointDelta { note: note.cloned(), ..arrived })
    }

    /// The part of `recording` that is not in a checkpoint yet, which is then considered saved; `None` if there is
    /// nothing new. `sample` is given once the request has ended.
    ///
    /// It copies only new data, so it may be called while holding the lane's lock.
    pub fn take(
        &mut self,
        recording: &Recording,
        sample: Option<&Sample>,
    ) -> Option<CheckpointDelta> {
        let Recording { timeline, transcript, usage, .. } = recording;
        let steps = recording.earlier().len();
        let begins_step = steps != self.steps;
        let first_answer = self.answers_from.and_then(|at| timeline.marks.get(at));
        let was_reasoning = first_answer.is_some_and(|mark| mark.kind == Kind::Reasoning);
        let anew = begins_step || was_reasoning;
        if anew {
            // The saved answer was reasoning, or that of an earlier step. That is rare, so everything is saved again.
            let Self { lane, round, ended, .. } = *self;
            *self = Self { steps, ended, ..Self::nothing_of(lane, round) };
        }
        let head = timeline.head();
        let marks = timeline.marks.get(self.marks..).unwrap_or_default();
        let new_usage = usage.get(self.usage..).unwrap_or_default();
        let sample = sample.filter(|_| !self.ended).cloned();
        if marks.is_empty() && new_usage.is_empty() && head == self.head && sample.is_none() {
            return None;
        }
        let kept_answer = if is_rewritten(marks) { 0 } else { self.answer };
        let arrived = CheckpointDelta {
            lane: self.lane,
            round: self.round,
            anew,
            recording: Recording {
                timeline: Timeline { marks: marks.to_vec(), ..head.clone() },
                transcript: Transcript {
                    reasoning: after(&transcript.reasoning, self.reasoning),
                    answer: after(&transcript.answer, kept_answer),
                    tool: after(&transcript.tool, self.tool),
                },
                usage: new_usage.to_vec(),
                chain: recording.chain.as_ref().map(|chain| {
                    let earlier = if anew { chain.earlier.clone() } else { Vec::new() };
                    let ChainLog { step, sent_ns, closed, .. } = **chain;
                    Box::new(ChainLog { step, sent_ns, closed, earlier })
                }),
            },
            sample,
            note: None,
        };
        self.ended |= arrived.sample.is_some();
        self.head = head;
        let mut kinds = (self.marks..).zip(arrived.recording.timeline.marks.iter());
        self.answers_from = self
            .answers_from
            .or_else(|| kinds.find_map(|(at, mark)| (mark.kind == Kind::Answer).then_some(at)));
        self.marks = timeline.marks.len();
        self.reasoning = transcript.reasoning.len();
        self.answer = transcript.answer.len();
        self.tool = transcript.tool.len();
        self.usage = usage.len();
        Some(arrived)
    }
}

/// Whether any of these entries replaces the whole answer.
fn is_rewritten(marks: &[ArrivalEvent]) -> bool {
    marks.iter().any(|mark| mark.kind == Kind::Rewrite)
}

fn after(text: &str, seen: usize) -> String {
    text.get(seen..).unwrap_or_default().to_owned()
}

/// The checkpointed data of one request.
#[derive(Debug, Default)]
pub(crate) struct Remains {
    pub(crate) recording: Recording,
    /// As written: the sample of a race's request that has ended, or the note of a sweep's.
    pub(crate) document: Option<String>,
}

impl Remains {
    /// Adds one checkpoint to those before it; the inverse of [`CheckpointCursor::take`].
    fn add(&mut self, recording: Recording, document: Option<String>) {
        let Recording { timeline, transcript, usage, chain } = recording;
        let whole = &mut self.recording;
        if is_rewritten(&timeline.marks) {
            whole.transcript.answer.clear();
        }
        whole.transcript.reasoning.push_str(&transcript.reasoning);
        whole.transcript.answer.push_str(&transcript.answer);
        whole.transcript.tool.push_str(&transcript.tool);
        whole.usage.extend(usage);
        if let Some(mut chain) = chain {
            // Its earlier steps are saved once.
            if chain.earlier.is_empty() {
                chain.earlier = whole.chain.take().map(|known| known.earlier).unwrap_or_default();
            }
            whole.chain = Some(chain);
        }
        let mut marks = std::mem::take(&mut whole.timeline.marks);
        marks.extend_from_slice(&timeline.marks);
        whole.timeline = Timeline { marks, ..timeline };
        self.document = document.or_else(|| self.document.take());
    }
}

pub(crate) fn insert(
    connection: &Connection,
    run: &str,
    arrived: &CheckpointDelta,
) -> Result<(), StoreFailure> {
    let CheckpointDelta { lane, round, anew, recording, sample, note } = arrived;
    let what = || name(run, *lane, *round);
    if *anew {
        connection
            .prepare_cached(
                "DELETE FROM checkpoints WHERE run_id = ?1 AND lane = ?2 AND round = ?3",
            )?
            .execute((run, lane, round))?;
    }
    let document = match (sample, note) {
        (Some(sample), _) => Some(to_json(what, sample)?),
        (None, note) => note.as_ref().map(|note| to_json(what, note)).transpose()?,
    };
    let [reasoning, answer, tool, usage, log] = to_columns(what, recording)?;
    connection
        .prepare_cached(
            "INSERT INTO checkpoints (run_id, lane, round, reasoning, answer, tool, usage, log, sample)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
        )?
        .execute(params![run, lane, round, reasoning, answer, tool, usage, log, document])?;
    Ok(())
}

/// Everything the checkpoints hold of a run, by lane and round.
pub(crate) fn of_run(
    connection: &Connection,
    run: &str,
) -> Result<BTreeMap<(u32, u32), Remains>, StoreFailure> {
    let mut rows = connection.prepare(
        "SELECT lane, round, reasoning, answer, tool, usage, log, sample
         FROM checkpoints WHERE run_id = ?1 ORDER BY rowid",
    )?;
    let mut rows = rows.query([run])?;
    let mut requests = BTreeMap::<_, Remains>::new();
    while let Some(row) = rows.next()? {
        let (lane, round) = (row.get(0)?, row.get(1)?);
        let what = || name(run, lane, round);
        let recording = from_columns(what, row, 2)?;
        requests.entry((lane, round)).or_default().add(recording, row.get(7)?);
    }
    Ok(requests)
}

/// The interrupted runs that still have checkpoints.
pub(crate) fn left(connection: &Connection) -> Result<Vec<String>, StoreFailure> {
    let mut rows = connection.prepare(
        "SELECT id FROM runs WHERE id IN (SELECT DISTINCT run_id FROM checkpoints) AND state = 'interrupted'",
    )?;
    let ids = rows.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
    Ok(ids)
}

/// Bytes of a run's checkpoints, and of those of its largest request. Their texts are not read.
pub(crate) fn size(connection: &Connection, run: &str) -> Result<(u64, u64), StoreFailure> {
    let mut rows = connection.prepare(
        "SELECT sum(octet_length(reasoning) + octet_length(answer) + octet_length(tool) + octet_length(usage)
             + octet_length(log))
         FROM checkpoints WHERE run_id = ?1 GROUP BY lane, round",
    )?;
    let mut rows = rows.query([run])?;
    let (mut whole, mut largest) = (0, 0);
    while let Some(row) = rows.next()? {
        let bytes = row.get::<_, i64>(0)?.unsigned_abs();
        whole += bytes;
        largest = bytes.max(largest);
    }
    Ok((whole, largest))
}

/// Removes the checkpoints of a level that is stored, by the numbers of its requests.
pub(crate) fn remove_level(
    connection: &Connection,
    run: &str,
    numbers: &Range<u32>,
) -> Result<(), StoreFailure> {
    connection
        .prepare_cached("DELETE FROM checkpoints WHERE run_id = ?1 AND round >= ?2 AND round < ?3")?
        .execute((run, numbers.start, numbers.end))?;
    Ok(())
}

pub(crate) fn remove(connection: &Connection, run: &str) -> Result<(), StoreFailure> {
    connection.execute("DELETE FROM checkpoints WHERE run_id = ?1", [run])?;
    Ok(())
}

#[cfg(test)]
#[path = "checkpoints_tests.rs"]
mod tests;
