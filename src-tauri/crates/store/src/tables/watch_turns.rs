//! The table `watch_turns`: every turn of a watch that was begun or refused, and those that were missed.
//!
//! **Invariant:** the row of a turn is written before its race is, and no turn of the rhythm has two.

use rusqlite::types::Type;
use rusqlite::{Connection, OptionalExtension, Row, params};
use serde::{Deserialize, Serialize};

use crate::error::{HistoryError, StoreFailure};
use crate::history::History;
use crate::json::{from_json, to_json};
use crate::tables::alarms::{self, AlarmNews};
use crate::tables::row_check::{RowCheck, looked_at, readable};

/// How a turn ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum TurnOutcome {
    /// Its race is under way.
    Running,
    /// Its race ended.
    Done,
    /// Its race was stopped.
    Stopped,
    /// Its process ended before its race did. What had arrived is in the history.
    CutOff,
    /// Nobody was there to take it.
    Missed,
    /// Another turn was still running.
    Overrun,
    /// It could have passed the budget of the day.
    OverBudget,
    /// Its race could not start.
    Refused,
}

impl TurnOutcome {
    pub(crate) const ALL: [Self; 8] = [
        Self::Running,
        Self::Done,
        Self::Stopped,
        Self::CutOff,
        Self::Missed,
        Self::Overrun,
        Self::OverBudget,
        Self::Refused,
    ];

    /// Its word in tables and documents.
    pub fn word(self) -> &'static str {
        match self {
            Self::Running => "running",
            Self::Done => "done",
            Self::Stopped => "stopped",
            Self::CutOff => "cut_off",
            Self::Missed => "missed",
            Self::Overrun => "overrun",
            Self::OverBudget => "over_budget",
            Self::Refused => "refused",
        }
    }

    /// How people are told: `cut off`.
    pub fn said(self) -> &'static str {
        match self {
            Self::CutOff => "cut off",
            Self::OverBudget => "over budget",
            other => other.word(),
        }
    }
}

/// What a turn can cost and answer at most.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct TurnLimit {
    /// Dollars; absent if nobody knows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub usd: Option<f64>,
    /// Output tokens; absent if an answer has no limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tokens: Option<u32>,
}

/// A turn of a watch, or several that were missed in a row.
#[derive(Debug, Clone, PartialEq)]
pub struct WatchTurn {
    /// The number of its slot; of several the last.
    pub number: u32,
    /// Whether somebody asked for it, so that it is none of the rhythm.
    pub asked: bool,
    /// When it was due, in seconds since 1970.
    pub due_s: i64,
    /// When it began; absent if it did not.
    pub started_s: Option<i64>,
    /// When it ended; absent if it did not begin, is under way, or nobody was there to see it.
    pub ended_s: Option<i64>,
    /// Its race; absent if it did not begin.
    pub run_id: Option<String>,
    /// How it ended.
    pub outcome: TurnOutcome,
    /// Why it ended so, in a sentence.
    pub why: Option<String>,
    /// How many turns were missed in a row; 1 of any other.
    pub turns: u32,
    /// What it could cost at most; absent if it did not begin.
    pub most: Option<TurnLimit>,
}

/// What the turns of a watch came to that began in some period. Where that is not known, a turn counts at its most.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct TurnsSpent {
    /// Dollars; absent if a turn's most is not known either.
    pub usd: Option<f64>,
    /// Output tokens; absent likewise.
    pub tokens: Option<u64>,
}

const COLUMNS: &str = "number, asked, due_s, started_s, ended_s, run_id, outcome, why, turns, most";

/// How its rows are read.
pub(crate) const CHECK: RowCheck = RowCheck {
    table: "watch_turns",
    called: "Turns of watches",
    columns: COLUMNS,
    read: |row| turn(row).map(drop),
};

fn turn(row: &Row<'_>) -> Result<WatchTurn, StoreFailure> {
    let word: String = row.get(6)?;
    let outcome = TurnOutcome::ALL.into_iter().find(|one| one.word() == word).ok_or_else(|| {
        let unknown = format!("{word:?} is no outcome of a turn").into();
        rusqlite::Error::FromSqlConversionFailure(6, Type::Text, unknown)
    })?;
    let most: Option<String> = row.get(9)?;
    let most = most.map(|most| from_json(|| "A turn of a watch".to_owned(), &most)).transpose()?;
    Ok(WatchTurn {
        number: row.get(0)?,
        asked: row.get(1)?,
        due_s: row.get(2)?,
        started_s: row.get(3)?,
        ended_s: row.get(4)?,
        run_id: row.get(5)?,
        outcome,
        why: row.get(7)?,
        turns: row.get(8)?,
        most,
    })
}

