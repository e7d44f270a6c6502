use measure::SplitMix64;

use super::*;

/// Monday, 2026-06-01T00:00:00Z.
const AT_S: i64 = 1_780_272_000;

fn berlin() -> Zone {
    Zone::named("Europe/Berlin").expect("it is in the database")
}

/// A server's turns, one an hour, from a time on.
struct Server {
    random: SplitMix64,
    tests: ChangeTests,
    next: u32,
}

impl Server {
    fn new(seed: u64) -> Self {
        let tests = ChangeTests {
            tests_a_month: 720 * 5,
            lanes: BTreeMap::new(),
            names: vec!["Acme fast".to_owned()],
            next: 0,
        };
        Self { random: SplitMix64::new(seed), tests, next: 0 }
    }

    /// So many turns whose TTFT is this many times the usual, of which a share fails.
    fn turns(&mut self, count: u32, times: f64, failing: f64) -> Vec<WatchedChange> {
        let mut changes = Vec::new();
        for number in self.next..self.next + count {
            let noise = |random: &mut SplitMix64| (0.05 * random.normal()).exp();
            let busy = if (8..18).contains(&(number % 24)) { 1.3 } else { 1.0 };
            let failed = (0..5).filter(|_| self.random.unit() < failing).count();
            let turn = WatchedTurn {
                number,
                started_s: AT_S + i64::from(number) * 3_600,
                requests: 5,
                failed: u32::try_from(failed).expect("few"),
                ttft_ms: Some(300.0 * times * busy * noise(&mut self.random)),
                decode_tps: Some(90.0 * noise(&mut self.random)),
                cost_usd: Some(0.002),
                ..WatchedTurn::default()
            };
            changes.extend(self.tests.add(&turn, &berlin()));
        }
        self.next += count;
        changes
    }
}

#[test]
fn a_slower_contender_is_told_with_its_turn_and_its_size() {
    let mut server = Server::new(1);
    assert_eq!(server.turns(28 * 24, 1.0, 0.0), [], "busy hours are no change");
    let began_s = AT_S + i64::from(server.next) * 3_600;
    let changes = server.turns(12, 1.4, 0.0);
    let [change] = &changes[..] else { panic!("one: {changes:?}") };
    assert_eq!((change.number, change.kind), (WatchedNumber::Ttft, ChangeKind::Step));
    assert_eq!((change.lane, change.contender.as_str()), (0, "Acme fast"));
    #[expect(clippy::cast_precision_loss, reason = "seconds are exact")]
    let off_s = (change.since_s - began_s as f64).abs();
    assert!(off_s <= 2.0 * 3_600.0, "its time is right within two turns: {off_s}");
    let ratio = change.ratio.expect("a level has one");
    assert!((1.3..1.5).contains(&ratio), "{ratio}");
    assert_eq!(change.before, None, "a level is no share");
}

#[test]
fn failures_that_begin_are_told_with_both_shares() {
    let mut server = Server::new(2);
    assert_eq!(server.turns(10 * 24, 1.0, 0.01), []);
    let changes = server.turns(24, 1.0, 0.4);
    let change = changes.iter().find(|one| one.number == WatchedNumber::Failures);
    let change = change.unwrap_or_else(|| panic!("{changes:?}"));
    assert!(change.before.is_some_and(|before| before < 0.05), "{change:?}");
    assert!(change.after.is_some_and(|after| after > 0.2), "{change:?}");
    assert_eq!(change.ratio, None, "a share is no level");
}

#[test]
fn a_drift_of_days_is_told_as_one() {
    let mut server = Server::new(3);
    assert_eq!(server.turns(28 * 24, 1.0, 0.0), []);
    let mut changes = Vec::new();
    for day in 1..=10 {
        changes.extend(server.turns(24, 1.02_f64.powi(day), 0.0));
    }
    let change = changes.first().expect("2 % a day is told within ten days");
    assert_eq!(change.number, WatchedNumber::Ttft, "{changes:?}");
    assert!(change.ratio.is_some_and(|ratio| ratio > 1.03), "{change:?}");
}

#[test]
fn a_number_that_nobody_can_tell_is_tested_by_nobody() {
    let mut tests = Server::new(4).tests;
    for number in 0..200 {
        let turn = WatchedTurn {
            number,
            started_s: AT_S + i64::from(number) * 3_600,
            ttft_ms: Some(0.0),
            cost_usd: Some(f64::NAN),
            ..WatchedTurn::default()
        };
        assert_eq!(tests.add(&turn, &berlin()), []);
    }
}
