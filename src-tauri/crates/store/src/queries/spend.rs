//! Spending by provider and model. Requests of unknown cost are counted, not added as zero.

use serde::{Deserialize, Serialize};

use crate::error::HistoryError;
use crate::file::plausible::MOST_USD;
use crate::history::History;

/// Spending of runs since some moment. Simulated requests and those of unknown cost are separate.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct Spend {
    /// Start of the period, in seconds since 1970.
    pub since_s: f64,
    /// All real requests together.
    pub total: SpendRow,
    /// By provider and model, most expensive first; unknown costs last.
    pub models: Vec<SpendRow>,
    /// Simulated requests, which cost nothing.
    pub simulated: Vec<SpendRow>,
}

/// The cost of some requests.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct SpendRow {
    /// The provider's id; empty in a total.
    pub provider: String,
    /// The provider's name; empty in a total.
    pub label: String,
    /// The model; empty in a total.
    pub model: String,
    /// Requests sent, including failed and unmeasured ones.
    pub requests: u32,
    /// Known dollars; absent if no request's cost is known.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost_usd: Option<f64>,
    /// Requests of unknown cost. A refused request costs nothing and does not count.
    pub cost_unknown: u32,
    /// Input tokens by the servers' counts; absent if none counted.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub in_tokens: Option<f64>,
    /// Output tokens by the server's count, otherwise by `o200k_base`; absent if nobody counted.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub out_tokens: Option<f64>,
}

/// Today's spending.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct SpendToday {
    /// Dollars of all requests to real providers whose cost is known.
    pub usd: f64,
    /// Requests to real providers.
    pub requests: u32,
    /// How many of those have an unknown cost.
    pub unknown: u32,
    /// Requests to simulated providers, which cost nothing and are not counted above.
    pub simulated: u32,
}

impl From<Spend> for SpendToday {
    fn from(spend: Spend) -> Self {
        Self {
            usd: spend.total.cost_usd.unwrap_or(0.0),
            requests: spend.total.requests,
            unknown: spend.total.cost_unknown,
            simulated: spend.simulated.iter().map(|spent| spent.requests).sum(),
        }
    }
}

impl SpendRow {
    fn add(&mut self, other: &Self) {
        let sum = |left: Option<f64>, right: Option<f64>| match (left, right) {
            (Some(left), Some(right)) => Some(left + right),
            (left, right) => left.or(right),
        };
        self.requests += other.requests;
        self.cost_unknown += other.cost_unknown;
        self.cost_usd = sum(self.cost_usd, other.cost_usd);
        self.in_tokens = sum(self.in_tokens, other.in_tokens);
        self.out_tokens = sum(self.out_tokens, other.out_tokens);
    }
}

