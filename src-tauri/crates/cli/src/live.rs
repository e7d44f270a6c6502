//! A race while it runs: its lanes, redrawn in place on one clock.

use std::io::{self, Write};

use crossterm::terminal::{BeginSynchronizedUpdate, Clear, ClearType, EndSynchronizedUpdate};
use crossterm::{cursor, queue};
use race::{Frame, Lane, LaneFrame, Phase, RaceEvent, Sample};
use tokio::sync::mpsc::UnboundedReceiver;

use crate::terminal::{Ink, Terminal, Tone};
use crate::words;

/// Every third frame is drawn, which is ten times a second: numbers that change faster are read by nobody, and a
/// terminal across a network would fall behind.
const FRAMES_PER_PICTURE: u32 = 3;
/// The clock's shortest scale, in microseconds; it doubles each time the race outlasts it.
const SHORTEST_SCALE_US: u32 = 5_000_000;
/// A bar shorter than this shows nothing.
const SHORTEST_BAR: usize = 12;
const LONGEST_BAR: usize = 60;
const LONGEST_NAME: usize = 32;

/// Draws what `events` tell until the race has ended, and then removes the picture: the results take its place.
pub(crate) fn watch(lanes: &[Lane], mut events: UnboundedReceiver<RaceEvent>, terminal: Terminal) {
    let mut view = View::new(lanes);
    let mut canvas = Canvas::default();
    let mut frames = 0_u32;
    while let Some(event) = events.blocking_recv() {
        match event {
            RaceEvent::Started { .. } => {}
            RaceEvent::Frame(frame) => {
                view.advance(&frame);
                frames += 1;
                let behind = !events.is_empty();
                if frames % FRAMES_PER_PICTURE == 1 && !behind {
                    let (columns, rows) = Terminal::size();
                    canvas.draw(&view.lines(columns, rows, terminal.ink));
                }
            }
            RaceEvent::LaneEnded { lane, sample, .. } => view.end(lane, &sample),
            RaceEvent::NotStarted { .. } | RaceEvent::Ended { .. } => break,
        }
    }
    canvas.draw(&[]);
}

/// The lines drawn last, below which the cursor stands.
#[derive(Default)]
struct Canvas {
    height: u16,
    is_gone: bool,
}

impl Canvas {
    /// Puts `lines` in place of those drawn last. A terminal that cannot be written to any more is left alone: the race
    /// goes on without it.
    fn draw(&mut self, lines: &[String]) {
        if !self.is_gone {
            self.is_gone = self.put(lines).is_err();
        }
    }

    fn put(&mut self, lines: &[String]) -> io::Result<()> {
        let mut picture = Vec::new();
        queue!(picture, BeginSynchronizedUpdate, cursor::MoveToColumn(0))?;
        if self.height > 0 {
            queue!(picture, cursor::MoveUp(self.height))?;
        }
        for line in lines {
            picture.extend_from_slice(line.as_bytes());
            queue!(picture, Clear(ClearType::UntilNewLine))?;
            picture.extend_from_slice(b"\r\n");
        }
        queue!(picture, Clear(ClearType::FromCursorDown), EndSynchronizedUpdate)?;
        self.height = u16::try_from(lines.len()).unwrap_or(u16::MAX);
        let mut out = io::stdout().lock();
        out.write_all(&picture)?;
        out.flush()
    }
}

/// What is known of a race so far.
struct View {
    lanes: Vec<Contestant>,
    at_us: u32,
    round: u32,
    is_warmup: bool,
}

/// What is known of a lane so far.
struct Contestant {
    name: String,
    simulated: bool,
    /// Its latest state; the texts in it are not kept.
    now: LaneFrame,
    /// How its request ended.
    ended: Option<Box<Sample>>,
}