/// Enters what alarms tell of a turn of the rhythm. One that the budget did not let begin was asked for by who set the budget.
fn tell(
    connection: &Connection,
    watch: &str,
    turn: &WatchTurn,
    refused: &str,
) -> Result<(), StoreFailure> {
    let was_refused: Option<bool> = connection
        .prepare_cached(
            "SELECT outcome = 'refused' FROM watch_turns
             WHERE watch = ?1 AND asked = 0 AND number < ?2 AND outcome NOT IN ('missed', 'overrun', 'over_budget')
             ORDER BY number DESC LIMIT 1",
        )?
        .query_row(params![watch, turn.number], |row| row.get(0))
        .optional()?;
    let was_refused = was_refused.unwrap_or(false);
    let news = match turn.outcome {
        TurnOutcome::Refused if !was_refused => AlarmNews::NotTaken { why: refused.to_owned() },
        TurnOutcome::Running if was_refused => AlarmNews::TakenAgain,
        _ => return Ok(()),
    };
    alarms::enter(connection, watch, &news, turn.started_s.unwrap_or(turn.due_s))
}

impl History {
    /// Writes the row of a turn before it begins, or of one that does not. `false`, and nothing is written, if the rhythm's
    /// turn of this slot was begun before; what was only missed gives way to it. Alarms tell of the first that is refused, and of
    /// the first that is begun after it.
    ///
    /// # Errors
    /// If it cannot be written, for example because the watch was removed.
    pub fn put_turn(&self, watch: &str, turn: &WatchTurn) -> Result<bool, HistoryError> {
        self.put_turn_telling(watch, turn, "")
    }

    /// Writes the row of a turn as [`put_turn`](Self::put_turn) does. Alarms tell of one that is refused why in the words of
    /// `refused`: its own reason may name commands, files and addresses of this machine.
    ///
    /// # Errors
    /// As for [`put_turn`](Self::put_turn).
    pub fn put_turn_telling(
        &self,
        watch: &str,
        turn: &WatchTurn,
        refused: &str,
    ) -> Result<bool, HistoryError> {
        let most = turn.most.map(|most| to_json(|| "A turn".to_owned(), &most)).transpose()?;
        self.write(|connection| {
            if !turn.asked {
                connection.execute(
                    "DELETE FROM watch_turns WHERE watch = ?1 AND number = ?2 AND asked = 0 AND outcome IN ('missed', 'overrun')",
                    params![watch, turn.number],
                )?;
            }
            let sql = format!(
                "INSERT INTO watch_turns (watch, {COLUMNS}) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)
                 ON CONFLICT (watch, number) WHERE asked = 0 DO NOTHING"
            );
            let added = connection.prepare_cached(&sql)?.execute(params![
                watch,
                turn.number,
                turn.asked,
                turn.due_s,
                turn.started_s,
                turn.ended_s,
                turn.run_id,
                turn.outcome.word(),
                turn.why,
                turn.turns,
                most,
            ])?;
            if added > 0 && !turn.asked {
                tell(connection, watch, turn, refused)?;
            }
            Ok(added > 0)
        })
    }