impl History {
    /// Spending of runs that started since local midnight.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn spent_today(&self) -> Result<SpendToday, HistoryError> {
        // Runs of a clock that was ahead are not today's until their day comes.
        let (midnight_s, next_s) = self.read(|connection| {
            let asked = "SELECT CAST(unixepoch('now', 'localtime', 'start of day', 'utc') AS REAL),
                             CAST(unixepoch('now', 'localtime', 'start of day', '+1 day', 'utc') AS REAL)";
            Ok(connection.query_row(asked, [], |row| Ok((row.get(0)?, row.get(1)?)))?)
        })?;
        Ok(self.spend_between(midnight_s, next_s)?.into())
    }

    /// Spending of runs that started at `since_s` (seconds since 1970) or later. Deleted runs count as long as they can
    /// be restored: deleting a run does not cancel its bill. Imported runs do not: they were paid for elsewhere.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn spend(&self, since_s: f64) -> Result<Spend, HistoryError> {
        self.spend_between(since_s, f64::INFINITY)
    }

    fn spend_between(&self, since_s: f64, until_s: f64) -> Result<Spend, HistoryError> {
        self.read(|connection| {
            // A cost that no request has is unknown: below 0 it would hide what others cost, above all sense it would stop
            // every race. Counts are added as fractions, as a few extreme ones would overflow integers.
            let mut rows = connection.prepare_cached(
                "SELECT e.provider, max(e.label), e.model, e.simulated = 1, count(*),
                     sum(CASE WHEN n.cost_usd BETWEEN 0 AND ?3 THEN n.cost_usd END),
                     sum((n.cost_usd IS NULL OR n.cost_usd NOT BETWEEN 0 AND ?3) AND NOT n.unbilled),
                     sum(CAST(n.in_tokens_server AS REAL)), sum(CAST(n.out_tokens AS REAL))
                 FROM overview o CROSS JOIN entrants e ON e.run = o.key
                     CROSS JOIN numbers n ON n.run = e.run AND n.lane = e.lane
                 WHERE o.started_s >= ?1 AND o.started_s < ?2 AND NOT o.imported
                 -- A chain is of no provider; its steps are.
                     AND NOT EXISTS (SELECT 1 FROM chain_steps c WHERE c.run = e.run AND c.lane = e.lane)
                 -- One id stands for every address that was typed in; what tells those apart is the name.
                 GROUP BY e.provider, CASE e.provider WHEN 'custom' THEN e.label END, e.model, e.simulated
                 ORDER BY sum(n.cost_usd) DESC NULLS LAST, count(*) DESC",
            )?;
            let rows = rows.query_map([since_s, until_s, MOST_USD], spent)?;
            let mut spend = Spend { since_s, ..Spend::default() };
            for row in rows {
                let (is_simulated, spent) = row?;
                spend.add(is_simulated, spent);
            }
            // Each run has one judge at most, so their rows are few. One that was asked after the race was paid then, and here, wherever
            // the race was measured.
            let of_judges = (
                "judges t CROSS JOIN overview o ON o.key = t.run",
                "coalesce(t.asked_s, o.started_s)",
                "t.asked_s IS NOT NULL",
            );
            let of_steps =
                ("overview o CROSS JOIN chain_steps t ON t.run = o.key", "o.started_s", "FALSE");
            for (rows, paid_s, is_paid_here) in [of_judges, of_steps] {
                let mut rows = connection.prepare_cached(&format!(
                    "SELECT t.provider, t.label, t.model, t.simulated = 1, t.requests,
                         CASE WHEN t.cost_usd BETWEEN 0 AND ?3 THEN t.cost_usd END, t.cost_unknown,
                         CAST(t.in_tokens AS REAL), CAST(t.out_tokens AS REAL)
                     FROM {rows}
                     WHERE {paid_s} >= ?1 AND {paid_s} < ?2 AND ({is_paid_here} OR NOT o.imported) AND t.requests > 0"
                ))?;
                for row in rows.query_map([since_s, until_s, MOST_USD], spent)? {
                    let (is_simulated, spent) = row?;
                    spend.add(is_simulated, spent);
                }
            }
            spend.sort();
            Ok(spend)
        })
    }
}

impl Spend {
    /// Adds requests of one model to those that there are.
    fn add(&mut self, is_simulated: bool, spent: SpendRow) {
        if !is_simulated {
            self.total.add(&spent);
        }
        let rows = if is_simulated { &mut self.simulated } else { &mut self.models };
        let is_same = |row: &&mut SpendRow| {
            let label = (row.provider == "custom").then_some(&row.label);
            (&row.provider, label, &row.model)
                == (&spent.provider, label.map(|_| &spent.label), &spent.model)
        };
        match rows.iter_mut().find(is_same) {
            Some(row) => row.add(&spent),
            None => rows.push(spent),
        }
    }

    /// Most expensive first; unknown costs last.
    fn sort(&mut self) {
        for rows in [&mut self.models, &mut self.simulated] {
            rows.sort_by(|a, b| {
                let cost = |row: &SpendRow| row.cost_usd.unwrap_or(-1.0);
                cost(b).total_cmp(&cost(a)).then(b.requests.cmp(&a.requests))
            });
        }
    }
}

