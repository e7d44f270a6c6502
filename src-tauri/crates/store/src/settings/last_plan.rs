//! The plan that the composer held last. Its attachments are settings of their own, so that a change of a word writes the words
//! alone.

use race::{Attachments, Plan, attachment_hash};
use rusqlite::{OptionalExtension, params};

use crate::address;
use crate::error::HistoryError;
use crate::history::History;
use crate::json::to_json;

pub(crate) const LAST_PLAN: &str = "last_plan";
/// What the name of a setting begins with that is an attachment of the last plan; its hash follows.
const ATTACHMENT: &str = "last_plan sha256:";

impl History {
    /// The last saved plan; `None` before the first, and if an attachment of it is damaged, which adds a
    /// [notice](Self::notices).
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn last_plan(&self) -> Result<Option<Plan>, HistoryError> {
        let Some(mut plan): Option<Plan> = self.setting(LAST_PLAN, "The last plan")? else {
            return Ok(None);
        };
        let mut found = Attachments::new();
        for hash in plan.attachment_hashes() {
            let data: Option<String> = self.read(|connection| {
                let sql = "SELECT value FROM settings WHERE name = ?1";
                let name = format!("{ATTACHMENT}{hash}");
                Ok(connection.query_row(sql, [name], |row| row.get(0)).optional()?)
            })?;
            let Some(data) = data.filter(|data| attachment_hash(data) == hash) else {
                self.add_notice(
                    "An image or document of the last plan is damaged, so the composer begins anew."
                        .to_owned(),
                );
                return Ok(None);
            };
            found.insert(hash, data);
        }
        plan.attach(&found);
        Ok(Some(plan))
    }

    /// Whether a plan was ever saved.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn has_last_plan(&self) -> Result<bool, HistoryError> {
        self.read(|connection| {
            let sql = "SELECT EXISTS (SELECT 1 FROM settings WHERE name = ?1)";
            Ok(connection.query_row(sql, [LAST_PLAN], |row| row.get(0))?)
        })
    }

    /// Saves a plan, to be offered at the next start. Where nothing can be written nothing is, which was told: nobody asked for this.
    ///
    /// # Errors
    /// [`HistoryError::BadAddress`] if a lane's address is invalid or could contain a key; otherwise if it cannot be
    /// written.
    pub fn put_last_plan(&self, plan: &Plan) -> Result<(), HistoryError> {
        address::check_plan(plan)?;
        if self.is_read_only() {
            return Ok(());
        }
        let (plan, attachments) = plan.clone().detached();
        // First what it refers to, so that no moment has a plan without its attachments.
        self.write(|connection| {
            for (hash, data) in &attachments {
                connection.execute(
                    "INSERT INTO settings (name, value) VALUES (?1, ?2)
                     ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE value <> excluded.value",
                    params![format!("{ATTACHMENT}{hash}"), data],
                )?;
            }
            Ok(())
        })?;
        self.put_setting(LAST_PLAN, "The plan", &plan)?;
        let hashes: Vec<&String> = attachments.keys().collect();
        let hashes = to_json(|| "The plan".to_owned(), &hashes)?;
        self.write(|connection| {
            connection.execute(
                "DELETE FROM settings WHERE substr(name, 1, length(?1)) = ?1
                 AND substr(name, length(?1) + 1) NOT IN (SELECT value FROM json_each(?2))",
                params![ATTACHMENT, hashes],
            )?;
            Ok(())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pictured(prompt: &str, data: &str) -> Plan {
        let document = format!(
            r#"{{"prompt":"{prompt}","payload":{{"turns":[{{"role":"user","parts":[
                {{"content":{{"type":"image","source":{{"base64":{{"media_type":"image/png","data":"{data}"}}}}}}}}
            ]}}]}},"repeat":1,"warmup":0,"lanes":[]}}"#
        );
        serde_json::from_str(&document).expect("a plan")
    }

    fn rows(history: &History) -> Vec<(String, u32)> {
        let sql =
            "SELECT name, length(value) FROM settings WHERE name LIKE 'last_plan%' ORDER BY name";
        history
            .read(|connection| {
                let mut statement = connection.prepare(sql)?;
                let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
                Ok(rows.collect::<Result<_, _>>()?)
            })
            .expect("the settings")
    }

    #[test]
    fn an_attachment_of_the_last_plan_is_written_once_however_often_its_words_change() {
        let history = History::in_memory().expect("a history");
        let image = "QUJD".repeat(1_000);
        for prompt in ["What", "What is", "What is this?"] {
            history.put_last_plan(&pictured(prompt, &image)).expect("saved");
        }
        let kept = rows(&history);
        assert_eq!(kept.len(), 2, "the plan, and its image: {kept:?}");
        assert!(kept[0].1 < 1_000, "the image is not in the plan: {kept:?}");
        let last = history.last_plan().expect("read");
        assert_eq!(last, Some(pictured("What is this?", &image)), "both come back as one");
        history.put_last_plan(&Plan::default()).expect("saved");
        assert_eq!(rows(&history).len(), 1, "what no plan has any more is gone");
    }

    #[test]
    fn a_damaged_attachment_costs_the_last_plan_and_nothing_else() {
        let history = History::in_memory().expect("a history");
        for damage in [
            "DELETE FROM settings WHERE name LIKE 'last_plan sha%'",
            "UPDATE settings SET value = 'QUJE' WHERE name LIKE 'last_plan sha%'",
        ] {
            history.put_last_plan(&Plan::default()).expect("saved");
            history.put_last_plan(&pictured("What?", "QUJD")).expect("saved");
            history.write(|connection| Ok(connection.execute_batch(damage)?)).expect("damaged");
            assert_eq!(history.last_plan().expect("read"), None, "as before the first");
            let notices = history.notices();
            assert!(notices.iter().any(|notice| notice.contains("damaged")), "{notices:?}");
            history.put_last_plan(&pictured("What?", "QUJD")).expect("saved again");
        }
    }
}
