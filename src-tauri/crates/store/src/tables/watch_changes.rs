//! The table `watch_changes`: changes of watched numbers, as they were noticed. Each is written once, with the turn up to which was
//! tested.

use rusqlite::{Row, params};
use serde::{Deserialize, Serialize};
use watch::{ChangeCauses, WatchedNumber};

use crate::error::{HistoryError, StoreFailure};
use crate::history::History;
use crate::json::from_json;
use crate::tables::row_check::{RowCheck, looked_at, readable};

/// How a number changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum ChangeKind {
    /// From one turn to the next, to a new level.
    Step,
    /// Little by little over days.
    Drift,
    /// Over days, and whether in a step or little by little is not settled.
    Slow,
}

/// A change of a watched number.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct WatchedChange {
    /// Index of the contender among the lanes that ran, from 0.
    pub lane: u32,
    /// The contender's name.
    pub contender: String,
    /// What changed.
    pub number: WatchedNumber,
    /// How.
    pub kind: ChangeKind,
    /// The turn after which it was noticed.
    pub at_turn: u32,
    /// When that began, in seconds since 1970.
    pub at_s: f64,
    /// Since when, in seconds since 1970: when the first turn of the new level began, or of a slow change the first day.
    pub since_s: f64,
    /// Of a share what it was before; absent of any other number.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<f64>,
    /// Of a share what it is since; absent of any other number.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<f64>,
    /// New level ÷ old level; absent of a share.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ratio: Option<f64>,
    /// The lower end of the 95 % confidence interval of the ratio; absent if not enough turns are known.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ratio_low: Option<f64>,
    /// The upper end of the same.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ratio_high: Option<f64>,
    /// What it comes from, as far as its turns told when it was noticed; absent where they told nothing.
    #[serde(default, skip_serializing_if = "ChangeCauses::is_empty")]
    pub causes: ChangeCauses,
}

/// How its rows are read.
pub(crate) const CHECK: RowCheck = RowCheck {
    table: "watch_changes",
    called: "Changes that watches noticed",
    columns: "document, at_turn",
    read: |row| change(row).map(drop),
};

fn change(row: &Row<'_>) -> Result<WatchedChange, StoreFailure> {
    let document: String = row.get(0)?;
    Ok(from_json(|| "A change".to_owned(), &document)?)
}

impl History {
    /// The changes of a watch, the latest first, as many as asked for at most. One that cannot be read is left out, which adds a
    /// [notice](Self::notices).
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn watch_changes(
        &self,
        watch: &str,
        most: u32,
    ) -> Result<Vec<WatchedChange>, HistoryError> {
        let (changes, unreadable) = self.read(|connection| {
            let mut rows = connection.prepare_cached(
                "SELECT document FROM watch_changes WHERE watch = ?1 ORDER BY at_turn DESC, rowid DESC LIMIT ?2",
            )?;
            readable(&mut rows.query(params![watch, looked_at(most)])?, most, change)
        })?;
        for error in unreadable {
            self.add_notice(format!("A change that a watch noticed is not shown. {error}"));
        }
        Ok(changes)
    }
}

#[cfg(test)]
mod tests {
    use watch::{MachineCause, ModelSign};

    use super::*;
    use crate::json::to_json;
    use crate::tables::watches::tests::watch;

    #[test]
    fn a_change_keeps_its_causes_and_one_that_was_kept_before_there_were_any_has_none() {
        let history = History::in_memory().unwrap();
        history.add_watch(&watch("w")).unwrap();
        let old = r#"{"lane":0,"contender":"Acme fast","number":"ttft","kind":"step","at_turn":5,"at_s":60.0,"since_s":30.0,"ratio":1.5}"#;
        let bare: WatchedChange = from_json(|| "A change".to_owned(), old).unwrap();
        assert!(bare.causes.is_empty());
        assert_eq!(to_json(|| "A change".to_owned(), &bare).unwrap(), old, "unknown is absent");
        let causes = ChangeCauses {
            machine: Some(MachineCause { strained: 5, of: 5, before: 0, of_before: 80 }),
            model: vec![ModelSign::Named { before: "a".into(), after: "b".into() }],
            ..ChangeCauses::default()
        };
        let told = WatchedChange { at_turn: 6, causes, ..bare.clone() };
        history.keep_changes("w", 6, &[bare.clone(), told.clone()]).unwrap();
        assert_eq!(history.watch_changes("w", 9).unwrap(), [told, bare]);
    }
}
