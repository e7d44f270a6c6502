//! Sweeps beyond a server's capacity, and beyond a budget: what is sent is bounded, and failures are counted.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use providers::Roster;
use race::workload::Preset;
use race::{
    Entry, LanePlan, Level, LevelEnd, Load, OnThrottle, Plan, PromptSource, Run, Sweep, Timeouts,
};
use tokio::sync::mpsc::unbounded_channel;

use crate::arena::{Arena, block_on, lane_at, plan};
use crate::raw::{END, delta, serve};

fn load(concurrency: Vec<u32>, samples: u32) -> Load {
    Load { concurrency, samples, waves: None, unique_prompts: false, ..Load::default() }
}

/// A whole sweep of one lane, with this roster.
fn swept(plan: Plan, roster: &Roster) -> Run {
    let contenders = race::check(&plan, roster, &cost::Prices::default()).expect("it can start");
    let entries =
        contenders.into_iter().map(|contender| Entry::new(contender, None, None)).collect();
    let started = "2026-11-22T00:00:00Z".to_owned();
    let sweep = Sweep::new("overload".into(), started, plan, entries, Timeouts::default());
    let (events, _told) = unbounded_channel();
    block_on(sweep.run(&events))
}

fn swept_at(lane: LanePlan, load: Load) -> Run {
    swept(Plan { load: Some(load), ..plan(vec![lane]) }, &Roster::new(Vec::new(), &BTreeMap::new()))
}

fn levels(run: &Run) -> &[Level] {
    run.lanes.first().map_or(&[], |lane| &lane.levels)
}

const HEAD: &str =
    "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n";

/// How many requests a server has, and the most it had.
#[derive(Default)]
struct Seats {
    taken: AtomicUsize,
    most: AtomicUsize,
}

impl Seats {
    fn take(&self) -> usize {
        let taken = self.taken.fetch_add(1, Ordering::SeqCst) + 1;
        self.most.fetch_max(taken, Ordering::SeqCst);
        taken
    }

    fn leave(&self) {
        self.taken.fetch_sub(1, Ordering::SeqCst);
    }

    /// Waits until there are none, and resets the maximum.
    fn clear(&self) {
        // About thirty seconds, counted in sleeps: a test reads no clock.
        let is_empty = (0..30_000).any(|_| {
            let is_empty = self.taken.load(Ordering::SeqCst) == 0;
            if !is_empty {
                thread::sleep(Duration::from_millis(1));
            }
            is_empty
        });
        assert!(is_empty, "requests that were cancelled leave the server");
        self.most.store(0, Ordering::SeqCst);
    }
}

#[test]
fn an_open_loop_serves_what_is_due_on_a_server_that_never_queues() {
    let arena = Arena::open();
    let lane = arena.lane("ttft=200ms&gap=10ms&tokens=40");
    let open = Load { rates: vec![25.0], ..load(Vec::new(), 12) };
    let most = open.most_requests();
    let run = swept_at(lane, open);
    let [level] = levels(&run) else { panic!("one rate is one level") };
    assert_eq!((level.samples.len(), &level.ended), (12, &LevelEnd::Done), "as many as asked for");
    for (value, expected, what) in [
        (level.achieved_rate, 25.0, "requests sent"),
        (level.rps, 25.0, "requests served"),
        (level.sys_output_tps, 25.0 * 40.0, "tokens"),
    ] {
        let value = value.expect("the load was steady");
        assert!((value / expected - 1.0).abs() < 0.1, "{what} per second: {value}, not {expected}");
    }
    let sent = level.requests().count();
    assert!(sent <= most as usize, "no more than was said before: {sent} of {most}");
    assert!(
        sent > 12 + 2 * 10,
        "requests come before the first measured one, and after it: {sent}"
    );
}

#[test]
fn a_level_begins_when_the_one_before_has_left_the_server() {
    let seats = Arc::new(Seats::default());
    let at = Arc::clone(&seats);
    let server = serve(move |_, socket| {
        at.take();
        let mut open = socket.write_all(HEAD.as_bytes()).is_ok();
        for _ in 0..30 {
            thread::sleep(Duration::from_millis(10));
            open = open && socket.write_all(delta("{\"content\":\"a \"}").as_bytes()).is_ok();
            if !open {
                break;
            }
        }
        // Before the client can see the end and send its next request.
        at.leave();
        let _gone = socket.write_all(END.as_bytes());
    });
    // The higher level first, whose cancelled requests would otherwise overlap the lower one.
    let run = swept_at(lane_at(&server, "m"), load(vec![6], 8));
    assert_eq!(levels(&run).len(), 1, "six at a time");
    assert_eq!(seats.most.load(Ordering::SeqCst), 6, "and never more");
    // A finished sweep waits for nobody: its cancelled requests are still leaving.
    seats.clear();
    let both = swept_at(lane_at(&server, "m"), load(vec![6, 2], 8));
    let [_, two] = levels(&both) else { panic!("two levels") };
    assert!(two.settled_ms.is_some_and(|ms| ms >= 250.0), "it says that it waited");
    let most = seats.most.load(Ordering::SeqCst);
    assert!(most <= 6, "nobody of the first level was there when the second began: {most}");
}

