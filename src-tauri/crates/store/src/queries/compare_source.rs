//! Requests to compare: the points of a selection with the current prices of their models.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, PoisonError};

use compare::{
    CarriedNumbers, CompareQuestion, CompareView, LoadLevel, Outcome, PreparedSelection,
};
use cost::{Price, TokenSource};
use measure::{Metric, Stopping, Values};
use race::{RunKind, Status};
use rusqlite::{Connection, OptionalExtension, Row, params};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use crate::clock;
use crate::error::{HistoryError, StoreFailure};
use crate::history::History;
use crate::queries::chain_answers::tell_chain_answers;
use crate::queries::image_times::tell_image_times;
use crate::queries::points::{Point, Selection};

/// Comparisons of requests of one history. The requests of the last selection stay prepared, so that further questions
/// about them, such as those from a slider, are answered without reading them again.
#[derive(Debug)]
pub struct Comparisons {
    history: History,
    last: Mutex<Option<LastComparison>>,
}

/// The last comparison: its selection, the state of the file, and the prepared requests.
#[derive(Debug)]
struct LastComparison {
    selection: Selection,
    state: FileState,
    prepared: PreparedSelection,
}

/// Identifies a state of the file: changes made here, changes made by others, and the minute, because a search may
/// depend on the time.
type FileState = (i64, i64, i64);

fn state(connection: &Connection) -> Result<FileState, StoreFailure> {
    let here = connection.query_row("SELECT total_changes()", [], |row| row.get(0))?;
    let others = connection.pragma_query_value(None, "data_version", |row| row.get(0))?;
    Ok((here, others, clock::now().unix_timestamp() / 60))
}

impl Comparisons {
    /// Comparisons of requests of `history`.
    pub fn over(history: History) -> Self {
        Self { history, last: Mutex::default() }
    }

    /// The comparison of a selection.
    ///
    /// # Errors
    /// [`HistoryError::BadSearch`] for an invalid search; otherwise if the file cannot be read.
    pub fn view(
        &self,
        selection: &Selection,
        question: &CompareQuestion,
    ) -> Result<CompareView, HistoryError> {
        let state = self.history.read(state)?;
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = last.as_ref()
            && (&known.selection, known.state) == (selection, state)
            && known.prepared.answers(question)
        {
            return Ok(known.prepared.view(question));
        }
        // The previous comparison is dropped before this one is read, to save memory.
        *last = None;
        let prepared =
            PreparedSelection::of(&self.history.compared(selection, question.metric)?, question);
        let view = prepared.view(question);
        *last = Some(LastComparison { selection: selection.clone(), state, prepared });
        Ok(view)
    }
}

