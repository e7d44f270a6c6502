//! The phases of a stream: maximal runs of reads that brought reasoning, or text of the answer,.

use crate::{ArrivalEvent, Kind, Timeline, Transcript};

/// A phase of a stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Phase {
    /// All visible text.
    Any,
    Reasoning,
    Answer,
}

impl Phase {
    fn has(self, kind: Kind) -> bool {
        match self {
            Self::Any => kind.is_text(),
            Self::Reasoning => kind == Kind::Reasoning,
            Self::Answer => kind.is_answer(),
        }
    }
}

/// Consecutive reads that brought text of one phase. A read that brought both belongs to a run of each.
#[derive(Debug)]
pub(crate) struct PhaseRun<'a> {
    pub(crate) first_ns: u64,
    pub(crate) last_ns: u64,
    /// When other text followed, or else `last_ns`.
    pub(crate) until_ns: u64,
    /// Its reads.
    pub(crate) reads: u32,
    /// Its events with text of the phase.
    pub(crate) chunks: u32,
    /// The server's running count at its first read, if it sends one.
    pub(crate) first_count: Option<u32>,
    /// Its text, by part of the transcript.
    pub(crate) text: [&'a str; 3],
    /// The text of its first read.
    pub(crate) first_text: [&'a str; 3],
}

/// How much of each part of a transcript has arrived, in bytes.
#[derive(Debug, Clone, Copy, Default)]
struct TranscriptBytes {
    reasoning: usize,
    answer: usize,
    tool: usize,
}

impl TranscriptBytes {
    fn take(&mut self, mark: &ArrivalEvent) {
        let bytes = mark.text_bytes as usize;
        match mark.kind {
            Kind::Reasoning => self.reasoning += bytes,
            Kind::Answer => self.answer += bytes,
            Kind::Rewrite => self.answer = bytes,
            Kind::ToolName | Kind::Tool => self.tool += bytes,
            _ => {}
        }
    }

    /// What arrived of a phase between two positions. Rewritten drafts are not kept: after a rewrite the text starts
    /// anew.
    fn until<'a>(self, end: Self, phase: Phase, transcript: &'a Transcript) -> [&'a str; 3] {
        let part = |is_wanted: bool, text: &'a str, from: usize, to: usize| {
            let from = if from > to { 0 } else { from };
            text.get(from..to).filter(|_| is_wanted).unwrap_or_default()
        };
        let (thought, said) = (phase != Phase::Answer, phase != Phase::Reasoning);
        [
            part(thought, &transcript.reasoning, self.reasoning, end.reasoning),
            part(said, &transcript.answer, self.answer, end.answer),
            part(said, &transcript.tool, self.tool, end.tool),
        ]
    }
}

/// A run that is still being read.
struct OpenPhase {
    first_ns: u64,
    last_ns: u64,
    /// Whether its last read also brought other text.
    is_mixed: bool,
    reads: u32,
    chunks: u32,
    first_count: Option<u32>,
    before: TranscriptBytes,
    first: TranscriptBytes,
    end: TranscriptBytes,
}

impl OpenPhase {
    fn close(self, next_ns: Option<u64>, phase: Phase, said: &Transcript) -> PhaseRun<'_> {
        PhaseRun {
            first_ns: self.first_ns,
            last_ns: self.last_ns,
            until_ns: next_ns.filter(|_| !self.is_mixed).unwrap_or(self.last_ns),
            reads: self.reads,
            chunks: self.chunks,
            first_count: self.first_count,
            text: self.before.until(self.end, phase, said),
            first_text: self.before.until(self.first, phase, said),
        }
    }
}

