//! The tables `alarms` and `alarm_messages`: whom a watch tells what it noticed, and what is still to be told.
//!
//! **Invariant:** a message is written in the same transaction as what it tells, and leaves the queue only once it was told or given
//! up. So a process that is killed forgets none; one that is killed between sending and noting it sends again.
//!
//! **Invariant:** neither table holds the address of a webhook, which is a password to whoever reads it.

use rusqlite::{Connection, Row, params};
use serde::{Deserialize, Serialize};
use watch::ActiveHours;

use crate::error::{HistoryError, StoreFailure};
use crate::history::History;
use crate::json::{from_json, to_json};
use crate::tables::row_check::{RowCheck, looked_at, readable};
use crate::tables::watch_changes::WatchedChange;

/// Maximum number of alarms of a watch.
const MOST: u32 = 20;

/// How long a message that is put off holds up those after it, in seconds: no try is put off for longer, and a time that is damaged
/// costs only its own message.
const LONGEST_WAIT_S: i64 = 86_400;

/// Whom a watch tells what it noticed.
#[derive(Debug, Clone, PartialEq)]
pub struct Alarm {
    /// Its id, which sorts by time.
    pub id: String,
    /// The id of its watch.
    pub watch: String,
    /// When it was made, in seconds since 1970.
    pub created_s: i64,
    /// To whom, and when not.
    pub task: AlarmTask,
}

/// To whom an alarm tells something, and when not.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct AlarmTask {
    /// To whom.
    pub target: AlarmTarget,
    /// Hours of the local day in which nothing is told: it waits until they are over. Absent for none.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quiet: Option<ActiveHours>,
}

/// Who is told.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, specta::Type)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum AlarmTarget {
    /// An address that takes messages. The address itself is in the keyring, or in an environment variable.
    Webhook {
        /// What it understands.
        format: WebhookFormat,
        /// Its origin, such as `https://hooks.slack.com`.
        origin: String,
        /// The environment variable that holds the address; absent if the keyring does.
        #[specta(optional)]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        variable: Option<String>,
    },
    /// Whoever sees this machine's desktop, by a notification.
    Desktop,
    /// A command of the user's own, which gets the message as JSON on standard input.
    Command {
        /// Its text, for the shell.
        command: String,
    },
}

/// What a webhook understands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum WebhookFormat {
    /// A JSON document of Paceline's own.
    Json,
    /// An incoming webhook of Slack.
    Slack,
    /// A webhook of Discord.
    Discord,
    /// A workflow of Microsoft Teams that takes adaptive cards.
    Teams,
}

/// Something that is told.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, specta::Type)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum AlarmNews {
    /// A number of a contender changed.
    Change {
        /// The change.
        change: Box<WatchedChange>,
    },
    /// A turn could not be taken, and the one before it was.
    NotTaken {
        /// Why, in a sentence.
        why: String,
    },
    /// A turn is taken again.
    TakenAgain,
    /// Somebody tries whether it is heard.
    Trial,
}

/// A message that waits to be told.
#[derive(Debug, Clone, PartialEq)]
pub struct AlarmMessage {
    /// Its number.
    pub id: i64,
    /// When it was made, in seconds since 1970.
    pub made_s: i64,
    /// What it tells.
    pub news: AlarmNews,
    /// How many tries have failed.
    pub tries: u32,
}

/// What became of a try.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MessageEnd {
    /// It was told.
    Told,
    /// It waits until this time, in seconds since 1970, for this reason.
    PutOff {
        /// When it is tried again.
        until_s: i64,
        /// Why it failed, in a sentence.
        why: String,
    },
    /// It is not tried again, for this reason.
    GivenUp {
        /// Why, in a sentence.
        why: String,
    },
}

/// How many messages of an alarm are in each state, and its latest trouble.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, specta::Type)]
pub struct AlarmCounts {
    /// Messages that were told.
    pub told: u32,
    /// Messages that wait.
    pub waiting: u32,
    /// Messages that were given up.
    pub given_up: u32,
    /// Why the latest message that waits or was given up could not be told; absent if nothing failed.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trouble: Option<String>,
}