impl History {
    /// The measured requests of a selection, real and simulated, each with the current price of its model and what it reads at most, and with
    /// `metric` besides those that every comparison needs. The selection's choice of simulated or real lanes is
    /// ignored: the comparison separates the two, and reports how many there are of each.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn compared(
        &self,
        selection: &Selection,
        asked_for: Metric,
    ) -> Result<Vec<compare::MeasuredRequest>, HistoryError> {
        let (prices, roster) = (self.prices()?, self.roster()?);
        let mut known: HashMap<(String, Option<String>, String), ModelFacts> = HashMap::new();
        let mut facts = |point: &Point| {
            let address = point.asked_with.address.as_deref();
            let key = (point.provider.clone(), address.map(str::to_owned), point.model.clone());
            let own = known.entry(key).or_insert_with(|| {
                let row = roster.rows().iter().find(|row| row.id == point.provider);
                let prefix = row.and_then(|row| row.price_prefix.as_deref());
                ModelFacts {
                    price: prices
                        .price(&point.provider, address, prefix, &point.model)
                        .map(Arc::new),
                    context: prefix.and_then(|prefix| prices.book().context(prefix, &point.model)),
                }
            });
            own.clone()
        };
        let mut metrics = compare::MeasuredRequest::RESTS_ON.to_vec();
        for also in [Metric::TtftPerceivedMs, Metric::LatencyPerceivedMs, asked_for] {
            if !metrics.contains(&also) {
                metrics.push(also);
            }
        }
        let mut compared = Vec::new();
        for simulated in [false, true] {
            let selection = Selection { simulated, ..selection.clone() };
            self.each_point(&selection, &metrics, |point| {
                if point.measured {
                    let facts = facts(&point);
                    compared.push(request(point, facts, asked_for));
                }
            })?;
        }
        let watched = self.ended_when_settled(&sole_races(&compared))?;
        for request in &mut compared {
            if watched.contains(&request.run) {
                request.stopping = Stopping::WhenSettled;
            }
        }
        self.tell_lengths(&mut compared)?;
        self.read(|connection| {
            tell_chain_answers(connection, &mut compared)?;
            tell_image_times(connection, &mut compared)
        })?;
        Ok(compared)
    }

    /// Tells the requests of sweeps over the length of prompts how long theirs were, level by level.
    fn tell_lengths(&self, compared: &mut [compare::MeasuredRequest]) -> Result<(), HistoryError> {
        self.read(|connection| {
            let mut levels = connection.prepare_cached(
                "SELECT level.value ->> '$.prompt_tokens',
                     coalesce(level.value ->> '$.measured', 0) + coalesce(level.value ->> '$.unmeasured', 0)
                     FROM runs, json_each(
                         CASE WHEN json_valid(runs.document) THEN runs.document ELSE '{}' END,
                         '$.lanes[' || ?2 || '].levels'
                     ) AS level
                     WHERE runs.id = ?1 ORDER BY level.key",
            )?;
            for lane in compared.chunk_by_mut(|a, b| (&a.run, a.lane) == (&b.run, b.lane)) {
                let Some(first) = lane.first().filter(|one| is_of_lengths(one, lane)) else {
                    continue;
                };
                let level = |row: &Row<'_>| Ok((row.get(0)?, row.get(1)?));
                let levels: Result<Vec<(Option<u32>, u32)>, _> = levels
                    .query_map(params![first.run, first.lane], level)?
                    .collect();
                // Beside a level that cannot be read, all lengths are unknown: each level's place rests on those before it.
                let levels = levels.or_else(|error| {
                    StoreFailure::from(error).of_one_value().map(|_left_out| Vec::new())
                })?;
                for request in lane {
                    let mut after = 0_u32;
                    let own = levels.iter().find(|(_, requests)| {
                        after = after.saturating_add(*requests);
                        request.round < after
                    });
                    request.swept_length = own.and_then(|(tokens, _)| *tokens);
                }
            }
            Ok(())
        })
    }

    /// Which of these runs were to end as soon as they were settled. A run made before the option existed was not.
    fn ended_when_settled(
        &self,
        runs: &BTreeSet<String>,
    ) -> Result<BTreeSet<String>, HistoryError> {
        self.read(|connection| {
            let mut plans = connection.prepare_cached(
                "SELECT json_valid(document) AND json_extract(document, '$.plan.until_settled') IS NOT NULL
                     FROM runs WHERE id = ?",
            )?;
            let mut found = BTreeSet::new();
            for run in runs {
                let settled: Option<bool> =
                    plans.query_row([run], |row| row.get(0)).optional()?;
                if settled == Some(true) {
                    found.insert(run.clone());
                }
            }
            Ok(found)
        })
    }
}

/// Whether a lane may be that of a sweep over the length of prompts: such a sweep keeps to one number of requests in flight.
fn is_of_lengths(first: &compare::MeasuredRequest, lane: &[compare::MeasuredRequest]) -> bool {
    !first.raced
        && matches!(first.load, LoadLevel::InFlight(_))
        && lane.iter().all(|one| one.load == first.load)
}

/// The races that are the only run of some model at a provider: only there are rounds tested, and only there does it
/// matter what ended them.
fn sole_races(compared: &[compare::MeasuredRequest]) -> BTreeSet<String> {
    let mut runs_of: HashMap<(&str, &str, &str), Option<&str>> = HashMap::new();
    for request in compared.iter().filter(|request| request.raced) {
        let who = (request.provider.as_str(), request.label.as_str(), request.model.as_str());
        let only = runs_of.entry(who).or_insert(Some(&request.run));
        *only = only.filter(|run| *run == request.run);
    }
    runs_of.into_values().flatten().map(str::to_owned).collect()
}

/// What is known today of a model.
#[derive(Debug, Clone, Default)]
struct ModelFacts {
    price: Option<Arc<Price>>,
    /// The most input tokens that it reads.
    context: Option<u32>,
}

