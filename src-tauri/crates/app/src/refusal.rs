//! Why a plan may not start.

use std::fmt;

use race::Problem;
use store::HistoryError;

/// A refusal: why a plan may not start. Nothing was sent.
#[derive(Debug, thiserror::Error)]
pub enum Refusal {
    /// The plan has problems.
    #[error("{}", in_words(problems))]
    Plan {
        /// All problems.
        problems: Vec<Problem>,
    },
    /// Its checks run commands that nobody allowed on this machine.
    #[error("{}", not_allowed(commands))]
    Commands {
        /// These, each once.
        commands: Vec<String>,
    },
    /// It could exceed today's spending cap.
    #[error("{0}")]
    OverCap(OverCap),
    /// The history cannot be read.
    #[error(transparent)]
    History(#[from] HistoryError),
}

impl Refusal {
    /// What kind of refusal it is, in a sentence for who is not at this machine: it names no command, no file and no address.
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Self::Plan { .. } => "Its plan cannot start there, for example without a key.",
            Self::Commands { .. } => "A check of it is a command that nobody allowed there.",
            Self::OverCap(_) => "It could pass the spending cap of the day.",
            Self::History(_) => "The history there cannot be read.",
        }
    }
}

/// A plan that could exceed today's spending cap.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct OverCap {
    /// Its maximum cost in dollars; absent if it is unbounded.
    pub most_usd: Option<f64>,
    /// What was spent today, in dollars.
    pub spent_usd: f64,
    /// Today's requests of unknown cost, which are not included.
    pub unknown: u32,
    /// The cap, in dollars a day.
    pub cap_usd: f64,
}

impl fmt::Display for OverCap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.most_usd {
            Some(most) => write!(f, "This could cost up to ${most:.2}.")?,
            None => write!(
                f,
                "This could cost any amount: a lane that is paid by the token has no limit on its output, or none that its provider is known to keep, or an input that only its provider can count."
            )?,
        }
        write!(
            f,
            " ${:.2} was spent today, and the cap is ${:.2} a day.",
            self.spent_usd, self.cap_usd
        )?;
        if self.unknown > 0 {
            let requests = if self.unknown == 1 { "request" } else { "requests" };
            write!(
                f,
                " The cost of {} {requests} of today is unknown and not included.",
                self.unknown
            )?;
        }
        Ok(())
    }
}

/// The commands, each on its own line, and how they are allowed.
fn not_allowed(commands: &[String]) -> String {
    let lines = commands.join("\n    ");
    format!(
        "Its checks would run what nobody allowed on this machine:\n    {lines}\nIf you wrote it, or know what it does, allow it with \
         `paceline checks allow COMMAND`, or for this run with --allow-command COMMAND, word for word."
    )
}

/// Each problem on its own line, with lanes counted from 1.
fn in_words(problems: &[Problem]) -> String {
    let lines: Vec<String> = problems
        .iter()
        .map(|Problem { lane, message }| match lane {
            Some(lane) => format!("Lane {}: {message}", lane + 1),
            None => message.to_string(),
        })
        .collect();
    lines.join("\n")
}
