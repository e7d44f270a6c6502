//! Drafts the writes of a stream: waits add up until something is written, events are grouped into one write if the
//! knobs say so, and comments fill long silences.

use super::write::{Wait, Write, WriteKind};
use crate::answer::Event;
use crate::knobs::Knobs;

/// A stream being drafted.
pub(crate) struct Draft<'a> {
    knobs: &'a Knobs,
    random: Random,
    events: Vec<Event>,
    writes: Vec<Write>,
    /// Time since the last write.
    wait: Wait,
    /// Index of the first event that is not in a write yet.
    gathered_from: usize,
    /// Time since the last comment; comments begin after the head.
    quiet_ns: u64,
    begun: bool,
}

impl<'a> Draft<'a> {
    pub(crate) fn new(knobs: &'a Knobs, seed: u64) -> Self {
        Self {
            knobs,
            random: Random(seed),
            events: Vec::new(),
            writes: Vec::new(),
            wait: Wait::default(),
            gathered_from: 0,
            quiet_ns: 0,
            begun: false,
        }
    }

    /// Lets an amount of time pass that load does not stretch.
    pub(crate) fn wait(&mut self, time_ns: u64) {
        self.pass(time_ns, |wait| &mut wait.fixed_ns);
    }

    /// Lets the time pass in which this many tokens are generated.
    pub(crate) fn making(&mut self, tokens: u32) {
        let even_ns = self.knobs.gap_ns.saturating_mul(u64::from(tokens));
        let time_ns = self.random.around(even_ns, self.knobs.jitter_percent);
        self.pass(time_ns, |wait| &mut wait.making_ns);
    }

    fn pass(&mut self, mut time_ns: u64, part: fn(&mut Wait) -> &mut u64) {
        if let Some(every_ns) = self.knobs.keepalive_ns.filter(|_| self.begun) {
            while self.quiet_ns.saturating_add(time_ns) >= every_ns {
                let until_comment_ns = every_ns - self.quiet_ns;
                *part(&mut self.wait) += until_comment_ns;
                time_ns -= until_comment_ns;
                self.write(WriteKind::Comment);
                self.quiet_ns = 0;
            }
            self.quiet_ns += time_ns;
        }
        *part(&mut self.wait) += time_ns;
    }

    fn write(&mut self, what: WriteKind) {
        let wait = std::mem::take(&mut self.wait);
        self.writes.push(Write { wait, what });
    }

    /// The head of the response, from which on comments may come.
    pub(crate) fn head(&mut self) {
        self.write(WriteKind::Head);
        self.begun = true;
    }

    /// One more event, written at once unless the knobs gather several.
    pub(crate) fn event(&mut self, event: Event) {
        self.events.push(event);
        if self.events.len() - self.gathered_from >= self.knobs.per_write as usize {
            self.flush();
        }
    }

    /// An event in two writes, `gap_ns` apart, the first ending inside a character.
    pub(crate) fn split_event(&mut self, event: Event, gap_ns: u64) {
        self.flush();
        self.events.push(event);
        let events = self.gathered_from..self.events.len();
        self.gathered_from = events.end;
        self.write(WriteKind::UntilSplit(events.clone()));
        // No comment may come between the two, so this time does not pass in the usual way.
        self.wait.fixed_ns = gap_ns;
        self.write(WriteKind::FromSplit(events));
    }

    /// The connection breaks here.
    pub(crate) fn break_off(&mut self) {
        self.flush();
        self.write(WriteKind::Break);
    }

    fn flush(&mut self) {
        let events = self.gathered_from..self.events.len();
        if !events.is_empty() {
            self.gathered_from = events.end;
            self.write(WriteKind::Events(events));
        }
    }

    /// The events, and the writes they are in.
    pub(crate) fn finished(mut self) -> (Vec<Event>, Vec<Write>) {
        self.flush();
        (self.events, self.writes)
    }
}

/// A splitmix64 generator (Steele, Lea and Flood, 2014): small, seeded, and the same everywhere.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A time evenly distributed around `time_ns`, at most `percent` of it away in either direction.
    fn around(&mut self, time_ns: u64, percent: u32) -> u64 {
        if percent == 0 {
            return time_ns;
        }
        let most_ns = time_ns / 100 * u64::from(percent.min(100));
        time_ns - most_ns + self.next() % (2 * most_ns + 1)
    }
}