fn request(point: Point, facts: ModelFacts, asked_for: Metric) -> compare::MeasuredRequest {
    let at_s = OffsetDateTime::parse(&point.started_at, &Rfc3339)
        .map_or(0, OffsetDateTime::unix_timestamp);
    let numbers = match point.rate {
        Some(_) => from_due(&point.numbers),
        None => point.numbers,
    };
    // Which step of a chain answered, and from which cache, is what came of it and no condition under which it was asked: apart by that,
    // rounds in which the first step failed would be a contender of their own.
    let is_single = point.provider != race::CHAIN;
    compare::MeasuredRequest {
        run: point.run_id,
        at_s,
        stopping: Stopping::Planned,
        lane: point.lane,
        round: point.round,
        simulated: point.simulated,
        provider: point.provider,
        label: point.label,
        model: point.model,
        def_version: point.def_version,
        prompt: point.prompt_hash,
        swept_length: None,
        prompt_tokens: point.prompt_tokens.filter(|_| is_single).map(f64::from),
        max_tokens: point.max_tokens,
        temperature: point.temperature,
        asked_with: point.asked_with,
        answered_by: point.answered_by.filter(|_| is_single),
        answered_tier: point.answered_tier.filter(|_| is_single),
        warnings: point.warnings,
        load: load(point.concurrency, point.rate),
        raced: point.kind == RunKind::Race,
        machine: point.machine,
        ttft_error_ms: point.ttft_error_ms,
        cold: point.cold.unwrap_or(false),
        outcome: match point.status {
            Status::Ok => Outcome::Good,
            Status::Cancelled | Status::Interrupted => Outcome::Stopped,
            _ => Outcome::Failed,
        },
        ttft_ms: numbers.get(Metric::TtftMs),
        ttfat_ms: numbers.get(Metric::TtfatMs),
        latency_ms: numbers.get(Metric::LatencyMs),
        decode_tps: numbers.get(Metric::DecodeTps),
        neutral_tps: numbers.get(Metric::NeutralTps),
        answer_tps: numbers.get(Metric::AnswerTps),
        in_tokens: numbers.get(Metric::InTokensServer),
        cached_tokens: numbers.get(Metric::CachedReadTokens).filter(|_| is_single),
        out_tokens: numbers.get(Metric::OutTokens),
        reasoning_tokens: numbers.get(Metric::ReasoningTokensServer),
        answer_neutral: numbers.get(Metric::AnswerTokensNeutral),
        carried: CarriedNumbers {
            tool_call_ms: numbers.get(Metric::ToolCallMs),
            tool_arguments_ms: numbers.get(Metric::ToolArgumentsMs),
            // Told once all lanes of its race are read.
            per_image_ms: None,
            accepted_prediction_tokens: numbers.get(Metric::AcceptedPredictionTokens),
            rejected_prediction_tokens: numbers.get(Metric::RejectedPredictionTokens),
        }
        .boxed(),
        // Nobody counted tokens if chunks were counted, so a speed by them has no counter.
        counted: point.token_source.filter(|source| *source != TokenSource::Chunks),
        verdict: point.verdict,
        set_row: point.set_row,
        took_ms: point.took_ms,
        spent_usd: numbers.get(Metric::CostUsd).or(point.unbilled.then_some(0.0)),
        cost_usd: numbers.get(Metric::CostUsd),
        // Told once the steps of chains are read.
        climbed: None,
        price: facts.price,
        context: facts.context,
        asked_for: numbers.get(asked_for).map(|value| (asked_for, value)),
    }
}

/// The numbers of a request at a rate with its times from when it was due, as its sweep has them: a client or a queue that holds it up
/// makes its user wait.
fn from_due(sent: &Values) -> Values {
    let mut due = *sent;
    due.set(Metric::TtftMs, sent.get(Metric::TtftPerceivedMs));
    due.set(Metric::LatencyMs, sent.get(Metric::LatencyPerceivedMs));
    let before = sent.get(Metric::TtftPerceivedMs).zip(sent.get(Metric::TtftMs));
    let held_ms = before.map(|(from_due, from_send)| from_due - from_send);
    let others = [
        Metric::TtfatMs,
        Metric::TtfsMs,
        Metric::ToolCallMs,
        Metric::ToolArgumentsMs,
        Metric::ToolCallsMs,
    ];
    for metric in others {
        due.set(metric, sent.get(metric).zip(held_ms).map(|(ms, held_ms)| ms + held_ms));
    }
    due
}

/// A race keeps one request in flight in each lane.
fn load(in_flight: Option<u32>, per_second: Option<f64>) -> LoadLevel {
    match per_second {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a rate is above 0, and a float saturates"
        )]
        Some(rate) => LoadLevel::Per1000Seconds((rate * 1e3).round() as u32),
        None => LoadLevel::InFlight(in_flight.unwrap_or(1)),
    }
}

#[cfg(test)]
#[path = "compare_source_tests.rs"]
mod tests;