/// A server that notices no hang-up: it answers each request for `answer` and up to 60 % more, so that requests do not
/// end together, and refuses requests while `most` are being answered. One whose client has gone keeps its place until
/// a request was refused, if `until_refused`, for at most ten seconds.
fn unaware(most: usize, answer: Duration, until_refused: bool) -> String {
    let seats = Arc::new(Seats::default());
    let (begun, refused) = (AtomicU64::new(0), AtomicBool::new(false));
    serve(move |_, socket| {
        if seats.take() > most {
            seats.leave();
            refused.store(true, Ordering::SeqCst);
            let refusal = "HTTP/1.1 429 Too Many Requests\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}";
            let _gone = socket.write_all(refusal.as_bytes());
            return;
        }
        let longer = 10 + 3 * (begun.fetch_add(1, Ordering::SeqCst) % 3) as u32;
        let mut is_there = socket.write_all(HEAD.as_bytes()).is_ok();
        for _ in 0..10 {
            thread::sleep(answer * longer / 100);
            is_there &= socket.write_all(delta("{\"content\":\"a \"}").as_bytes()).is_ok();
        }
        let stays = until_refused && !is_there;
        for _ in 0..2_000 {
            if !stays || refused.load(Ordering::SeqCst) {
                break;
            }
            thread::sleep(Duration::from_millis(5));
        }
        seats.leave();
        let _gone = socket.write_all(END.as_bytes());
    })
}

#[test]
fn a_server_that_goes_on_with_cancelled_requests_is_given_no_knee_by_them() {
    let server = unaware(6, Duration::from_millis(600), false);
    let run = swept_at(lane_at(&server, "m"), load(vec![3, 6], 4));
    let [first, second] = levels(&run) else { panic!("two levels: {:?}", levels(&run).len()) };
    assert_eq!([&first.ended, &second.ended], [&LevelEnd::Done; 2], "the first had been answered");
    let waited_ms = second.settled_ms.expect("some of the first were cancelled");
    assert!(waited_ms > 400.0, "as long as they may take, and not for a first token: {waited_ms}");
}

#[test]
fn a_level_that_meets_cancelled_requests_is_begun_once_more() {
    let server = unaware(6, Duration::from_millis(400), true);
    let both = load(vec![3, 6], 4);
    let most = both.most_requests();
    let run = swept_at(lane_at(&server, "m"), both);
    let ends: Vec<_> = levels(&run).iter().map(|level| &level.ended).collect();
    let occupied = LevelEnd::Occupied { retry_after_ms: None };
    assert_eq!(ends, [&LevelEnd::Done, &occupied, &LevelEnd::Done], "each try is in the run");
    assert_eq!(levels(&run)[1].measured, 0, "the first has no numbers");
    let sent: usize = levels(&run).iter().map(|level| level.requests().count()).sum();
    assert!(sent <= most as usize, "both within what was said before: {sent} of {most}");
    // Six are more than it ever serves.
    let small = unaware(4, Duration::from_millis(400), true);
    let run = swept_at(lane_at(&small, "m"), load(vec![3, 6], 4));
    let last = levels(&run).last().expect("two levels");
    assert!(matches!(last.ended, LevelEnd::Throttled { .. }), "refused again: {:?}", last.ended);
    assert!(levels(&run).len() <= 3, "and not begun a third time");
}

/// A server that refuses requests while `most` are being answered, and asks to retry shortly.
fn seats(most: usize) -> String {
    let seats = Arc::new(Seats::default());
    serve(move |_, socket| {
        if seats.take() > most {
            seats.leave();
            let refusal = "HTTP/1.1 429 Too Many Requests\r\nretry-after: 1\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}";
            let _gone = socket.write_all(refusal.as_bytes());
            return;
        }
        thread::sleep(Duration::from_millis(100));
        let body = HEAD.to_owned() + &delta("{\"content\":\"Yes.\"}") + END;
        seats.leave();
        let _gone = socket.write_all(body.as_bytes());
    })
}

#[test]
fn the_error_rate_under_overload_is_a_number_where_that_was_asked() {
    let open =
        Load { rates: vec![40.0], on_throttle: OnThrottle::Continue, ..load(Vec::new(), 40) };
    let run = swept_at(lane_at(&seats(2), "m"), open.clone());
    let [level] = levels(&run) else { panic!("one rate is one level") };
    assert_eq!((&level.ended, level.samples.len()), (&LevelEnd::Done, 40), "it went on to its end");
    let (rate, ci) = level.error_rate.zip(level.error_rate_ci).expect("both are known");
    // Two of four arriving requests are served per tenth of a second.
    assert!((0.25..0.75).contains(&rate), "about half are refused: {rate}");
    assert!(0.0 < ci.low && ci.low < rate, "surely some, {rate} within {ci:?}");
    assert!(rate < ci.high && ci.high < 1.0, "surely not all, {rate} within {ci:?}");
    assert_eq!(level.throttled as usize, level.samples.len() - ok(level), "all of them by 429");
    let stopped = swept_at(lane_at(&seats(2), "m"), Load { on_throttle: OnThrottle::Stop, ..open });
    let ended = &levels(&stopped)[0].ended;
    let asked = LevelEnd::Throttled { retry_after_ms: Some(1_000) };
    assert_eq!(ended, &asked, "otherwise the first ends it, and says what it was told");
}

