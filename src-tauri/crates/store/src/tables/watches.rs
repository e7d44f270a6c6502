//! The table `watches`: plans that are raced again and again, by a rhythm and within a budget.

use race::Plan;
use rusqlite::{Connection, OptionalExtension, Row, params};
use serde::{Deserialize, Serialize};
use watch::Rhythm;

use crate::address;
use crate::error::{HistoryError, StoreFailure};
use crate::history::History;
use crate::json::{from_json, to_json};
use crate::tables::annotations::clean_tag;
use crate::tables::row_check::{RowCheck, readable};

/// Maximum length of a name, and of what is said of site and conditions, in characters.
const LONGEST_NAME: usize = 60;
const LONGEST_TEXT: usize = 400;
/// Maximum number of watches: each is a plan that goes on by itself.
const MOST: u32 = 1_000;

/// A watch.
#[derive(Debug, Clone, PartialEq)]
pub struct Watch {
    /// Its id, which sorts by time.
    pub id: String,
    /// Its name, unique among watches.
    pub name: String,
    /// When it was made, in seconds since 1970.
    pub created_s: i64,
    /// Since when its turns count: since it was made or resumed, in seconds since 1970.
    pub since_s: i64,
    /// Whether it takes no turns.
    pub paused: bool,
    /// The latest turn that was tested for changes.
    pub tested: Option<u32>,
    /// What it races, and when.
    pub task: WatchTask,
}

/// What a watch races, when, and within which limits.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct WatchTask {
    /// What is raced in each turn.
    pub plan: Plan,
    /// When.
    pub rhythm: Rhythm,
    /// What a day may cost.
    #[serde(default)]
    pub budget: WatchBudget,
    /// The timeouts of its requests.
    #[serde(default)]
    pub timeouts: WatchTimeouts,
    /// Where it is measured, in the user's words.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub site: Option<String>,
    /// Under which conditions, in the user's words.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub conditions: Option<String>,
    /// Tags of its runs.
    #[serde(default)]
    pub tags: Vec<String>,
}

/// What the turns of a watch may cost in a local day. No turn begins that could pass it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct WatchBudget {
    /// Dollars; absent for no limit.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub usd_per_day: Option<f64>,
    /// Output tokens; absent for no limit.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tokens_per_day: Option<u32>,
}

/// Timeouts of requests, in seconds; absent for the usual ones.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct WatchTimeouts {
    /// Until the first visible text.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_s: Option<f64>,
    /// Between later chunks.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub idle_s: Option<f64>,
}

const COLUMNS: &str = "id, name, created_s, since_s, paused, tested, document";

/// How its rows are read.
pub(crate) const CHECK: RowCheck = RowCheck {
    table: "watches",
    called: "Watches",
    columns: COLUMNS,
    read: |row| watch(row).map(drop),
};

fn watch(row: &Row<'_>) -> Result<Watch, StoreFailure> {
    let name: String = row.get(1)?;
    let document: String = row.get(6)?;
    let task = from_json(|| format!("The watch {name}"), &document)?;
    Ok(Watch {
        id: row.get(0)?,
        created_s: row.get(2)?,
        since_s: row.get(3)?,
        paused: row.get(4)?,
        tested: row.get(5)?,
        task,
        name,
    })
}

impl History {
    /// Every watch, oldest first. One that cannot be read is left out, which adds a [notice](Self::notices).
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn watches(&self) -> Result<Vec<Watch>, HistoryError> {
        let (watches, unreadable) = self.read(|connection| {
            let sql = format!("SELECT {COLUMNS} FROM watches ORDER BY created_s, id");
            let mut rows = connection.prepare_cached(&sql)?;
            readable(&mut rows.query([])?, u32::MAX, watch)
        })?;
        for error in unreadable {
            self.add_notice(format!("A watch takes no turns. {error}"));
        }
        Ok(watches)
    }