impl View {
    fn new(lanes: &[Lane]) -> Self {
        let lanes = lanes.iter().map(|lane| Contestant {
            name: words::lane(&lane.label, &lane.model, lane.simulated),
            simulated: lane.simulated,
            now: LaneFrame::default(),
            ended: None,
        });
        Self { lanes: lanes.collect(), at_us: 0, round: 0, is_warmup: false }
    }

    fn advance(&mut self, frame: &Frame) {
        if frame.round != self.round {
            self.round = frame.round;
            for lane in &mut self.lanes {
                lane.now = LaneFrame::default();
                lane.ended = None;
            }
        }
        self.at_us = frame.at_us;
        self.is_warmup = frame.warmup;
        for news in &frame.lanes {
            let Some(lane) = self.lanes.get_mut(news.lane as usize) else { continue };
            let known = &lane.now;
            lane.now = LaneFrame {
                phase: news.phase,
                tokens: news.tokens,
                live_tps: news.live_tps,
                sent_us: news.sent_us.or(known.sent_us),
                first_any_us: news.first_any_us.or(known.first_any_us),
                first_answer_us: news.first_answer_us.or(known.first_answer_us),
                last_us: news.last_us.or(known.last_us),
                ..LaneFrame::default()
            };
        }
    }

    fn end(&mut self, lane: u32, sample: &Sample) {
        if let Some(lane) = self.lanes.get_mut(lane as usize) {
            lane.ended = Some(Box::new(sample.clone()));
        }
    }

    fn heading(&self, layout: Layout, scale_us: u32) -> String {
        let kind = if self.is_warmup { "warm-up round" } else { "round" };
        let clock = words::seconds(f64::from(self.at_us) / 1e3);
        let bars = if layout.bar == 0 {
            String::new()
        } else {
            format!(", bars of {} s: · waiting ▒ thinking █ writing", scale_us / 1_000_000)
        };
        format!("{kind} {}, {clock}{bars}", self.round + 1)
    }

    /// The picture, within `columns` and `rows`.
    fn lines(&self, columns: usize, rows: usize, ink: Ink) -> Vec<String> {
        // The last column stays free: some terminals break the line as soon as it is filled.
        let width = columns.saturating_sub(1);
        let names = self.lanes.iter().map(|lane| lane.name.chars().count());
        let layout = Layout::within(width, names.max().unwrap_or(0));
        let scale_us = scale_us(self.at_us);
        let heading = words::clipped(&self.heading(layout, scale_us), width);
        let mut lines = vec![ink.paint(Tone::Faint, &heading)];
        // One line each for the heading, what is left out, and the cursor.
        let shown = self.lanes.len().min(rows.saturating_sub(3).max(1));
        lines.extend(
            self.lanes.iter().take(shown).map(|lane| lane.line(layout, self.at_us, scale_us, ink)),
        );
        if let Some(more) = self.lanes.len().checked_sub(shown).filter(|more| *more > 0) {
            lines.push(words::clipped(&format!("… and {more} more"), width));
        }
        lines
    }
}

/// Which parts of a lane's line there is room for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Layout {
    name: usize,
    bar: usize,
    has_speed: bool,
    has_ttft: bool,
    has_tokens: bool,
}

const PHASE: usize = 14;
const SPEED: usize = 13;
const TTFT: usize = 15;
const TOKENS: usize = 11;

impl Layout {
    fn within(width: usize, longest_name: usize) -> Self {
        let name = longest_name.min(LONGEST_NAME).min(width.saturating_sub(PHASE + 1).max(8));
        let mut left = width.saturating_sub(name + 1 + PHASE);
        let mut room_for = |part: usize| {
            let fits = left >= part;
            left -= if fits { part } else { 0 };
            fits
        };
        let (has_speed, has_ttft, has_tokens) = (room_for(SPEED), room_for(TTFT), room_for(TOKENS));
        let bar = if left > SHORTEST_BAR { (left - 1).min(LONGEST_BAR) } else { 0 };
        Self { name, bar, has_speed, has_ttft, has_tokens }
    }
}

