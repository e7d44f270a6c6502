//! The library: recent prompts, and prompts and line-ups saved by name. Rows of `settings`.

use race::LanePlan;
use serde::{Deserialize, Serialize};

use crate::address;
use crate::error::HistoryError;
use crate::history::History;

pub(crate) const SHELF: &str = "shelf";
const WHAT: &str = "What is at hand";
/// Number of recent prompts.
const MOST_RECENT: usize = 20;

/// The library.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct Library {
    /// Recent prompts, latest first, each once; at most 20.
    pub recent: Vec<String>,
    /// Saved prompts, sorted by name.
    pub prompts: Vec<SavedPrompt>,
    /// Saved line-ups, sorted by name.
    pub line_ups: Vec<SavedLineUp>,
}

/// A prompt with a name. It may hold `{{variables}}`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct SavedPrompt {
    /// Its name, unique among prompts.
    pub name: String,
    /// The prompt.
    pub prompt: String,
    /// The system prompt saved with it.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub system: Option<String>,
}

/// Lanes with a name.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct SavedLineUp {
    /// Its name, unique among line-ups.
    pub name: String,
    /// The lanes, in their order.
    pub lanes: Vec<LanePlan>,
}

impl History {
    /// The library.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn shelf(&self) -> Result<Library, HistoryError> {
        Ok(self.setting(SHELF, WHAT)?.unwrap_or_default())
    }

    /// Adds a prompt to the recent ones. Empty prompts are ignored.
    ///
    /// # Errors
    /// If it cannot be read or written.
    pub fn remember_prompt(&self, prompt: &str) -> Result<(), HistoryError> {
        if prompt.trim().is_empty() {
            return Ok(());
        }
        self.change_shelf(|shelf| {
            shelf.recent.retain(|other| other != prompt);
            shelf.recent.insert(0, prompt.to_owned());
            shelf.recent.truncate(MOST_RECENT);
        })?;
        Ok(())
    }

    /// Saves a prompt under its name, replacing an earlier one.
    ///
    /// # Errors
    /// If it cannot be read or written.
    pub fn save_prompt(&self, prompt: SavedPrompt) -> Result<Library, HistoryError> {
        self.change_shelf(|shelf| {
            shelf.prompts.retain(|other| other.name != prompt.name);
            shelf.prompts.push(prompt);
            shelf.prompts.sort_by_key(|prompt| prompt.name.to_lowercase());
        })
    }

    /// Removes the prompt with this name, if any.
    ///
    /// # Errors
    /// If it cannot be read or written.
    pub fn forget_prompt(&self, name: &str) -> Result<Library, HistoryError> {
        self.change_shelf(|shelf| shelf.prompts.retain(|prompt| prompt.name != name))
    }

    /// Saves a line-up under its name, replacing an earlier one.
    ///
    /// # Errors
    /// [`HistoryError::BadAddress`] if a lane's address is invalid or could contain a key; otherwise if it cannot be
    /// read or written.
    pub fn save_line_up(&self, line_up: SavedLineUp) -> Result<Library, HistoryError> {
        address::check_line_up(&line_up.lanes)?;
        self.change_shelf(|shelf| {
            shelf.line_ups.retain(|other| other.name != line_up.name);
            shelf.line_ups.push(line_up);
            shelf.line_ups.sort_by_key(|line_up| line_up.name.to_lowercase());
        })
    }

    /// Removes the line-up with this name, if any.
    ///
    /// # Errors
    /// If it cannot be read or written.
    pub fn forget_line_up(&self, name: &str) -> Result<Library, HistoryError> {
        self.change_shelf(|shelf| shelf.line_ups.retain(|line_up| line_up.name != name))
    }

    pub(crate) fn change_shelf(
        &self,
        change: impl FnOnce(&mut Library),
    ) -> Result<Library, HistoryError> {
        let mut shelf = self.shelf()?;
        change(&mut shelf);
        self.put_setting(SHELF, WHAT, &shelf)?;
        Ok(shelf)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn prompt(name: &str, prompt: &str) -> SavedPrompt {
        SavedPrompt { name: name.into(), prompt: prompt.into(), system: None }
    }

    #[test]
    fn the_prompts_asked_last_are_remembered_once_each() {
        let history = History::in_memory().unwrap();
        for number in 0..25 {
            history.remember_prompt(&format!("prompt {number}")).unwrap();
        }
        history.remember_prompt("prompt 10").unwrap();
        history.remember_prompt("  \n").unwrap();
        let recent = history.shelf().unwrap().recent;
        assert_eq!(recent.len(), 20, "no more than twenty");
        assert_eq!(recent[..2], ["prompt 10", "prompt 24"], "asked again is asked last");
        assert_eq!(recent.last().map(String::as_str), Some("prompt 5"), "the oldest have gone");
    }

    #[test]
    fn a_name_holds_one_prompt_and_one_line_up() {
        let history = History::in_memory().unwrap();
        history.save_prompt(prompt("zebra", "old")).unwrap();
        history.save_prompt(prompt("Apple", "{{fruit}}?")).unwrap();
        let shelf = history.save_prompt(prompt("zebra", "new")).unwrap();
        assert_eq!(
            shelf.prompts,
            [prompt("Apple", "{{fruit}}?"), prompt("zebra", "new")],
            "by name"
        );
        let lanes = vec![LanePlan { provider: "simulated".into(), ..LanePlan::default() }];
        history.save_line_up(SavedLineUp { name: "zebra".into(), lanes: lanes.clone() }).unwrap();
        history.forget_prompt("zebra").unwrap();
        let kept = history.shelf().unwrap();
        assert_eq!(kept.prompts.len(), 1, "what was forgotten is gone");
        assert_eq!(
            kept.line_ups,
            [SavedLineUp { name: "zebra".into(), lanes }],
            "and nothing else"
        );
        assert!(history.forget_line_up("zebra").unwrap().line_ups.is_empty(), "until it is, too");
    }

    #[test]
    fn an_address_that_could_carry_a_key_is_not_kept() {
        let history = History::in_memory().unwrap();
        let lane = LanePlan {
            provider: "custom".into(),
            base_url: Some("https://user:marker@example.com/v1".into()),
            ..LanePlan::default()
        };
        let refused = history.save_line_up(SavedLineUp { name: "x".into(), lanes: vec![lane] });
        assert!(matches!(refused, Err(HistoryError::BadAddress { .. })), "{refused:?}");
        assert!(history.shelf().unwrap().line_ups.is_empty(), "nothing was written");
    }
}
