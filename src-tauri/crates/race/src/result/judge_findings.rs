//! What the votes of a judge come to: whether its word is used, and what it says of each two lanes.

use std::collections::BTreeMap;

use measure::{CONFIDENCE, PairedAnswers, wilson_interval};

use crate::result::judgement::{
    JudgeChoice, JudgeFindings, JudgeVote, JudgeWord, JudgedLanes, Judgement,
};

/// What a judge says of two answers in both orders.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Pair {
    /// Which of the two lanes it prefers in both.
    Same(u32),
    Tie,
    FirstPlace,
    SecondPlace,
    Mixed,
}

impl Pair {
    fn of(one: &JudgeVote, other: &JudgeVote) -> Option<Self> {
        use JudgeChoice::{First, Second, Tie};
        Some(match (one.choice?, other.choice?) {
            (Tie, Tie) => Self::Tie,
            (First, Second) => Self::Same(one.first),
            (Second, First) => Self::Same(one.second),
            (First, First) => Self::FirstPlace,
            (Second, Second) => Self::SecondPlace,
            (Tie, _) | (_, Tie) => Self::Mixed,
        })
    }
}

impl Judgement {
    /// What its votes come to, in a race of so many lanes.
    pub fn found(&self, lanes: usize) -> JudgeFindings {
        let mut orders: BTreeMap<(u32, u32, u32), [Option<&JudgeVote>; 2]> = BTreeMap::new();
        for vote in &self.votes {
            let (low, high) = (vote.first.min(vote.second), vote.first.max(vote.second));
            let orders = orders.entry((low, high, vote.round)).or_default();
            if let Some(order) = orders.get_mut(usize::from(vote.first == high)) {
                *order = Some(vote);
            }
        }
        let mut read: BTreeMap<(u32, u32), Vec<Pair>> = BTreeMap::new();
        let (mut unread, mut cut, mut named) = (0_u32, 0_u32, 0_u32);
        for ((low, high, _), orders) in orders {
            let votes = || orders.iter().flatten();
            cut += u32::from(votes().any(|vote| vote.cut));
            named += u32::from(votes().any(|vote| vote.named));
            let both = orders[0].zip(orders[1]);
            match both.and_then(|(one, other)| Pair::of(one, other)) {
                Some(pair) => read.entry((low, high)).or_default().push(pair),
                None => unread += 1,
            }
        }
        let count = |is: fn(&Pair) -> bool| {
            let many = read.values().flatten().filter(|pair| is(pair)).count();
            u32::try_from(many).unwrap_or(u32::MAX)
        };
        let mut found = JudgeFindings {
            pairs: count(|_| true),
            unread,
            same: count(|pair| matches!(pair, Pair::Same(_))),
            ties: count(|pair| *pair == Pair::Tie),
            first: count(|pair| *pair == Pair::FirstPlace),
            second: count(|pair| *pair == Pair::SecondPlace),
            mixed: count(|pair| *pair == Pair::Mixed),
            agreement: None,
            interval: None,
            word: JudgeWord::Unread,
            lanes: Vec::new(),
            requests: u32::try_from(self.votes.len()).unwrap_or(u32::MAX),
            cost_usd: None,
            cost_unknown: 0,
            seconds: self.votes.iter().filter_map(|vote| vote.took_ms).sum::<f64>() / 1e3,
            cut,
            named,
        };
        for vote in &self.votes {
            match vote.cost_usd {
                Some(usd) => found.cost_usd = Some(found.cost_usd.unwrap_or(0.0) + usd),
                None if self.simulated => {}
                None => found.cost_unknown += 1,
            }
        }
        let agreed = found.same + found.ties;
        found.agreement = (found.pairs > 0).then(|| f64::from(agreed) / f64::from(found.pairs));
        found.interval = wilson_interval(agreed as usize, found.pairs as usize, CONFIDENCE);
        found.word = word(&found);
        found.lanes =
            read.iter().map(|(of, pairs)| of_lanes(*of, pairs, (lanes, found.word))).collect();
        found
    }
}

/// Whether the word of a judge is used. Ties say nothing of whether it looks at the answers or at their places; of the other pairs, one
/// who picks at random prefers the same answer in both orders in half.
fn word(found: &JudgeFindings) -> JudgeWord {
    let JudgeFindings { pairs, same, ties, first, second, .. } = *found;
    let told = pairs - ties;
    let decided = same + first + second;
    if pairs == 0 {
        return JudgeWord::Unread;
    }
    if told == 0 {
        return JudgeWord::OnlyTies;
    }
    if first > 0 && first >= second && 2 * first >= decided {
        return JudgeWord::PrefersFirst;
    }
    if second > 0 && 2 * second >= decided {
        return JudgeWord::PrefersSecond;
    }
    let surely = |same: u32, of: u32| {
        let within = wilson_interval(same as usize, of as usize, CONFIDENCE);
        within.is_some_and(|within| within.low > 0.5)
    };
    if surely(same, told) {
        JudgeWord::Used
    } else if surely(told, told) {
        JudgeWord::Chance
    } else {
        JudgeWord::TooFew
    }
}

