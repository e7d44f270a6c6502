//! Whether a share has changed, of requests that fail or of answers that are right: tested after every turn.
//!
//! The shares that are compatible with the past (a binomial interval, C. J. Clopper and E. S. Pearson 1934) are the null hypothesis;
//! against its end, shares whose odds are 2, 5 and 20 times as large or as small are bet on, as in [`crate::LevelTest`]: the
//! likelihood ratio is multiplied up, beginning again at 1 whenever it falls below.
//!
//! After a change it is tested as well whether the share is what it was before it: what began for a few requests is over
//! after few, long before so many are known that another change could be told.

use measure::share_interval;

use crate::float::float;
use crate::step::Direction;

/// Odds that are bet on, as multiples of those before.
const ODDS: [f64; 3] = [2.0, 5.0, 20.0];
/// Turns from which nothing is learned yet.
const LAG: usize = 12;
/// Requests from which on a later share is compared with theirs.
const FROM: usize = 20;
/// The interval of the past share.
const CONFIDENCE: f64 = 0.99;

/// A change of a share, as it was noticed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RateAlarm {
    /// The turn after which it was noticed.
    pub at_turn: u64,
    /// Up or down.
    pub direction: Direction,
    /// The turn from which on the new share is most likely to hold.
    pub from_turn: u64,
    /// The share before it.
    pub before: f64,
    /// The share since.
    pub after: f64,
}

/// The test of one share of one contender.
#[derive(Debug, Clone)]
pub struct RateTest {
    log_threshold: f64,
    /// Events and requests of the past.
    events: usize,
    requests: usize,
    /// The latest turns: number, events, requests.
    waiting: std::collections::VecDeque<(u64, usize, usize)>,
    bets: [[Bet; ODDS.len()]; 2],
    /// Whether the change that was told last is over.
    over: Option<Return>,
}

/// A bet that a share is again what it was before a change: the likelihood ratio of that share to the one nearest to it that is
/// compatible with the turns since the change.
#[derive(Debug, Clone, Copy)]
struct Return {
    /// Of the change.
    direction: Direction,
    /// Events and requests before it.
    before: (usize, usize),
    /// Events and requests since it, up to where this bet begins.
    since: (usize, usize),
    /// Events and requests from there on.
    own: (usize, usize),
    bet: Bet,
}

#[derive(Debug, Clone, Copy, Default)]
struct Bet {
    log: f64,
    /// The turn at which it was last at 1.
    since: u64,
}

impl RateTest {
    /// A test with at most one false alarm in a month of so many turns.
    pub fn new(turns_in_a_month: u32) -> Self {
        Self {
            log_threshold: (2.0 * f64::from(turns_in_a_month.max(10))).ln(),
            events: 0,
            requests: 0,
            waiting: std::collections::VecDeque::new(),
            bets: [[Bet::default(); ODDS.len()]; 2],
            over: None,
        }
    }

    /// Takes the next turn: of so many requests, these were events.
    pub fn add(&mut self, turn: u64, events: usize, requests: usize) -> Option<RateAlarm> {
        let (events, threshold) = (events.min(requests), self.log_threshold);
        if let Some(found) =
            self.over.as_mut().and_then(|over| over.add((turn, events, requests), threshold))
        {
            self.begin_as_before();
            return Some(found);
        }
        self.bet(turn, events, requests);
        self.waiting.push_back((turn, events, requests));
        if self.waiting.len() > LAG
            && let Some((_, events, requests)) = self.waiting.pop_front()
        {
            self.events += events;
            self.requests += requests;
        }
        self.alarm(turn)
    }

    fn bet(&mut self, turn: u64, events: usize, requests: usize) {
        if self.requests < FROM {
            return;
        }
        let Some(known) = share_interval(self.events, self.requests, CONFIDENCE) else {
            return;
        };
        let (events, others) = (float(events), float(requests - events));
        for (direction, bets) in [Direction::Up, Direction::Down].into_iter().zip(&mut self.bets) {
            let end = match direction {
                Direction::Up => known.high,
                Direction::Down => known.low,
            };
            // A share that cannot be higher, or lower, is not bet on.
            if !(end > 0.0 && end < 1.0) {
                continue;
            }
            for (bet, times) in bets.iter_mut().zip(ODDS) {
                let times = match direction {
                    Direction::Up => times,
                    Direction::Down => 1.0 / times,
                };
                let odds = end / (1.0 - end) * times;
                let share = odds / (1.0 + odds);
                if bet.log <= 0.0 {
                    *bet = Bet { log: 0.0, since: turn };
                }
                bet.log +=
                    events * (share / end).ln() + others * ((1.0 - share) / (1.0 - end)).ln();
            }
        }
    }