/// The maximal runs of a phase, in order.
pub(crate) fn runs<'a>(
    timeline: &Timeline,
    transcript: &'a Transcript,
    phase: Phase,
) -> Vec<PhaseRun<'a>> {
    let marks: Vec<&ArrivalEvent> = timeline.text().collect();
    let (mut runs, mut open, mut arrived) =
        (Vec::new(), None::<OpenPhase>, TranscriptBytes::default());
    for read in marks.chunk_by(|one, next| one.at_ns == next.at_ns) {
        let Some(at_ns) = read.first().map(|mark| mark.at_ns) else { continue };
        let before = arrived;
        for mark in read {
            arrived.take(mark);
        }
        let own = || read.iter().filter(|mark| phase.has(mark.kind));
        let chunks = own().collect::<Vec<_>>().chunk_by(|a, b| a.event == b.event).count();
        if chunks == 0 {
            runs.extend(open.take().map(|run| run.close(Some(at_ns), phase, transcript)));
            continue;
        }
        let run = open.get_or_insert_with(|| OpenPhase {
            first_ns: at_ns,
            last_ns: at_ns,
            is_mixed: false,
            reads: 0,
            chunks: 0,
            first_count: own().filter_map(|mark| mark.tokens_so_far.count()).next_back(),
            before,
            first: arrived,
            end: arrived,
        });
        run.last_ns = at_ns;
        run.is_mixed = own().count() < read.len();
        run.reads = run.reads.saturating_add(1);
        run.chunks = run.chunks.saturating_add(u32::try_from(chunks).unwrap_or(u32::MAX));
        run.end = arrived;
    }
    runs.extend(open.map(|run| run.close(None, phase, transcript)));
    runs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TokensSoFar;

    fn stream(marks: &[(u64, Kind, &str)]) -> (Timeline, Transcript) {
        let (mut timeline, mut transcript) = (Timeline::starting_at(0), Transcript::default());
        for (event, (at_ns, kind, text)) in (0..).zip(marks) {
            timeline.push(ArrivalEvent {
                at_ns: *at_ns,
                event,
                kind: *kind,
                text_bytes: u32::try_from(text.len()).expect("short"),
                wire_bytes: 0,
                tokens_so_far: TokensSoFar::UNTOLD,
            });
            transcript.push(*kind, text);
        }
        (timeline, transcript)
    }

    fn told<'a>(runs: &[PhaseRun<'a>]) -> Vec<(u64, u64, u64, String, String)> {
        let joined = |texts: [&'a str; 3]| texts.concat();
        runs.iter()
            .map(|r| (r.first_ns, r.last_ns, r.until_ns, joined(r.text), joined(r.first_text)))
            .collect()
    }

    #[test]
    fn a_phase_that_is_taken_up_again_is_two_runs() {
        let (timeline, said) = stream(&[
            (10, Kind::Reasoning, "a"),
            (20, Kind::Reasoning, "b"),
            (30, Kind::Answer, "c"),
            (40, Kind::Tool, "d"),
            (50, Kind::Reasoning, "e"),
            (60, Kind::Answer, "f"),
        ]);
        let of = |phase| told(&runs(&timeline, &said, phase));
        let run = |from, to, until, text: &str, first: &str| {
            (from, to, until, text.to_owned(), first.to_owned())
        };
        assert_eq!(
            of(Phase::Reasoning),
            [run(10, 20, 30, "ab", "a"), run(50, 50, 60, "e", "e")],
            "each thought lasts until other text follows"
        );
        assert_eq!(
            of(Phase::Answer),
            [run(30, 40, 50, "cd", "c"), run(60, 60, 60, "f", "f")],
            "what nothing follows ends with its last text"
        );
        assert_eq!(of(Phase::Any).len(), 1, "all of it is one run");
    }

    #[test]
    fn a_read_with_both_phases_belongs_to_both() {
        let (timeline, said) = stream(&[
            (10, Kind::Reasoning, "a"),
            (20, Kind::Reasoning, "b"),
            (20, Kind::Answer, "c"),
            (30, Kind::Answer, "d"),
        ]);
        let thought = runs(&timeline, &said, Phase::Reasoning);
        assert_eq!(told(&thought)[0].2, 20, "the thought ended where the answer began");
        let answer = runs(&timeline, &said, Phase::Answer);
        assert_eq!((answer.len(), answer[0].first_ns, answer[0].reads), (1, 20, 2), "one run");
    }
}
