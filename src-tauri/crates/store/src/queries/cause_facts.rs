//! What is known of single turns of a watch, to say what a change comes from: how long each phase of their requests took, and which model answered, from
//! the stored samples.

use std::collections::{BTreeMap, BTreeSet};

use measure::{ConnectionTiming, Metric, Warning, percentile};
use providers::ServerReport;
use race::Status;
use rusqlite::{Row, params};
use serde::Deserialize;
use watch::{RequestPhase, TurnFacts};

use crate::error::{HistoryError, StoreFailure};
use crate::history::History;
use crate::json::{from_json, from_word};
use crate::tables::numbers;

/// The numbers that are read beside the stored sample.
const NUMBERS: [Metric; 6] = [
    Metric::TtftMs,
    Metric::TtfbMs,
    Metric::RttMs,
    Metric::DecodeTps,
    Metric::InTokensServer,
    Metric::OutTokens,
];
/// Columns before those.
const BEFORE: usize = 5;

/// What is read of a stored sample.
#[derive(Default, Deserialize)]
struct StoredParts {
    connection: Option<ConnectionTiming>,
    server: Option<ServerReport>,
}

/// The requests of one contender in one turn.
#[derive(Default)]
struct Gathered {
    facts: TurnFacts,
    /// Those of [`NUMBERS`].
    numbers: [Vec<f64>; NUMBERS.len()],
    phases: BTreeMap<RequestPhase, Vec<f64>>,
    models: Vec<String>,
    fingerprints: Vec<String>,
}

impl Gathered {
    fn add(&mut self, row: &Row<'_>) -> Result<(), StoreFailure> {
        let status: Status = from_word(|| "A request".to_owned(), row.get(1)?)?;
        if status.is_ours() {
            return Ok(());
        }
        let warnings: Option<String> = row.get(2)?;
        let warns = |warning: Warning| {
            warnings.as_deref().is_some_and(|ids| ids.split(' ').any(|id| id == warning.id()))
        };
        let (verdict, document): (Option<String>, Option<String>) = (row.get(3)?, row.get(4)?);
        let document = document.filter(|document| status.is_ok() && !document.is_empty());
        let stored: StoredParts = match document {
            Some(document) => from_json(|| "A request".to_owned(), &document)?,
            None => StoredParts::default(),
        };
        let values = numbers::read(row, BEFORE, &NUMBERS)?;
        let facts = &mut self.facts;
        facts.requests += 1;
        facts.failed += u32::from(!status.is_ok());
        facts.strained += u32::from(warns(Warning::ClientLimited));
        facts.right += u32::from(verdict.as_deref() == Some("right"));
        facts.checked += u32::from(matches!(verdict.as_deref(), Some("right" | "wrong")));
        if !status.is_ok() {
            return Ok(());
        }
        // A machine that slept says nothing of times.
        let slept = warns(Warning::ClockGap);
        let known = |metric: Metric| values.get(metric).filter(|_| !(slept && metric.is_timed()));
        for (metric, own) in NUMBERS.into_iter().zip(&mut self.numbers) {
            own.extend(known(metric));
        }
        if let Some(server) = &stored.server {
            let text = |text: &Option<_>| text.clone().map(String::from);
            self.models.extend(text(&server.model));
            self.fingerprints.extend(text(&server.system_fingerprint));
        }
        if !slept {
            for (phase, ms) in phases(&stored, &known) {
                self.phases.entry(phase).or_default().extend(ms);
            }
        }
        Ok(())
    }

    fn ended(mut self) -> TurnFacts {
        let [ttft, _, _, speed, input, output] =
            self.numbers.each_mut().map(|values| median(values));
        let phases = self.phases.into_iter();
        TurnFacts {
            ttft_ms: ttft,
            decode_tps: speed,
            in_tokens: input,
            out_tokens: output,
            phases_ms: phases
                .filter_map(|(phase, mut ms)| Some((phase, median(&mut ms)?)))
                .collect(),
            model: most_frequent(self.models),
            fingerprint: most_frequent(self.fingerprints),
            ..self.facts
        }
    }
}

