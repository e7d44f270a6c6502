//! The terminal at standard output, if there is one.

pub(crate) mod definitions;
pub(crate) mod failures;
pub(crate) mod names;
pub(crate) mod next_steps;
pub(crate) mod output;
pub(crate) mod question;
pub(crate) mod questions;
pub(crate) mod right_table;
pub(crate) mod runner_commands;
pub(crate) mod stop;
pub(crate) mod stop_switch;
pub(crate) mod table;
pub(crate) mod words;

use std::io::IsTerminal;

use crossterm::style::Stylize;

/// Default width of a terminal that does not report one.
const COLUMNS: u16 = 80;
const ROWS: u16 = 24;

/// A terminal that can redraw in place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Terminal {
    pub(crate) ink: Ink,
}

impl Terminal {
    /// The terminal behind standard output; `None` for a file, a pipe, or a terminal that cannot move its cursor.
    pub(crate) fn of_stdout() -> Option<Self> {
        let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        if dumb || !std::io::stdout().is_terminal() {
            return None;
        }
        #[cfg(windows)]
        if !crossterm::ansi_support::supports_ansi() {
            return None;
        }
        // By https://no-color.org an empty variable has no effect.
        let no_color = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        Some(Self { ink: if no_color { Ink::Plain } else { Ink::Coloured } })
    }

    /// Its current columns and rows.
    pub(crate) fn size() -> (usize, usize) {
        let (columns, rows) = crossterm::terminal::size().unwrap_or((COLUMNS, ROWS));
        let known = |value: u16, otherwise| usize::from(if value == 0 { otherwise } else { value });
        (known(columns, COLUMNS), known(rows, ROWS))
    }
}

/// Whether text is coloured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ink {
    Coloured,
    Plain,
}

/// The meaning of a coloured text, which the words always convey as well.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Tone {
    #[default]
    Normal,
    Good,
    Bad,
    Simulated,
    Faint,
    Strong,
}

impl Ink {
    pub(crate) fn paint(self, tone: Tone, text: &str) -> String {
        if self == Self::Plain {
            return text.to_owned();
        }
        match tone {
            Tone::Normal => text.to_owned(),
            Tone::Good => text.green().to_string(),
            Tone::Bad => text.red().to_string(),
            Tone::Simulated => text.yellow().to_string(),
            Tone::Faint => text.dim().to_string(),
            Tone::Strong => text.bold().to_string(),
        }
    }
}
