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
                // What was damaged is mended by the next run that brings it.
                "INSERT INTO attachments (hash, data) VALUES (?1, ?2)
                 ON CONFLICT (hash) DO UPDATE SET data = excluded.data WHERE data <> excluded.data",
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

/// Puts the attachments of a run back into its plan. One that is lost, or is not what was stored, costs only itself: its hash
/// stays in its place, and no request can be sent with it.
pub(crate) fn put_back(connection: &Connection, run: &mut Run) -> Result<(), StoreFailure> {
    let mut found = Attachments::new();
    for hash in run.plan.attachment_hashes() {
        if let Held::Whole(data) = held(connection, &run.id, &hash)? {
            found.insert(hash, data);
        }
    }
    run.plan.attach(&found);
    Ok(())
}

/// Refuses a run with an attachment that is lost or is not what was stored.
///
/// # Errors
/// [`HistoryError::Unreadable`] with the reason; otherwise if it cannot be read.
pub(crate) fn check(connection: &Connection, run: &Run) -> Result<(), StoreFailure> {
    for hash in run.plan.attachment_hashes() {
        if let Held::Not(reason) = held(connection, &run.id, &hash)? {
            let what = format!("An image or document of run {}", run.id);
            return Err(HistoryError::Unreadable { what, reason: reason.to_owned() }.into());
        }
    }
    Ok(())
}

enum Held {
    Whole(String),
    /// Why not.
    Not(&'static str),
}

/// An attachment of this run: a hash in its document is no claim on those of others.
fn held(connection: &Connection, run: &str, hash: &str) -> Result<Held, StoreFailure> {
    let data: Option<String> = connection
        .prepare_cached(
            "SELECT data FROM attachments JOIN attached USING (hash) WHERE run_id = ?1 AND hash = ?2",
        )?
        .query_row([run, hash], |row| row.get(0))
        .optional()?;
    Ok(match data {
        None => Held::Not("it is not there"),
        Some(data) if attachment_hash(&data) != hash => Held::Not("it is not what was stored"),
        Some(data) => Held::Whole(data),
    })
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
    fn an_attachment_that_was_changed_costs_only_itself_until_a_run_brings_it_again() {
        let dir = tempfile::tempdir().unwrap();
        let history = History::open(dir.path()).unwrap();
        keep(&history, "one", "cGljdHVyZQ==");
        history
            .write(|connection| {
                Ok(connection.execute_batch("UPDATE attachments SET data = 'ZmFsc2U='")?)
            })
            .unwrap();
        let opened = history.run("one").expect("its answers and numbers are there");
        assert_eq!(opened.plan.attachment_hashes().len(), 1, "its image is not");
        let found = history.verify().unwrap().findings;
        assert!(found.iter().any(|finding| finding.what.contains("image")), "{found:?}");
        let again = keep(&history, "two", "cGljdHVyZQ==");
        assert_eq!(history.run("two").unwrap().plan.payload, again.plan.payload);
        assert_eq!(history.run("one").unwrap().plan.payload, again.plan.payload, "mended as well");
        assert_eq!(history.verify().unwrap().findings, Vec::new());
    }

    #[test]
    fn a_run_has_no_attachment_of_another_run_by_naming_its_hash() {
        let dir = tempfile::tempdir().unwrap();
        let history = History::open(dir.path()).unwrap();
        keep(&history, "private", "cGljdHVyZQ==");
        let named = format!("sha256:{}", attachment_hash("cGljdHVyZQ=="));
        keep(&history, "stranger", &named);
        let opened = history.run("stranger").expect("it opens");
        assert_eq!(opened.plan.attachment_hashes().len(), 1, "the hash stays a hash");
    }
}
