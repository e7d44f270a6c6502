//! The latest speed of a contender, from which the duration of a sweep is predicted.

use race::LastPace;
use rusqlite::{OptionalExtension, params};

use crate::error::HistoryError;
use crate::history::History;

impl History {
    /// TTFT and speed of this model in the newest run that has them; for a sweep, those of its lowest level,
    /// where nothing queues. `label` is the provider's name.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn last_pace(&self, label: &str, model: &str) -> Result<Option<LastPace>, HistoryError> {
        self.read(|connection| {
            let found = connection
                .prepare_cached(
                    "SELECT ttft_ms, decode_tps FROM lanes JOIN runs ON runs.id = lanes.run_id
                     WHERE label = ?1 AND model = ?2 AND deleted_at IS NULL
                       AND ttft_ms IS NOT NULL AND decode_tps > 0
                     ORDER BY runs.started_at DESC LIMIT 1",
                )?
                .query_row(params![label, model], |row| {
                    Ok(LastPace { ttft_ms: row.get(0)?, decode_tps: row.get(1)? })
                })
                .optional()?;
            Ok(found)
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::fixtures::{TTFT_MS, begun, finished};
    use crate::history::History;

    #[test]
    fn the_newest_run_of_a_contender_tells_its_pace() {
        let history = History::in_memory().unwrap();
        assert_eq!(history.last_pace("Custom", "small").unwrap(), None, "it was never asked");
        for (id, hour, tps) in [("0001", "12", 50.0), ("0002", "14", 80.0)] {
            let (mut run, recordings) = finished(id, 1);
            run.started_at = format!("2026-03-01T{hour}:00:00Z");
            run.lanes[0].samples[0].speed.decode_tps = Some(tps);
            history.begin(&begun(&run)).unwrap();
            history.finish(&run, &recordings).unwrap();
        }
        let pace = history.last_pace("Custom", "small").unwrap().expect("it was asked twice");
        assert_eq!((pace.ttft_ms, pace.decode_tps), (TTFT_MS, 80.0), "the newest counts");
        history.delete("0002").unwrap();
        let pace = history.last_pace("Custom", "small").unwrap().expect("one is left");
        assert_eq!(pace.decode_tps.to_bits(), 50.0_f64.to_bits(), "what was deleted does not");
    }
}