/// How the rows of `alarms` are read.
pub(crate) const CHECK: RowCheck = RowCheck {
    table: "alarms",
    called: "Alarms of watches",
    columns: ALARM,
    read: |row| alarm(row).map(drop),
};

/// How the rows of `alarm_messages` are read.
pub(crate) const MESSAGE_CHECK: RowCheck = RowCheck {
    table: "alarm_messages",
    called: "Messages of alarms",
    columns: MESSAGE,
    read: |row| message(row).map(drop),
};

const ALARM: &str = "id, watch, created_s, document";
const MESSAGE: &str = "id, made_s, document, tries, state, trouble";
/// The states of a message.
const STATES: [&str; 3] = ["waiting", "told", "given_up"];

fn message(row: &Row<'_>) -> Result<AlarmMessage, StoreFailure> {
    let (document, state): (String, String) = (row.get(2)?, row.get(4)?);
    if !STATES.contains(&state.as_str()) {
        let (what, reason) = ("A message".to_owned(), format!("{state:?} is no state of it"));
        return Err(HistoryError::Unreadable { what, reason }.into());
    }
    // Why it failed is shown with its alarm.
    row.get::<_, Option<String>>(5)?;
    Ok(AlarmMessage {
        id: row.get(0)?,
        made_s: row.get(1)?,
        news: from_json(|| "A message".to_owned(), &document)?,
        tries: row.get(3)?,
    })
}

fn alarm(row: &Row<'_>) -> Result<Alarm, StoreFailure> {
    let document: String = row.get(3)?;
    Ok(Alarm {
        id: row.get(0)?,
        watch: row.get(1)?,
        created_s: row.get(2)?,
        task: from_json(|| "An alarm".to_owned(), &document)?,
    })
}

/// Enters what is told for each alarm of a watch.
pub(crate) fn enter(
    connection: &Connection,
    watch: &str,
    news: &AlarmNews,
    now_s: i64,
) -> Result<(), StoreFailure> {
    let document = to_json(|| "A message".to_owned(), news)?;
    connection
        .prepare_cached(
            "INSERT INTO alarm_messages (alarm, made_s, document, state, tries, next_s)
             SELECT id, ?2, ?3, 'waiting', 0, ?2 FROM alarms WHERE watch = ?1",
        )?
        .execute(params![watch, now_s, document])?;
    Ok(())
}

impl History {
    /// Keeps a new alarm.
    ///
    /// # Errors
    /// [`HistoryError::BadWatch`] if its watch has too many, or is not there; otherwise if it cannot be written.
    pub fn add_alarm(&self, alarm: &Alarm) -> Result<(), HistoryError> {
        let document = to_json(|| "The alarm".to_owned(), &alarm.task)?;
        self.write(|connection| {
            let sql = "SELECT (SELECT count(*) FROM alarms WHERE watch = ?1), EXISTS (SELECT 1 FROM watches WHERE id = ?1)";
            let (own, is_there): (u32, bool) =
                connection.query_row(sql, [&alarm.watch], |row| Ok((row.get(0)?, row.get(1)?)))?;
            let what = match (own < MOST, is_there) {
                (_, false) => "it was removed".to_owned(),
                (false, true) => format!("it has {MOST} alarms already"),
                (true, true) => {
                    connection.execute(
                        "INSERT INTO alarms (id, watch, created_s, document) VALUES (?1, ?2, ?3, ?4)",
                        params![alarm.id, alarm.watch, alarm.created_s, document],
                    )?;
                    return Ok(());
                }
            };
            Err(HistoryError::BadWatch { what }.into())
        })
    }

    /// The alarms of a watch, oldest first. One that cannot be read is left out, which adds a [notice](Self::notices).
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn alarms(&self, watch: &str) -> Result<Vec<Alarm>, HistoryError> {
        let (alarms, unreadable) = self.read(|connection| {
            let sql = format!("SELECT {ALARM} FROM alarms WHERE watch = ?1 ORDER BY created_s, id");
            let mut rows = connection.prepare_cached(&sql)?;
            readable(&mut rows.query([watch])?, u32::MAX, alarm)
        })?;
        for error in unreadable {
            self.add_notice(format!("An alarm tells nobody. {error}"));
        }
        Ok(alarms)
    }