/// Whether they are simulated, and the requests of one model.
fn spent(row: &rusqlite::Row<'_>) -> rusqlite::Result<(bool, SpendRow)> {
    let spent = SpendRow {
        provider: name(row, 0)?,
        label: name(row, 1)?,
        model: name(row, 2)?,
        requests: row.get(4)?,
        cost_usd: row.get(5)?,
        cost_unknown: row.get(6)?,
        in_tokens: row.get(7)?,
        out_tokens: row.get(8)?,
    };
    Ok((row.get(3)?, spent))
}

/// A name as far as it is text: what a row costs counts whatever its name is.
fn name(row: &rusqlite::Row<'_>, column: usize) -> rusqlite::Result<String> {
    Ok(String::from_utf8_lossy(row.get_ref(column)?.as_bytes()?).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::{begun, finished};

    /// Stores a run of two lanes and one round that began at `started_at`.
    fn keep(history: &History, id: &str, started_at: &str, change: impl FnOnce(&mut race::Run)) {
        let (mut run, recordings) = finished(id, 1);
        run.started_at = started_at.to_owned();
        change(&mut run);
        history.begin(&begun(&run)).unwrap();
        history.finish(&run, &recordings).unwrap();
    }

    fn now() -> String {
        let format = &time::format_description::well_known::Rfc3339;
        crate::clock::now().format(format).unwrap()
    }

    #[test]
    fn todays_sum_lists_unknown_and_simulated_requests_separately() {
        let history = History::in_memory().unwrap();
        keep(&history, "1", "2026-03-01T12:00:00Z", |_| {});
        keep(&history, "2", &now(), |run| {
            run.lanes[0].samples[0].cost_usd = Some(0.25);
            run.lanes[1].samples[0].cost_usd = None;
        });
        keep(&history, "3", &now(), |run| {
            run.lanes[0].simulated = true;
            run.lanes[1].samples[0].cost_usd = Some(0.5);
        });
        let spend = history.spent_today().unwrap();
        assert!((spend.usd - 0.75).abs() < 1e-12, "what is known, of today alone: {spend:?}");
        assert_eq!(spend.requests, 3, "of the real ones");
        assert_eq!(spend.unknown, 1, "an unknown cost is said, not taken for zero");
        assert_eq!(spend.simulated, 1, "and the simulated one is apart");
    }

    fn judged(simulated: bool) -> race::Judgement {
        let vote = |cost_usd| race::JudgeVote {
            round: 0,
            first: 0,
            second: 1,
            status: race::Status::Ok,
            choice: None,
            text: String::new(),
            error: None,
            took_ms: None,
            cost_usd,
            in_tokens: Some(100),
            out_tokens: Some(10),
            cut: false,
            named: false,
        };
        race::Judgement {
            provider: "groq".into(),
            label: "Groq".into(),
            model: "judge".into(),
            simulated,
            asked_at: None,
            votes: vec![vote(Some(0.5)), vote(None)],
            identical: 0,
            not_asked: 0,
            findings: None,
        }
    }

    #[test]
    fn a_judge_was_paid_too_and_its_row_follows_the_run() {
        let history = History::in_memory().unwrap();
        keep(&history, "1", &now(), |_| {});
        let before = history.spent_today().unwrap();
        let mut run = history.run("1").unwrap();
        assert!(history.keep_judgement(&run).is_err(), "there is nothing to keep");
        run.judgement = Some(judged(false));
        history.keep_judgement(&run).unwrap();
        history.keep_judgement(&run).unwrap();
        let after = history.spent_today().unwrap();
        assert!((after.usd - before.usd - 0.5).abs() < 1e-12, "once: {before:?} {after:?}");
        assert_eq!(after.requests, before.requests + 2, "both were sent");
        assert_eq!(after.unknown, before.unknown + 1, "one of them at an unknown cost");
        assert_eq!(history.run("1").unwrap().judgement, run.judgement, "as it was said");
        let spent = history.spend(0.0).unwrap();
        let judge = spent.models.iter().find(|row| row.model == "judge").unwrap();
        assert_eq!((judge.in_tokens, judge.out_tokens), (Some(200.0), Some(20.0)));
        run.judgement = Some(judged(true));
        history.keep_judgement(&run).unwrap();
        let spent = history.spent_today().unwrap();
        assert!((spent.usd - before.usd).abs() < 1e-12, "a simulated one costs nothing: {spent:?}");
        assert_eq!(history.verify().unwrap().findings, Vec::new(), "its row is the run's");
    }

    #[test]
    fn a_judge_that_was_asked_later_was_paid_on_that_day_wherever_the_race_was_measured() {
        let history = History::in_memory().unwrap();
        keep(&history, "1", "2026-03-01T12:00:00Z", |_| {});
        let imported = "UPDATE overview SET imported = 1";
        history.write(|connection| Ok(connection.execute(imported, [])?)).unwrap();
        let mut run = history.run("1").unwrap();
        run.judgement = Some(judged(false));
        history.keep_judgement(&run).unwrap();
        let of_race = history.spend(0.0).unwrap();
        assert_eq!(of_race.total.requests, 0, "what an imported race asked was paid elsewhere");
        let judgement = race::Judgement { asked_at: Some(now()), ..judged(false) };
        run.judgement = Some(judgement);
        history.keep_judgement(&run).unwrap();
        let today = history.spent_today().unwrap();
        assert!((today.usd - 0.5).abs() < 1e-12 && today.requests == 2, "today: {today:?}");
        assert_eq!(history.verify().unwrap().findings, Vec::new(), "its row is the run's");
    }

    #[test]
    fn each_step_of_a_chain_is_paid_to_its_own_provider() {
        let history = History::in_memory().unwrap();
        keep(&history, "1", &now(), |run| {
            let lane = &mut run.lanes[0];
            let provider = providers::provider("groq").unwrap();
            let step = |model: &str| race::LaneStep::begun(provider, model);
            lane.steps = vec![step("small"), step("large")];
            lane.provider = race::CHAIN.to_owned();
            (lane.label, lane.model) = lane.names_by_steps();
            let one = lane.samples[0].clone();
            let own = |step, cost_usd| race::StepSample {
                step,
                sample: race::Sample { cost_usd, in_tokens_server: Some(10), ..one.clone() },
            };
            lane.samples[0].steps = vec![own(0, Some(0.25)), own(1, Some(1.0))];
            lane.samples[0].cost_usd = Some(1.25);
            run.lanes[1].samples[0].cost_usd = Some(0.5);
        });
        let spent = history.spend(0.0).unwrap();
        assert_eq!(spent.total.cost_usd, Some(1.75), "nothing twice");
        assert_eq!(spent.total.requests, 3, "the chain sent two");
        let of = |model: &str| spent.models.iter().find(|row| row.model == model).unwrap();
        assert_eq!((of("large").cost_usd, of("small").cost_usd), (Some(1.0), Some(0.25)));
        assert_eq!((of("small").provider.as_str(), of("small").in_tokens), ("groq", Some(10.0)));
    }

    #[test]
    fn a_deleted_run_was_paid_for_all_the_same() {
        let history = History::in_memory().unwrap();
        keep(&history, "1", &now(), |run| run.lanes[0].samples[0].cost_usd = Some(1.0));
        let before = history.spent_today().unwrap();
        history.delete("1").unwrap();
        assert_eq!(history.spent_today().unwrap(), before, "deleting gives no money back");
    }

    #[test]
    fn a_request_that_was_turned_away_cost_nothing() {
        let history = History::in_memory().unwrap();
        keep(&history, "1", &now(), |run| {
            for lane in &mut run.lanes {
                lane.samples[0].cost_usd = None;
                lane.samples[0].status = race::Status::Throttled;
            }
        });
        let spend = history.spent_today().unwrap();
        assert_eq!(spend.unknown, 0, "a refusal is not billed");
    }

    #[test]
    fn two_typed_in_addresses_are_billed_separately() {
        let history = History::in_memory().unwrap();
        for (id, label, model) in [("a", "one.example", "small"), ("b", "two.example", "small")] {
            let (mut run, recordings) = finished(id, 1);
            for lane in &mut run.lanes {
                (lane.label, lane.model) = (label.to_owned(), model.to_owned());
            }
            history.begin(&begun(&run)).unwrap();
            history.finish(&run, &recordings).unwrap();
        }
        let spent = history.spend(0.0).unwrap().models;
        let mut billed: Vec<&str> = spent.iter().map(|spent| spent.label.as_str()).collect();
        billed.sort_unstable();
        assert_eq!(billed, ["one.example", "two.example"], "each server sends a bill of its own");
    }

    #[test]
    fn what_was_spent_is_by_model_with_the_unknown_counted_apart() {
        let history = History::in_memory().unwrap();
        let (mut run, recordings) = finished("a", 2);
        run.started_at = "2026-03-05T00:00:00Z".to_owned();
        run.lanes[0].samples[0].cost_usd = Some(0.5);
        run.lanes[0].samples[1].cost_usd = None;
        run.lanes[1].simulated = true;
        run.simulated = true;
        history.begin(&begun(&run)).unwrap();
        history.finish(&run, &recordings).unwrap();
        let spend = history.spend(crate::clock::seconds("2026-03-04T00:00:00Z")).unwrap();
        assert_eq!((spend.models.len(), spend.simulated.len()), (1, 1), "simulated stands apart");
        let of = &spend.models[0];
        assert_eq!(
            (of.cost_usd, of.cost_unknown, of.requests),
            (Some(0.5), 1, 2),
            "unknown is no zero"
        );
        assert_eq!(spend.total.cost_usd, Some(0.5), "the total is of real requests");
        assert_eq!(of.out_tokens, Some(8.0), "tokens too");
        history.delete("a").unwrap();
        let spent = history.spend(0.0).unwrap().total.cost_usd;
        assert_eq!(spent, Some(0.5), "a deleted run was paid for all the same");
        let later = history.spend(crate::clock::seconds("2026-03-06T00:00:00Z")).unwrap();
        assert_eq!(later.total.cost_usd, None, "nothing is known of nothing");
    }

    #[test]
    fn an_extreme_row_hides_no_cost_and_ends_no_race() {
        let history = History::in_memory().unwrap();
        keep(&history, "1", &now(), |run| {
            run.lanes[0].samples[0].cost_usd = Some(0.25);
            run.lanes[1].samples[0].cost_usd = Some(0.5);
        });
        let spent_after = |edit: &str| {
            history
                .write(|connection| Ok(connection.execute_batch(edit)?))
                .expect("it is stored by hand");
            let SpendToday { usd, unknown, .. } = history.spent_today().expect("it is readable");
            (usd, unknown)
        };
        let last = "WHERE lane = 1";
        for edit in ["cost_usd = -5", "cost_usd = 9e999", "cost_usd = -9e999", "cost_usd = 1e300"] {
            let spent = spent_after(&format!("UPDATE numbers SET {edit} {last}"));
            assert_eq!(spent, (0.25, 1), "{edit} is the cost of no request");
        }
        let tokens = "UPDATE numbers SET in_tokens_server = 9223372036854775807, out_tokens = 9223372036854775807";
        assert_eq!(spent_after(tokens), (0.25, 1), "a count too large for a sum");
        let model = "UPDATE entrants SET model = CAST(x'ff' AS TEXT)";
        assert_eq!(spent_after(model), (0.25, 1), "a name that is no text");
        let ahead = "UPDATE overview SET started_s = started_s + 86400 * 365";
        assert_eq!(spent_after(ahead), (0.0, 0), "a run of next year is not today's");
    }
}
