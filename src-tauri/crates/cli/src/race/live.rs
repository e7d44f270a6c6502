//! The live view of a race: its lanes on one clock, redrawn in place.

use std::io;

use crossterm::terminal::{BeginSynchronizedUpdate, Clear, ClearType, EndSynchronizedUpdate};
use crossterm::{cursor, queue};
use race::{Frame, Lane, LaneFrame, Phase, RaceEvent, Sample};
use tokio::sync::mpsc::UnboundedReceiver;

use crate::terminal::{Ink, Terminal, Tone, output, words};

/// Every third frame is drawn, ten times a second: faster changes cannot be read, and a remote terminal would fall
/// behind.
const FRAMES_PER_PICTURE: u32 = 3;
/// The clock's initial scale, in microseconds; it doubles whenever the race outlasts it.
const SHORTEST_SCALE_US: u32 = 5_000_000;
/// Minimum useful width of a bar.
const SHORTEST_BAR: usize = 12;
const LONGEST_BAR: usize = 60;
const LONGEST_NAME: usize = 32;

/// Draws `events` until the race has ended, then clears the view to make room for the results.
pub(crate) fn watch(lanes: &[Lane], mut events: UnboundedReceiver<RaceEvent>, terminal: Terminal) {
    let mut view = View::new(lanes);
    let mut canvas = Canvas::default();
    let mut frames = 0_u32;
    while let Some(event) = events.blocking_recv() {
        match event {
            RaceEvent::AskingLeave | RaceEvent::Started { .. } => {}
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
            RaceEvent::Checking { ended, of } | RaceEvent::Judging { ended, of } => {
                let is_judge = matches!(event, RaceEvent::Judging { .. });
                let who = if is_judge { "the judge has answered" } else { "commands have checked" };
                view.afterwards = Some((who, ended, of));
                let (columns, rows) = Terminal::size();
                canvas.draw(&view.lines(columns, rows, terminal.ink));
            }
            RaceEvent::NotStarted { .. } | RaceEvent::Ended { .. } => break,
        }
    }
    canvas.draw(&[]);
}

/// The lines drawn last; the cursor is below them.
#[derive(Default)]
struct Canvas {
    height: u16,
    is_gone: bool,
}

impl Canvas {
    /// Replaces the lines drawn last by `lines`. If the terminal can no longer be written to, the race goes on without
    /// it.
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
        output::draw(&picture)
    }
}

/// The current state of a race.
struct View {
    lanes: Vec<Contestant>,
    at_us: u32,
    round: u32,
    is_warmup: bool,
    /// Who is at work once the lanes have ended, and with how many, of how many.
    afterwards: Option<(&'static str, u32, u32)>,
}

/// The current state of a lane.
struct Contestant {
    name: String,
    simulated: bool,
    /// Whether it has several steps.
    is_chain: bool,
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
            is_chain: lane.is_chain(),
            now: LaneFrame::default(),
            ended: None,
        });
        Self { lanes: lanes.collect(), at_us: 0, round: 0, is_warmup: false, afterwards: None }
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
            if !news.earlier.is_empty() {
                // What is known is of the step before.
                lane.now = LaneFrame { earlier: news.earlier.clone(), ..LaneFrame::default() };
            }
            let known = std::mem::take(&mut lane.now);
            lane.now = LaneFrame {
                step: news.step,
                earlier: known.earlier,
                phase: news.phase,
                tokens: news.tokens,
                live_tps: news.live_tps,
                sent_us: news.sent_us.or(known.sent_us),
                first_any_us: news.first_any_us.or(known.first_any_us),
                // Text taken as the answer may turn out to be reasoning.
                first_answer_us: news
                    .first_answer_us
                    .or(known.first_answer_us.filter(|_| news.phase != Phase::Thinking)),
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

    /// The lines of the view, within `columns` and `rows`.
    fn lines(&self, columns: usize, rows: usize, ink: Ink) -> Vec<String> {
        // The last column stays free: some terminals break the line as soon as it is filled.
        let width = columns.saturating_sub(1);
        let names = self.lanes.iter().map(|lane| words::columns(&lane.name));
        let layout = Layout::within(width, names.max().unwrap_or(0));
        let scale_us = scale_us(self.at_us);
        let mut lines: Vec<String> = [self.heading(layout), titles(layout, scale_us)]
            .iter()
            .filter(|line| !line.is_empty())
            .map(|line| ink.paint(Tone::Faint, &words::clipped(line, width)))
            .collect();
        // One line each for the heading, the titles, the lanes left out, and the cursor.
        let shown = self.lanes.len().min(rows.saturating_sub(4).max(1));
        lines.extend(
            self.lanes.iter().take(shown).map(|lane| lane.line(layout, self.at_us, scale_us, ink)),
        );
        if let Some(more) = self.lanes.len().checked_sub(shown).filter(|more| *more > 0) {
            lines.push(words::clipped(&format!("… and {more} more"), width));
        }
        lines
    }

    fn heading(&self, layout: Layout) -> String {
        if let Some((who, ended, of)) = self.afterwards {
            let [ended, of] = [ended, of].map(words::count);
            return format!("{who} {ended} of {of}");
        }
        let kind = if self.is_warmup { "warm-up round" } else { "round" };
        let clock = words::seconds(f64::from(self.at_us) / 1e3);
        let bars = match layout.bar {
            0 => "",
            _ if self.lanes.iter().any(|lane| lane.is_chain) => {
                "   · waiting  ▒ thinking  ▓ an earlier step  █ writing"
            }
            _ => "   · waiting  ▒ thinking  █ writing",
        };
        format!("{kind} {}, {clock}{bars}", self.round + 1)
    }
}

