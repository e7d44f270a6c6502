//! Forgets what is remembered of runs that are removed for good.

use race::Plan;
use rusqlite::{Connection, OptionalExtension, params};
use serde_json::Value;

use crate::error::{HistoryError, StoreFailure};
use crate::history::History;
use crate::settings::last_plan::LAST_PLAN;
use crate::settings::library::SHELF;
use crate::settings::passages::{Passages, asked};
use crate::tables::unreadable_rows;

/// What was forgotten with runs that were removed for good, and what stays although it shares a passage with them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Forgotten {
    /// Number of recent prompts that shared a passage with them.
    pub recent: u32,
    /// Whether the composer's last plan was emptied, except for its contenders and settings.
    pub last_plan: bool,
    /// The names of saved line-ups whose lanes lost their own requests.
    pub line_ups: Vec<String>,
    /// The names of unreadable settings, in which nobody can see what they hold, that were removed.
    pub unreadable: Vec<String>,
    /// The names of saved prompts that share a passage with them. They stay, because the user saved them by name.
    pub saved_prompts: Vec<String>,
    /// The names of watches whose plans share a passage with them. They stay, because they go on asking it.
    pub watches: Vec<String>,
}

impl History {
    /// Forgets what was remembered of these runs, which are still there.
    pub(crate) fn forget_runs(&self, ids: &[String]) -> Result<Forgotten, HistoryError> {
        let shelf = self.shelf()?;
        let last = self.last_plan()?;
        let is_shelf_read = !self.unreadable_settings().contains(SHELF);
        let is_last_read = last.is_some();
        let mut passages = Passages::default();
        let mut add = |texts: &[String]| passages.add(texts);
        let recent: Vec<usize> =
            shelf.recent.iter().map(|text| add(std::slice::from_ref(text))).collect();
        let saved: Vec<usize> = shelf
            .prompts
            .iter()
            .map(|saved| add(&[saved.prompt.clone(), saved.system.clone().unwrap_or_default()]))
            .collect();
        let mut of_lanes = Vec::new();
        for line_up in &shelf.line_ups {
            let lanes = Plan { lanes: line_up.lanes.clone(), ..Plan::default() };
            of_lanes.push(add(&asked_texts(lanes)?));
        }
        let of_last = match &last {
            Some(last) => Some(add(&asked_texts(last.clone())?)),
            None => None,
        };
        let watches = self.watches()?;
        let mut of_watches = Vec::new();
        for watch in &watches {
            of_watches.push(add(&asked_texts(watch.task.plan.clone())?));
        }
        self.read(|connection| {
            ids.iter().try_for_each(|id| compare(connection, &mut passages, id))
        })?;

        let mut forgotten = Forgotten::default();
        let is_shared = |owners: &[usize], at: usize| {
            owners.get(at).is_some_and(|owner| passages.shares(*owner))
        };
        for (at, prompt) in shelf.prompts.iter().enumerate() {
            if is_shared(&saved, at) {
                forgotten.saved_prompts.push(prompt.name.clone());
            }
        }
        // What nobody can read may hold anything.
        forgotten.watches.extend(self.read(unreadable_rows::watches)?);
        for (at, watch) in watches.into_iter().enumerate() {
            if is_shared(&of_watches, at) {
                forgotten.watches.push(watch.name);
            }
        }
        let mut left = shelf.clone();
        let mut place = 0..;
        left.recent.retain(|_| place.next().is_none_or(|at| !is_shared(&recent, at)));
        forgotten.recent =
            u32::try_from(shelf.recent.len() - left.recent.len()).unwrap_or(u32::MAX);
        for (at, line_up) in left.line_ups.iter_mut().enumerate() {
            if is_shared(&of_lanes, at) {
                line_up.lanes.iter_mut().for_each(|lane| lane.request = None);
                forgotten.line_ups.push(line_up.name.clone());
            }
        }
        if left != shelf {
            self.change_shelf(|shelf| *shelf = left)?;
        }
        if let Some(last) = last.filter(|_| of_last.is_some_and(|owner| passages.shares(owner))) {
            self.put_last_plan(&emptied(last))?;
            forgotten.last_plan = true;
        }
        if self.write(unreadable_rows::forget_watches)? {
            forgotten.unreadable.push("of a watch".to_owned());
        }
        for (name, is_read) in [(SHELF, is_shelf_read), (LAST_PLAN, is_last_read)] {
            if self.write(|connection| forget_unreadable(connection, name, !is_read))? {
                forgotten.unreadable.push(name.to_owned());
            }
            self.unreadable_settings().remove(name);
        }
        Ok(forgotten)
    }
}

/// A plan without anything that a model is asked.
fn emptied(mut plan: Plan) -> Plan {
    plan.lanes.iter_mut().for_each(|lane| lane.request = None);
    if let Some(load) = plan.load.as_mut() {
        load.prompts.clear();
        load.nonce = None;
    }
    let anew = Plan::default();
    Plan {
        set: None,
        prompt: anew.prompt,
        system: None,
        payload: anew.payload,
        nonce: None,
        ..plan
    }
}

fn asked_texts(plan: Plan) -> Result<Vec<String>, HistoryError> {
    let plan = serde_json::to_value(plan.detached().0)
        .map_err(|source| HistoryError::Unwritable { what: "The plan".to_owned(), source })?;
    let (mut texts, others) = asked(&plan);
    texts.extend(others);
    Ok(texts)
}

/// Compares with everything of a run that is text.
fn compare(connection: &Connection, passages: &mut Passages, id: &str) -> Result<(), StoreFailure> {
    let document: Option<String> = connection
        .query_row("SELECT document FROM runs WHERE id = ?1", [id], |row| row.get(0))
        .optional()?;
    let document = document.unwrap_or_default();
    match serde_json::from_str::<Value>(&document).ok().and_then(|run| run.get("plan").cloned()) {
        Some(plan) => {
            let (questions, others) = asked(&plan);
            for text in &questions {
                passages.meet_question(text);
            }
            for text in &others {
                passages.meet(text);
            }
        }
        None => passages.meet(&document),
    }
    for texts in [
        "SELECT reasoning, answer, tool FROM recordings WHERE run_id = ?1",
        "SELECT reasoning, text, NULL FROM samples WHERE run_id = ?1",
        "SELECT reasoning, answer, tool FROM checkpoints WHERE run_id = ?1",
    ] {
        let mut statement = connection.prepare(texts)?;
        let mut rows = statement.query([id])?;
        while let Some(row) = rows.next()? {
            for column in 0..3 {
                if let Some(text) = row.get::<_, Option<String>>(column)? {
                    passages.meet(&text);
                }
            }
        }
    }
    Ok(())
}

/// Removes a setting that may hold prompts if it is unreadable, and what of it was set aside. Returns whether there was any.
fn forget_unreadable(
    connection: &Connection,
    name: &str,
    is_unreadable: bool,
) -> Result<bool, StoreFailure> {
    let sql = "DELETE FROM settings WHERE name = 'unreadable ' || ?1
               OR (?2 AND (name = ?1 OR substr(name, 1, length(?1) + 8) = ?1 || ' sha256:'))";
    Ok(connection.execute(sql, params![name, is_unreadable])? > 0)
}