    /// Removes an alarm with what it had still to tell. Returns `false` if there is none with this id.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn remove_alarm(&self, id: &str) -> Result<bool, HistoryError> {
        self.write(|connection| {
            Ok(connection.execute("DELETE FROM alarms WHERE id = ?1", [id])? > 0)
        })
    }

    /// The messages of an alarm that are to be told now, oldest first, as many as asked for at most. While one is put off, those after
    /// it wait as well: that something is over is not told before that it began. One that cannot be read is left out, which adds a
    /// [notice](Self::notices).
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn waiting_messages(
        &self,
        alarm: &str,
        now_s: i64,
        most: u32,
    ) -> Result<Vec<AlarmMessage>, HistoryError> {
        let (messages, unreadable) = self.read(|connection| {
            let sql = format!(
                "SELECT {MESSAGE} FROM alarm_messages AS own
                 WHERE alarm = ?1 AND state = 'waiting' AND NOT EXISTS (
                     SELECT 1 FROM alarm_messages AS other
                     WHERE other.alarm = ?1 AND other.state = 'waiting' AND other.id <= own.id
                         AND other.next_s > ?2 AND (other.id = own.id OR other.next_s <= ?2 + {LONGEST_WAIT_S})
                 ) ORDER BY id LIMIT ?3"
            );
            let mut rows = connection.prepare_cached(&sql)?;
            let mut rows = rows.query(params![alarm, now_s, looked_at(most)])?;
            readable(&mut rows, most, message)
        })?;
        for error in unreadable {
            self.add_notice(format!("A message of an alarm is not told. {error}"));
        }
        Ok(messages)
    }

    /// Puts a message off without a try: one that is about to be told is due again only later, so that whatever ends this process
    /// meanwhile, or keeps the end of the try from being noted, it is not told again at once.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn put_off_message(&self, id: i64, until_s: i64) -> Result<(), HistoryError> {
        self.write(|connection| {
            let sql = "UPDATE alarm_messages SET next_s = ?2 WHERE id = ?1 AND state = 'waiting'";
            connection.prepare_cached(sql)?.execute(params![id, until_s])?;
            Ok(())
        })
    }

    /// Writes what became of a try to tell a message.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn end_message(&self, id: i64, end: &MessageEnd, now_s: i64) -> Result<(), HistoryError> {
        let (state, ended_s, next_s, why) = match end {
            MessageEnd::Told => ("told", Some(now_s), now_s, None),
            MessageEnd::GivenUp { why } => ("given_up", Some(now_s), now_s, Some(why)),
            MessageEnd::PutOff { until_s, why } => ("waiting", None, *until_s, Some(why)),
        };
        self.write(|connection| {
            connection.execute(
                "UPDATE alarm_messages SET state = ?2, ended_s = ?3, next_s = ?4, trouble = ?5, tries = tries + (?2 <> 'told')
                 WHERE id = ?1",
                params![id, state, ended_s, next_s, why],
            )?;
            Ok(())
        })
    }

    /// What became of the messages of an alarm.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn message_counts(&self, alarm: &str) -> Result<AlarmCounts, HistoryError> {
        self.read(|connection| {
            let sql = "SELECT coalesce(sum(state = 'told'), 0), coalesce(sum(state = 'waiting'), 0), coalesce(sum(state = 'given_up'), 0),
                              (SELECT trouble FROM alarm_messages WHERE alarm = ?1 AND state <> 'told' AND trouble IS NOT NULL
                               ORDER BY id DESC LIMIT 1)
                       FROM alarm_messages WHERE alarm = ?1";
            Ok(connection.query_row(sql, [alarm], |row| {
                let trouble = row.get_ref(3)?.as_bytes_or_null()?;
                Ok(AlarmCounts {
                    told: row.get(0)?,
                    waiting: row.get(1)?,
                    given_up: row.get(2)?,
                    trouble: trouble.map(|why| String::from_utf8_lossy(why).into_owned()),
                })
            })?)
        })
    }
}

#[cfg(test)]
#[path = "alarms_tests.rs"]
mod tests;
