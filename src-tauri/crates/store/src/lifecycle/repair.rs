//! A repair that the user asks for: everything that can be computed again is, and nothing is thrown away.

use crate::error::HistoryError;
use crate::history::History;
use crate::lifecycle::recovery::RecoveryLimits;
use crate::tables::{lanes, run_index, runs, texts};

/// What a repair did.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Repair {
    /// Ids of interrupted runs that were put together from what had arrived.
    pub restored: Vec<String>,
    /// Ids of runs whose entries for lists, searches and charts were computed again.
    pub indexed: Vec<String>,
    /// Names of settings that could not be read and have their defaults again.
    pub settings: Vec<String>,
    /// What could not be mended, a sentence each.
    pub left: Vec<String>,
}

impl History {
    /// Puts interrupted runs together whatever their size, computes the indexes of inconsistent runs again, and sets
    /// settings aside that cannot be read. Samples and raw logs are never changed.
    ///
    /// # Errors
    /// When the file cannot be read or written at all.
    pub fn repair(&self) -> Result<Repair, HistoryError> {
        let recovery = self.recover(RecoveryLimits::NONE)?;
        let mut repair = Repair { restored: recovery.restored, ..Repair::default() };
        let mut inconsistent: Vec<String> =
            self.verify()?.findings.into_iter().filter_map(|finding| finding.run).collect();
        inconsistent.dedup();
        for id in inconsistent {
            let renewed = self.write(|connection| {
                let Some(run) = runs::read_with_samples(connection, &id)? else {
                    return Ok(());
                };
                lanes::update(connection, &run)?;
                run_index::renew(connection, &run)?;
                texts::put(connection, &run)
            });
            match renewed {
                Ok(()) => repair.indexed.push(id),
                // `verify` names it below.
                Err(error) if error.costs_only_itself() => {}
                Err(error) => return Err(error),
            }
        }
        repair.settings = self.reset_unreadable_settings()?;
        let place = |run: Option<String>| run.map(|run| format!("{run}: ")).unwrap_or_default();
        let left = self.verify()?.findings.into_iter();
        repair.left =
            left.map(|finding| format!("{}{}", place(finding.run), finding.what)).collect();
        Ok(repair)
    }
}
