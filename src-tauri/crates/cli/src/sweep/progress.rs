//! The current level in one line on standard error, if that is a terminal.

use std::io::{self, IsTerminal, Write};
use std::time::Duration;

use crossterm::cursor::MoveToColumn;
use crossterm::queue;
use crossterm::terminal::{Clear, ClearType};
use providers::Clock;
use race::{Cell, Lane, Run, Step, SweepBoard, SweepEvent};

use crate::terminal::{Terminal, words};

/// Minimum time between two updates of the line: faster changes cannot be read, and a remote terminal would
/// fall behind.
const BETWEEN_LINES_NS: u64 = 250_000_000;

/// Follows a sweep and rewrites its line.
pub(crate) struct Progress {
    board: SweepBoard,
    lanes: Vec<Lane>,
    at: Option<(usize, Step)>,
    clock: Clock,
    drawn_ns: Option<u64>,
    is_terminal: bool,
}

impl Progress {
    /// The progress of a sweep before it starts or resumes.
    pub(crate) fn of(header: &Run) -> Self {
        Self {
            board: SweepBoard::new(header).going_on(),
            lanes: header.lanes.clone(),
            at: None,
            clock: Clock::start(),
            drawn_ns: None,
            is_terminal: io::stderr().is_terminal(),
        }
    }

    /// Applies an event, and draws what changed.
    pub(crate) fn follow(&mut self, event: &SweepEvent) {
        if !self.is_terminal {
            return;
        }
        self.board.accept(event);
        match event {
            SweepEvent::LevelWaits { lane, step, wait } => {
                let Some((lane, wait)) = self.lanes.get(*lane).zip(*wait) else { return };
                let name = words::lane(&lane.label, &lane.model, lane.simulated);
                let (width, _) = Terminal::size();
                let line = waiting(&name, *step, wait);
                return write(&words::clipped(&line, width.saturating_sub(1)));
            }
            SweepEvent::LevelBegan { lane, step } => self.at = Some((*lane, *step)),
            SweepEvent::RequestEnded { .. } => {}
            SweepEvent::LevelEnded { .. } => {
                self.at = None;
                self.drawn_ns = None;
                return write("");
            }
        }
        let now_ns = self.clock.now_ns();
        if self.drawn_ns.is_none_or(|drawn_ns| now_ns >= drawn_ns + BETWEEN_LINES_NS) {
            self.drawn_ns = Some(now_ns);
            self.draw();
        }
    }

    fn draw(&mut self) {
        let frame = self.board.frame();
        let Some((at, step)) = self.at else { return };
        let place = frame.steps.iter().position(|each| *each == step);
        let cell = place.and_then(|place| frame.cells.get(at)?.get(place));
        let Some((lane, cell)) = self.lanes.get(at).zip(cell) else { return };
        let (width, _) = Terminal::size();
        // One column stays free, so that the terminal does not wrap the line.
        let name = words::lane(&lane.label, &lane.model, lane.simulated);
        let line = line(&name, step, cell, frame.left_ms);
        write(&words::clipped(&line, width.saturating_sub(1)));
    }
}

/// What a level waits for before it begins.
fn waiting(name: &str, step: Step, wait: Duration) -> String {
    let span = measure::format::span(wait.as_secs_f64() * 1e3);
    format!("{name}, {step}: waits {span} for cancelled requests to end")
}

/// The state of a level in progress.
fn line(name: &str, step: Step, cell: &Cell, left_ms: Option<f64>) -> String {
    let mut parts = vec![format!("{name}, {}: {} of {}", step, cell.done, cell.of)];
    parts.extend(cell.ttft_p50_ms.map(|ms| format!("TTFT {}", words::duration(ms))));
    if cell.failed > 0 {
        parts.push(format!("{} failed", cell.failed));
    }
    parts.extend(left_ms.map(|ms| format!("about {} left", measure::format::span(ms))));
    parts.join(", ")
}

/// Replaces the line. A terminal that is gone is no longer written to.
fn write(line: &str) {
    let mut err = io::stderr().lock();
    let mut picture = Vec::new();
    let drawn = queue!(picture, Clear(ClearType::CurrentLine), MoveToColumn(0))
        .and_then(|()| picture.write_all(line.as_bytes()));
    let _unheard = drawn.and_then(|()| err.write_all(&picture)).and_then(|()| err.flush());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_says_how_far_the_level_is() {
        let cell =
            Cell { done: 12, of: 50, failed: 1, ttft_p50_ms: Some(210.0), ..Cell::default() };
        let said = line("A", Step::Streams(8), &cell, Some(40_000.0));
        assert_eq!(
            waiting("A", Step::Streams(8), Duration::from_millis(1_500)),
            "A, 8 in flight: waits 1.50 s for cancelled requests to end",
            "and why nothing happens"
        );
        for part in ["8 in flight: 12 of 50", "TTFT 210 ms", "1 failed", "about 40.0 s left"] {
            assert!(said.contains(part), "{part}: {said}");
        }
    }
}
