//! The sender of an open loop: every request goes out when it is due, whatever became of the others.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use providers::Connection;

use crate::engine::closed_loop::{RequestRole, Turn};
use crate::engine::level_executor::{CompletedRequest, LevelContext};
use crate::engine::level_progress::Enough;
use crate::engine::open_loop::{DueTimes, OpenLoop};
use crate::result::level::LevelEnd;
use crate::view::live_state::lock;

/// Delay between the streams being ready and the start of an open loop.
const BEFORE_FIRST: Duration = Duration::from_millis(20);
/// Longest sleep until a request is due, after which the sender checks whether the level is over.
const LONGEST_SLEEP: Duration = Duration::from_millis(50);

impl LevelContext {
    /// Sends every request when it is due.
    pub(crate) async fn open_loop(
        self: &Arc<Self>,
        rate: f64,
        connections: Vec<Option<Box<Connection>>>,
    ) -> Vec<CompletedRequest> {
        let idle = Arc::new(Mutex::new(connections));
        let samples = self.load.samples_at(self.step);
        let open_loop =
            Arc::new(Mutex::new(OpenLoop::new(rate, samples).having_sent(self.sent_before)));
        let whole = Arc::clone(&open_loop);
        let first_ns = self.clock.now_ns() + u64::try_from(BEFORE_FIRST.as_nanos()).unwrap_or(0);
        let shared = Arc::clone(self);
        let runtime = tokio::runtime::Handle::current();
        let sending = tokio::task::spawn_blocking(move || {
            let mut requests = Vec::new();
            for after_ns in DueTimes::new(rate, shared.load.arrivals, shared.load.seed) {
                let plan_ns = first_ns + after_ns;
                // Written before it is due. What it is for is known only then.
                let turn = Turn { role: RequestRole::Warmup, step: 0 };
                let mut question = shared.question(turn, shared.budget.number(), plan_ns);
                if !shared.is_still_open_at(plan_ns, &open_loop) {
                    break;
                }
                let Some(role) = shared.next_due(&open_loop) else { break };
                question.turn.role = role;
                let (shared, idle) = (Arc::clone(&shared), Arc::clone(&idle));
                let open_loop = Arc::clone(&open_loop);
                let place = requests.len();
                requests.push(runtime.spawn(async move {
                    let connection = lock(&idle).pop().flatten();
                    let (kept, done) = shared.ask(connection, question).await;
                    if !shared.load.cold {
                        lock(&idle).push(kept);
                    }
                    let is_over = {
                        let mut open_loop = lock(&open_loop);
                        open_loop.ended(place);
                        match shared.enough(&done) {
                            None => {}
                            Some(Enough::AllBegun) => open_loop.begin_no_more(),
                            Some(Enough::First(samples)) => open_loop.measure_first(samples),
                        }
                        open_loop.is_over()
                    };
                    if is_over && lock(&shared.end).is_none() {
                        shared.cut.cancel();
                    }
                    done
                }));
            }
            requests
        });
        let mut all = Vec::new();
        for request in sending.await.unwrap_or_default() {
            all.extend(request.await.ok());
        }
        // In order of sending: what was sent to be measured in case it was needed has kept the load up.
        let beyond = all.iter_mut().filter(|done: &&mut CompletedRequest| done.is_measured);
        for done in beyond.skip(lock(&whole).samples()) {
            done.is_measured = false;
        }
        all
    }

    /// Waits until a request is due. Returns whether the level is still open then.
    fn is_still_open_at(&self, plan_ns: u64, open_loop: &Mutex<OpenLoop>) -> bool {
        loop {
            if self.cut.is_cancelled() || lock(&self.end).is_some() || lock(open_loop).is_over() {
                return false;
            }
            let wait = Duration::from_nanos(plan_ns.saturating_sub(self.clock.now_ns()));
            if wait.is_zero() {
                return true;
            }
            std::thread::sleep(wait.min(LONGEST_SLEEP));
        }
    }

    /// The role of the request that is due, if the budget allows one more.
    fn next_due(&self, open_loop: &Mutex<OpenLoop>) -> Option<RequestRole> {
        if self.pause.is_cancelled() {
            lock(&self.end).get_or_insert(LevelEnd::Stopped);
            return None;
        }
        if !self.budget.take() {
            lock(&self.end).get_or_insert(LevelEnd::Budget);
            return None;
        }
        // Held while the level is closed, so that none is measured in a level that is begun again.
        let closing = lock(&self.closed_loop);
        let role = lock(open_loop).next().filter(|_| lock(&self.end).is_none());
        match role {
            None => self.budget.put_back(),
            Some(role) => self.note(role),
        }
        drop(closing);
        role
    }
}