/// The header above the lanes: the ends of the clock's scale, and the column titles.
fn titles(layout: Layout, scale_us: u32) -> String {
    let end = format!("{} s", scale_us / 1_000_000);
    let clock = format!("0{end:>width$}", width = layout.bar.saturating_sub(1));
    layout.line(["", "", &clock], ["tok/s", "TTFT", "tokens"], |_, text| text)
}

/// Widths of the parts of a lane's line; 0 for parts without space.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Layout {
    name: usize,
    phase: usize,
    bar: usize,
    /// Output speed, TTFT and tokens, in order of priority.
    numbers: [usize; 3],
}

impl Layout {
    fn within(width: usize, longest_name: usize) -> Self {
        let phase = 14;
        let name = longest_name.min(LONGEST_NAME).min(width.saturating_sub(phase + 1).max(8));
        let mut left = width.saturating_sub(name + 1 + phase);
        let numbers = [8, 11, 8].map(|part| {
            let given = if left >= part { part } else { 0 };
            left -= given;
            given
        });
        let bar = if left > SHORTEST_BAR { (left - 1).min(LONGEST_BAR) } else { 0 };
        Self { name, phase, bar, numbers }
    }

    /// One line: name, phase and bar from the left, numbers right-aligned in their columns. `paint` receives the
    /// column of each text and the text at its width.
    fn line(
        self,
        texts: [&str; 3],
        numbers: [&str; 3],
        paint: impl Fn(usize, String) -> String,
    ) -> String {
        let texts = texts.iter().zip([self.name, self.phase, self.bar]).enumerate();
        let texts = texts.filter(|(_, (_, width))| *width > 0).map(|(place, (text, width))| {
            paint(place, words::padded(words::clipped(text, width), width))
        });
        let numbers = numbers.iter().zip(self.numbers).filter(|(_, width)| *width > 0);
        let numbers = numbers.map(|(text, width)| format!("{text:>width$}"));
        let line = texts.collect::<Vec<_>>().join(" ") + &numbers.collect::<String>();
        line.trim_end().to_owned()
    }
}

impl Contestant {
    fn line(&self, layout: Layout, at_us: u32, scale_us: u32, ink: Ink) -> String {
        let name_tone = if self.simulated { Tone::Simulated } else { Tone::Strong };
        let (phase, phase_tone) = self.phase();
        let bar = self.bar(layout.bar, at_us, scale_us);
        let numbers = self.numbers().map(Option::unwrap_or_default);
        let tones = [name_tone, phase_tone];
        layout.line(
            [&self.name, phase, &bar],
            numbers.each_ref().map(String::as_str),
            |place, text| ink.paint(tones.get(place).copied().unwrap_or_default(), &text),
        )
    }

    /// Output speed, TTFT and tokens: measured values once the request has ended, live ones before.
    fn numbers(&self) -> [Option<String>; 3] {
        if let Some(sample) = &self.ended {
            return [
                sample.speed.decode_tps.map(words::rate),
                sample.speed.ttft_ms.map(words::duration),
                sample.out_tokens_server.or(sample.out_tokens_neutral).map(words::count),
            ];
        }
        let LaneFrame { live_tps, first_any_us, tokens, .. } = self.now;
        // A chain's first text is awaited since its first step was sent.
        let first_sent_us = self.now.earlier.iter().find_map(|step| step.sent_us);
        let sent_us = first_sent_us.or(self.now.sent_us);
        let ttft_us = first_any_us.zip(sent_us).map(|(first, sent)| first.saturating_sub(sent));
        [
            live_tps.map(words::rate),
            ttft_us.map(|us| words::duration(f64::from(us) / 1e3)),
            (tokens > 0).then(|| words::count(tokens)),
        ]
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
        let earlier = self.now.earlier.as_slice();
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
                let within = earlier.iter().find(|step| {
                    begins >= step.sent_us.unwrap_or(u32::MAX)
                        && begins < step.ended_us.unwrap_or(0)
                });
                match begins {
                    at if within.is_some_and(|step| {
                        step.first_answer_us.is_some_and(|first| at >= first)
                    }) =>
                    {
                        '▓'
                    }
                    at if within
                        .is_some_and(|step| step.first_any_us.is_some_and(|first| at >= first)) =>
                    {
                        '▒'
                    }
                    _ if within.is_some() => '·',
                    at if at < from || at >= end => ' ',
                    at if at >= writing => '█',
                    at if at >= thinking => '▒',
                    _ => '·',
                }
            })
            .collect()
    }
}

/// Time of a bar's full width.
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