    /// The watch with this id; `None` if there is none.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn watch(&self, id: &str) -> Result<Option<Watch>, HistoryError> {
        self.read(|connection| {
            let sql = format!("SELECT {COLUMNS} FROM watches WHERE id = ?1");
            let mut rows = connection.prepare_cached(&sql)?;
            let mut rows = rows.query([id])?;
            rows.next()?.map(watch).transpose()
        })
    }

    /// Keeps a new watch. Its id, its times and its tags are those given; a name is made if it has none.
    ///
    /// # Errors
    /// [`HistoryError::BadWatch`] if it cannot be one, [`HistoryError::BadAddress`] if a lane's address could contain a
    /// key; otherwise if it cannot be written.
    pub fn add_watch(&self, watch: &Watch) -> Result<Watch, HistoryError> {
        let mut watch = watch.clone();
        address::check_plan(&watch.task.plan)?;
        clean(&mut watch)?;
        self.write(|connection| {
            if count(connection)? >= MOST {
                return Err(bad(format!("there are {MOST} watches already")));
            }
            if watch.name.is_empty() {
                watch.name = free_name(connection)?;
            } else if is_taken(connection, &watch.name)? {
                return Err(bad(format!("there is a watch called {} already", watch.name)));
            }
            let document = to_json(|| "The watch".to_owned(), &watch.task)?;
            connection.execute(
                "INSERT INTO watches (id, name, created_s, since_s, paused, tested, document) VALUES (?1, ?2, ?3, ?4, ?5, NULL, ?6)",
                params![watch.id, watch.name, watch.created_s, watch.since_s, watch.paused, document],
            )?;
            Ok(())
        })?;
        Ok(watch)
    }

    /// Pauses a watch, or resumes it: turns in between are none of its own. Returns `false` if there is none with this id.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn pause_watch(&self, id: &str, paused: bool, now_s: i64) -> Result<bool, HistoryError> {
        self.write(|connection| {
            let changed = connection.execute(
                "UPDATE watches SET paused = ?2, since_s = CASE WHEN paused AND NOT ?2 THEN ?3 ELSE since_s END WHERE id = ?1",
                params![id, paused, now_s],
            )?;
            Ok(changed > 0)
        })
    }

    /// Removes a watch with the rows of its turns, and overwrites its plan in the file; its runs stay. Returns `false` if there is none with this id.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn remove_watch(&self, id: &str) -> Result<bool, HistoryError> {
        self.overwrite_what_is_dropped()?;
        self.write(|connection| {
            Ok(connection.execute("DELETE FROM watches WHERE id = ?1", [id])? > 0)
        })
    }
}

fn bad(what: String) -> StoreFailure {
    HistoryError::BadWatch { what }.into()
}

/// Brings a watch into the form in which it is kept.
fn clean(watch: &mut Watch) -> Result<(), HistoryError> {
    let bad = |what: String| HistoryError::BadWatch { what };
    watch.name = watch.name.trim().to_owned();
    let is_name = |one: char| !one.is_control() && !one.is_whitespace();
    if watch.name.chars().count() > LONGEST_NAME || !watch.name.chars().all(is_name) {
        return Err(bad(format!("its name has at most {LONGEST_NAME} characters and no spaces")));
    }
    for text in [&mut watch.task.site, &mut watch.task.conditions] {
        *text = text.take().map(|text| text.trim().to_owned()).filter(|text| !text.is_empty());
        if text.as_ref().is_some_and(|text| text.chars().count() > LONGEST_TEXT) {
            let what = format!("site and conditions have at most {LONGEST_TEXT} characters each");
            return Err(bad(what));
        }
    }
    watch.task.rhythm.check().map_err(|error| bad(error.to_string()))?;
    let usd = watch.task.budget.usd_per_day;
    if usd.is_some_and(|usd| !(usd > 0.0 && usd.is_finite())) {
        return Err(bad("a budget is more than $0 a day".to_owned()));
    }
    if watch.task.budget.tokens_per_day == Some(0) {
        return Err(bad("a budget is more than 0 tokens a day".to_owned()));
    }
    let tags = watch.task.tags.iter().map(|tag| clean_tag(tag));
    watch.task.tags = tags.collect::<Result<_, _>>()?;
    watch.task.tags.sort();
    watch.task.tags.dedup();
    Ok(())
}

fn count(connection: &Connection) -> Result<u32, StoreFailure> {
    Ok(connection.query_row("SELECT count(*) FROM watches", [], |row| row.get(0))?)
}

fn is_taken(connection: &Connection, name: &str) -> Result<bool, StoreFailure> {
    let found = connection
        .query_row("SELECT 1 FROM watches WHERE name = ?1", [name], |_| Ok(()))
        .optional()?;
    Ok(found.is_some())
}

/// `watch-1`, or the first such name that is free.
fn free_name(connection: &Connection) -> Result<String, StoreFailure> {
    for number in 1..=MOST {
        let name = format!("watch-{number}");
        if !is_taken(connection, &name)? {
            return Ok(name);
        }
    }
    Err(bad("no name is free".to_owned()))
}

#[cfg(test)]
#[path = "watches_tests.rs"]
pub(crate) mod tests;
