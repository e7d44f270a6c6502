//! A repair requested by the user: everything that can be recomputed is, and nothing is discarded.

use crate::error::HistoryError;
use crate::history::History;
use crate::lifecycle::recovery::RecoveryLimits;
use crate::tables::{index_check, lanes, run_index, run_rows, runs, texts, unreadable_rows, votes};

/// The result of a repair.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Repair {
    /// Ids of interrupted runs reconstructed from what had arrived.
    pub restored: Vec<String>,
    /// Number of entries for lists, searches and charts that belonged to no run, and were removed.
    pub removed: usize,
    /// Ids of runs whose entries for lists, searches and charts were recomputed.
    pub indexed: Vec<String>,
    /// Ids of runs whose state, deletion or version of the definitions could not be, and was set right.
    pub mended: Vec<String>,
    /// Number of votes and notes that were of no answer or could not be read, and are kept aside.
    pub votes: usize,
    /// Number of rows of watches, their alarms, endpoints and addresses that could not be read and are kept aside, by what users
    /// call them.
    pub rows: Vec<(&'static str, usize)>,
    /// Names of unreadable settings that were reset to their defaults.
    pub settings: Vec<String>,
    /// What could not be repaired, one sentence each.
    pub left: Vec<String>,
}

impl History {
    /// Reconstructs interrupted runs whatever their size, recomputes the indexes of inconsistent runs, sets right what
    /// their rows say against them, and sets aside unreadable settings, votes and rows of watches and endpoints. Samples and raw logs are never changed,
    /// but numbers of definitions that nobody has made are computed again. A damaged file is [rebuilt](Self::rebuild) first.
    ///
    /// # Errors
    /// If the file cannot be read or written at all.
    pub fn repair(&self) -> Result<Repair, HistoryError> {
        // First, because an entry may stand in the way of another's.
        let removed = self.write(index_check::remove_orphans)?;
        let recovery = self.recover(RecoveryLimits::NONE)?;
        let mended = self.write(run_rows::mend_deletions)?;
        let rows = self.write(unreadable_rows::put_aside)?;
        let mut repair =
            Repair { restored: recovery.restored, removed, mended, rows, ..Repair::default() };
        let mut inconsistent: Vec<String> =
            self.verify()?.findings.into_iter().filter_map(|finding| finding.run).collect();
        inconsistent.dedup();
        for id in inconsistent {
            let mended = match self.mend(&id) {
                Err(error) if error.costs_only_itself() => false,
                mended => mended?,
            };
            let renewed = self.write(|connection| {
                let Some(run) = runs::read_with_samples(connection, &id)? else {
                    return Ok(0);
                };
                let votes = votes::set_aside(connection, &id)?;
                runs::relist(connection, &run)?;
                lanes::update(connection, &run)?;
                run_index::renew(connection, &run)?;
                texts::put(connection, &run)?;
                Ok(votes)
            });
            match renewed {
                Ok(votes) => {
                    repair.votes += votes;
                    if mended {
                        repair.mended.push(id.clone());
                    }
                    repair.indexed.push(id);
                }
                // `verify` reports it below.
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

    /// Sets right what the row of a run says against the run, and recomputes numbers of unknown definitions. Whether there
    /// was anything.
    fn mend(&self, id: &str) -> Result<bool, HistoryError> {
        let is_mended = self.write(|connection| run_rows::mend_state(connection, id))?;
        Ok(self.redefine_unknown(id)? || is_mended)
    }
}