fn ok(level: &Level) -> usize {
    level.samples.iter().filter(|sample| sample.status.is_ok()).count()
}

/// Answers with a usage in which an eighth of the request's bytes are tokens, and adds up the cost at $1 per million of
/// input and $10 of output.
fn charging(bill_pico: Arc<AtomicU64>) -> impl Fn(&str, &mut TcpStream) + Send + Sync + 'static {
    move |request, socket| {
        let input = request.len() as u64 / 8;
        bill_pico.fetch_add(input * 1_000_000 + 20 * 10_000_000, Ordering::SeqCst);
        let usage = format!(
            "data: {{\"choices\":[],\"usage\":{{\"prompt_tokens\":{input},\"completion_tokens\":20}}}}\n\n"
        );
        let finish =
            "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n";
        let body = HEAD.to_owned()
            + &delta("{\"content\":\"Next.\"}")
            + finish
            + &usage
            + "data: [DONE]\n\n";
        let _gone = socket.write_all(body.as_bytes());
    }
}

#[test]
fn an_agents_loop_is_sent_in_order_and_stays_within_its_budget() {
    let bill = Arc::new(AtomicU64::new(0));
    let lengths = Arc::new(Mutex::new(Vec::new()));
    let (log, charge) = (Arc::clone(&lengths), charging(Arc::clone(&bill)));
    let server = serve(move |request, socket| {
        log.lock().unwrap_or_else(PoisonError::into_inner).push(request.len());
        charge(request, socket);
    });
    let lane = lane_at(&server, "m");
    let source = PromptSource::Preset { preset: Preset::AgentLoop };
    let whole = Load { unique_prompts: true, ..load(vec![1], 1) };
    let (asked, _) = source.plan(plan(vec![lane.clone()]), whole).expect("a preset has its texts");
    let run = swept(asked, &Roster::new(Vec::new(), &BTreeMap::new()));
    let [level] = levels(&run) else { panic!("one level") };
    assert_eq!((level.samples.len(), level.tasks.len()), (20, 1), "a sample is its twenty steps");
    assert!(level.task_ms.is_some(), "whose time is the sum of theirs");
    let seen = lengths.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let steps = seen.get(1..21).expect("one warms up");
    assert!(steps.windows(2).all(|pair| pair[0] < pair[1]), "each reads more: {steps:?}");
    assert_eq!(
        run.lanes[0].levels[0].samples.iter().filter(|s| s.status.is_ok()).count(),
        20,
        "all"
    );
}

#[test]
fn a_budget_in_dollars_holds_with_the_longest_prompt() {
    let bill = Arc::new(AtomicU64::new(0));
    let server = serve(charging(Arc::clone(&bill)));
    let source = PromptSource::Preset { preset: Preset::AgentLoop };
    let budget_usd = 0.4;
    let capped = Load { budget_usd: Some(budget_usd), unique_prompts: true, ..load(vec![4], 50) };
    let (asked, _) =
        source.plan(plan(vec![lane_at(&server, "m")]), capped).expect("it has its texts");
    let roster = Roster::new(Vec::new(), &BTreeMap::new());
    let unpriced = race::check(&asked, &roster, &cost::Prices::default()).expect_err("no price");
    assert!(unpriced[0].message.english.contains("has no price"), "it is refused: {unpriced:?}");
    let free = Plan {
        load: Some(Load { budget_usd: None, ..asked.load.clone().expect("one") }),
        ..asked.clone()
    };
    let mut contenders =
        race::check(&free, &roster, &cost::Prices::default()).expect("it can start");
    for contender in &mut contenders {
        contender.price = Some(price());
    }
    let entries =
        contenders.into_iter().map(|contender| Entry::new(contender, None, None)).collect();
    let started = "2026-11-22T00:00:00Z".to_owned();
    let sweep = Sweep::new("budget".into(), started, asked, entries, Timeouts::default());
    let (events, _told) = unbounded_channel();
    let run = block_on(sweep.run(&events));
    assert_eq!(levels(&run)[0].ended, LevelEnd::Budget, "the budget ended it");
    let spent =
        f64::from(u32::try_from(bill.load(Ordering::SeqCst) / 1_000_000).expect("small")) / 1e6;
    assert!(spent <= budget_usd, "the server's own bill is within it: ${spent}");
    assert!(spent > budget_usd / 3.0, "and it was used: ${spent}");
}

/// $1 per million input tokens, $10 of output.
fn price() -> cost::Price {
    cost::Price::new("own/m", "2026-11-22", "test", cost::Rates::new(1_000_000, 10_000_000))
}
