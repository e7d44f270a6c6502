//! The tables `attachments` and `attached`: the Base64 of the images and documents of plans, once for all runs that share it.
//!
//! **Invariant:** a run's document holds hashes in its place, so lists and searches never read it.

use race::{Attachments, Run, attachment_hash};
use rusqlite::{Connection, OptionalExtension, params};

use crate::error::{HistoryError, StoreFailure};

/// Stores the attachments of a run. Those that another run has are only counted.
pub(crate) fn put(
    connection: &Connection,
    run: &str,
    attachments: &Attachments,
) -> Result<(), StoreFailure> {
    for (hash, data) in attachments {
        connection
            .prepare_cached(
                "INSERT INTO attachments (hash, data) VALUES (?1, ?2) ON CONFLICT (hash) DO NOTHING",
            )?
            .execute(params![hash, data])?;
        connection
            .prepare_cached(
                "INSERT INTO attached (run_id, hash) VALUES (?1, ?2) ON CONFLICT DO NOTHING",
            )?
            .execute(params![run, hash])?;
    }
    Ok(())
}

/// Puts the attachments of a run back into its plan.
///
/// # Errors
/// [`HistoryError::Unreadable`] if one is missing or is not what its hash says.
pub(crate) fn put_back(connection: &Connection, run: &mut Run) -> Result<(), StoreFailure> {
    let mut found = Attachments::new();
    for hash in run.plan.attachment_hashes() {
        let data: Option<String> = connection
            .prepare_cached("SELECT data FROM attachments WHERE hash = ?1")?
            .query_row([&hash], |row| row.get(0))
            .optional()?;
        let unreadable = |reason: &str| HistoryError::Unreadable {
            what: format!("An image or document of run {}", run.id),
            reason: reason.to_owned(),
        };
        let data = data.ok_or_else(|| unreadable("it is not there"))?;
        if attachment_hash(&data) != hash {
            return Err(unreadable("it is not what was stored").into());
        }
        found.insert(hash, data);
    }
    run.plan.attach(&found);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::{begun, finished};
    use crate::history::History;
    use race::Plan;

    /// A plan with an image, whose bytes a history must hold once.
    fn pictured(data: &str) -> Plan {
        let document = format!(
            r#"{{"prompt":"","payload":{{"turns":[{{"role":"user","parts":[
                {{"content":{{"type":"text","text":"What is this bassoon?"}}}},
                {{"content":{{"type":"image","source":{{"base64":{{"media_type":"image/png","data":"{data}"}}}}}}}}
            ]}}]}},"repeat":1,"warmup":0,"lanes":[]}}"#
        );
        serde_json::from_str(&document).unwrap()
    }

    fn keep(history: &History, id: &str, data: &str) -> Run {
        let (mut run, recordings) = finished(id, 1);
        run.plan = Plan { lanes: run.plan.lanes.clone(), ..pictured(data) };
        history.begin(&begun(&run)).unwrap();
        history.finish(&run, &recordings).unwrap();
        run
    }

    fn count(history: &History) -> u32 {
        let sql = "SELECT count(*) FROM attachments";
        history.read(|connection| Ok(connection.query_row(sql, [], |row| row.get(0))?)).unwrap()
    }

    #[test]
    fn an_attachment_is_stored_once_and_goes_with_the_last_run_that_has_it() {
        let dir = tempfile::tempdir().unwrap();
        let history = History::open(dir.path()).unwrap();
        let run = keep(&history, "one", "cGljdHVyZQ==");
        keep(&history, "two", "cGljdHVyZQ==");
        assert_eq!(count(&history), 1, "two runs share it");
        assert_eq!(history.run("one").unwrap().plan, run.plan, "an opened run has all of it");
        assert_eq!(
            history.stored_run("two").unwrap().run.plan.payload,
            run.plan.payload,
            "exported"
        );
        history.delete_for_good(&["one".to_owned()]).unwrap();
        assert_eq!(count(&history), 1, "the other run still has it");
        assert_eq!(history.run("two").unwrap().plan.payload, run.plan.payload, "and shows it");
        history.delete_for_good(&["two".to_owned()]).unwrap();
        assert_eq!(count(&history), 0, "nobody has it any more");
    }

    #[test]
    fn a_run_is_listed_and_found_by_its_turns_and_never_by_its_attachments() {
        let dir = tempfile::tempdir().unwrap();
        let history = History::open(dir.path()).unwrap();
        keep(&history, "one", "cGljdHVyZQ==");
        let listed = history.list(0, 1).unwrap().runs.remove(0);
        assert_eq!(listed.prompt, "What is this bassoon?", "the last text of its turns");
        let row = "SELECT document FROM runs";
        let row: String = history
            .read(|connection| Ok(connection.query_row(row, [], |row| row.get(0))?))
            .unwrap();
        assert!(!row.contains("cGljdHVyZQ"), "its row holds no image: {row}");
        let found = |words: &str| history.find(words, None, 10).unwrap().total;
        assert_eq!(found("bassoon"), 1, "a word of a turn finds it");
        assert_eq!(found("cGljdHVyZQ"), 0, "its image does not");
    }

    #[test]
    fn an_attachment_that_was_changed_is_refused() {
        let dir = tempfile::tempdir().unwrap();
        let history = History::open(dir.path()).unwrap();
        keep(&history, "one", "cGljdHVyZQ==");
        history
            .write(|connection| {
                Ok(connection.execute_batch("UPDATE attachments SET data = 'ZmFsc2U='")?)
            })
            .unwrap();
        let refused = history.run("one").unwrap_err().to_string();
        assert!(refused.contains("not what was stored"), "{refused}");
        let found = history.verify().unwrap().findings;
        assert!(found.iter().any(|finding| finding.what.contains("image")), "{found:?}");
    }
}
