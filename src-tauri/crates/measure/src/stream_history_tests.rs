use super::*;
use crate::places::tests::answer;
use crate::{ArrivalEvent, TokensSoFar};

const MS: u64 = 1_000_000;
const GUN: u64 = 40 * MS;

fn recording(pieces: &[(u64, Kind, &str)]) -> Recording {
    let mut recording = Recording::starting_at(GUN);
    recording.timeline.send_ns = Some(GUN + MS);
    for (event, (at_ms, kind, text)) in (0..).zip(pieces.iter().copied()) {
        recording.timeline.push(ArrivalEvent {
            at_ns: GUN + at_ms * MS,
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

/// Tokens that end after these bytes of their part.
fn shown(reasoning: &[u32], answer: &[u32], tool: &[u32]) -> ShownTokens {
    ShownTokens { reasoning: reasoning.to_vec(), answer: answer.to_vec(), tool: tool.to_vec() }
}

#[test]
fn what_had_arrived_by_a_stamp_is_known_part_by_part() {
    let told = recording(&[
        (100, Kind::Empty, ""),
        (200, Kind::Reasoning, "Hm"),
        (300, Kind::Answer, "Hé"),
        (400, Kind::Answer, "llo \u{1f30a}"),
        (500, Kind::Tool, "f()"),
    ]);
    let history = StreamHistory::of(&told, &shown(&[2], &[3, 6, 7, 11], &[1, 3]));
    assert_eq!(history.at_us, [200_000, 300_000, 400_000, 500_000], "since the gun, text alone");
    assert_eq!(history.reasoning_to, [2, 2, 2, 2], "thought comes first");
    assert_eq!(history.answer_to, [0, 2, 8, 8], "an accent is one unit, a wave is two");
    assert_eq!(history.tools_to, [0, 0, 0, 3], "tool calls apart");
    assert_eq!(history.tokens, [1, 2, 5, 7], "one thought, one and three said, two of the call");
    let firsts =
        (history.sent_us, history.first_any_us, history.first_answer_us, history.closed_us);
    assert_eq!(firsts, (Some(1_000), Some(200_000), Some(300_000), None), "what happened when");
}

#[test]
fn what_one_read_completed_is_one_entry() {
    let told =
        recording(&[(10, Kind::Reasoning, "a"), (10, Kind::Answer, "b"), (20, Kind::Answer, "c")]);
    let history = StreamHistory::of(&told, &shown(&[1], &[1, 2], &[]));
    assert_eq!(history.at_us, [10_000, 20_000], "two events of one read share their stamp");
    assert_eq!(
        (history.tokens, history.answer_to),
        (vec![2, 3], vec![1, 2]),
        "with all they brought"
    );
}

#[test]
fn drafts_that_were_rewritten_are_not_made_up() {
    let told = recording(&[
        (10, Kind::Rewrite, "Teh"),
        (20, Kind::Rewrite, "The quick"),
        (30, Kind::Answer, " fox"),
    ]);
    assert_eq!(
        StreamHistory::of(&told, &shown(&[], &[3, 9, 13], &[])).answer_to,
        [0, 9, 13],
        "only the last one was kept"
    );
}

#[test]
fn the_rate_is_over_the_last_second() {
    // A token every 100 ms from 200 ms on: one falls on each step of the clock.
    let pieces: Vec<_> = (2..=20).map(|step| (step * 100, Kind::Answer, "word")).collect();
    let history = StreamHistory::of(&recording(&pieces), &answer(19, 4));
    assert_eq!(history.rates.len(), 21, "each tenth of a second from the gun to the last text");
    assert_eq!(history.rates[..4], [None, None, None, None], "nothing, then too short to say");
    let at = |step: usize| history.rates[step].expect("there is a rate");
    assert!((at(4) - 10.0).abs() < 1e-9, "two tokens in the 200 ms since the first: {}", at(4));
    assert!((at(20) - 10.0).abs() < 1e-9, "ten tokens in the last second: {}", at(20));
}

#[test]
fn a_first_read_of_many_tokens_gives_no_rate() {
    // Eight words at once, then one every 100 ms.
    let first = (0..8).map(|_| (200, Kind::Answer, "word"));
    let rest = (3..=8).map(|step| (step * 100, Kind::Answer, "word"));
    let pieces: Vec<_> = first.chain(rest).collect();
    let rates = StreamHistory::of(&recording(&pieces), &answer(14, 4)).rates;
    for (step, rate) in rates.iter().enumerate().skip(4) {
        assert!(rate.is_some_and(|rate| (rate - 10.0).abs() < 1e-9), "step {step}: {rate:?}");
    }
}

#[test]
fn a_stamp_of_next_year_does_not_make_a_billion_rates() {
    let told = recording(&[(10, Kind::Answer, "a"), (40_000_000_000, Kind::Answer, "b")]);
    assert_eq!(StreamHistory::of(&told, &answer(2, 1)).rates.len(), MOST_RATES, "an hour of them");
}

#[test]
fn a_request_that_brought_nothing_has_nothing_to_show() {
    let history = StreamHistory::of(&Recording::starting_at(GUN), &answer(0, 1));
    assert_eq!(history, StreamHistory::default(), "unknown is absent");
}

#[test]
fn a_picture_of_a_fast_stream_has_what_had_arrived_by_the_end_of_each_part_of_it() {
    let count: u32 = 10_000;
    let list: Vec<u32> = (0..count).map(|index| index * 10 + 7).collect();
    let whole = StreamHistory {
        at_us: list.clone(),
        tokens: (1..=count).collect(),
        reasoning_to: vec![0; 10_000],
        answer_to: list.clone(),
        tools_to: vec![0; 10_000],
        ..StreamHistory::default()
    };
    let thin = whole.clone().thinned(100);
    let by = |history: &StreamHistory, at_us: u32| {
        let arrived = history.at_us.partition_point(|at| *at <= at_us);
        history.tokens[arrived - 1]
    };

    assert!(thin.at_us.len() <= 102, "{} entries of 100 parts", thin.at_us.len());
    assert_eq!(thin.at_us.len(), thin.tokens.len(), "the lists keep the same entries");
    assert_eq!(thin.at_us.len(), thin.answer_to.len());
    assert_eq!(thin.at_us.first(), Some(&7), "its first text came when it came");
    assert_eq!(thin.tokens.last(), Some(&count), "nothing is lost at its end");
    for at_us in (7..100_000).step_by(31) {
        let (exact, drawn) = (by(&whole, at_us), by(&thin, at_us));
        assert!(drawn <= exact, "nothing is shown before it arrived");
        assert!(exact - drawn <= 100, "and nothing later than one part: {drawn} of {exact}");
    }
    assert_eq!(whole.clone().thinned(10_000), whole, "what is short enough stays as it is");
    assert_eq!(StreamHistory::default().thinned(100), StreamHistory::default());
}