    fn alarm(&mut self, turn: u64) -> Option<RateAlarm> {
        let evidence = |bets: &[Bet; ODDS.len()]| {
            let most = bets.iter().map(|bet| bet.log).fold(f64::NEG_INFINITY, f64::max);
            most + (bets.iter().map(|bet| (bet.log - most).exp()).sum::<f64>() / float(ODDS.len()))
                .ln()
        };
        let [up, down] = &self.bets;
        let (direction, bets) = if evidence(up) >= evidence(down) {
            (Direction::Up, up)
        } else {
            (Direction::Down, down)
        };
        if evidence(bets) < self.log_threshold {
            return None;
        }
        let from_turn = bets.iter().max_by(|a, b| a.log.total_cmp(&b.log))?.since;
        let before = float(self.events) / float(self.requests);
        let own = self.waiting.iter().filter(|(number, ..)| *number >= from_turn);
        let (events, requests) =
            own.fold((0, 0), |(events, requests), (_, more, of)| (events + more, requests + of));
        let after = if requests > 0 { float(events) / float(requests) } else { before };
        let over = Return {
            direction,
            // Of a change on a change, what was usual before both.
            before: match self.over {
                Some(over) if over.direction == direction => over.before,
                Some(_) | None => (self.events, self.requests),
            },
            since: (events, requests),
            own: (0, 0),
            bet: Bet::default(),
        };
        // The new share is learned from its own turns.
        *self = Self { log_threshold: self.log_threshold, over: Some(over), ..Self::new(0) };
        (self.events, self.requests) = (events, requests);
        Some(RateAlarm { at_turn: turn, direction, from_turn, before, after })
    }

    /// Goes on from what was known before the change that is over.
    fn begin_as_before(&mut self) {
        let Some(over) = self.over.take() else { return };
        *self = Self { log_threshold: self.log_threshold, ..Self::new(0) };
        self.events = over.before.0 + over.own.0;
        self.requests = over.before.1 + over.own.1;
    }
}

impl Return {
    /// Takes the next turn, with its events and requests, and returns the end of the change if it is over.
    fn add(
        &mut self,
        (turn, events, requests): (u64, usize, usize),
        log_threshold: f64,
    ) -> Option<RateAlarm> {
        if self.bet.log <= 0.0 {
            self.since = (self.since.0 + self.own.0, self.since.1 + self.own.1);
            self.own = (0, 0);
            self.bet = Bet { log: 0.0, since: turn };
        }
        self.own = (self.own.0 + events, self.own.1 + requests);
        // A share that no request has had yet may have any: one in twice as many as there were.
        let usual = (float(self.before.0) + 0.5) / (float(self.before.1) + 1.0);
        let known = share_interval(self.since.0, self.since.1, CONFIDENCE)?;
        let (nearest, is_apart) = match self.direction {
            Direction::Up => (known.low, known.low > usual),
            Direction::Down => (known.high, known.high < usual),
        };
        if !is_apart {
            return None;
        }
        let (bad, good) = (float(events), float(requests - events));
        // Of no requests nothing is learned, also where their likelihood would be 0.
        let log = |times: f64, one: f64, other: f64| {
            if times > 0.0 { times * (one / other).ln() } else { 0.0 }
        };
        self.bet.log += log(bad, usual, nearest) + log(good, 1.0 - usual, 1.0 - nearest);
        if self.bet.log < log_threshold {
            return None;
        }
        let share = |(events, requests): (usize, usize)| float(events) / float(requests.max(1));
        Some(RateAlarm {
            at_turn: turn,
            direction: match self.direction {
                Direction::Up => Direction::Down,
                Direction::Down => Direction::Up,
            },
            from_turn: self.bet.since,
            before: share(self.since),
            after: share(self.own),
        })
    }
}

#[cfg(test)]
mod tests {
    use measure::SplitMix64;

    use super::*;

    /// The first alarm of turns of five requests, of which so many are events.
    fn alarm(events: impl Iterator<Item = usize>) -> Option<RateAlarm> {
        let mut test = RateTest::new(720);
        (0..).zip(events).find_map(|(turn, events)| test.add(turn, events, 5))
    }