fn of_lanes(
    (low, high): (u32, u32),
    pairs: &[Pair],
    (lanes, word): (usize, JudgeWord),
) -> JudgedLanes {
    let prefers = |lane: u32| pairs.iter().filter(|pair| **pair == Pair::Same(lane)).count();
    let (first, second) = if prefers(high) > prefers(low) { (high, low) } else { (low, high) };
    let many = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
    let answers =
        PairedAnswers::of_counts(many(pairs.len()), many(prefers(first)), many(prefers(second)));
    let differs = word == JudgeWord::Used && answers.differ_among(lanes);
    JudgedLanes { first, second, answers, differs }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::result::status::Status;
    use measure::SplitMix64;

    fn judgement(votes: Vec<JudgeVote>) -> Judgement {
        Judgement {
            provider: "simulated".into(),
            label: "Simulated".into(),
            model: "judge".into(),
            simulated: true,
            asked_at: None,
            votes,
            identical: 0,
            not_asked: 0,
            findings: None,
        }
    }

    /// The votes about two lanes in a round: what it says in the order of the lanes, then in the other.
    fn both(round: u32, [low, high]: [u32; 2], said: [Option<JudgeChoice>; 2]) -> [JudgeVote; 2] {
        let vote = |first, second, choice: Option<JudgeChoice>| JudgeVote {
            round,
            first,
            second,
            status: Status::Ok,
            choice,
            text: String::new(),
            error: None,
            took_ms: Some(500.0),
            cost_usd: Some(0.01),
            in_tokens: None,
            out_tokens: None,
            cut: false,
            named: false,
        };
        [vote(low, high, said[0]), vote(high, low, said[1])]
    }

    fn judged(rounds: u32, say: impl Fn(u32) -> [Option<JudgeChoice>; 2]) -> JudgeFindings {
        let votes = (0..rounds).flat_map(|round| both(round, [0, 1], say(round)));
        judgement(votes.collect()).found(2)
    }

    use JudgeChoice::{First, Second, Tie};

    #[test]
    fn a_judge_that_always_names_a_place_or_always_a_tie_is_not_believed() {
        for (choice, word) in [
            (First, JudgeWord::PrefersFirst),
            (Second, JudgeWord::PrefersSecond),
            (Tie, JudgeWord::OnlyTies),
        ] {
            for rounds in [1, 3, 40] {
                let found = judged(rounds, |_| [Some(choice), Some(choice)]);
                assert_eq!((found.pairs, found.word), (rounds, word), "{choice:?}");
                assert_eq!(found.lanes[0].answers.only_first, 0, "nobody wins by it");
            }
        }
        let unread = judged(5, |_| [Some(First), None]);
        assert_eq!((unread.pairs, unread.unread, unread.word), (0, 5, JudgeWord::Unread));
        assert_eq!((unread.agreement, unread.lanes.len()), (None, 0), "nothing is known");
    }

    #[test]
    fn a_judge_that_prefers_the_same_answer_in_both_orders_is_believed_once_that_is_sure() {
        let second_lane = |_| [Some(Second), Some(First)];
        let found = judged(3, second_lane);
        assert_eq!((found.same, found.word), (3, JudgeWord::TooFew), "chance does that too often");
        let found = judged(12, second_lane);
        assert_eq!((found.same, found.agreement, found.word), (12, Some(1.0), JudgeWord::Used));
        let lanes = found.lanes[0];
        assert_eq!((lanes.first, lanes.second, lanes.answers.only_first), (1, 0, 12));
        assert!(lanes.differs, "{lanes:?}");
        assert_eq!((found.requests, found.seconds), (24, 12.0), "of both orders");
        assert!((found.cost_usd.expect("known") - 0.24).abs() < 1e-9, "{:?}", found.cost_usd);
        let ties = judged(12, |round| if round < 10 { [Some(Tie); 2] } else { second_lane(round) });
        assert_eq!(
            (ties.word, ties.agreement),
            (JudgeWord::TooFew, Some(1.0)),
            "ties tell nothing"
        );
        assert!(!ties.lanes[0].differs, "and its word is not used");
    }

    #[test]
    fn a_judge_that_picks_at_random_is_hardly_ever_believed() {
        let believed = (0..2_000_u64).filter(|seed| {
            let mut random = SplitMix64::new(*seed);
            let mut say = || if random.unit() < 0.5 { Some(First) } else { Some(Second) };
            let said: Vec<_> = (0..30).map(|_| [say(), say()]).collect();
            judged(30, |round| said[round as usize]).word == JudgeWord::Used
        });
        let believed = believed.count();
        assert!(believed <= 80, "at most 2.5 % and some: {believed} of 2,000");
    }

    #[test]
    fn of_lanes_that_are_equal_one_is_hardly_ever_told_to_be_better() {
        // The judge always prefers the same answer in both orders, and which lane wrote it is a coin.
        let told = (0..1_000_u64).filter(|seed| {
            let mut random = SplitMix64::new(*seed);
            let mut votes = Vec::new();
            for round in 0..20 {
                for pair in [[0, 1], [0, 2], [1, 2]] {
                    let is_low = random.unit() < 0.5;
                    let said = if is_low { [First, Second] } else { [Second, First] };
                    votes.extend(both(round, pair, said.map(Some)));
                }
            }
            judgement(votes).found(3).lanes.iter().any(|lanes| lanes.differs)
        });
        let told = told.count();
        assert!(told <= 65, "at most 5 % of all three pairs together: {told} of 1,000");
    }
}