    /// Writes how the turn with this race ended.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn end_turn(
        &self,
        watch: &str,
        run: &str,
        (outcome, why): (TurnOutcome, Option<&str>),
        now_s: i64,
    ) -> Result<(), HistoryError> {
        self.write(|connection| {
            connection
                .prepare_cached(
                    "UPDATE watch_turns SET outcome = ?3, why = ?4, ended_s = ?5
                     WHERE watch = ?1 AND run_id = ?2 AND outcome = 'running'",
                )?
                .execute(params![watch, run, outcome.word(), why, now_s])?;
            Ok(())
        })
    }

    /// Closes turns that a killed process left behind; only who has the watch's lock may. Returns how many there were.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn close_left_turns(&self, watch: &str) -> Result<u32, HistoryError> {
        self.write(|connection| {
            // A race that had ended by itself was only not entered here.
            let closed = connection.execute(
                "UPDATE watch_turns SET
                     outcome = coalesce((SELECT CASE r.state WHEN 'finished' THEN 'done' WHEN 'stopped' THEN 'stopped' END
                                         FROM runs r WHERE r.id = run_id), 'cut_off')
                 WHERE watch = ?1 AND outcome = 'running'",
                [watch],
            )?;
            Ok(u32::try_from(closed).unwrap_or(u32::MAX))
        })
    }

    /// The rhythm's latest turn up to this slot, of whatever outcome.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn latest_turn(&self, watch: &str, up_to: u32) -> Result<Option<u32>, HistoryError> {
        self.read(|connection| {
            Ok(connection
                .prepare_cached(
                    "SELECT max(number) FROM watch_turns WHERE watch = ?1 AND asked = 0 AND number BETWEEN 0 AND ?2",
                )?
                .query_row(params![watch, up_to], |row| row.get(0))?)
        })
    }

    /// Whether the rhythm's turn of a slot was begun, or refused.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn is_turn_taken(&self, watch: &str, number: u32) -> Result<bool, HistoryError> {
        self.read(|connection| {
            let mut row = connection.prepare_cached(
                "SELECT 1 FROM watch_turns WHERE watch = ?1 AND number = ?2 AND asked = 0 AND outcome NOT IN ('missed', 'overrun')",
            )?;
            Ok(row.exists(params![watch, number])?)
        })
    }

    /// The latest turns of a watch, the latest first. One that cannot be read is left out, which adds a [notice](Self::notices).
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn watch_turns(&self, watch: &str, most: u32) -> Result<Vec<WatchTurn>, HistoryError> {
        let (turns, unreadable) = self.read(|connection| {
            let sql = format!(
                "SELECT {COLUMNS} FROM watch_turns WHERE watch = ?1
                 ORDER BY coalesce(started_s, due_s) DESC, rowid DESC LIMIT ?2"
            );
            let mut rows = connection.prepare_cached(&sql)?;
            readable(&mut rows.query(params![watch, looked_at(most)])?, most, turn)
        })?;
        for error in unreadable {
            self.add_notice(format!("A turn of a watch is not shown. {error}"));
        }
        Ok(turns)
    }

    /// How many turns of a watch ended each way.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn count_turns(&self, watch: &str) -> Result<Vec<(TurnOutcome, u32)>, HistoryError> {
        self.read(|connection| {
            let mut counts = Vec::new();
            for outcome in TurnOutcome::ALL {
                let counted: Option<u32> = connection
                    .prepare_cached(
                        "SELECT min(sum(turns), 4294967295) FROM watch_turns
                         WHERE watch = ?1 AND outcome = ?2 AND turns BETWEEN 0 AND 1000000000",
                    )?
                    .query_row(params![watch, outcome.word()], |row| row.get(0))
                    .optional()?
                    .flatten();
                counts.extend(counted.map(|count| (outcome, count)));
            }
            Ok(counts)
        })
    }

    /// What the turns that began from one time to another came to, both in seconds since 1970.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn turns_spent(
        &self,
        watch: &str,
        from_s: i64,
        until_s: i64,
    ) -> Result<TurnsSpent, HistoryError> {
        self.read(|connection| {
            // What warm-up rounds, judges and the later steps of chains cost is in no request's row, and what a run that is not
            // finished was sent may be in none: such a turn counts at its most.
            let mut rows = connection.prepare_cached(
                "SELECT t.most, o.cost_usd, o.out_tokens,
                     o.state = 'finished' AND o.requests > 0
                         AND NOT EXISTS (SELECT 1 FROM judges j WHERE j.run = o.key)
                         AND NOT EXISTS (SELECT 1 FROM chain_steps c WHERE c.run = o.key)
                         AND coalesce(CASE WHEN json_valid(r.document) THEN r.document ->> '$.plan.warmup' END, 1) = 0 AS is_whole,
                     o.cost_unknown = 0,
                     NOT EXISTS (SELECT 1 FROM numbers n WHERE n.run = o.key AND n.out_tokens IS NULL AND NOT n.unbilled)
                 FROM watch_turns t LEFT JOIN overview o ON o.run_id = t.run_id LEFT JOIN runs r ON r.id = t.run_id
                 WHERE t.watch = ?1 AND t.started_s >= ?2 AND t.started_s < ?3",
            )?;
            let mut rows = rows.query(params![watch, from_s, until_s])?;
            let mut spent = TurnsSpent { usd: Some(0.0), tokens: Some(0) };
            while let Some(row) = rows.next()? {
                // What cannot be read is not known.
                let most = row.get_ref(0)?.as_bytes_or_null().ok().flatten();
                let most: Option<TurnLimit> =
                    most.and_then(|most| serde_json::from_slice(most).ok());
                let most = most.unwrap_or_default();
                let is_whole = row.get::<_, Option<bool>>(3)?.unwrap_or(false);
                let is_known = |column| -> Result<bool, StoreFailure> {
                    Ok(is_whole && row.get::<_, Option<bool>>(column)?.unwrap_or(false))
                };
                let cost: Option<f64> = row.get(1)?;
                let usd = if is_known(4)? { Some(cost.unwrap_or(0.0)) } else { most.usd };
                let out: Option<i64> = row.get(2)?;
                let out = out.and_then(|out| u64::try_from(out).ok()).unwrap_or(0);
                let tokens = if is_known(5)? { Some(out) } else { most.tokens.map(u64::from) };
                spent.usd = spent.usd.zip(usd).map(|(sum, usd)| sum + usd);
                spent.tokens = spent.tokens.zip(tokens).map(|(sum, one)| sum.saturating_add(one));
            }
            Ok(spent)
        })
    }
}

#[cfg(test)]
#[path = "watch_turns_tests.rs"]
mod tests;