    fn drawn(seed: u64, share: f64, turns: usize) -> impl Iterator<Item = usize> {
        let mut random = SplitMix64::new(seed);
        (0..turns).map(move |_| (0..5).filter(|_| random.unit() < share).count())
    }

    #[test]
    fn failures_that_begin_are_told_with_their_turn() {
        let found = alarm(std::iter::repeat_n(0, 200).chain([2, 1, 2, 1, 2, 2, 1, 2]));
        let found = found.expect("more fail than ever did");
        assert_eq!((found.direction, found.from_turn), (Direction::Up, 200), "{found:?}");
        assert!(found.at_turn < 206, "within six turns: {found:?}");
        assert!((found.before, found.after > 0.2) == (0.0, true), "{found:?}");
    }

    /// Every alarm of turns of so many requests, of which so many are events.
    fn alarms(requests: usize, events: impl Iterator<Item = usize>) -> Vec<RateAlarm> {
        let mut test = RateTest::new(720);
        let turns = (0..).zip(events);
        turns.filter_map(|(turn, events)| test.add(turn, events, requests)).collect()
    }

    #[test]
    fn an_outage_of_a_few_turns_is_told_and_that_it_is_over() {
        for (requests, within) in [(1, 15), (3, 3)] {
            let out = (0..400).map(|turn| if (200..206).contains(&turn) { requests } else { 0 });
            let found = alarms(requests, out);
            let [begun, over] = &found[..] else { panic!("two of {requests} a turn: {found:?}") };
            assert_eq!((begun.direction, begun.from_turn), (Direction::Up, 200));
            assert_eq!((over.direction, over.from_turn), (Direction::Down, 206), "at its turn");
            assert!((206..206 + within).contains(&over.at_turn), "within {within}: {over:?}");
            assert!((over.before, over.after) == (1.0, 0.0), "{over:?}");
        }
    }

    #[test]
    fn an_outage_that_comes_again_is_told_again() {
        let out = (0..400)
            .map(|turn| usize::from((200..206).contains(&turn) || (300..306).contains(&turn)));
        let directions: Vec<Direction> = alarms(1, out).iter().map(|one| one.direction).collect();
        let [up, down] = [Direction::Up, Direction::Down];
        assert_eq!(directions, [up, down, up, down]);
    }

    #[test]
    fn what_lasts_is_not_said_to_be_over() {
        let mut ended = 0;
        for seed in 0..40 {
            let lasting = drawn(seed, 0.02, 200).chain(drawn(seed + 100, 0.5, 720));
            let found = alarms(5, lasting);
            assert!(
                found.iter().any(|one| one.direction == Direction::Up),
                "it is told: {found:?}"
            );
            ended += u32::from(found.iter().any(|one| one.direction == Direction::Down));
        }
        assert!(
            ended <= 5,
            "half of all requests fail for a month: {ended} of 40 are said to be over"
        );
    }

    #[test]
    fn right_answers_that_are_as_many_again_are_told_upwards() {
        let right = drawn(1, 0.97, 300).chain(drawn(2, 0.4, 12)).chain(drawn(3, 0.97, 60));
        let found = alarms(5, right);
        let directions: Vec<Direction> = found.iter().map(|one| one.direction).collect();
        assert_eq!(directions, [Direction::Down, Direction::Up], "{found:?}");
    }

    #[test]
    fn one_failure_among_many_requests_is_no_change() {
        let once = (0..720).map(|turn| usize::from(turn == 400));
        assert_eq!(alarm(once), None);
    }

    #[test]
    fn a_share_that_stays_is_not_told() {
        for seed in 0..5 {
            assert_eq!(alarm(drawn(seed, 0.1, 2_000)), None, "nearly three months of seed {seed}");
        }
    }

    #[test]
    fn right_answers_that_become_fewer_are_told_downwards() {
        let found = alarm(drawn(1, 0.95, 300).chain(drawn(2, 0.5, 60)));
        assert!(
            found.is_some_and(|found| found.direction == Direction::Down && found.at_turn >= 300),
            "{found:?}"
        );
    }

    #[test]
    fn nothing_is_told_before_there_is_a_past() {
        assert_eq!(alarm([5; 12].into_iter()), None, "it may always have been so");
    }
}