/// How long each phase of a request took, in milliseconds, where that is known.
fn phases(
    stored: &StoredParts,
    known: &impl Fn(Metric) -> Option<f64>,
) -> [(RequestPhase, Option<f64>); RequestPhase::ALL.len()] {
    // A connection that was used before says nothing of this turn.
    let new = stored.connection.as_ref().filter(|connection| !connection.reused);
    let of_new = |part: fn(&ConnectionTiming) -> Option<u32>| {
        new.and_then(part).map(|us| f64::from(us) / 1e3)
    };
    let server = stored.server.as_ref();
    let first_byte = known(Metric::TtfbMs);
    let text = known(Metric::TtftMs).zip(first_byte).map(|(text, byte)| text - byte);
    let tokens = known(Metric::OutTokens).filter(|tokens| *tokens > 0.0);
    let written = server.and_then(|server| server.completion_ms).zip(tokens);
    RequestPhase::ALL.map(|phase| {
        let ms = match phase {
            RequestPhase::Dns => of_new(|connection| connection.dns_us),
            RequestPhase::Connect => of_new(|connection| connection.tcp_us),
            RequestPhase::Tls => of_new(|connection| connection.tls_us),
            RequestPhase::RoundTrip => known(Metric::RttMs),
            RequestPhase::Queue => server.and_then(|server| server.queue_ms),
            RequestPhase::Prompt => server.and_then(|server| server.prompt_ms),
            RequestPhase::FirstByte => first_byte,
            RequestPhase::FirstText => text,
            RequestPhase::Decode => {
                known(Metric::DecodeTps).filter(|tps| *tps > 0.0).map(|tps| 1e3 / tps)
            }
            RequestPhase::ServerDecode => written.map(|(ms, tokens)| ms / tokens),
        };
        (phase, ms)
    })
}

fn median(values: &mut [f64]) -> Option<f64> {
    values.sort_unstable_by(f64::total_cmp);
    percentile(values, 0.5)
}

/// The text that is there most often; of several the first by name.
fn most_frequent(texts: Vec<String>) -> Option<String> {
    let mut counts = BTreeMap::<String, usize>::new();
    for text in texts {
        *counts.entry(text).or_default() += 1;
    }
    let most = counts.values().copied().max()?;
    counts.into_iter().find_map(|(text, count)| (count == most).then_some(text))
}

impl History {
    /// The turns of a watch's rhythm from number `from` to `until` whose races are there: number, and when it began in seconds since 1970.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn taken_turns(
        &self,
        watch: &str,
        from: u32,
        until: u32,
    ) -> Result<BTreeMap<u32, i64>, HistoryError> {
        self.read(|connection| {
            let mut rows = connection.prepare_cached(
                "SELECT t.number, t.started_s FROM watch_turns t JOIN overview o ON o.run_id = t.run_id
                 WHERE t.watch = ?1 AND t.asked = 0 AND t.number BETWEEN ?2 AND ?3 AND NOT o.deleted AND t.started_s IS NOT NULL",
            )?;
            let rows = rows.query_map(params![watch, from, until], |row| Ok((row.get(0)?, row.get(1)?)))?;
            Ok(rows.collect::<Result<_, _>>()?)
        })
    }

    /// What is known of these turns of a watch, by contender: index of the lane among those that ran, and its turns by number.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn cause_facts(
        &self,
        watch: &str,
        turns: &BTreeSet<u32>,
    ) -> Result<BTreeMap<u32, Vec<TurnFacts>>, HistoryError> {
        let sql = format!(
            "SELECT n.lane, n.status, n.warnings, n.verdict, coalesce(r.sample, s.document), {}
             FROM watch_turns t CROSS JOIN overview o ON o.run_id = t.run_id CROSS JOIN numbers n ON n.run = o.key
             LEFT JOIN samples s ON s.run_id = t.run_id AND s.lane = n.lane AND s.round = n.round
             LEFT JOIN recordings r ON r.run_id = t.run_id AND r.lane = n.lane AND r.round = n.round
             WHERE t.watch = ?1 AND t.asked = 0 AND t.number = ?2 AND NOT o.deleted AND n.measured",
            numbers::columns(&NUMBERS)
        );
        self.read(|connection| {
            let mut rows = connection.prepare_cached(&sql)?;
            let mut lanes = BTreeMap::<u32, Vec<TurnFacts>>::new();
            for number in turns {
                let mut of_turn = BTreeMap::<u32, Gathered>::new();
                let mut rows = rows.query(params![watch, number])?;
                while let Some(row) = rows.next()? {
                    let add = |lane| of_turn.entry(lane).or_default().add(row);
                    // What cannot be read is no request, and `verify` finds it.
                    let added = row.get(0).map_err(StoreFailure::from).and_then(add);
                    added.or_else(|failed| failed.of_one_value().map(drop))?;
                }
                for (lane, gathered) in of_turn {
                    let facts = TurnFacts { number: *number, ..gathered.ended() };
                    lanes.entry(lane).or_default().push(facts);
                }
            }
            Ok(lanes)
        })
    }
}

#[cfg(test)]
#[path = "cause_facts_tests.rs"]
mod tests;
