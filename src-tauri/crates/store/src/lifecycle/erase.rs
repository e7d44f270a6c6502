//! Deletes runs for good, so that nothing of them is left in the file.

use std::path::PathBuf;

use crate::error::HistoryError;
use crate::history::History;
use crate::tables::runs;

impl History {
    /// Deletes runs for good, including already deleted ones, with their texts, raw logs and remembered prompts, and
    /// rewrites the file without them. Backups are not changed: see [`backups`](Self::backups).
    ///
    /// # Errors
    /// [`HistoryError::NoSuchRun`] if one is unknown, [`HistoryError::Unfit`] if one is running; nothing is removed
    /// then. Otherwise if the file cannot be written.
    pub fn delete_for_good(&self, ids: &[String]) -> Result<(), HistoryError> {
        let mut plans = Vec::new();
        for id in ids {
            let state = self.read(|connection| runs::state(connection, id))?;
            match state {
                None => return Err(HistoryError::NoSuchRun { id: id.clone() }),
                Some(race::RunState::Running) => {
                    let what = "a run that is under way cannot be removed";
                    return Err(HistoryError::Unfit { id: id.clone(), what });
                }
                Some(_) => {}
            }
            // An unreadable run has no prompt to forget.
            let run = self.read(|connection| runs::read(connection, id)).ok().flatten();
            plans.extend(run.map(|run| run.plan));
        }
        self.outside_transaction(|connection| {
            connection.pragma_update(None, "secure_delete", true)?;
            // The full-text index also overwrites what it drops.
            connection
                .execute("INSERT INTO texts (texts, rank) VALUES ('secure-delete', 1)", [])?;
            Ok(())
        })?;
        self.write(|connection| {
            for id in ids {
                connection.execute("DELETE FROM runs WHERE id = ?1", [id])?;
            }
            Ok(())
        })?;
        self.forget_prompts(&plans)?;
        self.outside_transaction(|connection| {
            // The full-text index keeps dropped words until its parts are merged.
            connection.execute("INSERT INTO texts (texts) VALUES ('optimize')", [])?;
            connection.execute_batch("VACUUM")?;
            connection.pragma_update_and_check(None, "wal_checkpoint", "TRUNCATE", |_| Ok(()))?;
            Ok(())
        })
    }

    /// The backups beside the file, which may hold what was removed from it.
    ///
    /// # Errors
    /// If their folder cannot be read.
    pub fn backups(&self) -> Result<Vec<PathBuf>, HistoryError> {
        let file = self.file();
        let (Some(folder), Some(name)) = (file.parent(), file.file_name()) else {
            return Ok(Vec::new());
        };
        if !file.exists() {
            return Ok(Vec::new());
        }
        let failed =
            |source| HistoryError::Io { doing: "look into", file: folder.to_owned(), source };
        let beginning = format!("{}.", name.to_string_lossy());
        let mut backups = Vec::new();
        for entry in std::fs::read_dir(folder).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            if entry.file_name().to_string_lossy().starts_with(&beginning) {
                backups.push(entry.path());
            }
        }
        backups.sort();
        Ok(backups)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::{begun, finished};

    #[test]
    fn what_is_removed_for_good_is_in_no_byte_of_the_file_and_the_rest_stays() {
        let dir = tempfile::tempdir().unwrap();
        let history = History::open(dir.path()).unwrap();
        for (id, prompt) in [("gone", "Xylophonwort eins"), ("stays", "Zitherwort zwei")] {
            let (mut run, recordings) = finished(id, 2);
            prompt.clone_into(&mut run.plan.prompt);
            history.begin(&begun(&run)).unwrap();
            history.remember_prompt(prompt).unwrap();
            history.put_last_plan(&run.plan).unwrap();
            history.finish(&run, &recordings).unwrap();
        }
        history.delete("gone").unwrap();
        history.delete_for_good(&["gone".to_owned()]).unwrap();
        let bytes: Vec<u8> = ["paceline.db", "paceline.db-wal"]
            .iter()
            .flat_map(|name| std::fs::read(dir.path().join(name)).unwrap_or_default())
            .collect();
        let has = |word: &str| {
            bytes.windows(word.len()).any(|part| part.eq_ignore_ascii_case(word.as_bytes()))
        };
        assert!(
            !has("xylophonwort"),
            "not in a free page, the index of words or the recent prompts"
        );
        assert!(has("Zitherwort"), "the other run is there");
        assert_eq!(history.verify().unwrap().findings, [], "and the file is whole");
        let unknown = history.delete_for_good(&["gone".to_owned()]);
        assert!(matches!(unknown, Err(HistoryError::NoSuchRun { .. })), "it is gone");
    }

    #[test]
    fn backups_that_may_still_hold_it_are_named() {
        let dir = tempfile::tempdir().unwrap();
        let history = History::open(dir.path()).unwrap();
        assert_eq!(history.backups().unwrap(), Vec::<PathBuf>::new(), "nobody made one");
        let backup = history.back_up().unwrap();
        assert_eq!(history.backups().unwrap(), [backup], "each by its path");
    }
}
