//! The streams of a closed loop: each sends its next request once its last has ended.

use std::sync::Arc;
use std::time::Duration;

use providers::Connection;
use tokio::sync::oneshot;
use tokio::task::JoinSet;

use crate::engine::closed_loop::Turn;
use crate::engine::level_executor::{CompletedRequest, LevelContext};
use crate::engine::race::start_apart;
use crate::result::level::LevelEnd;
use crate::view::live_state::lock;

/// How long a stream of a closed loop waits after a 429 that names no time.
const AFTER_REFUSAL: Duration = Duration::from_secs(1);
/// The longest wait that a 429 may ask for.
const LONGEST_AFTER_REFUSAL: Duration = Duration::from_secs(10);

impl LevelContext {
    /// Keeps every stream sending until the level is over.
    pub(crate) async fn closed_loop(
        self: &Arc<Self>,
        connections: Vec<Option<Box<Connection>>>,
    ) -> Vec<CompletedRequest> {
        let (mut starts, mut streams) = (Vec::new(), JoinSet::new());
        for (stream, connection) in (0_u32..).zip(connections) {
            let (start, started) = oneshot::channel::<()>();
            starts.push(start);
            let shared = Arc::clone(self);
            streams.spawn(async move {
                let _starter_gone = started.await;
                shared.stream(stream, connection).await
            });
        }
        let _panicked = tokio::task::spawn_blocking(move || start_apart(starts)).await;
        streams.join_all().await.into_iter().flatten().collect()
    }

    /// One stream of a closed loop.
    async fn stream(
        self: Arc<Self>,
        stream: u32,
        mut connection: Option<Box<Connection>>,
    ) -> Vec<CompletedRequest> {
        let mut all = Vec::new();
        let mut number = 0;
        loop {
            let plan_ns = self.clock.now_ns();
            let Some(turn) = self.next(stream, plan_ns) else { return all };
            if turn.step == 0 {
                number = self.budget.number();
            }
            let (kept, done) =
                self.ask(connection.take(), self.question(turn, number, plan_ns)).await;
            connection = if self.load.cold { None } else { kept };
            let at_ns = done.closed_ns().unwrap_or_else(|| self.clock.now_ns());
            let is_ok = done.reply.fault.is_none() && done.status.is_none();
            let is_over = {
                let mut closed_loop = lock(&self.closed_loop);
                closed_loop.ended(stream, turn, is_ok, at_ns);
                if self.enough(&done).is_some() {
                    closed_loop.begin_no_more(at_ns);
                }
                closed_loop.is_over()
            };
            let wait = done.refusal().map(|refusal| wait_after(refusal.retry_after_ms));
            all.push(done);
            if is_over && lock(&self.end).is_none() {
                self.cut.cancel();
            }
            // Only a sweep that goes on through 429s gets here with one.
            if let Some(wait) = wait.filter(|_| !is_over) {
                tokio::select! {
                    () = self.cut.cancelled() => {}
                    () = self.pause.cancelled() => {}
                    () = tokio::time::sleep(wait) => {}
                }
            }
        }
    }

    /// A free stream's next request, if the budget allows one more.
    fn next(&self, stream: u32, now_ns: u64) -> Option<Turn> {
        if self.cut.is_cancelled() {
            return None;
        }
        let mut closed_loop = lock(&self.closed_loop);
        if closed_loop.is_over() {
            return None;
        }
        if self.pause.is_cancelled() {
            self.close(&mut closed_loop, LevelEnd::Stopped);
            return None;
        }
        if !self.budget.take() {
            self.close(&mut closed_loop, LevelEnd::Budget);
            return None;
        }
        let turn = closed_loop.next(stream, now_ns);
        match turn {
            None => self.budget.put_back(),
            Some(turn) => self.note(turn.role),
        }
        turn
    }
}

/// How long a stream waits after a 429 before it sends again.
fn wait_after(retry_after_ms: Option<u32>) -> Duration {
    let asked = retry_after_ms.map(|ms| Duration::from_millis(u64::from(ms)));
    asked.unwrap_or(AFTER_REFUSAL).min(LONGEST_AFTER_REFUSAL)
}
