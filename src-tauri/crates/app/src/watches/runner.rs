//! Takes the turns of watches, one at a time, and tells their alarms between them, until its host stops it. What differs between a
//! command and a window is the host: how it waits, what it prints or shows, and what else may be measured on this machine meanwhile.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use providers::Clock;
use race::Controls;
use store::{History, HistoryError, Watch, WatchTurn};
use tokio::runtime::Runtime;
use tokio_util::sync::CancellationToken;
use watch::DueTurn;

use crate::alarms::delivery::{Delivery, Telling, deliver};
use crate::application::Application;
use crate::watches::due::next_due_s;
use crate::watches::turns::{Look, Moment, NextTurn, TakenTurn, WatchTurns};
use crate::watches::zone::Zone;

/// The longest time between two looks at the clocks: as late a turn is begun at most after the machine slept, and a change of a watch
/// noticed.
const LOOK: Duration = Duration::from_secs(30);
/// How soon it is looked again whether a race that is in the way has ended.
const BUSY: Duration = Duration::from_secs(1);
/// How long alarms tell before it is looked again which turn is due. What is being told then is told to its end.
const TELLING_NS: u64 = 10_000_000_000;

/// What is told of a watch.
#[derive(Debug)]
pub enum WatchNews<'a> {
    /// Its turns are taken here from now on; the next is due at this time, in seconds since 1970, unless it is paused or over.
    Held(Option<i64>),
    /// Another Paceline takes its turns.
    TakenElsewhere,
    /// Turns were missed.
    Missed(&'a WatchTurn),
    /// A turn was taken, or could not be.
    Taken(&'a TakenTurn),
    /// Somebody was told of something, or could not be.
    Alarm(&'a Delivery),
    /// Something of it cannot be read or written.
    Trouble(&'a HistoryError),
    /// No more turns of it are taken here.
    Ended(WatchEnd),
}

/// Why no more turns of a watch are taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WatchEnd {
    /// Its rhythm is over.
    Over,
    /// It was removed.
    Removed,
    /// Something of it cannot be read or written.
    Unreadable,
}

/// Who takes turns.
pub trait WatchHost {
    /// Why it cannot go on.
    type Error: From<HistoryError>;

    /// What starts plans, and on which threads.
    fn engine(&self) -> (&Application, &Runtime);

    /// These are all watches whose turns may be taken; some are new.
    ///
    /// # Errors
    /// Why their plans could not be started.
    fn joined(&mut self, watches: &[Watch]) -> Result<(), Self::Error>;

    /// Whether to stop.
    fn is_stopping(&self) -> bool;

    /// What is cancelled when it is to stop.
    fn stopping(&self) -> &CancellationToken;

    /// Waits that long, or until something is to be done.
    fn wait(&self, most: Duration);

    /// Keeps other races of this process from beginning while a turn of this watch is taken. `false` if one is running.
    fn may_begin(&self, watch: &Watch) -> bool;

    /// A race has begun: what stops it.
    fn begun(&self, controls: Controls);

    /// Other races may begin again.
    fn ended(&self);

    /// Tells something of a watch.
    ///
    /// # Errors
    /// Why nobody can be told any more.
    fn tell(&mut self, watch: &Watch, news: WatchNews<'_>) -> Result<(), Self::Error>;

    /// All that was due has been done.
    fn rests(&mut self) {}
}

/// Which watches' turns are taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Which {
    /// Those that are held, while one of them has turns.
    Held,
    /// All watches, those that are added meanwhile too, while one has turns.
    All,
    /// All watches, those that are added meanwhile too, also while there is none.
    AllToCome,
}

/// Takes the turns of watches.
pub struct WatchRunner {
    history: Arc<History>,
    zone: Zone,
    clock: Clock,
    /// Ids of the watches of which it is settled whether their turns are taken here.
    settled: BTreeSet<String>,
    /// Ids of those whose turns another process takes.
    elsewhere: BTreeSet<String>,
    held: Vec<WatchTurns>,
}

/// What a look at all watches found.
struct Looked {
    /// The place of the watch whose turn waits longest, and that turn.
    due: Option<(usize, DueTurn)>,
    /// When the next turn is due, in seconds since 1970.
    next_s: Option<i64>,
    /// Places of those that have no more turns.
    over: Vec<(usize, WatchEnd)>,
}

impl WatchRunner {
    /// One that takes no turns yet.
    pub fn new(history: Arc<History>) -> Self {
        Self {
            history,
            zone: Zone::of_system(),
            clock: Clock::start(),
            settled: BTreeSet::new(),
            elsewhere: BTreeSet::new(),
            held: Vec::new(),
        }
    }

    /// The watches whose turns are taken here.
    pub fn held(&self) -> impl Iterator<Item = &Watch> {
        self.held.iter().map(WatchTurns::watch)
    }

    /// Takes the turns of these watches from now on, unless another Paceline does.
    ///
    /// # Errors
    /// If the history cannot be used, or the host cannot go on.
    pub fn hold<H: WatchHost>(
        &mut self,
        host: &mut H,
        watches: Vec<Watch>,
    ) -> Result<(), H::Error> {
        for watch in watches {
            let held =
                WatchTurns::hold(Arc::clone(&self.history), watch.clone(), self.zone.clone());
            let turns = match held {
                Err(error) if error.costs_only_itself() => {
                    self.settled.insert(watch.id.clone());
                    host.tell(&watch, WatchNews::Trouble(&error))?;
                    continue;
                }
                held => held?,
            };
            let Some(turns) = turns else {
                if self.elsewhere.insert(watch.id.clone()) {
                    host.tell(&watch, WatchNews::TakenElsewhere)?;
                }
                continue;
            };
            self.elsewhere.remove(&watch.id);
            self.settled.insert(watch.id.clone());
            let now_s = Moment::now(self.clock).wall_s;
            let next = next_due_s(&self.history, turns.watch(), &self.zone, now_s)?;
            host.tell(turns.watch(), WatchNews::Held(next))?;
            self.held.push(turns);
        }
        Ok(())
    }

    /// Takes the turns of watches that were added meanwhile, and of those that another Paceline has let go.
    ///
    /// # Errors
    /// If the history cannot be used, or the host cannot go on.
    pub fn join<H: WatchHost>(&mut self, host: &mut H) -> Result<(), H::Error> {
        let watches = self.history.watches()?;
        let free = watches.iter().filter(|watch| !self.settled.contains(&watch.id)).cloned();
        let free: Vec<Watch> = free.collect();
        if free.iter().any(|watch| !self.elsewhere.contains(&watch.id)) {
            host.joined(&watches)?;
        }
        self.hold(host, free)
    }

    /// Takes turns, one at a time, until the host stops it or none is left.
    ///
    /// # Errors
    /// If the history cannot be used, or the host cannot go on.
    pub fn go_on<H: WatchHost>(&mut self, host: &mut H, which: Which) -> Result<(), H::Error> {
        while !host.is_stopping() && (which == Which::AllToCome || !self.held.is_empty()) {
            if which != Which::Held {
                self.join(host)?;
            }
            self.step(host)?;
        }
        Ok(())
    }

    /// Looks once at all watches, and takes the turn that waits longest, or waits for the next.
    fn step<H: WatchHost>(&mut self, host: &mut H) -> Result<(), H::Error> {
        let now = Moment::now(self.clock);
        let Looked { due, next_s, over } = self.look(host, now)?;
        if let Some((index, turn)) = due {
            if !self.take(host, index, turn)? {
                // What comes due meanwhile is overrun.
                self.held.iter_mut().for_each(WatchTurns::was_busy);
                host.wait(BUSY);
                return Ok(());
            }
            self.tell(host)?;
            host.rests();
            return Ok(());
        }
        let is_cut = self.tell(host)?;
        for (index, why) in over.into_iter().rev() {
            let turns = self.held.remove(index);
            host.tell(turns.watch(), WatchNews::Ended(why))?;
        }
        host.rests();
        let wait = next_s.map_or(LOOK, |next| {
            Duration::from_secs(u64::try_from(next - now.wall_s).unwrap_or(0)).min(LOOK)
        });
        // Of what is still to be told nobody waits for the next turn.
        host.wait(if is_cut { Duration::ZERO } else { wait });
        Ok(())
    }

    fn look<H: WatchHost>(&mut self, host: &mut H, now: Moment) -> Result<Looked, H::Error> {
        let mut due = Vec::new();
        let mut next_s: Option<i64> = None;
        let mut over = Vec::new();
        for (index, turns) in self.held.iter_mut().enumerate() {
            let Look { missed, next } = match turns.look(now) {
                Err(error) if error.costs_only_itself() => {
                    host.tell(turns.watch(), WatchNews::Trouble(&error))?;
                    over.push((index, WatchEnd::Unreadable));
                    continue;
                }
                look => look?,
            };
            if let Some(missed) = missed {
                host.tell(turns.watch(), WatchNews::Missed(&missed))?;
            }
            match next {
                NextTurn::Due(turn) => due.push((turn.due_s, index, turn)),
                NextTurn::Wait(turn) => {
                    next_s = Some(next_s.map_or(turn.due_s, |next| next.min(turn.due_s)));
                }
                NextTurn::Paused => {}
                NextTurn::Over => over.push((index, WatchEnd::Over)),
                NextTurn::Removed => over.push((index, WatchEnd::Removed)),
            }
        }
        // The one that waits longest is first; what is due meanwhile is looked at anew after it.
        due.sort_unstable_by_key(|(due_s, index, _)| (*due_s, *index));
        let due = due.first().map(|(_, index, turn)| (*index, *turn));
        Ok(Looked { due, next_s, over })
    }

    /// Takes a turn; `false` if a race of this process is in the way.
    fn take<H: WatchHost>(
        &mut self,
        host: &mut H,
        index: usize,
        turn: DueTurn,
    ) -> Result<bool, H::Error> {
        let Some(turns) = self.held.get_mut(index) else { return Ok(true) };
        if !host.may_begin(turns.watch()) {
            return Ok(false);
        }
        let now = Moment::now(self.clock);
        let ended = turns.take(turn, now, host.engine(), |controls| host.begun(controls));
        host.ended();
        let ended = match ended {
            Err(error) if error.costs_only_itself() => {
                let turns = self.held.remove(index);
                host.tell(turns.watch(), WatchNews::Trouble(&error))?;
                host.tell(turns.watch(), WatchNews::Ended(WatchEnd::Unreadable))?;
                return Ok(true);
            }
            ended => ended?,
        };
        if let Some(ended) = ended {
            host.tell(turns.watch(), WatchNews::Taken(&ended))?;
            if ended.run.is_some() {
                self.held.iter_mut().for_each(WatchTurns::was_busy);
            }
        }
        Ok(true)
    }

    /// Takes a turn of a watch beside its rhythm, whether or not its turns are taken here.
    ///
    /// # Errors
    /// If the history cannot be used.
    pub fn take_asked<H: WatchHost>(
        &mut self,
        host: &mut H,
        watch: Watch,
    ) -> Result<AskedTurn, H::Error> {
        if !host.may_begin(&watch) {
            return Ok(AskedTurn::Busy);
        }
        let now = Moment::now(self.clock);
        let begun = |controls| host.begun(controls);
        let ended = match self.held.iter_mut().find(|turns| turns.watch().id == watch.id) {
            Some(turns) => turns.take_asked(now, host.engine(), begun),
            None => match WatchTurns::hold(Arc::clone(&self.history), watch, self.zone.clone()) {
                Ok(Some(mut turns)) => turns.take_asked(now, host.engine(), begun),
                Ok(None) => {
                    host.ended();
                    return Ok(AskedTurn::TakenElsewhere);
                }
                Err(error) => Err(error),
            },
        };
        host.ended();
        let Some(ended) = ended? else { return Ok(AskedTurn::Removed) };
        if ended.run.is_some() {
            self.held.iter_mut().for_each(WatchTurns::was_busy);
        }
        Ok(AskedTurn::Taken(Box::new(ended)))
    }

    /// Tells what alarms have to tell by now, while nothing is measured. Whether there was no time for all of it.
    fn tell<H: WatchHost>(&self, host: &mut H) -> Result<bool, H::Error> {
        let until_ns = self.clock.now_ns().saturating_add(TELLING_NS);
        let has_time = || self.clock.now_ns() < until_ns;
        let now_s = Moment::now(self.clock).wall_s;
        let stop = host.stopping().clone();
        let telling = Telling { zone: &self.zone, now_s, stop: &stop, has_time: &has_time };
        for turns in &self.held {
            let told = match deliver(host.engine(), turns.history(), turns.watch(), &telling) {
                Err(error) if error.costs_only_itself() => {
                    host.tell(turns.watch(), WatchNews::Trouble(&error))?;
                    continue;
                }
                told => told?,
            };
            for delivery in &told.tries {
                host.tell(turns.watch(), WatchNews::Alarm(delivery))?;
            }
            if told.is_cut {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// What became of a turn that somebody asked for.
#[derive(Debug)]
pub enum AskedTurn {
    /// It was taken, or could not be.
    Taken(Box<TakenTurn>),
    /// A race of this process is running.
    Busy,
    /// Another Paceline takes the turns of the watch.
    TakenElsewhere,
    /// There is no such watch any more.
    Removed,
}

#[cfg(test)]
#[path = "runner_tests.rs"]
mod tests;
