//! Plays answers: each write at its instant, each answer in a slot of its profile.

use std::cmp::Reverse;

use crate::clock::Nanos;
use crate::connection::{Activity, QueuedRequest, ResponseWriter};
use crate::load::Load;
use crate::profile::Profile;
use crate::script::{AnswerContext, Script, Wait};
use crate::server::Server;
use crate::truth::{Outcome, Truth};

/// Maximum number of due writes before other work gets its turn.
const WRITES_PER_ROUND: usize = 64;

impl Server {
    /// Serves a completion as soon as its profile has a slot.
    pub(crate) fn admit(&mut self, id: usize, queued: QueuedRequest) {
        if self.load.enter(queued.ask.profile, id) {
            self.serve(id, queued);
        } else if let Some(connection) = self.connections.get_mut(&id) {
            connection.activity = Activity::Queued(Box::new(queued));
        }
    }

    /// Serves a completion that has a slot.
    pub(crate) fn serve(&mut self, id: usize, queued: QueuedRequest) {
        let QueuedRequest { ask, fault, number, framing, read_at, mut truth, has_slot: waited } =
            queued;
        let profile = ask.profile;
        let circumstances = AnswerContext {
            sequence: truth.sequence,
            number,
            created_unix_s: self.created_unix_s(read_at),
            in_flight: self.load.in_flight(profile),
            framing,
        };
        // The schedule counts from the read of the request, or from now if it had to wait.
        let begin = if waited { self.clock.now() } else { read_at };
        truth.in_flight = Some(circumstances.in_flight);
        truth.queued_us = (begin - read_at) / 1_000;
        let script = Script::of(ask, fault, circumstances);
        self.start(id, begin, script, truth, read_at, Some(profile));
    }

    /// Begins to play `script`, its schedule counted from `begin`.
    pub(crate) fn start(
        &mut self,
        id: usize,
        begin: Nanos,
        script: Script,
        truth: Truth,
        read_at: Nanos,
        slot: Option<&'static Profile>,
    ) {
        let Some(connection) = self.connections.get_mut(&id) else { return };
        let wait = script.writes.first().map_or_else(Wait::default, |write| write.wait);
        connection.activity = Activity::Playing(Box::new(ResponseWriter {
            deadline: begin + waited(wait, slot, &self.load),
            prepared: script.bytes(0),
            next: 0,
            script,
            read_at,
            truth,
            slot,
        }));
        self.play(id);
    }

    /// Performs the writes that are due.
    pub(crate) fn play_due(&mut self) {
        for _ in 0..WRITES_PER_ROUND {
            let now = self.clock.now();
            let Some(Reverse((deadline, id))) = self.due.peek().copied() else { return };
            if deadline > now {
                return;
            }
            self.due.pop();
            match self.connections.get(&id).map(|connection| &connection.activity) {
                // An entry for a write that has already been made has another deadline.
                Some(Activity::Playing(playing)) if playing.deadline == deadline => self.play(id),
                Some(Activity::Closing { until }) if *until == deadline => {
                    self.close(id, Outcome::Complete);
                }
                _ => {}
            }
        }
    }

    /// Performs the due writes of a connection, and schedules the next one. A connection with very many due writes
    /// yields to others.
    pub(crate) fn play(&mut self, id: usize) {
        for _ in 0..WRITES_PER_ROUND {
            let Some(connection) = self.connections.get_mut(&id) else { return };
            let Activity::Playing(playing) = &mut connection.activity else { return };
            let is_last = playing.next + 1 >= playing.script.writes.len();
            let now = self.clock.now();
            if now < playing.deadline {
                self.due.push(Reverse((playing.deadline, id)));
                return;
            }
            let late_us = (now - playing.deadline) / 1_000;
            playing.truth.late_us = playing.truth.late_us.max(late_us);
            playing.script.note(playing.next, (now - playing.read_at) / 1_000, &mut playing.truth);
            let bytes = std::mem::take(&mut playing.prepared);
            if is_last {
                return self.finish(id, &bytes);
            }
            playing.next += 1;
            let wait = playing
                .script
                .writes
                .get(playing.next)
                .map_or_else(Wait::default, |next| next.wait);
            playing.deadline += waited(wait, playing.slot, &self.load);
            let sent = connection.send(&bytes);
            if sent.is_err() {
                return self.close(id, Outcome::ClientGone);
            }
            let Activity::Playing(playing) = &mut connection.activity else { return };
            playing.prepared = playing.script.bytes(playing.next);
            if connection.is_blocked() {
                return;
            }
        }
        self.freed.push(id);
    }

    /// Performs the last write of an answer. Its truth is stored first, so that a client that has seen the end of an
    /// answer finds it.
    fn finish(&mut self, id: usize, bytes: &[u8]) {
        let Some(connection) = self.connections.get_mut(&id) else { return };
        let idle = std::mem::replace(&mut connection.activity, Activity::Idle);
        let Activity::Playing(mut playing) = idle else { return };
        let outcome = playing.script.outcome;
        playing.truth.outcome = outcome;
        self.shared.keep(playing.truth);
        if outcome == Outcome::Reset {
            connection.reset_on_close();
        }
        let sent = connection.send(bytes);
        let slot = playing.slot;
        match outcome {
            _ if sent.is_err() => self.close(id, Outcome::ClientGone),
            Outcome::Reset => self.close(id, outcome),
            Outcome::Dropped => self.end_connection(id),
            _ if playing.script.framing.close => self.end_connection(id),
            _ => {}
        }
        self.leave(slot);
        self.freed.push(id);
    }

    /// Releases a slot and serves the next request in the queue.
    pub(crate) fn leave(&mut self, slot: Option<&'static Profile>) {
        let Some(next) = slot.and_then(|profile| self.load.leave(profile)) else { return };
        let Some(connection) = self.connections.get_mut(&next) else { return };
        if let Activity::Queued(queued) = &mut connection.activity {
            queued.has_slot = true;
            self.freed.push(next);
        }
    }
}

/// The current length of a wait: token generation slows with the requests in flight.
fn waited(wait: Wait, slot: Option<&'static Profile>, load: &Load) -> Nanos {
    let making_ns = match slot {
        Some(profile) if profile.gap_stretch_permille > 0 => Profile::stretched(
            wait.making_ns,
            profile.gap_stretch_permille,
            load.in_flight(profile),
        ),
        _ => wait.making_ns,
    };
    wait.fixed_ns.saturating_add(making_ns)
}