impl Contestant {
    fn line(&self, layout: Layout, at_us: u32, scale_us: u32, ink: Ink) -> String {
        let pad = |text: &str, width: usize| {
            let text = words::clipped(text, width);
            let padding = width - text.chars().count();
            text + &" ".repeat(padding)
        };
        let name = if self.simulated { Tone::Simulated } else { Tone::Strong };
        let (phase, tone) = self.phase();
        let mut line = ink.paint(name, &pad(&self.name, layout.name));
        line.push(' ');
        line.push_str(&ink.paint(tone, &pad(phase, PHASE)));
        if layout.bar > 0 {
            line.push(' ');
            line.push_str(&self.bar(layout.bar, at_us, scale_us));
        }
        let speed = self.ended.as_ref().map(|sample| &sample.speed);
        let number = |text: String, width: usize| format!("{text:>width$}");
        if layout.has_speed {
            let tps = speed.map_or(self.now.live_tps, |speed| speed.decode_tps);
            line.push_str(&number(
                tps.map(|tps| words::rate(tps) + " tok/s").unwrap_or_default(),
                SPEED,
            ));
        }
        if layout.has_ttft {
            let now = self.now.first_any_us.zip(self.now.sent_us);
            let now = now.map(|(first, sent)| f64::from(first.saturating_sub(sent)) / 1e3);
            let ttft = speed.map_or(now, |speed| speed.ttft_ms);
            line.push_str(&number(
                ttft.map(|ms| "TTFT ".to_owned() + &words::milliseconds(ms)).unwrap_or_default(),
                TTFT,
            ));
        }
        if layout.has_tokens {
            let counted = self
                .ended
                .as_ref()
                .and_then(|sample| sample.out_tokens_server.or(sample.out_tokens_neutral));
            let tokens = counted.or((self.now.tokens > 0).then_some(self.now.tokens));
            line.push_str(&number(
                tokens.map(|tokens| words::count(tokens) + " tok").unwrap_or_default(),
                TOKENS,
            ));
        }
        line.trim_end().to_owned()
    }

    fn phase(&self) -> (&'static str, Tone) {
        if let Some(sample) = &self.ended {
            let tone = if sample.status.is_ok() { Tone::Good } else { Tone::Bad };
            return (words::status(sample.status), tone);
        }
        let word = match self.now.phase {
            Phase::Connecting => "connecting",
            Phase::Ready => "ready",
            Phase::Waiting => "waiting",
            Phase::Thinking => "thinking",
            Phase::Writing => "writing",
            Phase::Ended => "ended",
        };
        (word, Tone::Normal)
    }

    /// Waiting, thinking and writing on the shared clock, `width` characters long.
    fn bar(&self, width: usize, at_us: u32, scale_us: u32) -> String {
        let LaneFrame { sent_us, first_any_us, first_answer_us, last_us, phase, .. } = self.now;
        let is_over = phase == Phase::Ended || self.ended.is_some();
        let end = if is_over || first_any_us.is_some() { last_us.unwrap_or(0) } else { at_us };
        let from = sent_us.unwrap_or(u32::MAX);
        let thinking = first_any_us.unwrap_or(u32::MAX);
        let writing = first_answer_us.unwrap_or(u32::MAX);
        (0_u64..)
            .take(width)
            .map(|cell| {
                let begins =
                    u32::try_from(cell * u64::from(scale_us) / width as u64).unwrap_or(u32::MAX);
                match begins {
                    at if at < from || at >= end => ' ',
                    at if at >= writing => '█',
                    at if at >= thinking => '▒',
                    _ => '·',
                }
            })
            .collect()
    }
}

/// How much time a bar's whole width is.
fn scale_us(at_us: u32) -> u32 {
    let mut scale = SHORTEST_SCALE_US;
    while scale < at_us {
        scale = scale.saturating_mul(2);
    }
    scale
}

#[cfg(test)]
#[path = "live_tests.rs"]
mod tests;
