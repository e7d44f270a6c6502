//! Playback and medals of a stored race, from its raw logs.

use race::{Medals, Pace, Playback, Recording, Run};

use crate::error::HistoryError;
use crate::history::History;

impl History {
    /// The playback of one measured round, from 0. A lane without a raw log is empty.
    ///
    /// # Errors
    /// [`HistoryError::NoSuchRun`] for an unknown or deleted run; otherwise if it cannot be read.
    pub fn playback(&self, id: &str, round: u32) -> Result<Playback, HistoryError> {
        let run = self.run(id)?;
        let logs = (0_u32..)
            .zip(&run.lanes)
            .map(|(lane, _)| self.log_of(id, lane, round))
            .collect::<Result<Vec<_>, _>>()?;
        Ok(race::playback(&run, round as usize, &logs))
    }

    /// The medals of a finished race. `distance` is in output tokens; by default it is chosen
    /// automatically.
    ///
    /// # Errors
    /// [`HistoryError::NoSuchRun`] for an unknown or deleted run; otherwise if it cannot be read.
    pub fn medals(&self, id: &str, distance: Option<u32>) -> Result<Medals, HistoryError> {
        let run = self.run(id)?;
        let paces = (0_u32..)
            .zip(&run.lanes)
            .map(|(lane, _)| self.paces(&run, lane))
            .collect::<Result<Vec<_>, _>>()?;
        Ok(race::medals(&run, &paces, distance))
    }

    fn paces(&self, run: &Run, lane: u32) -> Result<Vec<Pace>, HistoryError> {
        let samples = run.lanes.get(lane as usize).map_or(&[][..], |lane| &lane.samples);
        (0_u32..)
            .zip(samples)
            .map(|(round, sample)| {
                let log = self.log_of(&run.id, lane, round)?;
                Ok(race::pace_of(Some(sample), log.as_ref()))
            })
            .collect()
    }

    fn log_of(&self, id: &str, lane: u32, round: u32) -> Result<Option<Recording>, HistoryError> {
        match self.recording(id, lane, round) {
            Ok(recording) => Ok(Some(recording)),
            Err(HistoryError::NoSuchRecording { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::finished;

    #[test]
    fn a_kept_race_is_shown_again_from_its_raw_log() {
        let history = History::in_memory().unwrap();
        let (run, recordings) = finished("01", 2);
        history.begin(&crate::fixtures::begun(&run)).unwrap();
        history.finish(&run, &recordings).unwrap();
        let shown = history.playback("01", 1).unwrap();
        assert_eq!(shown.lanes.len(), 2, "every lane");
        for (lane, result) in shown.lanes.iter().zip(&run.lanes) {
            let kept = &result.samples[1];
            let units = |text: &str| Some(u32::try_from(text.encode_utf16().count()).unwrap());
            assert!(lane.logged, "each has its log");
            assert_eq!(
                lane.replay.answer_to.last().copied(),
                units(&kept.text),
                "to its last word"
            );
            assert_eq!(
                lane.replay.reasoning_to.last().copied(),
                units(&kept.reasoning),
                "thought too"
            );
        }
        let beyond = history.playback("01", 9).unwrap();
        assert!(beyond.lanes.iter().all(|lane| !lane.logged), "a round that never was has no log");
        let missing = history.playback("02", 0).unwrap_err();
        assert!(matches!(missing, HistoryError::NoSuchRun { .. }), "{missing}");
    }

    #[test]
    fn medals_count_every_round_from_its_log() {
        let history = History::in_memory().unwrap();
        let (run, recordings) = finished("01", 2);
        history.begin(&crate::fixtures::begun(&run)).unwrap();
        history.finish(&run, &recordings).unwrap();
        let medals = history.medals("01", None).unwrap();
        assert_eq!(medals.to_distance_ms.len(), 2, "one time for each lane");
        assert!(medals.distance.is_some_and(|distance| distance < 64), "short answers, short way");
        assert!(medals.medals.iter().all(|medal| medal.lanes == [0, 1]), "the lanes are alike");
        let far = history.medals("01", Some(64)).unwrap();
        assert_eq!(far.to_distance_ms, [None, None], "nobody wrote 64 tokens");
    }
}
